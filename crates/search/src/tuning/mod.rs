//! Judges that learn from matches of programs against themselves.
//!
//! `selfplay` plays matches and writes them down, `places` takes from them what a judge can learn, `weighing` fits the
//! weights of a judge, `training` a small network. Whether what was learnt is stronger only a duel can say.

mod places;
mod selfplay;
mod training;
mod weighing;

use std::time::Duration;

use vauban_game::SearchMemory;

pub use places::Fitting;
pub use selfplay::{Place, Played, PlayedOf, Player, SelfPlay, Step, read, walk, write};
pub use training::Training;
pub use weighing::Weighing;

/// Something that is learnt from matches: the weights of a judge, or a network.
pub trait Tuning: Sync {
    /// The game's name, or the game's and its own: `game:network`.
    fn name(&self) -> &'static str;
    /// The text that comes with the program, by its place in the tree.
    fn file(&self) -> &'static str;
    /// The match with this number, played by the program with the text `by`, or by the one that is to be beaten: one line.
    fn play(
        &self,
        by: Option<&str>,
        plan: &SelfPlay,
        number: u64,
        memory: &mut SearchMemory,
    ) -> Result<String, String>;
    /// What is to be learnt from such lines, the first of which is the match with number 0. `tell` hears how it goes on.
    fn fit(
        &self,
        lines: &[String],
        fitting: &Fitting,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Learnt, String>;
    /// A pair of matches of who plays by `text` against who is to be beaten, with the seats swapped.
    fn duel(
        &self,
        text: &str,
        duel: &Duel,
        number: u64,
        memory: &mut SearchMemory,
    ) -> Result<Met, String>;
}

/// What was learnt.
#[derive(Clone, PartialEq, Debug)]
pub struct Learnt {
    pub text: String,
    /// How many places it was learnt from.
    pub places: usize,
    /// The mean square by which expectation and target differ, in matches that it did not learn from.
    pub before: f64,
    pub after: f64,
}

/// How the new is compared with the old.
#[derive(Copy, Clone, Debug)]
pub struct Duel {
    /// The old one's nodes are the plan's.
    pub plan: SelfPlay,
    pub new_nodes: u64,
}

/// What came of two matches.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Met {
    /// What the new one got, in the first seat and in the second.
    pub got: [f64; 2],
    /// What the new and the old one used.
    pub nodes: [u64; 2],
    pub time: [Duration; 2],
}

impl Duel {
    /// Plays both matches; `players` makes the new one and the old one.
    fn run<G: vauban_game::Game>(
        &self,
        game: &G,
        number: u64,
        players: impl Fn() -> [Player<G>; 2],
        memory: &mut SearchMemory,
    ) -> Met {
        let mut met = Met::default();
        for seat in 0..2 {
            let [mut new, mut old] = players();
            (new.nodes, old.nodes) = (self.new_nodes, self.plan.nodes);
            let mut seated = match seat {
                0 => vec![new, old],
                _ => vec![old, new],
            };
            let played = self.plan.play(game, number, &mut seated, memory);
            met.got[seat] = played.shares[vauban_game::Seat(seat as u8)].get();
            for (side, at) in [(0, seat), (1, 1 - seat)] {
                met.nodes[side] += seated[at].used;
                met.time[side] += seated[at].time;
            }
        }
        met
    }
}
