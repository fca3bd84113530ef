//! §11 Texts: actions, results, positions.

use vauban_game::Setup;

use super::*;

#[test]
fn lands_are_read_by_their_names_too() {
    let game = game(2);
    let map = game.map();
    for land in map.lands().iter() {
        let name = map.name(land);
        let action = Action::Reinforce { at: land };
        assert_eq!(game.read(&format!("reinforce {name}")), Ok(action));
        assert_eq!(
            game.read(&format!("REINFORCE-{}", name.to_uppercase())),
            Ok(action)
        );
    }
    let (from, to) = (at(3), at(8));
    let [one, two] = [from, to].map(|land| map.name(land));
    let action = Action::Capture { from, to };
    assert_eq!(game.read(&format!("capture {one} {two}")), Ok(action));
    assert!(game.read("reinforce nowhere").is_err());
}

#[test]
fn actions_are_written_as_the_rules_say() {
    let game = game(2);
    let (from, to) = (at(3), at(8));
    let written = [
        (Action::Capital { at: from }, "capital-3", "capital 3"),
        (Action::Reinforce { at: from }, "reinforce-3", "Reinforce 3"),
        (Action::Port { at: from }, "port-3", "port 3"),
        (Action::Capture { from, to }, "3=8", "capture 3 8"),
        (Action::Attack { from, to }, "3x8", "attack 3 8"),
        (Action::Cancel { from, to }, "cancel-3x8", "cancel 3 8"),
        (Action::Launch, "launch", " LAUNCH "),
        (
            Action::Move {
                from,
                to,
                quarters: 2,
                hero: false,
            },
            "3-8+2",
            "move 3 8 half",
        ),
        (
            Action::Move {
                from,
                to,
                quarters: 0,
                hero: true,
            },
            "3h8+0",
            "move 3 8 0 hero",
        ),
        (Action::Use, "use", "use"),
        (Action::Skip, "skip", "skip"),
        (Action::Pass, "pass", "pass"),
    ];
    for (action, text, words) in written {
        assert_eq!(game.write(action), text);
        assert_eq!(game.read(text), Ok(action));
        assert_eq!(game.read(words), Ok(action), "{words}");
    }
    for text in [
        "",
        "3",
        "11x3",
        "3x",
        "x3",
        "03x8",
        "3-8",
        "3-8+",
        "port-",
        "capital-0",
        "3h8",
    ] {
        assert!(game.read(text).is_err(), "{text}");
    }
    assert_eq!(
        game.read("attack 3 77").unwrap_err().text.en,
        "`77` is not a land of this map; its lands are 1 to 10"
    );
}

#[test]
fn results_are_written_as_the_rules_say() {
    let game = game(2);
    let written = [
        (Chance::First(CYAN), "first-2"),
        (Chance::NoItem, "none"),
        (Chance::Item(at(4)), "at-4"),
        (Chance::Fat(at(4)), "fat-4"),
        (Chance::Kind(Item::AttackAndBuild), "attack-and-build"),
        (Chance::Lost(at(2)), "lost-2"),
        (Chance::Luck(934), "0.934"),
        (Chance::Luck(1_000), "1.000"),
    ];
    for (chance, text) in written {
        assert_eq!(game.write_chance(chance), text);
        assert_eq!(game.read_chance(text), Ok(chance));
    }
    assert_eq!(game.read_chance("1"), Ok(Chance::Luck(1_000)));
    assert_eq!(game.read_chance("0.9"), Ok(Chance::Luck(900)));
    for text in [
        "0.799",
        "1.201",
        "first-3",
        "at-11",
        "fat-bonus",
        "2",
        "1.0000",
        "-1",
    ] {
        assert!(game.read_chance(text).is_err(), "{text}");
    }
}

#[test]
fn a_position_holds_everything_and_names_its_map() {
    let game = LandBuster::new(7, 3).unwrap();
    let mut dice = Dice::seeded(2);
    let mut state = game.start();
    for _ in 0..300 {
        let text = game.write_position(&state);
        assert!(text.len() < 900, "{}", text.len());
        assert_eq!(game.read_position(&text), Ok(state), "{text}");
        step(&game, &mut state, &mut dice);
    }
    // On another map it is not read, but resumed.
    let text = game.write_position(&state);
    let other = LandBuster::new(8, 3).unwrap();
    let wrong = other.read_position(&text).unwrap_err();
    assert!(wrong.text.en.contains("another map"), "{wrong}");
    let (resumed, same) = other.resume(&text).unwrap();
    assert_eq!((resumed.map().number(), same), (7, state));
}

#[test]
fn positions_that_cannot_be_played_are_refused() {
    let game = game(2);
    let state = after(&game, &war(&game, &[(3, 20)]), "3x8");
    let text = game.write_position(&state);
    assert_eq!(game.read_position(&text), Ok(state), "{text}");
    let broken = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        let broken = text.replacen(from, to, 1);
        assert!(game.read_position(&broken).is_err(), "{broken}");
    };
    // A capital that is not its owner's, a hero elsewhere, an item that nobody keeps.
    broken("_1~", "_8~");
    broken("~-~-~2.", "~8~-~2.");
    broken("~-~-~2.", "~-~m~2.");
    // A plan from another's land, and plans in another phase.
    broken("_3x8", "_8x3");
    broken("action", "move");
    // More rounds than there are, a lot after the lands are taken, too many soldiers, a port inland.
    broken("0.0.1", "0.300.1");
    broken("action", "lot");
    broken("a20", "a2000000");
    broken("a0a20", "a0pa20");
    // An item on an owned land.
    broken("_-_3x8", "_1i2_3x8");
}
