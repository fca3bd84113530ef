//! What the shelf shows of the game: phases, presets and options.

use vauban_game::{PhaseCard, Preset, SettingCard, Text, Values};

use super::switches;

/// §4, §5, §6 With one attack at the end, it follows the moves; else each move may be followed by one.
pub(super) const PHASES: &[PhaseCard] = &[
    PhaseCard {
        name: "retreat",
        title: Text::fixed("retreat", "retraite"),
    },
    PhaseCard {
        name: "moves",
        title: Text::fixed("moves", "déplacements"),
    },
    PhaseCard {
        name: "attack",
        title: Text::fixed("attack", "attaque"),
    },
];

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "bordeaux",
        title: Text::fixed("Bordeaux rules", "Règles de Bordeaux"),
        about: Text::fixed(
            "The published position; a unit may attack right after its move.",
            "La position publiée ; une unité peut attaquer juste après son déplacement.",
        ),
        seats: None,
        settings: &[("rules", "bordeaux")],
    },
    Preset {
        name: "debord",
        title: Text::fixed("Debord's rules", "Règles de Debord"),
        about: Text::fixed(
            "Both sides set up in secret, a lot says who begins, and a turn has one attack, at its end.",
            "Chaque camp se place en secret, le sort désigne qui commence, et un tour a une seule attaque, à la fin.",
        ),
        seats: None,
        settings: &[("rules", "debord")],
    },
    Preset {
        name: "rsg",
        title: Text::fixed("RSG rules", "Règles du RSG"),
        about: Text::fixed(
            "Debord's game as the Radical Software Group programmed it: relays lend no defence, and losing them all can lose the war.",
            "Le jeu de Debord tel que le Radical Software Group l'a programmé : les relais ne prêtent pas leur défense, et les perdre tous peut perdre la guerre.",
        ),
        seats: None,
        settings: &[("rules", "rsg")],
    },
    Preset {
        name: "hidden",
        title: Text::fixed("Bordeaux, hidden set-up", "Bordeaux, mise en place cachée"),
        about: Text::fixed(
            "The Bordeaux rules, but both sides set up in secret, and a lot says who begins.",
            "Les règles de Bordeaux, mais chaque camp se place en secret, et le sort désigne qui commence.",
        ),
        seats: None,
        settings: &[("rules", "bordeaux"), ("setup", "hidden")],
    },
    Preset {
        name: "terrain",
        title: Text::fixed("Bordeaux, own ground", "Bordeaux, terrain convenu"),
        about: Text::fixed(
            "The Bordeaux rules, but the sides first agree on mountains and passes, then place the rest in secret.",
            "Les règles de Bordeaux, mais les camps conviennent d'abord des montagnes et des cols, puis placent le reste en secret.",
        ),
        seats: None,
        settings: &[("rules", "bordeaux"), ("setup", "terrain")],
    },
    Preset {
        name: "editor",
        title: Text::fixed("Map editor", "Éditeur de cartes"),
        about: Text::fixed(
            "Hold both seats and draw a map; save it, share it as text, or play on it at once.",
            "Tenez les deux places et dessinez une carte ; sauvez-la, partagez-la comme texte, ou jouez-y aussitôt.",
        ),
        seats: None,
        settings: &[("rules", "bordeaux"), ("setup", "editor")],
    },
];

pub(super) const SETTINGS: &[SettingCard] = &[
    SettingCard {
        name: "rules",
        title: Text::fixed("Rules", "Règles"),
        values: Values::OneOf(&[
            (
                "bordeaux",
                Text::fixed(
                    "a unit may attack right after its move; only the attacker's line charges",
                    "une unité peut attaquer juste après son déplacement ; seule la ligne de l'assaillant charge",
                ),
            ),
            (
                "debord",
                Text::fixed(
                    "one attack at the end of the turn, every line charges, hidden set-up, lot for the first turn",
                    "une attaque en fin de tour, toutes les lignes chargent, mise en place cachée, premier joueur tiré au sort",
                ),
            ),
            (
                "rsg",
                Text::fixed(
                    "as debord, but relays lend no defence and are not woken by contact; cut off they defend with 1, and a side without relays whose fighting units are all cut off has lost",
                    "comme debord, mais les relais ne prêtent pas leur défense et le contact ne les active pas ; coupés, ils défendent avec 1, et un camp sans relais dont toutes les unités combattantes sont coupées a perdu",
                ),
            ),
        ]),
        default: Some("bordeaux"),
        absent: None,
    },
    SettingCard {
        name: "setup",
        title: Text::fixed("Set-up", "Mise en place"),
        values: Values::OneOf(&[
            (
                "standard",
                Text::fixed("the published position", "la position publiée"),
            ),
            (
                "hidden",
                Text::fixed(
                    "each side places its units unseen, then a lot says who begins",
                    "chaque camp place ses unités sans être vu, puis le sort désigne qui commence",
                ),
            ),
            (
                "terrain",
                Text::fixed(
                    "the sides agree on mountains and passes, then each places forts, arsenals and units unseen",
                    "les camps conviennent des montagnes et des cols, puis chacun place forts, arsenaux et unités sans être vu",
                ),
            ),
            (
                "editor",
                Text::fixed(
                    "one person holds both seats and draws a map, to save it, share it or play on it",
                    "une seule personne tient les deux places et dessine une carte, pour la sauver, la partager ou y jouer",
                ),
            ),
        ]),
        default: None,
        absent: None,
    },
    SettingCard {
        name: "first",
        title: Text::fixed("First turn", "Premier tour"),
        values: Values::OneOf(&[
            ("north", Text::fixed("North", "Nord")),
            ("south", Text::fixed("South", "Sud")),
            ("lot", Text::fixed("drawn by lot", "tiré au sort")),
        ]),
        default: None,
        absent: None,
    },
    switches::ATTACK_TIMING.card(),
    switches::CHARGE_LINES.card(),
    switches::RELAY_CONTACT.card(),
    switches::RELAY_SUPPORT.card(),
    switches::RELAY_OFFLINE_DEFENCE.card(),
    switches::OFFLINE_CUTS.card(),
    switches::TWO_ARSENALS.card(),
    switches::RETREAT_INTO_ARSENAL.card(),
    switches::RELAYS_LOST.card(),
    switches::MOVES.card(),
    SettingCard {
        name: "army",
        title: Text::fixed(
            "Units of each side in a set-up, at most 20: C4.I9.A1.AC1.R1.RC1",
            "Unités de chaque camp dans une mise en place, 20 au plus : C4.I9.A1.AC1.R1.RC1",
        ),
        values: Values::Word,
        default: None,
        absent: None,
    },
    SettingCard {
        name: "map",
        title: Text::fixed(
            "Map: a number, or the word of an own one, §11 of the rules: 25x20~mC10…~mN11…",
            "Carte : un numéro, ou le mot d'une carte personnelle, §11 des règles : 25x20~mC10…~mN11…",
        ),
        values: Values::Word,
        default: None,
        absent: None,
    },
];
