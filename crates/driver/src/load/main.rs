//! Holds thousands of live matches on a server of its own and measures how long a command takes from
//! sending to its durable acknowledgement. `cargo xtask load` builds and starts this.

mod bare;
mod figures;
mod table;

use std::{
    io::{BufRead, BufReader, IsTerminal, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, ExitCode, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::{task::JoinSet, time::sleep_until};
use vauban_driver::Client;

use figures::Figures;
use table::{Shared, Table};

const HELP: &str = "\
Usage: cargo xtask load [--matches N] [--sockets N] [--rate N] [--seconds N]

Starts the released program on a new store, holds matches with sockets, sends commands at an even
rate, and prints how long they took to be durable, the server's memory, and the same commits bare.

  --matches N   live matches (2000)
  --sockets N   open sockets, at least two for each match (4000)
  --rate N      commands a second, whatever the server does (400)
  --seconds N   how long (60)
";

/// Things that are set up at the same time.
const AT_A_TIME: usize = 64;

struct Wanted {
    server: PathBuf,
    matches: usize,
    sockets: usize,
    rate: usize,
    seconds: u64,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let wanted = match read(&args) {
        Ok(wanted) => wanted,
        Err(why) => {
            eprintln!("error: {why}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("there are threads");
    match runtime.block_on(run(&wanted)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn read(args: &[String]) -> Result<Wanted, String> {
    let mut wanted = Wanted {
        server: PathBuf::from("target/release/vauban"),
        matches: 2_000,
        sockets: 4_000,
        rate: 400,
        seconds: 60,
    };
    let mut args = args.iter();
    while let Some(flag) = args.next() {
        let value = args.next().ok_or_else(|| format!("{flag} needs a value"))?;
        let number = || {
            let number = value.parse::<usize>().ok().filter(|number| *number > 0);
            number.ok_or_else(|| format!("{flag} takes a number from 1, not `{value}`"))
        };
        match flag.as_str() {
            "--server" => wanted.server = PathBuf::from(value),
            "--matches" => wanted.matches = number()?,
            "--sockets" => wanted.sockets = number()?,
            "--rate" => wanted.rate = number()?,
            "--seconds" => wanted.seconds = number()? as u64,
            _ => return Err(format!("load does not take `{flag}`")),
        }
    }
    match wanted.sockets >= 2 * wanted.matches {
        true => Ok(wanted),
        false => Err("every match needs two sockets, one for each seat".into()),
    }
}

/// The program that is loaded.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(program: &Path, data: &Path) -> Result<Server, String> {
        let mut process = Command::new(program)
            .args(["serve", "--port", "0", "--rate", "off", "--data"])
            .arg(data)
            .env("VAUBAN_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let mut line = String::new();
        let output = process.stdout.take().ok_or("it has no output")?;
        BufReader::new(output)
            .read_line(&mut line)
            .map_err(|error| error.to_string())?;
        let address = line.trim().strip_prefix("http://");
        let address = address.and_then(|address| address.parse().ok());
        let address = address.ok_or_else(|| format!("it said `{line}` and not where it is"))?;
        Ok(Server { process, address })
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

async fn run(wanted: &Wanted) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let server = Server::start(&wanted.server, folder.path())?;
    let (address, shared) = (server.address, Arc::new(Shared::default()));
    let began = Instant::now();
    let progress = Progress::new();

    // 1. Matches with two guests each, and their sockets.
    let mut tables: Vec<Arc<Table>> = Vec::new();
    let mut opening = JoinSet::new();
    for number in 0..wanted.matches {
        let share =
            wanted.sockets / wanted.matches + usize::from(number < wanted.sockets % wanted.matches);
        opening.spawn(Table::open(address, number, share, Arc::clone(&shared)));
        while opening.len() >= AT_A_TIME {
            tables.extend(opened(opening.join_next().await)?);
        }
        progress.show(&format!("{} of {} matches", tables.len(), wanted.matches));
    }
    while let Some(table) = opening.join_next().await {
        tables.extend(opened(Some(table))?);
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
    let before = counts(address).await?;
    let start = tokio::time::Instant::now();
    let total = wanted.rate * wanted.seconds as usize;
    let mut unsent = 0;
    for number in 0..total {
        let due = start + Duration::from_secs_f64(number as f64 / wanted.rate as f64);
        sleep_until(due).await;
        unsent += usize::from(!tables[number % tables.len()].send(due.into_std()));
        if number % wanted.rate == 0 {
            let taken = shared.taken();
            let elapsed = start.elapsed().as_secs();
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
    let took = start.elapsed();
    let after = counts(address).await?;
    let memory = server.memory();
    let taken = shared.taken();
    let open = shared.open();
    let refused = shared.refused();
    drop(tables);
    drop(server);

    // 3. The same rows, bare.
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
         server's memory           {}",
        wanted.matches,
        taken.len(),
        took.as_secs_f64(),
        taken.len() as f64 / took.as_secs_f64(),
        served.p50 / alone.p50,
        served.p99 / alone.p99,
        served.p999 / alone.p999,
        writes as f64 / commits.max(1) as f64,
        match (idle, memory) {
            (Some((idle, _)), Some((now, most))) =>
                format!("{idle} MiB before, {now} MiB after, {most} MiB at most"),
            _ => "unknown on this system".into(),
        }
    ));
    match (taken.len() + unsent == total, refused + unsent) {
        (true, 0) if open == wanted.sockets => Ok(()),
        _ => Err(format!(
            "of {total} commands {} were answered, {unsent} could not be sent, {refused} were refused; {open} of {} sockets were open at the end",
            taken.len(),
            wanted.sockets
        )),
    }
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
