//! Several nodes on one database under the crash oracle: they are killed, stopped, cut off, and their database is
//! restarted, while people move between them.
//!
//! `cargo xtask soak --nodes 3 --faults 200` does it more often.

#![cfg(unix)]

mod proxy;

use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{
    task::{JoinSet, block_in_place},
    time::sleep,
};
use vauban_store::conformance::Cluster;

use self::proxy::Proxy;
use crate::{
    client::Client,
    oracle::{
        Audited,
        roaming::{Field, play},
    },
    program::{
        feed,
        server::{Server, program},
    },
};

/// Matches between people, and against programs, that are played at the same time.
const MATCHES: usize = 4;
const WITH_PROGRAMS: usize = 3;

/// Longer than a lease.
const STOP: Duration = Duration::from_millis(6_000);

/// So many stops find a program thinking that is taken over before it has answered.
const MOST_STOPS: usize = 12;

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Fault {
    Kill,
    Stop,
    Cut,
    Restart,
}

impl Fault {
    const ALL: [Fault; 4] = [Fault::Kill, Fault::Stop, Fault::Cut, Fault::Restart];

    fn name(self) -> &'static str {
        match self {
            Fault::Kill => "a kill",
            Fault::Stop => "a stop",
            Fault::Cut => "a cut",
            Fault::Restart => "a restart of the database",
        }
    }
}

/// A node, and its way to the database.
struct Node {
    server: Server,
    metrics: SocketAddr,
    proxy: Proxy,
    store: String,
}

impl Node {
    async fn start(cluster: &Cluster, store: &str) -> Node {
        let proxy = Proxy::start(cluster.port()).await;
        let (port, own) = (cluster.port().to_string(), proxy.port.to_string());
        let store = store.replace(&format!(":{port}/"), &format!(":{own}/"));
        let (server, metrics) = serve(&store);
        Node {
            server,
            metrics,
            proxy,
            store,
        }
    }

    /// As when the power fails; another process takes its place.
    async fn kill(&mut self, down: Duration) {
        let (server, metrics) = block_in_place(|| {
            self.server.signal("KILL");
            std::thread::sleep(down);
            serve(&self.store)
        });
        self.server = server;
        self.metrics = metrics;
    }

    /// How many of its writes were refused because it had lost the duty by which it wrote.
    async fn refused(&self) -> u64 {
        let mut client = Client::new(self.metrics);
        let told = client.raw("GET", "/metrics", Default::default(), Vec::new());
        let told = told.await.expect("an answer").text();
        let name = "vauban_writes_taken_over_total ";
        let line = told.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|number| number.parse().ok())
            .expect("a number")
    }
}

/// The same of all that live.
async fn refused(nodes: &[Node]) -> u64 {
    let mut refused = 0;
    for node in nodes {
        refused += node.refused().await;
    }
    refused
}

fn serve(store: &str) -> (Server, SocketAddr) {
    let mut program = program();
    program
        .args([
            "serve",
            "--port",
            "0",
            "--metrics",
            "127.0.0.1:0",
            "--store",
            store,
        ])
        .args(["--rate", "off", "--quota", "off"])
        .env("VAUBAN_LOG", "off");
    let mut server = Server::run(program);
    let metrics = server.metrics();
    (server, metrics)
}

/// How often something is done, unless the environment says otherwise.
fn number(name: &str, usual: usize) -> usize {
    let asked = std::env::var(name).ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(usual)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whatever_fails_nothing_is_lost_doubled_or_gone() {
    let faults = number("VAUBAN_FAULTS", 20);
    let cluster = block_in_place(|| Cluster::start(&[]));
    let store = cluster.empty_store();
    let mut nodes = Vec::new();
    for _ in 0..number("VAUBAN_NODES", 3) {
        nodes.push(Node::start(&cluster, &store).await);
    }
    let mut dice = fastrand::Rng::new();
    println!("seed {}", dice.get_seed());
    let began = Instant::now();
    let field = Field::new(nodes.iter().map(|node| node.server.address).collect());
    // The strongest program thinks for a second or two: long enough to be stopped in the middle of it.
    let card = Client::new(nodes[0].server.address)
        .get("/games/jungle")
        .await;
    let strongest = card.ok()["levels"].as_array().map(Vec::len);
    let mut playing = JoinSet::new();
    for number in 0..MATCHES + WITH_PROGRAMS {
        let (game, level) = match number < MATCHES {
            true => (["jungle", "guerre"][number % 2], None),
            false => ("jungle", strongest),
        };
        playing.spawn(play(Arc::clone(&field), game, level, dice.u64(..)));
    }
    // 1. One thing after the other fails, until a node that woke up was too late at least once.
    let (mut of_the_dead, mut stops, mut done) = (0, 0, 0);
    while done < faults || (of_the_dead + refused(&nodes).await == 0 && stops < MOST_STOPS) {
        let fault = match done < faults {
            true => Fault::ALL[done % Fault::ALL.len()],
            false => Fault::Stop,
        };
        done += 1;
        let number = dice.usize(..nodes.len());
        let node = &mut nodes[number];
        field.begin(fault.name());
        match fault {
            Fault::Kill => {
                of_the_dead += node.refused().await;
                node.kill(Duration::from_millis(dice.u64(100..600))).await;
                field.moved(number, node.server.address);
            }
            Fault::Stop => {
                node.server.signal("STOP");
                sleep(STOP).await;
                node.server.signal("CONT");
                stops += 1;
            }
            Fault::Cut => {
                node.proxy.cut();
                sleep(Duration::from_millis(dice.u64(300..2_000))).await;
                node.proxy.mend();
            }
            Fault::Restart => block_in_place(|| cluster.restart()),
        }
        sleep(Duration::from_millis(dice.u64(300..900))).await;
        // Nobody ends before the end but who found something wrong.
        if let Some(ended) = playing.try_join_next() {
            drop(ended.expect("nothing is lost"));
        }
    }
    field.end();
    let mut matches = Vec::new();
    while let Some(played) = playing.join_next().await {
        matches.extend(played.expect("nothing is lost"));
    }
    let refused = of_the_dead + refused(&nodes).await;
    // 2. Every node tells the same, and it is what was acknowledged and seen.
    let mut audited = Audited::default();
    for node in &nodes {
        for watched in &mut matches {
            watched
                .audit(node.server.address, &mut dice, &mut audited)
                .await;
        }
    }
    println!(
        "{done} faults in {:?}, {refused} writes of nodes that woke up were refused, {audited:?}\n{}",
        began.elapsed(),
        field.report()
    );
    assert!(audited.commands > 2 * done, "something was played");
    assert!(refused > 0, "no write was late: nothing was tested");
    drop(nodes);
    // 3. And so does the store itself.
    let verified = feed(&["verify", "--store", &store], b"");
    let text = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(
        verified.status.success() && text.contains("0 differ"),
        "{text}"
    );
    println!("{text}");
}

/// A node that goes down in good order is no outage for anybody's clock; all of them together are.
#[tokio::test(flavor = "multi_thread")]
async fn a_rolling_restart_loses_nobody_and_is_no_outage() {
    let cluster = Cluster::shared();
    let store = cluster.empty_store();
    let schema = store.rsplit("%3D").next().expect("it names one").to_owned();
    let outages = || {
        let count = cluster.sql(&format!("SELECT count(*) FROM {schema}.outages"));
        count.trim().parse::<u32>().expect("a number")
    };
    let first = serve(&store).0;
    let mut ann = Client::guest(first.address, "Ann").await;
    let body = serde_json::json!({"game": "jungle", "seats": ["me", "me"]});
    let id = ann.post("/matches", body).await.ok()["id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    let second = serve(&store).0;
    // It answers once it has joined.
    ann.at(second.address).get("/me").await.ok();
    let mut live = ann.live(&id, "").await;
    live.page().await;
    let going = tokio::task::spawn_blocking(move || first.stop());
    assert_eq!(live.next().await, None, "it is sent away");
    let mut live = ann.at(second.address).live(&id, "").await;
    assert_eq!(live.page().await["seq"], 0);
    going.await.expect("a good end");
    assert_eq!(outages(), 0);
    let verified = feed(&["verify", "--store", &store], b"");
    assert!(verified.status.success());
    // The operator's own commands are no outage either, and sockets see them.
    let closed = feed(&["matches", "close", &id, "--store", &store], b"");
    assert!(closed.status.success(), "{closed:?}");
    assert_eq!(live.page().await["page"]["result"]["reason"], "closed");
    assert_eq!(outages(), 0);
    block_in_place(|| second.stop());
    let third = serve(&store).0;
    ann.at(third.address).get("/me").await.ok();
    assert_eq!(outages(), 1);
}
