//! The rules of Breakthrough one by one, as a tree that explains every refusal.

use vauban_game::{Case, Explain, Lang, Refused, RuleTree, Rules, Seat, Text};

use super::{Action, Breakthrough, State, Way};
use crate::toys::plain::{Plain, must, your_turn};

type Tree = Rules<Breakthrough>;

static MOVE: Tree = Rules::All(&[your_turn(), Rules::LazyAll(&[ON_THE_BOARD, MAN])]);
const MAN: Tree = Rules::All(&[OWN_MAN, Rules::LazyAll(&[WITHIN_REACH, FREE_OR_A_PREY])]);

pub(super) fn check(
    game: &Breakthrough,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Plain>> {
    MOVE.check(&Case {
        game,
        state,
        seat,
        action,
    })
}

impl Explain for Breakthrough {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(
            "1.1 Seats move in turn.\n1.2 All happens on the board.\n2.1 One moves one's own men.\n\
             2.2 A man goes one square ahead or sideways ahead; with the option, also back.\n\
             2.3 It takes sideways only.\n3.1 Who reaches the far row wins.\n",
            "1.1 On joue à tour de rôle.\n1.2 Tout se passe sur le plateau.\n2.1 On joue ses propres pions.\n\
             2.2 Un pion va d'une case en avant, droit ou en biais ; avec l'option, aussi en arrière.\n\
             2.3 Il ne prend qu'en biais.\n3.1 Qui atteint la dernière rangée gagne.\n",
        )
    }
    fn trees(&self) -> Vec<RuleTree> {
        vec![RuleTree::new("move", &MOVE)]
    }
}

const ON_THE_BOARD: Tree = Rules::demand("on-the-board", "off-board", |case| {
    let Action { from, to } = case.action;
    must(case.game.inside(from) && case.game.inside(to), || {
        let text = Text::fixed("that is off the board", "c'est hors du plateau");
        Plain::new("off-board", "1.2", text).number("size", case.game.size)
    })
});

const OWN_MAN: Tree = Rules::demand("own-man", "not-your-man", |case| {
    let from = case.action.from;
    must(case.state.owner(from) == Some(case.seat), || {
        let text = Text::fixed(
            "none of your men stands there",
            "aucun de vos pions ne s'y trouve",
        );
        Plain::new("not-your-man", "2.1", text).at(from.name())
    })
});

const WITHIN_REACH: Tree = Rules::demand("within-reach", "out-of-reach", |case| {
    let Action { from, to } = case.action;
    let mut near = case.game.neighbours(case.seat, from);
    let reaches = near.any(|(next, way)| next == to && (way != Way::Back || case.game.retreat));
    must(reaches, || {
        let text = Text::fixed(
            "a man cannot go there from where it stands",
            "un pion ne peut pas y aller d'où il est",
        );
        Plain::new("out-of-reach", "2.2", text).at(to.name())
    })
});

const FREE_OR_A_PREY: Tree = Rules::demand("free-or-a-prey", "occupied", |case| {
    let Action { from, to } = case.action;
    let owner = case.state.owner(to);
    let sideways = from.column() != to.column();
    must(
        owner.is_none() || (sideways && owner != Some(case.seat)),
        || {
            let text = Text::fixed(
                "the square is occupied, and men take only sideways and only the opponent's men",
                "la case est occupée, et un pion ne prend qu'en biais et que les pions adverses",
            );
            Plain::new("occupied", "2.3", text).at(to.name())
        },
    )
});
