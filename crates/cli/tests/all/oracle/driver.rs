//! Starts the real program, lets matches be played, kills it, and audits.

use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use tokio::task::JoinSet;

use super::{Audited, Watched};
use crate::program::server::Server;

/// Matches that are played at the same time.
const MATCHES: usize = 4;

/// A match with so many commands is left for a new one: it takes long to audit.
const LONGEST: usize = 250;

/// Kills the server that many times, which `start` starts on a folder; panics when an audit fails.
pub async fn run(kills: usize, start: impl Fn(&Path) -> Server) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut dice = fastrand::Rng::new();
    println!("seed {}", dice.get_seed());
    let began = Instant::now();
    let (mut matches, mut finished): (Vec<Watched>, usize) = (Vec::new(), 0);
    let mut audited = Audited::default();
    for round in 0..=kills {
        let server = start(folder.path());
        for watched in &mut matches {
            watched.audit(server.address, &mut dice, &mut audited).await;
        }
        if round == kills {
            break;
        }
        finished += matches.iter().filter(|watched| watched.over).count();
        matches.retain(|watched| !watched.over && watched.commands() < LONGEST);
        while matches.len() < MATCHES {
            let game = ["jungle", "guerre"][dice.usize(..2)];
            matches.push(Watched::create(server.address, game).await);
        }
        let mut playing = JoinSet::new();
        for watched in matches.drain(..) {
            playing.spawn(watched.play(server.address, dice.u64(..)));
        }
        tokio::time::sleep(Duration::from_millis(dice.u64(10..250))).await;
        server.kill();
        while let Some(watched) = playing.join_next().await {
            matches.push(watched.expect("no driver breaks down"));
        }
    }
    println!(
        "{kills} kills in {:?}, {finished} matches finished, {audited:?}",
        began.elapsed()
    );
    assert!(audited.commands > kills, "something was played");

    // The store itself says so, too.
    let verified = Command::new(env!("CARGO_BIN_EXE_vauban"))
        .args(["verify", "--data"])
        .arg(folder.path())
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(verified.status.success(), "{text}");
    println!("{text}");
}
