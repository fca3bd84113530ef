//! A person at a screen that a test can read.

use std::sync::Mutex;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use vauban_catalog::entry;
use vauban_game::{Lang, Seat, Viewer};
use vauban_laws::toys::{Breakthrough, Muster, Stash};
use vauban_scene::{Colours, Spot, Theme};
use vauban_table::{AnyGame, AnyMatch, Entry, Opening, Shelf, Undo};
use vauban_terminal::{Chair, Desk, Effect, Input, Options, Pictures, Player, Thinking};

pub static BREAKTHROUGH: Entry<Breakthrough> = entry();
pub static STASH: Entry<Stash> = entry();
pub static MUSTER: Entry<Muster> = entry();

static CATALOGUE: Shelf = Shelf(&[&BREAKTHROUGH, &STASH, &MUSTER]);

/// A desk with one drawer: what is loaded is always a new small match.
#[derive(Default)]
pub struct Drawer {
    /// The match as it was last kept.
    pub kept: Mutex<Option<Box<dyn AnyMatch>>>,
}

impl Desk for Drawer {
    fn save(&self, table: &dyn AnyMatch, _: Viewer, file: &str) -> Result<String, String> {
        match file {
            "full" => Err("the disk is full".to_owned()),
            _ => Ok(format!("{} steps went to {file}", table.steps())),
        }
    }
    fn load(&self, file: &str) -> Result<Box<dyn AnyMatch>, String> {
        match file {
            "new" => Ok(open(&BREAKTHROUGH, &[("size", "5")])),
            _ => Err(format!("there is no {file}")),
        }
    }
    fn another(&self, table: &dyn AnyMatch) -> Result<Box<dyn AnyMatch>, String> {
        let game = CATALOGUE.find(table.card().name).expect("one of the toys");
        Ok(open_as(game, &[], |opening| {
            opening.settings = table.settings().clone();
        }))
    }
    fn keep(&self, table: &dyn AnyMatch) -> Result<(), String> {
        *self.kept.lock().expect("nobody panics") = Some(table.copy());
        Ok(())
    }
    fn forget(&self) {
        *self.kept.lock().expect("nobody panics") = None;
    }
    fn unfinished(&self) -> Option<String> {
        let kept = self.kept.lock().expect("nobody panics");
        kept.as_ref()
            .map(|table| format!("{} steps", table.steps()))
    }
    fn resume(&self) -> Result<(Box<dyn AnyMatch>, Vec<Chair>), String> {
        let kept = self.kept.lock().expect("nobody panics");
        let table = kept.as_ref().ok_or("nothing is kept")?;
        let chairs = vec![Chair::Person; usize::from(table.seats())];
        Ok((table.copy(), chairs))
    }
}

/// A match with everything allowed to be taken back.
pub fn open(game: &dyn AnyGame, settings: &[(&str, &str)]) -> Box<dyn AnyMatch> {
    open_as(game, settings, |_| ())
}

pub fn open_as(
    game: &dyn AnyGame,
    settings: &[(&str, &str)],
    change: impl FnOnce(&mut Opening),
) -> Box<dyn AnyMatch> {
    let mut opening = Opening::seeded(7);
    opening.undo = Undo::All;
    for (name, value) in settings {
        opening
            .settings
            .insert((*name).to_owned(), (*value).to_owned());
    }
    change(&mut opening);
    game.open(opening)
        .expect("the toys open with these settings")
}

pub fn options() -> Options {
    Options {
        lang: Lang::En,
        theme: Theme::Light,
        colours: Colours::True,
        search_memory: 1 << 20,
        pictures: Pictures::Never,
        curtain: true,
    }
}

pub fn agent(name: &str) -> Chair {
    Chair::Agent(name.parse().expect("an agent"))
}

/// A person in front of a screen.
pub struct Seated {
    pub player: Player<'static>,
    pub terminal: Terminal<TestBackend>,
    pub left: bool,
    /// Agents that have not yet been let think.
    pub waiting: Vec<Thinking>,
    /// Whether agents think as soon as they may.
    pub prompt: bool,
}

impl Seated {
    pub fn new(
        table: Box<dyn AnyMatch>,
        chairs: &[Chair],
        options: &Options,
        size: (u16, u16),
    ) -> Seated {
        // As long as the tests run.
        let desk: &'static Drawer = Box::leak(Box::default());
        Seated::at_desk(desk, table, chairs, options, size)
    }

    /// At a desk in which something may be kept.
    pub fn at_desk(
        desk: &'static Drawer,
        table: Box<dyn AnyMatch>,
        chairs: &[Chair],
        options: &Options,
        size: (u16, u16),
    ) -> Seated {
        let (player, effects) = Player::new(table, chairs, desk, options);
        let mut seated = Seated {
            player,
            terminal: Terminal::new(TestBackend::new(size.0, size.1)).expect("a screen in memory"),
            left: false,
            waiting: Vec::new(),
            prompt: true,
        };
        seated.follow(effects);
        seated.look();
        seated
    }

    /// Two persons at a small board.
    pub fn at_breakthrough() -> Seated {
        let table = open(&BREAKTHROUGH, &[("size", "5")]);
        Seated::new(
            table,
            &[Chair::Person, Chair::Person],
            &options(),
            (110, 36),
        )
    }

    pub fn handle(&mut self, input: Input) {
        let effects = self.player.handle(input);
        self.follow(effects);
        self.look();
    }

    pub fn key(&mut self, code: KeyCode) {
        self.press(code, KeyModifiers::NONE);
    }

    pub fn control(&mut self, letter: char) {
        self.press(KeyCode::Char(letter), KeyModifiers::CONTROL);
    }

    /// Types a line and enters it.
    pub fn enter(&mut self, line: &str) {
        line.chars()
            .for_each(|letter| self.key(KeyCode::Char(letter)));
        self.key(KeyCode::Enter);
    }

    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        let modifiers = KeyModifiers::NONE;
        let mouse = MouseEvent {
            kind,
            column,
            row,
            modifiers,
        };
        self.handle(Input::Terminal(Event::Mouse(mouse)));
    }

    pub fn click(&mut self, spot: &Spot) {
        let at = self
            .player
            .position(spot)
            .expect("the spot is on the screen");
        self.mouse(MouseEventKind::Down(MouseButton::Left), at.x, at.y);
    }

    /// Clicks on a text on the screen.
    pub fn click_text(&mut self, text: &str) {
        let screen = self.screen();
        let (row, line) = screen
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(text))
            .unwrap_or_else(|| panic!("no {text} in\n{screen}"));
        let column = line[..line.find(text).expect("it is in the line")]
            .chars()
            .count();
        self.mouse(
            MouseEventKind::Down(MouseButton::Left),
            column as u16,
            row as u16,
        );
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.terminal.backend_mut().resize(columns, rows);
        self.handle(Input::Terminal(Event::Resize(columns, rows)));
    }

    /// Everything on the screen.
    pub fn screen(&self) -> String {
        let buffer = self.buffer();
        let wide = usize::from(buffer.area.width).max(1);
        let rows = buffer.content().chunks(wide);
        rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>() + "\n")
            .collect()
    }

    pub fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    #[track_caller]
    pub fn sees(&self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text), "no “{text}” in\n{screen}");
    }

    #[track_caller]
    pub fn sees_no(&self, text: &str) {
        let screen = self.screen();
        assert!(!screen.contains(text), "“{text}” in\n{screen}");
    }

    pub fn steps(&self) -> usize {
        self.player.table().steps()
    }

    /// The first thing that the seat on turn may do.
    pub fn first_legal(&self) -> String {
        let table = self.player.table();
        let seat = table.turn().seats().iter().next().unwrap_or(Seat(0));
        table.questions().legal(seat).swap_remove(0)
    }

    /// Lets the agents think that wait for it.
    pub fn think(&mut self) {
        for thinking in std::mem::take(&mut self.waiting) {
            self.handle(Input::Thought(thinking.run()));
        }
    }

    fn press(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        self.handle(Input::Terminal(Event::Key(KeyEvent::new(code, modifiers))));
    }

    fn follow(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Leave => self.left = true,
                Effect::Think(thinking) => self.waiting.push(thinking),
            }
        }
        while self.prompt && !self.waiting.is_empty() {
            let thinking = self.waiting.remove(0);
            let effects = self.player.handle(Input::Thought(thinking.run()));
            self.follow(effects);
        }
    }

    fn look(&mut self) {
        let player = &mut self.player;
        self.terminal
            .draw(|frame| player.draw(frame))
            .expect("a screen in memory");
    }
}
