-- Several nodes on one database: what each has to do, whom each sees, and when sessions may have ended.

-- No two leases ever have the same number.
CREATE SEQUENCE fences;

-- What one node does at a time. A lease that was given back has no holder.
CREATE TABLE leases (
    duty   BYTEA NOT NULL PRIMARY KEY,
    holder BYTEA,
    fence  BIGINT NOT NULL,
    until  BIGINT NOT NULL
);

CREATE INDEX leases_of_holder ON leases (holder);

-- Whom a node sees at a match, or saw when it ended.
CREATE TABLE presence (
    match_id  BYTEA NOT NULL,
    player_id BYTEA NOT NULL,
    node      BYTEA NOT NULL,
    here      BOOLEAN NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (match_id, player_id, node)
);

CREATE INDEX presence_of_node ON presence (node);

-- How often somebody's sessions were ended: who holds a live connection asks the rest only when this has changed.
CREATE TABLE revocations (
    id     BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    number BIGINT NOT NULL
);

INSERT INTO revocations (id, number) VALUES (1, 0);
