//! The log of Muster.

use vauban_game::{Event, Happening, Narrate, Notation, Seat, Text, Viewer, text};

use super::{Action, Chance, Muster, State, state::fort_name};
use crate::toys::plain;

impl Narrate for Muster {
    fn narrate(
        &self,
        before: &State,
        happening: Happening<Self>,
        after: &State,
        viewer: Viewer,
    ) -> Vec<Event> {
        let seat = before.open.mover;
        let name = self.seat_name(seat);
        let say = |kind, text| Event::new(kind, text).with("seat", seat);
        let event = match happening {
            Happening::Action(_, Action::Play(kind)) => {
                let armies = kind + 1;
                let text = text!("{name} musters {armies}", "{name} lève {armies}", name);
                say("play", text).with("armies", armies)
            }
            Happening::Action(_, Action::Place(fort, armies)) => {
                let place = fort_name(fort);
                let text = text!(
                    "{name} places {armies} in {place}",
                    "{name} place {armies} en {place}",
                    name,
                );
                say("place", text).with("armies", armies).at([place.into()])
            }
            Happening::Action(_, Action::Raid(fort)) => {
                let place = fort_name(fort);
                let text = text!("{name} raids {place}", "{name} attaque {place}", name);
                say("raid", text).at([place.into()])
            }
            Happening::Action(_, Action::End) => say(
                "end",
                text!("{name} ends the turn", "{name} finit son tour", name),
            ),
            Happening::Chance(Chance::Draw(kind)) => {
                let text = text!("{name} draws a card", "{name} tire une carte", name);
                match self.chance_shown(before, Chance::Draw(kind), viewer) {
                    true => say("draw", text).with("card", kind + 1),
                    false => say("draw", text),
                }
            }
            Happening::Chance(Chance::Loss(loss)) => {
                let text = text!(
                    "{name} destroys up to {loss}",
                    "{name} détruit jusqu'à {loss}",
                    name,
                );
                let hurt = before.open.forts != after.open.forts;
                say("loss", text).with("loss", loss).with("hurt", hurt)
            }
        };
        vec![event]
    }
    fn seat_name(&self, seat: Seat) -> Text {
        plain::seat_name(seat)
    }
}
