-- A million finished matches: every list has an index in its order, quotas add up only what is not over, and finished
-- matches can be archived. A program of before would miss what is archived, so none can work with this schema.

CREATE INDEX matches_by_visibility_and_age ON matches (visibility, created_at DESC, id DESC);

DROP INDEX matches_of_owner;
DROP INDEX matches_of_origin;
CREATE INDEX open_matches_of_owner ON matches (owner) WHERE owner IS NOT NULL AND stage <> 'over';
CREATE INDEX open_matches_of_origin ON matches (origin) WHERE origin IS NOT NULL AND stage <> 'over';

-- What the finished matches of an owner, or from an origin, take up.
CREATE TABLE finished_bytes (
    whose TEXT NOT NULL CHECK (whose IN ('owner', 'origin')),
    key   BYTEA NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (whose, key)
);

INSERT INTO finished_bytes (whose, key, bytes)
SELECT 'owner', owner, sum(bytes) FROM matches WHERE owner IS NOT NULL AND stage = 'over' GROUP BY owner;
INSERT INTO finished_bytes (whose, key, bytes)
SELECT 'origin', origin, sum(bytes) FROM matches WHERE origin IS NOT NULL AND stage = 'over' GROUP BY origin;

-- All events and commands of a finished match, in place of their rows.
CREATE TABLE archives (
    match_id BYTEA NOT NULL PRIMARY KEY REFERENCES matches (id),
    pack     BYTEA NOT NULL
);
