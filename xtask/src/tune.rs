//! The tuner: a judge (an evaluation function) learns from self-play, in the release build.

use crate::{Trouble, ladder, tree::Tree};

pub(crate) const HELP: &str = "\
Tunes a judge (an evaluation function) by self-play, and keeps the result if it is stronger.

Usage: cargo xtask tune NAME [--matches N] [--generations G] [--nodes N] [--openings K] [--seed S] [--results PERCENT] [--passes N]
                             [--duel PAIRS] [--duel-nodes N] [--percent P] [--state FILE] [--out FILE] [--only-duel FILE]

NAME is a game (its weights.txt) or a game's network; a wrong name lists the available ones. Matches start with K to 2K
random actions and are appended to target/tune-GAME-NODES-SEED.txt as they come, so you can stop at any time and start
again. With G generations, each plays with what was learnt from those before. The target value of a position is PERCENT
of the result; the rest is what the search expected. Every tenth match is held out to measure the error. Then the new
judge plays PAIRS of matches against the old one at --duel-nodes, the new one with P percent of them; if it is stronger
with a likelihood of 95 %, the file in the source tree is written, with the experiment in its first line.
--duel 0 writes it without a duel; --only-duel FILE plays the duel for a file that was learnt before.

Examples:
  cargo xtask tune jungle
  cargo xtask tune jungle:network --matches 24000 --duel-nodes 20000
";

pub(crate) fn run(tree: &Tree, args: &[&str]) -> Result<(), Trouble> {
    ladder::run_released(tree, "tune", args)
}
