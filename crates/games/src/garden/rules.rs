//! The rules one by one, as trees that explain every refusal.
//!
//! They are written from `rules.md` cell by cell and share nothing with the generator but the map and
//! the state, so that each is the other's witness.

use std::sync::LazyLock;

use vauban_game::{Explain, Lang, Refused, RuleTree, Seat, Tree};

use super::{
    Garden, Refusal,
    actions::{Action, POWER_POINTS},
    cell::Cell,
    map::Special,
    state::{CROWD, Clan, Phase, State},
};

/// An action in its situation.
pub(super) struct Question {
    game: Garden,
    state: State,
    seat: Seat,
    action: Action,
    /// Where it begins, if it leaves a cell.
    from: Option<Cell>,
    /// Where it ends.
    to: Option<Cell>,
}

type Rules = Tree<Question, Refusal>;

pub(super) fn check(
    game: &Garden,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Refusal>> {
    let (from, to) = match action {
        Action::Move { from, to } | Action::Jet { from, to } | Action::Shelter { from, to } => {
            (Some(from), Some(to))
        }
        Action::Grill { at }
        | Action::Drown { at }
        | Action::Pillage { at }
        | Action::Poison { at }
        | Action::Arm { at }
        | Action::Stone { at }
        | Action::Place { at } => (None, Some(at)),
        Action::Choose(_) | Action::Candy | Action::End => (None, None),
    };
    let question = Question {
        game: game.clone(),
        state: *state,
        seat,
        action,
        from,
        to,
    };
    let trees = &*TREES;
    let tree = match action {
        Action::Choose(_) => &trees.choose,
        Action::Move { .. } => &trees.step,
        Action::Jet { .. } => &trees.jet,
        Action::Candy => &trees.candy,
        Action::Grill { .. } | Action::Drown { .. } => &trees.scald,
        Action::Pillage { .. } => &trees.pillage,
        Action::Poison { .. } | Action::Stone { .. } => &trees.curse,
        Action::Arm { .. } => &trees.arm,
        Action::Shelter { .. } => &trees.shelter,
        Action::End => &trees.end,
        Action::Place { .. } => &trees.place,
    };
    tree.check(&question)
}

struct Trees {
    choose: Rules,
    step: Rules,
    jet: Rules,
    candy: Rules,
    scald: Rules,
    pillage: Rules,
    curse: Rules,
    arm: Rules,
    shelter: Rules,
    end: Rules,
    place: Rules,
}

static TREES: LazyLock<Trees> = LazyLock::new(|| Trees {
    choose: Tree::all([when(not_choosing()), clan_taken()]),
    step: Tree::all([
        when(not_conquest()),
        leaving(),
        not_adjacent(),
        Tree::lazy_all([own_cell(), entry_cost()]),
    ]),
    jet: Tree::all([
        when(not_conquest()),
        special_power(),
        leaving(),
        Tree::lazy_all([not_enemy(), entry_cost()]),
    ]),
    candy: Tree::all([when(not_conquest()), special_power()]),
    scald: Tree::all([
        when(not_conquest()),
        special_power(),
        not_enemy(),
        out_of_reach(),
    ]),
    pillage: Tree::all([
        when(not_conquest()),
        too_few_points(),
        not_enemy(),
        no_neighbour(),
    ]),
    curse: Tree::all([
        when(not_conquest()),
        wrong_clan(),
        too_few_points(),
        not_enemy(),
        no_neighbour(),
    ]),
    arm: Tree::all([
        when(not_conquest()),
        wrong_clan(),
        too_few_points(),
        not_yours(),
    ]),
    shelter: Tree::all([
        when(not_conquest()),
        wrong_clan(),
        too_few_points(),
        leaving(),
        not_adjacent(),
        Tree::lazy_all([not_enemy(), entry_cost()]),
    ]),
    end: when(not_conquest()),
    place: Tree::all([
        when(not_reinforcement()),
        Tree::lazy_all([not_yours(), cell_full()]),
    ]),
});

/// §3.5 The match goes on, no dice are to be rolled, it is the seat's turn, and the phase is right.
fn when(phase: Rules) -> Rules {
    Tree::lazy_all([game_over(), dice_first(), not_your_turn(), phase])
}

/// §4.1 Creatures can leave the cell.
fn leaving() -> Rules {
    Tree::lazy_all([not_your_cell(), Tree::all([too_few(), immobilised()])])
}

/// §4.6 The power of a special cell can be used.
fn special_power() -> Rules {
    Tree::lazy_all([power_not_owned(), Tree::all([power_used(), power_cost()])])
}

/// Fails with `reason` if there is one.
fn unless(reason: Option<Refusal>) -> Result<(), Refusal> {
    reason.map_or(Ok(()), Err)
}

/// §8.4 Nobody acts after the end.
fn game_over() -> Rules {
    Tree::rule("game-over", |q| {
        unless(q.state.end().map(|end| Refusal::GameOver { end }))
    })
}

/// §3.5 Dice come before everything.
fn dice_first() -> Rules {
    Tree::rule("dice-first", |q| {
        let free = matches!(
            q.state.phase(),
            Phase::Clans | Phase::Conquest | Phase::Reinforcement | Phase::Over(_)
        );
        unless((!free).then_some(Refusal::DiceFirst))
    })
}

/// §3.5 The sides take turns.
fn not_your_turn() -> Rules {
    Tree::rule("not-your-turn", |q| {
        let mover = q.state.mover();
        unless((q.seat != mover).then_some(Refusal::NotYourTurn { mover }))
    })
}

/// §2.3 Clans are chosen before the first round.
fn not_choosing() -> Rules {
    Tree::rule("not-choosing", |q| {
        let wrong = q.state.phase() != Phase::Clans;
        unless(wrong.then_some(Refusal::NotChoosing))
    })
}

/// §3.3 Cells are taken and powers used in the conquest.
fn not_conquest() -> Rules {
    Tree::rule("not-conquest", |q| {
        let phase = q.state.phase();
        unless((phase != Phase::Conquest).then_some(Refusal::NotConquest { phase }))
    })
}

/// §6.2 Creatures are placed in the reinforcement.
fn not_reinforcement() -> Rules {
    Tree::rule("not-reinforcement", |q| {
        let phase = q.state.phase();
        unless((phase != Phase::Reinforcement).then_some(Refusal::NotReinforcement { phase }))
    })
}

/// §2.3 The clans are different.
fn clan_taken() -> Rules {
    Tree::rule("clan-taken", |q| {
        let Action::Choose(clan) = q.action else {
            return Ok(());
        };
        let by = q.seat.other();
        unless((q.state.clan(by) == Some(clan)).then_some(Refusal::ClanTaken { clan, by }))
    })
}

/// §4.1 A group leaves an own cell.
fn not_your_cell() -> Rules {
    Tree::rule("not-your-cell", |q| unless(q.foreign(q.from)))
}

/// §5.5, §6.2 Weapons are for own creatures, and so is room.
fn not_yours() -> Rules {
    Tree::rule("not-yours", |q| {
        let at = q.to.filter(|&at| q.state.owner(at) != Some(q.seat));
        unless(at.map(|at| Refusal::NotYours { at }))
    })
}

/// §4.1 One creature stays.
fn too_few() -> Rules {
    Tree::rule("too-few", |q| {
        let lonely = q.from.filter(|&from| q.state.creatures(from) < 2);
        unless(lonely.map(|from| Refusal::TooFew { from }))
    })
}

/// §5.6 Nobody leaves from under rocks.
fn immobilised() -> Rules {
    Tree::rule("immobilised", |q| {
        let held = q.from.filter(|&from| q.state.rocks(from) > 0);
        unless(held.map(|from| Refusal::Immobilised {
            from,
            turns: q.state.rocks(from),
        }))
    })
}

/// §4.1 To a cell beside it.
fn not_adjacent() -> Rules {
    Tree::rule("not-adjacent", |q| {
        let ends = q.from.zip(q.to).filter(|(from, to)| !from.touches(*to));
        unless(ends.map(|(from, to)| Refusal::NotAdjacent {
            from,
            to,
            steps: from.steps_to(to),
        }))
    })
}

/// §4.2 Own cells are not conquered.
fn own_cell() -> Rules {
    Tree::rule("own-cell", |q| {
        let own = q.to.filter(|&to| q.state.owner(to) == Some(q.seat));
        unless(own.map(|to| Refusal::OwnCell { to }))
    })
}

/// §4.3 Special cells cost.
fn entry_cost() -> Rules {
    Tree::rule("entry-cost", |q| {
        let special = q.to.and_then(|to| q.game.map.special(to));
        let dear = special.and_then(|special| q.lacks(special));
        unless(dear.map(|(special, have)| Refusal::EntryCost { special, have }))
    })
}

/// §4.6 A power belongs to whoever owns the cell.
fn power_not_owned() -> Rules {
    Tree::rule("power-not-owned", |q| {
        let special = q.action.special();
        let foreign = special.filter(|&special| {
            let cell = q.game.map.cell_of(special);
            q.state.owner(cell) != Some(q.seat)
        });
        unless(foreign.map(|special| Refusal::PowerNotOwned {
            special,
            cell: q.game.map.cell_of(special),
        }))
    })
}

/// §4.6 Once a turn.
fn power_used() -> Rules {
    Tree::rule("power-used", |q| {
        let special = q.action.special();
        let used =
            special.filter(|&special| q.seat == q.state.mover() && q.state.has_used(special));
        unless(used.map(|special| Refusal::PowerUsed { special }))
    })
}

/// §4.6 Each use costs.
fn power_cost() -> Rules {
    Tree::rule("power-cost", |q| {
        let dear = q.action.special().and_then(|special| q.lacks(special));
        unless(dear.map(|(special, have)| Refusal::PowerCost { special, have }))
    })
}

/// §4.10, §5.2 Powers are for enemy cells, §4.8 and so are jet-packs.
fn not_enemy() -> Rules {
    Tree::rule("not-enemy", |q| {
        let enemy = q.seat.other();
        let other = q.to.filter(|&at| q.state.owner(at) != Some(enemy));
        unless(other.map(|at| Refusal::NotEnemy { at }))
    })
}

/// §4.10 The barbecue and the pool reach the cells beside them.
fn out_of_reach() -> Rules {
    Tree::rule("out-of-reach", |q| {
        let Some((special, at)) = q.action.special().zip(q.to) else {
            return Ok(());
        };
        let cell = q.game.map.cell_of(special);
        unless((!cell.touches(at)).then_some(Refusal::OutOfReach { special, cell, at }))
    })
}

/// §5.1 A clan power costs points.
fn too_few_points() -> Rules {
    Tree::rule("too-few-points", |q| {
        let points = q.state.points(q.seat);
        unless((points < POWER_POINTS).then_some(Refusal::TooFewPoints { points }))
    })
}

/// §5.2 Each clan has its own.
fn wrong_clan() -> Rules {
    Tree::rule("wrong-clan", |q| {
        let clan: Option<Clan> = q.state.clan(q.seat);
        let needed = q.action.clan().filter(|&needed| clan != Some(needed));
        unless(needed.map(|needed| Refusal::WrongClan { needed, clan }))
    })
}

/// §5.2 On a cell beside an own one.
fn no_neighbour() -> Rules {
    Tree::rule("no-neighbour", |q| {
        let near = |at: Cell| {
            Cell::all().any(|cell| q.state.owner(cell) == Some(q.seat) && cell.touches(at))
        };
        let far = q.to.filter(|&at| !near(at));
        unless(far.map(|at| Refusal::NoNeighbour { at }))
    })
}

/// §6.2 Five at most.
fn cell_full() -> Rules {
    Tree::rule("cell-full", |q| {
        let full = q.to.filter(|&at| q.state.creatures(at) >= CROWD);
        unless(full.map(|at| Refusal::CellFull { at }))
    })
}

impl Question {
    /// The reason, if the cell is not the seat's.
    fn foreign(&self, cell: Option<Cell>) -> Option<Refusal> {
        let at = cell?;
        let owner = self.state.owner(at);
        (owner != Some(self.seat)).then_some(Refusal::NotYourCell { from: at, owner })
    }

    /// The special cell, and what the seat has of what it costs, if that is too little.
    fn lacks(&self, special: Special) -> Option<(Special, u16)> {
        let (resource, amount) = special.cost();
        let have = self.state.resource(self.seat, resource);
        (have < amount).then_some((special, have))
    }
}

impl Explain for Garden {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(include_str!("rules.md"), include_str!("rules.fr.md"))
    }

    fn trees(&self) -> Vec<RuleTree> {
        TREES
            .named()
            .map(|(kind, tree)| tree.printed(kind, tree.to_string()))
            .into()
    }
}

impl Trees {
    fn named(&self) -> [(&'static str, &Rules); 11] {
        [
            ("choose", &self.choose),
            ("move", &self.step),
            ("jet", &self.jet),
            ("candy", &self.candy),
            ("scald", &self.scald),
            ("pillage", &self.pillage),
            ("curse", &self.curse),
            ("arm", &self.arm),
            ("shelter", &self.shelter),
            ("end", &self.end),
            ("place", &self.place),
        ]
    }
}

impl Garden {
    /// Every code that a refusal can have, each once.
    pub fn codes() -> Vec<&'static str> {
        let mut codes: Vec<&'static str> = TREES
            .named()
            .into_iter()
            .flat_map(|(_, tree)| tree.codes())
            .collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}
