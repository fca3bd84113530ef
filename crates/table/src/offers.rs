//! What seats do besides playing: leave, offer a draw, take back.

use std::sync::Arc;

use vauban_game::{BySeat, Ending, Event, Outcome, Playable, Seat, SeatSet, Text, Viewer};

use crate::{
    Match, Refusals, Undo,
    page::UndoOffer,
    play::{Remark, Taken},
};

impl<G: Playable> Match<G> {
    pub(crate) fn resign(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.leave(seat, Taken::Resign(seat), Ending::RESIGNATION)
    }

    pub(crate) fn time_out(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.leave(seat, Taken::Timeout(seat), Ending::TIMEOUT)
    }

    pub(crate) fn forfeit(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.leave(seat, Taken::Forfeit(seat), Ending::FORFEIT)
    }

    fn leave(
        &mut self,
        seat: Seat,
        step: Taken<G>,
        ending: &'static Ending,
    ) -> Result<(), Refusals> {
        self.must_sit(seat)?;
        self.must_go_on()?;
        self.start_news();
        self.step(step);
        if !self.game.abandon(&mut self.state, seat) {
            self.ended = Some(Outcome::loss(seat, self.game.seats(), ending));
        }
        let name = self.game.seat_name(seat);
        self.announce(
            Event::new(
                ending.code,
                match ending.code {
                    "timeout" => Text::new(
                        format!("{} runs out of time", name.en),
                        format!("{} a épuisé son temps", name.fr),
                    ),
                    "forfeit" => Text::new(
                        format!("{} was away too long", name.en),
                        format!("{} s'est absenté trop longtemps", name.fr),
                    ),
                    _ => Text::new(
                        format!("{} resigns", name.en),
                        format!("{} abandonne", name.fr),
                    ),
                },
            )
            .with("seat", seat),
        );
        self.after_the_table();
        Ok(())
    }

    pub(crate) fn offer_draw(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.must_sit(seat)?;
        self.must_go_on()?;
        self.start_news();
        self.draw_offers = self.draw_offers.with(seat);
        let agreed = self.draw_offers == SeatSet::all(self.game.seats());
        if agreed {
            self.step(Taken::Draw);
            self.ended = Some(Outcome::draw(self.game.seats(), Ending::AGREEMENT));
        }
        let name = self.game.seat_name(seat);
        let event = if agreed {
            Event::new(
                "draw",
                Text::fixed("The draw is agreed on", "La nulle est conclue"),
            )
        } else {
            Event::new(
                "draw-offer",
                Text::new(
                    format!("{} offers a draw", name.en),
                    format!("{} propose la nulle", name.fr),
                ),
            )
        };
        self.announce(event.with("seat", seat));
        if agreed {
            self.after_the_table();
        }
        Ok(())
    }

    /// Takes back what the policy lets `seat` take back alone.
    pub(crate) fn undo(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.must_sit(seat)?;
        if self.undo != Undo::Ask
            && let Some(step) = self.action_beside_secrets(seat)
        {
            return self.take_out(step);
        }
        let last = self.past.len().checked_sub(1);
        let step = match self.undo {
            Undo::All => self.last_action_or_ending(),
            Undo::Own => last.filter(|&last| {
                matches!(
                    self.past[last].step,
                    Taken::Action { seat: by, reveals: false, .. } if by == seat
                )
            }),
            Undo::Ask => None,
        };
        match (step, last) {
            (Some(step), _) => {
                self.take_back_to(step);
                Ok(())
            }
            (None, None) => Err(nothing_to_undo()),
            (None, Some(_)) => {
                self.must_not_cross_chance(seat)?;
                Err(undo_needs_consent())
            }
        }
    }

    pub(crate) fn ask_undo(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.must_sit(seat)?;
        self.own_last_action(seat).ok_or_else(nothing_to_undo)?;
        self.must_not_cross_chance(seat)?;
        self.start_news();
        self.undo_offer = Some(UndoOffer {
            by: seat,
            agreed: SeatSet::EMPTY.with(seat),
        });
        let name = self.game.seat_name(seat);
        self.announce(
            Event::new(
                "undo-wish",
                Text::new(
                    format!("{} would like to take back", name.en),
                    format!("{} voudrait reprendre", name.fr),
                ),
            )
            .with("seat", seat),
        );
        Ok(())
    }

    pub(crate) fn consent(&mut self, seat: Seat, agrees: bool) -> Result<(), Refusals> {
        self.must_sit(seat)?;
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
            let name = self.game.seat_name(seat);
            self.announce(Event::new(
                "undo-refused",
                Text::new(
                    format!("{} does not agree to take back", name.en),
                    format!("{} n'accepte pas la reprise", name.fr),
                ),
            ));
            return Ok(());
        }
        self.must_not_cross_chance(offer.by)?;
        offer.agreed = offer.agreed.with(seat);
        self.undo_offer = Some(offer);
        if offer.agreed == SeatSet::all(self.game.seats()) {
            let step = self.own_last_action(offer.by).ok_or_else(nothing_to_undo)?;
            self.take_back_to(step);
        }
        Ok(())
    }

    /// What chance has said is not unsaid, whoever agrees: the next throw would be a choice. Only who may
    /// take back everything goes back behind it.
    fn must_not_cross_chance(&self, seat: Seat) -> Result<(), Refusals> {
        let since = self.own_last_action(seat).unwrap_or(self.past.len());
        let crosses = self.past[since..]
            .iter()
            .any(|past| matches!(past.step, Taken::Chance(_)));
        match crosses && self.undo != Undo::All {
            true => Err(undo_across_chance()),
            false => Ok(()),
        }
    }

    fn after_the_table(&mut self) {
        self.undo_offer = None;
        self.draw_offers = SeatSet::EMPTY;
        self.asked = BySeat::default();
        self.settle();
        self.put_questions();
    }

    fn last_action_or_ending(&self) -> Option<usize> {
        self.past
            .iter()
            .rposition(|past| !matches!(past.step, Taken::Chance(_)))
    }

    fn own_last_action(&self, seat: Seat) -> Option<usize> {
        self.past
            .iter()
            .rposition(|past| matches!(past.step, Taken::Action { seat: by, .. } if by == seat))
    }

    /// The last action of `seat`, if it revealed nothing and others have done since only what
    /// `seat` does not know of.
    fn action_beside_secrets(&self, seat: Seat) -> Option<usize> {
        let own = self.own_last_action(seat)?;
        let unseen = |index: usize| {
            matches!(self.past[index].step, Taken::Action { .. })
                && !self.is_shown(index, Viewer::Seat(seat))
        };
        let revealed = matches!(self.past[own].step, Taken::Action { reveals: true, .. });
        let others = own + 1..self.past.len();
        (!revealed && !others.is_empty() && others.into_iter().all(unseen)).then_some(own)
    }

    /// Takes one step out from among later ones that do not depend on it, as in a secret
    /// placement: what the others did stays, and they notice nothing.
    fn take_out(&mut self, step: usize) -> Result<(), Refusals> {
        let mut state = self.past[step].before.clone();
        let mut befores = Vec::new();
        for past in &self.past[step + 1..] {
            let Taken::Action { seat, action, .. } = past.step else {
                return Err(undo_needs_consent());
            };
            if self.game.check(&state, seat, action).is_err() {
                return Err(undo_needs_consent());
            }
            befores.push(state.clone());
            self.game.act(&mut state, seat, action);
        }
        let (text, shown_to) = self.about_to_undo(step..step + 1);
        self.start_news();
        for remark in &mut self.remarks {
            if remark.step > step {
                remark.step -= 1;
            }
        }
        self.remarks.push(Remark {
            step,
            text,
            undone: true,
        });
        self.past.remove(step);
        for (past, before) in self.past[step..].iter_mut().zip(befores) {
            past.before = before;
        }
        self.state = state;
        self.tell_undone(&shown_to);
        Ok(())
    }

    /// What the record will say of steps that are taken back, and how many of them each viewer knew.
    fn about_to_undo(&self, steps: std::ops::Range<usize>) -> (String, Vec<u32>) {
        let texts: Vec<String> = steps
            .clone()
            .map(|index| self.step_on_paper(index).to_string())
            .collect();
        let known = Viewer::all(self.game.seats())
            .map(|viewer| {
                let shown = steps.clone().filter(|&index| self.is_shown(index, viewer));
                shown.count() as u32
            })
            .collect();
        (format!("undone: {}", texts.join(" ")), known)
    }

    /// Tells whoever knew of steps that they are gone, and puts its question anew. Whoever never
    /// knew of them notices nothing.
    fn tell_undone(&mut self, known: &[u32]) {
        for (index, &steps) in known.iter().enumerate().filter(|(_, steps)| **steps > 0) {
            let event =
                Event::new("undo", Text::fixed("Taken back", "Repris")).with("steps", steps);
            self.tell_one(index, None, None, vec![event]);
            if index < usize::from(self.game.seats()) {
                self.asked.0[index] = None;
            }
        }
        self.put_questions();
    }

    /// Goes back to before the step numbered `step`; what is undone stays in the record as a comment.
    fn take_back_to(&mut self, step: usize) {
        let (text, known) = self.about_to_undo(step..self.past.len());
        self.start_news();
        // What was said about steps that are gone stays, where they began.
        for remark in &mut self.remarks {
            remark.step = remark.step.min(step);
        }
        self.remarks.push(Remark {
            step,
            text,
            undone: true,
        });
        self.state = self.past[step].before.clone();
        Arc::make_mut(&mut self.keys).truncate(self.past[step].keys);
        self.past.truncate(step);
        self.ended = None;
        self.draw_offers = SeatSet::EMPTY;
        self.undo_offer = None;
        self.tell_undone(&known);
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
            "what chance has answered is not taken back",
            "on ne reprend pas ce à quoi le hasard a répondu",
        ),
    )
}

fn nothing_to_undo() -> Refusals {
    Refusals::one(
        "nothing-to-undo",
        Text::fixed("there is nothing to take back", "il n'y a rien à reprendre"),
    )
}
