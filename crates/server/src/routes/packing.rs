//! Answers that hide nothing from anybody, compressed for whoever can unpack them.

use axum::{
    Extension,
    body::{Body, HttpBody, to_bytes},
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use vauban_game::Viewer;
use vauban_table::AnyMatch;

use crate::{
    Problem,
    coding::{Coding, Effort},
};

/// Less is not worth it, and more is not packed at once.
const LEAST: u64 = 1_024;
const MOST: u64 = 4 * 1024 * 1024;

/// Marks an answer as one that holds nothing which anybody may not know. How well something is packed would tell of what
/// is in it, so nothing else is packed.
#[derive(Clone, Copy, Debug)]
pub struct Packable;

impl Packable {
    /// What a viewer is told of a position: nothing is hidden from spectators, and where the game has no secrets, from nobody.
    pub fn told(play: &dyn AnyMatch, viewer: Viewer) -> Option<Extension<Packable>> {
        let open = viewer == Viewer::Spectator || !play.has_secrets();
        open.then_some(Extension(Packable))
    }
}

/// For answers that are the same for everybody.
pub async fn pack(request: Request, next: Next) -> Response {
    let coding = Coding::of(request.headers());
    packed(next.run(request).await, coding).await
}

/// For answers of which some are marked as [`Packable`].
pub async fn pack_marked(request: Request, next: Next) -> Response {
    let coding = Coding::of(request.headers());
    let response = next.run(request).await;
    match response.extensions().get::<Packable>() {
        Some(_) => packed(response, coding).await,
        None => response,
    }
}

async fn packed(response: Response, coding: Option<Coding>) -> Response {
    let size = response.body().size_hint().exact().unwrap_or(0);
    let packable = (LEAST..=MOST).contains(&size)
        && response.status() == StatusCode::OK
        && !response.headers().contains_key(header::CONTENT_ENCODING);
    let Some(coding) = coding.filter(|_| packable) else {
        return response;
    };
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, MOST as usize).await else {
        return Problem::internal().into_response();
    };
    let Some(packed) = coding.pack(&bytes, Effort::Each) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    let told = [
        (header::CONTENT_ENCODING, coding.name()),
        (header::VARY, "accept-encoding"),
    ];
    for (name, value) in told {
        parts.headers.append(name, HeaderValue::from_static(value));
    }
    Response::from_parts(parts, Body::from(packed))
}
