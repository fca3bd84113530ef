//! Why an action was chosen, in the words of a judge.

use vauban_game::{Evaluate, Feature, Game, Seat, Turn, reasons};

/// What speaks most for `action`: the features of the judge that gain most by it. Where nature answers,
/// its likeliest result is taken to come.
pub fn why<G: Game>(
    judge: &impl Evaluate<G>,
    game: &G,
    state: &G::State,
    seat: Seat,
    action: G::Action,
) -> Vec<Feature> {
    /// Some games roll several times for one action.
    const MOST_ROLLS: u32 = 8;
    let mut after = state.clone();
    game.act(&mut after, seat, action);
    let mut results = Vec::new();
    for _ in 0..MOST_ROLLS {
        if game.turn(&after) != Turn::Chance {
            break;
        }
        results.clear();
        game.chances(&after, &mut results);
        let Some(&(likeliest, _)) = results.iter().max_by_key(|(_, weight)| *weight) else {
            break;
        };
        game.settle(&mut after, likeliest);
    }
    match game.turn(&after) {
        // A judge is not asked about what is over, and the result is reason enough.
        Turn::Over(_) => Vec::new(),
        _ => reasons(judge, game, state, &after, seat),
    }
}
