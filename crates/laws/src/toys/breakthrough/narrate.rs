//! The log of Breakthrough.

use vauban_game::{Event, Fact, Happening, Narrate, Seat, Text, Viewer, text};

use super::{Breakthrough, State};
use crate::toys::plain;

impl Narrate for Breakthrough {
    fn narrate(
        &self,
        before: &State,
        happening: Option<Happening<Self>>,
        _: &State,
        _: Viewer,
    ) -> Vec<Event> {
        let Some(Happening::Action(seat, action)) = happening else {
            return Vec::new();
        };
        let (from, to) = (action.from.name(), action.to.name());
        let name = self.seat_name(seat);
        let prey = before.owner(action.to);
        let (kind, text) = if prey.is_some() {
            let text = text!(
                "{name} takes on {to} from {from}.",
                "{name} prend en {to} depuis {from}.",
                name
            );
            ("attack", text)
        } else {
            (
                "move",
                text!(
                    "{name} goes from {from} to {to}.",
                    "{name} va de {from} à {to}.",
                    name
                ),
            )
        };
        let event = Event::new(kind, text)
            .with("seat", seat)
            .with("from", from.clone())
            .with("to", to.clone())
            .at([from.into(), to.into()]);
        vec![match prey {
            Some(owner) => event.with("lost", [Fact::loss(owner, 1)]),
            None => event,
        }]
    }
    fn mover(&self, view: &State) -> Option<Seat> {
        Some(view.mover)
    }
    fn seat_name(&self, seat: Seat) -> Text {
        plain::seat_name(seat)
    }
}
