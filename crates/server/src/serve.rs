//! Connections: how long a client may take, how many there may be, and how they end.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use hyper::body::Incoming;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto::Builder, graceful::GracefulShutdown},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{sleep, timeout},
};

use crate::{hall::Hall, routes};

/// The most connections at a time.
const MOST_CONNECTIONS: usize = 10_000;

/// How long connections may take to end when the server goes down.
const FAREWELL: Duration = Duration::from_secs(10);

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads on which agents think.
    pub agent_cores: usize,
    /// How long the head of a request may take; without this a slow client would hold a
    /// connection for ever.
    pub head: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            agent_cores: 1,
            head: Duration::from_secs(10),
        }
    }
}

/// Serves `hall` on `listener` until `shutdown` is ready; then ends what is open and closes the store.
pub async fn serve(
    hall: Arc<Hall>,
    listener: TcpListener,
    options: Options,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    hall.start()
        .await
        .map_err(|problem| io::Error::other(problem.code()))?;
    hall.employ_agents(options.agent_cores)?;
    tokio::spawn(Arc::clone(&hall).keep_time());
    let router = routes::router(Arc::clone(&hall));
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let place = Arc::clone(&places).acquire_owned();
        let (stream, _) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut shutdown => break,
        };
        let Ok(place) = place.await else {
            break;
        };
        let (hall, router) = (Arc::clone(&hall), router.clone());
        let mut builder = Builder::new(TokioExecutor::new()).http1_only();
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(options.head);
        let watcher = graceful.watcher();
        tokio::spawn(async move {
            let _place = place;
            let _counted = hall.metrics.connections.count();
            let service = TowerToHyperService::new(tower::ServiceExt::map_request(
                router,
                |request: hyper::Request<Incoming>| request.map(axum::body::Body::new),
            ));
            let connection = builder
                .serve_connection_with_upgrades(TokioIo::new(stream), service)
                .into_owned();
            if let Err(error) = watcher.watch(connection).await {
                tracing::debug!(%error, "a connection");
            }
        });
    }
    tracing::info!("going down");
    hall.close();
    drop(listener);
    if timeout(FAREWELL, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections did not end");
    }
    // What comes now is downtime.
    if let Err(error) = hall.store().beat(hall.time.now()).await {
        tracing::warn!(%error, "the end was not noted");
    }
    hall.store().close().await.map_err(io::Error::other)
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
