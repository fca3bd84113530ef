//! From self-play to a text file that the judge reads, and to the duel that decides whether it is better.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use vauban_game::SearchMemory;
use vauban_search::tuning::{Duel, Fitting, Learnt, SelfPlay, Tuning};

use crate::{Elo, Scores};

/// What is learnt, and how.
#[derive(Copy, Clone)]
pub struct Tuner {
    pub tuning: &'static dyn Tuning,
    pub plan: SelfPlay,
    /// How many matches are learnt from.
    pub matches: usize,
    /// In so many parts: each is played by what was learnt from those before.
    pub generations: usize,
    pub fitting: Fitting,
}

/// What a duel says about the new against the old.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Of pairs.
    pub scores: Scores,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// What the new and the old one used.
    pub nodes: [u64; 2],
    pub time: [Duration; 2],
}

/// Bytes for the search of a match.
const SEARCH_MEMORY: usize = 16 << 20;
/// New weights are kept if they are stronger with this likelihood.
const SURE: f64 = 0.95;
/// What the lines begin with that say which experiment set a text.
const TUNED: &str = "# Tuned: ";

impl Tuner {
    /// Plays the matches that the file lacks, and gives all. Each is in the file when the next one begins: it can be
    /// stopped at any time, and goes on where it was.
    pub fn play(
        &self,
        file: &Path,
        mut progress: impl FnMut(usize),
    ) -> Result<Vec<String>, String> {
        let failed = |error| format!("{}: {error}", file.display());
        let mut text = fs::read_to_string(file).unwrap_or_default();
        // What was broken off in the middle of a line is played again.
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let head = self.head();
        match lines.first() {
            None => lines.push(head),
            Some(first) if *first == head => {}
            Some(first) => {
                return Err(format!(
                    "{} holds matches of another plan ({first}); name another file with --state",
                    file.display()
                ));
            }
        }
        fs::write(file, lines.join("\n") + "\n").map_err(failed)?;
        let mut lines = lines.split_off(1);
        let mut open = fs::OpenOptions::new()
            .append(true)
            .open(file)
            .map_err(failed)?;
        let mut memory = SearchMemory::with_bytes(SEARCH_MEMORY);
        let mut by: Option<(usize, String)> = None;
        while lines.len() < self.matches {
            let begins = self.generation_of(lines.len());
            if begins > 0 && by.as_ref().is_none_or(|(of, _)| *of != begins) {
                let learnt = self
                    .tuning
                    .fit(&lines[..begins], &self.fitting, &mut |_| ())?;
                by = Some((begins, learnt.text));
            }
            let number = lines.len() as u64;
            let text = by.as_ref().map(|(_, text)| text.as_str());
            let line = self.tuning.play(text, &self.plan, number, &mut memory)?;
            open.write_all(format!("{line}\n").as_bytes())
                .map_err(failed)?;
            lines.push(line);
            progress(lines.len());
        }
        lines.truncate(self.matches);
        Ok(lines)
    }

    /// With which match the generation of a match begins.
    fn generation_of(&self, number: usize) -> usize {
        let generations = self.generations.max(1);
        let begin = |generation: usize| generation * self.matches / generations;
        let begins = (0..generations)
            .map(begin)
            .filter(|begins| *begins <= number);
        begins.max().unwrap_or(0)
    }

    /// What the file of matches begins with.
    fn head(&self) -> String {
        let SelfPlay {
            nodes,
            opening,
            seed,
        } = self.plan;
        // What is learnt from the same program's matches may be learnt from the same file.
        let game = self.tuning.name().split(':').next().unwrap_or_default();
        let head = format!("# {game} --nodes {nodes} --openings {opening} --seed {seed}");
        match self.generations {
            0 | 1 => head,
            // What is played depends on what was learnt.
            generations => format!(
                "{head} --generations {generations} of {} {:?}",
                self.tuning.name(),
                self.fitting
            ),
        }
    }

    /// The text with a first line that says what set it; an older such line goes.
    pub fn signed(&self, learnt: &Learnt) -> String {
        let old = |line: &&str| line.starts_with(TUNED);
        let rest: String = learnt
            .text
            .lines()
            .filter(|line| !old(line))
            .map(|line| format!("{line}\n"))
            .collect();
        format!(
            "{TUNED}{}; {} places; error {:.5}, before {:.5}.\n{rest}",
            self.command(),
            learnt.places,
            learnt.after,
            learnt.before
        )
    }

    /// What was asked for, as it is asked for again.
    pub fn command(&self) -> String {
        let SelfPlay {
            nodes,
            opening,
            seed,
        } = self.plan;
        let Fitting {
            results, passes, ..
        } = self.fitting;
        let generations = match self.generations {
            0 | 1 => String::new(),
            generations => format!(" --generations {generations}"),
        };
        format!(
            "`cargo xtask tune {} --matches {}{generations} --nodes {nodes} --openings {opening} --seed {seed} --results {results} --passes {passes}`",
            self.tuning.name(),
            self.matches,
        )
    }

    /// Pairs of matches of who plays by `text` against the program as it was, on openings that nobody learnt from.
    pub fn duel(
        &self,
        text: &str,
        duel: &Duel,
        pairs: usize,
        mut progress: impl FnMut(&Outcome),
    ) -> Result<Outcome, String> {
        let mut memory = SearchMemory::with_bytes(SEARCH_MEMORY);
        let mut outcome = Outcome::default();
        for number in 0..pairs as u64 {
            let met = self.tuning.duel(text, duel, number, &mut memory)?;
            outcome.scores.add((met.got[0] + met.got[1]) / 2.0);
            for got in met.got {
                outcome.wins += u32::from(got > 0.5);
                outcome.draws += u32::from(got == 0.5);
                outcome.losses += u32::from(got < 0.5);
            }
            for side in 0..2 {
                outcome.nodes[side] += met.nodes[side];
                outcome.time[side] += met.time[side];
            }
            progress(&outcome);
        }
        Ok(outcome)
    }
}

impl Outcome {
    /// Whether the new one is to be kept.
    pub fn is_stronger(&self) -> bool {
        self.scores.superiority() >= SURE
    }

    /// How many nodes the new one looks at while the old one looks at one.
    pub fn speed(&self) -> f64 {
        let [new, old] = [0, 1].map(|side| self.nodes[side] as f64 / self.time[side].as_secs_f64());
        new / old
    }

    /// In one line.
    pub fn line(&self) -> String {
        let Elo { best, low, high } = self.scores.elo();
        format!(
            "+{} ={} −{}: {best:+.0} Elo ({low:+.0} to {high:+.0}), superiority {:.1} %, speed {:.2}",
            self.wins,
            self.draws,
            self.losses,
            100.0 * self.scores.superiority(),
            self.speed()
        )
    }
}

/// Where matches are kept unless somebody says otherwise.
pub fn usual_state(tuning: &dyn Tuning, plan: &SelfPlay) -> PathBuf {
    let game = tuning.name().split(':').next().unwrap_or_default();
    format!("target/tune-{game}-{}-{}.txt", plan.nodes, plan.seed).into()
}

impl std::fmt::Debug for Tuner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.command())
    }
}
