//! Who is present: through a live connection, or through requests. Kept in memory, for each match.
//!
//! Nothing of it is stored: after a restart, or when the match comes back into memory, everybody
//! counts as just seen, so that nobody is claimed against sooner than after the whole time.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use serde::Serialize;
use utoipa::ToSchema;
use vauban_game::Seat;
use vauban_store::{MatchId, Millis, PlayerId, Sighting};

use crate::{
    Problem,
    clock::Time,
    occupant::Occupant,
    registry::{Registry, Room},
    table::Table,
};

/// Who has no live connection is there for so long after a request.
const RECENT: Millis = 30_000;

/// Whether a person is there.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"here": false, "last_seen": 1_790_000_000_000_u64, "claim_from": 1_790_000_900_000_u64}))]
pub struct PresenceBody {
    pub here: bool,
    /// When a person who is away was seen last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seen: Option<u64>,
    /// From when on the others may claim against the seat or replace it, if nobody comes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_from: Option<u64>,
}

/// Everybody who was seen at one match.
#[derive(Debug)]
pub struct Presence {
    /// Since when anybody looks.
    since: Millis,
    people: Mutex<HashMap<String, Seen>>,
    /// Goes up when somebody comes or goes.
    changes: AtomicU64,
    /// Live connections of those who sit here.
    connections: AtomicUsize,
    /// What other nodes know.
    elsewhere: Mutex<HashMap<String, Elsewhere>>,
}

/// Whether and when another node saw a player.
#[derive(Copy, Clone, Debug)]
struct Elsewhere {
    is_here: bool,
    last: Millis,
    /// When this node learnt it.
    learnt: Millis,
}

#[derive(Copy, Clone, Debug)]
struct Seen {
    /// Live connections.
    connections: u32,
    last: Millis,
    /// Its last live connection has ended since.
    gone: bool,
    /// What other nodes were told of it.
    told: Option<(bool, Millis)>,
}

impl Presence {
    pub fn new(since: Millis) -> Presence {
        Presence {
            since,
            people: Mutex::default(),
            changes: AtomicU64::new(0),
            connections: AtomicUsize::new(0),
            elsewhere: Mutex::default(),
        }
    }

    /// Live connections of those who sit here.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// When `player` was seen last; `now` while it is connected.
    fn last(&self, player: &str, now: Millis) -> Millis {
        let seen = self.people().get(player).copied();
        let elsewhere = self.elsewhere().get(player).copied();
        if seen.is_some_and(|seen| seen.connections > 0)
            || elsewhere.is_some_and(|it| it.is_here(now))
        {
            return now;
        }
        let last = seen.map(|seen| seen.last);
        last.max(elsewhere.map(|it| it.last)).unwrap_or(self.since)
    }

    fn is_here(&self, player: &str, now: Millis) -> bool {
        let elsewhere = self.elsewhere().get(player).copied();
        elsewhere.is_some_and(|it| it.is_here(now))
            || self.seen(&self.people(), player).is_here(now)
    }

    /// What other nodes should be told, as if they had been.
    fn news(&self) -> Vec<(String, bool, Millis)> {
        let mut news = Vec::new();
        for (player, seen) in self.people().iter_mut() {
            let is_here = seen.connections > 0;
            let is_news = match seen.told {
                None => true,
                Some((was_here, _)) if was_here != is_here => true,
                // While it is connected, its node tells.
                Some((_, last)) => !is_here && seen.last > last.saturating_add(RECENT / 3),
            };
            if is_news {
                seen.told = Some((is_here, seen.last));
                news.push((player.clone(), is_here, seen.last));
            }
        }
        news
    }

    /// As if nobody had been told anything.
    fn tell_again(&self) {
        for seen in self.people().values_mut() {
            seen.told = None;
        }
    }

    /// What another node knows; whether that is news.
    fn learn(&self, player: &str, is_here: bool, last: Millis, now: Millis) -> bool {
        let was_here = self.is_here(player, now);
        let learnt = now;
        let known = Elsewhere {
            is_here,
            last,
            learnt,
        };
        self.elsewhere().insert(player.to_owned(), known);
        let changed = was_here != self.is_here(player, now);
        if changed {
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
        changed
    }

    fn elsewhere(&self) -> MutexGuard<'_, HashMap<String, Elsewhere>> {
        self.elsewhere
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Who has not been seen yet counts as seen when anybody began to look.
    fn seen(&self, people: &HashMap<String, Seen>, player: &str) -> Seen {
        let unknown = Seen {
            connections: 0,
            last: self.since,
            gone: false,
            told: None,
        };
        people.get(player).copied().unwrap_or(unknown)
    }

    /// Whether that is news.
    fn note(&self, player: &str, now: Millis, change: impl FnOnce(&mut Seen)) -> bool {
        let mut people = self.people();
        let mut seen = self.seen(&people, player);
        let was_here = seen.is_here(now);
        seen.last = seen.last.max(now);
        change(&mut seen);
        if seen.gone {
            // What was known of it may have been known from here.
            self.elsewhere().remove(player);
        }
        people.insert(player.to_owned(), seen);
        let changed = was_here != seen.is_here(now);
        if changed {
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
        changed
    }

    fn people(&self) -> MutexGuard<'_, HashMap<String, Seen>> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    fn is_here(self, now: Millis) -> bool {
        self.connections > 0 || (!self.gone && now.saturating_sub(self.last) < RECENT)
    }
}

impl Elsewhere {
    fn is_here(self, now: Millis) -> bool {
        self.is_here && now.saturating_sub(self.learnt) < RECENT
    }
}

impl Registry {
    /// Whom this node has seen since it told others last.
    pub(crate) fn sightings(&self) -> Vec<Sighting> {
        let rooms = self.rooms();
        let sightings = rooms.values().flat_map(|room| {
            let news = room.presence.news().into_iter();
            news.filter_map(|(player, is_here, at)| {
                Some(Sighting {
                    id: room.id.clone(),
                    player: PlayerId::new(player).ok()?,
                    is_here,
                    at,
                })
            })
        });
        sightings.collect()
    }

    /// What was told did not arrive, or does not hold any more.
    pub(crate) fn tell_presence_again(&self) {
        for room in self.rooms().values() {
            room.presence.tell_again();
        }
    }

    /// Learns who is at these matches on other nodes.
    pub(crate) async fn learn_presence(&self, ids: &[MatchId]) -> Result<(), Problem> {
        if !self.node.is_shared() || ids.is_empty() {
            return Ok(());
        }
        let now = self.time.now();
        for seen in self.store().presence(ids.to_vec(), now).await? {
            let room = self.rooms().get(&seen.id).cloned();
            if let Some(room) = room
                && room
                    .presence
                    .learn(seen.player.as_str(), seen.is_here, seen.at, now)
            {
                room.tell();
            }
        }
        Ok(())
    }
}

/// A live connection of a player's, for as long as this lives.
pub struct Connected {
    room: Arc<Room>,
    player: String,
    time: Time,
}

impl Connected {
    pub fn new(room: Arc<Room>, player: String, time: Time) -> Connected {
        let connections = &room.presence.connections;
        connections.fetch_add(1, Ordering::Relaxed);
        if room.presence.note(&player, time.now(), |seen| {
            seen.connections += 1;
            seen.gone = false;
        }) {
            room.tell();
        }
        Connected { room, player, time }
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let connections = &self.room.presence.connections;
        connections.fetch_sub(1, Ordering::Relaxed);
        let now = self.time.now();
        if self.room.presence.note(&self.player, now, |seen| {
            seen.connections = seen.connections.saturating_sub(1);
            seen.gone = seen.connections == 0;
        }) {
            self.room.tell();
        }
    }
}

impl Room {
    /// `player`, who sits here or sat here, has asked for something.
    pub fn see(&self, player: &str, now: Millis) {
        if self.presence.note(player, now, |seen| seen.gone = false) {
            self.tell();
        }
    }

    /// From when on `seat` may be claimed against or replaced: it is on turn, and nobody has been
    /// there for the whole time since. Nothing for programs, and for who is not on turn.
    pub fn claim_from(&self, table: &Table, seat: Seat, now: Millis) -> Option<Millis> {
        if !table.started || table.is_over() {
            return None;
        }
        let on_turn = table.play.clock().since(seat)?;
        let last = match table.occupant(seat) {
            Occupant::Agent { .. } => return None,
            Occupant::Open => self.presence.since,
            Occupant::Person { player, .. } => self.presence.last(player, now),
        };
        Some(on_turn.max(last).saturating_add(self.header.claim_after()))
    }

    /// What everybody may know of whether a person is there. In a seat that somebody left nobody is.
    pub fn presence_of(&self, table: &Table, seat: Seat, now: Millis) -> Option<PresenceBody> {
        let (here, last_seen) = match table.occupant(seat) {
            Occupant::Agent { .. } => return None,
            Occupant::Open if !table.started || table.is_over() => return None,
            Occupant::Open => (false, None),
            Occupant::Person { player, .. } => {
                let here = self.presence.is_here(player, now);
                (here, (!here).then(|| self.presence.last(player, now)))
            }
        };
        Some(PresenceBody {
            here,
            last_seen,
            claim_from: self.claim_from(table, seat, now).filter(|_| !here),
        })
    }
}

impl std::fmt::Debug for Connected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Line").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_is_here_for_a_while_and_who_hangs_up_is_gone_at_once() {
        let presence = Presence::new(1_000);
        assert_eq!(presence.last("ada", 9_000), 1_000, "counts as just seen");
        assert!(presence.is_here("ada", 1_000) && !presence.is_here("ada", 31_000));
        assert!(!presence.note("ada", 2_000, |_| ()), "no news");
        assert!(!presence.note("ada", 3_000, |_| ()), "no news");
        assert!(presence.is_here("ada", 32_999));
        assert!(!presence.is_here("ada", 33_000));
        assert!(presence.note("ada", 40_000, |seen| seen.connections = 1));
        assert!(presence.is_here("ada", 4_000_000));
        assert_eq!(presence.last("ada", 4_000_000), 4_000_000);
        assert!(presence.note("ada", 4_000_000, |seen| {
            seen.connections = 0;
            seen.gone = true;
        }));
        assert!(!presence.is_here("ada", 4_000_001));
        assert_eq!(presence.last("ada", 5_000_000), 4_000_000);
        assert_eq!(presence.changes(), 2);
    }

    #[test]
    fn who_is_at_another_node_is_here_for_as_long_as_that_is_said() {
        let presence = Presence::new(1_000);
        assert!(!presence.is_here("bob", 40_000));
        assert!(presence.learn("bob", true, 40_000, 40_000), "news");
        assert!(presence.is_here("bob", 41_000));
        assert_eq!(presence.last("bob", 41_000), 41_000);
        assert!(!presence.is_here("bob", 70_000), "nobody said so again");
        assert_eq!(presence.last("bob", 70_000), 40_000);
        assert!(!presence.learn("bob", false, 60_000, 70_000), "no news");
        assert_eq!(presence.last("bob", 71_000), 60_000);
    }

    #[test]
    fn other_nodes_are_told_of_who_comes_and_goes_and_of_requests_now_and_then() {
        let presence = Presence::new(1_000);
        let told = |is_here, at| vec![("ada".to_owned(), is_here, at)];
        assert!(presence.news().is_empty());
        presence.note("ada", 2_000, |_| ());
        assert_eq!(presence.news(), told(false, 2_000));
        presence.note("ada", 11_000, |_| ());
        assert!(presence.news().is_empty());
        presence.note("ada", 13_000, |_| ());
        assert_eq!(presence.news(), told(false, 13_000));
        presence.note("ada", 14_000, |seen| seen.connections = 1);
        assert_eq!(presence.news(), told(true, 14_000));
        presence.note("ada", 90_000, |_| ());
        assert!(presence.news().is_empty(), "its node tells");
        presence.note("ada", 91_000, |seen| {
            seen.connections = 0;
            seen.gone = true;
        });
        assert_eq!(presence.news(), told(false, 91_000));
    }
}
