//! The open question to a seat, with the choices that answer it.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Serialize, Serializer, ser::SerializeStruct};
use vauban_game::{Actions, Lang, Playable, Seat, Stake, Text};
use vauban_scene::{Layer, Paint, Spot};

/// Names one question to one seat; an answer to an older one is stale.
pub type AskId = u64;

/// An open question to one seat.
///
/// On the wire, choices that differ only in their last spot are one: `{spot}` stands for it in the text,
/// `targets` lists what it may be, and the caption goes on with the target's label (`labels` of the ask,
/// or the spot itself). With amounts they are one if these are the same.
#[derive(Clone, PartialEq, Debug)]
pub struct Ask {
    pub id: AskId,
    pub choices: Vec<Choice>,
    /// The letter that takes back, where the game has one.
    pub undo_key: Option<char>,
    /// What lies beside the board: the spots of the choices that no shape carries, in their order.
    pub buttons: Vec<Button>,
}

/// A spot beside the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Button {
    pub spot: Spot,
    /// What its card says; nothing if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(String, String)>,
    /// The drawing of the thing that it is named after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<&'static str>,
}

/// One answer, or a family of answers that differ in an amount.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// What to send; `{n}` stands for the amount.
    pub text: String,
    /// The spots to click, in order.
    pub path: Vec<Spot>,
    /// How the last spot is marked.
    pub mark: Paint,
    /// The action in words.
    pub caption: String,
    /// The same in two parts, if it ends with the name of its last spot.
    #[serde(skip)]
    pub label: Option<(String, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Range>,
    /// The letter that makes this choice when it is typed alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
    /// It can be repeated until it is won, or until fewer than now are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Stake>,
}

impl Serialize for Ask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (families, labels) = families(&self.choices);
        let fields = 3 + usize::from(self.undo_key.is_some()) + usize::from(!labels.is_empty());
        let mut ask = serializer.serialize_struct("Ask", fields)?;
        ask.serialize_field("id", &self.id)?;
        ask.serialize_field("choices", &families)?;
        if !labels.is_empty() {
            ask.serialize_field("labels", &labels)?;
        }
        ask.serialize_field("buttons", &self.buttons)?;
        if let Some(key) = self.undo_key {
            ask.serialize_field("undo_key", &key)?;
        }
        ask.end()
    }
}

/// Choices that differ only in their last spot, or one that is like no other.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Family {
    #[serde(flatten)]
    choice: Choice,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    targets: Vec<Spot>,
}

/// How captions end with a target, where that is not the spot itself.
type Labels = BTreeMap<String, String>;

/// What the last spot of a path becomes in a family's text.
const SPOT: &str = "{spot}";

fn families(choices: &[Choice]) -> (Vec<Family>, Labels) {
    let mut families: Vec<Family> = Vec::new();
    let mut labels = Labels::new();
    let mut places = HashMap::new();
    for choice in choices {
        let single = || Family {
            choice: choice.clone(),
            targets: Vec::new(),
        };
        // One spot has one label in all choices, or they are told apart.
        let form = without_target(choice).filter(|(_, target, label)| {
            let known = labels.get(&target.0).unwrap_or(&target.0);
            known == label || !labels.contains_key(&target.0)
        });
        let Some((form, target, label)) = form else {
            families.push(single());
            continue;
        };
        if label != target.0 {
            labels.insert(target.0.clone(), label);
        }
        let key = (
            form.text.clone(),
            form.path.clone(),
            form.mark,
            form.caption.clone(),
            form.amount,
            form.repeat,
        );
        let place = *places.entry(key).or_insert(families.len());
        // A family of one is plainer as it is.
        if place == families.len() {
            families.push(single());
            continue;
        }
        let family = &mut families[place];
        if family.targets.is_empty() {
            let first = family.choice.path.last().cloned();
            family.targets.extend(first);
            family.choice = form;
        }
        family.targets.push(target);
    }
    (families, labels)
}

/// What an amount adds to a text behind the last spot: `101-102+{n}`.
const AMOUNT: &str = "+{n}";

/// The choice with its last spot taken out, if the text ends with that spot's name, or with the
/// amount behind it.
fn without_target(choice: &Choice) -> Option<(Choice, Spot, String)> {
    let (spot, path) = choice
        .path
        .split_last()
        .filter(|(_, path)| !path.is_empty())?;
    let (text, tail) = match choice.amount {
        Some(_) => (choice.text.strip_suffix(AMOUNT)?, AMOUNT),
        None => (choice.text.as_str(), ""),
    };
    let stem = text.strip_suffix(&spot.0)?;
    let (caption, label) = choice.label.clone()?;
    if choice.key.is_some() || stem.contains('{') {
        return None;
    }
    let form = Choice {
        text: format!("{stem}{SPOT}{tail}"),
        path: path.to_vec(),
        caption,
        ..choice.clone()
    };
    Some((form, spot.clone(), label))
}

/// The numbers a choice may be made with.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize)]
pub struct Range {
    pub min: u32,
    pub max: u32,
    pub default: u32,
}

/// What `seat` may do as choices; a range of amounts is one of them.
pub(crate) fn choices<G: Playable>(
    game: &G,
    view: &G::View,
    seat: Seat,
    actions: &Actions<G::Action>,
    lang: Lang,
) -> Vec<Choice> {
    let choice = |vauban_game::Choice { action, amounts }| {
        let amount = amounts.map(|amounts| Range {
            min: *amounts.start(),
            max: *amounts.end(),
            default: *amounts.end(),
        });
        let caption = game.caption(action);
        let template = amount.and_then(|_| game.amount(action));
        Choice {
            text: template.map_or_else(|| game.write(action), |amount| amount.template),
            path: game.gesture(action),
            mark: Paint::Mark(game.mark(view, seat, action)),
            caption: caption.whole(lang),
            label: caption.target.map(|target| {
                let (text, target) = (caption.text.of(lang), target.of(lang));
                (text.to_owned(), target.to_owned())
            }),
            amount,
            key: game.shortcut(action),
            repeat: game.stake(view, seat, action),
        }
    };
    actions.choices().map(choice).collect()
}

/// The spots of `choices` that are not in the picture.
pub(crate) fn buttons<G: Playable>(
    game: &G,
    view: &G::View,
    choices: &[Choice],
    ground: &HashSet<Spot>,
    layers: &[Layer],
    lang: Lang,
) -> Vec<Button> {
    let shapes = layers.iter().flat_map(|layer| &layer.shapes);
    let mut known: HashSet<&Spot> = shapes.filter_map(|shape| shape.spot.as_ref()).collect();
    let legend = game.legend();
    let spots = choices.iter().flat_map(|choice| &choice.path);
    spots
        .filter(|spot| !ground.contains(spot) && known.insert(spot))
        .map(|spot| {
            let card = game.card(view, spot);
            let drawn = card.as_ref().and_then(|card| {
                let line = legend.iter().find(|line| line.title == card.title)?;
                line.symbol
            });
            let line = |(name, value): &(Text, Text)| {
                (name.of(lang).to_owned(), value.of(lang).to_owned())
            };
            Button {
                spot: spot.clone(),
                title: card.as_ref().map(|card| card.title.of(lang).to_owned()),
                lines: card.map_or_else(Vec::new, |card| card.lines.iter().map(line).collect()),
                symbol: drawn,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vauban_scene::Mark;

    fn choice(text: &str, path: &[&str], mark: Mark) -> Choice {
        Choice {
            text: text.into(),
            path: path.iter().map(|spot| Spot::from(*spot)).collect(),
            mark: Paint::Mark(mark),
            caption: format!("to {}", path[path.len() - 1]),
            label: Some(("to".into(), path[path.len() - 1].into())),
            amount: None,
            key: None,
            repeat: None,
        }
    }

    #[test]
    fn choices_that_differ_in_their_last_spot_are_one_on_the_wire() {
        let ask = Ask {
            id: 3,
            choices: vec![
                choice("j3j4", &["j3", "j4"], Mark::Shift),
                choice("j3j5", &["j3", "j5"], Mark::Shift),
                choice("j3k3", &["j3", "k3"], Mark::Attack),
                choice("end", &["end"], Mark::Shift),
            ],
            undo_key: None,
            buttons: Vec::new(),
        };
        let json = serde_json::to_value(&ask).unwrap();
        let choices = json["choices"].as_array().unwrap();
        assert_eq!(choices.len(), 3);
        assert_eq!(choices[0]["text"], "j3{spot}");
        assert_eq!(choices[0]["caption"], "to");
        assert_eq!(choices[0]["targets"], serde_json::json!(["j4", "j5"]));
        assert!(json.get("labels").is_none(), "they are the spots");
        assert_eq!(choices[1]["text"], "j3k3");
        assert_eq!(choices[1]["path"], serde_json::json!(["j3", "k3"]));
        assert_eq!(choices[2]["path"], serde_json::json!(["end"]));
        assert!(choices[2].get("targets").is_none());
    }

    #[test]
    fn amounts_with_the_same_numbers_share_their_families_too() {
        let armies = |to: &str, max| Choice {
            amount: Some(Range {
                min: 1,
                max,
                default: max,
            }),
            ..choice(&format!("101-{to}+{{n}}"), &["101", to], Mark::Shift)
        };
        let ask = Ask {
            id: 1,
            choices: vec![armies("102", 4), armies("105", 4), armies("106", 2)],
            buttons: Vec::new(),
            undo_key: Some('U'),
        };
        let json = serde_json::to_value(&ask).unwrap();
        let choices = json["choices"].as_array().unwrap();
        assert_eq!(choices.len(), 2);
        assert_eq!(choices[0]["text"], "101-{spot}+{n}");
        assert_eq!(choices[0]["targets"], serde_json::json!(["102", "105"]));
        assert_eq!(choices[0]["amount"]["max"], 4);
        assert_eq!(choices[1]["text"], "101-106+{n}");
        assert_eq!(json["undo_key"], "U");
    }
}
