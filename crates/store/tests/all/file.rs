//! The file of a store: making, locking, refusing, migrating, and finding what was tampered with.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use tempfile::TempDir;
use vauban_store::{
    Flaw, Hash, Listing, Log, People, PlayerId, Refused, SqliteStore, Stage, StoreError, Summary,
    TokenHash, Tokens, Upkeep, backup_file,
    conformance::{append, command, fill, match_id},
    verify_file,
};

fn folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = fs::canonicalize(folder.path()).unwrap().join("vauban.db");
    (folder, path)
}

/// A closed store with a little of everything.
async fn sample(path: &Path) {
    let store = SqliteStore::open(path).unwrap();
    fill(&store).await;
    store.close().await.unwrap();
}

/// Changes a store behind its back.
fn tamper(path: &Path, sql: &str) {
    let connection = Connection::open(path).unwrap();
    connection
        .execute_batch("PRAGMA foreign_keys = OFF")
        .unwrap();
    connection.execute_batch(sql).unwrap();
}

#[tokio::test]
async fn the_folder_is_made() {
    let (_folder, path) = folder();
    let path = path.with_file_name("a").join("b").join("vauban.db");
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.path(), path);
    assert_eq!(store.schema_version().await, Ok(6));
}

#[tokio::test]
async fn a_second_opening_is_refused_and_names_the_file() {
    let (_folder, path) = folder();
    let store = SqliteStore::open(&path).unwrap();
    let second = SqliteStore::open(&path).unwrap_err();
    assert_eq!(second, StoreError::Locked { path: path.clone() });
    let text = second.to_string();
    let file = path.display().to_string();
    assert!(
        text.contains(&file) && text.contains("another process"),
        "{text}"
    );
    store.close().await.unwrap();
    SqliteStore::open(&path).unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn another_name_of_the_same_file_has_the_same_lock() {
    let (_folder, path) = folder();
    let store = SqliteStore::open(&path).unwrap();
    let link = path.with_file_name("link.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let second = SqliteStore::open(&link).unwrap_err();
    assert_eq!(second, StoreError::Locked { path });
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_newer_schema_is_refused_and_left_alone() {
    let (_folder, path) = folder();
    sample(&path).await;
    tamper(&path, "PRAGMA user_version = 99");
    let before = fs::read(&path).unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    let expected = StoreError::Newer {
        path: path.clone(),
        found: 99,
        known: 6,
    };
    assert_eq!(error, expected);
    assert!(error.to_string().contains("schema 99"), "{error}");
    assert_eq!(verify_file(&path).unwrap_err(), expected);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn what_is_not_a_store_is_refused_and_left_alone() {
    let (_folder, path) = folder();
    fs::write(&path, "a letter to my aunt\n".repeat(500)).unwrap();
    let before = fs::read(&path).unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::NotAStore { .. }), "{error:?}");
    assert!(error.to_string().contains("vauban.db"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);

    let other = path.with_file_name("other.db");
    tamper(&other, "CREATE TABLE recipes (name TEXT)");
    let before = fs::read(&other).unwrap();
    let error = SqliteStore::open(&other).unwrap_err();
    assert!(error.to_string().contains("another program"), "{error}");
    assert_eq!(fs::read(&other).unwrap(), before);

    let error = SqliteStore::open(path.parent().unwrap()).unwrap_err();
    assert!(error.to_string().contains("a folder"), "{error}");
    let error = SqliteStore::open("/").unwrap_err();
    assert!(matches!(error, StoreError::File { .. }), "{error:?}");
    let below_a_file = path.join("vauban.db");
    let error = SqliteStore::open(below_a_file).unwrap_err();
    assert!(matches!(error, StoreError::File { .. }), "{error:?}");
    let error = verify_file(&path.with_file_name("missing.db")).unwrap_err();
    assert!(error.to_string().contains("no such file"), "{error}");
}

/// Wherever bytes are overwritten, the store opens and finds it, or says that it cannot; it never panics.
#[tokio::test]
async fn damage_anywhere_is_told() {
    let (_folder, path) = folder();
    sample(&path).await;
    let whole = fs::read(&path).unwrap();
    let mut noticed = 0;
    let places: Vec<usize> = (0..whole.len()).step_by(2_048).collect();
    for place in &places {
        let mut damaged = whole.clone();
        let end = (place + 600).min(damaged.len());
        damaged[*place..end].fill(0xa5);
        let changed = path.with_file_name("damaged.db");
        for ending in ["", "-wal", "-shm", ".checkpoint"] {
            let mut name = changed.clone().into_os_string();
            name.push(ending);
            let _ = fs::remove_file(name);
        }
        fs::write(&changed, &damaged).unwrap();
        let Ok(store) = SqliteStore::open(&changed) else {
            noticed += 1;
            continue;
        };
        match store.verify().await {
            Ok(report) => noticed += usize::from(!report.is_sound()),
            Err(_) => noticed += 1,
        }
        let _ = store.since(match_id("m"), 0, 10).await;
        let _ = store.list(Listing::all(10)).await;
        store.close().await.unwrap();
    }
    // Some bytes of a page are free; damage there changes nothing.
    assert!(noticed * 3 > places.len(), "{noticed} of {}", places.len());
}

#[tokio::test]
async fn a_store_of_the_first_schema_is_brought_up_to_date() {
    let (_folder, path) = folder();
    tamper(&path, include_str!("fixtures/v1.sql"));
    let report = verify_file(&path).unwrap();
    assert!(report.is_sound(), "before: {report}");

    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.schema_version().await, Ok(6));
    let report = store.verify().await.unwrap();
    assert!(report.is_sound(), "after: {report}");
    assert_eq!((report.matches, report.events, report.commands), (2, 3, 1));

    // Everything of before is there.
    let found = store.find(match_id("m1")).await.unwrap().unwrap();
    assert_eq!(found.header, br#"{"game":"jungle"}"#);
    assert_eq!(found.summary.text, b"Ada v Bob");
    assert_eq!(
        (found.summary.stage, found.summary.deadline),
        (Stage::Running, None)
    );
    assert_eq!(found.summary.players.len(), 2);
    let events = store.since(match_id("m1"), 0, 10).await.unwrap();
    let hashes = events.iter().map(|event| event.event.state_hash);
    assert!(hashes.eq([5, 0xfedc_ba98_7654_3210, 1 << 63]));
    let token = store.find_token(TokenHash::of(&[1; 32]), u64::MAX).await;
    let token = token.unwrap().unwrap();
    assert_eq!(
        (token.last_used_at, token.token.expires_at),
        (Some(20), None)
    );
    let mut again = append("m1", 0, "c1");
    let mut command = command("s-ada", "c1");
    command.body = Hash::of(b"body");
    again.command = Some(command);
    let reply = b"first answer".to_vec();
    assert_eq!(store.append(again).await, Err(Refused::Repeated { reply }));

    // What is new works on what is old, and opening once more changes nothing.
    let mut timed = append("m1", 3, "c2");
    let mut summary = Summary::open("timed");
    summary.deadline = Some(500);
    timed.summary = Some(summary);
    store.append(timed).await.unwrap();
    store.close().await.unwrap();
    let store = SqliteStore::open(&path).unwrap();
    let due = store.due(501, 10).await.unwrap();
    assert_eq!(due.len(), 1);
    assert!(store.verify().await.unwrap().is_sound());
    let player = PlayerId::new("ada").unwrap();
    assert!(store.player(player).await.unwrap().is_some());
}

#[tokio::test]
async fn a_store_of_the_second_schema_learns_of_outages() {
    let (_folder, path) = folder();
    tamper(&path, include_str!("fixtures/v1.sql"));
    tamper(&path, include_str!("../../src/sqlite/v2.sql"));
    tamper(
        &path,
        "PRAGMA user_version = 2; UPDATE matches SET deadline = 700 WHERE id = 'm1'",
    );
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.schema_version().await, Ok(6));
    assert_eq!(store.due(701, 10).await.unwrap().len(), 1);
    // Nothing is known of before, so nothing is taken for an outage.
    assert_eq!(store.wake(900).await, Ok(None));
    assert_eq!(store.wake(950).await, Ok(Some(900)));
    assert_eq!(store.outages().await.unwrap().len(), 1);
    assert!(store.verify().await.unwrap().is_sound());
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_migrated_file_has_the_schema_of_a_new_one() {
    let (_folder, path) = folder();
    let old = path.with_file_name("old.db");
    tamper(&old, include_str!("fixtures/v1.sql"));
    let mut schemas = Vec::new();
    for path in [&path, &old] {
        let store = SqliteStore::open(path).unwrap();
        store.close().await.unwrap();
        let connection = Connection::open(path).unwrap();
        let mut select = connection
            .prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2")
            .unwrap();
        let rows = select.query_map([], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, Option<String>>(2)?,
            ))
        });
        schemas.push(rows.unwrap().map(Result::unwrap).collect::<Vec<_>>());
    }
    assert_eq!(schemas[0], schemas[1]);
}

#[tokio::test]
async fn tampering_is_found_where_it_was_done() {
    let broken = |seq| move |flaws: &[Flaw]| matches!(flaws, [Flaw::BrokenChain { seq: s, .. }] if *s == seq);
    type Finds = Box<dyn Fn(&[Flaw]) -> bool>;
    let wrong_command = |flaws: &[Flaw]| {
        !flaws.is_empty()
            && flaws
                .iter()
                .all(|flaw| matches!(flaw, Flaw::WrongCommand { .. }))
    };
    let wrong_summary = |flaws: &[Flaw]| matches!(flaws, [Flaw::WrongSummary { .. }]);
    let wrong_token = |flaws: &[Flaw]| matches!(flaws, [Flaw::WrongToken { .. }]);
    let wrong_deletion = |flaws: &[Flaw]| matches!(flaws, [Flaw::WrongDeletion { .. }]);
    let wrong_count = |flaws: &[Flaw]| matches!(flaws, [Flaw::WrongCount { .. }]);
    let wrong_ban = |flaws: &[Flaw]| matches!(flaws, [Flaw::WrongBan { .. }]);
    let wrong_usage = |flaws: &[Flaw]| matches!(flaws, [Flaw::WrongUsage { .. }]);
    let cases: [(&str, Finds); 34] = [
        (
            "UPDATE events SET payload = x'00' WHERE seq = 2",
            Box::new(broken(2)),
        ),
        (
            "UPDATE events SET kind = 'chat' WHERE seq = 3",
            Box::new(broken(3)),
        ),
        (
            "UPDATE events SET at = at + 1 WHERE seq = 1",
            Box::new(broken(1)),
        ),
        (
            "UPDATE events SET state_hash = 0 WHERE seq = 2",
            Box::new(broken(2)),
        ),
        (
            "UPDATE events SET rule_set = 'toy 2' WHERE seq = 2",
            Box::new(broken(2)),
        ),
        (
            "UPDATE matches SET header = x'00' WHERE id = 'm'",
            Box::new(broken(1)),
        ),
        (
            "DELETE FROM events WHERE seq = 2",
            Box::new(|flaws| {
                matches!(
                    flaws,
                    [Flaw::Gap {
                        expected: 2,
                        found: 3,
                        ..
                    }]
                )
            }),
        ),
        (
            "DELETE FROM events WHERE seq = 3",
            Box::new(|flaws| {
                matches!(
                    flaws,
                    [Flaw::WrongHead {
                        says: 3,
                        found: 2,
                        ..
                    }]
                )
            }),
        ),
        (
            "DELETE FROM matches WHERE id = 'm'",
            Box::new(|flaws| {
                let orphans = flaws
                    .iter()
                    .filter(|flaw| matches!(flaw, Flaw::Orphan { .. }));
                let counted = matches!(flaws.last(), Some(Flaw::WrongCount { .. }));
                (flaws.len(), orphans.count(), counted) == (5, 4, true)
            }),
        ),
        (
            "DROP INDEX commands_once; INSERT INTO commands SELECT * FROM commands WHERE seq = 1",
            Box::new(wrong_command),
        ),
        (
            "UPDATE commands SET seq = 9 WHERE seq = 3",
            Box::new(wrong_command),
        ),
        (
            "UPDATE commands SET reply = x'00' WHERE seq = 2",
            Box::new(wrong_command),
        ),
        (
            "DELETE FROM commands WHERE seq = 2",
            Box::new(wrong_command),
        ),
        (
            "UPDATE commands SET checksum = NULL WHERE seq = 2",
            Box::new(wrong_command),
        ),
        (
            "UPDATE events SET command = NULL WHERE seq = 2",
            Box::new(broken(2)),
        ),
        (
            "UPDATE matches SET visibility = 'private' WHERE id = 'm'",
            Box::new(wrong_summary),
        ),
        (
            "UPDATE matches SET summary = x'00' WHERE id = 'n'",
            Box::new(wrong_summary),
        ),
        (
            "UPDATE matches SET stage = 'over' WHERE id = 'n'",
            Box::new(wrong_summary),
        ),
        (
            "UPDATE matches SET deadline = 5 WHERE id = 'm'",
            Box::new(wrong_summary),
        ),
        (
            "UPDATE match_players SET player_id = 'bob'",
            Box::new(wrong_summary),
        ),
        (
            "UPDATE tokens SET revoked_at = NULL WHERE kind = 'recovery'",
            Box::new(wrong_token),
        ),
        (
            "UPDATE tokens SET expires_at = NULL WHERE kind = 'recovery'",
            Box::new(wrong_token),
        ),
        (
            "UPDATE tokens SET kind = 'bearer' WHERE kind = 'recovery'",
            Box::new(wrong_token),
        ),
        (
            "UPDATE sessions SET player_id = 'bob'; DELETE FROM tokens WHERE kind = 'cookie'",
            Box::new(wrong_token),
        ),
        (
            "UPDATE deletions SET deleted_at = 21",
            Box::new(wrong_deletion),
        ),
        (
            "UPDATE deletions SET last_hash = zeroblob(32)",
            Box::new(wrong_deletion),
        ),
        (
            "UPDATE deletions SET match_id = 'n'",
            Box::new(wrong_deletion),
        ),
        ("DELETE FROM deletions", Box::new(wrong_count)),
        (
            "DELETE FROM usage WHERE match_id = 'n'; DELETE FROM matches WHERE id = 'n'",
            Box::new(wrong_count),
        ),
        ("UPDATE bans SET at = 31", Box::new(wrong_ban)),
        ("UPDATE bans SET player_id = 'ada'", Box::new(wrong_ban)),
        (
            "UPDATE usage SET bytes = bytes - 1 WHERE match_id = 'm'",
            Box::new(wrong_usage),
        ),
        (
            "UPDATE usage SET is_open = 0 WHERE match_id = 'n'",
            Box::new(wrong_usage),
        ),
        (
            "UPDATE events SET kind = 'nonsense' WHERE seq = 2",
            Box::new(|flaws| matches!(flaws, [Flaw::Unreadable(_)])),
        ),
    ];
    for (sql, finds) in cases {
        let (_folder, path) = folder();
        sample(&path).await;
        assert!(verify_file(&path).unwrap().is_sound());
        tamper(&path, sql);
        let report = verify_file(&path).unwrap();
        assert!(finds(&report.flaws), "{sql}: {report}");
    }
}

#[tokio::test]
async fn a_file_in_use_can_be_copied_and_looked_through() {
    let (_folder, path) = folder();
    sample(&path).await;
    let store = SqliteStore::open(&path).unwrap();
    store.append(append("m", 3, "c3")).await.unwrap();
    let copy = path.with_file_name("copy.db");
    backup_file(&path, &copy).unwrap();
    assert_eq!(verify_file(&path).unwrap().events, 4);
    let report = verify_file(&copy).unwrap();
    assert!(report.is_sound() && report.events == 4, "{report}");
    assert!(!path.with_file_name("copy.db.part").exists());
    let again = backup_file(&path, &copy).unwrap_err();
    assert!(again.to_string().contains("never overwrites"), "{again}");
    store.append(append("m", 4, "c4")).await.unwrap();
    store.close().await.unwrap();
}
