//! What the network sees, and that what it adds is told.

use vauban_game::Network;

use super::*;
use Animal::{Cat, Dog, Elephant, Lion, Rat, Tiger, Wolf};

fn inputs(game: &Jungle, state: &State) -> Vec<u16> {
    let mut inputs = Vec::new();
    Learned::inputs(game, state, &mut inputs);
    inputs
}

fn sorted(mut inputs: Vec<u16>) -> Vec<u16> {
    inputs.sort_unstable();
    inputs
}

#[test]
fn the_network_that_ships_can_be_read() {
    let start = jungle().start();
    let lead = Learned::shipped().lead(&jungle(), &start, Seat(0));
    assert_eq!(-lead, Learned::shipped().lead(&jungle(), &start, Seat(1)));
    assert!(lead.abs() < 1_000, "{lead}");
}

#[test]
fn both_seats_see_the_same_from_their_own_side() {
    let blue = position(
        1,
        &[(Cat, "c4"), (Lion, "f9")],
        &[(Rat, "d7"), (Dog, "h12")],
    );
    // The board turned by half a turn, with the seats swapped.
    let red = position(
        2,
        &[(Rat, "i7"), (Dog, "e2")],
        &[(Cat, "j10"), (Lion, "g5")],
    );
    assert_eq!(inputs(&jungle(), &blue), inputs(&jungle(), &red));
    let learned = Learned::shipped();
    let lead = |state: &State| learned.lead(&jungle(), state, state.mover());
    assert_eq!(lead(&blue), lead(&red));
}

#[test]
fn a_mirrored_board_has_mirrored_inputs() {
    let left = position(
        1,
        &[(Cat, "c4"), (Lion, "f9")],
        &[(Rat, "d7"), (Dog, "h12")],
    );
    let right = position(
        1,
        &[(Cat, "j4"), (Lion, "g9")],
        &[(Rat, "i7"), (Dog, "e12")],
    );
    let mirrored = inputs(&jungle(), &left).into_iter().map(Learned::mirrored);
    assert_eq!(
        sorted(mirrored.collect()),
        sorted(inputs(&jungle(), &right))
    );
    for input in 0..Learned::INPUTS as u16 {
        assert_eq!(Learned::mirrored(Learned::mirrored(input)), input);
    }
}

#[test]
fn animals_count_by_their_power_in_either_table() {
    let seed = position(1, &[(Dog, "c4"), (Tiger, "f9")], &[(Wolf, "h10")]);
    let traditional = position(1, &[(Wolf, "c4"), (Lion, "f9")], &[(Dog, "h10")]);
    let game = Jungle::new(Powers::Traditional);
    assert_eq!(
        sorted(inputs(&jungle(), &seed)),
        sorted(inputs(&game, &traditional))
    );
}

#[test]
fn what_the_network_adds_is_told_as_experience() {
    let state = position(1, &[(Cat, "c4"), (Lion, "f9")], &[(Elephant, "d4")]);
    let mut row = [0; vauban_game::LANES];
    row[0] = 25 * vauban_game::POINT as i16;
    let mut rows = vec![[0; vauban_game::LANES]; Learned::INPUTS];
    rows[usize::from(inputs(&jungle(), &state)[0])] = row;
    let network = Network::new([0; vauban_game::LANES], [0; vauban_game::LANES], rows);
    let learned = Learned::new(network);
    let lead = |judge: &dyn Evaluate<Jungle>, seat| judge.lead(&jungle(), &state, seat);
    assert_eq!(lead(&learned, Seat(0)), lead(&Instinct, Seat(0)) + 25);
    for (seat, worth) in [(Seat(0), 25.0), (Seat(1), -25.0)] {
        let mut features = Vec::new();
        learned.features(&jungle(), &state, seat, &mut features);
        let last = features.last().expect("it counts something");
        assert_eq!((last.name.en.as_ref(), last.worth), ("experience", worth));
        let sum: f64 = features.iter().map(|feature| feature.worth).sum();
        assert_eq!(sum, f64::from(lead(&learned, seat)));
    }
}
