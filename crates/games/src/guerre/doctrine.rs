//! Every number and switch of the rules, as data.

use super::state::Class;

/// What one class of units can do.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Corps {
    pub attack: u8,
    /// The attack value in a charge, for classes that charge.
    pub charge: Option<u8>,
    pub defence: u8,
    /// King's steps in one move, at most [`Doctrine::MOST_STEPS`].
    pub steps: u8,
    pub range: u8,
    /// Whether forts and passes help it to defend.
    pub shelter: bool,
    pub role: Role,
}

/// What a unit is for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Role {
    /// Attacks, holds ground, takes arsenals.
    Fighter,
    /// Passes communications on.
    Relay,
}

/// When attacks happen.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum AttackTiming {
    /// Right after a move, by the unit that moved.
    EachMove,
    /// Once, after all moves; the attack ends the turn.
    EndOfTurn,
}

/// Which cavalry charges.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ChargeLines {
    /// The line of the cavalry that starts the attack.
    Initiator,
    /// Every line of cavalry that touches the target.
    All,
}

/// Whether a relay that is reached by contact with a fighting unit radiates.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum RelayContact {
    Wakes,
    Ignored,
}

/// The rules in numbers. The rule trees say what they mean.
#[derive(Clone, PartialEq, Debug)]
pub struct Doctrine {
    /// In the order of [`Class::ALL`].
    pub corps: [Corps; Class::ALL.len()],
    /// What a fort adds to a defence.
    pub fort: u8,
    /// What a pass adds to a defence.
    pub pass: u8,
    /// The surplus of attack over defence from which the target must retreat.
    pub retreat_at: i32,
    /// The surplus from which it is destroyed.
    pub destroy_at: i32,
    /// Moves in a turn.
    pub moves: u8,
    pub attack_timing: AttackTiming,
    pub charge_lines: ChargeLines,
    pub relay_contact: RelayContact,
    /// What a relay that is cut off defends its own square with. How far the others lend their defence is
    /// the range of their corps.
    pub relay_offline_defence: u8,
    /// Whether a fighting unit that is cut off itself still stops enemy lines.
    pub offline_cuts: bool,
    /// Whether two arsenals may fall in one turn.
    pub two_arsenals: bool,
    /// Whether a retreat may end in an enemy arsenal.
    pub retreat_into_arsenal: bool,
    /// Whether a side without relays whose fighting units are all cut off has lost.
    pub relays_lost: bool,
    /// Half-turns without a loss, a retreat or an arsenal after which the game is drawn.
    pub quiet_limit: u8,
    /// Half-turns after which the game is drawn.
    pub length_limit: u16,
}

impl Doctrine {
    /// How far the generator's window looks.
    pub const MOST_STEPS: u8 = 3;

    /// The game as the report from Bordeaux plays it.
    pub const BORDEAUX: Doctrine = Doctrine {
        corps: [
            Corps {
                attack: 4,
                charge: None,
                defence: 6,
                steps: 1,
                range: 2,
                shelter: true,
                role: Role::Fighter,
            },
            Corps {
                attack: 4,
                charge: Some(7),
                defence: 5,
                steps: 2,
                range: 2,
                shelter: false,
                role: Role::Fighter,
            },
            Corps {
                attack: 5,
                charge: None,
                defence: 8,
                steps: 1,
                range: 3,
                shelter: true,
                role: Role::Fighter,
            },
            Corps {
                attack: 5,
                charge: None,
                defence: 8,
                steps: 2,
                range: 3,
                shelter: true,
                role: Role::Fighter,
            },
            Corps {
                attack: 0,
                charge: None,
                defence: 1,
                steps: 1,
                range: 2,
                shelter: false,
                role: Role::Relay,
            },
            Corps {
                attack: 0,
                charge: None,
                defence: 1,
                steps: 2,
                range: 2,
                shelter: false,
                role: Role::Relay,
            },
        ],
        fort: 4,
        pass: 2,
        retreat_at: 1,
        destroy_at: 2,
        moves: 5,
        attack_timing: AttackTiming::EachMove,
        charge_lines: ChargeLines::Initiator,
        relay_contact: RelayContact::Wakes,
        relay_offline_defence: 0,
        offline_cuts: true,
        two_arsenals: true,
        retreat_into_arsenal: false,
        relays_lost: false,
        quiet_limit: 80,
        length_limit: 600,
    };

    /// The game as its author published it.
    pub const DEBORD: Doctrine = Doctrine {
        attack_timing: AttackTiming::EndOfTurn,
        charge_lines: ChargeLines::All,
        two_arsenals: false,
        ..Doctrine::BORDEAUX
    };

    /// The author's game as the Radical Software Group programmed it.
    pub const RSG: Doctrine = {
        let mut doctrine = Doctrine {
            relay_contact: RelayContact::Ignored,
            relay_offline_defence: 1,
            relays_lost: true,
            ..Doctrine::DEBORD
        };
        doctrine.lend(0);
        doctrine
    };

    /// Lets relays lend their defence this far.
    pub const fn lend(&mut self, range: u8) {
        self.corps[Class::Relay as usize].range = range;
        self.corps[Class::MountedRelay as usize].range = range;
    }
    /// How far relays lend their defence.
    pub fn relay_support(&self) -> u8 {
        self.corps(Class::Relay).range
    }

    #[inline]
    pub fn corps(&self, class: Class) -> &Corps {
        &self.corps[class as usize]
    }
    #[inline]
    pub fn is_fighter(&self, class: Class) -> bool {
        self.corps(class).role == Role::Fighter
    }
}
