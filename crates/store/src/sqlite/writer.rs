//! The one thread that writes. It commits in groups: whatever has come while
//! the last group was on its way to the disk goes into one transaction, with
//! one sync for all of it.
//!
//! Each job has a savepoint, so that one that is refused undoes nothing of its
//! neighbours'. Answers wait until the commit has returned: also a
//! refusal, since it may rest on a neighbour that is not committed yet.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode};
use tokio::sync::{mpsc, oneshot};

use super::{alive::Alive, checkpoint::Checkpoint, place::OpenFiles, values::is_full};
use crate::{StoreError, StoreId};

/// How often the checkpoint beside the store is written; a beat comes less often.
const PACE: Duration = Duration::from_secs(1);

/// Something to write, and somebody who waits for it.
pub(super) trait Job: Send {
    /// Does it; what it wrote is kept only if it was not refused.
    fn run(&mut self, connection: &Connection) -> Verdict;
    /// Tells how it ended, or that the whole group failed.
    fn answer(self: Box<Self>, failed: Option<&StoreError>);
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Verdict {
    Keep,
    Undo,
}

/// A piece of work with its waiter.
pub(super) struct Task<T, E, W> {
    work: Option<W>,
    result: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

/// The writing end of a store.
pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) queue: mpsc::Receiver<Box<dyn Job>>,
    /// The most jobs in one transaction.
    pub(super) group: usize,
    pub(super) tally: Arc<Tally>,
    pub(super) path: PathBuf,
    pub(super) files: Arc<OpenFiles>,
    /// How far the store has come.
    pub(super) checkpoint: Checkpoint,
    /// When that was last written beside it.
    /// Which store it is; a copy changes it.
    pub(super) id: Arc<Mutex<StoreId>>,
    pub(super) noted: Instant,
    /// Why nothing can be written any more.
    pub(super) broken: Option<StoreError>,
}

/// What the writer has done since the store was opened.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Jobs that were run, refused ones too.
    pub(super) jobs: AtomicU64,
    pub(super) commits: AtomicU64,
    pub(super) broken: AtomicBool,
    /// Why the last group was not written.
    failed: Mutex<Option<StoreError>>,
}

impl Tally {
    /// Why writes fail now, if they do.
    pub(super) fn failed(&self) -> Option<StoreError> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.clone()
    }

    fn note(&self, failed: Option<&StoreError>) {
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = failed.cloned();
    }
}

impl<T, E, W> Task<T, E, W> {
    pub(super) fn new(work: W) -> (Task<T, E, W>, oneshot::Receiver<Result<T, E>>) {
        let (reply, answer) = oneshot::channel();
        let task = Task {
            work: Some(work),
            result: None,
            reply,
        };
        (task, answer)
    }
}

impl<T, E, W> Job for Task<T, E, W>
where
    T: Send,
    E: Send + From<StoreError>,
    W: FnOnce(&Connection) -> Result<T, E> + Send,
{
    fn run(&mut self, connection: &Connection) -> Verdict {
        let work = self.work.take().expect("a job runs once");
        let result = work(connection);
        let verdict = match &result {
            Ok(_) => Verdict::Keep,
            Err(_) => Verdict::Undo,
        };
        self.result = Some(result);
        verdict
    }

    fn answer(self: Box<Self>, failed: Option<&StoreError>) {
        let result = match (failed, self.result) {
            (Some(error), _) => Err(error.clone().into()),
            (None, Some(result)) => result,
            (None, None) => return,
        };
        // Whoever asked may have gone away.
        let _ = self.reply.send(result);
    }
}

impl Writer {
    /// Writes until nobody can ask any more and the queue is empty.
    pub(super) fn run(mut self, alive: Alive) {
        let mut jobs = Vec::with_capacity(self.group);
        while self.queue.blocking_recv_many(&mut jobs, self.group) > 0 {
            while !jobs.is_empty() {
                jobs = self.write(jobs);
            }
        }
        if self.broken.is_none() {
            self.write_checkpoint();
        }
        // The next start is quicker with an empty log; without this it is only slower.
        let _ = self
            .connection
            .execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
        drop(self.connection);
        drop(alive);
    }

    /// Writes a group and answers it; what could not be tried is returned.
    fn write(&mut self, mut jobs: Vec<Box<dyn Job>>) -> Vec<Box<dyn Job>> {
        if let Some(error) = &self.broken {
            answer(jobs, Some(error));
            return Vec::new();
        }
        if let Err(error) = self.files.check() {
            self.break_off(error.clone());
            self.fail(jobs, &error);
            return Vec::new();
        }
        // 1. One transaction for all.
        if let Err(error) = self.connection.execute_batch("BEGIN IMMEDIATE") {
            self.fail(jobs, &error.into());
            return Vec::new();
        }
        // 2. Each job by itself. Some errors, such as a full disk, end the whole transaction:
        //    then nothing up to here is kept, and the rest is tried again.
        let mut tried = 0;
        let mut lost = None;
        let mut kept = false;
        while tried < jobs.len() && lost.is_none() {
            match self.one(&mut *jobs[tried]) {
                Ok(verdict) => kept |= verdict == Verdict::Keep,
                Err(error) => lost = Some(error),
            }
            tried += 1;
        }
        if kept && lost.is_none() {
            lost = self.count().err();
        }
        let rest = jobs.split_off(tried);
        if let Some(error) = lost {
            self.roll_back();
            self.fail(jobs, &error);
            return rest;
        }
        // 3. On the disk, if the file is still the one that people will find.
        if let Err(error) = self.files.check() {
            self.roll_back();
            self.break_off(error.clone());
            self.fail(jobs, &error);
            return rest;
        }
        if let Err(error) = self.connection.execute_batch("COMMIT") {
            self.roll_back();
            let failed = commit_failed(&error);
            if error.sqlite_error_code() != Some(ErrorCode::DiskFull) {
                self.break_off(failed.clone());
            }
            self.fail(jobs, &failed);
            return rest;
        }
        // 4. Now it may be said.
        self.checkpoint.commits += u64::from(kept);
        let tried = u64::try_from(tried).expect("no machine has more than 64 bits");
        self.tally.jobs.fetch_add(tried, Ordering::Relaxed);
        self.tally.commits.fetch_add(1, Ordering::Relaxed);
        self.tally.note(None);
        answer(jobs, None);
        if kept && self.noted.elapsed() >= PACE {
            self.write_checkpoint();
        }
        rest
    }

    /// Counts the transaction.
    fn count(&self) -> Result<(), StoreError> {
        let count = "UPDATE identity SET commits = commits + 1";
        self.connection.prepare_cached(count)?.execute([])?;
        Ok(())
    }

    /// Says beside the store how far it has come. If that fails, an older checkpoint stays, which
    /// notices less and is never wrong.
    fn write_checkpoint(&mut self) {
        if self.files.check().is_ok() {
            let id = self.id.lock().unwrap_or_else(PoisonError::into_inner);
            self.checkpoint.store = id.clone();
            drop(id);
            let _ = self.checkpoint.write(&self.path);
        }
        self.noted = Instant::now();
    }

    fn fail(&self, jobs: Vec<Box<dyn Job>>, error: &StoreError) {
        self.tally.note(Some(error));
        answer(jobs, Some(error));
    }

    /// Runs one job; an error is one of the transaction, not of the job.
    fn one(&self, job: &mut dyn Job) -> Result<Verdict, StoreError> {
        let execute = |sql: &str| self.connection.prepare_cached(sql)?.execute([]).map(drop);
        execute("SAVEPOINT job")?;
        let verdict = job.run(&self.connection);
        if self.connection.is_autocommit() {
            return Err(StoreError::Failed(
                "the database gave up the transaction; is the disk full?".into(),
            ));
        }
        if verdict == Verdict::Undo {
            execute("ROLLBACK TO job")?;
        }
        execute("RELEASE job")?;
        Ok(verdict)
    }

    fn roll_back(&mut self) {
        if self.connection.is_autocommit() {
            return;
        }
        if let Err(error) = self.connection.execute_batch("ROLLBACK") {
            self.break_off(error.into());
        }
    }

    /// Nothing is written from now on.
    fn break_off(&mut self, why: StoreError) {
        self.broken = Some(why);
        self.tally.broken.store(true, Ordering::Release);
    }
}

/// After a failed sync nobody knows what is on the disk, and a second try may
/// wrongly succeed. Only opening the file again tells.
fn commit_failed(error: &rusqlite::Error) -> StoreError {
    match is_full(error) {
        true => StoreError::DiskFull,
        false => StoreError::Failed(format!("the commit failed: {error}").into()),
    }
}

fn answer(jobs: Vec<Box<dyn Job>>, failed: Option<&StoreError>) {
    jobs.into_iter().for_each(|job| job.answer(failed));
}
