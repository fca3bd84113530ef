//! What holds for every request and every answer: no forged requests from other sites, safe
//! headers, and problems told in the reader's language.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::Response,
};
use hyper::body::{Body as _, Frame, SizeHint};
use vauban_game::Text;

use crate::{Problem, extract, places::Place, routes::seed_lobby::Bare};

/// No scripts, styles or frames but our own, and none within the page.
const POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'; object-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'";

/// Headers of every answer, unless the answer says otherwise.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// Refuses requests that change something and were made by a page of another site.
pub async fn reject_cross_site(request: Request, next: Next) -> Result<Response, Problem> {
    let safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    // Browsers never add bearer tokens by themselves.
    let bearer = request.headers().contains_key(header::AUTHORIZATION);
    if !safe && !bearer && !is_own_site(request.headers()) {
        return Err(foreign());
    }
    Ok(next.run(request).await)
}

/// Whether the request was made by a page of ours, or by no page at all.
pub fn is_own_site(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    match text("sec-fetch-site") {
        Some(site) => matches!(site, "same-origin" | "none"),
        None => is_own_origin(headers),
    }
}

/// Whether the page that made the request, if a page did, came from this server. WebSockets are
/// always asked this.
pub fn is_own_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let origin = origin
        .to_str()
        .ok()
        .and_then(|text| text.parse::<Uri>().ok());
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    match (origin.as_ref().and_then(Uri::authority), host) {
        (Some(authority), Some(host)) => authority.as_str().eq_ignore_ascii_case(host),
        _ => false,
    }
}

pub fn foreign() -> Problem {
    Problem::new(
        StatusCode::FORBIDDEN,
        "foreign-origin",
        Text::fixed(
            "this request comes from a page of another site",
            "cette requête vient d'une page d'un autre site",
        ),
    )
}

/// Adds the safe headers. Answers differ from viewer to viewer, so none is kept by anybody unless it says so.
pub async fn security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    // Scripts and style sheets are no documents: what is said of documents would be a quarter of their bytes.
    let is_part = headers.get(header::CONTENT_TYPE).is_some_and(|kind| {
        let kind = kind.as_bytes();
        kind.starts_with(b"text/javascript") || kind.starts_with(b"text/css")
    });
    // A worker is a document of its own.
    let is_part = is_part && headers.get(header::CACHE_CONTROL).is_some_and(is_kept);
    let of_parts = [
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderName::from_static("cross-origin-resource-policy"),
    ];
    let needed = |name: &HeaderName| !is_part || of_parts.contains(name);
    for (name, value) in HEADERS.into_iter().filter(|(name, _)| needed(name)) {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Whether it is kept for ever, as the files of the page are.
fn is_kept(control: &HeaderValue) -> bool {
    control.as_bytes().ends_with(b"immutable")
}

/// The body of a request, which notes whether it was read to its end.
struct ReadBody {
    body: Body,
    read: Arc<AtomicBool>,
}

/// Says `Connection: close` where the connection cannot go on: the body of the request was not read, or
/// its place is kept for others.
pub async fn close_connections(request: Request, next: Next) -> Response {
    let place = request.extensions().get::<Place>().cloned();
    let read = Arc::new(AtomicBool::new(request.body().is_end_stream()));
    let request = request.map(|body| {
        Body::new(ReadBody {
            body,
            read: Arc::clone(&read),
        })
    });
    let mut response = next.run(request).await;
    let unread = !read.load(Ordering::Relaxed);
    if unread || place.is_some_and(|place| place.is_unclaimed()) {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}

impl hyper::body::Body for ReadBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.read.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Writes the bodies of problems, and makes problems of what axum refused by itself.
pub async fn write_problems(request: Request, next: Next) -> Response {
    let lang = extract::lang(request.uri(), request.headers());
    let response = next.run(request).await;
    if let Some(problem) = response.extensions().get::<Problem>() {
        return problem.response(lang);
    }
    if response.extensions().get::<Bare>().is_some() {
        return response;
    }
    let told = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| {
            kind == "application/problem+json" || kind == "text/html; charset=utf-8"
        });
    let problem = match response.status() {
        _ if told => return response,
        StatusCode::NOT_FOUND => {
            Problem::not_found("not-found", "there is nothing here", "il n'y a rien ici")
        }
        StatusCode::METHOD_NOT_ALLOWED => Problem::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method-not-allowed",
            Text::fixed(
                "this address does not support that method",
                "cette adresse n'accepte pas cette méthode",
            ),
        ),
        StatusCode::PAYLOAD_TOO_LARGE => extract::too_large(),
        StatusCode::REQUEST_TIMEOUT => Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "timeout",
            Text::fixed(
                "the request took too long",
                "la requête a pris trop de temps",
            ),
        ),
        status if status.is_client_error() => Problem::new(
            status,
            "bad-request",
            Text::fixed("the request cannot be read", "la requête est illisible"),
        ),
        status if status.is_server_error() => Problem::internal(),
        _ => return response,
    };
    let mut told = problem.response(lang);
    if let Some(allow) = response.headers().get(header::ALLOW) {
        told.headers_mut().insert(header::ALLOW, allow.clone());
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| {
                (
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                )
            })
            .collect()
    }

    #[test]
    fn requests_of_other_sites_are_told_apart() {
        let own = [
            headers(&[]),
            headers(&[("sec-fetch-site", "same-origin"), ("origin", "http://x")]),
            headers(&[("sec-fetch-site", "none")]),
            headers(&[("host", "a:80"), ("origin", "http://a:80")]),
        ];
        let foreign = [
            headers(&[("sec-fetch-site", "cross-site")]),
            headers(&[("sec-fetch-site", "same-site")]),
            headers(&[("host", "a:80"), ("origin", "http://b:80")]),
            headers(&[("host", "a:80"), ("origin", "http://a:81")]),
            headers(&[("host", "a:80"), ("origin", "null")]),
            headers(&[("origin", "http://a:80")]),
        ];
        assert!(own.iter().all(is_own_site));
        assert!(!foreign.iter().any(is_own_site));
    }
}
