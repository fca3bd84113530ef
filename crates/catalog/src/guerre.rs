//! Who plays the Game of War.

use vauban_game::{Agent, Playable, Text};
use vauban_games::guerre::{
    Expert, Guerre, Judge, Strategist,
    deployment::{Deployed, Officer},
};
use vauban_search::{Beam, Rollouts};
use vauban_table::{AgentMaker, Level};

use crate::{agent, rollouts, uniform};

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

pub const LEVELS: &[Level] = &[
    Level {
        agent: "rollouts",
        nodes: 400,
        slack: 12,
        rating: 0,
        about: Text::fixed("moves without much of a plan", "avance sans grand plan"),
    },
    Level {
        agent: "rollouts",
        nodes: 1_500,
        slack: 6,
        rating: 0,
        about: Text::fixed(
            "attacks what stands in its way, and overlooks much",
            "attaque ce qui lui barre la route, et néglige bien des choses",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 6_000,
        slack: 3,
        rating: 0,
        about: Text::fixed("plays with small mistakes", "joue avec de petites erreurs"),
    },
    Level {
        agent: "rollouts",
        nodes: 20_000,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "looks about two turns ahead by chance",
            "regarde environ deux tours à l'avance, au hasard",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 50_000,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "tries out its moves thoroughly",
            "essaie ses mouvements avec soin",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 100_000,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "tries out its moves at length",
            "essaie longuement ses mouvements",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 200_000,
        slack: 0,
        rating: 0,
        about: Text::fixed("leaves little to chance", "laisse peu au hasard"),
    },
    Level {
        agent: "rollouts",
        nodes: 400_000,
        slack: 0,
        rating: 0,
        about: Text::fixed("takes all the time it may", "prend tout le temps permis"),
    },
];
