//! Piles: a turn takes one or two stones from a pile, twice at most, or fewer; whoever takes the last stone
//! wins. Turns of several actions, amounts, states that come again, and a counter that is not in the key.

use std::convert::Infallible;

use vauban_game::{
    Actions, Dice, Ending, Game, Outcome, Refused, Repetition, Seat, Turn, Viewer, fingerprint,
};
use vauban_laws::toys::Plain;

#[derive(Copy, Clone, Debug)]
pub struct Piles;

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    stones: [u8; 3],
    mover: Seat,
    /// How many piles may still be touched in this turn.
    left: u8,
    steps: u8,
    winner: Option<Seat>,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    Take { pile: u8, stones: u8 },
    End,
}

const TOUCHES: u8 = 2;
/// Then it is drawn.
const MOST_STEPS: u8 = 30;

impl Game for Piles {
    type State = State;
    type Action = Action;
    type Chance = Infallible;
    type View = State;
    type Refusal = Plain;

    fn seats(&self) -> u8 {
        2
    }
    fn start(&self) -> State {
        State {
            stones: [4, 5, 6],
            mover: Seat(0),
            left: TOUCHES,
            steps: 0,
            winner: None,
        }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.winner {
            Some(winner) => Turn::Over(Outcome::win(winner, 2, Ending::RESIGNATION)),
            None if state.steps >= MOST_STEPS => Turn::Over(Outcome::draw(2, Ending::AGREEMENT)),
            None => Turn::One(state.mover),
        }
    }
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if !self.turn(state).includes(seat) {
            return;
        }
        for (pile, held) in (0..).zip(state.stones) {
            let least = Action::Take { pile, stones: 1 };
            out.push_range(least, 1..=u32::from(held.min(2)));
        }
        out.push(Action::End);
    }
    fn with_amount(&self, action: Action, amount: u32) -> Action {
        match action {
            Action::Take { pile, .. } => Action::Take {
                pile,
                stones: amount as u8,
            },
            Action::End => Action::End,
        }
    }
    fn check(&self, _: &State, _: Seat, _: Action) -> Result<(), Refused<Plain>> {
        Ok(())
    }
    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        state.steps += 1;
        state.left -= 1;
        match action {
            Action::Take { pile, stones } => state.stones[usize::from(pile)] -= stones,
            Action::End => state.left = 0,
        }
        if state.stones == [0; 3] {
            state.winner = Some(seat);
        }
        if state.left == 0 {
            state.mover = seat.other();
            state.left = TOUCHES;
        }
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
        let [one, two, three] = state.stones.map(u64::from);
        fingerprint(&[
            one,
            two,
            three,
            u64::from(state.mover.0),
            u64::from(state.left),
        ])
    }
    fn steps_to_count_out(&self, state: &State) -> u32 {
        u32::from(MOST_STEPS.saturating_sub(state.steps))
    }
    fn repetition(&self) -> Repetition {
        Repetition::Draw { times: 3 }
    }
    fn landmark(&self, state: &State) -> bool {
        state.left == TOUCHES
    }
}
