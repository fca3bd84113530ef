//! Third-party crates: where they come from, under which licence, and each in one version.
//!
//! Sources and versions are those of `Cargo.lock`, for every platform. Licences are told by `cargo tree`,
//! of what is built on this machine; cargo fetches the crates that a fresh machine does not have yet.

use std::collections::BTreeMap;

use super::{Finding, Sources};
use crate::{command::cargo, tree::Tree};

const LOCK: &str = "Cargo.lock";

/// The only place from which crates are taken.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Whoever passes our program on must do no more than name its authors.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that are built in versions that do not fit together, and for whom each older one is still there.
const TWICE: &[(&str, &str)] = &[
    ("base64", "axum 0.8; usvg has moved on"),
    ("block-buffer", "tungstenite hashes with sha1 0.10"),
    (
        "const-oid",
        "tokio-postgres-rustls reads certificates with der 0.7",
    ),
    ("cpufeatures", "tungstenite hashes with sha1 0.10"),
    ("crypto-common", "tungstenite hashes with sha1 0.10"),
    ("digest", "tungstenite hashes with sha1 0.10"),
    (
        "fallible-iterator",
        "tokio-postgres; rusqlite has moved on to 0.3",
    ),
    ("getrandom", "tungstenite and proptest use rand 0.9"),
    ("getrandom", "ratatui-image uses rand 0.8"),
    ("hashbrown", "governor 0.10"),
    ("linux-raw-sys", "ratatui-image uses rustix 0.38"),
    ("miniz_oxide", "png 0.18"),
    ("r-efi", "both newer versions of getrandom, on UEFI only"),
    ("rand", "tungstenite and proptest use 0.9"),
    ("rand", "ratatui-image uses 0.8"),
    ("rand_chacha", "ratatui-image uses rand 0.8"),
    ("rand_core", "tungstenite and proptest use rand 0.9"),
    ("rand_core", "ratatui-image uses rand 0.8"),
    ("rustix", "ratatui-image uses 0.38"),
    ("syn", "half of the derive macros have moved on to 3"),
    ("thiserror", "ratatui-image uses 1"),
    ("thiserror-impl", "ratatui-image uses thiserror 1"),
    ("wasi", "ring uses getrandom 0.2, on WASI only"),
    (
        "windows-sys",
        "ratatui-image uses rustix 0.38, on Windows only",
    ),
    ("windows-sys", "ring uses 0.52, on Windows only"),
];

/// What cargo says of the licences of everything that is built here, a line for each crate; nothing in a
/// tree without crates.
pub(super) fn told(tree: &Tree) -> Result<Option<String>, String> {
    if !tree.path(LOCK).exists() {
        return Ok(None);
    }
    let args = [
        "tree",
        "--workspace",
        "--all-features",
        "--locked",
        "--prefix=none",
        "--format={p}\t{l}",
    ];
    let output = cargo(tree, &args)
        .output()
        .map_err(|error| format!("cannot run `cargo tree`: {error}"))?;
    match output.status.success() {
        true => Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned())),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let lock = sources.text(LOCK).unwrap_or_default();
    let licences = sources.licences.as_deref().unwrap_or_default();
    let mut findings = foreign(lock);
    findings.extend(doubled(lock));
    findings.extend(unlicensed(licences));
    findings
}

/// One crate of the lock file.
struct Locked<'a> {
    line: usize,
    name: &'a str,
    version: &'a str,
    /// Our own have none.
    source: Option<&'a str>,
}

fn locked(lock: &str) -> Vec<Locked<'_>> {
    let mut found: Vec<Locked<'_>> = Vec::new();
    for (line, text) in (1..).zip(lock.lines()) {
        let (key, value) = text.split_once(" = ").unwrap_or((text, ""));
        let value = value.trim_matches('"');
        match (key, found.last_mut()) {
            ("[[package]]", _) => found.push(Locked {
                line,
                name: "",
                version: "",
                source: None,
            }),
            ("name", Some(last)) => last.name = value,
            ("version", Some(last)) => last.version = value,
            ("source", Some(last)) => last.source = Some(value),
            _ => (),
        }
    }
    found
}

fn foreign(lock: &str) -> Vec<Finding> {
    let is_ours = |one: &Locked<'_>| one.name.starts_with("vauban-") || one.name == "xtask";
    locked(lock)
        .iter()
        .filter(|one| one.source != Some(REGISTRY) && !(one.source.is_none() && is_ours(one)))
        .map(|one| {
            let (name, source) = (one.name, one.source.unwrap_or("a folder"));
            let text = format!("{name} comes from {source}: crates come from crates.io");
            Finding::new(LOCK, text).at(one.line)
        })
        .collect()
}

fn doubled(lock: &str) -> Vec<Finding> {
    let mut lines: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for one in locked(lock) {
        lines
            .entry((one.name, compatible(one.version)))
            .or_insert(one.line);
    }
    let mut versions: BTreeMap<&str, Vec<(String, usize)>> = BTreeMap::new();
    for ((name, version), line) in lines {
        versions.entry(name).or_default().push((version, line));
    }
    let reasons = |name: &str| TWICE.iter().filter(|(known, _)| *known == name).count();
    let mut findings = Vec::new();
    for (name, found) in &versions {
        if found.len() > 1 + reasons(name) {
            let numbers: Vec<&str> = found.iter().map(|(version, _)| version.as_str()).collect();
            let text = format!(
                "{name} is there {} times ({}): use one version, or say why in `TWICE`",
                found.len(),
                numbers.join(", ")
            );
            findings.push(Finding::new(LOCK, text).at(found[0].1));
        }
    }
    for (name, _) in TWICE.iter().filter(|_| !versions.is_empty()) {
        let times = versions.get(name).map_or(0, Vec::len);
        if times < 1 + reasons(name) {
            let text =
                format!("{name} has fewer versions by now ({times}): take a line out of `TWICE`");
            findings.push(Finding::new("xtask/src/tidy/crates.rs", text));
        }
    }
    findings
}

/// The part of a version that stays the same as long as nothing breaks: `1`, `0.7`, `0.0.3`.
fn compatible(version: &str) -> String {
    let mut kept = String::new();
    for part in version.split('.').take(3) {
        kept.push_str(part);
        if part != "0" {
            break;
        }
        kept.push('.');
    }
    kept
}

fn unlicensed(told: &str) -> Vec<Finding> {
    let mut lines: Vec<&str> = told.lines().filter(|line| !line.is_empty()).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
        .into_iter()
        .filter_map(|line| {
            // Cargo marks what it has shown before.
            let line = line.trim_end_matches(" (*)");
            let (name, licence) = line.split_once('\t').unwrap_or((line, ""));
            let text = match licence {
                "" => format!("{name} has no licence"),
                _ if is_allowed(licence) => return None,
                _ => format!("{name} has the licence {licence}, which is not allowed"),
            };
            Some(Finding::new(LOCK, text))
        })
        .collect()
}

/// Whether one may choose only licences that are allowed. `OR` offers a choice, and so did `/`; `AND` binds closer, unless brackets
/// say otherwise.
fn is_allowed(licence: &str) -> bool {
    let spaced = licence
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any_of(&mut rest) == Some(true) && rest.is_empty()
}

fn any_of(words: &mut &[&str]) -> Option<bool> {
    let mut allowed = all_of(words)?;
    while let Some(("OR" | "or", rest)) = first(words) {
        *words = rest;
        allowed |= all_of(words)?;
    }
    Some(allowed)
}

fn all_of(words: &mut &[&str]) -> Option<bool> {
    let mut allowed = one_of(words)?;
    while let Some(("AND" | "and", rest)) = first(words) {
        *words = rest;
        allowed &= one_of(words)?;
    }
    Some(allowed)
}

fn one_of(words: &mut &[&str]) -> Option<bool> {
    let (word, rest) = first(words)?;
    *words = rest;
    if word == "(" {
        let allowed = any_of(words)?;
        let (")", rest) = first(words)? else {
            return None;
        };
        *words = rest;
        return Some(allowed);
    }
    // An exception only takes demands away.
    if let Some(("WITH", rest)) = first(words) {
        *words = rest.get(1..)?;
    }
    Some(LICENCES.contains(&word))
}

fn first<'a, 'w>(words: &&'w [&'a str]) -> Option<(&'a str, &'w [&'a str])> {
    let (word, rest) = words.split_first()?;
    Some((word, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(findings: Vec<Finding>) -> Vec<String> {
        findings.iter().map(Finding::to_string).collect()
    }

    fn package(name: &str, version: &str, source: &str) -> String {
        let source = match source {
            "" => String::new(),
            source => format!("source = \"{source}\"\n"),
        };
        format!("[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n{source}\n")
    }

    #[test]
    fn a_crate_from_elsewhere_is_seen() {
        let lock = [
            package("good", "1.0.0", REGISTRY),
            package("vauban-game", "0.1.0", ""),
            package("xtask", "0.1.0", ""),
        ];
        assert!(foreign(&lock.concat()).is_empty());
        for elsewhere in [
            "git+https://example.org/evil?rev=1#1",
            "registry+https://example.org/index",
            "",
        ] {
            let lock = package("evil", "1.0.0", elsewhere);
            let found = texts(foreign(&lock));
            assert_eq!(found.len(), 1, "{elsewhere}");
            assert!(found[0].starts_with("Cargo.lock:1: evil comes from "));
        }
    }

    #[test]
    fn two_versions_that_do_not_fit_together_are_seen_without_a_reason() {
        let twice = |name: &str, one: &str, other: &str| {
            let both = [package(name, one, REGISTRY), package(name, other, REGISTRY)];
            let mut found = texts(doubled(&both.concat()));
            found.retain(|text| text.starts_with("Cargo.lock"));
            found
        };
        assert_eq!(
            twice("evil", "1.2.0", "2.0.0"),
            ["Cargo.lock:1: evil is there 2 times (1, 2): use one version, or say why in `TWICE`"]
        );
        assert_eq!(twice("evil", "0.3.1", "0.4.0").len(), 1);
        assert_eq!(twice("evil", "0.0.1", "0.0.2").len(), 1);
        assert!(twice("fine", "1.2.0", "1.3.0").is_empty());
        assert!(twice("fine", "0.3.0", "0.3.9").is_empty());
        assert!(twice("syn", "2.0.0", "3.0.0").is_empty(), "with a reason");
        let thrice: String = ["1.0.0", "2.0.0", "3.0.0"]
            .map(|version| package("syn", version, REGISTRY))
            .concat();
        let found = texts(doubled(&thrice)).join("\n");
        assert!(
            found.contains("syn is there 3 times"),
            "one reason is not enough: {found}"
        );
        let lock = package("syn", "3.0.0", REGISTRY);
        let found = texts(doubled(&lock)).join("\n");
        assert!(
            found.contains("syn has fewer versions by now (1)"),
            "{found}"
        );
    }

    #[test]
    fn a_licence_that_asks_for_more_is_seen() {
        for allowed in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        ] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR Apache-2.0) AND GPL-3.0",
            "(MIT",
            "MIT)",
            "MIT OR",
            "AGPL-3.0 OR GPL-3.0",
        ] {
            assert!(!is_allowed(refused), "{refused}");
        }
        let found = unlicensed(
            "good v1.0.0\tMIT\ngood v1.0.0\tMIT (*)\nevil v1.0.0\tGPL-3.0\nbare v0.1.0\t\n\n",
        );
        assert_eq!(
            texts(found),
            [
                "Cargo.lock: bare v0.1.0 has no licence",
                "Cargo.lock: evil v1.0.0 has the licence GPL-3.0, which is not allowed",
            ]
        );
    }
}
