-- Downtime: when somebody ran matches last, and the times when nobody did.

CREATE TABLE life (
    id        INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    last_beat INTEGER NOT NULL
) STRICT;

CREATE TABLE outages (
    since INTEGER NOT NULL PRIMARY KEY,
    until INTEGER NOT NULL CHECK (until > since)
) STRICT;
