//! How Risk looks, is clicked and is described.
//!
//! A country has its continent's colour. Its armies stand on a token whose colour, form and letter
//! say whose they are, so that nobody needs to see the colours. In the terminal a token is the
//! letter and the number (`B12`), and a country's name is its id.

use vauban_game::{
    Depict, Lang, Legend, Seat, SpotCard, Statistic, Status, Text,
    scene::{Form, Ground, Layer, Mark, Paint, Point, Scene, Shape, Spot},
};

use super::{
    Action, Risk,
    board::{Country, Lands},
    cards::{Cards, Kind, listed},
    course::reinforcements,
    drawings,
    imagine::View,
    map::Map,
    narrate::{capital, owner_name, phase_name},
    odds::{self, OddsTable},
    state::{Owner, Phase, State},
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

impl Depict for Risk {
    fn backdrop(&self, lang: Lang) -> Scene {
        let map = Map::world();
        let mut sea = Layer::new("sea");
        let whole = Form::Rect {
            width: map.width,
            height: map.height,
            round: 0.0,
        };
        sea.shapes.push(Shape::new(
            "sea",
            Point::default(),
            whole,
            Paint::Ground(Ground::Water),
        ));
        let mut links = Layer::new("links");
        for (number, link) in map.links.iter().enumerate() {
            for (part, pair) in link.points.windows(2).enumerate() {
                links.shapes.push(line(
                    format!("link-{number}-{part}"),
                    pair[0],
                    pair[1],
                    0.045,
                    Paint::Faint,
                ));
            }
        }
        let mut lands = Layer::new("countries");
        let mut names = Layer::new("names");
        for outline in &map.outlines {
            let country = outline.country;
            for (number, part) in outline.parts.iter().enumerate() {
                let key = match number {
                    0 => format!("land-{country}"),
                    _ => format!("land-{country}-{number}"),
                };
                let form = Form::Polygon {
                    points: part.points.clone(),
                };
                let fill = Paint::Region(region(country));
                lands.shapes.push(
                    Shape::new(key, Point::default(), form, fill)
                        .with_line(Paint::Faint)
                        .with_spot(country.spot()),
                );
            }
            names.shapes.extend(name(country, outline.label, lang));
        }
        Scene {
            width: map.width,
            height: map.height,
            symbols: drawings::symbols(),
            layers: vec![sea, links, lands, names],
        }
    }

    fn layers(&self, view: &View, lang: Lang) -> Vec<Layer> {
        let state = view.open();
        let mut attack = Layer::new("attack");
        attack.shapes.extend(arrow(state));
        let mut armies = Layer::new("armies");
        for country in Country::all() {
            if let Some(owner) = state.owner(country) {
                armies.shapes.extend(token(state, country, owner, lang));
            }
        }
        let mut table = Layer::new("table");
        table.shapes.extend(dice(state));
        table.shapes.extend(cards(view, lang));
        vec![attack, armies, table]
    }

    fn gesture(&self, action: Action) -> Vec<Spot> {
        match action {
            Action::Place { at, .. } => vec![at.spot()],
            Action::Attack { from } => vec![from.spot()],
            Action::Target { to } => vec![to.spot()],
            Action::Move { from, to, .. } => vec![from.spot(), to.spot()],
            Action::Dice { dice } => vec![Spot(format!("dice-{dice}"))],
            Action::Guard { dice } => vec![Spot(format!("defence-{dice}"))],
            Action::MoveIn { .. } => vec!["enter".into()],
            Action::Discard { kind } => vec![hand_spot(kind)],
            Action::Exchange { cards } => vec![Spot(format!("set-{cards}"))],
            Action::Deal => vec!["deal".into()],
            Action::Card => vec!["card".into()],
            Action::Pass => vec!["pass".into()],
            Action::End => vec!["end".into()],
        }
    }

    fn mark(&self, _view: &View, _seat: Seat, action: Action) -> Mark {
        match action {
            Action::Target { .. } => Mark::Attack,
            Action::Attack { .. } => Mark::Planned,
            _ => Mark::Shift,
        }
    }

    fn caption(&self, action: Action) -> Text {
        let about = |en: &str, fr: &str, country: Country| {
            let title = country.title();
            Text::new(format!("{en} {}", title.en), format!("{fr} {}", title.fr))
        };
        match action {
            Action::Deal => Text::fixed("deal the countries", "distribuer les pays"),
            Action::Place { at, .. } => about("armies to", "des armées en", at),
            Action::Attack { from } => about("attack from", "attaquer de", from),
            Action::Target { to } => about("attack", "attaquer", to),
            Action::Dice { dice: 1 } => Text::fixed("attack with 1 die", "attaquer avec 1 dé"),
            Action::Dice { dice } => Text::new(
                format!("attack with {dice} dice"),
                format!("attaquer avec {dice} dés"),
            ),
            Action::Guard { dice: 1 } => Text::fixed("defend with 1 die", "défendre avec 1 dé"),
            Action::Guard { dice } => Text::new(
                format!("defend with {dice} dice"),
                format!("défendre avec {dice} dés"),
            ),
            Action::MoveIn { .. } => Text::fixed("enter with armies", "entrer avec des armées"),
            Action::Card => Text::fixed("draw a card", "piocher une carte"),
            Action::Discard { kind } => {
                let one = kind.one();
                Text::new(
                    format!("put away {}", one.en),
                    format!("défausser {}", one.fr),
                )
            }
            Action::Exchange { cards } => {
                let (set, armies) = (listed(cards), cards.set().map_or(0, Kind::worth));
                Text::new(
                    format!("exchange {} for {armies} armies", set.en),
                    format!("échanger {} contre {armies} armées", set.fr),
                )
            }
            Action::Pass => Text::fixed("go on", "passer"),
            Action::Move { from, to, .. } => {
                let (from, to) = (from.title(), to.title());
                Text::new(
                    format!("armies from {} to {}", from.en, to.en),
                    format!("des armées de {} à {}", from.fr, to.fr),
                )
            }
            Action::End => Text::fixed("end the turn", "finir le tour"),
        }
    }

    /// §3.6 The keys of the first Risk.
    fn shortcut(&self, action: Action) -> Option<char> {
        match action {
            Action::Deal => Some('D'),
            Action::Card => Some('P'),
            Action::Pass => Some('N'),
            Action::End => Some('E'),
            _ => None,
        }
    }

    fn undo_key(&self) -> Option<char> {
        Some('U')
    }

    fn meant(&self, view: &View, _seat: Seat, path: &[Spot]) -> Option<Action> {
        let state = view.open();
        match path {
            [only] => match Country::of_spot(only) {
                Some(country) => meant_at(state.phase(), country),
                None => meant_beside(state, only),
            },
            [from, to] => Some(Action::Move {
                from: Country::of_spot(from)?,
                to: Country::of_spot(to)?,
                armies: 1,
            }),
            _ => None,
        }
    }

    fn card(&self, view: &View, spot: &Spot) -> Option<SpotCard> {
        if let Some(kind) = Kind::ALL.into_iter().find(|&kind| hand_spot(kind) == *spot) {
            let (_, cards) = view.own_hand()?;
            return Some(SpotCard {
                title: capital_text(kind.name()),
                lines: vec![
                    (
                        Text::fixed("you hold", "vous avez"),
                        Text::same(cards.of(kind).to_string()),
                    ),
                    (
                        Text::fixed("three bring", "trois rapportent"),
                        Text::new(
                            format!("{} armies", kind.worth()),
                            format!("{} armées", kind.worth()),
                        ),
                    ),
                ],
            });
        }
        let country = Country::of_spot(spot)?;
        Some(SpotCard {
            title: country.title(),
            lines: self.country_lines(view.open(), country),
        })
    }

    fn legend(&self) -> Vec<Legend> {
        let cards = Kind::ALL.map(|kind| Legend {
            symbol: Some(kind.word()),
            glyph: kind.letter().to_string(),
            title: kind.name(),
            about: Text::new(
                format!("three bring {} armies", kind.worth()),
                format!("trois rapportent {} armées", kind.worth()),
            ),
        });
        let owners = (0..self.players)
            .map(|seat| Owner(seat))
            .chain([Owner::NEUTRAL]);
        let owners = owners.map(|owner| Legend {
            symbol: None,
            glyph: format!("{}3", owner_letter(owner, Lang::En)),
            title: owner_name(owner),
            about: Text::new(
                format!(
                    "{}: a token with the letter {}",
                    token_word(owner).en,
                    owner_letter(owner, Lang::En)
                ),
                format!(
                    "{} : un jeton à la lettre {}",
                    token_word(owner).fr,
                    owner_letter(owner, Lang::Fr)
                ),
            ),
        });
        cards.into_iter().chain(owners).collect()
    }

    fn status(&self, view: &View) -> Status {
        let state = view.open();
        let seats = || (0..self.players).map(Seat);
        let per_seat = |value: &dyn Fn(Seat) -> i64| seats().map(value).collect();
        let phase = phase_name(state.phase());
        let round = i64::from(state.round()) + 1;
        let left = match state.phase() {
            Phase::Place | Phase::Reinforce => Some(state.left().into()),
            Phase::Move => Some(u32::from(self.move_limit() - state.moves())),
            _ => None,
        };
        let mut statistics = vec![
            Statistic {
                name: Text::new(
                    format!("countries, of {} to win", self.win),
                    format!("pays, sur {} pour gagner", self.win),
                ),
                values: per_seat(&|seat| state.lands(seat).len() as i64),
            },
            Statistic {
                name: Text::fixed("armies", "armées"),
                values: per_seat(&|seat| state.total(seat).into()),
            },
            Statistic {
                name: Text::fixed("cards", "cartes"),
                values: per_seat(&|seat| view.held(seat).into()),
            },
        ];
        if self.is_classic() {
            statistics.push(Statistic {
                name: Text::fixed("armies each turn", "armées par tour"),
                values: per_seat(&|seat| match state.lands(seat) {
                    Lands::NONE => 0,
                    lands => reinforcements(lands).into(),
                }),
            });
        }
        statistics.push(Statistic {
            name: Text::fixed("round, of 200", "tour de table, sur 200"),
            values: per_seat(&|_| round),
        });
        Status {
            phase,
            actions_left: left,
            statistics,
        }
    }
}

/// What a click on a country means at a step, legal or not.
fn meant_at(phase: Phase, country: Country) -> Option<Action> {
    match phase {
        Phase::Place | Phase::Reinforce => Some(Action::Place {
            at: country,
            armies: 1,
        }),
        Phase::Attacker => Some(Action::Attack { from: country }),
        Phase::Target => Some(Action::Target { to: country }),
        _ => None,
    }
}

/// What a button means.
fn meant_beside(state: &State, spot: &Spot) -> Option<Action> {
    let name = spot.0.as_str();
    if let Some(dice) = name.strip_prefix("dice-") {
        return Some(Action::Dice {
            dice: dice.parse().ok()?,
        });
    }
    if let Some(dice) = name.strip_prefix("defence-") {
        return Some(Action::Guard {
            dice: dice.parse().ok()?,
        });
    }
    if let Some(letters) = name.strip_prefix("set-") {
        let mut cards = Cards::NONE;
        for letter in letters.chars().take(3) {
            let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter)?;
            cards = cards.with(kind);
        }
        return Some(Action::Exchange { cards });
    }
    if let Some(kind) = Kind::ALL.into_iter().find(|&kind| hand_spot(kind) == *spot) {
        return Some(Action::Discard { kind });
    }
    match name {
        "deal" => Some(Action::Deal),
        "card" => Some(Action::Card),
        "pass" => Some(Action::Pass),
        "end" => Some(Action::End),
        "enter" => Some(Action::MoveIn {
            armies: state.battle().dice.into(),
        }),
        _ => None,
    }
}

impl Risk {
    fn country_lines(&self, state: &State, country: Country) -> Vec<(Text, Text)> {
        let mut lines = vec![(
            Text::fixed("continent", "continent"),
            country.continent().name(),
        )];
        if let Some(owner) = state.owner(country) {
            lines.push((Text::fixed("held by", "tenu par"), owner_name(owner)));
            let armies = state.armies(country).to_string();
            lines.push((Text::fixed("armies", "armées"), Text::same(armies)));
        }
        let names: Vec<&Text> = country.neighbours().iter().map(Country::name).collect();
        let join = |of: fn(&Text) -> &str| {
            names
                .iter()
                .map(|name| of(name))
                .collect::<Vec<_>>()
                .join(", ")
        };
        lines.push((
            Text::fixed("borders on", "frontalier de"),
            Text::new(join(|text| &text.en), join(|text| &text.fr)),
        ));
        if let Some((from, chance)) = strongest_threat(state, country) {
            let name = from.name();
            lines.push((
                Text::fixed("in danger from", "menacé par"),
                Text::new(
                    format!("{}, {:.0} % if fought out", name.en, 100.0 * chance),
                    format!("{}, {:.0} % jusqu'au bout", name.fr, 100.0 * chance),
                ),
            ));
        }
        lines
    }
}

/// The neighbour that would most likely take a country if it attacked to the end.
pub(super) fn strongest_threat(state: &State, country: Country) -> Option<(Country, f64)> {
    let owner = state.owner(country)?;
    let enemies = country
        .neighbours()
        .minus(state.lands(owner))
        .minus(state.lands(Owner::NEUTRAL));
    let table = OddsTable::shared();
    enemies
        .iter()
        .filter(|&from| state.armies(from) > 1)
        .map(|from| (from, table.win(state.armies(from), state.armies(country))))
        .max_by(|one, two| one.1.total_cmp(&two.1))
}

fn region(country: Country) -> u8 {
    // Of the twelve tints, six that lie far apart.
    [0, 2, 9, 3, 1, 6][country.continent().index()]
}

fn hand_spot(kind: Kind) -> Spot {
    Spot(format!("hand-{}", kind.word()))
}

fn capital_text(text: Text) -> Text {
    Text::new(capital(&text.en), capital(&text.fr))
}

fn line(key: String, from: Point, to: Point, width: f32, fill: Paint) -> Shape {
    let form = Form::Line {
        to: Point::new(to.x - from.x, to.y - from.y),
        width,
        arrow: false,
    };
    Shape::new(key, from, form, fill)
}

/// A country's name in one or two lines; in the terminal its id.
fn name(country: Country, at: Point, lang: Lang) -> Vec<Shape> {
    let lines = broken(country.name().of(lang));
    let first = at.y - LINE * (lines.len() as f32 - 1.0) / 2.0;
    let shape = |(number, text): (usize, &str)| {
        let place = Point::new(at.x, first + LINE * number as f32);
        let form = Form::Text {
            text: text.to_owned(),
            size: NAME,
        };
        let glyph = if number == 0 {
            country.to_string()
        } else {
            String::new()
        };
        Shape::new(format!("name-{country}-{number}"), place, form, Paint::Ink)
            .with_glyph(glyph)
            .with_spot(country.spot())
    };
    lines.into_iter().enumerate().map(shape).collect()
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
fn arrow(state: &State) -> Option<Shape> {
    let battle = state.battle();
    let map = Map::world();
    let from = map.outline(battle.attacker()?).army;
    let Some(target) = battle.target() else {
        // Only the attacker is chosen: a ring around its token.
        let ring = Form::Disc {
            radius: TOKEN * 1.45,
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

fn token_word(owner: Owner) -> Text {
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
        1 => rect(2.0 * TOKEN - 0.06, 2.0 * TOKEN - 0.06, 0.05),
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
        _ => rect(2.1 * TOKEN, 1.4 * TOKEN, 0.12),
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
fn token(state: &State, country: Country, owner: Owner, lang: Lang) -> [Shape; 2] {
    let at = Map::world().outline(country).army;
    let (fill, ink) = owner_paints(owner);
    let (offset, form) = token_form(owner);
    let (letter, armies) = (owner_letter(owner, lang), state.armies(country));
    // Three columns: more than 99 is told by the card.
    let glyph = if armies < 100 {
        format!("{letter}{armies}")
    } else {
        format!("{letter}++")
    };
    let text = format!("{letter}{armies}");
    let size = match text.len() {
        0..=2 => NUMBER,
        3 => NUMBER * 0.87,
        _ => NUMBER * 0.66,
    };
    let place = Point::new(at.x + offset.x, at.y + offset.y);
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
        .with_glyph("")
        .with_spot(country.spot()),
    ]
}

/// The dice of the last roll, the attacker's above the defender's; those that lost are faint.
fn dice(state: &State) -> Vec<Shape> {
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
fn cards(view: &View, lang: Lang) -> Vec<Shape> {
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
    shapes.push(Shape::new("piles", at, text, Paint::Ink));
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
