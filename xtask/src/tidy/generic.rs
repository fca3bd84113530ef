//! Generic code knows no game: neither its name, nor the terrains and marks that it declares.
//!
//! Comments may give a game as an example. A game's name may be a word of a language too ("jeux de
//! guerre"), so a small letter after a blank inside a string is taken for prose.

use super::{Finding, Sources};

const GAMES: &str = "crates/games/src";

/// Where no game is known.
const GENERIC: [&str; 8] = [
    "crates/scene/src/",
    "crates/game/src/",
    "crates/search/src/",
    "crates/table/src/",
    "crates/store/src/",
    "crates/server/src/",
    "crates/terminal/src/",
    "web/",
];

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let folders = sources.folders(GAMES);
    let games: Vec<&str> = folders
        .iter()
        .filter_map(|folder| folder.rsplit('/').next())
        .collect();
    let paints = declared(sources);
    let mut findings = Vec::new();
    for (file, text) in sources.texts().filter(|(file, _)| is_generic(file)) {
        for (line, code) in (1..).zip(without_comments(text, file).lines()) {
            // Unit tests come last; they may name what they like.
            if code.trim_start().starts_with("mod tests {") {
                break;
            }
            let place = |text: String| Finding::new(file, text).at(line);
            let named = games.iter().filter(|game| names(code, game));
            findings.extend(named.map(|game| place(format!("names the game `{game}`"))));
            let painted = paints.iter().filter(|paint| has_paint(code, paint, file));
            findings.extend(
                painted.map(|(kind, name)| place(format!("names a game's own `{kind}-{name}`"))),
            );
            if code.contains("Ground::new(") {
                findings.push(place("declares a ground; the game that has it does".into()));
            }
        }
    }
    findings
}

/// Whether a file is bound by the rule. Tests may name any game.
fn is_generic(file: &str) -> bool {
    let is_test = file.ends_with("/tests.rs") || file.contains("/tests/");
    let is_code = [".rs", ".js", ".css", ".html", ".webmanifest"]
        .iter()
        .any(|ending| file.ends_with(ending));
    is_code && !is_test && GENERIC.iter().any(|folder| file.starts_with(folder))
}

/// The paints that games declare: `("ground", "sea")`.
fn declared(sources: &Sources) -> Vec<(&'static str, String)> {
    let mut paints = Vec::new();
    let files = sources.texts().filter(|(file, _)| file.starts_with(GAMES));
    for (_, text) in files {
        for (kind, call) in [("ground", "Ground::new("), ("mark", "Mark::new(")] {
            let names = text.split(call).skip(1);
            let names =
                names.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
            paints.extend(names.map(|name| (kind, name.to_owned())));
        }
    }
    paints.sort();
    paints.dedup();
    paints
}

/// Whether a line means this game: by a word of an identifier, or in a string that is not prose.
fn names(code: &str, game: &str) -> bool {
    words(code).any(|(at, word)| {
        let before = &code[..at];
        let is_prose = before.matches(['"', '`']).count() % 2 == 1
            && before.ends_with(' ')
            && word.chars().all(char::is_lowercase);
        word.eq_ignore_ascii_case(game) && !is_prose
    })
}

/// The words of a line, those of `snake_case` and `CamelCase` names too, with where they begin.
fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let letters: Vec<(usize, char)> = code.char_indices().collect();
    let mut begins: Vec<usize> = Vec::new();
    let mut last = ' ';
    for &(at, letter) in &letters {
        let new_hump = letter.is_uppercase() && last.is_lowercase();
        if letter.is_alphanumeric() != last.is_alphanumeric() || new_hump {
            begins.push(at);
        }
        last = letter;
    }
    let ends: Vec<usize> = begins.iter().skip(1).copied().chain([code.len()]).collect();
    begins
        .into_iter()
        .zip(ends)
        .map(move |(begin, end)| (begin, &code[begin..end]))
}

/// Whether a line has this class, or in Rust its name alone as a string; the page has icons and words
/// of its own.
fn has_paint(code: &str, (kind, name): &(&'static str, String), file: &str) -> bool {
    let class = format!("{kind}-{name}");
    let is_whole = |(at, _): (usize, &str)| {
        let after = code[at + class.len()..].chars().next();
        after.is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_')
    };
    (file.ends_with(".rs") && code.contains(&format!("\"{name}\"")))
        || code.match_indices(&class).any(is_whole)
}

/// The text without its comments, line by line as it was. A string ends with its line.
fn without_comments(text: &str, file: &str) -> String {
    let has_line_comments = file.ends_with(".rs") || file.ends_with(".js");
    let mut code = String::with_capacity(text.len());
    let mut in_block = false;
    for line in text.lines() {
        let mut rest = line;
        let mut in_string = false;
        while let Some(letter) = rest.chars().next() {
            if in_block {
                in_block = !rest.starts_with("*/");
                rest = &rest[if in_block { letter.len_utf8() } else { 2 }..];
                continue;
            }
            if !in_string && rest.starts_with("/*") {
                in_block = true;
                rest = &rest[2..];
                continue;
            }
            if !in_string && has_line_comments && rest.starts_with("//") {
                break;
            }
            // A quotation mark that is a character begins no string.
            if !in_string && rest.starts_with("'\"'") {
                rest = &rest[3..];
                continue;
            }
            let escaped = in_string && letter == '\\';
            let taken: String = rest.chars().take(1 + usize::from(escaped)).collect();
            in_string ^= letter == '"';
            rest = &rest[taken.len()..];
            code.push_str(&taken);
        }
        code.push('\n');
    }
    code
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    /// What is found in one file beside a game called `toy`.
    fn look(file: &str, text: &str) -> Vec<String> {
        let scene = "const SEA: Ground = Ground::new(\"sea\", 1, 2);\nMark::new(\n    \"leap\",\n";
        findings(
            check,
            &[("crates/games/src/toy/scene.rs", scene), (file, text)],
        )
    }

    #[test]
    fn a_games_name_is_seen_in_every_generic_folder() {
        for folder in GENERIC {
            let file = format!("{folder}page.rs");
            assert_eq!(
                look(&file, "\nlet x = \"toy\";\n"),
                [format!("{file}:2: names the game `toy`")]
            );
        }
        assert_eq!(look("crates/cli/src/main.rs", "\"toy\""), [""; 0]);
    }

    #[test]
    fn identifiers_titles_and_parts_of_addresses_name_a_game() {
        let named = [
            "fn toy_lobby() {",
            "struct ToyLobby;",
            "const TOY: u8 = 1;",
            "let a = \"/games/toy/rules\";",
            "let a = \"the best Toy\";",
            "let a = r#\"[Game \"toy\"]\"#;",
            "let (a, b) = ('\"', toy);",
            "<p>Toy</p>",
        ];
        for text in named {
            assert_eq!(look("web/index.html", text).len(), 1, "{text}");
        }
    }

    #[test]
    fn comments_prose_tests_and_longer_words_do_not() {
        let free = [
            "// as in toy",
            "let a = 1; // toy",
            "/** toy,\n toy */ let a = 1;",
            "let a = \"not a toy at all\";",
            "let a = \"say \\\"yes\\\" to a toy\";",
            "let toys = destroy();",
            "#[cfg(test)]\nmod tests {\n    \"toy\"",
        ];
        for text in free {
            assert_eq!(look("crates/table/src/page.rs", text), [""; 0], "{text}");
        }
        assert_eq!(look("web/tests/a.test.js", "\"toy\""), [""; 0]);
        assert_eq!(look("crates/table/src/record/tests.rs", "\"toy\""), [""; 0]);
    }

    #[test]
    fn grounds_and_marks_of_a_game_are_seen() {
        assert_eq!(
            look(
                "web/css/match.css",
                "/* ground-sea */\n.a { fill: var(--ground-sea); }\n"
            ),
            ["web/css/match.css:2: names a game's own `ground-sea`"]
        );
        assert_eq!(
            look(
                "web/js/marks.js",
                "case \"mark-leap\":\ncase \"mark-leaps\":\n"
            ),
            ["web/js/marks.js:1: names a game's own `mark-leap`"]
        );
        assert_eq!(look("crates/terminal/src/a.rs", "\"sea\" => 1,\n").len(), 1);
        assert_eq!(
            look("crates/terminal/src/a.rs", "let sea = \"at sea\";\n"),
            [""; 0]
        );
        assert_eq!(look("web/js/main.js", "icon(\"sea\")\n"), [""; 0]);
    }

    #[test]
    fn only_a_game_declares_grounds() {
        assert_eq!(
            look(
                "crates/scene/src/paint.rs",
                "const LAND: Ground = Ground::new(\"land\", 1, 2);\n"
            ),
            ["crates/scene/src/paint.rs:1: declares a ground; the game that has it does"]
        );
    }
}
