//! A match as pixels, through the eyes of whoever asks: the position as a picture, all of it as an animation.

use std::{sync::Arc, time::Duration};

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use utoipa::IntoParams;
use vauban_game::Text;
use vauban_pixels::{Animation, GIF_FRAMES, Unfit, draw, fit, png, thinned};
use vauban_scene::Theme;
use vauban_table::Pictures;

use tokio::time::timeout;

use crate::{
    Problem,
    extract::Params,
    header::no_such_step,
    registry::{Registry, blocking},
    schema,
};

use super::{ViewQuery, match_request::MatchRequest};

/// The longer side of a picture, in pixels: as is usual, and at least and at most.
const SIDE: u16 = 1_200;
const SIDES: std::ops::RangeInclusive<u16> = 64..=1_600;

/// So many requests more a picture counts as, and so many frames of an animation count as one more.
const PICTURE: usize = 10;
const FRAMES_A_REQUEST: usize = 2;

/// How long is waited for others who are drawing.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Drawing {
    /// After this many steps, of those that the viewer was shown; without it, as it is now.
    step: Option<usize>,
    /// As this seat sees it, or as a spectator does (0): a seat of yours, or any seat once the match is over.
    eye: Option<u8>,
    /// `light` or `dark`.
    theme: Option<String>,
    /// How many pixels the longer side has, from 64 to 1600.
    side: Option<u16>,
}

impl Drawing {
    fn theme(&self) -> Theme {
        match self.theme.as_deref() {
            Some("dark") => Theme::Dark,
            _ => Theme::Light,
        }
    }
}

/// Draws the position of a match, now or at a past step, as a PNG.
///
/// Pictures are drawn one at a time, and count as several requests.
#[utoipa::path(get, path = "/matches/{id}/picture.png", tag = "questions",
    params(("id" = String, Path), ViewQuery, Drawing),
    responses((status = 200, content_type = "image/png", body = schema::Binary), (status = 403), (status = 404), (status = 503)))]
pub async fn picture(
    request: MatchRequest,
    Params(drawing): Params<Drawing>,
) -> Result<Response, Problem> {
    let viewer = request.through(drawing.eye)?;
    request.charge(PICTURE)?;
    let side = drawing.side.unwrap_or(SIDE);
    let side = side.clamp(*SIDES.start(), *SIDES.end());
    let (table, lang) = (Arc::clone(&request.table), request.lang);
    let drawn = request.registry.drawing(move || {
        let pictures = Pictures::new(table.play.as_ref(), viewer, lang);
        let scene = match drawing.step {
            None => pictures.now(),
            Some(step) => pictures.after(step).ok_or_else(no_such_step)?,
        };
        let (width, height) = fit(&scene, side);
        let drawn = draw(&scene, drawing.theme(), width, height);
        drawn
            .and_then(|drawn| png(&drawn))
            .ok_or_else(Problem::internal)
    });
    let drawn = drawn.await??;
    Ok(drawn_as(&request, "image/png", "png", drawn))
}

/// Draws a match as an animated GIF, a frame for each step that you were shown.
///
/// It has at most 200 frames and 4 MB: for long matches, some positions are left out, and if the file is too large, the frames are smaller. Animations are drawn one at a time, and count as many requests.
#[utoipa::path(get, path = "/matches/{id}/picture.gif", tag = "questions",
    params(("id" = String, Path), ViewQuery, Drawing),
    responses((status = 200, content_type = "image/gif", body = schema::Binary), (status = 403), (status = 404), (status = 422), (status = 503)))]
pub async fn animation(
    request: MatchRequest,
    Params(drawing): Params<Drawing>,
) -> Result<Response, Problem> {
    let viewer = request.through(drawing.eye)?;
    // By what this viewer was shown: a rate should not tell of anything else.
    let shown = request.table.play.shown_steps(viewer);
    let last = drawing.step.unwrap_or(shown);
    if last > shown {
        return Err(no_such_step());
    }
    let steps = thinned(last, GIF_FRAMES);
    request.charge(PICTURE + steps.len() / FRAMES_A_REQUEST)?;
    let (table, lang) = (Arc::clone(&request.table), request.lang);
    let drawn = request.registry.drawing(move || {
        let pictures = Pictures::new(table.play.as_ref(), viewer, lang);
        let scene = |frame: usize| pictures.after(*steps.get(frame)?);
        Animation::new(steps.len(), drawing.theme(), drawing.side, scene)
    });
    let drawn = drawn.await?.map_err(|unfit| match unfit {
        Unfit::Empty => Problem::internal(),
        Unfit::TooLarge => Problem::unprocessable(
            "too-large-to-draw",
            Text::fixed(
                "the animation would be too large: ask for fewer steps",
                "l'animation serait trop grande : demandez moins de coups",
            ),
        ),
    })?;
    Ok(drawn_as(&request, "image/gif", "gif", drawn.bytes))
}

impl Registry {
    /// Draws, off the threads that answer requests, and one at a time.
    async fn drawing<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = timeout(PATIENCE, Arc::clone(&self.drawing).acquire_owned()).await;
        let turn = turn.map_err(|_| Problem::drawing())?;
        let turn = turn.map_err(|_| Problem::drawing())?;
        // Whoever asked may have gone before it is drawn: the turn ends with the work.
        blocking(move || {
            let drawn = work();
            drop(turn);
            drawn
        })
        .await
    }
}

fn drawn_as(request: &MatchRequest, kind: &'static str, ending: &str, bytes: Vec<u8>) -> Response {
    let name = format!("inline; filename=\"{}.{ending}\"", request.room.id);
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        // What one viewer sees is for no other's cache.
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    (headers, bytes).into_response()
}
