//! What the generated description of the API lacks: an introduction, authentication, and what problems look like.

use std::sync::Arc;

use utoipa::OpenApi as _;
use utoipa::openapi::{
    ContactBuilder, Content, InfoBuilder, OpenApi, PathItem, RefOr, ResponseBuilder, Server,
    path::Operation,
    security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
};

use vauban_table::Shelf;

use crate::{examples, schema, session::COOKIE};

/// What a problem looks like.
#[derive(utoipa::OpenApi)]
#[openapi(components(schemas(schema::Problem)))]
struct Problems;

/// The whole document.
pub fn complete(mut document: OpenApi) -> OpenApi {
    document.info = InfoBuilder::new()
        .title("Vauban")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Turn-based war games. The server asks, you answer: read a page, send \
             {command_id, ask, text}, get {seq, hash} once it is durable. Sending a command again \
             with the same id gives the same answer and does nothing twice. Every address takes \
             `?lang=en|fr`.",
        ))
        .contact(Some(ContactBuilder::new().name(Some("Vauban")).build()))
        .build();
    document.servers = Some(vec![Server::new("/api/v1")]);
    let components = document.components.get_or_insert_default();
    components.add_security_scheme(
        "session",
        SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(
            format!("{COOKIE}ID"),
            "ID is the beginning of the store's id. Behind HTTPS the name starts with `__Host-`."
                .to_owned(),
        ))),
    );
    components.add_security_scheme(
        "bearer",
        SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()),
    );
    // Problems are answers of every operation; none names them by itself.
    if let Some(problems) = Problems::openapi().components {
        components.schemas.extend(problems.schemas);
    }
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            operation.operation_id = Some(name(method, path));
            tell_what_may_always_come(method, operation);
            tell_problems(operation);
            show(operation);
        }
    }
    document
}

/// The document as it is sent. Examples speak of `a-game`; here it gets the name of one that is
/// really on the shelf.
pub fn text(document: &OpenApi, shelf: Shelf) -> Arc<str> {
    let text = serde_json::to_string(document).expect("plain data has a JSON form");
    let name = shelf
        .games()
        .next()
        .map_or("a-game", |game| game.card().name);
    text.replace("a-game", name).into()
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    [
        ("get", &mut item.get),
        ("put", &mut item.put),
        ("post", &mut item.post),
        ("delete", &mut item.delete),
        ("patch", &mut item.patch),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// `get-matches-id-page`: a name that no other operation has.
fn name(method: &str, path: &str) -> String {
    let words = path.split(['/', '{', '}']).filter(|word| !word.is_empty());
    std::iter::once(method)
        .chain(words)
        .collect::<Vec<_>>()
        .join("-")
}

/// Answers that the ingress, the limits and the store give for any operation.
fn tell_what_may_always_come(method: &str, operation: &mut Operation) {
    let reads_a_body = method != "get" && operation.request_body.is_some();
    let body = ["413"].into_iter().filter(|_| reads_a_body);
    for status in ["400", "401", "408", "421", "429", "503"]
        .into_iter()
        .chain(body)
    {
        operation
            .responses
            .responses
            .entry(status.into())
            .or_insert_with(|| RefOr::T(ResponseBuilder::new().build()));
    }
}

/// Gives the answers their examples.
fn show(operation: &mut Operation) {
    let name = operation.operation_id.as_deref().unwrap_or_default();
    let Some(example) = examples::of(name) else {
        return;
    };
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else {
            continue;
        };
        if status.starts_with('2') {
            for content in response.content.values_mut() {
                if let RefOr::T(content) = content {
                    content.example = Some(example.clone());
                }
            }
        }
    }
}

/// Every answer of 400 and above is a problem.
fn tell_problems(operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else {
            continue;
        };
        if !status.starts_with(['4', '5']) {
            continue;
        }
        let description = match response.description.is_empty() {
            true => meaning(status).to_owned(),
            false => response.description.clone(),
        };
        let schema = utoipa::openapi::Ref::from_schema_name("Problem");
        *response = ResponseBuilder::new()
            .description(description)
            .content(
                "application/problem+json",
                Content::new(Some(RefOr::Ref(schema))),
            )
            .build();
    }
}

fn meaning(status: &str) -> &'static str {
    match status {
        "400" => "the request cannot be read",
        "401" => "not signed in",
        "403" => "you don't hold that seat",
        "404" => "not found",
        "408" => "the request took too long to arrive",
        "413" => "the body is too large",
        "421" => "this server does not answer to that host name",
        "503" => {
            "the server cannot tell whether the command was saved; send the same command again"
        }
        "409" => "the question is no longer open",
        "422" => "refused, with the reasons",
        "429" => "too many requests; `retry-after` says when to try again",
        _ => "the server failed",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    /// Whether a schema shows what it means, itself or by what it refers to.
    fn is_shown(document: &Value, schema: &Value) -> bool {
        let referred = schema["$ref"]
            .as_str()
            .and_then(|name| name.strip_prefix('#'))
            .and_then(|pointer| document.pointer(pointer));
        let own = ["example", "examples"]
            .iter()
            .any(|key| !schema[*key].is_null());
        own || referred.is_some_and(|referred| is_shown(document, referred))
            || (schema["items"].is_object() && is_shown(document, &schema["items"]))
    }

    #[test]
    fn every_answer_and_every_body_has_an_example() {
        let document = serde_json::to_value(crate::description()).unwrap();
        let mut bare = Vec::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let answers = operation["responses"].as_object().into_iter().flatten();
                let answers = answers.filter(|(status, _)| status.starts_with('2'));
                let bodies = std::iter::once(&operation["requestBody"])
                    .chain(answers.map(|(_, answer)| answer))
                    .filter_map(|body| body["content"].as_object())
                    .flatten();
                for (kind, content) in bodies {
                    let shown =
                        !content["example"].is_null() || is_shown(&document, &content["schema"]);
                    if !shown {
                        bare.push(format!("{method} {path} {kind}"));
                    }
                }
            }
        }
        assert_eq!(bare, [""; 0]);
    }

    /// Whatever is said to be an object and nothing more, with where it stands.
    fn bare_objects(schema: &Value, at: &str, found: &mut Vec<String>) {
        let refers = schema["$ref"].as_str().is_some();
        let is_object = schema["type"] == "object"
            || schema["type"]
                .as_array()
                .is_some_and(|types| types.contains(&"object".into()));
        let says_more = [
            "properties",
            "additionalProperties",
            "oneOf",
            "allOf",
            "anyOf",
        ]
        .iter()
        .any(|key| !schema[*key].is_null());
        if is_object && !refers && !says_more {
            found.push(at.to_owned());
        }
        match schema {
            Value::Object(fields) => {
                for (key, value) in fields.iter().filter(|(key, _)| *key != "example") {
                    bare_objects(value, &format!("{at}/{key}"), found);
                }
            }
            Value::Array(values) => {
                for value in values {
                    bare_objects(value, at, found);
                }
            }
            _ => (),
        }
    }

    #[test]
    fn no_body_is_a_bare_object() {
        let document = serde_json::to_value(crate::description()).unwrap();
        let mut found = Vec::new();
        for part in ["paths", "components"] {
            bare_objects(&document[part], part, &mut found);
        }
        assert_eq!(found, [""; 0]);
    }
}
