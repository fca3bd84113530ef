//! A match on paper: its record, whole or as one viewer may have it.

use vauban_game::{Dice, Playable, Turn, Viewer};

use crate::{
    Item, Match, Record, Step, history::Taken, play::has_secrets, record::write_settings,
    snapshot::seed_of,
};

/// A hash of the state stands after every so many steps.
const HASH_EVERY: usize = 20;

/// Whoever imagines the same world this often knows it.
const IMAGINED: usize = 8;

impl<G: Playable> Match<G> {
    /// The record. With a viewer: what that viewer may have now, without hashes of states it
    /// cannot know, until the match is over.
    pub(crate) fn paper(&self, viewer: Option<Viewer>) -> Record {
        let over = self.turn().over();
        let whole = viewer.is_none() || over.is_some() || !has_secrets::<G>();
        let mut record = Record::default();
        record.set_tag("Game", G::CARD.name);
        record.set_tag("Rules", self.game().rule_set().to_string());
        let options = G::CARD.written(&self.settings, self.game().seats());
        record.set_tag("Options", write_settings(&options));
        for name in ["Seats", "Date"] {
            if let Some((_, value)) = self.tags.iter().find(|(tag, _)| tag == name) {
                record.set_tag(name, value.clone());
            }
        }
        record.set_tag("Result", self.result());
        let known = viewer.filter(|_| !whole);
        let position = match known {
            Some(viewer) => self.known_position(self.history.start(), viewer),
            None => self.position.clone(),
        };
        if let Some(position) = position.filter(|_| self.position.is_some()) {
            record.set_tag("Position", position);
        }
        for (name, value) in &self.tags {
            record.set_tag(name, value.clone());
        }

        let index_of = viewer.map(|viewer| self.viewer_index(viewer));
        for index in 0..=self.history.len() {
            if index > 0 && index % HASH_EVERY == 0 && whole {
                let state = self.history.state_at(self.game(), index);
                record.items.push(Item::Hash(self.hash_of(&state)));
            }
            for remark in self.remarks.iter().filter(|remark| remark.step == index) {
                if whole || !remark.undone {
                    record.items.push(Item::Comment(remark.text.clone()));
                }
            }
            if index == self.history.len() {
                break;
            }
            if whole || index_of.is_none_or(|viewer| self.history.is_shown(index, viewer)) {
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

    /// The text of `state`, written from what `viewer` sees of it; nothing if that leaves anything open.
    pub(crate) fn known_position(&self, state: &G::State, viewer: Viewer) -> Option<String> {
        let game = self.game();
        if !has_secrets::<G>() {
            return Some(game.write_position(state));
        }
        let view = game.view(state, viewer);
        let mut dice = Dice::seeded(seed_of(&view));
        let world = game.imagine(&view, &mut dice);
        let alike = (1..IMAGINED).all(|_| game.imagine(&view, &mut dice) == world);
        alike.then(|| game.write_position(&world))
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
        match self.history.step(index) {
            Taken::Action {
                seat,
                action,
                among_others,
                ..
            } => Step::Action {
                seat: among_others.then_some(seat),
                text: self.game().write(action),
            },
            Taken::Chance(chance) => Step::Chance(self.game().write_chance(chance)),
            Taken::Table(ruling) => Step::Table(ruling),
        }
    }
}
