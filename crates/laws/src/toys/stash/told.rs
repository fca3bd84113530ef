//! Stash as people meet it: the log, the picture, the shelf, the book and the lens.

use super::*;
use vauban_game::RuleTree;

impl Narrate for Stash {
    fn narrate(
        &self,
        before: &View,
        happening: Option<Happening<Self>>,
        after: &View,
        _: Viewer,
    ) -> Vec<Event> {
        let hides = |seat| {
            let name = self.seat_name(seat);
            let text = Text::new(
                format!("{} hides a stash", name.en),
                format!("{} fait sa cache", name.fr),
            );
            Event::new("hide", text).with("seat", seat)
        };
        let event = match happening {
            None => {
                let mut ready = after.ready.iter();
                let seat = ready.find(|&seat| !before.ready.contains(seat));
                return seat.map(hides).into_iter().collect();
            }
            Some(Happening::Chance(Roll(digs))) => Event::new(
                "roll",
                Text::new(
                    format!("the die shows {digs}"),
                    format!("le dé donne {digs}"),
                ),
            )
            .with("digs", digs),
            Some(Happening::Action(seat, Action::Hide(cell))) => hides(seat)
                .with("cell", cell + 1)
                .at([Stash::spot(seat, cell).into()]),
            Some(Happening::Action(seat, Action::Dig(whose, cell))) => {
                let name = self.seat_name(seat);
                let spot = Stash::spot(whose, cell);
                let text = Text::new(
                    format!("{} digs at {spot}", name.en),
                    format!("{} creuse en {spot}", name.fr),
                );
                Event::new("dig", text)
                    .with("seat", seat)
                    .with(
                        "found",
                        after.known[whose].is_some_and(|found| after.open.is_dug(whose, found)),
                    )
                    .at([spot.into()])
            }
        };
        vec![event]
    }
    fn seat_name(&self, seat: Seat) -> Text {
        plain::seat_name(seat)
    }
}

impl Depict for Stash {
    fn backdrop(&self, _: Lang) -> Scene {
        plain::board(self.picture(), |cell, seat| Stash::spot(Seat(seat), cell))
    }
    fn layers(&self, view: &View, _: Lang) -> Vec<Layer> {
        let mut layer = Layer::new("finds");
        for seat in self.all() {
            for cell in 0..self.cells {
                let spot = Stash::spot(seat, cell);
                let (fill, glyph) = if view.known[seat] == Some(cell) {
                    (Paint::Seat(seat.0), "$")
                } else if view.open.is_dug(seat, cell) {
                    (Paint::Neutral, "x")
                } else {
                    continue;
                };
                let at = self.picture().centre(cell, seat.0);
                layer
                    .shapes
                    .push(plain::disc(format!("on-{spot}"), spot, at, fill, glyph));
            }
        }
        vec![layer]
    }
    fn gesture(&self, action: Action) -> Vec<Spot> {
        vec![self.write(action).into()]
    }
    fn mark(&self, _: &View, _: Seat, action: Action) -> Mark {
        match action {
            Action::Hide(_) => Mark::Planned,
            Action::Dig(..) => Mark::Attack,
        }
    }
    fn caption(&self, action: Action) -> Text {
        match action {
            Action::Hide(cell) => Text::new(
                format!("hide in cell {}", cell + 1),
                format!("cacher en case {}", cell + 1),
            ),
            Action::Dig(whose, cell) => {
                let spot = Stash::spot(whose, cell);
                Text::new(format!("dig at {spot}"), format!("creuser en {spot}"))
            }
        }
    }
    fn meant(&self, _: &View, _: Seat, path: &[Spot]) -> Option<Action> {
        let [spot] = path else { return None };
        self.read(&spot.0).ok()
    }
    fn card(&self, view: &View, spot: &Spot) -> Option<SpotCard> {
        let (seat, cell) = self.read_spot(&spot.0)?;
        (seat.0 < self.seats && cell < self.cells).then(|| SpotCard {
            title: self.seat_name(seat),
            lines: vec![(
                Text::fixed("dug", "creusé"),
                if view.open.is_dug(seat, cell) {
                    Text::fixed("yes", "oui")
                } else {
                    Text::fixed("no", "non")
                },
            )],
        })
    }
    fn legend(&self) -> Vec<Legend> {
        let line = |glyph: &str, title| Legend {
            symbol: None,
            glyph: glyph.to_owned(),
            title,
            about: Text::default(),
        };
        vec![
            line("$", Text::fixed("stash", "cache")),
            line("x", Text::fixed("hole", "trou")),
        ]
    }
    fn status(&self, view: &View) -> Status {
        let holes = |seat| i64::from(view.open.dug[seat].count_ones());
        Status {
            phase: match view.ready.len() < usize::from(self.seats) {
                true => Text::fixed("hiding", "cachettes"),
                false => Text::fixed("digging", "fouilles"),
            },
            actions_left: view.open.digs.map(u32::from),
            statistics: vec![Statistic {
                name: Text::fixed("holes", "trous"),
                values: self.all().map(holes).collect(),
            }],
        }
    }
}

impl Setup for Stash {
    const CARD: &'static Card = &Card {
        name: "stash",
        title: Text::fixed("Stash", "La Cache"),
        about: Text::fixed(
            "Find theirs before they find yours.",
            "Trouvez avant d'être trouvé.",
        ),
        seats: (2, 6),
        settings: &[
            SettingCard {
                name: "seats",
                title: Text::fixed("Seats", "Places"),
                values: Values::Number(2, 6),
                default: Some("2"),
            },
            SettingCard {
                name: "cells",
                title: Text::fixed("Cells a garden", "Cases par jardin"),
                values: Values::Number(3, 9),
                default: Some("6"),
            },
        ],
    };
    fn setup(settings: &Settings) -> Result<Stash, Vec<SettingError>> {
        Ok(Stash {
            seats: plain::setting(settings, "seats")? as u8,
            cells: plain::setting(settings, "cells")? as u8,
        })
    }
    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "stash",
            version: 1,
        }
    }
}

impl Explain for Stash {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(
            "1.1 Who is on turn acts.\n1.2 Every garden has the same cells.\n2.1 First each hides one stash, unseen.\n\
             3.1 Then they dig in turn.\n3.2 Never in one's own garden.\n3.3 A hole is dug once.\n",
            "1.1 Joue qui a le trait.\n1.2 Chaque jardin a les mêmes cases.\n2.1 D'abord chacun cache, sans être vu.\n\
             3.1 Puis on creuse à tour de rôle.\n3.2 Jamais dans son jardin.\n3.3 Un trou se creuse une fois.\n",
        )
    }
    fn trees(&self) -> Vec<RuleTree> {
        vec![
            HIDE.printed("hide", HIDE.to_string()),
            DIG.printed("dig", DIG.to_string()),
        ]
    }
}

impl Lenses for Stash {
    fn lenses(&self) -> &'static [LensCard] {
        const CARDS: &[LensCard] = &[LensCard {
            name: "hope",
            title: Text::fixed("Hope", "Espoir"),
            about: Text::fixed(
                "Where a stash may be, in per cent.",
                "Où peut être une cache, en pour cent.",
            ),
            scale: Scale::Sequential,
            initial: false,
        }];
        CARDS
    }
    fn lens(&self, view: &View, name: &str, seat: Seat) -> Option<LensMap> {
        if name != "hope" {
            return None;
        }
        let mut map = LensMap::default();
        for whose in self.all().filter(|&whose| whose != seat) {
            let left: Vec<Cell> = (0..self.cells)
                .filter(|&cell| !view.open.is_dug(whose, cell))
                .collect();
            let share = 100 / left.len().max(1) as i32;
            map.values.extend(
                left.iter()
                    .map(|&cell| (Stash::spot(whose, cell).into(), share)),
            );
        }
        Some(map)
    }
}

impl Odds for Stash {}
impl Formats for Stash {}
