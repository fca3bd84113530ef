//! Matches that were left or killed: kept up to date on disk, and offered again.
//!
//! Each running program has a slot of its own, so that two of them never write to one file: the first whose lock
//! is free. The system frees the lock of a program that is killed.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use vauban_game::{Lang, Viewer};
use vauban_table::{AnyMatch, Record};
use vauban_terminal::Chair;

use crate::{failure::Failure, files, format::Format};

/// More matches of one game at a time are not kept.
const MOST_SLOTS: usize = 16;

/// A place on disk for the match that is played now.
#[derive(Debug)]
pub struct Slot {
    path: PathBuf,
    /// Held as long as the program runs.
    _lock: fs::File,
}

impl Slot {
    /// A free slot for matches of `game`; none where nothing can be kept.
    pub fn take(game: &str) -> Option<Slot> {
        Slot::take_in(&folder()?, game)
    }

    fn take_in(folder: &Path, game: &str) -> Option<Slot> {
        fs::create_dir_all(folder).ok()?;
        (1..=MOST_SLOTS).find_map(|number| {
            let path = folder.join(format!("{game}-{number}.vauban"));
            let lock = fs::OpenOptions::new()
                .create(true)
                .truncate(false)
                .write(true)
                .open(path.with_extension("lock"))
                .ok()?;
            lock.try_lock().ok()?;
            Some(Slot { path, _lock: lock })
        })
    }

    /// Writes the match as it stands. What is hidden is not written in plain sight.
    pub fn keep(&self, table: &dyn AnyMatch, lang: Lang) -> Result<(), Failure> {
        let text = Format::Record
            .write(table, Some(Viewer::Spectator), lang)
            .map_err(|text| Failure::file(&self.path, &text))?;
        files::write(&self.path, &text)
    }

    pub fn forget(&self) {
        // What is not there need not be removed, and what cannot be is offered once more.
        let _ = fs::remove_file(&self.path);
    }

    /// The record of a match that was not finished here.
    pub fn unfinished(&self) -> Option<Record> {
        let text = files::read(&self.path).ok()?;
        Record::read(&text).ok()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Who sat where, as the record tells it.
pub fn chairs(record: &Record) -> Vec<Chair> {
    let seats = record.tag("Seats").unwrap_or_default();
    let names = seats.split(';').map(str::trim);
    let chair = |name: &str| match name.parse() {
        Ok(agent) if name != "person" => Chair::Agent(agent),
        _ => Chair::Person,
    };
    names.map(chair).collect()
}

/// Where programs of this user keep what is not settings: `$XDG_STATE_HOME`, or `~/.local/state`.
fn folder() -> Option<PathBuf> {
    let absolute = |name| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")));
    Some(state?.join("vauban").join("play"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_programs_never_share_a_slot_and_a_free_one_is_used_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let take = || Slot::take_in(folder.path(), "chess").expect("a slot");
        let (one, two) = (take(), take());
        assert_ne!(one.path(), two.path());
        let first = one.path().to_owned();
        drop(one);
        assert_eq!(take().path(), first);
    }
}
