//! Orders that repeat, and standing answers: steps that the server takes for somebody, each an ordinary
//! command in a transaction of its own.
//!
//! Which order runs is kept in memory only: a restart ends it, and everything that was acknowledged
//! stays. On a shared store its node goes on with it by a lease, which whatever else the player does at any node ends in
//! the same transaction; if the node dies, the others tell the player so. Standing answers are events, and survive.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};
use utoipa::ToSchema;
use vauban_game::{Lang, Seat, Viewer};
use vauban_store::{CommandId, Duty, MatchId, PlayerId, SessionId};
use vauban_table::{MOST_ROUNDS, Repeat, Stopped, Tempo};

use crate::{
    Problem,
    access::Access,
    command::{Actor, Command, Verb},
    duties::Held,
    occupant::Occupant,
    registry::{Registry, Room},
    schema,
    table::Table,
};

/// Between two rounds people can see what came of the first, and stop.
const BETWEEN_ROUNDS: Duration = Duration::from_millis(150);

/// The same where clocks run: whoever gave the order pays for it, and it should not be much.
const BETWEEN_TIMED_ROUNDS: Duration = Duration::from_millis(40);

/// How long an order waits for an answer that needs no person.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often a standing answer is tried when it could not be written, and how long it rests in between.
const ATTEMPTS: usize = 5;
const PAUSE: Duration = Duration::from_secs(2);

/// An order that is repeated, as its seat is told of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OrderBody {
    /// The command that it came with.
    pub command_id: String,
    /// How many rounds were taken.
    pub rounds: u32,
    /// Why there are no more; nothing while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedBody>,
}

/// Why an order went no further.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StoppedBody {
    /// `refused`, `chance`, `other-seat`, `over`; of an order that repeats also `won`, `not-offered`, `reached`,
    /// `interrupted` or `enough`.
    pub code: &'static str,
    /// For people, in their language.
    pub text: String,
    /// Every reason, if the next action was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::Refusals>)]
    pub refused: Option<Value>,
}

impl StoppedBody {
    pub fn new(stopped: &Stopped, lang: Lang) -> StoppedBody {
        StoppedBody {
            code: stopped.code(),
            text: stopped.text().of(lang).to_owned(),
            refused: match stopped {
                Stopped::Refused(refusals) => Some(json!(refusals.told(lang))),
                _ => None,
            },
        }
    }
}

/// The last order of each player of one match.
#[derive(Debug, Default)]
pub struct Orders(Mutex<BTreeMap<PlayerId, RunningOrder>>);

#[derive(Debug)]
struct RunningOrder {
    seat: Seat,
    id: CommandId,
    rounds: u32,
    stopped: Option<Stopped>,
}

impl Orders {
    /// What `viewer` is told of the order that was given for one of the seats that it holds. Why an action
    /// was refused is for that seat alone.
    pub fn told(
        &self,
        table: &Table,
        access: Access,
        viewer: Viewer,
        lang: Lang,
    ) -> Option<OrderBody> {
        let orders = self.orders();
        let (_, order) = orders.iter().find(|(player, order)| {
            access.seats.contains(order.seat)
                && table.occupant(order.seat).is_person(player.as_str())
                && (viewer == Viewer::Seat(order.seat)
                    || !matches!(order.stopped, Some(Stopped::Refused(_))))
        })?;
        Some(OrderBody {
            command_id: order.id.to_string(),
            rounds: order.rounds,
            stopped: order.stopped.as_ref().map(|it| StoppedBody::new(it, lang)),
        })
    }

    /// Whether the order `id` has not been stopped.
    fn goes_on(&self, player: &PlayerId, id: &CommandId) -> bool {
        let orders = self.orders();
        let order = orders.get(player).filter(|order| order.id == *id);
        order.is_some_and(|order| order.stopped.is_none())
    }

    /// Whether `command` may be looked at: a round only while its order goes on. Whatever else a player does
    /// but speak ends its order, and it is no longer told of one that has ended.
    pub fn admit(&self, command: &Command) -> Option<()> {
        let Some(player) = command.by.player() else {
            return Some(());
        };
        if let Some(order) = &command.round_of {
            return self.goes_on(player, order).then_some(());
        }
        let mut orders = self.orders();
        let ended = command.ends_order_of();
        match ended.and_then(|player| orders.get_mut(player)) {
            Some(order) if order.stopped.is_none() => order.stopped = Some(Stopped::Interrupted),
            Some(_) => drop(orders.remove(player)),
            None => (),
        }
        Some(())
    }

    /// The player's order goes no further.
    pub fn interrupt(&self, player: &PlayerId) {
        let mut orders = self.orders();
        let order = orders.get_mut(player);
        if let Some(order) = order.filter(|order| order.stopped.is_none()) {
            order.stopped = Some(Stopped::Interrupted);
        }
    }

    fn begin(&self, player: &PlayerId, seat: Seat, id: &CommandId) {
        let order = RunningOrder {
            seat,
            id: id.clone(),
            rounds: 1,
            stopped: None,
        };
        self.orders().insert(player.clone(), order);
    }

    /// An order that another node began and cannot go on with; whether that is news.
    fn learn_lost(&self, player: &PlayerId, order: RunningOrder) -> bool {
        let mut orders = self.orders();
        let known = orders.get(player).is_some_and(|known| known.id == order.id);
        if !known {
            orders.insert(player.clone(), order);
        }
        !known
    }

    /// Whether this is the last order of the player's that is known here.
    fn knows(&self, player: &PlayerId, id: &CommandId) -> bool {
        let orders = self.orders();
        orders.get(player).is_some_and(|order| order.id == *id)
    }

    fn count_round(&self, player: &PlayerId) {
        if let Some(order) = self.orders().get_mut(player) {
            order.rounds += 1;
        }
    }

    /// The first reason stays.
    fn end(&self, player: &PlayerId, id: &CommandId, stopped: Stopped) {
        let mut orders = self.orders();
        if let Some(order) = orders.get_mut(player).filter(|order| order.id == *id) {
            order.stopped.get_or_insert(stopped);
        }
    }

    fn orders(&self) -> MutexGuard<'_, BTreeMap<PlayerId, RunningOrder>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is repeated, and for whom.
struct Rounds {
    player: PlayerId,
    seat: Seat,
    /// The choice that each round ends with.
    choice: String,
    repeat: Repeat,
}

impl Registry {
    /// The duty to go on with the order that `command` gives, if it gives one and other nodes could hear of it.
    pub(crate) async fn hold_order(
        &self,
        room: &Room,
        command: &Command,
    ) -> Result<Option<Held>, Problem> {
        let gives_order = matches!(
            command.verb,
            Verb::Answer {
                repeat: Some(_),
                ..
            }
        );
        let Some(player) = command.by.player() else {
            return Ok(None);
        };
        if !gives_order || !self.node.is_shared() {
            return Ok(None);
        }
        let duty = Duty::Order {
            id: room.id.clone(),
            player: player.clone(),
            session: command.session.clone(),
            command: command.id.clone(),
        };
        // If another node has it, the same command was sent there, too.
        let held = self.hold(duty).await?;
        held.map(Some).ok_or_else(Problem::unavailable)
    }

    /// Goes on with an order whose first round was just written, by `duty` where other nodes could hear of it.
    pub(crate) fn begin_order(
        self: &Arc<Registry>,
        room: &Arc<Room>,
        command: &Command,
        (seat, stopped): (Option<Seat>, Option<Stopped>),
        duty: Option<Held>,
    ) {
        let Verb::Answer {
            text,
            then,
            repeat: Some(repeat),
            ..
        } = &command.verb
        else {
            return;
        };
        let (Some(player), Some(seat)) = (command.by.player(), seat) else {
            return;
        };
        let rounds = Rounds {
            player: player.clone(),
            seat,
            choice: then.last().unwrap_or(text).clone(),
            repeat: *repeat,
        };
        room.orders.begin(player, seat, &command.id);
        let (registry, room) = (Arc::clone(self), Arc::clone(room));
        let lease = duty.as_ref().map(|held| held.lease.clone());
        let command = command.clone().by(lease);
        let guarded = registry.guard(&command.session, player);
        if let Some(stopped) = stopped.clone() {
            room.orders.end(player, &command.id, stopped);
        }
        tokio::spawn(async move {
            let _ends_with_its_session = guarded;
            if stopped.is_none() {
                let stopped = registry.repeat(&room, &command, &rounds).await;
                room.orders.end(&rounds.player, &command.id, stopped);
                room.tell();
            }
            // Going down, it is left for the others to tell of.
            let is_closing = *registry.closing().borrow();
            if let Some(held) = duty.filter(|_| !is_closing) {
                registry.let_go(held).await;
            }
        });
    }

    /// Tells a player who is here that nobody goes on with an order: its node has gone.
    pub(crate) async fn tell_lost_order(
        &self,
        id: &MatchId,
        player: &PlayerId,
        session: &SessionId,
        command: &CommandId,
    ) -> Result<(), Problem> {
        let room = self.rooms().get(id).cloned();
        let Some(room) = room.filter(|room| room.watchers() > 0) else {
            return Ok(());
        };
        if room.orders.knows(player, command) {
            return Ok(());
        }
        let table = self.table(&room).await?;
        let Some(seat) = table.held_by(player.as_str()).iter().next() else {
            return Ok(());
        };
        // Its rounds are commands of their own, so they can be counted.
        let mut rounds = 0;
        let mut round = Some(command.clone());
        while let Some(name) = round {
            let recalled = self.store().recall(id.clone(), session.clone(), name);
            if recalled.await?.is_none() {
                break;
            }
            rounds += 1;
            round = round_id(command, rounds + 1);
        }
        if rounds == 0 {
            return Ok(());
        }
        let order = RunningOrder {
            seat,
            id: command.clone(),
            rounds,
            stopped: Some(Stopped::Interrupted),
        };
        if room.orders.learn_lost(player, order) {
            room.tell();
        }
        Ok(())
    }

    /// Takes round after round, each a command of its own; says why there are no more. Nobody has the table
    /// in between.
    async fn repeat(
        self: &Arc<Registry>,
        room: &Arc<Room>,
        command: &Command,
        rounds: &Rounds,
    ) -> Stopped {
        let (player, seat) = (&rounds.player, rounds.seat);
        for round in 2..=MOST_ROUNDS {
            let (ask, mut actions) = match self.next_round(room, command, rounds).await {
                Ok(next) => next,
                Err(stopped) => return stopped,
            };
            let then = actions.split_off(1);
            let verb = Verb::Answer {
                seat: Some(seat.number()),
                ask,
                text: actions.swap_remove(0),
                then,
                repeat: None,
            };
            let Some(id) = round_id(&command.id, round) else {
                return Stopped::Interrupted;
            };
            let taken = Command {
                id,
                verb,
                round_of: Some(command.id.clone()),
                ..command.clone()
            };
            match self.execute(room, taken).await {
                Ok(reply) if reply.is_accepted() => room.orders.count_round(player),
                // Somebody was faster, or the store takes nothing now.
                Ok(_) | Err(_) => return Stopped::Interrupted,
            }
            room.tell();
        }
        Stopped::Enough
    }

    /// The question that the next round answers, and its actions, as soon as the seat is asked.
    async fn next_round(
        self: &Arc<Registry>,
        room: &Arc<Room>,
        command: &Command,
        rounds: &Rounds,
    ) -> Result<(u64, Vec<String>), Stopped> {
        let mut revision = room.revision();
        let mut rested = false;
        loop {
            if *self.closing().borrow() || !room.orders.goes_on(&rounds.player, &command.id) {
                return Err(Stopped::Interrupted);
            }
            let table = self.table(room).await.map_err(|_| Stopped::Interrupted)?;
            revision.borrow_and_update();
            if !rested {
                let rest = match table.play.clock().tempo() {
                    Tempo::Untimed => BETWEEN_ROUNDS,
                    _ => BETWEEN_TIMED_ROUNDS,
                };
                drop(table);
                sleep(rest).await;
                rested = true;
                continue;
            }
            let next = table
                .play
                .next_round(rounds.seat, &rounds.choice, rounds.repeat);
            match next {
                Ok(actions) => {
                    let ask = table.play.ask(rounds.seat).ok_or(Stopped::OtherSeat)?;
                    return Ok((ask, actions));
                }
                Err(Stopped::OtherSeat) if table.answers_by_itself() => {
                    drop(table);
                    let changed = timeout(PATIENCE, revision.changed()).await;
                    if !matches!(changed, Ok(Ok(()))) {
                        return Err(Stopped::OtherSeat);
                    }
                }
                Err(stopped) => return Err(stopped),
            }
        }
    }

    /// Gives the answers that seats on turn have left.
    pub(crate) fn give_standing_answers(self: &Arc<Registry>, room: &Arc<Room>, table: &Table) {
        for seat in table.play.turn().seats().iter() {
            let Some(answer) = table.standing_answer(seat) else {
                continue;
            };
            let (registry, room) = (Arc::clone(self), Arc::clone(room));
            let verb = Verb::Answer {
                seat: Some(seat.number()),
                ask: answer.ask,
                text: answer.text,
                then: Vec::new(),
                repeat: None,
            };
            tokio::spawn(async move {
                for _ in 0..ATTEMPTS {
                    let by = Actor::Standing {
                        seat: seat.number(),
                        joined: answer.joined,
                    };
                    let id = format!("ask-{}", answer.ask);
                    let session = format!("standing-{seat}");
                    let answered = match Command::internal(&session, id, by, verb.clone()) {
                        Ok(command) => registry.execute(&room, command).await,
                        Err(problem) => Err(problem),
                    };
                    match answered {
                        Err(problem) if problem.code() == Problem::unavailable().code() => {
                            sleep(PAUSE).await;
                        }
                        // It was given, or somebody was faster.
                        Ok(_) | Err(_) => return,
                    }
                }
            });
        }
    }
}

/// The name of a round's command; none if the order's own is too long to be lengthened.
pub fn round_id(id: &CommandId, round: u32) -> Option<CommandId> {
    CommandId::new(format!("{id}~{round}")).ok()
}

impl Table {
    /// Whether everybody who is on turn answers without a person.
    fn answers_by_itself(&self) -> bool {
        let answers = |seat| {
            matches!(self.occupant(seat), Occupant::Agent { .. })
                || self.standing_answer(seat).is_some()
        };
        self.started && self.play.turn().seats().iter().all(answers)
    }
}
