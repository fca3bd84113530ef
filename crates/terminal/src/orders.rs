//! What a person wants done: choices, commands, answers to questions.

use vauban_game::{Seat, SeatSet, Turn};
use vauban_scene::Spot;
use vauban_table::{Lens, Refusals, Undo};

use crate::command::{Command, LensWish, words};
use crate::gesture::Picked;
use crate::notice::Notice;
use crate::player::{Effect, LensOn, Player};
use crate::window::{Amount, Question, Window};
use crate::words::Say;

/// A path without a choice is followed this far before it is given up.
const LONGEST_ASTRAY: usize = 3;

/// So many completions are listed.
const COMPLETIONS: usize = 24;

impl Player<'_> {
    // Choices.

    /// A spot was selected, on the board or beside it.
    pub(crate) fn select(&mut self, spot: &Spot) -> Vec<Effect> {
        let Some((seat, _)) = self.asked() else {
            self.not_now();
            return Vec::new();
        };
        self.notice.clear();
        let picked = match &self.page.ask {
            Some(ask) => self.gesture.pick_usual(spot, &ask.instead, &ask.choices),
            None => self.gesture.pick(spot, &[]),
        };
        match picked {
            Picked::Made(choice) => return self.make(choice),
            Picked::Astray(path) => return self.astray(seat, path),
            Picked::Further | Picked::Several | Picked::Back => (),
        }
        self.offer_buttons();
        Vec::new()
    }

    /// Makes the choice with this number, or asks for its amount.
    pub(crate) fn make(&mut self, number: usize) -> Vec<Effect> {
        let Some(choice) = self.choices().get(number).cloned() else {
            return Vec::new();
        };
        match choice.amount {
            Some(range) if range.min < range.max => {
                self.window = Some(Window::Amount(Box::new(Amount::new(choice, range))));
                Vec::new()
            }
            range => self.act(&choice.text(range.map_or(0, |range| range.min))),
        }
    }

    /// A path that no choice has: says why not, as soon as it is known what was meant.
    fn astray(&mut self, seat: Seat, path: Vec<Spot>) -> Vec<Effect> {
        match self.table.questions().meant(seat, &path) {
            Some(text) => match self.table.questions().why(seat, &text) {
                Ok(()) => return self.act(&text),
                Err(refusals) => {
                    if !self.gesture.is_open(self.choices()) {
                        self.gesture.clear();
                    }
                    self.refuse(&text, &refusals);
                }
            },
            None if path.len() < LONGEST_ASTRAY && !self.is_under_way() => {
                self.gesture.follow(path);
                self.notice = Notice::plain(self.say(Say::AstrayStart));
            }
            None => {
                if !self.gesture.is_open(self.choices()) {
                    self.gesture.clear();
                }
                self.notice = Notice::wrong(self.say(Say::NoWay));
            }
        }
        self.offer_buttons();
        Vec::new()
    }

    /// Whether some spots are selected that a choice begins with.
    fn is_under_way(&self) -> bool {
        !self.gesture.spots().is_empty() && self.gesture.is_open(self.choices())
    }

    pub(crate) fn refuse(&mut self, text: &str, refusals: &Refusals) {
        let notice = Notice::refused(refusals, self.lang);
        self.notice = match refusals.codes().as_slice() {
            // What could not be read is named in the reason itself; what a lesson does not ask for is allowed.
            ["unreadable" | "stale" | "not-the-task"] => notice,
            _ => notice.under(self.say(Say::NotAllowed { text })),
        };
    }

    pub(crate) fn not_now(&mut self) {
        let turn = self.table.turn();
        let on_turn = turn.seats().iter().next().map(|seat| self.name(seat));
        let say = match (&on_turn, turn) {
            (_, Turn::Over(_)) => Say::MatchIsOver,
            (_, Turn::Chance) => Say::NatureWaits,
            (Some(who), _) => Say::NotNow { who },
            (None, _) => Say::NobodyHere,
        };
        self.notice = Notice::wrong(self.say(say));
    }

    // Commands.

    /// Carries out what was typed.
    pub(crate) fn order(&mut self, line: &str) -> Vec<Effect> {
        self.notice.clear();
        let command = match Command::read(line) {
            _ if line.is_empty() => return Vec::new(),
            Ok(command) => command,
            Err(usage) => {
                self.notice = Notice::wrong(self.say(Say::Missing { usage }));
                return Vec::new();
            }
        };
        match command {
            Command::Act(text) if self.table.turn() == Turn::Chance => {
                return self.befall(Some(text));
            }
            Command::Act(text) => return self.act(text),
            Command::Chance(text) => return self.befall(text),
            Command::Legal => self.show_legal(),
            Command::Why(text) => self.explain(text),
            Command::Odds(text, keep) => {
                let (questions, seat) = (self.table.questions(), self.seat());
                let found = questions.odds(seat, text).and_then(|odds| {
                    let balance = questions.balance(seat, text)?;
                    let forecasts = questions.forecasts(seat, text, keep)?;
                    Ok((odds, balance, forecasts))
                });
                match found {
                    Ok((odds, balance, forecasts)) => {
                        self.show_odds(text, &odds, balance.as_ref(), &forecasts);
                    }
                    Err(refusals) => self.refuse(text, &refusals),
                }
            }
            Command::Lens(wish) => self.set_lens(wish),
            Command::Stand(answer) => return self.stand(answer),
            Command::Revert => return self.revert(),
            Command::Thought => self.show_thoughts(),
            Command::Hint => return self.ask_hint(),
            Command::Resign => {
                if let Some(seat) = self.person() {
                    match self.table.must_be_in(seat) {
                        Ok(()) => self.window = Some(Window::Question(Question::Resign(seat))),
                        Err(refusals) => self.notice = Notice::refused(&refusals, self.lang),
                    }
                }
            }
            Command::Draw => return self.offer_draw(),
            Command::Save(file) => {
                self.notice = match self.desk.save(&*self.table, self.viewer(), file) {
                    Ok(done) => Notice::good(done),
                    Err(wrong) => Notice::wrong(wrong),
                };
            }
            Command::Load(file) => match self.desk.load(file) {
                Ok(table) => {
                    self.table = table;
                    self.log.clear();
                    self.notice = Notice::good(self.say(Say::Loaded { file }));
                    return self.sit_down();
                }
                Err(wrong) => self.notice = Notice::wrong(wrong),
            },
            Command::New => return self.ask_for_another(),
            Command::Pause => self.begin_pause(),
            Command::Curtain(wanted) => {
                self.has_curtain = wanted;
                self.notice = Notice::good(self.say(Say::HasCurtain { wanted }));
            }
            Command::Rules => self.show_rules(),
            Command::Position => self.show_position(),
            Command::Hash if self.table.position_for(self.viewer()).is_none() => {
                self.notice = Notice::wrong(self.say(Say::Hidden));
            }
            Command::Hash => {
                let hash = format!("{:016x}", self.table.hash());
                self.notice = Notice::good(self.say(Say::StateHash { hash: &hash }));
            }
            Command::Help => self.show_help(),
            Command::Exit => return self.leave(),
        }
        Vec::new()
    }

    fn befall(&mut self, text: Option<&str>) -> Vec<Effect> {
        match self.table.befall(text) {
            Ok(()) => self.go_on(),
            Err(refusals) => {
                self.notice = Notice::refused(&refusals, self.lang);
                Vec::new()
            }
        }
    }

    fn explain(&mut self, text: &str) {
        match self.table.questions().why(self.seat(), text) {
            Ok(()) => {
                let balance = self.table.questions().balance(self.seat(), text);
                let weighed = balance.ok().flatten();
                let mut said = vec![self.say(Say::Allowed { text })];
                said.extend(weighed.iter().flat_map(|balance| {
                    let lines = balance.lines();
                    lines.map(|line| line.of(self.lang).to_owned())
                }));
                self.notice = Notice::good(said.join("; "));
            }
            Err(refusals) => self.refuse(text, &refusals),
        }
    }

    /// Completes what is typed, and lists what it may become.
    pub(crate) fn complete(&mut self) {
        let typed = self.line.text();
        let legal = self.table.questions().legal(self.seat());
        let lenses = self.table.questions().lenses().iter().map(|lens| lens.name);
        let lines: Vec<String> = match typed.split_once(' ') {
            Some((word @ ("why" | "odds"), _)) => {
                legal.iter().map(|text| format!("{word} {text}")).collect()
            }
            Some(("lens", _)) => lenses
                .chain(["off"])
                .map(|name| format!("lens {name}"))
                .collect(),
            _ => legal
                .into_iter()
                .chain(words().map(str::to_owned))
                .collect(),
        };
        let fitting = self.line.complete(lines);
        self.notice = match fitting.len() {
            0 => Notice::wrong(self.say(Say::NoCompletion)),
            1 => Notice::default(),
            count => {
                let mut list = fitting[..count.min(COMPLETIONS)].join(" · ");
                if let Some(count) = count.checked_sub(COMPLETIONS).filter(|&more| more > 0) {
                    list = format!("{list} {}", self.say(Say::More { count }));
                }
                Notice::plain(list)
            }
        };
    }

    // Lenses.

    fn set_lens(&mut self, wish: LensWish<'_>) {
        let LensWish::On {
            name,
            seat,
            zone,
            after,
        } = wish
        else {
            self.lens_wish = None;
            self.look();
            self.notice = Notice::plain(self.say(Say::LensOff));
            return;
        };
        let seats = self.table.seats();
        let named = seat.map(|number| Seat::from_number(number, seats));
        if named == Some(None) {
            self.notice = Notice::wrong(self.say(Say::NoSuchSeat { seats }));
            return;
        }
        let seat = named.flatten();
        let (questions, viewer) = (self.table.questions(), self.viewer());
        let of = seat.unwrap_or(self.seat());
        let shown = match zone {
            Some(zone) => questions.lens_in(viewer, name, of, zone),
            None => questions.lens(viewer, name, of, after),
        };
        match shown {
            Ok(lens) => self.put_lens(&lens, seat, zone, after),
            Err(refusals) => self.notice = Notice::refused(&refusals, self.lang),
        }
    }

    fn put_lens(
        &mut self,
        lens: &Lens,
        seat: Option<Seat>,
        zone: Option<&str>,
        after: Option<&str>,
    ) {
        self.lens_wish = Some(LensOn {
            name: lens.card.name,
            seat,
            zone: zone.map(str::to_owned),
            after: after.map(str::to_owned),
        });
        let most = self.most_of(lens);
        let about = Say::LensAbout {
            about: lens.card.about.of(self.lang),
            legend: lens.legend.of(self.lang),
            most: &most,
        };
        self.notice = Notice::plain(self.say(about));
        self.look();
    }

    /// The places with the largest numbers, in words: shades alone tell no number, and not everybody sees them.
    fn most_of(&self, lens: &Lens) -> String {
        const TOLD: usize = 4;
        let mut values: Vec<&(Spot, i32)> = lens.shown().iter().collect();
        values.retain(|(_, value)| *value != 0);
        values.sort_by_key(|(_, value)| std::cmp::Reverse(value.unsigned_abs()));
        let questions = self.table.questions();
        let told = values.iter().take(TOLD).map(|(spot, value)| {
            let name = questions.spot_name(spot);
            let name = name.map_or(spot.0.clone(), |name| name.of(self.lang).to_owned());
            format!("{name} {value}")
        });
        let mut told: Vec<String> = told.collect();
        if values.len() > TOLD {
            told.push("…".to_owned());
        }
        told.join(", ")
    }

    /// The lens after the one that is on; after the last none.
    pub(crate) fn next_lens(&mut self) {
        let lenses = self.table.questions().lenses();
        if lenses.is_empty() {
            self.notice = Notice::wrong(self.say(Say::NoLens));
            return;
        }
        let on = self.lens_wish.as_ref();
        let seat = on.and_then(|on| on.seat).map(Seat::number);
        let next = match on {
            None => lenses.first(),
            Some(on) => {
                let here = lenses.iter().position(|lens| lens.name == on.name);
                here.and_then(|here| lenses.get(here + 1))
            }
        };
        self.set_lens(match next {
            None => LensWish::Off,
            Some(lens) => LensWish::On {
                name: Some(lens.name),
                seat,
                zone: None,
                after: None,
            },
        });
    }

    // Taking back, agreeing.

    /// Takes back to where a person can choose again.
    pub(crate) fn revert(&mut self) -> Vec<Effect> {
        self.notice.clear();
        self.order = None;
        let alone = self.only_watches();
        let mut seats: Vec<Seat> = self.facing.into_iter().chain(self.persons()).collect();
        if seats.is_empty() {
            seats.push(Seat(0));
        }
        let choosers = match alone {
            true => SeatSet::all(self.table.seats()),
            false => self.persons().collect(),
        };
        if self.table.undo_policy() == Undo::Ask {
            return self.ask_back();
        }
        let mut wrong = None;
        for seat in seats {
            match self.table.take_back(seat, choosers) {
                Ok(()) => return self.took_back(),
                Err(refusals) => wrong.get_or_insert(refusals),
            };
        }
        let refusals = wrong.expect("at least one seat was tried");
        self.notice = Notice::refused(&refusals, self.lang);
        Vec::new()
    }

    fn took_back(&mut self) -> Vec<Effect> {
        self.gesture.clear();
        self.log_scroll = 0;
        self.notice = Notice::good(self.say(Say::TookBack));
        self.go_on()
    }

    /// Programs always agree to take back; persons are asked.
    fn ask_back(&mut self) -> Vec<Effect> {
        // Whoever acted last wants it back, even if the screen is already turned to another.
        let last = self.log.iter().rev().filter_map(|entry| entry.by);
        let by = last
            .filter(|&seat| self.is_person(seat))
            .chain(self.facing)
            .next();
        let by = by.unwrap_or(Seat(0));
        if let Err(refusals) = self.table.ask_undo(by) {
            self.notice = Notice::refused(&refusals, self.lang);
            return Vec::new();
        }
        self.seek_consent()
    }

    /// Asks the next seat that has not yet agreed to take back.
    fn seek_consent(&mut self) -> Vec<Effect> {
        while let Some(offer) = self.table.offers().undo {
            let seats = (0..self.table.seats()).map(Seat);
            let mut waiting = seats.filter(|&seat| !offer.agreed.contains(seat));
            let Some(asked) = waiting.next() else {
                break;
            };
            if self.is_person(asked) {
                let question = Question::TakeBack {
                    by: offer.by,
                    asked,
                };
                self.window = Some(Window::Question(question));
                return self.go_on();
            }
            if let Err(refusals) = self.table.consent(asked, true) {
                self.notice = Notice::refused(&refusals, self.lang);
                return self.go_on();
            }
        }
        self.took_back()
    }

    fn offer_draw(&mut self) -> Vec<Effect> {
        let Some(by) = self.person() else {
            return Vec::new();
        };
        // Among more than two programs never agree; of two, the program answers with its next action.
        let running = self.table.turn().over().is_none();
        let seats = usize::from(self.table.seats());
        if running && seats != 2 && self.persons().count() < seats {
            self.notice = Notice::wrong(self.say(Say::ProgramsDoNotAgree));
            return Vec::new();
        }
        if let Err(refusals) = self.table.offer_draw(by) {
            self.notice = Notice::refused(&refusals, self.lang);
            return Vec::new();
        }
        if self.table.turn().over().is_none() {
            let offers = self.table.offers().draw;
            let asked = self.persons().find(|&seat| !offers.contains(seat));
            self.notice = Notice::plain(self.say(Say::DrawOffered));
            if let Some(asked) = asked {
                self.window = Some(Window::Question(Question::Draw { by, asked }));
            }
        }
        self.go_on()
    }

    pub(crate) fn agree(&mut self, question: Question) -> Vec<Effect> {
        let done = match question {
            Question::Leave => return vec![Effect::Leave],
            Question::Another => return self.start_another(),
            Question::Resume => return self.resume(),
            Question::Resign(seat) => {
                let staying = self.table.must_be_in(seat);
                staying.and_then(|()| self.table.resign(seat))
            }
            Question::Draw { by, asked } => {
                let done = self.table.offer_draw(asked);
                let offers = self.table.offers().draw;
                let next = self.persons().find(|&seat| !offers.contains(seat));
                if let Some(asked) = next.filter(|_| self.table.turn().over().is_none()) {
                    self.window = Some(Window::Question(Question::Draw { by, asked }));
                }
                done
            }
            Question::TakeBack { asked, .. } => match self.table.consent(asked, true) {
                Ok(()) => return self.seek_consent(),
                Err(refusals) => Err(refusals),
            },
        };
        if let Err(refusals) = done {
            self.notice = Notice::refused(&refusals, self.lang);
        }
        self.go_on()
    }

    pub(crate) fn decline(&mut self, question: Question) -> Vec<Effect> {
        match question {
            Question::Leave | Question::Another | Question::Resign(_) => Vec::new(),
            Question::Resume => self.end_pause(),
            Question::Draw { asked, .. } => {
                let who = self.name(asked);
                self.notice = Notice::plain(self.say(Say::NotAccepted { who: &who }));
                Vec::new()
            }
            Question::TakeBack { asked, .. } => {
                if let Err(refusals) = self.table.consent(asked, false) {
                    self.notice = Notice::refused(&refusals, self.lang);
                }
                self.go_on()
            }
        }
    }

    /// The person who speaks: on turn, or whom the screen is turned to.
    pub(crate) fn person(&mut self) -> Option<Seat> {
        let seat = self.facing.filter(|&seat| self.is_person(seat));
        if seat.is_none() {
            self.notice = Notice::wrong(self.say(Say::NobodyHere));
        }
        seat
    }

    /// The seat that questions about the position are asked for.
    pub(crate) fn seat(&self) -> Seat {
        let on_turn = self.table.turn().seats().iter().next();
        self.facing.or(on_turn).unwrap_or(Seat(0))
    }
}
