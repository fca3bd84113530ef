//! Every operation of the API is answered to every role as `roles.txt` says, over real sockets. An
//! operation that the description names and the table does not is a failure.

use std::{collections::BTreeSet, fmt::Write, net::SocketAddr, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::timeout,
};
use vauban_driver::Client;
use vauban_server::{Options, Rates};

use crate::host::{Host, TOYS};

const TABLE: &str = include_str!("roles.txt");

/// What is played: three seats, all of which are asked at once.
const GAME: &str = "stash";

/// A key that opens nothing.
const WRONG_KEY: &str = "0000000000000000000000000000000000000000000000000000000000000000";

const LISTED: [Role; 4] = [Role::Owner, Role::Other, Role::Stranger, Role::Nobody];
const PRIVATE: [Role; 6] = [
    Role::Owner,
    Role::Other,
    Role::Watcher,
    Role::Link,
    Role::Stranger,
    Role::Nobody,
];

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Role {
    Owner,
    Other,
    Watcher,
    Link,
    Stranger,
    Nobody,
}

/// One line of the table.
struct Line {
    operation: &'static str,
    /// What a command does.
    verb: &'static str,
    query: &'static str,
    listed: Vec<u16>,
    private: Vec<u16>,
}

fn table() -> Vec<Line> {
    let lines = TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .skip(1)
        .map(|line| {
            let (name, statuses) = line.split_once(' ').expect("a name and statuses");
            let (operation, query) = name.split_once('?').unwrap_or((name, ""));
            let (operation, verb) = operation.split_once(':').unwrap_or((operation, ""));
            let (listed, private) = statuses.split_once('|').expect("two parts");
            let numbers = |text: &str| -> Vec<u16> {
                let words = text.split_ascii_whitespace();
                words.map(|word| word.parse().expect("a status")).collect()
            };
            let line = Line {
                operation,
                verb,
                query,
                listed: numbers(listed),
                private: numbers(private),
            };
            assert_eq!(line.listed.len(), LISTED.len(), "{name}");
            assert_eq!(line.private.len(), PRIVATE.len(), "{name}");
            line
        })
        .collect()
}

/// A match that goes on, with everybody around it.
struct Scene {
    address: SocketAddr,
    id: String,
    backdrop: String,
    watch: Option<String>,
    share: String,
    owner: Client,
    other: Client,
    guest: Client,
}

impl Scene {
    async fn set(address: SocketAddr, private: bool) -> Scene {
        let mut owner = Client::guest(address, "Owner").await;
        let mut other = Client::guest(address, "Other").await;
        let mut third = Client::guest(address, "Third").await;
        let body = json!({"game": GAME, "seat_count": 3, "seats": ["me"], "private": private, "undo": "own"});
        let room = owner.post("/matches", body).await.ok();
        let id = room["id"].as_str().expect("an id").to_owned();
        let join = room["links"]["join"].as_str();
        let join = join.map_or_else(String::new, |key| format!("?key={key}"));
        for client in [&mut other, &mut third] {
            let path = format!("/matches/{id}/commands{join}");
            let join = json!({"command_id": "j", "do": "join"});
            client.post(&path, join).await.ok();
        }
        let path = format!("/matches/{id}");
        let leave = json!({"command_id": "l", "do": "leave"});
        third.post(&format!("{path}/commands"), leave).await.ok();
        let page = owner.get(&format!("{path}/page")).await.ok();
        let share = owner.post(&format!("{path}/shares"), json!({})).await;
        let share = Some(share).filter(|share| share.status == 201);
        let share = share.map_or(Value::Null, |share| share.json());
        Scene {
            address,
            backdrop: page["backdrop"].as_str().expect("a name").to_owned(),
            watch: share["key"].as_str().map(str::to_owned),
            share: share["share"].as_str().unwrap_or("none").to_owned(),
            id,
            owner,
            other,
            guest: Client::guest(address, "Guest").await,
        }
    }

    /// What must have happened before the operation makes sense.
    async fn prepare(&mut self, line: &Line) {
        let path = format!("/matches/{}", self.id);
        if line.operation == "post-matches-id-rematch" {
            for client in [&mut self.owner, &mut self.other] {
                let order = json!({"command_id": "r", "do": "resign"});
                client.post(&format!("{path}/commands"), order).await;
            }
            return;
        }
        let (client, ask) = match line.verb {
            "undo" | "ask-undo" => (&mut self.owner, false),
            "consent" => (&mut self.other, true),
            "decline" => {
                let offer = json!({"command_id": "o", "do": "draw"});
                let path = format!("{path}/commands");
                self.other.post(&path, offer).await.ok();
                return;
            }
            _ => return,
        };
        let hide = json!({"command_id": "h", "ask": 1, "text": "hide-1"});
        client.post(&format!("{path}/commands"), hide).await.ok();
        if ask {
            let wish = json!({"command_id": "w", "do": "ask-undo"});
            client.post(&format!("{path}/commands"), wish).await.ok();
        }
    }

    /// The status of an operation for a role.
    async fn status(&self, method: &str, path: &str, line: &Line, role: Role) -> u16 {
        let mut path = path
            .replace("{id}", &self.id)
            .replace("{game}", GAME)
            .replace("{token}", "0000000000000000")
            .replace("{hash}", &self.backdrop)
            .replace("{name}", "traps")
            .replace("{spot}", "a1");
        assert!(
            !path.contains('{'),
            "{path}: the test does not know what stands there"
        );
        let key = self.watch.as_ref();
        let key = key.filter(|_| matches!(role, Role::Watcher | Role::Link));
        if !line.query.is_empty() {
            write!(path, "?{}", line.query).expect("a String takes everything");
        }
        let token = match role {
            Role::Owner => self.owner.token.as_ref(),
            Role::Other => self.other.token.as_ref(),
            Role::Watcher | Role::Stranger => self.guest.token.as_ref(),
            Role::Link | Role::Nobody => None,
        };
        let body = body(line).map_or_else(String::new, |body| body.to_string());
        let body = body
            .replace("{share}", &self.share)
            .replace("{key}", key.map_or(WRONG_KEY, String::as_str));
        let mut request = format!(
            "{} /api/v1{path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n",
            method.to_uppercase(),
            self.address,
            body.len()
        );
        if let Some(key) = key {
            write!(request, "vauban-key: {key}\r\n").expect("a String takes everything");
        }
        if let Some(token) = token {
            write!(request, "authorization: Bearer {token}\r\n")
                .expect("a String takes everything");
        }
        request += match path.contains("/live") {
            true => {
                "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                 sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            }
            false => "connection: close\r\n",
        };
        request += "\r\n";
        request += &body;
        // A bare socket: streams and WebSockets never end, and the first line tells.
        let mut socket = TcpStream::connect(self.address).await.expect("a socket");
        socket.write_all(request.as_bytes()).await.expect("sent");
        let mut first = String::new();
        let mut answer = BufReader::new(socket);
        timeout(Duration::from_secs(30), answer.read_line(&mut first))
            .await
            .expect("in time")
            .expect("an answer");
        let status = first.split(' ').nth(1).and_then(|word| word.parse().ok());
        status.unwrap_or_else(|| panic!("{method} {path}: {first}"))
    }
}

fn body(line: &Line) -> Option<Value> {
    let mut body = match (line.operation, line.verb) {
        ("post-guests" | "patch-me", _) => json!({"name": "Somebody"}),
        ("post-qr", _) => json!({"text": "/lobby"}),
        ("post-recoveries", _) => json!({"secret": "0".repeat(64)}),
        ("post-matches", _) => json!({"game": GAME, "seats": ["me"]}),
        ("post-imports", _) => {
            json!({"game": GAME, "seats": ["me"], "text": format!("[Game \"{GAME}\"]\n\n1:hide-1\n")})
        }
        ("post-matches-id-key", _) => json!({"key": "{key}"}),
        ("post-matches-id-commands", "withdraw") => json!({"share": "{share}"}),
        ("post-matches-id-plan", _) => json!({"actions": ["hide-1"]}),
        ("post-matches-id-commands", "") => json!({"seat": 1, "ask": 1, "text": "hide-1"}),
        ("post-matches-id-commands", "join") => json!({}),
        ("post-matches-id-commands", "claim") => json!({"seat": 3}),
        ("post-matches-id-commands", "consent") => json!({"seat": 1, "agrees": true}),
        ("post-matches-id-commands", "stand") => json!({"seat": 1, "answer": "most"}),
        ("post-matches-id-commands", "appoint") => json!({"seat": 3, "level": 1}),
        ("post-matches-id-commands", "say") => json!({"text": "hello"}),
        ("post-matches-id-commands", "mute") => json!({"player": "somebody", "muted": true}),
        ("post-matches-id-commands", _) => json!({"seat": 1}),
        _ => return None,
    };
    if line.operation == "post-matches-id-commands" {
        body["command_id"] = "c".into();
    }
    if !line.verb.is_empty() {
        body["do"] = line.verb.into();
    }
    Some(body)
}

/// Every operation: its name, method and path.
async fn operations(address: SocketAddr) -> Vec<(String, String, String)> {
    let document = Client::new(address).get("/openapi.json").await.ok();
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            let name = operation["operationId"].as_str().expect("a name");
            operations.push((name.to_owned(), method.clone(), path.clone()));
        }
    }
    operations
}

async fn toys() -> Host {
    let options = Options {
        rates: Rates::Off,
        // Nobody plays for anybody here.
        agent_cores: 0,
        ..Options::default()
    };
    Host::run(TOYS, options).await
}

#[tokio::test]
async fn the_table_names_every_operation_and_no_other() {
    let host = toys().await;
    let described: BTreeSet<String> = operations(host.address)
        .await
        .into_iter()
        .map(|(name, ..)| name)
        .collect();
    let named: BTreeSet<String> = table()
        .iter()
        .map(|line| line.operation.to_owned())
        .collect();
    let missing: Vec<&String> = described.difference(&named).collect();
    assert!(missing.is_empty(), "roles.txt has no line for {missing:?}");
    let unknown: Vec<&String> = named.difference(&described).collect();
    assert!(
        unknown.is_empty(),
        "roles.txt speaks of {unknown:?}, which is not described"
    );
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_role_is_answered_as_the_table_says() {
    let host = toys().await;
    let operations = operations(host.address).await;
    let mut wrong = String::new();
    for line in table() {
        let found = operations.iter().find(|(name, ..)| name == line.operation);
        let Some((_, method, path)) = found else {
            continue;
        };
        for (private, roles, expected) in [
            (false, LISTED.as_slice(), &line.listed),
            (true, PRIVATE.as_slice(), &line.private),
        ] {
            for (&role, &expected) in roles.iter().zip(expected) {
                // A match of its own for each, so that none sees what another did.
                let mut scene = Scene::set(host.address, private).await;
                scene.prepare(&line).await;
                let status = scene.status(method, path, &line, role).await;
                if status != expected {
                    let kind = if private { "private" } else { "listed" };
                    let what = format!("{}:{}?{}", line.operation, line.verb, line.query);
                    writeln!(wrong, "{what}, {kind}, {role:?}: {status}, not {expected}")
                        .expect("a String takes everything");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    host.stop().await;
}
