//! The same driver where several nodes serve: it moves between them, sends again elsewhere what is not answered, and
//! is never shown less than before.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::{Seen, Sent, Watched};
use crate::client::{Answer, Client, answers};

/// Whoever is not answered within this goes elsewhere.
const PATIENCE: Duration = Duration::from_secs(2);

/// Nothing takes longer, whatever fails.
const LONGEST: Duration = Duration::from_secs(90);

/// Where the nodes are now, and what is being done to them.
pub struct Field {
    nodes: Mutex<Vec<SocketAddr>>,
    fault: Mutex<&'static str>,
    over: AtomicBool,
    /// How long it took until whoever was not answered was, by what was done to the nodes.
    resumed: Mutex<HashMap<&'static str, Vec<Duration>>>,
}

impl Field {
    pub fn new(nodes: Vec<SocketAddr>) -> Arc<Field> {
        Arc::new(Field {
            nodes: Mutex::new(nodes),
            fault: Mutex::new("nothing"),
            over: AtomicBool::new(false),
            resumed: Mutex::default(),
        })
    }

    /// A node has another address from now on.
    pub fn moved(&self, node: usize, address: SocketAddr) {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)[node] = address;
    }

    pub fn begin(&self, fault: &'static str) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    pub fn end(&self) {
        self.over.store(true, Ordering::SeqCst);
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    fn node(&self, dice: &mut fastrand::Rng) -> SocketAddr {
        let nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        nodes[dice.usize(..nodes.len())]
    }

    fn fault(&self) -> &'static str {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, fault: &'static str, took: Duration) {
        let mut resumed = self.resumed.lock().unwrap_or_else(PoisonError::into_inner);
        resumed.entry(fault).or_default().push(took);
    }

    /// For people.
    pub fn report(&self) -> String {
        let resumed = self.resumed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lines = Vec::new();
        for (fault, took) in resumed.iter() {
            let mut took = took.clone();
            took.sort();
            let at = |share: usize| took[(took.len() - 1) * share / 100].as_millis();
            lines.push(format!(
                "after {fault}: {} requests went elsewhere, answered after {} ms (half), {} ms (p99), {} ms (all)",
                took.len(),
                at(50),
                at(99),
                at(100)
            ));
        }
        lines.sort();
        lines.join("\n")
    }
}

/// Somebody who asks whatever node answers.
struct Roamer {
    field: Arc<Field>,
    token: Option<String>,
    clients: HashMap<SocketAddr, Client>,
}

impl Roamer {
    fn new(field: &Arc<Field>, token: Option<String>) -> Roamer {
        Roamer {
            field: Arc::clone(field),
            token,
            clients: HashMap::new(),
        }
    }

    /// Asks until some node answers; a node that has no store answers 503.
    async fn ask(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
        dice: &mut fastrand::Rng,
    ) -> Answer {
        let began = Instant::now();
        let mut fault = None;
        loop {
            let node = self.field.node(dice);
            let mut client = self.clients.remove(&node).unwrap_or_else(|| {
                let mut client = Client::new(node);
                client.token = self.token.clone();
                client
            });
            let asked = client.send(method, path, body.cloned());
            match timeout(PATIENCE, asked).await {
                Ok(Ok(answer)) if answer.status != 503 => {
                    if let Some(fault) = fault {
                        self.field.note(fault, began.elapsed());
                    }
                    self.clients.insert(node, client);
                    return answer;
                }
                Ok(Ok(_)) => {
                    self.clients.insert(node, client);
                }
                Ok(Err(_)) | Err(_) => (),
            }
            fault.get_or_insert(self.field.fault());
            assert!(began.elapsed() < LONGEST, "nobody answers {method} {path}");
            sleep(Duration::from_millis(30)).await;
        }
    }
}

/// Plays one match after the other at all nodes, until the field is over: against a program of `level`, if there is
/// one. The matches that were begun.
pub async fn play(
    field: Arc<Field>,
    game: &'static str,
    level: Option<usize>,
    seed: u64,
) -> Vec<Watched> {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut matches = Vec::new();
    while !field.is_over() {
        let watched = Watched::begin(&field, game, level, &mut dice).await;
        let watched = watched.roam(Arc::clone(&field), dice.u64(..)).await;
        matches.push(watched);
    }
    matches
}

impl Watched {
    /// A new match of new guests. Nothing is known of those whose answer did not come.
    async fn begin(
        field: &Arc<Field>,
        game: &str,
        level: Option<usize>,
        dice: &mut fastrand::Rng,
    ) -> Watched {
        let mut tokens = Vec::new();
        for name in ["First", "Second"]
            .iter()
            .take(2 - usize::from(level.is_some()))
        {
            let guest = json!({"name": name, "keep": "bearer"});
            let mut nobody = Roamer::new(field, None);
            let welcome = nobody.ask("POST", "/guests", Some(&guest), dice).await.ok();
            tokens.push(welcome["token"].as_str().expect("a token").to_owned());
        }
        let seats = match level {
            Some(level) => json!(["me", format!("agent:{level}")]),
            None => json!(["me"]),
        };
        let mut first = Roamer::new(field, tokens.first().cloned());
        let body = json!({"game": game, "seats": seats});
        let room = first.ask("POST", "/matches", Some(&body), dice).await.ok();
        let id = room["id"].as_str().expect("an id").to_owned();
        if let Some(second) = tokens.get(1) {
            let join = json!({"command_id": "join", "do": "join"});
            let mut second = Roamer::new(field, Some(second.clone()));
            let path = format!("/matches/{id}/commands");
            second.ask("POST", &path, Some(&join), dice).await.ok();
        }
        Watched {
            id,
            shown: vec![0; tokens.len()],
            tokens,
            sent: Vec::new(),
            seen: Arc::default(),
            over: false,
        }
    }

    /// Plays at all nodes until the field is over, or the match is.
    async fn roam(mut self, field: Arc<Field>, seed: u64) -> Watched {
        let watching = tokio::spawn(watch(
            Arc::clone(&field),
            self.id.clone(),
            Arc::clone(&self.seen),
            seed ^ 1,
        ));
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut people: Vec<Roamer> = self
            .tokens
            .iter()
            .map(|token| Roamer::new(&field, Some(token.clone())))
            .collect();
        while !field.is_over() && !self.over {
            self.roaming_step(&mut people, &mut dice).await;
        }
        watching.abort();
        // What it found wrong is told.
        if let Err(error) = watching.await
            && error.is_panic()
        {
            std::panic::resume_unwind(error.into_panic());
        }
        self
    }

    /// One command, if it is a person's turn.
    async fn roaming_step(&mut self, people: &mut [Roamer], dice: &mut fastrand::Rng) {
        let path = format!("/matches/{}", self.id);
        let (mut asked, mut seat) = (None, 0);
        for (index, person) in people.iter_mut().enumerate() {
            let answer = person.ask("GET", &format!("{path}/page"), None, dice).await;
            let page = answer.ok();
            self.show(index, &page);
            self.over |= !page["result"].is_null();
            if !page["ask"].is_null() {
                (asked, seat) = (Some(page), index);
                break;
            }
        }
        let Some(page) = asked.filter(|_| !self.over) else {
            sleep(Duration::from_millis(40)).await;
            return;
        };
        let texts = answers(&page);
        let body = json!({
            "command_id": format!("c{}", self.sent.len()),
            "ask": page["ask"]["id"],
            "text": texts[dice.usize(..texts.len())],
        });
        self.sent.push(Sent {
            seat,
            body: body.clone(),
            seq_before: page["seq"].as_u64().expect("a number"),
            acknowledged: None,
            audited: false,
        });
        let commands = format!("{path}/commands");
        let answer = people[seat].ask("POST", &commands, Some(&body), dice).await;
        let reply = answer.ok();
        self.show(seat, &reply);
        let sent = self.sent.last_mut().expect("it was just pushed");
        sent.acknowledged = Some(answer.body.clone());
        // Now and then somebody is impatient.
        if dice.u8(..10) == 0 {
            let again = people[seat].ask("POST", &commands, Some(&body), dice).await;
            assert_eq!(again.body, answer.body, "a repeated command has one answer");
        }
    }

    /// Nothing that was shown or acknowledged disappears.
    fn show(&mut self, seat: usize, told: &Value) {
        let seq = told["seq"].as_u64().expect("a number");
        let shown = self.shown[seat];
        assert!(
            seq >= shown,
            "{}: {shown} was shown, now {seq}: {told}",
            self.id
        );
        self.shown[seat] = seq;
    }
}

/// Looks on, at one node after the other.
async fn watch(field: Arc<Field>, id: String, seen: Arc<tokio::sync::Mutex<Seen>>, seed: u64) {
    let mut dice = fastrand::Rng::with_seed(seed);
    loop {
        let client = Client::new(field.node(&mut dice));
        let Ok(Ok(mut live)) = timeout(PATIENCE, client.try_live(&id, "", &[])).await else {
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Whoever hears nothing for a while tries another node.
        while let Some(text) = live.soon(PATIENCE).await {
            let frame: Value = serde_json::from_str(&text).expect("JSON");
            seen.lock().await.note(&frame);
        }
    }
}
