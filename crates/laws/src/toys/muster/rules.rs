//! The rules of Muster one by one, as trees that explain every refusal.

use vauban_game::{Case, Explain, Lang, Refused, RuleTree, Rules, Seat, Text, text};

use super::{Action, Muster, State, state::fort_name};
use crate::toys::plain::{Plain, must, your_turn};

type Tree = Rules<Muster>;

static PLAY: Tree = Rules::All(&[your_turn(), CARD_IN_HAND]);
static PLACE: Tree = Rules::All(&[your_turn(), FREE_OR_OWN_FORT, ARMIES_IN_POOL]);
static RAID: Tree = Rules::All(&[your_turn(), ENEMY_FORT, ONE_RAID_A_TURN]);
static END: Tree = your_turn();

pub(super) fn check(
    game: &Muster,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Plain>> {
    let tree = match action {
        Action::Play(_) => &PLAY,
        Action::Place(..) => &PLACE,
        Action::Raid(_) => &RAID,
        Action::End => &END,
    };
    tree.check(&Case {
        game,
        state,
        seat,
        action,
    })
}

impl Explain for Muster {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(
            "1.1 Seats move in turn; a turn begins with a card.\n2.1 One plays cards from one's hand.\n\
             3.1 Armies go into free or own forts.\n3.2 As many as have been mustered.\n\
             4.1 One raids an enemy's fort.\n4.2 Once a turn.\n",
            "1.1 On joue à tour de rôle ; un tour commence par une carte.\n2.1 On joue les cartes de sa main.\n\
             3.1 Les armées vont dans un fort libre ou à soi.\n3.2 Autant qu'on en a levé.\n\
             4.1 On attaque le fort d'un ennemi.\n4.2 Une fois par tour.\n",
        )
    }
    fn trees(&self) -> Vec<RuleTree> {
        vec![
            RuleTree::new("play", &PLAY),
            RuleTree::new("place", &PLACE),
            RuleTree::new("raid", &RAID),
            RuleTree::new("end", &END),
        ]
    }
}

const CARD_IN_HAND: Tree = Rules::demand("card-in-hand", "no-such-card", |case| {
    let Action::Play(kind) = case.action else {
        return Ok(());
    };
    let held = case.state.hands[case.seat].get(usize::from(kind));
    must(held.is_some_and(|&count| count > 0), || {
        let text = Text::fixed("you hold no such card", "vous n'avez pas cette carte");
        Plain::new("no-such-card", "2.1", text)
    })
});

const FREE_OR_OWN_FORT: Tree = Rules::demand("free-or-own-fort", "fort-of-another", |case| {
    let held = fort(case);
    let free = held.is_some_and(|(_, owner)| owner.is_none_or(|owner| owner == case.seat));
    must(free, || {
        let text = Text::fixed(
            "this fort belongs to another seat",
            "ce fort appartient à un autre camp",
        );
        let reason = Plain::new("fort-of-another", "3.1", text);
        match held {
            Some((fort, _)) => reason.at(fort_name(fort)),
            None => reason,
        }
    })
});

const ARMIES_IN_POOL: Tree = Rules::demand("armies-in-pool", "too-many", |case| {
    let Action::Place(_, armies) = case.action else {
        return Ok(());
    };
    let pool = case.state.open.pool;
    must((1..=pool).contains(&armies), || {
        let text = text!(
            "you can place 1 to {pool} armies, not {armies}",
            "vous pouvez placer de 1 à {pool} armées, pas {armies}",
        );
        let reason = Plain::new("too-many", "3.2", text);
        reason.number("pool", pool).number("armies", armies)
    })
});

const ENEMY_FORT: Tree = Rules::demand("enemy-fort", "nobody-to-raid", |case| {
    let enemy = fort(case).and_then(|(_, owner)| owner);
    must(enemy.is_some_and(|owner| owner != case.seat), || {
        let text = Text::fixed("no enemy holds this fort", "aucun ennemi ne tient ce fort");
        Plain::new("nobody-to-raid", "4.1", text)
    })
});

const ONE_RAID_A_TURN: Tree = Rules::demand("one-raid-a-turn", "raided-already", |case| {
    must(!case.state.open.raided, || {
        let text = Text::fixed(
            "you have already raided this turn",
            "vous avez déjà attaqué ce tour-ci",
        );
        Plain::new("raided-already", "4.2", text)
    })
});

/// The fort it is about, with its owner.
fn fort(case: &Case<'_, Muster>) -> Option<(u8, Option<Seat>)> {
    let (Action::Place(fort, _) | Action::Raid(fort)) = case.action else {
        return None;
    };
    let held = case.state.open.forts.get(usize::from(fort))?;
    Some((fort, held.owner))
}
