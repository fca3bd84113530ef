//! The server and its store: one that has vanished, that is replaced while it is served, that has no
//! room to grow, and that comes from a backup.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::json;

#[cfg(target_os = "linux")]
use crate::power;
use crate::{
    client::{Client, answers},
    program::{
        feed,
        server::{Server, program},
    },
};

fn data(folder: &tempfile::TempDir) -> &str {
    folder.path().to_str().expect("a plain name")
}

fn serve(folder: &Path) -> Command {
    let mut program = program();
    program
        .args(["serve", "--port", "0", "--data"])
        .arg(folder)
        .env("VAUBAN_LOG", "off")
        .stdin(Stdio::null())
        .stderr(Stdio::piped());
    program
}

/// One line on standard error, and the program has ended.
fn refused(arguments: &[&str]) -> String {
    let output = feed(arguments, b"");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    let line = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

/// A match with a few actions; its address.
async fn play(server: &Server) -> String {
    let mut guest = Client::guest(server.address, "Guest").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let room = guest.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    for number in 0..6 {
        let page = guest.get(&format!("{path}/page")).await.ok();
        let text = answers(&page).into_iter().next().expect("an action");
        let id = format!("c{number}");
        let answer = json!({"command_id": id, "ask": page["ask"]["id"], "text": text});
        guest.post(&format!("{path}/commands"), answer).await.ok();
    }
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_has_vanished_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let serve = ["serve", "--port", "0", "--data", data(&folder)];
    let server = Server::start(&serve, &[]);
    play(&server).await;
    server.kill();
    let file = folder.path().join("vauban.db");
    fs::rename(&file, folder.path().join("elsewhere")).expect("it is moved");
    for (lang, part) in [("en", "missing"), ("fr", "manque")] {
        let line = refused(&[&serve[..], &["--lang", lang]].concat());
        for part in [part, "vauban.db: ", "vauban.db.checkpoint", "--new"] {
            let found = line.replace(" : ", ": ").contains(part);
            assert!(found, "{part}: {line}");
        }
    }
    assert!(!file.exists(), "nothing is made");
    let server = Server::start(&[&serve[..], &["--new"]].concat(), &[]);
    assert!(folder.path().join("vauban.db.old-1.checkpoint").exists());
    play(&server).await;
    server.kill();
    // The new one is a store like any other.
    Server::start(&serve, &[]).kill();
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_store_is_replaced_acknowledges_nothing_more_and_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::run(serve(folder.path()));
    play(&server).await;
    let file = folder.path().join("vauban.db");
    let copy = folder.path().join("copy");
    fs::copy(&file, &copy).expect("a copy");
    let mut guest = Client::guest(server.address, "Guest").await;
    fs::rename(&copy, &file).expect("it is replaced");
    let body = serde_json::to_vec(&json!({"game": "jungle", "seats": ["me", "me"]}));
    let headers = [("content-type", "application/json")];
    let headers = headers.map(|(name, value)| {
        (
            name.parse().expect("a name"),
            value.parse().expect("a value"),
        )
    });
    let answer = guest
        .raw(
            "POST",
            "/api/v1/matches",
            headers.into_iter().collect(),
            body.expect("JSON"),
        )
        .await;
    // Unless it has ended already.
    if let Ok(answer) = answer {
        assert!(!answer.status.is_success(), "{}", answer.text());
    }
    let (code, said) = server.ended();
    assert_eq!(code, Some(1));
    assert!(
        said.contains("vauban.db") && said.contains("replaced"),
        "{said}"
    );
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_start_on_a_full_disk_says_so_and_works_when_there_is_room() {
    let shim = power::Shim::build();
    let folder = tempfile::tempdir().expect("a folder");
    let place = fs::canonicalize(folder.path()).expect("a real name");
    let mut full = 0;
    for room in (0..).map(|number| number * 12_000) {
        let mut program = serve(&place);
        shim.fill(&mut program, &place, room);
        let mut process = program.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut said = String::new();
        let mut lines = std::io::BufReader::new(process.stdout.take().expect("it is piped"));
        std::io::BufRead::read_line(&mut lines, &mut said).expect("UTF-8");
        // It may find out after it has said where it is.
        let serves = match said.trim().strip_prefix("http://") {
            None => false,
            Some(address) => {
                let mut client = Client::new(address.parse().expect("an address"));
                let health = client.raw("GET", "/healthz", Default::default(), Vec::new());
                health.await.is_ok_and(|health| health.status == 200)
            }
        };
        if serves {
            process.kill().expect("it is running");
            process.wait().expect("it ends");
            break;
        }
        let output = process.wait_with_output().expect("it ends");
        let line = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1), "{room}: {line}");
        assert_eq!(line.lines().count(), 1, "{room}: {line}");
        assert!(line.contains("the disk is full"), "{room}: {line}");
        full += 1;
        assert!(full < 1_000, "it never starts");
    }
    assert!(full > 2, "{full}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_restored_verified_and_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&["serve", "--port", "0", "--data", data(&folder)], &[]);
    let path = play(&server).await;
    let record = format!("{path}/record");
    let before = Client::new(server.address).get(&record).await.text();
    let restored = tempfile::tempdir().expect("a folder");
    let backup = restored.path().join("vauban.db");
    let backup = backup.to_str().expect("a plain name");
    let output = feed(&["backup", "--data", data(&folder), backup], b"");
    assert!(output.status.success());
    play(&server).await;
    server.kill();
    let output = feed(&["verify", "--data", data(&restored)], b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && text.contains("1 matches, 6 events"),
        "{text}"
    );
    let server = Server::start(&["serve", "--port", "0", "--data", data(&restored)], &[]);
    let after = Client::new(server.address).get(&record).await.text();
    assert_eq!(after, before);
    play(&server).await;
    server.kill();
    assert!(
        feed(&["verify", "--data", data(&restored)], b"")
            .status
            .success()
    );
}
