//! How the game looks and how it is clicked. Drawn from a view, so that a secret cannot be drawn by mistake.

use serde::Serialize;
use vauban_scene::{Layer, Mark, Paints, Scene, Spot};

use crate::{Game, Lang, Seat, Text};

/// Pictures, click paths and the words beside the board.
pub trait Depict: Game {
    /// The grounds, marks and colours of seats that the game declares: pictures and choices have no others,
    /// but for the marks that every game has.
    const PAINTS: Paints = Paints::NONE;

    /// What never changes during a match: ground, coordinates, the drawings of the pieces.
    fn backdrop(&self, lang: Lang) -> Scene;
    /// What changes, laid over the backdrop. Keys are stable, so that a browser can animate what moved.
    fn layers(&self, view: &Self::View, lang: Lang) -> Vec<Layer>;

    /// The spots to click, in order, to take `action`; the amount is not among them.
    ///
    /// At any state the legal actions have different gestures (but for the amount), none the beginning of another.
    fn gesture(&self, action: Self::Action) -> Vec<Spot>;
    /// Whether `action` only begins what the seat has in mind, as choosing who attacks does: people click on, so
    /// that it is offered as one gesture with each action that may follow. Nothing is rolled or revealed by it.
    fn begins(&self, _action: Self::Action) -> bool {
        false
    }
    /// How the last spot of the gesture is marked while it is offered.
    fn mark(&self, view: &Self::View, seat: Seat, action: Self::Action) -> Mark;
    /// What harm `action` does to who takes it, where people overlook it: "will be cut off".
    fn warning(&self, _view: &Self::View, _seat: Seat, _action: Self::Action) -> Option<Text> {
        None
    }
    /// The action in words, for buttons and for those who hear the board. If its phrase has a target, the words go on
    /// with the target's name: "move armies from Egypt to".
    fn caption(&self, action: Self::Action) -> Text;
    /// What the place or thing at `spot` is called, if that is not the spot itself.
    fn name(&self, _spot: &Spot) -> Option<Text> {
        None
    }
    /// The amount that is offered first of those that `action` may have; by default the most.
    fn usual_amount(&self, _view: &Self::View, _seat: Seat, _action: Self::Action) -> Option<u32> {
        None
    }
    /// What a first click on a spot takes up instead of it, because `seat` did so last time.
    fn instead(&self, _view: &Self::View, _seat: Seat) -> Vec<(Spot, Spot)> {
        Vec::new()
    }
    /// What an amount of `action` is called, where the number alone says too little: "1/2".
    fn amount_name(&self, _action: Self::Action, _amount: u32) -> Option<Text> {
        None
    }
    /// A letter that takes the action when it is typed alone, for those who play by keys.
    ///
    /// At any state no two legal actions have the same one.
    fn shortcut(&self, _action: Self::Action) -> Option<char> {
        None
    }
    /// The letter that takes back, if this game has one.
    fn undo_key(&self) -> Option<char> {
        None
    }
    /// The action that a click path would be, legal or not, so that "why not" can be asked for it.
    fn meant(&self, view: &Self::View, seat: Seat, path: &[Spot]) -> Option<Self::Action>;

    /// What is at `spot`: shown on hover or long press.
    fn card(&self, view: &Self::View, spot: &Spot) -> Option<SpotCard>;
    /// Pieces and grounds with their numbers.
    fn legend(&self) -> Vec<Legend>;
    /// Phase, what is left to do and numbers per seat.
    fn status(&self, view: &Self::View) -> Status;
    /// What the viewer has and others must not know, in words: the item it holds.
    fn own(&self, _view: &Self::View) -> Option<Text> {
        None
    }
    /// The pieces that were taken, seat by seat, in a game whose pieces are known one by one.
    fn taken(&self, _view: &Self::View) -> Vec<Taken> {
        Vec::new()
    }
}

/// A piece that was taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Taken {
    /// Whose it was.
    pub seat: Seat,
    /// The symbol of the scene that shows it.
    pub symbol: Option<&'static str>,
    /// What the terminal writes for it.
    pub glyph: String,
    pub name: Text,
}

/// What there is to know about one spot.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotCard {
    pub title: Text,
    /// Names with values: `power` 8.
    pub lines: Vec<(Text, Text)>,
    /// The symbol of the scene that stands for it on a button.
    pub symbol: Option<&'static str>,
}

/// One line of the legend.
#[derive(Clone, PartialEq, Debug)]
pub struct Legend {
    /// The symbol of the scene that it explains, if there is one.
    pub symbol: Option<&'static str>,
    /// What the terminal writes for it.
    pub glyph: String,
    pub title: Text,
    pub about: Text,
}

/// Where the match stands, beside the board.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Status {
    /// What is going on, in words.
    pub phase: Text,
    /// The phase of the turn, by its name on the game's card; none outside a turn.
    pub phase_name: Option<&'static str>,
    /// What the seat on turn has left to do, where that is counted.
    pub left: Option<Left>,
    pub statistics: Vec<Statistic>,
}

/// So many of something are left: `armies to place`, 28.
#[derive(Clone, PartialEq, Debug)]
pub struct Left {
    pub name: Text,
    pub count: u32,
}

impl Left {
    pub fn new(name: Text, count: impl Into<u32>) -> Left {
        Left {
            name,
            count: count.into(),
        }
    }
}

/// A number for each seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Statistic {
    pub name: Text,
    pub values: Vec<i64>,
}
