//! What a list of actions would lead to, in one request. Nothing is stored or shown to others.

use std::sync::Arc;

use axum::{Json, http::StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use vauban_game::{Lang, Seat, Text, Viewer, shorten, text};
use vauban_scene::{Scene, Spot};
use vauban_table::{PageCard, Plan, PlanRequest, PlannedPage, PlannedResult, Questions, Refusals};

use crate::{Problem, extract::Body, schema};

use super::{ViewQuery, match_request::MatchRequest, questions::LensBody};

/// The most actions that one plan may name, results of rolls included.
const MOST_ACTIONS: usize = 128;

/// The most spots that its path may have.
const MOST_CLICKS: usize = 64;

/// The most lenses that one plan may ask for.
const MOST_LENSES: usize = 8;

/// What is to be tried.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(example = json!({"actions": ["j3j4"], "lenses": [{"lens": "reach"}]}))]
pub struct PlanBody {
    /// Actions in order. One that begins with `!` is the result of the roll that is due there; without
    /// it the plan goes on with the likeliest result.
    #[serde(default)]
    actions: Vec<String>,
    /// Spots clicked after these actions: what they mean is tried last.
    #[serde(default)]
    path: Vec<String>,
    /// Lenses to be shown before and after.
    #[serde(default)]
    lenses: Vec<LensWish>,
    /// A spot whose card is wanted, too.
    spot: Option<String>,
    /// How many of the actions are planned already: the card is of the position after them.
    #[serde(default)]
    planned: usize,
    /// For forecasts: how many are kept.
    keep: Option<u32>,
    /// Whether the position after the plan is wanted. Then what follows the last action within the turn (rolls, and
    /// numbers that another seat must say) is assumed, too, so that you can plan on.
    #[serde(default)]
    show: bool,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct LensWish {
    lens: String,
    /// For which seat, from 1; your own by default.
    of: Option<u8>,
}

/// Where the plan leads.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlannedBody {
    /// A number for what you see before it, in hexadecimal digits.
    position: String,
    steps: Vec<PlannedStepBody>,
    /// The action that the path means; nothing if it means none.
    meant: Option<String>,
    /// Whether every action can be taken, as far as one can know.
    allowed: bool,
    /// Why the next action cannot.
    #[schema(value_type = Vec<schema::Refusal>)]
    refusals: Value,
    unchecked: Vec<&'static str>,
    lenses: Vec<PlannedLensBody>,
    /// What is at the spot that was asked about, now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::SpotCard>)]
    card: Option<Value>,
    /// What you would see after it, and be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::PlannedPage>)]
    after: Option<PlannedPage>,
}

/// What a roll, or several in a row, may come to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlannedResultBody {
    /// The results of the rolls, as `actions` takes them.
    texts: Vec<String>,
    /// What comes of it.
    words: String,
    /// How likely it is; nothing if there were too many courses to follow them all.
    #[schema(required)]
    share: Option<f64>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlannedStepBody {
    /// The action, or `!` and the result of a roll.
    text: String,
    /// The seat that takes it, from 1; nothing for a roll.
    #[schema(value_type = Option<u8>, required)]
    by: Option<Seat>,
    /// Which of `actions` it is, from 0; nothing if it was assumed.
    #[schema(required)]
    of: Option<usize>,
    /// A result of a roll or another seat's answer that the plan chose, because none was picked.
    assumed: bool,
    /// What it leads to depends on something that one does not know.
    unknown: bool,
    #[schema(value_type = Vec<schema::OddsLine>)]
    odds: Value,
    /// The attack that the action makes, if it makes one, and the defence against it.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Option<f64>, required = false)]
    attack: Value,
    #[serde(skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Option<f64>, required = false)]
    defence: Value,
    /// Who adds what to the two.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Option<Vec<schema::Part>>, required = false)]
    parts: Value,
    #[schema(value_type = Vec<schema::Forecast>)]
    forecasts: Value,
    /// What an action without chance comes to, with the sum behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<String>,
    /// What you would be told.
    #[schema(value_type = Vec<schema::EventPage>)]
    events: Value,
    /// Of the first roll in a row: everything that it may come to, if the position after the plan is wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    results: Vec<PlannedResultBody>,
    /// A number for what you see after it: the same if the match comes to the same.
    position: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlannedLensBody {
    before: LensBody,
    /// What the plan changes.
    after: LensBody,
    /// What is there after it, if the position after the plan is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<LensBody>,
}

/// Tries a list of actions without taking them.
///
/// Returns what is at a spot, why an action is not allowed, odds, forecasts, and overlays before and after. Nothing
/// is stored, and nobody is told.
#[utoipa::path(post, path = "/matches/{id}/plan", tag = "questions", request_body = PlanBody,
    params(("id" = String, Path), ViewQuery),
    responses((status = 200, body = PlannedBody), (status = 400), (status = 403), (status = 404), (status = 422)))]
pub async fn plan(
    request: MatchRequest,
    Body(body): Body<PlanBody>,
) -> Result<Json<PlannedBody>, Problem> {
    let (viewer, lang) = (request.viewer, request.lang);
    // Anybody may look at a card or an overlay; only a seat has actions to try.
    let plans = !body.actions.is_empty() || !body.path.is_empty();
    let own = match plans {
        true => request.seat()?,
        false => viewer.seat().unwrap_or(Seat(0)),
    };
    if body.actions.len() > MOST_ACTIONS
        || body.path.len() > MOST_CLICKS
        || body.lenses.len() > MOST_LENSES
    {
        return Err(Problem::bad_request(Text::new(
            format!(
                "a plan has at most {MOST_ACTIONS} actions, {MOST_CLICKS} spots in its path and {MOST_LENSES} lenses"
            ),
            format!(
                "un plan a au plus {MOST_ACTIONS} actions, {MOST_CLICKS} cases dans son chemin et {MOST_LENSES} calques"
            ),
        )));
    }
    let lenses = body.lenses.into_iter().map(|wish| {
        let of = wish.of.map(|number| request.table.seat(number));
        Ok((wish.lens, of.transpose()?.unwrap_or(own)))
    });
    let wanted = PlanRequest {
        actions: body.actions,
        path: body.path.iter().map(|spot| spot.as_str().into()).collect(),
        lenses: lenses.collect::<Result<_, Refusals>>()?,
        keep: body.keep,
        peek: body
            .spot
            .as_deref()
            .map(|spot| (body.planned, Spot::from(spot))),
        shown: body.show.then_some(lang),
    };
    let registry = Arc::clone(&request.registry);
    let questions = request.questions();
    let planned = registry
        .question(move || {
            let plan = questions.plan(viewer, &wanted)?;
            let card = match &wanted.peek {
                Some((_, spot)) => {
                    let known = plan.card.as_ref().map(|card| PageCard::of(card, lang));
                    card(questions.as_ref(), viewer, spot, known, lang)?
                }
                None => None,
            };
            let backdrop = questions.backdrop(lang);
            let mut planned = told(&plan, card, &backdrop, lang);
            // Clicks that mean nothing are no action.
            planned.allowed &= wanted.path.is_empty() || plan.meant.is_some();
            Ok::<PlannedBody, Problem>(planned)
        })
        .await??;
    Ok(Json(planned))
}

/// What is at a spot; nothing if the game has nothing to say about it.
fn card(
    questions: &dyn Questions,
    viewer: Viewer,
    spot: &Spot,
    known: Option<PageCard>,
    lang: Lang,
) -> Result<Option<Value>, Problem> {
    if known.is_some() {
        return Ok(Some(json!(known)));
    }
    let picture = questions.picture(viewer, lang);
    let drawn = picture
        .shapes()
        .any(|shape| shape.spot.as_ref() == Some(spot));
    match drawn {
        true => Ok(None),
        false => Err(Problem::new(
            StatusCode::NOT_FOUND,
            "no-such-spot",
            text!(
                "unknown spot `{spot}`",
                "endroit inconnu : « {spot} »",
                spot = shorten(&spot.0)
            ),
        )),
    }
}

fn told(plan: &Plan, card: Option<Value>, backdrop: &Scene, lang: Lang) -> PlannedBody {
    let steps = plan.steps.iter().map(|step| {
        let odds: Vec<_> = step.odds.iter().map(|line| line.told(lang)).collect();
        let forecasts = step.forecasts.iter().map(|forecast| forecast.told(lang));
        let forecasts: Vec<_> = forecasts.collect();
        let balance = step.balance.as_ref();
        let mut weighed = balance.map_or(json!({}), |balance| json!(balance.told(lang)));
        PlannedStepBody {
            text: step.text.clone(),
            assumed: step.assumed,
            unknown: step.unknown,
            by: step.by,
            of: step.of,
            odds: json!(odds),
            attack: weighed["attack"].take(),
            defence: weighed["defence"].take(),
            parts: weighed["parts"].take(),
            forecasts: json!(forecasts),
            effect: step.effect.as_ref().map(|text| text.of(lang).to_owned()),
            events: {
                let events: Vec<_> = step.events.iter().map(|event| event.told(lang)).collect();
                json!(events)
            },
            results: step.results.iter().map(|it| result(it, lang)).collect(),
            position: format!("{:016x}", step.position),
        }
    });
    let refused = plan.refused.as_ref();
    let lens = |lens| LensBody::new(lens, backdrop, None, lang);
    let lenses = plan.lenses.iter().map(|planned| PlannedLensBody {
        before: lens(&planned.before),
        after: lens(&planned.change),
        then: plan.after.is_some().then(|| lens(&planned.after)),
    });
    PlannedBody {
        position: format!("{:016x}", plan.position),
        steps: steps.collect(),
        meant: plan.meant.clone(),
        allowed: refused.is_none(),
        refusals: refused.map_or_else(
            || json!([]),
            |refusals| json!(refusals.told(lang))["refusals"].take(),
        ),
        unchecked: refused.map_or_else(Vec::new, |refusals| refusals.unchecked.clone()),
        lenses: lenses.collect(),
        card,
        after: plan.after.clone(),
    }
}

fn result(result: &PlannedResult, lang: Lang) -> PlannedResultBody {
    PlannedResultBody {
        texts: result.texts.clone(),
        words: result.words.of(lang).to_owned(),
        share: result.share,
    }
}
