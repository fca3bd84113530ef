//! What a file's name asks for: a record, a picture, or the game's own format.

use std::path::Path;

use data_encoding::BASE64;
use vauban_game::{Lang, Text, Viewer, text};
use vauban_scene::{Layer, Theme, svg};
use vauban_table::{AnyMatch, Lens, Record, Step};

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

    /// The match as text, for a reader who may know no more than the viewer, if there is one.
    pub fn write(
        self,
        table: &dyn AnyMatch,
        reader: Option<Viewer>,
        lang: Lang,
    ) -> Result<String, Text> {
        let knows_all = reader.is_none_or(|reader| table.position_for(reader).is_some());
        match (self, table.export()) {
            (Format::Picture, _) => Ok(picture(table, &[], lang)),
            (Format::Record, _) | (Format::Own, None) => Ok(record(table, reader).to_string()),
            (Format::Own, Some(_)) if !knows_all => Err(Text::fixed(
                "this format would show what you may not know yet; name a .vauban file",
                "ce format montrerait ce que vous ne devez pas encore savoir ; indiquez un fichier .vauban",
            )),
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

/// The record as `reader` may read it. The match can still be played on from it: what is hidden goes along in
/// Base64. That spares eyes, no more: whoever runs a match on their own machine can always know all of it.
fn record(table: &dyn AnyMatch, reader: Option<Viewer>) -> Record {
    let Some(reader) = reader else {
        return table.record();
    };
    let mut record = table.record_for(reader);
    if record.steps().any(|step| *step == Step::Hidden) {
        let whole = table.record().to_string();
        record.set_tag(WHOLE, BASE64.encode(whole.as_bytes()));
    }
    record
}

/// The tag of what goes along with a record and is not for reading.
const WHOLE: &str = "Whole";

/// The whole record behind one that was saved for a reader.
pub fn whole(record: &Record) -> Option<Record> {
    let whole = BASE64.decode(record.tag(WHOLE)?.as_bytes()).ok()?;
    Record::read(std::str::from_utf8(&whole).ok()?).ok()
}

/// Saves the match in the format that the file's name asks for, for a reader who may know no more than
/// the viewer, if there is one. Returns what to say of it.
pub fn save(
    table: &dyn AnyMatch,
    reader: Option<Viewer>,
    file: &str,
    lang: Lang,
) -> Result<Text, Failure> {
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
        .write(table, reader, lang)
        .map_err(|text| Failure::file(path, &text))?;
    files::write(path, &text)?;
    let sealed = Format::of(path) != Format::Picture && text.contains(&format!("[{WHOLE} "));
    Ok(match sealed {
        true => text!(
            "saved to {file}; what you may not know yet is in it too, encoded, so that the match can go on",
            "enregistré dans {file} ; ce que vous ne devez pas encore savoir y est aussi, encodé, pour que la partie puisse reprendre"
        ),
        false => text!("saved to {file}", "enregistré dans {file}"),
    })
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
