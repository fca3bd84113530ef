//! A temporary folder.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

/// A new folder, removed with all that is in it when this value goes.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> Result<Scratch, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let place = std::env::temp_dir();
        // Names may be taken by what an earlier process of the same number left behind.
        for _ in 0..1_000 {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let folder = place.join(format!("vauban-xtask-{}-{number}", std::process::id()));
            match fs::create_dir(&folder) {
                Ok(()) => return Ok(Scratch(folder)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => (),
                Err(error) => return Err(format!("cannot make {}: {error}", folder.display())),
            }
        }
        Err(format!("no free name in {}", place.display()))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Whatever cannot be removed lies in the folder for temporary files: no harm done.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
impl Scratch {
    /// A tree that holds these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Scratch {
        let scratch = Scratch::new().unwrap();
        for (name, text) in files {
            scratch.write(name, text);
        }
        scratch
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn tree(&self) -> crate::tree::Tree {
        crate::tree::Tree::at(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scratch_folder_goes_with_its_value() {
        let scratch = Scratch::with(&[("deep/er/file", "x")]);
        let path = scratch.path().to_owned();
        assert!(path.join("deep/er/file").is_file());
        drop(scratch);
        assert!(!path.exists());
    }
}
