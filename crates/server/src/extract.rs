//! What handlers need of a request, with problems for what cannot be read.

use std::sync::Arc;

use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, OptionalFromRequestParts, Query, Request},
    http::{HeaderMap, StatusCode, Uri, header, request::Parts},
};
use serde::de::DeserializeOwned;
use vauban_game::{Lang, Text};

use crate::{
    Problem, ingress,
    registry::Registry,
    session::{self, Visitor},
};

/// A JSON body.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;
    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => Err(match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => too_large(),
                _ => Problem::bad_request(rejection.body_text()),
            }),
        }
    }
}

pub fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-large",
        Text::fixed("the request is too large", "la requête est trop grande"),
    )
}

/// The query of the address.
#[derive(Clone, Debug)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Params<T>, Problem> {
        Query::<T>::try_from_uri(&parts.uri)
            .map(|Query(asked)| Params(asked))
            .map_err(|rejection| Problem::bad_request(rejection.body_text()))
    }
}

/// The reader's language: `?lang=`, else what the browser prefers.
#[derive(Copy, Clone, Debug)]
pub struct Language(pub Lang);

impl<S: Send + Sync> FromRequestParts<S> for Language {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Language, Problem> {
        Ok(Language(lang(&parts.uri, &parts.headers)))
    }
}

pub fn lang(uri: &Uri, headers: &HeaderMap) -> Lang {
    let asked = uri
        .query()
        .unwrap_or_default()
        .split('&')
        .find_map(|pair| pair.strip_prefix("lang="))
        .and_then(|code| code.parse().ok());
    asked.unwrap_or_else(|| {
        let accepted = headers
            .get(header::ACCEPT_LANGUAGE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        // Languages stand in the order of preference.
        accepted
            .split(',')
            .map(|range| range.trim().split(['-', ';']).next().unwrap_or_default())
            .find_map(|code| code.parse().ok())
            .unwrap_or_default()
    })
}

/// Who must be known.
impl FromRequestParts<Arc<Registry>> for Visitor {
    type Rejection = Problem;
    async fn from_request_parts(
        parts: &mut Parts,
        registry: &Arc<Registry>,
    ) -> Result<Visitor, Problem> {
        known(parts, registry)
            .await?
            .ok_or_else(Problem::no_session)
    }
}

/// Who need not be known.
impl OptionalFromRequestParts<Arc<Registry>> for Visitor {
    type Rejection = Problem;
    async fn from_request_parts(
        parts: &mut Parts,
        registry: &Arc<Registry>,
    ) -> Result<Option<Visitor>, Problem> {
        known(parts, registry).await
    }
}

/// Who it is, if it does not come too often.
pub async fn known(parts: &Parts, registry: &Registry) -> Result<Option<Visitor>, Problem> {
    let visitor = session::visitor(registry, &parts.headers).await?;
    if let Some(visitor) = &visitor {
        ingress::by_account(registry, parts, &visitor.player)?;
    }
    Ok(visitor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_asked_for_or_preferred() {
        let headers = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, value.parse().unwrap());
            headers
        };
        let page = Uri::from_static("/page?step=1&lang=fr");
        assert_eq!(lang(&page, &headers("en")), Lang::Fr);
        let page = Uri::from_static("/page?lang=xx");
        assert_eq!(lang(&page, &headers("de, fr-CA;q=0.9, en;q=0.8")), Lang::Fr);
        assert_eq!(lang(&page, &HeaderMap::new()), Lang::En);
    }
}
