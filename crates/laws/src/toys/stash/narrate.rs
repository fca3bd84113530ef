//! The log of Stash.

use vauban_game::{Event, Happening, Narrate, Seat, Text, Viewer, text};

use super::{Action, Roll, Stash, View};
use crate::toys::plain;

impl Narrate for Stash {
    fn narrate(
        &self,
        before: &View,
        happening: Option<Happening<Self>>,
        after: &View,
        _: Viewer,
    ) -> Vec<Event> {
        let hides = |seat| {
            let name = self.seat_name(seat);
            let text = text!("{name} hides a stash.", "{name} fait sa cache.", name);
            Event::new("hide", text).with("seat", seat)
        };
        let event = match happening {
            None => {
                let mut ready = after.ready.iter();
                let seat = ready.find(|&seat| !before.ready.contains(seat));
                return seat.map(hides).into_iter().collect();
            }
            Some(Happening::Chance(Roll(digs))) => Event::new(
                "roll",
                text!("The die shows {digs}.", "Le dé donne {digs}."),
            )
            .with("sum", digs),
            Some(Happening::Action(seat, Action::Hide(cell))) => hides(seat)
                .with("at", Stash::spot(seat, cell))
                .at([Stash::spot(seat, cell).into()]),
            Some(Happening::Action(seat, Action::Dig(whose, cell))) => {
                let name = self.seat_name(seat);
                let spot = Stash::spot(whose, cell);
                let text = text!("{name} digs at {spot}.", "{name} creuse en {spot}.", name);
                let found = after.known[whose].is_some_and(|cell| after.open.is_dug(whose, cell));
                Event::new("dig", text)
                    .with("seat", seat)
                    .with("at", spot.clone())
                    .with("outcome", if found { "found" } else { "nothing" })
                    .at([spot.into()])
            }
        };
        vec![event]
    }
    fn seat_name(&self, seat: Seat) -> Text {
        plain::seat_name(seat)
    }
    fn mover(&self, view: &View) -> Option<Seat> {
        let all_hidden = self.all().all(|seat| view.ready.contains(seat));
        all_hidden.then_some(view.open.mover)
    }
}
