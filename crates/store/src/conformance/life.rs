//! Beats, starts, and the outages between them.

use super::{Home, samples::open};
use crate::{Outage, WRONG_CLOCK};

pub(super) async fn the_time_between_a_beat_and_a_start_is_an_outage(home: &dyn Home) {
    let store = open(home).await;
    assert_eq!(store.outages().await, Ok(Vec::new()));
    // The first start follows nothing.
    assert_eq!(store.wake(1_000).await, Ok(None));
    assert_eq!(store.outages().await, Ok(Vec::new()));
    store.beat(1_500).await.unwrap();
    assert_eq!(store.wake(9_000).await, Ok(Some(1_500)));
    // A start is a sign of life, too.
    assert_eq!(store.wake(9_700).await, Ok(Some(9_000)));
    let outages = [(1_500, 9_000), (9_000, 9_700)];
    let outages = outages.map(|(since, until)| Outage { since, until });
    assert_eq!(store.outages().await, Ok(outages.to_vec()));
}

pub(super) async fn beats_never_go_back(home: &dyn Home) {
    let store = open(home).await;
    store.beat(500).await.unwrap();
    store.beat(300).await.unwrap();
    assert_eq!(
        store.wake(400).await,
        Ok(Some(500)),
        "the clock was set back"
    );
    assert_eq!(store.outages().await, Ok(Vec::new()));
    assert_eq!(store.wake(500).await, Ok(Some(500)));
    assert_eq!(store.outages().await, Ok(Vec::new()));
    assert_eq!(store.wake(501).await, Ok(Some(500)));
    let outage = Outage {
        since: 500,
        until: 501,
    };
    assert_eq!(store.outages().await, Ok(vec![outage]));
}

pub(super) async fn a_start_by_a_wrong_clock_is_forgotten(home: &dyn Home) {
    let store = open(home).await;
    let (now, wrong) = (10_000, 10_000 + 500 * WRONG_CLOCK);
    store.wake(now).await.unwrap();
    assert_eq!(store.wake(wrong).await, Ok(Some(now)));
    store.beat(wrong + 5).await.unwrap();
    assert_eq!(store.wake(now + 100).await, Ok(Some(wrong + 5)));
    let outage = Outage {
        since: now,
        until: now + 100,
    };
    assert_eq!(store.outages().await, Ok(vec![outage]));
    assert_eq!(store.wake(now + 100).await, Ok(Some(now + 100)));
    // A day is not far enough to tell.
    store.beat(now + WRONG_CLOCK).await.unwrap();
    assert_eq!(store.wake(now).await, Ok(Some(now + WRONG_CLOCK)));
    assert_eq!(store.wake(now).await, Ok(Some(now + WRONG_CLOCK)));
}

pub(super) async fn outages_are_there_after_opening_again(home: &dyn Home) {
    let store = open(home).await;
    store.wake(10).await.unwrap();
    store.wake(20).await.unwrap();
    let before = store.outages().await.unwrap();
    assert_eq!(before.len(), 1);
    store.close().await.unwrap();
    let store = home.open().await.unwrap();
    assert_eq!(store.outages().await, Ok(before));
    assert_eq!(store.wake(30).await, Ok(Some(20)));
    assert_eq!(store.outages().await.unwrap().len(), 2);
}
