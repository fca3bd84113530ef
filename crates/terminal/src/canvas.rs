//! The picture of a position, drawn character by character with what is marked on it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use vauban_scene::{Cell, Half, Raster, Rgb, Spot};

use crate::board::{Picture, Touch, is_ground};
use crate::palette::{Palette, signs};

/// A part of the screen that the picture is drawn on, by columns and rows of the picture.
pub(crate) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    shown: Rect,
    scroll: (u16, u16),
    palette: Palette,
    picture: &'a Picture,
    /// The colours behind the characters, row by row, as they were drawn.
    backs: Vec<Rgb>,
}

impl<'a> Canvas<'a> {
    pub fn new(
        buffer: &'a mut Buffer,
        shown: Rect,
        scroll: (u16, u16),
        palette: Palette,
        picture: &'a Picture,
    ) -> Canvas<'a> {
        Canvas {
            buffer,
            shown,
            scroll,
            palette,
            picture,
            backs: Vec::new(),
        }
    }

    fn raster(&self) -> &Raster {
        &self.picture.raster
    }

    /// The picture itself, with washes over what is marked.
    pub fn cells(&mut self, touches: &[Option<Touch>]) {
        self.backs.clear();
        for y in 0..self.shown.height {
            for x in 0..self.shown.width {
                let (column, row) = (x + self.scroll.0, y + self.scroll.1);
                let cell = self.picture.raster.cell(column, row);
                let touch = cell.spot.and_then(|spot| touches[usize::from(spot)]);
                let (letter, back, style) = match cell.halves.filter(|_| cell.text == ' ') {
                    Some(halves) if self.palette.has_colours() => self.look_at(halves, touches),
                    _ => self.look(cell, touch),
                };
                self.backs.push(back);
                self.put(column, row, letter, style);
            }
        }
    }

    /// How one character looks.
    fn look(&self, cell: &Cell, touch: Option<Touch>) -> (char, Rgb, Style) {
        let mut style = Style::new();
        if cell.bold {
            style = style.add_modifier(Modifier::BOLD);
        }
        if !self.palette.has_colours() {
            let letter = match cell.text {
                ' ' => cell.hint,
                letter => letter,
            };
            let written = letter != ' ';
            if let Some(touch) = touch.filter(|_| written) {
                style = style.add_modifier(manner(touch));
            }
            return (letter, cell.back, style);
        }
        let mut back = cell.back;
        if let Some(touch) = touch {
            let (colour, share) = touch.wash(self.palette);
            let ground = cell
                .spot
                .is_some_and(|spot| self.picture.has_ground[usize::from(spot)]);
            // On a map the land keeps its owner's colour.
            let share = if cell.halves.is_some() {
                share / 2.0
            } else {
                share
            };
            back = match (is_ground(cell), ground) {
                (true, _) => back.under(colour, share),
                // Nothing but the piece is seen: it takes the mark, and keeps most of its colour.
                (false, false) => {
                    if touch == Touch::Begin {
                        style = style.add_modifier(manner(touch));
                    }
                    back.under(colour, share / 2.0)
                }
                (false, true) => back,
            };
        }
        let colours = self.palette.on(self.readable(cell.fore, back), back);
        (cell.text, back, style.patch(colours))
    }

    /// How a character of a map looks on which nothing is written: its two halves. What is marked is
    /// seen most at the rim of its land, so that the land keeps its owner's colour.
    fn look_at(&self, halves: [Half; 2], touches: &[Option<Touch>]) -> (char, Rgb, Style) {
        let [upper, lower] = halves.map(|half| {
            let touch = half.spot.and_then(|spot| touches[usize::from(spot)]);
            let Some(touch) = touch else {
                return half.back;
            };
            let (colour, share) = touch.wash(self.palette);
            let share = if half.rim {
                0.5 + share / 2.0
            } else {
                share / 2.0
            };
            half.back.under(colour, share)
        });
        if upper == lower {
            return (
                ' ',
                lower,
                self.palette.on(self.readable(upper, lower), lower),
            );
        }
        (Half::UPPER, lower, self.palette.on(upper, lower))
    }

    fn readable(&self, fore: Rgb, back: Rgb) -> Rgb {
        match fore.contrast(back) >= 3.0 {
            true => fore,
            false => self.palette.look.readable_on(back),
        }
    }

    /// What is written beside or into a marked place, so that marks need no colour.
    pub fn sign(&mut self, spot: &Spot, touch: Touch) {
        let Some((column, row)) = self.picture.place(spot) else {
            return;
        };
        let colours = self.palette.has_colours();
        let empty = |canvas: &Self, column: u16| {
            is_free(canvas.raster().cell(column, row))
                && canvas.raster().spot_at(column, row) == Some(spot)
        };
        if let Touch::Offered(_) = touch
            && empty(self, column)
        {
            self.overwrite(column, row, '•', Modifier::BOLD);
        }
        let covered = !self.has_ground(spot);
        let pair = match touch {
            Touch::Offered(paint) if covered || !colours => signs(paint),
            Touch::Selected if covered || !colours => ('{', '}'),
            Touch::Refused if covered || !colours => ('✗', '✗'),
            Touch::Begin if !colours => ('‹', '›'),
            _ => return,
        };
        let aside = self.aside();
        if let Some(left) = column.checked_sub(aside).filter(|&left| empty(self, left)) {
            self.overwrite(left, row, pair.0, Modifier::BOLD);
        }
        let right = column + aside;
        if right < self.raster().columns() && empty(self, right) {
            self.overwrite(right, row, pair.1, Modifier::BOLD);
        }
    }

    /// A lens's number, below what stands on the spot. Where there is no room it is not written:
    /// what stands there matters more, and the spot's card tells the number.
    pub fn number(&mut self, spot: &Spot, number: i32) {
        let Some((column, row)) = self.picture.place(spot) else {
            return;
        };
        let own = |canvas: &Self, column: u16, row: u16| {
            canvas.raster().spot_at(column, row) == Some(spot)
        };
        let aside = self.aside();
        let lowest = (row..self.raster().rows())
            .take_while(|&row| own(self, column, row))
            .last()
            .unwrap_or(row);
        let text = number.to_string();
        let room = usize::from(2 * aside + 1);
        let start = column.saturating_sub(text.len() as u16 / 2);
        let columns = start..start + text.len() as u16;
        let free = columns
            .clone()
            .all(|column| own(self, column, lowest) && is_free(self.raster().cell(column, lowest)));
        // A piece that reaches to both sides of the middle is not to be split by a digit.
        let taken = lowest == row && !is_free(self.raster().cell(column, row));
        if text.len() > room || !free || taken {
            return;
        }
        for (letter, column) in text.chars().zip(columns) {
            self.overwrite(column, lowest, letter, Modifier::empty());
        }
    }

    /// Corners around a place that has them, else brackets beside its middle.
    pub fn cursor(&mut self, spot: &Spot) {
        let Some((column, row)) = self.picture.place(spot) else {
            return;
        };
        let own = |canvas: &Self, column: u16, row: u16| {
            canvas.raster().spot_at(column, row) == Some(spot)
        };
        let reach = |canvas: &Self, mut at: (u16, u16), step: (i32, i32)| loop {
            let next = (
                (i32::from(at.0) + step.0).max(0) as u16,
                (i32::from(at.1) + step.1).max(0) as u16,
            );
            if next == at || !own(canvas, next.0, next.1) {
                return at;
            }
            at = next;
        };
        let (left, right) = (
            reach(self, (column, row), (-1, 0)).0,
            reach(self, (column, row), (1, 0)).0,
        );
        let (top, bottom) = (
            reach(self, (column, row), (0, -1)).1,
            reach(self, (column, row), (0, 1)).1,
        );
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
        let framed = corners.iter().all(|&(column, row)| own(self, column, row));
        if framed && top < bottom && right - left >= 2 {
            for ((column, row), letter) in corners.into_iter().zip(['┏', '┓', '┗', '┛']) {
                self.overwrite(column, row, letter, Modifier::BOLD);
            }
            return;
        }
        let aside = self.aside();
        let (first, last) = (column.saturating_sub(aside), column + aside);
        let blank = |canvas: &Self, column: u16| {
            column < canvas.raster().columns() && canvas.raster().cell(column, row).text == ' '
        };
        if blank(self, first) && blank(self, last) {
            self.overwrite(first, row, '[', Modifier::BOLD);
            self.overwrite(last, row, ']', Modifier::BOLD);
            return;
        }
        // What is written there must stay readable: it is shown in reverse.
        for column in first..=last {
            if own(self, column, row)
                && let Some(at) = self.screen(column, row)
                && let Some(cell) = self.buffer.cell_mut(at)
            {
                cell.modifier |= Modifier::REVERSED | Modifier::BOLD;
            }
        }
    }

    /// Arrows where the picture goes on beyond the screen.
    pub fn edges(&mut self) {
        let Rect {
            x,
            y,
            width,
            height,
            ..
        } = self.shown;
        if width == 0 || height == 0 {
            return;
        }
        let (middle_x, middle_y) = (x + width / 2, y + height / 2);
        let (columns, rows) = (self.raster().columns(), self.raster().rows());
        let arrows = [
            (self.scroll.0 > 0, (x, middle_y), '◂'),
            (
                self.scroll.0 + width < columns,
                (x + width - 1, middle_y),
                '▸',
            ),
            (self.scroll.1 > 0, (middle_x, y), '▴'),
            (
                self.scroll.1 + height < rows,
                (middle_x, y + height - 1),
                '▾',
            ),
        ];
        for (_, at, letter) in arrows.into_iter().filter(|(beyond, ..)| *beyond) {
            if let Some(cell) = self.buffer.cell_mut(at) {
                cell.set_char(letter).set_style(self.palette.focus());
            }
        }
    }

    fn has_ground(&self, spot: &Spot) -> bool {
        let index = self.raster().spots().iter().position(|known| known == spot);
        index.is_some_and(|index| self.picture.has_ground[index])
    }

    /// How far from the middle of a place its signs stand.
    fn aside(&self) -> u16 {
        if self.raster().scale().0 < 5 { 1 } else { 2 }
    }

    /// Writes over a character and keeps the colour behind it.
    fn overwrite(&mut self, column: u16, row: u16, letter: char, modifier: Modifier) {
        let Some(at) = self.screen(column, row) else {
            return;
        };
        let index = usize::from(at.y - self.shown.y) * usize::from(self.shown.width)
            + usize::from(at.x - self.shown.x);
        let palette = self.palette;
        let fore = self
            .backs
            .get(index)
            .and_then(|&back| palette.on(palette.look.readable_on(back), back).fg);
        let Some(cell) = self.buffer.cell_mut(at) else {
            return;
        };
        cell.set_char(letter);
        cell.fg = fore.unwrap_or(cell.fg);
        cell.modifier |= modifier;
    }

    fn put(&mut self, column: u16, row: u16, letter: char, style: Style) {
        if let Some(at) = self.screen(column, row)
            && let Some(cell) = self.buffer.cell_mut(at)
        {
            cell.set_char(letter).set_style(style);
        }
    }

    fn screen(&self, column: u16, row: u16) -> Option<Position> {
        let x = column.checked_sub(self.scroll.0)?;
        let y = row.checked_sub(self.scroll.1)?;
        (x < self.shown.width && y < self.shown.height)
            .then(|| Position::new(self.shown.x + x, self.shown.y + y))
    }
}

/// Whether nothing but ground, or a line over it, is to be seen here.
fn is_free(cell: &Cell) -> bool {
    matches!(cell.text, ' ' | '·' | '─' | '│' | '╱' | '╲')
}

/// How what is written on a marked place differs where no colour can tell.
fn manner(touch: Touch) -> Modifier {
    match touch {
        Touch::Last => Modifier::ITALIC,
        Touch::Begin => Modifier::UNDERLINED,
        Touch::Offered(_) => Modifier::REVERSED,
        Touch::Refused => Modifier::REVERSED.union(Modifier::UNDERLINED),
        Touch::Selected => Modifier::REVERSED.union(Modifier::BOLD),
    }
}
