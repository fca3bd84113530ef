//! An agent as somebody names it.

use std::{str::FromStr, time::Duration};

use vauban_game::{Agent, Budget, Playable, Text, WinShare, shorten, text};

use crate::{AgentMaker, Level, Refusals};

/// An agent by name, or a level by number, as somebody typed it: `uniform`, `deep:4`, `3`, `level:3`,
/// `rollouts:nodes=5000`, `deep:4:time=250` (milliseconds), `deep:slack=30` (thousandths of a win).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    name: String,
    /// What stands behind the name, but for the budget.
    words: Vec<String>,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// Which actions are near enough to the best one, in thousandths of a win.
    slack: Option<u16>,
    /// Never longer than this, whatever else is said.
    most: Option<Duration>,
}

/// What an [`AgentSpec`] means for one game.
pub(crate) struct Resolved<G: Playable> {
    pub(crate) maker: &'static AgentMaker<G>,
    pub(crate) words: Vec<String>,
    pub(crate) budget: Budget,
    /// The most time for all answers of one turn together.
    pub(crate) turn: Option<Duration>,
}

impl<G: Playable> Resolved<G> {
    /// A new agent. Its words were tried when it was resolved.
    pub(crate) fn make(&self) -> Box<dyn Agent<G>> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        self.maker
            .make(&words)
            .expect("its words were tried before")
    }

    /// The name with its parameters: agents with equal ones are the same.
    pub(crate) fn name(&self) -> String {
        joined(self.maker.card.name, &self.words)
    }
}

fn joined(name: &str, words: &[String]) -> String {
    let words = words.iter().map(String::as_str);
    std::iter::once(name)
        .chain(words)
        .collect::<Vec<_>>()
        .join(":")
}

impl AgentSpec {
    pub fn level(number: usize) -> AgentSpec {
        AgentSpec::named(&number.to_string())
    }

    fn named(name: &str) -> AgentSpec {
        AgentSpec {
            name: name.to_owned(),
            words: Vec::new(),
            nodes: None,
            time: None,
            slack: None,
            most: None,
        }
    }

    /// The number of the level, if it is one.
    pub fn number(&self) -> Option<usize> {
        self.name.parse().ok()
    }

    /// Whether it says by itself how long it thinks.
    pub fn has_budget(&self) -> bool {
        self.nodes.is_some() || self.time.is_some()
    }

    /// The same, but it answers after `most` at the latest, with what it has found by then.
    #[must_use]
    pub fn within(self, most: Duration) -> AgentSpec {
        AgentSpec {
            most: Some(self.most.map_or(most, |least| least.min(most))),
            ..self
        }
    }

    /// The same with `nodes` for each answer, and no cap on its time.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> AgentSpec {
        AgentSpec {
            nodes: Some(nodes),
            time: None,
            ..self
        }
    }

    /// The same with `time` for each answer.
    #[must_use]
    pub fn with_time(self, time: Duration) -> AgentSpec {
        AgentSpec {
            nodes: None,
            time: Some(time),
            ..self
        }
    }

    /// The agent and its budget.
    pub(crate) fn resolve<G: Playable>(
        &self,
        agents: &'static [AgentMaker<G>],
        levels: &'static [Level],
    ) -> Result<Resolved<G>, Refusals> {
        let mut budget = Budget {
            nodes: self.nodes,
            time: self.time,
            ..Budget::default()
        };
        let mut turn = None;
        let (mut name, mut words) = (self.name.as_str(), self.words.clone());
        if let Some(number) = self.number() {
            let level = number.checked_sub(1).and_then(|index| levels.get(index));
            let level = level.ok_or_else(|| no_such_level(number, levels.len()))?;
            let mut parts = level.agent.split(':');
            name = parts.next().unwrap_or_default();
            words.splice(0..0, parts.map(str::to_owned));
            budget.slack = slack_of(level.slack);
            if !self.has_budget() {
                budget.nodes = Some(level.nodes);
                turn = Some(Level::TURN);
            }
        }
        if let Some(slack) = self.slack {
            budget.slack = slack_of(slack);
        }
        if let Some(most) = self.most {
            budget.time = Some(budget.time.map_or(most, |time| time.min(most)));
        }
        let by_name = agents.iter().find(|maker| maker.card.name == name);
        let maker = by_name.or_else(|| {
            let mut agents = agents.iter();
            agents.find(|maker| maker.card.other_names.contains(&name))
        });
        let maker = maker.ok_or_else(|| {
            let names: Vec<String> = agents.iter().map(|maker| maker.card.usage()).collect();
            let (name, names) = (shorten(name), names.join(", "));
            Refusals::one(
                "no-such-agent",
                text!(
                    "unknown agent `{name}`; available: {names}",
                    "programme inconnu « {name} » ; disponibles : {names}"
                ),
            )
        })?;
        let parts: Vec<&str> = words.iter().map(String::as_str).collect();
        if maker.make(&parts).is_none() {
            let (wrong, usage) = (joined(name, &words), maker.card.usage());
            return Err(Refusals::one(
                "no-such-agent",
                text!(
                    "`{wrong}` is not an agent; write {usage}",
                    "« {wrong} » n'est pas un programme ; écrivez {usage}",
                    wrong = shorten(&wrong)
                ),
            ));
        }
        Ok(Resolved {
            maker,
            words,
            budget,
            turn,
        })
    }
}

/// What some thousandths of a win leave room for.
fn slack_of(thousandths: u16) -> Option<WinShare> {
    (thousandths > 0).then(|| WinShare::new(f64::from(thousandths) / 1_000.0))
}

fn no_such_level(number: usize, levels: usize) -> Refusals {
    Refusals::one(
        "no-such-level",
        text!(
            "unknown level {number}; available: 1 to {levels}",
            "niveau {number} inconnu ; disponibles : 1 à {levels}"
        ),
    )
}

impl FromStr for AgentSpec {
    type Err = Text;
    fn from_str(text: &str) -> Result<AgentSpec, Text> {
        let mut parts = text.split(':').peekable();
        let mut spec = AgentSpec::named(parts.next().unwrap_or_default());
        if spec.name == "level" {
            let number = parts
                .next()
                .filter(|number| number.parse::<usize>().is_ok());
            let number = number.ok_or_else(|| {
                Text::fixed(
                    "write a level as `level:3` or `3`",
                    "un niveau s'écrit « level:3 » ou « 3 »",
                )
            })?;
            number.clone_into(&mut spec.name);
        }
        if spec.name.is_empty() {
            return Err(Text::fixed(
                "an agent has a name, as in `uniform` or `2`",
                "un programme a un nom, comme « uniform » ou « 2 »",
            ));
        }
        for part in parts {
            if !part.contains('=') {
                if part.is_empty() {
                    return Err(text!(
                        "something is missing after a colon in `{text}`",
                        "il manque quelque chose après un deux-points dans « {text} »",
                        text = shorten(text)
                    ));
                }
                spec.words.push(part.to_owned());
                continue;
            }
            for limit in part.split(',') {
                spec.limit(limit, text)?;
            }
        }
        Ok(spec)
    }
}

/// The most slack: a whole win, so that every action is near enough.
const MOST_SLACK: u16 = 1_000;

impl AgentSpec {
    fn limit(&mut self, limit: &str, text: &str) -> Result<(), Text> {
        let number = |value: &str| {
            value.parse::<u64>().map_err(|_| {
                text!(
                    "`{value}` is not a number in `{text}`",
                    "« {value} » n'est pas un nombre dans « {text} »",
                    value = shorten(value),
                    text = shorten(text)
                )
            })
        };
        match limit.split_once('=') {
            Some(("nodes", value)) => self.nodes = Some(number(value)?),
            Some(("time", value)) => self.time = Some(Duration::from_millis(number(value)?)),
            Some(("slack", value)) => {
                let slack = u16::try_from(number(value)?).ok();
                let slack = slack.filter(|&slack| slack <= MOST_SLACK).ok_or_else(|| {
                    text!(
                        "slack={value} is too large in `{text}`: slack is in thousandths of a win, at most {MOST_SLACK}",
                        "slack={value} est trop grand dans « {text} » : cette marge est en millièmes de victoire, {MOST_SLACK} au plus",
                        value = shorten(value),
                        text = shorten(text)
                    )
                })?;
                self.slack = Some(slack);
            }
            _ => {
                return Err(text!(
                    "`{limit}` is not a limit in `{text}`; use nodes=N, time=MILLISECONDS or slack=THOUSANDTHS",
                    "« {limit} » n'est pas une limite dans « {text} » ; écrivez nodes=N, time=MILLISECONDES ou slack=MILLIÈMES",
                    limit = shorten(limit),
                    text = shorten(text)
                ));
            }
        }
        Ok(())
    }
}

/// As it was typed.
impl std::fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let limits: Vec<String> = [
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.time.map(|time| format!("time={}", time.as_millis())),
            self.slack.map(|slack| format!("slack={slack}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        f.write_str(&joined(&self.name, &self.words))?;
        match limits.is_empty() {
            true => Ok(()),
            false => write!(f, ":{}", limits.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_is_written_as_it_was_read() {
        for text in [
            "uniform",
            "3",
            "deep:4",
            "deep:4:plain",
            "deep:4:nodes=100,time=20",
            "rollouts:time=5",
            "deep:slack=30",
            "deep:slack=1000",
        ] {
            let spec: AgentSpec = text.parse().expect("it is well written");
            assert_eq!(spec.to_string(), text);
        }
        let level: AgentSpec = "level:3".parse().expect("a level");
        assert_eq!(level, AgentSpec::level(3));
        for text in [
            "",
            ":4",
            "level",
            "level:x",
            "deep:",
            "deep::4",
            "deep:nodes=x",
            "deep:depth=3",
        ] {
            let wrong = text.parse::<AgentSpec>().expect_err(text);
            assert_ne!(wrong.en, wrong.fr, "{text}");
        }
    }

    #[test]
    fn more_slack_than_a_whole_win_is_refused_in_both_languages() {
        for slack in ["1001", "65537", "18446744073709551615"] {
            let text = format!("deep:slack={slack}");
            let wrong = text.parse::<AgentSpec>().expect_err(&text);
            assert_eq!(
                wrong.en,
                format!(
                    "slack={slack} is too large in `{text}`: slack is in thousandths of a win, at most 1000"
                )
            );
            assert_eq!(
                wrong.fr,
                format!(
                    "slack={slack} est trop grand dans « {text} » : cette marge est en millièmes de victoire, 1000 au plus"
                )
            );
        }
    }
}
