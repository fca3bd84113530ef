//! Pictures that the server draws: the starting position of a game, and links as QR codes.

use std::{collections::BTreeMap, fmt::Write as _, sync::Arc};

use axum::{
    extract::{Path, State},
    http::{HeaderMap, Uri, header},
    response::{IntoResponse, Response},
};
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Deserialize;
use utoipa::ToSchema;
use vauban_game::{Text, Viewer};
use vauban_scene::{Theme, svg_image};
use vauban_table::Opening;

use crate::{
    Problem,
    extract::{Body, Language, Params},
    registry::Registry,
};

use super::games::{find, seats};

/// The longest link that is drawn.
const LONGEST_LINK: usize = 512;

/// Empty squares around the code, as its standard asks for.
const MARGIN: i32 = 4;

/// Draws the starting position of a game.
///
/// Every other parameter of the query is an option of the game.
#[utoipa::path(get, path = "/games/{game}/picture.svg", tag = "games",
    params(("game" = String, Path, example = "a-game"),
        ("theme" = Option<String>, Query, description = "`light` or `dark`"),
        ("seats" = Option<u8>, Query, description = "how many seats, if not as many as usual")),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404), (status = 422)))]
pub async fn opening(
    State(registry): State<Arc<Registry>>,
    Language(lang): Language,
    Path(game): Path<String>,
    Params(mut settings): Params<BTreeMap<String, String>>,
) -> Result<Response, Problem> {
    let theme = match settings.remove("theme").as_deref() {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
    };
    settings.remove("lang");
    let seats = seats(&mut settings)?;
    let game = find(&registry, &game)?;
    let picture = registry
        .question(move || {
            let table = game.open(Opening {
                settings,
                seats,
                ..Opening::seeded(0)
            })?;
            let page = table.page(Viewer::Spectator, lang, 0);
            let scene = table.backdrop(lang).scene.with_layers(page.layers);
            Ok::<String, Problem>(svg_image(&scene, theme))
        })
        .await??;
    Ok(drawn(picture, "public, max-age=300"))
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"text": "https://vauban.example/match/5f0c"}))]
pub struct LinkBody {
    /// A whole address of this server.
    text: String,
}

/// Draws a link to this server as a QR code.
///
/// It is a POST, because a link may hold a secret, and servers write the addresses that they are asked for into their logs.
#[utoipa::path(post, path = "/qr", tag = "games", request_body = LinkBody,
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 422)))]
pub async fn qr(headers: HeaderMap, Body(link): Body<LinkBody>) -> Result<Response, Problem> {
    if !leads_here(&link.text, &headers) {
        return Err(Problem::unprocessable(
            "foreign-link",
            Text::fixed(
                "only links to this server can be drawn as QR codes",
                "seuls les liens vers ce serveur peuvent être dessinés en QR code",
            ),
        ));
    }
    let code = QrCode::encode_text(&link.text, QrCodeEcc::Medium).map_err(|_| {
        Problem::bad_request(Text::fixed("the link is too long", "le lien est trop long"))
    })?;
    // The link may hold the key of a private match: nobody keeps it.
    Ok(drawn(qr_svg(&code), "no-store"))
}

fn leads_here(text: &str, headers: &HeaderMap) -> bool {
    let link = text
        .parse::<Uri>()
        .ok()
        .filter(|_| text.len() <= LONGEST_LINK);
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let (Some(link), Some(host)) = (link, host) else {
        return false;
    };
    let web = matches!(link.scheme_str(), Some("http" | "https"));
    web && link
        .authority()
        .is_some_and(|authority| authority.as_str().eq_ignore_ascii_case(host))
}

/// Dark squares on white, in any theme: cameras want it so.
fn qr_svg(code: &QrCode) -> String {
    let size = code.size() + 2 * MARGIN;
    let mut squares = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size())
                .take_while(|&x| code.get_module(x, y))
                .count() as i32;
            if run > 0 {
                let _ = write!(squares, "M{} {}h{run}v1h-{run}z", x + MARGIN, y + MARGIN);
            }
            x += run.max(1);
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/>\
         <path fill=\"#12151a\" d=\"{squares}\"/></svg>\n"
    )
}

pub(super) fn drawn(picture: String, keep: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, keep),
        (header::VARY, "accept-language"),
    ];
    (headers, picture).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_links_to_this_host_are_drawn() {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "localhost:8470".parse().unwrap());
        assert!(leads_here("http://localhost:8470/match/a?key=b", &headers));
        assert!(leads_here("https://LOCALHOST:8470/", &headers));
        for foreign in [
            "http://localhost/match/a",
            "http://elsewhere:8470/",
            "http://localhost:8470@elsewhere/",
            "javascript:alert(1)",
            "/match/a",
            "",
            &format!("http://localhost:8470/{}", "x".repeat(LONGEST_LINK)),
        ] {
            assert!(!leads_here(foreign, &headers), "{foreign}");
        }
        assert!(!leads_here("http://localhost:8470/", &HeaderMap::new()));
    }

    #[test]
    fn every_dark_square_of_the_code_is_drawn_once() {
        let code = QrCode::encode_text("http://localhost:8470/", QrCodeEcc::Medium).unwrap();
        let dark = (0..code.size())
            .flat_map(|y| (0..code.size()).map(move |x| (x, y)))
            .filter(|&(x, y)| code.get_module(x, y))
            .count();
        let drawn: usize = qr_svg(&code)
            .split('h')
            .filter_map(|part| part.split_once("v1")?.0.parse::<usize>().ok())
            .sum();
        assert_eq!(drawn, dark);
    }
}
