//! Planning whole turns: for open games of two seats whose turns have several actions.

use vauban_game::{
    Actions, Agent, Budget, Dice, Open, Planner, Position, Reach, Repetition, SearchMemory, Seat,
    Thought, Turn, TurnPart, fingerprint, mix, reasons,
};

use crate::Watch;

/// Looks for good turns with a beam, answers the best with a beam of the other seat, and takes the turn
/// whose best answer is least bad.
///
/// The plan is made as the turn begins, of the position and the seat's dice for this turn, and is
/// followed to its end. If it is lost, the same plan is made again.
#[derive(Debug)]
pub struct Beam<G: Open, J> {
    judge: J,
    plan: Option<Plan<G>>,
}

#[derive(Clone, Debug)]
struct Plan<G: Open> {
    /// Of the position in which the turn began, and the budget.
    key: u64,
    actions: Vec<G::Action>,
    lead: i32,
}

/// Nodes when the budget names neither nodes nor time.
const DEFAULT_NODES: u64 = 50_000;
/// What a layer of one state costs, roughly: so a budget becomes a width.
const LAYER: u64 = 130;
/// States kept in a layer of one's own turn; wider beams gained nothing.
const WIDTH: usize = 12;
/// Layers of a turn.
const DEPTH: usize = 5;
/// Turns that are answered, and the width of the answers.
const TURNS: usize = 40;
const ANSWER_WIDTH: usize = 3;
/// Larger than every lead; a win that comes sooner is worth more.
const WIN: i32 = 1_000_000;
/// Actions of a turn at most: each layer has a step and a rider, and the end.
const LONGEST: usize = 2 * DEPTH + 1;

impl<G: Open, J> Beam<G, J> {
    pub fn new(judge: J) -> Beam<G, J> {
        Beam { judge, plan: None }
    }
}

impl<G: Open, J: Planner<G>> Agent<G> for Beam<G, J> {
    fn think(
        &mut self,
        position: &Position<'_, G>,
        budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<G::Action> {
        let (game, seat, turn) = (position.game, position.seat, &position.turn);
        // Step 1. The plan of this turn: the one that is kept, or the same made again.
        let key = fingerprint(&[
            game.key(turn.start),
            position.past.len() as u64,
            turn.dice.clone().roll(),
            budget.nodes.unwrap_or(0),
            noise(&self.judge, budget) as u64,
        ]);
        let mut nodes = 0;
        let kept = self.plan.take().filter(|plan| plan.key == key);
        let mut plan = kept.unwrap_or_else(|| {
            let (plan, spent) = self.search(position, turn.start, budget, key);
            nodes += spent;
            plan
        });
        // Step 2. Somebody acted otherwise: what is left of the turn is planned by itself.
        let mut done = turn.actions.len();
        if plan.actions.get(..done) != Some(turn.actions) || plan.actions.len() == done {
            let (rest, spent) = self.search(position, position.view, budget, key);
            nodes += spent;
            let thought = thought(&self.judge, position, &rest, 0, nodes);
            self.plan = Some(plan);
            if let Some(thought) = thought {
                return thought;
            }
            // Nothing was found in time: anything will do.
            plan = Plan {
                actions: vec![any(game, position.view, seat, &position.dice)],
                ..rest
            };
            done = 0;
        }
        let found = thought(&self.judge, position, &plan, done, nodes);
        let fallback = any(game, position.view, seat, &position.dice);
        self.plan = Some(plan);
        found.unwrap_or_else(|| Thought::plain(fallback))
    }

    fn bytes(&self) -> usize {
        let actions = self.plan.as_ref().map_or(0, |plan| plan.actions.capacity());
        actions * size_of::<G::Action>()
    }
}

/// How far a player that wavers misjudges a turn, at most.
fn noise<G: Open, J: Planner<G>>(judge: &J, budget: &Budget) -> i32 {
    let slack = budget.slack.map_or(0.0, |slack| slack.get());
    // A lead of `half` is worth a quarter of a win. Four times that much misses the better of two turns only now and
    // then: a turn has hundreds of rivals, and the judge's terms add up.
    (16.0 * slack * f64::from(judge.half())) as i32
}

fn any<G: Open>(game: &G, view: &G::View, seat: Seat, dice: &Dice) -> G::Action {
    let mut actions = Actions::new();
    game.actions(view, seat, &mut actions);
    actions.draw(game, &mut dice.clone())
}

/// The next action of a plan of which `done` are played, with what the rest of the turn is for.
fn thought<G: Open, J: Planner<G>>(
    judge: &J,
    position: &Position<'_, G>,
    plan: &Plan<G>,
    done: usize,
    nodes: u64,
) -> Option<Thought<G::Action>> {
    let (game, seat) = (position.game, position.seat);
    let line = plan.actions.get(done..)?.to_vec();
    let action = *line.first()?;
    let mut end = position.view.clone();
    for &action in &line {
        if game.turn(&end) != Turn::One(seat) {
            break;
        }
        game.act(&mut end, seat, action);
    }
    Some(Thought {
        share: Some(judge.share_of(seat, plan.lead)),
        reach: Some(Reach::Depth(line.len() as u32)),
        // A judge is not asked about what is over, and the result is reason enough.
        reasons: match game.turn(&end) {
            Turn::Over(_) => Vec::new(),
            _ => reasons(judge, game, position.view, &end, seat),
        },
        line,
        nodes,
        ..Thought::plain(action)
    })
}

/// A turn as far as it has come.
struct Line<G: Open> {
    state: G::State,
    /// What the seat leads by if it ends its turn here.
    lead: i32,
    position: u64,
    actions: [Option<G::Action>; LONGEST],
    len: usize,
}

impl<G: Open> Clone for Line<G> {
    fn clone(&self) -> Self {
        Line {
            state: self.state.clone(),
            ..*self
        }
    }
}

impl<G: Open> Line<G> {
    fn new(state: &G::State, lead: i32) -> Line<G> {
        Line {
            state: state.clone(),
            lead,
            position: 0,
            actions: [None; LONGEST],
            len: 0,
        }
    }
    fn push(&mut self, action: G::Action) {
        if let Some(place) = self.actions.get_mut(self.len) {
            *place = Some(action);
            self.len += 1;
        }
    }
    fn actions(&self) -> impl Iterator<Item = G::Action> + '_ {
        self.actions[..self.len].iter().copied().flatten()
    }
}

impl<G: Open, J: Planner<G>> Beam<G, J> {
    /// The best turn from `start`, and what it cost.
    fn search(
        &self,
        position: &Position<'_, G>,
        start: &G::State,
        budget: &Budget,
        key: u64,
    ) -> (Plan<G>, u64) {
        let (game, seat) = (position.game, position.seat);
        let judge = &self.judge.for_turn(game, start);
        let mut watch = Watch::start(budget, DEFAULT_NODES);
        // Step 1. How wide: a third of the nodes for the turn itself, the rest for its answers.
        let affordable = watch.left() / (3 * LAYER * DEPTH as u64);
        let width = (affordable.min(WIDTH as u64) as usize).max(1);
        let mut dice = position.turn.dice.clone();
        let mut own = Layers::new(TURNS);
        // A player that wavers errs within bounds, and in the same way for the whole turn.
        own.noise = (noise(judge, budget), dice.roll());
        own.run(game, judge, start, seat, width, &mut watch, i32::MAX);
        // Step 2. The turns that look best, each with its end.
        let mut best: Option<(i32, Line<G>)> = None;
        let mut answers = Layers::new(1);
        for line in &own.ends {
            let most = best.as_ref().map_or(i32::MIN, |(most, _)| *most);
            // Step 3. What the other seat makes of it; once that is worse than the best, no more is asked.
            let lead = match game.turn(&line.state) {
                Turn::Over(outcome) => won(i32::from(outcome.score(seat)), line.len),
                _ if is_repeated(position, &line.state) => 0,
                _ if watch.is_up() && most > 0 => break,
                _ if watch.is_up() => line.lead,
                _ => {
                    let enough = most.checked_neg().unwrap_or(i32::MAX);
                    let width = match watch.left() {
                        0..ONE_ANSWER => 0,
                        _ => ANSWER_WIDTH,
                    };
                    let other = seat.other();
                    answers.run(game, judge, &line.state, other, width, &mut watch, enough);
                    match answers.best {
                        i32::MIN => line.lead,
                        best => own.misjudged(game, judge, &line.state, -best),
                    }
                }
            };
            // Of equals any, so that matches differ.
            if lead > most || lead == most && dice.below(2) == 0 {
                best = Some((lead, line.clone()));
            }
        }
        let (lead, actions) = match best {
            Some((lead, line)) => (lead, line.actions().collect()),
            None => (0, Vec::new()),
        };
        (Plan { key, actions, lead }, watch.nodes())
    }
}

/// An answer costs about so much at least.
const ONE_ANSWER: u64 = LAYER * DEPTH as u64;

fn won(score: i32, actions: usize) -> i32 {
    score * (WIN - actions as i32)
}

/// Whether `state`, with which a turn begins, was there before in a match that repetition ends: who leads
/// does not go round in circles, and who trails may try to.
fn is_repeated<G: Open>(position: &Position<'_, G>, state: &G::State) -> bool {
    let game = position.game;
    matches!(game.repetition(), Repetition::Draw { .. })
        && game.landmark(state)
        && position.past.count(game.key(state)) > 0
}

/// The layers of one beam; kept, so that nothing is allocated once the widest was seen.
struct Layers<G: Open> {
    now: Vec<Line<G>>,
    next: Vec<Line<G>>,
    /// The best turns found, each with its end.
    ends: Vec<Line<G>>,
    most_ends: usize,
    /// The most that the seat leads by in any turn, or part of one, that was looked at.
    best: i32,
    /// How far leads are misjudged at most, and how: by the number of a position and this one.
    noise: (i32, u64),
    lists: [Actions<G::Action>; 2],
    endings: Actions<G::Action>,
}

impl<G: Open> Layers<G> {
    fn new(most_ends: usize) -> Layers<G> {
        Layers {
            now: Vec::new(),
            next: Vec::new(),
            ends: Vec::new(),
            most_ends,
            best: i32::MIN,
            noise: (0, 0),
            lists: [Actions::new(), Actions::new()],
            endings: Actions::new(),
        }
    }

    /// `lead` as it is misjudged at `state`: every position by a part of its own.
    fn misjudged<J: Planner<G>>(&self, game: &G, judge: &J, state: &G::State, lead: i32) -> i32 {
        let (most, salt) = self.noise;
        if most == 0 || lead.abs() > WIN / 2 {
            return lead;
        }
        let drawn = mix(judge.position(game, state) ^ salt) % (2 * most as u64 + 1);
        lead + drawn as i32 - most
    }

    /// Fills `ends` with the best turns of `seat` from `start`; stops as soon as one leads by `enough`.
    /// Without width only the turn that ends at once is looked at.
    #[allow(clippy::too_many_arguments, reason = "the parts of one search")]
    fn run<J: Planner<G>>(
        &mut self,
        game: &G,
        judge: &J,
        start: &G::State,
        seat: Seat,
        width: usize,
        watch: &mut Watch<'_>,
        enough: i32,
    ) {
        self.now.clear();
        self.ends.clear();
        self.best = i32::MIN;
        self.now
            .push(Line::new(start, judge.turn_lead(game, start, seat)));
        for layer in 0..=DEPTH {
            self.next.clear();
            for at in 0..self.now.len() {
                let (mut list, mut riders) = (
                    std::mem::take(&mut self.lists[0]),
                    std::mem::take(&mut self.lists[1]),
                );
                list.clear();
                game.actions(&self.now[at].state, seat, &mut list);
                // Whatever the budget, a turn can end where it has come to.
                for &action in list.iter() {
                    if judge.part(game, &self.now[at].state, action) == TurnPart::End {
                        self.end(game, judge, at, seat, action, watch);
                    }
                }
                for &action in list.iter().filter(|_| layer < DEPTH && width > 0) {
                    if watch.is_up() || self.best >= enough {
                        break;
                    }
                    if judge.part(game, &self.now[at].state, action) == TurnPart::Step {
                        self.step(game, judge, at, seat, action, width, watch, &mut riders);
                    }
                }
                self.lists = [list, riders];
            }
            std::mem::swap(&mut self.now, &mut self.next);
            if self.now.is_empty() || watch.is_up() || self.best >= enough {
                break;
            }
        }
    }

    /// A step, and every rider that may follow it.
    #[allow(clippy::too_many_arguments, reason = "the parts of one search")]
    fn step<J: Planner<G>>(
        &mut self,
        game: &G,
        judge: &J,
        at: usize,
        seat: Seat,
        action: G::Action,
        width: usize,
        watch: &mut Watch<'_>,
        riders: &mut Actions<G::Action>,
    ) {
        let mut child = self.now[at].state.clone();
        game.act(&mut child, seat, action);
        watch.spend(1);
        riders.clear();
        if matches!(game.turn(&child), Turn::One(on) if on == seat) {
            game.actions(&child, seat, riders);
        }
        for &rider in riders.iter() {
            if judge.part(game, &child, rider) == TurnPart::Rider {
                let mut ridden = child.clone();
                game.act(&mut ridden, seat, rider);
                watch.spend(1);
                self.keep(game, judge, at, seat, &[action, rider], ridden, width);
            }
        }
        self.keep(game, judge, at, seat, &[action], child, width);
    }

    /// Keeps a state of the next layer if it is among the best so far and unlike all of them.
    #[allow(clippy::too_many_arguments, reason = "the parts of one search")]
    fn keep<J: Planner<G>>(
        &mut self,
        game: &G,
        judge: &J,
        at: usize,
        seat: Seat,
        actions: &[G::Action],
        state: G::State,
        width: usize,
    ) {
        let lead = match game.turn(&state) {
            Turn::Over(outcome) => {
                won(outcome.score(seat).into(), self.now[at].len + actions.len())
            }
            _ => self.misjudged(game, judge, &state, judge.turn_lead(game, &state, seat)),
        };
        self.best = self.best.max(lead);
        if self.most_ends > 1 && lead.abs() < WIN / 2 && self.is_good_end(lead) {
            self.end_after(game, judge, at, seat, actions, &state, lead);
        }
        let worst = self.next.last().map_or(i32::MIN, |line| line.lead);
        if self.next.len() >= width && lead <= worst {
            return;
        }
        let position = judge.position(game, &state);
        if self
            .next
            .iter()
            .any(|line| line.position == position && line.lead >= lead)
        {
            return;
        }
        self.next.retain(|line| line.position != position);
        self.next.truncate(width.saturating_sub(1));
        let mut line = Line {
            state,
            lead,
            position,
            ..self.now[at].clone()
        };
        for &action in actions {
            line.push(action);
        }
        if lead.abs() > WIN / 2 {
            // It is over: this is a turn by itself.
            self.keep_end(line);
            return;
        }
        let place = self.next.partition_point(|other| other.lead >= lead);
        self.next.insert(place, line);
    }

    /// A turn that ends here.
    fn end<J: Planner<G>>(
        &mut self,
        game: &G,
        judge: &J,
        at: usize,
        seat: Seat,
        action: G::Action,
        watch: &mut Watch<'_>,
    ) {
        let mut state = self.now[at].state.clone();
        game.act(&mut state, seat, action);
        watch.spend(1);
        let lead = match game.turn(&state) {
            Turn::Over(outcome) => won(outcome.score(seat).into(), self.now[at].len + 1),
            _ => self.misjudged(game, judge, &state, judge.turn_lead(game, &state, seat)),
        };
        self.best = self.best.max(lead);
        if !self.is_good_end(lead) {
            return;
        }
        let position = game.key(&state);
        if self.ends.iter().any(|line| line.position == position) {
            return;
        }
        let mut line = Line {
            state,
            lead,
            position,
            ..self.now[at].clone()
        };
        line.push(action);
        self.keep_end(line);
    }

    /// A turn that takes these actions more and ends, which leads by as much as if it went on.
    #[allow(clippy::too_many_arguments, reason = "the parts of one search")]
    fn end_after<J: Planner<G>>(
        &mut self,
        game: &G,
        judge: &J,
        at: usize,
        seat: Seat,
        actions: &[G::Action],
        state: &G::State,
        lead: i32,
    ) {
        let mut list = std::mem::take(&mut self.endings);
        list.clear();
        game.actions(state, seat, &mut list);
        let is_end = |action: &&G::Action| judge.part(game, state, **action) == TurnPart::End;
        if let Some(&action) = list.iter().find(is_end) {
            let mut state = state.clone();
            game.act(&mut state, seat, action);
            let position = game.key(&state);
            let is_known = self.ends.iter().any(|line| line.position == position);
            if !is_known && !matches!(game.turn(&state), Turn::Over(_)) {
                let mut line = Line {
                    state,
                    lead,
                    position,
                    ..self.now[at].clone()
                };
                for &action in actions.iter().chain([&action]) {
                    line.push(action);
                }
                self.keep_end(line);
            }
        }
        self.endings = list;
    }

    fn is_good_end(&self, lead: i32) -> bool {
        let worst = self.ends.last().map_or(i32::MIN, |line| line.lead);
        self.ends.len() < self.most_ends || lead > worst
    }

    fn keep_end(&mut self, line: Line<G>) {
        self.ends.truncate(self.most_ends.saturating_sub(1));
        let place = self.ends.partition_point(|other| other.lead >= line.lead);
        self.ends.insert(place, line);
    }
}
