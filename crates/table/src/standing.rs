//! Standing answers: answers that a seat has left in advance, so that nobody waits when there is nothing to decide.
//!
//! An immediate answer reveals that the question was of the kind that it was left for. So it is given only where everybody
//! can see the question: one that is put to one seat alone, and is the same in every world that a spectator can imagine.

use serde::{Deserialize, Serialize};
use vauban_game::{Actions, BySeat, Dice, Playable, Seat, Text, Turn, Viewer};

use crate::{
    AnyMatch, AskId, Match, Refusals,
    snapshot::{Snapshot, seed_of},
};

/// So many worlds are imagined; if the question is the same in all, it is taken as open.
const WORLDS: u64 = 16;

/// So many answers are given in a row before somebody looks.
const MOST_GIVEN: usize = 1_000;

/// An answer that a seat leaves.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The only choice, wherever there is but one.
    Only,
    /// As many as one may, where nothing but a number is asked for in another seat's turn.
    Most,
}

/// A standing answer to the question that is open now.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct StandingAnswer {
    pub ask: AskId,
    pub text: String,
    /// It follows at once on an action of the same seat, and is taken back with it.
    pub joined: bool,
}

impl Standing {
    pub const ALL: [Standing; 2] = [Standing::Only, Standing::Most];

    /// `only` or `most`.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Only => "only",
            Standing::Most => "most",
        }
    }

    pub fn read(word: &str) -> Option<Standing> {
        Standing::ALL.into_iter().find(|it| it.name() == word)
    }

    /// Gives every answer that is due at a table where the seats have left these. `after` sees the match after
    /// each.
    pub fn give_all(
        standing: &BySeat<Option<Standing>>,
        table: &mut dyn AnyMatch,
        mut after: impl FnMut(&dyn AnyMatch),
    ) {
        for _ in 0..MOST_GIVEN {
            let due = table.turn().seats().iter().find_map(|seat| {
                let answer = table.standing_answer(seat, standing[seat]?)?;
                Some((seat, answer))
            });
            let Some((seat, StandingAnswer { ask, text, joined })) = due else {
                return;
            };
            let given = match joined {
                true => table.continue_order(seat, ask, &text),
                false => table.answer(seat, ask, &text),
            };
            if given.is_err() {
                return;
            }
            after(table);
        }
    }

    /// How many choices there are may follow from what others must not know, such as cards in hand.
    pub(crate) fn must_keep_secrets(self, has_secrets: bool) -> Result<(), Refusals> {
        match self {
            Standing::Only if has_secrets => Err(Refusals::one(
                "tells-secrets",
                Text::fixed(
                    "this game has secrets, and taking the only choice at once could reveal them",
                    "ce jeu a des secrets, et prendre aussitôt le seul choix pourrait les trahir",
                ),
            )),
            Standing::Only | Standing::Most => Ok(()),
        }
    }
}

impl<G: Playable> Match<G> {
    pub(crate) fn standing_answer(&self, seat: Seat, standing: Standing) -> Option<StandingAnswer> {
        standing.must_keep_secrets(self.game().has_secrets()).ok()?;
        let ask = self
            .asked(seat)
            .filter(|_| self.turn() == Turn::One(seat))?;
        let actions = self.now.actions(seat);
        let action = match standing {
            Standing::Only => actions.first().copied().filter(|_| actions.count() == 1),
            Standing::Most => {
                let mover = self.game().mover(&self.now.view(Viewer::Spectator))?;
                self.now.largest(&actions).filter(|_| mover != seat)
            }
        }?;
        let last = self.history.steps().next_back();
        self.is_open_question(seat, &actions)
            .then(|| StandingAnswer {
                ask,
                text: self.game().write(action),
                joined: last.is_some_and(|step| step.actor() == Some(seat)),
            })
    }

    /// Whether whoever only watches knows what `seat` may do.
    fn is_open_question(&self, seat: Seat, actions: &Actions<G::Action>) -> bool {
        if !self.game().has_secrets() {
            return true;
        }
        let game = self.game();
        let view = self.now.view(Viewer::Spectator);
        let seed = seed_of(&view);
        (0..WORLDS).all(|world| {
            let state = game.imagine(&view, &mut Dice::seeded(seed.wrapping_add(world)));
            let mut possible = Actions::new();
            if game.turn(&state) == Turn::One(seat) {
                game.actions(&state, seat, &mut possible);
            }
            possible == *actions
        })
    }
}

impl<G: Playable> Snapshot<G> {
    /// The one action with the largest number, if all are of one kind and have one.
    pub(crate) fn largest(&self, actions: &Actions<G::Action>) -> Option<G::Action> {
        let game = &*self.game;
        let kind = game.kind(*actions.first()?);
        let (mut largest, mut several) = (None, false);
        for action in actions.each(|action, amount| game.with_amount(action, amount)) {
            let size = game.size(action).filter(|_| game.kind(action) == kind)?;
            match largest {
                Some((most, _)) if size < most => (),
                Some((most, _)) if size == most => several = true,
                _ => (largest, several) = (Some((size, action)), false),
            }
        }
        largest.filter(|_| !several).map(|(_, action)| action)
    }
}
