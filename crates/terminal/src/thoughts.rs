//! What programs think, what they would do in a person's place, and what they do besides answering.

use vauban_game::{Seat, Text, Thought};
use vauban_table::{AgentSpec, AskId, Conduct, Refusals};

use crate::{
    Chair,
    notice::{Notice, Tone},
    player::{Effect, Player},
    thinking::Purpose,
};

impl Player<'_> {
    /// Shows what the programs thought last, but nothing that would tell a secret or help one person against
    /// another.
    pub(crate) fn show_thoughts(&mut self) {
        let over = self.table.turn().over().is_some();
        if !over && (self.table.has_secrets() || self.people() > 1) {
            self.notice = self.notice_of(&Text::fixed(
                "what a program thinks is shown after the match here",
                "ce que pense un programme n'est montré ici qu'après la partie",
            ));
            return;
        }
        let thoughts = self.thoughts.0.iter().flatten();
        let lines: Vec<Text> = thoughts.flat_map(Thought::told).collect();
        self.notice = match lines.is_empty() {
            true => self.notice_of(&Text::fixed(
                "no program has thought yet",
                "aucun programme n'a encore réfléchi",
            )),
            false => self.notice_of_lines(&lines),
        };
    }

    /// Asks the strongest level what it would do in the person's place; only against programs.
    pub(crate) fn ask_hint(&mut self) -> Vec<Effect> {
        if let Some(lesson) = &self.page.lesson
            && let Some(hint) = &lesson.hint
        {
            self.notice = Notice::plain(format!("{hint} [{}]", lesson.solution.join("; ")));
            return Vec::new();
        }
        let asked = self.person().filter(|&seat| self.table.ask(seat).is_some());
        let refusal = match asked {
            None => Text::fixed("it is not your turn", "ce n'est pas à vous de jouer"),
            Some(_) if self.people() > 1 => Text::fixed(
                "hints are given only against programs",
                "les conseils ne sont donnés que contre des programmes",
            ),
            Some(seat) => {
                self.notice = self.notice_of(&Text::fixed("thinking…", "réflexion…"));
                let strongest = AgentSpec::level(self.table.levels().len());
                return match self.think(seat, &strongest, Purpose::Hint) {
                    Ok(effect) => vec![effect],
                    Err(refusals) => {
                        self.notice = Notice::refused(&refusals, self.lang);
                        Vec::new()
                    }
                };
            }
        };
        self.notice = Notice::wrong(refusal.of(self.lang).to_owned());
        Vec::new()
    }

    pub(crate) fn tell_hint(&mut self, thought: &Thought<String>) {
        self.notice = self.notice_of_lines(&thought.told());
    }

    /// Does what a program does besides answering, then takes its answer if the match goes on.
    pub(crate) fn follow(
        &mut self,
        seat: Seat,
        ask: AskId,
        conduct: Conduct,
        thought: Thought<String>,
    ) -> Result<(), Refusals> {
        match conduct {
            Conduct::PlayOn => (),
            Conduct::Resign => self.table.resign(seat)?,
            Conduct::Draw => self.table.offer_draw(seat)?,
        }
        if self.table.ask(seat) == Some(ask) {
            self.table.answer(seat, ask, &thought.action)?;
        }
        self.thoughts[seat] = Some(thought);
        Ok(())
    }

    fn people(&self) -> usize {
        let chairs = self.chairs.iter();
        chairs
            .filter(|chair| matches!(chair, Chair::Person))
            .count()
    }

    fn notice_of(&self, text: &Text) -> Notice {
        Notice::plain(text.of(self.lang).to_owned())
    }

    fn notice_of_lines(&self, lines: &[Text]) -> Notice {
        let lines = lines.iter();
        let lines = lines.map(|text| (Tone::Plain, text.of(self.lang).to_owned()));
        Notice {
            lines: lines.collect(),
            ..Notice::default()
        }
    }
}
