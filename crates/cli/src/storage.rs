//! Where a server keeps everything: a file of its own, or a database.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use vauban_game::{Lang, Text};
use vauban_store::{
    AddressError, PostgresAddress, PostgresStore, SqliteStore, Store, StoreError, StoreId, Upkeep,
};

use crate::{arguments::Place, failure::Failure, serve::unopened};

/// The variables in which the password of a database may be; the second is PostgreSQL's own.
const PASSWORDS: [&str; 2] = ["VAUBAN_STORE_PASSWORD", "PGPASSWORD"];

/// A store by its name. The password of a database is in no text.
#[derive(Clone, Debug)]
pub enum Storage {
    File(PathBuf),
    Database(Box<PostgresAddress>),
}

impl Storage {
    /// A database's address, or the name of a file. What cannot be read is not repeated: there may be a password
    /// in it.
    pub fn read(text: &str) -> Result<Storage, Failure> {
        if !PostgresAddress::is_meant_by(text) {
            // An address of another kind would become a file whose name has a password in it.
            return match text.contains("://") || text.trim().is_empty() {
                false => Ok(Storage::File(text.into())),
                true => Err(Failure::new(Text::fixed(
                    "a store is a file, or a database at postgres://USER@HOST:PORT/DATABASE",
                    "une base de données est un fichier, ou une base PostgreSQL à postgres://UTILISATEUR@HÔTE:PORT/BASE",
                ))),
            };
        }
        match text.parse() {
            Ok(address) => Ok(Storage::Database(Box::new(address))),
            Err(AddressError::Malformed) => Err(Failure::new(Text::fixed(
                "the address of a database has the form postgres://USER@HOST:PORT/DATABASE; write signs such as @ : / ? % \
                 of a name or password as %40 %3A %2F %3F %25",
                "l'adresse d'une base PostgreSQL s'écrit postgres://UTILISATEUR@HÔTE:PORT/BASE ; dans un nom ou un mot de \
                 passe, écrivez @ : / ? % sous la forme %40 %3A %2F %3F %25",
            ))),
            Err(AddressError::SslMode) => Err(Failure::new(Text::fixed(
                "sslmode is `disable` or `verify-full`: a certificate is always checked, against those of the system or of \
                 sslrootcert=FILE",
                "sslmode vaut « disable » ou « verify-full » : un certificat est toujours vérifié, avec ceux du système ou de \
                 sslrootcert=FICHIER",
            ))),
        }
    }

    /// In a folder, the store is `vauban.db`.
    pub fn in_folder(self) -> Storage {
        match self {
            Storage::File(file) if file.is_dir() => Storage::File(file.join("vauban.db")),
            other => other,
        }
    }

    /// Opens it; the tables are made if they are missing. To be called inside a runtime.
    pub async fn open(&self) -> Result<Arc<dyn Store>, Failure> {
        Ok(match self {
            Storage::File(file) => {
                let store = SqliteStore::open(file).map_err(|error| unopened(file, error))?;
                self.must_be_whole(&store.store_id())?;
                Arc::new(store)
            }
            Storage::Database(address) => Arc::new(self.open_database(address).await?),
        })
    }

    pub async fn open_database(&self, address: &PostgresAddress) -> Result<PostgresStore, Failure> {
        let opened = PostgresStore::open(address).await;
        let store = opened.map_err(|error| self.unopened(error))?;
        self.must_be_whole(&store.store_id())?;
        Ok(store)
    }

    /// An unfinished copy is no store to work with.
    fn must_be_whole(&self, id: &StoreId) -> Result<(), Failure> {
        match id.is_unfinished_copy() {
            false => Ok(()),
            true => Err(Failure::new(Text::new(
                format!("{self}: this copy is not complete; run the same `vauban copy` again"),
                format!("{self} : cette copie est incomplète ; relancez le même `vauban copy`"),
            ))),
        }
    }

    /// Why it could not be opened.
    pub fn unopened(&self, error: StoreError) -> Failure {
        match self {
            Storage::File(file) => unopened(file, error),
            // Some errors name the place themselves.
            Storage::Database(_) => {
                let (name, text) = (self.to_string(), error.to_string());
                let text = text.strip_prefix(&format!("{name}: ")).unwrap_or(&text);
                Failure::new(Text::new(
                    format!("{name}: {text}"),
                    format!("{name} : {text}"),
                ))
            }
        }
    }

    /// The file, if it is one; else says that this is only for files.
    pub fn file(&self, instead: Text) -> Result<&Path, Failure> {
        match self {
            Storage::File(file) => Ok(file),
            Storage::Database(_) => Err(Failure::new(instead)),
        }
    }

    /// Finds the password of a database that has none in its address: in a file, else in the environment.
    pub fn with_password(mut self, file: Option<&Path>, lang: Lang) -> Result<Storage, Failure> {
        let Storage::Database(address) = &mut self else {
            return Ok(self);
        };
        let password = match file {
            Some(file) => {
                let text = fs::read_to_string(file).map_err(|error| {
                    Failure::plain(lang.pick(
                        format!("{}: the password cannot be read: {error}", file.display()),
                        format!(
                            "{} : le mot de passe est illisible : {error}",
                            file.display()
                        ),
                    ))
                })?;
                Some(text.lines().next().unwrap_or_default().to_owned())
            }
            None => PASSWORDS.iter().find_map(|name| std::env::var(name).ok()),
        };
        if let Some(password) = password {
            address.set_password(&password);
        }
        Ok(self)
    }
}

impl fmt::Display for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Storage::File(file) => write!(f, "{}", file.display()),
            Storage::Database(address) => write!(f, "{address}"),
        }
    }
}

impl Place {
    /// The database that was named, else the file in the data folder.
    pub fn storage(&self, lang: Lang) -> Result<Storage, Failure> {
        let environment = || std::env::var("VAUBAN_STORE").ok();
        let storage = match (&self.store, &self.data) {
            (Some(named), _) => Storage::read(named)?,
            (None, None) => match environment() {
                Some(named) => Storage::read(&named)?,
                None => Storage::File(self.file(lang)?),
            },
            (None, Some(_)) => Storage::File(self.file(lang)?),
        };
        storage.with_password(self.store_password.as_deref(), lang)
    }
}
