//! A process that appends until it is killed, and an audit of what it leaves behind.
//!
//! The child tells on its standard output what it was told: `ack MATCH SEQ
//! HASH COMMAND` for an acknowledgement. A payload is `COMMAND@EXPECTED`, so that the audit knows
//! from each event which command made it and what its writer had seen.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    io::{BufRead, BufReader, Write},
    ops::Range,
    path::Path,
    process::{Command, Stdio},
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use fastrand::Rng;
use vauban_store::{
    Append, Log, Refused, Seq, SqliteStore, Store, StoreError, Upkeep,
    conformance::{self, Fault, Planted, match_id},
};

/// Writers in the child; each has a match of its own, and all share one more.
const WRITERS: usize = 6;
const SHARED: &str = "shared";
const SESSION: &str = "s";

const PATH: &str = "VAUBAN_CRASH_PATH";
const SEED: &str = "VAUBAN_CRASH_SEED";
const FAULT: &str = "VAUBAN_CRASH_FAULT";
/// How many commands each writer sends before the child closes the store and opens it again.
const ROUND: &str = "VAUBAN_CRASH_ROUND";

/// A fault of the file, not of a store: nothing keeps a command from being recorded twice.
pub const NO_UNIQUE_INDEX: &str = "no-unique-index";

/// What a child said before it died: whole lines only.
#[derive(Clone, Default)]
pub struct Told {
    pub acknowledged: Vec<(String, Seq, String, String)>,
}

// The child.

/// Not a test: the process that is killed. It does nothing, unless it was started as the child.
#[test]
#[ignore = "it is started by the tests"]
fn child() {
    let Some(path) = env::var_os(PATH) else {
        return;
    };
    let seed = env::var(SEED).unwrap().parse().unwrap();
    let fault = env::var(FAULT).unwrap_or_default();
    let round = env::var(ROUND).map_or(u64::MAX, |text| text.parse().unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async move {
        for start in 0.. {
            let store = open(path.as_ref(), &fault).await;
            let writers: Vec<_> = (0..WRITERS)
                .map(|writer| {
                    let numbers = start * round..(start + 1).saturating_mul(round);
                    tokio::spawn(write(Arc::clone(&store), writer, seed, numbers))
                })
                .collect();
            for writer in writers {
                writer.await.unwrap();
            }
            store.close().await.unwrap();
        }
    });
}

async fn open(path: &Path, fault: &str) -> Arc<dyn Store> {
    let mut store: Arc<dyn Store> = Arc::new(SqliteStore::open(path).unwrap());
    if fault == NO_UNIQUE_INDEX {
        let connection = rusqlite::Connection::open(path).unwrap();
        let drop_index = "DROP INDEX IF EXISTS commands_once";
        connection.execute_batch(drop_index).unwrap();
    }
    if let Some(fault) = Fault::from_name(fault) {
        store = Arc::new(Planted::new(store, fault));
    }
    let names = (0..WRITERS).map(|writer| format!("m{writer}"));
    for name in names.chain([SHARED.to_owned()]) {
        // It is there from the second start on.
        let _ = store.create(conformance::new_match(&name)).await;
    }
    store
}

fn say(line: std::fmt::Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    out.write_fmt(line).unwrap();
    out.flush().unwrap();
}

fn question(name: &str, seq: Seq, id: &str) -> Append {
    let mut append = conformance::append(name, seq, id);
    append.events = vec![conformance::event(&format!("{id}@{seq}"))];
    append
}

async fn write(store: Arc<dyn Store>, writer: usize, seed: u64, numbers: Range<u64>) {
    let mut rng = Rng::with_seed(seed ^ u64::try_from(writer).unwrap());
    let mut heads: BTreeMap<String, Seq> = BTreeMap::new();
    for number in numbers {
        let name = match rng.u32(0..4) {
            0 => SHARED.to_owned(),
            _ => format!("m{writer}"),
        };
        let id = format!("{seed:x}-{writer}-{number}");
        let seq = heads.entry(name.clone()).or_default();
        loop {
            match store.append(question(&name, *seq, &id)).await {
                Ok(appended) => {
                    *seq = appended.seq;
                    let hash = appended.hash;
                    say(format_args!("ack {name} {seq} {hash} {id}\n"));
                    break;
                }
                Err(Refused::Conflict { current_seq }) => *seq = current_seq,
                Err(other) => panic!("{other}"),
            }
        }
        // Sent again by a client that missed the answer and has read on.
        if rng.u32(0..4) == 0 {
            let again = store.append(question(&name, *seq, &id)).await;
            if let Ok(appended) = again {
                *seq = appended.seq;
            }
        }
    }
}

// The driver.

/// The command that starts a child.
fn command(path: &Path, rng: &mut Rng) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["crash_child::child", "--exact", "--ignored", "--nocapture"])
        .env(PATH, path)
        .env(SEED, rng.u64(..).to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit());
    command
}

/// The same, of a child that closes the store and opens it again after each `round` commands.
pub fn restarting(path: &Path, rng: &mut Rng, round: u64) -> Command {
    let mut command = command(path, rng);
    command.env(ROUND, round.to_string());
    command
}

/// Starts a child, lets it work for a random time, and kills it.
pub fn run_and_kill(path: &Path, rng: &mut Rng, fault: Option<&str>, told: &mut Told) {
    let mut command = command(path, rng);
    if let Some(fault) = fault {
        command.env(FAULT, fault);
    }
    let mut child = command.spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let (first, began) = mpsc::channel();
    let reading = thread::spawn(move || {
        let mut output = output;
        let mut lines = Vec::new();
        let mut line = String::new();
        while output.read_line(&mut line).unwrap() > 0 {
            if line.starts_with("ack ") {
                let _ = first.send(());
            }
            lines.push(std::mem::take(&mut line));
        }
        lines
    });
    // Mostly in the midst of work, now and then while it opens the file.
    if rng.u32(0..5) > 0 {
        began.recv_timeout(Duration::from_secs(60)).unwrap();
        let second = SqliteStore::open(path);
        assert!(
            matches!(second, Err(StoreError::Locked { .. })),
            "two processes have the file open: {second:?}"
        );
    }
    thread::sleep(Duration::from_micros(rng.u64(0..60_000)));
    child.kill().unwrap();
    child.wait().unwrap();
    for line in reading.join().unwrap() {
        let Some(line) = line.strip_suffix('\n') else {
            continue;
        };
        told.hear(line);
    }
}

impl Told {
    /// A whole line of a child's.
    pub fn hear(&mut self, line: &str) {
        if let ["ack", name, seq, hash, id] = *line.split(' ').collect::<Vec<_>>() {
            let seq = seq.parse().unwrap();
            let ack = (name.to_owned(), seq, hash.to_owned(), id.to_owned());
            self.acknowledged.push(ack);
        }
    }
}

/// Opens what was left behind and compares it with what was told; says what is wrong.
pub async fn audit(path: &Path, told: &Told) -> Result<u64, String> {
    let store = SqliteStore::open(path).map_err(|error| error.to_string())?;
    let result = compare(&store, told).await;
    store.close().await.unwrap();
    result
}

async fn compare(store: &SqliteStore, told: &Told) -> Result<u64, String> {
    let unread = |error: StoreError| error.to_string();
    let report = store.verify().await.map_err(unread)?;
    if !report.is_sound() {
        return Err(report.to_string());
    }
    let mut events: BTreeMap<(String, Seq), (String, String)> = BTreeMap::new();
    let names = (0..WRITERS).map(|writer| format!("m{writer}"));
    for name in names.chain([SHARED.to_owned()]) {
        let mut seen = BTreeSet::new();
        for event in store
            .since(match_id(&name), 0, usize::MAX)
            .await
            .map_err(unread)?
        {
            let payload = String::from_utf8(event.event.payload).unwrap();
            let (id, expected) = payload.split_once('@').unwrap();
            if expected.parse() != Ok(event.seq - 1) {
                return Err(format!(
                    "{name}: event {} was written by one who had seen {expected}",
                    event.seq
                ));
            }
            if !seen.insert(id.to_owned()) {
                return Err(format!("{name}: command {id} happened twice"));
            }
            let command = conformance::command(SESSION, id);
            let recorded = store
                .recall(match_id(&name), command.session, command.id)
                .await
                .map_err(unread)?;
            if recorded.is_none_or(|it| it.seq != event.seq || it.reply != command.reply) {
                return Err(format!(
                    "{name}: event {} has no record of command {id}",
                    event.seq
                ));
            }
            let found = (event.hash.to_string(), id.to_owned());
            events.insert((name.clone(), event.seq), found);
        }
    }
    for (name, seq, hash, id) in &told.acknowledged {
        match events.get(&(name.clone(), *seq)) {
            Some((stored, by)) if (stored, by) == (hash, id) => {}
            Some(_) => return Err(format!("{name}: event {seq} is not the acknowledged one")),
            None => return Err(format!("{name}: event {seq} was acknowledged and is gone")),
        }
    }
    Ok(report.events)
}
