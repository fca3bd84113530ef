//! What seats, phases, types and items are called, and how things are counted.

use vauban_game::{Lang, Seat, Text};

use super::{
    LandBuster,
    item::Item,
    land::Land,
    map::Terrain,
    state::{Boons, Phase},
};

pub(super) fn seat_name(seat: Seat) -> Text {
    match seat.0 {
        0 => Text::fixed("Red", "Rouge"),
        1 => Text::fixed("Cyan", "Cyan"),
        2 => Text::fixed("Yellow", "Jaune"),
        3 => Text::fixed("Violet", "Violet"),
        4 => Text::fixed("Black", "Noir"),
        _ => Text::fixed("Pink", "Rose"),
    }
}

/// `Red's hero`
pub(super) fn hero_name(seat: Seat) -> Text {
    let name = seat_name(seat);
    Text::new(
        format!("{}'s hero", name.en),
        format!("Le héros {}", name.of_it().fr),
    )
}

/// What an owner is called; nobody is the neutral one.
pub(super) fn owner_name(owner: Option<Seat>) -> Text {
    owner.map_or(
        Text::fixed("nobody (neutral)", "personne (neutre)"),
        seat_name,
    )
}

/// What is written before the number of a player's soldiers.
pub(super) fn seat_letter(seat: Seat, lang: Lang) -> char {
    match seat.0 {
        0 => 'R',
        1 => 'C',
        2 => lang.pick('Y', 'J'),
        3 => 'V',
        4 => lang.pick('B', 'N'),
        // The French word for pink begins as red does, and goes on with what looks like a zero.
        _ => lang.pick('P', 'S'),
    }
}

/// What a phase is about.
pub(super) fn phase_name(phase: Phase) -> Text {
    match phase {
        Phase::Lot => Text::fixed("drawing lots", "tirage au sort"),
        Phase::Capital => Text::fixed("choosing the capitals", "choix des capitales"),
        Phase::Item => Text::fixed("looking for an item", "apparition d'un objet"),
        Phase::Kind { .. } => Text::fixed("unwrapping the item", "découverte de l'objet"),
        Phase::Losing { .. } => Text::fixed("losing a land", "perte d'une terre"),
        Phase::Reinforce => Text::fixed("reinforcement", "renforts"),
        Phase::Action => Text::fixed("action", "action"),
        Phase::Battle { .. } => Text::fixed("attack under way", "attaque en cours"),
        Phase::Move => Text::fixed("move", "déplacement"),
        Phase::Over(_) => Text::fixed("the match is over", "partie terminée"),
    }
}

impl Terrain {
    pub fn name(self) -> Text {
        match self {
            Terrain::Meadow => Text::fixed("meadow", "prairie"),
            Terrain::Forest => Text::fixed("forest", "forêt"),
            Terrain::Desert => Text::fixed("desert", "désert"),
            Terrain::Mountain => Text::fixed("mountain", "montagne"),
            Terrain::Coastal => Text::fixed("coastal", "côtier"),
        }
    }
}

impl Item {
    pub fn name(self) -> Text {
        match self {
            Item::AttackAnywhere => Text::fixed("attack anywhere", "attaquer partout"),
            Item::FullPower => Text::fixed("full power", "pleine puissance"),
            Item::AttackAndBuild => Text::fixed("attack and build", "attaquer et construire"),
            Item::PlayTwice => Text::fixed("play twice", "jouer deux fois"),
            Item::MoreTroops => Text::fixed("more troops", "plus de troupes"),
            Item::FewerTroops => Text::fixed("fewer troops", "moins de troupes"),
            Item::LoseALand => Text::fixed("lose a land", "perte d'une terre"),
            Item::FatBonus => Text::fixed("fat bonus", "fat bonus"),
        }
    }
    /// What it does, in one line.
    pub fn effect(self) -> Text {
        match self {
            Item::AttackAnywhere => Text::fixed(
                "one attack needs no connection and no port, but cannot aim at a capital",
                "une attaque n'a besoin ni de liaison ni de port, mais ne peut viser une capitale",
            ),
            Item::FullPower => Text::fixed(
                "attacks are not divided by their number",
                "les attaques ne sont pas divisées par leur nombre",
            ),
            Item::AttackAndBuild => Text::fixed(
                "a port may be built besides the action",
                "un port peut être construit en plus de l'action",
            ),
            Item::PlayTwice => Text::fixed("another turn follows", "un autre tour suit"),
            Item::MoreTroops => Text::fixed("+10% on every land", "+10 % sur chaque terre"),
            Item::FewerTroops => Text::fixed("−10% on every land", "−10 % sur chaque terre"),
            Item::LoseALand => Text::fixed(
                "a random land becomes neutral",
                "une terre au hasard devient neutre",
            ),
            Item::FatBonus => Text::fixed(
                "the two players with most soldiers lose their biggest land to the collector",
                "les deux joueurs qui ont le plus de soldats perdent leur plus grande terre au profit du récolteur",
            ),
        }
    }
}

impl Boons {
    /// The items that are valid now.
    pub(super) fn items(self) -> impl Iterator<Item = Item> {
        let items = [
            (self.anywhere, Item::AttackAnywhere),
            (self.full_power, Item::FullPower),
            (self.build, Item::AttackAndBuild),
            (self.again, Item::PlayTwice),
        ];
        items.into_iter().filter(|item| item.0).map(|item| item.1)
    }
}

impl LandBuster {
    /// A land's name.
    pub(super) fn name_of(&self, land: Land) -> Text {
        Text::same(self.map().name(land))
    }
}

/// A part of the soldiers, in quarters.
pub(super) fn part_name(quarters: u32) -> Text {
    match quarters {
        0 => Text::fixed("the hero alone", "le héros seul"),
        1 => Text::same("1/4"),
        2 => Text::same("1/2"),
        3 => Text::same("3/4"),
        _ => Text::fixed("all", "tous"),
    }
}

/// `1 soldier`, `3 soldiers`
pub(super) fn soldiers(number: impl Into<i64>) -> Text {
    Text::count(number, ["soldier", "soldiers"], ["soldat", "soldats"])
}

/// `1 attack`, `3 attacks`
pub(super) fn attacks(number: impl Into<i64>) -> Text {
    Text::count(number, ["attack", "attacks"], ["attaque", "attaques"])
}
