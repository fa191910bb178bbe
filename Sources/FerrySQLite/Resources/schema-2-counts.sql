-- For the numbers of a day, which are read from the index alone.
ALTER TABLE checkouts ADD COLUMN left_at INTEGER;
ALTER TABLE checkouts ADD COLUMN returned_at INTEGER CHECK (returned_at IS NULL OR left_at IS NOT NULL);

CREATE INDEX checkouts_counted ON checkouts (created_at, provider, mode, phase, left_at, returned_at);
