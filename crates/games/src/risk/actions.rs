//! The fast generators: what the seat on turn may do, and what chance may bring.
//!
//! `rules` says the same things again, one rule at a time, for people.

use vauban_game::{Actions, Dice};

use super::{
    Risk,
    board::{COUNTRIES, Country, Lands},
    cards::{Cards, Kind},
    odds,
    state::{Action, Chance, OWNERS, Owner, Phase, Rolled, State},
};

impl Risk {
    /// Appends every action of the seat on turn.
    #[inline]
    pub(super) fn append_actions(&self, state: &State, out: &mut Actions<Action>) {
        let own = state.lands(state.mover);
        let battle = state.battle;
        match state.phase {
            Phase::Deal => out.push(Action::Deal),
            Phase::Place | Phase::Reinforce => {
                let places = own.iter().map(|at| Action::Place { at, armies: 1 });
                out.extend_range(places, 1..=state.left.into());
            }
            Phase::Exchange => {
                let hand = state.hand(state.mover);
                let sets = hand.sets();
                out.extend(sets.map(|kind| Action::Exchange {
                    cards: Cards::three(kind),
                }));
                if !self.must_exchange(hand) {
                    out.push(Action::Pass);
                }
            }
            Phase::Attacker => {
                let others = state.others(state.mover);
                let able = own.both(state.strong).iter();
                out.extend(
                    able.filter(|from| !from.neighbours().both(others).is_empty())
                        .map(|from| Action::Attack { from }),
                );
                out.push(Action::Pass);
            }
            Phase::Target => {
                let around = battle.attacker().map_or(Lands::NONE, Country::neighbours);
                let targets = around.both(state.others(state.mover)).iter();
                out.extend(targets.map(|to| Action::Target { to }));
            }
            Phase::Dice => {
                let armies = battle.attacker().map_or(0, |from| state.armies(from));
                out.extend((1..=odds::most_dice(armies)).map(|dice| Action::Dice { dice }));
            }
            Phase::Guard => {
                let armies = battle.target().map_or(0, |to| state.armies(to));
                out.extend((1..=odds::most_guard(armies)).map(|dice| Action::Guard { dice }));
            }
            Phase::MoveIn => {
                let most = battle.attacker().map_or(0, |from| state.armies(from));
                let armies = battle.dice.into();
                out.push_range(Action::MoveIn { armies }, battle.dice.into()..=most.into());
            }
            Phase::Discard => {
                let hand = state.hand(state.mover);
                let held = Kind::ALL.into_iter().filter(|&kind| hand.of(kind) > 0);
                out.extend(held.map(|kind| Action::Discard { kind }));
            }
            Phase::Card => out.push(Action::Card),
            Phase::Move => {
                if state.moves < self.variant.moves {
                    self.append_moves(state, own, out);
                }
                out.push(Action::End);
            }
            Phase::Dealing | Phase::Roll | Phase::Drawing | Phase::Over(_) => {}
        }
    }

    #[inline]
    fn append_moves(&self, state: &State, own: Lands, out: &mut Actions<Action>) {
        let mut chains = Chains::default();
        for from in own.both(state.strong).iter() {
            let reach = match self.variant.along_chains {
                true => chains.of(from, own).without(from),
                false => from.neighbours().both(own),
            };
            let armies = 1;
            let moves = reach.iter().map(|to| Action::Move { from, to, armies });
            out.extend_range(moves, 1..=u32::from(state.armies(from)) - 1);
        }
    }

    /// The same action with another number of armies.
    #[inline]
    pub(super) fn with_armies(action: Action, armies: u32) -> Action {
        let armies = u16::try_from(armies).unwrap_or(u16::MAX);
        match action {
            Action::Place { at, .. } => Action::Place { at, armies },
            Action::MoveIn { .. } => Action::MoveIn { armies },
            Action::Move { from, to, .. } => Action::Move { from, to, armies },
            _ => action,
        }
    }

    /// §9.5 Whether the hand leaves no choice but to exchange.
    pub(super) fn must_exchange(&self, hand: Cards) -> bool {
        let many = |least| hand.len() >= least;
        self.variant.must_exchange.is_some_and(many) && hand.sets().next().is_some()
    }

    /// Appends every result that chance may give, with its weight.
    #[inline]
    pub(super) fn append_chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) {
        if state.phase == Phase::Roll {
            out.extend_from_slice(odds::rolls(state.battle.dice, state.battle.guard));
        }
        self.each_deal(state, |chance, weight| out.push((chance, weight)));
    }

    /// Tells who may get a country, or which cards may be drawn, with their weights.
    #[inline]
    fn each_deal(&self, state: &State, mut tell: impl FnMut(Chance, u32)) {
        match state.phase {
            Phase::Dealing => {
                for owner in (0..OWNERS as u8).map(Owner) {
                    let places = self
                        .quota(owner, state.out)
                        .saturating_sub(state.lands(owner).len());
                    if places > 0 {
                        tell(Chance::Land(owner), places as u32);
                    }
                }
            }
            Phase::Drawing => {
                let pile = state.pile();
                for kind in Kind::ALL {
                    if pile.of(kind) > 0 {
                        tell(Chance::Card(kind), pile.of(kind).into());
                    }
                }
            }
            _ => {}
        }
    }

    /// One of those, drawn by its weight: dice are thrown, and nothing is listed.
    #[inline]
    pub(super) fn draw_chance(&self, state: &State, dice: &mut Dice) -> Chance {
        if state.phase != Phase::Roll {
            return dice.pick_told(|tell| self.each_deal(state, tell));
        }
        let mut rolled = Rolled::default();
        let attack = &mut rolled.attack[..usize::from(state.battle.dice.min(3))];
        attack.fill_with(|| 1 + dice.below(6) as u8);
        attack.sort_unstable_by(|one, two| two.cmp(one));
        let guard = &mut rolled.guard[..usize::from(state.battle.guard.min(2))];
        guard.fill_with(|| 1 + dice.below(6) as u8);
        guard.sort_unstable_by(|one, two| two.cmp(one));
        Chance::Roll(rolled)
    }
}

/// §9.10 The chains of an owner's countries, each looked for once.
struct Chains {
    found: [Lands; COUNTRIES],
    count: usize,
}

impl Default for Chains {
    fn default() -> Chains {
        Chains {
            found: [Lands::NONE; COUNTRIES],
            count: 0,
        }
    }
}

impl Chains {
    /// The chain within `own` that `country` belongs to.
    #[inline]
    fn of(&mut self, country: Country, own: Lands) -> Lands {
        let mut known = self.found[..self.count].iter();
        if let Some(&chain) = known.find(|chain| chain.contains(country)) {
            return chain;
        }
        let chain = own.joined(country);
        self.found[self.count % COUNTRIES] = chain;
        self.count += 1;
        chain
    }
}
