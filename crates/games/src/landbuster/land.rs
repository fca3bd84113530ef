//! A land and sets of lands. §1.8

use std::fmt;

use vauban_game::scene::Spot;

/// §1.7 No map has more lands.
pub const MOST_LANDS: usize = 64;

/// A land, counted from 0 in code and from 1 wherever somebody reads it.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Land(pub(super) u8);

/// A set of lands.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Default)]
pub struct Lands(pub(super) u64);

impl Land {
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % MOST_LANDS
    }
    /// The number that people read.
    pub fn number(self) -> u8 {
        self.0 + 1
    }
    /// The land that people call `number`, on a map with `count` lands.
    pub fn from_number(number: u8, count: usize) -> Option<Land> {
        (1..=count)
            .contains(&usize::from(number))
            .then(|| Land(number - 1))
    }
    pub fn spot(self) -> Spot {
        Spot(self.to_string())
    }
    /// The land whose spot this is; any number may stand there.
    pub(super) fn of_spot(spot: &Spot, count: usize) -> Option<Land> {
        let land = Land::from_number(spot.0.parse().ok()?, count)?;
        (land.to_string() == spot.0).then_some(land)
    }
}

impl fmt::Display for Land {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl Lands {
    pub const NONE: Lands = Lands(0);

    /// The first `count` lands.
    pub fn first(count: usize) -> Lands {
        Lands(if count >= MOST_LANDS {
            u64::MAX
        } else {
            (1 << count) - 1
        })
    }
    #[inline]
    pub fn of(land: Land) -> Lands {
        Lands(1 << land.index())
    }
    #[inline]
    pub fn contains(self, land: Land) -> bool {
        self.0 >> land.index() & 1 == 1
    }
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    #[inline]
    #[must_use]
    pub fn with(self, land: Land) -> Lands {
        Lands(self.0 | 1 << land.index())
    }
    #[inline]
    #[must_use]
    pub fn without(self, land: Land) -> Lands {
        Lands(self.0 & !(1 << land.index()))
    }
    #[inline]
    #[must_use]
    pub fn or(self, other: Lands) -> Lands {
        Lands(self.0 | other.0)
    }
    #[inline]
    #[must_use]
    pub fn both(self, other: Lands) -> Lands {
        Lands(self.0 & other.0)
    }
    #[inline]
    #[must_use]
    pub fn minus(self, other: Lands) -> Lands {
        Lands(self.0 & !other.0)
    }
    /// The lands in it, from the first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Land> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| Land(rest.trailing_zeros() as u8));
            rest &= rest.wrapping_sub(1);
            next
        })
    }
}

impl FromIterator<Land> for Lands {
    fn from_iter<I: IntoIterator<Item = Land>>(lands: I) -> Lands {
        lands.into_iter().fold(Lands::NONE, Lands::with)
    }
}

impl fmt::Debug for Lands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(Land::number))
            .finish()
    }
}
