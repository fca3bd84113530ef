//! Reading and writing files so that nothing is lost or half-written.

use std::{
    fs,
    io::{self, Read, Write},
    path::Path,
};

use vauban_table::AnyMatch;

use crate::failure::Failure;

/// Larger files are not read.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Failure> {
    let fail = |error: io::Error| Failure::file(path, error);
    let file = fs::File::open(path).map_err(fail)?;
    if file.metadata().map_err(fail)?.is_dir() {
        return Err(Failure::file(path, "is a directory, not a file"));
    }
    read_from(file).map_err(|error| Failure::file(path, error))
}

/// The text of anything that can be read.
pub fn read_from(reader: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    reader
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("is larger than {} MiB", MOST_BYTES >> 20));
    }
    String::from_utf8(bytes).map_err(|_| "is not a text file (UTF-8)".into())
}

/// Writes a file aside and moves it into place: whatever goes wrong, the old file stays whole.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let fail = |error: io::Error| Failure::file(path, format!("not written: {error}"));
    if path.is_dir() {
        return Err(Failure::file(path, "is a directory, not a file"));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".vauban-").suffix(".tmp");
    #[cfg(unix)]
    {
        // What any program would give a new file; the temporary default hides it from others.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut aside = builder.tempfile_in(folder).map_err(fail)?;
    write(&mut aside).map_err(fail)?;
    aside.as_file().sync_all().map_err(fail)?;
    aside.persist(path).map_err(|error| fail(error.error))?;
    Ok(())
}

/// The match as text, in the format that the file's name asks for.
pub fn text_for(table: &dyn AnyMatch, path: &Path) -> Result<String, Failure> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    if extension == Some("vauban") {
        return Ok(table.record().to_string());
    }
    match table.export() {
        None => Ok(table.record().to_string()),
        Some(Ok(text)) => Ok(text),
        Some(Err(error)) => Err(Failure::file(path, format!("not written: {error}"))),
    }
}

/// Saves the match in the format that the file's name asks for.
pub fn save(table: &dyn AnyMatch, path: &Path) -> Result<(), Failure> {
    let text = text_for(table, path)?;
    replace(path, |file| file.write_all(text.as_bytes()))
}

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
    use super::*;

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
        assert!(failure.to_string().contains("not written"), "{failure}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_whole_file_takes_the_old_ones_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.vauban");
        for text in ["one", "two"] {
            replace(&path, |file| file.write_all(text.as_bytes())).unwrap();
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
            let failure = read(&path).unwrap_err().to_string();
            assert!(failure.contains(reason), "{failure}");
            assert_eq!(failure.lines().count(), 1);
        }
    }
}
