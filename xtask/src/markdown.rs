//! The little of Markdown that the checks need: fenced blocks, and the text between them.

/// A fenced block.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Block {
    /// The line of the opening fence, from 1.
    pub line: usize,
    /// What follows the opening fence: `sh run`.
    pub info: String,
    pub body: String,
    /// Whether nothing but blank lines lies between this block and the one before.
    pub follows: bool,
}

/// Every fenced block, in order.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    let mut follows = false;
    for (index, line) in text.lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        match (&mut open, fence) {
            (None, None) => follows &= line.trim().is_empty(),
            (None, Some(info)) => {
                open = Some(Block {
                    line: index + 1,
                    info: info.trim().to_owned(),
                    body: String::new(),
                    follows,
                });
            }
            (Some(block), None) => {
                block.body.push_str(line);
                block.body.push('\n');
            }
            (Some(_), Some(_)) => {
                blocks.extend(open.take());
                follows = true;
            }
        }
    }
    blocks
}

/// Every line outside of fenced blocks, with its number from 1.
pub(crate) fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        (!fence && !inside).then_some((index + 1, line))
    })
}

/// Where the links of a line lead: `[text](target)`, `![text](target)` and `[name]: target`. Code between
/// backticks has no links.
pub(crate) fn links(line: &str) -> Vec<String> {
    let text: String = line
        .split('`')
        .enumerate()
        .map(|(index, part)| if index % 2 == 0 { part } else { "code" })
        .collect();
    let mut links = Vec::new();
    let mut rest = text.as_str();
    while let Some((_, after)) = rest.split_once("](") {
        let (target, after) = after.split_once(')').unwrap_or((after, ""));
        links.extend(target.split_whitespace().next().map(str::to_owned));
        rest = after;
    }
    let definition = text
        .trim_start()
        .strip_prefix('[')
        .and_then(|after| after.split_once("]: "));
    links.extend(
        definition.and_then(|(_, target)| target.split_whitespace().next().map(str::to_owned)),
    );
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
one
```sh run
echo 1
```

```text output
1
```
two

```sh
echo 2
```
";

    #[test]
    fn blocks_know_their_line_and_whether_they_follow() {
        let blocks = blocks(PAGE);
        let found: Vec<_> = blocks
            .iter()
            .map(|block| {
                (
                    block.line,
                    block.info.as_str(),
                    block.body.as_str(),
                    block.follows,
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                (2, "sh run", "echo 1\n", false),
                (6, "text output", "1\n", true),
                (11, "sh", "echo 2\n", false),
            ]
        );
    }

    #[test]
    fn prose_is_what_lies_between_the_blocks() {
        let lines: Vec<_> = prose(PAGE).filter(|(_, line)| !line.is_empty()).collect();
        assert_eq!(lines, [(1, "one"), (9, "two")]);
    }

    #[test]
    fn links_are_found_wherever_they_stand() {
        assert_eq!(
            links("see [a](b.md) and ![c](d/e.svg \"title\")."),
            ["b.md", "d/e.svg"]
        );
        assert_eq!(links("[name]: docs/x.md"), ["docs/x.md"]);
        assert_eq!(links("code `[a](b)` is none"), [""; 0]);
    }
}
