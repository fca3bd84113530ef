//! The typed match behind the erased one.

use std::sync::Arc;

use vauban_game::{
    Card, Event, FormatCard, FormatError, Lang, Playable, RuleSet, RuleTree, Seat, SeatSet,
    Settings, Stop, Text, Turn, Viewer, marked,
};

use crate::{
    AgentSpec, Agents, AnyMatch, AskId, Backdrop, Clock, Course, Facts, Job, Judged, LessonPage,
    Level, LogEntry, Match, Millis, Offers, Orders, Page, Play, Questions, Record, Records,
    Refusals, Repeat, Sealed, SeatedAgent, Standing, StandingAnswer, StepPage, Stopped, Undo,
    Views,
    history::Taken,
    play::{Joined, has_chance},
};

impl<G: Playable> AnyMatch for Match<G> {
    fn questions(&self) -> Box<dyn Questions> {
        Box::new(self.now.clone())
    }
    fn past_questions(&self, step: usize) -> Option<Box<dyn Questions>> {
        let known = step <= self.history.len();
        known.then(|| Box::new(self.snapshot_at(step)) as Box<dyn Questions>)
    }
    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
}

impl<G: Playable> Facts for Match<G> {
    fn card(&self) -> &'static Card {
        G::CARD
    }
    fn settings(&self) -> &Settings {
        &self.settings
    }
    fn rule_set(&self) -> RuleSet {
        self.game().rule_set()
    }
    fn seats(&self) -> u8 {
        self.game().seats()
    }
    fn has_chance(&self) -> bool {
        has_chance::<G>()
    }
    fn has_secrets(&self) -> bool {
        self.game().has_secrets()
    }
    fn must_be_in(&self, seat: Seat) -> Result<(), Refusals> {
        self.must_be_in(seat)
    }
    fn seat_name(&self, seat: Seat) -> Text {
        self.game().seat_name(seat)
    }
    fn seat_in_sentence(&self, seat: Seat) -> Text {
        self.game().seat_in_sentence(seat)
    }
    fn rulebook(&self, lang: Lang) -> &'static str {
        self.game().rulebook(lang)
    }
    fn rules_in_force(&self, lang: Lang) -> String {
        let mut values = Settings::clone(&self.settings);
        values.extend(self.game().in_force());
        marked(self.game().rulebook(lang), G::CARD, &values, lang)
    }
    fn trees(&self) -> Vec<RuleTree> {
        self.game().trees()
    }
    fn grammar(&self) -> Text {
        self.game().grammar()
    }
    fn format(&self) -> Option<FormatCard> {
        self.game().format()
    }

    fn turn(&self) -> Turn {
        self.turn()
    }
    fn ask(&self, seat: Seat) -> Option<AskId> {
        self.asked(seat)
    }
    fn steps(&self) -> usize {
        self.history.len()
    }
    fn chances_since(&self, step: usize) -> Vec<String> {
        let chances = self.history.steps().skip(step);
        let text = |taken| match taken {
            Taken::Chance(chance) => Some(self.game().write_chance(chance)),
            _ => None,
        };
        chances.filter_map(text).collect()
    }
    fn hash(&self) -> u64 {
        self.hash_of(&self.now.state)
    }
    fn undo_policy(&self) -> Undo {
        self.undo
    }
    fn offers(&self) -> Offers {
        self.offers()
    }
    fn clock(&self) -> &Clock {
        &self.clock
    }
    fn bytes(&self) -> usize {
        self.bytes()
    }
}

impl<G: Playable> Views for Match<G> {
    fn page(&self, viewer: Viewer, lang: Lang, now: Millis) -> Page {
        self.page(viewer, lang, now)
    }
    fn past_page(&self, viewer: Viewer, step: usize, lang: Lang) -> Option<Page> {
        (step <= self.history.len()).then(|| self.past_page(viewer, step, lang))
    }
    fn lesson(&self, lang: Lang) -> Option<LessonPage> {
        self.teaching.as_ref().map(|teaching| teaching.page(lang))
    }
    fn backdrop(&self, lang: Lang) -> Backdrop {
        self.ground.backdrop(self.game(), lang)
    }
    fn step_of(&self, viewer: Viewer, shown: usize) -> Option<usize> {
        if !self.game().has_secrets() || self.turn().over().is_some() {
            return (shown <= self.history.len()).then_some(shown);
        }
        let Some(before) = shown.checked_sub(1) else {
            return Some(0);
        };
        let viewer = self.viewer_index(viewer);
        let mut steps = 0..self.history.len();
        let mut known = steps
            .by_ref()
            .filter(|&index| self.history.is_shown(index, viewer));
        known.nth(before).map(|index| index + 1)
    }
    fn shown_steps(&self, viewer: Viewer) -> usize {
        if !self.game().has_secrets() || self.turn().over().is_some() {
            return self.history.len();
        }
        let viewer = self.viewer_index(viewer);
        let known = |index: &usize| self.history.is_shown(*index, viewer);
        (0..self.history.len()).filter(known).count()
    }
    fn course(&self, viewer: Viewer, judged: Judged, lang: Lang) -> Course {
        self.course(viewer, judged, lang)
    }
    fn last_events(&self, viewer: Viewer) -> &[Event] {
        &self.news[self.viewer_index(viewer)]
    }
    fn log(&self, viewer: Viewer, seq: u64, most: usize) -> Vec<LogEntry> {
        self.log_after(viewer, seq, most)
    }
    fn steps_shown(&self, viewer: Viewer, seq: u64, most: usize, lang: Lang) -> Vec<StepPage> {
        self.steps_after(viewer, seq, most, lang)
    }
    fn told(&self, viewer: Viewer) -> (u64, String) {
        let log = &self.logs[self.viewer_index(viewer)];
        (log.seq(), log.hash())
    }
    fn sight(&self, viewer: Viewer) -> Option<String> {
        self.game()
            .has_secrets()
            .then(|| format!("{:?}", self.now.view(viewer)))
    }
    fn hides(&self, one: Seat, other: Seat) -> bool {
        let view = |seat| self.now.view(Viewer::Seat(seat));
        self.game().has_secrets() && self.turn().over().is_none() && view(one) != view(other)
    }
}

impl<G: Playable> Play for Match<G> {
    fn answer(&mut self, seat: Seat, ask: AskId, text: &str) -> Result<(), Refusals> {
        self.answer(seat, ask, text)
    }
    fn continue_order(&mut self, seat: Seat, ask: AskId, text: &str) -> Result<(), Refusals> {
        self.must_ask(seat, ask)?;
        self.take(seat, text, Joined::Yes)
    }
    fn befall(&mut self, text: Option<&str>) -> Result<(), Refusals> {
        self.befall(text)
    }
    fn resign(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.resign(seat)
    }
    fn offer_draw(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.offer_draw(seat)
    }
    fn decline_draw(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.decline_draw(seat)
    }
    fn time_out(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.time_out(seat)
    }
    fn forfeit(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.forfeit(seat)
    }
    fn close(&mut self) -> Result<(), Refusals> {
        self.close()
    }
    fn undo(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.undo(seat)
    }
    fn take_back(&mut self, seat: Seat, people: SeatSet) -> Result<(), Refusals> {
        self.take_back(seat, people)
    }
    fn ask_undo(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.ask_undo(seat)
    }
    fn consent(&mut self, seat: Seat, agrees: bool) -> Result<(), Refusals> {
        self.consent(seat, agrees)
    }
    fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }
    fn seal(&mut self, dice: Sealed) {
        self.seal(dice);
    }
}

impl<G: Playable> Orders for Match<G> {
    fn must_repeat(&self, seat: Seat, text: &str, repeat: Repeat) -> Result<(), Refusals> {
        self.must_repeat(seat, text, repeat)
    }
    fn next_round(&self, seat: Seat, text: &str, repeat: Repeat) -> Result<Vec<String>, Stopped> {
        self.next_round(seat, text, repeat)
    }
    fn must_stand(&self, standing: Standing) -> Result<(), Refusals> {
        standing.must_keep_secrets(self.game().has_secrets())
    }
    fn standing_answer(&self, seat: Seat, standing: Standing) -> Option<StandingAnswer> {
        self.standing_answer(seat, standing)
    }
}

impl<G: Playable> Agents for Match<G> {
    fn levels(&self) -> &'static [Level] {
        self.levels
    }
    fn seats_agent(&self, agent: &AgentSpec) -> Result<(), Refusals> {
        agent.resolve(self.agents, self.levels).map(drop)
    }
    fn think(
        &self,
        seat: Seat,
        agent: &AgentSpec,
        seated: Option<SeatedAgent>,
        stop: &Stop,
    ) -> Result<(AskId, Job), Refusals> {
        self.think(seat, agent, seated, stop)
    }
}

impl<G: Playable> Records for Match<G> {
    fn position(&self) -> String {
        self.game().write_position(&self.now.state)
    }
    fn position_for(&self, viewer: Viewer) -> Option<String> {
        match self.turn().over() {
            Some(_) => Some(self.position()),
            None => self.known_position(&self.now.state, viewer),
        }
    }
    fn record(&self) -> Record {
        self.paper(None)
    }
    fn record_for(&self, viewer: Viewer) -> Record {
        self.paper(Some(viewer))
    }
    fn set_tag(&mut self, name: &str, value: &str) {
        let tags = Arc::make_mut(&mut self.tags);
        match tags.iter_mut().find(|(tag, _)| tag == name) {
            Some(tag) => tag.1 = value.to_owned(),
            None => tags.push((name.to_owned(), value.to_owned())),
        }
    }
    fn export(&self) -> Option<Result<String, FormatError>> {
        let steps: Vec<(Seat, G::Action)> = self
            .history
            .steps()
            .filter_map(|step| match step {
                Taken::Action { seat, action, .. } => Some((seat, action)),
                _ => None,
            })
            .collect();
        self.game()
            .export(self.history.start(), &steps, &self.now.state)
    }
}
