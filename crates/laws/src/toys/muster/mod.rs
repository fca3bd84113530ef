//! Muster: up to six seats draw cards unseen, play them for armies, place any number of these in
//! forts and raid each other's. Hidden cards that are drawn when revealed, weighted dice, amounts
//! with trimming, a map drawn from a number, and seats that can leave while the game goes on.

mod lenses;
mod narrate;
mod notation;
mod odds;
mod play;
mod position;
mod rules;
mod scene;
mod setup;
mod state;
mod view;

use vauban_game::{
    Actions, BySeat, Dice, Formats, Game, Lessons, Notation, Outcome, Refused, Seat, SeatSet, Turn,
    Viewer,
};

pub use state::{Action, Chance, State};
pub use view::View;

use super::plain::{self, Plain};
use state::{ALONE, Cards, DECK, FORTS, LOSSES, Phase, Public, ROUNDS};

/// The game, with its options.
#[derive(Copy, Clone, Debug)]
pub struct Muster {
    seats: u8,
    rounds: u8,
    /// How many points an army in each fort is worth.
    worth: [u8; FORTS as usize],
}

impl Default for Muster {
    fn default() -> Muster {
        Muster::new(6, 3, 1)
    }
}

impl Muster {
    /// Two to six seats, one to nine rounds, and the map of this number.
    pub fn new(seats: u8, rounds: u8, map: u64) -> Muster {
        let mut dice = Dice::seeded(map);
        Muster {
            seats,
            rounds,
            worth: std::array::from_fn(|_| 1 + dice.below(3) as u8),
        }
    }
    fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats).map(Seat)
    }
    /// What the deck still holds.
    fn deck(&self, state: &State) -> Cards {
        std::array::from_fn(|kind| {
            let held: u8 = self.all().map(|seat| state.hands[seat][kind]).sum();
            DECK[kind]
                .saturating_sub(held)
                .saturating_sub(state.open.played[kind])
        })
    }
    fn points(&self, open: &Public, seat: Seat) -> i16 {
        let worth = self.worth.iter().zip(&open.forts);
        worth
            .filter(|(_, fort)| fort.owner == Some(seat))
            .map(|(&worth, fort)| i16::from(worth) * i16::from(fort.armies))
            .sum()
    }
}

impl Game for Muster {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type Refusal = Plain;

    fn seats(&self) -> u8 {
        self.seats
    }
    fn start(&self) -> State {
        State {
            hands: BySeat::default(),
            open: Public {
                forts: Default::default(),
                played: [0; 4],
                mover: Seat(0),
                round: 0,
                phase: Phase::Draw,
                pool: 0,
                raided: false,
                gone: SeatSet::EMPTY,
            },
        }
    }
    fn turn(&self, state: &State) -> Turn {
        let open = &state.open;
        let alone = open.gone.len() + 1 >= usize::from(self.seats);
        if open.round >= self.rounds || alone {
            let ending = if alone { &ALONE } else { &ROUNDS };
            // Whoever stayed is above whoever left.
            let score = |seat| match open.gone.contains(seat) {
                true => -1,
                false => self.points(open, seat),
            };
            return Turn::Over(Outcome::scored(self.seats, ending, score));
        }
        match open.phase {
            Phase::Act => Turn::One(open.mover),
            Phase::Draw | Phase::Raid(_) => Turn::Chance,
        }
    }
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if !self.turn(state).includes(seat) {
            return;
        }
        let kinds = 0..DECK.len() as u8;
        out.extend(
            kinds
                .filter(|&kind| state.hands[seat][usize::from(kind)] > 0)
                .map(Action::Play),
        );
        for (fort, held) in (0..FORTS).zip(&state.open.forts) {
            match held.owner {
                Some(owner) if owner != seat => {
                    out.extend((!state.open.raided).then_some(Action::Raid(fort)));
                }
                _ => out.push_range(Action::Place(fort, 1), 1..=state.open.pool.into()),
            }
        }
        out.push(Action::End);
    }
    fn with_amount(&self, action: Action, amount: u32) -> Action {
        match action {
            Action::Place(fort, _) => Action::Place(fort, u8::try_from(amount).unwrap_or(u8::MAX)),
            _ => action,
        }
    }
    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Plain>> {
        rules::check(self, state, seat, action)
    }
    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        self.apply(state, seat, action);
    }
    fn chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) {
        match state.open.phase {
            Phase::Draw => out.extend(
                (0..)
                    .zip(self.deck(state))
                    .filter(|&(_, left)| left > 0)
                    .map(|(kind, left)| (Chance::Draw(kind), u32::from(left))),
            ),
            Phase::Raid(_) => {
                out.extend(LOSSES.map(|(loss, weight)| (Chance::Loss(loss), weight)));
            }
            Phase::Act => (),
        }
    }
    fn settle(&self, state: &mut State, chance: Chance) {
        self.settle_chance(state, chance);
    }
    fn abandon(&self, state: &mut State, seat: Seat) -> bool {
        self.leave(state, seat)
    }
    fn is_out(&self, state: &State, seat: Seat) -> bool {
        state.open.gone.contains(seat)
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

impl Formats for Muster {}

impl Lessons for Muster {}
