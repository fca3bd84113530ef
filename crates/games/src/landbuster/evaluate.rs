//! How good a position is: soldiers, what the lands will bring, and how safe the capital is.

use vauban_game::{BySeat, Certain, Evaluate, Feature, Seat, Text, WinShare, weights};

use super::{
    LandBuster,
    play::REINFORCEMENTS,
    power::Power,
    state::{Action, Chance, Hero, Phase, State},
    view::View,
};

/// Judges by soldiers and lands; what others hold in secret it only counts.
#[derive(Copy, Clone, Debug, Default)]
pub struct Warlord;

weights! {
    /// What the judge counts; `weights.txt` says what set it.
    pub struct Weights = (include_str!("weights.txt")) {
        turns_ahead, hero, danger,
    }
}

impl Evaluate<LandBuster> for Warlord {
    /// Whoever has twice as much is more than twice as likely to win: the strong one attacks.
    fn evaluate(&self, game: &LandBuster, state: &State) -> BySeat<WinShare> {
        BySeat::split(game.players, |seat| match state.out().contains(seat) {
            true => 0.0,
            false => game.worth(state, seat).powi(2),
        })
    }

    fn features(&self, game: &LandBuster, state: &State, seat: Seat, out: &mut Vec<Feature>) {
        let worth = game.parts_of_worth(state, seat);
        let (own, safe) = (worth.sum(), worth.in_danger);
        let rivals = (0..game.players).map(Seat).filter(|&other| other != seat);
        let strongest = rivals
            .filter(|&other| !state.out().contains(other))
            .map(|other| game.worth(state, other))
            .fold(0.0, f64::max);
        out.extend([
            Feature::new(Text::fixed("soldiers", "soldats"), worth.soldiers),
            Feature::new(
                Text::fixed("reinforcements to come", "renforts à venir"),
                worth.income,
            ),
            Feature::new(Text::fixed("the hero", "le héros"), worth.hero),
            Feature::new(
                Text::fixed("safety of the capital", "sécurité de la capitale"),
                own - own / (1.0 - safe).max(0.01),
            ),
            Feature::new(
                Text::fixed(
                    "weakness of the strongest rival",
                    "faiblesse du rival le plus fort",
                ),
                -strongest,
            ),
        ]);
    }

    /// What takes most first; to give up the turn or a plan last.
    fn promise(&self, game: &LandBuster, state: &State, seat: Seat, action: Action) -> i32 {
        let soldiers = |land| state.soldiers(land).min(10_000) as i32;
        let at_front = |land| !game.map().near(land).both(state.others(seat)).is_empty();
        match action {
            Action::Capital { at } => soldiers(at),
            Action::Reinforce { at } => soldiers(at) + if at_front(at) { 20 } else { 0 },
            Action::Capture { to, .. } => 10 + soldiers(to),
            Action::Attack { from, to } => 20 + soldiers(from) - soldiers(to),
            Action::Launch => 1_000,
            Action::Move {
                from, to, quarters, ..
            } => {
                let forward = i32::from(at_front(to)) - i32::from(at_front(from));
                forward * 50 + soldiers(from) * i32::from(quarters) / 8
            }
            Action::Use => 100,
            Action::Port { .. } => 5,
            Action::Skip => 10,
            Action::Pass => -50,
            Action::Cancel { .. } => -100,
        }
    }

    /// Planned attacks and their luck come first.
    fn is_quiet(&self, _game: &LandBuster, state: &State) -> bool {
        state.planned() == 0 && !matches!(state.phase(), Phase::Battle { .. })
    }
}

/// Luck is 1.000, no item appears, and nobody holds one that is not known.
impl Certain<LandBuster> for Warlord {
    fn known(&self, _game: &LandBuster, view: &View) -> State {
        *view.open()
    }

    fn usual(&self, game: &LandBuster, state: &State) -> Chance {
        match state.phase() {
            Phase::Battle { .. } => Chance::Luck(1_000),
            Phase::Item => Chance::NoItem,
            _ => {
                let mut chances = Vec::new();
                game.append_chances(state, &mut chances);
                let likely = chances
                    .into_iter()
                    .reduce(|best, chance| match chance.1 > best.1 {
                        true => chance,
                        false => best,
                    });
                likely.map_or(Chance::NoItem, |(chance, _)| chance)
            }
        }
    }
}

/// What a player has, part by part, in soldiers.
#[derive(Copy, Clone, Debug)]
struct Worth {
    soldiers: f64,
    income: f64,
    hero: f64,
    /// The part of everything that a capital in reach puts at risk.
    in_danger: f64,
}

impl Worth {
    fn sum(self) -> f64 {
        (1.0 + self.soldiers + self.income + self.hero) * (1.0 - self.in_danger)
    }
}

impl LandBuster {
    /// What a player has, in soldiers.
    pub(super) fn worth(&self, state: &State, seat: Seat) -> f64 {
        self.parts_of_worth(state, seat).sum()
    }

    fn parts_of_worth(&self, state: &State, seat: Seat) -> Worth {
        let weights = Weights::shipped();
        let soldiers = f64::from(state.total(seat));
        let income = f64::from(REINFORCEMENTS) * state.lands(seat).len() as f64;
        Worth {
            soldiers,
            income: f64::from(weights.turns_ahead) * income,
            hero: match state.hero(seat) {
                Hero::At(_) => f64::from(weights.hero) / 100.0 * soldiers,
                Hero::Waiting | Hero::Dead => 0.0,
            },
            in_danger: match self.is_capital_in_reach(state, seat) {
                true => f64::from(weights.danger) / 100.0,
                false => 0.0,
            },
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
