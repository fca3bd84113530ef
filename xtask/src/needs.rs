//! The programs that the test command needs: looked for first, installed where that can be done, and
//! else named together with how to get them.

use std::{
    path::Path,
    process::{Command, Stdio},
};

/// A program that must be there.
#[derive(Debug)]
pub(crate) struct Need {
    pub name: &'static str,
    /// A command that succeeds when it is there.
    pub probe: &'static [&'static str],
    pub from: From,
}

/// Where a missing program comes from.
#[derive(Debug)]
pub(crate) enum From {
    /// A component of the Rust toolchain.
    Rustup(&'static str),
    /// A package of Debian and its relatives.
    Apt(&'static str),
    /// Somebody must install it; this says what.
    Hand(&'static str),
}

/// All that `cargo xtask test` needs. A part that needs more adds a line here.
pub(crate) const NEEDS: &[Need] = &[
    Need {
        name: "cargo",
        probe: &["cargo", "--version"],
        from: From::Hand("install Rust as https://rustup.rs says"),
    },
    Need {
        name: "rustfmt",
        probe: &["cargo", "fmt", "--version"],
        from: From::Rustup("rustfmt"),
    },
    Need {
        name: "clippy",
        probe: &["cargo", "clippy", "--version"],
        from: From::Rustup("clippy"),
    },
    Need {
        name: "a C compiler and linker",
        probe: &["cc", "--version"],
        from: From::Apt("build-essential"),
    },
    Need {
        name: "git",
        probe: &["git", "--version"],
        from: From::Apt("git"),
    },
    // Tests start their own, in a temporary folder; see `conformance::Cluster` in crates/store.
    Need {
        name: "PostgreSQL",
        probe: &[
            "sh",
            "-c",
            "ls /usr/lib/postgresql/*/bin/postgres || test -x \"$(pg_config --bindir)/postgres\"",
        ],
        from: From::Apt("postgresql"),
    },
];

/// Makes sure that everything is there. The error names all that is not, each with how to get it.
pub(crate) fn meet(needs: &[Need]) -> Result<(), String> {
    let missing: Vec<&Need> = needs.iter().filter(|need| !need.is_met()).collect();
    let mut wanting = Vec::new();
    for need in missing {
        println!("{} is missing", need.name);
        if !(need.install() && need.is_met()) {
            wanting.push(format!("{}: {}", need.name, need.remedy()));
        }
    }
    if wanting.is_empty() {
        return Ok(());
    }
    Err(format!("something is missing\n  {}", wanting.join("\n  ")))
}

impl Need {
    fn is_met(&self) -> bool {
        succeeds(self.probe)
    }

    /// Tries to install it, and says so.
    fn install(&self) -> bool {
        match self.from {
            From::Rustup(component) => {
                succeeds(&["rustup", "--version"])
                    && attempt(&["rustup", "component", "add", component])
            }
            From::Apt(package) => {
                is_root_on_debian()
                    // A list of packages may be there already; if it is too old, or not there, fetch it.
                    && (attempt(&apt_install(package))
                        || attempt(&["apt-get", "update"]) && attempt(&apt_install(package)))
            }
            From::Hand(_) => false,
        }
    }

    fn remedy(&self) -> String {
        match self.from {
            From::Rustup(component) => format!("rustup component add {component}"),
            From::Apt(package) => {
                format!("sudo apt-get install {package} (or what your system calls it)")
            }
            From::Hand(how) => how.to_owned(),
        }
    }
}

fn apt_install(package: &str) -> [&str; 5] {
    [
        "apt-get",
        "install",
        "--yes",
        "--no-install-recommends",
        package,
    ]
}

fn is_root_on_debian() -> bool {
    let root = Command::new("id").arg("-u").output();
    Path::new("/etc/debian_version").exists() && root.is_ok_and(|out| out.stdout == b"0\n")
}

/// Runs a command quietly.
fn succeeds(line: &[&str]) -> bool {
    let [program, args @ ..] = line else {
        return false;
    };
    Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs a command for all to see.
fn attempt(line: &[&str]) -> bool {
    println!("$ {}", line.join(" "));
    let [program, args @ ..] = line else {
        return false;
    };
    Command::new(program)
        .args(args)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_missing_is_named_with_its_remedy() {
        let needs = [
            Need {
                name: "a shell",
                probe: &["sh", "-c", "exit 0"],
                from: From::Hand("never"),
            },
            Need {
                name: "a unicorn",
                probe: &["no-such-unicorn"],
                from: From::Hand("go and find one"),
            },
            Need {
                name: "a refusal",
                probe: &["sh", "-c", "exit 1"],
                from: From::Hand("ask again"),
            },
        ];
        let error = meet(&needs).unwrap_err();
        assert!(error.contains("a unicorn: go and find one"), "{error}");
        assert!(error.contains("a refusal: ask again"), "{error}");
        assert!(!error.contains("a shell"), "{error}");
    }
}
