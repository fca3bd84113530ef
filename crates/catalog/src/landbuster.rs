//! Who plays Land Buster.

use vauban_game::Text;
use vauban_games::landbuster::{Dumb, Heuristic, LandBuster, Warlord};
use vauban_search::{Mcts, Minmax, Rollouts, Trials};
use vauban_table::{AgentMaker, Judging, Level};

use crate::{agent, mcts, parametric, ratings::rating, rollouts, trials, uniform};

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
    trials(|| {
        Box::new(Trials {
            base: Heuristic,
            judge: Warlord,
            policy: Heuristic,
            turns: 6,
            slack: 1.0,
            width: 8,
            sure: 1.0,
        })
    }),
    mcts(|| {
        Box::new(Mcts {
            judge: Warlord,
            policy: Heuristic,
            horizon: 16,
        })
    }),
    rollouts(|| Box::new(Rollouts::judged_by(Warlord, 60))),
];

/// Who says how a match goes.
pub const JUDGE: Judging<LandBuster> = || Box::new(Warlord);

/// Those whom the rules describe.
pub const DESCRIBED: &[&str] = &["dumb", "heuristic", "minmax:4"];

pub const LEVELS: &[Level] = &[
    level(
        "minmax:1",
        2_000,
        40,
        "fights without much of a plan",
        "se bat sans grand plan",
    ),
    level(
        "minmax:1",
        2_000,
        18,
        "takes what an action brings, and often not the best",
        "prend ce qu'une action apporte, et souvent pas le meilleur",
    ),
    level(
        "minmax:1",
        2_000,
        0,
        "takes the best that one action brings",
        "prend le meilleur de ce qu'une action apporte",
    ),
    level(
        "heuristic",
        0,
        800,
        "follows its rules of thumb loosely",
        "suit ses règles simples de loin",
    ),
    level(
        "heuristic",
        0,
        110,
        "follows its rules of thumb, with small mistakes",
        "suit ses règles simples, avec de petites erreurs",
    ),
    level(
        "heuristic",
        0,
        20,
        "follows its rules of thumb, and seldom errs",
        "suit ses règles simples, et se trompe rarement",
    ),
    level(
        "heuristic",
        0,
        0,
        "keeps one strong army beside a safe capital, and strikes where most is won",
        "garde une armée forte près d'une capitale sûre, et frappe là où il y a le plus à gagner",
    ),
    level(
        "trials",
        20_000,
        0,
        "tries its best actions out again and again before it strikes",
        "essaie maintes fois ses meilleures actions avant de frapper",
    ),
];

const fn level(
    agent: &'static str,
    nodes: u64,
    slack: u16,
    en: &'static str,
    fr: &'static str,
) -> Level {
    Level {
        agent,
        nodes,
        slack,
        rating: rating("landbuster", agent, nodes, slack),
        about: Text::fixed(en, fr),
    }
}
