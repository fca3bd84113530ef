//! Nobody is told what it may not know: in two worlds that differ only in that, every byte is the same.
//! Every game of the catalogue that has secrets, and the toys; a new game is under this by itself.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use vauban_driver::Client;
use vauban_game::Seat;
use vauban_laws::times;
use vauban_table::{Opening, Shelf};

use crate::{
    host::{Host, TOYS, catalogue},
    worlds::{
        Beginning, LONGEST, Pair, has_secrets, listen::differences, pair, scripted::Leak, variants,
    },
};

/// Pairs that are played for each game under each of its options; more with `--thorough`.
fn pairs_of_each() -> usize {
    times("VAUBAN_PAIRS", 1, 3) as usize
}

/// Seeds that are tried to find them.
const SEEDS: u64 = 40;

async fn tells_nothing(shelf: Shelf) {
    // Whether two worlds were found for each game that may have secrets: not every option has them.
    let mut found: BTreeMap<&str, bool> = BTreeMap::new();
    let mut begun: BTreeMap<&str, BTreeSet<Beginning>> = BTreeMap::new();
    let wanted = pairs_of_each();
    let mut rotating = Beginning::ALL.into_iter().cycle();
    for (game, settings) in variants(shelf) {
        if !has_secrets(game, &settings) {
            continue;
        }
        let name = game.card().name;
        // Once a game was looked at for long, less will do for its other options.
        let seen = begun
            .get(name)
            .is_some_and(|begun| begun.len() == Beginning::ALL.len());
        let longest = match seen && wanted == 1 {
            true => LONGEST / 3,
            false => LONGEST,
        };
        let mut pairs: Vec<Pair> = Vec::new();
        for seed in 0..SEEDS {
            pairs.extend(pair(game, &settings, seed, longest));
            // Some options leave nothing to hide.
            let hopeless = pairs.is_empty() && seed >= SEEDS / 4;
            if pairs.len() == wanted || hopeless {
                break;
            }
        }
        *found.entry(name).or_default() |= pairs.len() == wanted;
        for (number, pair) in pairs.iter().enumerate() {
            // From whatever none of the game began from yet; if there is nothing left, from one beginning
            // in turn, and with `--thorough` from the start besides.
            let begun = begun.entry(name).or_default();
            let mut beginnings: BTreeSet<Beginning> = Beginning::ALL
                .into_iter()
                .filter(|one| !begun.contains(one))
                .collect();
            if beginnings.is_empty() {
                beginnings.extend(rotating.next());
            }
            if wanted > 1 || number > 0 {
                beginnings.insert(Beginning::Start);
            }
            for beginning in beginnings {
                let differences = differences(game, pair, beginning, None, None).await;
                begun.extend(differences.is_some().then_some(beginning));
                let differences = differences.unwrap_or_default();
                assert!(
                    differences.is_empty(),
                    "{name} {settings:?} from {beginning:?}, as {:?} sees it:\n{}\n{pair:?}",
                    pair.viewer,
                    differences[0],
                );
            }
        }
        let uneven = pairs.iter().filter(|pair| pair.uneven).count();
        let beats: Vec<usize> = pairs.iter().map(|pair| pair.beats.len()).collect();
        println!("{name} {settings:?}: beats {beats:?}, {uneven} uneven");
    }
    let blind: Vec<_> = found.iter().filter(|(_, found)| !**found).collect();
    assert!(
        blind.is_empty(),
        "have secrets, but no two worlds were found: {blind:?}"
    );
    begun.retain(|_, begun| begun.len() < Beginning::ALL.len());
    assert!(begun.is_empty(), "did not begin in every way: {begun:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_game_of_the_catalogue_tells_what_is_hidden() {
    tells_nothing(catalogue()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_toy_tells_what_is_hidden() {
    tells_nothing(TOYS).await;
}

/// A test of the test: each of these leaks makes a difference that it sees.
#[tokio::test(flavor = "multi_thread")]
async fn planted_leaks_are_found() {
    for leak in Leak::ALL {
        let mut found = None;
        'search: for (game, settings) in variants(TOYS) {
            if !has_secrets(game, &settings) {
                continue;
            }
            for pair in (0..SEEDS)
                .filter_map(|seed| pair(game, &settings, seed, LONGEST))
                .take(4)
            {
                let differences =
                    differences(game, &pair, Beginning::Start, Some(leak), None).await;
                if let Some(first) = differences.unwrap_or_default().first() {
                    found = Some(first.chars().take(160).collect::<String>());
                    break 'search;
                }
            }
        }
        let found = found.unwrap_or_else(|| panic!("{leak:?} was not noticed"));
        println!("{leak:?}: {found}");
    }
}

/// Whatever way a match begins from something, its record would show from what, and this is seen.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_match_began_from_is_noticed_in_its_record() {
    for beginning in Beginning::ALL.into_iter().skip(1) {
        // A record begins from the game's start: its steps are what is hidden.
        let leak = match beginning {
            Beginning::Import | Beginning::Fork => Leak::Record,
            _ => Leak::Start,
        };
        let mut found = false;
        'search: for (game, settings) in variants(TOYS) {
            if !has_secrets(game, &settings) {
                continue;
            }
            for pair in (0..SEEDS)
                .filter_map(|seed| pair(game, &settings, seed, LONGEST))
                .take(4)
            {
                let differences = differences(game, &pair, beginning, Some(leak), None).await;
                let differences = differences.unwrap_or_default();
                if differences.iter().any(|text| text.contains("/record")) {
                    found = true;
                    break 'search;
                }
            }
        }
        assert!(found, "{leak:?} from {beginning:?} was not noticed");
    }
}

/// Whoever sits down only to look gets up again as wise as before.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_sees_what_it_hides_in_a_position_once_the_match_begins() {
    let mut play = TOYS
        .find("stash")
        .and_then(|stash| stash.open(Opening::seeded(1)))
        .expect("a match");
    let ask = play.ask(Seat(0)).expect("it is its turn");
    play.answer(Seat(0), ask, "hide-2").expect("it may");
    let host = Host::new(TOYS).await;
    let [mut first, mut second] = [
        Client::guest(host.address, "First").await,
        Client::guest(host.address, "Second").await,
    ];
    let mut spectator = Client::new(host.address);
    let body = json!({"game": "stash", "position": play.position()});
    let room = first.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let commands = format!("{path}/commands");
    let join = |seat: u8| json!({"command_id": "j", "do": "join", "seat": seat});

    first.post(&commands, join(1)).await.ok();
    for door in ["/page", "/events", "/record"] {
        let door = format!("{path}{door}");
        let (own, others) = (first.get(&door).await, spectator.get(&door).await);
        assert_eq!(own.text(), others.text(), "{door}");
    }
    assert!(first.get(&path).await.ok()["you"]["eye"].is_null());
    second.post(&commands, join(2)).await.ok();
    assert_eq!(first.get(&path).await.ok()["you"]["eye"], 1);
    let record = format!("{path}/record");
    assert!(first.get(&record).await.text().contains("[Position "));
    for other in [&mut second, &mut spectator] {
        assert!(!other.get(&record).await.text().contains("[Position "));
    }
}
