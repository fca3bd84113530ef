//! The ingress: which names are answered, where a request comes from, and whether it comes too often.

use std::{
    collections::HashMap,
    net::IpAddr,
    num::NonZeroU32,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, Method, header, request::Parts},
    middleware::Next,
    response::Response,
};
use tokio::sync::Semaphore;
use vauban_store::{Listing, PlayerId, Stage};

use crate::{
    Problem,
    command::{Actor, Command, Verb},
    hosts::Hosts,
    places::{self, Place},
    rate_limit::{Kind, RateLimiter, Rates, network},
    registry::Registry,
    serve::Options,
    session,
};

/// The most connections from one address, unless the limits are loosened.
const MOST_FROM_ONE: usize = 512;

/// Those who watch are served so many at a time; thousands of them do not stand before a player's command.
const WATCHING_AT_ONCE: usize = 8;

/// So many steps that are played through, for an import or because the match has left memory, count as one
/// request: they take about as long.
const STEPS_A_REQUEST: usize = 100;

/// The most that steps come to: an account has room for this many requests at once.
const MOST_REQUESTS: u32 = 200;

/// Seconds after which who found no place may try again.
pub const FULL_WAIT: u64 = 10;

/// Answered also when all places are taken: whoever watches the server should not take it for dead.
const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// Everything that is asked before a request is looked at.
#[derive(Debug)]
pub struct Ingress {
    hosts: Hosts,
    limits: Option<RateLimiter>,
    /// Whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.
    proxies: Vec<IpAddr>,
    connections: Arc<Connections>,
    /// How long somebody without a session may watch a match.
    pub anonymous: Duration,
    /// Turns of those who watch.
    pub audience: Semaphore,
}

/// The other end of a connection; set by whoever accepted it.
#[derive(Copy, Clone, Debug)]
pub struct Peer(pub IpAddr);

/// Where a request comes from, proxies of ours left out.
#[derive(Copy, Clone, Debug)]
pub struct ClientAddr(pub IpAddr);

/// Whose rates pay for what a request costs.
#[derive(Copy, Clone, Debug)]
pub struct Asker<'a> {
    pub client: ClientAddr,
    /// The account, if it is known.
    pub player: Option<&'a str>,
}

impl Ingress {
    /// Lets everybody in.
    pub fn open() -> Ingress {
        Ingress {
            hosts: Hosts::Any,
            limits: None,
            proxies: Vec::new(),
            connections: Arc::new(Connections::new(usize::MAX)),
            anonymous: Duration::MAX,
            audience: Semaphore::new(WATCHING_AT_ONCE),
        }
    }

    pub fn new(hosts: Hosts, options: &Options) -> Ingress {
        let (limits, most) = match options.rates {
            Rates::Off => (None, usize::MAX),
            Rates::Times(times) => {
                let times_over = usize::try_from(times.get()).unwrap_or(usize::MAX);
                (
                    Some(RateLimiter::new(times)),
                    MOST_FROM_ONE
                        .saturating_mul(times_over)
                        .min(places::share_of_one(options.connections)),
                )
            }
        };
        Ingress {
            hosts,
            limits,
            proxies: options.proxies.iter().map(IpAddr::to_canonical).collect(),
            connections: Arc::new(Connections::new(most)),
            anonymous: options.anonymous,
            audience: Semaphore::new(WATCHING_AT_ONCE),
        }
    }

    /// A place for one more connection from `address`, as long as it is held; none if there are too many.
    pub fn admit(&self, address: IpAddr) -> Option<CountedConnection> {
        let address = address.to_canonical();
        // All of a proxy's connections are somebody else's.
        let counted = (!self.proxies.contains(&address)).then(|| network(address));
        if let Some(network) = counted {
            self.connections.add(network)?;
        }
        Some(CountedConnection {
            counted,
            connections: Arc::clone(&self.connections),
        })
    }

    /// One more frame of a WebSocket counts as one more request.
    pub fn limit_frame(
        &self,
        ClientAddr(address): ClientAddr,
        player: Option<&PlayerId>,
    ) -> Result<(), Problem> {
        let Some(limits) = &self.limits else {
            return Ok(());
        };
        limits.address(Kind::Request, address)?;
        match player {
            Some(player) => limits.account(Kind::Request, player.as_str()),
            None => Ok(()),
        }
    }

    /// Nobody may say too much, by whichever door.
    pub fn limit_command(&self, command: &Command) -> Result<(), Problem> {
        match (&self.limits, &command.verb, &command.by) {
            (Some(limits), Verb::Say { .. }, Actor::Person { player, .. }) => {
                limits.account(Kind::Remark, player.as_str())
            }
            _ => Ok(()),
        }
    }

    /// Whether the refusal of `command` is kept. Whoever is refused again and again is told why, and leaves
    /// nothing behind: what refusals take up in the store is the owner's of the match.
    pub fn keeps_refusal(&self, command: &Command) -> bool {
        match (&self.limits, &command.by) {
            (Some(limits), Actor::Person { player, .. }) => {
                limits.account(Kind::Refusal, player.as_str()).is_ok()
            }
            _ => true,
        }
    }

    /// The last address that is not a proxy of ours: what stands before it could be made up.
    fn client(&self, Peer(peer): Peer, headers: &HeaderMap) -> ClientAddr {
        let peer = peer.to_canonical();
        if !self.proxies.contains(&peer) {
            return ClientAddr(peer);
        }
        let mut client = peer;
        let hops: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        for hop in hops.into_iter().rev() {
            let Ok(address) = hop.trim().parse::<IpAddr>() else {
                break;
            };
            client = address.to_canonical();
            if !self.proxies.contains(&client) {
                break;
            }
        }
        ClientAddr(client)
    }

    /// Whether a proxy of ours says that the line to it was sealed.
    fn is_sealed(&self, Peer(peer): Peer, headers: &HeaderMap) -> bool {
        let said = headers.get_all("x-forwarded-proto").iter().next_back();
        let last = said
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.rsplit(',').next());
        self.proxies.contains(&peer.to_canonical())
            && last.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
    }
}

/// Asks for the name and the address of every request.
pub async fn filter(
    State(registry): State<Arc<Registry>>,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let ingress = registry.ingress();
    ingress.hosts.must_know(request.uri(), request.headers())?;
    let peer = request.extensions().get::<Peer>().copied();
    let peer = peer.unwrap_or(Peer(IpAddr::from([0, 0, 0, 0])));
    let client = ingress.client(peer, request.headers());
    let is_sealed = ingress.is_sealed(peer, request.headers());
    request.extensions_mut().insert(client);
    if let Some(limits) = &ingress.limits {
        let told = |_: &Problem| registry.metrics.limited.add(1);
        for kind in kinds(request.method(), request.uri().path()) {
            limits.address(kind, client.0).inspect_err(told)?;
        }
    }
    let place = request.extensions().get::<Place>();
    if let Some(place) = place.filter(|_| !HEALTH.contains(&request.uri().path())) {
        must_have(&registry, place, request.headers()).await?;
    }
    let mut response = next.run(request).await;
    if is_sealed {
        for (name, cookie) in response.headers_mut() {
            if name == header::SET_COOKIE {
                *cookie = session::sealed_cookie(cookie)?;
            }
        }
    }
    Ok(response)
}

/// Places of the reserve are for people who sit at a running match.
async fn must_have(registry: &Registry, place: &Place, headers: &HeaderMap) -> Result<(), Problem> {
    if place.is_open() {
        return Ok(());
    }
    let visitor = session::visitor(registry, headers).await;
    if let Ok(Some(visitor)) = visitor
        && is_seated(registry, &visitor.player).await?
        && place.keep_for(&visitor.player)
    {
        return Ok(());
    }
    registry.metrics.full.add(1);
    Err(Problem::full(FULL_WAIT))
}

async fn is_seated(registry: &Registry, player: &PlayerId) -> Result<bool, Problem> {
    let listing = Listing {
        stage: Some(Stage::Running),
        player: Some(player.clone()),
        ..Listing::all(1)
    };
    Ok(!registry.store().list(listing).await?.is_empty())
}

/// Asks for the account, once it is known.
pub fn by_account(registry: &Registry, parts: &Parts, player: &PlayerId) -> Result<(), Problem> {
    let Some(limits) = &registry.ingress().limits else {
        return Ok(());
    };
    for kind in kinds(&parts.method, parts.uri.path()) {
        limits
            .account(kind, player.as_str())
            .inspect_err(|_| registry.metrics.limited.add(1))?;
    }
    Ok(())
}

impl Registry {
    /// A request that costs as much as `requests` more.
    pub(crate) fn charge(&self, asker: Asker<'_>, requests: u32) -> Result<(), Problem> {
        let (Some(limits), Some(requests)) = (&self.ingress().limits, NonZeroU32::new(requests))
        else {
            return Ok(());
        };
        let charged = limits.charge_address(asker.client.0, requests);
        let charged = charged.and_then(|()| match asker.player {
            Some(player) => limits.charge_account(player, requests),
            None => Ok(()),
        });
        charged.inspect_err(|_| self.metrics.limited.add(1))
    }
}

/// How many requests more it counts as to play so many steps through.
pub fn requests_of(steps: usize) -> u32 {
    let requests = u32::try_from(steps / STEPS_A_REQUEST).unwrap_or(u32::MAX);
    requests.min(MOST_REQUESTS)
}

/// What a request counts as; every request is one, some are more.
fn kinds(method: &Method, path: &str) -> impl Iterator<Item = Kind> {
    let path = path.strip_prefix("/api/v1").unwrap_or(path);
    let more = match (method == Method::POST, path) {
        (false, _) => None,
        (true, "/guests") => Some(Kind::Guest),
        (true, "/recoveries") => Some(Kind::Recovery),
        (true, "/matches" | "/imports") => Some(Kind::Match),
        (true, path) => path.ends_with("/rematch").then_some(Kind::Match),
    };
    std::iter::once(Kind::Request).chain(more)
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddr {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ClientAddr, Problem> {
        let client = parts.extensions.get::<ClientAddr>().copied();
        client.ok_or_else(Problem::internal)
    }
}

/// Open connections by address; none for an address without one, so there are never more of these than
/// of connections.
#[derive(Debug)]
struct Connections {
    most: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

impl Connections {
    fn new(most: usize) -> Connections {
        Connections {
            most,
            open: Mutex::default(),
        }
    }

    fn add(&self, address: IpAddr) -> Option<()> {
        let mut open = self.open();
        let count = open.entry(address).or_default();
        (*count < self.most).then(|| *count += 1)
    }

    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that was let in.
#[derive(Debug)]
pub struct CountedConnection {
    counted: Option<IpAddr>,
    connections: Arc<Connections>,
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        let Some(address) = self.counted else {
            return;
        };
        let mut open = self.connections.open();
        if let Some(count) = open.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn forwarded_addresses_are_believed_from_proxies_only() {
        let proxies = [address("10.0.0.1"), address("10.0.0.2")];
        let options = Options {
            rates: Rates::Off,
            proxies: proxies.into(),
            ..Options::default()
        };
        let ingress = Ingress::new(Hosts::Any, &options);
        let from = |peer: &str, forwarded: &[&str]| {
            let name = axum::http::HeaderName::from_static("x-forwarded-for");
            let headers = forwarded
                .iter()
                .map(|value| (name.clone(), value.parse().unwrap()))
                .collect();
            ingress.client(Peer(address(peer)), &headers).0
        };
        assert_eq!(from("9.9.9.9", &["1.1.1.1"]), address("9.9.9.9"));
        assert_eq!(from("10.0.0.1", &[]), address("10.0.0.1"));
        assert_eq!(from("10.0.0.1", &["1.1.1.1"]), address("1.1.1.1"));
        // What the client wrote itself stands further left.
        assert_eq!(from("10.0.0.1", &["6.6.6.6, 1.1.1.1"]), address("1.1.1.1"));
        assert_eq!(
            from("::ffff:10.0.0.1", &["6.6.6.6, 1.1.1.1", "10.0.0.2"]),
            address("1.1.1.1")
        );
        assert_eq!(
            from("10.0.0.1", &["1.1.1.1, nonsense"]),
            address("10.0.0.1")
        );
    }

    #[test]
    fn an_address_has_so_many_connections_and_gets_their_places_back() {
        let options = Options {
            proxies: vec![address("10.0.0.1")],
            ..Options::default()
        };
        let ingress = Ingress::new(Hosts::Any, &options);
        let one = address("9.9.9.9");
        let mut held: Vec<CountedConnection> = (0..MOST_FROM_ONE)
            .map(|_| ingress.admit(one).expect("a place"))
            .collect();
        assert!(ingress.admit(one).is_none());
        assert!(ingress.admit(address("9.9.9.8")).is_some());
        let proxied: Vec<_> = (0..=MOST_FROM_ONE)
            .map(|_| ingress.admit(address("10.0.0.1")))
            .collect();
        assert!(proxied.iter().all(Option::is_some));
        held.pop();
        assert!(ingress.admit(one).is_some());
        held.clear();
        assert!(ingress.connections.open().is_empty());
    }
}
