//! Where the results of nature come from.

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
    /// Typed in, as when real dice lie on the table; the seed rolls when asked to.
    Manual(u64),
}

impl Source {
    /// The number below `total` that belongs to a place; what a bare `!` gives when results are typed.
    pub fn roll(&self, step: u64, slot: u64, total: u32) -> u32 {
        match self {
            Source::Seeded(seed) | Source::Manual(seed) => Dice::at(*seed, step, slot).below(total),
            Source::Sealed(sealed) => sealed.roll(step, slot, total),
        }
    }

    /// A number for options that nobody chose, such as a map's; apart from every place of a match.
    pub fn setup_seed(&self) -> u64 {
        u64::from(self.roll(u64::MAX, 0, u32::MAX))
    }

    /// Dice for the agent in `seat`: its own, so that no agent foresees what nature will do.
    pub fn agent_dice(&self, step: u64, seat: Seat) -> Dice {
        /// Parts the agents' streams from nature's.
        const AGENTS: u64 = 0x5645_5253_4147_454E;
        let seed = match self {
            Source::Seeded(seed) | Source::Manual(seed) => *seed,
            Source::Sealed(sealed) => sealed.word("agent", step, u64::from(seat.0), 0),
        };
        Dice::at(seed ^ AGENTS, step, u64::from(seat.0))
    }
}

/// Dice that anyone can check: the secret is committed to before the match and told after it,
/// and every seat adds a seed of its own.
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

    fn roll(&self, step: u64, slot: u64, total: u32) -> u32 {
        // Rejection keeps every result equally likely.
        let fair = u64::MAX - u64::MAX % u64::from(total);
        (0..)
            .map(|attempt| self.word("roll", step, slot, attempt))
            .find(|&word| word < fair)
            .map(|word| (word % u64::from(total)) as u32)
            .expect("one of endlessly many words is fair")
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
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
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

    #[test]
    fn sealed_rolls_are_even() {
        let sealed = Sealed::new([3; 32], "m", []);
        let mut counts = [0u32; 6];
        for step in 0..6_000 {
            counts[sealed.roll(step, 0, 6) as usize] += 1;
        }
        assert!(
            counts.iter().all(|count| (880..1_120).contains(count)),
            "{counts:?}"
        );
    }
}
