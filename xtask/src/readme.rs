//! The commands in the README and the tour run, and print what the pages say they print.
//!
//! `sh` runs each block marked `sh run`, in a folder that starts empty for each page, with the
//! program that the tests built at the front of the path. If a block marked `text output` comes
//! next, the commands must have printed exactly that.

use std::{
    ffi::OsString,
    path::Path,
    process::{Command, Stdio},
};

use crate::{
    command::{self, FEATURES, PROFILE, cargo},
    markdown,
    scratch::Scratch,
    test::Tally,
    tree::Tree,
};

/// The pages whose commands are run.
const PAGES: [&str; 2] = ["README.md", "docs/tour.md"];

/// A block to be run.
#[derive(Debug, PartialEq)]
struct Script {
    line: usize,
    text: String,
    output: Option<String>,
}

pub(crate) fn part(tree: &Tree) -> Tally {
    match check(tree) {
        Ok(tally) => tally,
        Err(error) => Tally::of(Err(error)),
    }
}

fn check(tree: &Tree) -> Result<Tally, String> {
    let pages = PAGES
        .into_iter()
        .map(|page| Ok((page, scripts(&tree.read(page)?))))
        .collect::<Result<Vec<_>, String>>()?;
    // With `--tests`, so that it is the very program that the tests have built: nothing is built again.
    let args = [
        "build",
        "--quiet",
        "--workspace",
        FEATURES,
        "--tests",
        "--bin",
        "vauban",
        "--profile",
        PROFILE,
    ];
    command::run(&mut cargo(tree, &args))?;
    let programs = command::built()?;

    let mut tally = Tally::default();
    let mut errors = Vec::new();
    for (page, scripts) in &pages {
        // One folder per page, so that no page needs the files that another one wrote.
        let scratch = Scratch::new()?;
        for script in scripts {
            match run(script, scratch.path(), &programs) {
                Ok(()) => tally.passed += 1,
                Err(error) => errors.push(format!("{page}:{}: {error}", script.line)),
            }
        }
    }
    tally.failed = errors.len();
    tally.error = (!errors.is_empty()).then(|| errors.join("\n"));
    Ok(tally)
}

fn scripts(page: &str) -> Vec<Script> {
    let mut scripts: Vec<Script> = Vec::new();
    let mut after_script = false;
    for block in markdown::blocks(page) {
        let is_script = block.info == "sh run";
        if is_script {
            scripts.push(Script {
                line: block.line,
                text: block.body,
                output: None,
            });
        } else if let Some(script) = scripts.last_mut()
            && block.info == "text output"
            && block.follows
            && after_script
        {
            script.output = Some(block.body);
        }
        after_script = is_script;
    }
    scripts
}

fn run(script: &Script, folder: &Path, programs: &Path) -> Result<(), String> {
    let mut path = OsString::from(programs);
    if let Some(rest) = std::env::var_os("PATH") {
        path.push(":");
        path.push(rest);
    }
    let output = Command::new("sh")
        .args(["-e", "-c", &script.text])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run sh: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "the commands failed ({})\n{printed}{said}",
            output.status
        ));
    }
    match &script.output {
        Some(wanted) if wanted.trim_end() != printed.trim_end() => Err(format!(
            "the output differs from the page\n--- the page\n{wanted}--- the program\n{printed}"
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
```sh
rm -rf everything
```
```sh run
echo good
```

```text output
good
```
```sh run
echo bad
```
words
```text output
not the output of anything
```
";

    fn try_all(page: &str) -> Vec<Result<(), String>> {
        let scratch = Scratch::new().unwrap();
        let run = |script: &Script| run(script, scratch.path(), Path::new("/nowhere"));
        scripts(page).iter().map(run).collect()
    }

    #[test]
    fn only_marked_blocks_are_run_and_only_the_next_block_is_their_output() {
        let found = scripts(PAGE);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].line, found[0].output.as_deref()),
            (4, Some("good\n"))
        );
        assert_eq!(found[1].output, None);
        assert!(try_all(PAGE).iter().all(Result::is_ok));
    }

    #[test]
    fn a_failing_command_and_a_wrong_output_are_seen() {
        let page =
            "```sh run\necho a; false; true\n```\n```sh run\necho a\n```\n```text output\nb\n```\n";
        let found = try_all(page);
        assert!(
            found[0]
                .as_ref()
                .is_err_and(|error| error.contains("failed"))
        );
        assert!(
            found[1]
                .as_ref()
                .is_err_and(|error| error.contains("differs"))
        );
    }
}
