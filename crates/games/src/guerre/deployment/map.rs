//! The map validator: what a ground for the hidden set-up must satisfy. §11 of the rules.

use vauban_game::{Seat, Text, Tree};

use super::Camp;
use crate::guerre::{
    Board, NORTH, Place, SOUTH, Square,
    board::{DIRECTIONS, Feature, MOST_ARSENALS, Terrain},
    narrate::seat_title,
    printing::{self, Check},
    refusal::list,
};

/// How much of each terrain a half has.
const COUNTS: [(Terrain, usize); 4] = [
    (Terrain::Mountain, 9),
    (Terrain::Pass, 1),
    (Terrain::Fort, 3),
    (Terrain::Arsenal, 2),
];

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
    NoRoom { seat: Seat, free: usize },
    /// Two terrains lie on one square; the later one is told, with its line if it came from a file.
    Overlap { at: Vec<(Place, Option<usize>)> },
    /// One half's mountains and passes mirror the other's.
    Mirrored,
}

impl Violation {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Violation::Halves { .. } => "unequal-halves",
            Violation::Count { terrain, .. } => match terrain {
                Terrain::Mountain => "mountain-count",
                Terrain::Pass => "pass-count",
                Terrain::Fort => "fort-count",
                Terrain::Arsenal => "arsenal-count",
            },
            Violation::WrongHalf { .. } => "wrong-half",
            Violation::PassInTheOpen { .. } => "pass-in-the-open",
            Violation::FortCutOff { .. } => "fort-cut-off",
            Violation::NoRoom { .. } => "no-room",
            Violation::Overlap { .. } => "overlap",
            Violation::Mirrored => "mirrored",
        }
    }

    /// The paragraph of the rules that it breaks.
    pub fn paragraph(&self) -> &'static str {
        match self {
            Violation::Halves { .. } | Violation::WrongHalf { .. } => "11.2",
            Violation::Count { .. } => "11.1",
            Violation::PassInTheOpen { .. } => "11.3",
            Violation::FortCutOff { .. } => "11.4",
            Violation::Overlap { .. } => "11.5",
            Violation::Mirrored => "11.6",
            Violation::NoRoom { .. } => "11.7",
        }
    }

    /// What people read, with the paragraph: errors of a map come several at a time.
    pub fn text(&self) -> Text {
        let (what, paragraph) = (self.what(), self.paragraph());
        Text::new(
            format!("{} (§{paragraph})", what.en),
            format!("{} (§{paragraph})", what.fr),
        )
    }

    fn what(&self) -> Text {
        match self {
            Violation::Halves { height } => Text::new(
                format!("{height} rows cannot be parted into two equal halves"),
                format!("{height} rangées ne se partagent pas en deux moitiés égales"),
            ),
            Violation::Count {
                seat,
                terrain,
                found,
                wanted,
            } => {
                let (side, name) = (seat_title(*seat), plural(*terrain));
                Text::new(
                    format!("{} has {found} {}, not {wanted}", side.en, name.en),
                    format!("le {} a {found} {}, et non {wanted}", side.fr, name.fr),
                )
            }
            Violation::WrongHalf { seat, at } => {
                let (side, at) = (seat_title(*seat), list(at));
                Text::new(
                    format!("terrain of {} lies in the other half: {at}", side.en),
                    format!(
                        "des terrains du {} sont dans l'autre moitié : {at}",
                        side.fr
                    ),
                )
            }
            Violation::PassInTheOpen { seat, at } => {
                let (side, at) = (seat_title(*seat), list(at));
                Text::new(
                    format!(
                        "{}'s pass does not lie between two mountains: {at}",
                        side.en
                    ),
                    format!(
                        "le col du {} n'est pas entre deux montagnes : {at}",
                        side.fr
                    ),
                )
            }
            Violation::FortCutOff { seat, at } => {
                let (side, at) = (seat_title(*seat), list(at));
                Text::new(
                    format!(
                        "forts of {} are in no direct line with one of its arsenals: {at}",
                        side.en
                    ),
                    format!(
                        "des forts du {} ne sont en ligne directe avec aucun de ses arsenaux : {at}",
                        side.fr
                    ),
                )
            }
            Violation::NoRoom { seat, free } => {
                let (side, units) = (seat_title(*seat), Camp::FULL);
                Text::new(
                    format!(
                        "{}'s half has room for {free} units, and {units} must stand there",
                        side.en
                    ),
                    format!(
                        "la moitié du {} a de la place pour {free} unités, et {units} doivent y tenir",
                        side.fr
                    ),
                )
            }
            Violation::Overlap { at } => {
                let places = |line: &str| {
                    let words = at.iter().map(|(place, number)| match number {
                        Some(number) => format!("{place} ({line} {number})"),
                        None => place.to_string(),
                    });
                    words.collect::<Vec<String>>().join(", ")
                };
                Text::new(
                    format!("terrain lies on other terrain: {}", places("line")),
                    format!("des terrains se superposent : {}", places("ligne")),
                )
            }
            Violation::Mirrored => Text::fixed(
                "the mountains and passes of the two halves mirror each other",
                "les montagnes et les cols des deux moitiés sont symétriques",
            ),
        }
    }
}

fn plural(terrain: Terrain) -> Text {
    match terrain {
        Terrain::Mountain => Text::fixed("mountains", "montagnes"),
        Terrain::Pass => Text::fixed("passes", "cols"),
        Terrain::Fort => Text::fixed("forts", "forts"),
        Terrain::Arsenal => Text::fixed("arsenals", "arsenaux"),
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
    /// board can have.
    pub fn judge(&self) -> Result<Board, Vec<Violation>> {
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
        let violations = self.violations(&board);
        if violations.is_empty() {
            return Ok(board);
        }
        Err(violations)
    }

    fn violations(&self, board: &Board) -> Vec<Violation> {
        let halves = [NORTH, SOUTH].map(|seat| {
            half_tree().check(&Half {
                map: self,
                board,
                seat,
            })
        });
        let whole = whole_tree().check(&Whole { map: self, board });
        halves
            .into_iter()
            .chain([whole])
            .filter_map(Result::err)
            .flat_map(|refused| refused.failed)
            .collect()
    }
}

/// Whether two features are the same terrain of the same side.
fn is_like(one: &Feature, other: &Feature) -> bool {
    one.terrain == other.terrain && one.owner == other.owner
}

/// Everything that is wrong with the map of a board.
pub fn violations(board: &Board) -> Vec<Violation> {
    let map = Map {
        width: board.width(),
        height: board.height(),
        features: board.features().to_vec(),
        lines: Vec::new(),
    };
    map.violations(board)
}

/// What each rule of a map asks for, and its name when it is broken.
const CHECKS: &[Check] = &[
    ("mountain-count", "nine-mountains"),
    ("pass-count", "one-pass"),
    ("fort-count", "three-forts"),
    ("arsenal-count", "two-arsenals"),
    ("wrong-half", "own-half"),
    ("pass-in-the-open", "pass-between-mountains"),
    ("fort-cut-off", "forts-see-an-arsenal"),
    ("no-room", "room-for-all-units"),
    ("unequal-halves", "equal-halves"),
    ("overlap", "nothing-overlaps"),
    ("mirrored", "halves-differ"),
];

/// The rules of one half and of the whole map, printed.
pub(super) fn trees() -> [(&'static str, String); 2] {
    [
        ("map-half", printing::printed(&half_tree(), CHECKS)),
        ("map", printing::printed(&whole_tree(), CHECKS)),
    ]
}

/// One side's half of a map, and the board that it lies on.
#[derive(Copy, Clone, Debug)]
struct Half<'a> {
    map: &'a Map,
    board: &'a Board,
    seat: Seat,
}

/// A whole map, and the board that it lies on.
#[derive(Copy, Clone, Debug)]
struct Whole<'a> {
    map: &'a Map,
    board: &'a Board,
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

    fn count(&self, terrain: Terrain) -> Result<(), Violation> {
        let wanted = COUNTS
            .iter()
            .find(|(of, _)| *of == terrain)
            .map_or(0, |(_, n)| *n);
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
    fn failing(&self, terrain: Option<Terrain>, holds: impl Fn(Square) -> bool) -> Vec<Place> {
        Terrain::ALL
            .into_iter()
            .filter(|&of| terrain.is_none_or(|wanted| wanted == of))
            .flat_map(|of| self.squares(of))
            .filter(|&square| !holds(square))
            .map(|square| self.board.place(square))
            .collect()
    }
}

fn half_tree<'a>() -> Tree<Half<'a>, Violation> {
    Tree::all([
        Tree::rule("mountain-count", |half: &Half<'a>| {
            half.count(Terrain::Mountain)
        }),
        Tree::rule("pass-count", |half: &Half<'a>| half.count(Terrain::Pass)),
        Tree::rule("fort-count", |half: &Half<'a>| half.count(Terrain::Fort)),
        Tree::rule("arsenal-count", |half: &Half<'a>| {
            half.count(Terrain::Arsenal)
        }),
        Tree::rule("wrong-half", |half: &Half<'a>| {
            let at = half.failing(None, |square| half.board.half(square) == half.seat);
            let seat = half.seat;
            none(at, |at| Violation::WrongHalf { seat, at })
        }),
        Tree::rule("pass-in-the-open", |half: &Half<'a>| {
            let at = half.failing(Some(Terrain::Pass), |square| {
                lies_between_mountains(half.board, square)
            });
            let seat = half.seat;
            none(at, |at| Violation::PassInTheOpen { seat, at })
        }),
        Tree::rule("fort-cut-off", |half: &Half<'a>| {
            let at = half.failing(Some(Terrain::Fort), |square| {
                half.squares(Terrain::Arsenal)
                    .any(|arsenal| half.board.sight(square).contains(arsenal))
            });
            let seat = half.seat;
            none(at, |at| Violation::FortCutOff { seat, at })
        }),
        Tree::rule("no-room", |half: &Half<'a>| {
            let (board, seat) = (half.board, half.seat);
            let free = board
                .squares()
                .filter(|&square| board.half(square) == seat && !board.is_mountain(square))
                .count();
            if free >= usize::from(Camp::FULL) {
                return Ok(());
            }
            Err(Violation::NoRoom { seat, free })
        }),
    ])
}

fn whole_tree<'a>() -> Tree<Whole<'a>, Violation> {
    Tree::all([
        Tree::rule("unequal-halves", |whole: &Whole<'a>| {
            let height = whole.board.height();
            if height.is_multiple_of(2) {
                return Ok(());
            }
            Err(Violation::Halves { height })
        }),
        Tree::rule("overlap", |whole: &Whole<'a>| {
            let features = &whole.map.features;
            let overlaps = features.iter().enumerate().filter(|(index, feature)| {
                let before = &features[..*index];
                before.iter().any(|other| other.square == feature.square)
            });
            let at: Vec<(Place, Option<usize>)> = overlaps
                .map(|(index, feature)| {
                    let line = whole.map.lines.get(index).copied();
                    (whole.board.place(feature.square), line)
                })
                .collect();
            if at.is_empty() {
                return Ok(());
            }
            Err(Violation::Overlap { at })
        }),
        Tree::rule("mirrored", |whole: &Whole<'a>| {
            if is_mirrored(whole.board) {
                return Err(Violation::Mirrored);
            }
            Ok(())
        }),
    ])
}

fn none(at: Vec<Place>, violation: impl Fn(Vec<Place>) -> Violation) -> Result<(), Violation> {
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
    let relief = |square: Square| {
        board
            .terrain(square)
            .filter(|terrain| matches!(terrain, Terrain::Mountain | Terrain::Pass))
    };
    let mut bare = true;
    let same = board.squares().all(|square| {
        let place = board.place(square);
        let opposite = Place {
            row: board.height() - 1 - place.row,
            ..place
        };
        bare &= relief(square).is_none();
        relief(square) == relief(board.known(opposite))
    });
    same && !bare
}
