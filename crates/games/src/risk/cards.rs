//! The cards: 14 soldiers, 14 tanks, 14 cannons. §5

use std::fmt;

use vauban_game::MAX_SEATS;

/// What a card shows.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Kind {
    Soldier,
    Tank,
    Cannon,
}

/// How many cards there are of each kind.
pub const OF_A_KIND: u8 = 14;

/// As many hands as there can be seats.
pub(super) const HANDS: usize = MAX_SEATS;

/// Some cards: how many of each kind.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Cards(pub(super) [u8; 3]);

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Soldier, Kind::Tank, Kind::Cannon];

    /// §5.4 The armies that three of them bring.
    pub const fn worth(self) -> u16 {
        match self {
            Kind::Soldier => 3,
            Kind::Tank => 5,
            Kind::Cannon => 8,
        }
    }
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Soldier => "soldier",
            Kind::Tank => "tank",
            Kind::Cannon => "cannon",
        }
    }
    pub const fn letter(self) -> char {
        match self {
            Kind::Soldier => 's',
            Kind::Tank => 't',
            Kind::Cannon => 'c',
        }
    }
    pub fn read(text: &str) -> Option<Kind> {
        let is = |kind: &Kind| {
            let mut letter = [0; 4];
            let letter = kind.letter().encode_utf8(&mut letter);
            text.eq_ignore_ascii_case(kind.word()) || text.eq_ignore_ascii_case(letter)
        };
        Kind::ALL.into_iter().find(is)
    }
}

impl Cards {
    pub const NONE: Cards = Cards([0; 3]);
    /// All 42.
    pub const DECK: Cards = Cards([OF_A_KIND; 3]);

    #[inline]
    pub fn of(self, kind: Kind) -> u8 {
        self.0[kind as usize]
    }
    #[inline]
    pub fn len(self) -> u8 {
        let [soldiers, tanks, cannons] = self.0;
        soldiers + tanks + cannons
    }
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
    #[must_use]
    pub fn with(mut self, kind: Kind) -> Cards {
        self.0[kind as usize] += 1;
        self
    }
    #[must_use]
    pub fn without(mut self, kind: Kind) -> Cards {
        self.0[kind as usize] = self.0[kind as usize].saturating_sub(1);
        self
    }
    #[must_use]
    pub fn plus(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|at| {
            self.0[at].saturating_add(other.0[at])
        }))
    }
    #[must_use]
    pub fn minus(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|at| {
            self.0[at].saturating_sub(other.0[at])
        }))
    }
    pub fn holds(self, other: Cards) -> bool {
        (0..3).all(|at| self.0[at] >= other.0[at])
    }
    /// §5.4 Three equal ones.
    #[inline]
    pub fn three(kind: Kind) -> Cards {
        let mut cards = Cards::NONE;
        cards.0[kind as usize] = 3;
        cards
    }
    /// The kind of three equal cards.
    pub fn set(self) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .find(|&kind| self == Cards::three(kind))
    }
    /// The kinds of which it holds three or more.
    #[inline]
    pub fn sets(self) -> impl Iterator<Item = Kind> {
        Kind::ALL
            .into_iter()
            .filter(move |&kind| self.of(kind) >= 3)
    }
    /// One for each card.
    pub(super) fn kinds(self) -> impl Iterator<Item = Kind> {
        let times = move |kind| std::iter::repeat_n(kind, self.of(kind).into());
        Kind::ALL.into_iter().flat_map(times)
    }
    /// The letters of all cards: `sst`.
    pub(super) fn letters(self) -> String {
        self.kinds().map(Kind::letter).collect()
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.letters())
    }
}
