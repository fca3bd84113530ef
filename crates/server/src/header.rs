//! How a match was opened: everything that is needed to open it again, just so.
//!
//! Written once, when the match is created, and the beginning of its chain.
//! **Invariant:** a header never leaves the server: it holds the secret of the dice and the keys of the links.

use serde::{Deserialize, Serialize};
use vauban_game::{Settings, Text};
use vauban_store::{MatchId, Origin, Visibility};
use vauban_table::{AnyGame, AnyMatch, Opening, Proof, Record, Sealed, Shelf, Source, Tempo};

use crate::{
    Problem,
    dice::Cup,
    occupant::Occupant,
    secret::{Secret, derived_id},
    tempo::usual_claim_after,
};

/// The form of headers and events that this release writes.
const VERSION: u32 = 2;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    version: u32,
    pub game: String,
    /// As in a record, with the number of seats among them: nothing is left to be drawn, and what is not
    /// named is read as in a record ([`vauban_game::Card::as_played`]).
    pub settings: Settings,
    /// A position to start from, if not the game's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The record that is played on from, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// `own`, `ask` or `all`.
    pub undo: String,
    #[serde(default)]
    pub tempo: Tempo,
    /// How long somebody on turn may be away before the others may claim, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claim_after: Option<u64>,
    /// The secret of the dice, in hexadecimal.
    secret: String,
    /// What the seats that were taken at first add to the dice; nothing in matches of older
    /// releases, which rolled without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<Vec<Option<String>>>,
    /// The hash of the first state, in hexadecimal.
    #[serde(default)]
    state_hash: String,
    /// Who created it.
    pub owner: String,
    /// Stands for the address that it was created from, for quotas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Opens the seats of a private match.
    pub join_key: String,
    /// Let people watch a private match of an older release, for good. Now players share it, and may withdraw
    /// that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_key: Option<String>,
    /// Who sat where when it was created.
    pub seats: Vec<Occupant>,
    /// Who played the match that came as a file, seat by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub played: Vec<String>,
    pub date: String,
}

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    pub game: String,
    pub settings: Settings,
    /// How many seats, if not as many as usual.
    pub seat_count: Option<u8>,
    pub position: Option<String>,
    pub import: Option<Import>,
    pub undo: String,
    pub tempo: Tempo,
    /// In milliseconds; nothing for what is usual.
    pub claim_after: Option<u64>,
    pub owner: String,
    pub origin: Option<Origin>,
    /// What the owner's seats add to the dice; else it is drawn.
    pub seed: Option<String>,
    pub date: String,
    pub visibility: Visibility,
}

/// A file to look at or to play on from.
#[derive(Clone, Debug)]
pub struct Import {
    pub text: String,
    /// Only so many steps of it.
    pub steps: Option<usize>,
}

impl Header {
    /// Opens a new match as `config` says, with every seat open.
    pub fn new(
        config: MatchConfig,
        id: &MatchId,
        shelf: Shelf,
    ) -> Result<(Header, Box<dyn AnyMatch>), Problem> {
        let game = shelf.find(&config.game)?;
        let mut header = Header {
            version: VERSION,
            game: config.game,
            settings: config.settings,
            position: config.position,
            record: None,
            undo: config.undo,
            tempo: config.tempo,
            claim_after: config.claim_after,
            secret: Secret::new()?.reveal(),
            seeds: Some(Vec::new()),
            state_hash: String::new(),
            owner: config.owner,
            origin: config.origin.map(|origin| origin.to_string()),
            join_key: crate::secret::unguessable()?,
            watch_key: None,
            seats: Vec::new(),
            played: Vec::new(),
            date: config.date,
        };
        let opening = Opening {
            seats: config.seat_count,
            ..header.opening(id)?
        };
        let table = match &config.import {
            None => game.open(opening)?,
            Some(import) => load(game, import, opening)?,
        };
        header.settings = game.card().written(table.settings(), table.seats());
        if config.import.is_some() {
            let mut record = table.record();
            if table.turn().over().is_none() {
                // It goes on with other dice.
                Proof::erase(&mut record);
            }
            let played = record.tag("Seats").unwrap_or_default();
            let played = played.split(';').map(str::trim);
            header.played = played
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect();
            header.record = Some(record.to_string());
            header.position = None;
        }
        header.state_hash = format!("{:016x}", table.hash());
        header.seats = vec![Occupant::Open; usize::from(table.seats())];
        // What is played is what will be opened again, not what the file looked like.
        let again = header.open(id, shelf)?;
        Ok((header, again))
    }

    /// Of a lesson of `game`, which is never written.
    pub fn of_lesson(game: &dyn AnyGame, play: &dyn AnyMatch) -> Result<Header, Problem> {
        Ok(Header {
            version: VERSION,
            game: game.card().name.to_owned(),
            settings: game.card().written(play.settings(), play.seats()),
            position: None,
            record: None,
            undo: "all".into(),
            tempo: Tempo::Untimed,
            claim_after: None,
            secret: Secret::new()?.reveal(),
            seeds: None,
            state_hash: String::new(),
            owner: String::new(),
            origin: None,
            join_key: String::new(),
            watch_key: None,
            seats: Vec::new(),
            played: Vec::new(),
            date: String::new(),
        })
    }

    /// The match as it was when it was created.
    pub fn open(&self, id: &MatchId, shelf: Shelf) -> Result<Box<dyn AnyMatch>, Problem> {
        let game = shelf.find(&self.game)?;
        let opening = Opening {
            settings: game.card().as_played(&self.settings),
            ..self.opening(id)?
        };
        let mut table = match &self.record {
            None => game.open(opening)?,
            Some(text) => {
                let record = Record::read(text).map_err(vauban_table::ReplayError::from)?;
                game.replay(&record, opening, None)?
            }
        };
        if format!("{:016x}", table.hash()) != self.state_hash {
            tracing::error!(%id, "the rules open this match otherwise than when it was created");
            return Err(Problem::internal());
        }
        // What was over when it came keeps its own date.
        if table.turn().over().is_none() {
            table.set_tag("Date", &self.date);
        }
        Ok(table)
    }

    fn opening(&self, id: &MatchId) -> Result<Opening, Problem> {
        let secret = Secret::read(&self.secret).ok_or_else(|| damaged(id))?;
        let sealed = Sealed::new(secret.bytes(), id.as_str(), []);
        Ok(Opening {
            settings: self.settings.clone(),
            seats: None,
            position: self.position.clone(),
            source: match self.seeds {
                Some(_) => Source::Waiting(sealed),
                None => Source::Sealed(sealed),
            },
            undo: self
                .undo
                .parse()
                .map_err(|why: String| Problem::bad_request(Text::same(why)))?,
            tempo: self.tempo,
        })
    }

    /// The dice of `play`, which was just opened.
    pub fn cup(&self, id: &MatchId, play: &dyn AnyMatch) -> Result<Cup, Problem> {
        let secret = Secret::read(&self.secret).ok_or_else(|| damaged(id))?;
        let name = Proof::name(id.as_str(), play.steps());
        // What was over when it was opened is there to be looked at, with what it says of its dice.
        let rolls = play.turn().over().is_none();
        Ok(Cup::new(secret, name, self.seeds.clone().filter(|_| rolls)))
    }

    /// The position it starts from, or that the record starts from that it goes on with; nothing for the
    /// game's start.
    pub fn start(&self) -> Option<String> {
        let of_record = || {
            let record = Record::read(self.record.as_deref()?).ok()?;
            record.tag("Position").map(str::to_owned)
        };
        self.position.clone().or_else(of_record)
    }

    /// About how many steps the record has that is played on from.
    pub fn steps(&self) -> usize {
        let record = self.record.as_deref().unwrap_or_default();
        record.split_ascii_whitespace().count()
    }

    /// How long somebody on turn may be away before the others may claim, in milliseconds.
    pub fn claim_after(&self) -> u64 {
        self.claim_after
            .unwrap_or_else(|| usual_claim_after(self.tempo))
    }

    /// As it was chosen, for a match like this one.
    pub fn chosen_claim_after(&self) -> Option<u64> {
        self.claim_after
    }

    /// The name of the match in which the same is played again: there is one, however many ask.
    pub fn rematch_id(&self, id: &MatchId) -> Result<MatchId, Problem> {
        derived_id(&["rematch", &self.secret, id.as_str()])
    }

    pub fn write(&self) -> Result<Vec<u8>, Problem> {
        serde_json::to_vec(self).map_err(|error| {
            tracing::error!(%error, "a header");
            Problem::internal()
        })
    }

    pub fn read(bytes: &[u8], id: &MatchId) -> Result<Header, Problem> {
        let header: Header = serde_json::from_slice(bytes).map_err(|error| {
            tracing::error!(%id, %error, "a header");
            Problem::internal()
        })?;
        if header.version > VERSION {
            tracing::error!(%id, version = header.version, "written by a newer release");
            return Err(Problem::internal());
        }
        Ok(header)
    }
}

fn load(
    game: &'static dyn AnyGame,
    import: &Import,
    opening: Opening,
) -> Result<Box<dyn AnyMatch>, Problem> {
    let table = game.load(&import.text, opening.clone())?;
    match import.steps {
        None => Ok(table),
        Some(steps) if steps > table.steps() => Err(no_such_step()),
        Some(steps) => Ok(game.replay(&table.record(), opening, Some(steps))?),
    }
}

pub fn no_such_step() -> Problem {
    Problem::not_found(
        "no-such-step",
        "the match does not have that many steps",
        "la partie ne compte pas autant de coups",
    )
}

fn damaged(id: &MatchId) -> Problem {
    tracing::error!(%id, "the header is damaged");
    Problem::internal()
}
