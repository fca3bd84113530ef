//! Playing a record again, step by step, through the rules.

use std::{fmt, sync::Arc};

use vauban_game::{FormatError, Playable, Text, Turn};

use crate::{
    Item, Match, Record, RecordError, Refusals, Ruling, Step,
    play::{Remark, over},
};

/// Why a file could not be played again.
#[derive(Clone, PartialEq, Debug)]
pub struct ReplayError {
    pub text: Text,
}

impl ReplayError {
    pub fn new(text: Text) -> ReplayError {
        ReplayError { text }
    }

    /// The step numbered `step`, from 1, was refused.
    pub(crate) fn at(step: usize, token: impl fmt::Display, refusals: Refusals) -> ReplayError {
        use vauban_game::Lang::{En, Fr};
        ReplayError::new(Text::new(
            format!("step {step}, `{token}`: {}", refusals.line(En)),
            format!("pas {step}, « {token} » : {}", refusals.line(Fr)),
        ))
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text.en)
    }
}

impl From<Refusals> for ReplayError {
    fn from(refusals: Refusals) -> ReplayError {
        use vauban_game::Lang::{En, Fr};
        ReplayError::new(Text::new(refusals.line(En), refusals.line(Fr)))
    }
}

impl From<RecordError> for ReplayError {
    fn from(error: RecordError) -> ReplayError {
        ReplayError::new(Text::new(
            format!("line {}: {}", error.line, error.text.en),
            format!("ligne {} : {}", error.line, error.text.fr),
        ))
    }
}

impl From<FormatError> for ReplayError {
    fn from(error: FormatError) -> ReplayError {
        ReplayError::new(error.message())
    }
}

/// A record of another game is not played.
pub(crate) fn matches_game(record: &Record, name: &str) -> Result<(), ReplayError> {
    match record.tag("Game") {
        Some(game) if game == name => Ok(()),
        Some(game) => Err(ReplayError::new(Text::new(
            format!("this is a record of {game}, not of {name}"),
            format!("c'est une partie de {game}, pas de {name}"),
        ))),
        None => Err(ReplayError::new(Text::fixed(
            "the record does not name its game: the tag Game is missing",
            "la partie ne nomme pas son jeu : l'étiquette Game manque",
        ))),
    }
}

impl<G: Playable> Match<G> {
    /// Takes at most `most` steps of `record`. Nature's results come from the record.
    pub(crate) fn replay(
        &mut self,
        record: &Record,
        most: Option<usize>,
    ) -> Result<(), ReplayError> {
        self.replay_watched(record, most, |_, _, _| ())
    }

    /// The same; `watch` sees the match before each step, and the step with its number.
    pub(crate) fn replay_watched(
        &mut self,
        record: &Record,
        most: Option<usize>,
        watch: impl FnMut(&Match<G>, usize, &Step),
    ) -> Result<(), ReplayError> {
        self.same_rules(record)?;
        for (name, value) in &record.tags {
            let own = ["Game", "Rules", "Options", "Result", "Position"];
            if !own.contains(&name.as_str()) {
                Arc::make_mut(&mut self.tags).push((name.clone(), value.clone()));
            }
        }
        // Nature waits for what the record says.
        let source = std::mem::replace(&mut self.source, crate::Source::Manual(0));
        self.put_questions();
        let taken = self.take_steps(record, most, watch);
        self.source = source;
        if !taken? {
            return Ok(());
        }
        match record.tag("Result") {
            None | Some("*") => Ok(()),
            Some(result) if result == self.result() => Ok(()),
            Some(result) => Err(ReplayError::new(Text::new(
                format!(
                    "the record says `{result}`, the rules say `{}`",
                    self.result()
                ),
                format!(
                    "la partie dit « {result} », les règles « {} »",
                    self.result()
                ),
            ))),
        }
    }

    /// Whether all steps were taken.
    fn take_steps(
        &mut self,
        record: &Record,
        most: Option<usize>,
        mut watch: impl FnMut(&Match<G>, usize, &Step),
    ) -> Result<bool, ReplayError> {
        let mut number = 0;
        for item in &record.items {
            match item {
                Item::Comment(text) => Arc::make_mut(&mut self.remarks).push(Remark {
                    step: number,
                    text: text.clone(),
                }),
                Item::Hash(hash) => {
                    if *hash != self.hash_of(&self.now.state) {
                        return Err(ReplayError::new(Text::new(
                            format!(
                                "after step {number} the state differs from the record's hash: \
                                 it was changed, or played by other rules"
                            ),
                            format!(
                                "après le pas {number} l'état diffère de l'empreinte : la partie \
                                 a été modifiée, ou jouée avec d'autres règles"
                            ),
                        )));
                    }
                }
                Item::Step(_) if most == Some(number) => return Ok(false),
                Item::Step(step) => {
                    number += 1;
                    watch(self, number, step);
                    self.take_step(step)
                        .map_err(|refusals| ReplayError::at(number, step, refusals))?;
                }
            }
        }
        Ok(true)
    }

    fn take_step(&mut self, step: &Step) -> Result<(), Refusals> {
        match step {
            Step::Action { seat, text } => {
                if self.turn() == Turn::Chance {
                    return Err(Refusals::one(
                        "chance-missing",
                        Text::fixed(
                            "a result of chance is missing before it",
                            "un résultat du hasard manque avant",
                        ),
                    ));
                }
                let seats = self.turn().seats();
                let only = seats.iter().next().filter(|_| seats.len() == 1);
                let seat = seat.or(only).ok_or_else(|| self.which_seat())?;
                self.act(seat, text)
            }
            Step::Chance(text) => self.befall(Some(text)),
            Step::Table(Ruling::Resign(seat)) => self.resign(*seat),
            Step::Table(Ruling::Timeout(seat)) => self.time_out(*seat),
            Step::Table(Ruling::Forfeit(seat)) => self.forfeit(*seat),
            Step::Table(Ruling::Draw) => (0..self.game().seats())
                .map(vauban_game::Seat)
                .try_for_each(|seat| self.offer_draw(seat)),
            Step::Table(Ruling::Close) => self.close(),
            Step::Hidden => Err(Refusals::one(
                "hidden-step",
                Text::fixed(
                    "hidden steps can be replayed only when the match is over",
                    "les pas cachés ne peuvent être rejoués qu'une fois la partie finie",
                ),
            )),
        }
    }

    /// Why nobody in particular can be meant.
    fn which_seat(&self) -> Refusals {
        match self.turn().over() {
            Some(outcome) => over(outcome),
            None => Refusals::one(
                "whose-step",
                Text::fixed(
                    "several seats are on turn: write `1:…`",
                    "plusieurs places ont la main : écrire « 1:… »",
                ),
            ),
        }
    }

    fn same_rules(&self, record: &Record) -> Result<(), ReplayError> {
        let Some(rules) = record.tag("Rules") else {
            return Ok(());
        };
        let ours = self.game().rule_set();
        let (name, version) = rules.rsplit_once(' ').unwrap_or((rules, "1"));
        let Ok(version) = version.parse::<u32>() else {
            return Err(ReplayError::new(Text::new(
                format!("`{rules}` is not a rule set with its version"),
                format!("« {rules} » n'est pas un jeu de règles avec sa version"),
            )));
        };
        if name != ours.name {
            return Err(ReplayError::new(Text::new(
                format!(
                    "the record was played under the rules `{name}`, but these are `{}`",
                    ours.name
                ),
                format!(
                    "la partie suit les règles « {name} », celles-ci sont « {} »",
                    ours.name
                ),
            )));
        }
        if version > ours.version {
            return Err(ReplayError::new(Text::new(
                format!(
                    "the record was played under newer rules ({rules}; this program knows {ours})"
                ),
                format!(
                    "la partie suit des règles plus récentes ({rules} ; ce programme connaît {ours})"
                ),
            )));
        }
        Ok(())
    }
}
