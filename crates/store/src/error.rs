//! What can go wrong with a store, in words for the person who runs it.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The store itself could not do its work. Cheap to copy: a failed commit is told to everybody who waited for it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum StoreError {
    /// Another process has the file open.
    Locked { path: PathBuf },
    /// The file is something else, or damaged beyond opening.
    NotAStore { path: PathBuf, reason: Arc<str> },
    /// A later release wrote the file.
    Newer {
        path: PathBuf,
        found: u32,
        known: u32,
    },
    /// There is no store, or an empty one, where a checkpoint says that there was one.
    Missing { path: PathBuf },
    /// The store has fewer transactions than its checkpoint says: a part of it is lost, or it is an
    /// old copy.
    Behind {
        path: PathBuf,
        found: u64,
        expected: u64,
    },
    /// The checkpoint beside the store belongs to another one.
    Other { path: PathBuf },
    /// The file is no longer the one that was opened.
    Replaced { path: PathBuf },
    /// There is no room for what is to be written.
    DiskFull,
    /// A file or folder could not be made, opened, locked or copied.
    File { path: PathBuf, reason: Arc<str> },
    /// The store has been closed.
    Closed,
    /// What was read cannot have been written by us.
    Damaged(Arc<str>),
    /// The database refused or failed.
    Failed(Arc<str>),
    /// The database is on its way down or up, or nobody can reach it. It passes; whether what was being
    /// written is there, asking again tells.
    Unreachable(Arc<str>),
    /// Others were in the way again and again; nothing was written.
    Contended,
}

/// Why something was not added.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum AddError {
    /// The id is in use.
    Taken,
    /// What it belongs to does not exist: "player" or "session".
    NoSuch(&'static str),
    Storage(StoreError),
}

impl From<StoreError> for AddError {
    fn from(error: StoreError) -> AddError {
        AddError::Storage(error)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Locked { path } => write!(
                f,
                "{}: another process is using this file; stop it, or choose another file",
                path.display()
            ),
            StoreError::NotAStore { path, reason } => write!(
                f,
                "{}: this is not a Vauban store, or it is damaged ({reason}); \
                 move it away or restore a backup",
                path.display()
            ),
            StoreError::Newer { path, found, known } => write!(
                f,
                "{}: written by a newer release (schema {found}; this one knows up to {known}); \
                 use that release",
                path.display()
            ),
            StoreError::Missing { path } => write!(
                f,
                "{}: the store is missing or empty, but the checkpoint beside it belongs to one; \
                 put the file back, or restore a backup and delete {}",
                path.display(),
                checkpoint_of(path)
            ),
            StoreError::Behind {
                path,
                found,
                expected,
            } => write!(
                f,
                "{}: the store has {found} transactions, but had at least {expected}: this is an old copy, or a \
                 part is lost; put the newest file back, or delete {} to continue with this one",
                path.display(),
                checkpoint_of(path)
            ),
            StoreError::Other { path } => write!(
                f,
                "{}: the checkpoint beside this store belongs to another one; put that one back, or \
                 delete {} to continue with this one",
                path.display(),
                checkpoint_of(path)
            ),
            StoreError::Replaced { path } => write!(
                f,
                "{}: this file was moved, deleted or replaced while it was in use; put it back, then start again",
                path.display()
            ),
            StoreError::DiskFull => f.write_str("the disk is full; free some space"),
            StoreError::File { path, reason } => write!(f, "{}: {reason}", path.display()),
            StoreError::Closed => f.write_str("the store is closed"),
            StoreError::Damaged(reason) => write!(f, "the store is damaged: {reason}"),
            StoreError::Failed(reason) => write!(f, "the store failed: {reason}"),
            StoreError::Unreachable(reason) => {
                write!(f, "the database cannot be reached: {reason}")
            }
            StoreError::Contended => {
                f.write_str("too many clients write to the same rows at once; try again")
            }
        }
    }
}

fn checkpoint_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    format!("{}.checkpoint", name.display())
}

impl std::error::Error for StoreError {}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddError::Taken => f.write_str("this id is in use"),
            AddError::NoSuch(what) => write!(f, "there is no such {what}"),
            AddError::Storage(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AddError {}
