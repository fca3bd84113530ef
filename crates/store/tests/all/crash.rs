//! Killed at any instant, a store loses nothing that it has acknowledged.
//!
//! `VAUBAN_STORE_KILLS=1000` kills that many times instead of thirty.

use fastrand::Rng;
use tempfile::TempDir;

use crate::crash_child::{Told, audit, run_and_kill};

const KILLS: u64 = 30;

#[tokio::test]
async fn what_was_acknowledged_survives_being_killed() {
    let kills = std::env::var("VAUBAN_STORE_KILLS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(KILLS);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("vauban.db");
    let mut rng = Rng::with_seed(kills);
    let mut told = Told::default();
    let mut events = 0;
    for kill in 1..=kills {
        run_and_kill(&path, &mut rng, None, &mut told);
        // Now and then the next child has to recover the file by itself.
        if kill % 3 > 0 || kill == kills {
            events = audit(&path, &told)
                .await
                .unwrap_or_else(|wrong| panic!("after kill {kill}: {wrong}"));
        }
    }
    let acknowledged = told.acknowledged.len();
    println!("{kills} kills: {events} events, {acknowledged} acknowledged, none lost");
    assert!(
        u64::try_from(acknowledged).unwrap() > kills,
        "it hardly worked"
    );
}
