//! What lies on the map: names, tokens, the arrow of an attack, dice and cards.

use vauban_game::{
    Lang, Text,
    scene::{Form, Mark, Paint, Point, Shape, Spot},
};

use super::{
    board::Country,
    cards::Kind,
    imagine::View,
    map::Map,
    narrate::capital,
    odds,
    state::{Owner, State},
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

pub(super) fn region(country: Country) -> u8 {
    // Of the twelve tints, six that lie far apart, and far from the sea.
    [10, 2, 7, 3, 4, 6][country.continent().index()]
}

pub(super) fn hand_spot(kind: Kind) -> Spot {
    Spot(format!("hand-{}", kind.word()))
}

pub(super) fn capital_text(text: Text) -> Text {
    Text::new(capital(&text.en), capital(&text.fr))
}

pub(super) fn line(key: String, from: Point, to: Point, width: f32, fill: Paint) -> Shape {
    let form = Form::Line {
        to: Point::new(to.x - from.x, to.y - from.y),
        width,
        arrow: false,
    };
    Shape::new(key, from, form, fill)
}

/// A country's name in one or two lines. The terminal has no room for it and writes the id.
pub(super) fn name(country: Country, at: Point, lang: Lang) -> Vec<Shape> {
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
pub(super) fn id(country: Country, at: Point) -> Shape {
    let dot = Form::Disc { radius: 0.01 };
    Shape::new(format!("id-{country}"), at, dot, Paint::Clear).with_glyph(country.to_string())
}

/// A long name in two lines, broken at the space or after the hyphen that leaves the longer line shortest.
pub(super) fn broken(name: &str) -> Vec<&str> {
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
pub(super) fn arrow(state: &State) -> Option<Shape> {
    let battle = state.battle();
    let map = Map::world();
    let from = map.outline(battle.attacker()?).army;
    let Some(target) = battle.target() else {
        // Only the attacker is chosen: a ring around its token.
        let ring = Form::Disc {
            radius: TOKEN * 1.3,
        };
        return Some(
            Shape::new("attacker", from, ring, Paint::Clear).with_line(Paint::Mark(Mark::Selected)),
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
    Some(Shape::new("attack", from, form, Paint::Mark(Mark::Attack)))
}

fn owner_paints(owner: Owner) -> (Paint, Paint) {
    match owner.seat() {
        Some(seat) => (Paint::Seat(seat.0), Paint::OnSeat(seat.0)),
        None => (Paint::Neutral, Paint::Ink),
    }
}

pub(super) fn owner_letter(owner: Owner, lang: Lang) -> char {
    match owner.0 {
        0 => 'B',
        1 => 'R',
        2 => lang.pick('Y', 'J'),
        3 => 'M',
        4 => lang.pick('G', 'V'),
        5 => lang.pick('P', 'F'),
        _ => 'n',
    }
}

pub(super) fn token_word(owner: Owner) -> Text {
    match owner.0 {
        0 => Text::fixed("round", "rond"),
        1 => Text::fixed("square", "carré"),
        2 => Text::fixed("six-sided", "à six côtés"),
        3 => Text::fixed("on its point", "sur la pointe"),
        4 => Text::fixed("eight-sided", "à huit côtés"),
        5 => Text::fixed("a shield", "en écu"),
        _ => Text::fixed("flat", "plat"),
    }
}

/// The form of an owner's tokens, around their middle, and how far up and left its own origin lies.
fn token_form(owner: Owner) -> (Point, Form) {
    let around = |corners: usize, turn: f32, radius: f32| {
        let corner = |at: usize| {
            let angle = turn + std::f32::consts::TAU * at as f32 / corners as f32;
            let round = |value: f32| (value * 1000.0).round() / 1000.0;
            Point::new(round(radius * angle.cos()), round(radius * angle.sin()))
        };
        let points = (0..corners).map(corner).collect();
        (Point::default(), Form::Polygon { points })
    };
    let eighth = std::f32::consts::FRAC_PI_8;
    match owner.0 {
        0 => (Point::default(), Form::Disc { radius: TOKEN }),
        1 => rect(0.61, 0.61, 0.05),
        2 => around(6, 0.0, TOKEN * 1.12),
        3 => around(4, 0.0, TOKEN * 1.28),
        4 => around(8, eighth, TOKEN * 1.08),
        5 => {
            let shield = [
                (-0.31, -0.3),
                (0.31, -0.3),
                (0.31, 0.08),
                (0.0, 0.4),
                (-0.31, 0.08),
            ];
            let points = shield.map(|(x, y)| Point::new(x, y)).into();
            (Point::default(), Form::Polygon { points })
        }
        _ => rect(0.7, 0.47, 0.12),
    }
}

fn rect(width: f32, height: f32, round: f32) -> (Point, Form) {
    (
        Point::new(-width / 2.0, -height / 2.0),
        Form::Rect {
            width,
            height,
            round,
        },
    )
}

/// A token with its owner's letter and the number of armies.
pub(super) fn token(state: &State, country: Country, owner: Owner, lang: Lang) -> [Shape; 2] {
    let at = Map::world().outline(country).army;
    let (fill, ink) = owner_paints(owner);
    let (offset, form) = token_form(owner);
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
    // Short numbers keep pages small.
    let round = |value: f32| (value * 1000.0).round() / 1000.0;
    let place = Point::new(round(at.x + offset.x), round(at.y + offset.y));
    [
        Shape::new(format!("token-{country}"), place, form, fill)
            .with_line(Paint::Ink)
            .with_glyph(glyph)
            .with_spot(country.spot()),
        Shape::new(
            format!("armies-{country}"),
            at,
            Form::Text { text, size },
            ink,
        )
        .with_glyph(""),
    ]
}

/// The dice of the last roll, the attacker's above the defender's, and what they cost.
pub(super) fn dice(state: &State) -> Vec<Shape> {
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

/// The viewer's own cards, and how many everybody holds.
pub(super) fn cards(view: &View, lang: Lang) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let Some((seat, own)) = view.own_hand() else {
        return shapes;
    };
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
    let words = Text::new(
        format!(
            "draw pile {}, discard {}",
            view.draw_pile(),
            view.open().discard().len()
        ),
        format!(
            "pioche {}, défausse {}",
            view.draw_pile(),
            view.open().discard().len()
        ),
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

/// Who holds what of the world, for those who hear the board.
#[cfg(test)]
pub(super) fn token_forms() -> Vec<Form> {
    (0..=6).map(|owner| token_form(Owner(owner)).1).collect()
}

#[cfg(test)]
pub(super) const NAME_SIZE: f32 = NAME;
#[cfg(test)]
pub(super) const TOKEN_SIZE: f32 = TOKEN;
