//! The whole ladder of every game, as `cargo xtask ladder` runs it: stopped at any time, resumed where it was, and
//! written down as docs/strength.md.

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use vauban_arena::{Cancel, Ladder, Meeting, Soak, Soaked, Standings};
use vauban_catalog::CATALOG;
use vauban_game::Text;
use vauban_table::{AgentSpec, AnyGame, Level};

/// Games that are played at a time, of one comparison.
const PART: usize = 4;

/// A comparison is clear when it is this sure, after this many games.
const SURE: f64 = 0.99;
const LEAST_GAMES: usize = 20;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = Wish::read(&words).and_then(|wish| run(&wish));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("error: {text}");
            ExitCode::FAILURE
        }
    }
}

/// What was asked for.
struct Wish {
    games: Vec<String>,
    minutes: u64,
    most_games: usize,
    concurrency: usize,
    seed: u64,
    divisor: u64,
    /// Instead of the ladder: so many matches of every player and level against who draws evenly.
    players: Option<usize>,
    state: PathBuf,
    out: PathBuf,
}

impl Wish {
    fn read(words: &[String]) -> Result<Wish, String> {
        let mut wish = Wish {
            games: Vec::new(),
            minutes: 60,
            most_games: 100,
            concurrency: 1,
            seed: 1,
            divisor: 1,
            players: None,
            state: "target/ladder.txt".into(),
            out: "docs/strength.md".into(),
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
                "--game" => wish.games.push(value.clone()),
                "--minutes" => wish.minutes = number()?,
                "--games" => wish.most_games = number()? as usize,
                "--concurrency" => wish.concurrency = number()? as usize,
                "--seed" => wish.seed = number()?,
                "--divide" => wish.divisor = number()?.max(1),
                "--players" => wish.players = Some(number()? as usize),
                "--state" => wish.state = value.into(),
                "--out" => wish.out = value.into(),
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        Ok(wish)
    }
}

fn run(wish: &Wish) -> Result<(), String> {
    for name in &wish.games {
        CATALOG
            .find(name)
            .map_err(|refusals| refusals.line(vauban_game::Lang::En))?;
    }
    for game in CATALOG.games() {
        let name = game.card().name;
        if wish.games.is_empty() || wish.games.iter().any(|wanted| wanted == name) {
            match wish.players {
                None => climb(wish, game)?,
                Some(games) => soak(wish, game, games)?,
            }
            write_down(wish)?;
        }
    }
    write_down(wish)
}

/// What was played so far.
fn known(wish: &Wish) -> String {
    fs::read_to_string(&wish.state).unwrap_or_default()
}

/// Two players of a game, and how each is called in the table.
struct Step {
    meeting: Meeting,
    players: (AgentSpec, AgentSpec),
    names: (String, String),
}

/// Every level against the one below, the described players against who draws evenly, and the strongest
/// level against them.
fn steps(wish: &Wish, game: &'static dyn AnyGame) -> Vec<Step> {
    let ladder = Ladder {
        divisor: wish.divisor,
        ..Ladder::of(game)
    };
    let levels = game.levels().len();
    let level = |number: usize| {
        let spec = ladder.player(number);
        match number
            .checked_sub(1)
            .and_then(|index| game.levels().get(index))
        {
            None => (spec, "uniform".to_owned(), "`uniform`".to_owned()),
            Some(level) => {
                let key = format!("{spec}@{}@{}", level.agent, level.slack);
                let name = format!("level {number}, {}", Level::name(number).en);
                (spec, key, name)
            }
        }
    };
    let agents = game
        .agents()
        .into_iter()
        .filter(|card| card.name != "uniform");
    let agents: Vec<_> = agents
        .filter_map(|card| {
            // Of those with a number the depth of four that the reports speak of.
            let name = match card.parameters.is_empty() {
                true => card.name.to_owned(),
                false => format!("{}:4", card.name),
            };
            let spec: AgentSpec = name.parse().ok()?;
            game.seats_agent(&spec).ok()?;
            Some((spec, name.clone(), format!("`{name}`")))
        })
        .collect();
    let mut pairs: Vec<_> = (1..=levels)
        .map(|number| (level(number), level(number - 1)))
        .collect();
    pairs.extend(agents.iter().map(|agent| (agent.clone(), level(0))));
    pairs.extend(agents.iter().map(|agent| (level(levels), agent.clone())));
    let step = |((one, one_key, one_name), (other, other_key, other_name))| Step {
        meeting: Meeting {
            game: game.card().name.to_owned(),
            one: one_key,
            other: other_key,
        },
        players: (one, other),
        names: (one_name, other_name),
    };
    pairs.into_iter().map(step).collect()
}

/// Plays the comparisons of a game, the least played first, until all are clear or the time is over.
fn climb(wish: &Wish, game: &'static dyn AnyGame) -> Result<(), String> {
    let began = Instant::now();
    let mut standings = Standings::read(&known(wish));
    let ladder = Ladder {
        games: PART,
        divisor: wish.divisor,
        seed: wish.seed,
        concurrency: wish.concurrency,
        ..Ladder::of(game)
    };
    let steps = steps(wish, game);
    while began.elapsed() < Duration::from_secs(60 * wish.minutes) {
        let open = steps
            .iter()
            .filter(|step| !is_clear(wish, &standings, step));
        let Some(step) = open.min_by_key(|step| standings.sets(&step.meeting)) else {
            break;
        };
        let before = standings.sets(&step.meeting);
        let (one, other) = step.players.clone();
        let part = ladder.compare(one, other, before, &Cancel::default());
        let part = part.map_err(|refusals| refusals.line(vauban_game::Lang::En))?;
        let part = part.ok_or("nothing was played")?;
        append(wish, &Standings::line(&step.meeting, &part))?;
        standings.add(step.meeting.clone(), &part);
        eprintln!(
            "{} {}",
            step.meeting.game,
            standings.row(&step.meeting, &step.names.0, &step.names.1)
        );
    }
    Ok(())
}

fn is_clear(wish: &Wish, standings: &Standings, step: &Step) -> bool {
    let games = 2 * standings.sets(&step.meeting);
    let sure = standings.of(&step.meeting).is_some_and(|pair| {
        let superiority = pair.scores.superiority();
        superiority >= SURE || superiority <= 1.0 - SURE
    });
    games >= wish.most_games || (games >= LEAST_GAMES && sure)
}

fn append(wish: &Wish, line: &str) -> Result<(), String> {
    let open = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&wish.state);
    let written = open.and_then(|mut file| file.write_all(line.as_bytes()));
    written.map_err(|error| format!("{}: {error}", wish.state.display()))
}

/// Every player and level against who draws evenly, with a hundredth of its nodes; the two strongest
/// levels also with all.
fn soak(wish: &Wish, game: &'static dyn AnyGame, games: usize) -> Result<(), String> {
    /// A hundredth of the nodes of a level: agents have as many as it takes to play at all.
    const FEW_NODES: u64 = 500;
    const WHOLE_MATCHES: usize = 4;
    let (whole, part) = (
        Ladder::of(game),
        Ladder {
            divisor: 100,
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
        let name = format!("level-{number}/100");
        soaks.push((name, part.player(number), level.nodes / 100, games));
    }
    for (number, level) in (1..).zip(game.levels()).skip(6) {
        let name = format!("level-{number}");
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
        append(wish, &line)?;
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

/// The table of what [`soak`] has found, the last run of each player.
fn soaked(game: &str, text: &str) -> String {
    let mut rows: Vec<(&str, Soaked)> = Vec::new();
    for line in text.lines() {
        let rest = line
            .strip_prefix("soak ")
            .and_then(|rest| rest.strip_prefix(game));
        let Some((name, soaked)) = rest.and_then(|rest| rest.trim_start().split_once(' ')) else {
            continue;
        };
        if let Some(soaked) = Soaked::read(soaked) {
            rows.retain(|(other, _)| *other != name);
            rows.push((name, soaked));
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let mut text = "\nEvery player against `uniform`, agents with 500 nodes, levels with a hundredth of theirs, the two strongest also with all (`cargo xtask ladder --players 100`). All actions were legal.\n\n\
        | player | games | won | drawn | lost | actions | most nodes | of | kept, bytes | memory, MiB: early | end |\n\
        |---|---|---|---|---|---|---|---|---|---|---|\n".to_owned();
    for (name, soaked) in rows {
        let Soaked {
            games,
            wins,
            draws,
            losses,
            answers,
            most_nodes,
            nodes,
            most_kept,
            ..
        } = soaked;
        let [early, late] =
            [soaked.early_pages, soaked.late_pages].map(|pages| pages as f64 / 256.0);
        let _ = writeln!(
            text,
            "| `{name}` | {games} | {wins} | {draws} | {losses} | {answers} | {most_nodes} | {nodes} | {most_kept} | {early:.1} | {late:.1} |"
        );
    }
    text
}

/// The document, whole.
fn write_down(wish: &Wish) -> Result<(), String> {
    let known = known(wish);
    let standings = Standings::read(&known);
    let mut text = HEAD.to_owned();
    for game in CATALOG.games() {
        text += &of_game(wish, game, &standings);
        text += &soaked(game.card().name, &known);
    }
    fs::write(&wish.out, text).map_err(|error| format!("{}: {error}", wish.out.display()))
}

const HEAD: &str = "\
# How strong the programs are

Written by `cargo xtask ladder`; do not edit. Levels play by their nodes, without the cap on time. Every opening (four random actions) is played in both seatings by the same dice. Elo with an
interval of 95 %, and how likely the first is the stronger one; `>` is the lower end of the interval where everything was won. How programs are compared: [decision 21](decisions/0021-arena.md).
A row of a level is played again by `vauban arena GAME K:nodes=N L:nodes=M --games GAMES --seed SEED`.
";

fn of_game(wish: &Wish, game: &'static dyn AnyGame, standings: &Standings) -> String {
    let (card, steps) = (game.card(), steps(wish, game));
    let mut text = format!("\n## {}\n\n", card.title.en);
    let played = steps
        .iter()
        .filter(|step| standings.sets(&step.meeting) > 0)
        .count();
    if played == 0 {
        text += "Not measured yet.\n";
        return text;
    }
    let meetings: Vec<Meeting> = steps.iter().map(|step| step.meeting.clone()).collect();
    let mut names = vec!["uniform".to_owned()];
    for (key, number) in steps
        .iter()
        .zip(1..)
        .map(|(step, number)| (&step.meeting.one, number))
    {
        if number <= game.levels().len() {
            names.push(key.clone());
        }
    }
    let rated = standings.ratings(&meetings, &names);
    text += "| level | program | nodes | slack | rating |\n|---|---|---|---|---|\n";
    for ((number, level), rating) in (1..).zip(game.levels()).zip(&rated[1..]) {
        let name = Level::name(number).en;
        let (agent, nodes, slack) = (level.agent, level.nodes, level.slack);
        let _ = writeln!(
            text,
            "| {number} {name} | `{agent}` | {nodes} | {slack} ‰ | {:.0} ± {:.0} |",
            rating.elo, rating.error
        );
    }
    text += "\n| one | other | games | won | drawn | lost | Elo | superiority |\n|---|---|---|---|---|---|---|---|\n";
    for step in &steps {
        text += &standings.row(&step.meeting, &step.names.0, &step.names.1);
        text.push('\n');
    }
    let (name, seed, divisor) = (card.name, wish.seed, wish.divisor);
    let part = match divisor {
        1 => String::new(),
        _ => format!(" with the nodes divided by {divisor}"),
    };
    let _ = writeln!(
        text,
        "\n`cargo xtask ladder --game {name} --seed {seed}`{part}."
    );
    text
}
