//! The real program under a limit of 1 GB, attacked with the longest records that it takes.
//!
//! `cargo xtask soak --attacks 15` brings more of them.
#![cfg(target_os = "linux")]

use std::{path::Path, process::Command};

use serde_json::{Value, json};

use crate::{client::Client, program::server::Server};

/// Bytes that the matches may take, in MiB.
const BUDGET: u64 = 16;

/// The most that the longest import may take while it is read and played through, in MiB.
const LONGEST_IMPORT: u64 = 64;

/// Six play classic Risk; 9,900 armies attack 10,000, again and again.
fn attack(rounds: usize) -> String {
    let mut countries = vec!["c1", "b10000", "a9900"];
    let others = ["a1", "b1", "c1", "d1", "e1", "f1"];
    countries.extend(others.iter().cycle().take(39));
    let countries = countries.concat();
    let hands = ["0-0-0"; 6].join(".");
    let position = format!("1.1.attacker.0.0._{countries}_{hands}_14-14-14.0-0-0_-.-.0.0.00000");
    let battle = "103 x102 d1 v1 !2/1\n".repeat(rounds);
    format!(
        "[Game \"risk\"]\n[Options \"players=6 rules=classic\"]\n[Position \"{position}\"]\n\n{battle}"
    )
}

/// The server on `data`, which may address 1 GB.
fn start(data: &Path) -> Server {
    let mut shell = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_vauban");
    shell
        .args(["-c", "ulimit -v 1048576 && exec \"$@\"", "sh", program])
        .args(["serve", "--port", "0", "--rate", "off", "--quota", "off"])
        .args(["--memory", &BUDGET.to_string()])
        .arg("--data")
        .arg(data)
        .env("VAUBAN_LOG", "error");
    Server::run(shell)
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
    let text = attack(9_500);
    for (lang, said) in [("en", "an import may have 20000"), ("fr", "20000 au plus")] {
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
    import(&mut client, &attack(10), &["open"; 6]).await;
    let before = server.peak();

    // 1. One import at the limit.
    let text = attack(4_000);
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
}
