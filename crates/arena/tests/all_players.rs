//! Every player and every level against `uniform`: every action is legal, no answer uses more nodes than allowed, and
//! no player keeps more memory than it may. `cargo xtask ladder --players 100` does the same in the release build and
//! records the results.

use vauban_arena::{Ladder, Rules, Soak};
use vauban_catalog::CATALOG;
use vauban_game::{SearchMemory, Stop};
use vauban_table::AgentSpec;

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

fn meet(rules: Rules, player: AgentSpec, nodes: u64, (games, most_answers): (usize, usize)) {
    let name = player.to_string();
    let soak = Soak {
        rules: Rules {
            most_answers,
            ..rules
        },
        player,
        nodes,
        games,
    };
    let soaked = soak.run();
    let soaked = soaked.unwrap_or_else(|refusals| panic!("{name}: {refusals:?}"));
    assert!(soaked.is_within_nodes(), "{name}: {soaked:?}");
    assert!(soaked.keeps_little(), "{name}: {soaked:?}");
    assert!(soaked.answers >= games, "{name}: {soaked:?}");
    // Other tests of this process run at the same time, unless somebody asked for one at a time.
    if games >= 100 && std::env::var_os("RUST_TEST_THREADS").is_some() {
        assert!(soaked.is_flat(), "{name}: {soaked:?}");
    }
}

#[test]
fn every_level_plays_legally_with_a_hundredth_of_its_nodes() {
    for game in CATALOG.games() {
        let ladder = Ladder {
            divisor: 100,
            ..Ladder::of(game)
        };
        for (number, level) in (1..).zip(game.levels()) {
            let player = ladder.player(number);
            let nodes = level.nodes / 100;
            meet(ladder.rules.clone(), player, nodes, contests());
        }
    }
}

#[test]
fn every_agent_plays_legally_with_few_nodes() {
    const NODES: u64 = 500;
    for game in CATALOG.games() {
        for card in game.agents() {
            // A number stands for every parameter that is one.
            let text = match card.parameters.starts_with(":N") {
                true => format!("{}:2", card.name),
                false => card.name.to_owned(),
            };
            let player: AgentSpec = text.parse().expect("it is well written");
            let player = player.with_nodes(NODES);
            meet(Ladder::of(game).rules, player, NODES, contests());
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
            let (nodes, player) = (game.levels()[number - 1].nodes, ladder.player(number));
            meet(
                ladder.rules.clone(),
                player,
                nodes,
                (4, Rules::MOST_ANSWERS),
            );
        }
    }
}

/// A few positions of every game: what each level expects there and why.
#[test]
fn every_level_says_what_it_expects_and_why() {
    for game in CATALOG.games() {
        let ladder = Ladder {
            divisor: 100,
            ..Ladder::of(game)
        };
        for number in 1..=game.levels().len() {
            let name = format!("{} {number}", game.card().name);
            let mut reasons = 0;
            for seed in 1..=8 {
                let rules = Rules {
                    opening: 6 * seed as u32,
                    ..ladder.rules.clone()
                };
                let table = rules.open(seed).expect("it opens");
                let seat = table.turn().seats().iter().next().expect("somebody");
                // A turn of several actions takes some hundred nodes to be planned at all.
                let nodes = game.levels()[number - 1].nodes;
                let nodes = (nodes / 100).max(nodes.min(1_000)).max(1);
                let agent = AgentSpec::level(number).with_nodes(nodes);
                let job = table.think(seat, &agent, None, &Stop::default());
                let (_, job) = job.expect("it is the seat's turn");
                let (thought, _) = job(&mut SearchMemory::with_bytes(1 << 20));
                assert_eq!(thought.line.first(), Some(&thought.action), "{name}");
                assert!(thought.reasons.len() <= 3, "{name}");
                // Whoever has one action only need not think.
                if thought.nodes > 0 {
                    assert!(thought.share.is_some(), "{name}: {thought:?}");
                }
                reasons += thought.reasons.len();
            }
            // Whoever wavers takes another action than the one that it has reasons for.
            let wavers = game.levels()[number - 1].slack > 0;
            assert!(reasons > 0 || wavers, "{name} never says why");
        }
    }
}
