//! Answers that are the same for everybody, compressed for whoever can unpack them.

use std::io::Write;

use axum::{
    body::{Body, HttpBody, to_bytes},
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};

use crate::Problem;

use super::front::says;

/// Less is not worth it, and more is not packed at once.
const LEAST: u64 = 1_024;
const MOST: u64 = 4 * 1024 * 1024;

/// Only for what everybody may know: how well something is packed would tell of what is in it.
pub async fn pack(request: Request, next: Next) -> Response {
    let unpacks = says(request.headers(), header::ACCEPT_ENCODING, "gzip");
    let response = next.run(request).await;
    let size = response.body().size_hint().exact().unwrap_or(0);
    let packable = (LEAST..=MOST).contains(&size)
        && response.status() == StatusCode::OK
        && !response.headers().contains_key(header::CONTENT_ENCODING);
    if !unpacks || !packable {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, MOST as usize).await else {
        return Problem::internal().into_response();
    };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(&bytes).and_then(|()| encoder.finish());
    let Ok(packed) = packed else {
        return Problem::internal().into_response();
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    let told = [
        (header::CONTENT_ENCODING, "gzip"),
        (header::VARY, "accept-encoding"),
    ];
    for (name, value) in told {
        parts.headers.append(name, HeaderValue::from_static(value));
    }
    Response::from_parts(parts, Body::from(packed))
}
