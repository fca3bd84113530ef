//! `vauban bench`: one count of nodes over all games.

use vauban_arena::{BenchLine, bench};
use vauban_catalog::CATALOG;
use vauban_game::{Lang, fingerprint};

use crate::{failure::Failure, output::print};

pub fn run(lang: Lang) -> Result<(), Failure> {
    let lines = bench(CATALOG)?;
    let answers: Vec<u64> = lines.iter().map(|line| line.answers).collect();
    let sum = BenchLine {
        game: lang.pick("all", "tous"),
        nodes: lines.iter().map(|line| line.nodes).sum(),
        time: lines.iter().map(|line| line.time).sum(),
        answers: fingerprint(&answers),
    };
    let text: String = lines
        .iter()
        .chain([&sum])
        .map(|line| shown(line, lang))
        .collect();
    print(&format!(
        "{text}Bench: {} {:08x}\n",
        sum.nodes,
        short(sum.answers)
    ))
}

fn shown(line: &BenchLine, lang: Lang) -> String {
    let per_second = line.nodes as f64 / line.time.as_secs_f64().max(1e-9);
    let (nodes, answers) = (line.nodes, short(line.answers));
    let unit = lang.pick("nodes", "nœuds");
    format!(
        "{:<12} {nodes:>9} {unit}  {answers:08x}  {per_second:>11.0} {unit}/s\n",
        line.game
    )
}

/// As much of a key as people compare.
fn short(key: u64) -> u32 {
    (key >> 32) as u32
}
