use vauban_game::*;
use vauban_games::jungle::Jungle;
use vauban_laws::{naive_jungle::*, *};
fn main() {
    for (powers, seed, at) in [("seed", 1, 60), ("seed", 3, 120), ("traditional", 5, 90), ("seed", 7, 200), ("traditional", 9, 160), ("seed", 11, 260)] {
        let chosen = Settings::from([("powers".to_owned(), powers.to_owned())]);
        let game = Jungle::setup(&Jungle::CARD.complete(&chosen, 1).unwrap()).unwrap();
        let mut dice = Dice::seeded(seed);
        let mut player = Player::new(Curiosity::Among(24));
        let (mut state, mut naive) = (game.start(), Board::start(powers));
        for step in 0.. {
            let Some(Happening::Action(seat, action)) = player.choose(&game, &state, &mut dice) else { println!("# over {seed} {step}"); break };
            if step == at {
                for d in 1..=4 {
                    println!("[powers={powers}] {} {d} = {}", game.write_position(&state), naive.perft(d));
                }
                break;
            }
            let t = game.write(action);
            let m = *naive.moves().iter().find(|m| m.text() == t).unwrap();
            game.act(&mut state, seat, action);
            naive.play(m);
        }
    }
}
