//! Leases and presence in the memory of one process, for stores that no other process uses.

use std::collections::BTreeMap;

use crate::{
    Duty, Joining, Lease, MatchId, Millis, NodeId, PlayerId, Pulse, Sighting,
    node::{FORGOTTEN, LONG_AGO, merged, sighting},
};

#[derive(Debug, Default)]
pub(crate) struct LeaseBook {
    leases: BTreeMap<Duty, Held>,
    /// The last fencing number.
    fence: u64,
    presence: BTreeMap<(MatchId, PlayerId, NodeId), (bool, Millis)>,
    pub(crate) revocations: u64,
}

#[derive(Debug)]
struct Held {
    /// Nobody, once it was given back.
    holder: Option<NodeId>,
    fence: u64,
    until: Millis,
}

impl LeaseBook {
    pub(crate) fn take(
        &mut self,
        duty: Duty,
        holder: &NodeId,
        now: Millis,
        until: Millis,
    ) -> Option<Lease> {
        let next = self.fence + 1;
        let held = self.leases.get(&duty);
        let fence = match held {
            Some(held) if held.holder.as_ref() == Some(holder) => held.fence,
            Some(held) if held.holder.is_some() && held.until >= now => return None,
            Some(_) | None => next,
        };
        self.fence = self.fence.max(fence);
        let held = Held {
            holder: Some(holder.clone()),
            fence,
            until,
        };
        self.leases.insert(duty.clone(), held);
        Some(Lease { duty, fence, until })
    }

    /// Whether nobody has taken it over.
    pub(crate) fn holds(&self, lease: &Lease) -> bool {
        let held = self.leases.get(&lease.duty);
        held.is_some_and(|held| held.fence == lease.fence && held.holder.is_some())
    }

    pub(crate) fn end(&mut self, lease: &Lease) {
        if self.holds(lease) {
            self.leases.remove(&lease.duty);
        }
    }

    /// The player's orders in a match end, but for the one by which something is written.
    pub(crate) fn end_orders(&mut self, id: &MatchId, player: &PlayerId, by: Option<&Lease>) {
        self.leases.retain(|duty, _| {
            !duty.is_order_of(id, player) || by.is_some_and(|lease| lease.duty == *duty)
        });
    }

    pub(crate) fn abandoned(&self, now: Millis, limit: usize) -> Vec<Duty> {
        let ended = self.leases.iter().filter(|(duty, held)| match held.holder {
            None => !duty.is_node(),
            Some(_) => !duty.is_node() && !duty.is_order() && held.until < now,
        });
        ended.take(limit).map(|(duty, _)| duty.clone()).collect()
    }

    pub(crate) fn nodes(&self) -> Vec<Lease> {
        let nodes = self.leases.iter().filter(|(duty, _)| duty.is_node());
        let leases = nodes.map(|(duty, held)| Lease {
            duty: duty.clone(),
            fence: held.fence,
            until: held.until,
        });
        leases.collect()
    }

    /// The lease of a node that joins, and whether it is alone.
    pub(crate) fn join(&mut self, joining: &Joining) -> (Lease, bool) {
        let own = Duty::Node(joining.node.clone());
        for lease in &joining.dead {
            let is_same = self.nodes().contains(lease);
            if let Duty::Node(node) = &lease.duty
                && is_same
            {
                self.forget(node);
            }
        }
        self.forget(&joining.node);
        let old = joining.at.saturating_sub(LONG_AGO);
        self.presence
            .retain(|_, (is_here, at)| *is_here || *at >= old);
        let alone = self.nodes().is_empty();
        self.fence += 1;
        let (fence, until) = (self.fence, joining.until);
        let held = Held {
            holder: Some(joining.node.clone()),
            fence,
            until,
        };
        self.leases.insert(own.clone(), held);
        let lease = Lease {
            duty: own,
            fence,
            until,
        };
        (lease, alone)
    }

    /// Renews the lease of `node`, and those of `duties` that it has.
    pub(crate) fn pulse(
        &mut self,
        node: &NodeId,
        now: Millis,
        until: Millis,
        duties: &[Duty],
    ) -> Pulse {
        let own = Duty::Node(node.clone());
        for duty in duties.iter().chain([&own]) {
            let held = self.leases.get_mut(duty);
            if let Some(held) = held.filter(|held| held.holder.as_ref() == Some(node)) {
                held.until = until;
            }
        }
        let dead: Vec<NodeId> = self
            .nodes()
            .into_iter()
            .filter(|lease| lease.until.saturating_add(FORGOTTEN) < now)
            .filter_map(|lease| match lease.duty {
                Duty::Node(node) => Some(node),
                Duty::Clocks | Duty::Agents(_) | Duty::Order { .. } => None,
            })
            .collect();
        dead.iter().for_each(|node| self.forget(node));
        // Nobody goes on with orders whose leases have ended; then they are forgotten.
        self.leases.retain(|duty, held| {
            if !duty.is_order() {
                return true;
            }
            held.holder = held.holder.take().filter(|_| held.until >= now);
            held.until.saturating_add(FORGOTTEN) >= now
        });
        Pulse::of(node, &self.nodes(), self.revocations)
    }

    /// What `node` had to do is anybody's. Whoever was there was there no longer than its lease.
    pub(crate) fn forget(&mut self, node: &NodeId) {
        let Some(ended) = self.leases.remove(&Duty::Node(node.clone())) else {
            return;
        };
        for held in self.leases.values_mut() {
            if held.holder.as_ref() == Some(node) {
                held.holder = None;
            }
        }
        for ((_, _, seen_by), (is_here, at)) in &mut self.presence {
            if seen_by == node && *is_here {
                (*is_here, *at) = (false, ended.until.max(*at));
            }
        }
    }

    pub(crate) fn note(&mut self, node: &NodeId, seen: Vec<Sighting>) {
        for seen in seen {
            let key = (seen.id, seen.player, node.clone());
            self.presence.insert(key, (seen.is_here, seen.at));
        }
    }

    pub(crate) fn presence(&self, ids: &[MatchId], now: Millis) -> Vec<Sighting> {
        let wanted = self
            .presence
            .iter()
            .filter(|((id, ..), _)| ids.contains(id));
        merged(wanted.map(|((id, player, node), seen)| {
            let node = self.leases.get(&Duty::Node(node.clone()));
            let lives_until = node.map(|held| held.until);
            sighting((id.clone(), player.clone()), *seen, lives_until, now)
        }))
    }
}
