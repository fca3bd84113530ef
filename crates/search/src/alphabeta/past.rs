//! The states that came before the search began.

use vauban_game::{Open, Position, Repetition};

/// The keys of a match's landmarks, to be asked for at every node.
#[derive(Debug)]
pub(super) struct Past {
    /// Keys are well mixed: each stands where it falls, or at the next free place. 0 is a free place.
    keys: Vec<u64>,
}

impl Past {
    /// Empty if the game does not mind states that come again.
    pub(super) fn of<G: Open>(position: &Position<'_, G>) -> Past {
        let game = position.game;
        let mut past = Past { keys: Vec::new() };
        if game.repetition() == Repetition::Free {
            return past;
        }
        let keys = position.past.keys();
        past.keys = vec![0; (2 * keys.len() + 2).next_power_of_two()];
        for &key in keys {
            past.insert(key);
        }
        // A match whose past nobody told begins here.
        if game.landmark(position.view) {
            past.insert(game.key(position.view));
        }
        past
    }

    /// Whether the game minds states that come again.
    pub(super) fn counts(&self) -> bool {
        !self.keys.is_empty()
    }

    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        self.keys[self.place(key)] == key
    }

    fn insert(&mut self, key: u64) {
        let place = self.place(key);
        self.keys[place] = key;
    }

    /// Where `key` stands or would stand. At least half of the places are free.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        let mut place = key as usize & mask;
        while self.keys[place] != 0 && self.keys[place] != key {
            place = (place + 1) & mask;
        }
        place
    }
}
