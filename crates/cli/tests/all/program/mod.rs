//! Runs the real program.

pub mod server;

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

/// Runs `vauban` with `input` on its standard input.
pub fn feed(arguments: &[&str], input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_vauban"))
        .args(arguments)
        .env_remove("LANG")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built with the tests");
    let mut stdin = program.stdin.take().expect("standard input is piped");
    let input = input.to_vec();
    // On its own thread: a program that answers while it reads must not wait for us.
    let writer = std::thread::spawn(move || {
        // A program that ends early does not read everything.
        let _ = stdin.write_all(&input);
    });
    let output = program.wait_with_output().expect("the program ends");
    writer.join().expect("writing does not panic");
    output
}

/// What a console says in words.
pub fn console(game: &str, arguments: &[&str], script: &str) -> String {
    let mut all = vec!["console", game];
    all.extend(arguments);
    let output = feed(&all, script.as_bytes());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("words are UTF-8")
}

/// What a console answers with `--json`.
pub fn json_lines(game: &str, arguments: &[&str], script: &str) -> Vec<Value> {
    let mut all = vec!["--json"];
    all.extend(arguments);
    parse(console(game, &all, script).as_bytes())
}

/// One JSON object a line.
pub fn parse(output: &[u8]) -> Vec<Value> {
    std::str::from_utf8(output)
        .expect("JSON is UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is one JSON value"))
        .collect()
}
