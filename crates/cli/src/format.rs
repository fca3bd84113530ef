//! What a file's name asks for: a record, a picture, an animation, or the game's own format.

use std::path::Path;

use data_encoding::BASE64;
use vauban_game::{Lang, Text, Viewer, text};
use vauban_pixels::{Animation, GIF_FRAMES, Unfit, draw, fit, png, thinned};
use vauban_scene::{Layer, Scene, Theme, svg};
use vauban_table::{AnyMatch, Lens, Pictures, Record, Step};

use crate::{failure::Failure, files};

/// In what form a match is written.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Format {
    /// Vauban's own; a file may hold several.
    Record,
    /// The position as anybody may see it, drawn.
    Svg,
    /// The same as pixels.
    Png,
    /// Every position of the match, one after the other.
    Gif,
    /// The game's own format, if it has one, else a record.
    Own,
}

impl Format {
    /// `.vauban` and `-` are records, `.svg` and `.png` are pictures, `.gif` is an animation; capitals make no
    /// difference.
    pub fn of(path: &Path) -> Format {
        if is_dash(path) {
            return Format::Record;
        }
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("vauban") => Format::Record,
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            Some("gif") => Format::Gif,
            _ => Format::Own,
        }
    }

    /// The match as a file, for a reader who may know no more than the viewer, if there is one.
    pub fn write(
        self,
        table: &dyn AnyMatch,
        reader: Option<Viewer>,
        lang: Lang,
    ) -> Result<Vec<u8>, Text> {
        let knows_all = reader.is_none_or(|reader| table.position_for(reader).is_some());
        match (self, table.export()) {
            (Format::Svg | Format::Png, _) => self.picture(table, &[], lang),
            (Format::Gif, _) => animation(table, lang),
            (Format::Record, _) | (Format::Own, None) => {
                Ok(record(table, reader).to_string().into_bytes())
            }
            (Format::Own, Some(_)) if !knows_all => Err(Text::fixed(
                "this format would show what you may not know yet; name a .vauban file",
                "ce format montrerait ce que vous ne devez pas encore savoir ; indiquez un fichier .vauban",
            )),
            (Format::Own, Some(exported)) => exported.map(String::into_bytes).map_err(|error| {
                let why = error.message();
                Text::new(
                    format!("cannot be written: {}", why.en),
                    format!("ne peut pas être écrit : {}", why.fr),
                )
            }),
        }
    }

    /// Whether it is one picture, which a lens can be laid over.
    pub fn is_picture(self) -> bool {
        matches!(self, Format::Svg | Format::Png)
    }

    /// The position as anybody may see it, with lenses between the ground and what stands on it.
    pub fn picture(
        self,
        table: &dyn AnyMatch,
        lenses: &[Lens],
        lang: Lang,
    ) -> Result<Vec<u8>, Text> {
        let scene = scene(table, lenses, lang);
        if self != Format::Png {
            return Ok(svg(&scene, Theme::Light).into_bytes());
        }
        let (width, height) = fit(&scene, PNG_SIDE);
        let drawn = draw(&scene, Theme::Light, width, height);
        drawn.and_then(|drawn| png(&drawn)).ok_or(NOTHING)
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
    let written = Format::of(path)
        .write(table, reader, lang)
        .map_err(|text| Failure::file(path, &text))?;
    files::write(path, &written)?;
    let seal = format!("[{WHOLE} ");
    let sealed = std::str::from_utf8(&written).is_ok_and(|text| text.contains(&seal));
    Ok(match sealed {
        true => text!(
            "saved to {file}; it also contains, encoded, what you may not know yet, so that the match can be resumed",
            "enregistré dans {file} ; ce que vous ne devez pas encore savoir y figure aussi, encodé, pour que la partie puisse reprendre"
        ),
        false => text!("saved to {file}", "enregistré dans {file}"),
    })
}

/// Whether standard input or output is meant.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The longer side of a picture of pixels.
const PNG_SIDE: u16 = 1_200;

const NOTHING: Text = Text::fixed("there is nothing to draw", "il n'y a rien à dessiner");

fn scene(table: &dyn AnyMatch, lenses: &[Lens], lang: Lang) -> Scene {
    let page = table.page(Viewer::Spectator, lang, 0);
    let backdrop = table.backdrop(lang).scene;
    let shades: Vec<Layer> = lenses.iter().map(|lens| lens.layer(&backdrop)).collect();
    backdrop.with_shades(shades).with_layers(page.layers)
}

/// The match as anybody may see it, step by step. If it has too many steps, some are left out evenly.
fn animation(table: &dyn AnyMatch, lang: Lang) -> Result<Vec<u8>, Text> {
    let pictures = Pictures::new(table, Viewer::Spectator, lang);
    let steps = thinned(pictures.steps(), GIF_FRAMES);
    let scene = |frame: usize| pictures.after(*steps.get(frame)?);
    match Animation::new(steps.len(), Theme::Light, None, scene) {
        Ok(animation) => Ok(animation.bytes),
        Err(Unfit::Empty) => Err(NOTHING),
        Err(Unfit::TooLarge) => Err(Text::fixed(
            "the animation would be too large; convert fewer steps (--steps)",
            "l'animation serait trop grande ; convertissez moins de coups (--steps)",
        )),
    }
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
            ("Board.SVG", Format::Svg),
            ("board.png", Format::Png),
            ("match.Gif", Format::Gif),
            ("replay.txt", Format::Own),
            ("vauban", Format::Own),
        ] {
            assert_eq!(Format::of(Path::new(name)), format, "{name}");
        }
    }
}
