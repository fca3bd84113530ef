//! While somebody's command is on its way to the disk, everybody else's reads and questions are answered, with
//! what was committed before.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use tokio::sync::Semaphore;
use vauban_store::*;

use crate::{
    client::{Client, answers},
    host::{Host, catalogue},
};

/// A store whose commits can be held back.
#[derive(Debug)]
struct Slow {
    store: MemoryStore,
    /// Each commit takes one of these.
    permits: Semaphore,
    /// Commits that have come so far.
    came: AtomicUsize,
}

impl Log for Slow {
    delegate!(store: create find list due summarise recall since usage delete deletion finished archive);

    fn append(&self, append: Append) -> Pending<'_, Appended, Refused> {
        Box::pin(async move {
            self.came.fetch_add(1, Ordering::SeqCst);
            let permit = self.permits.acquire().await.expect("it is never closed");
            permit.forget();
            self.store.append(append).await
        })
    }
}

impl People for Slow {
    delegate!(store: add_player player rename_player add_session players ban_player unban_player);
}

impl Tokens for Slow {
    delegate!(store: issue find_token tokens touch exchange revoke_session revoke_player ban_of);
}

delegate_nodes!(Slow: store);

impl Upkeep for Slow {
    delegate!(store: beat wake outages verify store_id schema_version close);

    fn counts(&self) -> Counts {
        self.store.counts()
    }
    fn health(&self) -> Result<(), StoreError> {
        self.store.health()
    }
}

/// Everything that can be asked about a match without changing it, each answer as text.
async fn all_answers(client: &mut Client, path: &str, legal: &str) -> Vec<(String, Value)> {
    let questions = [
        "",
        "/page",
        "/page?step=0",
        "/events",
        "/legal",
        "/lens",
        "/spots",
        "/course",
        "/record",
    ];
    let mut told = Vec::new();
    for question in questions {
        let answer = client.get(&format!("{path}{question}")).await;
        assert!(answer.status.is_success(), "{question}: {}", answer.text());
        told.push((question.to_owned(), json!(answer.text())));
    }
    let plan = json!({"actions": [legal]});
    let answer = client.post(&format!("{path}/plan"), plan).await;
    let answer = json!([answer.status.as_u16(), answer.text()]);
    told.push(("/plan".into(), answer));
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_and_questions_do_not_wait_for_anothers_commit() {
    let store = Arc::new(Slow {
        store: MemoryStore::new(),
        permits: Semaphore::new(1_000),
        came: AtomicUsize::new(0),
    });
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let shared = Arc::clone(&store) as Arc<dyn Store>;
    let host = Host::on(catalogue(), folder, shared).await;
    let mut first = Client::guest(host.address, "First").await;
    let mut second = Client::guest(host.address, "Second").await;
    for game in catalogue().games() {
        let game = game.card().name;
        let body = json!({"game": game, "seats": ["me"]});
        let room = first.post("/matches", body).await.ok();
        let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
        let commands = format!("{path}/commands");
        for seat in 1..room["seats"].as_array().map_or(0, Vec::len) {
            let join = json!({"command_id": format!("join-{seat}"), "do": "join"});
            second.post(&commands, join).await.ok();
        }
        // Whoever is on turn acts; the other one asks meanwhile.
        let mut page = first.get(&format!("{path}/page")).await.ok();
        if page["ask"].is_null() {
            std::mem::swap(&mut first, &mut second);
            page = first.get(&format!("{path}/page")).await.ok();
        }
        let legal = answers(&page)[0].clone();
        let before = all_answers(&mut second, &path, &legal).await;
        let own = all_answers(&mut first, &path, &legal).await;

        store.permits.forget_permits(usize::MAX >> 4);
        let came = store.came.load(Ordering::SeqCst);
        let mut sender = first.at(host.address);
        let act = json!({"command_id": "a", "ask": page["ask"]["id"], "text": legal});
        let to = commands.clone();
        let sent = tokio::spawn(async move { sender.post(&to, act).await });
        while store.came.load(Ordering::SeqCst) == came {
            tokio::task::yield_now().await;
        }
        // Nothing of it is seen, and nobody waits: neither those who ask, nor who sent it, nor who comes.
        assert_eq!(all_answers(&mut second, &path, &legal).await, before);
        assert_eq!(all_answers(&mut first, &path, &legal).await, own);
        let id = path.strip_prefix("/matches/").expect("a path");
        let mut live = Client::new(host.address).live(id, "").await;
        live.page().await;
        assert!(!sent.is_finished());

        store.permits.add_permits(1_000);
        let acknowledged = sent.await.expect("no panic").ok();
        assert!(
            acknowledged["seq"].as_u64() > page["seq"].as_u64(),
            "{game}"
        );
        let after = first.get(&format!("{path}/page")).await.ok();
        assert_eq!(after["seq"], acknowledged["seq"], "{game}");
    }
    host.stop().await;
}
