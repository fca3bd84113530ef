//! Many matches on many threads; the results do not depend on the number of threads.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use vauban_game::{SearchMemory, text};
use vauban_table::{AgentSpec, Refusals};

use crate::{Contest, Played, Rules, Schedule, Sprt, Tally, Verdict};

/// Players, and how they are compared.
#[derive(Clone, Debug)]
pub struct Arena {
    pub rules: Rules,
    pub players: Vec<AgentSpec>,
    /// For each two players, rounded up to whole sets.
    pub games: usize,
    /// Sets that were played before, and are left out.
    pub before: usize,
    pub seed: u64,
    /// How many matches are played at the same time.
    pub concurrency: usize,
    /// Ends a comparison of two players early.
    pub sprt: Option<Sprt>,
    /// Bytes for the search of each match.
    pub search_memory: usize,
}

/// A hand that can be raised: no further match begins, and those that run are finished.
#[derive(Debug, Default)]
pub struct Cancel(AtomicBool);

impl Cancel {
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Where it stands, after each match.
#[derive(Debug)]
pub struct Progress<'a> {
    pub played: usize,
    pub of: usize,
    pub tally: &'a Tally,
}

/// What the threads share.
struct Board {
    next: usize,
    played: Vec<Option<Played>>,
    done: usize,
    /// Sets that count: all, unless the test is decided.
    most_sets: usize,
    failure: Option<Refusals>,
}

impl Arena {
    /// Refuses players that this game does not know, and tests of more than two.
    pub fn check(&self) -> Result<(), Refusals> {
        let table = self.rules.open(self.seed)?;
        for player in &self.players {
            table.seats_agent(player)?;
        }
        if self.sprt.is_some() && self.players.len() != 2 {
            return Err(Refusals::one(
                "two-players",
                text!(
                    "a test compares two programs; leave out --sprt to compare more",
                    "un test compare deux programmes ; retirez --sprt pour en comparer plus"
                ),
            ));
        }
        Ok(())
    }

    pub fn schedule(&self) -> Result<Schedule, Refusals> {
        let seats = self.rules.open(self.seed)?.seats();
        let (players, seats) = (self.players.len(), usize::from(seats));
        let schedule = Schedule::new(players, seats, self.games, self.seed);
        Ok(schedule.after(self.before))
    }

    /// Plays, and counts whole sets. Results depend on the seed alone if all budgets are nodes, unless
    /// somebody cancels. Gives the matches in their order, too.
    pub fn run(
        &self,
        cancel: &Cancel,
        progress: &(dyn Fn(&Progress<'_>) + Sync),
    ) -> Result<(Tally, Vec<Played>), Refusals> {
        self.check()?;
        let schedule = self.schedule()?;
        let board = Mutex::new(Board {
            next: 0,
            played: vec![None; schedule.len()],
            done: 0,
            most_sets: usize::MAX,
            failure: None,
        });
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, schedule.len().max(1)) {
                scope.spawn(|| self.work(&schedule, &board, cancel, progress));
            }
        });
        let board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = board.failure {
            return Err(failure);
        }
        let tally = Tally::of(&schedule, &board.played, board.most_sets);
        let counted = board.played.into_iter().enumerate();
        let counted = counted.filter(|(index, _)| schedule.round(*index).set < board.most_sets);
        Ok((tally, counted.filter_map(|(_, played)| played).collect()))
    }

    fn work(
        &self,
        schedule: &Schedule,
        board: &Mutex<Board>,
        cancel: &Cancel,
        progress: &(dyn Fn(&Progress<'_>) + Sync),
    ) {
        let mut memory = SearchMemory::with_bytes(self.search_memory);
        loop {
            let index = {
                let mut board = lock(board);
                let decided = board.most_sets < usize::MAX || board.failure.is_some();
                if decided || cancel.is_raised() || board.next == schedule.len() {
                    return;
                }
                board.next += 1;
                board.next - 1
            };
            let round = schedule.round(index);
            let players = round
                .players
                .iter()
                .map(|&player| self.players[player].clone());
            let contest = Contest {
                rules: &self.rules,
                agents: players.collect(),
                seed: round.seed,
            };
            let played = catch_unwind(AssertUnwindSafe(|| contest.play(&mut memory)));
            let mut board = lock(board);
            match played.unwrap_or_else(|_| Err(broke_down(&contest))) {
                Ok(played) => {
                    board.played[index] = Some(played);
                    board.done += 1;
                    self.decide(schedule, &mut board);
                    let tally = Tally::of(schedule, &board.played, board.most_sets);
                    progress(&Progress {
                        played: board.done,
                        of: schedule.len(),
                        tally: &tally,
                    });
                }
                Err(failure) => board.failure = Some(failure),
            }
        }
    }

    /// Looks at the test after each set, in the order of the sets, however they were finished.
    fn decide(&self, schedule: &Schedule, board: &mut Board) {
        let Some(sprt) = self.sprt else { return };
        let whole = board
            .played
            .iter()
            .take_while(|played| played.is_some())
            .count();
        for sets in 1..=whole / schedule.size() {
            let tally = Tally::of(schedule, &board.played, sets);
            let verdict = tally.pairs.first().map(|pair| sprt.verdict(&pair.scores));
            if verdict.is_some_and(|verdict| verdict != Verdict::Open) {
                board.most_sets = board.most_sets.min(sets);
                return;
            }
        }
    }
}

fn broke_down(contest: &Contest<'_>) -> Refusals {
    let names: Vec<String> = contest.agents.iter().map(AgentSpec::to_string).collect();
    let (names, seed) = (names.join(", "), contest.seed);
    Refusals::one(
        "agent-failed",
        text!(
            "a program broke down in a match of {names} with the seed {seed}",
            "un programme a échoué dans une partie de {names} avec la graine {seed}"
        ),
    )
}

fn lock(board: &Mutex<Board>) -> MutexGuard<'_, Board> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}
