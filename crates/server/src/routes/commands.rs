//! Everything that is done in a match goes through one address and the one write path; and what was said.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    response::Response,
};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    Problem,
    command::{Command, CommandBody},
    encoder::{self, RemarkBody},
    extract::{Body, Language, Params},
    ingress::ClientAddr,
    registry::Registry,
    session::Visitor,
    write::Acknowledgement,
};

use super::{ViewQuery, match_request::MatchRequest};

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Since {
    /// Only what came after this number.
    since: Option<u64>,
}

/// Sends a command: an answer to the open question, or anything else that can be done in a match.
#[utoipa::path(post, path = "/matches/{id}/commands", tag = "commands", request_body = CommandBody,
    params(("id" = String, Path), ViewQuery), security(("session" = []), ("bearer" = [])),
    responses(
        (status = 200, body = Acknowledgement),
        (status = 401, description = "not signed in"),
        (status = 403, description = "you don't hold that seat"),
        (status = 404, description = "unknown match"),
        (status = 409, description = "the question is no longer open; `page` is the current one"),
        (status = 422, description = "refused, with every reason; or the command id was used for something else")))]
pub async fn command(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    (client, visitor): (ClientAddr, Visitor),
    Path(id): Path<String>,
    view: ViewQuery,
    Body(body): Body<CommandBody>,
) -> Result<Response, Problem> {
    let command = Command::of_visitor(&visitor, body, view.seat, view.key, lang)?;
    let room = registry.room(&id).await?;
    registry.load_for(&room, visitor.asker(client)).await?;
    let reply = registry.execute(&room, command).await?;
    Ok(reply.response())
}

/// Lists the last 50 chat messages that you may read.
#[utoipa::path(get, path = "/matches/{id}/chat", tag = "questions",
    params(("id" = String, Path), ViewQuery, Since),
    responses((status = 200, body = [RemarkBody]), (status = 404)))]
pub async fn chat(request: MatchRequest, Params(since): Params<Since>) -> Json<Vec<RemarkBody>> {
    let player = request.observer.player.as_deref();
    let said = request.table.said(request.viewer, player);
    Json(encoder::remarks(&said, since.since.unwrap_or(0)))
}
