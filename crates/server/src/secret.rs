//! Random secrets and names, and their hexadecimal form.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use vauban_store::{Hash, MatchId, TokenHash};

use crate::Problem;

/// 256 random bits. They are shown once, to whoever they are for; the store keeps their hash.
#[derive(Clone, Eq, PartialEq)]
pub struct Secret([u8; 32]);

impl Secret {
    pub fn new() -> Result<Secret, Problem> {
        random().map(Secret)
    }

    /// From its 64 hexadecimal digits.
    pub fn read(text: &str) -> Option<Secret> {
        let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?;
        bytes.try_into().ok().map(Secret)
    }

    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }

    pub fn bytes(&self) -> [u8; 32] {
        self.0
    }

    /// For whoever it belongs to.
    pub fn reveal(&self) -> String {
        HEXLOWER.encode(&self.0)
    }
}

/// Never shows the secret.
impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A name that nobody can guess: 128 random bits.
pub fn unguessable() -> Result<String, Problem> {
    random::<16>().map(|bytes| HEXLOWER.encode(&bytes))
}

/// The name of a match that follows from `parts`, one of which is a secret: the same parts give the
/// same name, and nobody else can guess it.
pub fn derived_id(parts: &[&str]) -> Result<MatchId, Problem> {
    let hash = Hash::of(parts.join("\n").as_bytes());
    MatchId::new(HEXLOWER.encode(&hash.0[..16])).map_err(|_| Problem::internal())
}

fn random<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the system gives no random numbers");
        Problem::internal()
    })?;
    Ok(bytes)
}

/// Compares without telling by its time where two texts differ.
pub fn same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one
            .bytes()
            .zip(other.bytes())
            .fold(0, |difference, (a, b)| difference | (a ^ b))
            == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_reads_back_and_is_never_printed() {
        let secret = Secret::new().unwrap();
        assert_eq!(Secret::read(&secret.reveal()), Some(secret.clone()));
        assert_ne!(Secret::new().unwrap(), secret);
        assert!(!format!("{secret:?}").contains(&secret.reveal()[..8]));
        for bad in ["", "00", &"g".repeat(64), &"é".repeat(32), &"+1".repeat(32)] {
            assert_eq!(Secret::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn equal_texts_are_the_same() {
        assert!(same("abc", "abc"));
        assert!(!same("abc", "abd"));
        assert!(!same("abc", "ab"));
    }
}
