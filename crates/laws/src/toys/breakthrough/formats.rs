//! Files of Breakthrough's own: a first line, then one action a line.

use vauban_game::{FormatCard, FormatError, Formats, Game, Imported, Notation, Seat, Text};

use super::{Action, Breakthrough, State};

const HEAD: &str = "breakthrough moves";

impl Formats for Breakthrough {
    fn format(&self) -> Option<FormatCard> {
        Some(FormatCard {
            name: "moves",
            about: Text::fixed("one step a line", "un pas par ligne"),
        })
    }
    fn recognise(&self, text: &str) -> bool {
        text.lines().next() == Some(HEAD)
    }
    fn import(&self, text: &str) -> Result<Imported, FormatError> {
        let mut imported = Imported::default();
        for (index, line) in text.lines().enumerate() {
            let wrong = |text| FormatError {
                line: Some(index + 1),
                text,
            };
            if index > 0 {
                self.read(line)
                    .map_err(|unreadable| wrong(unreadable.text))?;
                imported.steps.push(line.to_owned());
            } else if line != HEAD {
                return Err(wrong(Text::fixed(
                    "not a list of moves",
                    "pas une liste de coups",
                )));
            }
        }
        Ok(imported)
    }
    fn export(
        &self,
        start: &State,
        steps: &[(Seat, Action)],
        _: &State,
    ) -> Option<Result<String, FormatError>> {
        if *start != self.start() {
            return Some(Err(FormatError {
                line: None,
                text: Text::fixed(
                    "a list of moves begins at the start",
                    "une liste de coups part du début",
                ),
            }));
        }
        let lines = steps.iter().map(|&(_, action)| self.write(action) + "\n");
        Some(Ok(format!("{HEAD}\n{}", lines.collect::<String>())))
    }
}
