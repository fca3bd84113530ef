//! Running other programs and saying so.

use std::{
    ffi::OsString,
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Command, Stdio},
};

use crate::tree::Tree;

/// The profile that everything is built with, so that nothing is built twice.
pub(crate) const PROFILE: &str = "ci";

/// What is off by default is tested too, in the one build that all parts share.
pub(crate) const FEATURES: &str = "--features=vauban-cli/pictures";

/// The cargo that runs us, so that the whole command uses one toolchain.
pub(crate) fn cargo(tree: &Tree, args: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command
        .current_dir(tree.root())
        .args(args)
        .envs(tree.variables());
    // What cargo told us about this package would confuse the build scripts of others.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name.as_ref());
        }
    }
    command
}

/// Runs to the end with our own output; an error says which command failed.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let line = shown(command);
    let status = command
        .status()
        .map_err(|error| format!("cannot run `{line}`: {error}"))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("`{line}` failed ({status})"))
}

/// Runs to the end, printing every line of its standard output and showing it to `look`. The answer
/// is whether the command succeeded.
pub(crate) fn watch(command: &mut Command, mut look: impl FnMut(&str)) -> Result<bool, String> {
    let line = shown(command);
    let failed = |error| format!("cannot run `{line}`: {error}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    if let Some(output) = child.stdout.take() {
        let mut output = BufReader::new(output);
        let mut bytes = Vec::new();
        // Bytes, because a failing test may print anything.
        while output.read_until(b'\n', &mut bytes).map_err(failed)? > 0 {
            let text = String::from_utf8_lossy(&bytes);
            look(text.trim_end());
            let _ = std::io::stdout().write_all(&bytes);
            bytes.clear();
        }
    }
    Ok(child.wait().map_err(failed)?.success())
}

/// The command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let mut line = name.to_string_lossy().into_owned();
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&arg.to_string_lossy());
    }
    line
}

/// Where the profile's programs are built.
pub(crate) fn built() -> Result<PathBuf, String> {
    Ok(target()?.join(PROFILE))
}

/// The target folder. What we are is built there ourselves, whatever it is called.
pub(crate) fn target() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| format!("where am I? {error}"))?;
    // target/ci/xtask, or target/ci/deps/xtask-0123 under test.
    here.ancestors()
        .skip(1)
        .find(|folder| !folder.ends_with("deps"))
        .and_then(|folder| folder.parent())
        .map(PathBuf::from)
        .ok_or_else(|| "this program lies outside of a target folder".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_command_is_named() {
        let error = run(Command::new("sh").args(["-c", "exit 3"])).unwrap_err();
        assert!(error.contains("sh -c exit 3"), "{error}");
        assert!(error.contains('3'), "{error}");
        assert!(run(&mut Command::new("no-such-program-here")).is_err());
    }

    #[test]
    fn a_watched_command_shows_its_lines_and_its_end() {
        let mut lines = Vec::new();
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; echo two; exit 1"]);
        let good = watch(&mut command, |line| lines.push(line.to_owned())).unwrap();
        assert!(!good);
        assert_eq!(lines, ["one", "two"]);
    }

    #[test]
    fn programs_are_built_beside_us() {
        assert!(built().unwrap().ends_with(PROFILE));
    }
}
