//! Dice that anyone can check: whole matches of the games with chance, checked, and checked again
//! after every kind of tampering.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use vauban_catalog::{CATALOG, entry};
use vauban_game::{Dice, Seat, Settings};
use vauban_laws::toys::{Muster, Stash};
use vauban_table::{
    AnyGame, AnyMatch, Audit, Entry, Item, Opening, Proof, Record, Sealed, Source, Step, Undo,
};

static STASH: Entry<Stash> = entry();
static MUSTER: Entry<Muster> = entry();

fn secret(seed: u64) -> [u8; 32] {
    Sha256::digest(seed.to_le_bytes()).into()
}

fn seeds(seats: u8) -> Vec<String> {
    (1..=seats).map(|seat| format!("seed of {seat}")).collect()
}

fn settings(pairs: &[(&str, &str)]) -> Settings {
    let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    pairs.iter().map(owned).collect()
}

/// A match that waits for the seats, as a server opens it.
fn waiting(game: &dyn AnyGame, settings: Settings, seed: u64) -> Box<dyn AnyMatch> {
    let opening = Opening {
        settings,
        source: Source::Waiting(Sealed::new(secret(seed), "m", [])),
        undo: Undo::All,
        ..Opening::seeded(0)
    };
    game.open(opening).expect("it opens")
}

fn begin(table: &mut dyn AnyMatch, seed: u64) {
    let seeds = seeds(table.seats());
    let seeds = seeds.iter().map(String::as_str);
    table.seal(Sealed::new(secret(seed), "m", seeds));
}

fn play_on(table: &mut dyn AnyMatch, dice: &mut Dice, most: usize) {
    for _ in 0..most {
        let Some(seat) = table.turn().seats().iter().next() else {
            return;
        };
        let ask = table.ask(seat).expect("a seat on turn is asked");
        let legal = table.questions().legal(seat);
        let text = &legal[dice.below(legal.len() as u32) as usize];
        table.answer(seat, ask, text).expect("it is listed");
    }
    while table.turn().over().is_none() {
        let seat = table.turn().seats().iter().next().expect("somebody's turn");
        table.resign(seat).expect("anybody may");
    }
}

/// The record with what may be told of the dice when it is over.
fn paper(table: &dyn AnyMatch, name: &str, seed: u64) -> Record {
    let seeds = seeds(table.seats());
    let sealed = Sealed::new(secret(seed), name, seeds.iter().map(String::as_str));
    let mut record = table.record();
    Proof {
        commitment: sealed.commitment(),
        name: name.to_owned(),
        seeds,
        secret: Some(sealed.reveal()),
    }
    .write(&mut record);
    Record::read(&record.to_string()).expect("what we wrote can be read")
}

fn played(game: &dyn AnyGame, options: &[(&str, &str)], seed: u64) -> Record {
    let mut table = waiting(game, settings(options), seed);
    begin(table.as_mut(), seed);
    play_on(table.as_mut(), &mut Dice::seeded(seed), 400);
    paper(table.as_ref(), "m", seed)
}

fn audit(game: &dyn AnyGame, record: &Record) -> Audit {
    game.check_dice(record)
        .unwrap_or_else(|doubt| panic!("{}: {}", doubt.code, doubt.text.en))
}

/// A game with some of its options.
type Variant = (
    &'static dyn AnyGame,
    &'static [(&'static str, &'static str)],
);

/// Every game with chance.
fn with_chance() -> Vec<Variant> {
    let guerre = CATALOG.find("guerre").expect("it is on the shelf");
    let mut all: Vec<Variant> = vec![
        (&STASH, &[]),
        (&STASH, &[("players", "4")]),
        (&MUSTER, &[]),
        (guerre, &[("first", "lot")]),
    ];
    // Each new game of the catalogue by itself.
    let new = CATALOG
        .games()
        .filter(|&game| waiting(game, Settings::new(), 1).has_chance());
    all.extend(new.map(|game| -> Variant { (game, &[]) }));
    all
}

#[test]
fn nothing_is_rolled_before_every_seat_has_given_its_seed() {
    for (game, options) in with_chance() {
        let mut table = waiting(game, settings(options), 1);
        assert!(table.has_chance());
        assert_eq!(table.steps(), 0, "{}", game.card().name);
        assert!(table.befall(None).is_err(), "nobody can make it roll");
        begin(table.as_mut(), 1);
        assert!(!table.turn().seats().is_empty(), "now somebody is on turn");
    }
    let guerre = CATALOG.find("guerre").expect("it is on the shelf");
    let mut lot = waiting(guerre, settings(&[("first", "lot")]), 1);
    assert!(lot.turn().seats().is_empty(), "the lot is not cast yet");
    begin(lot.as_mut(), 1);
    assert_eq!(lot.steps(), 1, "the lot is cast at once");
}

#[test]
fn every_match_with_chance_can_be_checked() {
    for (game, options) in with_chance() {
        for seed in 0..8 {
            let record = played(game, options, seed);
            let found = audit(game, &record);
            let written = record
                .steps()
                .filter(|step| matches!(step, Step::Chance(_)));
            assert_eq!(found.throws.len(), written.count());
            assert!(!found.throws.is_empty(), "{}", game.card().name);
            assert_eq!(found.difference(), None, "{}", game.card().name);
            assert_eq!(found.brought, 0);
        }
    }
}

#[test]
fn the_rolls_of_a_toy_are_the_documented_keyed_hash() {
    for seed in 0..20 {
        let record = played(&STASH, &[], seed);
        let (mut actions, mut slot) = (0u64, 0u64);
        for step in record.steps() {
            let Step::Chance(written) = step else {
                (actions, slot) = (actions + 1, 0);
                continue;
            };
            let mut mac = Hmac::<Sha256>::new_from_slice(&secret(seed)).unwrap();
            mac.update(b"roll");
            // The first attempt: with a total of 6 a second one is as good as never needed.
            for number in [actions, slot, 0] {
                mac.update(&number.to_le_bytes());
            }
            for part in ["m", "seed of 1", "seed of 2"] {
                mac.update(&(part.len() as u64).to_le_bytes());
                mac.update(part.as_bytes());
            }
            let digest = mac.finalize().into_bytes();
            let word = u64::from_le_bytes(digest[..8].try_into().unwrap());
            // Weights 3, 2 and 1 of the results 1, 2 and 3.
            let rolled = match word % 6 {
                0..3 => "roll-1",
                3..5 => "roll-2",
                _ => "roll-3",
            };
            assert_eq!(written, rolled, "seed {seed}, after {actions} actions");
            slot += 1;
        }
    }
}

#[test]
fn a_changed_result_is_found_at_its_step() {
    for (game, options) in with_chance() {
        let record = played(game, options, 3);
        let steps: Vec<Step> = record.steps().cloned().collect();
        let found = audit(game, &record);
        // Long matches have thousands of pairs: some throws of them, each with some others, will do.
        let (apart, between) = (found.throws.len() / 12 + 1, found.throws.len() / 5 + 1);
        for throw in found.throws.iter().step_by(apart) {
            let others = found.throws.iter().step_by(between);
            let others = others.map(|other| other.written.clone());
            let nonsense = ["", "zzz", "999999999"].map(str::to_owned);
            for other in others.chain(nonsense) {
                if other == throw.written {
                    continue;
                }
                let mut changed = record.clone();
                let mut number = 0;
                for item in &mut changed.items {
                    let Item::Step(step) = item else {
                        continue;
                    };
                    number += 1;
                    if number == throw.step {
                        *step = Step::Chance(other.clone());
                    }
                }
                let found = audit(game, &changed);
                let first = found.difference().expect("the change is found");
                assert_eq!((first.step, &first.written), (throw.step, &other));
                assert_eq!(first.rolled, throw.rolled);
            }
            assert_eq!(
                steps[throw.step - 1],
                Step::Chance(throw.written.clone()),
                "the number is the record's"
            );
        }
    }
}

#[test]
fn a_changed_seed_match_or_secret_is_found() {
    for (game, options) in [(&STASH as &dyn AnyGame, &[][..]), (&MUSTER, &[])] {
        // So many results that no other dice give them all.
        let record = (0..100)
            .map(|seed| played(game, options, seed))
            .find(|record| audit(game, record).throws.len() >= 8)
            .expect("some matches are long");
        for (tag, value) in [
            ("DiceSeed1", "another seed"),
            ("DiceSeed2", "seed of 2 "),
            ("DiceMatch", "n"),
        ] {
            let mut changed = record.clone();
            changed.set_tag(tag, value);
            assert!(audit(game, &changed).difference().is_some(), "{tag}");
        }
        // Another secret is not the one committed to; one with its own commitment gives other rolls.
        let other = Sealed::new(secret(1_000), "m", []);
        let mut changed = record.clone();
        changed.set_tag("DiceSecret", other.reveal());
        assert_eq!(game.check_dice(&changed).unwrap_err().code, "wrong-secret");
        changed.set_tag("DiceCommit", other.commitment());
        assert!(audit(game, &changed).difference().is_some());
    }
}

#[test]
fn a_record_that_was_cut_or_does_not_play_is_doubted() {
    let record = played(&STASH, &[], 5);
    let code = |record: &Record| STASH.check_dice(record).unwrap_err().code;
    let mut cut = record.clone();
    cut.set_tag("Result", "*");
    cut.items.truncate(6);
    assert_eq!(code(&cut), "cut");
    cut.set_tag("Result", record.tag("Result").unwrap());
    assert_eq!(code(&cut), "unplayable");
    // A result left out shifts all that follow.
    let mut short = record.clone();
    let first = short
        .items
        .iter()
        .position(|item| matches!(item, Item::Step(Step::Chance(_))));
    short.items.remove(first.unwrap());
    let told = STASH.check_dice(&short);
    assert!(
        told.is_err() || told.unwrap().difference().is_some(),
        "it is found"
    );
    let mut other = record.clone();
    other.set_tag("Game", "muster");
    assert_eq!(code(&other), "unplayable");
    let mut untold = record;
    Proof::erase(&mut untold);
    assert_eq!(code(&untold), "no-dice");
}

#[test]
fn an_undone_roll_comes_again_and_the_record_still_agrees() {
    for seed in 0..6 {
        let mut table = waiting(&MUSTER, Settings::new(), seed);
        begin(table.as_mut(), seed);
        let mut dice = Dice::seeded(seed);
        for round in 0..12 {
            if table.turn().over().is_some() {
                break;
            }
            let seat = table.turn().seats().iter().next().expect("somebody's turn");
            let legal = table.questions().legal(seat);
            let text = legal[dice.below(legal.len() as u32) as usize].clone();
            let ask = table.ask(seat).expect("asked");
            table.answer(seat, ask, &text).expect("it is listed");
            let hash = table.hash();
            if round % 3 == 0 && table.undo(Seat(0)).is_ok() {
                let ask = table.ask(seat).expect("asked again");
                table.answer(seat, ask, &text).expect("it is listed");
                assert_eq!(table.hash(), hash, "the same roll came");
            }
        }
        play_on(table.as_mut(), &mut dice, 200);
        let record = paper(table.as_ref(), "m", seed);
        assert!(record.to_string().contains("undone: "));
        assert_eq!(audit(&MUSTER, &record).difference(), None);
    }
}

#[test]
fn what_came_with_a_file_is_counted_and_not_checked() {
    let first = played(&MUSTER, &[], 2);
    let chance_before = |steps: usize| {
        first
            .steps()
            .take(steps)
            .filter(|step| matches!(step, Step::Chance(_)))
            .count()
    };
    for steps in [1, 4, 9] {
        let name = Proof::name("m", steps);
        let opening = Opening {
            source: Source::Waiting(Sealed::new(secret(8), "m", [])),
            ..Opening::seeded(0)
        };
        let mut file = first.clone();
        Proof::erase(&mut file);
        let mut table = MUSTER
            .replay(&file, opening, Some(steps))
            .expect("it plays");
        assert_eq!(table.steps(), steps, "nothing more is rolled");
        let seeds = seeds(table.seats());
        table.seal(Sealed::new(
            secret(8),
            &name,
            seeds.iter().map(String::as_str),
        ));
        play_on(table.as_mut(), &mut Dice::seeded(4), 40);
        let record = paper(table.as_ref(), &name, 8);
        let found = audit(&MUSTER, &record);
        assert_eq!(found.brought, chance_before(steps));
        assert_eq!(found.difference(), None);
        assert!(found.throws.len() > 3, "the rest was checked");
        // Nobody can say later that more of it came with the file.
        let mut changed = record;
        changed.set_tag("DiceMatch", Proof::name("m", steps + 1));
        assert!(audit(&MUSTER, &changed).difference().is_some());
    }
}

#[test]
fn a_game_without_chance_has_nothing_to_check() {
    let jungle = CATALOG.find("jungle").expect("it is on the shelf");
    let mut table = waiting(jungle, Settings::new(), 1);
    assert!(!table.has_chance());
    play_on(table.as_mut(), &mut Dice::seeded(1), 10);
    assert_eq!(audit(jungle, &table.record()), Audit::default());
}
