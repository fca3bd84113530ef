//! Rolling the results of a record again, and comparing.

use vauban_game::{Playable, Turn, nth};

use crate::{Doubt, Match, Proof, Record, Source, Step, history::Place};

/// What rolling again found.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Audit {
    /// The dice, if chance can have a part in the match.
    pub proof: Option<Proof>,
    /// Every result that these dice gave, in the order of the record.
    pub throws: Vec<Throw>,
    /// Results that came with the file from which the match was played on; other dice gave them.
    pub brought: usize,
}

/// One result of chance.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Throw {
    /// The number of the record's step, from 1.
    pub step: usize,
    /// What the record says.
    pub written: String,
    /// What the dice give.
    pub rolled: String,
    pub agrees: bool,
}

impl Audit {
    /// The first result that the dice did not give.
    pub fn difference(&self) -> Option<&Throw> {
        self.throws.iter().find(|throw| !throw.agrees)
    }
}

impl<G: Playable> Match<G> {
    /// Plays `record` from its beginning, where this match must stand, and rolls every result again.
    pub(crate) fn audit(mut self, record: &Record) -> Result<Audit, Doubt> {
        let mut audit = Audit::default();
        let mut dice = None;
        if crate::play::has_chance::<G>() {
            let (proof, sealed) = Proof::read(record, self.game().seats())?;
            dice = Some((proof.brought(), Source::Sealed(sealed)));
            audit.proof = Some(proof);
        }
        let replayed = self.replay_watched(record, None, |table, number, step| {
            let (Some((brought, source)), Step::Chance(written)) = (&dice, step) else {
                return;
            };
            if number <= *brought {
                audit.brought += 1;
            } else if table.turn() == Turn::Chance {
                audit.throws.push(table.throw(source, number, written));
            }
        });
        // A result that was changed may make the rest unplayable: the change is what is told.
        if audit.difference().is_some() {
            return Ok(audit);
        }
        replayed?;
        match self.turn().over() {
            None if dice.is_some() => Err(Doubt::cut()),
            _ => Ok(audit),
        }
    }

    /// What `source` gives here, where the record says `written`.
    fn throw(&self, source: &Source, number: usize, written: &str) -> Throw {
        let chances = self.chances();
        let total = chances.iter().map(|&(_, weight)| weight).sum();
        let Place { step, slot } = self.history.place();
        let rolled = nth(&chances, source.roll(step, slot, total));
        Throw {
            step: number,
            written: written.to_owned(),
            rolled: self.game().write_chance(rolled),
            agrees: self.game().read_chance(written).ok() == Some(rolled),
        }
    }
}
