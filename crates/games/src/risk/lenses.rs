//! Maps of the position: who threatens whom, where the front runs, how far one can get.

use vauban_game::{Lang, LensCard, LensMap, Lenses, Scale, Seat, Text, scene::Spot, text};

use super::{
    COUNTRIES, Risk,
    agents::heuristic::steps_to_front,
    board::{Continent, Country, Lands},
    odds::{fought_out, one_roll},
    play::reinforcements,
    scene::strongest_threat,
    state::{Owner, Phase, State},
    view::View,
    words::{self, seat_name},
};

const DANGER: Text = Text::fixed("Danger", "Danger");
const ATTACK: Text = Text::fixed("Attack", "Attaque");
const POSITION: Text = Text::fixed("Position", "Position");

fn countries(count: i64) -> Text {
    Text::count(count, ["country", "countries"], ["pays", "pays"])
}

static CARDS: [LensCard; 7] = [
    LensCard {
        name: "danger",
        group: DANGER,
        title: Text::fixed("Danger", "Danger"),
        about: Text::fixed(
            "the chance, in percent, that each of the side's countries falls to its strongest neighbour if that one attacks to the end",
            "pour chaque pays du camp, la probabilité (en %) que son voisin le plus fort le prenne en attaquant jusqu'au bout",
        ),
        legend: |tally| {
            text!(
                "{side} has {countries} that can be taken: {at} with {most} %.",
                "{side} a {countries} en danger : {at} à {most} %.",
                side = tally.side.capital(),
                countries = countries(tally.count),
                at = tally.at,
                most = tally.most
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "threat",
        group: DANGER,
        title: Text::fixed("Threat", "Menace"),
        about: Text::fixed(
            "for each country of the others, its best chance, in percent, of taking one of the side's",
            "pour chaque pays des autres, sa meilleure probabilité (en %) de prendre un pays du camp",
        ),
        legend: |tally| {
            text!(
                "{side} is threatened from {countries}: from {at} with {most} %.",
                "{side} est sous la menace de {countries} : {at} à {most} %.",
                side = tally.side.capital(),
                countries = countries(tally.count),
                at = tally.at,
                most = tally.most
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "attack",
        group: ATTACK,
        title: Text::fixed("Attack", "Attaque"),
        about: Text::fixed(
            "for each country of the others, the side's best chance, in percent, of taking it by attacking to the end, and from where",
            "pour chaque pays des autres, la meilleure probabilité (en %) du camp de le prendre en attaquant jusqu'au bout, et d'où",
        ),
        legend: |tally| {
            text!(
                "{side} can take one of {countries} by attacking to the end: {at} with {most} %.",
                "{side} peut prendre l'un de {countries} en attaquant jusqu'au bout : {at} à {most} %.",
                side = tally.side.capital(),
                countries = countries(tally.count),
                at = tally.at,
                most = tally.most
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "roll",
        group: ATTACK,
        title: Text::fixed("One roll", "Un lancer"),
        about: Text::fixed(
            "for each country of the others, the side's best chance, in percent, of taking it with one roll, and from where",
            "pour chaque pays des autres, la meilleure probabilité (en %) du camp de le prendre en un lancer, et d'où",
        ),
        legend: |tally| {
            text!(
                "{side} can take one of {countries} with one roll: {at} with {most} %.",
                "{side} peut prendre l'un de {countries} en un lancer : {at} à {most} %.",
                side = tally.side.capital(),
                countries = countries(tally.count),
                at = tally.at,
                most = tally.most
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "front",
        group: POSITION,
        title: Text::fixed("Front", "Front"),
        about: Text::fixed(
            "the foreign armies around each of the side's countries at the front; for those inside, the steps to the front as a negative number",
            "les armées étrangères autour de chaque pays du camp au front ; à l'intérieur, le nombre de pas jusqu'au front, en négatif",
        ),
        legend: |tally| {
            text!(
                "{side} has {countries} at the front, and {inside} inside; most foreign armies, {most}, are around {at}.",
                "{side} a {countries} au front et {inside} à l'intérieur ; le plus d'armées étrangères, {most}, entoure {at}.",
                side = tally.side.capital(),
                countries = countries(tally.above),
                inside = tally.count - tally.above,
                most = tally.most,
                at = tally.at
            )
        },
        scale: Scale::Diverging,
        initial: false,
    },
    LensCard {
        name: "reach",
        group: POSITION,
        title: Text::fixed("Reach", "Portée"),
        about: Text::fixed(
            "how many turns one group of armies needs to get there if every attack succeeds without loss: it sets out from a country with \
             at least 2 armies, leaves one army in each country, and moves through own countries after its attacks; with rules=seed it attacks \
             once a turn, with rules=classic as often as it can, and it gets the side's new armies each turn",
            "en combien de tours un groupe d'armées pourrait y être si chaque attaque prenait son pays sans perte : il part d'un pays d'au moins \
             2 armées, en laisse une dans chaque pays, et traverse ses propres pays après ses attaques ; avec rules=seed il attaque une fois par tour, \
             avec rules=classic autant qu'il peut, et il reçoit chaque tour les nouvelles armées du camp",
        ),
        legend: |tally| {
            text!(
                "{side} could be in {countries}, in the farthest within {turns}.",
                "{side} pourrait être dans {countries}, au plus loin en {turns}.",
                side = tally.side.capital(),
                countries = countries(tally.count),
                turns = Text::count(tally.most, ["turn", "turns"], ["tour", "tours"])
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "continent",
        group: POSITION,
        title: Text::fixed("Continents", "Continents"),
        about: Text::fixed(
            "the share of each country's continent that the side holds, in percent",
            "la part (en %) du continent de chaque pays que tient le camp",
        ),
        legend: |tally| {
            text!(
                "{side} holds at most {most} % of a continent, that of {at}.",
                "{side} tient au plus {most} % d'un continent, celui de : {at}.",
                side = tally.side.capital(),
                most = tally.most,
                at = tally.at
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
];

impl Lenses for Risk {
    fn lenses(&self) -> &'static [LensCard] {
        &CARDS
    }

    /// A country, or a whole continent by its name.
    fn zone(&self, word: &str) -> Option<Vec<Spot>> {
        let word = word.to_lowercase();
        let is_called = |continent: &Continent| {
            let name = continent.name();
            Lang::ALL
                .into_iter()
                .any(|lang| name.of(lang).to_lowercase() == word)
        };
        let continent = Continent::ALL.into_iter().find(is_called);
        let within = |continent| Country::all().filter(move |one| one.continent() == continent);
        match continent {
            Some(continent) => Some(within(continent).map(Country::spot).collect()),
            None => Some(vec![Spot::from(word.as_str())]),
        }
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
            "reach" => self.reach(state, seat),
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
    /// Turn by turn: how far one group gets that never loses an army in a fight.
    fn reach(&self, state: &State, seat: Seat) -> LensMap {
        let own = state.lands(seat);
        let at_first = self.armies_at_first(state, seat);
        // How many armies a group could have in a country beside the one that stays.
        let mut spare: [Option<u32>; COUNTRIES] = [None; COUNTRIES];
        for country in own.iter() {
            spare[country.index()] = Some(u32::from(state.armies(country)) + at_first - 1);
        }
        let mut turns = [0; COUNTRIES];
        // Longer than any way: each turn takes a country or is the last.
        for turn in 1..=COUNTRIES as i32 + 1 {
            let before = spare;
            let rounds = match self.variant.many_attacks {
                true => COUNTRIES,
                false => 1,
            };
            for _ in 0..rounds {
                if !advance(own, &mut spare, &mut turns, turn) {
                    break;
                }
            }
            regroup(own, &mut spare);
            if self.variant.reinforcements {
                let new = u32::from(reinforcements(own));
                spare = spare.map(|spare| spare.map(|spare| spare + new));
            } else if spare == before {
                break;
            }
        }
        values(|country| turns[country.index()])
    }

    /// §9.4 The new armies that the side has for its next attacks.
    fn armies_at_first(&self, state: &State, seat: Seat) -> u32 {
        if !self.variant.reinforcements || state.lands(seat).is_empty() {
            return 0;
        }
        let new = reinforcements(state.lands(seat));
        let here = match state.phase() {
            Phase::Place | Phase::Exchange | Phase::Reinforce => state.left(),
            Phase::Attacker
            | Phase::Target
            | Phase::Dice
            | Phase::Guard
            | Phase::Roll
            | Phase::MoveIn => 0,
            _ => new,
        };
        u32::from(if seat == state.mover() { here } else { new })
    }

    fn strength(&self, view: &View, seat: Seat) -> Text {
        let state = view.open();
        text!(
            "{name} holds {countries} of the {win} countries needed to win, {armies} and {cards}.",
            "{name} tient {countries} des {win} pays qui font gagner, {armies} et {cards}.",
            name = seat_name(seat),
            countries = state.lands(seat).len(),
            win = self.win,
            armies = words::armies(state.total(seat)),
            cards = words::cards(view.held(seat))
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
    Some(text!(
        "Whole continents: {whole}.",
        "Continents entiers : {whole}.",
        whole = Text::list(whole)
    ))
}

fn best_attack(state: &State, seat: Seat) -> Option<Text> {
    let attacks = attacks(state, seat);
    let chance =
        |&(from, to): &(Country, Country)| fought_out(state.armies(from), state.armies(to));
    let best = attacks.max_by(|one, two| chance(one).total_cmp(&chance(two)))?;
    let share = 100.0 * chance(&best);
    Some(text!(
        "Its best attack goes from {from} to {to}: {share:.0}% if fought to the end.",
        "Sa meilleure attaque, depuis {from} vers {to}, réussit dans {share:.0} % des cas si elle est menée jusqu'au bout.",
        from = best.0.the(),
        to = best.1.the()
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
    let mut best: [Option<(Country, f64)>; COUNTRIES] = [None; COUNTRIES];
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

/// Every group takes what borders on it: one army enters and stays, the others follow. Whether a
/// group got farther.
fn advance(
    own: Lands,
    spare: &mut [Option<u32>; COUNTRIES],
    turns: &mut [i32; COUNTRIES],
    turn: i32,
) -> bool {
    let before = *spare;
    for from in Country::all() {
        let Some(left) = before[from.index()].and_then(|spare| spare.checked_sub(1)) else {
            continue;
        };
        for to in from.neighbours().minus(own).iter() {
            let there = &mut spare[to.index()];
            *there = (*there).max(Some(left));
            if turns[to.index()] == 0 {
                turns[to.index()] = turn;
            }
        }
    }
    *spare != before
}

/// §6.1, §9.10 Every group may go on through own countries.
fn regroup(own: Lands, spare: &mut [Option<u32>; COUNTRIES]) {
    loop {
        let before = *spare;
        for country in own.iter() {
            let around = country.neighbours().iter();
            let best = around.map(|other| before[other.index()]).max().flatten();
            let here = &mut spare[country.index()];
            *here = (*here).max(best);
        }
        if *spare == before {
            return;
        }
    }
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
        ..LensMap::default()
    }
}
