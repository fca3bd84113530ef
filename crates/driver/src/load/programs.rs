//! A person against the weakest program while many matches of the strongest programs are watched: how long
//! does the person wait for an answer?

use std::{
    net::{IpAddr, SocketAddr},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::time::sleep;
use vauban_catalog::CATALOG;
use vauban_driver::{Client, Live, answers};

/// Where the many matches come from, and where the person does.
const MANY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));
const PERSON: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 3));

/// Between an answer and the person's next action.
const PAUSE: Duration = Duration::from_millis(50);

/// Each wait for an answer, from sending an action to the frame that asks for the next one.
pub async fn measure(
    address: SocketAddr,
    matches: usize,
    seconds: u64,
) -> Result<Vec<Duration>, String> {
    let game = CATALOG.games().next().ok_or("no game")?;
    let (name, levels) = (game.card().name, game.levels().len());
    let strongest = format!("agent:{levels}");

    // 1. Programs among themselves, each match watched, all of one guest.
    let mut many = Client::coming_from(address, MANY).welcomed("Many").await;
    let mut watched: Vec<tokio::task::JoinHandle<()>> = Vec::new();
    for _ in 0..matches {
        let body = json!({"game": name, "seats": [strongest, strongest]});
        let mut live = open(&mut many, body).await?;
        watched.push(tokio::spawn(
            async move { while live.next().await.is_some() {} },
        ));
    }

    // 2. Somebody else plays against the weakest.
    let mut person = Client::coming_from(address, PERSON)
        .welcomed("Person")
        .await;
    let mut dice = fastrand::Rng::with_seed(1);
    let (mut waits, mut number) = (Vec::new(), 0);
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(seconds) {
        let body = json!({"game": name, "seats": ["me", "agent:1"]});
        let mut live = open(&mut person, body).await?;
        let mut frame = next_ask(&mut live, 0).await?;
        while let Some(ask) = frame["page"]["ask"]["id"].as_u64()
            && began.elapsed() < Duration::from_secs(seconds)
        {
            sleep(PAUSE).await;
            let mut texts = answers(&frame["page"]);
            let text = texts.swap_remove(dice.usize(..texts.len()));
            number += 1;
            let body = json!({"command_id": number.to_string(), "ask": ask, "text": text});
            let sent = Instant::now();
            if !live.send(&body).await {
                return Err("the person's socket has ended".into());
            }
            frame = next_ask(&mut live, ask).await?;
            waits.push(sent.elapsed());
        }
    }
    for task in watched {
        task.abort();
    }
    Ok(waits)
}

/// Opens a match and watches it.
async fn open(client: &mut Client, body: Value) -> Result<Live, String> {
    let room = client.post("/matches", body).await.ok();
    let id = room["id"].as_str().ok_or("a match without an id")?;
    let live = client.try_live(id, "", &[]).await;
    live.map_err(|error| format!("a socket: {error}"))
}

/// The next frame that asks the person something after the question `ask`, or that ends the match.
async fn next_ask(live: &mut Live, ask: u64) -> Result<Value, String> {
    loop {
        let text = live.next().await.ok_or("the person's socket has ended")?;
        let frame: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let is_next = frame["page"]["ask"]["id"]
            .as_u64()
            .is_some_and(|id| id > ask);
        if frame["room"]["stage"] == "over" || is_next {
            return Ok(frame);
        }
    }
}
