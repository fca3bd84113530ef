//! `vauban arena`: programs against programs.

use std::{
    io::{IsTerminal, Write, stderr},
    sync::Arc,
    time::Duration,
};

use vauban_arena::{Cancel, Progress, Rules, Sprt, pair_report, rating_report};
use vauban_catalog::CATALOG;
use vauban_game::{Lang, text};
use vauban_table::AgentSpec;

use crate::{
    arguments::Arena,
    failure::{Failure, complain},
    files,
    output::print,
};

pub fn run(arguments: &Arena, lang: Lang) -> Result<(), Failure> {
    let game = CATALOG.find(&arguments.game)?;
    let (settings, seats) = arguments.choices.for_game(game.card())?;
    let budgeted = |program: &AgentSpec| {
        let program = program.clone();
        let level = program.number().and_then(|number| number.checked_sub(1));
        match (program.has_budget(), arguments.nodes, arguments.time) {
            (true, ..) => program,
            (false, Some(nodes), _) => program.with_nodes(nodes),
            (false, None, Some(time)) => program.with_time(Duration::from_millis(time)),
            // The nodes of a level without the cap on its time: the same on every machine.
            (false, None, None) => match level.and_then(|level| game.levels().get(level)) {
                Some(level) => program.with_nodes(level.nodes),
                None => program,
            },
        }
    };
    let arena = vauban_arena::Arena {
        rules: Rules {
            game,
            settings,
            seats,
            opening: arguments.openings,
            most_answers: arguments.longest,
        },
        players: arguments.programs.iter().map(budgeted).collect(),
        games: arguments.games,
        before: 0,
        seed: arguments.seed,
        concurrency: arguments.concurrency,
        sprt: arguments.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1 }),
        search_memory: arguments.search_memory.bytes(),
    };
    arena.check()?;
    let cancel = Arc::new(Cancel::default());
    let _runtime = listen(&cancel, lang)?;
    let (tally, played) = arena.run(&cancel, &|progress| show(progress))?;
    if stderr().is_terminal() {
        let _ = write!(stderr(), "\r\x1b[K");
    }
    if let Some(path) = &arguments.out {
        let records: Vec<&str> = played.iter().map(|played| played.record.as_str()).collect();
        files::write(path, records.join("\n"))?;
    }
    print(&match arena.players.len() {
        2 => pair_report(&arena, &tally, lang),
        _ => rating_report(&arena, &tally, lang),
    })
}

/// After an interrupt no further game begins; a second one ends the program at once.
fn listen(cancel: &Arc<Cancel>, lang: Lang) -> Result<tokio::runtime::Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| {
            Failure::new(text!(
                "cannot listen for an interrupt: {error}",
                "impossible d'attendre une interruption : {error}"
            ))
        })?;
    let cancel = Arc::clone(cancel);
    runtime.spawn(async move {
        if tokio::signal::ctrl_c().await.is_err() {
            return;
        }
        cancel.raise();
        complain(lang.pick(
            "finishing the games that are being played; interrupt again to stop at once",
            "les parties en cours se terminent ; interrompez encore pour arrêter tout de suite",
        ));
        if tokio::signal::ctrl_c().await.is_ok() {
            std::process::exit(130);
        }
    });
    Ok(runtime)
}

/// A bar on a terminal; nothing where nobody looks.
fn show(progress: &Progress<'_>) {
    if !stderr().is_terminal() {
        return;
    }
    const WIDTH: usize = 24;
    let Progress { played, of, tally } = progress;
    let full = WIDTH * played / (*of).max(1);
    let bar = "█".repeat(full) + &"░".repeat(WIDTH - full);
    let score = match tally.pairs.as_slice() {
        [pair] => format!("  +{} ={} −{}", pair.wins, pair.draws, pair.losses),
        _ => String::new(),
    };
    let _ = write!(stderr(), "\r{bar} {played}/{of}{score}\x1b[K");
}
