//! When a write fails, or its end is not known, nothing uncommitted is ever shown, and the command
//! can be sent again.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
    time::Duration,
};

use serde_json::json;
use vauban_store::*;

use crate::{
    client::Client,
    host::{Host, catalogue},
};

/// What the next append does.
const WORK: u8 = 0;
/// It writes nothing and says that it failed.
const FAIL: u8 = 1;
/// It writes, and says that it failed.
const DOUBT: u8 = 2;

/// A store in memory that can be made to fail.
#[derive(Debug)]
struct Failing {
    store: MemoryStore,
    next: AtomicU8,
    /// Nothing can be written any more.
    broken: AtomicBool,
    /// Nothing can be written until there is room.
    full: AtomicBool,
}

impl Failing {
    fn new() -> Arc<Failing> {
        Arc::new(Failing {
            store: MemoryStore::new(),
            next: AtomicU8::new(WORK),
            broken: AtomicBool::new(false),
            full: AtomicBool::new(false),
        })
    }

    fn make(&self, next: u8) {
        self.next.store(next, Ordering::SeqCst);
    }
}

impl Log for Failing {
    delegate!(store: create find list due summarise recall since usage delete deletion finished archive);

    fn append(&self, append: Append) -> Pending<'_, Appended, Refused> {
        let failed = || Refused::Storage(StoreError::Failed("as the test wants".into()));
        match self.next.swap(WORK, Ordering::SeqCst) {
            FAIL => Box::pin(async move { Err(failed()) }),
            DOUBT => Box::pin(async move {
                self.store.append(append).await?;
                Err(failed())
            }),
            _ => self.store.append(append),
        }
    }
}

impl People for Failing {
    delegate!(store: add_player player rename_player add_session players ban_player unban_player);
}

impl Tokens for Failing {
    delegate!(store: issue find_token tokens touch exchange revoke_session revoke_player ban_of);
}

delegate_nodes!(Failing: store);

impl Upkeep for Failing {
    delegate!(store: wake outages verify store_id schema_version close);

    fn beat(&self, at: Millis) -> Pending<'_, ()> {
        match self.health() {
            Ok(()) => self.store.beat(at),
            Err(error) => Box::pin(async move { Err(error) }),
        }
    }

    fn health(&self) -> Result<(), StoreError> {
        match self.full.load(Ordering::SeqCst) {
            true => Err(StoreError::DiskFull),
            false => Ok(()),
        }
    }

    fn counts(&self) -> Counts {
        Counts {
            broken: self.broken.load(Ordering::SeqCst),
            ..self.store.counts()
        }
    }
}

#[tokio::test]
async fn nothing_is_shown_that_was_not_written() {
    let store = Failing::new();
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let host = Host::on(catalogue(), folder, Arc::clone(&store) as Arc<dyn Store>).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let room = guest.post("/matches", body).await.ok();
    let id = room["id"].as_str().expect("an id").to_owned();
    let (page, commands) = (
        format!("/matches/{id}/page"),
        format!("/matches/{id}/commands"),
    );
    let mut watching = Client::new(host.address).live(&id, "").await;
    watching.page().await;

    // Not written: nobody sees it, and it can be sent again.
    let first = json!({"command_id": "a", "ask": 1, "text": "j3j4"});
    store.make(FAIL);
    let failed = guest.post(&commands, first.clone()).await;
    assert_eq!(failed.status, 503);
    assert_eq!(failed.json()["code"], "unavailable");
    assert_eq!(guest.get(&page).await.ok()["seq"], 0);
    assert_eq!(watching.soon(Duration::from_millis(200)).await, None);
    let answer = guest.post(&commands, first.clone()).await;
    assert_eq!(answer.ok()["seq"], 1);
    assert_eq!(watching.page().await["seq"], 1);

    // Written, but nobody knows: the log tells, and the command has its answer.
    let second = json!({"command_id": "b", "ask": 1, "text": "j11j10"});
    store.make(DOUBT);
    assert_eq!(guest.post(&commands, second.clone()).await.status, 503);
    assert_eq!(watching.page().await["seq"], 2);
    assert_eq!(guest.get(&page).await.ok()["seq"], 2);
    let answer = guest.post(&commands, second).await;
    assert_eq!(answer.ok()["seq"], 2);
    assert_eq!(guest.post(&commands, first).await.ok()["seq"], 1);
    let told = guest.get(&format!("/matches/{id}/events")).await.ok();
    assert_eq!(told["events"].as_array().map(Vec::len), Some(2));

    // A refusal is an answer, too: it is not given before it is written.
    let wrong = json!({"command_id": "c", "ask": 2, "text": "j4j9"});
    store.make(FAIL);
    assert_eq!(guest.post(&commands, wrong.clone()).await.status, 503);
    assert_eq!(guest.post(&commands, wrong).await.status, 422);
    host.stop().await;
}

#[tokio::test]
async fn a_server_that_cannot_write_any_more_ends_and_says_why() {
    let store = Failing::new();
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let host = Host::on(catalogue(), folder, Arc::clone(&store) as Arc<dyn Store>).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    store.broken.store(true, Ordering::SeqCst);
    let health = guest
        .raw("GET", "/healthz", Default::default(), Vec::new())
        .await;
    // Unless it has ended already.
    if let Ok(health) = health {
        assert_eq!(health.status, 503);
    }
    let why = host.ended().await.expect_err("it failed").to_string();
    assert!(why.contains("start again"), "{why}");
}

#[tokio::test]
async fn while_the_disk_is_full_the_server_says_that_it_cannot_write() {
    let store = Failing::new();
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let host = Host::on(catalogue(), folder, Arc::clone(&store) as Arc<dyn Store>).await;
    let mut client = Client::new(host.address);
    for (full, status) in [(false, 200), (true, 503), (false, 200)] {
        store.full.store(full, Ordering::SeqCst);
        let health = client.raw("GET", "/healthz", Default::default(), Vec::new());
        let health = health.await.expect("an answer");
        assert_eq!(health.status, status);
        if full {
            let said = health.json();
            assert_eq!(said["code"], "unwritable");
            let title = said["title"].as_str().expect("a sentence");
            assert!(title.contains("cannot write"), "{title}");
        }
    }
    host.stop().await;
}
