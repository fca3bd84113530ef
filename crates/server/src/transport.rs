//! The line to one client: what it does not take in time ends it, and nobody is heard who does not take
//! what was answered.
//!
//! A client that asks and never reads would otherwise have its answers kept in memory for as long as it
//! likes. While something waits to be sent nothing more is read, so at most one answer, or one frame,
//! waits for each connection.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll, Waker, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf},
    net::TcpStream,
    runtime::Handle,
    time::{Instant, Sleep, sleep, timeout},
};

/// Who takes this many bytes gets one more second for the rest.
const BYTES_A_SECOND: u32 = 4 * 1024;

/// How long, and for how many bytes, we go on reading from a client after our last word. A connection that
/// is dropped with something unread is reset, and the client may lose what we said.
const LINGER: Duration = Duration::from_secs(1);
const MOST_DRAINED: usize = 1024 * 1024;

/// A connection to a client. `G` is kept for as long as the connection is there.
pub struct Transport<G: Send + 'static> {
    /// Here until it is dropped.
    open: Option<(TcpStream, G)>,
    /// How long it may take nothing.
    slowest: Duration,
    /// When what waits must have been taken; nothing while nothing waits.
    deadline: Option<Pin<Box<Sleep>>>,
    /// Who wants to read once everything is taken.
    reader: Option<Waker>,
    end: End,
}

/// What there is to wait for when we go.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum End {
    /// Nothing: we have said nothing yet, or the client has said its last word.
    Plain,
    /// We have said something, and the client may still be sending.
    Answered,
    /// It did not take what was sent.
    Late,
}

impl<G: Send + 'static> Transport<G> {
    pub fn new(stream: TcpStream, guard: G, slowest: Duration) -> Transport<G> {
        Transport {
            open: Some((stream, guard)),
            slowest,
            deadline: None,
            reader: None,
            end: End::Plain,
        }
    }

    fn stream(&mut self) -> Pin<&mut TcpStream> {
        let (stream, _) = self.open.as_mut().expect("it is here until the drop");
        Pin::new(stream)
    }

    /// Runs the deadline while something waits.
    fn watch(
        &mut self,
        context: &mut Context<'_>,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match wrote {
            Poll::Ready(Ok(bytes)) => {
                self.end = End::Answered;
                if let Some(deadline) = &mut self.deadline {
                    let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
                    let more = Duration::from_secs(1) * bytes / BYTES_A_SECOND;
                    let latest = Instant::now() + self.slowest;
                    let until = (deadline.deadline() + more).min(latest);
                    deadline.as_mut().reset(until);
                }
                wrote
            }
            Poll::Ready(Err(_)) => wrote,
            Poll::Pending => {
                let slowest = self.slowest;
                let deadline = self
                    .deadline
                    .get_or_insert_with(|| Box::pin(sleep(slowest)));
                ready!(deadline.as_mut().poll(context));
                self.end = End::Late;
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<G: Send + Unpin + 'static> AsyncRead for Transport<G> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.deadline.is_some() {
            self.reader = Some(context.waker().clone());
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        let read = ready!(self.stream().poll_read(context, buffer));
        if read.is_err() || (buffer.filled().len() == before && buffer.remaining() > 0) {
            self.end = End::Plain;
        }
        Poll::Ready(read)
    }
}

impl<G: Send + Unpin + 'static> AsyncWrite for Transport<G> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = self.stream().poll_write(context, bytes);
        self.watch(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = self.stream().poll_write_vectored(context, slices);
        self.watch(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    /// Whoever flushes has handed over all there was.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.stream().poll_flush(context))?;
        self.deadline = None;
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(context)
    }
}

impl<G: Send + 'static> Drop for Transport<G> {
    fn drop(&mut self) {
        let Some((stream, guard)) = self.open.take() else {
            return;
        };
        match (self.end, Handle::try_current()) {
            (End::Answered, Ok(runtime)) => {
                runtime.spawn(async move {
                    linger(stream).await;
                    drop(guard);
                });
            }
            (End::Plain | End::Answered, _) => (),
            // The system need not keep what nobody takes.
            (End::Late, _) => drop(stream.set_zero_linger()),
        }
    }
}

/// Ends a connection so that the client gets our last word.
pub async fn linger(mut stream: TcpStream) {
    let drained = async {
        stream.shutdown().await?;
        let mut unread = [0; 4096];
        let mut left = MOST_DRAINED;
        while left > 0 {
            match stream.read(&mut unread).await? {
                0 => break,
                read => left = left.saturating_sub(read),
            }
        }
        Ok::<(), io::Error>(())
    };
    // Whoever has gone is not waited for.
    let _ = timeout(LINGER, drained).await;
}

impl<G: Send + 'static> std::fmt::Debug for Transport<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Transport")
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}
