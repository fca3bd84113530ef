//! The rule trees: small named rules that judge one action and say everything that is wrong with it.
//!
//! They walk the board square by square. With the generator in [`super::actions`] they share the state
//! and what `act` keeps in it (communications, flags), the numbers of the doctrine, and the question
//! whether an arsenal stands; ways, lines, charges and turns each of the two works out for itself.

use std::collections::VecDeque;

use vauban_game::{Explain, Lang, Refused, RuleTree, Seat, Tree};

use super::{
    Action, Guerre, NORTH, Place, SOUTH, State, Unit,
    area::Area,
    board::{DIRECTIONS, Square, Terrain},
    doctrine::{AttackTiming, Doctrine},
    printing::{Check, explained, printed, printed_after},
    refusal::{Hitch, Obstacle, Refusal, Stranger},
    state::Flag,
};

/// Who wants to act, and where things stand.
#[derive(Copy, Clone, Debug)]
pub struct Situation<'a> {
    game: &'a Guerre,
    state: &'a State,
    seat: Seat,
}

/// A move or an attack from one place to another.
#[derive(Copy, Clone, Debug)]
pub struct Order<'a> {
    situation: Situation<'a>,
    from: Place,
    to: Place,
}

type Judgement = Result<(), Refusal>;
type OrderTree<'a> = Tree<Order<'a>, Refusal>;
type SituationTree<'a> = Tree<Situation<'a>, Refusal>;

/// Judges one action by its rule tree.
pub(super) fn check(
    game: &Guerre,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Refusal>> {
    let situation = Situation { game, state, seat };
    let order = |from, to| Order {
        situation,
        from,
        to,
    };
    match action {
        Action::Move { from, to } => move_tree(&game.doctrine).check(&order(from, to)),
        Action::Attack { from, to } => attack_tree(&game.doctrine).check(&order(from, to)),
        Action::End => end_tree().check(&situation),
    }
}

/// §4, §5, §8: what a move must satisfy.
fn move_tree<'a>(doctrine: &Doctrine) -> OrderTree<'a> {
    let mut unit_rules = vec![
        Tree::lazy_any([
            Tree::rule("not-in-communication", in_communication),
            Tree::rule("not-a-relay", is_relay),
        ]),
        Tree::rule("too-far", near_enough),
        Tree::rule("no-path", free_path),
        Tree::rule("retreats-first", retreats_first),
        Tree::rule("moved-already", not_moved_yet),
        Tree::rule("retreat-into-arsenal", no_retreat_into_arsenal),
    ];
    if doctrine.attack_timing == AttackTiming::EndOfTurn {
        unit_rules.push(Tree::rule("second-strike", no_second_strike));
    }
    Tree::all([
        Tree::rule("not-your-turn", |order: &Order<'a>| {
            your_turn(&order.situation)
        }),
        Tree::rule("no-moves-left", moves_left),
        Tree::lazy_all([
            Tree::rule("off-board", on_board),
            Tree::lazy_all([Tree::rule("not-your-unit", own_unit), Tree::all(unit_rules)]),
        ]),
    ])
}

/// §6, §7: what an attack must satisfy.
fn attack_tree<'a>(doctrine: &Doctrine) -> OrderTree<'a> {
    let mut turn_rules = vec![Tree::rule("not-your-turn", |order: &Order<'a>| {
        your_turn(&order.situation)
    })];
    let mut unit_rules = Vec::new();
    match doctrine.attack_timing {
        AttackTiming::EachMove => unit_rules.push(Tree::rule("not-last-moved", last_moved)),
        AttackTiming::EndOfTurn => {
            turn_rules.push(Tree::rule("retreats-first", |order: &Order<'a>| {
                no_retreat_pending(&order.situation)
            }));
            turn_rules.push(Tree::rule("strike-spent", strike_left));
        }
    }
    unit_rules.extend([
        Tree::any([
            Tree::rule("out-of-range", in_range),
            Tree::rule("no-charge", charge_possible),
        ]),
        Tree::rule("cannot-attack", may_attack),
        Tree::not(
            "relay-cannot-attack",
            Tree::rule("not-a-relay", is_relay),
            |order: &Order<'a>| Refusal::RelayCannotAttack { at: order.from },
        ),
    ]);
    turn_rules.push(Tree::lazy_all([
        Tree::rule("off-board", on_board),
        Tree::all([
            Tree::lazy_all([Tree::rule("not-your-unit", own_unit), Tree::all(unit_rules)]),
            Tree::rule("not-in-communication", in_communication),
            Tree::lazy_all([
                Tree::rule("no-enemy", enemy_there),
                Tree::rule("not-aligned", aligned),
                Tree::rule("mountain-between", no_mountain_between),
            ]),
        ]),
    ]));
    Tree::all(turn_rules)
}

/// §4.6, §5.1: what the end of a turn must satisfy.
fn end_tree<'a>() -> SituationTree<'a> {
    Tree::all([
        Tree::rule("not-your-turn", your_turn),
        Tree::rule("retreats-first", no_retreat_pending),
    ])
}

/// §9.1: what makes `seat` the winner.
pub(super) fn victory_tree<'a>() -> SituationTree<'a> {
    Tree::lazy_any([
        Tree::rule("arsenals-stand", |situation: &Situation<'a>| {
            let Situation { game, state, seat } = *situation;
            let foe = seat.other();
            let standing: Vec<Place> = game
                .board
                .features()
                .iter()
                .map(|feature| feature.square)
                .filter(|&square| game.is_arsenal_of(state, foe, square))
                .map(|square| game.board.place(square))
                .collect();
            if standing.is_empty() {
                return Ok(());
            }
            Err(Refusal::ArsenalsStand { at: standing })
        }),
        Tree::rule("fighters-left", |situation: &Situation<'a>| {
            let Situation { game, state, seat } = *situation;
            let left = state
                .units(seat.other())
                .filter(|unit| game.doctrine.is_fighter(unit.class()))
                .count();
            if left == 0 {
                return Ok(());
            }
            Err(Refusal::FightersLeft { left })
        }),
    ])
}

/// What each rule asks for: the names by which the trees are printed.
const CHECKS: &[Check] = &[
    ("not-your-turn", "your-turn"),
    ("no-moves-left", "moves-left"),
    ("off-board", "on-board"),
    ("not-your-unit", "own-unit"),
    ("not-in-communication", "in-communication"),
    ("not-a-relay", "is-relay"),
    ("too-far", "near-enough"),
    ("no-path", "free-path"),
    ("moved-already", "not-moved-yet"),
    ("retreat-into-arsenal", "no-retreat-into-arsenal"),
    ("second-strike", "no-second-strike"),
    ("strike-spent", "strike-left"),
    ("not-last-moved", "last-moved"),
    ("out-of-range", "in-range"),
    ("no-charge", "charge-possible"),
    ("cannot-attack", "may-attack"),
    ("no-enemy", "enemy-there"),
    ("not-aligned", "aligned"),
    ("mountain-between", "no-mountain-between"),
    ("arsenals-stand", "no-enemy-arsenal"),
    ("fighters-left", "no-enemy-fighter"),
];

/// The trees of the open game, each after `first` has been asked.
pub(super) fn trees_after(game: &Guerre, first: Check) -> [(&'static str, String); 4] {
    [
        (
            "move",
            printed_after(first, &move_tree(&game.doctrine), CHECKS),
        ),
        (
            "attack",
            printed_after(first, &attack_tree(&game.doctrine), CHECKS),
        ),
        ("end", printed_after(first, &end_tree(), CHECKS)),
        ("victory", printed_after(first, &victory_tree(), CHECKS)),
    ]
}

impl Explain for Guerre {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(include_str!("rules.md"), include_str!("rules.fr.md"))
    }

    fn trees(&self) -> Vec<RuleTree> {
        explained([
            ("move", printed(&move_tree(&self.doctrine), CHECKS)),
            ("attack", printed(&attack_tree(&self.doctrine), CHECKS)),
            ("end", printed(&end_tree(), CHECKS)),
            ("victory", printed(&victory_tree(), CHECKS)),
        ])
    }
}

impl<'a> Situation<'a> {
    #[cfg(test)]
    pub(super) fn new(game: &'a Guerre, state: &'a State, seat: Seat) -> Situation<'a> {
        Situation { game, state, seat }
    }

    /// Where units of the side on turn must still retreat.
    fn pending(&self) -> Vec<Place> {
        self.state
            .units(self.state.on_turn)
            .filter(|unit| unit.is(Flag::Retreat) && !unit.is(Flag::Moved))
            .map(|unit| self.game.board.place(unit.square()))
            .collect()
    }
}

impl Order<'_> {
    fn state(&self) -> &State {
        self.situation.state
    }
    fn doctrine(&self) -> &Doctrine {
        &self.situation.game.doctrine
    }
    fn square(&self, place: Place) -> Option<Square> {
        self.situation.game.board.square(place)
    }
    fn occupant(&self, place: Place) -> Option<(Seat, Unit)> {
        self.state().occupant(self.square(place)?)
    }
    /// The own unit that is ordered, if it is there: the rules that ask for it hang on that.
    fn unit(&self) -> Option<Unit> {
        let (owner, unit) = self.occupant(self.from)?;
        (owner == self.situation.seat).then_some(unit)
    }
    /// What is in the way at a place, if anything is.
    fn obstacle(&self, place: Place) -> Option<Obstacle> {
        let square = self.square(place)?;
        if self.situation.game.board.terrain(square) == Some(Terrain::Mountain) {
            return Some(Obstacle::Mountain);
        }
        self.state().occupant(square).map(|_| Obstacle::Unit)
    }
    /// One king's step from a place, if it stays on the board.
    fn neighbour(&self, place: Place, (rows, columns): (i32, i32)) -> Option<Place> {
        let next = Place {
            row: u16::try_from(i32::from(place.row) + rows).ok()?,
            column: u16::try_from(i32::from(place.column) + columns).ok()?,
        };
        self.square(next).map(|_| next)
    }
    /// The step that leads from the target towards the unit, if they are on one line.
    fn step_back(&self) -> Option<(i32, i32)> {
        let rows = i32::from(self.from.row) - i32::from(self.to.row);
        let columns = i32::from(self.from.column) - i32::from(self.to.column);
        let on_line = rows == 0 || columns == 0 || rows.abs() == columns.abs();
        (on_line && (rows, columns) != (0, 0)).then(|| (rows.signum(), columns.signum()))
    }
}

fn your_turn(situation: &Situation<'_>) -> Judgement {
    if situation.state.verdict.is_some() {
        return Err(Refusal::Over);
    }
    if situation.state.on_turn != situation.seat {
        return Err(Refusal::NotYourTurn {
            on_turn: situation.state.on_turn,
        });
    }
    Ok(())
}

fn no_retreat_pending(situation: &Situation<'_>) -> Judgement {
    match situation.pending() {
        pending if pending.is_empty() => Ok(()),
        at => Err(Refusal::RetreatsFirst { at }),
    }
}

fn moves_left(order: &Order<'_>) -> Judgement {
    if order.state().moves_left > 0 {
        return Ok(());
    }
    Err(Refusal::NoMovesLeft {
        moves: order.doctrine().moves,
    })
}

fn on_board(order: &Order<'_>) -> Judgement {
    let mut beside: Vec<Place> = [order.from, order.to]
        .into_iter()
        .filter(|&place| order.square(place).is_none())
        .collect();
    beside.dedup();
    if beside.is_empty() {
        return Ok(());
    }
    let board = &order.situation.game.board;
    Err(Refusal::OffBoard {
        at: beside,
        last: Place {
            row: board.height() - 1,
            column: board.width() - 1,
        },
    })
}

fn own_unit(order: &Order<'_>) -> Judgement {
    let stranger = match order.occupant(order.from) {
        Some((owner, _)) if owner == order.situation.seat => return Ok(()),
        Some(_) => Stranger::Enemy,
        None => Stranger::Nobody,
    };
    let at = order.from;
    Err(Refusal::NotYourUnit { at, stranger })
}

fn in_communication(order: &Order<'_>) -> Judgement {
    let square = order.square(order.from);
    let communication = order.state().communication(order.situation.seat);
    if square.is_some_and(|square| communication.contains(square)) {
        return Ok(());
    }
    Err(Refusal::NotInCommunication { at: order.from })
}

fn is_relay(order: &Order<'_>) -> Judgement {
    match order.unit() {
        Some(unit) if order.doctrine().is_fighter(unit.class()) => Err(Refusal::NotARelay {
            at: order.from,
            class: unit.class(),
        }),
        _ => Ok(()),
    }
}

fn near_enough(order: &Order<'_>) -> Judgement {
    let Some(unit) = order.unit() else {
        return Ok(());
    };
    let distance = order.from.distance(order.to);
    let steps = order.doctrine().corps(unit.class()).steps;
    if distance <= u16::from(steps) {
        return Ok(());
    }
    Err(Refusal::TooFar {
        from: order.from,
        to: order.to,
        distance,
        steps,
    })
}

/// A way of king's steps through empty squares. Whether it is too long is another rule's business: a
/// target that is too far away is given as many steps as it is away.
fn free_path(order: &Order<'_>) -> Judgement {
    let Some(unit) = order.unit() else {
        return Ok(());
    };
    let refuse = |obstacle| {
        Err(Refusal::NoPath {
            from: order.from,
            to: order.to,
            obstacle,
        })
    };
    if let Some(obstacle) = order.obstacle(order.to) {
        return refuse(obstacle);
    }
    let steps = u16::from(order.doctrine().corps(unit.class()).steps);
    let most = steps.max(order.from.distance(order.to));
    // What is not to be entered (again): mountains, units, and where we have been.
    let board = &order.situation.game.board;
    let occupied = [NORTH, SOUTH]
        .into_iter()
        .flat_map(|seat| order.state().units(seat));
    let mut closed: Area = occupied.map(|unit| unit.square()).collect();
    let mut edge = VecDeque::from([(order.from, 0)]);
    while let Some((here, walked)) = edge.pop_front() {
        if here == order.to {
            return Ok(());
        }
        if walked == most {
            continue;
        }
        for step in DIRECTIONS {
            let Some(next) = order.neighbour(here, step) else {
                continue;
            };
            // What cannot reach the target in time need not be walked.
            let in_time = next.distance(order.to) < most - walked;
            let Some(square) = order.square(next).filter(|_| in_time) else {
                continue;
            };
            if !closed.contains(square) && board.terrain(square) != Some(Terrain::Mountain) {
                closed.insert(square);
                edge.push_back((next, walked + 1));
            }
        }
    }
    refuse(Obstacle::Walled)
}

fn retreats_first(order: &Order<'_>) -> Judgement {
    let pending = order.situation.pending();
    if pending.is_empty() || pending.contains(&order.from) {
        return Ok(());
    }
    Err(Refusal::RetreatsFirst { at: pending })
}

fn not_moved_yet(order: &Order<'_>) -> Judgement {
    if order.unit().is_some_and(|unit| unit.is(Flag::Moved)) {
        return Err(Refusal::MovedAlready { at: order.from });
    }
    Ok(())
}

/// Whether the target is an arsenal of the enemy that stands.
fn enters_arsenal(order: &Order<'_>) -> bool {
    let Situation { game, state, seat } = order.situation;
    order
        .square(order.to)
        .is_some_and(|square| game.is_arsenal_of(state, seat.other(), square))
}

/// Whether the unit stands where an arsenal of the enemy was destroyed.
fn stands_on_ruins(order: &Order<'_>) -> bool {
    let Situation { game, state, seat } = order.situation;
    let foe = seat.other();
    order.square(order.from).is_some_and(|square| {
        game.board.arsenals(foe).contains(&square) && !game.is_arsenal_of(state, foe, square)
    })
}

fn no_retreat_into_arsenal(order: &Order<'_>) -> Judgement {
    let retreats = order.unit().is_some_and(|unit| unit.is(Flag::Retreat));
    if retreats && enters_arsenal(order) {
        return Err(Refusal::RetreatIntoArsenal { to: order.to });
    }
    Ok(())
}

fn no_second_strike(order: &Order<'_>) -> Judgement {
    let fights = order
        .unit()
        .is_some_and(|unit| order.doctrine().is_fighter(unit.class()));
    if fights && enters_arsenal(order) && struck(order) {
        return Err(Refusal::SecondStrike { to: order.to });
    }
    Ok(())
}

/// Whether the side on turn has used up the turn's one attack. An attack would have ended the turn: so
/// whoever is spent has taken an arsenal. Units in retreat take none, whatever a save says of them.
fn struck(order: &Order<'_>) -> bool {
    let state = order.state();
    let mut struck = false;
    for unit in state.units(state.on_turn) {
        struck |= !unit.is(Flag::Retreat) && unit.is(Flag::Spent);
    }
    struck
}

fn strike_left(order: &Order<'_>) -> Judgement {
    if struck(order) {
        return Err(Refusal::StrikeSpent);
    }
    Ok(())
}

fn last_moved(order: &Order<'_>) -> Judgement {
    if order.unit().is_some_and(|unit| unit.is(Flag::Last)) {
        return Ok(());
    }
    Err(Refusal::NotLastMoved { at: order.from })
}

fn in_range(order: &Order<'_>) -> Judgement {
    let Some(unit) = order.unit() else {
        return Ok(());
    };
    let distance = order.from.distance(order.to);
    let range = order.doctrine().corps(unit.class()).range;
    if distance <= u16::from(range) {
        return Ok(());
    }
    Err(Refusal::OutOfRange {
        from: order.from,
        to: order.to,
        distance,
        range,
    })
}

/// §7 Own cavalry stands without a gap from the target to the unit that attacks.
fn charge_possible(order: &Order<'_>) -> Judgement {
    let Situation { game, state, seat } = order.situation;
    let refuse = |hitch| {
        Err(Refusal::NoCharge {
            from: order.from,
            to: order.to,
            hitch,
        })
    };
    let rides = |unit: &Unit| game.doctrine.corps(unit.class()).charge.is_some();
    if let Some(unit) = order.unit().filter(|unit| !rides(unit)) {
        let class = unit.class();
        return refuse(Hitch::NoCavalry { class });
    }
    let terrain = |place| {
        order
            .square(place)
            .and_then(|square| game.board.terrain(square))
    };
    match terrain(order.to) {
        Some(Terrain::Fort) => return refuse(Hitch::TargetInFort),
        Some(Terrain::Pass) => return refuse(Hitch::TargetOnPass),
        _ => {}
    }
    let Some(step) = order.step_back() else {
        return refuse(Hitch::NoLine);
    };
    let mut here = order.to;
    while here != order.from {
        let Some(at) = order.neighbour(here, step) else {
            return refuse(Hitch::NoLine);
        };
        let Some((owner, unit)) = order.occupant(at) else {
            return refuse(Hitch::Gap { at });
        };
        if owner != seat || !rides(&unit) {
            return refuse(Hitch::Stranger { at });
        }
        if terrain(at) == Some(Terrain::Fort) {
            return refuse(Hitch::RiderInFort { at });
        }
        if unit.is(Flag::Retreat) {
            return refuse(Hitch::RiderInRetreat { at });
        }
        if !state.communication(seat).contains(unit.square()) {
            return refuse(Hitch::RiderCutOff { at });
        }
        here = at;
    }
    Ok(())
}

fn may_attack(order: &Order<'_>) -> Judgement {
    let Some(unit) = order.unit() else {
        return Ok(());
    };
    if unit.is(Flag::Retreat) {
        return Err(Refusal::HasRetreated { at: order.from });
    }
    // With one attack at the end of the turn, what a unit did before is the turn's business, not its own.
    let each_move = order.doctrine().attack_timing == AttackTiming::EachMove;
    if each_move && unit.is(Flag::Spent) {
        let at = order.from;
        // A unit that moved last and stands on what was an enemy arsenal has just destroyed it.
        return Err(if stands_on_ruins(order) {
            Refusal::TookArsenal { at }
        } else {
            Refusal::HasAttacked { at }
        });
    }
    Ok(())
}

fn enemy_there(order: &Order<'_>) -> Judgement {
    let stranger = match order.occupant(order.to) {
        Some((owner, _)) if owner != order.situation.seat => return Ok(()),
        Some(_) => Stranger::Friend,
        None => Stranger::Nobody,
    };
    let at = order.to;
    Err(Refusal::NoEnemy { at, stranger })
}

fn aligned(order: &Order<'_>) -> Judgement {
    if order.step_back().is_some() {
        return Ok(());
    }
    Err(Refusal::NotAligned {
        from: order.from,
        to: order.to,
    })
}

fn no_mountain_between(order: &Order<'_>) -> Judgement {
    let Some(step) = order.step_back() else {
        return Ok(());
    };
    let mut here = order.to;
    while here != order.from {
        if order.obstacle(here) == Some(Obstacle::Mountain) {
            return Err(Refusal::MountainBetween {
                from: order.from,
                to: order.to,
                at: here,
            });
        }
        let Some(next) = order.neighbour(here, step) else {
            return Ok(());
        };
        here = next;
    }
    Ok(())
}

/// Whoever the victory tree says has won.
#[cfg(test)]
pub(super) fn winners(game: &Guerre, state: &State) -> Vec<Seat> {
    [NORTH, SOUTH]
        .into_iter()
        .filter(|&seat| {
            victory_tree()
                .check(&Situation::new(game, state, seat))
                .is_ok()
        })
        .collect()
}
