//! Errors as `application/problem+json` (RFC 9457), in the reader's language.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use vauban_game::{Lang, Text, text};
use vauban_store::{AddError, Refused, StoreError};
use vauban_table::{Page, Refusals, ReplayError};

/// An error as an answer to a request.
#[derive(Clone, Debug)]
pub struct Problem(Box<Content>);

#[derive(Clone, Debug)]
struct Content {
    status: StatusCode,
    code: &'static str,
    text: Text,
    refusals: Option<Refusals>,
    /// What the screen should show now, when the question was not the open one any more.
    page: Option<Page>,
    /// Seconds after which it may be tried again.
    retry_after: Option<u64>,
}

/// A problem as it is sent.
#[derive(Serialize)]
struct Told<'a, R: Serialize> {
    #[serde(rename = "type")]
    kind: String,
    title: &'a str,
    status: u16,
    code: &'static str,
    #[serde(flatten)]
    refusals: Option<R>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'a Page>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
}

/// The code of a request that may be sent again.
const UNAVAILABLE: &str = "unavailable";

/// Seconds after which a client may try again when the store was unreachable.
const AWAY_WAIT: u64 = 2;

impl Problem {
    pub fn new(status: StatusCode, code: &'static str, text: Text) -> Problem {
        Problem(Box::new(Content {
            status,
            code,
            text,
            refusals: None,
            page: None,
            retry_after: None,
        }))
    }

    /// A part of the request is not what it should be.
    pub fn bad_request(why: impl Into<Text>) -> Problem {
        let why = why.into();
        Problem::unreadable(text!(
            "the request cannot be read: {why}",
            "la requête est illisible : {why}",
            why
        ))
    }

    /// The request says something else than it should: a sentence that names the field.
    pub fn unreadable(why: Text) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "bad-request", why)
    }

    pub fn no_session() -> Problem {
        Problem::new(
            StatusCode::UNAUTHORIZED,
            "no-session",
            Text::fixed(
                "you are not signed in: choose a name first (POST /api/v1/guests)",
                "vous n'êtes pas identifié : choisissez d'abord un nom (POST /api/v1/guests)",
            ),
        )
    }

    /// The operator does not want this account here.
    pub fn banned() -> Problem {
        Problem::new(
            StatusCode::FORBIDDEN,
            "banned",
            Text::fixed(
                "the operator of this server has banned this account",
                "l'opérateur de ce serveur a banni ce compte",
            ),
        )
    }

    pub fn not_owner() -> Problem {
        Problem::new(
            StatusCode::FORBIDDEN,
            "not-owner",
            Text::fixed(
                "only the player who opened this match can close it",
                "seul le joueur qui a ouvert cette partie peut la fermer",
            ),
        )
    }

    pub fn not_seated() -> Problem {
        Problem::new(
            StatusCode::FORBIDDEN,
            "not-seated",
            Text::fixed("you don't hold that seat", "vous ne tenez pas cette place"),
        )
    }

    pub fn no_such_match() -> Problem {
        Problem::not_found(
            "no-such-match",
            "there is no such match",
            "cette partie n'existe pas",
        )
    }

    pub fn not_found(code: &'static str, en: &'static str, fr: &'static str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, code, Text::fixed(en, fr))
    }

    pub fn unprocessable(code: &'static str, text: Text) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, text)
    }

    /// The match cannot be rebuilt.
    pub fn set_aside() -> Problem {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "set-aside",
            Text::fixed(
                "this match is damaged and cannot be opened; the server's log tells the operator why",
                "cette partie est endommagée et ne peut pas être ouverte ; l'opérateur en trouvera la raison dans le journal du serveur",
            ),
        )
    }

    /// The command id was used for something else.
    pub fn reused() -> Problem {
        Problem::unprocessable(
            "command-id-reused",
            Text::fixed(
                "this command id was used for something else; choose a new one",
                "cet identifiant de commande a déjà servi à autre chose ; choisissez-en un nouveau",
            ),
        )
    }

    /// The question is no longer open; here is the page as it is now.
    pub fn stale(page: Page) -> Problem {
        let text = Text::fixed(
            "that question is no longer open",
            "cette question n'est plus ouverte",
        );
        Problem::new(StatusCode::CONFLICT, "stale", text).with_page(page)
    }

    /// Nothing is asked of that seat; `turn` says who is waited for.
    pub fn out_of_turn(turn: Text, page: Page) -> Problem {
        Problem::new(StatusCode::CONFLICT, "not-your-turn", turn).with_page(page)
    }

    fn with_page(mut self, page: Page) -> Problem {
        self.0.page = Some(page);
        self
    }

    /// Too many requests; the client may try again after this many seconds.
    pub fn too_many(seconds: u64) -> Problem {
        let mut problem = Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many",
            Text::new(
                format!("too many requests: try again in {seconds} s"),
                format!("trop de requêtes : réessayez dans {seconds} s"),
            ),
        );
        problem.0.retry_after = Some(seconds);
        problem
    }

    /// All connections, or all room for answers, are in use; the client may try again after this many seconds.
    pub fn full(seconds: u64) -> Problem {
        let mut problem = Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "full",
            Text::new(
                format!("the server is full: try again in {seconds} s"),
                format!("le serveur est plein : réessayez dans {seconds} s"),
            ),
        );
        problem.0.retry_after = Some(seconds);
        problem
    }

    pub fn internal() -> Problem {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            Text::fixed(
                "the server could not do this; its log says why",
                "le serveur n'y est pas parvenu ; son journal dit pourquoi",
            ),
        )
    }

    pub fn unavailable() -> Problem {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            UNAVAILABLE,
            Text::fixed(
                "the server cannot do this right now; send the same request again in a moment",
                "le serveur ne peut pas le faire pour l'instant ; renvoyez la même requête dans un moment",
            ),
        )
    }

    /// The server is busy drawing for others; a temporary problem.
    pub fn drawing() -> Problem {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy-drawing",
            Text::fixed(
                "the server is busy drawing other pictures: try again in a moment",
                "le serveur dessine déjà d'autres images : réessayez dans un instant",
            ),
        )
    }

    /// The store failed or cannot be reached; a temporary problem.
    pub fn away() -> Problem {
        let mut problem = Problem::unavailable();
        problem.0.retry_after = Some(AWAY_WAIT);
        problem
    }

    /// Whether it passes when the store is back.
    pub fn is_away(&self) -> bool {
        self.code() == UNAVAILABLE
    }

    /// The programs have too much to do.
    pub fn busy() -> Problem {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            Text::fixed(
                "the programs are busy; try again in a moment",
                "les programmes sont occupés ; réessayez dans un instant",
            ),
        )
    }

    /// The health of the whole server, for monitoring.
    pub fn unwritable() -> Problem {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unwritable",
            Text::fixed(
                "the server cannot write to its store and acknowledges nothing new; its log says why",
                "le serveur ne peut pas écrire dans sa base de données et n'enregistre plus rien ; son journal dit pourquoi",
            ),
        )
    }

    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    pub fn code(&self) -> &'static str {
        self.0.code
    }

    pub fn text(&self) -> &Text {
        &self.0.text
    }

    /// The body, in one language.
    pub fn body(&self, lang: Lang) -> Vec<u8> {
        let content = &self.0;
        let told = Told {
            kind: format!("/problems/{}", content.code),
            title: content.text.of(lang),
            status: content.status.as_u16(),
            code: content.code,
            refusals: content.refusals.as_ref().map(|all| all.told(lang)),
            page: content.page.as_ref(),
            retry_after: content.retry_after,
        };
        serde_json::to_vec(&told).unwrap_or_default()
    }

    pub fn response(&self, lang: Lang) -> Response {
        let mut response = respond(self.status(), self.body(lang));
        if let Some(seconds) = self.0.retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A body that is a problem's.
pub fn respond(status: StatusCode, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/problem+json"),
    );
    response
}

/// The body is written by `middleware::write_problems`, which knows the reader's language.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Refusals> for Problem {
    fn from(refusals: Refusals) -> Problem {
        let mut problem = Problem::unprocessable(
            "refused",
            Text::new(refusals.line(Lang::En), refusals.line(Lang::Fr)),
        );
        problem.0.refusals = Some(refusals);
        problem
    }
}

impl From<ReplayError> for Problem {
    fn from(error: ReplayError) -> Problem {
        Problem::unprocessable("unreadable", error.text)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            // Everybody who asks meets it; the node says so once.
            StoreError::Unreachable(_) | StoreError::Contended => {
                tracing::debug!(%error, "the store");
            }
            _ => tracing::error!(%error, "the store"),
        }
        Problem::away()
    }
}

impl From<AddError> for Problem {
    fn from(error: AddError) -> Problem {
        match error {
            AddError::Storage(error) => error.into(),
            AddError::Taken | AddError::NoSuch(_) => {
                tracing::error!(%error, "the store");
                Problem::away()
            }
        }
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Problem {
        match refused {
            Refused::NoSuchMatch => Problem::no_such_match(),
            Refused::Reused => Problem::reused(),
            Refused::Repeated { .. }
            | Refused::Conflict { .. }
            | Refused::TakenOver
            | Refused::NoSuchPlayer => {
                tracing::error!(%refused, "the store");
                Problem::unavailable()
            }
            Refused::Storage(error) => error.into(),
        }
    }
}
