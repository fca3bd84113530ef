//! What happened, as data: one set of names for the facts of all games.
//!
//! | name | value | meaning |
//! |---|---|---|
//! | `seat` | seat | whose doing it is, or whom it befalls |
//! | `against` | seat | the other seat that it concerns |
//! | `winner` `next` | seat | who has won; whose turn is next |
//! | `from` `to` `at` | spot | where it starts, where it leads, where it happens |
//! | `taken` | spots | the places that `seat` holds from now on |
//! | `amount` | number | how many: armies, creatures, dice |
//! | `there` | number | how many stand there from now on |
//! | `lost` | list of `{seat, amount, piece}` | what each side loses; no `seat` is nobody's, a single kind has no `piece` |
//! | `dice` | list of `{attack, defence, wins}` | the dice in matched pairs; an unmatched die stands alone |
//! | `attack` `defence` | number | what each side's strength or roll adds up to |
//! | `throws` | list of `{seat, amount, sides, sum}` | dice that each side threw together, the attacker's first |
//! | `attackers` `defenders` | list of `{at, piece, value}` | who adds what to that |
//! | `sum` `sides` | number | what dice show together; how many sides each has |
//! | `gained` `spent` | numbers by name | resources |
//! | `piece` `card` `chosen` | word | which piece, card, clan… |
//! | `cards` | words | which cards |
//! | `map` | word | a map, as the option of that name takes it |
//! | `manner` `outcome` `cause` `reason` | word | how it is done, how it comes out, why; why the match ended |
//! | `round` `steps` | number | of the match; how many steps were taken back |
//! | `scores` | numbers | one for each seat |
//! | `asked` `done` `file` | word | of the table: what was ordered and taken, what was loaded |

use serde::{Serialize, Serializer};
use vauban_scene::Spot;

use crate::Seat;

/// A fact of an event.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Fact {
    Number(i64),
    Word(String),
    List(Vec<Fact>),
    #[serde(serialize_with = "named")]
    Named(Vec<(&'static str, Fact)>),
}

/// What the value of a fact looks like.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum FactForm {
    Seat,
    Spot,
    Number,
    Word,
    /// Any number of one form.
    List(&'static FactForm),
    /// Some of these names, each with its form.
    Named(&'static [(&'static str, FactForm)]),
    /// Numbers by names of the game's own.
    Amounts,
}

use FactForm::{Amounts, List, Named, Number, Spot as Place, Word};

const SHARE: FactForm = Named(&[("at", Place), ("piece", Word), ("value", Number)]);
const PAIR: FactForm = Named(&[("attack", Number), ("defence", Number), ("wins", Word)]);
const THROW: FactForm = Named(&[
    ("seat", FactForm::Seat),
    ("amount", Number),
    ("sides", Number),
    ("sum", Number),
]);
const LOSS: FactForm = Named(&[
    ("seat", FactForm::Seat),
    ("amount", Number),
    ("piece", Word),
]);

/// Every name that a fact may have, with the form of its value.
pub const FACTS: &[(&str, FactForm)] = &[
    ("seat", FactForm::Seat),
    ("against", FactForm::Seat),
    ("winner", FactForm::Seat),
    ("next", FactForm::Seat),
    ("from", Place),
    ("to", Place),
    ("at", Place),
    ("taken", List(&Place)),
    ("amount", Number),
    ("there", Number),
    ("lost", List(&LOSS)),
    ("dice", List(&PAIR)),
    ("attack", Number),
    ("defence", Number),
    ("throws", List(&THROW)),
    ("attackers", List(&SHARE)),
    ("defenders", List(&SHARE)),
    ("sum", Number),
    ("sides", Number),
    ("gained", Amounts),
    ("spent", Amounts),
    ("piece", Word),
    ("card", Word),
    ("chosen", Word),
    ("cards", List(&Word)),
    ("map", Word),
    ("manner", Word),
    ("outcome", Word),
    ("cause", Word),
    ("reason", Word),
    ("round", Number),
    ("steps", Number),
    ("scores", List(&Number)),
    ("asked", Word),
    ("done", Word),
    ("file", Word),
];

impl Fact {
    /// What one side loses.
    pub fn loss(seat: impl Into<Option<Seat>>, amount: impl Into<Fact>) -> Fact {
        let seat = seat.into().map(|seat| ("seat", seat.into()));
        let amount = ("amount", amount.into());
        Fact::Named(seat.into_iter().chain([amount]).collect())
    }
    /// Dice that a side throws together, of which only the sum counts.
    pub fn throw(seat: Seat, (amount, sides): (u8, u8), sum: u8) -> Fact {
        Fact::Named(vec![
            ("seat", seat.into()),
            ("amount", amount.into()),
            ("sides", sides.into()),
            ("sum", sum.into()),
        ])
    }
    /// One piece that a side loses.
    pub fn loss_of(seat: Seat, piece: impl Into<Fact>) -> Fact {
        Fact::Named(vec![
            ("seat", seat.into()),
            ("amount", 1.into()),
            ("piece", piece.into()),
        ])
    }
    /// The dice of both sides in matched pairs; `attack_wins` says who wins a pair.
    pub fn pairs(attack: &[u8], defence: &[u8], attack_wins: impl Fn(u8, u8) -> bool) -> Fact {
        let pair = |at: usize| {
            let (attack, defence) = (attack.get(at).copied(), defence.get(at).copied());
            let wins =
                attack
                    .zip(defence)
                    .map(|(attack, defence)| match attack_wins(attack, defence) {
                        true => "attack",
                        false => "defence",
                    });
            let facts = [
                attack.map(|die| ("attack", die.into())),
                defence.map(|die| ("defence", die.into())),
                wins.map(|side| ("wins", side.into())),
            ];
            Fact::Named(facts.into_iter().flatten().collect())
        };
        (0..attack.len().max(defence.len())).map(pair).collect()
    }

    pub fn number(&self) -> Option<i64> {
        match self {
            Fact::Number(number) => Some(*number),
            _ => None,
        }
    }
    pub fn word(&self) -> Option<&str> {
        match self {
            Fact::Word(word) => Some(word),
            _ => None,
        }
    }
    pub fn list(&self) -> &[Fact] {
        match self {
            Fact::List(facts) => facts,
            _ => &[],
        }
    }
    /// The fact of this name inside a named one.
    pub fn part(&self, name: &str) -> Option<&Fact> {
        match self {
            Fact::Named(facts) => facts.iter().find(|fact| fact.0 == name).map(|(_, it)| it),
            _ => None,
        }
    }
}

/// `{"at":"G3","value":4}`
fn named<S: Serializer>(facts: &[(&'static str, Fact)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(facts.iter().map(|(name, fact)| (name, fact)))
}

macro_rules! fact_from {
    ($($type:ty => $make:expr),* $(,)?) => {$(
        impl From<$type> for Fact {
            fn from(value: $type) -> Fact {
                ($make)(value)
            }
        }
    )*};
}
fact_from! {
    i64 => Fact::Number,
    i32 => |number| Fact::Number(i64::from(number)),
    u32 => |number| Fact::Number(i64::from(number)),
    u16 => |number| Fact::Number(i64::from(number)),
    u8 => |number| Fact::Number(i64::from(number)),
    String => Fact::Word,
    &str => |word: &str| Fact::Word(word.to_owned()),
    Spot => |spot: Spot| Fact::Word(spot.0),
    Seat => |seat: Seat| Fact::Number(i64::from(seat.number())),
}
impl<F: Into<Fact>> FromIterator<F> for Fact {
    fn from_iter<I: IntoIterator<Item = F>>(facts: I) -> Fact {
        Fact::List(facts.into_iter().map(Into::into).collect())
    }
}
impl<F: Into<Fact>, const N: usize> From<[F; N]> for Fact {
    fn from(facts: [F; N]) -> Fact {
        facts.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_matched_from_the_highest_down() {
        let pairs = Fact::pairs(&[6, 5, 2], &[6, 3], |attack, defence| attack > defence);
        let part = |pair: &Fact, name| pair.part(name).cloned();
        let wins: Vec<_> = pairs.list().iter().map(|it| part(it, "wins")).collect();
        assert_eq!(wins, [Some("defence".into()), Some("attack".into()), None]);
        let last = &pairs.list()[2];
        assert_eq!(
            (part(last, "attack"), part(last, "defence")),
            (Some(2.into()), None)
        );
    }

    #[test]
    fn the_table_above_names_every_fact_once() {
        let book = include_str!("fact.rs");
        let rows = book.lines().filter_map(|line| line.strip_prefix("//! | `"));
        let names = rows.flat_map(|row| row.split(" | ").next().into_iter());
        let names: Vec<&str> = names.flat_map(|cell| cell.split("` `")).collect();
        let names: Vec<&str> = names
            .iter()
            .map(|name| name.trim_end_matches('`'))
            .collect();
        let listed: Vec<&str> = FACTS.iter().map(|fact| fact.0).collect();
        for name in &listed {
            assert_eq!(names.iter().filter(|it| *it == name).count(), 1, "{name}");
        }
        assert_eq!(names.len(), listed.len());
    }
}
