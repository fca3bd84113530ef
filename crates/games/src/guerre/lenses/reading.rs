//! The position in a paragraph of words, from the numbers of the maps.

use std::cmp::Ordering;

use vauban_game::{Lang, Seat, Text, text};

use super::{maps::Strength, valleys::Valley};
use crate::guerre::{
    Guerre, NORTH, SOUTH, Square, State, Unit,
    area::Area,
    words::{class_name, seat_title, the_side},
};

impl Guerre {
    /// Who is stronger where, what hangs, what is cut off, and where it could break.
    pub(super) fn read_position_aloud(&self, state: &State) -> Text {
        let mut sentences = vec![self.forces(state), self.sectors(state)];
        let everywhere = self.everywhere();
        for seat in [NORTH, SOUTH] {
            sentences.extend(self.cut_off_sentence(state, seat));
            sentences.extend(self.hanging_sentence(state, seat));
            sentences.extend(self.weak_square_sentence(state, seat, &everywhere));
            sentences.extend(self.weak_unit_sentence(state, seat, &everywhere));
            sentences.extend(self.arsenal_sentence(state, seat));
            let valleys = self.valleys(state, seat);
            let valley = valleys.first();
            sentences.extend(valley.map(|valley| self.valley_sentence(seat, valley)));
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
        let everywhere = self.everywhere();
        let hanging = self.hanging(state, seat, &everywhere);
        let threats = self.threats(state, seat, &everywhere);
        let open = |unit: Unit| {
            let mut of = threats.iter().filter(|threat| threat.unit == unit);
            of.any(|threat| !threat.found.exact)
        };
        let most = hanging.iter().take(3).map(|(unit, strike)| {
            let (surplus, name) = (strike.surplus(), self.name(*unit));
            let (attack, defence) = (strike.attack, strike.defence);
            let how = Text::same(self.actions_of(strike, unit.square()).join(", "));
            match open(*unit) {
                true => text!(
                    "{name} (by at least {surplus}, {attack} against {defence}: {how})",
                    "{name} (d'au moins {surplus}, {attack} contre {defence} : {how})",
                    name,
                    how
                ),
                false => text!(
                    "{name} (by {surplus}, {attack} against {defence}: {how})",
                    "{name} (de {surplus}, {attack} contre {defence} : {how})",
                    name,
                    how
                ),
            }
        });
        let beaten = (!hanging.is_empty()).then(|| {
            text!(
                "{side} has {units} that can be beaten next turn: {most}.",
                "Le {side} a {units} en danger au prochain tour : {most}.",
                side = seat_title(seat),
                units = units(hanging.len()),
                most = Text::list(most)
            )
        });
        let unsure: Vec<Text> = threats
            .iter()
            .filter(|threat| !threat.found.exact)
            .map(|threat| self.name(threat.unit))
            .collect();
        let unsure = (!unsure.is_empty()).then(|| {
            text!(
                "There may be more against {units}: the search was not finished.",
                "Il y a peut-être plus contre {units} : la recherche n'est pas terminée.",
                units = Text::list(unsure)
            )
        });
        match (beaten, unsure) {
            (Some(beaten), Some(unsure)) => Some(text!(
                "{beaten} {unsure}",
                "{beaten} {unsure}",
                beaten,
                unsure
            )),
            (beaten, unsure) => beaten.or(unsure),
        }
    }

    /// The unit whose loss would hurt most, by what it cuts and what can strike it.
    pub(super) fn weak_unit_sentence(
        &self,
        state: &State,
        seat: Seat,
        zone: &Area,
    ) -> Option<Text> {
        let weak = self.weak_units(state, seat, zone).into_iter().next()?;
        let cut = match weak.cut {
            0 => Text::fixed(
                "its loss would cut off nobody else",
                "sa perte n'isolerait personne d'autre",
            ),
            cut => text!(
                "its loss would cut off {units}",
                "sa perte isolerait {units}",
                units = units(cut)
            ),
        };
        let enemy = the_side(seat.other());
        let struck = match &weak.strike {
            None => Text::fixed(
                "but nothing can strike it next turn",
                "mais rien ne peut la frapper au prochain tour",
            ),
            Some((strike, fate)) => {
                let (attack, defence) = (strike.attack, strike.defence);
                match fate.destroys() {
                    true => text!(
                        "and {enemy} can destroy it next turn ({attack} against {defence})",
                        "et {enemy} peut la détruire au prochain tour ({attack} contre {defence})",
                        enemy
                    ),
                    false => text!(
                        "and {enemy} can drive it off next turn ({attack} against {defence})",
                        "et {enemy} peut la repousser au prochain tour ({attack} contre {defence})",
                        enemy
                    ),
                }
            }
        };
        Some(text!(
            "{side}'s weakest unit is its {unit}: {cut}, {struck}.",
            "L'unité la plus faible du {side} est : {unit} ; {cut}, {struck}.",
            side = seat_title(seat),
            unit = self.name(weak.unit),
            cut,
            struck
        ))
    }

    /// The square that the enemy must not enter.
    pub(super) fn weak_square_sentence(
        &self,
        state: &State,
        seat: Seat,
        zone: &Area,
    ) -> Option<Text> {
        let weak = self.weak_squares(state, seat, zone).into_iter().next()?;
        let place = self.board.place(weak.square);
        let who = weak.from.and_then(|from| state.unit(seat.other(), from));
        let reached = match who {
            None => Text::fixed(
                "but none can go there next turn",
                "mais aucun ne peut y aller au prochain tour",
            ),
            Some(unit) => text!(
                "and {unit} can go there next turn",
                "et {unit} peut y aller au prochain tour",
                unit = self.name(unit)
            ),
        };
        Some(text!(
            "{side}'s weakest square is {place}: one enemy there would cut off {units}, {reached}.",
            "La case la plus faible du {side} est {place} : un ennemi y isolerait {units}, {reached}.",
            side = seat_title(seat),
            units = Text::count(
                weak.cut,
                ["fighting unit", "fighting units"],
                ["unité combattante", "unités combattantes"]
            ),
            reached
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

    /// A way to an arsenal: who walks it, where it stops, and what it needs.
    pub(super) fn valley_sentence(&self, seat: Seat, valley: &Valley) -> Text {
        let place = |square: &Square| Text::same(self.board.place(*square).to_string());
        let stops = valley.stops.iter().map(|(square, danger)| {
            let stop = place(square);
            match danger {
                0 => stop,
                danger => text!("{stop} (danger {danger})", "{stop} (danger {danger})", stop),
            }
        });
        let needs = match (&valley.escort, &valley.stays[..]) {
            (None, []) => Text::fixed("no relay is needed", "aucun relais n'est nécessaire"),
            (None, stays) => text!(
                "the communications of {relays} suffice",
                "les communications de {relays} suffisent",
                relays = Text::list(stays.iter().map(|unit| self.name(*unit)))
            ),
            (Some((relay, way)), _) => text!(
                "{relay} must come along by {way}",
                "{relay} doit suivre par {way}",
                relay = self.name(*relay),
                way = Text::list(way.iter().map(place))
            ),
        };
        text!(
            "{side}'s best valley to {end} takes {turns}: {unit} by {stops}; {needs}.",
            "La meilleure vallée du {side} vers {end} prend {turns} : {unit} par {stops} ; {needs}.",
            side = seat_title(seat),
            end = place(&valley.arsenal),
            turns = count(valley.turns(), ["turn", "turns"], ["tour", "tours"]),
            unit = self.name(valley.unit),
            stops = Text::list(stops),
            needs
        )
    }
}

fn units(n: usize) -> Text {
    count(n, ["unit", "units"], ["unité", "unités"])
}

fn count(n: usize, en: [&str; 2], fr: [&str; 2]) -> Text {
    Text::count(n as i64, en, fr)
}
