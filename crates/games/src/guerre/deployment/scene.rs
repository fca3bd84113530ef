//! How the set-up looks: the ground, one's own units, and a button for each class in reserve.

use vauban_game::{
    Depict, Lang, Legend, Seat, SpotCard, Statistic, Status, Text,
    scene::{Layer, Mark, Scene, Spot},
};

use super::{Deployed, Glimpse, Step};
use crate::guerre::{Class, NORTH, Place, SOUTH, narrate::class_name};

/// What the reserve's buttons are called: `reserve-AC`.
const RESERVE: &str = "reserve-";

impl Depict for Deployed {
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
            (_, Step::Place { .. }) => Mark::Shift,
            _ => Mark::Planned,
        }
    }

    fn caption(&self, step: Step) -> Text {
        match step {
            Step::Place { class, at } => {
                let class = class_name(class);
                Text::new(
                    format!("{} on {at}", class.en),
                    format!("{} en {at}", class.fr),
                )
            }
            Step::Remove { at } => Text::new(format!("take back {at}"), format!("reprendre {at}")),
            Step::Done => Text::fixed("done: all is placed", "fini : tout est placé"),
            Step::Open(action) => self.game.caption(action),
        }
    }

    fn meant(&self, view: &Glimpse, seat: Seat, path: &[Spot]) -> Option<Step> {
        match path {
            [only] if only.0 == "done" => Some(Step::Done),
            [first, second] if second.0 == "remove" => Some(Step::Remove {
                at: Place::read(&first.0)?,
            }),
            [first, second] if first.0.starts_with(RESERVE) => Some(Step::Place {
                class: Class::read(first.0.strip_prefix(RESERVE)?)?,
                at: Place::read(&second.0)?,
            }),
            _ => self
                .game
                .meant(&self.seen(view), seat, path)
                .map(Step::Open),
        }
    }

    fn card(&self, view: &Glimpse, spot: &Spot) -> Option<SpotCard> {
        self.game.card(&self.seen(view), spot)
    }

    fn legend(&self) -> Vec<Legend> {
        self.game.legend()
    }

    fn status(&self, view: &Glimpse) -> Status {
        let (own, phase) = match view {
            Glimpse::Open(state) => return self.game.status(state),
            Glimpse::Lot { .. } => (
                None,
                Text::fixed(
                    "drawing lots for the first turn",
                    "tirage au sort du premier tour",
                ),
            ),
            Glimpse::Placing { own, .. } => (own.as_ref(), Text::fixed("set-up", "mise en place")),
        };
        let done = view.done();
        let ready = |seat| i64::from(done.contains(seat));
        let mut statistics = vec![Statistic {
            name: Text::fixed("ready", "en place"),
            values: [NORTH, SOUTH].map(ready).into(),
        }];
        // Only one's own reserve is known; the other's shows as 0.
        for class in Class::ALL {
            let left = |seat| match own {
                Some((of, camp)) if *of == seat => i64::from(camp.left(class)),
                _ => 0,
            };
            let name = class_name(class);
            statistics.push(Statistic {
                name: Text::new(
                    format!("{} to place", name.en),
                    format!("{} à placer", name.fr),
                ),
                values: [NORTH, SOUTH].map(left).into(),
            });
        }
        Status {
            phase,
            actions_left: None,
            statistics,
        }
    }
}
