//! How squares, actions and positions are written. §7.1, §7.2
//!
//! An action is its two squares, `j3j4`. A position is one line of four parts joined by dots: the
//! seat on turn, the squares of Blue's animals in the order of their ids (`-` for a lost one), Red's,
//! and the count of quiet half-moves. The start is
//! `1.b2c3d2e3h3i2j3k2.k12j11i12h11e11d12c11b12.0`. A position after the end reads and writes
//! as any other: how it ended follows from where the animals stand.

use std::convert::Infallible;

use vauban_game::{Notation, Seat, Text, Unreadable, scene::Spot};

use super::{
    Action, Jungle, QUIET_LIMIT,
    narrate::{capital, seat_name},
    state::{Animal, COLUMNS, Gait, Herd, LOST, ROWS, SEATS, Square, State, Terrain},
};

/// No text that means something here is longer.
const LONGEST: usize = 256;

impl Square {
    pub(super) fn spot(self) -> Spot {
        Spot(self.to_string())
    }
    /// The square that a spot of the board names.
    pub(super) fn of_spot(spot: &Spot) -> Option<Square> {
        match take_square(&spot.0) {
            Some((Ok(square), "")) => Some(square),
            _ => None,
        }
    }
}

/// What stands where a square should be: a square, or a name off the board.
type Named<'a> = Result<Square, &'a str>;

/// A letter with one or two digits at the beginning of `text`, and what follows it.
///
/// The digits do not begin with 0, so that every square has one name.
fn take_square(text: &str) -> Option<(Named<'_>, &str)> {
    let letter = *text.as_bytes().first()?;
    let digits = text
        .bytes()
        .skip(1)
        .take(2)
        .take_while(u8::is_ascii_digit)
        .count();
    if !letter.is_ascii_alphabetic() || digits == 0 {
        return None;
    }
    let (name, rest) = text.split_at(1 + digits);
    Some((square_named(name).ok_or(name), rest))
}

/// The square with this very name.
fn square_named(name: &str) -> Option<Square> {
    let column = name.as_bytes().first()?.checked_sub(b'a')?;
    let row: u8 = name.get(1..)?.parse().ok()?;
    let square = Square::at(column, row.checked_sub(1)?)?;
    // One name a square: not `a01`.
    (square.to_string() == name).then_some(square)
}

fn off_board(name: &str) -> Text {
    let last = char::from(b'a' + COLUMNS - 1);
    Text::new(
        format!("`{name}` is not a square: columns are a to {last}, rows 1 to {ROWS}"),
        format!("« {name} » n'est pas une case : colonnes a à {last}, rangées 1 à {ROWS}"),
    )
}

impl Notation for Jungle {
    fn write(&self, action: Action) -> String {
        format!("{}{}", action.from, action.to)
    }

    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        if text.len() > LONGEST {
            return Err(Unreadable::action(text));
        }
        let order = text.trim().to_ascii_lowercase();
        let unreadable = || Unreadable::action(text);
        let (from, rest) = take_square(&order).ok_or_else(unreadable)?;
        let rest = rest.trim_start();
        let rest = rest.strip_prefix('-').unwrap_or(rest).trim_start();
        let (to, rest) = take_square(rest).ok_or_else(unreadable)?;
        if !rest.is_empty() {
            return Err(unreadable());
        }
        let on_board = |named: Named<'_>| {
            named.map_err(|name| Unreadable {
                text: off_board(name),
            })
        };
        Ok(Action {
            from: on_board(from)?,
            to: on_board(to)?,
        })
    }

    fn grammar(&self) -> Text {
        Text::fixed(
            "the square an animal stands on, then the one it goes to: j3j4 (also j3-j4, j3 j4); columns a to l, rows 1 to 13 from the top",
            "la case où se trouve l'animal, puis celle où il va : j3j4 (aussi j3-j4, j3 j4) ; colonnes a à l, rangées 1 à 13 depuis le haut",
        )
    }

    fn kind(&self, _action: Action) -> &'static str {
        "move"
    }

    fn write_chance(&self, chance: Infallible) -> String {
        match chance {}
    }

    fn read_chance(&self, text: &str) -> Result<Infallible, Unreadable> {
        Err(Unreadable::chance(text))
    }

    fn write_position(&self, state: &State) -> String {
        state.to_string()
    }

    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        read_position(self, text).map_err(Unreadable::position)
    }
}

/// Reads the four parts and refuses what no match can come to.
fn read_position(game: &Jungle, text: &str) -> Result<State, Text> {
    if text.len() > LONGEST {
        return Err(Text::fixed("it is too long", "elle est trop longue"));
    }
    let line = text.trim().to_ascii_lowercase();
    let parts: Vec<&str> = line.split('.').collect();
    let &[mover, blue, red, quiet] = parts.as_slice() else {
        let count = parts.len();
        return Err(Text::new(
            format!(
                "it has {count} parts between dots, not 4: seat, Blue's animals, Red's, quiet half-moves"
            ),
            format!(
                "elle a {count} parties entre points, et non 4 : camp, animaux bleus, rouges, demi-coups sans prise"
            ),
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
            Text::new(
                format!("it ends with the quiet half-moves, 0 to {QUIET_LIMIT}"),
                format!("elle finit par les demi-coups sans prise, 0 à {QUIET_LIMIT}"),
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
            let (name, the) = (seat_name(seat), animal.the());
            return Err(Text::new(
                format!("{}'s animals need a square or `-` for {}", name.en, the.en),
                format!("il manque à {} une case ou « - » pour {}", name.fr, the.fr),
            ));
        };
        let square = named.map_err(off_board)?;
        check_ground(seat, animal, square)?;
        *held = square.index();
        rest = after;
    }
    if !rest.is_empty() {
        let name = seat_name(seat);
        return Err(Text::new(
            format!("{} has more than eight animals", name.en),
            format!("{} a plus de huit animaux", name.fr),
        ));
    }
    Ok(Herd::new(squares))
}

/// §3.4, §3.5 Where an animal can stand at all.
fn check_ground(seat: Seat, animal: Animal, square: Square) -> Result<(), Text> {
    let the = animal.the();
    match square.terrain() {
        Terrain::Water if animal.gait() != Gait::Swims => Err(Text::new(
            format!("{} cannot swim on {square}", the.en),
            format!("{} ne peut nager en {square}", the.fr),
        )),
        Terrain::Throne(owner) if owner == seat => Err(Text::new(
            format!("{} is on its own throne {square}", the.en),
            format!("{} est sur son propre trône {square}", the.fr),
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
                return Err(Text::new(
                    format!("two animals are on {square}"),
                    format!("deux animaux sont en {square}"),
                ));
            }
            taken.push(square);
            if !matches!(square.terrain(), Terrain::Throne(_)) {
                continue;
            }
            // §6.1 The match ends with the first entry, so only the last to move can have entered, once.
            if seat == state.mover || entered.is_some() {
                let the = animal.the();
                return Err(Text::new(
                    format!("the match was over before {} came to {square}", the.en),
                    format!(
                        "la partie était finie avant que {} n'arrive en {square}",
                        the.fr
                    ),
                ));
            }
            entered = Some(square);
        }
    }
    let last = state.mover.other();
    if state.animals(last).next().is_none() {
        let name = seat_name(last);
        return Err(Text::new(
            format!("{} moved last and yet has no animal", capital(&name.en)),
            format!(
                "{} vient de jouer et n'a pourtant aucun animal",
                capital(&name.fr)
            ),
        ));
    }
    Ok(entered)
}
