//! What the numbers of each lens come to, in a sentence.

use vauban_game::{Tally, Text, text};

/// When a strength holds, as the beginning of a sentence.
#[derive(Copy, Clone, Debug)]
pub(super) struct When(&'static str, &'static str);

pub(super) const NOW: When = When("As all stand", "Dans la position");
pub(super) const AFTER_A_MOVE: When = When("After one move", "Après un déplacement");
pub(super) const OVER_ALL_MOVES: When =
    When("Over all its moves", "Sur l'ensemble de ses déplacements");
pub(super) const AT_A_GLANCE: When = When("At a glance", "D'un coup d'œil");
pub(super) const IN_A_TURN: When = When("In a whole turn", "En un tour entier");

impl When {
    fn words(self) -> Text {
        Text::fixed(self.0, self.1)
    }
}

fn squares(count: i64) -> Text {
    Text::count(count, ["square", "squares"], ["case", "cases"])
}

fn units(count: impl Into<i64>) -> Text {
    Text::count(count, ["unit", "units"], ["unité", "unités"])
}

pub(super) fn communication(tally: &Tally) -> Text {
    text!(
        "{side} reaches {squares}.",
        "{side} atteint {squares}.",
        side = tally.side.capital(),
        squares = squares(tally.count)
    )
}

pub(super) fn isolated(tally: &Tally) -> Text {
    text!(
        "{side} has {units} cut off: {at}.",
        "{side} a {units} hors de communication : {at}.",
        side = tally.side.capital(),
        units = units(tally.count),
        at = tally.at
    )
}

pub(super) fn reach(tally: &Tally) -> Text {
    text!(
        "{side} can move to {squares}; to {at} with {units}.",
        "{side} peut aller sur {squares} ; en {at} avec {units}.",
        side = tally.side.capital(),
        squares = squares(tally.count),
        at = tally.at,
        units = units(tally.most)
    )
}

pub(super) fn reach_after_move(tally: &Tally) -> Text {
    text!(
        "Once another unit has moved, {side} can move to {squares}; to {at} with {units}.",
        "Après le déplacement d'une autre unité, {side} peut aller sur {squares} ; en {at} avec {units}.",
        side = tally.side,
        squares = squares(tally.count),
        at = tally.at,
        units = units(tally.most)
    )
}

pub(super) fn attack(tally: &Tally, when: When) -> Text {
    text!(
        "{when} {side} attacks {squares}, most strongly {at}: {most}.",
        "{when}, {side} attaque {squares}, le plus fort {at} : {most}.",
        when = when.words(),
        side = tally.side,
        squares = squares(tally.count),
        at = tally.at,
        most = tally.most
    )
}

pub(super) fn defence(tally: &Tally, when: When) -> Text {
    text!(
        "{when} {side} defends {squares}, most strongly {at}: {most}.",
        "{when}, {side} défend {squares}, le plus fort {at} : {most}.",
        when = when.words(),
        side = tally.side,
        squares = squares(tally.count),
        at = tally.at,
        most = tally.most
    )
}

pub(super) fn outcome(tally: &Tally, when: When) -> Text {
    text!(
        "{when} {side} is stronger on {strong} and weaker on {weak}, at worst by {worst}.",
        "{when}, {side} est plus fort sur {strong} et plus faible sur {weak}, au pire de {worst}.",
        when = when.words(),
        side = tally.side,
        strong = squares(tally.above),
        weak = squares(tally.count - tally.above),
        worst = tally.least.min(0).abs()
    )
}

pub(super) fn hanging(tally: &Tally) -> Text {
    text!(
        "{side} can lose {units} in a turn, first of all {at}: beaten by {most}.",
        "{side} peut perdre {units} en un tour, avant tout {at} : battue de {most}.",
        side = tally.side.capital(),
        units = units(tally.count),
        at = tally.at,
        most = tally.most
    )
}

pub(super) fn decisive(tally: &Tally) -> Text {
    text!(
        "{side} is weak on {squares}, most of all on {at}: {most}.",
        "{side} est faible sur {squares}, surtout en {at} : {most}.",
        side = tally.side.capital(),
        squares = squares(tally.count),
        at = tally.at,
        most = tally.most
    )
}

pub(super) fn fragile_squares(tally: &Tally) -> Text {
    text!(
        "{side} would be cut by an enemy on {squares}; one on {at} would cut off {units}.",
        "{side} serait coupé par un ennemi sur {squares} ; en {at}, il isolerait {units}.",
        side = tally.side.capital(),
        squares = squares(tally.count),
        at = tally.at,
        units = units(tally.most)
    )
}

pub(super) fn fragile_units(tally: &Tally) -> Text {
    text!(
        "{side} has {some} whose loss would cut off others; that of {at} would cut off {units}.",
        "{side} a {some} dont la perte en isolerait d'autres ; celle de {at} isolerait {units}.",
        side = tally.side.capital(),
        some = units(tally.count),
        at = tally.at,
        units = units(tally.most)
    )
}

pub(super) fn arsenals(tally: &Tally) -> Text {
    text!(
        "{side} has {arsenals} on which units depend; the loss of {at} would cut off {units}.",
        "{side} a {arsenals} dont dépendent des unités ; la perte de {at} isolerait {units}.",
        side = tally.side.capital(),
        arsenals = Text::count(
            tally.count,
            ["arsenal", "arsenals"],
            ["arsenal", "arsenaux"]
        ),
        at = tally.at,
        units = units(tally.most)
    )
}

pub(super) fn arsenal_lines(tally: &Tally) -> Text {
    text!(
        "{side} would lose most without {at}: {squares}.",
        "{side} perdrait le plus sans {at} : {squares}.",
        side = tally.side.capital(),
        at = tally.at,
        squares = squares(tally.most.into())
    )
}

pub(super) fn valleys(tally: &Tally) -> Text {
    text!(
        "{side} finds a way to an enemy arsenal from {squares}; the shortest costs {least}.",
        "{side} trouve un chemin vers un arsenal ennemi depuis {squares} ; le plus court coûte {least}.",
        side = tally.side.capital(),
        squares = squares(tally.count),
        least = tally.least
    )
}
