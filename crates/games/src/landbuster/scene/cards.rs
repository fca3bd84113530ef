//! What there is to know about a land, a hero or an item, in the lines of a card.

use vauban_game::{Seat, SpotCard, Text, text};

use crate::landbuster::{
    Attack, Defence, Item, LandBuster, View,
    land::Land,
    state::State,
    words::{hero_name, owner_name, soldiers as soldiers_of},
};

type Line = (Text, Text);

impl LandBuster {
    /// §9 The viewer's own item.
    pub(super) fn item_card(&self, view: &View) -> Option<SpotCard> {
        let (_, item) = view.own_item()?;
        Some(SpotCard {
            title: item.name().capital(),
            lines: vec![(Text::fixed("effect", "effet"), item.effect())],
            symbol: Some("item"),
        })
    }

    /// §8 The hero on a land.
    pub(super) fn hero_card(&self, state: &State, land: Land) -> Option<SpotCard> {
        let seat = state.hero_of(land)?;
        Some(SpotCard {
            title: hero_name(seat),
            lines: vec![
                (Text::fixed("stands in", "se tient à"), self.name_of(land)),
                (
                    Text::fixed("is worth", "vaut"),
                    soldiers_of(self.hero_worth(state, seat)),
                ),
            ],
            symbol: Some("hero"),
        })
    }

    pub(super) fn land_card(&self, view: &View, land: Land) -> SpotCard {
        let state = view.open();
        let owner = state.owner(land);
        let mut lines = vec![
            (
                Text::fixed("number", "numéro"),
                Text::same(land.to_string()),
            ),
            (Text::fixed("type", "type"), self.map().terrain(land).name()),
        ];
        lines.extend(self.marks_of(state, land));
        if owner.is_some() {
            lines.push((
                Text::fixed("total defence", "défense totale"),
                defence_sum(self.defence(state, land)),
            ));
        }
        // Whoever only looks on sees what the one on turn could do.
        let seat = view.viewer().unwrap_or(state.mover());
        lines.extend(self.prospect(state, seat, land));
        SpotCard {
            // Whoever hears the board is told at once whose it is, and how strong.
            title: text!(
                "{name}: {owner}, {there}",
                "{name} : {owner}, {there}",
                name = self.name_of(land),
                owner = owner_name(owner),
                there = soldiers_of(state.soldiers(land))
            ),
            lines,
            symbol: None,
        }
    }

    /// What stands there besides soldiers.
    fn marks_of(&self, state: &State, land: Land) -> Option<Line> {
        let capital = state.capitals().contains(land);
        let hero = state.hero_of(land).is_some();
        let item = state.lying_at(land).map(|lying| {
            let look = match lying.fat {
                true => Item::FatBonus.name(),
                false => Text::fixed("an unknown item", "un objet inconnu"),
            };
            let turns = i64::from(lying.turns);
            text!(
                "{look} ({left} left)",
                "{look} (encore {left})",
                look,
                left = Text::count(turns, ["turn", "turns"], ["tour", "tours"])
            )
        });
        let there = [
            (capital, Text::fixed("capital", "capitale")),
            (
                self.map().fortresses().contains(land),
                Text::fixed("fortress", "forteresse"),
            ),
            (state.ports().contains(land), Text::fixed("port", "port")),
            (hero, Text::fixed("hero", "héros")),
        ];
        let there = there.into_iter().filter(|mark| mark.0).map(|mark| mark.1);
        let all: Vec<Text> = there.chain(item).collect();
        (!all.is_empty()).then(|| (Text::fixed("with", "avec"), Text::list(all)))
    }

    /// What a player could do to a land: capture it, or attack it with so much.
    fn prospect(&self, state: &State, seat: Seat, land: Land) -> Option<Line> {
        match state.owner(land) {
            Some(owner) if owner == seat => None,
            None => {
                let mut own = state.lands(seat).iter();
                let from = own.find(|&from| self.reach(state, from).contains(land))?;
                Some((
                    Text::fixed("can be captured", "peut être capturée"),
                    text!(
                        "from {name}, with {count}",
                        "depuis {name}, avec {count}",
                        name = self.name_of(from),
                        count = soldiers_of(state.soldiers(land))
                    ),
                ))
            }
            Some(_) => {
                let best = self.best_attack(state, seat, land);
                let title = Text::fixed("your attack", "votre attaque");
                let Some((from, _)) = best else {
                    return Some((title, Text::fixed("none reaches it", "aucune ne l'atteint")));
                };
                let sum = attack_sum(self.attack(state, from, land));
                let text = text!(
                    "from {name}: {sum}",
                    "depuis {name} : {sum}",
                    name = self.name_of(from),
                    sum
                );
                Some((title, text))
            }
        }
    }
}

/// `30 here + 8 hero + 12 beside + 9 ÷ 2 over the sea = 54 1/2`
fn defence_sum(defence: Defence) -> Text {
    let Defence {
        soldiers,
        hero,
        near,
        over_sea,
    } = defence;
    let parts = [
        Some(text!("{soldiers} here", "{soldiers} ici")),
        (hero > 0).then(|| text!("{hero} hero", "{hero} héros")),
        (near > 0).then(|| text!("{near} beside", "{near} à côté")),
        (over_sea > 0).then(|| text!("{over_sea} ÷ 2 over the sea", "{over_sea} ÷ 2 par mer")),
    ];
    let parts: Vec<Text> = parts.into_iter().flatten().collect();
    sum(parts, &defence.power().to_string())
}

/// `(40 + 8 hero) ÷ 2 attacks ÷ 2 by sea = 12`
fn attack_sum(attack: Attack) -> Text {
    let Attack {
        soldiers,
        hero,
        attacks,
        by_sea,
    } = attack;
    let mut text = match hero {
        0 => Text::same(soldiers.to_string()),
        _ => text!("({soldiers} + {hero} hero)", "({soldiers} + {hero} héros)"),
    };
    if attacks > 1 {
        text = text!(
            "{text} ÷ {attacks} attacks",
            "{text} ÷ {attacks} attaques",
            text
        );
    }
    if by_sea {
        text = text!("{text} ÷ 2 by sea", "{text} ÷ 2 par mer", text);
    }
    if hero == 0 && attacks <= 1 && !by_sea {
        return text;
    }
    text!(
        "{text} = {power}",
        "{text} = {power}",
        text,
        power = attack.power()
    )
}

fn sum(parts: Vec<Text>, total: &str) -> Text {
    if parts.len() < 2 {
        return Text::same(total);
    }
    let join = |of: fn(&Text) -> &str| parts.iter().map(of).collect::<Vec<_>>().join(" + ");
    let (en, fr) = (join(|text| &text.en), join(|text| &text.fr));
    Text::new(format!("{en} = {total}"), format!("{fr} = {total}"))
}
