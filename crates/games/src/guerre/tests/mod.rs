//! placeholder
use super::*;
use vauban_game::*;

fn perft(game: &Guerre, state: &State, depth: u32) -> u64 {
    let mut out = Vec::new();
    game.actions(state, state.on_turn, &mut out);
    let moves = out.iter().filter(|a| matches!(a, Action::Move{..}));
    if depth == 1 { return moves.count() as u64; }
    moves.map(|&a| { let mut s = state.clone(); game.act(&mut s, state.on_turn, a); perft(game, &s, depth-1)}).sum()
}
#[test]
fn quick() {
    let game = Guerre::default();
    let s = game.start();
    assert_eq!(s.communication(NORTH).len(), 173);
    assert_eq!(s.communication(SOUTH).len(), 175);
    println!("{}", size_of::<State>());
    let t = std::time::Instant::now();
    for d in 1..=3 { println!("{d} {}", perft(&game, &s, d)); }
    println!("{:?}", t.elapsed());
    println!("{}", game.write_position(&s));
}
