//! Live pages, by WebSocket or by an event stream.

use std::{sync::Arc, time::Duration};

use axum::{
    Extension,
    extract::{Path, State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::{HeaderMap, HeaderValue, header},
    response::{
        IntoResponse, Response,
        sse::{KeepAlive, Sse},
    },
};

use crate::{
    Problem,
    extract::{Asked, Tongue},
    gate::Caller,
    guard,
    hall::Hall,
    live::{Audience, MOST_BYTES},
    serve::Place,
    session::Visitor,
};

use super::Looking;

/// Commands are short; longer frames are read piece by piece.
const READ_BUFFER: usize = 4 * 1024;

/// A WebSocket: `page` frames come down, commands go up, each answered by a `reply` frame.
#[utoipa::path(get, path = "/matches/{id}/live", tag = "live",
    params(("id" = String, Path), Looking),
    responses((status = 101, description = "frames of JSON: {type: page | reply, …}"), (status = 403), (status = 404)))]
pub async fn socket(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Option<Visitor>,
    (caller, headers, place): (Caller, HeaderMap, Option<Extension<Place>>),
    Path(id): Path<String>,
    Asked(looking): Asked<Looking>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    if !guard::is_own_origin(&headers) {
        return Err(guard::foreign());
    }
    let room = hall.room(&id).await?;
    let eye = looking.eye(visitor.as_ref(), lang);
    let audience = Audience::new(hall, room, eye, visitor).await?;
    let upgrade = upgrade.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    Ok(upgrade
        // The usual buffer of 128 KiB for each socket would be most of the server's memory.
        .read_buffer_size(READ_BUFFER)
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        .on_upgrade(async move |socket| {
            audience.converse(socket, caller).await;
            drop(place);
        }))
}

/// An event stream of the same frames, for where WebSockets do not pass.
#[utoipa::path(get, path = "/matches/{id}/stream", tag = "live",
    params(("id" = String, Path), Looking),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 404)))]
pub async fn stream(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Option<Visitor>,
    Path(id): Path<String>,
    Asked(looking): Asked<Looking>,
) -> Result<Response, Problem> {
    let room = hall.room(&id).await?;
    let eye = looking.eye(visitor.as_ref(), lang);
    let audience = Audience::new(hall, room, eye, visitor).await?;
    let alive = KeepAlive::new().interval(Duration::from_secs(20));
    let mut response = Sse::new(audience.events())
        .keep_alive(alive)
        .into_response();
    // The usual `no-cache` would let others keep it.
    let never = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, never);
    Ok(response)
}
