//! Maps of the position: who threatens whom, with what chance, how far the groups reach.

use vauban_game::{LensCard, LensMap, Lenses, Scale, Seat, Tally, Text, text};

use super::{
    Garden,
    cell::{Area, Cell},
    map::{Land, Soil, Special},
    odds::Bout,
    play::RECRUITS,
    state::{CROWD, SEATS, State},
    words::{cells, creatures, seat_name, turns},
};

const ATTACK: Text = Text::fixed("Attack", "Attaque");
const DANGER: Text = Text::fixed("Danger", "Danger");
const POSITION: Text = Text::fixed("Position", "Position");
const RESOURCES: Text = Text::fixed("Resources", "Ressources");

static LENSES: [LensCard; 8] = [
    card(
        "attack",
        ATTACK,
        Text::fixed("Attacks", "Attaques"),
        Text::fixed(
            "every enemy cell that one attack could take as things stand, from next to it or by jet-pack, with the best chance in percent",
            "chaque case adverse qu'une attaque pourrait prendre en l'état, d'à côté ou en jet-pack, avec la meilleure chance en pour cent",
        ),
        |tally| {
            text!(
                "{side} can take {cells} with one attack, best of all {at}: {most} %.",
                "{side} peut prendre {cells} d'une attaque, au mieux {at} : {most} %.",
                side = tally.side.capital(),
                cells = cells(tally.count as u32),
                at = tally.at,
                most = tally.most
            )
        },
    ),
    card(
        "threatened",
        DANGER,
        Text::fixed("Threatened", "Menacées"),
        Text::fixed(
            "your cells that the enemy could take with one attack and what it has now, with its best chance in percent",
            "vos cases que l'adversaire pourrait prendre d'une attaque avec ce qu'il a, avec sa meilleure chance en pour cent",
        ),
        |tally| {
            text!(
                "{side} can lose {cells} to one attack, most of all {at}: {most} %.",
                "{side} peut perdre {cells} par une attaque, surtout {at} : {most} %.",
                side = tally.side.capital(),
                cells = cells(tally.count as u32),
                at = tally.at,
                most = tally.most
            )
        },
    ),
    card(
        "threatening",
        DANGER,
        Text::fixed("Threatening", "Menaçantes"),
        Text::fixed(
            "enemy cells from which an attack could take one of yours, with their best chance in percent",
            "cases adverses d'où une attaque pourrait prendre une des vôtres, avec leur meilleure chance en pour cent",
        ),
        |tally| {
            text!(
                "{side} is threatened from {cells}, most of all from {at}: {most} %.",
                "{side} est sous la menace de {cells}, surtout de {at} : {most} %.",
                side = tally.side.capital(),
                cells = cells(tally.count as u32),
                at = tally.at,
                most = tally.most
            )
        },
    ),
    card(
        "front",
        POSITION,
        Text::fixed("Front", "Front"),
        Text::fixed(
            "your cells that touch the enemy: how many enemy cells they touch",
            "vos cases qui touchent l'adversaire : combien de cases adverses elles touchent",
        ),
        |tally| {
            text!(
                "{side} has {cells} at the front; {at} touches most enemies: {most}.",
                "{side} a {cells} au front ; {at} touche le plus d'adversaires : {most}.",
                side = tally.side.capital(),
                cells = cells(tally.count as u32),
                at = tally.at,
                most = tally.most
            )
        },
    ),
    card(
        "interior",
        POSITION,
        Text::fixed("Interior", "Intérieur"),
        Text::fixed(
            "your cells that touch no enemy: how many steps away the nearest one is",
            "vos cases qui ne touchent aucun adversaire : à combien de pas est le plus proche",
        ),
        |tally| {
            text!(
                "{side} has {cells} away from the enemy, the farthest by {most}: {at}.",
                "{side} a {cells} loin de l'adversaire, la plus éloignée de {most} pas : {at}.",
                side = tally.side.capital(),
                cells = cells(tally.count as u32),
                at = tally.at,
                most = tally.most
            )
        },
    ),
    card(
        "reach",
        POSITION,
        Text::fixed("Reach", "Portée"),
        Text::fixed(
            "in how many turns, six at most, one group could first stand there if nobody resisted: it leaves one creature on each cell and gets 3 more \
             each turn; special cells only if the side can pay now, and enemy cells by jet-pack too, once, if it owns the sky and has the metal",
            "en combien de tours, six au plus, un groupe pourrait y être si personne ne résistait : il laisse une créature par case et en reçoit 3 \
             par tour ; cases spéciales si le camp peut payer maintenant ; cases adverses en jet-pack aussi, une fois, s'il a le ciel et le métal",
        ),
        |tally| {
            text!(
                "{side} could be on {cells}, the farthest in {turns}.",
                "{side} pourrait être sur {cells}, la plus lointaine en {turns}.",
                side = tally.side.capital(),
                cells = cells(tally.count as u32),
                turns = turns(tally.most as u8)
            )
        },
    ),
    card(
        "zones",
        RESOURCES,
        Text::fixed("Zones", "Zones"),
        Text::fixed(
            "how much of its zone you hold, in percent",
            "quelle part de sa zone vous tenez, en pour cent",
        ),
        |tally| {
            text!(
                "{side} holds at most {most} % of a zone, that of {at}.",
                "{side} tient au plus {most} % d'une zone, celle de {at}.",
                side = tally.side.capital(),
                at = tally.at,
                most = tally.most
            )
        },
    ),
    card(
        "harvest",
        RESOURCES,
        Text::fixed("Harvest", "Récolte"),
        Text::fixed(
            "what your cells yield each turn",
            "ce que vos cases donnent par tour",
        ),
        |tally| {
            text!(
                "{side} harvests {sum} a turn from {cells}.",
                "{side} récolte {sum} par tour sur {cells}.",
                side = tally.side.capital(),
                cells = cells(tally.count as u32),
                sum = tally.sum
            )
        },
    ),
];

const fn card(
    name: &'static str,
    group: Text,
    title: Text,
    about: Text,
    legend: fn(&Tally) -> Text,
) -> LensCard {
    LensCard {
        name,
        group,
        title,
        about,
        legend,
        scale: Scale::Sequential,
        initial: false,
    }
}

impl Lenses for Garden {
    fn lenses(&self) -> &'static [LensCard] {
        &LENSES
    }

    fn lens(&self, view: &State, name: &str, seat: Seat) -> Option<LensMap> {
        let (own, enemies) = (view.cells(seat), view.cells(seat.other()));
        let within = |area: Area, value: &dyn Fn(Cell) -> i32| values(area, value);
        let map = match name {
            "attack" => self.attack_map(view, seat),
            "threatened" => within(own, &|cell| self.best(view, seat.other(), cell)),
            "threatening" => within(enemies, &|cell| self.best_from(view, seat.other(), cell)),
            "front" => within(own, &|cell| cell.neighbours().and(enemies).len() as i32),
            "interior" => {
                let away = |cell: Cell| enemies.map(|enemy| cell.steps_to(enemy)).min();
                within(own.without(enemies.border()), &|cell| {
                    away(cell).map_or(0, i32::from)
                })
            }
            "reach" => self.reach(view, seat),
            "zones" => within(Area::ALL, &|cell| match self.map.land(cell) {
                Land::Ordinary { soil, .. } => self.share(view, seat, soil),
                Land::Special(_) => 0,
            }),
            "harvest" => within(own, &|cell| match self.map.land(cell) {
                Land::Ordinary { production, .. } => i32::from(production),
                Land::Special(_) => 0,
            }),
            _ => return None,
        };
        Some(map)
    }

    fn reading(&self, view: &State) -> Option<Text> {
        let [blue, red] = SEATS.map(|seat| self.summary(view, seat));
        Some(text!("{blue} {red}", "{blue} {red}", blue, red))
    }
}

impl Garden {
    /// The attacked cells, and an arrow from the best attacker of each.
    fn attack_map(&self, view: &State, seat: Seat) -> LensMap {
        let enemies = view.cells(seat.other());
        let mut map = values(enemies, &|cell| self.best(view, seat, cell));
        for to in enemies {
            let best = self
                .attackers(view, seat, to)
                .map(|from| (chance(view, from, to), from))
                .max()
                .filter(|&(chance, _)| chance > 0);
            map.paths
                .extend(best.map(|(_, from)| vec![from.spot(), to.spot()]));
        }
        map
    }

    /// §4.1, §4.3, §4.8 The groups of a seat that can attack a cell, from beside it or by jet-pack.
    pub(super) fn attackers(&self, view: &State, seat: Seat, to: Cell) -> Area {
        if self.closed(view, seat).holds(to) {
            return Area::EMPTY;
        }
        let groups = view.movable(seat);
        if self.is_ready(view, seat, Special::Sky) {
            return groups;
        }
        groups.and(to.neighbours())
    }

    /// The best chance of a seat to win a cell of the other with one attack, in percent.
    pub(super) fn best(&self, view: &State, seat: Seat, to: Cell) -> i32 {
        let chances = self.attackers(view, seat, to);
        chances
            .map(|from| chance(view, from, to))
            .max()
            .unwrap_or(0)
    }

    /// The best chance that a seat has from one cell, in percent.
    fn best_from(&self, view: &State, seat: Seat, from: Cell) -> i32 {
        let targets = view.cells(seat.other());
        targets
            .filter(|&to| self.attackers(view, seat, to).holds(from))
            .map(|to| chance(view, from, to))
            .max()
            .unwrap_or(0)
    }

    /// Turn by turn: a group loses one creature a step and gets the recruits of each turn after it.
    fn reach(&self, view: &State, seat: Seat) -> LensMap {
        const TURNS: i32 = 6;
        let own = view.cells(seat);
        let closed = self.closed(view, seat);
        let flown_to = view.cells(seat.other()).without(closed);
        // §4.8 One flight, in the first turn that allows it.
        let sky = own.holds(self.map.cell_of(Special::Sky)) && view.side(seat).has(Special::Sky);
        let flight = match self.is_ready(view, seat, Special::Sky) {
            true => Some(1),
            false => sky.then_some(2),
        };
        // How many creatures could stand on each cell.
        let mut most = [0u8; Cell::COUNT as usize];
        for cell in view.movable(seat) {
            most[cell.index()] = view.creatures(cell);
        }
        let mut turns = [0; Cell::COUNT as usize];
        for turn in 1..=TURNS {
            let flown_to = match flight == Some(turn) {
                true => flown_to,
                false => Area::EMPTY,
            };
            // A group goes on as long as it has two creatures; the strongest goes first.
            for strength in (2..=CROWD).rev() {
                let strong: Area = Cell::all()
                    .filter(|cell| most[cell.index()] == strength)
                    .collect();
                for from in strong {
                    let open = from.neighbours().without(own).without(closed);
                    for to in open.or(flown_to) {
                        if most[to.index()] < strength - 1 {
                            most[to.index()] = strength - 1;
                        }
                        if turns[to.index()] == 0 {
                            turns[to.index()] = turn;
                        }
                    }
                }
            }
            for cell in Cell::all() {
                let there = &mut most[cell.index()];
                let rocks = i32::from(view.rocks(cell));
                if own.holds(cell) && turn >= rocks {
                    *there = (*there).max(view.creatures(cell));
                }
                if *there > 0 {
                    *there = (*there + RECRUITS).min(CROWD);
                }
            }
        }
        values(Area::ALL.without(own), &|cell| turns[cell.index()])
    }

    /// §6.1 How much of a zone a seat holds, in percent.
    pub(super) fn share(&self, view: &State, seat: Seat, soil: Soil) -> i32 {
        let zone = self.map.zone(soil);
        let held = zone.and(view.cells(seat));
        (100 * held.len() / zone.len().max(1)) as i32
    }

    fn summary(&self, view: &State, seat: Seat) -> Text {
        let threatened: Vec<Text> = view
            .cells(seat)
            .filter(|&cell| self.best(view, seat.other(), cell) >= 50)
            .map(|cell| Text::same(cell.to_string()))
            .collect();
        let worry = match threatened.is_empty() {
            true => Text::default(),
            false => text!(
                " More likely lost than not if attacked: {all}.",
                " Plutôt perdu en cas d'attaque : {all}.",
                all = Text::list(threatened)
            ),
        };
        text!(
            "{name} holds {cells} with {army}.{worry}",
            "{name} tient {cells} avec {army}.{worry}",
            name = seat_name(seat),
            cells = cells(view.cells(seat).len()),
            army = creatures(view.army(seat)),
            worry
        )
    }
}

/// The chance to win a cell from another, in percent. §5.8 A sheltered one is not won.
pub(super) fn chance(view: &State, from: Cell, to: Cell) -> i32 {
    if view.is_sheltered(to) {
        return 0;
    }
    Bout::between(view, from, to).percent()
}

fn values(area: Area, value: &dyn Fn(Cell) -> i32) -> LensMap {
    LensMap {
        values: area
            .map(|cell| (cell.spot(), value(cell)))
            .filter(|&(_, value)| value != 0)
            .collect(),
        ..LensMap::default()
    }
}
