//! A copy of a match's position, for questions that change nothing.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use vauban_game::{
    Actions, Balance, Choice, Forecast, Happening, Lang, LensCard, OddsLine, Outcome, Playable,
    Seat, SeatSet, Text, Turn, Unreadable, Viewer, shorten, text,
};
use vauban_scene::{Scene, Spot};

use crate::{Lens, PageCard, Plan, PlanRequest, Questions, Refusals, play::over};

/// The deepest perft that is counted; how long it takes is the asker's affair.
const DEEPEST: u32 = 12;

/// At most this many actions are named to somebody who wrote something unreadable.
const EXAMPLES: usize = 6;

/// The names of places have at most so many words.
const MOST_WORDS: usize = 5;

/// The game and its state at one moment: cheap to copy, so that nobody has to wait while somebody
/// thinks about it.
pub(crate) struct Snapshot<G: Playable> {
    pub(crate) game: Arc<G>,
    pub(crate) state: G::State,
    /// Set when the table, not the rules, ended it.
    pub(crate) ended: Option<Outcome>,
}

impl<G: Playable> Clone for Snapshot<G> {
    fn clone(&self) -> Self {
        Snapshot {
            game: Arc::clone(&self.game),
            state: self.state.clone(),
            ended: self.ended,
        }
    }
}

impl<G: Playable> Snapshot<G> {
    pub(crate) fn turn(&self) -> Turn {
        match self.ended {
            Some(outcome) => Turn::Over(outcome),
            None => self.game.turn(&self.state),
        }
    }

    pub(crate) fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, viewer)
    }

    /// The legal actions of `seat`, nothing once the match is over.
    pub(crate) fn actions(&self, seat: Seat) -> Actions<G::Action> {
        let mut actions = Actions::new();
        if self.turn().includes(seat) {
            self.game.actions(&self.state, seat, &mut actions);
        }
        actions
    }

    /// Understands `text` and cuts it down to what is possible.
    pub(crate) fn read(&self, seat: Seat, text: &str) -> Result<G::Action, Refusals> {
        self.must_sit(seat)?;
        let action = self.game.read(text).map_err(|unreadable| {
            let text = self.with_examples(seat, unreadable.text);
            Refusals::unreadable(Unreadable { text })
        })?;
        Ok(self.game.trim(&self.state, seat, action))
    }

    /// `what` is wrong, and what `seat` can write instead: everything, or an action of each kind.
    fn with_examples(&self, seat: Seat, what: Text) -> Text {
        let actions = self.actions(seat);
        let all = actions.choices().count() <= EXAMPLES;
        let mut kinds = HashSet::new();
        let examples: Vec<String> = actions
            .choices()
            .filter(|choice| all || kinds.insert(self.game.kind(choice.action)))
            .take(EXAMPLES)
            .map(|Choice { action, amounts }| {
                let text = self.game.write(action);
                match amounts {
                    Some(amounts) if amounts.start() < amounts.end() => {
                        format!("{text}…{}", amounts.end())
                    }
                    _ => text,
                }
            })
            .collect();
        let examples = examples.join(", ");
        match examples.is_empty() {
            true => what,
            false if all => text!(
                "{what}; possible now: {examples}",
                "{what} ; possible maintenant : {examples}",
                what
            ),
            false => text!(
                "{what}; possible now, for example: {examples}",
                "{what} ; possible maintenant, par exemple : {examples}",
                what
            ),
        }
    }

    pub(crate) fn check(&self, seat: Seat, action: G::Action) -> Result<(), Refusals> {
        if let Some(outcome) = self.ended {
            return Err(over(outcome));
        }
        Ok(self.game.check(&self.state, seat, action)?)
    }

    /// What `text` says, if `seat` may do it.
    pub(crate) fn allowed(&self, seat: Seat, text: &str) -> Result<G::Action, Refusals> {
        let action = self.read(seat, text)?;
        self.check(seat, action)?;
        Ok(action)
    }

    /// Refuses a seat that this table does not have.
    pub(crate) fn must_sit(&self, seat: Seat) -> Result<(), Refusals> {
        if seat.0 < self.game.seats() {
            return Ok(());
        }
        Err(Refusals::one(
            "no-such-seat",
            text!(
                "there is no seat {seat} at this table",
                "il n'y a pas de place {seat} à cette table"
            ),
        ))
    }

    pub(crate) fn lens_card(&self, name: Option<&str>) -> Result<&'static LensCard, Refusals> {
        let lenses = self.game.lenses();
        let found = match name {
            None => lenses.first(),
            Some(name) => lenses.iter().find(|lens| lens.name == name),
        };
        found.ok_or_else(|| self.no_such_lens(name.unwrap_or_default()))
    }

    /// A lens on what somebody sees, for `seat`.
    pub(crate) fn lens_on(
        &self,
        view: &G::View,
        card: &'static LensCard,
        seat: Seat,
    ) -> Result<Lens, Refusals> {
        let map = self.game.lens(view, card.name, seat);
        let map = map.ok_or_else(|| self.no_such_lens(card.name))?;
        Ok(Lens::new(&*self.game, card, seat, map))
    }

    fn no_such_lens(&self, name: &str) -> Refusals {
        let names: Vec<&str> = self.game.lenses().iter().map(|lens| lens.name).collect();
        let names = names.join(", ");
        let name = shorten(name);
        let text = match names.as_str() {
            "" => Text::fixed("this game has no overlays", "ce jeu n'a pas de calques"),
            _ => text!(
                "unknown overlay `{name}`; available: {names}",
                "calque inconnu : « {name} » ; disponibles : {names}"
            ),
        };
        Refusals::one("no-such-lens", text)
    }

    /// The spots of a zone, which is a list of places and parts of the board, by their names too: `17 Corlan`,
    /// `North Africa, Brazil`, `H10-K15`.
    fn zone_of(&self, zone: &str, scene: &Scene) -> Result<Vec<Spot>, Refusals> {
        let mut called: Vec<(String, Spot)> = Vec::new();
        for spot in scene.shapes().filter_map(|shape| shape.spot.as_ref()) {
            let names = self.game.name(spot).into_iter();
            let names = names.flat_map(|name| Lang::ALL.map(|lang| name.of(lang).to_lowercase()));
            called.extend(names.map(|name| (name, spot.clone())));
        }
        let meant = |words: &[&str]| -> Option<Vec<Spot>> {
            let text = words.join(" ");
            let part = self.game.zone(&text).filter(|spots| {
                !spots.is_empty() && spots.iter().all(|spot| scene.find(spot).is_some())
            });
            let name = text.to_lowercase();
            let named = called.iter().find(|(other, _)| *other == name);
            part.or_else(|| named.map(|(_, spot)| vec![spot.clone()]))
        };
        let mut spots: Vec<Spot> = Vec::new();
        for part in zone.split(',') {
            let words: Vec<&str> = part.split_whitespace().collect();
            let mut rest = &words[..];
            while let [first, ..] = rest {
                // A name may have several words: the longest that is one is meant.
                let longest = (1..=rest.len().min(MOST_WORDS)).rev();
                let found = longest
                    .map(|count| (count, meant(&rest[..count])))
                    .find_map(|(count, spots)| Some((count, spots?)));
                let Some((count, here)) = found else {
                    return Err(Refusals::one(
                        "no-such-zone",
                        text!(
                            "`{word}` is not a part of this board",
                            "« {word} » n'est pas une partie de ce plateau",
                            word = shorten(first)
                        ),
                    ));
                };
                spots.extend(here);
                rest = &rest[count..];
            }
        }
        Ok(spots)
    }

    /// The seat whose planned action `viewer` may try out.
    fn actor(&self, viewer: Viewer) -> Result<Seat, Refusals> {
        let on_turn: SeatSet = self.turn().seats();
        viewer
            .seat()
            .filter(|&seat| on_turn.contains(seat))
            .or_else(|| {
                (!self.game.has_secrets())
                    .then(|| on_turn.iter().next())
                    .flatten()
            })
            .ok_or_else(|| {
                Refusals::one(
                    "not-your-turn",
                    Text::fixed(
                        "an action can be tried out only by the seat on turn",
                        "seule la place qui a la main peut essayer une action",
                    ),
                )
            })
    }
}

impl<G: Playable> Questions for Snapshot<G> {
    fn legal(&self, seat: Seat) -> Vec<String> {
        self.actions(seat)
            .each(|action, amount| self.game.with_amount(action, amount))
            .map(|action| self.game.write(action))
            .collect()
    }
    fn why(&self, seat: Seat, text: &str) -> Result<(), Refusals> {
        self.check(seat, self.read(seat, text)?)
    }
    fn meant(&self, seat: Seat, path: &[Spot]) -> Option<String> {
        let view = self.view(Viewer::Seat(seat));
        let action = self.game.meant(&view, seat, path)?;
        Some(self.game.write(action))
    }
    fn odds(&self, seat: Seat, text: &str) -> Result<Vec<OddsLine>, Refusals> {
        let action = self.allowed(seat, text)?;
        let view = self.view(Viewer::Seat(seat));
        // What takes many rolls may have forecasts alone.
        let forecast = || self.game.forecasts(&view, seat, action, None);
        let odds = self.game.odds(&view, seat, action);
        let odds = odds.or_else(|| forecast().map(|_| Vec::new()));
        odds.ok_or_else(|| {
            Refusals::one(
                "no-chance-in-it",
                Text::fixed(
                    "chance has no part in this action",
                    "le hasard n'a aucune part dans cette action",
                ),
            )
        })
    }
    fn balance(&self, seat: Seat, text: &str) -> Result<Option<Balance>, Refusals> {
        let action = self.allowed(seat, text)?;
        let view = self.view(Viewer::Seat(seat));
        Ok(self.game.balance(&view, seat, action))
    }
    fn forecasts(
        &self,
        seat: Seat,
        text: &str,
        keep: Option<u32>,
    ) -> Result<Vec<Forecast>, Refusals> {
        let action = self.allowed(seat, text)?;
        let view = self.view(Viewer::Seat(seat));
        Ok(self
            .game
            .forecasts(&view, seat, action, keep)
            .unwrap_or_default())
    }
    fn lenses(&self) -> &'static [LensCard] {
        self.game.lenses()
    }

    fn lens(
        &self,
        viewer: Viewer,
        name: Option<&str>,
        seat: Seat,
        after: Option<&str>,
    ) -> Result<Lens, Refusals> {
        let card = self.lens_card(name)?;
        let Some(text) = after else {
            return self.lens_on(&self.view(viewer), card, seat);
        };
        let request = PlanRequest {
            actions: vec![text.to_owned()],
            lenses: vec![(card.name.to_owned(), seat)],
            ..PlanRequest::default()
        };
        let mut plan = self.try_plan(Viewer::Seat(self.actor(viewer)?), &request)?;
        match (plan.refused, plan.lenses.pop()) {
            (None, Some(lens)) => Ok(lens.change),
            (Some(refusals), _) => Err(refusals),
            (None, None) => Err(self.no_such_lens(card.name)),
        }
    }
    fn lens_in(
        &self,
        viewer: Viewer,
        name: Option<&str>,
        seat: Seat,
        zone: &str,
    ) -> Result<Lens, Refusals> {
        let card = self.lens_card(name)?;
        self.must_sit(seat)?;
        let spots = self.zone_of(zone, &self.picture(viewer, Lang::En))?;
        let map = self
            .game
            .lens_in(&self.view(viewer), card.name, seat, &spots)
            .ok_or_else(|| self.no_such_lens(card.name))?;
        Ok(Lens::new(&*self.game, card, seat, map))
    }
    fn backdrop(&self, lang: Lang) -> Scene {
        self.game.backdrop(lang)
    }
    fn picture(&self, viewer: Viewer, lang: Lang) -> Scene {
        let layers = self.game.layers(&self.view(viewer), lang);
        self.game.backdrop(lang).with_layers(layers)
    }
    fn reading(&self, viewer: Viewer) -> Option<Text> {
        self.game.reading(&self.view(viewer))
    }
    fn spot_card(&self, viewer: Viewer, spot: &Spot, lang: Lang) -> Option<PageCard> {
        let card = self.game.card(&self.view(viewer), spot)?;
        Some(PageCard::of(&card, lang))
    }
    fn spot_name(&self, spot: &Spot) -> Option<Text> {
        self.game.name(spot)
    }
    fn plan(&self, viewer: Viewer, request: &PlanRequest) -> Result<Plan, Refusals> {
        self.try_plan(viewer, request)
    }
    fn perft(&self, depth: u32, kind: Option<&str>) -> Result<u64, Refusals> {
        shallow(depth)?;
        known::<G>(kind)?;
        if self.ended.is_some() {
            return Ok(0);
        }
        Ok(vauban_search::perft(&*self.game, &self.state, depth, kind))
    }
    fn divide(&self, depth: u32, kind: Option<&str>) -> Result<Vec<(String, u64)>, Refusals> {
        shallow(depth)?;
        known::<G>(kind)?;
        let Some(below) = depth.checked_sub(1) else {
            return Err(Refusals::one(
                "too-shallow",
                Text::fixed(
                    "at depth 0 there is no first step to divide by",
                    "à la profondeur 0, il n'y a pas de premier coup à détailler",
                ),
            ));
        };
        if self.ended.is_some() {
            return Ok(Vec::new());
        }
        let divided = vauban_search::divide(&*self.game, &self.state, below, kind);
        Ok(divided
            .into_iter()
            .map(|(first, leaves)| match first {
                Happening::Action(_, action) => (self.game.write(action), leaves),
                Happening::Chance(chance) => {
                    (format!("!{}", self.game.write_chance(chance)), leaves)
                }
            })
            .collect())
    }
}

/// A seed for imagining what a view leaves open: it depends on nothing but the view.
pub(crate) fn seed_of(view: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    view.hash(&mut hasher);
    hasher.finish()
}

/// A kind that the game has, if any is named.
fn known<G: Playable>(kind: Option<&str>) -> Result<(), Refusals> {
    match kind {
        Some(kind) if !G::KINDS.contains(&kind) => Err(Refusals::one(
            "no-such-kind",
            text!(
                "unknown kind of action `{kind}`; available: {kinds}",
                "genre d'action inconnu : « {kind} » ; disponibles : {kinds}",
                kind = shorten(kind),
                kinds = G::KINDS.join(", ")
            ),
        )),
        _ => Ok(()),
    }
}

fn shallow(depth: u32) -> Result<(), Refusals> {
    if depth <= DEEPEST {
        return Ok(());
    }
    Err(Refusals::one(
        "too-deep",
        Text::new(
            format!("perft goes at most {DEEPEST} steps deep"),
            format!("perft descend d'au plus {DEEPEST} coups"),
        ),
    ))
}
