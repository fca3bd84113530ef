//! The one list that names every game, with the agents that can play it.

use vauban_game::{Playable, Text};
use vauban_games::{
    garden::{Bold, Garden, Greed, Whim},
    guerre::{
        Guerre,
        deployment::{Deployed, Officer},
    },
    jungle::Jungle,
    risk::{Deep, Heuristic, Risk},
};
use vauban_search::{Expectimax, Random, Rollouts};
use vauban_table::{AgentCard, AgentMaker, Entry, Fork, Level, Shelf};

/// Every game of the platform. To add a game is to add a line here.
pub static CATALOG: Shelf = Shelf(&[
    &entry::<Jungle>(),
    &Fork {
        plain: &GUERRE,
        wrapped: &DEPLOYED,
        wraps: Deployed::wanted,
    },
    &Entry::new(GARDENERS, GARDEN_LEVELS),
    &RISK,
    // (new games go above this line)
]);

/// The game whose first version had a lobby that is kept.
pub const SEED_LOBBY: &str = "jungle";

/// The open game, and the same behind its hidden set-up.
static GUERRE: Entry<Guerre> = entry();
static DEPLOYED: Entry<Deployed> = Entry::new(OFFICERS, LEVELS);

/// The players that the first Risk describes, and one of our own.
static RISK: Entry<Risk> = Entry::new(CONQUERORS, CONQUEST);

const CONQUERORS: &[AgentMaker<Risk>] = &[
    AgentMaker {
        card: RANDOM,
        make: || Box::new(Random),
    },
    AgentMaker {
        card: AgentCard {
            name: "heuristic",
            about: Text::fixed(
                "plays every step by a rule of thumb",
                "joue chaque étape selon une règle simple",
            ),
        },
        make: || Box::new(Heuristic),
    },
    AgentMaker {
        card: AgentCard {
            name: "deep",
            about: Text::fixed(
                "looks through every command with exact odds and judges where it leads",
                "examine chaque ordre avec les chances exactes et juge où il mène",
            ),
        },
        make: || Box::new(Deep::default()),
    },
    AgentMaker {
        card: ROLLOUTS,
        make: || Box::new(Rollouts::default()),
    },
];

const CONQUEST: &[Level] = &[
    Level {
        agent: "random",
        nodes: 0,
    },
    Level {
        agent: "heuristic",
        nodes: 0,
    },
    Level {
        agent: "deep",
        nodes: 0,
    },
];

/// Agents of the open game that can also set up.
const OFFICERS: &[AgentMaker<Deployed>] = &[
    AgentMaker {
        card: RANDOM,
        make: || Box::new(Random),
    },
    AgentMaker {
        card: ROLLOUTS,
        make: || Box::new(Officer(Rollouts::default())),
    },
];

/// Those who play Garden Tensions as it was first described, and stronger ones.
const GARDENERS: &[AgentMaker<Garden>] = &[
    AgentMaker {
        card: RANDOM,
        make: || Box::new(Random),
    },
    AgentMaker {
        card: AgentCard {
            name: "whim",
            about: Text::fixed(
                "draws five of five moves and five placements, and plays them",
                "tire cinq coups parmi cinq déplacements et cinq placements, et les joue",
            ),
        },
        make: || Box::new(Whim::default()),
    },
    AgentMaker {
        card: AgentCard {
            name: "bold",
            about: Text::fixed(
                "the strongest group attacks the weakest neighbour, whatever the odds",
                "le groupe le plus fort attaque le voisin le plus faible, quelles que soient les chances",
            ),
        },
        make: || Box::new(Bold),
    },
    AgentMaker {
        card: AgentCard {
            name: "gardener",
            about: Text::fixed(
                "weighs every action by its exact odds, some actions ahead",
                "pèse chaque action par ses chances exactes, quelques actions à l'avance",
            ),
        },
        make: || Box::new(Expectimax::new(Greed)),
    },
    AgentMaker {
        card: ROLLOUTS,
        make: || Box::new(Rollouts::default()),
    },
];

const GARDEN_LEVELS: &[Level] = &[
    Level {
        agent: "whim",
        nodes: 0,
    },
    Level {
        agent: "bold",
        nodes: 0,
    },
    Level {
        agent: "gardener",
        nodes: 0,
    },
    Level {
        agent: "gardener",
        nodes: 100_000,
    },
];

/// A game with the agents and levels that every game has.
pub const fn entry<G: Playable>() -> Entry<G> {
    Entry::new(General::AGENTS, LEVELS)
}

/// Agents that can play anything.
struct General<G>(std::marker::PhantomData<G>);

impl<G: Playable> General<G> {
    const AGENTS: &'static [AgentMaker<G>] = &[
        AgentMaker {
            card: RANDOM,
            make: || Box::new(Random),
        },
        AgentMaker {
            card: ROLLOUTS,
            make: || Box::new(Rollouts::default()),
        },
    ];
}

const RANDOM: AgentCard = AgentCard {
    name: "random",
    about: Text::fixed(
        "takes any legal action, each with the same chance",
        "prend n'importe quelle action permise, chacune avec la même chance",
    ),
};

const ROLLOUTS: AgentCard = AgentCard {
    name: "rollouts",
    about: Text::fixed(
        "plays every action to the end by chance, many times, and takes what did best",
        "joue chaque action au hasard jusqu'au bout, bien des fois, et prend la meilleure",
    ),
};

/// From the weakest to the strongest, until stronger agents come.
const LEVELS: &[Level] = &[
    Level {
        agent: "random",
        nodes: 0,
    },
    Level {
        agent: "rollouts",
        nodes: 50_000,
    },
    Level {
        agent: "rollouts",
        nodes: 1_000_000,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_every_level_has_its_agent() {
        let names: std::collections::BTreeSet<&str> =
            CATALOG.games().map(|game| game.card().name).collect();
        assert_eq!(names.len(), CATALOG.games().count());
        for game in CATALOG.games() {
            let agents: Vec<&str> = game.agents().iter().map(|agent| agent.name).collect();
            assert!(!game.levels().is_empty());
            assert!(
                game.levels()
                    .iter()
                    .all(|level| agents.contains(&level.agent))
            );
        }
    }
}
