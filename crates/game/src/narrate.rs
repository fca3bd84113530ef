//! What happened, for the log that people read and for programs.

use serde::{Serialize, Serializer, ser::SerializeMap};
use vauban_scene::Spot;

use crate::{Fact, Game, Lang, Notation, Seat, Text, Viewer, text};

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
    /// The same within a sentence, with an article where the language wants one: `le Nord`.
    fn seat_in_sentence(&self, seat: Seat) -> Text {
        self.seat_name(seat)
    }

    /// Whose turn it is, results of chance and answers of others within it included; nobody's while all
    /// act at once.
    fn mover(&self, view: &Self::View) -> Option<Seat>;
    /// What a turn came to, as predicates in the past: "took Congo", "lost 5 armies". None: the events'
    /// own sentences are the summary.
    fn predicates(&self, _turn: &TurnEvents<'_>) -> Vec<Text> {
        Vec::new()
    }
    /// A turn in one line, for the viewer who was told its events.
    fn summarise(&self, turn: &TurnEvents<'_>) -> Option<Text> {
        let predicates = self.predicates(turn);
        if turn.events.len() < 2 || predicates.is_empty() {
            return turn.sentences();
        }
        let who = self.seat_in_sentence(turn.seat).capital();
        let predicates = Text::list(predicates);
        Some(text!(
            "{who} {predicates}.",
            "{who} {predicates}.",
            who,
            predicates
        ))
    }
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

/// One thing that happened: a kind and facts for programs, a sentence for people. The names of facts are
/// those of [`crate::FACTS`].
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    pub kind: &'static str,
    pub facts: Vec<(&'static str, Fact)>,
    /// The places that it touched, to be shown on the board.
    pub spots: Vec<Spot>,
    pub text: Text,
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
    /// The fact of this name.
    pub fn fact(&self, name: &str) -> Option<&Fact> {
        self.facts
            .iter()
            .find(|fact| fact.0 == name)
            .map(|(_, it)| it)
    }
    /// Whether `seat` did it.
    pub fn is_by(&self, seat: Seat) -> bool {
        self.fact("seat") == Some(&seat.into())
    }
    /// The event as it goes over the wire, in one language.
    pub fn told(&self, lang: Lang) -> Told<'_> {
        Told {
            event: self,
            lang: Some(lang),
        }
    }
    /// The event without its sentence: the same in every language.
    pub fn facts(&self) -> Told<'_> {
        Told {
            event: self,
            lang: None,
        }
    }
}

/// An event in one language, or in none.
#[derive(Copy, Clone, Debug)]
pub struct Told<'a> {
    event: &'a Event,
    lang: Option<Lang>,
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
        if let Some(lang) = self.lang {
            map.serialize_entry("text", event.text.of(lang))?;
        }
        map.end()
    }
}

/// What one viewer was told of a turn of `seat`.
#[derive(Copy, Clone, Debug)]
pub struct TurnEvents<'a> {
    pub seat: Seat,
    pub events: &'a [Event],
}

impl<'a> TurnEvents<'a> {
    /// What `seat` did of one kind.
    pub fn own(&self, kind: &'static str) -> impl Iterator<Item = &'a Event> + use<'a> {
        let seat = self.seat;
        let events = self.events.iter();
        events.filter(move |event| event.kind == kind && event.is_by(seat))
    }
    /// How often it did that.
    pub fn times(&self, kind: &'static str) -> i64 {
        self.own(kind).count() as i64
    }
    /// The sum of the amounts.
    pub fn amount(&self, kind: &'static str) -> i64 {
        let amounts = self.own(kind).filter_map(|event| event.fact("amount"));
        amounts.filter_map(Fact::number).sum()
    }
    /// "took Congo and Egypt"
    pub fn conquests(&self, name: impl Fn(&str) -> Text) -> Option<Text> {
        let own = self.events.iter().filter(|event| event.is_by(self.seat));
        let taken = own.filter_map(|event| event.fact("taken"));
        let mut places: Vec<&str> = Vec::new();
        for place in taken.flat_map(Fact::list).filter_map(Fact::word) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        (!places.is_empty()).then(|| {
            let places = Text::list(places.into_iter().map(name));
            text!("took {places}", "a pris {places}", places)
        })
    }
    /// "destroyed 3 armies", "lost 5 armies"
    pub fn losses(&self, count: impl Fn(i64) -> Text) -> Vec<Text> {
        let (mut own, mut others) = (0, 0);
        let lost = self.events.iter().filter_map(|event| event.fact("lost"));
        for loss in lost.flat_map(Fact::list) {
            let amount = loss.part("amount").and_then(Fact::number).unwrap_or(0);
            match loss.part("seat") == Some(&self.seat.into()) {
                true => own += amount,
                false => others += amount,
            }
        }
        let destroyed = |count| text!("destroyed {count}", "a détruit {count}", count);
        let lost = |count| text!("lost {count}", "a perdu {count}", count);
        let texts = [
            (others > 0).then(|| destroyed(count(others))),
            (own > 0).then(|| lost(count(own))),
        ];
        texts.into_iter().flatten().collect()
    }
    /// What the events say, one after another.
    fn sentences(&self) -> Option<Text> {
        let join = |lang: Lang| {
            let texts = self.events.iter().map(|event| event.text.of(lang));
            texts.collect::<Vec<_>>().join(" ")
        };
        (!self.events.is_empty()).then(|| Text::new(join(Lang::En), join(Lang::Fr)))
    }
}
