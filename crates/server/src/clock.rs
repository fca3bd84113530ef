//! What time it is, in milliseconds since the Unix epoch.

use std::time::{SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use vauban_store::Millis;

pub fn now() -> Millis {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| Millis::try_from(since.as_millis()).ok())
        .unwrap_or(0)
}

/// The day of `at`, as records write it.
pub fn date(at: Millis) -> String {
    i64::try_from(at / 1_000)
        .ok()
        .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok())
        .map_or_else(String::new, |time| time.date().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_named_as_calendars_do() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_868_799_999), "2000-02-29");
        assert_eq!(date(u64::MAX), "");
    }
}
