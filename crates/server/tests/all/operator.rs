//! The operator's commands on a store whose server is down, by a clock that the test moves on.

use std::sync::Arc;

use serde_json::json;
use vauban_server::{
    Registry, Time,
    operator::{OperatorAnswer, OperatorCommand, carry_out_alone},
};
use vauban_store::{SqliteStore, Store};

use crate::{
    client::Client,
    host::{Host, TOYS},
};

#[tokio::test(flavor = "multi_thread")]
async fn closing_while_the_server_is_down_costs_nobody_any_time() {
    let time = Time::by_hand(1_790_000_000_000);
    let host = Host::timed(TOYS, &time).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let tempo = json!({"kind": "increment", "stock": 60, "increment": 0});
    let body = json!({"game": "breakthrough", "seats": ["me", "me"], "tempo": tempo});
    let room = guest.post("/matches", body).await.ok();
    let id = room["id"].as_str().expect("an id").to_owned();
    time.advance(20_000);
    let (shelf, folder) = host.stop().await;
    // Long after everybody's time would have run out.
    time.advance(3_600_000);
    let store = SqliteStore::open(folder.path().join("vauban.db")).expect("a store");
    let store: Arc<dyn Store> = Arc::new(store);
    let registry = Registry::with_time(shelf, Arc::clone(&store), time.clone());
    let close = OperatorCommand::CloseMatch { id: id.clone() };
    let closed = carry_out_alone(&registry, close).await;
    assert_eq!(closed, Ok(OperatorAnswer::Closed { id: id.clone() }));
    store.close().await.expect("closed");
    drop(registry);
    time.advance(3_600_000);
    let host = Host::start(shelf, folder, time).await;
    let mut guest = guest.at(host.address);
    let page = guest.get(&format!("/matches/{id}/page")).await.ok();
    assert_eq!(page["result"]["reason"], "closed");
    assert_eq!(page["clocks"]["left"], json!([40_000, 60_000]));
    host.stop().await;
}
