//! Plays one world of a pair on a server and writes down every byte that its viewer is told.

use std::{collections::BTreeSet, net::SocketAddr, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use vauban_driver::{Client, Live};
use vauban_game::Viewer;
use vauban_laws::times;
use vauban_server::Registry;
use vauban_store::MemoryStore;
use vauban_table::{AnyGame, Shelf};

use super::{
    Beginning, Brought, Order, Pair,
    scripted::{Leak, Scripted},
};
use crate::host::{Host, Wrap, options};

/// No frame takes longer, unless something is broken.
const PATIENCE: Duration = Duration::from_secs(30);

/// Spots that are asked about at one beat, at most.
const MOST_SPOTS: usize = 12;

/// Everything that differs between what the viewer is told in the two worlds; nothing is what should come.
/// Nothing at all if the pair has nothing to begin from.
pub async fn differences(
    game: &'static dyn AnyGame,
    pair: &Pair,
    beginning: Beginning,
    leak: Option<Leak>,
    wrap: Option<&Wrap>,
) -> Option<Vec<String>> {
    differences_on(1, game, pair, beginning, leak, wrap).await
}

/// The same on several nodes, among which the guests are spread.
pub async fn differences_on(
    nodes: usize,
    game: &'static dyn AnyGame,
    pair: &Pair,
    beginning: Beginning,
    leak: Option<Leak>,
    wrap: Option<&Wrap>,
) -> Option<Vec<String>> {
    let cut = match beginning {
        Beginning::Start => 0,
        _ => pair.cut(game)?,
    };
    let mut told = Vec::new();
    for world in [0, 1] {
        let how = (beginning, cut, nodes);
        told.push(listen(game, pair, world, how, leak, wrap).await);
    }
    let [here, there] = [&told[0], &told[1]];
    let mut differences: Vec<String> = here
        .iter()
        .zip(there)
        .filter(|(here, there)| here != there)
        .map(|((what, here), (other, there))| format!("{what}: {here}\n{other}: {there}"))
        .collect();
    if here.len() != there.len() {
        differences.push(format!("{} answers and {}", here.len(), there.len()));
    }
    Some(differences)
}

/// What was asked, and the answer.
type Told = Vec<(String, String)>;

async fn listen(
    game: &'static dyn AnyGame,
    pair: &Pair,
    world: usize,
    (beginning, cut, nodes): (Beginning, usize, usize),
    leak: Option<Leak>,
    wrap: Option<&Wrap>,
) -> Told {
    let beats = &pair.beats[cut..];
    let opening = match beginning {
        Beginning::Start => pair.opening[world].as_slice(),
        _ => &[],
    };
    let orders = beats.iter().filter_map(|beat| beat[world].as_ref());
    let script: Vec<String> = opening
        .iter()
        .chain(orders.flat_map(|order| &order.chances))
        .cloned()
        .collect();
    let scripted = Scripted {
        game,
        leak,
        script: Arc::new(std::sync::Mutex::new(script)),
    };
    // A shelf lives as long as the program; these are few and small.
    let games: &'static [&'static dyn AnyGame] = vec![&*Box::leak(Box::new(scripted)) as _].leak();
    let store = match nodes {
        1 => MemoryStore::new(),
        _ => MemoryStore::for_nodes(),
    };
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let mut hosts = Vec::new();
    for _ in 0..nodes {
        let registry = Registry::new(Shelf(games), Arc::new(store.reopen()));
        let folder = Arc::clone(&folder);
        hosts.push(match wrap {
            None => Host::with(registry, options(), folder).await,
            Some(wrap) => Host::wrapped(registry, wrap, folder).await,
        });
    }
    let addresses: Vec<SocketAddr> = hosts.iter().map(|host| host.address).collect();
    let brought = pair.brought(game, world, cut);
    let mut room = Room::open(&addresses, pair, beginning, &brought).await;
    room.ask_everything(pair, "before").await;
    // Asking takes longer than playing: with `--thorough` twice as often.
    let between = times("VAUBAN_BEATS_BETWEEN", 16, 8) as usize;
    for (number, beat) in beats.iter().enumerate() {
        room.beat(number, beat[world].as_ref()).await;
        // All questions after the last beats, and now and then on the way.
        if number % between == 4 || number + 2 > beats.len() {
            room.ask_everything(pair, &format!("beat-{number}")).await;
        }
    }
    // Pictures take long, so they are small and asked for once. An animation has a frame for each step, and
    // would tell how many there are.
    room.ask_for_picture("/picture.png?side=64").await;
    room.ask_for_picture("/picture.png?side=64&step=1").await;
    if beginning == Beginning::Start && leak.is_none() {
        room.ask_for_picture("/picture.gif?side=64").await;
    }
    let told = room.told();
    drop(room);
    let stopping = futures_util::future::join_all(hosts.into_iter().map(Host::stop));
    match nodes {
        1 => drop(stopping.await),
        // They take their time to send everybody away, and there is nobody.
        _ => drop(tokio::spawn(stopping)),
    }
    told
}

fn orders(pair: &Pair, world: usize) -> impl Iterator<Item = &Order> {
    pair.beats
        .iter()
        .filter_map(move |beat| beat[world].as_ref())
}

struct Room {
    path: String,
    guests: Vec<Client>,
    viewer: Viewer,
    live: Live,
    stream: Stream,
    /// The viewer's page as it was last.
    page: String,
    told: Told,
    /// Names that chance gave before anybody had done anything, so that they can tell nothing.
    names: BTreeSet<String>,
}

impl Room {
    async fn open(
        addresses: &[SocketAddr],
        pair: &Pair,
        beginning: Beginning,
        brought: &Brought,
    ) -> Room {
        let mut guests = Vec::new();
        let mut nodes = addresses.iter().copied().cycle();
        let mut next = || nodes.next().expect("there is a node");
        for seat in 1..=pair.seats {
            guests.push(Client::guest(next(), &format!("Seat {seat}")).await);
        }
        let (mut told, mut names) = (Told::new(), BTreeSet::new());
        let mut body = json!({"game": pair.game, "options": pair.settings, "seats": ["open"]});
        let door = match beginning {
            Beginning::Start => "/matches",
            Beginning::Position | Beginning::Rematch => {
                body["position"] = json!(brought.position);
                "/matches"
            }
            Beginning::Import => {
                body["text"] = json!(brought.record);
                "/imports"
            }
            Beginning::Fork => {
                body["text"] = json!(brought.whole);
                body["step"] = json!(brought.steps);
                "/imports"
            }
        };
        let room = guests[0].post(door, body).await.ok();
        let mut id = room["id"].as_str().expect("an id").to_owned();
        if let Some(seat) = pair.viewer.seat()
            && beginning != Beginning::Start
        {
            told = try_seats(&mut guests[seat.index()], &id, pair.seats).await;
        }
        sit_down(&mut guests, &id, &mut names).await;
        if beginning == Beginning::Rematch {
            id = play_again(&mut guests, &id, &mut names).await;
            sit_down(&mut guests, &id, &mut names).await;
        }
        let path = format!("/matches/{id}");
        guests.push(Client::new(next()));
        let eye = match pair.viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Spectator => guests.len() - 1,
        };
        let live = guests[eye].live(&id, "").await;
        let stream = Stream::open(&guests[eye], &path).await;
        let mut room = Room {
            path,
            guests,
            viewer: pair.viewer,
            live,
            stream,
            page: String::new(),
            told,
            names,
        };
        room.page = room.get("/page").await;
        let first = room.live.next().await.expect("a frame");
        room.write("first frame", first);
        let first = room.stream.next().await;
        room.write("first event", first);
        room
    }

    fn eye(&mut self) -> &mut Client {
        let last = self.guests.len() - 1;
        let eye = self.viewer.seat().map_or(last, |seat| seat.index());
        &mut self.guests[eye]
    }

    fn write(&mut self, what: &str, text: String) {
        self.told.push((what.to_owned(), text));
    }

    /// Without the names, and without the times of remarks, which chance gave.
    fn told(&mut self) -> Told {
        let names = &self.names;
        let told = std::mem::take(&mut self.told).into_iter();
        let plain = |text: String| {
            let text = names
                .iter()
                .fold(text, |text, name| text.replace(name.as_str(), "…"));
            without_times(&text)
        };
        told.map(|(what, text)| (plain(what), plain(text)))
            .collect()
    }

    async fn get(&mut self, question: &str) -> String {
        let path = format!("{}{question}", self.path);
        let answer = self.eye().get(&path).await;
        format!("{} {}", answer.status, answer.text())
    }

    /// Asks for what is no text.
    async fn ask_for_picture(&mut self, question: &str) {
        let path = format!("{}{question}", self.path);
        let answer = self.eye().get(&path).await;
        let bytes = format!("{} {:02x?}", answer.status, answer.body);
        self.write(question, bytes);
    }

    /// Somebody acts, or not; everything that comes by socket and stream until a remark that is made after it.
    async fn beat(&mut self, number: usize, order: Option<&Order>) {
        if let Some(order) = order {
            let path = self.path.clone();
            let guest = &mut self.guests[order.seat.index()];
            let legal = guest.get(&format!("{path}/legal")).await.ok();
            let body = json!({
                "command_id": format!("b{number}"),
                "ask": legal["ask"],
                "text": order.text,
            });
            let reply = guest.post(&format!("{path}/commands"), body).await;
            assert_eq!(reply.status, 200, "{}: {}", order.text, reply.text());
            if self.viewer == Viewer::Seat(order.seat) {
                self.write("acknowledgement", reply.text());
            }
        }
        let page = self.get("/page").await;
        if page != self.page {
            // The page comes by both ways before anything else is done.
            let seen = self.hear(|frame| frame["page"].is_object()).await;
            assert_eq!(seen, 2);
            self.page = page;
        }
        let remark = format!("beat-{number}");
        let path = format!("{}/commands", self.path);
        let line = json!({"command_id": remark, "do": "say", "text": remark});
        self.guests[0].post(&path, line).await.ok();
        self.hear(|frame| frame["chat"][0]["text"] == remark.as_str())
            .await;
    }

    /// Writes down frames of both kinds up to the first that is `wanted`.
    async fn hear(&mut self, wanted: impl Fn(&Value) -> bool) -> usize {
        let mut seen = 0;
        loop {
            let frame = timeout(PATIENCE, self.live.next()).await;
            let frame = frame.expect("in time").expect("a frame");
            let value: Value = serde_json::from_str(&frame).expect("JSON");
            self.write("frame", frame);
            if wanted(&value) {
                seen += 1;
                break;
            }
        }
        loop {
            let event = self.stream.next().await;
            let value: Value = serde_json::from_str(&event).expect("JSON");
            self.write("event", event);
            if wanted(&value) {
                return seen + 1;
            }
        }
    }

    /// Every question that can be asked, and refusals.
    async fn ask_everything(&mut self, pair: &Pair, when: &str) {
        let page: Value =
            serde_json::from_str(self.page.split_once(' ').map_or("", |(_, body)| {
                // After the status and its name stands the body.
                &body[body.find('{').unwrap_or(0)..]
            }))
            .expect("JSON");
        let mut questions: Vec<String> = [
            "",
            "/page",
            "/page?lang=fr",
            "/events",
            "/events?since=1",
            "/events?since=1&most=2",
            "/legal",
            "/record",
            "/chat",
            "/record?format=own",
        ]
        .map(str::to_owned)
        .into();
        questions.push(format!(
            "/backdrops/{}",
            page["backdrop"].as_str().expect("a name")
        ));
        // Also beyond the last: where steps end would tell how many there are.
        for step in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55] {
            questions.push(format!("/page?step={step}"));
            questions.push(format!("/page?step={step}&eye=0"));
            questions.push(format!("/spots?step={step}"));
            questions.push(format!("/lens?step={step}"));
        }
        for seat in 1..=pair.seats {
            questions.push(format!("/page?eye={seat}"));
            questions.push(format!("/page?step=1&eye={seat}"));
            questions.push(format!("/events?seat={seat}"));
            questions.push(format!("/events?eye={seat}"));
        }
        questions.extend(["/course", "/course?eye=0", "/course?eye=1"].map(str::to_owned));
        // What anybody does in either world, as if the viewer wanted to.
        let mut texts: Vec<String> = vec!["nonsense".into()];
        for order in [0, 1].into_iter().flat_map(|world| orders(pair, world)) {
            if texts.len() < 8 && !texts.contains(&order.text) {
                texts.push(order.text.clone());
            }
        }
        let own = vauban_driver::answers(&page);
        texts.extend(own.first().cloned());
        let lenses = page["lenses"].as_array().expect("a list");
        for lens in lenses.iter().filter_map(|lens| lens["name"].as_str()) {
            for seat in 1..=pair.seats.min(3) {
                questions.push(format!("/lens?lens={lens}&of={seat}"));
            }
        }
        let mut spots = BTreeSet::new();
        collect_spots(&page, &mut spots);
        let every = spots.len().div_ceil(MOST_SPOTS).max(1);
        for question in questions {
            let answer = self.get(&question).await;
            self.write(&format!("{when}: {question}"), answer);
        }
        // Plans: what is at a spot and what a click there means; what anybody does, then something more, with
        // lenses before and after.
        let looks = spots.iter().step_by(every).flat_map(|spot| {
            let [card, click] = [json!({"spot": spot}), json!({"path": [spot]})];
            [card, click]
        });
        let wishes: Vec<Value> = lenses
            .iter()
            .take(8)
            .map(|lens| json!({"lens": lens["name"]}))
            .collect();
        let tries = texts.iter().map(|text| {
            let most = if own.first() == Some(text) { 8 } else { 1 };
            let lenses: Vec<&Value> = wishes.iter().take(most).collect();
            json!({"actions": [text, "nonsense"], "lenses": lenses, "show": most == 8})
        });
        for body in looks.chain(tries) {
            let path = format!("{}/plan", self.path);
            let question = format!("{when}: plan {body}");
            let answer = self.eye().post(&path, body).await;
            self.write(&question, answer.text());
        }
        for list in ["/matches", "/me/matches"] {
            let answer = self.eye().get(list).await.text();
            self.write(&format!("{when}: {list}"), answer);
        }
        // Nothing at this address counts what others do unseen.
        for door in ["/metrics", "/healthz"] {
            let answer = self.eye().raw("GET", door, Default::default(), Vec::new());
            let answer = answer.await.expect("an answer");
            let answer = format!("{} {}", answer.status, answer.text());
            self.write(&format!("{when}: {door}"), answer);
        }
        // Refusals: an old question, and something that cannot be read.
        for (name, ask) in [("stale", json!(0)), ("refused", page["ask"]["id"].clone())] {
            if ask.is_null() {
                continue;
            }
            let body =
                json!({"command_id": format!("{name}-{when}"), "ask": ask, "text": "nonsense"});
            let path = format!("{}/commands", self.path);
            let answer = self.eye().post(&path, body).await;
            self.write(&format!("{when}: {name}"), answer.text());
        }
    }
}

/// Sits down in one seat after the other, and gets up again; all that is told by the way.
async fn try_seats(guest: &mut Client, id: &str, seats: u8) -> Told {
    let (path, mut told) = (format!("/matches/{id}"), Told::new());
    for seat in 1..=seats {
        for verb in ["join", "leave"] {
            let body = json!({"command_id": format!("{verb}-{seat}"), "do": verb, "seat": seat});
            let answer = guest.post(&format!("{path}/commands"), body).await.ok();
            told.push((format!("{verb} {seat}"), answer.to_string()));
            for question in ["", "/page", "/page?step=0", "/events", "/legal", "/record"] {
                let answer = guest.get(&format!("{path}{question}")).await.text();
                told.push((format!("trying seat {seat}: {question}"), answer));
            }
            let body = json!({"command_id": format!("a-{verb}-{seat}"), "ask": 0, "text": "nonsense", "seat": seat});
            let answer = guest.post(&format!("{path}/commands"), body).await.text();
            told.push((format!("trying seat {seat}: a command"), answer));
        }
    }
    told
}

/// Every guest sits down in the seat of its number, unless it sits already.
async fn sit_down(guests: &mut [Client], id: &str, names: &mut BTreeSet<String>) {
    let path = format!("/matches/{id}");
    for (seat, guest) in (1..).zip(guests.iter_mut()) {
        let room = guest.get(&path).await.ok();
        if room["you"]["seats"] == json!([seat]) {
            continue;
        }
        let body = json!({"command_id": "j", "do": "join", "seat": seat});
        guest.post(&format!("{path}/commands"), body).await.ok();
    }
    collect_names(&guests[0].get(&path).await.ok(), names);
}

/// Everybody gives up, and wants to play the same again. Guests stand where they sit in the new match.
async fn play_again(guests: &mut [Client], id: &str, names: &mut BTreeSet<String>) -> String {
    let path = format!("/matches/{id}");
    for guest in guests.iter_mut() {
        if guest.get(&path).await.ok()["stage"] != "over" {
            let body = json!({"command_id": "r", "do": "resign"});
            guest.post(&format!("{path}/commands"), body).await.ok();
        }
    }
    let room = guests[0].post(&format!("{path}/rematch"), json!({})).await;
    let room = room.ok();
    collect_names(&guests[0].get(&path).await.ok(), names);
    guests.swap(0, 1);
    room["id"].as_str().expect("an id").to_owned()
}

/// Long hexadecimal words, and when the match was created.
fn collect_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let long = text.len() >= 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            names.extend(long.then(|| text.clone()));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_names(value, names)),
        Value::Object(values) => {
            names.extend(values.get("created_at").map(Value::to_string));
            values
                .values()
                .for_each(|value| collect_names(value, names));
        }
        _ => (),
    }
}

/// Whatever stands under `spot` in a picture.
fn collect_spots(value: &Value, spots: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect_spots(value, spots)),
        Value::Object(values) => {
            for (key, value) in values {
                match (key.as_str(), value) {
                    ("spot", Value::String(spot)) => drop(spots.insert(spot.clone())),
                    ("path" | "targets", Value::Array(path)) => {
                        spots.extend(path.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    (_, value) => collect_spots(value, spots),
                }
            }
        }
        _ => (),
    }
}

/// Remarks carry the time at which they were made, records the day.
fn without_times(text: &str) -> String {
    let mut plain = text.to_owned();
    for mark in ["\"at\":", "[Date \""] {
        let mut parts = plain.split(mark);
        let mut masked = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            masked.push_str(mark);
            masked.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-'));
        }
        plain = masked;
    }
    plain
}

/// An event stream, read from a bare socket.
struct Stream {
    socket: TcpStream,
    read: Vec<u8>,
}

impl Stream {
    async fn open(client: &Client, path: &str) -> Stream {
        let mut socket = TcpStream::connect(client.address).await.expect("a socket");
        let token = client.token.as_ref();
        let bearer = token.map_or_else(String::new, |token| {
            format!("authorization: Bearer {token}\r\n")
        });
        // Without pieces: version 1.0 does not know them.
        let request = format!(
            "GET /api/v1{path}/stream HTTP/1.0\r\nhost: {}\r\n{bearer}\r\n",
            client.address
        );
        socket.write_all(request.as_bytes()).await.expect("sent");
        Stream {
            socket,
            read: Vec::new(),
        }
    }

    /// The data of the next event.
    async fn next(&mut self) -> String {
        loop {
            let text = String::from_utf8_lossy(&self.read).into_owned();
            if let Some((event, rest)) = text.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let data = data.map(str::to_owned);
                self.read = rest.as_bytes().to_vec();
                match data {
                    Some(data) => return data,
                    None => continue,
                }
            }
            let mut bytes = [0; 16 * 1024];
            let count = timeout(PATIENCE, self.socket.read(&mut bytes)).await;
            let count = count.expect("in time").expect("read");
            assert!(count > 0, "the stream has ended: {text}");
            self.read.extend(&bytes[..count]);
        }
    }
}
