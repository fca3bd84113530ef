//! Everything that is asked of every game. A new game is one line in `games!`; its `perft.txt` and
//! `play.golden` lie in its folder.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use vauban_game::{Dice, Happening, Lang, Playable, Seat, Settings, Viewer};
use vauban_laws::{
    Breach, Curiosity, Limits, Player, Summary, garbage, golden, hold, hold_from, lessons, perft,
    playthrough, times, toys, variants,
};

/// Keeps all laws under every option, over `seeds` random games from the start, and some from each
/// position of its perft table.
fn laws<G: Playable>(folder: &str, seeds: u64) {
    let mut endings = BTreeMap::new();
    let mut codes = BTreeSet::new();
    let mut keep = |what: String, held: Result<Summary, Breach>| match held {
        Ok(summary) => {
            *endings.entry(summary.ending).or_insert(0) += 1;
            codes.extend(summary.refusals);
        }
        Err(breach) => panic!("{what}: {breach}"),
    };
    let limits = Limits::default();
    // Some games are long: they are looked at side by side.
    let variants = variants::<G>();
    let work: Vec<_> = variants
        .iter()
        .flat_map(|variant| (0..seeds).map(move |seed| (variant, seed)))
        .collect();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((variant, seed)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let what = format!("{:?}, seed {seed}", variant.settings);
                    // A single option changes little: the defaults are looked at most closely.
                    let limits = match std::ptr::eq(*variant, &variants[0]) {
                        true => limits,
                        false => Limits {
                            closely: limits.closely / 4,
                            seldom: limits.seldom * 4,
                            ..limits
                        },
                    };
                    let held = hold(&variant.game, *seed, limits);
                    done.lock()
                        .expect("nobody panics while holding it")
                        .push((what, held));
                }
            });
        }
    });
    for (what, held) in done.into_inner().expect("nobody panicked while holding it") {
        keep(what, held);
    }
    for (line, game, state) in positions::<G>(folder) {
        for seed in 0..seeds / 10 {
            let what = format!("{line}, seed {seed}");
            keep(what, hold_from(&game, &state, seed, limits));
        }
    }
    println!("endings {endings:?}\nrefusals {codes:?}");
}

/// The game's perft table.
fn table(folder: &str) -> String {
    let path = format!("{folder}/perft.txt");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The different positions of the perft table, with the game that each is of.
fn positions<G: Playable>(folder: &str) -> Vec<(String, G, G::State)> {
    let mut positions: Vec<(String, G, G::State)> = Vec::new();
    let lines = perft::read(&table(folder)).unwrap_or_else(|wrong| panic!("{folder}: {wrong}"));
    for line in lines.iter().filter(|line| line.position.is_some()) {
        let what = format!("{:?} {:?}", line.settings, line.position);
        if positions.iter().all(|(other, ..)| *other != what) {
            let (game, state) =
                perft::resume(line).unwrap_or_else(|wrong| panic!("{what}: {wrong}"));
            positions.push((what, game, state));
        }
    }
    positions
}

/// `perft.txt` has at least one line, and all that are not too deep are right.
fn counts<G: Playable>(folder: &str) {
    let counted = perft::run::<G>(&table(folder), deepest());
    let counted = counted.unwrap_or_else(|wrong| panic!("{folder}:\n{wrong}"));
    assert!(counted > 0, "{folder}/perft.txt has nothing to count");
}

/// Deeper lines are counted when `VAUBAN_PERFT=N` asks for it.
fn deepest() -> u32 {
    let asked = std::env::var("VAUBAN_PERFT").ok();
    asked.and_then(|depth| depth.parse().ok()).unwrap_or(5)
}

/// A random game with as many seats as its first preset has room for is played and told as it is in
/// `play.golden`.
fn play<G: Playable>(folder: &str) {
    let card = G::CARD;
    let (_, most) = card.seats_of(&card.presets[0]);
    let complete = card.complete(&Settings::new(), Some(most), 1);
    let (seats, settings) = complete.expect("these are the defaults");
    let game = G::setup(&settings, seats).expect("the first preset can be opened");
    let text = playthrough(&game, &settings, 1);
    golden::compare(format!("{folder}/play.golden"), &text)
        .unwrap_or_else(|wrong| panic!("{wrong}"));
}

/// Nothing that reads a text panics, whatever the text; what was read can be written, asked about
/// and played on from.
fn reading<G: Playable>(inputs: u32) {
    let game = &variants::<G>()[0].game;
    let texts = written(game);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut dice = Dice::seeded(7);
    let mut states = vec![game.start()];
    for _ in 0..inputs {
        let text = garbage(&mut dice, &texts);
        if let Ok(action) = game.read(&text) {
            let state = &states[dice.below(states.len() as u32) as usize];
            for seat in (0..game.seats()).map(Seat) {
                let _ = game.check(state, seat, game.trim(state, seat, action));
            }
            assert_eq!(game.read(&game.write(action)), Ok(action), "`{text}`");
        }
        if let Ok(chance) = game.read_chance(&text) {
            assert_eq!(
                game.read_chance(&game.write_chance(chance)),
                Ok(chance),
                "`{text}`"
            );
        }
        if let Ok(state) = game.read_position(&text) {
            let written = game.write_position(&state);
            assert_eq!(
                game.read_position(&written).as_ref(),
                Ok(&state),
                "`{text}`"
            );
            playable(game, &state, &text, &mut dice);
            if states.len() < 64 {
                states.push(state);
            }
        }
        let _ = (
            game.resume(&text).is_ok(),
            game.recognise(&text),
            game.import(&text).is_ok(),
        );
    }
}

/// Texts of one random game, to be broken.
fn written<G: Playable>(game: &G) -> Vec<String> {
    let mut dice = Dice::seeded(5);
    let mut player = Player::new(Curiosity::None);
    let mut state = game.start();
    let mut texts = Vec::new();
    let mut steps = Vec::new();
    while let Some(happening) = player
        .choose(game, &state, &mut dice)
        .filter(|_| texts.len() < 400)
    {
        texts.push(game.write_position(&state));
        match happening {
            Happening::Action(seat, action) => {
                texts.push(game.write(action));
                game.act(&mut state, seat, action);
                steps.push((seat, action));
            }
            Happening::Chance(chance) => {
                texts.push(game.write_chance(chance));
                game.settle(&mut state, chance);
            }
        }
        if steps.len() == 6 {
            texts.extend(
                game.export(&game.start(), &steps, &state)
                    .and_then(Result::ok),
            );
        }
    }
    texts
}

/// A few steps from a position that was read, however strange.
fn playable<G: Playable>(game: &G, state: &G::State, text: &str, dice: &mut Dice) {
    let mut player = Player::new(Curiosity::None);
    let mut state = state.clone();
    for _ in 0..8 {
        let Some(happening) = player.choose(game, &state, dice) else {
            return;
        };
        match happening {
            Happening::Action(seat, action) => {
                assert!(
                    game.check(&state, seat, action).is_ok(),
                    "`{text}`: {happening:?}"
                );
                game.act(&mut state, seat, action);
            }
            Happening::Chance(chance) => game.settle(&mut state, chance),
        }
    }
    let viewers: Vec<Viewer> = Viewer::all(game.seats()).collect();
    let viewer = dice.choose(&viewers);
    let view = game.view(&state, viewer);
    let _ = game.layers(&view, Lang::En);
    assert_eq!(
        game.view(&game.imagine(&view, dice), viewer),
        view,
        "`{text}`"
    );
}

/// Its lesson can be solved as it says, and its rulebook shows the diagrams that there are.
fn teaching<G: Playable>() {
    if let Some(lesson) = G::LESSON {
        lessons::solve(lesson).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    lessons::illustrated(&variants::<G>()[0].game).unwrap_or_else(|wrong| panic!("{wrong}"));
}

macro_rules! games {
    ($($name:ident: $game:ty, $folder:literal, $seeds:literal seeds;)*) => {$(
        mod $name {
            const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder);

            #[test]
            fn keeps_all_laws() {
                super::laws::<$game>(FOLDER, $seeds);
            }
            #[test]
            fn counts_as_its_table_says() {
                super::counts::<$game>(FOLDER);
            }
            #[test]
            fn plays_as_its_golden_file_says() {
                super::play::<$game>(FOLDER);
            }
            #[test]
            fn reads_anything_without_panic() {
                super::reading::<$game>(super::times("VAUBAN_TEXTS_READ", 15_000, 100_000) as u32);
            }
            #[test]
            fn teaches_what_its_rules_allow() {
                super::teaching::<$game>();
            }
        }
    )*};
}

games! {
    jungle: vauban_games::jungle::Jungle, "../games/src/jungle", 60 seeds;
    guerre: vauban_games::guerre::Guerre, "../games/src/guerre", 1 seeds;
    deployed: vauban_games::guerre::deployment::Deployed, "../games/src/guerre/deployment", 1 seeds;
    garden: vauban_games::garden::Garden, "../games/src/garden", 6 seeds;
    risk: vauban_games::risk::Risk, "../games/src/risk", 1 seeds;
    landbuster: vauban_games::landbuster::LandBuster, "../games/src/landbuster", 1 seeds;
    breakthrough: super::toys::Breakthrough, "tests/breakthrough", 40 seeds;
    stash: super::toys::Stash, "tests/stash", 60 seeds;
    muster: super::toys::Muster, "tests/muster", 40 seeds;
}
