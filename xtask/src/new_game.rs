//! Creates a new game: a folder with every file a game has, and a line in each of the three lists.
//!
//! The folder is a copy of `templates/game`, a small, complete game that is compiled, played and tested
//! against the laws by `tests/template.rs`; only its name is replaced.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use crate::{Trouble, command, command::cargo, test::Tally, tidy, tree::Tree};

pub(crate) const HELP: &str = "\
Creates a new game in crates/games/src/NAME.

Usage: cargo xtask new-game NAME

NAME is what people type: lower-case letters and digits, as in `jungle`. The folder gets a small,
complete game with every file that a game has; it can be played at once, and you replace it file by
file. The game is added to crates/games, to the catalogue and to the laws. Its own tests and the laws
run with the next `cargo xtask test`; the tests of the template always run there.

Example:
  cargo xtask new-game skirmish
";

macro_rules! template {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../templates/game/", $name)))),*]
    };
}

/// The files of the template.
const TEMPLATE: &[(&str, &str)] = template! {
    "mod.rs" "state.rs" "play.rs" "actions.rs" "rules.rs" "refusal.rs" "setup.rs" "notation.rs"
    "position.rs" "narrate.rs" "words.rs" "scene.rs" "lenses.rs" "evaluate.rs" "tests.rs" "rules.md"
    "rules.fr.md" "perft.txt" "play.golden"
};

/// What the template calls itself.
const MODULE: &str = "towpath";
const TYPE: &str = "Towpath";

const GAMES: &str = "crates/games/src";
const LIBRARY: &str = "crates/games/src/lib.rs";
const CATALOGUE: &str = "crates/catalog/src/lib.rs";
const LAWS: &str = "crates/laws/tests/games.rs";
/// The line of the catalogue above which games are added.
const MARKER: &str = "// (new games go above this line)";

/// A game's name as commands and modules have it, and as a type.
struct Name {
    module: String,
    type_name: String,
}

/// Puts a game into the text of a list.
type Edit = fn(&str, &Name) -> Result<String, String>;

pub(crate) fn run(tree: &Tree, name: &str) -> Result<(), Trouble> {
    create(tree, name)?;
    format(tree, name)?;
    println!(
        "\
{name} lies in {GAMES}/{name}, and can be played:
  cargo run --release -- play {name}

What to do next, as ARCHITECTURE.md says (Add a game):
  1. done
  2. write the rules, numbered, in rules.md and rules.fr.md
  3. state.rs, setup.rs, mod.rs, actions.rs and play.rs: what changes, the options, the game itself, which
     actions there are and what they do; rules.rs and refusal.rs: one demand and one refusal per paragraph
  4. notation.rs, position.rs, narrate.rs, words.rs, scene.rs, lenses.rs, evaluate.rs: how it is written,
     told, drawn, mapped and judged
  5. tests.rs: one case per numbered rule; perft.txt: counts that you know from elsewhere;
     cargo xtask bless, and look at play.golden
  6. agents and levels in crates/catalog/src/{name}.rs, a line in the README and one in the changelog;
     cargo xtask test"
    );
    Ok(())
}

/// Writes the folder and the three lists; nothing is written if anything is wrong.
fn create(tree: &Tree, name: &str) -> Result<(), String> {
    let name = Name::new(name)?;
    let module = &name.module;
    let folder = tree.path(GAMES).join(module);
    let is_taken = fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_taken || folder.is_file() {
        return Err(format!("{GAMES}/{module} is there already"));
    }
    let edits: [(&str, Edit); 3] = [
        (LIBRARY, with_module),
        (CATALOGUE, with_entry),
        (LAWS, with_laws),
    ];
    let mut lists = Vec::new();
    for (file, edit) in edits {
        let text = edit(&tree.read(file)?, &name).map_err(|error| format!("{file}: {error}"))?;
        lists.push((tree.path(file), text));
    }

    let wrong = |path: &Path, error| format!("cannot write {}: {error}", path.display());
    fs::create_dir_all(&folder).map_err(|error| wrong(&folder, error))?;
    let files = TEMPLATE
        .iter()
        .map(|(file, text)| (folder.join(file), name.put_into(text)));
    for (path, text) in files.chain(lists) {
        fs::write(&path, text).map_err(|error| wrong(&path, error))?;
    }
    Ok(())
}

/// The order of imports depends on the game's name.
fn format(tree: &Tree, name: &str) -> Result<(), String> {
    let game = tree.path(GAMES).join(name).join("mod.rs");
    command::run(
        Command::new("rustfmt")
            .args(["--edition", "2024"])
            .arg(game),
    )
}

impl Name {
    fn new(module: &str) -> Result<Name, String> {
        let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let begins = module.starts_with(|c: char| c.is_ascii_lowercase());
        if !begins || !module.chars().all(letters) || !(2..=24).contains(&module.len()) {
            return Err(format!(
                "`{module}` cannot be a game's name: 2 to 24 lower-case letters and digits, a letter first"
            ));
        }
        let (first, rest) = module.split_at(1);
        let type_name = first.to_ascii_uppercase() + rest;
        // A game called `state` would have two types `State`, one called `match` could be no module.
        if module != MODULE && (is_used(module) || is_used(&type_name) || is_keyword(module)) {
            return Err(format!(
                "`{module}` means something else in a game's files already"
            ));
        }
        Ok(Name {
            module: module.to_owned(),
            type_name,
        })
    }

    fn put_into(&self, text: &str) -> String {
        text.replace(MODULE, &self.module)
            .replace(TYPE, &self.type_name)
    }
}

/// Whether the template's code has this word.
fn is_used(word: &str) -> bool {
    let code = TEMPLATE.iter().filter(|(name, _)| name.ends_with(".rs"));
    code.flat_map(|(_, text)| text.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .any(|used| used == word)
}

fn is_keyword(word: &str) -> bool {
    let keywords = "abstract as async await become box break const continue crate do dyn else enum \
        extern false final fn for gen if impl in let loop macro match mod move mut override priv \
        pub ref return self static struct super trait true try type typeof union unsafe unsized \
        use virtual where while yield std core alloc test";
    keywords.split_whitespace().any(|keyword| keyword == word)
}

/// `pub mod NAME;` at its place among the others.
fn with_module(text: &str, name: &Name) -> Result<String, String> {
    let line = format!("pub mod {};", name.module);
    insert_sorted(text, "pub mod ", &line).ok_or_else(|| "there is no `pub mod` line".to_owned())
}

/// The catalogue with the game in it.
fn with_entry(text: &str, name: &Name) -> Result<String, String> {
    let Name { module, type_name } = name;
    let import = format!("use vauban_games::{module}::{type_name};");
    // Where games are imported one a line, so is this one; else it is named in full.
    let (text, game) = match insert_sorted(text, "use vauban_games::", &import) {
        Some(text) => (text, type_name.clone()),
        None => (
            text.to_owned(),
            format!("vauban_games::{module}::{type_name}"),
        ),
    };
    let place = text
        .find(MARKER)
        .and_then(|at| text[..at].rfind('\n'))
        .ok_or_else(|| format!("there is no line `{MARKER}`"))?;
    let entry = format!("    &entry::<{game}>(),");
    Ok(format!("{}\n{entry}{}", &text[..place], &text[place..]))
}

/// The list of games that must keep the laws, with the game in it.
fn with_laws(text: &str, name: &Name) -> Result<String, String> {
    let Name { module, type_name } = name;
    let open = "\ngames! {\n";
    let end = text
        .find(open)
        .and_then(|at| Some(at + open.len() - 1 + text[at + open.len() - 1..].find("\n}")?))
        .ok_or("there is no list `games! { … }`")?;
    let line = format!(
        "    {module}: vauban_games::{module}::{type_name}, \"../games/src/{module}\", 40 seeds;"
    );
    Ok(format!("{}\n{line}{}", &text[..end], &text[end..]))
}

/// `line` put before the first line that begins with `prefix` and is greater, or after the last such line.
fn insert_sorted(text: &str, prefix: &str, line: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let is_one = |other: &&str| other.starts_with(prefix) && other.ends_with(';');
    let last = lines.iter().rposition(is_one)?;
    let place = lines
        .iter()
        .position(|other| is_one(other) && *other > line)
        .unwrap_or(last + 1);
    lines.insert(place, line);
    Some(lines.join("\n") + "\n")
}

/// What the part of the test command calls its game.
const TRIAL: &str = "skirmish";

/// Begins a game in a copy of the tree, and sees that the copy is tidy, formatted and compiles. That the
/// game itself keeps the laws is seen by `tests/template.rs`.
pub(crate) fn part(tree: &Tree) -> Tally {
    match trial(tree) {
        Ok(tally) => tally,
        Err(error) => Tally::of(Err(error)),
    }
}

fn trial(tree: &Tree) -> Result<Tally, String> {
    let built = command::built()?;
    let place = built
        .parent()
        .ok_or("there is no target folder")?
        .join("new-game");
    // A place of its own for what is built: the copy has the same packages in another folder.
    let (copy, target) = (Tree::at(place.join("tree")), place.join("target"));
    make_copy(tree, &copy)?;
    create(&copy, TRIAL)?;
    format(&copy, TRIAL)?;

    let mut tally = tidy::part(&copy);
    // The quickest profile: nothing of this is run, and nothing of it is shared with the other parts. The
    // terminal is there because this is the one build without any feature.
    let check = [
        "check",
        "--quiet",
        "-p",
        "vauban-catalog",
        "-p",
        "vauban-terminal",
        "--profile",
        "dev",
    ];
    for args in [&["fmt", "--all", "--check"][..], &check] {
        let result = command::run(cargo(&copy, args).env("CARGO_TARGET_DIR", &target));
        tally.passed += usize::from(result.is_ok());
        tally.failed += usize::from(result.is_err());
        tally.error = tally.error.or(result.err());
    }
    Ok(tally)
}

/// Makes `copy` equal to `tree`. Files that are equal already are left alone, so that the next build
/// is a short one.
fn make_copy(tree: &Tree, copy: &Tree) -> Result<(), String> {
    let wrong = |name: &str, error| format!("cannot copy {name}: {error}");
    fs::create_dir_all(copy.root()).map_err(|error| wrong("the tree", error))?;
    let files: BTreeSet<String> = tree.files()?.into_iter().collect();
    for extra in copy.files()?.iter().filter(|name| !files.contains(*name)) {
        fs::remove_file(copy.path(extra)).map_err(|error| wrong(extra, error))?;
    }
    for name in &files {
        let bytes = fs::read(tree.path(name)).map_err(|error| wrong(name, error))?;
        let path = copy.path(name);
        if fs::read(&path).is_ok_and(|old| old == bytes) {
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| wrong(name, error))?;
        }
        fs::write(&path, bytes).map_err(|error| wrong(name, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    const TREE: &[(&str, &str)] = &[
        (LIBRARY, "//! Games.\n\npub mod jungle;\npub mod risk;\n"),
        (
            CATALOGUE,
            "use vauban_game::Text;\nuse vauban_games::jungle::Jungle;\nuse vauban_table::Entry;\n\nShelf(&[\n    &entry::<Jungle>(),\n    // (new games go above this line)\n]);\n",
        ),
        (
            LAWS,
            "macro_rules! games {\n}\n\ngames! {\n    a: A, \"a\", 40 seeds;\n}\n",
        ),
    ];

    #[test]
    fn a_new_game_gets_a_folder_and_a_line_in_each_list() {
        let scratch = Scratch::with(TREE);
        let tree = scratch.tree();
        create(&tree, "nimble").unwrap();
        for (file, _) in TEMPLATE {
            let text = tree.read(format!("{GAMES}/nimble/{file}")).unwrap();
            assert!(!text.contains(MODULE) && !text.contains(TYPE), "{file}");
        }
        let game = tree.read(format!("{GAMES}/nimble/mod.rs")).unwrap();
        assert!(game.contains("impl Game for Nimble {"));
        let setup = tree.read(format!("{GAMES}/nimble/setup.rs")).unwrap();
        assert!(setup.contains("name: \"nimble\","));
        assert_eq!(
            tree.read(LIBRARY).unwrap(),
            "//! Games.\n\npub mod jungle;\npub mod nimble;\npub mod risk;\n"
        );
        assert_eq!(
            tree.read(CATALOGUE).unwrap(),
            "use vauban_game::Text;\nuse vauban_games::jungle::Jungle;\nuse vauban_games::nimble::Nimble;\nuse vauban_table::Entry;\n\nShelf(&[\n    &entry::<Jungle>(),\n    &entry::<Nimble>(),\n    // (new games go above this line)\n]);\n"
        );
        assert!(tree.read(LAWS).unwrap().ends_with(
            "    a: A, \"a\", 40 seeds;\n    nimble: vauban_games::nimble::Nimble, \"../games/src/nimble\", 40 seeds;\n}\n"
        ));
        let error = create(&tree, "nimble").unwrap_err();
        assert!(error.contains("is there already"), "{error}");
    }

    #[test]
    fn a_game_named_in_full_needs_no_import() {
        let name = Name::new("nimble").unwrap();
        let text = with_entry(
            "use vauban_games::{\n    jungle::Jungle,\n};\n    // (new games go above this line)\n",
            &name,
        );
        assert!(
            text.unwrap()
                .contains("    &entry::<vauban_games::nimble::Nimble>(),")
        );
    }

    #[test]
    fn names_that_cannot_be_are_refused_and_nothing_is_written() {
        let scratch = Scratch::with(TREE);
        let tree = scratch.tree();
        let before = tree.files().unwrap();
        for name in [
            "", "x", "Nim", "9lives", "a-b", "../up", "match", "state", "text", "dice", "é",
        ] {
            assert!(create(&tree, name).is_err(), "{name}");
        }
        assert_eq!(tree.files().unwrap(), before);
    }

    #[test]
    fn a_list_that_is_not_as_expected_stops_everything() {
        for (file, text) in [
            (LIBRARY, "// nothing\n"),
            (CATALOGUE, "[]\n"),
            (LAWS, "none\n"),
        ] {
            let scratch = Scratch::with(TREE);
            scratch.write(file, text);
            let error = create(&scratch.tree(), "nimble").unwrap_err();
            assert!(error.starts_with(file), "{error}");
            assert!(!scratch.path().join(GAMES).join("nimble").exists());
        }
    }

    #[test]
    fn the_template_has_every_file_that_a_game_has() {
        let names: Vec<&str> = TEMPLATE.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, tidy::REQUIRED);
    }

    #[test]
    fn a_copy_follows_its_tree_and_leaves_equal_files_alone() {
        let (tree, copy) = (
            Scratch::with(&[("a", "1"), ("b/c", "2")]),
            Scratch::with(&[("old", "x")]),
        );
        let age = || {
            fs::metadata(copy.path().join("a"))
                .unwrap()
                .modified()
                .unwrap()
        };
        make_copy(&tree.tree(), &copy.tree()).unwrap();
        assert_eq!(copy.tree().files().unwrap(), ["a", "b/c"]);
        let first = age();
        tree.write("b/c", "3");
        make_copy(&tree.tree(), &copy.tree()).unwrap();
        assert_eq!(
            (copy.tree().read("b/c").unwrap().as_str(), age()),
            ("3", first)
        );
    }
}
