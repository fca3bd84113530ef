//! Muster as people meet it: the log, the picture, the shelf, the book, the lens and the odds.

use super::*;
use vauban_game::RuleTree;

impl Narrate for Muster {
    fn narrate(
        &self,
        before: &View,
        happening: Option<Happening<Self>>,
        after: &View,
        _: Viewer,
    ) -> Vec<Event> {
        let seat = before.open.to_move;
        let name = self.seat_name(seat);
        let say = |kind, en: String, fr: String| {
            Event::new(
                kind,
                Text::new(format!("{} {en}", name.en), format!("{} {fr}", name.fr)),
            )
            .with("seat", seat)
        };
        let draws = || {
            say(
                "draw",
                "draws a card".to_owned(),
                "tire une carte".to_owned(),
            )
        };
        let event = match happening {
            None => draws(),
            Some(Happening::Action(_, Action::Play(kind))) => {
                let armies = kind + 1;
                say(
                    "play",
                    format!("musters {armies}"),
                    format!("lève {armies}"),
                )
                .with("armies", armies)
            }
            Some(Happening::Action(_, Action::Place(fort, armies))) => {
                let place = fort_name(fort);
                say(
                    "place",
                    format!("places {armies} in {place}"),
                    format!("place {armies} en {place}"),
                )
                .with("armies", armies)
                .at([place.into()])
            }
            Some(Happening::Action(_, Action::Raid(fort))) => {
                let place = fort_name(fort);
                say("raid", format!("raids {place}"), format!("attaque {place}")).at([place.into()])
            }
            Some(Happening::Action(_, Action::End)) => say(
                "end",
                "ends the turn".to_owned(),
                "finit son tour".to_owned(),
            ),
            Some(Happening::Chance(Chance::Draw(kind))) => draws().with("card", kind + 1),
            Some(Happening::Chance(Chance::Loss(loss))) => {
                let taken = before.open.forts != after.open.forts;
                say(
                    "loss",
                    format!("destroys up to {loss}"),
                    format!("détruit jusqu'à {loss}"),
                )
                .with("loss", loss)
                .with("hurt", taken)
            }
        };
        vec![event]
    }
    fn seat_name(&self, seat: Seat) -> Text {
        plain::seat_name(seat)
    }
}

impl Depict for Muster {
    fn backdrop(&self, _: Lang) -> Scene {
        let squares = self.picture();
        let mut scene = squares.scene();
        let mut layer = Layer::new("ground");
        for fort in 0..FORTS {
            let (column, row) = self.place_of(fort);
            let region = Paint::Region(self.worth[usize::from(fort)]);
            layer
                .shapes
                .push(squares.shape(column, row, fort_name(fort), region));
        }
        scene.layers.push(layer);
        scene
    }
    fn layers(&self, view: &View, _: Lang) -> Vec<Layer> {
        let mut layer = Layer::new("armies");
        for (fort, held) in (0..FORTS).zip(&view.open.forts) {
            if let Some(owner) = held.owner {
                let (column, row) = self.place_of(fort);
                let at = self.picture().centre(column, row);
                let (key, glyph) = (format!("in-{}", fort_name(fort)), held.armies.to_string());
                layer.shapes.push(plain::disc(
                    key,
                    fort_name(fort),
                    at,
                    Paint::Seat(owner.0),
                    glyph,
                ));
            }
        }
        let hand = self
            .all()
            .find_map(|seat| view.known[seat])
            .unwrap_or_default();
        for (kind, count) in (1..).zip(hand).filter(|&(_, count)| count > 0) {
            let at: Point = self.picture().centre(kind - 1, 2);
            let (key, text) = (format!("card-{kind}"), format!("{count}×{kind}"));
            let form = Form::Text {
                text: text.clone(),
                size: 0.4,
            };
            let shape = Shape::new(key.clone(), at, form, Paint::Ink).with_spot(key);
            layer.shapes.push(shape.with_glyph(text));
        }
        vec![layer]
    }
    fn gesture(&self, action: Action) -> Vec<Spot> {
        vec![match action {
            Action::Play(kind) => format!("card-{}", kind + 1).into(),
            Action::Place(fort, _) | Action::Raid(fort) => fort_name(fort).into(),
            Action::End => "end".into(),
        }]
    }
    fn mark(&self, _: &View, _: Seat, action: Action) -> Mark {
        match action {
            Action::Raid(_) => Mark::Attack,
            Action::Play(_) | Action::Place(..) | Action::End => Mark::Shift,
        }
    }
    fn caption(&self, action: Action) -> Text {
        match action {
            Action::Play(kind) => Text::new(
                format!("muster {}", kind + 1),
                format!("lever {}", kind + 1),
            ),
            Action::Place(fort, armies) => Text::new(
                format!("place {armies} in {}", fort_name(fort)),
                format!("placer {armies} en {}", fort_name(fort)),
            ),
            Action::Raid(fort) => Text::new(
                format!("raid {}", fort_name(fort)),
                format!("attaquer {}", fort_name(fort)),
            ),
            Action::End => Text::fixed("end the turn", "finir le tour"),
        }
    }
    fn meant(&self, view: &View, seat: Seat, path: &[Spot]) -> Option<Action> {
        let [Spot(spot)] = path else { return None };
        if spot == "end" {
            return Some(Action::End);
        }
        if let Some(kind) = spot.strip_prefix("card-") {
            return Some(Action::Play(read_card(kind)?));
        }
        let fort = read_fort(spot)?;
        match view.open.forts[usize::from(fort)].owner {
            Some(owner) if owner != seat => Some(Action::Raid(fort)),
            _ => Some(Action::Place(fort, view.open.pool.max(1))),
        }
    }
    fn card(&self, view: &View, spot: &Spot) -> Option<SpotCard> {
        let fort = usize::from(read_fort(&spot.0)?);
        let armies = view.open.forts[fort].armies.to_string();
        Some(SpotCard {
            title: Text::same(spot.0.clone()),
            lines: vec![
                (Text::fixed("armies", "armées"), Text::same(armies)),
                (
                    Text::fixed("worth", "valeur"),
                    Text::same(self.worth[fort].to_string()),
                ),
            ],
        })
    }
    fn legend(&self) -> Vec<Legend> {
        vec![Legend {
            symbol: None,
            glyph: "n×k".to_owned(),
            title: Text::fixed("cards", "cartes"),
            about: Text::fixed("n cards for k armies each", "n cartes de k armées chacune"),
        }]
    }
    fn status(&self, view: &View) -> Status {
        let each = |name, value: &dyn Fn(Seat) -> i64| Statistic {
            name,
            values: self.all().map(value).collect(),
        };
        Status {
            phase: match view.open.phase {
                Phase::Draw => Text::fixed("drawing", "pioche"),
                Phase::Act => Text::fixed("acting", "action"),
                Phase::Raid(_) => Text::fixed("raiding", "attaque"),
            },
            actions_left: None,
            statistics: vec![
                each(Text::fixed("points", "points"), &|seat| {
                    i64::from(self.points(&view.open, seat))
                }),
                each(Text::fixed("cards", "cartes"), &|seat| {
                    i64::from(view.sizes[seat])
                }),
            ],
        }
    }
}

impl Setup for Muster {
    const CARD: &'static Card = &Card {
        name: "muster",
        title: Text::fixed("Muster", "La Levée"),
        about: Text::fixed("Draw, place, raid.", "Piochez, placez, attaquez."),
        seats: (2, 6),
        settings: &[
            SettingCard {
                name: "seats",
                title: Text::fixed("Seats", "Places"),
                values: Values::Number(2, 6),
                default: Some("6"),
            },
            SettingCard {
                name: "rounds",
                title: Text::fixed("Rounds", "Tours"),
                values: Values::Number(1, 9),
                default: Some("3"),
            },
            SettingCard {
                name: "map",
                title: Text::fixed("Map", "Carte"),
                values: Values::Seed,
                default: None,
            },
        ],
    };
    fn setup(settings: &Settings) -> Result<Muster, Vec<SettingError>> {
        let number = |name| plain::setting(settings, name);
        Ok(Muster::new(
            number("seats")? as u8,
            number("rounds")? as u8,
            number("map")?,
        ))
    }
    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "muster",
            version: 1,
        }
    }
}

impl Explain for Muster {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(
            "1.1 Seats move in turn; a turn begins with a card.\n2.1 One plays cards from one's hand.\n\
             3.1 Armies go into free or own forts.\n3.2 As many as have been mustered.\n\
             4.1 One raids an enemy's fort.\n4.2 Once a turn.\n",
            "1.1 On joue à tour de rôle ; un tour commence par une carte.\n2.1 On joue les cartes de sa main.\n\
             3.1 Les armées vont dans un fort libre ou à soi.\n3.2 Autant qu'on en a levé.\n\
             4.1 On attaque le fort d'un ennemi.\n4.2 Une fois par tour.\n",
        )
    }
    fn trees(&self) -> Vec<RuleTree> {
        rules::trees()
    }
}

impl Lenses for Muster {
    fn lenses(&self) -> &'static [LensCard] {
        const CARDS: &[LensCard] = &[LensCard {
            name: "worth",
            title: Text::fixed("Worth", "Valeur"),
            about: Text::fixed(
                "Own armies count up, others' down.",
                "Les siennes comptent en plus, les autres en moins.",
            ),
            scale: Scale::Diverging,
            initial: true,
        }];
        CARDS
    }
    fn lens(&self, view: &View, name: &str, seat: Seat) -> Option<LensMap> {
        let value = |fort: u8| {
            let held = view.open.forts[usize::from(fort)];
            let points = i32::from(held.armies) * i32::from(self.worth[usize::from(fort)]);
            if held.owner == Some(seat) {
                points
            } else {
                -points
            }
        };
        (name == "worth").then(|| LensMap {
            values: (0..FORTS)
                .map(|fort| (fort_name(fort).into(), value(fort)))
                .collect(),
            paths: Vec::new(),
        })
    }
}

impl Odds for Muster {
    fn odds(&self, _: &View, _: Seat, action: Action) -> Option<Vec<OddsLine>> {
        let line = |(loss, weight): (u8, u32)| OddsLine {
            result: format!("loss-{loss}"),
            text: Text::new(
                format!("up to {loss} lost"),
                format!("jusqu'à {loss} perdus"),
            ),
            ways: u64::from(weight),
            of: 6,
        };
        matches!(action, Action::Raid(_)).then(|| LOSSES.map(line).to_vec())
    }
}

impl Formats for Muster {}
