//! One connection: statements by their text, and what their errors mean.

use std::{error::Error as _, io};

use deadpool_postgres::{ClientWrapper, PoolError};
use tokio_postgres::{Error, Row, error::SqlState, types::ToSql};

use crate::{AddError, Refused, StoreError};

/// The values of a statement.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// A connection of the pool. Statements that are asked for at once are sent at once, in the order in which
/// they were asked for.
pub(super) struct Connection<'a>(pub(super) &'a ClientWrapper);

impl Connection<'_> {
    pub(super) async fn rows(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
        let statement = self.0.prepare_cached(sql).await?;
        Ok(self.0.query(&statement, values).await?)
    }

    pub(super) async fn row(
        &self,
        sql: &str,
        values: Values<'_>,
    ) -> Result<Option<Row>, StoreError> {
        let statement = self.0.prepare_cached(sql).await?;
        Ok(self.0.query_opt(&statement, values).await?)
    }

    /// How many rows were written.
    pub(super) async fn execute(&self, sql: &str, values: Values<'_>) -> Result<u64, StoreError> {
        let statement = self.0.prepare_cached(sql).await?;
        Ok(self.0.execute(&statement, values).await?)
    }

    /// Statements without values.
    pub(super) async fn run(&self, sql: &str) -> Result<(), StoreError> {
        Ok(self.0.batch_execute(sql).await?)
    }
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        let Some(told) = error.as_db_error() else {
            let cause = error.source();
            let is_cut = error.is_closed() || cause.is_some_and(|it| it.is::<io::Error>());
            // What lies below says more than "db error" or "error connecting to server".
            let text = match cause {
                Some(cause) => format!("{error}: {cause}"),
                None => error.to_string(),
            };
            return match is_cut {
                true => StoreError::Unreachable(text.into()),
                false => StoreError::Failed(text.into()),
            };
        };
        if *told.code() == SqlState::READ_ONLY_SQL_TRANSACTION {
            return StoreError::Unreachable(
                "it only reads, as a standby does; name the one that writes".into(),
            );
        }
        let text = format!("{} ({})", told.message(), told.code().code()).into();
        match *told.code() {
            SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => {
                StoreError::Contended
            }
            SqlState::DISK_FULL => StoreError::DiskFull,
            SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => StoreError::Damaged(text),
            // It is going down, starting, full, or tired of waiting for us.
            SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::TOO_MANY_CONNECTIONS
            | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
            | SqlState::LOCK_NOT_AVAILABLE
            | SqlState::QUERY_CANCELED => StoreError::Unreachable(text),
            ref code if code.code().starts_with("08") => StoreError::Unreachable(text),
            _ => StoreError::Failed(text),
        }
    }
}

impl From<PoolError> for StoreError {
    fn from(error: PoolError) -> StoreError {
        match error {
            PoolError::Backend(error) => error.into(),
            PoolError::Closed => StoreError::Closed,
            PoolError::Timeout(_) => StoreError::Unreachable("it does not answer".into()),
            PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(_) => {
                StoreError::Unreachable(error.to_string().into())
            }
        }
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        Refused::Storage(error.into())
    }
}

impl From<Error> for AddError {
    fn from(error: Error) -> AddError {
        AddError::Storage(error.into())
    }
}

/// Whether others were in the way, so that the same transaction may well succeed next time.
pub(super) trait Contended {
    fn store_error(&self) -> Option<&StoreError>;

    fn is_contended(&self) -> bool {
        self.store_error() == Some(&StoreError::Contended)
    }
}

impl Contended for StoreError {
    fn store_error(&self) -> Option<&StoreError> {
        Some(self)
    }
}

impl Contended for AddError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            AddError::Storage(error) => Some(error),
            AddError::Taken | AddError::NoSuch(_) => None,
        }
    }
}

impl Contended for Refused {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            Refused::Storage(error) => Some(error),
            Refused::NoSuchMatch
            | Refused::Repeated { .. }
            | Refused::Reused
            | Refused::TakenOver
            | Refused::Conflict { .. }
            | Refused::NoSuchPlayer => None,
        }
    }
}
