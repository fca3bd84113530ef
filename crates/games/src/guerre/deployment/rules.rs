//! The rule trees of the set-up. Those of the open game follow once it is done.

use vauban_game::{Case, Explain, Lang, Refused, RuleTree, Rules, Seat};

use super::{Camp, Deployed, SetupRefusal, Stage, Step, map};
use crate::guerre::{Place, Square, Unit, rules};

type Demand = Rules<Deployed>;

/// §10.2, §10.3 What a placement must satisfy.
static PLACE: Demand = Rules::LazyAll(&[
    SETTING_UP,
    Rules::All(&[
        NOT_DONE_YET,
        ONE_LEFT,
        Rules::LazyAll(&[ON_BOARD, Rules::All(&[NO_MOUNTAIN, FREE_SQUARE, OWN_HALF])]),
    ]),
]);

/// §10.4 What taking a unit back must satisfy.
static REMOVE: Demand = Rules::LazyAll(&[
    SETTING_UP,
    Rules::All(&[NOT_DONE_YET, Rules::LazyAll(&[ON_BOARD, OWN_UNIT])]),
]);

/// §10.5 What being done must satisfy.
static DONE: Demand = Rules::LazyAll(&[SETTING_UP, Rules::All(&[NOT_DONE_YET, ALL_PLACED])]);

/// Judges one step by its rule tree.
pub(super) fn check(
    game: &Deployed,
    state: &Stage,
    seat: Seat,
    action: Step,
) -> Result<(), Refused<SetupRefusal>> {
    let tree = match (action, state) {
        (Step::Place { .. }, _) => &PLACE,
        (Step::Remove { .. }, _) => &REMOVE,
        (Step::Done, _) => &DONE,
        (Step::Open(action), Stage::Open(state)) => {
            return rules::check(&game.game, state, seat, action).map_err(|refused| Refused {
                failed: refused.failed.into_iter().map(SetupRefusal::Open).collect(),
                unchecked: refused.unchecked,
            });
        }
        (Step::Open(action), Stage::Placing { .. } | Stage::Lot { .. }) => {
            return Err(Refused {
                failed: vec![SetupRefusal::SetupFirst],
                unchecked: game.game.rules(action).names(),
            });
        }
    };
    tree.check(&Case {
        game,
        state,
        seat,
        action,
    })
}

impl Explain for Deployed {
    fn rulebook(&self, lang: Lang) -> &'static str {
        self.game.rulebook(lang)
    }

    fn trees(&self) -> Vec<RuleTree> {
        let mut trees = vec![
            RuleTree::new("place", &PLACE),
            RuleTree::new("remove", &REMOVE),
            RuleTree::new("done", &DONE),
        ];
        let open = self.game.trees().into_iter();
        trees.extend(open.map(|tree| tree.after("set-up-done", "set-up-first")));
        trees.extend(map::trees());
        trees
    }
}

/// §10.5 When both sides are done, nothing is placed any more.
const SETTING_UP: Demand = Rules::demand("setting-up", "set-up-over", |case| match case.state {
    Stage::Placing { .. } => Ok(()),
    Stage::Lot { .. } | Stage::Open(_) => Err(SetupRefusal::SetupOver),
});

/// §10.5 A side that is done waits for the other.
const NOT_DONE_YET: Demand = Rules::demand("not-done-yet", "ready", |case| match case.state {
    Stage::Placing { done, .. } if done.contains(case.seat) => Err(SetupRefusal::Ready),
    Stage::Placing { .. } | Stage::Lot { .. } | Stage::Open(_) => Ok(()),
});

/// §10.3 A side has only so many units of each class.
const ONE_LEFT: Demand = Rules::demand("one-left", "none-left", |case| match case.action {
    Step::Place { class, .. }
        if camp(case).is_some_and(|camp| camp.left(&case.game.game.army, class) == 0) =>
    {
        let strength = case.game.game.army.of(class);
        Err(SetupRefusal::NoneLeft { class, strength })
    }
    Step::Place { .. } | Step::Remove { .. } | Step::Done | Step::Open(_) => Ok(()),
});

/// §1.1
const ON_BOARD: Demand = Rules::demand("on-board", "off-board", |case| match square(case) {
    Some(_) => Ok(()),
    None => Err(SetupRefusal::OffBoard { at: place(case) }),
});

/// §10.2
const NO_MOUNTAIN: Demand = Rules::demand("no-mountain", "mountain", |case| match square(case) {
    Some(square) if case.game.game.board.is_mountain(square) => {
        Err(SetupRefusal::Mountain { at: place(case) })
    }
    _ => Ok(()),
});

/// §10.2
const FREE_SQUARE: Demand = Rules::demand("free-square", "occupied", |case| match unit(case) {
    Some(unit) => Err(SetupRefusal::Occupied {
        at: place(case),
        class: unit.class(),
    }),
    None => Ok(()),
});

/// §10.2
const OWN_HALF: Demand = Rules::demand("own-half", "other-half", |case| match square(case) {
    Some(square) if case.game.game.board.half(square) != case.seat => {
        Err(SetupRefusal::OtherHalf {
            at: place(case),
            seat: case.seat,
        })
    }
    _ => Ok(()),
});

/// §10.4
const OWN_UNIT: Demand = Rules::demand("own-unit", "nobody-there", |case| match unit(case) {
    Some(_) => Ok(()),
    None => Err(SetupRefusal::NobodyThere { at: place(case) }),
});

/// §10.5
const ALL_PLACED: Demand = Rules::demand("all-placed", "units-left", |case| match camp(case) {
    Some(camp) if !camp.is_complete(&case.game.game.army) => Err(SetupRefusal::UnitsLeft {
        left: case.game.game.army.len().saturating_sub(camp.len()) as u8,
    }),
    _ => Ok(()),
});

/// What the side has placed so far, while it is placing.
fn camp<'a>(case: &Case<'a, Deployed>) -> Option<&'a Camp> {
    match case.state {
        Stage::Placing { camps, .. } => Some(camps.of(case.seat)),
        Stage::Lot { .. } | Stage::Open(_) => None,
    }
}

/// Where a unit is put or taken back.
fn place(case: &Case<'_, Deployed>) -> Place {
    match case.action {
        Step::Place { at, .. } | Step::Remove { at } => at,
        // Their trees ask for no square.
        Step::Done | Step::Open(_) => Place::default(),
    }
}

fn square(case: &Case<'_, Deployed>) -> Option<Square> {
    case.game.game.board.square(place(case))
}

/// The side's own unit there.
fn unit(case: &Case<'_, Deployed>) -> Option<Unit> {
    camp(case)?.unit(square(case)?)
}
