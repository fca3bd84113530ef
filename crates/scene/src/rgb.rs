//! A colour as the screen shows it, and what the eye makes of it.

use std::fmt;

/// Red, green and blue, as sRGB.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The colour written as `0xRRGGBB`.
    pub const fn hex(code: u32) -> Rgb {
        let [_, red, green, blue] = code.to_be_bytes();
        Rgb(red, green, blue)
    }

    /// This colour with `over` laid on it; an opacity of 0 leaves it, 1 hides it.
    pub fn under(self, over: Rgb, opacity: f32) -> Rgb {
        let opacity = opacity.clamp(0.0, 1.0);
        let mix = |below: u8, above: u8| {
            (f32::from(below) * (1.0 - opacity) + f32::from(above) * opacity).round() as u8
        };
        Rgb(
            mix(self.0, over.0),
            mix(self.1, over.1),
            mix(self.2, over.2),
        )
    }

    /// Relative luminance as WCAG 2 defines it, from 0 (black) to 1 (white).
    pub fn luminance(self) -> f32 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast of two colours as WCAG 2 defines it, from 1 (equal) to 21.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The number of the nearest colour in the terminal's table of 256.
    pub fn ansi256(self) -> u8 {
        // The table holds a cube of 6×6×6 colours from 16 on, then 24 greys from 232 on.
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let level = |channel: u8| {
            (0..6u8)
                .min_by_key(|&step| LEVELS[usize::from(step)].abs_diff(channel))
                .expect("the cube has six levels")
        };
        let [red, green, blue] = [self.0, self.1, self.2].map(level);
        let cube = Rgb(
            LEVELS[usize::from(red)],
            LEVELS[usize::from(green)],
            LEVELS[usize::from(blue)],
        );
        let mean = (u16::from(self.0) + u16::from(self.1) + u16::from(self.2)) / 3;
        let step = (mean.saturating_sub(3) / 10).min(23) as u8;
        let shade = 8 + 10 * step;
        if self.distance(Rgb(shade, shade, shade)) < self.distance(cube) {
            return 232 + step;
        }
        16 + 36 * red + 6 * green + blue
    }

    /// The number of the nearest of the terminal's sixteen colours, as xterm shows them.
    pub fn ansi16(self) -> u8 {
        const TABLE: [u32; 16] = [
            0x00_00_00, 0xcd_00_00, 0x00_cd_00, 0xcd_cd_00, 0x00_00_ee, 0xcd_00_cd, 0x00_cd_cd,
            0xe5_e5_e5, 0x7f_7f_7f, 0xff_00_00, 0x00_ff_00, 0xff_ff_00, 0x5c_5c_ff, 0xff_00_ff,
            0x00_ff_ff, 0xff_ff_ff,
        ];
        (0..16u8)
            .min_by_key(|&number| self.distance(Rgb::hex(TABLE[usize::from(number)])))
            .expect("the table has sixteen colours")
    }

    fn distance(self, other: Rgb) -> u32 {
        let square = |one: u8, two: u8| u32::from(one.abs_diff(two)).pow(2);
        square(self.0, other.0) + square(self.1, other.1) + square(self.2, other.2)
    }

    pub(crate) fn linear(self) -> [f32; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.04045 {
                return value / 12.92;
            }
            ((value + 0.055) / 1.055).powf(2.4)
        })
    }
}

/// Written as `#rrggbb`.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_runs_from_1_to_21() {
        let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
        assert!((black.contrast(white) - 21.0).abs() < 0.01);
        assert_eq!(white.contrast(white), 1.0);
        // Known value: the grey that just passes AA on white.
        assert!((Rgb::hex(0x76_76_76).contrast(white) - 4.54).abs() < 0.01);
    }

    #[test]
    fn the_terminals_table_gives_the_nearest_colour() {
        assert_eq!(Rgb(0, 0, 0).ansi256(), 16);
        assert_eq!(Rgb(255, 255, 255).ansi256(), 231);
        assert_eq!(Rgb(255, 0, 0).ansi256(), 196);
        assert_eq!(Rgb(128, 128, 128).ansi256(), 244);
        assert_eq!(Rgb(95, 135, 175).ansi256(), 67);
    }

    #[test]
    fn a_colour_is_written_as_in_css() {
        assert_eq!(Rgb::hex(0x01_a0_ff).to_string(), "#01a0ff");
    }

    #[test]
    fn a_clear_layer_changes_nothing() {
        let (ground, over) = (Rgb(10, 20, 30), Rgb(200, 100, 0));
        assert_eq!(ground.under(over, 0.0), ground);
        assert_eq!(ground.under(over, 1.0), over);
        assert_eq!(ground.under(over, f32::NAN).0, 0);
    }
}
