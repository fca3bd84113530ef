//! Errors in the command line, each in one line.

use std::{error::Error, fmt, process::ExitCode};

use clap::{
    CommandFactory,
    error::{ContextKind, ContextValue, ErrorKind},
};
use vauban_game::{Lang, Text};

use crate::{
    arguments::{self, Arguments},
    failure::{Failure, complain},
};

/// What is wrong with a value, in every language.
#[derive(Clone, Debug)]
pub struct Wrong(Text);

impl Wrong {
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Wrong {
        Wrong(Text::new(en.into(), fr.into()))
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.en)
    }
}

impl Error for Wrong {}

/// Prints the help or the version if that was asked for, else says what was not understood.
pub fn report(error: &clap::Error, words: &[String]) -> ExitCode {
    let lang = lang_of(words);
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Failure::output(&error).report(lang),
        };
    }
    let text = line(error);
    let help = match command_of(words) {
        Some(command) => format!("vauban {command} --help"),
        None => "vauban --help".to_owned(),
    };
    complain(lang.pick(
        format!("{} (see {help})", text.en),
        format!("{} (voir {help})", text.fr),
    ));
    ExitCode::from(2)
}

/// The language that was asked for, as far as that can be known before the words are understood.
fn lang_of(words: &[String]) -> Lang {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = match word.as_str() {
            "--lang" => words.next().map(String::as_str),
            word => word.strip_prefix("--lang="),
        };
        if let Some(lang) = value.and_then(|value| value.parse().ok()) {
            return lang;
        }
    }
    arguments::lang_of_environment()
}

/// The command that the words begin with.
fn command_of(words: &[String]) -> Option<&str> {
    let commands = Arguments::command();
    words
        .iter()
        .skip(1)
        .map(String::as_str)
        .find(|word| commands.find_subcommand(word).is_some())
}

/// What was not understood.
fn line(error: &clap::Error) -> Text {
    let told = |kind: ContextKind| error.get(kind).map(shown).unwrap_or_default();
    let argument = told(ContextKind::InvalidArg);
    let value = told(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::ValueValidation => {
            let why = error.source().and_then(|why| why.downcast_ref::<Wrong>());
            let why = match why {
                Some(Wrong(text)) => text.clone(),
                // What we do not read ourselves are numbers.
                None => Text::fixed(
                    "expected a whole number in range",
                    "un nombre entier dans les limites est attendu",
                ),
            };
            Text::new(
                format!("invalid value `{value}` for {argument}: {}", why.en),
                format!("valeur « {value} » incorrecte pour {argument} : {}", why.fr),
            )
        }
        ErrorKind::InvalidValue if value.is_empty() => Text::new(
            format!("{argument} needs a value"),
            format!("{argument} attend une valeur"),
        ),
        ErrorKind::InvalidValue => {
            let all = told(ContextKind::ValidValue);
            Text::new(
                format!("invalid value `{value}` for {argument}; available: {all}"),
                format!("valeur « {value} » incorrecte pour {argument} ; disponibles : {all}"),
            )
        }
        ErrorKind::UnknownArgument => {
            let similar = told(ContextKind::SuggestedArg);
            guess(
                Text::new(
                    format!("unexpected argument `{argument}`"),
                    format!("argument inattendu « {argument} »"),
                ),
                &similar,
            )
        }
        ErrorKind::InvalidSubcommand => {
            let word = told(ContextKind::InvalidSubcommand);
            let similar = told(ContextKind::SuggestedSubcommand);
            guess(
                Text::new(
                    format!("unknown command `{word}`"),
                    format!("commande inconnue « {word} »"),
                ),
                &similar,
            )
        }
        ErrorKind::MissingRequiredArgument => Text::new(
            format!("{argument} is missing"),
            format!("il manque {argument}"),
        ),
        ErrorKind::ArgumentConflict => {
            let other = told(ContextKind::PriorArg);
            match other == argument || other.is_empty() {
                true => Text::new(
                    format!("{argument} can be given only once"),
                    format!("{argument} ne peut être donné qu'une fois"),
                ),
                false => Text::new(
                    format!("{argument} cannot be combined with {other}"),
                    format!("{argument} ne peut pas être combiné avec {other}"),
                ),
            }
        }
        _ => Text::same(first_line(&error.to_string())),
    }
}

fn guess(text: Text, similar: &str) -> Text {
    if similar.is_empty() {
        return text;
    }
    Text::new(
        format!("{}; did you mean {similar}?", text.en),
        format!("{} ; vouliez-vous dire {similar} ?", text.fr),
    )
}

fn shown(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(all) => all.join(", "),
        ContextValue::None => String::new(),
        other => other.to_string(),
    }
}

/// What clap itself says first, without what it adds below.
fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
