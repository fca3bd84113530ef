//! Who plays Jungle War.

use vauban_game::Text;
use vauban_games::jungle::{
    Heuristic, Instinct, Jungle, Learned, Novice, Survivors, Weighed, Weights,
};
use vauban_search::{
    AlphaBeta, Minimax, Pruning, Rollouts,
    tuning::{Training, Weighing},
};
use vauban_table::{AgentMaker, Judging, Level, Seatable};

use crate::{agent, parametric, ratings::rating, rollouts, uniform};

/// The players that the first Jungle War describes, and stronger ones. Of twelve matches at 20,000 nodes against
/// playouts to the end, those of 4 or 12 steps won all, those of 40 eleven.
pub const AGENTS: &[AgentMaker<Jungle>] = &[
    uniform(),
    agent(
        "novice",
        &[],
        "takes the strongest enemy in reach, else brings an animal closer to the throne",
        "prend l'ennemi le plus fort à sa portée, sinon rapproche un animal du trône",
        || Box::new(Novice),
    ),
    agent(
        "heuristic",
        &[],
        "picks an animal by chance and moves it where prey, predators and the throne score best",
        "choisit un animal au hasard et le déplace là où proies, prédateurs et trône comptent le plus",
        || Box::new(Heuristic),
    ),
    parametric(
        "deep",
        "[:N[:plain]]",
        "looks N steps ahead along every line (4 if nothing is said); `plain` does without alpha-beta",
        "regarde N coups à l'avance dans chaque ligne (4 si rien n'est dit) ; `plain` se passe d'alpha-bêta",
        deep,
    ),
    agent(
        "alphabeta",
        &[],
        "searches as deep as its budget allows, and the critical lines deeper",
        "cherche aussi loin que son budget le permet, et plus loin dans les lignes critiques",
        || Box::new(AlphaBeta::new(Instinct)),
    ),
    rollouts(|| Box::new(Rollouts::judged_by(Instinct, 12))),
];

/// The deepest that may be asked for: one step more takes some thirty times as long.
const DEEPEST: u32 = 12;

fn deep(words: &[&str]) -> Option<Seatable<Jungle>> {
    let (depth, pruning) = match words {
        [] => ("4", Pruning::AlphaBeta),
        [depth] => (*depth, Pruning::AlphaBeta),
        [depth, "plain"] => (*depth, Pruning::None),
        _ => return None,
    };
    let depth = depth.parse().ok()?;
    (1..=DEEPEST).contains(&depth).then(|| -> Seatable<Jungle> {
        Box::new(Minimax {
            pruning,
            ..Minimax::new(Survivors, depth)
        })
    })
}

/// Who says how a match goes.
pub const JUDGE: Judging<Jungle> = || Box::new(Instinct);

/// Those whom the rules describe.
pub const DESCRIBED: &[&str] = &["novice", "heuristic", "deep:4"];

/// Players that waver among near-equal actions go round in circles and draw, so what differs is how far they
/// look; the first two are those of the report.
pub const LEVELS: &[Level] = &[
    level(
        "heuristic",
        0,
        "picks an animal by chance and moves it where it seems best",
        "choisit un animal au hasard et le déplace là où cela semble le mieux",
    ),
    level(
        "novice",
        0,
        "takes what it can take, and runs for the throne",
        "prend ce qu'il peut prendre, et court vers le trône",
    ),
    level(
        "alphabeta",
        300,
        "looks two or three steps ahead",
        "regarde deux ou trois pas à l'avance",
    ),
    level(
        "alphabeta",
        2_000,
        "looks some steps ahead",
        "regarde quelques pas à l'avance",
    ),
    level(
        "alphabeta",
        10_000,
        "sees short combinations",
        "voit les courtes combinaisons",
    ),
    level(
        "alphabeta",
        60_000,
        "plans a raid and sees yours coming",
        "prépare un raid et voit venir le vôtre",
    ),
    level(
        "alphabeta",
        400_000,
        "leaves little to chance",
        "laisse peu au hasard",
    ),
    level(
        "alphabeta",
        4_000_000,
        "searches as deep as it can within its time",
        "cherche aussi loin que le temps le permet",
    ),
];

const fn level(agent: &'static str, nodes: u64, en: &'static str, fr: &'static str) -> Level {
    Level {
        agent,
        nodes,
        slack: 0,
        rating: rating("jungle", agent, nodes, 0),
        about: Text::fixed(en, fr),
    }
}

/// The judge of `alphabeta`, as it can be tuned.
pub const WEIGHTS: Weighing<Jungle, Weighed> = Weighing {
    name: "jungle",
    file: "crates/games/src/jungle/weights.txt",
    text: Weights::TEXT,
    names: Weights::NAMES,
    fixed: &[],
    game: |_| Jungle::default(),
    judge: |numbers| Weighed::new(Weights::from_numbers(numbers)),
    agent: |judge| Box::new(AlphaBeta::new(judge)),
};

/// The network over that judge.
pub const NETWORK: Training<Jungle, Instinct> = Training {
    name: "jungle:network",
    file: "crates/games/src/jungle/evaluate/network.txt",
    game: |_| Jungle::default(),
    base: Instinct,
    base_agent: || Box::new(AlphaBeta::new(Instinct)),
    agent: |network| Box::new(AlphaBeta::new(Learned::new(network))),
    inputs: Learned::INPUTS,
    inputs_of: Learned::inputs,
    mirrored: Learned::mirrored,
};
