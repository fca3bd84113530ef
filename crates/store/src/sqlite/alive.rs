//! Knowing when every thread of a store has let go of its file.

use std::sync::Arc;

use tokio::sync::watch;

use super::place::Place;

/// Held by each thread; with the last one the lock is released, and then it is told.
#[derive(Clone, Debug)]
pub(super) struct Alive(#[expect(dead_code, reason = "held, not read")] Arc<Held>);

/// Dropped in the order of the fields.
#[derive(Debug)]
#[expect(dead_code, reason = "held, not read")]
struct Held {
    place: Place,
    told: watch::Sender<()>,
}

/// Waits for the end of all that is [`Alive`].
#[derive(Clone, Debug)]
pub(super) struct Gone(watch::Receiver<()>);

impl Alive {
    pub(super) fn new(place: Place) -> (Alive, Gone) {
        let (told, gone) = watch::channel(());
        (Alive(Arc::new(Held { place, told })), Gone(gone))
    }
}

impl Gone {
    pub(super) async fn wait(mut self) {
        // Nothing is ever sent: the only news is that the sender is gone.
        while self.0.changed().await.is_ok() {}
    }
}
