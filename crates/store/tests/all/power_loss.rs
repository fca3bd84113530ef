//! When the power fails at any instant, a store loses nothing that it has acknowledged.
//!
//! A child writes through the real store and is journaled (`power/shim.c`). The journal gives a disk
//! for every instant (`power/disk.rs`), on which what was not synced is kept or lost sector by sector.
//!
//! `cargo xtask soak --cuts 5000` cuts more often.

use std::{
    fs,
    io::{BufRead, BufReader},
};

use fastrand::Rng;
use tempfile::TempDir;

use crate::{
    crash_child::{Told, audit, restarting},
    disk::{Disk, Record, records},
    power::{NoSync, Shim},
};

const CUTS: usize = 50;

/// How many cuts are made in the life of one child. The next child starts from what the last one left.
const CUTS_PER_CHILD: usize = 10;

/// How many cuts are made before everything begins again with an empty store: an audit reads all of it.
const CUTS_PER_MACHINE: usize = 50;

/// After how many commands of each writer a child closes the store and opens it again.
const ROUND: u64 = 30;

/// How many acknowledgements a child may give before it is stopped.
const ACKNOWLEDGEMENTS: usize = 500;

/// A machine that loses power again and again.
struct Machine {
    shim: Shim,
    rng: Rng,
    fault: Option<NoSync>,
    /// What the last cut left behind.
    folder: TempDir,
    /// What had been acknowledged until then.
    told: Told,
    cuts: usize,
}

impl Machine {
    fn new(seed: u64, fault: Option<NoSync>) -> Machine {
        Machine {
            shim: Shim::build(),
            rng: Rng::with_seed(seed),
            fault,
            folder: TempDir::new().unwrap(),
            told: Told::default(),
            cuts: 0,
        }
    }

    /// Lets one child work, cuts the power at `cuts` instants of its life, and audits what each leaves.
    async fn cut(&mut self, cuts: usize) -> Result<(), String> {
        let mut disk = Disk::of(self.folder.path());
        let journal = self.run();
        let records = records(&journal);
        let (mut done, mut last) = (0, None);
        for instant in self.instants(&records, cuts) {
            for record in &records[done..instant] {
                disk.apply(record);
            }
            done = instant;
            self.cuts += 1;
            let mut told = self.told.clone();
            // The last line may be cut off.
            for line in disk.said.split_inclusive('\n') {
                if let Some(line) = line.strip_suffix('\n') {
                    told.hear(line);
                }
            }
            let (left, audited) = (TempDir::new().unwrap(), TempDir::new().unwrap());
            let seed = self.rng.u64(..);
            for folder in [&left, &audited] {
                disk.lose_power(&mut Rng::with_seed(seed), folder.path());
            }
            let path = audited.path().join("vauban.db");
            audit(&path, &told)
                .await
                .map_err(|wrong| format!("cut {} (after record {instant}): {wrong}", self.cuts))?;
            last = Some((left, told));
        }
        (self.folder, self.told) = last.expect("there is a cut");
        Ok(())
    }

    /// Journals a child until it has given enough acknowledgements.
    fn run(&mut self) -> Vec<u8> {
        let home = TempDir::new().unwrap();
        let journal = home.path().join("journal");
        let folder = fs::canonicalize(self.folder.path()).unwrap();
        let mut command = restarting(&folder.join("vauban.db"), &mut self.rng, ROUND);
        self.shim
            .journal(&mut command, &folder, &journal, self.fault);
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let enough = self.rng.usize(1..ACKNOWLEDGEMENTS);
        let heard = lines
            .map_while(Result::ok)
            .filter(|line| line.starts_with("ack "))
            .take(enough)
            .count();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(heard, enough, "the child has ended by itself");
        fs::read(journal).unwrap()
    }

    /// When the power fails: mostly right after an acknowledgement, else anywhere; in order.
    fn instants(&mut self, records: &[Record<'_>], cuts: usize) -> Vec<usize> {
        let said: Vec<usize> = (1..=records.len())
            .filter(|&instant| records[instant - 1].is_said())
            .collect();
        let mut instants: Vec<usize> = (0..cuts)
            .map(|_| match self.rng.u32(0..3) {
                0 => self.rng.usize(..=records.len()),
                _ => said[self.rng.usize(..said.len())],
            })
            .collect();
        instants.sort_unstable();
        instants
    }
}

#[tokio::test]
async fn what_was_acknowledged_survives_power_cuts() {
    let cuts = std::env::var("VAUBAN_CUTS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(CUTS);
    let (mut done, mut acknowledged) = (0, 0);
    while done < cuts {
        let mut machine = Machine::new(u64::try_from(done).unwrap(), None);
        let until = CUTS_PER_MACHINE.min(cuts - done);
        while machine.cuts < until {
            let cuts = CUTS_PER_CHILD.min(until - machine.cuts);
            let cut = machine.cut(cuts).await;
            cut.unwrap_or_else(|wrong| panic!("after {done} cuts: {wrong}"));
        }
        done += until;
        acknowledged += machine.told.acknowledged.len();
    }
    println!("{cuts} cuts: {acknowledged} acknowledged, none lost");
    assert!(acknowledged * 2 > cuts, "it hardly worked");
}

/// The cuts find a store that does not sync: a test of the test.
async fn is_found(fault: NoSync) {
    let mut machine = Machine::new(1, Some(fault));
    match machine.cut(CUTS).await {
        Ok(()) => panic!("{CUTS} cuts did not find it"),
        Err(wrong) => println!("{fault:?}: {wrong}"),
    }
}

#[tokio::test]
async fn synchronous_off_is_found() {
    is_found(NoSync::Files).await;
}

#[tokio::test]
async fn a_folder_that_is_not_synced_is_found() {
    is_found(NoSync::Folders).await;
}
