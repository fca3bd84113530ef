//! The real server, started as people start it, on a machine that gives it 1 GB.
#![allow(dead_code, reason = "each test file uses its part")]

use std::{
    io::{BufRead, BufReader, Lines, Read},
    net::SocketAddr,
    process::{Child, ChildStdout, Command, Stdio},
};

/// `vauban`, which may address 1 GB: whatever the tests do to it must fit. Elsewhere than on Linux without a
/// limit.
pub fn program() -> Command {
    let program = env!("CARGO_BIN_EXE_vauban");
    if !cfg!(target_os = "linux") {
        return Command::new(program);
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 1048576 && exec \"$@\"", "sh", program]);
    shell
}

pub struct Server {
    process: Child,
    pub address: SocketAddr,
    output: Lines<BufReader<ChildStdout>>,
}

impl Server {
    /// Runs `vauban` with `arguments`, which must make it serve.
    pub fn start(arguments: &[&str], environment: &[(&str, &str)]) -> Server {
        let mut program = program();
        program
            .args(arguments)
            .env("VAUBAN_LOG", "off")
            .envs(environment.iter().copied());
        Server::run(program)
    }

    /// Runs a program that prints the address at which it serves.
    pub fn run(mut program: Command) -> Server {
        let mut process = program
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = process.stdout.take().expect("its output is ours");
        let mut output = BufReader::new(output).lines();
        let address = next_address(&mut output);
        Server {
            process,
            address,
            output,
        }
    }

    /// Where it tells what it counts; only with `--metrics`.
    pub fn metrics(&mut self) -> SocketAddr {
        next_address(&mut self.output)
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until it ends by itself; what it said on its standard error, if that is piped.
    pub fn ended(mut self) -> (Option<i32>, String) {
        let mut said = String::new();
        if let Some(mut errors) = self.process.stderr.take() {
            errors.read_to_string(&mut said).expect("UTF-8");
        }
        (self.process.wait().expect("it ends").code(), said)
    }

    /// The most memory that it has had so far, in bytes.
    #[cfg(target_os = "linux")]
    pub fn peak(&self) -> u64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).expect("it is running");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().next());
        let kib: u64 = kib.and_then(|kib| kib.parse().ok()).expect("a number");
        kib * 1024
    }

    /// Sends it a signal: `STOP`, `CONT`, `KILL`.
    #[cfg(unix)]
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &self.process.id().to_string()])
            .status();
        assert!(sent.expect("kill is there").success());
    }

    /// Asks it to end, and waits until it has.
    #[cfg(unix)]
    pub fn stop(mut self) {
        let asked = Command::new("kill")
            .arg(self.process.id().to_string())
            .status()
            .expect("kill is there");
        assert!(asked.success());
        self.process.wait().expect("it ends");
    }

    /// As when the power fails: no farewell.
    pub fn kill(mut self) {
        self.process.kill().expect("it is running");
        self.process.wait().expect("it ends");
    }
}

fn next_address(output: &mut Lines<BufReader<ChildStdout>>) -> SocketAddr {
    let address = output
        .map_while(Result::ok)
        .find_map(|line| Some(line.split_once("http://")?.1.trim().to_owned()))
        .expect("it says where it is");
    let address = address.split('/').next().unwrap_or_default();
    address.parse().expect("an address")
}

/// So that a failed test leaves nothing running.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
