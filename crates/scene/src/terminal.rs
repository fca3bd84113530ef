//! To come.
use crate::*;
#[derive(Clone, Debug)] pub struct Cell { pub text: char, pub ink: Paint, pub fill: Option<Paint>, pub fore: Rgb, pub back: Rgb, pub spot: Option<u16>, pub bold: bool }
#[derive(Copy, Clone, Eq, PartialEq, Debug)] pub enum Colours { None, Ansi256, True }
impl Colours { pub fn from_env(_env: impl Fn(&str) -> Option<String>, _is_terminal: bool) -> Colours { Colours::None } }
#[derive(Clone, Debug)] pub struct Raster { cells: Vec<Cell> }
impl Raster {
 pub fn new(_scene: &Scene, _theme: Theme, _columns: u16, _rows: u16) -> Raster { Raster { cells: vec![] } }
 pub fn columns(&self) -> u16 { 0 }
 pub fn rows(&self) -> u16 { 0 }
 pub fn cell(&self, _column: u16, _row: u16) -> &Cell { &self.cells[0] }
 pub fn spot_at(&self, _column: u16, _row: u16) -> Option<&Spot> { None }
 pub fn place(&self, _spot: &Spot) -> Option<(u16, u16)> { None }
 pub fn ansi(&self, _colours: Colours) -> String { String::new() }
}
