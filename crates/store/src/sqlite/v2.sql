-- Clocks: a match says when something happens by itself. Links: a token may end by itself.

ALTER TABLE matches ADD COLUMN deadline INTEGER;
CREATE INDEX matches_due ON matches (deadline, id) WHERE deadline IS NOT NULL;

ALTER TABLE tokens ADD COLUMN expires_at INTEGER;
