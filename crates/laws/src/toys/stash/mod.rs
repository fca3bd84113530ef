//! Stash: two to six seats hide a treasure each, all at once and unseen; then they dig for the
//! others', as many holes a turn as the die says. Secrets, simultaneous placement and dice.

mod lenses;
mod narrate;
mod notation;
mod rules;
mod scene;
mod setup;
mod state;
mod view;

use vauban_game::{
    Actions, BySeat, Dice, Formats, Game, Lessons, Notation, Odds, Outcome, Refused, Seat, SeatSet,
    Turn, Viewer,
};

pub use state::{Action, Roll, State};
pub use view::View;

use super::plain::{self, Plain, letter};
use state::{Cell, FOUND, Public, read_cell};

/// The game, with its options.
#[derive(Copy, Clone, Debug)]
pub struct Stash {
    seats: u8,
    cells: u8,
}

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
                mover: Seat(0),
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
            Some(_) => Turn::One(state.open.mover),
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
        rules::check(self, state, seat, action)
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
                    state.open.mover = seat.next(self.seats);
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
        self.view_of(state, viewer)
    }
    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        self.world_of(view, dice)
    }
    fn key(&self, state: &State) -> u64 {
        plain::key_of(&self.write_position(state))
    }
}

impl Odds for Stash {}

impl Lessons for Stash {}

impl Formats for Stash {}
