//! What time it is, in milliseconds since the Unix epoch. The server takes it as an argument, so
//! that tests need not wait.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use time::OffsetDateTime;
use tokio::sync::watch;
use vauban_store::Millis;

/// Where the time comes from. It never goes back, and never stands still for long, whatever happens
/// to the machine's clock: when that is set back, time goes on from where it was.
#[derive(Clone, Debug)]
pub struct Time {
    source: Source,
    told: Arc<Mutex<Told>>,
}

#[derive(Copy, Clone, Debug, Default)]
struct Told {
    /// The latest time that was told.
    latest: Millis,
    /// How much is added to the source's.
    ahead: Millis,
}

/// A clock that is set back by less is waited for.
const SET_BACK: Millis = 1_000;

#[derive(Clone, Debug)]
enum Source {
    /// The machine's clock; the instant is that of the start.
    System(Instant),
    /// Moved by hand.
    Hand(watch::Sender<ByHand>),
}

#[derive(Copy, Clone, Debug, Default)]
struct ByHand {
    now: Millis,
    /// How much of it the machine slept.
    slept: Millis,
}

impl Time {
    /// The machine's.
    pub fn system() -> Time {
        Time::new(Source::System(Instant::now()))
    }

    /// Stands still at `now` until it is moved on.
    pub fn by_hand(now: Millis) -> Time {
        let by_hand = ByHand { now, slept: 0 };
        Time::new(Source::Hand(watch::Sender::new(by_hand)))
    }

    fn new(source: Source) -> Time {
        Time {
            source,
            told: Arc::default(),
        }
    }

    /// Moves a time by hand on; the machine's goes by itself.
    pub fn advance(&self, by: Millis) {
        if let Source::Hand(hand) = &self.source {
            hand.send_modify(|hand| hand.now += by);
        }
    }

    /// As if the machine had been asleep for so long.
    pub fn oversleep(&self, by: Millis) {
        if let Source::Hand(hand) = &self.source {
            hand.send_modify(|hand| {
                hand.now += by;
                hand.slept += by;
            });
        }
    }

    pub fn now(&self) -> Millis {
        let now = match &self.source {
            Source::System(_) => wall(),
            Source::Hand(hand) => hand.borrow().now,
        };
        let mut told = self.told();
        if told.latest > now + told.ahead + SET_BACK {
            told.ahead = told.latest - now;
        }
        told.latest = told.latest.max(now + told.ahead);
        told.latest
    }

    /// From now on it is at least `at`.
    pub(crate) fn no_earlier_than(&self, at: Millis) {
        let mut told = self.told();
        told.latest = told.latest.max(at);
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long the machine was awake. It is less than what has passed by its clock if it slept,
    /// or if the clock was set.
    pub(crate) fn awake(&self) -> Millis {
        match &self.source {
            Source::System(start) => Millis::try_from(start.elapsed().as_millis()).unwrap_or(0),
            Source::Hand(hand) => {
                let hand = *hand.borrow();
                hand.now - hand.slept
            }
        }
    }

    /// Ready when it is `at`, or soon after.
    pub(crate) async fn until(&self, at: Millis) {
        match &self.source {
            Source::System(_) => {
                let wait = at.saturating_sub(self.now());
                tokio::time::sleep(Duration::from_millis(wait)).await;
            }
            Source::Hand(hand) => {
                // The sender is held here, so that it cannot be gone.
                self.now();
                let end = at.saturating_sub(self.told().ahead);
                let _ = hand.subscribe().wait_for(|hand| hand.now >= end).await;
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
    async fn time_never_goes_back() {
        let time = Time::by_hand(1_000);
        time.no_earlier_than(1_500);
        assert_eq!(time.now(), 1_500, "a little is waited for");
        time.advance(400);
        assert_eq!(time.now(), 1_500);
        time.advance(200);
        assert_eq!(time.now(), 1_600);
        time.no_earlier_than(50_000);
        assert_eq!(time.now(), 50_000);
        time.advance(300);
        assert_eq!(
            (time.now(), time.awake()),
            (50_300, 1_900),
            "it goes on from there"
        );
        time.oversleep(1_000);
        assert_eq!((time.now(), time.awake()), (51_300, 1_900));
        time.until(51_300).await;
        assert!(Time::system().now() > 1_700_000_000_000);
    }
}
