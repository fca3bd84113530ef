//! The small file beside the store: which store belongs here, and its last known transaction. It is never
//! ahead of what is on the disk, so a store that is behind it, or gone, has lost something.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use super::place::{beside, create_private, sync_folder, trouble};
use crate::{StoreError, StoreId};

#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) struct Checkpoint {
    pub(super) store: StoreId,
    /// Transactions since the store was made.
    pub(super) commits: u64,
}

const TITLE: &str = "vauban checkpoint 1";

/// `vauban.db` → `vauban.db.checkpoint`.
pub(super) fn file_of(path: &Path) -> PathBuf {
    beside(path, "checkpoint")
}

impl Checkpoint {
    /// Of the store in `path`, if there is one.
    pub(super) fn read(path: &Path) -> Result<Option<Checkpoint>, StoreError> {
        let file = file_of(path);
        match fs::read_to_string(&file) {
            Ok(text) => match Checkpoint::parse(&text) {
                Some(checkpoint) => Ok(Some(checkpoint)),
                None => Err(StoreError::File {
                    path: file,
                    reason: "this is not a checkpoint of Vauban's; if the store beside it is the \
                             right one, delete this file"
                        .into(),
                }),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(trouble(&file, "cannot be read", &error)),
        }
    }

    fn parse(text: &str) -> Option<Checkpoint> {
        let mut lines = text.lines();
        if lines.next()? != TITLE {
            return None;
        }
        Some(Checkpoint {
            store: StoreId::new(lines.next()?.strip_prefix("store ")?).ok()?,
            commits: lines.next()?.strip_prefix("commits ")?.parse().ok()?,
        })
    }

    /// Writes it whole or not at all.
    pub(super) fn write(&self, path: &Path) -> Result<(), StoreError> {
        let Checkpoint { store, commits } = self;
        let file = file_of(path);
        let part = beside(&file, "part");
        let write = |mut part: File| -> std::io::Result<()> {
            part.set_len(0)?;
            part.write_all(format!("{TITLE}\nstore {store}\ncommits {commits}\n").as_bytes())?;
            part.sync_all()
        };
        write(create_private(&part)?)
            .and_then(|()| fs::rename(&part, &file))
            .map_err(|error| trouble(&file, "cannot be written", &error))?;
        sync_folder(path.parent().unwrap_or(Path::new("")))
    }

    /// Whether `found`, what the store in `path` says of itself, can be what this was written for.
    pub(super) fn check(&self, path: &Path, found: &Checkpoint) -> Result<(), StoreError> {
        let path = path.to_owned();
        if found.store != self.store {
            return Err(StoreError::Other { path });
        }
        if found.commits < self.commits {
            return Err(StoreError::Behind {
                path,
                found: found.commits,
                expected: self.commits,
            });
        }
        Ok(())
    }
}
