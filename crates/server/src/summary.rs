//! What lists show of a match: nothing that any viewer may not know.

use serde::{Deserialize, Serialize};
use vauban_game::{PLAYERS, Settings};
use vauban_store::{PlayerId, Summary};
use vauban_table::AnyMatch;

use crate::{header::Header, occupant::Occupant, table::Table, tempo::TempoBody};

/// The text of a summary.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchSummary {
    pub game: String,
    pub options: Settings,
    #[serde(default)]
    pub tempo: TempoBody,
    pub seats: Vec<Occupant>,
    /// The hash of the secret of the dice.
    #[serde(default)]
    pub commitment: String,
    /// Whose turn it is, from 1.
    pub turn: Vec<u8>,
    /// How it ended: the scores and the reason's code.
    pub result: Option<ResultBody>,
}

#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ResultBody {
    pub scores: Vec<i16>,
    pub reason: String,
}

pub fn of(table: &Table, header: &Header) -> Summary {
    let play: &dyn AnyMatch = table.play.as_ref();
    let shown = MatchSummary {
        game: header.game.clone(),
        options: play.card().said(play.settings()),
        tempo: header.tempo.into(),
        seats: table.seats.clone(),
        commitment: table.cup.commitment(),
        turn: play
            .turn()
            .seats()
            .iter()
            .map(|seat| seat.number())
            .collect(),
        result: play.turn().over().map(|outcome| ResultBody {
            scores: outcome.scores().to_vec(),
            reason: outcome.ending.code.to_owned(),
        }),
    };
    // Who is stood in for finds the match again, too; and whose match it is.
    let absent = table.absent.values();
    let owner = PlayerId::new(&header.owner).ok();
    let players = table
        .seats
        .iter()
        .chain(absent)
        .filter_map(|occupant| match occupant {
            Occupant::Person { player, .. } => PlayerId::new(player).ok(),
            Occupant::Open | Occupant::Agent { .. } => None,
        });
    Summary {
        stage: table.stage(),
        players: players.chain(owner).collect(),
        deadline: table.deadline(),
        programs: programs(&table.seats),
        text: serde_json::to_vec(&shown).expect("plain data has a JSON form"),
    }
}

fn programs(seats: &[Occupant]) -> u8 {
    let programs = seats
        .iter()
        .filter(|occupant| matches!(occupant, Occupant::Agent { .. }));
    u8::try_from(programs.count()).unwrap_or(u8::MAX)
}

impl MatchSummary {
    pub fn read(text: &[u8]) -> Option<MatchSummary> {
        let mut summary: MatchSummary = serde_json::from_slice(text).ok()?;
        // Release 0.1 counted the seats among the options.
        summary.options.remove(PLAYERS);
        Some(summary)
    }
}
