//! What the toys share: one kind of reason, seat names, shapes and the reading of short texts.

use vauban_game::{
    Explanation, Game, Reason, Rules, Seat, SettingError, Settings, Text, Unreadable, fingerprint,
    scene::{Form, Ground, Layer, Paint, Paints, Point, Scene, Shape, Spot, Squares},
};

/// A reason that carries all it says. In a box, because a reason passes through many results.
#[derive(Clone, PartialEq, Debug)]
pub struct Plain(Box<Explanation>);

impl Plain {
    pub(super) fn new(code: &'static str, paragraph: &'static str, text: Text) -> Plain {
        Plain(Box::new(Explanation::new(code, paragraph, text)))
    }
    pub(super) fn at(mut self, spot: impl Into<Spot>) -> Plain {
        self.0.spots.push(spot.into());
        self
    }
    pub(super) fn number(mut self, name: &'static str, number: impl Into<i64>) -> Plain {
        self.0.numbers.push((name, number.into()));
        self
    }
}

impl Reason for Plain {
    fn explain(&self) -> Explanation {
        (*self.0).clone()
    }
    /// Asked of every refusal in debug builds, so nothing is copied.
    fn code(&self) -> &'static str {
        self.0.code
    }
}

/// The demand that every toy has.
pub(super) const fn your_turn<G: Game<Refusal = Plain>>() -> Rules<G> {
    Rules::demand("your-turn", "not-your-turn", |case| {
        must(case.game.turn(case.state).includes(case.seat), || {
            let text = Text::fixed("it is not your turn", "ce n'est pas à vous de jouer");
            Plain::new("not-your-turn", "1.1", text)
        })
    })
}

/// `Ok` if it holds, else the reason.
pub(super) fn must(holds: bool, reason: impl FnOnce() -> Plain) -> Result<(), Plain> {
    if holds { Ok(()) } else { Err(reason()) }
}

pub(super) fn seat_name(seat: Seat) -> Text {
    const NAMES: [Text; 6] = [
        Text::fixed("Blue", "Bleu"),
        Text::fixed("Red", "Rouge"),
        Text::fixed("Green", "Vert"),
        Text::fixed("Yellow", "Jaune"),
        Text::fixed("Violet", "Violet"),
        Text::fixed("Grey", "Gris"),
    ];
    NAMES[seat.index()].clone()
}

/// The letter of a seat in texts: `a` for the first.
pub(super) fn letter(seat: Seat) -> char {
    char::from(b'a' + seat.0)
}

/// The seat of a letter, at a table of `seats`.
pub(super) fn seat_of(letter: &str, seats: u8) -> Option<Seat> {
    let &[byte] = letter.as_bytes() else {
        return None;
    };
    let seat = Seat(byte.checked_sub(b'a')?);
    (seat.0 < seats).then_some(seat)
}

/// A small number written the one way that we write it.
pub(super) fn number(text: &str) -> Option<u8> {
    let number: u8 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

pub(super) fn bad_position() -> Unreadable {
    Unreadable::position(Text::fixed(
        "its parts do not fit together",
        "ses parties ne vont pas ensemble",
    ))
}

/// The key of a state whose position text says all.
pub(super) fn key_of(position: &str) -> u64 {
    let words: Vec<u64> = position.bytes().map(u64::from).collect();
    fingerprint(&words)
}

/// A complete setting as a number.
pub(super) fn setting(settings: &Settings, name: &str) -> Result<u64, Vec<SettingError>> {
    settings
        .get(name)
        .and_then(|value| value.parse().ok())
        .ok_or_else(|| {
            vec![SettingError {
                name: name.to_owned(),
                text: Text::fixed("this option must be a number", "cette option est un nombre"),
            }]
        })
}

/// The ground of every toy.
const PLAIN: Ground = Ground::new("plain", 0xef_ea_da, 0x2f_31_30);

/// What a toy declares.
pub(super) const PAINTS: Paints = Paints {
    grounds: &[PLAIN],
    marks: &[],
    seats: None,
};

/// A board of named squares, all of one ground.
pub(super) fn board(squares: Squares, name: impl Fn(u8, u8) -> String) -> Scene {
    let mut scene = squares.scene();
    scene.layers.push(Layer {
        name: "ground",
        shapes: squares.ground(name, |_, _| Paint::Ground(PLAIN)),
    });
    scene
}

/// A round piece on a spot.
pub(super) fn disc(
    key: impl Into<String>,
    spot: impl Into<Spot>,
    at: Point,
    fill: Paint,
    glyph: impl Into<String>,
) -> Shape {
    Shape::new(key, at, Form::Disc { radius: 0.35 }, fill)
        .with_spot(spot)
        .with_glyph(glyph)
}
