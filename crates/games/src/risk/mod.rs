//! Risk: 42 countries, dice, hidden cards, and a neutral owner between two players.
//!
//! The numbered rules are in `rules.md`. `rules` says them one by one for refusals, `actions` lists
//! what they allow fast enough for search, and the tests hold the two together. `course` is what
//! actions and chance lead to.

mod actions;
mod board;
mod cards;
mod course;
mod deep;
mod drawings;
mod evaluate;
mod heuristic;
mod imagine;
mod lenses;
mod map;
mod narrate;
mod notation;
mod odds;
mod pieces;
mod position;
mod refusal;
mod rules;
mod scene;
mod setup;
mod state;
#[cfg(test)]
mod tests;

use vauban_game::{
    Actions, Dice, Ending, Formats, Game, Outcome, Refused, Seat, Turn, Viewer, fingerprint,
};

pub use board::{COUNTRIES, Continent, Country, Lands};
pub use cards::{Cards, Kind, OF_A_KIND};
pub use deep::Deep;
pub use evaluate::{Strategist, Weights};
pub use heuristic::Heuristic;
pub use imagine::View;
pub use odds::{Battlefield, Losses, MOST_COUNTED, QuickOdds, fought_out, losses, roll_ways};
pub use refusal::Refusal;
pub use setup::Rules;
pub use state::{Battle, End, Owner, Phase, Rolled, State};

/// §7.3 After so many rounds the match is counted.
pub const ROUND_LIMIT: u8 = 200;
/// §6.3 The most moves of armies in one turn.
pub const MOVE_LIMIT: u8 = 20;
/// §5.2 The most cards in a hand.
pub const HAND_LIMIT: u8 = 5;
/// §5.3 So many cards make a set.
pub const SET: u8 = 3;

/// The rules of Risk with their options.
#[derive(Clone, Debug)]
pub struct Risk {
    rules: Rules,
    players: u8,
    /// §7.1 Who holds so many countries wins.
    win: u8,
}

/// One choice.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// §2.1
    Deal,
    /// §2.4, §5.5, §9.4
    Place { at: Country, armies: u16 },
    /// §3.2
    Attack { from: Country },
    /// §3.3
    Target { to: Country },
    /// §3.4
    Dice { dice: u8 },
    /// §3.5
    Guard { dice: u8 },
    /// §9.7
    MoveIn { armies: u16 },
    /// §5.1
    Card,
    /// §5.2
    Discard { kind: Kind },
    /// §5.3
    Exchange { cards: Cards },
    /// §3.2, §5.3
    Pass,
    /// §6.1, §9.10
    Move {
        from: Country,
        to: Country,
        armies: u16,
    },
    /// §6.4
    End,
}

/// One result of nature.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Chance {
    /// Who gets the next country.
    Land(Owner),
    Roll(Rolled),
    Card(Kind),
}

impl Risk {
    pub fn rules(&self) -> Rules {
        self.rules
    }
    /// §7.1 How many countries win.
    pub fn win(&self) -> u8 {
        self.win
    }
    fn is_classic(&self) -> bool {
        self.rules == Rules::Classic
    }
    /// §6.3, §9.10 How often armies may be moved in one turn.
    pub fn move_limit(&self) -> u8 {
        match self.rules {
            Rules::Seed => MOVE_LIMIT,
            Rules::Classic => 1,
        }
    }
    /// Who chooses now, if somebody does.
    fn chooser(&self, state: &State) -> Option<Seat> {
        match state.phase {
            Phase::Dealing | Phase::Roll | Phase::Drawing | Phase::Over(_) => None,
            Phase::Guard => state.defender(),
            _ => Some(state.mover),
        }
    }
}

impl Game for Risk {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type Refusal = Refusal;

    fn seats(&self) -> u8 {
        self.players
    }

    fn start(&self) -> State {
        self.opening()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Over(end) => Turn::Over(self.outcome(state, end)),
            Phase::Dealing | Phase::Roll | Phase::Drawing => Turn::Chance,
            Phase::Guard => Turn::One(state.defender().unwrap_or(state.mover)),
            _ => Turn::One(state.mover),
        }
    }

    #[inline]
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if self.chooser(state) == Some(seat) {
            self.append_actions(state, out);
        }
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Refusal>> {
        rules::check(self, state, seat, action)
    }

    #[inline]
    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        debug_assert_eq!(
            Some(seat),
            self.chooser(state),
            "only the seat on turn acts"
        );
        self.apply(state, action);
    }

    #[inline]
    fn chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) {
        self.append_chances(state, out);
    }

    #[inline]
    fn roll(&self, state: &State, dice: &mut Dice) -> Chance {
        self.draw_chance(state, dice)
    }

    #[inline]
    fn settle(&self, state: &mut State, chance: Chance) {
        self.befall(state, chance);
    }

    fn abandon(&self, state: &mut State, seat: Seat) -> bool {
        // With two players the other one has won.
        if self.players == 2 {
            return false;
        }
        self.leave(state, seat);
        true
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(state, viewer)
    }

    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        view.imagine(dice)
    }

    fn key(&self, state: &State) -> u64 {
        let mut words = [0; 24];
        for (word, lands) in words.iter_mut().zip(state.lands) {
            *word = lands.0;
        }
        for (at, armies) in state.armies.iter().enumerate() {
            words[7 + at / 4] |= u64::from(*armies) << (16 * (at % 4));
        }
        let cards = state.hands.iter().chain([&state.draw, &state.discard]);
        for (at, count) in cards.flat_map(|cards| cards.0).enumerate() {
            words[18 + at / 8] |= u64::from(count) << (8 * (at % 8));
        }
        let battle = state.battle;
        let country = |country: Option<Country>| country.map_or(0, |country| country.0 + 1);
        let bytes = [
            position::phase_number(state.phase),
            state.mover.0,
            state.moves,
            country(battle.attacker()),
            country(battle.target()),
            battle.dice,
            battle.guard,
            u8::from(state.conquered) | u8::from(state.spoils) << 1,
        ];
        words[21] = u64::from_le_bytes(bytes);
        let out = state.out.iter().fold(0, |out, seat| out | 1 << seat.0);
        words[22] = u64::from(state.left) | out << 16;
        fingerprint(&words)
    }
}

impl Risk {
    /// §7 Who won, and how.
    #[cold]
    fn outcome(&self, state: &State, end: End) -> Outcome {
        let ending = end.ending();
        if matches!(end, End::Share | End::World | End::Alone) {
            return Outcome::win(state.mover, self.players, ending);
        }
        let strength = |seat: Seat| (state.lands(seat).len(), state.total(seat));
        let seats = || (0..self.players).map(Seat);
        let best = seats().map(strength).max().unwrap_or_default();
        let at_top = seats().filter(|&seat| strength(seat) == best).count();
        let top = if at_top == 1 { 1 } else { 0 };
        Outcome::scored(self.players, ending, |seat| {
            if strength(seat) == best { top } else { -1 }
        })
    }
}

impl End {
    pub fn ending(self) -> &'static Ending {
        static SHARE: Ending = Ending::new(
            "share",
            "by holding enough countries",
            "en tenant assez de pays",
        );
        static WORLD: Ending = Ending::new(
            "world",
            "by holding the whole world",
            "en tenant le monde entier",
        );
        static ALONE: Ending = Ending::new(
            "alone",
            "because no other player is left",
            "car il ne reste aucun autre joueur",
        );
        static ROUNDS: Ending = Ending::new(
            "rounds",
            "by countries and armies after 200 rounds",
            "aux pays et aux armées après 200 tours de table",
        );
        static DEAD_END: Ending = Ending::new(
            "dead-end",
            "by countries and armies, as nobody can attack any more",
            "aux pays et aux armées, car plus personne ne peut attaquer",
        );
        match self {
            End::Share => &SHARE,
            End::World => &WORLD,
            End::Alone => &ALONE,
            End::Rounds => &ROUNDS,
            End::DeadEnd => &DEAD_END,
        }
    }
}

impl Formats for Risk {}
