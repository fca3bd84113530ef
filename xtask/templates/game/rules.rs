//! The rules one by one, as a tree that explains every refusal.

use vauban_game::{Case, Explain, Lang, Refused, RuleTree, Rules, Seat};

use super::{Action, FARTHEST, Refusal, State, Towpath};

/// All that hauling must satisfy. What hangs on a failed demand is left unchecked.
static HAUL: Rules<Towpath> = Rules::All(&[
    Rules::LazyAll(&[GAME_GOES_ON, YOUR_TURN]),
    Rules::LazyAll(&[ON_THE_PATH, AHEAD, NEAR_ENOUGH]),
]);

pub(super) fn check(
    game: &Towpath,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Refusal>> {
    HAUL.check(&Case {
        game,
        state,
        seat,
        action,
    })
}

impl Explain for Towpath {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(include_str!("rules.md"), include_str!("rules.fr.md"))
    }

    fn trees(&self) -> Vec<RuleTree> {
        vec![RuleTree::new("haul", &HAUL)]
    }
}

/// §3.2 Nothing happens after the end.
const GAME_GOES_ON: Rules<Towpath> = Rules::demand("game-goes-on", "game-over", |case| {
    must(case.game.end(case.state).is_none(), Refusal::GameOver)
});

/// §2.1 The seats take turns.
const YOUR_TURN: Rules<Towpath> = Rules::demand("your-turn", "not-your-turn", |case| {
    let mover = case.state.mover();
    must(case.seat == mover, Refusal::NotYourTurn { mover })
});

/// §1.1 The path ends at home.
const ON_THE_PATH: Rules<Towpath> = Rules::demand("on-the-path", "off-path", |case| {
    let (to, home) = (case.action.to, case.game.home());
    must(to <= home, Refusal::OffPath { to, home })
});

/// §2.2 Never back.
const AHEAD: Rules<Towpath> = Rules::demand("ahead", "not-ahead", |case| {
    let (to, barge) = (case.action.to, case.state.barge);
    must(to > barge, Refusal::NotAhead { to, barge })
});

/// §2.3 One, two or three squares.
const NEAR_ENOUGH: Rules<Towpath> = Rules::demand("near-enough", "too-far", |case| {
    let to = case.action.to;
    let distance = to.0.saturating_sub(case.state.barge.0);
    must(distance <= FARTHEST, Refusal::TooFar { to, distance })
});

fn must(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}
