//! The key of a link to a private match, and where a request carries it: in a header, or in a cookie that the
//! browser sends to that match alone. The page has it from behind the `#` of an address, so that no server logs it.

use axum::http::{HeaderMap, HeaderValue};
use vauban_store::MatchId;

use crate::{Problem, session};

/// The header in which a program sends it.
pub const HEADER: &str = "vauban-key";

/// The cookie in which a browser sends it. Its path names the match, so that keys of several do not meet.
const COOKIE: &str = "vauban_key";

/// How long a browser keeps it, in seconds.
const LIFE: u64 = 400 * 86_400;

/// The key that a request carries, if it does.
pub fn carried(headers: &HeaderMap) -> Option<String> {
    let header = headers.get(HEADER).and_then(|value| value.to_str().ok());
    let cookie = || session::cookies(headers, COOKIE).next();
    header.or_else(cookie).map(str::to_owned)
}

/// The header that makes a browser send `key` with whatever it asks about the match from now on.
pub fn set_cookie(id: &MatchId, key: &str) -> Result<HeaderValue, Problem> {
    session::cookie(&format!(
        "{COOKIE}={key}; HttpOnly; SameSite=Lax; Path=/api/v1/matches/{id}; Max-Age={LIFE}"
    ))
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    #[test]
    fn a_key_is_in_the_header_or_else_in_the_cookie() {
        let mut headers = HeaderMap::new();
        assert_eq!(carried(&headers), None);
        let cookies = HeaderValue::from_static("vauban-5a=00; vauban_key=c0ffee");
        headers.insert(header::COOKIE, cookies);
        assert_eq!(carried(&headers).as_deref(), Some("c0ffee"));
        headers.insert(HEADER, HeaderValue::from_static("5eed"));
        assert_eq!(carried(&headers).as_deref(), Some("5eed"));
    }

    #[test]
    fn a_cookie_goes_to_one_match_and_to_no_script() {
        let id = MatchId::new("5f0c").unwrap();
        let cookie = set_cookie(&id, "5eed").unwrap();
        assert!(cookie.is_sensitive());
        let told = cookie.to_str().unwrap();
        for part in [
            "vauban_key=5eed; ",
            "HttpOnly",
            "SameSite=Lax",
            "Path=/api/v1/matches/5f0c;",
        ] {
            assert!(told.contains(part), "{told}");
        }
    }
}
