//! What a program found, and how it is told.

use serde::Serialize;

use crate::{Dice, Feature, Text, WinShare, text};

/// What an agent found. Actions are typed in a game and texts outside it. Agents begin with
/// [`Thought::plain`] and add what they know.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought<A> {
    pub action: A,
    /// How much of a win it expects for itself.
    pub share: Option<WinShare>,
    /// What it expects to follow, its own action first.
    pub line: Vec<A>,
    /// How much it looked at.
    pub nodes: u64,
    /// How far it looked.
    pub reach: Option<Reach>,
    /// Other actions within [`crate::Budget::slack`] of the best, each with what it expects of it.
    #[serde(skip)]
    pub others: Vec<(A, WinShare)>,
    /// What speaks most for the action, the strongest first: at most three.
    pub reasons: Vec<Feature>,
}

/// How far an agent looked ahead.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// This many actions along every line that it did not discard.
    Depth(u32),
    /// This many times along the chosen action.
    Visits(u64),
}

impl<A: Copy> Thought<A> {
    /// An action without a reason.
    pub fn plain(action: A) -> Thought<A> {
        Thought {
            action,
            share: None,
            line: vec![action],
            nodes: 0,
            reach: None,
            others: Vec::new(),
            reasons: Vec::new(),
        }
    }

    /// One of the actions that are worth no more than `slack` less than the best, each with the same
    /// chance: how a weaker player differs from a strong one without playing absurdly.
    #[must_use]
    pub fn waver(self, slack: WinShare, dice: &mut Dice) -> Thought<A> {
        let Some(best) = self.share else { return self };
        let near = |&&(_, share): &&(A, WinShare)| share.get() >= best.get() - slack.get();
        let others: Vec<(A, WinShare)> = self.others.iter().filter(near).copied().collect();
        let drawn = dice.below(others.len() as u32 + 1) as usize;
        match others.get(drawn) {
            None => self,
            Some(&(action, share)) => Thought {
                action,
                share: Some(share),
                line: vec![action],
                reasons: Vec::new(),
                ..self
            },
        }
    }
}

impl<A> Thought<A> {
    /// The same with its actions written in another form.
    pub fn map<B>(self, form: impl Fn(A) -> B) -> Thought<B> {
        let others = self.others.into_iter();
        Thought {
            action: form(self.action),
            share: self.share,
            line: self.line.into_iter().map(&form).collect(),
            nodes: self.nodes,
            reach: self.reach,
            others: others
                .map(|(action, share)| (form(action), share))
                .collect(),
            reasons: self.reasons,
        }
    }
}

impl Thought<String> {
    /// What it expects, how far it looked, what it thinks will follow, and why: one line each.
    pub fn told(&self) -> Vec<Text> {
        let (action, nodes) = (&self.action, self.nodes);
        let mut lines = vec![match self.share {
            Some(share) => {
                let percent = format!("{:.0}", 100.0 * share.get());
                text!(
                    "{action}: expects {percent} % of a win",
                    "{action} : attend {percent} % d'une victoire"
                )
            }
            None => Text::same(action.clone()),
        }];
        match self.reach {
            Some(Reach::Depth(depth)) => lines.push(text!(
                "looked {depth} actions ahead, at {nodes} positions",
                "a regardé {depth} actions à l'avance, {nodes} positions"
            )),
            Some(Reach::Visits(visits)) => lines.push(text!(
                "tried it {visits} times, and looked at {nodes} positions",
                "l'a essayée {visits} fois, et a regardé {nodes} positions"
            )),
            None if nodes > 0 => lines.push(text!(
                "looked at {nodes} positions",
                "a regardé {nodes} positions"
            )),
            None => (),
        }
        if self.line.len() > 1 {
            let line = self.line.join(" ");
            lines.push(text!("expects {line}", "prévoit {line}"));
        }
        if !self.reasons.is_empty() {
            let names = Text::list(self.reasons.iter().map(|reason| reason.name.clone()));
            lines.push(text!("because of {names}", "en raison de : {names}", names));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wavers_stays_within_its_slack() {
        let thought = Thought {
            share: Some(WinShare::new(0.6)),
            others: [('b', 0.58), ('c', 0.5), ('d', 0.1)]
                .map(|(action, share)| (action, WinShare::new(share)))
                .to_vec(),
            ..Thought::plain('a')
        };
        let mut dice = Dice::seeded(3);
        let mut drawn = |slack| -> Vec<char> {
            let mut drawn: Vec<char> = (0..200)
                .map(|_| {
                    thought
                        .clone()
                        .waver(WinShare::new(slack), &mut dice)
                        .action
                })
                .collect();
            drawn.sort_unstable();
            drawn.dedup();
            drawn
        };
        assert_eq!(drawn(0.0), ['a']);
        assert_eq!(drawn(0.03), ['a', 'b']);
        assert_eq!(drawn(0.11), ['a', 'b', 'c']);
    }

    #[test]
    fn a_thought_is_told_line_by_line() {
        let thought = Thought {
            share: Some(WinShare::new(0.583)),
            line: vec!["a1a2".to_owned(), "b7b6".to_owned()],
            nodes: 1_234,
            reach: Some(Reach::Depth(5)),
            reasons: vec![Feature::new(Text::fixed("material", "le matériel"), 2.0)],
            ..Thought::plain("a").map(|_| "a1a2".to_owned())
        };
        let told: Vec<String> = thought
            .told()
            .iter()
            .map(|text| text.en.to_string())
            .collect();
        assert_eq!(
            told,
            [
                "a1a2: expects 58 % of a win",
                "looked 5 actions ahead, at 1234 positions",
                "expects a1a2 b7b6",
                "because of material",
            ]
        );
    }

    #[test]
    fn who_expects_nothing_does_not_waver() {
        let thought = Thought {
            others: vec![('b', WinShare::new(1.0))],
            ..Thought::plain('a')
        };
        let kept = thought
            .clone()
            .waver(WinShare::new(1.0), &mut Dice::seeded(1));
        assert_eq!(kept, thought);
    }
}
