//! Guests: who they are, their sessions, and their matches.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Response},
};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vauban_game::Text;
use vauban_store::{Listing, Player, Token, TokenKind};

use crate::{
    Problem,
    encoder::PlayerBody,
    extract::{Body, Params},
    name::name,
    registry::Registry,
    secret::Secret,
    session::{self, Visitor, clear_cookie, set_cookie},
};

use super::matches::{MatchesBody, Paging, listed};

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"name": "Élise"}))]
pub struct GuestBody {
    /// What others see.
    name: String,
    /// How the session is kept: in a cookie, or as a bearer token for a program.
    #[serde(default)]
    keep: Keep,
}

#[derive(Copy, Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Keep {
    #[default]
    Cookie,
    Bearer,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"player": {"id": "5f0c…", "name": "Élise"}}))]
pub struct WelcomeBody {
    player: PlayerBody,
    /// The bearer token, shown this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"name": "Élise"}))]
pub struct NameBody {
    name: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"secret": "64 hexadecimal digits"}))]
pub struct SecretBody {
    secret: String,
}

fn player_body(player: &Player) -> PlayerBody {
    PlayerBody {
        id: player.id.to_string(),
        name: player.name.to_string(),
    }
}

/// With a session cookie.
fn in_cookie(
    registry: &Registry,
    status: StatusCode,
    player: &Player,
    secret: &Secret,
) -> Result<Response, Problem> {
    let body = WelcomeBody {
        player: player_body(player),
        token: None,
    };
    let cookie = [(header::SET_COOKIE, set_cookie(registry, secret)?)];
    Ok((status, cookie, Json(body)).into_response())
}

/// Signs in a guest under a name and starts a session.
#[utoipa::path(post, path = "/guests", tag = "guests", request_body = GuestBody,
    responses((status = 201, body = WelcomeBody), (status = 422)))]
pub async fn welcome(
    State(registry): State<Arc<Registry>>,
    Body(body): Body<GuestBody>,
) -> Result<Response, Problem> {
    let name = name(&body.name)?;
    let kind = match body.keep {
        Keep::Cookie => TokenKind::Cookie,
        Keep::Bearer => TokenKind::Bearer,
    };
    let (player, secret) = registry.welcome(name, kind).await?;
    match body.keep {
        Keep::Cookie => in_cookie(&registry, StatusCode::CREATED, &player, &secret),
        Keep::Bearer => {
            let body = WelcomeBody {
                player: player_body(&player),
                token: Some(secret.reveal()),
            };
            Ok((StatusCode::CREATED, Json(body)).into_response())
        }
    }
}

/// Returns your player.
#[utoipa::path(get, path = "/me", tag = "guests", security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = PlayerBody), (status = 401)))]
pub async fn me(
    State(registry): State<Arc<Registry>>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let cookies = session::renewed_cookies(&registry, &visitor, &headers)?;
    let cookies = cookies
        .into_iter()
        .map(|cookie| (header::SET_COOKIE, cookie));
    let body = Json(PlayerBody {
        id: visitor.player.to_string(),
        name: visitor.name.to_string(),
    });
    Ok((AppendHeaders(cookies), body).into_response())
}

/// Changes your name from now on.
#[utoipa::path(patch, path = "/me", tag = "guests", request_body = NameBody,
    security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = PlayerBody), (status = 401), (status = 422)))]
pub async fn rename(
    State(registry): State<Arc<Registry>>,
    visitor: Visitor,
    Body(body): Body<NameBody>,
) -> Result<Json<PlayerBody>, Problem> {
    let name = name(&body.name)?;
    registry
        .store()
        .rename_player(visitor.player.clone(), name.clone())
        .await?;
    Ok(Json(PlayerBody {
        id: visitor.player.to_string(),
        name: name.to_string(),
    }))
}

/// Ends this session and revokes what opened it.
#[utoipa::path(delete, path = "/me", tag = "guests", security(("session" = []), ("bearer" = [])),
    responses((status = 204), (status = 401)))]
pub async fn leave(
    State(registry): State<Arc<Registry>>,
    visitor: Visitor,
) -> Result<Response, Problem> {
    registry.end_session(visitor.session).await?;
    let cookie = [(header::SET_COOKIE, clear_cookie(&registry)?)];
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}

/// Creates a bearer token for a program that plays under your name, in a session of its own.
#[utoipa::path(post, path = "/me/tokens", tag = "guests", security(("session" = []), ("bearer" = [])),
    responses((status = 201, body = SecretBody), (status = 401), (status = 422)))]
pub async fn new_token(
    State(registry): State<Arc<Registry>>,
    visitor: Visitor,
) -> Result<(StatusCode, Json<SecretBody>), Problem> {
    let secret = registry
        .another_session(&visitor.player, TokenKind::Bearer)
        .await?;
    let secret = secret.reveal();
    Ok((StatusCode::CREATED, Json(SecretBody { secret })))
}

/// One thing by which one is known: a cookie, a program's token, a link to another device.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"id": "90ab12cd34ef5678", "kind": "bearer", "created_at": 1_790_000_000_000_u64, "last_used_at": 1_790_000_600_000_u64, "is_this": false}))]
pub struct TokenBody {
    /// Names it, and opens nothing.
    id: String,
    /// `cookie`, `bearer` or `recovery`.
    kind: &'static str,
    created_at: u64,
    last_used_at: Option<u64>,
    /// Whether the question came by it.
    is_this: bool,
}

/// The tokens that open something now.
async fn live_tokens(registry: &Registry, visitor: &Visitor) -> Result<Vec<Token>, Problem> {
    let now = registry.time.wall();
    let mut tokens = registry.store().tokens(visitor.player.clone()).await?;
    tokens.retain(|token| token.is_live(now));
    Ok(tokens)
}

/// Names a token without opening anything.
fn token_id(token: &Token) -> String {
    HEXLOWER.encode(&token.token.hash.0.0[..8])
}

/// Lists your sessions and tokens, oldest first.
#[utoipa::path(get, path = "/me/tokens", tag = "guests", security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = [TokenBody]), (status = 401)))]
pub async fn tokens(
    State(registry): State<Arc<Registry>>,
    visitor: Visitor,
) -> Result<Json<Vec<TokenBody>>, Problem> {
    let tokens = live_tokens(&registry, &visitor).await?;
    let bodies = tokens.iter().map(|token| TokenBody {
        id: token_id(token),
        kind: token.token.kind.name(),
        created_at: token.token.created_at,
        last_used_at: token.last_used_at,
        is_this: token.token.hash == visitor.token,
    });
    Ok(Json(bodies.collect()))
}

/// Revokes a session or token and closes the connections that it opened.
#[utoipa::path(delete, path = "/me/tokens/{token}", tag = "guests",
    params(("token" = String, Path, description = "the id of the token, as listed")),
    security(("session" = []), ("bearer" = [])),
    responses((status = 204), (status = 401), (status = 404)))]
pub async fn revoke_token(
    State(registry): State<Arc<Registry>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let tokens = live_tokens(&registry, &visitor).await?;
    let token = tokens.iter().find(|token| token_id(token) == id);
    let token = token
        .ok_or_else(|| Problem::not_found("no-such-token", "unknown token", "jeton inconnu"))?;
    registry.end_session(token.token.session.clone()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Creates a one-time secret that signs you in on another device within a week.
#[utoipa::path(post, path = "/me/recovery", tag = "guests", security(("session" = []), ("bearer" = [])),
    responses((status = 201, body = SecretBody), (status = 401), (status = 422)))]
pub async fn recovery(
    State(registry): State<Arc<Registry>>,
    visitor: Visitor,
) -> Result<(StatusCode, Json<SecretBody>), Problem> {
    let secret = registry.recovery(&visitor).await?.reveal();
    Ok((StatusCode::CREATED, Json(SecretBody { secret })))
}

/// Exchanges a one-time secret for a session cookie.
///
/// It is a POST, so that the preview of a link does not use it up.
#[utoipa::path(post, path = "/recoveries", tag = "guests", request_body = SecretBody,
    responses((status = 200, body = WelcomeBody), (status = 404)))]
pub async fn recover(
    State(registry): State<Arc<Registry>>,
    Body(body): Body<SecretBody>,
) -> Result<Response, Problem> {
    let secret = Secret::read(&body.secret).ok_or_else(|| {
        Problem::bad_request(Text::fixed(
            "a secret has 64 hexadecimal digits",
            "un secret a 64 chiffres hexadécimaux",
        ))
    })?;
    let (player, fresh) = registry.recover(&secret).await?;
    in_cookie(&registry, StatusCode::OK, &player, &fresh)
}

/// Lists your matches, private ones included, newest first.
#[utoipa::path(get, path = "/me/matches", tag = "guests", params(Paging),
    security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = MatchesBody), (status = 401)))]
pub async fn own_matches(
    State(registry): State<Arc<Registry>>,
    visitor: Visitor,
    Params(paging): Params<Paging>,
) -> Result<Json<MatchesBody>, Problem> {
    let listing = Listing {
        player: Some(visitor.player),
        ..paging.listing()?
    };
    listed(&registry, listing).await.map(Json)
}
