//! How cells, actions and results of nature are written. §10
//!
//! A move is its two cells, `c3-b2`; a power its name with its cells, `poison-b2`, `jet-a1-e5`; a
//! placed creature is `+b2`. Results are what the dice show: a sum, `17`, or the dead, `dead-2`.

use vauban_game::{Notation, Phrase, Seat, Text, Unreadable, text};

use super::{
    Garden,
    cell::Cell,
    clan::Clan,
    dice::HIGHEST,
    position,
    state::{Action, CROWD, Chance, State, Visit},
};

/// No text that means something here is longer.
pub(super) const LONGEST: usize = 512;

/// The powers that name one cell.
type Aimed = (&'static str, fn(Cell) -> Action);
const AIMED: [Aimed; 6] = [
    ("barbecue", |at| Action::Grill { at }),
    ("pool", |at| Action::Drown { at }),
    ("pillage", |at| Action::Pillage { at }),
    ("poison", |at| Action::Poison { at }),
    ("weapons", |at| Action::Arm { at }),
    ("rocks", |at| Action::Stone { at }),
];

impl Notation for Garden {
    const KINDS: &[&str] = &[
        "clan", "move", "jet", "candy", "barbecue", "pool", "pillage", "poison", "weapons",
        "rocks", "shelter", "end", "place",
    ];

    fn phrase(&self, action: Action) -> Phrase {
        let word = action.word();
        match (action, action.source(), action.target()) {
            (Action::Choose(clan), ..) => Phrase::word(clan.word()),
            (Action::Move { from, to }, ..) => Phrase::to(format!("{from}-"), to.spot()),
            (Action::Place { at }, ..) => Phrase::to("+", at.spot()),
            (_, Some(from), Some(to)) => Phrase::to(format!("{word}-{from}-"), to.spot()),
            (_, None, Some(to)) => Phrase::to(format!("{word}-"), to.spot()),
            (_, _, None) => Phrase::word(word),
        }
    }

    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        if text.len() > LONGEST {
            return Err(Unreadable::action(text));
        }
        let order = text.trim().to_ascii_lowercase();
        read_action(&order).ok_or_else(|| unreadable(text, &order))
    }

    fn grammar(&self) -> Text {
        Text::fixed(
            "two cells for a move: c3-b2 (also c3 b2, c3b2); a power with its cells: jet-a1-e5, candy, barbecue-b2, pool-b2, pillage-b2, poison-b2, weapons-b2, rocks-b2, shelter-c3-b2; end ends the conquest; +b2 places a creature; a clan by its name: cooks, smiths, miners, lumberjacks. Rows a to e from the top, cells counted from the left.",
            "deux cases pour un déplacement : c3-b2 (aussi c3 b2, c3b2) ; un pouvoir avec ses cases : jet-a1-e5, candy, barbecue-b2, pool-b2, pillage-b2, poison-b2, weapons-b2, rocks-b2, shelter-c3-b2 ; end finit la conquête ; +b2 place une créature ; un clan par son nom : cooks, smiths, miners, lumberjacks. Rangées a à e depuis le haut, cases comptées depuis la gauche.",
        )
    }

    fn kind(&self, action: Action) -> &'static str {
        action.word()
    }

    fn write_chance(&self, chance: Chance) -> String {
        match chance {
            Chance::First(Seat(0)) => "blue".to_owned(),
            Chance::First(_) => "red".to_owned(),
            Chance::Roll(sum) => sum.to_string(),
            Chance::Dead(dead) => format!("dead-{dead}"),
            Chance::Quiet => "quiet".to_owned(),
            Chance::Foot(cell) => format!("foot-{cell}"),
            Chance::Visit(visit) => visit.word().to_owned(),
        }
    }

    fn read_chance(&self, text: &str) -> Result<Chance, Unreadable> {
        let word = text.trim();
        read_chance(word)
            .filter(|&chance| self.write_chance(chance) == word)
            .ok_or_else(|| Unreadable::chance(text))
    }

    fn write_position(&self, state: &State) -> String {
        format!("{}.{state:?}", self.map.number())
    }

    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        position::read(self, text).map_err(Unreadable::position)
    }
}

fn read_action(order: &str) -> Option<Action> {
    if let Some(cell) = order.strip_prefix('+') {
        let at = Cell::named(cell.trim_start())?;
        return Some(Action::Place { at });
    }
    let words: Vec<&str> = order
        .split([' ', '-'])
        .filter(|word| !word.is_empty())
        .collect();
    match words[..] {
        [cells] if cells.len() == 4 && cells.is_ascii() => {
            let (from, to) = cells.split_at(2);
            read_words(&[from, to])
        }
        _ => read_words(&words),
    }
}

/// The action of a clan's name, of a power's with its cells, or of two cells.
pub(super) fn read_words(words: &[&str]) -> Option<Action> {
    match *words {
        ["candy"] => Some(Action::Candy),
        ["end"] => Some(Action::End),
        [word] => {
            let clan = Clan::ALL.into_iter().find(|clan| clan.word() == word);
            clan.map(Action::Choose)
        }
        [first, second] => {
            let to = Cell::named(second)?;
            let aimed = AIMED.iter().find(|(word, _)| *word == first);
            if let Some((_, make)) = aimed {
                return Some(make(to));
            }
            let from = Cell::named(first)?;
            Some(Action::Move { from, to })
        }
        [word, from, to] => {
            let (from, to) = (Cell::named(from)?, Cell::named(to)?);
            match word {
                "jet" => Some(Action::Jet { from, to }),
                "shelter" => Some(Action::Shelter { from, to }),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What was wrong: a cell off the board if there is one, or else the whole.
fn unreadable(text: &str, order: &str) -> Unreadable {
    let looks_like_a_cell = |word: &str| {
        let bytes = word.as_bytes();
        bytes.len() == 2 && bytes[0].is_ascii_alphabetic() && bytes[1].is_ascii_digit()
    };
    let stray = order
        .split([' ', '-', '+'])
        .find(|word| looks_like_a_cell(word) && Cell::named(word).is_none());
    match stray {
        None => Unreadable::action(text),
        Some(name) => Unreadable {
            text: text!(
                "`{name}` is not a cell; the cells are a1 to a5, b1 to b6, c1 to c7, d1 to d6, e1 to e5",
                "« {name} » n'est pas une case ; les cases sont a1 à a5, b1 à b6, c1 à c7, d1 à d6, e1 à e5"
            ),
        },
    }
}

fn read_chance(word: &str) -> Option<Chance> {
    let number = |digits: &str, most: usize| {
        let number: u8 = digits.parse().ok()?;
        (usize::from(number) <= most).then_some(number)
    };
    match word {
        "blue" => return Some(Chance::First(Seat(0))),
        "red" => return Some(Chance::First(Seat(1))),
        "quiet" => return Some(Chance::Quiet),
        _ => (),
    }
    if let Some(visit) = Visit::ALL.into_iter().find(|visit| visit.word() == word) {
        return Some(Chance::Visit(visit));
    }
    if let Some(cell) = word.strip_prefix("foot-") {
        return Some(Chance::Foot(Cell::named(cell)?));
    }
    if let Some(dead) = word.strip_prefix("dead-") {
        return Some(Chance::Dead(number(dead, CROWD.into())?));
    }
    Some(Chance::Roll(number(word, HIGHEST)?))
}
