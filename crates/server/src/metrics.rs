//! What the server counts, in the text form that Prometheus reads.

use std::{
    fmt::Write,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use vauban_store::Counts;

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }
    fn value(&self) -> u64 {
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
    /// Requests, frames and connections turned away for coming too often.
    pub limited: Counter,
    /// Answers of agents.
    pub thoughts: Counter,
    /// Pages rendered for live connections: one for each kind of viewer.
    pub pages: Counter,
    /// Open WebSockets.
    pub live: Gauge,
    pub connections: Gauge,
}

impl Metrics {
    pub fn text(&self, in_memory: usize, store: Counts) -> String {
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
                "limited_total",
                "Turned away for coming too often.",
                &self.limited,
            ),
            ("agent_thoughts_total", "Answers of agents.", &self.thoughts),
            (
                "pages_rendered_total",
                "Pages rendered for live connections.",
                &self.pages,
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
        ] {
            line(name, "counter", help, value);
        }
        for (name, help, value) in [
            ("matches_in_memory", "Matches in memory.", in_memory as u64),
            ("sockets", "Open WebSockets.", self.live.value()),
            (
                "store_waiting",
                "Writes that wait for the store.",
                store.waiting as u64,
            ),
            ("connections", "Open connections.", self.connections.value()),
        ] {
            line(name, "gauge", help, value);
        }
        text
    }
}
