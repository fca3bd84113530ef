//! Positions: one line of four parts joined by dots. §7.2
//!
//! The seat on turn, the squares of Blue's animals in the order of their ids (`-` for a lost one),
//! Red's, and the count of quiet half-moves. The start is
//! `1.b2c3d2e3h3i2j3k2.k12j11i12h11e11d12c11b12.0`. A position after the end reads and writes
//! as any other: how it ended follows from where the animals stand.

use std::fmt;

use vauban_game::{Seat, Text, text};

use super::{
    Jungle, QUIET_LIMIT,
    animal::{Animal, Gait},
    board::{Square, Terrain},
    herd::{Herd, LOST},
    notation::{LONGEST, off_board, take_square},
    state::{SEATS, State},
    words::seat_name,
};

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.mover)?;
        for seat in SEATS {
            f.write_str(".")?;
            for animal in Animal::ALL {
                match self.square_of(seat, animal) {
                    Some(square) => write!(f, "{square}")?,
                    None => f.write_str("-")?,
                }
            }
        }
        write!(f, ".{}", self.quiet)
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads the four parts and refuses what no match can come to.
pub(super) fn read_position(game: &Jungle, text: &str) -> Result<State, Text> {
    if text.len() > LONGEST {
        return Err(Text::fixed("it is too long", "elle est trop longue"));
    }
    let line = text.trim().to_ascii_lowercase();
    let parts: Vec<&str> = line.split('.').collect();
    let &[mover, blue, red, quiet] = parts.as_slice() else {
        let count = parts.len();
        return Err(text!(
            "it has {count} parts between dots, not 4: seat, Blue's animals, Red's, quiet half-moves",
            "elle a {count} parties entre points, et non 4 : camp, animaux bleus, rouges, demi-coups sans prise"
        ));
    };
    let mover = match mover {
        "1" => Seat(0),
        "2" => Seat(1),
        _ => {
            return Err(Text::fixed(
                "it begins with the seat on turn, 1 or 2",
                "elle commence par le camp qui joue, 1 ou 2",
            ));
        }
    };
    let quiet = read_quiet(quiet)?;
    let (blue, red) = (read_herd(blue, Seat(0))?, read_herd(red, Seat(1))?);
    let (own, others) = match mover {
        Seat(0) => (blue, red),
        _ => (red, blue),
    };
    let mut state = State {
        own,
        others,
        mover,
        quiet,
        end: None,
    };
    let entered = check_placing(&state)?.map_or(LOST, Square::index);
    state.end = game.ending(&state, entered);
    Ok(state)
}

fn read_quiet(text: &str) -> Result<u8, Text> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|&quiet: &u8| digits && quiet <= QUIET_LIMIT)
        .ok_or_else(|| {
            text!(
                "it ends with the quiet half-moves, 0 to {QUIET_LIMIT}",
                "elle finit par les demi-coups sans prise, 0 à {QUIET_LIMIT}"
            )
        })
}

/// Eight squares or dashes, each square one where the animal can stand.
fn read_herd(text: &str, seat: Seat) -> Result<Herd, Text> {
    let mut squares = [LOST; 8];
    let mut rest = text;
    for (animal, held) in Animal::ALL.into_iter().zip(&mut squares) {
        if let Some(after) = rest.strip_prefix('-') {
            rest = after;
            continue;
        }
        let Some((named, after)) = take_square(rest) else {
            return Err(text!(
                "{name}'s animals lack a square or `-` for {the}",
                "il manque aux animaux de {name} une case ou « - » pour {the}",
                name = seat_name(seat),
                the = animal.the(),
            ));
        };
        let square = named.map_err(off_board)?;
        check_ground(seat, animal, square)?;
        *held = square.index();
        rest = after;
    }
    if !rest.is_empty() {
        return Err(text!(
            "{name} has more than eight animals",
            "{name} a plus de huit animaux",
            name = seat_name(seat),
        ));
    }
    Ok(Herd::new(squares))
}

/// §3.4, §3.5 Where an animal can stand at all.
fn check_ground(seat: Seat, animal: Animal, square: Square) -> Result<(), Text> {
    let the = animal.the();
    match square.terrain() {
        Terrain::Water if animal.gait() != Gait::Swims => Err(text!(
            "{the} cannot swim, and {square} is water",
            "{the} ne sait pas nager, et {square} est de l'eau",
            the,
        )),
        Terrain::Throne(owner) if owner == seat => Err(text!(
            "{the} is on its own throne on {square}",
            "{the} est sur son propre trône en {square}",
            the,
        )),
        _ => Ok(()),
    }
}

/// What concerns several animals at once. Gives the throne that was entered, if one was: then the match is over.
fn check_placing(state: &State) -> Result<Option<Square>, Text> {
    let mut entered = None;
    let mut taken: Vec<Square> = Vec::new();
    for seat in SEATS {
        for (animal, square) in state.animals(seat) {
            if taken.contains(&square) {
                return Err(text!(
                    "two animals are on {square}",
                    "deux animaux sont en {square}"
                ));
            }
            taken.push(square);
            if !matches!(square.terrain(), Terrain::Throne(_)) {
                continue;
            }
            // §6.1 The match ends with the first entry, so only the last to move can have entered, once.
            if seat == state.mover || entered.is_some() {
                return Err(text!(
                    "the match was over before {the} came to {square}",
                    "la partie était terminée avant que {the} n'arrive en {square}",
                    the = animal.the(),
                ));
            }
            entered = Some(square);
        }
    }
    let last = state.mover.other();
    if state.animals(last).next().is_none() {
        return Err(text!(
            "{name} moved last but has no animal",
            "{name} vient de jouer mais n'a aucun animal",
            name = seat_name(last),
        ));
    }
    Ok(entered)
}
