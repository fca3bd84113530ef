//! A test of the crash oracle itself: every planted fault is caught by it.
//!
//! `cargo test -p vauban-cli --features faults --test faults`

#[path = "../../server/tests/client/mod.rs"]
mod client;
mod oracle;
#[path = "program/server.rs"]
mod server;

/// So many kills find each of them; the fewer the more blatant the fault.
const KILLS: usize = 60;

async fn is_caught(fault: &'static str) {
    let caught = tokio::spawn(oracle::driver::run(KILLS, fault)).await;
    assert!(caught.is_err(), "{fault} was not noticed");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_acknowledgement_before_the_commit_is_caught() {
    is_caught("acknowledge-before-commit").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_and_command_in_two_transactions_are_caught() {
    is_caught("two-transactions").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_shown_before_the_commit_is_caught() {
    is_caught("publish-before-commit").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_command_is_caught() {
    is_caught("forget-commands").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_hash_in_an_acknowledgement_is_caught() {
    is_caught("acknowledge-old-hash").await;
}
