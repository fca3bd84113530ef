//! How actions, rolls and positions are written.

use vauban_game::{Game, Notation, Phrase, Seat, Text, Unreadable, Viewer};

use super::{Action, Roll, Stash, State, state::read_cell};
use crate::toys::plain;

impl Notation for Stash {
    const KINDS: &[&str] = &["hide", "dig"];

    fn phrase(&self, action: Action) -> Phrase {
        match action {
            Action::Hide(cell) => Phrase::word(format!("hide-{}", cell + 1)),
            Action::Dig(whose, cell) => Phrase::to("", Stash::spot(whose, cell)),
        }
    }
    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        let action = match text.strip_prefix("hide-") {
            Some(cell) => read_cell(cell).map(Action::Hide),
            None => self
                .read_spot(text)
                .map(|(whose, cell)| Action::Dig(whose, cell)),
        };
        action.ok_or_else(|| Unreadable::action(text))
    }
    fn grammar(&self) -> Text {
        Text::fixed(
            "`hide-3`, or a cell to dig: `b3`",
            "`hide-3`, ou une case à creuser : `b3`",
        )
    }
    fn kind(&self, action: Action) -> &'static str {
        match action {
            Action::Hide(_) => "hide",
            Action::Dig(..) => "dig",
        }
    }
    fn write_chance(&self, Roll(digs): Roll) -> String {
        format!("roll-{digs}")
    }
    fn read_chance(&self, text: &str) -> Result<Roll, Unreadable> {
        match text {
            "roll-1" => Ok(Roll(1)),
            "roll-2" => Ok(Roll(2)),
            "roll-3" => Ok(Roll(3)),
            _ => Err(Unreadable::chance(text)),
        }
    }
    /// For each seat its stash (`-` if none) and the holes in its garden, then the seat to move, its
    /// digs and the winner: `3.0/-.0/1/0/0`.
    fn write_position(&self, state: &State) -> String {
        let mut text = String::new();
        for seat in self.all() {
            let stash = state.hidden[seat].map_or("-".to_owned(), |cell| (cell + 1).to_string());
            text += &format!("{stash}.{}/", state.open.dug[seat]);
        }
        let winner = state.open.winner.map_or(0, Seat::number);
        let digs = state.open.digs.unwrap_or(0);
        text + &format!("{}/{digs}/{winner}", state.open.mover)
    }
    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        let parse = || {
            let parts: Vec<&str> = text.split('/').collect();
            let (gardens, [mover, digs, winner]) = parts.split_last_chunk()?;
            let mut state = self.start();
            for (seat, garden) in self.all().zip(gardens) {
                let (stash, dug) = garden.split_once('.')?;
                state.hidden[seat] = read_cell(stash);
                state.open.dug[seat] = dug.parse().ok()?;
            }
            state.open.mover = Seat::from_number(plain::number(mover)?, self.seats)?;
            state.open.digs = plain::number(digs).filter(|&digs| digs > 0);
            state.open.winner = Seat::from_number(plain::number(winner)?, self.seats);
            (self.sound(&state) && self.write_position(&state) == text).then_some(state)
        };
        parse().ok_or_else(plain::bad_position)
    }
    fn shown(&self, _: &State, by: Seat, action: Action, viewer: Viewer) -> bool {
        matches!(action, Action::Dig(..)) || viewer == Viewer::Seat(by)
    }
    fn reveals(&self, _: &State, _: Seat, action: Action) -> bool {
        matches!(action, Action::Dig(..))
    }
}
