//! The map validator: what a ground for the hidden set-up must satisfy. §11 of the rules.

use vauban_game::{Explanation, RuleTree, Seat, Text, scene::Spot, text};

use super::Relief;
use crate::guerre::{
    Board, NORTH, Place, SOUTH, Square,
    area::Area,
    board::{DIRECTIONS, Feature, MOST_ARSENALS, Terrain},
    words::{places, seat_title, terrains},
};

/// How much of each terrain a half has.
const COUNTS: [(Terrain, usize); 4] = [
    (Terrain::Mountain, 9),
    (Terrain::Pass, 1),
    (Terrain::Fort, 3),
    (Terrain::Arsenal, 2),
];

/// How much of a terrain a half has.
pub fn wanted(terrain: Terrain) -> usize {
    let count = COUNTS.iter().find(|(of, _)| *of == terrain);
    count.map_or(0, |(_, count)| *count)
}

/// A rule of the map that is broken, and where.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Violation {
    /// The two halves are not equal.
    Halves { height: u16 },
    /// A half has too much or too little of a terrain.
    Count {
        seat: Seat,
        terrain: Terrain,
        found: usize,
        wanted: usize,
    },
    /// A side's terrain lies in the other half.
    WrongHalf { seat: Seat, at: Vec<Place> },
    /// A pass does not lie between two mountains.
    PassInTheOpen { seat: Seat, at: Vec<Place> },
    /// A fort sees no arsenal of its side.
    FortCutOff { seat: Seat, at: Vec<Place> },
    /// A half has fewer squares to stand on than a side has units.
    NoRoom {
        seat: Seat,
        free: usize,
        units: usize,
    },
    /// Two terrains lie on one square; the later one is told, with its line if it came from a file.
    Overlap { at: Vec<(Place, Option<usize>)> },
    /// A half has no square left where its pass could lie.
    NoPassLeft { seat: Seat },
    /// One half's mountains and passes mirror the other's.
    Mirrored,
}

impl Violation {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        self.explain().code
    }

    /// What people read, with the paragraph: errors of a map come several at a time.
    pub fn text(&self) -> Text {
        let Explanation {
            text, paragraph, ..
        } = self.explain();
        text!("{text} (§{paragraph})", "{text} (§{paragraph})", text)
    }

    /// Why a step of a set-up is refused that would break this rule.
    pub(super) fn refusal(&self) -> Explanation {
        let Explanation {
            code,
            paragraph,
            text,
            ..
        } = self.explain();
        let text = text.capital();
        let spots: Vec<Spot> = match self {
            Violation::WrongHalf { at, .. }
            | Violation::PassInTheOpen { at, .. }
            | Violation::FortCutOff { at, .. } => at.iter().map(|at| at.spot()).collect(),
            Violation::Overlap { at } => at.iter().map(|(at, _)| at.spot()).collect(),
            Violation::Halves { .. }
            | Violation::Count { .. }
            | Violation::NoRoom { .. }
            | Violation::NoPassLeft { .. }
            | Violation::Mirrored => Vec::new(),
        };
        Explanation::new(code, paragraph, text!("{text}.", "{text}.", text)).at(spots)
    }

    fn explain(&self) -> Explanation {
        let new = Explanation::new;
        match self {
            Violation::Halves { height } => new(
                "unequal-halves",
                "11.2",
                text!(
                    "{height} rows do not divide into two equal halves",
                    "{height} rangées ne se partagent pas en deux moitiés égales"
                ),
            ),
            Violation::Count {
                seat,
                terrain,
                found,
                wanted,
            } => {
                let code = match terrain {
                    Terrain::Mountain => "mountain-count",
                    Terrain::Pass => "pass-count",
                    Terrain::Fort => "fort-count",
                    Terrain::Arsenal => "arsenal-count",
                };
                let kind = terrains(*terrain, (*found).min(255) as u8);
                new(
                    code,
                    "11.1",
                    text!(
                        "{side} has {kind}, not {wanted}",
                        "le {side} a {kind}, et non {wanted}",
                        side = seat_title(*seat),
                        kind
                    ),
                )
            }
            Violation::WrongHalf { seat, at } => new(
                "wrong-half",
                "11.2",
                text!(
                    "terrain of {side} lies in the other half: {at}",
                    "des terrains du {side} sont dans l'autre moitié : {at}",
                    side = seat_title(*seat),
                    at = places(at)
                ),
            ),
            Violation::PassInTheOpen { seat, at } => new(
                "pass-in-the-open",
                "11.3",
                text!(
                    "{side}'s pass does not lie between two mountains: {at}",
                    "le col du {side} n'est pas entre deux montagnes : {at}",
                    side = seat_title(*seat),
                    at = places(at)
                ),
            ),
            Violation::FortCutOff { seat, at } => new(
                "fort-cut-off",
                "11.4",
                text!(
                    "forts of {side} are in no direct line with one of its arsenals: {at}",
                    "des forts du {side} ne sont en ligne directe avec aucun de ses arsenaux : {at}",
                    side = seat_title(*seat),
                    at = places(at)
                ),
            ),
            Violation::NoRoom { seat, free, units } => new(
                "no-room",
                "11.7",
                text!(
                    "{side}'s half has room for only {free} of its {units} units",
                    "la moitié du {side} n'a de place que pour {free} de ses {units} unités",
                    side = seat_title(*seat)
                ),
            ),
            Violation::Overlap { at } => {
                let at = Text::list(at.iter().map(|(place, line)| match line {
                    Some(line) => text!("{place} (line {line})", "{place} (ligne {line})"),
                    None => Text::same(place.to_string()),
                }));
                new(
                    "overlap",
                    "11.5",
                    text!(
                        "terrain lies on other terrain: {at}",
                        "des terrains se superposent : {at}",
                        at
                    ),
                )
            }
            Violation::NoPassLeft { seat } => new(
                "no-pass-left",
                "11.3",
                text!(
                    "this leaves no square for {side}'s pass",
                    "il ne resterait pas de case pour le col du {side}",
                    side = seat_title(*seat)
                ),
            ),
            Violation::Mirrored => new(
                "mirrored",
                "11.6",
                Text::fixed(
                    "the mountains and passes of the two halves mirror each other",
                    "les montagnes et les cols des deux moitiés sont symétriques",
                ),
            ),
        }
    }
}

/// A map as it was written: more may lie on a square than a board can hold.
#[derive(Clone, Debug)]
pub struct Map {
    pub width: u16,
    pub height: u16,
    pub features: Vec<Feature>,
    /// The line of each feature, if it was read from a file; else empty.
    pub lines: Vec<usize>,
}

impl Map {
    /// The board that the map makes, or everything that is wrong with it. Its size must be one that a
    /// board can have; there must be room for `units` units of each side.
    pub fn judge(&self, units: usize) -> Result<Board, Vec<Violation>> {
        let mut kept: Vec<Feature> = Vec::new();
        for feature in &self.features {
            let taken = kept.iter().any(|other| other.square == feature.square);
            // A count that is far too high is told by its rule, and not by the board.
            let many = feature.terrain == Terrain::Arsenal
                && kept.iter().filter(|other| is_like(other, feature)).count() >= MOST_ARSENALS;
            if !taken && !many {
                kept.push(*feature);
            }
        }
        let board = Board::new(self.width, self.height, kept)
            .expect("nothing lies twice, and the size was looked at");
        let violations = self.violations(&board, units);
        if violations.is_empty() {
            return Ok(board);
        }
        Err(violations)
    }

    /// Everything that is wrong: North's half, South's half, then the whole.
    fn violations(&self, board: &Board, units: usize) -> Vec<Violation> {
        let map = self;
        let halves = [NORTH, SOUTH].map(|seat| Half {
            map,
            board,
            seat,
            units,
        });
        let in_halves = halves
            .iter()
            .flat_map(|half| HALF.iter().map(|constraint| (constraint.test)(half)));
        let in_whole = WHOLE.iter().map(|constraint| (constraint.test)(map, board));
        in_halves.chain(in_whole).filter_map(Result::err).collect()
    }
}

/// Whether two features are the same terrain of the same side.
fn is_like(one: &Feature, other: &Feature) -> bool {
    one.terrain == other.terrain && one.owner == other.owner
}

/// Everything that is wrong with the map of a board, for sides of `units` units.
pub fn violations(board: &Board, units: usize) -> Vec<Violation> {
    let map = Map {
        width: board.width(),
        height: board.height(),
        features: board.features().to_vec(),
        lines: Vec::new(),
    };
    map.violations(board, units)
}

/// Something that a map, or each half of it, must satisfy.
struct Constraint<Test> {
    /// What it asks for.
    name: &'static str,
    /// The code of the violation that it finds.
    code: &'static str,
    test: Test,
}

/// The constraints on one half and on the whole map, printed.
pub(super) fn trees() -> [RuleTree; 2] {
    [printed("map-half", &HALF), printed("map", &WHOLE)]
}

fn printed<Test>(kind: &'static str, constraints: &[Constraint<Test>]) -> RuleTree {
    let lines = constraints.iter().map(|one| format!("  {}\n", one.name));
    RuleTree {
        kind,
        text: format!("all\n{}", lines.collect::<String>()),
        demands: constraints.iter().map(|one| (one.name, one.code)).collect(),
    }
}

/// One side's half of a map, and the board that it lies on.
#[derive(Copy, Clone, Debug)]
struct Half<'a> {
    map: &'a Map,
    board: &'a Board,
    seat: Seat,
    /// How many units each side has.
    units: usize,
}

impl Half<'_> {
    /// Where this side's terrain of one kind lies.
    fn squares(&self, terrain: Terrain) -> impl Iterator<Item = Square> + '_ {
        self.map
            .features
            .iter()
            .filter(move |feature| feature.owner == self.seat && feature.terrain == terrain)
            .map(|feature| feature.square)
    }

    fn count(&self, terrain: Terrain) -> Answer {
        let wanted = wanted(terrain);
        let found = self.squares(terrain).count();
        if found == wanted {
            return Ok(());
        }
        Err(Violation::Count {
            seat: self.seat,
            terrain,
            found,
            wanted,
        })
    }

    /// The places of this side's terrain that fail a test.
    fn failing(&self, terrains: &[Terrain], holds: impl Fn(Square) -> bool) -> Vec<Place> {
        terrains
            .iter()
            .flat_map(|&terrain| self.squares(terrain))
            .filter(|&square| !holds(square))
            .map(|square| self.board.place(square))
            .collect()
    }
}

type Answer = Result<(), Violation>;
type HalfTest = fn(&Half<'_>) -> Answer;
type MapTest = fn(&Map, &Board) -> Answer;

static HALF: [Constraint<HalfTest>; 8] = [
    Constraint {
        name: "nine-mountains",
        code: "mountain-count",
        test: |half| half.count(Terrain::Mountain),
    },
    Constraint {
        name: "one-pass",
        code: "pass-count",
        test: |half| half.count(Terrain::Pass),
    },
    Constraint {
        name: "three-forts",
        code: "fort-count",
        test: |half| half.count(Terrain::Fort),
    },
    Constraint {
        name: "two-arsenals",
        code: "arsenal-count",
        test: |half| half.count(Terrain::Arsenal),
    },
    Constraint {
        name: "own-half",
        code: "wrong-half",
        test: |half| {
            let seat = half.seat;
            let at = half.failing(&Terrain::ALL, |square| half.board.half(square) == seat);
            none(at, |at| Violation::WrongHalf { seat, at })
        },
    },
    Constraint {
        name: "pass-between-mountains",
        code: "pass-in-the-open",
        test: |half| {
            let seat = half.seat;
            let at = half.failing(&[Terrain::Pass], |square| {
                lies_between_mountains(half.board, square)
            });
            none(at, |at| Violation::PassInTheOpen { seat, at })
        },
    },
    Constraint {
        name: "forts-see-an-arsenal",
        code: "fort-cut-off",
        test: |half| {
            let seat = half.seat;
            let at = half.failing(&[Terrain::Fort], |square| {
                half.squares(Terrain::Arsenal)
                    .any(|arsenal| half.board.sight(square).contains(arsenal))
            });
            none(at, |at| Violation::FortCutOff { seat, at })
        },
    },
    Constraint {
        name: "room-for-all-units",
        code: "no-room",
        test: |half| {
            let (board, seat) = (half.board, half.seat);
            let free = board
                .squares()
                .filter(|&square| board.half(square) == seat && !board.is_mountain(square))
                .count();
            let units = half.units;
            if free >= units {
                return Ok(());
            }
            Err(Violation::NoRoom { seat, free, units })
        },
    },
];

static WHOLE: [Constraint<MapTest>; 3] = [
    Constraint {
        name: "equal-halves",
        code: "unequal-halves",
        test: |_, board| {
            let height = board.height();
            if height.is_multiple_of(2) {
                return Ok(());
            }
            Err(Violation::Halves { height })
        },
    },
    Constraint {
        name: "nothing-overlaps",
        code: "overlap",
        test: |map, board| {
            let overlaps = map.features.iter().enumerate().filter(|(index, feature)| {
                let before = &map.features[..*index];
                before.iter().any(|other| other.square == feature.square)
            });
            let at = overlaps.map(|(index, feature)| {
                let line = map.lines.get(index).copied();
                (board.place(feature.square), line)
            });
            none(at.collect(), |at| Violation::Overlap { at })
        },
    },
    Constraint {
        name: "halves-differ",
        code: "mirrored",
        test: |_, board| {
            if is_mirrored(board) {
                return Err(Violation::Mirrored);
            }
            Ok(())
        },
    },
];

fn none<T>(at: Vec<T>, violation: impl Fn(Vec<T>) -> Violation) -> Answer {
    if at.is_empty() {
        return Ok(());
    }
    Err(violation(at))
}

/// Whether mountains stand on both sides of a square, in a row, a column or a diagonal.
fn lies_between_mountains(board: &Board, square: Square) -> bool {
    let mountain = |step| {
        board
            .step(square, step)
            .is_some_and(|next| board.is_mountain(next))
    };
    DIRECTIONS
        .into_iter()
        .any(|(rows, columns)| mountain((rows, columns)) && mountain((-rows, -columns)))
}

/// Whether mountains and passes look the same from both sides of the line between the halves.
fn is_mirrored(board: &Board) -> bool {
    let of = |terrain| {
        let squares = board.squares();
        squares
            .filter(|&square| board.terrain(square) == Some(terrain))
            .collect()
    };
    let relief = Relief {
        mountains: of(Terrain::Mountain),
        passes: of(Terrain::Pass),
    };
    is_mirrored_relief(board, &relief)
}

/// The same, of mountains and passes on some board.
pub(super) fn is_mirrored_relief(board: &Board, relief: &Relief) -> bool {
    let mirrored = |area: &Area| {
        area.iter().all(|square| {
            let place = board.place(square);
            let opposite = Place {
                row: board.height() - 1 - place.row,
                ..place
            };
            area.contains(board.known(opposite))
        })
    };
    !relief.is_empty() && mirrored(&relief.mountains) && mirrored(&relief.passes)
}
