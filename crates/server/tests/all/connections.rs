//! Connections: who gets a place, what becomes of who does not read, and how they end.

use std::{net::SocketAddr, time::Duration};

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::tungstenite::{
    Message,
    protocol::{CloseFrame, frame::coding::CloseCode},
};
use vauban_driver::{Client, Live, Socket};
use vauban_server::Options;

use crate::host::{Host, catalogue, options};

/// Nothing takes longer, unless something is broken.
const PATIENCE: Duration = Duration::from_secs(60);

/// A guest who holds both seats of a match, and the match.
async fn seated(host: &Host) -> (Client, String) {
    let mut guest = Client::guest(host.address, "Seated").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let room = guest.post("/matches", body).await.ok();
    (guest, room["id"].as_str().expect("an id").to_owned())
}

/// Says something on a line of its own; everything that comes back until the server ends it.
async fn told(address: SocketAddr, said: &str) -> String {
    let mut line = TcpStream::connect(address).await.expect("a connection");
    line.write_all(said.as_bytes()).await.expect("sent");
    let mut told = Vec::new();
    timeout(PATIENCE, line.read_to_end(&mut told))
        .await
        .expect("it is ended")
        .expect("not reset");
    String::from_utf8(told).expect("text")
}

/// How many answers are in what was told.
fn answers(told: &str) -> usize {
    told.matches("HTTP/1.1 ").count()
}

/// A line that takes next to nothing before somebody reads.
async fn narrow(address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(2 * 1024).expect("a size");
    socket.connect(address).await.expect("a connection")
}

fn few(connections: usize) -> Options {
    Options {
        connections,
        ..options()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_places_are_for_people_in_seats() {
    let host = Host::run(catalogue(), few(32)).await;
    let (player, id) = seated(&host).await;
    let mut stranger = Client::guest(host.address, "Stranger").await;
    let (seated, mut later) = (player.at(host.address), stranger.at(host.address));
    drop(player);
    stranger.get("/games").await.ok();
    // Everything but the reserve, with the stranger's own.
    host.until_counted("connections", 1).await;
    let mut silent = Vec::new();
    for _ in 1..28 {
        silent.push(TcpStream::connect(host.address).await.expect("a line"));
    }
    host.until_counted("connections", 28).await;
    stranger.get("/games").await.ok();
    let refused = later.get("/games?lang=fr").await;
    assert_eq!(refused.status, 503);
    assert_eq!(refused.headers["connection"], "close");
    assert_eq!(refused.headers["retry-after"], "10");
    let problem = refused.json();
    assert_eq!(problem["code"], "full");
    let title = problem["title"].as_str().expect("a title");
    assert!(title.starts_with("le serveur est plein"), "{title}");
    let well = Client::new(host.address)
        .raw("GET", "/healthz", Default::default(), Vec::new())
        .await;
    assert_eq!(well.expect("an answer").status, 200, "it is not dead");

    // Silent lines in the reserve make way for people in seats.
    host.until_counted("connections", 28).await;
    for _ in 0..20 {
        silent.push(TcpStream::connect(host.address).await.expect("a line"));
    }
    let mut lives: Vec<Live> = Vec::new();
    for _ in 0..4 {
        let mut live = seated.live(&id, "").await;
        live.page().await;
        lives.push(live);
    }
    host.until_counted("connections", 32).await;
    // Now even those are taken, and that is said at once.
    let full = host.counted("full_total").await;
    let refused = told(host.address, "").await;
    assert!(
        refused.starts_with("HTTP/1.1 503 ") && refused.contains(r#""code":"full""#),
        "{refused}"
    );
    assert_eq!(host.counted("full_total").await, full + 1);
    // A place that is given back is for everybody.
    drop(silent);
    host.until_counted("connections", 5).await;
    later.get("/games").await.ok();
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_without_a_seat_gets_no_place_of_the_reserve() {
    let host = Host::run(catalogue(), few(16)).await;
    let mut open = Client::guest(host.address, "Opener").await;
    let body = json!({"game": "jungle", "seats": ["me"]});
    let room = open.post("/matches", body).await.ok();
    let id = room["id"].as_str().expect("an id");
    let mut silent = Vec::new();
    for _ in 1..14 {
        silent.push(TcpStream::connect(host.address).await.expect("a line"));
    }
    host.until_counted("connections", 14).await;
    // It sits at a match that has not begun; nobody waits for it.
    assert!(open.at(host.address).try_live(id, "", &[]).await.is_err());
    let body = json!({"command_id": "a", "do": "appoint", "seat": 2, "level": 1});
    open.post(&format!("/matches/{id}/commands"), body)
        .await
        .ok();
    open.at(host.address).live(id, "").await.page().await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_nobody_reads_wait_within_bounds() {
    let host = Host::run(
        catalogue(),
        Options {
            // Nobody is sent away before all of them are there, however busy the machine.
            slowest: Duration::from_secs(600),
            ..options()
        },
    )
    .await;
    let ask = "GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let size = Client::new(host.address)
        .get("/openapi.json")
        .await
        .body
        .len() as u64;
    assert!(size > 50_000, "a long answer: {size}");
    host.until_counted("connections", 0).await;
    let mut lines = Vec::new();
    for _ in 0..300 {
        let mut line = narrow(host.address).await;
        // One after the other, without waiting for any.
        line.write_all(ask.repeat(40).as_bytes())
            .await
            .expect("sent");
        lines.push(line);
    }
    host.until_counted("connections", 300).await;
    // Whoever is told that there is no room is told briefly; the rest waits.
    let mut most = 0;
    for _ in 0..50 {
        most = most.max(host.counted("answer_bytes_waiting").await);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(most > 0 && most <= 8 << 20, "{most} bytes wait");
    assert!(most <= 300 * size, "one answer a line: {most} bytes wait");
    // Others have answers meanwhile, if they are short; and all of them later.
    Client::new(host.address).get("/me").await;
    drop(lines);
    host.until_counted("answer_bytes_waiting", 0).await;
    Client::new(host.address).get("/openapi.json").await.ok();
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_is_sent_away() {
    let host = Host::run(
        catalogue(),
        Options {
            slowest: Duration::from_secs(1),
            ..options()
        },
    )
    .await;
    // Answers.
    let ask = "GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let mut lines = Vec::new();
    // So few that there is room for all of their answers.
    for _ in 0..10 {
        let mut line = narrow(host.address).await;
        line.write_all(ask.repeat(400).as_bytes())
            .await
            .expect("sent");
        lines.push(line);
    }
    host.until("connections_total", |accepted| accepted >= 10)
        .await;
    host.until_counted("connections", 0).await;
    assert_eq!(host.counted("answer_bytes_waiting").await, 0);
    // None of them got what it had asked for.
    for mut line in lines.drain(..) {
        let mut told = Vec::new();
        // It may have been reset.
        let _ = timeout(PATIENCE, line.read_to_end(&mut told))
            .await
            .expect("it is ended");
        let told = String::from_utf8_lossy(&told);
        // Short words that there is no room for an answer are none.
        let given = told.matches("HTTP/1.1 200 ").count();
        assert!(given < 400, "{given} answers");
    }

    // Event streams and sockets: somebody plays, and others never look.
    let (mut guest, id) = seated(&host).await;
    let stream = format!("GET /api/v1/matches/{id}/stream HTTP/1.1\r\nhost: localhost\r\n\r\n");
    let socket = format!(
        "GET /api/v1/matches/{id}/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    for ask in [stream, socket] {
        let mut line = narrow(host.address).await;
        line.write_all(ask.as_bytes()).await.expect("sent");
        lines.push(line);
    }
    // The ten from before, the guest's and these two.
    host.until("connections_total", |accepted| accepted >= 13)
        .await;
    let commands = format!("/matches/{id}/commands");
    for number in 0..2_000 {
        let text = ["j3j4", "j4j3"][number % 2];
        let page = guest.get(&format!("/matches/{id}/page?seat=1")).await.ok();
        let body = match page["ask"]["id"].as_u64() {
            Some(ask) => json!({"command_id": number.to_string(), "ask": ask, "text": text}),
            None => json!({"command_id": number.to_string(), "do": "undo", "seat": 1}),
        };
        guest.post(&commands, body).await;
        if host.counted("connections").await == 1 {
            break;
        }
    }
    host.until_counted("connections", 1).await;
    // A place is free again before what was in it is counted out.
    host.until_counted("sockets", 0).await;
    host.stop().await;
}

#[tokio::test]
async fn a_connection_ends_where_the_body_was_not_read() {
    let host = Host::run(catalogue(), options()).await;
    let long = "x".repeat(400_000);
    let post = |path: &str, body: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let next = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    for (path, body, status) in [
        ("/api/v1/guests", long.as_str(), 413),
        ("/api/v1/nothing", "{}", 404),
        ("/api/v1/matches/x/commands", "{}", 401),
    ] {
        let told = told(host.address, &format!("{}{next}", post(path, body))).await;
        assert_eq!(answers(&told), 1, "{told}");
        assert!(told.starts_with(&format!("HTTP/1.1 {status} ")), "{told}");
        assert!(told.contains("connection: close\r\n"), "{told}");
    }
    // Somebody who sends on, whatever is said, gets the answer all the same.
    let head = "POST /api/v1/guests HTTP/1.1\r\nhost: localhost\r\n\
                content-type: application/json\r\ncontent-length: 1000000\r\n\r\n";
    let told_early = told(host.address, &format!("{head}{}", "x".repeat(900_000))).await;
    assert!(told_early.starts_with("HTTP/1.1 413 "), "{told_early}");
    // Where it was read the connection goes on.
    let body = r#"{"name": "Ann"}"#;
    let told = told(
        host.address,
        &format!("{}{next}", post("/api/v1/guests", body)),
    )
    .await;
    assert_eq!(answers(&told), 2, "{told}");
    assert!(told.starts_with("HTTP/1.1 201 "), "{told}");
    host.stop().await;
}

#[tokio::test]
async fn a_request_has_one_host() {
    let host = Host::run(catalogue(), options()).await;
    let ask =
        "GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let told = told(host.address, ask).await;
    assert!(told.starts_with("HTTP/1.1 400 "), "{told}");
    assert!(told.contains("one Host header"), "{told}");
    host.stop().await;
}

/// Whoever stands between may have read the other length: what follows must not be taken for a request.
#[tokio::test]
async fn of_two_lengths_only_the_chunks_count_and_the_connection_ends() {
    let host = Host::run(catalogue(), options()).await;
    let chunks = "f\r\n{\"name\": \"Ann\"}\r\n0\r\n\r\n";
    let smuggled = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
    for lengths in [
        "content-length: 4\r\ntransfer-encoding: chunked\r\n",
        "transfer-encoding: chunked\r\ncontent-length: 4\r\n",
        "content-length: 9999\r\ntransfer-encoding: chunked\r\n",
    ] {
        let ask = format!(
            "POST /api/v1/guests HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             {lengths}\r\n{chunks}{smuggled}"
        );
        let told = told(host.address, &ask).await;
        assert!(told.starts_with("HTTP/1.1 201 "), "{lengths}: {told}");
        assert_eq!(answers(&told), 1, "{lengths}: {told}");
        assert!(told.contains("connection: close\r\n"), "{lengths}: {told}");
    }
    host.stop().await;
}

/// The server's last word on a socket, and whether it ended in good order.
async fn farewell(mut socket: Socket) -> (Option<CloseFrame>, bool) {
    let mut last = None;
    let ended = timeout(PATIENCE, async {
        while let Some(message) = socket.next().await {
            match message {
                Ok(Message::Close(frame)) => last = frame,
                Ok(_) => (),
                Err(_) => return false,
            }
        }
        true
    });
    let in_order = ended.await.expect("it is ended");
    (last, in_order)
}

async fn code(socket: Socket) -> CloseCode {
    let (close, in_order) = farewell(socket).await;
    assert!(in_order, "{close:?}");
    close.expect("a word").code
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_end_with_the_proper_codes() {
    let host = Host::run(catalogue(), options()).await;
    let (guest, id) = seated(&host).await;
    let open = async |client: &Client| {
        let mut live = client.live(&id, "").await;
        live.page().await;
        live.into_socket()
    };
    // 1. Frames that are not text, and frames that are too long.
    let mut socket = open(&guest).await;
    let bytes = Message::Binary(vec![1, 2, 3].into());
    socket.send(bytes).await.expect("sent");
    assert_eq!(code(socket).await, CloseCode::Unsupported);
    for length in [20_000, 300_000] {
        let mut socket = open(&guest).await;
        let long = Message::text("x".repeat(length));
        // It may be ended before everything is sent.
        let _ = socket.send(long).await;
        assert_eq!(code(socket).await, CloseCode::Size, "{length}");
    }
    // 2. Whoever says goodbye is answered.
    let mut socket = open(&guest).await;
    let goodbye = CloseFrame {
        code: CloseCode::Library(4_000),
        reason: "enough".into(),
    };
    let close = Message::Close(Some(goodbye));
    socket.send(close).await.expect("sent");
    assert_eq!(code(socket).await, CloseCode::Library(4_000));
    // 3. A session that ends.
    let mut other = Client::guest(host.address, "Other").await;
    let socket = open(&other).await;
    let left = other.send("DELETE", "/me", None).await.expect("an answer");
    assert_eq!(left.status, 204);
    assert_eq!(code(socket).await, CloseCode::Policy);
    // 4. The server goes down.
    let socket = open(&guest).await;
    let stopped = tokio::spawn(host.stop());
    assert_eq!(code(socket).await, CloseCode::Away);
    stopped.await.expect("a good end");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_watches_without_a_session_must_come_again() {
    let host = Host::run(
        catalogue(),
        Options {
            anonymous: Duration::from_millis(400),
            ..options()
        },
    )
    .await;
    let (guest, id) = seated(&host).await;
    let nobody = Client::new(host.address);
    let mut known = guest.live(&id, "").await;
    known.page().await;
    let mut live = nobody.live(&id, "").await;
    live.page().await;
    assert_eq!(code(live.into_socket()).await, CloseCode::Normal);
    let ask = format!(
        "GET /api/v1/matches/{id}/stream HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    );
    let told = told(host.address, &ask).await;
    assert!(told.contains("event: page"), "{told}");
    assert!(
        told.ends_with("0\r\n\r\n"),
        "it ended in good order: {told}"
    );
    // Who is known goes on.
    host.until_counted("sockets", 1).await;
    assert!(known.soon(Duration::from_millis(100)).await.is_none());
    assert_eq!(host.counted("sockets").await, 1);
    host.stop().await;
}
