//! A PostgreSQL of the tests' own: from the system's package, in a temporary folder, on a free port of the
//! loopback address. It ends with the process that started it, however that ends.

use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Output, Stdio},
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Where Debian puts it.
const PACKAGED: &str = "/usr/lib/postgresql";

/// How long it may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs the server until its standard input ends, and again whenever a line comes: the end of an input is the
/// one thing that even a killed process leaves behind. SIGQUIT is the immediate end: the next start recovers.
/// After `down` it waits for one line more.
const KEEPER: &str = r#"
while :; do
    "$@" &
    server=$!
    read -r line
    told=$?
    kill -QUIT $server
    wait $server
    [ $told = 0 ] || break
    [ "$line" = again ] || read -r line || break
done
rm -rf "$FOLDER"
"#;

/// A running PostgreSQL with the user `vauban`, whose password is `sesame`.
#[derive(Debug)]
pub struct Cluster {
    port: u16,
    keeper: Mutex<(Child, ChildStdin)>,
    databases: AtomicU64,
    folder: PathBuf,
}

impl Cluster {
    /// The one of this process, started when it is first asked for.
    pub fn shared() -> &'static Cluster {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(|| Cluster::start(&[]))
    }

    /// Another one, with settings of its own (`name=value`).
    pub fn start(settings: &[&str]) -> Cluster {
        let programs = programs();
        let owner = Owner::find();
        let folder = make_folder(owner.as_ref());
        let data = folder.join("data");
        // 1. The files.
        let password = folder.join("password");
        fs::write(&password, "sesame\n").expect("the folder is ours");
        if let Some(owner) = &owner {
            owner.give(&password);
        }
        let mut initdb = Command::new(programs.join("initdb"));
        initdb
            .arg("--pgdata")
            .arg(&data)
            .arg("--pwfile")
            .arg(&password)
            .args(["--username=vauban", "--auth=scram-sha-256", "--no-sync"])
            .args(["--encoding=UTF8", "--locale=C.UTF-8"]);
        let made = as_owner(initdb, owner.as_ref())
            .output()
            .expect("initdb starts");
        assert!(made.status.success(), "initdb: {}", said(&made));
        // 2. The server, which says in a file when it is ready.
        let port = free_port();
        let mut keeper = Command::new("sh");
        keeper
            .args(["-c", KEEPER, "keeper"])
            .arg(programs.join("postgres"))
            .arg("-D")
            .arg(&data)
            .args(["-p", &port.to_string()])
            .env("FOLDER", &folder);
        for setting in [
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            // A crash of the program loses nothing without it, and tests crash nothing else.
            "fsync=off",
            "full_page_writes=off",
            "shared_buffers=16MB",
            "max_connections=200",
            "log_min_messages=fatal",
        ] {
            keeper.args(["-c", setting]);
        }
        for setting in settings {
            keeper.args(["-c", setting]);
        }
        keeper
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut keeper = as_owner(keeper, owner.as_ref())
            .spawn()
            .expect("a shell starts");
        let orders = keeper.stdin.take().expect("its input is ours");
        let cluster = Cluster {
            port,
            keeper: Mutex::new((keeper, orders)),
            databases: AtomicU64::new(0),
            folder,
        };
        cluster.wait();
        cluster
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its files. A certificate that it is to show must be there, and its own.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Gives it a file in its folder.
    pub fn own(&self, path: &Path) {
        if let Some(owner) = Owner::find() {
            owner.give(path);
        }
    }

    /// The address of an empty store, with the password in it.
    pub fn empty_store(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("home_{}_{number}", std::process::id());
        self.sql(&format!("CREATE SCHEMA {name}"));
        format!(
            "postgres://vauban:sesame@127.0.0.1:{}/postgres?options=-c%20search_path%3D{name}",
            self.port
        )
    }

    /// Carries out SQL as whoever owns everything, and says what it prints.
    pub fn sql(&self, sql: &str) -> String {
        let output = Command::new(programs().join("psql"))
            .args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"])
            .args(["-v", "ON_ERROR_STOP=1", "--command", sql])
            .arg(format!(
                "postgres://vauban@127.0.0.1:{}/postgres",
                self.port
            ))
            .env("PGPASSWORD", "sesame")
            .output()
            .expect("psql starts");
        assert!(output.status.success(), "{sql}: {}", said(&output));
        String::from_utf8(output.stdout).expect("psql writes UTF-8")
    }

    /// Ends it at once, without a farewell to anybody, and starts it again.
    pub fn restart(&self) {
        self.end("again");
        self.wait();
    }

    /// Ends it at once; [`Cluster::resume`] starts it again.
    pub fn stop(&self) {
        self.end("down");
    }

    pub fn resume(&self) {
        self.order("up");
        self.wait();
    }

    fn order(&self, word: &str) {
        let mut keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(keeper.1, "{word}").expect("the keeper listens");
    }

    fn end(&self, word: &str) {
        self.order(word);
        // Until it is down, it would be found ready.
        let begun = Instant::now();
        while is_ready(self.port) && begun.elapsed() < Duration::from_secs(2) {
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn wait(&self) {
        let begun = Instant::now();
        while !is_ready(self.port) {
            assert!(
                begun.elapsed() < PATIENCE,
                "PostgreSQL does not answer on port {}",
                self.port
            );
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// As soon as nobody needs it any more.
impl Drop for Cluster {
    fn drop(&mut self) {
        let keeper = self
            .keeper
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        // The keeper cannot outlive its input.
        let (process, orders) = keeper;
        let ended = std::mem::replace(orders, dead_input());
        drop(ended);
        let _ = process.wait();
    }
}

/// The input of a process that has ended.
fn dead_input() -> ChildStdin {
    let ended = Command::new("true").stdin(Stdio::piped()).spawn();
    let mut ended = ended.expect("`true` starts");
    let input = ended.stdin.take().expect("its input is ours");
    let _ = ended.wait();
    input
}

/// The account that runs the server when we are root, as which it refuses to run.
struct Owner {
    user: u32,
    group: u32,
}

impl Owner {
    fn find() -> Option<Owner> {
        let id = |flag: &str, who: &str| {
            let output = Command::new("id").args([flag, who]).output().ok()?;
            String::from_utf8(output.stdout).ok()?.trim().parse().ok()
        };
        let ourselves = Command::new("id").arg("-u").output().expect("id is there");
        if ourselves.stdout != b"0\n" {
            return None;
        }
        let (user, group) = (id("-u", "postgres"), id("-g", "postgres"));
        match (user, group) {
            (Some(user), Some(group)) => Some(Owner { user, group }),
            _ => panic!(
                "PostgreSQL refuses to run as root, and there is no user `postgres`: {MISSING}"
            ),
        }
    }

    fn give(&self, path: &Path) {
        #[cfg(unix)]
        std::os::unix::fs::chown(path, Some(self.user), Some(self.group)).expect("we are root");
    }
}

fn as_owner(mut command: Command, owner: Option<&Owner>) -> Command {
    #[cfg(unix)]
    if let Some(owner) = owner {
        std::os::unix::process::CommandExt::uid(&mut command, owner.user);
        std::os::unix::process::CommandExt::gid(&mut command, owner.group);
    }
    command.current_dir(std::env::temp_dir());
    command
}

const MISSING: &str = "PostgreSQL is missing, and this test needs it. `cargo xtask test` installs it; by hand: \
                       sudo apt-get install postgresql";

/// The newest that is installed.
fn programs() -> PathBuf {
    let versions = fs::read_dir(PACKAGED).into_iter().flatten().flatten();
    let numbered = versions.filter_map(|version| {
        let number: u32 = version.file_name().to_str()?.parse().ok()?;
        let bin = version.path().join("bin");
        bin.join("postgres").exists().then_some((number, bin))
    });
    if let Some((_, bin)) = numbered.max() {
        return bin;
    }
    let told = Command::new("pg_config").arg("--bindir").output();
    let told = told.ok().filter(|told| told.status.success());
    let bin = told.and_then(|told| String::from_utf8(told.stdout).ok());
    let bin = bin.map(|bin| PathBuf::from(bin.trim()));
    bin.filter(|bin| bin.join("postgres").exists())
        .unwrap_or_else(|| panic!("{MISSING}"))
}

fn make_folder(owner: Option<&Owner>) -> PathBuf {
    static FOLDERS: AtomicU64 = AtomicU64::new(0);
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let name = format!("vauban-postgres-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    // Of a process that had our number before us.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("the folder for temporary files is writable");
    if let Some(owner) = owner {
        owner.give(&folder);
    }
    folder
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}

/// Whether it asks whoever comes for a password. While it is starting it sends everybody away.
fn is_ready(port: u16) -> bool {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else {
        return false;
    };
    // The first message of the protocol: its length, version 3.0, and the user.
    let hello = b"\0\0\0\x15\0\x03\0\0user\0vauban\0\0";
    let mut first = [0; 1];
    let patience = Some(Duration::from_secs(2));
    let told = stream
        .set_read_timeout(patience)
        .and_then(|()| stream.write_all(hello))
        .and_then(|()| stream.read_exact(&mut first));
    told.is_ok() && first == *b"R"
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}
