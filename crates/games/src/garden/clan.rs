//! The four clans, and what each pillages. §2.1

use vauban_game::Text;

use super::map::Resource;

/// §2.1 What a side's creatures do.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Clan {
    Cooks,
    Smiths,
    Miners,
    Lumberjacks,
}

impl Clan {
    pub const ALL: [Clan; 4] = [Clan::Cooks, Clan::Smiths, Clan::Miners, Clan::Lumberjacks];

    /// For programs, and the name of their drawing.
    pub const fn word(self) -> &'static str {
        match self {
            Clan::Cooks => "cooks",
            Clan::Smiths => "smiths",
            Clan::Miners => "miners",
            Clan::Lumberjacks => "lumberjacks",
        }
    }
    pub const fn the(self) -> Text {
        match self {
            Clan::Cooks => Text::fixed("the cooks", "les cuisiniers"),
            Clan::Smiths => Text::fixed("the smiths", "les forgerons"),
            Clan::Miners => Text::fixed("the miners", "les mineurs"),
            Clan::Lumberjacks => Text::fixed("the lumberjacks", "les bûcherons"),
        }
    }
    /// The letter in positions and in the terminal.
    pub const fn letter(self) -> char {
        match self {
            Clan::Cooks => 'c',
            Clan::Smiths => 's',
            Clan::Miners => 'm',
            Clan::Lumberjacks => 'l',
        }
    }
    /// §5.3 What it pillages.
    pub const fn resource(self) -> Resource {
        match self {
            Clan::Cooks => Resource::Food,
            Clan::Smiths => Resource::Metal,
            Clan::Miners => Resource::Stone,
            Clan::Lumberjacks => Resource::Wood,
        }
    }
}
