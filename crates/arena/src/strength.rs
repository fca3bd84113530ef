//! What the results of the ladder say, written down: docs/strength.md for people, and the ratings that the catalogue
//! shows. Both follow from docs/strength.txt alone.

use std::fmt::Write as _;

use vauban_table::{AnyGame, Level, Shelf};

use crate::{Ladder, Meeting, Rating, Soaked, Standings, Step};

/// The results of all games, and what is written down about them.
#[derive(Clone, Debug)]
pub struct Strength {
    games: Shelf,
    divisor: u64,
    seed: u64,
    /// As they are kept, line by line.
    text: String,
    standings: Standings,
}

/// Levels have this part of their nodes when they meet who draws evenly many times.
pub const SOAK_DIVISOR: u64 = 100;

const HEAD: &str = "\
# How strong the programs are

Written by `cargo xtask ladder` from [strength.txt](strength.txt); do not edit. Levels play by their nodes, without the cap on time. Every opening (four random actions) is played in both seatings by the same dice. Elo with an
interval of 95 %, and how likely the first is the stronger one; `>` is the lower end of the interval where everything was won. A comparison is *clear* when a bet on one of the two at fair odds has multiplied the stake by 20
([decision 21](decisions/0021-arena.md)); then no more is played, so many differences are known only to be there, not how large they are. Ratings are in Elo above `uniform`, which draws evenly among all legal actions; their
errors add up along the ladder. A row is played again by `vauban arena GAME ONE OTHER --games N --openings random:4 --seed 1`, with the programs as the first table writes them.
";

const RATINGS_HEAD: &str = "\
# How strong each level is, in Elo above `uniform`: game, agent, nodes, slack, rating, half of an interval of 95 %.
# Written by `cargo xtask ladder` from docs/strength.txt; do not edit.
";

impl Strength {
    /// Reads results, as [`Standings::line`] and soaks write them.
    pub fn read(games: Shelf, text: &str) -> Strength {
        Strength {
            games,
            divisor: 1,
            seed: 1,
            text: text.to_owned(),
            standings: Standings::read(text),
        }
    }

    /// The same for levels with their nodes divided, or from another seed.
    #[must_use]
    pub fn played_with(self, divisor: u64, seed: u64) -> Strength {
        Strength {
            divisor,
            seed,
            ..self
        }
    }

    fn steps(&self, game: &'static dyn AnyGame) -> Vec<Step> {
        let ladder = Ladder {
            divisor: self.divisor,
            ..Ladder::of(game)
        };
        ladder.steps()
    }

    /// The results that still count, a line for each comparison: those of levels that have changed are left out.
    pub fn results(&self) -> String {
        let mut text = String::new();
        for game in self.games.games() {
            for step in self.steps(game) {
                if let Some(pair) = self.standings.of(&step.meeting) {
                    text += &Standings::line(&step.meeting, pair);
                }
            }
            for (name, soaked) in self.soaked(game) {
                let _ = writeln!(text, "soak {} {name} {}", game.card().name, soaked.line());
            }
        }
        text
    }

    /// The document, whole.
    pub fn document(&self) -> String {
        let mut text = HEAD.to_owned();
        for game in self.games.games() {
            let _ = write!(text, "\n## {}\n\n", game.card().title.en);
            text += &self.of_game(game);
            text += &self.soak_table(game);
        }
        text
    }

    /// The ratings of all levels that were measured, as the catalogue reads them.
    pub fn ratings(&self) -> String {
        let mut text = RATINGS_HEAD.to_owned();
        for game in self.games.games() {
            for (level, rating) in game.levels().iter().zip(self.of_levels(game)) {
                let Some(Rating { elo, error }) = rating else {
                    continue;
                };
                let (name, agent) = (game.card().name, level.agent);
                let (nodes, slack) = (level.nodes, level.slack);
                let _ = writeln!(text, "{name} {agent} {nodes} {slack} {elo:.0} {error:.0}");
            }
        }
        text
    }

    /// The rating of each level; none for those that are not joined to `uniform` by results.
    fn of_levels(&self, game: &'static dyn AnyGame) -> Vec<Option<Rating>> {
        let steps = self.steps(game);
        let ladder = Ladder {
            divisor: self.divisor,
            ..Ladder::of(game)
        };
        let highest = game.levels().len();
        let (strongest, below) = (ladder.key(highest), ladder.key(highest.saturating_sub(1)));
        // A clean sweep of weak players shows that the strongest level is stronger, not by how much: it would pull the
        // rating down to what the sweep proves.
        let tells = |meeting: &Meeting| meeting.one != strongest || meeting.other == below;
        let played = |step: &&Step| tells(&step.meeting) && self.standings.sets(&step.meeting) > 0;
        let meetings: Vec<Meeting> = steps
            .iter()
            .filter(played)
            .map(|step| step.meeting.clone())
            .collect();
        // Who is joined to `uniform`, step by step.
        let mut names = vec!["uniform".to_owned()];
        let mut at = 0;
        while at < names.len() {
            for Meeting { one, other, .. } in &meetings {
                for (here, there) in [(one, other), (other, one)] {
                    if *here == names[at] && !names.contains(there) {
                        names.push(there.clone());
                    }
                }
            }
            at += 1;
        }
        let rated = self.standings.ratings(&meetings, &names);
        let of_level = |number: usize| {
            let key = ladder.key(number);
            let place = names.iter().position(|name| *name == key)?;
            rated.get(place).copied()
        };
        (1..=game.levels().len()).map(of_level).collect()
    }

    fn of_game(&self, game: &'static dyn AnyGame) -> String {
        let (steps, name) = (self.steps(game), game.card().name);
        let played = |step: &Step| self.standings.sets(&step.meeting) > 0;
        if !steps.iter().any(played) {
            return "Not measured yet.\n".to_owned();
        }
        let ladder = Ladder {
            divisor: self.divisor,
            ..Ladder::of(game)
        };
        let mut text = "| level | program | rating |\n|---|---|---|\n".to_owned();
        for (number, rating) in (1..).zip(self.of_levels(game)) {
            let (title, key) = (Level::name(number).en, ladder.key(number));
            let rating = rating.map_or("not measured".to_owned(), |Rating { elo, error }| {
                format!("{elo:.0} ± {error:.0}")
            });
            let _ = writeln!(text, "| {number} {title} | `{key}` | {rating} |");
        }
        text += "\n| one | other | games | won | drawn | lost | Elo | superiority | clear |\n|---|---|---|---|---|---|---|---|---|\n";
        for step in &steps {
            text += &self
                .standings
                .row(&step.meeting, &step.names.0, &step.names.1);
            text.push('\n');
        }
        let part = match self.divisor {
            1 => String::new(),
            divisor => format!(" with the nodes divided by {divisor}"),
        };
        let seed = self.seed;
        let _ = writeln!(
            text,
            "\n`cargo xtask ladder --game {name} --seed {seed}`{part}."
        );
        text
    }

    /// The last soak of each player; those of levels that have changed are left out.
    fn soaked(&self, game: &'static dyn AnyGame) -> Vec<(&str, Soaked)> {
        let ladders = [SOAK_DIVISOR, 1].map(|divisor| Ladder {
            divisor,
            ..Ladder::of(game)
        });
        let is_current = |name: &str| match name.split_once('@') {
            None => true,
            Some((number, _)) => number.parse().is_ok_and(|number| {
                let mut names = ladders.iter().map(|ladder| ladder.soak_name(number));
                names.any(|current| current == name)
            }),
        };
        let mut rows: Vec<(&str, Soaked)> = Vec::new();
        for line in self.text.lines() {
            let words = line.strip_prefix("soak ");
            let rest = words.and_then(|words| words.strip_prefix(game.card().name));
            let rest = rest.and_then(|rest| rest.strip_prefix(' '));
            let Some((name, soaked)) = rest.and_then(|rest| rest.split_once(' ')) else {
                continue;
            };
            if let Some(soaked) = Soaked::read(soaked).filter(|_| is_current(name)) {
                rows.retain(|(other, _)| *other != name);
                rows.push((name, soaked));
            }
        }
        rows
    }

    fn soak_table(&self, game: &'static dyn AnyGame) -> String {
        let rows = self.soaked(game);
        if rows.is_empty() {
            return String::new();
        }
        let mut text = "\nEvery player against `uniform`, agents with 500 nodes, levels with a hundredth of theirs, the two strongest also with all (`cargo xtask ladder --players 100`). All actions were legal.\n\n\
            | player | games | won | drawn | lost | actions | most nodes | of | kept, bytes | memory, MiB: early | end |\n\
            |---|---|---|---|---|---|---|---|---|---|---|\n".to_owned();
        for (name, soaked) in rows {
            let Soaked {
                games,
                wins,
                draws,
                losses,
                answers,
                most_nodes,
                nodes,
                most_kept,
                ..
            } = soaked;
            let [early, late] =
                [soaked.early_pages, soaked.late_pages].map(|pages| pages as f64 / 256.0);
            let _ = writeln!(
                text,
                "| `{name}` | {games} | {wins} | {draws} | {losses} | {answers} | {most_nodes} | {nodes} | {most_kept} | {early:.1} | {late:.1} |"
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use vauban_catalog::CATALOG;

    use super::*;

    #[test]
    fn results_of_levels_that_have_changed_are_left_out() {
        let game = CATALOG.games().next().expect("there are games");
        let ladder = Ladder::of(game);
        let (name, one) = (game.card().name, ladder.key(1));
        let text = format!(
            "{name} {one} uniform 8 0 0 1x4\n{name} {one}:slack=999 uniform 8 0 0 1x4\n{name} {one} uniform 0 0 8 0x4\n"
        );
        let strength = Strength::read(CATALOG, &text);
        assert_eq!(
            strength.results(),
            format!("{name} {one} uniform 8 0 8 0x4,1x4\n")
        );
        let document = strength.document();
        assert!(document.contains("| 16 | 8 | 0 | 8 |"), "{document}");
        assert!(document.contains("not measured"), "{document}");
        // Level 1 is even with `uniform`, and no other level is known.
        let ratings = strength.ratings();
        let rated: Vec<&str> = ratings.lines().skip(2).collect();
        assert_eq!(rated.len(), 1, "{ratings}");
        assert!(rated[0].contains(" 0 0 0 "), "{ratings}");
    }
}
