//! How much a match may grow while it is played: within the bytes that its owner, and the owner's address, may
//! have.
//!
//! A new match is refused where there is no room for it ([`quotas`](crate::quotas)). One that is played is looked
//! at now and then. While it takes up no more than its even part it always goes on, so nobody's match suffers
//! from what others behind the same address have stored; beyond that, and beyond the quota, it takes only
//! what ends it. So all matches of somebody come to at most about twice the quota.

use std::sync::atomic::{AtomicU64, Ordering};

use vauban_game::Text;
use vauban_store::{Origin, PlayerId};

use crate::{
    Problem,
    command::{Command, Verb},
    quotas::Holder,
    registry::{Registry, Room},
    table::Table,
};

/// Commands that are written between two looks.
const LOOK_EVERY: u64 = 256;

/// Where there is no quota of matches, the even part of one is as if there were one of so many.
const EVEN_PARTS: u64 = 1_000;

/// What was written of a match since it was looked at, in commands.
#[derive(Debug)]
pub struct Growth(AtomicU64);

/// A match that has just come into memory is looked at soon.
impl Default for Growth {
    fn default() -> Growth {
        Growth(AtomicU64::new(LOOK_EVERY))
    }
}

impl Growth {
    /// One more command was written.
    pub fn note(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn is_due(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= LOOK_EVERY
    }

    fn begin(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

impl Registry {
    /// Refuses what would make a match larger for which there is no room any more.
    pub(crate) async fn must_have_room(
        &self,
        room: &Room,
        table: &Table,
        command: &Command,
    ) -> Result<(), Problem> {
        if table.seq < LOOK_EVERY || !room.growth.is_due() || is_last_word(&command.verb) {
            return Ok(());
        }
        let Some(found) = self.store().find(room.id.clone()).await? else {
            return Err(Problem::no_such_match());
        };
        let limits = self.quotas.limits();
        let account = PlayerId::new(&room.header.owner).ok().map(Holder::Account);
        let origin = room.header.origin.as_deref();
        let address = origin.and_then(|origin| Origin::new(origin).ok());
        for holder in [account, address.map(Holder::Address)] {
            let Some(holder) = holder else { continue };
            let Some(most) = holder.most(limits.bytes) else {
                continue;
            };
            let matches = holder.most(limits.matches).unwrap_or(EVEN_PARTS);
            if found.bytes > most / matches.max(1) && self.usage(&holder).await?.bytes > most {
                self.metrics.limited.add(1);
                return Err(no_room());
            }
        }
        room.growth.begin();
        Ok(())
    }
}

/// What leads to the end of a match, or to nothing at all.
fn is_last_word(verb: &Verb) -> bool {
    match verb {
        Verb::Resign { .. }
        | Verb::Draw { .. }
        | Verb::Leave { .. }
        | Verb::Stop { .. }
        | Verb::Claim { .. }
        | Verb::Withdraw { .. }
        | Verb::Close
        | Verb::Rematch { .. }
        | Verb::Timeout { .. } => true,
        Verb::Answer { .. }
        | Verb::Stand { .. }
        | Verb::Decline { .. }
        | Verb::Undo { .. }
        | Verb::AskUndo { .. }
        | Verb::Consent { .. }
        | Verb::Join { .. }
        | Verb::Seed { .. }
        | Verb::Appoint { .. }
        | Verb::Replace { .. }
        | Verb::Reclaim { .. }
        | Verb::Share { .. }
        | Verb::Say { .. }
        | Verb::Mute { .. } => false,
    }
}

fn no_room() -> Problem {
    Problem::unprocessable(
        "no-room",
        Text::fixed(
            "there is no room for more of this match: end it, or ask the operator to delete other matches of its owner",
            "il n'y a plus de place pour la suite de cette partie : terminez-la, ou demandez à l'opérateur de supprimer d'autres parties de son propriétaire",
        ),
    )
}
