//! Guests and what they are known by: a cookie in a browser, a bearer token in a program, a
//! recovery link from one device to the next.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};
use vauban_game::Text;
use vauban_store::{
    Line, Millis, NewToken, Player, PlayerId, Session, SessionId, TokenHash, TokenKind,
};

use crate::{
    Problem,
    registry::Registry,
    secret::{Secret, unguessable},
};

/// The name of the cookie.
pub const COOKIE: &str = "vauban_session";

/// The longest name of a guest, in characters.
const LONGEST_NAME: usize = 40;

const DAY: Millis = 86_400_000;

/// Cookies and bearer tokens live so long.
const TOKEN_LIFE: Millis = 400 * DAY;

/// A recovery link opens so long.
const RECOVERY_LIFE: Millis = 7 * DAY;

/// When a token was used is noted no more often.
const TOUCH_EVERY: Millis = 3_600_000;

/// Somebody whose session is known.
#[derive(Clone, Debug)]
pub struct Visitor {
    pub session: SessionId,
    pub player: PlayerId,
    pub name: Line,
    /// What the session was opened with.
    pub token: TokenHash,
}

/// Who the request comes from, if it says so. A bearer token that opens nothing is a problem; a
/// cookie that opens nothing is none.
pub async fn visitor(registry: &Registry, headers: &HeaderMap) -> Result<Option<Visitor>, Problem> {
    let bearer = headers
        .get(header::AUTHORIZATION)
        .map(|value| bearer_of(value).ok_or_else(Problem::no_session))
        .transpose()?;
    let Some(secret) = bearer.clone().or_else(|| cookie_of(headers)) else {
        return Ok(None);
    };
    let at = registry.time.now();
    let found = registry.store().find_token(secret.hash(), at).await?;
    let found = found.filter(|token| token.token.kind != TokenKind::Recovery);
    let Some(token) = found else {
        return match bearer {
            Some(_) => Err(Problem::no_session()),
            None => Ok(None),
        };
    };
    let used = token.last_used_at.unwrap_or(token.token.created_at);
    if at.saturating_sub(used) > TOUCH_EVERY {
        registry.store().touch(token.token.hash, at).await?;
    }
    let player = registry.store().player(token.player).await?;
    Ok(player.map(|player| Visitor {
        session: token.token.session,
        player: player.id,
        name: player.name,
        token: token.token.hash,
    }))
}

fn bearer_of(value: &HeaderValue) -> Option<Secret> {
    let (scheme, secret) = value.to_str().ok()?.split_once(' ')?;
    Secret::read(secret.trim()).filter(|_| scheme.eq_ignore_ascii_case("bearer"))
}

fn cookie_of(headers: &HeaderMap) -> Option<Secret> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(name, _)| *name == COOKIE)
        .find_map(|(_, secret)| Secret::read(secret))
}

/// The header that gives a browser its session.
pub fn set_cookie(secret: &Secret) -> Result<HeaderValue, Problem> {
    let life = TOKEN_LIFE / 1_000;
    cookie(&format!(
        "{COOKIE}={}; HttpOnly; SameSite=Lax; Path=/; Max-Age={life}",
        secret.reveal()
    ))
}

/// The header that takes it away.
pub fn clear_cookie() -> Result<HeaderValue, Problem> {
    cookie(&format!(
        "{COOKIE}=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"
    ))
}

fn cookie(text: &str) -> Result<HeaderValue, Problem> {
    let mut value = HeaderValue::from_str(text).map_err(|_| Problem::internal())?;
    value.set_sensitive(true);
    Ok(value)
}

/// A name as others may see it: one line of text.
pub fn name(text: &str) -> Result<Line, Problem> {
    let text = text.trim();
    let short = text.chars().count() <= LONGEST_NAME;
    // Lists show these for seats in which nobody sits.
    let lower = text.to_lowercase();
    let is_taken = lower == "open"
        || lower
            .strip_prefix("level ")
            .is_some_and(|rest| rest.parse::<u8>().is_ok());
    Line::new(text)
        .ok()
        .filter(|_| short && is_plain(text) && !text.chars().any(is_unseen) && !is_taken)
        .ok_or_else(|| {
            Problem::unprocessable(
                "bad-name",
                Text::new(
                    format!("a name is one line of 1 to {LONGEST_NAME} characters"),
                    format!("un nom est une ligne de 1 à {LONGEST_NAME} caractères"),
                ),
            )
        })
}

/// One line that reads as it is written: marks that turn the direction of writing would dress one
/// text up as another.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    })
}

/// Whether nothing is shown for it; a name of such characters would be no name, or look like another.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{e0000}'..='\u{e0fff}')
}

impl Registry {
    /// A new guest with a first session, and the secret that opens it.
    pub async fn welcome(
        self: &Arc<Registry>,
        name: Line,
        kind: TokenKind,
    ) -> Result<(Player, Secret), Problem> {
        let player = Player {
            id: PlayerId::new(unguessable()?).map_err(|_| Problem::internal())?,
            name,
            created_at: self.time.now(),
        };
        self.store().add_player(player.clone()).await?;
        let secret = self.new_session(&player.id, kind).await?;
        Ok((player, secret))
    }

    /// Another session of a player's.
    pub async fn new_session(&self, player: &PlayerId, kind: TokenKind) -> Result<Secret, Problem> {
        let session = self.add_session(player).await?;
        self.issue(session, kind).await
    }

    /// Ends a session: whatever opened it opens nothing any more, and its live connections close.
    pub async fn end_session(&self, session: SessionId) -> Result<(), Problem> {
        let now = self.time.now();
        self.store().revoke_session(session.clone(), now).await?;
        // Nobody may be listening.
        let _ = self.ended.send(session);
        Ok(())
    }

    /// A secret for a link that works once, on another device.
    pub async fn recovery(&self, visitor: &Visitor) -> Result<Secret, Problem> {
        // In a session of its own: it opens also after the one that asked for it has ended.
        self.new_session(&visitor.player, TokenKind::Recovery).await
    }

    /// Trades the secret of a recovery link for a session of the same player's.
    pub async fn recover(&self, secret: &Secret) -> Result<(Player, Secret), Problem> {
        let gone = || {
            Problem::not_found(
                "no-such-link",
                "this link was used already, or is too old",
                "ce lien a déjà servi, ou est trop vieux",
            )
        };
        let at = self.time.now();
        let found = self.store().find_token(secret.hash(), at).await?;
        let found = found.filter(|token| token.token.kind == TokenKind::Recovery);
        let token = found.ok_or_else(gone)?;
        let session = self.add_session(&token.player).await?;
        let (fresh, new) = new_token(session, TokenKind::Cookie, at)?;
        if !self.store().exchange(secret.hash(), new, at).await? {
            return Err(gone());
        }
        let player = self.store().player(token.player).await?;
        Ok((player.ok_or_else(gone)?, fresh))
    }

    async fn add_session(&self, player: &PlayerId) -> Result<SessionId, Problem> {
        let id = SessionId::new(unguessable()?).map_err(|_| Problem::internal())?;
        self.store()
            .add_session(Session {
                id: id.clone(),
                player: player.clone(),
                created_at: self.time.now(),
            })
            .await?;
        Ok(id)
    }

    async fn issue(&self, session: SessionId, kind: TokenKind) -> Result<Secret, Problem> {
        let (secret, token) = new_token(session, kind, self.time.now())?;
        self.store().issue(token).await?;
        Ok(secret)
    }
}

fn new_token(
    session: SessionId,
    kind: TokenKind,
    at: Millis,
) -> Result<(Secret, NewToken), Problem> {
    let secret = Secret::new()?;
    let life = match kind {
        TokenKind::Cookie | TokenKind::Bearer => TOKEN_LIFE,
        TokenKind::Recovery => RECOVERY_LIFE,
    };
    let token = NewToken {
        hash: secret.hash(),
        session,
        kind,
        created_at: at,
        expires_at: Some(at + life),
    };
    Ok((secret, token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_lines() {
        assert_eq!(name("  Élise ").unwrap().as_str(), "Élise");
        let long = "x".repeat(41);
        let bad = [
            "",
            " ",
            "two\nlines",
            "a\u{202e}b",
            "\u{3164}",
            "a\u{ad}b",
            "Open",
            "level 3",
            &long,
        ];
        for bad in bad {
            assert!(name(bad).is_err(), "{bad:?}");
        }
        assert!(name("levels").is_ok());
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let secret = Secret::new().unwrap();
        let mut headers = HeaderMap::new();
        let value = format!("a=b; {COOKIE}={}; c=d", secret.reveal());
        headers.insert(header::COOKIE, value.parse().unwrap());
        assert_eq!(cookie_of(&headers), Some(secret));
    }
}
