//! Keeps thousands of live matches open on its own server and measures how long a command takes from
//! sending to its durable acknowledgement. `cargo xtask load` builds and starts this.

mod attacks;
mod bare;
mod compare;
mod figures;
mod finished;
mod nodes;
mod programs;
mod table;

use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, IsTerminal, Write},
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
    process::{Child, Command, ExitCode, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::{runtime::Handle, task::JoinSet, time::sleep_until};
use vauban_driver::Client;

use figures::Figures;
use table::{Shared, Table};

const HELP: &str = "\
Usage: cargo xtask load [--matches N] [--sockets N] [--rate N] [--seconds N] [--spectators N]
                        [--programs N] [--attacks N] [--finished N] [--nodes N] [--before COMMIT]

Starts the released program on a new store, holds matches with sockets, sends commands at an even
rate, and prints how long they took to be durable, the server's memory, how long it takes to start
again after a kill, and the same commits bare.

  --matches N      live matches (2000; 100 with spectators)
  --sockets N      open sockets, at least two for each match (4000; 200 with spectators)
  --rate N         commands a second, whatever the server does (400; 100 with spectators)
  --seconds N      how long (60)
  --programs N     instead: N watched matches between the strongest programs, and one person against
                   the weakest, who waits for answers
  --attacks N      instead: the longest imports, pages of their past, N more of them with programs in all
                   seats, and restarts, while somebody plays, with 1 GB for the server
  --finished N     instead: one guest with N finished matches: start, lists, and moves in matches that are
                   not in memory, compared with 200
  --nodes N        instead: the same load on SQLite, on one node with PostgreSQL, and on N nodes with it, which are
                   started here: p50 and p99 of commands, and of what arrives at the other seat, which is
                   at another node
  --before COMMIT  instead: builds the program of that commit, too, and compares 1,000 and 3,000 open
                   matches without sockets: memory, moves a second, waits, start
  --spectators N   watch the first match, from ten addresses and within the usual limits
";

/// Addresses that players come from, and as many others that spectators do.
const FROM: usize = 10;

/// Things that are set up at the same time.
const AT_A_TIME: usize = 64;

/// The command line.
struct Options {
    server: PathBuf,
    matches: usize,
    sockets: usize,
    rate: usize,
    seconds: u64,
    spectators: usize,
    programs: usize,
    attacks: usize,
    finished: usize,
    nodes: usize,
    /// An older program to compare with.
    before: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let options = match read(&args) {
        Ok(options) => options,
        Err(why) => {
            eprintln!("error: {why}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let threads = |number: usize| {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(number)
            .enable_all()
            .build()
            .expect("there are threads")
    };
    // Spectators read on a thread of their own, as on machines of their own: what they do with their frames
    // is no part of what a player waits for.
    let (runtime, audience) = (threads(2), threads(1));
    let done = runtime.block_on(async {
        if options.finished > 0 {
            return finished::run(&options.server, options.finished).await;
        }
        if options.nodes > 0 {
            return nodes::run(&options).await;
        }
        match (&options.before, options.programs, options.attacks) {
            (Some(before), _, _) => compare::run(before, &options.server).await,
            (None, 0, 0) => run(&options, audience.handle()).await,
            (None, 0, attacks) => attacks::run(&options.server, attacks).await,
            (None, _, _) => run_programs(&options).await,
        }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn read(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        server: PathBuf::from("target/release/vauban"),
        matches: 2_000,
        sockets: 4_000,
        rate: 400,
        seconds: 60,
        spectators: 0,
        programs: 0,
        attacks: 0,
        finished: 0,
        nodes: 0,
        before: None,
    };
    if args.iter().any(|arg| arg == "--spectators") {
        (options.matches, options.sockets, options.rate) = (100, 200, 100);
    }
    if args.iter().any(|arg| arg == "--nodes") {
        (options.matches, options.sockets, options.rate) = (600, 1_200, 300);
    }
    let mut args = args.iter();
    while let Some(flag) = args.next() {
        let value = args.next().ok_or_else(|| format!("{flag} needs a value"))?;
        let number = || {
            let number = value.parse::<usize>().ok().filter(|number| *number > 0);
            number.ok_or_else(|| format!("{flag} takes a number from 1, not `{value}`"))
        };
        match flag.as_str() {
            "--server" => options.server = PathBuf::from(value),
            "--compare" => options.before = Some(PathBuf::from(value)),
            "--matches" => options.matches = number()?,
            "--sockets" => options.sockets = number()?,
            "--rate" => options.rate = number()?,
            "--programs" => options.programs = number()?,
            "--attacks" => options.attacks = number()?,
            "--nodes" => options.nodes = number()?,
            "--finished" => options.finished = number()?,
            "--spectators" => options.spectators = number()?,
            "--seconds" => options.seconds = number()? as u64,
            _ => return Err(format!("load does not take `{flag}`")),
        }
    }
    match options.sockets >= 2 * options.matches {
        true => Ok(options),
        false => Err("every match needs two sockets, one for each seat".into()),
    }
}

/// The program that is loaded.
struct Server {
    process: Child,
    address: SocketAddr,
    metrics: SocketAddr,
}

/// Without quotas, with as many connections as the system allows, and with metrics at an address of their own; older
/// programs have none of these.
const NEWER: [&str; 6] = [
    "--quota",
    "off",
    "--connections",
    "1000000",
    "--metrics",
    "127.0.0.1:0",
];

/// How much memory a server may address.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Limit {
    None,
    /// On Unix; elsewhere there is no limit.
    OneGb,
}

impl Server {
    /// On the store in the folder `data`.
    fn start(
        program: &Path,
        data: &Path,
        arguments: &[&str],
        limit: Limit,
    ) -> Result<Server, String> {
        let place = ["--data".as_ref(), data.as_os_str()];
        Server::launch(program, place, arguments, limit)
    }

    /// A node on the database at `address`.
    fn node(program: &Path, address: &str, arguments: &[&str]) -> Result<Server, String> {
        let place = ["--store".as_ref(), address.as_ref()];
        Server::launch(program, place, arguments, Limit::None)
    }

    fn launch(
        program: &Path,
        place: [&OsStr; 2],
        arguments: &[&str],
        limit: Limit,
    ) -> Result<Server, String> {
        let help = Command::new(program).args(["serve", "--help"]).output();
        let help = help.map_err(|error| format!("{}: {error}", program.display()))?;
        let is_newer = String::from_utf8_lossy(&help.stdout).contains(NEWER[0]);
        let mut command = match limit == Limit::OneGb && cfg!(unix) {
            true => {
                let mut shell = Command::new("sh");
                shell.args(["-c", "ulimit -v 1048576 && exec \"$@\"", "sh"]);
                shell.arg(program);
                shell
            }
            false => Command::new(program),
        };
        let mut process = command
            .args(["serve", "--port", "0"])
            .args(arguments)
            .args(NEWER.iter().filter(|_| is_newer))
            .args(place)
            .env("VAUBAN_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let output = process.stdout.take().ok_or("it has no output")?;
        let mut lines = BufReader::new(output).lines();
        let mut address = || {
            let line = lines.next().transpose().ok().flatten().unwrap_or_default();
            let address = line.split_once("http://").map(|(_, address)| address);
            let address = address.and_then(|address| address.split('/').next()?.parse().ok());
            address.ok_or_else(|| format!("it said `{line}` and not where it is"))
        };
        let public = address()?;
        let metrics = match is_newer {
            true => address()?,
            false => public,
        };
        let address = public;
        Ok(Server {
            process,
            address,
            metrics,
        })
    }

    /// Asks for the page of the newest match.
    async fn newest_page(&self) -> Result<(), String> {
        let mut client = Client::new(self.address);
        let listed = client.get("/matches").await.ok();
        let newest = listed["matches"][0]["id"].as_str().ok_or("no matches")?;
        client.get(&format!("/matches/{newest}/page")).await.ok();
        Ok(())
    }

    /// The most memory that it has had, in MiB.
    fn most_memory(&self) -> u64 {
        self.memory().map_or(0, |(_, most)| most)
    }

    /// Resident memory now and at its most, in MiB; none where the system does not tell.
    fn memory(&self) -> Option<(u64, u64)> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let of = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name))?;
            let number = line.split_ascii_whitespace().nth(1)?;
            number.parse::<u64>().ok().map(|kib| kib / 1024)
        };
        Some((of("VmRSS:")?, of("VmHWM:")?))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn run_programs(options: &Options) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let arguments = ["--rate", "off"];
    let server = Server::start(&options.server, folder.path(), &arguments, Limit::OneGb)?;
    let waits = programs::measure(server.address, options.programs, options.seconds).await?;
    println!(
        "{} answers of the weakest program beside {} matches between the strongest: {}, {} ms at most",
        waits.len(),
        options.programs,
        Figures::of(&waits),
        waits.iter().max().map_or(0, Duration::as_millis)
    );
    Ok(())
}

async fn run(options: &Options, audience: &Handle) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    // Thousands of commands for one guest are more than anybody may send; watching is not.
    let (limits, memory): (&[&str], Limit) = match options.spectators {
        0 => (&["--rate", "off"], Limit::None),
        _ => (&[], Limit::OneGb),
    };
    let start = || Server::start(&options.server, folder.path(), limits, memory);
    let server = start()?;
    let empty = server.memory();
    let (address, shared) = (server.address, Arc::new(Shared::default()));
    let began = Instant::now();
    let progress = Progress::new();

    // 1. Matches with two guests each, and their sockets.
    let tables = open_tables(options, &[address], &shared, &progress).await?;
    for number in 0..options.spectators {
        let from = IpAddr::from([127, 0, 0, (1 + number % FROM) as u8]);
        let admitted = audience.spawn(Arc::clone(&tables[0]).admit(address, from));
        admitted.await.map_err(|error| error.to_string())??;
        progress.show(&format!("{number} of {} spectators", options.spectators));
    }
    let idle = server.memory();
    progress.line(&format!(
        "{} matches with {} sockets after {:.1} s",
        tables.len(),
        shared.open(),
        began.elapsed().as_secs_f64()
    ));

    // 2. Commands at an even rate, whether or not the last ones were answered: a command that had to
    //    wait before it was sent has waited, too.
    let before = counts(server.metrics).await?;
    let total = options.rate * options.seconds as usize;
    let (unsent, took) = send_commands(options, &tables, &shared, &progress).await;
    let after = counts(server.metrics).await?;
    let loaded = server.memory();
    let taken = shared.taken();
    let (watched, frames) = (shared.watched(), shared.frames());
    let open = shared.open();
    let refused = shared.refused();
    drop(tables);
    drop(server);

    // 3. The same store once more, until the newest match can be seen.
    progress.line("a start on the same store …");
    let began = Instant::now();
    let server = start()?;
    server.newest_page().await?;
    let restart = began.elapsed();
    let restarted = server.memory();
    drop(server);

    // 4. The same rows, bare.
    progress.line("the same commits, bare …");
    let (writes, commits) = (after.0 - before.0, after.1 - before.1);
    let file = folder.path().join("vauban.db");
    let bare = bare::measure(&file, taken.len(), writes, commits)?;

    let served = Figures::of(&taken);
    let alone = Figures::of(&bare.took);
    progress.line(&format!(
        "\nmatches {}  sockets {open}  commands {} in {:.1} s ({:.0}/s)  not sent {unsent}  refused {refused}\n\
         from sending to durable   {served}\n\
         bare commits              {alone}\n\
         ratio                     p50 {:.2}  p99 {:.2}  p99.9 {:.2}\n\
         writes a commit           {:.2} ({writes} writes, {commits} commits)\n\
         server's memory           {}\n\
         memory of a match         {}\n\
         start after a kill        {:.0} ms, {} MiB",
        options.matches,
        taken.len(),
        took.as_secs_f64(),
        taken.len() as f64 / took.as_secs_f64(),
        served.p50 / alone.p50,
        served.p99 / alone.p99,
        served.p999 / alone.p999,
        writes as f64 / commits.max(1) as f64,
        match (idle, loaded) {
            (Some((idle, _)), Some((now, most))) =>
                format!("{idle} MiB before, {now} MiB after, {most} MiB at most"),
            _ => "unknown on this system".into(),
        },
        match (empty, idle) {
            (Some((empty, _)), Some((idle, _))) => format!(
                "{:.1} KiB with its sockets",
                idle.saturating_sub(empty) as f64 * 1024.0 / options.matches as f64
            ),
            _ => "unknown on this system".into(),
        },
        restart.as_secs_f64() * 1e3,
        restarted.map_or(0, |(_, most)| most),
    ));
    if options.spectators > 0 {
        progress.line(&format!(
            "the match that {} watch   {}; {frames} frames for {} commands",
            options.spectators,
            Figures::of(&watched),
            watched.len()
        ));
    }
    match (taken.len() + unsent == total, refused + unsent) {
        (true, 0) if open == options.sockets + options.spectators => Ok(()),
        _ => Err(format!(
            "of {total} commands {} were answered, {unsent} could not be sent, {refused} were refused; {open} of {} sockets were open at the end",
            taken.len(),
            options.sockets + options.spectators
        )),
    }
}

/// Matches with two guests each, who come to the servers in turn, and their sockets.
async fn open_tables(
    options: &Options,
    servers: &[SocketAddr],
    shared: &Arc<Shared>,
    progress: &Progress,
) -> Result<Vec<Arc<Table>>, String> {
    let mut tables: Vec<Arc<Table>> = Vec::new();
    let mut opening = JoinSet::new();
    for number in 0..options.matches {
        let share = options.sockets / options.matches
            + usize::from(number < options.sockets % options.matches);
        // Not those of the spectators, for each address has its limits; and one alone would run out of ports.
        let from = IpAddr::from([127, 0, 1, (1 + number % FROM) as u8]);
        let at = |number: usize| servers[number % servers.len()];
        let places = [at(number), at(number + 1)];
        opening.spawn(Table::open(places, from, number, share, Arc::clone(shared)));
        while opening.len() >= AT_A_TIME {
            tables.extend(opened(opening.join_next().await)?);
        }
        progress.show(&format!("{} of {} matches", tables.len(), options.matches));
    }
    while let Some(table) = opening.join_next().await {
        tables.extend(opened(Some(table))?);
    }
    tables.sort_by_key(|table| table.number());
    Ok(tables)
}

/// Sends commands at an even rate and waits for their answers: how many could not be sent, and how long all took.
async fn send_commands(
    options: &Options,
    tables: &[Arc<Table>],
    shared: &Shared,
    progress: &Progress,
) -> (usize, Duration) {
    let first = tokio::time::Instant::now();
    let total = options.rate * options.seconds as usize;
    let mut unsent = 0;
    for number in 0..total {
        let due = first + Duration::from_secs_f64(number as f64 / options.rate as f64);
        sleep_until(due).await;
        unsent += usize::from(!tables[number % tables.len()].send(due.into_std()));
        if number % options.rate == 0 {
            let taken = shared.taken();
            let elapsed = first.elapsed().as_secs();
            progress.show(&format!(
                "{elapsed} s: {number} sent, {}",
                Figures::of(&taken)
            ));
        }
    }
    // What is on its way arrives.
    let patience = Instant::now();
    while shared.taken().len() + unsent < total && patience.elapsed() < Duration::from_secs(20) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    (unsent, first.elapsed())
}

fn opened(
    table: Option<Result<Result<Arc<Table>, String>, tokio::task::JoinError>>,
) -> Result<Option<Arc<Table>>, String> {
    match table {
        None => Ok(None),
        Some(Ok(table)) => table.map(Some),
        Some(Err(error)) => Err(format!("a match was not opened: {error}")),
    }
}

/// Writes and commits of the server's store so far.
async fn counts(address: SocketAddr) -> Result<(u64, u64), String> {
    let answer = Client::new(address)
        .raw("GET", "/metrics", Default::default(), Vec::new())
        .await
        .map_err(|error| error.to_string())?
        .text();
    let of = |name: &str| {
        let line = answer.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.rsplit(' ').next()?.parse().ok());
        number.ok_or_else(|| format!("the server does not count {name}"))
    };
    Ok((
        of("vauban_store_writes_total")?,
        of("vauban_store_commits_total")?,
    ))
}

/// One line that is written anew, or a few lines where there is no terminal.
struct Progress {
    terminal: bool,
    last: Mutex<Option<Instant>>,
}

impl Progress {
    fn new() -> Progress {
        Progress {
            terminal: std::io::stdout().is_terminal(),
            last: Mutex::default(),
        }
    }

    fn show(&self, text: &str) {
        let every = match self.terminal {
            true => Duration::from_millis(200),
            false => Duration::from_secs(10),
        };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < every) {
            return;
        }
        *last = Some(Instant::now());
        match self.terminal {
            true => print!("\r\x1b[K{text}"),
            false => println!("{text}"),
        }
        let _ = std::io::stdout().flush();
    }

    fn line(&self, text: &str) {
        match self.terminal {
            true => println!("\r\x1b[K{text}"),
            false => println!("{text}"),
        }
    }
}
