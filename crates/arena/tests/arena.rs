//! The arena as a whole: what it plays depends on the seed alone.

use vauban_arena::{
    Arena, Cancel, Played, Rules, Sprt, Tally, Verdict, pair_report, rating_report,
};
use vauban_catalog::CATALOG;
use vauban_game::Lang;
use vauban_table::{AnyGame, Opening, Record};

fn game(name: &str) -> &'static dyn AnyGame {
    CATALOG.find(name).expect("it is in the catalogue")
}

fn arena(name: &str, players: &[&str], games: usize) -> Arena {
    let players = players
        .iter()
        .map(|text| text.parse().expect("well written"));
    Arena {
        rules: Rules {
            opening: 4,
            ..Rules::of(game(name))
        },
        players: players.collect(),
        games,
        before: 0,
        seed: 5,
        concurrency: 1,
        sprt: None,
        search_memory: 1 << 20,
    }
}

fn run(arena: &Arena) -> (Tally, Vec<Played>) {
    let done = arena.run(&Cancel::default(), &|_| ());
    done.expect("the players are known")
}

fn records(played: &[Played]) -> Vec<&str> {
    played.iter().map(|played| played.record.as_str()).collect()
}

#[test]
fn the_same_seed_gives_the_same_matches_whatever_the_concurrency() {
    for name in ["jungle", "garden"] {
        let one = arena(name, &["rollouts:nodes=60", "uniform"], 6);
        let four = Arena {
            concurrency: 4,
            ..one.clone()
        };
        let ((tally, played), (again, played_again)) = (run(&one), run(&four));
        assert_eq!(records(&played), records(&played_again));
        assert_eq!(tally.pairs, again.pairs);
        let other = run(&Arena { seed: 6, ..one });
        assert_ne!(records(&played), records(&other.1));
    }
}

#[test]
fn a_pair_has_the_same_opening_and_the_same_dice() {
    let (_, played) = run(&arena("garden", &["uniform", "bold"], 4));
    let seed = |played: &Played| {
        let record = Record::read(&played.record).expect("an ordinary record");
        record.tag("Seed").expect("it has a seed").to_owned()
    };
    let seeds: Vec<String> = played.iter().map(seed).collect();
    assert_eq!((&seeds[0], &seeds[2]), (&seeds[1], &seeds[3]));
    assert_ne!(seeds[0], seeds[2]);
    let seats = |played: &Played| {
        let record = Record::read(&played.record).expect("an ordinary record");
        record.tag("Seats").expect("it has seats").to_owned()
    };
    assert_eq!(seats(&played[0]), "uniform; bold");
    assert_eq!(seats(&played[1]), "bold; uniform");
}

#[test]
fn records_are_ordinary_and_can_be_played_again() {
    for game in CATALOG.games() {
        let name = game.card().name;
        let mut arena = arena(name, &["uniform", "random"], 2);
        arena.rules.most_answers = 300;
        let (tally, played) = run(&arena);
        assert_eq!(tally.games, 2);
        for played in played {
            let record = Record::read(&played.record).expect("an ordinary record");
            let replayed = game.replay(&record, Opening::seeded(0), None);
            let replayed = replayed.expect("it can be played again");
            let over = replayed.turn().over().expect("it is over");
            assert_eq!(over.scores(), played.outcome.scores());
        }
    }
}

#[test]
fn a_test_is_decided_by_the_order_of_pairs_and_not_by_who_is_ready_first() {
    let one = Arena {
        sprt: Some(Sprt {
            elo0: 0.0,
            elo1: 100.0,
        }),
        ..arena("jungle", &["rollouts:nodes=200", "uniform"], 400)
    };
    let many = Arena {
        concurrency: 3,
        ..one.clone()
    };
    let ((tally, played), (again, played_again)) = (run(&one), run(&many));
    assert_eq!(tally.pairs, again.pairs);
    assert_eq!(records(&played), records(&played_again));
    assert!(tally.games < 100, "{}", tally.games);
    let verdict = one.sprt.map(|sprt| sprt.verdict(&tally.pairs[0].scores));
    assert_eq!(verdict, Some(Verdict::Accepted));
    let report = pair_report(&one, &tally, Lang::En);
    assert!(report.contains("accepted: rather +100"), "{report}");
}

#[test]
fn who_cancels_gets_whole_pairs() {
    let arena = arena("garden", &["uniform", "bold"], 100);
    let cancel = Cancel::default();
    let done = arena.run(&cancel, &|progress| {
        if progress.played == 5 {
            cancel.raise();
        }
    });
    let (tally, played) = done.expect("the players are known");
    assert_eq!((tally.games, played.len()), (4, 5));
}

#[test]
fn many_players_are_rated_and_who_draws_evenly_is_the_zero() {
    let arena = arena(
        "jungle",
        &["rollouts:nodes=150", "uniform", "rollouts:nodes=30"],
        4,
    );
    let (tally, played) = run(&arena);
    assert_eq!((tally.pairs.len(), played.len()), (3, 12));
    let report = rating_report(&arena, &tally, Lang::Fr);
    let lines: Vec<&str> = report.lines().collect();
    assert!(lines[1].contains("rollouts"), "{report}");
    assert!(
        report.contains("uniform") && report.contains("+0 ± 0"),
        "{report}"
    );
}

#[test]
fn at_one_table_players_are_compared_by_their_placings() {
    let mut arena = arena("risk", &["uniform", "heuristic", "deep"], 3);
    arena.rules.seats = Some(3);
    arena.rules.settings = [("rules".to_owned(), "classic".to_owned())].into();
    arena.rules.most_answers = 400;
    let (tally, played) = run(&arena);
    assert_eq!((tally.pairs.len(), played.len()), (3, 3));
}

#[test]
fn players_that_the_game_does_not_know_are_refused() {
    let unknown = arena("jungle", &["uniform", "nobody"], 2);
    assert!(unknown.run(&Cancel::default(), &|_| ()).is_err());
    let three = Arena {
        sprt: Some(Sprt {
            elo0: 0.0,
            elo1: 5.0,
        }),
        ..arena("jungle", &["uniform", "1", "2"], 2)
    };
    assert!(three.run(&Cancel::default(), &|_| ()).is_err());
}
