//! Breakthrough: two seats, a square board, nothing hidden. Men walk towards the far row and take
//! sideways; with `retreat=yes` they may also step back, so that positions come again.

use std::{convert::Infallible, sync::LazyLock};

use vauban_game::{
    Actions, BySeat, Card, Depict, Dice, Ending, Evaluate, Event, Explain, FormatCard, FormatError,
    Formats, Game, Happening, Imported, Lang, Legend, LensCard, LensMap, Lenses, Narrate, Notation,
    Odds, Outcome, Refused, Repetition, RuleSet, Scale, Seat, SettingCard, SettingError, Settings,
    Setup, SpotCard, Statistic, Status, Text, Tree, Turn, Unreadable, Values, Viewer, WinShare,
    fingerprint,
    scene::{Layer, Mark, Paint, Scene, Spot, Squares},
};

use super::plain::{self, Plain, must};

mod told;

/// The game, with its options.
#[derive(Copy, Clone, Debug)]
pub struct Breakthrough {
    size: u8,
    retreat: bool,
}

/// The men of both seats, one bit a square, eight squares a row whatever the board's size.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    men: [u64; 2],
    to_move: Seat,
}

/// One man's step.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Step {
    from: Square,
    to: Square,
}

/// A square of the largest board: column + 8 × row, row 0 being the first seat's.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Square(u8);

/// More men are better.
#[derive(Copy, Clone, Debug)]
pub struct Men;

static BROKEN_THROUGH: Ending = Ending::new(
    "broken-through",
    "by reaching the far row",
    "par l'arrivée à la dernière rangée",
);
static ALL_TAKEN: Ending = Ending::new(
    "all-taken",
    "by taking every man",
    "par la prise de tous les pions",
);

impl Square {
    fn column(self) -> u8 {
        self.0 & 7
    }
    fn row(self) -> u8 {
        self.0 >> 3
    }
    fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
    fn read(name: &str) -> Option<Square> {
        match name.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                Some(Square(column - b'a' + 8 * (row - b'1')))
            }
            _ => None,
        }
    }
}

impl State {
    fn owner(&self, square: Square) -> Option<Seat> {
        (0..2)
            .map(Seat)
            .find(|seat| self.men[seat.index()] >> square.0 & 1 == 1)
    }
}

impl Default for Breakthrough {
    fn default() -> Breakthrough {
        Breakthrough {
            size: 6,
            retreat: false,
        }
    }
}

impl Breakthrough {
    /// A board of `size` × `size` squares, from 4 to 8.
    pub fn new(size: u8, retreat: bool) -> Breakthrough {
        debug_assert!((4..=8).contains(&size), "a board has 4 to 8 columns");
        Breakthrough { size, retreat }
    }
    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| Square(column + 8 * row)))
    }
    fn inside(&self, square: Square) -> bool {
        square.column() < self.size && square.row() < self.size
    }
    /// The squares a man of `seat` may look at from `from`: sideways ahead, ahead, and back.
    fn neighbours(&self, seat: Seat, from: Square) -> impl Iterator<Item = (Square, Way)> + use<> {
        let ahead: i8 = if seat.0 == 0 { 1 } else { -1 };
        let (column, row, size) = (from.column() as i8, from.row() as i8, self.size as i8);
        [
            (-1, ahead, Way::Sideways),
            (0, ahead, Way::Ahead),
            (1, ahead, Way::Sideways),
            (0, -ahead, Way::Back),
        ]
        .into_iter()
        .map(move |(x, y, way)| (column + x, row + y, way))
        .filter(move |(x, y, _)| (0..size).contains(x) && (0..size).contains(y))
        .map(|(x, y, way)| (Square((x + 8 * y) as u8), way))
    }
    fn picture(&self) -> Squares {
        Squares::new(self.size, self.size)
    }
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum Way {
    Sideways,
    Ahead,
    Back,
}

struct Question {
    game: Breakthrough,
    state: State,
    seat: Seat,
    step: Step,
}

static STEP: LazyLock<Tree<Question, Plain>> = LazyLock::new(|| {
    Tree::all([
        Tree::rule("not-your-turn", |q: &Question| {
            must(q.game.turn(&q.state).includes(q.seat), || {
                Plain::not_your_turn("1.1")
            })
        }),
        Tree::lazy_all([
            Tree::rule("off-board", |q: &Question| {
                must(
                    q.game.inside(q.step.from) && q.game.inside(q.step.to),
                    || {
                        Plain::new(
                            "off-board",
                            "1.2",
                            "that is off the board",
                            "c'est hors du plateau",
                        )
                        .with("size", q.game.size)
                    },
                )
            }),
            Tree::all([
                Tree::rule("not-your-man", |q: &Question| {
                    must(q.state.owner(q.step.from) == Some(q.seat), || {
                        Plain::new(
                            "not-your-man",
                            "2.1",
                            "no man of yours stands there",
                            "aucun de vos pions ne s'y trouve",
                        )
                        .at(q.step.from.name())
                    })
                }),
                Tree::lazy_all([
                    Tree::rule("out-of-reach", |q: &Question| {
                        let near = q.game.neighbours(q.seat, q.step.from).any(|(to, way)| {
                            to == q.step.to && (way != Way::Back || q.game.retreat)
                        });
                        must(near, || {
                            Plain::new(
                                "out-of-reach",
                                "2.2",
                                "a man cannot go there from where it stands",
                                "un pion ne va pas de là à là",
                            )
                            .at(q.step.to.name())
                        })
                    }),
                    Tree::rule("occupied", |q: &Question| {
                        let owner = q.state.owner(q.step.to);
                        let sideways = q.step.from.column() != q.step.to.column();
                        must(
                            owner.is_none() || (sideways && owner != Some(q.seat)),
                            || {
                                Plain::new(
                                    "occupied",
                                    "2.3",
                                    "the square is occupied, and men take only sideways and only the other's",
                                    "la case est occupée, et un pion ne prend qu'en biais et que l'adversaire",
                                )
                                .at(q.step.to.name())
                            },
                        )
                    }),
                ]),
            ]),
        ]),
    ])
});

impl Game for Breakthrough {
    type State = State;
    type Action = Step;
    type Chance = Infallible;
    type View = State;
    type Refusal = Plain;

    fn seats(&self) -> u8 {
        2
    }
    fn start(&self) -> State {
        let men = |rows: [u8; 2]| {
            self.squares()
                .filter(|square| rows.contains(&square.row()))
                .fold(0, |men, square| men | 1 << square.0)
        };
        State {
            men: [men([0, 1]), men([self.size - 2, self.size - 1])],
            to_move: Seat(0),
        }
    }
    fn turn(&self, state: &State) -> Turn {
        let before = state.to_move.other();
        let far = if before.0 == 0 { self.size - 1 } else { 0 };
        if state.men[before.index()] >> (8 * far) & 0xFF != 0 {
            return Turn::Over(Outcome::win(before, 2, &BROKEN_THROUGH));
        }
        if state.men[state.to_move.index()] == 0 {
            return Turn::Over(Outcome::win(before, 2, &ALL_TAKEN));
        }
        Turn::One(state.to_move)
    }
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Step>) {
        if !self.turn(state).includes(seat) {
            return;
        }
        for from in self.squares() {
            if state.owner(from) != Some(seat) {
                continue;
            }
            for (to, way) in self.neighbours(seat, from) {
                let allowed = match way {
                    Way::Sideways => state.owner(to) != Some(seat),
                    Way::Ahead => state.owner(to).is_none(),
                    Way::Back => self.retreat && state.owner(to).is_none(),
                };
                if allowed {
                    out.push(Step { from, to });
                }
            }
        }
    }
    fn check(&self, state: &State, seat: Seat, step: Step) -> Result<(), Refused<Plain>> {
        STEP.check(&Question {
            game: *self,
            state: *state,
            seat,
            step,
        })
    }
    fn act(&self, state: &mut State, seat: Seat, step: Step) {
        state.men[seat.index()] ^= 1 << step.from.0 | 1 << step.to.0;
        state.men[seat.other().index()] &= !(1 << step.to.0);
        state.to_move = seat.other();
    }
    fn chances(&self, _: &State, _: &mut Vec<(Infallible, u32)>) {}
    fn settle(&self, _: &mut State, never: Infallible) {
        match never {}
    }
    fn view(&self, state: &State, _: Viewer) -> State {
        *state
    }
    fn imagine(&self, view: &State, _: &mut Dice) -> State {
        *view
    }
    fn key(&self, state: &State) -> u64 {
        fingerprint(&[state.men[0], state.men[1], u64::from(state.to_move.0)])
    }
    fn repetition(&self) -> Repetition {
        if self.retreat {
            Repetition::Draw { times: 3 }
        } else {
            Repetition::Free
        }
    }
}

impl Notation for Breakthrough {
    fn write(&self, step: Step) -> String {
        format!("{}{}", step.from.name(), step.to.name())
    }
    fn read(&self, text: &str) -> Result<Step, Unreadable> {
        text.split_at_checked(2)
            .and_then(|(from, to)| {
                Some(Step {
                    from: Square::read(from)?,
                    to: Square::read(to)?,
                })
            })
            .ok_or_else(|| Unreadable::action(text))
    }
    fn grammar(&self) -> Text {
        Text::fixed("two squares: `a2a3`", "deux cases : `a2a3`")
    }
    fn kind(&self, _: Step) -> &'static str {
        "move"
    }
    fn write_chance(&self, never: Infallible) -> String {
        match never {}
    }
    fn read_chance(&self, text: &str) -> Result<Infallible, Unreadable> {
        Err(Unreadable::chance(text))
    }
    /// Rows from the top, `x` and `o` for men and `.` for none, then the seat to move: `oooo/oooo/xxxx/xxxx/1`.
    fn write_position(&self, state: &State) -> String {
        let mut text = String::new();
        for row in (0..self.size).rev() {
            for column in 0..self.size {
                text.push(match state.owner(Square(column + 8 * row)) {
                    None => '.',
                    Some(Seat(0)) => 'x',
                    Some(_) => 'o',
                });
            }
            text.push('/');
        }
        text + &state.to_move.to_string()
    }
    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        let rows: Vec<&str> = text.split('/').collect();
        let mut state = State {
            men: [0; 2],
            to_move: Seat(u8::from(rows.last() == Some(&"2"))),
        };
        for (from_top, row) in rows.iter().take(usize::from(self.size)).enumerate() {
            for (column, man) in row.bytes().take(8).enumerate() {
                let bit = 1 << (column + 8 * (usize::from(self.size) - 1 - from_top));
                match man {
                    b'x' => state.men[0] |= bit,
                    b'o' => state.men[1] |= bit,
                    _ => (),
                }
            }
        }
        if self.write_position(&state) != text {
            return Err(plain::bad_position());
        }
        Ok(state)
    }
}
