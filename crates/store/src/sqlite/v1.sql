-- The first schema. A published step never changes; the next one is a new file.

-- "VAUB", so that a file of somebody else's is never taken for ours.
PRAGMA application_id = 0x56415542;

CREATE TABLE players (
    id         TEXT NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    id         TEXT NOT NULL PRIMARY KEY,
    player_id  TEXT NOT NULL REFERENCES players (id),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_of_player ON sessions (player_id);

CREATE TABLE tokens (
    hash         BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    session_id   TEXT NOT NULL REFERENCES sessions (id),
    kind         TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_of_session ON tokens (session_id);

CREATE TABLE matches (
    id         TEXT NOT NULL PRIMARY KEY,
    header     BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    visibility TEXT NOT NULL,
    stage      TEXT NOT NULL,
    summary    BLOB NOT NULL,
    last_seq   INTEGER NOT NULL CHECK (last_seq >= 0),
    last_hash  BLOB NOT NULL CHECK (length(last_hash) = 32)
) STRICT;

CREATE INDEX matches_by_age ON matches (created_at DESC, id DESC);
CREATE INDEX matches_by_stage ON matches (stage, created_at DESC, id DESC);

CREATE TABLE match_players (
    match_id  TEXT NOT NULL REFERENCES matches (id),
    player_id TEXT NOT NULL REFERENCES players (id),
    PRIMARY KEY (match_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX matches_of_player ON match_players (player_id, match_id);

CREATE TABLE events (
    match_id   TEXT NOT NULL REFERENCES matches (id),
    seq        INTEGER NOT NULL CHECK (seq > 0),
    at         INTEGER NOT NULL,
    rule_set   TEXT NOT NULL,
    kind       TEXT NOT NULL,
    payload    BLOB NOT NULL,
    state_hash INTEGER NOT NULL,
    hash       BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE commands (
    match_id   TEXT NOT NULL REFERENCES matches (id),
    session    TEXT NOT NULL,
    command_id TEXT NOT NULL,
    body       BLOB NOT NULL CHECK (length(body) = 32),
    reply      BLOB NOT NULL,
    seq        INTEGER NOT NULL
) STRICT;

-- What makes a command happen once.
CREATE UNIQUE INDEX commands_once ON commands (match_id, session, command_id);
