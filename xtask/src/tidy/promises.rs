//! Every line of a table that says what holds it names tests, and each of them exists: the promises of
//! docs/security.md, and what the old reports asked for in docs/reports.md.

use std::collections::BTreeSet;

use crate::markdown;

use super::{Finding, Sources};

/// A page with such tables.
struct Page {
    file: &'static str,
    /// The last title of its tables.
    title: &'static str,
    /// What one of its lines is called.
    line: &'static str,
    proof: Proof,
}

/// What a line must name.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Proof {
    Test,
    /// A test, a command to try it with, or the reason why it is left out.
    TestOrCommand,
}

const PAGES: [Page; 2] = [
    Page {
        file: "docs/security.md",
        title: "held by",
        line: "a promise",
        proof: Proof::Test,
    },
    Page {
        file: "docs/reports.md",
        title: "shown by",
        line: "a line of a report",
        proof: Proof::TestOrCommand,
    },
];

/// A command that anybody can type begins with this.
const COMMAND: &str = "vauban ";
/// A test of the page is named by a part of its title, behind this.
const OF_THE_PAGE: &str = "page: ";
/// A line without a proof begins with one of these, and goes on with the reason.
const REASONS: [&str; 2] = ["left out:", "not yet:"];

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let tests = tests(sources);
    let scenes = scenes(sources);
    let pages = PAGES.iter();
    pages
        .flat_map(|page| page.check(sources, &tests, &scenes))
        .collect()
}

impl Page {
    fn check(&self, sources: &Sources, tests: &BTreeSet<&str>, scenes: &[&str]) -> Vec<Finding> {
        let Some(text) = sources.text(self.file) else {
            return Vec::new();
        };
        let mut findings = Vec::new();
        let mut lines = 0;
        let mut in_table = false;
        for (line, text) in markdown::prose(text) {
            let Some(cells) = text.trim().strip_prefix('|') else {
                in_table = false;
                continue;
            };
            let last = cells.trim_end_matches('|').rsplit('|').next();
            let last = last.unwrap_or_default().trim();
            if last == self.title {
                in_table = true;
                continue;
            }
            if !in_table || last.chars().all(|c| "-: ".contains(c)) {
                continue;
            }
            lines += 1;
            let named: Vec<&str> = last.split('`').skip(1).step_by(2).collect();
            let excused = self.proof == Proof::TestOrCommand
                && REASONS.iter().any(|reason| last.starts_with(reason));
            if named.is_empty() && !excused {
                let text = format!("{} that names no test", self.line);
                findings.push(Finding::new(self.file, text).at(line));
            }
            let missing = named
                .into_iter()
                .filter(|name| !self.is_known(name, tests, scenes));
            findings.extend(missing.map(|name| {
                Finding::new(self.file, format!("there is no test `{name}`")).at(line)
            }));
        }
        if lines == 0 {
            let text = format!("there is no table whose last column is `{}`", self.title);
            findings.push(Finding::new(self.file, text));
        }
        findings
    }

    fn is_known(&self, name: &str, tests: &BTreeSet<&str>, scenes: &[&str]) -> bool {
        if tests.contains(name) {
            return true;
        }
        let may_try = self.proof == Proof::TestOrCommand;
        let on_page = name.strip_prefix(OF_THE_PAGE);
        let scene = on_page.is_some_and(|part| scenes.iter().any(|scene| scene.contains(part)));
        may_try && (scene || name.starts_with(COMMAND))
    }
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

/// The lines on which tests of the page begin, with their titles.
fn scenes(sources: &Sources) -> Vec<&str> {
    let of_the_page = |file: &str| file.starts_with("web/tests/") && file.ends_with(".test.js");
    let files = sources.texts().filter(|(file, _)| of_the_page(file));
    let lines = files.flat_map(|(_, text)| text.lines().map(str::trim));
    lines
        .filter(|line| line.starts_with("scene(") || line.starts_with("test("))
        .collect()
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

    const PAGE: &str = "docs/security.md";
    const CODE: &str = "#[test]\nfn a_test() {}\nfn a_helper() {}\n#[tokio::test(flavor = \"x\")]\n#[ignore]\nasync fn an_async_test() {}\n";

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
| four | `vauban help` |
";
        let suite = "pub(super) async fn a_case(home: &dyn Home) {}\n";
        let files = [
            (PAGE, page),
            ("crates/a/tests/t.rs", CODE),
            ("crates/store/src/conformance/c.rs", suite),
        ];
        assert_eq!(
            findings(check, &files),
            [
                "docs/security.md:8: a promise that names no test",
                "docs/security.md:9: there is no test `no_test`",
                "docs/security.md:9: there is no test `a_helper`",
                "docs/security.md:10: there is no test `vauban help`",
            ]
        );
        let nothing = findings(check, &[(PAGE, "All is well.\n")]);
        assert_eq!(nothing.len(), 1, "{nothing:?}");
        assert!(findings(check, &[("README.md", "")]).is_empty());
    }

    #[test]
    fn a_line_of_a_report_may_be_shown_by_a_command_or_the_page_or_be_left_out() {
        let page = "\
| line | shown by |
|---|---|
| one | `a_test`; `vauban console chess` |
| two | `page: is taken back` |
| three | left out: nobody has such a thing |
| four | it is there, believe me |
| five | `page: is given away` |
";
        let scenes = "scene(here, `${game}: what was done is taken back`, async () => {});\n";
        let files = [
            ("docs/reports.md", page),
            ("crates/a/tests/t.rs", CODE),
            ("web/tests/a.test.js", scenes),
        ];
        assert_eq!(
            findings(check, &files),
            [
                "docs/reports.md:6: a line of a report that names no test",
                "docs/reports.md:7: there is no test `page: is given away`",
            ]
        );
    }
}
