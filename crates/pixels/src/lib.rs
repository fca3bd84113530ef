//! Scenes as pixels, for everybody who cannot draw an SVG: as they are, as a PNG, or many as an animated GIF.
//!
//! The same scenes give the same bytes on every machine: the font is a part of the program.

mod draw;
mod gif;
mod palette;
mod png;

pub use draw::{LARGEST, Painter, Pixels, draw, fit};
pub use gif::{Animation, GIF_BYTES, GIF_FRAMES, Unfit, thinned};
pub use png::png;
