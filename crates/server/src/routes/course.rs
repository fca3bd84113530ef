//! How a match went, in numbers.

use std::sync::Arc;

use axum::Json;
use serde::Deserialize;
use utoipa::IntoParams;
use vauban_table::{Course, Judged};

use crate::{Problem, extract::Params, schema};

use super::{ViewQuery, match_request::MatchRequest, thoughts};

/// It counts as this many more requests: about a hundred positions are rebuilt.
const COURSE: usize = 6;

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Eye {
    /// As this seat sees it, or as a spectator does (0): a seat of yours, or any seat once the match is over.
    eye: Option<u8>,
}

/// Returns the numbers of each seat at up to 120 moments of the match, for a graph.
///
/// With `shares`, how much of a win a judge of the game expected for each seat: once the match is over, or
/// while nobody but programs is against you and the game has no secrets.
#[utoipa::path(get, path = "/matches/{id}/course", tag = "questions",
    params(("id" = String, Path), ViewQuery, Eye),
    responses((status = 200, body = schema::Course), (status = 403), (status = 404)))]
pub async fn course(
    request: MatchRequest,
    Params(of): Params<Eye>,
) -> Result<Json<Course>, Problem> {
    let viewer = request.through(of.eye)?;
    request.charge(COURSE)?;
    let judged = match thoughts::may_be_told(&request.table) {
        true => Judged::Yes,
        false => Judged::No,
    };
    let (table, lang) = (Arc::clone(&request.table), request.lang);
    let told = request
        .registry
        .question(move || table.play.course(viewer, judged, lang));
    Ok(Json(told.await?))
}
