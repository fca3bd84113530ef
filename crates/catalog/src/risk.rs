//! Who plays Risk.

use vauban_game::Text;
use vauban_games::risk::{Deep, Heuristic, Risk, Strategist};
use vauban_search::Rollouts;
use vauban_table::{AgentMaker, Level};

use crate::{agent, rollouts, uniform};

/// The players that the first Risk describes, and one of our own.
pub const AGENTS: &[AgentMaker<Risk>] = &[
    uniform(),
    agent(
        "heuristic",
        &[],
        "plays every step by a rule of thumb",
        "joue chaque étape selon une règle simple",
        || Box::new(Heuristic),
    ),
    agent(
        "deep",
        &[],
        "looks through every command with exact odds and judges where it leads",
        "examine chaque ordre avec les chances exactes et juge où il mène",
        || Box::new(Deep::default()),
    ),
    rollouts(|| Box::new(Rollouts::judged_by(Strategist, 200))),
];

pub const LEVELS: &[Level] = &[
    Level {
        agent: "rollouts",
        nodes: 200,
        slack: 3,
        rating: 0,
        about: Text::fixed(
            "places and attacks much as it comes",
            "place et attaque un peu comme ça vient",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 800,
        slack: 1,
        rating: 0,
        about: Text::fixed(
            "attacks where it seems well, with mistakes",
            "attaque là où cela semble bon, avec des erreurs",
        ),
    },
    Level {
        agent: "heuristic",
        nodes: 0,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "plays every step by a rule of thumb",
            "joue chaque étape selon une règle simple",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 4_000,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "plays on from every command by chance",
            "poursuit au hasard après chaque ordre",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 15_000,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "tries out its commands thoroughly",
            "essaie ses ordres avec soin",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 40_000,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "tries out its commands at length",
            "essaie longuement ses ordres",
        ),
    },
    Level {
        agent: "deep",
        nodes: 0,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "weighs every command by its exact odds",
            "pèse chaque ordre selon ses chances exactes",
        ),
    },
    Level {
        agent: "deep",
        nodes: 0,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "weighs every command by its exact odds",
            "pèse chaque ordre selon ses chances exactes",
        ),
    },
];
