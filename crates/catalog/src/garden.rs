//! Who plays Garden Tensions.

use vauban_game::Text;
use vauban_games::garden::{Bold, Garden, Greed, Random};
use vauban_search::{Expectimax, Rollouts};
use vauban_table::{AgentMaker, Level};

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

pub const LEVELS: &[Level] = &[
    Level {
        agent: "gardener",
        nodes: 0,
        slack: 30,
        rating: 0,
        about: Text::fixed(
            "looks at one action at a time and often takes another one that seems good enough",
            "regarde une action à la fois et en prend souvent une autre qui semble suffire",
        ),
    },
    Level {
        agent: "gardener",
        nodes: 0,
        slack: 15,
        rating: 0,
        about: Text::fixed(
            "looks at one action at a time and sometimes misses the better one",
            "regarde une action à la fois et manque parfois la meilleure",
        ),
    },
    Level {
        agent: "gardener",
        nodes: 0,
        slack: 6,
        rating: 0,
        about: Text::fixed(
            "weighs one action at a time by its exact odds, with small mistakes",
            "pèse une action à la fois selon ses chances exactes, avec de petites erreurs",
        ),
    },
    Level {
        agent: "gardener",
        nodes: 0,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "weighs one action at a time by its exact odds",
            "pèse une action à la fois selon ses chances exactes",
        ),
    },
    Level {
        agent: "gardener",
        nodes: 3_000,
        slack: 0,
        rating: 0,
        about: Text::fixed("weighs two actions ahead", "pèse deux actions à l'avance"),
    },
    Level {
        agent: "gardener",
        nodes: 20_000,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "plans most of its turn by exact odds",
            "prévoit presque tout son tour selon les chances exactes",
        ),
    },
    Level {
        agent: "gardener",
        nodes: 100_000,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "plans its turn by exact odds",
            "prévoit son tour selon les chances exactes",
        ),
    },
    Level {
        agent: "gardener",
        nodes: 400_000,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "plans its whole turn by exact odds, and takes its time",
            "prévoit tout son tour selon les chances exactes, et prend son temps",
        ),
    },
];
