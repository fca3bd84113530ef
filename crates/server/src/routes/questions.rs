//! Questions about a match. Each is answered through one pair of eyes: a seat of one's own, or a
//! spectator's.

use std::{collections::HashSet, sync::Arc};

use axum::{
    Json,
    extract::Path,
    http::header,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};
use vauban_game::{Lang, Seat, Text};
use vauban_scene::{Layer, Scene, Spot};
use vauban_table::{Lens, Page};

use crate::{Problem, encoder, extract::Params, header::no_such_step, schema};

use super::{
    ViewQuery,
    match_request::{MatchRequest, PAST},
    packing::Packable,
};

/// So many entries of the log count as one request more.
const ENTRIES_A_REQUEST: usize = 125;

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Moment {
    /// The page after this many steps; while the match runs, of the steps that the viewer was shown.
    step: Option<usize>,
    /// As this seat sees it, or as a spectator does (0): a seat of yours, or any seat once the match is over.
    eye: Option<u8>,
}

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Since {
    /// Only entries after this number.
    since: Option<u64>,
    /// As this seat sees it, or as a spectator does (0): a seat of yours, or any seat once the match is over.
    eye: Option<u8>,
    /// At most this many, oldest first: 1,000 unless you ask for fewer.
    most: Option<usize>,
}

/// The most entries of the log in one answer. Whoever wants more asks again, since the last one it got.
const MOST_EVENTS: usize = 1_000;

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Through {
    /// The overlay; the first if none is named.
    lens: Option<String>,
    /// For which seat, from 1; your own by default.
    of: Option<u8>,
    /// A part of the board, as the game names its parts: spots with a space or a comma between them. The
    /// whole board if none is named.
    zone: Option<String>,
}

/// Which of a position's spots are told of.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Told {
    /// Only this one, with all that its card says.
    spot: Option<String>,
}

/// What a viewer was told.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EventsBody {
    seq: u64,
    /// The chain over everything that this viewer was told.
    hash: String,
    #[schema(value_type = Vec<schema::LogEntry>)]
    events: Vec<Value>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"seat": 1, "ask": 1, "actions": ["j3j4"], "grammar": "…"}))]
pub struct LegalBody {
    seat: u8,
    ask: Option<u64>,
    actions: Vec<String>,
    /// How actions are written, in words.
    grammar: String,
}

/// A map of the position: a number for each spot.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LensBody {
    lens: &'static str,
    title: String,
    about: String,
    /// For which seat, from 1.
    #[schema(value_type = u8)]
    seat: Seat,
    /// Whether the values say what a planned action would change.
    change: bool,
    #[schema(value_type = BTreeMap<String, i32>)]
    values: serde_json::Map<String, Value>,
    /// How many spots are not 0.
    count: usize,
    /// What the numbers come to, in a sentence; of a planned action, after it.
    legend: String,
    /// Ways over the board, such as the moves of an attack, spot by spot.
    #[schema(value_type = Vec<Vec<String>>)]
    paths: Vec<Vec<Spot>>,
    /// Spots whose value may be higher, because the search for it was not finished.
    #[schema(value_type = Vec<String>)]
    at_least: Vec<Spot>,
    /// Actions that lead to the value of a spot.
    #[schema(value_type = BTreeMap<String, Vec<String>>)]
    plans: serde_json::Map<String, Value>,
    /// What else there is to say, a sentence each.
    notes: Vec<String>,
    /// The values as shades over the board.
    #[schema(value_type = schema::Layer)]
    layer: Layer,
    /// What the position as a whole comes to, in a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<String>,
}

impl LensBody {
    pub fn new(lens: &Lens, backdrop: &Scene, reading: Option<Text>, lang: Lang) -> LensBody {
        let values = lens.shown().iter();
        let (plans, notes) = (lens.map.plans.iter(), lens.map.notes.iter());
        LensBody {
            lens: lens.card.name,
            title: lens.card.title.of(lang).to_owned(),
            about: lens.card.about.of(lang).to_owned(),
            seat: lens.seat,
            change: lens.change.is_some(),
            values: values
                .map(|(spot, value)| (spot.0.clone(), json!(value)))
                .collect(),
            count: lens.count(),
            legend: lens.legend.of(lang).to_owned(),
            paths: lens.map.paths.clone(),
            at_least: lens.map.at_least.clone(),
            plans: plans
                .map(|(spot, actions)| (spot.0.clone(), json!(actions)))
                .collect(),
            notes: notes.map(|note| note.of(lang).to_owned()).collect(),
            layer: lens.layer(backdrop),
            reading: reading.map(|reading| reading.of(lang).to_owned()),
        }
    }
}

/// What is at a spot, in a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"spot": "e2", "title": "…"}))]
pub struct SpotBody {
    spot: String,
    title: String,
    /// What its card says, if one spot was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Vec<String>>)]
    lines: Vec<(String, String)>,
}

/// A page, with where it stands if it is of the past. Never through a tree of values, which would write
/// its numbers otherwise than a live frame does.
#[derive(Debug, Serialize)]
pub struct PageBody {
    #[serde(flatten)]
    page: Page,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
}

/// Returns everything that one screen shows, now or at a past step.
///
/// A page of the past has `step`, and `steps`: how many there are.
#[utoipa::path(get, path = "/matches/{id}/page", tag = "questions",
    params(("id" = String, Path), ViewQuery, Moment),
    responses((status = 200, body = schema::Page), (status = 403), (status = 404)))]
pub async fn page(
    request: MatchRequest,
    Params(moment): Params<Moment>,
) -> Result<Json<PageBody>, Problem> {
    let viewer = request.through(moment.eye)?;
    let Some(step) = moment.step else {
        let mut page = encoder::page(&request.table, viewer, request.lang, request.now);
        // Only who holds a seat is asked.
        if viewer
            .seat()
            .is_some_and(|seat| !request.access.seats.contains(seat))
        {
            page.ask = None;
        }
        return Ok(Json(PageBody {
            page,
            step: None,
            steps: None,
        }));
    };
    request.charge(PAST)?;
    let play = request.table.play.as_ref();
    let (of, steps) = (play.step_of(viewer, step), play.shown_steps(viewer));
    let page = of.and_then(|of| play.past_page(viewer, of, request.lang));
    Ok(Json(PageBody {
        page: page.ok_or_else(no_such_step)?,
        step: Some(step),
        steps: Some(steps),
    }))
}

/// Returns the background of the board, which never changes.
///
/// The hash is the one in the page; the answer may be cached for ever.
#[utoipa::path(get, path = "/matches/{id}/backdrops/{hash}", tag = "questions",
    params(("id" = String, Path), ("hash" = String, Path), ViewQuery),
    responses((status = 200, body = schema::Backdrop), (status = 404)))]
pub async fn backdrop(
    request: MatchRequest,
    Path((_id, hash)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let backdrop = Lang::ALL
        .into_iter()
        .map(|lang| request.table.play.backdrop(lang))
        .find(|backdrop| backdrop.hash == hash);
    let backdrop = backdrop.ok_or_else(|| {
        Problem::not_found("no-such-backdrop", "unknown backdrop", "décor inconnu")
    })?;
    let kept = [(
        header::CACHE_CONTROL,
        "private, max-age=31536000, immutable",
    )];
    Ok((kept, Json(backdrop)).into_response())
}

/// Lists the log entries after a number, with the hash chain over the whole log.
#[utoipa::path(get, path = "/matches/{id}/events", tag = "questions",
    params(("id" = String, Path), ViewQuery, Since),
    responses((status = 200, body = EventsBody), (status = 403), (status = 404)))]
pub async fn events(
    request: MatchRequest,
    Params(since): Params<Since>,
) -> Result<Json<EventsBody>, Problem> {
    let (viewer, lang) = (request.through(since.eye)?, request.lang);
    let (seq, hash) = request.table.play.told(viewer);
    let (first, most) = (
        since.since.unwrap_or(0),
        since.most.unwrap_or(MOST_EVENTS).min(MOST_EVENTS),
    );
    let left = usize::try_from(seq.saturating_sub(first)).unwrap_or(usize::MAX);
    request.charge(left.min(most) / ENTRIES_A_REQUEST)?;
    let table = Arc::clone(&request.table);
    let told = request.registry.question(move || {
        let log = table.play.log(viewer, first, most);
        encoder::entries(&log, lang)
    });
    Ok(Json(EventsBody {
        seq,
        hash,
        events: told.await?,
    }))
}

/// Lists the actions that your seat may take now.
#[utoipa::path(get, path = "/matches/{id}/legal", tag = "questions",
    params(("id" = String, Path), ViewQuery),
    responses((status = 200, body = LegalBody), (status = 403), (status = 404)))]
pub async fn legal(request: MatchRequest) -> Result<Json<LegalBody>, Problem> {
    let seat = request.seat()?;
    let play = request.table.play.as_ref();
    let started = request.table.started;
    Ok(Json(LegalBody {
        seat: seat.number(),
        ask: play.ask(seat).filter(|_| started),
        actions: if started {
            play.questions().legal(seat)
        } else {
            Vec::new()
        },
        grammar: play.grammar().of(request.lang).to_owned(),
    }))
}

/// Returns an overlay of the board: a number for each spot.
#[utoipa::path(get, path = "/matches/{id}/lens", tag = "questions",
    params(("id" = String, Path), ViewQuery, Moment, Through),
    responses((status = 200, body = LensBody), (status = 403), (status = 404), (status = 422)))]
pub async fn lens(
    request: MatchRequest,
    Params(moment): Params<Moment>,
    Params(through): Params<Through>,
) -> Result<Response, Problem> {
    let viewer = request.through(moment.eye)?;
    let of = match through.of {
        Some(number) => request.table.seat(number)?,
        None => viewer.seat().unwrap_or(Seat(0)),
    };
    let lang = request.lang;
    let packable = Packable::told(request.table.play.as_ref(), viewer);
    let registry = Arc::clone(&request.registry);
    let questions = request.questions_at(viewer, moment.step)?;
    let told = registry
        .question(move || {
            let name = through.lens.as_deref();
            let lens = match &through.zone {
                Some(zone) => questions.lens_in(viewer, name, of, zone)?,
                None => questions.lens(viewer, name, of, None)?,
            };
            let reading = questions.reading(viewer);
            let backdrop = questions.backdrop(lang);
            Ok::<LensBody, Problem>(LensBody::new(&lens, &backdrop, reading, lang))
        })
        .await??;
    Ok((packable, Json(told)).into_response())
}

/// Lists what is at every spot of the board, in drawing order, for screen readers.
#[utoipa::path(get, path = "/matches/{id}/spots", tag = "questions",
    params(("id" = String, Path), ViewQuery, Moment, Told),
    responses((status = 200, body = [SpotBody]), (status = 403), (status = 404)))]
pub async fn spots(
    request: MatchRequest,
    Params(moment): Params<Moment>,
    Params(asked): Params<Told>,
) -> Result<Response, Problem> {
    let (viewer, lang) = (request.through(moment.eye)?, request.lang);
    let packable = Packable::told(request.table.play.as_ref(), viewer);
    let registry = Arc::clone(&request.registry);
    let questions = request.questions_at(viewer, moment.step)?;
    let told: Vec<SpotBody> = registry
        .question(move || {
            let scene = questions.picture(viewer, lang);
            let mut known = HashSet::new();
            let told = |spot: &Spot| {
                let card = questions.spot_card(viewer, spot, lang)?;
                let lines = asked.spot.as_ref().map(|_| card.lines);
                Some(SpotBody {
                    spot: spot.0.clone(),
                    title: card.title,
                    lines: lines.unwrap_or_default(),
                })
            };
            let wanted = |spot: &&Spot| asked.spot.as_ref().is_none_or(|one| *one == spot.0);
            scene
                .shapes()
                .filter_map(|shape| shape.spot.as_ref())
                .filter(wanted)
                .filter(|spot| known.insert(*spot))
                .filter_map(told)
                .collect()
        })
        .await?;
    Ok((packable, Json(told)).into_response())
}
