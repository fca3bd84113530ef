//! Builds anew when a file of the page comes or goes.

fn main() {
    for name in [
        "css",
        "icons",
        "index.html",
        "js",
        "manifest.webmanifest",
        "worker.js",
    ] {
        println!("cargo:rerun-if-changed=../../web/{name}");
    }
}
