//! Opponents who are away: who is there, claims, programs that stand in, and coming back.

use serde_json::{Value, json};
use tokio::time::{Duration, timeout};
use vauban_server::Time;

use crate::{
    client::{Answer, Client, Live},
    host::{Host, TOYS, catalogue},
};

/// Some day in 2026.
const START: u64 = 1_790_000_000_000;
const MINUTE: u64 = 60_000;

/// A match of Jungle War between two guests; the first is on turn.
async fn jungle(host: &Host, more: Value) -> (String, [Client; 2]) {
    let mut first = Client::guest(host.address, "First").await;
    let mut second = Client::guest(host.address, "Second").await;
    let mut body = json!({"game": "jungle", "seats": ["me"]});
    if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
        body.extend(more);
    }
    let room = first.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let key = room["links"]["join"].as_str().unwrap_or_default();
    let join = format!("{path}/commands?key={key}");
    second
        .post(&join, json!({"command_id": "join", "do": "join"}))
        .await
        .ok();
    (path, [first, second])
}

/// Claims against a seat, or has a program stand in if the body names a level.
async fn claim(client: &mut Client, path: &str, seat: u8, mut body: Value) -> Answer {
    body["do"] = match body["level"].is_null() {
        true => "claim".into(),
        false => "replace".into(),
    };
    body["seat"] = seat.into();
    client.post(&format!("{path}/commands"), body).await
}

fn refusal(answer: &Answer) -> String {
    assert_eq!(answer.status, 422, "{}", answer.text());
    let code = &answer.json()["refusals"][0]["code"];
    code.as_str().expect("a code").to_owned()
}

async fn seen(live: &mut Live, fits: impl Fn(&Value) -> bool) -> Value {
    loop {
        let frame = live.page().await;
        if fits(&frame) {
            return frame;
        }
    }
}

#[tokio::test]
async fn who_is_away_on_turn_too_long_can_be_claimed_against() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [_first, mut second]) = jungle(&host, json!({})).await;
    let room = second.get(&path).await.ok();
    assert_eq!(room["claim_after"], 15 * 60);
    assert_eq!(room["seats"][0]["presence"], json!({"here": true}));

    // Too early, told in both languages with how long is left.
    time.advance(14 * MINUTE);
    let early = claim(&mut second, &path, 1, json!({"command_id": "a"})).await;
    assert_eq!(refusal(&early), "not-away-long-enough");
    let title = early.json()["title"].as_str().expect("text").to_owned();
    assert!(title.contains("60 seconds"), "{title}");
    let french = second
        .post(
            &format!("{path}/commands?lang=fr"),
            json!({"command_id": "b", "do": "claim", "seat": 1}),
        )
        .await;
    let title = french.json()["title"].as_str().expect("text").to_owned();
    assert!(title.contains("60 secondes"), "{title}");
    let presence = &second.get(&path).await.ok()["seats"][0]["presence"];
    let expected = json!({"here": false, "last_seen": START, "claim_from": START + 15 * MINUTE});
    assert_eq!(*presence, expected);

    // Who is not on turn keeps nobody waiting, and a stranger has nothing to claim.
    time.advance(MINUTE);
    let mut stranger = Client::guest(host.address, "Stranger").await;
    let foreign = claim(&mut stranger, &path, 1, json!({"command_id": "a"})).await;
    assert_eq!(foreign.status, 403);
    let own = claim(&mut second, &path, 2, json!({"command_id": "c"})).await;
    assert_eq!(own.status, 403, "nobody claims against oneself");

    let won = claim(&mut second, &path, 1, json!({"command_id": "d"})).await;
    assert_eq!(won.ok()["seat"], 2);
    let page = second.get(&format!("{path}/page")).await.ok();
    assert_eq!(page["result"]["reason"], "forfeit");
    assert_eq!(page["result"]["winner"], 2);
    let record = second.get(&format!("{path}/record")).await.text();
    assert!(record.contains("1:forfeit"), "{record}");
    // The same command has the same answer, and what is over cannot be claimed.
    let again = claim(&mut second, &path, 1, json!({"command_id": "d"})).await;
    assert_eq!(again.body, won.body);
    let over = claim(&mut second, &path, 1, json!({"command_id": "e"})).await;
    assert_eq!(refusal(&over), "match-over");
    host.stop().await;
}

#[tokio::test]
async fn any_sign_of_life_begins_the_wait_anew() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [mut first, mut second]) = jungle(&host, json!({"claim_after": 60})).await;
    // By a question, while one is connected, and by a refused order.
    time.advance(MINUTE - 1);
    first.get(&format!("{path}/page")).await.ok();
    time.advance(MINUTE - 1);
    let refused = claim(&mut second, &path, 1, json!({"command_id": "a"})).await;
    assert_eq!(refusal(&refused), "not-away-long-enough");
    let id = path.strip_prefix("/matches/").expect("a match");
    let mut live = first.live(id, "").await;
    live.page().await;
    time.advance(100 * MINUTE);
    let refused = claim(&mut second, &path, 1, json!({"command_id": "b"})).await;
    assert_eq!(refusal(&refused), "not-away-long-enough");
    drop(live);
    let gone = async {
        while second.get(&path).await.ok()["seats"][0]["presence"]["here"] == true {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(60), gone).await.expect("gone");
    time.advance(MINUTE - 1);
    let wrong = json!({"command_id": "x", "ask": 1, "text": "j3j9"});
    let wrong = first.post(&format!("{path}/commands"), wrong).await;
    assert_eq!(wrong.status, 422);
    time.advance(MINUTE - 1);
    let refused = claim(&mut second, &path, 1, json!({"command_id": "c"})).await;
    assert_eq!(refusal(&refused), "not-away-long-enough");
    // Being away while others think costs nothing: the wait begins with the turn.
    let act = json!({"command_id": "y", "ask": 1, "text": "j3j4"});
    first.post(&format!("{path}/commands"), act).await.ok();
    time.advance(10 * MINUTE);
    let early = claim(&mut second, &path, 1, json!({"command_id": "d"})).await;
    assert_eq!(refusal(&early), "not-on-turn");
    let act = json!({"command_id": "z", "ask": 1, "text": "j11j10"});
    second.post(&format!("{path}/commands"), act).await.ok();
    time.advance(MINUTE - 1);
    let early = claim(&mut second, &path, 1, json!({"command_id": "e"})).await;
    assert_eq!(refusal(&early), "not-away-long-enough");
    time.advance(1);
    claim(&mut second, &path, 1, json!({"command_id": "f"}))
        .await
        .ok();
    host.stop().await;
}

#[tokio::test]
async fn after_a_restart_everybody_has_the_whole_time_again() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [_first, mut second]) = jungle(&host, json!({"claim_after": 600})).await;
    time.advance(10 * MINUTE);
    let host = host.restart().await;
    second = second.at(host.address);
    let early = claim(&mut second, &path, 1, json!({"command_id": "a"})).await;
    assert_eq!(refusal(&early), "not-away-long-enough");
    time.advance(10 * MINUTE);
    claim(&mut second, &path, 1, json!({"command_id": "b"}))
        .await
        .ok();
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_stands_in_until_the_person_is_back() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let more =
        json!({"private": true, "tempo": {"kind": "increment", "stock": 3600, "increment": 0}});
    let (path, [mut first, mut second]) = jungle(&host, more).await;
    assert_eq!(second.get(&path).await.ok()["claim_after"], 120);
    time.advance(3 * MINUTE);
    let none = json!({"command_id": "a", "level": 99});
    assert_eq!(
        refusal(&claim(&mut second, &path, 1, none).await),
        "no-such-level"
    );
    let stand_in = json!({"command_id": "b", "level": 1});
    claim(&mut second, &path, 1, stand_in).await.ok();
    let room = second.get(&path).await.ok();
    assert_eq!(room["seats"][0]["kind"], "agent");
    assert_eq!(room["seats"][0]["stands_for"]["name"], "First");
    // The program plays with what was left, and the second is asked.
    let page = format!("{path}/page");
    let asked = async {
        loop {
            let page = second.get(&page).await.ok();
            if !page["ask"].is_null() {
                return page;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let asked = timeout(Duration::from_secs(60), asked)
        .await
        .expect("it acts");
    assert_eq!(asked["clocks"]["left"], json!([3_420_000, 3_600_000]));
    let again = claim(&mut second, &path, 1, json!({"command_id": "c"})).await;
    assert_eq!(refusal(&again), "not-a-person");

    // It is still a match of the first's, who finds it, may watch it, and sits down again; after a
    // restart, too.
    let host = host.restart().await;
    (first, second) = (first.at(host.address), second.at(host.address));
    let own = first.get("/me/matches").await.ok();
    assert_eq!(own["matches"].as_array().map(Vec::len), Some(1));
    let room = first.get(&path).await.ok();
    assert_eq!(
        room["you"],
        json!({"seats": [], "eye": null, "curtain": false, "may_reclaim": [1]})
    );
    let reclaim = format!("{path}/commands");
    let mut stranger = Client::guest(host.address, "Stranger").await;
    let foreign = stranger
        .post(&reclaim, json!({"command_id": "r", "do": "reclaim"}))
        .await;
    assert_eq!(foreign.status, 404, "nobody else knows of it");
    let not_yours = second
        .post(&reclaim, json!({"command_id": "r", "do": "reclaim"}))
        .await;
    assert_eq!(not_yours.status, 403);
    let back = first
        .post(&reclaim, json!({"command_id": "r", "do": "reclaim"}))
        .await
        .ok();
    assert_eq!(back["seat"], 1);
    let room = first.get(&path).await.ok();
    assert_eq!(room["seats"][0]["player"]["name"], "First");
    assert!(room["seats"][0].get("stands_for").is_none());
    assert_eq!(room["you"]["may_reclaim"], json!([]));
    let twice = first
        .post(&reclaim, json!({"command_id": "s", "do": "reclaim"}))
        .await;
    assert_eq!(twice.status, 403);
    // The person plays on, and is charged by the clock again.
    let legal = second.get(&format!("{path}/legal")).await.ok();
    let act = json!({"command_id": "t", "ask": legal["ask"], "text": legal["actions"][0]});
    second.post(&format!("{path}/commands"), act).await.ok();
    let read = first.get(&page).await.ok();
    assert_eq!(read["clocks"]["running"], json!([1]));
    host.stop().await;
}

#[tokio::test]
async fn a_seat_that_was_left_can_be_claimed_against_too() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [mut first, mut second]) = jungle(&host, json!({"claim_after": 60})).await;
    first
        .post(
            &format!("{path}/commands"),
            json!({"command_id": "l", "do": "leave"}),
        )
        .await
        .ok();
    let early = claim(&mut second, &path, 1, json!({"command_id": "a"})).await;
    assert_eq!(refusal(&early), "not-away-long-enough");
    let seat = second.get(&path).await.ok()["seats"][0].clone();
    assert_eq!(seat["kind"], "open");
    assert_eq!(seat["presence"]["here"], false);
    assert!(seat["presence"]["claim_from"].is_u64(), "{seat}");
    time.advance(MINUTE);
    claim(&mut second, &path, 1, json!({"command_id": "b"}))
        .await
        .ok();
    assert_eq!(second.get(&path).await.ok()["stage"], "over");
    host.stop().await;
}

#[tokio::test]
async fn in_a_match_of_many_the_others_play_on_without_who_is_away() {
    let time = Time::by_hand(START);
    let host = Host::timed(TOYS, &time).await;
    let mut people = vec![Client::guest(host.address, "0").await];
    let body = json!({"game": "muster", "seats": ["me"], "claim_after": 60});
    let room = people[0].post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    for seat in 1..room["seats"].as_array().expect("seats").len() {
        let mut guest = Client::guest(host.address, &seat.to_string()).await;
        let join = json!({"command_id": "join", "do": "join"});
        guest.post(&format!("{path}/commands"), join).await.ok();
        people.push(guest);
    }
    time.advance(MINUTE);
    let page = people[1].get(&format!("{path}/page")).await.ok();
    let on_turn = page["turn"]["seats"][0].as_u64().expect("a seat");
    let other = (on_turn as usize) % people.len();
    let seat = u8::try_from(on_turn).expect("a small number");
    claim(&mut people[other], &path, seat, json!({"command_id": "a"}))
        .await
        .ok();
    let page = people[other].get(&format!("{path}/page")).await.ok();
    assert!(page["result"].is_null(), "the others play on");
    let record = people[other].get(&format!("{path}/record")).await.text();
    assert!(record.contains(&format!("{seat}:forfeit")), "{record}");
    host.stop().await;
}

#[tokio::test]
async fn who_watches_sees_people_come_and_go() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [first, second]) = jungle(&host, json!({})).await;
    let id = path.strip_prefix("/matches/").expect("a match");
    time.advance(MINUTE);
    let mut watching = second.live(id, "").await;
    let page = watching.page().await;
    assert_eq!(page["room"]["seats"][0]["presence"]["here"], false);
    assert_eq!(page["room"]["seats"][1]["presence"]["here"], true);
    let here = |value: bool| {
        move |frame: &Value| frame["room"]["seats"][0]["presence"]["here"] == json!(value)
    };
    let live = first.live(id, "").await;
    seen(&mut watching, here(true)).await;
    drop(live);
    let gone = seen(&mut watching, here(false)).await;
    let presence = &gone["room"]["seats"][0]["presence"];
    assert_eq!(presence["claim_from"], START + 16 * MINUTE);
    host.stop().await;
}
