//! The hidden set-up: a game of its own that ends in the open one. §10 of the rules.
//!
//! Both sides place their units at the same time, blind to each other; when both are done, all is
//! shown, a lot says who begins, and from there on everything is [`Guerre`]'s business.

mod camp;
pub mod map;
mod notation;
mod officer;
mod refusal;
mod rules;
mod scene;
mod tell;

use vauban_game::{
    Actions, Card, Dice, Evaluate, FormatCard, FormatError, Formats, Game, Imported, LensCard,
    LensMap, Lenses, Odds, Refused, Repetition, RuleSet, Seat, SeatSet, SettingError, Settings,
    Setup, Text, Turn, Unreadable, Viewer, every_action, fingerprint,
};

pub use self::{
    camp::{Camp, Camps},
    officer::Officer,
    refusal::SetupRefusal,
};
use super::{
    Action, Class, Guerre, NORTH, Place, SOUTH, State,
    setup::{self, First},
};

/// The set-up, with the open game that follows it.
#[derive(Clone, Debug)]
pub struct Deployed {
    game: Guerre,
    muster: Muster,
    first: First,
}

/// Where the units come from.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Muster {
    /// The sides place them.
    Hidden,
    /// They stand in the published position; only the lot is drawn.
    Standard,
}

/// Where a match with a set-up stands.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum Stage {
    /// The sides place their units; those in `done` are ready.
    Placing {
        camps: Camps,
        done: SeatSet,
    },
    /// Everything is placed, and the lot is drawn.
    Lot {
        camps: Camps,
    },
    Open(State),
}

/// What one viewer sees of it.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum Glimpse {
    /// Its own camp, if it has one, and who is ready.
    Placing {
        own: Option<(Seat, Camp)>,
        done: SeatSet,
    },
    Lot {
        camps: Camps,
    },
    Open(State),
}

/// One choice in the set-up or in the open game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Step {
    Place {
        class: Class,
        at: Place,
    },
    /// Never listed: programs get by without it.
    Remove {
        at: Place,
    },
    Done,
    Open(Action),
}

impl Deployed {
    /// A hidden set-up before `game`, with a lot for the first turn.
    pub fn new(game: Guerre) -> Deployed {
        Deployed {
            game,
            muster: Muster::Hidden,
            first: First::Lot,
        }
    }

    /// Whether these settings ask for this game, and not for [`Guerre`] alone.
    pub fn wanted(settings: &Settings) -> bool {
        setup::wants_deployment(settings)
    }

    /// The open game.
    pub fn open_game(&self) -> &Guerre {
        &self.game
    }

    /// The stage that follows when both sides are ready.
    fn ready(&self, camps: Camps) -> Stage {
        match self.first {
            First::Lot => Stage::Lot { camps },
            First::North => Stage::Open(self.open(&camps, NORTH)),
            First::South => Stage::Open(self.open(&camps, SOUTH)),
        }
    }

    fn open(&self, camps: &Camps, first: Seat) -> State {
        let units = [NORTH, SOUTH].map(|seat| camps.of(seat).units().collect());
        self.game.open(&units, first)
    }

    /// The open game's state as far as a viewer can tell: only what it sees stands on the board.
    fn seen(&self, view: &Glimpse) -> State {
        match view {
            Glimpse::Open(state) => state.clone(),
            Glimpse::Lot { camps } => self.open(camps, NORTH),
            Glimpse::Placing { own, .. } => {
                let mut camps = Camps::default();
                if let Some((seat, camp)) = own {
                    *camps.of_mut(*seat) = *camp;
                }
                self.open(&camps, NORTH)
            }
        }
    }
}

impl Game for Deployed {
    type State = Stage;
    type Action = Step;
    type Chance = Seat;
    type View = Glimpse;
    type Refusal = SetupRefusal;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Stage {
        match self.muster {
            Muster::Hidden => Stage::Placing {
                camps: Camps::default(),
                done: SeatSet::EMPTY,
            },
            Muster::Standard => self.ready(Camps::of_units(&self.game.order_of_battle)),
        }
    }

    fn turn(&self, state: &Stage) -> Turn {
        match state {
            Stage::Placing { done, .. } => {
                let waiting = SeatSet::all(2).iter().filter(|&seat| !done.contains(seat));
                Turn::Any(waiting.collect())
            }
            Stage::Lot { .. } => Turn::Chance,
            Stage::Open(state) => self.game.turn(state),
        }
    }

    fn actions(&self, state: &Stage, seat: Seat, out: &mut Actions<Step>) {
        match state {
            Stage::Placing { camps, done } if !done.contains(seat) => {
                let camp = camps.of(seat);
                for class in Class::ALL.into_iter().filter(|&class| camp.left(class) > 0) {
                    out.extend(self.free(camp, seat).map(|at| Step::Place { class, at }));
                }
                if camp.is_complete() {
                    out.push(Step::Done);
                }
            }
            Stage::Placing { .. } | Stage::Lot { .. } => {}
            Stage::Open(state) => {
                let actions = every_action(&self.game, state, seat);
                out.extend(actions.into_iter().map(Step::Open));
            }
        }
    }

    fn check(&self, state: &Stage, seat: Seat, action: Step) -> Result<(), Refused<SetupRefusal>> {
        rules::check(self, state, seat, action)
    }

    fn act(&self, state: &mut Stage, seat: Seat, action: Step) {
        let board = self.game.board();
        match (&mut *state, action) {
            (Stage::Placing { camps, .. }, Step::Place { class, at }) => {
                camps.of_mut(seat).place(class, board.known(at));
            }
            (Stage::Placing { camps, .. }, Step::Remove { at }) => {
                camps.of_mut(seat).remove(board.known(at));
            }
            (Stage::Placing { camps, done }, Step::Done) => {
                *done = done.with(seat);
                if done.len() == 2 {
                    *state = self.ready(*camps);
                }
            }
            (Stage::Open(state), Step::Open(action)) => self.game.act(state, seat, action),
            (Stage::Placing { .. } | Stage::Lot { .. } | Stage::Open(_), _) => {
                debug_assert!(false, "{action:?} is not for this stage");
            }
        }
    }

    fn chances(&self, state: &Stage, out: &mut Vec<(Seat, u32)>) {
        if let Stage::Lot { .. } = state {
            out.extend([(NORTH, 1), (SOUTH, 1)]);
        }
    }

    fn settle(&self, state: &mut Stage, first: Seat) {
        if let Stage::Lot { camps } = state {
            *state = Stage::Open(self.open(camps, first));
        }
    }

    fn view(&self, state: &Stage, viewer: Viewer) -> Glimpse {
        match state {
            Stage::Placing { camps, done } => Glimpse::Placing {
                own: viewer.seat().map(|seat| (seat, *camps.of(seat))),
                done: *done,
            },
            Stage::Lot { camps } => Glimpse::Lot { camps: *camps },
            Stage::Open(state) => Glimpse::Open(state.clone()),
        }
    }

    fn imagine(&self, view: &Glimpse, dice: &mut Dice) -> Stage {
        match view {
            Glimpse::Open(state) => Stage::Open(state.clone()),
            Glimpse::Lot { camps } => Stage::Lot { camps: *camps },
            Glimpse::Placing { own, done } => {
                let mut camps = Camps::default();
                for seat in [NORTH, SOUTH] {
                    *camps.of_mut(seat) = match own {
                        Some((of, camp)) if *of == seat => *camp,
                        // Nobody tells how far the others are, unless they are done.
                        _ if done.contains(seat) => self.random_camp(seat, u32::MAX, dice),
                        _ => {
                            let units = dice.below(u32::from(Camp::FULL) + 1);
                            self.random_camp(seat, units, dice)
                        }
                    };
                }
                Stage::Placing { camps, done: *done }
            }
        }
    }

    fn key(&self, state: &Stage) -> u64 {
        match state {
            Stage::Placing { camps, done } => {
                let done = [NORTH, SOUTH].map(|seat| u64::from(done.contains(seat)));
                fingerprint(&[1, done[0], done[1], camps.key()])
            }
            Stage::Lot { camps } => fingerprint(&[2, camps.key()]),
            Stage::Open(state) => self.game.key(state),
        }
    }

    fn repetition(&self) -> Repetition {
        self.game.repetition()
    }

    fn landmark(&self, state: &Stage) -> bool {
        match state {
            Stage::Placing { .. } | Stage::Lot { .. } => false,
            Stage::Open(state) => self.game.landmark(state),
        }
    }
}

impl Setup for Deployed {
    const CARD: &'static Card = Guerre::CARD;

    fn setup(settings: &Settings) -> Result<Deployed, Vec<SettingError>> {
        let muster = if setup::is_hidden(settings) {
            Muster::Hidden
        } else {
            Muster::Standard
        };
        Ok(Deployed {
            game: Guerre::setup(settings)?,
            muster,
            first: setup::first(settings),
        })
    }

    fn rule_set(&self) -> RuleSet {
        self.game.rule_set()
    }

    fn resume(&self, position: &str) -> Result<(Deployed, Stage), Unreadable> {
        notation::resume(self, position)
    }
}

impl Lenses for Deployed {
    fn lenses(&self) -> &'static [LensCard] {
        self.game.lenses()
    }
    fn lens(&self, view: &Glimpse, name: &str, seat: Seat) -> Option<LensMap> {
        self.game.lens(&self.seen(view), name, seat)
    }
    fn reading(&self, view: &Glimpse) -> Option<Text> {
        match view {
            Glimpse::Open(state) => self.game.reading(state),
            Glimpse::Placing { .. } | Glimpse::Lot { .. } => None,
        }
    }
}

impl Odds for Deployed {}

impl Formats for Deployed {
    fn format(&self) -> Option<FormatCard> {
        self.game.format()
    }
    fn recognise(&self, text: &str) -> bool {
        self.game.recognise(text)
    }
    fn import(&self, text: &str) -> Result<Imported, FormatError> {
        self.game.import(text)
    }
    fn export(
        &self,
        _start: &Stage,
        _steps: &[(Seat, Step)],
        now: &Stage,
    ) -> Option<Result<String, FormatError>> {
        Some(match now {
            Stage::Open(state) => Ok(self.game.save(state)),
            Stage::Placing { .. } | Stage::Lot { .. } => Err(FormatError {
                line: None,
                text: Text::fixed(
                    "the set-up is not over: there is no position to save yet",
                    "la mise en place n'est pas finie : il n'y a pas encore de position à sauver",
                ),
            }),
        })
    }
}

/// Judges the open part; before that there is nothing to tell the sides apart.
impl<E: Evaluate<Guerre>> Evaluate<Deployed> for Officer<E> {
    fn evaluate(&self, game: &Deployed, state: &Stage, seat: Seat) -> i32 {
        match state {
            Stage::Open(state) => self.0.evaluate(&game.game, state, seat),
            Stage::Placing { .. } | Stage::Lot { .. } => 0,
        }
    }
}
