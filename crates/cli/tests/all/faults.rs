//! A test of the crash oracle itself: every planted fault is caught by it. The server is this test
//! program, started again with something wrong around its store or its routes.

use std::{env, path::Path, process::Command, sync::Arc};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::Method,
    middleware::{Next, from_fn},
    response::Response,
};
use serde_json::Value;
use tokio::net::TcpListener;
use tower::ServiceExt;
use vauban_catalog::CATALOG;
use vauban_server::{Registry, router};
use vauban_store::{
    SqliteStore, Store,
    conformance::{Fault, Planted},
};

use crate::{oracle, program::server::Server};

/// So many kills find each of them; the fewer the more blatant the fault.
const KILLS: usize = 60;

const DATA: &str = "VAUBAN_FAULTY_DATA";
const FAULT: &str = "VAUBAN_FAULT";

/// Pages are shown before the commit, answers are not.
const PUBLISH_EARLY: &str = "publish-before-commit";
/// Acknowledgements carry the hash from before the action.
const OLD_HASH: &str = "acknowledge-old-hash";

/// Not a test: the server with the fault.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "it is started by the other tests of this file"]
async fn child() {
    let (Ok(data), Ok(fault)) = (env::var(DATA), env::var(FAULT)) else {
        return;
    };
    let file = Path::new(&data).join("vauban.db");
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(file).expect("a store"));
    let routes = match fault.as_str() {
        PUBLISH_EARLY => {
            let planted = Arc::new(Planted::new(store, Fault::AcknowledgeBeforeCommit));
            let routes = router(Registry::new(
                CATALOG,
                Arc::clone(&planted) as Arc<dyn Store>,
            ));
            routes.layer(from_fn(move |request: Request, next: Next| {
                let planted = Arc::clone(&planted);
                async move {
                    let is_command = request.method() == Method::POST;
                    let response = next.run(request).await;
                    if is_command {
                        planted.settled().await;
                    }
                    response
                }
            }))
        }
        OLD_HASH => {
            let routes = router(Registry::new(CATALOG, store));
            let inner = routes.clone();
            routes.layer(from_fn(move |request: Request, next: Next| {
                old_hash(inner.clone(), request, next)
            }))
        }
        fault => {
            let fault = Fault::from_name(fault).expect("a known fault");
            router(Registry::new(CATALOG, Arc::new(Planted::new(store, fault))))
        }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    println!("http://{}", listener.local_addr().expect("an address"));
    axum::serve(listener, routes).await.expect("it goes on");
}

async fn old_hash(inner: Router, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let Some(room) = path.strip_suffix("/commands") else {
        return next.run(request).await;
    };
    let mut question = Request::get(format!("{room}/page"))
        .body(Body::empty())
        .expect("a request");
    *question.headers_mut() = request.headers().clone();
    let page = inner.oneshot(question).await.expect("an answer");
    let before = json_of(page.into_body()).await["hash"].take();
    let response = next.run(request).await;
    if !response.status().is_success() {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let mut reply = json_of(body).await;
    reply["hash"] = before;
    head.headers.remove("content-length");
    Response::from_parts(head, Body::from(reply.to_string()))
}

async fn json_of(body: Body) -> Value {
    let bytes = to_bytes(body, usize::MAX).await.expect("a body");
    serde_json::from_slice(&bytes).expect("JSON")
}

async fn is_caught(fault: &'static str) {
    let start = move |folder: &Path| {
        let mut program = Command::new(env::current_exe().expect("this program"));
        program
            .args(["faults::child", "--exact", "--ignored", "--nocapture"])
            .env(DATA, folder)
            .env(FAULT, fault);
        Server::run(program)
    };
    let caught = tokio::spawn(oracle::driver::run(KILLS, start)).await;
    assert!(caught.is_err(), "{fault} was not noticed");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_acknowledgement_before_the_commit_is_caught() {
    is_caught(Fault::AcknowledgeBeforeCommit.name()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_and_command_in_two_transactions_are_caught() {
    is_caught(Fault::TwoTransactions.name()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_shown_before_the_commit_is_caught() {
    is_caught(PUBLISH_EARLY).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_command_is_caught() {
    is_caught(Fault::ForgetCommands.name()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_hash_in_an_acknowledgement_is_caught() {
    is_caught(OLD_HASH).await;
}
