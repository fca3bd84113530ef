//! The console as scripts use it: the real program, line by line.

use serde_json::{Value, json};

use crate::{
    program,
    program::{console, json_lines},
};

fn codes(answer: &Value) -> Vec<&str> {
    answer["refusals"]
        .as_array()
        .expect("a refused answer has refusals")
        .iter()
        .map(|refusal| refusal["code"].as_str().expect("a code is a word"))
        .collect()
}

#[test]
fn the_first_two_actions_of_the_seed_are_played() {
    let answers = json_lines("jungle", &[], "legal\nj3j4\nh11g11\nposition\n");
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["actions"].as_array().unwrap().len(), 32);
    for answer in &answers {
        assert_eq!(answer["ok"], true);
    }
    assert_eq!(answers[1]["turn"], json!({"seats": [2]}));
    assert_eq!(answers[1]["over"], Value::Null);
    assert_eq!(answers[1]["events"][0]["kind"], "move");
    assert!(answers[3]["position"].is_string());
}

#[test]
fn every_reason_is_named() {
    // A rat in water beside an elephant on land.
    let position = position_with(&[("rat", "c6")], &[("elephant", "b6")]);
    let answers = json_lines("jungle", &["--position", &position], "why c6b6\n");
    assert_eq!(codes(&answers[0]), ["rat-from-water"]);
    // A cat two squares from its goal, which is water.
    let position = position_with(&[("cat", "c4")], &[("elephant", "a13")]);
    let answers = json_lines("jungle", &["--position", &position], "why c4c6\n");
    let reasons = codes(&answers[0]);
    assert!(
        reasons.contains(&"not-a-swimmer") && reasons.contains(&"too-far"),
        "{reasons:?}"
    );
    // The opponent's animal, out of turn.
    let answers = json_lines("jungle", &[], "why 2: j3j5\n");
    let reasons = codes(&answers[0]);
    assert!(
        reasons.contains(&"not-your-turn") && reasons.contains(&"not-your-animal"),
        "{reasons:?}"
    );
}

/// A position of Jungle War, seat 1 on turn, with these animals and no others.
fn position_with(first: &[(&str, &str)], second: &[(&str, &str)]) -> String {
    const ANIMALS: [&str; 8] = [
        "rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant",
    ];
    let side = |placed: &[(&str, &str)]| -> String {
        ANIMALS
            .iter()
            .map(|animal| {
                let found = placed.iter().find(|(name, _)| name == animal);
                found.map_or("-", |(_, square)| square)
            })
            .collect()
    };
    format!("1.{}.{}.0", side(first), side(second))
}

#[test]
fn perft_matches_the_known_numbers() {
    let answers = json_lines(
        "jungle",
        &[],
        "perft 1\nperft 2\nperft 3\nperft 2 move\nperft 1 attack\n",
    );
    let leaves: Vec<Option<u64>> = answers.iter().map(|a| a["leaves"].as_u64()).collect();
    let known = [32, 1_024, 30_528, 1_024].map(Some);
    assert_eq!(leaves[..4], known);
    let refused = answers[4].to_string();
    assert!(
        refused.contains("unknown kind of action `attack`; available: move"),
        "{refused}"
    );
    assert_eq!(answers[0], json!({"ok": true, "depth": 1, "leaves": 32}));
}

#[test]
fn comments_and_blank_lines_get_no_answer() {
    let answers = json_lines(
        "jungle",
        &[],
        "# a comment\n\n   \nj3j4 # the lion\n# end\n",
    );
    assert_eq!(answers.len(), 1);
}

#[test]
fn a_refused_line_leaves_the_match_as_it_was() {
    let script = "hash\nj3j5\nnonsense\nsave\nload /nowhere/at/all\nperft x\nlens nope\nhash\n";
    let answers = json_lines("jungle", &[], script);
    let refused = &answers[1..answers.len() - 1];
    assert!(refused.iter().all(|answer| answer["ok"] == false));
    assert!(refused.iter().all(|answer| answer["unchecked"].is_array()));
    assert_eq!(codes(&answers[2]), ["unreadable"]);
    assert_eq!(answers[0]["hash"], answers[answers.len() - 1]["hash"]);
    assert_eq!(answers[0]["hash"].as_str().unwrap().len(), 16);
}

#[test]
fn revert_takes_back_any_action_to_the_very_start() {
    let answers = json_lines(
        "jungle",
        &[],
        "hash\nj3j4\nh11g11\nrevert\nrevert\nhash\nrevert\n",
    );
    assert_eq!(answers[0]["hash"], answers[5]["hash"]);
    assert_eq!(answers[3]["turn"], json!({"seats": [2]}));
    assert_eq!(codes(&answers[6]), ["nothing-to-undo"]);
}

#[test]
fn a_match_of_programs_goes_to_its_end() {
    let arguments = ["--seat", "1=random", "--seat", "2=1", "--seed", "5"];
    let answers = json_lines("jungle", &arguments, "\ngo\ngo all\nlegal\nj3j4\n");
    assert_eq!(answers[0]["turn"], json!({"seats": [2]}));
    let over = &answers[2]["over"];
    assert!(
        over["scores"].is_array() && over["reason"].is_string(),
        "{over}"
    );
    assert_eq!(answers[3]["actions"], json!([]));
    assert_eq!(answers[4]["ok"], false);
    let again = json_lines("jungle", &arguments, "\ngo\ngo all\n");
    assert_eq!(answers[2], again[2], "the same seed gives the same match");
}

#[test]
fn alpha_beta_chooses_as_plain_minimax_does_and_looks_at_fewer_positions() {
    let thought = |program: &str| {
        let seats = ["--seat", &format!("1={program}"), "--seat", "2=random"];
        let answers = json_lines(
            "jungle",
            &[&seats[..], &["--seed", "1"]].concat(),
            "go\nthought\n",
        );
        let thought = answers[1]["thoughts"][0]["thought"].clone();
        let nodes = thought["nodes"].as_u64().expect("a number");
        (
            thought["action"].clone(),
            thought["reach"]["depth"].clone(),
            nodes,
        )
    };
    let (plain, pruned) = (thought("deep:3:plain"), thought("deep:3"));
    assert_eq!((&plain.0, &plain.1), (&pruned.0, &pruned.1));
    assert!(pruned.2 * 10 < plain.2, "{} of {}", pruned.2, plain.2);
}

#[test]
fn resigning_and_agreeing_end_a_match() {
    let answers = json_lines("jungle", &[], "resign\nj3j4\nrevert\ndraw\ndraw\n");
    assert_eq!(
        answers[0]["over"],
        json!({"scores": [-1, 1], "reason": "resignation"})
    );
    assert_eq!(codes(&answers[1]), ["match-over"]);
    assert_eq!(answers[2]["over"], Value::Null);
    assert_eq!(answers[3]["over"], Value::Null);
    assert_eq!(
        answers[4]["over"],
        json!({"scores": [0, 0], "reason": "agreement"})
    );
}

#[test]
fn a_position_three_times_is_a_draw() {
    let round = "b2b3\nk12k11\nb3b2\nk11k12\n";
    let answers = json_lines("jungle", &[], &round.repeat(2));
    assert_eq!(answers[6]["over"], Value::Null);
    assert_eq!(
        answers[7]["over"],
        json!({"scores": [0, 0], "reason": "repetition"})
    );
}

#[test]
fn lenses_have_their_fields() {
    let answers = json_lines(
        "jungle",
        &[],
        "lens\nlens attack 2\nlens attack 2 after j3j4\nlens 1\nlens after j3j4\nlens 2  after  j3j4\n",
    );
    for answer in &answers {
        assert_eq!(answer["ok"], true, "{answer}");
        let values = answer["values"].as_object().unwrap();
        let not_zero = values.values().filter(|value| **value != 0).count();
        assert_eq!(answer["count"], not_zero);
        assert!(answer["lens"].is_string() && answer["seat"].is_number());
    }
    assert_eq!(answers[1]["seat"], 2);
    assert_eq!(answers[4]["after"], "j3j4");
    let answers = json_lines("jungle", &[], "lens after\nlens attack after z9z9\n");
    assert!(answers.iter().all(|answer| answer["ok"] == false));
}

#[test]
fn a_lens_without_numbers_is_one_line_before_the_reading() {
    let words = console("guerre", &[], "lens isolated\n");
    let lines: Vec<&str> = words.lines().collect();
    assert_eq!(lines[0], "Cut off, North: 0");
    assert_eq!(lines.len(), 2, "and then the position in words");
}

/// A position of Risk in which one country of Red's is in danger.
const IN_DANGER: &str = "0.1.attacker.0.0._a9a1a4a1a1a1b1b1b1b1b1b1b1b1b1b1b1b1n1n1n1n1n1n1n1n1n1a1a1a1a1a1a1a1a1n1n1n1\
    b1b1n1n1_0-0-0.0-0-0.0-0-0.0-0-0.0-0-0.0-0-0_14-14-14.0-0-0_-.-.0.0.00000";

#[test]
fn a_lens_calls_places_by_their_names() {
    for (lang, line) in [
        ("en", "  92: Middle East (207)"),
        ("fr", "  92 : Moyen-Orient (207)"),
    ] {
        let arguments = ["--lang", lang, "--position", IN_DANGER];
        let words = console("risk", &arguments, "lens danger 2\n");
        assert!(words.lines().any(|one| one == line), "{words}");
    }
}

#[test]
fn a_zone_takes_names_of_places_and_of_parts_of_the_board() {
    let script = "lens danger 2 in 207\nlens danger 2 in middle east\nlens danger 2 in Moyen-Orient\n\
        lens danger 2 in Asia\nlens danger 2 in Egypt, Middle East 604\nlens danger 2 in middle earth\n";
    let answers = json_lines("risk", &["--position", IN_DANGER], script);
    let east = json!({"207": 92});
    for answer in &answers[..3] {
        assert_eq!(answer["values"], east, "{answer}");
    }
    for answer in &answers[3..5] {
        assert_eq!(answer["values"]["207"], 92, "{answer}");
    }
    assert_eq!(codes(&answers[5]), ["no-such-zone"]);
    // A land of a random map, as the log calls it: "Red chooses Corlan as capital."
    let asked = |place: &str| {
        let script = format!("capital 3\nlens defence 1 in {place}\nlens defence 2 in {place}\n");
        json_lines("landbuster", &["--seed", "7"], &script)
    };
    let numbered = asked("3");
    let sentence = numbered[0]["events"][0]["text"].as_str().unwrap();
    let name = sentence.split(' ').nth(2).unwrap().to_lowercase();
    let named = asked(&name);
    for side in [1, 2] {
        assert_eq!(named[side]["ok"], true, "{name}: {}", named[side]);
        assert_eq!(named[side]["values"], numbered[side]["values"], "{name}");
    }
    let values = [1, 2].map(|side| named[side]["values"]["3"].as_i64());
    assert!(values.iter().flatten().any(|value| *value > 0), "{named:?}");
}

#[test]
fn a_lens_of_both_sides_sets_one_against_the_other() {
    let script = "lens communication 1\nlens communication 2\nlens communication both\n";
    let answers = json_lines("guerre", &[], script);
    assert_eq!(answers[2]["seat"], "both");
    let value = |answer: &Value, spot: &str| answer["values"][spot].as_i64().unwrap_or(0);
    for spot in ["A3", "T3", "A17", "J6", "F10"] {
        let difference = value(&answers[0], spot) - value(&answers[1], spot);
        assert_eq!(value(&answers[2], spot), difference, "{spot}");
    }
}

#[test]
fn a_person_is_not_told_where_a_program_hides_its_units() {
    let arguments = ["--set", "setup=hidden", "--seat", "2=1", "--seed", "3"];
    let words = console("guerre", &arguments, "go\ngo\n");
    assert!(!words.contains(" on "), "{words}");
}

#[test]
fn a_person_does_not_look_through_the_eyes_of_a_program() {
    let arguments = ["--set", "setup=hidden", "--seat", "2=1", "--seed", "3"];
    let script = "1: place=I@H5\ngo\n2: legal\n2: why place=I@K15\n2: show\n2: lens\nperft 1\nposition\nhash\nshow\n";
    let answers = json_lines("guerre", &arguments, script);
    for answer in &answers[2..9] {
        assert_eq!(codes(answer), ["hidden"], "{answer}");
    }
    let board = answers[9]["board"].to_string();
    assert!(board.contains("×I") && !board.contains("×i"), "{board}");
}

#[test]
fn what_is_saved_beside_a_program_is_written_for_the_person_and_can_be_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("saved.vauban");
    let file = file.to_str().unwrap();
    let arguments = ["--set", "setup=hidden", "--seat", "2=1", "--seed", "3"];
    let script = format!("1: place=I@H5\ngo\ngo\nsave {file}\n");
    json_lines("guerre", &arguments, &script);
    let saved = std::fs::read_to_string(file).unwrap();
    let steps = saved.lines().filter(|line| !line.starts_with('['));
    let steps: Vec<&str> = steps.collect();
    let steps = steps.join(" ");
    assert!(
        steps.contains("1:place=I@H5") && !steps.contains("2:"),
        "{steps}"
    );
    assert!(!saved.contains("2:place"), "{saved}");

    let script = format!("load {file}\n1: show\n2: legal\n1: legal\n");
    let answers = json_lines("guerre", &arguments, &script);
    assert_eq!(answers[0]["ok"], true, "{}", answers[0]);
    assert!(answers[1]["board"].to_string().contains("×I"));
    // Whoever converts it gets no more than the reader.
    let output = program::feed(&["convert", file, "-"], b"");
    assert!(!output.status.success());
    assert!(!String::from_utf8_lossy(&output.stdout).contains("2:place"));
}

#[test]
fn a_position_of_open_cards_is_anybodys_and_one_of_hidden_cards_is_not() {
    let open = json_lines("risk", &["--seat", "2=1", "--seed", "1"], "position\n");
    assert!(open[0]["position"].is_string(), "{}", open[0]);
    let held = concat!(
        "0.1.attacker.0.0._a1a1a4a1a1a1b1b1b1b1b1b1b1b1b1b1b1b1n1n1n1n1n1n1n1n1n1a1a1a1a1a1a1a1a1n1n1n1b1b1n1n1_",
        "0-0-0.2-0-0.0-0-0.0-0-0.0-0-0.0-0-0_12-14-14.0-0-0_-.-.0.0.00000"
    );
    let arguments = ["--position", held, "--seat", "2=1"];
    let answers = json_lines("risk", &arguments, "position\nhash\n");
    assert_eq!(codes(&answers[0]), ["hidden"], "{}", answers[0]);
    assert_eq!(codes(&answers[1]), ["hidden"], "{}", answers[1]);
    // Where people play all seats, each is told what its own seat knows.
    let script = "position\n2: position\n1: position\n";
    let answers = json_lines("risk", &["--position", held], script);
    assert_eq!(codes(&answers[0]), ["hidden"], "{}", answers[0]);
    assert_eq!(answers[1]["position"], held);
    assert_eq!(codes(&answers[2]), ["hidden"], "{}", answers[2]);
    // Where no person plays, and for whoever asks for it, nothing is hidden.
    for arguments in [
        &["--seat", "1=1", "--seat", "2=1"][..],
        &["--seat", "2=1", "--reveal"],
    ] {
        let arguments = [&["--position", held], arguments].concat();
        let answers = json_lines("risk", &arguments, "position\n2: position\nhash\n");
        assert_eq!(answers[0]["position"], held);
        assert_eq!(answers[1]["position"], held);
        assert_eq!(answers[2]["ok"], true);
    }
}

/// A program's secrets and what its opponent is told of them: not one answer may differ between two worlds in
/// which the program holds different cards.
#[test]
fn a_person_is_told_the_same_whatever_cards_the_program_holds() {
    let world = |cards: &str| {
        format!(
            "0.1.attacker.0.0._a1a1a4a1a1a1b1b1b1b1b1b1b1b1b1b1b1b1n1n1n1n1n1n1n1n1n1a1a1a1a1a1a1a1a1n1n1n1b1b1n1n1_\
             0-0-0.{cards}.0-0-0.0-0-0.0-0-0.0-0-0_13-13-14.0-0-0_-.-.0.0.00000"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let told = |cards: &str, pile: &str| {
        let file = folder.path().join("match.vauban");
        let position = world(cards).replace("13-13-14", pile);
        let script = format!(
            "show\nlegal\nwhy 103\nwhy 101\nodds 103\nlens\nevents\n103\nx207\nevents\n2: exchange=3\n2: show\nsave {}\n",
            file.display()
        );
        let arguments = ["--position", &position, "--seat", "2=1", "--seed", "4"];
        let words = console("risk", &arguments, &script);
        let saved = std::fs::read_to_string(&file).unwrap();
        let steps: Vec<&str> = saved
            .lines()
            .filter(|line| !line.starts_with('['))
            .collect();
        (words, steps.join("\n"))
    };
    assert_eq!(told("1-1-0", "13-13-14"), told("2-0-0", "12-14-14"));
}

#[test]
fn the_end_says_who_has_won() {
    let words = console("guerre", &["--lang", "fr"], "resign\n");
    assert!(
        words.contains("Fini : le Sud gagne par abandon."),
        "{words}"
    );
    let words = console("jungle", &[], "draw\ndraw\n");
    assert!(words.contains("Over: a draw by agreement."), "{words}");
}

#[test]
fn a_seat_that_is_named_looks_with_its_own_eyes() {
    let script = "1: place=I@H5\n2: place=I@K15\n1: show\n2: show\nhash\n";
    let answers = json_lines("guerre", &["--set", "setup=hidden"], script);
    let board = |answer: &Value| answer["board"].to_string();
    assert!(board(&answers[2]).contains("×I") && !board(&answers[2]).contains("×i"));
    assert!(board(&answers[3]).contains("×i") && !board(&answers[3]).contains("×I"));
}

#[test]
fn the_mark_that_some_editors_put_first_is_not_a_part_of_the_command() {
    let answers = json_lines("jungle", &[], "\u{feff}j3j4\nhash\n");
    assert_eq!(answers[0]["ok"], true, "{}", answers[0]);
}

#[test]
fn people_read_words_in_their_language() {
    let english = console("jungle", &[], "j3j4\nj3j4\n");
    assert!(
        english.contains("Red to play") && english.contains('✗'),
        "{english}"
    );
    let french = console(
        "jungle",
        &["--lang", "fr"],
        "j3j4\nj3j4\nhelp\nshow\nrules\n",
    );
    assert!(french.contains("À Rouge de jouer"), "{french}");
}

#[test]
fn huge_and_broken_lines_are_answered_and_change_nothing() {
    let mut script = b"hash\n".to_vec();
    script.extend(vec![b'a'; 3_000_000]);
    script.extend(b"\n\xff\xfe\x00\x1b[31m\n9999999999999999999999\n:\n2:\n:j3j4\nhash");
    let output = program::feed(&["console", "jungle", "--json"], &script);
    assert!(output.status.success());
    let answers = program::parse(&output.stdout);
    assert_eq!(answers.len(), 8);
    assert!(answers[1..7].iter().all(|answer| answer["ok"] == false));
    assert_eq!(answers[0], answers[7]);
}

/// The first seat, with 40 armies, may attack the 30 of the second as often as it likes.
const BATTLE: [&str; 6] = [
    "--set",
    "rules=classic",
    "--seed",
    "3",
    "--position",
    "1.1.attacker.0.0._a40b30n1n1n1n1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1\
     _0-0-0.0-0-0.0-0-0.0-0-0.0-0-0.0-0-0_14-14-14.0-0-0_-.-.0.0.00000",
];

#[test]
fn a_line_holds_several_actions_and_goes_as_far_as_it_can() {
    let script = "101; x102; d3; v2\nhash\nnonsense; 101\nhash\n";
    let answers = json_lines("risk", &BATTLE, script);
    let events = answers[0]["events"].as_array().unwrap();
    let last = events.last().unwrap();
    assert_eq!(last["kind"], "order");
    assert_eq!(
        (&last["taken"], &last["stopped"]),
        (&json!(3), &json!("other-seat"))
    );
    assert_eq!(events.len(), 4, "{events:?}");
    assert_eq!(answers[0]["turn"], json!({"seats": [2]}));
    assert_eq!(answers[2]["ok"], false);
    assert_eq!(answers[1]["hash"], answers[3]["hash"]);
}

#[test]
fn an_attack_is_repeated_while_the_defender_has_left_an_answer() {
    let script =
        "2: stand most\n101; x102; d3 until 30\nlegal\n101; x102; d3 until won\n2: stand off\n";
    let answers = json_lines("risk", &BATTLE, script);
    assert_eq!(answers[0]["standing"], "most");
    let end = |answer: &Value| answer["events"].as_array().unwrap().last().unwrap().clone();
    let rolls = |answer: &Value| {
        let events = answer["events"].as_array().unwrap().iter();
        events
            .filter(|event| event["text"].as_str().unwrap().contains(" against "))
            .count()
    };
    let few = end(&answers[1]);
    assert_eq!(few["stopped"], "reached", "{few}");
    assert_eq!(few["rounds"], rolls(&answers[1]));
    assert_eq!(answers[2]["actions"], json!(["101", "pass"]));
    let all = end(&answers[3]);
    assert!(
        all["stopped"] == "won" || all["stopped"] == "not-offered",
        "{all}"
    );
    assert_eq!(answers[4]["standing"], "off");
    // Nobody answers for the defender: the order ends with the first question to it.
    let alone = json_lines("risk", &BATTLE, "101; x102; d3 until won\n");
    assert_eq!(end(&alone[0])["stopped"], "other-seat");
    assert_eq!(end(&alone[0])["rounds"], 1);
    let words = console("risk", &BATTLE, "2: stand most\n101; x102; d3 until 39\n");
    assert!(
        words.contains("only the number you wanted to keep is left"),
        "{words}"
    );
    let french = [&BATTLE[..], &["--lang", "fr"]].concat();
    let words = console(
        "risk",
        &french,
        "2: stand only\nstand\n101; x102 until won\n",
    );
    assert!(
        words.contains("secrets") && words.contains("« stand only|most|off »"),
        "{words}"
    );
    assert!(
        words.contains("1 action sur 2 : ce choix ne peut pas être répété"),
        "{words}"
    );
}
