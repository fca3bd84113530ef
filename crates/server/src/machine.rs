//! How much memory this process may use on this machine.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The least of what the machine has, what the control groups of this process allow, and how much it may
/// address; none where the system does not tell.
pub fn memory() -> Option<u64> {
    memory_under(Path::new("/"))
}

fn memory_under(root: &Path) -> Option<u64> {
    let read = |path: &str| fs::read_to_string(root.join(path)).ok();
    let machine = read("proc/meminfo").and_then(|text| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kib * 1024)
    });
    let address_space = address_space_under(root);
    let groups = read("proc/self/cgroup").unwrap_or_default();
    let group = groups.lines().filter_map(|line| of_group(root, line)).min();
    [machine, address_space, group].into_iter().flatten().min()
}

/// How much this process may address, if that is limited.
pub fn address_space() -> Option<u64> {
    address_space_under(Path::new("/"))
}

fn address_space_under(root: &Path) -> Option<u64> {
    let text = fs::read_to_string(root.join("proc/self/limits")).ok()?;
    let line = text.lines();
    let mut line = line.filter_map(|line| line.strip_prefix("Max address space"));
    line.next_back()?.split_whitespace().next()?.parse().ok()
}

/// What the group of a line of `/proc/self/cgroup` allows, or one of those around it. In a container the
/// path may be the one outside; then the group's folder is the root of the tree.
fn of_group(root: &Path, line: &str) -> Option<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (controllers, path) = (parts.next()?, parts.next()?);
    let (tree, file) = match controllers {
        "" => ("sys/fs/cgroup", "memory.max"),
        _ if controllers.split(',').any(|name| name == "memory") => {
            ("sys/fs/cgroup/memory", "memory.limit_in_bytes")
        }
        _ => return None,
    };
    let tree = root.join(tree);
    let folder: PathBuf = tree.join(path.trim_start_matches('/'));
    let folders = folder.ancestors().take_while(|it| it.starts_with(&tree));
    let limit = |folder: &Path| {
        let text = fs::read_to_string(folder.join(file)).ok()?;
        text.trim().parse::<u64>().ok()
    };
    folders.filter_map(limit).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn under(files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        memory_under(root.path())
    }

    const MACHINE: (&str, &str) = ("proc/meminfo", "MemTotal:  8000 kB\nMemFree: 1 kB\n");

    #[test]
    fn the_least_limit_counts() {
        assert_eq!(under(&[]), None);
        assert_eq!(under(&[MACHINE]), Some(8_192_000));
        let limits =
            "Limit  Soft Limit  Hard Limit  Units\nMax address space  1000000  unlimited  bytes\n";
        assert_eq!(
            under(&[MACHINE, ("proc/self/limits", limits)]),
            Some(1_000_000)
        );
        let unlimited =
            "Max address space         unlimited            unlimited            bytes\n";
        assert_eq!(
            under(&[MACHINE, ("proc/self/limits", unlimited)]),
            Some(8_192_000)
        );
    }

    #[test]
    fn groups_of_both_kinds_are_respected_and_those_around_them() {
        let second = [
            MACHINE,
            ("proc/self/cgroup", "0::/a/b\n"),
            ("sys/fs/cgroup/a/b/memory.max", "max\n"),
            ("sys/fs/cgroup/a/memory.max", "500000\n"),
        ];
        assert_eq!(under(&second), Some(500_000));
        let first = [
            MACHINE,
            (
                "proc/self/cgroup",
                "5:cpu:/x\n4:hugetlb,memory:/x/y\n0::/\n",
            ),
            (
                "sys/fs/cgroup/memory/memory.limit_in_bytes",
                "9223372036854771712\n",
            ),
            ("sys/fs/cgroup/memory/x/y/memory.limit_in_bytes", "700000\n"),
        ];
        assert_eq!(under(&first), Some(700_000));
        // In a container, whose own group is the root of what it sees.
        let contained = [
            MACHINE,
            ("proc/self/cgroup", "0::/docker/abc\n"),
            ("sys/fs/cgroup/memory.max", "600000\n"),
        ];
        assert_eq!(under(&contained), Some(600_000));
    }

    #[test]
    fn this_machine_tells() {
        if cfg!(target_os = "linux") {
            assert!(memory().unwrap() > 1 << 20);
        }
    }
}
