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
//! The players are the occupants of the seats of an ordinary match, which is durable and which everybody
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
use vauban_store::{Line, MatchId, Player, PlayerId, TokenKind, Visibility};
use vauban_table::Tempo;

use crate::{
    Problem,
    command::{Actor, Command, Verb},
    header::MatchConfig,
    name::name,
    occupant::Occupant,
    registry::{Registry, Room},
    secret::unguessable,
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

pub fn routes() -> Router<Arc<Registry>> {
    Router::new()
        .route("/player", put(add))
        .route("/player/{id}", get(one).post(rename).delete(remove))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
}

/// The lobby while a request is answered.
struct Desk<'a> {
    registry: &'a Arc<Registry>,
    game: &'a str,
    table: MutexGuard<'a, Option<MatchId>>,
}

impl<'a> Desk<'a> {
    async fn of(registry: &'a Arc<Registry>) -> Result<Desk<'a>, Problem> {
        let lobby = registry.seed_lobby().ok_or_else(Problem::internal)?;
        Ok(Desk {
            registry,
            game: &lobby.game,
            table: lobby.table.lock().await,
        })
    }

    /// The match, if there is one.
    async fn room(&self) -> Result<Option<Arc<Room>>, Problem> {
        match self.table.as_ref() {
            None => Ok(None),
            Some(id) => self.registry.room(id.as_str()).await.map(Some),
        }
    }

    /// Who sits where.
    async fn occupants(&self) -> Result<Vec<Occupant>, Problem> {
        let Some(room) = self.room().await? else {
            return Ok(vec![Occupant::Open; SEATS]);
        };
        Ok(self.registry.table(&room).await?.seats.clone())
    }

    /// The player with this id.
    async fn player(&self, id: &str) -> Result<Option<(u8, Player)>, Problem> {
        // `+1` and `01` are no ids.
        let seat = (1u8..).take(SEATS).find(|seat| seat.to_string() == id);
        let Some(seat) = seat else {
            return Ok(None);
        };
        let occupants = self.occupants().await?;
        let Some(Occupant::Person { player, .. }) = occupants.get(usize::from(seat) - 1) else {
            return Ok(None);
        };
        let player = PlayerId::new(player).map_err(|_| Problem::internal())?;
        let found = self.registry.store().player(player).await?;
        Ok(found.map(|player| (seat, player)))
    }

    async fn execute(&self, room: &Arc<Room>, player: &Player, verb: Verb) -> Result<(), Problem> {
        let by = Actor::Person {
            player: player.id.clone(),
            name: player.name.clone(),
        };
        let command = Command::internal("seed-lobby", unguessable()?, by, verb)?;
        let reply = self.registry.execute(room, command).await?;
        match reply.is_accepted() {
            true => Ok(()),
            false => {
                tracing::error!(id = %room.id, status = %reply.status, "the lobby's command was refused");
                Err(Problem::internal())
            }
        }
    }

    /// Sits `player` down in the seat `seat`, from 1, at a table that is not over.
    async fn sit(
        &mut self,
        seat: usize,
        player: &Player,
        occupants: Vec<Occupant>,
    ) -> Result<(), Problem> {
        if let Some(room) = self.room().await? {
            let over = self.registry.table(&room).await?.is_over();
            if !over {
                let verb = Verb::Join {
                    seat: u8::try_from(seat).ok(),
                    seed: None,
                };
                return self.execute(&room, player, verb).await;
            }
        }
        // Whoever stayed after the last match sits at the new one.
        let mut occupants = occupants;
        if let Some(occupant) = occupants.get_mut(seat - 1) {
            *occupant = Occupant::Person {
                player: player.id.to_string(),
                name: player.name.to_string(),
            };
        }
        self.begin(player.id.to_string(), occupants).await
    }

    /// A new match at the lobby's table.
    async fn begin(&mut self, owner: String, occupants: Vec<Occupant>) -> Result<(), Problem> {
        let config = MatchConfig {
            game: self.game.to_owned(),
            settings: Default::default(),
            seat_count: None,
            position: None,
            import: None,
            undo: "ask".into(),
            tempo: Tempo::default(),
            claim_after: None,
            owner,
            origin: None,
            seed: None,
            date: String::new(),
            visibility: Visibility::Listed,
        };
        let room = self
            .registry
            .create(config, move |_, _| Ok(occupants))
            .await?;
        *self.table = Some(room.id.clone());
        Ok(())
    }
}

async fn one(
    State(registry): State<Arc<Registry>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let desk = Desk::of(&registry).await?;
    Ok(match desk.player(&id).await? {
        Some((_, player)) => Json(NameBody {
            name: player.name.to_string(),
        })
        .into_response(),
        None => bare(StatusCode::NOT_FOUND),
    })
}

async fn add(State(registry): State<Arc<Registry>>, body: Bytes) -> Result<Response, Problem> {
    let mut desk = Desk::of(&registry).await?;
    let Some(name) = name_of(&body) else {
        return Ok(bare(StatusCode::BAD_REQUEST));
    };
    let occupants = desk.occupants().await?;
    let Some(index) = occupants
        .iter()
        .position(|occupant| *occupant == Occupant::Open)
    else {
        return Ok(bare(StatusCode::SERVICE_UNAVAILABLE));
    };
    let (player, secret) = registry.welcome(name, TokenKind::Bearer).await?;
    let id = index + 1;
    desk.sit(id, &player, occupants).await?;
    let table = desk.table.as_ref().ok_or_else(Problem::internal)?;
    let headers = [
        (header::LOCATION, format!("/player/{id}")),
        (MATCH, table.to_string()),
        (TOKEN, secret.reveal()),
    ];
    Ok((StatusCode::CREATED, headers, Json(IdBody { id })).into_response())
}

async fn rename(
    State(registry): State<Arc<Registry>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, Problem> {
    let desk = Desk::of(&registry).await?;
    let Some((_, player)) = desk.player(&id).await? else {
        return Ok(bare(StatusCode::NOT_FOUND));
    };
    let Some(name) = name_of(&body) else {
        return Ok(bare(StatusCode::BAD_REQUEST));
    };
    registry.store().rename_player(player.id, name).await?;
    Ok(bare(StatusCode::OK))
}

async fn remove(
    State(registry): State<Arc<Registry>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let mut desk = Desk::of(&registry).await?;
    let (Some((seat, player)), Some(room)) = (desk.player(&id).await?, desk.room().await?) else {
        return Ok(bare(StatusCode::NOT_FOUND));
    };
    let (is_over, has_begun, mut occupants) = {
        let table = registry.table(&room).await?;
        (table.is_over(), table.started, table.seats.clone())
    };
    if !is_over {
        let verb = Verb::Leave { seat: Some(seat) };
        desk.execute(&room, &player, verb).await?;
    }
    // Nobody gets up from a match that is over: who stays waits at a new one.
    if let Some(occupant) = occupants.get_mut(usize::from(seat) - 1) {
        *occupant = Occupant::Open;
    }
    let stays = occupants.iter().find_map(|occupant| match occupant {
        Occupant::Person { player, .. } => Some(player.clone()),
        Occupant::Open | Occupant::Agent { .. } => None,
    });
    match stays {
        Some(owner) if is_over => desk.begin(owner, occupants).await?,
        // Whoever comes next begins anew.
        None if has_begun => *desk.table = None,
        Some(_) | None => (),
    }
    Ok(bare(StatusCode::OK))
}

/// The name in a body, whatever the body says that it is.
fn name_of(body: &[u8]) -> Option<Line> {
    let body: NameBody = serde_json::from_slice(body).ok()?;
    name(&body.name).ok()
}

/// A status and nothing else, as the report has it.
fn bare(status: StatusCode) -> Response {
    let mut response = status.into_response();
    response.extensions_mut().insert(Bare);
    response
}
