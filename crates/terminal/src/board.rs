//! The board on the screen: the picture in characters, what is marked on it, and the cursor.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use vauban_scene::{Cell, Mark, Paint, Raster, Rgb, Scene, Spot};

use crate::canvas::Canvas;
use crate::palette::Palette;

/// The picture of the position, fitted to a part of the screen.
#[derive(Debug, Default)]
pub(crate) struct Board {
    cursor: Option<Spot>,
    /// How many columns and rows lie beyond the left and upper edge.
    scroll: (u16, u16),
    picture: Option<Picture>,
    /// Whether the picture was larger than its space when it was last fitted.
    cut: bool,
    /// Where the upper left character of the picture is shown, and what part of the screen it has.
    shown: Rect,
}

/// A raster that need not be made again while nothing changes.
#[derive(Debug)]
pub(crate) struct Picture {
    space: (u16, u16),
    pub raster: Raster,
    /// Where the cursor stands for each spot.
    places: Vec<(Spot, (u16, u16))>,
    /// For each spot, whether some of its ground is to be seen beside what stands on it.
    pub has_ground: Vec<bool>,
}

/// Where the arrow keys lead.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Direction {
    Left,
    Right,
    Up,
    Down,
}

/// What there is to say about a spot. The later ones win.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) enum Touch {
    /// The last action touched it.
    Last,
    /// A choice goes on here.
    Begin,
    /// A choice ends here, and this is how it is marked.
    Offered(Paint),
    /// A refusal names it.
    Refused,
    Selected,
}

/// What is laid over the picture.
#[derive(Debug, Default)]
pub(crate) struct Overlay {
    pub touches: HashMap<Spot, Touch>,
    /// The numbers of a lens.
    pub numbers: Vec<(Spot, i32)>,
    pub cursor: bool,
}

impl Board {
    /// The position changed: the picture must be drawn anew.
    pub fn forget(&mut self) {
        self.picture = None;
    }

    pub fn cursor(&self) -> Option<&Spot> {
        self.cursor.as_ref()
    }

    pub fn put_cursor(&mut self, spot: Spot) {
        self.cursor = Some(spot);
    }

    /// Fits the picture into `columns` × `rows`; returns how much of that it takes.
    pub fn fit(&mut self, scene: &Scene, palette: Palette, columns: u16, rows: u16) -> (u16, u16) {
        let space = (columns, rows);
        if self
            .picture
            .as_ref()
            .is_none_or(|picture| picture.space != space)
        {
            let raster = Raster::new(scene, palette.look.theme, columns, rows);
            self.picture = Some(Picture::new(raster, space));
        }
        let raster = &self
            .picture
            .as_ref()
            .expect("the picture was just made")
            .raster;
        self.cut = raster.columns() > columns || raster.rows() > rows;
        (raster.columns().min(columns), raster.rows().min(rows))
    }

    /// The part of the screen that it has.
    #[cfg(feature = "pictures")]
    pub fn shown(&self) -> Rect {
        self.shown
    }

    /// Whether a part of the picture lies beyond the screen.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// What a click on the screen means.
    pub fn spot_at(&self, at: Position) -> Option<Spot> {
        if !self.shown.contains(at) {
            return None;
        }
        let column = at.x - self.shown.x + self.scroll.0;
        let row = at.y - self.shown.y + self.scroll.1;
        self.picture.as_ref()?.raster.spot_at(column, row).cloned()
    }

    /// Where the middle of a spot is on the screen, if it is to be seen.
    pub fn position(&self, spot: &Spot) -> Option<Position> {
        let (column, row) = self.picture.as_ref()?.place(spot)?;
        let x = (self.shown.x + column).checked_sub(self.scroll.0)?;
        let y = (self.shown.y + row).checked_sub(self.scroll.1)?;
        let at = Position::new(x, y);
        self.shown.contains(at).then_some(at)
    }

    /// Puts the cursor on the nearest spot in a direction.
    pub fn step(&mut self, direction: Direction) {
        let Some(picture) = &self.picture else {
            return;
        };
        let here = self.cursor.as_ref().and_then(|spot| picture.place(spot));
        let next = match here {
            Some(here) => picture.next(here, direction),
            None => picture.places.first().map(|(spot, _)| spot.clone()),
        };
        self.cursor = next.or(self.cursor.take());
    }

    /// Draws the picture into the middle of `area`.
    pub fn draw(&mut self, buffer: &mut Buffer, area: Rect, palette: Palette, overlay: &Overlay) {
        let Some(picture) = &self.picture else {
            return;
        };
        let raster = &picture.raster;
        let (wide, high) = (
            raster.columns().min(area.width),
            raster.rows().min(area.height),
        );
        self.shown = Rect::new(
            area.x + (area.width - wide) / 2,
            area.y + (area.height - high) / 2,
            wide,
            high,
        );
        let place = self.cursor.as_ref().and_then(|spot| picture.place(spot));
        if let Some((column, row)) = place {
            let (unit_wide, unit_high) = raster.scale();
            self.scroll.0 = follow(self.scroll.0, column, unit_wide, wide, raster.columns());
            self.scroll.1 = follow(self.scroll.1, row, unit_high, high, raster.rows());
        }
        self.scroll.0 = self.scroll.0.min(raster.columns() - wide);
        self.scroll.1 = self.scroll.1.min(raster.rows() - high);

        let mut canvas = Canvas::new(buffer, self.shown, self.scroll, palette, picture);
        let touches: Vec<Option<Touch>> = raster
            .spots()
            .iter()
            .map(|spot| overlay.touches.get(spot).copied())
            .collect();
        canvas.cells(&touches);
        for (spot, touch) in raster.spots().iter().zip(&touches) {
            if let Some(touch) = touch {
                canvas.sign(spot, *touch);
            }
        }
        for (spot, number) in &overlay.numbers {
            canvas.number(spot, *number);
        }
        if let Some(cursor) = self.cursor.as_ref().filter(|_| overlay.cursor) {
            canvas.cursor(cursor);
        }
        canvas.edges();
    }
}

/// The smallest change of a scroll offset that shows `at` with a unit of the picture around it.
fn follow(scroll: u16, at: u16, unit: u16, seen: u16, whole: u16) -> u16 {
    let margin = unit.min(seen.saturating_sub(1) / 2);
    let first = at.saturating_sub(margin);
    let last = (at + margin).min(whole.saturating_sub(1));
    scroll.min(first).max((last + 1).saturating_sub(seen))
}

impl Picture {
    fn new(raster: Raster, space: (u16, u16)) -> Picture {
        let places = raster
            .spots()
            .iter()
            .filter_map(|spot| Some((spot.clone(), raster.place(spot)?)))
            .collect();
        let mut has_ground = vec![false; raster.spots().len()];
        for row in 0..raster.rows() {
            for column in 0..raster.columns() {
                let cell = raster.cell(column, row);
                if let Some(spot) = cell.spot
                    && is_ground(cell)
                {
                    has_ground[usize::from(spot)] = true;
                }
            }
        }
        Picture {
            space,
            raster,
            places,
            has_ground,
        }
    }

    pub fn place(&self, spot: &Spot) -> Option<(u16, u16)> {
        let found = self.places.iter().find(|(known, _)| known == spot);
        found.map(|(_, place)| *place)
    }

    /// The spot that is nearest in a direction, one straight ahead before one aside.
    fn next(&self, here: (u16, u16), direction: Direction) -> Option<Spot> {
        let distance = |place: (u16, u16)| {
            // A row is about twice as high as a column is wide.
            let right = i32::from(place.0) - i32::from(here.0);
            let down = 2 * (i32::from(place.1) - i32::from(here.1));
            let (ahead, aside) = match direction {
                Direction::Left => (-right, down.abs()),
                Direction::Right => (right, down.abs()),
                Direction::Up => (-down, right.abs()),
                Direction::Down => (down, right.abs()),
            };
            // What lies more aside than ahead belongs to another arrow.
            (ahead > 0).then_some((aside > ahead, ahead + 2 * aside))
        };
        let ahead = self
            .places
            .iter()
            .filter_map(|(spot, place)| Some((distance(*place)?, spot)));
        ahead
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, spot)| spot.clone())
    }
}

/// Whether a character shows the place itself and not what stands on it.
pub(crate) fn is_ground(cell: &Cell) -> bool {
    match cell.fill {
        None => true,
        Some(paint) => matches!(
            paint,
            Paint::Ground(_)
                | Paint::Region(_)
                | Paint::Held(_)
                | Paint::Heat(_)
                | Paint::Wash(..)
                | Paint::Paper
                | Paint::Grid
        ),
    }
}

impl Touch {
    /// The paint laid over the ground, and how much of it.
    pub fn paint(self) -> (Paint, f32) {
        match self {
            Touch::Last => (Paint::Mark(Mark::LAST), 0.4),
            Touch::Begin => (Paint::Mark(Mark::SELECTED), 0.22),
            Touch::Offered(paint) => (paint, 0.6),
            Touch::Refused => (Paint::Mark(Mark::DANGER), 0.55),
            Touch::Selected => (Paint::Mark(Mark::SELECTED), 0.75),
        }
    }

    /// The colour laid over the ground, and how much of it.
    pub fn wash(self, palette: Palette) -> (Rgb, f32) {
        let (paint, share) = self.paint();
        (palette.look.colour(paint), share)
    }
}

#[cfg(test)]
mod tests {
    use vauban_scene::{Colours, Ground, Layer, SeatColours, Squares, Theme};

    use super::*;

    fn board(columns: u16, rows: u16) -> Board {
        let squares = Squares::new(4, 3);
        let mut scene = squares.scene();
        scene.layers.push(Layer {
            name: "ground",
            shapes: squares.ground(
                |column, row| format!("{column}{row}"),
                |_, _| Paint::Ground(Ground::new("plain", 0xef_ea_da, 0x2f_31_30)),
            ),
        });
        let mut board = Board::default();
        board.fit(
            &scene,
            Palette::new(Theme::Light.with(&SeatColours::USUAL), Colours::None),
            columns,
            rows,
        );
        board
    }

    #[test]
    fn arrows_lead_to_the_neighbour_and_stop_at_the_edge() {
        use Direction::{Down, Left, Right, Up};
        let mut board = board(60, 30);
        board.put_cursor("11".into());
        let mut go = |direction, expected: &str| {
            board.step(direction);
            assert_eq!(board.cursor(), Some(&expected.into()), "{direction:?}");
        };
        go(Right, "21");
        go(Down, "22");
        go(Down, "22");
        go(Left, "12");
        go(Left, "02");
        go(Left, "02");
        go(Up, "01");
    }

    #[test]
    fn a_picture_that_does_not_fit_follows_the_cursor_and_knows_clicks() {
        let mut board = board(7, 2);
        let palette = Palette::new(Theme::Light.with(&SeatColours::USUAL), Colours::None);
        let area = Rect::new(3, 1, 7, 2);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 5));
        let overlay = Overlay {
            cursor: true,
            ..Overlay::default()
        };
        for spot in ["00", "32", "11"] {
            board.put_cursor(spot.into());
            board.draw(&mut buffer, area, palette, &overlay);
            let at = board.position(&spot.into()).expect("the cursor is shown");
            assert!(area.contains(at));
            assert_eq!(board.spot_at(at), Some(spot.into()));
        }
        assert_eq!(board.spot_at(Position::new(0, 0)), None);
    }

    #[test]
    fn a_marked_place_is_told_without_colours() {
        let mut board = board(16, 3);
        let palette = Palette::new(Theme::Light.with(&SeatColours::USUAL), Colours::None);
        let area = Rect::new(0, 0, 20, 5);
        let mut buffer = Buffer::empty(area);
        let mut overlay = Overlay::default();
        let mark = |mark| Touch::Offered(Paint::Mark(mark));
        overlay.touches.insert("11".into(), mark(Mark::ATTACK));
        overlay.touches.insert("21".into(), mark(Mark::SHIFT));
        board.draw(&mut buffer, area, palette, &overlay);
        let text: String = buffer.content().iter().map(|cell| cell.symbol()).collect();
        assert!(text.contains(">•<(•)"), "{text}");
    }
}
