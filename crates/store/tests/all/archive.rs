//! Archives that were tampered with, and matches that must not be archived, in a file and in a database.

use tempfile::TempDir;
use vauban_store::{
    Archiving, Flaw, Log, PlayerId, PostgresStore, SqliteStore, Stage, Store, StoreError, Summary,
    Upkeep,
    conformance::{Cluster, append, fill, match_id, new_match},
};

fn over() -> Summary {
    Summary {
        stage: Stage::Over,
        players: vec![PlayerId::new("ada").unwrap()],
        ..Summary::open("won")
    }
}

/// The match `m` with three events, which is over, and `o` of Ada's, which is, too.
async fn finished(store: &dyn Store) {
    fill(store).await;
    store.summarise(match_id("m"), 3, over()).await.unwrap();
    let mut new = new_match("o");
    (new.owner, new.summary) = (PlayerId::new("ada").ok(), over());
    store.create(new).await.unwrap();
}

async fn archived(store: &dyn Store) {
    finished(store).await;
    let archived = store.archive(match_id("m")).await.unwrap();
    assert!(matches!(archived, Archiving::Archived(_)), "{archived:?}");
    assert!(store.verify().await.unwrap().is_sound());
}

fn file() -> (TempDir, std::path::PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("vauban.db");
    (folder, path)
}

/// Changes a store behind its back.
fn tamper(path: &std::path::Path, sql: &str) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection
        .execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}"))
        .unwrap();
}

#[tokio::test]
async fn tampering_with_an_archive_is_found_in_a_file() {
    type Finds = fn(&Flaw) -> bool;
    let wrong_archive: Finds = |flaw| matches!(flaw, Flaw::WrongArchive { .. });
    let cases: [(&str, Finds); 9] = [
        ("UPDATE archives SET pack = x'00'", wrong_archive),
        ("UPDATE archives SET pack = x''", wrong_archive),
        (
            "INSERT INTO commands SELECT match_id, 's', 'c9', zeroblob(32), x'', 1, NULL FROM archives",
            wrong_archive,
        ),
        ("DELETE FROM archives", |flaw| {
            matches!(
                flaw,
                Flaw::WrongHead {
                    says: 3,
                    found: 0,
                    ..
                }
            )
        }),
        ("UPDATE matches SET last_seq = 2 WHERE id = 'm'", |flaw| {
            matches!(flaw, Flaw::WrongHead { says: 2, .. })
        }),
        ("UPDATE matches SET header = x'00' WHERE id = 'm'", |flaw| {
            matches!(flaw, Flaw::BrokenChain { seq: 1, .. })
        }),
        (
            "UPDATE usage SET bytes = bytes + 1 WHERE match_id = 'm'",
            |flaw| matches!(flaw, Flaw::WrongUsage { .. }),
        ),
        (
            "UPDATE finished_bytes SET bytes = 7",
            |flaw| matches!(flaw, Flaw::WrongTotal { whose } if whose == "owner ada"),
        ),
        ("UPDATE match_players SET created_at = 1", |flaw| {
            matches!(flaw, Flaw::WrongSummary { .. })
        }),
    ];
    for (sql, finds) in cases {
        let (_folder, path) = file();
        let store = SqliteStore::open(&path).unwrap();
        archived(&store).await;
        store.close().await.unwrap();
        tamper(&path, sql);
        let report = vauban_store::verify_file(&path).unwrap();
        assert!(report.flaws.iter().any(finds), "{sql}: {report}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tampering_with_an_archive_is_found_in_a_database() {
    type Finds = fn(&Flaw) -> bool;
    let wrong_archive: Finds = |flaw| matches!(flaw, Flaw::WrongArchive { .. });
    let cases: [(&str, Finds); 4] = [
        ("UPDATE archives SET pack = 'x'", wrong_archive),
        (
            "INSERT INTO commands SELECT match_id, 's', 'c9', sha256('x'), '', 1, NULL FROM archives",
            wrong_archive,
        ),
        ("DELETE FROM archives", |flaw| {
            matches!(flaw, Flaw::WrongHead { .. })
        }),
        (
            "UPDATE finished_bytes SET bytes = 7",
            |flaw| matches!(flaw, Flaw::WrongTotal { whose } if whose == "owner ada"),
        ),
    ];
    let address = Cluster::shared().empty_store();
    let schema = address.rsplit("%3D").next().unwrap();
    let store = PostgresStore::open(&address.parse().unwrap())
        .await
        .unwrap();
    archived(&store).await;
    for (sql, finds) in cases {
        let tables = ["archives", "commands", "finished_bytes"];
        let keep = tables.map(|it| format!("CREATE TABLE kept_{it} AS TABLE {it};"));
        let restore = tables.map(|it| {
            format!("DELETE FROM {it}; INSERT INTO {it} TABLE kept_{it}; DROP TABLE kept_{it};")
        });
        let search = format!("SET search_path = {schema};");
        Cluster::shared().sql(&format!("{search} {} {sql}", keep.concat()));
        let report = store.verify().await.unwrap();
        assert!(report.flaws.iter().any(finds), "{sql}: {report}");
        Cluster::shared().sql(&format!("{search} {}", restore.concat()));
        assert!(store.verify().await.unwrap().is_sound());
    }
}

/// What is damaged stays as it is, so that nobody takes it for what was written.
#[tokio::test]
async fn a_damaged_match_is_not_archived() {
    let (_folder, path) = file();
    let store = SqliteStore::open(&path).unwrap();
    finished(&store).await;
    store.close().await.unwrap();
    tamper(&path, "UPDATE events SET payload = x'00' WHERE seq = 2");
    let store = SqliteStore::open(&path).unwrap();
    let archiving = store.archive(match_id("m")).await.unwrap();
    let Archiving::Flawed(report) = archiving else {
        panic!("{archiving:?}");
    };
    assert!(matches!(
        report.flaws[..],
        [Flaw::BrokenChain { seq: 2, .. }]
    ));
    assert_eq!(store.since(match_id("m"), 0, 10).await.unwrap().len(), 3);
    // An archive that cannot be read is an error, never an empty match.
    store.close().await.unwrap();
    tamper(&path, "INSERT INTO archives VALUES ('o', x'00')");
    let store = SqliteStore::open(&path).unwrap();
    let read = store.since(match_id("o"), 0, 10).await;
    assert!(matches!(read, Err(StoreError::Damaged(_))), "{read:?}");
    let appended = store.append(append("o", 0, "on")).await;
    assert!(appended.is_err(), "{appended:?}");
    store.close().await.unwrap();
}
