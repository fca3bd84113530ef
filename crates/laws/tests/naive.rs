//! Jungle War's generator agrees with a second one that shares no code with it.

use vauban_game::{Dice, Game, Happening, Notation, Seat, Settings, Setup, Turn, every_action};
use vauban_games::jungle::Jungle;
use vauban_laws::{
    Curiosity, Player,
    naive_jungle::{Board, Standing},
    perft,
};

const TABLES: [&str; 2] = ["seed", "traditional"];

fn jungle(powers: &str) -> Jungle {
    let chosen = Settings::from([("powers".to_owned(), powers.to_owned())]);
    let settings = Jungle::CARD
        .complete(&chosen, None, 1)
        .expect("a known table")
        .1;
    Jungle::setup(&settings, 2).expect("a known table")
}

/// Leaves at each depth up to `deepest`, by both.
fn counts(depths: std::ops::RangeInclusive<u32>, powers: &str) -> [Vec<u64>; 2] {
    let game = jungle(powers);
    let mut naive = Board::start(powers);
    [
        depths
            .clone()
            .map(|depth| vauban_search::perft(&game, &game.start(), depth, None))
            .collect(),
        depths.map(|depth| naive.perft(depth)).collect(),
    ]
}

#[test]
fn perft_1_to_3_are_those_of_the_rules() {
    let [game, naive] = counts(1..=3, "seed");
    assert_eq!(game, [32, 1_024, 30_528]);
    assert_eq!(naive, game);
}

#[test]
fn perft_4_and_5_agree_from_the_start() {
    let [game, naive] = counts(4..=5, "seed");
    assert_eq!(game, naive);
    println!("{game:?}");
}

#[test]
fn perft_4_agrees_with_traditional_powers() {
    let [game, naive] = counts(4..=4, "traditional");
    assert_eq!(game, naive);
}

/// The board that a position stands for, read by this test's own reader: seat, animals of both in
/// the order of their ids (`-` for one that was taken), half-moves since the last capture.
fn placed(powers: &str, position: &str) -> Board {
    let parts: Vec<&str> = position.split('.').collect();
    let [seat, first, second, quiet] = parts[..] else {
        panic!("`{position}` has other parts");
    };
    let places = [first, second].map(|animals| {
        let mut places = Vec::new();
        for c in animals.chars() {
            match (c, places.last_mut()) {
                ('-', _) => places.push(None),
                ('a'..='l', _) => places.push(Some((c as usize - 'a' as usize, 0))),
                (digit, Some(Some((_, row)))) => *row = 10 * *row + digit as usize - '0' as usize,
                _ => panic!("`{animals}` begins with a digit"),
            }
        }
        let from_zero = |(column, row): (usize, usize)| (column, row - 1);
        let places = places.into_iter().map(|place| place.map(from_zero));
        places
            .collect::<Vec<_>>()
            .try_into()
            .expect("eight animals")
    });
    Board::placed(
        powers,
        places,
        usize::from(seat == "2"),
        quiet.parse().expect("a number of half-moves"),
    )
}

#[test]
fn both_count_what_the_perft_table_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/src/jungle/perft.txt");
    let table = std::fs::read_to_string(path).unwrap();
    perft::run::<Jungle>(&table, 5).unwrap_or_else(|wrong| panic!("{path}:\n{wrong}"));
    let lines = perft::read(&table).unwrap();
    for line in lines.iter().filter(|line| line.depth <= 5) {
        let powers = line.settings.get("powers").map_or("seed", String::as_str);
        let mut board = match &line.position {
            Some(position) => placed(powers, position),
            None => Board::start(powers),
        };
        assert_eq!(
            board.perft(line.depth),
            line.count,
            "{path}, line {}",
            line.number
        );
    }
}

/// Random games, side by side to their ends: the same actions at every step, the same ends, and
/// the same counts now and then, when the animals have met.
#[test]
fn random_games_agree_step_by_step() {
    for (powers, seed) in TABLES
        .into_iter()
        .flat_map(|powers| (0..40).map(move |seed| (powers, seed)))
    {
        let game = jungle(powers);
        let mut dice = Dice::seeded(seed);
        let mut player = Player::new([Curiosity::None, Curiosity::Among(24)][seed as usize % 2]);
        let (mut state, mut naive) = (game.start(), Board::start(powers));
        for step in 0.. {
            let place = format!(
                "{powers} powers, seed {seed}, step {step}: {}",
                game.write_position(&state)
            );
            let seat = match (game.turn(&state), naive.standing()) {
                (Turn::One(seat), Standing::Open) => seat,
                (Turn::Over(outcome), Standing::Won(player)) => {
                    assert_eq!(outcome.winner(), Some(Seat(player as u8)), "{place}");
                    break;
                }
                (Turn::Over(outcome), Standing::Drawn) => {
                    assert_eq!(outcome.winner(), None, "{place}");
                    break;
                }
                (turn, standing) => panic!("{place}: {turn:?}, but {standing:?}"),
            };
            assert_eq!(seat.index(), naive.player(), "{place}");
            let actions = every_action(&game, &state, seat);
            let mut texts: Vec<String> = actions.iter().map(|&action| game.write(action)).collect();
            let moves = naive.moves();
            let mut naive_texts: Vec<String> = moves.iter().map(|each| each.text()).collect();
            texts.sort();
            naive_texts.sort();
            assert_eq!(texts, naive_texts, "{place}");
            if step % 40 == 39 {
                assert_eq!(
                    vauban_search::perft(&game, &state, 3, None),
                    naive.perft(3),
                    "{place}"
                );
            }
            let Some(Happening::Action(_, action)) = player.choose(&game, &state, &mut dice) else {
                panic!("{place}: nothing was chosen");
            };
            let text = game.write(action);
            let chosen = moves.iter().find(|each| each.text() == text);
            game.act(&mut state, seat, action);
            naive.play(*chosen.unwrap());
        }
    }
}
