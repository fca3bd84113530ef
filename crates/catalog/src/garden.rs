//! Who plays Garden Tensions.

use vauban_game::Text;
use vauban_games::garden::{Bold, Garden, Greed, Nimble, Random, Weighed, Weights};
use vauban_search::{Expectimax, Rollouts, Trials, tuning::Weighing};
use vauban_table::{AgentMaker, Judging, Level};

use crate::{agent, ratings::rating, rollouts, trials, uniform};

/// Those who play it as it was first described, and a stronger one.
pub const AGENTS: &[AgentMaker<Garden>] = &[
    uniform(),
    agent(
        "random",
        &["whim"],
        "draws five moves and five placements as its turn begins, and plays five of the ten",
        "tire cinq déplacements et cinq placements au début de son tour, et en joue cinq",
        || Box::new(Random),
    ),
    agent(
        "heuristic",
        &["bold"],
        "the strongest group attacks the weakest neighbour, whatever the odds",
        "le groupe le plus fort attaque le voisin le plus faible, quelles que soient les chances",
        || Box::new(Bold),
    ),
    agent(
        "gardener",
        &[],
        "weighs every action by its exact odds, some actions ahead",
        "pèse chaque action par ses chances exactes, quelques actions à l'avance",
        || Box::new(Expectimax::new(Greed)),
    ),
    // With 2,000 nodes it won 46 of 60 matches against `gardener`, with 20,000 it won 17 of 20.
    trials(|| {
        Box::new(Trials {
            base: Expectimax::new(Greed).to_depth(1),
            judge: Greed,
            policy: Nimble,
            turns: 4,
            slack: 1.0,
            width: 8,
            sure: 1.0,
        })
    }),
    rollouts(|| Box::new(Rollouts::judged_by(Greed, 200))),
];

/// Who says how a match goes.
pub const JUDGE: Judging<Garden> = || Box::new(Greed);

/// Those whom the rules describe.
pub const DESCRIBED: &[&str] = &["random", "heuristic"];

pub const LEVELS: &[Level] = &[
    gardener(
        48,
        "looks at one action at a time and often takes another one that seems good enough",
        "regarde une action à la fois et en prend souvent une autre qui semble suffire",
    ),
    gardener(
        30,
        "looks at one action at a time and sometimes misses the better one",
        "regarde une action à la fois et manque parfois la meilleure",
    ),
    gardener(
        19,
        "weighs one action at a time by its exact odds, with mistakes",
        "pèse une action à la fois selon ses chances exactes, avec des erreurs",
    ),
    gardener(
        10,
        "takes good actions, and not always the best",
        "prend de bonnes actions, et pas toujours la meilleure",
    ),
    gardener(
        4,
        "takes good actions, and nearly always the best",
        "prend de bonnes actions, et presque toujours la meilleure",
    ),
    gardener(
        0,
        "weighs every action by its exact odds",
        "pèse chaque action selon ses chances exactes",
    ),
    trials_with(
        2_000,
        "tries its best actions out a few turns ahead",
        "essaie ses meilleures actions quelques tours à l'avance",
    ),
    trials_with(
        80_000,
        "tries its best actions out again and again before it moves",
        "essaie maintes fois ses meilleures actions avant de bouger",
    ),
];

/// One action ahead: with 3,000 nodes, two ahead, it won three of eight matches against itself.
const fn gardener(slack: u16, en: &'static str, fr: &'static str) -> Level {
    level("gardener", 1, slack, en, fr)
}

const fn trials_with(nodes: u64, en: &'static str, fr: &'static str) -> Level {
    level("trials", nodes, 0, en, fr)
}

const fn level(
    agent: &'static str,
    nodes: u64,
    slack: u16,
    en: &'static str,
    fr: &'static str,
) -> Level {
    Level {
        agent,
        nodes,
        slack,
        rating: rating("garden", agent, nodes, slack),
        about: Text::fixed(en, fr),
    }
}

/// The judge of `gardener`, as it can be tuned: every match in another garden.
pub const WEIGHTS: Weighing<Garden, Weighed> = Weighing {
    name: "garden",
    file: "crates/games/src/garden/weights.txt",
    text: Weights::TEXT,
    names: Weights::NAMES,
    fixed: &["half"],
    game: Garden::new,
    judge: |numbers| Weighed(Weights::from_numbers(numbers)),
    agent: |judge| Box::new(Expectimax::new(judge)),
};
