//! Matches are created once, however often they are asked for; from files of every kind; and looked
//! at where they stood.

use serde_json::{Value, json};

use crate::{
    client::{Answer, Client},
    host::{Host, catalogue},
};

fn path_of(answer: &Answer) -> String {
    format!("/matches/{}", answer.ok()["id"].as_str().expect("an id"))
}

async fn own_matches(client: &mut Client) -> usize {
    let own = client.get("/me/matches").await.ok();
    own["matches"].as_array().expect("a list").len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_created_once_for_one_command_id() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"command_id": "c", "game": "jungle", "seats": ["me", "me"]});
    let sending: Vec<_> = (0..8)
        .map(|_| {
            let (mut tab, body) = (guest.at(host.address), body.clone());
            tokio::spawn(async move { tab.post("/matches", body).await })
        })
        .collect();
    let mut answers = Vec::new();
    for task in sending {
        answers.push(task.await.expect("no panic"));
    }
    let first = &answers[0];
    assert_eq!(first.status, 201, "{}", first.text());
    assert!(answers.iter().all(|other| other.body == first.body));
    assert_eq!(own_matches(&mut guest).await, 1);

    // Much later, when the match has moved on, and after a restart.
    let path = path_of(first);
    let act = json!({"command_id": "c", "ask": 1, "text": "j3j4"});
    guest.post(&format!("{path}/commands"), act).await.ok();
    let host = host.restart().await;
    let mut guest = guest.at(host.address);
    let again = guest.post("/matches", body.clone()).await;
    assert_eq!((again.status, &again.body), (first.status, &first.body));
    // Something else under the same id, and the same under another one, or by somebody else.
    let mut other = body.clone();
    other["private"] = json!(true);
    let reused = guest.post("/matches", other).await;
    assert_eq!(reused.status, 422);
    assert_eq!(reused.json()["code"], "command-id-reused");
    let mut second = body.clone();
    second["command_id"] = json!("d");
    assert_ne!(path_of(&guest.post("/matches", second).await), path);
    let mut stranger = Client::guest(host.address, "Guest").await;
    assert_ne!(path_of(&stranger.post("/matches", body).await), path);
    assert_eq!(own_matches(&mut guest).await, 2);
    // What was refused created nothing, and may be sent again.
    let bad = json!({"command_id": "e", "game": "nothing"});
    assert_eq!(guest.post("/matches", bad).await.status, 422);
    let good = json!({"command_id": "e", "game": "jungle"});
    assert_eq!(guest.post("/matches", good).await.status, 201);
    let odd = json!({"command_id": "two words", "game": "jungle"});
    assert_eq!(guest.post("/matches", odd).await.status, 400);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_has_the_preset_and_the_seats_that_were_chosen() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let classic = json!({"rules": "classic", "stagnation": "30"});
    for (body, seats, options) in [
        (
            json!({"game": "risk"}),
            2,
            json!({"rules": "seed", "stagnation": "30"}),
        ),
        (
            json!({"game": "risk", "preset": "classic", "seat_count": 4}),
            4,
            classic.clone(),
        ),
        (
            json!({"game": "risk", "options": classic, "seat_count": 3}),
            3,
            classic.clone(),
        ),
        // As release 0.1 had it.
        (
            json!({"game": "risk", "options": {"rules": "classic", "players": "5"}}),
            5,
            classic.clone(),
        ),
        // What is chosen wins over the preset.
        (
            json!({"game": "risk", "preset": "quick", "options": {"win": "20", "players": "3"}}),
            3,
            json!({"rules": "classic", "stagnation": "30", "win": "20"}),
        ),
    ] {
        let path = path_of(&guest.post("/matches", body.clone()).await);
        let room = guest.get(&path).await.ok();
        let taken = room["seats"].as_array().map(Vec::len);
        assert_eq!((taken, &room["options"]), (Some(seats), &options), "{body}");
    }
    for (body, part) in [
        (
            json!({"game": "risk", "preset": "x"}),
            "available: seed, duel, classic, quick",
        ),
        (
            json!({"game": "risk", "seat_count": 7}),
            "risk has 2 to 6 seats, not 7",
        ),
        (
            json!({"game": "jungle", "seat_count": 3}),
            "jungle has 2 seats, not 3",
        ),
        (
            json!({"game": "risk", "seat_count": 3}),
            "choose the rules `classic` for 3",
        ),
    ] {
        let refused = guest.post("/matches", body).await;
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert!(refused.text().contains(part), "{}", refused.text());
    }
    // The seats are there again after a restart.
    let body = json!({"game": "risk", "preset": "classic", "seat_count": 6});
    let path = path_of(&guest.post("/matches", body).await);
    let host = host.restart().await;
    let room = guest.at(host.address).get(&path).await.ok();
    assert_eq!(room["seats"].as_array().map(Vec::len), Some(6));
    let record = guest.at(host.address).get(&format!("{path}/record")).await;
    assert!(
        record.text().contains("players=6 rules=classic"),
        "{}",
        record.text()
    );
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_tells_its_goal_duration_phases_and_presets() {
    let host = Host::new(catalogue()).await;
    let mut client = Client::new(host.address);
    let risk = client.get("/games/risk?lang=fr").await.ok();
    assert_eq!(risk["minutes"], json!({"min": 45, "max": 180}));
    assert_eq!(risk["seat_names"].as_array().map(Vec::len), Some(6));
    assert!(
        risk["goal"]
            .as_str()
            .is_some_and(|goal| goal.starts_with("Tenez 28"))
    );
    assert_eq!(
        risk["phases"][2],
        json!({"name": "attack", "title": "attaque"})
    );
    let quick = &risk["presets"][3];
    assert_eq!(quick["name"], "quick");
    assert_eq!(quick["seats"], json!({"min": 2, "max": 6}));
    assert_eq!(quick["options"], json!({"rules": "classic", "win": "28"}));
    host.stop().await;
}

#[tokio::test]
async fn an_import_is_made_once_for_one_command_id() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let record = "[Game \"jungle\"]\n\n1. j3j4 j11j10\n";
    let body = json!({"command_id": "i", "game": "jungle", "text": record, "seats": ["me", "me"]});
    let first = guest.post("/imports", body.clone()).await;
    assert_eq!(first.status, 201);
    assert_eq!(guest.post("/imports", body.clone()).await.body, first.body);
    let mut other = body;
    other["step"] = json!(1);
    assert_eq!(guest.post("/imports", other).await.status, 422);
    assert_eq!(own_matches(&mut guest).await, 1);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_one_rematch_however_many_ask_for_it() {
    let host = Host::new(catalogue()).await;
    let mut first = Client::guest(host.address, "First").await;
    let mut second = Client::guest(host.address, "Second").await;
    let tempo = json!({"kind": "days", "days": 3});
    let body = json!({"game": "jungle", "seats": ["me"], "tempo": tempo, "claim_after": 90});
    let path = path_of(&first.post("/matches", body).await);
    let join = json!({"command_id": "join", "do": "join"});
    second.post(&format!("{path}/commands"), join).await.ok();
    let resign = json!({"command_id": "r", "do": "resign"});
    first.post(&format!("{path}/commands"), resign).await.ok();
    let rematch = format!("{path}/rematch");
    let asking: Vec<_> = (0..8)
        .map(|number| {
            let client = if number % 2 == 0 { &first } else { &second };
            let (mut tab, rematch) = (client.at(host.address), rematch.clone());
            tokio::spawn(async move { path_of(&tab.post(&rematch, json!({})).await) })
        })
        .collect();
    let mut found = Vec::new();
    for task in asking {
        found.push(task.await.expect("no panic"));
    }
    assert!(found.iter().all(|other| *other == found[0]), "{found:?}");
    let told = first.get(&path).await.ok();
    assert_eq!(told["rematch"].as_str(), found[0].strip_prefix("/matches/"));
    let again = first.get(&found[0]).await.ok();
    assert_eq!(
        (&again["tempo"], &again["claim_after"]),
        (&tempo, &json!(90))
    );
    host.stop().await;
}

/// A rematch of what began from a position begins there, too, however the position came.
#[tokio::test]
async fn a_rematch_begins_where_the_match_began() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let mut play = catalogue()
        .find("jungle")
        .and_then(|jungle| jungle.open(vauban_table::Opening::seeded(1)))
        .expect("a match");
    let seat = vauban_game::Seat(0);
    let ask = play.ask(seat).expect("it is its turn");
    play.answer(seat, ask, "j3j4").expect("it may");
    let (position, seats) = (play.position(), json!(["me", "me"]));
    let created = json!({"game": "jungle", "position": position, "seats": seats});
    let imported = json!({"game": "jungle", "text": position, "seats": seats});
    for (door, body) in [("/matches", created), ("/imports", imported)] {
        let path = path_of(&guest.post(door, body).await);
        let resign = json!({"command_id": "r", "do": "resign", "seat": 1});
        guest.post(&format!("{path}/commands"), resign).await.ok();
        let again = guest.post(&format!("{path}/rematch"), json!({})).await;
        let record = format!("{}/record", path_of(&again));
        let record = guest.get(&record).await.text();
        assert!(record.contains(&position), "{door}: {record}");
    }
}

#[tokio::test]
async fn a_past_step_is_shown_as_it_was_also_after_taking_back() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"], "undo": "all"});
    let path = path_of(&guest.post("/matches", body).await);
    let mut command = 0;
    let mut send = async |guest: &mut Client, body: Value| {
        command += 1;
        let mut body = body;
        body["command_id"] = json!(command.to_string());
        guest.post(&format!("{path}/commands"), body).await.ok()
    };
    let past = format!("{path}/page?step=1&eye=0");
    let act = json!({"ask": 1, "text": "j3j4"});
    send(&mut guest, act).await;
    let first = guest.get(&past).await.text();
    // Kept, and the same for everybody.
    assert_eq!(guest.get(&past).await.text(), first);
    assert_eq!(Client::new(host.address).get(&past).await.text(), first);
    let french = guest.get(&format!("{past}&lang=fr")).await.text();
    assert_ne!(french, first);
    send(&mut guest, json!({"ask": 1, "text": "j11j10"})).await;
    // Only how many steps there are has changed.
    let later = guest.get(&past).await.text();
    assert_eq!(later.replace("\"steps\":2", "\"steps\":1"), first);
    // Another past.
    send(&mut guest, json!({"do": "undo", "seat": 1})).await;
    send(&mut guest, json!({"do": "undo", "seat": 1})).await;
    assert_eq!(guest.get(&past).await.status, 404);
    let legal = guest.get(&format!("{path}/legal?seat=1")).await.ok();
    send(
        &mut guest,
        json!({"seat": 1, "ask": legal["ask"], "text": "c3c4"}),
    )
    .await;
    let other = guest.get(&past).await.text();
    assert_ne!(other, first);
    let host = host.restart().await;
    assert_eq!(guest.at(host.address).get(&past).await.text(), other);
    host.stop().await;
}

/// What the first Jungle War wrote.
const REPLAY: &str = r#"{
  "commands" : [
    { "animalID" : 7, "orderID" : 1, "player" : false, "xDestination" : 9, "yDestination" : 3 },
    { "animalID" : 4, "orderID" : 1, "player" : true, "xDestination" : 6, "yDestination" : 10 },
  ],
  "length" : 2
}"#;

/// What the first Guerre wrote at its start.
const SAVE: &str = include_str!("../../../games/src/guerre/published.save");

async fn import(guest: &mut Client, game: &str, text: &str) -> String {
    let body = json!({"game": game, "text": text, "seats": ["me", "me"]});
    path_of(&guest.post("/imports", body).await)
}

#[tokio::test]
async fn a_position_is_imported_and_played_on_from() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    // A position that the server itself has told: the record of a match from it has the tag.
    let record = "[Game \"jungle\"]\n\n1. j3j4 j11j10\n";
    let played = import(&mut guest, "jungle", record).await;
    let table = vauban_catalog::CATALOG
        .find("jungle")
        .expect("it is there")
        .load(record, vauban_table::Opening::seeded(0))
        .expect("it loads");
    let position = table.position();
    let from = import(&mut guest, "jungle", &position).await;
    for question in ["/legal", "/lens"] {
        let ask = |answer: Value| match question {
            "/legal" => answer["actions"].clone(),
            _ => answer["values"].clone(),
        };
        let one = ask(guest.get(&format!("{played}{question}")).await.ok());
        let other = ask(guest.get(&format!("{from}{question}")).await.ok());
        assert_eq!(one, other, "{question}");
    }
    let legal = guest.get(&format!("{from}/legal")).await.ok();
    let act = json!({"command_id": "1", "ask": legal["ask"], "text": legal["actions"][0]});
    guest.post(&format!("{from}/commands"), act).await.ok();
    let text = guest.get(&format!("{from}/record")).await.text();
    assert!(text.contains("[Position \""), "{text}");
    let host = host.restart().await;
    let mut guest = guest.at(host.address);
    assert_eq!(guest.get(&format!("{from}/record")).await.text(), text);
    // The same by the ordinary door.
    let body = json!({"game": "jungle", "position": position, "seats": ["me", "me"]});
    let opened = path_of(&guest.post("/matches", body).await);
    let again = guest.get(&format!("{opened}/legal")).await.ok();
    assert_eq!(again["actions"], legal["actions"]);
    host.stop().await;
}

#[tokio::test]
async fn the_first_jungle_wars_replay_is_imported_and_written_again() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let path = import(&mut guest, "jungle", REPLAY).await;
    let record = guest.get(&format!("{path}/record")).await.text();
    assert!(record.contains("1. j3j4 h11g11"), "{record}");
    let body = json!({"game": "jungle", "text": REPLAY, "step": 1, "seats": ["me", "me"]});
    let halfway = path_of(&guest.post("/imports", body).await);
    let legal = guest.get(&format!("{halfway}/legal")).await.ok();
    let actions = legal["actions"].as_array().expect("a list");
    assert!(actions.contains(&json!("h11g11")), "{legal}");
    // Its own format is there while it runs, since nothing is hidden, and when it is over.
    let own = format!("{path}/record?format=own");
    assert_eq!(guest.get(&own).await.ok()["length"], 2);
    let resign = json!({"command_id": "r", "do": "resign", "seat": 1});
    guest.post(&format!("{path}/commands"), resign).await.ok();
    let written = guest.get(&own).await.ok();
    assert_eq!(written["length"], 2);
    assert_eq!(written["commands"][0]["animalID"], 7);
    let broken =
        json!({"game": "jungle", "text": REPLAY.replace("\"animalID\" : 7", "\"animalID\" : 99")});
    let refused = guest.post("/imports", broken).await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    host.stop().await;
}

#[tokio::test]
async fn the_first_guerres_save_is_imported_and_played_on_from() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let path = import(&mut guest, "guerre", SAVE).await;
    let plain = json!({"game": "guerre", "seats": ["me", "me"]});
    let plain = path_of(&guest.post("/matches", plain).await);
    let legal = guest.get(&format!("{path}/legal")).await.ok();
    assert_eq!(
        legal["actions"],
        guest.get(&format!("{plain}/legal")).await.ok()["actions"],
        "the save is of the start"
    );
    let act = json!({"command_id": "1", "ask": legal["ask"], "text": legal["actions"][0]});
    guest.post(&format!("{path}/commands"), act).await.ok();
    let text = guest.get(&format!("{path}/record")).await.text();
    let host = host.restart().await;
    let mut guest = guest.at(host.address);
    assert_eq!(guest.get(&format!("{path}/record")).await.text(), text);
    let broken = json!({"game": "guerre", "text": SAVE.replacen("AR;", "XX;", 1)});
    assert_eq!(guest.post("/imports", broken).await.status, 422);
    host.stop().await;
}
