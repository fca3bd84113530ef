//! Each law catches a fault that was planted for it, and is the one to say so.

use std::collections::HashSet;

use vauban_game::Playable;
use vauban_laws::{
    Law, Limits, hold, hold_laws,
    toys::{Breakthrough, Fault, Faulty, Muster, Stash},
};

/// Enough to see every toy to its end, too few for one that never ends.
const LIMITS: Limits = Limits {
    steps: 2_000,
    sample: 16,
    pairs: 6,
    closely: u32::MAX,
    seldom: 1,
};
const SEEDS: u64 = 12;

/// Plants `fault` and sees that the first law to complain is `law`, and that it would do so alone.
fn caught<G: Playable>(game: G, fault: Fault, law: &'static str) {
    let faulty = Faulty::new(game, fault);
    let breach = (0..SEEDS).find_map(|seed| hold(&faulty, seed, LIMITS).err());
    let breach = breach.unwrap_or_else(|| panic!("{fault:?}: no law notices"));
    assert_eq!(breach.law, law, "{fault:?}: {breach}");
    assert!(!breach.text.is_empty());

    let alone: Vec<Law<Faulty<G>>> = Law::ALL
        .iter()
        .copied()
        .filter(|each| each.name == law)
        .collect();
    assert_eq!(alone.len(), 1, "there is one law called “{law}”");
    let breach = (0..SEEDS).find_map(|seed| hold_laws(&faulty, seed, LIMITS, &alone).err());
    assert_eq!(
        breach.map(|breach| breach.law),
        Some(law),
        "{fault:?}, looked at alone"
    );
}

macro_rules! faults {
    ($($test:ident: $game:expr, $fault:ident => $law:literal;)*) => {
        $(
            #[test]
            fn $test() {
                caught($game, Fault::$fault, $law);
            }
        )*

        /// A law without a fault to catch might be one that cannot fail.
        #[test]
        fn every_law_has_a_fault_to_catch() {
            let caught = HashSet::from([$($law),*]);
            for law in Law::<Breakthrough>::ALL {
                assert!(caught.contains(law.name), "nothing is planted for “{}”", law.name);
            }
        }
    };
}

faults! {
    rules_without_a_name: Breakthrough::default(), NamelessRules => "the shelf is in order";
    a_seat_that_can_do_nothing: Breakthrough::default(), Stuck => "a seat on turn can act";
    nature_that_can_do_nothing: Stash::default(), NoResults => "a seat on turn can act";
    a_list_for_whoever_asks: Breakthrough::default(), OutOfTurn => "a seat not on turn has nothing listed";
    an_action_listed_twice: Breakthrough::default(), ListedTwice => "lists are deterministic and without duplicates";
    a_list_that_changes_its_order: Breakthrough::default(), Restless => "lists are deterministic and without duplicates";
    a_list_that_overwrites: Stash::default(), Overwrites => "lists are deterministic and without duplicates";
    an_allowed_action_that_is_not_listed: Muster::default(), Unlisted => "check allows exactly what is listed";
    everything_allowed: Breakthrough::default(), Lenient => "check allows exactly what is listed";
    a_listed_action_that_is_refused: Stash::default(), Strict => "check allows exactly what is listed";
    an_allowed_order_cut_down: Breakthrough::default(), TrimsTooMuch => "trim leaves what is allowed as it is";
    an_order_cut_down_for_ever: Breakthrough::default(), TrimsForEver => "trim leaves what is allowed as it is";
    actions_written_alike: Breakthrough::default(), WrittenAlike => "an action reads back as it was written";
    a_blank_in_an_action: Breakthrough::default(), WrittenWithBlank => "an action is one plain word";
    an_action_called_like_a_command: Stash::default(), WrittenAsCommand => "an action is one plain word";
    an_action_of_no_known_kind: Breakthrough::default(), UnlistedKind => "an action is one plain word";
    weights_of_nothing: Stash::default(), Weightless => "results of nature have positive weights";
    weights_of_too_much: Stash::default(), Overweight => "results of nature have positive weights";
    a_roll_that_is_not_listed: Muster::default(), RollsUnlisted => "a roll gives a listed result";
    a_result_that_comes_twice: Muster::default(), ResultTwice => "results of nature have positive weights";
    results_written_alike: Stash::default(), ResultsAlike => "a result of nature reads back as it was written";
    a_mark_in_a_result: Stash::default(), ResultMarked => "a result of nature is one plain word";
    actions_clicked_alike: Stash::default(), ClickedAlike => "gestures differ and none begins another";
    amounts_that_no_phrase_has: Muster::default(), AmountsFixed => "gestures differ and none begins another";
    an_action_that_cannot_be_clicked: Stash::default(), NoClick => "gestures differ and none begins another";
    a_gesture_that_begins_another: Breakthrough::default(), ClickedShort => "gestures differ and none begins another";
    a_target_that_is_not_clicked: Breakthrough::default(), TargetsAstray => "a phrase is the text, and its target is clicked last";
    a_phrase_with_another_number: Muster::default(), AmountsAlike => "a phrase is the text, and its target is clicked last";
    amounts_listed_one_by_one: Muster::default(), AmountsListed => "amounts of one family share their gesture";
    amounts_that_are_clicked: Muster::default(), AmountsClicked => "amounts of one family share their gesture";
    click_paths_without_meaning: Breakthrough::default(), Meaningless => "a click path names its action";
    a_world_imagined_wrongly: Stash::default(), ImaginesStart => "an imagined world looks the same";
    a_list_that_knows_a_secret: Stash::default(), ListsSecrets => "what a seat may do depends only on its view";
    a_refusal_that_knows_a_secret: Stash::default(), RefusesBySecrets => "what a seat may do depends only on its view";
    a_record_that_shows_the_hidden_action: Stash::default(), ShowsActions => "the log tells no more than the picture";
    a_record_that_shows_the_drawn_card: Muster::default(), ShowsResults => "the log tells no more than the picture";
    a_digging_that_should_teach_nothing: Stash::default(), RevealsNothing => "what reveals nothing teaches nothing";
    a_position_read_wrongly: Breakthrough::default(), ReadsStart => "a position reads back as it was written";
    a_blank_in_a_position: Breakthrough::default(), BlankPosition => "a position reads back as it was written";
    a_key_that_changes: Breakthrough::default(), RestlessKey => "equal states have equal keys";
    one_key_for_everything: Breakthrough::default(), OneKey => "different positions have different keys";
    shapes_drawn_twice: Breakthrough::default(), KeysTwice => "a picture is whole";
    a_glyph_of_a_sentence: Breakthrough::default(), LongGlyphs => "a picture is whole";
    a_ground_that_nobody_declared: Breakthrough::default(), StrayGround => "a picture is whole";
    a_mark_that_nobody_declared: Stash::default(), StrayMark => "a picture is whole";
    a_backdrop_that_changes: Breakthrough::default(), RestlessBackdrop => "a picture is whole";
    an_event_nowhere: Breakthrough::default(), Nowhere => "a picture is whole";
    a_fact_of_its_own: Breakthrough::default(), StrayFact => "facts are those that every game knows";
    a_seat_that_nobody_has: Muster::default(), StraySeat => "facts are those that every game knows";
    a_caption_in_one_language: Breakthrough::default(), NoCaption => "every text is there in both languages";
    an_event_in_one_language: Stash::default(), SilentEvents => "every text is there in both languages";
    a_refusal_without_reasons: Breakthrough::default(), NoReasons => "a refusal explains itself";
    a_refusal_in_one_language: Breakthrough::default(), NoRefusalText => "a refusal explains itself";
    a_refusal_by_no_paragraph: Breakthrough::default(), WrongParagraph => "a refusal explains itself";
    a_refusal_outside_the_trees: Breakthrough::default(), StrayCode => "a refusal explains itself";
    an_unchecked_demand_outside_the_trees: Breakthrough::default(), StrayDemand => "a refusal explains itself";
    a_card_that_panics: Breakthrough::default(), PanickingCards => "cards, legend, status, lenses and odds answer";
    a_phase_that_the_card_does_not_have: Stash::default(), UnknownPhase => "cards, legend, status, lenses and odds answer";
    a_statistic_without_a_seat: Muster::default(), ShortStatistics => "cards, legend, status, lenses and odds answer";
    odds_that_do_not_add_up: Muster::default(), OddsAstray => "cards, legend, status, lenses and odds answer";
    odds_without_words: Muster::default(), WordlessOdds => "cards, legend, status, lenses and odds answer";
    a_stake_that_cannot_be_lost: Muster::default(), NothingAtStake => "cards, legend, status, lenses and odds answer";
    a_lens_over_nowhere: Breakthrough::default(), LensNowhere => "cards, legend, status, lenses and odds answer";
    a_seat_that_leaves_and_stays: Muster::default(), Lingering => "a seat that left is not waited for";
    a_seat_that_left_and_is_not_out: Muster::default(), StillIn => "a seat that left is not waited for";
    secrets_that_are_denied: Stash::default(), SaysItIsOpen => "a game without secrets shows everybody everything";
    a_seat_without_a_score: Muster::default(), Scoreless => "an outcome has a score for every seat";
    a_file_without_its_last_step: Breakthrough::default(), ForgetsLastStep => "a file of the game's own reads back";
    a_game_that_never_ends: Breakthrough::default(), Endless => "every game ends";
}

/// The wrapper itself breaks nothing.
#[test]
fn a_game_without_a_fault_keeps_all_laws() {
    for seed in 0..SEEDS {
        let kept = |result: Result<_, vauban_laws::Breach>| {
            result.unwrap_or_else(|breach| panic!("seed {seed}: {breach}"))
        };
        kept(hold(
            &Faulty::new(Breakthrough::default(), Fault::None),
            seed,
            LIMITS,
        ));
        kept(hold(
            &Faulty::new(Stash::default(), Fault::None),
            seed,
            LIMITS,
        ));
        kept(hold(
            &Faulty::new(Muster::default(), Fault::None),
            seed,
            LIMITS,
        ));
    }
}
