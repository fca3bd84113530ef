//! The tuner through the list that `cargo xtask tune` uses: matches, the fit and the duel, all from a seed.

use std::{fs, path::PathBuf};

use vauban_arena::Tuner;
use vauban_catalog::TUNINGS;
use vauban_search::tuning::{Duel, Fitting, SelfPlay, Tuning};

const MATCHES: usize = 20;

fn tuner(tuning: &'static dyn Tuning) -> Tuner {
    Tuner {
        tuning,
        plan: SelfPlay {
            nodes: 60,
            opening: 2,
            seed: 7,
        },
        matches: MATCHES,
        generations: 1,
        fitting: Fitting {
            results: 60,
            passes: 2,
            seed: 7,
        },
    }
}

fn named(name: &str) -> Tuner {
    let found = TUNINGS.iter().find(|tuning| tuning.name() == name);
    tuner(*found.expect("it can be tuned"))
}

/// A file that is gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("vauban-tuner-{name}-{}.txt", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn every_tuning_learns_the_same_from_the_same_seed() {
    for tuning in TUNINGS {
        let name = tuning.name();
        let mut tuner = Tuner {
            matches: 10,
            ..tuner(*tuning)
        };
        tuner.plan.nodes = 10;
        let scratch = Scratch::new(&name.replace(':', "-"));
        let lines = tuner.play(&scratch.0, |_| ()).expect("it plays");
        assert_eq!(lines.len(), 10);
        let fit = || {
            let learnt = tuning.fit(&lines, &tuner.fitting, &mut |_| ());
            learnt.unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let learnt = fit();
        assert_eq!(learnt, fit(), "{name}");
        assert!(learnt.places > 10, "{name}: {} places", learnt.places);
        for error in [learnt.before, learnt.after] {
            assert!(error > 0.0 && error < 0.5, "{name}: {error}");
        }

        // What was learnt can be read by the judge, with the experiment in its first line.
        let text = tuner.signed(&learnt);
        let first = text.lines().next().unwrap_or_default();
        let command = format!(
            "# Tuned: `cargo xtask tune {name} --matches 10 --nodes 10 --openings 2 --seed 7 --results 60 --passes 2`; "
        );
        assert!(first.starts_with(&command), "{first}");
        let again = tuner.signed(&vauban_search::tuning::Learnt {
            text: text.clone(),
            ..learnt
        });
        assert_eq!(again, text, "{name}: an older line goes");
        let duel = Duel {
            plan: tuner.plan,
            new_nodes: 10,
        };
        let outcome = tuner
            .duel(&text, &duel, 1, |_| ())
            .expect("it reads what it wrote");
        assert_eq!(outcome.wins + outcome.draws + outcome.losses, 2, "{name}");
    }
}

#[test]
fn what_was_stopped_goes_on_where_it_was() {
    let tuner = named("jungle");
    let (whole, part) = (Scratch::new("whole"), Scratch::new("part"));
    let lines = tuner.play(&whole.0, |_| ()).expect("it plays");
    let some = Tuner {
        matches: 3,
        ..tuner
    };
    assert_eq!(some.play(&part.0, |_| ()).expect("it plays"), lines[..3]);
    // Stopped in the middle of a line.
    let mut text = fs::read_to_string(&part.0).expect("it is there");
    text += &lines[3][..lines[3].len() / 2];
    fs::write(&part.0, text).expect("it can be written");
    let mut played = Vec::new();
    let again = tuner
        .play(&part.0, |done| played.push(done))
        .expect("it goes on");
    assert_eq!(again, lines);
    assert_eq!(played, (4..=MATCHES).collect::<Vec<_>>());
    assert_eq!(fs::read(&part.0).ok(), fs::read(&whole.0).ok());

    let mut other = tuner;
    other.plan.nodes = 61;
    let refused = other.play(&part.0, |_| ()).expect_err("another plan");
    assert!(
        refused.contains("--nodes 60") && refused.contains("--state"),
        "{refused}"
    );
}

#[test]
fn a_broken_match_is_refused_with_its_number() {
    let tuner = named("jungle");
    let scratch = Scratch::new("broken");
    let mut lines = tuner.play(&scratch.0, |_| ()).expect("it plays");
    let fit = |lines: &[String]| tuner.tuning.fit(lines, &tuner.fitting, &mut |_| ());
    for (broken, why) in [
        ("a1a9@5000 =0 =10000", "match 4: the match breaks the rules"),
        ("x =0 =10000", "match 4: `x` is not an action here"),
        ("j3j4@5000", "match 4: the line has no result"),
    ] {
        lines[4] = broken.to_owned();
        assert_eq!(fit(&lines), Err(why.to_owned()));
    }
    assert_eq!(fit(&[]), Err("too few matches to learn from".to_owned()));
}

#[test]
fn who_plays_by_the_same_text_is_as_strong() {
    let tuner = named("jungle");
    let text = fs::read_to_string(
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(tuner.tuning.file()),
    );
    let duel = Duel {
        plan: tuner.plan,
        new_nodes: tuner.plan.nodes,
    };
    let outcome = tuner.duel(&text.expect("it is in the tree"), &duel, 5, |_| ());
    let outcome = outcome.expect("it plays");
    assert_eq!((outcome.scores.len(), outcome.wins), (5, outcome.losses));
    assert!(!outcome.is_stronger());
    let wrong = tuner.duel("power_1 1", &duel, 1, |_| ());
    assert_eq!(
        wrong.err().as_deref(),
        Some("the weight `power_2` is missing")
    );
}
