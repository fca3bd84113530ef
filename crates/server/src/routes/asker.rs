//! Who asks about a match, and through whose eyes. Every question begins with this.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, RawPathParams},
    http::request::Parts,
};
use vauban_game::{Lang, Seat, Viewer};
use vauban_store::Millis;

use crate::{
    Problem,
    encoder::Eye,
    extract::{Asked, Tongue, known},
    hall::{Hall, Room, Seated},
    plan::Access,
};

use super::Looking;

/// Somebody who may watch the match that the address names, with its table locked.
pub struct Asker {
    pub hall: Arc<Hall>,
    pub room: Arc<Room>,
    pub table: Seated,
    pub eye: Eye,
    pub access: Access,
    pub viewer: Viewer,
    pub lang: Lang,
    pub now: Millis,
}

impl FromRequestParts<Arc<Hall>> for Asker {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Asker, Problem> {
        let visitor = known(parts, hall).await?;
        let Tongue(lang) = Tongue::from_request_parts(parts, hall).await?;
        let Asked(looking) = Asked::<Looking>::from_request_parts(parts, hall).await?;
        let path = RawPathParams::from_request_parts(parts, hall)
            .await
            .map_err(|_| Problem::no_such_match())?;
        let id = path.iter().find(|(name, _)| *name == "id");
        let (_, id) = id.ok_or_else(Problem::no_such_match)?;
        let room = hall.room(id).await?;
        let table = hall.table(&room).await?;
        let now = hall.time.now();
        let eye = looking.eye(visitor.as_ref(), lang);
        let access = eye.access(&room, &table, now).must_watch()?;
        let viewer = eye.viewer(access, &table);
        Ok(Asker {
            hall: Arc::clone(hall),
            room,
            table,
            eye,
            access,
            viewer,
            lang,
            now,
        })
    }
}

impl Asker {
    /// The seat of one's own through which one looks.
    pub fn seat(&self) -> Result<Seat, Problem> {
        self.viewer.seat().ok_or_else(Problem::not_seated)
    }

    /// The viewer that `eye` names, if one may look through it.
    pub fn through(&self, eye: Option<u8>) -> Result<Viewer, Problem> {
        match eye {
            None => Ok(self.viewer),
            Some(0) => Ok(Viewer::Spectator),
            Some(number) => {
                let seat = self.table.seat(number)?;
                let permitted = self.access.seats.contains(seat) || self.table.is_over();
                match permitted {
                    true => Ok(Viewer::Seat(seat)),
                    false => Err(Problem::not_seated()),
                }
            }
        }
    }
}

impl std::fmt::Debug for Asker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asker")
            .field("room", &self.room)
            .field("viewer", &self.viewer)
            .finish_non_exhaustive()
    }
}
