//! Positions of the set-up as texts.
//!
//! A position of the set-up is `place_n_iB2…~iK15…`: who is done (`-`, `n`, `s`, or `ns` when the lot is
//! next), then the units; the ground follows when it is not the standard one. Once it is open, a
//! position is the open game's.

use vauban_game::{Notation, Seat, SeatSet, Setup, Text, Unreadable, text};

use super::{Camp, Camps, Deployed, Stage, map};
use crate::guerre::{
    Class, NORTH, Place, SOUTH,
    position::{read_board, same_ground, sides, write_board, wrong},
};

/// The set-up, or the open game, that a position stands for.
pub(super) fn resume(deployed: &Deployed, text: &str) -> Result<(Deployed, Stage), Unreadable> {
    let Some(rest) = text.strip_prefix("place_") else {
        let (game, state) = deployed.game.resume(text)?;
        let deployed = Deployed {
            game,
            ..deployed.clone()
        };
        return Ok((deployed, Stage::Open(state)));
    };
    let mut parts = rest.splitn(3, '_');
    let (Some(done), Some(units), board) = (parts.next(), parts.next(), parts.next()) else {
        return wrong(Text::fixed(
            "a set-up has who is done and the units",
            "une mise en place dit qui a fini, puis les unités",
        ));
    };
    let game = match board {
        Some(board) => {
            let board = read_board(board)?;
            if same_ground(&board, deployed.game.board()) {
                deployed.game.clone()
            } else {
                // Where nobody has looked at the map yet, a set-up might never end.
                if let Some(violation) = map::violations(&board, deployed.game.army.len()).first() {
                    return Err(Unreadable::position(violation.text()));
                }
                deployed.game.on(board)
            }
        }
        None if deployed.game.board().is_standard() => deployed.game.clone(),
        None => deployed.game.on_standard_ground(),
    };
    let deployed = Deployed {
        game,
        ..deployed.clone()
    };
    let mut camps = Camps::default();
    for (seat, text) in sides(units)? {
        *camps.of_mut(seat) = deployed.read_camp(seat, text)?;
    }
    let done = match done {
        "-" => SeatSet::EMPTY,
        "n" => SeatSet::EMPTY.with(NORTH),
        "s" => SeatSet::EMPTY.with(SOUTH),
        "ns" => SeatSet::all(2),
        _ => {
            return wrong(Text::fixed(
                "who is done is -, n, s or ns",
                "qui a fini est -, n, s ou ns",
            ));
        }
    };
    if done
        .iter()
        .any(|seat| !camps.of(seat).is_complete(&deployed.game.army))
    {
        return wrong(Text::fixed(
            "a side that is done has placed all its units",
            "un camp qui a fini a placé toutes ses unités",
        ));
    }
    let stage = if done.len() == 2 {
        Stage::Lot { camps }
    } else {
        Stage::Placing { camps, done }
    };
    Ok((deployed, stage))
}

impl Deployed {
    pub(super) fn write_stage(&self, stage: &Stage) -> String {
        let (done, camps) = match stage {
            Stage::Open(state) => return self.game.write_position(state),
            Stage::Lot { camps } => ("ns", camps),
            Stage::Placing { camps, done } => {
                let done = match (done.contains(NORTH), done.contains(SOUTH)) {
                    (false, false) => "-",
                    (true, false) => "n",
                    (false, true) => "s",
                    (true, true) => "ns",
                };
                (done, camps)
            }
        };
        let side = |seat| {
            let words: Vec<String> = camps
                .of(seat)
                .units()
                .map(|unit| {
                    let class = unit.class().code().to_ascii_lowercase();
                    format!("{class}{}", self.game.board().place(unit.square()))
                })
                .collect();
            if words.is_empty() {
                return "-".to_owned();
            }
            words.join(".")
        };
        let mut text = format!("place_{done}_{}~{}", side(NORTH), side(SOUTH));
        if !self.game.board().is_standard() {
            text.push('_');
            text.push_str(&write_board(self.game.board()));
        }
        text
    }

    pub(super) fn read_here(&self, text: &str) -> Result<Stage, Unreadable> {
        if !text.starts_with("place_") {
            return self.game.read_position(text).map(Stage::Open);
        }
        let (deployed, stage) = resume(self, text)?;
        if !same_ground(deployed.game.board(), self.game.board()) {
            return wrong(Text::fixed(
                "it is on another ground",
                "elle est sur un autre terrain",
            ));
        }
        Ok(stage)
    }

    fn read_camp(&self, seat: Seat, text: &str) -> Result<Camp, Unreadable> {
        let mut camp = Camp::default();
        let board = self.game.board();
        for word in text.split('.').filter(|&word| word != "-") {
            let bad = || {
                Unreadable::position(text!(
                    "`{word:.40}` cannot be placed",
                    "« {word:.40} » ne peut pas être placé"
                ))
            };
            let end = word
                .find(|c: char| !c.is_ascii_lowercase())
                .ok_or_else(bad)?;
            let (class, place) = word.split_at(end);
            let class = Class::read(class).ok_or_else(bad)?;
            let square = Place::read(place).and_then(|place| board.square(place));
            let square = square.ok_or_else(bad)?;
            let fits = board.half(square) == seat
                && !board.is_mountain(square)
                && camp.unit(square).is_none()
                && camp.left(&self.game.army, class) > 0;
            if !fits {
                return Err(bad());
            }
            camp.place(class, square);
        }
        Ok(camp)
    }
}
