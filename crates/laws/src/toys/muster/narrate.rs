//! The log of Muster.

use vauban_game::{Event, Fact, Happening, Narrate, Seat, Text, TurnEvents, Viewer, text};

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
            let text = text!("{name} draws a card.", "{name} tire une carte.", name);
            say("draw", text)
        };
        let event = match happening {
            None => draws(),
            Some(Happening::Action(_, Action::Play(kind))) => {
                let armies = kind + 1;
                let text = text!("{name} musters {armies}.", "{name} lève {armies}.", name);
                say("play", text).with("amount", armies)
            }
            Some(Happening::Action(_, Action::Place(fort, armies))) => {
                let place = fort_name(fort);
                let text = text!(
                    "{name} places {armies} in {place}.",
                    "{name} place {armies} en {place}.",
                    name,
                );
                say("place", text)
                    .with("amount", armies)
                    .with("at", place.clone())
                    .at([place.into()])
            }
            Some(Happening::Action(_, Action::Raid(fort))) => {
                let place = fort_name(fort);
                let text = text!("{name} raids {place}.", "{name} attaque {place}.", name);
                say("raid", text)
                    .with("at", place.clone())
                    .at([place.into()])
            }
            Some(Happening::Action(_, Action::End)) => say(
                "end",
                text!("{name} ends the turn.", "{name} finit son tour.", name),
            ),
            Some(Happening::Chance(Chance::Draw(kind))) => {
                draws().with("card", (kind + 1).to_string())
            }
            Some(Happening::Chance(Chance::Loss(loss))) => {
                let text = text!(
                    "{name} destroys up to {loss}.",
                    "{name} détruit jusqu'à {loss}.",
                    name,
                );
                let forts = before.open.forts.iter().zip(&after.open.forts);
                let hurt = forts.filter(|(before, after)| after.armies < before.armies);
                let lost = hurt
                    .map(|(before, after)| Fact::loss(before.owner, before.armies - after.armies));
                say("loss", text)
                    .with("amount", loss)
                    .with("lost", lost.collect::<Fact>())
            }
        };
        vec![event]
    }
    fn seat_name(&self, seat: Seat) -> Text {
        plain::seat_name(seat)
    }
    fn mover(&self, view: &View) -> Option<Seat> {
        Some(view.open.mover)
    }
    fn predicates(&self, turn: &TurnEvents<'_>) -> Vec<Text> {
        let armies = |count: i64| Text::count(count, ["army", "armies"], ["armée", "armées"]);
        let placed = turn.amount("place");
        let count = armies(placed);
        let placed = (placed > 0).then(|| text!("placed {count}", "a placé {count}", count));
        placed.into_iter().chain(turn.losses(armies)).collect()
    }
}
