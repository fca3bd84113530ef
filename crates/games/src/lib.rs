//! The rules of every game, one folder each, all with the same files.
//!
//! `mod` the game value and its options · `state` what changes · `rules` the
//! rule tree and the generator · `notation` texts · `narrate` the log ·
//! `evaluate` for search · `lenses` maps of the position · `scene` the picture ·
//! `tests` one case per numbered rule. `odds` and `formats` where they apply.

pub mod garden;
pub mod guerre;
pub mod jungle;
pub mod risk;
