//! What others did since a person last looked, one step after the other.
//!
//! Programs act one action at a time, which is seen as it happens. What happened behind a curtain, or in an
//! order that repeats, is shown again before the board as it stands now.

use std::collections::VecDeque;

use vauban_game::{BySeat, Seat, Viewer};
use vauban_scene::Scene;
use vauban_table::{Millis, Page};

use crate::player::Player;

/// How long each step is shown, in milliseconds.
const PACE: Millis = 700;

/// Earlier steps than this many are not shown again.
const MOST: usize = 12;

/// The steps that a person has not seen yet.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    /// How many steps each person has been shown.
    seen: BySeat<usize>,
    left: VecDeque<Page>,
    /// Since when the first of them is on the screen.
    since: Millis,
}

impl Steps {
    pub fn are_left(&self) -> bool {
        !self.left.is_empty()
    }

    pub fn stop(&mut self) {
        self.left.clear();
    }

    /// The page that is on the screen instead of the one of now.
    pub fn now(&self) -> Option<&Page> {
        self.left.front()
    }
}

impl Player<'_> {
    /// What lies on the table when people sit down is not shown to them step by step.
    pub(crate) fn begin_steps(&mut self) {
        let mut steps = Steps::default();
        for seat in self.persons() {
            steps.seen[seat] = self.table.shown_steps(Viewer::Seat(seat));
        }
        self.steps = steps;
    }

    /// Gathers what the person at the screen has not seen, as soon as the page of now is there.
    pub(crate) fn show_steps(&mut self) {
        let Some(seat) = self.facing.filter(|&seat| self.is_person(seat)) else {
            return;
        };
        let viewer = Viewer::Seat(seat);
        let shown = self.table.shown_steps(viewer);
        let seen = self.steps.seen[seat].min(shown);
        // The last one is the page of now.
        let between = (seen + 1..shown).rev().take(MOST);
        let pages = between.filter_map(|shown| {
            let step = self.table.step_of(viewer, shown)?;
            self.table.past_page(viewer, step, self.lang)
        });
        let mut left: VecDeque<Page> = pages.collect();
        left.make_contiguous().reverse();
        self.steps.left = left;
        self.steps.since = self.now;
        self.note_seen(seat);
        if self.steps.are_left() {
            self.show_scene();
        }
    }

    /// Whoever is at the screen sees the board, and so do those from whom nothing is hidden.
    pub(crate) fn note_seen(&mut self, seat: Seat) {
        let persons: Vec<Seat> = self.persons().collect();
        for other in persons {
            let watches = !self.has_curtain || !self.table.hides(seat, other);
            if other == seat || watches {
                self.steps.seen[other] = self.table.shown_steps(Viewer::Seat(other));
            }
        }
    }

    /// Time has passed: the next step, if it is due. Behind a curtain nobody looks.
    pub(crate) fn advance_steps(&mut self) {
        if self.curtain.is_some() || self.pause.is_some() {
            self.steps.since = self.now;
            return;
        }
        if self.steps.are_left() && self.now >= self.steps.since + PACE {
            self.steps.left.pop_front();
            self.steps.since = self.now;
            self.show_scene();
        }
    }

    /// Whoever does something does not want to wait for the rest.
    pub(crate) fn skip_steps(&mut self) {
        if self.steps.are_left() {
            self.steps.left.clear();
            self.show_scene();
        }
    }

    /// The picture of the step that is shown, or of now.
    pub(crate) fn show_scene(&mut self) {
        let backdrop = self.table.backdrop(self.lang).scene;
        self.scene = match self.steps.now() {
            Some(page) => backdrop.with_layers(page.layers.clone()),
            None => self.scene_of_now(backdrop),
        };
        self.board.forget();
    }

    fn scene_of_now(&self, backdrop: Scene) -> Scene {
        let lens = self.lens.as_ref().map(|lens| lens.layer(&backdrop));
        let shaded = backdrop.with_shades(lens);
        shaded.with_layers(self.page.layers.clone())
    }
}
