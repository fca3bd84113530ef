//! Exact odds: how likely each side is to win a fight, and how many the poison takes.

use vauban_game::{Game, Odds, OddsLine, Seat, Text, text};

use super::{
    Garden,
    cell::Cell,
    dice::{HIGHEST, deaths, ways},
    state::{Action, CROWD, State},
};

/// A fight before the dice are rolled: who rolls how many dice with how many sides.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Bout {
    /// Dice and their sides, 6 or 9.
    pub attacker: (u8, u8),
    pub defender: (u8, u8),
}

/// Ways for the attacker by armed sides and dice: `[attacker 9?][defender 9?][dice][dice]`.
type Table = [[[[u64; CROWD as usize + 1]; CROWD as usize + 1]; 2]; 2];

/// In how many of all equally likely cases the attacker's sum is higher.
static WINS: Table = wins();

const fn wins() -> Table {
    let mut table = [[[[0; CROWD as usize + 1]; CROWD as usize + 1]; 2]; 2];
    let tables = [ways(6), ways(9)];
    let mut place = 0;
    // Every combination of weapons and dice, counted in one loop: a constant cannot be mapped over.
    let numbers = CROWD as usize + 1;
    while place < 4 * numbers * numbers {
        let (armed, dice) = (place / (numbers * numbers), place % (numbers * numbers));
        let (attack, defence) = (dice / numbers, dice % numbers);
        let attacker = &tables[armed / 2][attack];
        let defender = &tables[armed % 2][defence];
        let (mut sum, mut lower, mut wins) = (0, 0, 0);
        while sum <= HIGHEST {
            // `lower` counts the defender's cases below `sum`.
            wins += attacker[sum] as u64 * lower;
            lower += defender[sum] as u64;
            sum += 1;
        }
        table[armed / 2][armed % 2][attack][defence] = wins;
        place += 1;
    }
    table
}

impl Bout {
    /// The fight between two cells of a position.
    pub fn between(state: &State, from: Cell, to: Cell) -> Bout {
        Bout {
            attacker: state.dice(from),
            defender: state.dice(to),
        }
    }
    /// §4.5 In how many cases the attacker's sum is higher.
    #[inline]
    pub fn wins(self) -> u64 {
        let place = |dice: u8| usize::from(dice.min(CROWD));
        let armed = |sides: u8| usize::from(sides == 9);
        let (attack, defence) = (self.attacker, self.defender);
        WINS[armed(attack.1)][armed(defence.1)][place(attack.0)][place(defence.0)]
    }
    /// How many equally likely cases there are.
    #[inline]
    pub fn cases(self) -> u64 {
        let cases = |(dice, sides): (u8, u8)| u64::from(sides).pow(dice.into());
        cases(self.attacker) * cases(self.defender)
    }
    /// The attacker's chance, from 0 to 1.
    #[inline]
    pub fn chance(self) -> f64 {
        self.wins() as f64 / self.cases() as f64
    }
    /// The attacker's chance in percent, rounded; neither 0 nor 100 unless it is sure.
    pub fn percent(self) -> i32 {
        let (wins, cases) = (self.wins(), self.cases());
        let percent = ((200 * wins + cases) / (2 * cases)) as i32;
        match wins {
            0 => 0,
            _ if wins == cases => 100,
            _ => percent.clamp(1, 99),
        }
    }
}

impl Odds for Garden {
    fn effect(&self, view: &State, seat: Seat, action: Action) -> Option<Text> {
        let (at, dead) = self.sure_deaths(view, seat, action)?;
        let there = view.creatures(at);
        Some(text!(
            "kills {dead} of {there} on {at}",
            "en tue {dead} sur {there} en {at}"
        ))
    }

    fn odds(&self, view: &State, seat: Seat, action: Action) -> Option<Vec<OddsLine>> {
        let enemy = |cell: &Cell| view.owner(*cell) == Some(seat.other());
        match action {
            Action::Move { from, to } | Action::Jet { from, to } => {
                let own = view.owner(from) == Some(seat);
                Some(to).filter(enemy).filter(|_| own)?;
                Some(fight(view, from, to))
            }
            // §5.8 Against a shelter the power is lost.
            Action::Poison { at } => {
                let exposed = Some(at)
                    .filter(enemy)
                    .filter(|&at| !view.is_sheltered(at))?;
                Some(poisoning(view.creatures(exposed)))
            }
            _ => None,
        }
    }
}

impl Garden {
    /// How many creatures an action kills for sure.
    fn sure_deaths(&self, view: &State, seat: Seat, action: Action) -> Option<(Cell, u8)> {
        let (Action::Grill { at } | Action::Drown { at } | Action::Stone { at }) = action else {
            return None;
        };
        let mut then = *view;
        self.act(&mut then, seat, action);
        let dead = view.creatures(at).saturating_sub(then.creatures(at));
        (dead > 0).then_some((at, dead))
    }
}

/// `win` and `loss`; behind a shelter what would win is `absorbed`.
fn fight(view: &State, from: Cell, to: Cell) -> Vec<OddsLine> {
    let bout = Bout::between(view, from, to);
    let (wins, of) = (bout.wins(), bout.cases());
    let line = |result: &str, text, ways| OddsLine {
        result: result.to_owned(),
        text,
        ways,
        of,
    };
    vec![
        if view.is_sheltered(to) {
            line(
                "absorbed",
                Text::fixed("the shelter takes it", "l'abri l'absorbe"),
                wins,
            )
        } else {
            line("win", Text::fixed("you win", "vous gagnez"), wins)
        },
        line("loss", Text::fixed("you lose", "vous perdez"), of - wins),
    ]
}

/// How many of so many creatures die at the next turn start: `dead-0` and on.
fn poisoning(creatures: u8) -> Vec<OddsLine> {
    let of = 6 * 6u64.pow(creatures.into());
    (0..=creatures)
        .map(|dead| OddsLine {
            result: format!("dead-{dead}"),
            text: Text::count(dead, ["dead", "dead"], ["mort", "morts"]),
            // The garden's roll first: whoever rolls lower dies.
            ways: (0..6)
                .map(|fatal| u64::from(deaths(creatures, dead, fatal, 6)))
                .sum(),
            of,
        })
        .collect()
}
