//! Who may do what with a match.

use vauban_game::{Seat, SeatSet, Text};
use vauban_store::{TokenHash, Visibility};
use vauban_table::Refusals;

use crate::{Problem, decide::Denial, registry::Room, secret::same, share::opens, table::Table};

/// What somebody may do with a match.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Access {
    /// The seats held.
    pub seats: SeatSet,
    /// The seats in which programs stand in.
    pub stood_in_for: SeatSet,
    pub may_join: bool,
    pub may_watch: bool,
    pub is_owner: bool,
}

impl Access {
    pub fn of(room: &Room, table: &Table, player: Option<&str>, key: Option<&str>) -> Access {
        let seats = player.map_or(SeatSet::EMPTY, |player| table.held_by(player));
        let stood_in_for: SeatSet = player
            .into_iter()
            .flat_map(|player| table.stood_in_for(player))
            .collect();
        let sits = !seats.is_empty() || !stood_in_for.is_empty();
        let is_owner = player == Some(room.header.owner.as_str());
        let shares = table.shares.iter().map(|share| share.hash);
        let outside = Access::of_outsider(room, shares, key);
        Access {
            seats,
            stood_in_for,
            may_join: outside.may_join || is_owner,
            may_watch: outside.may_watch || is_owner || sits,
            is_owner,
        }
    }

    /// Of somebody without any part in the match, known or not; `shares` are the links by which it may be
    /// watched.
    pub fn of_outsider(
        room: &Room,
        shares: impl Iterator<Item = TokenHash>,
        key: Option<&str>,
    ) -> Access {
        let fits = |lock: &str| key.is_some_and(|key| same(key, lock));
        let may_join = room.visibility == Visibility::Listed || fits(&room.header.join_key);
        let old = room.header.watch_key.as_deref();
        Access {
            may_join,
            may_watch: may_join || old.is_some_and(fits) || opens(shares, key),
            ..Access::nobody()
        }
    }

    pub fn nobody() -> Access {
        Access {
            seats: SeatSet::EMPTY,
            stood_in_for: SeatSet::EMPTY,
            may_join: false,
            may_watch: false,
            is_owner: false,
        }
    }

    /// A private match is not there for who has no link to it.
    pub fn must_watch(self) -> Result<Access, Problem> {
        match self.may_watch {
            true => Ok(self),
            false => Err(Problem::no_such_match()),
        }
    }

    /// The seat that is meant: the one named if it is held, else the only one, else the only one on turn.
    pub fn seat(self, table: &Table, named: Option<u8>) -> Result<Seat, Denial> {
        if let Some(number) = named {
            let seat = table.seat(number)?;
            return match self.seats.contains(seat) {
                true => Ok(seat),
                false => Err(Problem::not_seated().into()),
            };
        }
        let on_turn = table.play.turn().seats();
        let held: Vec<Seat> = self.seats.iter().collect();
        let asked: Vec<Seat> = self
            .seats
            .iter()
            .filter(|&seat| on_turn.contains(seat))
            .collect();
        let meant = match (held.as_slice(), asked.as_slice()) {
            ([], _) => return Err(Problem::not_seated().into()),
            ([only], _) | (_, [only]) => Some(*only),
            _ => None,
        };
        meant.ok_or_else(|| {
            Refusals::one(
                "which-seat",
                Text::fixed(
                    "you hold several seats: name one of them",
                    "vous tenez plusieurs places : dites laquelle",
                ),
            )
            .into()
        })
    }
}
