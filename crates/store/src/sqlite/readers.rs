//! A few threads that read beside the writer, each with a connection of its own.

use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::mpsc;

use super::alive::Alive;

/// Something to read; it answers by itself.
pub(super) type Reading = Box<dyn FnOnce(&mut Connection) + Send>;

/// Where readers take their work from.
pub(super) type Queue = Arc<Mutex<mpsc::Receiver<Reading>>>;

/// Reads until nobody can ask any more.
pub(super) fn run(mut connection: Connection, queue: &Queue, alive: Alive) {
    loop {
        // One waits for the next piece of work, the others for the lock.
        let reading = queue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .blocking_recv();
        match reading {
            Some(reading) => reading(&mut connection),
            None => break,
        }
    }
    drop(connection);
    drop(alive);
}
