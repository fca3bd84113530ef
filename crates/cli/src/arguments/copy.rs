//! What can be typed after `vauban copy`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban copy --from /srv/vauban --to postgres://vauban@db.example/vauban --to-password password.txt
  vauban copy --from postgres://vauban@localhost/vauban --to monday.db

Stop the server first. A store is a file, a folder with vauban.db in it, or a PostgreSQL database.
The new store must be empty; sessions and links keep working there. If a copy is interrupted, run
the same command again to continue it; an incomplete copy cannot be served. At the end both stores
are compared and the new one is checked.

Exit status: 0 copied and checked · 1 failure, with the reason on standard error · 2 wrong usage")]
pub struct Copy {
    /// The store to copy.
    #[arg(long, value_name = "STORE")]
    pub from: String,
    /// A file whose first line is the password of the old store.
    #[arg(long, value_name = "FILE")]
    pub from_password: Option<PathBuf>,
    /// Where to copy it to.
    #[arg(long, value_name = "STORE")]
    pub to: String,
    /// A file whose first line is the password of the new store.
    #[arg(long, value_name = "FILE")]
    pub to_password: Option<PathBuf>,
}
