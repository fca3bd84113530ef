//! The replay file of the first Jungle War (`replay.txt`). §7.3
//!
//! A JSON object with the commands in order: which animal of which player goes where. The old
//! program wrote a comma behind the last command, which JSON forbids: such commas are blanked
//! out before the text is parsed, so that every line and column stays where it was.

use serde::Deserialize;
use vauban_game::{
    FormatCard, FormatError, Formats, Game, Imported, Notation, Reason, Seat, Settings, Text, Turn,
    text,
};

use super::{
    Action, Jungle, Powers,
    animal::Animal,
    board::{COLUMNS, ROWS, Square},
    state::State,
};

/// Longer files are not looked at: a match has less than 2,000 half-moves of about 150 letters.
const LONGEST: usize = 1 << 20;
/// §6.5 Sixteen captures with at most a hundred half-moves before each.
const MOST_COMMANDS: usize = 2_000;
/// The only order of the old program: go there.
const GO: i64 = 1;

#[derive(Deserialize)]
struct Replay {
    commands: Vec<Command>,
    length: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Command {
    #[serde(rename = "animalID")]
    animal_id: i64,
    #[serde(rename = "orderID")]
    order_id: i64,
    /// Whether it is the second player's.
    player: bool,
    x_destination: i64,
    y_destination: i64,
}

impl Formats for Jungle {
    fn format(&self) -> Option<FormatCard> {
        Some(FormatCard {
            name: "replay.txt",
            about: Text::fixed(
                "the replay file of the first Jungle War (JSON)",
                "le fichier de rediffusion du premier Jungle War (JSON)",
            ),
        })
    }

    fn recognise(&self, text: &str) -> bool {
        text.trim_start().starts_with('{') && text.contains("\"commands\"")
    }

    fn import(&self, text: &str) -> Result<Imported, FormatError> {
        if text.len() > LONGEST {
            return Err(error(
                None,
                Text::fixed("the file is too long", "le fichier est trop long"),
            ));
        }
        let Cleaned { json, lines } = clean(text);
        let replay: Replay = serde_json::from_str(&json).map_err(|wrong| {
            let line = (wrong.line() > 0).then(|| wrong.line());
            // The line is told apart from the message.
            let message = wrong.to_string();
            let why = message.split(" at line ").next().unwrap_or_default();
            error(
                line,
                text!(
                    "not a replay: {why}",
                    "ce n'est pas une rediffusion : {why}"
                ),
            )
        })?;
        let count = replay.commands.len();
        if usize::try_from(replay.length) != Ok(count) {
            let line = line_of(text, "\"length\"");
            return Err(error(
                line,
                text!(
                    "`length` is {length}, but there are {count} commands",
                    "« length » vaut {length}, mais il y a {count} commandes",
                    length = replay.length,
                ),
            ));
        }
        if count > MOST_COMMANDS {
            return Err(error(
                None,
                text!(
                    "{count} commands are more than any match has",
                    "{count} commandes, c'est plus qu'aucune partie n'en a"
                ),
            ));
        }
        let steps = replay_steps(&replay.commands)
            .map_err(|(index, text)| error(lines.get(index).copied(), text))?;
        Ok(Imported {
            settings: Settings::from([("powers".to_owned(), Powers::Seed.word().to_owned())]),
            position: None,
            steps,
        })
    }

    fn export(
        &self,
        start: &State,
        steps: &[(Seat, Action)],
        _now: &State,
    ) -> Option<Result<String, FormatError>> {
        Some(self.write_replay(start, steps))
    }
}

/// The actions of the commands, played from the start. An error names the command by its index.
fn replay_steps(commands: &[Command]) -> Result<Vec<String>, (usize, Text)> {
    let game = Jungle::new(Powers::Seed);
    let mut state = game.start();
    let mut steps = Vec::with_capacity(commands.len());
    for (index, command) in commands.iter().enumerate() {
        let number = index + 1;
        let wrong = |text: Text| {
            (
                index,
                text!(
                    "command {number}: {text}",
                    "commande {number} : {text}",
                    text
                ),
            )
        };
        let seat = Seat(u8::from(command.player));
        let action = understand(&state, seat, command).map_err(wrong)?;
        game.check(&state, seat, action).map_err(|refused| {
            let texts = refused.failed.iter().map(Reason::text);
            let all = texts.reduce(|all, next| text!("{all} {next}", "{all} {next}", all, next));
            wrong(all.unwrap_or_default())
        })?;
        steps.push(game.write(action));
        game.act(&mut state, seat, action);
    }
    Ok(steps)
}

/// What a command means when the animals stand as in `state`.
fn understand(state: &State, seat: Seat, command: &Command) -> Result<Action, Text> {
    if command.order_id != GO {
        return Err(text!(
            "`orderID` is {order}; only {GO} is known",
            "« orderID » vaut {order} ; seul {GO} est connu",
            order = command.order_id,
        ));
    }
    let animal = u64::try_from(command.animal_id)
        .ok()
        .and_then(Animal::from_id)
        .ok_or_else(|| {
            text!(
                "`animalID` is {id}; it must be 1 to 8",
                "« animalID » vaut {id} ; il doit aller de 1 à 8",
                id = command.animal_id,
            )
        })?;
    let square = || {
        let column = u8::try_from(command.x_destination).ok()?;
        Square::at(column, u8::try_from(command.y_destination).ok()?)
    };
    let to = square().ok_or_else(|| {
        let (x, y) = (command.x_destination, command.y_destination);
        let (right, bottom) = (COLUMNS - 1, ROWS - 1);
        text!(
            "({x}, {y}) is not on the board: x is 0 to {right}, y 0 to {bottom}",
            "({x}, {y}) n'est pas sur le plateau : x va de 0 à {right}, y de 0 à {bottom}"
        )
    })?;
    let from = state.square_of(seat, animal).ok_or_else(|| {
        text!(
            "{the} was already taken",
            "{the} a déjà été pris",
            the = animal.the()
        )
    })?;
    Ok(Action { from, to })
}

impl Jungle {
    fn write_replay(&self, start: &State, steps: &[(Seat, Action)]) -> Result<String, FormatError> {
        let refuse = |en: &'static str, fr: &'static str| Err(error(None, Text::fixed(en, fr)));
        if self.table != Powers::Seed {
            return refuse(
                "a replay does not hold the powers: only a match with powers=seed can be written",
                "une rediffusion ne contient pas les puissances : seule une partie avec powers=seed peut être écrite",
            );
        }
        if *start != self.start() {
            return refuse(
                "a replay does not hold a position: only a match from the start can be written",
                "une rediffusion ne contient pas de position : seule une partie depuis le début peut être écrite",
            );
        }
        let mut state = *start;
        let mut commands = Vec::with_capacity(steps.len());
        for &(seat, action) in steps {
            let playable = matches!(self.turn(&state), Turn::One(mover) if mover == seat);
            let Some((_, animal)) = state.at(action.from).filter(|_| playable) else {
                return refuse(
                    "the steps are not those of a match",
                    "les coups ne sont pas ceux d'une partie",
                );
            };
            commands.push(format!(
                "    {{\n      \"animalID\" : {},\n      \"orderID\" : {GO},\n      \"player\" : {},\n      \"xDestination\" : {},\n      \"yDestination\" : {}\n    }}",
                animal.id(),
                seat == Seat(1),
                action.to.column(),
                action.to.row(),
            ));
            self.act(&mut state, seat, action);
        }
        let list = match commands.as_slice() {
            [] => "  []".to_owned(),
            _ => format!("  [\n{}\n  ]", commands.join(",\n")),
        };
        Ok(format!(
            "{{\n  \"commands\" :\n{list},\n  \"length\" : {}\n}}\n",
            commands.len()
        ))
    }
}

/// A text without the commas that JSON forbids, and the lines where its commands begin.
struct Cleaned {
    json: String,
    lines: Vec<usize>,
}

/// Blanks every comma outside of strings that a closing bracket follows.
fn clean(text: &str) -> Cleaned {
    let mut bytes = text.as_bytes().to_vec();
    let mut lines = Vec::new();
    let (mut line, mut depth) = (1usize, 0usize);
    let (mut quoted, mut escaped) = (false, false);
    let mut comma = None;
    for at in 0..bytes.len() {
        let byte = bytes[at];
        line += usize::from(byte == b'\n');
        if quoted {
            quoted = byte != b'"' || escaped;
            escaped = byte == b'\\' && !escaped;
            continue;
        }
        match byte {
            b'"' => quoted = true,
            b'{' | b'[' => {
                // The object of the file, the list in it, a command in the list.
                if byte == b'{' && depth == 2 {
                    lines.push(line);
                }
                depth += 1;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if let Some(comma) = comma {
                    bytes[comma] = b' ';
                }
            }
            _ => {}
        }
        match byte {
            b',' => comma = Some(at),
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => comma = None,
        }
    }
    Cleaned {
        // A comma is one byte, and so is a blank: it is still the same kind of text.
        json: String::from_utf8_lossy(&bytes).into_owned(),
        lines,
    }
}

/// The first line that holds `word`.
fn line_of(text: &str, word: &str) -> Option<usize> {
    let at = text.find(word)?;
    Some(text[..at].matches('\n').count() + 1)
}

fn error(line: Option<usize>, text: Text) -> FormatError {
    FormatError { line, text }
}
