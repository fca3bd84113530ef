//! Every game folder has the same files with the same contents: if you know one, you know them all.

use super::{Finding, Sources};

/// What every game has. It may have more: the optional files below, and the nouns of its own world.
pub(crate) const REQUIRED: [&str; 19] = [
    "mod.rs",
    "state.rs",
    "play.rs",
    "actions.rs",
    "rules.rs",
    "refusal.rs",
    "setup.rs",
    "notation.rs",
    "position.rs",
    "narrate.rs",
    "words.rs",
    "scene.rs",
    "lenses.rs",
    "evaluate.rs",
    "tests.rs",
    "rules.md",
    "rules.fr.md",
    "perft.txt",
    "play.golden",
];

/// What a game has if it needs it, with what belongs there.
#[cfg(test)]
const OPTIONAL: [&str; 5] = [
    "view.rs",
    "formats.rs",
    "odds.rs",
    "agents.rs",
    "lessons.rs",
];

/// Which file a declaration belongs to; `scene.rs` stands for the folder `scene` too.
const HOMES: &[(&str, &str)] = &[
    ("impl Game for ", "mod.rs"),
    ("impl Notation for ", "notation.rs"),
    ("impl Narrate for ", "narrate.rs"),
    ("impl Depict for ", "scene.rs"),
    ("impl Setup for ", "setup.rs"),
    ("impl Explain for ", "rules.rs"),
    ("impl Lenses for ", "lenses.rs"),
    ("impl Lessons for ", "lessons.rs"),
    ("impl Odds for ", "odds.rs"),
    ("impl Formats for ", "formats.rs"),
    ("impl Reason for ", "refusal.rs"),
    ("impl Evaluate<", "evaluate.rs"),
    ("impl Agent<", "agents.rs"),
    ("pub struct State ", "state.rs"),
    ("pub struct Action ", "state.rs"),
    ("pub enum Action ", "state.rs"),
    ("pub struct View ", "view.rs"),
];

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let mut findings = Vec::new();
    for folder in sources.game_folders() {
        findings.extend(missing(sources, &folder));
        findings.extend(misplaced(sources, &folder));
    }
    findings
}

fn missing(sources: &Sources, folder: &str) -> Vec<Finding> {
    let lacks = |name: &&str| {
        // The tests of a large game fill a folder.
        let as_folder = name
            .strip_suffix(".rs")
            .map(|stem| format!("{folder}/{stem}/mod.rs"))
            .is_some_and(|path| sources.has(&path));
        !sources.has(&format!("{folder}/{name}")) && !as_folder
    };
    let missing = REQUIRED.into_iter().filter(lacks);
    missing
        .map(|name| Finding::new(folder, format!("the game has no {name}")))
        .collect()
}

/// Declarations that stand in another file than in every other game.
fn misplaced(sources: &Sources, folder: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let inside = |name: &&str| {
        name.strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    let files = sources.texts().filter(|(name, _)| inside(name));
    for (file, text) in files.filter(|(name, _)| name.ends_with(".rs")) {
        let place = &file[nearest_game(sources, folder, file).len() + 1..];
        if place == "tests.rs" || place.starts_with("tests/") {
            continue;
        }
        for (line, code) in (1..).zip(text.lines()) {
            for (declaration, home) in HOMES {
                if declares(code, declaration) && !is_home(place, home, code) {
                    let what = code.trim_end_matches(['{', ' ']);
                    findings
                        .push(Finding::new(file, format!("`{what}` belongs in {home}")).at(line));
                }
            }
        }
    }
    findings
}

/// The innermost folder of `folder` around `file` that holds a game: a game inside a game has files
/// of its own.
fn nearest_game<'a>(sources: &Sources, folder: &'a str, file: &'a str) -> &'a str {
    let holds_game = |inner: &&str| {
        let text = sources.text(&format!("{inner}/mod.rs"));
        text.is_some_and(|text| text.lines().any(|code| declares(code, "impl Game for ")))
    };
    let around = file.match_indices('/').map(|(at, _)| &file[..at]);
    let mut inside = around.filter(|inner| inner.len() > folder.len()).rev();
    inside.find(holds_game).unwrap_or(folder)
}

/// Whether a line of code begins with this declaration, whatever its parameters and visibility.
fn declares(code: &str, declaration: &str) -> bool {
    let Some(implemented) = declaration.strip_prefix("impl ") else {
        return code.starts_with(declaration);
    };
    let Some(rest) = code.strip_prefix("impl") else {
        return false;
    };
    // `impl<G: Game> Evaluate<G> for …`
    let rest = match rest.strip_prefix('<') {
        Some(generic) => generic.split_once("> ").map_or("", |(_, rest)| rest),
        None => rest.trim_start(),
    };
    rest.starts_with(implemented)
}

fn is_home(place: &str, home: &str, code: &str) -> bool {
    let stem = home.strip_suffix(".rs").unwrap_or(home);
    // What a game lacks is said in one line beside the game itself.
    let lacking = ["odds.rs", "formats.rs", "lessons.rs"].contains(&home) && code.ends_with("{}");
    place == home || place.starts_with(&format!("{stem}/")) || (lacking && place == "mod.rs")
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    /// What is found in a folder with every file, these changed or added and those without text gone.
    fn look(folder: &str, changes: &[(&str, &str)]) -> Vec<String> {
        let path = |name: &str| format!("crates/games/src/{folder}/{name}");
        let kept = REQUIRED
            .into_iter()
            .filter(|name| changes.iter().all(|(changed, _)| changed != name));
        let mut files: Vec<(String, &str)> = kept.map(|name| (path(name), "x")).collect();
        let added = changes.iter().filter(|(_, text)| !text.is_empty());
        files.extend(added.map(|&(name, text)| (path(name), text)));
        let files: Vec<_> = files
            .iter()
            .map(|(name, text)| (name.as_str(), *text))
            .collect();
        findings(check, &files)
    }

    #[test]
    fn a_missing_file_is_named() {
        assert_eq!(look("toy", &[]), [""; 0]);
        let changes = [("perft.txt", ""), ("tests.rs", ""), ("tests/mod.rs", "x")];
        assert_eq!(
            look("toy", &changes),
            ["crates/games/src/toy: the game has no perft.txt"]
        );
    }

    #[test]
    fn every_declaration_has_a_file_that_a_game_may_have() {
        for (declaration, home) in HOMES {
            assert!(
                REQUIRED.contains(home) || OPTIONAL.contains(home),
                "{declaration}"
            );
        }
    }

    #[test]
    fn every_declaration_is_missed_in_another_file() {
        for (declaration, home) in HOMES {
            let code = format!("// \n{declaration}Toy {{");
            let found = look("toy", &[("other.rs", &code)]);
            let what = format!("{declaration}Toy");
            assert_eq!(
                found,
                [format!(
                    "crates/games/src/toy/other.rs:2: `{what}` belongs in {home}"
                )]
            );
            assert_eq!(look("toy", &[(home, &code)]), [""; 0], "{home}");
        }
    }

    #[test]
    fn a_folder_stands_for_its_file_and_tests_may_declare_anything() {
        let code = "impl Depict for Toy {\n";
        assert_eq!(look("toy", &[("scene/board.rs", code)]), [""; 0]);
        assert_eq!(look("toy", &[("tests/mod.rs", code)]), [""; 0]);
        assert_eq!(look("toy", &[("scenery.rs", code)]).len(), 1);
    }

    #[test]
    fn parameters_do_not_hide_a_declaration() {
        let code = "impl<E: Evaluate<Toy>> Agent<Toy> for Thinker<E> {\n";
        assert_eq!(look("toy", &[("agents.rs", code)]), [""; 0]);
        assert_eq!(look("toy", &[("evaluate.rs", code)]).len(), 1);
        let other = "impl Gamekeeper for Toy {\nimpl Evaluated for Toy {\n";
        assert_eq!(look("toy", &[("other.rs", other)]), [""; 0]);
    }

    #[test]
    fn what_a_game_lacks_is_said_beside_the_game() {
        let lacks = "impl Odds for Toy {}\nimpl Formats for Toy {}\n";
        assert_eq!(look("toy", &[("mod.rs", lacks)]), [""; 0]);
        assert_eq!(look("toy", &[("scene.rs", lacks)]).len(), 2);
        let has = "impl Odds for Toy {\n";
        assert_eq!(look("toy", &[("mod.rs", has)]).len(), 1);
    }

    #[test]
    fn a_game_inside_a_game_has_files_of_its_own() {
        let inner = ("inner/mod.rs", "impl Game for Inner {\n");
        let code = "impl Setup for Inner {\n";
        assert_eq!(look("toy", &[inner, ("inner/setup.rs", code)]), [""; 0]);
        assert_eq!(
            look("toy", &[inner, ("inner/scene.rs", code)]),
            ["crates/games/src/toy/inner/scene.rs:1: `impl Setup for Inner` belongs in setup.rs"]
        );
        assert_eq!(look("toy", &[("inner/setup.rs", code)]).len(), 1);
    }
}
