//! A match on paper: its record, whole or as one viewer may have it.

use std::{any::TypeId, convert::Infallible};

use vauban_game::{Playable, Turn, Viewer};

use crate::{Item, Match, Record, Step, play::Taken, record::write_settings};

/// A hash of the state stands after every so many steps.
const HASH_EVERY: usize = 20;

impl<G: Playable> Match<G> {
    /// The record. With a viewer: what that viewer may have now, without hashes of states it
    /// cannot know, until the match is over.
    pub(crate) fn paper(&self, viewer: Option<Viewer>) -> Record {
        let over = self.turn().over();
        let whole = viewer.is_none() || over.is_some() || !Self::has_secrets();
        let mut record = Record::default();
        record.set_tag("Game", G::CARD.name);
        record.set_tag("Rules", self.game.rule_set().to_string());
        record.set_tag("Options", write_settings(&self.settings));
        for name in ["Seats", "Date"] {
            if let Some((_, value)) = self.tags.iter().find(|(tag, _)| tag == name) {
                record.set_tag(name, value.clone());
            }
        }
        record.set_tag("Result", self.result());
        if let Some(position) = &self.position {
            record.set_tag("Position", position.clone());
        }
        for (name, value) in &self.tags {
            record.set_tag(name, value.clone());
        }

        for index in 0..=self.past.len() {
            if index > 0 && index % HASH_EVERY == 0 && whole {
                let state = self
                    .past
                    .get(index)
                    .map_or(&self.state, |past| &past.before);
                record.items.push(Item::Hash(self.hash_of(state)));
            }
            for remark in self.remarks.iter().filter(|remark| remark.step == index) {
                if whole || !remark.undone {
                    record.items.push(Item::Comment(remark.text.clone()));
                }
            }
            if index == self.past.len() {
                break;
            }
            if whole || viewer.is_none_or(|viewer| self.is_shown(index, viewer)) {
                record.items.push(Item::Step(self.step_on_paper(index)));
            }
        }
        if !whole {
            // One mark, whatever there is to hide and even if it is nothing: how many steps are
            // missing, and where, would tell of them.
            record.items.push(Item::Step(Step::Hidden));
            record.items.push(Item::Comment(
                "hidden steps are not shown: this can be replayed when the match is over".into(),
            ));
        }
        record
    }

    /// `*` while it runs, then the scores and the reason: `1/-1 throne`.
    pub(crate) fn result(&self) -> String {
        match self.turn() {
            Turn::Over(outcome) => {
                let scores: Vec<String> = outcome.scores().iter().map(i16::to_string).collect();
                format!("{} {}", scores.join("/"), outcome.ending.code)
            }
            _ => "*".into(),
        }
    }

    pub(crate) fn step_on_paper(&self, index: usize) -> Step {
        match self.past[index].step {
            Taken::Action {
                seat,
                action,
                among_others,
                ..
            } => Step::Action {
                seat: among_others.then_some(seat),
                text: self.game.write(action),
            },
            Taken::Chance(chance) => Step::Chance(self.game.write_chance(chance)),
            Taken::Resign(seat) => Step::Resign(seat),
            Taken::Timeout(seat) => Step::Timeout(seat),
            Taken::Forfeit(seat) => Step::Forfeit(seat),
            Taken::Draw => Step::Draw,
        }
    }

    /// Whether `viewer` knows the step numbered `index`.
    pub(crate) fn is_shown(&self, index: usize, viewer: Viewer) -> bool {
        let past = &self.past[index];
        match past.step {
            Taken::Action { seat, action, .. } => {
                viewer == Viewer::Seat(seat) || self.game.shown(&past.before, seat, action, viewer)
            }
            Taken::Chance(chance) => self.game.chance_shown(&past.before, chance, viewer),
            Taken::Resign(_) | Taken::Timeout(_) | Taken::Forfeit(_) | Taken::Draw => true,
        }
    }

    pub(crate) fn has_chance() -> bool {
        TypeId::of::<G::Chance>() != TypeId::of::<Infallible>()
    }

    pub(crate) fn has_secrets() -> bool {
        TypeId::of::<G::State>() != TypeId::of::<G::View>()
    }
}
