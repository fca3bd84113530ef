//! Every player and every level against who draws evenly: legal throughout, within its nodes, and it
//! keeps no more than it may.

use vauban_arena::{Contest, Ladder, Rules};
use vauban_catalog::CATALOG;
use vauban_game::{MOST_KEPT, SearchMemory};
use vauban_table::AgentSpec;

/// Whoever has very few nodes still looks once at each of its actions.
const FIRST_LOOK: u64 = 20_000;

fn is_thorough() -> bool {
    std::env::var_os("VAUBAN_THOROUGH").is_some()
}

/// A few answers of each, or with `--thorough` whole matches, 100 of each.
fn contests() -> (usize, usize) {
    match is_thorough() {
        true => (100, Rules::MOST_ANSWERS),
        false => (2, 60),
    }
}

fn meet(rules: &Rules, player: &AgentSpec, nodes: u64, games: usize) {
    let uniform: AgentSpec = "uniform".parse().expect("it is well written");
    let mut memory = SearchMemory::with_bytes(4 << 20);
    let seats = rules.open(1).expect("it opens").seats();
    let mut resident = Vec::new();
    for game in 0..games {
        let agents = (0..usize::from(seats)).map(|seat| match (seat + game) % 2 {
            0 => player.clone(),
            _ => uniform.clone(),
        });
        let contest = Contest {
            rules,
            agents: agents.collect(),
            seed: game as u64,
        };
        let played = contest.play(&mut memory);
        let played = played.unwrap_or_else(|refusals| panic!("{player}: {refusals:?}"));
        let most = played.most_nodes.0.into_iter().max().unwrap_or(0);
        assert!(
            most <= nodes.max(FIRST_LOOK) + 100,
            "{player}: {most} of {nodes}"
        );
        assert!(
            played.most_kept <= MOST_KEPT,
            "{player}: {}",
            played.most_kept
        );
        resident.push(resident_pages());
    }
    // The first matches fill caches and pools; from then on nothing more is kept. Other tests of this
    // process run at the same time, so that this says something only where nothing else does.
    if let [.., last] = resident[..]
        && games >= 100
        && std::env::var_os("RUST_TEST_THREADS").is_some()
    {
        let early = resident[games / 10];
        assert!(
            last <= early + early / 5,
            "{player}: {early} to {last} pages"
        );
    }
}

/// How many pages of memory this process holds; none where that cannot be known.
fn resident_pages() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|pages| pages.split(' ').nth(1)?.parse().ok());
    pages.unwrap_or(0)
}

#[test]
fn every_level_plays_legally_with_a_hundredth_of_its_nodes() {
    let (games, most_answers) = contests();
    for game in CATALOG.games() {
        let ladder = Ladder {
            divisor: 100,
            ..Ladder::of(game)
        };
        let rules = Rules {
            most_answers,
            ..ladder.rules.clone()
        };
        for (number, level) in (1..).zip(game.levels()) {
            meet(&rules, &ladder.player(number), level.nodes / 100, games);
        }
    }
}

#[test]
fn every_agent_plays_legally_with_few_nodes() {
    const NODES: u64 = 500;
    let (games, most_answers) = contests();
    for game in CATALOG.games() {
        let rules = Rules {
            most_answers,
            ..Ladder::of(game).rules
        };
        for card in game.agents() {
            // A number stands for every parameter that is one.
            let text = match card.parameters.starts_with(":N") {
                true => format!("{}:2", card.name),
                false => card.name.to_owned(),
            };
            let player: AgentSpec = text.parse().expect("it is well written");
            meet(&rules, &player.with_nodes(NODES), NODES, games);
        }
    }
}

#[test]
fn the_strongest_levels_play_legally_at_full_strength() {
    if !is_thorough() {
        return;
    }
    for game in CATALOG.games() {
        let ladder = Ladder::of(game);
        for number in [7, 8] {
            let nodes = game.levels()[number - 1].nodes;
            meet(&ladder.rules, &ladder.player(number), nodes, 4);
        }
    }
}
