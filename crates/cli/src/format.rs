//! What a file's name asks for: a record, a picture, or the game's own format.

use std::path::Path;

use vauban_game::{Lang, Text, Viewer};
use vauban_scene::{Layer, Theme, svg};
use vauban_table::{AnyMatch, Lens};

use crate::{failure::Failure, files};

/// In what form a match is written.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Format {
    /// Vauban's own; a file may hold several.
    Record,
    /// The position as anybody may see it.
    Picture,
    /// The game's own format, if it has one, else a record.
    Own,
}

impl Format {
    /// `.vauban` and `-` are records, `.svg` is a picture; capitals make no difference.
    pub fn of(path: &Path) -> Format {
        if is_dash(path) {
            return Format::Record;
        }
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("vauban") => Format::Record,
            Some("svg") => Format::Picture,
            _ => Format::Own,
        }
    }

    /// The match as text.
    pub fn write(self, table: &dyn AnyMatch, lang: Lang) -> Result<String, Text> {
        match (self, table.export()) {
            (Format::Picture, _) => Ok(picture(table, &[], lang)),
            (Format::Record, _) | (Format::Own, None) => Ok(table.record().to_string()),
            (Format::Own, Some(exported)) => exported.map_err(|error| {
                let why = error.message();
                Text::new(
                    format!("cannot be written: {}", why.en),
                    format!("ne peut pas être écrit : {}", why.fr),
                )
            }),
        }
    }
}

/// Saves the match in the format that the file's name asks for.
pub fn save(table: &dyn AnyMatch, file: &str, lang: Lang) -> Result<(), Failure> {
    let path = Path::new(file);
    if is_dash(path) {
        return Err(Failure::file(
            path,
            &Text::fixed(
                "standard output is used by the match; name a file",
                "la sortie standard sert à la partie ; indiquez un fichier",
            ),
        ));
    }
    let text = Format::of(path)
        .write(table, lang)
        .map_err(|text| Failure::file(path, &text))?;
    files::write(path, &text)
}

/// Whether standard input or output is meant.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The position as anybody may see it, with lenses between the ground and what stands on it.
pub fn picture(table: &dyn AnyMatch, lenses: &[Lens], lang: Lang) -> String {
    let page = table.page(Viewer::Spectator, lang, 0);
    let backdrop = table.backdrop(lang).scene;
    let shades: Vec<Layer> = lenses.iter().map(|lens| lens.layer(&backdrop)).collect();
    let scene = backdrop.with_shades(shades).with_layers(page.layers);
    svg(&scene, Theme::Light)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_in_a_files_name_make_no_difference() {
        for (name, format) in [
            ("a.vauban", Format::Record),
            ("A.VAUBAN", Format::Record),
            ("-", Format::Record),
            ("Board.SVG", Format::Picture),
            ("replay.txt", Format::Own),
            ("vauban", Format::Own),
        ] {
            assert_eq!(Format::of(Path::new(name)), format, "{name}");
        }
    }
}
