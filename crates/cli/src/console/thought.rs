//! What programs think, and what they would do in a person's place.

use serde_json::json;
use vauban_game::{Seat, Stop, Text, Thought, Viewer};
use vauban_table::{AgentSpec, Conduct, Refusals};
use vauban_terminal::Chair;

use super::{Answer, Console, no_agent};

impl Console {
    /// Has the program in `seat` think and act.
    pub(super) fn think(&mut self, seat: Seat) -> Result<(), Refusals> {
        let Chair::Agent(agent) = self.host.chairs[seat.index()].clone() else {
            return Err(no_agent());
        };
        let seated = self.agents[seat].take();
        let (ask, job) = self.table().think(seat, &agent, seated, &Stop::default())?;
        let (thought, mut seated) = job(&mut self.memory);
        let conduct = seated.conduct(self.table(), seat);
        self.agents[seat] = Some(seated);
        match conduct {
            Conduct::PlayOn => (),
            Conduct::Resign => self.table.resign(seat)?,
            Conduct::Draw => self.table.offer_draw(seat)?,
        }
        // It has not given up, and nothing was agreed on.
        if self.table.ask(seat) == Some(ask) {
            self.table.answer(seat, ask, &thought.action)?;
        }
        self.thoughts[seat] = Some(thought);
        // A person is told what a person may know of it.
        let person = self.seats().find(|&seat| self.is_person(seat));
        let shown = person.filter(|_| !self.reveals).unwrap_or(seat);
        self.viewer = Viewer::Seat(shown);
        Ok(())
    }

    /// What the programs thought last. Nothing that would tell a secret, or help one person against another.
    pub(super) fn thought(&self) -> Result<Answer, Refusals> {
        let over = self.table.turn().over().is_some();
        let people = self.people().count();
        if !over && (self.table.has_secrets() || people > 1) {
            return Err(Refusals::one(
                "thoughts-hidden",
                Text::fixed(
                    "what a program thinks is shown after the match here",
                    "ce que pense un programme n'est montré ici qu'après la partie",
                ),
            ));
        }
        let thoughts = self.seats().filter_map(|seat| {
            let thought = self.thoughts[seat].as_ref()?;
            Some((seat, thought))
        });
        let thoughts: Vec<(Seat, &Thought<String>)> = thoughts.collect();
        if thoughts.is_empty() {
            return Err(Refusals::one(
                "no-thoughts",
                Text::fixed(
                    "no program has thought yet",
                    "aucun programme n'a encore réfléchi",
                ),
            ));
        }
        let words = thoughts
            .iter()
            .flat_map(|(seat, thought)| told(*seat, thought));
        let words = lines(words.collect());
        let field: Vec<_> = thoughts
            .iter()
            .map(|(seat, thought)| json!({"seat": seat, "thought": thought}))
            .collect();
        Ok(Answer::field("thoughts", json!(field)).saying(words))
    }

    /// What the strongest level would do in the place of the person on turn; only against programs.
    pub(super) fn hint(&mut self, named: Option<Seat>) -> Result<Answer, Refusals> {
        if let Some(lesson) = self.table().lesson(self.lang)
            && let Some(hint) = &lesson.hint
        {
            let words = Text::same(format!("{hint} [{}]", lesson.solution.join("; ")));
            return Ok(Answer::field("hint", hint.as_str()).saying(words));
        }
        let seat = self.speaker(named)?;
        if self.people().count() > 1 {
            return Err(Refusals::one(
                "hint-between-people",
                Text::fixed(
                    "hints are given only against programs",
                    "les conseils ne sont donnés que contre des programmes",
                ),
            ));
        }
        let strongest = AgentSpec::level(self.table.levels().len());
        let (_, job) = self.table.think(seat, &strongest, None, &Stop::default())?;
        let (thought, _) = job(&mut self.memory);
        let words = lines(told(seat, &thought));
        Ok(Answer::field("hint", json!(thought)).saying(words))
    }
}

/// The lines of a thought, with the seat before the first.
fn told(seat: Seat, thought: &Thought<String>) -> Vec<Text> {
    let mut lines = thought.told();
    if let Some(first) = lines.first_mut() {
        *first = Text::new(
            format!("{seat}: {}", first.en),
            format!("{seat} : {}", first.fr),
        );
    }
    lines
}

fn lines(lines: Vec<Text>) -> Text {
    let join = |of: fn(&Text) -> &str| {
        let lines: Vec<&str> = lines.iter().map(of).collect();
        lines.join("\n")
    };
    Text::new(join(|text| &text.en), join(|text| &text.fr))
}
