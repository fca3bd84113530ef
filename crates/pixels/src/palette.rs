//! The colours of one frame of a GIF: at most 255, and one number for what shows the frame before.

use std::collections::BTreeMap;

use color_quant::NeuQuant;

/// A GIF has so many colours in a frame; the last one lets the frame before through.
const COLOURS: usize = 255;

/// How thoroughly colours are chosen where there are too many: from 1, thorough, to 30, fast.
const HASTE: i32 = 10;

/// The colours of a frame.
pub(crate) enum Palette {
    /// All of them, with their numbers.
    Whole(BTreeMap<[u8; 3], u8>),
    /// Those that resemble them most.
    Chosen(Box<NeuQuant>),
}

impl Palette {
    /// The number of what shows the frame before.
    pub const CLEAR: u8 = COLOURS as u8;

    /// For the colours of `pixels`, four bytes each.
    pub fn of(pixels: &[u8]) -> Palette {
        let mut known: BTreeMap<[u8; 3], u8> = BTreeMap::new();
        for pixel in pixels.chunks_exact(4) {
            let number = known.len();
            known
                .entry([pixel[0], pixel[1], pixel[2]])
                .or_insert(number as u8);
            if known.len() > COLOURS {
                return Palette::Chosen(Box::new(NeuQuant::new(HASTE, COLOURS, pixels)));
            }
        }
        Palette::Whole(known)
    }

    /// The number of a colour.
    pub fn number(&self, pixel: &[u8]) -> u8 {
        match self {
            Palette::Whole(known) => {
                let colour = [pixel[0], pixel[1], pixel[2]];
                known.get(&colour).copied().unwrap_or(Palette::CLEAR)
            }
            Palette::Chosen(chosen) => chosen.index_of(pixel) as u8,
        }
    }

    /// Red, green and blue of every number.
    pub fn colours(&self) -> Vec<u8> {
        let mut colours = match self {
            Palette::Whole(known) => {
                let mut colours = vec![0; 3 * known.len()];
                for (colour, &number) in known {
                    let start = 3 * usize::from(number);
                    colours[start..start + 3].copy_from_slice(colour);
                }
                colours
            }
            Palette::Chosen(chosen) => chosen.color_map_rgb(),
        };
        colours.resize(3 * (COLOURS + 1), 0);
        colours
    }
}
