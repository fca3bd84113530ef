//! What seats, owners, steps, cards and continents are called, and how things are counted.

use vauban_game::{Lang, Seat, Text, text};

use super::{
    board::Continent,
    cards::{Cards, Kind},
    state::{Owner, Phase},
};

pub(super) fn seat_name(seat: Seat) -> Text {
    match seat.0 {
        0 => Text::fixed("Blue", "Bleu"),
        1 => Text::fixed("Red", "Rouge"),
        2 => Text::fixed("Yellow", "Jaune"),
        3 => Text::fixed("Mauve", "Mauve"),
        4 => Text::fixed("Green", "Vert"),
        _ => Text::fixed("Pink", "Fuchsia"),
    }
}

pub(super) fn owner_name(owner: Owner) -> Text {
    match owner.seat() {
        Some(seat) => seat_name(seat),
        None => Text::fixed("the neutral owner", "le neutre"),
    }
}

/// What is written before the number of armies.
pub(super) fn owner_letter(owner: Owner, lang: Lang) -> char {
    match owner.0 {
        0 => 'B',
        1 => 'R',
        2 => lang.pick('Y', 'J'),
        3 => 'M',
        4 => lang.pick('G', 'V'),
        5 => lang.pick('P', 'F'),
        _ => 'n',
    }
}

/// The shape of an owner's tokens.
pub(super) fn token_word(owner: Owner) -> Text {
    match owner.0 {
        0 => Text::fixed("round", "rond"),
        1 => Text::fixed("square", "carré"),
        2 => Text::fixed("triangular", "triangulaire"),
        3 => Text::fixed("diamond-shaped", "en losange"),
        4 => Text::fixed("five-sided", "à cinq côtés"),
        5 => Text::fixed("six-sided", "à six côtés"),
        _ => Text::fixed("flat", "plat"),
    }
}

/// What a step is about.
pub(super) fn phase_name(phase: Phase) -> Text {
    match phase {
        Phase::Deal => Text::fixed("start of the match", "début de la partie"),
        Phase::Dealing => Text::fixed("dealing the countries", "distribution des pays"),
        Phase::Place => Text::fixed("placing the first armies", "placement des premières armées"),
        Phase::Exchange => Text::fixed("exchanging cards", "échange de cartes"),
        Phase::Reinforce => Text::fixed("placing new armies", "placement des renforts"),
        Phase::Attacker => Text::fixed("choosing an attacker", "choix de l'attaquant"),
        Phase::Target => Text::fixed("choosing a target", "choix de la cible"),
        Phase::Dice => Text::fixed("choosing the attack dice", "choix des dés d'attaque"),
        Phase::Guard => Text::fixed("choosing the defence dice", "choix des dés de défense"),
        Phase::Roll => Text::fixed("rolling the dice", "lancer des dés"),
        Phase::MoveIn => Text::fixed(
            "moving into the conquered country",
            "entrée dans le pays conquis",
        ),
        Phase::Discard => Text::fixed("discarding a card", "défausse d'une carte"),
        Phase::Card => Text::fixed("drawing a card", "pioche d'une carte"),
        Phase::Drawing => Text::fixed("turning over the card", "retournement de la carte"),
        Phase::Move => Text::fixed("moving armies", "déplacement des armées"),
        Phase::Over(_) => Text::fixed("the match is over", "partie terminée"),
    }
}

impl Continent {
    pub fn name(self) -> Text {
        match self {
            Continent::Africa => Text::fixed("Africa", "Afrique"),
            Continent::Asia => Text::fixed("Asia", "Asie"),
            Continent::NorthAmerica => Text::fixed("North America", "Amérique du Nord"),
            Continent::SouthAmerica => Text::fixed("South America", "Amérique du Sud"),
            Continent::Europe => Text::fixed("Europe", "Europe"),
            Continent::Oceania => Text::fixed("Oceania", "Océanie"),
        }
    }
}

impl Kind {
    pub fn name(self) -> Text {
        match self {
            Kind::Soldier => Text::fixed("soldier", "soldat"),
            Kind::Tank => Text::fixed("tank", "tank"),
            Kind::Cannon => Text::fixed("cannon", "canon"),
        }
    }
    /// `a soldier`, `un soldat`
    pub(super) fn one(self) -> Text {
        text!("a {name}", "un {name}", name = self.name())
    }
    fn counted(self, count: u8) -> Text {
        match self {
            Kind::Soldier => Text::count(count, ["soldier", "soldiers"], ["soldat", "soldats"]),
            Kind::Tank => Text::count(count, ["tank", "tanks"], ["tank", "tanks"]),
            Kind::Cannon => Text::count(count, ["cannon", "cannons"], ["canon", "canons"]),
        }
    }
}

impl Cards {
    /// `2 soldiers and 1 cannon`
    pub(super) fn words(self) -> Text {
        if self.is_empty() {
            return Text::fixed("no cards", "aucune carte");
        }
        let kinds = Kind::ALL.into_iter().filter(|&kind| self.of(kind) > 0);
        Text::list(kinds.map(|kind| kind.counted(self.of(kind))))
    }
}

/// `1 army`, `3 armies`
pub(super) fn armies(number: impl Into<i64>) -> Text {
    Text::count(number, ["army", "armies"], ["armée", "armées"])
}

/// `1 die`, `3 dice`
pub(super) fn dice(number: u8) -> Text {
    Text::count(number, ["die", "dice"], ["dé", "dés"])
}

/// `1 card`, `3 cards`
pub(super) fn cards(number: u8) -> Text {
    Text::count(number, ["card", "cards"], ["carte", "cartes"])
}
