//! Rate limits: token buckets for each address and for each account.
//!
//! The defaults suit a club behind one address: people who play never notice them, a program that floods the server does.
//! Addresses and accounts are hashed with a secret key to a fixed number of cells, so the tables cannot grow; two clients
//! that share a cell share its tokens.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    net::IpAddr,
    num::NonZeroU32,
    str::FromStr,
    time::Duration,
};

use governor::{DefaultKeyedRateLimiter, Quota, clock::Clock};

use crate::Problem;

/// How much looser than the defaults the limits are.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Rates {
    /// There are none.
    Off,
    /// So many times the defaults.
    Times(NonZeroU32),
}

impl Default for Rates {
    fn default() -> Rates {
        Rates::Times(NonZeroU32::MIN)
    }
}

/// As it is typed: `off`, or a number from 1.
impl FromStr for Rates {
    type Err = String;
    fn from_str(text: &str) -> Result<Rates, String> {
        match text {
            "off" => Ok(Rates::Off),
            _ => text
                .parse()
                .map(Rates::Times)
                .map_err(|_| format!("`{text}` is neither `off` nor a whole number from 1")),
        }
    }
}

/// What is counted apart.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Kind {
    /// Any request, and any frame of a WebSocket.
    Request,
    /// A new guest.
    Guest,
    /// A match created, imported or played again.
    Match,
    /// A recovery link tried.
    Recovery,
    /// Something said.
    Remark,
    /// A refusal that is kept, so that the same command has the same answer again.
    Refusal,
}

/// So many at once, and then one in every so long.
#[derive(Copy, Clone, Debug)]
struct Rate {
    at_once: u32,
    every: Duration,
}

const fn rate(at_once: u32, every_millis: u64) -> Option<Rate> {
    Some(Rate {
        at_once,
        every: Duration::from_millis(every_millis),
    })
}

/// Each kind with its rates: for an address, for an account.
const RATES: [(Kind, Option<Rate>, Option<Rate>); 6] = [
    (Kind::Request, rate(1_000, 10), rate(300, 33)),
    (Kind::Guest, rate(100, 3_000), None),
    (Kind::Match, rate(200, 1_000), rate(30, 10_000)),
    (Kind::Recovery, rate(20, 15_000), None),
    (Kind::Remark, None, rate(10, 2_000)),
    (Kind::Refusal, None, rate(100, 60_000)),
];

/// Seconds that are told to who asks for more at once than there ever is room for.
const NEVER: u64 = 3_600;

type Buckets = DefaultKeyedRateLimiter<u16>;

/// All buckets.
#[derive(Debug)]
pub struct RateLimiter {
    of_addresses: Vec<(Kind, Buckets)>,
    of_accounts: Vec<(Kind, Buckets)>,
    hasher: RandomState,
}

impl RateLimiter {
    /// The defaults, so many times over.
    pub fn new(times: NonZeroU32) -> RateLimiter {
        let buckets = |rates: Vec<(Kind, Option<Rate>)>| {
            rates
                .into_iter()
                .filter_map(|(kind, rate)| Some((kind, quota(rate?, times)?)))
                .map(|(kind, quota)| (kind, Buckets::keyed(quota)))
                .collect()
        };
        RateLimiter {
            of_addresses: buckets(RATES.map(|(kind, rate, _)| (kind, rate)).to_vec()),
            of_accounts: buckets(RATES.map(|(kind, _, rate)| (kind, rate)).to_vec()),
            hasher: RandomState::new(),
        }
    }

    /// Whether there is room for one more from `address`.
    pub fn address(&self, kind: Kind, address: IpAddr) -> Result<(), Problem> {
        self.check(&self.of_addresses, kind, network(address), NonZeroU32::MIN)
    }

    /// Whether there is room for so many requests more from `address`.
    pub fn charge_address(&self, address: IpAddr, requests: NonZeroU32) -> Result<(), Problem> {
        let network = network(address);
        self.check(&self.of_addresses, Kind::Request, network, requests)
    }

    /// Whether there is room for one more of the player `account`.
    pub fn account(&self, kind: Kind, account: &str) -> Result<(), Problem> {
        self.check(&self.of_accounts, kind, account, NonZeroU32::MIN)
    }

    /// Whether there is room for so many requests more of the player `account`.
    pub fn charge_account(&self, account: &str, requests: NonZeroU32) -> Result<(), Problem> {
        self.check(&self.of_accounts, Kind::Request, account, requests)
    }

    fn check(
        &self,
        buckets: &[(Kind, Buckets)],
        kind: Kind,
        who: impl Hash,
        times: NonZeroU32,
    ) -> Result<(), Problem> {
        let Some((_, buckets)) = buckets.iter().find(|(of, _)| *of == kind) else {
            return Ok(());
        };
        // As many cells as there are such numbers.
        let cell = self.hasher.hash_one(who) as u16;
        match buckets.check_key_n(&cell, times) {
            Ok(checked) => checked.map_err(|full| {
                let wait = full.wait_time_from(buckets.clock().now());
                Problem::too_many(wait.as_secs() + 1)
            }),
            // More than there ever is room for.
            Err(_) => Err(Problem::too_many(NEVER)),
        }
    }
}

fn quota(rate: Rate, times: NonZeroU32) -> Option<Quota> {
    let at_once = NonZeroU32::new(rate.at_once)?.saturating_mul(times);
    Some(Quota::with_period(rate.every / times.get())?.allow_burst(at_once))
}

/// What is taken for one address: whoever has one of version 6 has 2⁶⁴ of them.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn each_kind_has_room_of_its_own_and_says_when_there_is_more() {
        let limits = RateLimiter::new(NonZeroU32::MIN);
        for _ in 0..20 {
            assert!(limits.address(Kind::Recovery, ONE).is_ok());
        }
        let full = limits.address(Kind::Recovery, ONE).unwrap_err();
        assert_eq!(full.status().as_u16(), 429);
        let body: serde_json::Value =
            serde_json::from_slice(&full.body(vauban_game::Lang::En)).unwrap();
        assert!(
            (1..=15).contains(&body["retry_after"].as_u64().unwrap()),
            "{body}"
        );
        assert!(limits.address(Kind::Guest, ONE).is_ok());
        assert!(limits.account(Kind::Recovery, "somebody").is_ok());
    }

    #[test]
    fn limits_can_be_loosened() {
        let limits = RateLimiter::new(NonZeroU32::new(10).unwrap());
        let allowed = (0..1_000).filter(|_| limits.account(Kind::Remark, "me").is_ok());
        assert!((100..110).contains(&allowed.count()));
        assert_eq!("off".parse(), Ok(Rates::Off));
        assert_eq!("1".parse(), Ok(Rates::default()));
        for bad in ["", "0", "-1", "1.5", "on"] {
            assert!(bad.parse::<Rates>().is_err(), "{bad}");
        }
        // However loose: nothing overflows.
        RateLimiter::new(NonZeroU32::MAX);
    }

    #[test]
    fn the_tables_do_not_grow_with_who_comes() {
        let limits = RateLimiter::new(NonZeroU32::MIN);
        for number in 0..200_000u32 {
            let _ = limits.address(Kind::Request, IpAddr::from(number.to_be_bytes()));
        }
        let (_, buckets) = &limits.of_addresses[0];
        assert!(buckets.len() <= 1 << 16, "{}", buckets.len());
    }

    #[test]
    fn a_network_of_version_6_is_one_address() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::5"), of("2001:db8:1:2:9:9:9:9"));
        assert_ne!(of("2001:db8:1:2::5"), of("2001:db8:1:3::5"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    }
}
