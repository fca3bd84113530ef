//! What the report planned next: a player that follows one of four plans and says which.

use vauban_game::{
    Agent, Budget, Feature, Planner, Position, SearchMemory, Seat, Text, Thought, every_action,
};

use crate::guerre::{
    Action, Guerre, Square, State,
    evaluate::{Judge, Weights},
};

/// Chooses a plan as its turn begins, and each action by what the plan cares about.
#[derive(Copy, Clone, Debug, Default)]
pub struct Strategist;

/// What a turn is for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Plan {
    /// Fast units go for this arsenal through the weakest valley.
    Raid(Square),
    /// A weak formation, or a link whose loss cuts others off.
    Attack(Square),
    /// This arsenal or relay is in danger.
    Defend(Square),
    /// The enemy's last turns aim at this unit. What they were is read from where its units stand: an
    /// agent sees no history.
    Answer(Square),
}

/// Raids that take no more turns than this are near.
const NEAR: usize = 2;
/// In hundredths of an infantry unit: from here on a threat is worth a plan.
const SERIOUS: i32 = 120;
/// A link that cuts off so many units is worth an attack.
const LINK: usize = 3;
/// For each step that the nearest fighter is away from what a plan is about.
const STEP: i32 = 6;

impl Plan {
    /// What it is about.
    pub fn square(self) -> Square {
        match self {
            Plan::Raid(square)
            | Plan::Attack(square)
            | Plan::Defend(square)
            | Plan::Answer(square) => square,
        }
    }

    /// As the player says it.
    pub fn text(self, game: &Guerre) -> Text {
        let at = game.board.place(self.square());
        let (en, fr) = match self {
            Plan::Raid(_) => ("raid on the arsenal at", "raid sur l'arsenal en"),
            Plan::Attack(_) => ("attack on the weak point at", "attaque du point faible en"),
            Plan::Defend(_) => ("defence of", "défense de"),
            Plan::Answer(_) => ("answer to the threat to", "réponse à la menace sur"),
        };
        Text::new(format!("{en} {at}"), format!("{fr} {at}"))
    }

    /// The judge's weights with what the plan cares about made larger.
    fn weights(self) -> Weights {
        let usual = *Weights::shipped();
        match self {
            Plan::Raid(_) => Weights {
                raid: 2 * usual.raid,
                relay_field: 2 * usual.relay_field,
                advance: 2 * usual.advance,
                ..usual
            },
            Plan::Attack(_) => Weights {
                hanging_later: 2 * usual.hanging_later,
                seek: 2 * usual.seek,
                ..usual
            },
            Plan::Defend(_) | Plan::Answer(_) => Weights {
                hanging_now: 3 * usual.hanging_now / 2,
                raid_now: 2 * usual.raid_now,
                advance: 0,
                ..usual
            },
        }
    }
}

impl Strategist {
    /// The plan for the turn of `seat` that begins at `state`.
    pub fn plan(game: &Guerre, state: &State, seat: Seat) -> Option<Plan> {
        let foe = seat.other();
        let judge = Judge::default();
        let nearest = |side: Seat| game.valleys(state, side).first().cloned();
        let (ours, theirs) = (nearest(seat), nearest(foe));
        // Step 1. A raid that is nearly there, then one that must be stopped.
        if let Some(valley) = ours.as_ref().filter(|valley| valley.turns() <= NEAR) {
            return Some(Plan::Raid(valley.arsenal));
        }
        if let Some(valley) = theirs.as_ref().filter(|valley| valley.turns() <= NEAR) {
            return Some(Plan::Defend(valley.arsenal));
        }
        // Step 2. What they could strike, and what we could.
        let worst = |side: Seat| {
            let worst = judge.worst(game, state, side);
            worst.filter(|&(_, loss)| loss >= SERIOUS)
        };
        if let Some((unit, _)) = worst(seat) {
            let relay = !game.doctrine.is_fighter(unit.class());
            let square = unit.square();
            return Some(if relay {
                Plan::Defend(square)
            } else {
                Plan::Answer(square)
            });
        }
        if let Some((unit, _)) = worst(foe) {
            return Some(Plan::Attack(unit.square()));
        }
        // Step 3. The link whose loss cuts most; else the cheapest valley.
        let links = game.fragile_units(state, foe).into_iter();
        let link = links.max_by_key(|(unit, cut)| (cut.len(), std::cmp::Reverse(unit.square())));
        if let Some((unit, _)) = link.filter(|(_, cut)| cut.len() >= LINK) {
            return Some(Plan::Attack(unit.square()));
        }
        ours.map(|valley| Plan::Raid(valley.arsenal))
    }
}

impl Agent<Guerre> for Strategist {
    fn think(
        &mut self,
        position: &Position<'_, Guerre>,
        _budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<Action> {
        let (game, seat, state) = (position.game, position.seat, position.view);
        let plan = Strategist::plan(game, position.turn.start, seat);
        let judge = plan.map_or_else(Judge::default, |plan| Judge::by(plan.weights()));
        let worth = |state: &State| match state.end() {
            Some(end) => i32::from(end.outcome().score(seat)) * WIN,
            None => judge.turn_lead(game, state, seat) - far(game, state, seat, plan),
        };
        let mut best = None;
        let actions = every_action(game, state, seat);
        for &action in &actions {
            let mut after = state.clone();
            // To end a turn is to leave things as they are.
            if action != Action::End {
                game.apply(&mut after, action);
            }
            let worth = worth(&after);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        let action = best.map_or(Action::End, |(_, action)| action);
        Thought {
            nodes: actions.len() as u64,
            // It says which plan it follows.
            reasons: plan
                .map(|plan| Feature::new(plan.text(game), 0.0))
                .into_iter()
                .collect(),
            ..Thought::plain(action)
        }
    }
}

/// More than any lead.
const WIN: i32 = 1_000_000;

/// How far the side's nearest fighter is from what the plan is about.
fn far(game: &Guerre, state: &State, seat: Seat, plan: Option<Plan>) -> i32 {
    let Some(plan) = plan else { return 0 };
    let goal = game.board.place(plan.square());
    let fighters = state
        .units(seat)
        .filter(|unit| game.doctrine.is_fighter(unit.class()));
    let steps = fighters.map(|unit| goal.distance(game.board.place(unit.square())));
    STEP * i32::from(steps.min().unwrap_or(0))
}
