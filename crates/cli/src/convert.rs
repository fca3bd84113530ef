//! `vauban convert`: from one file format to another, through the rules.

use std::path::Path;

use vauban_catalog::CATALOG;
use vauban_game::{Lang, Viewer};
use vauban_scene::{Theme, svg};
use vauban_table::{AnyGame, AnyMatch, Opening, Record};

use crate::{arguments::Convert, failure::Failure, files, perft::print};

pub fn run(arguments: &Convert, lang: Lang) -> Result<(), Failure> {
    let text = read(&arguments.input)?;
    let game = game_of(arguments, &text, lang)?;
    let mut opening = Opening::seeded(0);
    opening.settings = arguments.settings();
    let mut table = game
        .load(&text, opening)
        .map_err(|error| Failure::replay(&arguments.input, &error, lang))?;
    if table.record().tag("Date").is_none() {
        let date = arguments.date.clone().unwrap_or_else(files::today);
        table.set_tag("Date", &date);
    }
    let output = &arguments.output;
    if output.as_os_str() == "-" {
        return print(&table.record());
    }
    let text = match output.extension() {
        Some(extension) if extension == "svg" => picture(table.as_ref(), lang),
        _ => files::text_for(table.as_ref(), output)?,
    };
    files::replace(output, |file| file.write_all(text.as_bytes()))
}

fn read(path: &Path) -> Result<String, Failure> {
    if path.as_os_str() == "-" {
        return files::read_from(std::io::stdin().lock())
            .map_err(|error| Failure::file(path, error));
    }
    files::read(path)
}

/// The game that was named, that the record names, or whose format it is.
fn game_of(arguments: &Convert, text: &str, lang: Lang) -> Result<&'static dyn AnyGame, Failure> {
    let named = arguments.game.clone().or_else(|| {
        let record = Record::read(text).ok()?;
        record.tag("Game").map(str::to_owned)
    });
    if let Some(name) = named {
        return CATALOG
            .find(&name)
            .map_err(|refusals| Failure::refused(&refusals, lang));
    }
    CATALOG
        .games()
        .find(|game| game.recognises(text))
        .ok_or_else(|| {
            Failure::file(
                &arguments.input,
                lang.pick(
                    "no game knows this format; name one with --game",
                    "aucun jeu ne connaît ce format ; en nommer un avec --game",
                ),
            )
        })
}

/// The position as anybody may see it.
fn picture(table: &dyn AnyMatch, lang: Lang) -> String {
    let page = table.page(Viewer::Spectator, lang, 0);
    let scene = table.backdrop(lang).scene.with_layers(page.layers);
    svg(&scene, Theme::Light)
}
