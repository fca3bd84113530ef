//! Tunes a judge, as `cargo xtask tune` runs it: self-play, the fit, and the duel that decides.

use std::{
    fs,
    io::{IsTerminal, Write, stderr},
    path::PathBuf,
    process::ExitCode,
};

use vauban_arena::{Outcome, Tuner, usual_state};
use vauban_catalog::TUNINGS;
use vauban_search::tuning::{Duel, Fitting, SelfPlay};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match Options::read(&words).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("error: {text}");
            ExitCode::FAILURE
        }
    }
}

/// What was asked for.
struct Options {
    tuner: Tuner,
    /// Pairs of matches between the new and the old, with nodes of their own.
    pairs: usize,
    duel_nodes: u64,
    /// How many nodes the new one has for a hundred of the old one's: as many as it looks at in the same time.
    percent: u64,
    state: PathBuf,
    out: PathBuf,
    /// A text that was learnt before: only the duel is played.
    only: Option<PathBuf>,
}

impl Options {
    fn read(words: &[String]) -> Result<Options, String> {
        let known: Vec<&str> = TUNINGS.iter().map(|tuning| tuning.name()).collect();
        let known = known.join(", ");
        let (name, words) = words
            .split_first()
            .ok_or(format!("name what is to be tuned: {known}"))?;
        let tuning = TUNINGS.iter().find(|tuning| tuning.name() == name);
        let tuning = *tuning.ok_or(format!("cannot tune `{name}`; available: {known}"))?;
        let mut options = Options {
            tuner: Tuner {
                tuning,
                plan: SelfPlay {
                    nodes: 2_000,
                    opening: 4,
                    seed: 1,
                },
                matches: 20_000,
                generations: 1,
                fitting: Fitting {
                    results: 100,
                    passes: 6,
                    seed: 1,
                },
            },
            pairs: 200,
            duel_nodes: 2_000,
            percent: 100,
            state: PathBuf::new(),
            out: tuning.file().into(),
            only: None,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let value = words.next().ok_or(format!("{word} needs a value"))?;
            let number = || {
                let number = value.parse::<u64>();
                number.map_err(|_| format!("{word} needs a number, not `{value}`"))
            };
            let Tuner { plan, fitting, .. } = &mut options.tuner;
            match word.as_str() {
                "--matches" => options.tuner.matches = number()? as usize,
                "--generations" => options.tuner.generations = number()? as usize,
                "--nodes" => plan.nodes = number()?,
                "--openings" => plan.opening = number()? as u32,
                "--seed" => (plan.seed, fitting.seed) = (number()?, number()?),
                "--results" => fitting.results = number()? as u32,
                "--passes" => fitting.passes = number()? as u32,
                "--duel" => options.pairs = number()? as usize,
                "--duel-nodes" => options.duel_nodes = number()?,
                "--percent" => options.percent = number()?,
                "--state" => options.state = value.into(),
                "--out" => options.out = value.into(),
                "--only-duel" => options.only = Some(value.into()),
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        if options.state.as_os_str().is_empty() {
            options.state = usual_state(tuning, &options.tuner.plan);
        }
        Ok(options)
    }
}

fn run(options: &Options) -> Result<(), String> {
    let tuner = &options.tuner;
    let text = match &options.only {
        Some(file) => fs::read_to_string(file).map_err(|error| failed(file, &error))?,
        None => learn(options)?,
    };
    if options.pairs == 0 {
        return save(&options.out, &text);
    }
    let duel = Duel {
        plan: SelfPlay {
            nodes: options.duel_nodes,
            // Other openings than those that it learnt from.
            seed: !tuner.plan.seed,
            ..tuner.plan
        },
        new_nodes: options.duel_nodes * options.percent / 100,
    };
    let outcome = tuner.duel(&text, &duel, options.pairs, |outcome| {
        let played = outcome.scores.len() as usize;
        bar(played, options.pairs, &format!("  {}", outcome.line()));
    })?;
    end_bar();
    println!(
        "{} nodes against {}: {}",
        duel.new_nodes,
        duel.plan.nodes,
        outcome.line()
    );
    settle(options, &text, &outcome)
}

/// Plays and fits; gives the text.
fn learn(options: &Options) -> Result<String, String> {
    let tuner = &options.tuner;
    let lines = tuner.play(&options.state, |played| {
        bar(played, tuner.matches, " matches")
    })?;
    end_bar();
    let learnt = tuner
        .tuning
        .fit(&lines, &tuner.fitting, &mut |line| println!("{line}"))?;
    println!(
        "{} places; error {:.5}, before {:.5}",
        learnt.places, learnt.after, learnt.before
    );
    Ok(tuner.signed(&learnt))
}

/// Keeps what is stronger, and puts what is not where it does no harm.
fn settle(options: &Options, text: &str, outcome: &Outcome) -> Result<(), String> {
    if options.only.is_some() {
        return Ok(());
    }
    if outcome.is_stronger() {
        return save(&options.out, text);
    }
    let mut aside = options.state.clone();
    aside.set_extension("learnt");
    println!(
        "not clearly stronger: {} stays as it is",
        options.out.display()
    );
    save(&aside, text)
}

fn save(file: &PathBuf, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| failed(file, &error))?;
    println!("written to {}", file.display());
    Ok(())
}

fn failed(file: &std::path::Path, error: &std::io::Error) -> String {
    format!("{}: {error}", file.display())
}

/// A bar on a terminal; nothing where nobody looks.
fn bar(done: usize, of: usize, rest: &str) {
    const WIDTH: usize = 24;
    if stderr().is_terminal() {
        let full = WIDTH * done / of.max(1);
        let bar = "█".repeat(full) + &"░".repeat(WIDTH - full);
        let _ = write!(stderr(), "\r{bar} {done}/{of}{rest}\x1b[K");
    }
}

fn end_bar() {
    if stderr().is_terminal() {
        let _ = write!(stderr(), "\r\x1b[K");
    }
}
