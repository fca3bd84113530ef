//! `vauban backup` and `vauban verify`: looking after the server's store.

use std::{path::Path, sync::Arc};

use tokio::runtime;
use vauban_catalog::CATALOG;
use vauban_game::{Lang, Text};
use vauban_server::{Replayed, replay_all};
use vauban_store::{PostgresAddress, Report, SqliteStore, Store, Upkeep, backup_file, verify_file};

use crate::{
    arguments::{Backup, Verify},
    failure::Failure,
    output::print,
    storage::Storage,
};

pub fn backup(arguments: &Backup, lang: Lang) -> Result<(), Failure> {
    let storage = arguments.place.storage(lang)?;
    let file = storage.file(Text::fixed(
        "a database is backed up with its own tools, such as pg_dump; docs/hosting.md shows how",
        "une base PostgreSQL se sauvegarde avec ses propres outils, comme pg_dump ; docs/hosting.md montre comment",
    ))?;
    backup_file(file, &arguments.file).map_err(Failure::plain)?;
    print(&format!("{}\n", arguments.file.display()))
}

pub fn verify(arguments: &Verify, lang: Lang) -> Result<(), Failure> {
    let storage = match &arguments.file {
        Some(file) => Storage::File(file.clone()),
        None => arguments.place.storage(lang)?,
    };
    let (report, replayed) = match &storage {
        Storage::File(file) => {
            let report = verify_file(file).map_err(Failure::plain)?;
            print(&report)?;
            (report, replay(file)?)
        }
        Storage::Database(address) => verify_database(&storage, address)?,
    };
    let failed = replayed.mismatches.len();
    let summary = lang.pick(
        format!(
            "matches replayed: {}, of which {failed} differ",
            replayed.matches
        ),
        format!(
            "parties rejouées : {}, dont {failed} avec des différences",
            replayed.matches
        ),
    );
    print(&format!("{summary}\n"))?;
    for (id, why) in &replayed.mismatches {
        print(&format!("  match {id}: {why}\n"))?;
    }
    match report.is_sound() && failed == 0 {
        true => Ok(()),
        false => Err(Failure::plain(lang.pick(
            "the store is damaged; restore a backup",
            "la base de données est endommagée ; restaurez une sauvegarde",
        ))),
    }
}

/// Others may go on using it.
fn verify_database(
    storage: &Storage,
    address: &PostgresAddress,
) -> Result<(Report, Replayed), Failure> {
    runtime()?.block_on(async {
        let store = Arc::new(storage.open_database(address).await?);
        let report = store.verify().await.map_err(|it| storage.unopened(it))?;
        print(&report)?;
        let replayed = replay_all(CATALOG, Arc::clone(&store) as Arc<dyn Store>).await;
        store.close().await.map_err(Failure::plain)?;
        let replayed = replayed.map_err(|problem| Failure::plain(problem.code()))?;
        Ok((report, replayed))
    })
}

fn runtime() -> Result<runtime::Runtime, Failure> {
    runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::plain)
}

/// Plays a copy, so that a running server does not mind.
fn replay(file: &Path) -> Result<Replayed, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::plain)?;
    let copy = folder.path().join("copy.db");
    backup_file(file, &copy).map_err(Failure::plain)?;
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&copy).map_err(Failure::plain)?);
    runtime()?.block_on(async {
        let replayed = replay_all(CATALOG, Arc::clone(&store)).await;
        store.close().await.map_err(Failure::plain)?;
        replayed.map_err(|problem| Failure::plain(problem.code()))
    })
}
