//! What release 0.1 wrote is still read: a store with matches of every game, and record files.
//!
//! `kept/0.1` holds a store as that release left it, the records that it gave to every viewer, the
//! tokens of its guests, and one command of each kind with the answer that it had.

use std::{fs, net::SocketAddr, path::PathBuf};

use serde_json::{Value, json};

use crate::{
    client::{Client, answers},
    program::feed,
    program::server::Server,
};

fn kept(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/kept/0.1")
        .join(name)
}

fn read(name: &str) -> String {
    let path = kept(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A copy of the store, the server on it, and what is known of it.
struct Restored {
    folder: tempfile::TempDir,
    server: Server,
    known: Value,
}

impl Restored {
    fn new() -> Restored {
        let folder = tempfile::tempdir().expect("a folder");
        fs::copy(kept("vauban.db"), folder.path().join("vauban.db")).expect("a copy");
        let data = folder.path().to_str().expect("a plain name").to_owned();
        let server = Server::start(
            &["serve", "--port", "0", "--rate", "off", "--data", &data],
            &[],
        );
        let known = serde_json::from_str(&read("kept.json")).expect("JSON");
        Restored {
            folder,
            server,
            known,
        }
    }

    fn address(&self) -> SocketAddr {
        self.server.address
    }

    fn matches(&self) -> &[Value] {
        self.known["matches"].as_array().expect("a list")
    }

    fn client(&self, name: &str) -> Client {
        let mut client = Client::new(self.address());
        let token = self.known["tokens"][name].as_str().expect("a token");
        client.token = Some(token.to_owned());
        client
    }

    /// Those who sit at a match, with a client for each.
    fn people(&self, of: &Value) -> Vec<(String, Client)> {
        let people = of["people"].as_array().expect("a list").iter();
        people
            .filter_map(Value::as_str)
            .map(|name| (name.to_lowercase(), self.client(name)))
            .collect()
    }
}

fn word<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().expect("a text")
}

#[test]
fn a_store_of_0_1_is_sound_and_plays_out_as_it_was_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(kept("vauban.db"), folder.path().join("vauban.db")).expect("a copy");
    let data = folder.path().to_str().expect("a plain name");
    let output = feed(&["verify", "--data", data], b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("10 matches"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_match_of_0_1_opens_with_the_record_it_had() {
    let restored = Restored::new();
    for kept in restored.matches() {
        let (name, path) = (word(kept, "name"), format!("/matches/{}", word(kept, "id")));
        let mut viewers = restored.people(kept);
        viewers.push(("spectator".into(), Client::new(restored.address())));
        for (viewer, client) in &mut viewers {
            let room = client.get(&path).await.ok();
            assert_eq!(room["stage"], kept["stage"], "{name}");
            client.get(&format!("{path}/page")).await.ok();
            client.get(&format!("{path}/events")).await.ok();
            let file = match word(kept, "stage") {
                "over" => format!("{name}.vauban"),
                _ => format!("{name}.{viewer}.vauban"),
            };
            let record = client.get(&format!("{path}/record")).await.text();
            assert_eq!(record, read(&file), "{file}");
        }
    }
    let lists = restored.client("Ann").get("/me/matches").await.ok();
    assert_eq!(lists["matches"].as_array().map(Vec::len), Some(9));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_0_1_keeps_the_rules_that_it_was_played_by() {
    let restored = Restored::new();
    // An option that came after 0.1, with another default in new matches.
    let stagnation = |room: &Value| room["options"]["stagnation"].clone();
    let mut ann = restored.client("Ann");
    for kept in restored.matches() {
        if kept["game"] != "risk" {
            continue;
        }
        let path = format!("/matches/{}", word(kept, "id"));
        assert_eq!(stagnation(&ann.get(&path).await.ok()), "0", "{kept}");
        if kept["stage"] == "over" {
            let again = ann.post(&format!("{path}/rematch"), json!({})).await.ok();
            assert_eq!(stagnation(&again), "0", "{kept}");
        }
    }
    let new = ann.post("/matches", json!({"game": "risk"})).await.ok();
    assert_eq!(stagnation(&new), "30");
    // The same in files.
    let file = kept("risk.vauban");
    let file = file.to_str().expect("a plain name");
    for (load, value) in [(&["--load", file][..], "0"), (&[], "30")] {
        let arguments = [&["console", "risk", "--lang", "en"], load].concat();
        let output = feed(&arguments, b"rules 7.7\n");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            text.contains(&format!("`stagnation` **(here {value})**")),
            "{text}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_running_match_of_0_1_is_played_on() {
    let restored = Restored::new();
    for kept in restored.matches() {
        if kept["stage"] != "running" {
            continue;
        }
        let (name, path) = (word(kept, "name"), format!("/matches/{}", word(kept, "id")));
        let mut people = restored.people(kept);
        let mut taken = 0;
        for round in 0..200 {
            for (_, client) in &mut people {
                let page = client.get(&format!("{path}/page")).await.ok();
                let Some(text) = answers(&page).into_iter().next() else {
                    continue;
                };
                let answer = json!({
                    "command_id": format!("on-{round}"),
                    "ask": page["ask"]["id"],
                    "text": text,
                });
                client.post(&format!("{path}/commands"), answer).await.ok();
                taken += 1;
            }
            if taken >= 6 {
                break;
            }
            // A program may be thinking.
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        assert!(taken >= 6, "{name}: {taken}");
    }
    let Restored { folder, server, .. } = restored;
    server.kill();
    let data = folder.path().to_str().expect("a plain name");
    let output = feed(&["verify", "--data", data], b"");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_0_1_answered_is_answered_the_same_again() {
    let restored = Restored::new();
    for sent in restored.known["commands"].as_array().expect("a list") {
        let path = format!("/matches/{}/commands", word(sent, "match"));
        let mut client = restored.client(word(sent, "by"));
        let answer = client.post(&path, sent["body"].clone()).await;
        assert_eq!(answer.text(), word(sent, "reply"), "{}", sent["body"]);
    }
}

#[test]
fn record_files_of_0_1_are_read_and_written_as_they_were() {
    for game in ["jungle", "guerre", "garden", "risk"] {
        let path = kept(&format!("{game}.vauban"));
        let file = path.to_str().expect("a plain name");
        let output = feed(&["convert", file, "-"], b"");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            read(&format!("{game}.vauban")),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let dice = feed(&["verify-dice", file], b"");
        assert!(dice.status.success(), "{game}");
    }
}
