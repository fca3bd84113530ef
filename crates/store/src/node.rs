//! Nodes: processes that run matches on one store side by side, and what they hold for a while.

use std::fmt;

use crate::{CommandId, MatchId, Millis, NodeId, PlayerId, SessionId};

/// Something that one node does at a time.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Duty {
    /// To be a node that runs matches. Whoever has lost this must [join](crate::Nodes::join) again.
    Node(NodeId),
    /// To let flags fall, and to say that matches are run.
    Clocks,
    /// To think for the programs of a match.
    Agents(MatchId),
    /// To go on with an order that repeats, which came with a command of a player's. It ends with whatever else the
    /// player does in the match ([`Append::ends_orders_of`](crate::Append::ends_orders_of)).
    Order {
        id: MatchId,
        player: PlayerId,
        session: SessionId,
        command: CommandId,
    },
}

const NODE: &str = "node/";
const CLOCKS: &str = "clocks";
const AGENTS: &str = "agents/";
pub(crate) const ORDERS: &str = "orders/";

impl Duty {
    /// How it is stored.
    pub fn name(&self) -> String {
        match self {
            Duty::Node(node) => format!("{NODE}{node}"),
            Duty::Clocks => CLOCKS.to_owned(),
            Duty::Agents(id) => format!("{AGENTS}{id}"),
            Duty::Order {
                id,
                player,
                session,
                command,
            } => format!("{}{session} {command}", Duty::orders_of(id, player)),
        }
    }

    /// What the names of a player's orders in a match begin with. No part has a space in it.
    pub(crate) fn orders_of(id: &MatchId, player: &PlayerId) -> String {
        format!("{ORDERS}{id} {player} ")
    }

    pub(crate) fn is_order(&self) -> bool {
        matches!(self, Duty::Order { .. })
    }

    /// Whether it is an order of the player's in this match.
    pub(crate) fn is_order_of(&self, of: &MatchId, by: &PlayerId) -> bool {
        matches!(self, Duty::Order { id, player, .. } if id == of && player == by)
    }

    pub fn from_name(name: &str) -> Option<Duty> {
        if name == CLOCKS {
            return Some(Duty::Clocks);
        }
        if let Some(node) = name.strip_prefix(NODE) {
            return NodeId::new(node).ok().map(Duty::Node);
        }
        if let Some(order) = name.strip_prefix(ORDERS) {
            let mut parts = order.split(' ');
            let order = Duty::Order {
                id: MatchId::new(parts.next()?).ok()?,
                player: PlayerId::new(parts.next()?).ok()?,
                session: SessionId::new(parts.next()?).ok()?,
                command: CommandId::new(parts.next()?).ok()?,
            };
            return parts.next().is_none().then_some(order);
        }
        let id = name.strip_prefix(AGENTS)?;
        MatchId::new(id).ok().map(Duty::Agents)
    }

    pub(crate) fn is_node(&self) -> bool {
        matches!(self, Duty::Node(_))
    }
}

impl fmt::Display for Duty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// A duty that a node has until somebody else takes it, which nobody does before `until`. What is written under
/// it is refused from then on: no two holders ever had the same fencing number.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Lease {
    pub duty: Duty,
    pub fence: u64,
    pub until: Millis,
}

/// A node that begins to run matches.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Joining {
    pub node: NodeId,
    pub at: Millis,
    /// How long its lease lasts unless it is renewed.
    pub until: Millis,
    /// Nodes that have stopped renewing theirs. They are forgotten, and what they had to do is anybody's.
    pub dead: Vec<Lease>,
}

/// How a node began.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Joined {
    pub lease: Lease,
    /// Whether no other node runs matches. Then the time since the last beat was an outage.
    pub alone: bool,
    /// When the last beat was.
    pub last_beat: Option<Millis>,
}

/// What a node that renews its leases learns.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Pulse {
    /// Whether it still is a node. If not, somebody took it for dead, and it must join again.
    pub is_node: bool,
    /// Until when the leases of all nodes last at most.
    pub latest: Millis,
    /// How many nodes there are.
    pub nodes: usize,
    /// Goes up whenever somebody's sessions may have ended.
    pub revocations: u64,
}

/// Whether and when a player was seen at a match, by any node.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Sighting {
    pub id: MatchId,
    pub player: PlayerId,
    /// By a live connection.
    pub is_here: bool,
    pub at: Millis,
}

impl Pulse {
    pub(crate) fn of(node: &NodeId, nodes: &[Lease], revocations: u64) -> Pulse {
        let own = |lease: &Lease| matches!(&lease.duty, Duty::Node(it) if it == node);
        Pulse {
            is_node: nodes.iter().any(own),
            latest: nodes.iter().map(|lease| lease.until).max().unwrap_or(0),
            nodes: nodes.len(),
            revocations,
        }
    }
}

/// Nodes whose lease has ended for so long are forgotten, and so are orders that nobody goes on with.
pub(crate) const FORGOTTEN: Millis = 60_000;

/// Who was seen so long ago counts as never seen.
pub(crate) const LONG_AGO: Millis = 30 * 24 * 60 * 60 * 1_000;

/// What several nodes saw, as if one had.
pub(crate) fn merged(sightings: impl IntoIterator<Item = Sighting>) -> Vec<Sighting> {
    let mut merged: Vec<Sighting> = Vec::new();
    for seen in sightings {
        let same = |it: &&mut Sighting| it.id == seen.id && it.player == seen.player;
        match merged.iter_mut().rev().find(same) {
            Some(known) => {
                known.is_here |= seen.is_here;
                known.at = known.at.max(seen.at);
            }
            None => merged.push(seen),
        }
    }
    merged
}

/// What one node saw, at `now`: whoever was there when it died was there no longer than it lived.
pub(crate) fn sighting(
    (id, player): (MatchId, PlayerId),
    (is_here, at): (bool, Millis),
    lives_until: Option<Millis>,
    now: Millis,
) -> Sighting {
    let lives = lives_until.is_some_and(|until| until >= now);
    let at = match (is_here, lives_until) {
        (true, Some(until)) => now.min(until),
        _ => at,
    };
    Sighting {
        id,
        player,
        is_here: is_here && lives,
        at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duty_is_read_as_it_was_written() {
        let (node, id) = (NodeId::new("n1").unwrap(), MatchId::new("m/1").unwrap());
        let order = Duty::Order {
            id: id.clone(),
            player: PlayerId::new("p/2").unwrap(),
            session: SessionId::new("s").unwrap(),
            command: CommandId::new("c~1").unwrap(),
        };
        assert_eq!(order.name(), "orders/m/1 p/2 s c~1");
        for duty in [Duty::Node(node), Duty::Clocks, Duty::Agents(id), order] {
            assert_eq!(Duty::from_name(&duty.name()), Some(duty));
        }
        assert_eq!(Duty::from_name("cooks"), None);
        assert_eq!(Duty::from_name("node/"), None);
        assert_eq!(Duty::from_name("orders/m p s"), None);
        assert_eq!(Duty::from_name("orders/m p s c d"), None);
    }
}
