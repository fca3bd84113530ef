//! Creating, finding and listing matches.

use super::{
    Home,
    samples::{
        append, command, command_id, match_id, new_match, open, open_with_match, origin, player_id,
        session_id,
    },
};
use crate::{
    AddError, Due, Hash, Head, Listing, Match, NewMatch, Refused, Stage, Store, Summary, Visibility,
};

pub(super) async fn a_match_is_found_as_it_was_created(home: &dyn Home) {
    let store = open(home).await;
    let mut new = new_match("m");
    new.visibility = Visibility::Private;
    new.summary = Summary {
        stage: Stage::Running,
        players: vec![player_id("bob"), player_id("ada"), player_id("bob")],
        deadline: Some(77),
        programs: 1,
        text: vec![0, 255, 1],
    };
    new.owner = Some(player_id("bob"));
    new.origin = Some(origin("somewhere"));
    let head = store.create(new.clone()).await.unwrap();
    let hash = Hash::of_header(&new.id, new.created_at, &new.header);
    assert_eq!(head, Head { seq: 0, hash });
    let found = store.find(match_id("m")).await.unwrap().unwrap();
    new.summary.players = vec![player_id("ada"), player_id("bob")];
    let expected = Match {
        id: new.id,
        header: new.header,
        created_at: new.created_at,
        visibility: new.visibility,
        summary: new.summary,
        head,
        owner: new.owner,
        origin: new.origin,
        bytes: found.bytes,
        last_at: new.created_at,
    };
    assert_eq!(found, expected);
    assert!(found.bytes > u64::try_from(found.header.len()).unwrap());
    assert_eq!(store.find(match_id("other")).await, Ok(None));
}

pub(super) async fn an_id_is_taken_once(home: &dyn Home) {
    let store = open_with_match(home).await;
    let before = store.find(match_id("m")).await;
    let mut again = new_match("m");
    again.header = b"another".to_vec();
    assert_eq!(store.create(again).await, Err(AddError::Taken));
    assert_eq!(store.find(match_id("m")).await, before);
}

pub(super) async fn a_match_needs_players_who_exist(home: &dyn Home) {
    let store = open(home).await;
    let mut new = new_match("m");
    new.summary.players = vec![player_id("ada"), player_id("nobody")];
    let refused = store.create(new).await;
    assert_eq!(refused, Err(AddError::NoSuch("player")));
    let mut new = new_match("m");
    new.owner = Some(player_id("nobody"));
    let refused = store.create(new).await;
    assert_eq!(refused, Err(AddError::NoSuch("player")));
    assert_eq!(store.find(match_id("m")).await, Ok(None));
}

pub(super) async fn a_match_keeps_the_command_that_created_it(home: &dyn Home) {
    let store = open(home).await;
    let recall = || store.recall(match_id("m"), session_id("s"), command_id("c"));
    // What is refused leaves nothing.
    let mut new = new_match("m");
    new.command = Some(command("s", "c"));
    new.summary.players = vec![player_id("nobody")];
    store.create(new.clone()).await.unwrap_err();
    assert_eq!(recall().await, Ok(None));
    new.summary.players.clear();
    store.create(new.clone()).await.unwrap();
    let first = recall().await.unwrap().unwrap();
    assert_eq!((first.reply.as_slice(), first.seq), (&b"done c"[..], 0));
    // Of two with the same id the first has the answer.
    let mut second = command("s", "c");
    second.reply = b"another".to_vec();
    new.command = Some(second);
    assert_eq!(store.create(new).await, Err(AddError::Taken));
    assert_eq!(recall().await, Ok(Some(first)));
    // It is a command like any other.
    let reply = b"done c".to_vec();
    let again = store.append(append("m", 0, "c")).await;
    assert_eq!(again, Err(Refused::Repeated { reply }));
    assert!(store.verify().await.unwrap().is_sound());
}

pub(super) async fn lists_are_newest_first_and_paged(home: &dyn Home) {
    let store = open(home).await;
    // Two of each age, so that the id decides.
    for number in 0..10_u64 {
        let mut new = new_match(&format!("m{number}"));
        new.created_at = 100 + number / 2;
        store.create(new).await.unwrap();
    }
    let expected: Vec<String> = (0..10).rev().map(|number| format!("m{number}")).collect();
    for limit in [1, 3, 10, 100] {
        let mut listing = Listing::all(limit);
        let mut seen = Vec::new();
        loop {
            let page = store.list(listing.clone()).await.unwrap();
            assert!(page.len() <= limit);
            let Some(last) = page.last() else { break };
            listing.after = Some(last.cursor());
            seen.extend(page.iter().map(|found| found.id.to_string()));
        }
        assert_eq!(seen, expected, "{limit} at a time");
    }
    assert_eq!(store.list(Listing::all(0)).await, Ok(Vec::new()));
}

pub(super) async fn lists_are_by_stage_player_and_visibility(home: &dyn Home) {
    let store = open(home).await;
    let cases = [
        ("a", Stage::Open, Visibility::Listed, &["ada"][..]),
        ("b", Stage::Running, Visibility::Listed, &["ada", "bob"]),
        ("c", Stage::Running, Visibility::Private, &["bob"]),
        ("d", Stage::Over, Visibility::Listed, &[]),
    ];
    for (id, stage, visibility, players) in cases {
        let mut summary = Summary::open("");
        summary.stage = stage;
        summary.players = players.iter().map(|player| player_id(player)).collect();
        let new = NewMatch {
            visibility,
            summary,
            ..new_match(id)
        };
        store.create(new).await.unwrap();
    }
    let ids = |change: fn(&mut Listing)| {
        let mut listing = Listing::all(10);
        change(&mut listing);
        ids_of(&*store, listing)
    };
    assert_eq!(ids(|_| ()).await, "d c b a");
    let running = ids(|listing| listing.stage = Some(Stage::Running));
    assert_eq!(running.await, "c b");
    let ada = ids(|listing| listing.player = Some(player_id("ada")));
    assert_eq!(ada.await, "b a");
    let listed = ids(|listing| listing.visibility = Some(Visibility::Listed));
    assert_eq!(listed.await, "d b a");
    let all_three = ids(|listing| {
        listing.player = Some(player_id("bob"));
        listing.stage = Some(Stage::Running);
        listing.visibility = Some(Visibility::Private);
    });
    assert_eq!(all_three.await, "c");
    let nobody = ids(|listing| listing.player = Some(player_id("nobody")));
    assert_eq!(nobody.await, "");
}

async fn ids_of(store: &dyn Store, listing: Listing) -> String {
    let found = store.list(listing).await.unwrap();
    let ids: Vec<&str> = found.iter().map(|found| found.id.as_str()).collect();
    ids.join(" ")
}

pub(super) async fn deadlines_come_in_order(home: &dyn Home) {
    let store = open(home).await;
    for (id, deadline) in [
        ("a", Some(30)),
        ("b", Some(10)),
        ("c", None),
        ("d", Some(20)),
    ] {
        let mut new = new_match(id);
        new.summary.deadline = deadline;
        store.create(new).await.unwrap();
    }
    let due = |id: &str, deadline| Due {
        id: match_id(id),
        deadline,
    };
    let found = store.due(30, 10).await.unwrap();
    assert_eq!(found, [due("b", 10), due("d", 20)]);
    assert_eq!(store.due(31, 1).await.unwrap(), [due("b", 10)]);
    // A deadline that has passed is taken away with the event that it caused.
    let mut fallen = append("b", 0, "flag");
    fallen.summary = Some(Summary::open("over"));
    store.append(fallen).await.unwrap();
    let found = store.due(u64::MAX, 10).await.unwrap();
    assert_eq!(found, [due("d", 20), due("a", 30)]);
}

pub(super) async fn a_summary_alone_needs_the_last_event(home: &dyn Home) {
    let store = open_with_match(home).await;
    store.append(append("m", 0, "c1")).await.unwrap();
    let mut summary = Summary::open("new");
    summary.players = vec![player_id("ada")];
    let write = |at, summary: &Summary| store.summarise(match_id("m"), at, summary.clone());
    let stale = Err(Refused::Conflict { current_seq: 1 });
    assert_eq!(write(0, &summary).await, stale);
    assert_eq!(write(1, &summary).await, Ok(()));
    let found = store.find(match_id("m")).await.unwrap().unwrap();
    assert_eq!(found.summary, summary);
    let mut wrong = summary.clone();
    wrong.text = b"wrong".to_vec();
    wrong.players.push(player_id("nobody"));
    assert_eq!(write(1, &wrong).await, Err(Refused::NoSuchPlayer));
    let found = store.find(match_id("m")).await.unwrap().unwrap();
    assert_eq!(found.summary, summary);
    let nowhere = store.summarise(match_id("other"), 0, summary).await;
    assert_eq!(nowhere, Err(Refused::NoSuchMatch));
}
