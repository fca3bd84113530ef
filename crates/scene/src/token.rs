//! Tokens: what stands on a map for a seat, in a form of its own so that nobody needs the colours.

use crate::{Form, Paint, Point};

/// A seat's token, as large as a number needs.
#[derive(Copy, Clone, Debug)]
pub struct Token {
    /// The seat's index; nobody's token has none.
    seat: Option<u8>,
}

impl Token {
    /// Half the width of a token.
    pub const HALF: f32 = 0.335;

    pub fn new(seat: Option<u8>) -> Token {
        Token { seat }
    }

    /// What it is filled with, and what is written on it.
    pub fn paints(self) -> (Paint, Paint) {
        match self.seat {
            Some(seat) => (Paint::Seat(seat), Paint::OnSeat(seat)),
            None => (Paint::Neutral, Paint::Ink),
        }
    }

    /// Its form around its middle: the figure that the seat has beside the board.
    ///
    /// All have their origin in the middle, so that a token stays where it is when its owner
    /// changes: what moves is drawn over everything else, over its number too.
    pub fn form(self) -> Form {
        match self.seat {
            Some(0) => Form::Disc {
                radius: Token::HALF,
            },
            Some(1) => corners(&[(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)]),
            Some(2) => regular(3, 0.48, 0.05),
            Some(3) => regular(4, 0.43, 0.0),
            Some(4) => regular(5, 0.39, 0.02),
            Some(5) => regular(6, 0.37, 0.0),
            _ => corners(&[
                (-0.35, -0.15),
                (-0.27, -0.23),
                (0.27, -0.23),
                (0.35, -0.15),
                (0.35, 0.15),
                (0.27, 0.23),
                (-0.27, 0.23),
                (-0.35, 0.15),
            ]),
        }
    }

    /// How far below its middle a number has most room.
    pub fn number_below(self) -> f32 {
        match self.seat {
            Some(2) => 0.1,
            _ => 0.0,
        }
    }

    /// How large a number of so many characters is written on it.
    pub fn number_size(characters: usize) -> f32 {
        match characters {
            0..=2 => 0.3,
            3 => 0.26,
            _ => 0.2,
        }
    }
}

fn corners(points: &[(f32, f32)]) -> Form {
    Form::Polygon {
        points: points.iter().map(|&(x, y)| Point::new(x, y)).collect(),
    }
}

/// A regular polygon whose first corner is the highest.
fn regular(count: usize, radius: f32, lower: f32) -> Form {
    let round = |value: f32| (value * 1000.0).round() / 1000.0;
    let corner = |at: usize| {
        let angle = std::f32::consts::TAU * at as f32 / count as f32;
        Point::new(
            round(radius * angle.sin()),
            round(lower - radius * angle.cos()),
        )
    };
    Form::Polygon {
        points: (0..count).map(corner).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_owners_have_seven_forms_around_their_middle() {
        let forms: Vec<Form> = (0..6)
            .map(Some)
            .chain([None])
            .map(|seat| Token::new(seat).form())
            .collect();
        for (number, form) in forms.iter().enumerate() {
            assert!(!forms[..number].contains(form));
            let shape = crate::Shape::new("token", Point::default(), form.clone(), Paint::Ink);
            assert!(shape.contains(Point::default()));
        }
    }
}
