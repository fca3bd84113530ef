//! Whole matches over real sockets: every game is played to its end by clients that know no rules.

use serde_json::{Value, json};
use vauban_laws::times;
use vauban_table::{Record, Shelf, Step};

use crate::{
    client::{Client, Live, answers},
    host::{Host, TOYS, catalogue},
};

/// Matches that go on longer are ended by resignation; later with `--thorough`.
fn longest() -> usize {
    times("VAUBAN_LONGEST", 300, 3_000) as usize
}

/// One person at one seat, and everything it was told.
struct Person {
    client: Client,
    live: Live,
    /// The newest page.
    page: Value,
    told: Vec<Value>,
}

impl Person {
    async fn sit(client: Client, id: &str) -> Person {
        let mut live = client.live(id, "").await;
        let page = live.page().await;
        let mut person = Person {
            client,
            live,
            page: Value::Null,
            told: Vec::new(),
        };
        let path = format!("/matches/{id}/events");
        let told = person.client.get(&path).await.ok();
        person.told = told["events"].as_array().expect("a list").clone();
        person.see(page);
        person
    }

    fn see(&mut self, frame: Value) {
        assert_eq!(frame["type"], "page", "{frame}");
        let known = self.told.len() as u64;
        for entry in frame["news"].as_array().expect("a list") {
            let seq = entry["seq"].as_u64().expect("a number");
            if seq > known {
                assert_eq!(seq, self.told.len() as u64 + 1, "nothing is left out");
                // What a frame adds for the picture is no part of the log.
                let mut entry = entry.clone();
                let fields = entry.as_object_mut().expect("an entry");
                assert!(fields.shift_remove("changed").is_some());
                assert!(fields.shift_remove("gone").is_some());
                self.told.push(entry);
            }
        }
        assert_eq!(frame["seq"].as_u64(), Some(self.told.len() as u64));
        self.page = frame["page"].clone();
    }

    /// Sends an answer over the socket and takes in pages until the reply comes.
    async fn answer(&mut self, number: usize, text: &str) -> Value {
        let ask = self.page["ask"]["id"].clone();
        let command = json!({"command_id": format!("c{number}"), "ask": ask, "text": text});
        assert!(self.live.send(&command).await);
        loop {
            let frame = self.live.page().await;
            if frame["type"] == "reply" {
                return frame;
            }
            self.see(frame);
        }
    }

    /// Waits for the page with what the reply spoke of.
    async fn catch_up(&mut self, seq: u64) {
        while (self.told.len() as u64) < seq {
            let frame = self.live.page().await;
            self.see(frame);
        }
    }
}

async fn play(host: Host, game: &str, options: Value, seed: u64) -> Host {
    let mut host = host;
    let mut owner = Client::guest(host.address, "First").await;
    let room = owner
        .post(
            "/matches",
            json!({"game": game, "options": options, "seats": ["me"]}),
        )
        .await
        .ok();
    let id = room["id"].as_str().expect("an id").to_owned();
    let seats = room["seats"].as_array().expect("seats").len();
    assert_eq!(room["stage"], "open");
    let mut clients = vec![owner];
    for seat in 1..seats {
        let mut client = Client::guest(host.address, &format!("Guest {seat}")).await;
        let joined = client
            .post(
                &format!("/matches/{id}/commands"),
                json!({"command_id": "join", "do": "join"}),
            )
            .await
            .ok();
        assert_eq!(joined["seat"], json!(seat + 1));
        clients.push(client);
    }
    let mut people = Vec::new();
    for client in clients {
        people.push(Person::sit(client, &id).await);
    }

    let mut dice = fastrand::Rng::with_seed(seed);
    let mut taken = 0;
    let halfway = dice.usize(3..12);
    loop {
        // Everybody looks at the newest page.
        for person in &mut people {
            let now = person.client.get(&format!("/matches/{id}/page")).await.ok();
            person
                .catch_up(now["seq"].as_u64().expect("a number"))
                .await;
            // News that say nothing to somebody do not come; the question may be new all the same.
            person.page = now;
        }
        if !people[0].page["result"].is_null() {
            break;
        }
        if taken == halfway {
            host = restart(host, &id, &mut people).await;
        }
        let asked: Vec<usize> = (0..people.len())
            .filter(|&seat| !people[seat].page["ask"].is_null())
            .collect();
        let seat = asked[dice.usize(..asked.len())];
        if taken >= longest() {
            let path = format!("/matches/{id}/commands");
            people[seat]
                .client
                .post(&path, json!({"command_id": "r", "do": "resign"}))
                .await
                .ok();
            continue;
        }
        let texts = answers(&people[seat].page);
        let text = &texts[dice.usize(..texts.len())];
        let reply = people[seat].answer(taken, text).await;
        assert_eq!(reply["status"], 200, "{game}: {text}: {reply}");
        taken += 1;
    }

    audit(&id, &mut people, host.address).await;
    println!("{game}: {taken} answers");
    host
}

/// Stops and starts the server: nobody can tell.
async fn restart(host: Host, id: &str, people: &mut [Person]) -> Host {
    let mut before = Vec::new();
    for person in people.iter_mut() {
        before.push(look(&mut person.client, id).await);
    }
    let host = host.restart().await;
    for (person, before) in people.iter_mut().zip(before) {
        let mut again = Person::sit(person.client.at(host.address), id).await;
        assert_eq!(look(&mut again.client, id).await, before);
        assert_eq!(again.told, person.told);
        *person = again;
    }
    host
}

async fn look(client: &mut Client, id: &str) -> Vec<String> {
    let mut seen = Vec::new();
    for path in ["", "/page", "/events", "/legal", "/record", "/chat"] {
        let answer = client.get(&format!("/matches/{id}{path}")).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text());
        seen.push(answer.text());
    }
    seen
}

/// The record is the same for all, plays again to the same end, and is what everybody saw.
async fn audit(id: &str, people: &mut [Person], address: std::net::SocketAddr) {
    let path = format!("/matches/{id}/record");
    let text = Client::new(address).get(&path).await.text();
    let record = Record::read(&text).expect("a record");
    let steps: Vec<&Step> = record.steps().collect();
    for person in people {
        assert_eq!(person.client.get(&path).await.text(), text);
        let mut logged: Vec<Value> = Vec::new();
        loop {
            let since = format!("/matches/{id}/events?since={}", logged.len());
            let told = person.client.get(&since).await.ok();
            let events = told["events"].as_array().expect("a list");
            assert!(events.len() <= 1_000, "a page of them");
            logged.extend(events.iter().cloned());
            if events.is_empty() {
                break;
            }
        }
        assert_eq!(
            json!(logged),
            json!(person.told),
            "what came live is what the log says"
        );
        let part = person
            .client
            .get(&format!("/matches/{id}/events?since=3&most=5"))
            .await
            .ok();
        let until = person.told.len().min(8);
        assert_eq!(part["events"], json!(person.told[3.min(until)..until]));
        let seen: Vec<&str> = person
            .told
            .iter()
            .filter_map(|entry| entry["action"].as_str())
            .collect();
        let written: Vec<String> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Action { text, .. } => Some(text.clone()),
                Step::Chance(text) => Some(format!("!{text}")),
                _ => None,
            })
            .collect();
        // In games with secrets some steps were not seen; those that were are in order.
        let mut rest = written.iter();
        for text in &seen {
            assert!(
                rest.any(|step| step == text),
                "{text} was seen but not recorded"
            );
        }
    }
    // Every past step can be looked at, through every eye, once it is over.
    for step in [0, 1, steps.len() / 2, steps.len()] {
        let page = format!("/matches/{id}/page?step={step}&eye=1");
        Client::new(address).get(&page).await.ok();
    }
}

async fn play_all(shelf: Shelf, more: &[(&str, Value)]) {
    let mut host = Host::new(shelf).await;
    let plain: Vec<(&str, Value)> = shelf
        .games()
        .map(|game| (game.card().name, json!({})))
        .collect();
    for (game, options) in plain.iter().chain(more) {
        host = play(host, game, options.clone(), 7).await;
    }
    let file = host.file().clone();
    let (_, _folder) = host.stop().await;
    let report = vauban_store::verify_file(&file).expect("a report");
    assert!(report.is_sound(), "{report}");
    let store = vauban_store::SqliteStore::open(&file).expect("a store");
    let replayed = vauban_server::replay_all(shelf, std::sync::Arc::new(store))
        .await
        .expect("every match is played again");
    assert_eq!(replayed.matches as usize, plain.len() + more.len());
    assert!(replayed.mismatches.is_empty(), "{:?}", replayed.mismatches);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clients_play_every_game_of_the_catalogue_to_the_end() {
    let more = [
        ("guerre", json!({"setup": "hidden"})),
        ("garden", json!({"humans": "yes"})),
    ];
    play_all(catalogue(), &more).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_secrets_and_six_seats_are_played_to_the_end() {
    play_all(TOYS, &[("stash", json!({"players": "4"}))]).await;
}

/// Four people who play at random fight for the world a long time.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute or two"]
async fn four_play_classic_risk_to_the_end() {
    let host = Host::new(catalogue()).await;
    let options = json!({"rules": "classic", "players": "4"});
    play(host, "risk", options, 7).await.stop().await;
}
