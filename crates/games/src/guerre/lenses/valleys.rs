//! Valleys: ways to the enemy's arsenals that can be walked, turn by turn.
//!
//! A unit moves once a turn, and only from a square in communication: so every stop on the way must be
//! one, with everybody else where they stand but for a relay that may come along. What the enemy could
//! bring to bear on a stop after one move, beyond what the unit can stand, is the danger there.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use vauban_game::Seat;

use super::maps::{Field, Strength};
use crate::guerre::{Guerre, NORTH, SOUTH, Square, State, Unit, area::Area, board::DIRECTIONS};

/// A way to one arsenal.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::guerre) struct Valley {
    pub(in crate::guerre) arsenal: Square,
    pub(super) unit: Unit,
    /// Every square on the way, from where the unit stands to the arsenal.
    pub(super) path: Vec<Square>,
    /// Where it stands at the end of each turn, with the danger there; the last one is the arsenal.
    pub(super) stops: Vec<(Square, i32)>,
    /// The relay that must come along, and where it stands at the end of each of its turns.
    pub(super) escort: Option<(Unit, Vec<Square>)>,
    /// Relays that must stay where they are meanwhile.
    pub(super) stays: Vec<Unit>,
}

impl Valley {
    pub(in crate::guerre) fn turns(&self) -> usize {
        self.stops.len()
    }
    pub(super) fn danger(&self) -> i32 {
        self.stops.iter().map(|(_, danger)| danger).sum()
    }
    /// The unit's moves, one a turn.
    pub(super) fn moves(&self) -> Vec<(Square, Square)> {
        let ends = self.stops.iter().map(|(square, _)| *square);
        let starts = std::iter::once(self.unit.square()).chain(ends.clone());
        // Where it waits for a relay, it does not move.
        starts.zip(ends).filter(|(from, to)| from != to).collect()
    }
}

/// No way is longer than so many turns.
const MOST_TURNS: usize = 12;
/// A danger of 1 weighs as much as so many squares that one need not have crossed.
const STRAIGHT: i32 = 64;
/// For so many units, those with the shortest ways, a relay that comes along is looked for.
const ESCORTED: usize = 3;

/// When which squares are in communication.
#[derive(Clone, Copy, Debug)]
struct Supply {
    /// Until the relay has arrived, and from then on.
    before: Area,
    after: Area,
    /// The turn at whose end it has.
    arrives: usize,
}

impl Supply {
    fn at(&self, turn: usize) -> &Area {
        match turn < self.arrives {
            true => &self.before,
            false => &self.after,
        }
    }
}

impl Guerre {
    /// For every enemy arsenal that stands the best way to it that can be walked: the shortest, and of
    /// those the least dangerous.
    pub(super) fn find_valleys(&self, state: &State, seat: Seat) -> Vec<Valley> {
        let foe = seat.other();
        let danger = self.after_move_map(state, foe, Strength::Attack);
        let arsenals = self.board.arsenals(foe).iter();
        let mut valleys: Vec<Valley> = arsenals
            .filter(|&&arsenal| self.is_arsenal_of(state, foe, arsenal))
            .filter_map(|&arsenal| self.valley(state, seat, arsenal, &danger))
            .collect();
        valleys.sort_by_key(|valley| (valley.turns(), valley.danger(), valley.arsenal));
        valleys
    }

    fn valley(&self, state: &State, seat: Seat, arsenal: Square, danger: &Field) -> Option<Valley> {
        if state.occupant(arsenal).is_some() {
            return None;
        }
        // Step 1: how long each unit's way would be if communications were everywhere.
        let everywhere: Area = self.board.squares().collect();
        let mut raiders: Vec<(usize, Unit)> = self
            .raiders(state, seat)
            .filter_map(|unit| {
                let turns = self.walk(state, unit, arsenal, &whole(everywhere), MOST_TURNS)?;
                Some((turns, unit))
            })
            .collect();
        raiders.sort_by_key(|&(turns, unit)| (turns, unit.square()));
        let mut best: Option<Valley> = None;
        let better = |one: Option<Valley>, other: Option<Valley>| match (one, other) {
            (Some(one), Some(other))
                if (other.turns(), other.danger()) < (one.turns(), one.danger()) =>
            {
                Some(other)
            }
            (one, other) => one.or(other),
        };
        let most = |best: &Option<Valley>| best.as_ref().map_or(MOST_TURNS, Valley::turns);

        // Step 2: with everybody where they stand.
        for &(turns, unit) in &raiders {
            if turns > most(&best) {
                break;
            }
            let supply = whole(self.supply_without(state, seat, &[unit]));
            let way = self.ride(state, unit, arsenal, &supply, most(&best), danger, None);
            best = better(best, way);
        }

        // Step 3: with a relay that comes along, where that is faster.
        for &(turns, unit) in raiders.iter().take(ESCORTED) {
            if turns >= most(&best) && best.is_some() {
                break;
            }
            let relays = state.units(seat);
            for relay in relays.filter(|unit| !self.doctrine.is_fighter(unit.class())) {
                let way = self.escorted(state, seat, unit, relay, arsenal, most(&best), danger);
                best = better(best, way);
            }
        }
        let mut best = best?;
        best.stays = self.stays(state, seat, &best);
        Some(best)
    }

    /// The side's fighting units that can move.
    pub(super) fn raiders(&self, state: &State, seat: Seat) -> impl Iterator<Item = Unit> {
        state.units(seat).filter(move |unit| {
            self.doctrine.is_fighter(unit.class())
                && state.communication(seat).contains(unit.square())
        })
    }

    /// The communications of a side without some of its units.
    fn supply_without(&self, state: &State, seat: Seat, absent: &[Unit]) -> Area {
        let mut rest = state.clone();
        for unit in &mut rest.units[seat.index()] {
            if absent.contains(unit) {
                *unit = Unit::NONE;
            }
        }
        self.communications(&rest, seat)
    }

    /// The best way with one relay along, the best of all stations it could go to.
    #[expect(clippy::too_many_arguments, reason = "what a way is made of")]
    fn escorted(
        &self,
        state: &State,
        seat: Seat,
        unit: Unit,
        relay: Unit,
        arsenal: Square,
        most: usize,
        danger: &Field,
    ) -> Option<Valley> {
        let before = self.supply_without(state, seat, &[unit, relay]);
        let slot = state.slot(seat, relay.square())?;
        let mut moved = state.clone();
        if let Some(gone) = state.slot(seat, unit.square()) {
            moved.units[seat.index()][gone] = Unit::NONE;
        }
        let mut stations: Vec<(usize, Square, Supply)> = Vec::new();
        for (arrives, layer) in self.layers(state, relay, most).into_iter().enumerate() {
            layer.each(|station| {
                moved.units[seat.index()][slot] = relay.at(station);
                let after = self.communications(&moved, seat);
                let supply = Supply {
                    before,
                    after,
                    arrives: arrives + 1,
                };
                if let Some(turns) = self.walk(state, unit, arsenal, &supply, most) {
                    stations.push((turns, station, supply));
                }
            });
        }
        let fewest = stations.iter().map(|(turns, ..)| *turns).min()?;
        stations
            .into_iter()
            .filter(|(turns, ..)| *turns == fewest)
            .take(8)
            .filter_map(|(turns, station, supply)| {
                let stops = self.way_of(state, relay, station, supply.arrives)?;
                let escort = Some((relay, stops));
                self.ride(state, unit, arsenal, &supply, turns, danger, escort)
            })
            .min_by_key(|valley| (valley.turns(), valley.danger()))
    }

    /// Where a unit can stand after one turn, after two, and so on, each square in its first turn.
    fn layers(&self, state: &State, unit: Unit, most: usize) -> Vec<Area> {
        let mut known: Area = [unit.square()].into_iter().collect();
        let mut edge = known;
        let mut layers = Vec::new();
        for _ in 0..most {
            let mut next = self.strides(state, unit, &edge);
            next.remove(&known);
            known.join(&next);
            layers.push(next);
            edge = next;
        }
        layers
    }

    /// The squares that a unit comes to with one move from any of `from`.
    fn strides(&self, state: &State, unit: Unit, from: &Area) -> Area {
        self.strides_over(&self.free_for(state, unit), unit, from)
    }

    /// The squares where nobody stands but perhaps the unit itself.
    fn free_for(&self, state: &State, unit: Unit) -> Area {
        let mut free = *self.board.open();
        for seat in [NORTH, SOUTH] {
            for other in state.units(seat) {
                free.take(other.square());
            }
        }
        free.insert(unit.square());
        free
    }

    fn strides_over(&self, free: &Area, unit: Unit, from: &Area) -> Area {
        let mut reached = *from;
        for _ in 0..self.doctrine.corps(unit.class()).steps {
            reached = self.board.spread(&reached).common(free);
            reached.join(from);
        }
        reached
    }

    /// How many turns a unit needs to the arsenal, stopping only in communication.
    fn walk(
        &self,
        state: &State,
        unit: Unit,
        arsenal: Square,
        supply: &Supply,
        most: usize,
    ) -> Option<usize> {
        let free = self.free_for(state, unit);
        let mut edge: Area = [unit.square()].into_iter().collect();
        for turn in 1..=most {
            let next = self.strides_over(&free, unit, &edge);
            if next.contains(arsenal) {
                return Some(turn);
            }
            // It may wait where it stands, as long as it is fed there.
            edge = next.common(supply.at(turn));
            if edge.is_empty() {
                return None;
            }
        }
        None
    }

    /// The least dangerous of the shortest ways, with all that belongs to it.
    #[expect(clippy::too_many_arguments, reason = "what a way is made of")]
    fn ride(
        &self,
        state: &State,
        unit: Unit,
        arsenal: Square,
        supply: &Supply,
        most: usize,
        danger: &Field,
        escort: Option<(Unit, Vec<Square>)>,
    ) -> Option<Valley> {
        let turns = self.walk(state, unit, arsenal, supply, most)?;
        let threat = |square: Square| {
            let stands = i32::from(self.defence(unit.at(square)).0);
            (danger[square.index()] - stands).max(0)
        };
        // From turn to turn: the least danger up to each square, and where it was reached from.
        let mut before: HashMap<Square, i32> = HashMap::from([(unit.square(), 0)]);
        let mut sources: Vec<HashMap<Square, Square>> = Vec::new();
        for turn in 1..=turns {
            let mut next: HashMap<Square, i32> = HashMap::new();
            let mut source: HashMap<Square, Square> = HashMap::new();
            let mut starts: Vec<(Square, i32)> = before.into_iter().collect();
            starts.sort_unstable();
            for (start, sum) in starts {
                let mut goals = self.strides(state, unit, &[start].into_iter().collect());
                goals = match turn == turns {
                    true => goals.common(&[arsenal].into_iter().collect()),
                    false => goals.common(supply.at(turn)),
                };
                goals.each(|goal| {
                    // Of ways that are as dangerous the straightest.
                    let sum = sum + threat(goal) * STRAIGHT + self.sideways(start, goal);
                    if next.get(&goal).is_none_or(|&known| sum < known) {
                        next.insert(goal, sum);
                        source.insert(goal, start);
                    }
                });
            }
            sources.push(source);
            before = next;
        }
        let mut stops = vec![(arsenal, threat(arsenal))];
        for source in sources.iter().skip(1).rev() {
            let stop = *source.get(&stops.last()?.0)?;
            stops.push((stop, threat(stop)));
        }
        stops.reverse();
        let mut path = vec![unit.square()];
        for &(stop, _) in &stops {
            let start = *path.last()?;
            path.extend(self.steps_between(state, unit, start, stop)?);
        }
        Some(Valley {
            arsenal,
            unit,
            path,
            stops,
            escort,
            stays: Vec::new(),
        })
    }

    /// Rows and columns between two squares.
    fn sideways(&self, from: Square, to: Square) -> i32 {
        let (from, to) = (self.board.place(from), self.board.place(to));
        i32::from(from.row.abs_diff(to.row) + from.column.abs_diff(to.column))
    }

    /// The squares of one move, without the first.
    fn steps_between(
        &self,
        state: &State,
        unit: Unit,
        from: Square,
        to: Square,
    ) -> Option<Vec<Square>> {
        let mut path = Vec::new();
        let (mut here, target) = (from, self.board.place(to));
        while here != to {
            let taken = |square: &Square| {
                state
                    .occupant(*square)
                    .is_some_and(|(_, other)| other != unit)
            };
            let around = self.board.around(here).iter();
            let near = around.filter(|square| *square == to || !taken(square));
            let next = near.min_by_key(|&square| {
                // Of the shortest ways the straightest.
                let away = self.board.place(square).distance(target);
                (away, self.sideways(square, to))
            })?;
            path.push(next);
            here = next;
            if path.len() > usize::from(self.doctrine.corps(unit.class()).steps) {
                return None;
            }
        }
        Some(path)
    }

    /// Where a relay stands at the end of each turn on its way to a station.
    fn way_of(
        &self,
        state: &State,
        relay: Unit,
        station: Square,
        turns: usize,
    ) -> Option<Vec<Square>> {
        let layers = self.layers(state, relay, turns);
        let mut stops = vec![station];
        for layer in layers[..turns - 1].iter().rev() {
            let next = *stops.last()?;
            let from = layer.iter().find(|&square| {
                let one = [square].into_iter().collect();
                self.strides(state, relay, &one).contains(next)
            })?;
            stops.push(from);
        }
        stops.reverse();
        Some(stops)
    }

    /// The relays without which a stop would be out of communication.
    fn stays(&self, state: &State, seat: Seat, valley: &Valley) -> Vec<Unit> {
        let gone = valley.escort.as_ref().map(|(relay, _)| *relay);
        let relays = state
            .units(seat)
            .filter(|unit| !self.doctrine.is_fighter(unit.class()) && Some(*unit) != gone);
        let mut moved = state.clone();
        if let Some((relay, stops)) = &valley.escort
            && let (Some(slot), Some(&station)) = (state.slot(seat, relay.square()), stops.last())
        {
            moved.units[seat.index()][slot] = relay.at(station);
        }
        relays
            .filter(|&relay| {
                let fed = self.supply_without(&moved, seat, &[valley.unit, relay]);
                let stops = valley.stops.iter().rev().skip(1);
                stops.into_iter().any(|(stop, _)| !fed.contains(*stop))
            })
            .collect()
    }
}

impl Guerre {
    /// What it costs a unit of this speed to come from each square to `arsenal`, and where to step next:
    /// Dijkstra's way from the arsenal outwards. Every move costs 1, and every square that is entered
    /// the enemy's defence there. Units of one's own are not in the way: they move on.
    fn descend(
        &self,
        state: &State,
        seat: Seat,
        arsenal: Square,
        defence: &Field,
        speed: u8,
    ) -> Descent {
        let speed = usize::from(speed.max(1));
        let squares = defence.len();
        let mut descent = Descent {
            speed,
            costs: vec![UNREACHED; squares * speed],
        };
        let goal = descent.node(arsenal, 0);
        descent.costs[goal] = 0;
        let mut edge = BinaryHeap::from([(Reverse(0), arsenal, 0)]);
        while let Some((Reverse(cost), here, steps)) = edge.pop() {
            let node = descent.node(here, steps);
            if cost > descent.costs[node] {
                continue;
            }
            // Every so many steps a new move begins.
            let enter = cost + i32::from(steps == 0) + defence[here.index()];
            let steps = (steps + 1) % speed;
            for step in DIRECTIONS {
                let Some(before) = self.board.step(here, step) else {
                    continue;
                };
                let closed =
                    self.board.is_mountain(before) || state.unit(seat.other(), before).is_some();
                let earlier = descent.node(before, steps);
                if !closed && enter < descent.costs[earlier] {
                    descent.costs[earlier] = enter;
                    edge.push((Reverse(enter), before, steps));
                }
            }
        }
        descent
    }

    /// What it costs the side's fastest fighting unit to come from each square to the enemy arsenal that
    /// is cheapest from there; nothing where no way leads.
    pub(super) fn valley_map(&self, state: &State, seat: Seat) -> Vec<(Square, i32)> {
        let defence = self.static_map(state, seat.other(), Strength::Defence);
        let speeds = self
            .raiders(state, seat)
            .map(|unit| self.doctrine.corps(unit.class()).steps);
        let Some(speed) = speeds.max() else {
            return Vec::new();
        };
        let foe = seat.other();
        let maps: Vec<Descent> = self
            .board
            .arsenals(foe)
            .iter()
            .filter(|&&arsenal| self.is_arsenal_of(state, foe, arsenal))
            .map(|&arsenal| self.descend(state, seat, arsenal, &defence, speed))
            .collect();
        self.board
            .squares()
            .filter_map(|square| {
                let cost = maps.iter().filter_map(|map| map.cost(square)).min()?;
                Some((square, cost))
            })
            .collect()
    }
}

/// The ways that lead to one arsenal, for units of one speed. A node is a square with the steps of the
/// last move that have been walked there.
#[derive(Clone, Debug)]
struct Descent {
    speed: usize,
    costs: Vec<i32>,
}

impl Descent {
    fn node(&self, square: Square, steps: usize) -> usize {
        square.index() * self.speed + steps
    }
    /// The cheapest node of a square, if a way leads on from there.
    fn start(&self, square: Square) -> Option<usize> {
        let nodes = (0..self.speed).map(|steps| self.node(square, steps));
        nodes
            .filter(|&node| self.costs[node] < UNREACHED)
            .min_by_key(|&node| self.costs[node])
    }
    fn cost(&self, square: Square) -> Option<i32> {
        self.start(square).map(|node| self.costs[node])
    }
}

/// No way leads there.
const UNREACHED: i32 = i32::MAX / 2;

/// The same communications all the time.
fn whole(area: Area) -> Supply {
    Supply {
        before: area,
        after: area,
        arrives: 0,
    }
}
