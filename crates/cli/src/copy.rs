//! `vauban copy`: everything from one store to another.

use std::path::Path;

use tokio::runtime;
use vauban_game::{Lang, Text};
use vauban_store::{CopyError, PostgresStore, SqliteStore, Transfer, copy};

use crate::{arguments::Copy, failure::Failure, output::print, storage::Storage};

pub fn run(arguments: &Copy, lang: Lang) -> Result<(), Failure> {
    let read = |text: &str, password: Option<&Path>| {
        Storage::read(text)?
            .in_folder()
            .with_password(password, lang)
    };
    let from = read(&arguments.from, arguments.from_password.as_deref())?;
    let to = read(&arguments.to, arguments.to_password.as_deref())?;
    if let Storage::File(file) = &from
        && !file.exists()
    {
        return Err(Failure::file(
            file,
            &Text::fixed(
                "there is no store here",
                "il n'y a pas de base de données ici",
            ),
        ));
    }
    let runtime = runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::plain)?;
    runtime.block_on(async {
        let (old, new) = (open(&from).await?, open(&to).await?);
        let copied = copy(&*old, &*new).await;
        for store in [&old, &new] {
            store.close().await.map_err(Failure::plain)?;
        }
        let copied = copied.map_err(|error| failed(error, &to))?;
        print(&copied.report)?;
        let (accounts, matches, written) = (copied.accounts, copied.matches, copied.written);
        let summary = lang.pick(
            format!(
                "{to} is a complete copy of {from}; accounts: {accounts}, matches: {matches}, written now: {written}"
            ),
            format!(
                "{to} est une copie complète de {from} ; comptes : {accounts}, parties : {matches}, écrites à l'instant : \
                 {written}"
            ),
        );
        print(&format!("{summary}\n"))
    })
}

async fn open(storage: &Storage) -> Result<Box<dyn Transfer>, Failure> {
    Ok(match storage {
        Storage::File(file) => {
            let opened = SqliteStore::open(file);
            Box::new(opened.map_err(|error| storage.unopened(error))?)
        }
        Storage::Database(address) => {
            let opened = PostgresStore::open(address).await;
            Box::new(opened.map_err(|error| storage.unopened(error))?)
        }
    })
}

fn failed(error: CopyError, to: &Storage) -> Failure {
    let text = match &error {
        CopyError::NotEmpty => Text::fixed(
            "it already contains another store; copy to a new file or to an empty database",
            "elle contient déjà autre chose ; copiez vers un nouveau fichier ou une base vide",
        ),
        CopyError::Used => Text::fixed(
            "this copy is complete and has been used since: it is not written over; copy to a new file or to an empty \
             database",
            "cette copie est complète et a servi depuis : elle n'est pas remplacée ; copiez vers un nouveau fichier ou une \
             base vide",
        ),
        CopyError::Different(_) => Text::fixed(
            "the copy differs from the old store, to which somebody is still writing: stop the server and run the same \
             command again",
            "la copie diffère de l'ancienne base, où quelqu'un écrit encore : arrêtez le serveur et relancez la même \
             commande",
        ),
        CopyError::Flawed(report) => Text::new(
            format!("the copy is damaged, perhaps because the old store is: {report}"),
            format!(
                "la copie est endommagée, peut-être parce que l'ancienne base l'est : {report}"
            ),
        ),
        CopyError::Storage(error) => return to.unopened(error.clone()),
    };
    Failure::new(Text::new(
        format!("{to}: {}", text.en),
        format!("{to} : {}", text.fr),
    ))
}
