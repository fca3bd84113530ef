//! Live pages, by WebSocket or by an event stream.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{Path, State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::{HeaderMap, HeaderValue, header},
    response::{
        IntoResponse, Response,
        sse::{KeepAlive, Sse},
    },
};

use crate::{
    Problem,
    extract::Language,
    ingress::ClientAddr,
    live::{LiveConnection, MOST_BYTES},
    middleware,
    registry::Registry,
    session::Visitor,
};
use vauban_game::Text;

use super::ViewQuery;

/// Commands are short; longer frames are read piece by piece.
const READ_BUFFER: usize = 4 * 1024;

/// Opens a WebSocket: it sends `page` frames and takes commands, each answered by a `reply` frame.
#[utoipa::path(get, path = "/matches/{id}/live", tag = "live",
    params(("id" = String, Path), ViewQuery),
    responses((status = 101, description = "frames of JSON: {type: page | reply, …}"), (status = 403), (status = 404)))]
pub async fn socket(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    visitor: Option<Visitor>,
    (client, headers): (ClientAddr, HeaderMap),
    Path(id): Path<String>,
    view: ViewQuery,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    if !middleware::is_own_origin(&headers) {
        return Err(middleware::foreign());
    }
    let room = registry.room(&id).await?;
    let observer = view.observer(visitor.as_ref(), lang);
    let connection = LiveConnection::new(registry, room, observer, visitor, client).await?;
    let upgrade =
        upgrade.map_err(|rejection| Problem::bad_request(Text::same(rejection.body_text())))?;
    Ok(upgrade
        // The usual buffer of 128 KiB for each socket would be most of the server's memory.
        .read_buffer_size(READ_BUFFER)
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        .on_upgrade(async move |socket| connection.converse(socket).await))
}

/// Opens an event stream of the same frames, for networks that block WebSockets.
#[utoipa::path(get, path = "/matches/{id}/stream", tag = "live",
    params(("id" = String, Path), ViewQuery),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 404)))]
pub async fn stream(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    visitor: Option<Visitor>,
    client: ClientAddr,
    Path(id): Path<String>,
    view: ViewQuery,
) -> Result<Response, Problem> {
    let room = registry.room(&id).await?;
    let observer = view.observer(visitor.as_ref(), lang);
    let connection = LiveConnection::new(registry, room, observer, visitor, client).await?;
    let alive = KeepAlive::new().interval(Duration::from_secs(20));
    let mut response = Sse::new(connection.events())
        .keep_alive(alive)
        .into_response();
    // The usual `no-cache` would let others keep it.
    let never = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, never);
    Ok(response)
}
