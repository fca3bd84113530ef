//! The source tree that a command works on.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A source tree, from its root.
#[derive(Debug)]
pub(crate) struct Tree {
    root: PathBuf,
    /// Tests take the time for their long runs.
    thorough: bool,
}

/// Folders that hold nothing that anybody wrote.
const MADE: [&str; 3] = [".git", "target", "node_modules"];

impl Tree {
    pub(crate) fn at(root: impl Into<PathBuf>) -> Tree {
        Tree {
            root: root.into(),
            thorough: false,
        }
    }

    /// The same tree, for tests that take their time.
    pub(crate) fn thorough(&self) -> Tree {
        Tree {
            root: self.root.clone(),
            thorough: true,
        }
    }

    pub(crate) fn is_thorough(&self) -> bool {
        self.thorough
    }

    /// What tests read to know whether they should take their time.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.thorough
            .then_some(("VAUBAN_THOROUGH", "1"))
            .into_iter()
    }

    /// The tree that the current folder lies in. Cargo says where this package is; the workspace is above it.
    pub(crate) fn find() -> Result<Tree, String> {
        let begin = std::env::var_os("CARGO_MANIFEST_DIR")
            .map(PathBuf::from)
            .or_else(|| std::env::current_dir().ok())
            .ok_or("the current folder is gone")?;
        begin
            .ancestors()
            .find(|folder| {
                fs::read_to_string(folder.join("Cargo.toml"))
                    .is_ok_and(|text| text.lines().any(|line| line.trim() == "[workspace]"))
            })
            .map(Tree::at)
            .ok_or_else(|| format!("no workspace in or above {}", begin.display()))
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// The text of a file, or a line that says why there is none.
    pub(crate) fn read(&self, relative: impl AsRef<Path>) -> Result<String, String> {
        let relative = relative.as_ref();
        fs::read_to_string(self.path(relative))
            .map_err(|error| format!("cannot read {}: {error}", relative.display()))
    }

    /// Every file that is part of the project, relative to the root and sorted. Git knows best (it
    /// leaves out what is ignored); without it, whatever lies there.
    pub(crate) fn files(&self) -> Result<Vec<String>, String> {
        let mut files = match self.path(".git").exists() {
            true => self.files_of_git()?,
            false => {
                let mut found = Vec::new();
                self.walk(Path::new(""), &mut found)?;
                found
            }
        };
        files.sort();
        files.dedup();
        Ok(files)
    }

    fn files_of_git(&self) -> Result<Vec<String>, String> {
        let output = Command::new("git")
            .current_dir(&self.root)
            .args([
                "ls-files",
                "-z",
                "--cached",
                "--others",
                "--exclude-standard",
            ])
            .output()
            .map_err(|error| format!("cannot run git: {error}"))?;
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr);
            return Err(format!("git ls-files: {}", why.trim()));
        }
        let names = String::from_utf8_lossy(&output.stdout);
        Ok(names
            .split('\0')
            // What was deleted is listed until the deletion is staged.
            .filter(|name| !name.is_empty() && self.path(name).is_file())
            .map(str::to_owned)
            .collect())
    }

    fn walk(&self, folder: &Path, found: &mut Vec<String>) -> Result<(), String> {
        let wrong = |error| format!("cannot list {}: {error}", folder.display());
        for entry in fs::read_dir(self.path(folder)).map_err(wrong)? {
            let entry = entry.map_err(wrong)?;
            let name = entry.file_name();
            let relative = folder.join(&name);
            if !entry.path().is_dir() {
                found.push(relative.to_string_lossy().replace('\\', "/"));
            } else if !MADE.iter().any(|made| name == *made) {
                self.walk(&relative, found)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::scratch::Scratch;

    #[test]
    fn every_file_is_listed_but_not_what_was_built() {
        let scratch = Scratch::with(&[
            ("a.rs", ""),
            (".ci/run", ""),
            ("crates/x/src/lib.rs", ""),
            ("target/ci/x", ""),
            ("web/node_modules/x.js", ""),
        ]);
        let files = scratch.tree().files().unwrap();
        assert_eq!(files, [".ci/run", "a.rs", "crates/x/src/lib.rs"]);
    }
}
