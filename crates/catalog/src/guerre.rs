//! Who plays the Game of War.

use vauban_game::{Agent, Playable, Text};
use vauban_games::guerre::{
    Expert, Guerre, Judge, Strategist,
    deployment::{Deployed, Officer},
};
use vauban_search::{Beam, Rollouts};
use vauban_table::{AgentMaker, Judging, Level};

use crate::{agent, ratings::rating, rollouts, uniform};

/// Those whom the report describes, and one that plans whole turns.
pub const AGENTS: &[AgentMaker<Guerre>] = &[
    uniform(),
    expert(|| Box::new(Expert::default())),
    strategist(|| Box::new(Strategist)),
    beam(|| Box::new(Beam::new(Judge::default()))),
    rollouts(|| Box::new(staff())),
];

/// The same behind the hidden set-up: agents of the open game that can also set up.
pub const DEPLOYED: &[AgentMaker<Deployed>] = &[
    uniform(),
    expert(|| Box::new(Officer(Expert::default()))),
    strategist(|| Box::new(Officer(Strategist))),
    beam(|| Box::new(Officer(Beam::new(Judge::default())))),
    rollouts(|| Box::new(Officer(staff()))),
];

const fn expert<G: Playable>(make: fn() -> Box<dyn Agent<G>>) -> AgentMaker<G> {
    agent(
        "expert",
        &[],
        "attacks if that works, else makes one of the moves after which its lines reach farthest",
        "attaque si cela réussit, sinon joue l'un des coups qui étendent le plus ses lignes",
        make,
    )
}

const fn strategist<G: Playable>(make: fn() -> Box<dyn Agent<G>>) -> AgentMaker<G> {
    agent(
        "strategist",
        &[],
        "follows one of four plans: raid, attack, defence or answer",
        "suit l'un de quatre plans : raid, attaque, défense ou réponse",
        make,
    )
}

const fn beam<G: Playable>(make: fn() -> Box<dyn Agent<G>>) -> AgentMaker<G> {
    agent(
        "beam",
        &[],
        "plans whole turns, and weighs each by the enemy's best answer",
        "prévoit des tours entiers, et pèse chacun par la meilleure réponse de l'ennemi",
        make,
    )
}

/// Chance alone seldom ends a match: a playout goes about two turns ahead, then the position is judged. At
/// 10,000 nodes 1 to 3 steps did better against `uniform`, but lost to 12.
fn staff() -> Rollouts<Judge> {
    Rollouts::judged_by(Judge::default(), 12)
}

/// Who says how a match goes.
pub const JUDGE: Judging<Guerre> = || Box::new(Judge::default());

/// Those whom the rules describe.
pub const DESCRIBED: &[&str] = &["expert", "strategist"];

pub const LEVELS: &[Level] = &[
    level(
        2_000,
        1_000,
        "moves without much of a plan",
        "avance sans grand plan",
    ),
    level(
        2_000,
        500,
        "takes what it happens to see, and overlooks most",
        "prend ce qu'il remarque, et néglige presque tout",
    ),
    level(
        2_000,
        250,
        "attacks what stands in its way, and overlooks much",
        "attaque ce qui lui barre la route, et néglige bien des choses",
    ),
    level(
        2_000,
        100,
        "plans its turns, and overlooks some things",
        "prévoit ses tours, et néglige certaines choses",
    ),
    level(
        2_000,
        30,
        "plans its turns, and seldom overlooks anything",
        "prévoit ses tours, et néglige rarement quelque chose",
    ),
    level(2_000, 0, "plans its turns", "prévoit ses tours"),
    level(
        8_000,
        0,
        "plans its turns, and looks at some of your answers",
        "prévoit ses tours, et regarde quelques-unes de vos réponses",
    ),
    level(
        30_000,
        0,
        "weighs its turns by your best answers",
        "pèse ses tours selon vos meilleures réponses",
    ),
];

const fn level(nodes: u64, slack: u16, en: &'static str, fr: &'static str) -> Level {
    Level {
        agent: "beam",
        nodes,
        slack,
        rating: rating("guerre", "beam", nodes, slack),
        about: Text::fixed(en, fr),
    }
}
