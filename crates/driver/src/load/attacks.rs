//! The longest records that a server accepts, pages of their earlier steps, programs in all their seats, and restarts,
//! while somebody plays: how long everything takes, and how much memory. The server is limited to 1 GB.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::json;
use tokio::time::sleep;
use vauban_driver::{Client, answers, endless_battle};

use crate::{Limit, Server, figures::Figures, table::quiet};

/// As many steps as an import may have, five to a round.
const ROUNDS: usize = 4_000;

/// Pages of the past that are asked for.
const PAGES: usize = 1_000;

const RESTARTS: usize = 3;

/// Between two moves of whoever plays meanwhile.
const PAUSE: Duration = Duration::from_millis(20);

/// Attacks the program with `imports` records and prints what it took.
pub async fn run(program: &Path, imports: usize) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let arguments = ["--rate", "off", "--memory", "64"];
    let start = || Server::start(program, folder.path(), &arguments, Limit::OneGb);
    let mut server = start()?;
    let mut guest = Client::guest(server.address, "Attacker").await;
    let text = endless_battle(ROUNDS);
    // What the first match of a game brings along is no part of it.
    import(&mut guest, &endless_battle(10), "open").await?;

    // 1. One import at the limit, without anybody else.
    let before = server.most_memory();
    let began = Instant::now();
    let first = import(&mut guest, &text, "open").await?;
    println!(
        "one import of {} steps      {} ms, {} MiB more at most",
        5 * ROUNDS,
        began.elapsed().as_millis(),
        server.most_memory().saturating_sub(before)
    );

    // 2. The rest, while somebody plays.
    let playing = Arc::new(AtomicBool::new(true));
    let player = tokio::spawn(play(
        Client::guest(server.address, "Player").await,
        Arc::clone(&playing),
    ));
    let mut nobody = Client::new(server.address);
    let mut pages = Vec::new();
    for number in 0..PAGES {
        let step = number * 5 * ROUNDS / PAGES;
        let began = Instant::now();
        let page = nobody.get(&format!("{first}/page?step={step}")).await.ok();
        pages.push(began.elapsed());
        if page["step"] != step {
            return Err(format!("the page of step {step} is of another"));
        }
    }
    println!("{PAGES} pages of its past      {}", Figures::of(&pages));
    let mut took = Vec::new();
    for _ in 0..imports {
        let began = Instant::now();
        import(&mut guest, &text, "agent:1").await?;
        took.push(began.elapsed());
    }
    println!(
        "{imports} more, with programs in all seats   {}",
        Figures::of(&took)
    );
    playing.store(false, Ordering::Relaxed);
    let (own, moves) = player.await.map_err(|error| error.to_string())??;
    println!(
        "{} moves of somebody else meanwhile   {}",
        moves.len(),
        Figures::of(&moves)
    );
    println!(
        "server's memory             {} MiB at most",
        server.most_memory()
    );

    // 3. Restarts, each as after a crash.
    for _ in 0..RESTARTS {
        drop(server);
        let began = Instant::now();
        server = start()?;
        let mut client = guest.at(server.address);
        client.get(&format!("{own}/page")).await.ok();
        let restart = began.elapsed();
        let began = Instant::now();
        client.get(&format!("{first}/page")).await.ok();
        println!(
            "start after a kill          {} ms to somebody's page, {} ms more to the import's, {} MiB",
            restart.as_millis(),
            began.elapsed().as_millis(),
            server.most_memory()
        );
    }
    Ok(())
}

/// Imports a record of six seats; the path of the match.
async fn import(client: &mut Client, text: &str, seat: &str) -> Result<String, String> {
    let body = json!({"game": "", "text": text, "seats": vec![seat; 6]});
    let room = client.post("/imports", body).await.ok();
    let id = room["id"].as_str().ok_or("a match without an id")?;
    Ok(format!("/matches/{id}"))
}

/// Plays matches alone while `playing`; the path of the last one, and how long each move took.
async fn play(
    mut client: Client,
    playing: Arc<AtomicBool>,
) -> Result<(String, Vec<Duration>), String> {
    let (game, _) = quiet().ok_or("no game without chance")?;
    let mut dice = fastrand::Rng::with_seed(1);
    let (mut path, mut waits) = (String::new(), Vec::new());
    while playing.load(Ordering::Relaxed) {
        let body = json!({"game": game, "seats": ["me", "me"]});
        let room = client.post("/matches", body).await.ok();
        path = format!("/matches/{}", room["id"].as_str().ok_or("no id")?);
        while playing.load(Ordering::Relaxed) {
            let page = client.get(&format!("{path}/page")).await.ok();
            let mut texts = answers(&page);
            if texts.is_empty() {
                break;
            }
            let text = texts.swap_remove(dice.usize(..texts.len()));
            let ask = &page["ask"]["id"];
            let command = json!({"command_id": waits.len().to_string(), "ask": ask, "text": text});
            let sent = Instant::now();
            client.post(&format!("{path}/commands"), command).await.ok();
            waits.push(sent.elapsed());
            sleep(PAUSE).await;
        }
    }
    Ok((path, waits))
}
