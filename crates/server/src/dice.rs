//! The dice of a match: the server's secret, committed to before the match, and a seed of every seat's.
//!
//! The seeds are fixed when the match begins, which is when every seat is
//! taken for the first time; until then nature waits. **Invariant:** nothing
//! of the secret is told before the match is over.

use vauban_game::{Seat, Text};
use vauban_table::{Proof, Refusals, Sealed};

use crate::{
    Problem,
    occupant::{Occupant, Program},
    secret::{Secret, unguessable},
};

/// The longest seed, in characters.
const LONGEST_SEED: usize = 64;

/// The dice of one match.
#[derive(Clone, Debug)]
pub struct Cup {
    secret: Secret,
    /// The match, as it is bound into every result.
    name: String,
    seeds: Seeds,
}

#[derive(Clone, Debug)]
enum Seeds {
    /// Matches of older releases rolled without; so do those that were over when they were opened.
    None,
    /// They may still change.
    Open(Vec<Option<String>>),
    Fixed(Vec<String>),
}

impl Cup {
    /// `seeds` are those of the seats that were taken when the match was created.
    pub fn new(secret: Secret, name: String, seeds: Option<Vec<Option<String>>>) -> Cup {
        Cup {
            secret,
            name,
            seeds: seeds.map_or(Seeds::None, Seeds::Open),
        }
    }

    /// What a seat adds from now on, or that it adds nothing; not once the seeds are fixed.
    pub fn add(&mut self, seat: Seat, seed: Option<String>) {
        if let Seeds::Open(seeds) = &mut self.seeds
            && let Some(place) = seeds.get_mut(seat.index())
        {
            *place = seed;
        }
    }

    /// Fixes the seeds. The dice, if they were waited for.
    pub fn fix(&mut self) -> Option<Sealed> {
        let Seeds::Open(open) = &mut self.seeds else {
            return None;
        };
        let seeds: Vec<String> = open.drain(..).map(Option::unwrap_or_default).collect();
        let sealed = Sealed::new(
            self.secret.bytes(),
            &self.name,
            seeds.iter().map(String::as_str),
        );
        self.seeds = Seeds::Fixed(seeds);
        Some(sealed)
    }

    /// What was published before the match: the hash of the secret.
    pub fn commitment(&self) -> String {
        Sealed::new(self.secret.bytes(), &self.name, []).commitment()
    }

    /// What a seat added, once that is fixed.
    pub fn seed(&self, seat: Seat) -> Option<&str> {
        match &self.seeds {
            Seeds::Fixed(seeds) => seeds.get(seat.index()).map(String::as_str),
            Seeds::None | Seeds::Open(_) => None,
        }
    }

    /// The secret, for a match that is over.
    pub fn secret(&self, over: Over) -> Option<String> {
        match (over, &self.seeds) {
            (Over::Yes, Seeds::Fixed(_)) => Some(self.secret.reveal()),
            _ => None,
        }
    }

    /// What the record says of these dice, if they are the match's own.
    pub fn proof(&self, over: Over) -> Option<Proof> {
        let seeds = match &self.seeds {
            Seeds::None => return None,
            Seeds::Open(_) => Vec::new(),
            Seeds::Fixed(seeds) => seeds.clone(),
        };
        Some(Proof {
            commitment: self.commitment(),
            name: self.name.clone(),
            seeds,
            secret: self.secret(over),
        })
    }
}

/// Whether a match is over, on which the telling of its secret hangs.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Over {
    Yes,
    No,
}

/// A seed that somebody chose. Plain ASCII, so that it survives every file and can be checked by hand.
pub fn chosen(text: &str) -> Result<String, Refusals> {
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_graphic() || byte == b' ');
    if plain && (1..=LONGEST_SEED).contains(&text.len()) {
        return Ok(text.to_owned());
    }
    Err(Refusals::one(
        "bad-seed",
        Text::new(
            format!("a seed has 1 to {LONGEST_SEED} printable ASCII characters"),
            format!("une graine compte 1 à {LONGEST_SEED} caractères ASCII imprimables"),
        ),
    ))
}

/// A seed for who did not choose one.
pub fn drawn() -> Result<String, Problem> {
    unguessable()
}

/// What a program adds: nothing that could be chosen to suit anybody.
pub fn of_agent(program: &Program) -> String {
    format!("agent:{program}")
}

/// The seeds of those who sit when a match is created, `own` of every seat its creator takes.
pub fn of_seats(seats: &[Occupant], own: Option<&str>) -> Result<Vec<Option<String>>, Problem> {
    let own = own.map(chosen).transpose()?;
    seats
        .iter()
        .map(|occupant| match occupant {
            Occupant::Open => Ok(None),
            Occupant::Agent { level } => Ok(Some(of_agent(level))),
            Occupant::Person { .. } => own.clone().map_or_else(drawn, Ok).map(Some),
        })
        .collect()
}

pub fn seeds_fixed() -> Refusals {
    Refusals::one(
        "seeds-fixed",
        Text::fixed(
            "the seeds were fixed when the match began",
            "les graines ont été fixées au début de la partie",
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cup() -> Cup {
        let secret = Secret::read(&"5a".repeat(32)).unwrap();
        Cup::new(secret, "m".into(), Some(vec![None, None]))
    }

    #[test]
    fn seeds_can_be_changed_until_they_are_fixed_and_are_told_only_then() {
        let mut cup = cup();
        cup.add(Seat(0), Some("first".into()));
        cup.add(Seat(0), Some("second".into()));
        cup.add(Seat(1), Some("other".into()));
        assert_eq!(cup.seed(Seat(0)), None);
        assert!(cup.proof(Over::No).unwrap().seeds.is_empty());
        assert!(cup.fix().is_some());
        assert!(cup.fix().is_none(), "once");
        cup.add(Seat(0), Some("late".into()));
        assert_eq!(cup.seed(Seat(0)), Some("second"));
        assert_eq!(cup.proof(Over::No).unwrap().seeds, ["second", "other"]);
    }

    #[test]
    fn the_secret_is_told_only_when_the_match_is_over() {
        let mut cup = cup();
        assert_eq!(cup.secret(Over::Yes), None, "it never began");
        cup.fix();
        assert_eq!(cup.secret(Over::No), None);
        assert_eq!(cup.proof(Over::No).unwrap().secret, None);
        assert_eq!(cup.secret(Over::Yes), Some("5a".repeat(32)));
        assert!(!format!("{cup:?}").contains("5a5a"));
    }

    #[test]
    fn a_seed_is_short_and_plain() {
        for good in ["a", "my lucky seed 7!", &"x".repeat(64)] {
            assert_eq!(chosen(good).unwrap(), good);
        }
        for bad in ["", "é", "two\nlines", "a\tb", &"x".repeat(65)] {
            assert!(chosen(bad).is_err(), "{bad:?}");
        }
    }
}
