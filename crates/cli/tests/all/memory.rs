//! The real program under a limit of 1 GB, attacked with the longest records that it takes.
//!
//! `cargo xtask soak --attacks 15` brings more of them.
#![cfg(target_os = "linux")]

use std::path::Path;

use serde_json::{Value, json};
use vauban_driver::endless_battle;

use crate::{
    client::Client,
    program::server::{Server, program},
};

/// Bytes that the matches may take, in MiB.
const BUDGET: u64 = 16;

/// The most that the longest import may take while it is read and played through, in MiB.
const LONGEST_IMPORT: u64 = 64;

/// The server on `data`, which may address 1 GB, without limits for who asks.
fn start(data: &Path) -> Server {
    start_with(data, &["--rate", "off", "--quota", "off"])
}

fn start_with(data: &Path, limits: &[&str]) -> Server {
    let mut program = program();
    program
        .args(["serve", "--port", "0"])
        .args(limits)
        .args(["--memory", &BUDGET.to_string()])
        .arg("--data")
        .arg(data)
        .env("VAUBAN_LOG", "error");
    Server::run(program)
}

async fn import(client: &mut Client, text: &str, seats: &[&str]) -> String {
    let body = json!({"game": "risk", "text": text, "seats": seats});
    let room = client.post("/imports", body).await.ok();
    format!("/matches/{}", room["id"].as_str().expect("an id"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_beyond_the_limit_is_refused_with_the_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = start(folder.path());
    let mut client = Client::guest(server.address, "Somebody").await;
    let text = endless_battle(9_500);
    for (lang, said) in [
        ("en", "an import may have at most 20000"),
        ("fr", "20000 au plus"),
    ] {
        let body = json!({"game": "risk", "text": text});
        let answer = client.post(&format!("/imports?lang={lang}"), body).await;
        assert_eq!(answer.status, 422);
        let problem: Value = answer.json();
        assert_eq!(problem["code"], "too-many-steps");
        let title = problem["title"].as_str().expect("a sentence");
        assert!(title.contains("47500") && title.contains(said), "{title}");
    }
    server.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_longest_records_stay_within_the_budget() {
    let imports = vauban_laws::times("VAUBAN_ATTACKS", 3, 15) as usize;
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = start(folder.path());
    let mut client = Client::guest(server.address, "Somebody").await;
    // What the first match of a game brings along is no part of it.
    import(&mut client, &endless_battle(10), &["open"; 6]).await;
    let before = server.peak();

    // 1. One import at the limit.
    let text = endless_battle(4_000);
    let path = import(&mut client, &text, &["open"; 6]).await;
    let imported = server.peak();
    assert!(
        imported - before <= LONGEST_IMPORT << 20,
        "{} KiB for one import",
        (imported - before) >> 10
    );

    // 2. A thousand different steps of it, asked for by nobody in particular.
    let mut nobody = Client::new(server.address);
    for step in (0..20_000).step_by(20) {
        let page = nobody.get(&format!("{path}/page?step={step}")).await.ok();
        assert_eq!(
            (&page["step"], &page["steps"]),
            (&json!(step), &json!(20_000))
        );
    }
    let asked = server.peak();
    assert!(
        asked - imported <= 8 << 20,
        "{} KiB for a thousand pages",
        (asked - imported) >> 10
    );

    // 3. More of them with programs in all seats, and three restarts.
    let mut paths = vec![path];
    for _ in 0..imports {
        paths.push(import(&mut client, &text, &["agent:1"; 6]).await);
    }
    let most = (LONGEST_IMPORT + 2 * BUDGET) << 20;
    for _ in 0..3 {
        assert!(
            server.peak() - before <= most,
            "{} KiB",
            server.peak() >> 10
        );
        server.kill();
        server = start(folder.path());
        let mut client = client.at(server.address);
        // All of them can be looked at, one after the other.
        for path in &paths {
            let page = client.get(&format!("{path}/page")).await.ok();
            assert!(page["seq"].as_u64() > Some(10_000), "{}", page["seq"]);
        }
    }
    assert!(
        server.peak() - before <= most,
        "{} KiB",
        server.peak() >> 10
    );
    server.kill();

    // 4. With the usual limits, whoever has spent its rate has nothing played through; others do.
    let server = start_with(folder.path(), &[]);
    let mut client = client.at(server.address);
    while client.get("/me").await.status != 429 {}
    let refused = client.get(&format!("{}/page", paths[0])).await;
    assert_eq!(refused.status, 429, "{}", refused.text());
    let mut nobody = Client::new(server.address);
    nobody.get(&format!("{}/page", paths[0])).await.ok();
    server.kill();
}
