//! What a start, the lobby, one's own matches and a cold move read in PostgreSQL: no more rows with many finished
//! matches than with a few. (For SQLite, see `sqlite/costs.rs`.) In a database of its own: it tells what was read when
//! whoever read it has gone.

use std::{
    thread,
    time::{Duration, Instant},
};

use vauban_store::{
    Listing, Log, People, PlayerId, PostgresStore, Stage, Summary, Upkeep, UsageOf, Visibility,
    conformance::{Cluster, append, match_id, new_match, player},
};

/// More than a page of each list has.
const FEW: u64 = 200;
const MANY: u64 = 20_000;
const RUNNING: usize = 5;

/// Finished matches of Ada's against Bob, of which every third is private.
fn finish(cluster: &Cluster, schema: &str, from: u64, until: u64) {
    let last = until - 1;
    cluster.sql(&format!(
        "SET search_path = {schema};
         INSERT INTO matches (id, header, created_at, visibility, stage, summary, deadline, last_seq, last_hash, checksum,
                              owner, origin, programs, bytes, last_at)
         SELECT convert_to('f' || n, 'UTF8'), 'header', 100000 + n, CASE n % 3 WHEN 0 THEN 'private' ELSE 'listed' END,
                'over', 'summary', NULL, 2, sha256('x'), NULL, 'ada', 'here', 0, 2000, 100000 + n
         FROM generate_series({from}, {last}) AS n;
         INSERT INTO match_players (match_id, player_id, stage, created_at)
         SELECT convert_to('f' || n, 'UTF8'), convert_to(who, 'UTF8'), 'over', 100000 + n
         FROM generate_series({from}, {last}) AS n, unnest(ARRAY['ada', 'bob']) AS who;
         INSERT INTO events (match_id, seq, at, rule_set, kind, payload, state_hash, hash, command)
         SELECT convert_to('f' || n, 'UTF8'), seq, 100000 + n, 'toy 1', 'action', 'x', 1, sha256('x'), NULL
         FROM generate_series({from}, {last}) AS n, generate_series(1, 2) AS seq;
         INSERT INTO finished_bytes (whose, key, bytes) VALUES ('owner', 'ada', 2000 * ({until} - {from}))
         ON CONFLICT (whose, key) DO UPDATE SET bytes = finished_bytes.bytes + excluded.bytes;
         ANALYZE"
    ));
}

/// Rows of this schema that were read so far, when nobody is connected any more.
fn rows_read(cluster: &Cluster, schema: &str) -> u64 {
    let others = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
    let begun = Instant::now();
    while cluster.sql(others).trim() != "0" {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "a connection stays"
        );
        thread::sleep(Duration::from_millis(20));
    }
    let read = format!(
        "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables WHERE schemaname = '{schema}'"
    );
    cluster.sql(&read).trim().parse().unwrap()
}

/// Everything that a server asks when it starts, is looked at, and is sent a move for a match that it does not have
/// in memory. Once each, in a store that has just been opened.
async fn ask(address: &str, at: u64) {
    let store = PostgresStore::open(&address.parse().unwrap())
        .await
        .unwrap();
    let ada = || PlayerId::new("ada").unwrap();
    // 1. A start.
    store.wake(at).await.unwrap();
    store.outages().await.unwrap();
    assert_eq!(store.due(u64::MAX, 1).await.unwrap().len(), 1);
    // 2. Lists: the lobby's and one's own.
    let stages = [
        None,
        Some(Stage::Open),
        Some(Stage::Running),
        Some(Stage::Over),
    ];
    for stage in stages {
        for (visibility, player) in [
            (None, None),
            (Some(Visibility::Listed), None),
            (None, Some(ada())),
        ] {
            let mut listing = Listing {
                stage,
                visibility,
                player,
                ..Listing::all(50)
            };
            let page = store.list(listing.clone()).await.unwrap();
            match stage {
                Some(Stage::Open) => assert_eq!(page.len(), 0),
                Some(Stage::Running) => assert_eq!(page.len(), RUNNING),
                None | Some(Stage::Over) => assert_eq!(page.len(), 50),
            }
            listing.after = page.last().map(vauban_store::Match::cursor);
            store.list(listing).await.unwrap();
        }
    }
    // 3. A cold move, and what quotas ask.
    let found = store.find(match_id("r0")).await.unwrap().unwrap();
    let events = store.since(match_id("r0"), 0, 100).await.unwrap();
    assert!(!events.is_empty());
    let command = format!("c{at}");
    store
        .append(append("r0", found.head.seq, &command))
        .await
        .unwrap();
    let usage = store.usage(UsageOf::Owner(ada())).await.unwrap();
    assert_eq!(usage.open, RUNNING as u64);
    assert!(usage.bytes > 2_000 * FEW);
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_matches_cost_nothing_in_postgresql() {
    let cluster = Cluster::start(&[]);
    let address = cluster.empty_store();
    let schema = address.rsplit("%3D").next().unwrap();
    let store = PostgresStore::open(&address.parse().unwrap())
        .await
        .unwrap();
    for name in ["ada", "bob"] {
        store.add_player(player(name)).await.unwrap();
    }
    for number in 0..RUNNING {
        let name = format!("r{number}");
        let mut new = new_match(&name);
        new.owner = Some(PlayerId::new("ada").unwrap());
        new.summary = Summary {
            stage: Stage::Running,
            players: vec![PlayerId::new("ada").unwrap()],
            deadline: Some(5_000),
            ..Summary::open("a toy")
        };
        store.create(new).await.unwrap();
        store.append(append(&name, 0, "first")).await.unwrap();
    }
    store.close().await.unwrap();
    let cost = async |at| {
        let before = rows_read(&cluster, schema);
        ask(&address, at).await;
        rows_read(&cluster, schema) - before
    };
    finish(&cluster, schema, 0, FEW);
    cost(1_000).await;
    // Where there are a few rows the database may read all of them, and choose other plans: so not to the last row.
    let few = cost(2_000).await;
    finish(&cluster, schema, FEW, MANY);
    let many = cost(3_000).await;
    assert!(many < 2 * few, "{few} rows with {FEW}, {many} with {MANY}");
    // What has no index is noticed.
    cluster.sql(&format!(
        "SET search_path = {schema}; DROP INDEX matches_of_player, matches_of_player_by_stage, open_matches_of_owner"
    ));
    let without = cost(4_000).await;
    assert!(without > MANY, "{without} rows without indexes");
}
