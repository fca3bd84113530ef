//! How actions and results are written.

use vauban_game::{Notation, Phrase, Seat, Text, Unreadable, Viewer};

use super::{
    Action, Chance, Muster, State, position,
    state::{fort_name, read_card, read_fort},
};
use crate::toys::plain;

impl Notation for Muster {
    const KINDS: &[&str] = &["play", "place", "raid", "end"];

    fn phrase(&self, action: Action) -> Phrase {
        match action {
            Action::Play(kind) => Phrase::word(format!("play-{}", kind + 1)),
            Action::Place(fort, armies) => Phrase::to("", fort_name(fort)).with_amount("+", armies),
            Action::Raid(fort) => Phrase::to("raid-", fort_name(fort)),
            Action::End => Phrase::word("end"),
        }
    }
    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        let parse = || {
            if text == "end" {
                return Some(Action::End);
            }
            if let Some(kind) = text.strip_prefix("play-") {
                return Some(Action::Play(read_card(kind)?));
            }
            if let Some(fort) = text.strip_prefix("raid-") {
                return Some(Action::Raid(read_fort(fort)?));
            }
            let (fort, armies) = text.split_once('+')?;
            Some(Action::Place(read_fort(fort)?, plain::number(armies)?))
        };
        parse().ok_or_else(|| Unreadable::action(text))
    }
    fn grammar(&self) -> Text {
        Text::fixed(
            "`play-2`, `f3+4`, `raid-f5` or `end`",
            "`play-2`, `f3+4`, `raid-f5` ou `end`",
        )
    }
    fn trim(&self, state: &State, _: Seat, action: Action) -> Action {
        match action {
            Action::Place(fort, armies) if state.open.pool > 0 => {
                Action::Place(fort, armies.min(state.open.pool))
            }
            _ => action,
        }
    }
    fn kind(&self, action: Action) -> &'static str {
        match action {
            Action::Play(_) => "play",
            Action::Place(..) => "place",
            Action::Raid(_) => "raid",
            Action::End => "end",
        }
    }
    fn write_chance(&self, chance: Chance) -> String {
        match chance {
            Chance::Draw(kind) => format!("draw-{}", kind + 1),
            Chance::Loss(loss) => format!("loss-{loss}"),
        }
    }
    fn read_chance(&self, text: &str) -> Result<Chance, Unreadable> {
        let draw = || Some(Chance::Draw(read_card(text.strip_prefix("draw-")?)?));
        let loss = || Some(Chance::Loss(plain::number(text.strip_prefix("loss-")?)?));
        draw().or_else(loss).ok_or_else(|| Unreadable::chance(text))
    }
    fn write_position(&self, state: &State) -> String {
        position::write(self, state)
    }
    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        position::read(self, text).ok_or_else(plain::bad_position)
    }
    fn chance_shown(&self, state: &State, chance: Chance, viewer: Viewer) -> bool {
        match chance {
            Chance::Draw(_) => viewer == Viewer::Seat(state.open.mover),
            Chance::Loss(_) => true,
        }
    }
    fn reveals(&self, _: &State, _: Seat, _: Action) -> bool {
        false
    }
}
