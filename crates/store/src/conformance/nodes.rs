//! Several nodes on one store: duties, joining, what they learn of each other.

use std::{collections::BTreeSet, time::Duration};

use super::{
    Home,
    samples::{
        append, command_id, match_id, new_match, open, open_with_match, player_id, session,
        session_id, token,
    },
};
use crate::{Duty, Hint, Joining, Lease, Millis, NodeId, Outage, Refused, Sighting};

fn node(name: &str) -> NodeId {
    NodeId::new(name).expect("a sample is a valid id")
}

fn joining(name: &str, at: Millis, dead: Vec<Lease>) -> Joining {
    Joining {
        node: node(name),
        at,
        until: at + 40,
        dead,
    }
}

pub(super) async fn a_duty_has_one_holder_at_a_time(home: &dyn Home) {
    let store = open(home).await;
    let take = |name: &str, now| store.take(Duty::Clocks, node(name), now, now + 100);
    let first = take("one", 10).await.unwrap().expect("nobody has it");
    assert_eq!((&first.duty, first.until), (&Duty::Clocks, 110));
    assert_eq!(take("two", 50).await, Ok(None));
    // Whoever has it keeps its number, and has it for longer.
    let same = take("one", 60).await.unwrap().expect("it is its own");
    assert_eq!((same.fence, same.until), (first.fence, 160));
    assert_eq!(take("two", 160).await, Ok(None));
    let second = take("two", 161).await.unwrap().expect("it has ended");
    assert!(second.fence > first.fence);
    assert_eq!(take("one", 170).await, Ok(None));
    // What another has cannot be ended; one's own can, and the next number is new all the same.
    store.end(first.clone()).await.unwrap();
    assert_eq!(take("one", 170).await, Ok(None));
    store.end(second.clone()).await.unwrap();
    let third = take("one", 170).await.unwrap().expect("nobody has it");
    assert!(third.fence > second.fence);
    let other = Duty::Agents(match_id("m"));
    let other = store.take(other, node("two"), 170, 180).await.unwrap();
    assert!(other.is_some_and(|other| other.fence > third.fence));
}

pub(super) async fn whoever_has_lost_a_duty_writes_nothing_by_it(home: &dyn Home) {
    let store = open_with_match(home).await;
    let duty = Duty::Agents(match_id("m"));
    let by = |lease: &Lease, seq, command: &str| {
        let mut append = append("m", seq, command);
        append.lease = Some(lease.clone());
        store.append(append)
    };
    let old = store.take(duty.clone(), node("one"), 10, 20).await.unwrap();
    let old = old.expect("nobody has it");
    by(&old, 0, "first").await.unwrap();
    let new = store.take(duty.clone(), node("two"), 21, 40).await.unwrap();
    let new = new.expect("it has ended");
    // 1. Neither at the right place nor at a wrong one, and it leaves nothing.
    for seq in [0, 1] {
        assert_eq!(by(&old, seq, "late").await, Err(Refused::TakenOver));
    }
    assert_eq!(
        store.heads(vec![match_id("m")]).await,
        Ok(vec![(match_id("m"), 1)])
    );
    let late = store.recall(match_id("m"), session_id("s"), command_id("late"));
    assert_eq!(late.await, Ok(None));
    // 2. What was answered is answered again.
    let again = by(&old, 1, "first").await;
    assert!(matches!(again, Err(Refused::Repeated { .. })), "{again:?}");
    // 3. The new holder writes, until it is done.
    by(&new, 1, "second").await.unwrap();
    store.end(new.clone()).await.unwrap();
    assert_eq!(by(&new, 2, "third").await, Err(Refused::TakenOver));
    // 4. Without a duty the number of the last event is enough.
    store.append(append("m", 2, "third")).await.unwrap();
}

pub(super) async fn an_order_ends_with_whatever_else_its_player_does(home: &dyn Home) {
    let store = open_with_match(home).await;
    let order = |by: &str, command: &str| Duty::Order {
        id: match_id("m"),
        player: player_id(by),
        session: session_id("s"),
        command: command_id(command),
    };
    let take = async |duty: Duty, holder: &str| {
        let taken = store.take(duty, node(holder), 10, 20).await.unwrap();
        taken.expect("nobody has it")
    };
    let by = async |seq, command: &str, lease: Option<&Lease>, ends: Option<&str>| {
        let mut append = append("m", seq, command);
        append.lease = lease.cloned();
        append.ends_orders_of = ends.map(player_id);
        store.append(append).await.map(drop)
    };
    // 1. Rounds go on, whatever others do.
    let first = take(order("ann", "o"), "one").await;
    by(0, "o", Some(&first), Some("ann")).await.unwrap();
    by(1, "o~2", Some(&first), None).await.unwrap();
    by(2, "x", None, Some("an")).await.unwrap();
    by(3, "o~3", Some(&first), None).await.unwrap();
    // 2. What is refused ends nothing.
    let late = by(3, "y", None, Some("ann")).await;
    assert_eq!(late, Err(Refused::Conflict { current_seq: 4 }));
    by(4, "o~4", Some(&first), None).await.unwrap();
    // 3. Whatever else the player does, on whatever node, ends it; another order begins.
    by(5, "stop", None, Some("ann")).await.unwrap();
    assert_eq!(
        by(6, "o~5", Some(&first), None).await,
        Err(Refused::TakenOver)
    );
    let second = take(order("ann", "p"), "two").await;
    by(6, "p", Some(&second), Some("ann")).await.unwrap();
    // 4. Once its lease has ended nobody goes on with it, and then everybody learns so, for a while.
    let pulse = async |now| {
        let pulse = store.pulse(node("one"), now, now + 10, Vec::new());
        pulse.await.unwrap();
        store.abandoned(now, 10).await.unwrap()
    };
    assert_eq!(pulse(20).await, Vec::new());
    assert_eq!(store.abandoned(21, 10).await, Ok(Vec::new()));
    assert_eq!(pulse(21).await, vec![order("ann", "p")]);
    assert_eq!(
        by(7, "p~2", Some(&second), None).await,
        Err(Refused::TakenOver)
    );
    assert_eq!(pulse(60_020).await, vec![order("ann", "p")]);
    assert_eq!(pulse(60_021).await, Vec::new());
}

pub(super) async fn what_was_left_undone_is_found(home: &dyn Home) {
    let store = open(home).await;
    let agents = |name: &str| Duty::Agents(match_id(name));
    store.join(joining("one", 5, Vec::new())).await.unwrap();
    for (duty, holder, until) in [
        (agents("a"), "one", 20),
        (agents("b"), "two", 60),
        (agents("c"), "one", 60),
        (Duty::Clocks, "one", 60),
    ] {
        let taken = store.take(duty, node(holder), 10, until).await.unwrap();
        assert!(taken.is_some());
    }
    let abandoned = async |now| store.abandoned(now, 10).await.unwrap();
    assert_eq!(abandoned(20).await, Vec::new());
    assert_eq!(abandoned(21).await, vec![agents("a")]);
    assert_eq!(store.abandoned(100, 1).await.unwrap().len(), 1);
    // A pulse renews what it names, if the node has it.
    let named = vec![agents("a"), agents("b"), Duty::Clocks];
    store.pulse(node("one"), 30, 90, named).await.unwrap();
    assert_eq!(abandoned(61).await, vec![agents("b"), agents("c")]);
    // Whoever leaves gives everything back.
    store.leave(node("one")).await.unwrap();
    let mut left = abandoned(31).await;
    left.sort();
    assert_eq!(left, vec![Duty::Clocks, agents("a"), agents("c")]);
    for name in ["a", "c"] {
        let taken = store.take(agents(name), node("two"), 31, 40).await.unwrap();
        store.end(taken.expect("nobody has it")).await.unwrap();
    }
    assert_eq!(abandoned(31).await, vec![Duty::Clocks]);
}

pub(super) async fn only_the_first_node_notes_an_outage(home: &dyn Home) {
    let store = open(home).await;
    let outages = async || store.outages().await.unwrap();
    let first = store.join(joining("one", 100, Vec::new())).await.unwrap();
    assert_eq!((first.alone, first.last_beat), (true, None));
    store.beat(150).await.unwrap();
    let second = store.join(joining("two", 160, Vec::new())).await.unwrap();
    assert_eq!((second.alone, second.last_beat), (false, Some(150)));
    assert!(second.lease.fence > first.lease.fence);
    assert_eq!(outages().await, Vec::new());
    // Both leave; whoever comes then is alone.
    store.leave(node("one")).await.unwrap();
    store.leave(node("two")).await.unwrap();
    assert_eq!(store.nodes().await, Ok(Vec::new()));
    let third = store.join(joining("three", 500, Vec::new())).await.unwrap();
    assert_eq!((third.alone, third.last_beat), (true, Some(150)));
    let since_150 = Outage {
        since: 150,
        until: 500,
    };
    assert_eq!(outages().await, vec![since_150]);
    // It crashes. Whoever takes it for dead is alone, unless it lives after all.
    let dead = store.nodes().await.unwrap();
    assert_eq!(dead, vec![third.lease.clone()]);
    store
        .pulse(node("three"), 510, 600, Vec::new())
        .await
        .unwrap();
    let wrong = store.join(joining("four", 700, dead)).await.unwrap();
    assert!(!wrong.alone, "its lease was renewed");
    store.leave(node("four")).await.unwrap();
    let dead = store.nodes().await.unwrap();
    let right = store.join(joining("five", 800, dead)).await.unwrap();
    assert_eq!((right.alone, right.last_beat), (true, Some(500)));
    assert_eq!(outages().await.len(), 2);
    // The dead one learns it, whatever it wants to write by its old lease.
    let pulse = store
        .pulse(node("three"), 810, 900, Vec::new())
        .await
        .unwrap();
    assert!(!pulse.is_node);
    assert_eq!((pulse.nodes, pulse.latest), (1, 840));
    store.create(new_match("m")).await.unwrap();
    let mut late = append("m", 0, "late");
    late.lease = Some(third.lease);
    assert_eq!(store.append(late.clone()).await, Err(Refused::TakenOver));
    late.lease = Some(right.lease);
    store.append(late).await.unwrap();
}

pub(super) async fn of_nodes_that_join_at_once_one_is_first(home: &dyn Home) {
    let store = open(home).await;
    store.beat(50).await.unwrap();
    let joining = (0..6).map(|number| {
        let store = std::sync::Arc::clone(&store);
        let joining = joining(&format!("n{number}"), 100 + number, Vec::new());
        tokio::spawn(async move { store.join(joining).await })
    });
    let joining: Vec<_> = joining.collect();
    let (mut alone, mut fences) = (0, BTreeSet::new());
    for joined in joining {
        let joined = joined.await.unwrap().unwrap();
        alone += u32::from(joined.alone);
        fences.insert(joined.lease.fence);
    }
    assert_eq!((alone, fences.len()), (1, 6));
    assert_eq!(store.outages().await.unwrap().len(), 1);
    assert_eq!(store.nodes().await.unwrap().len(), 6);
}

pub(super) async fn ends_of_matches_are_read_at_once(home: &dyn Home) {
    let store = open_with_match(home).await;
    store.create(new_match("n")).await.unwrap();
    store.append(append("m", 0, "c")).await.unwrap();
    let ids = ["n", "none", "m"].map(match_id).to_vec();
    let mut heads = store.heads(ids).await.unwrap();
    heads.sort();
    assert_eq!(heads, vec![(match_id("m"), 1), (match_id("n"), 0)]);
    assert_eq!(store.heads(Vec::new()).await, Ok(Vec::new()));
}

pub(super) async fn ended_sessions_are_told_apart_and_counted(home: &dyn Home) {
    let store = open(home).await;
    store.join(joining("one", 5, Vec::new())).await.unwrap();
    for (number, (name, player)) in [("s", "ada"), ("t", "ada"), ("u", "bob"), ("v", "bob")]
        .into_iter()
        .enumerate()
    {
        store.add_session(session(name, player)).await.unwrap();
        let mut token = token(number as u8, name);
        token.expires_at = Some(100);
        store.issue(token).await.unwrap();
    }
    let open = async |now| {
        let all = ["s", "t", "u", "v", "w"].map(session_id).to_vec();
        let mut open = store.open_sessions(all, now).await.unwrap();
        open.sort();
        open.iter().map(ToString::to_string).collect::<String>()
    };
    let count = async || {
        let pulse = store.pulse(node("one"), 10, 50, Vec::new()).await.unwrap();
        pulse.revocations
    };
    let before = count().await;
    assert_eq!(open(50).await, "stuv");
    assert_eq!(open(100).await, "");
    assert_eq!(count().await, before, "nothing has ended");
    store.revoke_session(session_id("s"), 20).await.unwrap();
    assert_eq!(open(50).await, "tuv");
    let after_one = count().await;
    assert!(after_one > before);
    store.ban_player(player_id("bob"), 20).await.unwrap();
    assert_eq!(open(50).await, "t");
    let after_two = count().await;
    assert!(after_two > after_one);
    store.revoke_player(player_id("ada"), 20).await.unwrap();
    assert_eq!(open(50).await, "");
    assert!(count().await > after_two);
}

pub(super) async fn who_is_seen_by_one_node_is_known_to_all(home: &dyn Home) {
    let store = open_with_match(home).await;
    for name in ["one", "two"] {
        store.join(joining(name, 100, Vec::new())).await.unwrap();
    }
    let seen = |player: &str, is_here, at| Sighting {
        id: match_id("m"),
        player: player_id(player),
        is_here,
        at,
    };
    let note = |name: &str, seen| store.note_presence(node(name), seen);
    let known = async |now| {
        let mut known = store.presence(vec![match_id("m")], now).await.unwrap();
        known.sort_by(|a, b| a.player.cmp(&b.player));
        known
    };
    assert_eq!(known(100).await, Vec::new());
    let other = Sighting {
        id: match_id("n"),
        ..seen("ada", true, 1)
    };
    note(
        "one",
        vec![seen("ada", true, 110), seen("bob", false, 90), other],
    )
    .await
    .unwrap();
    note("two", vec![seen("bob", false, 120)]).await.unwrap();
    assert_eq!(
        known(130).await,
        vec![seen("ada", true, 130), seen("bob", false, 120)]
    );
    // She moves from one node to the other.
    note("two", vec![seen("ada", true, 131)]).await.unwrap();
    note("one", vec![seen("ada", false, 132)]).await.unwrap();
    assert_eq!(known(135).await[0], seen("ada", true, 135));
    // The other dies: she was there no longer than it lived.
    store
        .pulse(node("one"), 200, 900, Vec::new())
        .await
        .unwrap();
    assert_eq!(known(200).await[0], seen("ada", false, 140));
    store.leave(node("two")).await.unwrap();
    assert_eq!(known(200).await[0], seen("ada", false, 140));
}

pub(super) async fn a_hint_reaches_the_other_nodes(home: &dyn Home) {
    let store = open(home).await;
    if !store.is_shared() {
        store.hint(vec![match_id("m")]).await.unwrap();
        return;
    }
    let other = home.open().await.unwrap();
    // Whoever has just begun to listen may have missed something; a hint may be lost before that.
    let told = async {
        loop {
            store
                .hint(vec![match_id("m"), match_id("n")])
                .await
                .unwrap();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let heard = async {
        let mut heard = Hint::default();
        while heard.matches.len() < 2 {
            heard
                .matches
                .append(&mut other.hinted().await.unwrap().matches);
        }
        heard.matches
    };
    let heard = tokio::select! {
        heard = heard => heard,
        _ = told => unreachable!("it never ends"),
        () = tokio::time::sleep(Duration::from_secs(30)) => panic!("no hint has come"),
    };
    assert_eq!(heard, BTreeSet::from([match_id("m"), match_id("n")]));
    other.close().await.unwrap();
}
