//! Textures: patterns that tell owners apart without colour, and figures that tell grounds apart.

use serde::Serialize;

/// What is drawn over a fill, in tiles.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    Stripes,
    Bars,
    Dots,
    Checks,
    Waves,
    Crosses,
    /// Blades in small groups.
    Tufts,
    /// Round crowns on stems.
    Crowns,
    /// Mountains with a shaded side.
    Peaks,
    /// Long low arcs with grains between them.
    Dunes,
    /// Short waves, far apart.
    Ripples,
}

/// A square that repeats.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Tile {
    pub size: f32,
    /// How far the tiles are turned, in degrees.
    pub turn: u8,
    /// Strokes and filled parts, in the `d` language of SVG; a stroke of no length is a dot.
    pub strokes: &'static str,
    pub solid: &'static str,
}

impl Pattern {
    /// How a line with this pattern is dashed: stroke, gap, and so on, in widths of the line.
    pub const fn dashes(self) -> &'static [f32] {
        match self {
            Pattern::Stripes | Pattern::Tufts | Pattern::Peaks => &[6.0, 2.0],
            Pattern::Dots | Pattern::Crowns => &[2.5, 2.5],
            Pattern::Bars | Pattern::Dunes => &[4.0, 1.5, 1.0, 1.5],
            Pattern::Crosses | Pattern::Ripples => &[1.0, 1.5],
            Pattern::Waves => &[8.0, 2.0, 2.0, 2.0],
            Pattern::Checks => &[3.0, 1.0],
        }
    }

    /// All patterns; the first six are those of the seats.
    pub const ALL: [Pattern; 11] = [
        Pattern::Stripes,
        Pattern::Dots,
        Pattern::Bars,
        Pattern::Crosses,
        Pattern::Waves,
        Pattern::Checks,
        Pattern::Tufts,
        Pattern::Crowns,
        Pattern::Peaks,
        Pattern::Dunes,
        Pattern::Ripples,
    ];

    /// The pattern of what a seat holds; a seventh seat begins again.
    pub fn of_seat(seat: u8) -> Pattern {
        Pattern::ALL[usize::from(seat % 6)]
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Pattern::Stripes => "stripes",
            Pattern::Bars => "bars",
            Pattern::Dots => "dots",
            Pattern::Checks => "checks",
            Pattern::Waves => "waves",
            Pattern::Crosses => "crosses",
            Pattern::Tufts => "tufts",
            Pattern::Crowns => "crowns",
            Pattern::Peaks => "peaks",
            Pattern::Dunes => "dunes",
            Pattern::Ripples => "ripples",
        }
    }

    pub(crate) fn tile(self) -> Tile {
        let tile = |size, turn, strokes, solid| Tile {
            size,
            turn,
            strokes,
            solid,
        };
        match self {
            Pattern::Stripes => tile(0.16, 45, "M0 .08H.16", ""),
            Pattern::Bars => tile(0.16, 0, "M.08 0V.16", ""),
            Pattern::Dots => tile(0.2, 45, "M.08 .1h.04", ""),
            Pattern::Checks => tile(0.25, 0, "", "M0 0H.125V.125H0ZM.125 .125H.25V.25H.125Z"),
            Pattern::Waves => tile(
                0.25,
                0,
                "M-.125 .155Q-.0625 .065 0 .125T.125 .125T.25 .125T.375 .125",
                "",
            ),
            Pattern::Crosses => tile(0.22, 0, "M.07 .11H.15M.11 .07V.15", ""),
            Pattern::Tufts => tile(
                0.62,
                0,
                "M.1 .2L.12 .13M.14 .2V.11M.18 .2L.16 .13M.42 .5L.44 .43M.46 .5V.41M.5 .5L.48 .43\
                 M.47 .12h.01M.13 .45h.01",
                "",
            ),
            Pattern::Crowns => tile(
                0.56,
                0,
                "M.14 .21V.26M.42 .47V.52M.44 .15V.19",
                "M.14 .05A.085 .085 0 1 1 .139 .05ZM.42 .31A.085 .085 0 1 1 .419 .31Z\
                 M.44 .03A.06 .06 0 1 1 .439 .03Z",
            ),
            Pattern::Peaks => tile(
                0.74,
                0,
                "M.06 .32L.2 .1L.34 .32M.42 .62L.54 .42L.66 .62",
                "M.2 .1L.34 .32H.23L.25 .24L.19 .2ZM.54 .42L.66 .62H.57L.58 .55L.53 .51Z",
            ),
            Pattern::Dunes => tile(
                0.66,
                0,
                "M.04 .16Q.16 .07 .3 .16M.36 .46Q.48 .37 .62 .46M.46 .12h.01M.54 .2h.01M.12 .42h.01\
                 M.2 .5h.01M.42 .28h.01",
                "",
            ),
            Pattern::Ripples => tile(
                0.84,
                0,
                "M.08 .22q.05 -.05 .1 0t.1 0M.5 .62q.05 -.05 .1 0t.1 0",
                "",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_draws_the_same_tiles() {
        let page = include_str!("../../../web/js/textures.js");
        for pattern in Pattern::ALL {
            let Tile {
                size,
                turn,
                strokes,
                solid,
            } = pattern.tile();
            let line = format!(
                "  {}: {{ size: {size}, turn: {turn}, strokes: \"{strokes}\", solid: \"{solid}\" }},",
                pattern.name()
            );
            assert!(page.contains(&line), "web/js/textures.js lacks\n{line}");
        }
        let lines = page.lines().filter(|line| line.contains("strokes: \""));
        assert_eq!(lines.count(), Pattern::ALL.len());
    }

    #[test]
    fn six_seats_have_six_patterns() {
        let patterns: std::collections::HashSet<Pattern> = (0..6).map(Pattern::of_seat).collect();
        assert_eq!(patterns.len(), 6);
        assert_eq!(Pattern::of_seat(6), Pattern::of_seat(0));
    }
}
