//! What time it is, in milliseconds since the Unix epoch. The server takes it as an argument, so
//! that tests need not wait.
//!
//! There are two: the time of the matches, which runs evenly while the process lives, whatever happens to
//! the machine's clock; and that clock, by which sessions end.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use time::OffsetDateTime;
use tokio::sync::watch;
use vauban_store::Millis;

/// The machine was asleep, or its clock was set, if that clock is ahead of the matches' time by more.
pub(crate) const ASLEEP: Millis = 10_000;

/// Where the time comes from.
#[derive(Clone, Debug)]
pub struct Time {
    source: Source,
    /// How much the matches' time is ahead of what has passed since the start.
    ahead: Arc<Mutex<Millis>>,
}

#[derive(Clone, Debug)]
enum Source {
    /// The machine's: its clock at the start, and when that was.
    System(Millis, Instant),
    /// Moved by hand.
    Hand(watch::Sender<ByHand>),
}

#[derive(Copy, Clone, Debug, Default)]
struct ByHand {
    /// What has passed while the machine was awake.
    awake: Millis,
    /// What its clock shows.
    wall: Millis,
}

impl Time {
    /// The machine's.
    pub fn system() -> Time {
        Time::new(Source::System(wall(), Instant::now()))
    }

    /// Stands still at `now` until it is moved on.
    pub fn by_hand(now: Millis) -> Time {
        let by_hand = ByHand {
            awake: now,
            wall: now,
        };
        Time::new(Source::Hand(watch::Sender::new(by_hand)))
    }

    fn new(source: Source) -> Time {
        Time {
            source,
            ahead: Arc::default(),
        }
    }

    /// Moves a time by hand on; the machine's goes by itself.
    pub fn advance(&self, by: Millis) {
        self.by_hand_do(|hand| {
            hand.awake += by;
            hand.wall += by;
        });
    }

    /// As if the machine had been asleep for so long, or its clock had been set forward.
    pub fn oversleep(&self, by: Millis) {
        self.by_hand_do(|hand| hand.wall += by);
    }

    /// As if the machine's clock had been set back.
    pub fn set_back(&self, by: Millis) {
        self.by_hand_do(|hand| hand.wall = hand.wall.saturating_sub(by));
    }

    fn by_hand_do(&self, change: impl FnOnce(&mut ByHand)) {
        if let Source::Hand(hand) = &self.source {
            hand.send_modify(change);
        }
    }

    /// The time of the matches. It never goes back, and goes on only with `awake` and `catch_up`.
    pub fn now(&self) -> Millis {
        self.awake().saturating_add(*self.ahead())
    }

    /// What the machine's clock shows. It may be set.
    pub fn wall(&self) -> Millis {
        match &self.source {
            Source::System(..) => wall(),
            Source::Hand(hand) => hand.borrow().wall,
        }
    }

    /// From now on it is at least `at`.
    pub(crate) fn no_earlier_than(&self, at: Millis) {
        let mut ahead = self.ahead();
        *ahead = (*ahead).max(at.saturating_sub(self.awake()));
    }

    /// How much the machine's clock is ahead, if that cannot be mere inaccuracy.
    pub(crate) fn slept(&self) -> Option<Millis> {
        let slept = self.wall().saturating_sub(self.now());
        (slept > ASLEEP).then_some(slept)
    }

    /// Goes on to what the machine's clock shows.
    pub(crate) fn catch_up(&self) {
        self.no_earlier_than(self.wall());
    }

    /// Counts evenly while the machine is awake.
    pub(crate) fn awake(&self) -> Millis {
        match &self.source {
            Source::System(wall, start) => {
                let passed = Millis::try_from(start.elapsed().as_millis()).unwrap_or(0);
                wall.saturating_add(passed)
            }
            Source::Hand(hand) => hand.borrow().awake,
        }
    }

    fn ahead(&self) -> MutexGuard<'_, Millis> {
        self.ahead.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ready when it is `at`, or soon after; earlier if the machine was asleep.
    pub(crate) async fn until(&self, at: Millis) {
        match &self.source {
            Source::System(..) => {
                let wait = at.saturating_sub(self.now());
                tokio::time::sleep(Duration::from_millis(wait)).await;
            }
            Source::Hand(hand) => {
                let ahead = *self.ahead();
                let is_ready = |hand: &ByHand| {
                    let now = hand.awake.saturating_add(ahead);
                    now >= at || hand.wall > now.saturating_add(ASLEEP)
                };
                // The sender is held here, so that it cannot be gone.
                let _ = hand.subscribe().wait_for(is_ready).await;
            }
        }
    }
}

fn wall() -> Millis {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| Millis::try_from(since.as_millis()).ok())
        .unwrap_or(0)
}

/// The day of `at`, as records write it.
pub fn date(at: Millis) -> String {
    i64::try_from(at / 1_000)
        .ok()
        .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok())
        .map_or_else(String::new, |time| time.date().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_named_as_calendars_do() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_868_799_999), "2000-02-29");
        assert_eq!(date(u64::MAX), "");
    }

    #[tokio::test]
    async fn time_runs_evenly_whatever_the_machines_clock_does() {
        let time = Time::by_hand(100_000);
        time.advance(500);
        assert_eq!((time.now(), time.wall()), (100_500, 100_500));
        time.set_back(50_000);
        assert_eq!((time.now(), time.wall()), (100_500, 50_500));
        assert_eq!(time.slept(), None);
        time.oversleep(59_000);
        assert_eq!((time.now(), time.slept()), (100_500, None), "inaccuracy");
        time.oversleep(2_000);
        assert_eq!((time.now(), time.slept()), (100_500, Some(11_000)));
        time.until(200_000).await;
        time.catch_up();
        assert_eq!((time.now(), time.slept()), (111_500, None));
        time.no_earlier_than(50_000);
        assert_eq!(time.now(), 111_500, "it never goes back");
        time.no_earlier_than(120_000);
        time.advance(300);
        time.until(120_300).await;
        assert_eq!(time.now(), 120_300, "it goes on from there");
        let (now, wall) = (Time::system().now(), wall());
        assert!(wall > 1_700_000_000_000 && now.abs_diff(wall) < 60_000);
    }
}
