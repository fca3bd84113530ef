//! Several nodes on one store: whatever one of them acknowledged all of them show, what must happen once does, and
//! planted faults are caught.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::future::join;
use serde_json::{Value, json};
use tokio::sync::watch;
use vauban_server::{
    Registry,
    operator::{OperatorCommand, carry_out},
};
use vauban_store::{
    Nodes as _,
    conformance::{Fault, Planted},
    *,
};

use crate::{
    client::{Client, answers},
    host::{Host, catalogue, options},
    orders::{asked, attack, battle, ended, seq, stand, you},
    worlds::{Beginning, LONGEST, has_secrets, listen::differences_on, pair, variants},
};

/// One store, and several servers on it.
struct Nodes {
    store: MemoryStore,
    hosts: Vec<(Host, Arc<Registry>)>,
}

impl Nodes {
    async fn start(number: usize, fault: Option<Fault>) -> Nodes {
        let store = MemoryStore::for_nodes();
        let mut hosts = Vec::new();
        for _ in 0..number {
            let handle: Arc<dyn Store> = Arc::new(store.reopen());
            hosts.push(match fault {
                None => host(handle).await,
                Some(fault) => host(Arc::new(Planted::new(handle, fault))).await,
            });
        }
        Nodes { store, hosts }
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        let hosts = self.hosts.iter();
        hosts.map(|(host, _)| host.address).collect()
    }

    async fn stop(self) {
        let stopping = self.hosts.into_iter().map(|(host, _)| host.stop());
        futures_util::future::join_all(stopping).await;
    }
}

async fn host(store: Arc<dyn Store>) -> (Host, Arc<Registry>) {
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let registry = Registry::new(catalogue(), store);
    let host = Host::with(Arc::clone(&registry), options(), folder).await;
    // It answers when it has joined.
    Client::new(host.address).get("/games").await.ok();
    (host, registry)
}

/// Two people play at all nodes in turn, and speak at the same time; what is not as it must be.
async fn roam(nodes: &[SocketAddr], moves: usize) -> Result<(), String> {
    let mut people = [
        Client::guest(nodes[0], "Ann").await,
        Client::guest(nodes[1], "Bob").await,
    ];
    let body = json!({"game": "jungle", "seats": ["me"]});
    let id = people[0].post("/matches", body).await.ok()["id"].clone();
    let path = format!("/matches/{}", id.as_str().expect("an id"));
    let commands = format!("{path}/commands");
    let join_match = json!({"command_id": "join", "do": "join"});
    people[1].post(&commands, join_match).await.ok();
    let mut dice = fastrand::Rng::with_seed(7);
    let wrong = |what: &str, answer: &vauban_driver::Answer| {
        format!("{what}: {} {}", answer.status, answer.text())
    };
    for number in 0..moves {
        let at = |by: usize| nodes[(number + by) % nodes.len()];
        let (seat, other) = (number % 2, (number + 1) % 2);
        // 1. Any node shows all that was acknowledged by any.
        let mut asked = people[seat].at(at(0));
        let answer = asked.get(&format!("{path}/page")).await;
        if !answer.status.is_success() {
            return Err(wrong("the page", &answer));
        }
        let page = answer.json();
        let texts = answers(&page);
        if texts.is_empty() {
            return Err(format!(
                "move {number}: seat {seat} is asked nothing: {page}"
            ));
        }
        // 2. One acts and the other speaks, at different nodes.
        let text = &texts[dice.usize(..texts.len())];
        let action =
            json!({"command_id": format!("c{number}"), "ask": page["ask"]["id"], "text": text});
        let line = json!({"command_id": format!("s{number}"), "do": "say", "text": "hm"});
        let (mut acts, mut speaks) = (people[seat].at(at(1)), people[other].at(at(2)));
        let (acted, spoke) = join(acts.post(&commands, action), speaks.post(&commands, line)).await;
        for (what, answer) in [("an action", &acted), ("a remark", &spoke)] {
            if !answer.status.is_success() {
                return Err(wrong(what, answer));
            }
        }
        // 3. And so does the next.
        let seq = acted.json()["seq"].as_u64();
        let shown = people[seat].at(at(2)).get(&format!("{path}/page")).await;
        if !shown.status.is_success() || shown.json()["seq"].as_u64() < seq {
            return Err(wrong(&format!("after {seq:?} was acknowledged"), &shown));
        }
    }
    let mut told = Vec::new();
    for &node in nodes {
        let events = people[0]
            .at(node)
            .get(&format!("{path}/events?most=1000"))
            .await;
        told.push(events.text());
    }
    let same = told.iter().all(|events| *events == told[0]);
    let events: Value = serde_json::from_str(&told[0]).map_err(|error| error.to_string())?;
    let entries = events["events"].as_array().into_iter().flatten();
    let actions = entries.filter(|entry| !entry["action"].is_null()).count();
    match same && actions == moves {
        true => Ok(()),
        false => Err(format!("{actions} of {moves} actions: {told:?}")),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_node_acknowledged_every_node_shows() {
    let nodes = Nodes::start(3, None).await;
    assert_eq!(roam(&nodes.addresses(), 60).await, Ok(()));
    let late: u64 = {
        let mut late = 0;
        for (host, _) in &nodes.hosts {
            late += host.counted("writes_late_total").await;
        }
        late
    };
    println!("{late} writes were late");
    let report = nodes.store.verify().await.expect("a report");
    assert!(report.is_sound(), "{report}");
    nodes.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_version_check_is_caught() {
    let nodes = Nodes::start(3, Some(Fault::NoVersionCheck)).await;
    let wrong = roam(&nodes.addresses(), 400)
        .await
        .expect_err("it is caught");
    println!("{wrong}");
    nodes.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_taken_for_truth_are_caught() {
    let nodes = Nodes::start(3, Some(Fault::HintsBelieved)).await;
    let wrong = roam(&nodes.addresses(), 400)
        .await
        .expect_err("it is caught");
    println!("{wrong}");
    nodes.stop().await;
}

/// A store of one node that can be stopped as if the node were.
#[derive(Debug)]
struct Gate {
    store: Arc<dyn Store>,
    /// What shuts once the node has taken the duty to think.
    shuts: Shuts,
    is_shut: watch::Sender<bool>,
    /// How many duties to think it has taken.
    taken: watch::Sender<usize>,
    /// What became of what it wrote by a duty.
    written: Mutex<Vec<Result<(), Refused>>>,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Shuts {
    /// It is as good as dead.
    Everything,
    Appends,
}

impl Gate {
    fn new(store: Arc<dyn Store>, shuts: Shuts) -> Arc<Gate> {
        Arc::new(Gate {
            store,
            shuts,
            is_shut: watch::Sender::new(false),
            taken: watch::Sender::new(0),
            written: Mutex::default(),
        })
    }

    async fn open(&self) {
        let _ = self.is_shut.subscribe().wait_for(|is_shut| !is_shut).await;
    }

    fn written(&self) -> Vec<Result<(), Refused>> {
        self.written
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    async fn until_written(&self) -> Result<(), Refused> {
        loop {
            if let Some(first) = self.written().into_iter().next() {
                return first;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Log for Gate {
    delegate!(store: create find list due summarise recall since usage delete deletion finished archive);

    fn append(&self, append: Append) -> Pending<'_, Appended, Refused> {
        Box::pin(async move {
            self.open().await;
            let is_duty = append.lease.is_some();
            let appended = self.store.append(append).await;
            if is_duty {
                let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
                written.push(appended.clone().map(drop));
            }
            appended
        })
    }
}

impl People for Gate {
    delegate!(store: add_player player rename_player add_session players ban_player unban_player);
}

impl Tokens for Gate {
    delegate!(store: issue find_token tokens touch exchange revoke_session revoke_player ban_of);
}

impl Upkeep for Gate {
    delegate!(store: beat wake outages verify counts health store_id schema_version close);
}

impl vauban_store::Nodes for Gate {
    delegate!(store: is_shared nodes join leave heads open_sessions note_presence presence);

    fn pulse(
        &self,
        node: NodeId,
        now: Millis,
        until: Millis,
        duties: Vec<Duty>,
    ) -> Pending<'_, Pulse> {
        Box::pin(async move {
            if self.shuts == Shuts::Everything {
                self.open().await;
            }
            self.store.pulse(node, now, until, duties).await
        })
    }
}

impl Leases for Gate {
    delegate!(store: end abandoned);

    fn take(
        &self,
        duty: Duty,
        holder: NodeId,
        now: Millis,
        until: Millis,
    ) -> Pending<'_, Option<Lease>> {
        Box::pin(async move {
            let is_thinking = matches!(duty, Duty::Agents(_));
            let lease = self.store.take(duty, holder, now, until).await?;
            if is_thinking && lease.is_some() && self.written().is_empty() {
                self.is_shut.send_replace(true);
                self.taken.send_modify(|taken| *taken += 1);
            }
            Ok(lease)
        })
    }
}

impl Hints for Gate {
    delegate!(store: hint hinted);
}

/// A node stops while a program thinks there; another takes over; then the first wakes up and answers. What becomes
/// of that answer, and how many answers there are in the end.
async fn late_answer(fault: Option<Fault>) -> (Result<(), Refused>, usize) {
    let store = MemoryStore::for_nodes();
    let first: Arc<dyn Store> = Arc::new(store.reopen());
    let first = match fault {
        None => first,
        Some(fault) => Arc::new(Planted::new(first, fault)),
    };
    let first = Gate::new(first, Shuts::Everything);
    let second = Gate::new(Arc::new(store.reopen()), Shuts::Appends);
    let hosts = [
        host(Arc::clone(&first) as Arc<dyn Store>).await,
        host(Arc::clone(&second) as Arc<dyn Store>).await,
    ];
    let [here, there] = [hosts[0].0.address, hosts[1].0.address];
    let mut guest = Client::guest(here, "Guest").await;
    let body = json!({"game": "jungle", "seats": ["me", "agent:1"]});
    let id = guest.post("/matches", body).await.ok()["id"].clone();
    let path = format!("/matches/{}", id.as_str().expect("an id"));
    let action = json!({"command_id": "a", "ask": 1, "text": "j3j4"});
    guest.post(&format!("{path}/commands"), action).await.ok();
    let taken = async |gate: &Gate| {
        let mut taken = gate.taken.subscribe();
        let taken = taken.wait_for(|taken| *taken > 0);
        let taken = tokio::time::timeout(Duration::from_secs(60), taken).await;
        taken.expect("in time").expect("it is taken");
    };
    taken(&first).await;
    // Nobody asks: the second node finds by itself what was left undone.
    taken(&second).await;
    first.is_shut.send_replace(false);
    let late = first.until_written().await;
    second.is_shut.send_replace(false);
    let mut guest = guest.at(there);
    let told = loop {
        let told = guest.get(&format!("{path}/events")).await.ok();
        let events = told["events"].as_array().cloned().unwrap_or_default();
        let actions = events.iter().filter(|entry| !entry["action"].is_null());
        match actions.count() {
            1 => tokio::time::sleep(Duration::from_millis(20)).await,
            actions => break actions,
        }
    };
    if late == Err(Refused::TakenOver) {
        assert_eq!(hosts[0].0.counted("writes_taken_over_total").await, 1);
    }
    let stopping = hosts.into_iter().map(|(host, _)| host.stop());
    futures_util::future::join_all(stopping).await;
    (late, told)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_woken_nodes_late_answer_is_refused_and_the_other_nodes_counts() {
    assert_eq!(late_answer(None).await, (Err(Refused::TakenOver), 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_without_fencing_is_caught() {
    let (late, _) = late_answer(Some(Fault::NoFence)).await;
    assert_ne!(late, Err(Refused::TakenOver), "the fault is there");
    assert_eq!(late, Ok(()), "so the test above would fail");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_thrown_out_at_one_node_is_thrown_out_at_all() {
    let nodes = Nodes::start(2, None).await;
    let [here, there] = nodes.addresses()[..] else {
        panic!("there are two")
    };
    let mut ann = Client::guest(here, "Ann").await;
    let mut bob = Client::guest(there, "Bob").await;
    let body = json!({"game": "jungle", "seats": ["me"]});
    let id = ann.post("/matches", body).await.ok()["id"].clone();
    let id = id.as_str().expect("an id");
    let mut live = [ann.at(there).live(id, "").await, bob.live(id, "").await];
    for live in &mut live {
        live.page().await;
    }
    // 1. She signs out here; her socket there is closed, his stays.
    assert!(
        ann.send("DELETE", "/me", None)
            .await
            .expect("an answer")
            .status
            .is_success()
    );
    assert_eq!(live[0].next().await, None);
    assert_eq!(live[1].soon(Duration::from_millis(100)).await, None);
    let command = json!({"command_id": "s", "do": "say", "text": "still here"});
    bob.post(&format!("/matches/{id}/commands"), command)
        .await
        .ok();
    assert!(
        live[1]
            .next()
            .await
            .expect("a frame")
            .contains("still here")
    );
    // 2. The operator bans him here.
    let id = bob.get("/me").await.ok()["id"].clone();
    let ban = OperatorCommand::BanAccount {
        id: id.as_str().expect("an id").to_owned(),
    };
    carry_out(&nodes.hosts[0].1, ban).await.expect("he exists");
    assert_eq!(live[1].next().await, None);
    assert_eq!(bob.get("/me").await.status, 403);
    nodes.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_stopped_at_whatever_node_its_player_is() {
    let nodes = Nodes::start(2, None).await;
    let there = nodes.addresses()[1];
    let stops = [
        json!({"command_id": "x", "do": "stop"}),
        json!({"command_id": "x", "do": "stand", "answer": "most"}),
    ];
    for stop in stops {
        let (path, [mut first, mut second]) = battle(&nodes.hosts[0].0, None).await;
        let commands = format!("{path}/commands");
        stand(&mut second, &path, "s", json!("most")).await.ok();
        first.post(&commands, attack("o", 1, 0)).await.ok();
        // To speak is no other command.
        let mut elsewhere = first.at(there);
        let say = json!({"command_id": "t", "do": "say", "text": "On!"});
        elsewhere.post(&commands, say).await.ok();
        assert!(you(&mut first, &path).await["order"]["stopped"].is_null());
        elsewhere.post(&commands, stop).await.ok();
        asked(&mut elsewhere, &path, true).await;
        let still = seq(&mut elsewhere, &path).await;
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert_eq!(
            seq(&mut elsewhere, &path).await,
            still,
            "nothing happens after it"
        );
        let order = ended(&mut first, &path).await;
        assert_eq!(order["stopped"]["code"], "interrupted", "{order}");
    }
    let orders = nodes
        .store
        .abandoned(Millis::MAX >> 2, 100)
        .await
        .expect("it is there");
    assert_eq!(orders, [Duty::Clocks], "nothing is left of them");
    nodes.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_told_of_an_order_whose_node_has_gone() {
    let nodes = Nodes::start(2, None).await;
    let there = nodes.addresses()[1];
    let (path, [mut first, _second]) = battle(&nodes.hosts[0].0, None).await;
    let id = path.trim_start_matches("/matches/");
    // 1. An order of one round, as it would be if its node had died then.
    first
        .post(&format!("{path}/commands"), attack("o", 1, 30))
        .await
        .ok();
    ended(&mut first, &path).await;
    let me = first.get("/me").await.ok()["id"].clone();
    let player = PlayerId::new(me.as_str().expect("an id")).expect("an id");
    let tokens = nodes
        .store
        .tokens(player.clone())
        .await
        .expect("it is there");
    let order = Duty::Order {
        id: MatchId::new(id).expect("an id"),
        player,
        session: tokens[0].token.session.clone(),
        command: CommandId::new("o").expect("an id"),
    };
    let now = std::time::UNIX_EPOCH
        .elapsed()
        .expect("it is later")
        .as_millis();
    let now = Millis::try_from(now).expect("not in this era");
    let dead = NodeId::new("dead").expect("an id");
    let taken = nodes
        .store
        .take(order, dead, now - 2_000, now - 1_000)
        .await;
    assert!(taken.expect("it is there").is_some());
    // 2. Whoever comes to another node is told.
    let mut elsewhere = first.at(there);
    let _live = elsewhere.live(id, "").await;
    let order = ended(&mut elsewhere, &path).await;
    assert_eq!(
        (
            &order["command_id"],
            &order["rounds"],
            &order["stopped"]["code"]
        ),
        (&json!("o"), &json!(1), &json!("interrupted"))
    );
    nodes.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_see_what_the_operator_does_at_another_node() {
    let nodes = Nodes::start(2, None).await;
    let [here, there] = nodes.addresses()[..] else {
        panic!("there are two")
    };
    let mut ann = Client::guest(here, "Ann").await;
    let body = json!({"game": "jungle", "seats": ["me"]});
    let mut ids = Vec::new();
    for _ in 0..2 {
        let id = ann.post("/matches", body.clone()).await.ok()["id"].clone();
        ids.push(id.as_str().expect("an id").to_owned());
    }
    let mut live = [
        ann.at(there).live(&ids[0], "").await,
        ann.at(there).live(&ids[1], "").await,
    ];
    for live in &mut live {
        live.page().await;
    }
    let registry = &nodes.hosts[0].1;
    let close = OperatorCommand::CloseMatch { id: ids[0].clone() };
    carry_out(registry, close).await.expect("it is there");
    assert_eq!(live[0].page().await["page"]["result"]["reason"], "closed");
    let delete = OperatorCommand::DeleteMatch { id: ids[1].clone() };
    carry_out(registry, delete).await.expect("it is there");
    assert_eq!(live[1].next().await, None);
    let gone = ann.at(there).get(&format!("/matches/{}", ids[1])).await;
    assert_eq!(gone.status, 404);
    nodes.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rolling_restart_is_no_outage_and_moves_everybody() {
    let mut nodes = Nodes::start(2, None).await;
    let mut ann = Client::guest(nodes.addresses()[0], "Ann").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let id = ann.post("/matches", body).await.ok()["id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    for round in 0..2 {
        let (old, _) = nodes.hosts.remove(0);
        let mut live = ann.at(old.address).live(&id, "").await;
        let before = live.page().await["seq"].clone();
        let stopping = tokio::spawn(old.stop());
        assert_eq!(live.next().await, None, "round {round}: it is sent away");
        let moved = ann.at(nodes.addresses()[0]);
        let mut live = moved.live(&id, "").await;
        assert_eq!(live.page().await["seq"], before);
        stopping.await.expect("a good end");
        nodes.hosts.push(host(Arc::new(nodes.store.reopen())).await);
        let mut ann = ann.at(nodes.addresses()[1]);
        let page = ann.get(&format!("/matches/{id}/page")).await.ok();
        let text = answers(&page).into_iter().next().expect("an action");
        let action =
            json!({"command_id": format!("c{round}"), "ask": page["ask"]["id"], "text": text});
        ann.post(&format!("/matches/{id}/commands"), action)
            .await
            .ok();
    }
    assert_eq!(nodes.store.nodes().await.expect("leases").len(), 2);
    assert_eq!(nodes.store.outages().await, Ok(Vec::new()));
    // When all have gone, whoever comes then was waited for.
    let store = nodes.store.reopen();
    nodes.stop().await;
    assert_eq!(store.nodes().await, Ok(Vec::new()));
    let (again, _) = host(Arc::new(store.reopen())).await;
    assert_eq!(store.outages().await.expect("a list").len(), 1);
    again.stop().await;
}

/// A game with secrets on three nodes: what one may not know does not come by another way.
#[tokio::test(flavor = "multi_thread")]
async fn three_nodes_tell_nothing_that_is_hidden() {
    let mut compared = 0;
    for shelf in [crate::host::TOYS, catalogue()] {
        let mut seen = std::collections::BTreeSet::new();
        for (game, settings) in variants(shelf) {
            if !has_secrets(game, &settings) || !seen.insert(game.card().name) {
                continue;
            }
            let found = (0..40).find_map(|seed| pair(game, &settings, seed, LONGEST / 3));
            let Some(pair) = found else {
                seen.remove(game.card().name);
                continue;
            };
            let differences = differences_on(3, game, &pair, Beginning::Start, None, None).await;
            let differences = differences.unwrap_or_default();
            assert!(
                differences.is_empty(),
                "{}, as {:?} sees it:\n{}",
                game.card().name,
                pair.viewer,
                differences[0]
            );
            compared += 1;
        }
    }
    assert!(compared > 1, "{compared}");
}
