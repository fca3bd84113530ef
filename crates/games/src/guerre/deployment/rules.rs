//! The rule trees of the set-up. Those of the open game follow once it is done.

use vauban_game::{Case, Explain, Lang, Refused, RuleTree, Rules, Seat};

use super::{
    Camp, Deployed, Offer, Piece, Relief, SetupRefusal, Stage, Step, map,
    map::Violation,
    sketch::{DeadEnd, is_between},
};
use crate::guerre::{NORTH, Place, SOUTH, Square, area::Area, board::Terrain, rules};

type Demand = Rules<Deployed>;

/// §10.2, §10.3, §10.7 to §10.10, §11 What a placement or a proposal must satisfy.
static PLACE: Demand = Rules::LazyAll(&[
    SETTING_UP,
    Rules::All(&[
        NOT_DONE_YET,
        YOUR_WORD,
        ONE_LEFT,
        Rules::LazyAll(&[GROUND_OPEN, RIGHT_ORDER]),
        Rules::LazyAll(&[
            ON_BOARD,
            Rules::All(&[
                NO_MOUNTAIN,
                FREE_SQUARE,
                OWN_HALF,
                HALF_NOT_FULL,
                NOTHING_OVERLAPS,
                PASS_BETWEEN_MOUNTAINS,
            ]),
            Rules::All(&[PASS_REMAINS, HALVES_DIFFER, FORTS_SEE_AN_ARSENAL]),
        ]),
    ]),
]);

/// §10.4, §10.10 What taking something back must satisfy.
static REMOVE: Demand = Rules::LazyAll(&[
    SETTING_UP,
    Rules::All(&[
        NOT_DONE_YET,
        YOUR_WORD,
        NOT_AGREED,
        Rules::LazyAll(&[ON_BOARD, OWN_PIECE]),
    ]),
]);

/// §10.8 What an answer must satisfy.
static ANSWER: Demand = Rules::LazyAll(&[SETTING_UP, PROPOSED, YOUR_ANSWER]);

/// §10.5, §10.9 What being done must satisfy.
static DONE: Demand = Rules::LazyAll(&[
    SETTING_UP,
    Rules::All(&[
        NOT_DONE_YET,
        YOUR_WORD,
        GROUND_DRAWN,
        WORKS_BUILT,
        ALL_PLACED,
    ]),
]);

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
        (Step::Accept | Step::Reject, _) => &ANSWER,
        (Step::Done, _) => &DONE,
        (Step::Open(action), Stage::Open(field, state)) => {
            return rules::check(game.on(field), state, seat, action).map_err(|refused| Refused {
                failed: refused.failed.into_iter().map(SetupRefusal::Open).collect(),
                unchecked: refused.unchecked,
            });
        }
        (
            Step::Open(action),
            Stage::Agreeing(_) | Stage::Placing { .. } | Stage::Drawing { .. } | Stage::Lot { .. },
        ) => {
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
            RuleTree::new("accept", &ANSWER),
            RuleTree::new("reject", &ANSWER),
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
    Stage::Agreeing(_) | Stage::Placing { .. } | Stage::Drawing { .. } => Ok(()),
    Stage::Lot { .. } | Stage::Open(..) => Err(SetupRefusal::SetupOver),
});

/// §10.5 A side that is done waits for the other.
const NOT_DONE_YET: Demand = Rules::demand("not-done-yet", "ready", |case| match case.state {
    Stage::Placing { done, .. } if done.contains(case.seat) => Err(SetupRefusal::Ready),
    _ => Ok(()),
});

/// §10.8, §10.10 The sides propose in turn, and answer before anything else; North's seat draws a map.
const YOUR_WORD: Demand = Rules::demand("your-word", "not-your-word", |case| match case.state {
    Stage::Agreeing(talks) => {
        let proposer = talks.proposer();
        let open = matches!(talks.offer, Offer::Open(_));
        match (open, case.seat == proposer) {
            (false, true) => Ok(()),
            (false, false) => Err(SetupRefusal::NotYourWord { seat: proposer }),
            (true, true) => Err(SetupRefusal::AwaitAnswer {
                seat: proposer.other(),
            }),
            (true, false) => Err(SetupRefusal::AnswerFirst),
        }
    }
    Stage::Drawing { .. } if case.seat != NORTH => Err(SetupRefusal::NotYourWord { seat: NORTH }),
    _ => Ok(()),
});

/// §10.3, §10.9 A side has only so many of each piece. Mountains and passes are counted by half.
const ONE_LEFT: Demand = Rules::demand("one-left", "none-left", |case| {
    let (Step::Place { piece, .. }, Some(camp)) = (case.action, camp(case)) else {
        return Ok(());
    };
    let army = &case.game.game.army;
    let (left, strength) = match piece {
        Piece::Unit(class) => (usize::from(camp.left(army, class)), army.of(class)),
        Piece::Terrain(terrain @ (Terrain::Fort | Terrain::Arsenal)) => {
            (camp.works_left(terrain), map::wanted(terrain) as u8)
        }
        Piece::Terrain(Terrain::Mountain | Terrain::Pass) => return Ok(()),
    };
    // Where the ground is given, its buildings are the demand of another rule.
    if left > 0 || relief(case).is_none() && matches!(piece, Piece::Terrain(_)) {
        return Ok(());
    }
    Err(SetupRefusal::NoneLeft { piece, strength })
});

/// §10.1, §10.9 The ground is drawn before anything else, and then it stays.
const GROUND_OPEN: Demand = Rules::demand("ground-open", "ground-fixed", |case| {
    let Step::Place {
        piece: Piece::Terrain(terrain),
        ..
    } = case.action
    else {
        return Ok(());
    };
    let own = matches!(terrain, Terrain::Fort | Terrain::Arsenal);
    match case.state {
        Stage::Placing { relief, .. } if relief.is_none() || !own => {
            Err(SetupRefusal::GroundFixed { terrain })
        }
        _ => Ok(()),
    }
});

/// §10.7 Mountains first, passes last, then everything else.
const RIGHT_ORDER: Demand = Rules::demand("right-order", "not-yet", |case| {
    let Step::Place { piece, .. } = case.action else {
        return Ok(());
    };
    let board = case.game.game.board();
    let next = match case.state {
        Stage::Agreeing(talks) => talks.relief.next(board),
        Stage::Drawing { relief, .. } => relief.next(board),
        _ => return Ok(()),
    };
    match next {
        Some(terrain) if piece != Piece::Terrain(terrain) => {
            Err(SetupRefusal::NotYet { piece, terrain })
        }
        _ => Ok(()),
    }
});

/// §1.1
const ON_BOARD: Demand = Rules::demand("on-board", "off-board", |case| match square(case) {
    Some(_) => Ok(()),
    None => Err(SetupRefusal::OffBoard { at: place(case) }),
});

/// §10.2, §11.5
const NO_MOUNTAIN: Demand = Rules::demand("no-mountain", "mountain", |case| {
    match square(case).and_then(|square| ground(case, square)) {
        Some(Terrain::Mountain) => Err(SetupRefusal::Mountain { at: place(case) }),
        _ => Ok(()),
    }
});

/// §10.2 One unit on a square, and none under a mountain.
const FREE_SQUARE: Demand = Rules::demand("free-square", "occupied", |case| {
    let covers = match case.action {
        Step::Place { piece, .. } => {
            matches!(piece, Piece::Unit(_) | Piece::Terrain(Terrain::Mountain))
        }
        _ => false,
    };
    let unit = square(case).and_then(|square| camp(case)?.unit(square));
    match unit.filter(|_| covers) {
        Some(unit) => Err(SetupRefusal::Occupied {
            at: place(case),
            class: unit.class(),
        }),
        None => Ok(()),
    }
});

/// §10.2
const OWN_HALF: Demand = Rules::demand("own-half", "other-half", |case| {
    let hidden = matches!(case.state, Stage::Placing { .. });
    let half = square(case).map(|square| case.game.game.board().half(square));
    match half.filter(|&half| hidden && half != case.seat) {
        Some(_) => Err(SetupRefusal::OtherHalf {
            at: place(case),
            seat: case.seat,
        }),
        None => Ok(()),
    }
});

/// §11.1 Each half has only so many mountains and passes.
const HALF_NOT_FULL: Demand = Rules::demand("half-not-full", "half-full", |case| {
    let (Some((terrain, square)), Some(relief)) = (drawn(case), relief(case)) else {
        return Ok(());
    };
    let board = case.game.game.board();
    let half = board.half(square);
    if relief.left(board, terrain, half) > 0 {
        return Ok(());
    }
    Err(SetupRefusal::HalfFull {
        seat: half,
        terrain,
        wanted: map::wanted(terrain) as u8,
    })
});

/// §11.5
const NOTHING_OVERLAPS: Demand = Rules::demand("nothing-overlaps", "overlap", |case| {
    let (Step::Place { piece, at }, Some(square)) = (case.action, square(case)) else {
        return Ok(());
    };
    let Piece::Terrain(_) = piece else {
        return Ok(());
    };
    let there = match ground(case, square) {
        Some(Terrain::Mountain) => None,
        Some(terrain) => Some(terrain),
        None => camp(case).and_then(|camp| camp.work(square)),
    };
    match there {
        Some(_) => Err(SetupRefusal::Map(Violation::Overlap {
            at: vec![(at, None)],
        })),
        None => Ok(()),
    }
});

/// §11.3
const PASS_BETWEEN_MOUNTAINS: Demand =
    Rules::demand("pass-between-mountains", "pass-in-the-open", |case| {
        let (Some((Terrain::Pass, square)), Some(relief)) = (drawn(case), relief(case)) else {
            return Ok(());
        };
        let board = case.game.game.board();
        if is_between(board, relief, square) {
            return Ok(());
        }
        Err(SetupRefusal::Map(Violation::PassInTheOpen {
            seat: board.half(square),
            at: vec![place(case)],
        }))
    });

/// §10.8 A square for each pass remains.
const PASS_REMAINS: Demand =
    Rules::demand("pass-remains", "no-pass-left", |case| {
        match completes(case) {
            Err(DeadEnd::NoPass(seat)) => Err(SetupRefusal::Map(Violation::NoPassLeft { seat })),
            _ => Ok(()),
        }
    });

/// §11.6
const HALVES_DIFFER: Demand =
    Rules::demand("halves-differ", "mirrored", |case| match completes(case) {
        Err(DeadEnd::Mirrored) => Err(SetupRefusal::Map(Violation::Mirrored)),
        _ => Ok(()),
    });

/// §11.4 Every fort sees an arsenal of its side, or one can still be built where it does.
const FORTS_SEE_AN_ARSENAL: Demand =
    Rules::demand("forts-see-an-arsenal", "fort-cut-off", |case| {
        let (Some(relief), Some(square)) = (relief(case), square(case)) else {
            return Ok(());
        };
        let Step::Place {
            piece: Piece::Terrain(terrain),
            ..
        } = case.action
        else {
            return Ok(());
        };
        let board = case.game.game.board();
        let cut_off = |relief: &Relief, seat: Seat, camp: &Camp| {
            let forts = case.game.forts_cut_off(relief, camp, seat)?;
            // Without a fort that is blind, it is the one that could not be built any more.
            let at = if forts.is_empty() {
                vec![square]
            } else {
                forts
            };
            Some(Violation::FortCutOff {
                seat,
                at: at.into_iter().map(|square| board.place(square)).collect(),
            })
        };
        let found = match (terrain, case.state) {
            (Terrain::Fort | Terrain::Arsenal, _) => camp(case).and_then(|camp| {
                let mut after = *camp;
                after.build(terrain, square);
                cut_off(relief, board.half(square), &after)
            }),
            (Terrain::Mountain | Terrain::Pass, Stage::Drawing { camps, .. }) => {
                let after = relief.with(terrain, square);
                [NORTH, SOUTH]
                    .into_iter()
                    .filter(|&seat| camps.of(seat).works().next().is_some())
                    .find_map(|seat| cut_off(&after, seat, camps.of(seat)))
            }
            _ => None,
        };
        match found {
            Some(violation) => Err(SetupRefusal::Map(violation)),
            None => Ok(()),
        }
    });

/// §10.4, §10.10
const OWN_PIECE: Demand = Rules::demand("own-piece", "nobody-there", |case| {
    let Some(square) = square(case) else {
        return Ok(());
    };
    let own = camp(case).is_some_and(|camp| {
        let mine = match case.state {
            Stage::Placing { .. } => case.game.game.board().half(square) == case.seat,
            _ => true,
        };
        mine && (camp.unit(square).is_some() || camp.work(square).is_some())
    });
    let drawn = matches!(case.state, Stage::Drawing { .. }) && ground(case, square).is_some();
    if own || drawn {
        return Ok(());
    }
    Err(SetupRefusal::NothingThere { at: place(case) })
});

/// §10.8 What the sides have agreed on stays.
const NOT_AGREED: Demand = Rules::demand("not-agreed", "agreed", |case| match case.state {
    Stage::Agreeing(_) => Err(SetupRefusal::Agreed),
    _ => Ok(()),
});

/// §10.8
const PROPOSED: Demand = Rules::demand("proposed", "nothing-proposed", |case| match case.state {
    Stage::Agreeing(talks) if matches!(talks.offer, Offer::Open(_)) => Ok(()),
    _ => Err(SetupRefusal::NothingProposed),
});

/// §10.8
const YOUR_ANSWER: Demand =
    Rules::demand("your-answer", "not-your-answer", |case| match case.state {
        Stage::Agreeing(talks) if talks.mover() != case.seat => Err(SetupRefusal::NotYourAnswer),
        _ => Ok(()),
    });

/// §10.7
const GROUND_DRAWN: Demand = Rules::demand("ground-drawn", "ground-left", |case| {
    let relief = match case.state {
        Stage::Agreeing(talks) => &talks.relief,
        Stage::Drawing { relief, .. } => relief,
        _ => return Ok(()),
    };
    let board = case.game.game.board();
    let left = |terrain| -> usize {
        let halves = [NORTH, SOUTH].into_iter();
        halves.map(|half| relief.left(board, terrain, half)).sum()
    };
    let (mountains, passes) = (left(Terrain::Mountain), left(Terrain::Pass));
    if mountains + passes == 0 {
        return Ok(());
    }
    Err(SetupRefusal::GroundLeft {
        mountains: mountains as u8,
        passes: passes as u8,
    })
});

/// §10.9
const WORKS_BUILT: Demand = Rules::demand("works-built", "works-left", |case| {
    if relief(case).is_none() {
        return Ok(());
    }
    let left = |terrain| -> usize {
        let camps = whose(case).into_iter();
        camps.map(|camp| camp.works_left(terrain)).sum()
    };
    let (forts, arsenals) = (left(Terrain::Fort), left(Terrain::Arsenal));
    if forts + arsenals == 0 {
        return Ok(());
    }
    Err(SetupRefusal::WorksLeft {
        forts: forts as u8,
        arsenals: arsenals as u8,
    })
});

/// §10.5
const ALL_PLACED: Demand = Rules::demand("all-placed", "units-left", |case| {
    let army = &case.game.game.army;
    let left: usize = whose(case)
        .into_iter()
        .map(|camp| army.len().saturating_sub(camp.len()))
        .sum();
    if left == 0 {
        return Ok(());
    }
    Err(SetupRefusal::UnitsLeft { left: left as u8 })
});

/// The camps that a `done` of this seat is about.
fn whose<'a>(case: &Case<'a, Deployed>) -> Vec<&'a Camp> {
    match case.state {
        Stage::Placing { camps, .. } => vec![camps.of(case.seat)],
        Stage::Drawing { camps, .. } => vec![camps.of(NORTH), camps.of(SOUTH)],
        _ => Vec::new(),
    }
}

/// Mountains and passes so far, where they are drawn.
fn relief<'a>(case: &Case<'a, Deployed>) -> Option<&'a Relief> {
    match case.state {
        Stage::Agreeing(talks) => Some(&talks.relief),
        Stage::Placing { relief, .. } => relief.as_ref(),
        Stage::Drawing { relief, .. } => Some(relief),
        Stage::Lot { .. } | Stage::Open(..) => None,
    }
}

/// What the ground has on a square, apart from what the camps have built.
fn ground(case: &Case<'_, Deployed>, square: Square) -> Option<Terrain> {
    case.game.ground(relief(case), square)
}

/// The mountain or pass that this step draws, with its square.
fn drawn(case: &Case<'_, Deployed>) -> Option<(Terrain, Square)> {
    match case.action {
        Step::Place {
            piece: Piece::Terrain(terrain @ (Terrain::Mountain | Terrain::Pass)),
            ..
        } => Some((terrain, square(case)?)),
        _ => None,
    }
}

/// Whether the ground can be completed after this step, if it draws.
fn completes(case: &Case<'_, Deployed>) -> Result<(), DeadEnd> {
    let (Some((terrain, square)), Some(relief)) = (drawn(case), relief(case)) else {
        return Ok(());
    };
    let built = match case.state {
        Stage::Drawing { camps, .. } => camps.built(),
        _ => Area::EMPTY,
    };
    case.game.completes(&relief.with(terrain, square), &built)
}

/// The camp that a step is about: one's own, or when one draws, that of the square's half.
fn camp<'a>(case: &Case<'a, Deployed>) -> Option<&'a Camp> {
    match case.state {
        Stage::Placing { camps, .. } => Some(camps.of(case.seat)),
        Stage::Drawing { camps, .. } => Some(camps.of(case.game.game.board().half(square(case)?))),
        Stage::Agreeing(_) | Stage::Lot { .. } | Stage::Open(..) => None,
    }
}

/// Where something is put or taken back.
fn place(case: &Case<'_, Deployed>) -> Place {
    match case.action {
        Step::Place { at, .. } | Step::Remove { at } => at,
        // Their trees ask for no square.
        Step::Accept | Step::Reject | Step::Done | Step::Open(_) => Place::default(),
    }
}

fn square(case: &Case<'_, Deployed>) -> Option<Square> {
    case.game.game.board().square(place(case))
}
