//! To come.
use crate::*;
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)] pub enum Theme { #[default] Light, Dark }
impl Theme { pub fn colour(self, _paint: Paint) -> Rgb { Rgb(0,0,0) } }
