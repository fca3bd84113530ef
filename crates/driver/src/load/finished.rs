//! A store with very many finished matches: how long a start, lists and cold moves take, beside the same store
//! without them.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::json;
use tokio::task::JoinSet;
use vauban_driver::Client;
use vauban_store::{
    Append, Event, Log, Match, MatchId, NewEvent, NewMatch, SqliteStore, Stage, Summary, Upkeep,
};
use vauban_table::AnyMatch;

use super::{AT_A_TIME, Limit, Progress, Server, figures::Figures, table::quiet};

/// Matches that are running, each for one cold move in a run.
const RUNNING: usize = 200;

/// Actions in each match, before the last one ends the finished ones.
const ACTIONS: usize = 6;

/// Requests for each list.
const REQUESTS: usize = 100;

/// Lists that people ask for: the lobby's, by stage, and one's own.
const LISTS: [&str; 6] = [
    "/matches",
    "/matches?stage=open",
    "/matches?stage=running",
    "/matches?stage=over",
    "/me/matches",
    "/me/matches?stage=running",
];

/// What a server on the store took.
struct Measured {
    start: Duration,
    lists: Vec<Duration>,
    moves: Vec<Duration>,
}

/// A guest who plays both seats of a match.
struct Player {
    id: String,
    play: Box<dyn AnyMatch>,
    dice: fastrand::Rng,
    commands: usize,
}

impl Player {
    async fn open(guest: &mut Client, number: usize) -> Result<Player, String> {
        let (game, play) = quiet().ok_or("no game without chance")?;
        let body = json!({"game": game, "seats": ["me", "me"]});
        let room = guest.post("/matches", body).await.ok();
        let id = room["id"].as_str().ok_or("a match without an id")?;
        Ok(Player {
            id: id.to_owned(),
            play,
            dice: fastrand::Rng::with_seed(number as u64),
            commands: 0,
        })
    }

    /// Sends one action, and says how long its answer took.
    async fn act(&mut self, guest: &mut Client) -> Result<Duration, String> {
        let seat = self.play.turn().seats().iter().next();
        let seat = seat.ok_or("a short match ended by itself")?;
        let legal = self.play.questions().legal(seat);
        let text = &legal[self.dice.usize(..legal.len())];
        let ask = self.play.ask(seat);
        self.commands += 1;
        let command = json!({
            "command_id": format!("finished-{}", self.commands),
            "seat": seat.number(),
            "ask": ask,
            "text": text,
        });
        let began = Instant::now();
        let path = format!("/matches/{}/commands", self.id);
        guest.post(&path, command).await.ok();
        let took = began.elapsed();
        let played = self.play.answer(seat, ask.unwrap_or_default(), text);
        played.map_err(|_| format!("the driver does not understand `{text}`"))?;
        Ok(took)
    }
}

pub async fn run(program: &Path, wanted: usize) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let start = || Server::start(program, folder.path(), &["--rate", "off"], Limit::None);
    let progress = Progress::new();
    // 1. Matches of one guest: those that go on, and one that is over.
    let server = start()?;
    let mut guest = Client::guest(server.address, "Guest").await;
    let mut players = Vec::new();
    for number in 0..=RUNNING {
        let mut player = Player::open(&mut guest, number).await?;
        for _ in 0..ACTIONS {
            player.act(&mut guest).await?;
        }
        players.push(player);
    }
    let over = players.pop().ok_or("no matches")?.id;
    let resign = json!({"command_id": "resign", "do": "resign", "seat": 1});
    let path = format!("/matches/{over}/commands");
    guest.post(&path, resign).await.ok();
    drop(server);
    // 2. The same store before and after.
    let file = folder.path().join("vauban.db");
    multiply(&file, &over, 0..200, &progress).await?;
    progress.line("with 200 finished matches …");
    let few = measure(&start, &guest, &mut players).await?;
    let began = Instant::now();
    multiply(&file, &over, 200..wanted.max(201), &progress).await?;
    let size = std::fs::metadata(&file).map_or(0, |file| file.len());
    progress.line(&format!(
        "with {wanted} finished matches ({} MiB, made in {:.0} s) …",
        size >> 20,
        began.elapsed().as_secs_f64()
    ));
    let many = measure(&start, &guest, &mut players).await?;
    // 3. What it comes to.
    let (lists, moves) = (Figures::of(&many.lists), Figures::of(&many.moves));
    let before = (Figures::of(&few.lists), Figures::of(&few.moves));
    progress.line(&format!(
        "\nfinished matches {wanted}, running {RUNNING}, all of one guest\n\
         start until the lobby answers   {:.0} ms (with 200: {:.0} ms)\n\
         lists                           {lists}\n\
         lists with 200                  {}\n\
         cold moves                      {moves}\n\
         cold moves with 200             {}\n\
         ratio                           start {:.2}  lists p99 {:.2}  cold moves p99 {:.2}",
        many.start.as_secs_f64() * 1e3,
        few.start.as_secs_f64() * 1e3,
        before.0,
        before.1,
        many.start.as_secs_f64() / few.start.as_secs_f64(),
        lists.p99 / before.0.p99,
        moves.p99 / before.1.p99,
    ));
    Ok(())
}

async fn measure(
    start: &impl Fn() -> Result<Server, String>,
    guest: &Client,
    players: &mut [Player],
) -> Result<Measured, String> {
    let began = Instant::now();
    let server = start()?;
    let mut guest = guest.at(server.address);
    guest.get("/matches").await.ok();
    let start = began.elapsed();
    // Each match comes from the store with its move.
    let mut moves = Vec::new();
    for player in players {
        moves.push(player.act(&mut guest).await?);
    }
    let mut lists = Vec::new();
    for _ in 0..REQUESTS {
        for path in LISTS {
            let began = Instant::now();
            guest.get(path).await.ok();
            lists.push(began.elapsed());
        }
    }
    Ok(Measured {
        start,
        lists,
        moves,
    })
}

/// Writes the finished match `over` again under other names: whole matches, each with its own chain.
async fn multiply(
    file: &Path,
    over: &str,
    numbers: std::ops::Range<usize>,
    progress: &Progress,
) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("finished matches: {error}");
    let store = SqliteStore::open(file).map_err(|error| failed(&error))?;
    let store = Arc::new(store);
    let id = MatchId::new(over).map_err(|error| failed(&error))?;
    let found = store.find(id.clone()).await;
    let found = found.map_err(|error| failed(&error))?;
    let found = Arc::new(found.ok_or("the finished match is gone")?);
    if found.summary.stage != Stage::Over {
        return Err("the match that was resigned is not over".into());
    }
    let events = store.since(id, 0, usize::MAX).await;
    let events: Vec<Event> = events.map_err(|error| failed(&error))?;
    let events: Vec<NewEvent> = events.into_iter().map(|stored| stored.event).collect();
    let events = Arc::new(events);
    let mut writing = JoinSet::new();
    let last = numbers.end;
    for number in numbers {
        let (store, found) = (Arc::clone(&store), Arc::clone(&found));
        writing.spawn(again(store, found, Arc::clone(&events), number));
        if writing.len() >= 8 * AT_A_TIME {
            written(writing.join_next().await)?;
        }
        progress.show(&format!("{number} of {last} finished matches"));
    }
    while let Some(ended) = writing.join_next().await {
        written(Some(ended))?;
    }
    store.close().await.map_err(|error| failed(&error))
}

fn written(
    ended: Option<Result<Result<(), String>, tokio::task::JoinError>>,
) -> Result<(), String> {
    match ended {
        None => Ok(()),
        Some(Ok(written)) => written,
        Some(Err(error)) => Err(error.to_string()),
    }
}

async fn again(
    store: Arc<SqliteStore>,
    found: Arc<Match>,
    events: Arc<Vec<NewEvent>>,
    number: usize,
) -> Result<(), String> {
    let id = MatchId::new(format!("{number:032x}")).map_err(|error| error.to_string())?;
    let new = NewMatch {
        id: id.clone(),
        header: found.header.clone(),
        created_at: found.created_at + number as u64 % 1_000,
        visibility: found.visibility,
        summary: Summary {
            stage: Stage::Running,
            ..found.summary.clone()
        },
        owner: found.owner.clone(),
        origin: found.origin.clone(),
        command: None,
    };
    store.create(new).await.map_err(|error| error.to_string())?;
    let append = Append {
        match_id: id,
        expected_seq: 0,
        command: None,
        events: events.to_vec(),
        summary: Some(found.summary.clone()),
        lease: None,
        ends_orders_of: None,
    };
    let appended = store.append(append).await;
    appended.map(drop).map_err(|error| error.to_string())
}
