//! Sixteen half-turns of a recorded game, with every figure of its table.

use super::*;

const SCRIPT: &str = include_str!("../recorded.script");
const TABLE: &str = include_str!("../recorded.tsv");

/// The states after each recorded half-turn, the start among them.
pub(super) fn half_turns(game: &Guerre) -> Vec<State> {
    let mut state = game.start();
    let mut states = vec![state.clone()];
    for line in commands() {
        play(game, &mut state, line);
        if line == "end" {
            states.push(state.clone());
        }
    }
    states
}

/// The commands of the script, one a line.
pub(super) fn commands() -> impl Iterator<Item = &'static str> {
    SCRIPT
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
}

#[test]
fn every_recorded_half_turn_has_the_figures_of_the_table() {
    let game = Guerre::default();
    let states = half_turns(&game);
    let rows: Vec<Vec<&str>> = TABLE
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(rows.len(), states.len());
    for (row, state) in rows.iter().zip(&states) {
        let isolated = |seat| {
            let cut: Vec<String> = state
                .units(seat)
                .filter(|unit| !state.communication(seat).contains(unit.square()))
                .map(|unit| {
                    format!(
                        "{}@{}",
                        unit.class().code(),
                        game.board().place(unit.square())
                    )
                })
                .collect();
            if cut.is_empty() {
                "-".to_owned()
            } else {
                cut.join(",")
            }
        };
        let side = if state.mover() == NORTH { "N" } else { "S" };
        let figures = [
            row[0].to_owned(),
            side.to_owned(),
            state.units(NORTH).count().to_string(),
            state.units(SOUTH).count().to_string(),
            state.communication(NORTH).len().to_string(),
            state.communication(SOUTH).len().to_string(),
            isolated(NORTH),
            isolated(SOUTH),
            moves(&game, state).to_string(),
        ];
        assert_eq!(figures.as_slice(), row.as_slice());
    }
}

#[test]
fn the_raid_on_t3_is_told() {
    let game = Guerre::default();
    let mut state = game.start();
    for line in commands() {
        let events = play(&game, &mut state, line);
        if line == "move R3 T3" {
            assert_eq!(kinds(&events), ["move", "arsenal"]);
            return;
        }
    }
    panic!("the script has no raid");
}

#[test]
fn the_start_is_the_published_one() {
    let game = Guerre::default();
    let state = game.start();
    let figures = [
        ("D3", 8),
        ("F5", 14),
        ("G3", 17),
        ("G4", 10),
        ("H3", 17),
        ("H4", 13),
        ("H5", 3),
        ("F10", 5),
        ("G6", 3),
        ("G7", 3),
        ("G9", 2),
        ("H7", 2),
        ("H8", 3),
        ("H9", 2),
        ("I6", 5),
        ("G8", 3),
        ("H6", 12),
    ];
    for (from, count) in figures {
        assert_eq!(goals(&game, &state, from).len(), count, "{from}");
    }
    assert_eq!(state.communication(NORTH).len(), 173);
    assert_eq!(state.communication(SOUTH).len(), 175);
    assert_eq!(moves(&game, &state), 122);
    assert_eq!(moves(&game, &game_of_south().start()), 97);
}

fn game_of_south() -> Guerre {
    super::game(&[("first", "south")])
}

/// Counts sequences of moves, as `perft N move` does.
fn perft(game: &Guerre, state: &State, depth: u32) -> u64 {
    let actions = legal(game, state);
    let moves = actions
        .iter()
        .filter(|action| game.kind(**action) == "move");
    if depth == 1 {
        return moves.count() as u64;
    }
    moves
        .map(|&action| {
            let mut next = state.clone();
            game.act(&mut next, state.mover(), action);
            perft(game, &next, depth - 1)
        })
        .sum()
}

#[test]
fn sequences_of_moves_are_as_many_as_published() {
    for (game, counts) in [
        (Guerre::default(), [122, 14_011, 1_496_088]),
        (game_of_south(), [97, 8_676, 712_863]),
    ] {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&game, &game.start(), depth), count);
        }
    }
}
