//! Names of guests, as others see them.

use unicode_security::skeleton;
use vauban_game::{Text, text};
use vauban_store::Line;

use crate::Problem;

/// The longest name, in characters.
const LONGEST: usize = 40;

/// What lists and pages show for a seat in which nobody sits, in both languages.
const FREE: &[&str] = &["open", "free", "free seat", "libre", "place libre"];

/// What they show for a program; a number may follow.
const PROGRAM: &[&str] = &[
    "level",
    "niveau",
    "agent",
    "program",
    "programme",
    "program level",
    "programme niveau",
];

/// A name as others may see it: one line of text that looks like nobody's but a person's.
pub fn name(text: &str) -> Result<Line, Problem> {
    let text = text.trim();
    let is_short = text.chars().count() <= LONGEST;
    let line = Line::new(text)
        .ok()
        .filter(|_| is_short && is_plain(text) && !text.chars().any(is_unseen))
        .ok_or_else(|| {
            Problem::unprocessable(
                "bad-name",
                text!(
                    "a name is one line of 1 to {LONGEST} characters",
                    "un nom est une ligne de 1 à {LONGEST} caractères"
                ),
            )
        })?;
    match is_reserved(text) {
        false => Ok(line),
        true => Err(Problem::unprocessable(
            "reserved-name",
            Text::fixed(
                "this name looks like a program or a free seat: choose another",
                "ce nom ressemble à un programme ou à une place libre : choisissez-en un autre",
            ),
        )),
    }
}

/// One line that reads as it is written: marks that turn the direction of writing would dress one
/// text up as another.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    })
}

/// Whether nothing is shown for it; a name of such characters would be no name, or look like another.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{e0000}'..='\u{e0fff}')
}

fn is_reserved(text: &str) -> bool {
    let seen = look(text);
    let is_number = |rest: &str| {
        // In many typefaces 1 and 0 cannot be told from letters.
        rest.chars()
            .all(|c| c.is_numeric() || matches!(c, 'l' | 'o'))
            && (rest.is_empty() || text.contains(|c: char| c.is_numeric() || c.is_whitespace()))
    };
    FREE.iter().any(|free| seen == look(free))
        || PROGRAM
            .iter()
            .any(|program| seen.strip_prefix(&look(program)).is_some_and(is_number))
}

/// What the eye makes of a text, however it is written: letters that look alike are the same, in small
/// or capital, and blanks, accents and signs between them do not count (UTS 39).
fn look(text: &str) -> String {
    let letters: String = skeleton(text).filter(|c| c.is_alphanumeric()).collect();
    let small: String = letters.to_lowercase();
    skeleton(&small).filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> &'static str {
        name(text).map_or_else(|problem| problem.code(), |_| "good")
    }

    #[test]
    fn names_are_plain_lines() {
        assert_eq!(name("  Élise ").unwrap().as_str(), "Élise");
        let long = "x".repeat(41);
        let bad = [
            "",
            " ",
            "two\nlines",
            "a\u{202e}b",
            "\u{3164}",
            "a\u{ad}b",
            &long,
        ];
        for bad in bad {
            assert_eq!(code(bad), "bad-name", "{bad:?}");
        }
    }

    #[test]
    fn a_name_that_looks_like_a_program_or_a_free_seat_is_refused() {
        for reserved in [
            "open",
            "Open",
            "OPEN",
            "o p e n",
            "0pen",
            "(open)",
            "\u{43e}\u{440}\u{435}n",
            "level 3",
            "Level\u{a0}3",
            "level\u{2007}12",
            "level3",
            "Level  l",
            "LeveI 3",
            "leve1 3",
            "l\u{435}v\u{435}l 3",
            "niveau 2",
            "Programme, niveau 4",
            "program",
            "free seat",
            "place\u{202f}libre",
        ] {
            assert_eq!(code(reserved), "reserved-name", "{reserved:?}");
        }
        for good in [
            "levels",
            "Levello",
            "Openshaw",
            "Élise",
            "Liberty",
            "Nivea",
            "agency",
            "李雷",
            "Мария",
            "Program Fan",
        ] {
            assert_eq!(code(good), "good", "{good:?}");
        }
    }
}
