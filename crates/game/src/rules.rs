//! Rule trees: small named demands joined by *all*, *any*, *not* and their lazy forms.
//!
//! A tree looks at a [`Case`] (an action in its situation) and answers with the refusal of every
//! demand that failed, and with the names of the demands it did not look at because they hang on
//! one that failed. Trees are static data: they borrow the case, copy nothing and are built once.
//! A tree prints itself, so that players can read what the rules ask of an action.

use std::fmt;

use crate::{Game, Reason, Refused, Seat};

/// An action in its situation: what a rule looks at.
pub struct Case<'a, G: Game> {
    pub game: &'a G,
    pub state: &'a G::State,
    pub seat: Seat,
    pub action: G::Action,
}

/// A demand, or demands joined together.
pub enum Rules<G: Game> {
    /// Holds, or gives the refusal whose code is `code`.
    Demand {
        /// What it demands, in the words of a player: `can-swim`.
        name: &'static str,
        code: &'static str,
        test: fn(&Case<'_, G>) -> Result<(), G::Refusal>,
    },
    /// Every part must hold; all are looked at.
    All(&'static [Rules<G>]),
    /// Every part must hold; the first that fails leaves the later ones unchecked.
    LazyAll(&'static [Rules<G>]),
    /// One part must hold; they are looked at in order until one does. If none does, each says why.
    Any {
        /// How the rulebook reads: `any`, or `lazy any` where a later part makes sense only when
        /// the earlier ones failed.
        word: &'static str,
        parts: &'static [Rules<G>],
    },
    /// The part must not hold; `refusal` is given when it does.
    Not {
        name: &'static str,
        code: &'static str,
        part: &'static Rules<G>,
        refusal: fn(&Case<'_, G>) -> G::Refusal,
    },
}

/// What looking at a part of a tree found.
struct Finding<R> {
    failed: Vec<R>,
    unchecked: Vec<&'static str>,
}

impl<G: Game> Rules<G> {
    /// Demands what `name` says; `test` gives the refusal called `code` when it does not hold.
    pub const fn demand(
        name: &'static str,
        code: &'static str,
        test: fn(&Case<'_, G>) -> Result<(), G::Refusal>,
    ) -> Self {
        Rules::Demand { name, code, test }
    }
    pub const fn any(parts: &'static [Self]) -> Self {
        Rules::Any { word: "any", parts }
    }
    /// The same, printed as the rulebooks that say "lazy or" want it.
    pub const fn lazy_any(parts: &'static [Self]) -> Self {
        Rules::Any {
            word: "lazy any",
            parts,
        }
    }
    /// Turns `part` round: demands what `name` says.
    pub const fn not(
        name: &'static str,
        code: &'static str,
        part: &'static Self,
        refusal: fn(&Case<'_, G>) -> G::Refusal,
    ) -> Self {
        Rules::Not {
            name,
            code,
            part,
            refusal,
        }
    }

    /// Looks at the whole tree.
    pub fn check(&self, case: &Case<'_, G>) -> Result<(), Refused<G::Refusal>> {
        let mut found = Finding::default();
        if self.look(case, &mut found) {
            return Ok(());
        }
        let Finding { failed, unchecked } = found;
        Err(Refused { failed, unchecked })
    }

    /// The name of every demand in it, in order.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        self.each_demand(&mut |name, _| names.push(name));
        names
    }

    /// The code of every refusal that it may give, in the order of the demands.
    pub fn codes(&self) -> Vec<&'static str> {
        let mut codes = Vec::new();
        self.each_demand(&mut |_, code| codes.push(code));
        codes
    }

    /// Whether it holds; if not, adds what was found to `found`.
    fn look(&self, case: &Case<'_, G>, found: &mut Finding<G::Refusal>) -> bool {
        match self {
            Rules::Demand { name, code, test } => {
                let Err(refusal) = test(case) else {
                    return true;
                };
                debug_assert_eq!(refusal.code(), *code, "the refusal of `{name}`");
                found.failed.push(refusal);
                false
            }
            Rules::All(parts) => {
                let look = |holds, part: &Rules<G>| part.look(case, found) && holds;
                parts.iter().fold(true, look)
            }
            Rules::LazyAll(parts) => {
                let mut holds = true;
                for part in *parts {
                    if holds {
                        holds = part.look(case, found);
                    } else {
                        part.each_demand(&mut |name, _| found.unchecked.push(name));
                    }
                }
                holds
            }
            // Once a part holds, what the others would say is of no interest to anybody.
            Rules::Any { parts, .. } => {
                let (failed, unchecked) = (found.failed.len(), found.unchecked.len());
                let holds = parts.iter().any(|part| part.look(case, found));
                if holds {
                    found.failed.truncate(failed);
                    found.unchecked.truncate(unchecked);
                }
                holds
            }
            Rules::Not { part, refusal, .. } => {
                let holds = part.look(case, &mut Finding::default());
                if holds {
                    found.failed.push(refusal(case));
                }
                !holds
            }
        }
    }

    /// Hands out the name and the code of every demand.
    fn each_demand(&self, visit: &mut dyn FnMut(&'static str, &'static str)) {
        match self {
            Rules::Demand { name, code, .. } | Rules::Not { name, code, .. } => visit(name, code),
            Rules::All(parts) | Rules::LazyAll(parts) | Rules::Any { parts, .. } => {
                for part in *parts {
                    part.each_demand(visit);
                }
            }
        }
    }

    fn print(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        let (word, parts): (_, &[Rules<G>]) = match self {
            Rules::Demand { name, .. } => return writeln!(f, "{:1$}{name}", "", 2 * depth),
            Rules::Not { name, part, .. } => {
                writeln!(f, "{:1$}{name}: not", "", 2 * depth)?;
                return part.print(f, depth + 1);
            }
            Rules::All(parts) => ("all", parts),
            Rules::LazyAll(parts) => ("lazy all", parts),
            Rules::Any { word, parts } => (word, parts),
        };
        writeln!(f, "{:1$}{word}", "", 2 * depth)?;
        parts.iter().try_for_each(|part| part.print(f, depth + 1))
    }
}

impl<G: Game> Copy for Case<'_, G> {}
impl<G: Game> Clone for Case<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> fmt::Debug for Case<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.seat, self.action)
    }
}

impl<R> Default for Finding<R> {
    fn default() -> Self {
        Finding {
            failed: Vec::new(),
            unchecked: Vec::new(),
        }
    }
}

/// One demand a line, indented by its depth.
impl<G: Game> fmt::Display for Rules<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, 0)
    }
}

impl<G: Game> fmt::Debug for Rules<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{Actions, Dice, Explanation, Turn, Viewer};

    /// A game in which every action is a number, for trees to look at.
    #[derive(Debug)]
    struct Numbers;

    #[derive(Clone, PartialEq, Debug)]
    struct Not(&'static str);

    impl Reason for Not {
        fn explain(&self) -> Explanation {
            Explanation::new(self.0, "1", crate::Text::same(self.0))
        }
    }

    impl Game for Numbers {
        type State = ();
        type Action = i32;
        type Chance = Infallible;
        type View = ();
        type Refusal = Not;
        fn seats(&self) -> u8 {
            1
        }
        fn start(&self) {}
        fn turn(&self, (): &()) -> Turn {
            Turn::One(Seat(0))
        }
        fn actions(&self, (): &(), _: Seat, _: &mut Actions<i32>) {}
        fn check(&self, state: &(), seat: Seat, action: i32) -> Result<(), Refused<Not>> {
            EVEN.check(&Case {
                game: self,
                state,
                seat,
                action,
            })
        }
        fn act(&self, (): &mut (), _: Seat, _: i32) {}
        fn chances(&self, (): &(), _: &mut Vec<(Infallible, u32)>) {}
        fn settle(&self, (): &mut (), _: Infallible) {}
        fn view(&self, (): &(), _: Viewer) {}
        fn imagine(&self, (): &(), _: &mut Dice) {}
        fn key(&self, (): &()) -> u64 {
            0
        }
    }

    type Tree = Rules<Numbers>;

    fn ensure(holds: bool, code: &'static str) -> Result<(), Not> {
        if holds { Ok(()) } else { Err(Not(code)) }
    }

    const EVEN: Tree = Rules::demand("even", "odd", |case| ensure(case.action % 2 == 0, "odd"));
    const SMALL: Tree = Rules::demand("small", "big", |case| ensure(case.action < 10, "big"));
    const POSITIVE: Tree = Rules::demand("positive", "negative", |case| {
        ensure(case.action > 0, "negative")
    });

    fn refused(tree: &Tree, action: i32) -> (Vec<&'static str>, Vec<&'static str>) {
        let case = Case {
            game: &Numbers,
            state: &(),
            seat: Seat(0),
            action,
        };
        match tree.check(&case) {
            Ok(()) => Default::default(),
            Err(refused) => {
                let codes = refused.failed.iter().map(|not| not.0).collect();
                (codes, refused.unchecked)
            }
        }
    }

    #[test]
    fn all_tells_every_failure() {
        static TREE: Tree = Rules::All(&[EVEN, SMALL]);
        assert_eq!(refused(&TREE, 11), (vec!["odd", "big"], vec![]));
        assert_eq!(refused(&TREE, 4), (vec![], vec![]));
    }

    #[test]
    fn lazy_all_stops_and_names_what_it_left_unchecked() {
        static TREE: Tree = Rules::LazyAll(&[EVEN, Rules::any(&[SMALL, POSITIVE])]);
        assert_eq!(refused(&TREE, 11), (vec!["odd"], vec!["small", "positive"]));
    }

    #[test]
    fn any_holds_by_one_part_and_else_tells_all() {
        static ANY: Tree = Rules::any(&[EVEN, SMALL]);
        static LAZY: Tree = Rules::lazy_any(&[EVEN, SMALL]);
        for tree in [&ANY, &LAZY] {
            assert_eq!(refused(tree, 12), (vec![], vec![]));
            assert_eq!(refused(tree, 3), (vec![], vec![]));
            assert_eq!(refused(tree, 11), (vec!["odd", "big"], vec![]));
        }
        assert!(LAZY.to_string().starts_with("lazy any\n"));
    }

    #[test]
    fn not_turns_its_part_round() {
        static TREE: Tree = Rules::not("uneven", "even", &EVEN, |_| Not("even"));
        assert_eq!(refused(&TREE, 2), (vec!["even"], vec![]));
        assert_eq!(refused(&TREE, 3), (vec![], vec![]));
    }

    #[test]
    fn a_tree_prints_what_it_demands() {
        static TREE: Tree = Rules::All(&[
            EVEN,
            Rules::LazyAll(&[
                SMALL,
                Rules::not("not-positive", "positive", &POSITIVE, |_| Not("positive")),
            ]),
        ]);
        assert_eq!(
            TREE.to_string(),
            "all\n  even\n  lazy all\n    small\n    not-positive: not\n      positive\n"
        );
        assert_eq!(TREE.names(), ["even", "small", "not-positive"]);
        assert_eq!(TREE.codes(), ["odd", "big", "positive"]);
    }
}
