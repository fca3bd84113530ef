//! The two rulebooks of a game say the same things under the same numbers, and what the code cites exists.

use crate::markdown;

use super::{Finding, Sources};

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let mut findings = Vec::new();
    for folder in sources.game_folders() {
        let english = format!("{folder}/rules.md");
        let french = format!("{folder}/rules.fr.md");
        let (Some(en), Some(fr)) = (sources.text(&english), sources.text(&french)) else {
            // That they are there is a check of its own.
            continue;
        };
        let (en, fr) = (paragraphs(en), paragraphs(fr));
        findings.extend(order(&english, &en));
        findings.extend(in_step(&french, &en, &fr));
        findings.extend(citations(sources, &folder, &en));
    }
    findings
}

/// A numbered paragraph or heading.
#[derive(Clone, Eq, PartialEq, Debug)]
struct Paragraph {
    line: usize,
    number: String,
}

fn paragraphs(text: &str) -> Vec<Paragraph> {
    markdown::prose(text)
        .filter_map(|(line, text)| {
            Some(Paragraph {
                line,
                number: number(text)?,
            })
        })
        .collect()
}

/// The number that a line begins with: `## 3. Moves`, `**3.4** A rat…`, `- §3.4 A rat…`.
fn number(line: &str) -> Option<String> {
    let text = line.trim_start_matches(|c: char| c.is_whitespace() || "#*-§_".contains(c));
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let number = number.trim_end_matches('.');
    let is_number = number
        .split('.')
        .all(|part| !part.is_empty() && part.len() <= 3);
    let is_end = rest.is_empty() || rest.starts_with([' ', '*', '_', '\u{a0}', ')', ':']);
    (is_number && is_end).then(|| number.to_owned())
}

/// Numbers grow, so none comes twice.
fn order(file: &str, paragraphs: &[Paragraph]) -> Vec<Finding> {
    if paragraphs.is_empty() {
        return vec![Finding::new(file, "no paragraph has a number")];
    }
    let parts = |paragraph: &Paragraph| -> Vec<u32> {
        let parts = paragraph.number.split('.');
        parts.filter_map(|part| part.parse().ok()).collect()
    };
    paragraphs
        .windows(2)
        .filter(|pair| parts(&pair[0]) >= parts(&pair[1]))
        .map(|pair| {
            let text = format!(
                "paragraph {} comes after {}",
                pair[1].number, pair[0].number
            );
            Finding::new(file, text).at(pair[1].line)
        })
        .collect()
}

/// The first place where the French numbers leave the English ones.
fn in_step(file: &str, en: &[Paragraph], fr: &[Paragraph]) -> Option<Finding> {
    let apart = (0..en.len().max(fr.len())).find(|&index| {
        en.get(index).map(|paragraph| &paragraph.number)
            != fr.get(index).map(|paragraph| &paragraph.number)
    })?;
    Some(match (en.get(apart), fr.get(apart)) {
        (Some(en), Some(fr)) => {
            let text = format!(
                "here is paragraph {}, in rules.md it is {}",
                fr.number, en.number
            );
            Finding::new(file, text).at(fr.line)
        }
        (Some(en), None) => Finding::new(
            file,
            format!("paragraph {} of rules.md is missing", en.number),
        ),
        (None, Some(fr)) => {
            let text = format!("rules.md has no paragraph {}", fr.number);
            Finding::new(file, text).at(fr.line)
        }
        (None, None) => return None,
    })
}

/// Every `§3.4` in the game's code is a paragraph of its rulebook.
fn citations(sources: &Sources, folder: &str, paragraphs: &[Paragraph]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, text) in sources.texts() {
        let inside = name
            .strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/') && rest.ends_with(".rs"));
        if !inside {
            continue;
        }
        for (index, line) in text.lines().enumerate() {
            for cited in line.split('§').skip(1) {
                let end = cited
                    .find(|c: char| !c.is_ascii_digit() && c != '.')
                    .unwrap_or(cited.len());
                let cited = cited[..end].trim_end_matches('.');
                let exists = paragraphs.iter().any(|paragraph| paragraph.number == cited);
                if !cited.is_empty() && !exists {
                    let text = format!("rules.md has no paragraph {cited}");
                    findings.push(Finding::new(name, text).at(index + 1));
                }
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    const EN: &str = "# Toy\n\n## 1. Board\n1.1 It is small.\n\n**1.2** It is square.\n## 2 Play\n- 2.1 Play.\n- 2.10 Play on.\n";

    fn look(en: &str, fr: &str, code: &str) -> Vec<String> {
        findings(
            check,
            &[
                ("crates/games/src/toy/rules.md", en),
                ("crates/games/src/toy/rules.fr.md", fr),
                ("crates/games/src/toy/rules.rs", code),
            ],
        )
    }

    #[test]
    fn numbers_are_read_however_they_are_dressed() {
        for line in [
            "## 3.4 Moves",
            "**3.4** A rat",
            "- §3.4. A rat",
            "3.4) A",
            "3.4",
        ] {
            assert_eq!(number(line).as_deref(), Some("3.4"), "{line}");
        }
        for line in [
            "3.4th",
            "A 3.4",
            "",
            "| 3 | 4 |",
            "1,024 leaves",
            "2026-01-01",
        ] {
            assert_eq!(number(line), None, "{line}");
        }
    }

    #[test]
    fn equal_numbers_are_in_step() {
        assert_eq!(look(EN, EN, "// §1.2, §2.10. And §2: so."), [""; 0]);
    }

    #[test]
    fn a_missing_an_added_and_an_exchanged_paragraph_are_seen() {
        let without = EN.replace("- 2.10 Play on.\n", "");
        assert_eq!(
            look(EN, &without, ""),
            ["crates/games/src/toy/rules.fr.md: paragraph 2.10 of rules.md is missing"]
        );
        assert_eq!(
            look(&without, EN, ""),
            ["crates/games/src/toy/rules.fr.md:9: rules.md has no paragraph 2.10"]
        );
        let other = EN.replace("1.1 It", "1.3 It");
        assert_eq!(
            look(EN, &other, ""),
            ["crates/games/src/toy/rules.fr.md:4: here is paragraph 1.3, in rules.md it is 1.1"]
        );
    }

    #[test]
    fn numbers_must_grow_and_there_must_be_some() {
        let twice = EN.replace("2.10", "2.1");
        assert_eq!(
            look(&twice, &twice, ""),
            ["crates/games/src/toy/rules.md:9: paragraph 2.1 comes after 2.1"]
        );
        assert_eq!(
            look("words", "mots", ""),
            ["crates/games/src/toy/rules.md: no paragraph has a number"]
        );
    }

    #[test]
    fn a_citation_of_nothing_is_seen() {
        assert_eq!(
            look(EN, EN, "\n// §1.1 and §9.9"),
            ["crates/games/src/toy/rules.rs:2: rules.md has no paragraph 9.9"]
        );
    }
}
