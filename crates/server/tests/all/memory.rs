//! Matches leave memory by idle time and by bytes, come back when they are needed, and a damaged one harms
//! nobody else.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use vauban_server::{Options, Registry, Time};
use vauban_store::*;

use crate::{
    client::Client,
    host::{Host, catalogue, options},
};

/// A store in memory that counts how often events are read, can lose those of one match, and outlives its
/// server.
#[derive(Debug, Default)]
struct Watched {
    store: MemoryStore,
    read: AtomicUsize,
    damaged: Mutex<Option<MatchId>>,
}

impl Log for Watched {
    delegate!(store: create find list due summarise recall append usage delete deletion finished archive);

    fn since(&self, id: MatchId, seq: Seq, limit: usize) -> Pending<'_, Vec<Event>> {
        self.read.fetch_add(1, Ordering::SeqCst);
        match self.damaged.lock().expect("no panic").as_ref() == Some(&id) {
            true => Box::pin(async { Ok(Vec::new()) }),
            false => self.store.since(id, seq, limit),
        }
    }
}

impl People for Watched {
    delegate!(store: add_player player rename_player add_session players ban_player unban_player);
}

impl Tokens for Watched {
    delegate!(store: issue find_token tokens touch exchange revoke_session revoke_player ban_of);
}

delegate_nodes!(Watched: store);

impl Upkeep for Watched {
    delegate!(store: beat wake outages verify store_id schema_version);

    fn counts(&self) -> Counts {
        self.store.counts()
    }
    fn health(&self) -> Result<(), StoreError> {
        self.store.health()
    }
    fn close(&self) -> Pending<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}

/// A server on `store`, and what it knows.
async fn serve_on(store: &Arc<Watched>, time: &Time, options: Options) -> (Host, Arc<Registry>) {
    let store = Arc::clone(store) as Arc<dyn Store>;
    let registry = Registry::with_time(catalogue(), store, time.clone());
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let host = Host::with(Arc::clone(&registry), options, folder).await;
    (host, registry)
}

/// A match in which the guest holds both seats and has made a move.
async fn begun(guest: &mut Client) -> String {
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let room = guest.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let act = json!({"command_id": "a", "ask": 1, "text": "j3j4"});
    guest.post(&format!("{path}/commands"), act).await.ok();
    path
}

async fn page(guest: &mut Client, path: &str) -> Value {
    guest.get(&format!("{path}/page")).await.ok()
}

/// Waits until `holds`, which takes no longer than a few turns of the loop unless something is broken.
async fn until(holds: impl Fn() -> bool) {
    for _ in 0..5_000 {
        if holds() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    panic!("it did not come about");
}

#[tokio::test]
async fn a_match_that_nobody_looks_at_leaves_memory_and_a_finished_one_soon() {
    let (store, time) = (Arc::default(), Time::by_hand(1_000_000));
    let (host, registry) = serve_on(&store, &time, options()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let running = begun(&mut guest).await;
    let watched = begun(&mut guest).await;
    let over = begun(&mut guest).await;
    let resign = json!({"command_id": "r", "do": "resign", "seat": 1});
    guest.post(&format!("{over}/commands"), resign).await.ok();
    let id = watched.strip_prefix("/matches/").expect("a path");
    let mut live = guest.live(id, "").await;
    live.page().await;
    assert_eq!(registry.in_memory().tables, 3);
    let cost = registry.in_memory().bytes;

    time.advance(61_000);
    until(|| registry.in_memory().tables == 2).await;
    let before = page(&mut guest, &running).await;
    assert_eq!(registry.in_memory().rebuilt, 0, "it was the finished one");
    time.advance(9 * 60_000);
    time.advance(61_000);
    until(|| registry.in_memory().tables == 1).await;
    assert_eq!(registry.in_memory().evicted, 2);
    assert!(registry.in_memory().bytes < cost);

    // The one that is watched has stayed; the other comes back as it was.
    page(&mut guest, &watched).await;
    assert_eq!(registry.in_memory().rebuilt, 0);
    assert_eq!(page(&mut guest, &running).await, before);
    assert_eq!(registry.in_memory().rebuilt, 1);
    host.stop().await;
}

#[tokio::test]
async fn the_least_recently_used_leave_first_and_never_all_at_once() {
    let (store, time) = (Arc::default(), Time::by_hand(1_000_000));
    let (host, registry) = serve_on(&store, &time, options()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    begun(&mut guest).await;
    let each = registry.in_memory().bytes;
    host.stop().await;

    let memory = each * 8;
    let wanted = Options {
        memory,
        ..options()
    };
    let store = Arc::default();
    let (host, registry) = serve_on(&store, &time, wanted).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let mut paths = Vec::new();
    for number in 0..14 {
        time.advance(10);
        paths.push(begun(&mut guest).await);
        // Looked at again and again, so it stays.
        time.advance(10);
        page(&mut guest, &paths[0]).await;
        let now = registry.in_memory();
        assert!(now.bytes <= now.budget, "{number}: {now:?}");
        assert!(number < 6 || now.tables >= 3, "{number}: {now:?}");
    }
    let now = registry.in_memory();
    assert!((4..=11).contains(&now.evicted), "{now:?}");
    assert_eq!(now.rebuilt, 0, "the first was used all the time");
    for path in &paths[12..] {
        page(&mut guest, path).await;
    }
    assert_eq!(registry.in_memory().rebuilt, 0, "so were the last ones");
    // Those that left come back, one by one, and others make room.
    for (number, path) in (1..).zip(&paths[1..4]) {
        page(&mut guest, path).await;
        let now = registry.in_memory();
        assert_eq!(now.rebuilt, number);
        assert!(now.bytes <= now.budget && now.tables >= 3, "{now:?}");
    }
    host.stop().await;
}

#[tokio::test]
async fn a_start_rebuilds_nothing_that_nobody_needs() {
    let (store, time): (Arc<Watched>, Time) = (Arc::default(), Time::by_hand(1_000_000));
    let (host, _) = serve_on(&store, &time, options()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let mut paths = Vec::new();
    for _ in 0..5 {
        paths.push(begun(&mut guest).await);
    }
    host.stop().await;

    store.read.store(0, Ordering::SeqCst);
    let (host, registry) = serve_on(&store, &time, options()).await;
    let mut guest = guest.at(host.address);
    let listed = guest.get("/matches").await.ok();
    assert_eq!(listed["matches"].as_array().map(Vec::len), Some(5));
    let own = guest.get("/me/matches").await.ok();
    assert_eq!(own["matches"].as_array().map(Vec::len), Some(5));
    assert_eq!(store.read.load(Ordering::SeqCst), 0);
    assert_eq!(registry.in_memory().matches, 0);
    page(&mut guest, &paths[2]).await;
    assert_eq!(
        (registry.in_memory().rebuilt, registry.in_memory().tables),
        (1, 1)
    );
    host.stop().await;
}

#[tokio::test]
async fn a_damaged_match_is_set_aside_and_the_others_resume() {
    let (store, time): (Arc<Watched>, Time) = (Arc::default(), Time::by_hand(1_000_000));
    // Nobody thinks yet.
    let idle = Options {
        agent_cores: 0,
        ..options()
    };
    let (host, _) = serve_on(&store, &time, idle).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let mut paths = Vec::new();
    for _ in 0..3 {
        let body = json!({"game": "jungle", "seats": ["me", "agent:1"]});
        let room = guest.post("/matches", body).await.ok();
        let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
        let act = json!({"command_id": "a", "ask": 1, "text": "j3j4"});
        guest.post(&format!("{path}/commands"), act).await.ok();
        paths.push(path);
    }
    host.stop().await;

    let damaged = paths[1].strip_prefix("/matches/").expect("a path");
    *store.damaged.lock().expect("no panic") = Some(MatchId::new(damaged).expect("an id"));
    store.read.store(0, Ordering::SeqCst);
    let (host, registry) = serve_on(&store, &time, options()).await;
    let mut guest = guest.at(host.address);
    // Both programs have answered, whichever came first.
    for path in [&paths[0], &paths[2]] {
        let mut tries = 0;
        while page(&mut guest, path).await["seq"] != 2 {
            tries += 1;
            assert!(tries < 500, "no answer");
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }
    for _ in 0..3 {
        let answer = guest.get(&format!("{}/page", paths[1])).await;
        assert_eq!(answer.status, 500);
        assert_eq!(answer.json()["code"], "set-aside");
    }
    // It was read once, and is not read again.
    let now = registry.in_memory();
    assert_eq!((now.set_aside, now.tables), (1, 2), "{now:?}");
    let reads = store.read.load(Ordering::SeqCst);
    guest.get(&paths[1]).await;
    assert_eq!(store.read.load(Ordering::SeqCst), reads);
    host.stop().await;
}
