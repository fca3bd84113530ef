//! The crash audit finds each planted fault: a test of the test.

use fastrand::Rng;
use tempfile::TempDir;
use vauban_store::conformance::Fault;

use crate::crash_child::{NO_UNIQUE_INDEX, Told, audit, run_and_kill};

/// So many kills find each fault; most need one or two.
const KILLS: u32 = 100;

async fn is_found(fault: &str, symptom: &str) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("vauban.db");
    let mut rng = Rng::with_seed(1);
    let mut told = Told::default();
    for kill in 1..=KILLS {
        run_and_kill(&path, &mut rng, Some(fault), &mut told);
        if let Err(wrong) = audit(&path, &told).await {
            println!("{fault}: kill {kill}: {wrong}");
            assert!(wrong.contains(symptom), "{wrong}");
            return;
        }
    }
    panic!("{fault} was not found with {KILLS} kills");
}

#[tokio::test]
async fn acknowledging_before_the_commit_is_found() {
    is_found(Fault::AcknowledgeBeforeCommit.name(), "acknowledged").await;
}

#[tokio::test]
async fn a_missing_unique_index_is_found() {
    is_found(NO_UNIQUE_INDEX, "times").await;
}

#[tokio::test]
async fn a_missing_version_check_is_found() {
    is_found(Fault::NoVersionCheck.name(), "had seen").await;
}

#[tokio::test]
async fn two_transactions_for_one_append_are_found() {
    is_found(Fault::TwoTransactions.name(), "no record of command").await;
}

#[tokio::test]
async fn forgotten_commands_are_found() {
    is_found(Fault::ForgetCommands.name(), "no record of command").await;
}
