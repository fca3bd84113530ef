//! How strong each level is, as the ladder found it. The text is written by `cargo xtask ladder`; what is not in it has
//! not been measured.

/// The rating of a level of `game` in Elo, by all that decides how it plays; 0 if nobody has measured it.
pub(crate) const fn rating(game: &str, agent: &str, nodes: u64, slack: u16) -> i16 {
    of(include_bytes!("ratings.txt"), game, agent, nodes, slack)
}

/// Looks the level up in lines `game agent nodes slack rating error`.
const fn of(text: &[u8], game: &str, agent: &str, nodes: u64, slack: u16) -> i16 {
    let mut at = 0;
    while at < text.len() {
        let name = word(text, at);
        let agents = word(text, name.1);
        let counts = word(text, agents.1);
        let slacks = word(text, counts.1);
        let rated = word(text, slacks.1);
        if is(text, name, game.as_bytes())
            && is(text, agents, agent.as_bytes())
            && number(text, counts) == nodes as i64
            && number(text, slacks) == slack as i64
        {
            return number(text, rated) as i16;
        }
        while at < text.len() && text[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    0
}

/// Where the next word of a line begins and ends; an empty one at the end of the line.
const fn word(text: &[u8], from: usize) -> (usize, usize) {
    let mut start = from;
    while start < text.len() && text[start] == b' ' {
        start += 1;
    }
    let mut end = start;
    while end < text.len() && text[end] != b' ' && text[end] != b'\n' {
        end += 1;
    }
    (start, end)
}

const fn is(text: &[u8], (start, end): (usize, usize), word: &[u8]) -> bool {
    if end - start != word.len() {
        return false;
    }
    let mut at = 0;
    while at < word.len() {
        if text[start + at] != word[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// A whole number; −1 for what is none, which no level has.
const fn number(text: &[u8], (start, end): (usize, usize)) -> i64 {
    let negative = start < end && text[start] == b'-';
    let mut at = if negative { start + 1 } else { start };
    if at == end {
        return -1;
    }
    let mut number = 0;
    while at < end {
        if !text[at].is_ascii_digit() {
            return -1;
        }
        number = 10 * number + (text[at] - b'0') as i64;
        at += 1;
    }
    if negative { -number } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_looked_up_by_all_that_decides_how_it_plays() {
        let text = b"# comment 1 2 3\na-game deep:4 300 26 812 40\na-game deep:4 300 0 -7 9\nother deep:4 300 26 5 1\n";
        assert_eq!(of(text, "a-game", "deep:4", 300, 26), 812);
        assert_eq!(of(text, "a-game", "deep:4", 300, 0), -7);
        assert_eq!(of(text, "other", "deep:4", 300, 26), 5);
        for (game, agent, nodes, slack) in [
            ("a-gam", "deep:4", 300, 26),
            ("a-game", "deep", 300, 26),
            ("a-game", "deep:4", 301, 26),
            ("a-game", "deep:4", 300, 27),
        ] {
            assert_eq!(of(text, game, agent, nodes, slack), 0, "{game} {agent}");
        }
        assert_eq!(of(b"", "a-game", "deep:4", 300, 26), 0);
    }
}
