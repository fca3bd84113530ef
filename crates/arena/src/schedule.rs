//! Who plays whom, in which seats, with which dice.

use vauban_game::Dice;

/// All matches, in order. A set is as many matches as players sit in it: the same opening and the same dice,
/// with the players moved on by a seat each time.
#[derive(Clone, Debug)]
pub struct Schedule {
    groups: Vec<Vec<usize>>,
    sets: usize,
    seats: usize,
    seed: u64,
    /// How many sets were played before.
    before: usize,
}

/// A match of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Which of the players who meet each other.
    pub group: usize,
    /// Which set of that group, from 0.
    pub set: usize,
    /// Which match of the set, from 0.
    pub turn: usize,
    /// The number of the player in each seat.
    pub players: Vec<usize>,
    /// The same for every match of the set, and for the same set of every group.
    pub seed: u64,
}

impl Schedule {
    /// About `games` matches for each group: if there are seats for more than two players, all sit at one table;
    /// otherwise everybody meets everybody. Sets are always whole.
    pub fn new(players: usize, seats: usize, games: usize, seed: u64) -> Schedule {
        let groups: Vec<Vec<usize>> = match players > 2 && players <= seats {
            true => vec![(0..players).collect()],
            false => (0..players)
                .flat_map(|one| (one + 1..players).map(move |other| vec![one, other]))
                .collect(),
        };
        let size = groups.first().map_or(2, Vec::len);
        Schedule {
            groups,
            sets: games.div_ceil(size),
            seats,
            seed,
            before: 0,
        }
    }

    /// The same matches as if `sets` sets of each group had been played before.
    #[must_use]
    pub fn after(self, sets: usize) -> Schedule {
        Schedule {
            before: sets,
            ..self
        }
    }

    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// How many sets each group plays.
    pub fn sets(&self) -> usize {
        self.sets
    }

    /// How many matches there are.
    pub fn len(&self) -> usize {
        self.sets * self.groups.len() * self.size()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many matches a set has.
    pub fn size(&self) -> usize {
        self.groups.first().map_or(2, Vec::len)
    }

    /// The match at `index`, from 0. A set follows the other: whoever stops early has whole sets of everybody.
    pub fn round(&self, index: usize) -> Round {
        let (size, many) = (self.size(), self.groups.len());
        let (turn, place) = (index % size, index / size);
        let (group, set) = (place % many, place / many);
        let members = &self.groups[group];
        let player = |seat: usize| members[(seat + turn) % size];
        Round {
            group,
            set,
            turn,
            players: (0..self.seats).map(player).collect(),
            seed: Dice::at(self.seed, (self.before + set) as u64, 0).roll(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_swaps_seats_on_the_same_dice() {
        let schedule = Schedule::new(2, 2, 5, 7);
        assert_eq!((schedule.sets(), schedule.len()), (3, 6));
        let rounds: Vec<Round> = (0..6).map(|index| schedule.round(index)).collect();
        assert_eq!(rounds[0].players, [0, 1]);
        assert_eq!(rounds[1].players, [1, 0]);
        assert_eq!(rounds[0].seed, rounds[1].seed);
        assert_ne!(rounds[0].seed, rounds[2].seed);
    }

    #[test]
    fn a_schedule_can_go_on_later() {
        let whole = Schedule::new(2, 2, 6, 7);
        let rest = Schedule::new(2, 2, 2, 7).after(2);
        for index in 0..2 {
            let (one, other) = (whole.round(4 + index), rest.round(index));
            assert_eq!((one.seed, one.players), (other.seed, other.players));
        }
    }

    #[test]
    fn everybody_meets_everybody_in_every_seat() {
        let schedule = Schedule::new(4, 2, 2, 7);
        assert_eq!((schedule.groups().len(), schedule.len()), (6, 12));
        let mut first = [0; 4];
        (0..12).for_each(|index| first[schedule.round(index).players[0]] += 1);
        assert_eq!(first, [3; 4]);
    }

    #[test]
    fn at_a_large_table_all_sit_together_and_move_on() {
        let schedule = Schedule::new(3, 4, 3, 7);
        assert_eq!((schedule.groups().len(), schedule.len()), (1, 3));
        let seats: Vec<Vec<usize>> = (0..3).map(|index| schedule.round(index).players).collect();
        assert_eq!(seats, [[0, 1, 2, 0], [1, 2, 0, 1], [2, 0, 1, 2]]);
    }
}
