//! Every store: one program, so that it is built and linked once, and needs one PostgreSQL.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod crash_child;
#[cfg(target_os = "linux")]
#[path = "power/disk.rs"]
mod disk;
#[cfg(target_os = "linux")]
mod power;

mod archive;
mod conformance;
mod copy;
mod crash;
mod faults;
mod file;
mod million;
mod postgres;
#[cfg(target_os = "linux")]
mod power_loss;
mod vanish;
