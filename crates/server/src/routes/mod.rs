//! The REST API under `/api/v1`, and the routes outside it.

mod commands;
mod course;
mod drawings;
mod front;
mod games;
mod guests;
mod imports;
mod lessons;
mod live;
mod match_request;
mod matches;
mod packing;
mod pictures;
mod plan;
mod questions;
mod record;
pub mod seed_lobby;
mod shares;
mod thoughts;

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    extract::{DefaultBodyLimit, FromRequestParts, Request},
    http::{StatusCode, header, request::Parts},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Deserialize;
use tower_http::{catch_panic::CatchPanicLayer, timeout::TimeoutLayer};
use utoipa::{IntoParams, openapi::OpenApi};
use utoipa_axum::{router::OpenApiRouter, routes};
use vauban_game::Lang;

use crate::{
    Problem, answers, encoder::Observer, extract::Params, hosts::Hosts, ingress, key, middleware,
    openapi, registry::Registry, session::Visitor,
};

/// The largest body, unless it is a file to import.
pub const MOST_BYTES: usize = 16 * 1024;

/// The largest file to import, with what is around it.
const MOST_IMPORTED: usize = 1024 * 1024;

/// How long a request may take, its body included.
const SLOWEST: Duration = Duration::from_secs(30);

/// Whose eyes, and by which link. Every address of a match takes these.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ViewQuery {
    /// The key of a private match's link; rather in the header `vauban-key`, which is in no log.
    pub key: Option<String>,
    /// Which of your seats, from 1, if you hold several.
    pub seat: Option<u8>,
    /// Of a lesson, which is not stored: what the learner did so far, with `;` between the actions.
    pub played: Option<String>,
    /// `en` or `fr`; by default what the browser prefers.
    #[allow(dead_code, reason = "read by the extractor of languages")]
    pub lang: Option<String>,
}

impl ViewQuery {
    pub fn observer(self, visitor: Option<&Visitor>, lang: Lang) -> Observer {
        let player = visitor.map(|visitor| visitor.player.to_string());
        Observer::new(player, self.key, self.seat, lang)
    }
}

/// With the key, wherever the request carries it.
impl<S: Send + Sync> FromRequestParts<S> for ViewQuery {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<ViewQuery, Problem> {
        let Params(asked) = Params::<ViewQuery>::from_request_parts(parts, state).await?;
        Ok(ViewQuery {
            key: key::carried(&parts.headers).or(asked.key),
            ..asked
        })
    }
}

/// Everything that is served.
pub fn router(registry: Arc<Registry>) -> Router {
    let (api, document) = api().split_for_parts();
    let api = api.route("/openapi.json", get(openapi_document));
    let lobby = match registry.seed_lobby() {
        Some(_) => seed_lobby::routes(),
        None => Router::new(),
    };
    Router::new()
        .nest("/api/v1", api)
        .merge(front::routes())
        .merge(lobby)
        .route("/healthz", get(health))
        .route("/readyz", get(readiness))
        .layer(Extension(openapi::text(
            &openapi::complete(document),
            registry.shelf(),
        )))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            SLOWEST,
        ))
        .layer(from_fn(middleware::reject_cross_site))
        .layer(CatchPanicLayer::custom(|_| {
            tracing::error!("a request made the server panic");
            Problem::internal().into_response()
        }))
        .layer(from_fn_with_state(Arc::clone(&registry), answers::count))
        .layer(from_fn_with_state(Arc::clone(&registry), ingress::filter))
        .layer(from_fn(middleware::write_problems))
        .layer(from_fn(middleware::security_headers))
        .layer(from_fn(middleware::close_connections))
        .with_state(registry)
}

/// What is served at the address of the metrics, which nobody but the host should reach: counts tell what
/// happens unseen.
pub fn metrics_router(registry: Arc<Registry>, hosts: Hosts) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .layer(from_fn(move |request: Request, next: Next| {
            let known = hosts.must_know(request.uri(), request.headers());
            async move {
                known?;
                Ok::<Response, Problem>(next.run(request).await)
            }
        }))
        .layer(from_fn(middleware::write_problems))
        .layer(from_fn(middleware::security_headers))
        .layer(from_fn(middleware::close_connections))
        .with_state(registry)
}

fn api() -> OpenApiRouter<Arc<Registry>> {
    let public = OpenApiRouter::new()
        .routes(routes!(games::list))
        .routes(routes!(games::one))
        .routes(routes!(games::rules))
        .routes(routes!(pictures::opening))
        .routes(routes!(lessons::diagram))
        .routes(routes!(lessons::lesson))
        .routes(routes!(questions::backdrop))
        .layer(from_fn(packing::pack));
    let small = OpenApiRouter::new()
        .routes(routes!(pictures::qr))
        .routes(routes!(guests::welcome))
        .routes(routes!(guests::me, guests::rename, guests::leave))
        .routes(routes!(guests::own_matches))
        .routes(routes!(guests::tokens, guests::new_token))
        .routes(routes!(guests::revoke_token))
        .routes(routes!(guests::recovery))
        .routes(routes!(guests::recover))
        .routes(routes!(matches::list, matches::create))
        .routes(routes!(matches::one))
        .routes(routes!(matches::rematch))
        .routes(routes!(commands::command))
        .routes(routes!(commands::chat))
        .routes(routes!(questions::page))
        .routes(routes!(questions::events))
        .routes(routes!(questions::legal))
        .routes(routes!(plan::plan))
        .routes(routes!(questions::lens))
        .routes(routes!(questions::spots))
        .routes(routes!(course::course))
        .routes(routes!(thoughts::thoughts))
        .routes(routes!(thoughts::hint))
        .routes(routes!(record::download))
        .routes(routes!(drawings::picture))
        .routes(routes!(drawings::animation))
        .routes(routes!(shares::create))
        .routes(routes!(shares::remember))
        .routes(routes!(live::socket))
        .routes(routes!(live::stream))
        .layer(from_fn(packing::pack_marked))
        .layer(DefaultBodyLimit::max(MOST_BYTES));
    let large = OpenApiRouter::new()
        .routes(routes!(imports::import))
        .layer(DefaultBodyLimit::max(MOST_IMPORTED));
    public.merge(small).merge(large)
}

/// The description of the API, generated from the code.
pub fn description() -> OpenApi {
    openapi::complete(api().split_for_parts().1)
}

async fn openapi_document(Extension(document): Extension<Arc<str>>) -> Response {
    let headers = [
        (header::CACHE_CONTROL, "public, max-age=300"),
        (header::CONTENT_TYPE, "application/json"),
    ];
    (headers, document.to_string()).into_response()
}

async fn health(
    axum::extract::State(registry): axum::extract::State<Arc<Registry>>,
) -> Result<&'static str, Problem> {
    // The store can be read and written, or the server is not well.
    let store = registry.store();
    store.schema_version().await?;
    let written = match store.health() {
        Ok(()) => Ok(()),
        // There may be room again: only writing tells.
        Err(_) => store.beat(registry.time.now()).await,
    };
    if written.is_err() || store.counts().broken {
        return Err(Problem::unwritable());
    }
    Ok("ok\n")
}

/// Whether a proxy should send anybody here: not while the server goes down, nor while its store is away.
async fn readiness(
    axum::extract::State(registry): axum::extract::State<Arc<Registry>>,
) -> Result<&'static str, Problem> {
    let is_closing = *registry.closing().borrow();
    if is_closing {
        return Err(Problem::away());
    }
    registry.store().schema_version().await?;
    Ok("ready\n")
}

async fn metrics(axum::extract::State(registry): axum::extract::State<Arc<Registry>>) -> Response {
    let text = registry.metrics.text(
        registry.in_memory(),
        registry.answers.waiting(),
        registry.store().counts(),
        registry.node.nodes(),
    );
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
