//! Pictures as data: layers of shapes with spots, painted by meaning.
//!
//! A game describes what is on the board; nothing here knows a rule. The same
//! [`Scene`] becomes SVG for the browser and a grid of characters for the
//! terminal. Shapes carry stable keys, so that a viewer can animate what moved,
//! and spots, so that a click has a name.

mod align;
mod borders;
mod coast;
mod colours;
mod footprint;
mod halves;
mod hexes;
pub mod label;
mod notes;
mod paint;
mod places;
pub mod polygon;
mod regions;
mod rgb;
mod scale;
mod seat_colours;
mod shape;
mod squares;
mod strokes;
mod svg;
mod terminal;
mod texture;
mod theme;
mod token;
mod trail;

pub use align::align;
pub use coast::{Weathered, outer, weathered};
pub use colours::Colours;
pub use halves::Half;
pub use hexes::Hexes;
pub use paint::{Figure, Ground, Mark, Paint, Paints};
pub use regions::{Label, Quay, Regions};
pub use rgb::Rgb;
pub use seat_colours::SeatColours;
pub use shape::{Form, Layer, Path, Point, Scene, Shape, Spot, Symbol};
pub use squares::Squares;
pub use svg::{escape, svg, svg_image, svg_pieces};
pub use terminal::{Cell, Raster};
pub use texture::Pattern;
pub use theme::{Look, Theme};
pub use token::Token;
pub use trail::{Obstacle, bow_around, trimmed};
