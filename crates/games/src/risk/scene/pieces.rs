//! What lies on the map: names, tokens, the arrow of an attack, dice and cards.

use vauban_game::{
    Lang, Seat,
    scene::{Form, Mark, Paint, Point, Shape, Spot},
    text,
};

use crate::risk::{
    board::Country,
    cards::{Cards, Kind},
    map::Map,
    odds,
    state::{Owner, State},
    view::View,
    words::owner_letter,
};

/// Half the width of a token.
const TOKEN: f32 = 0.335;
const NUMBER: f32 = 0.3;
const NAME: f32 = 0.255;
/// A name that is longer is written in two lines, this far apart.
const LONG_NAME: usize = 9;
const LINE: f32 = 0.28;
/// Cards and dice lie in the South Pacific: the left edge, and the height of each row.
const PANEL: f32 = 0.55;
const HAND_ROW: f32 = 16.2;
const DICE_ROW: f32 = 13.6;
const DIE: f32 = 0.72;
const CARD: (f32, f32) = (0.95, 1.3);

pub(in crate::risk) fn region(country: Country) -> u8 {
    // Of the twelve tints, six that lie far apart in both themes, and far from the sea.
    [10, 2, 7, 3, 4, 5][country.continent().index()]
}

pub(in crate::risk) fn hand_spot(kind: Kind) -> Spot {
    Spot(format!("hand-{}", kind.word()))
}

pub(in crate::risk) fn line(key: String, from: Point, to: Point, width: f32, fill: Paint) -> Shape {
    let form = Form::Line {
        to: Point::new(to.x - from.x, to.y - from.y),
        width,
        arrow: false,
    };
    Shape::new(key, from, form, fill)
}

/// A country's name in one or two lines. The terminal has no room for it and writes the id.
pub(in crate::risk) fn name(country: Country, at: Point, lang: Lang) -> Vec<Shape> {
    let lines = broken(country.name().of(lang));
    let first = at.y - LINE * (lines.len() as f32 - 1.0) / 2.0;
    let shape = |(number, text): (usize, &str)| {
        let place = Point::new(at.x, first + LINE * number as f32);
        let form = Form::Text {
            text: text.to_owned(),
            size: NAME,
        };
        Shape::new(format!("name-{country}-{number}"), place, form, Paint::Ink)
            .with_glyph("")
            .with_spot(country.spot())
    };
    lines.into_iter().enumerate().map(shape).collect()
}

/// The id, for the terminal alone: nothing of it is seen in a picture.
pub(in crate::risk) fn id(country: Country, at: Point) -> Shape {
    let dot = Form::Disc { radius: 0.01 };
    Shape::new(format!("id-{country}"), at, dot, Paint::Clear).with_glyph(country.to_string())
}

/// A long name in two lines, broken at the space or after the hyphen that leaves the longer line shortest.
pub(in crate::risk) fn broken(name: &str) -> Vec<&str> {
    if name.chars().count() <= LONG_NAME {
        return vec![name];
    }
    let breaks = name
        .char_indices()
        .filter(|(_, letter)| matches!(letter, ' ' | '-'));
    let best = breaks
        .map(|(at, letter)| match letter {
            ' ' => (&name[..at], &name[at + 1..]),
            _ => name.split_at(at + 1),
        })
        .min_by_key(|(first, second)| first.chars().count().max(second.chars().count()));
    match best {
        Some((first, second)) => vec![first, second],
        None => vec![name],
    }
}

/// The attack that is being chosen or was fought last.
pub(in crate::risk) fn arrow(state: &State) -> Option<Shape> {
    let battle = state.battle();
    let map = Map::world();
    let from = map.outline(battle.attacker()?).army;
    let Some(target) = battle.target() else {
        // Only the attacker is chosen: a ring around its token.
        let ring = Form::Disc {
            radius: TOKEN * 1.3,
        };
        return Some(
            Shape::new("attacker", from, ring, Paint::Clear).with_line(Paint::Mark(Mark::SELECTED)),
        );
    };
    let to = map.outline(target).army;
    let (wide, high) = (to.x - from.x, to.y - from.y);
    // The way over the edge of the map is shown by its first half.
    let short = if wide.abs() > map.width / 2.0 {
        let edge = if wide > 0.0 {
            -from.x
        } else {
            map.width - from.x
        };
        Point::new(edge, high / 2.0)
    } else {
        let length = wide.hypot(high).max(0.1);
        let kept = ((length - TOKEN * 1.1) / length).max(0.3);
        Point::new(wide * kept, high * kept)
    };
    let form = Form::Line {
        to: short,
        width: 0.11,
        arrow: true,
    };
    Some(Shape::new("attack", from, form, Paint::Mark(Mark::ATTACK)))
}

fn owner_paints(owner: Owner) -> (Paint, Paint) {
    match owner.seat() {
        Some(seat) => (Paint::Seat(seat.0), Paint::OnSeat(seat.0)),
        None => (Paint::Neutral, Paint::Ink),
    }
}

/// The form of an owner's tokens, around their middle: the figure that its seat has beside the map.
///
/// All have their origin in the middle, so that a token stays where it is when its owner changes: what
/// moves is drawn over everything else, over the number too.
fn token_form(owner: Owner) -> Form {
    let round = |value: f32| (value * 1000.0).round() / 1000.0;
    let corners = |points: &[(f32, f32)]| Form::Polygon {
        points: points.iter().map(|&(x, y)| Point::new(x, y)).collect(),
    };
    // The first corner is the highest.
    let regular = |count: usize, radius: f32, lower: f32| {
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
    };
    match owner.0 {
        0 => Form::Disc { radius: TOKEN },
        1 => corners(&[(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)]),
        2 => regular(3, 0.48, 0.05),
        3 => regular(4, 0.43, 0.0),
        4 => regular(5, 0.39, 0.02),
        5 => regular(6, 0.37, 0.0),
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

/// How far below the middle the number has most room.
fn number_below(owner: Owner) -> f32 {
    match owner.0 {
        2 => 0.1,
        _ => 0.0,
    }
}

/// A token with its owner's letter and the number of armies.
pub(in crate::risk) fn token(
    state: &State,
    country: Country,
    owner: Owner,
    lang: Lang,
) -> [Shape; 2] {
    let at = Map::world().outline(country).army;
    let (fill, ink) = owner_paints(owner);
    let (letter, armies) = (owner_letter(owner, lang), state.armies(country));
    // Three columns: more than 99 is told by the card.
    let glyph = if armies < 100 {
        format!("{letter}{armies:<2}")
    } else {
        format!("{letter}++")
    };
    let text = format!("{letter}{armies}");
    let size = match text.len() {
        0..=2 => NUMBER,
        3 => 0.26,
        _ => 0.2,
    };
    [
        Shape::new(format!("token-{country}"), at, token_form(owner), fill)
            .with_line(Paint::Ink)
            .with_glyph(glyph)
            .with_spot(country.spot()),
        Shape::new(
            format!("armies-{country}"),
            Point::new(at.x, at.y + number_below(owner)),
            Form::Text { text, size },
            ink,
        )
        .with_glyph(""),
    ]
}

/// The dice of the last roll, the attacker's above the defender's, and what they cost.
pub(in crate::risk) fn dice(state: &State) -> Vec<Shape> {
    let battle = state.battle();
    let Some((from, to)) = battle.fought() else {
        return Vec::new();
    };
    let attacker = state.owner(from).unwrap_or(Owner::NEUTRAL);
    // A conquered country is no longer the defender's, so its dice have no seat's colour.
    let defender = state.owner(to).filter(|&owner| owner != attacker);
    let mut shapes = Vec::new();
    let rows = [
        ("red", &battle.rolled.attack[..], Some(attacker), DICE_ROW),
        (
            "blue",
            &battle.rolled.guard[..],
            defender,
            DICE_ROW + DIE + 0.16,
        ),
    ];
    for (name, faces, owner, top) in rows {
        let (fill, ink) = owner_paints(owner.unwrap_or(Owner::NEUTRAL));
        for (number, face) in faces.iter().filter(|&&face| face > 0).enumerate() {
            let left = PANEL + (DIE + 0.16) * number as f32;
            let middle = Point::new(left + DIE / 2.0, top + DIE / 2.0);
            let form = Form::Rect {
                width: DIE,
                height: DIE,
                round: 0.14,
            };
            let text = Form::Text {
                text: face.to_string(),
                size: 0.46,
            };
            let key = format!("die-{name}-{number}");
            shapes.push(
                Shape::new(key.clone(), Point::new(left, top), form, fill).with_line(Paint::Ink),
            );
            shapes.push(Shape::new(format!("{key}-face"), middle, text, ink));
        }
    }
    let lost = odds::losses(battle.rolled);
    let costs = [
        ("attacker", lost.attacker, DICE_ROW + DIE / 2.0),
        ("defender", lost.defender, DICE_ROW + 0.16 + DIE * 1.5),
    ];
    for (name, lost, height) in costs {
        let at = Point::new(PANEL + 3.0 * (DIE + 0.16) + 0.35, height);
        let text = Form::Text {
            text: format!("−{lost}"),
            size: 0.42,
        };
        shapes.push(Shape::new(format!("lost-{name}"), at, text, Paint::Ink));
    }
    shapes
}

/// The viewer's own cards, and §8.1 the piles, which everybody sees.
pub(in crate::risk) fn cards(view: &View, lang: Lang) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if let Some((seat, own)) = view.own_hand() {
        hand(seat, own, &mut shapes);
    }
    let (left, discard) = (view.draw_pile(), view.open().discard().len());
    let words = text!(
        "draw pile {left}, discard {discard}",
        "pioche {left}, défausse {discard}"
    );
    let text = Form::Text {
        text: words.of(lang).to_owned(),
        size: 0.27,
    };
    let at = Point::new(PANEL + 2.2, HAND_ROW - 0.32);
    // In the terminal the statistics say it.
    shapes.push(Shape::new("piles", at, text, Paint::Ink).with_glyph(""));
    shapes
}

fn hand(seat: Seat, own: Cards, shapes: &mut Vec<Shape>) {
    let kinds = Kind::ALL
        .into_iter()
        .flat_map(|kind| (0..own.of(kind)).map(move |_| kind));
    for (number, kind) in kinds.enumerate() {
        let left = PANEL + (CARD.0 + 0.14) * number as f32;
        let form = Form::Rect {
            width: CARD.0,
            height: CARD.1,
            round: 0.1,
        };
        let middle = Point::new(left + CARD.0 / 2.0, HAND_ROW + CARD.1 / 2.0);
        let symbol = Form::Symbol {
            name: kind.word(),
            size: 0.78,
        };
        let key = format!("card-{number}");
        shapes.push(
            Shape::new(key.clone(), Point::new(left, HAND_ROW), form, Paint::Paper)
                .with_line(Paint::Seat(seat.0))
                .with_spot(hand_spot(kind)),
        );
        shapes.push(
            Shape::new(format!("{key}-{}", kind.word()), middle, symbol, Paint::Ink)
                .with_glyph(kind.letter().to_string())
                .with_spot(hand_spot(kind)),
        );
    }
}

/// Who holds what of the world, for those who hear the board.
#[cfg(test)]
pub(in crate::risk) fn token_forms() -> Vec<Form> {
    (0..=6).map(|owner| token_form(Owner(owner))).collect()
}

#[cfg(test)]
pub(in crate::risk) const NAME_SIZE: f32 = NAME;
#[cfg(test)]
pub(in crate::risk) const TOKEN_SIZE: f32 = TOKEN;
