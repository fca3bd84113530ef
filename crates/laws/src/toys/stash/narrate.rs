//! The log of Stash.

use vauban_game::{Event, Happening, Narrate, Seat, Text, Viewer, text};

use super::{Action, Roll, Stash, State};
use crate::toys::plain;

impl Narrate for Stash {
    fn narrate(
        &self,
        _: &State,
        happening: Happening<Self>,
        after: &State,
        viewer: Viewer,
    ) -> Vec<Event> {
        let event = match happening {
            Happening::Chance(Roll(digs)) => {
                Event::new("roll", text!("the die shows {digs}", "le dé donne {digs}"))
                    .with("digs", digs)
            }
            Happening::Action(seat, Action::Hide(cell)) => {
                let name = self.seat_name(seat);
                let text = text!("{name} hides a stash", "{name} fait sa cache", name);
                let event = Event::new("hide", text).with("seat", seat);
                if viewer == Viewer::Seat(seat) {
                    event
                        .with("cell", cell + 1)
                        .at([Stash::spot(seat, cell).into()])
                } else {
                    event
                }
            }
            Happening::Action(seat, Action::Dig(whose, cell)) => {
                let name = self.seat_name(seat);
                let spot = Stash::spot(whose, cell);
                let text = text!("{name} digs at {spot}", "{name} creuse en {spot}", name);
                Event::new("dig", text)
                    .with("seat", seat)
                    .with("found", after.is_found(whose))
                    .at([spot.into()])
            }
        };
        vec![event]
    }
    fn seat_name(&self, seat: Seat) -> Text {
        plain::seat_name(seat)
    }
}
