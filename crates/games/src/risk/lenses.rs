//! Maps of the position: who threatens whom, where the front runs, how far one can get.

use vauban_game::{LensCard, LensMap, Lenses, Scale, Seat, Text};

use super::{
    Risk,
    board::{Continent, Country, Lands},
    heuristic::steps_to_front,
    imagine::View,
    narrate::seat_name,
    odds::{fought_out, one_roll},
    scene::strongest_threat,
    state::{Owner, State},
};

static CARDS: [LensCard; 7] = [
    LensCard {
        name: "danger",
        title: Text::fixed("Danger", "Danger"),
        about: Text::fixed(
            "for each country of the side, the chance in hundredths that its strongest neighbour takes it if it attacks to the end",
            "pour chaque pays du camp, la chance en centièmes que son voisin le plus fort le prenne en attaquant jusqu'au bout",
        ),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "threat",
        title: Text::fixed("Threat", "Menace"),
        about: Text::fixed(
            "for each country of the others, its best chance in hundredths to take one of the side's",
            "pour chaque pays des autres, sa meilleure chance en centièmes de prendre un pays du camp",
        ),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "attack",
        title: Text::fixed("Attack", "Attaque"),
        about: Text::fixed(
            "for each country of the others, the side's best chance in hundredths to take it if it attacks to the end, and from where",
            "pour chaque pays des autres, la meilleure chance en centièmes du camp de le prendre en attaquant jusqu'au bout, et d'où",
        ),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "roll",
        title: Text::fixed("One roll", "Un lancer"),
        about: Text::fixed(
            "for each country of the others, the side's best chance in hundredths to take it with one roll, and from where",
            "pour chaque pays des autres, la meilleure chance en centièmes du camp de le prendre en un lancer, et d'où",
        ),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "front",
        title: Text::fixed("Front", "Front"),
        about: Text::fixed(
            "foreign armies around each country of the side at the front; inside, below zero, the steps to the front",
            "les armées étrangères autour de chaque pays du camp au front ; à l'intérieur, sous zéro, les pas jusqu'au front",
        ),
        scale: Scale::Diverging,
        initial: false,
    },
    LensCard {
        name: "reach",
        title: Text::fixed("Reach", "Portée"),
        about: Text::fixed(
            "in how many turns the side could be there, taking one country after the other",
            "en combien de tours le camp pourrait y être, en prenant un pays après l'autre",
        ),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "continent",
        title: Text::fixed("Continents", "Continents"),
        about: Text::fixed(
            "the share of each country's continent that the side holds, in hundredths",
            "la part du continent de chaque pays que tient le camp, en centièmes",
        ),
        scale: Scale::Sequential,
        initial: false,
    },
];

impl Lenses for Risk {
    fn lenses(&self) -> &'static [LensCard] {
        &CARDS
    }

    fn lens(&self, view: &View, name: &str, seat: Seat) -> Option<LensMap> {
        if seat.0 >= self.players {
            return None;
        }
        let state = view.open();
        let own = state.lands(seat);
        let map = match name {
            "danger" => values(|country| match strongest_threat(state, country) {
                Some((_, chance)) if own.contains(country) => hundredths(chance),
                _ => 0,
            }),
            "threat" => values(|country| threat(state, seat, country)),
            "attack" => best_attacks(state, seat, fought_out),
            "roll" => best_attacks(state, seat, one_roll),
            "front" => front(state, own),
            "reach" => reach(own),
            "continent" => values(|country| {
                let lands = country.continent().lands();
                hundredths(own.both(lands).len() as f64 / lands.len() as f64)
            }),
            _ => return None,
        };
        Some(map)
    }

    fn reading(&self, view: &View) -> Option<Text> {
        let state = view.open();
        let mut sentences: Vec<Text> = Vec::new();
        for seat in (0..self.players).map(Seat) {
            if state.lands(seat).is_empty() {
                continue;
            }
            sentences.push(self.strength(view, seat));
            sentences.extend(whole_continents(state, seat));
            sentences.extend(best_attack(state, seat));
        }
        if sentences.is_empty() {
            return None;
        }
        let join = |of: fn(&Text) -> &str| sentences.iter().map(of).collect::<Vec<_>>().join(" ");
        Some(Text::new(join(|text| &text.en), join(|text| &text.fr)))
    }
}

impl Risk {
    fn strength(&self, view: &View, seat: Seat) -> Text {
        let state = view.open();
        let (name, countries) = (seat_name(seat), state.lands(seat).len());
        let (armies, cards) = (state.total(seat), view.held(seat));
        Text::new(
            format!(
                "{} holds {countries} of the {} countries that win, {armies} armies and {cards} cards.",
                name.en, self.win
            ),
            format!(
                "{} tient {countries} des {} pays qui font gagner, {armies} armées et {cards} cartes.",
                name.fr, self.win
            ),
        )
    }
}

fn whole_continents(state: &State, seat: Seat) -> Option<Text> {
    let own = state.lands(seat);
    let whole: Vec<Text> = Continent::ALL
        .into_iter()
        .filter(|continent| own.holds(continent.lands()))
        .map(Continent::name)
        .collect();
    if whole.is_empty() {
        return None;
    }
    let join = |of: fn(&Text) -> &str| whole.iter().map(of).collect::<Vec<_>>().join(", ");
    Some(Text::new(
        format!("All of {} is its own.", join(|text| &text.en)),
        format!("Tout entier à lui : {}.", join(|text| &text.fr)),
    ))
}

fn best_attack(state: &State, seat: Seat) -> Option<Text> {
    let attacks = attacks(state, seat);
    let chance =
        |&(from, to): &(Country, Country)| fought_out(state.armies(from), state.armies(to));
    let best = attacks.max_by(|one, two| chance(one).total_cmp(&chance(two)))?;
    let (from, to, share) = (best.0.name(), best.1.name(), 100.0 * chance(&best));
    Some(Text::new(
        format!(
            "Its best attack is from {} on {}, {share:.0} % if fought out.",
            from.en, to.en
        ),
        format!(
            "Sa meilleure attaque : de {} sur {}, {share:.0} % jusqu'au bout.",
            from.fr, to.fr
        ),
    ))
}

/// Every attack that the side could begin.
fn attacks(state: &State, seat: Seat) -> impl Iterator<Item = (Country, Country)> {
    let others = state.others(seat);
    let able = state.lands(seat).both(state.strong);
    able.iter().flat_map(move |from| {
        let targets = from.neighbours().both(others);
        targets.iter().map(move |to| (from, to))
    })
}

/// The best chance to take each country, and the attacks that have it.
fn best_attacks(state: &State, seat: Seat, chance: impl Fn(u16, u16) -> f64) -> LensMap {
    let mut best: [Option<(Country, f64)>; super::COUNTRIES] = [None; super::COUNTRIES];
    for (from, to) in attacks(state, seat) {
        let found = chance(state.armies(from), state.armies(to));
        let known = &mut best[to.index()];
        if known.is_none_or(|(_, other)| found > other) {
            *known = Some((from, found));
        }
    }
    let chance_of = |country: Country| best[country.index()];
    let mut map = values(|country| chance_of(country).map_or(0, |(_, chance)| hundredths(chance)));
    map.paths = Country::all()
        .filter_map(|to| {
            let (from, chance) = chance_of(to)?;
            (chance >= 0.5).then(|| vec![from.spot(), to.spot()])
        })
        .collect();
    map
}

/// The best chance of another's country to take one of the side's.
fn threat(state: &State, seat: Seat, country: Country) -> i32 {
    let own = state.lands(seat);
    let passive = state.lands(Owner::NEUTRAL).contains(country) || own.contains(country);
    if passive || state.armies(country) < 2 {
        return 0;
    }
    let chances = country.neighbours().both(own).iter();
    chances
        .map(|to| hundredths(fought_out(state.armies(country), state.armies(to))))
        .max()
        .unwrap_or(0)
}

fn front(state: &State, own: Lands) -> LensMap {
    let at_front: Lands = own
        .iter()
        .filter(|country| !own.holds(country.neighbours()))
        .collect();
    let steps = steps_to_front(own, at_front);
    values(|country| {
        if at_front.contains(country) {
            let around = country.neighbours().minus(own);
            let armies: u32 = around
                .iter()
                .map(|other| u32::from(state.armies(other)))
                .sum();
            return armies.min(10_000) as i32;
        }
        steps[country.index()].map_or(0, |steps| -i32::from(steps))
    })
}

fn reach(own: Lands) -> LensMap {
    let steps = steps_to_front(Lands::ALL, own);
    values(|country| steps[country.index()].map_or(0, i32::from))
}

fn hundredths(chance: f64) -> i32 {
    (100.0 * chance).round() as i32
}

fn values(value: impl Fn(Country) -> i32) -> LensMap {
    LensMap {
        values: Country::all()
            .map(|country| (country.spot(), value(country)))
            .filter(|&(_, value)| value != 0)
            .collect(),
        paths: Vec::new(),
    }
}
