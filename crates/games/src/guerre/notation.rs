//! Actions as texts: the command language, and the one token of records.

use std::convert::Infallible;

use vauban_game::{Notation, Phrase, Text, Unreadable, text};

use super::{Action, Guerre, Place, State};

impl Notation for Guerre {
    const KINDS: &[&str] = &["move", "attack", "end"];

    fn phrase(&self, action: Action) -> Phrase {
        match action {
            Action::Move { from, to } => Phrase::to(format!("{from}-"), to.spot()),
            Action::Attack { from, to } => Phrase::to(format!("{from}x"), to.spot()),
            Action::End => Phrase::word("end"),
        }
    }

    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        read_action(text)
    }

    fn grammar(&self) -> Text {
        Text::fixed(
            "move C1 C2 (m C1 C2, C1 C2, C1-C2): the unit on C1 goes to C2, and takes the enemy arsenal there; \
             attack C1 C2 (a C1 C2, C1xC2): the unit on C1 attacks the one on C2, by charge where it can; \
             end: the turn is over. Squares are a row's letter and a column's number: A1, T25. \
             An own map is a file of terrain lines to load, or the option map=25x20~mC10…~mN11… (rules, 11.8)",
            "move C1 C2 (m C1 C2, C1 C2, C1-C2) : l'unité en C1 va en C2 et y prend l'arsenal ennemi ; \
             attack C1 C2 (a C1 C2, C1xC2) : l'unité en C1 attaque celle en C2, en chargeant si elle le peut ; \
             end : fin du tour. Une case est la lettre d'une rangée et le numéro d'une colonne : A1, T25. \
             Une carte personnelle est un fichier de terrains à charger, ou l'option map=25x20~mC10…~mN11… (règles, 11.8)",
        )
    }

    fn kind(&self, action: Action) -> &'static str {
        match action {
            Action::Move { .. } => "move",
            Action::Attack { .. } => "attack",
            Action::End => "end",
        }
    }

    fn write_chance(&self, chance: Infallible) -> String {
        match chance {}
    }

    fn read_chance(&self, text: &str) -> Result<Infallible, Unreadable> {
        Err(Unreadable::chance(text))
    }

    fn write_position(&self, state: &State) -> String {
        self.write_state(state)
    }

    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        self.read_here(text)
    }
}

/// The command language, and the one-token form of records.
fn read_action(text: &str) -> Result<Action, Unreadable> {
    let words: Vec<&str> = text.split_ascii_whitespace().take(5).collect();
    let moves = |[from, to]: [Place; 2]| Action::Move { from, to };
    let attacks = |[from, to]: [Place; 2]| Action::Attack { from, to };
    let is = |word: &str, name: &str| {
        word.eq_ignore_ascii_case(name) || word.eq_ignore_ascii_case(&name[..1])
    };
    match words[..] {
        [end] if end.eq_ignore_ascii_case("end") => Ok(Action::End),
        [word, ref rest @ ..] if is(word, "move") => read_places(rest).map(moves),
        [word, ref rest @ ..] if is(word, "attack") => read_places(rest).map(attacks),
        [token] => read_token(token).ok_or_else(|| Unreadable::action(text)),
        // Without a word before them two squares are a move, also if one of them is misspelt.
        [from, to] if Place::read(from).is_some() || Place::read(to).is_some() => {
            read_places(&[from, to]).map(moves)
        }
        _ => Err(Unreadable::action(text)),
    }
}

/// The two squares of an order.
fn read_places(words: &[&str]) -> Result<[Place; 2], Unreadable> {
    match *words {
        [from, to] => Ok([read_place(from)?, read_place(to)?]),
        [] | [_] => {
            for word in words {
                read_place(word)?;
            }
            Err(Unreadable::new(
                "a square is missing: from where, and where to?",
                "il manque une case : d'où, et vers où ?",
            ))
        }
        [_, _, more, ..] => Err(Unreadable {
            text: text!(
                "`{more:.40}` is one word too many after two squares",
                "« {more:.40} » est un mot de trop après deux cases"
            ),
        }),
    }
}

/// A square in an order, or that it is none.
pub(super) fn read_place(word: &str) -> Result<Place, Unreadable> {
    Place::read(word).ok_or_else(|| {
        Unreadable { text: text!("`{word:.40}` is not a square; write the row's letter and the column's number: B4", "« {word:.40} » n'est pas une case ; écrivez la lettre de la rangée et le numéro de la colonne : B4") }
    })
}

/// `G3-I4` or `G3xI4`.
fn read_token(token: &str) -> Option<Action> {
    let digits = token.find(|c: char| c.is_ascii_digit())?;
    let sign = digits + token[digits..].find(|c: char| !c.is_ascii_digit())?;
    let (from, rest) = token.split_at(sign);
    let mut rest = rest.chars();
    let sign = rest.next()?;
    let (from, to) = (Place::read(from)?, Place::read(rest.as_str())?);
    match sign {
        '-' => Some(Action::Move { from, to }),
        'x' | 'X' => Some(Action::Attack { from, to }),
        _ => None,
    }
}
