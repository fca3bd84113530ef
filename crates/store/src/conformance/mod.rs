//! What every store must pass.
//!
//! ```ignore
//! #[tokio::test(flavor = "multi_thread")]
//! async fn my_store_conforms() {
//!     vauban_store::conformance::suite(MyHome::new).await;
//! }
//! ```
//!
//! A failed expectation panics, as in any test; the name of the case is printed before it runs.

#![allow(
    clippy::unwrap_used,
    reason = "these are tests, though not of this build"
)]

mod archive;
mod careless;
mod cluster;
mod crowd;
mod delegate;
mod life;
mod log;
mod matches;
mod model;
mod nodes;
mod operator;
mod people;
mod planted;
mod samples;

use std::{pin::Pin, sync::Arc};

use crate::{Pending, Store};

pub use self::careless::{Careless, Slip};
pub use self::cluster::Cluster;
pub use self::planted::{Fault, Planted};
pub use self::samples::{append, command, event, fill, match_id, new_match, player, session};

/// Where a store keeps its rows: empty at first, and it can be opened again after a close.
pub trait Home: Send + Sync {
    fn open(&self) -> Pending<'_, Arc<dyn Store>>;
}

type Running<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// One thing that must hold.
#[derive(Copy, Clone, Debug)]
struct Case {
    name: &'static str,
    run: for<'a> fn(&'a dyn Home) -> Running<'a>,
}

macro_rules! cases {
    ($($module:ident :: $name:ident)*) => {
        &[$(Case { name: stringify!($name), run: |home| Box::pin($module::$name(home)) }),*]
    };
}

const CASES: &[Case] = cases! {
    matches::a_match_is_found_as_it_was_created
    matches::an_id_is_taken_once
    matches::a_match_needs_players_who_exist
    matches::a_match_keeps_the_command_that_created_it
    matches::lists_are_newest_first_and_paged
    matches::lists_are_by_stage_player_and_visibility
    matches::deadlines_come_in_order
    matches::a_summary_alone_needs_the_last_event
    log::events_are_numbered_and_chained
    log::events_are_read_in_pages
    log::a_stale_writer_is_told_where_the_match_is
    log::a_repeated_command_gets_the_first_answer
    log::a_command_id_for_another_body_is_refused
    log::command_ids_are_apart_by_session_and_match
    log::a_refused_append_leaves_nothing
    log::an_answer_without_events_is_kept
    log::an_append_without_a_command_needs_the_last_event
    log::there_is_no_appending_to_no_match
    log::the_summary_goes_with_the_events
    log::bytes_come_back_as_they_were
    log::everything_is_there_after_opening_again
    people::players_are_added_once_and_renamed
    people::a_session_belongs_to_a_player
    people::a_token_opens_its_session_until_it_is_revoked
    people::a_token_ends_by_itself
    people::the_last_use_never_goes_back
    people::a_link_can_be_exchanged_once
    people::a_session_is_closed_everywhere
    life::the_time_between_a_beat_and_a_start_is_an_outage
    life::beats_never_go_back
    life::a_start_by_a_wrong_clock_is_forgotten
    life::outages_are_there_after_opening_again
    operator::usage_is_counted_by_owner
    operator::bytes_grow_with_events_and_answers
    operator::usage_of_an_origin_forgets_what_nobody_plays
    operator::a_deleted_match_is_gone_and_leaves_a_marker
    operator::nothing_opens_a_session_of_a_banned_player
    operator::players_are_listed_with_their_bans
    operator::everything_of_a_player_is_revoked_at_once
    archive::an_archived_match_answers_as_before
    archive::what_is_appended_brings_an_archived_match_back
    archive::finished_matches_are_found_by_their_last_event
    crowd::one_of_many_wins_each_number
    crowd::one_command_from_many_happens_once
    crowd::many_writers_of_one_match_lose_nothing
    crowd::many_matches_grow_at_once
    crowd::readers_beside_a_writer_see_whole_moments
    crowd::a_dropped_question_can_be_asked_again
    crowd::a_link_exchanged_by_many_works_once
    crowd::closing_writes_what_was_accepted
    nodes::a_duty_has_one_holder_at_a_time
    nodes::whoever_has_lost_a_duty_writes_nothing_by_it
    nodes::an_order_ends_with_whatever_else_its_player_does
    nodes::what_was_left_undone_is_found
    nodes::only_the_first_node_notes_an_outage
    nodes::of_nodes_that_join_at_once_one_is_first
    nodes::ends_of_matches_are_read_at_once
    nodes::ended_sessions_are_told_apart_and_counted
    nodes::who_is_seen_by_one_node_is_known_to_all
    nodes::a_hint_reaches_the_other_nodes
    model::random_operations_agree_with_a_model
};

/// Runs every case, each in a new home.
pub async fn suite<H: Home>(make: impl Fn() -> H) {
    for case in CASES {
        eprintln!("conformance: {}", case.name);
        (case.run)(&make()).await;
    }
}

/// Runs every case, each in a new home and in a task of its own, and names those that failed.
pub async fn failing<H: Home + 'static>(make: impl Fn() -> H) -> Vec<&'static str> {
    let mut failed = Vec::new();
    for case in CASES {
        let home = make();
        let running = tokio::spawn(async move { (case.run)(&home).await });
        if running.await.is_err() {
            failed.push(case.name);
        }
    }
    failed
}
