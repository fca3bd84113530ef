//! The rule trees: what each kind of action demands, and everything that is wrong with one.
//!
//! They walk the board square by square. With the generator in [`super::actions`] they share the state
//! and what `act` keeps in it (communications, flags), the numbers of the doctrine, and the question
//! whether an arsenal stands; ways, lines, charges and turns each of the two works out for itself.

mod attacks;
mod moves;
mod order;

use vauban_game::{Case, Explain, Lang, Refused, RuleTree, Rules, Seat};

use self::{attacks::*, moves::*, order::Order};
use super::{
    Action, Guerre, Place, State,
    doctrine::AttackTiming,
    refusal::{Refusal, Stranger},
};

/// What is demanded of an action, and the answer to it.
type Demand = Rules<Guerre>;
type Answer = Result<(), Refusal>;

/// A tree for moves: what every move must satisfy, and what the switches add.
macro_rules! move_rules {
    ($($more:ident),*) => {
        Rules::All(&[
            ON_TURN,
            MOVES_LEFT,
            Rules::LazyAll(&[
                ON_BOARD,
                Rules::LazyAll(&[
                    OWN_UNIT,
                    Rules::All(&[
                        MAY_LEAVE,
                        NEAR_ENOUGH,
                        FREE_PATH,
                        RETREATS_FIRST,
                        NOT_MOVED_YET,
                        $($more),*
                    ]),
                ]),
            ]),
        ])
    };
}

/// §4, §5, §8 What a move must satisfy. By row: whatever number of arsenals may fall in a turn, one, or one and that is
/// the turn's attack. By column: whether a retreat may not end in an enemy arsenal, or may.
static MOVE: [[Demand; 2]; 3] = [
    [move_rules!(NO_RETREAT_INTO_ARSENAL), move_rules!()],
    [
        move_rules!(NO_RETREAT_INTO_ARSENAL, NO_SECOND_ARSENAL),
        move_rules!(NO_SECOND_ARSENAL),
    ],
    [
        move_rules!(NO_RETREAT_INTO_ARSENAL, NO_SECOND_STRIKE),
        move_rules!(NO_SECOND_STRIKE),
    ],
];

/// §6, §7 What an attack must satisfy when attacks follow moves.
static ATTACK: Demand = Rules::All(&[
    ON_TURN,
    Rules::LazyAll(&[
        ON_BOARD,
        Rules::All(&[
            Rules::LazyAll(&[
                OWN_UNIT,
                Rules::All(&[LAST_MOVED, WITHIN_REACH, MAY_ATTACK, FIGHTING_UNIT]),
            ]),
            IN_COMMUNICATION,
            TARGET,
        ]),
    ]),
]);

/// §6, §7 The same when a turn has one attack, at its end.
static ATTACK_AT_THE_END: Demand = Rules::All(&[
    ON_TURN,
    NO_RETREAT_PENDING,
    STRIKE_LEFT,
    Rules::LazyAll(&[
        ON_BOARD,
        Rules::All(&[
            Rules::LazyAll(&[
                OWN_UNIT,
                Rules::All(&[WITHIN_REACH, NOT_IN_RETREAT, FIGHTING_UNIT]),
            ]),
            IN_COMMUNICATION,
            TARGET,
        ]),
    ]),
]);

/// §4.6, §5.1 What the end of a turn must satisfy.
static END: Demand = Rules::All(&[ON_TURN, NO_RETREAT_PENDING]);

/// §9.1 What makes the seat of a case the winner, whatever its action.
static VICTORY: Demand = Rules::lazy_any(&[NO_ENEMY_ARSENAL, NO_ENEMY_FIGHTER]);

/// §9.1, §9.7 The same where relays count.
static VICTORY_OVER_RELAYS: Demand =
    Rules::lazy_any(&[NO_ENEMY_ARSENAL, NO_ENEMY_FIGHTER, ENEMY_CUT_OFF]);

/// Judges one action by its rule tree.
pub(super) fn check(
    game: &Guerre,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Refusal>> {
    game.rules(action).check(&Case {
        game,
        state,
        seat,
        action,
    })
}

impl Guerre {
    /// The tree that judges an action.
    pub(super) fn rules(&self, action: Action) -> &'static Demand {
        match action {
            Action::Move { .. } => self.move_rules(),
            Action::Attack { .. } => self.attack_rules(),
            Action::End => &END,
        }
    }
    fn move_rules(&self) -> &'static Demand {
        let doctrine = &self.doctrine;
        let row = match doctrine.attack_timing {
            _ if doctrine.two_arsenals => 0,
            AttackTiming::EachMove => 1,
            AttackTiming::EndOfTurn => 2,
        };
        &MOVE[row][usize::from(doctrine.retreat_into_arsenal)]
    }
    /// The tree that says what makes a winner.
    pub(super) fn victory_rules(&self) -> &'static Demand {
        if self.doctrine.relays_lost {
            &VICTORY_OVER_RELAYS
        } else {
            &VICTORY
        }
    }
    fn attack_rules(&self) -> &'static Demand {
        match self.doctrine.attack_timing {
            AttackTiming::EachMove => &ATTACK,
            AttackTiming::EndOfTurn => &ATTACK_AT_THE_END,
        }
    }
}

impl Explain for Guerre {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(include_str!("rules.md"), include_str!("rules.fr.md"))
    }

    fn trees(&self) -> Vec<RuleTree> {
        vec![
            RuleTree::new("move", self.move_rules()),
            RuleTree::new("attack", self.attack_rules()),
            RuleTree::new("end", &END),
            RuleTree::new("victory", self.victory_rules()),
        ]
    }
}

const ON_TURN: Demand = Rules::LazyAll(&[GAME_GOES_ON, YOUR_TURN]);

/// §9.2 When the game is over, nobody acts any more.
const GAME_GOES_ON: Demand = Rules::demand("game-goes-on", "game-over", |case| {
    ensure(case.state.end.is_none(), || Refusal::GameOver)
});

/// §4.1 Only the side on turn gives orders.
const YOUR_TURN: Demand = Rules::demand("your-turn", "not-your-turn", |case| {
    let mover = case.state.mover;
    ensure(mover == case.seat, || Refusal::NotYourTurn { mover })
});

/// §5.1 A unit that must retreat moves before the turn ends.
const NO_RETREAT_PENDING: Demand = Rules::demand("retreats-first", "retreats-first", |case| {
    let at = case.pending();
    ensure(at.is_empty(), || Refusal::RetreatsFirst { at })
});

/// §1.1 Both squares are on the board.
const ON_BOARD: Demand = Rules::demand("on-board", "off-board", |case| {
    let ends = [case.origin(), case.target()];
    if ends.iter().all(|&place| case.square(place).is_some()) {
        return Ok(());
    }
    let mut at = Vec::from(ends);
    at.retain(|&place| case.square(place).is_none());
    at.dedup();
    let board = &case.game.board;
    let last = Place {
        row: board.height() - 1,
        column: board.width() - 1,
    };
    Err(Refusal::OffBoard { at, last })
});

/// §4.1 A side gives orders to its own units.
const OWN_UNIT: Demand = Rules::demand("own-unit", "not-your-unit", |case| {
    let at = case.origin();
    let stranger = match case.occupant(at) {
        Some((owner, _)) if owner == case.seat => return Ok(()),
        Some(_) => Stranger::Enemy,
        None => Stranger::Nobody,
    };
    Err(Refusal::NotYourUnit { at, stranger })
});

/// §3.6, §4.5, §6.3 Orders reach only units in communication.
const IN_COMMUNICATION: Demand =
    Rules::demand("in-communication", "not-in-communication", |case| {
        // Where no unit of one's own stands, nothing is out of communication.
        let communication = case.state.communication(case.seat);
        let reached = case
            .unit()
            .is_none_or(|unit| communication.contains(unit.square()));
        ensure(reached, || Refusal::NotInCommunication {
            at: case.origin(),
        })
    });

/// §4.5 A relay needs no communication to move.
const IS_RELAY: Demand = Rules::demand("is-relay", "not-a-relay", |case| {
    let fighter = case.fighter();
    fighter.map_or(Ok(()), |unit| {
        Err(Refusal::NotARelay {
            at: case.origin(),
            class: unit.class(),
        })
    })
});

/// §9.1 All enemy arsenals are destroyed.
const NO_ENEMY_ARSENAL: Demand = Rules::demand("no-enemy-arsenal", "arsenals-stand", |case| {
    let Case {
        game, state, seat, ..
    } = *case;
    let squares = game.board.features().iter().map(|feature| feature.square);
    let at: Vec<Place> = squares
        .filter(|&square| game.is_arsenal_of(state, seat.other(), square))
        .map(|square| game.board.place(square))
        .collect();
    ensure(at.is_empty(), || Refusal::ArsenalsStand { at })
});

/// §9.1 No enemy fighting unit is left.
const NO_ENEMY_FIGHTER: Demand = Rules::demand("no-enemy-fighter", "fighters-left", |case| {
    let enemies = case.state.units(case.seat.other());
    let fights = |unit: &super::Unit| case.game.doctrine.is_fighter(unit.class());
    let left = enemies.filter(fights).count() as u8;
    ensure(left == 0, || Refusal::FightersLeft { left })
});

/// §9.7 No enemy relay is left, and all enemy fighting units are cut off.
const ENEMY_CUT_OFF: Demand = Rules::demand("enemy-cut-off", "still-supplied", |case| {
    let foe = case.seat.other();
    let fights = |unit: &super::Unit| case.game.doctrine.is_fighter(unit.class());
    let area = case.state.communication(foe);
    let reached = |unit: &super::Unit| area.contains(unit.square());
    let relays = case.state.units(foe).filter(|unit| !fights(unit)).count() as u8;
    let fighters = case.state.units(foe).filter(fights);
    let supplied = fighters.filter(reached).count() as u8;
    ensure(relays + supplied == 0, || Refusal::StillSupplied {
        relays,
        supplied,
    })
});

fn ensure(holds: bool, refusal: impl FnOnce() -> Refusal) -> Answer {
    if holds { Ok(()) } else { Err(refusal()) }
}
