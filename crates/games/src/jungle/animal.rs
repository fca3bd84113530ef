//! The animals and how they get about. §2

/// The animals in the order of their ids, which is their order in replays and positions.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Animal {
    Rat,
    Cat,
    Dog,
    Wolf,
    Leopard,
    Tiger,
    Lion,
    Elephant,
}

/// How an animal gets about.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Gait {
    Walks,
    /// §3.5 Enters water.
    Swims,
    /// §4.1 Jumps over a lake.
    Jumps,
}

impl Animal {
    pub const ALL: [Animal; 8] = [
        Animal::Rat,
        Animal::Cat,
        Animal::Dog,
        Animal::Wolf,
        Animal::Leopard,
        Animal::Tiger,
        Animal::Lion,
        Animal::Elephant,
    ];

    pub(super) const fn index(self) -> usize {
        self as usize
    }
    /// Its number in replays, from 1.
    pub fn id(self) -> u8 {
        self as u8 + 1
    }
    pub fn from_id(id: u64) -> Option<Animal> {
        Animal::ALL
            .into_iter()
            .find(|animal| u64::from(animal.id()) == id)
    }
    pub const fn gait(self) -> Gait {
        match self {
            Animal::Rat => Gait::Swims,
            Animal::Leopard | Animal::Tiger | Animal::Lion => Gait::Jumps,
            Animal::Cat | Animal::Dog | Animal::Wolf | Animal::Elephant => Gait::Walks,
        }
    }
    /// Its name for programs, and the name of its drawing.
    pub const fn word(self) -> &'static str {
        match self {
            Animal::Rat => "rat",
            Animal::Cat => "cat",
            Animal::Dog => "dog",
            Animal::Wolf => "wolf",
            Animal::Leopard => "leopard",
            Animal::Tiger => "tiger",
            Animal::Lion => "lion",
            Animal::Elephant => "elephant",
        }
    }
}
