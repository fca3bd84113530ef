//! Live pages: a WebSocket, or an event stream where there is none. Both send what the one
//! encoder gives: on connecting the current page, then a new one whenever there is something new.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code},
    response::sse::Event,
};
use futures_util::{SinkExt, Stream, StreamExt, stream};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::{
    sync::{broadcast, watch},
    time::{Instant, MissedTickBehavior, interval, timeout},
};
use vauban_store::SessionId;

use crate::{
    Problem,
    command::{Command, CommandBody},
    encoder::Observer,
    extract,
    ingress::ClientAddr,
    presence::Connected,
    registry::{Registry, Room},
    session::Visitor,
    write::Reply,
};

/// The largest frame that is read.
pub const MOST_BYTES: usize = 16 * 1024;

/// How often a WebSocket is asked whether it is there.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// How long it may be silent.
const SILENCE: Duration = Duration::from_secs(60);

/// Frames in a row that may come too fast before the socket is closed.
const MOST_UNHEARD: usize = 100;

/// How long a frame may take to be sent.
const SLOWEST: Duration = Duration::from_secs(20);

/// Somebody who watches a match.
pub struct LiveConnection {
    registry: Arc<Registry>,
    room: Arc<Room>,
    observer: Observer,
    revision: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    /// Sessions that end.
    ended: broadcast::Receiver<SessionId>,
    /// Some of these were missed, and the store has not been asked yet.
    unsure: bool,
    /// Whose session it is, and what it was opened with.
    visitor: Option<Visitor>,
    /// There may be something that was not looked at yet.
    behind: bool,
    /// While it lives, a known player is there.
    _line: Option<Connected>,
}

/// The answer to a frame.
#[derive(Serialize)]
struct ReplyFrame<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    command_id: Option<&'a str>,
    status: u16,
    body: Option<Box<RawValue>>,
}

impl LiveConnection {
    /// Whoever may watch.
    pub async fn new(
        registry: Arc<Registry>,
        room: Arc<Room>,
        observer: Observer,
        visitor: Option<Visitor>,
    ) -> Result<LiveConnection, Problem> {
        let table = registry.table(&room).await?;
        let access = observer
            .access(&room, &table, registry.time.now())
            .must_watch()?;
        observer.must_hold(access, &table)?;
        registry.give_standing_answers(&room, &table);
        drop(table);
        let line = observer
            .player
            .clone()
            .map(|player| Connected::new(Arc::clone(&room), player, registry.time.clone()));
        Ok(LiveConnection {
            _line: line,
            closing: registry.closing(),
            ended: registry.ended.subscribe(),
            unsure: false,
            visitor,
            revision: room.revision(),
            // The first frame comes at once.
            behind: true,
            registry,
            room,
            observer,
        })
    }

    /// The next frame, as soon as there is one; none when the server goes down or the eye may not
    /// see any more. May be dropped while it waits.
    async fn next(&mut self) -> Option<String> {
        loop {
            while !self.behind {
                let ended = tokio::select! {
                    changed = self.revision.changed() => {
                        changed.ok()?;
                        self.behind = true;
                        continue;
                    }
                    _ = self.closing.wait_for(|closing| *closing) => return None,
                    ended = self.ended.recv() => ended,
                };
                match (ended, &self.visitor) {
                    (Ok(session), Some(visitor)) if session == visitor.session => return None,
                    (Ok(_), _) => (),
                    // Some were missed.
                    (Err(_), _) => self.unsure = true,
                }
                if self.unsure && self.is_forgotten().await {
                    return None;
                }
                self.unsure = false;
            }
            let mut table = self.registry.table(&self.room).await.ok()?;
            let now = self.registry.time.now();
            self.observer
                .access(&self.room, &table, now)
                .must_watch()
                .ok()?;
            let pages = &self.registry.metrics.pages;
            let frame = self.observer.frame(&self.room, &mut table, now, pages);
            self.behind = false;
            if frame.is_some() {
                return frame;
            }
        }
    }

    /// Whether one's session opens nothing any more.
    async fn is_forgotten(&self) -> bool {
        let Some(visitor) = &self.visitor else {
            return false;
        };
        let now = self.registry.time.now();
        let found = self.registry.store().find_token(visitor.token, now).await;
        !matches!(found, Ok(Some(_)))
    }

    /// As an event stream.
    pub fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        stream::unfold(self, |mut connection| async move {
            let frame = connection.next().await?;
            let event = Event::default().event("page").data(frame);
            Some((Ok(event), connection))
        })
    }

    /// As a WebSocket, by which commands come, too.
    pub async fn converse(mut self, socket: WebSocket, client: ClientAddr) {
        let registry = Arc::clone(&self.registry);
        let _counted = registry.metrics.live.count();
        let (mut sink, mut inbox) = socket.split();
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        let mut unheard = 0;
        let goodbye = loop {
            let message = tokio::select! {
                frame = self.next() => match frame {
                    Some(frame) => Message::Text(frame.into()),
                    None => break close_code::AWAY,
                },
                message = inbox.next() => {
                    heard = Instant::now();
                    let player = self.visitor.as_ref().map(|visitor| &visitor.player);
                    let limited = match &message {
                        Some(Ok(_)) => registry.ingress().limit_frame(client, player).err(),
                        Some(Err(_)) | None => None,
                    };
                    unheard = match limited {
                        Some(_) => unheard + 1,
                        None => 0,
                    };
                    if unheard > MOST_UNHEARD {
                        break close_code::POLICY;
                    }
                    match message {
                        Some(Ok(Message::Text(text))) if let Some(problem) = limited => {
                            registry.metrics.limited.add(1);
                            Message::Text(self.refuse(&text, problem).into())
                        }
                        Some(Ok(Message::Text(text))) => {
                            Message::Text(self.reply(&text).await.into())
                        }
                        Some(Ok(Message::Binary(_))) => break close_code::UNSUPPORTED,
                        // Pings are answered by the library.
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    }
                },
                _ = heartbeat.tick() => match heard.elapsed() > SILENCE {
                    true => break close_code::POLICY,
                    false => Message::Ping(Vec::new().into()),
                },
            };
            match timeout(SLOWEST, sink.send(message)).await {
                Ok(Ok(())) => (),
                Ok(Err(_)) | Err(_) => return,
            }
        };
        let close = Message::Close(Some(CloseFrame {
            code: goodbye,
            reason: Utf8Bytes::from_static(""),
        }));
        // Nobody may be there to read it.
        let _ = timeout(SLOWEST, sink.send(close)).await;
    }

    /// The answer to one frame: `{"type":"reply","command_id":…,"status":…,"body":…}`.
    async fn reply(&self, text: &str) -> String {
        let (id, answer) = match extract::read_json::<CommandBody>(text) {
            Err(problem) => (None, Err(problem)),
            Ok(body) => (Some(body.command_id.clone()), self.execute(body).await),
        };
        self.write(id.as_deref(), answer)
    }

    /// The answer to a frame that came too fast: it was read no further than its name.
    fn refuse(&self, text: &str, problem: Problem) -> String {
        let body = serde_json::from_str::<CommandBody>(text).ok();
        let id = body.map(|body| body.command_id);
        self.write(id.as_deref(), Err(problem))
    }

    fn write(&self, id: Option<&str>, answer: Result<Reply, Problem>) -> String {
        let lang = self.observer.lang;
        let (status, body) = match answer {
            Ok(reply) => (reply.status, reply.body),
            Err(problem) => (problem.status(), problem.body(lang)),
        };
        // The body as it is, so that it is the same to the byte however often it is sent.
        let body = String::from_utf8(body)
            .ok()
            .and_then(|text| RawValue::from_string(text).ok());
        let frame = ReplyFrame {
            kind: "reply",
            command_id: id,
            status: status.as_u16(),
            body,
        };
        serde_json::to_string(&frame).expect("plain data has a JSON form")
    }

    async fn execute(&self, body: CommandBody) -> Result<Reply, Problem> {
        let visitor = self.visitor.as_ref().ok_or_else(Problem::no_session)?;
        // A session can end while its socket is open.
        let now = self.registry.time.now();
        let token = self.registry.store().find_token(visitor.token, now).await?;
        token.ok_or_else(Problem::no_session)?;
        let key = self.observer.key.clone();
        let command = Command::of_visitor(visitor, body, None, key, self.observer.lang)?;
        self.registry.execute(&self.room, command).await
    }
}

impl std::fmt::Debug for LiveConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LiveConnection")
            .field("room", &self.room.id)
            .finish_non_exhaustive()
    }
}
