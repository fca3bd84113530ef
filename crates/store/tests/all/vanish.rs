//! A store that has vanished, was replaced or has lost something is missed: when it is opened, by
//! the checkpoint beside it, and while it is open, before anything more is acknowledged.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use tempfile::TempDir;
use vauban_store::{
    Flaw, Log, Refused, SqliteStore, StoreError, Upkeep, backup_file,
    conformance::{append, match_id, new_match},
    set_aside, verify_file,
};

fn folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = fs::canonicalize(folder.path()).unwrap().join("vauban.db");
    (folder, path)
}

/// `vauban.db` → `vauban.db-wal`.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A store with the match `m` and `events` events, closed.
async fn sample(path: &Path, events: u64) {
    let store = SqliteStore::open(path).unwrap();
    // It is there from the second time on.
    let _ = store.create(new_match("m")).await;
    let head = store.find(match_id("m")).await.unwrap().unwrap().head;
    for seq in head.seq..head.seq + events {
        let append = append("m", seq, &format!("c{seq}"));
        store.append(append).await.unwrap();
    }
    store.close().await.unwrap();
}

async fn events(path: &Path) -> u64 {
    let store = SqliteStore::open(path).unwrap();
    let report = store.verify().await.unwrap();
    assert!(report.is_sound(), "{report}");
    store.close().await.unwrap();
    report.events
}

/// Names the file and says what to do, in one line.
fn instructs(error: &StoreError) {
    let text = error.to_string();
    assert_eq!(text.lines().count(), 1, "{text}");
    for part in ["vauban.db: ", "vauban.db.checkpoint", "delete"] {
        assert!(text.contains(part), "{text}");
    }
}

#[tokio::test]
async fn a_missing_or_empty_store_is_refused_and_nothing_is_made() {
    let (_folder, path) = folder();
    sample(&path, 3).await;
    fs::write(&path, "").unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    assert_eq!(error, StoreError::Missing { path: path.clone() });
    instructs(&error);
    assert_eq!(fs::metadata(&path).unwrap().len(), 0);
    fs::remove_file(&path).unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    assert_eq!(error, StoreError::Missing { path: path.clone() });
    assert!(!path.exists());
}

#[tokio::test]
async fn a_store_that_is_set_aside_is_kept_whole() {
    let (_folder, path) = folder();
    assert_eq!(set_aside(&path), Ok(None), "there is nothing to keep");
    for (name, kept) in [("vauban.db.old-1", 3), ("vauban.db.old-2", 5)] {
        sample(&path, kept).await;
        let aside = path.with_file_name(name);
        assert_eq!(set_aside(&path), Ok(Some(aside.clone())));
        assert!(!path.exists());
        assert_eq!(events(&aside).await, kept);
        assert_eq!(events(&path).await, 0, "a new one");
    }
    // Also one that has vanished leaves its checkpoint.
    fs::remove_file(&path).unwrap();
    let aside = set_aside(&path).unwrap().unwrap();
    assert!(beside(&aside, ".checkpoint").exists());
    assert_eq!(events(&path).await, 0);
    // Not while somebody has it open.
    let store = SqliteStore::open(&path).unwrap();
    let locked = StoreError::Locked { path: path.clone() };
    assert_eq!(set_aside(&path), Err(locked));
    store.close().await.unwrap();
}

#[tokio::test]
async fn an_old_copy_is_refused_until_somebody_wants_it() {
    let (_folder, path) = folder();
    let copy = path.with_file_name("copy.db");
    sample(&path, 3).await;
    fs::copy(&path, &copy).unwrap();
    sample(&path, 2).await;
    fs::copy(&copy, &path).unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Behind { .. }), "{error:?}");
    instructs(&error);
    let report = verify_file(&path).unwrap();
    let found = report.flaws.first();
    assert_eq!(found, Some(&Flaw::WrongCheckpoint(error)), "{report}");
    fs::remove_file(beside(&path, ".checkpoint")).unwrap();
    assert_eq!(events(&path).await, 3);
    assert!(verify_file(&path).unwrap().is_sound());
}

#[tokio::test]
async fn another_store_is_refused_and_left_alone() {
    let (_folder, path) = folder();
    sample(&path, 3).await;
    let (_other, other) = folder();
    sample(&other, 9).await;
    // One of 0.1 knows no id: it is another one, too, and its schema is not touched.
    let old = path.with_file_name("old.db");
    let connection = Connection::open(&old).unwrap();
    let fixture = include_str!("fixtures/v1.sql");
    connection.execute_batch(fixture).unwrap();
    drop(connection);
    for other in [other, old] {
        let before = fs::read(&other).unwrap();
        fs::copy(&other, &path).unwrap();
        let error = SqliteStore::open(&path).unwrap_err();
        assert_eq!(error, StoreError::Other { path: path.clone() });
        instructs(&error);
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[tokio::test]
async fn every_store_gets_a_checkpoint_at_its_first_start() {
    let (_folder, path) = folder();
    let connection = Connection::open(&path).unwrap();
    let fixture = include_str!("fixtures/v1.sql");
    connection.execute_batch(fixture).unwrap();
    drop(connection);
    let store = SqliteStore::open(&path).unwrap();
    let text = fs::read_to_string(beside(&path, ".checkpoint")).unwrap();
    assert!(text.contains(store.store_id().as_str()), "{text}");
    assert_eq!(store.store_id().as_str().len(), 32);
    store.close().await.unwrap();
    let (_other, other) = folder();
    let new = SqliteStore::open(&other).unwrap();
    assert_ne!(new.store_id(), store.store_id());
    assert!(beside(&other, ".checkpoint").exists());
}

#[tokio::test]
async fn a_checkpoint_that_cannot_be_read_is_told() {
    let (_folder, path) = folder();
    sample(&path, 1).await;
    let file = beside(&path, ".checkpoint");
    let whole = fs::read_to_string(&file).unwrap();
    for wrong in ["", "nonsense", whole.split("commits").next().unwrap()] {
        fs::write(&file, wrong).unwrap();
        let error = SqliteStore::open(&path).unwrap_err().to_string();
        assert!(
            error.contains("vauban.db.checkpoint: ") && error.contains("delete"),
            "{error}"
        );
    }
    fs::write(&file, &whole).unwrap();
    assert_eq!(events(&path).await, 1);
}

/// Also if it was killed, and also while it goes on.
#[tokio::test]
async fn the_checkpoint_goes_on_with_the_store() {
    let (_folder, path) = folder();
    let store = SqliteStore::open(&path).unwrap();
    let commits = || -> u64 {
        let text = fs::read_to_string(beside(&path, ".checkpoint")).unwrap();
        text.trim().rsplit_once(' ').unwrap().1.parse().unwrap()
    };
    let first = commits();
    store.create(new_match("m")).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    store.beat(5).await.unwrap();
    // The answer comes before the checkpoint.
    while commits() != first + 2 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    store.beat(6).await.unwrap();
    // What is refused is no transaction.
    store.create(new_match("m")).await.unwrap_err();
    store.close().await.unwrap();
    assert_eq!(commits(), first + 3, "closing writes it, too");
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_acknowledged_once_the_file_is_another_one() {
    type Harm = fn(&Path);
    let harms: [Harm; 5] = [
        |path| fs::remove_file(path).unwrap(),
        |path| fs::rename(path, beside(path, ".moved")).unwrap(),
        |path| {
            fs::copy(path, beside(path, ".copy")).unwrap();
            fs::rename(beside(path, ".copy"), path).unwrap();
        },
        |path| fs::remove_file(beside(path, "-wal")).unwrap(),
        |path| {
            fs::rename(
                path.parent().unwrap(),
                path.parent().unwrap().with_extension("x"),
            )
            .unwrap()
        },
    ];
    for (number, harm) in harms.into_iter().enumerate() {
        let (_folder, path) = folder();
        let path = path.with_file_name("data").join("vauban.db");
        sample(&path, 3).await;
        let store = SqliteStore::open(&path).unwrap();
        store.append(append("m", 3, "before")).await.unwrap();
        assert_eq!(store.health(), Ok(()));
        harm(&path);
        let refused = store.append(append("m", 4, "after")).await.unwrap_err();
        let Refused::Storage(error @ StoreError::Replaced { .. }) = refused else {
            panic!("{number}: {refused}");
        };
        assert!(error.to_string().contains("put it back"), "{error}");
        assert_eq!(store.health(), Err(error.clone()), "{number}");
        assert!(store.counts().broken);
        assert_eq!(store.beat(9).await, Err(error), "it stays so");
        store.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_backup_is_restored_and_sound() {
    let (_folder, path) = folder();
    sample(&path, 3).await;
    let store = SqliteStore::open(&path).unwrap();
    store.append(append("m", 3, "c3")).await.unwrap();
    let copy = path.with_file_name("monday.db");
    backup_file(&path, &copy).unwrap();
    store.append(append("m", 4, "c4")).await.unwrap();
    store.close().await.unwrap();

    // In an empty folder.
    let (_restored, restored) = folder();
    fs::copy(&copy, &restored).unwrap();
    let again = SqliteStore::open(&restored).unwrap();
    assert_eq!(again.store_id(), store.store_id());
    let report = again.verify().await.unwrap();
    assert!(report.is_sound() && report.events == 4, "{report}");
    let repeated = again.append(append("m", 3, "c3")).await;
    assert!(matches!(repeated, Err(Refused::Repeated { .. })));
    again.append(append("m", 4, "other")).await.unwrap();
    again.close().await.unwrap();
    assert!(verify_file(&restored).unwrap().is_sound());

    // In the place of what was lost.
    fs::copy(&copy, &path).unwrap();
    SqliteStore::open(&path).unwrap_err();
    fs::remove_file(beside(&path, ".checkpoint")).unwrap();
    assert_eq!(events(&path).await, 4);
}
