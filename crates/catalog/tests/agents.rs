//! Every agent as a host seats it: through the catalogue, kept between two answers, or lost.

use std::collections::{BTreeMap, BTreeSet};

use vauban_catalog::CATALOG;
use vauban_game::{BySeat, MOST_KEPT, SearchMemory, Seat, Stop, Thought, Turn};
use vauban_table::{AgentSpec, AnyGame, AnyMatch, Level, Opening, SeatedAgent};

/// A match with programs in its seats, as a server hosts it.
struct Host {
    table: Box<dyn AnyMatch>,
    agents: BySeat<Option<SeatedAgent>>,
    memory: SearchMemory,
}

impl Host {
    fn open(game: &dyn AnyGame, settings: &[(&str, &str)], seed: u64) -> Host {
        let mut opening = Opening::seeded(seed);
        let settings = settings.iter();
        opening.settings = settings
            .map(|&(name, value)| (name.into(), value.into()))
            .collect();
        Host {
            table: game.open(opening).expect("the settings are good"),
            agents: BySeat::default(),
            memory: SearchMemory::default(),
        }
    }

    /// The seat that has to act; none if the match is over.
    fn on_turn(&self) -> Option<Seat> {
        self.table.turn().seats().iter().next()
    }

    fn think(&mut self, seat: Seat, agent: &str) -> (u64, Thought<String>) {
        let agent: AgentSpec = agent.parse().expect("it is well written");
        let seated = self.agents[seat].take();
        let thinking = self.table.think(seat, &agent, seated, &Stop::default());
        let (ask, job) = thinking.expect("it is on turn");
        let (thought, seated) = job(&mut self.memory);
        assert!(seated.bytes() <= MOST_KEPT);
        self.agents[seat] = Some(seated);
        (ask, thought)
    }

    /// Lets `agent` answer for `seat`.
    fn answer(&mut self, seat: Seat, agent: &str) -> Thought<String> {
        let (ask, thought) = self.think(seat, agent);
        let answered = self.table.answer(seat, ask, &thought.action);
        assert!(answered.is_ok(), "{}: {answered:?}", thought.action);
        thought
    }
}

fn game(name: &str) -> &'static dyn AnyGame {
    let mut games = CATALOG.games();
    games
        .find(|game| game.card().name == name)
        .expect("it is in the catalogue")
}

/// The turns of a match of Garden Tensions between two `random`, as texts of actions.
fn random_turns(seed: u64, lost: impl Fn(usize) -> bool) -> (Vec<Vec<String>>, String) {
    let mut host = Host::open(game("garden"), &[], seed);
    let mut turns: Vec<Vec<String>> = Vec::new();
    let mut last = None;
    for answer in 0..300 {
        let Some(seat) = host.on_turn() else { break };
        if lost(answer) {
            host.agents = BySeat::default();
        }
        if last != Some(seat) {
            turns.push(Vec::new());
            last = Some(seat);
        }
        let action = host.answer(seat, "random").action;
        turns.last_mut().expect("there is a turn").push(action);
    }
    (turns, host.table.record().to_string())
}

#[test]
fn gardens_random_makes_at_most_five_moves_a_turn_even_if_it_is_lost_in_between() {
    // Everything but a clan, a placement and the end of the conquest.
    let is_move = |action: &&String| action.contains('-');
    let mut made: BTreeMap<usize, usize> = BTreeMap::new();
    for seed in 0..30 {
        let (turns, kept) = random_turns(seed, |_| false);
        for turn in &turns {
            *made.entry(turn.iter().filter(is_move).count()).or_default() += 1;
        }
        for lost in [1, 2, 3] {
            let (_, record) = random_turns(seed, |answer| answer % lost == 0);
            assert_eq!(record, kept, "seed {seed}: another plan after a loss");
        }
    }
    assert!(made.keys().all(|&moves| moves <= 5), "{made:?}");
    let several: usize = made.range(2..).map(|(_, turns)| turns).sum();
    assert!(several > 200, "{made:?}");
}

#[test]
fn an_agent_goes_on_with_its_plan_after_a_restart() {
    let garden = game("garden");
    for seed in 0..10 {
        let mut host = Host::open(garden, &[], seed);
        for _ in 0..80 {
            let Some(seat) = host.on_turn() else { break };
            let record = host.table.record();
            let replayed = garden.replay(&record, Opening::seeded(seed), None);
            let mut restarted = Host {
                table: replayed.expect("it is its own record"),
                agents: BySeat::default(),
                memory: SearchMemory::default(),
            };
            let again = restarted.answer(seat, "random");
            assert_eq!(host.answer(seat, "random"), again);
        }
    }
}

#[test]
fn an_agent_that_played_another_game_is_not_mistaken_for_this_ones() {
    let mut jungle = Host::open(game("jungle"), &[], 1);
    let mut garden = Host::open(game("garden"), &[], 1);
    let seat = jungle.on_turn().expect("it has begun");
    jungle.answer(seat, "uniform");
    let there = garden.on_turn().expect("it has begun");
    garden.agents[there] = jungle.agents[seat].take();
    garden.answer(there, "uniform");
}

/// Each side has 18 units to place, one by one.
const HIDDEN: &[(&str, &str)] = &[("setup", "hidden")];

/// A game with some of its options chosen.
type Chosen = (
    &'static dyn AnyGame,
    &'static [(&'static str, &'static str)],
);

/// Every game, and those that an option turns into another.
fn settings() -> Vec<Chosen> {
    let classic: &[(&str, &str)] = &[("rules", "classic")];
    let mut all: Vec<_> = CATALOG.games().map(|game| (game, &[][..])).collect();
    all.extend([(game("guerre"), HIDDEN), (game("risk"), classic)]);
    all
}

#[test]
fn every_level_plays_by_the_rules_and_within_its_nodes() {
    for (game, settings) in settings() {
        for (index, level) in game.levels().iter().enumerate() {
            // A level that searches long answers a few times, the others for a whole short match.
            let mut answers = match level.nodes {
                0 => 400,
                1..=200_000 => 4,
                _ => 1,
            };
            if settings == HIDDEN {
                answers += 36;
            }
            let number = (index + 1).to_string();
            let mut host = Host::open(game, settings, 5);
            let mut most = 0;
            for _ in 0..answers {
                let Some(seat) = host.on_turn() else { break };
                let thought = host.answer(seat, &number);
                most = most.max(thought.nodes);
            }
            let over = matches!(host.table.turn(), Turn::Over(_));
            assert!(over || host.table.steps() >= answers);
            assert!(
                most <= level.nodes.max(FIRST_LOOK) + 100,
                "level {number}: {most}"
            );
        }
    }
}

/// What a level without nodes may look at: its actions, one by one.
const FIRST_LOOK: u64 = 20_000;

#[test]
fn every_agent_answers_to_its_names_and_keeps_little() {
    for (game, settings) in settings() {
        for card in game.agents() {
            for name in [&[card.name], card.other_names].concat() {
                let mut host = Host::open(game, settings, 3);
                for _ in 0..6 {
                    let Some(seat) = host.on_turn() else { break };
                    host.answer(seat, &format!("{name}:nodes=200"));
                }
            }
        }
        let names: Vec<&str> = game.agents().iter().map(|card| card.name).collect();
        assert_eq!(names[0], "uniform");
        let host = Host::open(game, settings, 3);
        assert!(
            host.table
                .seats_agent(&"random".parse().expect("a name"))
                .is_ok()
        );
    }
}

#[test]
fn guerres_levels_do_not_choose_by_place_in_the_list() {
    let mut places = Vec::new();
    for seed in 0..16 {
        let mut host = Host::open(game("guerre"), &[], seed);
        for _ in 0..5 * seed {
            let seat = host.on_turn().expect("chance does not end it so soon");
            host.answer(seat, "uniform");
        }
        let seat = host.on_turn().expect("it goes on");
        let legal = host.table.questions().legal(seat);
        // In a retreat there is little to choose from.
        if legal.len() > 20 {
            let (_, thought) = host.think(seat, "beam:nodes=5000:slack=150");
            let place = legal.iter().position(|action| *action == thought.action);
            places.push((place.expect("it is legal"), legal.len()));
        }
    }
    assert!(places.len() >= 10, "{places:?}");
    let first = places.iter().filter(|&&(place, _)| place == 0).count();
    let behind = places.iter().filter(|&&(place, of)| 2 * place > of).count();
    assert!(first <= 2 && behind >= 3, "{places:?}");
}

#[test]
fn names_differ_and_every_level_has_its_agent() {
    let names: BTreeSet<&str> = CATALOG.games().map(|game| game.card().name).collect();
    assert_eq!(names.len(), CATALOG.games().count());
    for game in CATALOG.games() {
        let agents: Vec<&str> = game.agents().iter().map(|agent| agent.name).collect();
        assert_eq!(game.levels().len(), Level::NAMES.len());
        for level in game.levels() {
            let name = level.agent.split(':').next().expect("a name");
            assert!(agents.contains(&name), "{name}");
        }
    }
}
