//! How steps and positions are written.

use std::convert::Infallible;

use vauban_game::{Notation, Phrase, Seat, Text, Unreadable};

use super::{Action, Breakthrough, Square, State};
use crate::toys::plain;

impl Notation for Breakthrough {
    const KINDS: &[&str] = &["move"];

    fn phrase(&self, action: Action) -> Phrase {
        Phrase::to(action.from.name(), action.to.name())
    }
    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        text.split_at_checked(2)
            .and_then(|(from, to)| {
                Some(Action {
                    from: Square::read(from)?,
                    to: Square::read(to)?,
                })
            })
            .ok_or_else(|| Unreadable::action(text))
    }
    fn grammar(&self) -> Text {
        Text::fixed("two squares: `a2a3`", "deux cases : `a2a3`")
    }
    fn kind(&self, _: Action) -> &'static str {
        "move"
    }
    fn write_chance(&self, never: Infallible) -> String {
        match never {}
    }
    fn read_chance(&self, text: &str) -> Result<Infallible, Unreadable> {
        Err(Unreadable::chance(text))
    }
    /// Rows from the top, `x` and `o` for men and `.` for none, then the seat to move: `oooo/oooo/xxxx/xxxx/1`.
    fn write_position(&self, state: &State) -> String {
        let mut text = String::new();
        for row in (0..self.size).rev() {
            for column in 0..self.size {
                text.push(match state.owner(Square(column + 8 * row)) {
                    None => '.',
                    Some(Seat(0)) => 'x',
                    Some(_) => 'o',
                });
            }
            text.push('/');
        }
        text + &state.mover.to_string()
    }
    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        let rows: Vec<&str> = text.split('/').collect();
        let mut state = State {
            men: [0; 2],
            mover: Seat(u8::from(rows.last() == Some(&"2"))),
        };
        for (from_top, row) in rows.iter().take(usize::from(self.size)).enumerate() {
            for (column, man) in row.bytes().take(8).enumerate() {
                let bit = 1 << (column + 8 * (usize::from(self.size) - 1 - from_top));
                match man {
                    b'x' => state.men[0] |= bit,
                    b'o' => state.men[1] |= bit,
                    _ => (),
                }
            }
        }
        if self.write_position(&state) != text {
            return Err(plain::bad_position());
        }
        Ok(state)
    }
}
