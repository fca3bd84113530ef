//! What viewers are sent. WebSocket, event stream and REST all use this.

use std::sync::{Arc, PoisonError};

use serde::Serialize;
use serde_json::{Value, json, value::RawValue};
use utoipa::ToSchema;
use vauban_game::{Lang, Seat, Settings, Viewer};
use vauban_store::{Hash, Millis, Visibility};
use vauban_table::{AnyMatch, LogEntry, Page, Standing};

use crate::{
    Problem,
    access::Access,
    metrics::{Counter, Metrics},
    occupant::{Occupant, Program},
    orders::OrderBody,
    presence::PresenceBody,
    registry::Room,
    rendered::{Rendered, RenderedPage},
    schema,
    share::{Share, ShareBody},
    table::{Remark, Table},
    tempo::TempoBody,
};

/// A match without its position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoomBody {
    pub id: String,
    pub game: String,
    #[schema(value_type = BTreeMap<String, String>)]
    pub options: Settings,
    /// The rule set with its version.
    pub rules: String,
    /// `open`, `running` or `over`.
    pub stage: &'static str,
    /// `listed` or `private`.
    pub visibility: &'static str,
    /// Who may take back what: `own`, `ask` or `all`.
    pub undo: String,
    pub tempo: TempoBody,
    /// Seconds that somebody on turn may be away before the others may claim.
    pub claim_after: u64,
    /// The hash of the secret that the dice come from.
    pub commitment: String,
    /// That secret, once the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    pub created_at: u64,
    pub seats: Vec<SeatBody>,
    /// Who played the match that came as a file, seat by seat, if it says so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub played: Vec<String>,
    pub you: YouBody,
    /// The links by which others watch a private match, for who sits at it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub shares: Vec<ShareBody>,
    /// The key of a private match's link, for who sits at it.
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
    /// The name of the program, if it was not chosen by its level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What the seat added to the dice, once the match has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The person for whom a program stands in, and who may sit down again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<PlayerBody>,
    /// Whether a person is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presence: Option<PresenceBody>,
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
    /// You hold seats that know different things: let a curtain fall between them.
    pub curtain: bool,
    /// The seats where a program stands in for you; you may sit down again.
    pub may_reclaim: Vec<u8>,
    /// You opened the match, and may close it until it begins.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_close: bool,
    /// You may take a seat that is open: a link that only lets people watch does not allow it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_join: bool,
    /// The answers that the seat you look through may leave.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<schema::Standing>, required = false)]
    pub may_stand: Vec<&'static str>,
    /// The one that it has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::Standing>)]
    pub standing: Option<&'static str>,
    /// Your last order that repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderBody>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinksBody {
    /// The key for who should sit down.
    pub join: String,
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

/// Who looks, and what it was sent last.
#[derive(Clone, Debug)]
pub struct Observer {
    pub player: Option<String>,
    pub key: Option<String>,
    /// One of several seats of one's own.
    pub seat: Option<u8>,
    pub lang: Lang,
    pub sent: Option<Sent>,
}

/// What somebody was sent last. Two who were sent the same are sent the same next, if they see the same.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Sent {
    viewer: Viewer,
    seq: u64,
    remarks: u64,
    /// Of everything but the news.
    digest: Hash,
}

/// What comes by a live connection.
#[derive(Debug, Serialize)]
struct Frame<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    seq: u64,
    #[serde(rename = "match")]
    id: &'a str,
    room: &'a RoomBody,
    /// As text: it was written already, to see whether there is anything new.
    page: Box<RawValue>,
    news: &'a [Value],
    chat: Vec<RemarkBody>,
}

impl Observer {
    pub fn new(
        player: Option<String>,
        key: Option<String>,
        seat: Option<u8>,
        lang: Lang,
    ) -> Observer {
        Observer {
            player,
            key,
            seat,
            lang,
            sent: None,
        }
    }

    /// Goes on from the entry `seq` of `viewer`'s log, which was sent before.
    pub fn resume(&mut self, viewer: Viewer, seq: u64) {
        self.sent = Some(Sent {
            viewer,
            seq,
            remarks: 0,
            digest: Hash::of(&[]),
        });
    }

    /// What may be seen. Who looks is there.
    pub fn access(&self, room: &Room, table: &Table, now: Millis) -> Access {
        let access = Access::of(room, table, self.player.as_deref(), self.key.as_deref());
        if let Some(player) = &self.player
            && !access.seats.is_empty()
        {
            room.see(player, now);
        }
        access
    }

    /// Refuses a seat that was named and is not held.
    pub fn must_hold(&self, access: Access, table: &Table) -> Result<(), Problem> {
        let named = self.seat.map(|number| table.seat(number)).transpose()?;
        match named.is_none_or(|seat| access.seats.contains(seat)) {
            true => Ok(()),
            false => Err(Problem::not_seated()),
        }
    }

    /// Through whose eyes: the seat named if it is one's own, else one's own seat that is asked, else
    /// the one through which one looked last, else one's first, else a spectator's. Who has left its
    /// answer need not come to the screen.
    pub fn viewer(&self, access: Access, table: &Table) -> Viewer {
        let on_turn = table.play.turn().seats();
        let is_asked =
            |&seat: &Seat| on_turn.contains(seat) && table.standing_answer(seat).is_none();
        let named = self.seat.and_then(|number| table.seat(number).ok());
        let last = self.sent.as_ref().and_then(|sent| sent.viewer.seat());
        let own = |seat: &Seat| access.seats.contains(*seat);
        let seat = named
            .filter(own)
            .or_else(|| access.seats.iter().find(is_asked))
            .or_else(|| last.filter(own))
            .or_else(|| access.seats.iter().next());
        table.viewer(seat)
    }

    /// The next frame, if there is anything new for this eye. What others did unseen sends nothing,
    /// so that not even the time of it can be told.
    pub fn frame(
        &mut self,
        room: &Arc<Room>,
        table: &Table,
        now: Millis,
        metrics: &Metrics,
    ) -> Option<String> {
        let rendered = table.rendered.lock();
        let mut rendered = rendered.unwrap_or_else(PoisonError::into_inner);
        let frame = self.next_frame(room, table, &mut rendered, now, &metrics.pages);
        metrics.frames.add(u64::from(frame.is_some()));
        rendered.served(room.watchers());
        frame
    }

    fn next_frame(
        &mut self,
        room: &Arc<Room>,
        table: &Table,
        rendered: &mut Rendered,
        now: Millis,
        pages: &Counter,
    ) -> Option<String> {
        let access = self.access(room, table, now);
        let viewer = self.viewer(access, table);
        let play = table.play.as_ref();
        let mut told = room_body(room, table, access, viewer, self.lang, now);
        // What changes by the mere passing of time is no news: a frame that came only because others
        // acted unseen must find nothing to tell.
        let RenderedPage {
            page,
            text: written,
        } = &*rendered.page(viewer, self.lang, || {
            pages.add(1);
            let mut page = page(table, viewer, self.lang, now);
            page.clocks = None;
            let text = text(&page);
            RenderedPage { page, text }
        });
        let seq = page.seq;
        let said = table.said(viewer, self.player.as_deref());
        let last_remark = said.last().map_or(0, |(number, _)| *number);
        let presence: Vec<_> = told
            .seats
            .iter_mut()
            .map(|seat| seat.presence.take())
            .collect();
        let (face, changes) = (play.clock(), room.presence.changes());
        let digest = format!("{}{written}{last_remark}{face:?}{changes}", text(&told));
        let digest = Hash::of(digest.as_bytes());
        let since = self.sent.as_ref().filter(|sent| sent.viewer == viewer);
        if since.is_some_and(|sent| sent.digest == digest) {
            return None;
        }
        let (log_since, remarks_since) = since.map_or((seq, 0), |sent| (sent.seq, sent.remarks));
        let news = rendered.news(viewer, self.lang, log_since, || {
            news(play, viewer, log_since, self.lang)
        });
        let chat = remarks(&said, remarks_since);
        self.sent = Some(Sent {
            viewer,
            seq,
            remarks: last_remark,
            digest,
        });
        for (seat, presence) in told.seats.iter_mut().zip(presence) {
            seat.presence = presence;
        }
        let page_text = match play.clock().page(play.seats(), now) {
            None => written.clone(),
            clocks => text(&Page {
                clocks,
                ..page.clone()
            }),
        };
        Some(text(&Frame {
            kind: "page",
            seq,
            id: room.id.as_str(),
            room: &told,
            page: RawValue::from_string(page_text).expect("it was just written"),
            news: &news,
            chat,
        }))
    }
}

fn text(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("plain data has a JSON form")
}

/// The page as `viewer` sees it now.
pub fn page(table: &Table, viewer: Viewer, lang: Lang, now: Millis) -> Page {
    let mut page = table.play.page(viewer, lang, now);
    let is_answered = viewer
        .seat()
        .is_some_and(|seat| table.standing_answer(seat).is_some());
    // Nobody can answer before every seat is taken, and nobody need what is just being answered.
    if !table.started || is_answered {
        page.ask = None;
    }
    page
}

/// The most entries of a frame that say what they changed in the picture; older ones are only told.
const MOST_SHOWN: usize = 100;

/// What a viewer was told since its entry `seq`, each with what it changed in the picture.
fn news(play: &dyn AnyMatch, viewer: Viewer, seq: u64, lang: Lang) -> Vec<Value> {
    let (last, _) = play.told(viewer);
    let older = usize::try_from(last.saturating_sub(seq)).unwrap_or(usize::MAX);
    let older = older.saturating_sub(MOST_SHOWN);
    let mut news = entries(&play.log(viewer, seq, older), lang);
    let steps = play.steps_shown(viewer, seq, MOST_SHOWN, lang);
    news.extend(steps.iter().map(|step| json!(step)));
    news
}

/// Entries of a viewer's log, in a language.
pub fn entries(log: &[LogEntry], lang: Lang) -> Vec<Value> {
    log.iter()
        .map(|entry| serde_json::to_value(entry.told(lang)).expect("plain data has a JSON form"))
        .collect()
}

/// The most lines of the chat that are sent at once, and their most bytes.
const MOST_REMARKS: usize = 50;
const MOST_REMARK_BYTES: usize = 16 * 1024;

/// Of what somebody may read, the last lines after the number `since`.
pub fn remarks(said: &[(u64, &Remark)], since: u64) -> Vec<RemarkBody> {
    let body = |(number, remark): &(u64, &Remark)| RemarkBody {
        number: *number,
        at: remark.at,
        by: PlayerBody {
            id: remark.player.clone(),
            name: remark.name.clone(),
        },
        seats: remark.seats.clone(),
        text: remark.text.clone(),
    };
    let mut bytes = 0;
    let newest = said.iter().rev().take(MOST_REMARKS);
    let first = newest
        .take_while(|(number, remark)| {
            bytes += remark.text.len();
            *number > since && bytes <= MOST_REMARK_BYTES
        })
        .count();
    said[said.len() - first..].iter().map(body).collect()
}

pub fn room_body(
    room: &Room,
    table: &Table,
    access: Access,
    viewer: Viewer,
    lang: Lang,
    now: Millis,
) -> RoomBody {
    let play = table.play.as_ref();
    let seats = (0..play.seats()).map(Seat).map(|seat| {
        let occupant = table.occupant(seat);
        let player = person(occupant);
        let (kind, program) = match occupant {
            Occupant::Open => ("open", None),
            Occupant::Person { .. } => ("person", None),
            Occupant::Agent { level } => ("agent", Some(level)),
        };
        SeatBody {
            seat: seat.number(),
            name: play.seat_name(seat).of(lang).to_owned(),
            kind,
            player,
            level: program.and_then(Program::level),
            agent: program.and_then(Program::name).map(str::to_owned),
            seed: table.cup.seed(seat).map(str::to_owned),
            stands_for: table.absent.get(&seat.number()).and_then(person),
            presence: room.presence_of(table, seat, now),
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
        tempo: room.header.tempo.into(),
        claim_after: room.header.claim_after() / 1_000,
        commitment: table.cup.commitment(),
        secret: table.secret(),
        created_at: room.created_at,
        seats: seats.collect(),
        played: room.header.played.clone(),
        you: YouBody {
            seats: access.seats.iter().map(Seat::number).collect(),
            eye: viewer.seat().map(Seat::number),
            curtain: viewer.seat().is_some_and(|own| {
                access
                    .seats
                    .iter()
                    .any(|other| other != own && play.hides(own, other))
            }),
            may_reclaim: access.stood_in_for.iter().map(Seat::number).collect(),
            may_close: access.is_owner && !table.started && !table.is_over(),
            may_join: (access.may_join || !access.seats.is_empty())
                && !table.started
                && !table.is_over(),
            may_stand: match viewer.seat().filter(|_| !table.is_over()) {
                Some(_) => Standing::ALL
                    .into_iter()
                    .filter(|&standing| play.must_stand(standing).is_ok())
                    // Numbers are asked of others only where chance has a part.
                    .filter(|&standing| standing != Standing::Most || play.has_chance())
                    .map(Standing::name)
                    .collect(),
                None => Vec::new(),
            },
            standing: viewer
                .seat()
                .and_then(|seat| table.standing[seat])
                .map(Standing::name),
            order: room.orders.told(table, access, viewer, lang),
        },
        shares: match insider {
            true => table.shares.iter().map(Share::body).collect(),
            false => Vec::new(),
        },
        links: insider.then(|| LinksBody {
            join: room.header.join_key.clone(),
        }),
        rematch: table.rematch.clone(),
    }
}

fn person(occupant: &Occupant) -> Option<PlayerBody> {
    match occupant {
        Occupant::Person { player, name } => Some(PlayerBody {
            id: player.clone(),
            name: name.clone(),
        }),
        Occupant::Open | Occupant::Agent { .. } => None,
    }
}
