//! What seats do besides playing: leave, offer a draw, take back.

use std::{ops::Range, sync::Arc};

use vauban_game::{BySeat, Ending, Event, Outcome, Playable, Seat, SeatSet, Text, text};

use crate::{
    Match, Refusals, Ruling, Undo,
    history::{Taken, Viewers, undone},
    page::UndoOffer,
    play::Remark,
    snapshot::Snapshot,
};

impl<G: Playable> Match<G> {
    pub(crate) fn must_be_in(&self, seat: Seat) -> Result<(), Refusals> {
        self.now.must_sit(seat)?;
        self.must_go_on()?;
        if !self.game().is_out(&self.now.state, seat) {
            return Ok(());
        }
        let name = self.game().seat_in_sentence(seat).capital();
        Err(Refusals::one(
            "out",
            text!(
                "{name} is already out",
                "{name} est déjà hors de la partie",
                name
            ),
        ))
    }

    pub(crate) fn resign(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.leave(seat, Ruling::Resign(seat), Ending::RESIGNATION)
    }

    pub(crate) fn time_out(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.leave(seat, Ruling::Timeout(seat), Ending::TIMEOUT)
    }

    pub(crate) fn forfeit(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.leave(seat, Ruling::Forfeit(seat), Ending::FORFEIT)
    }

    fn leave(
        &mut self,
        seat: Seat,
        ruling: Ruling,
        ending: &'static Ending,
    ) -> Result<(), Refusals> {
        self.now.must_sit(seat)?;
        self.must_go_on()?;
        self.start_news();
        self.note(Taken::Table(ruling));
        let Snapshot { game, state, ended } = &mut self.now;
        if !game.abandon(state, seat) {
            *ended = Some(Outcome::loss(seat, game.seats(), ending));
        }
        let name = self.game().seat_in_sentence(seat).capital();
        let text = match ruling {
            Ruling::Timeout(_) => {
                text!(
                    "{name} runs out of time.",
                    "{name} a épuisé son temps.",
                    name
                )
            }
            Ruling::Forfeit(_) => text!(
                "{name} was away too long.",
                "{name} s'est absenté trop longtemps.",
                name
            ),
            _ => text!("{name} resigns.", "{name} abandonne.", name),
        };
        self.announce(Event::new(ending.code, text).with("seat", seat));
        self.after_the_table();
        Ok(())
    }

    pub(crate) fn offer_draw(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.now.must_sit(seat)?;
        self.must_go_on()?;
        self.start_news();
        self.draw_offers = self.draw_offers.with(seat);
        let agreed = self.draw_offers == SeatSet::all(self.game().seats());
        if agreed {
            self.note(Taken::Table(Ruling::Draw));
            self.now.ended = Some(Outcome::draw(self.game().seats(), Ending::AGREEMENT));
        }
        let name = self.game().seat_in_sentence(seat).capital();
        let event = if agreed {
            Event::new(
                "draw",
                Text::fixed(
                    "The players agree to a draw.",
                    "Les joueurs conviennent de la nulle.",
                ),
            )
        } else {
            Event::new(
                "draw-offer",
                text!("{name} offers a draw.", "{name} propose la nulle.", name),
            )
        };
        self.announce(event.with("seat", seat));
        if agreed {
            self.after_the_table();
        }
        Ok(())
    }

    pub(crate) fn decline_draw(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.now.must_sit(seat)?;
        self.must_go_on()?;
        if self.draw_offers.without(seat).is_empty() {
            return Err(Refusals::one(
                "no-draw-offer",
                Text::fixed("nobody has offered a draw", "personne n'a proposé la nulle"),
            ));
        }
        self.start_news();
        self.draw_offers = SeatSet::EMPTY;
        let name = self.game().seat_in_sentence(seat).capital();
        let text = text!("{name} declines the draw.", "{name} refuse la nulle.", name);
        self.announce(Event::new("draw-refused", text).with("seat", seat));
        Ok(())
    }

    /// Ends the match without a result, whoever is on turn.
    pub(crate) fn close(&mut self) -> Result<(), Refusals> {
        self.must_go_on()?;
        self.start_news();
        self.note(Taken::Table(Ruling::Close));
        let ending = Ending::CLOSED;
        self.now.ended = Some(Outcome::draw(self.game().seats(), ending));
        self.announce(Event::new(
            ending.code,
            Text::fixed("The match is closed.", "La partie est fermée."),
        ));
        self.after_the_table();
        Ok(())
    }

    /// Takes back what the policy lets `seat` take back alone.
    pub(crate) fn undo(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.now.must_sit(seat)?;
        if self.undo != Undo::Ask
            && let Some(last) = self.action_beside_secrets(seat)
        {
            return self.take_out(self.history.order_start(last)..last + 1);
        }
        let last = self.history.len().checked_sub(1);
        let step = match self.undo {
            // In a lesson only the learner chooses: what the others replied goes with it.
            Undo::All => self.last_choice_of(match &self.teaching {
                Some(teaching) => SeatSet::EMPTY.with(teaching.learner()),
                None => SeatSet::all(self.game().seats()),
            }),
            Undo::Own => last.filter(|&last| {
                matches!(
                    self.history.step(last),
                    Taken::Action { seat: by, reveals: false, .. } if by == seat
                )
            }),
            Undo::Ask => None,
        };
        match (step, last) {
            (Some(step), _) => {
                self.take_back_to(self.history.order_start(step));
                Ok(())
            }
            (None, None) => Err(nothing_to_undo()),
            (None, Some(_)) => {
                self.must_not_cross_chance(seat)?;
                Err(undo_needs_consent())
            }
        }
    }

    /// Takes back for `people`, who share a screen with nobody but programs: to where one of them can choose
    /// again, whoever's turn it has become, and at once with whatever programs have done since.
    pub(crate) fn take_back(&mut self, seat: Seat, people: SeatSet) -> Result<(), Refusals> {
        self.now.must_sit(seat)?;
        if let Some(last) = self.action_beside_secrets(seat) {
            return self.take_out(self.history.order_start(last)..last + 1);
        }
        let choice = self.last_choice_of(people);
        let start = match self.undo {
            // Before the first choice of theirs there is still what programs began with.
            Undo::All => choice.or_else(|| self.first_step()),
            Undo::Own | Undo::Ask => choice,
        };
        let start = start.ok_or_else(nothing_to_undo)?;
        if self.undo != Undo::All {
            let mut since = self.history.steps().skip(start);
            if since.any(Taken::is_chance) {
                return Err(undo_across_chance());
            }
            let mut since = self.history.steps().skip(start);
            if since.any(|step| matches!(step, Taken::Table(_))) {
                return Err(undo_across_ruling());
            }
        }
        self.take_back_to(start);
        Ok(())
    }

    pub(crate) fn ask_undo(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.now.must_sit(seat)?;
        self.own_last_action(seat).ok_or_else(nothing_to_undo)?;
        self.must_not_cross_chance(seat)?;
        self.start_news();
        self.undo_offer = Some(UndoOffer {
            by: seat,
            agreed: SeatSet::EMPTY.with(seat),
        });
        let name = self.game().seat_in_sentence(seat).capital();
        self.announce(
            Event::new(
                "undo-wish",
                text!(
                    "{name} asks to take back.",
                    "{name} demande à reprendre.",
                    name
                ),
            )
            .with("seat", seat),
        );
        Ok(())
    }

    pub(crate) fn consent(&mut self, seat: Seat, agrees: bool) -> Result<(), Refusals> {
        self.now.must_sit(seat)?;
        let Some(mut offer) = self.undo_offer else {
            return Err(Refusals::one(
                "no-undo-wish",
                Text::fixed(
                    "nobody has asked to take back",
                    "personne n'a demandé à reprendre",
                ),
            ));
        };
        if !agrees {
            self.start_news();
            self.undo_offer = None;
            let name = self.game().seat_in_sentence(seat).capital();
            self.announce(
                Event::new(
                    "undo-refused",
                    text!(
                        "{name} does not agree to take back.",
                        "{name} n'accepte pas la reprise.",
                        name
                    ),
                )
                .with("seat", seat),
            );
            return Ok(());
        }
        self.must_not_cross_chance(offer.by)?;
        offer.agreed = offer.agreed.with(seat);
        self.undo_offer = Some(offer);
        if offer.agreed == SeatSet::all(self.game().seats()) {
            let step = self.own_last_action(offer.by).ok_or_else(nothing_to_undo)?;
            self.take_back_to(self.history.order_start(step));
        }
        Ok(())
    }

    /// What chance has said is not unsaid, whoever agrees: the next throw would be a choice. Only who may
    /// take back everything goes back behind it.
    fn must_not_cross_chance(&self, seat: Seat) -> Result<(), Refusals> {
        let since = self.own_last_action(seat).unwrap_or(self.history.len());
        let crosses = self.history.steps().skip(since).any(Taken::is_chance);
        match crosses && self.undo != Undo::All {
            true => Err(undo_across_chance()),
            false => Ok(()),
        }
    }

    /// A step of the table's own, which everybody knows.
    fn note(&mut self, step: Taken<G>) {
        let everybody = Viewers::all(self.game().seats());
        let (state, keys) = (&self.now.state, self.keys.len());
        self.history
            .push(state, step, None, everybody, keys, &self.logs);
        self.history.end_turn(None);
    }

    fn after_the_table(&mut self) {
        self.undo_offer = None;
        self.draw_offers = SeatSet::EMPTY;
        self.asked = BySeat::default();
        self.settle();
        self.put_questions();
    }

    /// Where the last order began that left one of `choosers` to choose. Chance is no choice.
    fn last_choice_of(&self, choosers: SeatSet) -> Option<usize> {
        let everybody = choosers == SeatSet::all(self.game().seats());
        let mut end = self.history.len();
        let before = |end: usize| (0..end).rfind(|&step| !self.history.step(step).is_chance());
        while let Some(step) = before(end) {
            let start = self.history.order_start(step);
            let state = self.history.state_at(&self.now.game, start);
            let turn = self.game().turn(&state);
            if everybody || turn.seats().iter().any(|seat| choosers.contains(seat)) {
                return Some(start);
            }
            end = start;
        }
        None
    }

    /// The first step that was not nature's.
    fn first_step(&self) -> Option<usize> {
        (0..self.history.len()).find(|&step| !self.history.step(step).is_chance())
    }

    pub(crate) fn own_last_action(&self, seat: Seat) -> Option<usize> {
        self.history
            .steps()
            .rposition(|step| step.actor() == Some(seat))
    }

    /// The last action of `seat`, if it revealed nothing and others have done since only what
    /// `seat` does not know of.
    fn action_beside_secrets(&self, seat: Seat) -> Option<usize> {
        let own = self.own_last_action(seat)?;
        let unseen = |index: usize| {
            self.history.step(index).actor().is_some()
                && !self.history.is_shown(index, seat.index())
        };
        let order = self.history.order_start(own)..=own;
        let reveals = |step| matches!(step, Taken::Action { reveals: true, .. });
        let revealed = order
            .into_iter()
            .any(|index| reveals(self.history.step(index)));
        let others = own + 1..self.history.len();
        (!revealed && !others.is_empty() && others.into_iter().all(unseen)).then_some(own)
    }

    /// Takes steps out from among later ones that do not depend on them, as in a secret
    /// placement: what the others did stays, and they notice nothing.
    fn take_out(&mut self, steps: Range<usize>) -> Result<(), Refusals> {
        let game = Arc::clone(&self.now.game);
        let mut state = self.history.state_at(&game, steps.start);
        for later in self.history.steps().skip(steps.end) {
            let Taken::Action { seat, action, .. } = later else {
                return Err(undo_needs_consent());
            };
            if game.check(&state, seat, action).is_err() {
                return Err(undo_needs_consent());
            }
            game.act(&mut state, seat, action);
        }
        let (text, shown_to) = self.about_to_undo(steps.clone());
        self.start_news();
        let remarks = Arc::make_mut(&mut self.remarks);
        for remark in &mut *remarks {
            if remark.step > steps.start {
                remark.step = steps.start.max(remark.step.saturating_sub(steps.len()));
            }
        }
        remarks.push(Remark {
            step: steps.start,
            text,
        });
        self.tell_undone(&shown_to);
        self.history
            .remove(&game, steps, &state, &shown_to, &self.logs);
        self.now.state = state;
        self.put_questions();
        Ok(())
    }

    /// What the record will say of steps that are taken back, and how many of them each viewer knew.
    fn about_to_undo(&self, steps: Range<usize>) -> (String, Vec<u32>) {
        let texts: Vec<String> = steps
            .clone()
            .map(|index| self.step_on_paper(index).to_string())
            .collect();
        let known = (0..self.logs.len())
            .map(|viewer| {
                let shown = |index: &usize| self.history.is_shown(*index, viewer);
                steps.clone().filter(shown).count() as u32
            })
            .collect();
        (format!("undone: {}", texts.join(" ")), known)
    }

    /// Tells whoever knew of steps that they are gone, and withdraws its question. Whoever never
    /// knew of them notices nothing. The next entry of the journal is to say it.
    fn tell_undone(&mut self, known: &[u32]) {
        let at = self.history.next();
        let news = Arc::make_mut(&mut self.news);
        for (index, &steps) in known.iter().enumerate().filter(|(_, steps)| **steps > 0) {
            let event = undone(steps);
            self.logs[index].tell(None, None, vec![event.clone()], at);
            news[index].push(event);
            if index < usize::from(self.now.game.seats()) {
                self.asked.0[index] = None;
            }
        }
    }

    /// Goes back to before the step numbered `step`; what is undone stays in the record as a comment.
    fn take_back_to(&mut self, step: usize) {
        let (text, known) = self.about_to_undo(step..self.history.len());
        self.start_news();
        // What was said about steps that are gone stays, where they began.
        let remarks = Arc::make_mut(&mut self.remarks);
        for remark in &mut *remarks {
            remark.step = remark.step.min(step);
        }
        remarks.push(Remark { step, text });
        self.now.state = self.history.state_at(&self.now.game, step);
        Arc::make_mut(&mut self.keys).truncate(self.history.keys_before(step));
        self.tell_undone(&known);
        self.history
            .truncate(step, &self.now.state, &known, &self.logs);
        if let Some(teaching) = &mut self.teaching {
            teaching.turn_back(step);
        }
        self.now.ended = None;
        self.draw_offers = SeatSet::EMPTY;
        self.undo_offer = None;
        self.put_questions();
    }
}

fn undo_needs_consent() -> Refusals {
    Refusals::one(
        "undo-needs-consent",
        Text::fixed(
            "this can be taken back only if everybody agrees",
            "on ne peut reprendre ceci qu'avec l'accord de tous",
        ),
    )
}

fn undo_across_chance() -> Refusals {
    Refusals::one(
        "undo-across-chance",
        Text::fixed(
            "an action cannot be taken back once chance has decided",
            "on ne peut pas reprendre une action après un tirage",
        ),
    )
}

fn undo_across_ruling() -> Refusals {
    Refusals::one(
        "undo-across-ruling",
        Text::fixed(
            "a resignation or a loss on time cannot be taken back",
            "on ne peut reprendre ni un abandon, ni une perte au temps",
        ),
    )
}

fn nothing_to_undo() -> Refusals {
    Refusals::one(
        "nothing-to-undo",
        Text::fixed("there is nothing to take back", "il n'y a rien à reprendre"),
    )
}
