//! What one viewer was told, in order, each entry chained to the one before.

use std::{
    collections::VecDeque,
    sync::{Arc, OnceLock},
};

use serde::{Serialize, Serializer, ser::SerializeMap};
use sha2::{Digest, Sha256};
use vauban_game::{Event, Fact, Lang, Seat, Text};
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
pub(crate) const RECENT: usize = 12;

/// How much a viewer was told, and the chain over it.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub(crate) struct ToldSoFar {
    pub(crate) seq: u64,
    chain: [u8; 32],
}

impl ToldSoFar {
    /// The next entry.
    pub(crate) fn add(&mut self, entry: &LogEntry) {
        // Over the facts, so that it is the same in every language.
        let facts = serde_json::to_vec(&entry.facts()).expect("plain data has a JSON form");
        let mut hasher = Sha256::new();
        hasher.update(self.chain);
        hasher.update(facts);
        self.chain = hasher.finalize().into();
        self.seq = entry.seq;
    }

    pub(crate) fn hash(&self) -> String {
        crate::source::hex(&self.chain[..8])
    }
}

/// One of the newest entries.
#[derive(Clone, Debug)]
pub(crate) struct RecentEntry {
    /// Without its summary. Viewers who were told the same share it.
    entry: Arc<LogEntry>,
    /// Its place in the journal.
    at: u32,
    /// What the turn that it ends came to, once somebody has asked.
    summary: Arc<OnceLock<Option<Text>>>,
}

impl RecentEntry {
    pub(crate) fn seq(&self) -> u64 {
        self.entry.seq
    }

    /// The entry with its summary; `sum_up` is asked once, for the place in the journal.
    pub(crate) fn complete(&self, sum_up: impl FnOnce(usize) -> Option<Text>) -> LogEntry {
        let summary = self.summary.get_or_init(|| sum_up(self.at as usize));
        LogEntry {
            summary: summary.clone(),
            ..(*self.entry).clone()
        }
    }
}

/// What one viewer was told: how much, and the newest entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    progress: ToldSoFar,
    recent: VecDeque<RecentEntry>,
}

impl Log {
    /// Adds an entry, which is at `at` in the journal, unless there is nothing in it; says whether it did.
    pub(crate) fn tell(
        &mut self,
        by: Option<Seat>,
        text: Option<String>,
        events: Vec<Event>,
        at: u32,
    ) -> bool {
        if events.is_empty() && text.is_none() {
            return false;
        }
        let entry = LogEntry {
            seq: self.progress.seq + 1,
            by,
            text,
            events,
            summary: None,
        };
        self.progress.add(&entry);
        self.keep(Arc::new(entry), at);
        true
    }

    fn keep(&mut self, entry: Arc<LogEntry>, at: u32) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        let summary = Arc::default();
        self.recent.push_back(RecentEntry { entry, at, summary });
    }

    /// Keeps the newest entry only once if `other` was just told the same.
    pub(crate) fn share_newest(&mut self, other: &Log) {
        if let (Some(own), Some(others)) = (self.recent.back_mut(), other.recent.back())
            && own.entry == others.entry
        {
            own.entry = Arc::clone(&others.entry);
        }
    }

    pub(crate) fn seq(&self) -> u64 {
        self.progress.seq
    }

    /// The chain over everything told so far.
    pub(crate) fn hash(&self) -> String {
        self.progress.hash()
    }

    pub(crate) fn progress(&self) -> ToldSoFar {
        self.progress
    }

    /// The entries that are kept.
    pub(crate) fn recent(&self) -> &VecDeque<RecentEntry> {
        &self.recent
    }

    /// Roughly how many bytes the logs of a match take together.
    pub(crate) fn bytes(logs: &[Log]) -> usize {
        let mut bytes = 0;
        for (number, log) in logs.iter().enumerate() {
            bytes += size_of::<Log>() + log.recent.capacity() * size_of::<RecentEntry>();
            let before = &logs[number.saturating_sub(1)];
            for (index, recent) in log.recent.iter().enumerate() {
                let shared = before.recent.get(index).filter(|_| number > 0);
                if !shared.is_some_and(|other| Arc::ptr_eq(&other.entry, &recent.entry)) {
                    bytes += recent.entry.bytes();
                }
                let summary = recent.summary.get().and_then(Option::as_ref);
                bytes += SUMMARY + summary.map_or(0, text_bytes);
            }
        }
        bytes
    }
}

/// What the name of a fact takes.
const NAME: usize = size_of::<&str>();

/// What the place of a summary takes.
const SUMMARY: usize = 96;

/// Roughly how many bytes an event takes.
pub(crate) fn event_bytes(event: &Event) -> usize {
    let facts: usize = event
        .facts
        .iter()
        .map(|(_, it)| NAME + fact_bytes(it))
        .sum();
    let spots = event
        .spots
        .iter()
        .map(|spot| size_of::<Spot>() + spot.0.len());
    size_of::<Event>() + facts + spots.sum::<usize>() + text_bytes(&event.text)
}

fn fact_bytes(fact: &Fact) -> usize {
    let more = match fact {
        Fact::Number(_) => 0,
        Fact::Word(word) => word.len(),
        Fact::List(list) => list.iter().map(fact_bytes).sum(),
        Fact::Named(named) => named.iter().map(|(_, it)| NAME + fact_bytes(it)).sum(),
    };
    size_of::<Fact>() + more
}

fn text_bytes(text: &Text) -> usize {
    text.en.len() + text.fr.len()
}

impl LogEntry {
    /// The entry in one language, ready to be serialised.
    pub fn told(&self, lang: Lang) -> impl Serialize + '_ {
        Told {
            entry: self,
            lang: Some(lang),
        }
    }

    /// Roughly how many bytes it takes.
    fn bytes(&self) -> usize {
        let events: usize = self.events.iter().map(event_bytes).sum();
        size_of::<LogEntry>() + self.text.as_ref().map_or(0, String::len) + events
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
        log.tell(None, None, Vec::new(), 0);
        assert_eq!((log.seq(), log.hash()), (0, empty.clone()));
        log.tell(
            None,
            None,
            vec![Event::new("thunder", Text::same("boom"))],
            0,
        );
        assert_eq!((log.seq(), log.recent()[0].seq()), (1, 1));
        assert_ne!(log.hash(), empty);
    }

    #[test]
    fn the_chain_runs_over_facts_and_not_over_sentences() {
        let hash = |event: Event| {
            let mut log = Log::default();
            log.tell(None, None, vec![event], 0);
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
        log.tell(None, Some("x".into()), Vec::new(), 5);
        let chain = log.hash();
        let sum_up = |at| (at == 5).then_some(Text::fixed("All is well.", "Tout va bien."));
        let entry = log.recent()[0].complete(sum_up);
        assert_eq!(log.recent()[0].complete(|_| None), entry, "asked once");
        let told = serde_json::to_value(entry.told(Lang::Fr)).unwrap();
        assert_eq!(told["summary"], "Tout va bien.");
        let facts = serde_json::to_value(entry.facts()).unwrap();
        assert_eq!((facts.get("summary"), log.hash()), (None, chain));
    }

    #[test]
    fn only_the_newest_entries_are_kept() {
        let mut log = Log::default();
        for _ in 0..100 {
            log.tell(None, Some("x".into()), Vec::new(), 0);
        }
        let kept: Vec<u64> = log.recent().iter().map(RecentEntry::seq).collect();
        assert_eq!((log.seq(), kept.len(), kept[0]), (100, RECENT, 89));
    }

    #[test]
    fn an_entry_names_each_place_that_it_touched_once() {
        let at = |spots: [&str; 2]| Event::new("step", Text::same("so")).at(spots.map(Spot::from));
        let mut log = Log::default();
        log.tell(None, None, vec![at(["b", "a"]), at(["a", "c"])], 0);
        let entry = log.recent()[0].complete(|_| None);
        let told = serde_json::to_value(entry.told(Lang::En)).unwrap();
        assert_eq!(told["spots"], serde_json::json!(["b", "a", "c"]));
    }
}
