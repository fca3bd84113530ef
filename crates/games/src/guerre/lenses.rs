//! Maps of the position, per side: what communicates, who reaches what, how strong, how fragile.
//!
//! For the side on turn a map shows what it can do now; for the other side, what it could do if it were
//! on turn. Charges count where an attack on a unit is planned, not on the plain maps: they depend on
//! who starts the attack.

mod cards;
mod fragile;
mod maps;
mod plans;
mod reading;
mod strikes;

use vauban_game::{LensCard, LensMap, Lenses, Seat, Text};

use self::maps::{Field, Strength, minus};
use super::{Guerre, Square, State};

impl Lenses for Guerre {
    fn lenses(&self) -> &'static [LensCard] {
        &cards::CARDS
    }

    fn lens(&self, view: &State, name: &str, seat: Seat) -> Option<LensMap> {
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
            "attack-turn" => return Some(self.attack_turn(view, seat)),
            "defence-turn" => self.turn_map(view, seat, Defence),
            "outcome" => minus(defence(), &self.static_map(view, foe, Attack)),
            "outcome-after-move" => minus(defence(), &self.after_move_map(view, foe, Attack)),
            "outcome-turn" => minus(defence(), &self.turn_map(view, foe, Attack)),
            "hanging" => return Some(self.hanging_lens(view, seat)),
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

    fn reading(&self, view: &State) -> Option<Text> {
        Some(self.read_position_aloud(view))
    }
}

impl Guerre {
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

    fn path(&self, squares: impl IntoIterator<Item = Square>) -> Vec<vauban_game::scene::Spot> {
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

    /// The best attack of a whole turn on every square; its paths are the moves of the best strike.
    fn attack_turn(&self, state: &State, seat: Seat) -> LensMap {
        let mut map = self.lens_map(self.turn_map(state, seat, Strength::Attack));
        if let Some((unit, strike)) = self.hanging(state, seat.other()).first() {
            let moves = strike.moves.iter();
            map.paths = moves.map(|&(from, to)| self.path([from, to])).collect();
            map.paths.push(self.path([strike.from, unit.square()]));
        }
        map
    }

    fn hanging_lens(&self, state: &State, seat: Seat) -> LensMap {
        let hanging = self.hanging(state, seat);
        let values = hanging
            .iter()
            .map(|(unit, strike)| (unit.square(), strike.surplus()));
        let mut map = self.lens_map(self.field_at(values));
        let moves = hanging.iter().flat_map(|(_, strike)| &strike.moves);
        map.paths = moves.map(|&(from, to)| self.path([from, to])).collect();
        map.paths.sort();
        map.paths.dedup();
        map
    }

    fn valley_lens(&self, state: &State, seat: Seat) -> LensMap {
        // Unlike in other maps a 0 is told: it is the arsenal itself, and not a square without a way.
        let costs = self.valley_map(state, seat).into_iter();
        let mut map = LensMap {
            values: costs
                .map(|(square, cost)| (self.board.place(square).spot(), cost))
                .collect(),
            ..LensMap::default()
        };
        let valleys = self.valleys(state, seat).into_iter();
        map.paths = valleys.map(|valley| self.path(valley.path)).collect();
        map
    }
}
