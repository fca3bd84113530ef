//! What must hold at the table for every game of the catalogue and for the toys, through the erased
//! interface that consoles, servers and pages use.

#[path = "table/asks.rs"]
mod asks;
#[path = "table/ends.rs"]
mod ends;
#[path = "table/lenses.rs"]
mod lenses;
#[path = "table/logs.rs"]
mod logs;
#[path = "table/orders.rs"]
mod orders;
#[path = "table/past.rs"]
mod past;
#[path = "table/plans.rs"]
mod plans;
#[path = "table/records.rs"]
mod records;
#[path = "table/undo.rs"]
mod undo;

use vauban_catalog::{CATALOG, entry};
use vauban_game::{Dice, Lang, SearchMemory, Seat, Settings, Stop, Turn, Values, Viewer};
use vauban_laws::toys::{Breakthrough, Muster, Stash};
use vauban_table::{AgentSpec, AnyGame, AnyMatch, Entry, Opening, Record, Sealed, Source, Undo};

static BREAKTHROUGH: Entry<Breakthrough> = entry();
static STASH: Entry<Stash> = entry();
static MUSTER: Entry<Muster> = entry();

/// Every game there is, real and toy.
fn games() -> Vec<&'static dyn AnyGame> {
    let toys: [&'static dyn AnyGame; 3] = [&BREAKTHROUGH, &STASH, &MUSTER];
    CATALOG.games().chain(toys).collect()
}

/// Every game with each value of each of its options.
fn openings() -> Vec<(&'static dyn AnyGame, Settings)> {
    let mut openings = Vec::new();
    for game in games() {
        openings.push((game, Settings::new()));
        for setting in game.card().settings {
            if let Values::OneOf(words) = &setting.values {
                openings.extend(words.iter().map(|(word, _)| {
                    let chosen = (setting.name.to_owned(), (*word).to_owned());
                    (game, Settings::from([chosen]))
                }));
            }
        }
    }
    openings
}

fn open(game: &dyn AnyGame, seed: u64, undo: Undo) -> Box<dyn AnyMatch> {
    let mut opening = Opening::seeded(seed);
    opening.undo = undo;
    game.open(opening).expect("a game opens with its defaults")
}

/// Takes one random action; `None` when it is over.
fn take_one(table: &mut dyn AnyMatch, dice: &mut Dice) -> Option<(Seat, String)> {
    let seats: Vec<Seat> = table.turn().seats().iter().collect();
    if seats.is_empty() {
        return None;
    }
    let seat = dice.choose(&seats);
    let legal = table.questions().legal(seat);
    let text = legal[dice.below(legal.len() as u32) as usize].clone();
    let ask = table.ask(seat).expect("a seat on turn is asked");
    table
        .answer(seat, ask, &text)
        .expect("what is listed is accepted");
    Some((seat, text))
}

fn play_out(table: &mut dyn AnyMatch, dice: &mut Dice) -> Vec<(Seat, String)> {
    std::iter::from_fn(|| take_one(table, dice)).collect()
}

#[test]
fn pages_are_small_and_offer_just_what_is_legal() {
    for (game, settings) in openings() {
        let mut opening = Opening::seeded(3);
        opening.settings = settings.clone();
        let mut table = game.open(opening).expect("each value alone is allowed");
        let mut dice = Dice::seeded(3);
        for step in 0.. {
            for viewer in Viewer::all(table.seats()) {
                if step % 47 != 0 {
                    break;
                }
                for lang in Lang::ALL {
                    let page = table.page(viewer, lang, 0);
                    let size = serde_json::to_vec(&page).expect("a page is JSON").len();
                    let what = format!("{} {settings:?}, step {step}", game.card().name);
                    assert!(size <= 64 * 1024, "{what}: {size} bytes");
                    assert_eq!(page.backdrop, table.backdrop(lang).hash);
                    let legal = viewer
                        .seat()
                        .map_or(0, |seat| table.questions().legal(seat).len());
                    let offered: usize = page
                        .ask
                        .iter()
                        .flat_map(|ask| &ask.choices)
                        .map(|choice| {
                            choice
                                .amount
                                .map_or(1, |range| (range.max - range.min + 1) as usize)
                        })
                        .sum();
                    assert_eq!(offered, legal, "{}", game.card().name);
                }
            }
            if take_one(table.as_mut(), &mut dice).is_none() {
                break;
            }
        }
        for viewer in Viewer::all(table.seats()) {
            assert!(table.page(viewer, Lang::Fr, 0).result.is_some());
        }
    }
}

#[test]
fn only_seats_that_know_different_things_need_a_curtain() {
    let (one, other) = (Seat(0), Seat(1));
    assert!(!open(&BREAKTHROUGH, 6, Undo::Own).hides(one, other));
    let mut table = open(&STASH, 6, Undo::Own);
    assert!(!table.hides(one, other), "nobody has hidden anything yet");
    let text = table.questions().legal(one)[0].clone();
    let ask = table.ask(one).expect("it is asked");
    table.answer(one, ask, &text).expect("it is legal");
    assert!(table.hides(one, other) && !table.hides(one, one));
    play_out(table.as_mut(), &mut Dice::seeded(6));
    assert!(
        !table.hides(one, other),
        "when it is over nothing is hidden"
    );
}

#[test]
fn an_answer_to_an_older_question_is_stale() {
    for game in games() {
        let mut table = open(game, 6, Undo::All);
        let seat = table.turn().seats().iter().next().expect("somebody begins");
        let (ask, text) = (
            table.ask(seat).expect("it is asked"),
            table.questions().legal(seat)[0].clone(),
        );
        table.answer(seat, ask, &text).expect("it is legal");
        let hash = table.hash();
        assert_eq!(
            table.answer(seat, ask, &text).unwrap_err().codes(),
            ["stale"]
        );
        // Taken back, the same question is put anew.
        table.undo(seat).expect("the policy allows all");
        assert_eq!(
            table.answer(seat, ask, &text).unwrap_err().codes(),
            ["stale"]
        );
        let again = table.ask(seat).expect("it is asked again");
        table.answer(seat, again, &text).expect("it is legal");
        assert_eq!(table.hash(), hash);
    }
}

#[test]
fn in_secret_placement_one_seats_question_stays_open_while_others_act() {
    let mut table = open(&STASH, 6, Undo::Own);
    let Turn::Any(seats) = table.turn() else {
        panic!("everybody hides at once");
    };
    let [first, second] = [0, 1].map(|index| seats.iter().nth(index).expect("two hide"));
    let (ask, page) = (
        table.ask(second),
        table.page(Viewer::Seat(second), Lang::En, 0),
    );
    let text = table.questions().legal(first)[0].clone();
    let asked = table.ask(first).expect("it is asked");
    table.answer(first, asked, &text).expect("it is legal");
    assert_eq!(table.ask(second), ask);
    let after = table.page(Viewer::Seat(second), Lang::En, 0);
    assert_eq!(
        page.ask, after.ask,
        "the other seat's choices do not depend on what was hidden"
    );
}

#[test]
fn what_a_viewer_was_told_is_what_its_page_says() {
    let mut table = open(&STASH, 1, Undo::Own);
    let mut dice = Dice::seeded(3);
    for _ in 0..6 {
        for viewer in Viewer::all(table.seats()) {
            let page = table.page(viewer, Lang::En, 0);
            assert_eq!(table.told(viewer), (page.seq, page.hash));
        }
        take_one(table.as_mut(), &mut dice).expect("it goes on");
    }
}

#[test]
fn sealed_dice_give_the_same_match_from_the_same_secret_and_manual_ones_wait() {
    let sealed = |secret: u8| {
        let mut opening = Opening::seeded(0);
        opening.source = Source::Sealed(Sealed::new([secret; 32], "match", ["ann", "bob"]));
        let mut table = MUSTER.open(opening).expect("it opens");
        play_out(table.as_mut(), &mut Dice::seeded(1));
        table.record().to_string()
    };
    assert_eq!(sealed(1), sealed(1));
    assert_ne!(sealed(1), sealed(2));

    let mut opening = Opening::seeded(0);
    opening.source = Source::Manual(3);
    let mut table = MUSTER.open(opening).expect("it opens");
    assert_eq!(table.turn(), Turn::Chance, "the first card is typed");
    assert!(table.ask(Seat(0)).is_none());
    let hash = table.hash();
    assert_eq!(
        table.befall(Some("nonsense")).unwrap_err().codes(),
        ["unreadable"]
    );
    assert_eq!(table.hash(), hash);
    table.befall(None).expect("a bare ! rolls");
    assert!(table.ask(Seat(0)).is_some());
    assert_eq!(table.befall(None).unwrap_err().codes(), ["no-chance-now"]);
}

#[test]
fn agents_answer_by_the_same_door_and_alike_for_the_same_seed() {
    for game in games() {
        let records: Vec<String> = (0..2)
            .map(|_| {
                let mut table = open(game, 7, Undo::Own);
                for _ in 0..12 {
                    let Some(seat) = table.turn().seats().iter().next() else {
                        break;
                    };
                    let spec: AgentSpec = "rollouts:nodes=300".parse().expect("it is well written");
                    let (ask, job) = table
                        .think(seat, &spec, None, &Stop::default())
                        .expect("it is on turn");
                    let (thought, _) = job(&mut SearchMemory::default());
                    table
                        .answer(seat, ask, &thought.action)
                        .expect("agents play by the rules");
                }
                table.record().to_string()
            })
            .collect();
        assert_eq!(records[0], records[1], "{}", game.card().name);
    }
}

#[test]
fn wrong_settings_are_refused_with_what_there_is() {
    for game in games() {
        let mut opening = Opening::seeded(0);
        opening.settings = Settings::from([("no-such-option".to_owned(), "1".to_owned())]);
        let refusals = game.open(opening).err().expect("there is no such option");
        assert_eq!(refusals.codes(), ["bad-setting"]);
    }
}

#[test]
fn a_seat_that_is_not_there_does_nothing() {
    for game in games() {
        let mut table = open(game, 1, Undo::All);
        let (nobody, hash) = (Seat(table.seats()), table.hash());
        for refusals in [
            table.resign(nobody).unwrap_err(),
            table.time_out(nobody).unwrap_err(),
            table.offer_draw(nobody).unwrap_err(),
            table.undo(nobody).unwrap_err(),
            table.ask_undo(nobody).unwrap_err(),
            table.consent(nobody, true).unwrap_err(),
            table
                .questions()
                .why(
                    nobody,
                    &table
                        .questions()
                        .legal(Seat(0))
                        .first()
                        .cloned()
                        .unwrap_or_default(),
                )
                .unwrap_err(),
        ] {
            assert!(
                ["no-such-seat", "unreadable"].contains(&refusals.codes()[0]),
                "{refusals:?}"
            );
        }
        assert_eq!(table.hash(), hash);
    }
    let record = Record::read("[Game \"breakthrough\"]\n\n6:resign\n").expect("it is a record");
    assert!(
        BREAKTHROUGH
            .replay(&record, Opening::seeded(0), None)
            .is_err()
    );
}

#[test]
fn one_game_on_the_shelf_may_be_two_inside() {
    let game = CATALOG.find("guerre").expect("it is on the shelf");
    let mut opening = Opening::seeded(1);
    assert!(matches!(
        game.open(opening.clone()).expect("it opens").turn(),
        Turn::One(_)
    ));
    opening.settings = Settings::from([("setup".to_owned(), "hidden".to_owned())]);
    let mut hidden = game.open(opening).expect("it opens");
    assert!(matches!(hidden.turn(), Turn::Any(_)));
    // A record says by itself which of the two it is of.
    for _ in 0..5 {
        take_one(hidden.as_mut(), &mut Dice::seeded(2)).expect("it goes on");
    }
    let record = Record::read(&hidden.record().to_string()).expect("it can be read");
    let again = game
        .replay(&record, Opening::seeded(9), None)
        .expect("it replays");
    assert_eq!(again.hash(), hidden.hash());
    // A save holds an open position, whatever was asked for.
    let open = game.open(Opening::seeded(1)).expect("it opens");
    let save = open
        .export()
        .expect("it has a format")
        .expect("it can be written");
    assert!(game.recognises(&save));
    let loaded = game.load(&save, Opening::seeded(1)).expect("it loads");
    assert_eq!(loaded.position(), open.position());
}

#[test]
fn perft_is_the_sum_of_its_parts() {
    for (game, settings) in openings() {
        let mut opening = Opening::seeded(3);
        opening.settings = settings;
        opening.source = Source::Manual(1);
        let table = game.open(opening).expect("each value alone is allowed");
        let parts = table.questions().divide(1, None).expect("it is not deep");
        let sum: u64 = parts.iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(
            sum,
            table.questions().perft(1, None).expect("it is not deep")
        );
        assert!(table.questions().divide(0, None).is_err());
    }
}
