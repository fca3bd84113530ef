//! Our own rules of thumb: one strong army beside a safe capital, and what it can take.

use vauban_game::{
    Actions, Agent, Budget, Dice, Game, Policy, Position, SearchMemory, Seat, Thought, WinShare,
    judged,
};

use super::Strike;
use crate::landbuster::{
    Action, Item, LandBuster, Warlord,
    land::{Land, Lands},
    play::REINFORCEMENTS,
    state::{Hero, Phase, State},
};

/// Plays by rules of thumb; never looks ahead further than its own attack.
#[derive(Copy, Clone, Debug, Default)]
pub struct Heuristic;

impl Agent<LandBuster> for Heuristic {
    fn think(
        &mut self,
        position: &Position<'_, LandBuster>,
        budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<Action> {
        let (game, seat) = (position.game, position.seat);
        // What it looks at is the same in all states that fit the view.
        let state = position.view.open();
        let action = game.thumb(state, seat);
        let mut thought = judged(&Warlord, game, state, seat, action);
        if budget.slack.is_none() {
            return thought;
        }
        let others = game.alternatives(state, seat);
        let best = others.iter().find(|(other, _)| *other == action);
        if let (Some(&(_, best)), Some(share)) = (best, thought.share) {
            let less =
                |worth: i64| WinShare::new(share.get() - (best - worth) as f64 / SOLDIERS_OF_A_WIN);
            thought.others = others
                .into_iter()
                .filter(|(other, _)| *other != action)
                .map(|(other, worth)| (other, less(worth)))
                .collect();
        }
        thought
    }
}

/// For who does not always take the best: so many soldiers are a whole win.
const SOLDIERS_OF_A_WIN: f64 = 200.0;

/// In a playout, now and then anything.
impl Policy<LandBuster> for Heuristic {
    fn sample(
        &self,
        game: &LandBuster,
        state: &State,
        seat: Seat,
        actions: &mut Actions<Action>,
        dice: &mut Dice,
    ) -> Action {
        if dice.below(WHIM) == 0 {
            actions.clear();
            game.actions(state, seat, actions);
            return actions.draw(game, dice);
        }
        game.thumb(state, seat)
    }
}

/// One in so many actions of a playout is drawn.
const WHIM: u32 = 12;

/// What a land will bring, in turns of reinforcements.
const TURNS_AHEAD: i64 = 4;
/// What unlocking the hero is worth: a fifth of all soldiers, and some.
const NEW_TYPE: i64 = 6;

impl LandBuster {
    /// What the rule of thumb for this phase says.
    fn thumb(&self, state: &State, seat: Seat) -> Action {
        match state.phase() {
            Phase::Capital => self.choose_capital(state),
            Phase::Reinforce | Phase::Action | Phase::Move if self.wants_item(state, seat) => {
                Action::Use
            }
            Phase::Reinforce => self.choose_place(state, seat),
            Phase::Action => self.choose_action(state, seat),
            Phase::Move => self.choose_move(state, seat),
            _ => Action::Pass,
        }
    }

    /// Many soldiers around, and far from the others.
    fn choose_capital(&self, state: &State) -> Action {
        let capitals = state.capitals();
        let worth = |land: Land| {
            let around = self.map().near(land);
            let rich: i64 = around
                .minus(capitals)
                .iter()
                .map(|near| soldiers(state, near))
                .sum();
            let close = around
                .with(land)
                .iter()
                .fold(Lands::NONE, |all, near| all.or(self.map().near(near)));
            let threat = 40 * close.both(capitals).len() as i64;
            let types = 10 * self.map().types_in(around.with(land)) as i64;
            2 * soldiers(state, land) + rich / 2 + types - threat
        };
        let free = self.free_lands(state).iter();
        let best = free.max_by_key(|&land| (worth(land), std::cmp::Reverse(land)));
        best.map_or(Action::Pass, |at| Action::Capital { at })
    }

    /// Items are used as soon as they help.
    fn wants_item(&self, state: &State, seat: Seat) -> bool {
        let action = state.phase() == Phase::Action;
        match state.item(seat) {
            None => false,
            Some(Item::PlayTwice) => true,
            // Before the first plan, and only if there is somebody to attack.
            Some(Item::AttackAnywhere) => {
                let mut with = *state;
                with.boons.anywhere = true;
                let best = |state: &State| {
                    let strikes = self.attacks(state, seat);
                    strikes.map(|strike| self.gain(state, seat, &strike)).max()
                };
                action
                    && best(&with) > best(state).max(self.best_capture(state, seat).map(|it| it.1))
            }
            Some(Item::FullPower) => action && self.attacks(state, seat).count() > 1,
            Some(Item::AttackAndBuild) => action && self.best_port(state, seat).is_some(),
            Some(_) => true,
        }
    }

    /// What may be done instead, and what the rules of thumb take it to be worth, in soldiers.
    fn alternatives(&self, state: &State, seat: Seat) -> Vec<(Action, i64)> {
        match state.phase() {
            Phase::Reinforce => {
                let own = state.lands(seat).iter();
                own.map(|at| {
                    let (safe, gain) = self.worth_of_place(state, seat, at);
                    let safety = if safe { 50 } else { 0 };
                    (Action::Reinforce { at }, gain + safety)
                })
                .collect()
            }
            Phase::Action if state.planned() == 0 => {
                let captures = self.captures(state, seat).map(|(from, to)| {
                    let worth = self.worth_of_capture(state, seat, to);
                    (Action::Capture { from, to }, worth)
                });
                let strikes = self.attacks(state, seat).filter(|_| self.may_plan(state));
                let strikes = strikes.map(|strike| {
                    let Strike { from, to, .. } = strike;
                    (Action::Attack { from, to }, self.gain(state, seat, &strike))
                });
                captures.chain(strikes).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The capital if it is in danger; else where the soldiers make the best attack possible.
    fn choose_place(&self, state: &State, seat: Seat) -> Action {
        let own = state.lands(seat);
        let worth = |at| {
            let front = !self.foes_beside(state, seat, at).is_empty();
            let (safe, gain) = self.worth_of_place(state, seat, at);
            let most = soldiers(state, at);
            (safe, gain, front, most, std::cmp::Reverse(at))
        };
        let best = own.iter().max_by_key(|&at| worth(at));
        best.map_or(Action::Pass, |at| Action::Reinforce { at })
    }

    /// Whether the capital is safe with the new soldiers at a land, and what they can do from there.
    fn worth_of_place(&self, state: &State, seat: Seat, at: Land) -> (bool, i64) {
        let mut after = *state;
        after.set_soldiers(at, state.soldiers(at) + self.reinforcements(state, seat));
        after.phase = Phase::Action;
        let strikes = self.attacks(&after, seat);
        let best = strikes.map(|strike| self.gain(&after, seat, &strike)).max();
        let guards = state
            .capital(seat)
            .is_some_and(|capital| capital == at || self.map().near(capital).contains(at));
        let safe = !self.is_capital_in_reach(&after, seat);
        (safe, best.unwrap_or(0) + if guards { 5 } else { 0 })
    }

    fn choose_action(&self, state: &State, seat: Seat) -> Action {
        if state.planned() > 0 {
            // More attacks only weaken the others, unless all have full power.
            if state.boons().full_power {
                let more = self
                    .attacks(state, seat)
                    .max_by_key(|strike| (self.gain(state, seat, strike), strike.order()));
                if let Some(Strike { from, to, .. }) = more.filter(|_| self.may_plan(state)) {
                    return Action::Attack { from, to };
                }
            }
            return Action::Launch;
        }
        if state.boons().build
            && let Some(at) = self.best_port(state, seat)
        {
            return Action::Port { at };
        }
        let capture = self.best_capture(state, seat);
        // Who has planned and cancelled all day can only do something else.
        let strikes = self.attacks(state, seat).filter(|_| self.may_plan(state));
        let strike = strikes
            .map(|strike| (self.gain(state, seat, &strike), strike))
            .max_by_key(|(gain, strike)| (*gain, strike.order()));
        match (capture, strike) {
            (Some((_, gain)), Some((more, strike))) if more > gain => Action::Attack {
                from: strike.from,
                to: strike.to,
            },
            (Some(((from, to), _)), _) => Action::Capture { from, to },
            (None, Some((_, strike))) => Action::Attack {
                from: strike.from,
                to: strike.to,
            },
            (None, None) => match self.best_port(state, seat) {
                Some(at) => Action::Port { at },
                None => Action::Skip,
            },
        }
    }

    fn may_plan(&self, state: &State) -> bool {
        state.planned() < super::super::MOST_PLANNED
            && state.plannings() < super::super::MOST_PLANNINGS
    }

    /// The capture that brings most.
    fn best_capture(&self, state: &State, seat: Seat) -> Option<((Land, Land), i64)> {
        let captures = self.captures(state, seat);
        let best = captures.map(|(from, to)| ((from, to), self.worth_of_capture(state, seat, to)));
        best.max_by_key(|&((from, to), worth)| (worth, std::cmp::Reverse((to, from))))
    }

    fn worth_of_capture(&self, state: &State, seat: Seat, to: Land) -> i64 {
        let own = state.lands(seat);
        let types = self.map().types_in(own);
        let waits = state.hero(seat) == Hero::Waiting;
        let new_type = waits && self.map().types_in(own.with(to)) > types;
        let item = match state.lying_at(to) {
            Some(lying) if lying.fat => 40,
            Some(_) => 8,
            None => 0,
        };
        let is_fortress = self.map().fortresses().contains(to);
        let fortress = if is_fortress { 3 } else { 0 };
        let kind = if new_type { NEW_TYPE } else { 0 };
        soldiers(state, to) + land_worth() + kind + item + fortress
    }

    /// What an attack brings on average: soldiers destroyed, and the land if it falls.
    fn gain(&self, state: &State, seat: Seat, strike: &Strike) -> i64 {
        let there = state.soldiers(strike.to);
        let damage = |luck| strike.attack.damage(strike.defence, luck);
        let destroyed = i64::from(damage(1_000).min(there));
        // Three draws of luck stand for all.
        let falls = [870, 1_000, 1_130]
            .iter()
            .filter(|&&luck| damage(luck) >= there);
        let share = falls.count() as i64;
        let Some(victim) = state.owner(strike.to) else {
            return destroyed;
        };
        let mut prize = 2 * land_worth();
        if state.capital(victim) == Some(strike.to) {
            let rest = state.lands(victim).without(strike.to);
            let taken: i64 = rest.iter().map(|land| soldiers(state, land)).sum();
            prize += 2 * taken + rest.len() as i64 * 2 * land_worth() + 50;
        } else if state.hero_at(victim) == Some(strike.to) {
            prize += i64::from(state.total(victim)) / 2;
        }
        // A land taken beside our own is one that defends us.
        let beside = self.map().near(strike.to).both(state.lands(seat)).len() as i64;
        destroyed + share * (prize + beside) / 3
    }

    /// The coast from which most lands of others are reached.
    fn best_port(&self, state: &State, seat: Seat) -> Option<Land> {
        let own = state.lands(seat);
        let coast = own.both(self.map().coast()).minus(state.ports());
        let foreign = |at: Land| self.map().over_sea(at).minus(own).len();
        coast
            .iter()
            .filter(|&at| foreign(at) > 0)
            .max_by_key(|&at| (soldiers(state, at), foreign(at), std::cmp::Reverse(at)))
    }

    /// Lands of others from which `land` can be attacked, or that it can attack.
    fn foes_beside(&self, state: &State, seat: Seat, land: Land) -> Lands {
        self.reach(state, land).both(state.others(seat))
    }

    /// From inside to the front, all that stand there; nothing if the capital would be in danger.
    fn choose_move(&self, state: &State, seat: Seat) -> Action {
        let own = state.lands(seat);
        let front: Lands = own
            .iter()
            .filter(|&land| !self.map().near(land).both(state.others(seat)).is_empty())
            .collect();
        let front = match front.is_empty() {
            // Nobody is near: towards what can be captured.
            true => own
                .iter()
                .filter(|&land| !self.map().near(land).minus(own).is_empty())
                .collect(),
            false => front,
        };
        let steps = self.steps_to(own, front);
        let far = |land: Land| steps[land.index()];
        let mut best: Option<(i64, Land, Land)> = None;
        for from in own.iter().filter(|&land| state.soldiers(land) > 0) {
            for to in self.reach(state, from).both(own).iter() {
                let joins = front.contains(from)
                    && front.contains(to)
                    && state.soldiers(to) > state.soldiers(from);
                if far(to) >= far(from) && !joins {
                    continue;
                }
                let gain = soldiers(state, from);
                let mut after = *state;
                after.set_soldiers(to, state.soldiers(to) + state.soldiers(from));
                after.set_soldiers(from, 0);
                let exposed = self.is_capital_in_reach(&after, seat);
                if best.is_none_or(|(most, ..)| gain > most) && !exposed {
                    best = Some((gain, from, to));
                }
            }
        }
        match best {
            Some((_, from, to)) => Action::Move {
                from,
                to,
                quarters: 4,
                hero: false,
            },
            None => Action::Skip,
        }
    }

    /// How many steps over own lands each one is from `goal`.
    pub(in crate::landbuster) fn steps_to(
        &self,
        own: Lands,
        goal: Lands,
    ) -> [u8; crate::landbuster::MOST_LANDS] {
        let mut steps = [u8::MAX; crate::landbuster::MOST_LANDS];
        let (mut here, mut seen) = (goal, goal);
        for far in 0..u8::MAX {
            if here.is_empty() {
                break;
            }
            for land in here.iter() {
                steps[land.index()] = far;
            }
            let around = here
                .iter()
                .fold(Lands::NONE, |around, land| around.or(self.map().near(land)));
            here = around.both(own).minus(seen);
            seen = seen.or(here);
        }
        steps
    }
}

fn soldiers(state: &State, land: Land) -> i64 {
    state.soldiers(land).into()
}

/// The soldiers that a land will bring.
fn land_worth() -> i64 {
    TURNS_AHEAD * i64::from(REINFORCEMENTS)
}
