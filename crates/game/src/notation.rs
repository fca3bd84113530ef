//! How the game is written down: in records, on the wire, at the prompt, in tests.

use std::{any::TypeId, fmt};

use crate::{Game, Phrase, Seat, Text, Viewer};

/// One text form for actions, results of nature and positions.
pub trait Notation: Game {
    /// Every kind that an action can have.
    const KINDS: &[&str];

    /// The machine form of an action in its parts: together one token of printable ASCII, without blanks, braces,
    /// `#`, `!`, `?`, `:` or `;`. The amount is the one of [`Game::with_amount`].
    fn phrase(&self, action: Self::Action) -> Phrase;
    /// The machine form of an action.
    fn write(&self, action: Self::Action) -> String {
        self.phrase(action).to_string()
    }
    /// Understands `text` whether or not the action is allowed: [`Game::check`] gives the reasons.
    ///
    /// Reads at least what [`Notation::write`] writes; may read more (the game's own command language).
    fn read(&self, text: &str) -> Result<Self::Action, Unreadable>;
    /// How actions are written, for the help.
    fn grammar(&self) -> Text;

    /// Cuts an order down to what is possible ("place 9" with 4 left), before it is checked and recorded.
    fn trim(&self, _state: &Self::State, _seat: Seat, action: Self::Action) -> Self::Action {
        action
    }
    /// The kind of an action (`move`, `attack`, `end`), as `perft N KIND` counts it: one of
    /// [`Notation::KINDS`].
    fn kind(&self, action: Self::Action) -> &'static str;
    /// How many an action is made with (armies, dice), so that actions of one kind can be compared.
    fn size(&self, action: Self::Action) -> Option<u32> {
        self.phrase(action).amount
    }

    /// The form of a result of nature, without the `!` that stands before it in records.
    fn write_chance(&self, chance: Self::Chance) -> String;
    fn read_chance(&self, text: &str) -> Result<Self::Chance, Unreadable>;

    /// A position: one canonical line, safe in a URL, everything that [`Game::State`] holds.
    fn write_position(&self, state: &Self::State) -> String;
    fn read_position(&self, text: &str) -> Result<Self::State, Unreadable>;

    /// Whether `viewer` may know that `by` took just this `action` at `state`.
    fn shown(
        &self,
        _state: &Self::State,
        _by: Seat,
        _action: Self::Action,
        _viewer: Viewer,
    ) -> bool {
        true
    }
    /// Whether `viewer` may know this result of nature.
    fn chance_shown(&self, _state: &Self::State, _chance: Self::Chance, _viewer: Viewer) -> bool {
        true
    }
    /// Whether taking `action` may tell `seat` something it did not know: such an action is not taken back alone.
    ///
    /// A game with secrets is taken to reveal with every action, unless it says more.
    fn reveals(&self, _state: &Self::State, _seat: Seat, _action: Self::Action) -> bool {
        TypeId::of::<Self::State>() != TypeId::of::<Self::View>()
    }
}

/// A text that could not be read: what was wrong, and where if it is known.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Unreadable {
    pub text: Text,
}

impl Unreadable {
    pub fn new(
        en: impl Into<std::borrow::Cow<'static, str>>,
        fr: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Unreadable {
        Unreadable {
            text: Text::new(en, fr),
        }
    }
    /// `text` is not an action of this game.
    pub fn action(text: &str) -> Unreadable {
        let text = shorten(text);
        Unreadable::new(
            format!("`{text}` is not an action here"),
            format!("« {text} » n'est pas une action ici"),
        )
    }
    /// `text` is not a result of nature in this game.
    pub fn chance(text: &str) -> Unreadable {
        let text = shorten(text);
        Unreadable::new(
            format!("`{text}` is not a result that chance can give here"),
            format!("« {text} » n'est pas un résultat du hasard ici"),
        )
    }
    /// `text` is not a position of this game, because of `why`.
    pub fn position(why: Text) -> Unreadable {
        Unreadable::new(
            format!("not a position: {}", why.en),
            format!("ce n'est pas une position : {}", why.fr),
        )
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text.en)
    }
}

/// The beginning of a text that may be huge or hold control characters, fit to be shown in a message.
pub fn shorten(text: &str) -> String {
    let mut short: String = text
        .chars()
        .take(60)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if text.chars().nth(60).is_some() {
        short.push('…');
    }
    short
}
