//! The colours of the seats, which a game may choose.
//!
//! Seats are told apart by people who see no red or no green as well: the six colours of a set differ in
//! lightness as much as in hue.

use crate::{Rgb, Theme};

/// A colour for each of six seats; a seventh seat begins again.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct SeatColours {
    /// What the set is called; its class in the page is `seats-` and this.
    pub name: &'static str,
    /// On a light screen.
    pub light: [Rgb; SeatColours::COUNT as usize],
    /// On a dark one.
    pub dark: [Rgb; SeatColours::COUNT as usize],
}

impl SeatColours {
    /// How many seats have a colour of their own.
    pub const COUNT: u8 = 6;

    /// Blue, vermilion, yellow, violet, green and pink: what seats have in a game that declares no others.
    pub const USUAL: SeatColours = SeatColours::new(
        "usual",
        [
            (0x1f_77_be, 0x33_84_d8),
            (0xc8_40_1b, 0xf0_67_3c),
            (0xf0_c0_2f, 0xf7_d1_54),
            (0x4f_1f_78, 0xcd_b5_ff),
            (0x1d_4a_38, 0xdf_f5_e6),
            (0xf0_93_bd, 0xf0_50_9a),
        ],
    );

    /// A set with the colours of each seat on a light and on a dark screen, as `0xRRGGBB`.
    pub const fn new(name: &'static str, colours: [(u32, u32); 6]) -> SeatColours {
        let mut set = SeatColours {
            name,
            light: [Rgb::hex(0); 6],
            dark: [Rgb::hex(0); 6],
        };
        let mut seat = 0;
        while seat < colours.len() {
            set.light[seat] = Rgb::hex(colours[seat].0);
            set.dark[seat] = Rgb::hex(colours[seat].1);
            seat += 1;
        }
        set
    }

    /// The colour of the seat with this index.
    pub fn of(&self, theme: Theme, seat: u8) -> Rgb {
        let seat = usize::from(seat % SeatColours::COUNT);
        match theme {
            Theme::Light => self.light[seat],
            Theme::Dark => self.dark[seat],
        }
    }

    /// How far apart the two seats are that look most alike to people who see no green or no red: 2 is
    /// just noticed, 18 is plain at a glance.
    pub fn least_difference(&self, theme: Theme) -> f32 {
        let mut least = f32::INFINITY;
        for sight in [NO_GREEN, NO_RED] {
            let seen = |seat| lab(seen_by(self.of(theme, seat), sight));
            for one in 0..SeatColours::COUNT {
                for two in 0..one {
                    let (here, there) = (seen(one), seen(two));
                    let square: f32 = (0..3).map(|at| (here[at] - there[at]).powi(2)).sum();
                    least = least.min(square.sqrt());
                }
            }
        }
        least
    }
}

impl Default for &'static SeatColours {
    fn default() -> &'static SeatColours {
        &SeatColours::USUAL
    }
}

type Matrix = [[f32; 3]; 3];

// The matrices of Machado, Oliveira and Fernandes (2009), at full strength.
const NO_GREEN: Matrix = [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
];
const NO_RED: Matrix = [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
];

fn seen_by(colour: Rgb, sight: Matrix) -> [f32; 3] {
    let linear = colour.linear();
    sight.map(|row| {
        let parts = row.iter().zip(linear).map(|(part, value)| part * value);
        parts.sum::<f32>().clamp(0.0, 1.0)
    })
}

/// The colour in a space in which equal distances look equally large (CIELAB).
fn lab([red, green, blue]: [f32; 3]) -> [f32; 3] {
    let bend = |value: f32| {
        if value > 0.008856 {
            return value.cbrt();
        }
        7.787 * value + 16.0 / 116.0
    };
    let x = bend((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
    let y = bend(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    let z = bend((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seventh_seat_begins_again() {
        let set = &SeatColours::USUAL;
        assert_eq!(set.of(Theme::Dark, 6), set.of(Theme::Dark, 0));
        assert_ne!(set.of(Theme::Dark, 0), set.of(Theme::Light, 0));
    }

    #[test]
    fn colours_that_some_people_cannot_tell_apart_are_found() {
        let mut set = SeatColours::USUAL;
        assert!(set.least_difference(Theme::Light) > 18.0);
        // A red and a green of the same lightness.
        set.light[0] = Rgb::hex(0xc0_50_50);
        set.light[1] = Rgb::hex(0x6e_7c_48);
        assert!(set.least_difference(Theme::Light) < 18.0);
    }
}
