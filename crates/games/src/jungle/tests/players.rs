//! The players that the first Jungle War describes, and what the judge tells a search.

use vauban_game::{Agent, Budget, Position, SearchMemory};

use super::*;
use crate::jungle::{Heuristic, Novice};

/// What an agent chooses with different dice.
fn choices(agent: &mut dyn Agent<Jungle>, state: &State, times: u64) -> BTreeMap<String, u32> {
    let (game, mut memory) = (jungle(), SearchMemory::default());
    let mut choices = BTreeMap::new();
    for seed in 0..times {
        let position = Position::new(&game, state.mover(), state, Dice::seeded(seed));
        let thought = agent.think(&position, &Budget::default(), &mut memory);
        assert!(game.check(state, state.mover(), thought.action).is_ok());
        *choices.entry(game.write(thought.action)).or_default() += 1;
    }
    choices
}

#[test]
fn novice_takes_the_strongest_enemy_in_reach() {
    let lion = (Animal::Lion, "d4");
    let prey = [
        (Animal::Cat, "d3"),
        (Animal::Leopard, "e4"),
        (Animal::Elephant, "c4"),
    ];
    let state = position(1, &[lion, (Animal::Rat, "a1")], &prey);
    let only: Vec<String> = choices(&mut Novice, &state, 20).into_keys().collect();
    assert_eq!(only, ["d4e4"], "the elephant is too strong for the lion");
}

#[test]
fn novice_brings_its_strongest_or_its_farthest_animal_closer() {
    let blue = [(Animal::Elephant, "f10"), (Animal::Cat, "a1")];
    let state = position(1, &blue, &[(Animal::Rat, "l1")]);
    let choices = choices(&mut Novice, &state, 400);
    let by = |from: &str| -> u32 {
        let by = choices
            .iter()
            .filter(|(action, _)| action.starts_with(from));
        by.map(|(_, count)| count).sum()
    };
    let (strongest, farthest) = (by("f10"), by("a1"));
    assert_eq!(strongest + farthest, 400);
    assert!((150..250).contains(&strongest), "{choices:?}");
    // Closer to the throne, never sideways.
    assert_eq!(
        choices.keys().collect::<Vec<_>>(),
        ["a1a2", "a1b1", "f10f11"]
    );
}

#[test]
fn heuristic_scores_prey_predators_and_the_throne() {
    let blue = [(Animal::Cat, "c3")];
    let red = [(Animal::Rat, "c5"), (Animal::Dog, "f3")];
    let state = position(1, &blue, &red);
    let score = jungle().score(&state, BLUE, Animal::Cat, square("c4"));
    // The rat is one step from c4 and seven from its goal; the dog four; the throne twelve.
    let prey = (-1.0_f64 / 3.0 + 6.4).exp() / 7.0;
    let predator = -200.0 * (-4.0_f64 / 2.0).exp();
    let objective = (-12.0_f64 / 6.0 + 4.9).exp();
    assert!(
        (score - (prey + predator + objective)).abs() < 1e-9,
        "{score}"
    );
}

#[test]
fn heuristic_moves_every_animal_as_often_and_each_where_it_scores_most() {
    let game = jungle();
    let state = game.start();
    let choices = choices(&mut Heuristic, &state, 800);
    let mut by_animal: BTreeMap<String, u32> = BTreeMap::new();
    for (text, count) in &choices {
        let Action { from, to } = action(text);
        let (_, animal) = state.at(from).unwrap();
        *by_animal.entry(from.to_string()).or_default() += count;
        let score = |to| game.score(&state, BLUE, animal, to);
        let others = actions(&game, &state).into_iter();
        let best = others
            .filter(|other| other.from == from)
            .map(|other| score(other.to));
        assert!(best.fold(f64::MIN, f64::max) <= score(to), "{text}");
    }
    assert_eq!(by_animal.len(), 8);
    assert!(
        by_animal.values().all(|count| (60..140).contains(count)),
        "{by_animal:?}"
    );
}

#[test]
fn a_draw_without_a_list_is_as_even_as_one_from_the_list() {
    let game = jungle();
    let mut states = random_states(&game, 40);
    states.retain(|state| state.end().is_none());
    let mut list = Actions::new();
    let mut dice = Dice::seeded(9);
    for state in states.iter().step_by(97) {
        let legal = actions(&game, state);
        let mut counts = vec![0_u32; legal.len()];
        let draws = 400 * legal.len() as u32;
        for _ in 0..draws {
            let drawn = game.draw(state, state.mover(), &mut list, &mut dice);
            let place = legal.iter().position(|action| *action == drawn);
            counts[place.expect("it is legal")] += 1;
        }
        // Six standard deviations.
        assert!(
            counts.iter().all(|count| (280..520).contains(count)),
            "{counts:?}"
        );
    }
}

#[test]
fn what_the_judge_foresees_comes_true() {
    let game = jungle();
    let wins_at_once = |state: &State| {
        actions(&game, state).into_iter().any(|action| {
            let mut next = *state;
            game.act(&mut next, state.mover(), action);
            game.turn(&next)
                .over()
                .is_some_and(|end| end.winner() == Some(state.mover()))
        })
    };
    let (mut won, mut lost) = (0, 0);
    for state in random_states(&game, 300) {
        if state.end().is_some() {
            continue;
        }
        match Instinct.foresee(&game, &state, state.mover()) {
            None => continue,
            Some(1) => {
                assert!(wins_at_once(&state), "{}", game.write_position(&state));
                won += 1;
            }
            Some(-2) => {
                let saved = actions(&game, &state).into_iter().any(|action| {
                    let mut next = state;
                    game.act(&mut next, state.mover(), action);
                    next.end().is_some() || !wins_at_once(&next)
                });
                assert!(!saved, "{}", game.write_position(&state));
                lost += 1;
            }
            Some(other) => panic!("{other}"),
        }
    }
    assert!(won > 50 && lost > 20, "{won} and {lost}");
}

#[test]
fn the_judge_sees_both_seats_alike() {
    let game = jungle();
    for state in random_states(&game, 5) {
        if state.end().is_some() {
            continue;
        }
        let lead = Instinct.lead(&game, &state, BLUE);
        assert_eq!(lead, -Instinct.lead(&game, &state, RED));
        // After half a turn of the board, and with seats swapped, it is the same position.
        let half_turn = |seat: Seat| -> Vec<(Animal, String)> {
            let turned = |square: Square| Square::new(Square::COUNT - 1 - square.index()).unwrap();
            let animals = state.animals(seat);
            animals
                .map(|(animal, square)| (animal, turned(square).to_string()))
                .collect()
        };
        let (blue, red) = (half_turn(RED), half_turn(BLUE));
        let as_texts = |herd: &[(Animal, String)]| -> Vec<(Animal, &'static str)> {
            herd.iter()
                .map(|(animal, name)| (*animal, &*name.clone().leak()))
                .collect()
        };
        let mover = state.mover().other().number();
        let turned = position(mover, &as_texts(&blue), &as_texts(&red));
        assert_eq!(Instinct.lead(&game, &turned, RED), lead);
    }
}

#[test]
fn the_features_of_the_judge_add_up_to_its_lead() {
    let game = jungle();
    for state in random_states(&game, 5) {
        for seat in SEATS {
            let mut features = Vec::new();
            Instinct.features(&game, &state, seat, &mut features);
            let sum: f64 = features.iter().map(|feature| feature.worth).sum();
            assert_eq!(sum, f64::from(Instinct.lead(&game, &state, seat)));
            assert_eq!(features.len(), 4);
        }
    }
}
