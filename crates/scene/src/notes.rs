//! What is written on a map: tokens always, names and tags where their places have room.

use std::collections::HashSet;

use crate::places::Places;
use crate::scale::start;
use crate::terminal::{Drawn, letters};
use crate::{Form, Paint, Point, Raster, Shape, Spot};

/// Words that belong together, line by line.
struct Note<'scene> {
    shape: &'scene Shape,
    lines: Vec<Vec<char>>,
    at: Point,
}

impl Note<'_> {
    /// What is written of a token: a glyph may be filled up with blanks.
    fn token(&self) -> &[char] {
        let line = &self.lines[0];
        let blanks = line.iter().rev().take_while(|&&letter| letter == ' ');
        &line[..line.len() - blanks.count()]
    }
}

impl Raster {
    /// Writes tokens first, with words that belong to no place, then signs where room is left beside them, then
    /// what needs room in its place: tags before names.
    pub(crate) fn write_map(&mut self, drawn: &[Drawn<'_>], places: &Places) {
        let owners: Vec<Option<&Spot>> = places
            .ground
            .iter()
            .map(|place| place.and_then(|place| drawn[place].shape.spot.as_ref()))
            .collect();
        let lands: HashSet<&Spot> = drawn
            .iter()
            .filter(|one| matches!(one.shape.form, Form::Area { .. }))
            .filter_map(|one| one.shape.spot.as_ref())
            .collect();
        let is_place = |spot: &Spot| lands.contains(spot);
        let (mut tags, mut names): (Vec<Note<'_>>, Vec<Note<'_>>) = (Vec::new(), Vec::new());
        let mut signs: Vec<Note<'_>> = Vec::new();
        for one in drawn {
            let Some((text, at)) = one.text().filter(|(text, _)| !text.is_empty()) else {
                continue;
            };
            let shape = one.shape;
            let note = Note {
                shape,
                lines: vec![letters(text)],
                at,
            };
            // A word with a glyph is as short as a token, and as important.
            let is_word = matches!(shape.form, Form::Text { .. }) && shape.glyph.is_none();
            match &shape.spot {
                Some(spot) if is_place(spot) && is_word => match names.last_mut() {
                    // The next line of the same name.
                    Some(last) if last.shape.spot == shape.spot => last.lines.extend(note.lines),
                    _ => names.push(note),
                },
                Some(spot) if is_place(spot) && shape.fill == Paint::Clear => tags.push(note),
                // A number is never written over by a sign.
                _ if shape.is_sign() => signs.push(note),
                Some(spot) if is_place(spot) => self.write_token(&note, &owners),
                _ => {
                    let row = start(at.y, self.scale.1, 1);
                    let first = start(at.x, self.scale.0, note.lines[0].len());
                    self.put(shape, &note.lines[0], first, row);
                }
            }
        }
        for note in &signs {
            if let Some(at) = self.free_place(note, &owners) {
                self.write_at(note, at);
            }
        }
        for note in tags.into_iter().chain(names) {
            self.write_in_place(note, &owners);
        }
    }

    /// Writes a token where nothing is written near its point, in its own place if it can; else at its point.
    fn write_token(&mut self, note: &Note<'_>, owners: &[Option<&Spot>]) {
        let at = self.free_place(note, owners);
        self.write_at(note, at.unwrap_or_else(|| self.home(note)));
    }

    /// Where a token would stand if nothing else did.
    fn home(&self, note: &Note<'_>) -> (i32, i32) {
        (
            start(note.at.x, self.scale.0, note.token().len()),
            start(note.at.y, self.scale.1, 1),
        )
    }

    /// The best place near a token's point where nothing is written, if there is one.
    fn free_place(&self, note: &Note<'_>, owners: &[Option<&Spot>]) -> Option<(i32, i32)> {
        let (line, home) = (note.token(), self.home(note));
        let spot = note.shape.spot.as_ref();
        let mut best: Option<(i32, (i32, i32))> = None;
        for down in -2..=2 {
            for right in -5..=5 {
                let at = (home.0 + right, home.1 + down);
                let Some(cells) = self.run(at, line.len()) else {
                    continue;
                };
                if cells.clone().any(|cell| self.cells[cell].text != ' ') {
                    continue;
                }
                let off = |&cell: &usize| owners[cell] != spot || !self.is_blank(cell);
                let abroad = cells.filter(off).count() as i32;
                let away = right.abs() + 2 * down.abs();
                let beside = [(at.0 - 1, at.1), (at.0 + line.len() as i32, at.1)];
                let touches = beside.iter().filter(|&&at| {
                    let mut cell = self.run(at, 1).into_iter().flatten();
                    cell.any(|cell| self.cells[cell].text != ' ')
                });
                // A letter abroad or on a border costs as much as two columns, a token right beside
                // another as much as a good part of its way.
                let cost = 2 * abroad + away + 7 * touches.count() as i32;
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, at));
                }
            }
        }
        best.map(|(_, at)| at)
    }

    fn write_at(&mut self, note: &Note<'_>, (first, row): (i32, i32)) {
        let line = note.token();
        let spot = note.shape.spot.as_ref();
        let index = spot.and_then(|spot| self.spots().iter().position(|one| one == spot));
        let colour = self.look.colour(note.shape.fill);
        if let Some(cells) = self.run((first, row), line.len()) {
            for cell in &mut self.cells[cells] {
                if note.shape.is_surface() && !note.shape.is_sign() {
                    (cell.fill, cell.back) = (Some(note.shape.fill), colour);
                }
                let spot = index.and_then(|index| u16::try_from(index).ok());
                cell.spot = spot.or(cell.spot);
            }
        }
        self.put(note.shape, line, first, row);
    }

    /// Writes a note where its place has room for all of it, as near to its point as can be: in one
    /// line, or line by line.
    fn write_in_place(&mut self, note: Note<'_>, owners: &[Option<&Spot>]) {
        let mut joined: Vec<char> = Vec::new();
        for line in &note.lines {
            if !joined.is_empty() && joined.last() != Some(&'-') {
                joined.push(' ');
            }
            joined.extend(line);
        }
        let spot = note.shape.spot.as_ref();
        for lines in [vec![joined], note.lines] {
            let Some(room) = self.room(&lines, note.at, spot, owners) else {
                continue;
            };
            let widest = lines.iter().map(Vec::len).max().unwrap_or(0);
            for (line, row) in lines.iter().zip(room.1..) {
                let indent = (widest - line.len()) / 2;
                self.put(note.shape, line, room.0 + indent as i32, row);
            }
            return;
        }
    }

    /// Where a block of lines fits into a place with nothing written in it or right beside it.
    fn room(
        &self,
        lines: &[Vec<char>],
        near: Point,
        spot: Option<&Spot>,
        owners: &[Option<&Spot>],
    ) -> Option<(i32, i32)> {
        let widest = lines.iter().map(Vec::len).max()?;
        let height = i32::try_from(lines.len()).ok()?;
        let home = (
            start(near.x, self.scale.0, widest),
            start(near.y, self.scale.1, lines.len()),
        );
        let fits = |first: i32, row: i32| {
            (row..row + height).all(|row| {
                let Some(mut cells) = self.run((first, row), widest) else {
                    return false;
                };
                // A blank on both sides, where the picture goes on.
                let beside = [(first - 1, row), (first + widest as i32, row)];
                let blank = beside.iter().all(|&at| {
                    let mut cell = self.run(at, 1).into_iter().flatten();
                    cell.all(|cell| self.cells[cell].text == ' ')
                });
                blank && cells.all(|cell| owners[cell] == spot && self.is_blank(cell))
            })
        };
        let mut best: Option<(i32, (i32, i32))> = None;
        for row in 0..i32::from(self.rows()) {
            for first in 0..i32::from(self.columns()) {
                let away = (first - home.0).abs() + 2 * (row - home.1).abs();
                if best.is_none_or(|(least, _)| away < least) && fits(first, row) {
                    best = Some((away, (first, row)));
                }
            }
        }
        best.map(|(_, at)| at)
    }

    /// Whether nothing is written in a cell and no border goes through it.
    fn is_blank(&self, cell: usize) -> bool {
        self.cells[cell].text == ' ' && self.cells[cell].hint == ' '
    }

    /// The cells from a column on, if all of them lie in the picture.
    fn run(&self, (first, row): (i32, i32), count: usize) -> Option<std::ops::Range<usize>> {
        let last = first + i32::try_from(count).ok()?;
        let inside = first >= 0
            && last <= i32::from(self.columns())
            && (0..i32::from(self.rows())).contains(&row);
        inside.then(|| {
            let from = self.index(first as u16, row as u16);
            from..from + count
        })
    }
}
