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
    task::yield_now,
    time::{Instant, MissedTickBehavior, interval, sleep_until, timeout},
};
use vauban_store::SessionId;

use crate::{
    Problem,
    access::Access,
    audience::Next,
    command::{Command, CommandBody},
    encoder::Observer,
    extract,
    guarded::Guarded,
    ingress::{Asker, ClientAddr},
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

/// Between two frames of one of those who watch there is so much for each who does, and at most so much:
/// however fast a match goes, a large audience takes only a part of the processor's time.
const PACE_OF_EACH: Duration = Duration::from_micros(100);
const SLOWEST_PACE: Duration = Duration::from_secs(1);

/// How long is waited before a store that was away is asked again.
const AWAY: Duration = Duration::from_millis(500);

/// When a node goes down, its connections leave one after the other, within so much time.
const JITTER: Duration = Duration::from_secs(1);

/// How long the other side may take to answer our last word.
const FAREWELL: Duration = Duration::from_secs(2);

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
    /// When whoever has no session must come again.
    until: Option<Instant>,
    /// While it lives, a player who sits here is there.
    line: Option<Connected>,
    /// When the last frame was ready.
    last: Option<Instant>,
    client: ClientAddr,
    /// Ends it when the session ends on another node.
    #[allow(dead_code, reason = "it does so by being there")]
    guarded: Option<Guarded>,
    /// How long it stays when the server goes down.
    patience: Duration,
}

/// Why there are no more frames.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Ending {
    /// The server goes down.
    Down,
    /// The session has ended, or the match may not be watched any more.
    NotAllowed,
    /// Whoever has no session has watched for long enough.
    Elapsed,
    /// The match cannot be read.
    Failed,
    /// The store is away. It is no end: whoever watches is shown what is new when it is back.
    Away,
    /// Frames came too fast, in spite of being refused.
    TooFast,
    /// Nothing was heard for too long.
    Silent,
    /// A frame of another kind than text.
    NotText,
    /// A frame that is too long.
    TooLong,
    /// A frame of text that is none.
    NotUtf8,
    /// What came is not what the protocol says.
    Broken,
    /// The other side has said goodbye, or has gone.
    Left,
}

impl Ending {
    /// The code and the reason for the other side; none if it went by itself.
    fn close(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            Ending::Down => (close_code::AWAY, "the server is shutting down: reconnect"),
            Ending::NotAllowed => (close_code::POLICY, "the session has ended"),
            Ending::Elapsed => (close_code::NORMAL, "reconnect to keep watching"),
            Ending::Failed | Ending::Away => {
                (close_code::ERROR, "the match cannot be read at the moment")
            }
            Ending::TooFast => (close_code::POLICY, "too many frames at once"),
            Ending::Silent => (close_code::POLICY, "no answer to a ping"),
            Ending::NotText => (close_code::UNSUPPORTED, "frames must be text"),
            Ending::TooLong => (close_code::SIZE, "the frame is too long"),
            Ending::NotUtf8 => (close_code::INVALID, "text must be UTF-8"),
            Ending::Broken => (close_code::PROTOCOL, "this is not a valid frame"),
            Ending::Left => return None,
        };
        Some(CloseFrame {
            code,
            reason: Utf8Bytes::from_static(reason),
        })
    }

    /// What a frame that could not be read means.
    fn of(error: axum::Error) -> Ending {
        use tokio_tungstenite::tungstenite::Error;
        match error.into_inner().downcast::<Error>().map(|error| *error) {
            Ok(Error::Capacity(_)) => Ending::TooLong,
            Ok(Error::Utf8(_)) => Ending::NotUtf8,
            Ok(Error::Protocol(_)) => Ending::Broken,
            Ok(_) | Err(_) => Ending::Left,
        }
    }
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
        client: ClientAddr,
    ) -> Result<LiveConnection, Problem> {
        let player = visitor.as_ref().map(|visitor| visitor.player.as_str());
        let asker = Asker { client, player };
        let table = registry.table_for(&room, asker).await?;
        let access = observer
            .access(&room, &table, registry.time.now())
            .must_watch()?;
        observer.must_hold(access, &table)?;
        registry.give_standing_answers(&room, &table);
        registry.look(&room, &table);
        registry.ask_agents_anew(&room, &table);
        drop(table);
        let until = match &visitor {
            Some(_) => None,
            None => Instant::now().checked_add(registry.ingress().anonymous),
        };
        let mut connection = LiveConnection {
            line: None,
            last: None,
            closing: registry.closing(),
            ended: registry.ended.subscribe(),
            unsure: false,
            revision: room.revision(),
            // The first frame comes at once.
            behind: true,
            until,
            guarded: visitor
                .as_ref()
                .map(|visitor| registry.guard(&visitor.session, &visitor.player)),
            patience: patience(&registry),
            visitor,
            registry,
            room,
            observer,
            client,
        };
        // It may have ended before anybody listened.
        if connection.is_forgotten().await? {
            return Err(Problem::no_session());
        }
        connection.appear(access);
        Ok(connection)
    }

    /// The next frame, as soon as there is one, or why there will be none. May be dropped while it waits.
    async fn next(&mut self) -> Result<Utf8Bytes, Ending> {
        loop {
            while !self.behind {
                let until = self.until;
                let ended = tokio::select! {
                    changed = self.revision.changed() => {
                        changed.map_err(|_| Ending::Failed)?;
                        self.behind = true;
                        continue;
                    }
                    () = down(&mut self.closing, &self.registry, self.patience) => {
                        return Err(Ending::Down);
                    }
                    () = elapse(until) => return Err(Ending::Elapsed),
                    ended = self.ended.recv() => ended,
                };
                match (ended, &self.visitor) {
                    (Ok(session), Some(visitor)) if session == visitor.session => {
                        return Err(Ending::NotAllowed);
                    }
                    (Ok(_), _) => (),
                    // Some were missed.
                    (Err(_), _) => self.unsure = true,
                }
                if self.unsure {
                    match self.is_forgotten().await {
                        Ok(true) => return Err(Ending::NotAllowed),
                        Ok(false) => self.unsure = false,
                        Err(_) => self.wait_for_store().await?,
                    }
                }
            }
            self.revision.mark_unchanged();
            let frame = match self.frame().await {
                Err(Ending::Away) => {
                    self.wait_for_store().await?;
                    continue;
                }
                frame => frame?,
            };
            self.behind = false;
            if let Some(frame) = frame {
                self.last = Some(Instant::now());
                return Ok(frame);
            }
        }
    }

    /// What is new, if anything is.
    async fn frame(&mut self) -> Result<Option<Utf8Bytes>, Ending> {
        let failed = |problem: Problem| match problem.is_away() {
            true => Ending::Away,
            false => Ending::Failed,
        };
        // Who sits here does not queue with the audience.
        if self.line.is_none() {
            self.keep_pace().await?;
            let turn = self.registry.ingress().audience.acquire().await;
            // All others who watch find no turn now, and wait for one outside of the scheduler's queue.
            yield_now().await;
            let next = self
                .registry
                .frame_for_audience(&self.room, &mut self.observer)
                .await;
            drop(turn);
            match next.map_err(failed)? {
                Next::Frame(frame) => return Ok(frame),
                Next::NotAllowed => return Err(Ending::NotAllowed),
                Next::Insider => (),
            }
        }
        let table = self.registry.table(&self.room).await.map_err(failed)?;
        let now = self.registry.time.now();
        let access = self.observer.access(&self.room, &table, now).must_watch();
        let access = access.map_err(|_| Ending::NotAllowed)?;
        self.appear(access);
        let metrics = &self.registry.metrics;
        let frame = self.observer.frame(&self.room, &table, now, metrics);
        Ok(frame.map(Utf8Bytes::from))
    }

    /// Waits a while for a store that is away.
    async fn wait_for_store(&mut self) -> Result<(), Ending> {
        tokio::select! {
            () = tokio::time::sleep(AWAY) => Ok(()),
            () = down(&mut self.closing, &self.registry, self.patience) => Err(Ending::Down),
        }
    }

    /// Waits until somebody who watches may be sent something again.
    async fn keep_pace(&mut self) -> Result<(), Ending> {
        let pace = pace(self.room.watchers());
        let Some(due) = self.last.and_then(|last| last.checked_add(pace)) else {
            return Ok(());
        };
        tokio::select! {
            () = sleep_until(due) => Ok(()),
            () = down(&mut self.closing, &self.registry, self.patience) => Err(Ending::Down),
        }
    }

    /// From now on, a player who sits here is there. Of those who watch nobody is told.
    fn appear(&mut self, access: Access) {
        if let (None, Some(player)) = (&self.line, &self.observer.player)
            && !access.seats.is_empty()
        {
            let (room, time) = (Arc::clone(&self.room), self.registry.time.clone());
            self.line = Some(Connected::new(room, player.clone(), time));
        }
    }

    /// Whether one's session opens nothing any more.
    async fn is_forgotten(&self) -> Result<bool, Problem> {
        let Some(visitor) = &self.visitor else {
            return Ok(false);
        };
        let now = self.registry.time.now();
        let found = self.registry.store().find_token(visitor.token, now).await?;
        Ok(found.is_none())
    }

    /// As an event stream.
    pub fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        stream::unfold(self, |mut connection| async move {
            let frame = connection.next().await.ok()?;
            let event = Event::default().event("page").data(frame.as_str());
            Some((Ok(event), connection))
        })
    }

    /// As a WebSocket, by which commands come, too.
    pub async fn converse(mut self, socket: WebSocket) {
        let registry = Arc::clone(&self.registry);
        let _counted = registry.metrics.live.count();
        let (mut sink, mut inbox) = socket.split();
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        let mut unheard = 0;
        let ending = loop {
            let message = tokio::select! {
                frame = self.next() => match frame {
                    Ok(frame) => Message::Text(frame),
                    Err(ending) => break ending,
                },
                message = inbox.next() => {
                    heard = Instant::now();
                    let player = self.visitor.as_ref().map(|visitor| &visitor.player);
                    let limited = match &message {
                        Some(Ok(_)) => registry.ingress().limit_frame(self.client, player).err(),
                        Some(Err(_)) | None => None,
                    };
                    unheard = match limited {
                        Some(_) => unheard + 1,
                        None => 0,
                    };
                    if unheard > MOST_UNHEARD {
                        break Ending::TooFast;
                    }
                    match message {
                        Some(Ok(Message::Text(text))) if let Some(problem) = limited => {
                            registry.metrics.limited.add(1);
                            Message::Text(self.refuse(&text, problem).into())
                        }
                        Some(Ok(Message::Text(text))) => {
                            Message::Text(self.reply(&text).await.into())
                        }
                        Some(Ok(Message::Binary(_))) => break Ending::NotText,
                        // Pings are answered by the library.
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        Some(Err(error)) => break Ending::of(error),
                        Some(Ok(Message::Close(_))) | None => break Ending::Left,
                    }
                },
                _ = heartbeat.tick() => match heard.elapsed() > SILENCE {
                    true => break Ending::Silent,
                    false => Message::Ping(Vec::new().into()),
                },
            };
            // Whoever does not take it in time has its connection ended (`transport`).
            if sink.send(message).await.is_err() {
                return;
            }
        };
        let farewell = async {
            if let Some(close) = ending.close() {
                sink.send(Message::Close(Some(close))).await?;
            }
            // Its goodbye is answered by the library, and ours by the other side.
            sink.flush().await?;
            while inbox.next().await.transpose()?.is_some() {}
            Ok::<(), axum::Error>(())
        };
        // Nobody may be there to read it.
        let _ = timeout(FAREWELL, farewell).await;
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
        // It may have left memory in spite of being watched.
        let asker = visitor.asker(self.client);
        self.registry.load_for(&self.room, asker).await?;
        self.registry.execute(&self.room, command).await
    }
}

/// Ready when the server goes down and this connection should go: all at once would come to the other nodes at once.
async fn down(closing: &mut watch::Receiver<bool>, registry: &Registry, patience: Duration) {
    drop(closing.wait_for(|closing| *closing).await);
    if let Some(since) = registry.closed_at() {
        sleep_until(since + patience).await;
    }
}

/// How long a connection stays when the server goes down and there are others to go to.
fn patience(registry: &Registry) -> Duration {
    match registry.node.is_shared() {
        false => Duration::ZERO,
        true => JITTER.mul_f64(fraction()),
    }
}

/// From 0 to 1, by chance.
fn fraction() -> f64 {
    let mut byte = [0_u8];
    match getrandom::fill(&mut byte) {
        Ok(()) => f64::from(byte[0]) / 255.0,
        Err(_) => 0.5,
    }
}

/// How much there is between two frames of one of so many who watch.
fn pace(watchers: usize) -> Duration {
    let watchers = u32::try_from(watchers).unwrap_or(u32::MAX);
    PACE_OF_EACH.saturating_mul(watchers).min(SLOWEST_PACE)
}

/// Ready at `until`, if that ever comes.
async fn elapse(until: Option<Instant>) {
    match until {
        Some(until) => sleep_until(until).await,
        None => std::future::pending().await,
    }
}

impl std::fmt::Debug for LiveConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LiveConnection")
            .field("room", &self.room.id)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_an_audience_the_slower_its_frames() {
        let millis = |watchers| pace(watchers).as_millis();
        assert_eq!([1, 200, 5_000].map(millis), [0, 20, 500]);
        assert_eq!([10_000, usize::MAX].map(millis), [1_000, 1_000]);
    }
}
