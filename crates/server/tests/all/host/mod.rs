//! A server in this process, on a real socket and a real file, that can be stopped and started again.

use std::{net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use axum::Router;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};
use vauban_catalog::{CATALOG, entry};
use vauban_driver::Client;
use vauban_laws::toys::{Breakthrough, Muster, Stash};
use vauban_server::{Options, Quotas, Rates, Registry, Time, router, serve, serve_metrics};
use vauban_store::{MemoryStore, SqliteStore, Store};
use vauban_table::{Entry, Shelf};

static BREAKTHROUGH: Entry<Breakthrough> = entry();
static STASH: Entry<Stash> = entry();
static MUSTER: Entry<Muster> = entry();

/// Games that prove what the catalogue does not have yet: secrets, dice, six seats.
pub static TOYS: Shelf = Shelf(&[&BREAKTHROUGH, &STASH, &MUSTER]);

/// The real games.
pub fn catalogue() -> Shelf {
    CATALOG
}

/// Puts something around the routes of a server.
pub type Wrap = dyn Fn(Router) -> Router + Sync;

pub struct Host {
    pub address: SocketAddr,
    /// Where it tells what it counts; none if something is around its routes.
    metrics: Option<SocketAddr>,
    shelf: Shelf,
    file: PathBuf,
    stop: oneshot::Sender<()>,
    running: JoinHandle<std::io::Result<()>>,
    folder: Arc<tempfile::TempDir>,
    time: Time,
}

impl Host {
    pub async fn new(shelf: Shelf) -> Host {
        Host::timed(shelf, &Time::system()).await
    }

    /// With a time that the test moves on.
    pub async fn timed(shelf: Shelf, time: &Time) -> Host {
        let folder = Arc::new(tempfile::tempdir().expect("a folder"));
        Host::start(shelf, folder, time.clone()).await
    }

    pub async fn start(shelf: Shelf, folder: Arc<tempfile::TempDir>, time: Time) -> Host {
        let file = folder.path().join("vauban.db");
        let store = SqliteStore::open(&file).expect("a store");
        let registry = Registry::with_time(shelf, Arc::new(store), time.clone());
        let host = Host::with(registry, options(), folder).await;
        Host { time, ..host }
    }

    /// With the old lobby open for `game`.
    pub async fn with_seed_lobby(shelf: Shelf, game: &str) -> Host {
        let folder = Arc::new(tempfile::tempdir().expect("a folder"));
        let store = SqliteStore::open(folder.path().join("vauban.db")).expect("a store");
        let registry = Registry::new(shelf, Arc::new(store));
        registry.open_seed_lobby(game);
        Host::with(registry, options(), folder).await
    }

    /// On a store of the caller's.
    pub async fn on(shelf: Shelf, folder: Arc<tempfile::TempDir>, store: Arc<dyn Store>) -> Host {
        Host::with(Registry::new(shelf, store), options(), folder).await
    }

    /// Run as `options` say, on a store in memory.
    pub async fn run(shelf: Shelf, options: Options) -> Host {
        let folder = Arc::new(tempfile::tempdir().expect("a folder"));
        let registry = Registry::new(shelf, Arc::new(MemoryStore::new()));
        Host::with(registry, options, folder).await
    }

    pub async fn with(
        registry: Arc<Registry>,
        options: Options,
        folder: Arc<tempfile::TempDir>,
    ) -> Host {
        let shelf = registry.shelf();
        let file = folder.path().join("vauban.db");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let metrics = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let metrics_address = metrics.local_addr().expect("an address");
        let counted = Arc::clone(&registry);
        tokio::spawn(serve_metrics(counted, metrics, options.clone()));
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(serve(registry, listener, options, async move {
            let _ = stopped.await;
        }));
        Host {
            address,
            metrics: Some(metrics_address),
            shelf,
            file,
            stop,
            running,
            folder,
            time: Time::system(),
        }
    }

    /// With something around its routes that makes a mistake, for tests of tests.
    pub async fn wrapped(
        registry: Arc<Registry>,
        wrap: &Wrap,
        folder: Arc<tempfile::TempDir>,
    ) -> Host {
        let shelf = registry.shelf();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let routes = wrap(router(registry));
        let running = tokio::spawn(async move {
            tokio::select! {
                served = axum::serve(listener, routes) => served,
                _ = stopped => Ok(()),
            }
        });
        Host {
            address,
            metrics: None,
            shelf,
            file: folder.path().join("vauban.db"),
            stop,
            running,
            folder,
            time: Time::system(),
        }
    }

    /// What it counts under `vauban_{name}`.
    pub async fn counted(&self, name: &str) -> u64 {
        let address = self.metrics.expect("a server without anything around it");
        let told = Client::new(address)
            .raw("GET", "/metrics", Default::default(), Vec::new())
            .await
            .expect("an answer")
            .text();
        let name = format!("vauban_{name} ");
        let line = told.lines().find_map(|line| line.strip_prefix(&name));
        line.and_then(|number| number.parse().ok())
            .unwrap_or_else(|| panic!("{name} is not among {told}"))
    }

    /// Waits until it counts `number` under `vauban_{name}`.
    pub async fn until_counted(&self, name: &str, number: u64) {
        self.until(name, |counted| counted == number).await;
    }

    /// Waits until what it counts under `vauban_{name}` is as wished.
    pub async fn until(&self, name: &str, is_wished: impl Fn(u64) -> bool) {
        for _ in 0..3_000 {
            if is_wished(self.counted(name).await) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{name} stays {}", self.counted(name).await);
    }

    pub fn file(&self) -> &PathBuf {
        &self.file
    }

    /// Stops in good order. Gives back what keeps the folder alive.
    pub async fn stop(self) -> (Shelf, Arc<tempfile::TempDir>) {
        let _ = self.stop.send(());
        self.running.await.expect("no panic").expect("a good end");
        (self.shelf, self.folder)
    }

    /// Waits until it ends by itself.
    pub async fn ended(self) -> std::io::Result<()> {
        self.running.await.expect("no panic")
    }

    /// Stops in good order and starts again on the same file, at another port.
    pub async fn restart(self) -> Host {
        let time = self.time.clone();
        let (shelf, folder) = self.stop().await;
        Host::start(shelf, folder, time).await
    }
}

/// How tests run a server, unless they say otherwise.
pub fn options() -> Options {
    Options {
        // On a busy machine a client may be silent for long between two requests.
        head: Duration::from_secs(60),
        rates: Rates::Off,
        quotas: Quotas::OFF,
        ..Options::default()
    }
}
