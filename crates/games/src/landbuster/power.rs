//! Attack and defence, exactly. §6.10, §6.11
//!
//! These are public questions to the game: the rules, the picture, the overlays and the programs all
//! ask them.

use std::{cmp::Ordering, fmt};

use vauban_game::Seat;

use super::{
    LandBuster,
    land::{Land, Lands},
    map::Connection,
    state::State,
};

/// §6.15 An exact fraction of soldiers.
#[derive(Copy, Clone, Debug)]
pub struct Power {
    number: u64,
    /// Never 0.
    parts: u64,
}

impl Power {
    pub fn new(number: u64, parts: u64) -> Power {
        Power {
            number,
            parts: parts.max(1),
        }
    }
    /// As near as a number with a point comes.
    pub fn value(self) -> f64 {
        self.number as f64 / self.parts as f64
    }
    /// Whole soldiers, what is left over cut off.
    pub fn whole(self) -> u32 {
        (self.number / self.parts) as u32
    }
    /// §6.12 What is left of this attack beyond `defence`, times `luck` thousandths, rounded down.
    pub fn damage(self, defence: Power, luck: u16) -> u32 {
        let more = (self.number * defence.parts).saturating_sub(defence.number * self.parts);
        (more * u64::from(luck) / (self.parts * defence.parts * 1_000)) as u32
    }
}

impl PartialEq for Power {
    fn eq(&self, other: &Power) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Power {}
impl PartialOrd for Power {
    fn partial_cmp(&self, other: &Power) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Power {
    #[inline]
    fn cmp(&self, other: &Power) -> Ordering {
        (self.number * other.parts).cmp(&(other.number * self.parts))
    }
}

/// `15`, `7 1/2`, `1/3`
impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, left) = (self.number / self.parts, self.number % self.parts);
        if left == 0 {
            return write!(f, "{whole}");
        }
        let (mut one, mut other) = (left, self.parts);
        while other > 0 {
            (one, other) = (other, one % other);
        }
        let (left, parts) = (left / one, self.parts / one);
        match whole {
            0 => write!(f, "{left}/{parts}"),
            _ => write!(f, "{whole} {left}/{parts}"),
        }
    }
}

/// What an attack is made of. §6.10
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Attack {
    pub soldiers: u32,
    /// What the hero there is worth.
    pub hero: u32,
    /// By how many attacks it is divided.
    pub attacks: u32,
    /// §6.10 Divided by 2 again.
    pub by_sea: bool,
}

impl Attack {
    #[inline]
    pub fn power(self) -> Power {
        let sea = if self.by_sea { 2 } else { 1 };
        Power::new(
            u64::from(self.soldiers) + u64::from(self.hero),
            u64::from(self.attacks) * sea,
        )
    }
}

/// What a defence is made of. §6.11
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Defence {
    /// On the land itself.
    pub soldiers: u32,
    /// What the hero there is worth.
    pub hero: u32,
    /// On the owner's lands connected by land, a hero there included.
    pub near: u32,
    /// On those connected by sea, before it is halved.
    pub over_sea: u32,
}

impl Defence {
    #[inline]
    pub fn power(self) -> Power {
        let full = u64::from(self.soldiers) + u64::from(self.hero) + u64::from(self.near);
        Power::new(2 * full + u64::from(self.over_sea), 2)
    }
}

impl LandBuster {
    /// §3.1 How two lands are connected.
    pub fn connection(&self, one: Land, other: Land) -> Option<Connection> {
        self.map().connection(one, other)
    }

    /// §8.2 What a player's hero is worth, wherever he stands.
    #[inline]
    pub fn hero_worth(&self, state: &State, seat: Seat) -> u32 {
        state.total(seat) / 5
    }

    /// The soldiers on a land, and what the hero there is worth.
    #[inline]
    pub(super) fn stand(&self, state: &State, seat: Seat, land: Land) -> (u32, u32) {
        let hero = match state.hero_at(seat) == Some(land) {
            true => self.hero_worth(state, seat),
            false => 0,
        };
        (state.soldiers(land), hero)
    }

    /// §6.11 The defence of a land; of a neutral one, its soldiers.
    #[inline]
    pub fn defence(&self, state: &State, land: Land) -> Defence {
        let Some(seat) = state.owner(land) else {
            return Defence {
                soldiers: state.soldiers(land),
                ..Defence::default()
            };
        };
        let (soldiers, hero) = self.stand(state, seat, land);
        let own = state.lands(seat);
        let (near, over_sea) = (self.map().near(land), self.map().over_sea(land));
        let sum = |lands: Lands| {
            lands
                .both(own)
                .iter()
                .map(|land| state.soldiers(land))
                .sum()
        };
        let mut defence = Defence {
            soldiers,
            hero,
            near: sum(near),
            over_sea: sum(over_sea),
        };
        if let Some(at) = state.hero_at(seat).filter(|&at| at != land) {
            if near.contains(at) {
                defence.near += self.hero_worth(state, seat);
            } else if over_sea.contains(at) {
                defence.over_sea += self.hero_worth(state, seat);
            }
        }
        defence
    }

    /// §6.10 The attack that the owner of `from` could bring against `to` as one more attack of its
    /// turn; the attack itself, if it is planned. Whether it may is another question.
    #[inline]
    pub fn attack(&self, state: &State, from: Land, to: Land) -> Attack {
        let owner = state.owner(from);
        let planned = match owner == Some(state.mover) {
            true => state.planned() + usize::from(!state.is_planned(from, to)),
            false => 1,
        };
        self.attack_of(state, from, to, planned as u32)
    }

    /// The same as one of `attacks`.
    #[inline]
    pub(super) fn attack_of(&self, state: &State, from: Land, to: Land, attacks: u32) -> Attack {
        let owner = state.owner(from);
        let (soldiers, hero) = match owner {
            Some(seat) => self.stand(state, seat, from),
            None => (state.soldiers(from), 0),
        };
        // §9.7
        let whole = state.boons.full_power && owner == Some(state.mover);
        Attack {
            soldiers,
            hero,
            attacks: if whole { 1 } else { attacks },
            by_sea: self.map().connection(from, to) == Some(Connection::Sea),
        }
    }

    /// §3.1, §3.2 The lands that can be attacked, captured or moved to from a land.
    #[inline]
    pub fn reach(&self, state: &State, from: Land) -> Lands {
        let near = self.map().near(from);
        match state.ports.contains(from) {
            true => near.or(self.map().over_sea(from)),
            false => near,
        }
    }

    /// §9.6 Whether one more attack may go anywhere: the item is used, and no planned attack needs it.
    #[inline]
    pub(super) fn may_go_anywhere(&self, state: &State) -> bool {
        state.boons.anywhere
            && state
                .plans()
                .all(|plan| self.reach(state, plan.from).contains(plan.to))
    }
}
