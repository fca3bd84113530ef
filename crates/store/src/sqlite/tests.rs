//! The writer from inside: what cannot be provoked from outside.

use std::{
    pin::Pin,
    sync::{Arc, mpsc},
    task::{Context, Waker},
};

use tempfile::TempDir;

use super::*;
use crate::{EventKind, Hash, NewEvent};

fn id(text: &str) -> MatchId {
    MatchId::new(text).unwrap()
}

fn new_match(text: &str) -> NewMatch {
    NewMatch {
        id: id(text),
        header: b"{}".to_vec(),
        created_at: 1,
        visibility: crate::Visibility::Listed,
        summary: Summary::open(""),
        owner: None,
        origin: None,
        command: None,
    }
}

fn append(text: &str, expected_seq: Seq, bytes: usize) -> Append {
    Append {
        match_id: id(text),
        expected_seq,
        command: Some(crate::Command {
            session: SessionId::new("s").unwrap(),
            id: CommandId::new(format!("c{expected_seq}")).unwrap(),
            body: Hash::of(b"body"),
            reply: b"reply".to_vec(),
        }),
        events: vec![NewEvent {
            rule_set: Line::new("toy 1").unwrap(),
            kind: EventKind::Action,
            payload: vec![7; bytes],
            state_hash: 1,
            at: 2,
        }],
        summary: None,
        lease: None,
        ends_orders_of: None,
    }
}

fn open(options: &SqliteOptions) -> (TempDir, Arc<SqliteStore>) {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open_with(folder.path().join("vauban.db"), options).unwrap();
    (folder, Arc::new(store))
}

/// Holds the writer until the sender is dropped.
async fn hold(store: &SqliteStore) -> (mpsc::Sender<()>, Pending<'_, ()>) {
    let (release, held) = mpsc::channel();
    let (reached, running) = oneshot::channel();
    let mut holding = store.write(move |_| {
        let _ = reached.send(());
        let _ = held.recv();
        Ok::<(), StoreError>(())
    });
    assert!(poll(&mut holding).is_none());
    running.await.unwrap();
    (release, holding)
}

/// Polls once, so that a question is in the queue.
fn poll<T, E>(pending: &mut Pending<'_, T, E>) -> Option<Result<T, E>> {
    let polled = Pin::new(pending).poll(&mut Context::from_waker(Waker::noop()));
    match polled {
        std::task::Poll::Ready(result) => Some(result),
        std::task::Poll::Pending => None,
    }
}

#[test]
fn the_bundled_sqlite_is_new_enough() {
    // Before 3.51.3 a commit could be lost when one connection wrote while another emptied the log:
    // https://sqlite.org/wal.html#the_wal_reset_bug
    assert!(rusqlite::version_number() >= 3_051_003);
}

#[tokio::test]
async fn the_writer_commits_to_the_disk_and_keeps_what_belongs_together() {
    let (_folder, store) = open(&SqliteOptions::default());
    let settings = store.write(|connection| {
        let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let journal: String =
            connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        let numbers = (number("synchronous")?, number("foreign_keys")?);
        Ok::<_, StoreError>((journal, numbers))
    });
    // 2 is FULL.
    assert_eq!(settings.await, Ok(("wal".to_owned(), (2, 1))));
}

#[tokio::test]
async fn what_waits_together_is_committed_together() {
    let (_folder, store) = open(&SqliteOptions::default());
    let (release, holding) = hold(&store).await;
    let mut writes: Vec<_> = (0..100)
        .map(|number| store.create(new_match(&format!("m{number}"))))
        .collect();
    for write in &mut writes {
        assert!(poll(write).is_none());
    }
    assert_eq!(store.counts().waiting, 100);
    drop(release);
    holding.await.unwrap();
    for write in writes {
        write.await.unwrap();
    }
    let counts = store.counts();
    assert_eq!((counts.writes, counts.commits, counts.waiting), (101, 2, 0));
}

#[tokio::test]
async fn a_refused_write_undoes_nothing_of_its_neighbours() {
    let (_folder, store) = open(&SqliteOptions::default());
    store.create(new_match("m")).await.unwrap();
    let (release, holding) = hold(&store).await;
    // Both say that they have seen nothing; the second rests on the first, in one transaction.
    let mut second = append("m", 0, 1);
    second.command = None;
    let mut first = store.append(append("m", 0, 1));
    let mut second = store.append(second);
    let mut third = store.append(append("m", 1, 1));
    assert!(poll(&mut first).is_none() && poll(&mut second).is_none());
    assert!(poll(&mut third).is_none());
    drop(release);
    holding.await.unwrap();
    assert_eq!(first.await.unwrap().seq, 1);
    assert_eq!(second.await, Err(Refused::Conflict { current_seq: 1 }));
    assert_eq!(third.await.unwrap().seq, 2);
    assert_eq!(store.counts().commits, 3, "one of them was the group");
    assert!(store.verify().await.unwrap().is_sound());
}

#[tokio::test]
async fn who_finds_the_queue_full_waits() {
    let options = SqliteOptions {
        queue: 2,
        ..SqliteOptions::default()
    };
    let (_folder, store) = open(&options);
    let (release, holding) = hold(&store).await;
    let mut writes: Vec<_> = (0..10)
        .map(|number| store.create(new_match(&format!("m{number}"))))
        .collect();
    for write in &mut writes {
        assert!(poll(write).is_none());
    }
    assert_eq!(store.counts().waiting, 2, "no more than the queue holds");
    drop(release);
    holding.await.unwrap();
    for write in writes {
        write.await.unwrap();
    }
}

#[tokio::test]
async fn a_full_disk_refuses_and_loses_nothing() {
    let (_folder, store) = open(&SqliteOptions::default());
    store.create(new_match("m")).await.unwrap();
    store.append(append("m", 0, 10)).await.unwrap();
    let limit = |pages: u32| {
        store.write(move |connection| {
            let now: u32 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
            let most = now.saturating_add(pages);
            connection.pragma_update_and_check(None, "max_page_count", most, |_| Ok(()))?;
            Ok::<(), StoreError>(())
        })
    };
    limit(2).await.unwrap();
    // Three at once; the one in the middle does not fit, and SQLite gives up the transaction.
    let (release, holding) = hold(&store).await;
    let mut before = store.create(new_match("n"));
    let mut large = store.append(append("m", 1, 100_000));
    let mut after = store.append(append("m", 1, 10));
    assert!(poll(&mut before).is_none() && poll(&mut large).is_none());
    assert!(poll(&mut after).is_none());
    drop(release);
    holding.await.unwrap();
    // Whoever was told that it is written finds it; the others were told that it is not.
    let refused = large.await.unwrap_err();
    assert!(matches!(refused, Refused::Storage(_)), "{refused:?}");
    before.await.unwrap_err();
    assert_eq!(store.find(id("n")).await, Ok(None));
    assert_eq!(after.await.unwrap().seq, 2);
    assert_eq!(store.health(), Ok(()), "the last group was written");
    store.append(append("m", 2, 100_000)).await.unwrap_err();
    assert!(store.health().is_err(), "the last group was not");
    limit(100_000).await.unwrap();
    let head = store.find(id("m")).await.unwrap().unwrap().head;
    let next = store.append(append("m", head.seq, 100_000)).await.unwrap();
    assert_eq!(next.seq, head.seq + 1);
    let report = store.verify().await.unwrap();
    assert!(report.is_sound(), "{report}");
}

#[tokio::test]
async fn after_a_failed_commit_nothing_is_acknowledged_until_the_store_is_opened_again() {
    let (folder, store) = open(&SqliteOptions::default());
    store.create(new_match("m")).await.unwrap();
    let (release, holding) = hold(&store).await;
    let mut neighbour = store.append(append("m", 0, 1));
    // A row that belongs to nothing, found only at the commit.
    let mut culprit = store.write(|connection| {
        connection.execute_batch(
            "PRAGMA defer_foreign_keys = ON;
             INSERT INTO match_players (match_id, player_id) VALUES ('m', 'nobody')",
        )?;
        Ok::<(), StoreError>(())
    });
    assert!(poll(&mut neighbour).is_none() && poll(&mut culprit).is_none());
    drop(release);
    holding.await.unwrap();
    let failed = culprit.await.unwrap_err();
    assert!(failed.to_string().contains("commit failed"), "{failed}");
    assert_eq!(neighbour.await, Err(Refused::Storage(failed.clone())));
    let later = store.append(append("m", 0, 1)).await;
    assert_eq!(later, Err(Refused::Storage(failed.clone())));
    assert_eq!((store.health(), store.counts().broken), (Err(failed), true));
    assert_eq!(store.find(id("m")).await.unwrap().unwrap().head.seq, 0);
    store.close().await.unwrap();
    let store = SqliteStore::open(folder.path().join("vauban.db")).unwrap();
    store.append(append("m", 0, 1)).await.unwrap();
    assert!(store.verify().await.unwrap().is_sound());
}
