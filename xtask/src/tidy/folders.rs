//! Every game folder has the same files: who knows one, knows all.

use super::{Finding, Sources};

/// What every game has. It may have more.
pub(crate) const REQUIRED: [&str; 13] = [
    "mod.rs",
    "state.rs",
    "rules.rs",
    "notation.rs",
    "narrate.rs",
    "evaluate.rs",
    "lenses.rs",
    "scene.rs",
    "tests.rs",
    "rules.md",
    "rules.fr.md",
    "perft.txt",
    "play.golden",
];

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let mut findings = Vec::new();
    for folder in sources.game_folders() {
        for name in REQUIRED {
            // The tests of a large game fill a folder.
            let as_folder = name
                .strip_suffix(".rs")
                .map(|stem| format!("{folder}/{stem}/mod.rs"))
                .is_some_and(|path| sources.has(&path));
            if !sources.has(&format!("{folder}/{name}")) && !as_folder {
                findings.push(Finding::new(&folder, format!("the game has no {name}")));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    #[test]
    fn a_missing_file_is_named() {
        let mut files: Vec<(String, &str)> = REQUIRED
            .iter()
            .map(|name| (format!("crates/games/src/toy/{name}"), "x"))
            .collect();
        let look = |files: &[(String, &str)]| {
            let files: Vec<_> = files
                .iter()
                .map(|(name, text)| (name.as_str(), *text))
                .collect();
            findings(check, &files)
        };
        assert_eq!(look(&files), [""; 0]);
        files.retain(|(name, _)| !name.ends_with("perft.txt") && !name.ends_with("tests.rs"));
        files.push(("crates/games/src/toy/tests/mod.rs".into(), "x"));
        files.push(("crates/games/src/lib.rs".into(), "x"));
        assert_eq!(
            look(&files),
            ["crates/games/src/toy: the game has no perft.txt"]
        );
    }
}
