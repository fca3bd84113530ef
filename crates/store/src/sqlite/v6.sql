-- A million finished matches: every list has an index in its order, quotas add up only what is not over, and finished
-- matches can be archived.

-- Who is in a match, with what lists of one's own matches are sorted and filtered by.
ALTER TABLE match_players ADD COLUMN stage TEXT NOT NULL DEFAULT '';
ALTER TABLE match_players ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
UPDATE match_players SET (stage, created_at) = (SELECT stage, created_at FROM matches WHERE id = match_id);
DROP INDEX matches_of_player;
CREATE INDEX matches_of_player ON match_players (player_id, created_at DESC, match_id DESC);
CREATE INDEX matches_of_player_by_stage ON match_players (player_id, stage, created_at DESC, match_id DESC);

CREATE INDEX matches_by_visibility ON matches (visibility, created_at DESC, id DESC);
CREATE INDEX matches_by_visibility_and_stage ON matches (visibility, stage, created_at DESC, id DESC);

DROP INDEX usage_of_owner;
DROP INDEX usage_of_origin;
CREATE INDEX open_usage_of_owner ON usage (owner) WHERE owner IS NOT NULL AND is_open = 1;
CREATE INDEX open_usage_of_origin ON usage (origin) WHERE origin IS NOT NULL AND is_open = 1;

-- What the finished matches of an owner, or from an origin, take up. Kept by the triggers alone.
CREATE TABLE finished_bytes (
    whose TEXT NOT NULL CHECK (whose IN ('owner', 'origin')),
    key   TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (whose, key)
) STRICT, WITHOUT ROWID;

INSERT INTO finished_bytes (whose, key, bytes)
SELECT 'owner', owner, sum(bytes) FROM usage WHERE owner IS NOT NULL AND is_open = 0 GROUP BY owner;
INSERT INTO finished_bytes (whose, key, bytes)
SELECT 'origin', origin, sum(bytes) FROM usage WHERE origin IS NOT NULL AND is_open = 0 GROUP BY origin;

CREATE TRIGGER usage_begins_finished AFTER INSERT ON usage WHEN NEW.is_open = 0 BEGIN
    INSERT INTO finished_bytes (whose, key, bytes)
    SELECT 'owner', NEW.owner, NEW.bytes WHERE NEW.owner IS NOT NULL
    ON CONFLICT (whose, key) DO UPDATE SET bytes = bytes + excluded.bytes;
    INSERT INTO finished_bytes (whose, key, bytes)
    SELECT 'origin', NEW.origin, NEW.bytes WHERE NEW.origin IS NOT NULL
    ON CONFLICT (whose, key) DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_changes AFTER UPDATE OF is_open, bytes ON usage WHEN NEW.is_open = 0 OR OLD.is_open = 0 BEGIN
    INSERT INTO finished_bytes (whose, key, bytes)
    SELECT 'owner', NEW.owner, (NEW.is_open = 0) * NEW.bytes - (OLD.is_open = 0) * OLD.bytes WHERE NEW.owner IS NOT NULL
    ON CONFLICT (whose, key) DO UPDATE SET bytes = bytes + excluded.bytes;
    INSERT INTO finished_bytes (whose, key, bytes)
    SELECT 'origin', NEW.origin, (NEW.is_open = 0) * NEW.bytes - (OLD.is_open = 0) * OLD.bytes WHERE NEW.origin IS NOT NULL
    ON CONFLICT (whose, key) DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_ends_finished AFTER DELETE ON usage WHEN OLD.is_open = 0 BEGIN
    UPDATE finished_bytes SET bytes = bytes - OLD.bytes WHERE (whose, key) = ('owner', OLD.owner);
    UPDATE finished_bytes SET bytes = bytes - OLD.bytes WHERE (whose, key) = ('origin', OLD.origin);
END;

-- All events and commands of a finished match, in place of their rows.
CREATE TABLE archives (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    pack     BLOB NOT NULL
) STRICT;
