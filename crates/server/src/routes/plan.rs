//! What a list of actions would lead to, in one question. Nothing is stored, and nobody is told.

use std::sync::Arc;

use axum::{Json, http::StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use vauban_game::{Lang, Seat, Text, Viewer, shorten, text};
use vauban_scene::{Scene, Spot};
use vauban_table::{Plan, PlanRequest, Questions, Refusals};

use crate::{Problem, extract::Body, schema};

use super::{ViewQuery, match_request::MatchRequest, questions::LensBody};

/// The most actions that one plan may name.
const MOST_ACTIONS: usize = 64;

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
    /// For forecasts: how many are kept.
    keep: Option<u32>,
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
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlannedStepBody {
    /// The action, or `!` and the result of a roll.
    text: String,
    /// A result that the plan chose, because none was picked.
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
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlannedLensBody {
    before: LensBody,
    after: LensBody,
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
    };
    let registry = Arc::clone(&request.registry);
    let questions = request.questions();
    let planned = registry
        .question(move || {
            let spot = body.spot.map(|spot| Spot::from(spot.as_str()));
            let card = match &spot {
                Some(spot) => card(questions.as_ref(), viewer, spot, lang)?,
                None => None,
            };
            let plan = questions.plan(viewer, &wanted)?;
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
    lang: Lang,
) -> Result<Option<Value>, Problem> {
    if let Some(card) = questions.spot_card(viewer, spot, lang) {
        return Ok(Some(json!(card)));
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
                "there is no spot `{spot}` in this match",
                "il n'y a pas d'endroit « {spot} » dans cette partie",
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
            odds: json!(odds),
            attack: weighed["attack"].take(),
            defence: weighed["defence"].take(),
            parts: weighed["parts"].take(),
            forecasts: json!(forecasts),
        }
    });
    let refused = plan.refused.as_ref();
    let lenses = plan.lenses.iter().map(|(before, after)| PlannedLensBody {
        before: LensBody::new(before, backdrop, None, lang),
        after: LensBody::new(after, backdrop, None, lang),
    });
    PlannedBody {
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
    }
}
