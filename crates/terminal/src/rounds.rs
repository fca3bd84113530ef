//! Answers: one action, several, one that is repeated, and those that persons leave behind.

use vauban_game::Seat;
use vauban_table::{MOST_ROUNDS, Order, Progress, Standing, Stopped};

use crate::notice::Notice;
use crate::player::{Effect, Player};
use crate::words::Say;

/// An order that goes on by itself.
#[derive(Clone, Debug)]
pub(crate) struct RunningOrder {
    seat: Seat,
    order: Order,
    rounds: u32,
}

impl Player<'_> {
    /// Answers the open question, with as many actions as the text has.
    pub(crate) fn act(&mut self, text: &str) -> Vec<Effect> {
        let Some((seat, _)) = self.asked() else {
            self.not_now();
            return Vec::new();
        };
        let order = Order::read(text);
        let (taken, stopped) = order.take(&mut *self.table, seat, None, |_| ());
        if let (0, Some(Stopped::Refused(refusals))) = (taken, &stopped) {
            self.refuse(text, refusals);
            return Vec::new();
        }
        self.notice.clear();
        self.gesture.clear();
        self.log_scroll = 0;
        self.order = None;
        match stopped {
            Some(stopped) => {
                self.tell_progress(&Progress::Actions(taken, order.actions.len()), &stopped);
            }
            None if order.repeat.is_some() => {
                let rounds = 1;
                self.order = Some(RunningOrder {
                    seat,
                    order,
                    rounds,
                });
            }
            None => (),
        }
        // Whoever acts knows what was done.
        self.note_seen(seat);
        self.go_on()
    }

    /// Leaves an answer, or withdraws it.
    pub(crate) fn stand(&mut self, answer: Option<Standing>) -> Vec<Effect> {
        let Some(seat) = self.person() else {
            return Vec::new();
        };
        let allowed = answer.map_or(Ok(()), |standing| self.table.must_stand(standing));
        if let Err(refusals) = allowed {
            self.notice = Notice::refused(&refusals, self.lang);
            return Vec::new();
        }
        self.standing[seat] = answer;
        self.notice = Notice::good(self.say(Say::Standing { answer }));
        self.go_on()
    }

    /// Gives the answers that persons have left, and takes the rounds of the order that runs. It waits for
    /// programs.
    pub(crate) fn go_on_alone(&mut self) {
        loop {
            Standing::give_all(&self.standing, &mut *self.table, |_| ());
            let Some(mut running) = self.order.take() else {
                return;
            };
            match self.next_round(&running) {
                None => {
                    running.rounds += 1;
                    self.order = Some(running);
                }
                Some(Stopped::OtherSeat) if self.programs_answer() => {
                    self.order = Some(running);
                    return;
                }
                Some(stopped) => {
                    return self.tell_progress(&Progress::Rounds(running.rounds), &stopped);
                }
            }
        }
    }

    /// Takes one more round, or says why not.
    fn next_round(&mut self, running: &RunningOrder) -> Option<Stopped> {
        let RunningOrder {
            seat,
            order,
            rounds,
        } = running;
        if *rounds >= MOST_ROUNDS {
            return Some(Stopped::Enough);
        }
        let (choice, repeat) = (order.actions.last()?, order.repeat?);
        match self.table.next_round(*seat, choice, repeat) {
            Ok(round) => order.take(&mut *self.table, *seat, Some(&round), |_| ()).1,
            Err(stopped) => Some(stopped),
        }
    }

    fn programs_answer(&self) -> bool {
        let on_turn = self.table.turn().seats();
        on_turn.iter().all(|seat| !self.is_person(seat))
    }

    fn tell_progress(&mut self, progress: &Progress, stopped: &Stopped) {
        let text = progress.text(stopped);
        self.notice = Notice::plain(text.of(self.lang).to_owned());
    }
}
