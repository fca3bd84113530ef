//! The player at the terminal: everything that is known and shown, without any input or output.
//!
//! [`Player::handle`] takes what happened (a key, a click, an agent's thought, the time) and says
//! what must be done about it; [`Player::draw`] shows where things stand. A test drives both.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use ratatui::crossterm::event::Event;
use ratatui::layout::Position;
use vauban_game::{BySeat, Lang, SearchMemory, Seat, Thought, Turn, Viewer};
use vauban_scene::{Scene, Spot};
use vauban_table::{
    AnyMatch, AskId, Choice, ClocksPage, Lens, LogEntry, Millis, Page, SeatedAgent, Standing,
};

use crate::areas::Areas;
use crate::board::Board;
use crate::gesture::Gesture;
use crate::line::CommandLine;
use crate::notice::Notice;
use crate::palette::Palette;
use crate::pause::Pause;
#[cfg(feature = "pictures")]
use crate::pictures::Easel;
use crate::rounds::RunningOrder;
use crate::steps::Steps;
use crate::thinking::{Found, Pending, Thinking};
use crate::window::Window;
use crate::words::Say;
use crate::{Chair, Desk, Options};

/// Something that happened.
#[derive(Debug)]
pub enum Input {
    Terminal(Event),
    Thought(Found),
    /// The time, counted from whenever the player sat down.
    Tick(Millis),
}

/// Something that must be done.
#[derive(Debug)]
pub enum Effect {
    /// An agent thinks; what it finds comes back as [`Input::Thought`].
    Think(Thinking),
    /// The person leaves.
    Leave,
}

/// The lens that is on.
#[derive(Clone, Debug)]
pub(crate) struct LensOn {
    pub name: &'static str,
    /// Whose lens, if a seat was named.
    pub seat: Option<Seat>,
    /// The part of the board that it shows, if one was named.
    pub zone: Option<String>,
    /// The action whose consequences are looked at, until the match moves on.
    pub after: Option<String>,
}

/// A choice that is made beside the board.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Button {
    pub label: String,
    pub press: Press,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Press {
    /// Goes on to a spot that is not on the board.
    Spot(Spot),
    /// Makes the choice with this number.
    Choice(usize),
}

/// A person, or several, at one screen.
pub struct Player<'desk> {
    pub(crate) table: Box<dyn AnyMatch>,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) desk: &'desk dyn Desk,
    pub(crate) lang: Lang,
    pub(crate) palette: Palette,
    pub(crate) now: Millis,
    /// The person that the screen is turned to; nobody if only agents play.
    pub(crate) facing: Option<Seat>,
    pub(crate) page: Page,
    /// What the viewer of the page was told, all of it.
    pub(crate) log: Vec<LogEntry>,
    log_of: Viewer,
    pub(crate) scene: Scene,
    on_board: HashSet<Spot>,
    pub(crate) board: Board,
    pub(crate) gesture: Gesture,
    pub(crate) buttons: Vec<Button>,
    /// The button that the keyboard is on, if it is not on the board.
    pub(crate) focus: Option<usize>,
    pub(crate) line: CommandLine,
    pub(crate) notice: Notice,
    /// Lines that the log is scrolled up by.
    pub(crate) log_scroll: usize,
    pub(crate) window: Option<Window>,
    /// The screen is being passed to this seat, whose page others must not see.
    pub(crate) curtain: Option<Seat>,
    /// Whether there is a curtain where there is something to hide.
    pub(crate) has_curtain: bool,
    /// The board is covered, and nothing goes on.
    pub(crate) pause: Option<Pause>,
    /// What agents found meanwhile.
    pub(crate) held: Vec<Found>,
    /// What others have done and is still to be shown.
    pub(crate) steps: Steps,
    pub(crate) lens_wish: Option<LensOn>,
    pub(crate) lens: Option<Lens>,
    /// Counts the matches that were opened at this screen.
    pub(crate) sitting: u64,
    pub(crate) thinking: Vec<Pending>,
    /// The agents between two answers.
    pub(crate) agents: BySeat<Option<SeatedAgent>>,
    /// What they thought last.
    pub(crate) thoughts: BySeat<Option<Thought<String>>>,
    /// Lent to one agent at a time.
    pub(crate) memory: Arc<Mutex<SearchMemory>>,
    was_over: bool,
    /// Steps that the match had before anybody here played; none if it was over.
    pub(crate) begun: Option<usize>,
    /// The order that repeats.
    pub(crate) order: Option<RunningOrder>,
    /// The answers that persons have left.
    pub(crate) standing: BySeat<Option<Standing>>,
    pub(crate) areas: Areas,
    #[cfg(feature = "pictures")]
    pub(crate) easel: Easel,
}

impl<'desk> Player<'desk> {
    /// Sits down. The effects must be carried out before anything else.
    pub fn new(
        table: Box<dyn AnyMatch>,
        chairs: &[Chair],
        desk: &'desk dyn Desk,
        options: &Options,
    ) -> (Player<'desk>, Vec<Effect>) {
        let page = table.page(Viewer::Spectator, options.lang, 0);
        let look = options.theme.on(&table.backdrop(options.lang).scene);
        let palette = Palette::new(look, options.colours);
        let initial = table.questions().lenses().iter().find(|lens| lens.initial);
        // Without colours a lens is digits all over the board: only for who asks for it.
        let initial = initial.filter(|_| palette.has_colours());
        let lens_wish = initial.map(|lens| LensOn {
            name: lens.name,
            seat: None,
            zone: None,
            after: None,
        });
        let mut player = Player {
            table,
            chairs: chairs.to_vec(),
            desk,
            lang: options.lang,
            palette,
            now: 0,
            facing: None,
            page,
            log: Vec::new(),
            log_of: Viewer::Spectator,
            scene: Scene::default(),
            on_board: HashSet::new(),
            board: Board::default(),
            gesture: Gesture::default(),
            buttons: Vec::new(),
            focus: None,
            line: CommandLine::default(),
            notice: Notice::default(),
            log_scroll: 0,
            window: None,
            curtain: None,
            has_curtain: options.curtain,
            pause: None,
            held: Vec::new(),
            steps: Steps::default(),
            lens_wish,
            lens: None,
            sitting: 0,
            thinking: Vec::new(),
            agents: BySeat::default(),
            thoughts: BySeat::default(),
            memory: Arc::new(Mutex::new(SearchMemory::with_bytes(options.search_memory))),
            was_over: false,
            begun: None,
            order: None,
            standing: BySeat::default(),
            areas: Areas::default(),
            #[cfg(feature = "pictures")]
            easel: Easel::default(),
        };
        let effects = player.sit_down();
        player.offer_unfinished();
        (player, effects)
    }

    /// The match as it stands.
    pub fn into_table(self) -> Box<dyn AnyMatch> {
        self.table
    }

    /// The match as it stands.
    pub fn table(&self) -> &dyn AnyMatch {
        &*self.table
    }

    /// Takes what happened.
    pub fn handle(&mut self, input: Input) -> Vec<Effect> {
        match input {
            Input::Terminal(event) => self.event(event),
            Input::Thought(thought) => self.hear(thought),
            Input::Tick(now) => self.tick(now),
        }
    }

    /// Where a spot was last drawn on the screen, if it is to be seen.
    pub fn position(&self, spot: &Spot) -> Option<Position> {
        self.board.position(spot)
    }

    /// Whether something on the screen moves by itself: an agent thinks, or a clock runs.
    pub fn is_lively(&self) -> bool {
        !self.thinking.is_empty() || self.page.clocks.is_some() || self.steps.are_left()
    }

    /// Whether nobody but agents plays, so that a person wants time to follow.
    pub fn only_watches(&self) -> bool {
        self.persons().next().is_none()
    }

    /// Begins with the match that lies on the table.
    pub(crate) fn sit_down(&mut self) -> Vec<Effect> {
        let over = self.table.turn().over().is_some();
        self.begun = (!over).then(|| self.table.steps());
        self.sitting += 1;
        self.thinking.clear();
        self.agents = BySeat::default();
        self.thoughts = BySeat::default();
        self.order = None;
        self.standing = BySeat::default();
        self.facing = None;
        self.chairs
            .resize(usize::from(self.table.seats()), Chair::Person);
        self.was_over = over;
        self.log_scroll = 0;
        self.window = None;
        self.curtain = None;
        self.pause = None;
        self.held.clear();
        self.begin_steps();
        self.go_on()
    }

    /// The match has moved on, or back: looks at it again and lets agents think.
    pub(crate) fn go_on(&mut self) -> Vec<Effect> {
        let asked = self.page.ask.as_ref().map(|ask| ask.id);
        let facing = self.facing;
        self.go_on_alone();
        let turn = self.table.turn();
        self.table.clock_mut().pass_to(turn.seats(), self.now);
        self.turn_screen(turn);
        if let Some(lens) = &mut self.lens_wish {
            lens.after = None;
        }
        self.look();
        self.show_steps();
        let still = facing == self.facing && asked == self.page.ask.as_ref().map(|ask| ask.id);
        if !still || asked.is_none() {
            self.gesture.clear();
            if let Some(Window::Amount(_)) = self.window {
                self.window = None;
            }
        }
        self.offer_buttons();
        self.place_cursor();
        let over = turn.over().is_some();
        if over && !self.was_over {
            self.window = Some(Window::Over);
        }
        self.was_over = over;
        self.keep();
        self.let_agents_think(turn)
    }

    /// Turns the screen to a person who is on turn, behind a curtain if there is something to hide.
    fn turn_screen(&mut self, turn: Turn) {
        let waiting: Vec<Seat> = turn
            .seats()
            .iter()
            .filter(|&seat| self.is_person(seat))
            .collect();
        let next = match self.facing {
            Some(seat) if waiting.contains(&seat) => return,
            Some(before) => waiting
                .iter()
                .find(|seat| **seat > before)
                .or(waiting.first())
                .copied(),
            None => waiting.first().copied().or(self.persons().next()),
        };
        let Some(next) = next else {
            return;
        };
        if let Some(before) = self.facing
            && self.has_curtain
            && self.table.hides(before, next)
        {
            self.curtain = Some(next);
        }
        self.facing = Some(next);
        self.log_scroll = 0;
    }

    /// Takes a new page and makes the picture that belongs to it.
    pub(crate) fn look(&mut self) {
        let viewer = self.viewer();
        self.page = self.table.page(viewer, self.lang, self.now);
        self.steps.stop();
        if self.log_of != viewer {
            self.log.clear();
            self.log_of = viewer;
        }
        let seen = self.log.last().map_or(0, |entry| entry.seq);
        self.log.extend(self.table.log(viewer, seen, usize::MAX));
        self.lens = self.lens_wish.as_ref().and_then(|wish| {
            let seat = wish.seat.or(self.facing).unwrap_or(Seat(0));
            let (questions, viewer) = (self.table.questions(), self.viewer());
            let lens = match &wish.zone {
                Some(zone) => questions.lens_in(viewer, Some(wish.name), seat, zone),
                None => questions.lens(viewer, Some(wish.name), seat, wish.after.as_deref()),
            };
            lens.ok()
        });
        self.show_scene();
        self.on_board = self
            .scene
            .shapes()
            .filter_map(|shape| shape.spot.clone())
            .collect();
    }

    /// The choices that go on beside the board become buttons.
    pub(crate) fn offer_buttons(&mut self) {
        let depth = self.gesture.spots().len();
        let open: Vec<(usize, &Choice)> = self.gesture.open(self.choices()).collect();
        let mut buttons: Vec<Button> = Vec::new();
        for &(number, choice) in &open {
            let Some(spot) = choice.path.get(depth) else {
                buttons.push(Button {
                    label: labelled(choice),
                    press: Press::Choice(number),
                });
                continue;
            };
            let press = Press::Spot(spot.clone());
            if self.on_board.contains(spot) || buttons.iter().any(|button| button.press == press) {
                continue;
            }
            let alone = open
                .iter()
                .filter(|(_, other)| other.path.get(depth) == Some(spot))
                .count()
                == 1;
            let label = if alone {
                labelled(choice)
            } else {
                format!("{} …", self.called(spot))
            };
            buttons.push(Button { label, press });
        }
        // Where nothing can be done on the board, the keyboard is on the buttons at once.
        let elsewhere = open
            .iter()
            .filter_map(|(_, choice)| choice.path.get(depth))
            .any(|spot| self.on_board.contains(spot));
        self.focus = (!buttons.is_empty() && !elsewhere).then_some(0);
        self.buttons = buttons;
    }

    /// A cursor that stands nowhere goes to where something can be done.
    fn place_cursor(&mut self) {
        let stands = self
            .board
            .cursor()
            .is_some_and(|spot| self.on_board.contains(spot));
        if stands {
            return;
        }
        let useful = self
            .choices()
            .iter()
            .filter_map(|choice| choice.path.first());
        let useful = useful
            .filter(|spot| self.on_board.contains(*spot))
            .min()
            .cloned();
        let any = || self.scene.shapes().find_map(|shape| shape.spot.clone());
        if let Some(spot) = useful.or_else(any) {
            self.board.put_cursor(spot);
        }
    }

    fn tick(&mut self, now: Millis) -> Vec<Effect> {
        self.now = now;
        self.advance_steps();
        if self.page.clocks.is_none() || self.pause.is_some() {
            return Vec::new();
        }
        let seats = self.table.turn().seats();
        let clock = self.table.clock();
        let late = seats.iter().find(|&seat| clock.is_out(seat, now));
        if let Some(seat) = late
            && self.table.time_out(seat).is_ok()
        {
            return self.go_on();
        }
        // Only the clocks have changed.
        let seats = (0..self.table.seats()).map(Seat);
        let clock = self.table.clock();
        self.page.clocks = Some(ClocksPage {
            now,
            left: seats.map(|seat| clock.left(seat, now)).collect(),
            running: clock.ticking(),
        });
        Vec::new()
    }

    // What others ask the player.

    pub(crate) fn say(&self, say: Say<'_>) -> String {
        say.of(self.lang)
    }

    pub(crate) fn name(&self, seat: Seat) -> String {
        self.table.seat_name(seat).of(self.lang).to_owned()
    }

    pub(crate) fn viewer(&self) -> Viewer {
        self.facing.map_or(Viewer::Spectator, Viewer::Seat)
    }

    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        matches!(self.chairs.get(seat.index()), Some(Chair::Person))
    }

    pub(crate) fn persons(&self) -> impl Iterator<Item = Seat> {
        (0..self.table.seats())
            .map(Seat)
            .filter(|&seat| self.is_person(seat))
    }

    /// The person on turn at this screen, with the question that is open.
    pub(crate) fn asked(&self) -> Option<(Seat, AskId)> {
        let seat = self.facing.filter(|&seat| self.is_person(seat))?;
        Some((seat, self.table.ask(seat)?))
    }

    /// What a spot of the open question is called.
    pub(crate) fn called<'a>(&'a self, spot: &'a Spot) -> &'a str {
        let ask = self.page.ask.as_ref();
        ask.and_then(|ask| ask.names.get(spot)).unwrap_or(&spot.0)
    }

    pub(crate) fn choices(&self) -> &[Choice] {
        match &self.page.ask {
            Some(ask) if self.asked().is_some() => &ask.choices,
            _ => &[],
        }
    }
}

/// A choice's words, with the letter that makes it.
fn labelled(choice: &Choice) -> String {
    match choice.key {
        Some(key) => format!("{key} {}", choice.words()),
        None => choice.words(),
    }
}

impl std::fmt::Debug for Player<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player")
            .field("game", &self.table.card().name)
            .field("facing", &self.facing)
            .field("window", &self.window)
            .finish_non_exhaustive()
    }
}
