//! How the set-up looks: the ground, one's own units, and a button for each class in reserve.

use vauban_game::{
    Depict, Lang, Legend, Seat, SpotCard, Statistic, Status, Text,
    scene::{Layer, Mark, Paints, Scene, Spot},
    text,
};

use super::{Camp, Deployed, Glimpse, Step};
use crate::guerre::{
    Army, Class, Guerre, NORTH, Place, SOUTH, scene::drawings::unit_symbol, words::class_name,
};

/// What the reserve's buttons are called: `reserve-AC`.
const RESERVE: &str = "reserve-";

impl Depict for Deployed {
    const PAINTS: Paints = Guerre::PAINTS;

    fn backdrop(&self, lang: Lang) -> Scene {
        self.game.backdrop(lang)
    }

    fn layers(&self, view: &Glimpse, lang: Lang) -> Vec<Layer> {
        self.game.layers(&self.seen(view), lang)
    }

    fn gesture(&self, step: Step) -> Vec<Spot> {
        match step {
            Step::Place { class, at } => {
                vec![Spot(format!("{RESERVE}{}", class.code())), at.spot()]
            }
            Step::Remove { at } => vec![at.spot(), Spot("remove".to_owned())],
            Step::Done => vec![Spot("done".to_owned())],
            Step::Open(action) => self.game.gesture(action),
        }
    }

    fn mark(&self, view: &Glimpse, seat: Seat, step: Step) -> Mark {
        match (view, step) {
            (Glimpse::Open(state), Step::Open(action)) => self.game.mark(state, seat, action),
            (_, Step::Place { .. }) => Mark::SHIFT,
            _ => Mark::PLANNED,
        }
    }

    fn caption(&self, step: Step) -> Text {
        match step {
            Step::Place { class, .. } => {
                text!("{class} on", "{class} en", class = class_name(class))
            }
            Step::Remove { at } => text!("take back {at}", "reprendre {at}"),
            Step::Done => Text::fixed("done: everything is placed", "terminé : tout est placé"),
            Step::Open(action) => self.game.caption(action),
        }
    }

    fn name(&self, spot: &Spot) -> Option<Text> {
        Some(class_name(reserved(spot)?))
    }

    fn meant(&self, view: &Glimpse, seat: Seat, path: &[Spot]) -> Option<Step> {
        match path {
            [only] if only.0 == "done" => Some(Step::Done),
            [first, second] if second.0 == "remove" => Some(Step::Remove {
                at: Place::read(&first.0)?,
            }),
            [first, second] if first.0.starts_with(RESERVE) => Some(Step::Place {
                class: reserved(first)?,
                at: Place::read(&second.0)?,
            }),
            _ => self
                .game
                .meant(&self.seen(view), seat, path)
                .map(Step::Open),
        }
    }

    /// A button of the reserve says what it holds, and how much of it is left.
    fn card(&self, view: &Glimpse, spot: &Spot) -> Option<SpotCard> {
        let (Some(class), Glimpse::Placing { own, .. }) = (reserved(spot), view) else {
            return self.game.card(&self.seen(view), spot);
        };
        let (seat, camp) = own.as_ref()?;
        Some(SpotCard {
            title: class_name(class),
            lines: vec![(
                Text::fixed("to place", "à placer"),
                Text::same(camp.left(&self.game.army, class).to_string()),
            )],
            symbol: Some(unit_symbol(*seat, class)),
        })
    }

    fn legend(&self) -> Vec<Legend> {
        self.game.legend()
    }

    fn status(&self, view: &Glimpse) -> Status {
        let phase = match view {
            Glimpse::Open(state) => return self.game.status(state),
            Glimpse::Lot { .. } => Text::fixed(
                "drawing lots for the first turn",
                "tirage au sort du premier tour",
            ),
            Glimpse::Placing { own: None, .. } => Text::fixed("set-up", "mise en place"),
            Glimpse::Placing {
                own: Some((_, camp)),
                ..
            } => reserve(camp, &self.game.army),
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

/// The class that a button of the reserve is for.
fn reserved(spot: &Spot) -> Option<Class> {
    Class::read(spot.0.strip_prefix(RESERVE)?)
}

/// What a side has still to place: nobody else may know.
fn reserve(camp: &Camp, army: &Army) -> Text {
    if camp.is_complete(army) {
        return Text::fixed(
            "set-up: everything is placed",
            "mise en place : tout est placé",
        );
    }
    let classes = Class::ALL
        .into_iter()
        .filter(|&class| camp.left(army, class) > 0);
    let left = classes.map(|class| {
        let (n, name) = (camp.left(army, class), class_name(class));
        text!("{n} {name}", "{n} {name}", name)
    });
    text!(
        "set-up: {left} left to place",
        "mise en place : reste à placer {left}",
        left = Text::list(left)
    )
}
