//! The `vauban` program.

fn main() -> std::process::ExitCode {
    vauban_cli::main()
}
