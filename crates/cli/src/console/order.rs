//! What moves the match on: an action, several of them, one that is repeated, and answers left behind.

use vauban_game::{Event, Seat, Text, Turn, Viewer};
use vauban_table::{MOST_ROUNDS, Order, Progress, Refusals, Standing, Stopped};

use super::{Answer, Console, help};

impl Console {
    /// An action, an order of several, or a result of chance behind `!`.
    pub(super) fn act(&mut self, seat: Seat, text: &str) -> Result<Answer, Refusals> {
        let before = self.table().steps();
        let chance = text.strip_prefix('!').map(str::trim);
        let events = match chance {
            Some(result) => {
                self.table
                    .befall(Some(result).filter(|it| !it.is_empty()))?;
                self.after_step(Vec::new())
            }
            None => self.order(seat, &Order::read(text))?,
        };
        debug_assert!(
            self.table().steps() > before,
            "an accepted line moves the match on"
        );
        Ok(self.told(events))
    }

    /// Takes an order as far as it goes: what happened, and how far that was.
    fn order(&mut self, seat: Seat, order: &Order) -> Result<Vec<Event>, Refusals> {
        let Some((choice, lead)) = order.actions.split_last() else {
            return Err(help::usage("help"));
        };
        self.must_be_known(seat)?;
        if self.table().ask(seat).is_none() {
            return Err(self.not_asked(seat, lead.first().unwrap_or(choice)));
        }
        let viewer = Viewer::Seat(seat);
        let mut events = Vec::new();
        let mut round: Option<Vec<String>> = None;
        for rounds in 1.. {
            let (taken, stopped) =
                order.take(self.table.as_mut(), seat, round.as_deref(), |table| {
                    events.extend_from_slice(table.last_events(viewer));
                });
            match stopped {
                Some(Stopped::Refused(refusals)) if rounds == 1 && taken == 0 => {
                    return Err(refusals);
                }
                Some(stopped) => {
                    let progress = match round {
                        None => Progress::Actions(taken, order.actions.len()),
                        Some(_) => Progress::Rounds(rounds - 1),
                    };
                    events.push(ended(&progress, &stopped));
                    break;
                }
                None => self.viewer = viewer,
            }
            events = self.give_standing_answers(events);
            let Some(repeat) = order.repeat else {
                return Ok(events);
            };
            let next = match rounds {
                MOST_ROUNDS => Err(Stopped::Enough),
                _ => self.table().next_round(seat, choice, repeat),
            };
            match next {
                Ok(actions) => round = Some(actions),
                Err(stopped) => {
                    events.push(ended(&Progress::Rounds(rounds), &stopped));
                    break;
                }
            }
        }
        self.viewer = viewer;
        Ok(self.give_standing_answers(events))
    }

    /// Every reason why `seat` may not do what `text` says, although it is not asked.
    fn not_asked(&self, seat: Seat, text: &str) -> Refusals {
        let refused = self.table().questions().why(seat, text).err();
        let unreadable = |refusals: &Refusals| refusals.codes() == ["unreadable"];
        match refused {
            // Whatever the rules say: nobody is on turn before nature has spoken.
            Some(refusals) if self.table().turn() != Turn::Chance || unreadable(&refusals) => {
                refusals
            }
            _ => Refusals::one(
                "chance-first",
                Text::fixed(
                    "chance decides first: type its result after `!`, or `!` alone to roll",
                    "le hasard décide d'abord : tapez son résultat après « ! », ou « ! » seul pour lancer",
                ),
            ),
        }
    }

    /// `stand only`, `stand most`, `stand off`.
    pub(super) fn stand(&mut self, named: Option<Seat>, word: &str) -> Result<Answer, Refusals> {
        let answer = match word {
            "off" => None,
            word => Some(Standing::read(word).ok_or_else(|| help::usage("stand"))?),
        };
        let seat = self.speaker(named)?;
        if let Some(standing) = answer {
            self.table().must_stand(standing)?;
        }
        self.standing[seat] = answer;
        let events = self.give_standing_answers(Vec::new());
        if !events.is_empty() {
            return Ok(self.told(events));
        }
        let word = answer.map_or("off", Standing::name);
        Ok(Answer::field("standing", word))
    }

    /// What happened in the step that was just taken, and in what followed from it by itself.
    pub(super) fn after_step(&mut self, mut events: Vec<Event>) -> Vec<Event> {
        events.extend_from_slice(self.table().last_events(self.viewer));
        self.give_standing_answers(events)
    }

    fn give_standing_answers(&mut self, mut events: Vec<Event>) -> Vec<Event> {
        let viewer = self.viewer;
        Standing::give_all(&self.standing, self.table.as_mut(), |table| {
            events.extend_from_slice(table.last_events(viewer));
        });
        events
    }
}

/// How far an order came, as an event beside those of the match.
fn ended(progress: &Progress, stopped: &Stopped) -> Event {
    let event = Event::new("order", progress.text(stopped)).with("stopped", stopped.code());
    match *progress {
        Progress::Actions(taken, _) => event.with("taken", taken as i64),
        Progress::Rounds(rounds) => event.with("rounds", i64::from(rounds)),
    }
}
