//! What nature may decide, and in how many ways: lots, sums of dice, deaths, what the humans do.
//!
//! Where only a sum matters, a result is that sum, with as many ways as there are dice that show it;
//! so a fight is two small steps, one a side, and never a list of thousands of dice.

use vauban_game::Dice;

use super::{
    Garden,
    cell::Cell,
    state::{CROWD, Chance, Phase, SEATS, State, Visit},
};

/// The most that a sum of dice can be: five dice with nine sides.
pub(super) const HIGHEST: usize = 45;

/// In how many ways so many dice show each sum; the sides are 6 or 9.
type Ways = [u32; HIGHEST + 1];

static WAYS_6: [Ways; CROWD as usize + 1] = ways(6);
static WAYS_9: [Ways; CROWD as usize + 1] = ways(9);

/// By number of dice, then by sum.
pub(super) const fn ways(sides: usize) -> [Ways; CROWD as usize + 1] {
    let mut all = [[0; HIGHEST + 1]; CROWD as usize + 1];
    all[0][0] = 1;
    let mut dice = 1;
    while dice <= CROWD as usize {
        let mut sum = 0;
        while sum <= HIGHEST {
            let mut face = 1;
            while face <= sides && face <= sum {
                all[dice][sum] += all[dice - 1][sum - face];
                face += 1;
            }
            sum += 1;
        }
        dice += 1;
    }
    all
}

/// The ways of `dice` dice with `sides` sides.
#[inline]
fn ways_of((dice, sides): (u8, u8)) -> &'static Ways {
    let table = if sides == 9 { &WAYS_9 } else { &WAYS_6 };
    &table[usize::from(dice.min(CROWD))]
}

/// In how many of all cases so many of `among` die, when each dies in `fatal` of `sides` cases.
pub(super) fn deaths(among: u8, dead: u8, fatal: u32, sides: u32) -> u32 {
    let choose = (0..u32::from(dead)).fold(1, |ways, taken| {
        ways * (u32::from(among) - taken) / (taken + 1)
    });
    choose * fatal.pow(dead.into()) * (sides - fatal).pow((among - dead).into())
}

/// §9.1 In eighths: how often no human comes.
const QUIET: u32 = 7;
/// §9.1 The kinds of visit are equally likely.
const VISITS: u32 = 4;

impl Garden {
    /// Appends what nature may do now.
    #[inline]
    pub(super) fn append_chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) {
        match state.phase {
            Phase::Attack { from, .. } => append_rolls(state.dice(from), out),
            Phase::Defence { to, .. } => append_rolls(state.dice(to), out),
            Phase::Poison(_) => append_rolls((1, 6), out),
            _ => self.each_event(state, |chance, weight| out.push((chance, weight))),
        }
    }

    /// Tells what nature may do now besides rolling dice, with its weights.
    #[inline]
    fn each_event(&self, state: &State, mut tell: impl FnMut(Chance, u32)) {
        match state.phase {
            Phase::Lot => SEATS.iter().for_each(|&seat| tell(Chance::First(seat), 1)),
            Phase::Dying(cell, roll) => {
                each_death(state.creatures(cell), u32::from(roll) - 1, 6, tell);
            }
            Phase::Trampling(cell) => each_death(state.creatures(cell), 1, 3, tell),
            Phase::Humans => {
                let cells = u32::from(Cell::COUNT);
                tell(Chance::Quiet, QUIET * VISITS * cells);
                Cell::all().for_each(|cell| tell(Chance::Foot(cell), 1));
                Visit::ALL
                    .iter()
                    .for_each(|&visit| tell(Chance::Visit(visit), cells));
            }
            _ => {}
        }
    }

    /// One of those, drawn by its weight: dice are thrown, not listed.
    #[inline]
    pub(super) fn draw_chance(&self, state: &State, dice: &mut Dice) -> Chance {
        match state.phase {
            Phase::Attack { from, .. } => throw(state.dice(from), dice),
            Phase::Defence { to, .. } => throw(state.dice(to), dice),
            Phase::Poison(_) => throw((1, 6), dice),
            _ => dice.pick_told(|tell| self.each_event(state, tell)),
        }
    }
}

#[inline]
fn throw((count, sides): (u8, u8), dice: &mut Dice) -> Chance {
    let faces = (0..count.min(CROWD)).map(|_| 1 + dice.below(sides.into()) as u8);
    Chance::Roll(faces.sum())
}

#[inline]
fn append_rolls(dice: (u8, u8), out: &mut Vec<(Chance, u32)>) {
    let least = usize::from(dice.0);
    let most = least * usize::from(dice.1);
    let ways = ways_of(dice);
    out.extend((least..=most).map(|sum| (Chance::Roll(sum as u8), ways[sum])));
}

fn each_death(among: u8, fatal: u32, sides: u32, mut tell: impl FnMut(Chance, u32)) {
    (0..=among).for_each(|dead| tell(Chance::Dead(dead), deaths(among, dead, fatal, sides)));
}
