//! Which crate may depend on which.

use super::{Finding, Sources};

/// Each crate with those of ours that it may depend on, from the bottom to the top.
/// A new crate is a new line here and in ARCHITECTURE.md.
const ARROWS: &[(&str, &[&str])] = &[
    ("scene", &[]),
    ("pixels", &["scene"]),
    ("game", &["scene"]),
    ("games", &["scene", "game"]),
    ("search", &["game"]),
    ("table", &["scene", "game", "search"]),
    ("terminal", &["scene", "pixels", "game", "table"]),
    ("catalog", &["game", "games", "search", "table"]),
    ("arena", &["game", "search", "table", "catalog"]),
    ("store", &[]),
    ("server", &["scene", "pixels", "game", "table", "store"]),
    // Nothing depends on the driver but tests.
    ("driver", &["table", "catalog", "store"]),
    // Nothing depends on the laws but tests, so they may look at everything.
    (
        "laws",
        &["scene", "game", "games", "search", "table", "catalog"],
    ),
    (
        "cli",
        &[
            "scene", "pixels", "game", "games", "search", "table", "terminal", "catalog", "arena",
            "store", "server",
        ],
    ),
];

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, text) in sources.texts() {
        let Some(folder) = file
            .strip_prefix("crates/")
            .and_then(|rest| rest.strip_suffix("/Cargo.toml"))
        else {
            continue;
        };
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == folder) else {
            let text = format!("`{folder}` has no line in ARROWS (xtask/src/tidy/arrows.rs)");
            findings.push(Finding::new(file, text));
            continue;
        };
        for (line, name) in dependencies(text) {
            if !allowed.contains(&name.as_str()) {
                let text = format!("`{folder}` may not depend on `{name}`");
                findings.push(Finding::new(file, text).at(line));
            }
        }
    }
    findings
}

/// Those of our crates that a manifest depends on, with their lines; what only tests use is free.
fn dependencies(manifest: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inside = false;
    for (index, line) in manifest.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let mut names = Vec::new();
        if let Some(header) = line.strip_prefix('[') {
            // `[dependencies]`, `[target.'cfg(unix)'.dependencies]`, `[dependencies.vauban-game]`
            let header = header.trim_end_matches(']');
            let (table, name) = match header.rsplit_once('.') {
                Some((table, name)) if is_dependencies(table) => (table, name),
                _ => (header, ""),
            };
            inside = is_dependencies(table) && name.is_empty();
            if is_dependencies(table) {
                names.push(name);
            }
        } else if inside {
            let end = line.find(['.', ' ', '=']).unwrap_or(line.len());
            names.push(&line[..end]);
            // Under another name: `rules = { package = "vauban-games" }`
            names.extend(line.split('"').skip(1).step_by(2));
        }
        let ours = names
            .iter()
            .filter_map(|name| name.trim_matches(['"', '\'']).strip_prefix("vauban-"));
        found.extend(ours.map(|name| (index + 1, name.to_owned())));
    }
    found
}

fn is_dependencies(table: &str) -> bool {
    let last = table.rsplit('.').next().unwrap_or(table);
    ["dependencies", "build-dependencies"].contains(&last)
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    fn look(folder: &str, manifest: &str) -> Vec<String> {
        findings(check, &[(&format!("crates/{folder}/Cargo.toml"), manifest)])
    }

    #[test]
    fn arrows_point_only_to_lines_above() {
        for (index, (name, allowed)) in ARROWS.iter().enumerate() {
            for other in *allowed {
                let above = ARROWS[..index].iter().any(|(above, _)| above == other);
                assert!(above, "{name} → {other}");
            }
        }
    }

    #[test]
    fn allowed_arrows_and_tests_are_right() {
        let manifest = "[package]\nname = \"vauban-game\"\n[dependencies]\nvauban-scene.workspace = true\nserde = \"1\"\n[dev-dependencies]\nvauban-laws.workspace = true\n";
        assert_eq!(look("game", manifest), [""; 0]);
    }

    #[test]
    fn an_arrow_that_points_up_is_seen_in_every_form() {
        for manifest in [
            "\n[dependencies]\nvauban-table.workspace = true\n",
            "\n[dependencies]\nvauban-table = { path = \"../table\" }\n",
            "\n[target.'cfg(unix)'.dependencies]\nother = { package = \"vauban-table\" }\n",
            "\n\n[build-dependencies.vauban-table]\npath = \"../table\"\n",
        ] {
            assert_eq!(
                look("game", manifest),
                ["crates/game/Cargo.toml:3: `game` may not depend on `table`"],
                "{manifest}"
            );
        }
    }

    #[test]
    fn nothing_depends_on_the_laws() {
        for (name, allowed) in ARROWS {
            assert!(!allowed.contains(&"laws"), "{name}");
        }
    }

    #[test]
    fn a_crate_that_the_design_does_not_know_is_seen() {
        assert_eq!(
            look("magic", ""),
            ["crates/magic/Cargo.toml: `magic` has no line in ARROWS (xtask/src/tidy/arrows.rs)"]
        );
    }
}
