//! What can be typed after `vauban arena` and `vauban bench`.

use std::path::PathBuf;

use clap::Args;
use vauban_table::AgentSpec;

use super::{Choices, SearchMemory, program};
use crate::usage::Wrong;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban arena jungle level:4 level:3 --games 40 --seed 1
  vauban arena jungle 5 rollouts --nodes 20000 --openings random:6
  vauban arena guerre 4 3 --time 50 --concurrency 2 --sprt 0,50 --games 1000
  vauban arena risk 1 2 3 4 --games 20         a table of ratings
  vauban arena risk 1 2 3 --seats 3            all at one table, by placings

Every opening is played once in every seating, with the same dice. Ctrl-C ends the comparison: the
running matches are finished, and the report is printed. With budgets in nodes, the same seed gives
the same matches, whatever the concurrency. Levels have their own nodes unless --nodes or --time
says otherwise; a program with its own budget, such as rollouts:nodes=500, keeps it.")]
pub struct Arena {
    /// The name of the game; `vauban games` lists them.
    pub game: String,
    /// The programs: names with their parameters, or levels.
    #[arg(required = true, num_args = 2.., value_name = "PROGRAM", value_parser = program)]
    pub programs: Vec<AgentSpec>,
    #[command(flatten)]
    pub choices: Choices,
    /// How many games each pair of programs plays.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub games: usize,
    /// Milliseconds for every answer.
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    pub time: Option<u64>,
    /// Nodes for every answer.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// How many games are played at the same time.
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub concurrency: usize,
    /// Stop as soon as a sequential test (SPRT) has decided between a difference of ELO0 and of ELO1.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = sprt)]
    pub sprt: Option<(f64, f64)>,
    /// How many random actions each game starts with.
    #[arg(long, value_name = "random:K", default_value = "random:4", value_parser = openings)]
    pub openings: u32,
    /// After this many answers a game counts as drawn.
    #[arg(long, value_name = "N", default_value_t = vauban_arena::Rules::MOST_ANSWERS)]
    pub longest: usize,
    /// The seed of openings and dice.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write the records of all games to this file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub search_memory: SearchMemory,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Every level of every game thinks about the same positions with the same nodes. The count and the
hash of the answers are the same on every machine; they change when a search changes.

Examples:
  vauban bench")]
pub struct Bench {}

fn sprt(text: &str) -> Result<(f64, f64), Wrong> {
    let read = |part: &str| {
        part.trim()
            .parse::<f64>()
            .ok()
            .filter(|elo| elo.is_finite())
    };
    let bounds = text.split_once(',');
    let bounds = bounds.and_then(|(low, high)| Some((read(low)?, read(high)?)));
    bounds.filter(|(low, high)| low < high).ok_or_else(|| {
        Wrong::new(
            "write a test as ELO0,ELO1 with the lower one first, as in 0,20",
            "un test s'écrit ELO0,ELO1 avec le plus petit d'abord, comme 0,20",
        )
    })
}

fn openings(text: &str) -> Result<u32, Wrong> {
    let count = text
        .strip_prefix("random:")
        .and_then(|count| count.parse().ok());
    count.filter(|&count: &u32| count <= 1_000).ok_or_else(|| {
        Wrong::new(
            "write openings as random:K, with K from 0 to 1000",
            "les ouvertures s'écrivent random:K, avec K de 0 à 1000",
        )
    })
}
