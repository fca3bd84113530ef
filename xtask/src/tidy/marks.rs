//! Unfinished work, paths of one machine, and files that grew too long.

use super::{Finding, Sources};

/// At this length one looks for the second noun.
const LONG: usize = 600;

/// Written apart, so that this file does not find itself.
const UNFINISHED: [&str; 2] = [concat!("to", "do!("), concat!("FIX", "ME")];
const MACHINE: [&str; 4] = [
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/wo", "rk/"),
    concat!("/Us", "ers/"),
];

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, text) in sources.texts() {
        for (index, line) in text.lines().enumerate() {
            let place = |text: String| Finding::new(file, text).at(index + 1);
            for mark in UNFINISHED.iter().filter(|mark| line.contains(**mark)) {
                findings.push(place(format!(
                    "`{mark}` is left: finish it or write an issue"
                )));
            }
            for path in MACHINE.iter().filter(|path| begins_a_path(line, path)) {
                findings.push(place(format!("`{path}` is a path of one machine")));
            }
        }
        let length = text.lines().count();
        if file.ends_with(".rs") && length > LONG {
            let text = format!("{length} lines; look for the second noun");
            findings.push(Finding::new(file, text).noted());
        }
    }
    findings
}

/// Whether `path` stands in `line` where a path can begin: not amid a longer one.
fn begins_a_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(index, _)| {
        let before = line[..index].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !"./_-~$}*".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    #[test]
    fn unfinished_work_is_seen() {
        let [macro_call, word] = UNFINISHED;
        let code = format!("fn a() {{\n    {macro_call})\n}}\n// {word}: later\n");
        let found = findings(check, &[("a.rs", &code)]);
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("a.rs:2: "), "{found:?}");
        assert!(found[1].starts_with("a.rs:4: "), "{found:?}");
    }

    #[test]
    fn a_path_of_one_machine_is_seen_but_not_a_longer_one() {
        for path in MACHINE {
            let page = format!("see {path}main\nbut not frame{path}x or ../shared{path}y\n");
            let found = findings(check, &[("docs/a.md", &page)]);
            assert_eq!(
                found,
                [format!("docs/a.md:1: `{path}` is a path of one machine")]
            );
        }
    }

    #[test]
    fn a_long_file_gets_a_note() {
        let text = "\n".repeat(LONG + 1);
        let found = findings(check, &[("a.rs", &text), ("a.txt", &text)]);
        assert_eq!(found, ["a.rs: note: 601 lines; look for the second noun"]);
    }
}
