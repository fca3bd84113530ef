//! The one list that names every game, with the agents that can play it.

use vauban_game::{Playable, Text};
use vauban_games::{
    guerre::{
        Guerre,
        deployment::{Deployed, Officer},
    },
    jungle::Jungle,
    risk::{Deep, Heuristic, Risk},
};
use vauban_search::{Random, Rollouts};
use vauban_table::{AgentCard, AgentMaker, Entry, Fork, Level, Shelf};

/// Every game of the platform. To add a game is to add a line here.
pub static CATALOG: Shelf = Shelf(&[
    &entry::<Jungle>(),
    &Fork {
        plain: &GUERRE,
        wrapped: &DEPLOYED,
        wraps: Deployed::wanted,
    },
    &RISK,
    // (new games go above this line)
]);

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
