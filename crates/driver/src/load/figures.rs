//! What a run measured, in three numbers.

use std::{fmt, time::Duration};

/// Milliseconds below which so many of a hundred (or of a thousand) lie.
#[derive(Copy, Clone, Debug)]
pub struct Figures {
    pub p50: f64,
    pub p99: f64,
    pub p999: f64,
}

impl Figures {
    pub fn of(taken: &[Duration]) -> Figures {
        let mut sorted = taken.to_vec();
        sorted.sort_unstable();
        let at = |part: f64| {
            let index = (sorted.len() as f64 * part) as usize;
            let last = sorted.len().saturating_sub(1);
            let taken = sorted.get(index.min(last)).copied().unwrap_or_default();
            taken.as_secs_f64() * 1e3
        };
        Figures {
            p50: at(0.5),
            p99: at(0.99),
            p999: at(0.999),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figures { p50, p99, p999 } = self;
        write!(f, "p50 {p50:.2} ms  p99 {p99:.2} ms  p99.9 {p999:.2} ms")
    }
}
