//! Checks of the source tree itself: what a compiler does not see and every reader relies on.

mod arrows;
mod catalogue;
mod crates;
mod decisions;
mod examples;
mod folders;
mod generic;
mod links;
mod lints;
mod marks;
mod promises;
mod rulebooks;

#[cfg(test)]
pub(crate) use folders::REQUIRED;

use std::{collections::BTreeMap, fmt};

use crate::{Trouble, test::Tally, tree::Tree};

pub(crate) const HELP: &str = "\
Checks the source tree for what a compiler does not see.

Usage: cargo xtask tidy

  folders    every game folder has the same files with the same impls in them
  rulebooks  rules.md and rules.fr.md have the same numbered paragraphs, and those that the code cites exist
  catalogue  crates/catalog names every game, and nothing else does
  generic    generic code names no game, and no terrain or mark that a game declares
  arrows     crates depend only on those that ARCHITECTURE.md puts above them
  lints      every package uses the workspace's lints
  examples   a package whose documentation has examples runs them
  crates     third-party crates come from crates.io, under allowed licences, each in one version
  marks      no unfinished work, no paths of a particular machine; a note for files of more than 600 lines
  promises   every line of docs/security.md and docs/reports.md names its test, and every test named there exists
  decisions  every page of docs/decisions is listed in its index
  links      links between pages are not broken

Each finding is one line: file:line: what is wrong. Notes do not fail the check.
";

/// One check of the tree.
struct Check {
    name: &'static str,
    run: fn(&Sources) -> Vec<Finding>,
}

const CHECKS: &[Check] = &[
    Check {
        name: "folders",
        run: folders::check,
    },
    Check {
        name: "rulebooks",
        run: rulebooks::check,
    },
    Check {
        name: "catalogue",
        run: catalogue::check,
    },
    Check {
        name: "generic",
        run: generic::check,
    },
    Check {
        name: "arrows",
        run: arrows::check,
    },
    Check {
        name: "lints",
        run: lints::check,
    },
    Check {
        name: "examples",
        run: examples::check,
    },
    Check {
        name: "crates",
        run: crates::check,
    },
    Check {
        name: "marks",
        run: marks::check,
    },
    Check {
        name: "promises",
        run: promises::check,
    },
    Check {
        name: "decisions",
        run: decisions::check,
    },
    Check {
        name: "links",
        run: links::check,
    },
];

/// Something that a check has to say.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
struct Finding {
    file: String,
    line: Option<usize>,
    text: String,
    weight: Weight,
}

/// Whether a finding fails the check.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
enum Weight {
    Violation,
    Note,
}

impl Finding {
    fn new(file: impl Into<String>, text: impl Into<String>) -> Finding {
        Finding {
            file: file.into(),
            line: None,
            text: text.into(),
            weight: Weight::Violation,
        }
    }
    fn at(mut self, line: usize) -> Finding {
        self.line = Some(line);
        self
    }
    fn noted(mut self) -> Finding {
        self.weight = Weight::Note;
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        let note = match self.weight {
            Weight::Violation => "",
            Weight::Note => "note: ",
        };
        write!(f, ": {note}{}", self.text)
    }
}

/// Every file of the tree, with its text if it is one.
#[derive(Debug, Default)]
struct Sources {
    files: BTreeMap<String, Option<String>>,
    /// A line for each crate of others, with its licence.
    licences: Option<String>,
}

impl Sources {
    fn load(tree: &Tree) -> Result<Sources, String> {
        let files = tree.files()?.into_iter().map(|name| {
            let text = std::fs::read_to_string(tree.path(&name)).ok();
            (name, text)
        });
        Ok(Sources {
            files: files.collect(),
            licences: crates::told(tree)?,
        })
    }

    fn has(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.files.get(name)?.as_deref()
    }

    /// Every text file with its text.
    fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter_map(|(name, text)| Some((name.as_str(), text.as_deref()?)))
    }

    /// The folders right below `folder` that hold any file.
    fn folders(&self, folder: &str) -> Vec<String> {
        let mut found: Vec<String> = self
            .files
            .keys()
            .filter_map(|name| {
                let rest = name.strip_prefix(folder)?.strip_prefix('/')?;
                Some(format!("{folder}/{}", rest.split_once('/')?.0))
            })
            .collect();
        found.dedup();
        found
    }

    /// The folders of all games, and that of the template from which new ones are made.
    fn game_folders(&self) -> Vec<String> {
        let mut folders = self.folders("crates/games/src");
        folders.extend(self.folders("xtask/templates"));
        folders
    }
}

pub(crate) fn run(tree: &Tree) -> Result<(), Trouble> {
    let tally = part(tree);
    if let Some(error) = tally.error {
        return Err(Trouble::Failed(error));
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    match tally.failed {
        0 => Ok(()),
        _ => Err(Trouble::Told),
    }
}

/// All checks, as one part of the test command.
pub(crate) fn part(tree: &Tree) -> Tally {
    let sources = match Sources::load(tree) {
        Ok(sources) => sources,
        Err(error) => return Tally::of(Err(error)),
    };
    let mut tally = Tally::default();
    for check in CHECKS {
        let mut findings = (check.run)(&sources);
        findings.sort();
        for finding in &findings {
            println!("{finding} [{}]", check.name);
        }
        let is_good = findings
            .iter()
            .all(|finding| finding.weight == Weight::Note);
        tally.passed += usize::from(is_good);
        tally.failed += usize::from(!is_good);
    }
    tally
}

/// What `check` finds in a tree of these files, as printed.
#[cfg(test)]
fn findings(check: fn(&Sources) -> Vec<Finding>, files: &[(&str, &str)]) -> Vec<String> {
    let scratch = crate::scratch::Scratch::with(files);
    let sources = Sources::load(&scratch.tree()).unwrap();
    check(&sources).iter().map(Finding::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn the_help_names_every_check() {
        for check in CHECKS {
            assert!(
                HELP.contains(&format!("\n  {:<10} ", check.name)),
                "{}",
                check.name
            );
        }
    }

    #[test]
    fn a_violation_fails_its_check_and_a_note_does_not() {
        let many = "// line\n".repeat(601);
        let scratch = Scratch::with(&[("long.rs", &many)]);
        assert_eq!(part(&scratch.tree()).failed, 0);
        scratch.write("page.md", "[gone](gone.md)");
        let tally = part(&scratch.tree());
        assert_eq!((tally.passed, tally.failed), (CHECKS.len() - 1, 1));
        assert!(run(&scratch.tree()).is_err());
    }

    #[test]
    fn a_finding_is_one_line_with_its_place() {
        let finding = Finding::new("a/b.rs", "is wrong").at(7);
        assert_eq!(finding.to_string(), "a/b.rs:7: is wrong");
        assert_eq!(Finding::new("a", "b").noted().to_string(), "a: note: b");
    }
}
