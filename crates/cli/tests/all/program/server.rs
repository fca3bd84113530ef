//! The real server, started as people start it.
#![allow(dead_code, reason = "each test file uses its part")]

use std::{
    io::{BufRead, BufReader, Read},
    net::SocketAddr,
    process::{Child, Command, Stdio},
};

pub struct Server {
    process: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Runs `vauban` with `arguments`, which must make it serve.
    pub fn start(arguments: &[&str], environment: &[(&str, &str)]) -> Server {
        let mut program = Command::new(env!("CARGO_BIN_EXE_vauban"));
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
        let address = BufReader::new(output)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once("http://")?.1.trim().to_owned()))
            .expect("it says where it is");
        Server {
            process,
            address: address.parse().expect("an address"),
        }
    }

    /// Waits until it ends by itself; what it said on its standard error, if that is piped.
    pub fn ended(mut self) -> (Option<i32>, String) {
        let mut said = String::new();
        if let Some(mut errors) = self.process.stderr.take() {
            errors.read_to_string(&mut said).expect("UTF-8");
        }
        (self.process.wait().expect("it ends").code(), said)
    }

    /// As when the power fails: no farewell.
    pub fn kill(mut self) {
        self.process.kill().expect("it is running");
        self.process.wait().expect("it ends");
    }
}

/// So that a failed test leaves nothing running.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
