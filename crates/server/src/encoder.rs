//! What viewers are shown. WebSocket, event stream and REST all speak through this.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use vauban_game::{Lang, Seat, Settings, Viewer};
use vauban_store::{Hash, Visibility};
use vauban_table::{AnyMatch, Page};

use crate::{
    clock::now,
    hall::Room,
    holder::Holder,
    plan::Access,
    table::{Remark, Table},
};

/// A match without its position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoomBody {
    pub id: String,
    pub game: String,
    #[schema(value_type = Object)]
    pub options: Settings,
    /// The rule set with its version.
    pub rules: String,
    /// `open`, `running` or `over`.
    pub stage: &'static str,
    /// `listed` or `private`.
    pub visibility: &'static str,
    /// Who may take back what: `own`, `ask` or `all`.
    pub undo: String,
    /// The hash of the secret that the dice come from.
    pub commitment: String,
    pub created_at: u64,
    pub seats: Vec<SeatBody>,
    pub you: YouBody,
    /// The keys of a private match's links, for who sits at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<LinksBody>,
    /// The match in which the same is played again.
    pub rematch: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatBody {
    /// From 1.
    pub seat: u8,
    /// What the game calls it.
    pub name: String,
    /// `open`, `person` or `agent`.
    pub kind: &'static str,
    /// Who sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"id": "5f0c…", "name": "Élise"}))]
pub struct PlayerBody {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct YouBody {
    /// The seats that you hold, from 1.
    pub seats: Vec<u8>,
    /// Whose eyes you look through: a seat, or nobody's.
    pub eye: Option<u8>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinksBody {
    /// `?key=` for who should sit down.
    pub join: String,
    /// `?key=` for who should only watch.
    pub watch: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"number": 1, "at": 1_790_000_000_000_u64, "by": {"id": "5f0c…", "name": "Élise"}, "seats": [1], "text": "Good luck!"}))]
pub struct RemarkBody {
    /// Counts what this viewer may read.
    pub number: u64,
    pub at: u64,
    pub by: PlayerBody,
    /// The seats of who said it; none for a spectator.
    pub seats: Vec<u8>,
    pub text: String,
}

/// Who looks, and what it was shown last.
#[derive(Clone, Debug)]
pub struct Eye {
    pub player: Option<String>,
    pub key: Option<String>,
    /// One of several seats of one's own.
    pub seat: Option<u8>,
    pub lang: Lang,
    shown: Option<Shown>,
}

#[derive(Clone, Debug)]
struct Shown {
    viewer: Viewer,
    seq: u64,
    remarks: u64,
    /// Of everything but the news.
    digest: Hash,
}

impl Eye {
    pub fn new(player: Option<String>, key: Option<String>, seat: Option<u8>, lang: Lang) -> Eye {
        Eye {
            player,
            key,
            seat,
            lang,
            shown: None,
        }
    }

    pub fn access(&self, room: &Room, table: &Table) -> Access {
        Access::of(room, table, self.player.as_deref(), self.key.as_deref())
    }

    /// Through whose eyes: the seat named if it is one's own, else one's own seat on turn, else
    /// one's first, else a spectator's.
    pub fn viewer(&self, access: Access, table: &Table) -> Viewer {
        let on_turn = table.play.turn().seats();
        let named = self.seat.and_then(|number| table.seat(number).ok());
        named
            .filter(|&seat| access.seats.contains(seat))
            .or_else(|| access.seats.iter().find(|&seat| on_turn.contains(seat)))
            .or_else(|| access.seats.iter().next())
            .map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// The next frame, if there is anything new for this eye. What others did unseen sends nothing,
    /// so that not even the time of it can be told.
    pub fn frame(&mut self, room: &Arc<Room>, table: &Table) -> Option<String> {
        let access = self.access(room, table);
        let viewer = self.viewer(access, table);
        let play = table.play.as_ref();
        let told = text(&room_body(room, table, access, viewer, self.lang));
        let page = page(table, viewer, self.lang);
        let seq = page.seq;
        let page = text(&page);
        let remarks = remarks(table, viewer, self.player.as_deref());
        let last_remark = remarks.last().map_or(0, |remark| remark.number);
        let digest = Hash::of(format!("{told}{page}{last_remark}").as_bytes());
        let since = self.shown.as_ref().filter(|shown| shown.viewer == viewer);
        if since.is_some_and(|shown| shown.digest == digest) {
            return None;
        }
        let (log_since, remarks_since) = since.map_or((seq, 0), |shown| (shown.seq, shown.remarks));
        let news = text(&log(play, viewer, log_since, self.lang));
        let said: Vec<RemarkBody> = remarks
            .into_iter()
            .filter(|remark| remark.number > remarks_since)
            .collect();
        let said = text(&said);
        self.shown = Some(Shown {
            viewer,
            seq,
            remarks: last_remark,
            digest,
        });
        // Put together from texts: a tree of values for each frame would be most of the server's work.
        let id = text(room.id.as_str());
        Some(format!(
            r#"{{"type":"page","seq":{seq},"match":{id},"room":{told},"page":{page},"news":{news},"chat":{said}}}"#
        ))
    }
}

fn text(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("plain data has a JSON form")
}

/// The page as `viewer` sees it now.
pub fn page(table: &Table, viewer: Viewer, lang: Lang) -> Page {
    let mut page = table.play.page(viewer, lang, now());
    if !table.started {
        // Nobody can answer before every seat is taken.
        page.ask = None;
    }
    page
}

/// What `viewer` was told after its entry `seq`.
pub fn log(play: &dyn AnyMatch, viewer: Viewer, seq: u64, lang: Lang) -> Vec<Value> {
    play.log(viewer, seq)
        .iter()
        .map(|entry| serde_json::to_value(entry.told(lang)).expect("plain data has a JSON form"))
        .collect()
}

pub fn remarks(table: &Table, viewer: Viewer, player: Option<&str>) -> Vec<RemarkBody> {
    let body = |(number, remark): (u64, &Remark)| RemarkBody {
        number,
        at: remark.at,
        by: PlayerBody {
            id: remark.player.clone(),
            name: remark.name.clone(),
        },
        seats: remark.seats.clone(),
        text: remark.text.clone(),
    };
    table.said(viewer, player).into_iter().map(body).collect()
}

pub fn room_body(
    room: &Room,
    table: &Table,
    access: Access,
    viewer: Viewer,
    lang: Lang,
) -> RoomBody {
    let play = table.play.as_ref();
    let seats = (0..play.seats()).map(Seat).map(|seat| {
        let (kind, player, level) = match table.holder(seat) {
            Holder::Open => ("open", None, None),
            Holder::Person { player, name } => (
                "person",
                Some(PlayerBody {
                    id: player.clone(),
                    name: name.clone(),
                }),
                None,
            ),
            Holder::Agent { level } => ("agent", None, Some(*level)),
        };
        SeatBody {
            seat: seat.number(),
            name: play.seat_name(seat).of(lang).to_owned(),
            kind,
            player,
            level,
        }
    });
    let private = room.visibility == Visibility::Private;
    let insider = private && (!access.seats.is_empty() || access.is_owner);
    RoomBody {
        id: room.id.to_string(),
        game: room.header.game.clone(),
        options: play.settings().clone(),
        rules: play.rule_set().to_string(),
        stage: table.stage().name(),
        visibility: room.visibility.name(),
        undo: room.header.undo.clone(),
        commitment: room.header.commitment(&room.id),
        created_at: room.created_at,
        seats: seats.collect(),
        you: YouBody {
            seats: access.seats.iter().map(Seat::number).collect(),
            eye: viewer.seat().map(Seat::number),
        },
        links: insider.then(|| LinksBody {
            join: room.header.join_key.clone(),
            watch: room.header.watch_key.clone(),
        }),
        rematch: table.rematch.clone(),
    }
}
