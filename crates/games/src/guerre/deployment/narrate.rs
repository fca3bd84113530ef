//! The log of the set-up: a side hears of its own pieces, everybody of the ground, of who is done and of the lot.

use vauban_game::{Event, Happening, Narrate, Seat, Text, TurnEvents, Viewer, text};

use super::{Deployed, Glimpse, Offer, Piece, Step};
use crate::guerre::{
    Class, Place,
    board::Terrain,
    position::write_board,
    words::{a_class, a_terrain, seat_title, the_class, the_side, the_terrain},
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
            (Step::Place { piece, at }, Glimpse::Agreeing(talks), _) => {
                let stands = talks.offer == Offer::Rejected;
                let kind = if stands { "place" } else { "propose" };
                vec![tell_piece(kind, seat, piece, at)]
            }
            (Step::Accept | Step::Reject, Glimpse::Agreeing(talks), _) => {
                let board = self.game.board();
                let terrain = talks.relief.next(board).unwrap_or(Terrain::Mountain);
                let at = match talks.offer {
                    Offer::Open(square) => board.place(square),
                    Offer::None | Offer::Rejected => Place::default(),
                };
                let kind = if step == Step::Accept {
                    "accept"
                } else {
                    "reject"
                };
                vec![tell_piece(kind, seat, Piece::Terrain(terrain), at)]
            }
            (Step::Place { piece, at }, ..) => {
                let seat = self.placer(before, seat, at);
                let mut events = vec![tell_piece("place", seat, piece, at)];
                events.extend(self.tell_map(before, after));
                events
            }
            (Step::Remove { at }, ..) => {
                let seat = self.placer(before, seat, at);
                let piece = self.piece_at(before, at);
                vec![tell_piece("remove", seat, piece, at)]
            }
            (Step::Done, ..) => tell_done(seat, after),
            (Step::Open(action), Glimpse::Open(field, before), Glimpse::Open(_, after)) => {
                let happening = Happening::Action(seat, action);
                self.on(field)
                    .narrate(before, Some(happening), after, viewer)
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
            Glimpse::Open(field, state) => self.on(field).mover(state),
            _ => None,
        }
    }

    fn predicates(&self, turn: &TurnEvents<'_>) -> Vec<Text> {
        self.game.predicates(turn)
    }
}

impl Deployed {
    /// Who places something: in the editor, where one person draws both halves, the side whose half it is.
    fn placer(&self, view: &Glimpse, seat: Seat, at: Place) -> Seat {
        let board = self.game.board();
        match (view, board.square(at)) {
            (Glimpse::Drawing { .. }, Some(square)) => board.half(square),
            _ => seat,
        }
    }

    /// What a viewer sees on a square: the unit, else the terrain.
    fn piece_at(&self, view: &Glimpse, at: Place) -> Piece {
        let board = self.game.board();
        let found = board.square(at).and_then(|square| {
            let camps = view.camps();
            let camp = camps.of(board.half(square));
            let unit = camp.unit(square).map(|unit| Piece::Unit(unit.class()));
            let ground = || view.relief().and_then(|relief| relief.terrain(square));
            unit.or_else(|| camp.work(square).or_else(ground).map(Piece::Terrain))
        });
        found.unwrap_or(Piece::Unit(Class::Infantry))
    }

    /// The map as a word, when the last of its terrain has been drawn.
    fn tell_map(&self, before: &Glimpse, after: &Glimpse) -> Option<Event> {
        let (
            Glimpse::Drawing { relief, camps },
            Glimpse::Drawing {
                relief: old,
                camps: fewer,
            },
        ) = (after, before)
        else {
            return None;
        };
        if !self.is_mapped(relief, camps) || self.is_mapped(old, fewer) {
            return None;
        }
        let field = self.field_of(Some(relief), camps);
        let map = write_board(self.on(&field).board());
        let text = text!(
            "The map is whole: save it, or copy it as text and play on it with the option map={map}",
            "La carte est complète : enregistrez-la, ou copiez-la comme texte et jouez-y avec l'option map={map}"
        );
        Some(Event::new("map", text).with("map", map.as_str()))
    }
}

fn tell_piece(kind: &'static str, seat: Seat, piece: Piece, at: Place) -> Event {
    let (name, one, the) = (the_side(seat).capital(), a_piece(piece), the_piece(piece));
    let text = match kind {
        "place" => text!(
            "{name} places {one} on {at}.",
            "{name} place {one} en {at}.",
            name,
            one
        ),
        "propose" => text!(
            "{name} proposes {one} on {at}.",
            "{name} propose {one} en {at}.",
            name,
            one
        ),
        "accept" => text!(
            "{name} accepts {the} on {at}.",
            "{name} accepte {the} en {at}.",
            name,
            the
        ),
        "reject" => text!(
            "{name} rejects {the} on {at}; the next proposal stands.",
            "{name} rejette {the} en {at} ; la proposition suivante vaudra.",
            name,
            the
        ),
        _ => text!(
            "{name} takes back {the} on {at}.",
            "{name} reprend {the} en {at}.",
            name,
            the
        ),
    };
    Event::new(kind, text)
        .with("seat", seat)
        .with("piece", piece.code())
        .with("at", at.spot())
        .at([at.spot()])
}

fn a_piece(piece: Piece) -> Text {
    match piece {
        Piece::Terrain(terrain) => a_terrain(terrain),
        Piece::Unit(class) => a_class(class),
    }
}

fn the_piece(piece: Piece) -> Text {
    match piece {
        Piece::Terrain(terrain) => the_terrain(terrain),
        Piece::Unit(class) => the_class(class),
    }
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
