//! How actions are written: the two squares, `j3j4`. §7.1

use std::convert::Infallible;

use vauban_game::{Notation, Phrase, Text, Unreadable, text};

use super::{
    Action, Jungle,
    board::{COLUMNS, ROWS, Square},
    position::read_position,
    state::State,
};

/// No text that means something here is longer.
pub(super) const LONGEST: usize = 256;

/// What stands where a square should be: a square, or a name off the board.
pub(super) type Named<'a> = Result<Square, &'a str>;

/// A letter with one or two digits at the beginning of `text`, and what follows it.
///
/// The digits do not begin with 0, so that every square has one name.
pub(super) fn take_square(text: &str) -> Option<(Named<'_>, &str)> {
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
    Some((Square::named(name).ok_or(name), rest))
}

pub(super) fn off_board(name: &str) -> Text {
    let last = char::from(b'a' + COLUMNS - 1);
    text!(
        "`{name}` is not a square: columns are a to {last}, rows 1 to {ROWS}",
        "« {name} » n'est pas une case : colonnes a à {last}, rangées 1 à {ROWS}",
    )
}

impl Notation for Jungle {
    const KINDS: &[&str] = &["move"];

    fn phrase(&self, action: Action) -> Phrase {
        Phrase::to(action.from.to_string(), action.to.spot())
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
