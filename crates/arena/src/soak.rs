//! One player against `uniform`, match after match: every action is legal, no answer uses more nodes than allowed, and
//! the player keeps no more memory than it may.

use vauban_game::{MOST_KEPT, SearchMemory};
use vauban_table::{AgentSpec, Refusals};

use crate::{Contest, Rules};

/// What is played.
#[derive(Clone, Debug)]
pub struct Soak {
    pub rules: Rules,
    pub player: AgentSpec,
    /// The nodes that the player has for one answer.
    pub nodes: u64,
    pub games: usize,
}

/// What came of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Soaked {
    pub games: usize,
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    pub answers: usize,
    /// The most nodes that were used for one answer, and those that were allowed.
    pub most_nodes: u64,
    pub nodes: u64,
    /// The most bytes that an agent kept between two answers.
    pub most_kept: usize,
    /// Pages of memory of the whole process after a tenth of the matches, and at the end.
    pub early_pages: u64,
    pub late_pages: u64,
}

/// Whoever has very few nodes still looks once at each of its actions.
const FIRST_LOOK: u64 = 20_000;
/// A step that is under way is finished.
const LAST_STEP: u64 = 100;

impl Soak {
    /// Plays; every second match in the other seats. An action that is refused is an error.
    pub fn run(&self) -> Result<Soaked, Refusals> {
        let uniform: AgentSpec = "uniform".parse().expect("it is well written");
        let mut memory = SearchMemory::with_bytes(4 << 20);
        let seats = usize::from(self.rules.open(1)?.seats());
        let mut soaked = Soaked {
            games: self.games,
            nodes: self.nodes,
            ..Soaked::default()
        };
        for game in 0..self.games {
            let is_player = |seat: usize| (seat + game).is_multiple_of(2);
            let agents = (0..seats).map(|seat| match is_player(seat) {
                true => self.player.clone(),
                false => uniform.clone(),
            });
            let contest = Contest {
                rules: &self.rules,
                agents: agents.collect(),
                seed: game as u64,
            };
            let played = contest.play(&mut memory)?;
            let best = |own: bool| {
                let scores = played.outcome.scores().iter().enumerate();
                let scores = scores.filter(|(seat, _)| is_player(*seat) == own);
                scores.map(|(_, score)| *score).max()
            };
            match best(true).cmp(&best(false)) {
                std::cmp::Ordering::Greater => soaked.wins += 1,
                std::cmp::Ordering::Equal => soaked.draws += 1,
                std::cmp::Ordering::Less => soaked.losses += 1,
            }
            soaked.answers += played.answers;
            let most = played.most_nodes.0.into_iter().max().unwrap_or(0);
            soaked.most_nodes = soaked.most_nodes.max(most);
            soaked.most_kept = soaked.most_kept.max(played.most_kept);
            if game == self.games / 10 {
                soaked.early_pages = resident_pages();
            }
        }
        soaked.late_pages = resident_pages();
        Ok(soaked)
    }
}

impl Soaked {
    /// As it is kept: numbers in the order of the fields.
    pub fn line(&self) -> String {
        let Soaked {
            games,
            wins,
            draws,
            losses,
            answers,
            most_nodes,
            nodes,
            most_kept,
            early_pages,
            late_pages,
        } = self;
        format!(
            "{games} {wins} {draws} {losses} {answers} {most_nodes} {nodes} {most_kept} {early_pages} {late_pages}"
        )
    }

    /// Reads [`Soaked::line`] again.
    pub fn read(line: &str) -> Option<Soaked> {
        let numbers = line.split_whitespace().map(|word| word.parse().ok());
        let numbers: Vec<u64> = numbers.collect::<Option<_>>()?;
        let &[
            games,
            wins,
            draws,
            losses,
            answers,
            most_nodes,
            nodes,
            kept,
            early,
            late,
        ] = &numbers[..]
        else {
            return None;
        };
        let [games, wins, draws, losses, answers, most_kept] =
            [games, wins, draws, losses, answers, kept].map(|number| number as usize);
        Some(Soaked {
            games,
            wins,
            draws,
            losses,
            answers,
            most_nodes,
            nodes,
            most_kept,
            early_pages: early,
            late_pages: late,
        })
    }

    pub fn is_within_nodes(&self) -> bool {
        self.most_nodes <= self.nodes.max(FIRST_LOOK) + LAST_STEP
    }

    pub fn keeps_little(&self) -> bool {
        self.most_kept <= MOST_KEPT
    }

    /// Whether the process holds no more at the end than after the first matches, which fill caches and pools. This
    /// says something only if nothing else runs in it.
    pub fn is_flat(&self) -> bool {
        self.late_pages <= self.early_pages + self.early_pages / 5
    }
}

/// How many pages of memory this process holds; none where that cannot be known.
fn resident_pages() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|pages| pages.split(' ').nth(1)?.parse().ok());
    pages.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_read_again_and_limits_hold() {
        let soaked = Soaked {
            games: 100,
            wins: 97,
            draws: 2,
            losses: 1,
            answers: 12_345,
            most_nodes: 40_100,
            nodes: 40_000,
            most_kept: MOST_KEPT,
            early_pages: 1_000,
            late_pages: 1_200,
        };
        assert_eq!(Soaked::read(&soaked.line()), Some(soaked));
        assert_eq!(Soaked::read("1 2 3"), None);
        assert!(soaked.is_within_nodes() && soaked.keeps_little() && soaked.is_flat());
        let over = Soaked {
            most_nodes: 40_101,
            most_kept: MOST_KEPT + 1,
            late_pages: 1_201,
            ..soaked
        };
        assert!(!over.is_within_nodes() && !over.keeps_little() && !over.is_flat());
    }
}
