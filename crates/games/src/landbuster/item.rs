//! Items: what they are and how often each comes. §9

/// What an item does.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Item {
    /// §9.6
    AttackAnywhere,
    /// §9.7
    FullPower,
    /// §9.7
    AttackAndBuild,
    /// §9.7
    PlayTwice,
    /// §9.8
    MoreTroops,
    /// §9.8
    FewerTroops,
    /// §9.9
    LoseALand,
    /// §9.10
    FatBonus,
}

/// §9.1 Of a hundred turns so many bring an item.
pub const IN_A_HUNDRED: u32 = 12;
/// §9.2 Turns that an item lies on a neutral land.
pub const LASTS: u8 = 4;

impl Item {
    pub const ALL: [Item; 8] = [
        Item::AttackAnywhere,
        Item::FullPower,
        Item::AttackAndBuild,
        Item::PlayTwice,
        Item::MoreTroops,
        Item::FewerTroops,
        Item::LoseALand,
        Item::FatBonus,
    ];

    /// Those that are kept until they are used. Each comes as often as the others.
    pub const KEPT: [Item; 4] = [
        Item::AttackAnywhere,
        Item::FullPower,
        Item::AttackAndBuild,
        Item::PlayTwice,
    ];

    /// §9.3 How often it comes among a hundred items: five simple bonuses share 85, two maluses 10.
    pub const fn weight(self) -> u32 {
        match self {
            Item::AttackAnywhere
            | Item::FullPower
            | Item::AttackAndBuild
            | Item::PlayTwice
            | Item::MoreTroops => 17,
            Item::FewerTroops | Item::LoseALand | Item::FatBonus => 5,
        }
    }

    /// §9.4 Whether it is kept, unknown to the others.
    pub const fn is_kept(self) -> bool {
        matches!(
            self,
            Item::AttackAnywhere | Item::FullPower | Item::AttackAndBuild | Item::PlayTwice
        )
    }

    /// Its name for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Item::AttackAnywhere => "attack-anywhere",
            Item::FullPower => "full-power",
            Item::AttackAndBuild => "attack-and-build",
            Item::PlayTwice => "play-twice",
            Item::MoreTroops => "more-troops",
            Item::FewerTroops => "fewer-troops",
            Item::LoseALand => "lose-a-land",
            Item::FatBonus => "fat-bonus",
        }
    }

    /// Its letter in a position.
    pub const fn letter(self) -> char {
        match self {
            Item::AttackAnywhere => 'a',
            Item::FullPower => 'f',
            Item::AttackAndBuild => 'b',
            Item::PlayTwice => 't',
            Item::MoreTroops => 'm',
            Item::FewerTroops => 'l',
            Item::LoseALand => 'o',
            Item::FatBonus => 'g',
        }
    }

    pub(super) fn of_letter(letter: char) -> Option<Item> {
        Item::ALL.into_iter().find(|item| item.letter() == letter)
    }
    pub(super) fn of_word(word: &str) -> Option<Item> {
        Item::ALL.into_iter().find(|item| item.word() == word)
    }
}
