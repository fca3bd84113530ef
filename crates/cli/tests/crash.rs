//! The crash oracle: a driver outside the server plays matches, kills it at random instants,
//! starts it again, and audits that nothing that was acknowledged or seen is lost or doubled.
//!
//! `cargo xtask soak --kills 2000` kills more often.

#[path = "../../server/tests/client/mod.rs"]
mod client;
mod oracle;
#[path = "program/server.rs"]
mod server;

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_being_killed() {
    let kills = vauban_laws::times("VAUBAN_KILLS", 40, 200);
    oracle::driver::run(kills as usize, "").await;
}
