//! The record of a match, complete or as one viewer may see it.

use vauban_game::{Dice, Playable, Turn, Viewer};

use crate::{
    Item, Match, Record, Step, history::Taken, play::Remark, record::write_settings,
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
        let whole = viewer.is_none() || over.is_some() || !self.game().has_secrets();
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
        let position = match viewer.filter(|_| !whole) {
            Some(viewer) => self.known_start(viewer),
            None => self.position.as_deref().map(str::to_owned),
        };
        if let Some(position) = position {
            record.set_tag("Position", position);
        }
        // What a file brought along, its other tags and comments, may speak of what is hidden.
        let brought = self.tags.iter().filter(|_| whole);
        for (name, value) in brought {
            record.set_tag(name, value.clone());
        }

        let index_of = viewer.map(|viewer| self.viewer_index(viewer));
        let mut remarks: Vec<&Remark> = self.remarks.iter().filter(|_| whole).collect();
        remarks.sort_by_key(|remark| remark.step);
        let mut remarks = remarks.into_iter().peekable();
        for index in 0..=self.history.len() {
            if index > 0 && index % HASH_EVERY == 0 && whole {
                let state = self.history.state_at(self.game(), index);
                record.items.push(Item::Hash(self.hash_of(&state)));
            }
            while let Some(remark) = remarks.next_if(|remark| remark.step == index) {
                record.items.push(Item::Comment(remark.text.clone()));
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
        match game.has_secrets() {
            true => self
                .known_state(state, viewer)
                .map(|state| game.write_position(&state)),
            false => Some(game.write_position(state)),
        }
    }

    /// The position that the match started from, written from what `viewer` sees of it. Even whether it
    /// is the game's start is told from what is seen.
    fn known_start(&self, viewer: Viewer) -> Option<String> {
        let game = self.game();
        self.known_state(self.history.start(), viewer)
            .filter(|state| *state != game.start())
            .map(|state| game.write_position(&state))
    }

    /// The one state that looks to `viewer` as `state` does, if there is but one.
    fn known_state(&self, state: &G::State, viewer: Viewer) -> Option<G::State> {
        let game = self.game();
        let view = game.view(state, viewer);
        let mut dice = Dice::seeded(seed_of(&view));
        let world = game.imagine(&view, &mut dice);
        let alike = (1..IMAGINED).all(|_| game.imagine(&view, &mut dice) == world);
        alike.then_some(world)
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
