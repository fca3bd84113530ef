//! Jungle War between searches: our own, those of crate `minimax`, and variants of our own. For measuring, not for
//! playing: `vauban arena` plays what people can choose.
//!
//! ```text
//! cargo bench -p vauban-games --bench rivals -- duel ours minimax --games 200 --time 20
//! cargo bench -p vauban-games --bench rivals -- duel ours uct --games 200 --time 20
//! cargo bench -p vauban-games --bench rivals -- duel ours weights:FILE --games 200 --nodes 20000
//! cargo bench -p vauban-games --bench rivals -- depths
//! cargo bench -p vauban-games --bench rivals -- threads
//! cargo bench -p vauban-games --bench rivals -- playouts
//! ```
//!
//! `minimax` has what the crate offers that should help; `minimax:aspiration`, `minimax:singular`, `minimax:unordered`,
//! `minimax:null-free` and `minimax:mtdf` differ from it by one thing.

use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

use minimax::{
    Evaluator, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Strategy,
    Winner,
};
use vauban_game::{
    Agent, Budget, Dice, Evaluate, FORCING, Game, PastKeys, Position, SearchMemory, Seat, Turn,
    every_action,
};
use vauban_games::{
    guerre::Guerre,
    jungle::{Action, Instinct, Jungle, Novice, State, Survivors, Weighed, Weights},
};
use vauban_search::{AlphaBeta, Cuts, Minimax, Playout};

static GAME: LazyLock<Jungle> = LazyLock::new(Jungle::default);

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let number = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    let budget = match (number("--nodes"), number("--time")) {
        (Some(nodes), _) => Budget::nodes(nodes),
        (None, time) => Budget::time(Duration::from_millis(time.unwrap_or(20))),
    };
    let games = number("--games").unwrap_or(20);
    match words.first().map(String::as_str) {
        Some("duel") => duel(
            &words[1],
            &words[2],
            games,
            &budget,
            number("--seed").unwrap_or(1),
        ),
        Some("threads") => threads(number("--depth").unwrap_or(12) as u32),
        Some("playouts") => playouts(),
        _ => depths(),
    }
}

/// A search that answers for a seat.
trait Rival {
    fn answer(&mut self, state: &State, past: &PastKeys, dice: Dice, budget: &Budget) -> Action;
}

struct Ours {
    agent: Box<dyn Agent<Jungle>>,
    memory: SearchMemory,
}

impl Rival for Ours {
    fn answer(&mut self, state: &State, past: &PastKeys, dice: Dice, budget: &Budget) -> Action {
        let position = Position {
            past,
            ..Position::new(&*GAME, state.mover(), state, dice)
        };
        self.agent.think(&position, budget, &mut self.memory).action
    }
}

struct Theirs<const ORDERED: bool, S>(S);

impl<const ORDERED: bool, S: Strategy<Rules<ORDERED>>> Rival for Theirs<ORDERED, S> {
    fn answer(&mut self, state: &State, _: &PastKeys, _: Dice, budget: &Budget) -> Action {
        self.0
            .set_timeout(budget.time.expect("the crate knows no nodes"));
        let chosen = self.0.choose_move(state).flatten();
        chosen.unwrap_or_else(|| every_action(&*GAME, state, state.mover())[0])
    }
}

/// The rules as the crate wants them; no action is a pass. The crate keeps the order of the list where it knows
/// nothing better: for alpha-beta the most promising come first.
struct Rules<const ORDERED: bool>;

impl<const ORDERED: bool> minimax::Game for Rules<ORDERED> {
    type S = State;
    type M = Option<Action>;

    fn generate_moves(state: &State, moves: &mut Vec<Option<Action>>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            let mut actions = every_action(&*GAME, state, state.mover());
            if ORDERED {
                let promise =
                    |action: &Action| Instinct.promise(&GAME, state, state.mover(), *action);
                actions.sort_by_cached_key(|action| std::cmp::Reverse(promise(action)));
            }
            moves.extend(actions.into_iter().map(Some));
        }
        winner
    }
    fn apply(state: &mut State, action: Option<Action>) -> Option<State> {
        let mut child = *state;
        match action {
            Some(action) => GAME.act(&mut child, state.mover(), action),
            None => child = Instinct.passed(&GAME, state).unwrap_or(child),
        }
        Some(child)
    }
    fn get_winner(state: &State) -> Option<Winner> {
        let outcome = GAME.turn(state).over()?;
        Some(match outcome.winner() {
            None => Winner::Draw,
            Some(seat) if seat == state.mover() => Winner::PlayerToMove,
            Some(_) => Winner::PlayerJustMoved,
        })
    }
    fn zobrist_hash(state: &State) -> u64 {
        GAME.key(state)
    }
    fn null_move(state: &State) -> Option<Option<Action>> {
        Instinct.passed(&GAME, state).map(|_| None)
    }
    fn table_index(action: Option<Action>) -> u16 {
        action.map_or(0, |action| {
            u16::from(action.from.index()) * 156 + u16::from(action.to.index())
        })
    }
    fn max_table_index() -> u16 {
        156 * 156
    }
}

/// Our judge, lent to the crate.
struct Lent<J, const ORDERED: bool>(J);

impl<J: Evaluate<Jungle>, const ORDERED: bool> Evaluator for Lent<J, ORDERED> {
    type G = Rules<ORDERED>;
    fn evaluate(&self, state: &State) -> i16 {
        self.0
            .lead(&GAME, state, state.mover())
            .clamp(-30_000, 30_000) as i16
    }
    fn generate_noisy_moves(&self, state: &State, moves: &mut Vec<Option<Action>>) {
        let promise = |action: &Action| self.0.promise(&GAME, state, state.mover(), *action);
        let actions = every_action(&*GAME, state, state.mover()).into_iter();
        moves.extend(
            actions
                .filter(|action| promise(action) >= FORCING)
                .map(Some),
        );
    }
}

fn ours(agent: impl Agent<Jungle> + 'static) -> Box<dyn Rival> {
    Box::new(Ours {
        agent: Box::new(agent),
        memory: SearchMemory::with_bytes(8 << 20),
    })
}

fn rival(name: &str) -> Box<dyn Rival> {
    let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
    let best = AlphaBeta::new(Instinct);
    match kind {
        "ours" => ours(best),
        "deep" => ours(Minimax::new(Survivors, rest.parse().expect("a depth"))),
        "novice" => ours(Novice),
        "weights" => {
            let text = std::fs::read_to_string(rest).expect("a file of weights");
            ours(AlphaBeta::new(Weighed::new(
                Weights::read(&text).expect("weights"),
            )))
        }
        "without" => {
            let mut cuts = Cuts::ALL;
            match rest {
                "null" => cuts.null_moves = false,
                "reductions" => cuts.reductions = false,
                "foresight" => cuts.foresight = false,
                "quiescence" => cuts.quiescence = false,
                "table" => cuts.table = false,
                other => panic!("unknown cut {other}"),
            }
            ours(best.with_cuts(cuts))
        }
        "minimax" => {
            let options = IterativeOptions::new()
                .with_table_byte_size(8 << 20)
                .with_quiescence_search_depth(8)
                .with_countermoves()
                .with_countermove_history();
            let options = match rest {
                "null-free" => options,
                _ => options.with_null_move_depth(3),
            };
            if rest == "unordered" {
                let search = IterativeSearch::new(Lent::<_, false>(Instinct), options);
                return Box::new(Theirs::<false, _>(search));
            }
            let options = match rest {
                "" | "null-free" => options,
                "aspiration" => options.with_aspiration_window(50),
                "singular" => options.with_singular_extension(),
                "mtdf" => options.with_mtdf(),
                other => panic!("unknown configuration {other}"),
            };
            Box::new(Theirs::<true, _>(IterativeSearch::new(
                Lent::<_, true>(Instinct),
                options,
            )))
        }
        "uct" => {
            let options = MCTSOptions::default()
                .with_max_rollout_depth(200)
                .with_num_threads(1);
            Box::new(Theirs::<false, _>(
                MonteCarloTreeSearch::<Rules<false>>::new(options),
            ))
        }
        other => panic!("unknown rival {other}"),
    }
}

/// Paired games: each opening of a few random actions is played twice, with seats swapped.
fn duel(one: &str, other: &str, games: u64, budget: &Budget, seed: u64) {
    let mut rivals = [rival(one), rival(other)];
    let (mut wins, mut draws, mut losses) = (0_u32, 0_u32, 0_u32);
    // Of pairs: what both games of an opening came to.
    let mut scores = vec![0.0_f64; games.div_ceil(2) as usize];
    let mut spent = [Duration::ZERO; 2];
    for game in 0..games {
        let first = (game % 2) as usize;
        let mut dice = Dice::seeded(seed.wrapping_mul(1_000_003) + game / 2);
        let (mut state, mut past) = (GAME.start(), PastKeys::default());
        past.push(GAME.key(&state));
        let mut steps = 0;
        let winner = loop {
            let seat = match GAME.turn(&state) {
                Turn::One(seat) => seat,
                Turn::Over(outcome) => break outcome.winner(),
                _ => unreachable!("the game is open"),
            };
            let action = if steps < 6 {
                dice.choose(&every_action(&*GAME, &state, seat))
            } else {
                let player = (seat.index() + first) % 2;
                let own = Dice::at(seed, game, steps);
                let start = Instant::now();
                let action = rivals[player].answer(&state, &past, own, budget);
                spent[player] += start.elapsed();
                action
            };
            GAME.act(&mut state, seat, action);
            steps += 1;
            if GAME.turn(&state).over().is_none() && past.push(GAME.key(&state)) >= 3 {
                break None;
            }
        };
        match winner.map(|seat| (seat.index() + first) % 2) {
            Some(0) => {
                (wins, scores[game as usize / 2]) = (wins + 1, scores[game as usize / 2] + 0.5)
            }
            Some(_) => losses += 1,
            None => {
                (draws, scores[game as usize / 2]) = (draws + 1, scores[game as usize / 2] + 0.25)
            }
        }
    }
    let pairs = scores.len() as f64;
    let score = scores.iter().sum::<f64>() / pairs;
    let squares = scores.iter().map(|pair| (pair - score).powi(2));
    let spread = (squares.sum::<f64>() / pairs / pairs).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{one} against {other}: +{wins} ={draws} -{losses}, {:.1} %, Elo {:+.0} [{:+.0}, {:+.0}], {:.1} s and {:.1} s",
        100.0 * score,
        elo(score),
        elo(score - 1.96 * spread),
        elo(score + 1.96 * spread),
        spent[0].as_secs_f64(),
        spent[1].as_secs_f64(),
    );
}

/// The median of nine runs, with the nodes that one took.
fn median(mut run: impl FnMut() -> u64) -> (Duration, u64) {
    let mut times = [(); 9].map(|()| {
        let begin = Instant::now();
        let nodes = run();
        (begin.elapsed(), nodes)
    });
    times.sort();
    times[4]
}

/// How long a depth takes from the start.
fn depths() {
    let mut memory = SearchMemory::with_bytes(8 << 20);
    let start = GAME.start();
    let position = Position::new(&*GAME, Seat(0), &start, Dice::seeded(1));
    let endless = Budget::nodes(u64::MAX);
    for depth in [4, 6, 8, 10] {
        let search = AlphaBeta::new(Survivors).to_depth(depth);
        let (time, nodes) = median(|| search.search(&position, &endless, &mut memory).nodes);
        println!("ours, survivors, depth {depth}: {time:?}, {nodes} nodes");
    }
    for depth in [4, 8, 10, 12] {
        let search = AlphaBeta::new(Instinct).to_depth(depth);
        let (time, nodes) = median(|| search.search(&position, &endless, &mut memory).nodes);
        println!("ours, instinct, depth {depth}: {time:?}, {nodes} nodes");
    }
    for depth in [4, 6, 8] {
        let options = || {
            IterativeOptions::new()
                .with_table_byte_size(8 << 20)
                .with_countermoves()
                .with_countermove_history()
        };
        let (time, _) = median(|| {
            let mut search = IterativeSearch::new(Lent::<_, true>(Survivors), options());
            search.set_max_depth(depth);
            search.choose_move(&start);
            0
        });
        println!("minimax, survivors, depth {depth}: {time:?}");
    }
}

/// How long one and two threads take to a depth, over 80 positions.
fn threads(depth: u32) {
    let mut memory = SearchMemory::with_bytes(32 << 20);
    let mut spent = [Duration::ZERO; 2];
    for seed in 0..80 {
        let mut dice = Dice::seeded(seed);
        let mut state = GAME.start();
        for _ in 0..8 + seed % 24 {
            let Turn::One(seat) = GAME.turn(&state) else {
                break;
            };
            let action = dice.choose(&every_action(&*GAME, &state, seat));
            GAME.act(&mut state, seat, action);
        }
        let Turn::One(seat) = GAME.turn(&state) else {
            continue;
        };
        let position = Position::new(&*GAME, seat, &state, dice);
        let search = AlphaBeta::new(Instinct).to_depth(depth);
        // In turn, so that a busy moment falls on both.
        for threads in [1, 2] {
            let budget = Budget {
                threads,
                ..Budget::nodes(u64::MAX)
            };
            let begin = Instant::now();
            search.search(&position, &budget, &mut memory);
            spent[threads - 1] += begin.elapsed();
        }
    }
    println!(
        "depth {depth}: {:?} with one thread, {:?} with two, {:.2} times as fast",
        spent[0],
        spent[1],
        spent[0].as_secs_f64() / spent[1].as_secs_f64()
    );
}

/// How many actions a second random play makes, by the policy that playouts use, on one core.
fn playouts() {
    fn rate<G: Game>(name: &str, game: &G, actions: u64) {
        let mut playout = Playout::default();
        let mut play = || {
            let (mut dice, mut played) = (Dice::seeded(1), 0);
            while played < actions {
                let mut state = game.start();
                played += playout.run(game, &mut state, &mut dice, actions - played).1;
            }
            played
        };
        let (time, played) = median(&mut play);
        let rate = played as f64 / time.as_secs_f64() / 1e6;
        println!("{name}: {rate:.2} M actions a second, {played} in {time:?}");
    }
    rate("jungle", &*GAME, 10_000_000);
    rate("guerre", &Guerre::default(), 500_000);
}
