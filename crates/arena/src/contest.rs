//! One match between programs, seated as a server seats them.

use vauban_game::{BySeat, Dice, Outcome, SearchMemory, Seat, Settings, Stop, Thought};
use vauban_table::{AgentSpec, AnyGame, AnyMatch, Opening, Refusals, SeatedAgent};

/// What all matches have in common.
#[derive(Clone)]
pub struct Rules {
    pub game: &'static dyn AnyGame,
    pub settings: Settings,
    /// How many seats, if not as many as usual.
    pub seats: Option<u8>,
    /// How many actions are drawn evenly before the players take over.
    pub opening: u32,
    /// After this many answers a match is closed, and counts as drawn.
    pub most_answers: usize,
}

impl Rules {
    /// The game with its defaults, from the start.
    pub fn of(game: &'static dyn AnyGame) -> Rules {
        Rules {
            game,
            settings: Settings::new(),
            seats: None,
            opening: 0,
            most_answers: Rules::MOST_ANSWERS,
        }
    }

    /// Longer than matches of any game usually are.
    pub const MOST_ANSWERS: usize = 3_000;

    /// The match with its opening played. Equal seeds give equal openings and equal dice.
    pub fn open(&self, seed: u64) -> Result<Box<dyn AnyMatch>, Refusals> {
        /// An opening that ends the match is drawn again; chance seldom does that.
        const ATTEMPTS: u64 = 20;
        let mut table = self.open_at(seed)?;
        for attempt in 1..=ATTEMPTS {
            self.play_opening(table.as_mut())?;
            if table.turn().over().is_none() {
                break;
            }
            table = self.open_at(Dice::at(seed, attempt, 0).roll())?;
        }
        Ok(table)
    }

    fn open_at(&self, seed: u64) -> Result<Box<dyn AnyMatch>, Refusals> {
        self.game.open(Opening {
            settings: self.settings.clone(),
            seats: self.seats,
            ..Opening::seeded(seed)
        })
    }

    fn play_opening(&self, table: &mut dyn AnyMatch) -> Result<(), Refusals> {
        let uniform: AgentSpec = "uniform".parse().expect("it is well written");
        let mut memory = SearchMemory::with_bytes(0);
        for _ in 0..self.opening {
            let Some(seat) = table.turn().seats().iter().next() else {
                break;
            };
            let (ask, job) = table.think(seat, &uniform, None, &Stop::default())?;
            let (thought, _) = job(&mut memory);
            table.answer(seat, ask, &thought.action)?;
        }
        Ok(())
    }
}

/// A match that is to be played: who sits where, and by which dice.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    pub rules: &'a Rules,
    /// For every seat.
    pub agents: Vec<AgentSpec>,
    pub seed: u64,
}

/// What came of a match.
#[derive(Clone, Debug)]
pub struct Played {
    pub outcome: Outcome,
    /// Whether it ended by itself.
    pub finished: bool,
    /// How many answers the players gave.
    pub answers: usize,
    pub nodes: u64,
    /// The most nodes that each seat used for one answer.
    pub most_nodes: BySeat<u64>,
    /// The most bytes that an agent kept between two answers.
    pub most_kept: usize,
    /// An ordinary record.
    pub record: String,
}

impl Contest<'_> {
    /// Plays it to the end. An agent keeps what it knows from one answer to the next, as on a server.
    pub fn play(&self, memory: &mut SearchMemory) -> Result<Played, Refusals> {
        let mut table = self.rules.open(self.seed)?;
        let names: Vec<String> = self.agents.iter().map(AgentSpec::to_string).collect();
        table.set_tag("Seats", &names.join("; "));
        table.set_tag("Seed", &self.seed.to_string());
        let mut kept: BySeat<Option<SeatedAgent>> = BySeat::default();
        let mut played = Played {
            outcome: Outcome::draw(table.seats(), vauban_game::Ending::CLOSED),
            finished: false,
            answers: 0,
            nodes: 0,
            most_nodes: BySeat::default(),
            most_kept: 0,
            record: String::new(),
        };
        while let Some(seat) = table.turn().seats().iter().next() {
            if played.answers == self.rules.most_answers {
                table.close()?;
                break;
            }
            let thought = self.answer(table.as_mut(), seat, &mut kept, memory)?;
            played.answers += 1;
            played.nodes += thought.nodes;
            played.most_nodes[seat] = played.most_nodes[seat].max(thought.nodes);
            let bytes = kept[seat].as_ref().map_or(0, SeatedAgent::bytes);
            played.most_kept = played.most_kept.max(bytes);
        }
        if let Some(outcome) = table.turn().over() {
            played.outcome = outcome;
            played.finished = played.answers < self.rules.most_answers;
        }
        played.record = table.record().to_string();
        Ok(played)
    }

    fn answer(
        &self,
        table: &mut dyn AnyMatch,
        seat: Seat,
        kept: &mut BySeat<Option<SeatedAgent>>,
        memory: &mut SearchMemory,
    ) -> Result<Thought<String>, Refusals> {
        let agent = &self.agents[seat.index()];
        let (ask, job) = table.think(seat, agent, kept[seat].take(), &Stop::default())?;
        let (thought, seated) = job(memory);
        kept[seat] = Some(seated);
        table.answer(seat, ask, &thought.action)?;
        Ok(thought)
    }
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules")
            .field("game", &self.game.card().name)
            .field("settings", &self.settings)
            .field("seats", &self.seats)
            .field("opening", &self.opening)
            .finish_non_exhaustive()
    }
}
