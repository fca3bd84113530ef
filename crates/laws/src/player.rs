//! Who plays when nobody does: at random, or at random with curiosity.

use std::collections::HashMap;

use vauban_game::{Dice, Happening, Playable, Seat, Turn, Viewer, every_action, scene::Spot, tell};

/// Plays anything at random. With curiosity it prefers, among some actions drawn at random, what has
/// happened least, then places where a seat has been least, then to go on with the piece it used
/// last: so pieces go far, and meet, that would stay at home for ever if all had the same chance.
#[derive(Clone, Debug)]
pub struct Player {
    curiosity: Curiosity,
    /// How often each kind of event happened.
    happened: HashMap<&'static str, u32>,
    /// How often each seat's actions ended at each place.
    visits: HashMap<(Seat, Spot), u32>,
    /// Where each seat's last action ended.
    last: HashMap<Seat, Spot>,
}

/// How a [`Player`] chooses.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Curiosity {
    /// Every action has the same chance.
    None,
    /// Of so many actions, the one that is newest.
    Among(u32),
}

impl Curiosity {
    /// Odd seeds are curious.
    pub(crate) fn of_seed(seed: u64) -> Curiosity {
        if seed % 2 == 1 {
            Curiosity::Among(24)
        } else {
            Curiosity::None
        }
    }
}

impl Player {
    pub fn new(curiosity: Curiosity) -> Player {
        Player {
            curiosity,
            happened: HashMap::new(),
            visits: HashMap::new(),
            last: HashMap::new(),
        }
    }

    /// What happens next at `state`; nothing if the game is over, or nobody can do anything.
    pub fn choose<G: Playable>(
        &mut self,
        game: &G,
        state: &G::State,
        dice: &mut Dice,
    ) -> Option<Happening<G>> {
        let turn = game.turn(state);
        if turn == Turn::Chance {
            let mut chances = Vec::new();
            game.chances(state, &mut chances);
            let total: u64 = chances.iter().map(|&(_, weight)| u64::from(weight)).sum();
            let fair = (1..=u64::from(u32::MAX)).contains(&total);
            return fair.then(|| Happening::Chance(dice.pick(&chances)));
        }
        let seats: Vec<Seat> = turn.seats().iter().collect();
        if seats.is_empty() {
            return None;
        }
        let seat = dice.choose(&seats);
        let actions = every_action(game, state, seat);
        if actions.is_empty() {
            return None;
        }
        let action = match self.curiosity {
            Curiosity::None => dice.choose(&actions),
            Curiosity::Among(count) => self.newest(game, state, seat, &actions, count, dice),
        };
        Some(Happening::Action(seat, action))
    }

    fn newest<G: Playable>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        actions: &[G::Action],
        count: u32,
        dice: &mut Dice,
    ) -> G::Action {
        let mut best = dice.choose(actions);
        let mut least = self.familiarity(game, state, seat, best);
        for _ in 1..count {
            let action = dice.choose(actions);
            let familiarity = self.familiarity(game, state, seat, action);
            if familiarity < least {
                (best, least) = (action, familiarity);
            }
        }
        for kind in kinds(game, state, seat, best) {
            *self.happened.entry(kind).or_default() += 1;
        }
        if let Some(spot) = game.gesture(best).pop() {
            *self.visits.entry((seat, spot.clone())).or_default() += 1;
            self.last.insert(seat, spot);
        }
        best
    }

    /// How well it knows what would happen: the rarest event, the place, and whether another piece
    /// than the last one acts.
    fn familiarity<G: Playable>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        action: G::Action,
    ) -> (u32, u32, bool) {
        let count = |kind| self.happened.get(kind).copied().unwrap_or(0);
        let rarest = kinds(game, state, seat, action)
            .into_iter()
            .map(count)
            .min();
        let mut gesture = game.gesture(action);
        let another = gesture.first() != self.last.get(&seat);
        let place = gesture.pop().map(|spot| (seat, spot));
        let visits = place.and_then(|place| self.visits.get(&place).copied());
        (rarest.unwrap_or(0), visits.unwrap_or(0), another)
    }
}

fn kinds<G: Playable>(
    game: &G,
    state: &G::State,
    seat: Seat,
    action: G::Action,
) -> Vec<&'static str> {
    let mut after = state.clone();
    game.act(&mut after, seat, action);
    let events = tell(
        game,
        state,
        Happening::Action(seat, action),
        &after,
        Viewer::Seat(seat),
    );
    events.into_iter().map(|event| event.kind).collect()
}
