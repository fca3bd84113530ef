//! `vauban serve`: matches for browsers and programs.

use std::{
    io::IsTerminal,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Parser;
use tokio::{net::TcpListener, runtime};
use tracing_subscriber::EnvFilter;
use vauban_catalog::CATALOG;
use vauban_game::Lang;
use vauban_server::{Hall, Options, interrupted, serve};
use vauban_store::SqliteStore;

use crate::{
    arguments::{Arguments, Command, Place, Serve},
    failure::Failure,
    output::print,
};

/// What `vauban` alone does: matches in a browser of this machine.
pub fn by_default(lang: Lang) -> Result<(), Failure> {
    match Arguments::parse_from(["vauban", "serve"]).command {
        Some(Command::Serve(arguments)) => run(&arguments, lang),
        _ => unreachable!("the line above asks for serve"),
    }
}

pub fn run(arguments: &Serve, lang: Lang) -> Result<(), Failure> {
    start_log(arguments.json_log)?;
    let store = open_store(&arguments.place.file(lang)?)?;
    let runtime = runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::plain)?;
    runtime.block_on(async {
        let address = SocketAddr::new(arguments.bind, arguments.port);
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| Failure::plain(format!("{address}: {error}")))?;
        let address = listener.local_addr().map_err(Failure::plain)?;
        greet(address, lang)?;
        let options = Options {
            agent_cores: arguments.agent_cores,
            web: arguments.web.clone(),
            ..Options::default()
        };
        let hall = Hall::new(CATALOG, Arc::new(store));
        #[cfg(feature = "faults")]
        if let Some(fault) = planted().and_then(|name| vauban_server::Fault::from_name(&name)) {
            hall.plant(fault);
        }
        serve(hall, listener, options, interrupted())
            .await
            .map_err(Failure::plain)
    })
}

#[cfg(not(feature = "faults"))]
fn open_store(file: &Path) -> Result<SqliteStore, Failure> {
    SqliteStore::open(file).map_err(Failure::plain)
}

/// With the fault that the environment names, for tests of tests.
#[cfg(feature = "faults")]
fn open_store(file: &Path) -> Result<SqliteStore, Failure> {
    let options = vauban_store::SqliteOptions {
        fault: planted().and_then(|name| vauban_store::Fault::from_name(&name)),
        ..vauban_store::SqliteOptions::default()
    };
    SqliteStore::open_with(file, &options).map_err(Failure::plain)
}

#[cfg(feature = "faults")]
fn planted() -> Option<String> {
    std::env::var("VAUBAN_FAULT").ok()
}

fn greet(address: SocketAddr, lang: Lang) -> Result<(), Failure> {
    if !address.ip().is_loopback() {
        eprintln!(
            "{}",
            lang.pick(
                "vauban: everybody who can reach this machine can play here and make it think. \
                 Nothing is encrypted: put a proxy with TLS before it on the open net.",
                "vauban : quiconque atteint cette machine peut y jouer et la faire réfléchir. \
                 Rien n'est chiffré : sur le réseau ouvert, placez devant un mandataire avec TLS.",
            )
        );
    }
    print(&format!("http://{address}\n"))?;
    if std::io::stdout().is_terminal() {
        eprintln!(
            "{}",
            lang.pick(
                "Open this address in a browser and play. Ctrl-C ends it.",
                "Ouvrez cette adresse dans un navigateur et jouez. Ctrl-C y met fin.",
            )
        );
    }
    Ok(())
}

fn start_log(json: bool) -> Result<(), Failure> {
    let filter = EnvFilter::try_from_env("VAUBAN_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let started = match json {
        true => log.json().try_init(),
        false => log.with_ansi(false).try_init(),
    };
    started.map_err(Failure::plain)
}

impl Place {
    /// The store's file.
    pub fn file(&self, lang: Lang) -> Result<PathBuf, Failure> {
        let folder = match &self.data {
            Some(folder) => folder.clone(),
            None => user_folder().ok_or_else(|| {
                Failure::plain(lang.pick(
                    "this user has no data folder; name one with --data",
                    "cet utilisateur n'a pas de dossier de données ; donnez-en un avec --data",
                ))
            })?,
        };
        Ok(folder.join("vauban.db"))
    }
}

/// Where programs of this user's keep their data.
fn user_folder() -> Option<PathBuf> {
    let named = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    named("XDG_DATA_HOME")
        .or_else(|| named("LOCALAPPDATA"))
        .or_else(|| Some(named("HOME")?.join(".local/share")))
        .map(|folder| folder.join("vauban"))
}
