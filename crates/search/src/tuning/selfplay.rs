//! Matches of programs that are made for the purpose, without a table: what judges learn from.

use std::time::{Duration, Instant};

use vauban_game::{
    Actions, Agent, Budget, BySeat, Dice, Game, Notation, PastKeys, Position, Repetition,
    SearchMemory, Seat, Turn, TurnSoFar, Unreadable, Viewer, WinShare,
};

/// How programs play against themselves.
#[derive(Copy, Clone, Debug)]
pub struct SelfPlay {
    /// For each answer.
    pub nodes: u64,
    /// So many actions are drawn evenly before the programs take over; at most twice as many.
    pub opening: u32,
    pub seed: u64,
}

/// A match that lasts longer is drawn.
const MOST_STEPS: usize = 4_000;
/// Shares of a win are written in so many parts.
const PARTS: f64 = 10_000.0;

/// What happened in a match.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Step<A, C> {
    /// By nature.
    Rolled(C),
    /// Evenly, in the opening.
    Drawn(A),
    /// By a program, which expected this share of the win.
    Chosen(A, Option<WinShare>),
}

/// A match from its start to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<A, C> {
    pub steps: Vec<Step<A, C>>,
    /// What each seat got of the win.
    pub shares: BySeat<WinShare>,
}

/// A match of a game.
pub type PlayedOf<G> = Played<<G as Game>::Action, <G as Game>::Chance>;

/// Who sits in a seat.
pub struct Player<G: Game> {
    pub agent: Box<dyn Agent<G>>,
    /// For each answer.
    pub nodes: u64,
    /// What all its answers took.
    pub used: u64,
    pub time: Duration,
}

impl<G: Game> Player<G> {
    pub fn new(agent: Box<dyn Agent<G>>, nodes: u64) -> Player<G> {
        Player {
            agent,
            nodes,
            used: 0,
            time: Duration::ZERO,
        }
    }
}

impl<G: Game> std::fmt::Debug for Player<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player")
            .field("nodes", &self.nodes)
            .field("used", &self.used)
            .finish_non_exhaustive()
    }
}

/// A place of a match at which a program acted.
#[derive(Debug)]
pub struct Place<'a, G: Game> {
    pub state: &'a G::State,
    pub seat: Seat,
    pub action: G::Action,
    /// What the program expected.
    pub expected: Option<WinShare>,
    /// What it got in the end.
    pub got: WinShare,
}

impl SelfPlay {
    /// The match with this number; `players` has one for every seat. The same number gives the same opening and
    /// the same rolls, whoever plays.
    pub fn play<G: Game>(
        &self,
        game: &G,
        number: u64,
        players: &mut [Player<G>],
        memory: &mut SearchMemory,
    ) -> PlayedOf<G> {
        let mut dice = Dice::at(self.seed, number, 0);
        let mut state = game.start();
        let mut past = PastKeys::default();
        let mut steps = Vec::new();
        let mut drawn = self.opening + dice.below(self.opening + 1);
        let mut list = Actions::new();
        let mut turns = Turns::default();
        let even = BySeat::even(game.seats());
        let shares = loop {
            if steps.len() == MOST_STEPS || has_repeated(game, &state, &mut past) {
                break even;
            }
            let seat = match game.turn(&state) {
                Turn::Over(outcome) => break BySeat::of(&outcome),
                Turn::Chance => {
                    let chance = game.roll(&state, &mut dice);
                    game.settle(&mut state, chance);
                    steps.push(Step::Rolled(chance));
                    continue;
                }
                Turn::One(seat) => seat,
                Turn::Any(seats) => match seats.iter().next() {
                    Some(seat) => seat,
                    None => break even,
                },
            };
            let place = Dice::at(self.seed, number, 1 + steps.len() as u64);
            let view = game.view(&state, Viewer::Seat(seat));
            turns.begin(seat, &view, &place);
            let step = match drawn {
                0 => {
                    let position = Position {
                        game,
                        seat,
                        view: &view,
                        past: &past,
                        turn: turns.so_far(&view),
                        dice: place,
                    };
                    let player = &mut players[seat.index()];
                    let budget = Budget::nodes(player.nodes);
                    let began = Instant::now();
                    let thought = player.agent.think(&position, &budget, memory);
                    player.time += began.elapsed();
                    player.used += thought.nodes;
                    Step::Chosen(thought.action, thought.share)
                }
                _ => {
                    drawn -= 1;
                    Step::Drawn(game.draw(&state, seat, &mut list, &mut dice))
                }
            };
            let (Step::Chosen(action, _) | Step::Drawn(action)) = step else {
                continue;
            };
            turns.actions.push(action);
            game.act(&mut state, seat, action);
            steps.push(step);
        };
        Played { steps, shares }
    }
}

/// Whether a landmark came so often that the match is drawn.
fn has_repeated<G: Game>(game: &G, state: &G::State, past: &mut PastKeys) -> bool {
    match game.repetition() {
        Repetition::Draw { times } if game.landmark(state) => {
            past.push(game.key(state)) >= u32::from(times)
        }
        _ => false,
    }
}

/// The turn that is under way.
struct Turns<G: Game> {
    by: Option<Seat>,
    start: Option<G::View>,
    actions: Vec<G::Action>,
    dice: Dice,
}

impl<G: Game> Default for Turns<G> {
    fn default() -> Self {
        Turns {
            by: None,
            start: None,
            actions: Vec::new(),
            dice: Dice::seeded(0),
        }
    }
}

impl<G: Game> Turns<G> {
    fn begin(&mut self, seat: Seat, view: &G::View, dice: &Dice) {
        if self.by != Some(seat) {
            self.by = Some(seat);
            self.start = Some(view.clone());
            self.actions.clear();
            self.dice = Dice::seeded(!dice.clone().roll());
        }
    }

    fn so_far<'a>(&'a self, view: &'a G::View) -> TurnSoFar<'a, G> {
        TurnSoFar {
            start: self.start.as_ref().unwrap_or(view),
            actions: &self.actions,
            dice: self.dice.clone(),
        }
    }
}

/// A match as one line: actions of the opening, `!` before what was rolled, `@` after what a program chose with the
/// share that it expected, and `=` before the share that each seat got.
pub fn write<G: Notation>(game: &G, played: &PlayedOf<G>) -> String {
    let part = |share: WinShare| (share.get() * PARTS).round() as u32;
    let mut words: Vec<String> = Vec::new();
    for step in &played.steps {
        words.push(match *step {
            Step::Rolled(chance) => format!("!{}", game.write_chance(chance)),
            Step::Drawn(action) => game.write(action),
            Step::Chosen(action, None) => format!("{}@", game.write(action)),
            Step::Chosen(action, Some(share)) => {
                format!("{}@{}", game.write(action), part(share))
            }
        });
    }
    let seats = (0..game.seats()).map(Seat);
    words.extend(seats.map(|seat| format!("={}", part(played.shares[seat]))));
    words.join(" ")
}

/// The match that such a line tells.
pub fn read<G: Notation>(game: &G, line: &str) -> Result<PlayedOf<G>, Unreadable> {
    let share = |text: &str| -> Result<WinShare, Unreadable> {
        let parts: u32 = text.parse().map_err(|_| Unreadable::action(text))?;
        Ok(WinShare::new(f64::from(parts) / PARTS))
    };
    let mut steps = Vec::new();
    let mut shares = BySeat::default();
    let mut seats = (0..game.seats()).map(Seat);
    for word in line.split(' ') {
        if let Some(chance) = word.strip_prefix('!') {
            steps.push(Step::Rolled(game.read_chance(chance)?));
        } else if let Some(text) = word.strip_prefix('=') {
            let seat = seats.next().ok_or_else(|| Unreadable::action(word))?;
            shares[seat] = share(text)?;
        } else if let Some((action, expected)) = word.split_once('@') {
            let expected = match expected {
                "" => None,
                text => Some(share(text)?),
            };
            steps.push(Step::Chosen(game.read(action)?, expected));
        } else {
            steps.push(Step::Drawn(game.read(word)?));
        }
    }
    match seats.next() {
        None => Ok(Played { steps, shares }),
        Some(_) => Err(Unreadable::new(
            "the line has no result",
            "la ligne n'a pas de résultat",
        )),
    }
}

/// Goes through a match and shows each place at which a program acted. Refuses a match that the rules do not allow.
pub fn walk<G: Game>(
    game: &G,
    played: &PlayedOf<G>,
    mut visit: impl FnMut(&Place<'_, G>),
) -> Result<(), Unreadable> {
    let impossible = || {
        Unreadable::new(
            "the match breaks the rules",
            "la partie enfreint les règles",
        )
    };
    let mut state = game.start();
    let mut chances = Vec::new();
    for step in &played.steps {
        match (*step, game.turn(&state)) {
            (Step::Rolled(chance), Turn::Chance) => {
                chances.clear();
                game.chances(&state, &mut chances);
                let possible = chances.is_empty() || chances.iter().any(|&(one, _)| one == chance);
                possible.then_some(()).ok_or_else(impossible)?;
                game.settle(&mut state, chance);
            }
            (Step::Drawn(action), turn) | (Step::Chosen(action, _), turn) => {
                let seat = turn.seats().iter().next().ok_or_else(impossible)?;
                game.check(&state, seat, action).map_err(|_| impossible())?;
                if let Step::Chosen(_, expected) = *step {
                    visit(&Place {
                        state: &state,
                        seat,
                        action,
                        expected,
                        got: played.shares[seat],
                    });
                }
                game.act(&mut state, seat, action);
            }
            _ => return Err(impossible()),
        }
    }
    Ok(())
}
