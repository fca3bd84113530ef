//! What a list of actions would lead to, in one question. Nothing is stored, and nobody is told.

use axum::Json;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use vauban_game::Lang;
use vauban_scene::{Scene, Spot};
use vauban_table::{Plan, PlanRequest};

use crate::{Problem, extract::Body, registry::blocking, schema};

use super::{ViewQuery, match_request::MatchRequest, questions::LensBody};

/// The most actions that one plan may name.
const MOST_ACTIONS: usize = 64;

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
    /// For which seat, from 1; one's own if none is named.
    of: Option<u8>,
}

/// Where the plan leads.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlannedBody {
    steps: Vec<PlannedStepBody>,
    /// Whether every action can be taken, as far as one can know.
    allowed: bool,
    /// Why the next action cannot.
    #[schema(value_type = Vec<schema::Refusal>)]
    refusals: Value,
    unchecked: Vec<&'static str>,
    lenses: Vec<PlannedLensBody>,
    /// What is at the spot that was asked for, now.
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
    #[schema(value_type = Vec<schema::Forecast>)]
    forecasts: Value,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlannedLensBody {
    before: LensBody,
    after: LensBody,
}

/// Tries a list of actions: card, reasons, odds, forecasts and lenses before and after, in one answer.
#[utoipa::path(post, path = "/matches/{id}/plan", tag = "questions", request_body = PlanBody,
    params(("id" = String, Path), ViewQuery),
    responses((status = 200, body = PlannedBody), (status = 400), (status = 403), (status = 404), (status = 422)))]
pub async fn plan(
    request: MatchRequest,
    Body(body): Body<PlanBody>,
) -> Result<Json<PlannedBody>, Problem> {
    let seat = request.seat()?;
    let (viewer, lang) = (request.viewer, request.lang);
    if body.actions.len() > MOST_ACTIONS || body.lenses.len() > MOST_LENSES {
        return Err(Problem::bad_request(format!(
            "a plan has at most {MOST_ACTIONS} actions and {MOST_LENSES} lenses"
        )));
    }
    let mut lenses = Vec::new();
    for wish in body.lenses {
        let of = wish
            .of
            .map_or(Ok(seat), |number| request.table.seat(number))?;
        lenses.push((wish.lens, of));
    }
    let wanted = PlanRequest {
        actions: body.actions,
        lenses,
        keep: body.keep,
    };
    let questions = request.questions();
    let planned = blocking(move || {
        let plan = questions.plan(seat, &wanted)?;
        let card = body.spot.and_then(|spot| {
            let card = questions.spot_card(viewer, &Spot::from(spot.as_str()), lang);
            card.map(|card| json!(card))
        });
        let backdrop = questions.backdrop(lang);
        Ok::<PlannedBody, Problem>(told(&plan, card, &backdrop, lang))
    })
    .await??;
    Ok(Json(planned))
}

fn told(plan: &Plan, card: Option<Value>, backdrop: &Scene, lang: Lang) -> PlannedBody {
    let steps = plan.steps.iter().map(|step| {
        let odds: Vec<_> = step.odds.iter().map(|line| line.told(lang)).collect();
        let forecasts = step.forecasts.iter().map(|forecast| forecast.told(lang));
        let forecasts: Vec<_> = forecasts.collect();
        PlannedStepBody {
            text: step.text.clone(),
            assumed: step.assumed,
            unknown: step.unknown,
            odds: json!(odds),
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
