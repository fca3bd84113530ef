//! The position in a paragraph of words, from the numbers of the maps.

use vauban_game::{Seat, Text};

use super::maps::Strength;
use crate::guerre::{
    Guerre, NORTH, SOUTH, Square, State, Unit,
    words::{class_name, seat_title},
};

/// A sentence in both languages.
type Sentence = (String, String);

impl Guerre {
    /// Who is stronger where, what hangs, what is cut off, and where it could break.
    pub(super) fn read_position_aloud(&self, state: &State) -> Text {
        let mut sentences = vec![self.forces(state), self.sectors(state)];
        for seat in [NORTH, SOUTH] {
            sentences.extend(self.cut_off_sentence(state, seat));
            sentences.extend(self.hanging_sentence(state, seat));
            sentences.extend(self.fragile_sentence(state, seat));
            sentences.extend(self.arsenal_sentence(state, seat));
            sentences.extend(self.valley_sentence(state, seat));
        }
        let (en, fr): (Vec<String>, Vec<String>) = sentences.into_iter().unzip();
        Text::new(en.join(" "), fr.join(" "))
    }

    fn name(&self, unit: Unit) -> Sentence {
        let (class, place) = (class_name(unit.class()), self.board.place(unit.square()));
        (
            format!("{} {place}", class.en),
            format!("{} {place}", class.fr),
        )
    }

    fn names(&self, units: &[Unit]) -> Sentence {
        let (en, fr): (Vec<String>, Vec<String>) =
            units.iter().map(|&unit| self.name(unit)).unzip();
        (en.join(", "), fr.join(", "))
    }

    fn forces(&self, state: &State) -> Sentence {
        let [north, south] = [NORTH, SOUTH].map(|seat| {
            let fighters = state
                .units(seat)
                .filter(|unit| self.doctrine.is_fighter(unit.class()))
                .count();
            let arsenals = state.standing[seat.index()].count_ones();
            (fighters, arsenals, state.communication(seat).len())
        });
        (
            format!(
                "North has {} fighting units, {} arsenals and {} communicating squares; South has {}, {} and {}.",
                north.0, north.1, north.2, south.0, south.1, south.2
            ),
            format!(
                "Le Nord a {} unités combattantes, {} arsenaux et {} cases en communication ; le Sud en a {}, {} et {}.",
                north.0, north.1, north.2, south.0, south.1, south.2
            ),
        )
    }

    /// The attack of both sides in the western, middle and eastern third of the board.
    fn sectors(&self, state: &State) -> Sentence {
        let [north, south] =
            [NORTH, SOUTH].map(|seat| self.static_map(state, seat, Strength::Attack));
        let third = |square: Square| {
            let column = u32::from(self.board.place(square).column);
            (3 * column / u32::from(self.board.width())) as usize
        };
        let mut sums = [[0i32; 2]; 3];
        for square in self.board.squares() {
            sums[third(square)][0] += north[square.index()];
            sums[third(square)][1] += south[square.index()];
        }
        const WHERE: [Text; 3] = [
            Text::fixed("in the west", "à l'ouest"),
            Text::fixed("in the centre", "au centre"),
            Text::fixed("in the east", "à l'est"),
        ];
        let part = |(sum, place): (&[i32; 2], &Text)| {
            let [north, south] = *sum;
            let (en, fr) = match north.cmp(&south) {
                std::cmp::Ordering::Greater => ("North is stronger", "le Nord est plus fort"),
                std::cmp::Ordering::Less => ("South is stronger", "le Sud est plus fort"),
                std::cmp::Ordering::Equal => ("the sides are equal", "les camps sont égaux"),
            };
            (
                format!("{} {en} ({north} to {south})", place.en),
                format!("{} {fr} ({north} contre {south})", place.fr),
            )
        };
        let (en, fr): (Vec<String>, Vec<String>) = sums.iter().zip(&WHERE).map(part).unzip();
        (
            format!("By attack over the squares, {}.", en.join(", ")),
            format!("Par l'attaque sur les cases, {}.", fr.join(", ")),
        )
    }

    fn cut_off_sentence(&self, state: &State, seat: Seat) -> Option<Sentence> {
        let units: Vec<Unit> = state.isolated(seat).collect();
        if units.is_empty() {
            return None;
        }
        let (side, (en, fr)) = (seat_title(seat), self.names(&units));
        Some((
            format!("Cut off from {}: {en}.", side.en),
            format!("Coupées du {} : {fr}.", side.fr),
        ))
    }

    fn hanging_sentence(&self, state: &State, seat: Seat) -> Option<Sentence> {
        let hanging = self.hanging(state, seat);
        if hanging.is_empty() {
            return None;
        }
        let most = hanging.iter().take(3).map(|(unit, strike)| {
            let ((en, fr), surplus) = (self.name(*unit), strike.surplus());
            (
                format!("{en} (by {surplus})"),
                format!("{fr} (de {surplus})"),
            )
        });
        let (en, fr): (Vec<String>, Vec<String>) = most.unzip();
        let (side, count) = (seat_title(seat), count(hanging.len()));
        Some((
            format!(
                "Of {}, {} can be beaten next turn: {}.",
                side.en,
                count.0,
                en.join(", ")
            ),
            format!(
                "Au {}, {} en danger au prochain tour : {}.",
                side.fr,
                count.1,
                fr.join(", ")
            ),
        ))
    }

    fn fragile_sentence(&self, state: &State, seat: Seat) -> Option<Sentence> {
        let side = seat_title(seat);
        let field = self.fragile_squares(state, seat);
        let weakest = self
            .board
            .squares()
            .max_by_key(|square| (field[square.index()], std::cmp::Reverse(*square)))
            .filter(|square| field[square.index()] > 0);
        let mut sentence = weakest.map(|square| {
            let (place, cut) = (self.board.place(square), field[square.index()]);
            let fr = if cut == 1 {
                "unité combattante"
            } else {
                "unités combattantes"
            };
            (
                format!(
                    "One enemy on {place} would cut off {cut} of {}'s fighting units.",
                    side.en
                ),
                format!("Un ennemi en {place} isolerait {cut} {fr} du {}.", side.fr),
            )
        });
        let units = self.fragile_units(state, seat);
        let heaviest = units
            .iter()
            .max_by_key(|(unit, cut)| (cut.len(), std::cmp::Reverse(unit.square())));
        if let Some((unit, cut)) = heaviest {
            let ((en, fr), cut) = (self.name(*unit), count(cut.len()));
            let more = (
                format!(
                    "The loss of its {en} would cut off {} of {}.",
                    cut.0, side.en
                ),
                format!(
                    "La perte de cette unité, {fr}, isolerait {} du {}.",
                    cut.1, side.fr
                ),
            );
            sentence = Some(match sentence {
                None => more,
                Some((en, fr)) => (format!("{en} {}", more.0), format!("{fr} {}", more.1)),
            });
        }
        sentence
    }

    fn arsenal_sentence(&self, state: &State, seat: Seat) -> Option<Sentence> {
        let losses = self.arsenal_losses(state, seat);
        let worst = losses
            .iter()
            .max_by_key(|loss| (loss.units.len(), loss.squares))?;
        let (side, place) = (seat_title(seat), self.board.place(worst.arsenal));
        let (units, squares) = (count(worst.units.len()), worst.squares);
        Some((
            format!(
                "Of {}'s arsenals {place} carries most: its loss would cut off {} and {squares} squares.",
                side.en, units.0
            ),
            format!(
                "Des arsenaux du {}, {place} porte le plus : sa perte couperait {} et {squares} cases.",
                side.fr, units.1
            ),
        ))
    }

    fn valley_sentence(&self, state: &State, seat: Seat) -> Option<Sentence> {
        let valley = self.valleys(state, seat).into_iter().next()?;
        let side = seat_title(seat);
        let start = self.board.place(*valley.path.first()?);
        let (end, moves) = (self.board.place(valley.arsenal), valley.moves);
        let cost = valley.cost;
        let (en, fr) = if moves == 1 {
            ("move", "déplacement")
        } else {
            ("moves", "déplacements")
        };
        Some((
            format!(
                "{}'s best valley leads from {start} to the arsenal {end} in {moves} {en}, at a cost of {cost}.",
                side.en
            ),
            format!(
                "La meilleure vallée du {} mène de {start} à l'arsenal {end} en {moves} {fr}, pour un coût de {cost}.",
                side.fr
            ),
        ))
    }
}

/// A number of units.
fn count(units: usize) -> Sentence {
    match units {
        0 => ("no unit".to_owned(), "0 unité".to_owned()),
        1 => ("1 unit".to_owned(), "1 unité".to_owned()),
        _ => (format!("{units} units"), format!("{units} unités")),
    }
}
