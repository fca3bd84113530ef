//! What changes in Muster: hands, forts, and whose turn it is.

use vauban_game::{BySeat, Ending, Seat, SeatSet};

use crate::toys::plain;

/// How many forts there are.
pub(super) const FORTS: u8 = 8;

/// How many cards of each kind the deck has; a card of kind k musters k + 1 armies.
pub(super) const DECK: Cards = [8, 6, 4, 2];

/// What a raid may destroy, with its weights.
pub(super) const LOSSES: [(u8, u32); 3] = [(1, 3), (3, 2), (6, 1)];

/// Cards by kind.
pub(super) type Cards = [u8; 4];

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pub(super) hands: BySeat<Cards>,
    pub(super) open: Public,
}

/// What everybody knows.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Public {
    pub(super) forts: [Fort; FORTS as usize],
    pub(super) played: Cards,
    pub(super) mover: Seat,
    pub(super) round: u8,
    pub(super) phase: Phase,
    /// Armies mustered and not yet placed.
    pub(super) pool: u8,
    pub(super) raided: bool,
    pub(super) gone: SeatSet,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Fort {
    pub(super) owner: Option<Seat>,
    pub(super) armies: u8,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Phase {
    /// The seat to move draws a card.
    Draw,
    Act,
    /// A raid on this fort is being rolled.
    Raid(u8),
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// Plays a card of this kind.
    Play(u8),
    /// Puts so many armies into a fort.
    Place(u8, u8),
    Raid(u8),
    End,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Chance {
    /// A card of this kind.
    Draw(u8),
    /// A raid destroys so many armies.
    Loss(u8),
}

pub(super) static ROUNDS: Ending =
    Ending::new("rounds", "after the last round", "après le dernier tour");

pub(super) static ALONE: Ending = Ending::new(
    "alone",
    "because all others left",
    "car tous les autres sont partis",
);

pub(super) fn size(cards: Cards) -> u8 {
    cards.iter().sum()
}

pub(super) fn fort_name(fort: u8) -> String {
    format!("f{}", fort + 1)
}

pub(super) fn read_fort(text: &str) -> Option<u8> {
    let number = plain::number(text.strip_prefix('f')?)?;
    (1..=FORTS).contains(&number).then(|| number - 1)
}

pub(super) fn read_card(text: &str) -> Option<u8> {
    let number = plain::number(text)?;
    (1..=DECK.len() as u8).contains(&number).then(|| number - 1)
}
