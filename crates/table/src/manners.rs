//! When a program gives up, offers a draw, or agrees to one: by what it expects, turn after turn.

use vauban_game::{Seat, SeatSet, WinShare};

use crate::AnyMatch;

/// What the program in a seat has expected of late. Whoever loses it loses nothing but patience.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Manners {
    /// The turn of the last thought.
    turn: Option<u64>,
    share: Option<WinShare>,
    turns: u32,
    /// For how many turns on end it has expected next to nothing.
    lost: u32,
    /// For how many turns on end it has expected about half, since it last offered a draw.
    even: u32,
}

/// What a program does besides answering.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Conduct {
    /// Nothing: it plays on, and so declines what was offered.
    PlayOn,
    Resign,
    /// Offers a draw, or agrees to the one that was offered.
    Draw,
}

/// Who expects no more than this is lost.
const LOST: f64 = 0.02;
/// A lost game is given up after this many turns on end, in case the other one errs.
const LOST_TURNS: u32 = 4;
/// Who expects a half by no more than this is even.
const EVEN: f64 = 0.03;
/// A draw is offered after this many even turns on end, and no more often than that.
const EVEN_TURNS: u32 = 25;
/// Before its so many-th turn a program does not agree to a draw.
const OPENING_TURNS: u32 = 8;

impl Manners {
    /// Notes what was expected at an answer of the turn that began at `turn`.
    #[must_use]
    pub(crate) fn after(self, turn: u64, share: Option<WinShare>) -> Manners {
        let is = |wanted: &dyn Fn(f64) -> bool| share.is_some_and(|share| wanted(share.get()));
        let (lost, even) = (
            is(&|share| share <= LOST),
            is(&|share| (share - 0.5).abs() <= EVEN),
        );
        // A turn counts once, as its last answer sees it.
        let begins = self.turn != Some(turn);
        let count = |turns: u32, holds: bool| match (holds, begins) {
            (false, _) => 0,
            (true, true) => turns + 1,
            (true, false) => turns.max(1),
        };
        Manners {
            turn: Some(turn),
            share,
            turns: self.turns + u32::from(begins),
            lost: count(self.lost, lost),
            even: count(self.even, even),
        }
    }

    /// What to do at a table of two, if the other one has `offered` a draw or not.
    fn conduct(&mut self, offered: bool) -> Conduct {
        if self.lost >= LOST_TURNS {
            return Conduct::Resign;
        }
        let content = self.share.is_some_and(|share| share.get() <= 0.5 + EVEN);
        if offered && content && self.turns >= OPENING_TURNS {
            return Conduct::Draw;
        }
        if !offered && self.even >= EVEN_TURNS {
            self.even = 0;
            return Conduct::Draw;
        }
        Conduct::PlayOn
    }

    /// What the program in `seat` does at `table`. Among more than two it only plays: to leave would decide the
    /// game between the others.
    pub(crate) fn at(&mut self, table: &dyn AnyMatch, seat: Seat) -> Conduct {
        if table.seats() != 2 {
            return Conduct::PlayOn;
        }
        let offers = table.offers().draw;
        let others = SeatSet::all(2).without(seat);
        self.conduct(others.iter().all(|other| offers.contains(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(shares: &[f64]) -> Manners {
        let shares = (0..).zip(shares);
        shares.fold(Manners::default(), |manners, (turn, &share)| {
            manners.after(turn, Some(WinShare::new(share)))
        })
    }

    #[test]
    fn a_lost_game_is_given_up_only_when_it_stays_lost() {
        assert_eq!(after(&[0.01; 4]).conduct(false), Conduct::Resign);
        assert_eq!(after(&[0.01; 3]).conduct(false), Conduct::PlayOn);
        let hope = [0.01, 0.01, 0.3, 0.01, 0.01, 0.01];
        assert_eq!(after(&hope).conduct(false), Conduct::PlayOn);
        // Several answers of one turn are one turn.
        let mut one = (0..9).fold(Manners::default(), |manners, _| {
            manners.after(7, Some(WinShare::new(0.0)))
        });
        assert_eq!(one.conduct(false), Conduct::PlayOn);
    }

    #[test]
    fn a_draw_is_agreed_to_by_who_expects_no_more() {
        assert_eq!(after(&[0.5; 10]).conduct(true), Conduct::Draw);
        assert_eq!(after(&[0.3; 10]).conduct(true), Conduct::Draw);
        assert_eq!(after(&[0.6; 10]).conduct(true), Conduct::PlayOn);
        assert_eq!(after(&[0.5; 3]).conduct(true), Conduct::PlayOn);
        let mut blind = (0..20).fold(Manners::default(), |manners, turn| {
            manners.after(turn, None)
        });
        assert_eq!(blind.conduct(true), Conduct::PlayOn);
    }

    #[test]
    fn a_draw_is_offered_after_a_long_balance_and_not_again_at_once() {
        let mut manners = after(&[0.5; 25]);
        assert_eq!(manners.conduct(false), Conduct::Draw);
        assert_eq!(manners.conduct(false), Conduct::PlayOn);
        assert_eq!(after(&[0.5; 24]).conduct(false), Conduct::PlayOn);
    }
}
