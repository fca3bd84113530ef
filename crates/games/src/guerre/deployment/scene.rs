//! How the set-up looks: the ground, one's own pieces, and a button for each kind in reserve.

use vauban_game::{
    Depict, Lang, Legend, Seat, SpotCard, Statistic, Status, Text,
    scene::{Form, Layer, Mark, Paint, Paints, Scene, Shape, Spot},
    text,
};

use super::{
    Camp, Camps, Deployed, Glimpse, Offer, Piece, Relief, Step, Talks, refusal::piece_name,
};
use crate::guerre::{
    Army, Class, Guerre, NORTH, Place, SOUTH,
    board::Terrain,
    scene::drawings::{ground_symbol, unit_symbol},
    words::{a_terrain, class_name, seat_title, terrains, the_side},
};

/// What the reserve's buttons are called: `reserve-AC`.
const RESERVE: &str = "reserve-";

impl Depict for Deployed {
    const PAINTS: Paints = Guerre::PAINTS;

    fn backdrop(&self, lang: Lang) -> Scene {
        self.game.backdrop(lang)
    }

    fn layers(&self, view: &Glimpse, lang: Lang) -> Vec<Layer> {
        let (field, state) = self.seen(view);
        let game = self.on(&field);
        let mut layers = game.layers(&state, lang);
        // The backdrop knows only the ground that is given.
        if self.makes_ground() {
            layers.insert(0, game.relief());
        }
        if let Glimpse::Agreeing(Talks {
            offer: Offer::Open(square),
            ..
        }) = view
        {
            let mut layer = Layer::new("proposal");
            let form = Form::Disc { radius: 0.4 };
            let spot = self.game.board().place(*square).spot();
            layer.shapes.push(
                Shape::new(
                    "proposal",
                    self.game.centre(*square),
                    form,
                    Paint::Mark(Mark::PLANNED),
                )
                .with_spot(spot)
                .with_glyph(" ? "),
            );
            layers.push(layer);
        }
        layers
    }

    fn gesture(&self, step: Step) -> Vec<Spot> {
        match step {
            Step::Place { piece, at } => {
                vec![Spot(format!("{RESERVE}{}", piece.code())), at.spot()]
            }
            Step::Remove { at } => vec![at.spot(), Spot("remove".to_owned())],
            Step::Accept => vec![Spot("accept".to_owned())],
            Step::Reject => vec![Spot("reject".to_owned())],
            Step::Done => vec![Spot("done".to_owned())],
            Step::Open(action) => self.game.gesture(action),
        }
    }

    fn mark(&self, view: &Glimpse, seat: Seat, step: Step) -> Mark {
        match (view, step) {
            (Glimpse::Open(field, state), Step::Open(action)) => {
                self.on(field).mark(state, seat, action)
            }
            (_, Step::Place { .. }) => Mark::SHIFT,
            _ => Mark::PLANNED,
        }
    }

    fn warning(&self, view: &Glimpse, seat: Seat, step: Step) -> Option<Text> {
        match (view, step) {
            (Glimpse::Open(field, state), Step::Open(action)) => {
                self.on(field).warning(state, seat, action)
            }
            _ => None,
        }
    }

    fn caption(&self, step: Step) -> Text {
        match step {
            Step::Place { piece, .. } => {
                text!("{piece} on", "{piece} en", piece = piece_name(piece))
            }
            Step::Remove { at } => text!("take back {at}", "reprendre {at}"),
            Step::Accept => Text::fixed("accept the proposal", "accepter la proposition"),
            Step::Reject => Text::fixed("reject the proposal", "rejeter la proposition"),
            Step::Done => Text::fixed("done: everything is placed", "terminé : tout est placé"),
            Step::Open(action) => self.game.caption(action),
        }
    }

    fn name(&self, spot: &Spot) -> Option<Text> {
        Some(piece_name(reserved(spot)?))
    }

    fn meant(&self, view: &Glimpse, seat: Seat, path: &[Spot]) -> Option<Step> {
        match path {
            [only] if only.0 == "done" => Some(Step::Done),
            [only] if only.0 == "accept" => Some(Step::Accept),
            [only] if only.0 == "reject" => Some(Step::Reject),
            [first, second] if second.0 == "remove" => Some(Step::Remove {
                at: Place::read(&first.0)?,
            }),
            [first, second] if first.0.starts_with(RESERVE) => Some(Step::Place {
                piece: reserved(first)?,
                at: Place::read(&second.0)?,
            }),
            _ => {
                let (field, state) = self.seen(view);
                self.on(&field).meant(&state, seat, path).map(Step::Open)
            }
        }
    }

    /// A button of the reserve says what it holds, and how much of it is left.
    fn card(&self, view: &Glimpse, spot: &Spot) -> Option<SpotCard> {
        let Some(piece) = reserved(spot) else {
            let (field, state) = self.seen(view);
            return self.on(&field).card(&state, spot);
        };
        let (left, seat) = self.in_reserve(view, piece)?;
        Some(SpotCard {
            title: piece_name(piece),
            lines: vec![(
                Text::fixed("to place", "à placer"),
                Text::same(left.to_string()),
            )],
            symbol: Some(match piece {
                Piece::Terrain(terrain) => ground_symbol(terrain),
                Piece::Unit(class) => unit_symbol(seat, class),
            }),
        })
    }

    fn legend(&self) -> Vec<Legend> {
        self.game.legend()
    }

    fn status(&self, view: &Glimpse) -> Status {
        let army = &self.game.army;
        let phase = match view {
            Glimpse::Open(field, state) => return self.on(field).status(state),
            Glimpse::Lot { .. } => Text::fixed(
                "drawing lots for the first turn",
                "tirage au sort du premier tour",
            ),
            Glimpse::Agreeing(talks) => self.talk(talks),
            Glimpse::Drawing { relief, camps } => self.drawing(relief, camps),
            Glimpse::Placing { own: None, .. } => Text::fixed("set-up", "mise en place"),
            Glimpse::Placing {
                own: Some((_, camp)),
                relief,
                ..
            } => {
                let works = match relief {
                    Some(_) => Works::Own,
                    None => Works::Given,
                };
                let left = reserve(camp, army, works).into_iter();
                to_place(left.map(|(piece, left)| counted(piece, left)).collect())
            }
        };
        // A statistic has a number for both sides, so only what everybody knows is one.
        let done = view.done();
        let ready = |seat| i64::from(done.contains(seat));
        Status {
            phase,
            phase_name: None,
            left: None,
            statistics: vec![Statistic {
                name: Text::fixed("ready", "en place"),
                values: [NORTH, SOUTH].map(ready).into(),
            }],
        }
    }
}

impl Deployed {
    /// Who is to say what about the ground.
    fn talk(&self, talks: &Talks) -> Text {
        let board = self.game.board();
        let terrain = talks.relief.next(board).unwrap_or(Terrain::Mountain);
        let (side, piece) = (seat_title(talks.mover()), a_terrain(terrain));
        let left = Text::list(self.ground_left(&talks.relief, &[NORTH, SOUTH]));
        match talks.offer {
            Offer::Open(square) => text!(
                "{side} answers: {piece} on {at}? ({left} left)",
                "le {side} répond : {piece} en {at} ? (restent {left})",
                side,
                piece,
                at = board.place(square),
                left
            ),
            Offer::None => text!(
                "{side} proposes a square for {piece} ({left} left)",
                "le {side} propose une case pour {piece} (restent {left})",
                side,
                piece,
                left
            ),
            Offer::Rejected => text!(
                "{side} proposes another square for {piece}, which stands ({left} left)",
                "le {side} propose pour {piece} une autre case, qui vaudra (restent {left})",
                side,
                piece,
                left
            ),
        }
    }

    /// What whoever draws a map has left to place, half by half: it is North's seat that draws both.
    fn drawing(&self, relief: &Relief, camps: &Camps) -> Text {
        let of = |seat: Seat| match relief.next(self.game.board()) {
            Some(_) => self.ground_left(relief, &[seat]),
            None => {
                let left = reserve(camps.of(seat), &self.game.army, Works::Own);
                let left = left.into_iter();
                left.map(|(piece, left)| counted(piece, left)).collect()
            }
        };
        let halves = [NORTH, SOUTH].map(|seat| (seat, of(seat)));
        let halves = halves.into_iter().filter(|(_, left)| !left.is_empty());
        let left: Vec<Text> = halves
            .map(|(seat, left)| {
                text!(
                    "{left} for {side}",
                    "{left} pour {side}",
                    left = Text::list(left),
                    side = the_side(seat)
                )
            })
            .collect();
        if left.is_empty() {
            return Text::fixed(
                "drawing a map: everything is placed",
                "dessin d'une carte : tout est placé",
            );
        }
        text!(
            "drawing a map, both halves; left to place: {left}",
            "dessin d'une carte, les deux moitiés ; reste à placer : {left}",
            left = joined(&left)
        )
    }

    /// Mountains and passes that are still to come in these halves.
    fn ground_left(&self, relief: &Relief, halves: &[Seat]) -> Vec<Text> {
        let board = self.game.board();
        let left = |terrain: Terrain| -> usize {
            let halves = halves.iter();
            halves.map(|&half| relief.left(board, terrain, half)).sum()
        };
        [Terrain::Mountain, Terrain::Pass]
            .into_iter()
            .filter(|&terrain| left(terrain) > 0)
            .map(|terrain| terrains(terrain, left(terrain) as u8))
            .collect()
    }

    /// How much of a piece a viewer has in reserve, and whose it is.
    fn in_reserve(&self, view: &Glimpse, piece: Piece) -> Option<(usize, Seat)> {
        let board = self.game.board();
        let of_camp = |camp: &Camp| match piece {
            Piece::Terrain(terrain) => camp.works_left(terrain),
            Piece::Unit(class) => usize::from(camp.left(&self.game.army, class)),
        };
        let ground = |relief: &Relief| -> usize {
            let Piece::Terrain(terrain) = piece else {
                return 0;
            };
            let halves = [NORTH, SOUTH].into_iter();
            halves.map(|half| relief.left(board, terrain, half)).sum()
        };
        match view {
            Glimpse::Agreeing(talks) => Some((ground(&talks.relief), talks.mover())),
            Glimpse::Drawing { relief, camps } => {
                let camps: usize = [NORTH, SOUTH]
                    .map(|seat| of_camp(camps.of(seat)))
                    .iter()
                    .sum();
                Some((ground(relief) + camps, NORTH))
            }
            Glimpse::Placing {
                own: Some((seat, camp)),
                relief,
                ..
            } => match (piece, relief) {
                (Piece::Terrain(_), None) => None,
                _ => Some((of_camp(camp), *seat)),
            },
            Glimpse::Placing { own: None, .. } | Glimpse::Lot { .. } | Glimpse::Open(..) => None,
        }
    }
}

/// The piece that a button of the reserve is for.
fn reserved(spot: &Spot) -> Option<Piece> {
    Piece::read(spot.0.strip_prefix(RESERVE)?)
}

/// Whose forts and arsenals a side has.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Works {
    /// It builds them.
    Own,
    /// The ground has them.
    Given,
}

/// What a side has still to place: nobody else may know.
fn reserve(camp: &Camp, army: &Army, works: Works) -> Vec<(Piece, usize)> {
    let buildings = [Terrain::Fort, Terrain::Arsenal]
        .into_iter()
        .filter(|_| works == Works::Own)
        .map(|terrain| (Piece::Terrain(terrain), camp.works_left(terrain)));
    let units = Class::ALL
        .into_iter()
        .map(|class| (Piece::Unit(class), usize::from(camp.left(army, class))));
    buildings
        .chain(units)
        .filter(|(_, left)| *left > 0)
        .collect()
}

fn counted(piece: Piece, left: usize) -> Text {
    match piece {
        Piece::Terrain(terrain) => terrains(terrain, left as u8),
        Piece::Unit(class) => text!("{left} {name}", "{left} {name}", name = class_name(class)),
    }
}

fn to_place(left: Vec<Text>) -> Text {
    if left.is_empty() {
        return Text::fixed(
            "set-up: everything is placed",
            "mise en place : tout est placé",
        );
    }
    text!(
        "set-up: {left} left to place",
        "mise en place : reste à placer {left}",
        left = Text::list(left)
    )
}

/// What is left for each half, one after the other.
fn joined(halves: &[Text]) -> Text {
    let join = |of: fn(&Text) -> &str, between: &str| {
        let halves: Vec<&str> = halves.iter().map(of).collect();
        halves.join(between)
    };
    Text::new(join(|text| &text.en, "; "), join(|text| &text.fr, " ; "))
}
