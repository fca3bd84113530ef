//! Where the store lives: its file, its folder, and the lock that keeps other processes away.

use std::{
    fs::{self, File, TryLockError},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use super::checkpoint::file_of;
use crate::StoreError;

/// A file that is ours alone for as long as this lives.
///
/// The lock is taken on a file of its own: closing any other handle of the
/// database's file would drop SQLite's locks on it.
#[derive(Debug)]
pub(super) struct Place {
    path: PathBuf,
    _lock: File,
}

impl Place {
    /// Makes the folder if it is missing, and takes the lock.
    pub(super) fn take(path: &Path) -> Result<Place, StoreError> {
        let path = resolve(path)?;
        let lock_path = beside(&path, "lock");
        let lock = create_private(&lock_path)?;
        match lock.try_lock() {
            Ok(()) => Ok(Place { path, _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked { path }),
            Err(TryLockError::Error(error)) => Err(trouble(&lock_path, "cannot be locked", &error)),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is nothing in the store's file, or no such file.
    pub(super) fn is_empty(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|found| found.len() == 0) || !self.path.exists()
    }
}

/// Which file each name stood for when the store was opened. Only Unix tells.
#[derive(Debug)]
pub(super) struct OpenFiles(Vec<(PathBuf, FileId)>);

type FileId = (u64, u64);

impl OpenFiles {
    /// The store and its write-ahead log, which are open now.
    pub(super) fn of(path: &Path) -> OpenFiles {
        let names = [path.to_owned(), with_ending(path, "-wal")];
        let found = |path: PathBuf| file_id(&path).map(|id| (path, id));
        OpenFiles(names.into_iter().filter_map(found).collect())
    }

    /// Whether the names still stand for the files that are open: what is written to another file
    /// is gone at the next start.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let changed = self.0.iter().find(|(path, id)| file_id(path) != Some(*id));
        match changed {
            Some((path, _)) => Err(StoreError::Replaced { path: path.clone() }),
            None => Ok(()),
        }
    }
}

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn file_id(_: &Path) -> Option<FileId> {
    None
}

/// Moves the store in `path`, with its checkpoint, to a name that is free, so that a new one can be
/// made; says which name, or nothing if there was no store.
pub fn set_aside(path: &Path) -> Result<Option<PathBuf>, StoreError> {
    let place = Place::take(path)?;
    let path = place.path();
    let aside = (1..)
        .map(|number| beside(path, &format!("old-{number}")))
        .find(|aside| !aside.exists() && !file_of(aside).exists())
        .expect("numbers do not end");
    let mut moved = None;
    // If it is interrupted, the checkpoint still misses the rest, and it can be done again.
    for ending in ["-wal", "-shm", "", ".checkpoint"] {
        let (from, to) = (with_ending(path, ending), with_ending(&aside, ending));
        if from.exists() {
            fs::rename(&from, &to).map_err(|error| trouble(&from, "cannot be moved", &error))?;
            moved = Some(aside.clone());
        }
    }
    sync_folder(path.parent().unwrap_or(Path::new("")))?;
    Ok(moved)
}

/// The same name for the same file, whatever links lead to it; two names would be two locks.
fn resolve(path: &Path) -> Result<PathBuf, StoreError> {
    let Some(name) = path.file_name() else {
        return Err(StoreError::File {
            path: path.to_owned(),
            reason: "this does not name a file".into(),
        });
    };
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .recursive(true)
            .create(folder)
            .map_err(|error| trouble(folder, "this folder cannot be made", &error))?;
        if let Some(above) = folder.parent().filter(|above| above.is_dir()) {
            sync_folder(above)?;
        }
    }
    if path.is_dir() {
        return Err(StoreError::File {
            path: path.to_owned(),
            reason: "this is a folder, not a file".into(),
        });
    }
    if let Ok(real) = fs::canonicalize(path) {
        return Ok(real);
    }
    let folder =
        fs::canonicalize(folder).map_err(|error| trouble(folder, "cannot be reached", &error))?;
    Ok(folder.join(name))
}

/// Opens a file, empty if it is new, that only its owner may read: a store holds the secrets of dice
/// and of private links.
pub(super) fn create_private(path: &Path) -> Result<File, StoreError> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(|error| trouble(path, "cannot be opened", &error))
}

/// `vauban.db` → `vauban.db.lock`.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    with_ending(path, &format!(".{ending}"))
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Makes names in a folder survive a loss of power. Elsewhere than on Unix, folders cannot be synced.
pub(super) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    if cfg!(unix) {
        let folder_of = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        File::open(folder_of)
            .and_then(|file| file.sync_all())
            .map_err(|error| trouble(folder, "this folder cannot be synced", &error))?;
    }
    Ok(())
}

pub(super) fn trouble(path: &Path, what: &str, error: &io::Error) -> StoreError {
    if matches!(
        error.kind(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded
    ) {
        return StoreError::DiskFull;
    }
    StoreError::File {
        path: path.to_owned(),
        reason: format!("{what}: {error}").into(),
    }
}
