//! The ladder of a game: every level against the one below it, and against who draws evenly.

use vauban_table::{AgentSpec, AnyGame, Refusals};

use crate::{Arena, Cancel, Pair, Rules};

/// How the steps of a ladder are played.
#[derive(Clone, Debug)]
pub struct Ladder {
    pub rules: Rules,
    /// Games for each step.
    pub games: usize,
    /// Levels get their nodes divided by this.
    pub divisor: u64,
    pub seed: u64,
    pub concurrency: usize,
    pub search_memory: usize,
}

impl Ladder {
    /// Openings of a few random actions, so that no two pairs are alike.
    pub const OPENING: u32 = 4;

    pub fn of(game: &'static dyn AnyGame) -> Ladder {
        Ladder {
            rules: Rules {
                opening: Ladder::OPENING,
                ..Rules::of(game)
            },
            games: 8,
            divisor: 1,
            seed: 1,
            concurrency: 1,
            search_memory: 16 << 20,
        }
    }

    /// The level with this number, from 1, by its nodes alone; 0 is who draws evenly.
    pub fn player(&self, number: usize) -> AgentSpec {
        let level = number.checked_sub(1);
        let level = level.and_then(|index| self.rules.game.levels().get(index));
        match level {
            None => "uniform".parse().expect("it is well written"),
            Some(level) => {
                let nodes = (level.nodes / self.divisor).max(1);
                AgentSpec::level(number).with_nodes(nodes)
            }
        }
    }

    /// One player against another, after `before` pairs that were played already. All comparisons
    /// have the same openings.
    pub fn compare(
        &self,
        one: AgentSpec,
        other: AgentSpec,
        before: usize,
        cancel: &Cancel,
    ) -> Result<Option<Pair>, Refusals> {
        let arena = Arena {
            rules: self.rules.clone(),
            players: vec![one, other],
            games: self.games,
            before,
            seed: self.seed,
            concurrency: self.concurrency,
            sprt: None,
            search_memory: self.search_memory,
        };
        let (tally, _) = arena.run(cancel, &|_| ())?;
        Ok(tally.pairs.first().cloned())
    }

    /// What the level `number` scores against the one below it.
    pub fn step(&self, number: usize, cancel: &Cancel) -> Result<Option<Pair>, Refusals> {
        let (upper, lower) = (self.player(number), self.player(number - 1));
        self.compare(upper, lower, 0, cancel)
    }
}
