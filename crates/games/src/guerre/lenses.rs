//! Maps of the position, per side: what communicates, who reaches what, how strong, how fragile.
//!
//! For the side on turn a map shows what it can do now; for the other side, what it could do if it were
//! on turn. Charges count where an attack on a unit is planned, not on the plain maps: they depend on
//! who starts the attack.

mod cards;
mod decisive;
mod fragile;
mod legends;
mod maps;
mod memory;
mod plans;
mod prospects;
mod reading;
mod steps;
mod strikes;
mod theatre;
mod threats;
mod valleys;

use vauban_game::{LensCard, LensMap, Lenses, Notation, Seat, Text, scene::Spot};

use self::{
    maps::{Field, Strength, minus},
    strikes::Strike,
};
use super::{Action, Guerre, Place, Square, State, area::Area};

impl Lenses for Guerre {
    fn lenses(&self) -> &'static [LensCard] {
        &cards::CARDS
    }

    fn lens(&self, view: &State, name: &str, seat: Seat) -> Option<LensMap> {
        self.lens_over(view, name, seat, &self.everywhere())
    }

    fn lens_in(&self, view: &State, name: &str, seat: Seat, zone: &[Spot]) -> Option<LensMap> {
        let squares = zone.iter().filter_map(|spot| Place::read(&spot.0));
        let squares = squares.filter_map(|place| self.board.square(place));
        let map = self.lens_over(view, name, seat, &squares.collect())?;
        Some(map.within(zone))
    }

    /// `H13`, or two corners: `H10-K15`.
    fn zone(&self, word: &str) -> Option<Vec<Spot>> {
        let (one, other) = word.split_once('-').unwrap_or((word, word));
        let (one, other) = (Place::read(one)?, Place::read(other)?);
        self.board.square(one)?;
        self.board.square(other)?;
        let rows = one.row.min(other.row)..=one.row.max(other.row);
        let columns = one.column.min(other.column)..=one.column.max(other.column);
        let place = |row| {
            columns
                .clone()
                .map(move |column| Place { row, column }.spot())
        };
        Some(rows.flat_map(place).collect())
    }

    fn reading(&self, view: &State) -> Option<Text> {
        Some(self.read_position_aloud(view))
    }
}

impl Guerre {
    /// The lens called `name`, searched for only in `zone`.
    fn lens_over(&self, view: &State, name: &str, seat: Seat, zone: &Area) -> Option<LensMap> {
        use Strength::{Attack, Defence};
        let foe = seat.other();
        let defence = || self.static_map(view, seat, Defence);
        let field = match name {
            "communication" => return Some(self.communication_lens(view, seat)),
            "isolated" => self.field_at(view.isolated(seat).map(|unit| (unit.square(), 1))),
            "reach" => self.reach_map(view, seat),
            "reach-after-move" => self.reach_after_move_map(view, seat),
            "attack" => self.static_map(view, seat, Attack),
            "defence" => defence(),
            "attack-after-move" => self.after_move_map(view, seat, Attack),
            "defence-after-move" => self.after_move_map(view, seat, Defence),
            "attack-heat" => self.heat_map(view, seat, Attack),
            "defence-heat" => self.heat_map(view, seat, Defence),
            "attack-fast" => self.fast_map(view, seat, Attack),
            "defence-fast" => self.fast_map(view, seat, Defence),
            "attack-turn" => return Some(self.attack_turn(view, seat, zone)),
            "defence-turn" => self.turn_map(view, seat, Defence),
            "outcome" => minus(defence(), &self.static_map(view, foe, Attack)),
            "outcome-after-move" => minus(defence(), &self.after_move_map(view, foe, Attack)),
            "outcome-turn" => return Some(self.outcome_turn(view, seat, zone)),
            "hanging" => return Some(self.hanging_lens(view, seat, zone)),
            "decisive" => return Some(self.decisive_lens(view, seat, zone)),
            "fragile-squares" => self.fragile_squares(view, seat),
            "fragile-units" => {
                let cut = self.fragile_units(view, seat).into_iter();
                self.field_at(cut.map(|(unit, cut)| (unit.square(), cut.len() as i32)))
            }
            "arsenals" => {
                let losses = self.arsenal_losses(view, seat).into_iter();
                self.field_at(losses.map(|loss| (loss.arsenal, loss.units.len() as i32)))
            }
            "arsenal-lines" => {
                let losses = self.arsenal_losses(view, seat).into_iter();
                self.field_at(losses.map(|loss| (loss.arsenal, loss.squares)))
            }
            "valleys" => return Some(self.valley_lens(view, seat)),
            _ => return None,
        };
        Some(self.lens_map(field))
    }

    fn lens_map(&self, field: Field) -> LensMap {
        let values = self
            .board
            .squares()
            .zip(field)
            .filter(|(_, value)| *value != 0)
            .map(|(square, value)| (self.board.place(square).spot(), value))
            .collect();
        LensMap {
            values,
            ..LensMap::default()
        }
    }

    fn field_at(&self, values: impl Iterator<Item = (Square, i32)>) -> Field {
        let mut field = self.blank();
        for (square, value) in values {
            field[square.index()] = value;
        }
        field
    }

    fn path(&self, squares: impl IntoIterator<Item = Square>) -> Vec<Spot> {
        squares
            .into_iter()
            .map(|square| self.board.place(square).spot())
            .collect()
    }

    /// The squares in communication, with the lines that bring it and the links by contact.
    fn communication_lens(&self, state: &State, seat: Seat) -> LensMap {
        let (lines, links) = self.lines(state, seat);
        let ends =
            |(from, to): (Square, Square)| [from, to].map(|square| self.board.place(square).spot());
        LensMap {
            lines: lines.into_iter().chain(links).map(ends).collect(),
            ..self.lens_map(self.communication_map(state, seat))
        }
    }

    fn spot(&self, square: Square) -> Spot {
        self.board.place(square).spot()
    }

    /// The actions of a strike at `target`, as they are written.
    fn actions_of(&self, strike: &Strike, target: Square) -> Vec<String> {
        let place = |square| self.board.place(square);
        let moves = strike.moves.iter().map(|&(from, to)| Action::Move {
            from: place(from),
            to: place(to),
        });
        let attack = Action::Attack {
            from: place(strike.from),
            to: place(target),
        };
        let actions = moves.chain([attack]);
        actions.map(|action| self.write(action)).collect()
    }

    /// The map with the moves of a strike as paths, and all strikes as plans.
    fn with_strikes(
        &self,
        mut map: LensMap,
        strikes: &[(Square, Strike)],
        drawn: usize,
    ) -> LensMap {
        for (target, strike) in strikes {
            let plan = self.actions_of(strike, *target);
            map.plans.push((self.spot(*target), plan));
        }
        for (target, strike) in strikes.iter().take(drawn) {
            let moves = strike.moves.iter().map(|&(from, to)| [from, to]);
            for ends in moves.chain([[strike.from, *target]]) {
                let path = self.path(ends);
                if !map.paths.contains(&path) {
                    map.paths.push(path);
                }
            }
        }
        map
    }

    /// The best attack of a whole turn on every square; its paths are the moves of the best strike.
    fn attack_turn(&self, state: &State, seat: Seat, zone: &Area) -> LensMap {
        let found = self.attack_map(state, seat, zone);
        let mut map = self.lens_map(found.field.clone());
        map.at_least = self.path(found.at_least.iter().copied());
        let mut map = self.with_strikes(map, &found.strikes, 0);
        if let Some((unit, strike)) = self.hanging(state, seat.other(), zone).into_iter().next() {
            let plans = std::mem::take(&mut map.plans);
            map = self.with_strikes(map, &[(unit.square(), strike)], 1);
            map.plans = plans;
        }
        map
    }

    fn outcome_turn(&self, state: &State, seat: Seat, zone: &Area) -> LensMap {
        let found = self.attack_map(state, seat.other(), zone);
        let defence = self.static_map(state, seat, Strength::Defence);
        let mut map = self.lens_map(minus(defence, &found.field));
        map.at_least = self.path(found.at_least.iter().copied());
        self.with_strikes(map, &found.strikes, 0)
    }

    fn hanging_lens(&self, state: &State, seat: Seat, zone: &Area) -> LensMap {
        let hanging = self.hanging(state, seat, zone);
        let values = hanging
            .iter()
            .map(|(unit, strike)| (unit.square(), strike.surplus()));
        let mut map = self.lens_map(self.field_at(values));
        let threats = self.threats(state, seat, zone);
        let open = threats.iter().filter(|threat| !threat.found.exact);
        map.at_least = self.path(open.map(|threat| threat.unit.square()));
        let strikes: Vec<(Square, Strike)> = hanging
            .into_iter()
            .map(|(unit, strike)| (unit.square(), strike))
            .collect();
        self.with_strikes(map, &strikes, strikes.len())
    }

    fn decisive_lens(&self, state: &State, seat: Seat, zone: &Area) -> LensMap {
        let units = self.weak_units(state, seat, zone);
        let squares = self.weak_squares(state, seat, zone);
        let of_units = units.iter().map(|weak| (weak.unit.square(), weak.weight()));
        let of_squares = squares.iter().map(|weak| (weak.square, weak.weight()));
        let mut map = self.lens_map(self.field_at(of_units.chain(of_squares)));
        // Who can strike the weakest unit, and who can go to the weakest square.
        let strike = units.first().and_then(|weak| {
            let (strike, _) = weak.strike.as_ref()?;
            Some((weak.unit.square(), strike.clone()))
        });
        map = self.with_strikes(map, strike.as_slice(), 1);
        if let Some(weak) = squares.first()
            && let Some(from) = weak.from
        {
            map.paths.push(self.path([from, weak.square]));
        }
        map.notes.extend(self.weak_unit_sentence(state, seat, zone));
        map.notes
            .extend(self.weak_square_sentence(state, seat, zone));
        map
    }

    fn valley_lens(&self, state: &State, seat: Seat) -> LensMap {
        // Unlike in other maps a 0 is told: it is the arsenal itself, and not a square without a way.
        let costs = self.valley_map(state, seat).into_iter();
        let mut map = LensMap {
            values: costs
                .map(|(square, cost)| (self.spot(square), cost))
                .collect(),
            ..LensMap::default()
        };
        for valley in self.valleys(state, seat).iter() {
            map.notes.push(self.valley_sentence(seat, valley));
            let moves = valley.moves().into_iter().map(|(from, to)| {
                let (from, to) = (self.board.place(from), self.board.place(to));
                self.write(Action::Move { from, to })
            });
            map.plans.push((self.spot(valley.arsenal), moves.collect()));
            map.paths.push(self.path(valley.path.iter().copied()));
            if let Some((relay, stops)) = &valley.escort {
                let way = std::iter::once(relay.square()).chain(stops.iter().copied());
                map.paths.push(self.path(way));
            }
        }
        map
    }
}
