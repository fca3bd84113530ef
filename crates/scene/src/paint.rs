//! Paints by meaning: a game says what a thing is, a theme says how it looks.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

/// What a surface means. Its name (`seat-1`, `ground-water`, `mark-jump`) is a class in the page.
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
    /// A lens's value for one seat, in that seat's colour: from step 1, faint, to [`Paint::WASHES`].
    Wash(u8, u8),
    Ink,
    Faint,
    Paper,
    Grid,
    Clear,
}

/// What lies under the pieces.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Ground {
    Earth,
    Shore,
    Water,
    Trap,
    Throne,
    Plain,
    Mountain,
    Pass,
    Fort,
    Arsenal,
    Grass,
    Sand,
    Mud,
    Sky,
    Candy,
    Barbecue,
    Pool,
    Meadow,
    Forest,
    Desert,
}

/// What may happen at a place, or just did.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Mark {
    Selected,
    /// A plain step.
    Shift,
    Attack,
    Jump,
    /// A step onto a place that weakens the one who enters.
    Trapped,
    Victory,
    /// The last action.
    Last,
    Planned,
    /// A unit that must retreat.
    Retreat,
    /// A unit that is cut off.
    Isolated,
    Danger,
}

impl Paint {
    /// The strongest step of [`Paint::Wash`].
    pub const WASHES: u8 = 10;

    /// The paint's class in the page and in SVG: `seat-1`, `ground-water`, `heat-m40`.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Paint::Seat(seat) => format!("seat-{}", u16::from(seat) + 1).into(),
            Paint::OnSeat(seat) => format!("on-seat-{}", u16::from(seat) + 1).into(),
            Paint::Neutral => "neutral".into(),
            Paint::Ground(ground) => ground.class().into(),
            Paint::Mark(mark) => mark.class().into(),
            Paint::Region(region) => format!("region-{region}").into(),
            Paint::Heat(value) => match value.clamp(-100, 100) {
                0 => "heat-0".into(),
                warm @ 1.. => format!("heat-p{warm}").into(),
                cold => format!("heat-m{}", -cold).into(),
            },
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
            Paint::Mark(mark) => mark.opacity(),
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
    /// Every ground, in the order of the enum.
    pub const ALL: [Ground; 20] = [
        Ground::Earth,
        Ground::Shore,
        Ground::Water,
        Ground::Trap,
        Ground::Throne,
        Ground::Plain,
        Ground::Mountain,
        Ground::Pass,
        Ground::Fort,
        Ground::Arsenal,
        Ground::Grass,
        Ground::Sand,
        Ground::Mud,
        Ground::Sky,
        Ground::Candy,
        Ground::Barbecue,
        Ground::Pool,
        Ground::Meadow,
        Ground::Forest,
        Ground::Desert,
    ];

    fn class(self) -> &'static str {
        match self {
            Ground::Earth => "ground-earth",
            Ground::Shore => "ground-shore",
            Ground::Water => "ground-water",
            Ground::Trap => "ground-trap",
            Ground::Throne => "ground-throne",
            Ground::Plain => "ground-plain",
            Ground::Mountain => "ground-mountain",
            Ground::Pass => "ground-pass",
            Ground::Fort => "ground-fort",
            Ground::Arsenal => "ground-arsenal",
            Ground::Grass => "ground-grass",
            Ground::Sand => "ground-sand",
            Ground::Mud => "ground-mud",
            Ground::Sky => "ground-sky",
            Ground::Candy => "ground-candy",
            Ground::Barbecue => "ground-barbecue",
            Ground::Pool => "ground-pool",
            Ground::Meadow => "ground-meadow",
            Ground::Forest => "ground-forest",
            Ground::Desert => "ground-desert",
        }
    }
}

impl Mark {
    /// Every mark, in the order of the enum.
    pub const ALL: [Mark; 11] = [
        Mark::Selected,
        Mark::Shift,
        Mark::Attack,
        Mark::Jump,
        Mark::Trapped,
        Mark::Victory,
        Mark::Last,
        Mark::Planned,
        Mark::Retreat,
        Mark::Isolated,
        Mark::Danger,
    ];

    fn class(self) -> &'static str {
        match self {
            Mark::Selected => "mark-selected",
            Mark::Shift => "mark-shift",
            Mark::Attack => "mark-attack",
            Mark::Jump => "mark-jump",
            Mark::Trapped => "mark-trapped",
            Mark::Victory => "mark-victory",
            Mark::Last => "mark-last",
            Mark::Planned => "mark-planned",
            Mark::Retreat => "mark-retreat",
            Mark::Isolated => "mark-isolated",
            Mark::Danger => "mark-danger",
        }
    }

    /// Marks that cover a whole place are washes; marks that point at one are strong.
    fn opacity(self) -> f32 {
        match self {
            Mark::Isolated | Mark::Danger => 0.4,
            Mark::Last => 0.5,
            Mark::Selected | Mark::Planned | Mark::Retreat => 0.6,
            Mark::Shift | Mark::Attack | Mark::Jump | Mark::Trapped | Mark::Victory => 0.9,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_paint_is_named_by_what_it_means() {
        let names = [
            (Paint::Seat(0), "seat-1"),
            (Paint::Seat(255), "seat-256"),
            (Paint::OnSeat(0), "on-seat-1"),
            (Paint::Neutral, "neutral"),
            (Paint::Ground(Ground::Water), "ground-water"),
            (Paint::Mark(Mark::Jump), "mark-jump"),
            (Paint::Region(3), "region-3"),
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
    fn grounds_and_marks_are_listed_once_each() {
        let grounds: HashSet<_> = Ground::ALL.iter().map(|ground| ground.class()).collect();
        let marks: HashSet<_> = Mark::ALL.iter().map(|mark| mark.class()).collect();
        assert_eq!(grounds.len(), Ground::Desert as usize + 1);
        assert_eq!(marks.len(), Mark::Danger as usize + 1);
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
