//! The page: its types, and what people do with it, in a real browser.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
    sync::Mutex,
    time::Instant,
};

use crate::{
    command::{self, FEATURES, PROFILE, built, cargo},
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
            "test -n \"$CHROMIUM\" || command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome",
        ],
        from: From::Apt("chromium-headless-shell"),
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

/// A browser mostly waits for its server, so two test files run at a time.
const WORKERS: usize = 2;

/// What takes minutes, the longest first: begun last, one of them would be all that is left to wait for.
const LONGEST: &[&str] = &[
    "tests/company.test.js",
    "tests/match.test.js",
    "tests/whole.test.js",
    "tests/shell.test.js",
    "tests/play.test.js",
];

/// Every test file in a process of its own, the next one as soon as a worker is free.
fn tests(tree: &Tree) -> Tally {
    let (files, program) = match test_files(tree).and_then(|files| Ok((files, built()?))) {
        Ok((files, folder)) => (files, folder.join("vauban")),
        Err(error) => return Tally::of(Err(error)),
    };
    let queue = Mutex::new(files.into_iter());
    let next = || queue.lock().expect("no worker panics").next();
    let work = || {
        let mut sum = Tally::default();
        while let Some(file) = next() {
            sum.add(test_file(tree, &file, &program));
        }
        sum
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(work)).collect();
        let mut sum = Tally::default();
        for worker in workers {
            sum.add(worker.join().expect("no worker panics"));
        }
        sum
    })
}

/// Runs one test file; its output is shown in one piece when it ends.
fn test_file(tree: &Tree, file: &str, program: &Path) -> Tally {
    let start = Instant::now();
    let mut command = tool(tree, "node", &["--test", "--test-reporter=tap", file]);
    command.env("VAUBAN", program);
    let output = match command.stderr(Stdio::inherit()).output() {
        Ok(output) => output,
        Err(error) => {
            return Tally::of(Err(format!(
                "cannot run `{}`: {error}",
                command::shown(&command)
            )));
        }
    };
    let mut tally = Tally::default();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        count(&mut tally, line);
    }
    if !output.status.success() && tally.failed == 0 {
        tally = Tally::of(Err(format!("`{}` failed", command::shown(&command))));
    }
    let mut screen = std::io::stdout().lock();
    let _ = screen.write_all(&output.stdout);
    let _ = writeln!(screen, "# {file}: {:.1} s\n", start.elapsed().as_secs_f64());
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
    let mut files: Vec<String> = tree
        .files()?
        .into_iter()
        .filter_map(|file| file.strip_prefix("web/").map(str::to_owned))
        .filter(|file| file.starts_with("tests/") && file.ends_with(".test.js"))
        .collect();
    files.sort_by_key(|file| {
        let place = LONGEST.iter().position(|long| long == file);
        place.unwrap_or(LONGEST.len())
    });
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
        let first = files.iter().take(LONGEST.len());
        assert!(first.eq(LONGEST.iter()), "{files:?}");
    }
}
