//! The shim that journals a process, built with the machine's C compiler.

#![allow(dead_code, reason = "each test file uses its part")]

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;

const LIBRARY: &str = "shim.so";

/// Which syncs do nothing.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum NoSync {
    /// Those of files: this is what `synchronous=OFF` looks like from the disk.
    Files,
    /// Those of folders.
    Folders,
}

/// The library that is loaded into a process before all others.
pub struct Shim(TempDir);

impl Shim {
    pub fn build() -> Shim {
        let folder = TempDir::new().expect("a folder");
        let source = folder.path().join("shim.c");
        let library = folder.path().join(LIBRARY);
        fs::write(&source, include_str!("shim.c")).expect("a file");
        let built = Command::new("cc")
            .args([
                "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o",
            ])
            .args([&library, &source])
            .args(["-ldl", "-lpthread"])
            .status();
        match built {
            Ok(status) if status.success() => Shim(folder),
            Ok(status) => panic!("shim.c could not be compiled: {status}"),
            Err(error) => panic!(
                "the power-loss tests need a C compiler, and `cc` cannot be started ({error}): \
                 install one (on Debian: apt-get install build-essential)"
            ),
        }
    }

    /// Has `command` journal what it does to the files of `folder`.
    pub fn journal<'a>(
        &self,
        command: &'a mut Command,
        folder: &Path,
        journal: &Path,
        fault: Option<NoSync>,
    ) -> &'a mut Command {
        let fault = match fault {
            None => "",
            Some(NoSync::Files) => "files",
            Some(NoSync::Folders) => "folders",
        };
        command
            .env("LD_PRELOAD", self.0.path().join(LIBRARY))
            .env("VAUBAN_POWER_FOLDER", folder)
            .env("VAUBAN_POWER_JOURNAL", journal)
            .env("VAUBAN_POWER_FAULT", fault)
    }
    /// Gives `command` a disk that is full when the files of `folder` have grown by `room` bytes.
    pub fn fill<'a>(&self, command: &'a mut Command, folder: &Path, room: u64) -> &'a mut Command {
        command
            .env("LD_PRELOAD", self.0.path().join(LIBRARY))
            .env("VAUBAN_POWER_FOLDER", folder)
            .env("VAUBAN_POWER_SPACE", room.to_string())
    }
}
