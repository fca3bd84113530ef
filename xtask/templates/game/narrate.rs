//! What happened, in a sentence for people and in facts for programs.

use vauban_game::{Event, Happening, Narrate, Seat, Text, Viewer, text};

use super::{State, Towpath, words::seat_name};

impl Narrate for Towpath {
    fn narrate(
        &self,
        before: &State,
        happening: Option<Happening<Towpath>>,
        after: &State,
        _viewer: Viewer,
    ) -> Vec<Event> {
        let Some(Happening::Action(seat, action)) = happening else {
            return Vec::new();
        };
        let (from, to) = (before.barge.spot(), action.to.spot());
        let name = seat_name(seat);
        let text = text!(
            "{name} hauls the barge from {from} to {to}.",
            "{name} hale la péniche de {from} à {to}.",
            name,
        );
        let mut events = vec![
            Event::new("haul", text)
                .with("seat", seat)
                .with("from", from.clone())
                .with("to", to.clone())
                .at([from, to]),
        ];
        if let Some(end) = self.end(after) {
            let how = &end.ending().text;
            let text = text!("{name} wins {how}.", "{name} gagne {how}.", name, how);
            events.push(Event::new("victory", text).with("winner", seat));
        }
        events
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_name(seat)
    }

    fn mover(&self, view: &State) -> Option<Seat> {
        Some(view.mover)
    }
}
