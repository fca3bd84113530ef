//! Live pages: a WebSocket, or an event stream where there is none. Both send what the one
//! encoder gives: on connecting the current page, then a new one whenever there is something new.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code},
    response::sse::Event,
};
use futures_util::{SinkExt, Stream, StreamExt, stream};
use tokio::{
    sync::{broadcast, watch},
    time::{Instant, MissedTickBehavior, interval, timeout},
};
use vauban_store::SessionId;

use crate::{
    Problem,
    encoder::Eye,
    gate::Caller,
    hall::{Hall, Room},
    order::{Actor, Command, CommandBody},
    presence::Line,
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
pub struct Audience {
    hall: Arc<Hall>,
    room: Arc<Room>,
    eye: Eye,
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
    _line: Option<Line>,
}

impl Audience {
    /// Whoever may watch.
    pub async fn new(
        hall: Arc<Hall>,
        room: Arc<Room>,
        eye: Eye,
        visitor: Option<Visitor>,
    ) -> Result<Audience, Problem> {
        let table = hall.table(&room).await?;
        eye.access(&room, &table, hall.time.now()).must_watch()?;
        drop(table);
        let line = eye
            .player
            .clone()
            .map(|player| Line::new(Arc::clone(&room), player, hall.time.clone()));
        Ok(Audience {
            _line: line,
            closing: hall.closing(),
            ended: hall.ended.subscribe(),
            unsure: false,
            visitor,
            revision: room.revision(),
            // The first frame comes at once.
            behind: true,
            hall,
            room,
            eye,
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
            let table = self.hall.table(&self.room).await.ok()?;
            let now = self.hall.time.now();
            self.eye.access(&self.room, &table, now).must_watch().ok()?;
            let frame = self.eye.frame(&self.room, &table, now);
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
        let now = self.hall.time.now();
        let found = self.hall.store().find_token(visitor.token, now).await;
        !matches!(found, Ok(Some(_)))
    }

    /// As an event stream.
    pub fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        stream::unfold(self, |mut audience| async move {
            let frame = audience.next().await?;
            let event = Event::default().event("page").data(frame);
            Some((Ok(event), audience))
        })
    }

    /// As a WebSocket, by which commands come, too.
    pub async fn converse(mut self, socket: WebSocket, caller: Caller) {
        let hall = Arc::clone(&self.hall);
        let _counted = hall.metrics.live.count();
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
                        Some(Ok(_)) => hall.gate().frame(caller, player).err(),
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
                            hall.metrics.limited.add(1);
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
        let (id, answer) = match serde_json::from_str::<CommandBody>(text) {
            Err(error) => (None, Err(Problem::bad_request(error.to_string()))),
            Ok(body) => (Some(body.command_id.clone()), self.carry_out(body).await),
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
        let lang = self.eye.lang;
        let (status, body) = match answer {
            Ok(reply) => (reply.status, reply.body),
            Err(problem) => (problem.status(), problem.body(lang)),
        };
        let id = serde_json::to_string(&id).expect("plain data has a JSON form");
        // The body as it is, so that it is the same to the byte however often it is sent.
        format!(
            r#"{{"type":"reply","command_id":{id},"status":{},"body":{}}}"#,
            status.as_u16(),
            String::from_utf8_lossy(&body)
        )
    }

    async fn carry_out(&self, body: CommandBody) -> Result<Reply, Problem> {
        let visitor = self.visitor.as_ref().ok_or_else(Problem::no_session)?;
        // A session can end while its socket is open.
        let now = self.hall.time.now();
        let token = self.hall.store().find_token(visitor.token, now).await?;
        token.ok_or_else(Problem::no_session)?;
        let (id, order) = body.order()?;
        let command = Command {
            session: visitor.session.clone(),
            id,
            by: Actor::Person {
                player: visitor.player.clone(),
                name: visitor.name.clone(),
            },
            key: self.eye.key.clone(),
            order,
            lang: self.eye.lang,
        };
        self.hall.carry_out(&self.room, command).await
    }
}

impl std::fmt::Debug for Audience {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Audience")
            .field("room", &self.room.id)
            .finish_non_exhaustive()
    }
}
