//! The log of the set-up: a side hears of its own units, everybody of who is done and of the lot.

use vauban_game::{Event, Happening, Narrate, Seat, Text, Viewer, text};

use super::{Deployed, Glimpse, Step};
use crate::guerre::{
    Class, Place,
    words::{class_name, seat_title},
};

impl Narrate for Deployed {
    fn narrate(
        &self,
        before: &Glimpse,
        happening: Option<Happening<Deployed>>,
        after: &Glimpse,
        viewer: Viewer,
    ) -> Vec<Event> {
        let (seat, step) = match happening {
            None => return Vec::new(),
            Some(Happening::Chance(first)) => return vec![tell_lot(first)],
            Some(Happening::Action(seat, step)) => (seat, step),
        };
        match (step, before, after) {
            (Step::Place { class, at }, ..) => vec![tell_place("place", class, at)],
            (Step::Remove { at }, Glimpse::Placing { own, .. }, _) => {
                let square = self.game.board().square(at);
                let camp = own.as_ref().map(|(_, camp)| camp);
                let unit = square.and_then(|square| camp?.unit(square));
                let class = unit.map_or(Class::Infantry, |unit| unit.class());
                vec![tell_place("remove", class, at)]
            }
            (Step::Done, ..) => tell_done(seat, after),
            (Step::Open(action), Glimpse::Open(before), Glimpse::Open(after)) => {
                let happening = Happening::Action(seat, action);
                self.game.narrate(before, Some(happening), after, viewer)
            }
            _ => Vec::new(),
        }
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_title(seat)
    }
}

fn tell_place(kind: &'static str, class: Class, at: Place) -> Event {
    let name = class_name(class);
    let text = if kind == "place" {
        text!("{name} on {at}", "{name} en {at}", name)
    } else {
        text!(
            "taken back from {at}: {name}",
            "unité reprise de {at} : {name}",
            name
        )
    };
    Event::new(kind, text)
        .with("unit", class.code())
        .with("at", at.to_string())
        .at([at.spot()])
}

fn tell_done(seat: Seat, after: &Glimpse) -> Vec<Event> {
    let name = seat_title(seat);
    let text = text!("{name} is in position", "le {name} est en place", name);
    let mut events = vec![Event::new("done", text).with("seat", seat)];
    if !matches!(after, Glimpse::Placing { .. }) {
        let text = Text::fixed("all units are shown", "toutes les unités sont dévoilées");
        events.push(Event::new("revealed", text));
    }
    events
}

fn tell_lot(first: Seat) -> Event {
    let name = seat_title(first);
    let text = text!(
        "the lot falls on {name}, which begins",
        "le sort désigne le {name}, qui commence",
        name
    );
    Event::new("lot", text).with("first", first)
}
