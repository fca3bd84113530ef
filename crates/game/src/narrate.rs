//! What happened, for the log that people read and for programs.

use serde::{Serialize, Serializer, ser::SerializeMap};
use vauban_scene::Spot;

use crate::{Game, Lang, Notation, Seat, Text, Viewer};

/// Tells each step to each viewer, from what that viewer sees before and after it.
pub trait Narrate: Game {
    /// What `viewer` is told when `happening` turned `before` into `after`. Empty: it notices nothing.
    ///
    /// `None` is a step that the viewer may not know: then the two views are all there is to tell of.
    fn narrate(
        &self,
        before: &Self::View,
        happening: Option<Happening<Self>>,
        after: &Self::View,
        viewer: Viewer,
    ) -> Vec<Event>;
    /// What a seat is called in this game: `Blue`, `North`.
    fn seat_name(&self, seat: Seat) -> Text;
}

/// What `viewer` is told of a step: the game narrates from that viewer's views, and learns the step
/// itself only if the viewer may know it.
pub fn tell<G: Notation + Narrate>(
    game: &G,
    before: &G::State,
    happening: Happening<G>,
    after: &G::State,
    viewer: Viewer,
) -> Vec<Event> {
    let known = happening.is_shown(game, before, viewer);
    let view = |state| game.view(state, viewer);
    game.narrate(
        &view(before),
        known.then_some(happening),
        &view(after),
        viewer,
    )
}

/// One step of a match.
pub enum Happening<G: Game + ?Sized> {
    Action(Seat, G::Action),
    Chance(G::Chance),
}

impl<G: Notation> Happening<G> {
    /// Whether `viewer` may know that just this happened at `state`. Whoever acts knows what it does.
    pub fn is_shown(self, game: &G, state: &G::State, viewer: Viewer) -> bool {
        match self {
            Happening::Action(seat, action) => {
                viewer == Viewer::Seat(seat) || game.shown(state, seat, action, viewer)
            }
            Happening::Chance(chance) => game.chance_shown(state, chance, viewer),
        }
    }
}

impl<G: Game + ?Sized> Copy for Happening<G> {}
impl<G: Game + ?Sized> Clone for Happening<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game + ?Sized> std::fmt::Debug for Happening<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Happening::Action(seat, action) => write!(f, "{seat}: {action:?}"),
            Happening::Chance(chance) => write!(f, "!{chance:?}"),
        }
    }
}

/// One thing that happened: a kind and facts for programs, a sentence for people.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    pub kind: &'static str,
    pub facts: Vec<(&'static str, Fact)>,
    /// The places that it touched, to be shown on the board.
    pub spots: Vec<Spot>,
    pub text: Text,
}

/// A fact of an event.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Fact {
    Number(i64),
    Word(String),
    Flag(bool),
    List(Vec<Fact>),
    #[serde(serialize_with = "named")]
    Named(Vec<(&'static str, Fact)>),
}

/// `{"at":"G3","value":4}`
fn named<S: Serializer>(facts: &[(&'static str, Fact)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(facts.iter().map(|(name, fact)| (name, fact)))
}

impl Event {
    pub fn new(kind: &'static str, text: Text) -> Event {
        Event {
            kind,
            facts: Vec::new(),
            spots: Vec::new(),
            text,
        }
    }
    pub fn with(mut self, name: &'static str, fact: impl Into<Fact>) -> Event {
        self.facts.push((name, fact.into()));
        self
    }
    pub fn at(mut self, spots: impl IntoIterator<Item = Spot>) -> Event {
        self.spots.extend(spots);
        self
    }
    /// The event as it goes over the wire, in one language.
    pub fn told(&self, lang: Lang) -> Told<'_> {
        Told { event: self, lang }
    }
}

/// An event in one language.
#[derive(Copy, Clone, Debug)]
pub struct Told<'a> {
    event: &'a Event,
    lang: Lang,
}

/// `{"kind":"attack","from":"G3",…,"text":"…"}`
impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let event = self.event;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", event.kind)?;
        for (name, fact) in &event.facts {
            map.serialize_entry(name, fact)?;
        }
        map.serialize_entry("text", event.text.of(self.lang))?;
        map.end()
    }
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
    bool => Fact::Flag,
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
