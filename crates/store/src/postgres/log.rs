//! Matches, events and commands in SQL. What writes runs inside a transaction of its caller's.
//!
//! Whoever writes to a match holds its row first, so that what is read after it is true until the
//! transaction ends; the keys of the tables hold even if somebody forgets to.

use futures_util::future::{join_all, try_join};
use tokio_postgres::{Row, types::ToSql};

use super::{
    archives,
    connection::Connection,
    deletion, nodes,
    usage::{Holders, Share},
    values::{Int, bound, column, int, maybe, most, number},
};
use crate::{
    AddError, Append, Appended, Command, CommandId, Due, Event, Hash, Head, Listing, Match,
    MatchId, Millis, NewEvent, NewMatch, PlayerId, Recorded, Refused, Seq, SessionId, Stage,
    StoreError, Summary, Visibility,
    archive::Pack,
    usage::{bytes_of_command, bytes_of_event, bytes_of_match},
};

pub(super) async fn create(
    connection: &Connection<'_>,
    mut new: NewMatch,
) -> Result<Head, AddError> {
    new.summary = new.summary.in_order();
    let summary = &new.summary;
    let mut players = summary.players.clone();
    players.extend(new.owner.clone());
    players.sort();
    players.dedup();
    if !all_exist(connection, &players).await? {
        // An id that is taken says so first.
        let taken = is_taken(connection, &new.id).await?;
        return Err(match taken {
            true => AddError::Taken,
            false => AddError::NoSuch("player"),
        });
    }
    let hash = Hash::of_header(&new.id, new.created_at, &new.header);
    let checksum = Hash::of_summary(&new.id, new.visibility, summary);
    let command = new.command.as_ref();
    let command_bytes = command.map_or(0, |command| bytes_of_command(&new.id, command));
    let bytes = bytes_of_match(&new.header) + command_bytes;
    let inserted = connection
        .execute(
            "INSERT INTO matches (id, header, created_at, visibility, stage, summary, deadline, last_seq, last_hash,
                                  checksum, owner, origin, programs, bytes, last_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9, $10, $11, $12, $13, $3) ON CONFLICT DO NOTHING",
            &[
                &new.id,
                &new.header,
                &Int(new.created_at),
                &new.visibility,
                &summary.stage,
                &summary.text,
                &int(summary.deadline),
                &hash,
                &checksum,
                &new.owner,
                &new.origin,
                &Int(summary.programs.into()),
                &Int(bytes),
            ],
        )
        .await?;
    // Looked for after the row was written: whoever deletes a match holds its row until the marker is there.
    if inserted == 0 || deletion::deletion(connection, &new.id).await?.is_some() {
        return Err(AddError::Taken);
    }
    seat(connection, &new.id, summary, new.created_at).await?;
    if let Some(command) = command {
        let checksum = Hash::of_command(&new.id, 0, command);
        record(connection, &new.id, command, 0, checksum).await?;
    }
    deletion::count_match(connection, &new.id).await?;
    let share = Share {
        stage: summary.stage,
        bytes,
    };
    let (owner, origin) = (new.owner.clone(), new.origin.clone());
    let holders = Holders { owner, origin };
    holders.settle(connection, None, Some(share)).await?;
    Ok(Head { seq: 0, hash })
}

async fn is_taken(connection: &Connection<'_>, id: &MatchId) -> Result<bool, StoreError> {
    let there = "SELECT 1 FROM matches WHERE id = $1";
    let there = connection.row(there, &[id]).await?;
    Ok(there.is_some() || deletion::deletion(connection, id).await?.is_some())
}

pub(super) async fn append(
    connection: &Connection<'_>,
    append: Append,
) -> Result<Appended, Refused> {
    let id = &append.match_id;
    // 1. The row of the match, for us alone. Then the command, which its key lets in once, as if nobody else
    //    had written; and what is compared below. All of it is sent at once.
    let expected = Head {
        // No match is as long as the database can count: whoever says so is refused below.
        seq: append.expected_seq.min(1 << 62),
        hash: Hash::default(),
    };
    let end = append.end(expected);
    let (held, recorded, holds, seated) = futures_util::join!(
        hold(connection, id),
        async {
            match (&append.command, append.checksum(end)) {
                (Some(command), Some(checksum)) => {
                    record(connection, id, command, end, checksum).await
                }
                _ => Ok(true),
            }
        },
        async {
            match &append.lease {
                Some(lease) => nodes::holds(connection, lease).await,
                None => Ok(true),
            }
        },
        async {
            match &append.summary {
                Some(summary) => seated(connection, id, summary).await,
                None => Ok(Seated::Same),
            }
        }
    );
    let Some((head, shown)) = held? else {
        return Err(Refused::NoSuchMatch);
    };
    if !recorded? {
        let command = append.command.as_ref();
        return Err(repetition(connection, id, command).await?);
    }
    // What is appended to an archived match brings it back.
    if shown.share.stage == Stage::Over
        && let Some(pack) = archives::pack(connection, id).await?
    {
        let command = append.command.as_ref();
        let first = command.and_then(|it| Some((it, pack.recall(&it.session, &it.id)?)));
        if let Some((command, first)) = first {
            return Err(known(command, first));
        }
        // The one that was just recorded is the only row there is.
        archives::bring_back(connection, id, &pack).await?;
    }
    // 2. Whether the writer may, and had seen everything.
    if !holds? {
        return Err(Refused::TakenOver);
    }
    if head.seq != append.expected_seq {
        let current_seq = head.seq;
        return Err(Refused::Conflict { current_seq });
    }
    let seated = seated?;
    if seated == Seated::Unknown {
        return Err(Refused::NoSuchPlayer);
    }
    // 3. The events, each chained to the one before, and where the match stands now.
    let events = append.chained(head);
    let hash = events.last().map_or(head.hash, |last| last.hash);
    let command = append.command.as_ref();
    let bytes = command.map_or(0, |command| bytes_of_command(id, command))
        + events
            .iter()
            .map(|event| bytes_of_event(id, &event.event))
            .sum::<u64>();
    let last_at = append.events.last().map(|event| event.at);
    let summary = append.summary.clone().map(Summary::in_order);
    let moving = Moving {
        from: head.seq,
        to: Head { seq: end, hash },
        bytes,
        last_at,
    };
    let (inserted, moved, reseated, ended) = futures_util::join!(
        join_all(events.iter().map(|event| insert(connection, id, event))),
        moving.write(connection, id, summary.as_ref(), shown.visibility),
        async {
            match &summary {
                Some(summary) => reseat(connection, id, summary, &shown, seated).await,
                None => Ok(()),
            }
        },
        async {
            match &append.ends_orders_of {
                Some(player) => {
                    nodes::end_orders(connection, id, player, append.lease.as_ref()).await
                }
                None => Ok(()),
            }
        }
    );
    inserted.into_iter().collect::<Result<(), _>>()?;
    moved?;
    reseated?;
    ended?;
    shown.settle(connection, summary.as_ref(), bytes).await?;
    Ok(Appended { seq: end, hash })
}

pub(super) async fn summarise(
    connection: &Connection<'_>,
    id: &MatchId,
    at: Seq,
    summary: Summary,
) -> Result<(), Refused> {
    let (held, seated) = try_join(hold(connection, id), seated(connection, id, &summary)).await?;
    match held {
        None => Err(Refused::NoSuchMatch),
        Some((head, _)) if head.seq != at => Err(Refused::Conflict {
            current_seq: head.seq,
        }),
        Some(_) if seated == Seated::Unknown => Err(Refused::NoSuchPlayer),
        Some((head, shown)) => {
            let summary = summary.in_order();
            // Only finished matches are archived.
            if shown.share.stage == Stage::Over
                && summary.stage != Stage::Over
                && let Some(pack) = archives::pack(connection, id).await?
            {
                archives::bring_back(connection, id, &pack).await?;
            }
            let staying = Moving {
                from: head.seq,
                to: head,
                bytes: 0,
                last_at: None,
            };
            let visibility = shown.visibility;
            let written = staying.write(connection, id, Some(&summary), visibility);
            written.await?;
            reseat(connection, id, &summary, &shown, seated).await?;
            Ok(shown.settle(connection, Some(&summary), 0).await?)
        }
    }
}

/// How a match's row changes when something is appended.
struct Moving {
    from: Seq,
    to: Head,
    bytes: u64,
    last_at: Option<Millis>,
}

impl Moving {
    /// In one statement, with the summary if there is a new one. What is in an index and stays as it is costs nothing there.
    async fn write(
        &self,
        connection: &Connection<'_>,
        id: &MatchId,
        summary: Option<&Summary>,
        visibility: Visibility,
    ) -> Result<(), StoreError> {
        let (from, seq) = (Int(self.from), Int(self.to.seq));
        let (bytes, last_at) = (Int(self.bytes), int(self.last_at));
        let place: [&(dyn ToSql + Sync); 6] = [id, &from, &seq, &self.to.hash, &bytes, &last_at];
        let sets =
            "last_seq = $3, last_hash = $4, bytes = bytes + $5, last_at = coalesce($6, last_at)";
        let written = match summary {
            None => {
                let sql = format!("UPDATE matches SET {sets} WHERE id = $1 AND last_seq = $2");
                connection.execute(&sql, &place).await?
            }
            Some(summary) => {
                let sql = format!(
                    "UPDATE matches SET {sets}, summary = $7, checksum = $8, stage = $9, deadline = $10, programs = $11
                     WHERE id = $1 AND last_seq = $2"
                );
                let checksum = Hash::of_summary(id, visibility, summary);
                let (deadline, programs) = (int(summary.deadline), Int(summary.programs.into()));
                let shown: [&(dyn ToSql + Sync); 5] = [
                    &summary.text,
                    &checksum,
                    &summary.stage,
                    &deadline,
                    &programs,
                ];
                connection
                    .execute(&sql, &[&place[..], &shown].concat())
                    .await?
            }
        };
        match written {
            1 => Ok(()),
            _ => Err(StoreError::Damaged(
                "a row that was held has changed".into(),
            )),
        }
    }
}

/// What a match had beside its summary's text.
struct Shown {
    share: Share,
    visibility: Visibility,
    created_at: Millis,
    holders: Holders,
}

impl Shown {
    /// The match has grown by `bytes`, and is shown by another summary if there is one.
    async fn settle(
        &self,
        connection: &Connection<'_>,
        summary: Option<&Summary>,
        bytes: u64,
    ) -> Result<(), StoreError> {
        let after = Share {
            stage: summary.map_or(self.share.stage, |summary| summary.stage),
            bytes: self.share.bytes + bytes,
        };
        let settled = self
            .holders
            .settle(connection, Some(self.share), Some(after));
        settled.await
    }
}

/// Where a match ends and how it is shown. Nobody else writes to it until the transaction is over.
async fn hold(
    connection: &Connection<'_>,
    id: &MatchId,
) -> Result<Option<(Head, Shown)>, StoreError> {
    let row = connection
        .row(
            "SELECT last_seq, last_hash, stage, visibility, created_at, bytes, owner, origin FROM matches
             WHERE id = $1 FOR UPDATE",
            &[id],
        )
        .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let head = Head {
        seq: number(&row, 0)?,
        hash: column(&row, 1)?,
    };
    let shown = Shown {
        share: Share {
            stage: column(&row, 2)?,
            bytes: number(&row, 5)?,
        },
        visibility: column(&row, 3)?,
        created_at: number(&row, 4)?,
        holders: Holders {
            owner: column(&row, 6)?,
            origin: column(&row, 7)?,
        },
    };
    Ok(Some((head, shown)))
}

/// Records a command; `false` if its id is known, or there is no such match.
async fn record(
    connection: &Connection<'_>,
    id: &MatchId,
    command: &Command,
    seq: Seq,
    checksum: Hash,
) -> Result<bool, StoreError> {
    let inserted = connection
        .execute(
            "INSERT INTO commands (match_id, session, command_id, body, reply, seq, checksum)
             SELECT id, $2, $3, $4, $5, $6, $7 FROM matches WHERE id = $1 ON CONFLICT DO NOTHING",
            &[
                id,
                &command.session,
                &command.id,
                &command.body,
                &command.reply,
                &Int(seq),
                &checksum,
            ],
        )
        .await?;
    Ok(inserted > 0)
}

/// What to answer to a command whose id is known.
async fn repetition(
    connection: &Connection<'_>,
    id: &MatchId,
    command: Option<&Command>,
) -> Result<Refused, StoreError> {
    let recalled = match command {
        Some(command) => recall(connection, id, &command.session, &command.id)
            .await?
            .map(|first| (first, command)),
        None => None,
    };
    match recalled {
        Some((first, command)) => Ok(known(command, first)),
        None => Err(StoreError::Damaged(
            "a command was refused as known and is not there".into(),
        )),
    }
}

/// The answer to a command whose id was used before.
fn known(command: &Command, first: Recorded) -> Refused {
    match first.body == command.body {
        true => Refused::Repeated { reply: first.reply },
        false => Refused::Reused,
    }
}

pub(super) async fn insert(
    connection: &Connection<'_>,
    id: &MatchId,
    stored: &Event,
) -> Result<(), StoreError> {
    let event = &stored.event;
    connection
        .execute(
            "INSERT INTO events (match_id, seq, at, rule_set, kind, payload, state_hash, hash, command)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            &[
                id,
                &Int(stored.seq),
                &Int(event.at),
                &event.rule_set,
                &event.kind,
                &event.payload,
                &event.state_hash.cast_signed(),
                &stored.hash,
                &stored.command,
            ],
        )
        .await?;
    Ok(())
}

/// How the players of a summary compare with those that are written.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Seated {
    Same,
    Others,
    /// One of them does not exist.
    Unknown,
}

async fn seated(
    connection: &Connection<'_>,
    id: &MatchId,
    summary: &Summary,
) -> Result<Seated, StoreError> {
    let summary = summary.clone().in_order();
    let (written, exist) = try_join(
        players_of(connection, id),
        all_exist(connection, &summary.players),
    )
    .await?;
    Ok(match (written == summary.players, exist) {
        (true, _) => Seated::Same,
        (false, true) => Seated::Others,
        (false, false) => Seated::Unknown,
    })
}

async fn all_exist(connection: &Connection<'_>, players: &[PlayerId]) -> Result<bool, StoreError> {
    if players.is_empty() {
        return Ok(true);
    }
    let sql = "SELECT count(*) FROM players WHERE id = ANY($1)";
    let found = connection.row(sql, &[&players]).await?;
    let found = found.map_or(Ok(0), |row| number(&row, 0))?;
    Ok(usize::try_from(found) == Ok(players.len()))
}

/// Writes who is in a match from now on, and how far it is, for lists of one's own matches.
async fn reseat(
    connection: &Connection<'_>,
    id: &MatchId,
    summary: &Summary,
    shown: &Shown,
    seated: Seated,
) -> Result<(), StoreError> {
    if seated == Seated::Others {
        let clear = "DELETE FROM match_players WHERE match_id = $1";
        connection.execute(clear, &[id]).await?;
        seat(connection, id, summary, shown.created_at).await?;
    } else if shown.share.stage != summary.stage {
        let update = "UPDATE match_players SET stage = $1 WHERE match_id = $2";
        connection.execute(update, &[&summary.stage, id]).await?;
    }
    Ok(())
}

/// Writes who is in a match in which nobody was.
pub(super) async fn seat(
    connection: &Connection<'_>,
    id: &MatchId,
    summary: &Summary,
    created_at: Millis,
) -> Result<(), StoreError> {
    for player in &summary.players {
        let insert = "INSERT INTO match_players (match_id, player_id, stage, created_at) VALUES ($1, $2, $3, $4)";
        let values: [&(dyn ToSql + Sync); 4] = [id, player, &summary.stage, &Int(created_at)];
        connection.execute(insert, &values).await?;
    }
    Ok(())
}

async fn players_of(
    connection: &Connection<'_>,
    id: &MatchId,
) -> Result<Vec<PlayerId>, StoreError> {
    let sql = "SELECT player_id FROM match_players WHERE match_id = $1 ORDER BY player_id";
    let rows = connection.rows(sql, &[id]).await?;
    rows.iter().map(|row| column(row, 0)).collect()
}

pub(super) async fn find(
    connection: &Connection<'_>,
    id: &MatchId,
) -> Result<Option<Match>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM matches WHERE id = $1");
    let row = connection.row(&sql, &[id]).await?;
    row.as_ref().map(read_match).transpose()
}

pub(super) async fn list(
    connection: &Connection<'_>,
    listing: &Listing,
) -> Result<Vec<Match>, StoreError> {
    let mut values: Vec<&(dyn ToSql + Sync)> = Vec::new();
    let mut clauses = String::new();
    // A player's matches are found, filtered and sorted by the rows of `match_players` alone.
    let (tables, from) = match &listing.player {
        Some(player) => {
            values.push(player);
            clauses.push_str(" AND place.player_id = $1");
            let tables = "match_players AS place JOIN matches ON matches.id = place.match_id";
            (tables, "place")
        }
        None => ("matches", "matches"),
    };
    let key = match &listing.player {
        Some(_) => "place.match_id",
        None => "matches.id",
    };
    if let Some(stage) = &listing.stage {
        values.push(stage);
        clauses.push_str(&format!(" AND {from}.stage = ${}", values.len()));
    }
    if let Some(visibility) = &listing.visibility {
        values.push(visibility);
        clauses.push_str(&format!(" AND matches.visibility = ${}", values.len()));
    }
    let after = listing.after.as_ref();
    let after = after.map(|after| (bound(after.created_at), &after.id));
    if let Some((created_at, id)) = &after {
        values.push(created_at);
        values.push(*id);
        let (last, before) = (values.len(), values.len() - 1);
        clauses.push_str(&format!(
            " AND ({from}.created_at, {key}) < (${before}, ${last})"
        ));
    }
    let limit = most(listing.limit);
    values.push(&limit);
    let last = values.len();
    let sql = format!(
        "SELECT {COLUMNS} FROM {tables} WHERE TRUE{clauses}
         ORDER BY {from}.created_at DESC, {key} DESC LIMIT ${last}"
    );
    let rows = connection.rows(&sql, &values).await?;
    rows.iter().map(read_match).collect()
}

pub(super) async fn due(
    connection: &Connection<'_>,
    before: Millis,
    limit: usize,
) -> Result<Vec<Due>, StoreError> {
    let sql = "SELECT id, deadline FROM matches WHERE deadline < $1 ORDER BY deadline, id LIMIT $2";
    let rows = connection
        .rows(sql, &[&bound(before), &most(limit)])
        .await?;
    let due = rows.iter().map(|row| {
        Ok(Due {
            id: column(row, 0)?,
            deadline: number(row, 1)?,
        })
    });
    due.collect()
}

pub(super) async fn recall(
    connection: &Connection<'_>,
    id: &MatchId,
    session: &SessionId,
    command: &CommandId,
) -> Result<Option<Recorded>, StoreError> {
    // One statement sees one moment, in which the match is archived or not.
    let rows = connection
        .rows(
            "SELECT NULL::BYTEA, body, reply, seq FROM commands
             WHERE match_id = $1 AND session = $2 AND command_id = $3
             UNION ALL SELECT pack, NULL, NULL, NULL FROM archives WHERE match_id = $1",
            &[id, session, command],
        )
        .await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    match column::<Option<&[u8]>>(row, 0)? {
        Some(packed) => Ok(Pack::read(id, packed)?.recall(session, command)),
        None => Ok(Some(Recorded {
            body: column(row, 1)?,
            reply: column(row, 2)?,
            seq: number(row, 3)?,
        })),
    }
}

pub(super) async fn since(
    connection: &Connection<'_>,
    id: &MatchId,
    seq: Seq,
    limit: usize,
) -> Result<Vec<Event>, StoreError> {
    // One statement sees one moment, in which the match is archived or not.
    let sql = format!(
        "(SELECT {EVENT_COLUMNS}, NULL::BYTEA FROM events WHERE match_id = $1 AND seq > $2 ORDER BY seq LIMIT $3)
         UNION ALL
         SELECT 0, 0, NULL, NULL, NULL, 0, NULL, NULL, pack FROM archives WHERE match_id = $1"
    );
    let rows = connection
        .rows(&sql, &[id, &bound(seq), &most(limit)])
        .await?;
    if let Some(row) = rows.first()
        && let Some(packed) = column::<Option<&[u8]>>(row, 8)?
    {
        return Ok(Pack::read(id, packed)?.since(seq, limit));
    }
    rows.iter().map(read_event).collect()
}

/// A match with its players, as of one moment.
pub(super) const COLUMNS: &str = "matches.id, header, matches.created_at, visibility, matches.stage, summary, deadline, \
    last_seq, last_hash, owner, origin, bytes, last_at, programs, \
    ARRAY(SELECT player_id FROM match_players WHERE match_id = matches.id ORDER BY player_id)";

pub(super) fn read_match(row: &Row) -> Result<Match, StoreError> {
    let programs = number(row, 13)?;
    Ok(Match {
        id: column(row, 0)?,
        header: column(row, 1)?,
        created_at: number(row, 2)?,
        visibility: column(row, 3)?,
        summary: Summary {
            stage: column(row, 4)?,
            players: column(row, 14)?,
            deadline: maybe(row, 6)?,
            programs: u8::try_from(programs).map_err(|_| {
                StoreError::Damaged(format!("a match with {programs} programs").into())
            })?,
            text: column(row, 5)?,
        },
        head: Head {
            seq: number(row, 7)?,
            hash: column(row, 8)?,
        },
        owner: column(row, 9)?,
        origin: column(row, 10)?,
        bytes: number(row, 11)?,
        last_at: number(row, 12)?,
    })
}

pub(super) const EVENT_COLUMNS: &str =
    "seq, at, rule_set, kind, payload, state_hash, hash, command";

pub(super) fn read_event(row: &Row) -> Result<Event, StoreError> {
    Ok(Event {
        seq: number(row, 0)?,
        event: NewEvent {
            at: number(row, 1)?,
            rule_set: column(row, 2)?,
            kind: column(row, 3)?,
            payload: column(row, 4)?,
            state_hash: column::<i64>(row, 5)?.cast_unsigned(),
        },
        hash: column(row, 6)?,
        command: column(row, 7)?,
    })
}
