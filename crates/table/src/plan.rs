//! A plan: where a seat's actions would lead, one after another, without being taken.
//!
//! Everything is tried in worlds that the seat imagines from what it sees, so that no answer can tell
//! a secret. Where the worlds part, the answer is marked as unknown. At a roll the plan goes on with
//! the result that the player picks, or with the likeliest one; where another seat must say a number within
//! the turn, with the largest. Both are marked as assumed.

mod result;

pub use result::PlannedResult;

use std::{
    collections::{BTreeMap, HashSet},
    iter::Peekable,
};

use serde::Serialize;
use vauban_game::{
    Balance, Dice, Event, Forecast, Happening, Lang, OddsLine, Playable, Seat, SpotCard, Text,
    Turn, Viewer, tell,
};
use vauban_scene::{Layer, Spot};

use crate::{
    Ask, LeftPage, Lens, Questions, Refusal, Refusals, ResultPage, StatisticPage, TurnPage,
    snapshot::{Snapshot, seed_of},
};

/// So many worlds are imagined; if all agree, what they agree on is taken as known.
const WORLDS: u64 = 3;

/// The most steps that a plan may have, rolls included.
const MOST_STEPS: usize = 128;

/// What is to be tried.
#[derive(Clone, Debug, Default)]
pub struct PlanRequest {
    /// Actions in order. One that begins with `!` is the result of the roll that is due there.
    pub actions: Vec<String>,
    /// Spots clicked after these actions: what they mean is tried last.
    pub path: Vec<Spot>,
    /// The lenses to be shown before and after, each for a seat.
    pub lenses: Vec<(String, Seat)>,
    /// For the forecasts of an action that is fought out: stop when no more than this is left.
    pub keep: Option<u32>,
    /// A spot whose card is wanted after so many of the actions.
    pub peek: Option<(usize, Spot)>,
    /// The language in which the position after the plan is wanted, if it is. Then what follows the last action within
    /// the turn is assumed, too, so that the seat can plan on.
    pub shown: Option<Lang>,
}

/// Where a plan leads.
#[derive(Clone, Debug)]
pub struct Plan {
    /// A number for what the seat sees before it.
    pub position: u64,
    pub steps: Vec<PlannedStep>,
    /// The action that the path means, if it means one.
    pub meant: Option<String>,
    /// Why the next action cannot be taken, if it cannot.
    pub refused: Option<Refusals>,
    /// One for each lens asked for.
    pub lenses: Vec<PlannedLens>,
    /// What the seat would see after it, and be asked.
    pub after: Option<PlannedPage>,
    /// What is at the spot that was asked about, if the game says anything of it.
    pub card: Option<SpotCard>,
}

/// One step of a plan.
#[derive(Clone, Debug)]
pub struct PlannedStep {
    /// The action, or `!` and the result of nature.
    pub text: String,
    /// Who takes it; nature if nobody does.
    pub by: Option<Seat>,
    /// Which of the actions that were asked for it is, from 0; none of them if it was assumed.
    pub of: Option<usize>,
    /// A result or an answer of another seat that the plan chose, because nobody picked one.
    pub assumed: bool,
    /// What it leads to depends on something that the seat does not know.
    pub unknown: bool,
    /// What chance may make of an action.
    pub odds: Vec<OddsLine>,
    /// The strengths that an action sets against each other.
    pub balance: Option<Balance>,
    pub forecasts: Vec<Forecast>,
    /// What an action without chance comes to.
    pub effect: Option<Text>,
    /// What the seat would be told.
    pub events: Vec<Event>,
    /// Of the first roll in a row: everything that it may come to, if the position after the plan is wanted.
    pub results: Vec<PlannedResult>,
    /// A number for what the seat sees after it: the same if the match comes to the same.
    pub position: u64,
}

/// A lens on both sides of a plan.
#[derive(Clone, Debug)]
pub struct PlannedLens {
    pub before: Lens,
    pub after: Lens,
    /// After it, with what it changed.
    pub change: Lens,
}

/// What a screen shows of the position after a plan.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedPage {
    pub layers: Vec<Layer>,
    /// What the seat would be asked; it cannot be answered, for nobody has asked it.
    pub ask: Option<Ask>,
    pub turn: TurnPage,
    pub phase: String,
    pub phase_name: Option<&'static str>,
    pub left: Option<LeftPage>,
    pub statistics: Vec<StatisticPage>,
    pub result: Option<ResultPage>,
    /// What is at the spots where that is not what is there now, in a line.
    pub titles: BTreeMap<Spot, String>,
}

impl<G: Playable> Snapshot<G> {
    /// Tries what `viewer` plans. Who has no seat can plan nothing, and gets the lenses as they are.
    pub(crate) fn try_plan(&self, viewer: Viewer, request: &PlanRequest) -> Result<Plan, Refusals> {
        let game = &*self.game;
        let view = self.view(viewer);
        let seed = seed_of(&view);
        let imagine = |world: u64| Snapshot {
            state: game.imagine(&view, &mut Dice::seeded(seed.wrapping_add(world))),
            ..self.clone()
        };
        let mut plan = Plan {
            position: seed,
            steps: Vec::new(),
            meant: None,
            refused: None,
            lenses: Vec::new(),
            after: None,
            card: None,
        };
        let mut worlds: Vec<Snapshot<G>> = (0..WORLDS).map(imagine).collect();
        if let Some(seat) = viewer.seat() {
            self.must_sit(seat)?;
            let mut trial = Trial {
                worlds,
                seat,
                request,
                course: Vec::new(),
                plan: &mut plan,
            };
            trial.follow(&request.actions, 0);
            if !request.path.is_empty() && trial.plan.refused.is_none() {
                let meant = trial.worlds[0].meant(seat, &request.path);
                trial.plan.meant.clone_from(&meant);
                trial.follow(meant.as_slice(), request.actions.len());
            }
            worlds = trial.worlds;
            plan.after = request
                .shown
                .map(|lang| worlds[0].planned_page(&view, seat, lang));
        }
        let after = worlds[0].view(viewer);
        if let (None, Some((_, spot))) = (&plan.card, &request.peek) {
            plan.card = game.card(&after, spot);
        }
        for (name, of) in &request.lenses {
            let card = self.lens_card(Some(name))?;
            let before = self.lens_on(&view, card, *of)?;
            let after = self.lens_on(&after, card, *of)?;
            plan.lenses.push(PlannedLens {
                change: before.compared(&after),
                before,
                after,
            });
        }
        Ok(plan)
    }

    /// `before`: what the seat sees now.
    fn planned_page(&self, before: &G::View, seat: Seat, lang: Lang) -> PlannedPage {
        let (game, view) = (&*self.game, self.view(Viewer::Seat(seat)));
        let layers = game.layers(&view, lang);
        let backdrop = game.backdrop(lang);
        let ground = backdrop.shapes().filter_map(|shape| shape.spot.clone());
        let ground: HashSet<Spot> = ground.collect();
        let title = |view: &G::View, spot: &Spot| game.card(view, spot).map(|card| card.title);
        let titles = ground.iter().filter_map(|spot| {
            let there =
                title(&view, spot).filter(|there| title(before, spot).as_ref() != Some(there))?;
            Some((spot.clone(), there.of(lang).to_owned()))
        });
        let asked = self.turn().includes(seat);
        let status = game.status(&view);
        PlannedPage {
            ask: asked.then(|| Ask::of(self, seat, 0, &ground, &layers, lang)),
            turn: self.turn().into(),
            phase: status.phase.of(lang).to_owned(),
            phase_name: status.phase_name,
            left: status.left.map(|left| LeftPage::of(&left, lang)),
            statistics: StatisticPage::all(status.statistics, lang),
            result: self
                .turn()
                .over()
                .map(|outcome| ResultPage::of(&outcome, lang)),
            titles: titles.collect(),
            layers,
        }
    }
}

/// A plan as it is tried.
struct Trial<'a, G: Playable> {
    worlds: Vec<Snapshot<G>>,
    seat: Seat,
    request: &'a PlanRequest,
    /// The results that are assumed for the rolls that follow, the last one first.
    course: Vec<G::Chance>,
    plan: &'a mut Plan,
}

impl<G: Playable> Trial<'_, G> {
    /// Takes actions in every world until one is refused, and adds the steps to the plan. `first` is the number of the
    /// first of them.
    fn follow(&mut self, actions: &[String], first: usize) {
        let viewer = Viewer::Seat(self.seat);
        let mut actions = (first..).zip(actions.iter().map(String::as_str)).peekable();
        while self.plan.steps.len() < MOST_STEPS {
            let count = self.worlds.len();
            let Some(step) = self.next(&mut actions) else {
                return;
            };
            match step {
                Ok(mut step) => {
                    let after = self.worlds[0].view(viewer);
                    // What follows something unknown is not known either.
                    step.unknown = self.worlds.len() < count
                        || self.worlds.iter().any(|world| world.view(viewer) != after)
                        || self.plan.steps.last().is_some_and(|last| last.unknown);
                    step.position = seed_of(&after);
                    self.plan.steps.push(step);
                }
                Err(refusals) => {
                    self.plan.refused = Some(refusals);
                    return;
                }
            }
        }
    }

    /// The next step, whoever takes it; none at the end of the plan.
    fn next<'t>(
        &mut self,
        actions: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
    ) -> Option<Result<PlannedStep, Refusals>> {
        let world = &self.worlds[0];
        let mover = world.game.mover(&world.view(Viewer::Seat(self.seat)));
        // What follows the last action is left open, unless the seat wants to plan on.
        let goes_on =
            actions.peek().is_some() || (self.request.shown.is_some() && mover == Some(self.seat));
        match world.turn() {
            Turn::Chance => {
                let picked = actions.next_if(|(_, text)| text.starts_with('!'));
                (picked.is_some() || goes_on).then(|| self.roll(picked))
            }
            turn if !turn.includes(self.seat) && mover == Some(self.seat) && goes_on => {
                match self.other_answer() {
                    Some((seat, text)) => Some(self.act(seat, &text, None)),
                    None => {
                        let (place, text) = actions.next()?;
                        Some(self.act(self.seat, text, Some(place)))
                    }
                }
            }
            _ => {
                let (place, text) = actions.next()?;
                self.peek(place);
                Some(self.act(self.seat, text, Some(place)))
            }
        }
    }

    /// Looks at the card that is wanted, if it is wanted before the action at `place`.
    fn peek(&mut self, place: usize) {
        let Some((after, spot)) = &self.request.peek else {
            return;
        };
        if place == *after {
            let world = &self.worlds[0];
            self.plan.card = world.game.card(&world.view(Viewer::Seat(self.seat)), spot);
        }
    }

    /// What another seat is taken to answer: the largest number, where nothing but a number is asked for.
    fn other_answer(&self) -> Option<(Seat, String)> {
        let world = &self.worlds[0];
        let seat = world.turn().seats().iter().next()?;
        let action = world.largest(&world.actions(seat))?;
        Some((seat, world.game.write(action)))
    }

    /// Takes an action in the worlds that allow it, and leaves the others behind. It is refused when no
    /// world allows it.
    fn act(&mut self, seat: Seat, text: &str, of: Option<usize>) -> Result<PlannedStep, Refusals> {
        self.course.clear();
        let judged = self.worlds.iter().map(|world| world.allowed(seat, text));
        let judged: Vec<Result<G::Action, Refusals>> = judged.collect();
        let allowed: Vec<G::Action> = judged.iter().flatten().copied().collect();
        let Some(&action) = allowed.first() else {
            return Err(in_every_world(judged.into_iter().filter_map(Result::err)));
        };
        let mut judged = judged.iter();
        self.worlds
            .retain(|_| judged.next().is_some_and(Result::is_ok));
        let game = self.worlds[0].game.clone();
        let (before, viewer) = (self.worlds[0].state.clone(), Viewer::Seat(self.seat));
        let view = game.view(&before, Viewer::Seat(seat));
        for (world, action) in self.worlds.iter_mut().zip(allowed) {
            game.act(&mut world.state, seat, action);
        }
        let happening = Happening::Action(seat, action);
        let own = seat == self.seat;
        Ok(PlannedStep {
            text: game.write(action),
            by: Some(seat),
            of,
            assumed: of.is_none(),
            unknown: false,
            odds: own
                .then(|| game.odds(&view, seat, action))
                .flatten()
                .unwrap_or_default(),
            balance: own.then(|| game.balance(&view, seat, action)).flatten(),
            forecasts: own
                .then(|| game.forecasts(&view, seat, action, self.request.keep))
                .flatten()
                .unwrap_or_default(),
            effect: own.then(|| game.effect(&view, seat, action)).flatten(),
            events: tell(&*game, &before, happening, &self.worlds[0].state, viewer),
            results: Vec::new(),
            position: 0,
        })
    }

    /// Lets nature do what was picked, or what is likeliest, and leaves behind the worlds where it cannot.
    fn roll(&mut self, picked: Option<(usize, &str)>) -> Result<PlannedStep, Refusals> {
        let game = self.worlds[0].game.clone();
        let mut chances = Vec::new();
        game.chances(&self.worlds[0].state, &mut chances);
        let is_first = self.plan.steps.last().is_none_or(|last| last.by.is_some());
        let assumes = picked.is_none() && self.course.is_empty();
        let mut results = Vec::new();
        if assumes || (is_first && self.request.shown.is_some()) {
            let (courses, whole) = result::courses(&self.worlds[0], self.seat);
            if is_first && self.request.shown.is_some() {
                let told =
                    |course: &result::Course<G>| course.told(&self.worlds[0], self.seat, whole);
                results = courses.iter().map(told).collect();
            }
            // Of equals the first.
            let likeliest = courses
                .iter()
                .rev()
                .max_by(|one, two| one.share.total_cmp(&two.share));
            if let Some(course) = likeliest.filter(|_| assumes) {
                self.course = course.path.iter().rev().copied().collect();
            }
        }
        let chance = match picked {
            Some((_, text)) => {
                self.course.clear();
                let text = text.trim_start_matches('!');
                let chance = game.read_chance(text).map_err(Refusals::unreadable)?;
                let possible = chances.iter().any(|&(other, _)| other == chance);
                if !possible {
                    return Err(Refusals::impossible_chance(text));
                }
                chance
            }
            None => {
                let assumed = self.course.pop();
                let likeliest = chances.iter().rev().max_by_key(|(_, weight)| *weight);
                assumed.unwrap_or_else(|| likeliest.expect("nature can do something on its turn").0)
            }
        };
        let before = self.worlds[0].state.clone();
        self.worlds.retain_mut(|world| {
            chances.clear();
            if world.turn() == Turn::Chance {
                game.chances(&world.state, &mut chances);
            }
            let possible = chances.iter().any(|&(other, _)| other == chance);
            if possible {
                game.settle(&mut world.state, chance);
            }
            possible
        });
        let (happening, viewer) = (Happening::Chance(chance), Viewer::Seat(self.seat));
        Ok(PlannedStep {
            text: format!("!{}", game.write_chance(chance)),
            by: None,
            of: picked.map(|(place, _)| place),
            assumed: picked.is_none(),
            unknown: false,
            odds: Vec::new(),
            balance: None,
            forecasts: Vec::new(),
            effect: None,
            events: tell(&*game, &before, happening, &self.worlds[0].state, viewer),
            results,
            position: 0,
        })
    }
}

/// The reasons that hold in every world: the others may not be true.
fn in_every_world(mut refused: impl Iterator<Item = Refusals>) -> Refusals {
    let mut common = refused.next().expect("there is always a world");
    for other in refused {
        let holds = |reason: &Refusal| other.refusals.contains(reason);
        common.refusals.retain(holds);
        let missed = |name: &&'static str| other.unchecked.contains(name);
        common.unchecked.retain(missed);
    }
    if common.refusals.is_empty() {
        return Refusals::one(
            "unknown",
            Text::fixed(
                "this is not possible, for reasons that you cannot see yet",
                "ce n'est pas possible, pour des raisons que vous ne voyez pas encore",
            ),
        );
    }
    common
}
