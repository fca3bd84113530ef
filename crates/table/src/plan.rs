//! A plan: where a seat's actions would lead, one after another, without being taken.
//!
//! Everything is tried in worlds that the seat imagines from what it sees, so that no answer can tell
//! a secret. Where the worlds part, the answer is marked as unknown. At a roll the plan goes on with
//! the result that the player picks, or with the likeliest one, marked as assumed.

use vauban_game::{Balance, Dice, Forecast, OddsLine, Playable, Seat, Text, Turn, Viewer};
use vauban_scene::Spot;

use crate::{
    Lens, Questions, Refusal, Refusals,
    snapshot::{Snapshot, seed_of},
};

/// So many worlds are imagined; if all agree, what they agree on is taken as known.
const WORLDS: u64 = 3;

/// The most steps that a plan may have, rolls included.
const MOST_STEPS: usize = 64;

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
}

/// Where a plan leads.
#[derive(Clone, Debug)]
pub struct Plan {
    pub steps: Vec<PlannedStep>,
    /// The action that the path means, if it means one.
    pub meant: Option<String>,
    /// Why the next action cannot be taken, if it cannot.
    pub refused: Option<Refusals>,
    /// For each lens asked for: before the plan, and after it with what it changed.
    pub lenses: Vec<(Lens, Lens)>,
}

/// One step of a plan.
#[derive(Clone, Debug)]
pub struct PlannedStep {
    /// The action, or `!` and the result of nature.
    pub text: String,
    /// A result that the plan chose, because nobody picked one.
    pub assumed: bool,
    /// What it leads to depends on something that the seat does not know.
    pub unknown: bool,
    /// What chance may make of an action.
    pub odds: Vec<OddsLine>,
    /// The strengths that an action sets against each other.
    pub balance: Option<Balance>,
    pub forecasts: Vec<Forecast>,
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
        let mut worlds: Vec<Snapshot<G>> = (0..WORLDS).map(imagine).collect();
        let mut plan = Plan {
            steps: Vec::new(),
            meant: None,
            refused: None,
            lenses: Vec::new(),
        };
        if let Some(seat) = viewer.seat() {
            self.must_sit(seat)?;
            let actions = request.actions.iter().map(String::as_str);
            follow(&mut worlds, seat, actions, request.keep, &mut plan);
            if !request.path.is_empty() && plan.refused.is_none() {
                plan.meant = worlds[0].meant(seat, &request.path);
                let meant = plan.meant.clone();
                follow(
                    &mut worlds,
                    seat,
                    meant.as_deref().into_iter(),
                    request.keep,
                    &mut plan,
                );
            }
        }
        let after = worlds[0].view(viewer);
        for (name, of) in &request.lenses {
            let card = self.lens_card(Some(name))?;
            let before = self.lens_on(&view, card, *of)?;
            let after = before.later(self.lens_on(&after, card, *of)?.map);
            plan.lenses.push((before, after));
        }
        Ok(plan)
    }
}

/// Takes actions in every world until one is refused, and adds the steps to the plan.
fn follow<'a, G: Playable>(
    worlds: &mut Vec<Snapshot<G>>,
    seat: Seat,
    actions: impl Iterator<Item = &'a str>,
    keep: Option<u32>,
    plan: &mut Plan,
) {
    let viewer = Viewer::Seat(seat);
    let mut actions = actions.peekable();
    while plan.steps.len() < MOST_STEPS {
        let count = worlds.len();
        let step = match worlds[0].turn() {
            Turn::Chance => {
                let picked = actions.next_if(|text| text.starts_with('!'));
                // A roll at the end of the plan is left open.
                if picked.is_none() && actions.peek().is_none() {
                    return;
                }
                roll(worlds, picked)
            }
            _ => match actions.next() {
                None => return,
                Some(text) => act(worlds, seat, text, keep),
            },
        };
        match step {
            Ok(mut step) => {
                let after = worlds[0].view(viewer);
                // What follows something unknown is not known either.
                step.unknown = worlds.len() < count
                    || worlds.iter().any(|world| world.view(viewer) != after)
                    || plan.steps.last().is_some_and(|last| last.unknown);
                plan.steps.push(step);
            }
            Err(refusals) => {
                plan.refused = Some(refusals);
                return;
            }
        }
    }
}

/// Takes an action in the worlds that allow it, and leaves the others behind. It is refused when no
/// world allows it.
fn act<G: Playable>(
    worlds: &mut Vec<Snapshot<G>>,
    seat: Seat,
    text: &str,
    keep: Option<u32>,
) -> Result<PlannedStep, Refusals> {
    let judged = worlds.iter().map(|world| world.allowed(seat, text));
    let judged: Vec<Result<G::Action, Refusals>> = judged.collect();
    let allowed: Vec<G::Action> = judged.iter().flatten().copied().collect();
    let Some(&action) = allowed.first() else {
        return Err(in_every_world(judged.into_iter().filter_map(Result::err)));
    };
    let mut judged = judged.iter();
    worlds.retain(|_| judged.next().is_some_and(Result::is_ok));
    let game = worlds[0].game.clone();
    let view = worlds[0].view(Viewer::Seat(seat));
    for (world, action) in worlds.iter_mut().zip(allowed) {
        game.act(&mut world.state, seat, action);
    }
    Ok(PlannedStep {
        text: game.write(action),
        assumed: false,
        unknown: false,
        odds: game.odds(&view, seat, action).unwrap_or_default(),
        balance: game.balance(&view, seat, action),
        forecasts: game
            .forecasts(&view, seat, action, keep)
            .unwrap_or_default(),
    })
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

/// Lets nature do what was picked, or what is likeliest, and leaves behind the worlds where it cannot.
fn roll<G: Playable>(
    worlds: &mut Vec<Snapshot<G>>,
    picked: Option<&str>,
) -> Result<PlannedStep, Refusals> {
    let game = worlds[0].game.clone();
    let mut chances = Vec::new();
    game.chances(&worlds[0].state, &mut chances);
    let chance = match picked {
        Some(text) => {
            let text = text.trim_start_matches('!');
            let chance = game.read_chance(text).map_err(Refusals::unreadable)?;
            let possible = chances.iter().any(|&(other, _)| other == chance);
            if !possible {
                return Err(Refusals::impossible_chance(text));
            }
            chance
        }
        None => {
            // Of equals the first.
            let likeliest = chances.iter().rev().max_by_key(|(_, weight)| *weight);
            likeliest.expect("nature can do something on its turn").0
        }
    };
    worlds.retain_mut(|world| {
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
    Ok(PlannedStep {
        text: format!("!{}", game.write_chance(chance)),
        assumed: picked.is_none(),
        unknown: false,
        odds: Vec::new(),
        balance: None,
        forecasts: Vec::new(),
    })
}
