//! Every decision has its own number and is listed in the index.

use crate::markdown;

use super::{Finding, Sources};

const FOLDER: &str = "docs/decisions/";
const INDEX: &str = "docs/decisions/README.md";

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let pages: Vec<&str> = sources
        .texts()
        .filter_map(|(file, _)| file.strip_prefix(FOLDER))
        .filter(|name| name.ends_with(".md") && *name != "README.md")
        .collect();
    if pages.is_empty() {
        return Vec::new();
    }
    let index = sources.text(INDEX).unwrap_or_default();
    let listed: Vec<String> = markdown::prose(index)
        .flat_map(|(_, line)| markdown::links(line))
        .collect();
    let mut findings = Vec::new();
    for name in &pages {
        let file = format!("{FOLDER}{name}");
        if !listed.iter().any(|link| link == name) {
            findings.push(Finding::new(
                &file,
                "is not in the index docs/decisions/README.md",
            ));
        }
        let number = |name: &str| {
            let (number, _) = name.split_once('-')?;
            (number.len() == 4).then(|| number.parse::<u32>().ok())?
        };
        match number(name) {
            None => findings.push(Finding::new(
                &file,
                "is not called NNNN-what-it-is-about.md",
            )),
            Some(own) => {
                let first = pages.iter().find(|other| number(other) == Some(own));
                if first != Some(name) {
                    findings.push(Finding::new(&file, format!("the number {own:04} is taken")));
                }
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    #[test]
    fn a_page_outside_of_the_index_or_with_a_taken_number_is_seen() {
        let page = |name: &str| format!("{FOLDER}{name}.md");
        let found = findings(
            check,
            &[
                (
                    INDEX,
                    "- [One](0001-one.md)\n- [Uno](0001-uno.md)\n- [x](x.md)\n",
                ),
                (&page("0001-one"), ""),
                (&page("0001-uno"), ""),
                (&page("0002-two"), ""),
                (&page("x"), ""),
            ],
        );
        assert_eq!(
            found,
            [
                "docs/decisions/0001-uno.md: the number 0001 is taken",
                "docs/decisions/0002-two.md: is not in the index docs/decisions/README.md",
                "docs/decisions/x.md: is not called NNNN-what-it-is-about.md",
            ]
        );
    }
}
