//! The rule trees of the set-up, and its refusals.

use vauban_game::{
    Explain, Lang, Reason, Refused, RuleTree, Seat, SeatSet, Text, Tree, scene::Spot,
};

use super::{Camp, Camps, Deployed, Stage, Step, map};
use crate::guerre::{
    Class, Guerre, Place, Refusal,
    narrate::{class_name, seat_title},
    printing::{Check, explained, printed_after},
    rules::trees_after,
};

/// Why a step of the set-up is refused; in the open game its own reasons.
#[derive(Clone, PartialEq, Debug)]
pub enum SetupRefusal {
    /// The units are not yet placed.
    SetupFirst,
    /// The units are placed.
    SetupOver,
    /// This side is ready and waits for the other.
    Ready,
    OffBoard {
        at: Place,
    },
    Mountain {
        at: Place,
    },
    Occupied {
        at: Place,
        class: Class,
    },
    OtherHalf {
        at: Place,
        seat: Seat,
    },
    NoneLeft {
        class: Class,
        strength: u8,
    },
    NobodyThere {
        at: Place,
    },
    UnitsLeft {
        left: usize,
    },
    Open(Refusal),
}

/// A step of the set-up in its situation.
#[derive(Copy, Clone, Debug)]
struct Placement<'a> {
    game: &'a Guerre,
    camps: &'a Camps,
    done: SeatSet,
    seat: Seat,
    class: Class,
    at: Place,
}

type Judgement = Result<(), SetupRefusal>;
type PlacementTree<'a> = Tree<Placement<'a>, SetupRefusal>;

/// Judges one step by its rule tree.
pub(super) fn check(
    deployed: &Deployed,
    stage: &Stage,
    seat: Seat,
    step: Step,
) -> Result<(), Refused<SetupRefusal>> {
    let (camps, done) = match (stage, step) {
        (Stage::Open(state), Step::Open(action)) => {
            return rules_of_open(deployed, state, seat, action);
        }
        (Stage::Placing { .. } | Stage::Lot { .. }, Step::Open(_)) => {
            return Err(Refused::one(SetupRefusal::SetupFirst));
        }
        (Stage::Open(_) | Stage::Lot { .. }, _) => {
            return Err(Refused::one(SetupRefusal::SetupOver));
        }
        (Stage::Placing { camps, done }, _) => (camps, *done),
    };
    let nowhere = Place { row: 0, column: 0 };
    let placement = |class, at| Placement {
        game: &deployed.game,
        camps,
        done,
        seat,
        class,
        at,
    };
    match step {
        Step::Place { class, at } => place_tree().check(&placement(class, at)),
        Step::Remove { at } => remove_tree().check(&placement(Class::Infantry, at)),
        Step::Done | Step::Open(_) => done_tree().check(&placement(Class::Infantry, nowhere)),
    }
}

fn rules_of_open(
    deployed: &Deployed,
    state: &crate::guerre::State,
    seat: Seat,
    action: crate::guerre::Action,
) -> Result<(), Refused<SetupRefusal>> {
    crate::guerre::rules::check(&deployed.game, state, seat, action).map_err(|refused| Refused {
        failed: refused.failed.into_iter().map(SetupRefusal::Open).collect(),
        unchecked: refused.unchecked,
    })
}

/// §10.2, §10.3: what a placement must satisfy.
fn place_tree<'a>() -> PlacementTree<'a> {
    Tree::all([
        Tree::rule("ready", not_ready),
        Tree::rule("none-left", one_left),
        Tree::lazy_all([
            Tree::rule("off-board", on_board),
            Tree::all([
                Tree::rule("mountain", no_mountain),
                Tree::rule("occupied", free),
                Tree::rule("other-half", own_half),
            ]),
        ]),
    ])
}

/// §10.4: what taking a unit back must satisfy.
fn remove_tree<'a>() -> PlacementTree<'a> {
    Tree::all([
        Tree::rule("ready", not_ready),
        Tree::lazy_all([
            Tree::rule("off-board", on_board),
            Tree::rule("nobody-there", somebody),
        ]),
    ])
}

/// §10.5: what being done must satisfy.
fn done_tree<'a>() -> PlacementTree<'a> {
    Tree::all([
        Tree::rule("ready", not_ready),
        Tree::rule("units-left", all_placed),
    ])
}

impl Explain for Deployed {
    fn rulebook(&self, lang: Lang) -> &'static str {
        self.game.rulebook(lang)
    }

    fn trees(&self) -> Vec<RuleTree> {
        // Which stage a step belongs to is asked before everything else.
        let over = ("set-up-over", "setting-up");
        let first = ("set-up-first", "set-up-done");
        let setup = [
            ("place", printed_after(over, &place_tree(), CHECKS)),
            ("remove", printed_after(over, &remove_tree(), CHECKS)),
            ("done", printed_after(over, &done_tree(), CHECKS)),
        ];
        let open = trees_after(&self.game, first);
        explained(setup.into_iter().chain(open).chain(map::trees()))
    }
}

/// What each rule asks for: the names by which the trees are printed.
const CHECKS: &[Check] = &[
    ("ready", "not-ready"),
    ("none-left", "one-left"),
    ("off-board", "on-board"),
    ("mountain", "no-mountain"),
    ("occupied", "free-square"),
    ("other-half", "own-half"),
    ("nobody-there", "somebody-there"),
    ("units-left", "all-placed"),
];

impl<'a> Placement<'a> {
    fn camp(&self) -> &'a Camp {
        self.camps.of(self.seat)
    }
}

fn not_ready(placement: &Placement<'_>) -> Judgement {
    if placement.done.contains(placement.seat) {
        return Err(SetupRefusal::Ready);
    }
    Ok(())
}

fn one_left(placement: &Placement<'_>) -> Judgement {
    let class = placement.class;
    if placement.camp().left(class) > 0 {
        return Ok(());
    }
    let strength = crate::guerre::setup::strength()[class as usize];
    Err(SetupRefusal::NoneLeft { class, strength })
}

fn on_board(placement: &Placement<'_>) -> Judgement {
    match placement.game.board().square(placement.at) {
        Some(_) => Ok(()),
        None => Err(SetupRefusal::OffBoard { at: placement.at }),
    }
}

fn no_mountain(placement: &Placement<'_>) -> Judgement {
    let board = placement.game.board();
    let at = placement.at;
    match board.square(at) {
        Some(square) if board.is_mountain(square) => Err(SetupRefusal::Mountain { at }),
        _ => Ok(()),
    }
}

fn free(placement: &Placement<'_>) -> Judgement {
    let at = placement.at;
    let square = placement.game.board().square(at);
    match square.and_then(|square| placement.camp().unit(square)) {
        Some(unit) => Err(SetupRefusal::Occupied {
            at,
            class: unit.class(),
        }),
        None => Ok(()),
    }
}

fn own_half(placement: &Placement<'_>) -> Judgement {
    let board = placement.game.board();
    let (at, seat) = (placement.at, placement.seat);
    match board.square(at) {
        Some(square) if board.half(square) != seat => Err(SetupRefusal::OtherHalf { at, seat }),
        _ => Ok(()),
    }
}

fn somebody(placement: &Placement<'_>) -> Judgement {
    let at = placement.at;
    let square = placement.game.board().square(at);
    match square.and_then(|square| placement.camp().unit(square)) {
        Some(_) => Ok(()),
        None => Err(SetupRefusal::NobodyThere { at }),
    }
}

fn all_placed(placement: &Placement<'_>) -> Judgement {
    let camp = placement.camp();
    if camp.is_complete() {
        return Ok(());
    }
    Err(SetupRefusal::UnitsLeft {
        left: usize::from(Camp::FULL) - camp.len(),
    })
}

impl Reason for SetupRefusal {
    fn code(&self) -> &'static str {
        match self {
            SetupRefusal::SetupFirst => "set-up-first",
            SetupRefusal::SetupOver => "set-up-over",
            SetupRefusal::Ready => "ready",
            SetupRefusal::OffBoard { .. } => "off-board",
            SetupRefusal::Mountain { .. } => "mountain",
            SetupRefusal::Occupied { .. } => "occupied",
            SetupRefusal::OtherHalf { .. } => "other-half",
            SetupRefusal::NoneLeft { .. } => "none-left",
            SetupRefusal::NobodyThere { .. } => "nobody-there",
            SetupRefusal::UnitsLeft { .. } => "units-left",
            SetupRefusal::Open(refusal) => refusal.code(),
        }
    }

    fn paragraph(&self) -> &'static str {
        match self {
            SetupRefusal::SetupFirst => "10.1",
            SetupRefusal::SetupOver | SetupRefusal::Ready | SetupRefusal::UnitsLeft { .. } => {
                "10.5"
            }
            SetupRefusal::OffBoard { .. } => "1.1",
            SetupRefusal::Mountain { .. }
            | SetupRefusal::Occupied { .. }
            | SetupRefusal::OtherHalf { .. } => "10.2",
            SetupRefusal::NoneLeft { .. } => "10.3",
            SetupRefusal::NobodyThere { .. } => "10.4",
            SetupRefusal::Open(refusal) => refusal.paragraph(),
        }
    }

    fn spots(&self) -> Vec<Spot> {
        match self {
            SetupRefusal::Mountain { at }
            | SetupRefusal::Occupied { at, .. }
            | SetupRefusal::OtherHalf { at, .. }
            | SetupRefusal::NobodyThere { at } => vec![at.spot()],
            SetupRefusal::Open(refusal) => refusal.spots(),
            SetupRefusal::SetupFirst
            | SetupRefusal::SetupOver
            | SetupRefusal::Ready
            | SetupRefusal::OffBoard { .. }
            | SetupRefusal::NoneLeft { .. }
            | SetupRefusal::UnitsLeft { .. } => Vec::new(),
        }
    }

    fn numbers(&self) -> Vec<(&'static str, i64)> {
        match self {
            SetupRefusal::NoneLeft { strength, .. } => vec![("strength", i64::from(*strength))],
            SetupRefusal::UnitsLeft { left } => vec![("left", *left as i64)],
            SetupRefusal::Open(refusal) => refusal.numbers(),
            _ => Vec::new(),
        }
    }

    fn text(&self) -> Text {
        match self {
            SetupRefusal::SetupFirst => Text::fixed(
                "the set-up is not over: place your units, then `done`",
                "la mise en place n'est pas finie : placez vos unités, puis « done »",
            ),
            SetupRefusal::SetupOver => {
                Text::fixed("the set-up is over", "la mise en place est finie")
            }
            SetupRefusal::Ready => Text::fixed(
                "you are done: wait for the other side",
                "vous avez fini : attendez l'autre camp",
            ),
            SetupRefusal::OffBoard { at } => Text::new(
                format!("{at} is not on the board"),
                format!("{at} n'est pas sur le plateau"),
            ),
            SetupRefusal::Mountain { at } => Text::new(
                format!("{at} is a mountain"),
                format!("{at} est une montagne"),
            ),
            SetupRefusal::Occupied { at, class } => {
                let class = class_name(*class);
                Text::new(
                    format!("on {at} stands your {}", class.en),
                    format!("en {at} se trouve déjà : {}", class.fr),
                )
            }
            SetupRefusal::OtherHalf { at, seat } => {
                let name = seat_title(*seat);
                Text::new(
                    format!("{at} is not in {}'s half", name.en),
                    format!("{at} n'est pas dans la moitié du {}", name.fr),
                )
            }
            SetupRefusal::NoneLeft { class, strength } => {
                let class = class_name(*class);
                Text::new(
                    format!("no {} left: a side has {strength}", class.en),
                    format!("plus de {} : un camp en a {strength}", class.fr),
                )
            }
            SetupRefusal::NobodyThere { at } => Text::new(
                format!("you have no unit on {at}"),
                format!("vous n'avez pas d'unité en {at}"),
            ),
            SetupRefusal::UnitsLeft { left } => Text::new(
                format!("{left} units are still to be placed"),
                format!("il reste {left} unités à placer"),
            ),
            SetupRefusal::Open(refusal) => refusal.text(),
        }
    }
}
