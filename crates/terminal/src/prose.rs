//! Text made to fit a width.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// Lines of at most `width` columns, broken between words where there are any.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let plain = Style::new();
    fold(&[(text.to_owned(), plain)], width)
        .into_iter()
        .map(|line| line.into_iter().map(|(text, _)| text).collect())
        .collect()
}

/// A text with `**strong**` and `` `code` `` parts, in lines of at most `width` columns.
pub(crate) fn wrap_marked(
    text: &str,
    width: usize,
    base: Style,
    code: Style,
) -> Vec<Line<'static>> {
    let line = |parts: Vec<(String, Style)>| {
        let spans = parts
            .into_iter()
            .map(|(text, style)| Span::styled(text, style));
        Line::from_iter(spans)
    };
    fold(&marked(text, base, code), width)
        .into_iter()
        .map(line)
        .collect()
}

/// A text cut to `width` columns, with an ellipsis if something is left out.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        if width(&kept) + width(letter.encode_utf8(&mut [0; 4])) + 1 > most {
            break;
        }
        kept.push(letter);
    }
    if most > 0 {
        kept.push('…');
    }
    kept
}

/// The text in pieces of one style each.
fn marked(text: &str, base: Style, code: Style) -> Vec<(String, Style)> {
    let mut parts = Vec::new();
    let (mut strong, mut quoted) = (false, false);
    let mut part = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let style = match (quoted, strong) {
            (true, _) => code,
            (false, true) => base.add_modifier(Modifier::BOLD),
            (false, false) => base,
        };
        let mark = match letter {
            '`' => 1,
            '*' if !quoted && rest.starts_with("**") => 2,
            _ => 0,
        };
        match mark {
            0 => part.push(letter),
            _ => {
                parts.push((std::mem::take(&mut part), style));
                quoted ^= mark == 1;
                strong ^= mark == 2;
            }
        }
        rest = &rest[mark.max(letter.len_utf8())..];
    }
    parts.push((part, if quoted { code } else { base }));
    parts.retain(|(text, _)| !text.is_empty());
    parts
}

type Parts = Vec<(String, Style)>;

/// Breaks styled text into lines; a word that is wider than a line is broken as well.
fn fold(parts: &[(String, Style)], most: usize) -> Vec<Parts> {
    let most = most.max(1);
    let mut lines: Vec<Parts> = vec![Vec::new()];
    let mut used = 0;
    let mut space = false;
    for (text, style) in parts {
        for (index, word) in text.split(' ').enumerate() {
            space |= index > 0;
            if word.is_empty() {
                continue;
            }
            let gap = usize::from(space && used > 0);
            if used > 0 && used + gap + width(word) > most {
                lines.push(Vec::new());
                used = 0;
            } else if gap > 0 {
                let before = lines.last().and_then(|line| line.last());
                let style = before.map_or(*style, |(_, before)| *before);
                push(&mut lines, " ", style);
                used += 1;
            }
            space = false;
            for letter in word.chars() {
                let letter = letter.to_string();
                if used > 0 && used + width(&letter) > most {
                    lines.push(Vec::new());
                    used = 0;
                }
                used += width(&letter);
                push(&mut lines, &letter, *style);
            }
        }
    }
    lines
}

fn push(lines: &mut [Parts], text: &str, style: Style) {
    let Some(line) = lines.last_mut() else {
        return;
    };
    match line.last_mut() {
        Some((before, same)) if *same == style => before.push_str(text),
        _ => line.push((text.to_owned(), style)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_only_then_within_them() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable", 4), ["unbr", "eaka", "ble"]);
        assert_eq!(wrap("été à Québec", 5), ["été à", "Québe", "c"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("a b", 0), ["a", "b"]);
    }

    #[test]
    fn marks_become_styles_and_disappear() {
        let (base, code) = (Style::new(), Style::new().add_modifier(Modifier::ITALIC));
        let lines = wrap_marked("say **it** `now`.", 40, base, code);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].to_string(), "say it now.");
        assert!(
            lines[0]
                .spans
                .iter()
                .any(|span| span.content == "now" && span.style == code)
        );
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(cut("Breakthrough", 6), "Break…");
        assert_eq!(cut("short", 6), "short");
        assert_eq!(cut("x", 0), "");
    }
}
