//! A small network that learns what to add to a judge's lead.

use vauban_game::{
    Agent, Dice, Evaluate, LANES, Lanes, Network, Notation, ONE, POINT, SearchMemory, Seat,
};

use super::{
    Duel, Fitting, Learnt, Met, SelfPlay, Tuning,
    places::{Lesson, Lessons, share_of},
    selfplay::{self, Player},
};

/// A network over a judge, and who plays by both.
#[derive(Debug)]
pub struct Training<G: Notation, B> {
    pub name: &'static str,
    /// The text of the network by its place in the tree.
    pub file: &'static str,
    pub game: fn(u64) -> G,
    /// The judge whose lead the network adds to, and who plays by it alone.
    pub base: B,
    pub base_agent: fn() -> Box<dyn Agent<G>>,
    pub agent: fn(Network) -> Box<dyn Agent<G>>,
    /// How many inputs there are, which of them are on as the seat on turn sees a state, and which stands for the same on the
    /// mirrored board.
    pub inputs: usize,
    pub inputs_of: fn(&G, &G::State, &mut Vec<u16>),
    pub mirrored: fn(u16) -> u16,
}

/// Places between two changes.
const BATCH: usize = 1_024;
/// How far a number moves at first; less with each pass.
const RATE: f32 = 0.002;
const LAST_RATE: f32 = 0.000_05;
/// Adam's two memories.
const MOMENTUM: f32 = 0.9;
const SPREAD: f32 = 0.999;
/// What numbers lose with each change, in parts of the rate: those that matches say little about stay small.
const DECAY: f32 = 0.05;
/// A hidden lane's number is no larger, so that a sum of them fits in its lane.
const MOST: f32 = 3.0;

impl<G: Notation, B: Evaluate<G>> Training<G, B> {
    fn players(&self, network: &Network) -> [Player<G>; 2] {
        [
            Player::new((self.agent)(network.clone()), 0),
            Player::new((self.base_agent)(), 0),
        ]
    }
}

impl<G: Notation, B: Evaluate<G>> Tuning for Training<G, B> {
    fn name(&self) -> &'static str {
        self.name
    }
    fn file(&self) -> &'static str {
        self.file
    }

    fn play(
        &self,
        by: Option<&str>,
        plan: &SelfPlay,
        number: u64,
        memory: &mut SearchMemory,
    ) -> Result<String, String> {
        let game = (self.game)(number);
        let network = by
            .map(|text| Network::read(text, self.inputs))
            .transpose()?;
        let agent = || match &network {
            Some(network) => (self.agent)(network.clone()),
            None => (self.base_agent)(),
        };
        let mut players: Vec<_> = (0..game.seats())
            .map(|_| Player::new(agent(), plan.nodes))
            .collect();
        let played = plan.play(&game, number, &mut players, memory);
        Ok(selfplay::write(&game, &played))
    }

    fn fit(
        &self,
        lines: &[String],
        fitting: &Fitting,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Learnt, String> {
        let mut inputs = Vec::new();
        let on = |game: &G, state: &G::State, _: Seat| -> Box<[u16]> {
            inputs.clear();
            (self.inputs_of)(game, state, &mut inputs);
            inputs.as_slice().into()
        };
        let lessons = Lessons::of(lines, self.game, &self.base, fitting, None, on)?;
        let before = lessons.error(|lesson| lesson.lead);
        let places = lessons.all.len();
        let scale = lessons.scale;
        tell(&format!(
            "{places} places, scale {scale:.0}, error {before:.5}"
        ));
        let mirrored: Vec<u16> = (0..self.inputs as u16).map(self.mirrored).collect();
        let mut pupil = Pupil::new(self.inputs, fitting.seed);
        let error = |network: &Network| {
            lessons.error(|lesson| lesson.lead + f64::from(network.points_of(&lesson.what)))
        };
        // What is kept is the pass after which the matches that are held out are told best.
        let (mut best, mut after) = (pupil.network(scale), f64::INFINITY);
        for pass in 0..fitting.passes {
            let done = pass as f32 / fitting.passes.max(2).saturating_sub(1) as f32;
            let rate = RATE * (LAST_RATE / RATE).powf(done);
            pupil.pass(&lessons, &mirrored, pass, rate);
            let network = pupil.network(scale);
            let now = error(&network);
            tell(&format!("pass {}: error {now:.5}", pass + 1));
            if now < after {
                (best, after) = (network, now);
            }
        }
        Ok(Learnt {
            text: best.write(),
            places,
            before,
            after,
        })
    }

    fn duel(
        &self,
        text: &str,
        duel: &Duel,
        number: u64,
        memory: &mut SearchMemory,
    ) -> Result<Met, String> {
        let network = Network::read(text, self.inputs)?;
        let players = || self.players(&network);
        Ok(duel.run(&(self.game)(number), number, players, memory))
    }
}

/// The lanes in fractions: scales of the lead in the first, parts of one in the others.
type Numbers = [f32; LANES];

/// A network that is learning. The rows of the inputs come first, then the start, then the factors.
struct Pupil {
    rows: Vec<Numbers>,
    /// What the batch says about each number, and what earlier ones said.
    slopes: Vec<Numbers>,
    mean: Vec<Numbers>,
    spread: Vec<Numbers>,
    changes: i32,
    dice: Dice,
}

impl Pupil {
    fn new(inputs: usize, seed: u64) -> Pupil {
        let mut dice = Dice::seeded(seed);
        let mut draw = |most: f32| (dice.below(2_001) as f32 / 1_000.0 - 1.0) * most;
        let mut rows = vec![[0.0; LANES]; inputs + 2];
        for (index, row) in rows.iter_mut().enumerate() {
            for lane in &mut row[1..] {
                *lane = match index {
                    _ if index < inputs => draw(0.1),
                    // Half of what a lane can say, so that it can change either way.
                    _ if index == inputs => 0.5,
                    _ => draw(0.1),
                };
            }
        }
        let nothing = vec![[0.0; LANES]; inputs + 2];
        Pupil {
            rows,
            slopes: nothing.clone(),
            mean: nothing.clone(),
            spread: nothing,
            changes: 0,
            dice,
        }
    }

    fn inputs(&self) -> usize {
        self.rows.len() - 2
    }

    /// Shows every place once, each time from the other side of the mirror.
    fn pass(&mut self, lessons: &Lessons<Box<[u16]>>, mirrored: &[u16], pass: u32, rate: f32) {
        let learnt = lessons.all.iter().enumerate();
        let mut order: Vec<u32> = learnt
            .filter(|(_, lesson)| !lesson.held_out)
            .map(|(index, _)| index as u32)
            .collect();
        crate::rollouts::shuffle(&mut order, &mut self.dice);
        let mut on = Vec::new();
        for batch in order.chunks(BATCH) {
            for &index in batch {
                let lesson = &lessons.all[index as usize];
                on.clear();
                match (index + pass) % 2 {
                    0 => on.extend_from_slice(&lesson.what),
                    _ => on.extend(
                        lesson
                            .what
                            .iter()
                            .map(|&input| mirrored[usize::from(input)]),
                    ),
                }
                self.learn(lesson, &on, lessons.scale);
            }
            self.change(rate, batch.len() as f32);
        }
    }

    /// Notes what one place says about every number.
    fn learn(&mut self, lesson: &Lesson<Box<[u16]>>, on: &[u16], scale: f64) {
        let (start, factors) = (self.inputs(), self.inputs() + 1);
        // Step 1. What it says now.
        let mut lanes = self.rows[start];
        for &input in on {
            for (lane, number) in lanes.iter_mut().zip(&self.rows[usize::from(input)]) {
                *lane += number;
            }
        }
        let counted = lanes.map(|lane| lane.clamp(0.0, 1.0));
        let factor = self.rows[factors];
        let mut said = lesson.lead / scale + f64::from(lanes[0]);
        for (counted, factor) in counted.iter().zip(&factor).skip(1) {
            said += f64::from(counted * factor);
        }
        // Step 2. By how much that is too much, and what each lane has to do with it.
        let too_much = (share_of(said) - lesson.target) as f32;
        let mut back = [too_much; LANES];
        let hidden = lanes.iter().zip(&counted).zip(&factor).zip(&mut back);
        let hidden = hidden.zip(&mut self.slopes[factors]).skip(1);
        for ((((lane, counted), factor), back), slope) in hidden {
            let moves = *lane > 0.0 && *lane < 1.0;
            *back *= f32::from(u8::from(moves)) * factor;
            *slope += too_much * counted;
        }
        for row in on.iter().map(|&input| usize::from(input)).chain([start]) {
            for (slope, back) in self.slopes[row].iter_mut().zip(&back) {
                *slope += back;
            }
        }
    }

    /// Moves every number against what the batch says about it (Adam, with decay).
    fn change(&mut self, rate: f32, places: f32) {
        self.changes += 1;
        let warm = [MOMENTUM, SPREAD].map(|memory| 1.0 - memory.powi(self.changes));
        let inputs = self.inputs();
        for index in 0..self.rows.len() {
            let (row, slope) = (&mut self.rows[index], &mut self.slopes[index]);
            let (mean, spread) = (&mut self.mean[index], &mut self.spread[index]);
            let keep = match index < inputs {
                true => 1.0 - rate * DECAY,
                false => 1.0,
            };
            let numbers = row.iter_mut().zip(&*slope).zip(mean).zip(spread);
            for (((number, slope), mean), spread) in numbers {
                let slope = slope / places;
                *mean = MOMENTUM * *mean + (1.0 - MOMENTUM) * slope;
                *spread = SPREAD * *spread + (1.0 - SPREAD) * slope * slope;
                let step = *mean / warm[0] / ((*spread / warm[1]).sqrt() + 1e-8);
                *number = (*number * keep - rate * step).clamp(-MOST, MOST);
            }
            *slope = [0.0; LANES];
        }
    }

    /// The same in whole numbers, for a judge with this scale.
    fn network(&self, scale: f64) -> Network {
        let whole = |number: f32, unit: f64| (f64::from(number) * unit).round() as i16;
        let points = scale * f64::from(POINT);
        let row = |row: &Numbers| -> Lanes {
            let mut lanes = row.map(|lane| whole(lane, f64::from(ONE)));
            lanes[0] = whole(row[0], points);
            lanes
        };
        let [start, factors] = [self.inputs(), self.inputs() + 1];
        Network::new(
            row(&self.rows[start]),
            self.rows[factors].map(|factor| whole(factor, points)),
            self.rows[..start].iter().map(row).collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pupil_learns_what_no_sum_can_say() {
        // A win if exactly one of the two inputs is on; the third tells which side of the mirror it is.
        let mut all = Vec::new();
        for number in 0..2_000_u16 {
            let (one, two) = (number % 2, number / 2 % 2);
            let on = [(one == 1, 0), (two == 1, 1), (true, 2)];
            all.push(Lesson {
                lead: 0.0,
                target: f64::from(one ^ two),
                held_out: number >= 1_900,
                what: on
                    .into_iter()
                    .filter(|(on, _)| *on)
                    .map(|(_, at)| at)
                    .collect(),
            });
        }
        let lessons = Lessons { all, scale: 100.0 };
        let mut pupil = Pupil::new(4, 1);
        let mirrored = [0, 1, 3, 2];
        for pass in 0..300 {
            pupil.pass(&lessons, &mirrored, pass, 0.02);
        }
        let network = pupil.network(lessons.scale);
        let error = lessons.error(|lesson| f64::from(network.points_of(&lesson.what)));
        assert!(error < 0.02, "{error}");
        // It has learnt the mirrored board as well.
        assert!(network.points_of(&[0, 3]) > 100 && network.points_of(&[0, 1, 3]) < -100);
    }
}
