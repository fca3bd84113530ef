//! Exact odds: of one roll in whole cases, of a whole battle by dynamic programming. §4
//!
//! One roll is counted, so its odds are whole numbers of equally likely cases. A battle of a hundred
//! against a hundred has more cases than any number type holds; its odds are sums and products of
//! the rolls' odds in `f64`. Each of them is off by less than 10⁻¹²: the tests compare them with
//! whole numbers wherever these fit into 128 bits.

use std::sync::LazyLock;

use vauban_game::{Forecast, Odds, OddsLine, Seat, Share, Stake, Text, text};

use super::{
    Action, Chance, Risk,
    board::Country,
    state::{Phase, Rolled},
    view::View,
};

/// §3.4 The most dice that so many armies attack with: one stays at home.
#[inline]
pub(super) fn most_dice(armies: u16) -> u8 {
    armies.saturating_sub(1).min(3) as u8
}

/// §3.5 The most dice that so many armies defend with.
#[inline]
pub(super) fn most_guard(armies: u16) -> u8 {
    armies.min(2) as u8
}

/// What a roll costs.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Losses {
    pub attacker: u8,
    pub defender: u8,
}

/// §4.1–§4.3 Highest against highest, second against second; the attacker needs more.
#[inline]
pub fn losses(rolled: Rolled) -> Losses {
    let mut lost = Losses::default();
    for (attack, guard) in rolled.attack.into_iter().zip(rolled.guard) {
        if attack == 0 || guard == 0 {
            break;
        }
        if attack > guard {
            lost.defender += 1;
        } else {
            lost.attacker += 1;
        }
    }
    lost
}

/// How many armies fall in each roll: one, or two if both sides roll two dice or more.
const fn at_stake(dice: u8, guard: u8) -> u8 {
    if dice < guard { dice } else { guard }
}

/// In how many of all `6^(dice + guard)` cases the defender loses 0, 1 or 2 armies.
pub fn roll_ways(dice: u8, guard: u8) -> [u32; 3] {
    let mut ways = [0; 3];
    for &(chance, weight) in rolls(dice, guard) {
        if let Chance::Roll(rolled) = chance {
            ways[usize::from(losses(rolled).defender)] += weight;
        }
    }
    ways
}

type Rolls = Vec<(Chance, u32)>;

/// By the number of dice less one.
static ROLLS: LazyLock<[[Rolls; 2]; 3]> = LazyLock::new(|| {
    std::array::from_fn(|dice| std::array::from_fn(|guard| sorted_rolls(dice + 1, guard + 1)))
});

/// Every roll of `dice` against `guard`, sorted from the highest, with the number of ways to roll it.
/// Nothing if nobody can roll so many.
#[inline]
pub(super) fn rolls(dice: u8, guard: u8) -> &'static [(Chance, u32)] {
    let by_guard = ROLLS.get(usize::from(dice).wrapping_sub(1));
    by_guard
        .and_then(|by_guard| by_guard.get(usize::from(guard).wrapping_sub(1)))
        .map_or(&[], Vec::as_slice)
}

fn sorted_rolls(dice: usize, guard: usize) -> Rolls {
    let (attacks, guards) = (sorted(dice), sorted(guard));
    let mut rolls = Vec::with_capacity(attacks.len() * guards.len());
    for (attack, attack_ways) in &attacks {
        for (guard, guard_ways) in &guards {
            let rolled = Rolled {
                attack: *attack,
                guard: [guard[0], guard[1]],
            };
            rolls.push((Chance::Roll(rolled), attack_ways * guard_ways));
        }
    }
    rolls
}

/// The sorted results of up to three dice, the highest first, with their ways.
fn sorted(count: usize) -> Vec<([u8; 3], u32)> {
    let mut results = Vec::new();
    for high in (1..=6).rev() {
        for middle in (1..=6).rev() {
            for low in (1..=6).rev() {
                let faces = [high, middle, low];
                let rolled = &faces[..count];
                let unused = faces[count..].iter().all(|&face| face == 1);
                if unused && rolled.is_sorted_by(|one, two| one >= two) {
                    let mut dice = [0; 3];
                    dice[..count].copy_from_slice(rolled);
                    results.push((dice, orders(rolled)));
                }
            }
        }
    }
    results
}

/// In how many orders these dice can fall.
fn orders(dice: &[u8]) -> u32 {
    let factorial = |count: usize| (1..=count as u32).product::<u32>();
    (1..=6).fold(factorial(dice.len()), |orders, face| {
        orders / factorial(dice.iter().filter(|&&other| other == face).count())
    })
}

/// The share of each loss of the defender, by dice and guard less one.
static SHARES: LazyLock<[[[f64; 3]; 2]; 3]> = LazyLock::new(|| {
    std::array::from_fn(|dice| {
        std::array::from_fn(|guard| {
            let ways = roll_ways(dice as u8 + 1, guard as u8 + 1);
            let of = f64::from(ways.iter().sum::<u32>());
            ways.map(|ways| f64::from(ways) / of)
        })
    })
});

/// A battle to be fought with all dice that the sides may roll, until the defender has nobody left or
/// the attacker has no more than `keep` armies.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Battlefield {
    /// Armies in the attacking country, the one that stays included.
    pub attackers: u16,
    pub defenders: u16,
    pub keep: u16,
    /// The attacker never rolls more than this.
    pub dice: u8,
    /// The defence dice of the first roll, where they are chosen already.
    pub guard: Option<u8>,
}

/// How a battle may end.
#[derive(Clone, PartialEq, Debug)]
pub struct Prospects {
    /// The country is taken.
    pub won: f64,
    /// By how many armies each side loses, from none.
    pub attacker: Vec<f64>,
    pub defender: Vec<f64>,
}

/// The most armies on a side of a battle that is counted to its end. The work grows with the product
/// of both sides: a thousand against a thousand take a few milliseconds, and no match comes near it.
pub const MOST_COUNTED: u16 = 1_000;

impl Battlefield {
    /// To the end: the attacker goes on until it has one army.
    pub fn new(attackers: u16, defenders: u16) -> Battlefield {
        Battlefield {
            attackers,
            defenders,
            keep: 1,
            dice: 3,
            guard: None,
        }
    }

    /// Every end with its share, by the states of the battle from the first to the last; `None` if a
    /// side has more than [`MOST_COUNTED`] armies.
    pub fn prospects(self) -> Option<Prospects> {
        if self.attackers.max(self.defenders) > MOST_COUNTED {
            return None;
        }
        let shares = &*SHARES;
        let (most, guards) = (usize::from(self.attackers), usize::from(self.defenders));
        let keep = usize::from(self.keep.max(1)).min(most);
        let mut prospects = Prospects {
            won: 0.0,
            attacker: vec![0.0; most + 1],
            defender: vec![0.0; guards + 1],
        };
        // How likely the battle comes to each number of guards with as many attackers as now, with one
        // fewer and with two fewer: no roll costs more.
        let mut rows = [(); 3].map(|()| vec![0.0; guards + 1]);
        rows[0][guards] = 1.0;
        for armies in (keep..=most).rev() {
            for guard in (0..=guards).rev() {
                let here = rows[0][guard];
                if here == 0.0 {
                    continue;
                }
                if armies <= keep || guard == 0 {
                    prospects.won += if guard == 0 { here } else { 0.0 };
                    prospects.attacker[most - armies] += here;
                    prospects.defender[guards - guard] += here;
                    continue;
                }
                let dice = (armies - 1).min(usize::from(self.dice.clamp(1, 3)));
                let guard_dice = match self.guard {
                    Some(first) if armies == most && guard == guards => {
                        usize::from(first).clamp(1, guard.min(2))
                    }
                    _ => guard.min(2),
                };
                let stake = dice.min(guard_dice);
                for lost in 0..=stake {
                    let share = here * shares[dice - 1][guard_dice - 1][lost];
                    let left = armies + lost - stake;
                    // The last roll may cost one army more than was to be kept.
                    if left < keep {
                        prospects.attacker[most - left] += share;
                        prospects.defender[guards + lost - guard] += share;
                        continue;
                    }
                    rows[stake - lost][guard - lost] += share;
                }
            }
            rows.rotate_left(1);
            rows[2].fill(0.0);
        }
        // Rounded sums may pass the whole by a hair.
        prospects.won = prospects.won.min(1.0);
        Some(prospects)
    }
}

/// The chance to take a country, for all armies below `SIDE`.
#[derive(Debug)]
pub struct OddsTable<const SIDE: usize>(Box<[[f64; SIDE]]>);

/// For search: below 64 armies, so that it stays in the processor's cache.
pub type QuickOdds = OddsTable<64>;

/// For people: as far as battles are counted.
type WholeOdds = OddsTable<{ MOST_COUNTED as usize + 1 }>;

impl<const SIDE: usize> OddsTable<SIDE> {
    /// From the smallest battles to the largest.
    pub fn new() -> OddsTable<SIDE> {
        let shares = &*SHARES;
        let mut table = vec![[0.0; SIDE]; SIDE].into_boxed_slice();
        for armies in 1..SIDE {
            table[armies][0] = 1.0;
            let dice = (armies - 1).min(3);
            if dice == 0 {
                continue;
            }
            for guard in 1..SIDE {
                let of = &shares[dice - 1][guard.min(2) - 1];
                table[armies][guard] = if dice.min(guard) == 1 {
                    of[0] * table[armies - 1][guard] + of[1] * table[armies][guard - 1]
                } else {
                    of[0] * table[armies - 2][guard]
                        + of[1] * table[armies - 1][guard - 1]
                        + of[2] * table[armies][guard - 2]
                };
            }
        }
        OddsTable(table)
    }

    /// The chance that `attackers` take a country from `defenders`. Beyond the table both sides are
    /// scaled down together, which is a little less certain than the truth.
    #[inline]
    pub fn win(&self, attackers: u16, defenders: u16) -> f64 {
        let (mut attackers, mut defenders) = (usize::from(attackers), usize::from(defenders));
        let most = attackers.max(defenders);
        if most >= SIDE {
            attackers = (attackers * (SIDE - 1)).div_ceil(most);
            defenders = (defenders * (SIDE - 1)).div_ceil(most);
        }
        self.0[attackers][defenders]
    }
}

impl QuickOdds {
    /// The one table that search shares.
    pub fn shared() -> &'static QuickOdds {
        static SHARED: LazyLock<QuickOdds> = LazyLock::new(QuickOdds::new);
        &SHARED
    }
}

impl<const SIDE: usize> Default for OddsTable<SIDE> {
    fn default() -> OddsTable<SIDE> {
        OddsTable::new()
    }
}

/// The chance that people are told: exact up to [`MOST_COUNTED`] armies a side, beyond it that of a
/// battle scaled down to so many. The large table is made when somebody first has 64 armies.
pub fn fought_out(attackers: u16, defenders: u16) -> f64 {
    static WHOLE: LazyLock<WholeOdds> = LazyLock::new(WholeOdds::new);
    let quick = QuickOdds::shared();
    if usize::from(attackers.max(defenders)) < quick.0.len() {
        return quick.win(attackers, defenders);
    }
    WHOLE.win(attackers, defenders)
}

/// The chance to take the country with one roll of all dice.
pub(super) fn one_roll(attackers: u16, defenders: u16) -> f64 {
    let (dice, guard) = (most_dice(attackers), most_guard(defenders));
    if dice == 0 || guard == 0 || defenders > u16::from(at_stake(dice, guard)) {
        return 0.0;
    }
    SHARES[usize::from(dice) - 1][usize::from(guard) - 1][usize::from(defenders)]
}

impl Risk {
    /// The dice that would roll after `action`, as far as it says, and both sides' armies.
    fn engagement(&self, view: &View, action: Action) -> Option<Engagement> {
        let state = view.open();
        let battle = state.battle();
        let from = battle.attacker()?;
        let to = match action {
            Action::Target { to } => to,
            _ => battle.target()?,
        };
        let (attackers, defenders) = (state.armies(from), state.armies(to));
        let (dice, guard) = match (state.phase(), action) {
            (Phase::Target, Action::Target { .. }) => (most_dice(attackers), most_guard(defenders)),
            (Phase::Dice, Action::Dice { dice }) => (dice, most_guard(defenders)),
            (Phase::Guard, Action::Guard { dice }) => (battle.dice, dice),
            _ => return None,
        };
        // §3.4, §3.5 Nobody rolls more dice than it may.
        let fits = (1..=most_dice(attackers)).contains(&dice)
            && (1..=most_guard(defenders)).contains(&guard);
        fits.then_some(Engagement {
            to,
            attackers,
            defenders,
            dice,
            guard,
        })
    }
}

struct Engagement {
    to: Country,
    attackers: u16,
    defenders: u16,
    dice: u8,
    guard: u8,
}

/// §4.4 Odds of the next roll: what is not said yet is taken to be as many dice as one may.
impl Odds for Risk {
    fn odds(&self, view: &View, _seat: Seat, action: Action) -> Option<Vec<OddsLine>> {
        let Engagement { dice, guard, .. } = self.engagement(view, action)?;
        let ways = roll_ways(dice, guard);
        let of = u64::from(ways.iter().sum::<u32>());
        let stake = at_stake(dice, guard);
        // From the side of who asks.
        let you = Text::fixed("you", "vous");
        let (attacker, defender) = match action {
            Action::Guard { .. } => (Text::fixed("attacker", "attaquant"), you),
            _ => (you, Text::fixed("defender", "défenseur")),
        };
        let line = |lost: u8| {
            let (who, armies, name) = match (lost, stake - lost) {
                (lost, 0) => ("defender", lost, defender.clone()),
                (0, lost) => ("attacker", lost, attacker.clone()),
                _ => ("each", 1, Text::fixed("each side", "chaque camp")),
            };
            OddsLine {
                result: format!("{who}-{armies}"),
                text: text!("{name} −{armies}", "{name} −{armies}", name),
                ways: ways[usize::from(lost)].into(),
                of,
            }
        };
        Some((0..=stake).rev().map(line).collect())
    }

    /// §9.6 The armies in the attacking country, of which one stays.
    fn stake(&self, view: &View, _seat: Seat, action: Action) -> Option<Stake> {
        let attacks = matches!(action, Action::Dice { .. }) && self.variant.many_attacks;
        let engagement = self.engagement(view, action).filter(|_| attacks)?;
        Some(Stake {
            left: engagement.attackers.into(),
            least: 1,
        })
    }

    /// The whole battle: the next roll with the dice that are chosen, then all that both may roll until
    /// the end, or until the attacker has no more than `keep` armies. Nothing is told of a battle with
    /// more than [`MOST_COUNTED`] armies on a side.
    fn forecasts(
        &self,
        view: &View,
        _seat: Seat,
        action: Action,
        keep: Option<u32>,
    ) -> Option<Vec<Forecast>> {
        let Engagement {
            to,
            attackers,
            defenders,
            dice,
            guard,
        } = self.engagement(view, action)?;
        let keep = keep.map_or(1, |keep| keep.min(u32::from(attackers)) as u16);
        let field = Battlefield {
            keep,
            dice,
            guard: Some(guard),
            ..Battlefield::new(attackers, defenders)
        };
        let Prospects {
            won,
            attacker,
            defender,
        } = field.prospects()?;
        let losses = |shares: Vec<f64>| {
            let lines = shares.into_iter().enumerate();
            lines
                .filter(|(_, of)| *of > 0.0)
                .map(|(lost, share)| Share {
                    result: lost.to_string(),
                    text: Text::same(lost.to_string()),
                    share,
                })
                .collect()
        };
        let words = match action {
            Action::Guard { .. } => BattleWords::of_defender(to),
            _ => BattleWords::of_attacker(to, self.variant.many_attacks),
        };
        Some(vec![
            Forecast {
                error: None,
                name: "battle",
                title: words.title,
                lines: vec![
                    Share {
                        result: "won".to_owned(),
                        text: words.won,
                        share: won,
                    },
                    Share {
                        result: "not-won".to_owned(),
                        text: words.lost,
                        share: 1.0 - won,
                    },
                ],
            },
            Forecast {
                error: None,
                name: "attacker-losses",
                title: Text::fixed("attacker's losses", "pertes de l'attaquant"),
                lines: losses(attacker),
            },
            Forecast {
                error: None,
                name: "defender-losses",
                title: Text::fixed("defender's losses", "pertes du défenseur"),
                lines: losses(defender),
            },
        ])
    }
}

/// What a fight to its end is called by who asks: with one roll a turn there is no battle, the same attack would have
/// to be repeated.
struct BattleWords {
    title: Text,
    won: Text,
    lost: Text,
}

impl BattleWords {
    fn of_attacker(to: Country, many_attacks: bool) -> BattleWords {
        let country = to.the();
        BattleWords {
            title: match many_attacks {
                true => Text::fixed("the battle", "la bataille"),
                false => Text::fixed(
                    "the same attack, turn after turn",
                    "la même attaque, tour après tour",
                ),
            },
            won: text!("you take {country}", "vous prenez {country}", country),
            lost: text!(
                "you do not take {country}",
                "vous ne prenez pas {country}",
                country
            ),
        }
    }

    fn of_defender(to: Country) -> BattleWords {
        let country = to.the();
        BattleWords {
            title: Text::fixed("your defence", "votre défense"),
            won: text!("you lose {country}", "vous perdez {country}", country),
            lost: text!("you keep {country}", "vous gardez {country}", country),
        }
    }
}
