//! Every promise of docs/security.md names the tests that hold it, and each of them exists.

use std::collections::BTreeSet;

use crate::markdown;

use super::{Finding, Sources};

const PAGE: &str = "docs/security.md";

/// The last title of a table of promises.
const TITLE: &str = "held by";

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let Some(page) = sources.text(PAGE) else {
        return Vec::new();
    };
    let tests = tests(sources);
    let mut findings = Vec::new();
    let mut promises = 0;
    let mut in_table = false;
    for (line, text) in markdown::prose(page) {
        let Some(cells) = text.trim().strip_prefix('|') else {
            in_table = false;
            continue;
        };
        let last = cells.trim_end_matches('|').rsplit('|').next();
        let last = last.unwrap_or_default().trim();
        if last == TITLE {
            in_table = true;
            continue;
        }
        if !in_table || last.chars().all(|c| "-: ".contains(c)) {
            continue;
        }
        promises += 1;
        let named: Vec<&str> = last.split('`').skip(1).step_by(2).collect();
        if named.is_empty() {
            findings.push(Finding::new(PAGE, "a promise that names no test").at(line));
        }
        let missing = named.into_iter().filter(|name| !tests.contains(name));
        findings.extend(
            missing.map(|name| Finding::new(PAGE, format!("there is no test `{name}`")).at(line)),
        );
    }
    if promises == 0 {
        let text = format!("there is no table whose last column is `{TITLE}`");
        findings.push(Finding::new(PAGE, text));
    }
    findings
}

/// The functions that are tests: by their attribute, or as cases of a suite.
fn tests(sources: &Sources) -> BTreeSet<&str> {
    let mut tests = BTreeSet::new();
    for (file, text) in sources.texts().filter(|(file, _)| file.ends_with(".rs")) {
        let is_suite = file.contains("/conformance/");
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
                is_test = true;
            } else if let Some(name) = function(line) {
                if is_test || is_suite {
                    tests.insert(name);
                }
                is_test = false;
            }
        }
    }
    tests
}

/// The name of the function that begins on a line.
fn function(line: &str) -> Option<&str> {
    let words = line.split_once("fn ")?;
    let is_head = words
        .0
        .split_whitespace()
        .all(|word| word.starts_with("pub") || word == "async");
    is_head.then(|| words.1.split(['(', '<']).next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    #[test]
    fn a_promise_without_a_test_that_exists_is_seen() {
        let page = "\
| file | what |
|---|---|
| `not_looked_at` | here |

| promise | held by |
|---|---|
| one | `a_test`, `a_case` |
| two | trust |
| three | `no_test`, `a_helper`, `an_async_test` |
";
        let code = "#[test]\nfn a_test() {}\nfn a_helper() {}\n#[tokio::test(flavor = \"x\")]\n#[ignore]\nasync fn an_async_test() {}\n";
        let suite = "pub(super) async fn a_case(home: &dyn Home) {}\n";
        let files = [
            (PAGE, page),
            ("crates/a/tests/t.rs", code),
            ("crates/store/src/conformance/c.rs", suite),
        ];
        assert_eq!(
            findings(check, &files),
            [
                "docs/security.md:8: a promise that names no test",
                "docs/security.md:9: there is no test `no_test`",
                "docs/security.md:9: there is no test `a_helper`",
            ]
        );
        let nothing = findings(check, &[(PAGE, "All is well.\n")]);
        assert_eq!(nothing.len(), 1, "{nothing:?}");
        assert!(findings(check, &[("README.md", "")]).is_empty());
    }
}
