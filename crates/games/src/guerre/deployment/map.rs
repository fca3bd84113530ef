//! The map validator: what a ground for the hidden set-up must satisfy. §11 of the rules.

use vauban_game::{Seat, Text, Tree};

use crate::guerre::{
    Board, NORTH, Place, SOUTH, Square,
    board::{DIRECTIONS, Terrain},
    narrate::seat_title,
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
            Violation::Mirrored => "11.6",
        }
    }

    /// What people read.
    pub fn text(&self) -> Text {
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

/// Everything that is wrong with a map. That nothing overlaps, the board itself makes sure.
pub fn violations(board: &Board) -> Vec<Violation> {
    [NORTH, SOUTH]
        .into_iter()
        .map(|seat| half_tree().check(&Half { board, seat }))
        .chain([whole_tree().check(board)])
        .filter_map(Result::err)
        .flat_map(|refused| refused.failed)
        .collect()
}

/// The rules of one half and of the whole map, printed.
pub(super) fn trees() -> [(&'static str, String); 2] {
    [
        ("map-half", half_tree().to_string()),
        ("map", whole_tree().to_string()),
    ]
}

/// One side's half of a map.
#[derive(Copy, Clone, Debug)]
struct Half<'a> {
    board: &'a Board,
    seat: Seat,
}

impl Half<'_> {
    /// Where this side's terrain of one kind lies.
    fn squares(&self, terrain: Terrain) -> impl Iterator<Item = Square> + '_ {
        self.board
            .features()
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
    ])
}

fn whole_tree() -> Tree<Board, Violation> {
    Tree::all([
        Tree::rule("unequal-halves", |board: &Board| {
            if board.height().is_multiple_of(2) {
                return Ok(());
            }
            Err(Violation::Halves {
                height: board.height(),
            })
        }),
        Tree::rule("mirrored", |board: &Board| {
            if is_mirrored(board) {
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
