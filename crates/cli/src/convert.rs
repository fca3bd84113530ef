//! `vauban convert`: from one file format to another, through the rules.

use std::path::Path;

use vauban_catalog::CATALOG;
use vauban_game::{Lang, Text, Viewer};
use vauban_table::{AnyGame, AnyMatch, Opening, Record, ReplayError};

use crate::{
    arguments::Convert,
    failure::Failure,
    files,
    format::{Format, is_dash},
    lens::Wish,
    loading::{self, Content},
    output::print,
};

pub fn run(arguments: &Convert, lang: Lang) -> Result<(), Failure> {
    let (input, output) = (&arguments.input, &arguments.output);
    let format = Format::of(output);
    let bytes = match Content::read(&read(input)?, input)? {
        Content::Records(records)
            if format == Format::Record
                && arguments.record.is_none()
                && arguments.lens.is_none() =>
        {
            let texts: Result<Vec<String>, Failure> = records
                .iter()
                .enumerate()
                .map(|(index, record)| {
                    let place = (records.len() > 1).then_some(index + 1);
                    let table = replay(arguments, record, place)?;
                    Ok(table.record().to_string())
                })
                .collect();
            texts?.concat().into_bytes()
        }
        Content::Records(records) => {
            let record = loading::one(&records, arguments.record, input)?;
            let table = replay(arguments, record, None)?;
            written(arguments, format, table.as_ref(), lang)?
        }
        Content::Other(text) => {
            loading::no_record(arguments.record, input)?;
            let game = game_of(arguments, &text)?;
            let opening = opening(arguments, game)?;
            let table = game
                .load(&text, opening)
                .map_err(|error| Failure::replay(input, &error))?;
            let table = finished(arguments, game, table)?;
            written(arguments, format, table.as_ref(), lang)?
        }
    };
    if is_dash(output) {
        // As a record, which is a text.
        return print(&String::from_utf8_lossy(&bytes));
    }
    files::write(output, &bytes)
}

/// The text of a file, or of standard input.
pub fn read(path: &Path) -> Result<String, Failure> {
    if is_dash(path) {
        return files::read_from(std::io::stdin().lock())
            .map_err(|text| Failure::file(path, &text));
    }
    files::read(path)
}

fn written(
    arguments: &Convert,
    format: Format,
    table: &dyn AnyMatch,
    lang: Lang,
) -> Result<Vec<u8>, Failure> {
    let fail = |text: &Text| Failure::file(&arguments.output, text);
    let Some(lens) = &arguments.lens else {
        return format.write(table, None, lang).map_err(|text| fail(&text));
    };
    if !format.is_picture() {
        return Err(fail(&Text::fixed(
            "an overlay needs a picture: name an .svg or .png file",
            "un calque demande une image : indiquez un fichier .svg ou .png",
        )));
    }
    let wish = Wish::read(lens, table.seats()).ok_or_else(|| {
        fail(&Text::fixed(
            "write an overlay as NAME [SEAT|both] [in ZONE | after ACTION]",
            "un calque s'écrit NOM [PLACE|both] [in ZONE | after ACTION]",
        ))
    })?;
    let eyes = table.turn().seats().iter().next();
    let looked = wish.look(table, eyes.map_or(Viewer::Spectator, Viewer::Seat))?;
    format
        .picture(table, &looked.lenses, lang)
        .map_err(|text| fail(&text))
}

fn opening(arguments: &Convert, game: &dyn AnyGame) -> Result<Opening, Failure> {
    let (settings, seats) = arguments.choices.for_game(game.card())?;
    Ok(Opening {
        settings,
        seats,
        ..Opening::seeded(0)
    })
}

/// Plays a record again. `place`: its number, if there are several.
fn replay(
    arguments: &Convert,
    record: &Record,
    place: Option<usize>,
) -> Result<Box<dyn AnyMatch>, Failure> {
    let fail = |error: ReplayError| {
        let text = match place {
            None => error.text,
            Some(number) => Text::new(
                format!("record {number}: {}", error.text.en),
                format!("partie {number} : {}", error.text.fr),
            ),
        };
        Failure::file(&arguments.input, &text)
    };
    let named = arguments.game.as_deref().or(record.tag("Game"));
    let name = named.ok_or_else(|| {
        fail(ReplayError::new(Text::fixed(
            "the record has no tag Game; name the game with --game",
            "la partie n'a pas d'étiquette Game ; indiquez le jeu avec --game",
        )))
    })?;
    let game = CATALOG
        .find(name)
        .map_err(|refusals| fail(ReplayError::from(refusals)))?;
    let mut record = record.clone();
    if record.tag("Game").is_none() {
        record.set_tag("Game", name);
    }
    let opening = opening(arguments, game)?;
    let table = game.replay(&record, opening, None).map_err(fail)?;
    finished(arguments, game, table)
}

/// Sees that the chosen options are the match's, takes the steps that are wanted, and dates it.
fn finished(
    arguments: &Convert,
    game: &dyn AnyGame,
    mut table: Box<dyn AnyMatch>,
) -> Result<Box<dyn AnyMatch>, Failure> {
    let (settings, seats) = arguments.choices.for_game(table.card())?;
    loading::used(&settings, seats, table.as_ref(), &arguments.input)?;
    if let Some(steps) = arguments.steps {
        let there = table.steps();
        if steps > there {
            let text = Text::new(
                format!("has only {there} steps"),
                format!("n'a que {there} coups"),
            );
            return Err(Failure::file(&arguments.input, &text));
        }
        table = game
            .replay(&table.record(), opening(arguments, game)?, Some(steps))
            .map_err(|error| Failure::replay(&arguments.input, &error))?;
    }
    if table.record().tag("Date").is_none() {
        let date = arguments.date.clone().unwrap_or_else(files::today);
        table.set_tag("Date", &date);
    }
    Ok(table)
}

/// The game that was named, or whose format it is.
fn game_of(arguments: &Convert, text: &str) -> Result<&'static dyn AnyGame, Failure> {
    if let Some(name) = &arguments.game {
        return Ok(CATALOG.find(name)?);
    }
    CATALOG
        .games()
        .find(|game| game.recognises(text))
        .ok_or_else(|| {
            Failure::file(
                &arguments.input,
                &Text::fixed(
                    "no game recognises this format; name the game with --game",
                    "aucun jeu ne reconnaît ce format ; indiquez le jeu avec --game",
                ),
            )
        })
}
