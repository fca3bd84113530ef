//! Which lens somebody asked for: `[NAME] [SEAT|both] [in ZONE | after ACTION]`, in the console and for
//! pictures.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use vauban_game::{Lang, Seat, Text, Viewer};
use vauban_scene::Spot;
use vauban_table::{AnyMatch, Lens, Refusals};

/// A lens that was asked for.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Wish {
    name: Option<String>,
    side: Side,
    zone: Option<String>,
    after: Option<String>,
}

/// For whom.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
enum Side {
    /// Whoever looks.
    #[default]
    Own,
    One(Seat),
    /// The first seat against the second.
    Both,
}

/// One lens, or the same one for both sides.
#[derive(Debug)]
pub struct Looked {
    pub lenses: Vec<Lens>,
    after: Option<String>,
}

impl Wish {
    /// `None` if it is not written so.
    pub fn read(text: &str, seats: u8) -> Option<Wish> {
        let mut wish = Wish::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "after" => {
                    let action = words.by_ref().collect::<Vec<_>>().join(" ");
                    wish.after = Some(action).filter(|action| !action.is_empty());
                    wish.after.as_ref()?;
                }
                "in" => {
                    let zone = words.by_ref().collect::<Vec<_>>().join(" ");
                    wish.zone = Some(zone).filter(|zone| !zone.is_empty());
                    wish.zone.as_ref()?;
                }
                "both" if wish.side == Side::Own && seats == 2 => wish.side = Side::Both,
                _ => match word.parse() {
                    Ok(number) if wish.side == Side::Own => {
                        wish.side = Side::One(Seat::from_number(number, seats)?);
                    }
                    Err(_) if wish == Wish::default() => wish.name = Some(word.to_owned()),
                    _ => return None,
                },
            }
        }
        Some(wish)
    }

    /// The lens, as `viewer` may know it.
    pub fn look(self, table: &dyn AnyMatch, viewer: Viewer) -> Result<Looked, Refusals> {
        let seats = match self.side {
            Side::Own => vec![viewer.seat().unwrap_or(Seat(0))],
            Side::One(seat) => vec![seat],
            Side::Both => vec![Seat(0), Seat(1)],
        };
        let lenses: Result<Vec<Lens>, Refusals> = seats
            .into_iter()
            .map(|seat| match &self.zone {
                Some(zone) => table
                    .questions()
                    .lens_in(viewer, self.name.as_deref(), seat, zone),
                None => table.questions().lens(
                    viewer,
                    self.name.as_deref(),
                    seat,
                    self.after.as_deref(),
                ),
            })
            .collect();
        Ok(Looked {
            lenses: lenses?,
            after: self.after,
        })
    }
}

impl Looked {
    /// The numbers: of one side, or the first side's minus the second's.
    fn values(&self) -> Vec<(Spot, i32)> {
        let mut sums: BTreeMap<&Spot, i32> = BTreeMap::new();
        let mut order = Vec::new();
        for (lens, sign) in self.lenses.iter().zip([1, -1]) {
            for (spot, value) in lens.shown() {
                let sum = sums.entry(spot).or_insert_with(|| {
                    order.push(spot.clone());
                    0
                });
                *sum += sign * value;
            }
        }
        order
            .into_iter()
            .map(|spot| {
                let value = sums[&spot];
                (spot, value)
            })
            .collect()
    }

    /// The fields that the console answers with.
    pub fn fields(&self, lang: Lang) -> Map<String, Value> {
        let values = self.values();
        let first = &self.lenses[0];
        let mut fields = Map::new();
        fields.insert("lens".into(), json!(first.card.name));
        let seat = match self.lenses.len() {
            1 => json!(first.seat),
            _ => json!("both"),
        };
        fields.insert("seat".into(), seat);
        let numbers: Map<String, Value> = values
            .iter()
            .map(|(spot, value)| (spot.0.clone(), json!(value)))
            .collect();
        fields.insert("values".into(), Value::Object(numbers));
        let count = values.iter().filter(|(_, value)| *value != 0).count();
        fields.insert("count".into(), json!(count));
        let paths: Vec<&Vec<Spot>> = self.paths().collect();
        if !paths.is_empty() {
            fields.insert("paths".into(), json!(paths));
        }
        let plans = self.lenses.iter().flat_map(|lens| &lens.map.plans);
        let plans: Map<String, Value> = plans
            .map(|(spot, actions)| (spot.0.clone(), json!(actions)))
            .collect();
        if !plans.is_empty() {
            fields.insert("plans".into(), Value::Object(plans));
        }
        let at_least = self.at_least();
        if !at_least.is_empty() {
            fields.insert("at_least".into(), json!(at_least));
        }
        let notes = self.lenses.iter().flat_map(|lens| &lens.map.notes);
        let notes: Vec<&str> = notes.map(|note| note.of(lang)).collect();
        if !notes.is_empty() {
            fields.insert("notes".into(), json!(notes));
        }
        if let Some(action) = &self.after {
            fields.insert("after".into(), json!(action));
        }
        fields
    }

    /// For people: each number with its spots, the highest first, then the ways.
    pub fn words(&self, table: &dyn AnyMatch) -> Text {
        let values = self.values();
        let mut spots: BTreeMap<std::cmp::Reverse<i32>, Vec<&Spot>> = BTreeMap::new();
        for (spot, value) in values.iter().filter(|(_, value)| *value != 0) {
            let same = spots.entry(std::cmp::Reverse(*value)).or_default();
            same.push(spot);
        }
        let questions = table.questions();
        let say = |lang: Lang| {
            // Places with a name are called by it, with the word that is typed for them.
            let called = |spot: &Spot| match questions.spot_name(spot) {
                Some(name) => format!("{} ({})", name.of(lang), spot.0),
                None => spot.0.clone(),
            };
            let named = values
                .iter()
                .any(|(spot, _)| questions.spot_name(spot).is_some());
            let list = |spots: &[&Spot]| {
                let called: Vec<String> = spots.iter().map(|spot| called(spot)).collect();
                called.join(if named { ", " } else { " " })
            };
            let title = self.lenses[0].card.title.of(lang);
            let names: Vec<String> = self
                .lenses
                .iter()
                .map(|lens| table.seat_name(lens.seat).of(lang).to_owned())
                .collect();
            let names = names.join(" − ");
            let count: usize = spots.values().map(Vec::len).sum();
            let mut lines = vec![lang.pick(
                format!("{title}, {names}: {count}"),
                format!("{title}, {names} : {count}"),
            )];
            lines.extend(spots.iter().map(|(value, spots)| {
                let (value, spots) = (value.0, list(spots));
                lang.pick(
                    format!("  {value}: {spots}"),
                    format!("  {value} : {spots}"),
                )
            }));
            let at_least = self.at_least();
            if !at_least.is_empty() {
                let spots = list(&at_least);
                lines.push(lang.pick(
                    format!("  at least, the search was not finished: {spots}"),
                    format!("  au moins, la recherche n'étant pas terminée : {spots}"),
                ));
            }
            let maps = || self.lenses.iter().map(|lens| &lens.map);
            lines.extend(maps().flat_map(|map| &map.plans).map(|(spot, actions)| {
                let actions = actions.join(" ");
                lang.pick(
                    format!("  {spot}: {actions}"),
                    format!("  {spot} : {actions}"),
                )
            }));
            lines.extend(
                maps()
                    .flat_map(|map| &map.notes)
                    .map(|note| format!("  {}", note.of(lang))),
            );
            lines.extend(self.paths().map(|path| {
                let spots: Vec<String> = path.iter().map(called).collect();
                format!("  {}", spots.join(" → "))
            }));
            lines.join("\n")
        };
        Text::new(say(Lang::En), say(Lang::Fr))
    }

    /// Whether the position itself was looked at, and not one after a planned action.
    pub fn is_of_now(&self) -> bool {
        self.after.is_none()
    }

    /// Spots whose number may be higher.
    fn at_least(&self) -> Vec<&Spot> {
        let lenses = self.lenses.iter();
        lenses.flat_map(|lens| &lens.map.at_least).collect()
    }

    fn paths(&self) -> impl Iterator<Item = &Vec<Spot>> {
        self.lenses.iter().flat_map(|lens| &lens.map.paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_has_a_name_a_side_and_an_action_in_this_order() {
        let read = |text| Wish::read(text, 2);
        assert_eq!(read(""), Some(Wish::default()));
        let whole = read("reach 2 after m A1 A2").expect("it is well written");
        assert_eq!(whole.name.as_deref(), Some("reach"));
        assert_eq!(whole.side, Side::One(Seat(1)));
        assert_eq!(whole.after.as_deref(), Some("m A1 A2"));
        assert_eq!(read("both").map(|wish| wish.side), Some(Side::Both));
        let zone = read("reach 2 in A1-B2 C3").expect("it is well written");
        assert_eq!(zone.zone.as_deref(), Some("A1-B2 C3"));
        for wrong in [
            "reach in",
            "reach 3",
            "2 reach",
            "reach after",
            "reach both 2",
            "a b",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
