//! What can be typed after `vauban matches` and `vauban accounts`.

use clap::{Args, Subcommand, ValueEnum};
use vauban_server::operator::{AccountOrder, MatchOrder};

use super::Place;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban matches                      the 50 largest matches
  vauban matches --sort age --limit 10
  vauban matches --owner 5f0c7a… --json
  vauban matches --stage running --data /srv/vauban
  vauban matches close 90ab12cd34ef5678…
  vauban matches delete 90ab12cd34ef5678…
  vauban matches archive --older-than 90

These commands talk to a running server through vauban.sock in its data folder, which only the
server's user and root can use; if no server is running, they change the store directly.

Exit status: 0 done · 1 failure, with the reason on standard error · 2 wrong usage")]
pub struct Matches {
    #[command(subcommand)]
    pub action: Option<MatchAction>,
    #[command(flatten)]
    pub place: Place,
    /// List the largest first, the oldest first, or by the owner's name.
    #[arg(
        long,
        value_name = "size|age|owner",
        default_value = "size",
        value_enum
    )]
    pub sort: MatchSort,
    /// List only matches that this account has created.
    #[arg(long, value_name = "ACCOUNT")]
    pub owner: Option<String>,
    /// List only matches of this stage.
    #[arg(long, value_name = "open|running|over", value_parser = ["open", "running", "over"], hide_possible_values = true)]
    pub stage: Option<String>,
    /// List at most N matches.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: usize,
    /// Print JSON: an array for a list, an object for anything else.
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Subcommand, Debug)]
pub enum MatchAction {
    /// End matches without a result. Whoever could watch them still can, and their secrets are revealed.
    #[command(after_help = "\
Examples:
  vauban matches close 90ab12cd34ef5678…
  vauban matches close ID ID --data /srv/vauban

Nobody scores anything; the record ends with `close`. A closed match cannot be reopened, but anyone
can play on from any of its steps in a new match.")]
    Close(Ids),
    /// Delete matches with everything that was played and said in them. Make a backup first.
    #[command(after_help = "\
Examples:
  vauban matches delete 90ab12cd34ef5678…
  vauban matches delete ID ID --json

A marker remains: `vauban verify` counts it, and the id is never used again.")]
    Delete(Ids),
    /// Pack the events and answers of finished matches into one small row each. Nothing is lost.
    #[command(after_help = "\
Examples:
  vauban matches archive                    matches in which nothing has happened for 30 days
  vauban matches archive --older-than 365
  vauban matches archive --older-than 0     all finished matches

Archived matches can be watched, replayed, exported and verified as before; a chat message or a
rematch unpacks them. Each match is checked before it is packed; a damaged one is left as it is,
and the exit status is 1. You can interrupt archiving at any time and start it again. An SQLite
file does not shrink by itself: its free pages are reused, and `vauban backup` makes a copy without
them.")]
    Archive(Archive),
}

#[derive(Args, Debug)]
pub struct Archive {
    /// Only matches in which nothing has happened for DAYS days.
    #[arg(long, value_name = "DAYS", default_value_t = 30)]
    pub older_than: u64,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban accounts                     the 50 accounts whose matches use the most space
  vauban accounts --sort name --limit 1000
  vauban accounts --json
  vauban accounts revoke 5f0c7a…      end every session and token
  vauban accounts ban 5f0c7a…
  vauban accounts unban 5f0c7a…

These commands talk to a running server through vauban.sock in its data folder, which only the
server's user and root can use; if no server is running, they change the store directly.

Exit status: 0 done · 1 failure, with the reason on standard error · 2 wrong usage")]
pub struct Accounts {
    #[command(subcommand)]
    pub action: Option<AccountAction>,
    #[command(flatten)]
    pub place: Place,
    /// List first the accounts whose matches use the most space, or the oldest, or sort by name.
    #[arg(
        long,
        value_name = "size|age|name",
        default_value = "size",
        value_enum,
        hide_possible_values = true
    )]
    pub sort: AccountSort,
    /// List at most N accounts.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: usize,
    /// Print JSON: an array for a list, an object for anything else.
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Subcommand, Debug)]
pub enum AccountAction {
    /// End every session, token and recovery link of an account, at once.
    #[command(after_help = "\
Examples:
  vauban accounts revoke 5f0c7a…

The owner is signed out everywhere and cannot sign in again: a guest has nothing else to sign in
with.")]
    Revoke(Ids),
    /// Lock an account out: none of its sessions can be opened, and its connections close at once.
    #[command(after_help = "\
Examples:
  vauban accounts ban 5f0c7a…

The account's matches stay; opponents can claim the win, or you can close them with
`vauban matches close`. A ban does not stop a person from coming back under another name.")]
    Ban(Ids),
    /// Lift a ban: the account's sessions, tokens and recovery links work again.
    #[command(after_help = "\
Examples:
  vauban accounts unban 5f0c7a…")]
    Unban(Ids),
}

/// One id or more.
#[derive(Args, Debug)]
pub struct Ids {
    /// The ids, as the list shows them.
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<String>,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
pub enum MatchSort {
    Size,
    Age,
    Owner,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
pub enum AccountSort {
    Size,
    Age,
    Name,
}

impl From<MatchSort> for MatchOrder {
    fn from(sort: MatchSort) -> MatchOrder {
        match sort {
            MatchSort::Size => MatchOrder::Size,
            MatchSort::Age => MatchOrder::Age,
            MatchSort::Owner => MatchOrder::Owner,
        }
    }
}

impl From<AccountSort> for AccountOrder {
    fn from(sort: AccountSort) -> AccountOrder {
        match sort {
            AccountSort::Size => AccountOrder::Size,
            AccountSort::Age => AccountOrder::Age,
            AccountSort::Name => AccountOrder::Name,
        }
    }
}
