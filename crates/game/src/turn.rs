//! Who moves the game on, and how a game ends.

use serde::{Serialize, Serializer};

use crate::{MAX_SEATS, Seat, SeatSet, Text, text};

/// Who moves the game on from here.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Turn {
    /// Exactly this seat must act.
    One(Seat),
    /// Each of these seats may act, in any order, unseen by the others.
    Any(SeatSet),
    /// Nature moves: a roll, a draw, a deal.
    Chance,
    /// Nobody does.
    Over(Outcome),
}

/// How a finished game ended for each seat, and why. A higher score is better.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Outcome {
    scores: [i16; MAX_SEATS],
    seats: u8,
    pub ending: &'static Ending,
}

/// Why a game ended: a stable code and what people read behind "Blue wins" or "a draw".
#[derive(Eq, PartialEq, Debug)]
pub struct Ending {
    pub code: &'static str,
    pub text: Text,
}

impl Ending {
    pub const fn new(code: &'static str, en: &'static str, fr: &'static str) -> Ending {
        Ending {
            code,
            text: Text::fixed(en, fr),
        }
    }

    /// A seat gave up.
    pub const RESIGNATION: &'static Ending =
        &Ending::new("resignation", "by resignation", "par abandon");
    /// The seats agreed on a draw.
    pub const AGREEMENT: &'static Ending =
        &Ending::new("agreement", "by agreement", "d'un commun accord");
    /// A seat's time ran out.
    pub const TIMEOUT: &'static Ending = &Ending::new("timeout", "on time", "au temps");
    /// A seat was away too long.
    pub const FORFEIT: &'static Ending = &Ending::new("forfeit", "by forfeit", "par forfait");
    /// The host closed the match: there is no result.
    pub const CLOSED: &'static Ending =
        &Ending::new("closed", "it was closed", "elle a été fermée");
    /// The same position came too often.
    pub const REPETITION: &'static Ending =
        &Ending::new("repetition", "by repetition", "par répétition");
}

impl Turn {
    /// Whether `seat` may act now.
    #[inline]
    pub fn includes(self, seat: Seat) -> bool {
        match self {
            Turn::One(only) => only == seat,
            Turn::Any(set) => set.contains(seat),
            Turn::Chance | Turn::Over(_) => false,
        }
    }
    /// Every seat that may act now.
    pub fn seats(self) -> SeatSet {
        match self {
            Turn::One(seat) => SeatSet::EMPTY.with(seat),
            Turn::Any(set) => set,
            Turn::Chance | Turn::Over(_) => SeatSet::EMPTY,
        }
    }
    pub fn over(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }
}

impl Outcome {
    /// `winner` scores 1, everybody else −1.
    pub fn win(winner: Seat, seats: u8, ending: &'static Ending) -> Outcome {
        Outcome::scored(seats, ending, |seat| if seat == winner { 1 } else { -1 })
    }
    /// `loser` scores −1, everybody else 1.
    pub fn loss(loser: Seat, seats: u8, ending: &'static Ending) -> Outcome {
        Outcome::scored(seats, ending, |seat| if seat == loser { -1 } else { 1 })
    }
    /// Everybody scores 0.
    pub fn draw(seats: u8, ending: &'static Ending) -> Outcome {
        Outcome::scored(seats, ending, |_| 0)
    }
    /// Counted by strength: whoever is alone at the top wins, those who share it draw, and the others have
    /// lost.
    pub fn counted<S: Ord>(
        seats: u8,
        ending: &'static Ending,
        strength: impl Fn(Seat) -> S,
    ) -> Outcome {
        let best = (0..seats).map(|seat| strength(Seat(seat))).max();
        let is_best = |seat| Some(strength(seat)) == best;
        let at_top = (0..seats).filter(|&seat| is_best(Seat(seat))).count();
        let top = if at_top == 1 { 1 } else { 0 };
        Outcome::scored(seats, ending, |seat| if is_best(seat) { top } else { -1 })
    }
    /// A score of its own for each seat.
    pub fn scored(seats: u8, ending: &'static Ending, score: impl Fn(Seat) -> i16) -> Outcome {
        let mut scores = [0; MAX_SEATS];
        for seat in (0..seats).map(Seat) {
            scores[seat.index()] = score(seat);
        }
        Outcome {
            scores,
            seats,
            ending,
        }
    }
    #[inline]
    pub fn score(&self, seat: Seat) -> i16 {
        self.scores[seat.index()]
    }
    pub fn scores(&self) -> &[i16] {
        &self.scores[..usize::from(self.seats)]
    }
    /// The one seat whose score is above all others'.
    pub fn winner(&self) -> Option<Seat> {
        let best = self.scores().iter().max()?;
        let mut at_top = (0..self.seats)
            .map(Seat)
            .filter(|&seat| self.score(seat) == *best);
        let first = at_top.next()?;
        at_top.next().is_none().then_some(first)
    }
}

impl Outcome {
    /// Who has won, and how: "Blue wins by resignation".
    pub fn verdict(&self, name: impl Fn(Seat) -> Text) -> Text {
        if self.ending == Ending::CLOSED {
            return Text::fixed(
                "no result, the match was closed",
                "sans résultat, la partie a été fermée",
            );
        }
        let how = &self.ending.text;
        let best = self.scores().iter().max();
        let seats = (0..self.seats).map(Seat);
        let winners: Vec<Seat> = seats
            .filter(|&seat| Some(&self.score(seat)) == best)
            .collect();
        if winners.len() == usize::from(self.seats) {
            return text!("a draw {how}", "partie nulle {how}", how);
        }
        let many = winners.len() as i64;
        text!(
            "{who} {win} {how}",
            "{who} {win} {how}",
            who = Text::list(winners.into_iter().map(name)),
            win = Text::plural(many, ["wins", "win"], ["gagne", "gagnent"]),
            how
        )
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut over = serializer.serialize_struct("Outcome", 2)?;
        over.serialize_field("scores", self.scores())?;
        over.serialize_field("reason", self.ending.code)?;
        over.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_winner_stands_alone_at_the_top() {
        let win = Outcome::win(Seat(2), 4, Ending::RESIGNATION);
        assert_eq!(win.winner(), Some(Seat(2)));
        assert_eq!(win.scores(), [-1, -1, 1, -1]);
        assert_eq!(Outcome::draw(2, Ending::AGREEMENT).winner(), None);
        assert_eq!(Outcome::loss(Seat(0), 3, Ending::TIMEOUT).winner(), None);
    }

    #[test]
    fn who_shares_the_first_place_draws_and_the_others_have_lost() {
        let counted = |strengths: [u8; 4]| {
            let outcome = Outcome::counted(4, Ending::AGREEMENT, |seat| strengths[seat.index()]);
            outcome.scores().to_vec()
        };
        assert_eq!(counted([3, 9, 1, 4]), [-1, 1, -1, -1]);
        assert_eq!(counted([9, 3, 9, 4]), [0, -1, 0, -1]);
    }

    #[test]
    fn a_verdict_names_who_has_won() {
        let name = |seat: Seat| Text::fixed(["red", "blue", "white"][seat.index()], "le Nord");
        let verdict = |outcome: Outcome| outcome.verdict(name);
        let won = verdict(Outcome::win(Seat(1), 2, Ending::RESIGNATION));
        assert_eq!(won.en, "blue wins by resignation");
        assert_eq!(won.fr, "le Nord gagne par abandon");
        let drawn = verdict(Outcome::draw(2, Ending::AGREEMENT));
        assert_eq!(drawn.en, "a draw by agreement");
        let closed = verdict(Outcome::draw(2, Ending::CLOSED));
        assert_eq!(closed.en, "no result, the match was closed");
        let lost = verdict(Outcome::loss(Seat(0), 3, Ending::TIMEOUT));
        assert_eq!(lost.en, "blue and white win on time");
    }
}
