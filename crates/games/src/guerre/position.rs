//! Positions and grounds as texts.
//!
//! A position is `n5.0.0_B15.D8~T3.T23_rD3.rcF5…~rO23…`: who is on turn with how many moves, quiet
//! and whole half-turns, and `.a` if an arsenal fell this turn and the rules ask for that; the arsenals that stand; the units slot by slot (`-` is an empty slot); and the
//! ground, `25x20~mC10…~mN11…`, when it is not the standard one. North is always before the `~`.

use vauban_game::{Seat, Text, Unreadable, text};

use super::{
    Board, Class, Guerre, NORTH, Place, SOUTH, Square, State, Unit,
    area::MOST_SQUARES,
    board::{BadBoard, Feature, MOST_ARSENALS, Terrain},
    deployment::map::Map,
    state::{Flag, MOST_UNITS},
    words::unit_of,
};

/// The letters of the flags, in the order in which they are written.
const FLAGS: [(char, Flag); 4] = [
    ('r', Flag::Retreat),
    ('m', Flag::Moved),
    ('l', Flag::Last),
    ('x', Flag::Spent),
];

impl Guerre {
    pub(super) fn write_state(&self, state: &State) -> String {
        let side = if state.mover == NORTH { 'n' } else { 's' };
        let quiet = match state.quiet {
            State::STIRRED => "x".to_owned(),
            quiet => quiet.to_string(),
        };
        let razed = if state.razed { ".a" } else { "" };
        let mut text = format!(
            "{side}{}.{quiet}.{}{razed}_{}_{}",
            state.moves_left,
            state.half_turns,
            both(|seat| self.write_standing(state, seat)),
            both(|seat| self.write_units(state, seat)),
        );
        if !self.board.is_standard() {
            text.push('_');
            text.push_str(&write_board(&self.board));
        }
        text
    }

    /// A position on this ground, and no other.
    pub(super) fn read_here(&self, text: &str) -> Result<State, Unreadable> {
        let here = match board_of(text) {
            Some(board) => same_ground(&read_board(board)?, &self.board),
            None => self.board.is_standard(),
        };
        if !here {
            return wrong(Text::fixed(
                "it is on another ground",
                "elle est sur un autre terrain",
            ));
        }
        self.read_state(text)
    }

    fn write_standing(&self, state: &State, seat: Seat) -> String {
        let standing = self.board.arsenals(seat).iter().copied();
        dotted(
            standing
                .filter(|&square| self.is_arsenal_of(state, seat, square))
                .map(|square| self.board.place(square).to_string()),
        )
    }

    fn write_units(&self, state: &State, seat: Seat) -> String {
        let slots = &state.units[seat.index()];
        let used = slots
            .iter()
            .rposition(|unit| unit.stands())
            .map_or(0, |last| last + 1);
        dotted(slots[..used].iter().map(|&unit| {
            if !unit.stands() {
                return "-".to_owned();
            }
            let class = unit.class().code().to_ascii_lowercase();
            let place = self.board.place(unit.square());
            let flags = FLAGS.iter().filter(|(_, flag)| unit.is(*flag));
            let flags: String = flags.map(|(letter, _)| letter).collect();
            format!("{class}{place}{flags}")
        }))
    }

    /// The state that a position on this ground stands for; its ground is not looked at.
    pub(super) fn read_state(&self, text: &str) -> Result<State, Unreadable> {
        let mut parts = text.splitn(4, '_');
        let (Some(turn), Some(standing), Some(units)) = (parts.next(), parts.next(), parts.next())
        else {
            return wrong(Text::fixed(
                "it has three parts or four, with `_` between them",
                "elle a trois ou quatre parties, séparées par « _ »",
            ));
        };
        let mut state = State::empty();
        self.read_turn(turn, &mut state)?;
        for (seat, text) in sides(standing)? {
            for word in text.split('.').filter(|&word| word != "-") {
                let square = self.read_square(word)?;
                let arsenals = self.board.arsenals(seat);
                let Some(index) = arsenals.iter().position(|&arsenal| arsenal == square) else {
                    return wrong(text!(
                        "{word} is not an arsenal of that side",
                        "{word} n'est pas un arsenal de ce camp"
                    ));
                };
                state.standing[seat.index()] |= 1 << index;
            }
        }
        for (seat, text) in sides(units)? {
            for (slot, word) in text.split('.').enumerate() {
                if slot >= MOST_UNITS {
                    return wrong(text!(
                        "a side has at most {MOST_UNITS} units",
                        "un camp a au plus {MOST_UNITS} unités"
                    ));
                }
                if word == "-" {
                    continue;
                }
                let unit = self.read_unit(word)?;
                if state.occupant(unit.square()).is_some() {
                    return wrong(text!(
                        "two units stand on one square: {word}",
                        "deux unités sont sur une même case : {word}"
                    ));
                }
                state.units[seat.index()][slot] = unit;
            }
        }
        if let Some((seat, unit)) = self.trespasser(&state) {
            return wrong(self.trespass(seat, unit));
        }
        self.muster(&mut state);
        Ok(state)
    }

    /// §8.1 A fighting unit that enters an enemy arsenal destroys it, so that none stands in one.
    pub(super) fn trespasser(&self, state: &State) -> Option<(Seat, Unit)> {
        [NORTH, SOUTH].into_iter().find_map(|seat| {
            let mut fighters = state
                .units(seat)
                .filter(|unit| self.doctrine.is_fighter(unit.class()));
            let unit =
                fighters.find(|unit| self.is_arsenal_of(state, seat.other(), unit.square()))?;
            Some((seat, unit))
        })
    }

    pub(super) fn trespass(&self, seat: Seat, unit: Unit) -> Text {
        let (who, place) = (unit_of(seat, unit.class()), self.board.place(unit.square()));
        text!(
            "{who} is on {place}, an enemy arsenal that still stands: leave out one of the two",
            "{who} est en {place}, un arsenal ennemi encore debout : retirez l'un des deux",
            who
        )
    }

    /// `n5.0.12`, or `n5.x.12.a` if an arsenal fell this turn and that matters.
    fn read_turn(&self, text: &str, state: &mut State) -> Result<(), Unreadable> {
        let bad = || {
            Unreadable::position(text!(
                "`{text:.40}` is not a turn; write it like n5.0.0",
                "« {text:.40} » n'est pas un tour ; écrivez par exemple n5.0.0"
            ))
        };
        let (text, razed) = match text.strip_suffix(".a") {
            Some(text) => (text, true),
            None => (text, false),
        };
        state.razed = razed;
        let words: Vec<&str> = text.splitn(4, '.').collect();
        let [turn, quiet, half_turns] = words[..] else {
            return Err(bad());
        };
        let (seat, moves) = match turn.strip_prefix('n') {
            Some(moves) => (NORTH, moves),
            None => (SOUTH, turn.strip_prefix('s').ok_or_else(bad)?),
        };
        state.mover = seat;
        state.moves_left = number(moves).ok_or_else(bad)?;
        state.half_turns = number(half_turns).ok_or_else(bad)?;
        state.quiet = match quiet {
            "x" => State::STIRRED,
            quiet => number(quiet).ok_or_else(bad)?,
        };
        if state.moves_left > self.doctrine.moves {
            let most = self.doctrine.moves;
            return wrong(text!(
                "a turn has at most {most} moves",
                "un tour a au plus {most} déplacements"
            ));
        }
        if state.quiet == State::STIRRED && quiet != "x" {
            return Err(bad());
        }
        Ok(())
    }

    fn read_square(&self, word: &str) -> Result<Square, Unreadable> {
        let square = Place::read(word).and_then(|place| self.board.square(place));
        square.ok_or_else(|| {
            Unreadable::position(text!(
                "`{word:.40}` is not a square of this board",
                "« {word:.40} » n'est pas une case de ce plateau"
            ))
        })
    }

    /// `acH6ml`
    fn read_unit(&self, word: &str) -> Result<Unit, Unreadable> {
        let bad = || {
            Unreadable::position(text!(
                "`{word:.40}` is not a unit; write it like acH6",
                "« {word:.40} » n'est pas une unité ; écrivez par exemple acH6"
            ))
        };
        let end = word
            .find(|c: char| !c.is_ascii_lowercase())
            .ok_or_else(bad)?;
        let (class, rest) = word.split_at(end);
        let flags = rest
            .find(|c: char| c.is_ascii_lowercase())
            .unwrap_or(rest.len());
        let (place, flags) = rest.split_at(flags);
        let class = Class::read(class).ok_or_else(bad)?;
        let square = self.read_square(place)?;
        if self.board.is_mountain(square) {
            return wrong(text!(
                "a unit stands on the mountain {place}",
                "une unité est sur la montagne {place}"
            ));
        }
        let mut unit = Unit::new(class, square);
        for letter in flags.chars() {
            let known = FLAGS.iter().find(|(of, _)| *of == letter);
            let (_, flag) = known.ok_or_else(bad)?;
            unit = unit.with(*flag);
        }
        Ok(unit)
    }
}

/// The part of a position that names its ground.
pub(super) fn board_of(position: &str) -> Option<&str> {
    position.splitn(4, '_').nth(3)
}

/// Whether two boards have the same size and terrain, in whatever order it is listed.
pub(super) fn same_ground(one: &Board, other: &Board) -> bool {
    let terrain = |board: &Board| -> Vec<Option<Feature>> {
        board
            .squares()
            .map(|square| board.feature(square))
            .collect()
    };
    (one.width(), one.height()) == (other.width(), other.height()) && terrain(one) == terrain(other)
}

/// A ground as one word: `25x20~fB8.mC10…~mN11…`, row by row.
pub fn write_board(board: &Board) -> String {
    let side = |seat| {
        let features = board.squares().filter_map(|square| board.feature(square));
        dotted(
            features
                .filter(|feature| feature.owner == seat)
                .map(|feature| {
                    let place = board.place(feature.square);
                    format!("{}{place}", feature.terrain.letter())
                }),
        )
    };
    format!("{}x{}~{}", board.width(), board.height(), both(side))
}

/// Reads what [`write_board`] writes.
pub fn read_board(text: &str) -> Result<Board, Unreadable> {
    let map = read_map(text)?;
    let words = map.features.clone();
    let width = map.width;
    Board::new(width, map.height, map.features).map_err(|bad| {
        let word = match bad {
            BadBoard::Size => String::new(),
            BadBoard::Outside(index) | BadBoard::Overlap(index) | BadBoard::Arsenals(index) => {
                let Feature {
                    terrain, square, ..
                } = words[index];
                let place = Place {
                    row: square.0 / width,
                    column: square.0 % width,
                };
                format!("{}{place}", terrain.letter())
            }
        };
        Unreadable::position(bad_board(bad, &word))
    })
}

/// Reads a ground of a size that can be, as it is written: whether things overlap is not asked.
pub(super) fn read_map(text: &str) -> Result<Map, Unreadable> {
    let size = |text: &str| -> Option<(u16, u16)> {
        let (width, height) = text.split_once('x')?;
        Some((number(width)?, number(height)?))
    };
    let (dimensions, features) = text.split_once('~').unwrap_or((text, ""));
    let Some((width, height)) = size(dimensions) else {
        return wrong(text!(
            "`{dimensions:.40}` is not a board size; write it like 25x20",
            "« {dimensions:.40} » n'est pas une taille de plateau ; écrivez par exemple 25x20"
        ));
    };
    if width == 0 || height == 0 || usize::from(width) * usize::from(height) > MOST_SQUARES {
        return Err(Unreadable::position(bad_board(BadBoard::Size, "")));
    }
    let mut list = Vec::new();
    for (owner, text) in sides(features)? {
        for word in text.split('.').filter(|&word| word != "-") {
            let terrain = Terrain::ALL
                .into_iter()
                .find(|terrain| word.starts_with(terrain.letter()));
            let place = word.get(1..).and_then(Place::read);
            let place = place.filter(|place| place.row < height && place.column < width);
            let (Some(terrain), Some(place)) = (terrain, place) else {
                return wrong(text!(
                    "`{word:.40}` is not terrain on this board; a mountain is written mC10",
                    "« {word:.40} » n'est pas un terrain de ce plateau ; une montagne s'écrit mC10"
                ));
            };
            list.push(Feature {
                terrain,
                square: Square(place.row * width + place.column),
                owner,
            });
        }
    }
    Ok(Map {
        width,
        height,
        features: list,
        lines: Vec::new(),
    })
}

/// Why a board cannot be, in words; `what` is the terrain that is told of.
pub(super) fn bad_board(bad: BadBoard, what: &str) -> Text {
    match bad {
        BadBoard::Size => text!(
            "a board has between 1 and {MOST_SQUARES} squares",
            "un plateau a entre 1 et {MOST_SQUARES} cases"
        ),
        BadBoard::Outside(_) => text!(
            "{what} lies outside the board",
            "{what} est hors du plateau"
        ),
        BadBoard::Overlap(_) => text!(
            "{what} lies where there already is terrain",
            "{what} est sur une case qui porte déjà un terrain"
        ),
        BadBoard::Arsenals(_) => text!(
            "a side has at most {MOST_ARSENALS} arsenals",
            "un camp a au plus {MOST_ARSENALS} arsenaux"
        ),
    }
}

/// A number of digits only, so that every number has one form.
fn number<T: std::str::FromStr + std::fmt::Display>(text: &str) -> Option<T> {
    let number: T = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// The texts of the two sides.
fn both(side: impl Fn(Seat) -> String) -> String {
    format!("{}~{}", side(NORTH), side(SOUTH))
}

/// Takes [`both`] apart.
pub(super) fn sides(text: &str) -> Result<[(Seat, &str); 2], Unreadable> {
    match text.split_once('~') {
        Some((north, south)) if !south.contains('~') => Ok([(NORTH, north), (SOUTH, south)]),
        _ => wrong(Text::fixed(
            "North and South have one `~` between them",
            "le Nord et le Sud sont séparés par un « ~ »",
        )),
    }
}

/// Words with dots between them; `-` if there are none.
fn dotted(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() {
        return "-".to_owned();
    }
    words.join(".")
}

pub(super) fn wrong<T>(why: Text) -> Result<T, Unreadable> {
    Err(Unreadable::position(why))
}
