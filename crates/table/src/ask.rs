//! The open question to a seat, with the choices that answer it.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Serialize, Serializer, ser::SerializeStruct};
use vauban_game::{Actions, Lang, Phrase, Playable, Seat, Stake, Text, Viewer};
use vauban_scene::{Layer, Paint, Spot};

use crate::snapshot::Snapshot;

/// Names one question to one seat; an answer to an older one is stale.
pub type AskId = u64;

/// An open question to one seat.
///
/// On the wire, choices that differ only in their target are one, with a list of `targets`. Its path and its caption go
/// on with a target and the target's name.
#[derive(Clone, PartialEq, Debug)]
pub struct Ask {
    pub id: AskId,
    pub choices: Vec<Choice>,
    /// What the spots of the choices are called, where that is not the spot itself.
    pub names: BTreeMap<Spot, String>,
    /// The letter that takes back, where the game has one.
    pub undo_key: Option<char>,
    /// What a first click on a spot takes up instead of it, as the seat did last time. The same click again
    /// takes up the spot itself.
    pub instead: BTreeMap<Spot, Spot>,
    /// The choices that follow those that only begin a gesture, by the text of the one before: both can be sent as
    /// one order.
    pub ahead: BTreeMap<String, Vec<Choice>>,
    /// What lies beside the board: the spots of the choices that no shape carries, in their order.
    pub buttons: Vec<Button>,
}

/// A spot beside the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Button {
    pub spot: Spot,
    /// What its card says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(String, String)>,
    /// The drawing that stands for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<&'static str>,
}

impl Ask {
    /// What `seat` is asked at a moment. `ground`: the spots of the backdrop; `layers`: what lies over it.
    pub(crate) fn of<G: Playable>(
        now: &Snapshot<G>,
        seat: Seat,
        id: AskId,
        ground: &HashSet<Spot>,
        layers: &[Layer],
        lang: Lang,
    ) -> Ask {
        let (game, view) = (&*now.game, now.view(Viewer::Seat(seat)));
        let actions = now.actions(seat);
        let choices = choices(game, &view, seat, &actions, lang);
        let ahead = ahead(now, seat, &actions, lang);
        let buttons = buttons(game, &view, &choices, ground, layers, lang);
        Ask {
            id,
            names: names(game, choices.iter().chain(ahead.values().flatten()), lang),
            choices,
            buttons,
            undo_key: game.undo_key(),
            instead: game.instead(&view, seat).into_iter().collect(),
            ahead,
        }
    }
}

/// One answer, or one for each number of a range.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// What to send begins with this; the target, the joint and the amount follow it.
    pub stem: String,
    pub target: Option<Spot>,
    pub joint: &'static str,
    pub amount: Option<Range>,
    /// What the amounts are called, from the least on, where numbers alone say too little.
    pub amount_names: Vec<String>,
    /// The spots to click, in order; the target is the last one.
    pub path: Vec<Spot>,
    /// How the last spot is marked.
    pub mark: Paint,
    /// The action in words; the target's label follows it.
    pub caption: String,
    /// What the target is called.
    pub label: Option<String>,
    /// The letter that makes this choice when it is typed alone.
    pub key: Option<char>,
    /// It can be repeated until it is won, or until fewer than now are left.
    pub repeat: Option<Stake>,
    /// What harm it does to who makes it.
    pub warning: Option<String>,
    /// What it comes to, where that is sure, with the sum behind it.
    pub effect: Option<String>,
}

impl Choice {
    /// What to send, with this amount if the choice has a range of them.
    pub fn text(&self, amount: u32) -> String {
        let phrase = Phrase {
            stem: self.stem.clone(),
            target: self.target.clone(),
            joint: self.joint,
            amount: self.amount.map(|_| amount),
        };
        phrase.to_string()
    }

    /// All texts that it stands for: `101+1…4`.
    pub fn texts(&self) -> String {
        match self.amount {
            Some(Range { min, max, .. }) if min < max => format!("{}…{max}", self.text(min)),
            Some(Range { min, .. }) => self.text(min),
            None => self.text(0),
        }
    }

    /// The whole action in words.
    pub fn words(&self) -> String {
        match &self.label {
            Some(label) => format!("{} {label}", self.caption),
            None => self.caption.clone(),
        }
    }
}

/// The numbers a choice may be made with.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize)]
pub struct Range {
    pub min: u32,
    pub max: u32,
    pub default: u32,
}

impl Serialize for Ask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut ask = serializer.serialize_struct("Ask", 7)?;
        ask.serialize_field("id", &self.id)?;
        ask.serialize_field("choices", &families(&self.choices))?;
        match self.names.is_empty() {
            true => ask.skip_field("names")?,
            false => ask.serialize_field("names", &self.names)?,
        }
        ask.serialize_field("buttons", &self.buttons)?;
        match self.instead.is_empty() {
            true => ask.skip_field("instead")?,
            false => ask.serialize_field("instead", &self.instead)?,
        }
        let ahead = self.ahead.iter();
        let ahead: BTreeMap<&str, Vec<Targets<'_>>> = ahead
            .map(|(text, choices)| (text.as_str(), families(choices)))
            .collect();
        match ahead.is_empty() {
            true => ask.skip_field("ahead")?,
            false => ask.serialize_field("ahead", &ahead)?,
        }
        match self.undo_key {
            None => ask.skip_field("undo_key")?,
            Some(key) => ask.serialize_field("undo_key", &key)?,
        }
        ask.end()
    }
}

/// Choices that differ only in their target, or one that has none.
#[derive(Eq, PartialEq, Hash, Serialize)]
struct Family<'a> {
    stem: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    joint: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<Range>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    amount_names: &'a [String],
    /// Without the target.
    path: &'a [Spot],
    mark: Paint,
    caption: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeat: Option<Stake>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<&'a str>,
}

/// A family with its targets.
#[derive(Serialize)]
struct Targets<'a> {
    #[serde(flatten)]
    family: Family<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    targets: Vec<&'a Spot>,
}

fn families(choices: &[Choice]) -> Vec<Targets<'_>> {
    let mut families: Vec<Targets<'_>> = Vec::new();
    let mut places = HashMap::new();
    for choice in choices {
        let before = choice.path.len() - usize::from(choice.target.is_some());
        let family = || Family {
            stem: &choice.stem,
            joint: choice.joint,
            amount: choice.amount,
            amount_names: &choice.amount_names,
            path: &choice.path[..before],
            mark: choice.mark,
            caption: &choice.caption,
            key: choice.key,
            repeat: choice.repeat,
            warning: choice.warning.as_deref(),
            effect: choice.effect.as_deref(),
        };
        let place = *places
            .entry((family(), choice.target.is_some()))
            .or_insert(families.len());
        if place == families.len() {
            families.push(Targets {
                family: family(),
                targets: Vec::new(),
            });
        }
        families[place].targets.extend(&choice.target);
    }
    families
}

/// What `seat` may do as choices; a range of amounts is one of them.
fn choices<G: Playable>(
    game: &G,
    view: &G::View,
    seat: Seat,
    actions: &Actions<G::Action>,
    lang: Lang,
) -> Vec<Choice> {
    let choice = |vauban_game::Choice { action, amounts }| {
        let phrase = game.phrase(action);
        let label = |target: &Spot| match game.name(target) {
            Some(name) => name.of(lang).to_owned(),
            None => target.0.clone(),
        };
        let named = |amount| Some(game.amount_name(action, amount)?.of(lang).to_owned());
        let amount_names = amounts.clone().map(|amounts| amounts.map(named).collect());
        Choice {
            amount_names: amount_names.flatten().unwrap_or_default(),
            label: phrase.target.as_ref().map(label),
            stem: phrase.stem,
            target: phrase.target,
            joint: phrase.joint,
            amount: amounts.map(|amounts| {
                let (min, max) = amounts.into_inner();
                let usual = game.usual_amount(view, seat, action);
                Range {
                    min,
                    max,
                    default: usual.map_or(max, |usual| usual.clamp(min, max)),
                }
            }),
            path: game.gesture(action),
            mark: Paint::Mark(game.mark(view, seat, action)),
            caption: game.caption(action).of(lang).to_owned(),
            key: game.shortcut(action),
            repeat: game.stake(view, seat, action),
            warning: game
                .warning(view, seat, action)
                .map(|text| text.of(lang).to_owned()),
            effect: game
                .effect(view, seat, action)
                .map(|text| text.of(lang).to_owned()),
        }
    };
    actions.choices().map(choice).collect()
}

/// What `seat` may do after each of `actions` that only begins a gesture, by its text.
fn ahead<G: Playable>(
    now: &Snapshot<G>,
    seat: Seat,
    actions: &Actions<G::Action>,
    lang: Lang,
) -> BTreeMap<String, Vec<Choice>> {
    let game = &*now.game;
    let begun = actions
        .choices()
        .filter(|choice| game.begins(choice.action));
    let after = begun.map(|choice| {
        let mut then = now.clone();
        game.act(&mut then.state, seat, choice.action);
        let view = then.view(Viewer::Seat(seat));
        let next = choices(game, &view, seat, &then.actions(seat), lang);
        (game.write(choice.action), next)
    });
    after.filter(|(_, next)| !next.is_empty()).collect()
}

/// What the spots of `choices` are called, where that is not the spot itself.
fn names<'a, G: Playable>(
    game: &G,
    choices: impl Iterator<Item = &'a Choice>,
    lang: Lang,
) -> BTreeMap<Spot, String> {
    let spots: HashSet<&Spot> = choices.flat_map(|choice| &choice.path).collect();
    let named = |spot: &Spot| Some((spot.clone(), game.name(spot)?.of(lang).to_owned()));
    spots.into_iter().filter_map(named).collect()
}

/// The spots of `choices` that are not in the picture.
fn buttons<G: Playable>(
    game: &G,
    view: &G::View,
    choices: &[Choice],
    ground: &HashSet<Spot>,
    layers: &[Layer],
    lang: Lang,
) -> Vec<Button> {
    let shapes = layers.iter().flat_map(|layer| &layer.shapes);
    let mut known: HashSet<&Spot> = shapes.filter_map(|shape| shape.spot.as_ref()).collect();
    let spots = choices.iter().flat_map(|choice| &choice.path);
    let line = |(name, value): &(Text, Text)| (name.of(lang).to_owned(), value.of(lang).to_owned());
    spots
        .filter(|spot| !ground.contains(spot) && known.insert(spot))
        .map(|spot| {
            let card = game.card(view, spot);
            Button {
                spot: spot.clone(),
                symbol: card.as_ref().and_then(|card| card.symbol),
                lines: card.map_or_else(Vec::new, |card| card.lines.iter().map(line).collect()),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use vauban_scene::Mark;

    use super::*;

    fn choice(stem: &str, path: &[&str], target: Option<&str>) -> Choice {
        Choice {
            stem: stem.into(),
            target: target.map(Spot::from),
            joint: "",
            amount: None,
            amount_names: Vec::new(),
            path: path
                .iter()
                .chain(&target)
                .map(|spot| Spot::from(*spot))
                .collect(),
            mark: Paint::Mark(Mark::SHIFT),
            caption: "to".into(),
            label: target.map(str::to_owned),
            key: None,
            repeat: None,
            warning: None,
            effect: None,
        }
    }

    fn armies(to: &str, max: u32) -> Choice {
        Choice {
            joint: "+",
            amount: Some(Range {
                min: 1,
                max,
                default: max,
            }),
            ..choice("101-", &["101"], Some(to))
        }
    }

    fn told(choices: Vec<Choice>) -> serde_json::Value {
        let ask = Ask {
            id: 3,
            choices,
            names: BTreeMap::from([("102".into(), "Congo".to_owned())]),
            undo_key: Some('U'),
            buttons: Vec::new(),
            instead: BTreeMap::from([("17".into(), "hero-17".into())]),
            ahead: BTreeMap::from([(
                "101".to_owned(),
                vec![choice("x", &[], Some("102")), choice("x", &[], Some("105"))],
            )]),
        };
        serde_json::to_value(&ask).unwrap()
    }

    #[test]
    fn a_text_is_its_parts_one_after_the_other() {
        let one = armies("102", 4);
        assert_eq!(one.text(3), "101-102+3");
        assert_eq!(one.texts(), "101-102+1…4");
        assert_eq!(armies("102", 1).texts(), "101-102+1");
        let end = choice("end", &["end"], None);
        assert_eq!((end.text(3).as_str(), end.texts().as_str()), ("end", "end"));
        let named = Choice {
            label: Some("Congo".into()),
            ..one
        };
        assert_eq!(named.words(), "to Congo");
        assert_eq!(end.words(), "to");
    }

    #[test]
    fn choices_that_differ_in_their_target_are_one_on_the_wire() {
        let attack = Choice {
            mark: Paint::Mark(Mark::ATTACK),
            ..choice("j3", &["j3"], Some("k3"))
        };
        let json = told(vec![
            choice("j3", &["j3"], Some("j4")),
            choice("j3", &["j3"], Some("j5")),
            attack,
            choice("", &[], Some("h8")),
            choice("end", &["end"], None),
        ]);
        assert_eq!(
            json["choices"],
            json!([
                {"stem": "j3", "path": ["j3"], "mark": "mark-shift", "caption": "to", "targets": ["j4", "j5"]},
                {"stem": "j3", "path": ["j3"], "mark": "mark-attack", "caption": "to", "targets": ["k3"]},
                {"stem": "", "path": [], "mark": "mark-shift", "caption": "to", "targets": ["h8"]},
                {"stem": "end", "path": ["end"], "mark": "mark-shift", "caption": "to"},
            ])
        );
        assert_eq!(json["names"], json!({"102": "Congo"}));
        assert_eq!(json["undo_key"], "U");
        assert_eq!(json["instead"], json!({"17": "hero-17"}));
        let ahead = &json["ahead"]["101"];
        assert_eq!(ahead[0]["targets"], json!(["102", "105"]));
    }

    #[test]
    fn amounts_with_the_same_numbers_share_their_families_too() {
        let json = told(vec![armies("102", 4), armies("105", 4), armies("106", 2)]);
        let choices = json["choices"].as_array().unwrap();
        assert_eq!(choices.len(), 2);
        assert_eq!(choices[0]["stem"], "101-");
        assert_eq!(choices[0]["joint"], "+");
        assert_eq!(choices[0]["targets"], json!(["102", "105"]));
        assert_eq!(choices[0]["amount"]["max"], 4);
        assert_eq!(choices[1]["targets"], json!(["106"]));
        assert_eq!(choices[1].get("amount_names"), None);
        let named = Choice {
            amount_names: vec!["1/2".to_owned(), "all".to_owned()],
            ..armies("102", 2)
        };
        let json = told(vec![named]);
        assert_eq!(json["choices"][0]["amount_names"], json!(["1/2", "all"]));
    }
}
