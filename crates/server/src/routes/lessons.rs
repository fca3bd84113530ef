//! Lessons and the diagrams of the rules. Nothing is stored, and no account is needed.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use utoipa::IntoParams;
use vauban_game::Viewer;
use vauban_scene::{Theme, svg_image};

use crate::{
    Problem,
    encoder::Observer,
    extract::{Language, Params},
    lesson::{LEARNER, Lesson},
    registry::Registry,
    schema,
};

use super::{games::find, pictures::drawn};

/// How far a lesson is.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Walk {
    /// What the learner did so far: actions with `;` between them.
    #[serde(default)]
    played: String,
    /// The number of the last log entry that is known: later ones come with what they changed in the picture.
    since: Option<u64>,
    /// `en` or `fr`; by default what the browser prefers.
    #[allow(dead_code, reason = "read by the extractor of languages")]
    lang: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Look {
    /// `light` or `dark`.
    theme: Option<String>,
    /// `en` or `fr`; by default what the browser prefers.
    #[allow(dead_code, reason = "read by the extractor of languages")]
    lang: Option<String>,
}

/// Returns the lesson of a game after some actions, as a live frame of a match is.
///
/// Nothing is stored: whoever goes on sends all actions again with the next one. An action that the rules refuse, or
/// that is not what the task asks for, is refused with its reasons. Questions about the lesson are asked as of a match
/// whose id is the one in the frame, with the same `played`.
#[utoipa::path(get, path = "/games/{game}/lesson", tag = "games",
    params(("game" = String, Path, example = "a-game"), Walk),
    responses((status = 200, body = schema::LessonFrame), (status = 404), (status = 422)))]
pub async fn lesson(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    Path(game): Path<String>,
    Params(walk): Params<Walk>,
) -> Result<Response, Problem> {
    let asked = Arc::clone(&registry);
    let frame = registry
        .question(move || {
            let now = asked.time.now();
            let Lesson { room, table } = Lesson::open(&asked, &game, &walk.played, lang, now)?;
            let mut observer = Observer::new(Some(LEARNER.to_owned()), None, None, lang);
            let learner = table.held_by(LEARNER).iter().next();
            if let (Some(seat), Some(seq)) = (learner, walk.since) {
                observer.resume(Viewer::Seat(seat), seq);
            }
            let frame = observer.frame(&room, &table, now, &asked.metrics);
            frame.ok_or_else(Problem::internal)
        })
        .await??;
    let kind = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((kind, frame).into_response())
}

/// Draws a diagram of the rules.
#[utoipa::path(get, path = "/games/{game}/diagrams/{name}", tag = "games",
    params(("game" = String, Path, example = "a-game"), ("name" = String, Path), Look),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404)))]
pub async fn diagram(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    Path((game, name)): Path<(String, String)>,
    Params(look): Params<Look>,
) -> Result<Response, Problem> {
    let theme = match look.theme.as_deref() {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
    };
    let game = find(&registry, &game)?;
    let picture = registry
        .question(move || {
            game.diagram(&name, lang)
                .map(|scene| svg_image(&scene, theme))
        })
        .await?;
    let picture = picture.ok_or_else(|| {
        Problem::not_found("no-such-diagram", "unknown diagram", "schéma inconnu")
    })?;
    Ok(drawn(picture, "public, max-age=300"))
}
