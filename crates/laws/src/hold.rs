//! Plays a game at random and looks at it with the laws.

use std::{
    cell::Cell,
    collections::BTreeSet,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
};

use vauban_game::{Dice, Happening, Playable, Repetition, Seat};

use crate::{Curiosity, Law, Memory, Moment, Player, times};

/// How long and how closely to look.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Limits {
    /// A game that goes on longer than this does not end.
    pub steps: u32,
    /// How many actions of other moments every seat is asked about at each step.
    pub sample: usize,
    /// How many actions are compared with the chosen one at each step.
    pub pairs: usize,
    /// This many steps are looked at one by one; later, only some, and the end.
    pub closely: u32,
    /// How many steps of a long game lie between two that are looked at later.
    pub seldom: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 60_000,
            sample: 16,
            pairs: 6,
            closely: times("VAUBAN_CLOSELY", 100, u64::from(u32::MAX)) as u32,
            seldom: 24,
        }
    }
}

/// What a game that kept all laws was like.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Summary {
    pub steps: u32,
    /// The code of the ending.
    pub ending: &'static str,
    /// Different actions that were looked at, legal or not.
    pub actions: usize,
    /// The codes of all refusals that were seen.
    pub refusals: BTreeSet<&'static str>,
}

/// A law that did not hold.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Breach {
    pub law: &'static str,
    pub step: u32,
    pub text: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "“{}” does not hold at step {}: {}",
            self.law, self.step, self.text
        )
    }
}

impl std::error::Error for Breach {}

/// Plays one random game and looks at its moments with every law.
pub fn hold<G: Playable>(game: &G, seed: u64, limits: Limits) -> Result<Summary, Breach> {
    hold_laws(game, seed, limits, Law::ALL)
}

/// The same from a state of its own.
pub fn hold_from<G: Playable>(
    game: &G,
    start: &G::State,
    seed: u64,
    limits: Limits,
) -> Result<Summary, Breach> {
    guarded(game, start, seed, limits, Law::ALL)
}

/// The law that is broken when the game cannot even be played on.
const PLAY: &str = "play goes on";

/// Plays one random game and looks at its moments with some laws. The game is the same whatever
/// the laws.
pub fn hold_laws<G: Playable>(
    game: &G,
    seed: u64,
    limits: Limits,
    laws: &[Law<G>],
) -> Result<Summary, Breach> {
    guarded(game, &game.start(), seed, limits, laws)
}

fn guarded<G: Playable>(
    game: &G,
    start: &G::State,
    seed: u64,
    limits: Limits,
    laws: &[Law<G>],
) -> Result<Summary, Breach> {
    let place = Cell::new((PLAY, 0));
    // A panic is a breach of the law that was being looked at.
    catch_unwind(AssertUnwindSafe(|| {
        run(game, start, seed, limits, laws, &place)
    }))
    .unwrap_or_else(|panic| {
        let (law, step) = place.get();
        let message = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        let text = format!("it panics: {message}");
        Err(Breach { law, step, text })
    })
}

fn run<G: Playable>(
    game: &G,
    start: &G::State,
    seed: u64,
    limits: Limits,
    laws: &[Law<G>],
    place: &Cell<(&'static str, u32)>,
) -> Result<Summary, Breach> {
    let mut play = Dice::seeded(seed);
    let mut player = Player::new(Curiosity::of_seed(seed));
    let mut state = start.clone();
    let mut memory = Memory::new(game, start);
    for step in 0.. {
        place.set((PLAY, step));
        let turn = game.turn(&state);
        let next = player.choose(game, &state, &mut play);
        let ends = turn.over().is_some() || next.is_none();
        if step < limits.closely || step % limits.seldom == 0 || ends {
            let dice = Dice::at(seed, u64::from(step), 1);
            let mut moment = Moment::new(game, &limits, step, &state, next, dice, &mut memory);
            for law in laws {
                place.set((law.name, step));
                (law.look)(&mut moment).map_err(|text| Breach {
                    law: law.name,
                    step,
                    text,
                })?;
            }
            place.set((PLAY, step));
        }
        let ending = match turn.over() {
            Some(outcome) => Some(outcome.ending.code),
            None => repeated(game, &state, &mut memory),
        };
        if let Some(ending) = ending {
            return Ok(Summary {
                steps: step,
                ending,
                actions: memory.universe.len(),
                refusals: memory.codes,
            });
        }
        match next.filter(|_| step <= limits.steps) {
            Some(Happening::Action(seat, action)) => {
                game.act(&mut state, seat, action);
                memory.steps.push((seat, action));
            }
            Some(Happening::Chance(chance)) => {
                game.settle(&mut state, chance);
                memory.only_actions = false;
            }
            None => {
                let text = format!("nothing can happen in {state:?}, or no end comes");
                return Err(Breach {
                    law: PLAY,
                    step,
                    text,
                });
            }
        }
        // In one game of four somebody leaves the table now and then, where the game allows it.
        if seed % 4 == 3 && play.below(32) == 0 {
            let seat = Seat(play.below(u32::from(game.seats())) as u8);
            memory.only_actions &= !game.abandon(&mut state, seat);
        }
    }
    unreachable!("the steps are counted without end")
}

/// Whether the state has come too often, as a match would judge.
fn repeated<G: Playable>(
    game: &G,
    state: &G::State,
    memory: &mut Memory<G>,
) -> Option<&'static str> {
    let Repetition::Draw { times } = game.repetition() else {
        return None;
    };
    if !game.landmark(state) {
        return None;
    }
    let count = memory.landmarks.entry(game.key(state)).or_default();
    *count += 1;
    (*count >= times).then_some("repetition")
}
