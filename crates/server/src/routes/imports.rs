//! Matches from files, and from other matches.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vauban_game::{Text, text};
use vauban_table::{Record, ReplayError, Shelf};

use crate::{
    Problem,
    access::Access,
    encoder::RoomBody,
    extract::{Body, Language},
    header::Import,
    ingress::{ClientAddr, requests_of},
    registry::Registry,
    session::Visitor,
};

use super::matches::{CreateBody, fingerprint, open};

/// So many bytes of an import count as one request, whatever is in them.
const BYTES_A_REQUEST: usize = 5_000;

#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[schema(example = json!({"game": "a-game", "text": "[Game \"a-game\"]\n…", "step": 10, "seats": ["me", "me"]}))]
pub struct ImportBody {
    #[serde(flatten)]
    create: CreateBody,
    /// A record, a position, or a file in a format of the game's own. If `game` is empty, the text
    /// must tell whose it is, as records and files do.
    #[serde(default)]
    text: String,
    /// In place of a text: a match that is over, or in which you hold every seat.
    #[serde(default, rename = "match")]
    of: Option<String>,
    /// Play on from this step; without it, from the last.
    #[serde(default)]
    step: Option<usize>,
}

/// Creates a match from a file, to look at or to play on from any step.
#[utoipa::path(post, path = "/imports", tag = "matches", request_body = ImportBody,
    security(("session" = []), ("bearer" = [])),
    responses((status = 201, body = RoomBody), (status = 401), (status = 404), (status = 422)))]
pub async fn import(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    client: ClientAddr,
    visitor: Visitor,
    Body(mut body): Body<ImportBody>,
) -> Result<Response, Problem> {
    let fingerprint = fingerprint(&body);
    if let Some(id) = &body.of {
        body.text = whole_record(&registry, id, &visitor, client).await?;
    }
    if body.create.game.is_empty() {
        body.create.game = recognised(registry.shelf(), &body.text)?;
    }
    let steps = registry
        .shelf()
        .find(&body.create.game)?
        .length(&body.text)?;
    must_be_short(steps, registry.import_steps())?;
    let by_bytes = u32::try_from(body.text.len() / BYTES_A_REQUEST).unwrap_or(u32::MAX);
    let cost = requests_of(steps).max(by_bytes);
    registry.charge(visitor.asker(client), cost)?;
    // Where nobody sits there is something to look at, not to join.
    body.create.private |= body.create.seats.is_empty();
    let import = Import {
        text: body.text,
        steps: body.step,
    };
    open(
        &registry,
        client,
        visitor,
        body.create,
        Some(import),
        fingerprint,
        lang,
    )
    .await
}

/// The record of a match of which nothing is hidden from `visitor`, secrets too.
async fn whole_record(
    registry: &Arc<Registry>,
    id: &str,
    visitor: &Visitor,
    client: ClientAddr,
) -> Result<String, Problem> {
    let room = registry.room(id).await?;
    let table = registry.table_for(&room, visitor.asker(client)).await?;
    let access = Access::of(&room, &table, Some(visitor.player.as_str()), None);
    access.must_watch()?;
    let all = access.seats.len() == usize::from(table.play.seats());
    if !all && !table.is_over() {
        return Err(Problem::unprocessable(
            "match-runs",
            Text::fixed(
                "others are still playing this match: you can copy it when it is over",
                "d'autres jouent encore cette partie : vous pourrez la copier quand elle sera finie",
            ),
        ));
    }
    let write = move || table.play.record().to_string();
    registry.question(write).await
}

/// Refuses a file with more steps than the server plays through.
fn must_be_short(steps: usize, most: usize) -> Result<(), Problem> {
    match steps <= most {
        true => Ok(()),
        false => Err(Problem::unprocessable(
            "too-many-steps",
            text!(
                "this file has {steps} steps; an import may have at most {most}",
                "ce fichier compte {steps} pas ; un import en compte {most} au plus"
            ),
        )),
    }
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
                "the file does not say which game it is: choose the game",
                "le fichier ne dit pas de quel jeu il s'agit : choisissez le jeu",
            ),
        )
    })
}
