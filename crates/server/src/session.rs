//! Guests and what they are known by: a cookie in a browser, a bearer token in a program, a
//! recovery link from one device to the next.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};
use vauban_game::text;
use vauban_store::{
    Line, Millis, NewToken, Player, PlayerId, Session, SessionId, Token, TokenHash, TokenKind,
};

use crate::{
    Problem,
    ingress::{Asker, ClientAddr},
    registry::Registry,
    secret::{Secret, unguessable},
};

/// What the name of the cookie begins with; the store's id follows, so that two servers on one host do not
/// throw out each other's guests.
pub const COOKIE: &str = "vauban-";

/// So many characters of the store's id.
const STORE_DIGITS: usize = 12;

/// Before the name on sealed lines: browsers take and send such a cookie only there, and from this host alone.
pub const HOST_PREFIX: &str = "__Host-";

/// The name of the cookie in older releases.
const OLD_COOKIE: &str = "vauban_session";

/// The most tokens that an account may have at a time, and that it may make in a day.
const MOST_TOKENS: usize = 32;
const MOST_TOKENS_A_DAY: usize = 200;

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

impl Visitor {
    /// Pays for what it asks for from `client`.
    pub fn asker(&self, client: ClientAddr) -> Asker<'_> {
        Asker {
            client,
            player: Some(self.player.as_str()),
        }
    }
}

/// Who the request comes from, if it says so. A bearer token that opens nothing is a problem; a
/// cookie that opens nothing is none.
pub async fn visitor(registry: &Registry, headers: &HeaderMap) -> Result<Option<Visitor>, Problem> {
    let bearer = headers
        .get(header::AUTHORIZATION)
        .map(|value| bearer_of(value).ok_or_else(Problem::no_session))
        .transpose()?;
    let cookie = || own_cookie(registry, headers).or_else(|| old_cookie(headers));
    let Some(secret) = bearer.clone().or_else(cookie) else {
        return Ok(None);
    };
    let at = registry.time.wall();
    let found = registry.store().find_token(secret.hash(), at).await?;
    let found = found.filter(|token| token.token.kind != TokenKind::Recovery);
    let Some(token) = found else {
        let banned = registry.store().ban_of(secret.hash()).await?;
        return match (banned, bearer) {
            (Some(_), _) => Err(Problem::banned()),
            (None, Some(_)) => Err(Problem::no_session()),
            (None, None) => Ok(None),
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

/// The name of this server's cookie on open lines.
fn cookie_name(registry: &Registry) -> String {
    let id = registry.store().store_id();
    let digits = id.as_str().chars().take(STORE_DIGITS);
    COOKIE.chars().chain(digits).collect()
}

fn own_cookie(registry: &Registry, headers: &HeaderMap) -> Option<Secret> {
    let name = cookie_name(registry);
    let sealed = cookie_of(headers, &format!("{HOST_PREFIX}{name}"));
    sealed.or_else(|| cookie_of(headers, &name))
}

/// A cookie of an older release. It is taken until the page asks who its guest is; then it gives way
/// to the new one.
fn old_cookie(headers: &HeaderMap) -> Option<Secret> {
    cookie_of(headers, OLD_COOKIE)
}

fn cookie_of(headers: &HeaderMap, name: &str) -> Option<Secret> {
    cookies(headers, name).find_map(Secret::read)
}

/// The values of the cookies of this name.
pub fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(move |(found, _)| *found == name)
        .map(|(_, value)| value)
}

/// The header that gives a browser its session.
pub fn set_cookie(registry: &Registry, secret: &Secret) -> Result<HeaderValue, Problem> {
    let (name, life) = (cookie_name(registry), TOKEN_LIFE / 1_000);
    cookie(&format!(
        "{name}={}; HttpOnly; SameSite=Lax; Path=/; Max-Age={life}",
        secret.reveal()
    ))
}

/// The header that takes it away.
pub fn clear_cookie(registry: &Registry) -> Result<HeaderValue, Problem> {
    clear(&cookie_name(registry))
}

/// The headers that give a visitor the new cookie instead of an old one.
pub fn renewed_cookies(
    registry: &Registry,
    visitor: &Visitor,
    headers: &HeaderMap,
) -> Result<Vec<HeaderValue>, Problem> {
    match old_cookie(headers).filter(|secret| secret.hash() == visitor.token) {
        Some(secret) => Ok(vec![set_cookie(registry, &secret)?, clear(OLD_COOKIE)?]),
        None => Ok(Vec::new()),
    }
}

fn clear(name: &str) -> Result<HeaderValue, Problem> {
    cookie(&format!(
        "{name}=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"
    ))
}

/// A header that no log shows.
pub fn cookie(text: &str) -> Result<HeaderValue, Problem> {
    let mut value = HeaderValue::from_str(text).map_err(|_| Problem::internal())?;
    value.set_sensitive(true);
    Ok(value)
}

/// Over a sealed line: it is never sent over an open one. The old cookie keeps its name, which is taken away.
pub fn sealed_cookie(cookie: &HeaderValue) -> Result<HeaderValue, Problem> {
    let prefix: &[u8] = match cookie.as_bytes().starts_with(COOKIE.as_bytes()) {
        true => HOST_PREFIX.as_bytes(),
        false => b"",
    };
    let sealed = [prefix, cookie.as_bytes(), b"; Secure"].concat();
    let mut value = HeaderValue::from_bytes(&sealed).map_err(|_| Problem::internal())?;
    value.set_sensitive(true);
    Ok(value)
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
            created_at: self.time.wall(),
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

    /// Another session of a player's own making, unless there are too many.
    pub async fn another_session(
        &self,
        player: &PlayerId,
        kind: TokenKind,
    ) -> Result<Secret, Problem> {
        let now = self.time.wall();
        let tokens = self.store().tokens(player.clone()).await?;
        let live = tokens.iter().filter(|token| token.is_live(now)).count();
        let made = |token: &&Token| token.token.created_at > now.saturating_sub(DAY);
        if live >= MOST_TOKENS || tokens.iter().filter(made).count() >= MOST_TOKENS_A_DAY {
            let most = MOST_TOKENS;
            return Err(Problem::unprocessable(
                "too-many-tokens",
                text!(
                    "an account has at most {most} sessions and tokens: revoke one first",
                    "un compte a au plus {most} sessions et jetons : révoquez-en un d'abord"
                ),
            ));
        }
        self.new_session(player, kind).await
    }

    /// Ends a session: whatever opened it opens nothing any more, and its live connections close.
    pub async fn end_session(&self, session: SessionId) -> Result<(), Problem> {
        let now = self.time.wall();
        self.store().revoke_session(session.clone(), now).await?;
        // Nobody may be listening.
        let _ = self.ended.send(session);
        self.node.tell_of_sessions();
        Ok(())
    }

    /// Ends all sessions of a player; how many there were.
    pub async fn end_sessions(&self, player: &PlayerId) -> Result<usize, Problem> {
        let now = self.time.wall();
        let sessions = self.store().revoke_player(player.clone(), now).await?;
        let ended = sessions.len();
        self.close_connections(player, sessions);
        Ok(ended)
    }

    /// Bans a player, whose sessions open nothing any more; whether there is one.
    pub async fn ban(&self, player: &PlayerId) -> Result<bool, Problem> {
        let now = self.time.wall();
        if !self.store().ban_player(player.clone(), now).await? {
            return Ok(false);
        }
        let mut tokens = self.store().tokens(player.clone()).await?;
        tokens.retain(|token| token.is_live(now));
        let sessions = tokens.into_iter().map(|token| token.token.session);
        self.close_connections(player, sessions.collect());
        Ok(true)
    }

    /// Stops what the server does for a player, and closes the live connections of these sessions.
    fn close_connections(&self, player: &PlayerId, sessions: Vec<SessionId>) {
        self.node.tell_of_sessions();
        self.interrupt_orders(player);
        for session in sessions {
            // Nobody may be listening.
            let _ = self.ended.send(session);
        }
    }

    /// A secret for a link that works once, on another device.
    pub async fn recovery(&self, visitor: &Visitor) -> Result<Secret, Problem> {
        // In a session of its own: it opens also after the one that asked for it has ended.
        self.another_session(&visitor.player, TokenKind::Recovery)
            .await
    }

    /// Trades the secret of a recovery link for a session of the same player's.
    pub async fn recover(&self, secret: &Secret) -> Result<(Player, Secret), Problem> {
        let gone = || {
            Problem::not_found(
                "no-such-link",
                "this link has already been used or has expired",
                "ce lien a déjà servi ou a expiré",
            )
        };
        let at = self.time.wall();
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
                created_at: self.time.wall(),
            })
            .await?;
        Ok(id)
    }

    async fn issue(&self, session: SessionId, kind: TokenKind) -> Result<Secret, Problem> {
        let (secret, token) = new_token(session, kind, self.time.wall())?;
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
    fn a_cookie_is_found_among_others() {
        let secret = Secret::new().unwrap();
        let mut headers = HeaderMap::new();
        let value = format!("a=b; vauban-5a={}; c=d", secret.reveal());
        headers.insert(header::COOKIE, value.parse().unwrap());
        assert_eq!(cookie_of(&headers, "vauban-5a"), Some(secret));
        assert_eq!(cookie_of(&headers, "vauban-5"), None);
    }
}
