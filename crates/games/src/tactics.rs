//! Hand-made positions as a program meets them: its whole turn, within so many nodes.

use vauban_game::{
    Actions, Agent, Budget, Dice, Game, Notation, PastKeys, Policy, Position, SearchMemory,
    Thought, Turn, TurnSoFar, Viewer,
};

/// A policy for imagined matches that plays a real one.
pub(crate) struct ByPolicy<P>(pub(crate) P);

impl<G: Game, P: Policy<G>> Agent<G> for ByPolicy<P> {
    fn think(
        &mut self,
        position: &Position<'_, G>,
        _budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<G::Action> {
        let mut dice = position.dice.clone();
        let state = position.game.imagine(position.view, &mut dice);
        let list = &mut Actions::new();
        let (game, seat) = (position.game, position.seat);
        Thought::plain(self.0.sample(game, &state, seat, list, &mut dice))
    }
}

/// What a program did with a turn.
pub(crate) struct Played<S> {
    /// As they are written.
    pub(crate) actions: Vec<String>,
    /// Where another seat acts, or all is over.
    pub(crate) end: S,
}

/// Lets the programs that `make` makes play from `start` until another seat acts. With one program for all
/// answers or with a new one for each they must do the same.
pub(crate) fn turn<G: Notation>(
    game: &G,
    start: &G::State,
    nodes: u64,
    mut agent: impl FnMut() -> Option<Box<dyn Agent<G>>>,
) -> Played<G::State> {
    let mut state = start.clone();
    let (mut dice, mut memory) = (Dice::seeded(5), SearchMemory::default());
    let Turn::One(seat) = game.turn(start) else {
        panic!("nobody is on turn");
    };
    let first = game.view(start, Viewer::Seat(seat));
    let (mut actions, mut written) = (Vec::new(), Vec::new());
    let mut thinker = agent().expect("there is a program at first");
    loop {
        match game.turn(&state) {
            Turn::Chance => {
                let chance = game.roll(&state, &mut dice);
                game.settle(&mut state, chance);
            }
            Turn::One(on) if on == seat => {
                let view = game.view(&state, Viewer::Seat(seat));
                let position = Position {
                    game,
                    seat,
                    view: &view,
                    past: PastKeys::none(),
                    turn: TurnSoFar {
                        start: &first,
                        actions: &actions,
                        dice: Dice::seeded(11),
                    },
                    dice: Dice::seeded(dice.roll()),
                };
                let thought = thinker.think(&position, &Budget::nodes(nodes), &mut memory);
                // A step that is under way is finished, and a program that made a new plan had to twice.
                assert!(thought.nodes <= 2 * nodes + 100, "{}", thought.nodes);
                let allowed = game.check(&state, seat, thought.action).is_ok();
                assert!(allowed, "{}", game.write(thought.action));
                game.act(&mut state, seat, thought.action);
                actions.push(thought.action);
                written.push(game.write(thought.action));
                thinker = agent().unwrap_or(thinker);
            }
            _ => break,
        }
    }
    Played {
        actions: written,
        end: state,
    }
}

/// The same with one program for all answers.
pub(crate) fn turn_of<G: Notation>(
    game: &G,
    start: &G::State,
    nodes: u64,
    agent: impl Agent<G> + 'static,
) -> Played<G::State> {
    let mut agent: Option<Box<dyn Agent<G>>> = Some(Box::new(agent));
    turn(game, start, nodes, move || agent.take())
}
