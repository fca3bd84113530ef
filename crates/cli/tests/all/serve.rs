//! Starting the server: where it is, and what it says when it cannot be there.

use std::net::TcpListener;

use crate::{client::Client, program::feed, program::server::Server};

/// One line on standard error, and the program has ended.
fn refused(arguments: &[&str]) -> String {
    let output = feed(arguments, b"");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert!(output.stdout.is_empty());
    let line = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_command_it_serves_from_the_users_folder_at_a_free_port() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().to_str().expect("a plain name");
    // The usual port is taken: by us, or by somebody else already.
    let _taken = TcpListener::bind("127.0.0.1:8470");
    let server = Server::start(&[], &[("XDG_DATA_HOME", home)]);
    assert!(server.address.ip().is_loopback());
    assert!(
        (8471..8490).contains(&server.address.port()),
        "{}",
        server.address
    );
    let games = Client::new(server.address).get("/games").await;
    assert!(games.status.is_success());
    assert!(folder.path().join("vauban/vauban.db").exists());
    // A second one says what to do.
    let data = folder.path().join("vauban");
    let line = refused(&[
        "serve",
        "--port",
        "0",
        "--data",
        data.to_str().expect("plain"),
    ]);
    assert!(
        line.contains("another vauban") && line.contains("--data"),
        "{line}"
    );
    server.kill();
}

#[test]
fn a_taken_port_that_was_asked_for_is_said_with_what_to_do() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a plain name");
    let line = refused(&["serve", "--port", &port, "--data", data]);
    assert!(
        line.contains(&port) && line.contains("in use") && line.contains("--port 0"),
        "{line}"
    );
    let line = refused(&["serve", "--port", &port, "--data", data, "--lang", "fr"]);
    assert!(line.contains("est déjà utilisé"), "{line}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_old_lobby_is_there_only_with_its_flag() {
    for (flag, status) in [(None, 404), (Some("--seed-lobby"), 201)] {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().to_str().expect("a plain name");
        let mut arguments = vec!["serve", "--port", "0", "--data", data];
        arguments.extend(flag);
        let server = Server::start(&arguments, &[]);
        let answer = Client::new(server.address)
            .raw(
                "PUT",
                "/player",
                Default::default(),
                br#"{"name": "Ann"}"#.to_vec(),
            )
            .await
            .expect("an answer");
        assert_eq!(answer.status, status);
        server.kill();
    }
}
