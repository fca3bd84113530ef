//! Where the results of chance come from.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use vauban_game::{Dice, Seat};

/// A match takes its results from one of these. A result depends only on its place in the
/// match (`step` actions before it, `slot` results since the last of them), so that an undone
/// roll comes again.
#[derive(Clone, Debug)]
pub enum Source {
    /// From a seed that is known to whoever hosts.
    Seeded(u64),
    /// Committed to before the match and open to everybody's check after it.
    Sealed(Sealed),
    /// Sealed, but the seats have not all given their seeds yet: nature waits.
    Waiting(Sealed),
    /// Typed in, as when real dice lie on the table; the seed rolls when asked to.
    Manual(u64),
}

impl Source {
    /// The number below `total` that belongs to a place; what a bare `!` gives when results are typed.
    pub fn roll(&self, step: u64, slot: u64, total: u32) -> u32 {
        match self {
            Source::Seeded(seed) | Source::Manual(seed) => Dice::at(*seed, step, slot).below(total),
            Source::Sealed(sealed) | Source::Waiting(sealed) => sealed.roll(step, slot, total),
        }
    }

    /// Whether nature decides by itself.
    pub(crate) fn rolls_by_itself(&self) -> bool {
        matches!(self, Source::Seeded(_) | Source::Sealed(_))
    }

    /// A number for options that nobody chose, such as a map's; apart from every place of a match.
    pub fn setup_seed(&self) -> u64 {
        u64::from(self.roll(u64::MAX, 0, u32::MAX))
    }

    /// Dice for a whole turn of the agent in `seat` that began at `step`.
    pub fn turn_dice(&self, step: u64, seat: Seat) -> Dice {
        /// Parts the dice of a turn from those of its first answer.
        const TURNS: u64 = 0x5455_524E;
        Dice::seeded(self.agent_dice(step, seat).roll() ^ TURNS)
    }

    /// Dice for one answer of the agent in `seat`: its own, so that no agent foresees what nature will do.
    pub fn agent_dice(&self, step: u64, seat: Seat) -> Dice {
        /// Parts the agents' streams from nature's.
        const AGENTS: u64 = 0x5645_5253_4147_454E;
        let seed = match self {
            Source::Seeded(seed) | Source::Manual(seed) => *seed,
            Source::Sealed(sealed) | Source::Waiting(sealed) => {
                sealed.word("agent", step, u64::from(seat.0), 0)
            }
        };
        Dice::at(seed ^ AGENTS, step, u64::from(seat.0))
    }
}

/// Dice that anyone can check: the secret is committed to before the match and told after it,
/// and every seat adds a seed of its own. `docs/dice.md` writes out every byte of it.
#[derive(Clone)]
pub struct Sealed {
    secret: [u8; 32],
    /// The match and the seats' seeds; bound into every result.
    context: Vec<u8>,
}

impl Sealed {
    pub fn new<'a>(
        secret: [u8; 32],
        match_name: &'a str,
        seat_seeds: impl IntoIterator<Item = &'a str>,
    ) -> Sealed {
        // Each part is preceded by its length, so that no two contexts are written alike.
        let mut context = Vec::new();
        for part in std::iter::once(match_name).chain(seat_seeds) {
            context.extend((part.len() as u64).to_le_bytes());
            context.extend(part.as_bytes());
        }
        Sealed { secret, context }
    }

    /// What is published before the match: the SHA-256 of the secret.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.secret))
    }

    /// The secret, to be told when the match is over.
    pub fn reveal(&self) -> String {
        hex(&self.secret)
    }

    /// The number below `total` that belongs to a place. `total` must not be 0.
    pub(crate) fn roll(&self, step: u64, slot: u64, total: u32) -> u32 {
        let words = (0..).map(|attempt| self.word("roll", step, slot, attempt));
        below(words, total)
    }

    /// The first 64 bits of HMAC-SHA256(secret, purpose · place · attempt · context).
    fn word(&self, purpose: &str, step: u64, slot: u64, attempt: u64) -> u64 {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.secret).expect("HMAC takes keys of any length");
        mac.update(purpose.as_bytes());
        for number in [step, slot, attempt] {
            mac.update(&number.to_le_bytes());
        }
        mac.update(&self.context);
        let bytes = mac.finalize().into_bytes();
        u64::from_le_bytes(std::array::from_fn(|index| bytes[index]))
    }
}

/// A number below `total` from the first word that is fair. Without rejection the low numbers
/// would come a little more often whenever `total` does not divide 2⁶⁴.
fn below(mut words: impl Iterator<Item = u64>, total: u32) -> u32 {
    let fair = u64::MAX - u64::MAX % u64::from(total);
    words
        .find(|&word| word < fair)
        .map(|word| (word % u64::from(total)) as u32)
        .expect("one of endlessly many words is fair")
}

/// Never shows the secret.
impl std::fmt::Debug for Sealed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sealed")
            .field("commitment", &self.commitment())
            .finish_non_exhaustive()
    }
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_results_depend_on_secret_place_and_seeds() {
        let sealed = Sealed::new([7; 32], "m1", ["a", "b"]);
        let roll = |sealed: &Sealed, step| sealed.roll(step, 0, 1_000_000);
        assert_eq!(roll(&sealed, 1), roll(&sealed.clone(), 1));
        assert_ne!(roll(&sealed, 1), roll(&sealed, 2));
        assert_ne!(
            roll(&sealed, 1),
            roll(&Sealed::new([8; 32], "m1", ["a", "b"]), 1)
        );
        assert_ne!(
            roll(&sealed, 1),
            roll(&Sealed::new([7; 32], "m1", ["ab", ""]), 1)
        );
    }

    #[test]
    fn the_commitment_is_the_hash_of_what_is_revealed() {
        let sealed = Sealed::new([0; 32], "m", []);
        assert_eq!(sealed.reveal(), "0".repeat(64));
        // SHA-256 of 32 zero bytes.
        assert_eq!(
            sealed.commitment(),
            "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        );
        assert!(!format!("{sealed:?}").contains(&sealed.reveal()));
    }

    /// Chi-square over fixed seeds. The bound is the mean of the distribution plus four times its
    /// deviation: fair dice pass it but for about one seed in ten thousand, and these do.
    #[test]
    fn every_number_comes_about_as_often() {
        for total in [2u32, 3, 6, 7, 10, 36, 100, 1_000, 2_048] {
            let sealed = Sealed::new([3; 32], "m", ["a", "b"]);
            let each = 60_u32;
            let mut counts = vec![0u32; total as usize];
            for place in 0..u64::from(total * each) {
                counts[sealed.roll(place / 3, place % 3, total) as usize] += 1;
            }
            let expected = f64::from(each);
            let square: f64 = counts
                .iter()
                .map(|&count| (f64::from(count) - expected).powi(2) / expected)
                .sum();
            let freedom = f64::from(total - 1);
            let most = freedom + 4.0 * (2.0 * freedom).sqrt();
            assert!(square < most, "{total}: {square} of at most {most}");
            // Numbers that are too even were not rolled.
            assert!(total < 100 || square > freedom - 4.0 * (2.0 * freedom).sqrt());
        }
    }

    #[test]
    fn words_that_would_favour_low_numbers_are_rejected() {
        // 2⁶⁴ − 1 = 5 · n: for 5, all words but the greatest are fair.
        let last = u64::MAX;
        assert_eq!(below([last, 7].into_iter(), 5), 2);
        assert_eq!(below([last - 1].into_iter(), 5), 4);
        // For 7: 2⁶⁴ − 1 = 7 · n + 1.
        assert_eq!(last % 7, 1);
        assert_eq!(below([last, last - 1, 8].into_iter(), 7), 1);
        assert_eq!(below([last - 2].into_iter(), 7), 6);
        // The most that is ever thrown away: less than 2³² of 2⁶⁴ words.
        assert_eq!(below([last, 3].into_iter(), u32::MAX), 3);
    }
}
