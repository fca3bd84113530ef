-- The first schema. A published step never changes; the next one is a new file.
--
-- Ids are BYTEA: they are compared byte by byte in every database and under every collation. What
-- SQLite keeps in a table `usage` is a part of the match's row here: an append then writes one row less.

CREATE TABLE players (
    id         BYTEA NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE sessions (
    id         BYTEA NOT NULL PRIMARY KEY,
    player_id  BYTEA NOT NULL REFERENCES players (id),
    created_at BIGINT NOT NULL
);

CREATE INDEX sessions_of_player ON sessions (player_id);

CREATE TABLE tokens (
    hash         BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 32),
    session_id   BYTEA NOT NULL REFERENCES sessions (id),
    kind         TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT,
    last_used_at BIGINT,
    revoked_at   BIGINT,
    checksum     BYTEA
);

CREATE INDEX tokens_of_session ON tokens (session_id);

CREATE TABLE bans (
    player_id BYTEA NOT NULL PRIMARY KEY REFERENCES players (id),
    at        BIGINT NOT NULL,
    checksum  BYTEA NOT NULL CHECK (octet_length(checksum) = 32)
);

CREATE TABLE matches (
    id         BYTEA NOT NULL PRIMARY KEY,
    header     BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    visibility TEXT NOT NULL,
    stage      TEXT NOT NULL,
    summary    BYTEA NOT NULL,
    deadline   BIGINT,
    last_seq   BIGINT NOT NULL CHECK (last_seq >= 0),
    last_hash  BYTEA NOT NULL CHECK (octet_length(last_hash) = 32),
    checksum   BYTEA,
    owner      BYTEA REFERENCES players (id),
    origin     BYTEA,
    programs   BIGINT NOT NULL,
    bytes      BIGINT NOT NULL,
    last_at    BIGINT NOT NULL
);

CREATE INDEX matches_by_age ON matches (created_at DESC, id DESC);
CREATE INDEX matches_by_stage ON matches (stage, created_at DESC, id DESC);
CREATE INDEX matches_by_visibility ON matches (visibility, stage, created_at DESC, id DESC);
CREATE INDEX matches_due ON matches (deadline, id) WHERE deadline IS NOT NULL;
CREATE INDEX matches_of_owner ON matches (owner) WHERE owner IS NOT NULL;
CREATE INDEX matches_of_origin ON matches (origin) WHERE origin IS NOT NULL;

-- Who is in a match, with what lists of one's own matches are sorted and filtered by.
CREATE TABLE match_players (
    match_id   BYTEA NOT NULL REFERENCES matches (id),
    player_id  BYTEA NOT NULL REFERENCES players (id),
    stage      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (match_id, player_id)
);

CREATE INDEX matches_of_player ON match_players (player_id, created_at DESC, match_id DESC);
CREATE INDEX matches_of_player_by_stage ON match_players (player_id, stage, created_at DESC, match_id DESC);

CREATE TABLE events (
    match_id   BYTEA NOT NULL REFERENCES matches (id),
    seq        BIGINT NOT NULL CHECK (seq > 0),
    at         BIGINT NOT NULL,
    rule_set   TEXT NOT NULL,
    kind       TEXT NOT NULL,
    payload    BYTEA NOT NULL,
    state_hash BIGINT NOT NULL,
    hash       BYTEA NOT NULL CHECK (octet_length(hash) = 32),
    command    BYTEA,
    PRIMARY KEY (match_id, seq)
);

-- Its key is what makes a command happen once.
CREATE TABLE commands (
    match_id   BYTEA NOT NULL REFERENCES matches (id),
    session    BYTEA NOT NULL,
    command_id BYTEA NOT NULL,
    body       BYTEA NOT NULL CHECK (octet_length(body) = 32),
    reply      BYTEA NOT NULL,
    seq        BIGINT NOT NULL,
    checksum   BYTEA,
    PRIMARY KEY (match_id, session, command_id)
);

-- What stays of a match that was deleted.
CREATE TABLE deletions (
    match_id   BYTEA NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT NOT NULL,
    last_seq   BIGINT NOT NULL,
    last_hash  BYTEA NOT NULL CHECK (octet_length(last_hash) = 32),
    checksum   BYTEA NOT NULL CHECK (octet_length(checksum) = 32)
);

-- How many matches were ever created: each of them is there, or is a deletion. Several rows, so that
-- those who create matches at the same time do not wait for each other.
CREATE TABLE created (
    shard   BIGINT NOT NULL PRIMARY KEY,
    matches BIGINT NOT NULL
);

-- When somebody ran matches last, and the times when nobody did.
CREATE TABLE life (
    id        BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    last_beat BIGINT NOT NULL
);

CREATE TABLE outages (
    since BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL CHECK (until > since)
);
