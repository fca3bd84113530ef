//! How fast Le Jeu de la Guerre is: communications, lists, checks, random play, maps.
//!
//! `cargo bench -p vauban-games --bench guerre`

use divan::{Bencher, black_box, counter::ItemsCount};
use vauban_game::{Actions, Dice, Formats, Game, Lenses, Notation, Setup, Turn, every_action};
use vauban_games::guerre::{Action, Guerre, NORTH, SOUTH, State};

fn main() {
    divan::main();
}

/// The position after eight recorded turns of both sides, where the armies touch.
const MIDDLE: &str = "n5.4.16_B15.D8~T23_rD3.rcF5.cR3.cF10.cD12.cE11.iH5.iD13.iG6.iF9.iG9.iH7.iH8.iD11.iJ6.aF11.acF12~rO23.rcH16.cD16.cD17.cF16.cO17.iJ14.iI13.iI15.iG15.iL16.iK15.iK17.iH14.iM17.aE17.acO16";

fn positions() -> [(Guerre, State); 2] {
    let game = Guerre::default();
    let middle = game
        .read_position(MIDDLE)
        .expect("the position is well written");
    let start = game.start();
    [(game.clone(), start), (game, middle)]
}

#[divan::bench(args = ["start", "middle"])]
fn communications_of_one_side(bencher: Bencher<'_, '_>, name: &str) {
    let (game, state) = pick(name);
    bencher.bench_local(|| black_box(&game).communications(black_box(&state), NORTH));
}

#[divan::bench(args = ["start", "middle"])]
fn communications_of_both_sides(bencher: Bencher<'_, '_>, name: &str) {
    let (game, state) = pick(name);
    bencher.bench_local(|| {
        let (game, state) = (black_box(&game), black_box(&state));
        (
            game.communications(state, NORTH),
            game.communications(state, SOUTH),
        )
    });
}

/// Copies the state, moves, and has everything up to date.
#[divan::bench(args = ["start", "middle"])]
fn one_move_with_communications(bencher: Bencher<'_, '_>, name: &str) {
    let (game, state) = pick(name);
    let mut actions = every_action(&game, &state, state.mover());
    actions.retain(|action| matches!(action, Action::Move { .. }));
    let mut turn = 0;
    bencher.bench_local(|| {
        turn = (turn + 1) % actions.len();
        let mut next = state.clone();
        game.act(&mut next, state.mover(), actions[turn]);
        next
    });
}

#[divan::bench(args = ["start", "middle"])]
fn list_of_legal_actions(bencher: Bencher<'_, '_>, name: &str) {
    let (game, state) = pick(name);
    let mut actions = Actions::new();
    bencher.bench_local(|| {
        actions.clear();
        game.actions(black_box(&state), state.mover(), &mut actions);
        actions.len()
    });
}

#[divan::bench(args = ["H4-J4", "H4-T25", "H4xK15", "end"])]
fn check(bencher: Bencher<'_, '_>, text: &str) {
    let (game, state) = pick("start");
    let action = game.read(text).expect("it is an action");
    bencher.bench_local(|| game.check(black_box(&state), NORTH, black_box(action)));
}

/// One random game: list, choose, act.
#[divan::bench(sample_count = 20)]
fn random_actions(bencher: Bencher<'_, '_>) {
    let game = Guerre::default();
    const ACTIONS: usize = 100_000;
    bencher.counter(ItemsCount::new(ACTIONS)).bench_local(|| {
        let mut dice = Dice::seeded(7);
        let mut actions = Actions::new();
        let mut state = game.start();
        for _ in 0..ACTIONS {
            let Turn::One(seat) = game.turn(&state) else {
                state = game.start();
                continue;
            };
            actions.clear();
            game.actions(&state, seat, &mut actions);
            game.act(&mut state, seat, dice.choose(&actions));
        }
        state
    });
}

/// Every map of the side that is not on turn, in three positions.
fn maps() -> Vec<String> {
    let cards = Guerre::default().lenses().iter();
    cards
        .flat_map(|card| ["start", "middle", "43"].map(|at| format!("{} {at}", card.name)))
        .collect()
}

/// A map that nobody has asked for yet. What is remembered goes by the whole position, its counters
/// included: so each question is asked of another number of half-turns.
#[divan::bench(args = maps(), sample_count = 9, sample_size = 1)]
fn map(bencher: Bencher<'_, '_>, name: &str) {
    let (lens, at) = name.split_once(' ').expect("a map and a position");
    let (game, text) = written(at);
    let (head, rest) = text.split_once('_').expect("a position has parts");
    let (turn, _) = head.split_once('.').expect("counters follow the turn");
    let cards = game.lenses().iter();
    let index = cards.take_while(|card| card.name != lens).count();
    let mut half_turns = 20 * index;
    bencher
        .with_inputs(|| {
            half_turns += 1;
            game.read_position(&format!("{turn}.0.{half_turns}_{rest}"))
                .expect("the position is well written")
        })
        .bench_local_values(|state| game.lens(&state, lens, SOUTH));
}

/// A position as text.
fn written(name: &str) -> (Guerre, String) {
    if name == "43" {
        let game = Guerre::default();
        let save = include_str!("../src/guerre/tests/before-turn-43.txt");
        let saved = game.import(save).expect("the save is read").position;
        let (game, state) = game
            .resume(&saved.expect("a save has a position"))
            .expect("it is a position");
        let text = game.write_position(&state);
        return (game, text);
    }
    let (game, state) = pick(name);
    let text = game.write_position(&state);
    (game, text)
}

fn pick(name: &str) -> (Guerre, State) {
    let [start, middle] = positions();
    if name == "start" { start } else { middle }
}
