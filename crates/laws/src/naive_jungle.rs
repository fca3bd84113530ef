//! A second generator of Jungle War, written from its rules and sharing no code with the game: an
//! array of squares, animals that look around them, moves made and taken back. It is here to agree
//! with the real one.

/// The ground, as the rules draw it.
const GROUND: [&[u8; 12]; 13] = [
    b"EEEE1JJ1EEEE",
    b"EEEEE11EEEEE",
    b"EEEEEEEEEEEE",
    b"EEEEEEEEEEEE",
    b"EESSSEESSSEE",
    b"ESWWWSSWWWSE",
    b"ESWWWSSWWWSE",
    b"ESWWWSSWWWSE",
    b"EESSSEESSSEE",
    b"EEEEEEEEEEEE",
    b"EEEEEEEEEEEE",
    b"EEEEE22EEEEE",
    b"EEEE2KK2EEEE",
];

/// Where the animals of both players start, in the order of their ids.
const STARTS: [[(usize, usize); 8]; 2] = [
    [
        (1, 1),
        (2, 2),
        (3, 1),
        (4, 2),
        (7, 2),
        (8, 1),
        (9, 2),
        (10, 1),
    ],
    [
        (10, 11),
        (9, 10),
        (8, 11),
        (7, 10),
        (4, 10),
        (3, 11),
        (2, 10),
        (1, 11),
    ],
];

const RAT: usize = 0;
const LEOPARD: usize = 4;
const LION: usize = 6;
const ELEPHANT: usize = 7;

/// The power of each animal, by id.
const SEED: [u8; 8] = [1, 2, 4, 3, 5, 7, 6, 8];
const TRADITIONAL: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

/// A player, 0 or 1, and an animal, its id less 1.
type Piece = (usize, usize);
/// Column and row, both from 0.
pub type Square = (usize, usize);

/// A position with its power table.
#[derive(Clone, Debug)]
pub struct Board {
    squares: [[Option<Piece>; 12]; 13],
    places: [[Option<Square>; 8]; 2],
    powers: [u8; 8],
    to_move: usize,
    /// Half-moves since the last capture.
    quiet: u32,
}

/// How a game stands.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Standing {
    Open,
    /// Won by player 0 or 1.
    Won(usize),
    Drawn,
}

/// A step of one animal.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Move {
    from: Square,
    to: Square,
}

/// What a move changed, to take it back.
struct Undo {
    taken: Option<Piece>,
    quiet: u32,
}

impl Move {
    /// The two squares, as `j3j4`.
    pub fn text(self) -> String {
        let name = |(x, y): Square| format!("{}{}", char::from(b'a' + x as u8), y + 1);
        name(self.from) + &name(self.to)
    }
}

impl Board {
    /// The start, with the traditional powers or those of the seed.
    pub fn start(powers: &str) -> Board {
        let starts = STARTS.map(|player| player.map(Some));
        Board::placed(powers, starts, 0, 0)
    }

    /// Both players' animals in the order of their ids, the player to move and the half-moves since
    /// the last capture.
    pub fn placed(
        powers: &str,
        places: [[Option<Square>; 8]; 2],
        to_move: usize,
        quiet: u32,
    ) -> Board {
        let mut board = Board {
            squares: [[None; 12]; 13],
            places,
            powers: if powers == "traditional" {
                TRADITIONAL
            } else {
                SEED
            },
            to_move,
            quiet,
        };
        for (player, places) in places.iter().enumerate() {
            for (animal, place) in places.iter().enumerate() {
                if let Some((x, y)) = *place {
                    board.squares[y][x] = Some((player, animal));
                }
            }
        }
        board
    }

    /// Everything the player to move may do.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.throne_taken() || self.all_taken(self.to_move) {
            return moves;
        }
        self.each_move(|each| moves.push(each));
        moves
    }

    pub fn standing(&self) -> Standing {
        let before = 1 - self.to_move;
        if self.throne_taken() || self.all_taken(self.to_move) || self.moves().is_empty() {
            return Standing::Won(before);
        }
        if self.quiet >= 100 {
            return Standing::Drawn;
        }
        Standing::Open
    }

    /// The player to move, 0 or 1.
    pub fn player(&self) -> usize {
        self.to_move
    }

    pub fn play(&mut self, each: Move) {
        self.make(each);
    }

    /// Leaves `depth` half-moves on.
    pub fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.throne_taken() || self.all_taken(self.to_move) || self.quiet >= 100 {
            return 0;
        }
        if depth == 1 {
            let mut count = 0;
            self.each_move(|_| count += 1);
            return count;
        }
        let mut leaves = 0;
        for each in self.moves() {
            let undo = self.make(each);
            leaves += self.perft(depth - 1);
            self.take_back(each, undo);
        }
        leaves
    }

    fn make(&mut self, each: Move) -> Undo {
        let (from, to) = (each.from, each.to);
        let undo = Undo {
            taken: self.squares[to.1][to.0],
            quiet: self.quiet,
        };
        if let Some((player, animal)) = undo.taken {
            self.places[player][animal] = None;
        }
        self.put(from, to);
        self.quiet = if undo.taken.is_some() {
            0
        } else {
            self.quiet + 1
        };
        self.to_move = 1 - self.to_move;
        undo
    }

    fn take_back(&mut self, each: Move, undo: Undo) {
        let (from, to) = (each.from, each.to);
        self.put(to, from);
        self.squares[to.1][to.0] = undo.taken;
        if let Some((player, animal)) = undo.taken {
            self.places[player][animal] = Some(to);
        }
        self.quiet = undo.quiet;
        self.to_move = 1 - self.to_move;
    }

    fn put(&mut self, from: Square, to: Square) {
        let piece = self.squares[from.1][from.0].take();
        self.squares[to.1][to.0] = piece;
        if let Some((player, animal)) = piece {
            self.places[player][animal] = Some(to);
        }
    }

    /// Whether the player who has just moved stands on the other's throne.
    fn throne_taken(&self) -> bool {
        let (row, throne) = if self.to_move == 1 {
            (12, b'K')
        } else {
            (0, b'J')
        };
        (0..12).any(|x| {
            let taken = matches!(self.squares[row][x], Some((player, _)) if player != self.to_move);
            GROUND[row][x] == throne && taken
        })
    }

    fn all_taken(&self, player: usize) -> bool {
        self.places[player].iter().all(Option::is_none)
    }

    fn each_move(&self, mut found: impl FnMut(Move)) {
        for (animal, place) in self.places[self.to_move].iter().enumerate() {
            let Some(from) = *place else { continue };
            for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
                if let Some(to) = self.target(animal, from, dx, dy) {
                    found(Move { from, to });
                }
            }
        }
    }

    /// Where an animal of the player to move gets in one direction, if anywhere.
    fn target(&self, animal: usize, from: Square, dx: isize, dy: isize) -> Option<Square> {
        let next = beside(from, dx, dy)?;
        if ground(next) == b'W' && animal != RAT {
            // Rule 3: three water squares and the shore behind them, all empty.
            if !(LEOPARD..=LION).contains(&animal) {
                return None;
            }
            let mut at = from;
            for step in 1..=4 {
                at = beside(at, dx, dy)?;
                let is_water = ground(at) == b'W';
                if self.squares[at.1][at.0].is_some() || is_water != (step < 4) {
                    return None;
                }
            }
            return Some(at);
        }
        // Rule 1.
        if ground(next) == [b'J', b'K'][self.to_move] {
            return None;
        }
        match self.squares[next.1][next.0] {
            None => Some(next),
            Some((player, _)) if player == self.to_move => None,
            Some((player, prey)) => self
                .takes((animal, from), (player, prey, next))
                .then_some(next),
        }
    }

    fn takes(
        &self,
        (animal, from): (usize, Square),
        (player, prey, at): (usize, usize, Square),
    ) -> bool {
        // Rule 5, for the attacker.
        if ground(from) == [b'2', b'1'][self.to_move] {
            return false;
        }
        // Rule 7.
        if ground(from) == b'W' {
            return prey == RAT && ground(at) == b'W';
        }
        // Rule 5, for the one attacked.
        if ground(at) == [b'2', b'1'][player] {
            return true;
        }
        // Rules 6 and 4.
        animal == RAT && prey == ELEPHANT || self.powers[prey] <= self.powers[animal]
    }
}

fn ground((x, y): Square) -> u8 {
    GROUND[y][x]
}

fn beside((x, y): Square, dx: isize, dy: isize) -> Option<Square> {
    let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
    (x < 12 && y < 13).then_some((x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_counts_are_those_of_the_rules() {
        let mut board = Board::start("seed");
        let counts: Vec<u64> = (1..=3).map(|depth| board.perft(depth)).collect();
        assert_eq!(counts, [32, 1_024, 30_528]);
    }

    #[test]
    fn what_is_made_is_taken_back() {
        let mut board = Board::start("traditional");
        let before = format!("{board:?}");
        board.perft(3);
        assert_eq!(format!("{board:?}"), before);
    }
}
