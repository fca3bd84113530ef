//! The page: its types, and what people do with it, in a real browser.

use std::process::Command;

use crate::{
    command::{self, FEATURES, PROFILE, built, cargo, watch},
    needs::{self, From, Need},
    test::Tally,
    tree::Tree,
};

/// What only this part needs.
const NEEDS: &[Need] = &[
    Need {
        name: "Node.js 18 or newer",
        probe: &[
            "node",
            "-e",
            "process.exit(Number(process.versions.node.split('.')[0]) >= 18 ? 0 : 1)",
        ],
        from: From::Apt("nodejs"),
    },
    Need {
        name: "npm",
        probe: &["npm", "--version"],
        from: From::Apt("npm"),
    },
    Need {
        name: "Chromium",
        probe: &[
            "sh",
            "-c",
            "test -n \"$CHROMIUM\" || command -v chromium || command -v chromium-browser || command -v google-chrome",
        ],
        from: From::Apt("chromium"),
    },
];

/// Types first, from the real program; then the real browser.
pub(crate) fn part(tree: &Tree) -> Tally {
    match prepare(tree) {
        Ok(()) => tests(tree),
        Err(error) => Tally::of(Err(error)),
    }
}

fn prepare(tree: &Tree) -> Result<(), String> {
    needs::meet(NEEDS)?;
    // The packages are for tests only; `ci` takes exactly what the lock file says.
    command::run(&mut tool(
        tree,
        "npm",
        &["ci", "--prefer-offline", "--loglevel=error"],
    ))?;
    // The program as the tests have it: chosen so, nothing of it is built twice.
    let args = "test --workspace --no-run --test all --profile";
    let args: Vec<&str> = args.split(' ').chain([PROFILE, FEATURES]).collect();
    command::run(&mut cargo(tree, &args))?;
    // What the page expects of the server is checked against what the program says that it sends.
    let program = built()?.join("vauban");
    command::run(tool(tree, "node", &["tests/types.js"]).env("VAUBAN", program))?;
    command::run(&mut tool(
        tree,
        "node",
        &["node_modules/typescript/bin/tsc"],
    ))
}

fn tests(tree: &Tree) -> Tally {
    let mut tally = Tally::default();
    let files = match test_files(tree) {
        Ok(files) => files,
        Err(error) => return Tally::of(Err(error)),
    };
    let program = match built() {
        Ok(folder) => folder.join("vauban"),
        Err(error) => return Tally::of(Err(error)),
    };
    let mut command = tool(
        tree,
        "node",
        &["--test", "--test-concurrency=2", "--test-reporter=tap"],
    );
    command.args(files).env("VAUBAN", program);
    match watch(&mut command, |line| count(&mut tally, line)) {
        Ok(true) => (),
        Ok(false) if tally.failed > 0 => (),
        Ok(false) => {
            tally.failed += 1;
            tally.error = Some(format!("`{}` failed", command::shown(&command)));
        }
        Err(error) => {
            tally.failed += 1;
            tally.error = Some(error);
        }
    }
    tally
}

/// A program in the page's folder.
fn tool(tree: &Tree, program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(tree.path("web"))
        .args(args)
        .envs(tree.variables());
    command
}

fn test_files(tree: &Tree) -> Result<Vec<String>, String> {
    let files: Vec<String> = tree
        .files()?
        .into_iter()
        .filter_map(|file| file.strip_prefix("web/").map(str::to_owned))
        .filter(|file| file.starts_with("tests/") && file.ends_with(".test.js"))
        .collect();
    match files.is_empty() {
        true => Err("there are no tests in web/tests".to_owned()),
        false => Ok(files),
    }
}

/// Counts the lines `# pass 12` and `# fail 0` that end a run.
fn count(tally: &mut Tally, line: &str) {
    let number = |word: &str| {
        line.strip_prefix(word)
            .and_then(|rest| rest.trim().parse::<usize>().ok())
    };
    tally.passed += number("# pass ").unwrap_or(0);
    tally.failed += number("# fail ").unwrap_or(0) + number("# cancelled ").unwrap_or(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nodes_test_runner_says_adds_up() {
        let mut tally = Tally::default();
        for line in [
            "ok 1 - # pass 3",
            "# tests 5",
            "# pass 3",
            "# fail 1",
            "# cancelled 1",
            "# pass through",
        ] {
            count(&mut tally, line);
        }
        assert_eq!((tally.passed, tally.failed), (3, 2));
    }

    #[test]
    fn the_page_has_tests() {
        let tree = Tree::find().unwrap();
        let files = test_files(&tree).unwrap();
        assert!(
            files.contains(&"tests/shell.test.js".to_owned()),
            "{files:?}"
        );
    }
}
