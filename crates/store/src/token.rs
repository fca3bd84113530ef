//! Secrets that open a session. Only their hashes are kept.

use std::fmt;

use data_encoding::HEXLOWER;

use crate::{Hash, Millis, PlayerId, SessionId};

/// The SHA-256 of a 256-bit secret. So much chance needs no salt and no slow hash.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct TokenHash(pub Hash);

/// What a token is for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TokenKind {
    /// In a browser.
    Cookie,
    /// In a program.
    Bearer,
    /// In a private link that moves the session to another device.
    Recovery,
}

/// A token to be issued.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct NewToken {
    pub hash: TokenHash,
    pub session: SessionId,
    pub kind: TokenKind,
    pub created_at: Millis,
    /// From then on it opens nothing.
    pub expires_at: Option<Millis>,
}

/// A token as it is kept.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Token {
    pub token: NewToken,
    /// Whose session it opens.
    pub player: PlayerId,
    pub last_used_at: Option<Millis>,
    pub revoked_at: Option<Millis>,
}

impl TokenHash {
    pub fn of(secret: &[u8; 32]) -> TokenHash {
        TokenHash(Hash::of(secret))
    }
}

/// Shortened: a log needs to tell tokens apart, no more.
impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokenHash({}…)", HEXLOWER.encode(&self.0.0[..4]))
    }
}

impl Token {
    /// Whether it opens its session at `now`.
    pub fn is_live(&self, now: Millis) -> bool {
        self.revoked_at.is_none() && self.token.expires_at.is_none_or(|end| now < end)
    }
}

impl TokenKind {
    pub const ALL: [TokenKind; 3] = [TokenKind::Cookie, TokenKind::Bearer, TokenKind::Recovery];

    pub fn name(self) -> &'static str {
        match self {
            TokenKind::Cookie => "cookie",
            TokenKind::Bearer => "bearer",
            TokenKind::Recovery => "recovery",
        }
    }

    pub fn from_name(name: &str) -> Option<TokenKind> {
        TokenKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
