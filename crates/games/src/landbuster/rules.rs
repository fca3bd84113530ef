//! The rules one by one, as trees that explain every refusal: one tree for each kind of action.
//!
//! They are written from `rules.md` and share nothing with the generator but the map, the state and
//! the questions of `power`, so that each is the other's witness.

use std::collections::BTreeSet;

use vauban_game::{Case, Explain, Lang, RuleTree, Rules};

use super::{
    Action, LandBuster, Refusal,
    land::Land,
    map::Connection,
    play::moved,
    refusal::Order,
    state::{MOST_PLANNED, MOST_PLANNINGS, Phase},
};

type Demand = Rules<LandBuster>;
type Question<'a> = Case<'a, LandBuster>;

static CAPITAL: Demand = Rules::All(&[WHEN, FREE_LAND]);
static REINFORCE: Demand = Rules::All(&[WHEN, YOUR_LAND]);
static PORT: Demand = Rules::All(&[
    WHEN,
    NOTHING_PLANNED_OR_THE_ITEM,
    YOUR_LAND,
    BORDERS_A_SEA,
    NO_PORT_YET,
]);
static CAPTURE: Demand = Rules::All(&[
    WHEN,
    NOTHING_PLANNED,
    NEUTRAL_LAND,
    Rules::LazyAll(&[YOUR_LAND, CONNECTED, PORT_FOR_THE_SEA]),
]);
static ATTACK: Demand = Rules::All(&[
    WHEN,
    NOT_PLANNED_YET,
    ROOM_FOR_A_PLAN,
    PLANNINGS_LEFT,
    Rules::LazyAll(&[
        Rules::All(&[YOUR_LAND, ENEMY_LAND]),
        Rules::LazyAll(&[CONNECTED, PORT_FOR_THE_SEA, NO_CAPITAL_FROM_AFAR]),
        MORE_THAN_THE_DEFENCE,
    ]),
]);
static CANCEL: Demand = Rules::All(&[WHEN, PLANNED]);
static LAUNCH: Demand = Rules::All(&[WHEN, SOMETHING_PLANNED]);
static MOVE: Demand = Rules::All(&[
    WHEN,
    Rules::LazyAll(&[
        Rules::All(&[YOUR_LAND, PART_OF_THE_SOLDIERS]),
        HERO_THERE,
        SOMEBODY_GOES,
    ]),
    Rules::LazyAll(&[ANOTHER_LAND, TO_YOUR_LAND, CONNECTED, PORT_FOR_THE_SEA]),
]);
static USE: Demand = Rules::All(&[WHEN, ITEM_HELD]);
/// `skip` and `pass`.
static ANY_TIME: Demand = WHEN;

/// What holds for every action: the match goes on, chance is done, it is one's turn and the phase for it.
const WHEN: Demand = Rules::LazyAll(&[
    GAME_GOES_ON,
    CHANCE_IS_DONE,
    Rules::All(&[YOUR_TURN, RIGHT_PHASE]),
]);

/// What an action must satisfy.
pub(super) fn tree(action: Action) -> &'static Demand {
    match action {
        Action::Capital { .. } => &CAPITAL,
        Action::Reinforce { .. } => &REINFORCE,
        Action::Port { .. } => &PORT,
        Action::Capture { .. } => &CAPTURE,
        Action::Attack { .. } => &ATTACK,
        Action::Cancel { .. } => &CANCEL,
        Action::Launch => &LAUNCH,
        Action::Move { .. } => &MOVE,
        Action::Use => &USE,
        Action::Skip | Action::Pass => &ANY_TIME,
    }
}

impl LandBuster {
    /// Every code that a refusal can have, once.
    pub fn codes(&self) -> BTreeSet<&'static str> {
        let trees = self.trees();
        let demands = trees.iter().flat_map(|tree| &tree.demands);
        demands.map(|&(_, code)| code).collect()
    }
}

impl Explain for LandBuster {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(include_str!("rules.md"), include_str!("rules.fr.md"))
    }

    fn trees(&self) -> Vec<RuleTree> {
        let trees = [
            ("capital", &CAPITAL),
            ("reinforce", &REINFORCE),
            ("port", &PORT),
            ("capture", &CAPTURE),
            ("attack", &ATTACK),
            ("cancel", &CANCEL),
            ("launch", &LAUNCH),
            ("move", &MOVE),
            ("use", &USE),
            ("skip", &ANY_TIME),
            ("pass", &ANY_TIME),
        ];
        trees.map(|(kind, rules)| RuleTree::new(kind, rules)).into()
    }
}

/// §10.3 Nobody acts after the end.
const GAME_GOES_ON: Demand = Rules::demand("game-goes-on", "game-over", |case| {
    let over = matches!(case.state.phase(), Phase::Over(_));
    unless(over.then_some(Refusal::GameOver))
});

/// §4.2 Nobody acts before chance.
const CHANCE_IS_DONE: Demand = Rules::demand("chance-is-done", "chance-first", |case| {
    let phase = case.state.phase();
    let waits = matches!(
        phase,
        Phase::Lot | Phase::Item | Phase::Kind { .. } | Phase::Losing { .. } | Phase::Battle { .. }
    );
    unless(waits.then_some(Refusal::ChanceFirst { phase }))
});

/// §2.2, §4.1 The players take turns.
const YOUR_TURN: Demand = Rules::demand("your-turn", "not-your-turn", |case| {
    let turn = case.state.mover();
    let phase = case.state.phase();
    unless((turn != case.seat).then_some(Refusal::NotYourTurn { turn, phase }))
});

/// §2.2, §4.1 A match begins and a turn goes phase by phase.
const RIGHT_PHASE: Demand = Rules::demand("right-phase", "wrong-phase", |case| {
    let phase = case.state.phase();
    unless((!fits(case.action, phase)).then_some(Refusal::WrongPhase { phase }))
});

/// §2.2 Nobody has the land yet.
const FREE_LAND: Demand = Rules::demand("free-land", "land-taken", |case| {
    let owner = |land| case.state.owner(land).map(|owner| (land, owner));
    let taken = origin(case).and_then(owner);
    unless(taken.map(|(land, owner)| {
        let name = name(case, land);
        Refusal::LandTaken { land, name, owner }
    }))
});

/// §5.1, §6.2 to §6.4, §7.1 Everything starts from an own land.
const YOUR_LAND: Demand = Rules::demand("your-land", "not-your-land", |case| {
    unless(origin(case).and_then(|land| foreign(case, land)))
});

/// §7.1 And soldiers move to an own land.
const TO_YOUR_LAND: Demand = Rules::demand("to-your-land", "not-your-land", |case| {
    unless(goal(case).and_then(|land| foreign(case, land)))
});

/// §6.2
const BORDERS_A_SEA: Demand = Rules::demand("borders-a-sea", "no-coast", |case| {
    let inland = origin(case).filter(|&land| !case.game.map().coast().contains(land));
    unless(inland.map(|land| Refusal::NoCoast {
        land,
        name: name(case, land),
    }))
});

/// §6.2
const NO_PORT_YET: Demand = Rules::demand("no-port-yet", "port-there", |case| {
    let built = origin(case).filter(|&land| case.state.ports().contains(land));
    unless(built.map(|land| Refusal::PortThere {
        land,
        name: name(case, land),
    }))
});

/// §6.8
const NOTHING_PLANNED: Demand = Rules::demand("nothing-planned", "attacks-planned", |case| {
    let planned = case.state.planned();
    unless((planned > 0).then_some(Refusal::AttacksPlanned { planned }))
});

/// §6.8, §9.7
const NOTHING_PLANNED_OR_THE_ITEM: Demand =
    Rules::demand("nothing-planned-or-the-item", "attacks-planned", |case| {
        let planned = case.state.planned();
        let refused = planned > 0 && !case.state.boons().build;
        unless(refused.then_some(Refusal::AttacksPlanned { planned }))
    });

/// §6.3
const NEUTRAL_LAND: Demand = Rules::demand("neutral-land", "not-neutral", |case| {
    let owner = |land| case.state.owner(land).map(|owner| (land, owner));
    let owned = goal(case).and_then(owner);
    unless(owned.map(|(land, owner)| {
        let name = name(case, land);
        Refusal::NotNeutral { land, name, owner }
    }))
});

/// §6.4 Another player's.
const ENEMY_LAND: Demand = Rules::demand("enemy-land", "no-enemy", |case| {
    let own = |land: &Land| {
        case.state
            .owner(*land)
            .is_none_or(|owner| owner == case.seat)
    };
    let passive = goal(case).filter(own);
    unless(passive.map(|land| Refusal::NoEnemy {
        land,
        name: name(case, land),
        neutral: case.state.owner(land).is_none(),
    }))
});

/// §3.1, §9.6
const CONNECTED: Demand = Rules::demand("connected", "not-connected", |case| {
    let apart = ends(case)
        .filter(|&(from, to)| case.game.connection(from, to).is_none() && !goes_anywhere(case));
    unless(apart.map(|(from, to)| Refusal::NotConnected {
        from,
        to,
        names: [name(case, from), name(case, to)],
        order: order(case),
    }))
});

/// §3.2, §9.6
const PORT_FOR_THE_SEA: Demand = Rules::demand("port-for-the-sea", "no-port", |case| {
    let dry = ends(case).filter(|&(from, to)| {
        case.game.connection(from, to) == Some(Connection::Sea)
            && !case.state.ports().contains(from)
            && !goes_anywhere(case)
    });
    unless(dry.map(|(from, to)| Refusal::NoPort {
        from,
        to,
        names: [name(case, from), name(case, to)],
    }))
});

/// §9.6
const NO_CAPITAL_FROM_AFAR: Demand =
    Rules::demand("no-capital-from-afar", "capital-from-afar", |case| {
        let far = ends(case).filter(|&(from, to)| {
            let ordinary = match case.game.connection(from, to) {
                Some(Connection::Land) => true,
                Some(Connection::Sea) => case.state.ports().contains(from),
                None => false,
            };
            !ordinary && case.state.capitals().contains(to)
        });
        unless(far.map(|(_, land)| Refusal::CapitalFromAfar {
            land,
            name: name(case, land),
        }))
    });

/// §6.5
const MORE_THAN_THE_DEFENCE: Demand = Rules::demand("more-than-the-defence", "too-weak", |case| {
    let weak = ends(case).and_then(|(from, to)| {
        let attacks = case.state.planned() as u32 + 1;
        let attack = case.game.attack_of(case.state, from, to, attacks);
        let defence = case.game.defence(case.state, to);
        (attack.power() <= defence.power()).then_some((from, to, attack, defence))
    });
    unless(weak.map(|(from, to, attack, defence)| Refusal::TooWeak {
        from,
        to,
        names: [name(case, from), name(case, to)],
        attack,
        defence,
    }))
});

/// §6.6
const NOT_PLANNED_YET: Demand = Rules::demand("not-planned-yet", "planned-already", |case| {
    let twice = ends(case).filter(|&(from, to)| case.state.is_planned(from, to));
    unless(twice.map(|(from, to)| Refusal::PlannedAlready {
        from,
        to,
        names: [name(case, from), name(case, to)],
    }))
});

/// §6.6
const ROOM_FOR_A_PLAN: Demand = Rules::demand("room-for-a-plan", "too-many-planned", |case| {
    let full = case.state.planned() >= MOST_PLANNED;
    unless(full.then_some(Refusal::TooManyPlanned))
});

/// §6.6
const PLANNINGS_LEFT: Demand = Rules::demand("plannings-left", "too-many-plannings", |case| {
    let many = case.state.phase() == Phase::Action && case.state.plannings() >= MOST_PLANNINGS;
    unless(many.then_some(Refusal::TooManyPlannings))
});

/// §6.7
const PLANNED: Demand = Rules::demand("planned", "not-planned", |case| {
    let missing = ends(case).filter(|&(from, to)| !case.state.is_planned(from, to));
    unless(missing.map(|(from, to)| Refusal::NotPlanned {
        from,
        to,
        names: [name(case, from), name(case, to)],
    }))
});

/// §6.9
const SOMETHING_PLANNED: Demand = Rules::demand("something-planned", "nothing-planned", |case| {
    let none = case.state.planned() == 0;
    unless(none.then_some(Refusal::NothingPlanned))
});

/// §7.1 Quarters, up to all of them; none only if the hero goes.
const PART_OF_THE_SOLDIERS: Demand = Rules::demand("part-of-the-soldiers", "no-part", |case| {
    let Action::Move { quarters, hero, .. } = case.action else {
        return Ok(());
    };
    let wrong = quarters > 4 || quarters == 0 && !hero;
    unless(wrong.then_some(Refusal::NoPart { quarters }))
});

/// §7.1
const HERO_THERE: Demand = Rules::demand("hero-there", "no-hero", |case| {
    let Action::Move {
        from, hero: true, ..
    } = case.action
    else {
        return Ok(());
    };
    let missing = case.state.hero_at(case.seat) != Some(from);
    unless(missing.then(|| Refusal::NoHero {
        land: from,
        name: name(case, from),
    }))
});

/// §7.2
const SOMEBODY_GOES: Demand = Rules::demand("somebody-goes", "nobody-goes", |case| {
    let Action::Move {
        from,
        quarters,
        hero: false,
        ..
    } = case.action
    else {
        return Ok(());
    };
    let soldiers = case.state.soldiers(from);
    let none = moved(soldiers, quarters) == 0;
    unless(none.then(|| Refusal::NobodyGoes {
        land: from,
        name: name(case, from),
        soldiers,
        quarters,
    }))
});

/// §7.1 A move leads elsewhere.
const ANOTHER_LAND: Demand = Rules::demand("another-land", "same-land", |case| {
    let same = ends(case).filter(|(from, to)| from == to);
    unless(same.map(|(land, _)| Refusal::SameLand {
        land,
        name: name(case, land),
    }))
});

/// §9.5
const ITEM_HELD: Demand = Rules::demand("item-held", "no-item", |case| {
    let none = case.state.item(case.seat).is_none();
    unless(none.then_some(Refusal::NoItem))
});

/// Fails with `reason` if there is one.
fn unless(reason: Option<Refusal>) -> Result<(), Refusal> {
    reason.map_or(Ok(()), Err)
}

/// Whether an action belongs to a phase.
fn fits(action: Action, phase: Phase) -> bool {
    match action {
        Action::Capital { .. } => phase == Phase::Capital,
        Action::Reinforce { .. } => phase == Phase::Reinforce,
        Action::Port { .. }
        | Action::Capture { .. }
        | Action::Attack { .. }
        | Action::Cancel { .. }
        | Action::Launch => phase == Phase::Action,
        Action::Move { .. } => phase == Phase::Move,
        Action::Skip => matches!(phase, Phase::Action | Phase::Move),
        Action::Use | Action::Pass => {
            matches!(phase, Phase::Reinforce | Phase::Action | Phase::Move)
        }
    }
}

/// The land that the action is about, or starts from.
fn origin(case: &Question<'_>) -> Option<Land> {
    match case.action {
        Action::Capital { at } | Action::Reinforce { at } | Action::Port { at } => Some(at),
        _ => ends(case).map(|(from, _)| from),
    }
}

/// The land that it leads to.
fn goal(case: &Question<'_>) -> Option<Land> {
    ends(case).map(|(_, to)| to)
}

fn ends(case: &Question<'_>) -> Option<(Land, Land)> {
    match case.action {
        Action::Capture { from, to }
        | Action::Attack { from, to }
        | Action::Cancel { from, to }
        | Action::Move { from, to, .. } => Some((from, to)),
        _ => None,
    }
}

/// §9.6 Only attacks do.
fn goes_anywhere(case: &Question<'_>) -> bool {
    matches!(case.action, Action::Attack { .. }) && case.game.may_go_anywhere(case.state)
}

/// What was to be done.
fn order(case: &Question<'_>) -> Order {
    match case.action {
        Action::Reinforce { .. } => Order::Reinforce,
        Action::Port { .. } => Order::Build,
        Action::Capture { .. } => Order::Capture,
        Action::Move { .. } => Order::Move,
        _ => Order::Attack,
    }
}

fn name(case: &Question<'_>, land: Land) -> String {
    case.game.map().name(land).to_owned()
}

/// `land` is not the seat's.
fn foreign(case: &Question<'_>, land: Land) -> Option<Refusal> {
    let held = case.state.lands(case.seat).contains(land);
    (!held).then(|| Refusal::NotYourLand {
        land,
        name: name(case, land),
        owner: case.state.owner(land),
        order: order(case),
    })
}
