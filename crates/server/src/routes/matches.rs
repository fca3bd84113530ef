//! Creating, importing, listing matches; rematches.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use vauban_game::{Seat, Text, Values, Viewer};
use vauban_store::{Cursor, Listing, Match, MatchId, PlayerId, Stage, Visibility};
use vauban_table::{Record, ReplayError, Shelf};

use crate::{
    Problem,
    encoder::{RoomBody, room_body},
    extract::{Asked, Body, Tongue},
    hall::{Hall, Room},
    header::{Import, Wish},
    holder::Holder,
    order::{Actor, Command, Order},
    plan::Access,
    session::Visitor,
    summary::{Shown, ShownResult},
};

use super::Looking;

/// Matches in one answer.
const MATCHES_AT_A_TIME: usize = 50;

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"game": "a-game", "options": {}, "seats": ["me", "agent:2"]}))]
pub struct CreateBody {
    game: String,
    /// Options of the game, by name; the others take their defaults.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// `me`, `open` or `agent:LEVEL` for each seat, from the first; seats that are left out are open.
    #[serde(default)]
    seats: Vec<String>,
    /// Only who has a link finds a private match.
    #[serde(default)]
    private: bool,
    /// Who may take back what: `own`, `ask` or `all`.
    #[serde(default)]
    undo: Option<String>,
    /// What your seats add to the dice; else it is drawn. Can be changed until the match begins.
    #[serde(default)]
    seed: Option<String>,
    /// A position line to start from.
    #[serde(default)]
    position: Option<String>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"game": "a-game", "text": "[Game \"a-game\"]\n…", "step": 10, "seats": ["me", "me"]}))]
pub struct ImportBody {
    #[serde(flatten)]
    create: CreateBody,
    /// A record, a position, or a file in a format of the game's own. If `game` is empty, the text
    /// must tell whose it is, as records and files do.
    text: String,
    /// Play on from this step; without it, from the last.
    #[serde(default)]
    step: Option<usize>,
}

/// Which part of a list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// `open`, `running` or `over`.
    stage: Option<String>,
    /// `next` of the answer before.
    after: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchesBody {
    matches: Vec<MatchBody>,
    /// Where the list goes on, if it does.
    next: Option<String>,
}

/// A match as a list shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchBody {
    id: String,
    game: String,
    #[schema(value_type = Object)]
    options: BTreeMap<String, String>,
    stage: &'static str,
    visibility: &'static str,
    created_at: u64,
    /// Names of persons, `open`, or `level N`.
    seats: Vec<String>,
    /// The hash of the secret that the dice come from.
    commitment: String,
    /// Whose turn it is, from 1.
    turn: Vec<u8>,
    /// In a list of one's own: the seats that one holds, from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    yours: Vec<u8>,
    result: Option<ShownResult>,
}

impl Paging {
    pub fn listing(self) -> Result<Listing, Problem> {
        let stage = self.stage.map(|name| {
            Stage::from_name(&name)
                .ok_or_else(|| Problem::bad_request("stage is open, running or over"))
        });
        let after = self.after.map(|text| {
            text.split_once('.')
                .and_then(|(at, id)| {
                    Some(Cursor {
                        created_at: at.parse().ok()?,
                        id: MatchId::new(id).ok()?,
                    })
                })
                .ok_or_else(|| Problem::bad_request("after is what `next` said"))
        });
        Ok(Listing {
            stage: stage.transpose()?,
            after: after.transpose()?,
            ..Listing::all(MATCHES_AT_A_TIME)
        })
    }
}

pub async fn listed(hall: &Hall, listing: Listing) -> Result<MatchesBody, Problem> {
    let player = listing.player.clone();
    let matches = hall.store().list(listing).await?;
    let next = matches
        .last()
        .filter(|_| matches.len() == MATCHES_AT_A_TIME)
        .map(|last| format!("{}.{}", last.created_at, last.id));
    Ok(MatchesBody {
        matches: matches
            .iter()
            .filter_map(|found| match_body(found, player.as_ref()))
            .collect(),
        next,
    })
}

fn match_body(found: &Match, player: Option<&PlayerId>) -> Option<MatchBody> {
    let shown = Shown::read(&found.summary.text)?;
    let yours = (1..)
        .zip(&shown.seats)
        .filter(|(_, holder)| player.is_some_and(|player| holder.is_person(player.as_str())))
        .map(|(seat, _)| seat)
        .collect();
    Some(MatchBody {
        id: found.id.to_string(),
        game: shown.game,
        options: shown.options,
        stage: found.summary.stage.name(),
        visibility: found.visibility.name(),
        created_at: found.created_at,
        seats: shown.seats.iter().map(Holder::shown).collect(),
        commitment: shown.commitment,
        turn: shown.turn,
        yours,
        result: shown.result,
    })
}

/// The matches that everybody may find, the newest first.
#[utoipa::path(get, path = "/matches", tag = "matches", params(Paging),
    responses((status = 200, body = MatchesBody), (status = 400)))]
pub async fn list(
    State(hall): State<Arc<Hall>>,
    Asked(paging): Asked<Paging>,
) -> Result<Json<MatchesBody>, Problem> {
    let listing = Listing {
        visibility: Some(Visibility::Listed),
        ..paging.listing()?
    };
    listed(&hall, listing).await.map(Json)
}

/// Opens a match.
#[utoipa::path(post, path = "/matches", tag = "matches", request_body = CreateBody,
    security(("session" = []), ("bearer" = [])),
    responses((status = 201, body = RoomBody), (status = 401), (status = 422)))]
pub async fn create(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Visitor,
    Body(body): Body<CreateBody>,
) -> Result<(StatusCode, Json<RoomBody>), Problem> {
    let room = open(&hall, &visitor, body, None).await?;
    told(&hall, &room, &visitor, lang).await
}

/// Opens a match from a file: to look at, or to play on from any step.
#[utoipa::path(post, path = "/imports", tag = "matches", request_body = ImportBody,
    security(("session" = []), ("bearer" = [])),
    responses((status = 201, body = RoomBody), (status = 401), (status = 404), (status = 422)))]
pub async fn import(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Visitor,
    Body(mut body): Body<ImportBody>,
) -> Result<(StatusCode, Json<RoomBody>), Problem> {
    if body.create.game.is_empty() {
        body.create.game = recognised(hall.shelf(), &body.text)?;
    }
    let import = Import {
        text: body.text,
        steps: body.step,
    };
    let room = open(&hall, &visitor, body.create, Some(import)).await?;
    told(&hall, &room, &visitor, lang).await
}

/// A match: who sits where, and how far it is.
#[utoipa::path(get, path = "/matches/{id}", tag = "matches",
    params(("id" = String, Path), Looking),
    responses((status = 200, body = RoomBody), (status = 404)))]
pub async fn one(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Option<Visitor>,
    Path(id): Path<String>,
    Asked(looking): Asked<Looking>,
) -> Result<Json<RoomBody>, Problem> {
    let room = hall.room(&id).await?;
    let table = hall.table(&room).await?;
    let eye = looking.eye(visitor.as_ref(), lang);
    let access = eye.access(&room, &table).must_watch()?;
    let viewer = eye.viewer(access, &table);
    Ok(Json(room_body(&room, &table, access, viewer, lang)))
}

/// The same again with the seats moved on by one; the others find it in the old match.
#[utoipa::path(post, path = "/matches/{id}/rematch", tag = "matches",
    params(("id" = String, Path)), security(("session" = []), ("bearer" = [])),
    responses((status = 201, body = RoomBody), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn rematch(
    State(hall): State<Arc<Hall>>,
    Tongue(lang): Tongue,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<RoomBody>), Problem> {
    let old = hall.room(&id).await?;
    let (seats, existing) = {
        let table = hall.table(&old).await?;
        let access = Access::of(&old, &table, Some(visitor.player.as_str()), None);
        access.must_watch()?;
        if access.seats.is_empty() {
            return Err(Problem::not_seated());
        }
        (table.seats.clone(), table.rematch.clone())
    };
    // Whoever comes second finds the match that the first one opened.
    if let Some(existing) = existing {
        let room = hall.room(&existing).await?;
        return told(&hall, &room, &visitor, lang).await;
    }
    let card = hall.shelf().find(&old.header.game)?.card();
    let mut settings = old.header.settings.clone();
    // What chance drew is drawn anew.
    settings.retain(|name, _| {
        !card
            .settings
            .iter()
            .any(|setting| setting.name == name && matches!(setting.values, Values::Seed))
    });
    let wish = Wish {
        game: old.header.game.clone(),
        settings,
        position: None,
        import: None,
        undo: old.header.undo.clone(),
        owner: visitor.player.to_string(),
        seed: None,
        date: String::new(),
        visibility: old.visibility,
    };
    let mut moved = seats;
    moved.rotate_right(1);
    let own = visitor.player.to_string();
    // Nobody is made to play: the other persons sit down themselves.
    for holder in &mut moved {
        if matches!(holder, Holder::Person { .. }) && !holder.is_person(&own) {
            *holder = Holder::Open;
        }
    }
    let room = hall
        .create(wish, move |_, seats| {
            moved.resize(usize::from(seats), Holder::Open);
            Ok(moved)
        })
        .await?;
    let command = Command {
        session: visitor.session.clone(),
        id: vauban_store::CommandId::new(format!("rematch-{}", room.id))
            .map_err(|_| Problem::internal())?,
        by: Actor::Person {
            player: visitor.player.clone(),
            name: visitor.name.clone(),
        },
        key: None,
        order: Order::Rematch {
            id: room.id.to_string(),
        },
        lang,
    };
    hall.carry_out(&old, command).await?;
    told(&hall, &room, &visitor, lang).await
}

/// The game that a text says it belongs to.
fn recognised(shelf: Shelf, text: &str) -> Result<String, Problem> {
    let named = match Record::is_record(text) {
        true => Record::read_all(text)
            .map_err(ReplayError::from)?
            .first()
            .and_then(|record| record.tag("Game").map(str::to_owned)),
        false => shelf
            .games()
            .find(|game| game.recognises(text))
            .map(|game| game.card().name.to_owned()),
    };
    named.ok_or_else(|| {
        Problem::unprocessable(
            "which-game",
            Text::fixed(
                "this does not tell which game it is of: choose the game",
                "rien ne dit de quel jeu il s'agit : choisissez le jeu",
            ),
        )
    })
}

async fn open(
    hall: &Arc<Hall>,
    visitor: &Visitor,
    body: CreateBody,
    import: Option<Import>,
) -> Result<Arc<Room>, Problem> {
    let wish = Wish {
        game: body.game,
        settings: body.options,
        position: body.position,
        import,
        undo: body.undo.unwrap_or_else(|| "own".into()),
        owner: visitor.player.to_string(),
        seed: body.seed,
        date: String::new(),
        visibility: match body.private {
            true => Visibility::Private,
            false => Visibility::Listed,
        },
    };
    let (player, name) = (visitor.player.to_string(), visitor.name.to_string());
    let wanted = body.seats;
    hall.create(wish, move |room, seats| {
        if wanted.len() > usize::from(seats) {
            return Err(Problem::bad_request(format!(
                "this match has {seats} seats"
            )));
        }
        let mut holders = Vec::new();
        for text in &wanted {
            holders.push(match (text.as_str(), text.strip_prefix("agent:")) {
                ("me", _) => Holder::Person {
                    player: player.clone(),
                    name: name.clone(),
                },
                ("open", _) => Holder::Open,
                (_, Some(level)) => {
                    let level = level
                        .parse()
                        .map_err(|_| Problem::bad_request("a level is a number"))?;
                    room.must_be_level(level)?;
                    Holder::Agent { level }
                }
                _ => {
                    return Err(Problem::bad_request(
                        "a seat is `me`, `open` or `agent:LEVEL`",
                    ));
                }
            });
        }
        holders.resize(usize::from(seats), Holder::Open);
        Ok(holders)
    })
    .await
}

async fn told(
    hall: &Hall,
    room: &Arc<Room>,
    visitor: &Visitor,
    lang: vauban_game::Lang,
) -> Result<(StatusCode, Json<RoomBody>), Problem> {
    let table = hall.table(room).await?;
    let mut access = Access::of(room, &table, Some(visitor.player.as_str()), None);
    // Who sat at the old match may sit at the new one.
    access.is_owner = true;
    let viewer = access
        .seats
        .iter()
        .next()
        .map_or(Viewer::Spectator, |seat: Seat| Viewer::Seat(seat));
    Ok((
        StatusCode::CREATED,
        Json(room_body(room, &table, access, viewer, lang)),
    ))
}
