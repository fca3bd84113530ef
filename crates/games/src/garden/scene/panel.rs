//! The words beside the board: the card of a cell, what the buttons do, the legend and the phase.

use vauban_game::{Legend, Seat, SpotCard, Text};

use super::{
    creature_symbol, resource_glyph, resource_symbol, side_title, soil_glyph, special_glyph,
    special_symbol,
};
use crate::garden::{
    Garden,
    cell::Cell,
    lenses::chance,
    map::{Land, Resource, Soil, Special},
    refusal::{capital, phase_name},
    state::{Clan, Phase, ROUNDS, SEATS, State},
    words::{amount, cells, creatures, list, seat_name, turns},
};

/// Whose turn of which round it is, what it is about, and which clans play.
pub(super) fn phase(view: &State) -> Text {
    if let Some(end) = view.end() {
        let how = &end.ending().text;
        return Text::new(format!("over, {}", how.en), format!("fini, {}", how.fr));
    }
    let (now, round) = (phase_name(view.phase()), view.round());
    let title = side_title(view, view.mover());
    let other = side_title(view, view.mover().other());
    match view.phase() {
        Phase::Lot => now,
        Phase::Clans => Text::new(
            format!("{}: {}", title.en, now.en),
            format!("{} : {}", title.fr, now.fr),
        ),
        _ => Text::new(
            format!(
                "round {round} of {ROUNDS}, {}: {} (against {})",
                title.en, now.en, other.en
            ),
            format!(
                "manche {round} sur {ROUNDS}, {} : {} (contre {})",
                title.fr, now.fr, other.fr
            ),
        ),
    }
}

impl Garden {
    /// What there is to know about a cell, and how fights for it would go.
    pub(super) fn cell_card(&self, view: &State, cell: Cell) -> SpotCard {
        let title = match view.owner(cell) {
            None => Text::new(format!("{cell}: free"), format!("{cell} : libre")),
            Some(seat) => {
                let (name, there) = (side_title(view, seat), creatures(view.creatures(cell)));
                Text::new(
                    format!("{cell}: {}, {}", name.en, there.en),
                    format!("{cell} : {}, {}", name.fr, there.fr),
                )
            }
        };
        let mut lines = match self.map.land(cell) {
            Land::Ordinary {
                soil,
                resource,
                production,
            } => self.soil_lines(view, soil, resource, production),
            Land::Special(special) => special_lines(special),
        };
        lines.extend(mark_lines(view, cell));
        lines.extend(self.attack_line(view, cell));
        SpotCard { title, lines }
    }

    fn soil_lines(
        &self,
        view: &State,
        soil: Soil,
        resource: Resource,
        production: u8,
    ) -> Vec<(Text, Text)> {
        let (name, all) = (soil.name(), cells(self.map.zone(soil).len()));
        let held = SEATS.map(|seat| self.map.zone(soil).and(view.cells(seat)).len());
        let [blue, red] = SEATS.map(seat_name);
        let zone = Text::new(
            format!(
                "{} ({}: {} {}, {} {})",
                name.en, all.en, blue.en, held[0], red.en, held[1]
            ),
            format!(
                "{} ({} : {} {}, {} {})",
                name.fr, all.fr, blue.fr, held[0], red.fr, held[1]
            ),
        );
        let yields = match production {
            0 => Text::fixed("nothing", "rien"),
            _ => amount(production.into(), resource),
        };
        vec![
            (Text::fixed("ground", "sol"), zone),
            (Text::fixed("yields a turn", "donne par tour"), yields),
        ]
    }

    /// From where the cell can be taken, with what chance.
    fn attack_line(&self, view: &State, cell: Cell) -> Option<(Text, Text)> {
        let seat = view.owner(cell)?.other();
        let chances: Vec<Text> = self
            .attackers(view, seat, cell)
            .map(|from| (from, chance(view, from, cell)))
            .filter(|&(_, percent)| percent > 0)
            .map(|(from, percent)| {
                Text::new(
                    format!("{percent}% from {from}"),
                    format!("{percent} % depuis {from}"),
                )
            })
            .collect();
        if chances.is_empty() {
            return None;
        }
        Some((Text::fixed("falls with", "tombe à"), list(&chances)))
    }
}

fn special_lines(special: Special) -> Vec<(Text, Text)> {
    let (resource, cost) = special.cost();
    let (the, technology) = (special.the(), special.technology());
    vec![
        (Text::fixed("place", "lieu"), the),
        (
            Text::fixed("to enter, and each use", "pour entrer, et à chaque usage"),
            amount(cost, resource),
        ),
        (technology, power(special)),
    ]
}

/// What a special cell can do for its owner.
fn power(special: Special) -> Text {
    match special {
        Special::Sky => Text::fixed(
            "a group attacks any enemy cell",
            "un groupe attaque n'importe quelle case adverse",
        ),
        Special::Candy => Text::fixed("3 more creatures this turn", "3 créatures de plus ce tour"),
        Special::Barbecue | Special::Pool => Text::fixed(
            "kills up to 3 on an enemy cell beside it",
            "tue jusqu'à 3 créatures d'une case adverse voisine",
        ),
    }
}

fn mark_lines(view: &State, cell: Cell) -> Vec<(Text, Text)> {
    let mut lines = Vec::new();
    let counted = [
        (Text::fixed("poison", "poison"), view.poison(cell)),
        (Text::fixed("rocks", "rochers"), view.rocks(cell)),
        (
            Text::fixed("weapons, dice 1 to 9", "armes, dés de 1 à 9"),
            view.arms(cell),
        ),
    ];
    for (name, left) in counted {
        if left > 0 {
            lines.push((name, turns(left)));
        }
    }
    if view.is_sheltered(cell) {
        lines.push((
            Text::fixed("shelter", "abri"),
            Text::fixed(
                "absorbs the next attack or power",
                "absorbe la prochaine attaque ou le prochain pouvoir",
            ),
        ));
    }
    lines
}

/// What a button does.
pub(super) fn button_card(word: &str) -> Option<SpotCard> {
    let (title, about) = match word {
        "end" => (
            Text::fixed("end the conquest", "finir la conquête"),
            Text::fixed("the reinforcement follows", "le renfort suit"),
        ),
        "jet" => special_card(Special::Sky),
        "candy" => special_card(Special::Candy),
        "barbecue" => special_card(Special::Barbecue),
        "pool" => special_card(Special::Pool),
        _ => {
            let power = CLAN_POWERS.iter().find(|power| power.0 == word)?;
            (power.1.clone(), power.2.clone())
        }
    };
    Some(SpotCard {
        title,
        lines: vec![(Text::fixed("effect", "effet"), about)],
    })
}

fn special_card(special: Special) -> (Text, Text) {
    let (resource, cost) = special.cost();
    let (power, cost) = (power(special), amount(cost, resource));
    let about = Text::new(
        format!("{}, for {}", power.en, cost.en),
        format!("{}, pour {}", power.fr, cost.fr),
    );
    (special.technology(), about)
}

/// The word of a clan power, its name, and what it does for 8 points.
static CLAN_POWERS: [(&str, Text, Text); 5] = [
    (
        "pillage",
        Text::fixed("pillage", "pillage"),
        Text::fixed(
            "steals up to 2 of the clan's resource and kills one, for 8 points",
            "vole jusqu'à 2 de la ressource du clan et tue une créature, pour 8 points",
        ),
    ),
    (
        "poison",
        Text::fixed("poison", "poison"),
        Text::fixed(
            "for three turn starts whoever rolls lower than the garden dies, for 8 points",
            "pendant trois débuts de tour, qui fait moins que le jardin meurt, pour 8 points",
        ),
    ),
    (
        "weapons",
        Text::fixed("weapons", "armes"),
        Text::fixed(
            "dice from 1 to 9 until the end of the next turn, for 8 points",
            "dés de 1 à 9 jusqu'à la fin du prochain tour, pour 8 points",
        ),
    ),
    (
        "rocks",
        Text::fixed("rocks", "rochers"),
        Text::fixed(
            "nobody leaves the cell for two turns, for 8 points",
            "personne ne quitte la case pendant deux tours, pour 8 points",
        ),
    ),
    (
        "shelter",
        Text::fixed("shelter", "abri"),
        Text::fixed(
            "takes the cell with one creature, behind a shelter that absorbs a blow, for 8 points",
            "prend la case avec une créature, derrière un abri qui absorbe un coup, pour 8 points",
        ),
    ),
];

/// Clans and what they can do, soils, resources, special cells, marks.
pub(super) fn legend() -> Vec<Legend> {
    let clans = Clan::ALL.map(|clan| {
        let the = clan.the();
        let word = match clan {
            Clan::Cooks => "poison",
            Clan::Smiths => "weapons",
            Clan::Miners => "rocks",
            Clan::Lumberjacks => "shelter",
        };
        let power = CLAN_POWERS.iter().find(|power| power.0 == word);
        let (resource, about) = (
            clan.resource().name(),
            power.map(|power| power.1.clone()).unwrap_or_default(),
        );
        Legend {
            symbol: Some(creature_symbol(Seat(0), Some(clan))),
            glyph: "B3".to_owned(),
            title: Text::new(capital(&the.en), capital(&the.fr)),
            about: Text::new(
                format!("power: {}; they pillage {}", about.en, resource.en),
                format!("pouvoir : {} ; ils pillent : {}", about.fr, resource.fr),
            ),
        }
    });
    let red = Legend {
        symbol: Some(creature_symbol(Seat(1), Some(Clan::Cooks))),
        glyph: "r3".to_owned(),
        title: Text::fixed("Red's creatures", "Les créatures de Rouge"),
        about: Text::fixed(
            "they have ears, Blue's are round; the number is how many",
            "elles ont des oreilles, celles de Bleu sont rondes ; le nombre les compte",
        ),
    };
    let soils = Soil::ALL.map(|soil| Legend {
        symbol: None,
        glyph: soil_glyph(soil).to_string(),
        title: soil.name(),
        about: Text::fixed(
            "all its cells together are a zone: 2 more creatures a turn",
            "toutes ses cases forment une zone : 2 créatures de plus par tour",
        ),
    });
    let resources = Resource::ALL.map(|resource| Legend {
        symbol: Some(resource_symbol(resource)),
        glyph: format!("{}2", resource_glyph(resource)),
        title: resource.name(),
        about: Text::fixed(
            "as many a turn as are drawn on the cell",
            "autant par tour qu'il y en a de dessinés sur la case",
        ),
    });
    let specials = Special::ALL.map(|special| {
        let the = special.the();
        Legend {
            symbol: Some(special_symbol(special)),
            glyph: special_glyph(special).to_owned(),
            title: Text::new(capital(&the.en), capital(&the.fr)),
            about: special_card(special).1,
        }
    });
    let marks = [
        ("poison", "%"),
        ("rocks", "#"),
        ("weapons", "!"),
        ("shelter", "^"),
    ];
    let marks = marks.map(|(word, glyph)| {
        let power = CLAN_POWERS.iter().find(|power| power.0 == word);
        let (_, title, about) = power.cloned().unwrap_or_default();
        Legend {
            // A mark is drawn under the name of its power.
            symbol: Some(word),
            glyph: glyph.to_owned(),
            title,
            about,
        }
    });
    clans
        .into_iter()
        .chain([red])
        .chain(soils)
        .chain(resources)
        .chain(specials)
        .chain(marks)
        .collect()
}
