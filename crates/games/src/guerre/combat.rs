//! Attacks: who counts, for how much, and what becomes of the target. §6 and §7 of the rules.

use vauban_game::Seat;

use super::{
    Guerre,
    board::{DIRECTIONS, Square, Terrain},
    doctrine::{ChargeLines, Role},
    state::{Flag, State, Unit},
};

/// What becomes of a unit that is attacked.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Fate {
    Holds,
    /// It must retreat at the beginning of its side's turn.
    Retreats,
    Destroyed,
    /// It would have to retreat, has nowhere to go, and is destroyed at once.
    Trapped,
}

impl Fate {
    /// The word that programs read.
    pub fn word(self) -> &'static str {
        match self {
            Fate::Holds => "none",
            Fate::Retreats => "retreat",
            Fate::Destroyed | Fate::Trapped => "destroyed",
        }
    }
    pub fn destroys(self) -> bool {
        matches!(self, Fate::Destroyed | Fate::Trapped)
    }
}

/// An attack, reckoned up.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Battle {
    pub attack: i32,
    pub defence: i32,
    pub fate: Fate,
    pub attackers: Vec<Share>,
    pub defenders: Vec<Share>,
}

/// What one unit adds to an attack or a defence.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Share {
    pub unit: Unit,
    pub value: u8,
    pub how: How,
}

/// Why a share is what it is.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum How {
    Plain,
    Charging,
    InFort,
    OnPass,
}

impl Guerre {
    /// The attack of `seat` on `to`, started from `from`, with everybody's share.
    pub fn battle(&self, state: &State, seat: Seat, from: Square, to: Square) -> Battle {
        let (mut attackers, mut defenders) = (Vec::new(), Vec::new());
        self.attackers(state, seat, from, to, |share| attackers.push(share));
        self.defenders(state, seat.other(), to, |share| defenders.push(share));
        let (attack, defence) = (total(&attackers), total(&defenders));
        Battle {
            attack,
            defence,
            fate: self.fate(state, seat.other(), to, attack - defence),
            attackers,
            defenders,
        }
    }

    /// The two totals of an attack, without the lists.
    pub fn totals(&self, state: &State, seat: Seat, from: Square, to: Square) -> (i32, i32) {
        let (mut attack, mut defence) = (0, 0);
        self.attackers(state, seat, from, to, |share| {
            attack += i32::from(share.value);
        });
        self.defenders(state, seat.other(), to, |share| {
            defence += i32::from(share.value);
        });
        (attack, defence)
    }

    /// What a surplus of `surplus` does to the unit of `seat` on `square`.
    pub(super) fn fate(&self, state: &State, seat: Seat, square: Square, surplus: i32) -> Fate {
        if surplus >= self.doctrine.destroy_at {
            return Fate::Destroyed;
        }
        if surplus < self.doctrine.retreat_at {
            return Fate::Holds;
        }
        // §6.8 Communication is not asked here, only room.
        let room = self.board.around(square).iter().any(|next| {
            let closed = !self.doctrine.retreat_into_arsenal
                && self.is_arsenal_of(state, seat.other(), next);
            state.occupant(next).is_none() && !closed
        });
        if room { Fate::Retreats } else { Fate::Trapped }
    }

    /// Whether an arsenal of `seat` stands on `square`.
    #[inline]
    pub fn is_arsenal_of(&self, state: &State, seat: Seat, square: Square) -> bool {
        let standing = state.standing[seat.index()];
        self.board
            .arsenals(seat)
            .iter()
            .enumerate()
            .any(|(index, &arsenal)| arsenal == square && standing >> index & 1 == 1)
    }

    /// Whether a unit's fire reaches a square. Units are not in the way, mountains are.
    #[inline]
    pub(super) fn reaches(&self, unit: Unit, to: Square) -> bool {
        let from = unit.square();
        let distance = self.board.place(from).distance(self.board.place(to));
        distance <= u16::from(self.doctrine.corps(unit.class()).range)
            && self.board.sight(from).contains(to)
    }

    /// Whether a unit counts in its side's attacks at all.
    #[inline]
    pub(super) fn strikes(&self, state: &State, seat: Seat, unit: Unit) -> bool {
        self.doctrine.is_fighter(unit.class())
            && !unit.is(Flag::Retreat)
            && state.communication(seat).contains(unit.square())
    }

    /// Whether a unit that strikes and sees the target reaches it, by fire or by charge.
    #[inline]
    pub(super) fn hits(&self, state: &State, seat: Seat, unit: Unit, to: Square) -> bool {
        let charges = self.doctrine.corps(unit.class()).charge.is_some();
        // §7.4 A rear rank may start the charge.
        let charge = || {
            let from = unit.square();
            charges && !self.is_sheltered(to) && self.own_charge(state, seat, from, to) != 0
        };
        self.reaches(unit, to) || charge()
    }

    fn attackers(
        &self,
        state: &State,
        seat: Seat,
        from: Square,
        to: Square,
        mut add: impl FnMut(Share),
    ) {
        let charging = self.charge(state, seat, from, to);
        for (slot, unit) in state.slots(seat) {
            let corps = self.doctrine.corps(unit.class());
            if let Some(value) = corps.charge.filter(|_| charging >> slot & 1 == 1) {
                let how = How::Charging;
                add(Share { unit, value, how });
            } else if self.strikes(state, seat, unit) && self.reaches(unit, to) {
                let (value, how) = (corps.attack, How::Plain);
                add(Share { unit, value, how });
            }
        }
    }

    /// Everybody of `seat` who defends `square`, its own unit there with them.
    pub(super) fn defenders(
        &self,
        state: &State,
        seat: Seat,
        square: Square,
        mut add: impl FnMut(Share),
    ) {
        for unit in state.units(seat) {
            let targeted = unit.square() == square;
            if state.communication(seat).contains(unit.square()) {
                if targeted || self.reaches(unit, square) {
                    let (value, how) = self.defence(unit);
                    add(Share { unit, value, how });
                }
            } else if targeted {
                let value = self.offline_defence(unit);
                let how = How::Plain;
                if value > 0 {
                    add(Share { unit, value, how });
                }
            }
        }
    }

    /// §3.9 What a unit that is cut off defends its own square with.
    #[inline]
    pub(super) fn offline_defence(&self, unit: Unit) -> u8 {
        match self.doctrine.corps(unit.class()).role {
            Role::Relay => self.doctrine.relay_offline_defence,
            Role::Fighter => 0,
        }
    }

    /// What a unit in communication adds to a defence: its own value with its own shelter.
    #[inline]
    pub(super) fn defence(&self, unit: Unit) -> (u8, How) {
        let corps = self.doctrine.corps(unit.class());
        match self.board.terrain(unit.square()) {
            Some(Terrain::Fort) if corps.shelter => {
                (corps.defence + self.doctrine.fort, How::InFort)
            }
            Some(Terrain::Pass) if corps.shelter => {
                (corps.defence + self.doctrine.pass, How::OnPass)
            }
            _ => (corps.defence, How::Plain),
        }
    }

    /// The slots of the cavalry that charges in an attack on `to` started from `from`.
    pub(super) fn charge(&self, state: &State, seat: Seat, from: Square, to: Square) -> u32 {
        if self.is_sheltered(to) {
            return 0;
        }
        match self.doctrine.charge_lines {
            ChargeLines::All => DIRECTIONS
                .into_iter()
                .fold(0, |all, step| all | self.charge_line(state, seat, to, step)),
            ChargeLines::Initiator => self.own_charge(state, seat, from, to),
        }
    }

    /// §7.3 Whether nobody can be charged on `square`.
    #[inline]
    pub(super) fn is_sheltered(&self, square: Square) -> bool {
        matches!(
            self.board.terrain(square),
            Some(Terrain::Fort | Terrain::Pass)
        )
    }

    /// The slots of the line of cavalry from `to` through the one that attacks from `from`, and beyond.
    #[inline]
    pub(super) fn own_charge(&self, state: &State, seat: Seat, from: Square, to: Square) -> u32 {
        // A gapless line of cavalry is a line of sight.
        if !self.board.sight(to).contains(from) {
            return 0;
        }
        let (start, target) = (self.board.place(from), self.board.place(to));
        let step = |start: u16, target: u16| (i32::from(start) - i32::from(target)).signum();
        let step = (
            step(start.row, target.row),
            step(start.column, target.column),
        );
        let line = self.charge_line(state, seat, to, step);
        let initiator = state.slot(seat, from);
        if initiator.is_some_and(|slot| line >> slot & 1 == 1) {
            line
        } else {
            0
        }
    }

    /// The slots of the cavalry that stands without a gap from `to` in one direction.
    fn charge_line(&self, state: &State, seat: Seat, to: Square, step: (i32, i32)) -> u32 {
        let mut mask = 0u32;
        let mut here = to;
        while let Some(next) = self.board.step(here, step)
            && let Some(slot) = state.slot(seat, next)
            && self.may_charge(state, seat, state.units[seat.index()][slot])
        {
            mask |= 1 << slot;
            here = next;
        }
        mask
    }

    /// Whether a unit can be part of a line that charges.
    fn may_charge(&self, state: &State, seat: Seat, unit: Unit) -> bool {
        self.doctrine.corps(unit.class()).charge.is_some()
            && self.board.terrain(unit.square()) != Some(Terrain::Fort)
            && self.strikes(state, seat, unit)
    }
}

fn total(shares: &[Share]) -> i32 {
    shares.iter().map(|share| i32::from(share.value)).sum()
}
