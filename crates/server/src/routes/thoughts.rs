//! What programs think, and what they would do in a person's place.

use std::time::Duration;

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;
use vauban_game::{Feature, Lang, Reach, Seat, Text, Thought, WinShare};

use crate::{Problem, agent_queue::Class, occupant::Occupant, table::Table};

use super::{ViewQuery, match_request::MatchRequest};

/// A hint that was not found by then is not waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// So many requests more a hint counts as.
const HINT: usize = 10;

/// What a program thought when it last answered.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"seat": 2, "action": "j3j4", "share": 0.58, "line": ["j3j4", "h11g11"], "nodes": 20000, "depth": 9, "reasons": [{"name": "…", "worth": 0.1}]}))]
pub struct ThoughtBody {
    /// From 1.
    seat: u8,
    action: String,
    /// How much of a win it expects for this seat, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    /// What it expects to follow, its own action first.
    line: Vec<String>,
    /// How many positions it looked at.
    nodes: u64,
    /// How many actions ahead it looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// How often it tried the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    /// What speaks most for the action.
    reasons: Vec<ReasonBody>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReasonBody {
    name: String,
    /// What it gains; reasons can be compared with each other only.
    worth: f64,
}

impl ThoughtBody {
    fn new(seat: Seat, thought: Thought<String>, lang: Lang) -> ThoughtBody {
        let (depth, visits) = match thought.reach {
            Some(Reach::Depth(depth)) => (Some(depth), None),
            Some(Reach::Visits(visits)) => (None, Some(visits)),
            None => (None, None),
        };
        let reason = |feature: Feature| ReasonBody {
            name: feature.name.of(lang).to_owned(),
            worth: feature.worth,
        };
        ThoughtBody {
            seat: seat.number(),
            action: thought.action,
            share: thought.share.map(WinShare::get),
            line: thought.line,
            nodes: thought.nodes,
            depth,
            visits,
            reasons: thought.reasons.into_iter().map(reason).collect(),
        }
    }
}

/// Lists what the programs of a match thought when they last answered.
///
/// Nothing while it runs if the game has secrets, or if people play against each other: it would help one of
/// them. Nothing, too, of what was thought before the match last left memory.
#[utoipa::path(get, path = "/matches/{id}/thoughts", tag = "questions",
    params(("id" = String, Path), ViewQuery),
    responses((status = 200, body = [ThoughtBody]), (status = 404)))]
pub async fn thoughts(request: MatchRequest) -> Json<Vec<ThoughtBody>> {
    let table = &request.table;
    if !may_be_told(table) {
        return Json(Vec::new());
    }
    let seats = (0..table.play.seats()).map(Seat);
    let thoughts = seats.filter_map(|seat| Some((seat, request.room.agents.thought(seat)?)));
    Json(
        thoughts
            .map(|(seat, thought)| ThoughtBody::new(seat, thought, request.lang))
            .collect(),
    )
}

/// Asks the strongest program what it would do in your place.
///
/// Only where everybody else is a program. It waits its turn among all programs that think, at your expense.
#[utoipa::path(post, path = "/matches/{id}/hint", tag = "questions",
    params(("id" = String, Path), ViewQuery),
    responses((status = 200, body = ThoughtBody), (status = 403), (status = 404), (status = 422), (status = 503)))]
pub async fn hint(request: MatchRequest) -> Result<Json<ThoughtBody>, Problem> {
    let seat = request.seat()?;
    let player = request.observer.player.clone();
    let Some(player) = player.filter(|_| request.access.seats.contains(seat)) else {
        return Err(Problem::not_seated());
    };
    let table = &request.table;
    if table.play.lesson(request.lang).is_some() {
        return Err(Problem::unprocessable(
            "lesson",
            Text::fixed(
                "a lesson has its own hints",
                "une leçon a ses propres conseils",
            ),
        ));
    }
    let others_are_programs = table
        .seats
        .iter()
        .all(|occupant| matches!(occupant, Occupant::Agent { .. }) || occupant.is_person(&player));
    if !others_are_programs {
        return Err(Problem::unprocessable(
            "hint-between-people",
            Text::fixed(
                "hints are given only against programs",
                "les conseils ne sont donnés que contre des programmes",
            ),
        ));
    }
    let ask = table.play.ask(seat).filter(|_| table.started);
    let ask = ask.ok_or_else(|| {
        Problem::unprocessable(
            "not-asked",
            Text::fixed("it is not your turn", "ce n'est pas à vous de jouer"),
        )
    })?;
    request.charge(HINT)?;
    let hint = request.room.agents.ask_hint(seat, ask);
    let agents = &request.registry.agents;
    agents.ask_for(&request.room, seat, Class::Person, player);
    let thought = tokio::time::timeout(PATIENCE, hint).await;
    match thought {
        Ok(Ok(thought)) => Ok(Json(ThoughtBody::new(seat, thought, request.lang))),
        // The match went on, or somebody asked again.
        Ok(Err(_)) | Err(_) => Err(Problem::busy()),
    }
}

/// Whether what programs make of a match helps nobody against anybody.
pub(super) fn may_be_told(table: &Table) -> bool {
    table.is_over() || (!table.play.has_secrets() && people(table) <= 1)
}

/// How many people play.
fn people(table: &Table) -> usize {
    let mut players: Vec<&str> = table
        .seats
        .iter()
        .filter_map(|occupant| match occupant {
            Occupant::Person { player, .. } => Some(player.as_str()),
            Occupant::Open | Occupant::Agent { .. } => None,
        })
        .collect();
    players.sort_unstable();
    players.dedup();
    players.len()
}
