//! Taking back: at one screen, against programs, between people; and what is said out of turn.

use serde_json::{Value, json};

use crate::{
    client::{Answer, Client, answers},
    host::{Host, catalogue},
};

/// One table, and how often something was sent to it.
struct Seated {
    client: Client,
    path: String,
    sent: u32,
}

impl Seated {
    async fn open(host: &Host, body: Value) -> Seated {
        let mut client = Client::guest(host.address, "Guest").await;
        let room = client.post("/matches", body).await.ok();
        let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
        let sent = 0;
        Seated { client, path, sent }
    }

    async fn try_to(&mut self, mut body: Value) -> Answer {
        self.sent += 1;
        body["command_id"] = json!(format!("c{}", self.sent));
        let path = format!("{}/commands", self.path);
        self.client.post(&path, body).await
    }

    async fn page(&mut self, query: &str) -> Value {
        let path = format!("{}/page?{query}", self.path);
        self.client.get(&path).await.ok()
    }

    /// The seat on turn answers with this, or with the first thing it may do.
    async fn act(&mut self, text: Option<&str>) {
        let page = self.page("").await;
        let seat = page["turn"]["seats"][0].clone();
        let page = self.page(&format!("seat={seat}")).await;
        let first = answers(&page).swap_remove(0);
        let text = text.unwrap_or(&first);
        let body = json!({"seat": seat, "ask": page["ask"]["id"], "text": text});
        self.try_to(body).await.ok();
    }

    async fn layers(&mut self) -> Value {
        self.page("").await["layers"].clone()
    }
}

#[tokio::test]
async fn at_one_screen_taking_back_crosses_turns_and_the_end_of_a_turn() {
    let host = Host::new(catalogue()).await;
    let body = json!({"game": "guerre", "seats": ["me", "me"]});
    let mut seated = Seated::open(&host, body).await;
    let start = seated.layers().await;
    seated.act(None).await;
    let moved = seated.layers().await;
    seated.act(Some("end")).await;
    assert_eq!(seated.page("").await["turn"]["seats"], json!([2]));
    // As the page asks: for the seat on turn, which has done nothing yet.
    seated.try_to(json!({"do": "undo", "seat": 2})).await.ok();
    assert_eq!(seated.page("").await["turn"]["seats"], json!([1]));
    assert_eq!(seated.layers().await, moved);
    seated.try_to(json!({"do": "undo", "seat": 1})).await.ok();
    assert_eq!(seated.layers().await, start);
    let nothing = seated.try_to(json!({"do": "undo", "seat": 1})).await;
    assert_eq!(nothing.json()["refusals"][0]["code"], "nothing-to-undo");
    host.stop().await;
}

#[tokio::test]
async fn against_programs_taking_back_goes_to_ones_own_last_choice() {
    let host = Host::new(catalogue()).await;
    let body = json!({"game": "jungle", "seats": ["me", "agent:1"]});
    let mut seated = Seated::open(&host, body).await;
    let start = seated.layers().await;
    for verb in ["undo", "ask-undo"] {
        seated.act(Some("j3j4")).await;
        // Until the program has answered.
        while seated.page("").await["seq"].as_u64() < Some(2) {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        while seated.page("seat=1").await["ask"].is_null() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        seated.try_to(json!({"do": verb})).await.ok();
        assert_eq!(seated.layers().await, start, "{verb}");
    }
    // What was kept of it leads to the same match again.
    let host = host.restart().await;
    let mut again = Seated {
        client: seated.client.at(host.address),
        ..seated
    };
    assert_eq!(again.layers().await, start);
    host.stop().await;
}

#[tokio::test]
async fn no_roll_is_taken_back_at_one_screen() {
    let host = Host::new(catalogue()).await;
    let body = json!({"game": "risk", "seats": ["me", "me"]});
    let mut seated = Seated::open(&host, body).await;
    // The countries are dealt by lot.
    seated.act(Some("deal")).await;
    let refused = seated.try_to(json!({"do": "undo", "seat": 1})).await;
    assert_eq!(refused.json()["refusals"][0]["code"], "undo-across-chance");
    // What was chosen since can be taken back, and then no more.
    let dealt = seated.layers().await;
    seated.act(None).await;
    seated.try_to(json!({"do": "undo", "seat": 1})).await.ok();
    assert_eq!(seated.layers().await, dealt);
    let refused = seated.try_to(json!({"do": "undo", "seat": 1})).await;
    assert_eq!(refused.json()["refusals"][0]["code"], "undo-across-chance");
    host.stop().await;
}

#[tokio::test]
async fn between_people_taking_back_is_asked_for_unless_they_chose_otherwise() {
    let host = Host::new(catalogue()).await;
    let mut first = Seated::open(&host, json!({"game": "jungle", "seats": ["me"]})).await;
    let second = Client::guest(host.address, "Second").await;
    let mut second = Seated {
        client: second,
        path: first.path.clone(),
        sent: 0,
    };
    second.try_to(json!({"do": "join"})).await.ok();
    let room = first.client.get(&first.path.clone()).await.ok();
    assert_eq!(room["undo"], "ask");
    let start = first.layers().await;
    first.act(Some("j3j4")).await;
    let alone = first.try_to(json!({"do": "undo"})).await;
    assert_eq!(alone.json()["refusals"][0]["code"], "undo-needs-consent");
    first.try_to(json!({"do": "ask-undo"})).await.ok();
    let decline = json!({"do": "consent", "agrees": false});
    second.try_to(decline).await.ok();
    assert!(second.page("").await["offers"]["undo"].is_null());
    assert_ne!(first.layers().await, start);
    first.try_to(json!({"do": "ask-undo"})).await.ok();
    second
        .try_to(json!({"do": "consent", "agrees": true}))
        .await
        .ok();
    assert_eq!(first.layers().await, start);
    host.stop().await;
}

#[tokio::test]
async fn whoever_answers_out_of_turn_is_told_whose_turn_it_is() {
    let host = Host::new(catalogue()).await;
    let mut first = Seated::open(&host, json!({"game": "jungle", "seats": ["me"]})).await;
    let client = Client::guest(host.address, "Second").await;
    let (path, sent) = (first.path.clone(), 0);
    let mut second = Seated { client, path, sent };
    second.try_to(json!({"do": "join"})).await.ok();
    let answer = second.try_to(json!({"ask": 1, "text": "j11j10"})).await;
    assert_eq!(answer.status, 409);
    let problem = answer.json();
    assert_eq!(problem["code"], "not-your-turn");
    assert_eq!(
        problem["title"],
        "it is not your turn: the match is waiting for Blue"
    );
    assert_eq!(problem["page"]["turn"]["seats"], json!([1]));
    // To a seat that is asked something else, the question is the matter.
    let stale = first.try_to(json!({"ask": 7, "text": "j3j4"})).await;
    assert_eq!(stale.json()["code"], "stale");
    host.stop().await;
}

#[tokio::test]
async fn the_games_own_format_can_be_downloaded_during_a_match_by_those_who_may() {
    let host = Host::new(catalogue()).await;
    let body = json!({"game": "guerre", "seats": ["me", "me"]});
    let mut seated = Seated::open(&host, body).await;
    seated.act(None).await;
    let own = format!("{}/record?format=own", seated.path);
    let save = seated.client.get(&own).await;
    assert_eq!(save.status, 200, "{}", save.text());
    // It can be loaded again, and nothing in it was hidden from those who watch.
    let import = json!({"text": save.text(), "game": "guerre"});
    let loaded = seated.client.post("/imports", import).await;
    assert!(loaded.status.is_success(), "{}", loaded.text());
    assert_eq!(Client::new(host.address).get(&own).await.status, 200);

    // Units that are placed in secret are not in anybody's hands before all are placed.
    let hidden = json!({"game": "guerre", "seats": ["me"], "options": {"setup": "hidden"}});
    let mut seated = Seated::open(&host, hidden).await;
    let client = Client::guest(host.address, "Second").await;
    let (path, sent) = (seated.path.clone(), 0);
    let mut second = Seated { client, path, sent };
    second.try_to(json!({"do": "join"})).await.ok();
    seated.act(None).await;
    let own = format!("{}/record?format=own", seated.path);
    assert_eq!(second.client.get(&own).await.status, 404);
    host.stop().await;
}
