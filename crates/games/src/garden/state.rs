//! What changes in a match: who stands where, what lies on the cells, what the sides have, and what
//! comes next.

use std::fmt;

use vauban_game::{Ending, Outcome, Seat, Turn, fingerprint};

use super::{
    cell::{Area, Cell},
    clan::Clan,
    map::{Map, Resource, Special},
    planes::Planes,
};

/// §2.4 How many creatures each side begins with.
pub const SETTLERS: u8 = 3;
/// §6.2 No cell holds more creatures.
pub const CROWD: u8 = 5;
/// §6.4 No more creatures wait in a stock.
pub const STOCK: u8 = 99;
/// §3.1 No side has more of a resource, nor more points.
pub const PLENTY: u16 = 999;
/// §8.3 After so many rounds the match is judged.
pub const ROUNDS: u8 = 200;

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

/// One choice by one seat.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// §2.3
    Choose(Clan),
    /// §4.1
    Move { from: Cell, to: Cell },
    /// §4.8
    Jet { from: Cell, to: Cell },
    /// §4.9
    Candy,
    /// §4.10 With the barbecue.
    Grill { at: Cell },
    /// §4.10 With the pool.
    Drown { at: Cell },
    /// §5.3
    Pillage { at: Cell },
    /// §5.4
    Poison { at: Cell },
    /// §5.5
    Arm { at: Cell },
    /// §5.6
    Stone { at: Cell },
    /// §5.7
    Shelter { from: Cell, to: Cell },
    /// §3.3
    End,
    /// §6.2
    Place { at: Cell },
}

/// One result of nature.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Chance {
    /// §2.2 This seat begins.
    First(Seat),
    /// §4.4, §7.2 The dice show this sum.
    Roll(u8),
    /// §7.2, §9.2 So many creatures die.
    Dead(u8),
    /// §9.1 No human comes.
    Quiet,
    /// §9.2 A foot comes down on this cell.
    Foot(Cell),
    /// §9.3, §9.4 Somebody uses the barbecue or the pool, or drops candy.
    Visit(Visit),
}

/// What humans do with a special cell.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Visit {
    Grill,
    Swim,
    Treat,
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

impl Action {
    /// The word that its text begins with, and its kind; of a move, only its kind.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Action::Choose(_) => "clan",
            Action::Move { .. } => "move",
            Action::Jet { .. } => "jet",
            Action::Candy => "candy",
            Action::Grill { .. } => "barbecue",
            Action::Drown { .. } => "pool",
            Action::Pillage { .. } => "pillage",
            Action::Poison { .. } => "poison",
            Action::Arm { .. } => "weapons",
            Action::Stone { .. } => "rocks",
            Action::Shelter { .. } => "shelter",
            Action::End => "end",
            Action::Place { .. } => "place",
        }
    }
    /// The cell that creatures leave.
    pub(super) fn source(self) -> Option<Cell> {
        match self {
            Action::Move { from, .. } | Action::Jet { from, .. } | Action::Shelter { from, .. } => {
                Some(from)
            }
            _ => None,
        }
    }
    /// The cell that they go to, or that it is aimed at.
    pub(super) fn target(self) -> Option<Cell> {
        match self {
            Action::Move { to, .. } | Action::Jet { to, .. } | Action::Shelter { to, .. } => {
                Some(to)
            }
            Action::Grill { at }
            | Action::Drown { at }
            | Action::Pillage { at }
            | Action::Poison { at }
            | Action::Arm { at }
            | Action::Stone { at }
            | Action::Place { at } => Some(at),
            Action::Choose(_) | Action::Candy | Action::End => None,
        }
    }
    /// §4.6 The special cell whose power it uses.
    pub(super) fn special(self) -> Option<Special> {
        match self {
            Action::Jet { .. } => Some(Special::Sky),
            Action::Candy => Some(Special::Candy),
            Action::Grill { .. } => Some(Special::Barbecue),
            Action::Drown { .. } => Some(Special::Pool),
            _ => None,
        }
    }
    /// §5.2 The clan that alone can do it.
    pub(super) fn clan(self) -> Option<Clan> {
        match self {
            Action::Poison { .. } => Some(Clan::Cooks),
            Action::Arm { .. } => Some(Clan::Smiths),
            Action::Stone { .. } => Some(Clan::Miners),
            Action::Shelter { .. } => Some(Clan::Lumberjacks),
            _ => None,
        }
    }
}

impl Visit {
    pub const ALL: [Visit; 3] = [Visit::Grill, Visit::Swim, Visit::Treat];

    /// Where it takes place.
    pub const fn special(self) -> Special {
        match self {
            Visit::Grill => Special::Barbecue,
            Visit::Swim => Special::Pool,
            Visit::Treat => Special::Candy,
        }
    }
    pub const fn word(self) -> &'static str {
        match self {
            Visit::Grill => "grill",
            Visit::Swim => "swim",
            Visit::Treat => "treat",
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
    /// §2.4 Both sides at home, before the lot.
    pub(super) fn opening(map: &Map) -> State {
        let homes = SEATS.map(|seat| map.home(seat));
        let mut creatures = Planes::ZERO;
        for home in homes {
            creatures.set(home, SETTLERS);
        }
        State {
            own: homes.map(Area::of),
            creatures,
            poison: Planes::ZERO,
            rocks: Planes::ZERO,
            arms: Planes::ZERO,
            shelter: Area::EMPTY,
            sides: [Side::default(); 2],
            phase: Phase::Lot,
            mover: Seat(0),
            first: Seat(0),
            used: 0,
            round: 0,
        }
    }
    #[inline]
    pub(super) fn turn(&self) -> Turn {
        match self.phase {
            Phase::Clans | Phase::Conquest | Phase::Reinforcement => Turn::One(self.mover),
            Phase::Over(end) => Turn::Over(end.outcome()),
            Phase::Lot
            | Phase::Humans
            | Phase::Trampling(_)
            | Phase::Poison(_)
            | Phase::Dying(..)
            | Phase::Attack { .. }
            | Phase::Defence { .. } => Turn::Chance,
        }
    }
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
    /// A number for the position. The round only matters for the end.
    pub(super) fn key(&self) -> u64 {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let [ones, twos, fours] = self.creatures.words();
        let [poison, more_poison] = self.poison.words();
        let [rocks, more_rocks] = self.rocks.words();
        let [arms, more_arms] = self.arms.words();
        let [blue, red] = self.sides.map(|side| {
            let [food, metal, stone, wood] = side.resources.map(u64::from);
            let resources = food | metal << 16 | stone << 32 | wood << 48;
            let clan = side.clan.map_or(0, |clan| clan as u64 + 1);
            let rest = u64::from(side.points) | u64::from(side.stock) << 16 | clan << 24;
            [resources, rest]
        });
        let flags = u64::from(self.mover.0)
            | u64::from(self.first.0) << 8
            | u64::from(self.used) << 16
            | self.phase.word() << 24;
        fingerprint(&[
            pair(self.own[0].0, self.own[1].0),
            pair(ones, twos),
            pair(fours, self.shelter.0),
            pair(poison, more_poison),
            pair(rocks, more_rocks),
            pair(arms, more_arms),
            blue[0],
            blue[1],
            red[0],
            red[1],
            flags,
        ])
    }
}

impl Phase {
    /// A number for the phase with all that it carries.
    fn word(self) -> u64 {
        let word = |tag: u64, parts: [u8; 3]| {
            let [one, two, three] = parts.map(u64::from);
            tag | one << 8 | two << 16 | three << 24
        };
        let index = |cell: Cell| cell.index() as u8;
        match self {
            Phase::Lot => word(0, [0; 3]),
            Phase::Clans => word(1, [0; 3]),
            Phase::Humans => word(2, [0; 3]),
            Phase::Trampling(cell) => word(3, [index(cell), 0, 0]),
            Phase::Poison(cell) => word(4, [index(cell), 0, 0]),
            Phase::Dying(cell, roll) => word(5, [index(cell), roll, 0]),
            Phase::Conquest => word(6, [0; 3]),
            Phase::Attack { from, to } => word(7, [index(from), index(to), 0]),
            Phase::Defence { from, to, sum } => word(8, [index(from), index(to), sum]),
            Phase::Reinforcement => word(9, [0; 3]),
            Phase::Over(_) => word(10, [0; 3]),
        }
    }
}

impl End {
    pub fn ending(self) -> &'static Ending {
        static GARDEN: Ending = Ending::new(
            "garden",
            "by conquering the whole garden",
            "en conquérant tout le jardin",
        );
        static ELIMINATED: Ending = Ending::new(
            "eliminated",
            "because the other side has no cell left",
            "car l'autre camp n'a plus de case",
        );
        static EXTINCT: Ending = Ending::new(
            "extinct",
            "because both sides lost their last cell at once",
            "car les deux camps ont perdu leur dernière case en même temps",
        );
        static ROUNDS: Ending = Ending::new("rounds", "after 200 rounds", "après 200 manches");
        match self {
            End::Garden(_) => &GARDEN,
            End::Eliminated(_) => &ELIMINATED,
            End::Extinct => &EXTINCT,
            End::Rounds(_) => &ROUNDS,
        }
    }
    #[cold]
    pub(super) fn outcome(self) -> Outcome {
        match self.winner() {
            Some(seat) => Outcome::win(seat, 2, self.ending()),
            None => Outcome::draw(2, self.ending()),
        }
    }
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
