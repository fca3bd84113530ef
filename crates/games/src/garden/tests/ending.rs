//! How a match ends. §8

use super::*;
use vauban_game::every_action;

#[test]
fn whoever_takes_the_last_enemy_cell_wins() {
    let state = conquest("e3=b5 e2=r1");
    assert_eq!(
        over(&after(&state, "e3-e2 !20 !6")),
        Some(("eliminated", Some(BLUE)))
    );
}

#[test]
fn the_whole_garden_wins() {
    let all: String = Cell::all()
        .map(|here| match here.to_string().as_str() {
            "e2" => "e2=r1 ".to_owned(),
            name => format!("{name}=b2 "),
        })
        .collect();
    let state = after(&conquest(all.trim()), "e3-e2 !8 !6");
    assert_eq!(over(&state), Some(("garden", Some(BLUE))));
}

#[test]
fn both_sides_dying_at_one_turn_start_is_a_draw() {
    let state = after(&conquest("e3=b5p2 a2=r1p1"), "end");
    // Red is gone already, but the poison has not done with Blue.
    let state = after(&state, "!6 !dead-1");
    assert_eq!(over(&state), None);
    assert_eq!(state.phase(), Phase::Poison(cell("e3")));
    assert_eq!(over(&after(&state, "!6 !dead-5")), Some(("extinct", None)));
    assert_eq!(
        over(&after(&state, "!6 !dead-4")),
        Some(("eliminated", Some(BLUE)))
    );
}

/// Red's last turn in round 200.
fn last_turn(cells: &str) -> State {
    let sides = "c0,0,0,0,0,0.s0,0,0,0,0,0";
    read(&format!("7.12.200.conquest.-.{sides}.{}", board(cells)))
}

#[test]
fn after_200_rounds_cells_count_then_creatures_then_nobody_wins() {
    let end = |cells| over(&after(&last_turn(cells), "end"));
    assert_eq!(end("e3=b1 e2=b1 a2=r5"), Some(("rounds", Some(BLUE))));
    assert_eq!(end("e3=b4 a2=r5"), Some(("rounds", Some(RED))));
    assert_eq!(end("e3=b5 a2=r5"), Some(("rounds", None)));
    let before = "7.12.199.conquest.-.c0,0,0,0,0,0.s0,0,0,0,0,0";
    let state = read(&format!("{before}.{}", board("e3=b5 a2=r5")));
    assert_eq!(over(&after(&state, "end")), None);
}

#[test]
fn nobody_acts_after_the_end() {
    let state = after(&conquest("e3=b5 e2=r1"), "e3-e2 !20 !6");
    for seat in [BLUE, RED] {
        assert_eq!(codes(&state, seat, "end")[0], "game-over");
        let actions = every_action(&garden(), &state, seat);
        assert_eq!(actions, []);
    }
}
