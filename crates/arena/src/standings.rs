//! The results of a ladder as they are kept: one line for each part that was played, so that it can be stopped at
//! any time and resumed.

use std::collections::BTreeMap;

use crate::{Evidence, Pair, Rating, Scores, Tally, ratings, strength};

/// Who met whom in which game, by names that say all that decides how they play.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Meeting {
    pub game: String,
    pub one: String,
    pub other: String,
}

/// All results so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standings {
    results: BTreeMap<Meeting, Pair>,
}

impl Standings {
    /// The line of a part that was played.
    pub fn line(meeting: &Meeting, pair: &Pair) -> String {
        let Meeting { game, one, other } = meeting;
        let (wins, draws, losses) = (pair.wins, pair.draws, pair.losses);
        let scores = pair.scores.counts().iter();
        let scores: Vec<String> = scores
            .map(|(score, count)| format!("{score}x{count}"))
            .collect();
        format!(
            "{game} {one} {other} {wins} {draws} {losses} {}\n",
            scores.join(",")
        )
    }

    /// Reads lines again; one that is not whole, because it was cut off, counts for nothing.
    pub fn read(text: &str) -> Standings {
        let mut standings = Standings::default();
        for line in text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
        {
            if let Some((meeting, pair)) = read_line(line) {
                standings.add(meeting, &pair);
            }
        }
        standings
    }

    pub fn add(&mut self, meeting: Meeting, more: &Pair) {
        let pair = self.results.entry(meeting).or_insert_with(|| Pair {
            players: (0, 1),
            scores: Scores::default(),
            wins: 0,
            draws: 0,
            losses: 0,
        });
        pair.scores.extend(&more.scores);
        pair.wins += more.wins;
        pair.draws += more.draws;
        pair.losses += more.losses;
    }

    pub fn of(&self, meeting: &Meeting) -> Option<&Pair> {
        self.results.get(meeting)
    }

    /// How many sets two have played.
    pub fn sets(&self, meeting: &Meeting) -> usize {
        self.of(meeting)
            .map_or(0, |pair| pair.scores.len() as usize)
    }

    /// The ratings of everybody who met somebody in `meetings`; the first name is the zero.
    pub fn ratings(&self, meetings: &[Meeting], names: &[String]) -> Vec<Rating> {
        let place = |name: &String| names.iter().position(|other| other == name);
        let mut tally = Tally::default();
        for meeting in meetings {
            let players = place(&meeting.one).zip(place(&meeting.other));
            if let (Some(players), Some(pair)) = (players, self.of(meeting)) {
                tally.pairs.push(Pair {
                    players,
                    ..pair.clone()
                });
            }
        }
        ratings(&tally, names.len(), 0)
    }

    /// A row of a table: the games, and what they say.
    pub fn row(&self, meeting: &Meeting, one: &str, other: &str) -> String {
        let Some(pair) = self.of(meeting) else {
            return format!("| {one} | {other} | 0 | | | | | | |");
        };
        let (wins, draws, losses) = (pair.wins, pair.draws, pair.losses);
        let clear = match Evidence::of(&pair.scores).is_clear() {
            true => "yes",
            false => "not yet",
        };
        format!(
            "| {one} | {other} | {} | {wins} | {draws} | {losses} | {} | {:.1} % | {clear} |",
            wins + draws + losses,
            strength(pair.scores.elo()),
            100.0 * pair.scores.superiority()
        )
    }
}

fn read_line(line: &str) -> Option<(Meeting, Pair)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [game, one, other, wins, draws, losses, scores] = words[..] else {
        return None;
    };
    let mut read = Scores::default();
    for part in scores.split(',') {
        let (score, count) = part.split_once('x')?;
        let (score, count): (f64, u64) = (score.parse().ok()?, count.parse().ok()?);
        (0..count).for_each(|_| read.add(score));
    }
    let meeting = Meeting {
        game: game.to_owned(),
        one: one.to_owned(),
        other: other.to_owned(),
    };
    let pair = Pair {
        players: (0, 1),
        scores: read,
        wins: wins.parse().ok()?,
        draws: draws.parse().ok()?,
        losses: losses.parse().ok()?,
    };
    Some((meeting, pair))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(other: &str) -> Meeting {
        Meeting {
            game: "a-game".into(),
            one: "2@deep:4@n300@s5".into(),
            other: other.into(),
        }
    }

    #[test]
    fn lines_are_read_again_and_add_up() {
        let mut pair = Pair {
            players: (0, 1),
            scores: Scores::default(),
            wins: 3,
            draws: 1,
            losses: 0,
        };
        pair.scores.add(0.75);
        pair.scores.add(1.0);
        let line = Standings::line(&meeting("uniform"), &pair);
        let cut = &line[..line.len() - 3];
        let standings = Standings::read(&format!("{line}{line}nonsense\n{cut}"));
        assert_eq!(standings.sets(&meeting("uniform")), 4);
        let found = standings.of(&meeting("uniform")).expect("it was played");
        assert_eq!((found.wins, found.draws, found.losses), (6, 2, 0));
        assert_eq!(found.scores.mean(), 0.875);
        assert_eq!(standings.sets(&meeting("nobody")), 0);
        assert!(
            standings
                .row(&meeting("nobody"), "a", "b")
                .contains("| 0 |")
        );
    }
}
