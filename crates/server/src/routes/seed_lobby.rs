//! The lobby of the first Jungle War, as its report describes it: `/player` for one table of two seats.
//!
//! | request | answers |
//! |---|---|
//! | `GET /player/ID` | 200 `{"name"}` · 404 |
//! | `PUT /player` `{"name"}` | 201 `{"id"}` · 503 when both seats are taken |
//! | `POST /player/ID` `{"name"}` | 200 · 404 |
//! | `DELETE /player/ID` | 200 · 404 |
//!
//! Ids are 1 and 2, the lowest that is free first. Where the report says that nothing is sent, the
//! body is empty. A body that is no such object is answered by 400, which the report does not speak of.
//!
//! The players are the holders of the seats of an ordinary match, which is durable and which everybody
//! may watch. Which match stands on the table is not kept: after a restart the lobby is empty. **Nobody is asked who they are**: whoever reaches the server may
//! rename and remove both players. So it is there only when it is asked for.

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, State},
    http::{HeaderName, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, put},
};
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, MutexGuard};
use vauban_game::Lang;
use vauban_store::{CommandId, Line, MatchId, Player, PlayerId, SessionId, TokenKind, Visibility};
use vauban_table::Tempo;

use crate::{
    Problem,
    hall::{Hall, Room},
    header::Wish,
    holder::Holder,
    order::{Actor, Command, Order},
    secret::unguessable,
    session,
};

use super::MOST_BYTES;

/// Players that the table has room for.
const SEATS: usize = 2;

/// Opens the seat for a program that goes on to play by the API.
const TOKEN: HeaderName = HeaderName::from_static("vauban-token");

/// Where it plays.
const MATCH: HeaderName = HeaderName::from_static("vauban-match");

/// The one table.
#[derive(Debug)]
pub struct SeedLobby {
    game: String,
    /// Nothing before the first player comes. Locked for as long as a request takes: they come one
    /// after the other.
    table: Mutex<Option<MatchId>>,
}

/// An answer whose empty body stays empty.
#[derive(Copy, Clone, Debug)]
pub struct Bare;

#[derive(Clone, Debug, Serialize, Deserialize)]
struct NameBody {
    name: String,
}

#[derive(Clone, Debug, Serialize)]
struct IdBody {
    id: usize,
}

impl SeedLobby {
    pub fn new(game: String) -> SeedLobby {
        SeedLobby {
            game,
            table: Mutex::default(),
        }
    }
}

pub fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/player", put(add))
        .route("/player/{id}", get(one).post(rename).delete(remove))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
}

/// The lobby while a request is answered.
struct Desk<'a> {
    hall: &'a Arc<Hall>,
    game: &'a str,
    table: MutexGuard<'a, Option<MatchId>>,
}

impl<'a> Desk<'a> {
    async fn of(hall: &'a Arc<Hall>) -> Result<Desk<'a>, Problem> {
        let lobby = hall.seed_lobby().ok_or_else(Problem::internal)?;
        Ok(Desk {
            hall,
            game: &lobby.game,
            table: lobby.table.lock().await,
        })
    }

    /// The match, if there is one.
    async fn room(&self) -> Result<Option<Arc<Room>>, Problem> {
        match self.table.as_ref() {
            None => Ok(None),
            Some(id) => self.hall.room(id.as_str()).await.map(Some),
        }
    }

    /// Who sits where.
    async fn holders(&self) -> Result<Vec<Holder>, Problem> {
        let Some(room) = self.room().await? else {
            return Ok(vec![Holder::Open; SEATS]);
        };
        Ok(self.hall.table(&room).await?.seats.clone())
    }

    /// The player with this id.
    async fn player(&self, id: &str) -> Result<Option<(u8, Player)>, Problem> {
        // `+1` and `01` are no ids.
        let seat = (1u8..).take(SEATS).find(|seat| seat.to_string() == id);
        let Some(seat) = seat else {
            return Ok(None);
        };
        let holders = self.holders().await?;
        let Some(Holder::Person { player, .. }) = holders.get(usize::from(seat) - 1) else {
            return Ok(None);
        };
        let player = PlayerId::new(player).map_err(|_| Problem::internal())?;
        let found = self.hall.store().player(player).await?;
        Ok(found.map(|player| (seat, player)))
    }

    async fn carry_out(
        &self,
        room: &Arc<Room>,
        player: &Player,
        order: Order,
    ) -> Result<(), Problem> {
        let command = Command {
            session: SessionId::new("seed-lobby").map_err(|_| Problem::internal())?,
            id: CommandId::new(unguessable()?).map_err(|_| Problem::internal())?,
            by: Actor::Person {
                player: player.id.clone(),
                name: player.name.clone(),
            },
            key: None,
            order,
            lang: Lang::En,
        };
        let reply = self.hall.carry_out(room, command).await?;
        match reply.is_accepted() {
            true => Ok(()),
            false => {
                tracing::error!(id = %room.id, status = %reply.status, "the lobby's order was refused");
                Err(Problem::internal())
            }
        }
    }

    /// Sits `player` down in the seat `seat`, from 1, at a table that is not over.
    async fn sit(
        &mut self,
        seat: usize,
        player: &Player,
        holders: Vec<Holder>,
    ) -> Result<(), Problem> {
        if let Some(room) = self.room().await? {
            let over = self.hall.table(&room).await?.is_over();
            if !over {
                let order = Order::Join {
                    seat: u8::try_from(seat).ok(),
                    seed: None,
                };
                return self.carry_out(&room, player, order).await;
            }
        }
        // Whoever stayed after the last match sits at the new one.
        let mut holders = holders;
        if let Some(holder) = holders.get_mut(seat - 1) {
            *holder = Holder::Person {
                player: player.id.to_string(),
                name: player.name.to_string(),
            };
        }
        self.begin(player.id.to_string(), holders).await
    }

    /// A new match at the lobby's table.
    async fn begin(&mut self, owner: String, holders: Vec<Holder>) -> Result<(), Problem> {
        let wish = Wish {
            game: self.game.to_owned(),
            settings: Default::default(),
            position: None,
            import: None,
            undo: "own".into(),
            tempo: Tempo::default(),
            claim_after: None,
            owner,
            seed: None,
            date: String::new(),
            visibility: Visibility::Listed,
        };
        let room = self.hall.create(wish, move |_, _| Ok(holders)).await?;
        *self.table = Some(room.id.clone());
        Ok(())
    }
}

async fn one(State(hall): State<Arc<Hall>>, Path(id): Path<String>) -> Result<Response, Problem> {
    let desk = Desk::of(&hall).await?;
    Ok(match desk.player(&id).await? {
        Some((_, player)) => Json(NameBody {
            name: player.name.to_string(),
        })
        .into_response(),
        None => bare(StatusCode::NOT_FOUND),
    })
}

async fn add(State(hall): State<Arc<Hall>>, body: Bytes) -> Result<Response, Problem> {
    let mut desk = Desk::of(&hall).await?;
    let Some(name) = name_of(&body) else {
        return Ok(bare(StatusCode::BAD_REQUEST));
    };
    let holders = desk.holders().await?;
    let Some(index) = holders.iter().position(|holder| *holder == Holder::Open) else {
        return Ok(bare(StatusCode::SERVICE_UNAVAILABLE));
    };
    let (player, secret) = hall.welcome(name, TokenKind::Bearer).await?;
    let id = index + 1;
    desk.sit(id, &player, holders).await?;
    let table = desk.table.as_ref().ok_or_else(Problem::internal)?;
    let headers = [
        (header::LOCATION, format!("/player/{id}")),
        (MATCH, table.to_string()),
        (TOKEN, secret.reveal()),
    ];
    Ok((StatusCode::CREATED, headers, Json(IdBody { id })).into_response())
}

async fn rename(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, Problem> {
    let desk = Desk::of(&hall).await?;
    let Some((_, player)) = desk.player(&id).await? else {
        return Ok(bare(StatusCode::NOT_FOUND));
    };
    let Some(name) = name_of(&body) else {
        return Ok(bare(StatusCode::BAD_REQUEST));
    };
    hall.store().rename_player(player.id, name).await?;
    Ok(bare(StatusCode::OK))
}

async fn remove(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let mut desk = Desk::of(&hall).await?;
    let (Some((seat, player)), Some(room)) = (desk.player(&id).await?, desk.room().await?) else {
        return Ok(bare(StatusCode::NOT_FOUND));
    };
    let (is_over, has_begun, mut holders) = {
        let table = hall.table(&room).await?;
        (table.is_over(), table.started, table.seats.clone())
    };
    if !is_over {
        let order = Order::Leave { seat: Some(seat) };
        desk.carry_out(&room, &player, order).await?;
    }
    // Nobody gets up from a match that is over: who stays waits at a new one.
    if let Some(holder) = holders.get_mut(usize::from(seat) - 1) {
        *holder = Holder::Open;
    }
    let stays = holders.iter().find_map(|holder| match holder {
        Holder::Person { player, .. } => Some(player.clone()),
        Holder::Open | Holder::Agent { .. } => None,
    });
    match stays {
        Some(owner) if is_over => desk.begin(owner, holders).await?,
        // Whoever comes next begins anew.
        None if has_begun => *desk.table = None,
        Some(_) | None => (),
    }
    Ok(bare(StatusCode::OK))
}

/// The name in a body, whatever the body says that it is.
fn name_of(body: &[u8]) -> Option<Line> {
    let body: NameBody = serde_json::from_slice(body).ok()?;
    session::name(&body.name).ok()
}

/// A status and nothing else, as the report has it.
fn bare(status: StatusCode) -> Response {
    let mut response = status.into_response();
    response.extensions_mut().insert(Bare);
    response
}
