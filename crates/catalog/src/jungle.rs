//! Who plays Jungle War.

use vauban_game::Text;
use vauban_games::jungle::{Instinct, Jungle};
use vauban_search::Rollouts;
use vauban_table::{AgentMaker, Level};

use crate::{rollouts, uniform};

/// Of twelve matches at 20,000 nodes against playouts to the end, those of 4 or 12 steps won all, those of 40
/// eleven.
pub const AGENTS: &[AgentMaker<Jungle>] = &[
    uniform(),
    rollouts(|| Box::new(Rollouts::judged_by(Instinct, 12))),
];

pub const LEVELS: &[Level] = &[
    Level {
        agent: "rollouts",
        nodes: 150,
        slack: 12,
        rating: 0,
        about: Text::fixed(
            "sees little more than the next step, and not always that",
            "ne voit guère plus loin que le prochain pas, et encore",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 600,
        slack: 6,
        rating: 0,
        about: Text::fixed(
            "takes what it can take, and looks the other way at times",
            "prend ce qu'il peut prendre, et regarde parfois ailleurs",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 3_000,
        slack: 3,
        rating: 0,
        about: Text::fixed(
            "looks some steps ahead, with small mistakes",
            "regarde quelques pas à l'avance, avec de petites erreurs",
        ),
    },
    Level {
        agent: "rollouts",
        nodes: 15_000,
        slack: 0,
        rating: 0,
        about: Text::fixed("looks some steps ahead", "regarde quelques pas à l'avance"),
    },
    Level {
        agent: "rollouts",
        nodes: 60_000,
        slack: 0,
        rating: 0,
        about: Text::fixed("tries out its steps thoroughly", "essaie ses pas avec soin"),
    },
    Level {
        agent: "rollouts",
        nodes: 250_000,
        slack: 0,
        rating: 0,
        about: Text::fixed("tries out its steps at length", "essaie longuement ses pas"),
    },
    Level {
        agent: "rollouts",
        nodes: 800_000,
        slack: 0,
        rating: 0,
        about: Text::fixed("leaves little to chance", "laisse peu au hasard"),
    },
    Level {
        agent: "rollouts",
        nodes: 2_500_000,
        slack: 0,
        rating: 0,
        about: Text::fixed("takes all the time it may", "prend tout le temps permis"),
    },
];
