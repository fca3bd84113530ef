//! What handlers extract from a request, with a problem for whatever cannot be read.

use std::sync::Arc;

use axum::{
    Json,
    extract::{
        FromRequest, FromRequestParts, OptionalFromRequestParts, Query, Request,
        rejection::JsonRejection,
    },
    http::{HeaderMap, StatusCode, Uri, header, request::Parts},
};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use vauban_game::{Lang, Text, shorten, text};

use crate::{
    Problem,
    ingress::{self, ClientAddr},
    registry::Registry,
    session::{self, Visitor},
};

/// A JSON body.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;
    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        match Json::<Box<RawValue>>::from_request(request, state).await {
            Ok(Json(body)) => read_json(body.get()).map(Body),
            Err(rejection) => Err(match (rejection.status(), &rejection) {
                (StatusCode::PAYLOAD_TOO_LARGE, _) => too_large(),
                (_, JsonRejection::MissingJsonContentType(_)) => Problem::unreadable(Text::fixed(
                    "a body must have the content type application/json",
                    "un corps doit avoir le type de contenu application/json",
                )),
                _ => not_json(),
            }),
        }
    }
}

/// What a JSON text says, or a sentence about what is wrong with it.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let told: T = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let field = error.path().to_string();
        match error.inner().is_data() {
            true => Problem::unreadable(wrong(&field, &error.inner().to_string())),
            false => not_json(),
        }
    })?;
    match reader.end() {
        Ok(()) => Ok(told),
        Err(_) => Err(not_json()),
    }
}

fn not_json() -> Problem {
    Problem::unreadable(Text::fixed(
        "the body is not valid JSON",
        "le corps n'est pas du JSON valide",
    ))
}

/// What is wrong at `field`, in our own words instead of the reader's, of which `error` is one.
fn wrong(field: &str, error: &str) -> Text {
    // What is quoted: the name that is wrong, then those that would be right.
    let mut names = error.split('`').skip(1).step_by(2);
    let name = shorten(names.next().unwrap_or_default());
    let known = names.collect::<Vec<_>>().join(", ");
    if error.starts_with("missing field") {
        text!(
            "the field `{name}` is missing",
            "le champ « {name} » manque"
        )
    } else if error.starts_with("unknown variant") && !known.is_empty() {
        text!(
            "unknown value `{name}`; available: {known}",
            "valeur inconnue : « {name} » ; disponibles : {known}"
        )
    } else if error.starts_with("unknown field") && !known.is_empty() {
        text!(
            "unknown field `{name}`; available: {known}",
            "champ inconnu : « {name} » ; disponibles : {known}"
        )
    } else if field == "." {
        Text::fixed(
            "a field has a value of the wrong kind",
            "un champ a une valeur du mauvais genre",
        )
    } else {
        let field = shorten(field);
        text!(
            "the field `{field}` has a value of the wrong kind",
            "le champ « {field} » a une valeur du mauvais genre"
        )
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
            .map_err(|rejection| {
                let told = rejection.body_text();
                let error = told.split_once("query string: ").map_or("", |(_, why)| why);
                let field = error.split_once(": ").map_or(".", |(field, _)| field);
                Problem::unreadable(wrong(field, error))
            })
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
        if let Some(client) = parts.extensions.get::<ClientAddr>() {
            registry
                .agents
                .note(&visitor.player, registry.origin(*client));
        }
    }
    Ok(visitor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody reads "missing field `x` at line 1 column 2".
    #[test]
    fn what_cannot_be_read_is_told_in_one_sentence_that_names_the_field() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        enum Colour {
            Red,
            DarkBlue,
        }
        #[derive(Debug, serde::Deserialize)]
        #[allow(dead_code, reason = "only read")]
        struct Paint {
            colour: Colour,
            layers: Vec<u8>,
        }
        let told = |text: &str, lang: Lang| {
            let problem = read_json::<Paint>(text).unwrap_err();
            let body: serde_json::Value = serde_json::from_slice(&problem.body(lang)).unwrap();
            assert_eq!(body["status"], 400);
            body["title"].as_str().unwrap().to_owned()
        };
        for (text, sentence) in [
            ("{", "the body is not valid JSON"),
            (
                r#"{"colour": "red", "layers": []} x"#,
                "the body is not valid JSON",
            ),
            (r#"{"colour": "red"}"#, "the field `layers` is missing"),
            (
                r#"{"colour": "green", "layers": []}"#,
                "unknown value `green`; available: red, dark-blue",
            ),
            (
                r#"{"colour": "red", "layers": [1, "two"]}"#,
                "the field `layers[1]` has a value of the wrong kind",
            ),
        ] {
            assert_eq!(told(text, Lang::En), sentence, "{text}");
        }
        let missing = told(r#"{"colour": "red"}"#, Lang::Fr);
        assert_eq!(missing, "le champ « layers » manque");
    }

    #[test]
    fn a_parameter_that_cannot_be_read_is_named() {
        #[derive(Debug, serde::Deserialize)]
        #[allow(dead_code, reason = "only read")]
        struct Asked {
            step: Option<u32>,
        }
        let uri = Uri::from_static("/page?step=soon");
        let (mut parts, ()) = axum::http::Request::builder()
            .uri(uri)
            .body(())
            .unwrap()
            .into_parts();
        let read = Params::<Asked>::from_request_parts(&mut parts, &());
        let problem = futures_util::FutureExt::now_or_never(read)
            .unwrap()
            .unwrap_err();
        let body: serde_json::Value = serde_json::from_slice(&problem.body(Lang::En)).unwrap();
        let sentence = "the field `step` has a value of the wrong kind";
        assert_eq!(body["title"], sentence);
    }

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
