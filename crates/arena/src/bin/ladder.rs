//! The whole ladder of every game, as `cargo xtask ladder` runs it: it can be stopped at any time and resumed, and
//! writes docs/strength.md.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use vauban_arena::{Cancel, Evidence, Ladder, SOAK_DIVISOR, Soak, Standings, Step, Strength};
use vauban_catalog::CATALOG;
use vauban_game::Text;
use vauban_table::{AgentSpec, AnyGame};

/// So many games of each comparison are played even if it is clear before: ratings should not be mere guesses.
const LEAST_GAMES: usize = 20;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = Options::read(&words).and_then(|options| run(&options));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("error: {text}");
            ExitCode::FAILURE
        }
    }
}

/// The command line.
struct Options {
    games: Vec<String>,
    minutes: u64,
    most_games: usize,
    concurrency: usize,
    seed: u64,
    divisor: u64,
    /// Instead of the ladder: this many matches of every player and level against `uniform`.
    players: Option<usize>,
    state: PathBuf,
    out: PathBuf,
    /// Where the catalogue reads its ratings; written only for the whole ladder.
    ratings: Option<PathBuf>,
}

impl Options {
    fn read(words: &[String]) -> Result<Options, String> {
        let mut options = Options {
            games: Vec::new(),
            minutes: 60,
            most_games: 200,
            concurrency: 1,
            seed: 1,
            divisor: 1,
            players: None,
            state: "docs/strength.txt".into(),
            out: "docs/strength.md".into(),
            ratings: None,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let value = words.next().ok_or(format!("{word} needs a value"))?;
            let number = || {
                value
                    .parse::<u64>()
                    .map_err(|_| format!("{word} needs a number, not `{value}`"))
            };
            match word.as_str() {
                "--game" => options.games.push(value.clone()),
                "--minutes" => options.minutes = number()?,
                "--games" => options.most_games = number()? as usize,
                "--concurrency" => options.concurrency = number()? as usize,
                "--seed" => options.seed = number()?,
                "--divide" => options.divisor = number()?.max(1),
                "--players" => options.players = Some(number()? as usize),
                "--state" => options.state = value.into(),
                "--out" => options.out = value.into(),
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        let usual = options.state == Path::new("docs/strength.txt");
        let whole = options.divisor == 1 && options.seed == 1;
        if usual && !whole {
            return Err(
                "with --divide or another --seed, say where results go: --state FILE --out FILE"
                    .to_owned(),
            );
        }
        if usual {
            options.ratings = Some("crates/catalog/src/ratings.txt".into());
        }
        Ok(options)
    }
}

fn run(options: &Options) -> Result<(), String> {
    for name in &options.games {
        CATALOG
            .find(name)
            .map_err(|refusals| refusals.line(vauban_game::Lang::En))?;
    }
    for game in CATALOG.games() {
        let name = game.card().name;
        if options.games.is_empty() || options.games.iter().any(|wanted| wanted == name) {
            match options.players {
                None => climb(options, game)?,
                Some(games) => soak(options, game, games)?,
            }
            write_down(options)?;
        }
    }
    write_down(options)
}

/// What was played so far.
fn known(options: &Options) -> String {
    fs::read_to_string(&options.state).unwrap_or_default()
}

/// What an answer takes for each node, roughly: so long a comparison waits until its turn comes.
const WAIT: Duration = Duration::from_micros(200);

/// Plays the comparisons of a game until all are clear or the time is over. Next comes the one that has taken least
/// time so far, where those with many nodes start late: so quick ones are soon clear, and a slow one does not keep the
/// others waiting.
fn climb(options: &Options, game: &'static dyn AnyGame) -> Result<(), String> {
    let began = Instant::now();
    let mut standings = Standings::read(&known(options));
    let ladder = Ladder {
        games: 2 * options.concurrency.max(1),
        divisor: options.divisor,
        seed: options.seed,
        concurrency: options.concurrency,
        ..Ladder::of(game)
    };
    let steps = ladder.steps();
    let wait = |step: &Step| WAIT.saturating_mul(u32::try_from(step.nodes).unwrap_or(u32::MAX));
    let mut spent: Vec<Duration> = steps.iter().map(wait).collect();
    while began.elapsed() < Duration::from_secs(60 * options.minutes) {
        let open = steps.iter().enumerate();
        let open = open.filter(|(_, step)| !is_done(options, &standings, step));
        let Some((index, step)) = open.min_by_key(|(index, _)| spent[*index]) else {
            break;
        };
        let before = standings.sets(&step.meeting);
        let (one, other) = step.players.clone();
        let start = Instant::now();
        let part = ladder.compare(one, other, before, &Cancel::default());
        let part = part.map_err(|refusals| refusals.line(vauban_game::Lang::En))?;
        let part = part.ok_or("nothing was played")?;
        spent[index] += start.elapsed();
        append(options, &Standings::line(&step.meeting, &part))?;
        standings.add(step.meeting.clone(), &part);
        eprintln!(
            "{} {} {:.1} s",
            step.meeting.game,
            standings.row(&step.meeting, &step.names.0, &step.names.1),
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// Whether a comparison is clear, or has been played as often as it may be.
fn is_done(options: &Options, standings: &Standings, step: &Step) -> bool {
    let games = 2 * standings.sets(&step.meeting);
    let pair = standings.of(&step.meeting);
    let clear = pair.is_some_and(|pair| Evidence::of(&pair.scores).is_clear());
    games >= options.most_games || (games >= LEAST_GAMES && clear)
}

fn append(options: &Options, line: &str) -> Result<(), String> {
    let open = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&options.state);
    let written = open.and_then(|mut file| file.write_all(line.as_bytes()));
    written.map_err(|error| format!("{}: {error}", options.state.display()))
}

/// Every player and level against who draws evenly, with a hundredth of its nodes; the two strongest
/// levels also with all.
fn soak(options: &Options, game: &'static dyn AnyGame, games: usize) -> Result<(), String> {
    /// A hundredth of the nodes of a level: agents have as many as it takes to play at all.
    const FEW_NODES: u64 = 500;
    const WHOLE_MATCHES: usize = 4;
    let (whole, part) = (
        Ladder::of(game),
        Ladder {
            divisor: SOAK_DIVISOR,
            ..Ladder::of(game)
        },
    );
    let mut soaks = Vec::new();
    for card in game.agents() {
        let text = match card.parameters.contains(":N") {
            true => format!("{}:2", card.name),
            false => card.name.to_owned(),
        };
        let player: AgentSpec = text.parse().map_err(|why: Text| why.en.to_string())?;
        soaks.push((text, player.with_nodes(FEW_NODES), FEW_NODES, games));
    }
    for (number, level) in (1..).zip(game.levels()) {
        let name = part.soak_name(number);
        soaks.push((name, part.player(number), level.nodes / SOAK_DIVISOR, games));
    }
    for (number, level) in (1..).zip(game.levels()).skip(6) {
        let name = whole.soak_name(number);
        soaks.push((name, whole.player(number), level.nodes, WHOLE_MATCHES));
    }
    for (name, player, nodes, games) in soaks {
        let soak = Soak {
            rules: whole.rules.clone(),
            player,
            nodes,
            games,
        };
        let soaked = soak.run();
        let soaked = soaked.map_err(|refusals| refusals.line(vauban_game::Lang::En))?;
        let line = format!("soak {} {name} {}\n", game.card().name, soaked.line());
        eprint!("{line}");
        append(options, &line)?;
        for (holds, fault) in [
            (soaked.is_within_nodes(), "used too many nodes"),
            (soaked.keeps_little(), "kept too much"),
            (soaked.is_flat(), "left memory behind"),
        ] {
            if !holds {
                return Err(format!("{} {name} {fault}: {soaked:?}", game.card().name));
            }
        }
    }
    Ok(())
}

/// What all results come to: the results themselves, the document, and the ratings of the catalogue.
fn write_down(options: &Options) -> Result<(), String> {
    let strength =
        Strength::read(CATALOG, &known(options)).played_with(options.divisor, options.seed);
    let mut files = vec![
        (&options.state, strength.results()),
        (&options.out, strength.document()),
    ];
    if let Some(ratings) = &options.ratings {
        files.push((ratings, strength.ratings()));
    }
    for (path, text) in files {
        write_whole(path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// To a new file, which then takes the old one's name.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let new = path.with_extension("new");
    fs::write(&new, text)?;
    fs::rename(new, path)
}
