//! Rule trees as people read them.
//!
//! Inside, a rule is called by the refusal that it gives (`not-your-turn`), because that is the name
//! that programs know: it comes back in `failed` and in `unchecked`. A tree of such names would read
//! backwards ("all of: not your turn …"), so it is printed with the names of the checks (`your-turn`),
//! and below it stand the refusals, in the order of the checks.

use std::fmt::Write;

use vauban_game::{RuleTree, Tree};

/// A refusal's code, and the check that gives it.
pub(super) type Check = (&'static str, &'static str);

/// A tree by its checks, and the refusals that they give.
pub(super) fn printed<Q, R>(tree: &Tree<Q, R>, checks: &[Check]) -> String {
    with_refusals(&by_checks(&tree.to_string(), checks), &tree.codes())
}

/// A tree of which every part waits for `first` to hold.
pub(super) fn printed_after<Q, R>(first: Check, tree: &Tree<Q, R>, checks: &[Check]) -> String {
    let (code, check) = first;
    let mut text = format!("lazy all\n  {check}\n");
    for line in by_checks(&tree.to_string(), checks).lines() {
        let _ = writeln!(text, "  {line}");
    }
    let codes: Vec<&str> = [code].into_iter().chain(tree.codes()).collect();
    with_refusals(&text, &codes)
}

/// Puts the checks' names in the places of the refusals'.
fn by_checks(tree: &str, checks: &[Check]) -> String {
    let mut text = String::new();
    for line in tree.lines() {
        let word = line.trim_start();
        let indent = line.len() - word.len();
        // A refusal that comes from a check that must not hold: the check stands below it.
        let name = if word.starts_with("not: ") {
            "not"
        } else {
            let check = checks.iter().find(|(code, _)| *code == word);
            check.map_or(word, |(_, check)| check)
        };
        let _ = writeln!(text, "{:indent$}{name}", "");
    }
    text
}

/// Trees as they are explained, with the refusals that stand below each.
pub(super) fn explained(trees: impl IntoIterator<Item = (&'static str, String)>) -> Vec<RuleTree> {
    let explained = |(kind, text): (&'static str, String)| RuleTree {
        kind,
        demands: Vec::new(),
        text,
    };
    trees.into_iter().map(explained).collect()
}

fn with_refusals(tree: &str, codes: &[&str]) -> String {
    let mut text = format!("{tree}refusals, in the order of the checks\n");
    for code in codes {
        let _ = writeln!(text, "  {code}");
    }
    text
}
