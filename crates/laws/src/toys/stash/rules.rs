//! The rules of Stash one by one, as trees that explain every refusal.

use vauban_game::{Case, Explain, Game, Lang, Refused, RuleTree, Rules, Seat, Text, Turn};

use super::{Action, Stash, State};
use crate::toys::plain::{Plain, must, your_turn};

type Tree = Rules<Stash>;

static HIDE: Tree = Rules::All(&[your_turn(), A_CELL, NOTHING_HIDDEN]);
static DIG: Tree = Rules::All(&[
    your_turn(),
    ALL_HIDDEN,
    ANOTHER_GARDEN,
    Rules::LazyAll(&[A_CELL, FRESH_GROUND]),
]);

pub(super) fn check(
    game: &Stash,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Plain>> {
    let tree = match action {
        Action::Hide(_) => &HIDE,
        Action::Dig(..) => &DIG,
    };
    tree.check(&Case {
        game,
        state,
        seat,
        action,
    })
}

impl Explain for Stash {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(
            "1.1 Who is on turn acts.\n1.2 Every garden has the same cells.\n2.1 First each hides one stash, unseen.\n\
             3.1 Then they dig in turn.\n3.2 Never in one's own garden.\n3.3 A hole is dug once.\n",
            "1.1 Joue qui a le trait.\n1.2 Chaque jardin a les mêmes cases.\n2.1 D'abord chacun cache, sans être vu.\n\
             3.1 Puis on creuse à tour de rôle.\n3.2 Jamais dans son jardin.\n3.3 Un trou se creuse une fois.\n",
        )
    }
    fn trees(&self) -> Vec<RuleTree> {
        vec![RuleTree::new("hide", &HIDE), RuleTree::new("dig", &DIG)]
    }
}

const A_CELL: Tree = Rules::demand("a-cell", "no-such-cell", |case| {
    let (Action::Hide(cell) | Action::Dig(_, cell)) = case.action;
    let garden = !matches!(case.action, Action::Dig(whose, _) if whose.0 >= case.game.seats);
    must(garden && cell < case.game.cells, || {
        let text = Text::fixed("there is no such cell", "cette case n'existe pas");
        Plain::new("no-such-cell", "1.2", text).number("cells", case.game.cells)
    })
});

const NOTHING_HIDDEN: Tree = Rules::demand("nothing-hidden", "already-hidden", |case| {
    must(case.state.hidden[case.seat].is_none(), || {
        let text = Text::fixed(
            "you have already hidden your stash",
            "vous avez déjà fait votre cache",
        );
        Plain::new("already-hidden", "2.1", text)
    })
});

const ALL_HIDDEN: Tree = Rules::demand("all-hidden", "still-hiding", |case| {
    must(!matches!(case.game.turn(case.state), Turn::Any(_)), || {
        let text = Text::fixed(
            "not everybody has hidden a stash yet",
            "tout le monde n'a pas encore fait sa cache",
        );
        Plain::new("still-hiding", "3.1", text)
    })
});

const ANOTHER_GARDEN: Tree = Rules::demand("another-garden", "own-garden", |case| {
    let own = matches!(case.action, Action::Dig(whose, _) if whose == case.seat);
    must(!own, || {
        let text = Text::fixed("that is your own garden", "c'est votre propre jardin");
        Plain::new("own-garden", "3.2", text)
    })
});

const FRESH_GROUND: Tree = Rules::demand("fresh-ground", "already-dug", |case| {
    let Action::Dig(whose, cell) = case.action else {
        return Ok(());
    };
    must(!case.state.open.is_dug(whose, cell), || {
        let text = Text::fixed("there is already a hole", "il y a déjà un trou");
        Plain::new("already-dug", "3.3", text).at(Stash::spot(whose, cell))
    })
});
