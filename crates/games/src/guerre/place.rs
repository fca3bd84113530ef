//! Coordinates as people write them: a row's letters and a column's number.

use std::fmt;

use vauban_game::scene::Spot;

/// A coordinate, on some board or beside it: `A1` is the top left.
///
/// Actions hold places and not squares, so that an order to march off the board is understood and
/// then refused with a reason.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default)]
pub struct Place {
    /// From 0, at the top.
    pub row: u16,
    /// From 0, at the left.
    pub column: u16,
}

impl Place {
    /// Reads `C12`, in either case; letters go on in base 26: `Z`, `AA`.
    pub fn read(text: &str) -> Option<Place> {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, number) = text.split_at(digits);
        let plain = !letters.is_empty()
            && letters.len() <= 3
            && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
            && number.len() <= 4
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && !number.starts_with('0');
        if !plain {
            return None;
        }
        let row = letters.bytes().fold(0, |row: u16, letter| {
            row * 26 + u16::from(letter.to_ascii_uppercase() - b'A') + 1
        });
        let column: u16 = number.parse().ok()?;
        Some(Place {
            row: row - 1,
            column: column - 1,
        })
    }

    /// King's steps between two places.
    pub fn distance(self, other: Place) -> u16 {
        let rows = self.row.abs_diff(other.row);
        let columns = self.column.abs_diff(other.column);
        rows.max(columns)
    }

    pub fn spot(self) -> Spot {
        Spot(self.to_string())
    }
}

/// The letters of a row, counted from 0.
pub fn row_letters(row: u16) -> String {
    let mut letters = Vec::new();
    let mut rest = u32::from(row) + 1;
    while rest > 0 {
        letters.push(b'A' + ((rest - 1) % 26) as u8);
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().map(|&letter| letter as char).collect()
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", row_letters(self.row), u32::from(self.column) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_read_as_they_are_written() {
        for (text, row, column) in [
            ("A1", 0, 0),
            ("T25", 19, 24),
            ("Z9", 25, 8),
            ("AA1", 26, 0),
            ("AZ3", 51, 2),
            ("BA3", 52, 2),
            ("ZZ512", 701, 511),
        ] {
            let place = Place { row, column };
            assert_eq!(Place::read(text), Some(place));
            assert_eq!(place.to_string(), text);
        }
        assert_eq!(Place::read("c12"), Place::read("C12"));
        for nonsense in [
            "", "A", "1", "1A", "A0", "A01", "A-1", "ABCD1", "A12345", "Ä1", "A1B",
        ] {
            assert_eq!(Place::read(nonsense), None, "{nonsense}");
        }
    }
}
