//! Players, sessions and tokens.

use super::{
    Home,
    samples::{line, open, player, player_id, session, session_id, token, token_hash},
};
use crate::{AddError, Player, Token, TokenKind};

pub(super) async fn players_are_added_once_and_renamed(home: &dyn Home) {
    let store = open(home).await;
    assert_eq!(store.add_player(player("ada")).await, Err(AddError::Taken));
    let found = store.player(player_id("ada")).await;
    assert_eq!(found, Ok(Some(player("ada"))));
    let name = line("Ada d'Été <b>");
    let renamed = store.rename_player(player_id("ada"), name.clone()).await;
    assert_eq!(renamed, Ok(true));
    let expected = Player {
        name: name.clone(),
        ..player("ada")
    };
    let found = store.player(player_id("ada")).await;
    assert_eq!(found, Ok(Some(expected)));
    let nobody = store.rename_player(player_id("nobody"), name).await;
    assert_eq!(nobody, Ok(false));
    assert_eq!(store.player(player_id("nobody")).await, Ok(None));
}

pub(super) async fn a_session_belongs_to_a_player(home: &dyn Home) {
    let store = open(home).await;
    let nobody = store.add_session(session("s", "nobody")).await;
    assert_eq!(nobody, Err(AddError::NoSuch("player")));
    store.add_session(session("s", "ada")).await.unwrap();
    let again = store.add_session(session("s", "bob")).await;
    assert_eq!(again, Err(AddError::Taken));
}

pub(super) async fn a_token_opens_its_session_until_it_is_revoked(home: &dyn Home) {
    let store = open(home).await;
    store.add_session(session("s", "ada")).await.unwrap();
    let nowhere = store.issue(token(1, "other")).await;
    assert_eq!(nowhere, Err(AddError::NoSuch("session")));
    for (secret, kind) in (1..).zip(TokenKind::ALL) {
        let name = format!("s{secret}");
        store.add_session(session(&name, "ada")).await.unwrap();
        let mut new = token(secret, &name);
        new.kind = kind;
        store.issue(new.clone()).await.unwrap();
        assert_eq!(store.issue(new.clone()).await, Err(AddError::Taken));
        let expected = Token {
            token: new,
            player: player_id("ada"),
            last_used_at: None,
            revoked_at: None,
        };
        let found = store.find_token(token_hash(secret), 10).await;
        assert_eq!(found, Ok(Some(expected)));
    }
    assert_eq!(store.find_token(token_hash(9), 10).await, Ok(None));
    assert_eq!(store.revoke_session(session_id("s2"), 20).await, Ok(1));
    assert_eq!(store.revoke_session(session_id("s2"), 30).await, Ok(0));
    assert_eq!(store.revoke_session(session_id("s9"), 20).await, Ok(0));
    assert_eq!(store.find_token(token_hash(2), 25).await, Ok(None));
    assert!(store.find_token(token_hash(1), 25).await.unwrap().is_some());
    let all = store.tokens(player_id("ada")).await.unwrap();
    let mut revoked: Vec<_> = all.iter().map(|token| token.revoked_at).collect();
    revoked.sort();
    assert_eq!(revoked, [None, None, Some(20)]);
    assert_eq!(store.tokens(player_id("bob")).await, Ok(Vec::new()));
}

pub(super) async fn a_token_ends_by_itself(home: &dyn Home) {
    let store = open(home).await;
    store.add_session(session("s", "ada")).await.unwrap();
    let mut new = token(1, "s");
    new.expires_at = Some(100);
    store.issue(new).await.unwrap();
    let live = async |now| {
        let found = store.find_token(token_hash(1), now).await;
        found.unwrap().is_some()
    };
    assert!(live(99).await);
    assert!(!live(100).await);
}

pub(super) async fn the_last_use_never_goes_back(home: &dyn Home) {
    let store = open(home).await;
    store.add_session(session("s", "ada")).await.unwrap();
    store.issue(token(1, "s")).await.unwrap();
    for (at, noted) in [(50, 50), (40, 50), (60, 60)] {
        store.touch(token_hash(1), at).await.unwrap();
        let found = store.find_token(token_hash(1), 0).await.unwrap().unwrap();
        assert_eq!(found.last_used_at, Some(noted));
    }
    assert_eq!(store.touch(token_hash(9), 1).await, Ok(()));
}

pub(super) async fn a_link_can_be_exchanged_once(home: &dyn Home) {
    let store = open(home).await;
    store.add_session(session("s", "ada")).await.unwrap();
    store.add_session(session("t", "bob")).await.unwrap();
    store.issue(token(1, "s")).await.unwrap();
    let exchange = |new| store.exchange(token_hash(1), new, 10);
    assert_eq!(exchange(token(2, "t")).await, Ok(false), "bob is not ada");
    let nowhere = exchange(token(2, "other")).await;
    assert_eq!(nowhere, Err(AddError::NoSuch("session")));
    assert_eq!(exchange(token(1, "s")).await, Err(AddError::Taken));
    assert!(store.find_token(token_hash(1), 10).await.unwrap().is_some());
    assert_eq!(exchange(token(2, "s")).await, Ok(true));
    assert_eq!(store.find_token(token_hash(1), 10).await, Ok(None));
    assert!(store.find_token(token_hash(2), 10).await.unwrap().is_some());
    assert_eq!(exchange(token(3, "s")).await, Ok(false));
    assert_eq!(store.find_token(token_hash(3), 10).await, Ok(None));
}

pub(super) async fn a_session_is_closed_everywhere(home: &dyn Home) {
    let store = open(home).await;
    for (name, secrets) in [("s", [1, 2]), ("t", [3, 4])] {
        store.add_session(session(name, "ada")).await.unwrap();
        for secret in secrets {
            store.issue(token(secret, name)).await.unwrap();
        }
    }
    assert_eq!(store.revoke_session(session_id("s"), 10).await, Ok(2));
    assert_eq!(store.revoke_session(session_id("s"), 10).await, Ok(0));
    assert_eq!(store.find_token(token_hash(2), 10).await, Ok(None));
    assert!(store.find_token(token_hash(3), 10).await.unwrap().is_some());
}
