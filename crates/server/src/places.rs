//! The limit on connections: how many there may be, and which of them are reserved for seated players.
//!
//! Every connection needs an open file, so the system's limit on open files bounds their number. The last places are a
//! reserve: they are only for players in a running match. A connection that has not identified itself yet gives way to
//! a later one, so that silent connections cannot fill the reserve.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use tokio::sync::{Notify, mpsc};
use vauban_store::PlayerId;

use crate::{ingress::CountedConnection, metrics::Counted};

/// The most connections unless the operator says otherwise: each needs some 20 KB of memory.
pub const MOST_CONNECTIONS: usize = 10_000;

/// Files for the store, the log, the listeners and the threads.
const OTHER_FILES: usize = 64;

/// Connections that make way for others; as many more are being turned away.
const LEAVING: usize = 16;

/// However few files may be open.
const LEAST_CONNECTIONS: usize = 16;

/// One place in so many is in the reserve.
const RESERVE: usize = 8;

/// One address has at most one place in so many.
const SHARE_OF_ONE: usize = 4;

/// Places of the reserve for one player: as many as a browser opens, and a spare.
const MOST_FOR_ONE_PLAYER: usize = 8;

/// Raises the limit of open files as far as the system lets us. How many there may be.
pub fn raise_file_limit() -> u64 {
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|error| {
        tracing::warn!(%error, "the limit of open files could not be raised");
        rlimit::getrlimit(rlimit::Resource::NOFILE).map_or(1_024, |(soft, _)| soft)
    })
}

/// How many connections there may be if `files` files may be open and at most `most` are wanted.
pub fn connections_within(files: u64, most: usize) -> usize {
    let files = usize::try_from(files).unwrap_or(usize::MAX);
    files
        .saturating_sub(OTHER_FILES + 2 * LEAVING)
        .min(most)
        .max(LEAST_CONNECTIONS)
}

/// How many of `connections` may come from one address.
pub fn share_of_one(connections: usize) -> usize {
    connections.div_ceil(SHARE_OF_ONE)
}

/// All places.
#[derive(Debug)]
pub struct Places {
    /// For everybody.
    open: usize,
    /// For people in seats.
    reserve: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    open: usize,
    reserve: usize,
    /// Those that make way for others.
    leaving: usize,
    /// Those in the reserve that have not said who they are, the oldest first.
    unclaimed: VecDeque<Weak<Slot>>,
    players: HashMap<PlayerId, usize>,
}

/// The place of one connection. Whoever keeps it keeps the place.
#[derive(Clone, Debug)]
pub struct Place(Arc<Held>);

#[derive(Debug)]
struct Held {
    places: Arc<Places>,
    slot: Arc<Slot>,
    #[expect(dead_code, reason = "it is held, not read")]
    guest: Guest,
}

/// Which kind of place it is. Locked after [`Places::taken`].
#[derive(Debug)]
struct Slot {
    kind: Mutex<Kind>,
    /// Told when it must make way.
    evicted: Notify,
}

/// What counts a connection elsewhere, for as long as it has its place.
#[derive(Debug)]
#[expect(dead_code, reason = "these are held, not read")]
pub struct Guest {
    pub admitted: CountedConnection,
    pub counted: Counted,
    /// Once all of these are gone, so are all connections.
    pub alive: mpsc::Sender<()>,
}

#[derive(Clone, Eq, PartialEq, Debug)]
enum Kind {
    Open,
    /// In the reserve, for the player if it has said who it is.
    Reserve(Option<PlayerId>),
    /// It makes way.
    Leaving,
}

impl Places {
    pub fn new(connections: usize) -> Arc<Places> {
        let reserve = connections / RESERVE;
        Arc::new(Places {
            open: connections - reserve,
            reserve,
            taken: Mutex::default(),
        })
    }

    /// A place for one more connection; gives `guest` back if all are taken.
    pub fn take(self: &Arc<Places>, guest: Guest) -> Result<Place, Guest> {
        let mut taken = self.taken();
        let kind = if taken.open < self.open {
            taken.open += 1;
            Kind::Open
        } else if taken.reserve < self.reserve || taken.evict() {
            taken.reserve += 1;
            Kind::Reserve(None)
        } else {
            return Err(guest);
        };
        let unclaimed = kind != Kind::Open;
        let slot = Arc::new(Slot {
            kind: Mutex::new(kind),
            evicted: Notify::new(),
        });
        if unclaimed {
            taken.unclaimed.retain(|slot| slot.strong_count() > 0);
            taken.unclaimed.push_back(Arc::downgrade(&slot));
        }
        Ok(Place(Arc::new(Held {
            places: Arc::clone(self),
            slot,
            guest,
        })))
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    /// Has the oldest connection make way that has not said who it is. Not if too many do already.
    fn evict(&mut self) -> bool {
        if self.leaving >= LEAVING {
            return false;
        }
        while let Some(oldest) = self.unclaimed.pop_front() {
            let Some(slot) = oldest.upgrade() else {
                continue;
            };
            let mut kind = slot.kind();
            if *kind == Kind::Reserve(None) {
                *kind = Kind::Leaving;
                self.reserve -= 1;
                self.leaving += 1;
                slot.evicted.notify_one();
                return true;
            }
        }
        false
    }

    fn give_back(&mut self, kind: &Kind) {
        match kind {
            Kind::Open => self.open -= 1,
            Kind::Reserve(None) => self.reserve -= 1,
            Kind::Reserve(Some(player)) => {
                self.reserve -= 1;
                if let Some(count) = self.players.get_mut(player) {
                    *count -= 1;
                    if *count == 0 {
                        self.players.remove(player);
                    }
                }
            }
            Kind::Leaving => self.leaving -= 1,
        }
    }
}

impl Place {
    /// Whether anybody may be served here: it is no place of the reserve, or one is free that is not.
    pub fn is_open(&self) -> bool {
        let mut taken = self.0.places.taken();
        let mut kind = self.0.slot.kind();
        if matches!(*kind, Kind::Reserve(_)) && taken.open < self.0.places.open {
            taken.give_back(&kind);
            taken.open += 1;
            *kind = Kind::Open;
        }
        *kind == Kind::Open
    }

    /// Keeps this place of the reserve for `player`, who sits at a match; not if it has enough of them.
    pub fn keep_for(&self, player: &PlayerId) -> bool {
        let mut taken = self.0.places.taken();
        let mut kind = self.0.slot.kind();
        match &*kind {
            Kind::Open => return true,
            Kind::Reserve(Some(known)) if known == player => return true,
            Kind::Reserve(_) => (),
            Kind::Leaving => return false,
        }
        if taken.players.get(player).copied().unwrap_or(0) >= MOST_FOR_ONE_PLAYER {
            return false;
        }
        taken.give_back(&kind);
        taken.reserve += 1;
        *taken.players.entry(player.clone()).or_default() += 1;
        *kind = Kind::Reserve(Some(player.clone()));
        true
    }

    /// Whether it is in the reserve and nobody has it: whoever is there must go.
    pub fn is_unclaimed(&self) -> bool {
        !matches!(*self.0.slot.kind(), Kind::Open | Kind::Reserve(Some(_)))
    }

    /// Ready when this connection must make way for another.
    pub async fn evicted(&self) {
        self.0.slot.evicted.notified().await;
    }
}

impl Slot {
    fn kind(&self) -> MutexGuard<'_, Kind> {
        self.kind.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.give_back(&self.slot.kind());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ingress::Ingress, metrics::Gauge};

    fn guest() -> Guest {
        let one = [127, 0, 0, 1].into();
        Guest {
            admitted: Ingress::open().admit(one).expect("no limit"),
            counted: Gauge::default().count(),
            alive: mpsc::channel(1).0,
        }
    }

    fn player(name: &str) -> PlayerId {
        PlayerId::new(name).expect("a name")
    }

    fn is_evicted(place: &Place) -> bool {
        futures_util::FutureExt::now_or_never(place.evicted()).is_some()
    }

    #[test]
    fn connections_follow_from_the_files_that_may_be_open() {
        assert_eq!(connections_within(0, MOST_CONNECTIONS), LEAST_CONNECTIONS);
        assert_eq!(connections_within(1_024, MOST_CONNECTIONS), 1_024 - 96);
        assert_eq!(connections_within(u64::MAX, 50_000), 50_000);
        assert_eq!(connections_within(u64::MAX, 0), LEAST_CONNECTIONS);
        assert_eq!(share_of_one(928), 232);
    }

    #[test]
    fn the_last_places_are_for_people_in_seats() {
        let places = Places::new(16);
        let open: Vec<Place> = (0..14)
            .map(|_| places.take(guest()).expect("a place"))
            .collect();
        assert!(open.iter().all(Place::is_open));
        let first = places.take(guest()).expect("a place of the reserve");
        let second = places.take(guest()).expect("a place of the reserve");
        assert!(!first.is_open() && !second.is_open());
        // Who has said who it is stays; who has not makes way.
        assert!(second.keep_for(&player("ada")));
        let third = places.take(guest()).expect("in place of the first");
        assert!(is_evicted(&first) && !is_evicted(&second));
        assert!(!first.keep_for(&player("bob")), "it is about to end");
        assert!(third.keep_for(&player("bob")));
        assert!(places.take(guest()).is_err(), "everything is taken");
        drop(second);
        drop(first);
        assert!(places.take(guest()).is_ok());
        // A place that is given back is for everybody, also for who waits in the reserve.
        drop(open);
        assert!(third.is_open());
        drop(third);
        let taken = places.taken();
        assert_eq!((taken.open, taken.reserve, taken.leaving), (0, 0, 0));
        assert!(taken.players.is_empty());
    }

    #[test]
    fn nobody_has_the_whole_reserve() {
        let places = Places::new(16 * MOST_FOR_ONE_PLAYER);
        let open: Vec<Place> = (0..14 * MOST_FOR_ONE_PLAYER)
            .map(|_| places.take(guest()).expect("a place"))
            .collect();
        let kept: Vec<Place> = (0..=MOST_FOR_ONE_PLAYER)
            .map(|_| places.take(guest()).expect("a place"))
            .collect();
        let kept = kept
            .iter()
            .filter(|place| place.keep_for(&player("ada")))
            .count();
        assert_eq!(kept, MOST_FOR_ONE_PLAYER);
        drop(open);
    }

    #[test]
    fn only_so_many_make_way_at_a_time() {
        let places = Places::new(8 * 2 * LEAVING);
        let mut held: Vec<Place> = (0..8 * 2 * LEAVING)
            .map(|_| places.take(guest()).expect("a place"))
            .collect();
        for _ in 0..LEAVING {
            held.push(places.take(guest()).expect("somebody makes way"));
        }
        assert!(places.take(guest()).is_err(), "those must go first");
        held.retain(|place| !is_evicted(place));
        assert_eq!(held.len(), 8 * 2 * LEAVING);
        assert!(places.take(guest()).is_ok());
    }
}
