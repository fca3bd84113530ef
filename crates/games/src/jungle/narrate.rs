//! What happened, in a sentence for people and in facts for programs.

use vauban_game::{Event, Fact, Happening, Narrate, Seat, Text, Viewer, text};

use super::{
    Jungle,
    state::{Manner, State},
    words::{animal_of, seat_name},
};

impl Narrate for Jungle {
    fn narrate(
        &self,
        before: &State,
        happening: Option<Happening<Jungle>>,
        after: &State,
        _viewer: Viewer,
    ) -> Vec<Event> {
        let Some(Happening::Action(seat, action)) = happening else {
            return Vec::new();
        };
        let mut events = Vec::new();
        if let Some((owner, animal)) = before.at(action.from) {
            let manner = self.manner(before, action);
            let (from, to) = (action.from.spot(), action.to.spot());
            let who = animal_of(owner, animal).capital();
            let text = match manner {
                Manner::Shift => {
                    text!(
                        "{who} goes from {from} to {to}.",
                        "{who} va de {from} à {to}.",
                        who
                    )
                }
                Manner::Attack => {
                    text!(
                        "{who} on {from} attacks {to}.",
                        "{who} en {from} attaque {to}.",
                        who
                    )
                }
                Manner::Jump => text!(
                    "{who} jumps over the lake from {from} to {to}.",
                    "{who} saute le lac de {from} à {to}.",
                    who,
                ),
                Manner::ShiftTrapped => text!(
                    "{who} goes from {from} into the trap on {to}.",
                    "{who} va de {from} dans le piège en {to}.",
                    who,
                ),
                Manner::ShiftVictory => text!(
                    "{who} goes from {from} onto the throne on {to}!",
                    "{who} quitte {from} et monte sur le trône en {to} !",
                    who,
                ),
            };
            events.push(
                Event::new("move", text)
                    .with("seat", seat)
                    .with("piece", animal.word())
                    .with("from", from.clone())
                    .with("to", to.clone())
                    .with("manner", manner.word())
                    .at([from, to.clone()]),
            );
            if let Some((prey_owner, prey)) = before.at(action.to) {
                let who = animal_of(prey_owner, prey).capital();
                events.push(
                    Event::new("capture", text!("{who} is taken.", "{who} est pris.", who))
                        .with("seat", seat)
                        .with("against", prey_owner)
                        .with("piece", prey.word())
                        .with("at", to.clone())
                        .with("lost", [Fact::loss_of(prey_owner, prey.word())])
                        .at([to]),
                );
            }
        }
        events.extend(ending(after));
        events
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_name(seat)
    }

    fn mover(&self, view: &State) -> Option<Seat> {
        Some(view.mover())
    }
}

/// How the match ended, if it did.
fn ending(after: &State) -> Option<Event> {
    let end = after.end()?;
    let how = &end.ending().text;
    let event = match end.winner(after.mover()) {
        None => Event::new(
            "draw",
            text!("The match is drawn {how}.", "Partie nulle {how}.", how),
        ),
        Some(winner) => {
            let name = seat_name(winner);
            let text = text!("{name} wins {how}.", "{name} gagne {how}.", name, how);
            Event::new("victory", text).with("winner", winner)
        }
    };
    Some(event.with("reason", end.ending().code))
}
