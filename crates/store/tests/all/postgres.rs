//! A store in PostgreSQL: opening, refusing, finding what was tampered with, and living through restarts.

use std::{fs, process::Command, sync::Arc, time::Duration};

use vauban_store::{
    Flaw, Log, Nodes, People, PostgresAddress, PostgresOptions, PostgresStore, Refused, StoreError,
    Upkeep,
    conformance::{Cluster, append, fill, match_id, new_match, player},
};

fn cluster() -> &'static Cluster {
    Cluster::shared()
}

/// The name of the schema in an address of [`Cluster::empty_store`].
fn schema(address: &str) -> &str {
    address.rsplit("%3D").next().unwrap()
}

async fn open(address: &str) -> Result<PostgresStore, StoreError> {
    PostgresStore::open(&address.parse().unwrap()).await
}

/// Changes a store behind its back.
fn tamper(address: &str, sql: &str) {
    let schema = schema(address);
    // Whoever tampers does not mind what refers to what.
    cluster().sql(&format!(
        "SET search_path = {schema}; SET session_replication_role = replica; {sql}"
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_changed_is_found() {
    let id = || match_id("m");
    let text = |part: &'static str| move |flaw: &Flaw| matches!(flaw, Flaw::WrongCommand { text, .. } if text.contains(part));
    type Finds = Box<dyn Fn(&Flaw) -> bool>;
    let cases: Vec<(&str, Finds)> = vec![
        (
            "UPDATE events SET payload = 'x' WHERE seq = 2",
            Box::new(|flaw| matches!(flaw, Flaw::BrokenChain { seq: 2, .. })),
        ),
        (
            "UPDATE events SET at = at + 1 WHERE seq = 3",
            Box::new(|flaw| matches!(flaw, Flaw::BrokenChain { seq: 3, .. })),
        ),
        (
            "DELETE FROM events WHERE seq = 2",
            Box::new(|flaw| {
                matches!(
                    flaw,
                    Flaw::Gap {
                        expected: 2,
                        found: 3,
                        ..
                    }
                )
            }),
        ),
        (
            "DELETE FROM events WHERE seq = 3",
            Box::new(|flaw| {
                matches!(
                    flaw,
                    Flaw::WrongHead {
                        says: 3,
                        found: 2,
                        ..
                    }
                )
            }),
        ),
        (
            "UPDATE commands SET reply = 'no' WHERE seq = 1",
            Box::new(text("not what was written")),
        ),
        (
            "DELETE FROM commands WHERE seq = 2",
            Box::new(text("the command of event 2 is missing")),
        ),
        (
            "UPDATE matches SET summary = 'x' WHERE id = 'm'",
            Box::new(move |flaw| *flaw == Flaw::WrongSummary { id: id() }),
        ),
        (
            "UPDATE matches SET bytes = bytes - 1 WHERE id = 'm'",
            Box::new(move |flaw| *flaw == Flaw::WrongUsage { id: id() }),
        ),
        (
            "DELETE FROM matches WHERE id = 'n'",
            Box::new(|flaw| {
                *flaw
                    == Flaw::WrongCount {
                        created: 3,
                        found: 2,
                    }
            }),
        ),
        (
            "DELETE FROM deletions",
            Box::new(|flaw| {
                *flaw
                    == Flaw::WrongCount {
                        created: 3,
                        found: 2,
                    }
            }),
        ),
        (
            "UPDATE deletions SET last_seq = 7",
            Box::new(|flaw| matches!(flaw, Flaw::WrongDeletion { .. })),
        ),
        (
            "UPDATE tokens SET revoked_at = NULL",
            Box::new(|flaw| matches!(flaw, Flaw::WrongToken { .. })),
        ),
        (
            "UPDATE bans SET at = 31",
            Box::new(|flaw| matches!(flaw, Flaw::WrongBan { .. })),
        ),
        (
            "DELETE FROM sessions",
            Box::new(|flaw| matches!(flaw, Flaw::Orphan { table, rows: 3 } if table == "tokens")),
        ),
        (
            "UPDATE match_players SET stage = 'over'",
            Box::new(|flaw| matches!(flaw, Flaw::Orphan { table, .. } if table == "match_players")),
        ),
        (
            "UPDATE events SET kind = 'dance' WHERE seq = 1",
            Box::new(|flaw| matches!(flaw, Flaw::Unreadable(_))),
        ),
    ];
    for (sql, finds) in cases {
        let address = cluster().empty_store();
        let store = open(&address).await.unwrap();
        fill(&store).await;
        let before = store.verify().await.unwrap();
        assert!(before.is_sound(), "{before}");
        let counted = (
            before.matches,
            before.events,
            before.commands,
            before.deleted,
        );
        assert_eq!(counted, (2, 3, 3, 1));
        tamper(&address, sql);
        let after = store.verify().await.unwrap();
        assert!(after.flaws.iter().any(&finds), "{sql}: {after}");
        store.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_another_program_is_refused_and_left_alone() {
    let address = cluster().empty_store();
    tamper(&address, "CREATE TABLE recipes (name TEXT)");
    let error = open(&address).await.unwrap_err();
    assert!(matches!(error, StoreError::NotAStore { .. }), "{error:?}");
    let text = error.to_string();
    assert!(
        text.contains("recipes") && !text.contains("sesame"),
        "{text}"
    );
    let tables = format!(
        "SELECT count(*) FROM information_schema.tables WHERE table_schema = '{}'",
        schema(&address)
    );
    assert_eq!(cluster().sql(&tables).trim(), "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_one_may_not_read_are_of_another_program_as_well() {
    let address = cluster().empty_store();
    let (schema, guest) = (schema(&address), address.replace("vauban:", "guest:"));
    cluster().sql(&format!(
        "CREATE ROLE guest LOGIN PASSWORD 'sesame'; GRANT ALL ON SCHEMA {schema} TO guest;
         CREATE TABLE {schema}.secrets (name TEXT)"
    ));
    let error = open(&guest).await.unwrap_err().to_string();
    assert!(error.contains("`secrets` of another program"), "{error}");
    // Nor is every table of this name ours.
    tamper(
        &address,
        "DROP TABLE secrets; CREATE TABLE vauban (fort TEXT)",
    );
    for more in ["", "CREATE TABLE brest (fort TEXT)"] {
        tamper(&address, more);
        let error = open(&address).await.unwrap_err().to_string();
        assert!(error.contains("its table `vauban`"), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_stopped_after_the_first_table_begins_again() {
    let address = cluster().empty_store();
    open(&address).await.unwrap().close().await.unwrap();
    let other = cluster().empty_store();
    let like = format!(
        "CREATE TABLE vauban (LIKE {}.vauban INCLUDING ALL)",
        schema(&address)
    );
    tamper(&other, &like);
    let store = open(&other).await.unwrap();
    assert_eq!(store.schema_version().await, Ok(3));
    store.create(new_match("m")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_is_verified_and_takes_nothing() {
    let address = cluster().empty_store();
    let store = open(&address).await.unwrap();
    fill(&store).await;
    let standby = format!("{address}%20-c%20default_transaction_read_only%3Don");
    let standby = open(&standby).await.unwrap();
    let report = standby.verify().await.unwrap();
    assert!(report.is_sound() && report.matches == 2, "{report}");
    let written = standby.append(append("m", 3, "on")).await;
    let Err(Refused::Storage(error @ StoreError::Unreachable(_))) = written else {
        panic!("{written:?}")
    };
    assert!(error.to_string().contains("only reads"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_that_this_release_does_not_fit_is_refused() {
    let address = cluster().empty_store();
    open(&address).await.unwrap().close().await.unwrap();
    // The next release has been here, and this one can work with what it left.
    tamper(&address, "UPDATE vauban SET version = 4");
    open(&address).await.unwrap().close().await.unwrap();
    tamper(&address, "UPDATE vauban SET version = 99, fit_for = 98");
    let error = open(&address).await.unwrap_err();
    assert!(
        matches!(
            error,
            StoreError::Newer {
                found: 99,
                known: 3,
                ..
            }
        ),
        "{error:?}"
    );
}

/// A step that waits for another node, or is in the middle, and whose program ends: the next start does it.
#[tokio::test(flavor = "multi_thread")]
async fn a_migration_that_was_stopped_begins_again() {
    let address = cluster().empty_store();
    let store = open(&address).await.unwrap();
    fill(&store).await;
    store.close().await.unwrap();
    // As the release before left it.
    tamper(
        &address,
        "DROP TABLE leases, presence, revocations; DROP SEQUENCE fences; DROP TABLE archives, finished_bytes;
         DROP INDEX matches_by_visibility_and_age, open_matches_of_owner, open_matches_of_origin;
         CREATE INDEX matches_of_owner ON matches (owner); CREATE INDEX matches_of_origin ON matches (origin);
         UPDATE vauban SET version = 1",
    );
    let hold = format!(
        "SELECT 1 FROM {}.vauban FOR UPDATE; SELECT pg_sleep(2)",
        schema(&address)
    );
    let holding = tokio::task::spawn_blocking(move || cluster().sql(&hold));
    tokio::time::sleep(Duration::from_millis(300)).await;
    let stopped = tokio::time::timeout(Duration::from_millis(500), open(&address)).await;
    assert!(stopped.is_err(), "it waits for who is at it");
    let store = open(&address).await.unwrap();
    holding.await.unwrap();
    assert_eq!(store.schema_version().await, Ok(3));
    assert_eq!(store.nodes().await, Ok(Vec::new()));
    let report = store.verify().await.unwrap();
    assert!(report.is_sound() && report.matches == 2, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_start_at_once_make_one_store() {
    let address: PostgresAddress = cluster().empty_store().parse().unwrap();
    let address = Arc::new(address);
    let opening = (0..4).map(|_| {
        let address = Arc::clone(&address);
        tokio::spawn(async move { PostgresStore::open(&address).await })
    });
    let opening: Vec<_> = opening.collect();
    let mut ids = Vec::new();
    for opened in opening {
        ids.push(opened.await.unwrap().unwrap().store_id());
    }
    ids.dedup();
    assert_eq!(ids.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_is_told_without_it() {
    let address = cluster().empty_store().replace("sesame", "wrong-word");
    let error = open(&address).await.unwrap_err().to_string();
    assert!(error.contains("password"), "{error}");
    assert!(!error.contains("wrong-word"), "{error}");
}

/// A node whose writes come late, because another was first, is told so by the database.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_nodes_one_is_first() {
    let address = cluster().empty_store();
    let (one, other) = (open(&address).await.unwrap(), open(&address).await.unwrap());
    one.create(new_match("m")).await.unwrap();
    one.append(append("m", 0, "first")).await.unwrap();
    let late = other.append(append("m", 0, "late")).await;
    assert_eq!(late, Err(Refused::Conflict { current_seq: 1 }));
    let same = other.append(append("m", 0, "first")).await;
    let reply = b"done first".to_vec();
    assert_eq!(same, Err(Refused::Repeated { reply }));
    other.append(append("m", 1, "second")).await.unwrap();
    let report = one.verify().await.unwrap();
    assert!(report.is_sound(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_outlives_a_restart_of_its_database() {
    // Of its own: others would not like it.
    let cluster = Cluster::start(&[]);
    let address: PostgresAddress = cluster.empty_store().parse().unwrap();
    let store = PostgresStore::open(&address).await.unwrap();
    store.create(new_match("m")).await.unwrap();
    for seq in 0..5 {
        store
            .append(append("m", seq, &format!("c{seq}")))
            .await
            .unwrap();
        cluster.restart();
        // Whatever connection it finds dead, a read is answered.
        let events = store.since(match_id("m"), 0, 100).await.unwrap();
        assert_eq!(events.len() as u64, seq + 1, "acknowledged means durable");
        assert_eq!(store.health(), Ok(()));
    }
    assert!(!store.counts().broken);
    let report = store.verify().await.unwrap();
    assert!(report.is_sound(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_told_as_such() {
    let cluster = Cluster::start(&[]);
    let address: PostgresAddress = cluster.empty_store().parse().unwrap();
    let store = PostgresStore::open(&address).await.unwrap();
    drop(cluster);
    let error = store.add_player(player("ada")).await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("cannot be reached"), "{text}");
    let health = store.health().unwrap_err();
    assert!(matches!(health, StoreError::Unreachable(_)), "{health:?}");
    let refused = PostgresStore::open(&address).await.unwrap_err();
    assert!(matches!(refused, StoreError::Unreachable(_)), "{refused:?}");
}

/// A certificate that says who it is for, signed by itself.
fn certificate(cluster: &Cluster) {
    let data = cluster.folder().join("data");
    let config = tempfile::NamedTempFile::new().unwrap();
    let text = "[req]\ndistinguished_name=name\nx509_extensions=leaf\n[name]\n[leaf]\n\
                basicConstraints=critical,CA:FALSE\nsubjectAltName=DNS:localhost\n";
    fs::write(config.path(), text).unwrap();
    let made = Command::new("openssl")
        .args([
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
        ])
        .args(["-subj", "/CN=localhost", "-config"])
        .arg(config.path())
        .arg("-keyout")
        .arg(data.join("server.key"))
        .arg("-out")
        .arg(data.join("server.crt"))
        .output()
        .expect("openssl comes with PostgreSQL's package");
    assert!(made.status.success(), "{made:?}");
    cluster.own(&data.join("server.key"));
    cluster.own(&data.join("server.crt"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_way_is_encrypted_and_the_certificate_checked() {
    let cluster = Cluster::start(&[]);
    certificate(&cluster);
    cluster.sql("ALTER SYSTEM SET ssl = on");
    cluster.restart();
    let plain = cluster.empty_store().replace("127.0.0.1", "localhost");
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::copy(cluster.folder().join("data/server.crt"), file.path()).unwrap();
    let root = file.path().to_str().unwrap().replace('/', "%2F");
    // 1. With the right certificate.
    let address = format!("{plain}&sslrootcert={root}");
    let store = PostgresStore::open_with(
        &address.parse().unwrap(),
        &PostgresOptions { connections: 2 },
    )
    .await
    .unwrap();
    fill(&store).await;
    let encrypted = cluster.sql(
        "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
         WHERE ssl AND application_name = 'vauban'",
    );
    assert!(encrypted.trim().parse::<u32>().unwrap() > 0);
    // 2. Nobody whom this system trusts has signed it.
    let error = open(&format!("{plain}&sslmode=verify-full")).await;
    let text = error.unwrap_err().to_string();
    assert!(text.contains("certificate"), "{text}");
    // 3. It is for somebody else.
    let address = address.replace("@localhost:", "@127.0.0.1:");
    let text = open(&address).await.unwrap_err().to_string();
    assert!(text.contains("certificate"), "{text}");
}
