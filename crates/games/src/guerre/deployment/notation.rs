//! Steps as text: `place I K15`, `remove K15`, `accept`, `reject`, `done`, and the lot.

use vauban_game::{Notation, Phrase, Seat, Text, Unreadable, Viewer, text};

use super::{Deployed, Piece, Stage, Step};
use crate::guerre::{NORTH, SOUTH, notation::read_place};

impl Notation for Deployed {
    const KINDS: &[&str] = &[
        "place", "remove", "accept", "reject", "done", "move", "attack", "end",
    ];

    fn phrase(&self, step: Step) -> Phrase {
        match step {
            Step::Place { piece, at } => Phrase::to(format!("place={}@", piece.code()), at.spot()),
            Step::Remove { at } => Phrase::word(format!("remove={at}")),
            Step::Accept => Phrase::word("accept"),
            Step::Reject => Phrase::word("reject"),
            Step::Done => Phrase::word("done"),
            Step::Open(action) => self.game.phrase(action),
        }
    }

    fn read(&self, text: &str) -> Result<Step, Unreadable> {
        match read_step(text) {
            Some(step) => step,
            None => self.game.read(text).map(Step::Open),
        }
    }

    fn grammar(&self) -> Text {
        let ground = match self.makes_ground() {
            true => Text::fixed(
                "place M C10 proposes or draws a mountain, place CO C11 a pass; accept and reject answer a proposal; \
                 place F B8 builds a fort, place AR D8 an arsenal; ",
                "place M C10 propose ou dessine une montagne, place CO C11 un col ; accept et reject répondent à une proposition ; \
                 place F B8 bâtit un fort, place AR D8 un arsenal ; ",
            ),
            false => Text::default(),
        };
        text!(
            "set-up: {ground}place I K15 puts a unit (I, C, A, AC, R, RC) on a square, remove K15 takes back what is there, \
             done when everything is placed, all {units} units with it. Then: {open}",
            "mise en place : {ground}place I K15 met une unité (I, C, A, AC, R, RC) sur une case, remove K15 reprend ce qui s'y trouve, \
             done quand tout est placé, les {units} unités comprises. Ensuite : {open}",
            ground,
            units = self.game.army.len(),
            open = self.game.grammar()
        )
    }

    fn kind(&self, step: Step) -> &'static str {
        match step {
            Step::Place { .. } => "place",
            Step::Remove { .. } => "remove",
            Step::Accept => "accept",
            Step::Reject => "reject",
            Step::Done => "done",
            Step::Open(action) => self.game.kind(action),
        }
    }

    fn write_chance(&self, first: Seat) -> String {
        if first == NORTH { "north" } else { "south" }.to_owned()
    }

    fn read_chance(&self, text: &str) -> Result<Seat, Unreadable> {
        match text {
            "north" => Ok(NORTH),
            "south" => Ok(SOUTH),
            _ => Err(Unreadable::chance(text)),
        }
    }

    fn write_position(&self, stage: &Stage) -> String {
        self.write_stage(stage)
    }

    fn read_position(&self, text: &str) -> Result<Stage, Unreadable> {
        self.read_here(text)
    }

    /// What a side places is its own business until both are done.
    fn shown(&self, stage: &Stage, by: Seat, step: Step, viewer: Viewer) -> bool {
        match (stage, step) {
            (Stage::Placing { .. }, Step::Place { .. } | Step::Remove { .. }) => {
                viewer == Viewer::Seat(by)
            }
            _ => true,
        }
    }

    /// Only the `done` that opens everything tells anybody something new, and what is said about the ground.
    fn reveals(&self, stage: &Stage, seat: Seat, step: Step) -> bool {
        match (stage, step) {
            (Stage::Placing { done, .. }, Step::Done) => done.with(seat).len() == 2,
            (Stage::Agreeing(_), _) => true,
            _ => false,
        }
    }
}

/// A step of the set-up, in the command language or as one token; `None` if it is none of the set-up.
fn read_step(text: &str) -> Option<Result<Step, Unreadable>> {
    let words: Vec<&str> = text.split_ascii_whitespace().take(5).collect();
    let place = |piece: &str, at: &str| -> Result<Step, Unreadable> {
        let piece = Piece::read(piece).ok_or_else(|| Unreadable {
            text: text!(
                "`{piece:.40}` is not a piece; use M, CO, F, AR, I, C, A, AC, R or RC",
                "« {piece:.40} » n'est pas une pièce ; utilisez M, CO, F, AR, I, C, A, AC, R ou RC"
            ),
        })?;
        let at = read_place(at)?;
        Ok(Step::Place { piece, at })
    };
    let remove = |at: &str| read_place(at).map(|at| Step::Remove { at });
    let is = |word: &str, name: &str| word.eq_ignore_ascii_case(name);
    match words[..] {
        [word] if is(word, "done") => Some(Ok(Step::Done)),
        [word] if is(word, "accept") => Some(Ok(Step::Accept)),
        [word] if is(word, "reject") => Some(Ok(Step::Reject)),
        [word, piece, at] if is(word, "place") => Some(place(piece, at)),
        [word, at] if is(word, "remove") => Some(remove(at)),
        [word, ..] if is(word, "place") => Some(Err(Unreadable::new(
            "`place` takes a piece and a square: place I K15",
            "« place » prend une pièce et une case : place I K15",
        ))),
        [word, ..] if is(word, "remove") => Some(Err(Unreadable::new(
            "`remove` takes a square: remove K15",
            "« remove » prend une case : remove K15",
        ))),
        [token] => {
            let (word, rest) = token.split_once('=')?;
            if is(word, "remove") {
                return Some(remove(rest));
            }
            let (piece, at) = rest.split_once('@')?;
            is(word, "place").then(|| place(piece, at))
        }
        _ => None,
    }
}
