//! What can lie over the board: pages to read, questions, amounts, the result.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use vauban_game::Seat;
use vauban_table::{Choice, Range};

use crate::palette::Palette;
use crate::prose::{width, wrap, wrap_marked};

/// A window over the board. Only one is open at a time.
#[derive(Clone, Debug)]
pub(crate) enum Window {
    Reading(Pager),
    Question(Question),
    Amount(Box<Amount>),
    /// The match has just ended.
    Over,
}

/// What is asked with yes or no.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Question {
    Leave,
    /// Another match, in the middle of this one.
    Another,
    /// Go on with the match that was left.
    Resume,
    Resign(Seat),
    Draw {
        by: Seat,
        asked: Seat,
    },
    TakeBack {
        by: Seat,
        asked: Seat,
    },
}

/// The number that a choice still needs.
#[derive(Clone, Debug)]
pub(crate) struct Amount {
    pub choice: Choice,
    pub range: Range,
    /// As it is typed; digits replace the default.
    number: Option<u32>,
    typing: bool,
}

impl Amount {
    pub fn new(choice: Choice, range: Range) -> Amount {
        Amount {
            choice,
            range,
            number: Some(range.default),
            typing: false,
        }
    }

    /// What is shown: nothing while all digits are deleted.
    pub fn shown(&self) -> String {
        self.number
            .map_or(String::new(), |number| number.to_string())
    }

    /// What the number is called, where the game has a word for it.
    pub fn name(&self) -> Option<&str> {
        let place = self.chosen()? - self.range.min;
        let name = self.choice.amount_names.get(place as usize);
        name.map(String::as_str)
    }

    /// The number, if it is one of those that may be chosen.
    pub fn chosen(&self) -> Option<u32> {
        self.number
            .filter(|number| (self.range.min..=self.range.max).contains(number))
    }

    pub fn change(&mut self, by: i64) {
        let number = i64::from(self.number.unwrap_or(self.range.default)) + by;
        let (min, max) = (i64::from(self.range.min), i64::from(self.range.max));
        self.set(number.clamp(min, max) as u32);
    }

    pub fn set(&mut self, number: u32) {
        self.number = Some(number);
        self.typing = false;
    }

    pub fn digit(&mut self, digit: u32) {
        let before = self.number.filter(|_| self.typing).unwrap_or(0);
        // More digits than any range has change nothing.
        if before <= self.range.max {
            self.number = Some(before.saturating_mul(10).saturating_add(digit));
        }
        self.typing = true;
    }

    pub fn backspace(&mut self) {
        self.number = self
            .number
            .map(|number| number / 10)
            .filter(|&left| left > 0);
        self.typing = true;
    }
}

/// A text to read, longer than its window.
#[derive(Clone, Debug)]
pub(crate) struct Pager {
    pub title: String,
    items: Vec<Item>,
    scroll: usize,
    /// How many lines there were, and how many of them could be seen, when it was last drawn.
    seen: (usize, usize),
    /// The widest of all its lines, so that the window keeps its width while it is scrolled.
    widest: usize,
}

/// A part of a text to read.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Heading(String),
    Text(String),
    /// A reason for a refusal.
    Reason(String),
    /// A key or name with what it means.
    Pair(String, String),
    /// Rows of cells; the first row is the head.
    Table(Vec<Vec<String>>),
    /// Kept as it is: drawings, bars.
    Verbatim(String),
    Blank,
}

impl Pager {
    pub fn new(title: String, items: Vec<Item>) -> Pager {
        Pager {
            title,
            items,
            scroll: 0,
            seen: (0, 0),
            widest: 0,
        }
    }

    pub fn widest(&self) -> usize {
        self.widest
    }

    pub fn scroll_by(&mut self, lines: isize) {
        let (total, high) = self.seen;
        let last = total.saturating_sub(high);
        self.scroll = self.scroll.saturating_add_signed(lines).min(last);
    }

    pub fn page(&self) -> isize {
        self.seen.1.saturating_sub(1).max(1) as isize
    }

    /// The part of it that a window of this size shows.
    pub fn show(&mut self, palette: Palette, wide: usize, high: usize) -> Vec<Line<'static>> {
        let lines = self.lines(palette, wide);
        self.seen = (lines.len(), high);
        self.widest = lines.iter().map(Line::width).max().unwrap_or(0);
        self.scroll_by(0);
        lines.into_iter().skip(self.scroll).take(high).collect()
    }

    /// Where in the text the window stands, if it does not show all of it.
    pub fn place(&self) -> Option<String> {
        let (total, high) = self.seen;
        let last = total.checked_sub(high).filter(|&last| last > 0)?;
        Some(format!("{} %", 100 * self.scroll / last))
    }

    pub fn lines(&self, palette: Palette, wide: usize) -> Vec<Line<'static>> {
        let column = self.column(wide);
        let mut lines = Vec::new();
        for item in &self.items {
            match item {
                Item::Heading(text) => lines.extend(
                    wrap(text, wide)
                        .into_iter()
                        .map(|line| Line::styled(line, palette.accent())),
                ),
                Item::Text(text) => {
                    lines.extend(wrap_marked(text, wide, palette.base(), palette.strong()));
                }
                Item::Reason(text) => {
                    for (index, line) in wrap(text, wide.saturating_sub(2)).into_iter().enumerate()
                    {
                        let sign = if index == 0 { "✗ " } else { "  " };
                        lines.push(Line::styled(format!("{sign}{line}"), palette.refused()));
                    }
                }
                Item::Pair(name, text) => lines.extend(pair(name, text, column, wide, palette)),
                Item::Table(rows) => lines.extend(table(rows, palette)),
                Item::Verbatim(text) => lines.push(Line::styled(text.clone(), palette.base())),
                Item::Blank => lines.push(Line::default()),
            }
        }
        lines
    }

    /// How wide the names of pairs are written.
    fn column(&self, wide: usize) -> usize {
        let widest = self.items.iter().filter_map(|item| match item {
            Item::Pair(name, _) => Some(width(name)),
            _ => None,
        });
        widest.max().unwrap_or(0).min(wide * 2 / 5)
    }
}

/// A name and what it means, side by side, each wrapped in its own column.
fn pair(
    name: &str,
    text: &str,
    column: usize,
    wide: usize,
    palette: Palette,
) -> Vec<Line<'static>> {
    let names = wrap(name, column);
    let texts = wrap_marked(
        text,
        wide.saturating_sub(column + 2),
        palette.base(),
        palette.strong(),
    );
    let high = names.len().max(texts.len());
    let mut texts = texts.into_iter();
    let mut names = names.into_iter();
    (0..high)
        .map(|_| {
            let name = names.next().unwrap_or_default();
            let gap = " ".repeat(column + 2 - width(&name).min(column));
            let mut spans = vec![
                Span::styled(name, palette.base().add_modifier(Modifier::BOLD)),
                Span::styled(gap, palette.base()),
            ];
            spans.extend(texts.next().unwrap_or_default().spans);
            Line::from(spans)
        })
        .collect()
}

/// A table with its columns under each other, numbers to the right.
fn table(rows: &[Vec<String>], palette: Palette) -> Vec<Line<'static>> {
    let is_rule = |row: &&Vec<String>| {
        row.iter()
            .all(|cell| cell.chars().all(|letter| matches!(letter, '-' | ':')) && !cell.is_empty())
    };
    let rows: Vec<&Vec<String>> = rows.iter().filter(|row| !is_rule(row)).collect();
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .map(|row| width(&cell(row, column)))
                .max()
                .unwrap_or(0)
        })
        .collect();
    rows.iter()
        .enumerate()
        .map(|(index, row)| {
            let mut text = String::new();
            for (column, wide) in widths.iter().enumerate() {
                let cell = cell(row, column);
                let gap = " ".repeat(wide - width(&cell));
                let number = !cell.is_empty() && cell.chars().all(|digit| digit.is_ascii_digit());
                match number {
                    true => text.extend([gap.as_str(), &cell, "  "]),
                    false => text.extend([cell.as_str(), &gap, "  "]),
                }
            }
            let style = if index == 0 {
                palette.strong()
            } else {
                palette.base()
            };
            Line::styled(text.trim_end().to_owned(), style)
        })
        .collect()
}

/// A rulebook as parts to read. Lines that only go on are joined, so that they wrap as the
/// window does.
pub(crate) fn book(text: &str) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        let line = line.trim_end();
        let start = line.trim_start();
        if start.starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            items.push(Item::Verbatim(line.to_owned()));
            continue;
        }
        if let Some(row) = start.strip_prefix('|') {
            let row: Vec<String> = row
                .trim_end_matches('|')
                .split('|')
                .map(|cell| cell.trim().replace(['*', '`'], ""))
                .collect();
            match items.last_mut() {
                Some(Item::Table(rows)) => rows.push(row),
                _ => items.push(Item::Table(vec![row])),
            }
            continue;
        }
        if start.is_empty() {
            items.push(Item::Blank);
            continue;
        }
        // A diagram cannot be drawn in a text: its caption stays.
        if let Some((caption, _)) = start.strip_prefix("![").and_then(|it| it.split_once("](")) {
            items.push(Item::Text(format!("▣ {caption}")));
            continue;
        }
        if start.starts_with('#') {
            let heading = start.trim_start_matches('#').trim();
            items.push(Item::Heading(heading.replace(['*', '`'], "")));
            continue;
        }
        match items.last_mut() {
            Some(Item::Text(before)) if !begins_anew(start) => {
                before.push(' ');
                before.push_str(start);
            }
            _ => items.push(Item::Text(bulleted(start))),
        }
    }
    items
}

/// Whether a line is a paragraph of its own: a numbered rule, or a point of a list.
fn begins_anew(line: &str) -> bool {
    let line = line.trim_start_matches(['*', '§']);
    line.starts_with(|first: char| first.is_ascii_digit()) || line.starts_with(['-', '•', ' '])
}

fn bulleted(line: &str) -> String {
    match line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        Some(point) => format!("• {point}"),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use vauban_scene::{Colours, Mark, Paint, SeatColours, Theme};

    use super::*;

    const PLAIN: fn() -> Palette =
        || Palette::new(Theme::Light.with(&SeatColours::USUAL), Colours::None);

    fn amount(min: u32, max: u32, default: u32) -> Amount {
        let range = Range { min, max, default };
        let choice = Choice {
            stem: "a".into(),
            target: None,
            joint: "+",
            amount: Some(range),
            amount_names: Vec::new(),
            path: Vec::new(),
            mark: Paint::Mark(Mark::SHIFT),
            caption: String::new(),
            label: None,
            key: None,
            repeat: None,
            warning: None,
            effect: None,
        };
        Amount::new(choice, range)
    }

    #[test]
    fn digits_replace_the_default_and_arrows_stay_in_range() {
        let mut amount = amount(2, 12, 12);
        amount.change(1);
        assert_eq!(amount.chosen(), Some(12));
        amount.digit(1);
        assert_eq!((amount.chosen(), amount.shown().as_str()), (None, "1"));
        amount.digit(0);
        assert_eq!(amount.chosen(), Some(10));
        for _ in 0..50 {
            amount.digit(9);
        }
        assert_eq!(amount.chosen(), None);
        amount.change(-1);
        assert_eq!(amount.chosen(), Some(12));
        amount.backspace();
        amount.backspace();
        assert_eq!(amount.shown(), "");
        amount.digit(3);
        assert_eq!(amount.chosen(), Some(3));
    }

    #[test]
    fn a_pager_stops_at_both_ends() {
        let items = (0..20).map(|line| Item::Text(line.to_string())).collect();
        let mut pager = Pager::new("t".into(), items);
        assert_eq!(pager.show(PLAIN(), 10, 5)[0].to_string(), "0");
        assert_eq!(pager.place().as_deref(), Some("0 %"));
        pager.scroll_by(isize::MAX);
        assert_eq!(pager.show(PLAIN(), 10, 5)[4].to_string(), "19");
        assert_eq!(pager.place().as_deref(), Some("100 %"));
        pager.scroll_by(-3);
        assert_eq!(pager.show(PLAIN(), 10, 5)[0].to_string(), "12");
        pager.scroll_by(isize::MIN);
        assert_eq!(pager.show(PLAIN(), 10, 30).len(), 20);
    }

    #[test]
    fn a_book_joins_what_goes_on_and_keeps_rules_apart() {
        let items = book(
            "# The *Title*\n\n1.1 A rule\n   goes on.\n1.2 Another.\n- point\n| a | n |\n|---|---|\n| bc | 10 |\n",
        );
        let pager = Pager::new(String::new(), items);
        let lines: Vec<String> = pager
            .lines(PLAIN(), 40)
            .iter()
            .map(Line::to_string)
            .collect();
        assert_eq!(
            lines,
            [
                "The Title",
                "",
                "1.1 A rule goes on.",
                "1.2 Another.",
                "• point",
                "a   n",
                "bc  10"
            ]
        );
    }

    #[test]
    fn pairs_stand_in_two_columns() {
        let items = vec![
            Item::Pair("Tab".into(), "go through the buttons".into()),
            Item::Pair("Enter".into(), "play".into()),
        ];
        let lines = Pager::new(String::new(), items).lines(PLAIN(), 20);
        let lines: Vec<String> = lines.iter().map(Line::to_string).collect();
        assert_eq!(
            lines,
            ["Tab    go through", "       the buttons", "Enter  play"]
        );
    }
}
