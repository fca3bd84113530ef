//! Letting others watch a private match: making a link, and coming by one.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vauban_store::{CommandId, Visibility};

use crate::{
    Problem,
    access::Access,
    command::{Command, Verb},
    extract::{Body, Language},
    ingress::{Asker, ClientAddr},
    key,
    registry::Registry,
    secret::Secret,
    session::Visitor,
    share::{Share, id_of},
};

use super::ViewQuery;

/// A link by which others may watch.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"share": "90ab12cd34ef5678", "key": "5f0c…"}))]
pub struct NewShareBody {
    /// Names it, for withdrawing it.
    share: String,
    /// Opens the match for whoever should watch. It is told once; the server keeps its hash.
    key: String,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"key": "5f0c…"}))]
pub struct KeyBody {
    /// The key of a link to this match.
    key: String,
}

/// Makes a link by which others may watch a private match.
///
/// Whoever comes by it sees what a spectator sees. The command `withdraw` ends it, and closes the connections that came by it.
#[utoipa::path(post, path = "/matches/{id}/shares", tag = "matches",
    params(("id" = String, Path), ViewQuery), security(("session" = []), ("bearer" = [])),
    responses((status = 201, body = NewShareBody), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn create(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    client: ClientAddr,
    visitor: Visitor,
    Path(id): Path<String>,
    view: ViewQuery,
) -> Result<Response, Problem> {
    let room = registry.room(&id).await?;
    drop(registry.table_for(&room, visitor.asker(client)).await?);
    let secret = Secret::new()?;
    let hash = secret.hash();
    let share = id_of(&hash);
    let command = CommandId::new(format!("share-{share}")).map_err(|_| Problem::internal())?;
    let verb = Verb::Share {
        hash: Share::write_hash(&hash),
    };
    let command = Command {
        key: view.key,
        ..Command::of_person(&visitor, command, verb, lang)
    };
    let reply = registry.execute(&room, command).await?;
    if !reply.is_accepted() {
        return Ok(reply.response());
    }
    let body = NewShareBody {
        share,
        key: secret.reveal(),
    };
    Ok((StatusCode::CREATED, Json(body)).into_response())
}

/// Lets this browser into a private match by the key of a link, from now on.
///
/// It is a POST, and the key goes into a cookie that is sent to this match alone: so it stands in no address. Programs send it in the header `vauban-key` instead.
#[utoipa::path(post, path = "/matches/{id}/key", tag = "matches", request_body = KeyBody,
    params(("id" = String, Path)),
    responses((status = 204), (status = 404)))]
pub async fn remember(
    State(registry): State<Arc<Registry>>,
    visitor: Option<Visitor>,
    client: ClientAddr,
    Path(id): Path<String>,
    Body(body): Body<KeyBody>,
) -> Result<Response, Problem> {
    let room = registry.room(&id).await?;
    let asker = Asker {
        client,
        player: visitor.as_ref().map(|visitor| visitor.player.as_str()),
    };
    let table = registry.table_for(&room, asker).await?;
    let known = table.shares.iter().map(|share| share.hash);
    let access = Access::of_outsider(&room, known, Some(&body.key));
    access.must_watch()?;
    if room.visibility == Visibility::Listed {
        // Everybody may watch it, and whatever came as a key is none.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let cookie = [(header::SET_COOKIE, key::set_cookie(&room.id, &body.key)?)];
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}
