//! Work done for a session ends when the session does, on every node.

use std::{
    collections::BTreeSet,
    sync::{Arc, atomic::Ordering},
};

use vauban_store::{PlayerId, SessionId};

use crate::{Problem, node::lock, registry::Registry};

/// Sessions that are asked for at a time.
const AT_A_TIME: usize = 500;

/// A session that something goes on for, for as long as this lives.
#[derive(Debug)]
pub struct Guarded {
    registry: Arc<Registry>,
    session: SessionId,
}

impl Drop for Guarded {
    fn drop(&mut self) {
        let mut sessions = lock(&self.registry.node.sessions);
        if let Some((_, count)) = sessions.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                sessions.remove(&self.session);
            }
        }
    }
}

impl Registry {
    /// Somebody's sessions may have ended.
    pub(crate) async fn look_at_sessions(&self) -> Result<(), Problem> {
        let pulse = self.pulse().await?;
        self.check_sessions(pulse.revocations).await
    }

    /// Ends what goes on for sessions that have ended elsewhere.
    pub(crate) async fn check_sessions(&self, revocations: u64) -> Result<(), Problem> {
        if self.node.revocations.load(Ordering::Relaxed) == revocations {
            return Ok(());
        }
        let sessions: Vec<(SessionId, PlayerId)> = lock(&self.node.sessions)
            .iter()
            .map(|(session, (player, _))| (session.clone(), player.clone()))
            .collect();
        for chunk in sessions.chunks(AT_A_TIME) {
            let asked = chunk.iter().map(|(session, _)| session.clone()).collect();
            let open = self.store().open_sessions(asked, self.time.wall()).await?;
            let open: BTreeSet<SessionId> = open.into_iter().collect();
            for (session, player) in chunk.iter().filter(|(it, _)| !open.contains(it)) {
                self.interrupt_orders(player);
                // Nobody may be listening.
                let _ = self.ended.send(session.clone());
            }
        }
        self.node.revocations.store(revocations, Ordering::Relaxed);
        Ok(())
    }

    /// Something goes on for `session` while what is returned lives: it ends when the session does, on whatever node.
    pub(crate) fn guard(self: &Arc<Registry>, session: &SessionId, player: &PlayerId) -> Guarded {
        let mut sessions = lock(&self.node.sessions);
        let entry = sessions.entry(session.clone());
        entry.or_insert_with(|| (player.clone(), 0)).1 += 1;
        drop(sessions);
        Guarded {
            registry: Arc::clone(self),
            session: session.clone(),
        }
    }
}
