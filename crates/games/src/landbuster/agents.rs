//! Programs that play by rules of thumb: the one that the first Land Buster describes, and ours.

mod heuristic;

use vauban_game::{Agent, Budget, Dice, Position, SearchMemory, Seat, Thought, judged};

use super::{
    Action, LandBuster, Warlord,
    land::{Land, Lands},
    power::Power,
    state::{Phase, State},
};

pub use heuristic::Heuristic;

/// Reinforces its largest land, captures the richest neutral one, else attacks where its surplus is
/// largest; never moves, and uses items at once.
#[derive(Copy, Clone, Debug, Default)]
pub struct Dumb;

impl Agent<LandBuster> for Dumb {
    fn think(
        &mut self,
        position: &Position<'_, LandBuster>,
        _budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<Action> {
        // What it looks at is the same in all states that fit the view.
        let mut dice = position.dice.clone();
        let state = position.view.open();
        let (game, seat) = (position.game, position.seat);
        let action = game.dumb(state, seat, &mut dice);
        judged(&Warlord, game, state, seat, action)
    }
}

impl LandBuster {
    fn dumb(&self, state: &State, seat: Seat, dice: &mut Dice) -> Action {
        if state.phase() != Phase::Capital && state.item(seat).is_some() {
            return Action::Use;
        }
        match state.phase() {
            Phase::Capital => {
                let free: Vec<Land> = self.free_lands(state).iter().collect();
                Action::Capital {
                    at: dice.choose(&free),
                }
            }
            Phase::Reinforce => {
                let largest = most_soldiers(state, state.lands(seat));
                largest.map_or(Action::Pass, |at| Action::Reinforce { at })
            }
            Phase::Action => {
                if state.planned() > 0 {
                    return Action::Launch;
                }
                let captures = self.captures(state, seat);
                let richest = captures
                    .max_by_key(|&(from, to)| (state.soldiers(to), std::cmp::Reverse((to, from))));
                if let Some((from, to)) = richest {
                    return Action::Capture { from, to };
                }
                let attacks = self.attacks(state, seat);
                let best = attacks.max_by_key(|attack| (attack.surplus(), attack.order()));
                best.map_or(Action::Pass, |Strike { from, to, .. }| Action::Attack {
                    from,
                    to,
                })
            }
            _ => Action::Pass,
        }
    }

    pub(super) fn free_lands(&self, state: &State) -> Lands {
        self.map().lands().minus(state.owned())
    }

    /// Every capture that a player could make.
    fn captures(&self, state: &State, seat: Seat) -> impl Iterator<Item = (Land, Land)> {
        let neutral = self.free_lands(state);
        let own = state.lands(seat).iter();
        own.flat_map(move |from| {
            let targets = self.reach(state, from).both(neutral);
            targets.iter().map(move |to| (from, to))
        })
    }

    /// Every attack that the mover could plan now.
    fn attacks(&self, state: &State, seat: Seat) -> impl Iterator<Item = Strike> {
        let others = state.others(seat);
        let anywhere = match self.may_go_anywhere(state) {
            true => others.minus(state.capitals()),
            false => Lands::NONE,
        };
        let own = state.lands(seat).iter();
        own.flat_map(move |from| {
            let targets = self.reach(state, from).both(others).or(anywhere);
            targets.iter().filter_map(move |to| {
                let attack = self.attack(state, from, to).power();
                let defence = self.defence(state, to).power();
                let able = attack > defence && !state.is_planned(from, to);
                able.then_some(Strike {
                    from,
                    to,
                    attack,
                    defence,
                })
            })
        })
    }
}

/// An attack that can be planned.
#[derive(Copy, Clone, Debug)]
struct Strike {
    from: Land,
    to: Land,
    attack: Power,
    defence: Power,
}

impl Strike {
    /// By how much it is stronger, in thousandths of a soldier.
    fn surplus(&self) -> u32 {
        self.attack.damage(self.defence, u16::MAX)
    }
    /// Of equals the lowest numbers.
    fn order(&self) -> std::cmp::Reverse<(Land, Land)> {
        std::cmp::Reverse((self.to, self.from))
    }
}

fn most_soldiers(state: &State, lands: Lands) -> Option<Land> {
    let order = |&land: &Land| (state.soldiers(land), std::cmp::Reverse(land));
    lands.iter().max_by_key(order)
}
