//! A law, and the one list of all laws. To add one, write its function in the file of its noun and
//! give it a line in [`Law::ALL`].

use vauban_game::Playable;

use crate::Moment;

mod chances;
mod ending;
mod facts;
mod gestures;
mod lists;
mod log;
mod notation;
mod panel;
mod pictures;
mod positions;
mod secrets;
mod shelf;
mod texts;

pub(crate) use notation::CONSOLE_WORDS;

/// Whether a law holds at a moment, and if not, what is wrong.
pub type Verdict = Result<(), String>;

/// Something that must hold at every moment of every game.
pub struct Law<G: Playable> {
    pub name: &'static str,
    pub look: fn(&mut Moment<'_, G>) -> Verdict,
}

impl<G: Playable> Copy for Law<G> {}
impl<G: Playable> Clone for Law<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Playable> std::fmt::Debug for Law<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The verdict of a single condition.
pub(crate) fn ensure(holds: bool, wrong: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(wrong()) }
}

macro_rules! laws {
    ($($name:literal => $look:path,)*) => {
        impl<G: Playable> Law<G> {
            /// Every law, in the order in which they look: a fault that breaks several is told by
            /// the first, so what others build on comes first.
            pub const ALL: &'static [Law<G>] = &[$(Law { name: $name, look: $look },)*];
        }
    };
}

laws! {
    "the shelf is in order" => shelf::in_order,
    "a seat on turn can act" => lists::can_act,
    "a seat not on turn has nothing listed" => lists::nothing_out_of_turn,
    "lists are deterministic and without duplicates" => lists::steady,
    "check allows exactly what is listed" => lists::check_agrees,
    "trim leaves what is allowed as it is" => notation::trim_settles,
    "an action reads back as it was written" => notation::action_reads_back,
    "an action is one plain word" => notation::action_is_plain,
    "results of nature have positive weights" => chances::weighed,
    "a roll gives a listed result" => chances::rolled,
    "a result of nature reads back as it was written" => chances::reads_back,
    "a result of nature is one plain word" => chances::plain,
    "gestures differ and none begins another" => gestures::differ,
    "a phrase is the text, and its target is clicked last" => gestures::phrases,
    "amounts of one family share their gesture" => gestures::amounts,
    "a click path names its action" => gestures::meant,
    "an imagined world looks the same" => secrets::imagined_looks_same,
    "a game without secrets shows everybody everything" => secrets::open_to_all,
    "what a seat may do depends only on its view" => secrets::doing_by_view,
    "the log tells no more than the picture" => log::no_more_than_picture,
    "what reveals nothing teaches nothing" => secrets::revealing,
    "a position reads back as it was written" => positions::reads_back,
    "equal states have equal keys" => positions::equal_keys,
    "different positions have different keys" => positions::keys_apart,
    "a picture is whole" => pictures::whole,
    "every text is there in both languages" => texts::both_languages,
    "facts are those that every game knows" => facts::in_order,
    "a refusal explains itself" => texts::refusals,
    "cards, legend, status, lenses and odds answer" => panel::answers,
    "a seat that left is not waited for" => ending::left_for_good,
    "an outcome has a score for every seat" => ending::scores,
    "a file of the game's own reads back" => ending::file_reads_back,
    "every game ends" => ending::ends,
}
