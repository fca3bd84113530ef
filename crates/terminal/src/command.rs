//! What a typed line asks for.

use vauban_game::Text;
use vauban_table::Standing;

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
    Resign,
    Draw,
    Save(&'line str),
    Load(&'line str),
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
        /// What an action would change of it.
        after: Option<&'line str>,
    },
}

/// The commands as the help lists them: how they are written, and what they do.
pub(crate) const COMMANDS: &[(&str, Text)] = &[
    (
        "legal",
        Text::fixed("list the legal actions", "lister les actions permises"),
    ),
    (
        "why ACTION",
        Text::fixed(
            "say why an action is not allowed",
            "dire pourquoi une action n'est pas permise",
        ),
    ),
    (
        "odds ACTION [keep N]",
        Text::fixed(
            "give the exact odds of an action",
            "donner les chances exactes d'une action",
        ),
    ),
    (
        "lens [NAME] [SEAT] [after ACTION]",
        Text::fixed(
            "show an overlay, or what an action would change in it; `lens off` hides it",
            "montrer un calque, ou ce qu'une action y changerait ; « lens off » le retire",
        ),
    ),
    (
        "stand only|most|off",
        Text::fixed(
            "leave an answer: the only choice, or as many as you may when another player asks for a number",
            "laisser une réponse : le seul choix, ou le plus possible quand un autre joueur demande un nombre",
        ),
    ),
    (
        "revert",
        Text::fixed("take back the last action", "reprendre la dernière action"),
    ),
    ("resign", Text::fixed("resign", "abandonner")),
    (
        "draw",
        Text::fixed("offer or accept a draw", "proposer ou accepter la nulle"),
    ),
    (
        "save FILE",
        Text::fixed(
            "write the match to a file: a record (.vauban), a picture (.svg) or the game's own format",
            "écrire la partie dans un fichier : une partie (.vauban), une image (.svg) ou le format propre au jeu",
        ),
    ),
    (
        "load FILE [N]",
        Text::fixed(
            "open a match from a file; N: which record, if there are several",
            "ouvrir une partie depuis un fichier ; N : laquelle, s'il y en a plusieurs",
        ),
    ),
    ("rules", Text::fixed("read the rules", "lire les règles")),
    (
        "position",
        Text::fixed("show the position as text", "montrer la position en texte"),
    ),
    (
        "hash",
        Text::fixed(
            "show the hash of the position",
            "montrer l'empreinte de la position",
        ),
    ),
    ("help", Text::fixed("show this help", "montrer cette aide")),
    ("exit", Text::fixed("leave", "quitter")),
];

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
            "why" => Command::Why(needs("why ACTION")?),
            "odds" => {
                let (action, keep) = split_keep(needs("odds ACTION [keep N]")?);
                Command::Odds(action, keep)
            }
            "lens" => Command::Lens(read_lens(rest)?),
            "stand" => Command::Stand(read_standing(rest)?),
            "revert" => Command::Revert,
            "resign" => Command::Resign,
            "draw" => Command::Draw,
            "save" => Command::Save(needs("save FILE")?),
            "load" => Command::Load(needs("load FILE [N]")?),
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
        word => Standing::read(word).map(Some).ok_or("stand only|most|off"),
    }
}

fn read_lens(rest: &str) -> Result<LensWish<'_>, &'static str> {
    const USAGE: &str = "lens [NAME] [SEAT] [after ACTION]";
    let (selection, after) = split_after(rest);
    if after == Some("") {
        return Err(USAGE);
    }
    let words: Vec<&str> = selection.split_whitespace().collect();
    let number = |word: &&str| word.parse::<u8>().ok();
    let (name, seat) = match words.as_slice() {
        [] => (None, None),
        ["off"] if after.is_none() => return Ok(LensWish::Off),
        [only] => match number(only) {
            Some(seat) => (None, Some(seat)),
            None => (Some(*only), None),
        },
        [name, seat] if number(seat).is_some() => (Some(*name), number(seat)),
        _ => return Err(USAGE),
    };
    Ok(LensWish::On { name, seat, after })
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

/// What stands before and what behind the word `after`.
fn split_after(rest: &str) -> (&str, Option<&str>) {
    const WORD: &str = "after";
    let is_word = |at: &usize| {
        let (before, behind) = (&rest[..*at], &rest[at + WORD.len()..]);
        (before.is_empty() || before.ends_with(char::is_whitespace))
            && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    };
    let place = rest.match_indices(WORD).map(|(at, _)| at).find(is_word);
    match place {
        Some(at) => (&rest[..at], Some(rest[at + WORD.len()..].trim())),
        None => (rest, None),
    }
}

/// The words that begin a command.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS
        .iter()
        .filter_map(|(usage, _)| usage.split(' ').next())
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
                after: Some("a2 a3"),
            }))
        };
        assert_eq!(Command::read("lens after a2 a3"), after(None, None));
        assert_eq!(
            Command::read("lens reach 2  after  a2 a3"),
            after(Some("reach"), Some(2))
        );
    }

    #[test]
    fn every_command_of_the_help_is_understood() {
        for (usage, _) in COMMANDS {
            let read = Command::read(usage);
            assert!(!matches!(read, Ok(Command::Act(_))), "{usage}");
        }
    }
}
