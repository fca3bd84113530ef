//! How actions and positions are written. §4.1, §4.2

use std::convert::Infallible;

use vauban_game::{Notation, Seat, Text, Unreadable, scene::Spot};

use super::{Action, Square, State, Towpath};

impl Square {
    pub(super) fn spot(self) -> Spot {
        Spot(self.to_string())
    }
}

impl Notation for Towpath {
    fn write(&self, action: Action) -> String {
        action.to.to_string()
    }

    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        let name = text.trim().to_ascii_lowercase();
        let to = Square::named(&name).ok_or_else(|| Unreadable::action(text))?;
        Ok(Action { to })
    }

    fn grammar(&self) -> Text {
        Text::fixed(
            "the square to which the barge is hauled: d",
            "la case où la péniche est halée : d",
        )
    }

    fn kind(&self, _action: Action) -> &'static str {
        "haul"
    }

    fn write_chance(&self, chance: Infallible) -> String {
        match chance {}
    }

    fn read_chance(&self, text: &str) -> Result<Infallible, Unreadable> {
        Err(Unreadable::chance(text))
    }

    fn write_position(&self, state: &State) -> String {
        format!("{}.{}", state.barge, state.mover)
    }

    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        let (barge, mover) = text.trim().split_once('.').ok_or_else(|| {
            Unreadable::position(Text::fixed(
                "it is the barge's square, a dot and the seat to move",
                "c'est la case de la péniche, un point et le camp qui joue",
            ))
        })?;
        let barge = Square::named(barge).filter(|&square| square <= self.home());
        let mover = match mover {
            "1" => Some(Seat(0)),
            "2" => Some(Seat(1)),
            _ => None,
        };
        let (Some(barge), Some(mover)) = (barge, mover) else {
            return Err(Unreadable::position(Text::new(
                format!("the square is one of a to {}, the seat 1 or 2", self.home()),
                format!("la case va de a à {}, le camp est 1 ou 2", self.home()),
            )));
        };
        Ok(State { barge, mover })
    }
}
