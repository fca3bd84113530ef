//! The player that the first Risk describes: a rule of thumb for each step.

use vauban_game::{
    Actions, Agent, Budget, Dice, Game, Policy, Position, SearchMemory, Seat, Thought, judged,
};

use crate::risk::{
    Action, Risk, Strategist,
    board::{COUNTRIES, Country, Lands},
    cards::{Cards, Kind},
    odds,
    state::{Owner, Phase, State},
};

/// Plays by rules of thumb; never looks ahead.
#[derive(Copy, Clone, Debug, Default)]
pub struct Heuristic;

impl Agent<Risk> for Heuristic {
    fn think(
        &mut self,
        position: &Position<'_, Risk>,
        _budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<Action> {
        // What a rule of thumb looks at is the same in all states that fit the view.
        let state = position.view.imagine(&mut position.dice.clone());
        let (game, seat) = (position.game, position.seat);
        let action = game.thumb(&state, seat);
        judged(&Strategist, game, &state, seat, action)
    }
}

/// In a playout, now and then anything.
impl Policy<Risk> for Heuristic {
    fn sample(
        &self,
        game: &Risk,
        state: &State,
        seat: Seat,
        actions: &mut Actions<Action>,
        dice: &mut Dice,
    ) -> Action {
        if dice.below(WHIM) == 0 {
            actions.clear();
            game.actions(state, seat, actions);
            return actions.draw(game, dice);
        }
        game.thumb(state, seat)
    }
}

/// One in so many actions of a playout is drawn.
const WHIM: u32 = 8;

/// §2.3 Where `armies` go so that well-connected countries get more: one by one to the country of
/// the smallest weight, where a weight is the most friendly borders less its own, and grows by one
/// with each army. Equal weights: the lowest id.
pub(in crate::risk) fn placement(state: &State, owner: Owner, armies: u16) -> [u16; COUNTRIES] {
    let own = state.lands(owner);
    let friends = |country: Country| country.neighbours().both(own).len() as u16;
    let most = own.iter().map(friends).max().unwrap_or(0);
    let mut placed = [0; COUNTRIES];
    for _ in 0..armies {
        let weight = |country: Country| most - friends(country) + 1 + placed[country.index()];
        if let Some(least) = own.iter().min_by_key(|&country| (weight(country), country)) {
            placed[least.index()] += 1;
        }
    }
    placed
}

/// The card to put away, by soldiers, tanks and cannons in a hand of five.
pub(in crate::risk) fn discard(hand: Cards) -> Kind {
    match hand.0 {
        [5, 0, 0] | [4, 1, 0] | [4, 0, 1] => Kind::Soldier,
        [3, 2, 0] | [3, 1, 1] => Kind::Tank,
        [3, 0, 2] => Kind::Cannon,
        [2, 3, 0] => Kind::Soldier,
        [2, 2, 1] => Kind::Cannon,
        [2, 1, 2] => Kind::Tank,
        [2, 0, 3] => Kind::Soldier,
        [1, _, _] => Kind::Soldier,
        [0, 5, 0] | [0, 4, 1] => Kind::Tank,
        [0, 3, 2] => Kind::Cannon,
        [0, 2, 3] | [0, 1, 4] => Kind::Tank,
        [0, 0, 5] => Kind::Cannon,
        // Not a hand of five: whatever there is most of.
        counts => {
            let most = Kind::ALL
                .into_iter()
                .rev()
                .max_by_key(|&kind| counts[kind as usize]);
            most.unwrap_or(Kind::Soldier)
        }
    }
}

impl Risk {
    /// What the rule of thumb for this step says.
    pub(in crate::risk) fn thumb(&self, state: &State, seat: Seat) -> Action {
        let own = state.lands(seat);
        let lowest = |country: Country| std::cmp::Reverse(country);
        match state.phase() {
            Phase::Deal => Action::Deal,
            Phase::Place => {
                // All weights begin where the start left them: so many were placed already.
                self.first_placement(state, seat)
            }
            Phase::Reinforce => {
                let fewest = own.iter().min_by_key(|&at| (state.armies(at), at));
                fewest.map_or(Action::Pass, |at| Action::Place { at, armies: 1 })
            }
            Phase::Attacker => {
                let others = state.others(seat);
                let able = own.both(state.strong).iter();
                let best = able
                    .filter(|from| !from.neighbours().both(others).is_empty())
                    .max_by_key(|&from| {
                        let friends = from.neighbours().both(own).len();
                        (state.armies(from), friends, lowest(from))
                    });
                best.map_or(Action::Pass, |from| Action::Attack { from })
            }
            Phase::Target => {
                let around = state
                    .battle()
                    .attacker()
                    .map_or(Lands::NONE, Country::neighbours);
                let best = around.minus(own).iter().min_by_key(|&to| {
                    let friends = to.neighbours().both(own).len();
                    (state.armies(to), std::cmp::Reverse(friends), to)
                });
                best.map_or(Action::Pass, |to| Action::Target { to })
            }
            Phase::Dice => {
                let armies = state
                    .battle()
                    .attacker()
                    .map_or(2, |from| state.armies(from));
                Action::Dice {
                    dice: odds::most_dice(armies),
                }
            }
            Phase::Guard => {
                let armies = state.battle().target().map_or(1, |to| state.armies(to));
                Action::Guard {
                    dice: odds::most_guard(armies),
                }
            }
            Phase::MoveIn => {
                // Everybody follows, unless the country left behind is still at the front.
                let from = state.battle().attacker();
                let armies = from.map_or(1, |from| state.armies(from));
                let front = from.is_some_and(|from| !own.holds(from.neighbours()));
                let least = u16::from(state.battle().dice);
                Action::MoveIn {
                    armies: if front {
                        least.max(armies.div_ceil(2))
                    } else {
                        armies
                    },
                }
            }
            Phase::Discard => Action::Discard {
                kind: discard(state.hand(seat)),
            },
            Phase::Card => Action::Card,
            Phase::Exchange => {
                let best = state.hand(seat).sets().max_by_key(|kind| kind.worth());
                best.map_or(Action::Pass, |kind| Action::Exchange {
                    cards: Cards::three(kind),
                })
            }
            Phase::Move => self.outwards(state, seat).unwrap_or(Action::End),
            Phase::Dealing | Phase::Roll | Phase::Drawing | Phase::Over(_) => Action::Pass,
        }
    }

    /// The next of the first placements: what is missing from the whole plan, lowest id first.
    fn first_placement(&self, state: &State, seat: Seat) -> Action {
        let lands = state.lands(seat).len() as u16;
        let plan = placement(
            state,
            seat.into(),
            self.first_armies().saturating_sub(lands),
        );
        let missing = state.lands(seat).iter().find_map(|at| {
            let (armies, stands) = (plan[at.index()], state.armies(at) - 1);
            (armies > stands).then(|| (at, (armies - stands).min(state.left())))
        });
        // Somebody else began to place otherwise: the rest goes to the lowest id.
        let first = state.lands(seat).iter().next().unwrap_or(Country(0));
        let (at, armies) = missing.unwrap_or((first, state.left()));
        Action::Place { at, armies }
    }

    /// A country surrounded by own ones keeps one army and sends the rest towards the front.
    fn outwards(&self, state: &State, seat: Seat) -> Option<Action> {
        if state.moves() >= self.variant.moves {
            return None;
        }
        let own = state.lands(seat);
        let inner = own
            .iter()
            .filter(|country| own.holds(country.neighbours()))
            .collect::<Lands>();
        let far = steps_to_front(own, own.minus(inner));
        let from = inner
            .both(state.strong)
            .iter()
            .filter(|from| far[from.index()].is_some())
            .max_by_key(|&from| (state.armies(from), std::cmp::Reverse(from)))?;
        let reach = match self.variant.along_chains {
            true => own.joined(from).minus(inner),
            false => from.neighbours(),
        };
        let to = reach
            .iter()
            .filter(|to| far[to.index()].is_some())
            .min_by_key(|&to| (far[to.index()], state.armies(to), to))?;
        Some(Action::Move {
            from,
            to,
            armies: state.armies(from) - 1,
        })
    }
}

/// How many steps each own country is from the front.
pub(in crate::risk) fn steps_to_front(own: Lands, front: Lands) -> [Option<u8>; COUNTRIES] {
    let mut steps = [None; COUNTRIES];
    let mut here = front;
    let mut seen = front;
    for far in 0.. {
        if here.is_empty() {
            break;
        }
        for country in here.iter() {
            steps[country.index()] = Some(far);
        }
        let around = here.iter().fold(Lands::NONE, |around, country| {
            around.or(country.neighbours())
        });
        here = around.both(own).minus(seen);
        seen = seen.or(here);
    }
    steps
}
