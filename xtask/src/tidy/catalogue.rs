//! Only the catalogue names the games, and it names all of them: nothing else may treat one specially.

use super::{Finding, Sources};

const CATALOGUE: &str = "crates/catalog/src/lib.rs";
const LAWS: &str = "crates/laws/tests/games.rs";
const GAMES: &str = "crates/games/src";

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let folders = sources.folders(GAMES);
    let names: Vec<&str> = folders
        .iter()
        .filter_map(|folder| folder.rsplit('/').next())
        .collect();
    let mut findings = unlisted(sources, &names);
    for (file, text) in sources.texts() {
        if !is_bound(file) {
            continue;
        }
        for (index, line) in code(text) {
            let named = names.iter().filter(|name| {
                !file.starts_with(&format!("{GAMES}/{name}/")) && speaks_of(line, name)
            });
            findings.extend(named.map(|name| {
                let text = format!("names the game `{name}`; only the catalogue may");
                Finding::new(file, text).at(index)
            }));
        }
    }
    findings
}

/// Games that the crate, the catalogue or the laws leave out.
fn unlisted(sources: &Sources, names: &[&str]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let library = format!("{GAMES}/lib.rs");
    for name in names {
        let has = |file: &str, wanted: &str| {
            let text = sources.text(file).unwrap_or_default();
            code(text).any(|(_, line)| line.contains(wanted))
        };
        if !has(&library, &format!("mod {name};")) {
            findings.push(Finding::new(&library, format!("has no `pub mod {name};`")));
        }
        if !has(CATALOGUE, &format!("{name}::")) {
            let text = format!("the game `{name}` is not in the catalogue");
            findings.push(Finding::new(CATALOGUE, text));
        }
        if !has(LAWS, &format!("{name}::")) {
            let text = format!("the game `{name}` is not held to the laws");
            findings.push(Finding::new(LAWS, text));
        }
    }
    findings
}

/// Whether a file is bound by the rule. Tests, benches and examples may name a game; so may the laws,
/// which must know its types.
fn is_bound(file: &str) -> bool {
    let free = ["crates/catalog/", "crates/laws/", "crates/games/src/lib.rs"];
    let is_test = file.ends_with("/tests.rs")
        || ["/tests/", "/benches/", "/examples/"]
            .iter()
            .any(|folder| file.contains(folder));
    file.starts_with("crates/")
        && file.ends_with(".rs")
        && !is_test
        && !free.iter().any(|free| file.starts_with(free))
}

/// The lines of code with their numbers: no comments, and nothing from the unit tests on, which come last.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .take_while(|(_, line)| line.trim() != "#[cfg(test)]")
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(index, line)| (index + 1, line))
}

/// Whether a line of code means this game: by a path of the module, or by its very name as a string.
fn speaks_of(line: &str, name: &str) -> bool {
    let paths = ["vauban_games", "crate", "super::super", "games"];
    line.contains(&format!("\"{name}\""))
        || paths
            .iter()
            .any(|path| line.contains(&format!("{path}::{name}")))
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    const TREE: &[(&str, &str)] = &[
        ("crates/games/src/lib.rs", "pub mod toy;\n"),
        ("crates/games/src/toy/mod.rs", "name: \"toy\",\n"),
        (CATALOGUE, "use vauban_games::toy::Toy;\n"),
        (LAWS, "toy: vauban_games::toy::Toy;\n"),
        ("crates/cli/tests/console.rs", "run(\"toy\")\n"),
        (
            "crates/cli/src/main.rs",
            "// \"toy\"\n\"try console toy\"\n#[cfg(test)]\nmod tests { \"toy\" }\n",
        ),
    ];

    fn with(extra: &[(&'static str, &'static str)]) -> Vec<String> {
        let mut files: Vec<_> = TREE
            .iter()
            .filter(|(name, _)| !extra.iter().any(|(other, _)| other == name))
            .copied()
            .collect();
        files.extend(extra);
        findings(check, &files)
    }

    #[test]
    fn a_listed_game_that_nobody_else_names_is_right() {
        assert_eq!(with(&[]), [""; 0]);
    }

    #[test]
    fn a_game_that_was_left_out_is_seen() {
        assert_eq!(
            with(&[(CATALOGUE, "// toy::Toy\n")]),
            ["crates/catalog/src/lib.rs: the game `toy` is not in the catalogue"]
        );
        assert_eq!(
            with(&[(LAWS, "")]),
            ["crates/laws/tests/games.rs: the game `toy` is not held to the laws"]
        );
        assert_eq!(
            with(&[("crates/games/src/lib.rs", "")]),
            ["crates/games/src/lib.rs: has no `pub mod toy;`"]
        );
    }

    #[test]
    fn naming_a_game_elsewhere_is_seen() {
        assert_eq!(
            with(&[("crates/table/src/page.rs", "\nif card.name == \"toy\" {}\n")]),
            ["crates/table/src/page.rs:2: names the game `toy`; only the catalogue may"]
        );
        assert_eq!(
            with(&[("crates/cli/src/play.rs", "use vauban_games::toy;\n")]),
            ["crates/cli/src/play.rs:1: names the game `toy`; only the catalogue may"]
        );
    }
}
