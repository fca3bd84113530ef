//! Work that only one node does at a time: taken with a lease of the store, and released when it is done.

use std::sync::Arc;

use vauban_store::{Duty, Lease, MatchId};

use crate::{
    Problem,
    node::{LEASE, lock},
    registry::Registry,
};

/// A duty of this node, for as long as it has something to do by it.
#[derive(Clone, Debug)]
pub struct Held {
    pub lease: Lease,
}

impl Registry {
    /// Takes a duty, unless another node has it.
    pub(crate) async fn hold(&self, duty: Duty) -> Result<Option<Held>, Problem> {
        *lock(&self.node.held).entry(duty.clone()).or_default() += 1;
        let kept = self.keep_duty(duty.clone()).await;
        if !matches!(kept, Ok(Some(_))) {
            self.put_down(&duty);
        }
        Ok(kept?.map(|lease| Held { lease }))
    }

    /// Takes a duty for as long as this node lives, unless another node has it.
    pub(crate) async fn keep_duty(&self, duty: Duty) -> Result<Option<Lease>, Problem> {
        let now = self.time.now();
        let until = now.saturating_add(LEASE);
        let taken = self.store().take(duty, self.node.id.clone(), now, until);
        Ok(taken.await?)
    }

    /// Whether that was the last who held it here.
    fn put_down(&self, duty: &Duty) -> bool {
        let mut held = lock(&self.node.held);
        let Some(count) = held.get_mut(duty) else {
            return false;
        };
        *count -= 1;
        let is_last = *count == 0;
        if is_last {
            held.remove(duty);
        }
        is_last
    }

    /// It is done. If that cannot be told, it ends by itself, and somebody looks whether it was.
    pub(crate) async fn let_go(&self, held: Held) {
        if self.put_down(&held.lease.duty)
            && let Err(error) = self.store().end(held.lease).await
        {
            tracing::debug!(%error, "a duty was not ended");
        }
    }

    /// Programs on turn whose node has gone are asked here.
    pub(crate) async fn take_up(self: &Arc<Registry>, id: &MatchId) -> Result<(), Problem> {
        let Some(held) = self.hold(Duty::Agents(id.clone())).await? else {
            return Ok(());
        };
        let asked = async {
            let room = self.room(id.as_str()).await?;
            let table = self.fresh_table(&room, None).await?;
            self.set_agents_to_work(&room, &table);
            Ok(())
        };
        let asked = asked.await;
        self.let_go(held).await;
        asked
    }
}
