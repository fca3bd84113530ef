//! How the game looks, is clicked and is described.
//!
//! In the terminal North is `▲I` and South `▼i`; `×` in place of the triangle is a unit that is cut off,
//! `!` one that must retreat, `%` one that is both. Lines of communication are drawn from what radiates.

use vauban_game::{
    Depict, Game, Lang, Legend, Seat, SpotCard, Statistic, Status, Text, Turn,
    scene::{Form, Ground, Layer, Mark, Paint, Pattern, Point, Scene, Shape, Spot, Squares},
};

use super::{
    Action, Class, Guerre, NORTH, Place, SOUTH, Square, State, Unit,
    board::Terrain,
    doctrine::Role,
    drawings,
    place::row_letters,
    state::Flag,
    words::{class_name, seat_title, terrain_name},
};

/// How large a token is.
const TOKEN: f32 = 0.86;
const EMBLEM: f32 = 0.8;
/// The radius of a badge, and how far above the middle of its square it is.
const BADGE: f32 = 0.17;
const BADGE_HEIGHT: f32 = 0.31;

impl Depict for Guerre {
    fn backdrop(&self, _lang: Lang) -> Scene {
        let mut scene = Scene {
            width: Squares::MARGIN + f32::from(self.board.width()) + Squares::EDGE,
            height: Squares::EDGE + f32::from(self.board.height()) + Squares::MARGIN,
            symbols: drawings::symbols(),
            layers: Vec::new(),
            turns: true,
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
        vec![self.communication_lines(view), arsenals, units]
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
                Some(square) if self.is_arsenal_of(view, seat.other(), square) => Mark::Victory,
                _ => Mark::Shift,
            },
            Action::Attack { .. } => Mark::Attack,
            Action::End => Mark::Planned,
        }
    }

    fn caption(&self, action: Action) -> Text {
        match action {
            Action::Move { from, to } => {
                Text::new(format!("move {from} to {to}"), format!("de {from} en {to}"))
            }
            Action::Attack { from, to } => Text::new(
                format!("{from} attacks {to}"),
                format!("{from} attaque {to}"),
            ),
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
        let units = Class::ALL.map(|class| self.class_legend(class));
        units
            .into_iter()
            .chain(self.ground_legends())
            .chain(mark_legends())
            .collect()
    }

    fn status(&self, view: &State) -> Status {
        let phase = match self.turn(view) {
            Turn::Over(outcome) => {
                let how = &outcome.ending.text;
                Text::new(format!("over: {}", how.en), format!("fini : {}", how.fr))
            }
            _ if view.retreat_pending() => {
                let name = seat_title(view.on_turn);
                Text::new(
                    format!("{} must retreat", name.en),
                    format!("le {} doit battre en retraite", name.fr),
                )
            }
            _ => {
                let name = seat_title(view.on_turn);
                Text::new(
                    format!("{} to play", name.en),
                    format!("au {} de jouer", name.fr),
                )
            }
        };
        let both = |name: Text, value: &dyn Fn(Seat) -> i64| Statistic {
            name,
            values: [NORTH, SOUTH].map(value).into(),
        };
        let isolated = |seat: Seat| view.isolated(seat).count() as i64;
        Status {
            phase,
            actions_left: Some(view.moves_left.into()),
            statistics: vec![
                both(Text::fixed("units", "unités"), &|seat| {
                    view.units(seat).count() as i64
                }),
                both(Text::fixed("arsenals", "arsenaux"), &|seat| {
                    view.standing[seat.index()].count_ones().into()
                }),
                both(
                    Text::fixed("communicating squares", "cases en communication"),
                    &|seat| view.communication(seat).len() as i64,
                ),
                both(Text::fixed("units cut off", "unités isolées"), &isolated),
            ],
        }
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

    fn centre(&self, square: Square) -> Point {
        let corner = self.corner(square);
        hundredths(corner.x + 0.5, corner.y + 0.5)
    }

    fn ground_shape(&self, square: Square) -> Shape {
        let name = self.board.place(square).to_string();
        let (ground, pattern) = match self.board.terrain(square) {
            None | Some(Terrain::Arsenal) => (Ground::Plain, None),
            Some(Terrain::Mountain) => (Ground::Mountain, Some(Pattern::Stripes)),
            Some(Terrain::Pass) => (Ground::Pass, None),
            Some(Terrain::Fort) => (Ground::Fort, None),
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

    /// A unit, and a badge on its shoulder for each thing that is the matter with it: the ground under
    /// the token stays visible, a fort among it.
    fn token(&self, state: &State, seat: Seat, slot: usize, unit: Unit) -> Vec<Shape> {
        let side = if seat == NORTH { 'n' } else { 's' };
        let key = format!("{side}{slot}");
        let spot = self.board.place(unit.square()).spot();
        let centre = self.centre(unit.square());
        let condition = Condition::of(state, seat, unit);
        let form = Form::Symbol {
            name: drawings::unit_symbol(seat, unit.class()),
            size: TOKEN,
        };
        let token = Shape::new(key.clone(), centre, form, Paint::Seat(seat.0))
            .with_spot(spot.clone())
            .with_glyph(unit_glyph(seat, unit.class(), condition));
        let mut shapes = vec![token];
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

    /// What radiates, with how far its lines go; and fighting units that only contact supplies.
    fn communication_lines(&self, state: &State) -> Layer {
        let mut layer = Layer::new("communications");
        for seat in [NORTH, SOUTH] {
            let side = if seat == NORTH { 'n' } else { 's' };
            // The two sides' lines lie beside each other where they share a row.
            let shift = if seat == NORTH { -0.07 } else { 0.07 };
            let (lines, links) = self.lines(state, seat);
            for (from, to) in lines.into_iter().chain(links) {
                let (start, end) = (self.centre(from), self.centre(to));
                let form = Form::Line {
                    to: hundredths(end.x - start.x, end.y - start.y),
                    width: 0.05,
                    arrow: false,
                };
                let key = format!("{side}-{}-{}", self.board.place(from), self.board.place(to));
                let at = hundredths(start.x + shift, start.y + shift);
                layer
                    .shapes
                    .push(Shape::new(key, at, form, Paint::Seat(seat.0)));
            }
        }
        layer
    }

    fn square_card(&self, state: &State, square: Square) -> SpotCard {
        let place = self.board.place(square);
        let yes = |flag| {
            if flag {
                Text::fixed("yes", "oui")
            } else {
                Text::fixed("no", "non")
            }
        };
        let mut lines = vec![(
            Text::fixed("ground", "terrain"),
            self.ground_name(state, square),
        )];
        let mut title = Text::same(place.to_string());
        if let Some((seat, unit)) = state.occupant(square) {
            let (side, class) = (seat_title(seat), class_name(unit.class()));
            title = Text::new(
                format!("{place}: {} of {}", class.en, side.en),
                format!("{place} : {} du {}", class.fr, side.fr),
            );
            let corps = self.doctrine.corps(unit.class());
            let number = |value: u8| Text::same(value.to_string());
            lines.extend([
                (Text::fixed("attack", "attaque"), number(corps.attack)),
                (
                    Text::fixed("defence", "défense"),
                    number(self.defence(unit).0),
                ),
                (Text::fixed("move", "déplacement"), number(corps.steps)),
                (Text::fixed("range", "portée"), number(corps.range)),
                (
                    Text::fixed("in communication", "en communication"),
                    yes(state.communication(seat).contains(square)),
                ),
                (
                    Text::fixed("must retreat", "doit battre en retraite"),
                    yes(unit.must_retreat()),
                ),
                (
                    Text::fixed("has moved", "s'est déplacée"),
                    yes(unit.is(Flag::Moved)),
                ),
            ]);
        }
        for seat in [NORTH, SOUTH] {
            let name = seat_title(seat);
            let [attack, defence] = self.strengths(state, seat, square);
            let reached = state.communication(seat).contains(square);
            let (en, fr) = if reached {
                ("in communication", "en communication")
            } else {
                ("no communication", "pas de communication")
            };
            lines.push((
                name,
                Text::new(
                    format!("attack {attack}, defence {defence}, {en}"),
                    format!("attaque {attack}, défense {defence}, {fr}"),
                ),
            ));
        }
        SpotCard { title, lines }
    }

    fn ground_name(&self, state: &State, square: Square) -> Text {
        match self.board.feature(square) {
            None => Text::fixed("plain", "plaine"),
            Some(feature) if feature.terrain == Terrain::Arsenal => {
                if !self.is_arsenal_of(state, feature.owner, square) {
                    return Text::fixed("plain (a destroyed arsenal)", "plaine (arsenal détruit)");
                }
                let side = seat_title(feature.owner);
                Text::new(
                    format!("arsenal of {}", side.en),
                    format!("arsenal du {}", side.fr),
                )
            }
            Some(feature) => terrain_name(feature.terrain),
        }
    }

    fn class_legend(&self, class: Class) -> Legend {
        let corps = self.doctrine.corps(class);
        let charge = corps
            .charge
            .map_or(String::new(), |charge| format!(" (charge {charge})"));
        let (attack, defence, steps, range) =
            (corps.attack, corps.defence, corps.steps, corps.range);
        let about = match corps.role {
            Role::Fighter => Text::new(
                format!("attack {attack}{charge}, defence {defence}, move {steps}, range {range}"),
                format!(
                    "attaque {attack}{charge}, défense {defence}, déplacement {steps}, portée {range}"
                ),
            ),
            Role::Relay => Text::new(
                format!("passes communications on; defence {defence}, move {steps}, range {range}"),
                format!(
                    "transmet les communications ; défense {defence}, déplacement {steps}, portée {range}"
                ),
            ),
        };
        Legend {
            symbol: Some(drawings::unit_symbol(NORTH, class)),
            glyph: unit_glyph(NORTH, class, Condition::Fit),
            title: class_name(class),
            about,
        }
    }

    fn ground_legends(&self) -> Vec<Legend> {
        let (fort, pass) = (self.doctrine.fort, self.doctrine.pass);
        Terrain::ALL
            .into_iter()
            .map(|terrain| Legend {
                symbol: Some(drawings::ground_symbol(terrain)),
                glyph: terrain_glyph(terrain).to_owned(),
                title: terrain_name(terrain),
                about: match terrain {
                    Terrain::Mountain => Text::fixed(
                        "stops moves, fire and communications",
                        "arrête déplacements, tirs et communications",
                    ),
                    Terrain::Pass => Text::new(
                        format!("defence +{pass}, no charge against it"),
                        format!("défense +{pass}, on ne l'y charge pas"),
                    ),
                    Terrain::Fort => Text::new(
                        format!("defence +{fort}, no charge against it nor from it"),
                        format!("défense +{fort}, ni charge contre lui ni charge depuis lui"),
                    ),
                    Terrain::Arsenal => Text::fixed(
                        "the source of communications; a fighting unit that enters the enemy's destroys it",
                        "la source des communications ; une unité combattante qui entre dans celui de l'ennemi le détruit",
                    ),
                },
            })
            .collect()
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
    mark: Mark::Isolated,
    sign: '×',
    shift: -0.31,
};
const RETREAT: Badge = Badge {
    name: "retreat",
    mark: Mark::Retreat,
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
            Condition::MustRetreat => &[RETREAT],
            Condition::Isolated => &[CUT_OFF],
            Condition::Lost => &[CUT_OFF, RETREAT],
        }
    }
    /// What stands before the unit's letters in the terminal.
    fn sign(self, seat: Seat) -> char {
        match self {
            Condition::Fit if seat == NORTH => '▲',
            Condition::Fit => '▼',
            Condition::MustRetreat => RETREAT.sign,
            Condition::Isolated => CUT_OFF.sign,
            Condition::Lost => '%',
        }
    }
}

/// A sign and one or two letters: North's are capitals. Three columns, so that nothing of the ground is seen
/// beside it.
fn unit_glyph(seat: Seat, class: Class, condition: Condition) -> String {
    let sign = condition.sign(seat);
    if seat == NORTH {
        format!("{sign}{:<2}", class.code())
    } else {
        format!("{sign}{:<2}", class.code().to_ascii_lowercase())
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

fn mark_legends() -> [Legend; 4] {
    [
        Legend {
            symbol: Some(drawings::unit_symbol(SOUTH, Class::Infantry)),
            glyph: unit_glyph(SOUTH, Class::Infantry, Condition::Fit),
            title: Text::fixed("South", "Sud"),
            about: Text::fixed(
                "South's tokens are round, North's are shields; small letters in the terminal",
                "les pions du Sud sont ronds, ceux du Nord des écus ; minuscules dans le terminal",
            ),
        },
        Legend {
            symbol: None,
            glyph: unit_glyph(NORTH, Class::Infantry, Condition::Isolated),
            title: Text::fixed("cut off", "isolée"),
            about: Text::fixed(
                "out of communication: moves not, attacks not, defends not",
                "hors de communication : ni déplacement, ni attaque, ni défense",
            ),
        },
        Legend {
            symbol: None,
            glyph: unit_glyph(NORTH, Class::Infantry, Condition::MustRetreat),
            title: Text::fixed("must retreat", "en retraite"),
            about: Text::fixed(
                "moves before anything else, or is lost",
                "se déplace avant toute autre action, ou est perdue",
            ),
        },
        Legend {
            symbol: None,
            glyph: unit_glyph(NORTH, Class::Infantry, Condition::Lost),
            title: Text::fixed("both", "les deux"),
            about: Text::fixed(
                "cut off, and must retreat: lost when its turn comes, unless it is a relay or is connected by then",
                "isolée et en retraite : perdue quand vient son tour, sauf un relais ou si elle est rétablie d'ici là",
            ),
        },
    ]
}
