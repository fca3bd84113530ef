//! What the rules look up about an order: its squares, its unit, and what is in the way.

use vauban_game::{Case, Seat};

use crate::guerre::{
    Action, Guerre, Place, Unit,
    board::{Square, Terrain},
    doctrine::Corps,
    refusal::Obstacle,
    state::Flag,
};

pub(super) trait Order {
    /// Where the unit is that is ordered.
    fn origin(&self) -> Place;
    /// Where it is sent, or what it attacks.
    fn target(&self) -> Place;
    fn square(&self, place: Place) -> Option<Square>;
    fn terrain(&self, place: Place) -> Option<Terrain>;
    fn occupant(&self, place: Place) -> Option<(Seat, Unit)>;
    /// The own unit that is ordered, if it is there: the demands that ask for it hang on that.
    fn unit(&self) -> Option<Unit>;
    /// The same, if it is a fighting unit.
    fn fighter(&self) -> Option<Unit>;
    fn corps(&self, unit: Unit) -> &Corps;
    /// What is in the way at a place, if anything is.
    fn obstacle(&self, place: Place) -> Option<Obstacle>;
    /// One king's step from a place, if it stays on the board.
    fn neighbour(&self, place: Place, step: (i32, i32)) -> Option<Place>;
    /// The step that leads from the target towards the unit, if they are on one line.
    fn step_back(&self) -> Option<(i32, i32)>;
    /// Whether the target is an arsenal of the enemy that stands.
    fn enters_arsenal(&self) -> bool;
    /// Where units of the side on turn must still retreat.
    fn pending(&self) -> Vec<Place>;
    /// Whether the side on turn has used up the turn's one attack.
    fn struck(&self) -> bool;
}

impl Order for Case<'_, Guerre> {
    fn origin(&self) -> Place {
        ends(self.action).0
    }

    fn target(&self) -> Place {
        ends(self.action).1
    }

    fn square(&self, place: Place) -> Option<Square> {
        self.game.board.square(place)
    }

    fn terrain(&self, place: Place) -> Option<Terrain> {
        self.game.board.terrain(self.square(place)?)
    }

    fn occupant(&self, place: Place) -> Option<(Seat, Unit)> {
        self.state.occupant(self.square(place)?)
    }

    fn unit(&self) -> Option<Unit> {
        self.state.unit(self.seat, self.square(self.origin())?)
    }

    fn fighter(&self) -> Option<Unit> {
        self.unit()
            .filter(|unit| self.game.doctrine.is_fighter(unit.class()))
    }

    fn corps(&self, unit: Unit) -> &Corps {
        self.game.doctrine.corps(unit.class())
    }

    fn obstacle(&self, place: Place) -> Option<Obstacle> {
        if self.terrain(place) == Some(Terrain::Mountain) {
            return Some(Obstacle::Mountain);
        }
        self.occupant(place).map(|_| Obstacle::Unit)
    }

    fn neighbour(&self, place: Place, (rows, columns): (i32, i32)) -> Option<Place> {
        let next = Place {
            row: u16::try_from(i32::from(place.row) + rows).ok()?,
            column: u16::try_from(i32::from(place.column) + columns).ok()?,
        };
        self.square(next).map(|_| next)
    }

    fn step_back(&self) -> Option<(i32, i32)> {
        let (from, to) = ends(self.action);
        let rows = i32::from(from.row) - i32::from(to.row);
        let columns = i32::from(from.column) - i32::from(to.column);
        let on_line = rows == 0 || columns == 0 || rows.abs() == columns.abs();
        (on_line && (rows, columns) != (0, 0)).then(|| (rows.signum(), columns.signum()))
    }

    fn enters_arsenal(&self) -> bool {
        self.square(self.target()).is_some_and(|square| {
            self.game
                .is_arsenal_of(self.state, self.seat.other(), square)
        })
    }

    fn pending(&self) -> Vec<Place> {
        self.state
            .units(self.state.mover)
            .filter(|unit| unit.is(Flag::Retreat) && !unit.is(Flag::Moved))
            .map(|unit| self.game.board.place(unit.square()))
            .collect()
    }

    /// An attack would have ended the turn: so whoever is spent has taken an arsenal. Units in retreat
    /// are written so in saves, whatever they did.
    fn struck(&self) -> bool {
        if self.state.razed {
            return true;
        }
        let mut units = self.state.units(self.state.mover);
        units.any(|unit| !unit.is(Flag::Retreat) && unit.is(Flag::Spent))
    }
}

fn ends(action: Action) -> (Place, Place) {
    match action {
        Action::Move { from, to } | Action::Attack { from, to } => (from, to),
        // Its trees ask for no square.
        Action::End => Default::default(),
    }
}
