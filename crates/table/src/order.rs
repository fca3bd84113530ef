//! Orders: several actions at once, and a choice that is taken again and again.
//!
//! A game says only what stands behind an action ([`Odds::stake`]). The table finds out what a round
//! is: the choice itself, or as many of the seat's last actions before it as are needed to come to it
//! again. Each round is an order of its own, which whoever hosts the match takes.
//!
//! [`Odds::stake`]: vauban_game::Odds::stake

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use vauban_game::{Event, Fact, Lang, Playable, Seat, Stake, Text, Turn, Viewer, text};

use crate::{AnyMatch, Match, Refusals, history::Taken, snapshot::Snapshot};

/// The most rounds of one order.
pub const MOST_ROUNDS: u32 = 100;

/// The most actions that lead to a choice.
const LONGEST_ROUND: usize = 8;

/// A choice is to be repeated until it is no longer offered, or until no more than `left` are left.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    #[serde(default)]
    pub left: u32,
}

/// What somebody typed: actions, one after the other, the last of which may be repeated.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Order {
    pub actions: Vec<String>,
    pub repeat: Option<Repeat>,
}

/// Why an order went no further.
#[derive(Clone, PartialEq, Debug)]
pub enum Stopped {
    Refused(Refusals),
    /// Nature had its turn, and what comes of it may change the plan.
    Chance,
    /// Another seat must answer first.
    OtherSeat,
    Over,
    /// What was fought for is taken.
    Won,
    /// What is repeated cannot be done any more.
    NotOffered,
    /// No more are left than were to be kept.
    Reached,
    /// The seat did something else.
    Interrupted,
    /// It was repeated as often as one order may.
    Enough,
}

impl Stopped {
    /// Why an order of `seat` goes no further, whatever its next action is; `rolled` says whether nature
    /// has had its turn since the last.
    pub fn before_next(turn: Turn, seat: Seat, rolled: bool) -> Option<Stopped> {
        match turn {
            Turn::Over(_) => Some(Stopped::Over),
            Turn::Chance => Some(Stopped::Chance),
            _ if rolled => Some(Stopped::Chance),
            turn if !turn.includes(seat) => Some(Stopped::OtherSeat),
            _ => None,
        }
    }

    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Stopped::Refused(_) => "refused",
            Stopped::Chance => "chance",
            Stopped::OtherSeat => "other-seat",
            Stopped::Over => "over",
            Stopped::Won => "won",
            Stopped::NotOffered => "not-offered",
            Stopped::Reached => "reached",
            Stopped::Interrupted => "interrupted",
            Stopped::Enough => "enough",
        }
    }

    /// For people.
    pub fn text(&self) -> Text {
        match self {
            Stopped::Refused(refusals) => {
                Text::new(refusals.line(Lang::En), refusals.line(Lang::Fr))
            }
            Stopped::Chance => Text::fixed(
                "the next action depends on the roll",
                "la suite dépend du tirage",
            ),
            Stopped::OtherSeat => Text::fixed(
                "another player must answer",
                "un autre joueur doit répondre",
            ),
            Stopped::Over => Text::fixed("the match is over", "la partie est finie"),
            Stopped::Won => Text::fixed("it is won", "c'est gagné"),
            Stopped::NotOffered => Text::fixed(
                "it cannot be repeated any more",
                "on ne peut plus le répéter",
            ),
            Stopped::Reached => Text::fixed(
                "only the number you wanted to keep is left",
                "il ne reste que le nombre que vous vouliez garder",
            ),
            Stopped::Interrupted => Text::fixed("it was interrupted", "il a été interrompu"),
            Stopped::Enough => Text::new(
                format!("an order has at most {MOST_ROUNDS} rounds"),
                format!("un ordre compte au plus {MOST_ROUNDS} assauts"),
            ),
        }
    }
}

/// How far an order came, to be told to whoever gave it.
#[derive(Clone, PartialEq, Debug)]
pub enum Progress {
    /// So many of so many actions.
    Actions(usize, usize),
    Rounds(u32),
}

impl Progress {
    /// With why it went no further.
    pub fn text(&self, stopped: &Stopped) -> Text {
        let why = stopped.text();
        match *self {
            Progress::Actions(taken, of) => {
                let noun = ["action", "actions"];
                let all = Text::count(of as i64, noun, noun).en;
                let some = Text::count(taken as i64, noun, noun).fr;
                text!(
                    "{parts}: {why}",
                    "{parts} : {why}",
                    parts = Text::new(
                        format!("{taken} of {all} taken"),
                        format!("{some} sur {of}")
                    ),
                    why
                )
            }
            Progress::Rounds(rounds) => {
                let rounds = Text::count(rounds, ["round", "rounds"], ["assaut", "assauts"]);
                text!(
                    "{rounds}, then: {why}",
                    "{rounds}, puis : {why}",
                    rounds,
                    why
                )
            }
        }
    }
}

impl Order {
    /// Understands `101; x102; d3 until 3`, or `… until won`.
    pub fn read(line: &str) -> Order {
        let (line, repeat) = split_until(line);
        let actions = line.split(';').map(str::trim);
        Order {
            actions: actions
                .filter(|action| !action.is_empty())
                .map(str::to_owned)
                .collect(),
            repeat,
        }
    }

    /// Takes the actions of this order, or of one of its later rounds, one by one: how many were taken, and
    /// why the next was not. `after` sees the match after each.
    pub fn take(
        &self,
        table: &mut dyn AnyMatch,
        seat: Seat,
        round: Option<&[String]>,
        mut after: impl FnMut(&dyn AnyMatch),
    ) -> (usize, Option<Stopped>) {
        let actions = round.unwrap_or(&self.actions);
        let mut rolled = false;
        for (taken, text) in actions.iter().enumerate() {
            let (steps, ask) = (table.steps(), table.ask(seat).unwrap_or(0));
            let is_last = taken + 1 == actions.len();
            let repeat = self.repeat.filter(|_| is_last && round.is_none());
            let stopped = Stopped::before_next(table.turn(), seat, rolled).filter(|_| taken > 0);
            let stopped = stopped.or_else(|| {
                let may = repeat.map_or(Ok(()), |repeat| table.must_repeat(seat, text, repeat));
                let done = may.and_then(|()| match taken {
                    0 => table.answer(seat, ask, text),
                    _ => table.continue_order(seat, ask, text),
                });
                done.err().map(Stopped::Refused)
            });
            if stopped.is_some() {
                return (taken, stopped);
            }
            rolled = table.steps() > steps + 1;
            after(table);
        }
        (actions.len(), None)
    }
}

/// What stands before `until won` or `until 3`, and which of them it is.
fn split_until(line: &str) -> (&str, Option<Repeat>) {
    let line = line.trim();
    let found = line
        .rsplit_once(char::is_whitespace)
        .and_then(|(before, end)| {
            let left = match end {
                "won" => 0,
                number => number.parse().ok()?,
            };
            let actions = before.trim_end().strip_suffix("until")?;
            let apart = actions.ends_with(char::is_whitespace);
            apart.then_some((actions.trim_end(), Some(Repeat { left })))
        });
    found.unwrap_or((line, None))
}

impl<G: Playable> Match<G> {
    pub(crate) fn must_repeat(
        &self,
        seat: Seat,
        text: &str,
        Repeat { left }: Repeat,
    ) -> Result<(), Refusals> {
        let action = self.now.allowed(seat, text)?;
        match self.now.stake(seat, action) {
            None => Err(Refusals::one(
                "not-repeatable",
                Text::fixed(
                    "this choice cannot be repeated",
                    "ce choix ne peut pas être répété",
                ),
            )),
            Some(stake) if stake.left <= left => Err(Refusals::one(
                "already-reached",
                Text::new(
                    format!("only {left} or fewer are left already"),
                    format!("il n'en reste déjà pas plus de {left}"),
                ),
            )),
            Some(_) => Ok(()),
        }
    }

    pub(crate) fn next_round(
        &self,
        seat: Seat,
        text: &str,
        repeat: Repeat,
    ) -> Result<Vec<String>, Stopped> {
        if let Some(stopped) = Stopped::before_next(self.turn(), seat, false) {
            return Err(stopped);
        }
        if self.has_just_taken(seat) {
            return Err(Stopped::Won);
        }
        let game = self.game();
        let choice = self.now.read(seat, text).map_err(Stopped::Refused)?;
        // The seat has done nothing since but what is repeated.
        let last = self.own_last_action(seat);
        let is_choice = |&step: &usize| match self.history.step(step) {
            Taken::Action { action, .. } => game.kind(action) == game.kind(choice),
            _ => false,
        };
        let mut step = last.filter(is_choice).ok_or(Stopped::Interrupted)?;
        // The choice alone, or with ever more of what the seat did to come to it.
        let mut round = VecDeque::from([choice]);
        loop {
            if let Some(found) = self.now.try_round(seat, round.make_contiguous(), repeat) {
                return found;
            }
            step = step.checked_sub(1).ok_or(Stopped::NotOffered)?;
            match self.history.step(step) {
                Taken::Action {
                    seat: by, action, ..
                } if by == seat && round.len() < LONGEST_ROUND => round.push_front(action),
                _ => return Err(Stopped::NotOffered),
            }
        }
    }
}

impl<G: Playable> Match<G> {
    /// Whether the last step gave `seat` something that was not its own.
    fn has_just_taken(&self, seat: Seat) -> bool {
        let news = &self.news[self.viewer_index(Viewer::Seat(seat))];
        let is_taken = |event: &Event| match event.fact("taken") {
            Some(Fact::List(taken)) => !taken.is_empty(),
            _ => false,
        };
        let own = |event: &&Event| event.fact("seat") == Some(&Fact::from(seat));
        news.iter().filter(own).any(is_taken)
    }
}

impl<G: Playable> Snapshot<G> {
    fn stake(&self, seat: Seat, action: G::Action) -> Option<Stake> {
        let view = self.view(Viewer::Seat(seat));
        self.game.stake(&view, seat, action)
    }

    /// The texts of `round`, if `seat` may do it all from here; `Err` if no more are left than were to be.
    fn try_round(
        &self,
        seat: Seat,
        round: &[G::Action],
        Repeat { left }: Repeat,
    ) -> Option<Result<Vec<String>, Stopped>> {
        let (&choice, lead) = round.split_last()?;
        let mut world = self.clone();
        for &action in lead {
            world.check(seat, action).ok()?;
            world.game.act(&mut world.state, seat, action);
            if !world.turn().includes(seat) {
                return None;
            }
        }
        let choice = world.nearest(seat, choice)?;
        let stake = world.stake(seat, choice)?;
        if stake.left <= left {
            return Some(Err(Stopped::Reached));
        }
        let actions = lead.iter().chain([&choice]);
        Some(Ok(actions.map(|&action| self.game.write(action)).collect()))
    }

    /// `choice` if it is allowed, otherwise the largest smaller one of its kind: three dice become two.
    fn nearest(&self, seat: Seat, choice: G::Action) -> Option<G::Action> {
        if self.check(seat, choice).is_ok() {
            return Some(choice);
        }
        let game = &*self.game;
        let (kind, most) = (game.kind(choice), game.size(choice)?);
        self.actions(seat)
            .each(|action, amount| game.with_amount(action, amount))
            .filter(|&action| game.kind(action) == kind)
            .filter_map(|action| Some((game.size(action)?, action)))
            .filter(|(size, _)| *size < most)
            .max_by_key(|(size, _)| *size)
            .map(|(_, action)| action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_several_actions_and_how_often_the_last_is_taken() {
        let read = |line: &str| {
            let Order { actions, repeat } = Order::read(line);
            (actions.join("|"), repeat.map(|repeat| repeat.left))
        };
        assert_eq!(read("101"), ("101".into(), None));
        assert_eq!(read(" 101; x102 ;d3"), ("101|x102|d3".into(), None));
        assert_eq!(read("d3 until 3"), ("d3".into(), Some(3)));
        assert_eq!(read("101;d3  until  won"), ("101|d3".into(), Some(0)));
        assert_eq!(read("dice 3 until won;"), ("dice 3 until won".into(), None));
        assert_eq!(read("until won"), ("until won".into(), None));
        assert_eq!(read("move until 3x"), ("move until 3x".into(), None));
        assert_eq!(read(";"), (String::new(), None));
    }
}
