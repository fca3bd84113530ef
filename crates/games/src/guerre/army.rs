//! The units that a side has in a set-up, class by class.

use std::fmt;

use vauban_game::{Text, text};

use super::{
    Class,
    doctrine::{Doctrine, Role},
    state::MOST_UNITS,
};

/// How many units of each class a side places, in the order of [`Class::ALL`].
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Army([u8; Class::ALL.len()]);

impl Army {
    /// That of the published order of battle.
    pub const STANDARD: Army = Army([9, 4, 1, 1, 1, 1]);

    /// Reads `C4.I9.A1.AC1.R1.RC1`: each class at most once, in any order; who is not named is not there.
    pub fn read(word: &str) -> Result<Army, Text> {
        let mut army = Army([0; Class::ALL.len()]);
        let mut seen = [false; Class::ALL.len()];
        for part in word.split('.') {
            let bad = || {
                text!(
                    "`{part:.40}` is not a number of units; write an army like C4.I9.A1.AC1.R1.RC1",
                    "« {part:.40} » n'est pas un nombre d'unités ; écrivez une armée comme C4.I9.A1.AC1.R1.RC1"
                )
            };
            let digits = part.find(|c: char| c.is_ascii_digit()).ok_or_else(bad)?;
            let (code, number) = part.split_at(digits);
            let class = Class::read(code).ok_or_else(bad)?;
            let number = number.parse::<u8>().map_err(|_| bad())?;
            if std::mem::replace(&mut seen[class as usize], true) {
                let code = class.code();
                return Err(text!(
                    "{code} is named twice in this army",
                    "{code} est nommé deux fois dans cette armée"
                ));
            }
            army.0[class as usize] = number;
        }
        let units: u32 = army.0.iter().map(|&number| u32::from(number)).sum();
        if units > MOST_UNITS as u32 {
            return Err(text!(
                "this army has {units} units; a side has at most {MOST_UNITS}",
                "cette armée a {units} unités ; un camp en a au plus {MOST_UNITS}"
            ));
        }
        let fights = |class: &Class| {
            let corps = Doctrine::BORDEAUX.corps(*class).role;
            corps == Role::Fighter && army.of(*class) > 0
        };
        if !Class::ALL.iter().any(fights) {
            return Err(Text::fixed(
                "an army without a fighting unit has lost before it begins",
                "une armée sans unité combattante a perdu avant de commencer",
            ));
        }
        Ok(army)
    }

    pub fn of(&self, class: Class) -> u8 {
        self.0[class as usize]
    }
    /// How many units it has in all.
    pub fn len(&self) -> usize {
        self.0.iter().map(|&number| usize::from(number)).sum()
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let classes = Class::ALL.into_iter().filter(|&class| self.of(class) > 0);
        let parts: Vec<String> = classes
            .map(|class| format!("{}{}", class.code(), self.of(class)))
            .collect();
        f.write_str(&parts.join("."))
    }
}
