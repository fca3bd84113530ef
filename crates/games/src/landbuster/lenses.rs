//! Maps of the position: who can attack whom with how much, what is in danger, where the front runs.

use vauban_game::{LensCard, LensMap, Lenses, Scale, Seat, Text, text};

use super::{
    LandBuster, MOST_LANDS,
    land::{Land, Lands},
    map::Terrain,
    play::HERO_TYPES,
    power::Power,
    state::{Hero, State},
    view::View,
    words::{seat_name, soldiers as soldiers_of},
};

const ATTACK: Text = Text::fixed("Attack", "Attaque");
const DANGER: Text = Text::fixed("Defence and danger", "Défense et danger");
const HERO: Text = Text::fixed("Hero", "Héros");

fn lands(count: i64) -> Text {
    Text::count(count, ["land", "lands"], ["terre", "terres"])
}

static CARDS: [LensCard; 7] = [
    LensCard {
        name: "attack",
        group: ATTACK,
        title: Text::fixed("Attack", "Attaque"),
        about: Text::fixed(
            "for each land of another player, the strongest attack that the side could bring from one of its lands, \
             with an arrow where it is greater than the defence",
            "pour chaque terre d'un autre joueur, la plus forte attaque que le camp pourrait mener depuis une de ses terres, \
             avec une flèche là où elle dépasse la défense",
        ),
        legend: |tally| {
            text!(
                "{side} can attack {lands}, most strongly {at}: with {most}.",
                "{side} peut attaquer {lands}, le plus fort {at} : avec {most}.",
                side = tally.side.capital(),
                lands = lands(tally.count),
                at = tally.at,
                most = tally.most
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "defence",
        group: DANGER,
        title: Text::fixed("Defence", "Défense"),
        about: Text::fixed(
            "the defence of each of the side's lands: its soldiers and those of the connected lands, by sea half of them",
            "la défense de chaque terre du camp : ses soldats et ceux des terres reliées, par mer la moitié",
        ),
        legend: |tally| {
            text!(
                "{side} defends {lands}, best of all {at}: with {most}.",
                "{side} défend {lands}, au mieux {at} : avec {most}.",
                side = tally.side.capital(),
                lands = lands(tally.count),
                at = tally.at,
                most = tally.most
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "difference",
        group: ATTACK,
        title: Text::fixed("Attack less defence", "Attaque moins défense"),
        about: Text::fixed(
            "for each land of another player that the side can reach, its strongest attack less the defence; \
             above 0 it can attack",
            "pour chaque terre d'un autre joueur à sa portée, la plus forte attaque du camp moins la défense ; \
             au-dessus de 0 il peut attaquer",
        ),
        legend: |tally| {
            text!(
                "{side} is stronger than {strong} of {lands} that it reaches; most of all than {at}, by {most}.",
                "{side} est plus fort que {strong} sur {lands} à sa portée ; surtout que {at}, de {most}.",
                side = tally.side.capital(),
                strong = tally.above,
                lands = lands(tally.count),
                at = tally.at,
                most = tally.most
            )
        },
        scale: Scale::Diverging,
        initial: false,
    },
    LensCard {
        name: "losses",
        group: DANGER,
        title: Text::fixed("Possible losses", "Pertes possibles"),
        about: Text::fixed(
            "the soldiers that each of the side's lands could lose to one attack in another player's next turn, \
             with all reinforcements behind it and a luck of 1.000; a land that could fall counts at least 1",
            "les soldats que chaque terre du camp pourrait perdre par une attaque au prochain tour d'un autre joueur, \
             avec tous ses renforts et une chance de 1,000 ; une terre qui pourrait tomber compte au moins 1",
        ),
        legend: |tally| {
            text!(
                "{side} could lose soldiers on {lands}, most of all on {at}: {most}.",
                "{side} pourrait perdre des soldats sur {lands}, surtout sur {at} : {most}.",
                side = tally.side.capital(),
                lands = lands(tally.count),
                at = tally.at,
                most = tally.most
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "types",
        group: HERO,
        title: Text::fixed("Types for the hero", "Types pour le héros"),
        about: Text::fixed(
            "the lands whose type the side does not have yet: 2 if it can capture or attack them now, else 1; \
             nothing once the hero has come",
            "les terres dont le camp n'a pas encore le type : 2 s'il peut les capturer ou les attaquer, sinon 1 ; \
             rien une fois le héros venu",
        ),
        legend: |tally| {
            text!(
                "{side} lacks the types of {lands} for its hero; the nearest: {at}.",
                "Il manque à {side} pour son héros les types de {lands} ; les plus proches : {at}.",
                side = tally.side,
                lands = lands(tally.count),
                at = tally.at
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "sea",
        group: ATTACK,
        title: Text::fixed("Sea reach", "Portée par mer"),
        about: Text::fixed(
            "what the side reaches by sea: 2 from one of its ports, 1 if it first built one",
            "ce que le camp atteint par mer : 2 depuis un de ses ports, 1 s'il en construisait un",
        ),
        legend: |tally| {
            text!(
                "{side} reaches {lands} by sea.",
                "{side} atteint {lands} par mer.",
                side = tally.side.capital(),
                lands = lands(tally.count)
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "front",
        group: DANGER,
        title: Text::fixed("Front", "Front"),
        about: Text::fixed(
            "the enemy soldiers around each of the side's lands at the front; for those inside, the steps to the front \
             as a negative number",
            "les soldats ennemis autour de chaque terre du camp au front ; à l'intérieur, le nombre de pas jusqu'au front, \
             en négatif",
        ),
        legend: |tally| {
            text!(
                "{side} has {lands} at the front, and {inside} inside; most enemy soldiers, {most}, are around {at}.",
                "{side} a {lands} au front et {inside} à l'intérieur ; le plus de soldats ennemis, {most}, entoure {at}.",
                side = tally.side.capital(),
                lands = lands(tally.above),
                inside = tally.count - tally.above,
                at = tally.at,
                most = tally.most
            )
        },
        scale: Scale::Diverging,
        initial: false,
    },
];

impl Lenses for LandBuster {
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
            "attack" => self.attack_map(state, seat),
            "defence" => self.values(|land| match own.contains(land) {
                true => small(self.defence(state, land).power().whole()),
                false => 0,
            }),
            "difference" => self.values(|land| match self.best_attack(state, seat, land) {
                Some((_, attack)) => difference(attack, self.defence(state, land).power()),
                None => 0,
            }),
            "losses" => self.values(|land| self.could_lose(state, seat, land)),
            "types" => self.types_map(state, seat),
            "sea" => self.sea_map(state, own),
            "front" => self.front_map(state, seat),
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
            sentences.push(self.strength(state, seat));
            sentences.extend(self.chance(state, seat));
        }
        if sentences.is_empty() {
            return None;
        }
        let join = |of: fn(&Text) -> &str| sentences.iter().map(of).collect::<Vec<_>>().join(" ");
        Some(Text::new(join(|text| &text.en), join(|text| &text.fr)))
    }
}

impl LandBuster {
    fn strength(&self, state: &State, seat: Seat) -> Text {
        let own = state.lands(seat);
        text!(
            "{name} holds {lands} with {soldiers}, of {types} of the five types.",
            "{name} tient {lands} avec {soldiers}, de {types} des cinq types.",
            name = seat_name(seat),
            lands = lands(own.len() as i64),
            soldiers = soldiers_of(state.total(seat)),
            types = self.map().types_in(own)
        )
    }

    /// The attack that would destroy most.
    fn chance(&self, state: &State, seat: Seat) -> Option<Text> {
        let others = state.others(seat).iter();
        let strikes = others.filter_map(|to| {
            let (from, attack) = self.best_attack(state, seat, to)?;
            let defence = self.defence(state, to).power();
            (attack > defence).then_some((attack.damage(defence, 1_000), from, to))
        });
        let (damage, from, to) = strikes.max_by_key(|&(damage, _, to)| (damage, to))?;
        Some(text!(
            "Its strongest attack is from {one} on {two}: {lost} at a luck of 1.",
            "Sa plus forte attaque vise {two} depuis {one} : {lost} avec une chance de 1.",
            one = self.name_of(from),
            two = self.name_of(to),
            lost = soldiers_of(damage.min(state.soldiers(to)))
        ))
    }

    /// The strongest attack of a player on a land of another, and where it starts.
    pub(super) fn best_attack(&self, state: &State, seat: Seat, to: Land) -> Option<(Land, Power)> {
        if !state.others(seat).contains(to) {
            return None;
        }
        let mover = seat == state.mover();
        let anywhere = mover && self.may_go_anywhere(state) && !state.capitals().contains(to);
        let able = |from: &Land| anywhere || self.reach(state, *from).contains(to);
        let attacks = state.lands(seat).iter().filter(able);
        attacks
            .map(|from| (from, self.attack(state, from, to).power()))
            .max_by(|one, two| one.1.cmp(&two.1).then(two.0.cmp(&one.0)))
    }

    fn attack_map(&self, state: &State, seat: Seat) -> LensMap {
        let best = |land: Land| self.best_attack(state, seat, land);
        let mut map = self.values(|land| best(land).map_or(0, |(_, power)| small(power.whole())));
        let able = self.map().lands().iter().filter_map(|to| {
            let (from, attack) = best(to)?;
            let able = attack > self.defence(state, to).power();
            able.then(|| vec![from.spot(), to.spot()])
        });
        map.paths = able.collect();
        map
    }

    /// Whether one attack in another player's next turn could take a land of `seat`.
    pub(super) fn could_fall(&self, state: &State, seat: Seat, land: Land) -> bool {
        let lost = self.could_lose(state, seat, land);
        lost > 0 && lost >= small(state.soldiers(land))
    }

    fn could_lose(&self, state: &State, seat: Seat, land: Land) -> i32 {
        if !state.lands(seat).contains(land) {
            return 0;
        }
        let attack = self.strongest_attack(state, seat, land);
        let defence = self.defence(state, land).power();
        if attack <= defence {
            return 0;
        }
        let damage = attack.damage(defence, 1_000).min(state.soldiers(land));
        small(damage.max(1))
    }

    fn types_map(&self, state: &State, seat: Seat) -> LensMap {
        let own = state.lands(seat);
        let waits = state.hero(seat) == Hero::Waiting && self.map().types_in(own) < HERO_TYPES;
        let missing = Terrain::ALL
            .into_iter()
            .map(|terrain| self.map().of_type(terrain))
            .filter(|lands| waits && lands.both(own).is_empty())
            .fold(Lands::NONE, Lands::or);
        let near = self.reached(state, own);
        self.values(|land| match missing.contains(land) {
            true => 1 + i32::from(near.contains(land)),
            false => 0,
        })
    }

    /// What can be captured or attacked.
    fn reached(&self, state: &State, own: Lands) -> Lands {
        let reach = own.iter().map(|land| self.reach(state, land));
        reach.fold(Lands::NONE, Lands::or).minus(own)
    }

    fn sea_map(&self, state: &State, own: Lands) -> LensMap {
        let over = |lands: Lands| {
            let reach = lands.iter().map(|land| self.map().over_sea(land));
            reach.fold(Lands::NONE, Lands::or)
        };
        let (now, later) = (over(own.both(state.ports())), over(own));
        self.values(|land| i32::from(now.contains(land)) + i32::from(later.contains(land)))
    }

    fn front_map(&self, state: &State, seat: Seat) -> LensMap {
        let own = state.lands(seat);
        let foes = |land: Land| self.map().near(land).both(state.others(seat));
        let front: Lands = own.iter().filter(|&land| !foes(land).is_empty()).collect();
        let steps = self.steps_to(own, front);
        self.values(|land| {
            if front.contains(land) {
                let soldiers: u32 = foes(land).iter().map(|foe| state.soldiers(foe)).sum();
                return small(soldiers.max(1));
            }
            match steps[land.index()] {
                u8::MAX => 0,
                steps => -i32::from(steps),
            }
        })
    }

    fn values(&self, value: impl Fn(Land) -> i32) -> LensMap {
        debug_assert!(self.map().count() <= MOST_LANDS);
        LensMap {
            values: self
                .map()
                .lands()
                .iter()
                .map(|land| (land.spot(), value(land)))
                .filter(|&(_, value)| value != 0)
                .collect(),
            ..LensMap::default()
        }
    }
}

fn small(number: u32) -> i32 {
    number.min(1_000_000) as i32
}

/// Rounded away from 0, so that what is just enough is not nothing.
fn difference(attack: Power, defence: Power) -> i32 {
    match attack.cmp(&defence) {
        std::cmp::Ordering::Less => -small(defence.damage(attack, 1_000).max(1)),
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => small(attack.damage(defence, 1_000).max(1)),
    }
}
