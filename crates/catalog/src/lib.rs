//! The one list that names every game, with the agents that can play it.

use vauban_game::{Agent, Playable, Text};
use vauban_games::{
    garden::{Bold, Garden, Greed, Random},
    guerre::{
        Guerre, Judge,
        deployment::{Deployed, Officer},
    },
    jungle::{Instinct, Jungle},
    landbuster::{self, LandBuster, Warlord},
    risk::{Deep, Heuristic, Risk, Strategist},
};
use vauban_search::{Expectimax, Rollouts, Uniform};
use vauban_table::{AgentCard, AgentMaker, Entry, Fork, Level, Shelf};

/// Every game of the platform. To add a game is to add a line here.
pub static CATALOG: Shelf = Shelf(&[
    &Entry::new(JUNGLE, LEVELS),
    &Fork {
        plain: &Entry::new(GUERRE, LEVELS),
        wrapped: &Entry::new(DEPLOYED, LEVELS),
        wraps: Deployed::wanted,
    },
    &Entry::new(GARDEN, GARDEN_LEVELS),
    &Entry::new(RISK, RISK_LEVELS),
    &Entry::new(LANDBUSTER, LANDBUSTER_LEVELS),
    // (new games go above this line)
]);

/// The game whose first version had a lobby that is kept.
pub const SEED_LOBBY: &str = "jungle";

/// A game with the agents and levels that every game has.
pub const fn entry<G: Playable>() -> Entry<G> {
    Entry::new(General::AGENTS, LEVELS)
}

/// Agents that can play anything.
struct General<G>(std::marker::PhantomData<G>);

impl<G: Playable> General<G> {
    const AGENTS: &'static [AgentMaker<G>] =
        &[uniform(), rollouts(|| Box::new(Rollouts::default()))];
}

/// From the weakest to the strongest, until stronger agents come.
const LEVELS: &[Level] = &[
    level("uniform", 0),
    level("rollouts", 50_000),
    level("rollouts", 1_000_000),
];

/// Of twelve matches at 20,000 nodes against playouts to the end, those of 4 or 12 steps won all, those of 40
/// eleven.
const JUNGLE: &[AgentMaker<Jungle>] = &[
    uniform(),
    rollouts(|| Box::new(Rollouts::judged_by(Instinct, 12))),
];

const GUERRE: &[AgentMaker<Guerre>] = &[uniform(), rollouts(|| Box::new(staff()))];

/// The same behind the hidden set-up: agents of the open game that can also set up.
const DEPLOYED: &[AgentMaker<Deployed>] = &[uniform(), rollouts(|| Box::new(Officer(staff())))];

/// Chance alone seldom ends a match: a playout goes about two turns ahead, then the position is judged. At
/// 10,000 nodes 1 to 3 steps did better against `uniform`, but lost to 12.
fn staff() -> Rollouts<Judge> {
    Rollouts::judged_by(Judge, 12)
}

/// Those who play Garden Tensions as it was first described, and a stronger one.
const GARDEN: &[AgentMaker<Garden>] = &[
    uniform(),
    agent(
        "random",
        &["whim"],
        "draws five moves and five placements as its turn begins, and plays five of the ten",
        "tire cinq déplacements et cinq placements au début de son tour, et en joue cinq",
        || Box::new(Random),
    ),
    agent(
        "bold",
        &["heuristic"],
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

const GARDEN_LEVELS: &[Level] = &[
    level("random", 0),
    level("bold", 0),
    level("gardener", 0),
    level("gardener", 100_000),
];

/// The players that the first Risk describes, and one of our own.
const RISK: &[AgentMaker<Risk>] = &[
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

const RISK_LEVELS: &[Level] = &[level("uniform", 0), level("heuristic", 0), level("deep", 0)];

/// The player that the first Land Buster describes, and one of our own.
const LANDBUSTER: &[AgentMaker<LandBuster>] = &[
    uniform(),
    agent(
        "dumb",
        &[],
        "captures the richest neutral land, else attacks where its surplus is largest; never moves",
        "capture la terre neutre la plus riche, sinon attaque là où son avantage est le plus grand ; ne se déplace jamais",
        || Box::new(landbuster::Dumb),
    ),
    agent(
        "heuristic",
        &[],
        "plays every phase by a rule of thumb, and guards its capital",
        "joue chaque phase selon une règle simple, et garde sa capitale",
        || Box::new(landbuster::Heuristic),
    ),
    rollouts(|| Box::new(Rollouts::judged_by(Warlord, 60))),
];

/// Chance beats the dumb one, which leaves its capital alone, in 17 of 20 matches.
const LANDBUSTER_LEVELS: &[Level] = &[level("dumb", 0), level("uniform", 0), level("heuristic", 0)];

const fn uniform<G: Playable>() -> AgentMaker<G> {
    agent(
        "uniform",
        &["random"],
        "takes any legal action, each with the same chance",
        "prend n'importe quelle action permise, chacune avec la même chance",
        || Box::new(Uniform),
    )
}

const fn rollouts<G: Playable>(make: fn() -> Box<dyn Agent<G>>) -> AgentMaker<G> {
    agent(
        "rollouts",
        &[],
        "plays on from every action by chance, many times, and takes the one that did best",
        "poursuit au hasard après chaque action, bien des fois, et prend la meilleure",
        make,
    )
}

const fn agent<G: Playable>(
    name: &'static str,
    other_names: &'static [&'static str],
    en: &'static str,
    fr: &'static str,
    make: fn() -> Box<dyn Agent<G>>,
) -> AgentMaker<G> {
    AgentMaker {
        card: AgentCard {
            name,
            other_names,
            about: Text::fixed(en, fr),
        },
        make,
    }
}

const fn level(agent: &'static str, nodes: u64) -> Level {
    Level { agent, nodes }
}
