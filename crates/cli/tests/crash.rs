//! The crash oracle: a driver outside the server plays matches, kills it at random instants,
//! starts it again, and audits that nothing that was acknowledged or seen is lost or doubled.
//!
//! `cargo xtask soak --kills 2000` kills more often.

#[path = "../../server/tests/client/mod.rs"]
mod client;
mod oracle;
#[path = "program/server.rs"]
mod server;

use std::path::Path;

use server::Server;

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_being_killed() {
    let kills = vauban_laws::times("VAUBAN_KILLS", 40, 200) as usize;
    let start = |folder: &Path| {
        let data = folder.to_str().expect("a plain name");
        Server::start(&["serve", "--port", "0", "--data", data], &[])
    };
    oracle::driver::run(kills, start).await;
}
