//! `vauban verify-dice` on the record of a match that was played on the real server.

use std::process::Output;

use serde_json::{Value, json};

use crate::{
    client::Client,
    program::server::Server,
    program::{feed, parse},
};

/// A match of which the dice decide who begins; its record, and the hash published before it.
struct Played {
    running: String,
    record: String,
    commitment: String,
    folder: tempfile::TempDir,
}

async fn played() -> Played {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a plain name");
    let server = Server::start(&["serve", "--port", "0", "--data", data], &[]);
    let mut owner = Client::guest(server.address, "Owner").await;
    let body =
        json!({"game": "guerre", "options": {"first": "lot"}, "seats": ["me"], "seed": "mine"});
    let room = owner.post("/matches", body).await.ok();
    let commitment = room["commitment"].as_str().expect("a hash").to_owned();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let join = json!({"command_id": "j", "do": "join", "seed": "also mine"});
    owner.post(&format!("{path}/commands"), join).await.ok();
    let running = owner.get(&format!("{path}/record")).await.text();
    let resign = json!({"command_id": "r", "do": "resign", "seat": 1});
    owner.post(&format!("{path}/commands"), resign).await.ok();
    let record = owner.get(&format!("{path}/record")).await.text();
    server.kill();
    Played {
        running,
        record,
        commitment,
        folder,
    }
}

impl Played {
    fn verify(&self, text: &str, more: &[&str]) -> Output {
        let file = self.folder.path().join("match.vauban");
        std::fs::write(&file, text).expect("a file");
        let mut arguments = vec!["verify-dice", file.to_str().expect("a plain name")];
        arguments.extend(more);
        feed(&arguments, b"")
    }

    /// The one line of a failure.
    fn refused(&self, text: &str, more: &[&str]) -> String {
        let output = self.verify(text, more);
        assert_eq!(output.status.code(), Some(1));
        let line = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.contains("match.vauban"), "{line}");
        line
    }

    fn json(&self, text: &str) -> Value {
        let output = self.verify(text, &["--json"]);
        let lines = parse(&output.stdout);
        assert_eq!(lines.len(), 1);
        assert_eq!(output.status.success(), lines[0]["ok"] == true);
        lines[0].clone()
    }
}

/// The value of a tag.
fn tag<'a>(record: &'a str, name: &str) -> &'a str {
    let start = format!("[{name} \"");
    let line = record.lines().find(|line| line.starts_with(&start));
    let line = line.unwrap_or_else(|| panic!("no {name}: {record}"));
    &line[start.len()..line.len() - 2]
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dice_of_a_server_match_are_rolled_again_and_tampering_is_found() {
    let game = played().await;
    let record = game.record.as_str();
    let lot = if record.contains("!north") {
        "north"
    } else {
        "south"
    };
    let other = if lot == "north" { "south" } else { "north" };

    let output = game.verify(record, &["--commit", &game.commitment]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{text}");
    assert_eq!(
        text,
        format!(
            "step 1: !{lot} agrees\n1 of 1 results of chance agree with the dice\n\
             the server must have published {} before the match\n",
            game.commitment
        )
    );
    let told = game.json(record);
    assert_eq!(told["commitment"], json!(game.commitment));
    assert_eq!(told["seeds"], json!(["mine", "also mine"]));
    assert_eq!(
        told["throws"],
        json!([{"step": 1, "written": lot, "rolled": lot, "agrees": true}])
    );

    // A changed result.
    let changed = record.replace(&format!("!{lot}"), &format!("!{other}"));
    let line = game.refused(&changed, &[]);
    assert!(
        line.contains(&format!("step 1: !{other} differs, the dice gave !{lot}")),
        "{line}"
    );
    let told = game.json(&changed);
    assert_eq!((&told["ok"], &told["differs"]), (&json!(false), &json!(1)));
    let french = game.refused(&changed, &["--lang", "fr"]);
    assert!(french.contains("les dés ont donné"), "{french}");

    // A changed secret, a changed commitment, another commitment than the one noted.
    let secret = tag(record, "DiceSecret");
    let wrong = record.replace(secret, &"0".repeat(64));
    assert!(
        game.refused(&wrong, &[])
            .contains("does not match the commitment")
    );
    assert_eq!(game.json(&wrong)["code"], "wrong-secret");
    let wrong = record.replace(&game.commitment, &"0".repeat(64));
    assert!(
        game.refused(&wrong, &[])
            .contains("does not match the commitment")
    );
    let noted = game.refused(record, &["--commit", &"0".repeat(64)]);
    assert!(noted.contains("published before"), "{noted}");

    // Not over, without tags, cut, not a record, not there.
    let line = game.refused(&game.running, &[]);
    assert!(
        line.contains("not public yet") && line.contains("when the match is over"),
        "{line}"
    );
    assert_eq!(game.json(&game.running)["code"], "running");
    assert!(!game.running.contains(secret));
    let plain: String = record
        .lines()
        .filter(|line| !line.starts_with("[Dice"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(game.refused(&plain, &[]).contains("DiceCommit"));
    let cut = record
        .replace(" 1:resign", "")
        .replace(tag(record, "Result"), "*");
    assert!(
        game.refused(&cut, &[]).contains("steps are missing"),
        "{cut}"
    );
    assert!(game.refused("hello", &[]).contains("is not a record"));
    let missing = feed(&["verify-dice", "no such file"], b"");
    assert_eq!(missing.status.code(), Some(1));
    // By a pipe, and one of several.
    assert!(
        feed(&["verify-dice", "-"], record.as_bytes())
            .status
            .success()
    );
    let two = format!("{plain}\n{record}");
    assert!(game.verify(&two, &["--record", "2"]).status.success());
    assert!(game.refused(&two, &[]).contains("holds 2 records"));
}

#[test]
fn a_match_without_chance_has_nothing_to_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("jungle.vauban");
    let file = file.to_str().expect("a plain name");
    let script = format!("j3j4\nresign\nsave {file}\n");
    assert!(
        feed(&["console", "jungle"], script.as_bytes())
            .status
            .success()
    );
    let output = feed(&["verify-dice", file], b"");
    assert!(output.status.success());
    assert_eq!(output.stdout, b"no result of chance to check\n");
}

#[test]
fn a_match_with_seeded_dice_says_that_it_cannot_be_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("guerre.vauban");
    let file = file.to_str().expect("a plain name");
    let script = format!("resign\nsave {file}\n");
    let console = ["console", "guerre", "--set", "first=lot", "--seed", "1"];
    assert!(feed(&console, script.as_bytes()).status.success());
    let output = feed(&["verify-dice", file], b"");
    assert_eq!(output.status.code(), Some(1));
    let line = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        line.contains("only matches played on a server do"),
        "{line}"
    );
}
