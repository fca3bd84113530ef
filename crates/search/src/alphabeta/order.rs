//! Which action is tried first: what proved good elsewhere probably is good here.

use vauban_game::{CLASSES, FORCING, Seat};

/// An action that may be tried, and what is known of it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Candidate<A> {
    pub(super) action: A,
    /// Higher ones are tried first.
    pub(super) score: i32,
    pub(super) promise: i32,
    pub(super) class: u16,
    /// Its place in the game's list.
    pub(super) place: u16,
}

impl<A> Candidate<A> {
    /// Whether it changes little at once: of such actions one learns from other nodes.
    pub(super) fn is_quiet(&self) -> bool {
        self.promise < FORCING
    }
}

/// What was learnt of quiet actions in this search.
#[derive(Debug)]
pub(super) struct Order<A> {
    /// Two that refuted something at this many steps from the root.
    killers: Vec<[Option<A>; 2]>,
    /// By seat and class: how often it refuted something, less how often it did not.
    history: Vec<[i32; CLASSES as usize]>,
    /// By the class of the action before: what refuted it.
    counters: Vec<Option<A>>,
}

const BEST_KNOWN: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLERS: [i32; 2] = [1 << 22, 1 << 21];
const COUNTER: i32 = 1 << 20;
/// History stays below it, either way.
const MOST_HISTORY: i32 = 1 << 14;
/// Small promises weigh as much as a good history.
const PROMISE: i32 = 16;

impl<A: Copy + Eq> Order<A> {
    pub(super) fn new(plies: usize) -> Order<A> {
        Order {
            killers: vec![[None; 2]; plies],
            history: vec![[0; CLASSES as usize]; 2],
            counters: vec![None; usize::from(CLASSES)],
        }
    }

    /// How early a candidate is tried. `best` is the place of the one that the table knows, `before` the
    /// class of the action that led here.
    #[inline]
    pub(super) fn score(
        &self,
        candidate: &Candidate<A>,
        seat: Seat,
        ply: usize,
        best: Option<u16>,
        before: Option<u16>,
    ) -> i32 {
        if best == Some(candidate.place) {
            return BEST_KNOWN;
        }
        if !candidate.is_quiet() {
            return CAPTURE + candidate.promise;
        }
        let action = Some(candidate.action);
        for (killer, score) in self.killers[ply].iter().zip(KILLERS) {
            if *killer == action {
                return score;
            }
        }
        if before.is_some_and(|before| self.counters[usize::from(before)] == action) {
            return COUNTER;
        }
        self.history[seat.index() & 1][usize::from(candidate.class)] + PROMISE * candidate.promise
    }

    /// The last of `tried` refuted what led here; the others did not.
    pub(super) fn refuted(
        &mut self,
        tried: &[Candidate<A>],
        seat: Seat,
        ply: usize,
        depth: u32,
        before: Option<u16>,
    ) {
        let Some((best, others)) = tried.split_last() else {
            return;
        };
        if !best.is_quiet() {
            return;
        }
        let action = Some(best.action);
        if self.killers[ply][0] != action {
            self.killers[ply] = [action, self.killers[ply][0]];
        }
        if let Some(before) = before {
            self.counters[usize::from(before)] = action;
        }
        let bonus = (depth * depth).min(400) as i32;
        let history = &mut self.history[seat.index() & 1];
        // The nearer to the most, the less is added.
        let mut learn = |class: u16, bonus: i32| {
            let held = &mut history[usize::from(class)];
            *held += bonus * 16 - *held * bonus.abs() * 16 / MOST_HISTORY;
        };
        learn(best.class, bonus);
        for other in others.iter().filter(|other| other.is_quiet()) {
            learn(other.class, -bonus);
        }
    }
}

/// Puts the candidate with the highest score first. The rest often needs no order: most nodes are refuted
/// by the first.
#[inline]
pub(super) fn bring_best<A: Copy>(candidates: &mut [Candidate<A>]) {
    let mut best = 0;
    for (index, candidate) in candidates.iter().enumerate() {
        if candidate.score > candidates[best].score {
            best = index;
        }
    }
    candidates.swap(0, best);
}
