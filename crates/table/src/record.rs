//! Everything that happened, as text: enough to play a match again without dice.
//!
//! Tag lines (`[Game "jungle"]`) and steps, in the manner of PGN:
//!
//! | token | meaning |
//! |---|---|
//! | `j3j4` | an action of the seat on turn |
//! | `2:hide-3` | an action of a seat that had to be named |
//! | `!6,5,2/4,3` | a result of nature |
//! | `1:resign` `1:timeout` `1:forfeit` `draw` `close` | steps of the table's own |
//! | `?` | a step that the reader may not know yet |
//! | `#0123456789abcdef` | the hash of the state here, checked on replay |
//! | `{…}`, `;…` | a comment; one after `;` goes to the end of its line and is not kept |
//! | `21.` | a step number; for people only |
//!
//! What we write reads back to itself; what others wrote is normalised, and
//! tags we do not know are kept.

use std::fmt::{self, Write};

use percent_encoding::{
    AsciiSet, CONTROLS, PercentEncode, percent_decode_str, utf8_percent_encode,
};
use vauban_game::{Seat, Settings, Text};

/// A match on paper.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Record {
    /// Names with values, in the order in which they are written.
    pub tags: Vec<(String, String)>,
    pub items: Vec<Item>,
}

/// What stands between the blanks of the step section.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Item {
    Step(Step),
    Comment(String),
    Hash(u64),
}

/// One step.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Step {
    /// By the seat on turn, or by the seat named.
    Action {
        seat: Option<Seat>,
        text: String,
    },
    Chance(String),
    Table(Ruling),
    /// What the reader may not know yet.
    Hidden,
}

/// A step of the table's own, which the rules know nothing of.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Ruling {
    Resign(Seat),
    Timeout(Seat),
    /// Claimed by another seat, because this one was away too long.
    Forfeit(Seat),
    /// Agreed on by all.
    Draw,
    /// The host closed the match.
    Close,
}

/// What is wrong with a record's text, and where.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordError {
    pub line: usize,
    pub text: Text,
}

/// Longer records are not read: nobody plays so long, and a server must not choke.
const MOST_ITEMS: usize = 200_000;

/// More tags than this are not read.
const MOST_TAGS: usize = 500;

/// The widest line of steps that is written.
const WIDTH: usize = 80;

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place if it is there already.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.items.iter().filter_map(|item| match item {
            Item::Step(step) => Some(step),
            Item::Comment(_) | Item::Hash(_) => None,
        })
    }

    /// The options of the `Options` tag; the number of seats is among them, where a game has a choice.
    pub fn settings(&self) -> Settings {
        read_settings(self.tag("Options").unwrap_or_default())
    }

    /// Whether `text` begins as a record does, with a tag.
    pub fn is_record(text: &str) -> bool {
        text.trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with('[')
    }

    /// The records of a file, one or more.
    pub fn read_all(text: &str) -> Result<Vec<Record>, RecordError> {
        let mut records: Vec<Record> = Vec::new();
        let mut reader = Reader::new(text);
        while let Some(token) = reader.next()? {
            // A tag after steps opens a new record; so does `Game` once more, after one without steps.
            let opens = match (&token, records.last()) {
                (_, None) => true,
                (Token::Tag(name, _), Some(record)) => {
                    !record.items.is_empty() || name == "Game" && record.tag("Game").is_some()
                }
                (Token::Item(_), Some(_)) => false,
            };
            if opens {
                records.push(Record::default());
            }
            let record = records.last_mut().expect("one was just opened");
            match token {
                Token::Tag(name, value) => {
                    if record.tag(&name).is_some() {
                        return Err(reader.error(
                            format!("the tag {name} appears twice"),
                            format!("l'étiquette {name} figure deux fois"),
                        ));
                    }
                    if record.tags.len() == MOST_TAGS {
                        return Err(reader.error(
                            format!("more than {MOST_TAGS} tags"),
                            format!("plus de {MOST_TAGS} étiquettes"),
                        ));
                    }
                    record.tags.push((name, value));
                }
                Token::Item(item) => record.items.push(item),
            }
            if record.items.len() > MOST_ITEMS {
                return Err(reader.error(
                    format!("more than {MOST_ITEMS} steps and comments"),
                    format!("plus de {MOST_ITEMS} pas et commentaires"),
                ));
            }
        }
        Ok(records)
    }

    /// The one record of a file; the first if there are several.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        Record::read_all(text)?
            .into_iter()
            .next()
            .ok_or_else(|| RecordError {
                line: 1,
                text: Text::fixed(
                    "the file contains no record",
                    "le fichier ne contient aucune partie",
                ),
            })
    }
}

/// Options in one line: `first=north rules=bordeaux`, with `%` codes for what would not survive.
pub(crate) fn write_settings(settings: &Settings) -> String {
    let pairs: Vec<String> = settings
        .iter()
        .map(|(name, value)| format!("{}={}", escape(name), escape(value)))
        .collect();
    pairs.join(" ")
}

fn read_settings(text: &str) -> Settings {
    text.split_whitespace()
        .map(|pair| match pair.split_once('=') {
            Some((name, value)) => (unescape(name), unescape(value)),
            None => (unescape(pair), String::new()),
        })
        .collect()
}

/// What would not survive in a line of `name=value` pairs.
const RESERVED: &AsciiSet = &CONTROLS.add(b' ').add(b'%').add(b'=');

fn escape(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, RESERVED)
}

fn unescape(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Action { seat: None, text } => f.write_str(text),
            Step::Action {
                seat: Some(seat),
                text,
            } => write!(f, "{seat}:{text}"),
            Step::Chance(text) => write!(f, "!{text}"),
            Step::Table(Ruling::Resign(seat)) => write!(f, "{seat}:resign"),
            Step::Table(Ruling::Timeout(seat)) => write!(f, "{seat}:timeout"),
            Step::Table(Ruling::Forfeit(seat)) => write!(f, "{seat}:forfeit"),
            Step::Table(Ruling::Draw) => f.write_str("draw"),
            Step::Table(Ruling::Close) => f.write_str("close"),
            Step::Hidden => f.write_str("?"),
        }
    }
}

/// The text of the record, ready to be appended to others.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value: String = value
                .chars()
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect();
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let (mut line, mut number) = (String::new(), 1);
        for item in &self.items {
            let token = match item {
                Item::Step(step) => step.to_string(),
                Item::Comment(comment) => format!("{{{comment}}}"),
                Item::Hash(hash) => format!("#{hash:016x}"),
            };
            if !line.is_empty() && line.chars().count() + 1 + token.chars().count() > WIDTH {
                writeln!(f, "{line}")?;
                line.clear();
            }
            if line.is_empty() {
                write!(line, "{number}.")?;
            }
            write!(line, " {token}")?;
            if matches!(item, Item::Step(_)) {
                number += 1;
            }
        }
        if !line.is_empty() {
            writeln!(f, "{line}")?;
        }
        writeln!(f)
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text.en)
    }
}

enum Token {
    Tag(String, String),
    Item(Item),
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            line: 1,
        }
    }

    fn error(&self, en: impl Into<String>, fr: impl Into<String>) -> RecordError {
        RecordError {
            line: self.line,
            text: Text::new(en.into(), fr.into()),
        }
    }

    /// Takes `length` bytes off the front.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn next(&mut self) -> Result<Option<Token>, RecordError> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.take(blank);
            match self.rest.chars().next() {
                None => return Ok(None),
                Some('[') => return self.tag().map(Some),
                Some('{') => return self.comment().map(Some),
                // To the end of the line, as chess players write.
                Some(';') => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.take(end);
                }
                Some(_) => {
                    let number = number_length(self.rest);
                    if number > 0 {
                        self.take(number);
                        continue;
                    }
                    let end = self
                        .rest
                        .find(|c: char| c.is_whitespace() || c == '{')
                        .unwrap_or(self.rest.len());
                    let word = self.take(end);
                    if !is_result(word) {
                        return self.word(word).map(Some);
                    }
                }
            }
        }
    }

    /// `[Name "value"]`, with `\"` and `\\` inside the value.
    fn tag(&mut self) -> Result<Token, RecordError> {
        let bad = || {
            self.error(
                "a tag is written [Name \"value\"]",
                "une étiquette s'écrit [Nom \"valeur\"]",
            )
        };
        let body = self.rest.strip_prefix('[').ok_or_else(bad)?;
        let (name, body) = body.split_once('"').ok_or_else(bad)?;
        let name = name.trim();
        let named = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        if name.is_empty() || !named {
            return Err(bad());
        }
        let (mut value, mut chars) = (String::new(), body.char_indices());
        let end = loop {
            match chars.next().ok_or_else(bad)? {
                (at, '"') => break at + 1,
                (_, '\\') => match chars.next() {
                    Some((_, c @ ('"' | '\\'))) => value.push(c),
                    _ => return Err(bad()),
                },
                (_, c) if c.is_control() => return Err(bad()),
                (_, c) => value.push(c),
            }
        };
        let after = &body[end..];
        let close = after.find(']').ok_or_else(bad)?;
        if !after[..close].trim().is_empty() {
            return Err(bad());
        }
        let name = name.to_owned();
        let length = self.rest.len() - (after.len() - close - 1);
        self.take(length);
        Ok(Token::Tag(name, value))
    }

    fn comment(&mut self) -> Result<Token, RecordError> {
        let Some(end) = self.rest.find('}') else {
            return Err(self.error(
                "this comment has no closing brace",
                "ce commentaire n'a pas d'accolade fermante",
            ));
        };
        let comment = self.take(end + 1);
        let words: Vec<&str> = comment[1..end].split_whitespace().collect();
        Ok(Token::Item(Item::Comment(words.join(" "))))
    }

    fn word(&self, word: &str) -> Result<Token, RecordError> {
        let step = match word.as_bytes()[0] {
            b'#' => return self.hash(word).map(|hash| Token::Item(Item::Hash(hash))),
            b'!' => Step::Chance(word[1..].to_owned()),
            b'?' if word == "?" => Step::Hidden,
            _ => match word.split_once(':') {
                None if word == "draw" => Step::Table(Ruling::Draw),
                None if word == "close" => Step::Table(Ruling::Close),
                None => Step::Action {
                    seat: None,
                    text: word.to_owned(),
                },
                Some((seat, text)) => self.by(seat, text)?,
            },
        };
        Ok(Token::Item(Item::Step(step)))
    }

    fn by(&self, seat: &str, text: &str) -> Result<Step, RecordError> {
        let seat = seat
            .parse()
            .ok()
            .and_then(|number| Seat::from_number(number, vauban_game::MAX_SEATS as u8));
        let Some(seat) = seat else {
            return Err(self.error(
                format!("no seat stands before the colon of `:{text}`"),
                format!("aucune place devant les deux-points de « :{text} »"),
            ));
        };
        Ok(match text {
            "resign" => Step::Table(Ruling::Resign(seat)),
            "timeout" => Step::Table(Ruling::Timeout(seat)),
            "forfeit" => Step::Table(Ruling::Forfeit(seat)),
            _ => Step::Action {
                seat: Some(seat),
                text: text.to_owned(),
            },
        })
    }

    fn hash(&self, word: &str) -> Result<u64, RecordError> {
        let digits = &word[1..];
        let valid = digits.len() == 16 && digits.bytes().all(|b| b.is_ascii_hexdigit());
        u64::from_str_radix(digits, 16)
            .ok()
            .filter(|_| valid)
            .ok_or_else(|| {
                self.error(
                    format!("`{word}` is not a hash of 16 hexadecimal digits"),
                    format!("« {word} » n'est pas une empreinte de 16 chiffres hexadécimaux"),
                )
            })
    }
}

/// How records of chess close; here the tag says it.
fn is_result(word: &str) -> bool {
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2")
}

/// The length of a step number such as `21.` at the front, which is there for people only.
fn number_length(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text.as_bytes().get(digits) {
        Some(b'.') => digits + 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
