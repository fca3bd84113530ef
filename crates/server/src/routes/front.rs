//! What a browser finds at `/` until the page is there.

use std::sync::Arc;

use axum::{
    Router,
    http::header,
    response::{Html, IntoResponse, Response},
    routing::get,
};
use vauban_game::Lang;

use crate::{extract::Tongue, hall::Hall};

const ENGLISH: &str = include_str!("front.en.html");
const FRENCH: &str = include_str!("front.fr.html");

pub fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/", get(front))
        .route("/style.css", get(style))
}

async fn front(Tongue(lang): Tongue) -> Html<&'static str> {
    Html(match lang {
        Lang::En => ENGLISH,
        Lang::Fr => FRENCH,
    })
}

async fn style() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/css; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=300"),
    ];
    (headers, include_str!("front.css")).into_response()
}
