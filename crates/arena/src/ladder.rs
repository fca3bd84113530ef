//! The ladder of a game: every level against the one below it, and against `uniform`.

use vauban_catalog::described;
use vauban_table::{AgentSpec, AnyGame, Level, Refusals};

use crate::{Arena, Cancel, Meeting, Pair, Rules};

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

/// Two players of a game that are compared, and how each is called in a table.
#[derive(Clone, Debug)]
pub struct Step {
    pub meeting: Meeting,
    pub players: (AgentSpec, AgentSpec),
    pub names: (String, String),
    /// What the two may look at for an answer each, together.
    pub nodes: u64,
}

/// A player of a ladder: how it is seated, what it plays by, and how it is called.
#[derive(Clone, Debug)]
struct Climber {
    spec: AgentSpec,
    key: String,
    name: String,
    nodes: u64,
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

    /// The nodes of the level with this number; 0 if it has none.
    fn nodes(&self, number: usize) -> u64 {
        let level = number.checked_sub(1);
        let level = level.and_then(|index| self.rules.game.levels().get(index));
        level.map_or(0, |level| level.nodes / self.divisor)
    }

    /// What the level with this number plays by, as somebody would type it; 0 is who draws evenly. Results belong to
    /// that, so those of a level that has changed count no more.
    pub fn key(&self, number: usize) -> String {
        let level = number.checked_sub(1);
        let level = level.and_then(|index| self.rules.game.levels().get(index));
        let Some(level) = level else {
            return "uniform".to_owned();
        };
        let mut key = level.agent.to_owned();
        if level.nodes > 0 {
            key += &format!(":nodes={}", (level.nodes / self.divisor).max(1));
        }
        if level.slack > 0 {
            key += &format!(":slack={}", level.slack);
        }
        key
    }

    /// What a level is called among those that have met who draws evenly many times.
    pub fn soak_name(&self, number: usize) -> String {
        format!("{number}@{}", self.key(number))
    }

    /// Every level against the one below; the players that the rules describe, and the strongest level, against
    /// who draws evenly; and the strongest level against those players.
    pub fn steps(&self) -> Vec<Step> {
        let game = self.rules.game;
        let levels = game.levels().len();
        let level = |number: usize| Climber {
            spec: self.player(number),
            key: self.key(number),
            nodes: self.nodes(number),
            name: match number {
                0 => "`uniform`".to_owned(),
                _ => format!("level {number}, {}", Level::name(number).en),
            },
        };
        let players = described(game.card().name).iter().map(|name| Climber {
            spec: name.parse().expect("a test seats it"),
            key: (*name).to_owned(),
            name: format!("`{name}`"),
            nodes: 0,
        });
        let players: Vec<Climber> = players.collect();
        let mut pairs: Vec<(Climber, Climber)> = (1..=levels)
            .map(|number| (level(number), level(number - 1)))
            .collect();
        pairs.extend(players.iter().map(|player| (player.clone(), level(0))));
        pairs.push((level(levels), level(0)));
        pairs.extend(players.into_iter().map(|player| (level(levels), player)));
        let mut steps: Vec<Step> = Vec::new();
        for (one, other) in pairs {
            let meeting = Meeting {
                game: game.card().name.to_owned(),
                one: one.key,
                other: other.key,
            };
            let met = steps.iter().any(|step| step.meeting == meeting);
            if meeting.one != meeting.other && !met {
                steps.push(Step {
                    meeting,
                    players: (one.spec, other.spec),
                    names: (one.name, other.name),
                    nodes: one.nodes + other.nodes,
                });
            }
        }
        steps
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
