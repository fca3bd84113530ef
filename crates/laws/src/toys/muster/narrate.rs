//! The log of Muster.

use vauban_game::{Event, Happening, Narrate, Seat, Text, Viewer, text};

use super::{Action, Chance, Muster, View, state::fort_name};
use crate::toys::plain;

impl Narrate for Muster {
    fn narrate(
        &self,
        before: &View,
        happening: Option<Happening<Self>>,
        after: &View,
        _: Viewer,
    ) -> Vec<Event> {
        let seat = before.open.mover;
        let name = self.seat_name(seat);
        let say = |kind, text| Event::new(kind, text).with("seat", seat);
        let draws = || {
            let text = text!("{name} draws a card", "{name} tire une carte", name);
            say("draw", text)
        };
        let event = match happening {
            None => draws(),
            Some(Happening::Action(_, Action::Play(kind))) => {
                let armies = kind + 1;
                let text = text!("{name} musters {armies}", "{name} lève {armies}", name);
                say("play", text).with("armies", armies)
            }
            Some(Happening::Action(_, Action::Place(fort, armies))) => {
                let place = fort_name(fort);
                let text = text!(
                    "{name} places {armies} in {place}",
                    "{name} place {armies} en {place}",
                    name,
                );
                say("place", text).with("armies", armies).at([place.into()])
            }
            Some(Happening::Action(_, Action::Raid(fort))) => {
                let place = fort_name(fort);
                let text = text!("{name} raids {place}", "{name} attaque {place}", name);
                say("raid", text).at([place.into()])
            }
            Some(Happening::Action(_, Action::End)) => say(
                "end",
                text!("{name} ends the turn", "{name} finit son tour", name),
            ),
            Some(Happening::Chance(Chance::Draw(kind))) => draws().with("card", kind + 1),
            Some(Happening::Chance(Chance::Loss(loss))) => {
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
