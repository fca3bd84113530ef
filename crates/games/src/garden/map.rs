//! The garden of one match: what every cell is, and where the two sides begin. §1
//!
//! A map is drawn from a number, the option `map`; the same number gives the same garden on every
//! machine and in every release of this rule set.

use vauban_game::{Dice, Seat, Text};

use super::cell::{Area, Cell};

/// §1.4 What an ordinary cell is made of: its zone.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Soil {
    Grass,
    Sand,
    Mud,
}

/// §1.5 What a cell yields, and what powers cost.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Resource {
    Food,
    Metal,
    Stone,
    Wood,
}

/// §1.3 The four cells that are like no other.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Special {
    Sky,
    Candy,
    Barbecue,
    Pool,
}

/// What a cell is.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Land {
    Ordinary {
        soil: Soil,
        resource: Resource,
        /// §1.5 How much it yields a turn, from 0 to 2.
        production: u8,
    },
    Special(Special),
}

/// One garden.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Map {
    number: u64,
    lands: [Land; Cell::COUNT as usize],
    /// By special cell.
    specials: [Cell; 4],
    /// By soil.
    zones: [Area; 3],
    /// By resource: the cells that yield 1, and those that yield 2.
    yields: [[Area; 2]; 4],
    homes: [Cell; 2],
}

/// §1.6 How far apart the two sides begin, in steps.
pub const HOMES_APART: u8 = 3;

impl Map {
    /// §1.3 to §1.6 The garden with this number.
    pub fn new(number: u64) -> Map {
        let mut dice = Dice::seeded(number);
        loop {
            let map = Map::drawn(number, &mut dice);
            if map.zones.iter().all(|zone| !zone.is_empty()) {
                return map;
            }
        }
    }

    fn drawn(number: u64, dice: &mut Dice) -> Map {
        let mut cells: Vec<Cell> = Cell::all().collect();
        let specials = Special::ALL.map(|_| {
            let index = dice.below(cells.len() as u32) as usize;
            cells.swap_remove(index)
        });
        let mut map = Map {
            number,
            lands: [Land::Special(Special::Sky); Cell::COUNT as usize],
            specials,
            zones: [Area::EMPTY; 3],
            yields: [[Area::EMPTY; 2]; 4],
            homes: [cells[0]; 2],
        };
        for special in Special::ALL {
            map.lands[map.cell_of(special).index()] = Land::Special(special);
        }
        let ordinary: Vec<Cell> = Cell::all()
            .filter(|cell| !specials.contains(cell))
            .collect();
        for &cell in &ordinary {
            let (soil, resource) = (dice.choose(&Soil::ALL), dice.choose(&Resource::ALL));
            let production = dice.below(3) as u8;
            map.lands[cell.index()] = Land::Ordinary {
                soil,
                resource,
                production,
            };
            let zone = &mut map.zones[soil as usize];
            *zone = zone.or(Area::of(cell));
            if let Some(yields) = production.checked_sub(1) {
                let area = &mut map.yields[resource as usize][usize::from(yields)];
                *area = area.or(Area::of(cell));
            }
        }
        // Four cells cannot take away every pair: the board is seven wide.
        let pairs: Vec<[Cell; 2]> = ordinary
            .iter()
            .flat_map(|&one| ordinary.iter().map(move |&other| [one, other]))
            .filter(|[one, other]| one.steps_to(*other) >= HOMES_APART)
            .collect();
        map.homes = dice.choose(&pairs);
        map
    }

    /// The number that it was drawn from.
    pub fn number(&self) -> u64 {
        self.number
    }
    #[inline]
    pub fn land(&self, cell: Cell) -> Land {
        self.lands[cell.index()]
    }
    /// Which special cell this is, if it is one.
    #[inline]
    pub fn special(&self, cell: Cell) -> Option<Special> {
        match self.land(cell) {
            Land::Special(special) => Some(special),
            Land::Ordinary { .. } => None,
        }
    }
    #[inline]
    pub fn cell_of(&self, special: Special) -> Cell {
        self.specials[special as usize]
    }
    /// §6.1 All cells of one soil.
    #[inline]
    pub fn zone(&self, soil: Soil) -> Area {
        self.zones[soil as usize]
    }
    /// §6.1 How many zones lie wholly in an area.
    #[inline]
    pub fn zones_in(&self, area: Area) -> u8 {
        let whole = |zone: &&Area| zone.without(area).is_empty();
        self.zones.iter().filter(whole).count() as u8
    }
    /// §3.1 What an area yields a turn.
    #[inline]
    pub fn yielded(&self, resource: Resource, area: Area) -> u16 {
        let [ones, twos] = self.yields[resource as usize];
        (ones.and(area).len() + 2 * twos.and(area).len()) as u16
    }
    /// §1.6 Where a seat begins.
    pub fn home(&self, seat: Seat) -> Cell {
        self.homes[seat.index() & 1]
    }
}

impl Soil {
    pub const ALL: [Soil; 3] = [Soil::Grass, Soil::Sand, Soil::Mud];

    pub const fn name(self) -> Text {
        match self {
            Soil::Grass => Text::fixed("grass", "herbe"),
            Soil::Sand => Text::fixed("sand", "sable"),
            Soil::Mud => Text::fixed("mud", "boue"),
        }
    }
    /// For programs.
    pub const fn word(self) -> &'static str {
        match self {
            Soil::Grass => "grass",
            Soil::Sand => "sand",
            Soil::Mud => "mud",
        }
    }
}

impl Resource {
    pub const ALL: [Resource; 4] = [
        Resource::Food,
        Resource::Metal,
        Resource::Stone,
        Resource::Wood,
    ];

    pub const fn name(self) -> Text {
        match self {
            Resource::Food => Text::fixed("food", "nourriture"),
            Resource::Metal => Text::fixed("metal", "métal"),
            Resource::Stone => Text::fixed("stone", "pierre"),
            Resource::Wood => Text::fixed("wood", "bois"),
        }
    }
    /// Its name for programs, and the name of its drawing.
    pub const fn word(self) -> &'static str {
        match self {
            Resource::Food => "food",
            Resource::Metal => "metal",
            Resource::Stone => "stone",
            Resource::Wood => "wood",
        }
    }
}

impl Special {
    pub const ALL: [Special; 4] = [
        Special::Sky,
        Special::Candy,
        Special::Barbecue,
        Special::Pool,
    ];

    /// §1.3 What must be paid to enter it, and again for each use of its power.
    pub const fn cost(self) -> (Resource, u16) {
        match self {
            Special::Sky => (Resource::Metal, 5),
            Special::Candy => (Resource::Food, 3),
            Special::Barbecue => (Resource::Stone, 3),
            Special::Pool => (Resource::Wood, 3),
        }
    }
    /// Its name for programs, and the name of its drawing.
    pub const fn word(self) -> &'static str {
        match self {
            Special::Sky => "sky",
            Special::Candy => "candy",
            Special::Barbecue => "barbecue",
            Special::Pool => "pool",
        }
    }
    /// With its article, as it stands inside a sentence.
    pub const fn the(self) -> Text {
        match self {
            Special::Sky => Text::fixed("the sky", "le ciel"),
            Special::Candy => Text::fixed("the candy jar", "le bocal de sucreries"),
            Special::Barbecue => Text::fixed("the barbecue", "le barbecue"),
            Special::Pool => Text::fixed("the pool", "la piscine"),
        }
    }
    pub const fn technology(self) -> Text {
        match self {
            Special::Sky => Text::fixed("jet-pack", "jet-pack"),
            Special::Candy => Text::fixed("super-proteins", "super-protéines"),
            Special::Barbecue => Text::fixed("stone armour", "armure de pierre"),
            Special::Pool => Text::fixed("raft", "radeau"),
        }
    }
}
