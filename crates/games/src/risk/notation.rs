//! How actions and results of nature are written. §8
//!
//! A turn reads `101 x102 d3 v2 !6,5,2/4,3 card !tank pass 101-102+3 end`: attacker, target, dice,
//! defence, the roll, the card, no exchange, a move, the end.

use vauban_game::{Notation, Phrase, Seat, Text, Unreadable, Viewer, text};

use super::{
    Action, Chance, Risk,
    board::Country,
    cards::{Cards, Kind},
    position,
    state::{Owner, Phase, Rolled, State},
};

/// No text that means something here is longer.
const LONGEST: usize = 64;

impl Notation for Risk {
    const KINDS: &[&str] = &[
        "deal", "place", "attack", "target", "dice", "guard", "move-in", "card", "discard",
        "exchange", "pass", "move", "end",
    ];

    fn phrase(&self, action: Action) -> Phrase {
        match action {
            Action::Deal => Phrase::word("deal"),
            Action::Place { at, armies } => Phrase::to("", at.spot()).with_amount("+", armies),
            Action::Attack { from } => Phrase::to("", from.spot()),
            Action::Target { to } => Phrase::to("x", to.spot()),
            Action::Dice { dice } => Phrase::word(format!("d{dice}")),
            Action::Guard { dice } => Phrase::word(format!("v{dice}")),
            Action::MoveIn { armies } => Phrase::word("in").with_amount("+", armies),
            Action::Card => Phrase::word("card"),
            Action::Discard { kind } => Phrase::word(format!("discard={}", kind.word())),
            Action::Exchange { cards } => Phrase::word(format!("exchange={cards}")),
            Action::Pass => Phrase::word("pass"),
            Action::Move { from, to, armies } => {
                Phrase::to(format!("{from}-"), to.spot()).with_amount("+", armies)
            }
            Action::End => Phrase::word("end"),
        }
    }

    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        let unreadable = || Unreadable::action(text);
        if text.len() > LONGEST {
            return Err(unreadable());
        }
        let order = text.trim().to_ascii_lowercase();
        let words: Vec<&str> = order.split_ascii_whitespace().collect();
        match words[..] {
            ["deal"] => Ok(Action::Deal),
            ["card"] => Ok(Action::Card),
            ["pass" | "next"] => Ok(Action::Pass),
            ["end"] => Ok(Action::End),
            ["attack", from] => Ok(Action::Attack {
                from: country(from)?,
            }),
            ["target", to] => Ok(Action::Target { to: country(to)? }),
            ["dice", dice] => Ok(Action::Dice { dice: count(dice)? }),
            ["defend", dice] => Ok(Action::Guard { dice: count(dice)? }),
            ["place", at, armies] => Ok(Action::Place {
                at: country(at)?,
                armies: amount(armies)?,
            }),
            ["in", armies] => Ok(Action::MoveIn {
                armies: amount(armies)?,
            }),
            ["move", from, to, armies] => Ok(Action::Move {
                from: country(from)?,
                to: country(to)?,
                armies: amount(armies)?,
            }),
            ["discard", kind] => Kind::read(kind)
                .map(|kind| Action::Discard { kind })
                .ok_or_else(unreadable),
            ["exchange", cards] => set(cards).ok_or_else(unreadable),
            [token] => self.read_token(token).unwrap_or_else(|| Err(unreadable())),
            _ => Err(unreadable()),
        }
    }

    fn grammar(&self) -> Text {
        Text::fixed(
            "countries are written by their ids: 101+4 places 4 armies, 101 attacks from there, x102 is the target, d3 attacks with 3 dice, \
             v2 defends with 2, card draws a card, discard=tank discards one, exchange=sss exchanges soldiers (t tanks, c cannons), \
             in+3 moves in with 3 armies, 101-102+3 moves 3 of them, pass passes, end ends the turn; deal starts the match. \
             Also: place 101 4, attack 101, target 102, dice 3, defend 2, move 101 102 3",
            "les pays s'écrivent par leur numéro : 101+4 place 4 armées, 101 attaque de là, x102 est la cible, d3 attaque avec 3 dés, \
             v2 défend avec 2, card pioche une carte, discard=tank en défausse une, exchange=sss échange des soldats (t tanks, c canons), \
             in+3 entre avec 3 armées, 101-102+3 en déplace 3, pass passe, end termine le tour ; deal commence la partie. \
             Aussi : place 101 4, attack 101, target 102, dice 3, defend 2, move 101 102 3",
        )
    }

    /// §2.5 Who asks for more armies than are left gets what is left.
    fn trim(&self, state: &State, seat: Seat, action: Action) -> Action {
        let placing = matches!(state.phase(), Phase::Place | Phase::Reinforce);
        match action {
            Action::Place { at, armies } if placing && seat == state.mover() => Action::Place {
                at,
                armies: armies.min(state.left()),
            },
            _ => action,
        }
    }

    fn kind(&self, action: Action) -> &'static str {
        match action {
            Action::Deal => "deal",
            Action::Place { .. } => "place",
            Action::Attack { .. } => "attack",
            Action::Target { .. } => "target",
            Action::Dice { .. } => "dice",
            Action::Guard { .. } => "guard",
            Action::MoveIn { .. } => "move-in",
            Action::Card => "card",
            Action::Discard { .. } => "discard",
            Action::Exchange { .. } => "exchange",
            Action::Pass => "pass",
            Action::Move { .. } => "move",
            Action::End => "end",
        }
    }

    fn size(&self, action: Action) -> Option<u32> {
        match action {
            Action::Dice { dice } | Action::Guard { dice } => Some(dice.into()),
            _ => self.phrase(action).amount,
        }
    }

    fn write_chance(&self, chance: Chance) -> String {
        match chance {
            Chance::Land(owner) => owner.seat().map_or("n".to_owned(), |seat| seat.to_string()),
            Chance::Card(kind) => kind.word().to_owned(),
            Chance::Roll(Rolled { attack, guard }) => {
                format!("{}/{}", Rolled::text(&attack), Rolled::text(&guard))
            }
        }
    }

    fn read_chance(&self, text: &str) -> Result<Chance, Unreadable> {
        let unreadable = || Unreadable::chance(text);
        if text.len() > LONGEST {
            return Err(unreadable());
        }
        let result = text.trim().to_ascii_lowercase();
        if let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.word() == result) {
            return Ok(Chance::Card(kind));
        }
        if result == "n" {
            return Ok(Chance::Land(Owner::NEUTRAL));
        }
        if let Some((attack, guard)) = result.split_once('/') {
            let rolled = faces(attack).zip(faces(guard));
            return rolled
                .map(|(attack, guard)| Chance::Roll(Rolled { attack, guard }))
                .ok_or_else(unreadable);
        }
        let number: u8 = result.parse().map_err(|_| unreadable())?;
        let seat =
            Seat::from_number(number, self.players).filter(|seat| seat.to_string() == result);
        seat.map(|seat| Chance::Land(seat.into()))
            .ok_or_else(unreadable)
    }

    fn write_position(&self, state: &State) -> String {
        position::write(self, state)
    }

    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        position::read(self, text).map_err(Unreadable::position)
    }

    /// §8.1 A drawn card is seen by the one who draws.
    fn chance_shown(&self, state: &State, chance: Chance, viewer: Viewer) -> bool {
        !matches!(chance, Chance::Card(_)) || viewer == Viewer::Seat(state.mover())
    }

    /// Only chance tells anybody something new: rolls and drawn cards are steps of their own.
    fn reveals(&self, _state: &State, _seat: Seat, _action: Action) -> bool {
        false
    }
}

impl Risk {
    /// An action in its one-word form; `None` if it has the form of none.
    fn read_token(&self, token: &str) -> Option<Result<Action, Unreadable>> {
        if let Some(kind) = token.strip_prefix("discard=") {
            return Some(Ok(Action::Discard {
                kind: Kind::read(kind)?,
            }));
        }
        if let Some(cards) = token.strip_prefix("exchange=") {
            return set(cards).map(Ok);
        }
        if let Some(armies) = token.strip_prefix("in+") {
            return Some(amount(armies).map(|armies| Action::MoveIn { armies }));
        }
        if let Some(to) = token.strip_prefix('x') {
            return Some(country(to).map(|to| Action::Target { to }));
        }
        if let Some(dice) = token.strip_prefix('d').filter(|rest| digits(rest)) {
            return Some(count(dice).map(|dice| Action::Dice { dice }));
        }
        if let Some(dice) = token.strip_prefix('v') {
            return Some(count(dice).map(|dice| Action::Guard { dice }));
        }
        let Some((place, armies)) = token.split_once('+') else {
            // All ids have three digits: `3` is no country that was misspelt.
            let is_id = digits(token) && token.len() == 3;
            return is_id.then(|| country(token).map(|from| Action::Attack { from }));
        };
        let armies = match amount(armies) {
            Ok(armies) => armies,
            Err(wrong) => return Some(Err(wrong)),
        };
        let action = match place.split_once('-') {
            None => country(place).map(|at| Action::Place { at, armies }),
            Some((from, to)) => country(from).and_then(|from| {
                let to = country(to)?;
                Ok(Action::Move { from, to, armies })
            }),
        };
        Some(action)
    }
}

fn unreadable(text: Text) -> Unreadable {
    Unreadable { text }
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A country by its id, written as it is.
fn country(text: &str) -> Result<Country, Unreadable> {
    if text.is_empty() {
        return Err(Unreadable::new(
            "the country is missing: give its id, 101 to 604",
            "il manque le pays : donnez son numéro, de 101 à 604",
        ));
    }
    let id = digits(text).then(|| text.parse().ok()).flatten();
    let found = id.and_then(Country::of_id);
    found
        .filter(|country| country.to_string() == text)
        .ok_or_else(|| {
            unreadable(text!(
                "`{text:.20}` is not a country; ids are 101 to 106, 201 to 212, 301 to 309, 401 to 404, 501 to 507, 601 to 604",
                "« {text:.20} » n'est pas un pays ; les numéros sont 101 à 106, 201 à 212, 301 à 309, 401 à 404, 501 à 507, 601 à 604",
            ))
        })
}

/// A number of armies; what is too large for any country is as large as can be.
fn amount(text: &str) -> Result<u16, Unreadable> {
    if text.is_empty() {
        return Err(Unreadable::new(
            "the number of armies is missing after `+`",
            "il manque le nombre d'armées après « + »",
        ));
    }
    if !digits(text) {
        return Err(unreadable(text!(
            "`{text:.20}` is not a number of armies",
            "« {text:.20} » n'est pas un nombre d'armées",
        )));
    }
    Ok(text.parse().unwrap_or(u16::MAX))
}

fn count(text: &str) -> Result<u8, Unreadable> {
    if text.is_empty() {
        return Err(Unreadable::new(
            "the number of dice is missing",
            "il manque le nombre de dés",
        ));
    }
    text.parse().ok().filter(|_| digits(text)).ok_or_else(|| {
        unreadable(text!(
            "`{text:.20}` is not a number of dice",
            "« {text:.20} » n'est pas un nombre de dés",
        ))
    })
}

/// Three cards by their letters.
fn set(letters: &str) -> Option<Action> {
    let mut cards = Cards::NONE;
    if letters.len() != 3 {
        return None;
    }
    for letter in letters.chars() {
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter)?;
        cards = cards.with(kind);
    }
    Some(Action::Exchange { cards })
}

/// Up to `N` dice, put in order from the highest.
fn faces<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut dice = [0; N];
    for (count, face) in text.split(',').enumerate() {
        let face: u8 = face.trim().parse().ok()?;
        *dice.get_mut(count).filter(|_| (1..=6).contains(&face))? = face;
    }
    dice.sort_unstable_by(|one, two| two.cmp(one));
    Some(dice)
}
