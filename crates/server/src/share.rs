//! Links by which others may watch a private match. Whoever sits there makes one, and may withdraw it.
//!
//! A link's key is told once, to who made it; the match keeps its hash. It grants what a spectator sees, and no more.
//! Making and withdrawing are events of the match, so that they survive a restart, and everybody who watches is
//! looked at again.

use data_encoding::HEXLOWER;
use serde::Serialize;
use utoipa::ToSchema;
use vauban_game::{Text, text};
use vauban_store::{Hash, TokenHash};
use vauban_table::Refusals;

use crate::{
    Problem, access::Access, command::Actor, decide::Denial, encoder::PlayerBody, event::Event,
    secret::Secret, table::Table,
};

/// The most links that may lead to one match at a time.
pub const MOST_SHARES: usize = 8;

/// So many bytes of the hash name a link, and open nothing.
const NAME_BYTES: usize = 8;

/// A link that lets others watch.
#[derive(Clone, Debug)]
pub struct Share {
    pub hash: TokenHash,
    /// Who made it.
    pub player: String,
    pub name: String,
    pub at: u64,
}

/// A link that lets others watch, without its key.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"share": "90ab12cd34ef5678", "by": {"id": "5f0c…", "name": "Élise"}, "at": 1_790_000_000_000_u64}))]
pub struct ShareBody {
    /// Names it, and opens nothing.
    pub share: String,
    pub by: PlayerBody,
    pub at: u64,
}

impl Share {
    /// As events write it; nothing if it is not written so.
    pub fn read_hash(text: &str) -> Option<TokenHash> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok()?;
        Some(TokenHash(Hash(bytes.try_into().ok()?)))
    }

    pub fn write_hash(hash: &TokenHash) -> String {
        HEXLOWER.encode(&hash.0.0)
    }

    /// Names it without opening anything.
    pub fn id(&self) -> String {
        id_of(&self.hash)
    }

    pub fn body(&self) -> ShareBody {
        ShareBody {
            share: self.id(),
            by: PlayerBody {
                id: self.player.clone(),
                name: self.name.clone(),
            },
            at: self.at,
        }
    }
}

/// The name of the link with this hash.
pub fn id_of(hash: &TokenHash) -> String {
    HEXLOWER.encode(&hash.0.0[..NAME_BYTES])
}

/// Whether `key` is that of one of the links with these hashes.
pub fn opens(mut hashes: impl Iterator<Item = TokenHash>, key: Option<&str>) -> bool {
    // Hashes of guesses tell nothing by the time it takes to compare them.
    let hash = key.and_then(Secret::read).map(|secret| secret.hash());
    hash.is_some_and(|hash| hashes.any(|known| known == hash))
}

/// Whoever sits there, or opened it, may share a private match.
pub fn share(table: &Table, access: Access, by: &Actor, hash: &str) -> Result<Event, Denial> {
    let Actor::Person { player, name } = by else {
        return Err(Problem::not_seated().into());
    };
    if access.seats.is_empty() && !access.is_owner {
        return Err(Problem::not_seated().into());
    }
    if table.shares.len() >= MOST_SHARES {
        return Err(Refusals::one(
            "too-many-shares",
            text!(
                "a match has at most {MOST_SHARES} spectator links: withdraw one first",
                "une partie a au plus {MOST_SHARES} liens pour spectateurs : retirez-en un d'abord"
            ),
        )
        .into());
    }
    Ok(Event::Share {
        hash: hash.to_owned(),
        player: player.to_string(),
        name: name.to_string(),
    })
}

/// Whoever made a link may withdraw it, and so may who opened the match.
pub fn withdraw(table: &Table, access: Access, by: &Actor, share: &str) -> Result<Event, Denial> {
    let own = by.player().map_or("", |player| player.as_str());
    let found = table.shares.iter().find(|known| known.id() == share);
    let found = found.filter(|known| known.player == own || access.is_owner);
    match found {
        Some(known) => Ok(Event::Withdraw { share: known.id() }),
        None => Err(Refusals::one(
            "no-such-share",
            Text::fixed(
                "you have not made that link",
                "vous n'avez pas créé ce lien",
            ),
        )
        .into()),
    }
}
