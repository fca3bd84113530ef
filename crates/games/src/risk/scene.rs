//! How Risk looks, is clicked and is described.
//!
//! A country has a shade of parchment, under a wash in the colour and pattern of its owner; its
//! continent is told by the hem around it, in the colour of the shield with its bonus. Its armies stand on a token whose colour, form and letter say whose they are, so that nobody needs to
//! see the colours. In the terminal a token is the letter and the number (`B12`); a country's id and
//! its name are written where it has room.

mod drawings;
pub(super) mod pieces;

use vauban_game::{
    Depict, Lang, Left, Legend, Seat, SpotCard, Statistic, Status, Text,
    scene::{Form, Ground, Layer, Mark, Paint, Paints, Pattern, Point, Scene, Shape, Spot},
    text,
};

use super::{
    Action, Risk,
    board::{Continent, Country, Lands},
    cards::{Cards, Kind},
    map::Map,
    odds::fought_out,
    play::reinforcements,
    state::{Owner, Phase, State},
    view::View,
    words::{
        armies as armies_of, dice as dice_of, owner_letter, owner_name, phase_name, token_word,
    },
};

use pieces::{arrow, cards, dice, hand_spot, id, name, shields, tint, token};

const SEA: Ground = Ground::new("water", 0xa6_cf_e2, 0x20_41_58);
const SHALLOWS: Ground = Ground::new("shallows", 0xc3_e1_ec, 0x2b_52_6b);
/// How far from the coast the water is shallow, and how far the hem of a continent reaches.
const SHELF: f32 = 0.4;
const HEM: f32 = 0.17;
/// All of them close to parchment, so that an owner's wash looks the same everywhere; in the order
/// of `Continent::ALL`.
const LANDS: [Ground; 6] = [
    Ground::new("land-warm", 0xf5_e6_c8, 0x42_39_2a),
    Ground::new("land-green", 0xe9_ec_d2, 0x35_3d_2e),
    Ground::new("land-yellow", 0xf1_ec_ca, 0x3f_3e_2b),
    Ground::new("land-rose", 0xf4_e2_d6, 0x43_35_2f),
    Ground::new("land-lilac", 0xea_e4_ee, 0x37_34_43),
    Ground::new("land-mint", 0xde_ee_e6, 0x2c_3e_3b),
];
/// A chance that is neither good nor bad.
const EVEN: f64 = 0.5;

impl Depict for Risk {
    const PAINTS: Paints = Paints {
        grounds: &[
            SEA, SHALLOWS, LANDS[0], LANDS[1], LANDS[2], LANDS[3], LANDS[4], LANDS[5],
        ],
        marks: &[],
        seats: None,
    };

    fn backdrop(&self, lang: Lang) -> Scene {
        let map = Map::world();
        let mut sea = Layer::new("sea");
        let whole = Form::Rect {
            width: map.width,
            height: map.height,
            round: 0.0,
        };
        sea.shapes.push(
            Shape::new("sea", Point::default(), whole, Paint::Ground(SEA))
                .with_pattern(Pattern::Ripples),
        );
        let mut links = Layer::new("links");
        for (number, link) in map.links.iter().enumerate() {
            let form = Form::Trail {
                points: link.points.clone(),
                width: 0.06,
                arrow: false,
            };
            let key = format!("link-{number}");
            links.shapes.push(
                Shape::new(key, Point::default(), form, Paint::Faint).with_pattern(Pattern::Dots),
            );
        }
        let mut shelf = Layer::new("shelf");
        let mut lands = Layer::new("countries");
        let mut names = Layer::new("names");
        let coasts = Map::coasts();
        for (outline, loops) in map.outlines.iter().zip(&coasts.countries) {
            let country = outline.country;
            let form = Form::Area {
                loops: loops.clone(),
                middle: outline.army,
            };
            let fill = Paint::Ground(LANDS[country.continent().index()]);
            lands.shapes.push(
                Shape::new(format!("land-{country}"), Point::default(), form, fill)
                    .with_line(Paint::Ink)
                    .with_spot(country.spot()),
            );
            names.shapes.extend(name(country, outline.label, lang));
            names.shapes.push(id(country, map.tag(country)));
        }
        let mut hems = Layer::new("hems");
        for (continent, loops) in Continent::ALL.into_iter().zip(&coasts.continents) {
            for (number, points) in loops.iter().enumerate() {
                let closed = || points.iter().chain(points.first()).copied().collect();
                let key = |what: &str| format!("{what}-{}-{number}", continent.index());
                let shallows = Paint::Ground(SHALLOWS);
                shelf
                    .shapes
                    .push(line(key("shelf"), closed(), 2.0 * SHELF, shallows));
                let tint = Paint::Region(tint(continent));
                hems.shapes
                    .push(line(key("hem"), closed(), 2.0 * HEM, tint));
            }
        }
        let mut fringe = Layer::new("continents");
        for (number, points) in coasts.seams.iter().enumerate() {
            let key = format!("seam-{number}");
            fringe
                .shapes
                .push(line(key, points.clone(), 0.1, Paint::Ink));
        }
        if self.variant.reinforcements {
            fringe.shapes.extend(shields());
        }
        Scene {
            width: map.width,
            height: map.height,
            symbols: drawings::symbols(),
            layers: vec![sea, shelf, links, hems, lands, fringe, names],
            turns: false,
            ..Scene::default()
        }
    }

    fn layers(&self, view: &View, lang: Lang) -> Vec<Layer> {
        let state = view.open();
        let mut held = Layer::new("held");
        for country in Country::all() {
            if let Some(seat) = state.owner(country).and_then(Owner::seat) {
                let key = format!("held-{country}");
                held.shapes.push(Shape::held(key, country.spot(), seat.0));
            }
        }
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
        vec![held, attack, armies, table]
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

    /// §3.2 The target is chosen next.
    fn begins(&self, action: Action) -> bool {
        matches!(action, Action::Attack { .. })
    }

    fn mark(&self, _view: &View, _seat: Seat, action: Action) -> Mark {
        match action {
            Action::Target { .. } => Mark::ATTACK,
            Action::Attack { .. } => Mark::PLANNED,
            _ => Mark::SHIFT,
        }
    }

    /// An attack that fails more often than not, and a country left to a stronger neighbour.
    fn warning(&self, view: &View, _seat: Seat, action: Action) -> Option<Text> {
        let state = view.open();
        match action {
            Action::Target { to } => {
                let from = state.battle().attacker()?;
                let chance = fought_out(state.armies(from), state.armies(to));
                let percent = (chance * 100.0).round() as i32;
                (chance < EVEN).then(|| {
                    text!(
                        "fought to the end, you take it with {percent} %",
                        "jusqu'au bout, vous le prenez avec {percent} %"
                    )
                })
            }
            // Where all go but the one that must stay.
            Action::Move { from, .. } => {
                let (before, _) = strongest_threat(state, from)?;
                let chance = fought_out(state.armies(before), 1);
                let held = fought_out(state.armies(before), state.armies(from)) < EVEN;
                (held && chance >= EVEN).then(|| {
                    text!(
                        "with one army {country} can fall to {count} from {other}",
                        "avec une seule armée, {country} peut tomber face à {count} depuis {other}",
                        country = from.the(),
                        count = armies_of(state.armies(before)),
                        other = before.the()
                    )
                })
            }
            _ => None,
        }
    }

    fn caption(&self, action: Action) -> Text {
        match action {
            Action::Deal => Text::fixed("deal the countries", "distribuer les pays"),
            Action::Place { .. } => Text::fixed("place armies in", "placer des armées :"),
            Action::Attack { .. } => Text::fixed("attack from", "attaquer depuis :"),
            Action::Target { .. } => Text::fixed("attack", "attaquer :"),
            Action::Dice { dice } => text!(
                "attack with {count}",
                "attaquer avec {count}",
                count = dice_of(dice)
            ),
            Action::Guard { dice } => text!(
                "defend with {count}",
                "défendre avec {count}",
                count = dice_of(dice)
            ),
            Action::MoveIn { .. } => Text::fixed("move in with armies", "entrer avec des armées"),
            Action::Card => Text::fixed("draw a card", "piocher une carte"),
            Action::Discard { kind } => {
                text!("discard {card}", "défausser {card}", card = kind.one())
            }
            Action::Exchange { cards } => text!(
                "exchange {set} for {count}",
                "échanger {set} contre {count}",
                set = cards.words(),
                count = armies_of(cards.set().map_or(0, Kind::worth))
            ),
            Action::Pass => Text::fixed("pass", "passer"),
            Action::Move { from, .. } => text!(
                "move armies from {name} to",
                "déplacer des armées : {name} →",
                name = from.name()
            ),
            Action::End => Text::fixed("end the turn", "terminer le tour"),
        }
    }

    fn name(&self, spot: &Spot) -> Option<Text> {
        Some(Country::of_spot(spot)?.name().clone())
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
                title: kind.name().capital(),
                lines: vec![
                    (
                        Text::fixed("you hold", "vous avez"),
                        Text::same(cards.of(kind).to_string()),
                    ),
                    (
                        Text::fixed("three are worth", "trois valent"),
                        armies_of(kind.worth()),
                    ),
                ],
                symbol: Some(kind.word()),
            });
        }
        let country = Country::of_spot(spot)?;
        let state = view.open();
        // Whoever hears the board is told at once whose it is, and how strong.
        let title = match state.owner(country) {
            Some(owner) => text!(
                "{name}: {owner}, {armies}",
                "{name} : {owner}, {armies}",
                name = country.name(),
                owner = owner_name(owner),
                armies = armies_of(state.armies(country))
            ),
            None => country.name().clone(),
        };
        Some(SpotCard {
            title,
            lines: self.country_lines(state, country),
            symbol: None,
        })
    }

    fn legend(&self) -> Vec<Legend> {
        let cards = Kind::ALL.map(|kind| Legend {
            symbol: Some(kind.word()),
            glyph: kind.letter().to_string(),
            title: kind.name(),
            about: text!(
                "three are worth {count}",
                "trois valent {count}",
                count = armies_of(kind.worth())
            ),
        });
        let owners = (0..self.players).map(Owner).chain([Owner::NEUTRAL]);
        let owners = owners.map(|owner| Legend {
            symbol: None,
            glyph: format!("{}3", owner_letter(owner, Lang::En)),
            title: owner_name(owner),
            about: text!(
                "{shape}: a token with the letter {letter}",
                "{shape} : un jeton à la lettre {letter}",
                shape = token_word(owner),
                letter = Text::new(
                    owner_letter(owner, Lang::En).to_string(),
                    owner_letter(owner, Lang::Fr).to_string(),
                )
            ),
        });
        cards.into_iter().chain(owners).collect()
    }

    fn status(&self, view: &View) -> Status {
        let state = view.open();
        let seats = || (0..self.players).map(Seat);
        let per_seat = |value: &dyn Fn(Seat) -> i64| seats().map(value).collect();
        let phase = phase_name(state.phase());
        let phase_name = match state.phase() {
            Phase::Deal | Phase::Dealing | Phase::Place | Phase::Over(_) => None,
            Phase::Exchange => Some("exchange"),
            Phase::Reinforce => Some("reinforce"),
            Phase::Attacker
            | Phase::Target
            | Phase::Dice
            | Phase::Guard
            | Phase::Roll
            | Phase::MoveIn => Some("attack"),
            Phase::Discard | Phase::Card | Phase::Drawing => Some("card"),
            Phase::Move => Some("move"),
        };
        let round = i64::from(state.round()) + 1;
        let left = match state.phase() {
            Phase::Place | Phase::Reinforce => Some(Left::new(
                Text::fixed("armies to place", "armées à placer"),
                state.left(),
            )),
            Phase::Move => Some(Left::new(
                Text::fixed("moves left", "déplacements restants"),
                self.variant.moves.saturating_sub(state.moves()),
            )),
            _ => None,
        };
        let mut statistics = vec![
            Statistic {
                name: text!(
                    "countries ({win} to win)",
                    "pays ({win} pour gagner)",
                    win = self.win
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
        if self.variant.reinforcements {
            statistics.push(Statistic {
                name: Text::fixed("armies each turn", "armées par tour"),
                values: per_seat(&|seat| match state.lands(seat) {
                    Lands::NONE => 0,
                    lands => reinforcements(lands).into(),
                }),
            });
        }
        statistics.push(Statistic {
            name: Text::fixed("draw pile", "pioche"),
            values: per_seat(&|_| view.draw_pile().into()),
        });
        // §8.1 Everybody sees what was put away or exchanged.
        let discard = state.discard();
        statistics.push(Statistic {
            name: match discard.is_empty() {
                true => Text::fixed("discard pile", "défausse"),
                false => text!(
                    "discard pile: {kinds}",
                    "défausse : {kinds}",
                    kinds = discard.words()
                ),
            },
            values: per_seat(&|_| discard.len().into()),
        });
        statistics.push(Statistic {
            name: Text::fixed("round, of 200", "tour de table, sur 200"),
            values: per_seat(&|_| round),
        });
        if self.stagnation > 0 {
            statistics.push(Statistic {
                name: text!(
                    "rounds without a conquest, of {most}",
                    "tours de table sans conquête, sur {most}",
                    most = self.stagnation
                ),
                values: per_seat(&|_| state.calm().into()),
            });
        }
        Status {
            phase,
            phase_name,
            left,
            statistics,
        }
    }
}

fn line(key: String, points: Vec<Point>, width: f32, fill: Paint) -> Shape {
    let form = Form::Trail {
        points,
        width,
        arrow: false,
    };
    Shape::new(key, Point::default(), form, fill)
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
        let mut lines = vec![
            (Text::fixed("id", "numéro"), Text::same(country.to_string())),
            (
                Text::fixed("continent", "continent"),
                country.continent().name(),
            ),
        ];
        let names = country.neighbours().iter().map(Country::name);
        lines.push((
            Text::fixed("neighbours", "voisins"),
            Text::list(names.cloned()),
        ));
        if let Some((from, chance)) = strongest_threat(state, country) {
            let share = 100.0 * chance;
            lines.push((
                Text::fixed("in danger from", "menacé par"),
                text!(
                    "{name} ({share:.0}% if fought to the end)",
                    "{name} ({share:.0} % jusqu'au bout)",
                    name = from.name()
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
    enemies
        .iter()
        .filter(|&from| state.armies(from) > 1)
        .map(|from| (from, fought_out(state.armies(from), state.armies(country))))
        .max_by(|one, two| one.1.total_cmp(&two.1))
}
