//! Connections: how long a client may take, how many there may be, and how they end.

use std::{
    io::{self, Write},
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use axum::Router;
use hyper::{body::Incoming, http::Extensions, server::conn::http1::Builder};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc, watch},
    time::{Instant, sleep, sleep_until, timeout},
};
use vauban_game::Lang;
use vauban_store::StoreError;

#[cfg(unix)]
use crate::operator::socket::{Listening, listen};
use crate::{
    Problem,
    hosts::Hosts,
    ingress::{FULL_WAIT, Ingress, Peer},
    places::{Guest, MOST_CONNECTIONS, Places},
    quotas::Quotas,
    rate_limit::Rates,
    registry::{IMPORT_STEPS, Registry},
    routes,
    site::Folder,
    transport::{Transport, linger},
};

/// Connections that cannot stay and are waited for, so that what they are told surely arrives.
const LINGERING: usize = 16;

/// The longest head of a request, and the most of an answer that is written ahead.
const MOST_BUFFERED: usize = 64 * 1024;

/// Connections at the address of the metrics.
const MOST_FOR_METRICS: usize = 8;

/// How long a node that goes down still takes connections: whoever is in front of it needs a while to notice.
const DRAIN: Duration = Duration::from_secs(2);

/// How long a start waits for a database that is away before it asks again.
const RETRY: Duration = Duration::from_millis(500);

/// How long connections may take to end when the server goes down.
const FAREWELL: Duration = Duration::from_secs(10);

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads on which agents think.
    pub agent_cores: usize,
    /// Bytes for the tables of searches, on all these threads together.
    pub search_memory: usize,
    /// Bytes that matches in memory may take, roughly.
    pub memory: usize,
    /// Steps that an import may have.
    pub import_steps: usize,
    /// How long the head of a request may take; without this a slow client would hold a
    /// connection for ever.
    pub head: Duration,
    /// How long a client may take nothing of what is sent to it.
    pub slowest: Duration,
    /// How long somebody without a session may watch a match at a time.
    pub anonymous: Duration,
    /// The most connections at a time; the last of them are for people in seats.
    pub connections: usize,
    /// A folder to serve the page from, instead of what is embedded.
    pub web: Option<PathBuf>,
    /// How often somebody may come.
    pub rates: Rates,
    /// How much somebody may have at a time.
    pub quotas: Quotas,
    /// The Unix socket at which the operator asks, if there is to be one.
    pub operator_socket: Option<PathBuf>,
    /// Names, besides its addresses, under which the server is asked for.
    pub hosts: Vec<String>,
    /// Proxies that are believed when they say for whom they ask, and how they were asked
    /// (`X-Forwarded-For`, `X-Forwarded-Proto`).
    pub proxies: Vec<IpAddr>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            agent_cores: 1,
            search_memory: 64 << 20,
            memory: 256 << 20,
            import_steps: IMPORT_STEPS,
            head: Duration::from_secs(10),
            slowest: Duration::from_secs(20),
            anonymous: Duration::from_secs(3_600),
            connections: MOST_CONNECTIONS,
            web: None,
            rates: Rates::default(),
            quotas: Quotas::default(),
            operator_socket: None,
            hosts: Vec::new(),
            proxies: Vec::new(),
        }
    }
}

/// Serves `registry` on `listener` until `shutdown` is ready; then ends what is open and closes the store.
pub async fn serve(
    registry: Arc<Registry>,
    listener: TcpListener,
    options: Options,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let hosts = Hosts::new(listener.local_addr()?.ip(), &options.hosts);
    registry.set_ingress(Ingress::new(hosts, &options));
    registry.quotas.set(options.quotas);
    let mut shutdown = std::pin::pin!(shutdown);
    while let Err(problem) = registry.start().await {
        // A database that went away while this node joined the others comes back.
        if registry.store().is_shared() && problem.is_away() {
            tokio::select! {
                () = sleep(RETRY) => continue,
                () = &mut shutdown => return Ok(()),
            }
        }
        return Err(match registry.store().health() {
            Err(error) => io::Error::other(error),
            Ok(()) => io::Error::other(problem.text().of(Lang::En).to_owned()),
        });
    }
    registry.set_limits(options.memory, options.import_steps);
    registry.employ_agents(options.agent_cores, options.search_memory)?;
    tokio::spawn(Arc::clone(&registry).run_timeouts());
    tokio::spawn(Arc::clone(&registry).run_eviction());
    tokio::spawn(Arc::clone(&registry).run_node());
    #[cfg(unix)]
    let _operator = listen_to_operator(&registry, options.operator_socket.as_deref());
    let mut router = routes::router(Arc::clone(&registry));
    if let Some(folder) = &options.web {
        router = router.layer(axum::Extension(Folder(folder.clone())));
    }
    let (alive, mut ended) = mpsc::channel::<()>(1);
    let places = Places::new(options.connections);
    let lingering = Arc::new(Semaphore::new(LINGERING));
    let mut drained = None;
    loop {
        let (stream, address) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut shutdown, if drained.is_none() => {
                if !registry.store().is_shared() {
                    break;
                }
                // Whoever comes all the same is answered, and told that it was the last time.
                tracing::info!("shutting down: all clients are sent to the other nodes");
                registry.close();
                drained = Some(Instant::now() + DRAIN);
                continue;
            }
            () = until(drained) => break,
            () = broken(&registry) => break,
        };
        let peer = Peer(address.ip());
        let Some(admitted) = registry.ingress().admit(peer.0) else {
            registry.metrics.limited.add(1);
            turn_away(stream, Problem::too_many(FULL_WAIT), &lingering);
            continue;
        };
        let guest = Guest {
            admitted,
            counted: registry.metrics.connections.count(),
            alive: alive.clone(),
        };
        let Ok(place) = places.take(guest) else {
            registry.metrics.full.add(1);
            turn_away(stream, Problem::full(FULL_WAIT), &lingering);
            continue;
        };
        registry.metrics.accepted.add(1);
        let mut known = Extensions::new();
        known.insert(peer);
        known.insert(place.clone());
        let connection = Connection {
            stream,
            guard: place.clone(),
            router: router.clone(),
            known,
            head: options.head,
            slowest: options.slowest,
            closing: registry.closing(),
        };
        tokio::spawn(async move { connection.serve(place.evicted()).await });
    }
    tracing::info!("going down");
    registry.close();
    drop(listener);
    drop(alive);
    if timeout(FAREWELL, ended.recv()).await.is_err() {
        tracing::warn!("some connections did not close");
    }
    if registry.store().counts().broken {
        let why = match registry.store().health() {
            Err(error @ StoreError::Replaced { .. }) => error.to_string(),
            _ => "the store could not be written to; what was acknowledged is safe: check the disk, then start again".into(),
        };
        return Err(io::Error::other(why));
    }
    registry.leave().await;
    // What comes now is downtime, if this was the last.
    if let Err(error) = registry.store().beat(registry.time.now()).await {
        tracing::warn!(%error, "the shutdown was not recorded");
    }
    registry.store().close().await.map_err(io::Error::other)
}

/// Serves what `registry` counts on an address of its own, until the server goes down.
pub async fn serve_metrics(
    registry: Arc<Registry>,
    listener: TcpListener,
    options: Options,
) -> io::Result<()> {
    let hosts = Hosts::new(listener.local_addr()?.ip(), &options.hosts);
    let router = routes::metrics_router(Arc::clone(&registry), hosts);
    let places = Arc::new(Semaphore::new(MOST_FOR_METRICS));
    let mut closing = registry.closing();
    loop {
        let (stream, _) = tokio::select! {
            accepted = accept(&listener) => accepted,
            _ = closing.wait_for(|closing| *closing) => return Ok(()),
        };
        // Nobody but the host comes here, and waits for itself.
        let place = tokio::select! {
            place = Arc::clone(&places).acquire_owned() => place,
            _ = closing.wait_for(|closing| *closing) => return Ok(()),
        };
        let Ok(place) = place else {
            return Ok(());
        };
        let connection = Connection {
            stream,
            guard: place,
            router: router.clone(),
            known: Extensions::new(),
            head: options.head,
            slowest: options.slowest,
            closing: registry.closing(),
        };
        tokio::spawn(connection.serve(std::future::pending()));
    }
}

/// What one connection is served with.
struct Connection<G> {
    stream: TcpStream,
    /// Kept for as long as it is open, also as a WebSocket.
    guard: G,
    router: Router,
    /// What is known of every request that comes by it.
    known: Extensions,
    head: Duration,
    slowest: Duration,
    closing: watch::Receiver<bool>,
}

impl<G: Send + Unpin + 'static> Connection<G> {
    /// Serves until either side ends it, the server goes down, or it must make way for another.
    async fn serve(self, evicted: impl Future<Output = ()>) {
        let known = self.known;
        let service = TowerToHyperService::new(tower::ServiceExt::map_request(
            self.router,
            move |mut request: hyper::Request<Incoming>| {
                request.extensions_mut().extend(known.clone());
                request.map(axum::body::Body::new)
            },
        ));
        let transport = Transport::new(self.stream, self.guard, self.slowest);
        let connection = Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.head)
            .max_buf_size(MOST_BUFFERED)
            .serve_connection(TokioIo::new(transport), service)
            .with_upgrades();
        let mut connection = std::pin::pin!(connection);
        let mut closing = self.closing;
        let result = tokio::select! {
            result = connection.as_mut() => result,
            () = evicted => return,
            () = async { drop(closing.wait_for(|closing| *closing).await) } => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = result {
            tracing::debug!(%error, "a connection");
        }
    }
}

/// The operator's socket for as long as this is held. The matches can be served without it.
#[cfg(unix)]
fn listen_to_operator(
    registry: &Arc<Registry>,
    path: Option<&std::path::Path>,
) -> Option<Listening> {
    listen(registry, path?)
        .inspect_err(|error| {
            tracing::warn!(%error, "the operator's socket could not be created: `vauban matches` and `vauban accounts` work only while the server is down");
        })
        .ok()
}

/// Ready at `when`, if that is ever.
async fn until(when: Option<Instant>) {
    match when {
        Some(when) => sleep_until(when).await,
        None => std::future::pending().await,
    }
}

/// Ready when nothing can be written any more. Whoever runs the server starts it again: only that tells
/// what is on the disk.
async fn broken(registry: &Registry) {
    while !registry.store().counts().broken {
        sleep(Duration::from_millis(500)).await;
    }
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                // Small answers should not wait for each other.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "a connection");
                }
                return (stream, address);
            }
            // Such as too many open files: it passes.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Says why a connection cannot stay, without reading what is asked.
fn turn_away(stream: TcpStream, problem: Problem, lingering: &Arc<Semaphore>) {
    let (status, body) = (problem.status(), problem.body(Lang::En));
    let head = format!(
        "HTTP/1.1 {status}\r\nretry-after: {FULL_WAIT}\r\n\
         content-type: application/problem+json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let answer = [head.into_bytes(), body].concat();
    // Nothing was sent before, so the system takes it at once.
    let stream = stream.into_std().and_then(|mut stream| {
        stream.write_all(&answer)?;
        TcpStream::from_std(stream)
    });
    if let (Ok(stream), Ok(permit)) = (stream, Arc::clone(lingering).try_acquire_owned()) {
        tokio::spawn(async move {
            linger(stream).await;
            drop(permit);
        });
    }
}

/// Ready when somebody asks the program to end. Signals are caught from this call on, so that one which comes
/// before the server is polled still gets a good end.
pub fn interrupted() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let (mut terminate, mut interrupt) = {
        use tokio::signal::unix::{SignalKind, signal};
        (
            signal(SignalKind::terminate())?,
            signal(SignalKind::interrupt())?,
        )
    };
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = interrupt.recv() => (),
            _ = terminate.recv() => (),
        }
        #[cfg(not(unix))]
        {
            let _ = tokio::signal::ctrl_c().await;
        }
    })
}
