//! Addresses that the allocator of the C library would take, where they are limited.
//!
//! It reserves 64 MB of addresses for each of its arenas, and makes up to eight of them for each core. Under `ulimit -v`
//! addresses run out that way while most of the memory is free, and the program dies of an allocation of a
//! few bytes. How many arenas there may be is read from the environment alone, before the program begins: so
//! it begins once more.

/// Begins again with few arenas, as the same process, if addresses are limited and nobody has said how many
/// arenas there may be.
#[cfg(target_os = "linux")]
pub fn save() {
    use std::{env, os::unix::process::CommandExt, process::Command};

    const ARENAS: &str = "MALLOC_ARENA_MAX";
    if vauban_server::address_space().is_none() || env::var_os(ARENAS).is_some() {
        return;
    }
    let Ok(program) = env::current_exe() else {
        return;
    };
    let mut again = Command::new(program);
    again.args(env::args_os().skip(1)).env(ARENAS, "2");
    // Comes back only if it could not be done; then the program goes on as it is.
    let _error = again.exec();
}

/// Other systems have other allocators.
#[cfg(not(target_os = "linux"))]
pub fn save() {}
