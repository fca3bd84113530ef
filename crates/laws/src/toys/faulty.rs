//! Any game with one fault planted in it, so that each law can be seen to catch something.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use vauban_game::{
    Actions, Balance, Card, Depict, Dice, Event, Explain, Explanation, Forecast, FormatCard,
    FormatError, Formats, Game, Happening, Imported, Lang, Legend, LensCard, LensMap, Lenses,
    Lessons, Narrate, Notation, Odds, OddsLine, Outcome, Phrase, Playable, Reason, Refused,
    Repetition, RuleSet, RuleTree, Seat, SettingError, Settings, Setup, SpotCard, Stake, Status,
    Text, Turn, TurnEvents, Unreadable, Viewer, every_action, mix,
    scene::{Figure, Ground, Layer, Mark, Paint, Paints, Scene, Spot},
};

use super::Fault;

/// `game` with `fault`.
#[derive(Clone, Debug)]
pub struct Faulty<G> {
    game: G,
    fault: Fault,
    /// What a pure function must not have.
    calls: Arc<AtomicU64>,
}

impl<G> Faulty<G> {
    pub fn new(game: G, fault: Fault) -> Faulty<G> {
        Faulty {
            game,
            fault,
            calls: Arc::default(),
        }
    }
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
    /// Another number each time.
    fn count(&self) -> u64 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }
}

impl<G: Playable> Faulty<G> {
    fn listed(&self, state: &G::State, seat: Seat) -> Vec<G::Action> {
        every_action(&self.game, state, seat)
    }
    /// The first thing the first seat may do.
    fn first(&self) -> Option<G::Action> {
        self.listed(&self.start(), Seat(0)).first().copied()
    }
    /// Whether the fault takes the last action away here.
    fn forbids_last(&self, state: &G::State, list: &[G::Action]) -> bool {
        self.has(Fault::ListsSecrets) && list.len() > 1 && self.game.key(state) % 2 == 1
    }
}

/// A reason of the game's, or the planted one.
#[derive(Clone, PartialEq, Debug)]
pub struct FaultyReason<R> {
    reason: Option<R>,
    fault: Fault,
    number: i64,
}

impl<R: Reason> Reason for FaultyReason<R> {
    fn explain(&self) -> Explanation {
        let mut explanation = match &self.reason {
            Some(reason) => reason.explain(),
            None => Explanation::new("planted", "99.9", Text::fixed("planted", "planté")),
        };
        explanation.numbers = vec![("planted", self.number)];
        match self.fault {
            Fault::StrayCode => explanation.code = "planted",
            Fault::WrongParagraph => explanation.paragraph = "99.9",
            Fault::NoRefusalText => explanation.text = Text::fixed("no", ""),
            _ => (),
        }
        explanation
    }
}

impl<G: Playable> Game for Faulty<G> {
    type State = G::State;
    type Action = G::Action;
    type Chance = G::Chance;
    type View = G::View;
    type Refusal = FaultyReason<G::Refusal>;

    fn seats(&self) -> u8 {
        self.game.seats()
    }
    fn start(&self) -> G::State {
        self.game.start()
    }
    fn turn(&self, state: &G::State) -> Turn {
        match self.game.turn(state) {
            Turn::Over(outcome) if self.has(Fault::Scoreless) => {
                let score = |seat| outcome.score(seat);
                Turn::Over(Outcome::scored(self.seats() - 1, outcome.ending, score))
            }
            turn => turn,
        }
    }
    fn actions(&self, state: &G::State, seat: Seat, out: &mut Actions<G::Action>) {
        let mut list = self.listed(state, seat);
        match self.fault {
            Fault::Stuck => list.clear(),
            Fault::OutOfTurn => {
                if let Some(on_turn) = self.turn(state).seats().iter().next() {
                    list = self.listed(state, on_turn);
                }
            }
            Fault::ListedTwice => list.extend(list.clone()),
            Fault::Restless if mix(self.count()) % 2 == 1 => list.reverse(),
            Fault::Overwrites => out.clear(),
            Fault::Unlisted if list.len() > 1 => drop(list.pop()),
            Fault::ListsSecrets if self.forbids_last(state, &list) => drop(list.pop()),
            Fault::AmountsListed => (),
            _ => return self.game.actions(state, seat, out),
        }
        out.extend(list);
    }
    fn with_amount(&self, action: G::Action, amount: u32) -> G::Action {
        self.game.with_amount(action, amount)
    }
    fn steps_to_count_out(&self, state: &G::State) -> u32 {
        self.game.steps_to_count_out(state)
    }
    fn check(
        &self,
        state: &G::State,
        seat: Seat,
        action: G::Action,
    ) -> Result<(), Refused<Self::Refusal>> {
        let list = self.listed(state, seat);
        let forbidden = match self.fault {
            Fault::Strict => list.first() == Some(&action),
            Fault::ListsSecrets => self.forbids_last(state, &list) && list.last() == Some(&action),
            _ => false,
        };
        let number = match self.fault {
            Fault::RefusesBySecrets => (self.game.key(state) % 1_000) as i64,
            _ => 0,
        };
        let planted = |reason| FaultyReason {
            reason,
            fault: self.fault,
            number,
        };
        if forbidden {
            return Err(Refused::one(planted(None)));
        }
        if self.has(Fault::Lenient) && self.turn(state).includes(seat) {
            return Ok(());
        }
        self.game
            .check(state, seat, action)
            .map_err(|refused| Refused {
                failed: match self.fault {
                    Fault::NoReasons => Vec::new(),
                    _ => refused
                        .failed
                        .into_iter()
                        .map(|reason| planted(Some(reason)))
                        .collect(),
                },
                unchecked: match self.fault {
                    Fault::StrayDemand => vec!["planted"],
                    _ => refused.unchecked,
                },
            })
    }
    fn act(&self, state: &mut G::State, seat: Seat, action: G::Action) {
        if !self.has(Fault::Endless) {
            self.game.act(state, seat, action);
        }
    }
    fn chances(&self, state: &G::State, out: &mut Vec<(G::Chance, u32)>) {
        let from = out.len();
        self.game.chances(state, out);
        match self.fault {
            Fault::NoResults => out.truncate(from),
            Fault::Weightless => out[from..]
                .iter_mut()
                .skip(1)
                .for_each(|(_, weight)| *weight = 0),
            Fault::Overweight => out[from..]
                .iter_mut()
                .for_each(|(_, weight)| *weight = u32::MAX),
            Fault::ResultTwice => out.extend_from_within(from..=from),
            Fault::RollsUnlisted => drop(out.pop()),
            _ => (),
        }
    }
    fn roll(&self, state: &G::State, dice: &mut Dice) -> G::Chance {
        if !self.has(Fault::RollsUnlisted) {
            return self.game.roll(state, dice);
        }
        let mut chances = Vec::new();
        self.game.chances(state, &mut chances);
        chances.pop().expect("nature has results").0
    }
    fn settle(&self, state: &mut G::State, chance: G::Chance) {
        self.game.settle(state, chance);
    }
    fn abandon(&self, state: &mut G::State, seat: Seat) -> bool {
        self.has(Fault::Lingering) || self.game.abandon(state, seat)
    }
    fn is_out(&self, state: &G::State, seat: Seat) -> bool {
        self.game.is_out(state, seat) && !self.has(Fault::StillIn)
    }
    fn has_secrets(&self) -> bool {
        self.game.has_secrets() && !self.has(Fault::SaysItIsOpen)
    }
    fn view(&self, state: &G::State, viewer: Viewer) -> G::View {
        self.game.view(state, viewer)
    }
    fn imagine(&self, view: &G::View, dice: &mut Dice) -> G::State {
        match self.fault {
            Fault::ImaginesStart => self.start(),
            _ => self.game.imagine(view, dice),
        }
    }
    fn key(&self, state: &G::State) -> u64 {
        match self.fault {
            Fault::RestlessKey => self.count(),
            Fault::OneKey => 1,
            _ => self.game.key(state),
        }
    }
    fn repetition(&self) -> Repetition {
        self.game.repetition()
    }
    fn landmark(&self, state: &G::State) -> bool {
        self.game.landmark(state)
    }
}

impl<G: Playable> Notation for Faulty<G> {
    const KINDS: &[&str] = G::KINDS;

    fn phrase(&self, action: G::Action) -> Phrase {
        let mut phrase = self.game.phrase(action);
        match self.fault {
            Fault::WrittenAlike => return Phrase::word("alike"),
            Fault::WrittenWithBlank => phrase.stem.insert(0, ' '),
            Fault::WrittenAsCommand if self.first() == Some(action) => return Phrase::word("go"),
            Fault::TargetsAstray => phrase = Phrase::to("", phrase.to_string()),
            Fault::AmountsAlike => phrase.amount = phrase.amount.map(|_| 1),
            Fault::AmountsFixed => phrase = Phrase::word(phrase.to_string()),
            _ => (),
        }
        phrase
    }
    fn write(&self, action: G::Action) -> String {
        match self.fault {
            Fault::AmountsAlike => self.game.write(action),
            _ => self.phrase(action).to_string(),
        }
    }
    fn read(&self, text: &str) -> Result<G::Action, Unreadable> {
        match self.first() {
            Some(first) if self.has(Fault::WrittenAsCommand) && text == "go" => return Ok(first),
            _ => (),
        }
        self.game.read(text.trim())
    }
    fn grammar(&self) -> Text {
        self.game.grammar()
    }
    fn trim(&self, state: &G::State, seat: Seat, action: G::Action) -> G::Action {
        let list = self.listed(state, seat);
        match self.fault {
            Fault::TrimsTooMuch if !list.is_empty() => list[0],
            // Only what is not allowed: it goes round the actions of the start.
            Fault::TrimsForEver if !list.contains(&action) => {
                let all = self.listed(&self.start(), Seat(0));
                let at = all.iter().position(|&other| other == action).unwrap_or(0);
                all[(at + 1) % all.len()]
            }
            _ => self.game.trim(state, seat, action),
        }
    }
    fn kind(&self, action: G::Action) -> &'static str {
        match self.fault {
            Fault::UnlistedKind => "unheard-of",
            _ => self.game.kind(action),
        }
    }
    fn size(&self, action: G::Action) -> Option<u32> {
        self.game.size(action)
    }
    fn write_chance(&self, chance: G::Chance) -> String {
        let text = self.game.write_chance(chance);
        match self.fault {
            Fault::ResultsAlike => "alike".to_owned(),
            Fault::ResultMarked => text + "!",
            _ => text,
        }
    }
    fn read_chance(&self, text: &str) -> Result<G::Chance, Unreadable> {
        self.game.read_chance(text.trim_end_matches('!'))
    }
    fn write_position(&self, state: &G::State) -> String {
        let text = self.game.write_position(state);
        match self.fault {
            Fault::BlankPosition => text + " ",
            _ => text,
        }
    }
    fn read_position(&self, text: &str) -> Result<G::State, Unreadable> {
        match self.fault {
            Fault::ReadsStart => Ok(self.start()),
            _ => self.game.read_position(text.trim()),
        }
    }
    fn shown(&self, state: &G::State, by: Seat, action: G::Action, viewer: Viewer) -> bool {
        self.has(Fault::ShowsActions) || self.game.shown(state, by, action, viewer)
    }
    fn chance_shown(&self, state: &G::State, chance: G::Chance, viewer: Viewer) -> bool {
        self.has(Fault::ShowsResults) || self.game.chance_shown(state, chance, viewer)
    }
    fn reveals(&self, state: &G::State, seat: Seat, action: G::Action) -> bool {
        !self.has(Fault::RevealsNothing) && self.game.reveals(state, seat, action)
    }
}

impl<G: Playable> Narrate for Faulty<G> {
    fn narrate(
        &self,
        before: &G::View,
        happening: Option<Happening<Self>>,
        after: &G::View,
        viewer: Viewer,
    ) -> Vec<Event> {
        let inner = happening.map(|happening| match happening {
            Happening::Action(seat, action) => Happening::Action(seat, action),
            Happening::Chance(chance) => Happening::Chance(chance),
        });
        let mut events = self.game.narrate(before, inner, after, viewer);
        let planted = Event::new("planted", Text::fixed("planted", "planté"));
        match self.fault {
            Fault::Nowhere => events.push(planted.at(["nowhere".into()])),
            Fault::StrayFact => events.push(planted.with("planted", 1)),
            Fault::StraySeat => events.push(planted.with("seat", 99)),
            Fault::SilentEvents => {
                events
                    .iter_mut()
                    .for_each(|event| event.text = Text::fixed("something", ""));
            }
            _ => (),
        }
        events
    }
    fn seat_name(&self, seat: Seat) -> Text {
        self.game.seat_name(seat)
    }
    fn mover(&self, view: &G::View) -> Option<Seat> {
        self.game.mover(view)
    }
    fn predicates(&self, turn: &TurnEvents<'_>) -> Vec<Text> {
        self.game.predicates(turn)
    }
}

impl<G: Playable> Depict for Faulty<G> {
    const PAINTS: Paints = G::PAINTS;

    fn backdrop(&self, lang: Lang) -> Scene {
        let mut scene = self.game.backdrop(lang);
        if self.has(Fault::RestlessBackdrop) {
            scene.width += self.count() as f32;
        }
        scene
    }
    fn layers(&self, view: &G::View, lang: Lang) -> Vec<Layer> {
        let mut layers = self.game.layers(view, lang);
        match self.fault {
            Fault::KeysTwice => layers.extend(layers.clone()),
            Fault::LongGlyphs => {
                for shape in layers.iter_mut().flat_map(|layer| &mut layer.shapes) {
                    shape.glyph = Some("a whole sentence".to_owned());
                }
            }
            Fault::StrayGround => {
                let stray = Ground::new("stray", 0xff_ff_ff, 0x00_00_00);
                for shape in layers.iter_mut().flat_map(|layer| &mut layer.shapes) {
                    shape.fill = Paint::Ground(stray);
                }
            }
            _ => (),
        }
        layers
    }
    fn gesture(&self, action: G::Action) -> Vec<Spot> {
        let mut gesture = self.game.gesture(action);
        match self.fault {
            Fault::ClickedAlike => gesture = vec!["here".into()],
            Fault::NoClick => gesture.clear(),
            Fault::ClickedShort if self.game.write(action).len() % 2 == 0 => gesture.truncate(1),
            Fault::AmountsClicked => {
                let amount = self.phrase(action).amount;
                let amount = amount.map(|amount| amount.to_string().into());
                gesture = amount.into_iter().chain(gesture).collect();
            }
            _ => (),
        }
        gesture
    }
    fn mark(&self, view: &G::View, seat: Seat, action: G::Action) -> Mark {
        match self.fault {
            Fault::StrayMark => Mark::new("stray", 0xff_ff_ff, 0x00_00_00, 50, Figure::Dot),
            _ => self.game.mark(view, seat, action),
        }
    }
    fn begins(&self, action: G::Action) -> bool {
        self.game.begins(action)
    }
    fn warning(&self, view: &G::View, seat: Seat, action: G::Action) -> Option<Text> {
        self.game.warning(view, seat, action)
    }
    fn caption(&self, action: G::Action) -> Text {
        match self.fault {
            Fault::NoCaption => Text::fixed("something", ""),
            _ => self.game.caption(action),
        }
    }
    fn name(&self, spot: &Spot) -> Option<Text> {
        self.game.name(spot)
    }
    fn shortcut(&self, action: G::Action) -> Option<char> {
        self.game.shortcut(action)
    }
    fn undo_key(&self) -> Option<char> {
        self.game.undo_key()
    }
    fn meant(&self, view: &G::View, seat: Seat, path: &[Spot]) -> Option<G::Action> {
        match self.fault {
            Fault::Meaningless => None,
            // The number that was clicked makes no difference to what is meant.
            Fault::AmountsClicked => {
                self.game
                    .meant(view, seat, &path[path.len().saturating_sub(1)..])
            }
            _ => self.game.meant(view, seat, path),
        }
    }
    fn card(&self, view: &G::View, spot: &Spot) -> Option<SpotCard> {
        assert!(!self.has(Fault::PanickingCards), "planted");
        self.game.card(view, spot)
    }
    fn legend(&self) -> Vec<Legend> {
        self.game.legend()
    }
    fn status(&self, view: &G::View) -> Status {
        let mut status = self.game.status(view);
        if self.has(Fault::UnknownPhase) {
            status.phase_name = Some("unheard-of");
        }
        if self.has(Fault::ShortStatistics) {
            status
                .statistics
                .iter_mut()
                .for_each(|statistic| statistic.values.truncate(1));
        }
        status
    }
}

impl<G: Playable> Setup for Faulty<G> {
    const CARD: &'static Card = G::CARD;
    fn setup(settings: &Settings, seats: u8) -> Result<Self, Vec<SettingError>> {
        Ok(Faulty::new(G::setup(settings, seats)?, Fault::None))
    }
    fn rule_set(&self) -> RuleSet {
        match self.fault {
            Fault::NamelessRules => RuleSet {
                name: "",
                version: 1,
            },
            _ => self.game.rule_set(),
        }
    }
}

impl<G: Playable> Explain for Faulty<G> {
    fn rulebook(&self, lang: Lang) -> &'static str {
        self.game.rulebook(lang)
    }
    fn trees(&self) -> Vec<RuleTree> {
        self.game.trees()
    }
}

impl<G: Playable> Lenses for Faulty<G> {
    fn lenses(&self) -> &'static [LensCard] {
        self.game.lenses()
    }
    fn lens(&self, view: &G::View, name: &str, seat: Seat) -> Option<LensMap> {
        let mut map = self.game.lens(view, name, seat)?;
        if self.has(Fault::LensNowhere) {
            map.values.push(("nowhere".into(), 1));
        }
        Some(map)
    }
    fn reading(&self, view: &G::View) -> Option<Text> {
        self.game.reading(view)
    }
}

/// A lesson speaks of its own game.
impl<G: Playable> Lessons for Faulty<G> {}

impl<G: Playable> Odds for Faulty<G> {
    fn odds(&self, view: &G::View, seat: Seat, action: G::Action) -> Option<Vec<OddsLine>> {
        let mut lines = self.game.odds(view, seat, action)?;
        if self.has(Fault::OddsAstray) {
            lines.pop();
        }
        if self.has(Fault::WordlessOdds) {
            lines
                .iter_mut()
                .for_each(|line| line.text.fr = Default::default());
        }
        Some(lines)
    }
    fn effect(&self, view: &G::View, seat: Seat, action: G::Action) -> Option<Text> {
        self.game.effect(view, seat, action)
    }
    fn balance(&self, view: &G::View, seat: Seat, action: G::Action) -> Option<Balance> {
        let mut balance = self.game.balance(view, seat, action)?;
        if self.has(Fault::OddsAstray) {
            balance.attack += 1.0;
        }
        Some(balance)
    }
    fn forecasts(
        &self,
        view: &G::View,
        seat: Seat,
        action: G::Action,
        keep: Option<u32>,
    ) -> Option<Vec<Forecast>> {
        self.game.forecasts(view, seat, action, keep)
    }
    fn stake(&self, view: &G::View, seat: Seat, action: G::Action) -> Option<Stake> {
        match self.has(Fault::NothingAtStake) {
            true => Some(Stake { left: 1, least: 1 }),
            false => self.game.stake(view, seat, action),
        }
    }
}

impl<G: Playable> Formats for Faulty<G> {
    fn format(&self) -> Option<FormatCard> {
        self.game.format()
    }
    fn recognise(&self, text: &str) -> bool {
        self.game.recognise(text)
    }
    fn import(&self, text: &str) -> Result<Imported, FormatError> {
        let mut imported = self.game.import(text)?;
        if self.has(Fault::ForgetsLastStep) {
            imported.steps.pop();
        }
        Ok(imported)
    }
    fn export(
        &self,
        start: &G::State,
        steps: &[(Seat, G::Action)],
        now: &G::State,
    ) -> Option<Result<String, FormatError>> {
        self.game.export(start, steps, now)
    }
}
