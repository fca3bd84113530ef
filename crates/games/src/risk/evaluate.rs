//! How good a position is: countries, armies where they count, what can be taken and what can be lost.

use vauban_game::{BySeat, Evaluate, Seat, WinShare};

use super::{
    Risk,
    board::{Continent, Country, Lands},
    odds::{self, QuickOdds},
    state::{Owner, Phase, State},
};

/// Judges by the map and by exact odds; what others hold in their hands it only counts.
#[derive(Copy, Clone, Debug, Default)]
pub struct Strategist;

/// What things are worth, in hundredths of a country.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Weights {
    pub country: f64,
    pub army: f64,
    /// An army that cannot reach anybody in the next turn.
    pub idle_army: f64,
    pub card: f64,
    /// What is likely to be taken, and what is likely to be lost.
    pub chance: f64,
    pub danger: f64,
    /// How much less each further chance counts.
    pub fading: f64,
    /// An army that comes every turn.
    pub income: f64,
}

/// Found by matches against the rules of thumb: over 80 of them by `seed`, wins less losses were 65; with
/// a fading of 0.7 they were 52, and no other change came higher.
impl Default for Weights {
    fn default() -> Weights {
        Weights {
            country: 100.0,
            army: 14.0,
            idle_army: 9.0,
            card: 12.0,
            chance: 55.0,
            danger: 45.0,
            fading: 0.4,
            income: 45.0,
        }
    }
}

/// Hundredths of a country.
pub(super) const EDGE: f64 = 750.0;

impl Evaluate<Risk> for Strategist {
    /// A lead of `EDGE` over somebody makes a seat's share e times theirs.
    fn evaluate(&self, game: &Risk, state: &State) -> BySeat<WinShare> {
        let weights = Weights::default();
        BySeat::split(game.players, |seat| match state.lands(seat).is_empty() {
            true => 0.0,
            false => (game.worth(&weights, state, seat) / EDGE).exp(),
        })
    }

    /// A command that is under way has its roll before it.
    fn is_quiet(&self, _game: &Risk, state: &State) -> bool {
        matches!(
            state.phase(),
            Phase::Deal | Phase::Place | Phase::Reinforce | Phase::Attacker | Phase::Move
        )
    }
}

impl Risk {
    /// The side's own worth less the strongest other's.
    pub(super) fn judge(&self, weights: &Weights, state: &State, seat: Seat) -> f64 {
        let others = (0..self.players).map(Seat).filter(|&other| other != seat);
        let best = others
            .filter(|&other| !state.lands(other).is_empty())
            .map(|other| self.worth(weights, state, other))
            .fold(0.0, f64::max);
        self.worth(weights, state, seat) - best
    }

    fn worth(&self, weights: &Weights, state: &State, seat: Seat) -> f64 {
        let own = state.lands(seat);
        let table = QuickOdds::shared();
        let mut worth = weights.country * own.len() as f64
            + weights.card * f64::from(state.hand(seat).len())
            + weights.army * f64::from(state.left) * f64::from(u8::from(state.mover == seat));
        let mut prey = [0.0_f64; super::COUNTRIES];
        for country in own.iter() {
            let armies = state.armies(country);
            let around = country.neighbours().minus(own);
            if around.is_empty() {
                worth += weights.idle_army * f64::from(armies);
                continue;
            }
            worth += weights.army * f64::from(armies);
            let mut danger = 0.0_f64;
            for other in around.iter() {
                let theirs = state.armies(other);
                prey[other.index()] = prey[other.index()].max(self.chance(table, armies, theirs));
                if !state.lands(Owner::NEUTRAL).contains(other) {
                    danger = danger.max(self.chance(table, theirs, armies));
                }
            }
            worth -= weights.danger * danger;
        }
        // One attack a turn: the best chances count, each further one less.
        let mut chances: Vec<f64> = prey.into_iter().filter(|&chance| chance > 0.0).collect();
        chances.sort_unstable_by(|one, two| two.total_cmp(one));
        let fading = (0..).map(|step: i32| weights.fading.powi(step));
        worth += chances
            .into_iter()
            .zip(fading)
            .map(|(chance, part)| weights.chance * chance * part)
            .sum::<f64>();
        if self.variant.reinforcements {
            worth += weights.income * income(own, state);
        }
        worth
    }

    /// How likely a country falls soon: at once, or in the end.
    fn chance(&self, table: &QuickOdds, attackers: u16, defenders: u16) -> f64 {
        let whole = table.win(attackers, defenders);
        if self.variant.many_attacks {
            return whole;
        }
        (whole + odds::one_roll(attackers, defenders)) / 2.0
    }
}

/// Armies each turn; a continent that is nearly whole counts in part, one at the front not quite.
fn income(own: Lands, state: &State) -> f64 {
    let base = (own.len() as f64 / 3.0).max(3.0);
    let bonus: f64 = Continent::ALL
        .into_iter()
        .map(|continent| {
            let lands = continent.lands();
            let held = own.both(lands).len() as f64 / lands.len() as f64;
            let mine: u32 = armies(state, own.both(lands));
            let all: u32 = armies(state, lands);
            let hold = f64::from(mine) / f64::from(all.max(1));
            f64::from(continent.bonus()) * held.powi(3) * (0.4 + 0.6 * hold)
        })
        .sum();
    base + bonus
}

fn armies(state: &State, lands: Lands) -> u32 {
    let armies = |country: Country| u32::from(state.armies(country));
    lands.iter().map(armies).sum()
}
