//! The open game teaches; the book is the same, and so are its diagrams.

use vauban_game::{Diagram, Lessons};

use super::Deployed;
use crate::guerre::Guerre;

impl Lessons for Deployed {
    const DIAGRAMS: &'static [Diagram] = Guerre::DIAGRAMS;
}
