//! How many appends a second become durable, beside bare commits of the same rows in the same run.
//!
//! `store` has so many writers, each with a match of its own, who send the next
//! command when the last one was acknowledged. `bare` is the best that SQLite
//! can do with as many: one connection, prepared statements, one transaction
//! for one append of each. `one_by_one` is what it would be without groups.
//! A table with the ratios follows divan's.

use std::{
    hint::black_box,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use divan::{Bencher, counter::ItemsCount};
use rusqlite::{Connection, params};
use tempfile::TempDir;
use tokio::{runtime::Runtime, task::JoinSet};
use vauban_store::{
    Append, Log, SqliteOptions, SqliteStore, Upkeep,
    conformance::{append, match_id, new_match},
};

const WRITERS: [usize; 3] = [1, 16, 256];

/// Appends of each writer in one round.
const ROUND: usize = 8;

fn main() {
    divan::main();
    if std::env::args().all(|argument| !matches!(&*argument, "--test" | "--list")) {
        ratios();
    }
}

#[divan::bench(args = WRITERS, sample_count = 20, sample_size = 1)]
fn store(bencher: Bencher<'_, '_>, writers: usize) {
    let mut crowd = Crowd::new(writers);
    bencher
        .counter(ItemsCount::new(writers * ROUND))
        .bench_local(|| crowd.round());
}

#[divan::bench(args = WRITERS, sample_count = 20, sample_size = 1)]
fn bare(bencher: Bencher<'_, '_>, writers: usize) {
    let mut bare = Bare::new(writers);
    bencher
        .counter(ItemsCount::new(writers * ROUND))
        .bench_local(|| bare.round(writers));
}

#[divan::bench(args = WRITERS, sample_count = 5, sample_size = 1)]
fn one_by_one(bencher: Bencher<'_, '_>, writers: usize) {
    let mut bare = Bare::new(writers);
    bencher
        .counter(ItemsCount::new(writers * ROUND))
        .bench_local(|| bare.round(1));
}

/// Turn by turn, so that a disk that is slow for a while is slow for both.
fn ratios() {
    println!("\nwriters   store/s    bare/s   ratio   writes a commit   p50 ms   p99 ms");
    for writers in WRITERS {
        let (mut crowd, mut bare) = (Crowd::new(writers), Bare::new(writers));
        let (mut with, mut without) = (Duration::ZERO, Duration::ZERO);
        let mut waits = Vec::new();
        let rounds = if writers == 1 { 60 } else { 20 };
        let before = crowd.store.counts();
        for _ in 0..rounds {
            let start = Instant::now();
            waits.extend(crowd.round());
            with += start.elapsed();
            let start = Instant::now();
            bare.round(writers);
            without += start.elapsed();
        }
        let after = crowd.store.counts();
        waits.sort();
        let appends = (rounds * writers * ROUND) as f64;
        let (with, without) = (
            appends / with.as_secs_f64(),
            appends / without.as_secs_f64(),
        );
        let group = (after.writes - before.writes) as f64 / (after.commits - before.commits) as f64;
        let at = |part: usize| waits[(waits.len() * part / 100).min(waits.len() - 1)];
        println!(
            "{writers:7} {with:9.0} {without:9.0} {:7.2} {group:17.1} {:8.1} {:8.1}",
            with / without,
            at(50).as_secs_f64() * 1e3,
            at(99).as_secs_f64() * 1e3,
        );
    }
}

fn name(writer: usize) -> String {
    format!("a-match-id-of-the-usual-length-{writer}")
}

fn question(writer: usize, seq: usize) -> Append {
    let mut append = append(&name(writer), seq as u64, &format!("command-{seq}"));
    append.events[0].payload = vec![b'x'; 60];
    append.command.as_mut().expect("it has one").reply = vec![b'y'; 200];
    append
}

/// A store with writers.
struct Crowd {
    runtime: Runtime,
    store: Arc<SqliteStore>,
    writers: usize,
    seq: usize,
    _folder: TempDir,
}

impl Crowd {
    fn new(writers: usize) -> Crowd {
        let folder = TempDir::new().expect("there is room");
        let runtime = Runtime::new().expect("there are threads");
        let options = SqliteOptions::default();
        let store = SqliteStore::open_with(folder.path().join("vauban.db"), &options);
        let store = Arc::new(store.expect("the file is new"));
        runtime.block_on(async {
            for writer in 0..writers {
                let created = store.create(new_match(&name(writer))).await;
                created.expect("the match is new");
            }
        });
        Crowd {
            runtime,
            store,
            writers,
            seq: 0,
            _folder: folder,
        }
    }

    /// What each append took.
    fn round(&mut self) -> Vec<Duration> {
        let seq = self.seq;
        self.seq += ROUND;
        self.runtime.block_on(async {
            let mut tasks = JoinSet::new();
            for writer in 0..self.writers {
                let store = Arc::clone(&self.store);
                tasks.spawn(async move {
                    let mut waits = Vec::with_capacity(ROUND);
                    for seq in seq..seq + ROUND {
                        let start = Instant::now();
                        let appended = store.append(question(writer, seq)).await;
                        black_box(appended.expect("nobody else writes"));
                        waits.push(start.elapsed());
                    }
                    waits
                });
            }
            tasks.join_all().await.concat()
        })
    }
}

/// The same rows without a store.
struct Bare {
    connection: Connection,
    writers: usize,
    seq: usize,
    _folder: TempDir,
}

impl Bare {
    fn new(writers: usize) -> Bare {
        let crowd = Crowd::new(writers);
        let path = crowd.store.path().to_owned();
        let closed = crowd.runtime.block_on(crowd.store.close());
        closed.expect("it was open");
        Bare {
            connection: connect(&path),
            writers,
            seq: 0,
            _folder: crowd._folder,
        }
    }

    /// As many appends as in a round of the crowd, `group` to a transaction.
    fn round(&mut self, group: usize) {
        for _ in 0..ROUND {
            let seq = self.seq;
            self.seq += 1;
            let writers: Vec<usize> = (0..self.writers).collect();
            for group in writers.chunks(group) {
                let transaction = self.connection.transaction().expect("nobody else writes");
                for writer in group {
                    insert(&transaction, question(*writer, seq)).expect("the rows are new");
                }
                transaction.commit().expect("there is room");
            }
        }
    }
}

fn connect(path: &Path) -> Connection {
    let connection = Connection::open(path).expect("the file is there");
    connection
        .execute_batch(
            "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 4000",
        )
        .expect("these are valid");
    connection
}

fn insert(connection: &Connection, append: Append) -> rusqlite::Result<()> {
    let id = match_id(append.match_id.as_str());
    let (id, seq, hash) = (id.as_str(), append.expected_seq + 1, [7_u8; 32]);
    let command = append.command.expect("it has one");
    connection
        .prepare_cached("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)")?
        .execute(params![
            id,
            command.session.as_str(),
            command.id.as_str(),
            command.body.0,
            command.reply,
            seq
        ])?;
    let event = &append.events[0];
    connection
        .prepare_cached("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?
        .execute(params![
            id,
            seq,
            event.at,
            event.rule_set.as_str(),
            event.kind.name(),
            event.payload,
            event.state_hash.cast_signed(),
            hash
        ])?;
    connection
        .prepare_cached("UPDATE matches SET last_seq = ?, last_hash = ? WHERE id = ?")?
        .execute(params![seq, hash, id])?;
    Ok(())
}
