//! One match under load: two guests with a socket each, and those who watch.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::tungstenite::Message;
use vauban_catalog::CATALOG;
use vauban_driver::{Client, Socket};
use vauban_table::{AnyMatch, Opening};

/// What is played: the first game for two without chance, so that the driver can play along and knows
/// what is allowed.
pub fn quiet() -> Option<(&'static str, Box<dyn AnyMatch>)> {
    CATALOG.games().find_map(|game| {
        let play = game.open(Opening::seeded(0)).ok()?;
        (play.seats() == 2 && !play.has_chance()).then_some((game.card().name, play))
    })
}

/// What all matches tell.
#[derive(Debug, Default)]
pub struct Shared {
    taken: Mutex<Vec<Duration>>,
    /// The same, of the match that spectators watch.
    watched: Mutex<Vec<Duration>>,
    /// From a command to the next frame at the other seat.
    delivered: Mutex<Vec<Duration>>,
    /// Frames that spectators were sent.
    frames: AtomicUsize,
    open: AtomicUsize,
    refused: AtomicUsize,
}

impl Shared {
    pub fn taken(&self) -> Vec<Duration> {
        lock(&self.taken).clone()
    }
    pub fn watched(&self) -> Vec<Duration> {
        lock(&self.watched).clone()
    }
    pub fn delivered(&self) -> Vec<Duration> {
        lock(&self.delivered).clone()
    }
    pub fn frames(&self) -> usize {
        self.frames.load(Ordering::Relaxed)
    }
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }
    pub fn refused(&self) -> usize {
        self.refused.load(Ordering::Relaxed)
    }
}

pub struct Table {
    id: String,
    number: usize,
    seats: [UnboundedSender<String>; 2],
    play: Mutex<Play>,
    shared: Arc<Shared>,
}

struct Play {
    play: Box<dyn AnyMatch>,
    dice: fastrand::Rng,
    number: usize,
    /// When the command that is on its way was due, and what it said.
    on_its_way: Option<(Instant, String)>,
    /// Which seat sent it, until the other has seen what came of it.
    sent_by: Option<(usize, Instant)>,
}

impl Table {
    /// A match between two new guests who come from an address of this machine, each to a server of their own, with so
    /// many sockets.
    pub async fn open(
        servers: [SocketAddr; 2],
        from: IpAddr,
        number: usize,
        sockets: usize,
        shared: Arc<Shared>,
    ) -> Result<Arc<Table>, String> {
        let failed = |error: std::io::Error| format!("a socket: {error}");
        let client = |address| Client::coming_from(address, from);
        let mut first = client(servers[0]).welcomed("First").await;
        let mut second = client(servers[1]).welcomed("Second").await;
        let (game, play) = quiet().ok_or("no game without chance")?;
        let body = json!({"game": game, "seats": ["me"]});
        let room = first.post("/matches", body).await.ok();
        let id = room["id"].as_str().ok_or("a match without an id")?;
        let join = format!("/matches/{id}/commands");
        second
            .post(&join, json!({"command_id": "join", "do": "join"}))
            .await
            .ok();
        let (one, ones) = unbounded_channel();
        let (two, twos) = unbounded_channel();
        let table = Arc::new(Table {
            id: id.to_owned(),
            number,
            seats: [one, two],
            play: Mutex::new(Play {
                play,
                dice: fastrand::Rng::with_seed(number as u64),
                number: 0,
                on_its_way: None,
                sent_by: None,
            }),
            shared,
        });
        for (seat, client, orders) in [(0, &first, ones), (1, &second, twos)] {
            let socket = client.try_live(id, "", &[]).await.map_err(failed)?;
            table.shared.open.fetch_add(1, Ordering::Relaxed);
            let table = Arc::clone(&table);
            tokio::spawn(table.converse(seat, socket.into_socket(), orders));
        }
        for _ in 2..sockets {
            Arc::clone(&table).admit(servers[0], from).await?;
        }
        Ok(table)
    }

    /// One more who watches, from an address of this machine.
    pub async fn admit(self: Arc<Table>, address: SocketAddr, from: IpAddr) -> Result<(), String> {
        let client = Client::coming_from(address, from);
        let mut live = client
            .try_live(&self.id, "", &[])
            .await
            .map_err(|error| format!("a socket: {error}"))?;
        live.next().await.ok_or("a socket without a first frame")?;
        self.shared.open.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(self.watch(live.into_socket()));
        Ok(())
    }

    /// Which of the matches it is, from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Sends the next command, which is due at `due`; not if the last one has no answer yet.
    pub fn send(&self, due: Instant) -> bool {
        let mut table = lock(&self.play);
        let Some(seat) = table.play.turn().seats().iter().next() else {
            return false;
        };
        if table.on_its_way.is_some() {
            return false;
        }
        let legal = table.play.questions().legal(seat);
        let choice = table.dice.usize(..legal.len());
        let text = legal[choice].clone();
        table.number += 1;
        let command = json!({
            "command_id": table.number.to_string(),
            "ask": table.play.ask(seat),
            "text": text,
        });
        table.on_its_way = Some((due, text));
        table.sent_by = Some((seat.index(), due));
        self.seats[seat.index()].send(command.to_string()).is_ok()
    }

    /// A seat's socket: orders go up, replies and pages come down.
    async fn converse(
        self: Arc<Table>,
        seat: usize,
        mut socket: Socket,
        mut orders: UnboundedReceiver<String>,
    ) {
        loop {
            tokio::select! {
                order = orders.recv() => match order {
                    Some(order) => if socket.send(Message::text(order)).await.is_err() {
                        break;
                    },
                    None => break,
                },
                message = socket.next() => match message {
                    Some(Ok(Message::Text(text))) if text.starts_with(r#"{"type":"reply""#) => {
                        self.answered(&text);
                    }
                    Some(Ok(Message::Text(_))) => self.arrived(seat),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                    Some(Ok(_)) => (),
                },
            }
        }
        self.shared.open.fetch_sub(1, Ordering::Relaxed);
    }

    async fn watch(self: Arc<Table>, mut socket: Socket) {
        while let Some(Ok(message)) = socket.next().await {
            match message {
                Message::Text(_) => drop(self.shared.frames.fetch_add(1, Ordering::Relaxed)),
                Message::Close(_) => break,
                _ => (),
            }
        }
        self.shared.open.fetch_sub(1, Ordering::Relaxed);
    }

    /// A frame at a seat: the other one's command, if one was sent and has not been seen.
    fn arrived(&self, seat: usize) {
        let now = Instant::now();
        let mut table = lock(&self.play);
        if let Some((_, due)) = table.sent_by.take_if(|(by, _)| *by != seat) {
            lock(&self.shared.delivered).push(now.saturating_duration_since(due));
        }
    }

    fn answered(&self, text: &str) {
        let now = Instant::now();
        let mut table = lock(&self.play);
        let Some((due, action)) = table.on_its_way.take() else {
            return;
        };
        let took = now.saturating_duration_since(due);
        lock(&self.shared.taken).push(took);
        if self.number == 0 {
            lock(&self.shared.watched).push(took);
        }
        let status = serde_json::from_str::<Value>(text).map(|reply| reply["status"].clone());
        let seat = table.play.turn().seats().iter().next();
        let done = status.is_ok_and(|status| status == 200)
            && seat.is_some_and(|seat| {
                let ask = table.play.ask(seat).unwrap_or_default();
                table.play.answer(seat, ask, &action).is_ok()
            });
        if !done {
            self.shared.refused.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
