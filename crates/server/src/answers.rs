//! Answers that clients have not read yet: how many bytes of them may wait, in total and for each address.
//!
//! The bytes of an answer count from when it is written until the operating system has taken the last of them, however
//! slowly the client reads. When there is no more room, the client gets a short answer that says so.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::{Body, Bytes, HttpBody, to_bytes},
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{Problem, ingress::ClientAddr, rate_limit::network, registry::Registry};

/// Bytes of answers that may wait, all together.
const MOST_WAITING: usize = 64 << 20;

/// Those for one address.
const MOST_FOR_ONE: usize = 8 << 20;

/// Shorter answers always have room: there is at most one for each connection.
const SHORT: usize = 4 * 1024;

/// Seconds after which who found no room may try again.
const WAIT: u64 = 5;

/// The answers that wait.
#[derive(Clone, Debug, Default)]
pub struct Answers(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    all: usize,
    addresses: HashMap<IpAddr, usize>,
}

/// So many bytes of the room, for as long as it is held.
#[derive(Debug)]
struct Share {
    answers: Answers,
    address: IpAddr,
    bytes: usize,
}

/// Bytes with the room that they take.
#[derive(Debug)]
struct Kept(
    Bytes,
    #[expect(dead_code, reason = "it is held, not read")] Share,
);

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Answers {
    /// Bytes that wait.
    pub fn waiting(&self) -> usize {
        self.lock().all
    }

    fn room(&self, address: IpAddr, bytes: usize) -> Option<Share> {
        let mut waiting = self.lock();
        let one = waiting.addresses.get(&address).copied().unwrap_or(0);
        if waiting.all + bytes > MOST_WAITING || one + bytes > MOST_FOR_ONE {
            return None;
        }
        waiting.all += bytes;
        waiting.addresses.insert(address, one + bytes);
        Some(Share {
            answers: self.clone(),
            address,
            bytes,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut waiting = self.answers.lock();
        waiting.all -= self.bytes;
        if let Some(one) = waiting.addresses.get_mut(&self.address) {
            *one -= self.bytes;
            if *one == 0 {
                waiting.addresses.remove(&self.address);
            }
        }
    }
}

/// Counts the answer to every request until it is taken. Streams have no length; they give one frame at a
/// time, and only when the last one is taken.
pub async fn count(
    State(registry): State<Arc<Registry>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let client = request.extensions().get::<ClientAddr>().copied();
    let response = next.run(request).await;
    let length = response.body().size_hint().exact();
    let length = length.and_then(|length| usize::try_from(length).ok());
    let (Some(ClientAddr(address)), Some(length)) = (client, length) else {
        return Ok(response);
    };
    if length <= SHORT {
        return Ok(response);
    }
    let Some(room) = registry.answers.room(network(address), length) else {
        registry.metrics.limited.add(1);
        return Ok(Problem::full(WAIT).into_response());
    };
    let (head, body) = response.into_parts();
    let bytes = to_bytes(body, length)
        .await
        .map_err(|_| Problem::internal())?;
    let kept = Bytes::from_owner(Kept(bytes, room));
    Ok(Response::from_parts(head, Body::from(kept)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn an_address_has_its_share_and_everybody_has_the_rest() {
        let answers = Answers::default();
        let half = MOST_FOR_ONE / 2;
        let first = answers.room(address(1), half).expect("room");
        let second = answers.room(address(1), half).expect("room");
        assert!(answers.room(address(1), 1).is_none());
        assert!(answers.room(address(2), MOST_FOR_ONE + 1).is_none());
        let others: Vec<Share> = (2..=8)
            .map(|last| answers.room(address(last), MOST_FOR_ONE).expect("room"))
            .collect();
        assert_eq!(answers.waiting(), MOST_WAITING);
        assert!(answers.room(address(9), 1).is_none());
        drop(first);
        assert!(answers.room(address(9), half).is_some());
        drop((second, others));
        assert_eq!(answers.waiting(), 0);
        assert!(answers.lock().addresses.is_empty());
    }

    #[test]
    fn bytes_take_their_room_until_the_last_of_them_is_gone() {
        let answers = Answers::default();
        let room = answers.room(address(1), 10).expect("room");
        let mut bytes = Bytes::from_owner(Kept(Bytes::from_static(b"0123456789"), room));
        let head = bytes.split_to(4);
        drop(bytes);
        assert_eq!(answers.waiting(), 10);
        drop(head);
        assert_eq!(answers.waiting(), 0);
    }
}
