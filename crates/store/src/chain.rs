//! Each event's hash covers the event and the hash before it, so that nothing
//! in a match can be changed, left out or moved without being noticed.
//!
//! The canonical bytes are fixed for ever: a label, then every field in order,
//! numbers as eight bytes with the highest first, texts and bytes with their
//! length before them. `hash_n = SHA-256(hash_{n-1} ‖ canonical bytes of event n)`;
//! `hash_0` is the SHA-256 of the canonical bytes of the match's header. The last event of a command
//! also covers the command and its answer, with another label.

use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::{MatchId, Millis, NewEvent, Seq};

/// A SHA-256, printed as hexadecimal digits.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Default)]
pub struct Hash(pub [u8; 32]);

const HEADER: &[u8] = b"vauban-match-1\0";
const EVENT: &[u8] = b"vauban-event-1\0";
/// Of an event that ends with the checksum of its command.
const LAST_EVENT: &[u8] = b"vauban-event-2\0";

impl Hash {
    /// Of any bytes, such as the body of a request.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(Sha256::digest(bytes).into())
    }

    /// Where the chain of a match begins.
    pub fn of_header(id: &MatchId, created_at: Millis, header: &[u8]) -> Hash {
        let mut hasher = Sha256::new();
        hasher.update(HEADER);
        bytes(&mut hasher, id.as_str().as_bytes());
        hasher.update(created_at.to_be_bytes());
        bytes(&mut hasher, header);
        Hash(hasher.finalize().into())
    }

    /// The hash after `event`, which is number `seq` of the match `id` and, if `command` is given, the
    /// last event of the command with this checksum.
    pub fn then(self, id: &MatchId, seq: Seq, event: &NewEvent, command: Option<Hash>) -> Hash {
        let mut hasher = Sha256::new();
        hasher.update(self.0);
        hasher.update(command.map_or(EVENT, |_| LAST_EVENT));
        bytes(&mut hasher, id.as_str().as_bytes());
        hasher.update(seq.to_be_bytes());
        hasher.update(event.at.to_be_bytes());
        bytes(&mut hasher, event.rule_set.as_str().as_bytes());
        bytes(&mut hasher, event.kind.name().as_bytes());
        bytes(&mut hasher, &event.payload);
        hasher.update(event.state_hash.to_be_bytes());
        if let Some(command) = command {
            hasher.update(command.0);
        }
        Hash(hasher.finalize().into())
    }
}

pub(crate) fn bytes(hasher: &mut Sha256, bytes: &[u8]) {
    let length = u64::try_from(bytes.len()).expect("no machine has more than 64 bits");
    hasher.update(length.to_be_bytes());
    hasher.update(bytes);
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EventKind, Line};

    fn event() -> NewEvent {
        NewEvent {
            rule_set: Line::new("jungle 1").unwrap(),
            kind: EventKind::Action,
            payload: b"j3j4".to_vec(),
            state_hash: 7,
            at: 1_000,
        }
    }

    #[test]
    fn every_field_is_in_the_hash() {
        let id = MatchId::new("m").unwrap();
        let start = Hash::of_header(&id, 5, b"header");
        assert_ne!(start, Hash::of_header(&id, 6, b"header"));
        assert_ne!(start, Hash::of_header(&id, 5, b"headers"));
        let hash = start.then(&id, 1, &event(), None);
        assert_eq!(hash, start.then(&id, 1, &event(), None));
        assert_ne!(hash, start.then(&id, 2, &event(), None));
        assert_ne!(
            hash,
            start.then(&MatchId::new("n").unwrap(), 1, &event(), None)
        );
        assert_ne!(hash, hash.then(&id, 1, &event(), None));
        let command = Some(Hash::of(b"command"));
        let last = start.then(&id, 1, &event(), command);
        assert_ne!(hash, last);
        assert_ne!(last, start.then(&id, 1, &event(), Some(Hash::of(b"other"))));
        let changes: [fn(&mut NewEvent); 5] = [
            |event| event.rule_set = Line::new("jungle 2").unwrap(),
            |event| event.kind = EventKind::Chance,
            |event| event.payload.push(0),
            |event| event.state_hash += 1,
            |event| event.at += 1,
        ];
        for change in changes {
            let mut changed = event();
            change(&mut changed);
            assert_ne!(hash, start.then(&id, 1, &changed, None), "{changed:?}");
        }
    }
}
