//! Who plays Garden Tensions.

use vauban_game::Text;
use vauban_games::garden::{Bold, Garden, Greed, Random, Weighed, Weights};
use vauban_search::{Expectimax, Rollouts, tuning::Weighing};
use vauban_table::{AgentMaker, Judging, Level};

use crate::{agent, rollouts, uniform};

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
    rollouts(|| Box::new(Rollouts::judged_by(Greed, 200))),
];

/// Who says how a match goes.
pub const JUDGE: Judging<Garden> = || Box::new(Greed);

pub const LEVELS: &[Level] = &[
    level(
        60,
        "looks at one action at a time and often takes another one that seems good enough",
        "regarde une action à la fois et en prend souvent une autre qui semble suffire",
    ),
    level(
        28,
        "looks at one action at a time and sometimes misses the better one",
        "regarde une action à la fois et manque parfois la meilleure",
    ),
    level(
        14,
        "weighs one action at a time by its exact odds, with mistakes",
        "pèse une action à la fois selon ses chances exactes, avec des erreurs",
    ),
    level(
        9,
        "weighs one action at a time by its exact odds, with small mistakes",
        "pèse une action à la fois selon ses chances exactes, avec de petites erreurs",
    ),
    level(
        6,
        "takes good actions, and not always the best",
        "prend de bonnes actions, et pas toujours la meilleure",
    ),
    level(
        4,
        "takes good actions, and hardly errs",
        "prend de bonnes actions, et ne se trompe guère",
    ),
    level(
        2,
        "plays its turn by exact odds, almost without a mistake",
        "joue son tour selon les chances exactes, presque sans erreur",
    ),
    level(
        0,
        "plays its turn by exact odds",
        "joue son tour selon les chances exactes",
    ),
];

/// One action ahead: with 3,000 nodes, two ahead, it won three of eight matches against itself.
const fn level(slack: u16, en: &'static str, fr: &'static str) -> Level {
    Level {
        agent: "gardener",
        nodes: 1,
        slack,
        rating: 0,
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
