//! What viewers are told: logs made again, and the steps between two pictures.

use vauban_game::SeatSet;

use super::*;

/// A log is made again from the steps; what it says must be what was said when they were taken, across
/// everything that was taken back.
#[test]
fn a_log_made_again_is_the_log_that_was_told() {
    let mut long = 0;
    for game in games() {
        for seed in 0..4 {
            let mut table = open(game, seed, Undo::All);
            let mut dice = Dice::seeded(seed);
            let viewers: Vec<Viewer> = Viewer::all(table.seats()).collect();
            let mut heard: Vec<Vec<_>> = vec![Vec::new(); viewers.len()];
            for _ in 0..300 {
                if dice.below(9) == 0 && table.undo(Seat(0)).is_ok() {
                    // Taken back: the log goes on.
                } else if take_one(table.as_mut(), &mut dice).is_none() {
                    break;
                }
                for (heard, &viewer) in heard.iter_mut().zip(&viewers) {
                    heard.extend(table.log(viewer, heard.len() as u64, usize::MAX));
                }
            }
            for (heard, &viewer) in heard.iter().zip(&viewers) {
                let name = game.card().name;
                long += usize::from(heard.len() > 100);
                assert_eq!(&table.log(viewer, 0, usize::MAX), heard, "{name}");
                let some = heard.iter().skip(3).take(5).cloned();
                assert_eq!(table.log(viewer, 3, 5), some.collect::<Vec<_>>(), "{name}");
                assert_eq!(table.log(viewer, u64::MAX, 5), [], "{name}");
            }
        }
    }
    assert!(long > 20, "{long} long logs");
}

/// Every game sums up its turns, in what ends them; set-ups and table talk are nobody's turns.
#[test]
fn the_entry_that_ends_a_turn_sums_it_up() {
    for game in games() {
        let mut table = open(game, 2, Undo::All);
        let mut dice = Dice::seeded(2);
        let mut movers = 0;
        for _ in 0..60 {
            let before = table.turn().seats();
            if take_one(table.as_mut(), &mut dice).is_none() {
                break;
            }
            movers += u32::from(table.turn().seats() != before);
        }
        let log = table.log(Viewer::Spectator, 0, usize::MAX);
        let sums: Vec<_> = log
            .iter()
            .filter_map(|entry| entry.summary.as_ref())
            .collect();
        let name = game.card().name;
        assert!(
            !sums.is_empty() && sums.len() <= log.len(),
            "{name}: {movers}"
        );
        for sum in sums {
            assert!(
                sum.en.ends_with(['.', '!']) && sum.fr.ends_with(['.', '!']),
                "{name}: {sum:?}"
            );
        }
    }
}

/// A position is written for a viewer only if its view says all of it, and so is the start of a record.
#[test]
fn a_position_is_written_from_what_a_viewer_sees() {
    let mut table = open(&STASH, 1, Undo::All);
    for seat in [Seat(0), Seat(1)] {
        assert!(table.position_for(Viewer::Seat(seat)).is_some());
    }
    let ask = table.ask(Seat(0)).expect("it is its turn");
    table.answer(Seat(0), ask, "hide-2").expect("it may");
    let own = table.position_for(Viewer::Seat(Seat(0)));
    assert_eq!(own, Some(table.position()));
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(table.position_for(viewer), None);
    }
    let mut opening = Opening::seeded(1);
    opening.position = Some(table.position());
    let table = STASH.open(opening).expect("a position of its own");
    let tag = |viewer| table.record_for(viewer).tag("Position").map(str::to_owned);
    assert_eq!(tag(Viewer::Seat(Seat(0))), own);
    assert_eq!(tag(Viewer::Seat(Seat(1))), None);
    assert!(table.record().tag("Position").is_some());
}

/// Comments and tags of a file may speak of what is hidden: they come back when the match is over.
#[test]
fn a_running_match_with_secrets_keeps_what_a_file_said_to_itself() {
    let mut file = open(&STASH, 1, Undo::All).record();
    file.set_tag("Remark", "all in the third cell");
    file.items
        .push(vauban_table::Item::Comment("look at the third".into()));
    let mut table = STASH
        .replay(&file, Opening::seeded(1), None)
        .expect("a record of its own");
    let says = |table: &dyn AnyMatch| {
        let record = table.record_for(Viewer::Seat(Seat(0))).to_string();
        [
            record.contains("all in the third"),
            record.contains("look at the third"),
        ]
    };
    assert_eq!(says(table.as_ref()), [false, false]);
    table.resign(Seat(0)).expect("it may");
    assert_eq!(says(table.as_ref()), [true, true]);
}

/// The picture before a turn, changed as its steps say, is the picture after it.
#[test]
fn steps_lead_from_one_picture_to_the_next() {
    use std::collections::BTreeMap;
    use vauban_scene::{Layer, Shape};
    type Picture = BTreeMap<String, (&'static str, Shape)>;
    fn put(picture: &mut Picture, layers: Vec<Layer>) {
        for layer in layers {
            for shape in layer.shapes {
                picture.insert(shape.key.clone(), (layer.name, shape));
            }
        }
    }
    for game in games() {
        let mut table = open(game, 5, Undo::All);
        let mut dice = Dice::seeded(5);
        for viewer in Viewer::all(table.seats()) {
            let mut picture = Picture::new();
            put(&mut picture, table.page(viewer, Lang::En, 0).layers);
            let (seq, _) = table.told(viewer);
            for _ in 0..20 {
                let undone = dice.below(7) == 0 && table.undo(Seat(0)).is_ok();
                if !undone && take_one(table.as_mut(), &mut dice).is_none() {
                    break;
                }
            }
            let steps = table.steps_shown(viewer, seq, usize::MAX, Lang::En);
            assert_eq!(steps.len() as u64, table.told(viewer).0 - seq);
            for step in steps {
                step.gone.iter().for_each(|key| drop(picture.remove(key)));
                put(&mut picture, step.changed);
            }
            let mut page = Picture::new();
            put(&mut page, table.page(viewer, Lang::En, 0).layers);
            assert_eq!(picture, page, "{}, {viewer:?}", game.card().name);
        }
    }
}

/// One line for one take-back, however many steps of the others go with it.
#[test]
fn what_others_did_since_is_taken_back_in_one_line() {
    for game in games() {
        let mut table = open(game, 3, Undo::All);
        let mut dice = Dice::seeded(3);
        let me = SeatSet::default().with(Seat(0));
        let mut chosen = false;
        // Until others have moved on at least three times since the first seat could choose.
        let mut since = 0;
        for _ in 0..400 {
            let mine = table.turn().includes(Seat(0));
            (chosen, since) = (chosen || mine, if mine { 0 } else { since + 1 });
            if chosen && since >= 3 || take_one(table.as_mut(), &mut dice).is_none() {
                break;
            }
        }
        let before = table.told(Viewer::Spectator).0;
        let steps = table.steps();
        table
            .take_back(Seat(0), me)
            .expect("anything may be taken back");
        let name = game.card().name;
        assert!(table.turn().includes(Seat(0)), "{name}");
        assert!(table.steps() < steps, "{name}");
        let log = table.log(Viewer::Spectator, before, usize::MAX);
        assert_eq!(log.len(), 1, "{name}: {log:?}");
        assert_eq!(log[0].events[0].kind, "undo", "{name}");
    }
}
