//! A scene as characters: squares, hexagons and maps by the same four steps.
//!
//! Each character cell takes the colours of the surfaces under its middle; then glyphs and words
//! are written from the bottom to the top. Nothing here knows what kind of board it draws.

use crate::colours::Style;
use crate::halves::{Half, Halves};
use crate::places::Places;
use crate::scale::{HAIR, extent, scale, snapped, start};
use crate::strokes::{arrow_head, slope};
use crate::{Colours, Form, Look, Paint, Point, Rgb, Scene, Shape, Spot, Theme};

/// How much darker (or lighter) each further shade of neighbouring places is.
pub(crate) const SHADE: f32 = 0.055;

/// One character of the picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// What is written, or a space. Always one column wide.
    pub text: char,
    /// What is written if there are no colours and `text` is a space.
    pub hint: char,
    /// What the letter is painted with, as the game said it.
    pub ink: Paint,
    /// The topmost surface under the cell.
    pub fill: Option<Paint>,
    /// The letter's final colour, readable on `back`.
    pub fore: Rgb,
    /// The final colour behind the letter.
    pub back: Rgb,
    /// What a click here means, as an index into [`Raster::spots`].
    pub spot: Option<u16>,
    pub bold: bool,
    /// On a map, its upper and lower half. They are seen where nothing is written.
    pub halves: Option<[Half; 2]>,
}

/// A picture as rows of characters.
#[derive(Clone, Debug)]
pub struct Raster {
    columns: u16,
    rows: u16,
    pub(crate) scale: (f32, f32),
    pub(crate) look: Look,
    pub(crate) cells: Vec<Cell>,
    spots: Vec<Spot>,
    /// The middle of the lowest shape of each spot: of the place, not of what stands on it.
    middles: Vec<Point>,
}

/// A shape with what it covers of the raster.
pub(crate) struct Drawn<'scene> {
    pub shape: &'scene Shape,
    /// The cells whose middle lies on it.
    pub cells: Vec<usize>,
    /// The halves of cells whose middle lies on it, counted as rows of half the height; on a map only.
    pub halves: Vec<usize>,
    pub middle: Option<Point>,
}

impl Raster {
    /// Draws the picture at the largest scale that fits into `columns` × `rows`.
    ///
    /// If not even the smallest one does, the raster is larger than that, and the caller scrolls.
    pub fn new(scene: &Scene, theme: Theme, columns: u16, rows: u16) -> Raster {
        let scale = scale(scene, columns, rows);
        let look = theme.on(scene);
        let mut raster = Raster {
            columns: extent(scene.width, scale.0),
            rows: extent(scene.height, scale.1),
            scale,
            look,
            cells: Vec::new(),
            spots: Vec::new(),
            middles: Vec::new(),
        };
        let paper = look.colour(Paint::Paper);
        let blank = Cell {
            text: ' ',
            hint: ' ',
            ink: Paint::Ink,
            fill: None,
            fore: look.colour(Paint::Ink),
            back: paper,
            spot: None,
            bold: false,
            halves: None,
        };
        raster.cells = vec![blank; usize::from(raster.columns) * usize::from(raster.rows)];

        // Step 1. What each shape covers, and which cells belong to which place of the ground.
        let drawn = raster.all_drawn(scene);
        let places = Places::of(&drawn, raster.columns, raster.cells.len(), |one| &one.cells);
        // Step 2. Surfaces and spots, from the bottom to the top.
        for (index, drawn) in drawn.iter().enumerate() {
            raster.paint(drawn, index, &places, scene.is_map());
        }
        if scene.is_map() {
            Halves::of(&drawn, &raster).lay(&mut raster);
        }
        // Step 3. Glyphs and words: on a map where there is room, else from the bottom to the top.
        if scene.is_map() {
            raster.hint_borders(&drawn);
            raster.write_map(&drawn, &places);
        } else {
            for drawn in &drawn {
                raster.write(drawn);
            }
        }
        // Step 4. Lines, and what makes empty places visible, where nothing is written.
        for drawn in &drawn {
            raster.draw_line(drawn.shape);
        }
        if !scene.is_map() {
            raster.hint(&places);
        }
        raster
    }

    /// How many columns the whole picture has.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// How many rows the whole picture has.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// How many columns and rows one unit of the picture has, about.
    pub fn scale(&self) -> (u16, u16) {
        let whole = |scale: f32| (scale.round() as u16).max(1);
        (whole(self.scale.0), whole(self.scale.1))
    }

    /// Every spot in the picture, once.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// One character.
    ///
    /// # Panics
    /// If the column or row is not below [`Raster::columns`] or [`Raster::rows`].
    pub fn cell(&self, column: u16, row: u16) -> &Cell {
        assert!(
            column < self.columns && row < self.rows,
            "cell {column}:{row} of a raster of {}×{}",
            self.columns,
            self.rows
        );
        &self.cells[self.index(column, row)]
    }

    /// What a click on this character means; any column and row may be asked for.
    pub fn spot_at(&self, column: u16, row: u16) -> Option<&Spot> {
        if column >= self.columns || row >= self.rows {
            return None;
        }
        let spot = self.cells[self.index(column, row)].spot?;
        self.spots.get(usize::from(spot))
    }

    /// The character that stands for a spot: where a cursor on it is shown.
    pub fn place(&self, spot: &Spot) -> Option<(u16, u16)> {
        let index = self.spots.iter().position(|known| known == spot)?;
        let middle = self.at(self.middles[index])?;
        if self.spot_at(middle.0, middle.1) == Some(spot) {
            return Some(middle);
        }
        // Something lies over the middle: take the nearest character that is still seen.
        let own = u16::try_from(index).ok();
        let distance = |&(column, row): &(u16, u16)| {
            // A row is about twice as high as a column is wide.
            u32::from(column.abs_diff(middle.0)) + 2 * u32::from(row.abs_diff(middle.1))
        };
        let nearest = (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| (column, row)))
            .filter(|&(column, row)| self.cells[self.index(column, row)].spot == own)
            .min_by_key(distance);
        nearest.or(Some(middle))
    }

    /// The picture as lines of text, each ended by a line feed.
    pub fn ansi(&self, colours: Colours) -> String {
        let mut text = String::new();
        for row in 0..self.rows {
            let start = self.index(0, row);
            let line = &self.cells[start..start + usize::from(self.columns)];
            match colours {
                Colours::None => {
                    let letters: String = line.iter().map(Cell::plain).collect();
                    text.push_str(letters.trim_end());
                }
                Colours::Ansi16 | Colours::Ansi256 | Colours::True => {
                    colour_line(line, colours, &mut text);
                }
            }
            text.push('\n');
        }
        text
    }

    pub(crate) fn index(&self, column: u16, row: u16) -> usize {
        usize::from(row) * usize::from(self.columns) + usize::from(column)
    }

    /// The character at a point of the picture.
    pub(crate) fn at(&self, point: Point) -> Option<(u16, u16)> {
        let column = start(point.x, self.scale.0, 1);
        let row = start(point.y, self.scale.1, 1);
        let inside = (0..i32::from(self.columns)).contains(&column)
            && (0..i32::from(self.rows)).contains(&row);
        (inside && point.x.is_finite() && point.y.is_finite())
            .then_some((column as u16, row as u16))
    }

    fn all_drawn<'scene>(&self, scene: &'scene Scene) -> Vec<Drawn<'scene>> {
        let is_map = scene.is_map();
        let shapes = scene.shapes();
        let mut drawn: Vec<Drawn<'scene>> = shapes.map(|one| self.drawn(one, is_map)).collect();
        let grounds = scene.ground_numbers();
        // What covers a place covers what its ground does.
        for at in 0..drawn.len() {
            if !matches!(drawn[at].shape.form, Form::Place {}) {
                continue;
            }
            let spot = drawn[at].shape.spot.as_ref();
            let ground = spot.and_then(|spot| grounds.get(spot));
            for &part in ground.into_iter().flatten() {
                let (cells, halves) = (drawn[part].cells.clone(), drawn[part].halves.clone());
                drawn[at].cells.extend(cells);
                drawn[at].halves.extend(halves);
            }
        }
        drawn
    }

    fn drawn<'scene>(&self, shape: &'scene Shape, is_map: bool) -> Drawn<'scene> {
        // The middle of a polygon takes a while to find: only where it is asked for.
        let asked = shape.spot.is_some() || shape.glyph.is_some();
        let cells = self.covered(shape, 1);
        let halves = match shape.form {
            _ if !is_map => Vec::new(),
            Form::Area { .. } => self.covered(shape, 2),
            // What is no land is seen as its characters are.
            _ => cells.iter().flat_map(|&at| self.halves_of(at)).collect(),
        };
        Drawn {
            shape,
            cells,
            halves,
            middle: if asked { shape.middle() } else { None },
        }
    }

    /// The numbers of the upper and the lower half of a cell.
    pub(crate) fn halves_of(&self, at: usize) -> [usize; 2] {
        let columns = usize::from(self.columns);
        let upper = at / columns * 2 * columns + at % columns;
        [upper, upper + columns]
    }

    /// The cells whose middle lies in the shape, or of each row `parts` if it is parted.
    fn covered(&self, shape: &Shape, parts: u16) -> Vec<usize> {
        let Some(bounds) = shape.bounds() else {
            return Vec::new();
        };
        let span = |from: f32, to: f32, scale: f32, end: u16| {
            let end = f32::from(end);
            let from = (from * scale - 1.0).clamp(0.0, end) as u16;
            let to = (to * scale + 1.0).clamp(0.0, end) as u16;
            from..to
        };
        let mut cells = Vec::new();
        let (high, rows) = (self.scale.1 * f32::from(parts), self.rows * parts);
        for row in span(bounds.min.y, bounds.max.y, high, rows) {
            for column in span(bounds.min.x, bounds.max.x, self.scale.0, self.columns) {
                let covers = match shape.form {
                    Form::Disc { radius } => self.in_disc(shape.at, radius, column, row),
                    _ => shape.contains(Point::new(
                        (f32::from(column) + 0.5) / self.scale.0 + HAIR,
                        (f32::from(row) + 0.5) / high + HAIR,
                    )),
                };
                if covers {
                    cells.push(self.index(column, row));
                }
            }
        }
        cells
    }

    /// Whether a disc covers a character. It stands in the middle of its place's characters, and
    /// is a little fuller than round: of so few of them a true disc would look like a cross.
    fn in_disc(&self, centre: Point, radius: f32, column: u16, row: u16) -> bool {
        const FULLNESS: f32 = 2.5;
        let distance = |cell: u16, centre: f32, scale: f32| {
            (f32::from(cell) + 0.5 - snapped(centre, scale)).abs() / scale
        };
        let across = distance(column, centre.x, self.scale.0);
        let down = distance(row, centre.y, self.scale.1);
        across.powf(FULLNESS) + down.powf(FULLNESS) <= (radius + HAIR).powf(FULLNESS)
    }

    fn paint(&mut self, drawn: &Drawn<'_>, index: usize, places: &Places, is_map: bool) {
        let shape = drawn.shape;
        let spot = self.spot_index(drawn);
        let opacity = if shape.is_surface() && !(is_map && drawn.is_token()) {
            shape.fill.opacity()
        } else {
            0.0
        };
        let (colour, ink) = (self.look.colour(shape.fill), self.look.colour(Paint::Ink));
        for &at in &drawn.cells {
            let cell = &mut self.cells[at];
            cell.spot = spot.or(cell.spot);
            if opacity == 0.0 {
                continue;
            }
            cell.fill = Some(shape.fill);
            cell.back = cell.back.under(colour, opacity);
            if places.ground[at] == Some(index) {
                let shade = SHADE * f32::from(places.shades[index]);
                cell.back = cell.back.under(ink, shade);
            }
        }
        // A spot too small for any middle of a cell can still be clicked at its own middle.
        if drawn.cells.is_empty()
            && spot.is_some()
            && let Some((column, row)) = drawn.middle.and_then(|middle| self.at(middle))
        {
            let at = self.index(column, row);
            self.cells[at].spot = spot;
        }
    }

    /// The number of the shape's spot, counted in the order in which spots appear.
    fn spot_index(&mut self, drawn: &Drawn<'_>) -> Option<u16> {
        let spot = drawn.shape.spot.as_ref()?;
        let known = self.spots.iter().position(|known| known == spot);
        let index = match known {
            Some(index) => index,
            None => {
                let middle = drawn.middle?;
                self.spots.push(spot.clone());
                self.middles.push(middle);
                self.spots.len() - 1
            }
        };
        u16::try_from(index).ok()
    }

    fn write(&mut self, drawn: &Drawn<'_>) {
        let Some((text, at)) = drawn.text() else {
            return;
        };
        let letters = letters(text);
        let row = start(at.y, self.scale.1, 1);
        let first = start(at.x, self.scale.0, letters.len());
        self.put(drawn.shape, &letters, first, row);
    }

    /// Writes a shape's letters from a column on; those beyond the picture are left out.
    pub(crate) fn put(&mut self, shape: &Shape, letters: &[char], first: i32, row: i32) {
        if !(0..i32::from(self.rows)).contains(&row) {
            return;
        }
        for (&letter, column) in letters.iter().zip(first..) {
            if !(0..i32::from(self.columns)).contains(&column) {
                continue;
            }
            let index = self.index(column as u16, row as u16);
            let back = self.cells[index].back;
            let (ink, fore) = self.ink(shape, back);
            let cell = &mut self.cells[index];
            cell.text = letter;
            cell.ink = ink;
            cell.fore = fore;
            cell.bold = matches!(ink, Paint::OnSeat(_) | Paint::Seat(_) | Paint::Mark(_));
        }
    }

    /// What a shape's letters are painted with, and the colour that is readable on `back`.
    fn ink(&self, shape: &Shape, back: Rgb) -> (Paint, Rgb) {
        /// Below this contrast a letter is not read.
        const READABLE: f32 = 3.0;
        let ink = match shape.fill {
            // The letters lie on the shape itself.
            Paint::Seat(seat) if shape.is_surface() => Paint::OnSeat(seat),
            // The shape is only an outline.
            Paint::Clear => shape.line.unwrap_or(Paint::Ink),
            // What belongs to the ground stays in the background.
            Paint::Ground(_) | Paint::Grid => {
                let fore = back.under(self.look.readable_on(back), 0.45);
                return (Paint::Faint, fore);
            }
            Paint::Region(_) | Paint::Neutral | Paint::Paper => Paint::Ink,
            Paint::Held(_) | Paint::Heat(_) | Paint::Wash(..) => Paint::Ink,
            paint => paint,
        };
        let colour = self.look.colour(ink);
        // As much of its own hue as can be read.
        let readable = self.look.readable_on(back);
        let fore = [0.0, 0.2, 0.4, 0.6, 0.8]
            .into_iter()
            .map(|share| colour.under(readable, share))
            .find(|mixed| mixed.contrast(back) >= READABLE);
        (ink, fore.unwrap_or(readable))
    }

    /// Lines that say something (a seat's, a mark's, an arrow) are drawn where nothing is written.
    fn draw_line(&mut self, shape: &Shape) {
        let (points, arrow) = match &shape.form {
            Form::Line { to, arrow, .. } => (&[Point::default(), *to][..], *arrow),
            Form::Trail { points, arrow, .. } => (&points[..], *arrow),
            _ => return,
        };
        if !(arrow || matches!(shape.fill, Paint::Seat(_) | Paint::Mark(_))) {
            return;
        }
        for (at, pair) in points.windows(2).enumerate() {
            let pointed = arrow && at + 2 == points.len();
            self.draw_stretch(shape, pair[0], pair[1], pointed);
        }
    }

    fn draw_stretch(&mut self, shape: &Shape, from: Point, to: Point, arrow: bool) {
        let place = |point: Point| Point::new(shape.at.x + point.x, shape.at.y + point.y);
        let (Some(from), Some(last)) = (self.at(place(from)), self.at(place(to))) else {
            return;
        };
        let (wide, high) = (
            f32::from(last.0) - f32::from(from.0),
            f32::from(last.1) - f32::from(from.1),
        );
        let letter = slope(wide, high);
        let steps = wide.abs().max(high.abs()) as u16;
        for step in 0..=steps {
            let part = f32::from(step) / f32::from(steps.max(1));
            let column = (f32::from(from.0) + wide * part).round() as u16;
            let row = (f32::from(from.1) + high * part).round() as u16;
            let index = self.index(column, row);
            let (ink, fore) = self.ink(shape, self.cells[index].back);
            let cell = &mut self.cells[index];
            // A dashed line leaves every other character out.
            let gap = shape.pattern.is_some() && step % 2 == 1 && step != steps;
            if cell.text != ' ' || gap {
                continue;
            }
            cell.text = if arrow && step == steps {
                arrow_head(wide, high)
            } else {
                letter
            };
            (cell.ink, cell.fore) = (ink, fore);
        }
    }

    /// Without colours an empty place shows a dot in its middle, and a large one its border.
    fn hint(&mut self, places: &Places) {
        let unit = (self.scale.0 * self.scale.1) as usize;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let at = self.index(column, row);
                let here = places.ground[at];
                let differs = |other: usize| places.ground[other] != here;
                let border = (column + 1 < self.columns && differs(at + 1))
                    || (row + 1 < self.rows && differs(at + usize::from(self.columns)));
                let large = here.is_some_and(|place| places.sizes[place] > 4 * unit);
                if large && border {
                    self.cells[at].hint = '.';
                }
            }
        }
        for &(place, middle) in &places.middles {
            let Some((column, row)) = self.at(middle) else {
                continue;
            };
            let at = self.index(column, row);
            if places.ground[at] == Some(place) && self.is_empty(at, place, places) {
                self.cells[at].hint = '·';
            }
        }
    }

    /// Whether nothing is written near a place's middle.
    fn is_empty(&self, at: usize, place: usize, places: &Places) -> bool {
        let near = at.saturating_sub(1)..=(at + 1).min(self.cells.len() - 1);
        near.into_iter()
            .all(|at| places.ground[at] != Some(place) || self.cells[at].text == ' ')
    }
}

impl Cell {
    /// The cell as it is seen: halves of two colours where nothing is written.
    fn seen(&self) -> Cell {
        let mut cell = self.clone();
        if let Some([upper, lower]) = self.halves
            && self.text == ' '
        {
            cell.back = lower.back;
            if upper.back != lower.back {
                (cell.text, cell.fore) = (Half::UPPER, upper.back);
            }
        }
        cell
    }

    /// The letter for a terminal without colours.
    fn plain(&self) -> char {
        if self.text == ' ' {
            return self.hint;
        }
        self.text
    }
}

impl<'scene> Drawn<'scene> {
    /// Whether it stands on a place and has something written on it.
    pub fn is_token(&self) -> bool {
        let written = self
            .shape
            .glyph
            .as_ref()
            .is_some_and(|glyph| !glyph.is_empty());
        let is_land = matches!(self.shape.form, Form::Area { .. } | Form::Place {});
        let is_seen = self.shape.fill != Paint::Clear;
        written && is_seen && self.shape.spot.is_some() && self.shape.is_surface() && !is_land
    }

    /// What is written for the shape, and around which point.
    pub fn text(&self) -> Option<(&'scene str, Point)> {
        match (&self.shape.glyph, &self.shape.form) {
            (Some(glyph), _) => Some((glyph.as_str(), self.middle?)),
            (None, Form::Text { text, .. }) => Some((text.as_str(), self.shape.at)),
            (None, _) => None,
        }
    }
}

/// The letters of a text that can be written.
pub(crate) fn letters(text: &str) -> Vec<char> {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// One line with an escape sequence wherever the style changes, and a reset at its end.
fn colour_line(line: &[Cell], colours: Colours, text: &mut String) {
    let mut before: Option<Style> = None;
    for cell in line.iter().map(Cell::seen) {
        // The colour of a space is not seen: keep the last one and save a sequence.
        let fore = match &before {
            Some(before) if cell.text == ' ' => before.fore,
            _ => cell.fore,
        };
        let bold = match &before {
            Some(before) if cell.text == ' ' => before.bold,
            _ => cell.bold,
        };
        let style = Style {
            fore,
            back: cell.back,
            bold,
        };
        style.change(before.as_ref(), colours, text);
        text.push(cell.text);
        before = Some(style);
    }
    if before.is_some() {
        text.push_str("\x1b[0m");
    }
}
