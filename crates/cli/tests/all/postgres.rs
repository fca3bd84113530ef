//! The server and the operator's commands on PostgreSQL, as people run them.

#![cfg(unix)]

use std::{fs, path::PathBuf, process::Stdio};

use serde_json::{Value, json};
use vauban_store::conformance::Cluster;

use crate::{
    client::{Client, answers},
    program::{
        feed,
        server::{Server, program},
    },
};

/// A database, and the file with its password.
struct Database {
    folder: tempfile::TempDir,
    address: String,
}

impl Database {
    fn new() -> Database {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("password"), "sesame\n").expect("a file");
        let address = Cluster::shared().empty_store().replace(":sesame@", "@");
        Database { folder, address }
    }

    fn password(&self) -> PathBuf {
        self.folder.path().join("password")
    }

    /// How it is named on the command line.
    fn named(&self) -> [String; 4] {
        let password = self.password().to_str().expect("a plain name").to_owned();
        [
            "--store".into(),
            self.address.clone(),
            "--store-password".into(),
            password,
        ]
    }

    fn serve(&self) -> Server {
        let named = self.named();
        let mut words = vec!["serve", "--port", "0"];
        words.extend(named.iter().map(String::as_str));
        Server::start(&words, &[])
    }

    /// Runs a command that must succeed; what it says.
    fn run(&self, words: &[&str]) -> String {
        let named = self.named();
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        let output = feed(&[words, &named].concat(), b"");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{words:?}: {errors}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn json(&self, words: &[&str]) -> Value {
        let text = self.run(&[words, &["--json"]].concat());
        serde_json::from_str(&text).expect("JSON")
    }

    fn verify(&self) -> String {
        let text = self.run(&["verify"]);
        assert!(
            text.contains("sound") && text.contains("0 differ"),
            "{text}"
        );
        text
    }
}

/// What a command that must fail says.
fn refused(words: &[&str]) -> String {
    let output = feed(words, b"");
    assert_eq!(output.status.code(), Some(1), "{words:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

async fn play(guest: &mut Client, id: &str, actions: usize) {
    let path = format!("/matches/{id}");
    for number in 0..actions {
        let page = guest.get(&format!("{path}/page")).await.ok();
        let text = answers(&page).into_iter().next().expect("an action");
        let answer =
            json!({"command_id": format!("c{number}"), "ask": page["ask"]["id"], "text": text});
        guest.post(&format!("{path}/commands"), answer).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_outlive_a_killed_server_and_the_operator_sees_them() {
    let database = Database::new();
    let server = database.serve();
    let mut ann = Client::guest(server.address, "Ann").await;
    let mut bob = Client::guest(server.address, "Bob").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let id = ann.post("/matches", body.clone()).await.ok()["id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    play(&mut ann, &id, 4).await;
    let other = bob.post("/matches", body).await.ok()["id"].clone();
    let other = other.as_str().expect("an id").to_owned();
    let page = ann.get(&format!("/matches/{id}/page")).await.ok();
    server.kill();
    let server = database.serve();
    let mut ann = ann.at(server.address);
    let again = ann.get(&format!("/matches/{id}/page")).await.ok();
    assert_eq!(
        (&again["seq"], &again["hash"]),
        (&page["seq"], &page["hash"])
    );
    let mine = ann.get("/me/matches").await.ok();
    assert_eq!(mine["matches"][0]["id"], id);
    // The operator, while the server runs.
    let listed = database.json(&["matches", "--sort", "age"]);
    assert_eq!(
        (&listed[0]["id"], &listed[1]["id"]),
        (&json!(id), &json!(other))
    );
    assert_eq!(listed[0]["events"], 4);
    database.verify();
    let bob_id = bob.at(server.address).get("/me").await.ok()["id"].clone();
    let bob_id = bob_id.as_str().expect("an id");
    assert_eq!(database.json(&["accounts", "ban", bob_id])["is"], "banned");
    let banned = bob.at(server.address).get("/me").await;
    assert_eq!(banned.status, 403);
    // And while it does not.
    server.stop();
    database.run(&["matches", "close", &id]);
    database.run(&["matches", "delete", &other]);
    let verified = database.verify();
    assert!(verified.contains("1 deleted matches"), "{verified}");
    let server = database.serve();
    let page = ann
        .at(server.address)
        .get(&format!("/matches/{id}/page"))
        .await;
    assert_eq!(page.ok()["result"]["reason"], "closed");
    server.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_moves_to_a_database_and_its_players_stay_signed_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a plain name").to_owned();
    let serve = ["serve", "--port", "0", "--data", &data];
    let server = Server::start(&serve, &[]);
    let mut ann = Client::guest(server.address, "Ann").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let id = ann.post("/matches", body).await.ok()["id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    play(&mut ann, &id, 5).await;
    let path = format!("/matches/{id}/page");
    let page = ann.get(&path).await.ok();
    server.kill();
    // 1. There.
    let database = Database::new();
    let named = database.named();
    let to = [
        "copy",
        "--from",
        &data,
        "--to",
        &named[1],
        "--to-password",
        &named[3],
    ];
    let output = feed(&to, b"");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    assert!(
        said.contains("sound") && said.contains("1 matches"),
        "{said}"
    );
    database.verify();
    let server = database.serve();
    let mut moved = ann.at(server.address);
    let again = moved.get(&path).await.ok();
    assert_eq!(
        (&again["seq"], &again["hash"]),
        (&page["seq"], &page["hash"])
    );
    // A command that was answered before the move is answered the same.
    let first = json!({"command_id": "c0", "ask": 1, "text": "x"});
    let reused = moved.post(&format!("/matches/{id}/commands"), first).await;
    assert_eq!(
        reused.json()["code"],
        "command-id-reused",
        "{}",
        reused.text()
    );
    server.stop();
    let line = refused(&to);
    assert!(line.contains("has been used since"), "{line}");
    database.verify();
    // 2. Not over another store, and nobody serves an unfinished one.
    let other = Database::new();
    Server::stop(other.serve());
    Client::guest(other.serve().address, "Eve").await;
    let [_, address, _, password] = other.named();
    let over = [
        "copy",
        "--from",
        &data,
        "--to",
        &address,
        "--to-password",
        &password,
    ];
    let line = refused(&over);
    assert!(line.contains("another store"), "{line}");
    let schema = address.rsplit("%3D").next().expect("it names one");
    Cluster::shared().sql(&format!("UPDATE {schema}.vauban SET store = 'copying-x'"));
    let line = refused(&["serve", "--store", &address, "--store-password", &password]);
    assert!(line.contains("not complete"), "{line}");
    // 3. And back.
    let back = folder.path().join("back");
    fs::create_dir(&back).expect("a folder");
    let back = back.to_str().expect("a plain name");
    let from = [
        "copy",
        "--from",
        &named[1],
        "--from-password",
        &named[3],
        "--to",
        back,
    ];
    let output = feed(&from, b"");
    assert!(output.status.success(), "{output:?}");
    let server = Server::start(&["serve", "--port", "0", "--data", back], &[]);
    let page = ann.at(server.address).get(&path).await.ok();
    assert_eq!(
        (&again["seq"], &again["hash"]),
        (&page["seq"], &page["hash"])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_database_is_away_keeps_its_sockets_and_comes_back() {
    // Of its own: others would not like it.
    let cluster = Cluster::start(&[]);
    let address = cluster.empty_store();
    let server = Server::start(&["serve", "--port", "0", "--store", &address], &[]);
    let mut ann = Client::guest(server.address, "Ann").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let id = ann.post("/matches", body).await.ok()["id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    play(&mut ann, &id, 2).await;
    let ready = async || {
        let mut client = Client::new(server.address);
        let answer = client.raw("GET", "/readyz", Default::default(), Vec::new());
        answer.await.expect("an answer").status
    };
    assert_eq!(ready().await, 200);
    let mut live = ann.live(&id, "").await;
    let page = live.page().await;
    let (path, ask) = (format!("/matches/{id}"), page["page"]["ask"]["id"].clone());
    let text = answers(&page["page"])
        .into_iter()
        .next()
        .expect("an action");
    let answer = json!({"command_id": "away", "ask": ask, "text": text});
    // 1. Nothing is acknowledged, and everybody is told when to come again.
    cluster.stop();
    assert_eq!(ready().await, 503);
    let refused = ann.post(&format!("{path}/commands"), answer.clone()).await;
    assert_eq!(refused.status, 503);
    assert_eq!(refused.headers["retry-after"], "2");
    assert_eq!(refused.json()["code"], "unavailable");
    // 2. It comes back by itself; the same command is carried out, once, and the socket shows it.
    cluster.resume();
    ann.post(&format!("{path}/commands"), answer.clone())
        .await
        .ok();
    ann.post(&format!("{path}/commands"), answer).await.ok();
    let shown = live.page().await;
    let seq = |frame: &Value| frame["page"]["seq"].as_u64().expect("a number");
    assert!(seq(&shown) > seq(&page), "{shown}");
    assert_eq!(ready().await, 200);
    server.stop();
}

#[test]
fn what_is_only_for_files_says_what_to_do_instead() {
    let database = Database::new();
    let named = database.named();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    let line = refused(&[&["backup", "monday.db"], &named[..]].concat());
    assert!(line.contains("pg_dump"), "{line}");
    let line = refused(&[&["serve", "--new"], &named[..]].concat());
    assert!(line.contains("empty database"), "{line}");
}

#[test]
fn no_word_of_the_program_tells_the_password() {
    let port = Cluster::shared().port();
    let right = format!("vauban:sesame@127.0.0.1:{port}");
    for address in [
        format!("postgres://{right}/no-such-database"),
        format!("postgres://vauban:ses?ame@127.0.0.1:{port}/postgres"),
        format!("postgres://{right}/postgres?sslmode=prefer"),
        format!("postgres://{right}/postgres?sslrootcert=%2Fno%2Fsuch.pem"),
        "postgres://vauban:sesame@127.0.0.1:1/postgres".to_owned(),
        "mysql://vauban:sesame@127.0.0.1/club".to_owned(),
    ] {
        for words in [&["verify"][..], &["matches"], &["serve", "--port", "0"]] {
            let said = refused(&[words, &["--store", &address]].concat());
            assert!(!said.contains("ses"), "{said}");
            assert!(said.starts_with("vauban: "), "{said}");
        }
    }
    // Nor does the log, however much it tells.
    let address = Cluster::shared().empty_store();
    let mut serve = program();
    serve
        .args(["serve", "--port", "0", "--store", &address])
        .env("VAUBAN_LOG", "trace")
        .stderr(Stdio::piped());
    let server = Server::run(serve);
    let id = server.id().to_string();
    let stopped = std::process::Command::new("kill").arg(id).status();
    assert!(stopped.expect("kill is there").success());
    let (_, said) = server.ended();
    assert!(said.contains("going down"), "{said}");
    assert!(!said.contains("sesame"), "{said}");
}
