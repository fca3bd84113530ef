//! Themes: how a paint looks on a light and on a dark screen.
//!
//! Seats are told apart by people who see no red or no green as well: the six colours differ in
//! lightness as much as in hue (the tests simulate it). Grounds are calm and close to each other,
//! so that pieces and marks stand out on all of them.

use crate::{Ground, Mark, Paint, Rgb};

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
            Paint::Seat(seat) | Paint::Wash(seat, _) => self.seat(seat),
            Paint::OnSeat(seat) => self.readable_on(self.seat(seat)),
            Paint::Neutral => self.pick(0xa9_a4_98, 0x6c_70_77),
            Paint::Ground(ground) => self.ground(ground),
            Paint::Mark(mark) => self.mark(mark),
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
    /// `--seat-1:#1f77be;`. Paints that let the ground show through carry their opacity.
    pub fn css(self) -> String {
        let mut css = String::new();
        for paint in all_paints() {
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
        match self {
            Theme::Light => Rgb::hex(light),
            Theme::Dark => Rgb::hex(dark),
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

    fn ground(self, ground: Ground) -> Rgb {
        match ground {
            Ground::Earth => self.pick(0xee_e3_ca, 0x39_35_2d),
            Ground::Shore => self.pick(0xe6_dd_b4, 0x42_3f_2f),
            Ground::Water => self.pick(0xa6_cf_e2, 0x20_41_58),
            Ground::Trap => self.pick(0xdc_bd_98, 0x55_40_2c),
            Ground::Throne => self.pick(0xf0_d5_80, 0x6a_56_1e),
            Ground::Plain => self.pick(0xef_ea_da, 0x2f_31_30),
            Ground::Mountain => self.pick(0x9d_97_90, 0x62_5f_5e),
            Ground::Pass => self.pick(0xcf_c6_b2, 0x4a_47_41),
            Ground::Fort => self.pick(0xd6_c0_a6, 0x52_45_3a),
            Ground::Arsenal => self.pick(0xe5_c8_7e, 0x63_51_24),
            Ground::Grass => self.pick(0xc0_da_a4, 0x32_4a_2c),
            Ground::Sand => self.pick(0xf0_e0_b2, 0x50_48_30),
            Ground::Mud => self.pick(0xbd_a1_84, 0x45_36_29),
            Ground::Sky => self.pick(0xd5_e8_f4, 0x2a_37_45),
            Ground::Candy => self.pick(0xf5_ce_dd, 0x57_33_45),
            Ground::Barbecue => self.pick(0xd5_9a_7c, 0x5d_31_22),
            Ground::Pool => self.pick(0x98_d8_dc, 0x16_4c_55),
            Ground::Meadow => self.pick(0xd3_e3_a9, 0x3d_48_28),
            Ground::Forest => self.pick(0x97_bd_93, 0x22_40_2d),
            Ground::Desert => self.pick(0xec_d2_9c, 0x5a_49_2a),
        }
    }

    fn mark(self, mark: Mark) -> Rgb {
        match mark {
            Mark::Selected => self.pick(0xff_b7_03, 0xff_c6_33),
            Mark::Shift => self.pick(0x1a_8a_66, 0x5f_d6_a8),
            Mark::Attack => self.pick(0xd0_10_2e, 0xff_5c_6c),
            Mark::Jump => self.pick(0x0a_5c_a8, 0x5a_b4_ff),
            Mark::Trapped => self.pick(0xb3_5c_00, 0xff_a9_4d),
            Mark::Victory => self.pick(0xb8_86_00, 0xff_e0_66),
            Mark::Last => self.pick(0xf2_d0_4b, 0xb8_9a_2e),
            Mark::Planned => self.pick(0x6f_5b_d6, 0xa9_9b_ff),
            Mark::Retreat => self.pick(0xe0_6a_00, 0xff_9a_3c),
            Mark::Isolated => self.pick(0x5c_60_68, 0xa6_ac_b5),
            Mark::Danger => self.pick(0xd6_2a_4a, 0xff_6b_81),
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

fn all_paints() -> impl Iterator<Item = Paint> {
    (0..SEATS)
        .flat_map(|seat| [Paint::Seat(seat), Paint::OnSeat(seat)])
        .chain([Paint::Neutral, Paint::Ink, Paint::Faint])
        .chain([Paint::Paper, Paint::Grid, Paint::Clear])
        .chain(Ground::ALL.map(Paint::Ground))
        .chain(Mark::ALL.map(Paint::Mark))
        .chain((0..REGIONS).map(Paint::Region))
        .chain((-100..=100).map(Paint::Heat))
        .chain(
            (0..SEATS)
                .flat_map(|seat| (1..=Paint::WASHES).map(move |step| Paint::Wash(seat, step))),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

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
    fn ink_is_readable_on_every_ground_and_region() {
        for theme in THEMES {
            let grounds = Ground::ALL.map(Paint::Ground);
            for paint in grounds.into_iter().chain((0..REGIONS).map(Paint::Region)) {
                let contrast = theme.colour(Paint::Ink).contrast(theme.colour(paint));
                assert!(contrast >= 4.5, "{theme:?} {}: {contrast}", paint.name());
            }
        }
    }

    #[test]
    fn marks_that_point_at_a_place_stand_out_on_a_plain_ground() {
        for theme in THEMES {
            for mark in [Mark::Shift, Mark::Attack, Mark::Jump, Mark::Trapped] {
                let contrast = theme
                    .colour(Paint::Mark(mark))
                    .contrast(theme.colour(Paint::Ground(Ground::Plain)));
                assert!(contrast >= 3.0, "{theme:?} {mark:?}: {contrast}");
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
            let css = theme.css();
            let mut names: Vec<_> = css
                .lines()
                .filter_map(|line| line.split(':').next())
                .collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count);
            assert!(css.contains("--ground-water:#") && css.contains("--clear:"));
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
