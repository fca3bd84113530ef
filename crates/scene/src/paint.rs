//! Paints by meaning: a game says what a thing is, a theme says how it looks.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::{Rgb, SeatColours};

/// What a surface means. Its name (`seat-1`, `ground-sea`, `mark-attack`) is a class in the page.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Paint {
    /// The colour of the seat with this index.
    Seat(u8),
    /// The colour that is read on top of the seat's.
    OnSeat(u8),
    /// What belongs to nobody.
    Neutral,
    Ground(Ground),
    Mark(Mark),
    /// A region of a map, a continent.
    Region(u8),
    /// A lens's value between good and bad, from −100 to 100.
    Heat(i8),
    /// What this seat holds, in its colour; the ground is seen through it.
    Held(u8),
    /// A lens's value for one seat, in that seat's colour: from step 1, faint, to [`Paint::WASHES`].
    Wash(u8, u8),
    Ink,
    Faint,
    Paper,
    Grid,
    Clear,
}

/// A surface of a game's own: what lies under the pieces, or what a drawing is made of.
///
/// The game that has it declares it; nothing else needs to know of it.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Ground {
    /// A word of the game's world; its class is `ground-` and this.
    pub name: &'static str,
    pub light: Rgb,
    pub dark: Rgb,
}

/// What may happen at a place, or just did. The constants are those that every game has; a game
/// declares what only it has.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Mark {
    /// What it means; its class is `mark-` and this.
    pub name: &'static str,
    pub light: Rgb,
    pub dark: Rgb,
    /// How much of a fill is seen, in percent: little where it covers a place, most where it points at one.
    pub opacity: u8,
    /// How it is drawn, so that it is not told by its colour alone.
    pub figure: Figure,
}

/// The drawings of marks, which page and terminal know.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// A dot where a place is free, a ring around what stands there.
    Dot,
    /// A ring with four ticks.
    Crosshair,
    /// A leap over what lies between.
    Arc,
    /// A triangle with an exclamation mark.
    Warning,
    Star,
    /// An arrow that points back.
    Back,
    Diamond,
    Cross,
}

/// The grounds and marks that a game declares.
#[derive(Copy, Clone, Debug, Default)]
pub struct Paints {
    pub grounds: &'static [Ground],
    /// Besides [`Mark::COMMON`].
    pub marks: &'static [Mark],
    /// The colours of its seats, if they are not [`SeatColours::USUAL`].
    pub seats: Option<&'static SeatColours>,
}

impl Paint {
    /// The strongest step of [`Paint::Wash`].
    pub const WASHES: u8 = 10;

    /// The paint's class in the page and in SVG: `seat-1`, `ground-sea`, `heat-m40`.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Paint::Seat(seat) => format!("seat-{}", u16::from(seat) + 1).into(),
            Paint::OnSeat(seat) => format!("on-seat-{}", u16::from(seat) + 1).into(),
            Paint::Neutral => "neutral".into(),
            Paint::Ground(ground) => format!("ground-{}", ground.name).into(),
            Paint::Mark(mark) => format!("mark-{}", mark.name).into(),
            Paint::Region(region) => format!("region-{region}").into(),
            Paint::Heat(value) => match value.clamp(-100, 100) {
                0 => "heat-0".into(),
                warm @ 1.. => format!("heat-p{warm}").into(),
                cold => format!("heat-m{}", -cold).into(),
            },
            Paint::Held(seat) => format!("held-{}", u16::from(seat) + 1).into(),
            Paint::Wash(seat, step) => {
                let step = step.min(Paint::WASHES);
                format!("wash-{}-{step}", u16::from(seat) + 1).into()
            }
            Paint::Ink => "ink".into(),
            Paint::Faint => "faint".into(),
            Paint::Paper => "paper".into(),
            Paint::Grid => "grid".into(),
            Paint::Clear => "clear".into(),
        }
    }

    /// How much of a fill is seen, from 0 to 1. What is laid over a ground lets it show through;
    /// outlines and words are always drawn whole.
    pub fn opacity(self) -> f32 {
        match self {
            Paint::Clear => 0.0,
            Paint::Heat(0) => 0.0,
            // A value of 1 must still be seen, and 100 must not hide the ground.
            Paint::Heat(value) => 0.12 + 0.66 * f32::from(value.unsigned_abs().min(100)) / 100.0,
            // Both sides' washes lie over each other, and the ground is still seen.
            Paint::Wash(_, step) => {
                0.55 * f32::from(step.min(Paint::WASHES)) / f32::from(Paint::WASHES)
            }
            // The ground and its texture are still seen.
            Paint::Held(_) => 0.62,
            Paint::Mark(mark) => f32::from(mark.opacity) / 100.0,
            _ => 1.0,
        }
    }
}

impl Serialize for Paint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl Ground {
    /// A ground with its colours on a light and on a dark screen, as `0xRRGGBB`.
    pub const fn new(name: &'static str, light: u32, dark: u32) -> Ground {
        Ground {
            name,
            light: Rgb::hex(light),
            dark: Rgb::hex(dark),
        }
    }
}

impl Mark {
    pub const SELECTED: Mark = Mark::new("selected", 0xff_b7_03, 0xff_c6_33, 60, Figure::Dot);
    /// A plain step.
    pub const SHIFT: Mark = Mark::new("shift", 0x1a_8a_66, 0x5f_d6_a8, 90, Figure::Dot);
    pub const ATTACK: Mark = Mark::new("attack", 0xd0_10_2e, 0xff_5c_6c, 90, Figure::Crosshair);
    /// What wins the match.
    pub const VICTORY: Mark = Mark::new("victory", 0xb8_86_00, 0xff_e0_66, 90, Figure::Star);
    /// The last action.
    pub const LAST: Mark = Mark::new("last", 0xf2_d0_4b, 0xb8_9a_2e, 50, Figure::Dot);
    /// What is not done yet, or takes more clicks.
    pub const PLANNED: Mark = Mark::new("planned", 0x6f_5b_d6, 0xa9_9b_ff, 60, Figure::Diamond);
    pub const DANGER: Mark = Mark::new("danger", 0xd6_2a_4a, 0xff_6b_81, 40, Figure::Cross);

    /// The marks that every game has.
    pub const COMMON: [Mark; 7] = [
        Mark::SELECTED,
        Mark::SHIFT,
        Mark::ATTACK,
        Mark::VICTORY,
        Mark::LAST,
        Mark::PLANNED,
        Mark::DANGER,
    ];

    /// A mark with its colours on a light and on a dark screen, as `0xRRGGBB`, and its opacity in percent.
    pub const fn new(
        name: &'static str,
        light: u32,
        dark: u32,
        opacity: u8,
        figure: Figure,
    ) -> Mark {
        Mark {
            name,
            light: Rgb::hex(light),
            dark: Rgb::hex(dark),
            opacity,
            figure,
        }
    }
}

impl Paints {
    /// A game that declares nothing.
    pub const NONE: Paints = Paints {
        grounds: &[],
        marks: &[],
        seats: None,
    };

    /// The colours of its seats.
    pub fn seat_colours(self) -> &'static SeatColours {
        self.seats.unwrap_or(&SeatColours::USUAL)
    }

    /// Every mark of the game: those that all games have, and its own.
    pub fn all_marks(self) -> impl Iterator<Item = Mark> {
        Mark::COMMON.into_iter().chain(self.marks.iter().copied())
    }

    /// Whether a picture of the game may have this paint.
    pub fn have(self, paint: Paint) -> bool {
        match paint {
            Paint::Ground(ground) => self.grounds.contains(&ground),
            Paint::Mark(mark) => self.marks.contains(&mark) || Mark::COMMON.contains(&mark),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const SEA: Ground = Ground::new("sea", 0xa6_cf_e2, 0x20_41_58);
    const LEAP: Mark = Mark::new("leap", 0x0a_5c_a8, 0x5a_b4_ff, 90, Figure::Arc);

    #[test]
    fn a_paint_is_named_by_what_it_means() {
        let names = [
            (Paint::Seat(0), "seat-1"),
            (Paint::Seat(255), "seat-256"),
            (Paint::OnSeat(0), "on-seat-1"),
            (Paint::Neutral, "neutral"),
            (Paint::Ground(SEA), "ground-sea"),
            (Paint::Mark(LEAP), "mark-leap"),
            (Paint::Region(3), "region-3"),
            (Paint::Held(1), "held-2"),
            (Paint::Wash(1, 3), "wash-2-3"),
            (Paint::Wash(0, 200), "wash-1-10"),
            (Paint::Heat(40), "heat-p40"),
            (Paint::Heat(-40), "heat-m40"),
            (Paint::Heat(0), "heat-0"),
            (Paint::Heat(i8::MIN), "heat-m100"),
            (Paint::Clear, "clear"),
        ];
        for (paint, name) in names {
            assert_eq!(paint.name(), name);
        }
    }

    #[test]
    fn a_game_has_the_grounds_and_marks_that_it_declares() {
        let paints = Paints {
            grounds: &[SEA],
            marks: &[LEAP],
            seats: None,
        };
        let other = Ground::new("sea", 0x00_00_01, 0x00_00_02);
        assert!(paints.have(Paint::Ground(SEA)) && paints.have(Paint::Mark(LEAP)));
        assert!(paints.have(Paint::Mark(Mark::LAST)) && paints.have(Paint::Seat(5)));
        assert!(!paints.have(Paint::Ground(other)));
        assert!(!Paints::default().have(Paint::Mark(LEAP)));
        let names: HashSet<_> = paints.all_marks().map(|mark| mark.name).collect();
        assert_eq!(names.len(), Mark::COMMON.len() + 1);
    }

    #[test]
    fn more_heat_hides_more_and_never_all() {
        for value in 0..100i8 {
            for sign in [-1, 1] {
                assert!(
                    Paint::Heat(sign * (value + 1)).opacity() > Paint::Heat(sign * value).opacity()
                );
            }
        }
        assert!(Paint::Heat(i8::MIN).opacity() < 0.8);
        assert_eq!(Paint::Heat(0).opacity(), 0.0);
    }
}
