//! Matches that do not end here: leaving, starting another, and going on with one that was left.

use crate::notice::Notice;
use crate::player::{Effect, Player};
use crate::window::{Question, Window};
use crate::words::Say;

impl Player<'_> {
    /// Whoever leaves a match that is not over is asked.
    pub(crate) fn leave(&mut self) -> Vec<Effect> {
        let asked = matches!(self.window, Some(Window::Question(Question::Leave)));
        if asked || !self.is_unfinished() {
            return vec![Effect::Leave];
        }
        self.window = Some(Window::Question(Question::Leave));
        Vec::new()
    }

    /// Another match; whoever is in the middle of one is asked.
    pub(crate) fn ask_for_another(&mut self) -> Vec<Effect> {
        if self.is_unfinished() {
            self.window = Some(Window::Question(Question::Another));
            return Vec::new();
        }
        self.start_another()
    }

    pub(crate) fn start_another(&mut self) -> Vec<Effect> {
        match self.desk.another(&*self.table) {
            Ok(table) => {
                self.desk.forget();
                self.table = table;
                self.log.clear();
                self.notice = Notice::good(self.say(Say::Another));
                self.sit_down()
            }
            Err(wrong) => {
                self.notice = Notice::wrong(wrong);
                Vec::new()
            }
        }
    }

    /// Asks whether to go on with a match that was left or killed. Until then nothing begins.
    pub(crate) fn offer_unfinished(&mut self) {
        if self.desk.unfinished().is_some() {
            self.window = Some(Window::Question(Question::Resume));
            self.begin_pause();
        }
    }

    pub(crate) fn resume(&mut self) -> Vec<Effect> {
        match self.desk.resume() {
            Ok((table, chairs)) => {
                self.table = table;
                self.chairs = chairs;
                self.log.clear();
                self.notice = Notice::good(self.say(Say::Resumed));
                self.sit_down()
            }
            Err(wrong) => {
                self.notice = Notice::wrong(wrong);
                self.end_pause()
            }
        }
    }

    /// The record on disk is as new as the match, once somebody has played here: until then another one may
    /// be on offer. One that is over is not offered again.
    pub(crate) fn keep(&mut self) {
        let Some(begun) = self.begun else {
            return;
        };
        if self.table.turn().over().is_some() {
            return self.desk.forget();
        }
        if self.table.steps() == begun {
            return;
        }
        if let Err(wrong) = self.desk.keep(&*self.table) {
            self.notice = Notice::wrong(wrong);
        }
    }

    fn is_unfinished(&self) -> bool {
        let is_lesson = self.page.lesson.is_some();
        self.table.steps() > 0 && self.table.turn().over().is_none() && !is_lesson
    }
}
