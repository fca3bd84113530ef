//! The fast generators: what the seat on turn may do, and what chance may bring.
//!
//! `rules` says the same things again, one rule at a time, for people.

use vauban_game::{Actions, Dice, SeatSet};

use super::{
    LandBuster,
    item::{IN_A_HUNDRED, Item},
    land::{Land, Lands, MOST_LANDS},
    power::Power,
    state::{Action, Chance, MOST_PLANNED, MOST_PLANNINGS, Phase, State},
};

/// §6.12 Luck in thousandths.
pub const LUCK: std::ops::RangeInclusive<u16> = 800..=1_200;
/// §9.1 What a place counts.
const NEUTRAL: u32 = 1;
const FORTRESS: u32 = 2;

impl LandBuster {
    /// Appends every action of the seat on turn.
    #[inline]
    pub(super) fn append_actions(&self, state: &State, out: &mut Actions<Action>) {
        let own = state.lands(state.mover);
        match state.phase {
            Phase::Capital => {
                let free = self.map().lands().minus(state.owned()).iter();
                out.extend(free.map(|at| Action::Capital { at }));
                return;
            }
            Phase::Reinforce => out.extend(own.iter().map(|at| Action::Reinforce { at })),
            Phase::Action => self.append_action_phase(state, own, out),
            Phase::Move => self.append_moves(state, own, out),
            Phase::Lot
            | Phase::Item
            | Phase::Kind { .. }
            | Phase::Losing { .. }
            | Phase::Battle { .. }
            | Phase::Over(_) => return,
        }
        if state.item(state.mover).is_some() {
            out.push(Action::Use);
        }
        if state.phase != Phase::Reinforce {
            out.push(Action::Skip);
        }
        out.push(Action::Pass);
    }

    #[inline]
    fn append_action_phase(&self, state: &State, own: Lands, out: &mut Actions<Action>) {
        let planned = state.planned();
        let owned = state.owned();
        if planned == 0 {
            let neutral = self.map().lands().minus(owned);
            for from in own.iter() {
                let targets = self.reach(state, from).both(neutral).iter();
                out.extend(targets.map(|to| Action::Capture { from, to }));
            }
        }
        if planned == 0 || state.boons.build {
            let free = own.both(self.map().coast()).minus(state.ports).iter();
            out.extend(free.map(|at| Action::Port { at }));
        }
        if planned < MOST_PLANNED && state.plannings < MOST_PLANNINGS {
            self.append_attacks(state, own, owned.minus(own), out);
        }
        if planned > 0 {
            out.extend(state.plans().map(|plan| Action::Cancel {
                from: plan.from,
                to: plan.to,
            }));
            out.push(Action::Launch);
        }
    }

    /// §6.4, §6.5 Each defence is added up once.
    #[inline]
    fn append_attacks(&self, state: &State, own: Lands, enemies: Lands, out: &mut Actions<Action>) {
        if enemies.is_empty() {
            return;
        }
        let attacks = state.planned() as u32 + 1;
        let anywhere = match self.may_go_anywhere(state) {
            true => enemies.minus(state.capitals()),
            false => Lands::NONE,
        };
        let mut defences: [Option<Power>; MOST_LANDS] = [None; MOST_LANDS];
        for from in own.iter() {
            let targets = self.reach(state, from).both(enemies).or(anywhere);
            for to in targets.iter() {
                let attack = self.attack_of(state, from, to, attacks).power();
                // Most fail by the soldiers on the target alone.
                if attack <= Power::new(u64::from(state.soldiers(to)), 1) {
                    continue;
                }
                let known = &mut defences[to.index()];
                let defence = *known.get_or_insert_with(|| self.defence(state, to).power());
                if attack > defence && !state.is_planned(from, to) {
                    out.push(Action::Attack { from, to });
                }
            }
        }
    }

    /// §7
    #[inline]
    fn append_moves(&self, state: &State, own: Lands, out: &mut Actions<Action>) {
        let hero = state.hero_at(state.mover);
        for from in own.iter() {
            let reach = self.reach(state, from).both(own);
            if reach.is_empty() {
                continue;
            }
            // §7.2 The smallest part that has a soldier.
            let least = match state.soldiers(from) {
                0 => 5,
                1 => 4,
                2 | 3 => 2,
                _ => 1,
            };
            let moves = |quarters, hero| {
                let action = move |to| Action::Move {
                    from,
                    to,
                    quarters,
                    hero,
                };
                reach.iter().map(action)
            };
            out.extend_range(moves(least, false), u32::from(least)..=4);
            if hero == Some(from) {
                out.extend_range(moves(0, true), 0..=4);
            }
        }
    }

    /// The same move with another part of the soldiers.
    #[inline]
    pub(super) fn with_quarters(action: Action, amount: u32) -> Action {
        match action {
            Action::Move { from, to, hero, .. } => Action::Move {
                from,
                to,
                quarters: u8::try_from(amount).unwrap_or(u8::MAX),
                hero,
            },
            _ => action,
        }
    }

    /// Appends every result that chance may give, with its weight.
    #[inline]
    pub(super) fn append_chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) {
        self.each_chance(state, |chance, weight| out.push((chance, weight)));
    }

    /// Tells every result that chance may give, with its weight.
    #[inline]
    fn each_chance(&self, state: &State, mut tell: impl FnMut(Chance, u32)) {
        match state.phase {
            Phase::Lot => {
                let seats = SeatSet::all(self.players).iter();
                let staying = seats.filter(|&seat| !state.out.contains(seat));
                staying.for_each(|seat| tell(Chance::First(seat), 1));
            }
            Phase::Item => {
                let places = self.places_for_items(state);
                let weight = |at: Land| match self.map().fortresses().contains(at) {
                    true => FORTRESS,
                    false => NEUTRAL,
                };
                // Of 100 turns 12, of 100 items 5 fat bonuses: of 2,000 chances 240, of which 12.
                let total: u32 = places.iter().map(weight).sum();
                tell(Chance::NoItem, (100 - IN_A_HUNDRED) * 20 * total);
                for at in places.iter() {
                    let fat = IN_A_HUNDRED * weight(at);
                    tell(Chance::Item(at), 19 * fat);
                    tell(Chance::Fat(at), fat);
                }
            }
            Phase::Kind { .. } => {
                let items = Item::ALL.into_iter().filter(|&item| item != Item::FatBonus);
                items.for_each(|item| tell(Chance::Kind(item), item.weight()));
            }
            Phase::Losing { seat, .. } => {
                let lands = self.may_be_lost(state, seat).iter();
                lands.for_each(|land| tell(Chance::Lost(land), 1));
            }
            Phase::Battle { .. } => LUCK.for_each(|luck| tell(Chance::Luck(luck), 1)),
            Phase::Capital | Phase::Reinforce | Phase::Action | Phase::Move | Phase::Over(_) => {}
        }
    }

    /// One of those, drawn by its weight, without a list: random play draws all the time.
    #[inline]
    pub(super) fn draw_chance(&self, state: &State, dice: &mut Dice) -> Chance {
        match state.phase {
            Phase::Battle { .. } => {
                let span = u32::from(LUCK.end() - LUCK.start()) + 1;
                return Chance::Luck(LUCK.start() + dice.below(span) as u16);
            }
            Phase::Item if dice.below(100) >= IN_A_HUNDRED => return Chance::NoItem,
            _ => {}
        }
        dice.pick_told(|tell| {
            self.each_chance(state, |chance, weight| {
                // In the phase of items it is known by now that one appears.
                if chance != Chance::NoItem {
                    tell(chance, weight);
                }
            });
        })
    }
}
