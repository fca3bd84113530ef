//! The one write path: command → rules → one transaction → answer → publish.
//!
//! **Invariant:** nothing is answered or shown before it is committed. One
//! writes at a time, on a copy of the table; everybody else reads the one that
//! was committed last. If the end of a write does not become known, the table
//! is gone, and is rebuilt from the log when it is needed again.

use std::sync::Arc;

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use vauban_game::Seat;
use vauban_store::{self as store, Append, Millis, Recorded, Refused};
use vauban_table::{Refusals, Repeat, Stopped};

use crate::{
    Problem,
    command::{Command, Verb},
    decide::{Decision, Denial, decide},
    encoder,
    event::Event,
    orders::StoppedBody,
    problem,
    registry::{Registry, Room},
    table::Table,
    timeouts::{NOT_DUE, Slept},
};

/// How often a command is tried when somebody else keeps writing first.
const ATTEMPTS: usize = 5;

/// The answer to a command, which is the same whenever it is sent again.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub body: Vec<u8>,
}

/// What an accepted command is answered with.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(example = json!({"command_id": "7f3a-1", "seat": 1, "seq": 12, "hash": "90ab12cd34ef5678"}))]
pub struct Acknowledgement {
    pub command_id: String,
    /// The seat that acted, from 1.
    pub seat: Option<u8>,
    /// How many things this viewer has been told.
    pub seq: u64,
    /// The chain over them, as on the viewer's page.
    pub hash: String,
    /// How many actions of an order of several were taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken: Option<usize>,
    /// Why the next one was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedBody>,
}

impl Reply {
    /// `200 {…}`
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = format!("{} ", self.status.as_u16()).into_bytes();
        bytes.extend(&self.body);
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Reply> {
        let (status, body) = bytes.split_at_checked(4)?;
        Some(Reply {
            status: StatusCode::from_bytes(status.get(..3)?).ok()?,
            body: body.to_vec(),
        })
    }

    /// For who needs none.
    pub fn empty() -> Reply {
        Reply {
            status: StatusCode::NO_CONTENT,
            body: Vec::new(),
        }
    }

    pub fn response(self) -> Response {
        if !self.is_accepted() {
            return problem::respond(self.status, self.body);
        }
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (self.status, kind, self.body).into_response()
    }

    pub fn is_accepted(&self) -> bool {
        self.status.is_success()
    }
}

impl Registry {
    /// Carries out a command, once. It goes on when whoever sent it has gone away.
    pub async fn execute(
        self: &Arc<Registry>,
        room: &Arc<Room>,
        command: Command,
    ) -> Result<Reply, Problem> {
        self.ingress().limit_command(&command).inspect_err(|_| {
            self.metrics.limited.add(1);
        })?;
        let (registry, room) = (Arc::clone(self), Arc::clone(room));
        let task = tokio::spawn(async move {
            let mut tried = 0;
            loop {
                tried += 1;
                match registry.attempt(&room, &command).await {
                    // A flag falls before anything else is looked at.
                    Err(Unwritten::Late(timeout)) if tried < ATTEMPTS => {
                        if registry.notice_sleep().await? == Slept::Yes {
                            continue;
                        }
                        match registry.attempt(&room, &timeout).await {
                            Err(Unwritten::Problem(problem)) if problem.code() != NOT_DUE => {
                                return Err(problem);
                            }
                            Ok(_) | Err(_) => (),
                        }
                    }
                    Err(Unwritten::Late(_)) => return Err(Problem::unavailable()),
                    Err(Unwritten::Conflict) if tried < ATTEMPTS => (),
                    Err(Unwritten::Conflict) => return Err(Problem::unavailable()),
                    Err(Unwritten::Problem(problem)) => return Err(problem),
                    Ok(reply) => return Ok(reply),
                }
            }
        });
        task.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a command was not finished");
            Err(Problem::internal())
        })
    }

    async fn attempt(
        self: &Arc<Registry>,
        room: &Arc<Room>,
        command: &Command,
    ) -> Result<Reply, Unwritten> {
        let _one_at_a_time = room.writing.lock().await;
        drop(self.table(room).await?);

        // 1. What has been answered is answered again; what others have written is read.
        let body = command.verb.fingerprint();
        let recall =
            self.store()
                .recall(room.id.clone(), command.session.clone(), command.id.clone());
        let (recalled, fresh) = futures_util::future::join(recall, self.refresh(room)).await;
        if let Some(recorded) = recalled.map_err(Problem::from)? {
            self.metrics.repeated.add(1);
            // What is done by a duty is done once: another node has done it meanwhile.
            self.metrics
                .taken_over
                .add(u64::from(command.lease.is_some()));
            return Ok(again(&recorded, body)?);
        }
        fresh?;
        let before = self.table(room).await?;
        if matches!(command.verb, Verb::Claim { .. } | Verb::Replace { .. }) {
            self.learn_presence(std::slice::from_ref(&room.id)).await?;
        }

        // Whoever does something else has its order stopped; a round may have waited for the table so long.
        if room.orders.admit(command).is_none() {
            return Err(Problem::unavailable().into());
        }

        // Held until it is written.
        let _room = self.reserve_program(room, &before, command).await?;
        self.must_have_room(room, &before, command).await?;

        // 2. The rules, on a copy. Whoever sends it is there.
        let at = self.time.now();
        room.see_sender(&before, command, at);
        if let Some((seat, deadline)) = before.play.clock().next_out()
            && deadline <= at
            && !matches!(command.verb, Verb::Timeout { .. })
        {
            let timeout = Registry::timeout(seat, deadline)?;
            return Err(Unwritten::Late(Box::new(timeout.by(self.node.lease()))));
        }
        let applied = decide(room, &before, command, at).map_err(Undone::Untouched);
        let applied = applied.and_then(|decision| {
            let mut table = before.copy();
            let applied = apply(&mut table, decision, at)?;
            Ok((table, applied))
        });
        let (mut changed, mut done) = (None, None);
        let (events, reply) = match applied {
            Ok((table, applied)) => {
                let reply = acknowledge(&table, command, &applied);
                changed = Some(table);
                done = Some((applied.seat, applied.stopped));
                (applied.events, reply)
            }
            Err(Undone::Untouched(Denial::Refused(refusals))) => {
                self.metrics.refused.add(1);
                let problem = Problem::from(refusals);
                let reply = Reply {
                    status: problem.status(),
                    body: problem.body(command.lang),
                };
                if !self.ingress().keeps_refusal(command) {
                    return Ok(reply);
                }
                (Vec::new(), reply)
            }
            Err(Undone::Untouched(Denial::Stale(seat))) => {
                self.metrics.stale.add(1);
                let page = encoder::page(&before, before.viewer(Some(seat)), command.lang, at);
                return Err(Problem::stale(page).into());
            }
            Err(Undone::Untouched(Denial::OutOfTurn(seat))) => {
                self.metrics.stale.add(1);
                let page = encoder::page(&before, before.viewer(Some(seat)), command.lang, at);
                return Err(Problem::out_of_turn(before.whose_turn(), page).into());
            }
            Err(Undone::Untouched(Denial::Problem(problem))) => return Err(problem.into()),
            Err(Undone::Halfway(refusals)) => return Err(Problem::from(refusals).into()),
        };

        // 3. One transaction. Unless its end becomes known, the log must be read again.
        let order = match &done {
            Some(_) => self.hold_order(room, command).await?,
            None => None,
        };
        let table = changed.as_ref().unwrap_or(&before);
        let unknown = Unknown(room);
        let append = Append {
            match_id: room.id.clone(),
            expected_seq: table.seq,
            command: Some(store::Command {
                session: command.session.clone(),
                id: command.id.clone(),
                body,
                reply: reply.write(),
            }),
            events: table.new_events(&events, at)?,
            summary: (!events.is_empty()).then(|| table.summary(&room.header)),
            lease: match &order {
                Some(held) => Some(held.lease.clone()),
                None => command.lease.clone(),
            },
            ends_orders_of: match self.node.is_shared() {
                true => command.ends_order_of().cloned(),
                false => None,
            },
        };
        let (written, order) = match (self.store().append(append).await, order) {
            (Err(refused), Some(held)) => {
                self.let_go(held).await;
                (Err(refused), None)
            }
            written => written,
        };
        let appended = match written {
            Ok(appended) => appended,
            // Another node was first; the same goes for a conflict.
            Err(Refused::Repeated { reply }) => {
                self.metrics.late.add(1);
                return Ok(Reply::read(&reply).ok_or_else(Problem::internal)?);
            }
            Err(Refused::Conflict { .. }) => {
                self.metrics.late.add(1);
                return Err(Unwritten::Conflict);
            }
            Err(Refused::TakenOver) => {
                self.metrics.taken_over.add(1);
                return Err(Problem::unavailable().into());
            }
            Err(refused) => {
                // It may have been written all the same: whoever looks reads the log.
                drop(unknown);
                room.tell();
                return Err(Problem::from(refused).into());
            }
        };

        // 4. It is durable: now it may be seen.
        unknown.settle();
        room.growth.note();
        let Some(mut table) = changed else {
            return Ok(reply);
        };
        table.seq = appended.seq;
        // Who has just sat down is there, too.
        room.see_sender(&table, command, at);
        self.flags.note(table.deadline());
        drop(before);
        let table = room.publish(table);
        if let Some(done) = done {
            self.begin_order(room, command, done, order);
        }
        if !events.is_empty() {
            self.metrics.commands.add(1);
            room.tell();
            self.node.tell(&room.id);
            self.set_agents_to_work(room, &table);
            self.give_standing_answers(room, &table);
        }
        drop(table);
        self.make_room();
        Ok(reply)
    }
}

/// A write whose end is not known: the table goes with it.
struct Unknown<'a>(&'a Room);

impl Unknown<'_> {
    fn settle(self) {
        std::mem::forget(self);
    }
}

impl Drop for Unknown<'_> {
    fn drop(&mut self) {
        self.0.forget();
    }
}

impl Room {
    /// Whoever sends a command and has a seat is there.
    fn see_sender(&self, table: &Table, command: &Command, at: Millis) {
        if let Some(player) = command.by.player()
            && !table.held_by(player.as_str()).is_empty()
        {
            self.see(player.as_str(), at);
        }
    }
}

/// Why nothing was written.
enum Unwritten {
    /// Somebody else was first; it can be tried again.
    Conflict,
    /// Somebody's time has run out, which is to be written first.
    Late(Box<Command>),
    Problem(Problem),
}

impl From<Problem> for Unwritten {
    fn from(problem: Problem) -> Unwritten {
        Unwritten::Problem(problem)
    }
}

/// Why a decision was not applied.
enum Undone {
    /// The table is as it was.
    Untouched(Denial),
    Halfway(Refusals),
}

/// What came of a command.
struct Applied {
    events: Vec<Event>,
    seat: Option<Seat>,
    /// How many actions of an order were taken, and why the next was not.
    taken: usize,
    stopped: Option<Stopped>,
}

/// Does what was decided. An order of several actions goes as far as it can.
fn apply(table: &mut Table, decision: Decision, at: u64) -> Result<Applied, Undone> {
    let mut applied = Applied {
        events: Vec::new(),
        seat: decision.seat,
        taken: 0,
        stopped: None,
    };
    let mut rolled = false;
    let actions = decision.events.len();
    for event in decision.events {
        let goes_on = applied.taken > 0 && matches!(event, Event::Act { joined: true, .. });
        if let Some(seat) = decision.seat.filter(|_| goes_on) {
            applied.stopped = Stopped::before_next(table.play.turn(), seat, rolled);
        }
        let steps = table.play.steps();
        let repeat = decision.repeat.filter(|_| applied.taken + 1 == actions);
        match applied.stopped {
            Some(_) => break,
            None => {
                match may_repeat(table, &event, repeat).and_then(|()| table.apply(&event, at)) {
                    Ok(()) => applied.taken += 1,
                    Err(refusals) if goes_on => {
                        applied.stopped = Some(Stopped::Refused(refusals));
                        break;
                    }
                    Err(refusals) if applied.events.is_empty() => {
                        return Err(Undone::Untouched(Denial::Refused(refusals)));
                    }
                    Err(refusals) => return Err(Undone::Halfway(refusals)),
                }
            }
        }
        let chances = table.chances_since(steps);
        rolled = !chances.is_empty();
        applied.events.push(event);
        applied.events.extend(chances);
    }
    Ok(applied)
}

/// An action is repeated only if it can be.
fn may_repeat(table: &Table, event: &Event, repeat: Option<Repeat>) -> Result<(), Refusals> {
    match (event, repeat) {
        (Event::Act { seat, text, .. }, Some(repeat)) => {
            table.play.must_repeat(table.seat(*seat)?, text, repeat)
        }
        _ => Ok(()),
    }
}

fn acknowledge(table: &Table, command: &Command, applied: &Applied) -> Reply {
    let seat = applied.seat;
    let is_order = match &command.verb {
        Verb::Answer { then, repeat, .. } => !then.is_empty() || repeat.is_some(),
        _ => false,
    };
    let (seq, hash) = table.play.told(table.viewer(seat));
    let acknowledgement = Acknowledgement {
        command_id: command.id.to_string(),
        seat: seat.map(Seat::number),
        seq,
        hash,
        taken: is_order.then_some(applied.taken),
        stopped: applied
            .stopped
            .as_ref()
            .map(|stopped| StoppedBody::new(stopped, command.lang)),
    };
    Reply {
        status: StatusCode::OK,
        body: serde_json::to_vec(&acknowledgement).expect("plain data has a JSON form"),
    }
}

/// The first answer, if it was the same command.
pub fn again(recorded: &Recorded, body: store::Hash) -> Result<Reply, Problem> {
    if recorded.body != body {
        return Err(Problem::reused());
    }
    Reply::read(&recorded.reply).ok_or_else(Problem::internal)
}
