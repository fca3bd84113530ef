//! Everything that is done in a match. All of it goes the one write path; the short forms are
//! the general command with its `do` filled in.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    response::Response,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::{
    Problem,
    encoder::{self, RemarkBody},
    extract::{Asked, Body, Tongue},
    hall::Hall,
    order::{Actor, Command, CommandBody, Verb},
    session::Visitor,
    write::Acknowledgement,
};

use super::{Looking, asker::Asker};

/// A short order.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"command_id": "7f3a-2"}))]
pub struct SeatOrder {
    command_id: String,
    /// Which of several seats of one's own; for joining, which open one.
    #[serde(default)]
    seat: Option<u8>,
    /// For joining, what the seat adds to the dice; else it is drawn.
    #[serde(default)]
    seed: Option<String>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"command_id": "7f3a-3", "agrees": true}))]
pub struct ConsentOrder {
    command_id: String,
    #[serde(default)]
    seat: Option<u8>,
    agrees: bool,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"command_id": "7f3a-4", "level": 2}))]
pub struct AppointOrder {
    command_id: String,
    level: usize,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"command_id": "7f3a-7", "level": 2}))]
pub struct ClaimOrder {
    command_id: String,
    /// The level of the program that is to stand in; without it the seat is out.
    #[serde(default)]
    level: Option<usize>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"command_id": "7f3a-5", "text": "Good luck!"}))]
pub struct SayOrder {
    command_id: String,
    text: String,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"command_id": "7f3a-6", "player": "5f0c…", "muted": true}))]
pub struct MuteOrder {
    command_id: String,
    player: String,
    muted: bool,
}

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Since {
    /// Only what came after this number.
    since: Option<u64>,
}

/// Who orders, and where.
type Order = (
    State<Arc<Hall>>,
    Tongue,
    Visitor,
    Path<String>,
    Asked<Looking>,
);

async fn carry_out(order: Order, body: CommandBody) -> Result<Response, Problem> {
    let (State(hall), Tongue(lang), visitor, Path(id), Asked(looking)) = order;
    let body = CommandBody {
        seat: body.seat.or(looking.seat),
        ..body
    };
    let (command_id, order) = body.order()?;
    let room = hall.room(&id).await?;
    let command = Command {
        session: visitor.session,
        id: command_id,
        by: Actor::Person {
            player: visitor.player,
            name: visitor.name,
        },
        key: looking.key,
        order,
        lang,
    };
    let reply = hall.carry_out(&room, command).await?;
    Ok(reply.response())
}

fn short(verb: Verb, body: SeatOrder) -> CommandBody {
    CommandBody {
        command_id: body.command_id,
        verb,
        seat: body.seat,
        seed: body.seed,
        ..CommandBody::default()
    }
}

/// Answers the open question, or does anything else that can be done in a match.
#[utoipa::path(post, path = "/matches/{id}/commands", tag = "orders", request_body = CommandBody,
    params(("id" = String, Path), Looking), security(("session" = []), ("bearer" = [])),
    responses(
        (status = 200, body = Acknowledgement),
        (status = 401, description = "nobody is known by this session"),
        (status = 403, description = "not the holder of the seat"),
        (status = 404, description = "no such match"),
        (status = 409, description = "the question is no longer open; `page` is the current one"),
        (status = 422, description = "refused, with every reason; or the command id was used for something else")))]
pub async fn command(order: Order, Body(body): Body<CommandBody>) -> Result<Response, Problem> {
    carry_out(order, body).await
}

macro_rules! short_orders {
    ($($(#[$doc:meta])* $name:ident $path:literal $verb:ident;)*) => {$(
        $(#[$doc])*
        #[utoipa::path(post, path = $path, tag = "orders", request_body = SeatOrder,
            params(("id" = String, Path), Looking), security(("session" = []), ("bearer" = [])),
            responses((status = 200, body = Acknowledgement), (status = 401), (status = 403), (status = 404), (status = 422)))]
        pub async fn $name(order: Order, Body(body): Body<SeatOrder>) -> Result<Response, Problem> {
            carry_out(order, short(Verb::$verb, body)).await
        }
    )*};
}

short_orders! {
    /// Sits down in an open seat.
    join "/matches/{id}/join" Join;
    /// Leaves a seat; it is open again, and a program may take it.
    leave "/matches/{id}/leave" Leave;
    /// Takes back what one may take back alone.
    undo "/matches/{id}/undo" Undo;
    /// Asks the others to let one take back.
    ask_undo "/matches/{id}/undo-requests" AskUndo;
    /// Gives up.
    resign "/matches/{id}/resign" Resign;
    /// Offers a draw, or accepts one that all others have offered.
    draw "/matches/{id}/draw" Draw;
    /// Sits down again where a program stands in for one, at any time before the end.
    reclaim "/matches/{id}/reclaim" Reclaim;
}

/// Agrees to taking back, or not.
#[utoipa::path(post, path = "/matches/{id}/consents", tag = "orders", request_body = ConsentOrder,
    params(("id" = String, Path), Looking), security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = Acknowledgement), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn consent(order: Order, Body(body): Body<ConsentOrder>) -> Result<Response, Problem> {
    let body = CommandBody {
        command_id: body.command_id,
        verb: Verb::Consent,
        seat: body.seat,
        agrees: Some(body.agrees),
        ..CommandBody::default()
    };
    carry_out(order, body).await
}

/// Claims against a seat on turn whose person is away too long: it leaves the match as if it had
/// resigned, or, with a `level`, a program stands in for it until the person is back.
#[utoipa::path(post, path = "/matches/{id}/seats/{seat}/claim", tag = "orders", request_body = ClaimOrder,
    params(("id" = String, Path), ("seat" = u8, Path), Looking), security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = Acknowledgement), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn claim(
    State(hall): State<Arc<Hall>>,
    tongue: Tongue,
    visitor: Visitor,
    Path((id, seat)): Path<(String, u8)>,
    looking: Asked<Looking>,
    Body(body): Body<ClaimOrder>,
) -> Result<Response, Problem> {
    let body = CommandBody {
        command_id: body.command_id,
        verb: match body.level {
            Some(_) => Verb::Replace,
            None => Verb::Claim,
        },
        seat: Some(seat),
        level: body.level,
        ..CommandBody::default()
    };
    carry_out((State(hall), tongue, visitor, Path(id), looking), body).await
}

/// Lets a program take an open seat.
#[utoipa::path(put, path = "/matches/{id}/seats/{seat}/agent", tag = "orders", request_body = AppointOrder,
    params(("id" = String, Path), ("seat" = u8, Path), Looking), security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = Acknowledgement), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn appoint(
    State(hall): State<Arc<Hall>>,
    tongue: Tongue,
    visitor: Visitor,
    Path((id, seat)): Path<(String, u8)>,
    looking: Asked<Looking>,
    Body(body): Body<AppointOrder>,
) -> Result<Response, Problem> {
    let body = CommandBody {
        command_id: body.command_id,
        verb: Verb::Appoint,
        seat: Some(seat),
        level: Some(body.level),
        ..CommandBody::default()
    };
    carry_out((State(hall), tongue, visitor, Path(id), looking), body).await
}

/// Says something. Who sits at the match is heard by all, who watches by those who watch.
#[utoipa::path(post, path = "/matches/{id}/chat", tag = "orders", request_body = SayOrder,
    params(("id" = String, Path), Looking), security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = Acknowledgement), (status = 401), (status = 404), (status = 422)))]
pub async fn say(order: Order, Body(body): Body<SayOrder>) -> Result<Response, Problem> {
    let body = CommandBody {
        command_id: body.command_id,
        verb: Verb::Say,
        text: Some(body.text),
        ..CommandBody::default()
    };
    carry_out(order, body).await
}

/// Hides what somebody says from oneself, or shows it again.
#[utoipa::path(post, path = "/matches/{id}/mutes", tag = "orders", request_body = MuteOrder,
    params(("id" = String, Path), Looking), security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = Acknowledgement), (status = 401), (status = 404), (status = 422)))]
pub async fn mute(order: Order, Body(body): Body<MuteOrder>) -> Result<Response, Problem> {
    let body = CommandBody {
        command_id: body.command_id,
        verb: Verb::Mute,
        player: Some(body.player),
        muted: Some(body.muted),
        ..CommandBody::default()
    };
    carry_out(order, body).await
}

/// What was said, as far as one may read it.
#[utoipa::path(get, path = "/matches/{id}/chat", tag = "questions",
    params(("id" = String, Path), Looking, Since),
    responses((status = 200, body = [RemarkBody]), (status = 404)))]
pub async fn chat(asker: Asker, Asked(since): Asked<Since>) -> Json<Vec<RemarkBody>> {
    let player = asker.eye.player.as_deref();
    let mut said = encoder::remarks(&asker.table, asker.viewer, player);
    said.retain(|remark| remark.number > since.since.unwrap_or(0));
    Json(said)
}
