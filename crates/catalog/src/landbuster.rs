//! Who plays Land Buster.

use vauban_game::Text;
use vauban_games::landbuster::{Dumb, Heuristic, LandBuster, Warlord};
use vauban_search::{Mcts, Minmax, Rollouts};
use vauban_table::{AgentMaker, Level};

use crate::{agent, mcts, parametric, rollouts, uniform};

/// The player that the first Land Buster describes, and one of our own.
pub const AGENTS: &[AgentMaker<LandBuster>] = &[
    uniform(),
    agent(
        "dumb",
        &[],
        "captures the richest neutral land, else attacks where its surplus is largest; never moves",
        "capture la terre neutre la plus riche, sinon attaque là où son avantage est le plus grand ; ne se déplace jamais",
        || Box::new(Dumb),
    ),
    agent(
        "heuristic",
        &[],
        "plays every phase by a rule of thumb, and guards its capital",
        "joue chaque phase selon une règle simple, et garde sa capitale",
        || Box::new(Heuristic),
    ),
    parametric(
        "minmax",
        ":N",
        "looks N decisions ahead, luck taken as even and everybody against it",
        "regarde N décisions à l'avance, la chance supposée moyenne et tous contre lui",
        |words| {
            let depth = match words {
                [] => 4,
                [depth] => depth
                    .parse()
                    .ok()
                    .filter(|depth| (1..=16).contains(depth))?,
                _ => return None,
            };
            Some(Box::new(Minmax::new(Warlord, depth)))
        },
    ),
    mcts(|| {
        Box::new(Mcts {
            judge: Warlord,
            policy: Heuristic,
            horizon: 16,
        })
    }),
    rollouts(|| Box::new(Rollouts::judged_by(Warlord, 60))),
];

pub const LEVELS: &[Level] = &[
    Level {
        agent: "rollouts",
        nodes: 100,
        slack: 3,
        rating: 0,
        about: Text::fixed("fights without much of a plan", "se bat sans grand plan"),
    },
    Level {
        agent: "rollouts",
        nodes: 400,
        slack: 1,
        rating: 0,
        about: Text::fixed(
            "takes land near by, and leaves gaps",
            "prend les terres voisines, et laisse des brèches",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 1_500,
        slack: 0,
        rating: 0,
        about: Text::fixed("plays with small mistakes", "joue avec de petites erreurs"),
    },
    Level {
        agent: "rollouts",
        nodes: 5_000,
        slack: 0,
        rating: 0,
        about: Text::fixed("looks a little way ahead", "regarde un peu à l'avance"),
    },
    Level {
        agent: "heuristic",
        nodes: 0,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "plays every phase by a rule of thumb, and guards its capital",
            "joue chaque phase selon une règle simple, et garde sa capitale",
        ),
    },
    Level {
        agent: "heuristic",
        nodes: 0,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "plays every phase by a rule of thumb, and guards its capital",
            "joue chaque phase selon une règle simple, et garde sa capitale",
        ),
    },
    Level {
        agent: "heuristic",
        nodes: 0,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "plays every phase by a rule of thumb, and guards its capital",
            "joue chaque phase selon une règle simple, et garde sa capitale",
        ),
    },
    Level {
        agent: "heuristic",
        nodes: 0,
        slack: 0,
        rating: 0,
        about: Text::fixed(
            "plays every phase by a rule of thumb, and guards its capital",
            "joue chaque phase selon une règle simple, et garde sa capitale",
        ),
    },
];
