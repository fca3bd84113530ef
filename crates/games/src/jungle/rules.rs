//! The rules one by one, as a tree that explains every refusal.
//!
//! It is written from `rules.md` and shares nothing with the generator but the board and the
//! state, so that each is the other's witness.

use vauban_game::{Case, Explain, Lang, Refused, RuleTree, Rules, Seat};

use super::{
    Action, Jungle, Refusal,
    animal::{Animal, Gait},
    board::{Square, Terrain},
    state::State,
};

/// All that a move must satisfy. What hangs on a failed demand is left unchecked.
static MOVE: Rules<Jungle> = Rules::All(&[WHEN, WHO]);
const WHEN: Rules<Jungle> = Rules::LazyAll(&[GAME_GOES_ON, YOUR_TURN]);
const WHO: Rules<Jungle> = Rules::LazyAll(&[AN_ANIMAL_THERE, Rules::All(&[OWN_ANIMAL, WAY])]);
const WAY: Rules<Jungle> =
    Rules::LazyAll(&[ANOTHER_SQUARE, Rules::All(&[STEP, DISTANCE, CAPTURE])]);
const STEP: Rules<Jungle> = Rules::All(&[STRAIGHT, CAN_SWIM, OFF_OWN_THRONE]);
const DISTANCE: Rules<Jungle> = Rules::LazyAll(&[ONE_SQUARE_OR_A_JUMP, JUMP]);
const JUMP: Rules<Jungle> = Rules::All(&[CAN_JUMP, WATER_IS_FREE, LANDING_IS_FREE]);
const CAPTURE: Rules<Jungle> =
    Rules::LazyAll(&[NO_OWN_ANIMAL_THERE, ATTACKER_NOT_TRAPPED, STRENGTH]);
const STRENGTH: Rules<Jungle> = Rules::All(&[FROM_WATER_ONLY_A_RAT_IN_WATER, STRONG_ENOUGH]);

pub(super) fn check(
    game: &Jungle,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Refusal>> {
    MOVE.check(&Case {
        game,
        state,
        seat,
        action,
    })
}

impl Explain for Jungle {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(include_str!("rules.md"), include_str!("rules.fr.md"))
    }

    fn trees(&self) -> Vec<RuleTree> {
        vec![RuleTree::new("move", &MOVE)]
    }
}

/// §6.7 Nobody acts after the end.
const GAME_GOES_ON: Rules<Jungle> = Rules::demand("game-goes-on", "game-over", |case| {
    let mover = case.state.mover();
    let end = case.state.end();
    unless(end.map(|end| Refusal::GameOver { mover, end }))
});

/// §3.1 The seats take turns.
const YOUR_TURN: Rules<Jungle> = Rules::demand("your-turn", "not-your-turn", |case| {
    let mover = case.state.mover();
    unless((case.seat != mover).then_some(Refusal::NotYourTurn { mover }))
});

/// §3.1 An action moves an animal.
const AN_ANIMAL_THERE: Rules<Jungle> = Rules::demand("an-animal-there", "no-animal", |case| {
    let from = case.action.from;
    unless(actor(case).is_none().then_some(Refusal::NoAnimal { from }))
});

/// §3.1 It moves an own animal.
const OWN_ANIMAL: Rules<Jungle> = Rules::demand("own-animal", "not-your-animal", |case| {
    let foreign = actor(case).filter(|actor| actor.owner != case.seat);
    unless(foreign.map(|actor| Refusal::NotYourAnimal {
        from: case.action.from,
        animal: actor.animal,
        owner: actor.owner,
    }))
});

/// §3.2 It leads somewhere else.
const ANOTHER_SQUARE: Rules<Jungle> = Rules::demand("another-square", "same-square", |case| {
    let Action { from, to } = case.action;
    unless((from == to).then_some(Refusal::SameSquare { from }))
});

/// §3.2 Never diagonally.
const STRAIGHT: Rules<Jungle> = Rules::demand("along-row-or-column", "not-straight", |case| {
    let Action { from, to } = case.action;
    let (columns, rows) = from.apart(to);
    unless((columns != 0 && rows != 0).then_some(Refusal::NotStraight { from, to }))
});

/// §3.5 Only the rat enters water.
const CAN_SWIM: Rules<Jungle> = Rules::demand("can-swim", "not-a-swimmer", |case| {
    let to = case.action.to;
    let wades = actor(case)
        .filter(|actor| to.terrain() == Terrain::Water && actor.animal.gait() != Gait::Swims);
    unless(wades.map(|actor| Refusal::NotASwimmer {
        animal: actor.animal,
        to,
    }))
});

/// §3.4 Never onto the own throne.
const OFF_OWN_THRONE: Rules<Jungle> = Rules::demand("off-own-throne", "own-throne", |case| {
    let to = case.action.to;
    let own = actor(case).filter(|actor| to.terrain() == Terrain::Throne(actor.owner));
    unless(own.map(|_| Refusal::OwnThrone { to }))
});

/// §3.2 One square, unless it is a jump over a lake.
const ONE_SQUARE_OR_A_JUMP: Rules<Jungle> =
    Rules::demand("one-square-or-a-jump", "too-far", |case| {
        let Action { from, to } = case.action;
        let distance = from.distance(to);
        let far = distance > 1 && lake_between(case).is_none();
        unless(far.then_some(Refusal::TooFar { from, to, distance }))
    });

/// §4.1 Only leopard, tiger and lion jump.
const CAN_JUMP: Rules<Jungle> = Rules::demand("can-jump", "not-a-jumper", |case| {
    let Action { from, to } = case.action;
    let grounded = actor(case)
        .filter(|actor| lake_between(case).is_some() && actor.animal.gait() != Gait::Jumps);
    unless(grounded.map(|actor| Refusal::NotAJumper {
        animal: actor.animal,
        from,
        to,
    }))
});

/// §4.2 Nobody swims below a jump.
const WATER_IS_FREE: Rules<Jungle> = Rules::demand("water-is-free", "jump-blocked", |case| {
    let below = lake_between(case).into_iter().flatten();
    let swimmer = below
        .into_iter()
        .find_map(|rat_on| Some((rat_on, case.state.at(rat_on)?)));
    unless(swimmer.map(|(rat_on, (owner, _))| Refusal::JumpBlocked { rat_on, owner }))
});

/// §4.3 A jump takes nobody.
const LANDING_IS_FREE: Rules<Jungle> =
    Rules::demand("landing-is-free", "landing-occupied", |case| {
        let there = target(case).filter(|_| lake_between(case).is_some());
        unless(there.map(|there| Refusal::LandingOccupied {
            to: case.action.to,
            by: there.animal,
        }))
    });

/// §3.3 Never onto an own animal.
const NO_OWN_ANIMAL_THERE: Rules<Jungle> =
    Rules::demand("no-own-animal-there", "own-animal-there", |case| {
        let owner = actor(case).map(|actor| actor.owner);
        let friend = target(case).filter(|target| Some(target.owner) == owner);
        unless(friend.map(|friend| Refusal::OwnAnimalThere {
            to: case.action.to,
            friend: friend.animal,
        }))
    });

/// §5.3 Who is trapped takes nobody.
const ATTACKER_NOT_TRAPPED: Rules<Jungle> =
    Rules::demand("attacker-not-trapped", "trapped-attacker", |case| {
        let Action { from, to } = case.action;
        let trapped = attack(case).filter(|(actor, _)| State::is_trapped(actor.owner, from));
        unless(trapped.map(|(actor, prey)| Refusal::TrappedAttacker {
            animal: actor.animal,
            from,
            prey: prey.animal,
            to,
        }))
    });

/// §5.5 From water the rat takes only a rat in water.
const FROM_WATER_ONLY_A_RAT_IN_WATER: Rules<Jungle> =
    Rules::demand("from-water-only-a-rat-in-water", "rat-from-water", |case| {
        let Action { from, to } = case.action;
        let swims = |square: Square| square.terrain() == Terrain::Water;
        let onto_land = attack(case)
            .filter(|(_, prey)| swims(from) && (prey.animal != Animal::Rat || !swims(to)));
        unless(onto_land.map(|(_, prey)| Refusal::RatFromWater {
            from,
            prey: prey.animal,
            to,
        }))
    });

/// §5.1 Nobody takes a stronger one, §5.4 but for the rat, who takes the elephant.
const STRONG_ENOUGH: Rules<Jungle> = Rules::demand("strong-enough", "too-strong", |case| {
    let beaten = attack(case).filter(|(actor, prey)| {
        let rat_on_elephant = actor.animal == Animal::Rat && prey.animal == Animal::Elephant;
        prey.power > actor.power && !rat_on_elephant
    });
    unless(beaten.map(|(actor, prey)| Refusal::TooStrong {
        animal: actor.animal,
        power: actor.power,
        to: case.action.to,
        prey: prey.animal,
        prey_power: prey.power,
    }))
});

/// An animal where it stands, with its power there.
struct Actor {
    owner: Seat,
    animal: Animal,
    power: u8,
}

fn standing(case: &Case<'_, Jungle>, square: Square) -> Option<Actor> {
    let (owner, animal) = case.state.at(square)?;
    Some(Actor {
        owner,
        animal,
        power: case.game.power_on(owner, animal, square),
    })
}

/// Who is to move.
fn actor(case: &Case<'_, Jungle>) -> Option<Actor> {
    standing(case, case.action.from)
}

/// Who stands where it would go.
fn target(case: &Case<'_, Jungle>) -> Option<Actor> {
    standing(case, case.action.to)
}

/// The attacker and its prey, if the action would take an enemy by a step.
fn attack(case: &Case<'_, Jungle>) -> Option<(Actor, Actor)> {
    let (actor, target) = (actor(case)?, target(case)?);
    let takes = actor.owner != target.owner && lake_between(case).is_none();
    takes.then_some((actor, target))
}

/// §4.1 The three squares between, if they are the whole width or height of a lake.
fn lake_between(case: &Case<'_, Jungle>) -> Option<[Square; 3]> {
    let Action { from, to } = case.action;
    let (columns, rows) = from.apart(to);
    if !matches!((columns, rows), (4 | -4, 0) | (0, 4 | -4)) {
        return None;
    }
    let between = [1, 2, 3].map(|step| from.offset(columns / 4 * step, rows / 4 * step));
    let [Some(first), Some(second), Some(third)] = between else {
        return None;
    };
    let between = [first, second, third];
    between
        .iter()
        .all(|square| square.terrain() == Terrain::Water)
        .then_some(between)
}

/// Fails with `reason` if there is one.
fn unless(reason: Option<Refusal>) -> Result<(), Refusal> {
    reason.map_or(Ok(()), Err)
}
