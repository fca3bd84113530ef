//! Pictures one after the other as an animated GIF. A frame holds no more than what changed since the one
//! before it.

use std::ops::Range;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use vauban_scene::{Scene, Theme};

use crate::{
    Pixels,
    draw::{Painter, fit},
    palette::Palette,
};

/// The most frames of an animation.
pub const GIF_FRAMES: usize = 200;

/// The most bytes of an animation.
pub const GIF_BYTES: usize = 4 * 1024 * 1024;

/// How long the longer side of an animation is, in pixels: if it has too many bytes, the next is tried.
const SIDES: [u16; 3] = [720, 480, 320];

/// It is never shorter.
const SMALLEST: u16 = 64;

/// How long a frame is shown, and the last one, in hundredths of a second.
const DELAY: u16 = 70;
const LAST_DELAY: u16 = 300;

/// Why there is no animation.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Unfit {
    /// There is nothing to draw.
    Empty,
    /// It has too many bytes, however small it is drawn.
    TooLarge,
}

/// An animated GIF of at most [`GIF_FRAMES`] frames and [`GIF_BYTES`] bytes.
#[derive(Debug)]
pub struct Animation {
    pub bytes: Vec<u8>,
    pub width: u16,
    pub height: u16,
}

impl Animation {
    /// Of `frames` pictures, of which `scene` gives each by its number when it is drawn; those above
    /// [`GIF_FRAMES`] are left out. Its longer side has at most `side` pixels, if that is wished for.
    pub fn new(
        frames: usize,
        theme: Theme,
        side: Option<u16>,
        scene: impl Fn(usize) -> Option<Scene>,
    ) -> Result<Animation, Unfit> {
        Animation::within(GIF_BYTES, frames, theme, side, scene)
    }

    fn within(
        most: usize,
        frames: usize,
        theme: Theme,
        side: Option<u16>,
        scene: impl Fn(usize) -> Option<Scene>,
    ) -> Result<Animation, Unfit> {
        let frames = frames.min(GIF_FRAMES);
        let first = side.unwrap_or(SIDES[0]).clamp(SMALLEST, SIDES[0]);
        let smaller = SIDES.into_iter().filter(|&side| side < first);
        for side in std::iter::once(first).chain(smaller) {
            match draw_all(most, frames, theme, side, &scene) {
                Err(Unfit::TooLarge) => (),
                drawn => return drawn,
            }
        }
        Err(Unfit::TooLarge)
    }
}

/// Which of `steps` + 1 positions are drawn if there may be at most `most`: the first, the last, and evenly
/// between them.
pub fn thinned(steps: usize, most: usize) -> Vec<usize> {
    let frames = (steps + 1).min(most.max(1));
    match frames {
        1 => vec![steps],
        _ => (0..frames)
            .map(|frame| frame * steps / (frames - 1))
            .collect(),
    }
}

fn draw_all(
    most: usize,
    frames: usize,
    theme: Theme,
    side: u16,
    scene: impl Fn(usize) -> Option<Scene>,
) -> Result<Animation, Unfit> {
    let first = Some(0).filter(|&first| first < frames);
    let first = first.and_then(&scene).ok_or(Unfit::Empty)?;
    let (width, height) = fit(&first, side);
    let mut painter = Painter::new(theme, width, height);
    let mut shown = painter.draw(&first).ok_or(Unfit::Empty)?;
    // Writing into memory does not fail, and every frame lies within the picture.
    let mut encoder = Encoder::new(Vec::new(), width, height, &[]).map_err(|_| Unfit::Empty)?;
    encoder
        .set_repeat(Repeat::Infinite)
        .map_err(|_| Unfit::Empty)?;
    let delay = |frame: usize| match frame + 1 == frames {
        true => LAST_DELAY,
        false => DELAY,
    };
    let whole = encode(&shown, None, delay(0));
    encoder.write_frame(&whole).map_err(|_| Unfit::Empty)?;
    for frame in 1..frames {
        let next = scene(frame).and_then(|scene| painter.draw(&scene));
        let next = next.ok_or(Unfit::Empty)?;
        let changed = encode(&next, Some(&shown), delay(frame));
        encoder.write_frame(&changed).map_err(|_| Unfit::Empty)?;
        if encoder.get_ref().len() > most {
            return Err(Unfit::TooLarge);
        }
        shown = next;
    }
    let bytes = encoder.into_inner().map_err(|_| Unfit::Empty)?;
    match bytes.len() <= most {
        true => Ok(Animation {
            bytes,
            width,
            height,
        }),
        false => Err(Unfit::TooLarge),
    }
}

/// A frame: all of a picture, or what is different in it from the one before.
fn encode(picture: &Pixels, before: Option<&Pixels>, delay: u16) -> Frame<'static> {
    let (columns, rows) = match before {
        None => (0..picture.width, 0..picture.height),
        Some(before) => difference(picture, before),
    };
    let is_new = |x: u16, y: u16| before.is_none_or(|old| old.at(x, y) != picture.at(x, y));
    let places = || {
        rows.clone()
            .flat_map(|y| columns.clone().map(move |x| (x, y)))
    };
    let changed: Vec<u8> = places()
        .filter(|&(x, y)| is_new(x, y))
        .flat_map(|(x, y)| picture.at(x, y))
        .collect();
    let palette = Palette::of(&changed);
    let number = |(x, y)| match is_new(x, y) {
        true => palette.number(&picture.at(x, y)),
        false => Palette::CLEAR,
    };
    Frame {
        left: columns.start,
        top: rows.start,
        width: columns.end - columns.start,
        height: rows.end - rows.start,
        buffer: places().map(number).collect(),
        palette: Some(palette.colours()),
        transparent: Some(Palette::CLEAR),
        dispose: DisposalMethod::Keep,
        delay,
        ..Frame::default()
    }
}

/// The columns and rows outside of which nothing has changed; one pixel if nothing has at all.
fn difference(picture: &Pixels, before: &Pixels) -> (Range<u16>, Range<u16>) {
    let (mut columns, mut rows) = (picture.width..0, picture.height..0);
    let row = 4 * usize::from(picture.width);
    let pairs = picture.bytes.chunks(row).zip(before.bytes.chunks(row));
    // Most rows are the same, and whole rows are compared fast.
    for (y, _) in (0..).zip(pairs).filter(|(_, (new, old))| new != old) {
        let new = (0..picture.width).filter(|&x| picture.at(x, y) != before.at(x, y));
        for x in new {
            columns = columns.start.min(x)..columns.end.max(x + 1);
        }
        rows = rows.start.min(y)..y + 1;
    }
    match columns.is_empty() {
        true => (0..1, 0..1),
        false => (columns, rows),
    }
}

#[cfg(test)]
mod tests {
    use ::gif::{ColorOutput, DecodeOptions};

    use super::*;
    use crate::draw::{draw, tests::scene};

    fn counting(frames: usize) -> Animation {
        Animation::new(frames, Theme::Light, None, |frame| {
            Some(scene(&frame.to_string()))
        })
        .unwrap()
    }

    /// The frames as somebody sees them: each laid over the one before.
    fn seen(bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let width = usize::from(decoder.width());
        let mut canvas = vec![0; 4 * width * usize::from(decoder.height())];
        let mut seen = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let rows = frame.buffer.chunks(4 * usize::from(frame.width));
            for (y, row) in (usize::from(frame.top)..).zip(rows) {
                for (x, pixel) in (usize::from(frame.left)..).zip(row.chunks(4)) {
                    if pixel[3] != 0 {
                        let start = 4 * (y * width + x);
                        canvas[start..start + 4].copy_from_slice(pixel);
                    }
                }
            }
            seen.push(canvas.clone());
        }
        seen
    }

    #[test]
    fn an_animation_is_a_gif_whose_frames_are_the_pictures() {
        let animation = counting(3);
        assert!(animation.bytes.starts_with(b"GIF89a"));
        assert_eq!((animation.width, animation.height), (720, 360));
        let seen = seen(&animation.bytes);
        assert_eq!(seen.len(), 3);
        for (frame, seen) in seen.iter().enumerate() {
            let drawn = draw(&scene(&frame.to_string()), Theme::Light, 720, 360).unwrap();
            assert!(drawn.bytes == *seen, "frame {frame}");
        }
    }

    #[test]
    fn the_same_pictures_give_the_same_bytes() {
        assert_eq!(counting(4).bytes, counting(4).bytes);
        assert_ne!(counting(4).bytes, counting(5).bytes);
    }

    #[test]
    fn an_animation_has_only_so_many_frames_and_bytes() {
        let small = |frame: usize| Some(scene(&frame.to_string()));
        assert_eq!(seen(&counting(GIF_FRAMES + 9).bytes).len(), GIF_FRAMES);
        let whole = counting(6).bytes.len();
        let fewer = Animation::within(whole - 1, 6, Theme::Light, None, small).unwrap();
        assert!(fewer.bytes.len() < whole && fewer.width < 720, "{fewer:?}");
        let none = Animation::within(100, 6, Theme::Light, None, small);
        assert_eq!(none.unwrap_err(), Unfit::TooLarge);
        let wished = Animation::new(2, Theme::Light, Some(100), small).unwrap();
        assert_eq!((wished.width, wished.height), (100, 50));
        let nothing = Animation::new(0, Theme::Light, None, small);
        assert_eq!(nothing.unwrap_err(), Unfit::Empty);
        let unknown = Animation::new(2, Theme::Light, None, |_| None);
        assert_eq!(unknown.unwrap_err(), Unfit::Empty);
    }

    #[test]
    fn a_frame_without_a_change_is_one_pixel_that_shows_nothing_new() {
        let animation = Animation::new(2, Theme::Light, None, |_| Some(scene("A"))).unwrap();
        let seen = seen(&animation.bytes);
        assert_eq!(seen[0], seen[1]);
        let alone = Animation::new(1, Theme::Light, None, |_| Some(scene("A"))).unwrap();
        assert!(animation.bytes.len() < alone.bytes.len() + 900);
    }

    #[test]
    fn what_is_left_out_is_never_the_first_or_the_last_position() {
        assert_eq!(thinned(0, 200), [0]);
        assert_eq!(thinned(3, 200), [0, 1, 2, 3]);
        assert_eq!(thinned(10, 3), [0, 5, 10]);
        assert_eq!(thinned(10, 1), [10]);
        let many = thinned(12_345, GIF_FRAMES);
        assert_eq!((many[0], many[GIF_FRAMES - 1]), (0, 12_345));
        assert_eq!(many.len(), GIF_FRAMES);
        assert!(many.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
