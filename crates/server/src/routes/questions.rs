//! Questions about a match. Each is answered through one pair of eyes: a seat of one's own, or a
//! spectator's.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};
use vauban_game::{Lang, Seat, Viewer};
use vauban_scene::Spot;
use vauban_table::{Lens, Page};

use crate::{
    Problem, encoder,
    encoder::Eye,
    extract::{Asked, Tongue},
    hall::{Hall, Room, Seated, blocking},
    header::no_such_step,
    plan::Access,
    session::Visitor,
};

use super::Looking;

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Moment {
    /// The page as it was after so many steps, of those that the viewer was shown while it runs.
    step: Option<usize>,
    /// Through the eyes of this seat, or of nobody's (0): one's own, or anybody's when it is over.
    eye: Option<u8>,
}

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Since {
    /// Only what came after this number of the viewer's.
    since: Option<u64>,
}

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Planned {
    /// An action in the game's notation.
    text: Option<String>,
    /// Or the spots that were clicked, with commas between.
    path: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Through {
    /// The lens; the first if none is named.
    lens: Option<String>,
    /// For which seat, from 1; one's own if none is named.
    of: Option<u8>,
    /// A planned action: what it would change.
    after: Option<String>,
}

/// What a viewer was told.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EventsBody {
    seq: u64,
    /// The chain over everything that this viewer was told.
    hash: String,
    #[schema(value_type = Vec<Object>)]
    events: Vec<Value>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"seat": 1, "ask": 1, "actions": ["j3j4"]}))]
pub struct LegalBody {
    seat: u8,
    ask: Option<u64>,
    actions: Vec<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"text": "j3j9", "allowed": false, "refusals": [{"code": "too-far", "text": "…", "rule": "§3.1", "spots": ["j9"]}], "unchecked": []}))]
pub struct WhyBody {
    /// The action that was meant; nothing if the clicks mean none.
    text: Option<String>,
    allowed: bool,
    #[schema(value_type = Vec<Object>)]
    refusals: Value,
    unchecked: Vec<&'static str>,
}

/// Who asks, and through whose eyes.
struct Asker {
    room: Arc<Room>,
    table: Seated,
    eye: Eye,
    access: Access,
    viewer: Viewer,
}

impl Asker {
    async fn new(
        hall: &Hall,
        id: &str,
        visitor: Option<&Visitor>,
        looking: Looking,
        lang: Lang,
    ) -> Result<Asker, Problem> {
        let room = hall.room(id).await?;
        let table = hall.table(&room).await?;
        let eye = looking.eye(visitor, lang);
        let access = eye.access(&room, &table).must_watch()?;
        let viewer = eye.viewer(access, &table);
        Ok(Asker {
            room,
            table,
            eye,
            access,
            viewer,
        })
    }

    /// The seat of one's own through which one looks.
    fn seat(&self) -> Result<Seat, Problem> {
        self.viewer.seat().ok_or_else(Problem::not_seated)
    }

    /// The viewer that `eye` names, if one may look through it.
    fn through(&self, eye: Option<u8>) -> Result<Viewer, Problem> {
        match eye {
            None => Ok(self.viewer),
            Some(0) => Ok(Viewer::Spectator),
            Some(number) => {
                let seat = self.table.seat(number)?;
                let permitted = self.access.seats.contains(seat) || self.table.is_over();
                match permitted {
                    true => Ok(Viewer::Seat(seat)),
                    false => Err(Problem::not_seated()),
                }
            }
        }
    }
}

/// All that one screen needs, now or at a past step.
#[utoipa::path(get, path = "/matches/{id}/page", tag = "questions",
    params(("id" = String, Path), Looking, Moment),
    responses((status = 200, body = Object, description = "a page"), (status = 403), (status = 404)))]
pub async fn page(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Option<Visitor>,
    Path(id): Path<String>,
    Asked(looking): Asked<Looking>,
    Asked(moment): Asked<Moment>,
) -> Result<Json<Page>, Problem> {
    let asker = Asker::new(&hall, &id, visitor.as_ref(), looking, lang).await?;
    let through = asker.through(moment.eye);
    #[cfg(feature = "faults")]
    let through = match (through, hall.has(crate::Fault::AnyEye)) {
        (Err(_), true) => Ok(Viewer::Seat(asker.table.seat(moment.eye.unwrap_or(1))?)),
        (through, _) => through,
    };
    let viewer = through?;
    let Some(step) = moment.step else {
        let mut page = encoder::page(&asker.table, viewer, lang);
        // Only who holds a seat is asked.
        if viewer
            .seat()
            .is_some_and(|seat| !asker.access.seats.contains(seat))
        {
            page.ask = None;
        }
        return Ok(Json(page));
    };
    let play = asker.table.play.as_ref();
    let of = play.step_of(viewer, step);
    #[cfg(feature = "faults")]
    let of = match hall.has(crate::Fault::CountUnseen) {
        true => Some(step).filter(|&step| step <= play.steps()),
        false => of,
    };
    let step = of.ok_or_else(no_such_step)?;
    let record = asker.table.play.record();
    let room = Arc::clone(&asker.room);
    drop(asker);
    let past =
        blocking(move || room.header.at_step(&room.id, room.shelf(), &record, step)).await??;
    let mut page = past.page(viewer, lang, 0);
    page.ask = None;
    Ok(Json(page))
}

/// What lies under everything and never changes. The hash is the page's; the answer may be kept for ever.
#[utoipa::path(get, path = "/matches/{id}/backdrops/{hash}", tag = "questions",
    params(("id" = String, Path), ("hash" = String, Path), Looking),
    responses((status = 200, body = Object, description = "a scene"), (status = 404)))]
pub async fn backdrop(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Option<Visitor>,
    Path((id, hash)): Path<(String, String)>,
    Asked(looking): Asked<Looking>,
) -> Result<Response, Problem> {
    let asker = Asker::new(&hall, &id, visitor.as_ref(), looking, lang).await?;
    let backdrop = Lang::ALL
        .into_iter()
        .map(|lang| asker.table.play.backdrop(lang))
        .find(|backdrop| backdrop.hash == hash);
    let backdrop = backdrop.ok_or_else(|| {
        Problem::not_found(
            "no-such-backdrop",
            "there is no such backdrop",
            "il n'y a pas de tel décor",
        )
    })?;
    let kept = [(
        header::CACHE_CONTROL,
        "private, max-age=31536000, immutable",
    )];
    Ok((kept, Json(backdrop)).into_response())
}

/// What one was told since a number, and the chain over all of it.
#[utoipa::path(get, path = "/matches/{id}/events", tag = "questions",
    params(("id" = String, Path), Looking, Since),
    responses((status = 200, body = EventsBody), (status = 404)))]
pub async fn events(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Option<Visitor>,
    Path(id): Path<String>,
    Asked(looking): Asked<Looking>,
    Asked(since): Asked<Since>,
) -> Result<Json<EventsBody>, Problem> {
    let asker = Asker::new(&hall, &id, visitor.as_ref(), looking, lang).await?;
    let play = asker.table.play.as_ref();
    let (seq, hash) = play.told(asker.viewer);
    Ok(Json(EventsBody {
        seq,
        hash,
        events: encoder::log(play, asker.viewer, since.since.unwrap_or(0), lang),
    }))
}

/// Everything that one's seat may do now.
#[utoipa::path(get, path = "/matches/{id}/legal", tag = "questions",
    params(("id" = String, Path), Looking),
    responses((status = 200, body = LegalBody), (status = 403), (status = 404)))]
pub async fn legal(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Option<Visitor>,
    Path(id): Path<String>,
    Asked(looking): Asked<Looking>,
) -> Result<Json<LegalBody>, Problem> {
    let asker = Asker::new(&hall, &id, visitor.as_ref(), looking, lang).await?;
    let seat = asker.seat()?;
    let play = asker.table.play.as_ref();
    let started = asker.table.started;
    Ok(Json(LegalBody {
        seat: seat.number(),
        ask: play.ask(seat).filter(|_| started),
        actions: if started {
            play.legal(seat)
        } else {
            Vec::new()
        },
    }))
}

/// Whether one's seat may do something, and if not, every reason why not.
#[utoipa::path(get, path = "/matches/{id}/why", tag = "questions",
    params(("id" = String, Path), Looking, Planned),
    responses((status = 200, body = WhyBody), (status = 400), (status = 403), (status = 404)))]
pub async fn why(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Option<Visitor>,
    Path(id): Path<String>,
    Asked(looking): Asked<Looking>,
    Asked(planned): Asked<Planned>,
) -> Result<Json<WhyBody>, Problem> {
    let asker = Asker::new(&hall, &id, visitor.as_ref(), looking, lang).await?;
    let seat = asker.seat()?;
    let play = asker.table.play.as_ref();
    let text = match (planned.text, planned.path) {
        (Some(text), None) => Some(text),
        (None, Some(path)) => {
            let path: Vec<Spot> = path.split(',').map(Spot::from).collect();
            play.meant(seat, &path)
        }
        _ => return Err(Problem::bad_request("say either text or path")),
    };
    let judged = text.as_deref().map(|text| play.why(seat, text));
    let (allowed, told, unchecked) = match judged {
        None => (false, json!([]), Vec::new()),
        Some(Ok(())) => (true, json!([]), Vec::new()),
        Some(Err(refusals)) => {
            let told = json!(refusals.told(lang))["refusals"].take();
            (false, told, refusals.unchecked)
        }
    };
    Ok(Json(WhyBody {
        text,
        allowed,
        refusals: told,
        unchecked,
    }))
}

/// What chance may make of an action, exactly.
#[utoipa::path(get, path = "/matches/{id}/odds", tag = "questions",
    params(("id" = String, Path), Looking, Planned),
    responses((status = 200, body = [Object], description = "[{result, ways, of}]"), (status = 403), (status = 404), (status = 422)))]
pub async fn odds(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Option<Visitor>,
    Path(id): Path<String>,
    Asked(looking): Asked<Looking>,
    Asked(planned): Asked<Planned>,
) -> Result<Json<Value>, Problem> {
    let asker = Asker::new(&hall, &id, visitor.as_ref(), looking, lang).await?;
    let seat = asker.seat()?;
    let text = planned
        .text
        .ok_or_else(|| Problem::bad_request("say the text of an action"))?;
    let table = asker.table;
    let odds = blocking(move || table.play.odds(seat, &text)).await??;
    Ok(Json(json!(odds)))
}

/// A map of the position, also after a planned action.
#[utoipa::path(get, path = "/matches/{id}/lens", tag = "questions",
    params(("id" = String, Path), Looking, Through),
    responses((status = 200, body = Object, description = "{lens, seat, values, count, layer}"), (status = 404), (status = 422)))]
pub async fn lens(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Option<Visitor>,
    Path(id): Path<String>,
    Asked(looking): Asked<Looking>,
    Asked(through): Asked<Through>,
) -> Result<Json<Value>, Problem> {
    let asker = Asker::new(&hall, &id, visitor.as_ref(), looking, lang).await?;
    let of = match through.of {
        Some(number) => asker.table.seat(number)?,
        None => asker.viewer.seat().unwrap_or(Seat(0)),
    };
    let (table, viewer) = (asker.table, asker.viewer);
    let told = blocking(move || {
        let play = table.play.as_ref();
        let lens = play.lens(
            viewer,
            through.lens.as_deref(),
            of,
            through.after.as_deref(),
        )?;
        let layer = lens.layer(&play.backdrop(lang).scene);
        Ok::<Value, Problem>(lens_body(&lens, &json!(layer), lang))
    })
    .await??;
    Ok(Json(told))
}

fn lens_body(lens: &Lens, layer: &Value, lang: Lang) -> Value {
    let values: serde_json::Map<String, Value> = lens
        .shown()
        .iter()
        .map(|(spot, value)| (spot.0.clone(), json!(value)))
        .collect();
    json!({
        "lens": lens.card.name,
        "title": lens.card.title.of(lang),
        "seat": lens.seat,
        "change": lens.change.is_some(),
        "values": values,
        "count": lens.count(),
        "layer": layer,
    })
}

/// What is at a spot.
#[utoipa::path(get, path = "/matches/{id}/spots/{spot}", tag = "questions",
    params(("id" = String, Path), ("spot" = String, Path, example = "e2"), Looking),
    responses((status = 200, body = Object, description = "{title, lines}"), (status = 404)))]
pub async fn spot(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Option<Visitor>,
    Path((id, spot)): Path<(String, String)>,
    Asked(looking): Asked<Looking>,
) -> Result<Json<Value>, Problem> {
    let asker = Asker::new(&hall, &id, visitor.as_ref(), looking, lang).await?;
    debug_assert!(asker.eye.lang == lang, "one request has one language");
    let card = asker
        .table
        .play
        .spot_card(asker.viewer, &Spot::from(spot.as_str()), lang);
    card.map(|card| Json(json!(card))).ok_or_else(|| {
        Problem::not_found(
            "nothing-there",
            "there is nothing to say about that spot",
            "il n'y a rien à dire de cet endroit",
        )
    })
}
