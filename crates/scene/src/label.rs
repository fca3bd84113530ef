//! Names on a map, in one line or two.

use crate::{Form, Paint, Point, Shape, Spot};

/// How far apart the lines of a name are, in heights of its letters.
const LEADING: f32 = 1.1;

/// A name centred on a point. A long one is written in two lines.
///
/// `longest` letters fit into one line. The terminal writes the name where its place has room.
pub fn name(
    key: &str,
    text: &str,
    at: Point,
    size: f32,
    longest: usize,
    spot: &Spot,
) -> Vec<Shape> {
    let lines = broken(text, longest);
    let first = at.y - size * LEADING * (lines.len() as f32 - 1.0) / 2.0;
    let shape = |(number, line): (usize, &str)| {
        let place = Point::new(at.x, first + size * LEADING * number as f32);
        let form = Form::Text {
            text: line.to_owned(),
            size,
        };
        // With a halo: whatever colour its place has, it is read.
        Shape::new(format!("{key}-{number}"), place, form, Paint::Ink)
            .with_line(Paint::Paper)
            .with_spot(spot.clone())
    };
    lines.into_iter().enumerate().map(shape).collect()
}

/// A long text in two lines, broken at the space or after the hyphen that leaves the longer line shortest.
pub fn broken(text: &str, longest: usize) -> Vec<&str> {
    if text.chars().count() <= longest {
        return vec![text];
    }
    let breaks = text
        .char_indices()
        .filter(|(_, letter)| matches!(letter, ' ' | '-'));
    let best = breaks
        .map(|(at, letter)| match letter {
            ' ' => (&text[..at], &text[at + 1..]),
            _ => text.split_at(at + 1),
        })
        .min_by_key(|(first, second)| first.chars().count().max(second.chars().count()));
    match best {
        Some((first, second)) => vec![first, second],
        None => vec![text],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_broken_where_its_lines_are_shortest() {
        assert_eq!(broken("North Sea", 9), ["North Sea"]);
        assert_eq!(broken("North Africa", 9), ["North", "Africa"]);
        assert_eq!(broken("Nord-Ouest du Lac", 9), ["Nord-Ouest", "du Lac"]);
        assert_eq!(broken("Kamchatkaland", 9), ["Kamchatkaland"]);
    }
}
