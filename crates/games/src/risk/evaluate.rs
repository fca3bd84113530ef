//! How good a position is: countries, armies where they count, what can be taken and what can be lost.

use vauban_game::{BySeat, Evaluate, Feature, Seat, Text, WinShare, weights};

use super::{
    Action, Risk,
    board::{Continent, Country, Lands},
    odds::{self, QuickOdds},
    state::{Owner, Phase, State},
};

/// Judges by the map and by exact odds; what others hold in their hands it only counts.
#[derive(Copy, Clone, Debug, Default)]
pub struct Strategist;

weights! {
    /// What things are worth, in hundredths of a country; `weights.txt` says what set them.
    pub struct Weights = (include_str!("weights.txt")) {
        country, army, idle_army, card, chance, danger, fading, income, edge,
    }
}

impl Default for Weights {
    fn default() -> Weights {
        *Weights::shipped()
    }
}

impl Evaluate<Risk> for Strategist {
    /// A lead of `edge` over somebody makes a seat's share e times theirs.
    fn evaluate(&self, game: &Risk, state: &State) -> BySeat<WinShare> {
        let weights = Weights::default();
        BySeat::split(game.players, |seat| match state.lands(seat).is_empty() {
            true => 0.0,
            false => (game.worth(&weights, state, seat).sum() / f64::from(weights.edge)).exp(),
        })
    }

    fn features(&self, game: &Risk, state: &State, seat: Seat, out: &mut Vec<Feature>) {
        let worth = game.worth(&Weights::default(), state, seat);
        out.extend(worth.named().map(|(name, worth)| Feature::new(name, worth)));
    }

    /// Strong attackers and weak targets first, new armies where most stands against them.
    fn promise(&self, _game: &Risk, state: &State, seat: Seat, action: Action) -> i32 {
        let armies = |country: Country| i32::from(state.armies(country));
        let foes = |country: Country| country.neighbours().minus(state.lands(seat)).iter();
        let weakest = |country| foes(country).map(armies).min().unwrap_or(99);
        let strongest = |country| foes(country).map(armies).max().unwrap_or(0);
        match action {
            Action::Attack { from } => 2 * (armies(from) - weakest(from)),
            Action::Target { to } => -armies(to),
            Action::Dice { dice } | Action::Guard { dice } => dice.into(),
            Action::Place { at, armies: new } => strongest(at) + i32::from(new.min(8)),
            Action::MoveIn { armies } => armies.into(),
            Action::Move {
                from,
                to,
                armies: gone,
            } => strongest(to) - strongest(from) + i32::from(gone) / 2,
            Action::Exchange { .. } => 100,
            Action::Deal | Action::Card | Action::Discard { .. } => 0,
            // Neither first nor last.
            Action::Pass | Action::End => 2,
        }
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
            .map(|other| self.worth(weights, state, other).sum())
            .fold(0.0, f64::max);
        self.worth(weights, state, seat).sum() - best
    }

    fn worth(&self, weights: &Weights, state: &State, seat: Seat) -> Worth {
        let own = state.lands(seat);
        let table = QuickOdds::shared();
        let army = f64::from(weights.army);
        let mut worth = Worth {
            countries: f64::from(weights.country) * own.len() as f64,
            cards: f64::from(weights.card) * f64::from(state.hand(seat).len()),
            armies: army * f64::from(state.left) * f64::from(u8::from(state.mover == seat)),
            ..Worth::default()
        };
        let mut prey = [0.0_f64; super::COUNTRIES];
        for country in own.iter() {
            let armies = state.armies(country);
            let around = country.neighbours().minus(own);
            if around.is_empty() {
                worth.armies += f64::from(weights.idle_army) * f64::from(armies);
                continue;
            }
            worth.armies += army * f64::from(armies);
            let mut danger = 0.0_f64;
            for other in around.iter() {
                let theirs = state.armies(other);
                prey[other.index()] = prey[other.index()].max(self.chance(table, armies, theirs));
                if !state.lands(Owner::NEUTRAL).contains(other) {
                    danger = danger.max(self.chance(table, theirs, armies));
                }
            }
            worth.safety -= f64::from(weights.danger) * danger;
        }
        // One attack a turn: the best chances count, each further one less.
        let mut chances: Vec<f64> = prey.into_iter().filter(|&chance| chance > 0.0).collect();
        chances.sort_unstable_by(|one, two| two.total_cmp(one));
        let part = f64::from(weights.fading) / 100.0;
        let fading = (0..).map(|step: i32| part.powi(step));
        worth.targets = chances
            .into_iter()
            .zip(fading)
            .map(|(chance, part)| f64::from(weights.chance) * chance * part)
            .sum::<f64>();
        if self.variant.reinforcements {
            worth.income = f64::from(weights.income) * income(own, state);
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

/// What a side has, part by part, in hundredths of a country.
#[derive(Copy, Clone, Debug, Default)]
struct Worth {
    countries: f64,
    armies: f64,
    cards: f64,
    /// What it can take.
    targets: f64,
    /// What it can lose; below nought.
    safety: f64,
    income: f64,
}

impl Worth {
    fn sum(self) -> f64 {
        self.countries + self.armies + self.cards + self.targets + self.safety + self.income
    }

    fn named(self) -> [(Text, f64); 6] {
        [
            (Text::fixed("countries", "pays"), self.countries),
            (
                Text::fixed("armies that count", "armées utiles"),
                self.armies,
            ),
            (Text::fixed("cards", "cartes"), self.cards),
            (
                Text::fixed("countries in reach", "pays à portée"),
                self.targets,
            ),
            (Text::fixed("safety", "sécurité"), self.safety),
            (Text::fixed("income", "renforts à venir"), self.income),
        ]
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
