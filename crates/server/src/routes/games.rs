//! What there is to play.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Json,
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;
use vauban_game::{Lang, Seat, Text, Values};
use vauban_table::{AnyGame, Door, Level, Opening, commands};

use crate::{
    Problem,
    extract::{Language, Params},
    registry::Registry,
};

#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"name": "a-game", "title": "A Game", "about": "…", "goal": "…", "minutes": {"min": 15, "max": 40}, "phases": [{"name": "attack", "title": "attack"}], "seats": {"min": 2, "max": 2}, "seat_names": ["Blue", "Red"], "seat_colours": "usual", "presets": [{"name": "usual", "title": "Usual rules", "about": "…", "seats": {"min": 2, "max": 2}, "options": {}}], "featured": [], "options": [], "levels": [{"level": 1, "name": "Recruit", "agent": "uniform", "about": "…", "rating": 0}], "commands": [{"word": "why", "form": "why ACTION", "about": "…"}]}))]
pub struct GameBody {
    name: &'static str,
    title: String,
    about: String,
    /// How to win, in one sentence.
    goal: String,
    /// How long a match usually takes people, in minutes.
    minutes: RangeBody,
    /// The phases of a turn, in order; none if a turn is a single action.
    phases: Vec<PhaseBody>,
    seats: RangeBody,
    /// What the seats are called, for as many seats as a preset can have.
    seat_names: Vec<String>,
    /// The set of colours that the seats have: `usual`, unless the game has its own.
    seat_colours: &'static str,
    /// Named sets of options; the first is the game with its defaults.
    presets: Vec<PresetBody>,
    /// The presets among which somebody new to the game is asked to choose, best first.
    featured: Vec<&'static str>,
    options: Vec<OptionBody>,
    /// From the weakest to the strongest.
    levels: Vec<LevelBody>,
    /// What can be typed in a match besides actions.
    commands: Vec<TypedBody>,
    /// Its lesson, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson: Option<LessonBody>,
}

#[derive(Debug, Serialize, ToSchema)]
struct LessonBody {
    title: String,
    /// How many tasks it has.
    tasks: usize,
}

#[derive(Debug, Serialize, ToSchema)]
struct RangeBody {
    min: u16,
    max: u16,
}

#[derive(Debug, Serialize, ToSchema)]
struct PhaseBody {
    name: &'static str,
    title: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct PresetBody {
    name: &'static str,
    title: String,
    /// What is different, in one sentence.
    about: String,
    /// How many seats it can have; a match has the fewest unless `seat_count` says otherwise.
    seats: RangeBody,
    /// The options that it sets; the others keep their defaults.
    options: BTreeMap<&'static str, &'static str>,
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
    /// What it is called; the same in every game.
    name: String,
    /// The program behind it; a seat is given to one by name as `agent:uniform`.
    agent: &'static str,
    /// How it plays.
    about: String,
    /// In Elo; whoever draws evenly among all actions has 0.
    rating: i16,
}

#[derive(Debug, Serialize, ToSchema)]
struct TypedBody {
    word: &'static str,
    /// How it is written; capitals stand for something, brackets for what can be left out.
    form: &'static str,
    about: String,
}

fn body(game: &dyn AnyGame, lang: Lang) -> GameBody {
    let card = game.card();
    GameBody {
        name: card.name,
        title: card.title.of(lang).to_owned(),
        about: card.about.of(lang).to_owned(),
        goal: card.goal.of(lang).to_owned(),
        minutes: range(card.minutes),
        phases: card
            .phases
            .iter()
            .map(|phase| PhaseBody {
                name: phase.name,
                title: phase.title.of(lang).to_owned(),
            })
            .collect(),
        seats: range(card.seats),
        seat_names: seat_names(game, lang),
        seat_colours: game.paints().seat_colours().name,
        presets: card
            .presets
            .iter()
            .map(|preset| PresetBody {
                name: preset.name,
                title: preset.title.of(lang).to_owned(),
                about: preset.about.of(lang).to_owned(),
                seats: range(card.seats_of(preset)),
                options: preset.settings.iter().copied().collect(),
            })
            .collect(),
        featured: card.featured.to_vec(),
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
                name: Level::name(level).of(lang).to_owned(),
                agent: of.agent,
                about: of.about.of(lang).to_owned(),
                rating: of.rating,
            })
            .collect(),
        commands: commands(Door::Page)
            .map(|command| TypedBody {
                word: command.word,
                form: command.form,
                about: command.about.of(lang).to_owned(),
            })
            .collect(),
        lesson: game.lesson().map(|lesson| LessonBody {
            title: lesson.title.of(lang).to_owned(),
            tasks: lesson.tasks,
        }),
    }
}

fn range<N: Into<u16>>((min, max): (N, N)) -> RangeBody {
    RangeBody {
        min: min.into(),
        max: max.into(),
    }
}

/// The names of all seats, in the preset with the most of them.
fn seat_names(game: &dyn AnyGame, lang: Lang) -> Vec<String> {
    let card = game.card();
    let mut opening = Opening::seeded(0);
    if let Some(preset) = card
        .presets
        .iter()
        .max_by_key(|preset| card.seats_of(preset).1)
    {
        let most = Some(card.seats_of(preset).1);
        opening.seats = card
            .fill_in(preset.name, &mut opening.settings, most)
            .expect("it is the card's own");
    }
    let Ok(table) = game.open(opening) else {
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

/// Returns the rules of a game as Markdown, with the values of its options in force marked.
///
/// Every other parameter of the query is an option of the game.
#[utoipa::path(get, path = "/games/{game}/rules", tag = "games",
    params(("game" = String, Path, example = "a-game"),
        ("seats" = Option<u8>, Query, description = "how many seats, if not as many as usual")),
    responses((status = 200, content_type = "text/markdown", body = String), (status = 404), (status = 422)))]
pub async fn rules(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    Path(game): Path<String>,
    Params(mut settings): Params<BTreeMap<String, String>>,
) -> Result<Response, Problem> {
    for other in ["lang", "key"] {
        settings.remove(other);
    }
    let seats = seats(&mut settings)?;
    // Without a choice nothing is in force yet.
    let chosen = seats.is_some() || !settings.is_empty();
    let game = find(&registry, &game)?;
    let opening = Opening {
        settings,
        seats,
        ..Opening::seeded(0)
    };
    let table = registry.question(move || game.open(opening)).await??;
    let kind = [(header::CONTENT_TYPE, "text/markdown; charset=utf-8")];
    let book = match chosen {
        true => table.rules_in_force(lang),
        false => table.rulebook(lang).to_owned(),
    };
    Ok((kind, book).into_response())
}

/// The number of seats among the parameters of a query, which are options otherwise.
pub fn seats(settings: &mut BTreeMap<String, String>) -> Result<Option<u8>, Problem> {
    match settings.remove("seats").map(|seats| seats.parse()) {
        None => Ok(None),
        Some(Ok(seats)) => Ok(Some(seats)),
        Some(Err(_)) => Err(Problem::bad_request(Text::fixed(
            "seats is a number",
            "seats est un nombre",
        ))),
    }
}

pub fn find(registry: &Registry, name: &str) -> Result<&'static dyn AnyGame, Problem> {
    registry
        .shelf()
        .find(name)
        .map_err(|_| Problem::not_found("no-such-game", "unknown game", "jeu inconnu"))
}
