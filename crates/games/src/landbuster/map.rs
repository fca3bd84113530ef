//! The map of one match: lands, seas, and what each land is. §1
//!
//! A map is drawn from a number, the option `map`; the same number gives the same map on every
//! machine and in every release of this rule set.

use vauban_game::Dice;

use super::{
    growth::{Growth, normal},
    land::{Land, Lands, MOST_LANDS},
    place_names::place_names,
};

/// §1.5 What a land is.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Terrain {
    Meadow,
    Forest,
    Desert,
    Mountain,
    Coastal,
}

/// §3.1 How two lands are connected.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Connection {
    Land,
    Sea,
}

/// What a cell belongs to.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Place {
    Land(Land),
    /// A stretch of sea, by its number.
    Sea(u8),
}

/// §1.7 No map was found.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct NoMap;

/// §1.7 After so many maps that do not fit, none is drawn any more.
pub const ATTEMPTS: u32 = 1_000;
/// §1.7
pub const LANDS_A_PLAYER: usize = 6;
/// §1.4 Soldiers at the beginning: mean, standard deviation and the most.
const TROOPS: (i64, i64, i64) = (25, 12, 100);

/// One map.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Map {
    number: u64,
    /// By cell.
    places: Vec<Place>,
    /// By land.
    names: Vec<String>,
    terrain: Vec<Terrain>,
    troops: Vec<u8>,
    near: [Lands; MOST_LANDS],
    over_sea: [Lands; MOST_LANDS],
    /// By stretch of sea: the lands that border it.
    shores: Vec<Lands>,
    /// By terrain.
    types: [Lands; 5],
    coast: Lands,
    fortresses: Lands,
    all: Lands,
}

impl Map {
    /// §1 The map with this number, for so many players.
    pub fn new(number: u64, players: u8) -> Result<Map, NoMap> {
        let mut dice = Dice::seeded(number);
        let mut maps = (0..ATTEMPTS).filter_map(|_| Map::drawn(number, players, &mut dice));
        maps.next().ok_or(NoMap)
    }

    /// One attempt; nothing if the map does not fit. §1.7
    fn drawn(number: u64, players: u8, dice: &mut Dice) -> Option<Map> {
        let growth = Growth::new(dice);
        let borders = growth.borders();
        let sea = seas(&borders, dice);
        let mut map = Map::of_regions(number, &growth, &borders, sea);
        let count = map.all.len();
        let fits = (LANDS_A_PLAYER * usize::from(players)..=MOST_LANDS).contains(&count);
        // Lands beyond the 64th have no place in the sets, so they are counted by region.
        let lands = borders.len() - sea.count_ones() as usize;
        if !fits || lands > MOST_LANDS || !map.is_joined() {
            return None;
        }
        map.people(dice);
        map.names = place_names(dice, count);
        Some(map)
    }

    /// §1.3, §3.1 Lands and stretches of sea, with their borders.
    fn of_regions(number: u64, growth: &Growth, borders: &[u128], sea: u128) -> Map {
        let is_sea = |region: usize| sea >> region & 1 == 1;
        let mut places: Vec<Place> = Vec::with_capacity(borders.len());
        let (mut lands, mut stretches) = (0, 0);
        let mut known: u128 = 0;
        let mut stretch_of = vec![0; borders.len()];
        for region in 0..borders.len() {
            if is_sea(region) && known >> region & 1 == 0 {
                let mut reach: u128 = 1 << region;
                loop {
                    let next = bits(reach).fold(reach, |all, one| all | borders[one] & sea);
                    if next == reach {
                        break;
                    }
                    reach = next;
                }
                known |= reach;
                for one in bits(reach) {
                    stretch_of[one] = stretches;
                }
                stretches += 1;
            }
            places.push(match is_sea(region) {
                true => Place::Sea(stretch_of[region]),
                false => {
                    lands += 1;
                    Place::Land(Land((lands - 1) as u8))
                }
            });
        }
        let lands: usize = lands;
        let all = Lands::first(lands);
        let mut map = Map {
            number,
            places: growth
                .regions
                .iter()
                .map(|&region| places[usize::from(region)])
                .collect(),
            names: Vec::new(),
            terrain: vec![Terrain::Meadow; lands],
            troops: vec![0; lands],
            near: [Lands::NONE; MOST_LANDS],
            over_sea: [Lands::NONE; MOST_LANDS],
            shores: vec![Lands::NONE; usize::from(stretches)],
            types: [Lands::NONE; 5],
            coast: Lands::NONE,
            fortresses: Lands::NONE,
            all,
        };
        for (region, &place) in places.iter().enumerate() {
            let Place::Land(land) = place else { continue };
            for other in bits(borders[region]) {
                match places[other] {
                    Place::Land(other) => {
                        let near = &mut map.near[land.index()];
                        *near = near.with(other);
                    }
                    Place::Sea(stretch) => {
                        let shore = &mut map.shores[usize::from(stretch)];
                        *shore = shore.with(land);
                    }
                }
            }
        }
        map.join_coasts();
        map
    }

    /// §3.1 Lands at the same stretch of sea are connected by it, unless they are adjacent.
    fn join_coasts(&mut self) {
        for &shore in &self.shores {
            self.coast = self.coast.or(shore);
            for land in shore.iter() {
                let near = self.near[land.index()].with(land);
                let over = &mut self.over_sea[land.index()];
                *over = over.or(shore.minus(near));
            }
        }
    }

    /// §1.4 to §1.6 Soldiers, types and fortresses.
    fn people(&mut self, dice: &mut Dice) {
        for land in self.all.iter() {
            let drawn = normal(dice, TROOPS.0, TROOPS.1);
            let troops = if (0..=TROOPS.2).contains(&drawn) {
                drawn
            } else {
                0
            };
            self.troops[land.index()] = troops as u8;
            let mut terrain = match dice.below(10) {
                0..4 => Terrain::Meadow,
                4..7 => Terrain::Forest,
                7..9 => Terrain::Desert,
                _ => Terrain::Mountain,
            };
            let seas = self.shores.iter().filter(|shore| shore.contains(land));
            for _ in 0..seas.count() {
                if dice.below(2) == 0 {
                    terrain = Terrain::Coastal;
                }
            }
            self.terrain[land.index()] = terrain;
            let lands = &mut self.types[terrain as usize];
            *lands = lands.with(land);
            if dice.below(10) == 0 {
                self.fortresses = self.fortresses.with(land);
            }
        }
        if self.fortresses.is_empty() {
            let land = Land(dice.below(self.all.len() as u32) as u8);
            self.fortresses = Lands::of(land);
        }
    }

    /// §1.7 Whether all lands can be reached from each other.
    fn is_joined(&self) -> bool {
        let mut reach = Lands::of(Land(0));
        loop {
            let next = reach.iter().fold(reach, |all, land| {
                all.or(self.near(land)).or(self.over_sea(land))
            });
            if next == reach {
                return reach == self.all;
            }
            reach = next;
        }
    }

    /// The number that it was drawn from.
    pub fn number(&self) -> u64 {
        self.number
    }
    /// How many lands it has.
    pub fn count(&self) -> usize {
        self.names.len()
    }
    /// Every land.
    #[inline]
    pub fn lands(&self) -> Lands {
        self.all
    }
    /// What each cell belongs to, row by row.
    pub fn places(&self) -> &[Place] {
        &self.places
    }
    /// §1.3 How many stretches of sea there are.
    pub fn seas(&self) -> usize {
        self.shores.len()
    }
    /// The lands that border a stretch of sea.
    pub fn shore(&self, stretch: usize) -> Lands {
        self.shores.get(stretch).copied().unwrap_or_default()
    }
    /// §3.1 The lands that are connected by land.
    #[inline]
    pub fn near(&self, land: Land) -> Lands {
        self.near[land.index()]
    }
    /// §3.1 The lands that are connected by sea.
    #[inline]
    pub fn over_sea(&self, land: Land) -> Lands {
        self.over_sea[land.index()]
    }
    /// §3.1 How two lands are connected, if they are.
    #[inline]
    pub fn connection(&self, one: Land, other: Land) -> Option<Connection> {
        if self.near(one).contains(other) {
            return Some(Connection::Land);
        }
        self.over_sea(one)
            .contains(other)
            .then_some(Connection::Sea)
    }
    /// The lands that border a sea.
    #[inline]
    pub fn coast(&self) -> Lands {
        self.coast
    }
    #[inline]
    pub fn fortresses(&self) -> Lands {
        self.fortresses
    }
    /// §1.5 All lands of a type.
    #[inline]
    pub fn of_type(&self, terrain: Terrain) -> Lands {
        self.types[terrain as usize]
    }
    /// §1.4 The soldiers that it begins with.
    pub fn troops(&self, land: Land) -> u8 {
        self.troops.get(land.index()).copied().unwrap_or_default()
    }
    pub fn terrain(&self, land: Land) -> Terrain {
        let known = self.terrain.get(land.index()).copied();
        known.unwrap_or(Terrain::Meadow)
    }
    /// §1.8
    pub fn name(&self, land: Land) -> &str {
        self.names.get(land.index()).map_or("", String::as_str)
    }
    /// §8.1 How many types there are among some lands.
    #[inline]
    pub fn types_in(&self, lands: Lands) -> usize {
        let held = |all: &&Lands| !all.both(lands).is_empty();
        self.types.iter().filter(held).count()
    }
    /// How many cells a land has.
    pub fn size(&self, land: Land) -> usize {
        let own = |place: &&Place| **place == Place::Land(land);
        self.places.iter().filter(own).count()
    }
}

/// §1.3 The regions that become sea.
fn seas(borders: &[u128], dice: &mut Dice) -> u128 {
    let mut sea: u128 = 0;
    for _ in 0..2 + dice.below(3) {
        let mut at = dice.below(borders.len() as u32) as usize;
        sea |= 1 << at;
        for _ in 0..3 + dice.below(5) {
            let next: Vec<usize> = bits(borders[at]).collect();
            if next.is_empty() {
                break;
            }
            at = dice.choose(&next);
            sea |= 1 << at;
        }
    }
    sea
}

/// The places of the bits that are set.
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}

impl Terrain {
    pub const ALL: [Terrain; 5] = [
        Terrain::Meadow,
        Terrain::Forest,
        Terrain::Desert,
        Terrain::Mountain,
        Terrain::Coastal,
    ];
}

#[cfg(test)]
impl Map {
    /// A map without a shape, for rules to be tried on: borders as pairs of numbers, the lands at
    /// each sea, and a type and ten soldiers for each land.
    pub(super) fn by_hand(
        near: &[(u8, u8)],
        shores: &[&[u8]],
        terrain: &[Terrain],
        fortresses: &[u8],
    ) -> Map {
        let land = |number: u8| Land(number - 1);
        let set = |numbers: &[u8]| {
            numbers
                .iter()
                .map(|&number| land(number))
                .collect::<Lands>()
        };
        let count = terrain.len();
        let mut map = Map {
            number: 0,
            places: Vec::new(),
            names: (1..=count).map(|number| format!("Land{number}")).collect(),
            terrain: terrain.to_vec(),
            troops: vec![10; count],
            near: [Lands::NONE; MOST_LANDS],
            over_sea: [Lands::NONE; MOST_LANDS],
            shores: shores.iter().map(|shore| set(shore)).collect(),
            types: [Lands::NONE; 5],
            coast: Lands::NONE,
            fortresses: set(fortresses),
            all: Lands::first(count),
        };
        for &(one, two) in near {
            for (one, two) in [(one, two), (two, one)] {
                let near = &mut map.near[land(one).index()];
                *near = near.with(land(two));
            }
        }
        for (number, &terrain) in (1..).zip(terrain) {
            let lands = &mut map.types[terrain as usize];
            *lands = lands.with(land(number));
        }
        map.join_coasts();
        map
    }
}
