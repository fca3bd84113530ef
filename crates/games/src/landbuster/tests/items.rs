//! §9 Items: how they come, what each does, and who knows of it.

use std::collections::BTreeMap;

use vauban_game::{Happening, Viewer, tell};

use super::*;
use crate::landbuster::{Lying, News, Then};

/// Red's turn is about to begin: an item may appear.
fn drawing(game: &LandBuster) -> State {
    let mut state = war(game, &[(1, 20), (2, 10), (3, 30), (8, 40), (9, 50)]);
    state.phase = Phase::Item;
    state
}

fn collects(game: &LandBuster, item: Item) -> State {
    let mut state = drawing(game);
    state.phase = Phase::Kind {
        seat: RED,
        then: Then::Reinforce,
    };
    after(game, &state, &format!("!{}", item.word()))
}

fn holding(game: &LandBuster, item: Item) -> State {
    let mut state = war(game, &[(1, 20), (2, 10), (3, 30)]);
    state.held[RED.index()] = Some(item);
    state
}

#[test]
fn an_item_appears_in_twelve_of_a_hundred_turns_by_the_weights_of_the_places() {
    let game = game(2);
    let state = drawing(&game);
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    let total: u32 = chances.iter().map(|&(_, weight)| weight).sum();
    let share = |wanted: &dyn Fn(Chance) -> bool| {
        let hit = chances.iter().filter(|&&(chance, _)| wanted(chance));
        hit.map(|&(_, weight)| weight).sum::<u32>() * 100
    };
    assert_eq!(share(&|chance| chance == Chance::NoItem), 88 * total);
    // Of a hundred items five are fat.
    assert_eq!(
        share(&|chance| matches!(chance, Chance::Fat(_))) * 5,
        3 * total
    );
    // Neutral are 4 (with the fortress), 5, 6, 7 and 10.
    let of = |number: u8| share(&|chance| chance == Chance::Item(at(number)));
    assert_eq!((of(4), of(6), of(1)), (2 * of(5), of(5), 0));
    // One lies there already.
    let mut state = state;
    state.lying[0] = Some(Lying {
        at: at(4),
        turns: 2,
        fat: false,
    });
    assert!(!game.places_for_items(&state).contains(at(4)));
}

#[test]
fn without_a_place_no_item_is_drawn() {
    let game = game(2);
    let mut state = war(&game, &[]);
    for number in [5, 6, 7, 10] {
        state.give(at(number), Some(CYAN));
    }
    state.lying[0] = Some(Lying {
        at: at(4),
        turns: 4,
        fat: false,
    });
    let state = after(&game, &state, "pass");
    assert_eq!((state.mover(), state.phase()), (CYAN, Phase::Reinforce));
}

#[test]
fn items_come_as_often_as_the_rules_say_over_ten_thousand_turns() {
    let game = game(2);
    let state = drawing(&game);
    let mut dice = Dice::seeded(11);
    let (mut items, mut fat) = (0, 0);
    let mut places: BTreeMap<Land, u32> = BTreeMap::new();
    for _ in 0..10_000 {
        match game.roll(&state, &mut dice) {
            Chance::NoItem => {}
            Chance::Item(at) | Chance::Fat(at) => {
                items += 1;
                *places.entry(at).or_default() += 1;
            }
            chance => panic!("{chance:?}"),
        }
    }
    assert!((1_100..=1_300).contains(&items), "{items}");
    // Six shares, two of them for the fortress.
    let fortress = places[&at(4)] as f64 / f64::from(items);
    assert!((fortress - 1.0 / 3.0).abs() < 0.05, "{fortress}");
    assert_eq!(places.len(), 5);
    let mut kinds: BTreeMap<Item, u32> = BTreeMap::new();
    let mut collecting = state;
    collecting.phase = Phase::Kind {
        seat: RED,
        then: Then::Reinforce,
    };
    let draws = 10_000;
    for _ in 0..draws {
        // One item of twenty is fat; what the others are is drawn when they are collected.
        if dice.below(20) == 0 {
            fat += 1;
            continue;
        }
        let Chance::Kind(item) = game.roll(&collecting, &mut dice) else {
            panic!("a kind is drawn");
        };
        *kinds.entry(item).or_default() += 1;
    }
    let share = |item: Item| f64::from(kinds[&item]) / f64::from(draws);
    for item in Item::ALL {
        let (found, wanted) = match item {
            Item::FatBonus => (f64::from(fat) / f64::from(draws), 0.05),
            _ => (share(item), f64::from(item.weight()) / 100.0),
        };
        assert!((found - wanted).abs() < 0.015, "{item:?}: {found}");
    }
    assert_eq!(Item::ALL.map(Item::weight).iter().sum::<u32>(), 100);
}

#[test]
fn an_item_on_an_owned_land_is_collected_at_once() {
    let game = game(2);
    let mut state = drawing(&game);
    state.give(at(4), Some(CYAN));
    let state = after(&game, &state, "!at-4");
    let waits = Phase::Kind {
        seat: CYAN,
        then: Then::Reinforce,
    };
    assert_eq!(state.phase(), waits);
    let state = after(&game, &state, "!full-power");
    assert_eq!(
        (state.item(CYAN), state.phase()),
        (Some(Item::FullPower), Phase::Reinforce)
    );
    assert_eq!(state.lying().count(), 0);
}

#[test]
fn an_item_on_a_neutral_land_lies_there_for_four_turns() {
    let game = game(2);
    let mut state = after(&game, &drawing(&game), "!at-5");
    for turns in [4, 3, 2, 1] {
        let lies = state.lying_at(at(5)).map(|lying| lying.turns);
        assert_eq!(lies, Some(turns));
        play(&game, &mut state, "pass !none");
    }
    assert_eq!(state.lying().count(), 0);
}

#[test]
fn whoever_captures_the_land_collects_the_item() {
    let game = game(2);
    let mut state = after(&game, &drawing(&game), "!at-4 reinforce-1 3=4");
    let waits = Phase::Kind {
        seat: RED,
        then: Then::Move,
    };
    assert_eq!((state.phase(), state.lying().count()), (waits, 0));
    play(&game, &mut state, "!play-twice");
    assert_eq!(
        (state.item(RED), state.phase()),
        (Some(Item::PlayTwice), Phase::Move)
    );
    // The fat bonus needs no further draw: Cyan loses 8, the biggest beside the capital.
    let state = after(&game, &drawing(&game), "!fat-4 reinforce-1 3=4");
    assert_eq!(
        (owned(&state, RED), state.phase()),
        (vec![1, 2, 3, 4, 8], Phase::Move)
    );
}

#[test]
fn a_new_item_replaces_the_old_one() {
    let game = game(2);
    let mut state = collects(&game, Item::FullPower);
    assert_eq!(state.item(RED), Some(Item::FullPower));
    state.phase = Phase::Kind {
        seat: RED,
        then: Then::Reinforce,
    };
    let state = after(&game, &state, "!play-twice");
    assert_eq!(state.item(RED), Some(Item::PlayTwice));
}

#[test]
fn attack_anywhere_needs_no_connection_and_no_port_but_spares_capitals() {
    let game = game(3);
    let mut state = holding(&game, Item::AttackAnywhere);
    state.give(at(7), Some(YELLOW));
    state.set_soldiers(at(7), 1);
    assert_eq!(codes(&game, &state, RED, "1x8"), ["not-connected"]);
    let state = after(&game, &state, "use");
    assert_eq!(state.item(RED), None);
    // Not over the sea, so not halved.
    assert_eq!(game.attack(&state, at(1), at(8)).power().whole(), 20);
    assert_eq!(codes(&game, &state, RED, "1x9"), ["capital-from-afar"]);
    assert_eq!(codes(&game, &state, RED, "1x6"), ["capital-from-afar"]);
    // One attack only: after 1x7 the others need a connection again.
    let planned = after(&game, &state, "1x7");
    assert_eq!(codes(&game, &planned, RED, "2x8"), ["not-connected"]);
    let fought = after(&game, &planned, "launch !1.000");
    assert_eq!(fought.owner(at(7)), Some(RED));
    // Cancelled, it may go elsewhere.
    assert_eq!(codes(&game, &planned, RED, "cancel-1x7"), [""; 0]);
    let other = after(&game, &planned, "cancel-1x7");
    assert_eq!(codes(&game, &other, RED, "1x8"), [""; 0]);
    // By sea it is halved, port or not.
    let mut sea = state;
    sea.give(at(10), Some(CYAN));
    sea.set_soldiers(at(10), 9);
    assert_eq!(game.attack(&sea, at(1), at(10)).power().whole(), 10);
    assert_eq!(codes(&game, &sea, RED, "1x10"), [""; 0]);
}

#[test]
fn full_power_divides_no_attack() {
    let game = game(2);
    let mut state = holding(&game, Item::FullPower);
    state.give(at(7), Some(RED));
    state.set_soldiers(at(7), 30);
    state.set_soldiers(at(8), 25);
    let plain = after(&game, &state, "3x8");
    assert_eq!(codes(&game, &plain, RED, "7x8"), ["too-weak"]);
    let state = after(&game, &state, "use 3x8 7x8 launch !1.000");
    // Five fall, and the second attack still counts 30 against 20.
    assert_eq!(state.soldiers(at(8)), 20);
    assert_eq!(state.phase(), Phase::Battle { at: 1 });
    assert_eq!(after(&game, &state, "!1.000").soldiers(at(8)), 10);
}

#[test]
fn attack_and_build_allows_one_port_besides() {
    let game = game(2);
    let state = after(&game, &holding(&game, Item::AttackAndBuild), "use 3x8");
    let built = after(&game, &state, "port-1");
    assert_eq!((built.phase(), built.planned()), (Phase::Action, 1));
    assert!(!built.boons().build);
    assert_eq!(
        codes(&game, &built, RED, "port-1"),
        ["attacks-planned", "port-there"]
    );
    // Built first, the phase goes on too; a second port is an action like any other.
    let mut state = after(&game, &holding(&game, Item::AttackAndBuild), "use port-1");
    assert_eq!(state.phase(), Phase::Action);
    state.give(at(5), Some(RED));
    assert_eq!(after(&game, &state, "port-5").phase(), Phase::Move);
}

#[test]
fn play_twice_lets_another_turn_follow() {
    let game = game(2);
    let state = after(&game, &holding(&game, Item::PlayTwice), "use pass");
    assert_eq!((state.mover(), state.phase()), (RED, Phase::Item));
    assert_eq!(state.boons(), Boons::default());
    let state = after(&game, &state, "!none pass");
    assert_eq!(state.mover(), CYAN);
}

#[test]
fn more_and_fewer_troops_change_every_land_by_a_tenth() {
    let game = game(2);
    let more = collects(&game, Item::MoreTroops);
    assert_eq!(
        [1, 2, 3].map(|number| more.soldiers(at(number))),
        [22, 11, 33]
    );
    let fewer = collects(&game, Item::FewerTroops);
    assert_eq!(
        [1, 2, 3].map(|number| fewer.soldiers(at(number))),
        [18, 9, 27]
    );
    assert_eq!(more.item(RED), None);
    assert_eq!(more.soldiers(at(8)), 40);
    // Rounded down is the change.
    let mut state = drawing(&game);
    state.set_soldiers(at(1), 19);
    state.phase = Phase::Kind {
        seat: RED,
        then: Then::Reinforce,
    };
    assert_eq!(after(&game, &state, "!more-troops").soldiers(at(1)), 20);
    assert_eq!(after(&game, &state, "!fewer-troops").soldiers(at(1)), 18);
}

#[test]
fn lose_a_land_spares_the_capital_and_the_biggest() {
    let game = game(2);
    let state = collects(&game, Item::LoseALand);
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    // 1 is the capital, 3 has most.
    assert_eq!(chances, [(Chance::Lost(at(2)), 1)]);
    let mut state = state;
    state.heroes[RED.index()] = Hero::At(at(2));
    let state = after(&game, &state, "!lost-2");
    assert_eq!((state.owner(at(2)), state.soldiers(at(2))), (None, 10));
    assert_eq!(state.phase(), Phase::Reinforce);
    // The hero falls with it.
    assert_eq!((state.hero(RED), state.soldiers(at(3))), (Hero::Dead, 15));
    // With only those two nothing happens.
    let mut few = drawing(&game);
    few.give(at(2), None);
    few.phase = Phase::Kind {
        seat: RED,
        then: Then::Reinforce,
    };
    let few = after(&game, &few, "!lose-a-land");
    assert_eq!(
        (few.phase(), owned(&few, RED)),
        (Phase::Reinforce, vec![1, 3])
    );
}

#[test]
fn the_fat_bonus_takes_the_biggest_land_of_the_two_richest() {
    let game = game(3);
    // Totals: Red 60, Cyan 90, Yellow 25.
    let mut state = drawing(&game);
    state.set_soldiers(at(6), 5);
    state.give(at(7), Some(YELLOW));
    state.set_soldiers(at(7), 20);
    let collected = |state: &State, seat: Seat| {
        let mut state = *state;
        state.give(at(4), Some(seat));
        after(&game, &state, "!fat-4")
    };
    // Yellow collects: 3 from Red, 8 from Cyan (9 is the capital), both with their soldiers.
    let found = collected(&state, YELLOW);
    assert_eq!(owned(&found, YELLOW), [3, 4, 6, 7, 8]);
    assert_eq!((found.soldiers(at(3)), found.soldiers(at(8))), (30, 40));
    assert_eq!(found.phase(), Phase::Reinforce);
    // Cyan collects: only Red pays.
    let found = collected(&state, CYAN);
    assert_eq!(owned(&found, CYAN), [3, 4, 8, 9]);
    assert_eq!(owned(&found, YELLOW), [6, 7]);
    // Whoever has only the capital pays nothing; a hero there dies.
    let mut poor = state;
    poor.give(at(8), None);
    poor.heroes[RED.index()] = Hero::At(at(3));
    let found = collected(&poor, YELLOW);
    assert_eq!(owned(&found, YELLOW), [3, 4, 6, 7]);
    assert_eq!((found.hero(RED), found.soldiers(at(1))), (Hero::Dead, 10));
    // Of equals the lower seats: Red and Cyan have 60 each, Yellow too.
    let mut equal = state;
    for (number, soldiers) in [(8, 10), (7, 55)] {
        equal.set_soldiers(at(number), soldiers);
    }
    equal.set_soldiers(at(4), 0);
    let found = collected(&equal, YELLOW);
    assert_eq!(owned(&found, YELLOW), [3, 4, 6, 7, 8]);
}

#[test]
fn an_item_used_too_late_is_lost() {
    let game = game(2);
    let mut state = holding(&game, Item::AttackAnywhere);
    state.phase = Phase::Move;
    let state = after(&game, &state, "use");
    assert_eq!((state.item(RED), state.phase()), (None, Phase::Move));
    let state = after(&game, &state, "pass !none reinforce-8 pass !none");
    assert_eq!(state.boons(), Boons::default());
}

#[test]
fn only_its_owner_knows_a_kept_item() {
    let game = game(3);
    let mut state = drawing(&game);
    state.phase = Phase::Kind {
        seat: RED,
        then: Then::Reinforce,
    };
    let kept = after(&game, &state, "!full-power");
    let other = after(&game, &state, "!play-twice");
    let view = |state: &State, viewer| game.view(state, viewer);
    for viewer in [Viewer::Seat(CYAN), Viewer::Spectator] {
        assert_eq!(view(&kept, viewer), view(&other, viewer));
        assert!(view(&kept, viewer).holds(RED) && !view(&kept, viewer).holds(CYAN));
        let told = |after: &State, item| {
            let chance = Happening::Chance(Chance::Kind(item));
            tell(&game, &state, chance, after, viewer)
        };
        let (one, two) = (told(&kept, Item::FullPower), told(&other, Item::PlayTwice));
        assert_eq!(one, two);
        assert_eq!(one[0].text.en, "Red keeps the item.");
        assert!(!game.chance_shown(&state, Chance::Kind(Item::FullPower), viewer));
        assert!(game.chance_shown(&state, Chance::Kind(Item::MoreTroops), viewer));
    }
    let own = view(&kept, Viewer::Seat(RED));
    assert_eq!(own.own_item(), Some((RED, Item::FullPower)));
    // Used, it is known to everybody.
    let mut ready = kept;
    ready.phase = Phase::Action;
    let used = after(&game, &ready, "use");
    let news = News {
        seat: RED,
        item: Some(Item::FullPower),
    };
    assert_eq!(view(&used, Viewer::Spectator).open().news(), Some(news));
    let told = tell(
        &game,
        &ready,
        Happening::Action(RED, Action::Use),
        &used,
        Viewer::Spectator,
    );
    assert_eq!(told[0].text.en, "Red uses “full power”.");
}

#[test]
fn imagined_items_follow_the_law_of_drawing() {
    let game = game(2);
    let state = holding(&game, Item::PlayTwice);
    let view = game.view(&state, Viewer::Seat(CYAN));
    let mut dice = Dice::seeded(5);
    let mut found: BTreeMap<Item, u32> = BTreeMap::new();
    for _ in 0..4_000 {
        let world = game.imagine(&view, &mut dice);
        *found.entry(world.item(RED).unwrap()).or_default() += 1;
        assert_eq!(game.view(&world, Viewer::Seat(CYAN)), view);
    }
    assert_eq!(found.len(), 4);
    assert!(
        found.values().all(|count| (900..1_100).contains(count)),
        "{found:?}"
    );
}
