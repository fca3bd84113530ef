//! Nature's results, typed: as when real dice, or lots, lie on the table.

use serde_json::{Value, json};

use crate::program::{console, json_lines};

const LOT: [&str; 4] = ["--set", "first=lot", "--dice", "manual"];

fn code(answer: &Value) -> &str {
    answer["refusals"][0]["code"]
        .as_str()
        .expect("a refused answer has a code")
}

#[test]
fn a_typed_lot_decides_who_begins() {
    for (result, seat) in [("!north", 1), ("!south", 2)] {
        let answers = json_lines("guerre", &LOT, &format!("{result}\nlegal\n"));
        assert_eq!(answers[0]["ok"], true, "{}", answers[0]);
        assert_eq!(answers[0]["turn"], json!({"seats": [seat]}));
        assert!(!answers[1]["actions"].as_array().unwrap().is_empty());
    }
}

#[test]
fn nobody_acts_before_chance_and_an_impossible_result_changes_nothing() {
    let script = "hash\nevents\nlegal\nF10-E9\n!east\n! \nF10-E9\n!north\n";
    let answers = json_lines("guerre", &[&LOT[..], &["--seed", "1"]].concat(), script);
    assert_eq!(answers[2]["actions"], json!([]));
    assert_eq!(code(&answers[3]), "chance-first");
    assert_eq!(code(&answers[4]), "unreadable");
    // A bare `!` lets the seed roll.
    assert_eq!(answers[5]["ok"], true);
    assert_eq!(code(&answers[7]), "no-chance-now");
    let words = console("guerre", &LOT, "F10-E9\nnonsense\n");
    assert!(words.starts_with("✗ chance decides first"), "{words}");
}

#[test]
fn a_seeded_lot_needs_no_typing_and_the_seed_rolls_the_same_for_a_bare_mark() {
    let seeded = ["--set", "first=lot", "--seed", "5"];
    let rolled = json_lines("guerre", &seeded, "hash\n");
    let marked = [&LOT[..], &["--seed", "5"]].concat();
    let typed = json_lines("guerre", &marked, "!\nhash\n");
    assert_eq!(rolled[0], typed[1]);
}

#[test]
fn a_typed_lot_is_in_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.vauban");
    let file = file.to_str().unwrap();
    let answers = json_lines("guerre", &LOT, &format!("!south\nsave {file}\nhash\n"));
    assert!(std::fs::read_to_string(file).unwrap().contains("!south"));
    let loaded = json_lines("guerre", &[], &format!("load {file}\nhash\n"));
    assert_eq!(loaded[1], answers[2]);
}

/// Blue holds Africa, South America and 501 to 504, Red Asia, 601 and 602, the rest is neutral; 103 and
/// 207, which border on each other, have five armies.
const FRONT: &str = "0.1.attacker.0.0._a1a1a5a1a1a1b1b1b1b1b1b1b5b1b1b1b1b1n1n1n1n1n1n1n1n1n1a1a1a1a1a1a1a1a1n1n1n1b1b1n1n1\
                     _0-0-0.0-0-0.0-0-0.0-0-0.0-0-0.0-0-0_14-14-14.0-0-0_-.-.0.0.00000";

fn on_the_front() -> [&'static str; 4] {
    ["--dice", "manual", "--position", FRONT]
}

#[test]
fn typed_dice_cost_exactly_what_the_rules_say() {
    for (dice, roll, attacker, defender) in [
        ("d3\nv1", "!6,1,1/3", 0, 1),
        ("d3\nv2", "!5,2,2/4,3", 1, 1),
        ("d3\nv2", "!4,1,1/6,1", 2, 0),
        ("d1\nv2", "!6/5,4", 0, 1),
        ("d2\nv2", "!3,3/4,3", 2, 0),
    ] {
        let script = format!("103\nx207\n{dice}\n{roll}\nposition\n");
        let answers = json_lines("risk", &on_the_front(), &script);
        let rolled = &answers[4]["events"][0];
        assert_eq!(rolled["kind"], "roll", "{roll}: {}", answers[4]);
        let lost = |seat: u8| {
            let losses = rolled["lost"].as_array().expect("a list");
            let of_seat = losses.iter().find(|loss| loss["seat"] == seat);
            of_seat.map_or(0, |loss| loss["amount"].as_u64().expect("a number"))
        };
        assert_eq!((lost(1), lost(2)), (attacker, defender), "{roll}");
        let position = answers[5]["position"].as_str().unwrap();
        let lands = position.split('_').nth(1).unwrap();
        let (from, to) = (5 - attacker, 5 - defender);
        assert!(lands.starts_with(&format!("a1a1a{from}a1")), "{position}");
        assert!(lands.contains(&format!("b{to}")) || to == 1, "{position}");
    }
}

#[test]
fn odds_are_asked_before_the_dice_and_whole_battles_are_forecast() {
    let script = "103\nodds x207\nodds x207 keep 3\nx207\nodds d1\nodds end\n";
    let answers = json_lines("risk", &on_the_front(), script);
    assert_eq!(
        answers[1]["odds"],
        json!([
            {"result": "defender-2", "text": "defender −2", "ways": 2890, "of": 7776},
            {"result": "each-1", "text": "each side −1", "ways": 2611, "of": 7776},
            {"result": "attacker-2", "text": "you −2", "ways": 2275, "of": 7776},
        ])
    );
    let won = |answer: &Value| {
        let battle = &answer["forecasts"][0];
        assert_eq!(battle["name"], "battle");
        battle["lines"][0]["share"].as_f64().unwrap()
    };
    assert!((0.3..0.7).contains(&won(&answers[1])), "{}", answers[1]);
    assert!(won(&answers[2]) < won(&answers[1]));
    assert_eq!(answers[4]["odds"].as_array().unwrap().len(), 2);
    assert_eq!(code(&answers[5]), "wrong-step");
    let words = console("risk", &on_the_front(), "103\nodds x207\n");
    assert!(words.contains("defender −2  2890/7776"), "{words}");
    assert!(words.contains("attacker's losses"), "{words}");
}

#[test]
fn an_order_that_was_cut_down_is_told_and_recorded_as_it_was_done() {
    let place = FRONT.replace("0.1.attacker.0", "0.1.place.4");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.vauban");
    let script = format!("101+9\nposition\nsave {}\n", file.display());
    let answers = json_lines("risk", &["--position", &place], &script);
    let kinds: Vec<&str> = answers[0]["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|event| event["kind"].as_str())
        .collect();
    assert_eq!(kinds, ["place", "trim"], "{}", answers[0]);
    assert!(answers[1]["position"].as_str().unwrap().contains("_a5a1a5"));
    let record = std::fs::read_to_string(&file).unwrap();
    let steps = record.split_once("\n\n").unwrap().1;
    assert!(
        steps.contains("101+4") && !steps.contains("101+9"),
        "{record}"
    );
}

const GARDEN: [&str; 4] = ["--set", "map=7", "--dice", "manual"];

/// A garden where Blue's cooks stand beside Red's smiths.
const BEDS: [&str; 2] = [
    "--position",
    "7.11.6.conquest.-.c0,0,0,0,8,0.s0,0,0,0,0,0.-r3---/--r2---/---b4---/------/-----",
];

/// The kinds of all events of an answer.
fn kinds(answer: &Value) -> Vec<&str> {
    let events = answer["events"].as_array().expect("a list of events");
    events
        .iter()
        .map(|event| event["kind"].as_str().expect("an event has a kind"))
        .collect()
}

#[test]
fn typed_dice_decide_a_fight_in_the_garden() {
    let options = [&GARDEN[..], &BEDS].concat();
    // Two dice show 12 at most; the tie is the defender's, and 15 beats 12.
    for (rolls, result, at) in [
        ("!12\n!12", "loss", "/--r2---/---b1---/"),
        ("!15\n!12", "win", "/--b3---/---b1---/"),
    ] {
        let script = format!("odds c4-b3\nc4-b3\nend\n{rolls}\nposition\n");
        let answers = json_lines("garden", &options, &script);
        let odds = answers[0]["odds"].as_array().unwrap();
        assert_eq!(odds[0]["result"], "win");
        assert_eq!(odds[0]["of"], 46_656);
        let ways: u64 = odds.iter().map(|line| line["ways"].as_u64().unwrap()).sum();
        assert_eq!(ways, 46_656);
        assert_eq!(kinds(&answers[1]), ["attack"]);
        assert_eq!(code(&answers[2]), "chance-first");
        assert_eq!(kinds(&answers[3]), ["roll"]);
        assert_eq!(kinds(&answers[4]), ["roll", "fight"]);
        assert_eq!(answers[4]["events"][1]["outcome"], result);
        let position = answers[5]["position"].as_str().unwrap();
        assert!(position.contains(at), "{position}");
    }
}

#[test]
fn show_tells_the_ground_under_creatures_too() {
    let answers = json_lines("garden", &GARDEN, "show\n");
    let lines = answers[0]["board"].as_array().expect("lines").iter();
    let board: Vec<&str> = lines.filter_map(serde_json::Value::as_str).collect();
    let board = board.join("\n");
    // Soil, resource and yield, as in `"f2`, or the name of a special cell.
    let letters: Vec<char> = board.chars().collect();
    let ordinary = letters.windows(3).filter(|three| {
        "\":~".contains(three[0]) && "fmsw".contains(three[1]) && three[2].is_ascii_digit()
    });
    let special = ["SKY", "JAR", "BBQ", "POL"].map(|name| board.matches(name).count());
    assert_eq!((ordinary.count(), special), (25, [1; 4]), "{board}");
    assert!(board.contains("B3") && board.contains("r3"), "{board}");
}

#[test]
fn a_record_has_the_map_of_the_position_that_it_begins_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("beds.vauban");
    let file = file.to_str().expect("a plain name");
    // Without it the map would be another one, drawn from the seed.
    for seed in ["1", "2"] {
        let options = [&BEDS[..], &["--seed", seed]].concat();
        json_lines("garden", &options, &format!("end\nsave {file}\n"));
        let record = std::fs::read_to_string(file).expect("it was saved");
        assert!(record.contains("[Options \"humans=no map=7\"]"), "{record}");
    }
}

#[test]
fn a_whole_turn_in_the_garden_is_typed_recorded_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("garden.vauban");
    let file = file.to_str().unwrap();
    let script = format!(
        "!7\n!blue\nsmiths\nsmiths\ncooks\nd4-c4\nc4-b3\nend\n+b3\n+b3\n+b3\na2-b3\n!9\n!24\n!24\nend\nsave {file}\nhash\n"
    );
    let answers = json_lines("garden", &GARDEN, &script);
    assert_eq!(code(&answers[0]), "impossible-chance");
    assert_eq!(code(&answers[3]), "clan-taken");
    assert_eq!(kinds(&answers[13]), ["roll", "fight"]);
    assert_eq!(code(&answers[14]), "no-chance-now");
    assert_eq!(answers.last().unwrap()["ok"], true);
    let record = std::fs::read_to_string(file).unwrap();
    assert!(record.contains("map=7"), "{record}");
    assert!(record.contains("a2-b3 !9 !24 end"), "{record}");
    let loaded = json_lines("garden", &[], &format!("load {file}\nhash\n"));
    assert_eq!(loaded[1], answers[answers.len() - 1]);
}

#[test]
fn typed_poison_kills_creature_by_creature() {
    let options = [&GARDEN[..], &BEDS].concat();
    let script = "poison-b3\nend\n+c4\n!4\n!dead-1\nposition\n";
    let answers = json_lines("garden", &options, script);
    assert_eq!(kinds(&answers[3]), ["poison"]);
    assert_eq!(kinds(&answers[4]), ["deaths"]);
    let position = answers[5]["position"].as_str().unwrap();
    assert!(position.contains("/--r1p2---/"), "{position}");
}

#[test]
fn nobody_takes_back_across_a_roll_a_drawn_card_or_anothers_command() {
    let policy = [&on_the_front()[..], &["--undo", "own"]].concat();
    let script =
        "103\nx207\nrevert\nx207\nd3\nv2\n1: revert\n!6,5,4/3,2\nrevert\ncard\n!tank\nrevert\n";
    let answers = json_lines("risk", &policy, script);
    assert_eq!(
        answers[2]["ok"], true,
        "one's own last command: {}",
        answers[2]
    );
    for (across, why) in [
        (6, "undo-needs-consent"),
        (8, "undo-across-chance"),
        (11, "undo-across-chance"),
    ] {
        assert_eq!(answers[across]["ok"], false);
        assert_eq!(code(&answers[across]), why);
    }
}

/// On map 262115: 44 has land borders with 36 and 41; 47 and 24 lie on one sea.
fn on_map(lands: &[(usize, &str)], players: &str) -> String {
    let mut all = vec!["n0"; 48];
    for &(land, text) in lands {
        all[land - 1] = text;
    }
    let lands = all.concat();
    format!("262115.4.1.1.action.-.0.-_{lands}_{players}_-_-")
}

/// What the console says when a person types these lines.
fn typed(position: &str, seats: &str, lines: &str) -> String {
    let how = ["--dice", "manual", "--position", position, "--seats", seats];
    console("landbuster", &how, lines)
}

#[test]
fn fifty_against_thirty_take_twenty_at_a_luck_of_one() {
    let position = on_map(&[(44, "a50"), (41, "b30"), (13, "b0")], "44~-~-~2.13~-~-~2");
    let words = typed(&position, "2", "44x41\nlaunch\n!1.000\nposition\n");
    assert!(
        words.contains("with 50 against 30, luck 1.000: 20 soldiers lost"),
        "{words}"
    );
    assert!(words.contains("b10"), "{words}");
}

#[test]
fn two_planned_attacks_of_thirty_count_fifteen_each() {
    let lands = [(44, "a30"), (41, "b10"), (36, "c8"), (13, "b0"), (14, "c0")];
    let position = on_map(&lands, "44~-~-~2.13~-~-~2.14~-~-~2");
    let words = typed(&position, "3", "44x41\n44x36\nlaunch\n!1.000\n!1.000\n");
    assert!(
        words.contains("with 15 against 10, luck 1.000: 5 soldiers lost"),
        "{words}"
    );
    assert!(
        words.contains("with 15 against 8, luck 1.000: 7 soldiers lost"),
        "{words}"
    );
}

#[test]
fn the_odds_of_a_whole_plan_are_told_before_it_is_launched() {
    let lands = [(44, "a30"), (41, "b10"), (36, "c8"), (13, "b0"), (14, "c0")];
    let position = on_map(&lands, "44~-~-~2.13~-~-~2.14~-~-~2");
    let how = ["--dice", "manual", "--position", &position, "--seats", "3"];
    let answers = json_lines("landbuster", &how, "44x41\n44x36\nodds launch\n");
    let forecasts = answers[2]["forecasts"].as_array().expect("the plan's");
    let names: Vec<&str> = forecasts
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, ["conquests", "attack-1", "attack-2", "losses"]);
    // Seven times the luck takes all eight from 1.143 on: 58 of 401 cases.
    let falls = &forecasts[2]["lines"][0];
    assert_eq!(falls["result"], "conquered");
    let share = falls["share"].as_f64().expect("a number");
    assert!((share - 58.0 / 401.0).abs() < 1e-9, "{share}");
    let words = typed(&position, "3", "44x41\n44x36\nodds launch\n");
    assert!(
        words.contains("Dorda on Jarora\n  it falls  0.144638"),
        "{words}"
    );
}

#[test]
fn an_attack_by_sea_counts_half_and_needs_a_port() {
    let players = "47~-~-~2.13~-~-~2";
    let port = on_map(&[(47, "a40p"), (24, "b12"), (13, "b0")], players);
    let words = typed(&port, "2", "47x24\nlaunch\n!1.000\n");
    assert!(
        words.contains("with 20 against 12, luck 1.000: 8 soldiers lost"),
        "{words}"
    );
    let none = on_map(&[(47, "a40"), (24, "b12"), (13, "b0")], players);
    let words = typed(&none, "2", "47x24\n");
    assert!(
        words.contains("lies over the sea") && words.contains("has no port"),
        "{words}"
    );
}

#[test]
fn equal_powers_are_refused_with_both_numbers() {
    let position = on_map(&[(44, "a30"), (41, "b30"), (13, "b0")], "44~-~-~2.13~-~-~2");
    let words = typed(&position, "2", "44x41\n");
    assert!(
        words.contains("attack with 30") && words.contains("defends with 30"),
        "{words}"
    );
    let how = ["--dice", "manual", "--position", &position, "--seats", "2"];
    let answers = json_lines("landbuster", &how, "44x41\nposition\n");
    assert_eq!(
        answers[0]["refusals"][0]["numbers"],
        json!({"attack": 30, "defence": 30})
    );
    assert_eq!(answers[1]["position"], position);
}

#[test]
fn show_names_an_item_to_its_owner_alone() {
    let lands = [(44, "a50"), (41, "b30"), (13, "b0")];
    let position = on_map(&lands, "44~-~f~2.13~-~t~2");
    let words = typed(&position, "2", "1: show\n");
    assert!(words.contains("you hold the item “full power”"), "{words}");
    assert!(!words.contains("play twice"), "{words}");
    let words = typed(&position, "2", "2: show\n");
    assert!(words.contains("you hold the item “play twice”"), "{words}");
    assert!(!words.contains("full power"), "{words}");
    // Nobody is told by the program that sits there.
    let against = ["--position", &position, "--seats", "2", "--seat", "2=dumb"];
    let answers = json_lines("landbuster", &against, "show\n2: show\n");
    assert_eq!(
        answers[0]["status"]["own"],
        "you hold the item “full power”"
    );
    assert_eq!(code(&answers[1]), "hidden");
}
