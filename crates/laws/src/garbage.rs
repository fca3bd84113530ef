//! Broken texts, for everything that reads one.

use vauban_game::Dice;

/// Pieces that have broken readers before.
const PIECES: [&str; 26] = [
    "",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\0",
    "\u{7f}",
    "\u{feff}",
    "é",
    "ß",
    "🐘",
    "e\u{301}",
    "\u{202e}",
    "ﬀ",
    "²",
    "-1",
    "0",
    "00",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "1e9",
    "{n}",
    "/",
    "%00",
];

/// Most readers get more than this only from an attacker; a few texts are that long.
const LONG: usize = 4_096;

/// A text made from some of `seed_texts` by cutting, splicing, swapping, doubling and inserting.
pub fn garbage(dice: &mut Dice, seed_texts: &[&str]) -> String {
    let mut text: Vec<char> = if seed_texts.is_empty() {
        Vec::new()
    } else {
        dice.choose(seed_texts).chars().collect()
    };
    for _ in 0..=dice.below(3) {
        mutate(dice, seed_texts, &mut text);
    }
    text.into_iter().collect()
}

fn mutate(dice: &mut Dice, seed_texts: &[&str], text: &mut Vec<char>) {
    let place = |dice: &mut Dice, text: &[char]| dice.below(text.len() as u32 + 1) as usize;
    match dice.below(10) {
        // Cut off.
        0 => text.truncate(place(dice, text)),
        1 => drop(text.drain(..place(dice, text))),
        // One character less, another one, two the other way round.
        2 if !text.is_empty() => drop(text.remove(dice.below(text.len() as u32) as usize)),
        3 if !text.is_empty() => {
            let at = dice.below(text.len() as u32) as usize;
            text[at] = char::from(32 + dice.below(95) as u8);
        }
        4 if text.len() > 1 => {
            let (a, b) = (dice.below(text.len() as u32), dice.below(text.len() as u32));
            text.swap(a as usize, b as usize);
        }
        // The next or the last letter or digit, which often still means something.
        5 if !text.is_empty() => {
            let at = dice.below(text.len() as u32) as usize;
            let near = u32::from(text[at])
                .wrapping_add(dice.below(3))
                .wrapping_sub(1);
            text[at] = char::from_u32(near).unwrap_or('\u{fffd}');
        }
        // The end of another text.
        6 if !seed_texts.is_empty() => {
            let other: Vec<char> = dice.choose(seed_texts).chars().collect();
            let (at, from) = (place(dice, text), place(dice, &other));
            text.truncate(at);
            text.extend(&other[from..]);
        }
        // The same again and again.
        7 if dice.below(50) == 0 => {
            while !text.is_empty() && text.len() < LONG {
                text.extend_from_within(..);
            }
        }
        // Any character at all.
        8 => {
            let any = char::from_u32(dice.below(0x11_0000)).unwrap_or('\u{fffd}');
            text.insert(place(dice, text), any);
        }
        _ => {
            let at = place(dice, text);
            text.splice(at..at, dice.choose(&PIECES).chars());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn texts_are_many_and_come_again_from_the_same_seed() {
        let all = |seed| {
            let mut dice = Dice::seeded(seed);
            (0..1_000)
                .map(|_| garbage(&mut dice, &["a1b2", "end"]))
                .collect::<Vec<_>>()
        };
        assert_eq!(all(1), all(1));
        assert_ne!(all(1), all(2));
        assert!(all(1).iter().collect::<HashSet<_>>().len() > 500);
        assert!(garbage(&mut Dice::seeded(3), &[]).len() <= 100);
    }
}
