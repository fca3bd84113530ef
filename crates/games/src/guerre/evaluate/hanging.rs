//! What hangs: the units that the enemy could overwhelm in one turn.

use vauban_game::Seat;

use super::Judge;
use crate::guerre::{
    Guerre, Square, State, Unit,
    doctrine::ChargeLines,
    state::{Flag, MOST_UNITS},
};

/// A side's units as the terms look at them.
pub(super) struct Army {
    men: [Man; MOST_UNITS],
    count: usize,
    /// What all units are worth in communication, and how much of it is lost.
    pub(super) worth: i32,
    pub(super) cut_off: i32,
}

#[derive(Copy, Clone)]
struct Man {
    row: i16,
    column: i16,
    square: Square,
    worth: i16,
    /// 0 for whoever does not count in attacks.
    attack: i16,
    /// 0 for whoever does not charge.
    charge: i16,
    /// 0 out of communication.
    defence: i16,
    range: i16,
    steps: i16,
    fed: bool,
    fighter: bool,
}

const NOBODY: Man = Man {
    row: 0,
    column: 0,
    square: Square(0),
    worth: 0,
    attack: 0,
    charge: 0,
    defence: 0,
    range: 0,
    steps: 0,
    fed: false,
    fighter: false,
};

impl Man {
    #[inline]
    fn distance(&self, other: &Man) -> i16 {
        let rows = (self.row - other.row).abs();
        rows.max((self.column - other.column).abs())
    }
    #[inline]
    fn is_aligned(&self, other: &Man) -> bool {
        let (rows, columns) = (self.row - other.row, self.column - other.column);
        rows == 0 || columns == 0 || rows.abs() == columns.abs()
    }
    /// Whether its fire reaches the other as both stand.
    #[inline]
    fn reaches(&self, game: &Guerre, other: &Man, distance: i16) -> bool {
        distance <= self.range
            && self.is_aligned(other)
            && game.board.sight(self.square).contains(other.square)
    }
}

impl Army {
    pub(super) fn of(judge: &Judge, game: &Guerre, state: &State, seat: Seat) -> Army {
        let mut army = Army {
            men: [NOBODY; MOST_UNITS],
            count: 0,
            worth: 0,
            cut_off: 0,
        };
        let communication = state.communication(seat);
        for unit in state.units(seat) {
            let corps = game.doctrine.corps(unit.class());
            let place = game.board.place(unit.square());
            let fed = communication.contains(unit.square());
            let fighter = game.doctrine.is_fighter(unit.class());
            let strikes = fighter && fed && !unit.is(Flag::Retreat);
            let worth = judge.worth(unit.class());
            army.worth += worth;
            if !fed {
                army.cut_off += worth * judge.weights.cut_off / 100;
            }
            if unit.must_retreat() {
                army.cut_off += judge.weights.on_the_run;
            }
            army.men[army.count] = Man {
                row: place.row as i16,
                column: place.column as i16,
                square: unit.square(),
                worth: worth as i16,
                attack: if strikes { corps.attack.into() } else { 0 },
                charge: match corps.charge {
                    Some(charge) if strikes => charge.into(),
                    _ => 0,
                },
                defence: if fed { game.defence(unit).0.into() } else { 0 },
                range: corps.range.into(),
                steps: corps.steps.into(),
                fed,
                fighter,
            };
            army.count += 1;
        }
        army
    }

    fn men(&self) -> &[Man] {
        &self.men[..self.count]
    }

    /// The fighting units that can start a raid: squares of those that move two steps or more, and of all.
    pub(super) fn raiders(&self) -> impl Iterator<Item = (Square, i16)> + '_ {
        let able = self.men().iter().filter(|man| man.attack > 0);
        able.map(|man| (man.square, man.steps))
    }

    /// How near the fighters are to the enemy's arsenals, and to the nearest enemies in communication:
    /// both in steps, the more the nearer.
    pub(super) fn closeness(
        &self,
        game: &Guerre,
        state: &State,
        foe: &Army,
        seat: Seat,
    ) -> (i32, i32) {
        let ground = game.ground();
        let advance = ground.advance(
            state,
            seat,
            self.men()
                .iter()
                .filter(|man| man.fighter)
                .map(|man| man.square),
        );
        let mut seek = 0;
        // Where nobody is in communication, all that fight are hunted.
        let nobody_fed = foe.men().iter().all(|enemy| !enemy.fed);
        for man in self.men().iter().filter(|man| man.fighter) {
            let fed = foe
                .men()
                .iter()
                .filter(|enemy| enemy.fed || nobody_fed && enemy.fighter);
            let nearest = fed.map(|enemy| man.distance(enemy)).min();
            seek += FAR - nearest.unwrap_or(FAR).clamp(CLOSE, FAR);
        }
        let seek = i32::from(seek);
        (advance, seek)
    }

    /// How well the best-placed relay in communication helps a raid, in hundredths.
    pub(super) fn best_relay(&self, game: &Guerre, state: &State, seat: Seat) -> i32 {
        let relays = self.men().iter().filter(|man| man.fed && !man.fighter);
        let ground = game.ground();
        relays
            .map(|man| ground.relay(state, seat, man.square))
            .max()
            .unwrap_or(0)
    }
}

/// Nobody seeks whom it has found, or who is out of the way.
const CLOSE: i16 = 3;
const FAR: i16 = 12;

/// More moves than any turn has.
const MOST_MOVES: usize = 10;

impl Judge {
    /// The unit of `seat` that the enemy could take most from in its next turn, with what it would cost.
    pub(in crate::guerre) fn worst(
        &self,
        game: &Guerre,
        state: &State,
        seat: Seat,
    ) -> Option<(Unit, i32)> {
        let own = Army::of(self, game, state, seat);
        let foe = Army::of(self, game, state, seat.other());
        let losses = self.losses(game, &own, &foe);
        let (at, loss) = (0..own.count)
            .map(|at| (at, losses[at]))
            .max_by_key(|&(at, loss)| (loss, std::cmp::Reverse(at)))?;
        Some((state.unit(seat, own.men[at].square)?, loss))
    }

    /// What `own` may lose in one turn of `foe`: the worst first, each next counting for less, because
    /// one turn cannot strike everywhere.
    pub(super) fn hanging(&self, game: &Guerre, own: &Army, foe: &Army) -> i32 {
        let mut losses = self.losses(game, own, foe);
        let losses = &mut losses[..own.count];
        losses.sort_unstable_by(|one, other| other.cmp(one));
        // 0.65 for each that is worse, in 1024ths.
        let mut weight = 1_024;
        let mut sum = 0;
        for &loss in losses.iter().take_while(|&&loss| loss > 0) {
            sum += loss * weight;
            weight = weight * 666 / 1_024;
        }
        sum / 1_024
    }

    /// What each unit of `own` may cost, as if it alone were attacked.
    fn losses(&self, game: &Guerre, own: &Army, foe: &Army) -> [i32; MOST_UNITS] {
        let mut losses = [0; MOST_UNITS];
        for (loss, man) in losses.iter_mut().zip(own.men()) {
            let attack = self.attack_on(game, foe, man);
            if attack == 0 {
                continue;
            }
            let mut defence = man.defence;
            for friend in own.men() {
                let distance = friend.distance(man);
                if distance > 0 && friend.defence > 0 && friend.reaches(game, man, distance) {
                    defence += friend.defence;
                }
            }
            *loss = i32::from(man.worth) * self.risk(i32::from(attack - defence)) / 100;
        }
        losses
    }

    /// The strength that `foe` could bring to bear on a unit with one turn's moves, roughly: whoever
    /// reaches it as it stands, and the strongest of those who could come into range.
    #[inline]
    fn attack_on(&self, game: &Guerre, foe: &Army, man: &Man) -> i16 {
        let moves = usize::from(game.doctrine.moves).min(MOST_MOVES);
        let sheltered = game.is_sheltered(man.square);
        let mut comers = [0; MOST_MOVES];
        let (mut standing, mut charging) = (0, 0);
        for enemy in foe.men().iter().filter(|enemy| enemy.attack > 0) {
            let distance = enemy.distance(man);
            if distance > enemy.range + enemy.steps {
                continue;
            }
            let charges = enemy.charge > 0 && !sheltered && distance <= enemy.steps + 1;
            let mut value = enemy.attack;
            if charges {
                // Only one line charges at a time, unless all do: the others count a little less.
                let all = game.doctrine.charge_lines == ChargeLines::All;
                value = enemy.charge - i16::from(charging > 0 && !all);
                charging += 1;
            }
            if enemy.reaches(game, man, distance) && !charges {
                standing += value;
                continue;
            }
            // The strongest comers first; the weakest falls off the end.
            for place in &mut comers[..moves] {
                if value > *place {
                    std::mem::swap(place, &mut value);
                }
            }
        }
        standing + comers[..moves].iter().sum::<i16>()
    }

    /// How much of a unit is given up when the enemy's attack exceeds its defence by `surplus`, in
    /// hundredths: a logistic curve, from whole numbers so that every machine draws the same.
    #[inline]
    fn risk(&self, surplus: i32) -> i32 {
        /// 100 / (1 + e^(-x)) for x in tenths of 4, from -6.0.
        const CURVE: [i32; 31] = [
            0, 0, 1, 1, 1, 2, 3, 4, 6, 8, 12, 17, 23, 31, 40, 50, 60, 69, 77, 83, 88, 92, 94, 96,
            97, 98, 99, 99, 99, 100, 100,
        ];
        let tenths = 10 * surplus - self.weights.hanging_centre;
        let at = 15 + tenths * 10 / (4 * self.weights.hanging_slope.max(1));
        CURVE[at.clamp(0, 30) as usize]
    }
}
