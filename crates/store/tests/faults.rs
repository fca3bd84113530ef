//! The crash audit finds each planted fault: a test of the test.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod crash_child;

use crash_child::{Told, audit, run_and_kill};
use fastrand::Rng;
use tempfile::TempDir;
use vauban_store::Fault;

/// So many kills find each fault; most need one or two.
const KILLS: u32 = 100;

/// Not a test: the process that is killed.
#[test]
#[ignore = "it is started by the other tests of this file"]
fn child() {
    crash_child::child();
}

async fn is_found(fault: Fault, symptom: &str) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("vauban.db");
    let mut rng = Rng::with_seed(1);
    let mut told = Told::default();
    for kill in 1..=KILLS {
        run_and_kill(&path, &mut rng, Some(fault.name()), &mut told);
        if let Err(wrong) = audit(&path, &told).await {
            println!("{}: kill {kill}: {wrong}", fault.name());
            assert!(wrong.contains(symptom), "{wrong}");
            return;
        }
    }
    panic!("{} was not found with {KILLS} kills", fault.name());
}

#[tokio::test]
async fn acknowledging_before_the_commit_is_found() {
    is_found(Fault::AcknowledgeBeforeCommit, "acknowledged").await;
}

#[tokio::test]
async fn hints_before_the_commit_are_found() {
    is_found(Fault::HintBeforeCommit, "a hint spoke of").await;
}

#[tokio::test]
async fn a_missing_unique_index_is_found() {
    is_found(Fault::NoUniqueIndex, "times").await;
}

#[tokio::test]
async fn a_missing_version_check_is_found() {
    is_found(Fault::NoVersionCheck, "had seen").await;
}

#[tokio::test]
async fn two_transactions_for_one_append_are_found() {
    is_found(Fault::TwoTransactions, "no record of command").await;
}
