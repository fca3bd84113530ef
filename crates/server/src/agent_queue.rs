//! A fair queue for the programs' thinking time: people's matches first, then by address and account, according to the
//! time that their programs have used.
//!
//! Every address has spent some time on the threads of the agents, and so has every account of it. Of those
//! waiting, the address that has spent the least is next, and of its accounts the one that has spent the least; the
//! requests of one account are served in order. A newcomer starts with what those being served now have spent, so nobody
//! saves up time, and nobody is at a disadvantage for coming late.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    hash::Hash,
};

use vauban_game::{Seat, Stop};
use vauban_store::{MatchId, Origin};

/// A seat of a match in which a program is to answer.
pub type Turn = (MatchId, Seat);

/// Microseconds on a thread.
type Micros = u64;

/// What a turn is taken to cost until it is known.
const ESTIMATE: Micros = 1_000;

/// Those who wait for nothing and are remembered all the same.
const MOST_REMEMBERED: usize = 1_000;

/// Who is served first.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum Class {
    /// A person sits at the match.
    Person,
    /// Programs play among themselves, and somebody watches.
    Watched,
}

/// Whose match it is.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Payer {
    pub account: String,
    /// Stands for the address where the account was seen last; before it was seen, for the one that the match
    /// was created from.
    pub address: Option<Origin>,
}

/// Everybody who waits, and everybody who thinks.
#[derive(Debug, Default)]
pub struct Queue {
    classes: [Shares<Holder, Shares<String, VecDeque<Turn>>>; 2],
    /// The same turns again, to see at once who is waiting already.
    waiting: HashSet<Turn>,
    running: Vec<Thinking>,
}

/// A turn that a thread has taken.
#[derive(Clone, Debug)]
pub struct Thinking {
    pub turn: Turn,
    pub class: Class,
    payer: Payer,
    /// Raised when it should give way, or when the server goes down.
    pub stop: Stop,
}

/// Whose part of the time it is. An account without an address shares with nobody.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
enum Holder {
    Address(Origin),
    Account(String),
}

/// Queues by key, of which the one that has spent least goes next.
#[derive(Debug)]
struct Shares<K, Q> {
    queues: HashMap<K, Share<Q>>,
    /// What the one who was served last had spent before.
    now: Micros,
    /// Counts those who come, so that of two who have spent the same the first goes first.
    arrivals: u64,
}

#[derive(Debug)]
struct Share<Q> {
    spent: Micros,
    arrival: u64,
    queue: Q,
}

impl Queue {
    /// Has `turn` wait, unless it does already. Whether it does now.
    pub fn push(&mut self, turn: Turn, class: Class, payer: &Payer) -> bool {
        let new = self.waiting.insert(turn.clone());
        if new {
            self.account(class, payer).push_back(turn);
        }
        new
    }

    /// The same turn once more, unless it waits already. Whether it waits now.
    pub fn repeat(&mut self, thinking: &Thinking) -> bool {
        let turn = thinking.turn.clone();
        self.push(turn, thinking.class, &thinking.payer)
    }

    /// Whether `turn` waits or is thought about.
    pub fn has(&self, turn: &Turn) -> bool {
        self.waiting.contains(turn) || self.running.iter().any(|thinking| thinking.turn == *turn)
    }

    /// The turn that is next, which is thought about from now on.
    pub fn pop(&mut self) -> Option<Thinking> {
        for class in [Class::Person, Class::Watched] {
            let addresses = &mut self.classes[class as usize];
            let Some((holder, accounts)) = addresses.next(|accounts| !accounts.is_empty()) else {
                continue;
            };
            let (account, turns) = accounts.next(|turns| !turns.is_empty())?;
            let turn = turns.pop_front()?;
            self.waiting.remove(&turn);
            let address = match holder {
                Holder::Address(address) => Some(address),
                Holder::Account(_) => None,
            };
            let thinking = Thinking {
                turn,
                class,
                payer: Payer { account, address },
                stop: Stop::default(),
            };
            self.running.push(thinking.clone());
            return Some(thinking);
        }
        None
    }

    /// A turn that cost `cost` microseconds is over. If it gave way, it is the next of its account.
    pub fn finish(&mut self, thinking: &Thinking, cost: Micros, again: Again) {
        let place = self
            .running
            .iter()
            .position(|other| other.turn == thinking.turn);
        if let Some(place) = place {
            self.running.swap_remove(place);
        }
        // While nobody waits nobody is behind.
        if self.running.is_empty() && self.waiting.is_empty() && again == Again::No {
            self.classes = Default::default();
            return;
        }
        let more = cost.saturating_sub(ESTIMATE);
        let addresses = &mut self.classes[thinking.class as usize];
        let share = addresses.share(Holder::of(&thinking.payer));
        share.spent = share.spent.saturating_add(more);
        let share = share.queue.share(thinking.payer.account.clone());
        share.spent = share.spent.saturating_add(more);
        if again == Again::Yes && self.waiting.insert(thinking.turn.clone()) {
            share.queue.push_front(thinking.turn.clone());
        }
    }

    /// Has a match without any person give way, if `threads` threads are all busy.
    pub fn make_way(&self, threads: usize) {
        let is_lesser = |thinking: &&Thinking| thinking.class == Class::Watched;
        if self.running.len() < threads
            || self.running.iter().any(|thinking| {
                // One of them does so already.
                thinking.class == Class::Watched && thinking.stop.is_raised()
            })
        {
            return;
        }
        if let Some(thinking) = self.running.iter().rfind(is_lesser) {
            thinking.stop.raise();
        }
    }

    /// Whoever thinks stops soon.
    pub fn stop_all(&self) {
        self.running
            .iter()
            .for_each(|thinking| thinking.stop.raise());
    }

    fn account(&mut self, class: Class, payer: &Payer) -> &mut VecDeque<Turn> {
        let addresses = &mut self.classes[class as usize];
        let accounts = &mut addresses.share(Holder::of(payer)).queue;
        &mut accounts.share(payer.account.clone()).queue
    }
}

/// Whether a turn is to be thought about again.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Again {
    Yes,
    No,
}

impl Holder {
    fn of(payer: &Payer) -> Holder {
        match &payer.address {
            Some(address) => Holder::Address(address.clone()),
            None => Holder::Account(payer.account.clone()),
        }
    }
}

impl<K: Clone + Eq + Hash, Q: Default + Waiting> Shares<K, Q> {
    /// The share of `key`, from now on if it is new or has waited for nothing.
    fn share(&mut self, key: K) -> &mut Share<Q> {
        if !self.queues.contains_key(&key) {
            // Who has spent no more than who comes now begins with has nothing to be remembered for.
            let (now, many) = (self.now, self.queues.len() >= MOST_REMEMBERED);
            self.queues
                .retain(|_, share| !share.queue.is_empty() || (share.spent > now && !many));
        }
        self.arrivals += 1;
        let (now, arrival) = (self.now, self.arrivals);
        let share = self.queues.entry(key).or_insert_with(|| Share {
            spent: now,
            arrival,
            queue: Q::default(),
        });
        if share.queue.is_empty() {
            share.spent = share.spent.max(now);
            share.arrival = arrival;
        }
        share
    }

    /// The one that has spent least of those in whose queue `has` something, charged with an estimate.
    fn next(&mut self, has: impl Fn(&Q) -> bool) -> Option<(K, &mut Q)> {
        let waiting = self.queues.iter().filter(|(_, share)| has(&share.queue));
        let least = waiting.min_by_key(|(_, share)| (share.spent, share.arrival));
        let key = least?.0.clone();
        self.arrivals += 1;
        let arrival = self.arrivals;
        let share = self.queues.get_mut(&key)?;
        self.now = self.now.max(share.spent);
        share.spent = share.spent.saturating_add(ESTIMATE);
        share.arrival = arrival;
        Some((key, &mut share.queue))
    }
}

/// Something that may be empty.
trait Waiting {
    fn is_empty(&self) -> bool;
}

impl Waiting for VecDeque<Turn> {
    fn is_empty(&self) -> bool {
        VecDeque::is_empty(self)
    }
}

impl<K, Q: Waiting> Waiting for Shares<K, Q> {
    fn is_empty(&self) -> bool {
        self.queues.values().all(|share| share.queue.is_empty())
    }
}

impl<K, Q> Default for Shares<K, Q> {
    fn default() -> Shares<K, Q> {
        Shares {
            queues: HashMap::new(),
            now: 0,
            arrivals: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payer(account: &str, last: u8) -> Payer {
        Payer {
            account: account.into(),
            address: Some(Origin::new(format!("o{last}")).expect("an id")),
        }
    }

    fn turn(name: &str) -> Turn {
        (MatchId::new(name).expect("a name"), Seat(0))
    }

    /// Everything that waits, in the order in which it is served, each at this cost.
    fn served(queue: &mut Queue, cost: impl Fn(&str) -> Micros) -> Vec<String> {
        let mut names = Vec::new();
        while let Some(thinking) = queue.pop() {
            let name = thinking.turn.0.to_string();
            queue.finish(&thinking, cost(&name), Again::No);
            names.push(name);
        }
        names
    }

    #[test]
    fn an_account_with_many_matches_waits_for_itself() {
        let mut queue = Queue::default();
        let (greedy, other) = (payer("greedy", 1), payer("other", 2));
        for number in 0..200 {
            assert!(queue.push(turn(&format!("g{number}")), Class::Watched, &greedy));
        }
        assert!(!queue.push(turn("g0"), Class::Watched, &greedy), "it waits");
        let first = queue.pop().expect("a turn");
        queue.finish(&first, 500_000, Again::No);
        queue.push(turn("o0"), Class::Watched, &other);
        queue.push(turn("o1"), Class::Watched, &other);
        let order = served(&mut queue, |_| 500_000);
        assert_eq!(order[..4], ["o0", "g1", "o1", "g2"]);
        assert_eq!(order.len(), 201);
        assert!(queue.waiting.is_empty() && queue.running.is_empty());
    }

    #[test]
    fn many_accounts_of_one_address_share_its_part() {
        let mut queue = Queue::default();
        for number in 0..50 {
            let payer = payer(&format!("a{number}"), 1);
            queue.push(turn(&format!("a{number}")), Class::Person, &payer);
        }
        for number in 0..3 {
            queue.push(turn(&format!("b{number}")), Class::Person, &payer("b", 2));
        }
        let order = served(&mut queue, |_| 10_000);
        assert_eq!(order[..6], ["a0", "b0", "a1", "b1", "a2", "b2"]);
        // Among themselves they go round.
        assert_eq!(order[6..10], ["a3", "a4", "a5", "a6"]);
    }

    #[test]
    fn a_person_goes_before_matches_without_any() {
        let mut queue = Queue::default();
        for number in 0..5 {
            queue.push(turn(&format!("w{number}")), Class::Watched, &payer("w", 1));
        }
        queue.push(turn("p0"), Class::Person, &payer("w", 1));
        queue.push(turn("p1"), Class::Person, &payer("p", 2));
        let order = served(&mut queue, |_| 1_000);
        assert_eq!(order[..3], ["p0", "p1", "w0"]);
    }

    #[test]
    fn what_a_turn_costs_counts() {
        let mut queue = Queue::default();
        for number in 0..40 {
            queue.push(turn(&format!("s{number}")), Class::Person, &payer("s", 1));
            queue.push(turn(&format!("q{number}")), Class::Person, &payer("q", 2));
        }
        // Ten cheap ones for each that costs ten times as much.
        let cost = |name: &str| if name.starts_with('s') { 50_000 } else { 5_000 };
        let order = served(&mut queue, cost);
        let strong = |part: &[String]| part.iter().filter(|name| name.starts_with('s')).count();
        assert_eq!(strong(&order[..22]), 2);
        assert_eq!(strong(&order[..33]), 3);
    }

    #[test]
    fn nobody_saves_up_time() {
        let mut queue = Queue::default();
        queue.push(turn("late"), Class::Person, &payer("late", 2));
        served(&mut queue, |_| 1_000);
        for number in 0..30 {
            queue.push(turn(&format!("a{number}")), Class::Person, &payer("a", 1));
        }
        for _ in 0..20 {
            let thinking = queue.pop().expect("a turn");
            queue.finish(&thinking, 100_000, Again::No);
        }
        for number in 0..4 {
            queue.push(
                turn(&format!("l{number}")),
                Class::Person,
                &payer("late", 2),
            );
        }
        let order = served(&mut queue, |_| 100_000);
        assert_eq!(order[..5], ["l0", "a20", "l1", "a21", "l2"]);
    }

    #[test]
    fn a_match_without_any_person_makes_way_and_goes_on_first() {
        let mut queue = Queue::default();
        queue.push(turn("w0"), Class::Watched, &payer("w", 1));
        queue.push(turn("w1"), Class::Watched, &payer("w", 1));
        let first = queue.pop().expect("a turn");
        queue.push(turn("p"), Class::Person, &payer("p", 2));
        queue.make_way(2);
        assert!(!first.stop.is_raised(), "a thread is free");
        queue.make_way(1);
        assert!(first.stop.is_raised());
        queue.finish(&first, 700, Again::Yes);
        assert_eq!(served(&mut queue, |_| 1_000), ["p", "w0", "w1"]);
        // Nobody makes way for it.
        queue.push(turn("p"), Class::Person, &payer("p", 2));
        let person = queue.pop().expect("a turn");
        queue.make_way(1);
        assert!(!person.stop.is_raised());
    }

    #[test]
    fn nobody_who_waits_for_nothing_is_remembered_for_long() {
        let mut queue = Queue::default();
        // Somebody thinks all the time, so that there is something to be fair about.
        queue.push(turn("long"), Class::Person, &payer("long", 251));
        let long = queue.pop().expect("a turn");
        for number in 0..10_000 {
            let payer = payer(&format!("a{number}"), (number % 2) as u8);
            queue.push(turn("m"), Class::Person, &payer);
            let thinking = queue.pop().expect("a turn");
            queue.finish(&thinking, 2_000, Again::No);
        }
        let accounts = |queue: &Queue| -> usize {
            let addresses = queue.classes[0].queues.values();
            addresses.map(|share| share.queue.queues.len()).sum()
        };
        let remembered = accounts(&queue);
        assert!(remembered <= 2 * MOST_REMEMBERED + 1, "{remembered}");
        queue.finish(&long, 2_000, Again::No);
        assert_eq!(accounts(&queue), 0);
    }
}
