//! `vauban matches` and `vauban accounts`: what the operator of a server can do, whether it runs or not.

mod shown;

use std::{
    io::{self, IsTerminal},
    path::Path,
    sync::Arc,
    thread,
    time::Duration,
};

use tokio::runtime;
use vauban_catalog::CATALOG;
use vauban_game::{Lang, Text};
use vauban_server::{
    Registry,
    operator::{
        ArchivedMatches, OperatorAnswer, OperatorCommand, carry_out_alone,
        socket::{RELEASE, Unanswered, ask, beside},
    },
};
use vauban_store::{SqliteStore, Store, StoreError};

use crate::{
    arguments::{AccountAction, Accounts, MatchAction, Matches, Place},
    failure::Failure,
    output::print,
    serve::unopened,
    storage::Storage,
};

/// How often a server that is just starting or stopping is asked again, and how long is waited in between.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(250);

/// Matches that are archived by one command.
const ARCHIVED_AT_A_TIME: usize = 500;

/// How answers are printed.
#[derive(Copy, Clone, Debug)]
enum Form {
    Text,
    Json,
}

impl Form {
    fn of(json: bool) -> Form {
        match json {
            true => Form::Json,
            false => Form::Text,
        }
    }
}

pub fn matches(arguments: &Matches, lang: Lang) -> Result<(), Failure> {
    let place = &arguments.place;
    let commands = match &arguments.action {
        None => vec![OperatorCommand::ListMatches {
            sort: arguments.sort.into(),
            owner: arguments.owner.clone(),
            stage: arguments.stage.clone(),
            limit: arguments.limit,
        }],
        Some(MatchAction::Close(ids)) => each(&ids.ids, |id| OperatorCommand::CloseMatch { id }),
        Some(MatchAction::Delete(ids)) => each(&ids.ids, |id| OperatorCommand::DeleteMatch { id }),
        Some(MatchAction::Archive(wanted)) => {
            return archive(place, wanted.older_than, Form::of(arguments.json), lang);
        }
    };
    run(place, commands, Form::of(arguments.json), lang)
}

pub fn accounts(arguments: &Accounts, lang: Lang) -> Result<(), Failure> {
    let place = &arguments.place;
    let commands = match &arguments.action {
        None => vec![OperatorCommand::ListAccounts {
            sort: arguments.sort.into(),
            limit: arguments.limit,
        }],
        Some(AccountAction::Revoke(ids)) => {
            each(&ids.ids, |id| OperatorCommand::RevokeAccount { id })
        }
        Some(AccountAction::Ban(ids)) => each(&ids.ids, |id| OperatorCommand::BanAccount { id }),
        Some(AccountAction::Unban(ids)) => {
            each(&ids.ids, |id| OperatorCommand::UnbanAccount { id })
        }
    };
    run(place, commands, Form::of(arguments.json), lang)
}

fn each(ids: &[String], command: impl Fn(String) -> OperatorCommand) -> Vec<OperatorCommand> {
    ids.iter().cloned().map(command).collect()
}

/// Some matches at a time, so that a server is never asked for long, until all were looked at.
fn archive(place: &Place, days: u64, form: Form, lang: Lang) -> Result<(), Failure> {
    let storage = existing(place, lang)?;
    let mut done = ArchivedMatches::default();
    loop {
        let command = OperatorCommand::ArchiveMatches {
            days,
            after: done.next.take(),
            limit: ARCHIVED_AT_A_TIME,
        };
        let OperatorAnswer::Archived(more) = answer(&storage, &command)? else {
            return Err(Failure::new(Text::fixed(
                "the server answered something else",
                "le serveur a répondu autre chose",
            )));
        };
        done = done.and(more);
        if done.next.is_none() {
            break;
        }
        if io::stderr().is_terminal() {
            let matches = done.matches;
            eprint!(
                "\r{}",
                lang.pick(
                    format!("{matches} archived"),
                    format!("{matches} archivées")
                )
            );
        }
    }
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
    let flawed = done.flawed.clone();
    show(&OperatorAnswer::Archived(done), form, lang)?;
    match flawed.is_empty() {
        true => Ok(()),
        false => Err(Failure::new(Text::new(
            format!(
                "damaged matches are not archived; `vauban verify` says what is wrong with them: {}",
                flawed.join(" ")
            ),
            format!(
                "des parties endommagées ne sont pas archivées ; `vauban verify` dit ce qu'elles ont : {}",
                flawed.join(" ")
            ),
        ))),
    }
}

/// One after the other; the first that fails is the last.
fn run(
    place: &Place,
    commands: Vec<OperatorCommand>,
    form: Form,
    lang: Lang,
) -> Result<(), Failure> {
    let storage = existing(place, lang)?;
    for command in commands {
        show(&answer(&storage, &command)?, form, lang)?;
    }
    Ok(())
}

fn show(answer: &OperatorAnswer, form: Form, lang: Lang) -> Result<(), Failure> {
    match form {
        Form::Json => print(&shown::json(answer)),
        Form::Text => print(&shown::text(answer, lang)),
    }
}

fn answer(storage: &Storage, command: &OperatorCommand) -> Result<OperatorAnswer, Failure> {
    match storage {
        Storage::File(file) => carry_out(file, command),
        // Whoever else uses it finds out by itself.
        Storage::Database(_) => alone(storage, command.clone()),
    }
}

/// The store that was named, which must be there.
fn existing(place: &Place, lang: Lang) -> Result<Storage, Failure> {
    let storage = place.storage(lang)?;
    if let Storage::File(file) = &storage
        && !file.exists()
    {
        return Err(Failure::file(
            file,
            &Text::fixed(
                "there is no store here; choose the server's folder with --data",
                "il n'y a pas de base de données ici ; choisissez le dossier du serveur avec --data",
            ),
        ));
    }
    Ok(storage)
}

/// By the server that has the store open; if there is none, here.
fn carry_out(file: &Path, command: &OperatorCommand) -> Result<OperatorAnswer, Failure> {
    let socket = beside(file);
    for _ in 0..ATTEMPTS {
        match ask(&socket, command) {
            Ok(answer) => return Ok(answer),
            Err(Unanswered::NoServer) => (),
            Err(Unanswered::Refused(error)) => return Err(Failure::new(error.text())),
            Err(Unanswered::OtherRelease(release)) => return Err(other_release(&release)),
            Err(Unanswered::Failed(error)) => return Err(unasked(&socket, &error)),
        }
        match SqliteStore::open(file) {
            Ok(store) => return with(Arc::new(store), command.clone()),
            // A server is starting, or stopping.
            Err(StoreError::Locked { .. }) => thread::sleep(PAUSE),
            Err(error) => return Err(unopened(file, error)),
        }
    }
    Err(Failure::file(
        &socket,
        &Text::fixed(
            "a program is using the store, but no server answers here: it may be of an older release, or have no \
             socket (its log says why); stop it and try again",
            "un programme utilise la base de données, mais aucun serveur ne répond ici : il est peut-être d'une version \
             plus ancienne, ou sans socket (son journal dit pourquoi) ; arrêtez-le et réessayez",
        ),
    ))
}

fn alone(storage: &Storage, command: OperatorCommand) -> Result<OperatorAnswer, Failure> {
    runtime()?.block_on(async { done_by(storage.open().await?, command).await })
}

fn with(store: Arc<dyn Store>, command: OperatorCommand) -> Result<OperatorAnswer, Failure> {
    runtime()?.block_on(done_by(store, command))
}

async fn done_by(
    store: Arc<dyn Store>,
    command: OperatorCommand,
) -> Result<OperatorAnswer, Failure> {
    let registry = Registry::new(CATALOG, Arc::clone(&store));
    let answer = carry_out_alone(&registry, command).await;
    registry.close();
    store.close().await.map_err(Failure::plain)?;
    answer.map_err(|error| Failure::new(error.text()))
}

fn runtime() -> Result<runtime::Runtime, Failure> {
    runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::plain)
}

fn other_release(release: &str) -> Failure {
    Failure::new(Text::new(
        format!(
            "the server is release {release}, this program is release {RELEASE}; use the server's own program, \
             or restart the server with this one"
        ),
        format!(
            "le serveur est en version {release}, ce programme en version {RELEASE} ; utilisez le programme du \
             serveur, ou relancez le serveur avec celui-ci"
        ),
    ))
}

fn unasked(socket: &Path, error: &std::io::Error) -> Failure {
    Failure::file(
        socket,
        &Text::new(
            format!("cannot talk to the server: {error}; run this as the server's user"),
            format!(
                "impossible de joindre le serveur : {error} ; lancez la commande sous l'utilisateur du serveur"
            ),
        ),
    )
}
