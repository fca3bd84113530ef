//! How good a position is: cells and what they yield, creatures, zones, points, and what the dice threaten.

use vauban_game::{BySeat, Evaluate, Feature, Seat, Text, WinShare, weights};

use super::{
    Garden,
    cell::{Area, Cell},
    map::{Resource, Soil, Special},
    odds::Bout,
    play::POWER_POINTS,
    state::{Phase, SEATS, State},
};

/// Judges by possessions, and by what the other side may take with its best attacks.
#[derive(Copy, Clone, Debug, Default)]
pub struct Greed;

/// Judges like [`Greed`], but with other weights.
#[derive(Copy, Clone, Debug)]
pub struct Weighed(pub Weights);

weights! {
    /// What the judge counts; `weights.txt` says what set it.
    pub struct Weights = (include_str!("weights.txt")) {
        creature, in_stock, cell, yields, special, zone, zone_part, point, provision,
        at_the_front, step, fear, rocks, poison, arms, shelter, half,
    }
}

impl Evaluate<Garden> for Greed {
    fn evaluate(&self, game: &Garden, state: &State) -> BySeat<WinShare> {
        Weighed(*Weights::shipped()).evaluate(game, state)
    }
    fn lead(&self, game: &Garden, state: &State, seat: Seat) -> i32 {
        Weighed(*Weights::shipped()).lead(game, state, seat)
    }
    fn share(&self, lead: i32) -> WinShare {
        Weighed(*Weights::shipped()).share(lead)
    }
    fn features(&self, game: &Garden, state: &State, seat: Seat, out: &mut Vec<Feature>) {
        Weighed(*Weights::shipped()).features(game, state, seat, out);
    }
}

impl Weighed {
    fn half(&self) -> u16 {
        u16::try_from(self.0.half).unwrap_or(u16::MAX)
    }
}

impl Evaluate<Garden> for Weighed {
    fn evaluate(&self, game: &Garden, state: &State) -> BySeat<WinShare> {
        BySeat::of_lead(SEATS[0], self.lead(game, state, SEATS[0]), self.half())
    }

    fn lead(&self, game: &Garden, state: &State, seat: Seat) -> i32 {
        let [own, other] = [seat, seat.other()].map(|seat| worth(&self.0, game, state, seat).sum());
        own - other
    }

    fn share(&self, lead: i32) -> WinShare {
        BySeat::of_lead(SEATS[0], lead, self.half())[SEATS[0]]
    }

    fn features(&self, game: &Garden, state: &State, seat: Seat, out: &mut Vec<Feature>) {
        let weights = &self.0;
        let [own, other] = [seat, seat.other()].map(|seat| worth(weights, game, state, seat));
        let leads = own.named().into_iter().zip(other.named());
        out.extend(leads.map(|((name, own), (_, other))| Feature::new(name, own - other)));
    }
}

/// What a side has, part by part.
#[derive(Copy, Clone, Debug, Default)]
struct Worth {
    creatures: i32,
    cells: i32,
    provisions: i32,
    zones: i32,
    points: i32,
    /// Below nought, as a rule.
    safety: i32,
    reach: i32,
}

impl Worth {
    fn sum(self) -> i32 {
        self.creatures
            + self.cells
            + self.provisions
            + self.zones
            + self.points
            + self.safety
            + self.reach
    }

    fn named(self) -> [(Text, i32); 7] {
        [
            (Text::fixed("creatures", "créatures"), self.creatures),
            (
                Text::fixed("cells and their yield", "cases et leur récolte"),
                self.cells,
            ),
            (Text::fixed("provisions", "provisions"), self.provisions),
            (Text::fixed("zones", "zones"), self.zones),
            (
                Text::fixed("power points", "points de puissance"),
                self.points,
            ),
            (Text::fixed("safety", "sécurité"), self.safety),
            (
                Text::fixed("nearness to the enemy", "proximité de l'ennemi"),
                self.reach,
            ),
        ]
    }
}

fn worth(weights: &Weights, game: &Garden, state: &State, seat: Seat) -> Worth {
    let cells = state.cells(seat);
    let enemies = state.cells(seat.other());
    let front = enemies.border();
    let mut worth = Worth {
        creatures: weights.creature * state.army(seat) as i32
            + weights.in_stock * i32::from(state.stock(seat))
            + coming(weights, game, state, seat),
        cells: weights.cell * cells.len() as i32,
        points: weights.point * i32::from(state.points(seat).min(2 * POWER_POINTS)),
        safety: burdens(weights, state, cells) - danger(weights, game, state, seat),
        reach: weights.at_the_front * state.creatures.sum(cells.and(front)) as i32
            - march(weights, cells.and(state.creatures.several()), enemies),
        ..Worth::default()
    };
    for resource in Resource::ALL {
        worth.cells += weights.yields * i32::from(game.map.yielded(resource, cells));
    }
    for special in Special::ALL {
        let (resource, cost) = special.cost();
        let provision = state.resource(seat, resource).min(2 * cost);
        worth.provisions += weights.provision * i32::from(provision);
        if cells.holds(game.map.cell_of(special)) {
            worth.cells += weights.special;
        }
    }
    for soil in Soil::ALL {
        let zone = game.map.zone(soil);
        let held = zone.and(cells).len() as i32;
        let all = zone.len() as i32;
        worth.zones += weights.zone_part * held / all;
        if held == all {
            worth.zones += weights.zone;
        }
    }
    worth
}

/// §6.1 What a seat will yet get in this round. Counted by rounds, so that it makes no difference to
/// the judgement when a turn ends.
fn coming(weights: &Weights, game: &Garden, state: &State, seat: Seat) -> i32 {
    let had = match state.phase() {
        Phase::Reinforcement => seat == state.mover() || seat == state.first(),
        _ => seat != state.mover() && seat == state.first(),
    };
    if had {
        return 0;
    }
    weights.in_stock * i32::from(game.recruits(state, seat))
}

fn burdens(weights: &Weights, state: &State, cells: Area) -> i32 {
    weights.arms * state.creatures.sum(cells.and(state.arms.any())) as i32
        - weights.rocks * state.creatures.sum(cells.and(state.rocks.any())) as i32
        - weights.poison * state.creatures.sum(cells.and(state.poison.any())) as i32
        + weights.shelter * cells.and(state.shelter).len() as i32
}

/// What the other side's best attack on each cell may take, by its chance.
fn danger(weights: &Weights, game: &Garden, state: &State, seat: Seat) -> i32 {
    let attackers = state.movable(seat.other());
    let mut danger = 0.0;
    for to in state.cells(seat).and(attackers.border()) {
        if state.is_sheltered(to) {
            continue;
        }
        let best = attackers
            .and(to.neighbours())
            .map(|from| Bout::between(state, from, to).chance())
            .fold(0.0, f64::max);
        let special = game.map.special(to).map_or(0, |_| weights.special);
        let stake = weights.cell + special + weights.creature * i32::from(state.creatures(to));
        danger += f64::from(weights.fear) / 100.0 * best * f64::from(stake);
    }
    danger as i32
}

/// How far the nearest group that can move is from the enemy.
fn march(weights: &Weights, groups: Area, enemies: Area) -> i32 {
    let distance = |from: Cell| enemies.map(|to| from.steps_to(to)).min();
    let nearest = groups.filter_map(distance).min();
    weights.step * i32::from(nearest.unwrap_or(0))
}
