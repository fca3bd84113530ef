//! What changes in a match: who stands where, what lies on the cells, what the sides have, and what
//! comes next.

use std::fmt;

use vauban_game::{Seat, Text};

use super::{
    cell::{Area, Cell},
    map::{Resource, Special},
    planes::Planes,
};

/// §6.2 No cell holds more creatures.
pub const CROWD: u8 = 5;
/// §6.4 No more creatures wait in a stock.
pub const STOCK: u8 = 99;
/// §3.1 No side has more of a resource, nor more points.
pub const PLENTY: u16 = 999;
/// §8.3 After so many rounds the match is judged.
pub const ROUNDS: u8 = 200;

/// §2.1 What a side's creatures do.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Clan {
    Cooks,
    Smiths,
    Miners,
    Lumberjacks,
}

/// What comes next, and of whom or what.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Phase {
    /// §2.2 Chance draws who begins.
    Lot,
    /// §2.3 The mover picks a clan.
    Clans,
    /// §9.1 What the humans do this round.
    Humans,
    /// §9.2 How many die under a foot.
    Trampling(Cell),
    /// §7.2 The garden's roll for a poisoned cell.
    Poison(Cell),
    /// §7.2 Who rolled lower than the garden.
    Dying(Cell, u8),
    Conquest,
    /// §4.4 The attacker's dice.
    Attack {
        from: Cell,
        to: Cell,
    },
    /// §4.4 The defender's dice, against the attacker's sum.
    Defence {
        from: Cell,
        to: Cell,
        sum: u8,
    },
    Reinforcement,
    Over(End),
}

/// How a match ended by its own rules.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum End {
    /// §8.1
    Garden(Seat),
    /// §8.1
    Eliminated(Seat),
    /// §8.2
    Extinct,
    /// §8.3
    Rounds(Option<Seat>),
}

/// What one side has beside the board.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub(super) struct Side {
    pub resources: [u16; 4],
    pub points: u16,
    pub stock: u8,
    pub clan: Option<Clan>,
}

/// A position. A cell has creatures exactly if it has an owner.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub struct State {
    pub(super) own: [Area; 2],
    pub(super) creatures: Planes<3>,
    /// §7.2 Turn starts that the poison still works.
    pub(super) poison: Planes<2>,
    /// §5.6 Turns of the owner that the rocks still lie.
    pub(super) rocks: Planes<2>,
    /// §5.5 Ends of the owner's turns until the weapons are blunt.
    pub(super) arms: Planes<2>,
    /// §5.7 Where a shelter stands.
    pub(super) shelter: Area,
    pub(super) sides: [Side; 2],
    pub(super) phase: Phase,
    pub(super) mover: Seat,
    pub(super) first: Seat,
    /// §4.6 The special cells whose power was used this turn, a bit each.
    pub(super) used: u8,
    /// From 1; 0 before the clans are chosen.
    pub(super) round: u8,
}

const _: () = assert!(size_of::<State>() <= 96);

/// Both seats, Blue first.
pub(super) const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

impl Clan {
    pub const ALL: [Clan; 4] = [Clan::Cooks, Clan::Smiths, Clan::Miners, Clan::Lumberjacks];

    /// For programs, and the name of their drawing.
    pub const fn word(self) -> &'static str {
        match self {
            Clan::Cooks => "cooks",
            Clan::Smiths => "smiths",
            Clan::Miners => "miners",
            Clan::Lumberjacks => "lumberjacks",
        }
    }
    pub const fn the(self) -> Text {
        match self {
            Clan::Cooks => Text::fixed("the cooks", "les cuisiniers"),
            Clan::Smiths => Text::fixed("the smiths", "les forgerons"),
            Clan::Miners => Text::fixed("the miners", "les mineurs"),
            Clan::Lumberjacks => Text::fixed("the lumberjacks", "les bûcherons"),
        }
    }
    /// The letter in positions and in the terminal.
    pub const fn letter(self) -> char {
        match self {
            Clan::Cooks => 'c',
            Clan::Smiths => 's',
            Clan::Miners => 'm',
            Clan::Lumberjacks => 'l',
        }
    }
    /// §5.3 What it pillages.
    pub const fn resource(self) -> Resource {
        match self {
            Clan::Cooks => Resource::Food,
            Clan::Smiths => Resource::Metal,
            Clan::Miners => Resource::Stone,
            Clan::Lumberjacks => Resource::Wood,
        }
    }
}

impl Side {
    #[inline]
    pub(super) fn has(&self, special: Special) -> bool {
        let (resource, amount) = special.cost();
        self.resources[resource as usize] >= amount
    }
    #[inline]
    pub(super) fn pay(&mut self, special: Special) {
        let (resource, amount) = special.cost();
        let purse = &mut self.resources[resource as usize];
        debug_assert!(*purse >= amount, "what is paid is there");
        *purse = purse.saturating_sub(amount);
    }
    #[inline]
    pub(super) fn gain(&mut self, resource: Resource, amount: u16) {
        let purse = &mut self.resources[resource as usize];
        *purse = (*purse + amount).min(PLENTY);
    }
    #[inline]
    pub(super) fn win_point(&mut self) {
        self.points = (self.points + 1).min(PLENTY);
    }
    #[inline]
    pub(super) fn put_in_stock(&mut self, creatures: u8) {
        self.stock = (self.stock + creatures).min(STOCK);
    }
}

impl State {
    /// Who is on turn, or whose turn it is while chance decides.
    pub fn mover(&self) -> Seat {
        self.mover
    }
    /// §2.2 Who begins every round.
    pub fn first(&self) -> Seat {
        self.first
    }
    pub fn phase(&self) -> Phase {
        self.phase
    }
    pub fn round(&self) -> u8 {
        self.round
    }
    pub fn end(&self) -> Option<End> {
        match self.phase {
            Phase::Over(end) => Some(end),
            _ => None,
        }
    }
    /// The cells of a seat.
    #[inline]
    pub fn cells(&self, seat: Seat) -> Area {
        self.own[seat.index() & 1]
    }
    #[inline]
    pub fn occupied(&self) -> Area {
        self.own[0].or(self.own[1])
    }
    #[inline]
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        SEATS.into_iter().find(|&seat| self.cells(seat).holds(cell))
    }
    /// How many creatures are on a cell.
    #[inline]
    pub fn creatures(&self, cell: Cell) -> u8 {
        self.creatures.at(cell)
    }
    /// How many creatures a seat has on the board.
    pub fn army(&self, seat: Seat) -> u32 {
        self.creatures.sum(self.cells(seat))
    }
    pub fn poison(&self, cell: Cell) -> u8 {
        self.poison.at(cell)
    }
    pub fn rocks(&self, cell: Cell) -> u8 {
        self.rocks.at(cell)
    }
    pub fn arms(&self, cell: Cell) -> u8 {
        self.arms.at(cell)
    }
    pub fn is_sheltered(&self, cell: Cell) -> bool {
        self.shelter.holds(cell)
    }
    pub fn clan(&self, seat: Seat) -> Option<Clan> {
        self.side(seat).clan
    }
    pub fn resource(&self, seat: Seat, resource: Resource) -> u16 {
        self.side(seat).resources[resource as usize]
    }
    pub fn points(&self, seat: Seat) -> u16 {
        self.side(seat).points
    }
    pub fn stock(&self, seat: Seat) -> u8 {
        self.side(seat).stock
    }
    /// §4.6 Whether the mover has used this power in this turn.
    #[inline]
    pub fn has_used(&self, special: Special) -> bool {
        self.used >> special as u8 & 1 != 0
    }
    #[inline]
    pub(super) fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index() & 1]
    }
    #[inline]
    pub(super) fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index() & 1]
    }
    /// §4.1 The cells of a seat whose creatures may leave.
    #[inline]
    pub(super) fn movable(&self, seat: Seat) -> Area {
        let ready = self.creatures.several().without(self.rocks.any());
        self.cells(seat).and(ready)
    }
    /// §6.2 The cells of a seat that have room.
    #[inline]
    pub(super) fn roomy(&self, seat: Seat) -> Area {
        self.cells(seat).without(self.creatures.full())
    }
    /// §4.4, §5.5 How many dice a cell rolls, and how many sides they have.
    #[inline]
    pub fn dice(&self, cell: Cell) -> (u8, u8) {
        let sides = if self.arms.any().holds(cell) { 9 } else { 6 };
        (self.creatures(cell), sides)
    }
    /// Gives a cell with its creatures to a seat; what lies on the creatures is gone.
    #[inline]
    pub(super) fn hand_over(&mut self, cell: Cell, seat: Seat, creatures: u8) {
        let place = Area::of(cell);
        for side in SEATS {
            let own = &mut self.own[side.index() & 1];
            *own = if side == seat {
                own.or(place)
            } else {
                own.without(place)
            };
        }
        self.creatures.set(cell, creatures);
        self.rocks.set(cell, 0);
        self.arms.set(cell, 0);
    }
    /// §4.7 Kills so many creatures, or all there are. An empty cell is free.
    #[inline]
    pub(super) fn kill(&mut self, cell: Cell, most: u8) {
        let left = self.creatures(cell).saturating_sub(most);
        self.creatures.set(cell, left);
        if left == 0 {
            for own in &mut self.own {
                *own = own.without(Area::of(cell));
            }
            self.rocks.set(cell, 0);
            self.arms.set(cell, 0);
        }
    }
}

impl End {
    pub(super) fn winner(self) -> Option<Seat> {
        match self {
            End::Garden(seat) | End::Eliminated(seat) => Some(seat),
            End::Rounds(seat) => seat,
            End::Extinct => None,
        }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::position::write(self, f)
    }
}
