//! The rules one by one, as a tree that explains every refusal.
//!
//! It is written from `rules.md` and shares nothing with the generator but the board and the
//! state, so that each is the other's witness.

use std::sync::LazyLock;

use vauban_game::{Explain, Lang, Refused, RuleTree, Seat, Tree};

use super::{
    Action, Jungle, Refusal,
    state::{Animal, End, Gait, Square, State, Terrain},
};

/// An action in its situation.
pub(super) struct Question {
    state: State,
    end: Option<End>,
    seat: Seat,
    from: Square,
    to: Square,
    /// Who stands on `from`, with its power there.
    actor: Option<Actor>,
    /// Who stands on `to`.
    target: Option<Actor>,
}

/// An animal where it stands.
#[derive(Copy, Clone)]
struct Actor {
    owner: Seat,
    animal: Animal,
    power: u8,
}

type Rules = Tree<Question, Refusal>;

pub(super) fn check(
    game: &Jungle,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Refusal>> {
    let Action { from, to } = action;
    let actor_on = |square| {
        let (owner, animal) = state.at(square)?;
        Some(Actor {
            owner,
            animal,
            power: game.power_on(owner, animal, square),
        })
    };
    TREE.check(&Question {
        state: *state,
        end: state.end(),
        seat,
        from,
        to,
        actor: actor_on(from),
        target: actor_on(to),
    })
}

static TREE: LazyLock<Rules> = LazyLock::new(tree);

/// All rules for a move. What hangs on a failed rule is left unchecked.
fn tree() -> Rules {
    let when = Tree::lazy_all([game_over(), not_your_turn()]);
    let step = Tree::all([not_straight(), not_a_swimmer(), own_throne()]);
    let jump = Tree::lazy_all([
        too_far(),
        Tree::all([not_a_jumper(), jump_blocked(), landing_occupied()]),
    ]);
    let capture = Tree::lazy_all([
        own_animal_there(),
        trapped_attacker(),
        Tree::all([rat_from_water(), too_strong()]),
    ]);
    let way = Tree::lazy_all([same_square(), Tree::all([step, jump, capture])]);
    let who = Tree::lazy_all([no_animal(), Tree::all([not_your_animal(), way])]);
    Tree::all([when, who])
}

impl Question {
    /// §4.1 The three squares between, if they are the whole width or height of a lake.
    fn lake_between(&self) -> Option<[Square; 3]> {
        let (columns, rows) = apart(self.from, self.to);
        if !matches!((columns, rows), (4 | -4, 0) | (0, 4 | -4)) {
            return None;
        }
        let between = [1, 2, 3].map(|step| self.from.offset(columns / 4 * step, rows / 4 * step));
        let [Some(first), Some(second), Some(third)] = between else {
            return None;
        };
        let between = [first, second, third];
        between
            .iter()
            .all(|square| square.terrain() == Terrain::Water)
            .then_some(between)
    }

    /// The attacker and its prey, if the action would take an enemy by a step.
    fn attack(&self) -> Option<(Actor, Actor)> {
        let (actor, target) = (self.actor?, self.target?);
        let takes = actor.owner != target.owner && self.lake_between().is_none();
        takes.then_some((actor, target))
    }
}

/// Columns to the right and rows down from one square to another.
fn apart(from: Square, to: Square) -> (i8, i8) {
    let difference = |from: u8, to: u8| to.cast_signed() - from.cast_signed();
    (
        difference(from.column(), to.column()),
        difference(from.row(), to.row()),
    )
}

/// How many columns or rows lie between two squares, whichever is more.
pub(super) fn distance(from: Square, to: Square) -> u8 {
    let (columns, rows) = apart(from, to);
    columns.unsigned_abs().max(rows.unsigned_abs())
}

/// Fails with `reason` if there is one.
fn unless(reason: Option<Refusal>) -> Result<(), Refusal> {
    reason.map_or(Ok(()), Err)
}

/// §6.7 Nobody acts after the end.
fn game_over() -> Rules {
    Tree::rule("game-over", |q| {
        unless(q.end.map(|end| Refusal::GameOver { end }))
    })
}

/// §3.1 The seats take turns.
fn not_your_turn() -> Rules {
    Tree::rule("not-your-turn", |q| {
        let mover = q.state.mover();
        unless((q.seat != mover).then_some(Refusal::NotYourTurn { mover }))
    })
}

/// §3.1 An action moves an animal.
fn no_animal() -> Rules {
    Tree::rule("no-animal", |q| {
        let from = q.from;
        unless(q.actor.is_none().then_some(Refusal::NoAnimal { from }))
    })
}

/// §3.1 It moves an own animal.
fn not_your_animal() -> Rules {
    Tree::rule("not-your-animal", |q| {
        let foreign = q.actor.filter(|actor| actor.owner != q.seat);
        unless(foreign.map(|actor| Refusal::NotYourAnimal {
            from: q.from,
            animal: actor.animal,
            owner: actor.owner,
        }))
    })
}

/// §3.2 It leads somewhere else.
fn same_square() -> Rules {
    Tree::rule("same-square", |q| {
        let from = q.from;
        unless((from == q.to).then_some(Refusal::SameSquare { from }))
    })
}

/// §3.2 Never diagonally.
fn not_straight() -> Rules {
    Tree::rule("not-straight", |q| {
        let (from, to) = (q.from, q.to);
        let (columns, rows) = apart(from, to);
        unless((columns != 0 && rows != 0).then_some(Refusal::NotStraight { from, to }))
    })
}

/// §3.2 One square, unless it is a jump over a lake.
fn too_far() -> Rules {
    Tree::rule("too-far", |q| {
        let (from, to) = (q.from, q.to);
        let distance = distance(from, to);
        let far = distance > 1 && q.lake_between().is_none();
        unless(far.then_some(Refusal::TooFar { from, to, distance }))
    })
}

/// §3.3 Never onto an own animal.
fn own_animal_there() -> Rules {
    Tree::rule("own-animal-there", |q| {
        let owner = q.actor.map(|actor| actor.owner);
        let friend = q.target.filter(|target| Some(target.owner) == owner);
        unless(friend.map(|friend| Refusal::OwnAnimalThere {
            to: q.to,
            friend: friend.animal,
        }))
    })
}

/// §3.4 Never onto the own throne.
fn own_throne() -> Rules {
    Tree::rule("own-throne", |q| {
        let to = q.to;
        let own = q
            .actor
            .is_some_and(|actor| to.terrain() == Terrain::Throne(actor.owner));
        unless(own.then_some(Refusal::OwnThrone { to }))
    })
}

/// §3.5 Only the rat enters water.
fn not_a_swimmer() -> Rules {
    Tree::rule("not-a-swimmer", |q| {
        let to = q.to;
        let wades = q
            .actor
            .filter(|actor| to.terrain() == Terrain::Water && actor.animal.gait() != Gait::Swims);
        unless(wades.map(|actor| Refusal::NotASwimmer {
            animal: actor.animal,
            to,
        }))
    })
}

/// §4.1 Only leopard, tiger and lion jump.
fn not_a_jumper() -> Rules {
    Tree::rule("not-a-jumper", |q| {
        let (from, to) = (q.from, q.to);
        let grounded = q
            .actor
            .filter(|actor| q.lake_between().is_some() && actor.animal.gait() != Gait::Jumps);
        unless(grounded.map(|actor| Refusal::NotAJumper {
            animal: actor.animal,
            from,
            to,
        }))
    })
}

/// §4.2 Nobody swims below a jump.
fn jump_blocked() -> Rules {
    Tree::rule("jump-blocked", |q| {
        let swimmer = q
            .lake_between()
            .into_iter()
            .flatten()
            .find_map(|rat_on| Some((rat_on, q.state.at(rat_on)?)));
        unless(swimmer.map(|(rat_on, (owner, _))| Refusal::JumpBlocked { rat_on, owner }))
    })
}

/// §4.3 A jump takes nobody.
fn landing_occupied() -> Rules {
    Tree::rule("landing-occupied", |q| {
        let to = q.to;
        let there = q.target.filter(|_| q.lake_between().is_some());
        unless(there.map(|there| Refusal::LandingOccupied {
            to,
            by: there.animal,
        }))
    })
}

/// §5.3 Who is trapped takes nobody.
fn trapped_attacker() -> Rules {
    Tree::rule("trapped-attacker", |q| {
        let (from, to) = (q.from, q.to);
        let trapped = q
            .attack()
            .filter(|(actor, _)| from.terrain() == Terrain::Trap(actor.owner.other()));
        unless(trapped.map(|(actor, prey)| Refusal::TrappedAttacker {
            animal: actor.animal,
            from,
            prey: prey.animal,
            to,
        }))
    })
}

/// §5.5 From water the rat takes only a rat in water.
fn rat_from_water() -> Rules {
    Tree::rule("rat-from-water", |q| {
        let (from, to) = (q.from, q.to);
        let swims = from.terrain() == Terrain::Water;
        let onto_land = q.attack().filter(|(_, prey)| {
            swims && (prey.animal != Animal::Rat || to.terrain() != Terrain::Water)
        });
        unless(onto_land.map(|(_, prey)| Refusal::RatFromWater {
            from,
            prey: prey.animal,
            to,
        }))
    })
}

/// §5.1 Nobody takes a stronger one, §5.4 but for the rat, who takes the elephant.
fn too_strong() -> Rules {
    Tree::rule("too-strong", |q| {
        let beaten = q.attack().filter(|(actor, prey)| {
            let rat_on_elephant = actor.animal == Animal::Rat && prey.animal == Animal::Elephant;
            prey.power > actor.power && !rat_on_elephant
        });
        unless(beaten.map(|(actor, prey)| Refusal::TooStrong {
            animal: actor.animal,
            power: actor.power,
            to: q.to,
            prey: prey.animal,
            prey_power: prey.power,
        }))
    })
}

impl Explain for Jungle {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(include_str!("rules.md"), include_str!("rules.fr.md"))
    }

    fn trees(&self) -> Vec<RuleTree> {
        vec![TREE.printed("move", TREE.to_string())]
    }
}

impl Jungle {
    /// Every code that a refusal can have, in the order of the tree.
    pub fn codes() -> Vec<&'static str> {
        TREE.codes()
    }
}
