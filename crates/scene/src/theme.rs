//! Themes: how a paint looks on a light and on a dark screen.
//!
//! Grounds, marks and seats bring their own colours: grounds are calm and close to each other, so that
//! pieces and marks stand out on all of them.

use crate::{Ground, Mark, Paint, Paints, Rgb, Scene, SeatColours};

/// A palette for every paint.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

/// A theme with the colours that a game gives its seats.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Look {
    pub theme: Theme,
    pub seats: &'static SeatColours,
}

impl Look {
    /// The colour of a paint. [`Paint::opacity`] says how much of it is seen.
    pub fn colour(self, paint: Paint) -> Rgb {
        match paint {
            Paint::Seat(seat) | Paint::Held(seat) | Paint::Wash(seat, _) => {
                self.seats.of(self.theme, seat)
            }
            Paint::OnSeat(seat) => self.readable_on(self.seats.of(self.theme, seat)),
            other => self.theme.colour(other),
        }
    }

    /// The darker or the lighter ink, whichever is read better on this colour.
    pub fn readable_on(self, back: Rgb) -> Rgb {
        self.theme.readable_on(back)
    }
}

impl Look {
    fn properties(self, paints: impl IntoIterator<Item = Paint>) -> String {
        let mut css = String::new();
        for paint in paints {
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
}

impl Theme {
    /// The theme with these colours of seats.
    pub fn with(self, seats: &'static SeatColours) -> Look {
        Look { theme: self, seats }
    }

    /// The theme with the colours that a picture's seats have.
    pub fn on(self, scene: &Scene) -> Look {
        self.with(scene.seats)
    }

    /// The colour of a paint; that of a seat where its game declares no others.
    pub fn colour(self, paint: Paint) -> Rgb {
        match paint {
            Paint::Seat(_) | Paint::OnSeat(_) | Paint::Held(_) | Paint::Wash(..) => {
                self.with(&SeatColours::USUAL).colour(paint)
            }
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
        self.with(&SeatColours::USUAL).properties(all_paints(games))
    }

    /// The properties that differ for a game with seat colours of its own.
    pub fn css_of_seats(self, seats: &'static SeatColours) -> String {
        self.with(seats).properties(seat_paints())
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

/// How many regions have a colour of their own.
const REGIONS: u8 = 12;

/// Every paint that has a seat's colour, or is read on it.
fn seat_paints() -> impl Iterator<Item = Paint> {
    (0..SeatColours::COUNT).flat_map(|seat| {
        let plain = [Paint::Seat(seat), Paint::OnSeat(seat), Paint::Held(seat)];
        let washes = (1..=Paint::WASHES).map(move |step| Paint::Wash(seat, step));
        plain.into_iter().chain(washes)
    })
}

/// Every paint once: those that all games have, then what these declare.
fn all_paints(games: &[Paints]) -> Vec<Paint> {
    let common = [Paint::Neutral, Paint::Ink, Paint::Faint]
        .into_iter()
        .chain([Paint::Paper, Paint::Grid, Paint::Clear])
        .chain(Mark::COMMON.map(Paint::Mark))
        .chain((0..REGIONS).map(Paint::Region))
        .chain((-100..=100).map(Paint::Heat));
    let mut paints: Vec<Paint> = seat_paints().chain(common).collect();
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
        seats: None,
    };

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
}
