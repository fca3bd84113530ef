//! What one viewer was told, in order, each entry chained to the one before.

use std::collections::VecDeque;

use serde::{Serialize, Serializer, ser::SerializeMap};
use sha2::{Digest, Sha256};
use vauban_game::{Event, Lang, Seat, Text};
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
    /// What the turn that it ends came to.
    pub summary: Option<Text>,
}

/// The newest entries of a log, kept because everybody asks for them.
const RECENT: usize = 12;

/// What one viewer was told: how much, the chain over it, and the newest entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    seq: u64,
    chain: [u8; 32],
    recent: VecDeque<LogEntry>,
    /// What was told of the turn that goes on.
    pub(crate) turn: Vec<Event>,
}

impl Log {
    /// Adds an entry, unless there is nothing in it; says whether it did.
    pub(crate) fn tell(
        &mut self,
        by: Option<Seat>,
        text: Option<String>,
        events: Vec<Event>,
    ) -> bool {
        if events.is_empty() && text.is_none() {
            return false;
        }
        let entry = LogEntry {
            seq: self.seq + 1,
            by,
            text,
            events,
            summary: None,
        };
        // Over the facts, so that it is the same in every language.
        let facts = serde_json::to_vec(&entry.facts()).expect("plain data has a JSON form");
        let mut hasher = Sha256::new();
        hasher.update(self.chain);
        hasher.update(facts);
        self.chain = hasher.finalize().into();
        self.seq += 1;
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(entry);
        true
    }

    /// Sums up the turn that the newest entry has ended, if it was `told`.
    pub(crate) fn end_turn(&mut self, told: bool, sum_up: impl FnOnce(&[Event]) -> Option<Text>) {
        let events = std::mem::take(&mut self.turn);
        if let Some(entry) = self.recent.back_mut().filter(|_| told) {
            entry.summary = sum_up(&events);
        }
    }

    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    /// The chain over everything told so far.
    pub(crate) fn hash(&self) -> String {
        crate::source::hex(&self.chain[..8])
    }

    /// The entries that are kept.
    pub(crate) fn recent(&self) -> &VecDeque<LogEntry> {
        &self.recent
    }
}

impl LogEntry {
    /// The entry in one language, ready to be serialised.
    pub fn told(&self, lang: Lang) -> impl Serialize + '_ {
        Told {
            entry: self,
            lang: Some(lang),
        }
    }

    /// The entry without sentences: what the chain runs over.
    fn facts(&self) -> impl Serialize + '_ {
        Told {
            entry: self,
            lang: None,
        }
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
    lang: Option<Lang>,
}

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entry = self.entry;
        let events: Vec<_> = entry
            .events
            .iter()
            .map(|event| match self.lang {
                Some(lang) => event.told(lang),
                None => event.facts(),
            })
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
        if let (Some(summary), Some(lang)) = (&entry.summary, self.lang) {
            map.serialize_entry("summary", summary.of(lang))?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_count_from_one_and_chain() {
        let mut log = Log::default();
        let empty = log.hash();
        log.tell(None, None, Vec::new());
        assert_eq!((log.seq(), log.hash()), (0, empty.clone()));
        log.tell(None, None, vec![Event::new("thunder", Text::same("boom"))]);
        assert_eq!((log.seq(), log.recent()[0].seq), (1, 1));
        assert_ne!(log.hash(), empty);
    }

    #[test]
    fn the_chain_runs_over_facts_and_not_over_sentences() {
        let hash = |event: Event| {
            let mut log = Log::default();
            log.tell(None, None, vec![event]);
            log.hash()
        };
        let thunder = |text| Event::new("thunder", Text::same(text)).with("miles", 3);
        assert_eq!(hash(thunder("boom")), hash(thunder("Boum !")));
        assert_ne!(hash(thunder("boom")), hash(thunder("boom").with("far", 1)));
        assert_ne!(
            hash(thunder("boom")),
            hash(thunder("boom").at(["a".into()]))
        );
    }

    #[test]
    fn a_summary_is_a_sentence_and_no_part_of_the_chain() {
        let mut log = Log::default();
        log.tell(None, Some("x".into()), Vec::new());
        let chain = log.hash();
        log.end_turn(true, |_| Some(Text::fixed("All is well.", "Tout va bien.")));
        let entry = &log.recent()[0];
        let told = serde_json::to_value(entry.told(Lang::Fr)).unwrap();
        assert_eq!(told["summary"], "Tout va bien.");
        let facts = serde_json::to_value(entry.facts()).unwrap();
        assert_eq!((facts.get("summary"), log.hash()), (None, chain));
    }

    #[test]
    fn only_the_newest_entries_are_kept() {
        let mut log = Log::default();
        for _ in 0..100 {
            log.tell(None, Some("x".into()), Vec::new());
        }
        let kept: Vec<u64> = log.recent().iter().map(|entry| entry.seq).collect();
        assert_eq!((log.seq(), kept.len(), kept[0]), (100, RECENT, 89));
    }

    #[test]
    fn an_entry_names_each_place_that_it_touched_once() {
        let at = |spots: [&str; 2]| Event::new("step", Text::same("so")).at(spots.map(Spot::from));
        let mut log = Log::default();
        log.tell(None, None, vec![at(["b", "a"]), at(["a", "c"])]);
        let told = serde_json::to_value(log.recent()[0].told(Lang::En)).unwrap();
        assert_eq!(told["spots"], serde_json::json!(["b", "a", "c"]));
    }
}
