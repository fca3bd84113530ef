//! What one viewer was told, in order, each entry chained to the one before.

use serde::{Serialize, Serializer, ser::SerializeMap};
use sha2::{Digest, Sha256};
use vauban_game::{Event, Lang, Seat};
use vauban_scene::Spot;

/// One thing that a viewer was told.
#[derive(Clone, PartialEq, Debug)]
pub struct LogEntry {
    /// Counts what this viewer was told, from 1.
    pub seq: u64,
    /// Who did it; nobody for nature and the table.
    pub by: Option<Seat>,
    /// The action's text, if the viewer may know it.
    pub text: Option<String>,
    pub events: Vec<Event>,
}

/// Everything one viewer was told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    entries: Vec<LogEntry>,
    chain: [u8; 32],
}

impl Log {
    /// Adds an entry, unless there is nothing in it.
    pub(crate) fn tell(&mut self, by: Option<Seat>, text: Option<String>, events: Vec<Event>) {
        if events.is_empty() && text.is_none() {
            return;
        }
        let entry = LogEntry {
            seq: self.seq() + 1,
            by,
            text,
            events,
        };
        let told = serde_json::to_vec(&entry.told(Lang::En)).expect("plain data has a JSON form");
        let mut hasher = Sha256::new();
        hasher.update(self.chain);
        hasher.update(told);
        self.chain = hasher.finalize().into();
        self.entries.push(entry);
    }

    pub(crate) fn seq(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The chain over everything told so far.
    pub(crate) fn hash(&self) -> String {
        crate::source::hex(&self.chain[..8])
    }

    /// The entries after the one numbered `seq`.
    pub(crate) fn since(&self, seq: u64) -> &[LogEntry] {
        let start = usize::try_from(seq).unwrap_or(usize::MAX);
        self.entries.get(start..).unwrap_or_default()
    }

    pub(crate) fn last(&self) -> Option<&LogEntry> {
        self.entries.last()
    }
}

impl LogEntry {
    /// The entry in one language, ready to be serialised.
    pub fn told(&self, lang: Lang) -> impl Serialize + '_ {
        Told { entry: self, lang }
    }

    /// Every place that it touched, once, in the order of the events.
    pub fn spots(&self) -> Vec<&Spot> {
        let mut spots: Vec<&Spot> = Vec::new();
        for spot in self.events.iter().flat_map(|event| &event.spots) {
            if !spots.contains(&spot) {
                spots.push(spot);
            }
        }
        spots
    }
}

struct Told<'a> {
    entry: &'a LogEntry,
    lang: Lang,
}

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entry = self.entry;
        let events: Vec<_> = entry
            .events
            .iter()
            .map(|event| event.told(self.lang))
            .collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("seq", &entry.seq)?;
        map.serialize_entry("by", &entry.by)?;
        map.serialize_entry("action", &entry.text)?;
        map.serialize_entry("events", &events)?;
        let spots = entry.spots();
        if !spots.is_empty() {
            map.serialize_entry("spots", &spots)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use vauban_game::Text;

    use super::*;

    #[test]
    fn entries_count_from_one_and_chain() {
        let mut log = Log::default();
        let empty = log.hash();
        log.tell(None, None, Vec::new());
        assert_eq!((log.seq(), log.hash()), (0, empty.clone()));
        log.tell(None, None, vec![Event::new("thunder", Text::same("boom"))]);
        assert_eq!(log.since(0)[0].seq, 1);
        assert_ne!(log.hash(), empty);
        assert!(log.since(1).is_empty());
        assert!(log.since(u64::MAX).is_empty());
    }

    #[test]
    fn an_entry_names_each_place_that_it_touched_once() {
        let at = |spots: [&str; 2]| Event::new("step", Text::same("so")).at(spots.map(Spot::from));
        let mut log = Log::default();
        log.tell(None, None, vec![at(["b", "a"]), at(["a", "c"])]);
        let told = serde_json::to_value(log.since(0)[0].told(Lang::En)).unwrap();
        assert_eq!(told["spots"], serde_json::json!(["b", "a", "c"]));
    }
}
