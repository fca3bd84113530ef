//! A small client of the API: requests and live frames.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::{
    Request, Response, StatusCode,
    body::{Bytes, Incoming},
    client::conn::http1::{SendRequest, handshake},
    header::{self, HeaderMap},
};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::{
    net::{TcpSocket, TcpStream},
    time::{Instant, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// No answer takes longer, unless something is broken.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection that was idle longer is not used again: the server may be about to end it.
const FRESH: Duration = Duration::from_secs(5);

/// One guest, or nobody in particular.
#[derive(Debug)]
pub struct Client {
    pub address: SocketAddr,
    pub token: Option<String>,
    /// The key of the link to a private match by which it comes.
    pub key: Option<String>,
    /// The address of this machine that it comes from, if that matters.
    from: Option<IpAddr>,
    /// The connection of the last request, and when that was answered.
    connection: Option<(SendRequest<Full<Bytes>>, Instant)>,
}

/// What the server answered.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
    /// The body, if all went well.
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text());
        self.json()
    }
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client {
            address,
            token: None,
            key: None,
            from: None,
            connection: None,
        }
    }

    /// Somebody who comes from `from`, an address of this machine.
    pub fn coming_from(address: SocketAddr, from: IpAddr) -> Client {
        Client {
            from: Some(from),
            ..Client::new(address)
        }
    }

    /// A new guest with a bearer token.
    pub async fn guest(address: SocketAddr, name: &str) -> Client {
        Client::new(address).welcomed(name).await
    }

    /// The same, as a new guest.
    pub async fn welcomed(mut self, name: &str) -> Client {
        let body = json!({"name": name, "keep": "bearer"});
        let welcome = self.post("/guests", body).await.ok();
        self.token = welcome["token"].as_str().map(str::to_owned);
        self
    }

    /// The same guest at another address, as after a restart.
    pub fn at(&self, address: SocketAddr) -> Client {
        Client {
            address,
            token: self.token.clone(),
            key: self.key.clone(),
            from: self.from,
            connection: None,
        }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, None).await.expect("an answer")
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.send("POST", path, Some(body))
            .await
            .expect("an answer")
    }

    /// A request under `/api/v1`; an error when the server has gone.
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> io::Result<Answer> {
        let mut headers = HeaderMap::new();
        if body.is_some() {
            headers.insert(
                header::CONTENT_TYPE,
                "application/json".parse().expect("a header"),
            );
        }
        let body = body.map_or_else(Vec::new, |body| body.to_string().into_bytes());
        self.raw(method, &format!("/api/v1{path}"), headers, body)
            .await
    }

    pub async fn raw(
        &mut self,
        method: &str,
        path: &str,
        mut headers: HeaderMap,
        body: Vec<u8>,
    ) -> io::Result<Answer> {
        if let Some(token) = &self.token {
            headers.insert(
                header::AUTHORIZATION,
                format!("Bearer {token}").parse().expect("a header"),
            );
        }
        if let Some(key) = &self.key {
            headers.insert("vauban-key", key.parse().expect("a header"));
        }
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.address.to_string())
            .body(Full::new(Bytes::from(body)))
            .expect("a request");
        request.headers_mut().extend(headers);
        let exchange = async {
            let kept = self.connection.take();
            let fresh = kept.filter(|(_, used)| used.elapsed() < FRESH);
            // It may have been ended all the same.
            let response = match fresh {
                Some((mut old, _)) => match attempt(&mut old, request.clone()).await {
                    Ok(response) => Some((old, response)),
                    Err(error) if error.is_canceled() || error.is_closed() => None,
                    Err(error) => return Err(io::Error::other(error)),
                },
                None => None,
            };
            let (connection, response) = match response {
                Some(answered) => answered,
                None => {
                    let mut new = handshaken(connect(self.address, self.from).await?).await?;
                    let response = attempt(&mut new, request).await.map_err(io::Error::other)?;
                    (new, response)
                }
            };
            let (head, body) = response.into_parts();
            let body = body.collect().await.map_err(io::Error::other)?.to_bytes();
            self.connection = Some((connection, Instant::now()));
            Ok(Answer {
                status: head.status,
                headers: head.headers,
                body: body.to_vec(),
            })
        };
        timeout(PATIENCE, exchange).await.expect("in time")
    }

    /// Opens the live page of a match.
    pub async fn live(&self, id: &str, query: &str) -> Live {
        self.try_live(id, query, &[]).await.expect("a socket")
    }

    pub async fn try_live(
        &self,
        id: &str,
        query: &str,
        headers: &[(&'static str, &str)],
    ) -> io::Result<Live> {
        use tokio_tungstenite::tungstenite::client::IntoClientRequest;
        let address = format!("ws://{}/api/v1/matches/{id}/live{query}", self.address);
        let mut request = address.into_client_request().map_err(io::Error::other)?;
        if let Some(token) = &self.token {
            let value = format!("Bearer {token}").parse().expect("a header");
            request.headers_mut().insert("authorization", value);
        }
        if let Some(key) = &self.key {
            let key = key.parse().expect("a header");
            request.headers_mut().insert("vauban-key", key);
        }
        for (name, value) in headers {
            request
                .headers_mut()
                .insert(*name, value.parse().expect("a header"));
        }
        let stream = connect(self.address, self.from).await?;
        // Thousands of sockets are held at a time; the usual buffers are 128 KiB each.
        let config = WebSocketConfig::default().read_buffer_size(8 * 1024);
        let (socket, _) = client_async_with_config(request, stream, Some(config))
            .await
            .map_err(io::Error::other)?;
        Ok(Live { socket })
    }
}

async fn attempt(
    connection: &mut SendRequest<Full<Bytes>>,
    request: Request<Full<Bytes>>,
) -> hyper::Result<Response<Incoming>> {
    connection.ready().await?;
    connection.send_request(request).await
}

async fn connect(address: SocketAddr, from: Option<IpAddr>) -> io::Result<TcpStream> {
    let stream = match from {
        None => TcpStream::connect(address).await?,
        Some(from) => {
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::new(from, 0))?;
            socket.connect(address).await?
        }
    };
    stream.set_nodelay(true)?;
    Ok(stream)
}

async fn handshaken(stream: TcpStream) -> io::Result<SendRequest<Full<Bytes>>> {
    let (sender, connection) = handshake(TokioIo::new(stream))
        .await
        .map_err(io::Error::other)?;
    tokio::spawn(connection);
    Ok(sender)
}

/// The socket under a live page.
pub type Socket = WebSocketStream<TcpStream>;

/// A live page.
#[derive(Debug)]
pub struct Live {
    socket: Socket,
}

impl Live {
    /// For who has another way to wait.
    pub fn into_socket(self) -> Socket {
        self.socket
    }

    /// The next frame of text; none when the socket has ended.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            let message = timeout(PATIENCE, self.socket.next())
                .await
                .expect("in time");
            match message {
                Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => (),
            }
        }
    }

    /// The next frame, or none if nothing comes for a while.
    pub async fn soon(&mut self, wait: Duration) -> Option<String> {
        timeout(wait, self.next()).await.ok().flatten()
    }

    pub async fn page(&mut self) -> Value {
        let text = self.next().await.expect("a frame");
        serde_json::from_str(&text).expect("JSON")
    }

    pub async fn send(&mut self, body: &Value) -> bool {
        self.socket
            .send(Message::text(body.to_string()))
            .await
            .is_ok()
    }
}

/// Every text that answers the question on `page`, as a browser would put it together.
pub fn answers(page: &Value) -> Vec<String> {
    let mut texts = Vec::new();
    for choice in page["ask"]["choices"].as_array().into_iter().flatten() {
        let part = |name: &str| choice[name].as_str().unwrap_or_default();
        let least = choice["amount"]["min"].as_u64();
        let least = least.map_or(String::new(), |least| least.to_string());
        let text = |target: &str| format!("{}{target}{}{least}", part("stem"), part("joint"));
        match choice["targets"].as_array() {
            None => texts.push(text("")),
            Some(targets) => texts.extend(targets.iter().filter_map(Value::as_str).map(text)),
        }
    }
    texts
}
