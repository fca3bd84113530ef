//! Who asks about a match, and through whose eyes. Every question begins with this.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, RawPathParams},
    http::request::Parts,
};
use vauban_game::{Lang, Seat, Viewer};
use vauban_store::Millis;
use vauban_table::Questions;

use crate::{
    Problem,
    access::Access,
    encoder::Observer,
    extract::{Language, known},
    header::no_such_step,
    ingress::{Asker, ClientAddr},
    lesson::{LEARNER, Lesson},
    registry::{Registry, Room},
    table::Table,
};

use super::ViewQuery;

/// So many requests more a position of the past counts as: the steps since the last kept state are taken
/// again.
pub const PAST: usize = 2;

/// Somebody who may watch the match that the address names, with its table as it was committed last.
pub struct MatchRequest {
    pub registry: Arc<Registry>,
    pub room: Arc<Room>,
    pub table: Arc<Table>,
    pub observer: Observer,
    pub access: Access,
    pub viewer: Viewer,
    pub lang: Lang,
    pub now: Millis,
    client: ClientAddr,
}

impl FromRequestParts<Arc<Registry>> for MatchRequest {
    type Rejection = Problem;
    async fn from_request_parts(
        parts: &mut Parts,
        registry: &Arc<Registry>,
    ) -> Result<MatchRequest, Problem> {
        let visitor = known(parts, registry).await?;
        let Language(lang) = Language::from_request_parts(parts, registry).await?;
        let view = ViewQuery::from_request_parts(parts, registry).await?;
        let path = RawPathParams::from_request_parts(parts, registry)
            .await
            .map_err(|_| Problem::no_such_match())?;
        let id = path.iter().find(|(name, _)| *name == "id");
        let (_, id) = id.ok_or_else(Problem::no_such_match)?;
        let client = ClientAddr::from_request_parts(parts, registry).await?;
        if let Some(game) = Lesson::game_of(id) {
            return MatchRequest::of_lesson(registry, game, view, client, lang).await;
        }
        let room = registry.room(id).await?;
        let player = visitor.as_ref().map(|visitor| visitor.player.as_str());
        let asker = Asker { client, player };
        let table = registry.table_for(&room, asker).await?;
        let now = registry.time.now();
        let observer = view.observer(visitor.as_ref(), lang);
        let access = observer.access(&room, &table, now).must_watch()?;
        observer.must_hold(access, &table)?;
        let viewer = observer.viewer(access, &table);
        registry.look(&room, &table);
        registry.ask_agents_anew(&room, &table);
        Ok(MatchRequest {
            registry: Arc::clone(registry),
            room,
            table,
            observer,
            access,
            viewer,
            lang,
            now,
            client,
        })
    }
}

impl MatchRequest {
    /// A question about a lesson, which whoever asks is the learner of.
    async fn of_lesson(
        registry: &Arc<Registry>,
        game: &str,
        view: ViewQuery,
        client: ClientAddr,
        lang: Lang,
    ) -> Result<MatchRequest, Problem> {
        let now = registry.time.now();
        let (asked, game) = (Arc::clone(registry), game.to_owned());
        let played = view.played.unwrap_or_default();
        let open = move || Lesson::open(&asked, &game, &played, lang, now);
        let Lesson { room, table } = registry.question(open).await??;
        let observer = Observer::new(Some(LEARNER.to_owned()), None, None, lang);
        let access = observer.access(&room, &table, now);
        let viewer = observer.viewer(access, &table);
        Ok(MatchRequest {
            registry: Arc::clone(registry),
            room,
            table,
            observer,
            access,
            viewer,
            lang,
            now,
            client,
        })
    }

    /// What is asked for costs as much as `requests` more.
    pub fn charge(&self, requests: usize) -> Result<(), Problem> {
        let asker = Asker {
            client: self.client,
            player: self.observer.player.as_deref(),
        };
        let requests = u32::try_from(requests).unwrap_or(u32::MAX);
        self.registry.charge(asker, requests)
    }

    /// The seat of one's own through which one looks.
    pub fn seat(&self) -> Result<Seat, Problem> {
        self.viewer.seat().ok_or_else(Problem::not_seated)
    }

    /// The position as it is now, to be asked about while the match goes on.
    pub fn questions(self) -> Box<dyn Questions> {
        self.table.play.questions()
    }

    /// The position that `viewer` saw after `step` steps, or the one of now.
    pub fn questions_at(
        self,
        viewer: Viewer,
        step: Option<usize>,
    ) -> Result<Box<dyn Questions>, Problem> {
        let Some(shown) = step else {
            return Ok(self.questions());
        };
        self.charge(PAST)?;
        let play = self.table.play.as_ref();
        let step = play.step_of(viewer, shown);
        step.and_then(|step| play.past_questions(step))
            .ok_or_else(no_such_step)
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
                    true => Ok(self.table.viewer(Some(seat))),
                    false => Err(Problem::not_seated()),
                }
            }
        }
    }
}

impl std::fmt::Debug for MatchRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MatchRequest")
            .field("room", &self.room)
            .field("viewer", &self.viewer)
            .finish_non_exhaustive()
    }
}
