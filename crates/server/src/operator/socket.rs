//! The operator's socket in the data folder: one line of JSON in, one line of JSON out. Only the user that
//! runs the server, and root, can use it.

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{OperatorAnswer, OperatorCommand, OperatorError};

/// What both ends must speak. Goes up when commands or answers change their meaning.
pub const PROTOCOL: u32 = 1;

/// The release of this program.
pub const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// The longest question, in bytes.
#[cfg(unix)]
const MOST_BYTES: u64 = 64 * 1024;

/// The socket of the store in `file`: `vauban.db` → `vauban.sock`.
pub fn beside(file: &Path) -> PathBuf {
    file.with_extension("sock")
}

#[derive(Debug, Serialize, Deserialize)]
struct Question {
    protocol: u32,
    release: String,
    /// Read only if the protocol is the same.
    command: serde_json::Value,
}

#[derive(Debug, Serialize, Deserialize)]
struct Reply {
    protocol: u32,
    release: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<serde_json::Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<OperatorError>,
}

/// Why a running server did not answer.
#[derive(Debug)]
pub enum Unanswered {
    /// Nobody listens: there is no socket, or one that a crash has left behind.
    NoServer,
    /// The server is of another release and does not understand this one.
    OtherRelease(String),
    /// It said no.
    Refused(OperatorError),
    /// The socket could not be used.
    Failed(io::Error),
}

impl From<io::Error> for Unanswered {
    fn from(error: io::Error) -> Unanswered {
        Unanswered::Failed(error)
    }
}

/// Asks the server that listens at `socket`, and waits for its answer.
#[cfg(unix)]
pub fn ask(socket: &Path, command: &OperatorCommand) -> Result<OperatorAnswer, Unanswered> {
    use std::{
        io::{BufRead, BufReader, ErrorKind, Write},
        os::unix::net::UnixStream,
        time::Duration,
    };

    /// A long list of a large store takes a while.
    const PATIENCE: Duration = Duration::from_secs(120);

    let (name, _folder) = short(socket)?;
    let mut stream = UnixStream::connect(name).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::ConnectionRefused => Unanswered::NoServer,
        _ => Unanswered::Failed(error),
    })?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let question = Question {
        protocol: PROTOCOL,
        release: RELEASE.into(),
        command: serde_json::to_value(command).map_err(io::Error::other)?,
    };
    let mut line = serde_json::to_string(&question).map_err(io::Error::other)?;
    line.push('\n');
    stream.write_all(line.as_bytes())?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    if line.is_empty() {
        return Err(io::Error::other("the server ended without an answer").into());
    }
    let reply: Reply = serde_json::from_str(&line).map_err(io::Error::other)?;
    if reply.protocol != PROTOCOL {
        return Err(Unanswered::OtherRelease(reply.release));
    }
    match (reply.answer, reply.error) {
        (Some(answer), _) => Ok(serde_json::from_value(answer).map_err(io::Error::other)?),
        (None, Some(error)) => Err(Unanswered::Refused(error)),
        (None, None) => Err(io::Error::other("the server's answer is empty").into()),
    }
}

/// Where there are no such sockets, nobody listens.
#[cfg(not(unix))]
pub fn ask(_: &Path, _: &OperatorCommand) -> Result<OperatorAnswer, Unanswered> {
    Err(Unanswered::NoServer)
}

#[cfg(unix)]
pub(crate) use listening::{Listening, listen};

/// A name that fits into the address of a socket, and what must stay open while it is used: addresses have
/// about a hundred bytes, folders may have more.
#[cfg(unix)]
fn short(path: &Path) -> io::Result<(PathBuf, Option<std::fs::File>)> {
    use std::os::{fd::AsRawFd, unix::ffi::OsStrExt};

    const FITS: usize = 100;
    let by_number = Path::new("/proc/self/fd");
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name))
            if path.as_os_str().as_bytes().len() > FITS && by_number.exists() =>
        {
            let folder = std::fs::File::open(folder)?;
            let number = folder.as_raw_fd().to_string();
            Ok((by_number.join(number).join(name), Some(folder)))
        }
        _ => Ok((path.to_owned(), None)),
    }
}

#[cfg(unix)]
mod listening {
    use std::{
        fs,
        io::{self, ErrorKind},
        os::unix::fs::{MetadataExt, PermissionsExt},
        path::{Path, PathBuf},
        sync::Arc,
        time::Duration,
    };

    use tokio::{
        io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
        net::{UnixListener, UnixStream},
        time::{sleep, timeout},
    };

    use super::{MOST_BYTES, OperatorError, PROTOCOL, Question, RELEASE, Reply, short};
    use crate::{operator::carry_out, registry::Registry};

    /// How long a question may take to come.
    const SLOWEST: Duration = Duration::from_secs(10);

    /// The socket, which is taken away when this is dropped.
    #[derive(Debug)]
    pub(crate) struct Listening(PathBuf);

    impl Drop for Listening {
        fn drop(&mut self) {
            // If it stays, whoever finds it is told that nobody listens.
            let _ = fs::remove_file(&self.0);
        }
    }

    /// Answers at `path` until the server goes down. Whoever calls this has the store alone, so a socket
    /// that is there was left behind by a crash.
    pub(crate) fn listen(registry: &Arc<Registry>, path: &Path) -> io::Result<Listening> {
        // Under another name first: nobody finds it before its mode is set.
        let part = path.with_extension("sock.part");
        for old in [&part, &path.to_owned()] {
            match fs::remove_file(old) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => (),
            }
        }
        let (name, _folder) = short(&part)?;
        let listener = UnixListener::bind(name)?;
        fs::set_permissions(&part, fs::Permissions::from_mode(0o600))?;
        let owner = fs::metadata(&part)?.uid();
        fs::rename(&part, path)?;
        let mut closing = registry.closing();
        let registry = Arc::clone(registry);
        tokio::spawn(async move {
            loop {
                let stream = tokio::select! {
                    accepted = listener.accept() => accepted,
                    _ = closing.wait_for(|closing| *closing) => return,
                };
                match stream {
                    Ok((stream, _)) => {
                        let registry = Arc::clone(&registry);
                        tokio::spawn(async move {
                            if let Err(error) = converse(&registry, stream, owner).await {
                                tracing::debug!(%error, "the operator's socket");
                            }
                        });
                    }
                    // Such as too many open files: it passes.
                    Err(error) => {
                        tracing::warn!(%error, "the operator's socket");
                        sleep(Duration::from_millis(100)).await;
                    }
                }
            }
        });
        Ok(Listening(path.to_owned()))
    }

    async fn converse(
        registry: &Arc<Registry>,
        mut stream: UnixStream,
        owner: u32,
    ) -> io::Result<()> {
        let peer = stream.peer_cred()?.uid();
        if peer != owner && peer != 0 {
            tracing::warn!(peer, "somebody else tried the operator's socket");
            return Ok(());
        }
        let (reader, mut writer) = stream.split();
        let mut line = String::new();
        let mut reader = BufReader::new(reader.take(MOST_BYTES));
        timeout(SLOWEST, reader.read_line(&mut line)).await??;
        let mut answer = serde_json::to_vec(&reply(registry, &line).await)?;
        answer.push(b'\n');
        timeout(SLOWEST, writer.write_all(&answer)).await??;
        writer.shutdown().await
    }

    async fn reply(registry: &Arc<Registry>, line: &str) -> Reply {
        let answer = async {
            let question: Question = serde_json::from_str(line).map_err(|_| unreadable())?;
            if question.protocol != PROTOCOL {
                let release = question.release;
                return Err(OperatorError::new(
                    "other-release",
                    format!("this server is release {RELEASE}, the command is release {release}"),
                    format!(
                        "ce serveur est en version {RELEASE}, la commande en version {release}"
                    ),
                ));
            }
            let command = serde_json::from_value(question.command).map_err(|_| unreadable())?;
            carry_out(registry, command).await
        };
        let (answer, error) = match answer.await {
            Ok(answer) => (serde_json::to_value(answer).ok(), None),
            Err(error) => (None, Some(error)),
        };
        Reply {
            protocol: PROTOCOL,
            release: RELEASE.into(),
            answer,
            error,
        }
    }

    fn unreadable() -> OperatorError {
        OperatorError::new(
            "unreadable",
            "this is not a command that the server knows",
            "le serveur ne connaît pas cette commande",
        )
    }
}
