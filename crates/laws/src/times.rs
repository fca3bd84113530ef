//! How often a test does what it could do for ever.

/// As often as the variable says; else `thorough` times under `cargo xtask test --thorough`, and
/// `usual` times without it.
pub fn times(variable: &str, usual: u64, thorough: u64) -> u64 {
    let asked = std::env::var(variable).ok();
    let asked = asked.and_then(|number| number.parse().ok());
    asked.unwrap_or(match std::env::var_os("VAUBAN_THOROUGH") {
        Some(_) => thorough,
        None => usual,
    })
}
