//! What the server counts, in the text form that Prometheus reads.

use std::{
    fmt::Write,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use vauban_store::Counts;

use crate::memory::InMemory;

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }
    pub fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(Arc<AtomicU64>);

/// Counts one for as long as it lives.
#[derive(Debug)]
pub struct Counted(Arc<AtomicU64>);

impl Gauge {
    pub fn count(&self) -> Counted {
        self.0.fetch_add(1, Ordering::Relaxed);
        Counted(Arc::clone(&self.0))
    }
    fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
pub struct Metrics {
    /// Matches created.
    pub matches: Counter,
    /// Commands carried out and durable.
    pub commands: Counter,
    pub refused: Counter,
    pub stale: Counter,
    pub repeated: Counter,
    /// Writes that were refused because another node had been first.
    pub late: Counter,
    /// Writes that were refused because another node had taken over what they were for.
    pub taken_over: Counter,
    /// Tables to which what other nodes had written was added.
    pub caught_up: Counter,
    /// Requests, frames and connections turned away for coming too often.
    pub limited: Counter,
    /// Connections and requests turned away because all places were taken.
    pub full: Counter,
    /// Answers of agents.
    pub thoughts: Counter,
    /// Pages rendered for live connections: one for each kind of viewer.
    pub pages: Counter,
    /// Frames written for live connections: one for all spectators who were sent the same before.
    pub frames: Counter,
    /// Connections that got a place.
    pub accepted: Counter,
    /// Open WebSockets.
    pub live: Gauge,
    pub connections: Gauge,
}

impl Metrics {
    pub fn text(&self, in_memory: InMemory, unsent: usize, store: Counts, nodes: usize) -> String {
        let mut text = String::new();
        let mut line = |name: &str, kind: &str, help: &str, value: u64| {
            writeln!(
                text,
                "# HELP vauban_{name} {help}\n# TYPE vauban_{name} {kind}\nvauban_{name} {value}"
            )
            .expect("a String takes everything");
        };
        for (name, help, counter) in [
            ("matches_created_total", "Matches created.", &self.matches),
            (
                "commands_total",
                "Commands carried out and durable.",
                &self.commands,
            ),
            (
                "commands_refused_total",
                "Commands refused by the rules.",
                &self.refused,
            ),
            (
                "commands_stale_total",
                "Answers to questions no longer open.",
                &self.stale,
            ),
            (
                "commands_repeated_total",
                "Commands sent again.",
                &self.repeated,
            ),
            (
                "writes_late_total",
                "Writes refused because another node was first.",
                &self.late,
            ),
            (
                "writes_taken_over_total",
                "Writes refused because another node had taken over.",
                &self.taken_over,
            ),
            (
                "matches_caught_up_total",
                "Times that a match was updated with what other nodes wrote.",
                &self.caught_up,
            ),
            (
                "limited_total",
                "Requests turned away by the rate limit.",
                &self.limited,
            ),
            (
                "full_total",
                "Requests turned away because there was no free connection.",
                &self.full,
            ),
            ("connections_total", "Connections accepted.", &self.accepted),
            ("agent_thoughts_total", "Answers of agents.", &self.thoughts),
            (
                "pages_rendered_total",
                "Pages rendered for live connections.",
                &self.pages,
            ),
            (
                "frames_written_total",
                "Frames written for live connections.",
                &self.frames,
            ),
        ] {
            line(name, "counter", help, counter.value());
        }
        for (name, help, value) in [
            ("store_writes_total", "Writes of the store.", store.writes),
            (
                "store_commits_total",
                "Commits of the store.",
                store.commits,
            ),
            (
                "matches_rebuilt_total",
                "Matches rebuilt from the store.",
                in_memory.rebuilt,
            ),
            (
                "matches_evicted_total",
                "Matches evicted from memory.",
                in_memory.evicted,
            ),
            (
                "matches_set_aside_total",
                "Matches that could not be rebuilt.",
                in_memory.set_aside,
            ),
        ] {
            line(name, "counter", help, value);
        }
        for (name, help, value) in [
            (
                "matches_in_memory",
                "Matches in memory.",
                in_memory.tables as u64,
            ),
            (
                "matches_known",
                "Matches of which at least some data is in memory.",
                in_memory.matches as u64,
            ),
            (
                "matches_memory_bytes",
                "Approximate memory that matches use.",
                in_memory.bytes as u64,
            ),
            (
                "matches_memory_budget_bytes",
                "Memory that matches may use.",
                in_memory.budget as u64,
            ),
            ("sockets", "Open WebSockets.", self.live.value()),
            (
                "nodes",
                "Nodes on this store, as seen by this one.",
                nodes as u64,
            ),
            (
                "store_waiting",
                "Writes waiting for the store.",
                store.waiting as u64,
            ),
            ("connections", "Open connections.", self.connections.value()),
            (
                "answer_bytes_waiting",
                "Bytes of answers that clients have not read yet.",
                unsent as u64,
            ),
        ] {
            line(name, "gauge", help, value);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The names of our metrics in a text.
    fn names(text: &str) -> BTreeSet<&str> {
        text.split(|sign: char| !(sign.is_ascii_lowercase() || sign == '_'))
            .filter(|word| word.starts_with("vauban_"))
            .collect()
    }

    #[test]
    fn the_dashboard_and_the_docs_ask_for_metrics_that_there_are() {
        let text = Metrics::default().text(InMemory::default(), 0, Counts::default(), 1);
        let known = names(&text);
        for (file, asked) in [
            (
                "dashboard.json",
                include_str!("../../../docs/operate/dashboard.json"),
            ),
            ("operate.md", include_str!("../../../docs/operate.md")),
            ("hosting.md", include_str!("../../../docs/hosting.md")),
        ] {
            let asked = names(asked);
            assert!(!asked.is_empty(), "{file}");
            let unknown: Vec<_> = asked.difference(&known).collect();
            assert!(unknown.is_empty(), "{file}: {unknown:?}");
        }
    }
}
