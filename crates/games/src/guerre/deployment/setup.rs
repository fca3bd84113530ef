//! The options of the set-up are the open game's.

use vauban_game::{Card, RuleSet, SettingError, Settings, Setup, Unreadable};

use super::{Deployed, Drawing, Muster, Stage, position};
use crate::guerre::{
    Board, Guerre, NORTH, SOUTH,
    board::Terrain,
    setup::{self, First, Start},
};

impl Setup for Deployed {
    const CARD: &'static Card = Guerre::CARD;

    fn setup(settings: &Settings, seats: u8) -> Result<Deployed, Vec<SettingError>> {
        let game = Guerre::setup(settings, seats)?;
        let muster = match setup::start(settings) {
            Start::Standard => Muster::Standard,
            Start::Hidden => Muster::Hidden,
            Start::Terrain => Muster::Terrain,
            Start::Editor => {
                let drawn = settings.get("map").is_some_and(|map| !map.is_empty());
                let drawing = match drawn {
                    true => sketched(game.board()),
                    false => Drawing::default(),
                };
                Muster::Editor(Box::new(drawing))
            }
        };
        let mut deployed = Deployed {
            game,
            muster,
            first: setup::first(settings),
        };
        if deployed.makes_ground() {
            deployed.game = deployed.game.on(bare(deployed.game.board()));
        }
        Ok(deployed)
    }

    fn rule_set(&self) -> RuleSet {
        self.game.rule_set()
    }

    fn in_force(&self) -> Settings {
        let setup = match self.muster {
            Muster::Hidden => "hidden",
            Muster::Standard => "standard",
            Muster::Terrain => "terrain",
            Muster::Editor(_) => "editor",
        };
        let first = match self.first {
            First::North => "north",
            First::South => "south",
            First::Lot => "lot",
        };
        let mut settings = self.game.in_force();
        settings.insert("setup".to_owned(), setup.to_owned());
        settings.insert("first".to_owned(), first.to_owned());
        settings.insert("army".to_owned(), self.game.army.to_string());
        settings
    }

    fn resume(&self, position: &str) -> Result<(Deployed, Stage), Unreadable> {
        position::resume(self, position)
    }
}

/// A board of the same size with nothing on it.
fn bare(board: &Board) -> Board {
    Board::new(board.width(), board.height(), Vec::new()).expect("the size is one of a board")
}

/// What a map looks like to the one who goes on drawing it.
fn sketched(board: &Board) -> Drawing {
    let Drawing {
        mut relief,
        mut camps,
    } = Drawing::default();
    for feature in board.features() {
        match feature.terrain {
            Terrain::Mountain | Terrain::Pass => {
                relief = relief.with(feature.terrain, feature.square);
            }
            Terrain::Fort | Terrain::Arsenal => {
                let owner = if feature.owner == NORTH { NORTH } else { SOUTH };
                camps.of_mut(owner).build(feature.terrain, feature.square);
            }
        }
    }
    Drawing { relief, camps }
}
