//! The list of what a seat may do, in which a choice with a range of amounts is one entry.

use std::ops::{Deref, DerefMut, RangeInclusive};

use crate::{Dice, Game, Seat};

/// Actions in a fixed order. It is a `Vec` of them, and says of some that they stand for a range:
/// "place 1 to 40 armies here" is one entry, listed with its least amount.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Actions<A> {
    list: Vec<A>,
    /// The entries that stand for more than one amount, in the order of the list.
    runs: Vec<Run>,
}

/// Entries one after the other that have the same amounts.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
struct Run {
    /// The first entry, and how many there are.
    at: u32,
    entries: u32,
    least: u32,
    most: u32,
    /// How many actions come before the first, every amount counted. All of a list fit into 32 bits.
    before: u32,
}

/// An entry of the list: the action with its least amount, and the amounts if it has any.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Choice<A> {
    pub action: A,
    pub amounts: Option<RangeInclusive<u32>>,
}

/// Everything that `seat` may do at `state`, every amount by itself.
pub fn every_action<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut actions = Actions::new();
    game.actions(state, seat, &mut actions);
    actions
        .each(|action, amount| game.with_amount(action, amount))
        .collect()
}

impl<A> Default for Actions<A> {
    fn default() -> Self {
        Actions::new()
    }
}

impl<A> Actions<A> {
    pub const fn new() -> Actions<A> {
        Actions {
            list: Vec::new(),
            runs: Vec::new(),
        }
    }

    pub fn clear(&mut self) {
        self.list.clear();
        self.runs.clear();
    }

    /// Keeps the first `len` entries.
    pub fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
        while let Some(run) = self.runs.last_mut() {
            if run.at() < len {
                run.entries = run.entries.min((len - run.at()) as u32);
                break;
            }
            self.runs.pop();
        }
    }

    /// The amounts of the entry at `index`, if it has any.
    #[inline]
    pub fn amounts(&self, index: usize) -> Option<RangeInclusive<u32>> {
        if self.runs.is_empty() {
            return None;
        }
        let place = self.runs.partition_point(|run| run.at() <= index);
        let run = self.runs[place.checked_sub(1)?];
        (index < run.end()).then_some(run.least..=run.most)
    }

    /// Appends a choice of `amounts`, of which `action` has the least. An empty range adds nothing.
    #[inline]
    pub fn push_range(&mut self, action: A, amounts: RangeInclusive<u32>) {
        self.extend_range([action], amounts);
    }

    /// Appends choices that have the same `amounts`, each with the least.
    #[inline]
    pub fn extend_range(
        &mut self,
        actions: impl IntoIterator<Item = A>,
        amounts: RangeInclusive<u32>,
    ) {
        if amounts.is_empty() {
            return;
        }
        let at = self.list.len() as u32;
        self.list.extend(actions);
        let entries = self.list.len() as u32 - at;
        if entries > 0 {
            let before = at + self.beyond_entries();
            self.runs.push(Run {
                at,
                entries,
                least: *amounts.start(),
                most: *amounts.end(),
                before,
            });
        }
    }

    /// How many more actions the list stands for than it has entries.
    #[inline]
    fn beyond_entries(&self) -> u32 {
        let last = self.runs.last();
        last.map_or(0, |run| run.before - run.at + run.entries * run.more())
    }

    /// How many actions the list stands for, every amount counted.
    pub fn count(&self) -> u64 {
        self.list.len() as u64 + u64::from(self.beyond_entries())
    }
}

impl<A: Copy> Actions<A> {
    /// The entries with their amounts.
    pub fn choices(&self) -> impl Iterator<Item = Choice<A>> {
        let mut runs = self.runs.iter().peekable();
        self.list.iter().enumerate().map(move |(at, &action)| {
            while runs.next_if(|run| run.end() <= at).is_some() {}
            Choice {
                action,
                amounts: runs
                    .peek()
                    .filter(|run| run.at() <= at)
                    .map(|run| run.least..=run.most),
            }
        })
    }

    /// Every action, every amount by itself; `with_amount` is [`Game::with_amount`].
    pub fn each(&self, with_amount: impl Fn(A, u32) -> A + Copy) -> impl Iterator<Item = A> {
        self.choices().flat_map(move |Choice { action, amounts }| {
            let single = amounts.is_none();
            amounts.unwrap_or(0..=0).map(move |amount| match single {
                true => action,
                false => with_amount(action, amount),
            })
        })
    }

    /// One of all actions, every amount counted, each with the same chance. The list must not be empty.
    #[inline]
    pub fn draw<G: Game<Action = A>>(&self, game: &G, dice: &mut Dice) -> A {
        if self.runs.is_empty() {
            return dice.choose(&self.list);
        }
        let count = u32::try_from(self.count()).unwrap_or(u32::MAX);
        let number = u64::from(dice.below(count));
        self.nth(number, |action, amount| game.with_amount(action, amount))
    }

    /// The `number`-th of all actions, every amount counted; `number` must be below [`Actions::count`].
    #[inline]
    pub fn nth(&self, number: u64, with_amount: impl FnOnce(A, u32) -> A) -> A {
        // The last run that begins at or before it.
        let place = self
            .runs
            .partition_point(|run| u64::from(run.before) <= number);
        let Some(run) = place.checked_sub(1).map(|place| self.runs[place]) else {
            return self.list[number as usize];
        };
        let (inside, amounts) = (number as u32 - run.before, run.more() + 1);
        let (entry, amount) = (inside / amounts, inside % amounts);
        if entry < run.entries {
            return with_amount(self.list[run.at() + entry as usize], run.least + amount);
        }
        self.list[run.end() + (inside - run.entries * amounts) as usize]
    }
}

impl Run {
    #[inline]
    fn at(self) -> usize {
        self.at as usize
    }
    /// The entry after the last.
    #[inline]
    fn end(self) -> usize {
        (self.at + self.entries) as usize
    }
    #[inline]
    fn more(self) -> u32 {
        self.most - self.least
    }
}

impl<A> Deref for Actions<A> {
    type Target = Vec<A>;
    fn deref(&self) -> &Vec<A> {
        &self.list
    }
}
impl<A> DerefMut for Actions<A> {
    fn deref_mut(&mut self) -> &mut Vec<A> {
        &mut self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tens are kinds, units are amounts.
    fn amounts(kind: u32, n: u32) -> u32 {
        kind / 10 * 10 + n
    }

    #[test]
    fn a_range_is_one_entry_and_counts_as_many() {
        let mut actions = Actions::new();
        actions.push(5);
        actions.push_range(12, 2..=4);
        #[expect(clippy::reversed_empty_ranges, reason = "an empty range")]
        actions.push_range(20, 1..=0);
        actions.push(30);
        actions.extend_range([41, 51], 1..=2);
        actions.extend_range([], 1..=9);
        actions.push(60);
        assert_eq!(*actions, [5, 12, 30, 41, 51, 60]);
        let all: Vec<u32> = actions.each(amounts).collect();
        assert_eq!(all, [5, 12, 13, 14, 30, 41, 42, 51, 52, 60]);
        assert_eq!(actions.count(), 10);
        let by_number: Vec<u32> = (0..10).map(|n| actions.nth(n, amounts)).collect();
        assert_eq!(by_number, all);
        let ranges: Vec<_> = (0..6).map(|at| actions.amounts(at)).collect();
        let two = Some(1..=2);
        assert_eq!(ranges, [None, Some(2..=4), None, two.clone(), two, None]);
        for (len, count) in [(5, 9), (4, 7), (3, 5), (2, 4), (1, 1)] {
            actions.truncate(len);
            assert_eq!(actions.count(), count, "{len}");
        }
    }
}
