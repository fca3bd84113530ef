//! Copying stores: from each kind to each other, stopped half-way, and refused.

use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::TempDir;
use vauban_store::{
    Archiving, CopyError, Deletion, Log, MatchEnd, MatchId, Millis, Pending, People, Piece,
    PostgresStore, SealedToken, Session, SessionId, SqliteStore, Stage, StoreError, StoreId,
    Summary, TokenHash, Transfer, Upkeep, WholeMatch,
    conformance::{Cluster, append, fill, match_id, new_match, player},
    copy, delegate,
};

fn file() -> (TempDir, SqliteStore) {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(folder.path().join("vauban.db")).unwrap();
    (folder, store)
}

async fn database() -> PostgresStore {
    let address = Cluster::shared().empty_store();
    PostgresStore::open(&address.parse().unwrap())
        .await
        .unwrap()
}

/// A little of everything, and forty matches more.
async fn much(store: &SqliteStore) {
    fill(store).await;
    store.wake(1_000).await.unwrap();
    store.wake(5_000).await.unwrap();
    for number in 0..40 {
        let name = format!("m{number}");
        store.create(new_match(&name)).await.unwrap();
        for seq in 0..number % 4 {
            let append = append(&name, seq, &format!("c{seq}"));
            store.append(append).await.unwrap();
        }
    }
    // Two are over, and one of them is archived.
    for (name, seq) in [("m3", 3), ("m6", 2)] {
        let over = Summary {
            stage: Stage::Over,
            ..Summary::open("won")
        };
        store.summarise(match_id(name), seq, over).await.unwrap();
    }
    let archived = store.archive(match_id("m3")).await.unwrap();
    assert!(matches!(archived, Archiving::Archived(_)), "{archived:?}");
}

/// A store that can take in so many pieces, and then no more.
#[derive(Debug)]
struct Stopping<'a> {
    store: &'a PostgresStore,
    left: AtomicUsize,
}

impl People for Stopping<'_> {
    delegate!(store: add_player player rename_player add_session players ban_player unban_player);
}

impl Upkeep for Stopping<'_> {
    delegate!(store: beat wake outages verify counts health store_id schema_version close);
}

impl Transfer for Stopping<'_> {
    fn sessions(&self, after: Option<SessionId>, limit: usize) -> Pending<'_, Vec<Session>> {
        self.store.sessions(after, limit)
    }

    fn sealed_tokens(
        &self,
        after: Option<TokenHash>,
        limit: usize,
    ) -> Pending<'_, Vec<SealedToken>> {
        self.store.sealed_tokens(after, limit)
    }

    fn deletions(&self, after: Option<MatchId>, limit: usize) -> Pending<'_, Vec<Deletion>> {
        self.store.deletions(after, limit)
    }

    fn ends(&self, after: Option<MatchId>, limit: usize) -> Pending<'_, Vec<MatchEnd>> {
        self.store.ends(after, limit)
    }

    fn whole_match(&self, id: MatchId) -> Pending<'_, Option<WholeMatch>> {
        self.store.whole_match(id)
    }

    fn last_beat(&self) -> Pending<'_, Option<Millis>> {
        self.store.last_beat()
    }

    fn take_in(&self, pieces: Vec<Piece>) -> Pending<'_, ()> {
        let before = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            });
        match before {
            Ok(_) => self.store.take_in(pieces),
            Err(_) => Box::pin(async { Err(StoreError::Unreachable("it was stopped".into())) }),
        }
    }

    fn rename(&self, id: StoreId) -> Pending<'_, ()> {
        self.store.rename(id)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_copy_is_the_store_itself() {
    let (_folder, old) = file();
    much(&old).await;
    let (database, (folder, new)) = (database().await, file());
    let copied = copy(&old, &database).await.unwrap();
    assert_eq!((copied.matches, copied.written), (42, 42));
    let counts = (
        copied.accounts,
        copied.sessions,
        copied.tokens,
        copied.deletions,
    );
    assert_eq!(counts, (2, 1, 3, 1));
    let back = copy(&database, &new).await.unwrap();
    assert_eq!(back.report, old.verify().await.unwrap());
    // Down to the last match, and under the same name.
    for end in old.ends(None, 100).await.unwrap() {
        let whole = old.whole_match(end.id.clone()).await.unwrap();
        let there = database.whole_match(end.id.clone()).await.unwrap();
        assert_eq!(there, whole);
        assert_eq!(new.whole_match(end.id).await.unwrap(), whole);
    }
    let archived = new.whole_match(match_id("m3")).await.unwrap().unwrap();
    assert!(archived.is_archived && archived.events.len() == 3);
    assert_eq!(new.store_id(), old.store_id());
    new.close().await.unwrap();
    let again = SqliteStore::open(folder.path().join("vauban.db")).unwrap();
    assert_eq!(again.store_id(), old.store_id());
    again.append(append("m", 3, "on")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_was_stopped_goes_on() {
    let (_folder, old) = file();
    much(&old).await;
    let database = database().await;
    let (mut runs, mut written) = (0, 0);
    let copied = loop {
        runs += 1;
        let left = AtomicUsize::new(12);
        let store = &database;
        match copy(&old, &Stopping { store, left }).await {
            Ok(copied) => break copied,
            Err(error) => assert!(matches!(error, CopyError::Storage(_)), "{error}"),
        }
        assert!(database.store_id().is_unfinished_copy());
        let there = database.ends(None, 100).await.unwrap().len();
        assert!(there > written, "each run comes further");
        written = there;
    };
    assert!(runs > 4, "{runs}");
    assert_eq!(copied.matches, 42);
    assert!(copied.written < 12, "what is there is not written again");
    assert_eq!(database.store_id(), old.store_id());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_between_two_runs_is_copied_again() {
    let (_folder, old) = file();
    much(&old).await;
    let database = database().await;
    copy(&old, &database).await.unwrap();
    old.append(append("m", 3, "later")).await.unwrap();
    old.delete(match_id("m7"), 50).await.unwrap().unwrap();
    old.unban_player(player("bob").id).await.unwrap();
    let copied = copy(&old, &database).await.unwrap();
    assert_eq!(
        (copied.matches, copied.written, copied.deletions),
        (41, 1, 2)
    );
    assert_eq!(copied.report, old.verify().await.unwrap());
}

/// Where a match ends.
async fn end_of(store: &dyn Transfer, name: &str) -> u64 {
    let ends = store.ends(None, 100).await.unwrap();
    let end = ends.iter().find(|end| end.id == match_id(name)).unwrap();
    end.head.seq
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_was_used_since_is_not_overwritten() {
    let (_folder, old) = file();
    much(&old).await;
    for what in ["served", "a guest", "a match", "a deletion", "a move"] {
        let database = database().await;
        copy(&old, &database).await.unwrap();
        match what {
            "served" => database.beat(9_000).await.unwrap(),
            "a guest" => database.add_player(player("eve")).await.unwrap(),
            "a match" => drop(database.create(new_match("new")).await.unwrap()),
            "a deletion" => drop(database.delete(match_id("m9"), 50).await.unwrap()),
            _ => {
                let seq = end_of(&database, "m1").await;
                database.append(append("m1", seq, "there")).await.unwrap();
            }
        }
        // The old one went on as well, and further.
        for more in ["one", "two"] {
            let seq = end_of(&old, "m1").await;
            let id = format!("{more}-{seq}");
            old.append(append("m1", seq, &id)).await.unwrap();
        }
        let before = database.ends(None, 100).await.unwrap();
        assert_eq!(copy(&old, &database).await, Err(CopyError::Used), "{what}");
        assert_eq!(database.ends(None, 100).await.unwrap(), before, "{what}");
        assert_eq!(database.store_id(), old.store_id(), "it can be served");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_store_is_not_overwritten() {
    let ((_one, old), (_two, other)) = (file(), file());
    much(&old).await;
    other.add_player(player("eve")).await.unwrap();
    let before = other.store_id();
    assert_eq!(copy(&old, &other).await, Err(CopyError::NotEmpty));
    assert_eq!(other.store_id(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_store_gives_no_sound_copy() {
    let (folder, old) = file();
    much(&old).await;
    old.close().await.unwrap();
    let path = folder.path().join("vauban.db");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute(
            "UPDATE events SET payload = x'78' WHERE match_id = 'm' AND seq = 2",
            [],
        )
        .unwrap();
    drop(connection);
    let old = SqliteStore::open(&path).unwrap();
    let database = database().await;
    let error = copy(&old, &database).await.unwrap_err();
    assert!(matches!(error, CopyError::Flawed(_)), "{error}");
    assert!(database.store_id().is_unfinished_copy());
}
