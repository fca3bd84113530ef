//! The host names that this server answers to. Another site can make its own name resolve to this machine (DNS
//! rebinding), and its pages would then count as ours; so names that were not allowed are refused.

use std::net::IpAddr;

use axum::http::{HeaderMap, StatusCode, Uri, header, uri::Authority};
use vauban_game::Text;

use crate::Problem;

/// What may stand before the port in `Host`.
#[derive(Clone, Debug)]
pub enum Hosts {
    Any,
    Only {
        /// Addresses of this machine itself, or any address.
        loopback: bool,
        /// Besides `localhost`; in lower case.
        names: Vec<String>,
    },
}

impl Hosts {
    /// For a server at `address`, by its addresses and by `names`.
    pub fn new(address: IpAddr, names: &[String]) -> Hosts {
        Hosts::Only {
            loopback: address.to_canonical().is_loopback(),
            names: names.iter().map(|name| normal(name)).collect(),
        }
    }

    /// Whether the request asked for this server.
    pub fn must_know(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        // Whoever stands between could take one of them, and we the other.
        if headers.get_all(header::HOST).iter().count() > 1 {
            return Err(Problem::unreadable(Text::fixed(
                "a request must have one Host header",
                "une requête doit avoir un seul en-tête Host",
            )));
        }
        let Hosts::Only { loopback, names } = self else {
            return Ok(());
        };
        let asked = match uri.authority() {
            Some(authority) => Some(authority.clone()),
            None => headers
                .get(header::HOST)
                .and_then(|host| host.to_str().ok())
                .and_then(|host| host.parse::<Authority>().ok()),
        };
        let asked = asked.map(|authority| normal(authority.host()));
        let known = asked.as_deref().is_some_and(|asked| {
            let literal = asked.trim_start_matches('[').trim_end_matches(']');
            match literal.parse::<IpAddr>() {
                // Nobody can make an address lead elsewhere.
                Ok(address) => !loopback || address.to_canonical().is_loopback(),
                Err(_) => asked == "localhost" || names.iter().any(|name| name == asked),
            }
        });
        match known {
            true => Ok(()),
            false => Err(unknown(asked.as_deref().unwrap_or_default())),
        }
    }
}

/// Names are alike in small and large letters, and with a dot at their end.
fn normal(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

fn unknown(asked: &str) -> Problem {
    let name = match asked {
        "" => "NAME",
        asked => asked,
    };
    Problem::new(
        StatusCode::MISDIRECTED_REQUEST,
        "unknown-host",
        Text::new(
            format!(
                "this server does not answer to the name “{asked}”; its operator can allow it: vauban serve --host {name}"
            ),
            format!(
                "ce serveur ne répond pas au nom « {asked} » ; son opérateur peut l'autoriser : vauban serve --host {name}"
            ),
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knows(hosts: &Hosts, host: &str) -> bool {
        let mut headers = HeaderMap::new();
        if let Ok(value) = host.parse() {
            headers.insert(header::HOST, value);
        }
        hosts.must_know(&Uri::from_static("/"), &headers).is_ok()
    }

    #[test]
    fn only_allowed_names_are_answered() {
        let own = Hosts::new("127.0.0.1".parse().unwrap(), &["Club.example".into()]);
        for good in [
            "localhost",
            "localhost:8470",
            "LOCALHOST.:1",
            "127.0.0.1:9",
            "[::1]:8470",
            "club.example:80",
        ] {
            assert!(knows(&own, good), "{good}");
        }
        for bad in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:8470",
            "club.example.evil",
            "192.168.1.7",
            "user@",
            "a b",
        ] {
            assert!(!knows(&own, bad), "{bad}");
        }
        let wide = Hosts::new("0.0.0.0".parse().unwrap(), &[]);
        assert!(knows(&wide, "192.168.1.7:8470") && knows(&wide, "[2001:db8::1]"));
        assert!(!knows(&wide, "club.example"));
    }

    #[test]
    fn a_request_asks_for_one_host() {
        let own = Hosts::new("127.0.0.1".parse().unwrap(), &[]);
        let mut headers = HeaderMap::new();
        for _ in 0..2 {
            headers.append(header::HOST, "localhost".parse().unwrap());
        }
        for hosts in [own, Hosts::Any] {
            let problem = hosts.must_know(&Uri::from_static("/"), &headers);
            assert_eq!(problem.unwrap_err().status(), StatusCode::BAD_REQUEST);
        }
    }

    #[test]
    fn the_address_of_the_request_itself_goes_first() {
        let own = Hosts::new("127.0.0.1".parse().unwrap(), &[]);
        let headers = HeaderMap::from_iter([(header::HOST, "localhost".parse().unwrap())]);
        let uri = Uri::from_static("http://evil.example/api");
        assert!(own.must_know(&uri, &headers).is_err());
    }
}
