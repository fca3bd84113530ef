//! Hints from other nodes by LISTEN, and to them by NOTIFY. A database without them is polled, and nothing else.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use data_encoding::HEXLOWER;
use tokio::{sync::mpsc, time::sleep};
use tokio_postgres::AsyncMessage;

use super::{PostgresAddress, connection::Connection};
use crate::{Hash, MatchId, StoreError, StoreId, hint::Mailbox};

/// The longest message, in bytes. PostgreSQL takes 7,999.
const LONGEST: usize = 7_500;

/// How long to wait before listening again.
const PAUSE: Duration = Duration::from_secs(1);

/// Hints of one store.
pub(super) struct Listener {
    address: PostgresAddress,
    /// Told apart from other nodes by it.
    name: String,
    mailbox: Arc<Mailbox>,
    listening: OnceLock<mpsc::Sender<()>>,
    /// The database does not know such messages.
    is_mute: AtomicBool,
}

impl Listener {
    pub(super) fn new(address: &PostgresAddress) -> Listener {
        let name = RandomState::new().build_hasher().finish();
        Listener {
            address: address.clone(),
            name: format!("{name:016x}"),
            mailbox: Arc::default(),
            listening: OnceLock::new(),
            is_mute: AtomicBool::new(false),
        }
    }

    /// Tells the others; what cannot be told is not, for polling finds it.
    pub(super) async fn tell(
        &self,
        connection: &Connection<'_>,
        store: &StoreId,
        matches: &[MatchId],
    ) -> Result<(), StoreError> {
        if self.is_mute.load(Ordering::Relaxed) {
            return Ok(());
        }
        let channel = channel(store);
        let mut messages = vec![self.name.clone()];
        for id in matches {
            if messages
                .last()
                .is_some_and(|it| it.len() + id.as_str().len() > LONGEST)
            {
                messages.push(self.name.clone());
            }
            if let Some(message) = messages.last_mut() {
                message.push(' ');
                message.push_str(id.as_str());
            }
        }
        for message in messages {
            let told = connection
                .rows("SELECT pg_notify($1, $2)", &[&channel, &message])
                .await;
            if let Err(StoreError::Failed(_)) = &told {
                self.is_mute.store(true, Ordering::Relaxed);
            }
            told?;
        }
        Ok(())
    }

    /// What others tell, from the first call on.
    pub(super) fn mailbox(&self, store: &StoreId) -> Arc<Mailbox> {
        self.listening.get_or_init(|| {
            // Ends with the listener.
            let (alive, ended) = mpsc::channel(1);
            let (address, name) = (self.address.clone(), self.name.clone());
            let (channel, mailbox) = (channel(store), Arc::clone(&self.mailbox));
            tokio::spawn(listen(address, name, channel, mailbox, ended));
            alive
        });
        Arc::clone(&self.mailbox)
    }
}

/// Stores may share a database, in schemas of their own.
fn channel(store: &StoreId) -> String {
    let hash = Hash::of(store.as_str().as_bytes());
    format!("vauban_{}", HEXLOWER.encode(&hash.0[..8]))
}

async fn listen(
    address: PostgresAddress,
    name: String,
    channel: String,
    mailbox: Arc<Mailbox>,
    mut ended: mpsc::Receiver<()>,
) {
    loop {
        tokio::select! {
            _ = hear(&address, &name, &channel, &mailbox) => (),
            _ = ended.recv() => return,
        }
        tokio::select! {
            () = sleep(PAUSE) => (),
            _ = ended.recv() => return,
        }
    }
}

/// Listens until the connection breaks.
async fn hear(
    address: &PostgresAddress,
    name: &str,
    channel: &str,
    mailbox: &Mailbox,
) -> Result<(), StoreError> {
    let (client, mut connection) = address.config().connect(address.connector()?).await?;
    let (heard, mut messages) = mpsc::unbounded_channel();
    let carrying = async move {
        let next = |context: &mut std::task::Context<'_>| connection.poll_message(context);
        let mut next = futures_util::stream::poll_fn(next);
        while let Some(Ok(message)) = futures_util::StreamExt::next(&mut next).await {
            if let AsyncMessage::Notification(told) = message
                && heard.send(told).is_err()
            {
                return;
            }
        }
    };
    let listening = async {
        client.batch_execute(&format!("LISTEN {channel}")).await?;
        // Whatever was told before was not heard.
        mailbox.put_everything();
        while let Some(told) = messages.recv().await {
            let mut words = told.payload().split(' ');
            if words.next() != Some(name) {
                mailbox.put(words.filter_map(|word| MatchId::new(word).ok()));
            }
        }
        Ok::<(), StoreError>(())
    };
    tokio::select! {
        () = carrying => Ok(()),
        heard = listening => heard,
    }
}
