//! The operator's commands, against the real server and against its store when it is down.

#![cfg(unix)]

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::{
        fs::PermissionsExt,
        net::{UnixListener, UnixStream},
    },
    path::Path,
    thread,
};

use serde_json::{Value, json};

use crate::{
    client::{Client, Live, answers},
    program::{feed, server::Server},
};

/// A folder with a server in it.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        Place { folder }
    }

    fn data(&self) -> &str {
        self.folder.path().to_str().expect("a plain name")
    }

    fn serve(&self) -> Server {
        Server::start(&["serve", "--port", "0", "--data", self.data()], &[])
    }

    /// Runs a command that must succeed; what it says.
    fn run(&self, words: &[&str]) -> String {
        let output = feed(&[words, &["--data", self.data()]].concat(), b"");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{words:?}: {errors}");
        assert!(errors.is_empty(), "{words:?}: {errors}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn json(&self, words: &[&str]) -> Value {
        let text = self.run(&[words, &["--json"]].concat());
        serde_json::from_str(&text).expect("JSON")
    }

    /// Runs a command that must fail with one line; the line.
    fn refused(&self, words: &[&str]) -> String {
        refused(&[words, &["--data", self.data()]].concat())
    }

    /// The store is sound; what `verify` says.
    fn verify(&self) -> String {
        let text = self.run(&["verify"]);
        assert!(
            text.contains("sound") && text.contains("0 differ"),
            "{text}"
        );
        text
    }
}

fn refused(words: &[&str]) -> String {
    let output = feed(words, b"");
    assert_eq!(output.status.code(), Some(1), "{words:?}");
    assert!(output.stdout.is_empty(), "{words:?}");
    let line = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

fn id_of(value: &Value) -> String {
    value["id"].as_str().expect("an id").to_owned()
}

async fn create(guest: &mut Client, seats: &[&str]) -> String {
    let body = json!({"game": "jungle", "seats": seats});
    id_of(&guest.post("/matches", body).await.ok())
}

/// Plays so many actions of a match in which the guest holds both seats.
async fn play(guest: &mut Client, id: &str, actions: usize) {
    let path = format!("/matches/{id}");
    for number in 0..actions {
        let page = guest.get(&format!("{path}/page")).await.ok();
        let text = answers(&page).into_iter().next().expect("an action");
        let command = format!("c{number}");
        let answer = json!({"command_id": command, "ask": page["ask"]["id"], "text": text});
        guest.post(&format!("{path}/commands"), answer).await.ok();
    }
}

async fn my_id(guest: &mut Client) -> String {
    id_of(&guest.get("/me").await.ok())
}

/// The frame with which a match ends; others may come before it.
async fn until_over(live: &mut Live) -> Value {
    loop {
        let frame = live.page().await;
        if frame["room"]["stage"] == "over" {
            return frame;
        }
    }
}

/// Waits until the server has closed a socket, which it must do by itself.
async fn until_ended(live: &mut Live) {
    while live.next().await.is_some() {}
}

fn ids(list: &Value) -> Vec<String> {
    list.as_array().expect("a list").iter().map(id_of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_listed_by_size_age_and_owner_with_the_server_up_or_down() {
    let place = Place::new();
    let server = place.serve();
    let mut ann = Client::guest(server.address, "Ann").await;
    let mut bob = Client::guest(server.address, "Bob").await;
    let old = create(&mut bob, &["me", "me"]).await;
    let large = create(&mut ann, &["me", "me"]).await;
    play(&mut ann, &large, 6).await;
    let small = create(&mut ann, &["me", "agent:1"]).await;
    let (ann_id, bob_id) = (my_id(&mut ann).await, my_id(&mut bob).await);
    let listed = |place: &Place| {
        let by_size = place.json(&["matches"]);
        let first = &by_size[0];
        assert_eq!(id_of(first), large);
        assert_eq!(
            (&first["game"], &first["stage"]),
            (&json!("jungle"), &json!("running"))
        );
        assert_eq!(
            (&first["events"], &first["owner"]),
            (&json!(6), &json!(ann_id))
        );
        assert_eq!(first["owner_name"], "Ann");
        assert!(first["bytes"].as_u64() > by_size[1]["bytes"].as_u64());
        let by_age = place.json(&["matches", "--sort", "age"]);
        assert_eq!(ids(&by_age), [&old, &large, &small].map(String::as_str));
        let by_owner = place.json(&["matches", "--sort", "owner"]);
        assert_eq!(ids(&by_owner)[2], old);
        assert_eq!(
            ids(&place.json(&["matches", "--owner", &bob_id])),
            [old.as_str()]
        );
        assert_eq!(place.json(&["matches", "--stage", "over"]), json!([]));
        let text = place.run(&["matches", "--limit", "1"]);
        assert!(text.contains(&large) && !text.contains(&old), "{text}");
        assert!(
            text.contains("matches: 3, ") && text.contains("--limit"),
            "{text}"
        );
        let french = place.run(&["matches", "--lang", "fr"]);
        assert!(
            french.contains("propriétaire") && french.contains("parties : 3, "),
            "{french}"
        );
    };
    listed(&place);
    server.kill();
    // What a crash leaves behind is no server.
    assert!(place.folder.path().join("vauban.sock").exists());
    listed(&place);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_match_ends_without_a_result_for_everybody_who_looks() {
    let place = Place::new();
    let server = place.serve();
    let mut ann = Client::guest(server.address, "Ann").await;
    let id = create(&mut ann, &["me", "me"]).await;
    play(&mut ann, &id, 3).await;
    let mut live = ann.live(&id, "").await;
    assert_eq!(live.page().await["room"]["stage"], "running");
    let said = place.run(&["matches", "close", &id]);
    assert_eq!(said, format!("{id}: closed without a result\n"));
    let frame = until_over(&mut live).await;
    assert_eq!(frame["page"]["result"]["reason"], "closed", "{frame}");
    assert!(
        frame.to_string().contains("The match is closed."),
        "{frame}"
    );
    // Nobody plays on, and it can be read.
    let path = format!("/matches/{id}");
    let resign = json!({"command_id": "late", "do": "resign", "seat": 1});
    assert_eq!(
        ann.post(&format!("{path}/commands"), resign).await.status,
        422
    );
    let line = place.refused(&["matches", "close", &id]);
    assert!(line.contains("already over"), "{line}");
    let french = place.refused(&["matches", "close", &id, "--lang", "fr"]);
    assert!(french.contains("déjà finie"), "{french}");
    let check = async |server: &Server, ann: &Client| {
        let mut ann = ann.at(server.address);
        let record = ann.get(&format!("{path}/record")).await.text();
        assert!(record.contains("[Result \"0/0 closed\"]"), "{record}");
        assert!(record.trim_end().ends_with("close"), "{record}");
        let page = ann.get(&format!("{path}/page")).await.ok();
        assert!(page["ask"].is_null());
        let phase = page["status"]["phase"].as_str().expect("a phase");
        assert!(phase.contains("no result, the match was closed"), "{phase}");
        let list = ann.get("/matches").await.ok();
        assert_eq!(list["matches"][0]["stage"], "over");
        assert_eq!(list["matches"][0]["result"]["reason"], "closed");
        record
    };
    let record = check(&server, &ann).await;
    server.kill();
    let server = place.serve();
    assert_eq!(
        check(&server, &ann).await,
        record,
        "a restart changes nothing"
    );
    // So does a backup.
    let restored = Place::new();
    let backup = restored.folder.path().join("vauban.db");
    place.run(&["backup", backup.to_str().expect("a plain name")]);
    server.kill();
    place.verify();
    restored.verify();
    let server = restored.serve();
    assert_eq!(check(&server, &ann).await, record);
    // The record is one like any other.
    let file = place.folder.path().join("match.vauban");
    fs::write(&file, &record).expect("a file");
    let file = file.to_str().expect("a plain name");
    let converted = feed(&["convert", file, "-"], b"");
    assert!(converted.status.success());
    assert!(String::from_utf8_lossy(&converted.stdout).contains("close"));
    let import = json!({"text": record, "step": 2, "game": "", "seats": ["me", "me"]});
    let again = ann.at(server.address).post("/imports", import).await.ok();
    assert_eq!(
        again["stage"], "running",
        "it can be played on from any step"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_closed_while_the_server_is_down() {
    let place = Place::new();
    let server = place.serve();
    let mut ann = Client::guest(server.address, "Ann").await;
    let tempo = json!({"kind": "increment", "stock": 600, "increment": 5});
    let body = json!({"game": "jungle", "seats": ["me", "me"], "tempo": tempo});
    let timed = id_of(&ann.post("/matches", body).await.ok());
    let unstarted = create(&mut ann, &["me"]).await;
    server.kill();
    let said = place.run(&["matches", "close", &timed, &unstarted]);
    assert_eq!(said.lines().count(), 2, "{said}");
    place.verify();
    let server = place.serve();
    let mut ann = ann.at(server.address);
    for id in [&timed, &unstarted] {
        let list = ann.get("/me/matches?stage=over").await.ok();
        let found = list["matches"].as_array().expect("a list").iter();
        let found = found.filter(|it| it["id"] == *id.as_str()).count();
        assert_eq!(found, 1, "{list}");
    }
    server.kill();
    place.verify();
}

#[tokio::test(flavor = "multi_thread")]
async fn its_owner_closes_a_match_that_has_not_begun() {
    let place = Place::new();
    let server = place.serve();
    let mut ann = Client::guest(server.address, "Ann").await;
    let mut bob = Client::guest(server.address, "Bob").await;
    let id = create(&mut ann, &["me"]).await;
    let path = format!("/matches/{id}/commands");
    let close = |number: u32| json!({"command_id": format!("x{number}"), "do": "close"});
    let refused = bob.post(&path, close(1)).await;
    assert_eq!(
        (refused.status.as_u16(), refused.json()["code"].clone()),
        (403, json!("not-owner"))
    );
    ann.post(&path, close(2)).await.ok();
    let join = json!({"command_id": "j", "do": "join"});
    assert_eq!(bob.post(&path, join).await.status, 422, "it is over");
    let begun = create(&mut ann, &["me", "me"]).await;
    let refused = ann
        .post(&format!("/matches/{begun}/commands"), close(3))
        .await;
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("resign instead"),
        "{}",
        refused.text()
    );
    server.kill();
    place.verify();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_match_is_gone_at_once_and_verify_knows() {
    let place = Place::new();
    let server = place.serve();
    let mut ann = Client::guest(server.address, "Ann").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"], "command_id": "first"});
    let id = id_of(&ann.post("/matches", body.clone()).await.ok());
    play(&mut ann, &id, 3).await;
    let kept = create(&mut ann, &["me", "me"]).await;
    let mut live = ann.live(&id, "").await;
    live.page().await;
    let answer = place.json(&["matches", "delete", &id]);
    assert_eq!(
        (&answer["is"], &answer["id"]),
        (&json!("deleted"), &json!(id))
    );
    until_ended(&mut live).await;
    let path = format!("/matches/{id}");
    for path in [
        path.clone(),
        format!("{path}/page"),
        format!("{path}/record"),
    ] {
        assert_eq!(ann.get(&path).await.status, 404, "{path}");
    }
    let resign = json!({"command_id": "r", "do": "resign", "seat": 1});
    assert_eq!(
        ann.post(&format!("{path}/commands"), resign).await.status,
        404
    );
    let list = ann.get("/me/matches").await.ok();
    assert_eq!(ids(&list["matches"]), [kept.as_str()]);
    // Its id is never used again.
    assert_eq!(ann.post("/matches", body).await.status, 404);
    let line = place.refused(&["matches", "delete", &id]);
    assert!(line.contains("was deleted on 2"), "{line}");
    assert!(place.verify().contains("1 matches, 0 events"));
    server.kill();
    assert!(place.verify().contains("1 deleted matches"));
    // And with the server down.
    place.run(&["matches", "delete", &kept]);
    let text = place.verify();
    assert!(
        text.contains("0 matches") && text.contains("2 deleted matches"),
        "{text}"
    );
    let server = place.serve();
    assert_eq!(
        ann.at(server.address)
            .get(&format!("/matches/{kept}"))
            .await
            .status,
        404
    );
    server.kill();
    // A match that vanishes without a marker is missed.
    let store = rusqlite::Connection::open(place.folder.path().join("vauban.db")).expect("a store");
    store.execute("DELETE FROM deletions", []).expect("changed");
    drop(store);
    let output = feed(&["verify", "--data", place.data()], b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text.contains("2 matches were created, but only 0"),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_match_is_read_as_before_and_can_be_talked_in() {
    let place = Place::new();
    let server = place.serve();
    let mut ann = Client::guest(server.address, "Ann").await;
    let over = create(&mut ann, &["me", "me"]).await;
    let running = create(&mut ann, &["me", "me"]).await;
    play(&mut ann, &over, 3).await;
    play(&mut ann, &running, 2).await;
    let path = format!("/matches/{over}");
    let resign = json!({"command_id": "r", "do": "resign", "seat": 1});
    let resigned = ann.post(&format!("{path}/commands"), resign.clone()).await;
    let resigned = resigned.ok();
    let page = ann.get(&format!("{path}/page")).await.ok();
    let record = ann.get(&format!("{path}/record")).await.text();
    let listed = ann.get("/me/matches").await.ok();
    let verified = place.verify();
    // Nothing is that old yet.
    let done = place.json(&["matches", "archive"]);
    assert_eq!(
        (&done["is"], &done["matches"]),
        (&json!("archived"), &json!(0))
    );
    let done = place.json(&["matches", "archive", "--older-than", "0"]);
    assert_eq!((&done["matches"], &done["flawed"]), (&json!(1), &json!([])));
    assert_eq!(place.verify(), verified);
    let again = place.run(&["matches", "archive", "--older-than", "0"]);
    assert!(again.contains("archived: 0"), "{again}");
    // A server that has nothing in memory finds everything in the archive.
    server.kill();
    let server = place.serve();
    let mut ann = ann.at(server.address);
    let after = ann.get(&format!("{path}/page")).await.ok();
    for part in ["seq", "hash", "result"] {
        assert_eq!(after[part], page[part], "{part}");
    }
    assert_eq!(ann.get(&format!("{path}/record")).await.text(), record);
    assert_eq!(ann.get("/me/matches").await.ok(), listed);
    let repeated = ann.post(&format!("{path}/commands"), resign).await.ok();
    assert_eq!(repeated, resigned, "a command that was sent before");
    let line = json!({"command_id": "s", "do": "say", "text": "thanks"});
    ann.post(&format!("{path}/commands"), line).await.ok();
    server.kill();
    // And with the server down.
    let done = place.json(&["matches", "archive", "--older-than", "0"]);
    assert_eq!(done["matches"], 1);
    place.verify();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_takes_effect_at_once_and_can_be_lifted() {
    let place = Place::new();
    let server = place.serve();
    let mut ann = Client::guest(server.address, "Ann").await;
    let mut bob = Client::guest(server.address, "Bob").await;
    let id = create(&mut ann, &["me", "me"]).await;
    let ann_id = my_id(&mut ann).await;
    let secret = ann.post("/me/recovery", json!({})).await.ok();
    let mut live = ann.live(&id, "").await;
    live.page().await;
    assert_eq!(
        place.run(&["accounts", "ban", &ann_id]),
        format!("{ann_id}: banned\n")
    );
    until_ended(&mut live).await;
    let refused = ann.get("/me").await;
    assert_eq!(
        (refused.status.as_u16(), refused.json()["code"].clone()),
        (403, json!("banned"))
    );
    assert!(
        ann.get("/me?lang=fr")
            .await
            .text()
            .contains("a banni ce compte")
    );
    let path = format!("/matches/{id}/commands");
    let resign = json!({"command_id": "r", "do": "resign", "seat": 1});
    assert_eq!(ann.post(&path, resign.clone()).await.status, 403);
    assert!(ann.try_live(&id, "", &[]).await.is_err());
    assert_eq!(bob.post("/recoveries", secret.clone()).await.status, 404);
    assert_eq!(bob.get("/me").await.status, 200, "nobody else is");
    let list = place.json(&["accounts", "--sort", "name"]);
    assert_eq!(ids(&list)[0], ann_id);
    assert!(list[0]["banned_at"].as_u64().is_some() && list[1]["banned_at"].is_null());
    assert_eq!(
        (&list[0]["sessions"], &list[1]["sessions"]),
        (&json!(0), &json!(1))
    );
    assert_eq!(
        (&list[0]["open"], &list[0]["name"]),
        (&json!(1), &json!("Ann"))
    );
    // It survives a restart, and is lifted with the server down.
    server.kill();
    let server = place.serve();
    assert_eq!(ann.at(server.address).get("/me").await.status, 403);
    server.kill();
    place.verify();
    place.run(&["accounts", "unban", &ann_id]);
    let line = place.refused(&["accounts", "unban", &ann_id]);
    assert!(line.contains("is not banned"), "{line}");
    let server = place.serve();
    ann.at(server.address).get("/me").await.ok();
    ann.at(server.address).post(&path, resign).await.ok();
    server.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_session_of_an_account_is_revoked() {
    let place = Place::new();
    let server = place.serve();
    let mut ann = Client::guest(server.address, "Ann").await;
    let ann_id = my_id(&mut ann).await;
    let token = ann.post("/me/tokens", json!({})).await.ok();
    let mut program = Client::new(server.address);
    program.token = token["secret"].as_str().map(str::to_owned);
    let id = create(&mut ann, &["me", "me"]).await;
    let mut lives = [ann.live(&id, "").await, program.live(&id, "").await];
    for live in &mut lives {
        live.page().await;
    }
    let said = place.run(&["accounts", "revoke", &ann_id]);
    assert!(said.ends_with(": 2\n"), "{said}");
    for live in &mut lives {
        until_ended(live).await;
    }
    for client in [&mut ann, &mut program] {
        assert_eq!(client.get("/me").await.status, 401);
    }
    assert!(
        place
            .run(&["accounts", "revoke", &ann_id])
            .ends_with(": 0\n")
    );
    server.kill();
    place.verify();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_done_is_said_in_one_line() {
    let place = Place::new();
    let line = place.refused(&["matches"]);
    assert!(
        line.contains("there is no store here") && line.contains("--data"),
        "{line}"
    );
    assert!(
        fs::read_dir(place.folder.path())
            .expect("a folder")
            .next()
            .is_none()
    );
    let missing = place.folder.path().join("nowhere");
    let line = refused(&[
        "accounts",
        "--data",
        missing.to_str().expect("plain"),
        "--lang",
        "fr",
    ]);
    assert!(line.contains("pas de base de données"), "{line}");
    assert!(!missing.exists(), "nothing is made");
    let mut server = Some(place.serve());
    for running in [true, false] {
        for words in [
            ["matches", "close", "nothing"],
            ["matches", "delete", "no such id"],
            ["accounts", "ban", "nobody"],
            ["accounts", "revoke", "nobody"],
            ["accounts", "unban", ""],
        ] {
            let line = place.refused(&words);
            let list = format!("`vauban {}` lists them", words[0]);
            assert!(line.contains(&list), "{running}: {line}");
        }
        if let Some(server) = server.take() {
            server.kill();
        }
    }
    let wrong = feed(&["matches", "close", "--data", place.data()], b"");
    assert_eq!(wrong.status.code(), Some(2));
    let wrong = feed(
        &["matches", "--sort", "colour", "--data", place.data()],
        b"",
    );
    assert_eq!(wrong.status.code(), Some(2));
}

/// What somebody at the socket is told.
fn say(socket: &Path, line: &str) -> Value {
    let mut stream = UnixStream::connect(socket).expect("it listens");
    // Of what is too long the server does not read the end.
    let _ = stream.write_all(format!("{line}\n").as_bytes());
    let mut answer = String::new();
    let mut reader = BufReader::new(stream);
    reader.read_line(&mut answer).expect("UTF-8");
    serde_json::from_str(&answer).expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_socket_is_its_users_alone_and_other_releases_are_told() {
    let place = Place::new();
    let server = place.serve();
    place.run(&["matches"]);
    let socket = place.folder.path().join("vauban.sock");
    let mode = fs::metadata(&socket)
        .expect("it is there")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    // The server tells a program of another release, and survives nonsense.
    let command = json!({"do": "list-matches", "sort": "size", "limit": 5});
    let question = json!({"protocol": 99, "release": "9.9.9", "command": command});
    let told = say(&socket, &question.to_string());
    assert_eq!(told["error"]["code"], "other-release");
    for nonsense in [
        "",
        "{",
        "[1, 2]",
        "{\"protocol\": 1, \"release\": \"x\", \"command\": {\"do\": \"fly\"}}",
    ] {
        assert_eq!(
            say(&socket, nonsense)["error"]["code"],
            "unreadable",
            "{nonsense}"
        );
    }
    assert_eq!(
        say(&socket, &"x".repeat(100_000))["error"]["code"],
        "unreadable"
    );
    place.run(&["matches"]);
    server.kill();
    // And a program tells of a server of another release.
    fs::remove_file(&socket).expect("removed");
    let listener = UnixListener::bind(&socket).expect("a socket");
    let answering = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a question");
        let mut line = String::new();
        let mut reader = BufReader::new(stream.try_clone().expect("a copy"));
        reader.read_line(&mut line).expect("a line");
        let answer = json!({"protocol": 7, "release": "7.1.0"});
        stream
            .write_all(format!("{answer}\n").as_bytes())
            .expect("sent");
        line
    });
    let line = place.refused(&["matches"]);
    assert!(
        line.contains("release 7.1.0") && line.contains("restart"),
        "{line}"
    );
    let question: Value = serde_json::from_str(&answering.join().expect("asked")).expect("JSON");
    assert_eq!(question["protocol"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_folder_has_a_socket_and_a_good_end_takes_it_away() {
    let place = Place::new();
    let long = place.folder.path().join("f".repeat(120));
    let data = long.to_str().expect("a plain name");
    let server = Server::start(&["serve", "--port", "0", "--data", data], &[]);
    let output = feed(&["matches", "--data", data], b"");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    let socket = long.join("vauban.sock");
    assert!(socket.exists());
    server.stop();
    assert!(!socket.exists());
}
