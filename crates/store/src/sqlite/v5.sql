-- Operators: what each match takes up and whose it is, the markers of deleted matches, and bans.

-- Apart from the matches, whose rows are long: quotas read these often, and every append writes one.
CREATE TABLE usage (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    owner    TEXT REFERENCES players (id),
    origin   TEXT,
    is_open  INTEGER NOT NULL,
    programs INTEGER NOT NULL,
    bytes    INTEGER NOT NULL,
    last_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_of_owner ON usage (owner) WHERE owner IS NOT NULL;
CREATE INDEX usage_of_origin ON usage (origin) WHERE origin IS NOT NULL;

-- Earlier releases of the server noted whose a match is, and who sits at it, in JSON alone.
INSERT INTO usage (match_id, owner, origin, is_open, programs, bytes, last_at)
SELECT
    id,
    (SELECT players.id FROM players
     WHERE json_valid(CAST(header AS TEXT)) AND players.id = CAST(header AS TEXT) ->> '$.owner'),
    NULL,
    stage <> 'over',
    CASE WHEN json_valid(CAST(summary AS TEXT))
        THEN (SELECT count(*) FROM json_each(CAST(summary AS TEXT), '$.seats') AS seat
              WHERE seat.type = 'object' AND seat.value ->> '$.kind' = 'agent')
        ELSE 0 END,
    length(header) + 1024
        + (SELECT coalesce(sum(octet_length(match_id) + octet_length(rule_set) + length(payload) + 96), 0)
           FROM events WHERE match_id = matches.id)
        + (SELECT coalesce(sum(2 * (octet_length(match_id) + octet_length(session) + octet_length(command_id))
                               + length(reply) + 96), 0)
           FROM commands WHERE match_id = matches.id),
    (SELECT coalesce(max(at), matches.created_at) FROM events WHERE match_id = matches.id)
FROM matches;

-- What stays of a match that was deleted.
CREATE TABLE deletions (
    match_id   TEXT NOT NULL PRIMARY KEY,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER NOT NULL,
    last_seq   INTEGER NOT NULL,
    last_hash  BLOB NOT NULL CHECK (length(last_hash) = 32),
    checksum   BLOB NOT NULL CHECK (length(checksum) = 32)
) STRICT, WITHOUT ROWID;

-- How many matches were ever created: each of them is there, or is a deletion.
ALTER TABLE identity ADD COLUMN matches INTEGER NOT NULL DEFAULT 0;
UPDATE identity SET matches = (SELECT count(*) FROM matches);

CREATE TABLE bans (
    player_id TEXT NOT NULL PRIMARY KEY REFERENCES players (id),
    at        INTEGER NOT NULL,
    checksum  BLOB NOT NULL CHECK (length(checksum) = 32)
) STRICT, WITHOUT ROWID;
