//! What lies on the map: names, tokens, the arrow of an attack, dice and cards.

use vauban_game::{
    Lang, Seat,
    scene::{Form, Mark, Obstacle, Paint, Point, Shape, Spot, Token, bow_around, label},
    text,
};

use crate::risk::{
    board::{Continent, Country},
    cards::{Cards, Kind},
    map::Map,
    odds,
    state::{Owner, State},
    view::View,
    words::owner_letter,
};

const NAME: f32 = 0.255;
/// A name that is longer is written in two lines.
pub(in crate::risk) const LONG_NAME: usize = 9;
/// Cards and dice lie in the South Pacific: the left edge, and the height of each row.
const PANEL: f32 = 0.55;
const HAND_ROW: f32 = 16.2;
const DICE_ROW: f32 = 13.6;
const DIE: f32 = 0.72;
const CARD: (f32, f32) = (0.95, 1.3);
/// How wide the arrow of an attack is.
const ARROW: f32 = 0.11;
/// Where the shields of the continents stand, in the order of [`Continent::ALL`].
const SHIELDS: [(f32, f32); 6] = [
    (15.0, 12.8),
    (21.9, 11.0),
    (2.7, 6.2),
    (7.1, 12.5),
    (14.4, 1.5),
    (23.5, 15.1),
];

pub(in crate::risk) fn tint(continent: Continent) -> u8 {
    // Of the twelve tints, six that lie far apart in both themes, and far from the sea.
    [10, 2, 7, 3, 4, 5][continent.index()]
}

pub(in crate::risk) fn hand_spot(kind: Kind) -> Spot {
    Spot(format!("hand-{}", kind.word()))
}

/// A country's name in one or two lines.
pub(in crate::risk) fn name(country: Country, at: Point, lang: Lang) -> Vec<Shape> {
    let key = format!("name-{country}");
    let spot = country.spot();
    label::name(&key, country.name().of(lang), at, NAME, LONG_NAME, &spot)
}

/// The id, for the terminal alone and where there is room: nothing of it is seen in a picture.
pub(in crate::risk) fn id(country: Country, at: Point) -> Shape {
    let dot = Form::Disc { radius: 0.01 };
    Shape::new(format!("id-{country}"), at, dot, Paint::Clear)
        .with_glyph(country.to_string())
        .with_spot(country.spot())
}

/// §9.4 What holding a whole continent brings each turn, on a shield in the sea beside it.
pub(in crate::risk) fn shields() -> Vec<Shape> {
    let shields = Continent::ALL.into_iter().zip(SHIELDS);
    shields
        .flat_map(|(continent, (x, y))| {
            let at = Point::new(x, y);
            let (number, bonus) = (continent.index(), continent.bonus());
            let corners = [
                (-0.34, -0.34),
                (0.34, -0.34),
                (0.34, 0.06),
                (0.2, 0.3),
                (0.0, 0.44),
                (-0.2, 0.3),
                (-0.34, 0.06),
            ];
            let form = Form::Polygon {
                points: corners.map(|(x, y)| Point::new(x, y)).to_vec(),
            };
            let text = Form::Text {
                text: format!("+{bonus}"),
                size: 0.34,
            };
            let fill = Paint::Region(tint(continent));
            [
                Shape::new(format!("shield-{number}"), at, form, fill).with_line(Paint::Ink),
                Shape::new(format!("bonus-{number}"), at, text, Paint::Ink),
            ]
        })
        .collect()
}

/// The attack that is being chosen or was fought last.
pub(in crate::risk) fn arrow(state: &State) -> Option<Shape> {
    let battle = state.battle();
    let map = Map::world();
    let from = map.outline(battle.attacker()?).army;
    let Some(target) = battle.target() else {
        // Only the attacker is chosen: a ring around its token.
        let ring = Form::Disc {
            radius: Token::HALF * 1.3,
        };
        return Some(
            Shape::new("attacker", from, ring, Paint::Clear).with_line(Paint::Mark(Mark::SELECTED)),
        );
    };
    let to = map.outline(target).army;
    let wide = to.x - from.x;
    // The way over the edge of the map is shown by its first half.
    let points = if wide.abs() > map.width / 2.0 {
        let edge = if wide > 0.0 { 0.0 } else { map.width };
        vec![from, Point::new(edge, (from.y + to.y) / 2.0)]
    } else {
        let ends = [battle.attacker(), Some(target)];
        let between = Country::all().filter(|&country| !ends.contains(&Some(country)));
        let armies = between.map(|country| Obstacle {
            middle: map.outline(country).army,
            half: (Token::HALF, Token::HALF),
        });
        let armies: Vec<Obstacle> = armies.collect();
        bow_around(from, to, (0.0, Token::HALF * 1.1), ARROW, &armies)
    };
    let form = Form::Trail {
        points,
        width: ARROW,
        arrow: true,
    };
    let fill = Paint::Mark(Mark::ATTACK);
    Some(Shape::new("attack", Point::default(), form, fill))
}

fn token_of(owner: Owner) -> Token {
    Token::new(owner.seat().map(|seat| seat.0))
}

/// A token with its owner's letter and the number of armies.
pub(in crate::risk) fn token(
    state: &State,
    country: Country,
    owner: Owner,
    lang: Lang,
) -> [Shape; 2] {
    let at = Map::world().outline(country).army;
    let (fill, ink) = token_of(owner).paints();
    let (letter, armies) = (owner_letter(owner, lang), state.armies(country));
    let text = format!("{letter}{armies}");
    // What has no room is told by the card.
    let glyph = match text.chars().count() {
        0..=Shape::GLYPH_ON_MAP => format!("{text:<3}"),
        _ => format!("{letter}++"),
    };
    let size = Token::number_size(text.len());
    [
        Shape::new(format!("token-{country}"), at, token_of(owner).form(), fill)
            .with_line(Paint::Ink)
            .with_glyph(glyph)
            .with_spot(country.spot()),
        Shape::new(
            format!("armies-{country}"),
            Point::new(at.x, at.y + token_of(owner).number_below()),
            Form::Text { text, size },
            ink,
        )
        .with_glyph(""),
    ]
}

/// The dice of the last roll, the attacker's above the defender's, and what they cost.
pub(in crate::risk) fn dice(state: &State) -> Vec<Shape> {
    let battle = state.battle();
    let Some((from, _)) = battle.fought() else {
        return Vec::new();
    };
    let attacker = state.owner(from).unwrap_or(Owner::NEUTRAL);
    let mut shapes = Vec::new();
    // A conquered country is no longer the defender's: his dice are white before and after.
    let rows = [
        (
            "red",
            &battle.rolled.attack[..],
            token_of(attacker).paints(),
            DICE_ROW,
        ),
        (
            "blue",
            &battle.rolled.guard[..],
            (Paint::Paper, Paint::Ink),
            DICE_ROW + DIE + 0.16,
        ),
    ];
    for (name, faces, (fill, ink), top) in rows {
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
    (0..=6).map(|owner| token_of(Owner(owner)).form()).collect()
}

#[cfg(test)]
pub(in crate::risk) const NAME_SIZE: f32 = NAME;
#[cfg(test)]
pub(in crate::risk) const TOKEN_SIZE: f32 = Token::HALF;
