//! The log of the set-up: a side hears of its own units, everybody of who is done and of the lot.

use vauban_game::{Event, Happening, Narrate, Seat, Text, TurnEvents, Viewer, text};

use super::{Deployed, Glimpse, Step};
use crate::guerre::{
    Class, Place,
    words::{class_name, seat_title, the_side},
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
            (Step::Place { class, at }, ..) => vec![tell_place("place", seat, class, at)],
            (Step::Remove { at }, Glimpse::Placing { own, .. }, _) => {
                let square = self.game.board().square(at);
                let camp = own.as_ref().map(|(_, camp)| camp);
                let unit = square.and_then(|square| camp?.unit(square));
                let class = unit.map_or(Class::Infantry, |unit| unit.class());
                vec![tell_place("remove", seat, class, at)]
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
    fn seat_in_sentence(&self, seat: Seat) -> Text {
        the_side(seat)
    }

    fn mover(&self, view: &Glimpse) -> Option<Seat> {
        match view {
            Glimpse::Open(state) => self.game.mover(state),
            _ => None,
        }
    }

    fn predicates(&self, turn: &TurnEvents<'_>) -> Vec<Text> {
        self.game.predicates(turn)
    }
}

fn tell_place(kind: &'static str, seat: Seat, class: Class, at: Place) -> Event {
    let (name, unit) = (the_side(seat).capital(), class_name(class));
    let text = if kind == "place" {
        text!(
            "{name} places a unit on {at}: {unit}.",
            "{name} place une unité en {at} : {unit}.",
            name,
            unit
        )
    } else {
        text!(
            "{name} takes back the unit on {at}: {unit}.",
            "{name} reprend l'unité en {at} : {unit}.",
            name,
            unit
        )
    };
    Event::new(kind, text)
        .with("seat", seat)
        .with("piece", class.code())
        .with("at", at.spot())
        .at([at.spot()])
}

fn tell_done(seat: Seat, after: &Glimpse) -> Vec<Event> {
    let name = the_side(seat).capital();
    let text = text!("{name} is in position.", "{name} est en place.", name);
    let mut events = vec![Event::new("done", text).with("seat", seat)];
    if !matches!(after, Glimpse::Placing { .. }) {
        let text = Text::fixed("All units are shown.", "Toutes les unités sont dévoilées.");
        events.push(Event::new("revealed", text));
    }
    events
}

fn tell_lot(first: Seat) -> Event {
    let name = the_side(first);
    let text = text!(
        "The lot falls on {name}, which begins.",
        "Le sort désigne {name}, qui commence.",
        name
    );
    Event::new("lot", text).with("seat", first)
}
