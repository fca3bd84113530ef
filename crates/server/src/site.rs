//! The files of `web/`, embedded in the program, ready to be sent: typed, hashed and compressed.
//!
//! Everything under one version may be kept for ever: the index names its files by an address that
//! holds the hash of them all, and modules name each other relative to themselves.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
    sync::OnceLock,
};

use data_encoding::HEXLOWER;
use rust_embed::Embed;
use sha2::{Digest, Sha256};
use vauban_scene::{Paints, Theme};
use vauban_table::Shelf;

use crate::coding::{Coding, Effort};

/// Where the index finds what it names, before the version.
pub const VERSIONED: &str = "/assets";

/// The page that every address of the site answers with.
pub const INDEX: &str = "index.html";

const WORKER: &str = "worker.js";
const PAINTS: &str = "css/paints.css";

/// The pages that say something without a server.
const OFFLINE: [&str; 7] = [
    "home", "import", "lobby", "mine", "missing", "offline", "rules",
];

#[derive(Embed)]
#[folder = "../../web"]
#[include = "index.html"]
#[include = "worker.js"]
#[include = "manifest.webmanifest"]
#[include = "css/*"]
#[include = "icons/*"]
#[include = "js/*"]
struct Files;

/// All files, as they are sent.
#[derive(Debug)]
pub struct Site {
    files: BTreeMap<String, File>,
    version: String,
}

/// One file.
#[derive(Debug)]
pub struct File {
    pub kind: &'static str,
    pub bytes: Cow<'static, [u8]>,
    pub etag: String,
    effort: Effort,
    /// By coding, in the order of [`Coding::ALL`].
    packed: [OnceLock<Option<Vec<u8>>>; 2],
}

impl Site {
    /// What is embedded in this program, with the paints of these games.
    pub fn new(shelf: Shelf) -> Site {
        let mut files: BTreeMap<String, Cow<'static, [u8]>> = Files::iter()
            .filter_map(|name| Some((name.to_string(), Files::get(&name)?.data)))
            .map(|(name, bytes)| {
                let bytes = bare(&name, bytes);
                (name, bytes)
            })
            .collect();
        files.insert(PAINTS.into(), paints(shelf).into_bytes().into());
        let mut whole = Sha256::new();
        for (name, bytes) in &files {
            whole.update(name.as_bytes());
            whole.update((bytes.len() as u64).to_be_bytes());
            whole.update(bytes);
        }
        let version = half(&whole.finalize());
        if let Some(index) = files.get_mut(INDEX) {
            *index = Cow::Owned(stamped(&String::from_utf8_lossy(index), &version).into());
        }
        let names: Vec<String> = shell(&files)
            .iter()
            .map(|name| format!("\"{VERSIONED}/{version}/{name}\""))
            .collect();
        if let Some(worker) = files.get_mut(WORKER) {
            let text = String::from_utf8_lossy(worker)
                .replace(
                    "const VERSION = \"live\";",
                    &format!("const VERSION = \"{version}\";"),
                )
                .replace(
                    "const FILES = [];",
                    &format!("const FILES = [{}];", names.join(", ")),
                );
            *worker = Cow::Owned(text.into());
        }
        let files = files
            .into_iter()
            .map(|(name, bytes)| {
                let file = File::new(&name, bytes);
                (name, file)
            })
            .collect();
        Site { files, version }
    }

    pub fn version(&self) -> &str {
        &self.version
    }

    pub fn file(&self, name: &str) -> Option<&File> {
        self.files.get(name)
    }

    /// What it weighs on the wire, all of it.
    #[cfg(test)]
    fn weight(&self) -> usize {
        let sent = |file: &File| {
            let packed = file.packed(Coding::Brotli);
            packed.map_or(file.bytes.len(), <[u8]>::len)
        };
        self.files.values().map(sent).sum()
    }
}

impl File {
    fn new(name: &str, bytes: Cow<'static, [u8]>) -> File {
        File {
            kind: kind(name),
            etag: format!("\"{}\"", half(&Sha256::digest(&bytes))),
            bytes,
            effort: Effort::Once,
            packed: Default::default(),
        }
    }

    /// A file of a folder that somebody is working on; nothing if it is not there, or not in there.
    pub fn of_folder(folder: &Path, name: &str, shelf: Shelf) -> Option<File> {
        let path = Path::new(name);
        let inside = path
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        let bytes = match (inside, name) {
            (false, _) => None,
            (true, PAINTS) => Some(paints(shelf).into_bytes()),
            (true, _) => std::fs::read(folder.join(path)).ok(),
        };
        let file = File::new(name, bytes?.into());
        // It may be another one the next time.
        let effort = Effort::Each;
        Some(File { effort, ..file })
    }

    /// Compressed, if that makes it smaller. Done once, when somebody first asks for it.
    pub fn packed(&self, coding: Coding) -> Option<&[u8]> {
        self.packed[coding as usize]
            .get_or_init(|| coding.pack(&self.bytes, self.effort))
            .as_deref()
    }
}

/// Where a folder that is worked on lies, if the server was told one.
#[derive(Clone, Debug)]
pub struct Folder(pub PathBuf);

/// What the index names by its version.
#[cfg(test)]
fn is_versioned(name: &str) -> bool {
    ["css/", "icons/", "js/"]
        .iter()
        .any(|folder| name.starts_with(folder))
}

/// What the worker keeps from the first visit on: the pages that make sense without a server, and all that they are made
/// of. What else is read is kept when it is read.
fn shell(files: &BTreeMap<String, Cow<'static, [u8]>>) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = [PAINTS, "css/base.css", "css/shell.css", "icons/fort.svg"]
        .map(str::to_owned)
        .into();
    let mut open = vec!["js/main.js".to_owned(), "js/theme.js".to_owned()];
    open.extend(OFFLINE.iter().map(|page| format!("js/pages/{page}.js")));
    while let Some(name) = open.pop() {
        if let Some(bytes) = files.get(&name).filter(|_| !found.contains(&name)) {
            open.extend(imports(&name, &String::from_utf8_lossy(bytes)));
            found.insert(name);
        }
    }
    found
}

/// The modules that a module needs before it runs, by their names.
fn imports(name: &str, text: &str) -> Vec<String> {
    let relative = |rest: &str| rest.split('"').next().map(str::to_owned);
    text.split(" from \"")
        .skip(1)
        .chain(text.split("\nimport \"").skip(1))
        .filter_map(relative)
        .filter(|path| path.starts_with('.'))
        .map(|path| {
            let mut parts: Vec<&str> = name.split('/').collect();
            parts.pop();
            for part in path.split('/') {
                match part {
                    "." => {}
                    ".." => drop(parts.pop()),
                    _ => parts.push(part),
                }
            }
            parts.join("/")
        })
        .collect()
}

/// The index with every file named by the version.
fn stamped(index: &str, version: &str) -> String {
    let mut text = index.to_owned();
    for folder in ["css", "icons", "js"] {
        text = text.replace(
            &format!("=\"/{folder}/"),
            &format!("=\"{VERSIONED}/{version}/{folder}/"),
        );
    }
    text
}

/// The paints of all games as custom properties of the page.
fn paints(shelf: Shelf) -> String {
    let games: Vec<Paints> = shelf.games().map(|game| game.paints()).collect();
    let mut css = String::from("/* Written by the server from the paints of all games. */\n");
    let rule = |selector: &str, light: String, dark: String| {
        format!("{selector} {{\n{}}}\n", light_or_dark(&light, &dark))
    };
    css += &rule(":root", Theme::Light.css(&games), Theme::Dark.css(&games));
    let mut own: Vec<_> = games.iter().filter_map(|paints| paints.seats).collect();
    own.dedup();
    for seats in own {
        let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| theme.css_of_seats(seats));
        css += &rule(&format!(".seats-{}", seats.name), light, dark);
    }
    css
}

/// The lines of two themes as one: each property has the colour of the screen.
fn light_or_dark(light: &str, dark: &str) -> String {
    let mut css = String::new();
    for (light, dark) in light.lines().zip(dark.lines()) {
        let (Some((name, light)), Some((_, dark))) = (light.split_once(':'), dark.split_once(':'))
        else {
            continue;
        };
        let (light, dark) = (light.trim_end_matches(';'), dark.trim_end_matches(';'));
        css.push_str(&match light == dark {
            true => format!("{name}:{light};\n"),
            false => format!("{name}:light-dark({light},{dark});\n"),
        });
    }
    css
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// A script or a style sheet without indentation, comments that have lines of their own, and types: whoever reads them has the
/// source. No text of ours goes over several lines.
fn bare(name: &str, bytes: Cow<'static, [u8]>) -> Cow<'static, [u8]> {
    if !name.ends_with(".js") && !name.ends_with(".css") {
        return bytes;
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut kept = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.lines() {
        let words = line.trim();
        let closes = words.find("*/");
        if inside {
            inside = closes.is_none();
            continue;
        }
        let opens = words.starts_with("/*");
        inside = opens && closes.is_none();
        let is_comment = opens && closes.is_none_or(|at| at + 2 == words.len());
        if !is_comment && !words.starts_with("//") && !words.is_empty() {
            kept.push_str(without_types(line).trim_start());
            kept.push('\n');
        }
    }
    kept.into_bytes().into()
}

/// A line without what it says of types.
fn without_types(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("/** @type") {
        let Some((_, behind)) = after.split_once("*/") else {
            break;
        };
        kept.push_str(before);
        rest = behind.strip_prefix(' ').unwrap_or(behind);
    }
    kept + rest
}

/// The first half of a hash is enough to tell files apart.
fn half(hash: &[u8]) -> String {
    HEXLOWER.encode(&hash[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shelf without a game.
    const NOTHING: Shelf = Shelf(&[]);

    /// With what is loaded only when somebody wants it: plans, lessons, sharing.
    #[test]
    fn the_whole_page_weighs_less_than_180_kilobytes_compressed() {
        let weight = Site::new(NOTHING).weight();
        assert!(weight < 180_000, "{weight} bytes");
        println!("the page: {weight} bytes compressed");
    }

    #[test]
    fn only_comments_and_types_stay_behind() {
        let text = "/** A\n * b */\nlet a = 1; // c\n  // d\n\n/** @type {X} */ (a).b(/** @type {Y} */ (d));\n/* e */\nc();\n";
        let kept = bare("a.js", Cow::Borrowed(text.as_bytes()));
        let kept = String::from_utf8_lossy(&kept);
        assert_eq!(kept, "let a = 1; // c\n(a).b((d));\nc();\n");
        let style = bare("a.css", Cow::Borrowed(b"a {\n  b: c;\n}\n"));
        assert_eq!(style, b"a {\nb: c;\n}\n".as_slice());
        assert_eq!(bare("a.svg", Cow::Borrowed(b"// a")), b"// a".as_slice());
    }

    #[test]
    fn the_index_names_every_file_by_the_version_and_each_is_there() {
        let site = Site::new(NOTHING);
        let index = String::from_utf8_lossy(&site.file(INDEX).unwrap().bytes).into_owned();
        let prefix = format!("\"{VERSIONED}/{}/", site.version());
        let named: Vec<&str> = index
            .split(&prefix)
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert!(named.contains(&"js/main.js"), "{index}");
        for name in named {
            assert!(site.file(name).is_some(), "{name}");
        }
        assert!(!index.contains("\"/js/"), "{index}");
    }

    #[test]
    fn the_worker_knows_the_version_and_the_files() {
        let site = Site::new(NOTHING);
        let worker = String::from_utf8_lossy(&site.file(WORKER).unwrap().bytes).into_owned();
        assert!(worker.contains(&format!("const VERSION = \"{}\";", site.version())));
        let kept = |name: &str| worker.contains(&format!("/{}/{name}\"", site.version()));
        for page in OFFLINE {
            assert!(kept(&format!("js/pages/{page}.js")), "{page}");
        }
        assert!(kept("js/main.js") && kept("js/dom.js") && kept("css/base.css"));
        // Matches are played on the server.
        assert!(!kept("js/pages/match.js") && !kept("js/board.js"));
    }

    #[test]
    fn nothing_but_the_page_is_embedded() {
        for name in Site::new(NOTHING).files.keys() {
            let known = is_versioned(name)
                || [INDEX, WORKER, "manifest.webmanifest"].contains(&name.as_str());
            assert!(known, "{name}");
        }
    }

    #[test]
    fn a_folder_gives_nothing_from_outside_of_it() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        assert!(File::of_folder(&folder, "js/main.js", NOTHING).is_some());
        for name in [
            "../Cargo.toml",
            "/etc/passwd",
            "js/../../Cargo.toml",
            "",
            "js",
        ] {
            assert!(File::of_folder(&folder, name, NOTHING).is_none(), "{name}");
        }
    }

    #[test]
    fn both_themes_are_in_one_sheet() {
        let css = paints(NOTHING);
        assert!(
            css.contains("--seat-1:light-dark(#1f77be,#3384d8);"),
            "{css}"
        );
    }
}
