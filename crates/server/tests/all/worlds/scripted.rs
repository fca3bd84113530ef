//! A game whose chance comes from a script, and which may tell what it should not.

use std::sync::{Arc, Mutex, PoisonError};

use vauban_game::{
    Balance, Card, Event, Forecast, FormatCard, FormatError, Lang, LensCard, OddsLine, RuleSet,
    RuleTree, Seat, SeatSet, Settings, Stop, Text, Turn, Viewer,
};
use vauban_scene::{Paints, Scene, Spot};
use vauban_table::{
    AgentCard, AgentSpec, Agents, AnyGame, AnyMatch, AskId, Audit, Backdrop, Clock, Course, Doubt,
    Facts, Job, Judged, Lens, Level, LogEntry, Millis, Offers, Opening, Orders, Page, PageCard,
    Plan, PlanRequest, Questions, Record, Records, Refusals, Repeat, ReplayError, Sealed,
    SeatedAgent, Source, Standing, StandingAnswer, StepPage, Stopped, Undo, Views,
};

/// A place where a game could tell what is hidden. Each depends on the whole state, and on nothing else.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Leak {
    /// A number of the page's status.
    Status,
    /// The order in which shapes are drawn.
    Shapes,
    /// The name of the backdrop.
    Backdrop,
    /// How many things one was told.
    Count,
    /// The order of the legal actions.
    Legal,
    /// The words of a refusal.
    Refusal,
    /// A number of a lens.
    Lens,
    /// A line of a spot's card.
    Card,
    /// The record shows hidden steps.
    Record,
    /// The number of the question.
    Ask,
    /// Steps that the viewer was not shown are counted.
    Steps,
    /// The record shows what the match began from.
    Start,
    /// The record counts the steps that were brought.
    Brought,
}

impl Leak {
    /// Those that toys can show; counting steps needs one that is hidden from everybody else.
    pub const ALL: [Leak; 10] = [
        Leak::Status,
        Leak::Shapes,
        Leak::Backdrop,
        Leak::Count,
        Leak::Legal,
        Leak::Refusal,
        Leak::Lens,
        Leak::Card,
        Leak::Record,
        Leak::Ask,
    ];
}

/// A game on the shelf with a script.
#[derive(Clone)]
pub struct Scripted {
    pub game: &'static dyn AnyGame,
    pub leak: Option<Leak>,
    /// What chance brings in matches that are opened from now on.
    pub script: Arc<Mutex<Vec<String>>>,
}

struct Play {
    play: Box<dyn AnyMatch>,
    leak: Option<Leak>,
    script: std::vec::IntoIter<String>,
}

impl Scripted {
    fn wrap(&self, play: Box<dyn AnyMatch>, script: Vec<String>) -> Box<dyn AnyMatch> {
        let mut play = Play {
            play,
            leak: self.leak,
            script: script.into_iter(),
        };
        play.settle();
        Box::new(play)
    }
}

impl AnyGame for Scripted {
    fn card(&self) -> &'static Card {
        self.game.card()
    }
    fn agents(&self) -> Vec<AgentCard> {
        self.game.agents()
    }
    fn levels(&self) -> &'static [Level] {
        self.game.levels()
    }
    fn seats_agent(&self, agent: &AgentSpec) -> Result<(), Refusals> {
        self.game.seats_agent(agent)
    }
    fn paints(&self) -> Paints {
        self.game.paints()
    }
    fn open(&self, mut opening: Opening) -> Result<Box<dyn AnyMatch>, Refusals> {
        opening.source = Source::Manual(7);
        let script = self.script.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.wrap(self.game.open(opening)?, script.clone()))
    }
    fn replay(
        &self,
        record: &Record,
        mut opening: Opening,
        steps: Option<usize>,
    ) -> Result<Box<dyn AnyMatch>, ReplayError> {
        opening.source = Source::Manual(7);
        let script = self.script.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Box::new(Play {
            play: self.game.replay(record, opening, steps)?,
            leak: self.leak,
            script: script.clone().into_iter(),
        }))
    }
    fn check_dice(&self, record: &Record) -> Result<Audit, Doubt> {
        self.game.check_dice(record)
    }
    fn recognises(&self, text: &str) -> bool {
        self.game.recognises(text)
    }
    fn implied(&self, text: &str) -> Settings {
        self.game.implied(text)
    }
    fn length(&self, text: &str) -> Result<usize, ReplayError> {
        self.game.length(text)
    }
    fn load(&self, text: &str, opening: Opening) -> Result<Box<dyn AnyMatch>, ReplayError> {
        self.game.load(text, opening)
    }
}

impl Play {
    /// Chance has its way, as the script says.
    fn settle(&mut self) {
        while self.play.turn() == Turn::Chance {
            let chance = self.script.next();
            self.play
                .befall(chance.as_deref())
                .expect("the script was played before");
        }
    }

    /// A number that depends on all that is hidden, if it is leaked here.
    fn leaks(&self, leak: Leak) -> Option<u64> {
        (self.leak == Some(leak)).then(|| self.play.hash())
    }
}

macro_rules! pass_on {
    ($inner:ident: $($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {$(
        fn $name(&self, $($argument: $type),*) $(-> $result)? {
            self.$inner.$name($($argument),*)
        }
    )*};
}

macro_rules! pass_on_changes {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {$(
        fn $name(&mut self, $($argument: $type),*) -> Result<(), Refusals> {
            self.play.$name($($argument),*)
        }
    )*};
}

impl AnyMatch for Play {
    fn questions(&self) -> Box<dyn Questions> {
        Box::new(Asked {
            inner: self.play.questions(),
            leak: self.leak,
            secret: self.play.hash(),
        })
    }
    fn past_questions(&self, step: usize) -> Option<Box<dyn Questions>> {
        Some(Box::new(Asked {
            inner: self.play.past_questions(step)?,
            leak: self.leak,
            secret: self.play.hash(),
        }))
    }
    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(Play {
            play: self.play.copy(),
            leak: self.leak,
            script: self.script.clone(),
        })
    }
}

impl Facts for Play {
    pass_on! {
        play:
        card() -> &'static Card;
        settings() -> &Settings;
        rule_set() -> RuleSet;
        has_chance() -> bool;
        has_secrets() -> bool;
        must_be_in(seat: Seat) -> Result<(), Refusals>;
        seats() -> u8;
        seat_name(seat: Seat) -> Text;
        seat_in_sentence(seat: Seat) -> Text;
        rulebook(lang: Lang) -> &'static str;
        rules_in_force(lang: Lang) -> String;
        trees() -> Vec<RuleTree>;
        grammar() -> Text;
        format() -> Option<FormatCard>;
        turn() -> Turn;
        ask(seat: Seat) -> Option<AskId>;
        steps() -> usize;
        chances_since(step: usize) -> Vec<String>;
        hash() -> u64;
        offers() -> Offers;
        undo_policy() -> Undo;
        clock() -> &Clock;
        bytes() -> usize;
    }
}

impl Views for Play {
    pass_on! {
        play:
        backdrop(lang: Lang) -> Backdrop;
        shown_steps(viewer: Viewer) -> usize;
        last_events(viewer: Viewer) -> &[Event];
        log(viewer: Viewer, seq: u64, most: usize) -> Vec<LogEntry>;
        steps_shown(viewer: Viewer, seq: u64, most: usize, lang: Lang) -> Vec<StepPage>;
        course(viewer: Viewer, judged: Judged, lang: Lang) -> Course;
        sight(viewer: Viewer) -> Option<String>;
        hides(own: Seat, other: Seat) -> bool;
    }

    fn step_of(&self, viewer: Viewer, shown: usize) -> Option<usize> {
        match self.leak {
            Some(Leak::Steps) => Some(shown).filter(|&step| step <= self.play.steps()),
            _ => self.play.step_of(viewer, shown),
        }
    }
    fn told(&self, viewer: Viewer) -> (u64, String) {
        let (seq, hash) = self.play.told(viewer);
        let more = self.leaks(Leak::Count).map_or(0, |secret| secret % 1_000);
        (seq + more, hash)
    }
    fn page(&self, viewer: Viewer, lang: Lang, now: Millis) -> Page {
        self.leaky(self.play.page(viewer, lang, now))
    }
    fn past_page(&self, viewer: Viewer, step: usize, lang: Lang) -> Option<Page> {
        let page = self.play.past_page(viewer, step, lang)?;
        Some(self.leaky(page))
    }
}

impl Play {
    fn leaky(&self, mut page: Page) -> Page {
        if let Some(secret) = self.leaks(Leak::Status) {
            page.status.phase = secret.to_string();
        }
        if let Some(secret) = self.leaks(Leak::Shapes) {
            for layer in &mut page.layers {
                let count = layer.shapes.len().max(1);
                layer.shapes.rotate_left(secret as usize % count);
            }
        }
        if let Some(secret) = self.leaks(Leak::Backdrop) {
            page.backdrop = format!("{secret:016x}");
        }
        if let (Some(secret), Some(ask)) = (self.leaks(Leak::Ask), &mut page.ask) {
            ask.id = secret % 1_000 + 1;
        }
        page
    }
}

impl vauban_table::Play for Play {
    pass_on_changes! {
        befall(text: Option<&str>);
        offer_draw(seat: Seat);
        decline_draw(seat: Seat);
        time_out(seat: Seat);
        forfeit(seat: Seat);
        close();
        undo(seat: Seat);
        take_back(seat: Seat, people: SeatSet);
        ask_undo(seat: Seat);
        consent(seat: Seat, agrees: bool);
    }

    fn answer(&mut self, seat: Seat, ask: AskId, text: &str) -> Result<(), Refusals> {
        self.play.answer(seat, ask, text)?;
        self.settle();
        Ok(())
    }
    /// The script knows nothing of this: whatever comes first befalls.
    fn resign(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.play.resign(seat)?;
        while self.play.turn() == Turn::Chance {
            let possible = self.play.questions().divide(1, None)?;
            let first = possible.iter().find_map(|(text, _)| text.strip_prefix('!'));
            self.play.befall(first)?;
        }
        Ok(())
    }
    fn continue_order(&mut self, seat: Seat, ask: AskId, text: &str) -> Result<(), Refusals> {
        self.play.continue_order(seat, ask, text)?;
        self.settle();
        Ok(())
    }
    fn clock_mut(&mut self) -> &mut Clock {
        self.play.clock_mut()
    }
    /// The script is all the dice there are.
    fn seal(&mut self, _: Sealed) {}
}

impl Orders for Play {
    pass_on! {
        play:
        must_repeat(seat: Seat, text: &str, repeat: Repeat) -> Result<(), Refusals>;
        next_round(seat: Seat, text: &str, repeat: Repeat) -> Result<Vec<String>, Stopped>;
        must_stand(standing: Standing) -> Result<(), Refusals>;
        standing_answer(seat: Seat, standing: Standing) -> Option<StandingAnswer>;
    }
}

impl Agents for Play {
    pass_on! {
        play:
        levels() -> &'static [Level];
        seats_agent(agent: &AgentSpec) -> Result<(), Refusals>;
        think(seat: Seat, agent: &AgentSpec, seated: Option<SeatedAgent>, stop: &Stop) -> Result<(AskId, Job), Refusals>;
    }
}

impl Records for Play {
    pass_on! {
        play:
        position() -> String;
        position_for(viewer: Viewer) -> Option<String>;
        record() -> Record;
        export() -> Option<Result<String, FormatError>>;
    }
    fn set_tag(&mut self, name: &str, value: &str) {
        self.play.set_tag(name, value);
    }
    fn record_for(&self, viewer: Viewer) -> Record {
        let (whole, mut record) = (self.play.record(), self.play.record_for(viewer));
        match (self.leak, whole.tag("Position")) {
            (Some(Leak::Record), _) => return whole,
            (Some(Leak::Start), Some(start)) => record.set_tag("Position", start),
            (Some(Leak::Brought), _) => record.set_tag("Steps", self.play.steps().to_string()),
            _ => (),
        }
        record
    }
}

/// Questions whose answers may leak.
struct Asked {
    inner: Box<dyn Questions>,
    leak: Option<Leak>,
    secret: u64,
}

impl Asked {
    fn leaks(&self, leak: Leak) -> Option<u64> {
        (self.leak == Some(leak)).then_some(self.secret)
    }
}

impl Questions for Asked {
    pass_on! {
        inner:
        forecasts(seat: Seat, text: &str, keep: Option<u32>) -> Result<Vec<Forecast>, Refusals>;
        why(seat: Seat, text: &str) -> Result<(), Refusals>;
        meant(seat: Seat, path: &[Spot]) -> Option<String>;
        odds(seat: Seat, text: &str) -> Result<Vec<OddsLine>, Refusals>;
        balance(seat: Seat, text: &str) -> Result<Option<Balance>, Refusals>;
        lenses() -> &'static [LensCard];
        lens_in(viewer: Viewer, name: Option<&str>, seat: Seat, zone: &str) -> Result<Lens, Refusals>;
        backdrop(lang: Lang) -> Scene;
        picture(viewer: Viewer, lang: Lang) -> Scene;
        reading(viewer: Viewer) -> Option<Text>;
        spot_name(spot: &Spot) -> Option<Text>;
        perft(depth: u32, kind: Option<&str>) -> Result<u64, Refusals>;
        divide(depth: u32, kind: Option<&str>) -> Result<Vec<(String, u64)>, Refusals>;
    }
    fn legal(&self, seat: Seat) -> Vec<String> {
        let mut legal = self.inner.legal(seat);
        if let Some(secret) = self.leaks(Leak::Legal) {
            let count = legal.len().max(1);
            legal.rotate_left(secret as usize % count);
        }
        legal
    }
    fn plan(&self, viewer: Viewer, request: &PlanRequest) -> Result<Plan, Refusals> {
        let mut plan = self.inner.plan(viewer, request)?;
        if let (Some(secret), Some(refused)) = (self.leaks(Leak::Refusal), &mut plan.refused) {
            for refusal in &mut refused.refusals {
                refusal.text = Text::same(format!("no, by {secret}"));
            }
        }
        if let (Some(secret), Some(card)) = (self.leaks(Leak::Card), &mut plan.card) {
            let secret = Text::same(secret.to_string());
            card.lines.push((Text::same("hidden"), secret));
        }
        Ok(plan)
    }
    fn lens(
        &self,
        viewer: Viewer,
        name: Option<&str>,
        seat: Seat,
        after: Option<&str>,
    ) -> Result<Lens, Refusals> {
        let mut lens = self.inner.lens(viewer, name, seat, after)?;
        if let (Some(secret), Some((_, value))) =
            (self.leaks(Leak::Lens), lens.map.values.first_mut())
        {
            *value = secret as i32;
        }
        Ok(lens)
    }
    fn spot_card(&self, viewer: Viewer, spot: &Spot, lang: Lang) -> Option<PageCard> {
        let mut card = self.inner.spot_card(viewer, spot, lang)?;
        if let Some(secret) = self.leaks(Leak::Card) {
            card.lines.push(("hidden".into(), secret.to_string()));
        }
        Some(card)
    }
}
