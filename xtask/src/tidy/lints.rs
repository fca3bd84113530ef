//! One set of lints for the whole tree.

use super::{Finding, Sources};

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    sources
        .texts()
        .filter(|(file, text)| {
            let is_manifest = *file == "Cargo.toml" || file.ends_with("/Cargo.toml");
            // The fuzz targets are a workspace of their own, as their tool wants it.
            is_manifest && text.contains("[package]") && !file.starts_with("fuzz/")
        })
        .filter(|(_, text)| !inherits(text))
        .map(|(file, _)| Finding::new(file, "lacks `[lints]` with `workspace = true`"))
        .collect()
}

fn inherits(manifest: &str) -> bool {
    let mut lines = manifest
        .lines()
        .map(|line| line.replace(' ', ""))
        .skip_while(|line| line != "[lints]")
        .skip(1)
        .take_while(|line| !line.starts_with('['));
    lines.any(|line| line == "workspace=true")
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    #[test]
    fn a_package_without_the_workspace_lints_is_seen() {
        let found = findings(
            check,
            &[
                ("Cargo.toml", "[workspace]\n"),
                (
                    "crates/a/Cargo.toml",
                    "[package]\n[lints]\nworkspace = true\n",
                ),
                (
                    "crates/b/Cargo.toml",
                    "[package]\n[lints]\n[dependencies]\nworkspace = true\n",
                ),
                ("fuzz/Cargo.toml", "[package]\n"),
            ],
        );
        assert_eq!(
            found,
            ["crates/b/Cargo.toml: lacks `[lints]` with `workspace = true`"]
        );
    }
}
