//! A scene as pixels: its own SVG, drawn with a font that the program brings along.
//!
//! The same scene, theme and size give the same pixels on every machine: no font of the system is used.

use std::sync::{Arc, LazyLock};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};
use vauban_scene::{Scene, Theme, svg_pieces};

/// A picture is never wider or higher, in pixels.
pub const LARGEST: u16 = 4_096;

/// Everything in a scene is written in bold; see `fonts/README.md`.
const FONT: &[u8] = include_bytes!("../fonts/labels.ttf");
const FAMILY: &str = "DejaVu Sans";

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

/// A picture, row by row from the top.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Pixels {
    pub width: u16,
    pub height: u16,
    /// Red, green, blue and 255 for each pixel: the paper of a scene covers everything, so that no pixel lets
    /// anything through.
    pub bytes: Vec<u8>,
}

impl Pixels {
    /// One pixel: red, green, blue and opacity.
    pub fn at(&self, x: u16, y: u16) -> [u8; 4] {
        let start = 4 * (usize::from(y) * usize::from(self.width) + usize::from(x));
        let pixel = self.bytes.get(start..start + 4);
        pixel
            .and_then(|bytes| bytes.try_into().ok())
            .unwrap_or_default()
    }
}

/// Draws a scene so that it fills `width` by `height` pixels, even if it has another shape.
///
/// None if there is nothing to draw: a size of 0 or above [`LARGEST`], or a scene without a size.
pub fn draw(scene: &Scene, theme: Theme, width: u16, height: u16) -> Option<Pixels> {
    Painter::new(theme, width, height).draw(scene)
}

/// Draws pictures of one size, one after the other: what lies in the next as it lay in the last is not drawn again.
pub struct Painter {
    theme: Theme,
    width: u16,
    height: u16,
    /// The pieces of the last picture, each with its text.
    pieces: Vec<(String, Pixmap)>,
}

impl Painter {
    pub fn new(theme: Theme, width: u16, height: u16) -> Painter {
        Painter {
            theme,
            width,
            height,
            pieces: Vec::new(),
        }
    }

    /// The next picture; as [`draw`].
    pub fn draw(&mut self, scene: &Scene) -> Option<Pixels> {
        let sizes = 1..=LARGEST;
        let drawable = sizes.contains(&self.width) && sizes.contains(&self.height);
        if !drawable || scene.width <= 0.0 || scene.height <= 0.0 {
            return None;
        }
        let mut before = std::mem::take(&mut self.pieces);
        for text in svg_pieces(scene, self.theme) {
            let known = before.iter().position(|(known, _)| *known == text);
            let piece = match known {
                Some(index) => before.swap_remove(index).1,
                None => self.render(&text)?,
            };
            self.pieces.push((text, piece));
        }
        let mut picture = self.map()?.take();
        for (_, piece) in &self.pieces {
            lay_over(&mut picture, piece.data());
        }
        Some(Pixels {
            width: self.width,
            height: self.height,
            bytes: picture,
        })
    }

    fn map(&self) -> Option<Pixmap> {
        Pixmap::new(self.width.into(), self.height.into())
    }

    fn render(&self, text: &str) -> Option<Pixmap> {
        let options = Options {
            font_family: FAMILY.to_owned(),
            fontdb: Arc::clone(&FONTS),
            ..Options::default()
        };
        let tree = Tree::from_str(text, &options).ok()?;
        let size = tree.size();
        let stretch = Transform::from_scale(
            f32::from(self.width) / size.width(),
            f32::from(self.height) / size.height(),
        );
        let mut map = self.map()?;
        resvg::render(&tree, stretch, &mut map.as_mut());
        Some(map)
    }
}

/// Lays a picture over another of the same size. Colours are multiplied by their opacity already. Most pixels of a
/// piece are clear or cover what lies below, so that this is faster than a general painter.
fn lay_over(picture: &mut [u8], piece: &[u8]) {
    for (below, above) in picture.chunks_exact_mut(4).zip(piece.chunks_exact(4)) {
        match above[3] {
            0 => (),
            255 => below.copy_from_slice(above),
            opacity => {
                let through = u16::from(255 - opacity);
                for (below, above) in below.iter_mut().zip(above) {
                    let shines = (u16::from(*below) * through + 127) / 255;
                    *below = above.saturating_add(shines as u8);
                }
            }
        }
    }
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Painter")
            .field("width", &self.width)
            .field("height", &self.height)
            .finish_non_exhaustive()
    }
}

/// How wide and high a scene is if its longer side has `side` pixels.
pub fn fit(scene: &Scene, side: u16) -> (u16, u16) {
    let longer = scene.width.max(scene.height);
    let pixels = |length: f32| (length / longer * f32::from(side)).round().max(1.0) as u16;
    (pixels(scene.width), pixels(scene.height))
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeSet;

    use vauban_catalog::CATALOG;
    use vauban_game::{Lang, Viewer};
    use vauban_scene::{Form, Layer, Paint, Point, Rgb, Shape};
    use vauban_table::Opening;

    use super::*;

    /// Four units wide and two high: the left half belongs to the first seat, with a word on the right half.
    pub(crate) fn scene(word: &str) -> Scene {
        let mut layer = Layer::new("all");
        let half = Form::Rect {
            width: 2.0,
            height: 2.0,
            round: 0.0,
        };
        let text = Form::Text {
            text: word.to_owned(),
            size: 1.2,
        };
        layer.shapes.extend([
            Shape::new("half", Point::default(), half, Paint::Seat(0)),
            Shape::new("word", Point::new(3.0, 1.0), text, Paint::Ink),
        ]);
        Scene {
            width: 4.0,
            height: 2.0,
            layers: vec![layer],
            ..Scene::default()
        }
    }

    #[test]
    fn a_surface_has_its_colour_and_the_paper_the_rest() {
        for theme in [Theme::Light, Theme::Dark] {
            let scene = scene("");
            let picture = draw(&scene, theme, 80, 60).unwrap();
            let look = theme.on(&scene);
            let opaque = |paint| {
                let Rgb(red, green, blue) = look.colour(paint);
                [red, green, blue, 255]
            };
            assert_eq!(picture.at(20, 30), opaque(Paint::Seat(0)));
            assert_eq!(picture.at(60, 30), opaque(Paint::Paper));
            assert!(picture.bytes.chunks(4).all(|pixel| pixel[3] == 255));
        }
    }

    #[test]
    fn the_same_scene_has_the_same_pixels() {
        let one = draw(&scene("R12"), Theme::Dark, 123, 77);
        assert_eq!(one, draw(&scene("R12"), Theme::Dark, 123, 77));
        assert_ne!(one, draw(&scene("R13"), Theme::Dark, 123, 77));
    }

    #[test]
    fn what_was_drawn_before_changes_no_pixel() {
        let mut painter = Painter::new(Theme::Dark, 123, 77);
        for word in ["R12", "R13", "R13", "", "R12"] {
            let alone = draw(&scene(word), Theme::Dark, 123, 77);
            assert_eq!(painter.draw(&scene(word)), alone, "{word}");
        }
    }

    #[test]
    fn what_lies_above_covers_shines_through_or_is_clear() {
        let mut picture = [200, 100, 0, 255].repeat(3);
        let piece = [[0, 0, 0, 0], [1, 2, 3, 255], [50, 0, 50, 51]].concat();
        lay_over(&mut picture, &piece);
        let expected = [[200, 100, 0, 255], [1, 2, 3, 255], [210, 80, 50, 255]];
        assert_eq!(picture, expected.concat());
    }

    #[test]
    fn what_has_no_size_has_no_pixels() {
        for (width, height) in [(0, 10), (10, 0), (LARGEST + 1, 10)] {
            assert_eq!(draw(&scene(""), Theme::Light, width, height), None);
        }
        assert_eq!(draw(&Scene::default(), Theme::Light, 10, 10), None);
        assert_eq!(fit(&scene(""), 100), (100, 50));
    }

    #[test]
    fn every_letter_on_a_board_is_in_the_font() {
        let drawn = |word: &str| draw(&scene(word), Theme::Light, 80, 40).unwrap();
        let (nothing, missing) = (drawn(""), drawn("\u{4e00}"));
        let mut letters: BTreeSet<char> = BTreeSet::new();
        for game in CATALOG.games() {
            let mut table = game.open(Opening::seeded(7)).unwrap();
            for lang in [Lang::En, Lang::Fr] {
                for _ in 0..20 {
                    let backdrop = table.backdrop(lang).scene;
                    let page = table.page(Viewer::Spectator, lang, 0);
                    let scene = backdrop.with_layers(page.layers);
                    for shape in scene.shapes() {
                        if let Form::Text { text, .. } = &shape.form {
                            letters.extend(text.chars().filter(|one| !one.is_whitespace()));
                        }
                    }
                    let Some(seat) = table.turn().seats().iter().next() else {
                        break;
                    };
                    let legal = table.questions().legal(seat);
                    let (Some(answer), Some(ask)) = (legal.last(), table.ask(seat)) else {
                        break;
                    };
                    if table.answer(seat, ask, answer).is_err() {
                        break;
                    }
                }
            }
        }
        assert!(letters.len() > 40, "{letters:?}");
        for letter in letters {
            let picture = drawn(&letter.to_string());
            assert_ne!(picture, nothing, "{letter:?} draws nothing");
            assert_ne!(picture, missing, "{letter:?} is missing");
        }
    }
}
