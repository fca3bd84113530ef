//! The open game's save files, once the set-up is over; and the map of one who draws.

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
        let refuse = |text| Err(FormatError { line: None, text });
        Some(match now {
            Stage::Open(field, state) => Ok(self.on(field).save(state)),
            Stage::Drawing { relief, camps } if self.is_mapped(relief, camps) => {
                let field = self.field_of(Some(relief), camps);
                Ok(self.on(&field).save_map())
            }
            Stage::Drawing { .. } => refuse(Text::fixed(
                "the map is not whole yet: it can be saved when all its terrain is placed",
                "la carte n'est pas encore complète : elle se sauve quand tous ses terrains sont placés",
            )),
            Stage::Agreeing(_) | Stage::Placing { .. } | Stage::Lot { .. } => refuse(Text::fixed(
                "the set-up is not over: there is no position to save yet",
                "la mise en place n'est pas finie : il n'y a pas encore de position à sauver",
            )),
        })
    }
}
