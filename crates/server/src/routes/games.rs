//! What there is to play.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;
use vauban_game::{Lang, Seat, Values};
use vauban_table::{AnyGame, Opening};

use crate::{Problem, extract::Language, registry::Registry};

#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"name": "a-game", "title": "A Game", "about": "…", "seats": {"min": 2, "max": 2}, "seat_names": ["Blue", "Red"], "options": [], "levels": [{"level": 1, "agent": "uniform", "about": "…"}]}))]
pub struct GameBody {
    name: &'static str,
    title: String,
    about: String,
    seats: SeatsBody,
    /// What the seats are called when nothing is chosen.
    seat_names: Vec<String>,
    options: Vec<OptionBody>,
    /// From the weakest to the strongest.
    levels: Vec<LevelBody>,
}

#[derive(Debug, Serialize, ToSchema)]
struct SeatsBody {
    min: u8,
    max: u8,
}

#[derive(Debug, Serialize, ToSchema)]
struct OptionBody {
    name: &'static str,
    title: String,
    default: Option<&'static str>,
    /// `one-of`, `number`, `seed` or `word`.
    kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<ValueBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<u32>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ValueBody {
    value: &'static str,
    about: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct LevelBody {
    /// From 1; a seat is given to it as `agent:1`.
    level: usize,
    agent: &'static str,
    about: String,
}

fn body(game: &dyn AnyGame, lang: Lang) -> GameBody {
    let card = game.card();
    let agents = game.agents();
    GameBody {
        name: card.name,
        title: card.title.of(lang).to_owned(),
        about: card.about.of(lang).to_owned(),
        seats: SeatsBody {
            min: card.seats.0,
            max: card.seats.1,
        },
        seat_names: seat_names(game, lang),
        options: card
            .settings
            .iter()
            .map(|setting| {
                let mut option = OptionBody {
                    name: setting.name,
                    title: setting.title.of(lang).to_owned(),
                    default: setting.default,
                    kind: "word",
                    values: Vec::new(),
                    min: None,
                    max: None,
                };
                match &setting.values {
                    Values::OneOf(words) => {
                        option.kind = "one-of";
                        option.values = words
                            .iter()
                            .map(|(value, about)| ValueBody {
                                value,
                                about: about.of(lang).to_owned(),
                            })
                            .collect();
                    }
                    Values::Number(least, most) => {
                        option.kind = "number";
                        (option.min, option.max) = (Some(*least), Some(*most));
                    }
                    Values::Seed => option.kind = "seed",
                    Values::Word => (),
                }
                option
            })
            .collect(),
        levels: (1..)
            .zip(game.levels())
            .map(|(level, of)| LevelBody {
                level,
                agent: of.agent,
                about: agents
                    .iter()
                    .find(|agent| agent.name == of.agent)
                    .map_or_else(String::new, |agent| agent.about.of(lang).to_owned()),
            })
            .collect(),
    }
}

fn seat_names(game: &dyn AnyGame, lang: Lang) -> Vec<String> {
    let Ok(table) = game.open(Opening::seeded(0)) else {
        return Vec::new();
    };
    (0..table.seats())
        .map(|seat| table.seat_name(Seat(seat)).of(lang).to_owned())
        .collect()
}

/// Lists the games with their options and the levels of their programs.
#[utoipa::path(get, path = "/games", tag = "games", responses((status = 200, body = [GameBody])))]
pub async fn list(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
) -> Json<Vec<GameBody>> {
    Json(
        registry
            .shelf()
            .games()
            .map(|game| body(game, lang))
            .collect(),
    )
}

/// Returns one game.
#[utoipa::path(get, path = "/games/{game}", tag = "games",
    params(("game" = String, Path, example = "a-game")),
    responses((status = 200, body = GameBody), (status = 404)))]
pub async fn one(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    Path(game): Path<String>,
) -> Result<Json<GameBody>, Problem> {
    Ok(Json(body(find(&registry, &game)?, lang)))
}

/// Returns the rules of a game as Markdown.
#[utoipa::path(get, path = "/games/{game}/rules", tag = "games",
    params(("game" = String, Path, example = "a-game")),
    responses((status = 200, content_type = "text/markdown", body = String), (status = 404)))]
pub async fn rules(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    Path(game): Path<String>,
) -> Result<Response, Problem> {
    let table = find(&registry, &game)?.open(Opening::seeded(0))?;
    let kind = [(header::CONTENT_TYPE, "text/markdown; charset=utf-8")];
    Ok((kind, table.rulebook(lang)).into_response())
}

pub fn find(registry: &Registry, name: &str) -> Result<&'static dyn AnyGame, Problem> {
    registry.shelf().find(name).map_err(|_| {
        Problem::not_found(
            "no-such-game",
            "there is no such game",
            "il n'y a pas de tel jeu",
        )
    })
}
