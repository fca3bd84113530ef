//! The words beside the board: the card of a cell, what the buttons do, the legend and the phase.

use vauban_game::{Legend, Seat, SpotCard, Text, text};

use super::{
    drawings::{creature_symbol, resource_symbol, special_symbol},
    resource_glyph, soil_glyph, special_glyph,
};
use crate::garden::{
    Garden,
    cell::Cell,
    clan::Clan,
    lenses::chance,
    map::{Land, Resource, Soil, Special},
    state::{Phase, ROUNDS, SEATS, State},
    words::{amount, cells, creatures, phase_name, seat_name, side_title, turns},
};

/// Whose turn of which round it is, what it is about, and which clans play.
pub(super) fn phase(view: &State) -> Text {
    if let Some(end) = view.end() {
        let how = &end.ending().text;
        return text!("over, {how}", "fini, {how}", how);
    }
    let (now, round) = (phase_name(view.phase()), view.round());
    let side = side_title(view, view.mover());
    match view.phase() {
        Phase::Lot => now,
        Phase::Clans => text!("{side}: {now}", "{side} : {now}", side, now),
        _ => text!(
            "round {round} of {ROUNDS}, {side}: {now} (against {other})",
            "manche {round} sur {ROUNDS}, {side} : {now} (contre {other})",
            side,
            now,
            other = side_title(view, view.mover().other())
        ),
    }
}

/// The phase of a turn, as the card names it.
pub(super) fn phase_on_card(phase: Phase) -> Option<&'static str> {
    match phase {
        Phase::Lot | Phase::Clans | Phase::Humans | Phase::Trampling(_) | Phase::Over(_) => None,
        Phase::Poison(_) | Phase::Dying(..) => Some("poison"),
        Phase::Conquest | Phase::Attack { .. } | Phase::Defence { .. } => Some("conquest"),
        Phase::Reinforcement => Some("reinforcement"),
    }
}

impl Garden {
    /// What there is to know about a cell, and how fights for it would go.
    pub(super) fn cell_card(&self, view: &State, cell: Cell) -> SpotCard {
        let title = match view.owner(cell) {
            None => text!("{cell}: free", "{cell} : libre"),
            Some(seat) => text!(
                "{cell}: {side}, {there}",
                "{cell} : {side}, {there}",
                side = side_title(view, seat),
                there = creatures(view.creatures(cell))
            ),
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
        SpotCard {
            title,
            lines,
            symbol: None,
        }
    }

    fn soil_lines(
        &self,
        view: &State,
        soil: Soil,
        resource: Resource,
        production: u8,
    ) -> Vec<(Text, Text)> {
        let [blue, red] = SEATS.map(|seat| {
            let held = self.map.zone(soil).and(view.cells(seat)).len();
            text!("{name} {held}", "{name} {held}", name = seat_name(seat))
        });
        let zone = text!(
            "{name} ({all}: {blue}, {red})",
            "{name} ({all} : {blue}, {red})",
            name = soil.name(),
            all = cells(self.map.zone(soil).len()),
            blue,
            red
        );
        let yields = match production {
            0 => Text::fixed("nothing", "rien"),
            _ => amount(production.into(), resource),
        };
        vec![
            (Text::fixed("ground", "sol"), zone),
            (Text::fixed("yields each turn", "donne par tour"), yields),
        ]
    }

    /// From where the cell can be taken, with what chance.
    fn attack_line(&self, view: &State, cell: Cell) -> Option<(Text, Text)> {
        let seat = view.owner(cell)?.other();
        let chances: Vec<Text> = self
            .attackers(view, seat, cell)
            .map(|from| (from, chance(view, from, cell)))
            .filter(|&(_, percent)| percent > 0)
            .map(|(from, percent)| text!("{percent}% from {from}", "{percent} % depuis {from}"))
            .collect();
        if chances.is_empty() {
            return None;
        }
        Some((Text::fixed("falls with", "tombe à"), Text::list(chances)))
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
            "kills up to 3 creatures on an enemy cell next to it",
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
    let special = match word {
        "jet" => Some(Special::Sky),
        "candy" => Some(Special::Candy),
        "barbecue" => Some(Special::Barbecue),
        "pool" => Some(Special::Pool),
        _ => None,
    };
    let clan = Clan::ALL.into_iter().find(|clan| clan.word() == word);
    let (title, about, symbol) = match special {
        Some(special) => {
            let (title, about) = special_card(special);
            (title, about, Some(special_symbol(special)))
        }
        None if clan.is_some() => {
            let (title, about) = clan.map_or_else(Default::default, clan_card);
            (title, about, None)
        }
        None if word == "end" => (
            Text::fixed("end the conquest", "finir la conquête"),
            Text::fixed("the reinforcement follows", "le renfort suit"),
            None,
        ),
        None => {
            let (word, title, about) = CLAN_POWERS.iter().find(|power| power.0 == word)?;
            // Pillage leaves no mark behind.
            let symbol = (*word != "pillage").then_some(*word);
            (title.clone(), about.clone(), symbol)
        }
    };
    Some(SpotCard {
        title,
        lines: vec![(Text::fixed("effect", "effet"), about)],
        symbol,
    })
}

fn special_card(special: Special) -> (Text, Text) {
    let (resource, cost) = special.cost();
    let about = text!(
        "{power}, for {cost}",
        "{power}, pour {cost}",
        power = power(special),
        cost = amount(cost, resource)
    );
    (special.technology(), about)
}

/// The word of a clan power, its name, and what it does for 8 points.
static CLAN_POWERS: [(&str, Text, Text); 5] = [
    (
        "pillage",
        Text::fixed("pillage", "pillage"),
        Text::fixed(
            "steals up to 2 of the clan's resource and kills one creature, for 8 points",
            "vole jusqu'à 2 unités de la ressource du clan et tue une créature, pour 8 points",
        ),
    ),
    (
        "poison",
        Text::fixed("poison", "poison"),
        Text::fixed(
            "at the next three turn starts every creature that rolls lower than the garden dies, for 8 points",
            "aux trois prochains débuts de tour, toute créature qui fait moins que le jardin meurt, pour 8 points",
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
            "takes the cell with one creature and a shelter that absorbs one blow, for 8 points",
            "prend la case avec une créature et un abri qui absorbe un coup, pour 8 points",
        ),
    ),
];

/// What the power that only `clan` has is called.
fn own_power(clan: Clan) -> Text {
    let word = match clan {
        Clan::Cooks => "poison",
        Clan::Smiths => "weapons",
        Clan::Miners => "rocks",
        Clan::Lumberjacks => "shelter",
    };
    let power = CLAN_POWERS.iter().find(|power| power.0 == word);
    power.map(|power| power.1.clone()).unwrap_or_default()
}

/// What a clan can do, for who picks one.
fn clan_card(clan: Clan) -> (Text, Text) {
    // Short, so that all four are seen at once; the card of the power says the rest.
    let power = match clan {
        Clan::Cooks => Text::fixed(
            "poison that kills for three turns",
            "un poison qui tue pendant trois tours",
        ),
        Clan::Smiths => Text::fixed("weapons: dice up to 9", "des armes : dés jusqu'à 9"),
        Clan::Miners => Text::fixed(
            "rocks: nobody leaves a cell",
            "des rochers : personne ne sort d'une case",
        ),
        Clan::Lumberjacks => Text::fixed(
            "a cell taken with a shelter on it",
            "une case prise, avec un abri dessus",
        ),
    };
    let about = text!(
        "{power}; pillage of {resource}",
        "{power} ; pillage : {resource}",
        power,
        resource = clan.resource().name()
    );
    (clan.the().capital(), about)
}

/// Clans and what they can do, soils, resources, special cells, marks.
pub(super) fn legend() -> Vec<Legend> {
    let clans = Clan::ALL.map(|clan| Legend {
        symbol: Some(creature_symbol(Seat(0), Some(clan))),
        glyph: "B3".to_owned(),
        title: clan.the().capital(),
        about: text!(
            "power: {power}; they pillage {resource}",
            "pouvoir : {power} ; pillage : {resource}",
            power = own_power(clan),
            resource = clan.resource().name()
        ),
    });
    let red = Legend {
        symbol: Some(creature_symbol(Seat(1), Some(Clan::Cooks))),
        glyph: "r3".to_owned(),
        title: Text::fixed("Red's creatures", "Les créatures de Rouge"),
        about: Text::fixed(
            "they have ears, Blue's are round; the number counts them",
            "elles ont des oreilles, celles de Bleu sont rondes ; le nombre les compte",
        ),
    };
    let soils = Soil::ALL.map(|soil| Legend {
        symbol: None,
        glyph: soil_glyph(soil).to_string(),
        title: soil.name(),
        about: Text::fixed(
            "all its cells together are a zone, which brings 2 more creatures each turn",
            "toutes ses cases forment une zone, qui apporte 2 créatures de plus par tour",
        ),
    });
    let resources = Resource::ALL.map(|resource| Legend {
        symbol: Some(resource_symbol(resource)),
        glyph: format!("{}2", resource_glyph(resource)),
        title: resource.name(),
        about: Text::fixed(
            "the cell yields as many each turn as are drawn on it",
            "la case en donne à chaque tour autant qu'il y en a de dessinés",
        ),
    });
    let specials = Special::ALL.map(|special| Legend {
        symbol: Some(special_symbol(special)),
        glyph: special_glyph(special).to_owned(),
        title: special.the().capital(),
        about: special_card(special).1,
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
