//! Who plays Risk.

use vauban_game::Text;
use vauban_games::risk::{Deep, Heuristic, Risk, Strategist};
use vauban_search::Rollouts;
use vauban_table::{AgentMaker, Judging, Level};

use crate::{agent, ratings::rating, rollouts, uniform};

/// The players that the first Risk describes, and one of our own.
pub const AGENTS: &[AgentMaker<Risk>] = &[
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

/// Who says how a match goes.
pub const JUDGE: Judging<Risk> = || Box::new(Strategist);

/// Those whom the rules describe.
pub const DESCRIBED: &[&str] = &["heuristic", "deep"];

pub const LEVELS: &[Level] = &[
    level(
        40,
        "places and attacks much as it comes",
        "place et attaque un peu comme ça vient",
    ),
    level(
        26,
        "attacks where it seems well, with mistakes",
        "attaque là où cela semble bon, avec des erreurs",
    ),
    level(
        17,
        "sees good attacks, and takes others",
        "voit les bonnes attaques, et en prend d'autres",
    ),
    level(
        11,
        "plays well enough, without much care",
        "joue assez bien, sans grand soin",
    ),
    level(
        7,
        "takes good attacks, and seldom a poor one",
        "prend de bonnes attaques, rarement une mauvaise",
    ),
    level(
        5,
        "weighs its commands, with small mistakes",
        "pèse ses ordres, avec de petites erreurs",
    ),
    level(
        3,
        "weighs its commands by their odds, and hardly errs",
        "pèse ses ordres selon leurs chances, et ne se trompe guère",
    ),
    level(
        0,
        "weighs every command by its exact odds",
        "pèse chaque ordre selon ses chances exactes",
    ),
];

/// All by the same player: what differs is how near to the best it stays. With a slack of 60 it was no stronger than
/// who draws evenly: 95 wins and 93 losses.
const fn level(slack: u16, en: &'static str, fr: &'static str) -> Level {
    Level {
        agent: "deep",
        nodes: 0,
        slack,
        rating: rating("risk", "deep", 0, slack),
        about: Text::fixed(en, fr),
    }
}
