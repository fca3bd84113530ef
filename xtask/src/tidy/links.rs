//! Links between pages are not broken.

use crate::markdown;

use super::{Finding, Sources};

pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, text) in sources.texts().filter(|(file, _)| file.ends_with(".md")) {
        for (line, prose) in markdown::prose(text) {
            let broken = markdown::links(prose)
                .into_iter()
                .filter(|link| !leads_somewhere(sources, file, link));
            findings.extend(broken.map(|link| {
                Finding::new(file, format!("the link `{link}` leads nowhere")).at(line)
            }));
        }
    }
    findings
}

fn leads_somewhere(sources: &Sources, file: &str, link: &str) -> bool {
    // The diagrams of rulebooks are drawn from positions: the laws look for them.
    let elsewhere = ["mailto:", "diagram:"]
        .iter()
        .any(|way| link.starts_with(way));
    let elsewhere = elsewhere || link.contains("://");
    let target = link.split('#').next().unwrap_or_default();
    if elsewhere || target.is_empty() {
        return true;
    }
    let mut path: Vec<&str> = file.split('/').collect();
    path.pop();
    if target.starts_with('/') {
        path.clear();
    }
    for part in target.split('/') {
        match part {
            "" | "." => (),
            ".." => {
                if path.pop().is_none() {
                    return false;
                }
            }
            name => path.push(name),
        }
    }
    let path = path.join("/");
    let folder = format!("{path}/");
    path.is_empty()
        || sources.has(&path)
        || sources.files.keys().any(|name| name.starts_with(&folder))
}

#[cfg(test)]
mod tests {
    use super::{super::findings, *};

    #[test]
    fn a_broken_link_is_seen_with_its_line() {
        let page = "\
[up](../README.md) [here](b.md#part) [folder](../docs/) [self](#part)
[far](https://example.org/x.md) `[code](no.md)`

```md
[block](no.md)
```
![picture](pictures/no.svg)
[out](../../x.md)
";
        let found = findings(
            check,
            &[
                ("README.md", "[a](docs/a.md)"),
                ("docs/a.md", page),
                ("docs/b.md", ""),
            ],
        );
        assert_eq!(
            found,
            [
                "docs/a.md:7: the link `pictures/no.svg` leads nowhere",
                "docs/a.md:8: the link `../../x.md` leads nowhere",
            ]
        );
    }
}
