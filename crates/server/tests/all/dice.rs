//! Dice over real sockets: committed to before the match, not a digit of the secret until it is
//! over, and a record that anyone can check after it.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use vauban_table::{Record, Shelf, Step};

use crate::{
    client,
    client::{Client, answers},
    host::{Host, TOYS, catalogue},
};

/// Digits of the secret that nobody may see in a row before the end. That so many agree by chance
/// does not happen.
const DIGITS: usize = 10;

/// Everything that anybody was sent.
#[derive(Default)]
struct Seen(Vec<String>);

impl Seen {
    /// Asks everything that tells of a match, through every eye.
    async fn look(&mut self, clients: &mut [Client], id: &str) {
        let mut anybody = Client::new(clients[0].address);
        let paths = ["", "/page", "/events", "/record", "/legal", "/chat"];
        for client in clients.iter_mut().chain([&mut anybody]) {
            for path in paths {
                let answer = client.get(&format!("/matches/{id}{path}")).await;
                self.0.push(answer.text());
            }
            self.0.push(client.get("/matches").await.text());
        }
    }

    fn tells(&self, secret: &str) -> bool {
        let digits = secret.as_bytes().windows(DIGITS);
        let parts: Vec<&str> = digits
            .map(|part| std::str::from_utf8(part).expect("digits"))
            .collect();
        self.0
            .iter()
            .any(|text| parts.iter().any(|part| text.contains(part)))
    }
}

async fn room(client: &mut Client, id: &str) -> Value {
    client.get(&format!("/matches/{id}")).await.ok()
}

async fn record(client: &mut Client, id: &str) -> Record {
    let text = client.get(&format!("/matches/{id}/record")).await.text();
    Record::read(&text).expect("a record")
}

async fn order(client: &mut Client, id: &str, body: Value) -> client::Answer {
    client.post(&format!("/matches/{id}/commands"), body).await
}

/// Plays some answers, then everybody gives up.
async fn play_out(clients: &mut [Client], id: &str, most: usize, seen: &mut Seen) {
    let mut dice = fastrand::Rng::with_seed(5);
    for number in 0.. {
        let mut asked = None;
        for (index, client) in clients.iter_mut().enumerate() {
            let page = client.get(&format!("/matches/{id}/page")).await.ok();
            if !page["result"].is_null() {
                return;
            }
            if !page["ask"].is_null() {
                asked = Some((index, page));
            }
        }
        let (index, page) = asked.expect("somebody is asked");
        let client = &mut clients[index];
        let command_id = format!("p{number}");
        let reply = if number < most {
            let texts = answers(&page);
            let text = &texts[dice.usize(..texts.len())];
            let body = json!({"command_id": command_id, "ask": page["ask"]["id"], "text": text});
            order(client, id, body).await
        } else {
            order(
                client,
                id,
                json!({"command_id": command_id, "do": "resign"}),
            )
            .await
        };
        reply.ok();
        // The last reply may be sent when it is over; until then it is as secret as all else.
        if number % 7 == 0 && room(&mut clients[0], id).await["stage"] != "over" {
            seen.look(clients, id).await;
        }
    }
}

/// Creates a match with one seat taken, and gives it and everybody who may sit.
async fn create(host: &Host, body: Value) -> (String, Vec<Client>) {
    let mut owner = Client::guest(host.address, "First").await;
    let created = owner.post("/matches", body).await.ok();
    let seats = created["seats"].as_array().expect("seats").len();
    let mut clients = vec![owner];
    for seat in 1..seats {
        clients.push(Client::guest(host.address, &format!("Guest {seat}")).await);
    }
    (created["id"].as_str().expect("an id").to_owned(), clients)
}

async fn committed_and_told(shelf: Shelf, game: &str, options: Value) {
    let host = Host::new(shelf).await;
    let body = json!({"game": game, "options": options, "seats": ["me"], "seed": "alpha"});
    let (id, mut clients) = create(&host, body).await;
    let mut seen = Seen::default();

    // Before anybody else sits: the commitment, and nothing else.
    let before = room(&mut clients[0], &id).await;
    let commitment = before["commitment"].as_str().expect("a hash").to_owned();
    assert_eq!(commitment.len(), 64);
    assert!(before.get("secret").is_none());
    assert!(
        before["seats"][0].get("seed").is_none(),
        "not before it begins"
    );
    let list = clients[0].get("/matches").await.ok();
    assert_eq!(list["matches"][0]["commitment"], json!(commitment));
    let early = record(&mut clients[0], &id).await;
    assert_eq!(early.tag("DiceCommit"), Some(commitment.as_str()));
    assert_eq!(early.tag("DiceSeed1"), None);
    assert_eq!(
        early.steps().filter(|step| **step != Step::Hidden).count(),
        0,
        "nothing is rolled yet"
    );

    // A seed can be changed, by its seat only, and is plain text.
    let change =
        |command: &str, seed: &str| json!({"command_id": command, "do": "seed", "seed": seed});
    order(&mut clients[0], &id, change("s1", "beta")).await.ok();
    let foreign = order(&mut clients[1], &id, change("s1", "mine")).await;
    assert_eq!(foreign.status, 403);
    let bad = order(&mut clients[0], &id, change("s2", "é")).await;
    assert_eq!(bad.json()["refusals"][0]["code"], "bad-seed");
    let missing = order(
        &mut clients[0],
        &id,
        json!({"command_id": "s3", "do": "seed"}),
    )
    .await;
    assert_eq!(missing.status, 400);
    seen.look(&mut clients, &id).await;

    // The others sit down: one with a seed of its own, the rest without.
    let mut live = Client::new(host.address).live(&id, "").await;
    for (seat, client) in (2..).zip(&mut clients[1..]) {
        let mut body = json!({"command_id": "join", "do": "join"});
        if seat == 2 {
            body["seed"] = json!("gamma");
        }
        client
            .post(&format!("/matches/{id}/commands"), body)
            .await
            .ok();
    }
    let begun = room(&mut clients[0], &id).await;
    assert_eq!(begun["commitment"], json!(commitment));
    assert_eq!(begun["seats"][0]["seed"], "beta");
    assert_eq!(begun["seats"][1]["seed"], "gamma");
    for seat in begun["seats"].as_array().expect("seats") {
        assert!(!seat["seed"].as_str().expect("a seed").is_empty());
    }
    let late = order(&mut clients[0], &id, change("s4", "late")).await;
    assert_eq!(late.json()["refusals"][0]["code"], "seeds-fixed");

    seen.look(&mut clients, &id).await;
    play_out(&mut clients, &id, 60, &mut seen).await;
    // What was sent live while it ran.
    while let Some(frame) = live.next().await {
        let over = serde_json::from_str::<Value>(&frame).expect("JSON")["room"]["stage"] == "over";
        if over {
            assert!(frame.contains("\"secret\""), "the last page tells it");
            break;
        }
        seen.0.push(frame);
    }

    // After it: the secret, which is what was committed to, and not a part of it before.
    let after = room(&mut clients[0], &id).await;
    let secret = after["secret"].as_str().expect("a secret").to_owned();
    let bytes: Vec<u8> = (0..32)
        .map(|index| u8::from_str_radix(&secret[2 * index..2 * index + 2], 16).expect("hex"))
        .collect();
    let hash: String = Sha256::digest(&bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(hash, commitment);
    assert!(seen.0.len() > 40, "much was looked at");
    assert!(
        !seen.tells(&secret),
        "a part of the secret was told too early"
    );
    seen.look(&mut clients, &id).await;
    assert!(seen.tells(&secret), "the test sees what is told");

    // The record can be checked, and says the same after a restart.
    let told = record(&mut clients[0], &id).await;
    assert_eq!(told.tag("DiceSecret"), Some(secret.as_str()));
    assert_eq!(told.tag("DiceMatch"), Some(id.as_str()));
    assert_eq!(told.tag("DiceSeed1"), Some("beta"));
    let found = shelf.find(game).expect("a game").check_dice(&told);
    let found = found.unwrap_or_else(|doubt| panic!("{}", doubt.text.en));
    assert!(!found.throws.is_empty());
    assert_eq!(found.difference(), None);
    let mut tampered = told.clone();
    tampered.set_tag("DiceSeed2", "gamma ");
    let found = shelf.find(game).expect("a game").check_dice(&tampered);
    let throws = found.expect("it plays");
    // One lot may fall alike with other dice; many results do not.
    assert!(throws.throws.len() < 4 || throws.difference().is_some());

    let host = host.restart().await;
    let mut again = clients[0].at(host.address);
    assert_eq!(record(&mut again, &id).await, told);
    assert_eq!(room(&mut again, &id).await, after);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_toys_dice_are_committed_to_and_told_after() {
    committed_and_told(TOYS, "stash", json!({"players": "3"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_draws_at_the_very_start_wait_for_every_seed() {
    committed_and_told(TOYS, "muster", json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lot_of_a_real_game_waits_for_every_seed() {
    committed_and_told(catalogue(), "guerre", json!({"first": "lot"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_programs_seed_is_declared_and_a_match_that_begins_at_once_rolls_at_once() {
    let host = Host::new(catalogue()).await;
    let lot = json!({"first": "lot"});
    // The order that leaves nothing to trust: look at the commitment, say a seed, let the program sit.
    let (id, mut clients) = create(
        &host,
        json!({"game": "guerre", "options": lot.clone(), "seats": ["me"]}),
    )
    .await;
    let owner = &mut clients[0];
    let seed = json!({"command_id": "s", "do": "seed", "seed": "after the commitment"});
    order(owner, &id, seed).await.ok();
    let appoint = json!({"command_id": "a", "do": "appoint", "seat": 2, "level": 1});
    order(owner, &id, appoint).await.ok();
    let seats = room(owner, &id).await["seats"].clone();
    assert_eq!(seats[0]["seed"], "after the commitment");
    assert_eq!(seats[1]["seed"], "agent:1");
    // All at once.
    let body = json!({"game": "guerre", "options": lot, "seats": ["me", "me"], "seed": "mine"});
    let (id, mut clients) = create(&host, body).await;
    let owner = &mut clients[0];
    let seats = room(owner, &id).await["seats"].clone();
    assert_eq!(
        (&seats[0]["seed"], &seats[1]["seed"]),
        (&json!("mine"), &json!("mine"))
    );
    let record = record(owner, &id).await;
    assert!(matches!(record.steps().next(), Some(Step::Chance(_))));
    // A bad seed creates nothing.
    let body = json!({"game": "guerre", "seats": ["me"], "seed": "x".repeat(65)});
    let refused = owner.post("/matches", body).await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_before_the_beginning_takes_the_seed_away_and_who_comes_later_adds_none() {
    let host = Host::new(TOYS).await;
    let (id, mut clients) = create(&host, json!({"game": "stash", "seats": ["me"]})).await;
    let [first, second] = &mut clients[..] else {
        panic!("two seats");
    };
    let join =
        |command: &str, seed: &str| json!({"command_id": command, "do": "join", "seed": seed});
    order(first, &id, json!({"command_id": "l", "do": "leave"}))
        .await
        .ok();
    order(second, &id, join("j", "second's")).await.ok();
    assert_eq!(
        room(second, &id).await["stage"],
        "open",
        "two seats, one taken"
    );
    order(first, &id, join("j", "first's, later")).await.ok();
    let seats = room(first, &id).await["seats"].clone();
    assert_eq!(seats[0]["seed"], "second's");
    assert_eq!(seats[1]["seed"], "first's, later");
    // Once it has begun the seeds stay, whoever sits there.
    order(first, &id, json!({"command_id": "l2", "do": "leave"}))
        .await
        .ok();
    let refused = order(first, &id, join("j2", "too late")).await;
    assert_eq!(refused.json()["refusals"][0]["code"], "seeds-fixed");
    order(first, &id, json!({"command_id": "k", "do": "join"}))
        .await
        .ok();
    assert_eq!(room(first, &id).await["seats"][1]["seed"], "first's, later");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_played_on_has_dice_of_its_own() {
    let host = Host::new(TOYS).await;
    let game = TOYS.find("muster").expect("a toy");
    let (id, mut clients) = create(&host, json!({"game": "muster", "seats": ["me"]})).await;
    for client in &mut clients[1..] {
        client
            .post(
                &format!("/matches/{id}/commands"),
                json!({"command_id": "join", "do": "join"}),
            )
            .await
            .ok();
    }
    play_out(&mut clients, &id, 30, &mut Seen::default()).await;
    let text = clients[0]
        .get(&format!("/matches/{id}/record"))
        .await
        .text();
    let old = Record::read(&text).expect("a record");

    // From a step in the middle.
    let mine = vec!["me"; clients.len()];
    let body = json!({"game": "muster", "text": text, "step": 9, "seats": mine});
    let imported = clients[0].post("/imports", body).await.ok();
    let new = imported["id"].as_str().expect("an id").to_owned();
    let running = record(&mut clients[0], &new).await;
    assert_eq!(running.tag("DiceSecret"), None, "the old secret is gone");
    assert_ne!(running.tag("DiceCommit"), old.tag("DiceCommit"));
    let name = running.tag("DiceMatch");
    assert_eq!(name, Some(new.as_str()), "hidden steps are not counted yet");
    let resign = json!({"command_id": "r", "do": "resign", "seat": 1});
    let mut one = [clients.remove(0)];
    play_out_alone(&mut one[0], &new, resign).await;
    let told = record(&mut one[0], &new).await;
    assert_eq!(told.tag("DiceMatch"), Some(format!("{new}@9").as_str()));
    let found = game
        .check_dice(&told)
        .unwrap_or_else(|doubt| panic!("{}", doubt.text.en));
    assert_eq!(found.difference(), None);
    let before = old
        .steps()
        .take(9)
        .filter(|step| matches!(step, Step::Chance(_)));
    assert_eq!(found.brought, before.count());
    assert!(!found.throws.is_empty());

    // A finished match that is only looked at keeps what it says of its dice.
    let body = json!({"game": "muster", "text": text, "seats": []});
    let imported = one[0].post("/imports", body).await.ok();
    let shown = imported["id"].as_str().expect("an id").to_owned();
    assert!(
        imported.get("secret").is_none(),
        "it has no dice of its own"
    );
    let kept = record(&mut one[0], &shown).await;
    for tag in ["DiceCommit", "DiceMatch", "DiceSecret", "DiceSeed1"] {
        assert_eq!(kept.tag(tag), old.tag(tag), "{tag}");
    }
    assert_eq!(game.check_dice(&kept).expect("it plays").difference(), None);

    let file = host.file().clone();
    let (shelf, _folder) = host.stop().await;
    let store = vauban_store::SqliteStore::open(&file).expect("a store");
    let replayed = vauban_server::replay_all(shelf, std::sync::Arc::new(store))
        .await
        .expect("every match is played again");
    assert!(replayed.mismatches.is_empty(), "{:?}", replayed.mismatches);
}

/// One person at all seats plays some answers, then gives up for everybody.
async fn play_out_alone(client: &mut Client, id: &str, resign: Value) {
    let seats = room(client, id).await["seats"]
        .as_array()
        .expect("seats")
        .len();
    for number in 0..12 {
        let page = client.get(&format!("/matches/{id}/page")).await.ok();
        let Some(text) = answers(&page).first().cloned() else {
            break;
        };
        let on_turn = page["turn"]["seats"][0].clone();
        let body = json!({"command_id": format!("p{number}"), "ask": page["ask"]["id"], "text": text, "seat": on_turn});
        order(client, id, body).await.ok();
    }
    for seat in 1..=seats {
        let mut body = resign.clone();
        body["seat"] = json!(seat);
        body["command_id"] = json!(format!("r{seat}"));
        order(client, id, body).await;
    }
    assert_eq!(room(client, id).await["stage"], "over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_chance_says_nothing_of_dice_in_its_record() {
    let host = Host::new(catalogue()).await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let (id, mut clients) = create(&host, body).await;
    let resign = json!({"command_id": "r", "do": "resign", "seat": 1});
    order(&mut clients[0], &id, resign).await.ok();
    let record = record(&mut clients[0], &id).await;
    assert!(
        record
            .tags
            .iter()
            .all(|(name, _)| !name.starts_with("Dice"))
    );
    host.stop().await;
}
