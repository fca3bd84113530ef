//! Matches, events and commands in SQL. Every function runs inside a transaction of its caller's.

use std::sync::Mutex;

use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter, types::Value};

use super::{archives, deletion, nodes::lock, usage};
use crate::{
    AddError, Append, Appended, Command, CommandId, Due, Event, Hash, Head, Listing, Match,
    MatchId, Millis, NewEvent, NewMatch, PlayerId, Recorded, Refused, Seq, SessionId, Stage,
    StoreError, Summary, Visibility,
    lease_book::LeaseBook,
    usage::{bytes_of_command, bytes_of_event},
};

pub(super) fn create(connection: &Connection, mut new: NewMatch) -> Result<Head, AddError> {
    new.summary = new.summary.in_order();
    let summary = &new.summary;
    if deletion::deletion(connection, &new.id)?.is_some() {
        return Err(AddError::Taken);
    }
    let hash = Hash::of_header(&new.id, new.created_at, &new.header);
    let checksum = Hash::of_summary(&new.id, new.visibility, summary);
    let mut insert = connection.prepare_cached(
        "INSERT INTO matches (id, header, created_at, visibility, stage, summary, deadline, last_seq, last_hash, checksum)
         VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT DO NOTHING",
    )?;
    let inserted = insert.execute(params![
        new.id,
        new.header,
        new.created_at,
        new.visibility,
        summary.stage,
        summary.text,
        summary.deadline,
        hash,
        checksum
    ])?;
    if inserted == 0 {
        return Err(AddError::Taken);
    }
    if !seat(connection, &new.id, summary, new.created_at)? {
        return Err(AddError::NoSuch("player"));
    }
    if let Some(command) = &new.command {
        let checksum = Hash::of_command(&new.id, 0, command);
        record(connection, &new.id, command, 0, checksum)?;
    }
    usage::begin(connection, &new)?;
    deletion::count_match(connection)?;
    Ok(Head { seq: 0, hash })
}

pub(super) fn append(
    connection: &Connection,
    append: Append,
    book: &Mutex<LeaseBook>,
) -> Result<Appended, Refused> {
    let id = &append.match_id;
    // 1. The match, as it is inside this transaction.
    let mut select = connection.prepare_cached(
        "SELECT last_seq, last_hash, stage, deadline, visibility, created_at FROM matches WHERE id = ?",
    )?;
    let found = select
        .query_row([id], |row| {
            let head = Head {
                seq: row.get(0)?,
                hash: row.get(1)?,
            };
            let shown = Shown {
                stage: row.get(2)?,
                deadline: row.get(3)?,
                visibility: row.get(4)?,
                created_at: row.get(5)?,
            };
            Ok((head, shown))
        })
        .optional()?;
    let Some((head, shown)) = found else {
        return Err(Refused::NoSuchMatch);
    };
    if shown.stage == Stage::Over {
        archives::bring_back(connection, id)?;
    }
    // 2. The command, which the unique index lets in once.
    let end = append.end(head);
    if let (Some(command), Some(checksum)) = (&append.command, append.checksum(end))
        && !record(connection, id, command, end, checksum)?
    {
        return Err(repetition(connection, id, command)?);
    }
    // 3. Whether the writer may, and had seen everything.
    if let Some(lease) = &append.lease
        && !lock(book).holds(lease)
    {
        return Err(Refused::TakenOver);
    }
    if head.seq != append.expected_seq {
        let current_seq = head.seq;
        return Err(Refused::Conflict { current_seq });
    }
    if let Some(player) = &append.ends_orders_of {
        lock(book).end_orders(id, player, append.lease.as_ref());
    }
    // 4. The events, each chained to the one before.
    let mut hash = head.hash;
    let command = append.command.as_ref();
    let mut bytes = command.map_or(0, |command| bytes_of_command(id, command));
    for event in append.chained(head) {
        insert(connection, id, &event)?;
        hash = event.hash;
        bytes += bytes_of_event(id, &event.event);
    }
    // 5. Where the match stands now.
    let mut update = connection.prepare_cached(
        "UPDATE matches SET last_seq = ?, last_hash = ? WHERE id = ? AND last_seq = ?",
    )?;
    update.execute(params![end, hash, id, head.seq])?;
    let last_at = append.events.last().map(|event| event.at);
    usage::grow(connection, id, bytes, last_at)?;
    if let Some(summary) = append.summary {
        show(connection, id, summary, &shown)?;
    }
    Ok(Appended { seq: end, hash })
}

pub(super) fn summarise(
    connection: &Connection,
    id: &MatchId,
    at: Seq,
    summary: Summary,
) -> Result<(), Refused> {
    let mut select = connection.prepare_cached(
        "SELECT last_seq, stage, deadline, visibility, created_at FROM matches WHERE id = ?",
    )?;
    let found = select
        .query_row([id], |row| {
            let shown = Shown {
                stage: row.get(1)?,
                deadline: row.get(2)?,
                visibility: row.get(3)?,
                created_at: row.get(4)?,
            };
            Ok((row.get::<_, Seq>(0)?, shown))
        })
        .optional()?;
    match found {
        None => Err(Refused::NoSuchMatch),
        Some((current_seq, _)) if current_seq != at => Err(Refused::Conflict { current_seq }),
        Some((_, shown)) => {
            // Only finished matches are archived.
            if shown.stage == Stage::Over && summary.stage != Stage::Over {
                archives::bring_back(connection, id)?;
            }
            show(connection, id, summary, &shown)
        }
    }
}

/// Records a command; `false` if its id is known.
fn record(
    connection: &Connection,
    id: &MatchId,
    command: &Command,
    seq: Seq,
    checksum: Hash,
) -> rusqlite::Result<bool> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO commands (match_id, session, command_id, body, reply, seq, checksum)
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )?;
    let inserted = insert.execute(params![
        id,
        command.session,
        command.id,
        command.body,
        command.reply,
        seq,
        checksum
    ])?;
    Ok(inserted > 0)
}

/// What to answer to a command whose id is known.
fn repetition(
    connection: &Connection,
    id: &MatchId,
    command: &Command,
) -> Result<Refused, StoreError> {
    match recall(connection, id, &command.session, &command.id)? {
        Some(first) if first.body == command.body => Ok(Refused::Repeated { reply: first.reply }),
        Some(_) => Ok(Refused::Reused),
        None => Err(StoreError::Damaged(
            "a command was refused as known and is not there".into(),
        )),
    }
}

pub(super) fn insert(
    connection: &Connection,
    id: &MatchId,
    stored: &Event,
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO events (match_id, seq, at, rule_set, kind, payload, state_hash, hash, command)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    let event = &stored.event;
    insert.execute(params![
        id,
        stored.seq,
        event.at,
        event.rule_set,
        event.kind,
        event.payload,
        event.state_hash.cast_signed(),
        stored.hash,
        stored.command
    ])?;
    Ok(())
}

/// What a match had beside its summary's text.
struct Shown {
    stage: Stage,
    deadline: Option<Millis>,
    visibility: Visibility,
    created_at: Millis,
}

/// Writes a summary. What is in an index is left alone if it stays the same: most appends change neither.
fn show(
    connection: &Connection,
    id: &MatchId,
    summary: Summary,
    shown: &Shown,
) -> Result<(), Refused> {
    let summary = summary.in_order();
    let checksum = Hash::of_summary(id, shown.visibility, &summary);
    let mut update =
        connection.prepare_cached("UPDATE matches SET summary = ?, checksum = ? WHERE id = ?")?;
    update.execute(params![summary.text, checksum, id])?;
    if (shown.stage, shown.deadline) != (summary.stage, summary.deadline) {
        let mut update =
            connection.prepare_cached("UPDATE matches SET stage = ?, deadline = ? WHERE id = ?")?;
        update.execute(params![summary.stage, summary.deadline, id])?;
    }
    if shown.stage != summary.stage {
        connection
            .prepare_cached("UPDATE match_players SET stage = ? WHERE match_id = ?")?
            .execute(params![summary.stage, id])?;
    }
    usage::show(connection, id, &summary)?;
    if !seat(connection, id, &summary, shown.created_at)? {
        return Err(Refused::NoSuchPlayer);
    }
    Ok(())
}

/// Writes who is in a match; `false` if one of them does not exist.
fn seat(
    connection: &Connection,
    id: &MatchId,
    summary: &Summary,
    created_at: Millis,
) -> rusqlite::Result<bool> {
    if players_of(connection, id)? == summary.players {
        return Ok(true);
    }
    connection
        .prepare_cached("DELETE FROM match_players WHERE match_id = ?")?
        .execute([id])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO match_players (match_id, player_id, stage, created_at)
         SELECT ?, id, ?, ? FROM players WHERE id = ?",
    )?;
    for player in &summary.players {
        if insert.execute(params![id, summary.stage, created_at, player])? == 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(super) fn players_of(connection: &Connection, id: &MatchId) -> rusqlite::Result<Vec<PlayerId>> {
    connection
        .prepare_cached(
            "SELECT player_id FROM match_players WHERE match_id = ? ORDER BY player_id",
        )?
        .query_map([id], |row| row.get(0))?
        .collect()
}

pub(super) fn find(connection: &Connection, id: &MatchId) -> Result<Option<Match>, StoreError> {
    let sql = format!("SELECT {ALL_COLUMNS} FROM {ALL_TABLES} WHERE id = ?");
    let found = connection
        .prepare_cached(&sql)?
        .query_row([id], read_whole_match)
        .optional()?;
    Ok(with_players(connection, found.into_iter().collect())?.pop())
}

pub(super) fn list(connection: &Connection, listing: &Listing) -> Result<Vec<Match>, StoreError> {
    // A player's matches are found, filtered and sorted by the rows of `match_players` alone.
    let (tables, from, key) = match &listing.player {
        Some(_) => (PLAYERS_TABLES, "place", "place.match_id"),
        None => (ALL_TABLES, "matches", "matches.id"),
    };
    let mut sql = format!("SELECT {ALL_COLUMNS} FROM {tables} WHERE TRUE");
    let mut values: Vec<Value> = Vec::new();
    let mut only = |clause: &str, with: &[Value]| {
        sql.push_str(clause);
        values.extend_from_slice(with);
    };
    if let Some(stage) = listing.stage {
        let clause = format!(" AND {from}.stage = ?");
        only(&clause, &[stage.name().to_owned().into()]);
    }
    if let Some(visibility) = listing.visibility {
        only(
            " AND visibility = ?",
            &[visibility.name().to_owned().into()],
        );
    }
    if let Some(player) = &listing.player {
        only(
            " AND place.player_id = ?",
            &[player.as_str().to_owned().into()],
        );
    }
    if let Some(after) = &listing.after {
        // Beyond what a signed number holds lies nothing that was stored.
        let created_at = i64::try_from(after.created_at).unwrap_or(i64::MAX);
        only(
            &format!(" AND ({from}.created_at, {key}) < (?, ?)"),
            &[created_at.into(), after.id.as_str().to_owned().into()],
        );
    }
    only(
        &format!(" ORDER BY {from}.created_at DESC, {key} DESC LIMIT ?"),
        &[most(listing.limit).into()],
    );
    let found = connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), read_whole_match)?
        .collect::<rusqlite::Result<Vec<Match>>>()?;
    Ok(with_players(connection, found)?)
}

pub(super) fn due(
    connection: &Connection,
    before: Millis,
    limit: usize,
) -> Result<Vec<Due>, StoreError> {
    let before = i64::try_from(before).unwrap_or(i64::MAX);
    let found: rusqlite::Result<Vec<Due>> = connection
        .prepare_cached(
            "SELECT id, deadline FROM matches WHERE deadline < ? ORDER BY deadline, id LIMIT ?",
        )?
        .query_map(params![before, most(limit)], |row| {
            Ok(Due {
                id: row.get(0)?,
                deadline: row.get(1)?,
            })
        })?
        .collect();
    Ok(found?)
}

pub(super) fn recall(
    connection: &Connection,
    id: &MatchId,
    session: &SessionId,
    command: &CommandId,
) -> Result<Option<Recorded>, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT body, reply, seq FROM commands
             WHERE match_id = ? AND session = ? AND command_id = ?",
        )?
        .query_row(params![id, session, command], |row| {
            Ok(Recorded {
                body: row.get(0)?,
                reply: row.get(1)?,
                seq: row.get(2)?,
            })
        })
        .optional()?;
    match found {
        Some(found) => Ok(Some(found)),
        None => {
            let pack = archives::pack(connection, id)?;
            Ok(pack.and_then(|pack| pack.recall(session, command)))
        }
    }
}

pub(super) fn since(
    connection: &Connection,
    id: &MatchId,
    seq: Seq,
    limit: usize,
) -> Result<Vec<Event>, StoreError> {
    let from = i64::try_from(seq).unwrap_or(i64::MAX);
    let sql = format!(
        "SELECT {EVENT_COLUMNS} FROM events WHERE match_id = ? AND seq > ? ORDER BY seq LIMIT ?"
    );
    let found: rusqlite::Result<Vec<Event>> = connection
        .prepare_cached(&sql)?
        .query_map(params![id, from, most(limit)], read_event)?
        .collect();
    let found = found?;
    if !found.is_empty() {
        return Ok(found);
    }
    let pack = archives::pack(connection, id)?;
    Ok(pack.map_or_else(Vec::new, |pack| pack.since(seq, limit)))
}

/// What a match has had since the fourth schema.
pub(super) const COLUMNS: &str =
    "id, header, created_at, visibility, stage, summary, deadline, last_seq, last_hash";

/// The same, and what it takes up.
const ALL_COLUMNS: &str = "matches.id, header, matches.created_at, visibility, matches.stage, summary, deadline, \
                           last_seq, last_hash, owner, origin, bytes, last_at, programs";
// SQLite takes tables that are crossed in the order in which they stand.
const ALL_TABLES: &str = "matches CROSS JOIN usage ON usage.match_id = matches.id";
const PLAYERS_TABLES: &str = "match_players AS place CROSS JOIN matches ON matches.id = place.match_id \
                              CROSS JOIN usage ON usage.match_id = matches.id";

fn read_whole_match(row: &Row<'_>) -> rusqlite::Result<Match> {
    let mut found = read_match(row)?;
    found.owner = row.get(9)?;
    found.origin = row.get(10)?;
    found.bytes = row.get(11)?;
    found.last_at = row.get(12)?;
    found.summary.programs = row.get(13)?;
    Ok(found)
}

pub(super) fn read_match(row: &Row<'_>) -> rusqlite::Result<Match> {
    Ok(Match {
        id: row.get(0)?,
        header: row.get(1)?,
        created_at: row.get(2)?,
        visibility: row.get(3)?,
        summary: Summary {
            stage: row.get(4)?,
            players: Vec::new(),
            deadline: row.get(6)?,
            programs: 0,
            text: row.get(5)?,
        },
        head: Head {
            seq: row.get(7)?,
            hash: row.get(8)?,
        },
        owner: None,
        origin: None,
        bytes: 0,
        last_at: row.get(2)?,
    })
}

fn with_players(connection: &Connection, mut matches: Vec<Match>) -> rusqlite::Result<Vec<Match>> {
    for found in &mut matches {
        found.summary.players = players_of(connection, &found.id)?;
    }
    Ok(matches)
}

pub(super) const EVENT_COLUMNS: &str =
    "seq, at, rule_set, kind, payload, state_hash, hash, command";

pub(super) fn read_event(row: &Row<'_>) -> rusqlite::Result<Event> {
    Ok(Event {
        seq: row.get(0)?,
        event: NewEvent {
            at: row.get(1)?,
            rule_set: row.get(2)?,
            kind: row.get(3)?,
            payload: row.get(4)?,
            state_hash: row.get::<_, i64>(5)?.cast_unsigned(),
        },
        hash: row.get(6)?,
        command: row.get(7)?,
    })
}

/// A limit as SQL takes it.
pub(super) fn most(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
