//! The one list that names every game, with the agents that can play it. The agents and levels of a game are
//! in a file of its own.

mod garden;
mod guerre;
mod jungle;
mod landbuster;
mod ratings;
mod risk;

use vauban_game::{Agent, Playable, Text};
use vauban_games::guerre::deployment::Deployed;
use vauban_search::{Rollouts, Uniform, tuning::Tuning};
use vauban_table::{AgentCard, AgentMaker, Entry, Fork, Level, Make, Seatable, Shelf};

/// Every game of the platform. To add a game is to add a line here.
pub static CATALOG: Shelf = Shelf(&[
    &Entry::new(jungle::AGENTS, jungle::LEVELS).judged_by(jungle::JUDGE),
    &Fork {
        plain: &Entry::new(guerre::AGENTS, guerre::LEVELS).judged_by(guerre::JUDGE),
        wrapped: &Entry::new(guerre::DEPLOYED, guerre::LEVELS),
        wraps: Deployed::wanted,
    },
    &Entry::new(garden::AGENTS, garden::LEVELS).judged_by(garden::JUDGE),
    &Entry::new(risk::AGENTS, risk::LEVELS).judged_by(risk::JUDGE),
    &Entry::new(landbuster::AGENTS, landbuster::LEVELS).judged_by(landbuster::JUDGE),
    // (new games go above this line)
]);

/// The players that the rules of each game describe, as somebody would type them.
static DESCRIBED: &[(&str, &[&str])] = &[
    ("jungle", jungle::DESCRIBED),
    ("guerre", guerre::DESCRIBED),
    ("garden", garden::DESCRIBED),
    ("risk", risk::DESCRIBED),
    ("landbuster", landbuster::DESCRIBED),
];

/// The players that the rules of a game describe, besides who draws evenly; none for a game that has only its own.
pub fn described(game: &str) -> &'static [&'static str] {
    let found = DESCRIBED.iter().find(|(name, _)| *name == game);
    found.map_or(&[], |(_, players)| players)
}

/// What can be learnt from matches of programs against themselves.
pub static TUNINGS: &[&dyn Tuning] = &[&jungle::WEIGHTS, &jungle::NETWORK, &garden::WEIGHTS];

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

/// For a game that has no agents of its own, from the weakest to the strongest.
const LEVELS: &[Level] = &[
    plays_on(500, 200),
    plays_on(2_000, 100),
    plays_on(8_000, 50),
    plays_on(30_000, 0),
    plays_on(100_000, 0),
    plays_on(300_000, 0),
    plays_on(1_000_000, 0),
    plays_on(3_000_000, 0),
];

const fn plays_on(nodes: u64, slack: u16) -> Level {
    Level {
        agent: "rollouts",
        nodes,
        slack,
        rating: 0,
        about: Text::fixed(
            "plays on from every action by chance, and takes the one that did best",
            "poursuit au hasard après chaque action, et prend celle qui réussit le mieux",
        ),
    }
}

const fn uniform<G: Playable>() -> AgentMaker<G> {
    agent(
        "uniform",
        &["random"],
        "takes any legal action, each with the same chance",
        "prend n'importe quelle action permise, chacune avec la même chance",
        || Box::new(Uniform),
    )
}

const fn mcts<G: Playable>(make: fn() -> Box<dyn Agent<G>>) -> AgentMaker<G> {
    agent(
        "mcts",
        &[],
        "imagines what it cannot see and searches in what may follow",
        "imagine ce qu'il ne voit pas et cherche dans ce qui peut suivre",
        make,
    )
}

const fn trials<G: Playable>(make: fn() -> Box<dyn Agent<G>>) -> AgentMaker<G> {
    agent(
        "trials",
        &[],
        "tries its best actions out in imagined matches, and takes the one that did best",
        "essaie ses meilleures actions dans des parties imaginées, et prend celle qui réussit le mieux",
        make,
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
            parameters: "",
            other_names,
            about: Text::fixed(en, fr),
        },
        make: Make::Plain(make),
    }
}

/// An agent whose name is followed by parameters, written as `parameters` says: `:N` for a number.
const fn parametric<G: Playable>(
    name: &'static str,
    parameters: &'static str,
    en: &'static str,
    fr: &'static str,
    make: fn(&[&str]) -> Option<Seatable<G>>,
) -> AgentMaker<G> {
    AgentMaker {
        card: AgentCard {
            name,
            parameters,
            other_names: &[],
            about: Text::fixed(en, fr),
        },
        make: Make::With(make),
    }
}
