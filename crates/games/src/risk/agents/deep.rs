//! Our own player: it looks through each composite command of its turn (who attacks whom with how many
//! dice, the roll, the card, the exchange) with exact odds, and judges where the turn then stands.

use std::ops::RangeInclusive;

use vauban_game::{
    Actions, Agent, Budget, Choice, Game, Position, SearchMemory, Seat, Thought, WinShare,
    reasons_for,
};

use crate::risk::{
    Action, Chance, Risk,
    cards::Kind,
    evaluate::{Strategist, Weights},
    odds,
    state::{Phase, State},
};

/// One command deep, over every result of the dice and every card that may come.
#[derive(Copy, Clone, Debug, Default)]
pub struct Deep {
    pub weights: Weights,
}

/// A won match is worth more than all countries.
const WIN: f64 = 100_000.0;

/// What a move of armies must bring at least, in hundredths of a country, to be worth the while.
const LEAST_GAIN: f64 = 6.0;

impl Agent<Risk> for Deep {
    fn think(
        &mut self,
        position: &Position<'_, Risk>,
        budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<Action> {
        let (game, seat) = (position.game, position.seat);
        let state = position.view.imagine(&mut position.dice.clone());
        let mut search = Search {
            game,
            seat,
            weights: self.weights,
            nodes: 0,
            lists: Vec::new(),
        };
        // Step 1. What may be done; of amounts only those that tell something.
        let actions = search.list(&state, seat);
        // Step 2. Each with what may follow until the command is done.
        let mut found: Vec<(Action, f64)> = Vec::new();
        for action in actions.choices().flat_map(|choice| telling(&state, choice)) {
            let mut next = state;
            game.act(&mut next, seat, action);
            let mut value = search.value(&next);
            if action == Action::End {
                value += LEAST_GAIN;
            }
            found.push((action, value));
            if budget.stop.is_raised() {
                break;
            }
        }
        // Step 3. The best, of equal ones the first; a seat on turn always has an action.
        let best = found
            .iter()
            .copied()
            .reduce(|best, other| match other.1 > best.1 {
                true => other,
                false => best,
            });
        let Some((action, value)) = best else {
            return Thought::plain(game.thumb(&state, seat));
        };
        // Step 4. Those that are nearly as good.
        let share =
            |value: f64| WinShare::new(1.0 / (1.0 + (-value / f64::from(self.weights.edge)).exp()));
        let least = budget
            .slack
            .map_or(f64::INFINITY, |slack| share(value).get() - slack.get());
        let others = found
            .into_iter()
            .filter(|&(other, _)| other != action)
            .map(|(other, value)| (other, share(value)))
            .filter(|(_, share)| share.get() >= least);
        Thought {
            share: Some(share(value)),
            nodes: search.nodes,
            others: others.collect(),
            reasons: reasons_for(&Strategist, game, &state, seat, action),
            ..Thought::plain(action)
        }
    }
}

/// The action, or of its range of amounts a few from the least to the most.
fn telling(state: &State, choice: Choice<Action>) -> impl Iterator<Item = Action> {
    let Choice { action, amounts } = choice;
    let (least, most) = amounts.map_or((0, 0), RangeInclusive::into_inner);
    let (few, some) = match action {
        Action::Place { .. } => {
            let part = u32::from(state.left() / 8).max(1);
            (part, part)
        }
        Action::Move { .. } => (most.div_ceil(2), most),
        _ => (least, least.midpoint(most)),
    };
    // In order, and each once: an action without a range has the amount 0 alone.
    let amounts = [
        Some(few),
        Some(some).filter(|&some| some > few),
        Some(most).filter(|&most| most > some),
    ];
    let amounts = amounts.into_iter().flatten();
    amounts.map(move |amount| match amount {
        0 => action,
        _ => Risk::with_armies(action, amount),
    })
}

struct Search<'a> {
    game: &'a Risk,
    seat: Seat,
    weights: Weights,
    nodes: u64,
    /// Lists that are not in use: a node takes one and gives it back.
    lists: Vec<Actions<Action>>,
}

impl Search<'_> {
    fn list(&mut self, state: &State, seat: Seat) -> Actions<Action> {
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        self.game.actions(state, seat, &mut list);
        list
    }

    /// How good a state is for the seat, once the command that is under way is done.
    fn value(&mut self, state: &State) -> f64 {
        self.nodes += 1;
        match state.phase() {
            Phase::Over(_) => self.over(state),
            Phase::Roll => self.rolled(state),
            Phase::Drawing => self.drawn(state),
            Phase::Target
            | Phase::Dice
            | Phase::Guard
            | Phase::MoveIn
            | Phase::Card
            | Phase::Discard
            | Phase::Exchange => self.chosen(state),
            _ => self.game.judge(&self.weights, state, self.seat),
        }
    }

    fn over(&self, state: &State) -> f64 {
        let outcome = self.game.turn(state).over();
        outcome.map_or(0.0, |outcome| WIN * f64::from(outcome.score(self.seat)))
    }

    /// The best for whoever chooses: the seat itself, or somebody who wishes it ill.
    fn chosen(&mut self, state: &State) -> f64 {
        let Some(chooser) = state.chooser() else {
            return self.game.judge(&self.weights, state, self.seat);
        };
        let actions = self.list(state, chooser);
        let kind = chooser == self.seat;
        let mut best = None;
        for action in actions.choices().flat_map(|choice| telling(state, choice)) {
            let mut next = *state;
            self.game.act(&mut next, chooser, action);
            let value = self.value(&next);
            best = Some(match best {
                None => value,
                Some(best) if kind => f64::max(best, value),
                Some(best) => f64::min(best, value),
            });
        }
        self.lists.push(actions);
        best.unwrap_or(0.0)
    }

    /// Rolls that cost the same are one: two or three results instead of hundreds.
    fn rolled(&mut self, state: &State) -> f64 {
        let rolls = odds::rolls(state.battle().dice, state.battle().guard);
        let mut cases: [Option<(Chance, u32)>; 3] = [None; 3];
        let mut of = 0;
        for &(chance, weight) in rolls {
            if let Chance::Roll(rolled) = chance {
                let case = &mut cases[usize::from(odds::losses(rolled).defender)];
                let known = case.map_or(0, |(_, known)| known);
                *case = Some((chance, known + weight));
                of += weight;
            }
        }
        let mut sum = 0.0;
        for (chance, weight) in cases.into_iter().flatten() {
            let mut next = *state;
            self.game.settle(&mut next, chance);
            sum += f64::from(weight) * self.value(&next);
        }
        sum / f64::from(of.max(1))
    }

    fn drawn(&mut self, state: &State) -> f64 {
        let pile = state.pile();
        let mut sum = 0.0;
        for kind in Kind::ALL.into_iter().filter(|&kind| pile.of(kind) > 0) {
            let mut next = *state;
            self.game.settle(&mut next, Chance::Card(kind));
            sum += f64::from(pile.of(kind)) * self.value(&next);
        }
        sum / f64::from(pile.len().max(1))
    }
}
