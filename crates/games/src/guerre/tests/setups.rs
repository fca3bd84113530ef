//! §10.7 to §10.10 and §11.9: set-ups in which the ground is made, and maps from a number.

use std::collections::HashSet;

use vauban_game::{Actions, Dice, Explain, Turn, Viewer, tell};

use super::*;
use crate::guerre::{
    Deployed,
    area::Area,
    board::Terrain,
    deployment::{Camps, Officer, Piece, Relief, Stage, Step, drawn_map, map::violations},
    position::{read_board, write_board},
};

fn setup(options: &[(&str, &str)]) -> Deployed {
    let chosen: Settings = options
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let (_, settings) = Guerre::CARD.complete(&chosen, None, 1).unwrap();
    assert!(Deployed::wanted(&settings));
    Deployed::setup(&settings, 2).unwrap()
}

fn reasons(game: &Deployed, stage: &Stage, seat: Seat, text: &str) -> Vec<&'static str> {
    match game.check(stage, seat, game.read(text).expect("a step")) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.failed.iter().map(Reason::code).collect(),
    }
}

fn order(game: &Deployed, stage: &mut Stage, seat: Seat, text: &str) {
    let refused = reasons(game, stage, seat, text);
    assert_eq!(refused, Vec::<&str>::new(), "{text}");
    game.act(stage, seat, game.read(text).expect("a step"));
}

/// The published mountains, then the published passes.
fn published(terrain: Terrain) -> Vec<String> {
    let all = crate::guerre::Board::published();
    all.filter(|(kind, _)| *kind == terrain)
        .map(|(kind, place)| format!("place {} {place}", kind.code()))
        .collect()
}

/// The sides agree on the published ground.
fn agree(game: &Deployed, stage: &mut Stage) {
    let pieces = published(Terrain::Mountain)
        .into_iter()
        .chain(published(Terrain::Pass));
    for (index, text) in pieces.enumerate() {
        let proposer = if index % 2 == 0 { NORTH } else { SOUTH };
        order(game, stage, proposer, &text);
        order(game, stage, proposer.other(), "accept");
    }
}

/// §10.8
#[test]
fn the_sides_propose_in_turn_and_a_second_proposal_stands() {
    let game = setup(&[("setup", "terrain")]);
    let mut stage = game.start();
    assert_eq!(game.turn(&stage), Turn::One(NORTH));
    assert_eq!(
        reasons(&game, &stage, SOUTH, "place M C10"),
        ["not-your-word"]
    );
    assert_eq!(
        reasons(&game, &stage, NORTH, "accept"),
        ["nothing-proposed"]
    );
    assert_eq!(
        reasons(&game, &stage, NORTH, "place CO C10"),
        ["not-yet", "pass-in-the-open"]
    );
    assert_eq!(reasons(&game, &stage, NORTH, "place I C10"), ["not-yet"]);
    assert_eq!(reasons(&game, &stage, NORTH, "place M U1"), ["off-board"]);
    assert_eq!(
        reasons(&game, &stage, NORTH, "remove C10"),
        ["agreed", "nobody-there"]
    );
    assert_eq!(reasons(&game, &stage, NORTH, "done"), ["ground-left"]);
    // A square of the other half is as good.
    order(&game, &mut stage, NORTH, "place M N11");
    assert_eq!(game.turn(&stage), Turn::One(SOUTH));
    assert_eq!(reasons(&game, &stage, NORTH, "accept"), ["not-your-answer"]);
    assert_eq!(
        reasons(&game, &stage, NORTH, "place M C10"),
        ["not-your-word"]
    );
    assert_eq!(
        reasons(&game, &stage, SOUTH, "place M C10"),
        ["not-your-word"]
    );
    order(&game, &mut stage, SOUTH, "reject");
    assert_eq!(game.turn(&stage), Turn::One(NORTH));
    assert_eq!(
        reasons(&game, &stage, SOUTH, "reject"),
        ["nothing-proposed"]
    );
    // The second proposal stands: it is South's turn to propose.
    order(&game, &mut stage, NORTH, "place M N12");
    assert_eq!(game.turn(&stage), Turn::One(SOUTH));
    assert_eq!(reasons(&game, &stage, SOUTH, "place M N12"), ["mountain"]);
    order(&game, &mut stage, SOUTH, "place M C10");
    assert_eq!(game.write_position(&stage), "ground_C10_mN12");
    order(&game, &mut stage, NORTH, "accept");
    assert_eq!(game.write_position(&stage), "ground_-_mC10.mN12");
}

/// §10.8, §11.1, §11.3
#[test]
fn a_proposal_that_leaves_no_square_for_a_pass_is_refused() {
    let game = setup(&[("setup", "terrain")]);
    // Eight mountains along the edge, none two apart with a gap between; the ninth must make room for a pass.
    let row = |letter: &str, columns: [u8; 8]| {
        columns.map(|column| format!("m{letter}{column}")).join(".")
    };
    let south = row("T", [1, 4, 7, 10, 13, 16, 19, 22]);
    let north = row("A", [1, 4, 7, 10, 13, 16, 19, 22]);
    let (game, stage) = game.resume(&format!("ground_-_{north}.{south}")).unwrap();
    assert_eq!(
        reasons(&game, &stage, NORTH, "place M E5"),
        ["no-pass-left"]
    );
    assert_eq!(
        reasons(&game, &stage, NORTH, "place M A3"),
        Vec::<&str>::new()
    );
    let texts = game
        .check(&stage, NORTH, game.read("place M E5").unwrap())
        .unwrap_err();
    assert_eq!(
        texts.failed[0].text().en,
        "This leaves no square for North's pass."
    );
    // A half that has its nine takes no more.
    let (game, stage) = game
        .resume(&format!("ground_-_{north}.mA3.{south}"))
        .unwrap();
    assert_eq!(reasons(&game, &stage, SOUTH, "place M E5"), ["half-full"]);
}

/// §11.6 The last mountain may leave only one pass in each half: then their mirror image must not come.
#[test]
fn halves_that_could_only_mirror_each_other_are_refused_as_early_as_possible() {
    let game = setup(&[("setup", "terrain")]);
    let row = |letter: &str| {
        [1, 4, 7, 10, 13, 16, 19, 22]
            .map(|column| format!("m{letter}{column}"))
            .join(".")
    };
    let text = format!("ground_-_{}.mA3.{}", row("A"), row("T"));
    let (game, stage) = game.resume(&text).unwrap();
    assert_eq!(reasons(&game, &stage, SOUTH, "place M T3"), ["mirrored"]);
    assert_eq!(
        reasons(&game, &stage, SOUTH, "place M T6"),
        Vec::<&str>::new()
    );
}

/// §10.9, §11.4
#[test]
fn each_side_builds_unseen_and_every_constraint_is_named() {
    let game = setup(&[("setup", "terrain")]);
    let mut stage = game.start();
    agree(&game, &mut stage);
    assert_eq!(game.turn(&stage).seats().len(), 2);
    let seen = game.view(&stage, Viewer::Seat(SOUTH));
    let step = game.read("place F B8").unwrap();
    let before = stage.clone();
    order(&game, &mut stage, NORTH, "place F B8");
    assert_eq!(game.view(&stage, Viewer::Seat(SOUTH)), seen);
    let happening = Happening::Action(NORTH, step);
    assert!(tell(&game, &before, happening, &stage, Viewer::Seat(SOUTH)).is_empty());
    for (text, expected) in [
        ("place F B8", &["overlap"][..]),
        ("place AR F10", &["overlap"]),
        ("place AR C10", &["mountain"]),
        ("place AR K8", &["other-half"]),
        ("place M A1", &["ground-fixed", "half-full"]),
        ("place CO F10", &["ground-fixed", "half-full", "overlap"]),
        ("remove C10", &["nobody-there"]),
        ("done", &["works-left", "units-left"]),
        ("G3 G4", &["set-up-first"]),
    ] {
        assert_eq!(reasons(&game, &stage, NORTH, text), expected, "{text}");
    }
    // Two arsenals that see no fort: the second is refused, and the first can be taken back.
    order(&game, &mut stage, NORTH, "place AR A1");
    assert_eq!(
        reasons(&game, &stage, NORTH, "place AR A2"),
        ["fort-cut-off"]
    );
    order(&game, &mut stage, NORTH, "remove A1");
    order(&game, &mut stage, NORTH, "place AR D8");
    order(&game, &mut stage, NORTH, "place AR B15");
    assert_eq!(reasons(&game, &stage, NORTH, "place AR A1"), ["none-left"]);
    assert_eq!(
        reasons(&game, &stage, NORTH, "place F J1"),
        ["fort-cut-off"]
    );
    // Units stand in buildings; `remove` takes the unit first.
    order(&game, &mut stage, NORTH, "place I D8");
    assert_eq!(reasons(&game, &stage, NORTH, "place C D8"), ["occupied"]);
    order(&game, &mut stage, NORTH, "remove D8");
    assert!(game.write_position(&stage).contains("arD8"));
}

/// What a program plays in this set-up, until it is open.
fn set_up(game: &Deployed, seed: u64) -> Stage {
    use vauban_game::{Agent, Budget, Position, SearchMemory};
    let mut dice = Dice::seeded(seed);
    let mut officer = Officer(vauban_search::Uniform);
    let mut stage = game.start();
    loop {
        match game.turn(&stage) {
            Turn::Chance => game.settle(&mut stage, NORTH),
            turn => {
                let Some(seat) = turn
                    .seats()
                    .iter()
                    .next()
                    .filter(|_| !matches!(stage, Stage::Open(..)))
                else {
                    return stage;
                };
                let view = game.view(&stage, Viewer::Seat(seat));
                let position = Position::new(game, seat, &view, Dice::seeded(dice.roll()));
                let mut memory = SearchMemory::default();
                let thought = officer.think(&position, &Budget::default(), &mut memory);
                assert!(game.check(&stage, seat, thought.action).is_ok());
                game.act(&mut stage, seat, thought.action);
            }
        }
    }
}

#[test]
fn programs_set_up_the_published_position_where_nobody_says_otherwise() {
    for options in [
        &[("setup", "terrain")][..],
        &[("setup", "editor")],
        &[("setup", "hidden")],
    ] {
        let game = setup(options);
        let Stage::Open(..) = set_up(&game, 1) else {
            panic!("it is open");
        };
        let text = game.write_position(&set_up(&game, 1));
        let open = Guerre::default();
        let state = open.read_position(&text).expect("the published ground");
        assert_eq!(moves(&open, &state), 122, "{text}");
    }
}

/// Random play through every set-up: lists and trees agree, positions are read as they are written, and every map
/// that comes of it is valid.
#[test]
fn random_set_ups_agree_with_their_trees_and_end_in_valid_maps() {
    let mut dice = Dice::seeded(11);
    let mut steps = Actions::new();
    let small = ("army", "I2.C1.R1");
    for options in [
        &[("setup", "terrain"), small][..],
        &[("setup", "editor"), small],
    ] {
        for _ in 0..2 {
            let game = setup(options);
            let mut stage = game.start();
            let mut turns = 0;
            loop {
                let text = game.write_position(&stage);
                assert_eq!(game.read_position(&text).as_ref(), Ok(&stage), "{text}");
                turns += 1;
                match game.turn(&stage) {
                    Turn::Over(_) => break,
                    Turn::Chance => game.settle(&mut stage, dice.choose(&[NORTH, SOUTH])),
                    turn => {
                        let seats: Vec<Seat> = turn.seats().iter().collect();
                        let seat = dice.choose(&seats);
                        steps.clear();
                        game.actions(&stage, seat, &mut steps);
                        assert!(!steps.is_empty(), "{text}");
                        if matches!(stage, Stage::Open(..)) {
                            if turns > 120 {
                                break;
                            }
                        } else if turns % 3 == 0 {
                            agree_on_some(&game, &stage, seat, &steps, &mut dice);
                        }
                        let step = dice.choose(&steps);
                        assert_eq!(game.read(&game.write(step)), Ok(step));
                        game.act(&mut stage, seat, step);
                    }
                }
                if let Stage::Open(..) = &stage {
                    let text = game.write_position(&stage);
                    let (open, _) = Guerre::default().resume(&text).unwrap();
                    assert!(violations(open.board(), 4).is_empty(), "{text}");
                }
            }
        }
    }
}

/// Asks the trees about some placements, and compares them with the list.
fn agree_on_some(game: &Deployed, stage: &Stage, seat: Seat, steps: &[Step], dice: &mut Dice) {
    let listed: HashSet<Step> = steps.iter().copied().collect();
    let board = game.open_game().board();
    let places: Vec<Place> = board.squares().map(|square| board.place(square)).collect();
    let mut questions = vec![Step::Done, Step::Accept, Step::Reject];
    for piece in Piece::ALL {
        for _ in 0..6 {
            questions.push(Step::Place {
                piece,
                at: dice.choose(&places),
            });
        }
    }
    questions.extend((0..20).map(|_| dice.choose(steps)));
    for step in questions {
        let checked = game.check(stage, seat, step);
        assert_eq!(
            checked.is_ok(),
            listed.contains(&step),
            "{} in {}: {checked:?}",
            game.write(step),
            game.write_position(stage)
        );
    }
}

/// The question whether a ground can be completed, answered by trying everything.
#[test]
fn a_ground_is_refused_exactly_when_nothing_completes_it() {
    let game = setup(&[("setup", "terrain")]);
    let board = game.open_game().board();
    let mut dice = Dice::seeded(4);
    let mut seen = HashSet::new();
    for _ in 0..30 {
        // All but one mountain, crowded on few squares, so that passes are rare.
        let mut relief = Relief::default();
        for (half, count) in [(NORTH, 9), (SOUTH, 8)] {
            while relief
                .mountains
                .iter()
                .filter(|&at| board.half(at) == half)
                .count()
                < count
            {
                let row = if half == NORTH { 0 } else { 19 };
                let place = Place {
                    row,
                    column: dice.below(25) as u16,
                };
                let spread = dice.below(3) == 0;
                let place = if spread {
                    Place {
                        row: if half == NORTH { 9 } else { 10 },
                        ..place
                    }
                } else {
                    place
                };
                relief = relief.with(Terrain::Mountain, board.known(place));
            }
        }
        let between = |relief: &Relief, half: Seat| -> Vec<Square> {
            let mountain = |at: Square, step| {
                board
                    .step(at, step)
                    .is_some_and(|next| relief.mountains.contains(next))
            };
            let axes = [(0, 1), (1, 0), (1, 1), (1, -1)];
            board
                .squares()
                .filter(|&at| board.half(at) == half && relief.terrain(at).is_none())
                .filter(|&at| {
                    axes.iter().any(|&(row, column)| {
                        mountain(at, (row, column)) && mountain(at, (-row, -column))
                    })
                })
                .collect()
        };
        let can_end = |relief: &Relief| {
            let (north, south) = (between(relief, NORTH), between(relief, SOUTH));
            north.iter().any(|&north| {
                south.iter().any(|&south| {
                    let whole = relief.with(Terrain::Pass, north).with(Terrain::Pass, south);
                    let flip = |at: Square| {
                        let place = board.place(at);
                        board.known(Place {
                            row: 19 - place.row,
                            ..place
                        })
                    };
                    let same = |area: &Area| area.iter().all(|at| area.contains(flip(at)));
                    !(same(&whole.mountains) && same(&whole.passes))
                })
            })
        };
        let possible = board
            .squares()
            .filter(|&at| board.half(at) == SOUTH && relief.terrain(at).is_none())
            .any(|at| can_end(&relief.with(Terrain::Mountain, at)));
        assert_eq!(game.completes(&relief, &Area::EMPTY).is_ok(), possible);
        seen.insert(possible);
    }
    assert_eq!(seen.len(), 2, "both answers came up");
}

/// §11.9
#[test]
fn a_map_from_a_number_is_valid_and_always_the_same() {
    let words: HashSet<String> = (0..40)
        .map(|number| {
            let board = drawn_map(number);
            assert!(violations(&board, 20).is_empty(), "{number}");
            assert_eq!(write_board(&board), write_board(&drawn_map(number)));
            write_board(&board)
        })
        .collect();
    assert_eq!(words.len(), 40);
    // It can be played in every set-up, the standard one among them.
    let game = game(&[("map", "7")]);
    assert_eq!(write_board(game.board()), write_board(&drawn_map(7)));
    assert!(!legal(&game, &game.start()).is_empty());
    assert!(matches!(
        setup(&[("map", "7"), ("setup", "hidden")]).start(),
        Stage::Placing { .. }
    ));
}

/// §10.10
#[test]
fn an_editor_draws_in_the_open_and_takes_anything_back() {
    let game = setup(&[("setup", "editor")]);
    let mut stage = game.start();
    assert_eq!(game.turn(&stage), Turn::One(NORTH));
    assert_eq!(
        reasons(&game, &stage, SOUTH, "place M C10"),
        ["not-your-word"]
    );
    order(&game, &mut stage, NORTH, "place M C11");
    order(&game, &mut stage, NORTH, "remove C11");
    for text in published(Terrain::Mountain) {
        order(&game, &mut stage, NORTH, &text);
    }
    assert_eq!(
        reasons(&game, &stage, NORTH, "place M A1"),
        ["not-yet", "half-full"]
    );
    for text in published(Terrain::Pass) {
        order(&game, &mut stage, NORTH, &text);
    }
    // A mountain that holds a pass is missing: another cannot take its place.
    order(&game, &mut stage, NORTH, "remove E10");
    assert_eq!(
        reasons(&game, &stage, NORTH, "place M A1"),
        ["no-pass-left"]
    );
    assert_eq!(reasons(&game, &stage, NORTH, "place F B8"), ["not-yet"]);
    order(&game, &mut stage, NORTH, "place M E10");
    let mut last = Vec::new();
    for terrain in [Terrain::Arsenal, Terrain::Fort] {
        for text in published(terrain) {
            let before = stage.clone();
            order(&game, &mut stage, NORTH, &text);
            let happening = Happening::Action(NORTH, game.read(&text).unwrap());
            last = tell(&game, &before, happening, &stage, Viewer::Spectator);
        }
    }
    assert_eq!(kinds(&last), ["place", "map"]);
    let standard = write_board(&crate::guerre::Board::standard());
    assert!(last[1].text.en.ends_with(&standard), "{}", last[1].text.en);
    use vauban_game::Formats;
    let saved = game.export(&game.start(), &[], &stage).unwrap().unwrap();
    let imported = Guerre::default().import(&saved).unwrap();
    assert_eq!(imported.settings["map"], standard);
    // The map is where the next drawing begins.
    let again = setup(&[("setup", "editor"), ("map", &standard)]);
    assert_eq!(again.start(), stage);
    assert!(read_board(&standard).is_ok());
}

#[test]
fn the_rulebook_tells_of_every_set_up_and_marks_nothing_twice() {
    let book = setup(&[("setup", "terrain")])
        .rulebook(vauban_game::Lang::En)
        .to_owned();
    for value in ["standard", "hidden", "terrain", "editor"] {
        assert!(book.contains(&format!("`setup={value}`")), "{value}");
    }
    assert!(Camps::default().of(NORTH).is_empty());
}
