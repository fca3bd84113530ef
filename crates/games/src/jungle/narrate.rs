//! What happened, in a sentence for people and in facts for programs.

use vauban_game::{Event, Happening, Narrate, Seat, Text, Viewer};

use super::{Jungle, Manner, state::State};

impl Narrate for Jungle {
    fn narrate(
        &self,
        before: &State,
        happening: Option<Happening<Jungle>>,
        after: &State,
        _viewer: Viewer,
    ) -> Vec<Event> {
        let Some(Happening::Action(seat, action)) = happening else {
            return Vec::new();
        };
        let mut events = Vec::new();
        if let Some((owner, animal)) = before.at(action.from) {
            let manner = self.manner(before, action);
            let (from, to) = (action.from.spot(), action.to.spot());
            let who = animal_of(owner, animal);
            let text = match manner {
                Manner::Shift => Text::new(
                    format!("{} goes from {from} to {to}.", capital(&who.en)),
                    format!("{} va de {from} à {to}.", capital(&who.fr)),
                ),
                Manner::Attack => Text::new(
                    format!("{} attacks from {from} on {to}.", capital(&who.en)),
                    format!("{} attaque de {from} en {to}.", capital(&who.fr)),
                ),
                Manner::Jump => Text::new(
                    format!("{} jumps the lake from {from} to {to}.", capital(&who.en)),
                    format!("{} saute le lac de {from} à {to}.", capital(&who.fr)),
                ),
                Manner::ShiftTrapped => Text::new(
                    format!(
                        "{} goes from {from} into the trap on {to}.",
                        capital(&who.en)
                    ),
                    format!("{} va de {from} dans le piège en {to}.", capital(&who.fr)),
                ),
                Manner::ShiftVictory => Text::new(
                    format!(
                        "{} goes from {from} and mounts the throne on {to}!",
                        capital(&who.en)
                    ),
                    format!(
                        "{} part de {from} et monte sur le trône en {to} !",
                        capital(&who.fr)
                    ),
                ),
            };
            events.push(
                Event::new("move", text)
                    .with("seat", seat)
                    .with("animal", animal.word())
                    .with("from", from.clone())
                    .with("to", to.clone())
                    .with("action", manner.word())
                    .at([from, to.clone()]),
            );
            if let Some((prey_owner, prey)) = before.at(action.to) {
                let taken = animal_of(prey_owner, prey);
                let text = Text::new(
                    format!("{} is taken.", capital(&taken.en)),
                    format!("{} est pris.", capital(&taken.fr)),
                );
                events.push(
                    Event::new("capture", text)
                        .with("seat", prey_owner)
                        .with("animal", prey.word())
                        .with("by", animal.word())
                        .with("at", to.clone())
                        .at([to]),
                );
            }
        }
        events.extend(ending(after));
        events
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_name(seat)
    }
}

/// How the match ended, if it did.
fn ending(after: &State) -> Option<Event> {
    let end = after.end()?;
    let how = &end.ending().text;
    if end.is_draw() {
        let text = Text::new(
            format!("The match is drawn {}.", how.en),
            format!("Partie nulle {}.", how.fr),
        );
        return Some(Event::new("draw", text).with("reason", end.ending().code));
    }
    let winner = after.mover().other();
    let name = seat_name(winner);
    let text = Text::new(
        format!("{} wins {}.", name.en, how.en),
        format!("{} gagne {}.", name.fr, how.fr),
    );
    Some(
        Event::new("victory", text)
            .with("winner", winner)
            .with("reason", end.ending().code),
    )
}

/// What a seat is called.
pub(super) fn seat_name(seat: Seat) -> Text {
    match seat.0 {
        0 => Text::fixed("Blue", "Bleu"),
        _ => Text::fixed("Red", "Rouge"),
    }
}

/// The seat's colour, as it stands beside an animal.
pub(super) fn seat_adjective(seat: Seat) -> Text {
    match seat.0 {
        0 => Text::fixed("blue", "bleu"),
        _ => Text::fixed("red", "rouge"),
    }
}

/// `the blue lion`, `le lion bleu`.
pub(super) fn animal_of(seat: Seat, animal: super::Animal) -> Text {
    let (name, the, colour) = (animal.name(), animal.the(), seat_adjective(seat));
    Text::new(
        format!("the {} {}", colour.en, name.en),
        format!("{} {}", the.fr, colour.fr),
    )
}

/// With a capital at the beginning of a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// `a, b and c`.
pub(super) fn list(items: &[Text]) -> Text {
    let join = |of: fn(&Text) -> &str, and: &str| match items {
        [] => String::new(),
        [one] => of(one).to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(of).collect();
            format!("{} {and} {}", most.join(", "), of(last))
        }
    };
    Text::new(join(|text| &text.en, "and"), join(|text| &text.fr, "et"))
}
