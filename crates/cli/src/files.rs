//! Reading and writing files so that nothing is lost or half-written.

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use vauban_game::Text;

use crate::failure::Failure;

/// Larger files are not read.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// More links than this lead in a circle.
const MOST_LINKS: usize = 40;

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Failure> {
    let fail = |error: io::Error| Failure::file(path, &Text::same(error.to_string()));
    let file = fs::File::open(path).map_err(fail)?;
    if file.metadata().map_err(fail)?.is_dir() {
        return Err(Failure::file(path, &A_DIRECTORY));
    }
    read_from(file).map_err(|text| Failure::file(path, &text))
}

/// The text of anything that can be read.
pub fn read_from(reader: impl Read) -> Result<String, Text> {
    let mut bytes = Vec::new();
    reader
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Text::same(error.to_string()))?;
    if bytes.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(Text::new(
            format!("is larger than {most} MiB"),
            format!("dépasse {most} Mio"),
        ));
    }
    String::from_utf8(bytes).map_err(|_| {
        Text::fixed(
            "is not a text file (UTF-8)",
            "n'est pas un fichier texte (UTF-8)",
        )
    })
}

/// Writes a file. A regular file is written aside and moved into place, so that the old
/// one stays whole whatever goes wrong; links are followed, and pipes and devices written straight.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    replace(path, |file| file.write_all(bytes.as_ref()))
}

fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let fail = |error: io::Error| {
        Failure::file(
            path,
            &Text::new(
                format!("cannot be written: {error}"),
                format!("ne peut pas être écrit : {error}"),
            ),
        )
    };
    let place = behind_links(path).map_err(fail)?;
    let old = match fs::metadata(&place) {
        Ok(old) if old.is_dir() => return Err(Failure::file(path, &A_DIRECTORY)),
        Ok(old) => {
            // Opened even if it is only replaced: who may not write to it may not replace it.
            let mut file = fs::OpenOptions::new()
                .write(true)
                .open(&place)
                .map_err(fail)?;
            if !old.is_file() {
                return write(&mut file).and_then(|()| file.flush()).map_err(fail);
            }
            Some(old.permissions())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(fail(error)),
    };
    let folder = match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Opened by ourselves: a new file gets the rights that any program would give it, and errors
    // do not speak of a file that nobody knows.
    let mut aside = tempfile::Builder::new()
        .prefix(".vauban-")
        .suffix(".tmp")
        .make_in(folder, |aside| fs::File::create_new(aside))
        .map_err(fail)?;
    let file = aside.as_file_mut();
    if let Some(permissions) = old {
        // Before anything is in it: what was private is so at every moment.
        file.set_permissions(permissions).map_err(fail)?;
    }
    write(file).map_err(fail)?;
    file.sync_all().map_err(fail)?;
    aside.persist(&place).map_err(|error| fail(error.error))?;
    Ok(())
}

/// Where a path leads in the end, whether or not there is a file yet.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !fs::symlink_metadata(&place).is_ok_and(|found| found.is_symlink()) {
            return Ok(place);
        }
        // A link is read from the folder that it lies in.
        let target = fs::read_link(&place)?;
        place.pop();
        place.push(target);
    }
    Err(io::Error::other("too many links"))
}

const A_DIRECTORY: Text = Text::fixed(
    "is a directory, not a file",
    "est un dossier, pas un fichier",
);

/// Today, as records write it.
pub fn today() -> String {
    let today = time::OffsetDateTime::now_utc().date();
    format!(
        "{:04}-{:02}-{:02}",
        today.year(),
        u8::from(today.month()),
        today.day()
    )
}

#[cfg(test)]
mod tests {
    use vauban_game::Lang;

    use super::*;

    fn line(failure: &Failure) -> &str {
        failure.text().of(Lang::En)
    }

    #[test]
    fn a_full_disk_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.vauban");
        fs::write(&path, "precious").unwrap();
        let failure = replace(&path, |file| {
            file.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        })
        .unwrap_err();
        assert!(line(&failure).contains("cannot be written"), "{failure:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_whole_file_takes_the_old_ones_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.vauban");
        for text in ["one", "two"] {
            write(&path, text).unwrap();
            assert_eq!(read(&path).unwrap(), text);
        }
    }

    #[test]
    fn what_cannot_be_read_is_said_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let binary = folder.path().join("binary");
        fs::write(&binary, [0xff, 0xfe, 0]).unwrap();
        for (path, reason) in [
            (folder.path().to_owned(), "directory"),
            (folder.path().join("missing"), "No such file"),
            (binary, "UTF-8"),
        ] {
            let failure = read(&path).unwrap_err();
            assert!(line(&failure).contains(reason), "{failure:?}");
            assert_eq!(line(&failure).lines().count(), 1);
        }
    }

    #[test]
    fn a_failure_does_not_name_the_file_aside() {
        let folder = tempfile::tempdir().unwrap();
        let failure = write(&folder.path().join("no/such/folder.vauban"), "text").unwrap_err();
        assert!(line(&failure).contains("No such file"), "{failure:?}");
        assert!(!line(&failure).contains(".vauban-"), "{failure:?}");
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{PermissionsExt, symlink};

        use super::*;

        fn mode(path: &Path) -> u32 {
            fs::metadata(path).unwrap().permissions().mode() & 0o777
        }

        #[test]
        fn a_private_file_stays_private() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("match.vauban");
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
            write(&path, "new").unwrap();
            assert_eq!(mode(&path), 0o600);
            assert_eq!(read(&path).unwrap(), "new");
        }

        #[test]
        fn a_link_stays_a_link_and_its_target_is_written() {
            let folder = tempfile::tempdir().unwrap();
            let inner = folder.path().join("inner");
            fs::create_dir(&inner).unwrap();
            let [link, target] = [folder.path().join("link"), inner.join("target")];
            symlink("inner/target", &link).unwrap();
            // The link leads nowhere at first, then to a file.
            for text in ["one", "two"] {
                write(&link, text).unwrap();
                assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
                assert_eq!(fs::read_to_string(&target).unwrap(), text);
            }
            assert_eq!(fs::read_dir(&inner).unwrap().count(), 1);
        }

        #[test]
        fn links_in_a_circle_are_refused() {
            let folder = tempfile::tempdir().unwrap();
            let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
            symlink(&a, &b).unwrap();
            symlink(&b, &a).unwrap();
            assert!(write(&a, "text").is_err());
        }

        #[test]
        fn a_pipe_is_written_to_and_stays_a_pipe() {
            let folder = tempfile::tempdir().unwrap();
            let pipe = folder.path().join("pipe");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status();
            assert!(made.unwrap().success());
            let reader = {
                let pipe = pipe.clone();
                std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
            };
            write(&pipe, "through").unwrap();
            assert_eq!(reader.join().unwrap(), "through");
            assert!(!fs::metadata(&pipe).unwrap().is_file());
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }
}
