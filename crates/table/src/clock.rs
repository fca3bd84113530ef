//! Time for each seat. Pure: the caller says what time it is, so that tests and restarts can.

use serde::Serialize;
use vauban_game::{BySeat, Seat, SeatSet};

/// Milliseconds, of a duration or since an epoch of the caller's.
pub type Millis = u64;

/// How time is given.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tempo {
    Untimed,
    /// A stock for the whole match, and something more after each turn.
    Increment {
        stock: Millis,
        increment: Millis,
    },
    /// The same time for every turn, as by letter.
    PerTurn {
        time: Millis,
    },
}

/// The clocks of one match.
#[derive(Clone, Debug)]
pub struct Clock {
    tempo: Tempo,
    left: BySeat<Millis>,
    /// Since when a seat is on turn.
    running: BySeat<Option<Millis>>,
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
            running: BySeat::default(),
        }
    }

    pub fn tempo(&self) -> Tempo {
        self.tempo
    }

    /// From `now` on the seats of `turn` spend their time, and nobody else.
    pub fn pass_to(&mut self, turn: SeatSet, now: Millis) {
        for seat in (0..vauban_game::MAX_SEATS as u8).map(Seat) {
            match (self.running[seat], turn.contains(seat)) {
                (None, true) => self.running[seat] = Some(now),
                (Some(_), false) => {
                    self.left[seat] = match self.tempo {
                        Tempo::Untimed => 0,
                        Tempo::Increment { increment, .. } => self.left(seat, now) + increment,
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

    /// What `seat` has left at `now`.
    pub fn left(&self, seat: Seat, now: Millis) -> Millis {
        let spent = self.running[seat].map_or(0, |start| now.saturating_sub(start));
        self.left[seat].saturating_sub(spent)
    }

    /// When the time of `seat` runs out, if it is on turn and there is a clock.
    pub fn deadline(&self, seat: Seat) -> Option<Millis> {
        if self.tempo == Tempo::Untimed {
            return None;
        }
        Some(self.running[seat]? + self.left[seat])
    }

    /// Whether `seat` is on turn and out of time at `now`.
    pub fn is_out(&self, seat: Seat, now: Millis) -> bool {
        self.deadline(seat).is_some_and(|deadline| deadline <= now)
    }
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
}
