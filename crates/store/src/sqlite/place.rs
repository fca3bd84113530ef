//! Where the store lives: its file, its folder, and the lock that keeps other processes away.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

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
            Ok(()) => {
                // SQLite gives its other files the rights of this one.
                drop(create_private(&path)?);
                Ok(Place { path, _lock: lock })
            }
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked { path }),
            Err(TryLockError::Error(error)) => Err(trouble(&lock_path, "cannot be locked", &error)),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
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
    let mut name = path.as_os_str().to_owned();
    name.push(".");
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
    StoreError::File {
        path: path.to_owned(),
        reason: format!("{what}: {error}").into(),
    }
}
