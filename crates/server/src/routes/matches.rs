//! Creating and listing matches; rematches.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::Response,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use vauban_game::{Lang, SettingCard, Text, Values, text};
use vauban_store::{
    CommandId, Cursor, Hash, Listing, Match, MatchId, Millis, PlayerId, SessionId, Stage,
    Visibility,
};
use vauban_table::Refusals;

use crate::{
    Problem,
    access::Access,
    command::{Command, Verb},
    conditions::must_be_over,
    encoder::{RoomBody, room_body},
    extract::{Body, Language, Params},
    header::{Import, MatchConfig},
    ingress::ClientAddr,
    occupant::{Occupant, Program},
    quotas::{has_programs, of_new_match},
    registry::{Created, Registry, Request, Room, match_id},
    secret::derived_id,
    session::Visitor,
    summary::{MatchSummary, ResultBody},
    table::Table,
    tempo::{self, TempoBody},
    write::{Reply, again},
};

use super::{ViewQuery, match_request::MatchRequest};

/// What a seat for a program begins with; its level or name follows.
const AGENT: &str = "agent:";

/// Matches in one answer.
const MATCHES_AT_A_TIME: usize = 50;

#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[schema(example = json!({"command_id": "7f3a-0", "game": "a-game", "options": {}, "seats": ["me", "agent:2"], "tempo": {"kind": "increment", "stock": 600, "increment": 5}}))]
pub struct CreateBody {
    /// Chosen by the sender; sending the same again opens no other match, and has the same answer.
    #[serde(default)]
    command_id: Option<String>,
    pub(super) game: String,
    /// A named set of options, one of the game's `presets`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    preset: Option<String>,
    /// Options of the game, by name: they win over the preset's; the others take their defaults.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// How many seats the match has, within the game's `seats`; without it as many as the preset or
    /// the game begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat_count: Option<u8>,
    /// `me`, `open`, `agent:LEVEL` or `agent:NAME` for each seat, from the first; seats that are left out are open.
    #[serde(default)]
    pub(super) seats: Vec<String>,
    /// Only who has a link finds a private match.
    #[serde(default)]
    pub(super) private: bool,
    /// Who may take back what: `own`, `ask` or `all`; by default `ask`. Whoever plays against programs alone, or
    /// holds every seat, asks nobody.
    #[serde(default)]
    undo: Option<String>,
    /// What your seats add to the dice; else it is drawn. Can be changed until the match begins.
    #[serde(default)]
    seed: Option<String>,
    /// A position line to start from.
    #[serde(default)]
    position: Option<String>,
    /// How much time everybody has; without it as much as they like.
    #[serde(default)]
    tempo: TempoBody,
    /// Seconds that somebody on turn may be away before the others may claim or have a program stand
    /// in; without it 15 minutes, with a stock of time 2 minutes, with days for each turn a day.
    #[serde(default)]
    claim_after: Option<u64>,
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
    options: BTreeMap<String, String>,
    stage: &'static str,
    visibility: &'static str,
    created_at: u64,
    tempo: TempoBody,
    /// Names of persons, `open`, or `level N`.
    seats: Vec<String>,
    /// The hash of the secret that the dice come from.
    commitment: String,
    /// Whose turn it is, from 1.
    turn: Vec<u8>,
    /// In a list of one's own: the seats that one holds, from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    yours: Vec<u8>,
    result: Option<ResultBody>,
}

impl Paging {
    pub fn listing(self) -> Result<Listing, Problem> {
        let stage = self.stage.map(|name| {
            Stage::from_name(&name).ok_or_else(|| {
                Problem::bad_request(Text::fixed(
                    "stage is open, running or over",
                    "stage vaut open, running ou over",
                ))
            })
        });
        let after = self.after.map(|text| {
            text.split_once('.')
                .and_then(|(at, id)| {
                    Some(Cursor {
                        created_at: at.parse().ok()?,
                        id: MatchId::new(id).ok()?,
                    })
                })
                .ok_or_else(|| {
                    Problem::bad_request(Text::fixed(
                        "`after` must be the `next` of the previous answer",
                        "`after` doit être le `next` de la réponse précédente",
                    ))
                })
        });
        Ok(Listing {
            stage: stage.transpose()?,
            after: after.transpose()?,
            ..Listing::all(MATCHES_AT_A_TIME)
        })
    }
}

pub async fn listed(registry: &Registry, listing: Listing) -> Result<MatchesBody, Problem> {
    let player = listing.player.clone();
    let matches = registry.store().list(listing).await?;
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
    let shown = MatchSummary::read(&found.summary.text)?;
    let yours = (1..)
        .zip(&shown.seats)
        .filter(|(_, occupant)| player.is_some_and(|player| occupant.is_person(player.as_str())))
        .map(|(seat, _)| seat)
        .collect();
    Some(MatchBody {
        id: found.id.to_string(),
        game: shown.game,
        options: shown.options,
        stage: found.summary.stage.name(),
        visibility: found.visibility.name(),
        created_at: found.created_at,
        tempo: shown.tempo,
        seats: shown.seats.iter().map(Occupant::shown).collect(),
        commitment: shown.commitment,
        turn: shown.turn,
        yours,
        result: shown.result,
    })
}

/// Lists the public matches, newest first.
#[utoipa::path(get, path = "/matches", tag = "matches", params(Paging),
    responses((status = 200, body = MatchesBody), (status = 400)))]
pub async fn list(
    State(registry): State<Arc<Registry>>,
    Params(paging): Params<Paging>,
) -> Result<Json<MatchesBody>, Problem> {
    let listing = Listing {
        visibility: Some(Visibility::Listed),
        ..paging.listing()?
    };
    listed(&registry, listing).await.map(Json)
}

/// Creates a match.
#[utoipa::path(post, path = "/matches", tag = "matches", request_body = CreateBody,
    security(("session" = []), ("bearer" = [])),
    responses((status = 201, body = RoomBody), (status = 401), (status = 422)))]
pub async fn create(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    client: ClientAddr,
    visitor: Visitor,
    Body(body): Body<CreateBody>,
) -> Result<Response, Problem> {
    let fingerprint = fingerprint(&body);
    open(&registry, client, visitor, body, None, fingerprint, lang).await
}

/// Returns a match: its seats, options and stage.
#[utoipa::path(get, path = "/matches/{id}", tag = "matches",
    params(("id" = String, Path), ViewQuery),
    responses((status = 200, body = RoomBody), (status = 404)))]
pub async fn one(request: MatchRequest) -> Json<RoomBody> {
    Json(room_body(
        &request.room,
        &request.table,
        request.access,
        request.viewer,
        request.lang,
        request.now,
    ))
}

/// Creates a rematch with the seats moved on by one, or returns the one that another player created.
#[utoipa::path(post, path = "/matches/{id}/rematch", tag = "matches",
    params(("id" = String, Path)), security(("session" = []), ("bearer" = [])),
    responses((status = 201, body = RoomBody), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn rematch(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    client: ClientAddr,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let old = registry.room(&id).await?;
    let (seats, existing) = {
        let table = registry.table_for(&old, visitor.asker(client)).await?;
        let access = Access::of(&old, &table, Some(visitor.player.as_str()), None);
        access.must_watch()?;
        if access.seats.is_empty() {
            return Err(Problem::not_seated());
        }
        must_be_over(&table)?;
        (table.seats.clone(), table.rematch.clone())
    };
    // Whoever comes second finds the match that the first one opened.
    if let Some(existing) = existing {
        let room = registry.room(&existing).await?;
        return found(&registry, &room, &visitor, client, lang).await;
    }
    let origin = Some(registry.origin(client));
    let card = registry.shelf().find(&old.header.game)?.card();
    let mut settings = card.as_played(&old.header.settings);
    let position = registry.header(&old.id).await?.start();
    // What chance drew is drawn anew, unless a position was made for it.
    let is_drawn = |name: &str| {
        let seed = |setting: &SettingCard| matches!(setting.values, Values::Seed);
        let mut cards = card.settings.iter();
        cards.any(|setting| setting.name == name && seed(setting))
    };
    settings.retain(|name, _| position.is_some() || !is_drawn(name));
    let config = MatchConfig {
        game: old.header.game.clone(),
        settings,
        seat_count: None,
        position,
        import: None,
        undo: old.header.undo.clone(),
        tempo: old.header.tempo,
        claim_after: old.header.chosen_claim_after(),
        owner: visitor.player.to_string(),
        origin: origin.clone(),
        seed: None,
        date: String::new(),
        visibility: old.visibility,
    };
    let mut moved = seats;
    moved.rotate_right(1);
    let own = visitor.player.to_string();
    // Nobody is made to play: the other persons sit down themselves.
    for occupant in &mut moved {
        if matches!(occupant, Occupant::Person { .. }) && !occupant.is_person(&own) {
            *occupant = Occupant::Open;
        }
    }
    let wanted = of_new_match(0, has_programs(&moved));
    let _room = registry
        .reserve(&visitor.player, origin.as_ref(), wanted)
        .await?;
    let id = old.header.rematch_id(&old.id)?;
    let seating = move |_: &Room, seats| {
        moved.resize(usize::from(seats), Occupant::Open);
        Ok(moved)
    };
    let tell = |room: &Room, table: &Table| Ok(told(room, table, &visitor, lang, room.created_at));
    // Of two who ask at once the second finds the match of the first, and one match is told of.
    registry
        .create_as(id.clone(), config, None, seating, tell)
        .await?;
    let room = registry.room(id.as_str()).await?;
    let command_id =
        CommandId::new(format!("rematch-{}", room.id)).map_err(|_| Problem::internal())?;
    let verb = Verb::Rematch {
        id: room.id.to_string(),
    };
    let command = Command::of_person(&visitor, command_id, verb, lang);
    registry.execute(&old, command).await?;
    found(&registry, &room, &visitor, client, lang).await
}

/// The same for equal wishes, however they were written.
pub(super) fn fingerprint(body: &impl Serialize) -> Hash {
    Hash::of(&serde_json::to_vec(body).expect("plain data has a JSON form"))
}

pub(super) async fn open(
    registry: &Arc<Registry>,
    client: ClientAddr,
    visitor: Visitor,
    body: CreateBody,
    import: Option<Import>,
    fingerprint: Hash,
    lang: Lang,
) -> Result<Response, Problem> {
    // 1. What has been answered is answered again.
    let request = body.command_id.map(|id| {
        let id = CommandId::new(id)
            .map_err(|error| Problem::bad_request(Text::same(format!("command_id: {error}"))))?;
        // Apart from the commands in the match: those may have the same ids.
        let session =
            SessionId::new(format!("open-{}", visitor.session)).map_err(|_| Problem::internal())?;
        Ok::<_, Problem>(Request {
            session,
            id,
            body: fingerprint,
        })
    });
    let request = request.transpose()?;
    let id = match &request {
        None => match_id()?,
        Some(request) => derived_id(&["match", request.session.as_str(), request.id.as_str()])?,
    };
    if let Some(reply) = first_answer(registry, &id, request.as_ref()).await? {
        return Ok(reply.response());
    }

    // 2. What is wanted, and whether there is room for it.
    let origin = Some(registry.origin(client));
    let bytes = import.as_ref().map_or(0, |import| import.text.len());
    let programs = body.seats.iter().any(|seat| seat.starts_with(AGENT));
    let wanted = of_new_match(bytes, programs);
    let _room = registry
        .reserve(&visitor.player, origin.as_ref(), wanted)
        .await?;
    let mut settings = body.options;
    let seat_count = match &body.preset {
        None => body.seat_count,
        Some(preset) => {
            let card = registry.shelf().find(&body.game)?.card();
            let filled = card.fill_in(preset, &mut settings, body.seat_count);
            filled.map_err(|error| Refusals::from(vec![error]))?
        }
    };
    let config = MatchConfig {
        game: body.game,
        settings,
        seat_count,
        position: body.position,
        import,
        undo: body.undo.unwrap_or_else(|| "ask".into()),
        tempo: body.tempo.tempo()?,
        claim_after: body.claim_after.map(tempo::claim_after).transpose()?,
        owner: visitor.player.to_string(),
        origin,
        seed: body.seed,
        date: String::new(),
        visibility: match body.private {
            true => Visibility::Private,
            false => Visibility::Listed,
        },
    };
    let me = Occupant::Person {
        player: visitor.player.to_string(),
        name: visitor.name.to_string(),
    };
    let wanted = body.seats;
    let seating = move |room: &Room, seats| seated(room, seats, &wanted, &me);
    let tell = |room: &Room, table: &Table| Ok(told(room, table, &visitor, lang, room.created_at));

    // 3. The match and the answer, in one transaction.
    let created = registry
        .create_as(id.clone(), config, request.clone(), seating, tell)
        .await?;
    match created {
        Created::New(_, reply) => Ok(reply.response()),
        // The same was sent twice at once, or the match has been deleted.
        Created::Known => {
            let reply = first_answer(registry, &id, request.as_ref()).await?;
            Ok(reply.ok_or_else(Problem::no_such_match)?.response())
        }
    }
}

async fn first_answer(
    registry: &Registry,
    id: &MatchId,
    request: Option<&Request>,
) -> Result<Option<Reply>, Problem> {
    let Some(request) = request else {
        return Ok(None);
    };
    let recalled = registry
        .store()
        .recall(id.clone(), request.session.clone(), request.id.clone())
        .await?;
    recalled
        .map(|recorded| again(&recorded, request.body))
        .transpose()
}

/// Who sits where: `me`, `open`, `agent:LEVEL` or `agent:NAME` for each seat.
fn seated(
    room: &Room,
    seats: u8,
    wanted: &[String],
    me: &Occupant,
) -> Result<Vec<Occupant>, Problem> {
    if wanted.len() > usize::from(seats) {
        return Err(Problem::bad_request(text!(
            "this match has {seats} seats",
            "cette partie a {seats} places"
        )));
    }
    let mut occupants = Vec::new();
    for text in wanted {
        occupants.push(match (text.as_str(), text.strip_prefix(AGENT)) {
            ("me", _) => me.clone(),
            ("open", _) => Occupant::Open,
            (_, Some(level)) => {
                let level = Program::read(level);
                room.must_be_program(&level)?;
                Occupant::Agent { level }
            }
            _ => {
                return Err(Problem::bad_request(Text::fixed(
                    "a seat is `me`, `open` or `agent:LEVEL-OR-NAME`",
                    "une place est `me`, `open` ou `agent:NIVEAU-OU-NOM`",
                )));
            }
        });
    }
    occupants.resize(usize::from(seats), Occupant::Open);
    Ok(occupants)
}

/// The answer to who has a match that is there already.
async fn found(
    registry: &Registry,
    room: &Arc<Room>,
    visitor: &Visitor,
    client: ClientAddr,
    lang: Lang,
) -> Result<Response, Problem> {
    let table = registry.table_for(room, visitor.asker(client)).await?;
    Ok(told(room, &table, visitor, lang, registry.time.now()).response())
}

fn told(room: &Room, table: &Table, visitor: &Visitor, lang: Lang, now: Millis) -> Reply {
    let mut access = Access::of(room, table, Some(visitor.player.as_str()), None);
    // Who sat at the old match may sit at the new one.
    access.is_owner = true;
    let viewer = table.viewer(access.seats.iter().next());
    let body = room_body(room, table, access, viewer, lang, now);
    Reply {
        status: StatusCode::CREATED,
        body: serde_json::to_vec(&body).expect("plain data has a JSON form"),
    }
}
