//! What a driver outside the server has seen, and the audit of it against what is there after a crash.

pub mod driver;
pub mod roaming;

use std::{net::SocketAddr, sync::Arc};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;

use crate::client::{Client, answers};

/// One match and everything that anybody outside knows of it.
pub struct Watched {
    pub id: String,
    /// The bearer tokens of the people, from the first seat on; programs have the others.
    tokens: Vec<String>,
    /// The last thing that each of them was told of.
    shown: Vec<u64>,
    sent: Vec<Sent>,
    /// What a spectator saw live: its entries, and the chain at each page.
    seen: Arc<Mutex<Seen>>,
    pub over: bool,
}

struct Sent {
    seat: usize,
    body: Value,
    /// What the seat had been told before.
    seq_before: u64,
    /// The acknowledgement, if it came.
    acknowledged: Option<Vec<u8>>,
    /// It was sent again after a crash, and had its answer.
    audited: bool,
}

#[derive(Default)]
struct Seen {
    entries: Vec<Value>,
    pages: Vec<(u64, String)>,
    /// The number of the last page.
    last: u64,
}

impl Seen {
    /// One more frame.
    fn note(&mut self, frame: &Value) {
        let news = frame["news"].as_array().expect("a list");
        self.entries.extend(news.iter().cloned());
        let hash = frame["page"]["hash"].as_str().expect("a hash");
        let seq = frame["seq"].as_u64().expect("a number");
        self.pages.push((seq, hash.to_owned()));
        assert!(
            seq >= self.last,
            "{} was shown before {seq} on another node",
            self.last
        );
        self.last = seq;
    }
}

/// Counts of an audit.
#[derive(Debug, Default)]
pub struct Audited {
    /// Commands, each counted once.
    pub commands: usize,
    /// Those of them whose answer had not come when the server was killed.
    pub in_flight: usize,
    /// Commands sent again.
    pub repeated: usize,
    /// Entries and pages that a spectator had seen.
    pub seen: usize,
}

impl Watched {
    pub async fn create(address: SocketAddr, game: &str) -> Watched {
        let mut first = Client::guest(address, "First").await;
        let mut second = Client::guest(address, "Second").await;
        let room = first
            .post("/matches", json!({"game": game, "seats": ["me"]}))
            .await
            .ok();
        let id = room["id"].as_str().expect("an id").to_owned();
        let join = format!("/matches/{id}/commands");
        second
            .post(&join, json!({"command_id": "join", "do": "join"}))
            .await
            .ok();
        let token = |client: &Client| client.token.clone().expect("a token");
        Watched {
            id,
            tokens: vec![token(&first), token(&second)],
            shown: vec![0; 2],
            sent: Vec::new(),
            seen: Arc::default(),
            over: false,
        }
    }

    /// How many commands were sent.
    pub fn commands(&self) -> usize {
        self.sent.len()
    }

    fn clients(&self, address: SocketAddr) -> Vec<Client> {
        let clients = self.tokens.iter().map(|token| {
            let mut client = Client::new(address);
            client.token = Some(token.clone());
            client
        });
        clients.collect()
    }

    /// Plays until the server is gone or the match is over.
    pub async fn play(mut self, address: SocketAddr, seed: u64) -> Watched {
        let watching = tokio::spawn(watch(address, self.id.clone(), Arc::clone(&self.seen)));
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut clients = self.clients(address);
        while let Some(over) = self.step(&mut clients, &mut dice).await {
            if over {
                self.over = true;
                watching.abort();
                break;
            }
        }
        let _ = watching.await;
        self
    }

    /// One command. Whether the match is over; `None` if the server is gone.
    async fn step(&mut self, clients: &mut [Client], dice: &mut fastrand::Rng) -> Option<bool> {
        let path = format!("/matches/{}", self.id);
        let (mut seat, mut page) = (0, Value::Null);
        for (index, client) in clients.iter_mut().enumerate() {
            let answer = client
                .send("GET", &format!("{path}/page"), None)
                .await
                .ok()?;
            page = answer.ok();
            if !page["result"].is_null() {
                return Some(true);
            }
            if !page["ask"].is_null() {
                seat = index;
                break;
            }
        }
        let texts = answers(&page);
        let text = &texts[dice.usize(..texts.len())];
        let body = json!({
            "command_id": format!("c{}", self.sent.len()),
            "ask": page["ask"]["id"],
            "text": text,
        });
        self.sent.push(Sent {
            seat,
            body: body.clone(),
            seq_before: page["seq"].as_u64().expect("a number"),
            acknowledged: None,
            audited: false,
        });
        let commands = format!("{path}/commands");
        let client = &mut clients[seat];
        let answer = client
            .send("POST", &commands, Some(body.clone()))
            .await
            .ok()?;
        answer.ok();
        let sent = self.sent.last_mut().expect("it was just pushed");
        sent.acknowledged = Some(answer.body.clone());
        // Now and then somebody is impatient.
        if dice.u8(..10) == 0 {
            let again = client.send("POST", &commands, Some(body)).await.ok()?;
            assert_eq!(again.body, answer.body, "a repeated command has one answer");
        }
        Some(false)
    }

    /// Everything that was acknowledged or seen is there: once, at its place, with its hash.
    pub async fn audit(
        &mut self,
        address: SocketAddr,
        dice: &mut fastrand::Rng,
        audited: &mut Audited,
    ) {
        let path = format!("/matches/{}", self.id);
        let mut clients = self.clients(address);
        // 1. What a spectator saw is there, before anything is sent again that was on its way.
        let told = Client::new(address)
            .get(&format!("{path}/events"))
            .await
            .ok();
        let entries = told["events"].as_array().expect("a list");
        let hashes = chain(entries);
        let mut seen = self.seen.lock().await;
        audited.seen += seen.entries.len() + seen.pages.len();
        for mut entry in seen.entries.drain(..) {
            // What a frame adds for the picture is no part of the log.
            for shown in ["changed", "gone"] {
                entry
                    .as_object_mut()
                    .and_then(|entry| entry.shift_remove(shown));
            }
            let seq = entry["seq"].as_u64().expect("a number") as usize;
            assert_eq!(
                entries.get(seq - 1),
                Some(&entry),
                "it was seen, so it is there"
            );
        }
        for (seq, hash) in seen.pages.drain(..) {
            assert_eq!(hashes.get(seq as usize), Some(&hash), "page {seq} was seen");
        }
        drop(seen);
        // 2. Sent again, a command has the answer that it had; what was on its way has one now. All
        //    new ones are sent again, and some of the old ones.
        for sent in &mut self.sent {
            if sent.audited && dice.u8(..10) > 0 {
                continue;
            }
            let again = clients[sent.seat]
                .post(&format!("{path}/commands"), sent.body.clone())
                .await;
            assert_eq!(again.status, 200, "{}: {}", sent.body, again.text());
            match &sent.acknowledged {
                Some(first) => assert_eq!(&again.body, first, "{}", sent.body),
                None => audited.in_flight += 1,
            }
            audited.repeated += 1;
            audited.commands += usize::from(!sent.audited);
            sent.acknowledged = Some(again.body);
            sent.audited = true;
        }
        // 3. Each seat's log: no gap, nothing twice, each command at its place with its hash.
        for (seat, client) in clients.iter_mut().enumerate() {
            let told = client.get(&format!("{path}/events")).await.ok();
            let entries = told["events"].as_array().expect("a list");
            let hashes = chain(entries);
            for (entry, seq) in entries.iter().zip(1u64..) {
                assert_eq!(entry["seq"], seq, "no gap");
            }
            // Programs answer for themselves.
            let people = self.tokens.len() as u64;
            let actions = entries.iter().filter(|entry| {
                !entry["action"].is_null() && entry["by"].as_u64().is_some_and(|by| by <= people)
            });
            assert_eq!(
                actions.count(),
                self.sent.len(),
                "each command is there once"
            );
            for sent in self.sent.iter().filter(|sent| sent.seat == seat) {
                let reply = sent.acknowledged.as_deref().expect("answered above");
                let reply: Value = serde_json::from_slice(reply).expect("JSON");
                let seq = reply["seq"].as_u64().expect("a number");
                assert_eq!(reply["hash"], hashes[seq as usize], "{}", sent.body);
                let own: Vec<&Value> = entries
                    .iter()
                    .filter(|entry| {
                        let at = entry["seq"].as_u64().expect("a number");
                        (sent.seq_before + 1..=seq).contains(&at)
                            && !entry["action"].is_null()
                            && entry["by"] == seat as u64 + 1
                    })
                    .collect();
                let [entry] = own.as_slice() else {
                    panic!("{} should be one entry: {own:?}", sent.body);
                };
                assert_eq!(entry["action"], sent.body["text"]);
                assert_eq!(entry["by"], seat as u64 + 1);
            }
        }
    }
}

/// Looks on until the server is gone.
async fn watch(address: SocketAddr, id: String, seen: Arc<Mutex<Seen>>) {
    let Ok(mut live) = Client::new(address).try_live(&id, "", &[]).await else {
        return;
    };
    while let Some(text) = live.next().await {
        let frame: Value = serde_json::from_str(&text).expect("JSON");
        seen.lock().await.note(&frame);
    }
}

/// The chain after each number of entries, computed from what was told alone.
fn chain(entries: &[Value]) -> Vec<String> {
    let shown = |chain: &[u8; 32]| -> String {
        chain[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    };
    let mut chain = [0; 32];
    let mut hashes = vec![shown(&chain)];
    for entry in entries {
        // The chain runs over facts: sentences are left out.
        let mut entry = entry.clone();
        entry.as_object_mut().and_then(|it| it.remove("summary"));
        for event in entry["events"].as_array_mut().into_iter().flatten() {
            event.as_object_mut().and_then(|facts| facts.remove("text"));
        }
        let mut hasher = Sha256::new();
        hasher.update(chain);
        hasher.update(entry.to_string());
        chain = hasher.finalize().into();
        hashes.push(shown(&chain));
    }
    hashes
}
