//! Many at once.

use std::{sync::Arc, time::Duration};

use tokio::task::JoinSet;

use super::{
    Home,
    samples::{append, match_id, new_match, open, open_with_match, session, token, token_hash},
};
use crate::{Hash, Refused, Seq, Store, StoreError};

/// How many tasks crowd.
const MANY: usize = 24;

pub(super) async fn one_of_many_wins_each_number(home: &dyn Home) {
    let store = open_with_match(home).await;
    for round in 0..5 {
        let mut tasks = JoinSet::new();
        for task in 0..MANY {
            let store = Arc::clone(&store);
            let append = append("m", round, &format!("c{round}-{task}"));
            tasks.spawn(async move { store.append(append).await });
        }
        let results = tasks.join_all().await;
        let current_seq = round + 1;
        let won = results.iter().filter(|result| result.is_ok()).count();
        assert_eq!(won, 1, "{results:?}");
        let lost = Err(Refused::Conflict { current_seq });
        let lost = results.iter().filter(|result| **result == lost).count();
        assert_eq!(lost, MANY - 1, "{results:?}");
    }
    sound(&*store, 5).await;
}

pub(super) async fn one_command_from_many_happens_once(home: &dyn Home) {
    let store = open_with_match(home).await;
    for round in 0..5 {
        let mut tasks = JoinSet::new();
        for task in 0..MANY {
            let store = Arc::clone(&store);
            let mut append = append("m", round, &format!("c{round}"));
            append.command.as_mut().expect("it has one").reply = vec![task_byte(task)];
            tasks.spawn(async move { (task, store.append(append).await) });
        }
        let results = tasks.join_all().await;
        let winners: Vec<usize> = results
            .iter()
            .filter(|(_, result)| result.is_ok())
            .map(|(task, _)| *task)
            .collect();
        assert_eq!(winners.len(), 1, "{results:?}");
        let reply = vec![task_byte(winners[0])];
        let same = Err(Refused::Repeated { reply });
        let same = results.iter().filter(|(_, result)| *result == same);
        assert_eq!(same.count(), MANY - 1, "{results:?}");
    }
    sound(&*store, 5).await;
}

fn task_byte(task: usize) -> u8 {
    u8::try_from(task).expect("there are few tasks")
}

pub(super) async fn many_writers_of_one_match_lose_nothing(home: &dyn Home) {
    const EACH: usize = 4;
    let store = open_with_match(home).await;
    let mut tasks = JoinSet::new();
    for task in 0..MANY {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let mut acknowledged = Vec::new();
            let mut seq = 0;
            for number in 0..EACH {
                let id = format!("c{task}-{number}");
                loop {
                    match store.append(append("m", seq, &id)).await {
                        Ok(appended) => {
                            acknowledged.push((appended.seq, appended.hash, id));
                            seq = appended.seq;
                            break;
                        }
                        Err(Refused::Conflict { current_seq }) => seq = current_seq,
                        Err(other) => panic!("{other}"),
                    }
                }
            }
            acknowledged
        });
    }
    let mut acknowledged: Vec<(Seq, Hash, String)> = tasks.join_all().await.concat();
    acknowledged.sort();
    let events = store.since(match_id("m"), 0, usize::MAX).await.unwrap();
    let read = events.into_iter().map(|event| {
        let id = String::from_utf8(event.event.payload).expect("it was text");
        (event.seq, event.hash, id)
    });
    assert!(read.eq(acknowledged));
    sound(&*store, MANY * EACH).await;
}

pub(super) async fn many_matches_grow_at_once(home: &dyn Home) {
    const EACH: Seq = 5;
    let store = open(home).await;
    let mut tasks = JoinSet::new();
    for task in 0..MANY * 4 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let id = format!("m{task}");
            store.create(new_match(&id)).await.unwrap();
            for seq in 0..EACH {
                let appended = store.append(append(&id, seq, &format!("c{seq}")));
                assert_eq!(appended.await.unwrap().seq, seq + 1);
                // One that is refused stands between those that are not.
                let stale = store.append(append(&id, seq, "stale")).await;
                let current_seq = seq + 1;
                assert_eq!(stale, Err(Refused::Conflict { current_seq }));
                let events = store.since(match_id(&id), seq, 10).await.unwrap();
                assert_eq!(events.len(), 1, "what was answered can be read");
            }
        });
    }
    tasks.join_all().await;
    sound(&*store, MANY * 4 * 5).await;
}

pub(super) async fn readers_beside_a_writer_see_whole_moments(home: &dyn Home) {
    const STEPS: Seq = 40;
    let store = open_with_match(home).await;
    let mut tasks = JoinSet::new();
    for _ in 0..4 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let mut seen = 0;
            while seen < STEPS * 2 {
                let found = store.find(match_id("m")).await.unwrap().unwrap();
                let events = store.since(match_id("m"), 0, usize::MAX).await.unwrap();
                let last = events.last().map_or(0, |event| event.seq);
                assert!(found.head.seq >= seen && last >= found.head.seq);
                assert_eq!(last % 2, 0, "half an append was seen");
                assert!(events.iter().map(|event| event.seq).eq(1..=last));
                let hash = Hash::of_header(&found.id, found.created_at, &found.header);
                let chained = events.iter().fold(hash, |hash, event| {
                    let hash = hash.then(&found.id, event.seq, &event.event, event.command);
                    assert_eq!(hash, event.hash);
                    hash
                });
                assert!(last != found.head.seq || chained == found.head.hash);
                seen = last;
                tokio::task::yield_now().await;
            }
        });
    }
    for step in 0..STEPS {
        let mut two = append("m", step * 2, &format!("c{step}"));
        two.events.push(two.events[0].clone());
        store.append(two).await.unwrap();
    }
    tasks.join_all().await;
}

pub(super) async fn a_dropped_question_can_be_asked_again(home: &dyn Home) {
    let store = open_with_match(home).await;
    for seq in 0..20 {
        let question = append("m", seq, &format!("c{seq}"));
        // Polled once and dropped: it may have happened, or not.
        let _ = tokio::time::timeout(Duration::ZERO, store.append(question.clone())).await;
        match store.append(question).await {
            Ok(appended) => assert_eq!(appended.seq, seq + 1),
            Err(Refused::Repeated { reply }) => {
                assert_eq!(reply, format!("done c{seq}").into_bytes());
            }
            Err(other) => panic!("{other}"),
        }
    }
    sound(&*store, 20).await;
}

pub(super) async fn a_link_exchanged_by_many_works_once(home: &dyn Home) {
    let store = open(home).await;
    store.add_session(session("s", "ada")).await.unwrap();
    store.issue(token(200, "s")).await.unwrap();
    let mut tasks = JoinSet::new();
    for task in 0..MANY {
        let store = Arc::clone(&store);
        let new = token(task_byte(task), "s");
        tasks.spawn(async move { store.exchange(token_hash(200), new, 10).await.unwrap() });
    }
    let results = tasks.join_all().await;
    assert_eq!(results.iter().filter(|worked| **worked).count(), 1);
}

pub(super) async fn closing_writes_what_was_accepted(home: &dyn Home) {
    let store = open(home).await;
    let mut tasks = JoinSet::new();
    for task in 0..MANY * 4 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let id = format!("m{task}");
            match store.create(new_match(&id)).await {
                Ok(_) => Some(id),
                Err(error) => {
                    assert_eq!(error, StoreError::Closed.into());
                    None
                }
            }
        });
    }
    tokio::task::yield_now().await;
    store.close().await.unwrap();
    let answered = tasks.join_all().await;
    let store = home.open().await.unwrap();
    for id in answered.into_iter().flatten() {
        let found = store.find(match_id(&id)).await.unwrap();
        assert!(found.is_some(), "{id} was acknowledged and is gone");
    }
}

async fn sound(store: &dyn Store, events: usize) {
    let report = store.verify().await.unwrap();
    assert!(report.is_sound(), "{report}");
    assert_eq!(usize::try_from(report.events), Ok(events));
}
