//! Our types as PostgreSQL's values. What cannot have been written by us is an error, never a guess.

use std::error::Error;

use bytes::BytesMut;
use tokio_postgres::{
    Row,
    types::{FromSql, IsNull, ToSql, Type, accepts, to_sql_checked},
};

use crate::{
    CommandId, EventKind, Hash, Line, MatchId, NodeId, Origin, PlayerId, SessionId, Stage,
    StoreError, TokenHash, TokenKind, Visibility,
};

type Wrong = Box<dyn Error + Sync + Send>;

/// A number of ours, which is never negative.
#[derive(Copy, Clone, Debug)]
pub(super) struct Int(pub(super) u64);

/// The largest number stands for everything beyond it: nothing later was stored.
pub(super) fn bound(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A limit as SQL takes it.
pub(super) fn most(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// A column of a row.
pub(super) fn column<'a, T: FromSql<'a>>(row: &'a Row, index: usize) -> Result<T, StoreError> {
    row.try_get(index).map_err(|error| {
        let why = error.source().map(ToString::to_string).unwrap_or_default();
        StoreError::Damaged(format!("{error}: {why}").into())
    })
}

pub(super) fn number(row: &Row, index: usize) -> Result<u64, StoreError> {
    Ok(column::<Int>(row, index)?.0)
}

/// A number that may be missing.
pub(super) fn maybe(row: &Row, index: usize) -> Result<Option<u64>, StoreError> {
    Ok(column::<Option<Int>>(row, index)?.map(|int| int.0))
}

/// The numbers that may be missing, as SQL takes them.
pub(super) fn int(number: Option<u64>) -> Option<Int> {
    number.map(Int)
}

impl<'a> FromSql<'a> for Int {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Int, Wrong> {
        Ok(Int(u64::try_from(i64::from_sql(kind, raw)?)?))
    }

    accepts!(INT8);
}

impl ToSql for Int {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Wrong> {
        i64::try_from(self.0)?.to_sql(kind, out)
    }

    accepts!(INT8);
    to_sql_checked!();
}

macro_rules! ids {
    ($($name:ident)*) => {$(
        impl<'a> FromSql<'a> for $name {
            fn from_sql(_: &Type, raw: &'a [u8]) -> Result<$name, Wrong> {
                Ok($name::new(std::str::from_utf8(raw)?)?)
            }

            accepts!(BYTEA);
        }

        impl ToSql for $name {
            fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Wrong> {
                self.as_str().as_bytes().to_sql(kind, out)
            }

            accepts!(BYTEA);
            to_sql_checked!();
        }
    )*};
}

macro_rules! names {
    ($($name:ident)*) => {$(
        impl<'a> FromSql<'a> for $name {
            fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<$name, Wrong> {
                let name = <&str>::from_sql(kind, raw)?;
                $name::from_name(name)
                    .ok_or_else(|| format!("`{name}` is not a {}", stringify!($name)).into())
            }

            accepts!(TEXT);
        }

        impl ToSql for $name {
            fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Wrong> {
                self.name().to_sql(kind, out)
            }

            accepts!(TEXT);
            to_sql_checked!();
        }
    )*};
}

ids!(MatchId NodeId Origin PlayerId SessionId CommandId);
names!(EventKind Stage TokenKind Visibility);

impl<'a> FromSql<'a> for Line {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Line, Wrong> {
        Ok(Line::new(<&str>::from_sql(kind, raw)?)?)
    }

    accepts!(TEXT);
}

impl ToSql for Line {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Wrong> {
        self.as_str().to_sql(kind, out)
    }

    accepts!(TEXT);
    to_sql_checked!();
}

impl<'a> FromSql<'a> for Hash {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Hash, Wrong> {
        Ok(Hash(raw.try_into()?))
    }

    accepts!(BYTEA);
}

impl ToSql for Hash {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Wrong> {
        self.0.as_slice().to_sql(kind, out)
    }

    accepts!(BYTEA);
    to_sql_checked!();
}

impl<'a> FromSql<'a> for TokenHash {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<TokenHash, Wrong> {
        Hash::from_sql(kind, raw).map(TokenHash)
    }

    accepts!(BYTEA);
}

impl ToSql for TokenHash {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Wrong> {
        self.0.to_sql(kind, out)
    }

    accepts!(BYTEA);
    to_sql_checked!();
}
