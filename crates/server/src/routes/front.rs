//! What a browser gets: the page at each of its addresses, and the files that it is made of.

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{Path, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::get,
};

use crate::{
    Problem,
    coding::Coding,
    registry::{Registry, blocking},
    site::{File, Folder, INDEX, VERSIONED},
};

/// The addresses of pages; the router of the page (`web/js/main.js`) knows the same.
const PAGES: [&str; 8] = [
    "/",
    "/lobby",
    "/mine",
    "/match/{id}",
    "/replay/{id}",
    "/rules/{game}",
    "/learn/{game}",
    "/import",
];

/// For files whose address holds their version.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// For those that are asked for by a lasting name: kept, but looked at again.
const ASK_AGAIN: &str = "no-cache";

pub fn routes() -> Router<Arc<Registry>> {
    let mut router = Router::new()
        .route(
            &format!("{VERSIONED}/{{version}}/{{*name}}"),
            get(versioned),
        )
        .route("/css/{*name}", get(plain))
        .route("/icons/{*name}", get(plain))
        .route("/js/{*name}", get(plain))
        .route("/manifest.webmanifest", get(plain))
        .route("/worker.js", get(plain));
    for page in PAGES {
        router = router.route(page, get(index));
    }
    router.fallback(missing)
}

async fn index(
    State(registry): State<Arc<Registry>>,
    folder: Option<Extension<Folder>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    send(&registry, folder, INDEX, &headers, ASK_AGAIN).await
}

async fn plain(
    State(registry): State<Arc<Registry>>,
    folder: Option<Extension<Folder>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    send(
        &registry,
        folder,
        uri.path().trim_start_matches('/'),
        &headers,
        ASK_AGAIN,
    )
    .await
}

async fn versioned(
    State(registry): State<Arc<Registry>>,
    folder: Option<Extension<Folder>>,
    Path((version, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    // A page that was opened before the server was renewed gets what there is now, and keeps nothing.
    let keep = match version == registry.site().version() {
        true => FOR_EVER,
        false => ASK_AGAIN,
    };
    send(&registry, folder, &name, &headers, keep).await
}

/// A person who went astray sees a page; a program gets a problem.
async fn missing(
    State(registry): State<Arc<Registry>>,
    folder: Option<Extension<Folder>>,
    request: Request,
) -> Result<Response, Problem> {
    let wants_page = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains("text/html"));
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if !wants_page || !reads || request.uri().path().starts_with("/api/") {
        return Err(nothing_here());
    }
    let mut response = send(&registry, folder, INDEX, &HeaderMap::new(), ASK_AGAIN).await?;
    *response.status_mut() = StatusCode::NOT_FOUND;
    Ok(response)
}

async fn send(
    registry: &Registry,
    folder: Option<Extension<Folder>>,
    name: &str,
    headers: &HeaderMap,
    keep: &'static str,
) -> Result<Response, Problem> {
    let Some(Extension(Folder(folder))) = folder else {
        let file = registry.site().file(name).ok_or_else(nothing_here)?;
        return Ok(answer(file, headers, keep));
    };
    let (name, shelf) = (name.to_owned(), registry.shelf());
    let file = blocking(move || File::of_folder(&folder, &name, shelf)).await?;
    Ok(answer(&file.ok_or_else(nothing_here)?, headers, ASK_AGAIN))
}

fn answer(file: &File, headers: &HeaderMap, keep: &'static str) -> Response {
    let mut response = match says(headers, header::IF_NONE_MATCH, &file.etag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => body(file, headers),
    };
    let told = response.headers_mut();
    // Nobody asks again for what never changes.
    if keep == ASK_AGAIN
        && let Ok(etag) = HeaderValue::from_str(&file.etag)
    {
        told.insert(header::ETAG, etag);
    }
    told.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    told.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

fn body(file: &File, headers: &HeaderMap) -> Response {
    let kind = (header::CONTENT_TYPE, file.kind);
    let packed = Coding::of(headers).and_then(|coding| Some((coding, file.packed(coding)?)));
    match packed {
        Some((coding, packed)) => {
            let encoding = (header::CONTENT_ENCODING, coding.name());
            ([kind, encoding], packed.to_vec()).into_response()
        }
        None => ([kind], file.bytes.to_vec()).into_response(),
    }
}

/// Whether one of the values between commas is `word`, whatever its weight.
fn says(headers: &HeaderMap, name: header::HeaderName, word: &str) -> bool {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|value| value.split(';').next().unwrap_or_default().trim())
        .any(|value| value.trim_start_matches("W/") == word)
}

fn nothing_here() -> Problem {
    Problem::not_found("not-found", "there is nothing here", "il n'y a rien ici")
}
