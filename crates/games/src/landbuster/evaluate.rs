//! How good a position is: soldiers, what the lands will bring, and how safe the capital is.

use vauban_game::{BySeat, Evaluate, Seat, WinShare};

use super::{
    LandBuster,
    play::REINFORCEMENTS,
    power::Power,
    state::{Hero, Phase, State},
};

/// Judges by soldiers and lands; what others hold in secret it only counts.
#[derive(Copy, Clone, Debug, Default)]
pub struct Warlord;

/// Turns whose reinforcements a land is worth.
const TURNS_AHEAD: f64 = 8.0;
/// A hero whose death halves everything is worth a little less than he fights for.
const HERO: f64 = 0.1;
/// How much of everything is at stake while somebody can attack the capital.
const DANGER: f64 = 0.5;

impl Evaluate<LandBuster> for Warlord {
    /// Whoever has twice as much is more than twice as likely to win: the strong one attacks.
    fn evaluate(&self, game: &LandBuster, state: &State) -> BySeat<WinShare> {
        BySeat::split(game.players, |seat| match state.out().contains(seat) {
            true => 0.0,
            false => game.worth(state, seat).powi(2),
        })
    }

    /// Planned attacks and their luck come first.
    fn is_quiet(&self, _game: &LandBuster, state: &State) -> bool {
        state.planned() == 0 && !matches!(state.phase(), Phase::Battle { .. })
    }
}

impl LandBuster {
    /// What a player has, in soldiers.
    pub(super) fn worth(&self, state: &State, seat: Seat) -> f64 {
        let soldiers = f64::from(state.total(seat));
        let income = f64::from(REINFORCEMENTS) * state.lands(seat).len() as f64;
        let hero = match state.hero(seat) {
            Hero::At(_) => HERO * soldiers,
            Hero::Waiting | Hero::Dead => 0.0,
        };
        let worth = 1.0 + soldiers + TURNS_AHEAD * income + hero;
        match self.is_capital_in_reach(state, seat) {
            true => worth * (1.0 - DANGER),
            false => worth,
        }
    }

    /// Whether somebody could attack the capital of `seat` in the next turn, with all reinforcements
    /// behind the attack.
    pub(super) fn is_capital_in_reach(&self, state: &State, seat: Seat) -> bool {
        let Some(capital) = state.capital(seat) else {
            return false;
        };
        let defence = self.defence(state, capital).power();
        self.strongest_attack(state, seat, capital) > defence
    }

    /// The most that another player could attack a land of `seat` with in its next turn.
    pub(super) fn strongest_attack(
        &self,
        state: &State,
        seat: Seat,
        land: super::land::Land,
    ) -> Power {
        let around = self.map().near(land).or(self.map().over_sea(land));
        let attackers = around.both(state.others(seat)).iter();
        let attack = |from| {
            let owner = state
                .owner(from)
                .filter(|_| self.reach(state, from).contains(land))?;
            let mut attack = self.attack_of(state, from, land, 1);
            attack.soldiers += self.reinforcements(state, owner);
            Some(attack.power())
        };
        attackers
            .filter_map(attack)
            .max()
            .unwrap_or(Power::new(0, 1))
    }
}
