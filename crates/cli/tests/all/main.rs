//! The program as people start it: one test program, so that it is built and linked once.

#[path = "../../../server/tests/all/client/mod.rs"]
mod client;
mod oracle;
#[cfg(target_os = "linux")]
#[path = "../../../store/tests/all/power/mod.rs"]
mod power;
mod program;

mod accord;
mod analysis;
mod attack;
mod chance;
mod console;
mod crash;
mod dice;
mod faults;
mod files;
mod full;
mod garbage;
mod kept;
mod lessons;
mod memory;
mod nodes;
mod operator;
mod postgres;
mod reports;
mod serve;
mod setups;
mod usage;
mod vanish;
