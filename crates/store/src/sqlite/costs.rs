//! What queries cost, in steps of SQLite's virtual machine: the same, however many matches are finished.

use std::{
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use rusqlite::Connection;
use tempfile::TempDir;

use super::{archives, life, log, people, schema, usage};
use crate::{
    Append, Archiving, Command, CommandId, EventKind, Hash, Line, Listing, MatchId, Millis,
    NewEvent, NewMatch, Origin, Player, PlayerId, Seq, SessionId, Stage, Summary, UsageOf,
    Visibility,
};

/// More than a page of each list has.
const FEW: u64 = 200;
const MANY: u64 = 20_000;
const PAGE: usize = 50;
const RUNNING: u64 = 5;

fn player(name: &str) -> PlayerId {
    PlayerId::new(name).unwrap()
}

fn origin() -> Origin {
    Origin::new("here").unwrap()
}

fn id(kind: &str, number: u64) -> MatchId {
    MatchId::new(format!("{kind}{number:07}")).unwrap()
}

fn summary(stage: Stage) -> Summary {
    Summary {
        stage,
        players: vec![player("ada"), player("bob")],
        deadline: (stage == Stage::Running).then_some(5_000),
        ..Summary::open("a toy")
    }
}

fn append(id: MatchId, expected_seq: Seq, stage: Stage, at: Millis) -> Append {
    let event = |payload: &str| NewEvent {
        rule_set: Line::new("toy 1").unwrap(),
        kind: EventKind::Action,
        payload: payload.as_bytes().to_vec(),
        state_hash: 1,
        at,
    };
    Append {
        match_id: id,
        expected_seq,
        command: Some(Command {
            session: SessionId::new("s").unwrap(),
            id: CommandId::new(format!("c{expected_seq}")).unwrap(),
            body: Hash::of(b"body"),
            reply: b"reply".to_vec(),
        }),
        events: vec![event("one"), event("two")],
        summary: Some(summary(stage)),
        lease: None,
        ends_orders_of: None,
    }
}

/// A match of Ada's against Bob; of three one is private.
fn play(connection: &Connection, id: MatchId, stage: Stage, at: Millis) {
    let new = NewMatch {
        id: id.clone(),
        header: b"{}".to_vec(),
        created_at: at,
        visibility: match at % 3 {
            0 => Visibility::Private,
            _ => Visibility::Listed,
        },
        summary: summary(Stage::Running),
        owner: Some(player("ada")),
        origin: Some(origin()),
        command: None,
    };
    log::create(connection, new).unwrap();
    log::append(connection, append(id, 0, stage, at), &Mutex::default()).unwrap();
}

/// A store with a few running matches.
fn store(path: &Path) -> (Connection, Arc<AtomicU64>) {
    let mut connection = schema::open_writer(path, None).unwrap();
    let steps = Arc::<AtomicU64>::default();
    let counted = Arc::clone(&steps);
    let count = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        false
    };
    connection.progress_handler(1, Some(count)).unwrap();
    for name in ["ada", "bob"] {
        let player = Player {
            id: player(name),
            name: Line::new(name).unwrap(),
            created_at: 1,
        };
        people::add_player(&connection, &player).unwrap();
    }
    for number in 0..RUNNING {
        play(&connection, id("r", number), Stage::Running, 7 + number);
    }
    (connection, steps)
}

/// Finished matches, all of the same two players.
fn finish(connection: &Connection, numbers: std::ops::Range<u64>) {
    connection.execute_batch("BEGIN").unwrap();
    for number in numbers {
        play(connection, id("f", number), Stage::Over, 100 + number);
    }
    connection.execute_batch("COMMIT").unwrap();
}

/// What each question costs.
fn costs(connection: &Connection, steps: &AtomicU64, moved: &mut Seq) -> Vec<(String, u64)> {
    let mut costs = Vec::new();
    let mut cost = |name: &str, ask: &mut dyn FnMut()| {
        // The first time a statement is prepared, which reads the schema.
        for _ in 0..2 {
            steps.store(0, Ordering::Relaxed);
            ask();
        }
        costs.push((name.to_owned(), steps.load(Ordering::Relaxed)));
    };
    let mut at = 1_000_000 + *moved;
    // A start: since when nobody ran matches, which clocks run, which matches programs play in.
    cost("wake", &mut || {
        at += 1;
        life::wake(connection, at).unwrap();
    });
    cost("due", &mut || {
        assert_eq!(log::due(connection, u64::MAX, 1).unwrap().len(), 1);
    });
    // Lists: the lobby's and one's own.
    let stages = [
        None,
        Some(Stage::Open),
        Some(Stage::Running),
        Some(Stage::Over),
    ];
    for stage in stages {
        for visibility in [None, Some(Visibility::Listed)] {
            for player in [None, Some(player("bob"))] {
                if visibility.is_some() && player.is_some() {
                    continue;
                }
                let mut listing = Listing {
                    stage,
                    visibility,
                    player,
                    ..Listing::all(PAGE)
                };
                let name = format!("{listing:?}");
                cost(&name, &mut || {
                    log::list(connection, &listing).unwrap();
                });
                // The next page, if there is one.
                let page = log::list(connection, &listing).unwrap();
                listing.after = page.last().map(crate::Match::cursor);
                if page.len() == PAGE {
                    cost(&format!("{name}, next"), &mut || {
                        let page = log::list(connection, &listing).unwrap();
                        assert_eq!(page.len(), PAGE);
                    });
                }
            }
        }
    }
    // A move in a match that is not in memory, and what quotas ask.
    cost("cold move", &mut || {
        let id = id("r", 0);
        let session = SessionId::new("s").unwrap();
        let command = CommandId::new("new").unwrap();
        let found = log::find(connection, &id).unwrap().unwrap();
        log::recall(connection, &id, &session, &command).unwrap();
        log::since(connection, &id, found.head.seq - 2, 100).unwrap();
        let append = append(id, found.head.seq, Stage::Running, 8);
        *moved = log::append(connection, append, &Mutex::default())
            .unwrap()
            .seq;
    });
    for of in [
        UsageOf::Owner(player("ada")),
        UsageOf::Origin {
            origin: origin(),
            since: 0,
        },
    ] {
        cost("usage", &mut || {
            let usage = usage::usage(connection, &of).unwrap();
            assert_eq!(usage.open, RUNNING);
        });
    }
    costs
}

#[test]
fn finished_matches_cost_nothing() {
    let folder = TempDir::new().unwrap();
    let (connection, steps) = store(&folder.path().join("vauban.db"));
    let mut moved = 0;
    finish(&connection, 0..FEW);
    let few = costs(&connection, &steps, &mut moved);
    finish(&connection, FEW..MANY);
    let many = costs(&connection, &steps, &mut moved);
    assert_eq!(few, many);
    // Nor do archived ones; and whoever archives goes on where the last page ended.
    let all: u64 = (0..MANY)
        .step_by(500)
        .map(|number| {
            let archived = archives::archive(&connection, &id("f", number)).unwrap();
            u64::from(matches!(archived, Archiving::Archived(_)))
        })
        .sum();
    assert_eq!(all, MANY / 500);
    assert_eq!(costs(&connection, &steps, &mut moved), many);
    let page = |after: u64| {
        steps.store(0, Ordering::Relaxed);
        let after = id("f", after);
        let page = archives::finished(&connection, u64::MAX, Some(&after), 100).unwrap();
        assert_eq!(page.len(), 100);
        steps.load(Ordering::Relaxed)
    };
    page(1);
    assert_eq!(page(1), page(15_001));
    // What has no index is noticed.
    connection
        .execute_batch("DROP INDEX matches_of_player; DROP INDEX open_usage_of_owner")
        .unwrap();
    let without = costs(&connection, &steps, &mut moved);
    let dearer = without
        .iter()
        .zip(&many)
        .filter(|((_, now), (_, then))| now > then && *now > MANY);
    assert_eq!(
        dearer.count(),
        3,
        "one's own matches, two pages, and what an owner has: {without:?}"
    );
}
