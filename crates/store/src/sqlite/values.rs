//! Our types as SQLite's values. What cannot have been written by us is an error, never a guess.

use rusqlite::{
    ErrorCode, ToSql,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};

use crate::{
    AddError, CommandId, EventKind, Hash, Line, MatchId, Origin, PlayerId, Refused, SessionId,
    Stage, StoreError, StoreId, TokenHash, TokenKind, Visibility,
};

macro_rules! texts {
    ($($name:ident)*) => {$(
        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$name> {
                $name::new(value.as_str()?).map_err(|error| FromSqlError::Other(Box::new(error)))
            }
        }
        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }
    )*};
}

macro_rules! names {
    ($($name:ident)*) => {$(
        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$name> {
                let name = value.as_str()?;
                $name::from_name(name).ok_or_else(|| {
                    FromSqlError::Other(format!("`{name}` is not a {}", stringify!($name)).into())
                })
            }
        }
        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.name().into())
            }
        }
    )*};
}

texts!(MatchId Origin PlayerId SessionId CommandId StoreId Line);
names!(EventKind Stage TokenKind Visibility);

impl FromSql for Hash {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Hash> {
        <[u8; 32]>::column_result(value).map(Hash)
    }
}

impl ToSql for Hash {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Blob(&self.0)))
    }
}

impl FromSql for TokenHash {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<TokenHash> {
        Hash::column_result(value).map(TokenHash)
    }
}

impl ToSql for TokenHash {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        let text = error.to_string().into();
        match (&error, error.sqlite_error_code()) {
            (_, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)) => {
                StoreError::Damaged(text)
            }
            _ if is_full(&error) => StoreError::DiskFull,
            (
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..),
                _,
            ) => StoreError::Damaged(text),
            _ => StoreError::Failed(text),
        }
    }
}

/// Whether there was no room on the disk, for the file or for the index of its log.
pub(super) fn is_full(error: &rusqlite::Error) -> bool {
    let growing = rusqlite::ffi::SQLITE_IOERR_SHMSIZE;
    error.sqlite_error_code() == Some(ErrorCode::DiskFull)
        || matches!(error, rusqlite::Error::SqliteFailure(code, _) if code.extended_code == growing)
}

impl From<rusqlite::Error> for Refused {
    fn from(error: rusqlite::Error) -> Refused {
        Refused::Storage(error.into())
    }
}

impl From<rusqlite::Error> for AddError {
    fn from(error: rusqlite::Error) -> AddError {
        AddError::Storage(error.into())
    }
}
