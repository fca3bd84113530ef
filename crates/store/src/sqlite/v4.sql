-- Which store this is and how often it was committed to, so that it is missed when it vanishes; and
-- checksums of what no chain covers. Rows of before have none.

CREATE TABLE identity (
    id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    store   TEXT NOT NULL,
    commits INTEGER NOT NULL
) STRICT;
INSERT INTO identity (id, store, commits) VALUES (1, lower(hex(randomblob(16))), 0);

-- The checksum of the command that an event is the last one of.
ALTER TABLE events ADD COLUMN command BLOB;

ALTER TABLE commands ADD COLUMN checksum BLOB;
ALTER TABLE matches ADD COLUMN checksum BLOB;
ALTER TABLE tokens ADD COLUMN checksum BLOB;
