//! Keeping tables in memory up to date when other nodes write too: every request sees all earlier commits.

use std::sync::Arc;

use vauban_store::Seq;

use crate::{
    Problem,
    ingress::Asker,
    registry::{EVENTS_AT_A_TIME, Registry, Room, played},
    replay::Replay,
    table::Table,
};

impl Registry {
    /// The table of `room` with everything that was committed before this was called, on whatever node.
    pub(crate) async fn fresh_table(
        &self,
        room: &Arc<Room>,
        asker: Option<Asker<'_>>,
    ) -> Result<Arc<Table>, Problem> {
        let table = self.table_at_cost_of(room, asker).await?;
        if !self.node.is_shared() {
            return Ok(table);
        }
        drop(table);
        self.refresh(room).await?;
        self.table_at_cost_of(room, asker).await
    }

    /// Brings the table of `room` up to date, if it is in memory. Of many who ask at once one reads.
    pub(crate) async fn refresh(&self, room: &Arc<Room>) -> Result<(), Problem> {
        if !self.node.is_shared() {
            return Ok(());
        }
        let came = self.node.tick();
        let mut checked = room.checked.lock().await;
        if *checked > came {
            return Ok(());
        }
        let begun = self.node.tick();
        let heads = self.store().heads(vec![room.id.clone()]).await?;
        let Some((_, head)) = heads.first() else {
            self.drop_room(room);
            return Err(Problem::no_such_match());
        };
        self.catch_up(room, *head).await?;
        *checked = begun;
        Ok(())
    }

    /// Plays what another node has written up to event `head`. A table that is not in memory is read whole when it
    /// is needed.
    pub(crate) async fn catch_up(&self, room: &Arc<Room>, head: Seq) -> Result<(), Problem> {
        let Some(table) = room.table() else {
            if head > room.seq() {
                room.tell();
            }
            return Ok(());
        };
        if table.seq >= head {
            return Ok(());
        }
        let mut seq = table.seq;
        let mut replay = Replay::resume(table.copy(), self.outages());
        drop(table);
        loop {
            let events = self
                .store()
                .since(room.id.clone(), seq, EVENTS_AT_A_TIME)
                .await?;
            let Some(last) = events.last() else {
                break;
            };
            seq = last.seq;
            let seen = played(move || {
                let seen = events.iter().try_for_each(|event| replay.see(event));
                seen.map(|()| replay)
            });
            replay = match seen.await {
                Ok(Ok(replay)) => replay,
                // The whole log tells more.
                Ok(Err(_)) | Err(_) => {
                    room.forget();
                    room.tell();
                    return Ok(());
                }
            };
        }
        let Ok(table) = replay.end() else {
            room.forget();
            room.tell();
            return Ok(());
        };
        let Some(table) = room.advance(table) else {
            return Ok(());
        };
        self.metrics.caught_up.add(1);
        // What programs here had in mind was about another position.
        room.agents.dismiss();
        self.flags.note(table.deadline());
        room.tell();
        // Whoever gets the lease thinks.
        self.set_agents_to_work(room, &table);
        Ok(())
    }

    /// A match that another node has deleted.
    pub(crate) fn drop_room(&self, room: &Room) {
        drop(self.rooms().remove(&room.id));
        room.forget();
        room.tell();
    }
}
