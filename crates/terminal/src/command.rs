//! What a typed line asks for.

use vauban_table::{CommandCard, Door, Standing, commands};

/// A line, understood. What is no command is an action in the game's notation.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Command<'line> {
    Legal,
    Why(&'line str),
    /// The action, and how many are kept when it is fought out.
    Odds(&'line str, Option<u32>),
    Lens(LensWish<'line>),
    /// Leaves an answer, or withdraws it.
    Stand(Option<Standing>),
    Revert,
    /// What the programs thought last.
    Thought,
    /// What the strongest level would do.
    Hint,
    Resign,
    Draw,
    Save(&'line str),
    Load(&'line str),
    New,
    Pause,
    /// Whether the board is hidden while the screen is passed on.
    Curtain(bool),
    Rules,
    Position,
    Hash,
    Help,
    Exit,
    /// A result of nature; `None` lets it roll.
    Chance(Option<&'line str>),
    Act(&'line str),
}

/// Which lens, for which seat.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum LensWish<'line> {
    Off,
    On {
        name: Option<&'line str>,
        seat: Option<u8>,
        /// Which part of the board.
        zone: Option<&'line str>,
        /// What an action would change of it.
        after: Option<&'line str>,
    },
}

/// How a command is written here.
fn form(word: &'static str) -> &'static str {
    CommandCard::form(word, Door::Terminal)
}

impl<'line> Command<'line> {
    /// Understands a line that is not blank; `Err` says how the command is written.
    pub fn read(line: &'line str) -> Result<Command<'line>, &'static str> {
        let line = line.trim();
        if let Some(result) = line.strip_prefix('!') {
            let result = result.trim();
            return Ok(Command::Chance((!result.is_empty()).then_some(result)));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let needs = |usage: &'static str| match rest.is_empty() {
            true => Err(usage),
            false => Ok(rest),
        };
        Ok(match word {
            "legal" => Command::Legal,
            "why" => Command::Why(needs(form("why"))?),
            "odds" => {
                let (action, keep) = split_keep(needs(form("odds"))?);
                Command::Odds(action, keep)
            }
            "lens" => Command::Lens(read_lens(rest)?),
            "stand" => Command::Stand(read_standing(rest)?),
            "revert" => Command::Revert,
            "thought" => Command::Thought,
            "hint" => Command::Hint,
            "resign" => Command::Resign,
            "draw" => Command::Draw,
            "save" => Command::Save(needs(form("save"))?),
            "load" => Command::Load(needs(form("load"))?),
            "new" => Command::New,
            "pause" => Command::Pause,
            "curtain" => match rest {
                "on" => Command::Curtain(true),
                "off" => Command::Curtain(false),
                _ => return Err(form("curtain")),
            },
            "rules" => Command::Rules,
            "position" => Command::Position,
            "hash" => Command::Hash,
            "help" | "?" => Command::Help,
            "exit" => Command::Exit,
            _ => Command::Act(line),
        })
    }
}

fn read_standing(rest: &str) -> Result<Option<Standing>, &'static str> {
    match rest {
        "off" => Ok(None),
        word => Standing::read(word).map(Some).ok_or(form("stand")),
    }
}

fn read_lens(rest: &str) -> Result<LensWish<'_>, &'static str> {
    let (selection, after) = split_at(rest, "after");
    let (selection, zone) = split_at(selection, "in");
    if after == Some("") || zone == Some("") || after.is_some() && zone.is_some() {
        return Err(form("lens"));
    }
    let words: Vec<&str> = selection.split_whitespace().collect();
    let number = |word: &&str| word.parse::<u8>().ok();
    let (name, seat) = match words.as_slice() {
        [] => (None, None),
        ["off"] if after.is_none() && zone.is_none() => return Ok(LensWish::Off),
        [only] => match number(only) {
            Some(seat) => (None, Some(seat)),
            None => (Some(*only), None),
        },
        [name, seat] if number(seat).is_some() => (Some(*name), number(seat)),
        _ => return Err(form("lens")),
    };
    Ok(LensWish::On {
        name,
        seat,
        zone,
        after,
    })
}

/// The action, and the number behind the word `keep`.
fn split_keep(rest: &str) -> (&str, Option<u32>) {
    let number = rest.rsplit_once(char::is_whitespace);
    let found = number.and_then(|(before, number)| {
        let (action, word) = before.trim_end().rsplit_once(char::is_whitespace)?;
        let keep = number.parse().ok().filter(|_| word == "keep")?;
        Some((action.trim_end(), Some(keep)))
    });
    found.unwrap_or((rest, None))
}

/// What stands before and what behind a word.
fn split_at<'line>(rest: &'line str, word: &str) -> (&'line str, Option<&'line str>) {
    let is_word = |at: &usize| {
        let (before, behind) = (&rest[..*at], &rest[at + word.len()..]);
        (before.is_empty() || before.ends_with(char::is_whitespace))
            && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    };
    let place = rest.match_indices(word).map(|(at, _)| at).find(is_word);
    match place {
        Some(at) => (&rest[..at], Some(rest[at + word.len()..].trim())),
        None => (rest, None),
    }
}

/// The words that begin a command.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    commands(Door::Terminal).map(|command| command.word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_is_an_action() {
        assert_eq!(Command::read(" a2 a3 "), Ok(Command::Act("a2 a3")));
        assert_eq!(Command::read("why a2a3"), Ok(Command::Why("a2a3")));
        assert_eq!(Command::read("why "), Err("why ACTION"));
        assert_eq!(Command::read("! 3"), Ok(Command::Chance(Some("3"))));
        assert_eq!(Command::read("!"), Ok(Command::Chance(None)));
    }

    #[test]
    fn an_answer_is_left_by_its_name() {
        let stand = |line| Command::read(line);
        assert_eq!(
            stand("stand most"),
            Ok(Command::Stand(Some(Standing::Most)))
        );
        assert_eq!(stand("stand off"), Ok(Command::Stand(None)));
        assert_eq!(stand("stand"), Err("stand only|most|off"));
        assert_eq!(stand("stand still"), Err("stand only|most|off"));
    }

    #[test]
    fn a_lens_has_a_name_or_a_seat_or_both() {
        let on = |name, seat| {
            Ok(Command::Lens(LensWish::On {
                name,
                seat,
                zone: None,
                after: None,
            }))
        };
        assert_eq!(Command::read("lens"), on(None, None));
        assert_eq!(Command::read("lens reach"), on(Some("reach"), None));
        assert_eq!(Command::read("lens 2"), on(None, Some(2)));
        assert_eq!(Command::read("lens reach 2"), on(Some("reach"), Some(2)));
        assert_eq!(Command::read("lens off"), Ok(Command::Lens(LensWish::Off)));
        assert!(Command::read("lens a b c").is_err());
        assert!(Command::read("lens a after ").is_err());
        let after = |name, seat| {
            Ok(Command::Lens(LensWish::On {
                name,
                seat,
                zone: None,
                after: Some("a2 a3"),
            }))
        };
        assert_eq!(Command::read("lens after a2 a3"), after(None, None));
        assert_eq!(
            Command::read("lens reach 2  after  a2 a3"),
            after(Some("reach"), Some(2))
        );
        let zone = Command::Lens(LensWish::On {
            name: Some("reach"),
            seat: Some(2),
            zone: Some("a1 b2"),
            after: None,
        });
        assert_eq!(Command::read("lens reach 2 in a1 b2"), Ok(zone));
        assert!(Command::read("lens reach in").is_err());
        assert!(Command::read("lens reach in a1 after a2 a3").is_err());
    }

    #[test]
    fn every_command_of_the_help_is_understood() {
        for command in commands(Door::Terminal) {
            let read = Command::read(command.form);
            assert!(!matches!(read, Ok(Command::Act(_))), "{}", command.form);
        }
    }
}
