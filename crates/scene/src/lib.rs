//! Pictures as data: layers of shapes with spots, painted by meaning.
//!
//! A game describes what is on the board; nothing here knows a rule. The same
//! [`Scene`] becomes SVG for the browser and a grid of characters for the
//! terminal. Shapes carry stable keys, so that a viewer can animate what moved,
//! and spots, so that a click has a name.

mod colours;
mod footprint;
mod hexes;
mod paint;
mod places;
pub mod polygon;
mod rgb;
mod scale;
mod shape;
mod squares;
mod strokes;
mod svg;
mod terminal;
mod theme;

pub use colours::Colours;
pub use hexes::Hexes;
pub use paint::{Figure, Ground, Mark, Paint, Paints};
pub use rgb::Rgb;
pub use shape::{Form, Layer, Path, Pattern, Point, Scene, Shape, Spot, Symbol};
pub use squares::Squares;
pub use svg::{escape, svg};
pub use terminal::{Cell, Raster};
pub use theme::Theme;
