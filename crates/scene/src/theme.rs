//! Themes: how a paint looks on a light and on a dark screen.
//!
//! Seats are told apart by people who see no red or no green as well: the six colours differ in
//! lightness as much as in hue (the tests simulate it). Grounds and marks bring their own colours:
//! grounds are calm and close to each other, so that pieces and marks stand out on all of them.

use crate::{Ground, Mark, Paint, Paints, Rgb};

/// A palette for every paint.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

impl Theme {
    /// The colour of a paint. [`Paint::opacity`] says how much of it is seen.
    pub fn colour(self, paint: Paint) -> Rgb {
        match paint {
            Paint::Seat(seat) | Paint::Held(seat) | Paint::Wash(seat, _) => self.seat(seat),
            Paint::OnSeat(seat) => self.readable_on(self.seat(seat)),
            Paint::Neutral => self.pick(0xa9_a4_98, 0x6c_70_77),
            Paint::Ground(Ground { light, dark, .. }) | Paint::Mark(Mark { light, dark, .. }) => {
                self.of(light, dark)
            }
            Paint::Region(region) => self.region(region),
            Paint::Heat(value) => self.heat(value),
            Paint::Ink => self.pick(0x1f_23_28, 0xec_ea_e4),
            Paint::Faint => self.pick(0x6f_73_7a, 0x8d_92_9b),
            Paint::Paper | Paint::Clear => self.pick(0xfb_fa_f6, 0x15_18_1d),
            Paint::Grid => self.pick(0xb5_ae_9c, 0x55_59_60),
        }
    }

    /// The darker or the lighter ink, whichever is read better on this colour.
    pub fn readable_on(self, back: Rgb) -> Rgb {
        const DARK: Rgb = Rgb::hex(0x12_15_1a);
        const LIGHT: Rgb = Rgb::hex(0xff_ff_ff);
        if back.contrast(DARK) > back.contrast(LIGHT) {
            return DARK;
        }
        LIGHT
    }

    /// One custom property a paint, to be put into a rule of the page's style sheet:
    /// `--seat-1:#1f77be;`. Paints that let the ground show through carry their opacity. Games that
    /// declare the same paint share its line.
    pub fn css(self, games: &[Paints]) -> String {
        let mut css = String::new();
        for paint in all_paints(games) {
            let colour = self.colour(paint);
            // `#rrggbbaa`: the last byte is the opacity.
            let alpha = (paint.opacity() * 255.0).round() as u8;
            let tail = if alpha == 255 {
                String::new()
            } else {
                format!("{alpha:02x}")
            };
            css.push_str(&format!("--{}:{colour}{tail};\n", paint.name()));
        }
        css
    }

    fn pick(self, light: u32, dark: u32) -> Rgb {
        self.of(Rgb::hex(light), Rgb::hex(dark))
    }

    fn of(self, light: Rgb, dark: Rgb) -> Rgb {
        match self {
            Theme::Light => light,
            Theme::Dark => dark,
        }
    }

    /// Blue, vermilion, yellow, violet, green, pink; a seventh seat begins again.
    fn seat(self, seat: u8) -> Rgb {
        match seat % SEATS {
            0 => self.pick(0x1f_77_be, 0x33_84_d8),
            1 => self.pick(0xc8_40_1b, 0xf0_67_3c),
            2 => self.pick(0xf0_c0_2f, 0xf7_d1_54),
            3 => self.pick(0x4f_1f_78, 0xcd_b5_ff),
            4 => self.pick(0x1d_4a_38, 0xdf_f5_e6),
            _ => self.pick(0xf0_93_bd, 0xf0_50_9a),
        }
    }

    /// Twelve tints around the circle of hues; a thirteenth region begins again.
    fn region(self, region: u8) -> Rgb {
        match region % REGIONS {
            0 => self.pick(0xf3_d9_a4, 0x5c_4a_22),
            1 => self.pick(0xb9_d8_ee, 0x26_46_5e),
            2 => self.pick(0xc6_e0_b4, 0x30_4f_2d),
            3 => self.pick(0xf2_c4_b8, 0x5e_34_2b),
            4 => self.pick(0xd7_cb_ee, 0x42_38_63),
            5 => self.pick(0xb3_e0_d8, 0x1d_4f_4b),
            6 => self.pick(0xf0_cb_df, 0x5a_32_4c),
            7 => self.pick(0xe4_e2_a3, 0x4e_4c_22),
            8 => self.pick(0xd9_cf_c2, 0x47_40_39),
            9 => self.pick(0xc2_ca_f0, 0x2f_39_68),
            10 => self.pick(0xf6_d0_8f, 0x66_43_1a),
            _ => self.pick(0xcb_d5_d8, 0x3a_45_4b),
        }
    }

    /// Below zero orange, above it violet: a pair that every kind of sight tells apart.
    fn heat(self, value: i8) -> Rgb {
        let strength = f32::from(value.unsigned_abs().min(100)) / 100.0;
        let (mild, strong) = match value {
            0 => return self.colour(Paint::Paper),
            1.. => (
                self.pick(0x8f_86_e0, 0x7d_72_d8),
                self.pick(0x3a_1f_a8, 0xb9_ab_ff),
            ),
            _ => (
                self.pick(0xf0_a2_4a, 0xc0_72_22),
                self.pick(0xb5_41_00, 0xff_a8_4a),
            ),
        };
        mild.under(strong, strength)
    }
}

/// How many seats have a colour of their own.
const SEATS: u8 = 6;
/// How many regions have a colour of their own.
const REGIONS: u8 = 12;

/// Every paint once: those that all games have, then what these declare.
fn all_paints(games: &[Paints]) -> Vec<Paint> {
    let common = (0..SEATS)
        .flat_map(|seat| [Paint::Seat(seat), Paint::OnSeat(seat), Paint::Held(seat)])
        .chain([Paint::Neutral, Paint::Ink, Paint::Faint])
        .chain([Paint::Paper, Paint::Grid, Paint::Clear])
        .chain(Mark::COMMON.map(Paint::Mark))
        .chain((0..REGIONS).map(Paint::Region))
        .chain((-100..=100).map(Paint::Heat))
        .chain(
            (0..SEATS)
                .flat_map(|seat| (1..=Paint::WASHES).map(move |step| Paint::Wash(seat, step))),
        );
    let mut paints: Vec<Paint> = common.collect();
    for game in games {
        let grounds = game.grounds.iter().map(|&ground| Paint::Ground(ground));
        for paint in grounds.chain(game.marks.iter().map(|&mark| Paint::Mark(mark))) {
            if !paints.contains(&paint) {
                paints.push(paint);
            }
        }
    }
    paints
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];
    const PAINTS: Paints = Paints {
        grounds: &[Ground::new("sea", 0xa6_cf_e2, 0x20_41_58)],
        marks: &[],
    };

    #[test]
    fn words_on_a_seats_colour_are_readable() {
        for theme in THEMES {
            for seat in 0..=255 {
                let contrast = theme
                    .colour(Paint::OnSeat(seat))
                    .contrast(theme.colour(Paint::Seat(seat)));
                assert!(contrast >= 4.5, "{theme:?} seat {seat}: {contrast}");
            }
        }
    }

    #[test]
    fn ink_on_paper_is_very_readable_and_faint_ink_readable() {
        for theme in THEMES {
            let paper = theme.colour(Paint::Paper);
            assert!(theme.colour(Paint::Ink).contrast(paper) >= 7.0);
            assert!(theme.colour(Paint::Faint).contrast(paper) >= 4.5);
        }
    }

    #[test]
    fn ink_is_readable_on_every_region() {
        for theme in THEMES {
            for paint in (0..REGIONS).map(Paint::Region) {
                let contrast = theme.colour(Paint::Ink).contrast(theme.colour(paint));
                assert!(contrast >= 4.5, "{theme:?} {}: {contrast}", paint.name());
            }
        }
    }

    #[test]
    fn seats_differ_for_those_who_see_no_green_or_no_red() {
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
        for theme in THEMES {
            for sight in [NO_GREEN, NO_RED] {
                let seen = |seat| lab(seen_by(theme.colour(Paint::Seat(seat)), sight));
                for one in 0..SEATS {
                    for two in 0..one {
                        let (here, there) = (seen(one), seen(two));
                        let square: f32 = (0..3).map(|at| (here[at] - there[at]).powi(2)).sum();
                        // A distance of 2 is just seen; 18 is plain at a glance.
                        let distance = square.sqrt();
                        assert!(distance > 18.0, "{theme:?} {one} {two}: {distance}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_style_sheet_names_every_paint_once() {
        for theme in THEMES {
            let css = theme.css(&[PAINTS, PAINTS]);
            let mut names: Vec<_> = css
                .lines()
                .filter_map(|line| line.split(':').next())
                .collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count);
            assert!(css.contains("--ground-sea:#") && css.contains("--clear:"));
            assert!(css.contains("--heat-0:") && css.contains("--heat-m100:"));
        }
    }

    type Matrix = [[f32; 3]; 3];

    fn seen_by(colour: Rgb, sight: Matrix) -> [f32; 3] {
        let linear = colour.linear();
        sight.map(|row| {
            let sum: f32 = row
                .iter()
                .zip(linear)
                .map(|(part, value)| part * value)
                .sum();
            sum.clamp(0.0, 1.0)
        })
    }

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
}
