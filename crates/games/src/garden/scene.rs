//! How the game looks, is clicked and is described.
//!
//! Three layers as the players know them: the cells with their owner's filter, the creatures, and the
//! information. In the terminal Blue's three creatures are `B3` and Red's `r3`; a third sign is a
//! mark: `%` poison, `#` rocks, `!` weapons, `^` a shelter, `*` several. A cell shows its soil, its
//! resource and how much it yields, `"f2`: above its creatures, or where they would stand if there is no
//! room for both.

use std::sync::LazyLock;

use vauban_game::{
    Depict, Game, Lang, Left, Legend, Seat, SpotCard, Statistic, Status, Text,
    scene::{
        Figure, Form, Ground, Hexes, Layer, Mark, Paint, Paints, Pattern, Point, Scene, Shape, Spot,
    },
    text,
};

use super::{
    Garden,
    cell::Cell,
    lenses::chance,
    map::{Land, Resource, Soil, Special},
    notation::read_words,
    state::{Action, Phase, SEATS, State},
};

mod drawings;
mod panel;

use drawings::{creature_symbol, resource_symbol, special_symbol};

static BOARD: LazyLock<Hexes> = LazyLock::new(|| Hexes::around(Cell::all().map(Cell::coordinates)));

/// A chance that is neither good nor bad, in percent.
const EVEN: i32 = 50;
/// How large a group is drawn, and how far below the middle.
const GROUP: f32 = 0.66;
const GROUP_DOWN: f32 = 0.04;
/// The rim of an owned cell, as a part of the cell.
const RIM: f32 = 0.93;
/// The badge with the number of creatures.
const BADGE: (f32, f32) = (0.36, 0.28);
const BADGE_SIZE: f32 = 0.36;
/// Resources lie along the lower left, special cells are drawn large.
const RESOURCE: f32 = 0.24;
const EMBLEM: f32 = 0.86;
const REMINDER: f32 = 0.34;
const NAME: (f32, f32) = (0.0, -0.5);
/// What the terminal writes of the ground: a row above the creatures, or in theirs if a cell has only one.
const GROUND_NOTE: (f32, f32) = (0.0, -0.2);
const NAME_SIZE: f32 = 0.13;
const SIGN: f32 = 0.28;

const GRASS: Ground = Ground::new("grass", 0xc0_da_a4, 0x32_4a_2c);
const SAND: Ground = Ground::new("sand", 0xf0_e0_b2, 0x50_48_30);
const MUD: Ground = Ground::new("mud", 0xbd_a1_84, 0x45_36_29);
const SKY: Ground = Ground::new("sky", 0xd5_e8_f4, 0x2a_37_45);
const CANDY: Ground = Ground::new("candy", 0xf5_ce_dd, 0x57_33_45);
const BARBECUE: Ground = Ground::new("barbecue", 0xd5_9a_7c, 0x5d_31_22);
const POOL: Ground = Ground::new("pool", 0x98_d8_dc, 0x16_4c_55);

/// What the drawings are made of besides.
const STRAW: Ground = Ground::new("straw", 0xf0_d5_80, 0x6a_56_1e);
const LEAF: Ground = Ground::new("leaf", 0x97_bd_93, 0x22_40_2d);
const WATER: Ground = Ground::new("water", 0xa6_cf_e2, 0x20_41_58);
const FLAME: Ground = Ground::new("flame", 0xe5_c8_7e, 0x63_51_24);

/// A way through the air, or out of everybody's reach.
const JUMP: Mark = Mark::new("jump", 0x0a_5c_a8, 0x5a_b4_ff, 90, Figure::Arc);

impl Depict for Garden {
    const PAINTS: Paints = Paints {
        grounds: &[
            GRASS, SAND, MUD, SKY, CANDY, BARBECUE, POOL, STRAW, LEAF, WATER, FLAME,
        ],
        marks: &[JUMP],
        seats: None,
    };

    fn backdrop(&self, _lang: Lang) -> Scene {
        let mut scene = BOARD.scene();
        scene.symbols = drawings::symbols();
        let mut ground = Layer::new("ground");
        let mut land = Layer::new("land");
        let mut names = Layer::new("names");
        for cell in Cell::all() {
            ground.shapes.push(self.ground_shape(cell));
            land.shapes.extend(self.land_shapes(cell));
            land.shapes.push(self.ground_note(cell));
            let form = Form::Text {
                text: cell.to_string(),
                size: NAME_SIZE,
            };
            let at = beside(cell, NAME);
            names.shapes.push(
                Shape::new(format!("name-{cell}"), at, form, Paint::Ink)
                    .with_spot(cell.spot())
                    .with_glyph(""),
            );
        }
        scene.layers = vec![ground, land, names];
        scene
    }

    fn layers(&self, view: &State, _lang: Lang) -> Vec<Layer> {
        let mut owners = Layer::new("owners");
        let mut rims = Layer::new("rims");
        let mut groups = Layer::new("creatures");
        let mut signs = Layer::new("signs");
        for cell in Cell::all() {
            if let Some(seat) = view.owner(cell) {
                let key = format!("owner-{cell}");
                owners.shapes.push(Shape::held(key, cell.spot(), seat.0));
                rims.shapes.push(rim(cell, seat));
                groups.shapes.push(group(view, cell, seat));
                groups.shapes.extend(self.reminder(cell));
                signs.shapes.extend(count(view, cell, seat));
            }
            signs.shapes.extend(marks(view, cell));
        }
        vec![owners, rims, groups, signs]
    }

    fn gesture(&self, action: Action) -> Vec<Spot> {
        let word = match action {
            Action::Choose(clan) => Some(clan.word()),
            Action::Move { .. } | Action::Place { .. } => None,
            _ => Some(action.word()),
        };
        let cells = action.source().into_iter().chain(action.target());
        let word = word.into_iter().map(Spot::from);
        word.chain(cells.map(Cell::spot)).collect()
    }

    fn mark(&self, view: &State, _seat: Seat, action: Action) -> Mark {
        match action {
            Action::Move { to, .. } | Action::Jet { to, .. } if view.owner(to).is_some() => {
                Mark::ATTACK
            }
            Action::Move { .. } | Action::Choose(_) | Action::Candy | Action::End => Mark::SHIFT,
            Action::Jet { .. } => JUMP,
            Action::Grill { .. }
            | Action::Drown { .. }
            | Action::Pillage { .. }
            | Action::Poison { .. }
            | Action::Stone { .. } => Mark::ATTACK,
            Action::Shelter { .. } => JUMP,
            Action::Arm { .. } | Action::Place { .. } => Mark::PLANNED,
        }
    }

    /// An attack that fails more often than not, and a step to where one is taken more often than not.
    fn warning(&self, view: &State, seat: Seat, action: Action) -> Option<Text> {
        let (Action::Move { from, to } | Action::Jet { from, to }) = action else {
            return None;
        };
        if view.owner(to) == Some(seat.other()) {
            let percent = chance(view, from, to);
            return (percent < EVEN && !view.is_sheltered(to)).then(|| {
                text!(
                    "you win it with only {percent} %",
                    "vous l'emportez à {percent} % seulement"
                )
            });
        }
        let mut then = *view;
        self.act(&mut then, seat, action);
        let percent = self.best(&then, seat.other(), to);
        (percent > EVEN).then(|| {
            text!(
                "can be taken with {percent} %",
                "peut être prise à {percent} %"
            )
        })
    }

    fn caption(&self, action: Action) -> Text {
        match action {
            Action::Choose(clan) => clan.the(),
            Action::Move { from, .. } => text!("from {from} to", "de {from} à"),
            Action::Jet { from, .. } => {
                text!("by jet-pack from {from} to", "en jet-pack de {from} à")
            }
            Action::Candy => Text::fixed(
                "super-proteins: 3 more creatures",
                "super-protéines : 3 créatures de plus",
            ),
            Action::Grill { .. } => Text::fixed("embers on", "des braises sur"),
            Action::Drown { .. } => Text::fixed("flood", "inonder"),
            Action::Pillage { .. } => Text::fixed("pillage", "piller"),
            Action::Poison { .. } => Text::fixed("poison", "empoisonner"),
            Action::Arm { .. } => Text::fixed("weapons for", "des armes pour"),
            Action::Stone { .. } => Text::fixed("rocks on", "des rochers sur"),
            Action::Shelter { from, .. } => {
                text!("from {from}, a shelter on", "depuis {from}, un abri en")
            }
            Action::End => Text::fixed("end the conquest", "finir la conquête"),
            Action::Place { .. } => Text::fixed("one creature on", "une créature en"),
        }
    }

    fn name(&self, spot: &Spot) -> Option<Text> {
        Some(panel::button_card(&spot.0)?.title)
    }

    fn meant(&self, view: &State, _seat: Seat, path: &[Spot]) -> Option<Action> {
        let words: Vec<&str> = path.iter().map(|spot| spot.0.as_str()).collect();
        match words[..] {
            [at] if view.phase() == Phase::Reinforcement && Cell::named(at).is_some() => {
                Cell::named(at).map(|at| Action::Place { at })
            }
            _ => read_words(&words),
        }
    }

    fn card(&self, view: &State, spot: &Spot) -> Option<SpotCard> {
        match Cell::named(&spot.0) {
            Some(cell) => Some(self.cell_card(view, cell)),
            None => panel::button_card(&spot.0),
        }
    }

    fn legend(&self) -> Vec<Legend> {
        panel::legend()
    }

    fn status(&self, view: &State) -> Status {
        let per_seat = |value: &dyn Fn(Seat) -> i64| SEATS.map(value).into();
        let statistic = |name: Text, value: &dyn Fn(Seat) -> i64| Statistic {
            name,
            values: per_seat(value),
        };
        let mut statistics = vec![
            statistic(Text::fixed("cells, of 29", "cases, sur 29"), &|seat| {
                view.cells(seat).len().into()
            }),
            statistic(Text::fixed("creatures", "créatures"), &|seat| {
                view.army(seat).into()
            }),
            statistic(Text::fixed("in stock", "en réserve"), &|seat| {
                view.stock(seat).into()
            }),
            statistic(
                Text::fixed("conquest points, of 8", "points de conquête, sur 8"),
                &|seat| view.points(seat).into(),
            ),
        ];
        for resource in Resource::ALL {
            statistics.push(statistic(resource.name(), &|seat| {
                view.resource(seat, resource).into()
            }));
        }
        for soil in Soil::ALL {
            let all = self.map.zone(soil).len();
            let title = text!(
                "{name} held, of {all}",
                "{name} : cases, sur {all}",
                name = soil.name()
            );
            statistics.push(statistic(title, &|seat| {
                self.map.zone(soil).and(view.cells(seat)).len().into()
            }));
        }
        Status {
            phase: panel::phase(view),
            phase_name: panel::phase_on_card(view.phase()),
            left: (view.phase() == Phase::Reinforcement).then(|| {
                let name = Text::fixed("creatures to place", "créatures à placer");
                Left::new(name, view.stock(view.mover()))
            }),
            statistics,
        }
    }
}

impl Garden {
    fn ground_shape(&self, cell: Cell) -> Shape {
        let (i, j) = cell.coordinates();
        let (ground, pattern) = match self.map.land(cell) {
            Land::Ordinary { soil, .. } => soil_paint(soil),
            Land::Special(special) => (special_ground(special), None),
        };
        let mut shape = BOARD.shape(i, j, cell.to_string(), Paint::Ground(ground));
        shape.at = hundredths(shape.at);
        shape.pattern = pattern;
        shape
    }

    fn ground_note(&self, cell: Cell) -> Shape {
        let glyph = land_glyph(self.map.land(cell));
        let at = beside(cell, GROUND_NOTE);
        terminal_only(format!("ground-{cell}"), at, glyph, Paint::Faint)
    }

    /// A small emblem beside the creatures on a special cell, since they stand before the large one.
    fn reminder(&self, cell: Cell) -> Option<Shape> {
        let special = self.map.special(cell)?;
        let form = Form::Symbol {
            name: special_symbol(special),
            size: REMINDER,
        };
        let key = format!("small-{}", special.word());
        let at = beside(cell, (-0.35, 0.25));
        Some(Shape::new(key, at, form, Paint::Ink).with_spot(cell.spot()))
    }

    /// The emblem of a special cell, or what an ordinary one yields.
    fn land_shapes(&self, cell: Cell) -> Vec<Shape> {
        let spot = cell.spot();
        match self.map.land(cell) {
            Land::Special(special) => {
                let form = Form::Symbol {
                    name: special_symbol(special),
                    size: EMBLEM,
                };
                let at = beside(cell, (0.0, 0.0));
                let key = format!("{}-{cell}", special.word());
                vec![Shape::new(key, at, form, Paint::Ink).with_spot(spot)]
            }
            Land::Ordinary {
                resource,
                production,
                ..
            } => (0..production)
                .map(|unit| {
                    let form = Form::Symbol {
                        name: resource_symbol(resource),
                        size: RESOURCE,
                    };
                    let at = beside(cell, yield_place(unit));
                    let key = format!("yield-{cell}-{unit}");
                    Shape::new(key, at, form, Paint::Ink).with_spot(spot.clone())
                })
                .collect(),
        }
    }
}

/// Where the units of a cell's yield lie: the first lower left, the second below it.
fn yield_place(unit: u8) -> (f32, f32) {
    match unit {
        0 => (-0.38, 0.22),
        _ => (-0.19, 0.41),
    }
}

/// A point beside the middle of a cell.
fn beside(cell: Cell, (right, down): (f32, f32)) -> Point {
    let (i, j) = cell.coordinates();
    let centre = BOARD.centre(i, j);
    hundredths(Point::new(centre.x + right, centre.y + down))
}

/// A point in hundredths: a page is sent often, and more digits are seen by nobody.
fn hundredths(point: Point) -> Point {
    let round = |value: f32| (value * 100.0).round() / 100.0;
    Point::new(round(point.x), round(point.y))
}

/// The owner's colour and pattern over the ground, and a rim inside its edge.
fn rim(cell: Cell, seat: Seat) -> Shape {
    let points = BOARD
        .corners()
        .map(|corner| hundredths(Point::new(RIM * corner.x, RIM * corner.y)));
    let form = Form::Polygon {
        points: points.to_vec(),
    };
    let at = beside(cell, (0.0, 0.0));
    Shape::new(format!("rim-{cell}"), at, form, Paint::Clear).with_line(Paint::Seat(seat.0))
}

fn group(view: &State, cell: Cell, seat: Seat) -> Shape {
    let form = Form::Symbol {
        name: creature_symbol(seat, view.clan(seat)),
        size: GROUP,
    };
    let at = beside(cell, (0.0, GROUP_DOWN));
    let (number, sign) = (view.creatures(cell), letter(&signs(view, cell)));
    let glyph = match seat.0 {
        0 => format!("B{number}{sign}"),
        _ => format!("r{number}{sign}"),
    };
    Shape::new(format!("group-{cell}"), at, form, Paint::Seat(seat.0))
        .with_spot(cell.spot())
        .with_glyph(glyph)
}

/// The owner's letter and the number of creatures.
fn count(view: &State, cell: Cell, seat: Seat) -> [Shape; 2] {
    // A drawing and not a surface: the terminal has the number in its glyph.
    let plate = Form::Symbol {
        name: "plate",
        size: BADGE_SIZE,
    };
    let at = beside(cell, BADGE);
    let number = view.creatures(cell);
    let text = match seat.0 {
        0 => format!("B{number}"),
        _ => format!("R{number}"),
    };
    let word = Form::Text { text, size: 0.2 };
    [
        Shape::new(format!("plate-{cell}"), at, plate, Paint::Seat(seat.0)).with_spot(cell.spot()),
        Shape::new(format!("number-{cell}"), at, word, Paint::OnSeat(seat.0))
            .with_spot(cell.spot())
            .with_glyph(""),
    ]
}

/// What lies on a cell: drawings with the turns that are left.
fn marks(view: &State, cell: Cell) -> Vec<Shape> {
    let signs = signs(view, cell);
    let mut shapes = Vec::new();
    for sign in signs.iter().flatten() {
        let key = format!("{}-{cell}", sign.name);
        let form = Form::Symbol {
            name: sign.name,
            size: SIGN,
        };
        let at = beside(cell, sign.place);
        shapes.push(Shape::new(key.clone(), at, form, Paint::Ink).with_spot(cell.spot()));
        if sign.turns > 0 {
            let word = Form::Text {
                text: sign.turns.to_string(),
                size: 0.17,
            };
            let at = beside(cell, (sign.place.0 + 0.13, sign.place.1 + 0.1));
            shapes.push(
                Shape::new(format!("{key}-turns"), at, word, Paint::Ink)
                    .with_line(Paint::Paper)
                    .with_spot(cell.spot())
                    .with_glyph(""),
            );
        }
    }
    if view.owner(cell).is_none() && !shapes.is_empty() {
        let glyph = format!("-{} ", letter(&signs));
        let at = beside(cell, (0.0, 0.0));
        shapes.push(terminal_only(
            format!("glyph-{cell}"),
            at,
            glyph,
            Paint::Ink,
        ));
    }
    shapes
}

/// What only the terminal shows: a word without letters.
fn terminal_only(key: String, at: Point, glyph: String, ink: Paint) -> Shape {
    let form = Form::Text {
        text: String::new(),
        size: 0.1,
    };
    Shape::new(key, at, form, ink).with_glyph(glyph)
}

/// One letter for all marks of a cell.
fn letter(signs: &[Option<Sign>; 4]) -> char {
    let mut letters = signs.iter().flatten().map(|sign| sign.letter);
    match (letters.next(), letters.next()) {
        (None, _) => ' ',
        (Some(letter), None) => letter,
        (Some(_), Some(_)) => '*',
    }
}

/// A mark on a cell.
struct Sign {
    name: &'static str,
    letter: char,
    turns: u8,
    place: (f32, f32),
}

fn signs(view: &State, cell: Cell) -> [Option<Sign>; 4] {
    let sign = |there: bool, name, letter, turns, place| {
        there.then_some(Sign {
            name,
            letter,
            turns,
            place,
        })
    };
    let (poison, rocks, arms) = (view.poison(cell), view.rocks(cell), view.arms(cell));
    [
        sign(poison > 0, "poison", '%', poison, (-0.4, -0.1)),
        sign(rocks > 0, "rocks", '#', rocks, (0.38, -0.12)),
        sign(arms > 0, "weapons", '!', arms, (0.24, -0.34)),
        sign(view.is_sheltered(cell), "shelter", '^', 0, (-0.26, -0.36)),
    ]
}

fn soil_paint(soil: Soil) -> (Ground, Option<Pattern>) {
    match soil {
        Soil::Grass => (GRASS, Some(Pattern::Crosses)),
        Soil::Sand => (SAND, Some(Pattern::Dots)),
        Soil::Mud => (MUD, Some(Pattern::Waves)),
    }
}

fn special_ground(special: Special) -> Ground {
    match special {
        Special::Sky => SKY,
        Special::Candy => CANDY,
        Special::Barbecue => BARBECUE,
        Special::Pool => POOL,
    }
}

/// What the terminal writes of the ground.
fn land_glyph(land: Land) -> String {
    match land {
        Land::Special(special) => special_glyph(special).to_owned(),
        Land::Ordinary {
            soil,
            resource,
            production,
        } => format!(
            "{}{}{production}",
            soil_glyph(soil),
            resource_glyph(resource)
        ),
    }
}

fn soil_glyph(soil: Soil) -> char {
    match soil {
        Soil::Grass => '"',
        Soil::Sand => ':',
        Soil::Mud => '~',
    }
}

fn resource_glyph(resource: Resource) -> char {
    match resource {
        Resource::Food => 'f',
        Resource::Metal => 'm',
        Resource::Stone => 's',
        Resource::Wood => 'w',
    }
}

fn special_glyph(special: Special) -> &'static str {
    match special {
        Special::Sky => "SKY",
        Special::Candy => "JAR",
        Special::Barbecue => "BBQ",
        Special::Pool => "POL",
    }
}
