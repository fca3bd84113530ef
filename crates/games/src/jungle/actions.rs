//! The fast generator: what the seat on turn may do.
//!
//! Where each kind of animal may step from each square is a table made when the program is built.
//! What stands in the way is laid out once per list on a grid of *hurdles*; an animal's *appetite*
//! says which hurdles it takes. `rules` says the same things again, one rule at a time, for people.

use vauban_game::{Dice, Seat};

use super::{
    Action, Jungle,
    animal::{Animal, Gait},
    board::{Square, Terrain},
    herd::{Herd, LOST},
    state::State,
};

/// Eight animals with at most four ways each: on a shore a jump takes the place of a step into water.
pub(super) const MOST_ACTIONS: usize = 32;

/// A place for each action that a seat may have.
type Room = [Action; MOST_ACTIONS];

/// What may stand on a square, as the animal that wants to go there sees it.
mod hurdle {
    pub(super) const NONE: u8 = 0;
    /// §5.2 An enemy without power.
    pub(super) const TRAPPED: u8 = 1;
    /// An enemy of power `p` is hurdle `p + POWER`.
    pub(super) const POWER: u8 = 1;
    /// §5.5 An enemy rat in water.
    pub(super) const AFLOAT: u8 = 10;
    /// An own animal, or no square at all.
    pub(super) const BARRED: u8 = 15;
}

/// A set of hurdles.
pub(super) type Appetite = u16;

/// Hurdles that each animal takes when nothing weakens it.
pub(super) fn appetites(powers: [u8; 8]) -> [Appetite; 8] {
    Animal::ALL.map(|animal| {
        let power = powers[animal.index()];
        // §5.1 Nothing, the trapped, and every power up to its own.
        let equals_and_weaker = (2 << (power + hurdle::POWER)) - 1;
        match animal {
            // §5.4, §5.6
            Animal::Rat => {
                let elephant = powers[Animal::Elephant.index()] + hurdle::POWER;
                equals_and_weaker | 1 << elephant | 1 << hurdle::AFLOAT
            }
            _ => equals_and_weaker,
        }
    })
}

/// Where an animal may go from a square, if nobody is in the way.
#[derive(Copy, Clone)]
#[repr(align(8))]
pub(super) struct Ways {
    /// Forward first. Missing ones are [`LOST`] and come last.
    pub(super) steps: [u8; 4],
    /// The landing of the jump from here, or [`LOST`].
    jump: u8,
    /// What the square leaves of an appetite.
    grip: Appetite,
}

impl Ways {
    const NONE: Ways = Ways {
        steps: [LOST; 4],
        jump: LOST,
        grip: 0,
    };

    pub(super) const fn from(square: Square, seat: Seat, gait: Gait) -> Ways {
        let mut ways = Ways::NONE;
        let forward = if seat.0 == 0 { 1 } else { -1 };
        let directions = [(0, forward), (-1, 0), (1, 0), (0, -forward)];
        let mut count = 0;
        let mut at = 0;
        while at < directions.len() {
            let (columns, rows) = directions[at];
            at += 1;
            let Some(next) = square.offset(columns, rows) else {
                continue;
            };
            match (next.terrain(), gait) {
                // §3.5, §4.1 Lakes are three squares wide and high.
                (Terrain::Water, Gait::Jumps) => {
                    if let Some(landing) = square.offset(4 * columns, 4 * rows) {
                        ways.jump = landing.index();
                    }
                    continue;
                }
                (Terrain::Water, Gait::Walks) => continue,
                // §3.4
                (Terrain::Throne(owner), _) if owner.0 == seat.0 => continue,
                _ => {}
            }
            ways.steps[count] = next.index();
            count += 1;
        }
        ways.grip = match square.terrain() {
            // §5.3 A trapped animal takes nobody.
            Terrain::Trap(owner) if owner.0 != seat.0 => 1 << hurdle::NONE,
            // §5.5
            Terrain::Water => 1 << hurdle::NONE | 1 << hurdle::AFLOAT,
            _ => Appetite::MAX,
        };
        ways
    }

    /// The ways of one seat's animals of one gait, from every square.
    const fn table(seat: Seat, gait: Gait) -> [Ways; 256] {
        let mut table = [Ways::NONE; 256];
        let mut index = 0;
        while let Some(square) = Square::new(index) {
            table[index as usize] = Ways::from(square, seat, gait);
            index += 1;
        }
        table
    }

    const fn tables(seat: Seat) -> [[Ways; 256]; 3] {
        [
            Ways::table(seat, Gait::Walks),
            Ways::table(seat, Gait::Swims),
            Ways::table(seat, Gait::Jumps),
        ]
    }
}

/// By seat, gait and square. 256 squares, so that a byte needs no bounds check.
static WAYS: [[[Ways; 256]; 3]; 2] = [Ways::tables(Seat(0)), Ways::tables(Seat(1))];

/// The squares of each seat's traps.
pub(super) const TRAPS: [[u8; 4]; 2] = [traps(Seat(0)), traps(Seat(1))];

const fn traps(seat: Seat) -> [u8; 4] {
    let mut traps = [LOST; 4];
    let mut count = 0;
    let mut index = 0;
    while let Some(square) = Square::new(index) {
        if let Terrain::Trap(owner) = square.terrain()
            && owner.0 == seat.0
        {
            traps[count] = index;
            count += 1;
        }
        index += 1;
    }
    traps
}

/// What matters of a square when somebody stands there or enters.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) enum Place {
    Plain,
    Water,
    Throne,
}

pub(super) static PLACES: [Place; 256] = {
    let mut places = [Place::Plain; 256];
    let mut index = 0;
    while let Some(square) = Square::new(index) {
        places[index as usize] = match square.terrain() {
            Terrain::Earth | Terrain::Shore | Terrain::Trap(_) => Place::Plain,
            Terrain::Water => Place::Water,
            Terrain::Throne(_) => Place::Throne,
        };
        index += 1;
    }
    places
};

/// By the animal's index.
const GAITS: [Gait; 8] = {
    let mut gaits = [Gait::Walks; 8];
    let mut at = 0;
    while at < gaits.len() {
        gaits[at] = Animal::ALL[at].gait();
        at += 1;
    }
    gaits
};

/// By the bits of the living animals: these animals, one after the other.
static CHOSEN: [[u8; 8]; 256] = {
    let mut chosen = [[0; 8]; 256];
    let mut living = 0;
    while living < chosen.len() {
        let (mut animal, mut count) = (0, 0);
        while animal < 8 {
            if living >> animal & 1 == 1 {
                chosen[living][count] = animal;
                count += 1;
            }
            animal += 1;
        }
        living += 1;
    }
    chosen
};

impl Jungle {
    /// What `seat` could do if it were on turn.
    pub(super) fn options(&self, state: &State, seat: Seat) -> Vec<Action> {
        let mut options = Vec::new();
        let (own, others) = (state.herd(seat), state.herd(seat.other()));
        self.append_actions(seat, own, others, &mut options);
        options
    }

    /// Appends every action that `seat` has with the herd `own` against `others`.
    #[inline]
    pub(super) fn append_actions(
        &self,
        seat: Seat,
        own: Herd,
        others: Herd,
        out: &mut Vec<Action>,
    ) {
        let before = out.len();
        // Written in place: a block of fixed size, cut to its length afterwards.
        out.extend_from_slice(&[Action::NONE; MOST_ACTIONS]);
        if let Some(room) = out[before..].first_chunk_mut() {
            let count = self.list_actions(seat, own, others, room);
            out.truncate(before + count);
        }
    }

    /// Writes every action into `room` and says how many there are.
    #[inline]
    pub(super) fn list_actions(
        &self,
        seat: Seat,
        own: Herd,
        others: Herd,
        room: &mut Room,
    ) -> usize {
        let tables = &WAYS[seat.index() & 1];
        let grid = self.hurdles(seat, own, others);
        let mut count = 0;
        // Written always and counted only if allowed: cheaper than a branch that is hard to foretell.
        let mut add = |from, to, allowed| {
            room[count % MOST_ACTIONS] = Action {
                from: Square(from),
                to: Square(to),
            };
            count += usize::from(allowed);
        };
        for (animal, from) in own.squares().into_iter().enumerate() {
            if from == LOST {
                continue;
            }
            let ways = &tables[GAITS[animal] as usize][usize::from(from)];
            let appetite = self.appetites[animal] & ways.grip;
            for to in ways.steps {
                add(from, to, appetite >> (grid[usize::from(to)] & 15) & 1);
            }
            if ways.jump != LOST {
                let standing = under_jump(from, ways.jump).map(|square| grid[usize::from(square)]);
                add(from, ways.jump, u16::from(standing == [hurdle::NONE; 4]));
            }
        }
        count
    }

    /// One of the actions of `seat`, each with the same chance: draws a living animal and a way until the two
    /// are an action. There must be one.
    #[inline]
    pub(super) fn draw_action(
        &self,
        seat: Seat,
        own: Herd,
        others: Herd,
        dice: &mut Dice,
    ) -> Action {
        let tables = &WAYS[seat.index() & 1];
        let (count, living) = own.living();
        let chosen = &CHOSEN[usize::from(living)];
        let squares = own.squares();
        loop {
            // Five bits a draw: one of eight animals, of which some are no more, and one of four ways.
            let mut bits = dice.roll();
            for _ in 0..12 {
                let (number, way) = (bits as u32 & 7, (bits >> 3) as usize & 3);
                bits >>= 5;
                if number >= count {
                    continue;
                }
                let animal = usize::from(chosen[number as usize]) & 7;
                let from = squares[animal];
                let ways = &tables[GAITS[animal] as usize][usize::from(from)];
                let mut to = ways.steps[way];
                if to == LOST {
                    // A jump stands behind the steps.
                    if ways.jump == LOST || way > 0 && ways.steps[way - 1] == LOST {
                        continue;
                    }
                    to = ways.jump;
                    let held = under_jump(from, to)
                        .into_iter()
                        .any(|square| own.holds(square) | others.holds(square));
                    if held {
                        continue;
                    }
                } else {
                    let hurdle = self.hurdle(seat, own, others, to);
                    if (self.appetites[animal] & ways.grip) >> hurdle & 1 == 0 {
                        continue;
                    }
                }
                return Action {
                    from: Square(from),
                    to: Square(to),
                };
            }
        }
    }

    /// What stands on one square, as `seat` sees it.
    #[inline]
    fn hurdle(&self, seat: Seat, own: Herd, others: Herd, square: u8) -> u8 {
        if own.holds(square) {
            return hurdle::BARRED;
        }
        match others.animal_on(square) {
            None => hurdle::NONE,
            Some(_) if TRAPS[seat.index() & 1].contains(&square) => hurdle::TRAPPED,
            Some(Animal::Rat) if PLACES[usize::from(square)] == Place::Water => hurdle::AFLOAT,
            Some(enemy) => self.powers[enemy.index()] + hurdle::POWER,
        }
    }

    /// What stands on each square, as `seat` sees it.
    #[inline]
    fn hurdles(&self, seat: Seat, own: Herd, others: Herd) -> [u8; 256] {
        let mut grid = [hurdle::NONE; 256];
        let enemies = others.squares();
        for (square, power) in enemies.into_iter().zip(self.powers) {
            grid[usize::from(square)] = power + hurdle::POWER;
        }
        let rat = usize::from(enemies[Animal::Rat.index()]);
        if PLACES[rat] == Place::Water {
            grid[rat] = hurdle::AFLOAT;
        }
        for trap in TRAPS[seat.index() & 1] {
            let held = &mut grid[usize::from(trap)];
            *held = (*held).min(hurdle::TRAPPED);
        }
        for square in own.squares() {
            grid[usize::from(square)] = hurdle::BARRED;
        }
        grid[usize::from(LOST)] = hurdle::BARRED;
        grid
    }
}

/// §4.2, §4.3 The squares that must be empty for a jump: three of water and the landing.
#[inline]
fn under_jump(from: u8, landing: u8) -> [u8; 4] {
    let middle = from.midpoint(landing);
    [
        from.midpoint(middle),
        middle,
        middle.midpoint(landing),
        landing,
    ]
}

/// Where an animal of `seat` may go from a square of an empty board.
pub(super) fn open_ways(seat: Seat, gait: Gait, square: Square) -> impl Iterator<Item = Square> {
    let ways = &WAYS[seat.index() & 1][gait as usize][usize::from(square.index())];
    ways.steps
        .into_iter()
        .chain([ways.jump])
        .filter_map(Square::new)
}
