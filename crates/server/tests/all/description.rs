//! The description of the API is true: real answers of every game fit the schemas that it gives for them.

use serde_json::{Value, json};

use crate::{
    client::{Answer, Client, answers},
    host::{Host, catalogue},
};

/// The description, and what did not fit it.
struct Described {
    document: Value,
    wrong: Vec<String>,
}

impl Described {
    /// Whether `value` fits `schema`; says where not.
    fn check(&mut self, schema: &Value, value: &Value, at: &str) {
        let before = self.wrong.len();
        if let Some(name) = schema["$ref"].as_str() {
            let schema = self.document.pointer(&name[1..]).cloned();
            return self.check(&schema.expect("a schema"), value, at);
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.check(part, value, at);
        }
        let one_of = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
        if let Some(all) = one_of.cloned() {
            let fits = all.iter().any(|one| {
                self.check(one, value, at);
                let fits = self.wrong.len() == before;
                self.wrong.truncate(before);
                fits
            });
            if !fits {
                self.wrong
                    .push(format!("{at}: {value} is none of {}", all.len()));
            }
            return;
        }
        let kinds = match &schema["type"] {
            Value::Array(kinds) => kinds.clone(),
            Value::Null => Vec::new(),
            kind => vec![kind.clone()],
        };
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let is_kind = |wanted: &Value| wanted == kind || (kind == "integer" && wanted == "number");
        if !kinds.is_empty() && !kinds.iter().any(is_kind) {
            self.wrong.push(format!("{at}: {value} is no {kinds:?}"));
        }
        for (number, item) in value.as_array().into_iter().flatten().enumerate() {
            let items = match &schema["prefixItems"][number] {
                Value::Null => &schema["items"],
                schema => schema,
            };
            self.check(items, item, &format!("{at}[]"));
        }
        let Some(fields) = value.as_object().filter(|_| !kinds.is_empty()) else {
            return;
        };
        for name in schema["required"].as_array().into_iter().flatten() {
            let name = name.as_str().expect("a name");
            if !fields.contains_key(name) {
                self.wrong.push(format!("{at}: {name} is missing"));
            }
        }
        for (name, field) in fields {
            match (&schema["properties"][name], &schema["additionalProperties"]) {
                (Value::Null, Value::Null | Value::Bool(false)) => {
                    self.wrong.push(format!("{at}: {name} is not described"));
                }
                (Value::Null, more) => self.check(more, field, &format!("{at}.{name}")),
                (schema, _) => self.check(schema, field, &format!("{at}.{name}")),
            }
        }
    }

    /// Checks the answer to GET `path`, which the description has as `of`.
    async fn ask(&mut self, client: &mut Client, of: &str, path: &str) -> Value {
        let answer = client.get(path).await;
        self.fits(&answer, "get", of, path)
    }

    /// Checks the answer to POST `path`.
    async fn post(&mut self, client: &mut Client, of: &str, path: &str, body: Value) -> Value {
        let answer = client.post(path, body).await;
        self.fits(&answer, "post", of, path)
    }

    fn fits(&mut self, answer: &Answer, method: &str, of: &str, path: &str) -> Value {
        let status = answer.status.as_u16().to_string();
        let content = &self.document["paths"][of][method]["responses"][&status]["content"];
        let kind = match answer.status.is_success() {
            true => "application/json",
            false => "application/problem+json",
        };
        let schema = content[kind]["schema"].clone();
        assert!(!schema.is_null(), "{of} {status} is not described");
        let told = answer.json();
        self.check(&schema, &told, path);
        told
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn real_answers_fit_their_schemas() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let mut described = Described {
        document: guest.get("/openapi.json").await.ok(),
        wrong: Vec::new(),
    };
    described.ask(&mut guest, "/games", "/games").await;
    for game in catalogue().games() {
        let name = game.card().name;
        let lesson = format!("/games/{name}/lesson");
        let of = "/games/{game}/lesson";
        let frame = described.ask(&mut guest, of, &lesson).await;
        let first = &frame["page"]["lesson"]["solution"][0];
        let first = first.as_str().unwrap_or_default().replace('+', "%2B");
        let next = format!("{lesson}?played={first}&since=0");
        described.ask(&mut guest, of, &next).await;
        let tempo = json!({"kind": "increment", "stock": 600, "increment": 5});
        let body = json!({"game": name, "seats": ["me", "me"], "tempo": tempo});
        let room = guest.post("/matches", body).await.ok();
        let id = room["id"].as_str().expect("an id").to_owned();
        let path = format!("/matches/{id}");
        for number in 0..12 {
            let question = format!("{path}/page");
            let page = described.ask(&mut guest, "/matches/{id}/page", &question);
            let page = page.await;
            let Some(text) = answers(&page).into_iter().nth(number % 3) else {
                break;
            };
            let spots = guest.get(&format!("{path}/spots")).await.ok();
            let lens = page["lenses"]
                .get(0)
                .map(|lens| json!({"lens": lens["name"]}));
            let plan = json!({
                "actions": [text, "nonsense"], "spot": spots[0]["spot"],
                "lenses": lens.into_iter().collect::<Vec<_>>(),
            });
            let question = format!("{path}/plan");
            described
                .post(&mut guest, "/matches/{id}/plan", &question, plan)
                .await;
            let answer =
                json!({"command_id": format!("c{number}"), "ask": page["ask"]["id"], "text": text});
            guest.post(&format!("{path}/commands"), answer).await.ok();
        }
        let page = guest.get(&format!("{path}/page")).await.ok();
        let backdrop = page["backdrop"].as_str().expect("a name");
        for (of, question) in [
            ("", String::new()),
            ("/backdrops/{hash}", format!("/backdrops/{backdrop}")),
            ("/events", "/events".into()),
            ("/legal", "/legal".into()),
            ("/lens", "/lens".into()),
            ("/spots", "/spots".into()),
            ("/spots", "/spots?step=3".into()),
            ("/lens", "/lens?step=2&eye=1".into()),
            ("/course", "/course".into()),
            ("/page", "/page?step=1".into()),
            ("/page", "/page?step=9999".into()),
        ] {
            let of = format!("/matches/{{id}}{of}");
            described
                .ask(&mut guest, &of, &format!("{path}{question}"))
                .await;
        }
    }
    for list in ["/matches", "/me/matches", "/me", "/me/tokens"] {
        described.ask(&mut guest, list, list).await;
    }
    described.wrong.dedup();
    described.wrong.truncate(20);
    assert!(described.wrong.is_empty(), "{:#?}", described.wrong);
    host.stop().await;
}
