//! The real program with 1 GB, attacked in the ways that need no long record: programs without end, crowds who
//! watch, questions about secrets, and connections of every bad kind. `memory.rs` has the long records, `full.rs`
//! the limits of files.
#![cfg(target_os = "linux")]

use std::{
    io::Write,
    net::{IpAddr, SocketAddr, TcpStream},
};

use serde_json::{Value, json};
use tokio::net::TcpSocket;

use crate::{
    client::{Client, Live, answers},
    full::counted,
    program::server::{Server, program},
};

/// The program with these flags, where it tells what it counts, and its folder.
fn start(arguments: &[&str]) -> (Server, SocketAddr, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = program();
    program
        .args(["serve", "--port", "0", "--metrics", "127.0.0.1:0"])
        .args(arguments)
        .arg("--data")
        .arg(folder.path())
        .env("VAUBAN_LOG", "error");
    let mut server = Server::run(program);
    let metrics = server.metrics();
    (server, metrics, folder)
}

/// An address of this machine that is not everybody's.
fn from(last: u8) -> IpAddr {
    IpAddr::from([127, 0, 0, last])
}

async fn open(client: &mut Client, game: &str, seats: &[&str]) -> String {
    let body = json!({"game": game, "seats": seats});
    let room = client.post("/matches", body).await.ok();
    room["id"].as_str().expect("an id").to_owned()
}

/// Takes the first action that there is.
async fn act(client: &mut Client, id: &str) -> Value {
    let page = client.get(&format!("/matches/{id}/page")).await.ok();
    let text = answers(&page).swap_remove(0);
    // Asks are counted per seat, commands per match.
    let (seq, ask) = (&page["seq"], &page["ask"]["id"]);
    let body = json!({"command_id": format!("a{seq}"), "ask": ask, "text": text});
    let path = format!("/matches/{id}/commands");
    client.post(&path, body).await.ok()
}

/// Programs of the strongest level play among themselves, all of one guest and all watched.
#[tokio::test(flavor = "multi_thread")]
async fn somebody_elses_program_answers_before_two_hundred_watched_ones() {
    let matches = vauban_laws::times("VAUBAN_GREEDY", 30, 200);
    let (server, metrics, _folder) = start(&["--rate", "off", "--quota", "off"]);
    let game = vauban_catalog::CATALOG.find("jungle").expect("a game");
    let strongest = format!("agent:{}", game.levels().len());
    let mut greedy = Client::coming_from(server.address, from(2))
        .welcomed("Greedy")
        .await;
    let mut watched = Vec::new();
    for _ in 0..matches {
        let id = open(&mut greedy, "jungle", &[&strongest, &strongest]).await;
        watched.push(greedy.live(&id, "").await);
    }
    let mut person = Client::coming_from(server.address, from(3))
        .welcomed("Person")
        .await;
    let id = open(&mut person, "jungle", &["me", "agent:1"]).await;
    let mut live = person.live(&id, "").await;
    live.page().await;
    let before = counted(metrics, "vauban_agent_thoughts_total ").await;
    for number in 0..5 {
        act(&mut person, &id).await;
        while live.page().await["seq"].as_u64() < Some(2 * (number + 1)) {}
    }
    // In five rounds fewer than wait for their turn in one: its own, and what is thought while nobody waits.
    let thoughts = counted(metrics, "vauban_agent_thoughts_total ").await - before;
    assert!(
        thoughts < matches,
        "{thoughts} thoughts beside {matches} matches"
    );
    server.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_watches_costs_one_frame_and_little_memory() {
    let (server, metrics, _folder) = start(&[]);
    let mut guest = Client::guest(server.address, "Guest").await;
    let id = open(&mut guest, "jungle", &["me", "me"]).await;
    let before = server.peak();
    let mut crowd: Vec<Live> = Vec::new();
    for number in 0..400 {
        let nobody = Client::coming_from(server.address, from(2 + (number % 8) as u8));
        let mut live = nobody.live(&id, "").await;
        live.page().await;
        crowd.push(live);
    }
    for seq in 1..=3 {
        let written = counted(metrics, "vauban_frames_written_total ").await;
        act(&mut guest, &id).await;
        for live in &mut crowd {
            assert_eq!(live.page().await["seq"], seq);
        }
        let more = counted(metrics, "vauban_frames_written_total ").await - written;
        assert_eq!(more, 1, "frames for {} who watch", crowd.len());
    }
    let each = (server.peak() - before) / crowd.len() as u64;
    assert!(each < 64 << 10, "{each} bytes for each who watches");
    server.kill();
}

/// Six play classic Risk from a position in which the first holds cards.
#[tokio::test(flavor = "multi_thread")]
async fn a_position_that_was_brought_shows_no_hand_to_others() {
    let (server, _, _folder) = start(&[]);
    let countries: String = ["a5", "b4", "c3", "d2", "e6", "f7"]
        .iter()
        .cycle()
        .take(42)
        .copied()
        .collect();
    let hands = "2-1-0.0-0-0.0-0-0.0-0-0.0-0-0.0-0-0";
    let position = format!("1.1.attacker.0.0._{countries}_{hands}_12-13-14.0-0-0_-.-.0.0.00000");
    let text = format!(
        "[Game \"risk\"]\n[Options \"players=6 rules=classic\"]\n[Position \"{position}\"]\n\n"
    );
    let mut first = Client::guest(server.address, "First").await;
    let seats = ["me", "open", "agent:1", "agent:1", "agent:1", "agent:1"];
    let body = json!({"game": "risk", "text": text, "seats": seats});
    let room = first.post("/imports", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let mut second = Client::guest(server.address, "Second").await;
    let join = json!({"command_id": "j", "do": "join"});
    second.post(&format!("{path}/commands"), join).await.ok();
    let mut nobody = Client::new(server.address);
    for door in ["record", "page", "events", "", "page?step=0"] {
        let door = format!("{path}/{door}");
        let door = door.trim_end_matches('/');
        for stranger in [&mut second, &mut nobody] {
            let answer = stranger.get(door).await;
            assert_eq!(answer.status, 200, "{door}: {}", answer.text());
            assert!(!answer.text().contains("2-1-0"), "{door}");
        }
    }
    // Whose hand it is knows it.
    let record = first.get(&format!("{path}/record")).await.text();
    assert!(record.contains("2-1-0"), "{record}");
    server.kill();
}

/// Half a request, half a body, answers and streams that nobody reads: 500 connections from elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn bad_connections_of_every_kind_disturb_no_player() {
    let (server, metrics, _folder) = start(&[]);
    let mut guest = Client::guest(server.address, "Guest").await;
    let id = open(&mut guest, "jungle", &["me", "me"]).await;
    let before = server.peak();
    let host = "host: localhost\r\n";
    let kinds = [
        format!("GET /api/v1/games HTTP/1.1\r\n{host}x-slow: "),
        format!(
            "POST /api/v1/guests HTTP/1.1\r\n{host}content-type: application/json\r\ncontent-length: 16000\r\n\r\n{{"
        ),
        format!("GET /api/v1/openapi.json HTTP/1.1\r\n{host}\r\n").repeat(20),
        format!("GET /api/v1/matches/{id}/stream HTTP/1.1\r\n{host}\r\n"),
        String::new(),
    ];
    let mut held: Vec<TcpStream> = Vec::new();
    for number in 0..500 {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(2 * 1024).expect("a size");
        let address = SocketAddr::new(from(2 + (number % 4) as u8), 0);
        socket.bind(address).expect("an address of this machine");
        let line = socket.connect(server.address).await.expect("a connection");
        let mut line = line.into_std().expect("a socket");
        // It may be ended as soon as it is there.
        let _ = line.write(kinds[number % kinds.len()].as_bytes());
        held.push(line);
    }
    for _ in 0..20 {
        act(&mut guest, &id).await;
    }
    let waiting = counted(metrics, "vauban_answer_bytes_waiting ").await;
    assert!(waiting <= 32 << 20, "{waiting} bytes wait");
    let more = server.peak() - before;
    assert!(more < 64 << 20, "500 bad connections take {more} bytes");
    drop(held);
    guest.get("/me").await.ok();
    server.kill();
}
