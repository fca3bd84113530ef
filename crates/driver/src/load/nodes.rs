//! The same load on SQLite, on one node with PostgreSQL, and on several nodes with it, one after the other in one run.
//! The two guests of a match are on different nodes, so that what one does travels from node to node.

use std::sync::Arc;

use vauban_store::conformance::Cluster;

use super::{
    Limit, Options, Progress, Server, figures::Figures, open_tables, send_commands, table::Shared,
};

/// A database that keeps what it was told, with room for some nodes.
const SETTINGS: [&str; 3] = ["fsync=on", "full_page_writes=on", "shared_buffers=128MB"];

const ARGUMENTS: [&str; 2] = ["--rate", "off"];

/// What came of one of them.
struct Held {
    name: String,
    rate: f64,
    commands: Figures,
    delivery: Figures,
}

pub async fn run(options: &Options) -> Result<(), String> {
    let progress = Progress::new();
    let mut held = Vec::new();
    // 1. SQLite.
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let server = Server::start(&options.server, folder.path(), &ARGUMENTS, Limit::None)?;
    held.push(hold(options, "SQLite".into(), vec![server], &progress).await?);
    // 2. PostgreSQL, each time with an empty store.
    let cluster = tokio::task::block_in_place(|| Cluster::start(&SETTINGS));
    for number in [1, options.nodes.max(2)] {
        let address = cluster.empty_store();
        let mut nodes = Vec::new();
        for _ in 0..number {
            nodes.push(Server::node(&options.server, &address, &ARGUMENTS)?);
        }
        let name = format!("PostgreSQL, {number} nodes");
        held.push(hold(options, name, nodes, &progress).await?);
    }
    // 3. Side by side.
    let first = held.first().ok_or("nothing was measured")?;
    for it in &held {
        progress.line(&format!(
            "\n{}: {:.0} commands a second with {} matches\n\
             from sending to durable   {}\n\
             until the other sees it   {}\n\
             ratio to the first        p50 {:.2}  p99 {:.2}  delivery p99 {:.2}",
            it.name,
            it.rate,
            options.matches,
            it.commands,
            it.delivery,
            it.commands.p50 / first.commands.p50,
            it.commands.p99 / first.commands.p99,
            it.delivery.p99 / first.delivery.p99,
        ));
    }
    Ok(())
}

async fn hold(
    options: &Options,
    name: String,
    servers: Vec<Server>,
    progress: &Progress,
) -> Result<Held, String> {
    progress.line(&format!("{name} …"));
    let shared = Arc::<Shared>::default();
    let addresses: Vec<_> = servers.iter().map(|server| server.address).collect();
    let tables = open_tables(options, &addresses, &shared, progress).await?;
    let (unsent, took) = send_commands(options, &tables, &shared, progress).await;
    let (taken, refused) = (shared.taken(), shared.refused());
    drop(tables);
    drop(servers);
    match (unsent, refused) {
        (0, 0) => Ok(Held {
            name,
            rate: taken.len() as f64 / took.as_secs_f64(),
            commands: Figures::of(&taken),
            delivery: Figures::of(&shared.delivered()),
        }),
        _ => Err(format!(
            "{name}: {unsent} commands could not be sent and {refused} were refused; try a lower --rate"
        )),
    }
}
