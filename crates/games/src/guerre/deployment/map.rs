use vauban_game::Text;
use crate::guerre::Board;
pub struct Violation;
impl Violation { pub fn text(&self) -> Text { Text::default() } }
pub fn violations(_b: &Board) -> Vec<Violation> { vec![] }
