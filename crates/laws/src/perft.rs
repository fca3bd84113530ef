//! Runs a game's `perft.txt`: lines of `[name=value,…] POSITION|start DEPTH [KIND] = COUNT`, with
//! comments from `#` on.

use vauban_game::{Notation, SettingError, Settings, Setup};

/// One line of the table.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Line {
    /// Counted from 1.
    pub number: usize,
    pub settings: Settings,
    /// `None`: the start.
    pub position: Option<String>,
    pub depth: u32,
    pub kind: Option<String>,
    pub count: u64,
}

/// Reads a table. The error says what is wrong in which line.
pub fn read(table: &str) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    for (index, line) in table.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            let number = index + 1;
            lines.push(read_line(number, line).map_err(|why| format!("line {number}: {why}"))?);
        }
    }
    Ok(lines)
}

fn read_line(number: usize, line: &str) -> Result<Line, String> {
    let mut settings = Settings::new();
    let mut rest = line;
    if let Some(options) = line.strip_prefix('[') {
        let (options, after) = options.split_once(']').ok_or("the options have no end")?;
        for option in options.split(',') {
            let (name, value) = option
                .split_once('=')
                .ok_or_else(|| format!("`{option}` is no option with its value"))?;
            settings.insert(name.trim().to_owned(), value.trim().to_owned());
        }
        rest = after;
    }
    let (what, count) = rest.split_once('=').ok_or("there is no `= COUNT`")?;
    let count = count.trim().replace('_', "");
    let count = count
        .parse()
        .map_err(|_| format!("`{count}` is no count"))?;
    let words: Vec<&str> = what.split_whitespace().collect();
    let (position, depth, kind) = match words[..] {
        [position, depth] => (position, depth, None),
        [position, depth, kind] => (position, depth, Some(kind.to_owned())),
        _ => return Err("it must be `POSITION DEPTH [KIND] = COUNT`".to_owned()),
    };
    Ok(Line {
        number,
        settings,
        position: (position != "start").then(|| position.to_owned()),
        depth: depth
            .parse()
            .map_err(|_| format!("`{depth}` is no depth"))?,
        kind,
        count,
    })
}

/// Counts every line of `table` that is at most `deepest` deep; returns how many were counted, or
/// everything that is wrong.
pub fn run<G: Setup + Notation>(table: &str, deepest: u32) -> Result<usize, String> {
    let (mut counted, mut wrong) = (0, Vec::new());
    for line in read(table)?.iter().filter(|line| line.depth <= deepest) {
        match count::<G>(line) {
            Ok(count) if count == line.count => (),
            Ok(count) => wrong.push(format!(
                "line {}: {} expected, {count} counted",
                line.number, line.count
            )),
            Err(why) => wrong.push(format!("line {}: {why}", line.number)),
        }
        counted += 1;
    }
    if wrong.is_empty() {
        Ok(counted)
    } else {
        Err(wrong.join("\n"))
    }
}

/// Counts one line.
pub fn count<G: Setup + Notation>(line: &Line) -> Result<u64, String> {
    let (game, state) = resume::<G>(line)?;
    Ok(vauban_search::perft(
        &game,
        &state,
        line.depth,
        line.kind.as_deref(),
    ))
}

/// The game and the state that a line counts from.
pub fn resume<G: Setup + Notation>(line: &Line) -> Result<(G, G::State), String> {
    let in_words = |errors: Vec<SettingError>| {
        let texts: Vec<&str> = errors.iter().map(|error| &*error.text.en).collect();
        texts.join("; ")
    };
    let complete = G::CARD.complete(&line.settings, None, 1);
    let (seats, settings) = complete.map_err(in_words)?;
    let game = G::setup(&settings, seats).map_err(in_words)?;
    match &line.position {
        None => {
            let start = game.start();
            Ok((game, start))
        }
        Some(position) => game.resume(position).map_err(|error| error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::{Breakthrough, Muster};

    #[test]
    fn a_line_has_options_a_position_a_depth_a_kind_and_a_count() {
        let lines =
            read("# nothing\n\n[size=4,retreat=yes] xx/oo/1 3 move = 1_024 # why\nstart 1 = 7")
                .unwrap();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].number, 3);
        assert_eq!(lines[0].settings["retreat"], "yes");
        assert_eq!(lines[0].position.as_deref(), Some("xx/oo/1"));
        assert_eq!(
            (lines[0].depth, lines[0].kind.as_deref(), lines[0].count),
            (3, Some("move"), 1_024)
        );
        assert_eq!(
            (lines[1].position.as_deref(), lines[1].kind.as_deref()),
            (None, None)
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (table, part) in [
            ("start 1", "line 1: there is no"),
            ("\nstart x = 1", "line 2: `x` is no depth"),
            ("start = 1", "must be"),
            ("[size start 1 = 1", "no end"),
            ("start 1 = many", "`many` is no count"),
        ] {
            let error = read(table).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        let error = run::<Breakthrough>("start 1 = 3\n[size=99] start 1 = 1", 9).unwrap_err();
        assert!(error.contains("line 1: 3 expected, 16 counted"), "{error}");
        assert!(error.contains("line 2: `size`"), "{error}");
    }

    #[test]
    fn positions_options_and_kinds_are_counted() {
        // A row of n men can go 3n − 2 ways. One man in a corner goes two ways.
        let table = "start 1 = 16\n[size=8] start 2 = 484\n[size=8] start 1 move = 22\n\
                     start 1 jump = 0\n[size=4] o.../..../..../x.../1 1 = 2\nstart 9 = 0";
        assert_eq!(run::<Breakthrough>(table, 8), Ok(5));
    }

    #[test]
    fn a_game_that_is_over_has_no_leaves_below() {
        assert_eq!(
            run::<Breakthrough>("[size=4] x.../..../..../.o../2 1 = 0", 1),
            Ok(1)
        );
    }

    #[test]
    fn results_of_nature_are_steps_too() {
        // Four cards can be drawn; each can then be played, or the turn ended.
        assert_eq!(
            run::<Muster>("start 1 = 4\nstart 2 = 8\nstart 2 play = 4\nstart 3 = 9", 2),
            Ok(3)
        );
    }
}
