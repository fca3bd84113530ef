//! Spectators of a match. All who see the same, in the same language, and have received the same so far get the same
//! frame, which is written once, however many they are.
//!
//! They wait for each other, not for the table: a player's command waits for at most one of them.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Mutex;
use vauban_game::Lang;
use vauban_store::{Millis, TokenHash};

use crate::{
    Problem,
    access::Access,
    encoder::{Observer, Sent},
    registry::{Registry, Room},
};

/// A frame is sent again for so long: what it says of who is there becomes old.
const FRESH: Millis = 5_000;

/// As long if it shows running clocks.
const FRESH_CLOCKS: Millis = 200;

/// What the audience of one match is sent.
#[derive(Debug, Default)]
pub struct Audience(Mutex<Frames>);

#[derive(Debug, Default)]
struct Frames {
    /// How often the match had changed when these were written; nothing before the first.
    revision: Option<u64>,
    /// Those who are no mere audience.
    insiders: HashSet<String>,
    /// The links by which it may be watched.
    shares: Vec<TokenHash>,
    written: HashMap<(Lang, Option<Sent>), Written>,
    served: usize,
}

/// What comes next for whoever was sent the same before.
#[derive(Clone, Debug)]
struct Written {
    frame: Option<Utf8Bytes>,
    sent: Option<Sent>,
    /// Until when it may be sent.
    until: Millis,
}

/// What somebody is sent next.
#[derive(Debug)]
pub enum Next {
    /// Nothing, if there is nothing new.
    Frame(Option<Utf8Bytes>),
    NotAllowed,
    /// It has a part in the match, and sees more.
    Insider,
}

impl Registry {
    /// What `observer` is sent next, if it has no part in the match of `room`.
    pub(crate) async fn frame_for_audience(
        &self,
        room: &Arc<Room>,
        observer: &mut Observer,
    ) -> Result<Next, Problem> {
        // Who names a seat had one.
        if observer.seat.is_some() {
            return Ok(Next::Insider);
        }
        let mut frames = room.audience.0.lock().await;
        let revision = room.changes();
        let mut newest = None;
        if frames.revision != Some(revision) {
            // It may be newer than the revision, which is then looked at once more.
            let table = self.table(room).await?;
            *frames = Frames {
                revision: Some(revision),
                insiders: table.insiders().map(str::to_owned).collect(),
                shares: table.shares.iter().map(|share| share.hash).collect(),
                ..Frames::default()
            };
            frames.insiders.insert(room.header.owner.clone());
            newest = Some(table);
        }
        if let Some(player) = &observer.player
            && frames.insiders.contains(player)
        {
            frames.count(room);
            return Ok(Next::Insider);
        }
        let shares = frames.shares.iter().copied();
        let access = Access::of_outsider(room, shares, observer.key.as_deref());
        if access.must_watch().is_err() {
            return Ok(Next::NotAllowed);
        }
        let (now, key) = (self.time.now(), (observer.lang, observer.sent));
        let known = frames.written.get(&key);
        let written = match known.filter(|written| now <= written.until).cloned() {
            Some(written) => written,
            None => {
                let table = match newest {
                    Some(table) => table,
                    None => self.table(room).await?,
                };
                let frame = observer.frame(room, &table, now, &self.metrics);
                let fresh = match table.play.clock().page(table.play.seats(), now) {
                    Some(_) => FRESH_CLOCKS,
                    None => FRESH,
                };
                let written = Written {
                    frame: frame.map(Utf8Bytes::from),
                    sent: observer.sent,
                    until: now.saturating_add(fresh),
                };
                frames.written.insert(key, written.clone());
                written
            }
        };
        observer.sent = written.sent;
        frames.count(room);
        Ok(Next::Frame(written.frame))
    }
}

impl Frames {
    /// One more has looked. Once all of the audience have, nothing is kept: a match costs no memory while
    /// nothing happens.
    fn count(&mut self, room: &Room) {
        self.served += 1;
        let audience = room.watchers().saturating_sub(room.presence.connections());
        if self.served >= audience {
            self.served = 0;
            self.written.clear();
        }
    }
}
