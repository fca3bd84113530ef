//! `vauban backup` and `vauban verify`: looking after the server's store.

use std::{path::Path, sync::Arc};

use tokio::runtime;
use vauban_catalog::CATALOG;
use vauban_game::Lang;
use vauban_server::{Replayed, replay_all};
use vauban_store::{SqliteStore, Store, backup_file, verify_file};

use crate::{
    arguments::{Backup, Verify},
    failure::Failure,
    output::print,
};

pub fn backup(arguments: &Backup, lang: Lang) -> Result<(), Failure> {
    backup_file(&arguments.place.file(lang)?, &arguments.file).map_err(Failure::plain)?;
    print(&format!("{}\n", arguments.file.display()))
}

pub fn verify(arguments: &Verify, lang: Lang) -> Result<(), Failure> {
    let file = match &arguments.file {
        Some(file) => file.clone(),
        None => arguments.place.file(lang)?,
    };
    let report = verify_file(&file).map_err(Failure::plain)?;
    print(&report)?;
    let replayed = replay(&file)?;
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

/// Plays a copy, so that a running server does not mind.
fn replay(file: &Path) -> Result<Replayed, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::plain)?;
    let copy = folder.path().join("copy.db");
    backup_file(file, &copy).map_err(Failure::plain)?;
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&copy).map_err(Failure::plain)?);
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::plain)?;
    runtime.block_on(async {
        let replayed = replay_all(CATALOG, Arc::clone(&store)).await;
        store.close().await.map_err(Failure::plain)?;
        replayed.map_err(|problem| Failure::plain(problem.code()))
    })
}
