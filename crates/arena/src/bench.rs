//! A fixed amount of search: the same search gives the same figures on every machine.

use std::time::{Duration, Instant};

use vauban_game::{SearchMemory, Stop, fingerprint};
use vauban_table::{AgentSpec, AnyGame, Refusals, Shelf};

use crate::Rules;

/// Nodes for one thought.
const NODES: u64 = 20_000;

/// How many actions are drawn before a position, and by which seed.
const POSITIONS: [(u32, u64); 4] = [(0, 1), (7, 2), (16, 3), (40, 4)];

/// What one game's programs looked at.
#[derive(Clone, Debug)]
pub struct BenchLine {
    pub game: &'static str,
    pub nodes: u64,
    pub time: Duration,
    /// A key of everything that was answered: it changes when a search does, even if it looks at as much.
    pub answers: u64,
}

/// Has every level of every game think about the same positions.
pub fn bench(games: Shelf) -> Result<Vec<BenchLine>, Refusals> {
    games.games().map(of_game).collect()
}

fn of_game(game: &'static dyn AnyGame) -> Result<BenchLine, Refusals> {
    let mut memory = SearchMemory::with_bytes(16 << 20);
    let mut line = BenchLine {
        game: game.card().name,
        nodes: 0,
        time: Duration::ZERO,
        answers: 0,
    };
    for (opening, seed) in POSITIONS {
        let rules = Rules {
            opening,
            ..Rules::of(game)
        };
        let table = rules.open(seed)?;
        let Some(seat) = table.turn().seats().iter().next() else {
            continue;
        };
        for number in 1..=game.levels().len() {
            let agent = AgentSpec::level(number).with_nodes(NODES);
            let (_, job) = table.think(seat, &agent, None, &Stop::default())?;
            let began = Instant::now();
            let (thought, _) = job(&mut memory);
            line.time += began.elapsed();
            line.nodes += thought.nodes;
            let share = thought.share.map_or(0, |share| share.get().to_bits());
            let mut words = vec![line.answers, thought.nodes, share];
            words.extend(
                thought
                    .line
                    .iter()
                    .flat_map(|text| text.bytes().map(u64::from)),
            );
            line.answers = fingerprint(&words);
        }
    }
    Ok(line)
}
