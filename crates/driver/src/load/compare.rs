//! The same matches on two programs, one run each: what an open match costs, how fast moves are, and how long a
//! start takes. `cargo xtask load --before COMMIT` builds the older one.
//!
//! Only what both programs can do is asked of them: matches of the first game without chance in which one
//! guest holds both seats, without sockets, and a few random moves in each, sent by clients that wait for
//! every answer.

use std::{
    net::SocketAddr,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::task::JoinSet;
use vauban_driver::{Client, answers};

use crate::{Limit, Server, figures::Figures, table::quiet};

/// How many open matches a run has.
const SIZES: [usize; 2] = [1_000, 3_000];

/// Clients at a time, each a guest of its own.
const CLIENTS: usize = 16;

/// Random moves in each match.
const MOVES: usize = 10;

/// What one run measured.
struct Measured {
    /// Resident memory of the program, in MiB.
    memory: u64,
    moves: usize,
    took: Duration,
    waits: Figures,
    restart: Duration,
    restarted: u64,
}

/// Measures both programs at every size, and prints a table as in docs/bench.md.
pub async fn run(before: &Path, after: &Path) -> Result<(), String> {
    println!(
        "| open matches | | server's memory | a match | moves a second | p50, p99 ms | start after a kill, to the first page |\n\
         |---|---|---|---|---|---|---|"
    );
    // What the program itself takes is in every run: a match is the difference between two sizes.
    let mut last = [None, None];
    for size in SIZES {
        for (place, (name, program)) in [("before", before), ("after", after)].iter().enumerate() {
            let measured = measure(program, size).await?;
            let smaller: Option<(usize, u64)> = last[place].replace((size, measured.memory));
            let each = smaller.map(|(matches, memory)| {
                let more = measured.memory.saturating_sub(memory) * 1024;
                format!("{} KiB", more / (size - matches) as u64)
            });
            println!(
                "| {size} | {name} | {} MiB | {} | {:.0} | {:.1}, {:.1} | {} ms, {} MiB |",
                measured.memory,
                each.unwrap_or_default(),
                measured.moves as f64 / measured.took.as_secs_f64(),
                measured.waits.p50,
                measured.waits.p99,
                measured.restart.as_millis(),
                measured.restarted,
            );
        }
    }
    Ok(())
}

async fn measure(program: &Path, matches: usize) -> Result<Measured, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let start = || Server::start(program, folder.path(), &["--rate", "off"], Limit::None);
    let mut server = start()?;

    // 1. Matches, and moves in each of them.
    let began = Instant::now();
    let mut clients = JoinSet::new();
    for client in 0..CLIENTS {
        let share = matches / CLIENTS + usize::from(client < matches % CLIENTS);
        clients.spawn(play(server.address, client as u64, share));
    }
    let mut waits = Vec::new();
    while let Some(played) = clients.join_next().await {
        waits.extend(played.map_err(|error| error.to_string())??);
    }
    let took = began.elapsed();
    let memory = server.memory().map_or(0, |(now, _)| now);

    // 2. As after a crash, until the newest match can be seen.
    drop(server);
    let began = Instant::now();
    server = start()?;
    server.newest_page().await?;
    let restart = began.elapsed();
    Ok(Measured {
        memory,
        moves: waits.len(),
        took,
        waits: Figures::of(&waits),
        restart,
        restarted: server.most_memory(),
    })
}

/// One guest with `matches` matches of its own; how long each move took.
async fn play(address: SocketAddr, seed: u64, matches: usize) -> Result<Vec<Duration>, String> {
    let (game, _) = quiet().ok_or("no game without chance")?;
    let mut client = Client::guest(address, "Guest").await;
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut waits = Vec::new();
    for _ in 0..matches {
        let body = json!({"game": game, "seats": ["me", "me"]});
        let room = client.post("/matches", body).await.ok();
        let id = room["id"].as_str().ok_or("a match without an id")?;
        for number in 0..MOVES {
            let page = client.get(&format!("/matches/{id}/page")).await.ok();
            let mut texts = texts(&page);
            if texts.is_empty() {
                break;
            }
            let text = texts.swap_remove(dice.usize(..texts.len()));
            let ask = &page["ask"]["id"];
            let command = json!({"command_id": number.to_string(), "ask": ask, "text": text});
            let sent = Instant::now();
            let path = format!("/matches/{id}/commands");
            client.post(&path, command).await.ok();
            waits.push(sent.elapsed());
        }
    }
    Ok(waits)
}

/// The answers that a page offers. Programs before 0.2 sent each choice as a text with holes.
fn texts(page: &Value) -> Vec<String> {
    let choices = page["ask"]["choices"].as_array().into_iter().flatten();
    let older: Vec<String> = choices
        .filter_map(|choice| {
            let text = choice["text"].as_str()?;
            let target = choice["targets"][0].as_str().unwrap_or_default();
            Some(text.replace("{spot}", target))
        })
        .collect();
    match older.is_empty() {
        true => answers(page),
        false => older,
    }
}
