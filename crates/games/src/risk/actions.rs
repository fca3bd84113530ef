//! The fast generators: what the seat on turn may do, and what chance may bring.
//!
//! `rules` says the same things again, one rule at a time, for people.

use vauban_game::Dice;

use super::{
    Action, Chance, HAND_LIMIT, Risk,
    board::{Country, Lands},
    cards::{Cards, Kind},
    odds,
    state::{OWNERS, Owner, Phase, Rolled, State},
};

impl Risk {
    /// Appends every action of the seat on turn.
    #[inline]
    pub(super) fn append_actions(&self, state: &State, out: &mut Vec<Action>) {
        let own = state.lands(state.mover);
        let battle = state.battle;
        match state.phase {
            Phase::Deal => out.push(Action::Deal),
            Phase::Place | Phase::Reinforce => {
                for at in own.iter() {
                    out.extend((1..=state.left).map(|armies| Action::Place { at, armies }));
                }
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
                let least = u16::from(battle.dice);
                out.extend((least..=most).map(|armies| Action::MoveIn { armies }));
            }
            Phase::Discard => {
                let hand = state.hand(state.mover);
                let held = Kind::ALL.into_iter().filter(|&kind| hand.of(kind) > 0);
                out.extend(held.map(|kind| Action::Discard { kind }));
            }
            Phase::Card => out.push(Action::Card),
            Phase::Move => {
                if state.moves < self.move_limit() {
                    self.append_moves(state, own, out);
                }
                out.push(Action::End);
            }
            Phase::Dealing | Phase::Roll | Phase::Drawing | Phase::Over(_) => {}
        }
    }

    #[inline]
    fn append_moves(&self, state: &State, own: Lands, out: &mut Vec<Action>) {
        // Countries of one chain mostly come one after the other.
        let mut chain = Lands::NONE;
        for from in own.both(state.strong).iter() {
            let reach = if self.is_classic() {
                if !chain.contains(from) {
                    chain = own.joined(from);
                }
                chain.without(from)
            } else {
                from.neighbours().both(own)
            };
            let most = state.armies(from) - 1;
            for to in reach.iter() {
                out.extend((1..=most).map(|armies| Action::Move { from, to, armies }));
            }
        }
    }

    /// §9.5 Whether the hand leaves no choice but to exchange.
    pub(super) fn must_exchange(&self, hand: Cards) -> bool {
        self.is_classic() && hand.len() >= HAND_LIMIT && hand.sets().next().is_some()
    }

    /// Appends every result that chance may give, with its weight.
    #[inline]
    pub(super) fn append_chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) {
        match state.phase {
            Phase::Dealing => {
                for owner in (0..OWNERS as u8).map(Owner) {
                    let places = self
                        .quota(owner, state.out)
                        .saturating_sub(state.lands(owner).len());
                    if places > 0 {
                        out.push((Chance::Land(owner), places as u32));
                    }
                }
            }
            Phase::Roll => {
                out.extend_from_slice(odds::rolls(state.battle.dice, state.battle.guard));
            }
            Phase::Drawing => {
                // §5.6 An empty pile is the discard pile, shuffled.
                let pile = if state.draw.is_empty() {
                    state.discard
                } else {
                    state.draw
                };
                for kind in Kind::ALL {
                    if pile.of(kind) > 0 {
                        out.push((Chance::Card(kind), pile.of(kind).into()));
                    }
                }
            }
            _ => {}
        }
    }

    /// One of those, drawn by its weight: dice are thrown, not listed.
    #[inline]
    pub(super) fn draw_chance(&self, state: &State, dice: &mut Dice) -> Chance {
        if state.phase != Phase::Roll {
            let mut chances = Vec::new();
            self.append_chances(state, &mut chances);
            return dice.pick(&chances);
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
