//! The 42 countries, their six continents and 83 borders. §1

use std::fmt;

use vauban_game::{Text, scene::Spot};

/// How many countries there are.
pub const COUNTRIES: usize = 42;

/// A country, counted from 0 in the order of the ids.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Country(pub(super) u8);

/// A part of the world whose countries share the first digit of their ids.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Continent {
    Africa,
    Asia,
    NorthAmerica,
    SouthAmerica,
    Europe,
    Oceania,
}

/// A set of countries.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Default)]
pub struct Lands(pub(super) u64);

struct Entry {
    id: u16,
    name: Text,
    /// With its article, as it stands inside a sentence.
    the: Text,
    neighbours: &'static [u16],
}

/// `entry!(103, "" "Egypt", "l'" "Égypte", [102])`: each name behind its article.
macro_rules! entry {
    ($id:literal, $the:literal $en:literal, $le:literal $fr:literal, $neighbours:expr) => {
        Entry {
            id: $id,
            name: Text::fixed($en, $fr),
            the: Text::fixed(concat!($the, $en), concat!($le, $fr)),
            neighbours: &$neighbours,
        }
    };
}

/// §1.1 In the order of the ids.
#[rustfmt::skip]
static WORLD: [Entry; COUNTRIES] = [
    entry!(101, "" "Congo", "le " "Congo", [102, 105, 106]),
    entry!(102, "" "East Africa", "l'" "Afrique de l'Est", [101, 103, 104, 105, 106, 207]),
    entry!(103, "" "Egypt", "l'" "Égypte", [102, 105, 207, 505]),
    entry!(104, "" "Madagascar", "" "Madagascar", [102, 106]),
    entry!(105, "" "North Africa", "l'" "Afrique du Nord", [101, 102, 103, 402, 505, 507]),
    entry!(106, "" "South Africa", "l'" "Afrique du Sud", [101, 102, 104]),
    entry!(201, "" "Afghanistan", "l'" "Afghanistan", [202, 203, 207, 211, 506]),
    entry!(202, "" "China", "la " "Chine", [201, 203, 208, 209, 210, 211]),
    entry!(203, "" "India", "l'" "Inde", [201, 202, 207, 209]),
    entry!(204, "" "Chita", "" "Tchita", [206, 208, 210, 212]),
    entry!(205, "" "Japan", "le " "Japon", [206, 208]),
    entry!(206, "" "Kamchatka", "le " "Kamtchatka", [204, 205, 208, 212, 301]),
    entry!(207, "the " "Middle East", "le " "Moyen-Orient", [102, 103, 201, 203, 505, 506]),
    entry!(208, "" "Mongolia", "la " "Mongolie", [202, 204, 205, 206, 210]),
    entry!(209, "" "Siam", "le " "Siam", [202, 203, 602]),
    entry!(210, "" "Siberia", "la " "Sibérie", [202, 204, 208, 211, 212]),
    entry!(211, "" "Ural", "l'" "Oural", [201, 202, 210, 506]),
    entry!(212, "" "Yakutia", "la " "Yakoutie", [204, 206, 210]),
    entry!(301, "" "Alaska", "l'" "Alaska", [206, 302, 306]),
    entry!(302, "" "Alberta", "l'" "Alberta", [301, 306, 307, 309]),
    entry!(303, "" "Central America", "l'" "Amérique centrale", [304, 309, 404]),
    entry!(304, "the " "Eastern States", "les " "États de l'Est", [303, 307, 308, 309]),
    entry!(305, "" "Greenland", "le " "Groenland", [306, 307, 308, 502]),
    entry!(306, "the " "Northwest Territories", "les " "Territoires du Nord-Ouest", [301, 302, 305, 307]),
    entry!(307, "" "Ontario", "l'" "Ontario", [302, 304, 305, 306, 308, 309]),
    entry!(308, "" "Quebec", "le " "Québec", [304, 305, 307]),
    entry!(309, "the " "Western States", "les " "États de l'Ouest", [302, 303, 304, 307]),
    entry!(401, "" "Argentina", "l'" "Argentine", [402, 403]),
    entry!(402, "" "Brazil", "le " "Brésil", [105, 401, 403, 404]),
    entry!(403, "" "Peru", "le " "Pérou", [401, 402, 404]),
    entry!(404, "" "Venezuela", "le " "Vénézuela", [303, 402, 403]),
    entry!(501, "" "Great Britain", "la " "Grande-Bretagne", [502, 503, 504, 507]),
    entry!(502, "" "Iceland", "l'" "Islande", [305, 501, 504]),
    entry!(503, "" "Northern Europe", "l'" "Europe du Nord", [501, 504, 505, 506, 507]),
    entry!(504, "" "Scandinavia", "la " "Scandinavie", [501, 502, 503, 506]),
    entry!(505, "" "Southern Europe", "l'" "Europe du Sud", [103, 105, 207, 503, 506, 507]),
    entry!(506, "" "Ukraine", "l'" "Ukraine", [201, 207, 211, 503, 504, 505]),
    entry!(507, "" "Western Europe", "l'" "Europe occidentale", [105, 501, 503, 505]),
    entry!(601, "" "Eastern Australia", "l'" "Australie orientale", [603, 604]),
    entry!(602, "" "Indonesia", "l'" "Indonésie", [209, 603, 604]),
    entry!(603, "" "New Guinea", "la " "Nouvelle-Guinée", [601, 602, 604]),
    entry!(604, "" "Western Australia", "l'" "Australie occidentale", [601, 602, 603]),
];

const IDS: [u16; COUNTRIES] = {
    let mut ids = [0; COUNTRIES];
    let mut at = 0;
    while at < COUNTRIES {
        ids[at] = WORLD[at].id;
        at += 1;
    }
    ids
};

/// By country: those that it borders on.
static BORDERS: [Lands; 64] = {
    let mut borders = [Lands(0); 64];
    let mut at = 0;
    while at < COUNTRIES {
        let neighbours = WORLD[at].neighbours;
        let mut next = 0;
        while next < neighbours.len() {
            if let Some(country) = Country::of_id(neighbours[next]) {
                borders[at].0 |= 1 << country.0;
            }
            next += 1;
        }
        at += 1;
    }
    borders
};

impl Country {
    /// Every country, in the order of the ids.
    pub fn all() -> impl DoubleEndedIterator<Item = Country> + ExactSizeIterator {
        (0..COUNTRIES as u8).map(Country)
    }
    /// The country with this id.
    pub const fn of_id(id: u16) -> Option<Country> {
        let mut at = 0;
        while at < COUNTRIES {
            if IDS[at] == id {
                return Some(Country(at as u8));
            }
            at += 1;
        }
        None
    }
    pub fn id(self) -> u16 {
        IDS[self.index()]
    }
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
    pub fn name(self) -> &'static Text {
        &WORLD[self.index()].name
    }
    /// Its name inside a sentence: `the Middle East`, `l'Égypte`.
    pub fn the(self) -> &'static Text {
        &WORLD[self.index()].the
    }
    /// The form of a verb that goes with its name: the Western States *have*.
    pub(super) fn verb(self, en: [&str; 2], fr: [&str; 2]) -> Text {
        let is_plural = self.the().fr.starts_with("les ");
        Text::plural(if is_plural { 2 } else { 1 }, en, fr)
    }
    pub fn continent(self) -> Continent {
        Continent::ALL[usize::from(self.id() / 100 - 1)]
    }
    /// §1.3 The countries that it borders on.
    #[inline]
    pub fn neighbours(self) -> Lands {
        BORDERS[usize::from(self.0 & 63)]
    }
    pub fn borders_on(self, other: Country) -> bool {
        self.neighbours().contains(other)
    }
    pub(super) fn spot(self) -> Spot {
        Spot(self.to_string())
    }
    /// The country that a spot of the map names.
    pub(super) fn of_spot(spot: &Spot) -> Option<Country> {
        let id: u16 = spot.0.parse().ok()?;
        Country::of_id(id).filter(|country| country.to_string() == spot.0)
    }
}

/// The id.
impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id().fmt(f)
    }
}

impl Continent {
    pub const ALL: [Continent; 6] = [
        Continent::Africa,
        Continent::Asia,
        Continent::NorthAmerica,
        Continent::SouthAmerica,
        Continent::Europe,
        Continent::Oceania,
    ];

    pub fn index(self) -> usize {
        self as usize
    }
    pub const fn lands(self) -> Lands {
        let mut lands = 0;
        let mut at = 0;
        while at < COUNTRIES {
            if IDS[at] / 100 == self as u16 + 1 {
                lands |= 1 << at;
            }
            at += 1;
        }
        Lands(lands)
    }
    /// §9.4 The armies that holding all of it brings each turn.
    pub const fn bonus(self) -> u16 {
        match self {
            Continent::Africa => 3,
            Continent::Asia => 7,
            Continent::NorthAmerica | Continent::Europe => 5,
            Continent::SouthAmerica | Continent::Oceania => 2,
        }
    }
}

impl Lands {
    pub const NONE: Lands = Lands(0);
    pub const ALL: Lands = Lands((1 << COUNTRIES) - 1);

    #[inline]
    pub fn contains(self, country: Country) -> bool {
        self.0 >> (country.0 & 63) & 1 == 1
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
    pub fn with(self, country: Country) -> Lands {
        Lands(self.0 | 1 << (country.0 & 63))
    }
    #[inline]
    #[must_use]
    pub fn without(self, country: Country) -> Lands {
        Lands(self.0 & !(1 << (country.0 & 63)))
    }
    /// Those that are in both.
    #[inline]
    #[must_use]
    pub fn both(self, other: Lands) -> Lands {
        Lands(self.0 & other.0)
    }
    /// Those that are in one of them.
    #[inline]
    #[must_use]
    pub fn or(self, other: Lands) -> Lands {
        Lands(self.0 | other.0)
    }
    /// Those that are not in `other`.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Lands) -> Lands {
        Lands(self.0 & !other.0)
    }
    #[inline]
    pub fn holds(self, other: Lands) -> bool {
        other.0 & !self.0 == 0
    }
    /// The countries in it, in the order of the ids.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Country> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let country = Country(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(country)
        })
    }
    /// Everything that hangs together with `from` inside this set, `from` included.
    pub fn joined(self, from: Country) -> Lands {
        let mut found = Lands::NONE.with(from).both(self);
        let mut front = found;
        while !front.is_empty() {
            let around = front.iter().fold(Lands::NONE, |around, country| {
                around.or(country.neighbours())
            });
            front = around.both(self).minus(found);
            found = found.or(front);
        }
        found
    }
}

impl FromIterator<Country> for Lands {
    fn from_iter<I: IntoIterator<Item = Country>>(countries: I) -> Lands {
        countries.into_iter().fold(Lands::NONE, Lands::with)
    }
}

impl fmt::Debug for Lands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Country::id)).finish()
    }
}
