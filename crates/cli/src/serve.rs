//! `vauban serve`: matches for browsers and programs.

use std::{
    io::{ErrorKind, IsTerminal},
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Parser;
use tokio::{net::TcpListener, runtime};
use tracing_subscriber::EnvFilter;
use vauban_catalog::{CATALOG, SEED_LOBBY};
use vauban_game::{Lang, Text};
use vauban_server::{
    Options, Quotas, Registry, connections_within, interrupted, machine_memory, operator::socket,
    raise_file_limit, serve, serve_metrics,
};
use vauban_store::{Store, StoreError, set_aside};

use crate::{
    address_space,
    arguments::{Arguments, Command, Place, Serve},
    failure::{Failure, complain},
    output::print,
    storage::Storage,
};

/// The port that is tried first when none is asked for.
const PORT: u16 = 8470;

/// How many ports are tried then.
const PORTS: u16 = 20;

/// What `vauban` alone does: serves, with all defaults.
pub fn by_default(lang: Lang) -> Result<(), Failure> {
    match Arguments::parse_from(["vauban", "serve"]).command {
        Some(Command::Serve(arguments)) => run(&arguments, lang),
        _ => unreachable!("the line above asks for serve"),
    }
}

pub fn run(arguments: &Serve, lang: Lang) -> Result<(), Failure> {
    start_log(arguments.json_log)?;
    address_space::save();
    let storage = arguments.place.storage(lang)?;
    if arguments.new {
        begin_anew(&storage, lang)?;
    }
    let connections = connections_within(raise_file_limit(), arguments.connections);
    let runtime = runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::plain)?;
    runtime.block_on(async {
        // First: whoever finds an address printed finds a server there.
        let store = open(&storage).await?;
        let listener = listen(arguments, lang).await?;
        let metrics = listen_for_metrics(arguments, lang).await?;
        let address = listener.local_addr().map_err(Failure::plain)?;
        let counted_at = metrics.as_ref().map(TcpListener::local_addr).transpose();
        let counted_at = counted_at.map_err(Failure::plain)?;
        let interrupted = interrupted().map_err(Failure::plain)?;
        greet(address, counted_at, arguments, lang)?;
        let options = Options {
            agent_cores: arguments.agent_cores,
            search_memory: arguments.search_memory.bytes(),
            memory: match_memory(arguments.memory),
            import_steps: arguments.import_steps,
            web: arguments.web.clone(),
            rates: arguments.rate,
            quotas: Quotas::default().changed(&arguments.quotas),
            operator_socket: match &storage {
                Storage::File(file) => Some(socket::beside(file)),
                Storage::Database(_) => None,
            },
            hosts: arguments.hosts.clone(),
            proxies: arguments.proxies.clone(),
            connections,
            ..Options::default()
        };
        let registry = Registry::new(CATALOG, store);
        if arguments.seed_lobby {
            registry.open_seed_lobby(SEED_LOBBY);
        }
        if let Some(metrics) = metrics {
            let registry = Arc::clone(&registry);
            tokio::spawn(serve_metrics(registry, metrics, options.clone()));
        }
        serve(registry, listener, options, interrupted)
            .await
            .map_err(|error| match error.downcast::<StoreError>() {
                Ok(error) => storage.unopened(error),
                Err(error) => Failure::plain(error),
            })
    })
}

/// The store, with what its database should be told of.
async fn open(storage: &Storage) -> Result<Arc<dyn Store>, Failure> {
    let Storage::Database(address) = storage else {
        return storage.open().await;
    };
    let store = storage.open_database(address).await?;
    for warning in store.warnings() {
        complain(warning);
    }
    Ok(Arc::new(store))
}

/// Puts the old store aside.
fn begin_anew(storage: &Storage, lang: Lang) -> Result<(), Failure> {
    let file = storage.file(Text::fixed(
        "--new is only for stores in a file; for an empty store in PostgreSQL, create an empty database",
        "--new concerne les bases en un fichier ; pour repartir de zéro avec PostgreSQL, créez une base vide",
    ))?;
    let kept = set_aside(file).map_err(|error| unopened(file, error))?;
    if let Some(kept) = kept {
        let kept = kept.display();
        complain(lang.pick(
            format!("the old store is kept as {kept}"),
            format!("l'ancienne base de données est conservée sous {kept}"),
        ));
    }
    Ok(())
}

/// Bytes for the matches in memory: what was asked for, else a quarter of what there is.
fn match_memory(mib: Option<u32>) -> usize {
    let asked = mib.map(|mib| u64::from(mib) << 20);
    let quarter = || machine_memory().map(|bytes| bytes / 4);
    let usual = Options::default().memory;
    asked
        .or_else(quarter)
        .map_or(usual, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
}

/// At the port that was asked for; if none was, at the first free one from [`PORT`] on.
async fn listen(arguments: &Serve, lang: Lang) -> Result<TcpListener, Failure> {
    let (first, tries) = match arguments.port {
        Some(port) => (port, 1),
        None => (PORT, PORTS),
    };
    for port in (first..).take(usize::from(tries)) {
        let address = SocketAddr::new(arguments.bind, port);
        match TcpListener::bind(address).await {
            Ok(listener) => {
                if port != first && first != 0 {
                    complain(lang.pick(
                        format!("port {first} is already in use; using port {port}"),
                        format!("le port {first} est déjà utilisé ; le port {port} le remplace"),
                    ));
                }
                return Ok(listener);
            }
            Err(error) if error.kind() == ErrorKind::AddrInUse => (),
            Err(error) => return Err(Failure::plain(format!("{address}: {error}"))),
        }
    }
    let bind = arguments.bind;
    Err(Failure::new(match arguments.port {
        Some(port) => Text::new(
            format!(
                "port {port} of {bind} is already in use, perhaps by another vauban: stop that program, \
                 or choose another port (`--port 0` picks a free one)"
            ),
            format!(
                "le port {port} de {bind} est déjà utilisé, peut-être par un autre vauban : arrêtez ce \
                 programme, ou choisissez un autre port (« --port 0 » en prend un libre)"
            ),
        ),
        None => Text::new(
            format!(
                "the {PORTS} ports of {bind} from {PORT} on are all in use; choose one with --port N"
            ),
            format!(
                "les {PORTS} ports de {bind} à partir de {PORT} sont tous utilisés ; choisissez-en un avec --port N"
            ),
        ),
    }))
}

/// Where metrics are asked for, if anywhere.
async fn listen_for_metrics(arguments: &Serve, lang: Lang) -> Result<Option<TcpListener>, Failure> {
    let Some(address) = arguments.metrics else {
        return Ok(None);
    };
    let listener = TcpListener::bind(address).await.map_err(|error| {
        Failure::plain(lang.pick(
            format!("metrics cannot be served at {address}: {error}; choose another address with --metrics"),
            format!("impossible de servir les mesures à {address} : {error} ; choisissez une autre adresse avec --metrics"),
        ))
    })?;
    if !address.ip().is_loopback() {
        complain(lang.pick(
            format!("anyone who can reach {address} can read the metrics, which reveal hidden events"),
            format!("quiconque peut joindre {address} peut lire les mesures, qui révèlent ce qui se passe en secret"),
        ));
    }
    Ok(Some(listener))
}

/// Why the store could not be opened, and what to do.
pub fn unopened(file: &Path, error: StoreError) -> Failure {
    let text = match &error {
        StoreError::Locked { .. } => Text::fixed(
            "another vauban is serving this folder: use its address, stop it, or choose another folder with --data",
            "un autre vauban sert déjà ce dossier : utilisez son adresse, arrêtez-le, ou choisissez un autre dossier avec --data",
        ),
        StoreError::Missing { .. } => Text::fixed(
            "the store is missing or empty, but vauban.db.checkpoint shows that there was one. Put the file back, \
             restore a backup and delete vauban.db.checkpoint, or start an empty store with --new",
            "la base de données manque ou est vide, mais vauban.db.checkpoint montre qu'il y en avait une. Remettez le \
             fichier, restaurez une sauvegarde et supprimez vauban.db.checkpoint, ou commencez une base vide avec --new",
        ),
        StoreError::Behind { .. } => Text::fixed(
            "the store is older than vauban.db.checkpoint says: it is an old copy, or something was lost. Put the newest \
             file back, delete vauban.db.checkpoint to continue with this one, or start an empty store with --new",
            "la base de données est plus ancienne que ne l'indique vauban.db.checkpoint : c'est une vieille copie, ou \
             quelque chose est perdu. Remettez le fichier le plus récent, supprimez vauban.db.checkpoint pour continuer \
             avec celui-ci, ou commencez une base vide avec --new",
        ),
        StoreError::Other { .. } => Text::fixed(
            "vauban.db.checkpoint belongs to another store. Put that one back, delete vauban.db.checkpoint to continue with \
             this one, or start an empty store with --new",
            "vauban.db.checkpoint appartient à une autre base de données. Remettez celle-là, supprimez \
             vauban.db.checkpoint pour continuer avec celle-ci, ou commencez une base vide avec --new",
        ),
        StoreError::DiskFull => Text::fixed(
            "the disk is full: free some space, then start again, or choose another folder with --data",
            "le disque est plein : libérez de la place et relancez, ou choisissez un autre dossier avec --data",
        ),
        _ => return Failure::plain(error),
    };
    Failure::file(file, &text)
}

fn greet(
    address: SocketAddr,
    metrics: Option<SocketAddr>,
    arguments: &Serve,
    lang: Lang,
) -> Result<(), Failure> {
    if arguments.seed_lobby {
        complain(lang.pick(
            "the lobby at /player checks nobody's identity: anyone who can reach this server can add, \
             rename and remove both players",
            "le salon de /player ne vérifie l'identité de personne : quiconque peut joindre ce serveur \
             peut ajouter, renommer et retirer les deux joueurs",
        ));
    }
    if !address.ip().is_loopback() {
        eprintln!(
            "{}",
            lang.pick(
                "vauban: anyone who can reach this machine can play here and use its processor. \
                 Nothing is encrypted: on the internet, put a TLS proxy in front. \
                 The server answers to its addresses; allow a host name with --host NAME.",
                "vauban : quiconque peut joindre cette machine peut y jouer et occuper son processeur. \
                 Rien n'est chiffré : sur Internet, placez un proxy TLS devant. \
                 Le serveur répond à ses adresses ; autorisez un nom avec --host NOM.",
            )
        );
    }
    // At once: whoever reads only the first line has gone before a second one is written.
    let metrics = metrics.map_or(String::new(), |metrics| {
        format!("metrics: http://{metrics}/metrics\n")
    });
    print(&format!("http://{address}\n{metrics}"))?;
    if std::io::stdout().is_terminal() {
        eprintln!(
            "{}",
            lang.pick(
                "Open this address in a browser and play. Ctrl-C stops the server.",
                "Ouvrez cette adresse dans un navigateur et jouez. Ctrl-C arrête le serveur.",
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
                    "this user has no data folder; choose one with --data",
                    "cet utilisateur n'a pas de dossier de données ; choisissez-en un avec --data",
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
