//! Time for each seat. Pure: the caller says what time it is, so that tests and restarts can.

use serde::{Deserialize, Serialize};
use vauban_game::{BySeat, Seat, SeatSet};

use crate::ClocksPage;

/// Milliseconds, of a duration or since an epoch of the caller's.
pub type Millis = u64;

/// How time is given.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tempo {
    #[default]
    Untimed,
    /// A stock for the whole match, and something more after each turn.
    Increment { stock: Millis, increment: Millis },
    /// The same time for every turn, as by letter.
    PerTurn { time: Millis },
}

/// The clocks of one match.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Clock {
    tempo: Tempo,
    left: BySeat<Millis>,
    /// What a seat had left when its last turn ended, before anything was added.
    ended_with: BySeat<Millis>,
    /// Since when a seat is on turn.
    running: BySeat<Option<Millis>>,
    /// Seats whose time is not read off but told with [`Clock::charge`].
    metered: SeatSet,
}

impl Clock {
    pub fn new(tempo: Tempo) -> Clock {
        let left = match tempo {
            Tempo::Untimed => 0,
            Tempo::Increment { stock, .. } => stock,
            Tempo::PerTurn { time } => time,
        };
        Clock {
            tempo,
            left: BySeat([left; vauban_game::MAX_SEATS]),
            ended_with: BySeat([left; vauban_game::MAX_SEATS]),
            running: BySeat::default(),
            metered: SeatSet::EMPTY,
        }
    }

    pub fn tempo(&self) -> Tempo {
        self.tempo
    }

    /// From `now` on the seats of `turn` spend their time, and nobody else.
    pub fn pass_to(&mut self, turn: SeatSet, now: Millis) {
        for seat in all() {
            match (self.running[seat], turn.contains(seat)) {
                (None, true) => self.running[seat] = Some(now),
                (Some(_), false) => {
                    let left = self.left(seat, now);
                    self.ended_with[seat] = left;
                    self.left[seat] = match self.tempo {
                        // Whose flag fell at the end has nothing more to come.
                        _ if left == 0 && turn.is_empty() => 0,
                        Tempo::Untimed => 0,
                        Tempo::Increment { increment, .. } => left.saturating_add(increment),
                        Tempo::PerTurn { time } => time,
                    };
                    self.running[seat] = None;
                }
                (None, false) | (Some(_), true) => (),
            }
        }
    }

    /// As [`Clock::pass_to`], because steps were taken back. Nobody gains by it: who is on turn
    /// again goes on with what was left when that turn had ended, and a turn that was cut off
    /// earns no increment.
    pub fn turn_back(&mut self, turn: SeatSet, now: Millis) {
        for seat in all() {
            match (self.running[seat], turn.contains(seat)) {
                (None, true) => {
                    self.left[seat] = self.ended_with[seat];
                    self.running[seat] = Some(now);
                }
                (Some(_), false) => {
                    self.left[seat] = match self.tempo {
                        Tempo::Untimed => 0,
                        Tempo::Increment { .. } => self.left(seat, now),
                        Tempo::PerTurn { time } => time,
                    };
                    self.running[seat] = None;
                }
                (None, false) | (Some(_), true) => (),
            }
        }
    }

    /// Nobody loses the time from `since` to `now`: the server was down.
    pub fn credit(&mut self, since: Millis, now: Millis) {
        for start in self.running.0.iter_mut().flatten() {
            *start += now.saturating_sub(since.max(*start));
        }
    }

    /// From `now` on the time of these seats is what [`Clock::charge`] says, that of the others
    /// what the clock says.
    pub fn meter(&mut self, metered: SeatSet, now: Millis) {
        for seat in all() {
            if self.metered.contains(seat) == metered.contains(seat) {
                continue;
            }
            self.left[seat] = self.left(seat, now);
            if let Some(start) = &mut self.running[seat] {
                *start = now.max(*start);
            }
        }
        self.metered = metered;
    }

    /// A metered seat has spent this.
    pub fn charge(&mut self, seat: Seat, spent: Millis) {
        self.left[seat] = self.left[seat].saturating_sub(spent);
    }

    /// What `seat` has left at `now`.
    pub fn left(&self, seat: Seat, now: Millis) -> Millis {
        let read_off = self.running[seat].filter(|_| !self.metered.contains(seat));
        let spent = read_off.map_or(0, |start| now.saturating_sub(start));
        self.left[seat].saturating_sub(spent)
    }

    /// What the clocks of `seats` seats show; nothing if there are none.
    pub fn page(&self, seats: u8, now: Millis) -> Option<ClocksPage> {
        let left = (0..seats).map(|seat| self.left(Seat(seat), now));
        (self.tempo != Tempo::Untimed).then(|| ClocksPage {
            now,
            left: left.collect(),
            running: self.ticking(),
        })
    }

    /// Since when `seat` is on turn, time that was given back left out.
    pub fn since(&self, seat: Seat) -> Option<Millis> {
        self.running[seat]
    }

    /// The seats whose time is running out now.
    pub fn ticking(&self) -> SeatSet {
        if self.tempo == Tempo::Untimed {
            return SeatSet::EMPTY;
        }
        all()
            .filter(|&seat| self.running[seat].is_some() && !self.metered.contains(seat))
            .collect()
    }

    /// When the time of `seat` runs out, if it is on turn and there is a clock.
    pub fn deadline(&self, seat: Seat) -> Option<Millis> {
        let start = self.running[seat].filter(|_| self.ticking().contains(seat))?;
        Some(start.saturating_add(self.left[seat]))
    }

    /// The seat whose time runs out first, and when.
    pub fn next_out(&self) -> Option<(Seat, Millis)> {
        let ticking = self.ticking().iter();
        ticking
            .filter_map(|seat| Some((seat, self.deadline(seat)?)))
            .min_by_key(|&(_, deadline)| deadline)
    }

    /// Whether `seat` is on turn and out of time at `now`.
    pub fn is_out(&self, seat: Seat, now: Millis) -> bool {
        self.deadline(seat).is_some_and(|deadline| deadline <= now)
    }
}

fn all() -> impl Iterator<Item = Seat> {
    (0..vauban_game::MAX_SEATS as u8).map(Seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Seat = Seat(0);
    const SECOND: Seat = Seat(1);

    fn only(seat: Seat) -> SeatSet {
        SeatSet::EMPTY.with(seat)
    }

    #[test]
    fn an_increment_is_added_when_the_turn_passes() {
        let mut clock = Clock::new(Tempo::Increment {
            stock: 10_000,
            increment: 2_000,
        });
        clock.pass_to(only(FIRST), 0);
        clock.pass_to(only(SECOND), 3_000);
        assert_eq!(clock.left(FIRST, 9_999), 9_000);
        assert_eq!(clock.left(SECOND, 4_000), 9_000);
        assert_eq!(clock.deadline(SECOND), Some(13_000));
        assert!(!clock.is_out(SECOND, 12_999));
        assert!(clock.is_out(SECOND, 13_000));
        // A flag that fell stays down.
        clock.pass_to(SeatSet::EMPTY, 13_000);
        assert_eq!(clock.left(SECOND, 20_000), 0);
    }

    #[test]
    fn a_turn_by_letter_starts_anew() {
        let mut clock = Clock::new(Tempo::PerTurn { time: 1_000 });
        clock.pass_to(only(FIRST), 0);
        clock.pass_to(only(SECOND), 900);
        assert_eq!(clock.left(FIRST, 5_000), 1_000);
    }

    #[test]
    fn time_while_the_server_was_down_is_given_back() {
        let mut clock = Clock::new(Tempo::PerTurn { time: 1_000 });
        clock.pass_to(only(FIRST), 100);
        clock.credit(200, 5_000);
        assert_eq!(clock.left(FIRST, 5_000), 900);
    }

    #[test]
    fn without_a_clock_nobody_is_out_of_time() {
        let mut clock = Clock::new(Tempo::Untimed);
        clock.pass_to(only(FIRST), 0);
        assert!(!clock.is_out(FIRST, u64::MAX));
    }

    #[test]
    fn taking_back_gains_no_time() {
        let mut clock = Clock::new(Tempo::Increment {
            stock: 10_000,
            increment: 2_000,
        });
        clock.pass_to(only(FIRST), 0);
        clock.pass_to(only(SECOND), 3_000);
        assert_eq!(clock.left(FIRST, 3_000), 9_000);
        clock.turn_back(only(FIRST), 4_000);
        assert_eq!(clock.left(FIRST, 4_000), 7_000, "without the increment");
        assert_eq!(
            clock.left(SECOND, 4_000),
            9_000,
            "nor does the other earn one"
        );
        clock.pass_to(only(SECOND), 5_000);
        assert_eq!(clock.left(FIRST, 5_000), 8_000);

        let mut clock = Clock::new(Tempo::PerTurn { time: 1_000 });
        clock.pass_to(only(FIRST), 0);
        clock.pass_to(only(SECOND), 900);
        clock.turn_back(only(FIRST), 950);
        assert_eq!(clock.left(FIRST, 950), 100, "the turn does not start anew");
    }

    #[test]
    fn a_metered_seat_spends_what_it_says_and_never_runs_out() {
        let mut clock = Clock::new(Tempo::Increment {
            stock: 10_000,
            increment: 0,
        });
        clock.meter(only(SECOND), 0);
        clock.pass_to(only(SECOND), 0);
        assert_eq!(clock.left(SECOND, 60_000), 10_000);
        assert_eq!((clock.deadline(SECOND), clock.next_out()), (None, None));
        clock.charge(SECOND, 1_500);
        clock.pass_to(only(FIRST), 60_000);
        assert_eq!(clock.left(SECOND, 60_000), 8_500);
        assert_eq!(clock.next_out(), Some((FIRST, 70_000)));
        // A person sits down in the middle of the program's turn, and goes on from there.
        clock.pass_to(only(SECOND), 61_000);
        clock.meter(SeatSet::EMPTY, 65_000);
        assert_eq!(clock.deadline(SECOND), Some(73_500));
        clock.meter(only(SECOND), 66_000);
        assert_eq!(clock.left(SECOND, 99_000), 7_500);
    }

    #[test]
    fn the_next_to_run_out_is_the_one_with_the_least_time() {
        let mut clock = Clock::new(Tempo::Increment {
            stock: 10_000,
            increment: 0,
        });
        clock.pass_to(only(FIRST), 0);
        clock.pass_to(only(FIRST).with(SECOND), 4_000);
        assert_eq!(clock.next_out(), Some((FIRST, 10_000)));
        assert_eq!(clock.ticking(), only(FIRST).with(SECOND));
    }
}
