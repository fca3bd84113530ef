//! How Jungle War looks, is clicked and is described.
//!
//! Blue's tokens are round and Red's square, so that the sides differ without their colours; in the
//! terminal Blue is `▲El` and Red `▼el`, and `×` takes the triangle's place in a trap.

mod drawings;

use vauban_game::{
    Actions, Depict, Game, Lang, Legend, Seat, SpotCard, Statistic, Status, Taken, Text,
    scene::{
        Figure, Form, Ground, Layer, Mark, Paint, Paints, Pattern, Point, Scene, Shape, Spot,
        Squares,
    },
    text,
};

use super::{
    Action, Jungle, QUIET_LIMIT,
    animal::Animal,
    board::{COLUMNS, ROWS, Square, Terrain},
    state::{Manner, SEATS, State},
    words::{animal_of, colour, how_it_ended, seat_name},
};

const BOARD: Squares = Squares::new(COLUMNS, ROWS);

/// Half the width of a token, and of the ring around a trapped one.
const TOKEN: f32 = 0.42;
const RING: f32 = 0.46;
/// Red's square would look larger than Blue's disc of the same width.
const SQUARE_LESS: f32 = 0.03;
const FACE: f32 = 0.56;
/// How far the face lies above the middle of the token, and the power below it.
const FACE_UP: f32 = 0.08;
const POWER_DOWN: f32 = 0.29;
const POWER_SIZE: f32 = 0.22;
const EMBLEM: f32 = 0.66;

const EARTH: Ground = Ground::new("earth", 0xee_e3_ca, 0x39_35_2d);
const SHORE: Ground = Ground::new("shore", 0xe6_dd_b4, 0x42_3f_2f);
const WATER: Ground = Ground::new("water", 0xa6_cf_e2, 0x20_41_58);
const TRAP: Ground = Ground::new("trap", 0xdc_bd_98, 0x55_40_2c);
const THRONE: Ground = Ground::new("throne", 0xf0_d5_80, 0x6a_56_1e);

pub(super) const JUMP: Mark = Mark::new("jump", 0x0a_5c_a8, 0x5a_b4_ff, 90, Figure::Arc);
/// A step into a trap, which weakens the one who enters.
pub(super) const TRAPPED: Mark = Mark::new("trapped", 0xb3_5c_00, 0xff_a9_4d, 90, Figure::Warning);

impl Depict for Jungle {
    const PAINTS: Paints = Paints {
        grounds: &[EARTH, SHORE, WATER, TRAP, THRONE],
        marks: &[JUMP, TRAPPED],
        seats: None,
    };

    fn backdrop(&self, _lang: Lang) -> Scene {
        let mut scene = BOARD.scene();
        scene.symbols = drawings::symbols();
        let mut ground = Layer::new("ground");
        ground.shapes.extend(Square::all().map(ground_shape));
        ground.shapes.push(BOARD.frame("frame", Paint::Faint));
        let mut emblems = Layer::new("emblems");
        emblems.shapes.extend(Square::all().filter_map(emblem));
        let mut coordinates = Layer::new("coordinates");
        coordinates.shapes = BOARD.coordinates(
            |column| char::from(b'a' + column).to_string(),
            |row| (row + 1).to_string(),
        );
        scene.layers = vec![ground, emblems, coordinates];
        scene
    }

    fn layers(&self, view: &State, _lang: Lang) -> Vec<Layer> {
        let mut animals = Layer::new("animals");
        for seat in SEATS {
            for (animal, square) in view.animals(seat) {
                animals.shapes.extend(self.token(seat, animal, square));
            }
        }
        vec![animals]
    }

    fn gesture(&self, action: Action) -> Vec<Spot> {
        vec![action.from.spot(), action.to.spot()]
    }

    fn mark(&self, view: &State, _seat: Seat, action: Action) -> Mark {
        match self.manner(view, action) {
            Manner::Shift => Mark::SHIFT,
            Manner::Attack => Mark::ATTACK,
            Manner::Jump => JUMP,
            Manner::ShiftTrapped => TRAPPED,
            Manner::ShiftVictory => Mark::VICTORY,
        }
    }

    /// Where the enemy can take it at once.
    fn warning(&self, view: &State, seat: Seat, action: Action) -> Option<Text> {
        let mut then = *view;
        self.act(&mut then, seat, action);
        let mut answers = Actions::new();
        if then.end().is_none() {
            self.actions(&then, seat.other(), &mut answers);
        }
        let mut takers = answers.choices().filter(|next| next.action.to == action.to);
        let (_, taker) = then.at(takers.next()?.action.from)?;
        Some(text!(
            "can be taken by {taker}",
            "peut être pris par {taker}",
            taker = taker.the()
        ))
    }

    fn caption(&self, action: Action) -> Text {
        text!("from {from} to", "de {from} à", from = action.from)
    }

    fn meant(&self, _view: &State, _seat: Seat, path: &[Spot]) -> Option<Action> {
        let [from, to] = path else {
            return None;
        };
        Some(Action {
            from: Square::of_spot(from)?,
            to: Square::of_spot(to)?,
        })
    }

    fn card(&self, view: &State, spot: &Spot) -> Option<SpotCard> {
        let square = Square::of_spot(spot)?;
        let Some((seat, animal)) = view.at(square) else {
            return Some(SpotCard {
                title: Text::same(square.to_string()),
                lines: vec![ground_line(square)],
                symbol: None,
            });
        };
        Some(SpotCard {
            title: text!(
                "{who} on {square}",
                "{who} en {square}",
                who = animal_of(seat, animal).capital(),
            ),
            lines: self.animal_lines(view, seat, animal, square),
            symbol: None,
        })
    }

    fn legend(&self) -> Vec<Legend> {
        let animals = Animal::ALL.map(|animal| self.animal_legend(animal));
        animals.into_iter().chain(ground_legends()).collect()
    }

    fn taken(&self, view: &State) -> Vec<Taken> {
        let taken = |seat| {
            let left: Vec<Animal> = view.animals(seat).map(|(animal, _)| animal).collect();
            let lost = Animal::ALL
                .into_iter()
                .filter(move |animal| !left.contains(animal));
            lost.map(move |animal| Taken {
                seat,
                symbol: Some(animal.word()),
                glyph: glyph(seat, animal, self.power(animal)),
                name: animal.name(),
            })
        };
        SEATS.into_iter().flat_map(taken).collect()
    }

    fn status(&self, view: &State) -> Status {
        let per_seat = |value: &dyn Fn(Seat) -> i64| SEATS.map(value).into();
        let phase = match view.end() {
            None => text!(
                "{name} to move",
                "à {name} de jouer",
                name = seat_name(view.mover()),
            ),
            Some(end) => text!(
                "over: {how}",
                "terminée : {how}",
                how = how_it_ended(view.mover(), end),
            ),
        };
        let animals = |seat| i64::try_from(view.animals(seat).count()).unwrap_or(i64::MAX);
        // A side whose every way is blocked has no distance: it shows as −1.
        let distance = |seat| {
            self.nearest(view, seat)
                .map_or(-1, |nearest| i64::from(nearest.moves))
        };
        Status {
            phase,
            phase_name: None,
            left: None,
            statistics: vec![
                Statistic {
                    name: Text::fixed("animals", "animaux"),
                    values: per_seat(&animals),
                },
                Statistic {
                    name: Text::fixed("moves to the enemy throne", "coups jusqu'au trône adverse"),
                    values: per_seat(&distance),
                },
                Statistic {
                    name: text!(
                        "half-moves without a capture, of {QUIET_LIMIT}",
                        "demi-coups sans prise, sur {QUIET_LIMIT}"
                    ),
                    values: per_seat(&|_| i64::from(view.quiet())),
                },
            ],
        }
    }
}

impl Jungle {
    /// A token: its surface, the animal's face, its power now, and a ring if it is trapped.
    fn token(&self, seat: Seat, animal: Animal, square: Square) -> Vec<Shape> {
        let key = format!("{}-{}", colour(seat).en, animal.word());
        let centre = BOARD.centre(square.column(), square.row());
        let below = |down: f32| Point::new(centre.x, centre.y + down);
        let power = self.power_on(seat, animal, square);
        let (at, form) = outline(seat, centre, TOKEN);
        let surface = Shape::new(key.clone(), at, form, Paint::Seat(seat.0))
            .with_line(Paint::Ink)
            .with_glyph(glyph(seat, animal, power));
        let face = Form::Symbol {
            name: animal.word(),
            size: FACE,
        };
        let number = Form::Text {
            text: power.to_string(),
            size: POWER_SIZE,
        };
        let mut shapes = vec![
            surface,
            Shape::new(
                format!("{key}-face"),
                below(-FACE_UP),
                face,
                Paint::OnSeat(seat.0),
            ),
            // The terminal has no room for the power: the glyph says who it is.
            Shape::new(
                format!("{key}-power"),
                below(POWER_DOWN),
                number,
                Paint::OnSeat(seat.0),
            )
            .with_glyph(""),
        ];
        if power == 0 {
            let (at, ring) = outline(seat, centre, RING);
            shapes.push(
                Shape::new(format!("{key}-trapped"), at, ring, Paint::Clear)
                    .with_line(Paint::Mark(TRAPPED)),
            );
        }
        let spot = square.spot();
        shapes
            .into_iter()
            .map(|shape| shape.with_spot(spot.clone()))
            .collect()
    }

    fn animal_lines(
        &self,
        view: &State,
        seat: Seat,
        animal: Animal,
        square: Square,
    ) -> Vec<(Text, Text)> {
        let power = self.power(animal);
        let power = if State::is_trapped(seat, square) {
            text!(
                "0, trapped (otherwise {power})",
                "0, pris au piège (sinon {power})"
            )
        } else {
            Text::same(power.to_string())
        };
        let options = self.options(view, seat).into_iter();
        let goals: Vec<Text> = options
            .filter(|action| action.from == square)
            .map(|action| Text::same(action.to.to_string()))
            .collect();
        let goals = if goals.is_empty() {
            Text::fixed("nowhere", "nulle part")
        } else {
            Text::list(goals)
        };
        let mut lines = vec![
            (Text::fixed("power", "puissance"), power),
            (Text::fixed("may go to", "peut aller en"), goals),
            ground_line(square),
        ];
        let hunters: Vec<Text> = self
            .hunters(view, square)
            .into_iter()
            .map(|(hunter, from)| text!("{the} on {from}", "{the} en {from}", the = hunter.the()))
            .collect();
        if !hunters.is_empty() {
            lines.push((
                Text::fixed("in danger from", "menacé par"),
                Text::list(hunters),
            ));
        }
        lines
    }

    fn animal_legend(&self, animal: Animal) -> Legend {
        let power = self.power(animal);
        let more = match animal {
            Animal::Rat => Text::fixed(
                "; swims, and takes the elephant from land",
                " ; nage, et prend l'éléphant depuis la terre",
            ),
            Animal::Leopard | Animal::Tiger | Animal::Lion => {
                Text::fixed("; jumps over lakes", " ; saute les lacs")
            }
            Animal::Cat | Animal::Dog | Animal::Wolf | Animal::Elephant => Text::default(),
        };
        Legend {
            symbol: Some(animal.word()),
            glyph: glyph(Seat(0), animal, power),
            title: animal.name(),
            about: text!("power {power}{more}", "puissance {power}{more}", more),
        }
    }
}

/// Where a seat's token lies and its form: a disc for Blue, a square for Red.
fn outline(seat: Seat, centre: Point, half: f32) -> (Point, Form) {
    if seat == Seat(0) {
        return (centre, Form::Disc { radius: half });
    }
    let half = half - SQUARE_LESS;
    let corner = Point::new(centre.x - half, centre.y - half);
    let form = Form::Rect {
        width: 2.0 * half,
        height: 2.0 * half,
        round: 0.14,
    };
    (corner, form)
}

/// Three columns: whose it is, or that it is trapped, then the animal; Red's in small letters.
fn glyph(seat: Seat, animal: Animal, power: u8) -> String {
    let letters = match animal {
        Animal::Rat => "Ra",
        Animal::Cat => "Ca",
        Animal::Dog => "Do",
        Animal::Wolf => "Wo",
        Animal::Leopard => "Le",
        Animal::Tiger => "Ti",
        Animal::Lion => "Li",
        Animal::Elephant => "El",
    };
    match (seat.0, power) {
        (0, 0) => format!("×{letters}"),
        (0, _) => format!("▲{letters}"),
        (_, 0) => format!("×{}", letters.to_lowercase()),
        (_, _) => format!("▼{}", letters.to_lowercase()),
    }
}

/// What the terminal writes on empty ground. Traps and thrones carry their owner's number.
fn ground_glyph(terrain: Terrain) -> Option<String> {
    match terrain {
        Terrain::Earth => None,
        Terrain::Shore => Some(",".to_owned()),
        Terrain::Water => Some("~~~".to_owned()),
        Terrain::Trap(owner) => Some(format!("#{owner}#")),
        Terrain::Throne(owner) => Some(format!("[{owner}]")),
    }
}

fn ground_shape(square: Square) -> Shape {
    let terrain = square.terrain();
    let (ground, pattern) = match terrain {
        Terrain::Earth => (EARTH, None),
        Terrain::Shore => (SHORE, Some(Pattern::Dots)),
        Terrain::Water => (WATER, Some(Pattern::Waves)),
        Terrain::Trap(_) => (TRAP, None),
        Terrain::Throne(_) => (THRONE, None),
    };
    let fill = Paint::Ground(ground);
    let mut shape = BOARD
        .shape(square.column(), square.row(), square.to_string(), fill)
        .with_line(Paint::Grid);
    shape.pattern = pattern;
    // Traps and thrones are written by their emblems, in their owner's colour.
    if !matches!(terrain, Terrain::Trap(_) | Terrain::Throne(_)) {
        shape.glyph = ground_glyph(terrain);
    }
    shape
}

/// The drawing on a trap or a throne, in its owner's colour.
fn emblem(square: Square) -> Option<Shape> {
    let (name, owner) = match square.terrain() {
        Terrain::Trap(owner) => ("trap", owner),
        Terrain::Throne(owner) => ("throne", owner),
        Terrain::Earth | Terrain::Shore | Terrain::Water => return None,
    };
    let centre = BOARD.centre(square.column(), square.row());
    let form = Form::Symbol { name, size: EMBLEM };
    let mut shape = Shape::new(
        format!("{name}-{square}"),
        centre,
        form,
        Paint::Seat(owner.0),
    )
    .with_spot(square.spot());
    shape.glyph = ground_glyph(square.terrain());
    Some(shape)
}

fn ground_line(square: Square) -> (Text, Text) {
    (Text::fixed("ground", "terrain"), square.terrain().name())
}

fn ground_legends() -> [Legend; 4] {
    let entry = |symbol, terrain, title, about| Legend {
        symbol,
        glyph: ground_glyph(terrain).unwrap_or_default(),
        title,
        about,
    };
    [
        entry(
            None,
            Terrain::Water,
            Text::fixed("water", "eau"),
            Text::fixed("only the rat enters it", "seul le rat y entre"),
        ),
        entry(
            None,
            Terrain::Shore,
            Text::fixed("shore", "rive"),
            Text::fixed(
                "jumps begin and end here",
                "les sauts commencent et finissent ici",
            ),
        ),
        entry(
            Some("trap"),
            Terrain::Trap(Seat(0)),
            Text::fixed("trap", "piège"),
            Text::fixed(
                "an animal in an enemy trap has no power",
                "un animal dans un piège adverse n'a plus de puissance",
            ),
        ),
        entry(
            Some("throne"),
            Terrain::Throne(Seat(0)),
            Text::fixed("throne", "trône"),
            Text::fixed(
                "enter the enemy's to win",
                "entrez dans celui de l'adversaire pour gagner",
            ),
        ),
    ]
}
