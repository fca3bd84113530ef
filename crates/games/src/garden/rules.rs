//! The rules one by one, as trees that explain every refusal.
//!
//! They are written from `rules.md` cell by cell and share nothing with the generator but the map and
//! the state, so that each is the other's witness.

use vauban_game::{Case, Explain, Lang, RuleTree, Rules};

use super::{
    Garden, Refusal,
    cell::Cell,
    map::Special,
    play::POWER_POINTS,
    state::{Action, CROWD, Phase},
};

type Tree = Rules<Garden>;

/// What an action must satisfy.
pub(super) fn tree(action: Action) -> &'static Tree {
    match action {
        Action::Choose(_) => &CHOOSE,
        Action::Move { .. } => &MOVE,
        Action::Jet { .. } => &JET,
        Action::Candy => &CANDY,
        Action::Grill { .. } | Action::Drown { .. } => &SCALD,
        Action::Pillage { .. } => &PILLAGE,
        Action::Poison { .. } | Action::Stone { .. } => &CURSE,
        Action::Arm { .. } => &ARM,
        Action::Shelter { .. } => &SHELTER,
        Action::End => &END,
        Action::Place { .. } => &PLACE,
    }
}

impl Explain for Garden {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(include_str!("rules.md"), include_str!("rules.fr.md"))
    }

    fn trees(&self) -> Vec<RuleTree> {
        [
            ("clan", &CHOOSE),
            ("move", &MOVE),
            ("jet", &JET),
            ("candy", &CANDY),
            ("barbecue", &SCALD),
            ("pool", &SCALD),
            ("pillage", &PILLAGE),
            ("poison", &CURSE),
            ("weapons", &ARM),
            ("rocks", &CURSE),
            ("shelter", &SHELTER),
            ("end", &END),
            ("place", &PLACE),
        ]
        .map(|(kind, tree)| RuleTree::new(kind, tree))
        .into()
    }
}

/// §2.3
static CHOOSE: Tree = Rules::All(&[WHEN_CHOOSING, CLAN_IS_FREE]);
/// §4.1 to §4.3
static MOVE: Tree = Rules::All(&[
    WHEN_CONQUERING,
    LEAVING,
    TO_NEIGHBOURING_CELL,
    Rules::LazyAll(&[NOT_TO_OWN_CELL, CAN_PAY_ENTRY]),
]);
/// §4.8
static JET: Tree = Rules::All(&[
    WHEN_CONQUERING,
    SPECIAL_POWER,
    LEAVING,
    Rules::LazyAll(&[ENEMY_CELL, CAN_PAY_ENTRY]),
]);
/// §4.9
static CANDY: Tree = Rules::All(&[WHEN_CONQUERING, SPECIAL_POWER]);
/// §4.10
static SCALD: Tree = Rules::All(&[WHEN_CONQUERING, SPECIAL_POWER, ENEMY_CELL, WITHIN_REACH]);
/// §5.3
static PILLAGE: Tree = Rules::All(&[WHEN_CONQUERING, ENOUGH_POINTS, ENEMY_CELL, BESIDE_OWN_CELL]);
/// §5.4, §5.6
static CURSE: Tree = Rules::All(&[
    WHEN_CONQUERING,
    RIGHT_CLAN,
    ENOUGH_POINTS,
    ENEMY_CELL,
    BESIDE_OWN_CELL,
]);
/// §5.5
static ARM: Tree = Rules::All(&[WHEN_CONQUERING, RIGHT_CLAN, ENOUGH_POINTS, ON_OWN_CELL]);
/// §5.7
static SHELTER: Tree = Rules::All(&[
    WHEN_CONQUERING,
    RIGHT_CLAN,
    ENOUGH_POINTS,
    LEAVING,
    TO_NEIGHBOURING_CELL,
    Rules::LazyAll(&[ENEMY_CELL, CAN_PAY_ENTRY]),
]);
/// §3.3
static END: Tree = WHEN_CONQUERING;
/// §6.2
static PLACE: Tree = Rules::All(&[WHEN_REINFORCING, Rules::LazyAll(&[ON_OWN_CELL, ROOM_LEFT])]);

/// §3.5 The match goes on, no dice are to be rolled, it is the seat's turn, and the phase is right.
const WHEN_CHOOSING: Tree =
    Rules::LazyAll(&[GAME_GOES_ON, NO_ROLL_PENDING, YOUR_TURN, CLANS_BEING_CHOSEN]);
const WHEN_CONQUERING: Tree =
    Rules::LazyAll(&[GAME_GOES_ON, NO_ROLL_PENDING, YOUR_TURN, IN_CONQUEST]);
const WHEN_REINFORCING: Tree =
    Rules::LazyAll(&[GAME_GOES_ON, NO_ROLL_PENDING, YOUR_TURN, IN_REINFORCEMENT]);

/// §4.1 Creatures can leave the cell.
const LEAVING: Tree = Rules::LazyAll(&[
    FROM_OWN_CELL,
    Rules::All(&[TWO_CREATURES_OR_MORE, NO_ROCKS]),
]);

/// §4.6 The power of a special cell can be used.
const SPECIAL_POWER: Tree =
    Rules::LazyAll(&[POWER_IS_YOURS, Rules::All(&[ONCE_A_TURN, CAN_PAY_POWER])]);

/// §8.4 Nobody acts after the end.
const GAME_GOES_ON: Tree = Rules::demand("game-goes-on", "game-over", |case| {
    unless(case.state.end().map(|end| Refusal::GameOver { end }))
});

/// §3.5 Dice come before everything.
const NO_ROLL_PENDING: Tree = Rules::demand("no-roll-pending", "dice-first", |case| {
    let acting = matches!(
        case.state.phase(),
        Phase::Clans | Phase::Conquest | Phase::Reinforcement | Phase::Over(_)
    );
    unless((!acting).then_some(Refusal::DiceFirst))
});

/// §3.5 The sides take turns.
const YOUR_TURN: Tree = Rules::demand("your-turn", "not-your-turn", |case| {
    let mover = case.state.mover();
    unless((case.seat != mover).then_some(Refusal::NotYourTurn { mover }))
});

/// §2.3 Clans are chosen before the first round.
const CLANS_BEING_CHOSEN: Tree = Rules::demand("clans-being-chosen", "not-choosing", |case| {
    unless((case.state.phase() != Phase::Clans).then_some(Refusal::NotChoosing))
});

/// §3.3 Cells are taken and powers used in the conquest.
const IN_CONQUEST: Tree = Rules::demand("in-conquest", "not-conquest", |case| {
    let phase = case.state.phase();
    unless((phase != Phase::Conquest).then_some(Refusal::NotConquest { phase }))
});

/// §6.2 Creatures are placed in the reinforcement.
const IN_REINFORCEMENT: Tree = Rules::demand("in-reinforcement", "not-reinforcement", |case| {
    let phase = case.state.phase();
    unless((phase != Phase::Reinforcement).then_some(Refusal::NotReinforcement { phase }))
});

/// §2.3 The clans are different.
const CLAN_IS_FREE: Tree = Rules::demand("clan-is-free", "clan-taken", |case| {
    let by = case.seat.other();
    match case.action {
        Action::Choose(clan) if case.state.clan(by) == Some(clan) => {
            Err(Refusal::ClanTaken { clan, by })
        }
        _ => Ok(()),
    }
});

/// §4.1 A group leaves an own cell.
const FROM_OWN_CELL: Tree = Rules::demand("from-own-cell", "not-your-cell", |case| {
    let owner = |from| case.state.owner(from);
    let foreign = source(case).filter(|&from| owner(from) != Some(case.seat));
    unless(foreign.map(|from| Refusal::NotYourCell {
        from,
        owner: owner(from),
    }))
});

/// §5.5, §6.2 Weapons are for own creatures, and so is room.
const ON_OWN_CELL: Tree = Rules::demand("on-own-cell", "not-yours", |case| {
    let foreign = target(case).filter(|&at| case.state.owner(at) != Some(case.seat));
    unless(foreign.map(|at| Refusal::NotYours { at }))
});

/// §4.1 One creature stays.
const TWO_CREATURES_OR_MORE: Tree = Rules::demand("two-creatures-or-more", "too-few", |case| {
    let lonely = source(case).filter(|&from| case.state.creatures(from) < 2);
    unless(lonely.map(|from| Refusal::TooFew { from }))
});

/// §5.6 Nobody leaves from under rocks.
const NO_ROCKS: Tree = Rules::demand("no-rocks", "immobilised", |case| {
    let held = source(case).filter(|&from| case.state.rocks(from) > 0);
    unless(held.map(|from| Refusal::Immobilised {
        from,
        turns: case.state.rocks(from),
    }))
});

/// §4.1 To a cell beside it.
const TO_NEIGHBOURING_CELL: Tree = Rules::demand("to-neighbouring-cell", "not-adjacent", |case| {
    let ends = source(case).zip(target(case));
    let far = ends.filter(|(from, to)| !from.touches(*to));
    unless(far.map(|(from, to)| Refusal::NotAdjacent {
        from,
        to,
        steps: from.steps_to(to),
    }))
});

/// §4.2 Own cells are not conquered.
const NOT_TO_OWN_CELL: Tree = Rules::demand("not-to-own-cell", "own-cell", |case| {
    let own = target(case).filter(|&to| case.state.owner(to) == Some(case.seat));
    unless(own.map(|to| Refusal::OwnCell { to }))
});

/// §4.3 Special cells cost.
const CAN_PAY_ENTRY: Tree = Rules::demand("can-pay-entry", "entry-cost", |case| {
    let special = target(case).and_then(|to| case.game.map.special(to));
    unless(too_dear(case, special).map(|(special, have)| Refusal::EntryCost { special, have }))
});

/// §4.6 A power belongs to whoever owns the cell.
const POWER_IS_YOURS: Tree = Rules::demand("power-is-yours", "power-not-owned", |case| {
    let special = case.action.special();
    let power = special.map(|special| (special, case.game.map.cell_of(special)));
    let foreign = power.filter(|&(_, cell)| case.state.owner(cell) != Some(case.seat));
    unless(foreign.map(|(special, cell)| Refusal::PowerNotOwned { special, cell }))
});

/// §4.6 Once a turn.
const ONCE_A_TURN: Tree = Rules::demand("once-a-turn", "power-used", |case| {
    let used = |special: &Special| case.seat == case.state.mover() && case.state.has_used(*special);
    let used = case.action.special().filter(used);
    unless(used.map(|special| Refusal::PowerUsed { special }))
});

/// §4.6 Each use costs.
const CAN_PAY_POWER: Tree = Rules::demand("can-pay-power", "power-cost", |case| {
    let dear = too_dear(case, case.action.special());
    unless(dear.map(|(special, have)| Refusal::PowerCost { special, have }))
});

/// §4.10, §5.2 Powers are for enemy cells, §4.8 and so are jet-packs.
const ENEMY_CELL: Tree = Rules::demand("enemy-cell", "not-enemy", |case| {
    let enemy = case.seat.other();
    let other = target(case).filter(|&at| case.state.owner(at) != Some(enemy));
    let special = case.action.special();
    unless(other.map(|at| Refusal::NotEnemy { at, special }))
});

/// §4.10 The barbecue and the pool reach the cells beside them.
const WITHIN_REACH: Tree = Rules::demand("within-reach", "out-of-reach", |case| {
    let aimed = case.action.special().zip(target(case));
    let aimed = aimed.map(|(special, at)| (special, case.game.map.cell_of(special), at));
    let far = aimed.filter(|(_, cell, at)| !cell.touches(*at));
    unless(far.map(|(special, cell, at)| Refusal::OutOfReach { special, cell, at }))
});

/// §5.1 A clan power costs points.
const ENOUGH_POINTS: Tree = Rules::demand("enough-points", "too-few-points", |case| {
    let points = case.state.points(case.seat);
    unless((points < POWER_POINTS).then_some(Refusal::TooFewPoints { points }))
});

/// §5.2 Each clan has its own.
const RIGHT_CLAN: Tree = Rules::demand("right-clan", "wrong-clan", |case| {
    let clan = case.state.clan(case.seat);
    let needed = case.action.clan().filter(|&needed| clan != Some(needed));
    unless(needed.map(|needed| Refusal::WrongClan { needed, clan }))
});

/// §5.2 On a cell beside an own one.
const BESIDE_OWN_CELL: Tree = Rules::demand("beside-own-cell", "no-neighbour", |case| {
    let owned = |cell: &Cell| case.state.owner(*cell) == Some(case.seat);
    let near = |at| Cell::all().filter(owned).any(|cell| cell.touches(at));
    let far = target(case).filter(|&at| !near(at));
    unless(far.map(|at| Refusal::NoNeighbour { at }))
});

/// §6.2 Five at most.
const ROOM_LEFT: Tree = Rules::demand("room-left", "cell-full", |case| {
    let full = target(case).filter(|&at| case.state.creatures(at) >= CROWD);
    unless(full.map(|at| Refusal::CellFull { at }))
});

/// Fails with `reason` if there is one.
fn unless(reason: Option<Refusal>) -> Result<(), Refusal> {
    reason.map_or(Ok(()), Err)
}

/// Where the action begins, if it leaves a cell.
fn source(case: &Case<'_, Garden>) -> Option<Cell> {
    case.action.source()
}

/// Where the action ends.
fn target(case: &Case<'_, Garden>) -> Option<Cell> {
    case.action.target()
}

/// The special cell, and what the seat has of what it costs, if that is too little.
fn too_dear(case: &Case<'_, Garden>, special: Option<Special>) -> Option<(Special, u16)> {
    let special = special?;
    let (resource, amount) = special.cost();
    let have = case.state.resource(case.seat, resource);
    (have < amount).then_some((special, have))
}
