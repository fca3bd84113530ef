//! The players that the report describes, and the judge behind the beam.

use vauban_game::{Agent, Budget, Position, SearchMemory};

use super::*;
use crate::guerre::{Expert, Judge, Plan, Strategist, Term, Weights, agents::Order};

fn thought(agent: &mut dyn Agent<Guerre>, game: &Guerre, state: &State, seed: u64) -> String {
    let position = Position::new(game, state.mover(), state, Dice::seeded(seed));
    let thought = agent.think(&position, &Budget::default(), &mut SearchMemory::default());
    assert_eq!(game.check(state, state.mover(), thought.action), Ok(()));
    game.write(thought.action)
}

#[test]
fn the_text_of_the_weights_is_whole() {
    assert_eq!(
        Weights::read(include_str!("../weights.txt")),
        Ok(*Weights::shipped())
    );
}

#[test]
fn the_expert_destroys_before_it_repels() {
    let game = Guerre::default();
    // J10 is cut off and falls; M8 is driven off by 8 to 7.
    let state = position(&game, "n4", "iL8ml cK7 cK8", "iM8 rO8 iJ10");
    for seed in 0..5 {
        let chosen = thought(&mut Expert::default(), &game, &state, seed);
        assert_eq!(chosen, "L8xJ10");
    }
    let state = position(&game, "n4", "iL8ml cK7 cK8", "iM8 rO8");
    assert_eq!(thought(&mut Expert::default(), &game, &state, 1), "L8xM8");
}

#[test]
fn the_expert_draws_from_the_best_tenth_of_the_moves_that_keep_its_strength() {
    let game = Guerre::default();
    let start = game.start();
    for order in [Order::Communication, Order::Mobility] {
        let expert = Expert { order };
        let before = game.potential(&start, NORTH);
        let mut ranks = Vec::new();
        for action in legal(&game, &start) {
            let mut after = start.clone();
            game.act(&mut after, NORTH, action);
            if action != Action::End && game.potential(&after, NORTH) >= before {
                let rank = match order {
                    Order::Communication => after.communication(NORTH).len(),
                    Order::Mobility => moves(&game, &after),
                };
                ranks.push((rank, action));
            }
        }
        let best = expert.best_moves(&game, &start, &legal(&game, &start));
        assert_eq!(best.len(), ranks.len().div_ceil(10));
        let rank = |wanted: &Action| ranks.iter().find(|(_, action)| action == wanted).unwrap().0;
        let least = best.iter().map(rank).min().unwrap();
        let better = ranks.iter().filter(|(rank, _)| *rank > least).count();
        assert!(better < best.len(), "{order:?}");
        let mut drawn: Vec<String> = (0..40)
            .map(|seed| thought(&mut Expert { order }, &game, &start, seed))
            .collect();
        drawn.sort();
        drawn.dedup();
        assert!(drawn.len() > 1, "{drawn:?}");
        assert!(drawn.iter().all(|text| best.contains(&action(&game, text))));
    }
}

#[test]
fn the_expert_ends_its_turn_when_no_move_keeps_its_strength() {
    let game = Guerre::default();
    // All moves are used up.
    let state = position(&game, "n0", "iD8 iD7", "iT3 iT4");
    assert_eq!(thought(&mut Expert::default(), &game, &state, 1), "end");
}

/// North's cavalry on the long line from D8, two steps from T23.
const RAIDER: &str = "cR22 iD8 rD3";

#[test]
fn the_strategist_says_which_of_four_plans_it_follows() {
    let game = Guerre::default();
    let plan = |turn: &str, north: &str, south: &str| {
        let state = position(&game, turn, north, south);
        let plan = Strategist::plan(&game, &state, state.mover()).expect("there is one");
        (plan, plan.text(&game))
    };
    let at = |place: &str| square(&game, place);
    // A raid that is nearly there comes first.
    let (raid, text) = plan("n5", RAIDER, "iA1 iA2 rM25");
    assert_eq!(raid, Plan::Raid(at("T23")));
    assert_eq!(text.en, "raid on the arsenal at T23");
    assert_eq!(text.fr, "raid sur l'arsenal en T23");
    // The same raid seen from the other side.
    let (defence, text) = plan("s5", RAIDER, "iK2 iL2 rM25");
    assert_eq!(defence, Plan::Defend(at("T23")));
    assert_eq!(text.en, "defence of T23");
    // Three charges and a gun against one horse: the one side answers, the other attacks.
    let (north, south) = ("cJ8 rD3 iD8", "cM7 cM8 cM9 aN8 rO8");
    let (answer, text) = plan("n5", north, south);
    assert_eq!(answer, Plan::Answer(at("J8")));
    assert_eq!(text.en, "answer to the threat to J8");
    let (attack, text) = plan("s5", north, south);
    assert_eq!(attack, Plan::Attack(at("J8")));
    assert_eq!(text.en, "attack on the weak point at J8");
}

#[test]
fn the_strategist_takes_the_arsenal_that_it_raids() {
    let game = Guerre::default();
    let state = position(&game, "n5", RAIDER, "iA1 iA2 rM25");
    assert_eq!(thought(&mut Strategist, &game, &state, 1), "R22-T23");
}

#[test]
fn terms_rise_with_what_they_are_named_after() {
    let game = Guerre::default();
    let judge = Judge::default();
    let (north, south) = ("iH8 cH9 rD3", "iM8 cM9 rO8");
    let terms = |north: &str, south: &str| {
        let state = position(&game, "n5", north, south);
        judge.terms(&game, &state, NORTH, crate::guerre::evaluate::Next(SOUTH))
    };
    let base = terms(north, south);
    for (term, north, south) in [
        (Term::Material, "iH8 cH9 rD3 iD9", south),
        // M8 and M9 lose the line of O8.
        (Term::Communication, north, "iM8 cM9 rQ7"),
        (Term::Advance, "iJ8 cJ9 rD3", south),
    ] {
        let better = terms(north, south);
        let name = term.name();
        assert!(
            better.of(term) > base.of(term),
            "{name}: {base:?} {better:?}"
        );
    }
    // A horse within reach of three charges and a gun, and one that is not.
    let enemy = "cM7 cM8 cM9 aN8 rO8";
    let hanging = |north: &str| terms(north, enemy).of(Term::Hanging);
    assert!(hanging("cJ8 rD3 iD8") < -100);
    assert!(hanging("cE8 rD3 iD8") > -20);
    assert_eq!(
        base.sum(),
        Term::ALL.iter().map(|&term| base.of(term)).sum::<i32>()
    );
}

#[test]
fn to_take_an_arsenal_is_never_worse_than_to_threaten_it() {
    let game = Guerre::default();
    let judge = Judge::default();
    for quiet in [0, 40, 79] {
        let mut before = position(&game, "n5", RAIDER, "iK2 iL2 rM25");
        before.quiet = quiet;
        let bold = vauban_game::Planner::for_turn(&judge, &game, &before);
        let lead = |state: &State| vauban_game::Planner::turn_lead(&bold, &game, state, NORTH);
        let mut after = before.clone();
        game.act(&mut after, NORTH, action(&game, "R22-T23"));
        assert!(lead(&after) > lead(&before) + 300, "{quiet}");
    }
}
