//! Small values for tests of stores.

use std::sync::Arc;

use super::Home;
use crate::{
    Append, Command, CommandId, EventKind, Hash, Line, MatchId, NewEvent, NewMatch, NewToken,
    Origin, Player, PlayerId, Seq, Session, SessionId, Store, Summary, TokenHash, TokenKind,
    Visibility,
};

/// A store in a home, with the players `ada` and `bob`.
pub(super) async fn open(home: &dyn Home) -> Arc<dyn Store> {
    let store = home.open().await.expect("the home opens");
    for name in ["ada", "bob"] {
        store.add_player(player(name)).await.expect("they are new");
    }
    store
}

/// A store with a match `m`.
pub(super) async fn open_with_match(home: &dyn Home) -> Arc<dyn Store> {
    let store = open(home).await;
    store.create(new_match("m")).await.expect("it is new");
    store
}

/// Puts the matches `m` (three events), `n` (none) and `gone` (deleted) into an empty store, Bob, who is banned,
/// and three tokens of Ada's, of which one was exchanged for another.
pub async fn fill(store: &dyn Store) {
    store.add_player(player("ada")).await.unwrap();
    store.add_player(player("bob")).await.unwrap();
    store.add_session(session("s", "ada")).await.unwrap();
    let token = |secret: u8, kind| NewToken {
        kind,
        expires_at: Some(1_000),
        ..token(secret, "s")
    };
    let (cookie, link) = (token(1, TokenKind::Cookie), token(2, TokenKind::Recovery));
    let old = link.hash;
    store.issue(cookie).await.unwrap();
    store.issue(link).await.unwrap();
    let exchanged = store.exchange(old, token(3, TokenKind::Cookie), 10).await;
    assert_eq!(exchanged, Ok(true));
    let mut new = new_match("m");
    new.summary.players = vec![player_id("ada")];
    store.create(new).await.unwrap();
    store.create(new_match("n")).await.unwrap();
    for seq in 0..3 {
        let append = append("m", seq, &format!("c{seq}"));
        store.append(append).await.unwrap();
    }
    store.create(new_match("gone")).await.unwrap();
    store.delete(match_id("gone"), 20).await.unwrap().unwrap();
    assert_eq!(store.ban_player(player_id("bob"), 30).await, Ok(true));
}

pub fn match_id(text: &str) -> MatchId {
    MatchId::new(text).expect("a sample is a valid id")
}

pub(super) fn player_id(text: &str) -> PlayerId {
    PlayerId::new(text).expect("a sample is a valid id")
}

pub(super) fn session_id(text: &str) -> SessionId {
    SessionId::new(text).expect("a sample is a valid id")
}

pub(super) fn command_id(text: &str) -> CommandId {
    CommandId::new(text).expect("a sample is a valid id")
}

pub(super) fn origin(text: &str) -> Origin {
    Origin::new(text).expect("a sample is a valid id")
}

pub(super) fn line(text: &str) -> Line {
    Line::new(text).expect("a sample is a valid line")
}

/// A player whose name is the id.
pub fn player(id: &str) -> Player {
    Player {
        id: player_id(id),
        name: line(id),
        created_at: 1,
    }
}

pub fn session(id: &str, player: &str) -> Session {
    Session {
        id: session_id(id),
        player: player_id(player),
        created_at: 2,
    }
}

/// The hash of a secret that is made of one number.
pub(super) fn token_hash(secret: u8) -> TokenHash {
    TokenHash::of(&[secret; 32])
}

pub(super) fn token(secret: u8, session: &str) -> NewToken {
    NewToken {
        hash: token_hash(secret),
        session: session_id(session),
        kind: TokenKind::Cookie,
        created_at: 3,
        expires_at: None,
    }
}

/// An open match without players.
pub fn new_match(id: &str) -> NewMatch {
    NewMatch {
        id: match_id(id),
        header: format!("{{\"game\":\"toy\",\"match\":\"{id}\"}}").into_bytes(),
        created_at: 1_000,
        visibility: Visibility::Listed,
        summary: Summary::open("a toy"),
        owner: None,
        origin: None,
        command: None,
    }
}

pub fn event(payload: &str) -> NewEvent {
    NewEvent {
        rule_set: line("toy 1"),
        kind: EventKind::Action,
        payload: payload.as_bytes().to_vec(),
        state_hash: 0xfedc_ba98_7654_3210,
        at: 1_700_000_000_000,
    }
}

/// A command whose body is its id, with the answer `done ID`.
pub fn command(session: &str, id: &str) -> Command {
    Command {
        session: session_id(session),
        id: command_id(id),
        body: Hash::of(id.as_bytes()),
        reply: format!("done {id}").into_bytes(),
    }
}

/// One event after `expected_seq`, by a command of the session `s`.
pub fn append(id: &str, expected_seq: Seq, command_id: &str) -> Append {
    Append {
        match_id: match_id(id),
        expected_seq,
        command: Some(command("s", command_id)),
        events: vec![event(command_id)],
        summary: None,
        lease: None,
        ends_orders_of: None,
    }
}
