//! How Land Buster looks, is clicked and is described.
//!
//! A land's type is its ground and texture, its owner a colour with a pattern and the letter before its
//! soldiers, so that nobody needs to see the colours.

mod board;
mod cards;
mod drawings;
mod pieces;

use vauban_game::{
    Depict, Game, Lang, Left, Legend, Seat, SpotCard, Statistic, Status, Text,
    scene::{Layer, Mark, Paints, Scene, Spot},
    text,
};

pub(super) use board::Shapes;
use board::{GROUNDS, SEATS};

use super::{
    Action, LandBuster,
    item::Item,
    land::Land,
    state::Phase,
    view::View,
    words::{owner_name, part_name, phase_name, seat_letter},
};

/// All soldiers of a land.
const ALL_QUARTERS: u32 = 4;

impl Depict for LandBuster {
    const PAINTS: Paints = Paints {
        grounds: &GROUNDS,
        marks: &[],
        seats: Some(&SEATS),
    };

    fn backdrop(&self, _lang: Lang) -> Scene {
        self.ground()
    }

    fn layers(&self, view: &View, lang: Lang) -> Vec<Layer> {
        let state = view.open();
        // Numbers are read above the arrows, and the arrows' own above everything.
        let (arrows, orders) = self.arrows(state);
        vec![self.owners(state), arrows, self.pieces(state, lang), orders]
    }

    fn gesture(&self, action: Action) -> Vec<Spot> {
        match action {
            Action::Capital { at } | Action::Reinforce { at } => vec![at.spot()],
            Action::Port { at } => vec!["port".into(), at.spot()],
            Action::Capture { from, to } | Action::Attack { from, to } => {
                vec![from.spot(), to.spot()]
            }
            Action::Cancel { from, to } => vec![plan_spot(from, to)],
            Action::Move {
                from,
                to,
                hero: false,
                ..
            } => vec![from.spot(), to.spot()],
            Action::Move { from, to, .. } => vec![hero_spot(from), to.spot()],
            Action::Launch => vec!["launch".into()],
            Action::Use => vec!["item".into()],
            Action::Skip => vec!["skip".into()],
            Action::Pass => vec!["pass".into()],
        }
    }

    /// As elsewhere: on to the next phase, and the end of the turn.
    fn shortcut(&self, action: Action) -> Option<char> {
        match action {
            Action::Skip => Some('N'),
            Action::Pass => Some('E'),
            _ => None,
        }
    }

    fn mark(&self, _view: &View, _seat: Seat, action: Action) -> Mark {
        match action {
            Action::Attack { .. } | Action::Launch => Mark::ATTACK,
            Action::Cancel { .. } => Mark::DANGER,
            _ => Mark::SHIFT,
        }
    }

    /// A land that could fall once all have left it.
    fn warning(&self, view: &View, seat: Seat, action: Action) -> Option<Text> {
        let (state, all) = (view.open(), self.with_amount(action, ALL_QUARTERS));
        let Action::Move { from, .. } = all else {
            return None;
        };
        let mut then = *state;
        self.act(&mut then, seat, all);
        let falls = |state| self.could_fall(state, seat, from);
        (falls(&then) && !falls(state)).then(|| {
            text!(
                "{land} could fall if all leave it",
                "{land} pourrait tomber si tous la quittent",
                land = self.name_of(from)
            )
        })
    }

    fn caption(&self, action: Action) -> Text {
        let from_name = |from: Land| self.name_of(from);
        match action {
            Action::Capital { .. } => Text::fixed("choose as capital:", "choisir pour capitale :"),
            Action::Reinforce { .. } => {
                Text::fixed("place all soldiers in", "placer tous les soldats :")
            }
            Action::Port { .. } => Text::fixed("build a port in", "construire un port :"),
            Action::Capture { from, .. } => text!(
                "from {name}, capture",
                "depuis {name}, capturer :",
                name = from_name(from)
            ),
            Action::Attack { from, .. } => text!(
                "from {name}, plan an attack on",
                "depuis {name}, planifier une attaque :",
                name = from_name(from)
            ),
            Action::Cancel { from, to } => text!(
                "cancel the attack from {one} on {two}",
                "annuler l'attaque depuis {one} vers {two}",
                one = from_name(from),
                two = from_name(to)
            ),
            Action::Launch => Text::fixed("launch the attacks", "lancer les attaques"),
            Action::Move {
                from, hero: false, ..
            } => text!(
                "move quarters of the soldiers from {name} to",
                "déplacer des quarts des soldats : {name} →",
                name = from_name(from)
            ),
            Action::Move { from, .. } => text!(
                "move the hero and quarters of the soldiers from {name} to",
                "déplacer le héros et des quarts des soldats : {name} →",
                name = from_name(from)
            ),
            Action::Use => Text::fixed("use the item", "utiliser l'objet"),
            Action::Skip => Text::fixed("skip the phase", "sauter la phase"),
            Action::Pass => Text::fixed("pass the turn", "passer la main"),
        }
    }

    fn name(&self, spot: &Spot) -> Option<Text> {
        if let Some(land) = Land::of_spot(spot, self.map().count()) {
            return Some(self.name_of(land));
        }
        None
    }

    /// §7.3
    fn usual_amount(&self, view: &View, seat: Seat, action: Action) -> Option<u32> {
        let moves = matches!(action, Action::Move { .. });
        moves.then(|| view.open().habit(seat).quarters.into())
    }

    /// §7.3 Who took the hero along last time takes him along again.
    fn instead(&self, view: &View, seat: Seat) -> Vec<(Spot, Spot)> {
        let state = view.open();
        let usual = state.phase() == Phase::Move && state.habit(seat).hero;
        let hero = state.hero_at(seat).filter(|_| usual);
        let taken = hero.map(|land| (land.spot(), hero_spot(land)));
        taken.into_iter().collect()
    }

    fn amount_name(&self, action: Action, amount: u32) -> Option<Text> {
        if !matches!(action, Action::Move { .. }) {
            return None;
        }
        Some(part_name(amount))
    }

    fn meant(&self, view: &View, _seat: Seat, path: &[Spot]) -> Option<Action> {
        let state = view.open();
        let land = |spot: &Spot| Land::of_spot(spot, self.map().count());
        match path {
            [only] => match land(only) {
                Some(at) => match state.phase() {
                    Phase::Capital => Some(Action::Capital { at }),
                    Phase::Reinforce => Some(Action::Reinforce { at }),
                    _ => None,
                },
                None => self.meant_beside(only),
            },
            [first, second] => {
                let to = land(second)?;
                if first.0 == "port" {
                    return Some(Action::Port { at: to });
                }
                let quarters = 4;
                if let Some(from) = self
                    .map()
                    .lands()
                    .iter()
                    .find(|&at| hero_spot(at) == *first)
                {
                    return Some(Action::Move {
                        from,
                        to,
                        quarters,
                        hero: true,
                    });
                }
                let from = land(first)?;
                Some(match (state.phase(), state.owner(to)) {
                    (Phase::Move, _) => Action::Move {
                        from,
                        to,
                        quarters,
                        hero: false,
                    },
                    (_, None) => Action::Capture { from, to },
                    (_, Some(_)) => Action::Attack { from, to },
                })
            }
            _ => None,
        }
    }

    fn card(&self, view: &View, spot: &Spot) -> Option<SpotCard> {
        if spot.0 == "item" {
            return self.item_card(view);
        }
        let mut lands = self.map().lands().iter();
        if let Some(land) = lands.find(|&land| hero_spot(land) == *spot) {
            return self.hero_card(view.open(), land);
        }
        let land = Land::of_spot(spot, self.map().count())?;
        Some(self.land_card(view, land))
    }

    fn legend(&self) -> Vec<Legend> {
        let signs = [
            (
                "capital",
                "♔",
                Text::fixed("capital", "capitale"),
                Text::fixed("whoever loses it is out", "qui la perd est éliminé"),
            ),
            (
                "fortress",
                "♖",
                Text::fixed("fortress", "forteresse"),
                Text::fixed(
                    "items appear here more often",
                    "les objets y apparaissent plus souvent",
                ),
            ),
            (
                "hero",
                "♘",
                Text::fixed("hero", "héros"),
                Text::fixed(
                    "worth a fifth of all his owner's soldiers",
                    "vaut un cinquième des soldats de son propriétaire",
                ),
            ),
            (
                "item",
                "?",
                Text::fixed("item", "objet"),
                Text::fixed(
                    "whoever captures the land collects it",
                    "qui capture la terre le récolte",
                ),
            ),
            (
                "fat-item",
                "★",
                Item::FatBonus.name(),
                Item::FatBonus.effect(),
            ),
        ];
        let signs = signs.map(|(symbol, glyph, title, about)| Legend {
            symbol: Some(symbol),
            glyph: glyph.to_owned(),
            title,
            about,
        });
        let port = Legend {
            symbol: None,
            glyph: "⚓".to_owned(),
            title: Text::fixed("port", "port"),
            about: Text::fixed(
                "a jetty: soldiers may go by sea from here",
                "un ponton : les soldats peuvent partir par mer",
            ),
        };
        let owners = (0..self.players).map(Seat).map(Some).chain([None]);
        let owners = owners.map(|owner| {
            let letter =
                |lang| owner.map_or(String::new(), |seat| seat_letter(seat, lang).to_string());
            let about = match owner {
                Some(_) => text!(
                    "the letter {letter} before the soldiers",
                    "la lettre {letter} devant les soldats",
                    letter = Text::new(letter(Lang::En), letter(Lang::Fr))
                ),
                None => Text::fixed(
                    "no letter before the soldiers",
                    "pas de lettre devant les soldats",
                ),
            };
            Legend {
                symbol: None,
                glyph: format!("{}3", letter(Lang::En)),
                title: owner_name(owner),
                about,
            }
        });
        signs.into_iter().chain([port]).chain(owners).collect()
    }

    /// §9.4
    fn own(&self, view: &View) -> Option<Text> {
        let (_, item) = view.own_item()?;
        let name = item.name();
        Some(text!(
            "you hold the item “{name}”",
            "vous avez l'objet « {name} »",
            name
        ))
    }

    fn status(&self, view: &View) -> Status {
        let state = view.open();
        let per_seat =
            |value: &dyn Fn(Seat) -> i64| (0..self.players).map(Seat).map(value).collect();
        let phase_name_of = match state.phase() {
            Phase::Reinforce => Some("reinforcement"),
            Phase::Action | Phase::Battle { .. } => Some("action"),
            Phase::Move => Some("move"),
            _ => None,
        };
        let left = match state.phase() {
            Phase::Reinforce => Some(Left::new(
                Text::fixed("soldiers to place", "soldats à placer"),
                self.reinforcements(state, state.mover()),
            )),
            _ => None,
        };
        let items: Vec<Text> = state.boons().items().map(Item::name).collect();
        let phase = phase_name(state.phase());
        let phase = match items.is_empty() {
            true => phase,
            false => text!(
                "{phase}, with “{items}”",
                "{phase}, avec « {items} »",
                phase,
                items = Text::list(items)
            ),
        };
        Status {
            phase,
            phase_name: phase_name_of,
            left,
            statistics: vec![
                Statistic {
                    name: Text::fixed("lands", "terres"),
                    values: per_seat(&|seat| state.lands(seat).len() as i64),
                },
                Statistic {
                    name: Text::fixed("soldiers", "soldats"),
                    values: per_seat(&|seat| state.total(seat).into()),
                },
                Statistic {
                    name: Text::fixed("types, of 5", "types, sur 5"),
                    values: per_seat(&|seat| self.map().types_in(state.lands(seat)) as i64),
                },
                Statistic {
                    name: Text::fixed("item", "objet"),
                    values: per_seat(&|seat| view.holds(seat).into()),
                },
                Statistic {
                    name: Text::fixed("round, of 300", "tour de table, sur 300"),
                    values: per_seat(&|_| i64::from(state.round()) + 1),
                },
            ],
        }
    }
}

impl LandBuster {
    fn meant_beside(&self, spot: &Spot) -> Option<Action> {
        match spot.0.as_str() {
            "launch" => return Some(Action::Launch),
            "item" => return Some(Action::Use),
            "skip" => return Some(Action::Skip),
            "pass" => return Some(Action::Pass),
            _ => {}
        }
        let (from, to) = spot.0.strip_prefix("plan-")?.split_once('x')?;
        let count = self.map().count();
        let land = |text: &str| Land::of_spot(&Spot::from(text), count);
        Some(Action::Cancel {
            from: land(from)?,
            to: land(to)?,
        })
    }
}

fn plan_spot(from: Land, to: Land) -> Spot {
    Spot(format!("plan-{from}x{to}"))
}

fn hero_spot(land: Land) -> Spot {
    Spot(format!("hero-{land}"))
}
