//! The program when too much is wanted of it: places follow from the limit of open files, answers that
//! nobody reads do not fill its memory, and what it counts is told to its host alone.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    process::Command,
    time::Duration,
};

use tokio::net::TcpSocket;

use crate::{
    client::Client,
    program::server::{Server, program},
};

/// The program with `soft` and `hard` limits of open files.
fn limited(soft: u64, hard: u64, arguments: &[&str]) -> (Server, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let limited = program();
    let mut program = Command::new("sh");
    program
        .arg("-c")
        .arg(format!(
            r#"ulimit -Sn {soft} && ulimit -Hn {hard} && exec "$0" "$@""#
        ))
        .arg(limited.get_program())
        .args(limited.get_args())
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .args(arguments)
        .env("VAUBAN_LOG", "off");
    (Server::run(program), folder)
}

pub async fn counted(metrics: SocketAddr, name: &str) -> u64 {
    let told = Client::new(metrics)
        .raw("GET", "/metrics", Default::default(), Vec::new())
        .await
        .expect("an answer")
        .text();
    let line = told.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|number| number.trim().parse().ok())
        .unwrap_or_else(|| panic!("{name} is not among {told}"))
}

async fn until_counted(metrics: SocketAddr, name: &str, number: u64) {
    for _ in 0..3_000 {
        if counted(metrics, name).await == number {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{name} is not {number}");
}

/// What is told to somebody who asks for the list of games.
fn ask(address: SocketAddr) -> String {
    let mut line = TcpStream::connect(address).expect("a connection");
    line.write_all(b"GET /api/v1/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        .expect("sent");
    let mut told = String::new();
    line.read_to_string(&mut told).expect("an answer");
    told
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn as_many_connections_as_the_hard_limit_of_files_lets_there_be() {
    // 96 of 200 files are kept for other things, and 13 of the 104 places for people in seats.
    let arguments = ["--rate", "off", "--metrics", "127.0.0.1:0"];
    let (mut server, _folder) = limited(100, 200, &arguments);
    let metrics = server.metrics();
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id())).expect("limits");
    let files = limits.lines().find(|line| line.contains("open files"));
    let soft = files.and_then(|line| line.split_ascii_whitespace().nth(3));
    assert_eq!(soft, Some("200"), "{limits}");
    let mut held: Vec<TcpStream> = (0..91)
        .map(|_| TcpStream::connect(server.address).expect("a connection"))
        .collect();
    until_counted(metrics, "vauban_connections ", 91).await;
    let told = ask(server.address);
    assert!(told.starts_with("HTTP/1.1 503 "), "{told}");
    assert!(told.contains(r#""code":"full""#), "{told}");
    held.pop();
    until_counted(metrics, "vauban_connections ", 90).await;
    assert!(ask(server.address).starts_with("HTTP/1.1 200 "));
    // Far more than there are files: each is told, or ended, and the program goes on.
    held.extend((0..400).map(|_| TcpStream::connect(server.address).expect("a connection")));
    drop(held);
    until_counted(metrics, "vauban_connections ", 0).await;
    assert!(ask(server.address).starts_with("HTTP/1.1 200 "));
    server.kill();
}

/// They held 1.3 GB once.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_unread_answers_take_little_memory() {
    // Without the memory of searches, which is taken at the start, at some time or other.
    let arguments = "--rate off --metrics 127.0.0.1:0 --search-memory 1";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let (mut server, _folder) = limited(2_000, 2_000, &arguments);
    let metrics = server.metrics();
    let size = Client::new(server.address)
        .get("/openapi.json")
        .await
        .body
        .len() as u64;
    let before = server.peak();
    let ask = "GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(40);
    let mut lines = Vec::new();
    for _ in 0..500 {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(2 * 1024).expect("a size");
        let line = socket.connect(server.address).await.expect("a connection");
        line.writable().await.expect("open");
        assert_eq!(line.try_write(ask.as_bytes()).expect("sent"), ask.len());
        lines.push(line);
    }
    until_counted(metrics, "vauban_connections ", 500).await;
    for _ in 0..20 {
        let waiting = counted(metrics, "vauban_answer_bytes_waiting ").await;
        assert!(waiting <= 8 << 20, "{waiting} bytes wait");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let more = server.peak() - before;
    // A connection itself takes some of it.
    assert!(
        more < 32 << 20,
        "500 unread answers of {size} bytes take {more} bytes"
    );
    server.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_for_the_host_alone() {
    let (server, _folder) = limited(500, 500, &[]);
    let public = |address: SocketAddr| async move {
        Client::new(address)
            .raw("GET", "/metrics", Default::default(), Vec::new())
            .await
            .expect("an answer")
    };
    assert_eq!(public(server.address).await.status, 404);
    server.kill();
    let (mut server, _folder) = limited(500, 500, &["--metrics", "127.0.0.1:0"]);
    let metrics = server.metrics();
    assert_eq!(public(server.address).await.status, 404);
    assert_eq!(counted(metrics, "vauban_commands_total ").await, 0);
    // Nothing else is there, and a page of another site cannot read it.
    let other = Client::new(metrics).get("/games").await;
    assert_eq!(other.status, 404);
    let host = [(
        "host".parse().expect("a name"),
        "evil.example".parse().expect("a value"),
    )];
    let evil = Client::new(metrics)
        .raw("GET", "/metrics", host.into_iter().collect(), Vec::new())
        .await
        .expect("an answer");
    assert_eq!(evil.status, 421);
    server.kill();
}
