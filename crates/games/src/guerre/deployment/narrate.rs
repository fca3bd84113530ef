//! The log of the set-up: a side hears of its own units, everybody of who is done and of the lot.

use vauban_game::{Event, Happening, Narrate, Seat, Text, Viewer, text};

use super::{Deployed, Stage, Step};
use crate::guerre::{
    Class, Place,
    words::{class_name, seat_title},
};

impl Narrate for Deployed {
    fn narrate(
        &self,
        before: &Stage,
        happening: Happening<Deployed>,
        after: &Stage,
        viewer: Viewer,
    ) -> Vec<Event> {
        match (happening, before, after) {
            (Happening::Chance(first), ..) => vec![tell_lot(first)],
            (Happening::Action(seat, Step::Place { class, at }), ..) => {
                own(viewer, seat, || tell_place("place", class, at))
            }
            (Happening::Action(seat, Step::Remove { at }), Stage::Placing { camps, .. }, _) => {
                let square = self.game.board().square(at);
                let unit = square.and_then(|square| camps.of(seat).unit(square));
                let class = unit.map_or(Class::Infantry, |unit| unit.class());
                own(viewer, seat, || tell_place("remove", class, at))
            }
            (Happening::Action(seat, Step::Done), ..) => tell_done(seat, after),
            (
                Happening::Action(seat, Step::Open(action)),
                Stage::Open(before),
                Stage::Open(after),
            ) => {
                let happening = Happening::Action(seat, action);
                self.game.narrate(before, happening, after, viewer)
            }
            (Happening::Action(..), ..) => Vec::new(),
        }
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_title(seat)
    }
}

/// Tells only the seat that did it.
fn own(viewer: Viewer, seat: Seat, tell: impl Fn() -> Event) -> Vec<Event> {
    if viewer == Viewer::Seat(seat) {
        return vec![tell()];
    }
    Vec::new()
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

fn tell_done(seat: Seat, after: &Stage) -> Vec<Event> {
    let name = seat_title(seat);
    let text = text!("{name} is in position", "le {name} est en place", name);
    let mut events = vec![Event::new("done", text).with("seat", seat)];
    if !matches!(after, Stage::Placing { .. }) {
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
