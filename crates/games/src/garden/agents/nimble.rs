//! A quick player for imagined matches: it goes by what an action brings at once, at exact odds.

use vauban_game::{Actions, Dice, Game, Policy, Seat};

use crate::garden::{
    Garden, Weights,
    cell::{Area, Cell},
    map::{Resource, Special},
    odds::Bout,
    play::POWER_POINTS,
    state::{Action, Phase, State},
};

/// Takes what is free, attacks what it is likely to win, and puts creatures where the enemy is strongest.
#[derive(Copy, Clone, Debug, Default)]
pub struct Nimble;

/// One in so many actions is drawn, so that imagined matches differ.
const WHIM: u32 = 24;

impl Policy<Garden> for Nimble {
    fn sample(
        &self,
        game: &Garden,
        state: &State,
        seat: Seat,
        actions: &mut Actions<Action>,
        dice: &mut Dice,
    ) -> Action {
        actions.clear();
        game.actions(state, seat, actions);
        if state.phase() == Phase::Clans || dice.below(WHIM) == 0 {
            return actions.draw(game, dice);
        }
        let weights = Weights::shipped();
        // Of equal actions any, so that creatures do not all go one way.
        let mut best = (f64::NEG_INFINITY, actions.draw(game, dice));
        for choice in actions.choices() {
            let worth = game.gain(weights, state, seat, choice.action);
            if worth > best.0 {
                best = (worth, choice.action);
            }
        }
        best.1
    }
}

impl Garden {
    /// What an action brings at once, in the points of the judge; to end the phase brings nothing.
    fn gain(&self, weights: &Weights, state: &State, seat: Seat, action: Action) -> f64 {
        let enemies = state.cells(seat.other());
        let price = |special: Special| f64::from(weights.provision) * f64::from(special.cost().1);
        let power = f64::from(weights.point) * f64::from(POWER_POINTS);
        let killed = |at: Cell, most: u8| {
            let killed = state.creatures(at).min(most);
            let emptied = killed == state.creatures(at);
            let cell = if emptied { weights.cell } else { 0 };
            match state.is_sheltered(at) {
                true => 0.0,
                false => f64::from(weights.creature * i32::from(killed) + cell),
            }
        };
        let crowd = |at: Cell| f64::from(state.creatures(at));
        match action {
            Action::Move { from, to } => self.venture(weights, state, seat, from, to),
            Action::Jet { from, to } => {
                self.venture(weights, state, seat, from, to) - price(Special::Sky)
            }
            Action::Candy => 3.0 * f64::from(weights.in_stock) - price(Special::Candy),
            Action::Grill { at } => killed(at, 3) - price(Special::Barbecue),
            Action::Drown { at } => killed(at, 3) - price(Special::Pool),
            Action::Pillage { at } => killed(at, 1) + f64::from(weights.provision) - power,
            Action::Poison { at } => f64::from(weights.poison) * crowd(at) - power,
            Action::Arm { at } => {
                let front = f64::from(u8::from(enemies.border().holds(at)));
                front * f64::from(weights.arms) * crowd(at) - power
            }
            Action::Stone { at } => f64::from(weights.rocks) * crowd(at) - power,
            Action::Shelter { .. } => f64::from(2 * weights.cell + weights.shelter) - power,
            Action::Place { at } => {
                let threat = at.neighbours().and(enemies).map(crowd).fold(0.0, f64::max);
                match threat > 0.0 {
                    true => f64::from(weights.creature) + threat - crowd(at),
                    false => f64::from(open_ground(state, at).len()),
                }
            }
            Action::Choose(_) | Action::End => 0.0,
        }
    }

    /// What a group brings that goes to a cell which is free or the enemy's.
    fn venture(&self, weights: &Weights, state: &State, seat: Seat, from: Cell, to: Cell) -> f64 {
        let target = Area::of(to);
        let mut cell = weights.cell;
        for resource in Resource::ALL {
            cell += weights.yields * i32::from(self.map.yielded(resource, target));
        }
        if let Some(special) = self.map.special(to) {
            cell += weights.special - weights.provision * i32::from(special.cost().1);
        }
        let goes = weights.creature * (i32::from(state.creatures(from)) - 1);
        if state.owner(to).is_none() {
            // A strong group leaves the front only for something better.
            let enemies = state.cells(seat.other());
            let left = enemies.border().holds(from) && !target.and(enemies.border()).holds(to);
            let left = if left {
                weights.at_the_front * goes / weights.creature
            } else {
                0
            };
            return f64::from(cell - left);
        }
        let chance = Bout::between(state, from, to).chance();
        let prize = match state.is_sheltered(to) {
            true => weights.shelter,
            // What the enemy loses counts as what is won.
            false => cell + weights.cell + weights.creature * i32::from(state.creatures(to)),
        };
        chance * f64::from(prize + weights.point) - (1.0 - chance) * f64::from(goes + weights.point)
    }
}

/// The free cells beside a cell.
fn open_ground(state: &State, at: Cell) -> Area {
    at.neighbours().without(state.occupied())
}
