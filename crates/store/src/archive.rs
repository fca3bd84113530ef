//! Finished matches in one piece: all events and commands of a match, compressed, in place of their rows.
//!
//! The bytes are fixed for ever: a version, then zlib over numbers of eight bytes with the highest first, and texts and
//! bytes with their length before them. Hashes and checksums are kept as they were, never computed again.

use std::io::{Read, Write};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};

use crate::{
    Command, CommandId, Event, EventKind, Hash, Line, MatchId, NewEvent, Recorded, Report,
    SealedCommand, Seq, SessionId, StoreError, WholeMatch,
};

/// What came of archiving a match.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Archiving {
    Archived(Archived),
    /// There is no such match, it is not over, or it is archived already.
    Left,
    /// Something of it is not what was written. It stays as it is, for whoever looks into it.
    Flawed(Report),
}

/// A match whose events and commands are in one row now.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Archived {
    /// The rows that were there before.
    pub rows: u64,
    /// About what they took up.
    pub bytes: u64,
    /// What the one row takes up.
    pub packed: u64,
}

/// The events and commands of an archived match.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Pack {
    pub(crate) events: Vec<Event>,
    /// In the order of their sessions and ids.
    pub(crate) commands: Vec<SealedCommand>,
}

const VERSION: u8 = 1;

impl Pack {
    /// The bytes that stand for a match, if all of it is what was written. Read again before they are believed.
    pub(crate) fn of(whole: WholeMatch) -> Result<(Archived, Vec<u8>), Archiving> {
        let mut report = Report::default();
        report.see_whole(&whole);
        if !report.is_sound() {
            return Err(Archiving::Flawed(report));
        }
        let bytes = whole.shown.bytes;
        let id = whole.shown.id;
        let pack = Pack {
            events: whole.events,
            commands: whole.commands,
        };
        let packed = pack.to_bytes();
        if Pack::read(&id, &packed).as_ref() != Ok(&pack) {
            report.see_archive(id, "it was not what was packed when it was read again");
            return Err(Archiving::Flawed(report));
        }
        let archived = Archived {
            rows: count(pack.events.len() + pack.commands.len()),
            bytes,
            packed: count(packed.len()),
        };
        Ok((archived, packed))
    }

    /// Up to `limit` events after the one numbered `seq`.
    pub(crate) fn since(self, seq: Seq, limit: usize) -> Vec<Event> {
        let later = self.events.into_iter().filter(|event| event.seq > seq);
        later.take(limit).collect()
    }

    pub(crate) fn recall(&self, session: &SessionId, command: &CommandId) -> Option<Recorded> {
        let mut commands = self.commands.iter();
        let found =
            commands.find(|it| it.command.session == *session && it.command.id == *command)?;
        Some(Recorded {
            body: found.command.body,
            reply: found.command.reply.clone(),
            seq: found.seq,
        })
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        number(&mut plain, count(self.events.len()));
        for stored in &self.events {
            let event = &stored.event;
            number(&mut plain, stored.seq);
            number(&mut plain, event.at);
            bytes(&mut plain, event.rule_set.as_str().as_bytes());
            bytes(&mut plain, event.kind.name().as_bytes());
            bytes(&mut plain, &event.payload);
            number(&mut plain, event.state_hash);
            plain.extend(stored.hash.0);
            maybe(&mut plain, stored.command);
        }
        number(&mut plain, count(self.commands.len()));
        for sealed in &self.commands {
            let command = &sealed.command;
            bytes(&mut plain, command.session.as_str().as_bytes());
            bytes(&mut plain, command.id.as_str().as_bytes());
            plain.extend(command.body.0);
            bytes(&mut plain, &command.reply);
            number(&mut plain, sealed.seq);
            maybe(&mut plain, sealed.checksum);
        }
        let mut out = ZlibEncoder::new(vec![VERSION], Compression::default());
        out.write_all(&plain).expect("memory takes everything");
        out.finish().expect("memory takes everything")
    }

    /// What [`to_bytes`](Pack::to_bytes) wrote for the match `id`.
    pub(crate) fn read(id: &MatchId, packed: &[u8]) -> Result<Pack, StoreError> {
        let pack = unpack(packed).and_then(|plain| read(&mut Plain(&plain)));
        let wrong = || StoreError::Damaged(format!("match {id}: its archive is unreadable").into());
        pack.ok_or_else(wrong)
    }
}

fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let (&VERSION, packed) = packed.split_first()? else {
        return None;
    };
    let mut plain = Vec::new();
    ZlibDecoder::new(packed).read_to_end(&mut plain).ok()?;
    Some(plain)
}

fn read(plain: &mut Plain<'_>) -> Option<Pack> {
    let mut pack = Pack {
        events: Vec::new(),
        commands: Vec::new(),
    };
    for _ in 0..plain.number()? {
        pack.events.push(Event {
            seq: plain.number()?,
            event: NewEvent {
                at: plain.number()?,
                rule_set: Line::new(plain.text()?).ok()?,
                kind: EventKind::from_name(plain.text()?)?,
                payload: plain.bytes()?.to_vec(),
                state_hash: plain.number()?,
            },
            hash: plain.hash()?,
            command: plain.maybe()?,
        });
    }
    for _ in 0..plain.number()? {
        pack.commands.push(SealedCommand {
            command: Command {
                session: SessionId::new(plain.text()?).ok()?,
                id: CommandId::new(plain.text()?).ok()?,
                body: plain.hash()?,
                reply: plain.bytes()?.to_vec(),
            },
            seq: plain.number()?,
            checksum: plain.maybe()?,
        });
    }
    plain.0.is_empty().then_some(pack)
}

/// What is left to be read.
struct Plain<'a>(&'a [u8]);

impl<'a> Plain<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        Some(u64::from_be_bytes(self.take(8)?.try_into().ok()?))
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        self.take(length)
    }

    fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    fn hash(&mut self) -> Option<Hash> {
        Some(Hash(self.take(32)?.try_into().ok()?))
    }

    fn maybe(&mut self) -> Option<Option<Hash>> {
        match self.take(1)? {
            [0] => Some(None),
            [1] => self.hash().map(Some),
            _ => None,
        }
    }
}

fn number(out: &mut Vec<u8>, number: u64) {
    out.extend(number.to_be_bytes());
}

fn bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, count(bytes.len()));
    out.extend(bytes);
}

fn maybe(out: &mut Vec<u8>, hash: Option<Hash>) {
    out.push(u8::from(hash.is_some()));
    if let Some(hash) = hash {
        out.extend(hash.0);
    }
}

fn count(length: usize) -> u64 {
    u64::try_from(length).expect("no machine has more than 64 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack() -> Pack {
        let event = |seq: Seq, command| Event {
            seq,
            event: NewEvent {
                rule_set: Line::new("jungle 1").unwrap(),
                kind: EventKind::Action,
                payload: b"j3j4".repeat(20),
                state_hash: u64::MAX,
                at: 1_000,
            },
            hash: Hash::of(&[7]),
            command,
        };
        let command = Command {
            session: SessionId::new("s").unwrap(),
            id: CommandId::new("c").unwrap(),
            body: Hash::of(b"body"),
            reply: vec![0; 500],
        };
        Pack {
            events: vec![event(1, None), event(2, Some(Hash::of(b"c")))],
            commands: vec![SealedCommand {
                command,
                seq: 2,
                checksum: None,
            }],
        }
    }

    #[test]
    fn a_pack_is_read_as_it_was_written_and_is_smaller() {
        let id = MatchId::new("m").unwrap();
        let packed = pack().to_bytes();
        assert!(packed.len() < 400, "{}", packed.len());
        assert_eq!(Pack::read(&id, &packed), Ok(pack()));
        let first = pack().recall(&SessionId::new("s").unwrap(), &CommandId::new("c").unwrap());
        assert_eq!(first.unwrap().seq, 2);
        assert_eq!(pack().since(1, 5).len(), 1);
    }

    /// Whatever is broken is an error, never a panic and never another match.
    #[test]
    fn a_broken_pack_is_refused() {
        let id = MatchId::new("m").unwrap();
        let packed = pack().to_bytes();
        for length in 0..packed.len() {
            assert!(Pack::read(&id, &packed[..length]).is_err(), "{length}");
        }
        for place in 0..packed.len() {
            let mut broken = packed.clone();
            broken[place] ^= 0x55;
            assert_ne!(Pack::read(&id, &broken), Ok(pack()), "{place}");
        }
        assert!(Pack::read(&id, b"").is_err());
    }
}
