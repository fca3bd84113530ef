//! Stores that make a mistake with what operators and quotas rest on, to see that the suite finds it. Each is
//! a wrapper around a good one.

use std::sync::Arc;

use crate::{
    Append, Appended, Archiving, Deletion, Log, MatchId, Millis, Pending, People, PlayerId,
    Refused, SessionId, Store, Tokens, Upkeep, Usage, UsageOf, delegate, delegate_nodes,
};

/// A mistake that a store could make.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Slip {
    /// Deletes without leaving a marker.
    NoMarker,
    /// Says that it has banned, and has not.
    NoBan,
    /// Revokes the first session of a player, and not the others.
    OneSession,
    /// Counts no bytes.
    NoBytes,
    /// Counts what nobody has played for long against an address.
    LongMemory,
    /// Lets whoever has lost a duty write by it.
    NoFence,
    /// Lets an order go on whatever its player does.
    Deaf,
    /// Archives by throwing away.
    LossyArchive,
}

impl Slip {
    /// Each with the case that finds it.
    pub const ALL: [(Slip, &'static str); 8] = [
        (
            Slip::NoMarker,
            "a_deleted_match_is_gone_and_leaves_a_marker",
        ),
        (Slip::NoBan, "nothing_opens_a_session_of_a_banned_player"),
        (
            Slip::OneSession,
            "everything_of_a_player_is_revoked_at_once",
        ),
        (Slip::NoBytes, "bytes_grow_with_events_and_answers"),
        (
            Slip::LongMemory,
            "usage_of_an_origin_forgets_what_nobody_plays",
        ),
        (
            Slip::NoFence,
            "whoever_has_lost_a_duty_writes_nothing_by_it",
        ),
        (
            Slip::Deaf,
            "an_order_ends_with_whatever_else_its_player_does",
        ),
        (Slip::LossyArchive, "an_archived_match_answers_as_before"),
    ];
}

/// A store with a slip.
#[derive(Debug)]
pub struct Careless {
    pub store: Arc<dyn Store>,
    pub slip: Slip,
}

impl Log for Careless {
    delegate!(store: create find list due summarise recall since delete finished);

    fn append(&self, mut append: Append) -> Pending<'_, Appended, Refused> {
        if self.slip == Slip::NoFence {
            append.lease = None;
        }
        if self.slip == Slip::Deaf {
            append.ends_orders_of = None;
        }
        self.store.append(append)
    }

    fn archive(&self, id: MatchId) -> Pending<'_, Archiving> {
        Box::pin(async move {
            if self.slip == Slip::LossyArchive {
                self.store.delete(id.clone(), 0).await?;
            }
            self.store.archive(id).await
        })
    }

    fn deletion(&self, id: MatchId) -> Pending<'_, Option<Deletion>> {
        match self.slip {
            Slip::NoMarker => Box::pin(async { Ok(None) }),
            _ => self.store.deletion(id),
        }
    }

    fn usage(&self, mut of: UsageOf) -> Pending<'_, Usage> {
        if let (Slip::LongMemory, UsageOf::Origin { since, .. }) = (self.slip, &mut of) {
            *since = 0;
        }
        Box::pin(async move {
            let mut usage = self.store.usage(of).await?;
            if self.slip == Slip::NoBytes {
                usage.bytes = 0;
            }
            Ok(usage)
        })
    }
}

impl People for Careless {
    delegate!(store: add_player player rename_player add_session players unban_player);

    fn ban_player(&self, id: PlayerId, at: Millis) -> Pending<'_, bool> {
        match self.slip {
            Slip::NoBan => Box::pin(async move { Ok(self.store.player(id).await?.is_some()) }),
            _ => self.store.ban_player(id, at),
        }
    }
}

impl Tokens for Careless {
    delegate!(store: issue find_token tokens touch exchange revoke_session ban_of);

    fn revoke_player(&self, player: PlayerId, at: Millis) -> Pending<'_, Vec<SessionId>> {
        if self.slip != Slip::OneSession {
            return self.store.revoke_player(player, at);
        }
        Box::pin(async move {
            let tokens = self.store.tokens(player).await?;
            let live = tokens.into_iter().find(|token| token.revoked_at.is_none());
            let Some(token) = live else {
                return Ok(Vec::new());
            };
            let session = token.token.session;
            self.store.revoke_session(session.clone(), at).await?;
            Ok(vec![session])
        })
    }
}

impl Upkeep for Careless {
    delegate!(store: beat wake outages verify counts health store_id schema_version close);
}

delegate_nodes!(Careless: store);
