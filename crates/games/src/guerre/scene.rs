//! How the game looks, is clicked and is described.
//!
//! In the terminal North is `▲I` and South `▼i`; `×` in place of the triangle is a unit that is cut off,
//! `!` one that must retreat, `%` one that is both. What a unit stands on is a sign of its own: `#` a fort,
//! `=` a pass, `*` an arsenal. Lines of communication belong to the overlay of that name.

pub(super) mod drawings;
mod panel;

use vauban_game::{
    Depict, Game, Lang, Legend, Seat, SpotCard, Status, Text,
    scene::{
        Figure, Form, Ground, Layer, Mark, Paint, Paints, Pattern, Point, Scene, Shape, Spot,
        Squares,
    },
    text,
};

use super::{
    Action, Class, Guerre, NORTH, Place, SOUTH, Square, State, Unit, board::Terrain,
    place::row_letters,
};

/// How large a token is.
const TOKEN: f32 = 0.86;
const EMBLEM: f32 = 0.8;
/// The radius of a badge, and how far above the middle of its square it is.
const BADGE: f32 = 0.17;
const BADGE_HEIGHT: f32 = 0.31;
/// How large the emblem of the ground below a unit is.
const SIGN: f32 = 0.38;

const PLAIN: Ground = Ground::new("plain", 0xef_ea_da, 0x2f_31_30);
const MOUNTAIN: Ground = Ground::new("mountain", 0x9d_97_90, 0x62_5f_5e);
const PASS: Ground = Ground::new("pass", 0xcf_c6_b2, 0x4a_47_41);
const FORT: Ground = Ground::new("fort", 0xd6_c0_a6, 0x52_45_3a);

/// A unit that is cut off.
pub(super) const ISOLATED: Mark = Mark::new("isolated", 0x5c_60_68, 0xa6_ac_b5, 40, Figure::Dot);
/// A unit that must retreat.
pub(super) const RETREAT: Mark = Mark::new("retreat", 0xe0_6a_00, 0xff_9a_3c, 60, Figure::Back);

impl Depict for Guerre {
    const PAINTS: Paints = Paints {
        grounds: &[PLAIN, MOUNTAIN, PASS, FORT],
        marks: &[ISOLATED, RETREAT],
        seats: None,
    };

    fn backdrop(&self, _lang: Lang) -> Scene {
        let mut scene = Scene {
            width: Squares::MARGIN + f32::from(self.board.width()) + Squares::EDGE,
            height: Squares::EDGE + f32::from(self.board.height()) + Squares::MARGIN,
            symbols: drawings::symbols(),
            layers: Vec::new(),
            turns: true,
            ..Scene::default()
        };
        let mut ground = Layer::new("ground");
        ground
            .shapes
            .extend(self.board.squares().map(|square| self.ground_shape(square)));
        ground.shapes.push(self.front());
        let mut emblems = Layer::new("emblems");
        emblems
            .shapes
            .extend(self.board.squares().filter_map(|square| {
                let feature = self.board.feature(square)?;
                // Arsenals fall, so they are drawn with what changes.
                (feature.terrain != Terrain::Arsenal)
                    .then(|| self.emblem(square, feature.terrain, Paint::Faint))
            }));
        let mut coordinates = Layer::new("coordinates");
        coordinates.shapes = self.coordinates();
        scene.layers = vec![ground, emblems, coordinates];
        scene
    }

    fn layers(&self, view: &State, _lang: Lang) -> Vec<Layer> {
        let mut arsenals = Layer::new("arsenals");
        let mut units = Layer::new("units");
        for seat in [NORTH, SOUTH] {
            for &square in self.board.arsenals(seat) {
                if self.is_arsenal_of(view, seat, square) {
                    let shape = self.emblem(square, Terrain::Arsenal, Paint::Seat(seat.0));
                    arsenals.shapes.push(shape.with_glyph(arsenal_glyph(seat)));
                }
            }
            for (slot, unit) in view.slots(seat) {
                units.shapes.extend(self.token(view, seat, slot, unit));
            }
        }
        vec![arsenals, units]
    }

    fn gesture(&self, action: Action) -> Vec<Spot> {
        match action {
            Action::Move { from, to } | Action::Attack { from, to } => vec![from.spot(), to.spot()],
            Action::End => vec![Spot("end".to_owned())],
        }
    }

    fn mark(&self, view: &State, seat: Seat, action: Action) -> Mark {
        match action {
            Action::Move { to, .. } => match self.board.square(to) {
                Some(square) if self.is_arsenal_of(view, seat.other(), square) => Mark::VICTORY,
                _ => Mark::SHIFT,
            },
            Action::Attack { .. } => Mark::ATTACK,
            Action::End => Mark::PLANNED,
        }
    }

    /// A unit that leaves its lines of communication, or that breaks those of others.
    fn warning(&self, view: &State, seat: Seat, action: Action) -> Option<Text> {
        let Action::Move { to, .. } = action else {
            return None;
        };
        let square = self.board.square(to)?;
        let mut then = view.clone();
        self.act(&mut then, seat, action);
        let cut_off = |state: &State| state.isolated(seat).count() as u32;
        let (before, after) = (cut_off(view), cut_off(&then));
        if then.isolated(seat).any(|unit| unit.square() == square) {
            return Some(Text::fixed("will be cut off", "sera coupée de ses lignes"));
        }
        (after > before).then(|| {
            text!(
                "cuts off {units} of your own",
                "coupe {units} de votre camp",
                units = Text::count(after - before, ["unit", "units"], ["unité", "unités"])
            )
        })
    }

    fn caption(&self, action: Action) -> Text {
        match action {
            Action::Move { from, .. } => text!("move {from} to", "de {from} en"),
            Action::Attack { from, .. } => text!("{from} attacks", "{from} attaque"),
            Action::End => Text::fixed("end the turn", "finir le tour"),
        }
    }

    /// Two clicks are an attack if an enemy stands on the second square, else a move.
    fn meant(&self, view: &State, seat: Seat, path: &[Spot]) -> Option<Action> {
        match path {
            [only] if only.0 == "end" => Some(Action::End),
            [from, to] => {
                let (from, to) = (Place::read(&from.0)?, Place::read(&to.0)?);
                let target = self.board.square(to);
                let enemy = target.and_then(|square| view.unit(seat.other(), square));
                Some(match enemy {
                    Some(_) => Action::Attack { from, to },
                    None => Action::Move { from, to },
                })
            }
            _ => None,
        }
    }

    fn card(&self, view: &State, spot: &Spot) -> Option<SpotCard> {
        let square = self.board.square(Place::read(&spot.0)?)?;
        Some(self.square_card(view, square))
    }

    fn legend(&self) -> Vec<Legend> {
        self.entries()
    }

    fn status(&self, view: &State) -> Status {
        self.panel(view)
    }
}

impl Guerre {
    fn corner(&self, square: Square) -> Point {
        let place = self.board.place(square);
        hundredths(
            Squares::MARGIN + f32::from(place.column),
            Squares::EDGE + f32::from(place.row),
        )
    }

    pub(super) fn centre(&self, square: Square) -> Point {
        let corner = self.corner(square);
        hundredths(corner.x + 0.5, corner.y + 0.5)
    }

    fn ground_shape(&self, square: Square) -> Shape {
        let name = self.board.place(square).to_string();
        let (ground, pattern) = match self.board.terrain(square) {
            None | Some(Terrain::Arsenal) => (PLAIN, None),
            Some(Terrain::Mountain) => (MOUNTAIN, Some(Pattern::Stripes)),
            Some(Terrain::Pass) => (PASS, None),
            Some(Terrain::Fort) => (FORT, None),
        };
        let form = Form::Rect {
            width: 1.0,
            height: 1.0,
            round: 0.0,
        };
        let mut shape = Shape::new(
            name.clone(),
            self.corner(square),
            form,
            Paint::Ground(ground),
        )
        .with_spot(name)
        .with_line(Paint::Grid);
        shape.pattern = pattern;
        shape
    }

    /// Mountains, passes and forts as a layer, for grounds that the backdrop does not know.
    pub(super) fn relief(&self) -> Layer {
        let mut layer = Layer::new("relief");
        for square in self.board.squares() {
            if let Some(terrain) = self.board.terrain(square)
                && terrain != Terrain::Arsenal
            {
                let mut ground = self.ground_shape(square);
                ground.key = format!("drawn-{}", ground.key);
                layer.shapes.push(ground);
                layer
                    .shapes
                    .push(self.emblem(square, terrain, Paint::Faint));
            }
        }
        layer
    }

    /// The line between the halves.
    fn front(&self) -> Shape {
        let row = f32::from(self.board.height().div_ceil(2));
        let form = Form::Line {
            to: Point::new(f32::from(self.board.width()), 0.0),
            width: 0.06,
            arrow: false,
        };
        let at = Point::new(Squares::MARGIN, Squares::EDGE + row);
        Shape::new("front", at, form, Paint::Faint)
    }

    fn emblem(&self, square: Square, terrain: Terrain, paint: Paint) -> Shape {
        let place = self.board.place(square);
        let form = Form::Symbol {
            name: drawings::ground_symbol(terrain),
            size: EMBLEM,
        };
        let key = format!("{}-{place}", drawings::ground_symbol(terrain));
        Shape::new(key, self.centre(square), form, paint)
            .with_spot(place.spot())
            .with_glyph(terrain_glyph(terrain))
    }

    fn coordinates(&self) -> Vec<Shape> {
        let label = |key: String, at: Point, text: String| {
            Shape::new(key, at, Form::Text { text, size: 0.3 }, Paint::Faint)
        };
        let below = Squares::EDGE + f32::from(self.board.height()) + Squares::MARGIN / 2.0;
        let columns = (0..self.board.width()).map(|column| {
            let at = Point::new(Squares::MARGIN + f32::from(column) + 0.5, below);
            label(format!("column-{column}"), at, (column + 1).to_string())
        });
        let rows = (0..self.board.height()).map(|row| {
            let at = Point::new(Squares::MARGIN / 2.0, Squares::EDGE + f32::from(row) + 0.5);
            label(format!("row-{row}"), at, row_letters(row))
        });
        columns.chain(rows).collect()
    }

    /// What a unit on `square` stands on or in, if it is more than the plain.
    fn building(&self, state: &State, square: Square) -> Option<Terrain> {
        let feature = self.board.feature(square)?;
        match feature.terrain {
            Terrain::Arsenal => self
                .is_arsenal_of(state, feature.owner, square)
                .then_some(Terrain::Arsenal),
            Terrain::Mountain => None,
            terrain @ (Terrain::Fort | Terrain::Pass) => Some(terrain),
        }
    }

    /// A unit, a badge on its shoulder for each thing that is the matter with it, and a small emblem of
    /// what it stands on, which the token hides.
    fn token(&self, state: &State, seat: Seat, slot: usize, unit: Unit) -> Vec<Shape> {
        let side = if seat == NORTH { 'n' } else { 's' };
        let key = format!("{side}{slot}");
        let spot = self.board.place(unit.square()).spot();
        let centre = self.centre(unit.square());
        let condition = Condition::of(state, seat, unit);
        let below = self.building(state, unit.square());
        let form = Form::Symbol {
            name: drawings::unit_symbol(seat, unit.class()),
            size: TOKEN,
        };
        let token = Shape::new(key.clone(), centre, form, Paint::Seat(seat.0))
            .with_spot(spot.clone())
            .with_glyph(unit_glyph(seat, unit.class(), condition, below));
        let mut shapes = vec![token];
        shapes.extend(below.into_iter().flat_map(|terrain| {
            let at = hundredths(centre.x + BADGE_HEIGHT, centre.y + BADGE_HEIGHT);
            let disc = Form::Disc { radius: SIGN / 2.0 };
            let emblem = Form::Symbol {
                name: drawings::ground_symbol(terrain),
                size: SIGN * 0.8,
            };
            let paint = match self.board.feature(unit.square()) {
                Some(feature) if terrain == Terrain::Arsenal => Paint::Seat(feature.owner.0),
                _ => Paint::Ink,
            };
            [
                Shape::new(format!("{key}-ground-paper"), at, disc, Paint::Paper)
                    .with_line(Paint::Ink)
                    .with_spot(spot.clone()),
                Shape::new(format!("{key}-ground"), at, emblem, paint).with_spot(spot.clone()),
            ]
        }));
        for badge in condition.badges() {
            let at = hundredths(centre.x + badge.shift, centre.y - BADGE_HEIGHT);
            let disc = Form::Disc { radius: BADGE };
            let word = Form::Text {
                text: badge.sign.to_string(),
                size: BADGE * 1.6,
            };
            let key = format!("{key}-{}", badge.name);
            let under = format!("{key}-paper");
            shapes.extend([
                // The mark itself is a wash: what is below would shine through.
                Shape::new(under, at, disc.clone(), Paint::Paper).with_spot(spot.clone()),
                Shape::new(key.clone(), at, disc, Paint::Mark(badge.mark))
                    .with_line(Paint::Ink)
                    .with_spot(spot.clone()),
                // The terminal has the sign in the unit's own glyph.
                Shape::new(format!("{key}-sign"), at, word, Paint::Ink)
                    .with_spot(spot.clone())
                    .with_glyph(""),
            ]);
        }
        shapes
    }
}

/// A point in hundredths of a square: a page is sent often, and more digits are seen by nobody.
fn hundredths(x: f32, y: f32) -> Point {
    let round = |value: f32| (value * 100.0).round() / 100.0;
    Point::new(round(x), round(y))
}

/// What is the matter with a unit.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Condition {
    Fit,
    MustRetreat,
    Isolated,
    /// Both.
    Lost,
}

/// How the picture tells that something is the matter.
#[derive(Copy, Clone, Debug)]
struct Badge {
    name: &'static str,
    mark: Mark,
    sign: char,
    /// To the left or to the right of the middle.
    shift: f32,
}

const CUT_OFF: Badge = Badge {
    name: "isolated",
    mark: ISOLATED,
    sign: '×',
    shift: -0.31,
};
const MUST_RETREAT: Badge = Badge {
    name: "retreat",
    mark: RETREAT,
    sign: '!',
    shift: 0.31,
};

impl Condition {
    fn of(state: &State, seat: Seat, unit: Unit) -> Condition {
        let connected = state.communication(seat).contains(unit.square());
        match (unit.must_retreat(), connected) {
            (false, true) => Condition::Fit,
            (true, true) => Condition::MustRetreat,
            (false, false) => Condition::Isolated,
            (true, false) => Condition::Lost,
        }
    }
    fn badges(self) -> &'static [Badge] {
        match self {
            Condition::Fit => &[],
            Condition::MustRetreat => &[MUST_RETREAT],
            Condition::Isolated => &[CUT_OFF],
            Condition::Lost => &[CUT_OFF, MUST_RETREAT],
        }
    }
    /// What stands before the unit's letters in the terminal.
    fn sign(self, seat: Seat) -> char {
        match self {
            Condition::Fit if seat == NORTH => '▲',
            Condition::Fit => '▼',
            Condition::MustRetreat => MUST_RETREAT.sign,
            Condition::Isolated => CUT_OFF.sign,
            Condition::Lost => '%',
        }
    }
}

/// A sign and one or two letters: North's are capitals. Three columns, so that nothing of the ground is
/// seen beside it: what the unit stands on is told by a sign in the third, or before two letters, whose
/// case tells the side as well. Only where two letters and a condition leave no room is it not told.
fn unit_glyph(seat: Seat, class: Class, condition: Condition, below: Option<Terrain>) -> String {
    let (mut sign, mut letters) = (condition.sign(seat), class.code().to_owned());
    match below {
        Some(terrain) if letters.len() == 1 => letters.push(ground_sign(terrain)),
        Some(terrain) if condition == Condition::Fit => sign = ground_sign(terrain),
        _ => {}
    }
    if seat != NORTH {
        letters.make_ascii_lowercase();
    }
    format!("{sign}{letters:<2}")
}

/// The sign of what is below a unit.
fn ground_sign(terrain: Terrain) -> char {
    match terrain {
        Terrain::Mountain => '^',
        Terrain::Pass => '=',
        Terrain::Fort => '#',
        Terrain::Arsenal => '*',
    }
}

fn terrain_glyph(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Mountain => "^^^",
        Terrain::Pass => ")-(",
        Terrain::Fort => "[#]",
        Terrain::Arsenal => "<*>",
    }
}

fn arsenal_glyph(seat: Seat) -> &'static str {
    if seat == NORTH { "<N>" } else { "<s>" }
}
