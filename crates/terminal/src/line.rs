//! The command line: what is typed, what was typed before, and what it may become.

/// A line of text with a caret, a history and completion.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandLine {
    text: String,
    /// Where the next letter goes, in bytes.
    caret: usize,
    history: Vec<String>,
    /// Which line of the history is shown, and what was typed before it was asked for.
    recalled: Option<(usize, String)>,
    /// What Tab goes through, and where it stands.
    offered: Option<(Vec<String>, usize)>,
}

/// The longest line that is taken: no notation is longer, and a pasted book is a mistake.
const LONGEST: usize = 2_000;

impl CommandLine {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// What stands before the caret.
    pub fn before_caret(&self) -> &str {
        &self.text[..self.caret]
    }

    pub fn insert(&mut self, letters: &str) {
        let letters: String = letters
            .chars()
            .filter(|letter| !letter.is_control())
            .collect();
        if self.text.len() + letters.len() > LONGEST {
            return;
        }
        self.text.insert_str(self.caret, &letters);
        self.caret += letters.len();
        self.settle();
    }

    pub fn set(&mut self, text: &str) {
        self.clear();
        self.insert(text);
    }

    pub fn clear(&mut self) {
        self.text.clear();
        self.caret = 0;
        self.settle();
    }

    pub fn backspace(&mut self) {
        if let Some(before) = self.before() {
            self.caret = before;
            self.text.remove(before);
        }
        self.settle();
    }

    pub fn delete(&mut self) {
        if self.caret < self.text.len() {
            self.text.remove(self.caret);
        }
        self.settle();
    }

    /// Deletes the word before the caret.
    pub fn delete_word(&mut self) {
        let kept = self.before_caret().trim_end();
        let start = kept.rfind(' ').map_or(0, |space| space + 1);
        self.text.replace_range(start..self.caret, "");
        self.caret = start;
        self.settle();
    }

    pub fn left(&mut self) {
        self.caret = self.before().unwrap_or(0);
    }

    pub fn right(&mut self) {
        if let Some(letter) = self.text[self.caret..].chars().next() {
            self.caret += letter.len_utf8();
        }
    }

    pub fn home(&mut self) {
        self.caret = 0;
    }

    pub fn end(&mut self) {
        self.caret = self.text.len();
    }

    /// Takes the line away to be carried out, and remembers it.
    pub fn take(&mut self) -> String {
        let text = self.text.trim().to_owned();
        self.clear();
        if !text.is_empty() && self.history.last() != Some(&text) {
            self.history.push(text.clone());
        }
        text
    }

    pub fn older(&mut self) {
        let (index, draft) = match self.recalled.take() {
            Some((index, draft)) => (index.saturating_sub(1), draft),
            None => match self.history.len().checked_sub(1) {
                Some(last) => (last, self.text.clone()),
                None => return,
            },
        };
        self.show(self.history[index].clone());
        self.recalled = Some((index, draft));
    }

    pub fn newer(&mut self) {
        let Some((index, draft)) = self.recalled.take() else {
            return;
        };
        match self.history.get(index + 1).cloned() {
            Some(newer) => {
                self.show(newer);
                self.recalled = Some((index + 1, draft));
            }
            None => self.show(draft),
        }
    }

    /// Completes the line to what all fitting `lines` share, then goes through them one by one.
    /// Returns those that fit.
    pub fn complete(&mut self, lines: impl IntoIterator<Item = String>) -> Vec<String> {
        if let Some((fitting, index)) = self.offered.take() {
            let next = (index + 1) % fitting.len();
            self.show(fitting[next].clone());
            self.offered = Some((fitting.clone(), next));
            return fitting;
        }
        let typed = self.text.to_lowercase();
        let mut fitting: Vec<String> = lines
            .into_iter()
            .filter(|line| line.to_lowercase().starts_with(&typed))
            .collect();
        fitting.dedup();
        let Some(shared) = shared_start(&fitting) else {
            return fitting;
        };
        if shared.len() > self.text.len() || fitting.len() == 1 {
            self.show(shared);
        } else {
            self.show(fitting[0].clone());
            self.offered = Some((fitting.clone(), 0));
        }
        fitting
    }

    fn before(&self) -> Option<usize> {
        let letter = self.before_caret().chars().next_back()?;
        Some(self.caret - letter.len_utf8())
    }

    fn show(&mut self, text: String) {
        self.caret = text.len();
        self.text = text;
    }

    /// Whoever edits the line no longer walks through the history or through what Tab offers.
    fn settle(&mut self) {
        self.recalled = None;
        self.offered = None;
    }
}

/// The longest text that all lines begin with.
fn shared_start(lines: &[String]) -> Option<String> {
    let (first, others) = lines.split_first()?;
    let mut end = first.len();
    for other in others {
        let same = first
            .char_indices()
            .zip(other.chars())
            .find(|((_, one), two)| one != two);
        let same = same.map_or(first.len().min(other.len()), |((at, _), _)| at);
        end = end.min(same);
    }
    Some(first[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn letters_of_any_length_are_edited_whole() {
        let mut line = CommandLine::default();
        line.insert("é→x");
        line.left();
        line.backspace();
        assert_eq!(line.text(), "éx");
        line.home();
        line.delete();
        assert_eq!((line.text(), line.before_caret()), ("x", ""));
        line.insert("a\nb\t");
        assert_eq!(line.text(), "abx");
    }

    #[test]
    fn the_last_word_can_be_deleted() {
        let mut line = CommandLine::default();
        line.insert("why a2a3 ");
        line.delete_word();
        assert_eq!(line.text(), "why ");
        line.delete_word();
        line.delete_word();
        assert!(line.is_empty());
    }

    #[test]
    fn history_goes_back_and_returns_to_the_draft() {
        let mut line = CommandLine::default();
        line.older();
        for text in ["one", "two", "two"] {
            line.insert(text);
            assert_eq!(line.take(), text);
        }
        line.insert("dra");
        line.older();
        line.older();
        line.older();
        assert_eq!(line.text(), "one");
        line.newer();
        line.newer();
        assert_eq!(line.text(), "dra");
    }

    #[test]
    fn tab_completes_what_is_shared_then_goes_round() {
        let mut line = CommandLine::default();
        line.insert("A");
        let all = ["a2a3", "a2b3", "b1c1"];
        assert_eq!(line.complete(words(&all)), words(&["a2a3", "a2b3"]));
        assert_eq!(line.text(), "a2");
        for expected in ["a2a3", "a2b3", "a2a3"] {
            line.complete(words(&all));
            assert_eq!(line.text(), expected);
        }
        line.set("zz");
        assert!(line.complete(words(&all)).is_empty());
        assert_eq!(line.text(), "zz");
    }
}
