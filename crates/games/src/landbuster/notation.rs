//! How actions and results of nature are written. §11
//!
//! A turn reads `!none reinforce-17 17x18 20x18 launch !1.000 !0.934 17-18+2`: no item, the soldiers,
//! two planned attacks, their luck, a move.

use vauban_game::{Notation, Phrase, Seat, Text, Unreadable, Viewer, text};

use super::{
    Action, Chance, LandBuster,
    actions::LUCK,
    item::Item,
    land::Land,
    position,
    state::{Phase, State},
};

/// No text that means something here is longer.
const LONGEST: usize = 64;

impl Notation for LandBuster {
    const KINDS: &[&str] = &[
        "capital",
        "reinforce",
        "port",
        "capture",
        "attack",
        "cancel",
        "launch",
        "move",
        "use",
        "skip",
        "pass",
    ];

    fn phrase(&self, action: Action) -> Phrase {
        match action {
            Action::Capital { at } => Phrase::to("capital-", at.spot()),
            Action::Reinforce { at } => Phrase::to("reinforce-", at.spot()),
            Action::Port { at } => Phrase::to("port-", at.spot()),
            Action::Capture { from, to } => Phrase::to(format!("{from}="), to.spot()),
            Action::Attack { from, to } => Phrase::to(format!("{from}x"), to.spot()),
            Action::Cancel { from, to } => Phrase::word(format!("cancel-{from}x{to}")),
            Action::Launch => Phrase::word("launch"),
            Action::Move {
                from,
                to,
                quarters,
                hero,
            } => {
                let joint = if hero { "h" } else { "-" };
                Phrase::to(format!("{from}{joint}"), to.spot()).with_amount("+", quarters)
            }
            Action::Use => Phrase::word("use"),
            Action::Skip => Phrase::word("skip"),
            Action::Pass => Phrase::word("pass"),
        }
    }

    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        let unreadable = || Unreadable::action(text);
        if text.len() > LONGEST {
            return Err(unreadable());
        }
        let order = text.trim().to_ascii_lowercase();
        let words: Vec<&str> = order.split_ascii_whitespace().collect();
        let pair = |from, to| Ok((self.land(from)?, self.land(to)?));
        match words[..] {
            ["launch"] => Ok(Action::Launch),
            ["use"] => Ok(Action::Use),
            ["skip"] => Ok(Action::Skip),
            ["pass"] => Ok(Action::Pass),
            ["capital", at] => Ok(Action::Capital { at: self.land(at)? }),
            ["reinforce", at] => Ok(Action::Reinforce { at: self.land(at)? }),
            ["port", at] => Ok(Action::Port { at: self.land(at)? }),
            ["capture", from, to] => pair(from, to).map(|(from, to)| Action::Capture { from, to }),
            ["attack", from, to] => pair(from, to).map(|(from, to)| Action::Attack { from, to }),
            ["cancel", from, to] => pair(from, to).map(|(from, to)| Action::Cancel { from, to }),
            ["move", from, to, part] | ["move", from, to, part, "hero"] => {
                let (from, to) = pair(from, to)?;
                Ok(Action::Move {
                    from,
                    to,
                    quarters: part_of(part)?,
                    hero: words.len() == 5,
                })
            }
            [token] => self.read_token(token).unwrap_or_else(|| Err(unreadable())),
            _ => Err(unreadable()),
        }
    }

    fn grammar(&self) -> Text {
        Text::fixed(
            "lands are written by their numbers: capital-17 chooses a capital, reinforce-17 places the soldiers, port-17 builds a port, \
             17=18 captures 18 from 17, 17x18 plans an attack, cancel-17x18 cancels it, launch launches the attacks, 17-18+2 moves two quarters \
             of the soldiers, 17h18+2 the same with the hero, use uses your item, skip skips the phase, pass passes the turn. \
             Also: capital 17, reinforce 17, port 17, capture 17 18, attack 17 18, cancel 17 18, move 17 18 1/2 hero, each with names of lands instead of numbers, too",
            "les terres s'écrivent par leur numéro : capital-17 choisit une capitale, reinforce-17 place les soldats, port-17 construit un port, \
             17=18 capture 18 depuis 17, 17x18 planifie une attaque, cancel-17x18 l'annule, launch lance les attaques, 17-18+2 déplace deux quarts \
             des soldats, 17h18+2 de même avec le héros, use utilise votre objet, skip saute la phase, pass passe le tour. \
             Aussi : capital 17, reinforce 17, port 17, capture 17 18, attack 17 18, cancel 17 18, move 17 18 1/2 hero, de même avec le nom des terres",
        )
    }

    fn kind(&self, action: Action) -> &'static str {
        match action {
            Action::Capital { .. } => "capital",
            Action::Reinforce { .. } => "reinforce",
            Action::Port { .. } => "port",
            Action::Capture { .. } => "capture",
            Action::Attack { .. } => "attack",
            Action::Cancel { .. } => "cancel",
            Action::Launch => "launch",
            Action::Move { .. } => "move",
            Action::Use => "use",
            Action::Skip => "skip",
            Action::Pass => "pass",
        }
    }

    fn write_chance(&self, chance: Chance) -> String {
        match chance {
            Chance::First(seat) => format!("first-{seat}"),
            Chance::NoItem => "none".to_owned(),
            Chance::Item(at) => format!("at-{at}"),
            Chance::Fat(at) => format!("fat-{at}"),
            Chance::Kind(item) => item.word().to_owned(),
            Chance::Lost(land) => format!("lost-{land}"),
            Chance::Luck(luck) => luck_text(luck),
        }
    }

    fn read_chance(&self, text: &str) -> Result<Chance, Unreadable> {
        let unreadable = || Unreadable::chance(text);
        if text.len() > LONGEST {
            return Err(unreadable());
        }
        let result = text.trim().to_ascii_lowercase();
        if result == "none" {
            return Ok(Chance::NoItem);
        }
        if let Some(item) = Item::of_word(&result).filter(|&item| item != Item::FatBonus) {
            return Ok(Chance::Kind(item));
        }
        let chance = match result.split_once('-') {
            Some(("first", seat)) => digits(seat)
                .and_then(|number| Seat::from_number(number, self.players))
                .map(Chance::First),
            Some((word, land)) => {
                let land =
                    digits(land).and_then(|number| Land::from_number(number, self.map().count()));
                match word {
                    "at" => land.map(Chance::Item),
                    "fat" => land.map(Chance::Fat),
                    "lost" => land.map(Chance::Lost),
                    _ => None,
                }
            }
            None => read_luck(&result).map(Chance::Luck),
        };
        chance.ok_or_else(unreadable)
    }

    fn write_position(&self, state: &State) -> String {
        position::write(self, state)
    }

    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        position::read(self, text).map_err(Unreadable::position)
    }

    /// §9.4 What is kept is seen by the one who collected it.
    fn chance_shown(&self, state: &State, chance: Chance, viewer: Viewer) -> bool {
        match (chance, state.phase()) {
            (Chance::Kind(item), Phase::Kind { seat, .. }) => {
                !item.is_kept() || viewer == Viewer::Seat(seat)
            }
            _ => true,
        }
    }

    /// Only chance tells anybody something new: what an item is, is drawn when it is collected.
    fn reveals(&self, _state: &State, _seat: Seat, _action: Action) -> bool {
        false
    }
}

impl LandBuster {
    /// An action in its one-word form; `None` if it has the form of none.
    fn read_token(&self, token: &str) -> Option<Result<Action, Unreadable>> {
        if let Some((word, rest)) = token.split_once('-') {
            let at = || self.land(rest);
            match word {
                "capital" => return Some(at().map(|at| Action::Capital { at })),
                "reinforce" => return Some(at().map(|at| Action::Reinforce { at })),
                "port" => return Some(at().map(|at| Action::Port { at })),
                "cancel" => {
                    let pair = self.pair(rest, 'x')?;
                    return Some(pair.map(|(from, to)| Action::Cancel { from, to }));
                }
                _ => {}
            }
        }
        if let Some((places, part)) = token.split_once('+') {
            let (pair, hero) = match self.pair(places, 'h') {
                Some(pair) => (pair, true),
                None => (self.pair(places, '-')?, false),
            };
            let action = pair.and_then(|(from, to)| {
                Ok(Action::Move {
                    from,
                    to,
                    quarters: part_of(part)?,
                    hero,
                })
            });
            return Some(action);
        }
        if let Some(pair) = self.pair(token, '=') {
            return Some(pair.map(|(from, to)| Action::Capture { from, to }));
        }
        let pair = self.pair(token, 'x')?;
        Some(pair.map(|(from, to)| Action::Attack { from, to }))
    }

    /// Two lands with `between` between them; `None` if nothing stands there.
    fn pair(&self, text: &str, between: char) -> Option<Result<(Land, Land), Unreadable>> {
        let (from, to) = text.split_once(between)?;
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !plain(from) || !plain(to) {
            return None;
        }
        Some(self.land(from).and_then(|from| Ok((from, self.land(to)?))))
    }

    /// A land by its number, written as it is, or by its name: the map shows names.
    fn land(&self, text: &str) -> Result<Land, Unreadable> {
        let count = self.map().count();
        if text.is_empty() {
            return Err(unreadable(text!(
                "the land is missing: give its number, 1 to {count}",
                "il manque la terre : donnez son numéro, de 1 à {count}"
            )));
        }
        let numbered = || digits(text).and_then(|number| Land::from_number(number, count));
        let named = || {
            let is_called = |land: &Land| self.map().name(*land).to_lowercase() == text;
            self.map().lands().iter().find(is_called)
        };
        numbered().or_else(named).ok_or_else(|| {
            unreadable(text!(
                "`{text:.20}` is not a land of this map; its lands are 1 to {count}",
                "« {text:.20} » n'est pas une terre de cette carte ; elles vont de 1 à {count}"
            ))
        })
    }
}

fn unreadable(text: Text) -> Unreadable {
    Unreadable { text }
}

/// A number without a sign and without zeros in front.
fn digits(text: &str) -> Option<u8> {
    let number: u8 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// `2`, `2/4`, `1/2` and the words for it.
fn part_of(text: &str) -> Result<u8, Unreadable> {
    let part = match text {
        "1/4" | "quarter" => Some(1),
        "1/2" | "2/4" | "half" => Some(2),
        "3/4" => Some(3),
        "all" | "4/4" => Some(4),
        _ => digits(text),
    };
    part.ok_or_else(|| {
        unreadable(text!(
            "`{text:.20}` is not a part of the soldiers: 1 to 4 quarters, 1/4, 1/2, 3/4 or all",
            "« {text:.20} » n'est pas une part des soldats : de 1 à 4 quarts, 1/4, 1/2, 3/4 ou all"
        ))
    })
}

/// `0.934`
pub(super) fn luck_text(luck: u16) -> String {
    format!("{}.{:03}", luck / 1_000, luck % 1_000)
}

/// Thousandths, with as many digits as one likes to type: `1`, `0.9`, `1.000`.
fn read_luck(text: &str) -> Option<u16> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !matches!(whole, "0" | "1") || rest.len() > 3 || !plain(rest) {
        return None;
    }
    let thousandths: u16 = format!("{rest:0<3}").parse().ok()?;
    let luck = whole.parse::<u16>().ok()? * 1_000 + thousandths;
    LUCK.contains(&luck).then_some(luck)
}
