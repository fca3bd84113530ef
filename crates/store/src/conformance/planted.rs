//! Stores that make a mistake, to see that tests find it. Each is a wrapper around a good one.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::{mpsc, watch};

use crate::{
    Append, Appended, CommandId, Head, Hint, Hints, Leases, Log, MatchId, Nodes, Pending, People,
    Recorded, Refused, Seq, SessionId, Store, Tokens, Upkeep, delegate,
};

/// A mistake that a store could make.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Fault {
    /// Answers an append, then commits it a little later.
    AcknowledgeBeforeCommit,
    /// Appends whatever the writer had seen.
    NoVersionCheck,
    /// Commits the events, and a little later the command that made them.
    TwoTransactions,
    /// Keeps no command, so that nothing knows it when it is sent again.
    ForgetCommands,
    /// Lets whoever has lost a duty write by it.
    NoFence,
    /// Takes hints for truth: what no hint spoke of has not changed; and every other hint is lost.
    HintsBelieved,
}

/// How long "a little later" is: long enough for a kill to fall into it.
const PAUSE: Duration = Duration::from_millis(5);

impl Fault {
    pub const ALL: [Fault; 6] = [
        Fault::AcknowledgeBeforeCommit,
        Fault::NoVersionCheck,
        Fault::TwoTransactions,
        Fault::ForgetCommands,
        Fault::NoFence,
        Fault::HintsBelieved,
    ];

    /// As it is written in the environment of a process.
    pub fn name(self) -> &'static str {
        match self {
            Fault::AcknowledgeBeforeCommit => "acknowledge-before-commit",
            Fault::NoVersionCheck => "no-version-check",
            Fault::TwoTransactions => "two-transactions",
            Fault::ForgetCommands => "forget-commands",
            Fault::NoFence => "no-fence",
            Fault::HintsBelieved => "hints-believed",
        }
    }

    pub fn from_name(name: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.name() == name)
    }
}

/// A store with a fault.
#[derive(Debug)]
pub struct Planted {
    store: Arc<dyn Store>,
    fault: Fault,
    promises: Mutex<Promises>,
    /// Appends that were answered and are not written yet.
    late: mpsc::UnboundedSender<Append>,
    /// How many they are.
    behind: watch::Sender<usize>,
    believed: Mutex<Believed>,
}

/// Where matches end, as far as hints told.
#[derive(Debug, Default)]
struct Believed {
    heads: HashMap<MatchId, Seq>,
    hints: usize,
}

/// What was answered before it was written.
#[derive(Debug, Default)]
struct Promises {
    heads: HashMap<MatchId, Head>,
    commands: HashMap<(MatchId, SessionId, CommandId), Recorded>,
}

impl Planted {
    /// Must be called within a runtime.
    pub fn new(store: Arc<dyn Store>, fault: Fault) -> Planted {
        let (late, mut queue) = mpsc::unbounded_channel();
        let behind = watch::Sender::new(0);
        let (writer, done) = (Arc::clone(&store), behind.clone());
        tokio::spawn(async move {
            while let Some(append) = queue.recv().await {
                tokio::time::sleep(PAUSE).await;
                let _ = writer.append(append).await;
                done.send_modify(|behind| *behind -= 1);
            }
        });
        Planted {
            store,
            fault,
            promises: Mutex::default(),
            late,
            behind,
            believed: Mutex::default(),
        }
    }

    /// Ready when everything that was answered is written.
    pub async fn settled(&self) {
        let mut behind = self.behind.subscribe();
        let _ = behind.wait_for(|behind| *behind == 0).await;
    }

    fn believed(&self) -> MutexGuard<'_, Believed> {
        self.believed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn promised(&self, key: &(MatchId, SessionId, CommandId)) -> Option<Recorded> {
        let promises = self.promises.lock().unwrap_or_else(PoisonError::into_inner);
        promises.commands.get(key).cloned()
    }

    async fn acknowledge_early(&self, append: Append) -> Result<Appended, Refused> {
        let id = append.match_id.clone();
        let found = self.store.find(id.clone()).await?;
        let stored = found.ok_or(Refused::NoSuchMatch)?.head;
        let mut promises = self.promises.lock().unwrap_or_else(PoisonError::into_inner);
        let head = promises.heads.get(&id).copied().unwrap_or(stored);
        if head.seq != append.expected_seq {
            let current_seq = head.seq;
            return Err(Refused::Conflict { current_seq });
        }
        let events = append.chained(head);
        let Head { seq, hash } = events.last().map_or(head, |last| Head {
            seq: last.seq,
            hash: last.hash,
        });
        promises.heads.insert(id.clone(), Head { seq, hash });
        if let Some(command) = &append.command {
            let recorded = Recorded {
                body: command.body,
                reply: command.reply.clone(),
                seq,
            };
            let key = (id, command.session.clone(), command.id.clone());
            promises.commands.insert(key, recorded);
        }
        self.behind.send_modify(|behind| *behind += 1);
        let _ = self.late.send(append);
        Ok(Appended { seq, hash })
    }

    async fn in_two_parts(&self, mut append: Append) -> Result<Appended, Refused> {
        let command = append.command.take();
        let mut rest = Append {
            command: command.clone(),
            events: Vec::new(),
            summary: None,
            ..append.clone()
        };
        let appended = self.store.append(append).await?;
        tokio::time::sleep(PAUSE).await;
        rest.expected_seq = appended.seq;
        while let Err(Refused::Conflict { current_seq }) = self.store.append(rest.clone()).await {
            rest.expected_seq = current_seq;
        }
        Ok(appended)
    }
}

impl Log for Planted {
    delegate!(store: create find list due summarise since usage delete deletion finished archive);

    fn append(&self, mut append: Append) -> Pending<'_, Appended, Refused> {
        Box::pin(async move {
            if let Some(command) = &append.command {
                let (session, id) = (command.session.clone(), command.id.clone());
                let known = self.recall(append.match_id.clone(), session, id).await?;
                if let Some(first) = known {
                    return Err(Refused::Repeated { reply: first.reply });
                }
            }
            match self.fault {
                Fault::AcknowledgeBeforeCommit => self.acknowledge_early(append).await,
                Fault::TwoTransactions => self.in_two_parts(append).await,
                Fault::NoVersionCheck => loop {
                    match self.store.append(append.clone()).await {
                        Err(Refused::Conflict { current_seq }) => append.expected_seq = current_seq,
                        result => return result,
                    }
                },
                Fault::ForgetCommands => {
                    append.command = None;
                    self.store.append(append).await
                }
                Fault::NoFence => {
                    append.lease = None;
                    self.store.append(append).await
                }
                Fault::HintsBelieved => {
                    let id = append.match_id.clone();
                    let appended = self.store.append(append).await?;
                    self.believed().heads.insert(id, appended.seq);
                    Ok(appended)
                }
            }
        })
    }

    fn recall(
        &self,
        id: MatchId,
        session: SessionId,
        command: CommandId,
    ) -> Pending<'_, Option<Recorded>> {
        let key = (id, session, command);
        match self.promised(&key) {
            Some(recorded) => Box::pin(async move { Ok(Some(recorded)) }),
            None => self.store.recall(key.0, key.1, key.2),
        }
    }
}

impl People for Planted {
    delegate!(store: add_player player rename_player add_session players ban_player unban_player);
}

impl Tokens for Planted {
    delegate!(store: issue find_token tokens touch exchange revoke_session revoke_player ban_of);
}

impl Upkeep for Planted {
    delegate!(store: beat wake outages verify counts health store_id schema_version close);
}

impl Nodes for Planted {
    delegate!(store: is_shared nodes join pulse leave open_sessions note_presence presence);

    fn heads(&self, ids: Vec<MatchId>) -> Pending<'_, Vec<(MatchId, Seq)>> {
        if self.fault != Fault::HintsBelieved {
            return self.store.heads(ids);
        }
        Box::pin(async move {
            let is_known = |id: &MatchId| self.believed().heads.contains_key(id);
            let (known, unknown): (Vec<_>, Vec<_>) = ids.into_iter().partition(is_known);
            let mut heads = self.store.heads(unknown).await?;
            let mut believed = self.believed();
            believed.heads.extend(heads.iter().cloned());
            heads.extend(known.into_iter().map(|id| {
                let seq = believed.heads.get(&id).copied().unwrap_or(0);
                (id, seq)
            }));
            Ok(heads)
        })
    }
}

impl Leases for Planted {
    delegate!(store: take end abandoned);
}

impl Hints for Planted {
    delegate!(store: hint);

    fn hinted(&self) -> Pending<'_, Hint> {
        Box::pin(async move {
            let hint = self.store.hinted().await?;
            if self.fault != Fault::HintsBelieved {
                return Ok(hint);
            }
            let mut believed = self.believed();
            believed.hints += 1;
            if believed.hints.is_multiple_of(2) {
                return Ok(Hint::default());
            }
            believed.heads.retain(|id, _| !hint.matches.contains(id));
            Ok(hint)
        })
    }
}
