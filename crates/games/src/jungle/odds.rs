//! What taking an animal comes to: nothing is left to chance.

use vauban_game::{Odds, Seat, Text, text};

use super::{Action, Animal, Jungle, State};

impl Odds for Jungle {
    /// §5.1, §5.2, §5.4 Whose power is the greater, and why it need not be.
    fn effect(&self, view: &State, _seat: Seat, action: Action) -> Option<Text> {
        let (_, hunter) = view.at(action.from)?;
        let (owner, prey) = view.at(action.to)?;
        let (strong, weak) = (self.power(hunter), self.power_on(owner, prey, action.to));
        let it = prey.the();
        Some(match (hunter, prey) {
            (Animal::Rat, Animal::Elephant) => text!("takes {it}", "prend {it}", it),
            _ if State::is_trapped(owner, action.to) => {
                text!(
                    "takes {it}, trapped: {strong} ≥ {weak}",
                    "prend {it}, au piège : {strong} ≥ {weak}",
                    it
                )
            }
            _ => text!(
                "takes {it}: {strong} ≥ {weak}",
                "prend {it} : {strong} ≥ {weak}",
                it
            ),
        })
    }
}
