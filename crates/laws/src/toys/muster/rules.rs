//! The rules of Muster: the tree of each kind of action, and which positions can be.

use std::sync::LazyLock;

use vauban_game::{Game, Refused, RuleTree, Seat, SeatSet, Tree, Turn};

use super::{Action, DECK, FORTS, Muster, Phase, State, fort_name, size};
use crate::toys::plain::{Plain, must};

pub(super) struct Question {
    game: Muster,
    state: State,
    seat: Seat,
    action: Action,
}

impl Question {
    /// The fort it is about, with its owner.
    fn fort(&self) -> Option<(u8, Option<Seat>)> {
        let (Action::Place(fort, _) | Action::Raid(fort)) = self.action else {
            return None;
        };
        let held = self.state.open.forts.get(usize::from(fort))?;
        Some((fort, held.owner))
    }
}

type Rules = LazyLock<Tree<Question, Plain>>;

fn on_turn() -> Tree<Question, Plain> {
    Tree::rule("not-your-turn", |q: &Question| {
        must(q.game.turn(&q.state).includes(q.seat), || {
            Plain::not_your_turn("1.1")
        })
    })
}

static PLAY: Rules = LazyLock::new(|| {
    Tree::all([
        on_turn(),
        Tree::rule("no-such-card", |q| {
            let Action::Play(kind) = q.action else {
                return Ok(());
            };
            let held = q.state.hands[q.seat].get(usize::from(kind));
            must(held.is_some_and(|&count| count > 0), || {
                Plain::new(
                    "no-such-card",
                    "2.1",
                    "you hold no such card",
                    "vous n'avez pas cette carte",
                )
            })
        }),
    ])
});

static PLACE: Rules = LazyLock::new(|| {
    Tree::all([
        on_turn(),
        Tree::rule("fort-of-another", |q| {
            let free = q
                .fort()
                .is_some_and(|(_, owner)| owner.is_none_or(|owner| owner == q.seat));
            must(free, || {
                let reason = Plain::new(
                    "fort-of-another",
                    "3.1",
                    "this fort is another's",
                    "ce fort est à un autre",
                );
                match q.fort() {
                    Some((fort, _)) => reason.at(fort_name(fort)),
                    None => reason,
                }
            })
        }),
        Tree::rule("too-many", |q| {
            let Action::Place(_, armies) = q.action else {
                return Ok(());
            };
            let pool = q.state.open.pool;
            must((1..=pool).contains(&armies), || {
                Plain::new(
                    "too-many",
                    "3.2",
                    format!("you can place 1 to {pool} armies, not {armies}"),
                    format!("vous pouvez placer de 1 à {pool} armées, pas {armies}"),
                )
                .with("pool", pool)
                .with("armies", armies)
            })
        }),
    ])
});

static RAID: Rules = LazyLock::new(|| {
    Tree::all([
        on_turn(),
        Tree::rule("nobody-to-raid", |q| {
            let enemy = q
                .fort()
                .is_some_and(|(_, owner)| owner.is_some_and(|owner| owner != q.seat));
            must(enemy, || {
                Plain::new(
                    "nobody-to-raid",
                    "4.1",
                    "no enemy holds this fort",
                    "aucun ennemi ne tient ce fort",
                )
            })
        }),
        Tree::rule("raided-already", |q| {
            must(!q.state.open.raided, || {
                Plain::new(
                    "raided-already",
                    "4.2",
                    "you have raided in this turn",
                    "vous avez déjà attaqué ce tour-ci",
                )
            })
        }),
    ])
});

static END: Rules = LazyLock::new(on_turn);

pub(super) fn check(
    game: &Muster,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Plain>> {
    let rules = match action {
        Action::Play(_) => &PLAY,
        Action::Place(..) => &PLACE,
        Action::Raid(_) => &RAID,
        Action::End => &END,
    };
    rules.check(&Question {
        game: *game,
        state: *state,
        seat,
        action,
    })
}

pub(super) fn trees() -> Vec<RuleTree> {
    let print = |kind, rules: &Rules| rules.printed(kind, rules.to_string());
    vec![
        print("play", &PLAY),
        print("place", &PLACE),
        print("raid", &RAID),
        print("end", &END),
    ]
}

/// Whether such a state can be.
pub(super) fn sound(game: &Muster, state: &State) -> bool {
    let open = &state.open;
    let enough = (0..DECK.len()).all(|kind| {
        let held = SeatSet::all(game.seats)
            .iter()
            .map(|seat| u32::from(state.hands[seat][kind]));
        held.sum::<u32>() + u32::from(open.played[kind]) <= u32::from(DECK[kind])
    });
    let phase = match open.phase {
        Phase::Draw => enough && size(game.deck(state)) > 0,
        Phase::Act => true,
        Phase::Raid(fort) => {
            fort < FORTS
                && open.raided
                && open.forts[usize::from(fort)]
                    .owner
                    .is_some_and(|owner| owner != open.to_move)
        }
    };
    let over = matches!(game.turn(state), Turn::Over(_));
    let gone_hold_nothing = open.gone.iter().all(|seat| {
        size(state.hands[seat]) == 0 && open.forts.iter().all(|fort| fort.owner != Some(seat))
    });
    enough
        && open.round <= game.rounds
        && gone_hold_nothing
        && (over || phase && !open.gone.contains(open.to_move))
}
