//! The log of Breakthrough.

use vauban_game::{Event, Happening, Narrate, Seat, Text, Viewer, text};

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
        let (kind, text) = if before.owner(action.to).is_some() {
            let text = text!(
                "{name} takes on {to} from {from}",
                "{name} prend en {to} depuis {from}",
                name
            );
            ("attack", text)
        } else {
            (
                "move",
                text!(
                    "{name} goes from {from} to {to}",
                    "{name} va de {from} à {to}",
                    name
                ),
            )
        };
        vec![
            Event::new(kind, text)
                .with("seat", seat)
                .with("from", from.clone())
                .with("to", to.clone())
                .at([from.into(), to.into()]),
        ]
    }
    fn seat_name(&self, seat: Seat) -> Text {
        plain::seat_name(seat)
    }
}
