//! A plan: where a seat's actions would lead, one after another, without being taken.
//!
//! Everything is tried in worlds that the seat imagines from what it sees, so that no answer can tell
//! a secret. Where the worlds part, the answer is marked as unknown. At a roll the plan goes on with
//! the result that the player picks, or with the likeliest one, marked as assumed.

use vauban_game::{Dice, Forecast, OddsLine, Playable, Seat, Turn, Viewer};

use crate::{
    Lens, Refusals,
    lens::change,
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
    /// The lenses to be shown before and after, each for a seat.
    pub lenses: Vec<(String, Seat)>,
    /// For the forecasts of an action that is fought out: stop when no more than this is left.
    pub keep: Option<u32>,
}

/// Where a plan leads.
#[derive(Clone, Debug)]
pub struct Plan {
    pub steps: Vec<PlannedStep>,
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
    pub forecasts: Vec<Forecast>,
}

impl<G: Playable> Snapshot<G> {
    /// Tries what `seat` plans.
    pub(crate) fn try_plan(&self, seat: Seat, request: &PlanRequest) -> Result<Plan, Refusals> {
        self.must_sit(seat)?;
        let game = &*self.game;
        let viewer = Viewer::Seat(seat);
        let view = self.view(viewer);
        let seed = seed_of(&view);
        let imagine = |world: u64| Snapshot {
            state: game.imagine(&view, &mut Dice::seeded(seed.wrapping_add(world))),
            ..self.clone()
        };
        let mut worlds: Vec<Snapshot<G>> = (0..WORLDS).map(imagine).collect();
        let mut plan = Plan {
            steps: Vec::new(),
            refused: None,
            lenses: Vec::new(),
        };
        let mut actions = request.actions.iter().map(String::as_str).peekable();
        while plan.steps.len() < MOST_STEPS {
            let step = match worlds[0].turn() {
                Turn::Chance => {
                    let picked = actions.next_if(|text| text.starts_with('!'));
                    // A roll at the end of the plan is left open.
                    if picked.is_none() && actions.peek().is_none() {
                        break;
                    }
                    roll(&mut worlds, picked)
                }
                _ => match actions.next() {
                    None => break,
                    Some(text) => act(&mut worlds, seat, text, request.keep),
                },
            };
            match step {
                Ok(mut step) => {
                    let after = worlds[0].view(viewer);
                    step.unknown |= worlds[1..].iter().any(|world| world.view(viewer) != after);
                    plan.steps.push(step);
                }
                Err(refusals) => {
                    plan.refused = Some(refusals);
                    break;
                }
            }
        }
        let after = worlds[0].view(viewer);
        for (name, of) in &request.lenses {
            let card = self.lens_card(Some(name))?;
            let lens = |view: &G::View| {
                let map = game.lens(view, card.name, *of);
                map.ok_or_else(|| self.no_such_lens(card.name))
            };
            let (old, new) = (lens(&view)?, lens(&after)?);
            let shown = |map, change| Lens {
                card,
                seat: *of,
                map,
                change,
            };
            let changed = change(&old, &new);
            plan.lenses
                .push((shown(old, None), shown(new, Some(changed))));
        }
        Ok(plan)
    }
}

/// Takes an action in every world. What the first of them allows is allowed.
fn act<G: Playable>(
    worlds: &mut [Snapshot<G>],
    seat: Seat,
    text: &str,
    keep: Option<u32>,
) -> Result<PlannedStep, Refusals> {
    let action = worlds[0].allowed(seat, text)?;
    let game = worlds[0].game.clone();
    let view = worlds[0].view(Viewer::Seat(seat));
    let mut unknown = false;
    for world in worlds {
        match world.check(seat, action) {
            Ok(()) => game.act(&mut world.state, seat, action),
            Err(_) => unknown = true,
        }
    }
    Ok(PlannedStep {
        text: game.write(action),
        assumed: false,
        unknown,
        odds: game.odds(&view, seat, action).unwrap_or_default(),
        forecasts: game
            .forecasts(&view, seat, action, keep)
            .unwrap_or_default(),
    })
}

/// Lets nature do what was picked, or what is likeliest.
fn roll<G: Playable>(
    worlds: &mut [Snapshot<G>],
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
    let mut unknown = false;
    for world in worlds {
        chances.clear();
        if world.turn() == Turn::Chance {
            game.chances(&world.state, &mut chances);
        }
        match chances.iter().any(|&(other, _)| other == chance) {
            true => game.settle(&mut world.state, chance),
            false => unknown = true,
        }
    }
    Ok(PlannedStep {
        text: format!("!{}", game.write_chance(chance)),
        assumed: picked.is_none(),
        unknown,
        odds: Vec::new(),
        forecasts: Vec::new(),
    })
}
