//! The open game's save files, once the set-up is over.

use vauban_game::{FormatCard, FormatError, Formats, Imported, Seat, Text};

use super::{Deployed, Stage, Step};

impl Formats for Deployed {
    fn format(&self) -> Option<FormatCard> {
        self.game.format()
    }
    fn recognise(&self, text: &str) -> bool {
        self.game.recognise(text)
    }
    fn import(&self, text: &str) -> Result<Imported, FormatError> {
        self.game.import(text)
    }
    fn export(
        &self,
        _start: &Stage,
        _steps: &[(Seat, Step)],
        now: &Stage,
    ) -> Option<Result<String, FormatError>> {
        Some(match now {
            Stage::Open(state) => Ok(self.game.save(state)),
            Stage::Placing { .. } | Stage::Lot { .. } => Err(FormatError {
                line: None,
                text: Text::fixed(
                    "the set-up is not over: there is no position to save yet",
                    "la mise en place n'est pas finie : il n'y a pas encore de position à sauver",
                ),
            }),
        })
    }
}
