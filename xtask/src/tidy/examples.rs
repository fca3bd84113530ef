//! Code in documentation is run: a package that has none says so, and one that says so has none.

use super::{Finding, Sources};

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, manifest) in sources.texts() {
        let Some(folder) = file.strip_suffix("/Cargo.toml") else {
            continue;
        };
        if !manifest.lines().any(|line| line == "doctest = false") {
            continue;
        }
        let source = format!("{folder}/src/");
        for (file, text) in sources.texts() {
            if file.starts_with(&source) && file.ends_with(".rs") && has_example(text) {
                let what = "has an example, but the package has `doctest = false`";
                findings.push(Finding::new(file, what));
            }
        }
    }
    findings
}

/// Whether a fence opens without saying that what follows is no code.
fn has_example(text: &str) -> bool {
    let docs = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or(line.strip_prefix("//!"))
    });
    let fences = docs.filter_map(|line| line.trim().strip_prefix("```"));
    // Each second one closes.
    fences.step_by(2).any(|word| word != "text")
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    #[test]
    fn an_example_that_nobody_runs_is_seen() {
        let silent = "[lib]\ndoctest = false\n";
        let found = findings(
            check,
            &[
                ("crates/a/Cargo.toml", "[package]\n"),
                ("crates/a/src/lib.rs", "/// ```\n/// run();\n/// ```\n"),
                ("crates/b/Cargo.toml", silent),
                (
                    "crates/b/src/lib.rs",
                    "//! ```text\n//! words\n//! ```\n// ```\n",
                ),
                (
                    "crates/b/src/one.rs",
                    "    /// ```\n    /// run();\n    /// ```\n",
                ),
            ],
        );
        assert_eq!(
            found,
            ["crates/b/src/one.rs: has an example, but the package has `doctest = false`"]
        );
    }
}
