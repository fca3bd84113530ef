//! Downloading the record of a match.

use std::sync::Arc;

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use utoipa::IntoParams;
use vauban_game::Viewer;
use vauban_table::Step;

use crate::{Problem, extract::Params, table::Table};

use super::{ViewQuery, match_request::MatchRequest};

/// So many steps on paper count as one request more.
const STEPS_A_REQUEST: usize = 2_500;

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Format {
    /// `record`, or `own` for the game's own format: for those who may know all of the match, and for
    /// everybody when it is over.
    format: Option<String>,
}

/// Returns the record of a match.
///
/// While the match runs, what you may not know yet is shown as `?`.
#[utoipa::path(get, path = "/matches/{id}/record", tag = "questions",
    params(("id" = String, Path), ViewQuery, Format),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404), (status = 422)))]
pub async fn download(
    request: MatchRequest,
    Params(format): Params<Format>,
) -> Result<Response, Problem> {
    let (table, viewer) = (Arc::clone(&request.table), request.viewer);
    // By what this viewer was shown: a rate should not tell of anything else.
    request.charge(table.play.shown_steps(viewer) / STEPS_A_REQUEST)?;
    let registry = &request.registry;
    let (text, ending) = match format.format.as_deref() {
        None | Some("record") => {
            let text = registry.question(move || table.paper(viewer).to_string());
            (text.await?, "vauban")
        }
        Some("own") => {
            let own = move || match may_know_all(&table, viewer) {
                true => table.play.export(),
                false => None,
            };
            match registry.question(own).await? {
                Some(Ok(text)) => (text, "txt"),
                Some(Err(error)) => {
                    return Err(Problem::unprocessable("no-such-format", error.message()));
                }
                None => return Err(no_such_format()),
            }
        }
        Some(_) => return Err(no_such_format()),
    };
    let name = format!("attachment; filename=\"{}.{ending}\"", request.room.id);
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// Whether nothing in the match is hidden from `viewer`.
fn may_know_all(table: &Table, viewer: Viewer) -> bool {
    let hidden = |step: &Step| *step == Step::Hidden;
    table.is_over()
        || table.play.position_for(viewer).is_some() && !table.paper(viewer).steps().any(hidden)
}

fn no_such_format() -> Problem {
    Problem::not_found(
        "no-such-format",
        "this match has no such format, or it would show secrets before the match is over",
        "cette partie n'a pas ce format, ou il montrerait des secrets avant la fin",
    )
}
