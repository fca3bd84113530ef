//! A test of the tests for leaks: what the server itself could tell too much is seen by them. The
//! mistakes are made by wrappers around the match and around the routes.

use std::{
    convert::Infallible,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{HeaderValue, Method, header},
    middleware::{Next, from_fn},
    response::Response,
};
use futures_util::{StreamExt, stream};
use tokio::sync::broadcast;

use vauban_table::Shelf;

use crate::{
    host,
    host::{TOYS, Wrap},
    worlds::{
        Beginning, LONGEST, has_secrets, listen::differences, pair, scripted::Leak, variants,
    },
};

/// Seeds that are tried to find pairs of worlds.
const SEEDS: u64 = 40;

async fn is_found(shelf: Shelf, beginning: Beginning, leak: Option<Leak>, wrap: Option<&Wrap>) {
    for (game, settings) in variants(shelf) {
        if !has_secrets(game, &settings) {
            continue;
        }
        // A hidden step without a counterpart shows most.
        let pairs = (0..SEEDS).filter_map(|seed| pair(game, &settings, seed, LONGEST));
        let mut pairs: Vec<_> = pairs.take(8).collect();
        pairs.sort_by_key(|pair| !pair.uneven);
        for pair in pairs.iter().take(4) {
            let differences = differences(game, pair, beginning, leak, wrap).await;
            if let Some(first) = differences.unwrap_or_default().first() {
                println!("{}", first.chars().take(160).collect::<String>());
                return;
            }
        }
    }
    panic!("it was not noticed");
}

/// Sends a frame for every command, whether the viewer saw what it did or not.
fn frame_for_unseen(routes: Router) -> Router {
    let commands = broadcast::Sender::<()>::new(64);
    routes.layer(from_fn(move |request: Request, next: Next| {
        let commands = commands.clone();
        async move {
            let path = request.uri().path().to_owned();
            let response = next.run(request).await;
            if path.ends_with("/commands") && response.status().is_success() {
                let _ = commands.send(());
            }
            match path.ends_with("/stream") {
                true => with_frames(response, commands.subscribe()),
                false => response,
            }
        }
    }))
}

fn with_frames(response: Response, commands: broadcast::Receiver<()>) -> Response {
    const FRAME: Bytes = Bytes::from_static(b"event: page\ndata: {\"type\":\"page\"}\n\n");
    let frames = stream::unfold(commands, |mut commands| async move {
        commands.recv().await.ok()?;
        Some((Ok::<Bytes, Infallible>(FRAME), commands))
    });
    response.map(|body| {
        let own = body.into_data_stream().filter_map(async |part| part.ok());
        Body::from_stream(stream::select(
            Box::pin(own.map(Ok::<Bytes, Infallible>)),
            Box::pin(frames),
        ))
    })
}

/// Lists say what the last match was opened with.
fn echo_in_lists(routes: Router) -> Router {
    let echo: Arc<Mutex<Bytes>> = Arc::default();
    routes.layer(from_fn(move |request: Request, next: Next| {
        let echo = Arc::clone(&echo);
        async move {
            let path = request.uri().path().to_owned();
            let (parts, body) = request.into_parts();
            let body = to_bytes(body, usize::MAX).await.expect("a small body");
            let is_list = path.ends_with("/matches");
            if parts.method == Method::POST && (is_list || path.ends_with("/imports")) {
                *echo.lock().expect("no test panics here") = body.clone();
            }
            let is_read = parts.method == Method::GET;
            let request = Request::from_parts(parts, Body::from(body));
            let response = next.run(request).await;
            match is_list && is_read {
                true => Response::new(Body::from(echo.lock().expect("as above").clone())),
                false => response,
            }
        }
    }))
}

/// Lets everybody look through every eye, as if they held that seat. Guests sit down in their order.
fn any_eye(routes: Router) -> Router {
    let tokens: Arc<Mutex<Vec<HeaderValue>>> = Arc::default();
    routes.layer(from_fn(move |mut request: Request, next: Next| {
        let own = request.headers().get(header::AUTHORIZATION).cloned();
        let mut tokens = tokens.lock().expect("no test panics here");
        if let Some(token) = own.filter(|token| !tokens.contains(token)) {
            tokens.push(token);
        }
        let query = request.uri().query().unwrap_or_default();
        let eye = query.split('&').find_map(|pair| pair.strip_prefix("eye="));
        let eye = eye.and_then(|eye| eye.parse::<usize>().ok()?.checked_sub(1));
        if let Some(token) = eye.and_then(|eye| tokens.get(eye))
            && request.method() == Method::GET
        {
            let token = token.clone();
            request.headers_mut().insert(header::AUTHORIZATION, token);
        }
        next.run(request)
    }))
}

/// Counts commands for everybody to see.
fn count_in_public(routes: Router) -> Router {
    let commands = Arc::new(AtomicU64::new(0));
    routes.layer(from_fn(move |request: Request, next: Next| {
        let commands = Arc::clone(&commands);
        async move {
            let path = request.uri().path().to_owned();
            let response = next.run(request).await;
            if path.ends_with("/commands") && response.status().is_success() {
                commands.fetch_add(1, Ordering::Relaxed);
            }
            match path == "/metrics" {
                true => Response::new(Body::from(commands.load(Ordering::Relaxed).to_string())),
                false => response,
            }
        }
    }))
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_at_the_public_address_are_noticed() {
    is_found(
        host::catalogue(),
        Beginning::Start,
        None,
        Some(&count_in_public),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_for_what_was_not_seen_is_noticed() {
    is_found(
        host::catalogue(),
        Beginning::Start,
        None,
        Some(&frame_for_unseen),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_through_anothers_eyes_is_noticed() {
    is_found(TOYS, Beginning::Start, None, Some(&any_eye)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_count_of_hidden_steps_is_noticed() {
    is_found(host::catalogue(), Beginning::Start, Some(Leak::Steps), None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_count_of_hidden_steps_that_a_file_brought_is_noticed() {
    let leak = Some(Leak::Brought);
    is_found(host::catalogue(), Beginning::Import, leak, None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_tells_what_a_match_began_from_is_noticed() {
    for beginning in [Beginning::Position, Beginning::Import, Beginning::Fork] {
        is_found(TOYS, beginning, None, Some(&echo_in_lists)).await;
    }
}
