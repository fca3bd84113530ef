//! Commands happen once, whatever the net does to them: a hundred thousand of them, doubled, late, in the
//! wrong order, with their replies lost, from two tabs of each guest, are answered to the byte as a model
//! says. The model is a match beside the server and a list of what was answered.
//!
//! No sockets, so that it is quick; `cargo xtask soak --commands 1000000` sends more.

use std::{collections::HashMap, sync::Arc, time::Instant};

use axum::{
    Router,
    body::Body,
    http::{Method, Request, StatusCode},
};
use http_body_util::BodyExt;
use serde_json::{Map, Value, json};
use tower::ServiceExt;
use vauban_game::{Lang, Seat, Viewer};
use vauban_server::{Registry, router};
use vauban_store::{MemoryStore, SqliteStore, Store};
use vauban_table::{AnyMatch, Opening, Refusals, Shelf};

use crate::host::{TOYS, catalogue};

/// Guests that play at the same time, in pairs.
const TABLES: usize = 8;

/// A match is given up for a new one after so many commands.
const LONGEST: usize = 3_000;

/// Commands on their way at a time: more, and most would come too late.
const ON_THE_WAY: usize = 3;

/// Of a hundred commands so many are sent twice, come later than others, lose their reply.
const DOUBLED: u8 = 30;
const LATE: u8 = 30;
const LOST: u8 = 15;

/// Counts of what came to the server.
#[derive(Debug, Default)]
struct Tally {
    sent: usize,
    repeated: usize,
    accepted: usize,
    refused: usize,
    stale: usize,
    reused: usize,
}

/// What a tab sends.
#[derive(Clone, Debug)]
struct Sent {
    seat: usize,
    id: String,
    body: Value,
    /// How many others arrive before it.
    late: u8,
    /// It was sent before.
    again: bool,
}

/// Asks the server, without a socket.
async fn ask(
    server: &Router,
    method: Method,
    path: &str,
    token: Option<&str>,
    body: Value,
) -> (StatusCode, Vec<u8>) {
    let mut request = Request::builder()
        .method(method)
        .uri(format!("/api/v1{path}"))
        .header("content-type", "application/json");
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let body = match body {
        Value::Null => Body::empty(),
        body => Body::from(body.to_string()),
    };
    let request = request.body(body).expect("a request");
    let answer = server.clone().oneshot(request).await;
    let answer = answer.unwrap_or_else(|never| match never {});
    let status = answer.status();
    let bytes = answer.into_body().collect().await.expect("a body");
    (status, bytes.to_bytes().to_vec())
}

fn read(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(bytes)))
}

async fn guest(server: &Router, name: &str) -> String {
    let body = json!({"name": name, "keep": "bearer"});
    let (status, bytes) = ask(server, Method::POST, "/guests", None, body).await;
    assert_eq!(status, 201);
    read(&bytes)["token"].as_str().expect("a token").to_owned()
}

/// What the server should do: the match, and what was answered under each id.
struct Model {
    play: Box<dyn AnyMatch>,
    answered: HashMap<(usize, String), (Value, Vec<u8>)>,
}

/// What the model expects.
enum Expected {
    /// Exactly this, for ever.
    Exactly(StatusCode, Vec<u8>),
    /// A refusal with this code, whatever its words; for ever.
    Refused(&'static str),
    /// Nothing is kept of it.
    Passing(StatusCode, &'static str),
}

impl Model {
    fn new(shelf: Shelf, game: &str) -> Model {
        let game = shelf.find(game).expect("it is on the shelf");
        Model {
            play: game.open(Opening::seeded(0)).expect("it opens"),
            answered: HashMap::new(),
        }
    }

    fn expect(&mut self, sent: &Sent, tally: &mut Tally) -> Expected {
        if let Some((body, reply)) = self.answered.get(&(sent.seat, sent.id.clone())) {
            if *body != sent.body {
                tally.reused += 1;
                return Expected::Passing(StatusCode::UNPROCESSABLE_ENTITY, "command-id-reused");
            }
            tally.repeated += 1;
            let status = read(reply)["status"].as_u64().unwrap_or(200);
            let status = StatusCode::from_u16(status as u16).expect("a status");
            return Expected::Exactly(status, reply.clone());
        }
        let seat = Seat(sent.seat as u8);
        let over = self.play.turn().over().is_some();
        let done = match sent.body["do"].as_str() {
            Some("say") => Ok(()),
            Some("draw") => self.play.offer_draw(seat),
            Some("undo") if over => {
                tally.refused += 1;
                return Expected::Refused("match-over");
            }
            Some("undo") => self.play.undo(seat),
            _ => {
                let ask = sent.body["ask"].as_u64().expect("a number");
                if self.play.ask(seat) != Some(ask) {
                    tally.stale += 1;
                    let code = match self.play.ask(seat) {
                        Some(_) => "stale",
                        None => "not-your-turn",
                    };
                    return Expected::Passing(StatusCode::CONFLICT, code);
                }
                let text = sent.body["text"].as_str().expect("a text");
                self.play.answer(seat, ask, text)
            }
        };
        match done {
            Ok(()) => {
                tally.accepted += 1;
                Expected::Exactly(StatusCode::OK, self.acknowledgement(seat, &sent.id))
            }
            Err(refusals) => {
                tally.refused += 1;
                let body = refusal(&refusals);
                Expected::Exactly(StatusCode::UNPROCESSABLE_ENTITY, body)
            }
        }
    }

    fn acknowledgement(&self, seat: Seat, id: &str) -> Vec<u8> {
        let (seq, hash) = self.play.told(Viewer::Seat(seat));
        let told = json!({"command_id": id, "seat": seat.number(), "seq": seq, "hash": hash});
        told.to_string().into_bytes()
    }
}

/// The problem that tells a refusal.
fn refusal(refusals: &Refusals) -> Vec<u8> {
    let mut body = Map::new();
    body.insert("type".into(), json!("/problems/refused"));
    body.insert("title".into(), json!(refusals.line(Lang::En)));
    body.insert("status".into(), json!(422));
    body.insert("code".into(), json!("refused"));
    if let Value::Object(told) = json!(refusals.told(Lang::En)) {
        body.extend(told);
    }
    Value::Object(body).to_string().into_bytes()
}

/// Two guests, and the net between them and the server.
struct Table {
    server: Router,
    shelf: Shelf,
    game: &'static str,
    tokens: [String; 2],
    dice: fastrand::Rng,
    number: usize,
    /// Sent and not arrived yet.
    on_the_way: Vec<Sent>,
}

impl Table {
    /// One of the tabs sends something: mostly an answer to the question it saw last.
    fn send(&mut self, model: &Model) {
        let dice = &mut self.dice;
        let on_turn = model.play.turn().seats().iter().next();
        let on_turn = on_turn.map_or(0, |seat| usize::from(seat.0));
        // Now and then who is not asked sends, too.
        let seat = if dice.u8(..10) == 0 {
            1 - on_turn
        } else {
            on_turn
        };
        let ask = model.play.ask(Seat(seat as u8)).unwrap_or(1);
        let legal = model.play.questions().legal(Seat(seat as u8));
        let text = match (dice.u8(..20), legal.len()) {
            (0, _) | (_, 0) => "nonsense".to_owned(),
            // An action that is not allowed.
            (1..=2, _) => legal[0].chars().rev().collect(),
            (_, count) => legal[dice.usize(..count)].clone(),
        };
        // A tab that slept has an older question before it.
        let ask = if dice.u8(..12) == 0 { ask - 1 } else { ask };
        self.number += 1;
        // Each tab counts for itself; both are of one session.
        let tab = ["a", "b"][dice.usize(..2)];
        let id = match dice.u8(..50) {
            0 => format!("{tab}{}", self.number.saturating_sub(dice.usize(1..20))),
            _ => format!("{tab}{}", self.number),
        };
        let body = match dice.u8(..40) {
            0 => json!({"command_id": id, "do": "say", "text": "hello"}),
            1 => json!({"command_id": id, "do": "undo"}),
            2 => json!({"command_id": id, "do": "draw"}),
            _ => json!({"command_id": id, "ask": ask, "text": text}),
        };
        let mut sent = Sent {
            seat,
            id,
            body,
            late: 0,
            again: false,
        };
        if dice.u8(..100) < LATE {
            sent.late = dice.u8(1..8);
        }
        if dice.u8(..100) < DOUBLED {
            let late = dice.u8(..30);
            self.on_the_way.push(Sent {
                late,
                again: true,
                ..sent.clone()
            });
        }
        self.on_the_way.push(sent);
    }

    /// What arrives next.
    fn arrive(&mut self) -> Sent {
        let next = (0..self.on_the_way.len())
            .min_by_key(|&index| self.on_the_way[index].late)
            .expect("something was sent");
        for sent in &mut self.on_the_way {
            sent.late = sent.late.saturating_sub(1);
        }
        self.on_the_way.remove(next)
    }

    /// Plays until `commands` have arrived at the server.
    async fn play(mut self, commands: usize) -> Tally {
        let mut tally = Tally::default();
        while tally.sent < commands {
            let path = self.open().await;
            let mut model = Model::new(self.shelf, self.game);
            self.on_the_way.clear();
            let end = commands.min(tally.sent + LONGEST);
            while tally.sent < end && model.play.turn().over().is_none() {
                if self.on_the_way.len() < ON_THE_WAY {
                    self.send(&model);
                }
                self.deliver(&path, &mut model, &mut tally).await;
            }
            // What is still on its way comes when the match is over or given up.
            while !self.on_the_way.is_empty() {
                self.deliver(&path, &mut model, &mut tally).await;
            }
            self.compare(&path, &model).await;
        }
        tally
    }

    async fn open(&self) -> String {
        let body = json!({"game": self.game, "seats": ["me"], "undo": "own"});
        let token = Some(self.tokens[0].as_str());
        let (_, bytes) = ask(&self.server, Method::POST, "/matches", token, body).await;
        let path = format!("/matches/{}", read(&bytes)["id"].as_str().expect("an id"));
        let token = Some(self.tokens[1].as_str());
        let body = json!({"command_id": "join", "do": "join"});
        let join = format!("{path}/commands");
        let (status, _) = ask(&self.server, Method::POST, &join, token, body).await;
        assert_eq!(status, 200);
        path
    }

    async fn deliver(&mut self, path: &str, model: &mut Model, tally: &mut Tally) {
        let sent = self.arrive();
        tally.sent += 1;
        let expected = model.expect(&sent, tally);
        let (status, bytes) = ask(
            &self.server,
            Method::POST,
            &format!("{path}/commands"),
            Some(&self.tokens[sent.seat]),
            sent.body.clone(),
        )
        .await;
        let told = String::from_utf8_lossy(&bytes).into_owned();
        let keep = match expected {
            Expected::Exactly(expected, body) => {
                assert_eq!(status, expected, "{sent:?}: {told}");
                assert_eq!(told, String::from_utf8_lossy(&body), "{sent:?}");
                true
            }
            Expected::Refused(code) => {
                assert_eq!(
                    read(&bytes)["refusals"][0]["code"],
                    code,
                    "{sent:?}: {told}"
                );
                true
            }
            Expected::Passing(expected, code) => {
                assert_eq!(status, expected, "{sent:?}: {told}");
                // Pages are long, and most of the time goes into reading them: a look must do.
                assert!(
                    told.contains(&format!("\"code\":\"{code}\"")),
                    "{sent:?}: {told}"
                );
                if code == "stale" || code == "not-your-turn" {
                    let (seq, hash) = model.play.told(Viewer::Seat(Seat(sent.seat as u8)));
                    let page = format!("\"page\":{{\"seq\":{seq},\"hash\":\"{hash}\"");
                    assert!(told.contains(&page), "{sent:?}: {told}");
                }
                false
            }
        };
        if keep {
            let key = (sent.seat, sent.id.clone());
            model.answered.insert(key, (sent.body.clone(), bytes));
        }
        // The reply is lost: the tab sends it again.
        if !sent.again && self.dice.u8(..100) < LOST {
            let late = self.dice.u8(..12);
            self.on_the_way.push(Sent {
                late,
                again: true,
                ..sent
            });
        }
    }

    /// Everything that anybody was told is what the model tells.
    async fn compare(&self, path: &str, model: &Model) {
        for (seat, token) in self.tokens.iter().enumerate() {
            let events = format!("{path}/events");
            let (_, bytes) =
                ask(&self.server, Method::GET, &events, Some(token), Value::Null).await;
            let viewer = Viewer::Seat(Seat(seat as u8));
            let log = model.play.log(viewer, 0, usize::MAX);
            let log: Vec<Value> = log
                .iter()
                .map(|entry| json!(entry.told(Lang::En)))
                .collect();
            assert_eq!(read(&bytes)["events"], json!(log));
        }
    }
}

async fn equal_the_model(shelf: Shelf, game: &'static str, store: Arc<dyn Store>, commands: usize) {
    let server = router(Registry::new(shelf, store));
    let began = Instant::now();
    let mut playing = Vec::new();
    for number in 0..TABLES {
        let table = Table {
            server: server.clone(),
            shelf,
            game,
            tokens: [
                guest(&server, "First").await,
                guest(&server, "Second").await,
            ],
            dice: fastrand::Rng::with_seed(number as u64),
            number: 0,
            on_the_way: Vec::new(),
        };
        playing.push(tokio::spawn(table.play(commands / TABLES)));
    }
    let mut sum = Tally::default();
    for played in playing {
        let tally = played.await.expect("the server does as the model does");
        sum.sent += tally.sent;
        sum.repeated += tally.repeated;
        sum.accepted += tally.accepted;
        sum.refused += tally.refused;
        sum.stale += tally.stale;
        sum.reused += tally.reused;
    }
    println!("{sum:?} in {:?}", began.elapsed());
    // Nothing of it was left out.
    assert!(sum.sent >= commands, "{sum:?}");
    assert!(sum.repeated * 100 >= sum.sent * 15, "{sum:?}");
    assert!(sum.accepted * 100 >= sum.sent * 10, "{sum:?}");
    assert!(
        sum.refused > 0 && sum.stale > 0 && sum.reused > 0,
        "{sum:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn many_thousand_commands_equal_the_model() {
    let commands = vauban_laws::times("VAUBAN_COMMANDS", 20_000, 100_000) as usize;
    let store = Arc::new(MemoryStore::new());
    // A small game: what is tested is not its rules, and its pages are quickly drawn.
    equal_the_model(TOYS, "breakthrough", store, commands).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_equal_the_model_on_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("vauban.db")).expect("a store");
    equal_the_model(catalogue(), "jungle", Arc::new(store), 6_000).await;
}
