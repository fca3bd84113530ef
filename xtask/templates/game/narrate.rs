//! What happened, in a sentence for people and in facts for programs.

use vauban_game::{Event, Happening, Narrate, Seat, Text, Viewer};

use super::{State, Towpath};

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
        let text = Text::new(
            format!("{} hauls the barge from {from} to {to}.", name.en),
            format!("{} hale la péniche de {from} à {to}.", name.fr),
        );
        let mut events = vec![
            Event::new("haul", text)
                .with("seat", seat)
                .with("from", from.clone())
                .with("to", to.clone())
                .at([from, to]),
        ];
        if self.is_over(after) {
            let text = Text::new(
                format!("{} brings the barge home and wins.", name.en),
                format!("{} amène la péniche au port et gagne.", name.fr),
            );
            events.push(Event::new("victory", text).with("winner", seat));
        }
        events
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_name(seat)
    }
}

/// What a seat is called.
pub(super) fn seat_name(seat: Seat) -> Text {
    match seat.0 {
        0 => Text::fixed("Blue", "Bleu"),
        _ => Text::fixed("Red", "Rouge"),
    }
}
