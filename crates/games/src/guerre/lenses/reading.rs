//! The position in a paragraph of words, from the numbers of the maps.

use std::cmp::{Ordering, Reverse};

use vauban_game::{Lang, Seat, Text, text};

use super::maps::Strength;
use crate::guerre::{
    Guerre, NORTH, SOUTH, Square, State, Unit,
    words::{class_name, seat_title},
};

impl Guerre {
    /// Who is stronger where, what hangs, what is cut off, and where it could break.
    pub(super) fn read_position_aloud(&self, state: &State) -> Text {
        let mut sentences = vec![self.forces(state), self.sectors(state)];
        for seat in [NORTH, SOUTH] {
            sentences.extend(self.cut_off_sentence(state, seat));
            sentences.extend(self.hanging_sentence(state, seat));
            sentences.extend(self.fragile_square_sentence(state, seat));
            sentences.extend(self.fragile_unit_sentence(state, seat));
            sentences.extend(self.arsenal_sentence(state, seat));
            sentences.extend(self.valley_sentence(state, seat));
        }
        let joined = |lang| {
            let sentences: Vec<&str> = sentences.iter().map(|text| text.of(lang)).collect();
            sentences.join(" ")
        };
        Text::new(joined(Lang::En), joined(Lang::Fr))
    }

    fn name(&self, unit: Unit) -> Text {
        let (class, place) = (class_name(unit.class()), self.board.place(unit.square()));
        text!("{class} {place}", "{class} {place}", class)
    }

    fn forces(&self, state: &State) -> Text {
        let [north, south] = [NORTH, SOUTH].map(|seat| {
            let fighters = state
                .units(seat)
                .filter(|unit| self.doctrine.is_fighter(unit.class()))
                .count();
            let arsenals = state.standing[seat.index()].count_ones();
            Text::list([
                count(
                    fighters,
                    ["fighting unit", "fighting units"],
                    ["unité combattante", "unités combattantes"],
                ),
                Text::count(arsenals, ["arsenal", "arsenals"], ["arsenal", "arsenaux"]),
                count(
                    state.communication(seat).len(),
                    ["communicating square", "communicating squares"],
                    ["case en communication", "cases en communication"],
                ),
            ])
        });
        text!(
            "North has {north}; South has {south}.",
            "Le Nord a {north} ; le Sud a {south}.",
            north,
            south
        )
    }

    /// The attack of both sides in the western, middle and eastern third of the board.
    fn sectors(&self, state: &State) -> Text {
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
        let part = |([north, south], place): ([i32; 2], &Text)| {
            let who = match north.cmp(&south) {
                Ordering::Greater => Text::fixed("North is stronger", "le Nord est plus fort"),
                Ordering::Less => Text::fixed("South is stronger", "le Sud est plus fort"),
                Ordering::Equal => Text::fixed("the sides are equal", "les camps sont égaux"),
            };
            text!(
                "{place} {who} ({north} to {south})",
                "{place} {who} ({north} contre {south})",
                place,
                who
            )
        };
        text!(
            "By total attack over the squares, {parts}.",
            "Par l'attaque totale sur les cases, {parts}.",
            parts = Text::list(sums.into_iter().zip(&WHERE).map(part))
        )
    }

    fn cut_off_sentence(&self, state: &State, seat: Seat) -> Option<Text> {
        let units: Vec<Text> = state.isolated(seat).map(|unit| self.name(unit)).collect();
        (!units.is_empty()).then(|| {
            text!(
                "Cut off from {side}: {units}.",
                "Coupées du {side} : {units}.",
                side = seat_title(seat),
                units = Text::list(units)
            )
        })
    }

    fn hanging_sentence(&self, state: &State, seat: Seat) -> Option<Text> {
        let hanging = self.hanging(state, seat);
        let most = hanging.iter().take(3).map(|(unit, strike)| {
            let (unit, surplus) = (self.name(*unit), strike.surplus());
            text!("{unit} (by {surplus})", "{unit} (de {surplus})", unit)
        });
        (!hanging.is_empty()).then(|| {
            text!(
                "{side} has {units} that can be beaten next turn: {most}.",
                "Le {side} a {units} en danger au prochain tour : {most}.",
                side = seat_title(seat),
                units = units(hanging.len()),
                most = Text::list(most)
            )
        })
    }

    fn fragile_square_sentence(&self, state: &State, seat: Seat) -> Option<Text> {
        let field = self.fragile_squares(state, seat);
        let squares = self.board.squares();
        let weakest = squares.max_by_key(|square| (field[square.index()], Reverse(*square)))?;
        let (place, cut) = (self.board.place(weakest), field[weakest.index()]);
        (cut > 0).then(|| {
            text!(
                "One enemy on {place} would cut off {units} of {side}.",
                "Un ennemi en {place} isolerait {units} du {side}.",
                units = Text::count(
                    cut,
                    ["fighting unit", "fighting units"],
                    ["unité combattante", "unités combattantes"]
                ),
                side = seat_title(seat)
            )
        })
    }

    fn fragile_unit_sentence(&self, state: &State, seat: Seat) -> Option<Text> {
        let fragile = self.fragile_units(state, seat);
        let (unit, cut) = fragile
            .iter()
            .max_by_key(|(unit, cut)| (cut.len(), Reverse(unit.square())))?;
        Some(text!(
            "The loss of its {unit} would cut off {units} of {side}.",
            "La perte de cette unité, {unit}, isolerait {units} du {side}.",
            unit = self.name(*unit),
            units = units(cut.len()),
            side = seat_title(seat)
        ))
    }

    fn arsenal_sentence(&self, state: &State, seat: Seat) -> Option<Text> {
        let losses = self.arsenal_losses(state, seat);
        let worst = losses
            .iter()
            .max_by_key(|loss| (loss.units.len(), loss.squares))?;
        let place = self.board.place(worst.arsenal);
        Some(text!(
            "{side}'s most important arsenal is {place}: its loss would cut off {units} and {squares}.",
            "L'arsenal le plus important du {side} est {place} : sa perte couperait {units} et {squares}.",
            side = seat_title(seat),
            units = units(worst.units.len()),
            squares = Text::count(worst.squares, ["square", "squares"], ["case", "cases"])
        ))
    }

    fn valley_sentence(&self, state: &State, seat: Seat) -> Option<Text> {
        let valley = self.valleys(state, seat).into_iter().next()?;
        let start = self.board.place(*valley.path.first()?);
        let (end, cost) = (self.board.place(valley.arsenal), valley.cost);
        Some(text!(
            "{side}'s best valley leads from {start} to the arsenal {end} in {moves}, at a cost of {cost}.",
            "La meilleure vallée du {side} mène de {start} à l'arsenal {end} en {moves}, pour un coût de {cost}.",
            side = seat_title(seat),
            moves = count(
                valley.moves,
                ["move", "moves"],
                ["déplacement", "déplacements"]
            )
        ))
    }
}

fn units(n: usize) -> Text {
    count(n, ["unit", "units"], ["unité", "unités"])
}

fn count(n: usize, en: [&str; 2], fr: [&str; 2]) -> Text {
    Text::count(n as i64, en, fr)
}
