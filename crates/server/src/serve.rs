//! Connections: how long a client may take, how many there may be, and how they end.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use hyper::{body::Incoming, server::conn::http1::Builder};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, mpsc},
    time::{sleep, timeout},
};
use vauban_store::StoreError;

use crate::{
    Problem,
    hosts::Hosts,
    ingress::{CountedConnection, Ingress, Peer},
    metrics::Counted,
    rate_limit::Rates,
    registry::Registry,
    routes,
    site::Folder,
};

/// The most connections at a time.
const MOST_CONNECTIONS: usize = 10_000;

/// Seconds after which who had too many connections may try again.
const WAIT: u64 = 10;

/// How long connections may take to end when the server goes down.
const FAREWELL: Duration = Duration::from_secs(10);

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads on which agents think.
    pub agent_cores: usize,
    /// Bytes for the tables of searches, on all these threads together.
    pub search_memory: usize,
    /// How long the head of a request may take; without this a slow client would hold a
    /// connection for ever.
    pub head: Duration,
    /// A folder to serve the page from, instead of what is embedded.
    pub web: Option<PathBuf>,
    /// How often somebody may come.
    pub rates: Rates,
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
            head: Duration::from_secs(10),
            web: None,
            rates: Rates::default(),
            hosts: Vec::new(),
            proxies: Vec::new(),
        }
    }
}

/// The place of one connection. Whoever keeps it keeps the place: a WebSocket outlives the
/// connection that it came by.
#[derive(Clone, Debug)]
pub struct Place(#[expect(dead_code, reason = "it is held, not read")] Arc<Held>);

#[derive(Debug)]
#[expect(dead_code, reason = "these are held, not read")]
struct Held {
    permit: OwnedSemaphorePermit,
    admitted: CountedConnection,
    counted: Counted,
    /// Once all of these are gone, so are all connections.
    alive: mpsc::Sender<()>,
}

/// Serves `registry` on `listener` until `shutdown` is ready; then ends what is open and closes the store.
pub async fn serve(
    registry: Arc<Registry>,
    listener: TcpListener,
    options: Options,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let hosts = Hosts::new(listener.local_addr()?.ip(), &options.hosts);
    registry.set_ingress(Ingress::new(hosts, options.rates, &options.proxies));
    registry
        .start()
        .await
        .map_err(|problem| match registry.store().health() {
            Err(error) => io::Error::other(error),
            Ok(()) => io::Error::other(problem.code()),
        })?;
    registry.employ_agents(options.agent_cores, options.search_memory)?;
    tokio::spawn(Arc::clone(&registry).run_timeouts());
    let mut router = routes::router(Arc::clone(&registry));
    if let Some(folder) = &options.web {
        router = router.layer(axum::Extension(Folder(folder.clone())));
    }
    let (alive, mut ended) = mpsc::channel::<()>(1);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let (stream, address) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut shutdown => break,
            () = broken(&registry) => break,
        };
        let peer = Peer(address.ip());
        let Some(admitted) = registry.ingress().admit(peer.0) else {
            registry.metrics.limited.add(1);
            tokio::spawn(turn_away(stream));
            continue;
        };
        let permit = tokio::select! {
            permit = Arc::clone(&places).acquire_owned() => permit,
            () = &mut shutdown => break,
        };
        let Ok(permit) = permit else {
            break;
        };
        let place = Place(Arc::new(Held {
            permit,
            admitted,
            counted: registry.metrics.connections.count(),
            alive: alive.clone(),
        }));
        let service = TowerToHyperService::new(tower::ServiceExt::map_request(
            router.clone(),
            move |mut request: hyper::Request<Incoming>| {
                request.extensions_mut().insert(peer);
                request.extensions_mut().insert(place.clone());
                request.map(axum::body::Body::new)
            },
        ));
        let connection = Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(options.head)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut closing = registry.closing();
        tokio::spawn(async move {
            let mut connection = std::pin::pin!(connection);
            let result = tokio::select! {
                result = connection.as_mut() => result,
                () = async { drop(closing.wait_for(|closing| *closing).await) } => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = result {
                tracing::debug!(%error, "a connection");
            }
        });
    }
    tracing::info!("going down");
    registry.close();
    drop(listener);
    drop(alive);
    if timeout(FAREWELL, ended.recv()).await.is_err() {
        tracing::warn!("some connections did not end");
    }
    if registry.store().counts().broken {
        let why = match registry.store().health() {
            Err(error @ StoreError::Replaced { .. }) => error.to_string(),
            _ => "the store could not be written to; what was acknowledged is safe: look after the disk, then start again".into(),
        };
        return Err(io::Error::other(why));
    }
    // What comes now is downtime.
    if let Err(error) = registry.store().beat(registry.time.now()).await {
        tracing::warn!(%error, "the end was not noted");
    }
    registry.store().close().await.map_err(io::Error::other)
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

/// Says that there are too many connections, without reading what is asked.
async fn turn_away(mut stream: TcpStream) {
    let body = Problem::too_many(WAIT).body(vauban_game::Lang::En);
    let head = format!(
        "HTTP/1.1 429 Too Many Requests\r\nretry-after: {WAIT}\r\n\
         content-type: application/problem+json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let answer = [head.into_bytes(), body].concat();
    // Whoever does not even take this is not waited for.
    let _ = timeout(Duration::from_secs(1), async {
        stream.write_all(&answer).await?;
        stream.shutdown().await
    })
    .await;
}

/// Ready when somebody asks the process to end.
pub async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            let _ = tokio::signal::ctrl_c().await;
            return;
        };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => (),
            _ = terminate.recv() => (),
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
    }
}
