//! Rule trees: small named rules joined by *all*, *any*, *not* and their lazy forms.
//!
//! A tree looks at a question (an action in its situation) and answers with
//! every rule that failed, and with the rules it did not look at because they
//! hang on one that failed. A tree prints itself, so that players can read it.

use std::fmt;

use crate::Refused;

/// A rule, or rules joined together, over questions of type `Q`, failing with reasons of type `R`.
pub enum Tree<Q, R> {
    /// Holds, or gives the reason why not.
    Rule {
        code: &'static str,
        test: fn(&Q) -> Result<(), R>,
    },
    /// Every part must hold; all are looked at.
    All(Vec<Tree<Q, R>>),
    /// Every part must hold; the first that fails leaves the later ones unchecked.
    LazyAll(Vec<Tree<Q, R>>),
    /// One part must hold; if none does, each tells why.
    Any(Vec<Tree<Q, R>>),
    /// The same, for parts of which a later one makes sense only when the earlier ones failed.
    LazyAny(Vec<Tree<Q, R>>),
    /// The part must not hold; `reason` is given when it does.
    Not {
        code: &'static str,
        part: Box<Tree<Q, R>>,
        reason: fn(&Q) -> R,
    },
}

/// What evaluating a part of a tree found.
struct Finding<R> {
    failed: Vec<R>,
    unchecked: Vec<&'static str>,
}

impl<Q, R> Tree<Q, R> {
    /// A rule with its code and its test.
    pub fn rule(code: &'static str, test: fn(&Q) -> Result<(), R>) -> Self {
        Tree::Rule { code, test }
    }
    pub fn all(parts: impl Into<Vec<Self>>) -> Self {
        Tree::All(parts.into())
    }
    pub fn lazy_all(parts: impl Into<Vec<Self>>) -> Self {
        Tree::LazyAll(parts.into())
    }
    pub fn any(parts: impl Into<Vec<Self>>) -> Self {
        Tree::Any(parts.into())
    }
    pub fn lazy_any(parts: impl Into<Vec<Self>>) -> Self {
        Tree::LazyAny(parts.into())
    }
    /// Turns `part` round. The code names the rule that fails when `part` holds.
    pub fn not(code: &'static str, part: Self, reason: fn(&Q) -> R) -> Self {
        Tree::Not {
            code,
            part: Box::new(part),
            reason,
        }
    }

    /// Looks at the whole tree.
    pub fn check(&self, question: &Q) -> Result<(), Refused<R>> {
        let Finding { failed, unchecked } = self.look(question);
        if failed.is_empty() {
            return Ok(());
        }
        Err(Refused { failed, unchecked })
    }

    /// The codes of every rule in it, in order.
    pub fn codes(&self) -> Vec<&'static str> {
        let mut codes = Vec::new();
        self.collect_codes(&mut codes);
        codes
    }

    /// The tree as [`crate::Explain`] wants it.
    pub fn printed(&self, kind: &'static str, text: String) -> crate::RuleTree {
        let demands = self.codes().into_iter().map(|code| (code, code));
        crate::RuleTree {
            kind,
            text,
            demands: demands.collect(),
        }
    }

    /// A part holds exactly when nothing in its finding failed.
    fn look(&self, question: &Q) -> Finding<R> {
        let mut found = Finding {
            failed: Vec::new(),
            unchecked: Vec::new(),
        };
        match self {
            Tree::Rule { test, .. } => found.failed.extend(test(question).err()),
            Tree::All(parts) => {
                for part in parts {
                    found.add(part.look(question));
                }
            }
            Tree::LazyAll(parts) => {
                for part in parts {
                    if found.failed.is_empty() {
                        found.add(part.look(question));
                    } else {
                        part.collect_codes(&mut found.unchecked);
                    }
                }
            }
            // Once a part holds, what the others would say is of no interest to anybody: the two
            // forms of "any" differ for the reader of the tree only.
            Tree::Any(parts) | Tree::LazyAny(parts) => {
                for part in parts {
                    let finding = part.look(question);
                    if finding.failed.is_empty() {
                        return finding;
                    }
                    found.add(finding);
                }
            }
            Tree::Not { part, reason, .. } => {
                if part.look(question).failed.is_empty() {
                    found.failed.push(reason(question));
                }
            }
        }
        found
    }

    fn collect_codes(&self, codes: &mut Vec<&'static str>) {
        match self {
            Tree::Rule { code, .. } | Tree::Not { code, .. } => codes.push(code),
            Tree::All(parts) | Tree::LazyAll(parts) | Tree::Any(parts) | Tree::LazyAny(parts) => {
                for part in parts {
                    part.collect_codes(codes);
                }
            }
        }
    }

    fn print(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        let (word, parts) = match self {
            Tree::Rule { code, .. } => return writeln!(f, "{:1$}{code}", "", 2 * depth),
            Tree::Not { code, part, .. } => {
                writeln!(f, "{:1$}not: {code}", "", 2 * depth)?;
                return part.print(f, depth + 1);
            }
            Tree::All(parts) => ("all", parts),
            Tree::LazyAll(parts) => ("lazy all", parts),
            Tree::Any(parts) => ("any", parts),
            Tree::LazyAny(parts) => ("lazy any", parts),
        };
        writeln!(f, "{:1$}{word}", "", 2 * depth)?;
        parts.iter().try_for_each(|part| part.print(f, depth + 1))
    }
}

impl<R> Finding<R> {
    fn add(&mut self, other: Finding<R>) {
        self.failed.extend(other.failed);
        self.unchecked.extend(other.unchecked);
    }
}

/// One rule a line, indented by its depth.
impl<Q, R> fmt::Display for Tree<Q, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, 0)
    }
}

impl<Q, R> fmt::Debug for Tree<Q, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
