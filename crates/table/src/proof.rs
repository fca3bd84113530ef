//! What a record tells of its dice, so that anyone can check them.
//!
//! | tag | what it says |
//! |---|---|
//! | `DiceCommit` | the SHA-256 of the secret, as it was published before the match |
//! | `DiceMatch` | the match, as it is bound into every result; `NAME@12` if it was played on from step 12 of a file |
//! | `DiceSeed1`, `DiceSeed2`, … | what each seat added |
//! | `DiceSecret` | the secret; only once the match is over |

use data_encoding::HEXLOWER_PERMISSIVE;
use vauban_game::Text;

use crate::{Record, ReplayError, Sealed};

const COMMIT: &str = "DiceCommit";
const MATCH: &str = "DiceMatch";
const SEED: &str = "DiceSeed";
const SECRET: &str = "DiceSecret";

/// The dice of a match, as far as they may be told.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Proof {
    /// The SHA-256 of the secret, in hexadecimal.
    pub commitment: String,
    /// The match, see [`Proof::name`].
    pub name: String,
    /// From the first seat on; none before the match has begun.
    pub seeds: Vec<String>,
    /// In hexadecimal; nothing before the match is over.
    pub secret: Option<String>,
}

/// Why the dice of a record cannot be checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Doubt {
    /// For programs.
    pub code: &'static str,
    pub text: Text,
}

impl Doubt {
    fn new(code: &'static str, en: impl Into<String>, fr: impl Into<String>) -> Doubt {
        Doubt {
            code,
            text: Text::new(en.into(), fr.into()),
        }
    }

    /// The record tells the secret of a match that is not over.
    pub(crate) fn cut() -> Doubt {
        Doubt::new(
            "cut",
            "the record reveals its secret, but its match is not over: steps are missing",
            "la partie révèle son secret, mais elle n'est pas finie : il manque des coups",
        )
    }

    fn bad_tag(name: &str) -> Doubt {
        Doubt::new(
            "bad-tag",
            format!("the tag {name} is missing or damaged"),
            format!("l'étiquette {name} manque ou est abîmée"),
        )
    }
}

/// It cannot be played, whatever the dice say.
impl From<ReplayError> for Doubt {
    fn from(error: ReplayError) -> Doubt {
        Doubt {
            code: "unplayable",
            text: error.text,
        }
    }
}

impl Proof {
    /// What is bound into the results of a match that began after `steps` steps of a file, so that
    /// nobody can say later that it began elsewhere.
    pub fn name(id: &str, steps: usize) -> String {
        match steps {
            0 => id.to_owned(),
            _ => format!("{id}@{steps}"),
        }
    }

    /// How many steps came with a file.
    pub(crate) fn brought(&self) -> usize {
        self.name
            .rsplit_once('@')
            .and_then(|(_, steps)| steps.parse().ok())
            .unwrap_or(0)
    }

    /// Without the number of steps that came with a file: hidden steps are counted in it.
    pub fn without_steps(mut self) -> Proof {
        let end = self.name.find('@').unwrap_or(self.name.len());
        self.name.truncate(end);
        self
    }

    /// Writes the tags.
    pub fn write(&self, record: &mut Record) {
        record.set_tag(COMMIT, self.commitment.clone());
        record.set_tag(MATCH, self.name.clone());
        for (number, seed) in (1..).zip(&self.seeds) {
            record.set_tag(&format!("{SEED}{number}"), seed.clone());
        }
        if let Some(secret) = &self.secret {
            record.set_tag(SECRET, secret.clone());
        }
    }

    /// Takes the tags out, when what follows is rolled with other dice.
    pub fn erase(record: &mut Record) {
        record.tags.retain(|(name, _)| {
            ![COMMIT, MATCH, SECRET].contains(&name.as_str()) && !is_seed(name)
        });
    }

    /// What the tags of a match with `seats` seats say, if nothing is missing.
    pub(crate) fn read(record: &Record, seats: u8) -> Result<(Proof, Sealed), Doubt> {
        let needed = |name: &str| {
            let value = record.tag(name).map(str::to_owned);
            value.ok_or_else(|| Doubt::bad_tag(name))
        };
        let Some(commitment) = record.tag(COMMIT) else {
            return Err(Doubt::new(
                "no-dice",
                "the record says nothing about its dice (no tag DiceCommit): only matches played on a server do",
                "la partie ne dit rien de ses dés (pas d'étiquette DiceCommit) : seules les parties jouées sur un serveur le font",
            ));
        };
        let Some(secret) = record.tag(SECRET) else {
            return Err(Doubt::new(
                "running",
                "the secret is not public yet (no tag DiceSecret): download the record again when the match is over",
                "le secret n'est pas encore public (pas d'étiquette DiceSecret) : téléchargez de nouveau la partie quand elle sera finie",
            ));
        };
        let bytes = unhex(secret).ok_or_else(|| Doubt::bad_tag(SECRET))?;
        let seeds = (1..=seats)
            .map(|number| needed(&format!("{SEED}{number}")))
            .collect::<Result<Vec<String>, Doubt>>()?;
        if record.tags.iter().filter(|(name, _)| is_seed(name)).count() != seeds.len() {
            return Err(Doubt::new(
                "bad-tag",
                format!("there are more seeds than seats ({seats})"),
                format!("il y a plus de graines que de places ({seats})"),
            ));
        }
        let name = needed(MATCH)?;
        let sealed = Sealed::new(bytes, &name, seeds.iter().map(String::as_str));
        if sealed.commitment() != commitment.to_ascii_lowercase() {
            return Err(Doubt::new(
                "wrong-secret",
                "the secret does not match the commitment: its SHA-256 is not DiceCommit",
                "le secret ne correspond pas à l'engagement : son SHA-256 n'est pas DiceCommit",
            ));
        }
        let proof = Proof {
            commitment: sealed.commitment(),
            name,
            seeds,
            secret: Some(sealed.reveal()),
        };
        Ok((proof, sealed))
    }
}

fn is_seed(name: &str) -> bool {
    name.strip_prefix(SEED)
        .is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// 32 bytes from their 64 hexadecimal digits.
fn unhex(text: &str) -> Option<[u8; 32]> {
    let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?;
    bytes.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof() -> Proof {
        let sealed = Sealed::new([7; 32], "m@4", ["one", "two \\ \"three\""]);
        Proof {
            commitment: sealed.commitment(),
            name: Proof::name("m", 4),
            seeds: vec!["one".into(), "two \\ \"three\"".into()],
            secret: Some(sealed.reveal()),
        }
    }

    fn record(proof: &Proof) -> Record {
        let mut record = Record::default();
        record.set_tag("Game", "toy");
        proof.write(&mut record);
        Record::read(&record.to_string()).unwrap()
    }

    #[test]
    fn what_is_told_of_the_dice_reads_back() {
        let (again, _) = Proof::read(&record(&proof()), 2).unwrap();
        assert_eq!(again, proof());
        assert_eq!(again.brought(), 4);
    }

    #[test]
    fn each_missing_or_damaged_tag_has_its_own_doubt() {
        let code = |record: &Record, seats| Proof::read(record, seats).unwrap_err().code;
        assert_eq!(code(&Record::default(), 2), "no-dice");
        let mut running = proof();
        running.secret = None;
        assert_eq!(code(&record(&running), 2), "running");
        assert_eq!(code(&record(&proof()), 1), "bad-tag");
        assert_eq!(code(&record(&proof()), 3), "bad-tag");
        for (tag, value, doubt) in [
            ("DiceSecret", "07".repeat(31), "bad-tag"),
            ("DiceSecret", "0g".repeat(32), "bad-tag"),
            ("DiceSecret", "08".repeat(32), "wrong-secret"),
            ("DiceCommit", "00".repeat(32), "wrong-secret"),
        ] {
            let mut damaged = record(&proof());
            damaged.set_tag(tag, value);
            assert_eq!(code(&damaged, 2), doubt, "{tag}");
        }
    }

    #[test]
    fn other_dice_begin_without_the_old_tags() {
        let mut record = record(&proof());
        record.set_tag("DiceSeeding", "somebody's own");
        Proof::erase(&mut record);
        let names: Vec<&str> = record.tags.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Game", "DiceSeeding"]);
    }
}
