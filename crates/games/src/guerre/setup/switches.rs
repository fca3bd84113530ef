//! The switches of the rules: each overrides what the rule set says.

use vauban_game::{SettingCard, Text, Values};

use crate::guerre::{
    Doctrine,
    doctrine::{AttackTiming, ChargeLines, RelayContact},
};

/// One switch: how it is offered, and what it does to the rules.
#[derive(Debug)]
pub struct Switch {
    pub name: &'static str,
    title: (&'static str, &'static str),
    values: Choice,
    /// Turns it to a value that its card allows.
    turn: fn(&mut Doctrine, &str),
    /// The value in force.
    pub value: fn(&Doctrine) -> String,
}

/// The values of a switch.
#[derive(Copy, Clone, Debug)]
enum Choice {
    Words(&'static [(&'static str, Text)]),
    Number(u32, u32),
}

impl Switch {
    pub(super) const fn card(&self) -> SettingCard {
        SettingCard {
            name: self.name,
            title: Text::fixed(self.title.0, self.title.1),
            values: match self.values {
                Choice::Words(words) => Values::OneOf(words),
                Choice::Number(least, most) => Values::Number(least, most),
            },
            default: None,
            absent: None,
        }
    }
    pub(super) fn turn(&self, doctrine: &mut Doctrine, value: &str) {
        (self.turn)(doctrine, value);
    }
}

const YES_OR_NO: Choice = Choice::Words(&[
    ("yes", Text::fixed("yes", "oui")),
    ("no", Text::fixed("no", "non")),
]);

fn yes_or_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// A number that its card has looked at.
fn number(value: &str) -> u8 {
    value.parse().unwrap_or_default()
}

/// §6.1, §6.2
pub const ATTACK_TIMING: Switch = Switch {
    name: "attack_timing",
    title: ("Attacks", "Attaques"),
    values: Choice::Words(&[
        (
            "each_move",
            Text::fixed("after each move", "après chaque déplacement"),
        ),
        (
            "end_of_turn",
            Text::fixed("one, at the end of the turn", "une seule, en fin de tour"),
        ),
    ]),
    turn: |doctrine, value| {
        doctrine.attack_timing = match value {
            "end_of_turn" => AttackTiming::EndOfTurn,
            _ => AttackTiming::EachMove,
        }
    },
    value: |doctrine| {
        match doctrine.attack_timing {
            AttackTiming::EachMove => "each_move",
            AttackTiming::EndOfTurn => "end_of_turn",
        }
        .to_owned()
    },
};

/// §7.5
pub const CHARGE_LINES: Switch = Switch {
    name: "charge_lines",
    title: ("Charges", "Charges"),
    values: Choice::Words(&[
        (
            "initiator",
            Text::fixed("the attacker's line", "la ligne de l'assaillant"),
        ),
        (
            "all",
            Text::fixed(
                "every line that touches the target",
                "toutes les lignes au contact de la cible",
            ),
        ),
    ]),
    turn: |doctrine, value| {
        doctrine.charge_lines = match value {
            "all" => ChargeLines::All,
            _ => ChargeLines::Initiator,
        }
    },
    value: |doctrine| {
        match doctrine.charge_lines {
            ChargeLines::Initiator => "initiator",
            ChargeLines::All => "all",
        }
        .to_owned()
    },
};

/// §3.5
pub const RELAY_CONTACT: Switch = Switch {
    name: "relay_contact",
    title: ("Relays woken by contact", "Relais activés par contact"),
    values: YES_OR_NO,
    turn: |doctrine, value| {
        doctrine.relay_contact = match value {
            "no" => RelayContact::Ignored,
            _ => RelayContact::Wakes,
        }
    },
    value: |doctrine| yes_or_no(doctrine.relay_contact == RelayContact::Wakes),
};

/// §6.10
pub const RELAY_SUPPORT: Switch = Switch {
    name: "relay_support",
    title: (
        "How far relays lend their defence",
        "Portée à laquelle les relais prêtent leur défense",
    ),
    values: Choice::Number(0, 3),
    turn: |doctrine, value| doctrine.lend(number(value)),
    value: |doctrine| doctrine.relay_support().to_string(),
};

/// §3.9
pub const RELAY_OFFLINE_DEFENCE: Switch = Switch {
    name: "relay_offline_defence",
    title: (
        "Defence of a relay that is cut off",
        "Défense d'un relais coupé",
    ),
    values: Choice::Number(0, 1),
    turn: |doctrine, value| doctrine.relay_offline_defence = number(value),
    value: |doctrine| doctrine.relay_offline_defence.to_string(),
};

/// §3.8
pub const OFFLINE_CUTS: Switch = Switch {
    name: "offline_cuts",
    title: (
        "Units that are cut off stop enemy lines",
        "Les unités coupées arrêtent les lignes ennemies",
    ),
    values: YES_OR_NO,
    turn: |doctrine, value| doctrine.offline_cuts = value == "yes",
    value: |doctrine| yes_or_no(doctrine.offline_cuts),
};

/// §8.6
pub const TWO_ARSENALS: Switch = Switch {
    name: "two_arsenals",
    title: (
        "Two arsenals may fall in one turn",
        "Deux arsenaux peuvent tomber en un tour",
    ),
    values: YES_OR_NO,
    turn: |doctrine, value| doctrine.two_arsenals = value == "yes",
    value: |doctrine| yes_or_no(doctrine.two_arsenals),
};

/// §5.3
pub const RETREAT_INTO_ARSENAL: Switch = Switch {
    name: "retreat_into_arsenal",
    title: (
        "A retreat may end in an enemy arsenal",
        "Une retraite peut finir dans un arsenal ennemi",
    ),
    values: YES_OR_NO,
    turn: |doctrine, value| doctrine.retreat_into_arsenal = value == "yes",
    value: |doctrine| yes_or_no(doctrine.retreat_into_arsenal),
};

/// §9.7
pub const RELAYS_LOST: Switch = Switch {
    name: "relays_lost",
    title: (
        "A side cut off without relays has lost",
        "Un camp coupé et sans relais a perdu",
    ),
    values: YES_OR_NO,
    turn: |doctrine, value| doctrine.relays_lost = value == "yes",
    value: |doctrine| yes_or_no(doctrine.relays_lost),
};

/// §4.2
pub const MOVES: Switch = Switch {
    name: "moves",
    title: ("Moves a turn", "Déplacements par tour"),
    values: Choice::Number(1, 10),
    turn: |doctrine, value| doctrine.moves = number(value),
    value: |doctrine| doctrine.moves.to_string(),
};

/// Every switch.
pub static SWITCHES: [Switch; 10] = [
    ATTACK_TIMING,
    CHARGE_LINES,
    RELAY_CONTACT,
    RELAY_SUPPORT,
    RELAY_OFFLINE_DEFENCE,
    OFFLINE_CUTS,
    TWO_ARSENALS,
    RETREAT_INTO_ARSENAL,
    RELAYS_LOST,
    MOVES,
];
