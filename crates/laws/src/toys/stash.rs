//! Stash: two to six seats hide a treasure each, all at once and unseen; then they dig for the
//! others', as many holes a turn as the die says. Secrets, simultaneous placement and dice.

use std::sync::LazyLock;

use vauban_game::{
    Actions, BySeat, Card, Depict, Dice, Ending, Event, Explain, Formats, Game, Happening, Lang,
    Legend, LensCard, LensMap, Lenses, Narrate, Notation, Odds, Outcome, Refused, RuleSet, Scale,
    Seat, SeatSet, SettingCard, SettingError, Settings, Setup, SpotCard, Statistic, Status, Text,
    Tree, Turn, Unreadable, Values, Viewer,
    scene::{Layer, Mark, Paint, Scene, Spot, Squares},
};

use super::plain::{self, Plain, letter, must};

mod told;

/// The game, with its options.
#[derive(Copy, Clone, Debug)]
pub struct Stash {
    seats: u8,
    cells: u8,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    hidden: BySeat<Option<Cell>>,
    open: Public,
}

/// What one viewer knows: its own stash, and all of them at the end.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct View {
    known: BySeat<Option<Cell>>,
    ready: SeatSet,
    open: Public,
}

/// What everybody knows.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Public {
    /// One bit a cell.
    dug: BySeat<u16>,
    to_move: Seat,
    /// Holes left to dig in this turn; none: the die has not been rolled.
    digs: Option<u8>,
    winner: Option<Seat>,
}

type Cell = u8;

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    Hide(Cell),
    Dig(Seat, Cell),
}

/// How many holes may be dug.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Roll(u8);

static FOUND: Ending = Ending::new(
    "found",
    "by finding a stash",
    "par la découverte d'une cache",
);

impl Default for Stash {
    fn default() -> Stash {
        Stash::new(2)
    }
}

impl Stash {
    pub fn new(seats: u8) -> Stash {
        debug_assert!((2..=6).contains(&seats), "two to six can play");
        Stash { seats, cells: 6 }
    }
    fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats).map(Seat)
    }
    fn spot(seat: Seat, cell: Cell) -> String {
        format!("{}{}", letter(seat), cell + 1)
    }
    fn read_spot(&self, spot: &str) -> Option<(Seat, Cell)> {
        let (seat, cell) = spot.split_at_checked(1)?;
        Some((plain::seat_of(seat, 6)?, read_cell(cell)?))
    }
    fn picture(&self) -> Squares {
        Squares::new(self.cells, self.seats)
    }
    /// What does not fit together in a position.
    fn sound(&self, state: &State) -> bool {
        let found = self.all().any(|seat| state.is_found(seat));
        let all_hidden = self.all().all(|seat| state.hidden[seat].is_some());
        found == state.open.winner.is_some()
            && (all_hidden || state.open.digs.is_none() && !found)
            && state.open.digs.is_none_or(|digs| (1..=3).contains(&digs))
            && self.all().all(|seat| {
                state.hidden[seat].is_none_or(|cell| cell < self.cells)
                    && state.open.dug[seat] >> self.cells == 0
                    && (all_hidden || state.open.dug[seat] == 0)
            })
    }
}

impl State {
    fn is_found(&self, seat: Seat) -> bool {
        self.hidden[seat].is_some_and(|cell| self.open.is_dug(seat, cell))
    }
}

impl Public {
    fn is_dug(&self, seat: Seat, cell: Cell) -> bool {
        self.dug[seat] >> cell & 1 == 1
    }
}

fn read_cell(text: &str) -> Option<Cell> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - b'1'),
        _ => None,
    }
}

struct Question {
    game: Stash,
    state: State,
    seat: Seat,
    action: Action,
}

fn on_turn() -> Tree<Question, Plain> {
    Tree::rule("not-your-turn", |q: &Question| {
        must(q.game.turn(&q.state).includes(q.seat), || {
            Plain::not_your_turn("1.1")
        })
    })
}

fn in_a_garden() -> Tree<Question, Plain> {
    Tree::rule("no-such-cell", |q: &Question| {
        let (Action::Hide(cell) | Action::Dig(_, cell)) = q.action;
        let garden = !matches!(q.action, Action::Dig(whose, _) if whose.0 >= q.game.seats);
        must(garden && cell < q.game.cells, || {
            Plain::new(
                "no-such-cell",
                "1.2",
                "there is no such cell",
                "cette case n'existe pas",
            )
            .with("cells", q.game.cells)
        })
    })
}

static HIDE: LazyLock<Tree<Question, Plain>> = LazyLock::new(|| {
    Tree::all([
        on_turn(),
        in_a_garden(),
        Tree::rule("already-hidden", |q| {
            must(q.state.hidden[q.seat].is_none(), || {
                Plain::new(
                    "already-hidden",
                    "2.1",
                    "your stash is hidden",
                    "votre cache est faite",
                )
            })
        }),
    ])
});

static DIG: LazyLock<Tree<Question, Plain>> = LazyLock::new(|| {
    Tree::all([
        on_turn(),
        Tree::rule("still-hiding", |q: &Question| {
            must(!matches!(q.game.turn(&q.state), Turn::Any(_)), || {
                Plain::new(
                    "still-hiding",
                    "3.1",
                    "not all stashes are hidden",
                    "toutes les caches ne sont pas faites",
                )
            })
        }),
        Tree::rule("own-garden", |q| {
            must(
                !matches!(q.action, Action::Dig(whose, _) if whose == q.seat),
                || {
                    Plain::new(
                        "own-garden",
                        "3.2",
                        "that is your own garden",
                        "c'est votre propre jardin",
                    )
                },
            )
        }),
        Tree::lazy_all([
            in_a_garden(),
            Tree::rule("already-dug", |q| {
                let Action::Dig(whose, cell) = q.action else {
                    return Ok(());
                };
                must(!q.state.open.is_dug(whose, cell), || {
                    Plain::new(
                        "already-dug",
                        "3.3",
                        "there is a hole already",
                        "il y a déjà un trou",
                    )
                    .at(Stash::spot(whose, cell))
                })
            }),
        ]),
    ])
});

impl Game for Stash {
    type State = State;
    type Action = Action;
    type Chance = Roll;
    type View = View;
    type Refusal = Plain;

    fn seats(&self) -> u8 {
        self.seats
    }
    fn start(&self) -> State {
        State {
            hidden: BySeat::default(),
            open: Public {
                dug: BySeat::default(),
                to_move: Seat(0),
                digs: None,
                winner: None,
            },
        }
    }
    fn turn(&self, state: &State) -> Turn {
        if let Some(winner) = state.open.winner {
            return Turn::Over(Outcome::win(winner, self.seats, &FOUND));
        }
        let hiding: SeatSet = self
            .all()
            .filter(|&seat| state.hidden[seat].is_none())
            .collect();
        if !hiding.is_empty() {
            return Turn::Any(hiding);
        }
        match state.open.digs {
            None => Turn::Chance,
            Some(_) => Turn::One(state.open.to_move),
        }
    }
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        let turn = self.turn(state);
        match turn {
            _ if !turn.includes(seat) => (),
            Turn::Any(_) => out.extend((0..self.cells).map(Action::Hide)),
            Turn::One(_) => {
                for whose in self.all().filter(|&whose| whose != seat) {
                    let cells = (0..self.cells).filter(|&cell| !state.open.is_dug(whose, cell));
                    out.extend(cells.map(|cell| Action::Dig(whose, cell)));
                }
            }
            Turn::Chance | Turn::Over(_) => (),
        }
    }
    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Plain>> {
        let tree = match action {
            Action::Hide(_) => &HIDE,
            Action::Dig(..) => &DIG,
        };
        tree.check(&Question {
            game: *self,
            state: *state,
            seat,
            action,
        })
    }
    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        match action {
            Action::Hide(cell) => state.hidden[seat] = Some(cell),
            Action::Dig(whose, cell) => {
                state.open.dug[whose] |= 1 << cell;
                if state.hidden[whose] == Some(cell) {
                    state.open.winner = Some(seat);
                }
                state.open.digs = state
                    .open
                    .digs
                    .map(|digs| digs - 1)
                    .filter(|&digs| digs > 0);
                if state.open.digs.is_none() {
                    state.open.to_move = seat.next(self.seats);
                }
            }
        }
    }
    fn chances(&self, _: &State, out: &mut Vec<(Roll, u32)>) {
        out.extend([(Roll(1), 3), (Roll(2), 2), (Roll(3), 1)]);
    }
    fn settle(&self, state: &mut State, Roll(digs): Roll) {
        state.open.digs = Some(digs);
    }
    fn view(&self, state: &State, viewer: Viewer) -> View {
        let sees = |seat| state.open.winner.is_some() || viewer == Viewer::Seat(seat);
        View {
            known: BySeat::from_fn(|seat| state.hidden[seat].filter(|_| sees(seat))),
            ready: self
                .all()
                .filter(|&seat| state.hidden[seat].is_some())
                .collect(),
            open: state.open,
        }
    }
    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        let hidden = BySeat::from_fn(|seat| {
            if view.known[seat].is_some() || !view.ready.contains(seat) {
                return view.known[seat];
            }
            let left: Vec<Cell> = (0..self.cells)
                .filter(|&cell| !view.open.is_dug(seat, cell))
                .collect();
            Some(dice.choose(&left))
        });
        State {
            hidden,
            open: view.open,
        }
    }
    fn key(&self, state: &State) -> u64 {
        plain::key_of(&self.write_position(state))
    }
}

impl Notation for Stash {
    fn write(&self, action: Action) -> String {
        match action {
            Action::Hide(cell) => format!("hide-{}", cell + 1),
            Action::Dig(whose, cell) => Stash::spot(whose, cell),
        }
    }
    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        let action = match text.strip_prefix("hide-") {
            Some(cell) => read_cell(cell).map(Action::Hide),
            None => self
                .read_spot(text)
                .map(|(whose, cell)| Action::Dig(whose, cell)),
        };
        action.ok_or_else(|| Unreadable::action(text))
    }
    fn grammar(&self) -> Text {
        Text::fixed(
            "`hide-3`, or a cell to dig: `b3`",
            "`hide-3`, ou une case à creuser : `b3`",
        )
    }
    fn kind(&self, action: Action) -> &'static str {
        match action {
            Action::Hide(_) => "hide",
            Action::Dig(..) => "dig",
        }
    }
    fn write_chance(&self, Roll(digs): Roll) -> String {
        format!("roll-{digs}")
    }
    fn read_chance(&self, text: &str) -> Result<Roll, Unreadable> {
        match text {
            "roll-1" => Ok(Roll(1)),
            "roll-2" => Ok(Roll(2)),
            "roll-3" => Ok(Roll(3)),
            _ => Err(Unreadable::chance(text)),
        }
    }
    /// For each seat its stash (`-` if none) and the holes in its garden, then the seat to move, its
    /// digs and the winner: `3.0/-.0/1/0/0`.
    fn write_position(&self, state: &State) -> String {
        let mut text = String::new();
        for seat in self.all() {
            let stash = state.hidden[seat].map_or("-".to_owned(), |cell| (cell + 1).to_string());
            text += &format!("{stash}.{}/", state.open.dug[seat]);
        }
        let winner = state.open.winner.map_or(0, Seat::number);
        let digs = state.open.digs.unwrap_or(0);
        text + &format!("{}/{digs}/{winner}", state.open.to_move)
    }
    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        let parse = || {
            let parts: Vec<&str> = text.split('/').collect();
            let (gardens, [to_move, digs, winner]) = parts.split_last_chunk()?;
            let mut state = self.start();
            for (seat, garden) in self.all().zip(gardens) {
                let (stash, dug) = garden.split_once('.')?;
                state.hidden[seat] = read_cell(stash);
                state.open.dug[seat] = dug.parse().ok()?;
            }
            state.open.to_move = Seat::from_number(plain::number(to_move)?, self.seats)?;
            state.open.digs = plain::number(digs).filter(|&digs| digs > 0);
            state.open.winner = Seat::from_number(plain::number(winner)?, self.seats);
            (self.sound(&state) && self.write_position(&state) == text).then_some(state)
        };
        parse().ok_or_else(plain::bad_position)
    }
    fn shown(&self, _: &State, by: Seat, action: Action, viewer: Viewer) -> bool {
        matches!(action, Action::Dig(..)) || viewer == Viewer::Seat(by)
    }
    fn reveals(&self, _: &State, _: Seat, action: Action) -> bool {
        matches!(action, Action::Dig(..))
    }
}
