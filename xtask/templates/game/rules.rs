//! The rules one by one, as a tree that explains every refusal.

use std::sync::LazyLock;

use vauban_game::{Explain, Lang, Reason, Refused, RuleTree, Seat, Text, Tree, scene::Spot};

use super::{
    Action, FARTHEST, Towpath,
    narrate::seat_name,
    state::{Square, State},
};

/// Why the barge cannot be hauled so.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Refusal {
    /// §3.2
    GameOver,
    /// §2.1
    NotYourTurn { mover: Seat },
    /// §1.1
    OffPath { to: Square, home: Square },
    /// §2.2
    NotAhead { to: Square, barge: Square },
    /// §2.3
    TooFar { to: Square, distance: u8 },
}

/// An action in its situation.
struct Question {
    home: Square,
    state: State,
    seat: Seat,
    to: Square,
}

type Rules = Tree<Question, Refusal>;

static TREE: LazyLock<Rules> = LazyLock::new(|| {
    Tree::all([
        Tree::lazy_all([game_over(), not_your_turn()]),
        Tree::lazy_all([off_path(), Tree::lazy_all([not_ahead(), too_far()])]),
    ])
});

pub(super) fn check(
    game: &Towpath,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Refusal>> {
    TREE.check(&Question {
        home: game.home(),
        state: *state,
        seat,
        to: action.to,
    })
}

fn game_over() -> Rules {
    Tree::rule("game-over", |q: &Question| {
        must(q.state.barge != q.home, Refusal::GameOver)
    })
}

fn not_your_turn() -> Rules {
    Tree::rule("not-your-turn", |q: &Question| {
        let mover = q.state.mover;
        must(q.seat == mover, Refusal::NotYourTurn { mover })
    })
}

fn off_path() -> Rules {
    Tree::rule("off-path", |q: &Question| {
        let (to, home) = (q.to, q.home);
        must(to <= home, Refusal::OffPath { to, home })
    })
}

fn not_ahead() -> Rules {
    Tree::rule("not-ahead", |q: &Question| {
        let (to, barge) = (q.to, q.state.barge);
        must(to > barge, Refusal::NotAhead { to, barge })
    })
}

fn too_far() -> Rules {
    Tree::rule("too-far", |q: &Question| {
        let to = q.to;
        let distance = to.0.saturating_sub(q.state.barge.0);
        must(distance <= FARTHEST, Refusal::TooFar { to, distance })
    })
}

fn must(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}

impl Reason for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::GameOver => "game-over",
            Refusal::NotYourTurn { .. } => "not-your-turn",
            Refusal::OffPath { .. } => "off-path",
            Refusal::NotAhead { .. } => "not-ahead",
            Refusal::TooFar { .. } => "too-far",
        }
    }

    fn paragraph(&self) -> &'static str {
        match self {
            Refusal::GameOver => "3.2",
            Refusal::NotYourTurn { .. } => "2.1",
            Refusal::OffPath { .. } => "1.1",
            Refusal::NotAhead { .. } => "2.2",
            Refusal::TooFar { .. } => "2.3",
        }
    }

    fn spots(&self) -> Vec<Spot> {
        match self {
            // A square off the path is not in the picture.
            Refusal::GameOver | Refusal::NotYourTurn { .. } | Refusal::OffPath { .. } => Vec::new(),
            Refusal::NotAhead { to, .. } | Refusal::TooFar { to, .. } => vec![to.spot()],
        }
    }

    fn numbers(&self) -> Vec<(&'static str, i64)> {
        match self {
            Refusal::NotYourTurn { mover } => vec![("turn", mover.number().into())],
            Refusal::TooFar { distance, .. } => vec![("distance", (*distance).into())],
            Refusal::GameOver | Refusal::OffPath { .. } | Refusal::NotAhead { .. } => Vec::new(),
        }
    }

    fn text(&self) -> Text {
        match *self {
            Refusal::GameOver => Text::fixed("The match is over.", "La partie est finie."),
            Refusal::NotYourTurn { mover } => {
                let name = seat_name(mover);
                Text::new(
                    format!("It is {}'s turn.", name.en),
                    format!("C'est à {} de jouer.", name.fr),
                )
            }
            Refusal::OffPath { to, home } => Text::new(
                format!("{to} is not on the path, which ends at {home}."),
                format!("{to} n'est pas sur le chemin, qui finit en {home}."),
            ),
            Refusal::NotAhead { to, barge } => Text::new(
                format!("{to} is not ahead of the barge on {barge}."),
                format!("{to} n'est pas devant la péniche en {barge}."),
            ),
            Refusal::TooFar { to, distance } => Text::new(
                format!("{to} is {distance} squares ahead; at most {FARTHEST} are allowed."),
                format!("{to} est à {distance} cases ; {FARTHEST} au plus sont permises."),
            ),
        }
    }
}

impl Explain for Towpath {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(include_str!("rules.md"), include_str!("rules.fr.md"))
    }

    fn trees(&self) -> Vec<RuleTree> {
        vec![TREE.printed("haul", TREE.to_string())]
    }
}
