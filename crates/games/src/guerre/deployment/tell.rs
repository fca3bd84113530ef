//! The log of the set-up: a side hears of its own units, everybody of who is done and of the lot.

use vauban_game::{Event, Happening, Narrate, Seat, Text, Viewer};

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
        Text::new(
            format!("{} on {at}", name.en),
            format!("{} en {at}", name.fr),
        )
    } else {
        Text::new(
            format!("taken back from {at}: {}", name.en),
            format!("repris de {at} : {}", name.fr),
        )
    };
    Event::new(kind, text)
        .with("unit", class.code())
        .with("at", at.to_string())
        .at([at.spot()])
}

fn tell_done(seat: Seat, after: &Stage) -> Vec<Event> {
    let name = seat_title(seat);
    let text = Text::new(
        format!("{} is in position", name.en),
        format!("le {} est en place", name.fr),
    );
    let mut events = vec![Event::new("done", text).with("seat", seat)];
    if !matches!(after, Stage::Placing { .. }) {
        let text = Text::fixed("all units are shown", "toutes les unités sont dévoilées");
        events.push(Event::new("revealed", text));
    }
    events
}

fn tell_lot(first: Seat) -> Event {
    let name = seat_title(first);
    let text = Text::new(
        format!("the lot falls on {}: it begins", name.en),
        format!("le sort désigne le {} : il commence", name.fr),
    );
    Event::new("lot", text).with("first", first)
}
