//! What changes during a match: the units, the arsenals that stand, and who reaches whom.

use std::fmt;

use vauban_game::{Ending, Outcome, Seat, fingerprint, mix};

use super::{NORTH, Place, SOUTH, area::Area, board::Square};

/// A side has at most this many units.
pub const MOST_UNITS: usize = 20;

/// A kind of unit.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Class {
    Infantry,
    Cavalry,
    Artillery,
    MountedArtillery,
    Relay,
    MountedRelay,
}

impl Class {
    pub const ALL: [Class; 6] = [
        Class::Infantry,
        Class::Cavalry,
        Class::Artillery,
        Class::MountedArtillery,
        Class::Relay,
        Class::MountedRelay,
    ];
    /// Its name in save files and on the board.
    pub fn code(self) -> &'static str {
        match self {
            Class::Infantry => "I",
            Class::Cavalry => "C",
            Class::Artillery => "A",
            Class::MountedArtillery => "AC",
            Class::Relay => "R",
            Class::MountedRelay => "RC",
        }
    }
    /// The class called `code`, in either case.
    pub fn read(code: &str) -> Option<Class> {
        Class::ALL
            .into_iter()
            .find(|class| class.code().eq_ignore_ascii_case(code))
    }
}

/// Something that is true of a unit for a while.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Flag {
    /// It must retreat; once it has moved too, it has retreated this turn.
    Retreat = 1,
    /// It has moved this turn.
    Moved = 2,
    /// It moved last, this turn.
    Last = 4,
    /// It has attacked or taken an arsenal this turn.
    Spent = 8,
}

/// A unit, or nothing: 9 bits of square, 3 of class, 4 of flags.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub struct Unit(u16);

impl Unit {
    /// A slot without a unit.
    pub const NONE: Unit = Unit(u16::MAX);

    #[inline]
    pub fn new(class: Class, square: Square) -> Unit {
        Unit(square.0 | (class as u16) << 9)
    }
    #[inline]
    pub fn stands(self) -> bool {
        self != Unit::NONE
    }
    #[inline]
    pub fn square(self) -> Square {
        Square(self.0 & 0x1ff)
    }
    /// The class of a unit that stands.
    #[inline]
    pub fn class(self) -> Class {
        // Eight entries for three bits, so that no bound is checked; the last two never occur.
        const BY_BITS: [Class; 8] = {
            let [i, c, a, ac, r, rc] = Class::ALL;
            [i, c, a, ac, r, rc, rc, rc]
        };
        BY_BITS[usize::from(self.0 >> 9 & 7)]
    }
    #[inline]
    pub fn is(self, flag: Flag) -> bool {
        self.0 >> 12 & flag as u16 != 0
    }
    #[inline]
    #[must_use]
    pub fn with(self, flag: Flag) -> Unit {
        Unit(self.0 | (flag as u16) << 12)
    }
    #[inline]
    #[must_use]
    pub fn without(self, flag: Flag) -> Unit {
        Unit(self.0 & !((flag as u16) << 12))
    }
    /// The same unit elsewhere.
    #[inline]
    #[must_use]
    pub fn at(self, square: Square) -> Unit {
        Unit(self.0 & !0x1ff | square.0)
    }
    /// The same unit with nothing special about it.
    #[inline]
    #[must_use]
    pub fn fresh(self) -> Unit {
        Unit(self.0 & 0x0fff)
    }
    /// Whether it must still retreat before its side does anything else.
    #[inline]
    pub fn must_retreat(self) -> bool {
        const BOTH: u16 = Flag::Retreat as u16 | Flag::Moved as u16;
        self.0 >> 12 & BOTH == Flag::Retreat as u16 && self.stands()
    }
    #[inline]
    pub(super) fn bits(self) -> u16 {
        self.0
    }
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.stands() {
            return f.write_str("-");
        }
        write!(
            f,
            "{}@{}/{}",
            self.class().code(),
            self.square().0,
            self.0 >> 12
        )
    }
}

/// One choice.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    Move { from: Place, to: Place },
    Attack { from: Place, to: Place },
    End,
}

/// Why a game is over, as far as the position says.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum End {
    /// All arsenals of this seat's enemy are gone.
    Arsenals(Seat),
    /// All fighting units of this seat's enemy are gone.
    Army(Seat),
    /// This seat's enemy has no relay left, and its fighting units are all cut off.
    Relays(Seat),
    /// Neither side has what it needs to go on.
    Exhausted,
    /// Too long without a loss, a retreat or an arsenal.
    Quiet,
    /// Too long altogether.
    Long,
}

impl End {
    pub(super) fn outcome(self) -> Outcome {
        match self {
            End::Arsenals(winner) => Outcome::win(winner, 2, ARSENALS),
            End::Army(winner) => Outcome::win(winner, 2, ARMY),
            End::Relays(winner) => Outcome::win(winner, 2, RELAYS),
            End::Exhausted => Outcome::draw(2, EXHAUSTED),
            End::Quiet => Outcome::draw(2, QUIET),
            End::Long => Outcome::draw(2, LONG),
        }
    }
}

const ARSENALS: &Ending = &Ending::new(
    "arsenals",
    "by destroying all enemy arsenals",
    "par la destruction de tous les arsenaux ennemis",
);
const ARMY: &Ending = &Ending::new(
    "army",
    "by leaving the enemy no fighting unit",
    "en ne laissant à l'ennemi aucune unité combattante",
);
const RELAYS: &Ending = &Ending::new(
    "relays",
    "by destroying the enemy's relays and cutting off all its fighting units",
    "en détruisant les relais de l'ennemi et en coupant toutes ses unités combattantes",
);
const EXHAUSTED: &Ending = &Ending::new(
    "exhausted",
    "because neither side can go on",
    "car aucun des deux camps ne peut continuer",
);
const QUIET: &Ending = &Ending::new(
    "quiet",
    "after 80 half-turns without a loss, a retreat or an arsenal",
    "après 80 demi-tours sans perte, ni retraite, ni arsenal détruit",
);
const LONG: &Ending = &Ending::new("long", "after 600 half-turns", "après 600 demi-tours");

/// All that changes.
///
/// A unit keeps its slot for the whole match, so that a picture can follow it. What follows from the
/// rest (communications, the end) is kept here too, because every node of a search needs it.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pub(super) units: [[Unit; MOST_UNITS]; 2],
    /// The squares in communication, for each side.
    pub(super) communications: [Area; 2],
    /// Which of the board's arsenals stand: a bit each, for each side.
    pub(super) standing: [u32; 2],
    /// Half-turns that are over.
    pub(super) half_turns: u16,
    /// Whole half-turns since the last loss, retreat or arsenal; [`State::STIRRED`] in a half-turn that had one.
    pub(super) quiet: u8,
    pub(super) moves_left: u8,
    /// Whether an enemy arsenal fell this turn, where the rules ask for it.
    pub(super) razed: bool,
    pub(super) mover: Seat,
    pub(super) end: Option<End>,
}

const _: () = assert!(size_of::<State>() <= 256);

impl State {
    /// What [`State::quiet`] holds in a half-turn that was not quiet.
    pub(super) const STIRRED: u8 = u8::MAX;

    /// Nothing on the board.
    pub(super) fn empty() -> State {
        State {
            units: [[Unit::NONE; MOST_UNITS]; 2],
            communications: [Area::EMPTY; 2],
            standing: [0; 2],
            half_turns: 0,
            quiet: 0,
            moves_left: 0,
            razed: false,
            mover: NORTH,
            end: None,
        }
    }

    /// The units of one side that stand.
    #[inline]
    pub fn units(&self, seat: Seat) -> impl Iterator<Item = Unit> + '_ {
        self.slots(seat).map(|(_, unit)| unit)
    }
    /// The units of one side that stand, each with its slot.
    #[inline]
    pub fn slots(&self, seat: Seat) -> impl Iterator<Item = (usize, Unit)> + '_ {
        self.units[seat.index()]
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, unit)| unit.stands())
    }
    /// One side's unit on a square.
    #[inline]
    pub fn unit(&self, seat: Seat, square: Square) -> Option<Unit> {
        self.units(seat).find(|unit| unit.square() == square)
    }
    #[inline]
    pub(super) fn slot(&self, seat: Seat, square: Square) -> Option<usize> {
        self.units[seat.index()]
            .iter()
            .position(|unit| unit.0 & 0x1ff == square.0 && unit.stands())
    }
    /// Whoever stands on a square.
    pub fn occupant(&self, square: Square) -> Option<(Seat, Unit)> {
        [NORTH, SOUTH]
            .into_iter()
            .find_map(|seat| Some((seat, self.unit(seat, square)?)))
    }
    /// The squares where a side is in communication.
    #[inline]
    pub fn communication(&self, seat: Seat) -> &Area {
        &self.communications[seat.index()]
    }
    pub fn mover(&self) -> Seat {
        self.mover
    }
    pub fn moves_left(&self) -> u8 {
        self.moves_left
    }
    pub fn half_turns(&self) -> u16 {
        self.half_turns
    }
    pub fn end(&self) -> Option<End> {
        self.end
    }
    /// Whether a unit of the side on turn must still retreat.
    #[inline]
    pub fn retreat_pending(&self) -> bool {
        self.units[self.mover.index()]
            .iter()
            .any(|unit| unit.must_retreat())
    }
    /// Whether the side on turn has attacked or taken an arsenal this turn.
    #[inline]
    pub(super) fn spent(&self) -> bool {
        self.units(self.mover)
            .any(|unit| unit.is(Flag::Spent) && !unit.is(Flag::Retreat))
    }
    /// Makes a side's units ready for its turn: whoever must retreat still must.
    pub(super) fn refresh(&mut self, seat: Seat) {
        for unit in &mut self.units[seat.index()] {
            if unit.stands() {
                let retreat = unit.is(Flag::Retreat);
                *unit = unit.fresh();
                if retreat {
                    *unit = unit.with(Flag::Retreat);
                }
            }
        }
    }
    /// One side's units that are out of communication.
    pub fn isolated(&self, seat: Seat) -> impl Iterator<Item = Unit> + '_ {
        let area = self.communication(seat);
        self.units(seat)
            .filter(move |unit| !area.contains(unit.square()))
    }
    pub(super) fn stir(&mut self) {
        self.quiet = State::STIRRED;
    }

    /// A number for the position without its counters; which unit has which slot does not matter.
    pub(super) fn key(&self) -> u64 {
        let mut sum = 0u64;
        for seat in [NORTH, SOUTH] {
            for unit in self.units(seat) {
                let word = u64::from(unit.bits()) << 1 | u64::from(seat.0);
                sum = sum.wrapping_add(mix(word ^ 0x5EED_0FDE_B02D_1977));
            }
        }
        let standing = u64::from(self.standing[0]) << 32 | u64::from(self.standing[1]);
        let turn =
            u64::from(self.razed) << 16 | u64::from(self.moves_left) << 8 | u64::from(self.mover.0);
        fingerprint(&[sum, standing, turn])
    }
}
